/* One product, value by value. */
#include <stdio.h>
#include <string.h>

#include "isa/insn.h"
#include "tools/out.h"
#include "tools/products.h"

void aic_products_put(void *user, const char *text)
{
    (void)user;
    fputs(text, stdout);
}

struct line {
    char *at;
    size_t left;
};

static void append(void *user, const char *text)
{
    struct line *line = user;
    size_t n = strlen(text);
    n = n < line->left ? n : line->left;
    memcpy(line->at, text, n);
    line->at += n;
    line->left -= n;
}

void aic_products_value(const struct aic_product *product, size_t key, char *text, size_t size)
{
    struct line line = {text, size - 1};
    aic_product_print_value(product, key, append, &line);
    *line.at = 0;
}

struct row {
    const char *key, *value, *unit;
    struct aic_key_origin origin;
};

static void print_text_row(const struct row *row)
{
    printf("%-32s %s%s%s", row->key, row->value, *row->unit ? " " : "", row->unit);
    if (*row->origin.source) {
        printf("  (%s: %s)\n", row->origin.evidence, row->origin.source);
    } else {
        printf("  (default)\n");
    }
}

static void print_json_row(const struct row *row, bool first)
{
    printf("%s\n    {\"key\": ", first ? "" : ",");
    aic_json_string(stdout, row->key);
    printf(", \"value\": ");
    aic_json_string(stdout, row->value);
    printf(", \"unit\": ");
    aic_json_string(stdout, row->unit);
    printf(", \"evidence\": ");
    aic_json_string(stdout, row->origin.evidence);
    printf(", \"source\": ");
    aic_json_string(stdout, row->origin.source);
    printf(", \"file\": ");
    aic_json_string(stdout, row->origin.file);
    printf(", \"line\": %u}", row->origin.line);
}

static void print_row(const struct row *row, enum aic_products_format format, bool first)
{
    if (format == AIC_PRODUCTS_TEXT) {
        print_text_row(row);
    } else if (format == AIC_PRODUCTS_JSON) {
        print_json_row(row, first);
    } else {
        printf("| `%s` | %s | %s | %s | %s |\n", row->key, row->value, row->unit, row->origin.evidence,
               row->origin.source);
    }
}

static void print_paths(const struct aic_product *product, enum aic_products_format format)
{
    for (unsigned src = 0; src < AIC_SPACE_COUNT; src++) {
        for (unsigned dst = 0; dst < AIC_SPACE_COUNT; dst++) {
            char key[64];
            uint8_t state = product->isa.path[src][dst];
            struct aic_key_origin origin = aic_product_path_origin(product, src, dst);
            if (!*origin.source) {
                continue;
            }
            snprintf(key, sizeof key, "paths.%s.%s", aic_space_name((enum aic_space)src),
                     aic_space_name((enum aic_space)dst));
            struct row row = {key, aic_pipe_name((enum aic_pipe)product->isa.path_pipe[src][dst]), "", origin};
            row.value = state == AIC_PATH_YES ? row.value : state == AIC_PATH_NO ? "absent" : "unknown";
            print_row(&row, format, false);
        }
    }
}

static void insn_value(const struct aic_product *product, unsigned insn, char *text, size_t size)
{
    struct line line = {text, size - 1};
    uint8_t state = product->isa.insn[insn];
    append(&line, state == AIC_PATH_YES ? "yes" : state == AIC_PATH_NO ? "absent" : "unknown");
    for (unsigned space = 0; space < AIC_SPACE_COUNT; space++) {
        aic_dtype_set set = product->isa.dtypes[insn][space];
        if (!set) {
            continue;
        }
        append(&line, "; ");
        append(&line, aic_space_name((enum aic_space)space));
        append(&line, ":");
        for (int dt = 1; dt < AIC_DT_COUNT; dt++) {
            if (set & AIC_DT_BIT(dt)) {
                append(&line, " ");
                append(&line, aic_dtype_name((enum aic_dtype)dt));
            }
        }
        append(&line, set & AIC_DT_UNKNOWN_SET ? " unknown" : "");
    }
    *line.at = 0;
}

static void print_insns(const struct aic_product *product, enum aic_products_format format)
{
    for (unsigned i = 0; i < aic_insn_count(); i++) {
        char key[64], value[1024];
        struct aic_key_origin origin = aic_product_insn_origin(product, i);
        if (!*origin.source) {
            origin.source = "not listed";
        }
        snprintf(key, sizeof key, "instructions.%s", aic_insn_at(i)->name);
        insn_value(product, i, value, sizeof value);
        struct row row = {key, value, "", origin};
        print_row(&row, format, false);
    }
}

static void print_head(const struct aic_product *product, enum aic_products_format format)
{
    if (format == AIC_PRODUCTS_JSON) {
        printf("{\"name\": ");
        aic_json_string(stdout, product->name);
        printf(", \"title\": ");
        aic_json_string(stdout, product->title);
        printf(", \"arch\": ");
        aic_json_string(stdout, product->arch);
        printf(", \"family\": ");
        aic_json_string(stdout, product->family);
        printf(", \"keys\": [");
    } else if (format == AIC_PRODUCTS_MARKDOWN) {
        printf("# %s\n\n`%s`, architecture %s, family %s.\n\n", product->title, product->name, product->arch,
               product->family);
        printf("| Key | Value | Unit | Evidence | Source |\n|---|---|---|---|---|\n");
    } else {
        printf("%s (%s), architecture %s, family %s\n\n", product->name, product->title, product->arch,
               product->family);
    }
}

void aic_products_print_one(const struct aic_product *product, enum aic_products_format format)
{
    print_head(product, format);
    bool first = true;
    for (size_t i = 0; i < aic_key_count(); i++) {
        const struct aic_key *key = aic_key_at(i);
        char value[1024];
        if (key->type == AIC_KEY_PATHS) {
            print_paths(product, format);
            continue;
        }
        if (key->type == AIC_KEY_INSNS) {
            print_insns(product, format);
            continue;
        }
        aic_products_value(product, i, value, sizeof value);
        struct row row = {key->path, value, key->unit, aic_product_origin(product, i)};
        print_row(&row, format, first);
        first = false;
    }
    printf(format == AIC_PRODUCTS_JSON ? "\n]}\n" : "");
}
