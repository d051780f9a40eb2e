#include "isa/cube_kernel.h"

#include <stddef.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define TARGET(features) __attribute__((target(features)))
#endif

#define COLS AIC_STRIP_COLUMNS
#define ROWS AIC_TILE_ROWS

/* Lanes side by side over the columns only, so that the order of additions of an element is the same at any width. They
 * lie at any multiple of 4 bytes. Only the kernels called fused may fuse (-ffp-contract=off). */
#define DEFINE_LANES(name, scalar, bytes)                                                                              \
    typedef scalar name __attribute__((vector_size(bytes), aligned(4), may_alias));
DEFINE_LANES(floats_16, float, 16)
DEFINE_LANES(ints_16, int32_t, 16)

/* Sums of a row over a block and over all of them; named variables, since arrays would not stay in registers. */
#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define SUM(r) lanes sum##r = {0};
#define SUM_OF_C(r) sum##r = *(const lanes *)(to + (r) * COLS);
#define PART(r) lanes part##r = {0};
#define ADD_PART(r) sum##r += part##r;
#define ADD_C(r) sum##r = sum##r + *(const lanes *)(to + (r) * COLS);
#define STORE(r) *(lanes *)(to + (r) * COLS) = sum##r;

#define MULTIPLY_ADD(r) part##r += x[(size_t)pitch * (r)] * row;
#define FUSED_32(r) part##r = (lanes)_mm256_fmadd_ps(_mm256_set1_ps(x[(size_t)pitch * (r)]), (__m256)row, part##r);
#define FUSED_64(r) part##r = (lanes)_mm512_fmadd_ps(_mm512_set1_ps(x[(size_t)pitch * (r)]), (__m512)row, part##r);

#define DEFINE_TILE(name, attribute, scalar, type, STEP)                                                               \
    attribute static void name(const void *a, uint32_t pitch, const void *b, uint32_t k, uint32_t block, bool c_first, \
                               void *c)                                                                                \
    {                                                                                                                  \
        typedef type lanes;                                                                                            \
        for (size_t col = 0; col < COLS; col += sizeof(lanes) / 4) {                                                   \
            scalar *to = (scalar *)c + col;                                                                            \
            EACH_ROW(SUM)                                                                                              \
            if (c_first) {                                                                                             \
                EACH_ROW(SUM_OF_C)                                                                                     \
            }                                                                                                          \
            for (uint32_t at = 0; at < k; at += block) {                                                               \
                uint32_t end = k - at < block ? k : at + block;                                                        \
                EACH_ROW(PART)                                                                                         \
                for (uint32_t i = at; i < end; i++) {                                                                  \
                    const scalar *x = (const scalar *)a + i;                                                           \
                    lanes row = *(const lanes *)((const scalar *)b + (size_t)i * COLS + col);                          \
                    EACH_ROW(STEP)                                                                                     \
                }                                                                                                      \
                EACH_ROW(ADD_PART)                                                                                     \
            }                                                                                                          \
            if (!c_first) {                                                                                            \
                EACH_ROW(ADD_C)                                                                                        \
            }                                                                                                          \
            EACH_ROW(STORE)                                                                                            \
        }                                                                                                              \
    }

#define EVERYWHERE
DEFINE_TILE(floats_portable, EVERYWHERE, float, floats_16, MULTIPLY_ADD)
DEFINE_TILE(ints_portable, EVERYWHERE, int32_t, ints_16, MULTIPLY_ADD)

#if defined(__x86_64__)
DEFINE_LANES(floats_32, float, 32)
DEFINE_LANES(ints_32, int32_t, 32)
DEFINE_LANES(floats_64, float, 64)
DEFINE_LANES(ints_64, int32_t, 64)
DEFINE_TILE(floats_avx2, TARGET("avx2"), float, floats_32, MULTIPLY_ADD)
DEFINE_TILE(ints_avx2, TARGET("avx2"), int32_t, ints_32, MULTIPLY_ADD)
DEFINE_TILE(floats_avx512, TARGET("avx512f"), float, floats_64, MULTIPLY_ADD)
DEFINE_TILE(ints_avx512, TARGET("avx512f"), int32_t, ints_64, MULTIPLY_ADD)
DEFINE_TILE(floats_fma, TARGET("avx2,fma"), float, floats_32, FUSED_32)
DEFINE_TILE(floats_avx512_fma, TARGET("avx512f"), float, floats_64, FUSED_64)
#endif

const struct aic_tile_kernel aic_tile_kernels[] = {
#if defined(__x86_64__)
    {"avx512, fused", AIC_SIMD_AVX512, true, floats_avx512_fma, NULL},
    {"avx512", AIC_SIMD_AVX512, false, floats_avx512, ints_avx512},
    {"avx2, fused", AIC_SIMD_AVX2, true, floats_fma, NULL},
    {"avx2", AIC_SIMD_AVX2, false, floats_avx2, ints_avx2},
#endif
    {"portable", AIC_SIMD_BASE, false, floats_portable, ints_portable},
    {NULL, AIC_SIMD_BASE, false, NULL, NULL},
};

/* The rows behind the last whole tile: what the tile computes beyond them is dropped. */
static void last_rows(aic_tile_fn *tile, const struct aic_cube_panels *p, const uint32_t *b, uint32_t at,
                      uint32_t block, bool c_first, uint32_t *c)
{
    uint32_t rest[ROWS * COLS] = {0};
    size_t bytes = (size_t)(p->m - at) * COLS * sizeof(*rest);
    memcpy(rest, c, bytes);
    tile((const uint32_t *)p->a + (uint64_t)at * p->a_pitch, p->a_pitch, b, p->k, block, c_first, rest);
    memcpy(c, rest, bytes);
}

void aic_cube_dot_by(aic_tile_fn *tile, const struct aic_cube_panels *p, uint32_t block, bool c_first)
{
    const uint32_t *a = p->a;
    for (uint32_t strip = 0; strip < p->n1; strip++) {
        const uint32_t *b = (const uint32_t *)p->b + strip * p->b_strip;
        uint32_t *c = (uint32_t *)p->c + strip * p->c_strip, at = 0;
        for (; at + ROWS <= p->m; at += ROWS) {
            tile(a + (uint64_t)at * p->a_pitch, p->a_pitch, b, p->k, block, c_first, c + (uint64_t)at * COLS);
        }
        if (at < p->m) {
            last_rows(tile, p, b, at, block, c_first, c + (uint64_t)at * COLS);
        }
    }
}

void aic_cube_dot_float(const struct aic_cube_panels *p, uint32_t block, bool c_first, bool exact)
{
    const struct aic_tile_kernel *kernel = aic_tile_kernels;
    while (kernel->level > aic_simd_best() || (kernel->fused && !exact)) {
        kernel++;
    }
    aic_cube_dot_by(kernel->floats, p, block, c_first);
}

void aic_cube_dot_int(const struct aic_cube_panels *p)
{
    const struct aic_tile_kernel *kernel = aic_tile_kernels;
    while (kernel->level > aic_simd_best() || !kernel->ints) {
        kernel++;
    }
    aic_cube_dot_by(kernel->ints, p, p->k, false);
}
