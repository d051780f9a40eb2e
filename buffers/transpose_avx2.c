/* The squares of transpose.c twice as tall or twice as wide: the two halves of a register are two squares. */
#include "buffers/transpose.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))
#define ALWAYS_INLINE AVX2 __attribute__((always_inline)) static inline

/* One row in each half. */
ALWAYS_INLINE __m256i load_rows(const void *high, const void *low)
{
    return _mm256_loadu2_m128i(high, low);
}

/* How the rows of a piece are shared out: strips of 2 * N, one of N, the rest. Strips may overlap the one before. */
struct shares {
    uint64_t tall, wide_at, rest;
    bool wide;
};

static struct shares share_rows(const struct aic_pieces *p, unsigned n)
{
    struct shares s = {.rest = p->ni};

    if (p->nj < n)
        return s;
    s.tall = p->ni / (2 * n);
    s.rest = p->ni % (2 * n);
    if (s.tall && (s.rest > n || (s.rest >= n / 2 && p->nj < 2 * n))) {
        s.tall++;
        s.rest = 0;
    } else if (p->ni >= n && s.rest >= n / 2 && p->nj >= 2 * n) {
        s.wide = true;
        s.wide_at = s.rest >= n ? p->ni - s.rest : p->ni - n;
        s.rest = s.rest >= n ? s.rest - n : 0;
    }
    return s;
}

/* The functions for elements of WIDTH bits, N to half a register. Strides are bytes. */
#define DEFINE_TRANSPOSE(WIDTH, N)                                                                                     \
    /* Interleaves N rows so that their `last` columns are left, one a register and half: N, N / 2 or N / 4. */        \
    ALWAYS_INLINE void interleave_##WIDTH(__m256i *a, unsigned last)                                                   \
    {                                                                                                                  \
        __m256i b[N];                                                                                                  \
                                                                                                                       \
        for (unsigned i = 0; last <= N / 2 && i < N / 2; i++)                                                          \
            a[i] = _mm256_unpackhi_epi##WIDTH(a[i], a[i + N / 2]);                                                     \
        for (int i = 0; last < N / 2 && i < N / 4; i++)                                                                \
            a[i] = _mm256_unpackhi_epi##WIDTH(a[i], a[i + N / 4]);                                                     \
        for (unsigned round = 1; round < last; round *= 2) {                                                           \
            for (unsigned i = 0; i < last / 2; i++) {                                                                  \
                b[2 * i] = _mm256_unpacklo_epi##WIDTH(a[i], a[i + last / 2]);                                          \
                b[2 * i + 1] = _mm256_unpackhi_epi##WIDTH(a[i], a[i + last / 2]);                                      \
            }                                                                                                          \
            for (unsigned i = 0; i < last; i++)                                                                        \
                a[i] = b[i];                                                                                           \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    /* The last columns of 2 * N rows by N columns that begin at src; dst is the first column's. */                    \
    ALWAYS_INLINE void tall_##WIDTH(uint8_t *dst, uint64_t ds, const uint8_t *src, uint64_t ss, unsigned last)         \
    {                                                                                                                  \
        __m256i a[N];                                                                                                  \
                                                                                                                       \
        for (unsigned i = 0; i < N; i++, src += ss)                                                                    \
            a[i] = load_rows(src + N * ss, src);                                                                       \
        interleave_##WIDTH(a, last);                                                                                   \
        dst += (N - last) * ds;                                                                                        \
        for (unsigned i = 0; i < last; i++, dst += ds)                                                                 \
            _mm256_storeu_si256((__m256i *)(void *)dst, a[i]);                                                         \
    }                                                                                                                  \
                                                                                                                       \
    /* N rows by 2 * N columns. */                                                                                     \
    ALWAYS_INLINE void wide_##WIDTH(uint8_t *dst, uint64_t ds, const uint8_t *src, uint64_t ss)                        \
    {                                                                                                                  \
        __m256i a[N];                                                                                                  \
                                                                                                                       \
        for (unsigned i = 0; i < N; i++, src += ss)                                                                    \
            a[i] = _mm256_loadu_si256((const __m256i *)(const void *)src);                                             \
        interleave_##WIDTH(a, N);                                                                                      \
        for (unsigned i = 0; i < N; i++, dst += ds)                                                                    \
            _mm256_storeu2_m128i((__m128i *)(void *)(dst + N * ds), (__m128i *)(void *)dst, a[i]);                     \
    }                                                                                                                  \
                                                                                                                       \
    AVX2 static void tall_rows_##WIDTH(uint8_t *dst, uint64_t ds, const uint8_t *src, uint64_t ss, uint64_t nj)        \
    {                                                                                                                  \
        uint64_t j = 0;                                                                                                \
                                                                                                                       \
        for (; j + N <= nj; j += N)                                                                                    \
            tall_##WIDTH(dst + j * ds, ds, src + j * (WIDTH / 8), ss, N);                                              \
        if (j == nj)                                                                                                   \
            return;                                                                                                    \
        dst += (nj - N) * ds;                                                                                          \
        src += (nj - N) * (WIDTH / 8);                                                                                 \
        if (nj - j > N / 2)                                                                                            \
            tall_##WIDTH(dst, ds, src, ss, N);                                                                         \
        else if (nj - j > N / 4)                                                                                       \
            tall_##WIDTH(dst, ds, src, ss, N / 2);                                                                     \
        else                                                                                                           \
            tall_##WIDTH(dst, ds, src, ss, N > 2 ? N / 4 : 1);                                                         \
    }                                                                                                                  \
                                                                                                                       \
    AVX2 static void wide_rows_##WIDTH(uint8_t *dst, uint64_t ds, const uint8_t *src, uint64_t ss, uint64_t nj)        \
    {                                                                                                                  \
        for (uint64_t at = 0; at < nj; at += 2 * N) {                                                                  \
            uint64_t j = at + 2 * N <= nj ? at : nj - 2 * N;                                                           \
                                                                                                                       \
            wide_##WIDTH(dst + j * ds, ds, src + j * (WIDTH / 8), ss);                                                 \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    ALWAYS_INLINE void single_row_##WIDTH(uint8_t *dst, uint64_t ds, const uint8_t *src, uint64_t nj)                  \
    {                                                                                                                  \
        for (uint64_t j = 0; j < nj; j++)                                                                              \
            memcpy(dst + j * ds, src + j * (WIDTH / 8), WIDTH / 8);                                                    \
    }                                                                                                                  \
                                                                                                                       \
    AVX2 static void transpose_##WIDTH(const struct aic_pieces *p)                                                     \
    {                                                                                                                  \
        const uint64_t ds = p->dst_stride * (WIDTH / 8), ss = p->src_stride * (WIDTH / 8);                             \
        const struct shares s = share_rows(p, N);                                                                      \
                                                                                                                       \
        if (s.rest == p->ni) {                                                                                         \
            aic_transpose_for(WIDTH / 8, AIC_SIMD_BASE)(p);                                                            \
            return;                                                                                                    \
        }                                                                                                              \
        for (uint64_t n = 0; n < p->np; n++) {                                                                         \
            uint8_t *dst = (uint8_t *)p->dst + n * p->dst_step * (WIDTH / 8);                                          \
            const uint8_t *src = (const uint8_t *)p->src + n * p->src_step * (WIDTH / 8);                              \
                                                                                                                       \
            for (uint64_t k = 0; k < s.tall; k++) {                                                                    \
                uint64_t i = k * 2 * N + 2 * N <= p->ni ? k * 2 * N : p->ni - 2 * N;                                   \
                                                                                                                       \
                tall_rows_##WIDTH(dst + i * (WIDTH / 8), ds, src + i * ss, ss, p->nj);                                 \
            }                                                                                                          \
            if (s.wide)                                                                                                \
                wide_rows_##WIDTH(dst + s.wide_at * (WIDTH / 8), ds, src + s.wide_at * ss, ss, p->nj);                 \
            for (uint64_t i = p->ni - s.rest; i < p->ni; i++)                                                          \
                single_row_##WIDTH(dst + i * (WIDTH / 8), ds, src + i * ss, p->nj);                                    \
        }                                                                                                              \
    }

DEFINE_TRANSPOSE(8, 16)
DEFINE_TRANSPOSE(16, 8)
DEFINE_TRANSPOSE(32, 4)
DEFINE_TRANSPOSE(64, 2)

aic_transpose_fn *const aic_transpose_avx2[4] = {transpose_8, transpose_16, transpose_32, transpose_64};
#endif
