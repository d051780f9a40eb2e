#include "buffers/span.h"

#include <string.h>

struct aic_span aic_span_linear(enum aic_space space, uint64_t base, uint64_t bytes)
{
    return (struct aic_span){.space = (uint8_t)space, .base = base, .run = bytes};
}

struct aic_span aic_span_rows(enum aic_space space, uint64_t base, uint64_t run, uint64_t n, int64_t stride)
{
    struct aic_span span = aic_span_linear(space, base, run);
    aic_span_repeat(&span, n, stride);
    return span;
}

void aic_span_repeat(struct aic_span *span, uint64_t n, int64_t stride)
{
    if (n == 0) {
        span->run = 0;
    }
    if (n <= 1) {
        return;
    }
    memmove(&span->dim[1], &span->dim[0], span->ndim * sizeof(span->dim[0]));
    span->dim[0].n = n;
    span->dim[0].stride = stride;
    span->ndim++;
}

static void drop_inner(struct aic_span *span)
{
    span->run *= span->dim[span->ndim - 1].n;
    span->ndim--;
}

void aic_span_simplify(struct aic_span *span)
{
    while (span->ndim > 0 && span->dim[span->ndim - 1].stride == (int64_t)span->run) {
        drop_inner(span);
    }
    for (int d = span->ndim - 1; d > 0; d--) {
        if (span->dim[d - 1].stride != (int64_t)span->dim[d].n * span->dim[d].stride) {
            continue;
        }
        span->dim[d].n *= span->dim[d - 1].n;
        memmove(&span->dim[d - 1], &span->dim[d], (size_t)(span->ndim - d) * sizeof(span->dim[0]));
        span->ndim--;
    }
}

void aic_span_begin(struct aic_span_iter *it, const struct aic_span *span)
{
    memset(it->index, 0, sizeof(it->index));
    it->span = span;
    it->addr = span->base;
    it->done = span->run == 0;
}

bool aic_span_next(struct aic_span_iter *it, uint64_t *addr, uint64_t *bytes)
{
    if (it->done) {
        return false;
    }
    const struct aic_span *span = it->span;
    *addr = it->addr;
    *bytes = span->run;
    for (int d = span->ndim - 1; d >= 0; d--) {
        it->addr += (uint64_t)span->dim[d].stride;
        if (++it->index[d] < span->dim[d].n) {
            return true;
        }
        it->addr -= span->dim[d].n * (uint64_t)span->dim[d].stride;
        it->index[d] = 0;
    }
    it->done = true;
    return true;
}

uint64_t aic_span_bytes(const struct aic_span *span)
{
    uint64_t bytes = span->run;
    for (int d = 0; d < span->ndim; d++) {
        bytes *= span->dim[d].n;
    }
    return bytes;
}

void aic_span_bounds(const struct aic_span *span, uint64_t *lo, uint64_t *hi)
{
    *lo = *hi = 0;
    if (span->run == 0) {
        return;
    }
    uint64_t low = span->base;
    uint64_t high = span->base + span->run;
    for (int d = 0; d < span->ndim; d++) {
        int64_t reach = (int64_t)(span->dim[d].n - 1) * span->dim[d].stride;
        if (reach < 0) {
            low += (uint64_t)reach;
        } else {
            high += (uint64_t)reach;
        }
    }
    *lo = low;
    *hi = high;
}
