/* Copies past the caches against memcpy, on every level that the machine has. */
#include <criterion/criterion.h>

#include <string.h>

#include "buffers/stream_copy.h"

enum { MOST = 400, GUARD = 64, UNTOUCHED = 0xa5 };

static void check_copy(enum aic_simd level, size_t len, size_t dst_at, size_t src_at)
{
    _Alignas(64) unsigned char got[MOST + 3 * GUARD], want[MOST + 3 * GUARD], src[MOST + GUARD];

    for (size_t i = 0; i < sizeof src; i++)
        src[i] = (unsigned char)(i * 37 + i / 64 + 1);
    memset(got, UNTOUCHED, sizeof got);
    memset(want, UNTOUCHED, sizeof want);
    memcpy(want + GUARD + dst_at, src + src_at, len);
    aic_stream_for(level)(got + GUARD + dst_at, src + src_at, len);
    aic_stream_done();
    cr_assert_eq(memcmp(got, want, sizeof got), 0, "level %u, %zu bytes from %zu to %zu", level, len, src_at, dst_at);
}

Test(stream_copy, every_length_and_place)
{
    for (unsigned level = 0; level <= aic_simd_best(); level++)
        for (size_t len = 0; len <= MOST; len += len < 200 ? 1 : 7)
            for (size_t dst_at = 0; dst_at < GUARD; dst_at++)
                for (size_t src_at = 0; src_at < GUARD; src_at += 13)
                    check_copy((enum aic_simd)level, len, dst_at, src_at);
}
