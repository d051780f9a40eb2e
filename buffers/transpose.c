/* A piece is cut into squares that fit vector registers; a square is transposed by rounds of interleaving: row i with
 * row i + N/2, log2(N) times. */
#include "buffers/transpose.h"

#include <string.h>

typedef uint8_t v16u8 __attribute__((vector_size(16)));
typedef uint16_t v8u16 __attribute__((vector_size(16)));
typedef uint32_t v4u32 __attribute__((vector_size(16)));
typedef uint64_t v2u64 __attribute__((vector_size(16)));

#define LOW_u8(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_u8(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define LOW_u16(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_u16(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define LOW_u32(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH_u32(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define LOW_u64(a, b) __builtin_shufflevector(a, b, 0, 2)
#define HIGH_u64(a, b) __builtin_shufflevector(a, b, 1, 3)

#define ALWAYS_INLINE __attribute__((always_inline)) static inline
/* Keeps the addresses of rare parts out of the registers of the squares. */
#define NOINLINE __attribute__((noinline)) static

/* How many of `n` rows or columns are written by squares. */
static uint64_t in_squares(uint64_t n, unsigned square)
{
    return n < square ? 0 : n % square >= square / 2 ? n : n / square * square;
}

/* The functions for one element type: VEC is a vector of N of them. Strides are bytes. */
#define DEFINE_TRANSPOSE(T, S, VEC, N)                                                                                 \
    static inline void square_##S(unsigned char *dst, uint64_t ds, const unsigned char *src, uint64_t ss)              \
    {                                                                                                                  \
        VEC a[N], b[N];                                                                                                \
                                                                                                                       \
        for (unsigned i = 0; i < N; i++, src += ss)                                                                    \
            memcpy(&a[i], src, sizeof a[i]);                                                                           \
        for (unsigned round = 1; round < N; round *= 2) {                                                              \
            for (unsigned i = 0; i < N / 2; i++) {                                                                     \
                b[2 * i] = LOW_##S(a[i], a[i + N / 2]);                                                                \
                b[2 * i + 1] = HIGH_##S(a[i], a[i + N / 2]);                                                           \
            }                                                                                                          \
            memcpy(a, b, sizeof a);                                                                                    \
        }                                                                                                              \
        for (unsigned i = 0; i < N; i++, dst += ds)                                                                    \
            memcpy(dst, &a[i], sizeof a[i]);                                                                           \
    }                                                                                                                  \
                                                                                                                       \
    /* ni, a constant, times nj elements one by one, N columns at a time. */                                           \
    ALWAYS_INLINE void few_rows_##S(unsigned char *dst, uint64_t ds, const unsigned char *src, uint64_t ss,            \
                                    unsigned ni, uint64_t nj)                                                          \
    {                                                                                                                  \
        for (; nj >= N; nj -= N)                                                                                       \
            for (unsigned k = 0; k < N; k++, dst += ds, src += sizeof(T))                                              \
                for (unsigned i = 0; i < ni; i++)                                                                      \
                    memcpy(dst + i * sizeof(T), src + i * ss, sizeof(T));                                              \
        for (; nj > 0; nj--, dst += ds, src += sizeof(T))                                                              \
            for (unsigned i = 0; i < ni; i++)                                                                          \
                memcpy(dst + i * sizeof(T), src + i * ss, sizeof(T));                                                  \
    }                                                                                                                  \
                                                                                                                       \
    NOINLINE void rows_##S(unsigned char *dst, uint64_t ds, const unsigned char *src, uint64_t ss,                     \
                           uint64_t ni, uint64_t nj)                                                                   \
    {                                                                                                                  \
        for (; ni >= 4; ni -= 4, dst += 4 * sizeof(T), src += 4 * ss)                                                  \
            few_rows_##S(dst, ds, src, ss, 4, nj);                                                                     \
        if (ni == 3)                                                                                                   \
            few_rows_##S(dst, ds, src, ss, 3, nj);                                                                     \
        else if (ni == 2)                                                                                              \
            few_rows_##S(dst, ds, src, ss, 2, nj);                                                                     \
        else if (ni == 1)                                                                                              \
            few_rows_##S(dst, ds, src, ss, 1, nj);                                                                     \
    }                                                                                                                  \
                                                                                                                       \
    /* The same for at least N rows, N at a time, the last ones overlapping as squares do. */                          \
    NOINLINE void columns_##S(unsigned char *dst, uint64_t ds, const unsigned char *src, uint64_t ss,                  \
                              uint64_t ni, uint64_t nj)                                                                \
    {                                                                                                                  \
        for (uint64_t j = 0; j < nj; j++, dst += ds, src += sizeof(T)) {                                               \
            for (uint64_t ii = 0; ii < ni; ii += N) {                                                                  \
                uint64_t i = ii + N <= ni ? ii : ni - N;                                                               \
                const unsigned char *from = src + i * ss;                                                              \
                                                                                                                       \
                for (unsigned k = 0; k < N; k++, from += ss)                                                           \
                    memcpy(dst + (i + k) * sizeof(T), from, sizeof(T));                                                \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    /* A last square that would stand over the edge begins earlier and writes some elements twice where most of it is  \
     * new; a few rows or columns are written singly. */                                                               \
    static void transpose_##S(const struct aic_pieces *p)                                                              \
    {                                                                                                                  \
        unsigned char *dst = p->dst;                                                                                   \
        const unsigned char *src = p->src;                                                                             \
        const uint64_t ds = p->dst_stride * sizeof(T), ss = p->src_stride * sizeof(T), ni = p->ni, nj = p->nj;         \
        const uint64_t fi = in_squares(ni, N), fj = in_squares(nj, N);                                                 \
                                                                                                                       \
        for (uint64_t n = 0; n < p->np; n++, dst += p->dst_step * sizeof(T), src += p->src_step * sizeof(T)) {         \
            for (uint64_t ii = 0; ii < fi; ii += N) {                                                                  \
                uint64_t i = ii + N <= fi ? ii : fi - N;                                                               \
                                                                                                                       \
                for (uint64_t jj = 0; jj < fj; jj += N) {                                                              \
                    uint64_t j = jj + N <= fj ? jj : fj - N;                                                           \
                                                                                                                       \
                    square_##S(dst + j * ds + i * sizeof(T), ds, src + i * ss + j * sizeof(T), ss);                    \
                }                                                                                                      \
            }                                                                                                          \
            if (fj < nj)                                                                                               \
                columns_##S(dst + fj * ds, ds, src + fj * sizeof(T), ss, fi, nj - fj);                                 \
            if (fi < ni)                                                                                               \
                rows_##S(dst + fi * sizeof(T), ds, src + fi * ss, ss, ni - fi, nj);                                    \
        }                                                                                                              \
    }

DEFINE_TRANSPOSE(uint8_t, u8, v16u8, 16)
DEFINE_TRANSPOSE(uint16_t, u16, v8u16, 8)
DEFINE_TRANSPOSE(uint32_t, u32, v4u32, 4)
DEFINE_TRANSPOSE(uint64_t, u64, v2u64, 2)

aic_transpose_fn *aic_transpose_for(unsigned bytes, enum aic_simd level)
{
    unsigned i = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
    static aic_transpose_fn *const base[] = {transpose_u8, transpose_u16, transpose_u32, transpose_u64};

#if defined(__x86_64__)
    if (level >= AIC_SIMD_AVX2)
        return aic_transpose_avx2[i];
#endif
    (void)level;
    return base[i];
}

/* Two rows i, i + 1 and two columns j, j + 1 are one byte of each row on both sides. */
static void nibble_pairs(uint8_t *dst, uint64_t ds, const uint8_t *src, uint64_t ss, uint64_t ni, uint64_t nj)
{
    for (uint64_t j = 0; j < nj / 2; j++) {
        for (uint64_t i = 0; i < ni / 2; i++) {
            unsigned a = src[2 * i * ss + j], b = src[(2 * i + 1) * ss + j];

            dst[2 * j * ds + i] = (uint8_t)((a & 0xf) | (b & 0xf) << 4);
            dst[(2 * j + 1) * ds + i] = (uint8_t)(a >> 4 | (b & 0xf0));
        }
    }
}

/* 32 x 32: the bytes of even and of odd columns are collected from pairs of rows and transposed as bytes. */
static void nibble_square(uint8_t *dst, uint64_t ds, const uint8_t *src, uint64_t ss)
{
    uint8_t even[16][16], odd[16][16];

    for (unsigned i = 0; i < 16; i++) {
        for (unsigned j = 0; j < 16; j++) {
            unsigned a = src[2 * i * ss + j], b = src[(2 * i + 1) * ss + j];

            even[i][j] = (uint8_t)((a & 0xf) | (b & 0xf) << 4);
            odd[i][j] = (uint8_t)(a >> 4 | (b & 0xf0));
        }
    }
    square_u8(dst, 2 * ds, even[0], 16);
    square_u8(dst + ds, 2 * ds, odd[0], 16);
}

void aic_transpose_nibbles(void *vdst, uint64_t ds, const void *vsrc, uint64_t ss, uint64_t ni, uint64_t nj)
{
    uint8_t *dst = vdst;
    const uint8_t *src = vsrc;
    uint64_t fi = ni / 32 * 32, fj = nj / 32 * 32;

    for (uint64_t j = 0; j < fj; j += 32)
        for (uint64_t i = 0; i < fi; i += 32)
            nibble_square(dst + j * ds + i / 2, ds, src + i * ss + j / 2, ss);
    if (fi < ni)
        nibble_pairs(dst + fi / 2, ds, src + fi * ss, ss, ni - fi, nj);
    if (fj < nj)
        nibble_pairs(dst + fj * ds, ds, src + fj / 2, ss, fi, nj - fj);
}
