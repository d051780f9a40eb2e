/* From YAML text to a product: one layer after the other, the base first. */
#include "sim/config_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_ROOM 128

static const char *const header_keys[] = {"aicsim-product", "name", "base", "abstract", "title",
                                          "arch",           "family", "severities", NULL};

static const char *any_key_at(const void *user, size_t i)
{
    (void)user;
    size_t n = aic_key_count();
    size_t n_header = sizeof(header_keys) / sizeof(header_keys[0]);
    return i < n ? aic_key_at(i)->path : i - n < n_header ? header_keys[i - n] : NULL;
}

static void apply_leaf(struct aic_product *product, size_t index, const struct aic_yaml *leaf,
                       struct aic_config_errors *errors)
{
    const struct aic_key *key = aic_key_at(index);
    const struct aic_yaml *value = aic_yaml_get(leaf, "value");
    if (!value) {
        aic_config_error(errors, leaf->file, leaf->line, leaf->column, "%s: expected {value: ..., %s%s%ssource: ...}",
                         key->path, *key->unit ? "unit: " : "", key->unit, *key->unit ? ", " : "");
        return;
    }
    for (const struct aic_yaml *c = leaf->first; c; c = c->next) {
        if (!aic_text_is_one_of(c->key, (const char *const[]){"value", "unit", "source", "evidence", "note", NULL})) {
            aic_config_error(errors, c->file, c->key_line, c->key_column,
                             "unknown key '%s': a value has value, unit, source, evidence and note", c->key);
        }
    }
    aic_config_check_notes(leaf, key->unit, product->config->command_line, errors);
    if (aic_config_read_value(key, value, product, errors)) {
        product->config->leaf[index] = leaf;
    }
}

static bool is_group(const char *path)
{
    size_t n = strlen(path);
    for (size_t i = 0; i < aic_key_count(); i++) {
        const char *key = aic_key_at(i)->path;
        if (strncmp(key, path, n) == 0 && key[n] == '.') {
            return true;
        }
    }
    return false;
}

static int exact_key(const char *path)
{
    int index = aic_key_find(path);
    return index >= 0 && strcmp(aic_key_at((size_t)index)->path, path) == 0 ? index : -1;
}

static void apply_group(struct aic_product *product, const char *prefix, const struct aic_yaml *map,
                        struct aic_config_errors *errors);

/* On the command line the whole key is one thing, in a file every part of it stands somewhere. */
static void unknown_key(const struct aic_product *product, const char *path, const struct aic_yaml *entry,
                        struct aic_config_errors *errors)
{
    char whole[PATH_ROOM];
    bool typed = product->config->command_line;
    size_t used = (size_t)snprintf(whole, sizeof whole, "%s", path);
    for (const struct aic_yaml *part = entry->first; typed && part && part->first && used < sizeof whole;
         part = part->first) { /* the last part is `value` */
        used += (size_t)snprintf(whole + used, sizeof whole - used, ".%s", part->key);
    }
    const char *near = aic_nearest_name(whole, any_key_at, NULL);
    aic_config_error(errors, entry->file, entry->key_line, entry->key_column, "unknown key '%s'%s%s%s%s", whole,
                     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "",
                     typed ? " (`aicsim products NAME` lists the keys)" : "");
}

static void apply_entry(struct aic_product *product, const char *prefix, const struct aic_yaml *entry,
                        struct aic_config_errors *errors)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof(path), "%s%s%s", prefix, *prefix ? "." : "", entry->key);
    int index = exact_key(path);
    if (index >= 0 && aic_key_at((size_t)index)->type == AIC_KEY_PATHS) {
        aic_config_apply_paths(product, entry, errors);
    } else if (index >= 0 && aic_key_at((size_t)index)->type == AIC_KEY_INSNS) {
        aic_config_apply_insns(product, entry, errors);
    } else if (index >= 0) {
        apply_leaf(product, (size_t)index, entry, errors);
    } else if (is_group(path) && entry->kind == AIC_YAML_MAP) {
        apply_group(product, path, entry, errors);
    } else if (is_group(path)) {
        aic_config_error(errors, entry->file, entry->line, entry->column, "%s: expected a mapping of keys", path);
    } else {
        unknown_key(product, path, entry, errors);
    }
}

static void apply_group(struct aic_product *product, const char *prefix, const struct aic_yaml *map,
                        struct aic_config_errors *errors)
{
    for (const struct aic_yaml *entry = map->first; entry; entry = entry->next) {
        if (*prefix || !aic_text_is_one_of(entry->key, header_keys)) {
            apply_entry(product, prefix, entry, errors);
        }
    }
}

void aic_config_apply(struct aic_product *product, const struct aic_yaml *tree, struct aic_config_errors *errors)
{
    apply_group(product, "", tree, errors);
}

void aic_config_defaults(struct aic_product *product)
{
    for (size_t i = 0; i < AIC_DT_COUNT; i++) {
        product->pipes.mmad_passes[i] = AIC_UNKNOWN;
    }
    for (size_t i = 0; i < aic_key_count(); i++) {
        aic_config_write_default(aic_key_at(i), product);
    }
    memset(product->isa.path_pipe, AIC_PIPE_NONE, sizeof(product->isa.path_pipe));
}

static void header_text(const struct aic_yaml *tree, const char *key, char *out, size_t size, bool required,
                        struct aic_config_errors *errors)
{
    const struct aic_yaml *node = aic_yaml_get(tree, key);
    if (!node) {
        if (required) {
            aic_config_error(errors, tree->file, tree->line, tree->column, "the key '%s' is missing", key);
        }
        return;
    }
    aic_config_check_text(node, errors);
    if (node->kind == AIC_YAML_SCALAR) {
        int n = snprintf(out, size, "%s", node->text);
        if (n < 0 || (size_t)n >= size) {
            aic_config_error(errors, node->file, node->line, node->column, "%s: longer than %zu bytes", key, size - 1);
        }
    }
}

static bool header_flag(const struct aic_yaml *tree, const char *key, struct aic_config_errors *errors)
{
    const struct aic_yaml *node = aic_yaml_get(tree, key);
    if (node && !aic_yaml_is(node, "true") && !aic_yaml_is(node, "false")) {
        aic_config_error(errors, node->file, node->line, node->column, "%s: expected true or false", key);
    }
    return aic_yaml_is(node, "true");
}

/* The header of one file. Title, architecture and family are inherited, the name and `abstract` are not. */
static void apply_header(struct aic_product *product, const struct aic_yaml *tree, const char *name,
                         struct aic_config_errors *errors)
{
    const struct aic_yaml *version = aic_yaml_get(tree, "aicsim-product"), *given = aic_yaml_get(tree, "name");
    if (!aic_yaml_is(version, "1")) {
        const struct aic_yaml *at = version ? version : tree;
        aic_config_error(errors, at->file, at->line, at->column, "the file must say `aicsim-product: 1`");
    }
    header_text(tree, "name", product->name, sizeof(product->name), true, errors);
    if (given && given->kind == AIC_YAML_SCALAR && strcmp(given->text, name) != 0) {
        aic_config_error(errors, given->file, given->line, given->column, "the file of '%s' says that it is '%s'"
                         "; change the name here or in the name of the file", name, given->text);
    }
    header_text(tree, "title", product->title, sizeof(product->title), false, errors);
    header_text(tree, "arch", product->arch, sizeof(product->arch), false, errors);
    header_text(tree, "family", product->family, sizeof(product->family), false, errors);
    const struct aic_yaml *severities = aic_yaml_get(tree, "severities");
    if (severities) {
        aic_config_apply_severities(product, severities, errors);
    }
}

struct loader {
    struct aic_product *product;
    aic_product_text_fn *text;
    void *user;
    struct aic_config_errors *errors;
    const char *names[AIC_CONFIG_MAX_FILES]; /* the chain, the product first */
    size_t n;
};

static bool chain_allows(const struct loader *l, const char *name, const struct aic_yaml *from)
{
    for (size_t i = 0; i < l->n; i++) {
        if (strcmp(l->names[i], name) == 0) {
            aic_config_error(l->errors, from->file, from->line, from->column, "'%s' is a base of itself", name);
            return false;
        }
    }
    if (l->n == AIC_CONFIG_MAX_FILES) {
        aic_config_error(l->errors, from->file, from->line, from->column, "more than %d files in a chain of bases",
                         AIC_CONFIG_MAX_FILES);
        return false;
    }
    return true;
}

/* Fetches and parses one file as the next layer; NULL after an error. */
static const struct aic_yaml *fetch(struct loader *l, const char *name, const struct aic_yaml *from)
{
    struct aic_config *config = l->product->config;
    struct aic_config_layer *layer = &config->layers[config->n_layers];
    size_t bytes = 0;
    char *text = l->text(l->user, name, &bytes, layer->path, sizeof(layer->path));
    if (!text) {
        if (from) {
            aic_config_error(l->errors, from->file, from->line, from->column, "there is no base '%s'", name);
        } else {
            aic_config_error(l->errors, name, 0, 0, "there is no product of this name");
        }
        return NULL;
    }
    layer->tree = aic_yaml_parse(layer->path, text, bytes, l->errors);
    free(text);
    if (!layer->tree) {
        return NULL;
    }
    config->n_layers++;
    if (layer->tree->kind != AIC_YAML_MAP) {
        aic_config_error(l->errors, layer->path, layer->tree->line, layer->tree->column, "expected a mapping of keys");
        return NULL;
    }
    return layer->tree;
}

/* Reads a file after its bases. */
static bool load_chain(struct loader *l, const char *name, const struct aic_yaml *from)
{
    if (from && !chain_allows(l, name, from)) {
        return false;
    }
    const struct aic_yaml *tree = fetch(l, name, from);
    if (!tree) {
        return false;
    }
    l->names[l->n++] = name;
    const struct aic_yaml *base = aic_yaml_get(tree, "base");
    bool ok = true;
    if (base && base->kind == AIC_YAML_SCALAR) {
        ok = load_chain(l, base->text, base);
    } else if (base) {
        aic_config_check_text(base, l->errors);
    }
    const char *slash = strrchr(name, '/');
    char stem[PATH_ROOM];
    snprintf(stem, sizeof(stem), "%s", slash ? slash + 1 : name);
    char *dot = strstr(stem, ".yaml");
    if (dot) {
        *dot = 0;
    }
    apply_header(l->product, tree, stem, l->errors);
    aic_config_apply(l->product, tree, l->errors);
    return ok;
}

static void no_report(void *user, const char *message)
{
    (void)user;
    (void)message;
}

bool aic_product_text_is_base(const char *text, size_t bytes)
{
    struct aic_config_errors errors = {no_report, NULL, 0, false};
    struct aic_yaml *tree = aic_yaml_parse("", text, bytes, &errors);
    bool base = aic_yaml_is(aic_yaml_get(tree, "abstract"), "true");
    aic_yaml_free(tree);
    return base;
}

static void check_complete(const struct aic_product *product, struct aic_config_errors *errors)
{
    const struct aic_yaml *tree = product->config->layers[0].tree;
    if (header_flag(tree, "abstract", errors)) {
        aic_config_error(errors, tree->file, tree->line, tree->column, "'%s' is a base of products, not a product",
                         product->name);
        return;
    }
    for (size_t i = 0; i < aic_key_count(); i++) {
        const struct aic_key *key = aic_key_at(i);
        if ((key->flags & AIC_KEY_REQUIRED) && !product->config->leaf[i]) {
            aic_config_error(errors, tree->file, tree->line, tree->column, "the key '%s' is missing", key->path);
        }
    }
    for (int i = 0; i < 3; i++) {
        const char *const fields[] = {product->title, product->arch, product->family};
        if (!*fields[i]) {
            aic_config_error(errors, tree->file, tree->line, tree->column, "the key '%s' is missing",
                             header_keys[4 + i]);
        }
    }
}

static struct aic_product *new_product(void)
{
    struct aic_product *product = calloc(1, sizeof(*product));
    if (product) {
        product->config = calloc(1, sizeof(*product->config));
    }
    if (product && !product->config) {
        free(product);
        return NULL;
    }
    return product;
}

struct aic_product *aic_product_load(const char *name, aic_product_text_fn *text, void *text_user,
                                     aic_product_error_fn *error, void *error_user)
{
    struct aic_config_errors errors = {error, error_user, 0, false};
    struct aic_product *product = new_product();
    if (!product) {
        aic_config_error(&errors, name, 0, 0, "out of memory");
        return NULL;
    }
    aic_config_defaults(product);
    struct loader loader = {product, text, text_user, &errors, {0}, 0};
    if (load_chain(&loader, name, NULL)) {
        check_complete(product, &errors);
    }
    if (errors.count) {
        aic_product_free(product);
        return NULL;
    }
    return product;
}

/* "a.b.c=v" as nested flow mappings: {a: {b: {c: {value: v}}}}; a v in braces stands as it is. */
static bool nest(const char *assignment, const char *path, char *out, size_t size)
{
    const char *value = strchr(assignment, '=') + 1;
    size_t n = 0;
    unsigned depth = 1;
    int got = snprintf(out, size, "{");
    for (const char *p = path; got >= 0 && (n += (size_t)got) < size && *p; p++) {
        depth += *p == '.';
        got = *p == '.' ? snprintf(out + n, size - n, ": {") : snprintf(out + n, size - n, "%c", *p);
    }
    if (n < size) {
        got = snprintf(out + n, size - n, *value == '{' ? ": %s" : ": {value: %s}", value);
        n += got > 0 ? (size_t)got : size;
    }
    while (depth-- > 0 && n + 1 < size) {
        out[n++] = '}';
        out[n] = 0;
    }
    return n + 1 < size;
}

/* The key's own path, whose parts `_` may have joined. */
static void spell(const char *assignment, size_t length, char *path, size_t size)
{
    snprintf(path, size, "%.*s", (int)length, assignment);
    int index = aic_key_find(path);
    if (index >= 0) {
        snprintf(path, size, "%s", aic_key_at((size_t)index)->path);
    }
}

bool aic_product_set(struct aic_product *product, const char *assignment, aic_product_error_fn *error, void *error_user)
{
    struct aic_config_errors errors = {error, error_user, 0, true};
    struct aic_config *config = product->config;
    const char *equals = strchr(assignment, '=');
    char path[PATH_ROOM], text[2048];
    if (!equals || equals == assignment || !equals[1]) {
        aic_config_error(&errors, "--set", 0, 0, "expected KEY=VALUE, not '%s'", assignment);
        return false;
    }
    spell(assignment, (size_t)(equals - assignment), path, sizeof(path));
    if (config->n_layers == sizeof(config->layers) / sizeof(config->layers[0]) ||
        !nest(assignment, path, text, sizeof(text))) {
        aic_config_error(&errors, "--set", 0, 0, "too many or too long settings at '%s'", assignment);
        return false;
    }
    struct aic_config_layer *layer = &config->layers[config->n_layers];
    snprintf(layer->path, sizeof(layer->path), "--set %.480s", assignment);
    layer->tree = aic_yaml_parse(layer->path, text, strlen(text), &errors);
    if (!layer->tree) {
        return false;
    }
    config->n_layers++;
    config->command_line = true;
    aic_config_apply(product, layer->tree, &errors);
    config->command_line = false;
    return errors.count == 0;
}

void aic_product_free(struct aic_product *product)
{
    if (!product) {
        return;
    }
    for (size_t i = 0; i < product->config->n_layers; i++) {
        aic_yaml_free(product->config->layers[i].tree);
    }
    free(product->config);
    free(product);
}
