/* The support of instructions, datapaths and element types, by groups of products that have the same. */
#include <stdio.h>
#include <string.h>

#include "isa/insn.h"
#include "tools/products.h"

#define MAX_PRODUCTS 64

/* Products in groups; group g has the letter 'A' + g. */
struct groups {
    struct aic_product *const *products;
    size_t n_products, n;
    size_t of[MAX_PRODUCTS];    /* the group of a product */
    size_t first[MAX_PRODUCTS]; /* a product of the group */
    bool markdown;
};

static bool same_isa(const struct aic_isa_limits *a, const struct aic_isa_limits *b)
{
    return memcmp(a->insn, b->insn, sizeof a->insn) == 0 && memcmp(a->dtypes, b->dtypes, sizeof a->dtypes) == 0 &&
           memcmp(a->path, b->path, sizeof a->path) == 0 &&
           memcmp(a->mmad_triples, b->mmad_triples, sizeof a->mmad_triples) == 0 &&
           memcmp(a->fixpipe_f32, b->fixpipe_f32, sizeof a->fixpipe_f32) == 0 &&
           memcmp(a->fixpipe_s32, b->fixpipe_s32, sizeof a->fixpipe_s32) == 0 &&
           memcmp(a->fixpipe_f16, b->fixpipe_f16, sizeof a->fixpipe_f16) == 0;
}

static void make_groups(struct groups *g)
{
    for (size_t i = 0; i < g->n_products; i++) {
        size_t k = 0;
        while (k < g->n && !same_isa(&g->products[i]->isa, &g->products[g->first[k]]->isa)) {
            k++;
        }
        if (k == g->n) {
            g->first[g->n++] = i;
        }
        g->of[i] = k;
    }
}

static const struct aic_product *one_of(const struct groups *g, size_t group)
{
    return g->products[g->first[group]];
}

static void print_legend(const struct groups *g)
{
    for (size_t k = 0; k < g->n; k++) {
        printf(g->markdown ? "- **%c** (arch %s):" : "    %c  arch %s:", (char)('A' + k), one_of(g, k)->arch);
        for (size_t i = 0; i < g->n_products; i++) {
            if (g->of[i] == k) {
                printf(" %s", g->products[i]->name);
            }
        }
        printf("\n");
    }
}

static void print_head(const struct groups *g, const char *title)
{
    printf(g->markdown ? "\n| %s |" : "\n    %-20s", title);
    for (size_t k = 0; k < g->n; k++) {
        printf(g->markdown ? " %c |" : " %-4c", (char)('A' + k));
    }
    printf(g->markdown ? "\n|---|" : "\n");
    for (size_t k = 0; k < g->n && g->markdown; k++) {
        printf("---|");
    }
    printf(g->markdown ? "\n" : "");
}

static void print_cell(const struct groups *g, const char *text)
{
    printf(g->markdown ? " %s |" : " %-4s", text);
}

static void print_instructions(const struct groups *g)
{
    static const char *const words[] = {[AIC_PATH_NO] = "-", [AIC_PATH_YES] = "yes", [AIC_PATH_UNKNOWN] = "?"};
    print_head(g, "instruction");
    for (unsigned i = 0; i < aic_insn_count(); i++) {
        printf(g->markdown ? "| `%s` |" : "    %-20s", aic_insn_at(i)->name);
        for (size_t k = 0; k < g->n; k++) {
            print_cell(g, words[one_of(g, k)->isa.insn[i]]);
        }
        printf("\n");
    }
}

static const char *path_word(const struct aic_isa_limits *isa, unsigned from, unsigned to)
{
    if (isa->path[from][to] == AIC_PATH_YES) {
        return aic_pipe_name((enum aic_pipe)isa->path_pipe[from][to]);
    }
    return isa->path[from][to] == AIC_PATH_UNKNOWN ? "?" : "-";
}

static void print_paths(const struct groups *g)
{
    print_head(g, "datapath");
    for (unsigned from = 0; from < AIC_SPACE_COUNT; from++) {
        for (unsigned to = 0; to < AIC_SPACE_COUNT; to++) {
            bool any = false;
            for (size_t k = 0; k < g->n; k++) {
                any = any || one_of(g, k)->isa.path[from][to] != AIC_PATH_NO;
            }
            if (!any) {
                continue;
            }
            char name[32];
            snprintf(name, sizeof name, "%s to %s", aic_space_name((enum aic_space)from),
                     aic_space_name((enum aic_space)to));
            printf(g->markdown ? "| %s |" : "    %-20s", name);
            for (size_t k = 0; k < g->n; k++) {
                print_cell(g, path_word(&one_of(g, k)->isa, from, to));
            }
            printf("\n");
        }
    }
}

/* Text of element types, one after another, in a buffer that cuts what does not fit. */
struct text {
    char s[2048];
    size_t n;
};

static void add(struct text *t, const char *word)
{
    int room = (int)(sizeof t->s - t->n);
    int n = snprintf(t->s + t->n, (size_t)room, "%s", word);
    t->n += (size_t)(n < room ? n : room - 1);
}

static void add_set(struct text *t, const char *head, aic_dtype_set set)
{
    if (!set) {
        return;
    }
    add(t, t->n ? "; " : "");
    add(t, head);
    for (int dt = 1; dt < AIC_DT_COUNT; dt++) {
        if (set & AIC_DT_BIT(dt)) {
            add(t, " ");
            add(t, aic_dtype_name((enum aic_dtype)dt));
        }
    }
    add(t, set & AIC_DT_UNKNOWN_SET ? " (others unknown)" : "");
}

static void add_triples(struct text *t, const struct aic_mmad_triple *rows, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        char word[96];
        snprintf(word, sizeof word, "%s%s:%s:%s%s%s", i ? " " : "", aic_dtype_name((enum aic_dtype)rows[i].a),
                 aic_dtype_name((enum aic_dtype)rows[i].b), aic_dtype_name((enum aic_dtype)rows[i].c),
                 rows[i].bias ? "+" : "", rows[i].bias ? aic_dtype_name((enum aic_dtype)rows[i].bias) : "");
        add(t, word);
    }
}

static void add_drains(struct text *t, const struct aic_isa_limits *isa)
{
    static const unsigned to[] = {AIC_GM, AIC_L1, AIC_UB};
    char head[48];
    for (unsigned i = 0; i < 3; i++) {
        const struct {
            const char *from;
            aic_dtype_set set;
        } rows[] = {{"float", isa->fixpipe_f32[to[i]]}, {"int32", isa->fixpipe_s32[to[i]]},
                    {"half", isa->fixpipe_f16[to[i]]}};
        for (unsigned r = 0; r < 3; r++) {
            snprintf(head, sizeof head, "%s from %s:", aic_space_name((enum aic_space)to[i]), rows[r].from);
            add_set(t, head, rows[r].set);
        }
    }
}

/* Element types of an instruction where it exists; empty: none of its own. */
static void types_of(const struct aic_product *product, unsigned insn, struct text *t)
{
    const struct aic_isa_limits *isa = &product->isa;
    const char *name = aic_insn_at(insn)->name;
    t->n = 0;
    t->s[0] = '\0';
    if (isa->insn[insn] != AIC_PATH_YES) {
        return;
    }
    if (strcmp(name, "mmad") == 0) {
        add_triples(t, isa->mmad_triples, isa->mmad_triples_n);
    } else if (strcmp(name, "mmad_mx") == 0) {
        add_triples(t, isa->mmad_mx_triples, isa->mmad_mx_triples_n);
    } else if (strcmp(name, "fixpipe") == 0) {
        add_drains(t, isa);
    }
    for (unsigned space = 0; space < AIC_SPACE_COUNT; space++) {
        char head[16];
        snprintf(head, sizeof head, "%s:", aic_space_name((enum aic_space)space));
        add_set(t, head, isa->dtypes[insn][space]);
    }
}

/* Groups with the same types share a line. */
static void print_types(const struct groups *g)
{
    struct text mine, other;
    printf(g->markdown ? "\n| instruction | products | element types |\n|---|---|---|\n" : "\n");
    for (unsigned insn = 0; insn < aic_insn_count(); insn++) {
        for (size_t k = 0; k < g->n; k++) {
            bool told = false;
            types_of(one_of(g, k), insn, &mine);
            for (size_t j = 0; j < k; j++) {
                types_of(one_of(g, j), insn, &other);
                told = told || strcmp(mine.s, other.s) == 0;
            }
            if (told || !mine.n) {
                continue;
            }
            printf(g->markdown ? "| `%s` |" : "    %-18s", aic_insn_at(insn)->name);
            for (size_t j = k; j < g->n; j++) {
                types_of(one_of(g, j), insn, &other);
                if (strcmp(mine.s, other.s) == 0) {
                    printf(" %c", (char)('A' + j));
                }
            }
            printf(g->markdown ? " | %s |\n" : "\n        %s\n", mine.s);
        }
    }
}

void aic_products_print_matrix(struct aic_product *const *products, size_t n, bool markdown)
{
    struct groups g = {.products = products, .n_products = n < MAX_PRODUCTS ? n : MAX_PRODUCTS, .markdown = markdown};
    make_groups(&g);
    printf(markdown ? "\n## Support\n\nProducts with the same instructions share a column:\n\n"
                    : "\nProducts with the same instructions share a column:\n\n");
    print_legend(&g);
    printf("\n%syes: the product has it; -: a source says that it has not; ?: no source tells, and a record that needs "
           "it is\n%srefused (PATH-003).\n", markdown ? "" : "    ", markdown ? "" : "    ");
    print_instructions(&g);
    printf(markdown ? "\n## Datapaths\n\nThe pipe that moves the data; - and ? as above.\n"
                    : "\nDatapaths, with the pipe that moves the data:\n");
    print_paths(&g);
    printf(markdown ? "\n## Element types\n\nBy the memory of the first operand. Mmad: A:B:C, and behind + the type of "
                      "a bias where that form exists. Fixpipe: by\ndestination and type of L0C.\n"
                    : "\nElement types by the memory of the first operand; mmad A:B:C+bias; fixpipe by destination and "
                      "type of L0C:\n");
    print_types(&g);
}
