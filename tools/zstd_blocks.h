/* Compression of the blocks of a binary trace. */
#ifndef AIC_TOOLS_ZSTD_BLOCKS_H
#define AIC_TOOLS_ZSTD_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether this build can. */
bool aic_zstd_available(void);

/* As in struct aic_binary_sink. */
size_t aic_zstd_compress(void *user, const void *data, size_t n, void *out, size_t room);

/* As in struct aic_binary_source; always false in a build without zstd. */
bool aic_zstd_expand(void *user, const void *data, size_t stored, void *out, size_t n);

#endif
