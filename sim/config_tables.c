/* The two tables of a product file: datapaths and instructions. */
#include <string.h>

#include "isa/insn.h"
#include "sim/config_internal.h"
static const char *space_at(const void *user, size_t i)
{
    (void)user;
    return i < AIC_SPACE_COUNT ? aic_space_name((enum aic_space)i) : NULL;
}

static const char *insn_at(const void *user, size_t i)
{
    (void)user;
    const struct aic_insn *insn = aic_insn_at(i);
    return insn ? insn->name : NULL;
}

static void no_such(struct aic_config_errors *errors, const struct aic_yaml *entry, const char *kind,
                    const char *(*name_at)(const void *, size_t))
{
    const char *near = aic_nearest_name(entry->key, name_at, NULL);
    aic_config_error(errors, entry->file, entry->key_line, entry->key_column, "no %s '%s'%s%s%s", kind, entry->key,
                     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool is_note(const char *key)
{
    return strcmp(key, "source") == 0 || strcmp(key, "evidence") == 0 || strcmp(key, "note") == 0;
}

/* An entry's state: `absent: true`, `unknown: true`, or neither. */
static uint8_t entry_state(const struct aic_yaml *entry, struct aic_config_errors *errors)
{
    const struct aic_yaml *absent = aic_yaml_get(entry, "absent"), *unknown = aic_yaml_get(entry, "unknown");
    const struct aic_yaml *given = absent ? absent : unknown;
    if (given && !aic_yaml_is(given, "true")) {
        aic_config_error(errors, given->file, given->line, given->column, "%s: can only be true", given->key);
    }
    return absent ? AIC_PATH_NO : unknown ? AIC_PATH_UNKNOWN : AIC_PATH_YES;
}

static bool check_map(const struct aic_yaml *node, struct aic_config_errors *errors)
{
    if (node->kind == AIC_YAML_MAP) {
        return true;
    }
    aic_config_error(errors, node->file, node->line, node->column, "%s: expected a mapping", node->key);
    return false;
}

static uint8_t read_pipe(const struct aic_yaml *entry, uint8_t state, struct aic_config_errors *errors)
{
    const struct aic_yaml *pipe = aic_yaml_get(entry, "pipe");
    uint8_t value = AIC_PIPE_NONE;
    if (pipe && pipe->kind == AIC_YAML_SCALAR) {
        value = (uint8_t)aic_pipe_from_name(pipe->text, (unsigned)strlen(pipe->text));
    }
    if (state == AIC_PATH_YES && value >= AIC_PIPE_COUNT) {
        const struct aic_yaml *at = pipe ? pipe : entry;
        aic_config_error(errors, at->file, at->line, at->column,
                         "%s: a datapath names its pipe: S V M MTE1 MTE2 MTE3 FIX", entry->key);
    }
    for (const struct aic_yaml *c = entry->first; c; c = c->next) {
        if (!is_note(c->key) && strcmp(c->key, "pipe") && strcmp(c->key, "absent") && strcmp(c->key, "unknown")) {
            aic_config_error(errors, c->file, c->key_line, c->key_column,
                             "unknown key '%s': a datapath has pipe, absent, unknown, source, evidence and note",
                             c->key);
        }
    }
    return value;
}

static void apply_path(struct aic_product *product, unsigned src, const struct aic_yaml *entry,
                       struct aic_config_errors *errors)
{
    unsigned dst = aic_space_from_name(entry->key, (unsigned)strlen(entry->key));
    if (dst == AIC_SPACE_COUNT) {
        no_such(errors, entry, "memory", space_at);
        return;
    }
    if (!check_map(entry, errors)) {
        return;
    }
    uint8_t state = entry_state(entry, errors);
    product->isa.path_pipe[src][dst] = read_pipe(entry, state, errors);
    product->isa.path[src][dst] = state;
    aic_config_check_notes(entry, "", product->config->command_line, errors);
    product->config->path[src][dst] = entry;
}

void aic_config_apply_paths(struct aic_product *product, const struct aic_yaml *table, struct aic_config_errors *errors)
{
    if (!check_map(table, errors)) {
        return;
    }
    for (const struct aic_yaml *row = table->first; row; row = row->next) {
        unsigned src = aic_space_from_name(row->key, (unsigned)strlen(row->key));
        if (src == AIC_SPACE_COUNT) {
            no_such(errors, row, "memory", space_at);
        } else if (check_map(row, errors)) {
            for (const struct aic_yaml *entry = row->first; entry; entry = entry->next) {
                apply_path(product, src, entry, errors);
            }
        }
    }
}

static void read_insn_types(struct aic_product *product, unsigned insn, const struct aic_yaml *entry,
                            struct aic_config_errors *errors)
{
    for (const struct aic_yaml *c = entry->first; c; c = c->next) {
        if (is_note(c->key) || strcmp(c->key, "absent") == 0 || strcmp(c->key, "unknown") == 0) {
            continue;
        }
        unsigned space = aic_space_from_name(c->key, (unsigned)strlen(c->key));
        if (space == AIC_SPACE_COUNT) {
            no_such(errors, c, "memory", space_at);
        } else {
            aic_config_read_dtypes(c, true, &product->isa.dtypes[insn][space], errors);
        }
    }
}

static void apply_insn(struct aic_product *product, const struct aic_yaml *entry, struct aic_config_errors *errors)
{
    int insn = aic_insn_find(entry->key, (unsigned)strlen(entry->key));
    if (insn < 0) {
        no_such(errors, entry, "instruction", insn_at);
        return;
    }
    if (!check_map(entry, errors)) {
        return;
    }
    memset(product->isa.dtypes[insn], 0, sizeof(product->isa.dtypes[insn]));
    product->isa.insn[insn] = entry_state(entry, errors);
    read_insn_types(product, (unsigned)insn, entry, errors);
    aic_config_check_notes(entry, "", product->config->command_line, errors);
    product->config->insn[insn] = entry;
}

void aic_config_apply_insns(struct aic_product *product, const struct aic_yaml *table, struct aic_config_errors *errors)
{
    if (!check_map(table, errors)) {
        return;
    }
    for (const struct aic_yaml *entry = table->first; entry; entry = entry->next) {
        apply_insn(product, entry, errors);
    }
}
