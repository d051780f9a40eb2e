#include "isa/pipe.h"

#include <string.h>

static const char *const names[AIC_PIPE_COUNT + 1] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX", "ALL"};
static const char *const units[AIC_UNIT_COUNT] = {"aic", "aiv0", "aiv1"};

const char *aic_pipe_name(enum aic_pipe pipe)
{
    return (unsigned)pipe <= AIC_PIPE_ALL ? names[pipe] : "?";
}

enum aic_pipe aic_pipe_from_name(const char *name, unsigned len)
{
    for (unsigned p = 0; p <= AIC_PIPE_ALL; p++) {
        if (strlen(names[p]) == len && memcmp(names[p], name, len) == 0) {
            return (enum aic_pipe)p;
        }
    }
    return AIC_PIPE_NONE;
}

const char *aic_unit_name(enum aic_unit unit)
{
    return (unsigned)unit < AIC_UNIT_COUNT ? units[unit] : "?";
}
