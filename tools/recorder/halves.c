#define _GNU_SOURCE
#include "tools/recorder/halves.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/ascendc/aicsim/runtime.h"

struct half {
    struct half *next;
    const char *name; /* of the launch: the mangled type of its body */
    aic_half_body *body;
};
/* The constructors of the library fill it, before main's own state exists. */
static struct half *halves;

void aic_rt_vector_half(const char *name, void (*body)(void *))
{
    struct half *half = malloc(sizeof(*half));
    if (!half) {
        fprintf(stderr, "aicsim: error: out of memory\n");
        _exit(2);
    }
    *half = (struct half){.next = halves, .name = name, .body = body};
    halves = half;
}

/* Its own copies of every function and variable: those of the program are for the other kind of core. */
static const char *load(void)
{
    char path[PATH_MAX + sizeof(AIC_VECTOR_HALF)];
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);
    memcpy(path + (n > 0 ? n : 0), AIC_VECTOR_HALF, sizeof(AIC_VECTOR_HALF));
    if (access(path, R_OK) != 0) {
        return NULL;
    }
    return dlopen(path, RTLD_NOW | RTLD_LOCAL) ? NULL : dlerror();
}

aic_half_body *aic_vector_half(const char *name, const char **error)
{
    static bool loaded;
    *error = loaded ? NULL : load();
    loaded = true;
    for (const struct half *h = name ? halves : NULL; h; h = h->next) {
        if (strcmp(h->name, name) == 0) {
            return h->body;
        }
    }
    return NULL;
}
