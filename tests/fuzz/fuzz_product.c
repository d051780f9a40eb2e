/* Any bytes as a product file: no crash, every refusal has a message, and what loads prints and loads to the same. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct bytes {
    char *at;
    size_t n;
};

static void require(int holds)
{
    if (!holds) {
        abort();
    }
}

/* Every base is the file itself, so that circles are met too. */
static char *same_text(void *user, const char *name, size_t *bytes, char *path, size_t path_size)
{
    const struct bytes *text = user;
    char *copy = malloc(text->n + 1);
    require(copy != NULL);
    memcpy(copy, text->at, text->n);
    snprintf(path, path_size, "%s", name);
    *bytes = text->n;
    return copy;
}

static void count(void *user, const char *message)
{
    require(*message != 0);
    ++*(size_t *)user;
}

static void append(void *user, const char *piece)
{
    struct bytes *text = user;
    size_t n = strlen(piece);
    text->at = realloc(text->at, text->n + n + 1);
    require(text->at != NULL);
    memcpy(text->at + text->n, piece, n + 1);
    text->n += n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes text = {(char *)(uintptr_t)data, size}, printed = {0};
    size_t errors = 0;
    struct aic_product *product = aic_product_load("p", same_text, &text, count, &errors);
    require((product == NULL) == (errors > 0));
    if (!product) {
        return 0;
    }
    aic_product_print_resolved(product, append, &printed);
    struct aic_product *again = aic_product_load("p", same_text, &printed, count, &errors);
    require(again && errors == 0);
    require(memcmp(&again->isa, &product->isa, sizeof product->isa) == 0);
    require(memcmp(&again->pipes, &product->pipes, sizeof product->pipes) == 0);
    aic_product_free(again);
    aic_product_free(product);
    free(printed.at);
    return 0;
}
