/* How long a record occupies its pipe. */
#ifndef AIC_PIPES_PHASE_H
#define AIC_PIPES_PHASE_H

#include "isa/work.h"
#include "pipes/costs.h"
#include "pipes/time.h"

/* A record goes through three phases. The start-up of the next overlaps the data phase of the last; data phases of one
 * pipe do not overlap one another; after the data phase the result needs `tail` to become visible. */
struct aic_phase {
    aic_time startup;
    aic_time data;    /* contention included */
    aic_time gap;     /* idle time that the pipe needs between two data phases */
    aic_time tail;
    aic_time bank;    /* part of data lost to bank conflicts */
    aic_time memory;  /* part of data lost to L2, HBM and other cores */
};

/* Where and when: what the phase may depend on beside the work itself. */
struct aic_phase_context {
    uint32_t core;
    uint8_t unit;
    aic_time now;          /* earliest start of the data phase */
    aic_time cube_busy_until, mte1_busy_until; /* of the same unit: they share L0 ports */
};

/* Shared memory system of the chip (pipes/memory.h). */
struct aic_memory_model;

/* False when the product file says `unknown` for a number that is needed; *missing names it. */
bool aic_phase_of(const struct aic_pipe_costs *costs, struct aic_memory_model *memory,
                  const struct aic_phase_context *ctx, enum aic_pipe pipe, const struct aic_work *work,
                  struct aic_phase *out, const char **missing);

#endif
