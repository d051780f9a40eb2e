#include "isa/finding.h"

#include <string.h>

static const char *const names[] = {"hint", "note", "warning", "error"};

const char *aic_severity_name(enum aic_severity severity)
{
    unsigned index = (unsigned)severity;
    return index < sizeof names / sizeof names[0] ? names[index] : "?";
}

int aic_severity_from_name(const char *name)
{
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return (int)i;
        }
    }
    return strcmp(name, "off") == 0 ? -1 : AIC_SEVERITY_UNCHANGED;
}
