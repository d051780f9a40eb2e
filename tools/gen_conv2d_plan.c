/* From a convolution that is asked for to a plan, its data, and its explanation. */
#include <stdlib.h>

#include "buffers/float_formats.h"
#include "tools/gen_conv2d.h"
#include "tools/gen_data.h"

#define LL long long
#define FAIL(...) return aic_gen_fail(err, __VA_ARGS__)

static bool check_sizes(const struct aic_conv2d_options *o, struct aic_gen_error *err)
{
    const struct {
        const char *name;
        int64_t value, min, max;
    } sizes[] = {
        {"C of --input", o->channels, 1, 65535}, {"H of --input", o->height, 1, 32767},
        {"W of --input", o->width, 1, 32767}, {"--cout", o->out_channels, 1, 65535},
        {"H of --kernel", o->kernel_h, 1, 255}, {"W of --kernel", o->kernel_w, 1, 255},
        {"H of --stride", o->stride_h, 1, 63}, {"W of --stride", o->stride_w, 1, 63},
        {"H of --dilation", o->dilation_h, 1, 255}, {"W of --dilation", o->dilation_w, 1, 255},
        {"left of --pad", o->pad_left, 0, 255}, {"right of --pad", o->pad_right, 0, 255},
        {"top of --pad", o->pad_top, 0, 255}, {"bottom of --pad", o->pad_bottom, 0, 255},
        {"--rows", o->rows, 1, 32767}, {"--base-n", o->base_n, 16, 4095}, {"--base-k", o->base_k, 1, 4095},
        {"--cores", o->cores, 1, 4096}, {"X of --l1-depth", o->depth_x, 1, 64}, {"W of --l1-depth", o->depth_w, 1, 64},
        {"--l0c-depth", o->l0c_depth, 1, 64},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (sizes[i].value < sizes[i].min || sizes[i].value > sizes[i].max) {
            FAIL("%s is %lld, not %lld..%lld", sizes[i].name, (LL)sizes[i].value, (LL)sizes[i].min, (LL)sizes[i].max);
        }
    }
    return true;
}

static bool shape(struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_conv2d_options *o = &p->o;
    p->c0 = (int64_t)aic_dtype_c0(o->a);
    p->c1 = aic_gen_ceil_div(o->channels, p->c0);
    p->n = aic_gen_round_up(o->out_channels, 16);
    p->k = p->c1 * p->c0 * o->kernel_h * o->kernel_w;
    p->key_h = (o->kernel_h - 1) * o->dilation_h + 1;
    p->key_w = (o->kernel_w - 1) * o->dilation_w + 1;
    int64_t h = o->height + o->pad_top + o->pad_bottom - p->key_h, w = o->width + o->pad_left + o->pad_right - p->key_w;
    if (h < 0 || w < 0) {
        FAIL("the kernel, %lld x %lld with its dilation, is larger than the padded image", (LL)p->key_h, (LL)p->key_w);
    }
    p->out_h = h / o->stride_h + 1;
    p->out_w = w / o->stride_w + 1;
    if (o->base_k % p->c0 || o->base_n % 16) {
        FAIL("--base-k is a multiple of %lld, --base-n of 16", (LL)p->c0);
    }
    if (p->k / p->c0 > 4095 || p->c1 * p->c0 > 65535 || p->n > 65535 ||
        o->height * o->width > 65535 || p->out_h * p->out_w > 4095 * 16) {
        FAIL("the image or the weights are larger than one copy can step over");
    }
    return true;
}

struct aic_conv2d_tile aic_conv2d_tile_at(const struct aic_conv2d_plan *p, int64_t index, int64_t n0)
{
    const struct aic_conv2d_options *o = &p->o;
    struct aic_conv2d_tile t = {.oh = index * o->rows, .n0 = n0, .n = aic_gen_min(o->base_n, p->n - n0)};
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

/* A fractal of load2d is 16 pixels: what is copied must have as many. */
static bool check_fractal_copy(const struct aic_product *product, const struct aic_conv2d_plan *p,
                               struct aic_gen_error *err)
{
    for (int64_t i = 0; p->fractal_copy && i * p->o.rows < p->out_h; i++) {
        struct aic_conv2d_tile t = aic_conv2d_tile_at(p, i, 0);
        if (!t.padding && t.h_rows * p->o.width < 16) {
            FAIL("tile %lld needs %lld pixels of the image, and %s copies to L1 by load2d, 16 at a time: choose --rows",
                 (LL)i, (LL)(t.h_rows * p->o.width), product->name);
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
    if (!p->first_load3d && (lim->load3d_channel_legacy || !aic_gen_has(lim, insn, AIC_L0A, o->a))) {
        FAIL("%s has no image load of %s into L0A", product->name, aic_dtype_name(o->a));
    }
    p->fractal_copy = !copies(lim, p, "data_copy");
    if (p->fractal_copy && (lim->load2d_by_2dv2 || !copies(lim, p, "load2d"))) {
        FAIL("%s has neither data_copy nor load2d of %s from GM to L1", product->name, aic_dtype_name(o->a));
    }
    if (!aic_gen_has(lim, "load2dv2", AIC_L0B, o->b) && !aic_gen_has(lim, "load2d", AIC_L0B, o->b)) {
        FAIL("%s has no load of %s from L1 to L0B", product->name, aic_dtype_name(o->b));
    }
    if (p->first_load3d && o->base_k / p->c0 > 255) {
        FAIL("--base-k has more than the 255 blocks of one load3dv1");
    }
    return check_fractal_copy(product, p, err);
}

/* One stream stands for all cores only where every tile is the one before, moved down. */
static bool check_compact(const struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_conv2d_options *o = &p->o;
    int64_t tiles = aic_gen_ceil_div(p->out_h, o->rows);
    bool same = tiles % o->cores == 0;
    for (int64_t i = 0; i < tiles; i++) {
        struct aic_conv2d_tile t = aic_conv2d_tile_at(p, i, 0);
        same = same && t.rows == o->rows && !t.padding && t.top == 0 && t.bottom == 0;
    }
    if (o->compact && !same) {
        FAIL("--compact needs the same work on every core: %lld output rows in tiles of %lld, none of which reaches "
             "the padding above or below, as many on each of %lld cores", (LL)p->out_h, (LL)o->rows, (LL)o->cores);
    }
    return true;
}

static bool choose_result(const struct aic_product *product, struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_conv2d_options *o = &p->o;
    struct aic_matmul_options product_of = {
        .m = p->out_h * p->out_w, .n = p->n, .k = p->k, .a = o->a, .b = o->b, .c = o->c, .out = o->out,
        .base_m = 16, .base_n = o->base_n, .base_k = o->base_k, .quant = o->quant, .quant_given = o->quant_given,
        .scale = o->scale, .relu = o->relu, .unit_flag = o->unit_flag,
        .bias = o->bias};
    p->drain = (struct aic_matmul_plan){.o = product_of};
    if (!aic_matmul_choose_types(product, &p->drain, err)) {
        return false;
    }
    if (o->bias && !aic_gen_has(&product->isa, "data_copy", AIC_L1, p->drain.bias_dtype)) {
        FAIL("%s does not copy a bias of %s from GM to L1", product->name, aic_dtype_name(p->drain.bias_dtype));
    }
    if (aic_dtype_bits(p->drain.o.out) < 16 || p->drain.quant_vector) {
        FAIL("results of a convolution have 16 or 32 bits here, and one scale");
    }
    return true;
}

static bool fits(const char *what, int64_t bytes, int64_t size, struct aic_gen_error *err)
{
    if (bytes > size) {
        FAIL("%s needs %lld bytes of %lld", what, (LL)bytes, (LL)size);
    }
    return true;
}

static bool lay_out(const struct aic_product *product, struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    const struct aic_conv2d_options *o = &p->o;
    int64_t rows = aic_gen_min(o->rows, p->out_h), m = aic_gen_round_up(rows * p->out_w, 16);
    int64_t h = aic_gen_min(o->height, (rows - 1) * o->stride_h + p->key_h), n = aic_gen_min(o->base_n, p->n);
    int64_t k = aic_gen_min(o->base_k, p->k), ids = aic_gen_min(lim->flag_ids, lim->flag_ids_reserved_from);
    p->l0_slots = o->db_l0 ? 2 : 1;
    p->c_slots = o->l0c_depth;
    p->c_slot_bytes = m * n * aic_gen_bytes(1, o->c);
    p->ub_slot_bytes = p->drain.to_ub ? m * n * aic_gen_bytes(1, p->drain.o.out) : 0;
    p->x_slot_bytes = aic_gen_round_up(p->c1 * h * o->width * 32, 512);
    p->w_l1 = o->depth_x * p->x_slot_bytes;
    p->w_slot_bytes = aic_gen_bytes(p->k * n, o->b);
    p->bias_l1 = p->w_l1 + o->depth_w * p->w_slot_bytes;
    p->l1_bytes = p->bias_l1 + (o->bias ? p->n * 4 : 0);
    if (o->depth_x + o->depth_w > ids || o->l0c_depth > ids) {
        FAIL("%lld slabs and %lld tiles of weights need more than %lld flags", (LL)o->depth_x, (LL)o->depth_w, (LL)ids);
    }
    if (rows * p->out_w > 4095 || rows * p->out_w == 1) {
        FAIL("a tile has %lld pixels; Mmad takes 2..4095 here: choose --rows", (LL)(rows * p->out_w));
    }
    if (p->out_w == 1 && p->out_h % rows == 1) {
        FAIL("the last tile has one pixel and would be multiplied as GEMV: choose --rows");
    }
    return fits("L1", p->l1_bytes, lim->sizes.bytes[AIC_L1], err) &&
           fits("a block of the image in L0A", m * aic_gen_bytes(k, o->a), lim->sizes.bytes[AIC_L0A] / p->l0_slots,
                err) &&
           fits("a block of weights in L0B", n * aic_gen_bytes(k, o->b), lim->sizes.bytes[AIC_L0B] / p->l0_slots,
                err) &&
           fits("L0C", p->c_slots * p->c_slot_bytes, lim->sizes.bytes[AIC_L0C], err) &&
           (!o->bias || fits("the bias of a tile", n * 4, lim->sizes.bytes[AIC_BT], err)) &&
           (!p->drain.to_ub || fits("UB", p->c_slots * p->ub_slot_bytes, lim->sizes.bytes[AIC_UB], err));
}

bool aic_conv2d_make_plan(const struct aic_product *product, const struct aic_conv2d_options *options,
                          struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    *p = (struct aic_conv2d_plan){.o = *options};
    return check_sizes(&p->o, err) && shape(p, err) && check_compact(p, err) && choose_loads(product, p, err) &&
           choose_result(product, p, err) && lay_out(product, p, err);
}

void aic_conv2d_explain(FILE *to, const struct aic_product *product, const struct aic_conv2d_plan *p)
{
    const struct aic_conv2d_options *o = &p->o;
    int64_t m1 = 0, m = p->out_h * p->out_w, passes = product->pipes.mmad_passes[o->a];
    for (int64_t oh = 0; oh < p->out_h; oh += o->rows) {
        m1 += aic_gen_ceil_div(aic_gen_min(o->rows, p->out_h - oh) * p->out_w, 16);
    }
    int64_t fractals = m1 * (p->n / 16) * (p->k / p->c0), n_tiles = aic_gen_ceil_div(p->n, o->base_n);
    fprintf(to, "%lldx%lld convolution of %lldx%lldx%lld to %lldx%lldx%lld on %s: a product of %lld x %lld x %lld\n",
            (LL)o->kernel_h, (LL)o->kernel_w, (LL)o->channels, (LL)o->height, (LL)o->width, (LL)o->out_channels,
            (LL)p->out_h, (LL)p->out_w, product->name, (LL)m, (LL)p->n, (LL)p->k);
    fprintf(to, "\ntiling\n  tiles           %lld of %lld output rows, %lld of %lld output channels\n",
            (LL)aic_gen_ceil_div(p->out_h, o->rows), (LL)o->rows, (LL)n_tiles, (LL)o->base_n);
    fprintf(to, "  cores           %lld, tile i on core i %% %lld\n", (LL)o->cores, (LL)o->cores);
    fprintf(to, "  image load      %s\n", p->first_load3d ? "load3dv1, one a fractal row"
                                         : p->stride_load3d ? "load3d_stride" : "load3dv2");
    fprintf(to, "\nbuffers\n  L1  image       %lld slab%s of %lld bytes, from 0 on\n", (LL)o->depth_x,
            o->depth_x == 1 ? "" : "s", (LL)p->x_slot_bytes);
    fprintf(to, "  L1  weights     %lld tile%s of %lld bytes, from %lld on\n", (LL)o->depth_w,
            o->depth_w == 1 ? "" : "s",
            (LL)p->w_slot_bytes, (LL)p->w_l1);
    if (o->bias) {
        fprintf(to, "  L1  bias        %lld bytes, from %lld on\n", (LL)(p->n * 4), (LL)p->bias_l1);
    }
    fprintf(to, "  L0A, L0B        %lld buffer%s\n  L0C             %lld result%s of %lld bytes\n", (LL)p->l0_slots,
            p->l0_slots == 1 ? "" : "s", (LL)p->c_slots, p->c_slots == 1 ? "" : "s", (LL)p->c_slot_bytes);
    fprintf(to, "\nbounds of all cores together: the work alone\n  cube            %lld fractal products",
            (LL)fractals);
    if (passes > 0) {
        fprintf(to, ", %.0f cycles", (double)fractals * (double)passes / 1024);
    }
    fprintf(to, "\n  L1 to L0A       %lld bytes\n  L1 to L0B       %lld bytes\n  result to GM    %lld bytes\n",
            (LL)(m1 * 16 * aic_gen_bytes(p->k, o->a) * n_tiles),
            (LL)(aic_gen_ceil_div(p->out_h, o->rows) * p->n * aic_gen_bytes(p->k, o->b)),
            (LL)(m * p->n * aic_gen_bytes(1, p->drain.o.out)));
}

/* Element (channel, row, column) of the image, 0 outside of it. */
static double pixel(const struct aic_conv2d_plan *p, const double *x, int64_t ch, int64_t h, int64_t w)
{
    bool inside = h >= 0 && h < p->o.height && w >= 0 && w < p->o.width;
    return inside ? x[(ch * p->o.height + h) * p->o.width + w] : 0;
}

static double convolve(const struct aic_conv2d_plan *p, const double *x, const double *w, int64_t n, int64_t oh,
                       int64_t ow)
{
    const struct aic_conv2d_options *o = &p->o;
    double sum = 0;
    for (int64_t ch = 0; ch < o->channels; ch++) {
        for (int64_t i = 0; i < o->kernel_h; i++) {
            for (int64_t j = 0; j < o->kernel_w; j++) {
                sum += w[((n * o->channels + ch) * o->kernel_h + i) * o->kernel_w + j] *
                       pixel(p, x, ch, oh * o->stride_h + i * o->dilation_h - o->pad_top,
                             ow * o->stride_w + j * o->dilation_w - o->pad_left);
            }
        }
    }
    return sum;
}

static void pack_image(const struct aic_conv2d_plan *p, const double *x, uint64_t *raw)
{
    int64_t pixels = p->o.height * p->o.width;
    for (int64_t ch = 0; ch < p->o.channels; ch++) {
        for (int64_t i = 0; i < pixels; i++) {
            raw[(ch / p->c0 * pixels + i) * p->c0 + ch % p->c0] = aic_value_encode(p->o.a, x[ch * pixels + i], NULL);
        }
    }
}

static void pack_weights(const struct aic_conv2d_plan *p, const double *w, uint64_t *raw)
{
    int64_t points = p->o.kernel_h * p->o.kernel_w;
    for (int64_t n = 0; n < p->o.out_channels; n++) {
        for (int64_t ch = 0; ch < p->o.channels; ch++) {
            for (int64_t i = 0; i < points; i++) {
                int64_t block = ch / p->c0 * points + i;
                raw[(block * p->n + n) * p->c0 + ch % p->c0] =
                    aic_value_encode(p->o.b, w[(n * p->o.channels + ch) * points + i], NULL);
            }
        }
    }
}

static void pack_result(const struct aic_conv2d_plan *p, const double *x, const double *w, const double *bias,
                        uint64_t *raw)
{
    const struct aic_matmul_options *o = &p->drain.o;
    int64_t pixels = p->out_h * p->out_w;
    for (int64_t n = 0; n < p->n; n++) {
        for (int64_t i = 0; i < pixels; i++) {
            double sum = n < p->o.out_channels ? convolve(p, x, w, n, i / p->out_w, i % p->out_w) : 0;
            sum += bias[n];
            raw[(n / 16 * pixels + i) * 16 + n % 16] =
                aic_gen_quantised(sum, o->c, o->quant, p->drain.quant_word, o->relu, o->out);
        }
    }
}

/* The arrays of a convolution: numbers, and the patterns that GM holds. */
struct arrays {
    double *x, *w, *bias;
    uint64_t *rx, *rw, *rb, *rc;
};

static void fill(const struct aic_conv2d_plan *p, struct arrays *a, size_t nx, size_t nw)
{
    uint64_t seed = 20260102;
    int most = p->o.c == AIC_DT_HALF ? 1 : 4;
    for (size_t i = 0; i < nx; i++) {
        a->x[i] = aic_gen_small_number(&seed, p->o.a, most);
    }
    for (size_t i = 0; i < nw; i++) {
        a->w[i] = aic_gen_small_number(&seed, p->o.b, most);
    }
    for (int64_t i = 0; p->o.bias && i < p->n; i++) {
        a->bias[i] = aic_gen_small_number(&seed, AIC_DT_INT8, 64);
        a->rb[i] = aic_value_encode(p->drain.bias_dtype, a->bias[i], NULL);
    }
    pack_image(p, a->x, a->rx);
    pack_weights(p, a->w, a->rw);
    pack_result(p, a->x, a->w, a->bias, a->rc);
}

bool aic_conv2d_write_data(const struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_conv2d_options *o = &p->o;
    size_t nx = (size_t)(o->channels * o->height * o->width), pixels = (size_t)(p->out_h * p->out_w);
    size_t nw = (size_t)(o->out_channels * o->channels * o->kernel_h * o->kernel_w), n = (size_t)p->n;
    size_t image = (size_t)(p->c1 * o->height * o->width * p->c0), k = (size_t)p->k, c0 = (size_t)p->c0;
    struct arrays a = {calloc(nx, sizeof *a.x), calloc(nw, sizeof *a.w), calloc(n, sizeof *a.bias),
                       calloc(image, sizeof *a.rx), calloc(k * n, sizeof *a.rw), calloc(n, sizeof *a.rb),
                       calloc(n * pixels, sizeof *a.rc)};
    bool ok = a.x && a.w && a.bias && a.rx && a.rw && a.rb && a.rc;
    if (ok) {
        fill(p, &a, nx, nw);
        ok = aic_gen_write_array(o->data, "x", o->a, a.rx, image / c0, c0, err) &&
             aic_gen_write_array(o->data, "w", o->b, a.rw, k * n / c0, c0, err) &&
             (!o->bias || aic_gen_write_array(o->data, "bias", p->drain.bias_dtype, a.rb, 0, n, err)) &&
             aic_gen_write_array(o->data, "c", p->drain.o.out, a.rc, n / 16 * pixels, 16, err);
    } else {
        aic_gen_fail(err, "out of memory");
    }
    free(a.x);
    free(a.w);
    free(a.bias);
    free(a.rx);
    free(a.rw);
    free(a.rb);
    free(a.rc);
    return ok;
}
