#include "isa/finding.h"

const char *aic_severity_name(enum aic_severity severity)
{
    static const char *const names[] = {"hint", "note", "warning", "error"};
    unsigned index = (unsigned)severity;
    return index < sizeof names / sizeof names[0] ? names[index] : "?";
}
