/* A line that is written by several stores may leave its buffer before the last of them, as a read and a write of
 * memory: wider stores are not only fewer. */
#include "buffers/stream_copy.h"

#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#ifdef __SSE2__
enum { LINE = 64 };

/* STORE writes the line that begins at `src` to the aligned `dst`. */
#define DEFINE_STREAM(NAME, TARGET, STORE)                                                                             \
    TARGET static void NAME(unsigned char *dst, const unsigned char *src, size_t len)                                  \
    {                                                                                                                  \
        size_t head = (LINE - (uintptr_t)dst % LINE) % LINE;                                                           \
                                                                                                                       \
        if (len < head + LINE) {                                                                                       \
            memcpy(dst, src, len);                                                                                     \
            return;                                                                                                    \
        }                                                                                                              \
        if (head)                                                                                                      \
            memcpy(dst, src, head);                                                                                    \
        for (dst += head, src += head, len -= head; len >= LINE; dst += LINE, src += LINE, len -= LINE)                \
            STORE((void *)dst, (const void *)src);                                                                     \
        if (len)                                                                                                       \
            memcpy(dst, src, len);                                                                                     \
    }

static inline void store_16(__m128i *dst, const __m128i *src)
{
    __m128i line[LINE / 16];

    for (unsigned i = 0; i < LINE / 16; i++)
        line[i] = _mm_loadu_si128(src + i);
    for (unsigned i = 0; i < LINE / 16; i++)
        _mm_stream_si128(dst + i, line[i]);
}

DEFINE_STREAM(stream_base, , store_16)

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f")))

AVX2 static inline void store_32(__m256i *dst, const __m256i *src)
{
    __m256i low = _mm256_loadu_si256(src), high = _mm256_loadu_si256(src + 1);

    _mm256_stream_si256(dst, low);
    _mm256_stream_si256(dst + 1, high);
}

AVX512 static inline void store_64(void *dst, const void *src)
{
    _mm512_stream_si512(dst, _mm512_loadu_si512(src));
}

DEFINE_STREAM(stream_avx2, AVX2, store_32)
DEFINE_STREAM(stream_avx512, AVX512, store_64)
#endif

#else
static void stream_base(unsigned char *dst, const unsigned char *src, size_t len)
{
    memcpy(dst, src, len);
}
#endif

aic_stream_fn *aic_stream_for(enum aic_simd level)
{
    static aic_stream_fn *const copies[AIC_SIMD_COUNT] = {
#ifdef __x86_64__
        [AIC_SIMD_AVX2] = stream_avx2,
        [AIC_SIMD_AVX512] = stream_avx512,
#else
        [AIC_SIMD_AVX2] = stream_base,
        [AIC_SIMD_AVX512] = stream_base,
#endif
        [AIC_SIMD_BASE] = stream_base,
    };

    return copies[level];
}

void aic_stream_done(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}
