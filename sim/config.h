/* A loaded product: where its values come from, and how it is printed and documented. */
#ifndef AIC_SIM_CONFIG_H
#define AIC_SIM_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/config_keys.h"
#include "sim/product.h"
#include "sim/yaml_tree.h"

/* The text of a product file says `abstract: true`: a base of products, which cannot be loaded itself. */
bool aic_product_text_is_base(const char *text, size_t bytes);

/* Where a value comes from. */
struct aic_key_origin {
    const char *source;   /* as written; "" for a default */
    const char *evidence; /* documented, measured, reported, inferred, or default */
    const char *file;     /* "" for a default */
    unsigned line;
};
struct aic_key_origin aic_product_origin(const struct aic_product *product, size_t key);
struct aic_key_origin aic_product_path_origin(const struct aic_product *product, unsigned src, unsigned dst);
struct aic_key_origin aic_product_insn_origin(const struct aic_product *product, unsigned insn);

/* Receives text piece by piece. */
typedef void aic_text_fn(void *user, const char *text);

/* A key's value as it stands in a product file, `unknown` included; not for the two tables. */
void aic_product_print_value(const struct aic_product *product, size_t key, aic_text_fn *out, void *user);

/* The whole product as one YAML text that loads again to the same product. */
void aic_product_print_resolved(const struct aic_product *product, aic_text_fn *out, void *user);

/* configs/SCHEMA.md and the JSON Schema for editors. */
void aic_schema_print_markdown(aic_text_fn *out, void *user);
void aic_schema_print_json(aic_text_fn *out, void *user);

#endif
