/* One way to say why something failed: a sentence into the caller's buffer. */
#ifndef AIC_BUFFERS_FAIL_H
#define AIC_BUFFERS_FAIL_H

#include <stdbool.h>
#include <stddef.h>

/* Formats the reason into err (errlen bytes, terminated, cut where it does not fit; NULL with 0 is allowed) and returns
 * false, so that a check reads `return aic_fail(err, errlen, "...")`. */
__attribute__((format(printf, 3, 4))) bool aic_fail(char *err, size_t errlen, const char *fmt, ...);

#endif
