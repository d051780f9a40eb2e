/* A strided set of bytes in one memory: the one shape in which accesses are described everywhere. */
#ifndef AIC_BUFFERS_SPAN_H
#define AIC_BUFFERS_SPAN_H

#include <stdbool.h>
#include <stdint.h>

#include "buffers/space.h"

#define AIC_SPAN_DIMS 4

/* Bytes base + sum(i_d * dim[d].stride) + [0, run) for 0 <= i_d < dim[d].n; dim[0] is the outermost.
 * run and every n are >= 1 in a span with bytes; run == 0 is the empty span. Strides may be negative. */
struct aic_span {
    uint8_t space; /* enum aic_space */
    uint8_t unit;  /* which UB: 0 aiv0, 1 aiv1; 0 elsewhere */
    uint8_t ndim;
    uint64_t base;
    uint64_t run;
    struct {
        uint64_t n;
        int64_t stride; /* bytes */
    } dim[AIC_SPAN_DIMS];
};

/* Walks the contiguous runs of a span in order. */
struct aic_span_iter {
    const struct aic_span *span;
    uint64_t index[AIC_SPAN_DIMS];
    uint64_t addr;
    bool done;
};

/* A span of n contiguous bytes. */
struct aic_span aic_span_linear(enum aic_space space, uint64_t base, uint64_t bytes);

/* A span of `n` runs of `run` bytes, `stride` bytes head to head. */
struct aic_span aic_span_rows(enum aic_space space, uint64_t base, uint64_t run, uint64_t n, int64_t stride);

/* Adds an outer dimension. The span must have fewer than AIC_SPAN_DIMS. */
void aic_span_repeat(struct aic_span *span, uint64_t n, int64_t stride);

/* Merges dimensions that touch one another, so that a walk has as few runs as possible. */
void aic_span_simplify(struct aic_span *span);

void aic_span_begin(struct aic_span_iter *it, const struct aic_span *span);

/* Next run: true and *addr, *bytes set, or false at the end. */
bool aic_span_next(struct aic_span_iter *it, uint64_t *addr, uint64_t *bytes);

/* Bytes named, counted with multiplicity. */
uint64_t aic_span_bytes(const struct aic_span *span);

/* Lowest and one past the highest address; 0,0 for an empty span. */
void aic_span_bounds(const struct aic_span *span, uint64_t *lo, uint64_t *hi);

#endif
