/* Copies past the caches. */
#ifndef AIC_BUFFERS_STREAM_COPY_H
#define AIC_BUFFERS_STREAM_COPY_H

#include <stddef.h>

/* memcpy that writes whole cache lines of the destination without reading them first and without keeping them, where
 * the machine can; for destinations much larger than the caches. Ends with aic_stream_done. */
void aic_stream_copy(unsigned char *dst, const unsigned char *src, size_t len);

/* What was streamed before is visible to other threads after this. */
void aic_stream_done(void);

#endif
