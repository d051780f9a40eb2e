/* Set/wait flags of one unit: for each (source pipe, destination pipe, id) the sets that no wait has taken yet.
 * The hardware holds one; more than one is reported by whoever takes them (SY-003). */
#ifndef AIC_PIPES_FLAGS_H
#define AIC_PIPES_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/pipe.h"
#include "pipes/time.h"

/* Ids 0..7; sets and waits of ids that no product has meet in the second half. */
#define AIC_FLAG_IDS 16

struct aic_flag_set {
    aic_time at;      /* when the waiting pipe can see it */
    uint32_t payload; /* opaque to this room */
    bool reported;    /* an error of its own: nothing more is said about it */
};

struct aic_flag {
    struct aic_flag_set *sets; /* oldest first */
    uint16_t n, capacity;
};

struct aic_flags {
    struct aic_flag flag[AIC_PIPE_COUNT][AIC_PIPE_COUNT][AIC_FLAG_IDS];
};

/* Place of an id in the table. */
static inline unsigned aic_flag_slot(int64_t id)
{
    return id >= 0 && id < AIC_FLAG_IDS / 2 ? (unsigned)id : AIC_FLAG_IDS / 2 + (unsigned)(id & (AIC_FLAG_IDS / 2 - 1));
}

/* False when out of memory. */
bool aic_flag_push(struct aic_flag *flag, struct aic_flag_set set);

/* Takes the oldest set. The flag must have one. */
struct aic_flag_set aic_flag_take(struct aic_flag *flag);

void aic_flags_free(struct aic_flags *flags);

#endif
