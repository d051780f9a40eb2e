/* Time: an integer count of 1/1024 cycle, so that a run gives the same cycles on every machine. */
#ifndef AIC_PIPES_TIME_H
#define AIC_PIPES_TIME_H

#include <stdint.h>

typedef int64_t aic_time;

#define AIC_CYCLE ((aic_time)1024)
#define AIC_TIME_NEVER INT64_MAX

static inline aic_time aic_latest(aic_time a, aic_time b)
{
    return a > b ? a : b;
}

/* Whole cycles, rounded to nearest. */
static inline int64_t aic_cycles(aic_time t) { return (t + AIC_CYCLE / 2) / AIC_CYCLE; }

/* Time of `amount` units at `rate` units per cycle given in 1/1024 (1024 = one a cycle); rounded up.
 * Exact for amounts below 2^43. */
static inline aic_time aic_time_at_rate(uint64_t amount, int64_t rate)
{
    return (aic_time)((amount * 1024u * 1024u + (uint64_t)rate - 1) / (uint64_t)rate);
}

/* Why a pipe did not work. The first is idleness, the others are stalls. */
enum aic_stall {
    AIC_STALL_EMPTY = 0, /* nothing in its queue */
    AIC_STALL_FLAG,
    AIC_STALL_BARRIER,
    AIC_STALL_UNIT_FLAG,
    AIC_STALL_QUEUE_FULL, /* the scalar unit was held by another pipe's full queue */
    AIC_STALL_BANK,
    AIC_STALL_MEMORY,
    AIC_STALL_CROSS, /* cross-core flag */
    AIC_STALL_COUNT
};
/* "empty", "flag", "barrier", "unit_flag", "queue_full", "bank", "memory", "cross_core". */
const char *aic_stall_name(enum aic_stall stall);

#endif
