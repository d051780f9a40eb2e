#include "pipes/flags.h"

#include <stdlib.h>
#include <string.h>

bool aic_flag_push(struct aic_flag *flag, struct aic_flag_set set)
{
    if (flag->n == flag->capacity) {
        uint16_t capacity = flag->capacity ? (uint16_t)(flag->capacity * 2) : 2;
        struct aic_flag_set *sets =
            capacity > flag->capacity ? realloc(flag->sets, capacity * sizeof(*sets)) : NULL;
        if (!sets) {
            return false;
        }
        flag->sets = sets;
        flag->capacity = capacity;
    }
    flag->sets[flag->n++] = set;
    return true;
}

struct aic_flag_set aic_flag_take(struct aic_flag *flag)
{
    struct aic_flag_set oldest = flag->sets[0];
    flag->n--;
    memmove(flag->sets, flag->sets + 1, flag->n * sizeof(*flag->sets));
    return oldest;
}

void aic_flags_free(struct aic_flags *flags)
{
    for (unsigned s = 0; s < AIC_PIPE_COUNT; s++) {
        for (unsigned d = 0; d < AIC_PIPE_COUNT; d++) {
            for (unsigned i = 0; i < AIC_FLAG_IDS; i++) {
                free(flags->flag[s][d][i].sets);
            }
        }
    }
    memset(flags, 0, sizeof(*flags));
}
