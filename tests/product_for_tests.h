/* Product files of the source tree, for tests: link with product_dep of tests/meson.build. */
#ifndef AIC_TESTS_PRODUCT_FOR_TESTS_H
#define AIC_TESTS_PRODUCT_FOR_TESTS_H

#include <stdio.h>
#include <stdlib.h>

#include "sim/product.h"

/* An aic_product_text_fn over configs/NAME.yaml. */
static inline char *test_product_text(void *user, const char *name, size_t *bytes, char *path, size_t path_size)
{
    (void)user;
    snprintf(path, path_size, "%s/%s.yaml", AIC_TEST_CONFIGS, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    size_t room = 1 << 20;
    char *text = malloc(room);
    *bytes = text ? fread(text, 1, room, file) : 0;
    fclose(file);
    return text;
}

static inline void test_product_error(void *user, const char *message)
{
    (void)user;
    fprintf(stderr, "%s\n", message);
}

/* NULL after an error, which stands on stderr. Freed with aic_product_free. */
static inline struct aic_product *test_product(const char *name)
{
    return aic_product_load(name, test_product_text, NULL, test_product_error, NULL);
}

#endif
