#include "buffers/stream_copy.h"

#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { LINE = 64 };

void aic_stream_copy(unsigned char *dst, const unsigned char *src, size_t len)
{
#ifdef __SSE2__
    size_t head = (LINE - (uintptr_t)dst % LINE) % LINE;

    if (len < head + LINE) {
        memcpy(dst, src, len);
        return;
    }
    if (head)
        memcpy(dst, src, head);
    for (dst += head, src += head, len -= head; len >= LINE; dst += LINE, src += LINE, len -= LINE) {
        __m128i line[LINE / 16];

        memcpy(line, src, LINE);
        for (unsigned i = 0; i < LINE / 16; i++)
            _mm_stream_si128((__m128i *)(void *)dst + i, line[i]);
    }
#endif
    if (len)
        memcpy(dst, src, len);
}

void aic_stream_done(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}
