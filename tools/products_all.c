/* All products side by side: what they are, and which instruction each has with which element types. */
#include <stdio.h>
#include <string.h>

#include "isa/insn.h"
#include "tools/out.h"
#include "tools/products.h"

/* The columns of the overview, by key. */
static const struct {
    const char *key, *title;
} columns[] = {
    {"cores", "cores"},
    {"vector_cores", "vector"},
    {"clock", "MHz"},
    {"l2_bytes", "L2"},
    {"dram_bytes", "DRAM"},
    {"memory.l1.bytes", "L1"},
    {"memory.l0a.bytes", "L0A"},
    {"memory.l0b.bytes", "L0B"},
    {"memory.l0c.bytes", "L0C"},
    {"memory.ub.bytes", "UB"},
    {"memory.bt.bytes", "BT"},
    {"memory.fb.bytes", "FB"},
};
#define N_COLUMNS (sizeof columns / sizeof columns[0])

/* Bytes in the largest of K, M and G, to one decimal where that is not exact. */
static void cell(const struct aic_product *product, size_t column, char *text, size_t size)
{
    static const char marks[] = " KMG";
    int key = aic_key_find(columns[column].key);
    aic_products_value(product, (size_t)key, text, size);
    double bytes;
    if (strcmp(aic_key_at((size_t)key)->unit, "bytes") != 0 || sscanf(text, "%lf", &bytes) != 1 || bytes < 1024) {
        return;
    }
    int mark = 0;
    while (mark < 3 && bytes >= 1024) {
        bytes /= 1024;
        mark++;
    }
    snprintf(text, size, "%.*f%c", bytes == (double)(int)bytes ? 0 : 1, bytes, marks[mark]);
}

static void print_overview(struct aic_product *const *products, size_t n, bool markdown)
{
    char text[64];
    printf(markdown ? "| product | arch |" : "%-21s %-5s", "product", "arch");
    for (size_t c = 0; c < N_COLUMNS; c++) {
        printf(markdown ? " %s |" : " %8s", columns[c].title);
    }
    printf("\n");
    if (markdown) {
        printf("|---|---|");
        for (size_t c = 0; c < N_COLUMNS; c++) {
            printf("---|");
        }
        printf("\n");
    }
    for (size_t i = 0; i < n; i++) {
        printf(markdown ? "| %s | %s |" : "%-21s %-5s", products[i]->name, products[i]->arch);
        for (size_t c = 0; c < N_COLUMNS; c++) {
            cell(products[i], c, text, sizeof text);
            printf(markdown ? " %s |" : " %8s", text);
        }
        printf("\n");
    }
}

/* Sets of types by memory, as the members of an object; memories that take none are left out. */
static void print_json_types(const aic_dtype_set *by_space)
{
    const char *gap = "";
    for (unsigned space = 0; space < AIC_SPACE_COUNT; space++) {
        aic_dtype_set set = by_space[space];
        if (!set) {
            continue;
        }
        printf("%s\"%s\": [", gap, aic_space_name((enum aic_space)space));
        gap = ", ";
        const char *comma = "";
        for (int dt = 1; dt < AIC_DT_COUNT; dt++) {
            if (set & AIC_DT_BIT(dt)) {
                printf("%s\"%s\"", comma, aic_dtype_name((enum aic_dtype)dt));
                comma = ", ";
            }
        }
        printf(set & AIC_DT_UNKNOWN_SET ? "%s\"unknown\"]" : "%.0s]", comma);
    }
}

/* A member: the products of types A and B into C; bias only where the form with a bias exists. */
static void print_json_triples(const char *name, const struct aic_mmad_triple *triples, int64_t n)
{
    printf(", \"%s\": [", name);
    for (int64_t i = 0; i < n; i++) {
        const struct aic_mmad_triple *t = &triples[i];
        printf("%s{\"A\": \"%s\", \"B\": \"%s\", \"C\": \"%s\"", i ? ", " : "", aic_dtype_name((enum aic_dtype)t->a),
               aic_dtype_name((enum aic_dtype)t->b), aic_dtype_name((enum aic_dtype)t->c));
        if (t->bias != AIC_DT_NONE) {
            printf(", \"bias\": \"%s\"", aic_dtype_name((enum aic_dtype)t->bias));
        }
        printf("}");
    }
    printf("]");
}

/* What Fixpipe drains: element types by the type of L0C and the destination, layouts, quantisation modes. */
static void print_json_fixpipe(const struct aic_isa_limits *isa)
{
    const struct {
        const char *name;
        const aic_dtype_set *sets;
    } from[] = {{"float", isa->fixpipe_f32}, {"int32", isa->fixpipe_s32}, {"half", isa->fixpipe_f16}};
    printf(", \"fixpipe\": {\"types\": {");
    for (unsigned i = 0; i < sizeof from / sizeof from[0]; i++) {
        printf("%s\"%s\": {", i ? ", " : "", from[i].name);
        print_json_types(from[i].sets);
        printf("}");
    }
    printf("}, \"quant_modes\": [");
    const char *gap = "";
    for (unsigned q = 0; aic_quant_names[q]; q++) {
        if (isa->fixpipe_quant_modes >> q & 1) {
            printf("%s\"%s\"", gap, aic_quant_names[q]);
            gap = ", ";
        }
    }
    printf("], \"layouts\": {");
    static const char *const layouts[] = {"nz", "nd", "dn"};
    gap = "";
    for (unsigned space = 0; space < AIC_SPACE_COUNT; space++) {
        int64_t set = isa->fixpipe_layouts[space];
        if (set == 0) {
            continue;
        }
        printf("%s\"%s\": [", gap, aic_space_name((enum aic_space)space));
        gap = ", ";
        const char *comma = "";
        for (unsigned k = 0; k < 3 && set != AIC_UNKNOWN; k++) {
            if (set >> k & 1) {
                printf("%s\"%s\"", comma, layouts[k]);
                comma = ", ";
            }
        }
        printf(set == AIC_UNKNOWN ? "\"unknown\"]" : "]");
    }
    printf("}}");
}

static void print_json_product(const struct aic_product *product)
{
    char text[64];
    printf("{\"name\": ");
    aic_json_string(stdout, product->name);
    printf(", \"title\": ");
    aic_json_string(stdout, product->title);
    printf(", \"arch\": ");
    aic_json_string(stdout, product->arch);
    for (size_t c = 0; c < N_COLUMNS; c++) {
        aic_products_value(product, (size_t)aic_key_find(columns[c].key), text, sizeof text);
        printf(strcmp(text, "unknown") ? ", \"%s\": %s" : ", \"%s\": \"%s\"", columns[c].key, text);
    }
    printf(", \"instructions\": {");
    for (unsigned i = 0; i < aic_insn_count(); i++) {
        uint8_t state = product->isa.insn[i];
        printf("%s\"%s\": {\"support\": \"%s\", \"types\": {", i ? ", " : "", aic_insn_at(i)->name,
               state == AIC_PATH_YES ? "yes" : state == AIC_PATH_NO ? "no" : "unknown");
        print_json_types(product->isa.dtypes[i]);
        printf("}}");
    }
    printf("}");
    print_json_triples("mmad", product->isa.mmad_triples, product->isa.mmad_triples_n);
    print_json_triples("mmad_mx", product->isa.mmad_mx_triples, product->isa.mmad_mx_triples_n);
    print_json_fixpipe(&product->isa);
    printf("}");
}

static void print_json(struct aic_product *const *products, size_t n)
{
    printf("{\"products\": [");
    for (size_t i = 0; i < n; i++) {
        printf(i ? ",\n" : "\n");
        print_json_product(products[i]);
    }
    printf("\n]}\n");
}

void aic_products_print_all(struct aic_product *const *products, size_t n, enum aic_products_format format)
{
    bool markdown = format == AIC_PRODUCTS_MARKDOWN;
    if (format == AIC_PRODUCTS_JSON) {
        print_json(products, n);
        return;
    }
    if (markdown) {
        printf("# Products\n\nWritten by `aicsim products --format markdown`; do not edit. `aicsim products NAME` "
               "shows every value of one\nproduct with its source.\n\n");
    }
    print_overview(products, n, markdown);
    aic_products_print_matrix(products, n, markdown);
}
