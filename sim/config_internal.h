/* Shared by the files that read product files. */
#ifndef AIC_SIM_CONFIG_INTERNAL_H
#define AIC_SIM_CONFIG_INTERNAL_H

#include "sim/config.h"

#define AIC_CONFIG_MAX_FILES 8  /* a product and its bases */
#define AIC_CONFIG_MAX_SETS 64  /* changed keys */
#define AIC_CONFIG_MAX_KEYS 448

/* One file of the chain, or one changed key. */
struct aic_config_layer {
    char path[512];
    struct aic_yaml *tree;
};

/* What a loaded product remembers of its files: for every value the node that gave it, NULL for a default. */
struct aic_config {
    struct aic_config_layer layers[AIC_CONFIG_MAX_FILES + AIC_CONFIG_MAX_SETS];
    size_t n_layers;
    bool command_line; /* the layer being read is a changed key: unit and source may be left out */
    const struct aic_yaml *leaf[AIC_CONFIG_MAX_KEYS];
    const struct aic_yaml *path[AIC_SPACE_COUNT][AIC_SPACE_COUNT];
    const struct aic_yaml *insn[AIC_MAX_INSNS];
};

/* Reads one layer into the product; reports every error of it. */
void aic_config_apply(struct aic_product *product, const struct aic_yaml *tree, struct aic_config_errors *errors);

/* The defaults of all keys. */
void aic_config_defaults(struct aic_product *product);

/* A leaf's value (node: what stands after `value:`) into the member. False after an error was reported. */
bool aic_config_read_value(const struct aic_key *key, const struct aic_yaml *value, struct aic_product *product,
                           struct aic_config_errors *errors);
void aic_config_write_default(const struct aic_key *key, struct aic_product *product);

/* The lists of config_lists.c: triples, pairs, flags. */
bool aic_config_read_list(const struct aic_key *key, const struct aic_yaml *list, struct aic_product *product,
                          struct aic_config_errors *errors);
void aic_config_print_list(const struct aic_key *key, const struct aic_product *product, aic_text_fn *out, void *user);

/* Element types as a list, or `unknown`. */
bool aic_config_read_dtypes(const struct aic_yaml *value, bool unknown_ok, aic_dtype_set *set,
                            struct aic_config_errors *errors);
void aic_config_print_dtypes(aic_dtype_set set, aic_text_fn *out, void *user);

/* The two tables with an entry each for a datapath and an instruction. */
void aic_config_apply_paths(struct aic_product *product, const struct aic_yaml *table,
                            struct aic_config_errors *errors);
void aic_config_apply_insns(struct aic_product *product, const struct aic_yaml *table,
                            struct aic_config_errors *errors);

/* The mapping `severities` of a file, after those of its bases; and as it stands in a product file. */
void aic_config_apply_severities(struct aic_product *product, const struct aic_yaml *map,
                                 struct aic_config_errors *errors);
void aic_product_print_severities(const struct aic_product *product, aic_text_fn *out, void *user);

/* `list` ends with NULL. */
bool aic_text_is_one_of(const char *word, const char *const *list);

/* Reports a node that is no text, or an empty one. */
void aic_config_check_text(const struct aic_yaml *node, struct aic_config_errors *errors);

/* Checks the entries beside the value: unit, source, evidence, note. */
void aic_config_check_notes(const struct aic_yaml *leaf, const char *unit, bool command_line,
                            struct aic_config_errors *errors);

static inline bool aic_yaml_is(const struct aic_yaml *node, const char *text)
{
    if (!node || node->kind != AIC_YAML_SCALAR || node->quoted) {
        return false;
    }
    const char *a = node->text;
    while (*a && *a == *text) {
        a++;
        text++;
    }
    return *a == *text;
}

static inline void *aic_key_member(const struct aic_key *key, struct aic_product *product)
{
    return (char *)product + key->offset;
}

#endif
