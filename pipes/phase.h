/* How long a record occupies its pipe. */
#ifndef AIC_PIPES_PHASE_H
#define AIC_PIPES_PHASE_H

#include "isa/work.h"
#include "pipes/costs.h"
#include "pipes/memory.h"
#include "pipes/part.h"
#include "pipes/time.h"

/* A record goes through three phases. The start-up of the next overlaps the data phase of the last; data phases of one
 * pipe do not overlap one another; after the data phase the result needs `tail` to become visible. */
struct aic_phase {
    aic_time startup;
    aic_time data;    /* contention included */
    aic_time gap;     /* idle time that the pipe needs between two data phases */
    aic_time tail;
    aic_time bank;    /* part of data lost to bank conflicts and shared ports */
    aic_time write_delay; /* what this record's reads cost the write of MTE2 that it meets in L1 */
    aic_time latency; /* part of startup spent waiting for HBM */
    aic_time l2, hbm; /* parts of data lost to L2 and other cores at it, and to HBM */
};

/* The last record of a pipe that this one may meet at a memory's port. */
struct aic_port_use {
    aic_time begin, until; /* its data phase */
    uint64_t bytes;        /* moved in it */
    uint64_t addr;         /* first byte in the shared memory */
    bool l1;               /* it writes L1 */
};

/* Where and when: what the phase may depend on beside the work itself. */
struct aic_phase_context {
    uint32_t core;
    uint8_t unit;
    aic_time issue;        /* the record leaves the queue */
    aic_time data_free;    /* end of the pipe's last data phase */
    bool l2_bypass;
    aic_time write_delay;  /* of MTE2: what loads have cost its writes since its last record */
    bool free;             /* `free_part` takes no time */
    uint8_t free_part;     /* enum aic_part */
    struct aic_port_use cube, mte2; /* of the same unit */
};

/* Whether this part of the machine takes no time. */
static inline bool aic_phase_free(const struct aic_phase_context *ctx, unsigned part)
{
    return ctx->free && ctx->free_part == part;
}

/* When the data phase of a record with this start-up and gap begins. */
static inline aic_time aic_phase_begin(const struct aic_phase_context *ctx, const struct aic_phase *phase)
{
    aic_time own = ctx->issue + phase->startup, behind = ctx->data_free + phase->gap;
    return own > behind ? own : behind;
}

/* False when the product file says `unknown` for a number that is needed; *missing names it. */
bool aic_phase_of(const struct aic_pipe_costs *costs, struct aic_memory_model *memory,
                  const struct aic_phase_context *ctx, enum aic_pipe pipe, const struct aic_work *work,
                  struct aic_phase *out, const char **missing);

#endif
