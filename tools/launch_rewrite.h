/* Kernel sources as C++: `kernel<<<blocks, l2ctrl, stream>>>(arguments)` becomes a call that a host compiler takes.
 * `__cbuf__ half a[N];` and its like become references to places in the buffer. Nothing else changes, and line numbers
 * stay those of the source. */
#ifndef AIC_TOOLS_LAUNCH_REWRITE_H
#define AIC_TOOLS_LAUNCH_REWRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/launch_kinds.h"

/* Kernels found so far and how each is qualified; filled by aic_kernels_scan. A kernel without a qualifier is for the
 * kind of core whose buffers and calls the sources name; when they name both, for the kind whose that it reaches. */
struct aic_kernels {
    struct aic_kernel {
        char name[128];
        char mode[32]; /* AIC_RT_CUBE ... as the rewritten text says it */
    } * at;
    size_t n, room;
    struct aic_kinds kinds;
    unsigned named; /* AIC_KIND_ bits of all sources */
};
void aic_kernels_free(struct aic_kernels *kernels);

/* Finds `__global__` functions and their `__cube__`, `__vector__`, `__mix__(c, v)`. False when out of memory. */
bool aic_kernels_scan(struct aic_kernels *kernels, const char *text, size_t n);

/* The next file that the text includes, from offset *at on: true with its name in out, and whether quotes stand around
 * it. */
bool aic_include_next(const char *text, size_t n, size_t *at, char *out, size_t size, bool *quoted);

struct aic_rewritten {
    char *text; /* freed with free() */
    size_t n;
    size_t launches;
    size_t error_line; /* 0, or the line of a launch that could not be read; then error says why and text is NULL */
    char error[120];
};

/* `path` is what messages and #line call the file. text is NULL after an error or out of memory. */
struct aic_rewritten aic_launch_rewrite(const struct aic_kernels *kernels, const char *path, const char *text,
                                        size_t n);

#endif
