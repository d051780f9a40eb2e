/* The keys of a product file: one table that reads, checks, prints and documents them. */
#ifndef AIC_SIM_CONFIG_H
#define AIC_SIM_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/product.h"
#include "sim/yaml_tree.h"

enum aic_key_type {
    AIC_KEY_INT = 0,  /* whole number */
    AIC_KEY_BOOL,
    AIC_KEY_CHOICE,   /* one of `choices`; the member holds its index */
    AIC_KEY_MILLI,    /* decimal number; the member holds it times 1000 */
    AIC_KEY_1024,     /* decimal number; the member holds it times 1024 */
    AIC_KEY_SET,      /* list of `choices`; the member holds a bit for each */
    AIC_KEY_DTYPES,   /* list of element types; the member is an aic_dtype_set */
    AIC_KEY_TRIPLES,  /* list of A:B:C or A:B:C+bias; a count, then the array */
    AIC_KEY_PAIRS,    /* list of src:dst element types; a count, then the array */
    AIC_KEY_FLAGS,    /* list of PIPE->PIPE */
    AIC_KEY_PATHS,    /* table: source memory, destination memory */
    AIC_KEY_INSNS     /* table: mnemonic, memory of the first operand */
};

enum aic_key_flags {
    AIC_KEY_UNKNOWN_OK = 1, /* `value: unknown` is allowed */
    AIC_KEY_REQUIRED = 2    /* no default: some file of the chain must give it */
};

struct aic_key {
    const char *path;     /* "load3d.has_repeat"; joined by `_` it is the name of the member where there is one */
    uint8_t type;         /* enum aic_key_type */
    uint8_t flags;
    size_t offset, size;  /* in struct aic_product */
    int64_t min, max;     /* of numbers, in the key's own unit; entries of a list */
    int64_t def;          /* in the key's own unit; AIC_UNKNOWN: unknown */
    const char *unit;     /* "" for none */
    const char *const *choices; /* NULL-terminated */
    const char *meaning;  /* one line */
};

size_t aic_key_count(void);
const struct aic_key *aic_key_at(size_t index); /* NULL past the end */
/* By path; `_` may stand for `.`. -1 when there is none. */
int aic_key_find(const char *path);
/* The name of `names` nearest to `word`, NULL when none is near. */
const char *aic_nearest_name(const char *word, const char *(*name_at)(const void *user, size_t i), const void *user);

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
