#include "pipes/time.h"

static const char *const names[AIC_STALL_COUNT] = {
    [AIC_STALL_EMPTY] = "empty",         [AIC_STALL_FLAG] = "flag", [AIC_STALL_BARRIER] = "barrier",
    [AIC_STALL_UNIT_FLAG] = "unit_flag", [AIC_STALL_QUEUE_FULL] = "queue_full",
    [AIC_STALL_BANK] = "bank",           [AIC_STALL_MEMORY] = "memory", [AIC_STALL_CROSS] = "cross_core",
};

const char *aic_stall_name(enum aic_stall stall)
{
    return (unsigned)stall < AIC_STALL_COUNT ? names[stall] : "?";
}
