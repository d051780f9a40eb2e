#include "buffers/space.h"

#include <string.h>

static const char *const names[AIC_SPACE_COUNT] = {
    [AIC_GM] = "gm",         [AIC_L1] = "l1",         [AIC_L0A] = "l0a", [AIC_L0B] = "l0b",
    [AIC_L0C] = "l0c",       [AIC_UB] = "ub",         [AIC_BT] = "bt",   [AIC_FB] = "fb",
    [AIC_L0A_MX] = "l0a_mx", [AIC_L0B_MX] = "l0b_mx", [AIC_IDX] = "idx",
};

const char *aic_space_name(enum aic_space space)
{
    return (unsigned)space < AIC_SPACE_COUNT ? names[space] : "?";
}

enum aic_space aic_space_from_name(const char *name, unsigned len)
{
    for (unsigned s = 0; s < AIC_SPACE_COUNT; s++) {
        if (strlen(names[s]) == len && memcmp(names[s], name, len) == 0) {
            return (enum aic_space)s;
        }
    }
    return AIC_SPACE_COUNT;
}
