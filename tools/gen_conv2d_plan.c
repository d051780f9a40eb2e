/* From a convolution that is asked for to a plan that the product can run, or the reason why it cannot. */
#include "tools/gen_conv2d.h"

#define LL long long
#define FAIL(...) return aic_gen_fail(err, __VA_ARGS__)

static bool check_sizes(const struct aic_conv2d_options *o, struct aic_gen_error *err)
{
    const struct {
        const char *name;
        int64_t value, min, max;
    } sizes[] = {
        {"--batch", o->batch, 1, 65535}, {"C of --input", o->channels, 1, 65535}, {"H of --input", o->height, 1, 32767},
        {"W of --input", o->width, 1, 32767}, {"--cout", o->out_channels, 1, 65535},
        {"H of --kernel", o->kernel_h, 1, 255}, {"W of --kernel", o->kernel_w, 1, 255},
        {"H of --stride", o->stride_h, 1, 63}, {"W of --stride", o->stride_w, 1, 63},
        {"H of --dilation", o->dilation_h, 1, 255}, {"W of --dilation", o->dilation_w, 1, 255},
        {"left of --pad", o->pad_left, 0, 255}, {"right of --pad", o->pad_right, 0, 255},
        {"top of --pad", o->pad_top, 0, 255}, {"bottom of --pad", o->pad_bottom, 0, 255},
        {"--rows", o->rows, 1, 32767}, {"--base-n", o->base_n, 1, 4095}, {"--base-k", o->base_k, 1, 4095},
        {"--cores", o->cores, 1, 4096},
        {"M of --grid", o->grid_m, 1, 4096}, {"N of --grid", o->grid_n, 1, 4096}, {"X of --l1-depth", o->depth_x, 1,
                                                                                   64}, {"W of --l1-depth",
                                                                                         o->depth_w, 1, 64},
        {"--l0c-depth", o->l0c_depth, 1, 64},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (sizes[i].value < sizes[i].min || sizes[i].value > sizes[i].max) {
            FAIL("%s is %lld, not %lld..%lld", sizes[i].name, (LL)sizes[i].value, (LL)sizes[i].min, (LL)sizes[i].max);
        }
    }
    if (o->grid_m * o->grid_n != o->cores) {
        FAIL("--grid %lldx%lld has %lld cores, --cores says %lld", (LL)o->grid_m, (LL)o->grid_n,
             (LL)(o->grid_m * o->grid_n), (LL)o->cores);
    }
    return true;
}

static bool shape(struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_conv2d_options *o = &p->o;
    int64_t unit = aic_gen_max(p->drain.strip, 16);
    p->c0 = (int64_t)aic_dtype_c0(o->a);
    p->c1 = aic_gen_ceil_div(o->channels, p->c0);
    p->n = aic_gen_round_up(o->out_channels, unit);
    p->k = p->c1 * p->c0 * o->kernel_h * o->kernel_w;
    p->single_n = aic_gen_round_up(aic_gen_ceil_div(p->n, o->grid_n), o->base_n);
    p->key_h = (o->kernel_h - 1) * o->dilation_h + 1;
    p->key_w = (o->kernel_w - 1) * o->dilation_w + 1;
    int64_t h = o->height + o->pad_top + o->pad_bottom - p->key_h, w = o->width + o->pad_left + o->pad_right - p->key_w;
    if (h < 0 || w < 0) {
        FAIL("--kernel is %lldx%lld with its --dilation, and --input with its --pad %lldx%lld: no window fits",
             (LL)p->key_h, (LL)p->key_w, (LL)(h + p->key_h), (LL)(w + p->key_w));
    }
    p->out_h = h / o->stride_h + 1;
    p->out_w = w / o->stride_w + 1;
    p->tiles_h = aic_gen_ceil_div(p->out_h, o->rows);
    p->tiles = o->batch * p->tiles_h;
    p->one_pixel = p->out_w == 1 && (aic_gen_min(o->rows, p->out_h) == 1 || p->out_h % o->rows == 1);
    p->skips = o->stride_h > p->key_h || o->stride_w > p->key_w || w % o->stride_w > o->pad_right;
    if (o->base_k % p->c0 || o->base_n % unit) {
        FAIL("--base-k %lld --base-n %lld: k goes by fractals of %lld, and output channels leave in strips of %lld; "
             "choose multiples", (LL)o->base_k, (LL)o->base_n, (LL)p->c0, (LL)unit);
    }
    if (p->k > 65535) {
        FAIL("--kernel, C of --input: the unfolded image has %lld columns, and image loads start at most at 65535",
             (LL)p->k);
    }
    return aic_gen_check_mmads(p->tiles * aic_gen_ceil_div(p->n, o->base_n), aic_gen_ceil_div(p->k, o->base_k), err);
}

struct aic_conv2d_tile aic_conv2d_tile_at(const struct aic_conv2d_plan *p, int64_t index, int64_t n0, int64_t n)
{
    const struct aic_conv2d_options *o = &p->o;
    struct aic_conv2d_tile t = {.image = index % o->batch, .oh = index / o->batch * o->rows, .n0 = n0, .n = n};
    t.rows = aic_gen_min(o->rows, p->out_h - t.oh);
    t.m = t.rows * p->out_w;
    int64_t from = t.oh * o->stride_h - o->pad_top, to = from + (t.rows - 1) * o->stride_h + p->key_h;
    if (to <= 0 || from >= o->height) {
        t.padding = true;
        t.h_rows = 1;
        t.top = to - from;
        return t;
    }
    t.h = from < 0 ? 0 : from;
    t.top = t.h - from;
    t.bottom = to > o->height ? to - o->height : 0;
    t.h_rows = to - t.bottom - t.h;
    return t;
}

int64_t aic_conv2d_channels(const struct aic_conv2d_plan *p, int64_t core, int64_t *n0)
{
    *n0 = core / p->o.grid_m * p->single_n;
    bool work = core % p->o.grid_m < p->tiles && *n0 < p->n;
    return work ? aic_gen_min(p->single_n, p->n - *n0) : 0;
}

int64_t aic_conv2d_bias_bytes(const struct aic_conv2d_plan *p, int64_t n)
{
    return !p->o.bias ? 0 : n * (p->bias_mmad ? 32 : 4);
}

/* A fractal of load2d is 16 pixels: what is copied must have as many. */
static bool check_fractal_copy(const struct aic_product *product, const struct aic_conv2d_plan *p,
                               struct aic_gen_error *err)
{
    for (int64_t i = 0; p->fractal_copy && i < p->tiles; i += p->o.batch) {
        struct aic_conv2d_tile t = aic_conv2d_tile_at(p, i, 0, 0);
        if (!t.padding && t.h_rows * p->o.width < 16) {
            FAIL("--rows %lld: tile %lld needs %lld pixels of the image, and %s copies to L1 by load2d, at least 16; "
                 "choose "
                 "more rows", (LL)p->o.rows, (LL)(i / p->o.batch), (LL)(t.h_rows * p->o.width), product->name);
        }
    }
    return true;
}

static bool copies(const struct aic_isa_limits *lim, const struct aic_conv2d_plan *p, const char *insn)
{
    return aic_gen_has(lim, insn, AIC_L1, p->o.a) && aic_gen_has(lim, insn, AIC_L1, p->o.b) &&
           aic_gen_has_path(lim, AIC_GM, AIC_L1);
}

static bool choose_loads(const struct aic_product *product, struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    const struct aic_conv2d_options *o = &p->o;
    const char *insn = lim->load3d_has_dst_stride ? "load3d_stride" : "load3dv2";
    p->stride_load3d = lim->load3d_has_dst_stride != 0;
    p->first_load3d = aic_gen_has(lim, "load3dv1", AIC_L0A, o->a);
    bool listed = !lim->load3d_channel_legacy || aic_dtype_bits(o->a) == 4; /* 64N is, 16N and 32N are not (L3D-019) */
    if (!p->first_load3d && (!listed || !aic_gen_has(lim, insn, AIC_L0A, o->a))) {
        FAIL("--dtype: %s has no image load of %s into L0A", product->name, aic_dtype_name(o->a));
    }
    p->fractal_copy = !copies(lim, p, "data_copy");
    if (p->fractal_copy && (lim->load2d_by_2dv2 || !copies(lim, p, "load2d"))) {
        FAIL("--dtype: %s has neither data_copy nor load2d of %s from GM to L1", product->name, aic_dtype_name(o->a));
    }
    if (!aic_gen_has(lim, "load2dv2", AIC_L0B, o->b) && !aic_gen_has(lim, "load2d", AIC_L0B, o->b)) {
        FAIL("--dtype: %s has no load of %s from L1 to L0B as FRACTAL_Z lies", product->name, aic_dtype_name(o->b));
    }
    if (p->first_load3d && o->base_k / p->c0 > 255) {
        FAIL("--base-k %lld: one load3dv1 takes 255 blocks of %lld", (LL)o->base_k, (LL)p->c0);
    }
    return check_fractal_copy(product, p, err);
}

/* One stream stands for all cores only where the tiles of every row of cores are those of the first, moved by images or
 * by rows. */
static bool check_compact(const struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_conv2d_options *o = &p->o;
    if (!o->compact) {
        return true;
    }
    if (o->grid_n > 1 && p->n != p->single_n * o->grid_n) {
        FAIL("--compact: %lld output channels are not %lld parts of %lld, so that cores differ; choose --cout, "
             "--base-n "
             "or --grid", (LL)p->n, (LL)o->grid_n, (LL)p->single_n);
    }
    if (o->batch % o->grid_m == 0) {
        return true;
    }
    bool same = o->batch == 1 && p->tiles % o->grid_m == 0;
    for (int64_t i = 0; i < p->tiles && same; i++) {
        struct aic_conv2d_tile t = aic_conv2d_tile_at(p, i, 0, 0);
        same = t.rows == o->rows && !t.padding && t.top == 0 && t.bottom == 0;
    }
    if (!same) {
        FAIL("--compact: %lld rows of cores share %lld images of %lld output rows, %lld a tile, and do not all do the "
             "same: they must divide --batch, or share one image whose tiles are whole and keep off the padding above "
             "and below; --grid 1x%lld shares the output channels instead", (LL)o->grid_m, (LL)o->batch, (LL)p->out_h,
             (LL)o->rows, (LL)o->cores);
    }
    return true;
}

static bool choose_result(const struct aic_product *product, struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_conv2d_options *o = &p->o;
    struct aic_gen_result result = o->result;
    struct aic_gen_bias bias;
    result.layout = AIC_GEN_NZ;
    if (!aic_gen_check_cores(product, o->cores, err) ||
        !aic_gen_check_types(product, (const enum aic_dtype[]){o->a, o->b, o->c}, false, o->bias, &bias, err) ||
        !aic_gen_choose_drain(product, &result, o->c, &p->drain, err)) {
        return false;
    }
    p->bias_mmad = bias.by_mmad;
    p->bias_dtype = bias.dtype;
    return true;
}

static bool fits(const char *what, int64_t bytes, int64_t size, const char *fix, struct aic_gen_error *err)
{
    if (bytes > size) {
        FAIL("%s: %lld bytes are needed, there are %lld; choose a smaller %s", what, (LL)bytes, (LL)size, fix);
    }
    return true;
}

/* Pixels of the largest tile; rows of the largest slab. */
static int64_t most_pixels(const struct aic_conv2d_plan *p)
{
    return aic_gen_min(p->o.rows, p->out_h) * p->out_w;
}

static int64_t most_rows(const struct aic_conv2d_plan *p)
{
    return aic_gen_min(p->o.height, (aic_gen_min(p->o.rows, p->out_h) - 1) * p->o.stride_h + p->key_h);
}

/* Slabs, weights, bias, ones, words. */
static void lay_out_l1(struct aic_conv2d_plan *p)
{
    const struct aic_conv2d_options *o = &p->o;
    int64_t core_n = aic_gen_min(p->single_n, p->n);
    int64_t words = aic_gen_round_up(aic_gen_words_bytes(&p->drain, core_n), 512);
    p->x_slot_bytes = aic_gen_round_up(p->c1 * most_rows(p) * o->width * 32, 512);
    p->w_l1 = o->depth_x * p->x_slot_bytes;
    p->w_slot_bytes = aic_gen_bytes(p->k * aic_gen_min(o->base_n, p->n), o->b);
    p->bias_l1 = p->w_l1 + o->depth_w * p->w_slot_bytes;
    p->ones_l1 = p->bias_l1 + aic_gen_round_up(aic_conv2d_bias_bytes(p, core_n), 512);
    int64_t at = p->ones_l1 + (p->bias_mmad ? 512 : 0);
    p->drain.words_at = p->drain.to_ub ? p->c_slots * p->drain.ub_slot_bytes : at;
    p->l1_bytes = at + (p->drain.to_ub ? 0 : words);
    p->ub_bytes = p->drain.to_ub ? p->drain.words_at + words : 0;
}

static bool check_flags(const struct aic_product *product, const struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    int64_t ids = aic_gen_min(lim->flag_ids, lim->flag_ids_reserved_from);
    if (p->o.depth_x + p->o.depth_w > ids || p->o.l0c_depth > ids) {
        FAIL("--l1-depth, --l0c-depth: %lld slabs, %lld tiles of weights and %lld results need more than the %lld "
             "flags "
             "of a pair of pipes of %s", (LL)p->o.depth_x, (LL)p->o.depth_w, (LL)p->o.l0c_depth, (LL)ids,
             product->name);
    }
    int64_t pad = aic_gen_max(p->o.pad_top, p->o.pad_bottom);
    if (p->one_pixel && !lim->mmad_disable_gemv && p->o.stride_h > 255 - pad) {
        FAIL("--pad: tiles of one pixel get %lld rows of padding more, and an image load takes at most 255; choose "
             "--rows",
             (LL)p->o.stride_h);
    }
    if (most_pixels(p) > 4095) {
        FAIL("--rows %lld: a tile has %lld pixels, and Mmad takes at most 4095 rows; choose fewer", (LL)p->o.rows,
             (LL)most_pixels(p));
    }
    return true;
}

static bool lay_out(const struct aic_product *product, struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    const struct aic_conv2d_options *o = &p->o;
    int64_t m = aic_gen_round_up(most_pixels(p), 16), n = aic_gen_min(o->base_n, p->n), k = aic_gen_min(o->base_k,
                                                                                                        p->k);
    p->l0_slots = o->db_l0 ? 2 : 1;
    p->c_slots = o->l0c_depth;
    p->drain.c_slot_bytes = m * n * aic_gen_bytes(1, o->c);
    p->drain.ub_slot_bytes = m * n * aic_gen_bytes(1, p->drain.r.out);
    p->drain.gm_cols = p->out_h * p->out_w * p->drain.strip;
    lay_out_l1(p);
    return check_flags(product, p, err) &&
           fits("L1", p->l1_bytes, lim->sizes.bytes[AIC_L1], "--l1-depth, --rows or --base-n", err) &&
           fits("a block of the image in L0A", m * aic_gen_bytes(k, o->a), lim->sizes.bytes[AIC_L0A] / p->l0_slots,
                "--rows or --base-k", err) &&
           fits("a block of weights in L0B", n * aic_gen_bytes(k, o->b), lim->sizes.bytes[AIC_L0B] / p->l0_slots,
                "--base-n or --base-k", err) &&
           fits("the results in L0C", p->c_slots * p->drain.c_slot_bytes, lim->sizes.bytes[AIC_L0C],
                "--rows, --base-n or --l0c-depth", err) &&
           (!o->bias || p->bias_mmad ||
            fits("the bias of a tile in the BiasTable", n * 4, lim->sizes.bytes[AIC_BT], "--base-n", err)) &&
           (!p->drain.vector || p->drain.to_ub ||
            fits("the words of a tile in the Fixpipe buffer", n * 8, lim->fb_quant_bytes, "--base-n", err)) &&
           (!p->drain.to_ub || fits("UB", p->ub_bytes, lim->sizes.bytes[AIC_UB], "--rows, --base-n or --l0c-depth",
                                    err));
}

bool aic_conv2d_make_plan(const struct aic_product *product, const struct aic_conv2d_options *options,
                          struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    *p = (struct aic_conv2d_plan){.o = *options};
    return check_sizes(&p->o, err) && choose_result(product, p, err) && shape(p, err) && check_compact(p, err) &&
           choose_loads(product, p, err) && lay_out(product, p, err);
}
