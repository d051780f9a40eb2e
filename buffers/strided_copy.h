/* Copies between two arrays that are walked by the same loops with different strides; the engine under the format
 * conversions. Loops are reordered and merged, so the caller need not care about their order. It walks as the source
 * lies and is meant for a destination that fits the nearest cache. */
#ifndef AIC_BUFFERS_STRIDED_COPY_H
#define AIC_BUFFERS_STRIDED_COPY_H

#include <stdint.h>

#define AIC_STRIDED_MAX_LOOPS 24

/* `n` steps; strides in elements. */
struct aic_loop {
    uint64_t n, src, dst;
};

struct aic_strided {
    const void *src;
    void *dst;
    uint64_t src_at, dst_at; /* first element of each */
    unsigned bits;           /* of one element: 4, 8, 16, 32 or 64; 4-bit ones lie low half first */
    unsigned nloops;
    struct aic_loop loop[AIC_STRIDED_MAX_LOOPS];
};

/* Copies every element that the loops name. The two arrays must not overlap; each destination element is named once. */
void aic_strided_copy(const struct aic_strided *s);

#endif
