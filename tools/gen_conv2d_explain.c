/* What a convolution's plan comes to: tiling, buffers, the work of a core and the bounds that it sets. */
#include "tools/gen_conv2d.h"
#include "tools/gen_explain.h"

#define LL long long

static void print_tiling(FILE *to, const struct aic_product *product, const struct aic_conv2d_plan *p)
{
    const struct aic_conv2d_options *o = &p->o;
    fprintf(to, "%lldx%lld convolution of %lld image%s of %lldx%lldx%lld to %lldx%lldx%lld on %s, drained as %s by "
                "%s%s: "
            "a product of %lld x %lld x %lld\n", (LL)o->kernel_h, (LL)o->kernel_w, (LL)o->batch,
            aic_gen_plural(o->batch), (LL)o->channels, (LL)o->height, (LL)o->width, (LL)o->out_channels, (LL)p->out_h,
            (LL)p->out_w, product->name, aic_dtype_name(p->drain.r.out), aic_quant_names[p->drain.r.quant],
            p->drain.to_ub ? " through UB" : "", (LL)(o->batch * p->out_h * p->out_w), (LL)p->n, (LL)p->k);
    fprintf(to, "\ntiling\n  tiles           %lld of %lld output row%s for each image, %lld of %lld output channels\n",
            (LL)p->tiles_h, (LL)o->rows, aic_gen_plural(o->rows), (LL)aic_gen_ceil_div(p->n, o->base_n),
            (LL)o->base_n);
    fprintf(to, "  cores           %lld as %lld x %lld: tile i in row i %% %lld, the images of one row of tiles after "
                "one "
            "another; %lld output channels a column\n", (LL)o->cores, (LL)o->grid_m, (LL)o->grid_n, (LL)o->grid_m,
            (LL)p->single_n);
    int64_t idle = 0, n0;
    for (int64_t core = 0; core < o->cores; core++) {
        idle += aic_conv2d_channels(p, core, &n0) == 0;
    }
    aic_gen_explain_idle(to, o->cores, idle, "--grid, --rows or --base-n");
    fprintf(to, "  image load      %s\n", p->first_load3d ? "load3dv1, one a fractal row"
                                         : p->stride_load3d ? "load3d_stride" : "load3dv2");
}

static void print_buffers(FILE *to, const struct aic_product *product, const struct aic_conv2d_plan *p)
{
    const struct aic_conv2d_options *o = &p->o;
    const int64_t *bytes = product->isa.sizes.bytes;
    fprintf(to, "\nbuffers\n  L1  image       %lld slab%s of %lld bytes, from 0 on\n", (LL)o->depth_x,
            aic_gen_plural(o->depth_x), (LL)p->x_slot_bytes);
    fprintf(to, "  L1  weights     %lld tile%s of %lld bytes, from %lld on\n", (LL)o->depth_w,
            aic_gen_plural(o->depth_w), (LL)p->w_slot_bytes, (LL)p->w_l1);
    if (o->bias) {
        fprintf(to, "  L1  bias        from %lld on%s\n", (LL)p->bias_l1,
                p->bias_mmad ? "; every tile starts as ones x bias" : "; copied to bt:0 for every tile");
    }
    if (p->drain.vector) {
        fprintf(to, "  %s  words       from %lld on\n", p->drain.to_ub ? "UB" : "L1", (LL)p->drain.words_at);
    }
    fprintf(to, "  L1  in all      %lld of %lld bytes\n", (LL)p->l1_bytes, (LL)bytes[AIC_L1]);
    fprintf(to, "  L0A, L0B        %lld buffer%s, %lld and %lld bytes apart\n", (LL)p->l0_slots,
            aic_gen_plural(p->l0_slots), (LL)(bytes[AIC_L0A] / p->l0_slots), (LL)(bytes[AIC_L0B] / p->l0_slots));
    fprintf(to, "  L0C             %lld result%s of %lld bytes, there are %lld\n", (LL)p->c_slots,
            aic_gen_plural(p->c_slots), (LL)p->drain.c_slot_bytes, (LL)bytes[AIC_L0C]);
    if (p->drain.to_ub) {
        fprintf(to, "  UB              %lld result%s of %lld bytes, %lld of %lld bytes in all\n", (LL)p->c_slots,
                aic_gen_plural(p->c_slots), (LL)p->drain.ub_slot_bytes, (LL)p->ub_bytes, (LL)bytes[AIC_UB]);
    }
}

struct totals {
    int64_t tiles, fractals, gm_x, gm_w, gm_columns, l0a, l0b, bt, ub, out;
};

/* Bytes of a piece; whole fractals where load2d copies. */
static int64_t copied(const struct aic_conv2d_plan *p, int64_t bytes)
{
    return p->fractal_copy ? aic_gen_round_up(bytes, 512) : bytes;
}

static struct totals core_totals(const struct aic_conv2d_plan *p, int64_t core)
{
    struct totals sum = {0};
    int64_t n0, core_n = aic_conv2d_channels(p, core, &n0);
    sum.gm_columns = aic_conv2d_bias_bytes(p, core_n) + (p->bias_mmad ? 512 : 0) +
                     aic_gen_words_bytes(&p->drain, core_n);
    for (int64_t n = 0; n < core_n; n += p->o.base_n) {
        int64_t width = aic_gen_min(p->o.base_n, core_n - n);
        sum.gm_w += p->k / p->c0 * copied(p, width * 32);
        for (int64_t i = core % p->o.grid_m; i < p->tiles; i += p->o.grid_m) {
            struct aic_conv2d_tile t = aic_conv2d_tile_at(p, i, n0 + n, width);
            int64_t m1 = aic_gen_ceil_div(t.m, 16);
            sum.tiles++;
            sum.fractals += m1 * (width / 16) * ((p->bias_mmad ? 1 : 0) + p->k / p->c0);
            sum.gm_x += t.padding ? 0 : p->c1 * copied(p, t.h_rows * p->o.width * 32);
            sum.bt += p->o.bias && !p->bias_mmad ? width * 4 : 0;
            sum.l0a += (m1 * 16) * aic_gen_bytes(p->k + (p->bias_mmad ? p->c0 : 0), p->o.a);
            sum.l0b += width * aic_gen_bytes(p->k + (p->bias_mmad ? p->c0 : 0), p->o.b);
            sum.ub += aic_gen_ub_bytes(&p->drain, t.m, width);
            sum.out += aic_gen_bytes(t.m * width, p->drain.r.out);
        }
    }
    return sum;
}

static void print_bounds(FILE *to, const struct aic_product *product, const struct aic_conv2d_plan *p)
{
    struct totals sum = core_totals(p, 0);
    struct aic_gen_bounds b = {.to = to, .product = product};
    fprintf(to, "\nbounds of core 0: the work alone, without starts and waits\n  tiles             %lld\n",
            (LL)sum.tiles);
    aic_gen_explain_cube(&b, p->o.a, sum.fractals);
    aic_gen_explain_path(&b, "GM to L1, image", AIC_PIPE_MTE2, AIC_ROUTE_GM_L1, sum.gm_x);
    aic_gen_explain_path(&b, "GM to L1, weights", AIC_PIPE_MTE2, AIC_ROUTE_GM_L1, sum.gm_w);
    aic_gen_explain_path(&b, "GM, bias or words", AIC_PIPE_MTE2, AIC_ROUTE_GM_L1, sum.gm_columns);
    aic_gen_explain_path(&b, "L1 to L0A", AIC_PIPE_MTE1, AIC_ROUTE_L1_L0A, sum.l0a);
    aic_gen_explain_path(&b, "L1 to L0B", AIC_PIPE_MTE1, AIC_ROUTE_L1_L0B, sum.l0b);
    aic_gen_explain_path(&b, "L1 to BiasTable", AIC_PIPE_MTE1, AIC_ROUTE_L1_BT, sum.bt);
    aic_gen_explain_out(&b, &p->drain, sum.out, sum.ub);
    aic_gen_explain_least(&b);
}

void aic_conv2d_explain(FILE *to, const struct aic_product *product, const struct aic_conv2d_plan *p)
{
    print_tiling(to, product, p);
    print_buffers(to, product, p);
    print_bounds(to, product, p);
}
