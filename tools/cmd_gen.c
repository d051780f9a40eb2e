/* aicsim gen: kernels as traces, right in every flag and address. */
#include <stdio.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/gen_args.h"
#include "tools/gen_conv2d.h"
#include "tools/gen_data.h"
#include "tools/gen_matmul.h"
#include "tools/out.h"
#include "tools/product_files.h"

/* What both kernels are asked beside their own options. */
struct request {
    struct aic_matmul_options matmul;
    struct aic_conv2d_options conv2d;
    const char *product, *output;
    bool explain;
};

enum {
    OPT_M, OPT_N, OPT_K, OPT_DTYPE, OPT_OUT, OPT_BASE, OPT_CORES, OPT_GRID, OPT_PASSES, OPT_L1_DEPTH, OPT_STEP_K,
    OPT_L0C_DEPTH, OPT_DB_L0, OPT_UNIT_FLAG, OPT_TRANS_A, OPT_TRANS_B, OPT_BIAS, OPT_QUANT, OPT_RELU, OPT_CLIP,
    OPT_LAYOUT, OPT_SPLIT, OPT_SCALAR,
    OPT_PAIR, OPT_RESERVED, OPT_COMPACT, OPT_MERGE, OPT_MX, OPT_PRODUCT, OPT_DATA, OPT_OUTPUT, OPT_EXPLAIN, OPT_COUNT
};

static const struct aic_option matmul_options[OPT_COUNT + 1] = {
    [OPT_M] = {"m", 'm', "ROWS", "rows of A and C"},
    [OPT_N] = {"n", 'n', "COLUMNS", "columns of B and C"},
    [OPT_K] = {"k", 'k', "LENGTH", "columns of A, rows of B"},
    [OPT_DTYPE] = {"dtype", 0, "A:B:C", "element types of Mmad (default half:half:float)"},
    [OPT_OUT] = {"out", 0, "TYPE", "element type of C in GM (default: what --quant gives)"},
    [OPT_BASE] = {"base", 0, "MxNxK", "size of one Mmad (default 64x64x64)"},
    [OPT_CORES] = {"cores", 0, "N", "cores (default: what --grid says, or 1)"},
    [OPT_GRID] = {"grid", 0, "MxN", "parts of M and N, one a core (default Nx1)"},
    [OPT_PASSES] = {"passes", 0, "N", "parts of M that a core works on one after another (default 1)"},
    [OPT_L1_DEPTH] = {"l1-depth", 0, "A,B", "blocks of k in L1 (default: as --step-k)"},
    [OPT_STEP_K] = {"step-k", 0, "A,B", "blocks of k in one copy to L1 (default 1,1)"},
    [OPT_L0C_DEPTH] = {"l0c-depth", 0, "N", "results in L0C at a time (default 1)"},
    [OPT_DB_L0] = {"db-l0", 0, NULL, "two buffers in L0A and L0B"},
    [OPT_UNIT_FLAG] = {"unit-flag", 0, NULL, "hand results to Fixpipe block by block"},
    [OPT_TRANS_A] = {"trans-a", 0, NULL, "A lies in GM as k x m"},
    [OPT_TRANS_B] = {"trans-b", 0, NULL, "B lies in GM as n x k"},
    [OPT_BIAS] = {"bias", 0, NULL, "add a vector of n, through the BiasTable or as ones x bias"},
    [OPT_QUANT] = {"quant", 0, "MODE[:SCALE]", "conversion on the way out, as quantPre names it"},
    [OPT_RELU] = {"relu", 0, NULL, "negative results become 0"},
    [OPT_CLIP] = {"clip-relu", 0, "LIMIT", "results above LIMIT become LIMIT"},
    [OPT_LAYOUT] = {"layout", 0, "nd|nz|dn", "how C lies in GM (default nd, or nz where a product stores no rows)"},
    [OPT_SPLIT] = {"channel-split", 0, NULL, "strips of 8 columns of float with --layout nz"},
    [OPT_SCALAR] = {"scalar", 0, "CYCLES", "scalar work in front of every step of k"},
    [OPT_PAIR] = {"pair", 0, NULL, "hand A's chunks over with B's, under one flag"},
    [OPT_RESERVED] = {"reserved-flags", 0, NULL, "take the flags too that the framework reserves (SY-002 warns)"},
    [OPT_COMPACT] = {"compact", 0, NULL, "one stream for all cores, which must have the same work"},
    [OPT_MERGE] = {"merge-loads", 0, NULL, "one load2d where a block of B lies in one piece"},
    [OPT_MX] = {"mx", 0, NULL, "MmadMx: fp8 or fp4 operands with one fp8_e8m0 scale for 32 elements of k"},
    [OPT_PRODUCT] = {"product", 'p', "PRODUCT", "product to plan for (a name, or a .yaml)"},
    [OPT_DATA] = {"data", 0, "DIR", "write random arrays and the result there (made if need be), named in the trace"},
    [OPT_OUTPUT] = {"output", 'o', "FILE", "write the trace there (default: standard output)"},
    [OPT_EXPLAIN] = {"explain", 0, NULL, "print the tiling, the buffers and the bounds instead of the trace"},
};

enum {
    CONV_BATCH, CONV_INPUT, CONV_COUT, CONV_KERNEL, CONV_STRIDE, CONV_PAD, CONV_DILATION, CONV_DTYPE, CONV_OUT,
    CONV_ROWS, CONV_BASE_N, CONV_BASE_K, CONV_CORES, CONV_GRID, CONV_L1_DEPTH, CONV_L0C_DEPTH, CONV_DB_L0,
    CONV_UNIT_FLAG, CONV_BIAS, CONV_QUANT, CONV_RELU, CONV_CLIP, CONV_SPLIT, CONV_COMPACT, CONV_PRODUCT, CONV_DATA,
    CONV_OUTPUT, CONV_EXPLAIN, CONV_COUNT
};

static const struct aic_option conv2d_options[CONV_COUNT + 1] = {
    [CONV_BATCH] = {"batch", 0, "N", "images (default 1)"},
    [CONV_INPUT] = {"input", 0, "CxHxW", "an image: channels, rows, columns"},
    [CONV_COUT] = {"cout", 0, "N", "output channels"},
    [CONV_KERNEL] = {"kernel", 0, "HxW", "size of the kernel (default 3x3)"},
    [CONV_STRIDE] = {"stride", 0, "HxW", "step of the window (default 1x1)"},
    [CONV_PAD] = {"pad", 0, "L:R:T:B", "padding: left, right, top, bottom, or one for all (default 0)"},
    [CONV_DILATION] = {"dilation", 0, "HxW", "distance of the kernel's points (default 1x1)"},
    [CONV_DTYPE] = {"dtype", 0, "A:B:C", "element types of Mmad (default half:half:float)"},
    [CONV_OUT] = {"out", 0, "TYPE", "element type of the result in GM (default: what --quant gives)"},
    [CONV_ROWS] = {"rows", 0, "N", "output rows of a tile (default 4)"},
    [CONV_BASE_N] = {"base-n", 0, "N", "output channels of a tile (default 64)"},
    [CONV_BASE_K] = {"base-k", 0, "N", "columns of the unfolded image in one Mmad (default 64)"},
    [CONV_CORES] = {"cores", 0, "N", "cores (default: what --grid says, or 1)"},
    [CONV_GRID] = {"grid", 0, "MxN", "parts of the tiles, which go round, and of the output channels (default Nx1)"},
    [CONV_L1_DEPTH] = {"l1-depth", 0, "X,W", "slabs of the image and tiles of weights in L1 (default 1,1)"},
    [CONV_L0C_DEPTH] = {"l0c-depth", 0, "N", "results in L0C at a time (default 1)"},
    [CONV_DB_L0] = {"db-l0", 0, NULL, "two buffers in L0A and L0B"},
    [CONV_UNIT_FLAG] = {"unit-flag", 0, NULL, "hand results to Fixpipe block by block"},
    [CONV_BIAS] = {"bias", 0, NULL, "add a number to every output channel, through the BiasTable or as ones x bias"},
    [CONV_QUANT] = {"quant", 0, "MODE[:SCALE]", "conversion on the way out, as quantPre names it"},
    [CONV_RELU] = {"relu", 0, NULL, "negative results become 0"},
    [CONV_CLIP] = {"clip-relu", 0, "LIMIT", "results above LIMIT become LIMIT"},
    [CONV_SPLIT] = {"channel-split", 0, NULL, "strips of 8 channels of float, not 16"},
    [CONV_COMPACT] = {"compact", 0, NULL, "one stream for all cores, which must have the same work"},
    [CONV_PRODUCT] = {"product", 'p', "PRODUCT", "product to plan for (a name, or a .yaml)"},
    [CONV_DATA] = {"data", 0, "DIR", "write random arrays and the result there (made if need be), named in the trace"},
    [CONV_OUTPUT] = {"output", 'o', "FILE", "write the trace there (default: standard output)"},
    [CONV_EXPLAIN] = {"explain", 0, NULL, "print the tiling, the buffers and the bounds instead of the trace"},
};

static const char details[] =
    "Without --data the tensors hold nothing: such a trace is for the time (run --no-data). The names of arrays in\n"
    "the trace are relative to the trace: write it into the folder of --data.";

static const struct aic_usage matmul_usage = {
    "gen matmul", "-m ROWS -n COLUMNS -k LENGTH -p PRODUCT [options]", "Writes the trace of a tiled matrix product.",
    details, matmul_options,
};

static const struct aic_usage conv2d_usage = {
    "gen conv2d", "--input CxHxW --cout N -p PRODUCT [options]",
    "Writes the trace of a tiled convolution of NC1HWC0 images with FRACTAL_Z weights.", details, conv2d_options,
};

static const struct aic_usage gen_usage = {
    "gen", "matmul|conv2d [options]", "Writes kernels as traces.", "aicsim gen KERNEL --help lists the options.",
    &(const struct aic_option){NULL, 0, NULL, NULL},
};

#define SWITCH(to) {AIC_GEN_SWITCH, 1, 0, {to}}
#define TEXT(to) {AIC_GEN_TEXT, 1, 0, {to}}
#define NUMBER(to) {AIC_GEN_NUMBERS, 1, 'x', {to}}
#define NUMBERS(n, separator, ...) {AIC_GEN_NUMBERS, n, separator, {__VA_ARGS__}}
#define TYPES(n, ...) {AIC_GEN_TYPES, n, ':', {__VA_ARGS__}}
#define QUANT(r) {AIC_GEN_QUANT, 1, 0, {&(r)->quant, &(r)->quant_given, &(r)->scale}}
#define CLIP(r) {AIC_GEN_NUMBER, 1, 0, {&(r)->clip_to, &(r)->clip}}
#define LAYOUT(r) {AIC_GEN_LAYOUT, 1, 0, {&(r)->layout}}

#define UNSET (-1)

/* Cores without a grid stand below one another; a grid says how many there are. */
static void fill_grid(int64_t *cores, int64_t *rows, int64_t *columns)
{
    if (*rows == UNSET) {
        *cores = *cores == UNSET ? 1 : *cores;
        *rows = *cores;
        *columns = 1;
    } else if (*cores == UNSET) {
        bool huge = *rows > INT32_MAX || *columns > INT32_MAX; /* which the sizes refuse */
        *cores = huge ? 1 : *rows * *columns;
    }
}

static int read_matmul(struct request *r, int argc, char **argv)
{
    struct aic_matmul_options *o = &r->matmul;
    const struct aic_gen_target targets[OPT_COUNT] = {
        [OPT_M] = NUMBER(&o->m), [OPT_N] = NUMBER(&o->n), [OPT_K] = NUMBER(&o->k),
        [OPT_DTYPE] = TYPES(3, &o->a, &o->b, &o->c), [OPT_OUT] = TYPES(1, &o->result.out),
        [OPT_BASE] = NUMBERS(3, 'x', &o->base_m, &o->base_n, &o->base_k), [OPT_CORES] = NUMBER(&o->cores),
        [OPT_GRID] = NUMBERS(2, 'x', &o->grid_m, &o->grid_n), [OPT_PASSES] = NUMBER(&o->passes),
        [OPT_L1_DEPTH] = NUMBERS(2, ',', &o->depth_a, &o->depth_b),
        [OPT_STEP_K] = NUMBERS(2, ',', &o->step_a, &o->step_b), [OPT_L0C_DEPTH] = NUMBER(&o->l0c_depth),
        [OPT_DB_L0] = SWITCH(&o->db_l0), [OPT_UNIT_FLAG] = SWITCH(&o->result.unit_flag),
        [OPT_TRANS_A] = SWITCH(&o->trans_a), [OPT_TRANS_B] = SWITCH(&o->trans_b), [OPT_BIAS] = SWITCH(&o->bias),
        [OPT_QUANT] = QUANT(&o->result), [OPT_RELU] = SWITCH(&o->result.relu), [OPT_CLIP] = CLIP(&o->result),
        [OPT_LAYOUT] = LAYOUT(&o->result), [OPT_SPLIT] = SWITCH(&o->result.split), [OPT_SCALAR] = NUMBER(&o->scalar),
        [OPT_PAIR] = SWITCH(&o->pair), [OPT_RESERVED] = SWITCH(&o->reserved_flags),
        [OPT_COMPACT] = SWITCH(&o->compact), [OPT_MERGE] = SWITCH(&o->merge_loads),
        [OPT_MX] = SWITCH(&o->mx),
        [OPT_PRODUCT] = TEXT(&r->product), [OPT_DATA] = TEXT(&o->data), [OPT_OUTPUT] = TEXT(&r->output),
        [OPT_EXPLAIN] = SWITCH(&r->explain),
    };
    int status = aic_gen_read_args(&matmul_usage, targets, argc, argv);
    if (status >= 0) {
        return status;
    }
    if (!r->product || !o->m || !o->n || !o->k) {
        return aic_args_error(&matmul_usage, "give -m, -n and -k, and a product with -p");
    }
    fill_grid(&o->cores, &o->grid_m, &o->grid_n);
    if (!o->depth_a) {
        o->depth_a = o->step_a;
        o->depth_b = o->step_b;
    }
    return -1;
}

static int read_conv2d(struct request *r, int argc, char **argv)
{
    struct aic_conv2d_options *o = &r->conv2d;
    const struct aic_gen_target targets[CONV_COUNT] = {
        [CONV_BATCH] = NUMBER(&o->batch),
        [CONV_INPUT] = NUMBERS(3, 'x', &o->channels, &o->height, &o->width), [CONV_COUT] = NUMBER(&o->out_channels),
        [CONV_KERNEL] = NUMBERS(2, 'x', &o->kernel_h, &o->kernel_w),
        [CONV_STRIDE] = NUMBERS(2, 'x', &o->stride_h, &o->stride_w),
        [CONV_PAD] = NUMBERS(4, ':', &o->pad_left, &o->pad_right, &o->pad_top, &o->pad_bottom),
        [CONV_DILATION] = NUMBERS(2, 'x', &o->dilation_h, &o->dilation_w),
        [CONV_DTYPE] = TYPES(3, &o->a, &o->b, &o->c), [CONV_OUT] = TYPES(1, &o->result.out),
        [CONV_ROWS] = NUMBER(&o->rows),
        [CONV_BASE_N] = NUMBER(&o->base_n), [CONV_BASE_K] = NUMBER(&o->base_k), [CONV_CORES] = NUMBER(&o->cores),
        [CONV_GRID] = NUMBERS(2, 'x', &o->grid_m, &o->grid_n),
        [CONV_L1_DEPTH] = NUMBERS(2, ',', &o->depth_x, &o->depth_w), [CONV_L0C_DEPTH] = NUMBER(&o->l0c_depth),
        [CONV_DB_L0] = SWITCH(&o->db_l0), [CONV_UNIT_FLAG] = SWITCH(&o->result.unit_flag),
        [CONV_BIAS] = SWITCH(&o->bias),
        [CONV_QUANT] = QUANT(&o->result), [CONV_RELU] = SWITCH(&o->result.relu), [CONV_CLIP] = CLIP(&o->result),
        [CONV_SPLIT] = SWITCH(&o->result.split), [CONV_COMPACT] = SWITCH(&o->compact),
        [CONV_PRODUCT] = TEXT(&r->product),
        [CONV_DATA] = TEXT(&o->data),
        [CONV_OUTPUT] = TEXT(&r->output), [CONV_EXPLAIN] = SWITCH(&r->explain),
    };
    int status = aic_gen_read_args(&conv2d_usage, targets, argc, argv);
    if (status < 0 && (!r->product || !o->channels || !o->out_channels)) {
        return aic_args_error(&conv2d_usage, "give --input and --cout, and a product with -p");
    }
    fill_grid(&o->cores, &o->grid_m, &o->grid_n);
    return status;
}

/* Where the trace goes while it is written. */
struct destination {
    const char *output; /* NULL: standard output */
    struct aic_out out;
};

static bool open_trace(struct destination *d, struct aic_gen *g)
{
    char why[512];
    if (d->output && !aic_out_open(&d->out, d->output, why, sizeof why)) {
        fprintf(stderr, "aicsim gen: error: %s: %s\n", d->output, why);
        return false;
    }
    g->to = d->output ? d->out.to : stdout;
    return true;
}

static int close_trace(struct destination *d)
{
    char why[512] = "cannot be written";
    bool ok = d->output ? aic_out_close(&d->out, why, sizeof why) : fflush(stdout) == 0 && !ferror(stdout);
    if (!ok) {
        fprintf(stderr, "aicsim gen: error: %s: %s\n", d->output ? d->output : "standard output", why);
    }
    return ok ? 0 : 2;
}

static int refuse(const struct aic_gen_error *err)
{
    fprintf(stderr, "aicsim gen: error: %s\n", err->text);
    return 2;
}

static int make_matmul(const struct aic_product *product, const struct request *r)
{
    struct aic_gen_error err = {""};
    struct aic_matmul_plan plan;
    struct destination d = {.output = r->output};
    struct aic_gen g = {NULL, product, &product->isa, NULL, 0};
    if (!aic_matmul_make_plan(product, &r->matmul, &plan, &err)) {
        return refuse(&err);
    }
    if (r->explain) {
        aic_matmul_explain(stdout, product, &plan);
        return 0;
    }
    if (r->matmul.data && !(aic_gen_make_folder(r->matmul.data, &err) && aic_matmul_write_data(&plan, &err))) {
        return refuse(&err);
    }
    if (!open_trace(&d, &g)) {
        return 2;
    }
    aic_matmul_emit(&g, &plan);
    return close_trace(&d);
}

static int make_conv2d(const struct aic_product *product, const struct request *r)
{
    struct aic_gen_error err = {""};
    struct aic_conv2d_plan plan;
    struct destination d = {.output = r->output};
    struct aic_gen g = {NULL, product, &product->isa, NULL, 0};
    if (!aic_conv2d_make_plan(product, &r->conv2d, &plan, &err)) {
        return refuse(&err);
    }
    if (r->explain) {
        aic_conv2d_explain(stdout, product, &plan);
        return 0;
    }
    if (r->conv2d.data && !(aic_gen_make_folder(r->conv2d.data, &err) && aic_conv2d_write_data(&plan, &err))) {
        return refuse(&err);
    }
    if (!open_trace(&d, &g)) {
        return 2;
    }
    aic_conv2d_emit(&g, &plan);
    return close_trace(&d);
}

static const struct {
    const char *name;
    int (*read)(struct request *r, int argc, char **argv);
    int (*make)(const struct aic_product *product, const struct request *r);
} kernels[] = {
    {"matmul", read_matmul, make_matmul},
    {"conv2d", read_conv2d, make_conv2d},
};

static int generate(size_t kernel, int argc, char **argv)
{
    struct request r = {
        .matmul = {.a = AIC_DT_HALF, .b = AIC_DT_HALF, .c = AIC_DT_FLOAT, .base_m = 64, .base_n = 64, .base_k = 64,
                   .cores = UNSET, .grid_m = UNSET, .passes = 1, .step_a = 1, .step_b = 1, .l0c_depth = 1,
                   .result = {.scale = 1, .layout = AIC_GEN_ANY_LAYOUT}},
        .conv2d = {.batch = 1, .kernel_h = 3, .kernel_w = 3, .stride_h = 1, .stride_w = 1, .dilation_h = 1,
                   .dilation_w = 1,
                   .rows = 4, .base_n = 64, .base_k = 64, .cores = UNSET, .grid_m = UNSET, .depth_x = 1, .depth_w = 1,
                   .l0c_depth = 1,
                   .a = AIC_DT_HALF, .b = AIC_DT_HALF, .c = AIC_DT_FLOAT,
                   .result = {.scale = 1, .layout = AIC_GEN_NZ}},
    };
    int status = kernels[kernel].read(&r, argc, argv);
    if (status >= 0) {
        return status;
    }
    size_t length = r.output ? strlen(r.output) : 0;
    if (length >= 4 && strcmp(r.output + length - 4, ".npy") == 0) { /* it could be one of those of --data */
        return aic_args_error(&gen_usage, "--output %s: arrays end in .npy; give the trace another ending", r.output);
    }
    struct aic_product *product = aic_product_from_files(r.product);
    if (!product) {
        return 2;
    }
    status = kernels[kernel].make(product, &r);
    aic_product_free(product);
    return status;
}

int aic_cmd_gen(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        if (strcmp(name, kernels[i].name) == 0) {
            return generate(i, argc - 1, argv + 1);
        }
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        aic_args_help(&gen_usage);
        return 0;
    }
    return aic_args_error(&gen_usage, "name a kernel, matmul or conv2d%s%s%s", *name ? ", not '" : "", name,
                          *name ? "'" : "");
}
