#include "tools/zstd_blocks.h"

#if AIC_HAVE_ZSTD
#include <zstd.h>

bool aic_zstd_available(void)
{
    return true;
}

size_t aic_zstd_compress(void *user, const void *data, size_t n, void *out, size_t room)
{
    (void)user;
    size_t got = ZSTD_compress(out, room, data, n, 3);
    return ZSTD_isError(got) ? 0 : got;
}

bool aic_zstd_expand(void *user, const void *data, size_t stored, void *out, size_t n)
{
    (void)user;
    return ZSTD_decompress(out, n, data, stored) == n;
}
#else
bool aic_zstd_available(void)
{
    return false;
}

size_t aic_zstd_compress(void *user, const void *data, size_t n, void *out, size_t room)
{
    (void)user, (void)data, (void)n, (void)out, (void)room;
    return 0;
}

bool aic_zstd_expand(void *user, const void *data, size_t stored, void *out, size_t n)
{
    (void)user, (void)data, (void)stored, (void)out, (void)n;
    return false;
}
#endif
