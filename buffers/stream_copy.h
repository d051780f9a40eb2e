/* Copies past the caches. */
#ifndef AIC_BUFFERS_STREAM_COPY_H
#define AIC_BUFFERS_STREAM_COPY_H

#include <stddef.h>

#include "buffers/simd.h"

/* memcpy that writes whole cache lines of the destination without reading them first and without keeping them, where
 * the machine can; for destinations much larger than the caches. Ends with aic_stream_done. */
typedef void aic_stream_fn(unsigned char *dst, const unsigned char *src, size_t len);

/* The copy of this level, which the machine must have. */
aic_stream_fn *aic_stream_for(enum aic_simd level);

/* What was streamed before is visible to other threads after this. */
void aic_stream_done(void);

#endif
