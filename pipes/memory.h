/* GM behind L2 and HBM, shared by every core of the chip.
 * Lines are looked up one by one; on kernels with much data only a fixed sample of the lines is followed, in a cache
 * that is smaller by the same factor, so that a chip costs little memory and time. Bandwidth is reserved in the order
 * in which the moves start. Sources of the mechanisms: docs/timing.md. */
#ifndef AIC_PIPES_MEMORY_H
#define AIC_PIPES_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "buffers/span.h"
#include "pipes/costs.h"

struct aic_memory_model;

/* l2_bytes: size of L2, or AIC_UNKNOWN. gm_bytes: how much GM the kernel names; decides whether lines are sampled.
 * NULL when out of memory. The costs must outlive the model. */
struct aic_memory_model *aic_memory_model_new(const struct aic_pipe_costs *costs, int64_t l2_bytes,
                                              uint64_t gm_bytes);
void aic_memory_model_free(struct aic_memory_model *model); /* NULL is allowed */

struct aic_memory_access {
    const struct aic_span *span;
    uint32_t core;
    bool write;
    bool bypass;   /* the tensor does not use L2 */
    bool nd2nz;    /* rows are converted on the way: L2 delivers less */
    aic_time now;
};

/* What a move asks of the memory system. Packets count as the DMA cuts them: naturally aligned, at most one line. */
struct aic_memory_use {
    uint64_t packets;
    uint64_t bytes;
    uint64_t missing;    /* packets that wait for a line which L2 does not hold */
    uint64_t hbm_bytes;
    uint64_t late;       /* packets that wait for a line which another core's read has on its way */
};

void aic_memory_look(struct aic_memory_model *model, const struct aic_memory_access *access,
                     struct aic_memory_use *use);

/* Bandwidth of L2 and HBM for a move whose data phase begins at `begin` and takes `length` when nobody else moves:
 * when each has delivered the last byte. */
void aic_memory_reserve(struct aic_memory_model *model, const struct aic_memory_access *access,
                        const struct aic_memory_use *use, aic_time begin, aic_time length, aic_time *l2_end,
                        aic_time *hbm_end);

/* Bytes so far: through L2, and to or from HBM. */
void aic_memory_totals(const struct aic_memory_model *model, uint64_t *l2_bytes, uint64_t *hbm_bytes);

#endif
