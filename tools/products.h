/* Printing products; cmd_products.c chooses. */
#ifndef AIC_TOOLS_PRODUCTS_H
#define AIC_TOOLS_PRODUCTS_H

#include <stdbool.h>

#include "sim/config.h"

enum aic_products_format { AIC_PRODUCTS_TEXT = 0, AIC_PRODUCTS_MARKDOWN, AIC_PRODUCTS_JSON };

/* An aic_text_fn onto stdout. */
void aic_products_put(void *user, const char *text);

/* A key's value in `text`, cut where it does not fit. */
void aic_products_value(const struct aic_product *product, size_t key, char *text, size_t size);

/* All values of one product: key, value, unit, evidence and source. */
void aic_products_print_one(const struct aic_product *product, enum aic_products_format format);

/* What the products are, and which instruction each has with which element types. */
void aic_products_print_all(struct aic_product *const *products, size_t n, enum aic_products_format format);

/* Instructions, datapaths and element types, by groups of products that have the same. */
void aic_products_print_matrix(struct aic_product *const *products, size_t n, bool markdown);

#endif
