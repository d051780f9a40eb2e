/* Transposition of two-dimensional pieces, by element size; used by strided_copy.c only. */
#ifndef AIC_BUFFERS_TRANSPOSE_H
#define AIC_BUFFERS_TRANSPOSE_H

#include <stdint.h>

#include "buffers/simd.h"

/* np pieces whose first elements are dst_step and src_step apart; in each of them
 * dst[j * dst_stride + i] = src[i * src_stride + j] for i < ni, j < nj. Everything counts elements. */
struct aic_pieces {
    void *dst;
    const void *src;
    uint64_t dst_stride, src_stride, ni, nj;
    uint64_t np, dst_step, src_step;
};

typedef void aic_transpose_fn(const struct aic_pieces *p);

/* The function for elements of 1, 2, 4 or 8 bytes that uses this level or the highest below it that there is. The
 * machine must have the level. */
aic_transpose_fn *aic_transpose_for(unsigned bytes, enum aic_simd level);

/* One piece for 4-bit elements, two to a byte: ni and nj are even, the strides are bytes. */
void aic_transpose_nibbles(void *dst, uint64_t dst_stride, const void *src, uint64_t src_stride, uint64_t ni,
                           uint64_t nj);

/* The functions of AIC_SIMD_AVX2 for 1, 2, 4 and 8 bytes. */
extern aic_transpose_fn *const aic_transpose_avx2[4];

#endif
