/* aicsim gen: kernels as traces, right in every flag and address. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/fields.h"
#include "tools/args.h"
#include "tools/commands.h"
#include "tools/gen_matmul.h"
#include "tools/out.h"
#include "tools/product_files.h"

/* What an option's value becomes, and where it goes. */
enum kind { SWITCH, NUMBER, PAIR_COMMA, PAIR_X, TRIPLE_X, TYPES, TYPE, QUANT, TEXT };

struct target {
    enum kind kind;
    void *to[3];
};

struct request {
    struct aic_matmul_options matmul;
    const char *product, *output;
    bool explain;
};

enum {
    OPT_M, OPT_N, OPT_K, OPT_DTYPE, OPT_OUT, OPT_BASE, OPT_CORES, OPT_GRID, OPT_PASSES, OPT_L1_DEPTH, OPT_STEP_K,
    OPT_L0C_DEPTH, OPT_DB_L0, OPT_UNIT_FLAG, OPT_TRANS_A, OPT_TRANS_B, OPT_BIAS, OPT_QUANT, OPT_RELU, OPT_SCALAR,
    OPT_PAIR, OPT_RESERVED, OPT_COMPACT, OPT_MERGE, OPT_PRODUCT, OPT_DATA, OPT_OUTPUT, OPT_EXPLAIN, OPT_COUNT
};

static const struct aic_option matmul_options[OPT_COUNT + 1] = {
    [OPT_M] = {"m", 'm', "ROWS", "rows of A and C"},
    [OPT_N] = {"n", 'n', "COLUMNS", "columns of B and C"},
    [OPT_K] = {"k", 'k', "LENGTH", "columns of A, rows of B"},
    [OPT_DTYPE] = {"dtype", 0, "A:B:C", "element types of Mmad (default half:half:float)"},
    [OPT_OUT] = {"out", 0, "TYPE", "element type of C in GM (default: what --quant gives)"},
    [OPT_BASE] = {"base", 0, "MxNxK", "size of one Mmad (default 64x64x64)"},
    [OPT_CORES] = {"cores", 0, "N", "cores (default 1)"},
    [OPT_GRID] = {"grid", 0, "MxN", "parts of M and N, one a core (default Nx1)"},
    [OPT_PASSES] = {"passes", 0, "N", "parts of M that a core works on one after another (default 1)"},
    [OPT_L1_DEPTH] = {"l1-depth", 0, "A,B", "blocks of k in L1 (default: as --step-k)"},
    [OPT_STEP_K] = {"step-k", 0, "A,B", "blocks of k in one copy to L1 (default 1,1)"},
    [OPT_L0C_DEPTH] = {"l0c-depth", 0, "N", "results in L0C at a time (default 1)"},
    [OPT_DB_L0] = {"db-l0", 0, NULL, "two buffers in L0A and L0B"},
    [OPT_UNIT_FLAG] = {"unit-flag", 0, NULL, "hand results to Fixpipe block by block"},
    [OPT_TRANS_A] = {"trans-a", 0, NULL, "A lies in GM as k x m"},
    [OPT_TRANS_B] = {"trans-b", 0, NULL, "B lies in GM as n x k"},
    [OPT_BIAS] = {"bias", 0, NULL, "add a vector of n, through the BiasTable"},
    [OPT_QUANT] = {"quant", 0, "MODE[:SCALE]", "conversion of Fixpipe, as quantPre names it"},
    [OPT_RELU] = {"relu", 0, NULL, "negative results become 0"},
    [OPT_SCALAR] = {"scalar", 0, "CYCLES", "scalar work in front of every step of k"},
    [OPT_PAIR] = {"pair", 0, NULL, "hand A's chunks over with B's, under one flag"},
    [OPT_RESERVED] = {"reserved-flags", 0, NULL, "take the flags too that the framework reserves (SY-002 warns)"},
    [OPT_COMPACT] = {"compact", 0, NULL, "one stream for all cores, which must have the same work"},
    [OPT_MERGE] = {"merge-loads", 0, NULL, "one load2d where a block of B lies in one piece"},
    [OPT_PRODUCT] = {"product", 'p', "PRODUCT", "product to plan for (a name, or a .yaml)"},
    [OPT_DATA] = {"data", 0, "DIR", "write random arrays and the result there, and name them in the trace"},
    [OPT_OUTPUT] = {"output", 'o', "FILE", "write the trace there (default: standard output)"},
    [OPT_EXPLAIN] = {"explain", 0, NULL, "print the tiling, the buffers and the bounds instead of the trace"},
};

static const struct aic_usage matmul_usage = {
    "gen matmul", "-m ROWS -n COLUMNS -k LENGTH -p PRODUCT [options]", "Writes the trace of a tiled matrix product.",
    "The names of arrays in the trace are relative to the trace: write it into the folder of --data.", matmul_options,
};

static const struct aic_usage gen_usage = {
    "gen", "matmul [options]", "Writes kernels as traces.", "aicsim gen matmul --help lists the options.",
    &(const struct aic_option){NULL, 0, NULL, NULL},
};

/* Up to three whole numbers with `sep` between them, all of them or one for all. */
static bool parse_numbers(const char *text, char sep, unsigned n, int64_t **to)
{
    int64_t value[3] = {0};
    unsigned at = 0;
    const char *start = text;
    for (;; start++) {
        const char *end = strchr(start, sep);
        size_t len = end ? (size_t)(end - start) : strlen(start);
        if (at == n || !aic_text_int((struct aic_text){start, (unsigned)len}, &value[at++])) {
            return false;
        }
        if (!end) {
            break;
        }
        start = end;
    }
    if (at != n && at != 1) {
        return false;
    }
    for (unsigned i = 0; i < n; i++) {
        *to[i] = value[at == 1 ? 0 : i];
    }
    return true;
}

static bool parse_types(const char *text, unsigned n, enum aic_dtype **to)
{
    for (unsigned i = 0; i < n; i++) {
        const char *end = strchr(text, ':');
        size_t len = end && i + 1 < n ? (size_t)(end - text) : strlen(text);
        *to[i] = aic_dtype_from_name(text, (unsigned)len);
        if (*to[i] == AIC_DT_NONE || (i + 1 < n && !end)) {
            return false;
        }
        text += len + 1;
    }
    return true;
}

static bool parse_quant(const char *text, struct aic_matmul_options *o)
{
    const char *colon = strchr(text, ':');
    size_t len = colon ? (size_t)(colon - text) : strlen(text);
    struct aic_text number = {colon ? colon + 1 : "", colon ? (unsigned)strlen(colon + 1) : 0};
    if (colon && !aic_text_double(number, &o->scale)) {
        return false;
    }
    for (unsigned i = 0; i < AIC_Q_COUNT; i++) {
        if (strlen(aic_quant_names[i]) == len && memcmp(text, aic_quant_names[i], len) == 0) {
            o->quant = (enum aic_quant)i;
            o->quant_given = true;
            return true;
        }
    }
    return false;
}

static bool take(const struct target *t, const char *value, struct aic_matmul_options *o)
{
    int64_t *numbers[3] = {t->to[0], t->to[1], t->to[2]};
    enum aic_dtype *types[3] = {t->to[0], t->to[1], t->to[2]};
    switch (t->kind) {
    case SWITCH: *(bool *)t->to[0] = true; return true;
    case TEXT: *(const char **)t->to[0] = value; return true;
    case NUMBER: return parse_numbers(value, 'x', 1, numbers);
    case PAIR_COMMA: return parse_numbers(value, ',', 2, numbers);
    case PAIR_X: return parse_numbers(value, 'x', 2, numbers);
    case TRIPLE_X: return parse_numbers(value, 'x', 3, numbers);
    case TYPES: return parse_types(value, 3, types);
    case TYPE: return parse_types(value, 1, types);
    case QUANT: return parse_quant(value, o);
    }
    return false;
}

/* Reads the command line; -1: go on, else the exit status. */
static int read_matmul(struct request *r, int argc, char **argv)
{
    struct aic_matmul_options *o = &r->matmul;
    const struct target targets[OPT_COUNT] = {
        [OPT_M] = {NUMBER, {&o->m}}, [OPT_N] = {NUMBER, {&o->n}}, [OPT_K] = {NUMBER, {&o->k}},
        [OPT_DTYPE] = {TYPES, {&o->a, &o->b, &o->c}}, [OPT_OUT] = {TYPE, {&o->out}},
        [OPT_BASE] = {TRIPLE_X, {&o->base_m, &o->base_n, &o->base_k}}, [OPT_CORES] = {NUMBER, {&o->cores}},
        [OPT_GRID] = {PAIR_X, {&o->grid_m, &o->grid_n}}, [OPT_PASSES] = {NUMBER, {&o->passes}},
        [OPT_L1_DEPTH] = {PAIR_COMMA, {&o->depth_a, &o->depth_b}},
        [OPT_STEP_K] = {PAIR_COMMA, {&o->step_a, &o->step_b}}, [OPT_L0C_DEPTH] = {NUMBER, {&o->l0c_depth}},
        [OPT_DB_L0] = {SWITCH, {&o->db_l0}}, [OPT_UNIT_FLAG] = {SWITCH, {&o->unit_flag}},
        [OPT_TRANS_A] = {SWITCH, {&o->trans_a}}, [OPT_TRANS_B] = {SWITCH, {&o->trans_b}},
        [OPT_BIAS] = {SWITCH, {&o->bias}}, [OPT_QUANT] = {QUANT, {NULL}}, [OPT_RELU] = {SWITCH, {&o->relu}},
        [OPT_PAIR] = {SWITCH, {&o->pair}}, [OPT_RESERVED] = {SWITCH, {&o->reserved_flags}},
        [OPT_COMPACT] = {SWITCH, {&o->compact}}, [OPT_MERGE] = {SWITCH, {&o->merge_loads}},
        [OPT_SCALAR] = {NUMBER, {&o->scalar}}, [OPT_PRODUCT] = {TEXT, {&r->product}}, [OPT_DATA] = {TEXT, {&o->data}},
        [OPT_OUTPUT] = {TEXT, {&r->output}}, [OPT_EXPLAIN] = {SWITCH, {&r->explain}},
    };
    struct aic_args args = aic_args_begin(&matmul_usage, argc, argv);
    const char *value;
    int index;
    while ((index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP || index == AIC_ARG_BAD) {
            return index == AIC_ARG_HELP ? 0 : 2;
        }
        if (index == AIC_ARG_WORD) {
            return aic_args_error(&matmul_usage, "'%s' is no option", value);
        }
        if (!take(&targets[index], value, o)) {
            return aic_args_error(&matmul_usage, "--%s is %s, not '%s'", matmul_options[index].name,
                                  matmul_options[index].value, value);
        }
    }
    return -1;
}

static void fill_defaults(struct aic_matmul_options *o)
{
    if (!o->grid_m) {
        o->grid_m = o->cores;
        o->grid_n = 1;
    }
    if (!o->depth_a) {
        o->depth_a = o->step_a;
        o->depth_b = o->step_b;
    }
}

static int write_trace(const struct aic_product *product, const struct aic_matmul_plan *plan, const char *output)
{
    struct aic_gen g = {stdout, product, &product->isa, NULL, 0};
    char why[512] = "standard output cannot be written";
    struct aic_out out;
    if (output && !aic_out_open(&out, output, why, sizeof why)) {
        fprintf(stderr, "aicsim gen: error: %s: %s\n", output, why);
        return 2;
    }
    g.to = output ? out.to : stdout;
    aic_matmul_emit(&g, plan);
    bool ok = output ? aic_out_close(&out, why, sizeof why) : fflush(stdout) == 0 && !ferror(stdout);
    if (!ok) {
        fprintf(stderr, "aicsim gen: error: %s: %s\n", output ? output : "-", why);
    }
    return ok ? 0 : 2;
}

static int generate(const struct aic_product *product, const struct request *r)
{
    struct aic_gen_error err = {""};
    struct aic_matmul_plan plan;
    if (!aic_matmul_make_plan(product, &r->matmul, &plan, &err) ||
        (r->matmul.data && !r->explain && !aic_matmul_write_data(&plan, &err))) {
        fprintf(stderr, "aicsim gen: error: %s\n", err.text);
        return 2;
    }
    if (r->explain) {
        aic_matmul_explain(stdout, product, &plan);
        return 0;
    }
    return write_trace(product, &plan, r->output);
}

static int gen_matmul(int argc, char **argv)
{
    struct request r = {.matmul = {.a = AIC_DT_HALF, .b = AIC_DT_HALF, .c = AIC_DT_FLOAT, .base_m = 64, .base_n = 64,
                                   .base_k = 64, .cores = 1, .passes = 1, .step_a = 1, .step_b = 1, .l0c_depth = 1,
                                   .scale = 1}};
    int status = read_matmul(&r, argc, argv);
    if (status >= 0) {
        return status;
    }
    if (!r.product) {
        return aic_args_error(&matmul_usage, "name a product with -p");
    }
    if (!r.matmul.m || !r.matmul.n || !r.matmul.k) {
        return aic_args_error(&matmul_usage, "give -m, -n and -k");
    }
    fill_defaults(&r.matmul);
    struct aic_product *product = aic_product_from_files(r.product);
    if (!product) {
        return 2;
    }
    status = generate(product, &r);
    aic_product_free(product);
    return status;
}

int aic_cmd_gen(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "matmul") == 0) {
        return gen_matmul(argc - 1, argv + 1);
    }
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        aic_args_help(&gen_usage);
        return 0;
    }
    return aic_args_error(&gen_usage, argc > 1 ? "'%s' is no kernel: matmul" : "name a kernel: matmul", argc > 1 ? argv[1] : "");
}
