/* One bit for each 1024-byte block of L0C (two 512-byte flags that move together, X22): set by an Mmad that has
 * produced the block, cleared by the Fixpipe that has drained it. */
#ifndef AIC_PIPES_UNIT_FLAGS_H
#define AIC_PIPES_UNIT_FLAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffers/span.h"
#include "pipes/time.h"

#define AIC_UNIT_BLOCK 1024

struct aic_unit_block {
    bool set;
    aic_time at;      /* when it took this value */
    uint32_t payload; /* opaque: who gave it the value */
    uint32_t before;  /* who gave it the value before */
};

struct aic_unit_flags {
    struct aic_unit_block *block;
    size_t n;
    size_t n_set;
    aic_time latest; /* when the last of them took its value */
};

/* False when out of memory. */
bool aic_unit_flags_init(struct aic_unit_flags *flags, uint64_t l0c_bytes);
void aic_unit_flags_free(struct aic_unit_flags *flags);

/* Every block has been clear since before t. */
static inline bool aic_unit_flags_all_clear(const struct aic_unit_flags *flags, aic_time t)
{
    return flags->n_set == 0 && flags->latest <= t;
}

/* Times of the first and the last block of a span, in walking order, to have the value `set`; false when a block has
 * the other value (then *first and *last are not set). payload: that of the block that came last. */
bool aic_unit_flags_ready(const struct aic_unit_flags *flags, const struct aic_span *span, bool set, aic_time *first,
                          aic_time *last, uint32_t *payload);

/* Gives every block of the span the value `set`, block i of n at begin + (i + 1) * length / n. */
void aic_unit_flags_assign(struct aic_unit_flags *flags, const struct aic_span *span, bool set, aic_time begin,
                           aic_time length, uint32_t payload);

/* Number of blocks that are set, and the first of them. */
size_t aic_unit_flags_stale(const struct aic_unit_flags *flags, size_t *first);

void aic_unit_flags_clear(struct aic_unit_flags *flags, aic_time at);

#endif
