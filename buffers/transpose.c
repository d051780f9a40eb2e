/* A piece is cut into squares that fit vector registers; a square is transposed by rounds of interleaving: row i with
 * row i + N/2, log2(N) times. Large pieces go through a buffer, so that each cache line of the source and of the
 * destination is touched once, even where the strides are powers of two and the lines would evict one another; the next
 * square's lines are fetched meanwhile, because no hardware guesses a stride of whole pages. */
#include "buffers/transpose.h"

#include <string.h>

/* Bytes of one row of a buffered square: two cache lines, which the hardware fetches together. */
#define RUN 128

/* Squares a side of the blocks in which large pieces are walked, so that their pages stay translated. */
#define BLOCK 16

/* GCC drops the call of a function that only prefetches, since it has neither a result nor an effect. */
#define FETCH_INLINE __attribute__((always_inline)) static inline

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

/* The functions for one element type: VEC is a vector of N of them. */
#define DEFINE_TRANSPOSE(T, S, VEC, N)                                                                                 \
    static inline void square_##S(T *dst, uint64_t ds, const T *src, uint64_t ss)                                      \
    {                                                                                                                  \
        VEC a[N], b[N];                                                                                                \
                                                                                                                       \
        for (unsigned i = 0; i < N; i++)                                                                               \
            memcpy(&a[i], src + i * ss, sizeof a[i]);                                                                  \
        for (unsigned round = 1; round < N; round *= 2) {                                                              \
            for (unsigned i = 0; i < N / 2; i++) {                                                                     \
                b[2 * i] = LOW_##S(a[i], a[i + N / 2]);                                                                \
                b[2 * i + 1] = HIGH_##S(a[i], a[i + N / 2]);                                                           \
            }                                                                                                          \
            memcpy(a, b, sizeof a);                                                                                    \
        }                                                                                                              \
        for (unsigned i = 0; i < N; i++)                                                                               \
            memcpy(dst + i * ds, &a[i], sizeof a[i]);                                                                  \
    }                                                                                                                  \
                                                                                                                       \
    /* A last square that would stand over the edge begins earlier instead and writes some elements twice. */          \
    static void direct_##S(T *dst, uint64_t ds, const T *src, uint64_t ss, uint64_t ni, uint64_t nj)                   \
    {                                                                                                                  \
        if (ni < N || nj < N) {                                                                                        \
            for (uint64_t j = 0; j < nj; j++)                                                                          \
                for (uint64_t i = 0; i < ni; i++)                                                                      \
                    dst[j * ds + i] = src[i * ss + j];                                                                 \
            return;                                                                                                    \
        }                                                                                                              \
        for (uint64_t jj = 0; jj < nj; jj += N) {                                                                      \
            uint64_t j = jj + N <= nj ? jj : nj - N;                                                                   \
                                                                                                                       \
            for (uint64_t ii = 0; ii < ni; ii += N) {                                                                  \
                uint64_t i = ii + N <= ni ? ii : ni - N;                                                               \
                                                                                                                       \
                square_##S(dst + j * ds + i, ds, src + i * ss + j, ss);                                                \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    /* One square of RUN bytes a row, gathered before it is written. */                                                \
    static void buffered_##S(T *dst, uint64_t ds, const T *src, uint64_t ss)                                           \
    {                                                                                                                  \
        enum { L = RUN / sizeof(T) };                                                                                  \
        T buf[L][L];                                                                                                   \
                                                                                                                       \
        for (uint64_t i = 0; i < L; i += N)                                                                            \
            for (uint64_t j = 0; j < L; j += N)                                                                        \
                square_##S(&buf[j][i], L, src + i * ss + j, ss);                                                       \
        for (uint64_t j = 0; j < L; j++)                                                                               \
            memcpy(dst + j * ds, buf[j], RUN);                                                                         \
    }                                                                                                                  \
                                                                                                                       \
    /* The ends of the lines: where a row does not begin at a line, the square before has brought its first one. */    \
    FETCH_INLINE void fetch_##S(T *dst, uint64_t ds, const T *src, uint64_t ss)                                        \
    {                                                                                                                  \
        enum { L = RUN / sizeof(T) };                                                                                  \
                                                                                                                       \
        for (uint64_t k = 0; k < L; k++) {                                                                             \
            __builtin_prefetch(src + k * ss + L / 2 - 1, 0);                                                           \
            __builtin_prefetch(src + k * ss + L - 1, 0);                                                               \
            __builtin_prefetch(dst + k * ds + L / 2 - 1, 1);                                                           \
            __builtin_prefetch(dst + k * ds + L - 1, 1);                                                               \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    /* The squares of one block; ni and nj are multiples of the square. */                                             \
    static void block_##S(T *dst, uint64_t ds, const T *src, uint64_t ss, uint64_t ni, uint64_t nj)                    \
    {                                                                                                                  \
        enum { L = RUN / sizeof(T) };                                                                                  \
                                                                                                                       \
        for (uint64_t j = 0; j < nj; j += L) {                                                                         \
            for (uint64_t i = 0; i < ni; i += L) {                                                                     \
                if (i + L < ni)                                                                                        \
                    fetch_##S(dst + j * ds + i + L, ds, src + (i + L) * ss + j, ss);                                   \
                buffered_##S(dst + j * ds + i, ds, src + i * ss + j, ss);                                              \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    static void transpose_##S(void *vdst, uint64_t ds, const void *vsrc, uint64_t ss, uint64_t ni, uint64_t nj)        \
    {                                                                                                                  \
        enum { L = RUN / sizeof(T), B = BLOCK * L };                                                                   \
        T *dst = vdst;                                                                                                 \
        const T *src = vsrc;                                                                                           \
        uint64_t fi = ni / L * L, fj = nj / L * L;                                                                     \
                                                                                                                       \
        for (uint64_t j = 0; j < fj; j += B)                                                                           \
            for (uint64_t i = 0; i < fi; i += B)                                                                       \
                block_##S(dst + j * ds + i, ds, src + i * ss + j, ss, fi - i < B ? fi - i : B,                         \
                          fj - j < B ? fj - j : B);                                                                    \
        if (fi < ni)                                                                                                   \
            direct_##S(dst + fi, ds, src + fi * ss, ss, ni - fi, nj);                                                  \
        if (fj < nj)                                                                                                   \
            direct_##S(dst + fj * ds, ds, src + fj, ss, fi, nj - fj);                                                  \
    }

DEFINE_TRANSPOSE(uint8_t, u8, v16u8, 16)
DEFINE_TRANSPOSE(uint16_t, u16, v8u16, 8)
DEFINE_TRANSPOSE(uint32_t, u32, v4u32, 4)
DEFINE_TRANSPOSE(uint64_t, u64, v2u64, 2)

aic_transpose_fn *aic_transpose_for(unsigned bytes)
{
    switch (bytes) {
    case 1:
        return transpose_u8;
    case 2:
        return transpose_u16;
    case 4:
        return transpose_u32;
    default:
        return transpose_u64;
    }
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
