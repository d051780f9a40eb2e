/* Who touched which bytes last. Accesses are remembered as intervals, so that the cost and the memory of a block follow
 * the number of its pieces and not its bytes; a write replaces what it covers. */
#ifndef AIC_BUFFERS_SHADOW_H
#define AIC_BUFFERS_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "buffers/span.h"

/* An access as its owner describes it; only `actor` is looked at here: a later read by the same actor replaces its
 * earlier one. */
struct aic_stamp {
    uint32_t actor, seq;
    uint32_t line, file;
    uint64_t record;
    uint16_t insn;
    int8_t operand;
    uint8_t flags;
};

struct aic_shadow;

/* bytes: size of the memory, 0 for a sparse one (GM). NULL when out of memory. */
struct aic_shadow *aic_shadow_new(uint64_t bytes);
void aic_shadow_free(struct aic_shadow *shadow);

/* An earlier access that the new one meets on bytes lo..hi-1. */
typedef void aic_shadow_visit(void *user, const struct aic_stamp *old, bool old_writes, uint64_t lo, uint64_t hi);

/* Visits the last writer and, for a write, the readers since then of every byte of the span, then remembers the
 * access. Bytes past the end of a sized memory are ignored. False when out of memory (the access is forgotten). */
bool aic_shadow_access(struct aic_shadow *shadow, const struct aic_span *span, bool write,
                       const struct aic_stamp *stamp, aic_shadow_visit *visit, void *user);

/* Bytes lo..hi-1 with a writer that a new access meets; read: they were read since they were written (a read that is
 * repeated by the same access does not count). user is that of the access. */
typedef void aic_shadow_meet(void *user, const struct aic_stamp *writer, bool read, uint64_t lo, uint64_t hi);

/* Calls `meet` (NULL: nobody) from now on, beside the visits, before an access is remembered. */
void aic_shadow_watch(struct aic_shadow *shadow, aic_shadow_meet *meet);

/* A stretch of bytes with one history. */
struct aic_shadow_piece {
    uint64_t lo, hi;
    bool read;                      /* since it was written */
    const struct aic_stamp *writer; /* NULL: only read; valid until the next access */
    const struct aic_stamp *reader; /* one of them, NULL: none */
};

/* The first stretch that ends behind `from` and starts before `end`; false when there is none. */
bool aic_shadow_next(const struct aic_shadow *shadow, uint64_t from, uint64_t end, struct aic_shadow_piece *piece);

/* The last writer of a byte, NULL when there is none. Valid until the next access. */
const struct aic_stamp *aic_shadow_writer(const struct aic_shadow *shadow, uint64_t addr);

#endif
