/* What a plan comes to: tiling, buffers, bytes on every path and the bounds that they set. */
#include "tools/gen_explain.h"
#include "tools/gen_matmul.h"

#define LL long long

struct totals {
    int64_t tiles, mmads, fractals; /* fractal triples of Mmad */
    int64_t gm_a, gm_b, gm_columns, l0a, l0b, bt, ub, out;
};

/* One operand of a tile: from GM by chunks, to L0 by blocks. */
static void add_side(const struct aic_matmul_plan *p, const struct aic_gen_side *s, int64_t outer, int64_t *gm,
                     int64_t *l0)
{
    for (int64_t k0 = 0; k0 < p->o.k; k0 += s->step * s->base_k) {
        int64_t k = aic_gen_min(s->step * s->base_k, p->o.k - k0);
        *gm += aic_gen_copy_bytes(s, s->k_rows ? k : outer, s->k_rows ? outer : k);
        *gm += s->scale_tensor ? aic_gen_round_up(outer, 16) * k / 32 : 0;
    }
    for (int64_t k0 = 0; k0 < p->o.k; k0 += p->o.base_k) {
        int64_t k = aic_gen_min(p->o.base_k, p->o.k - k0);
        *l0 += aic_gen_load_bytes(s, outer, k);
    }
}

static void add_tile(const struct aic_matmul_plan *p, const struct aic_matmul_tile *t, struct totals *sum)
{
    int64_t c0 = (int64_t)aic_dtype_c0(p->o.a), strip = p->drain.to_ub ? p->drain.strip : 1;
    int64_t m1 = aic_gen_ceil_div(aic_gen_mmad_outer(&p->a, t->m), 16);
    int64_t n1 = aic_gen_ceil_div(aic_gen_mmad_outer(&p->b, t->n), 16);
    sum->tiles++;
    for (int64_t k0 = 0; k0 < p->o.k; k0 += p->o.base_k) {
        sum->mmads++;
        sum->fractals += m1 * n1 * aic_gen_ceil_div(aic_gen_min(p->o.base_k, p->o.k - k0), c0);
    }
    add_side(p, p->gemv && t->m == 1 ? &p->a_line : &p->a, t->m, &sum->gm_a, &sum->l0a);
    add_side(p, &p->b, t->n, &sum->gm_b, &sum->l0b);
    if (p->bias_mmad) {
        sum->mmads++;
        sum->fractals += m1 * n1;
        sum->l0a += m1 * 512;
        sum->l0b += n1 * 512;
    } else if (p->o.bias) {
        sum->bt += n1 * 16 * 4;
    }
    sum->ub += aic_gen_ub_bytes(&p->drain, aic_gen_mmad_outer(&p->a, t->m), t->n);
    sum->out += aic_gen_bytes(t->m * aic_gen_round_up(t->n, strip), p->drain.r.out);
}

/* Bias, ones and words of a core. */
static int64_t column_bytes(const struct aic_matmul_plan *p, int64_t n)
{
    int64_t bytes = p->bias_mmad ? 512 : 0, piece = p->o.base_n % 16 ? p->o.base_n : n;
    for (int64_t i = 0; i < n; i += piece) {
        int64_t columns = aic_gen_min(piece, n - i);
        bytes += aic_matmul_bias_bytes(p, aic_gen_round_up(columns, 16) + aic_matmul_surplus(p));
        bytes += aic_gen_words_bytes(&p->drain, aic_gen_round_up(columns, p->drain.to_ub ? 16 : 4));
    }
    return bytes;
}

static struct totals core_totals(const struct aic_matmul_plan *p, int64_t core)
{
    struct totals sum = {0};
    struct aic_matmul_tile part;
    if (aic_matmul_core_part(p, core, 0, &part)) {
        sum.gm_columns = column_bytes(p, part.n);
    }
    for (int64_t pass = 0; pass < p->o.passes; pass++) {
        if (!aic_matmul_core_part(p, core, pass, &part)) {
            continue;
        }
        for (int64_t n = 0; n < part.n; n += p->o.base_n) {
            for (int64_t m = 0; m < part.m; m += p->o.base_m) {
                struct aic_matmul_tile t = {part.m0 + m, part.n0 + n, aic_gen_min(p->o.base_m, part.m - m),
                                            aic_gen_min(p->o.base_n, part.n - n), part.core_n0};
                add_tile(p, &t, &sum);
            }
        }
    }
    return sum;
}

static void print_tiling(FILE *to, const struct aic_product *product, const struct aic_matmul_plan *p)
{
    const struct aic_matmul_options *o = &p->o;
    fprintf(to, "C[%lld,%lld] = A[%lld,%lld] x B[%lld,%lld] on %s, %s:%s:%s, drained as %s by %s%s\n", (LL)o->m,
            (LL)o->n,
            (LL)o->m, (LL)o->k, (LL)o->k, (LL)o->n, product->name, aic_dtype_name(o->a), aic_dtype_name(o->b),
            aic_dtype_name(o->c), aic_dtype_name(p->drain.r.out), aic_quant_names[p->drain.r.quant], p->drain.to_ub
            ? " through UB" : "");
    fprintf(to, "\ntiling\n");
    fprintf(to, "  cores          %lld as %lld x %lld parts of M and N\n", (LL)o->cores, (LL)o->grid_m, (LL)o->grid_n);
    fprintf(to, "  part of a core %lld x %lld, %lld pass%s over M\n", (LL)p->single_m, (LL)p->single_n, (LL)o->passes,
            o->passes == 1 ? "" : "es");
    int64_t idle = 0;
    struct aic_matmul_tile part;
    for (int64_t core = 0; core < o->cores; core++) {
        idle += !aic_matmul_core_part(p, core, 0, &part);
    }
    aic_gen_explain_idle(to, o->cores, idle, "--grid or --base");
    fprintf(to, "  Mmad           %lld x %lld x %lld\n", (LL)o->base_m, (LL)o->base_n, (LL)o->base_k);
    fprintf(to, "  order          tiles of N outside, of M inside, k innermost\n");
}

static void print_side(FILE *to, const struct aic_gen_side *s, int64_t slots)
{
    bool a = s->l0 == AIC_L0A;
    fprintf(to, "  L1  %s            %lld chunk%s of %lld block%s of k, %lld bytes each, from %lld on; by %s, as NZ "
            "of %lld rows\n",
            a ? "A" : "B", (LL)s->slots, s->slots == 1 ? "" : "s", (LL)s->step,
            s->step == 1 ? "" : "s", (LL)s->slot_bytes, (LL)s->l1,
            s->copy->name, (LL)s->pitch);
    fprintf(to, "  %s             %lld buffer%s, %lld bytes apart, %lld bytes used; by %s\n", a ? "L0A" : "L0B",
            (LL)slots,
            slots == 1 ? "" : "s", (LL)s->l0_slot_bytes, (LL)aic_gen_l0_bytes(s, s->base_outer, s->base_k),
            s->scale_tensor ? "load2dmx" : s->load->name);
    if (s->scale_tensor) {
        fprintf(to, "  L1  scales of %s  %lld bytes a chunk, from %lld on\n", a ? "A" : "B", (LL)s->scale_slot_bytes,
                (LL)s->scale_l1);
    }
}

static void print_buffers(FILE *to, const struct aic_product *product, const struct aic_matmul_plan *p)
{
    const int64_t *bytes = product->isa.sizes.bytes;
    fprintf(to, "\nbuffers\n");
    print_side(to, &p->a, p->l0_slots);
    print_side(to, &p->b, p->l0_slots);
    if (p->bias_mmad) {
        fprintf(to, "  L1  bias         from %lld on, ones from %lld on; every tile starts as ones x bias\n",
                (LL)p->bias_l1, (LL)p->ones_l1);
    } else if (p->o.bias) {
        fprintf(to, "  L1  bias         from %lld on; copied to bt:0 for every tile\n", (LL)p->bias_l1);
    }
    if (p->drain.vector) {
        fprintf(to, "  %s  words        from %lld on\n", p->drain.to_ub ? "UB" : "L1", (LL)p->drain.words_at);
    }
    fprintf(to, "  L1  in all       %lld of %lld bytes\n", (LL)p->l1_bytes, (LL)bytes[AIC_L1]);
    fprintf(to, "  L0C             %lld result%s of %lld bytes, there are %lld\n", (LL)p->c_slots,
            aic_gen_plural(p->c_slots), (LL)p->drain.c_slot_bytes, (LL)bytes[AIC_L0C]);
    if (p->drain.to_ub) {
        fprintf(to, "  UB              %lld result%s of %lld bytes, %lld of %lld bytes in all\n", (LL)p->c_slots,
                aic_gen_plural(p->c_slots), (LL)p->drain.ub_slot_bytes, (LL)p->ub_bytes, (LL)bytes[AIC_UB]);
    }
}

static void print_bounds(FILE *to, const struct aic_product *product, const struct aic_matmul_plan *p)
{
    struct totals sum = core_totals(p, 0);
    struct aic_gen_bounds b = {.to = to, .product = product};
    enum aic_route a_way = p->a.copy->nz_in_gm ? AIC_ROUTE_GM_L1 : AIC_ROUTE_GM_L1_ND2NZ;
    enum aic_route b_way = p->b.copy->nz_in_gm ? AIC_ROUTE_GM_L1 : AIC_ROUTE_GM_L1_ND2NZ;
    fprintf(to, "\nbounds of core 0: the work alone, without starts and waits\n");
    fprintf(to, "  tiles             %lld, %lld Mmads\n", (LL)sum.tiles, (LL)sum.mmads);
    aic_gen_explain_cube(&b, p->o.a, sum.fractals);
    aic_gen_explain_path(&b, "GM to L1, A", AIC_PIPE_MTE2, a_way, sum.gm_a);
    aic_gen_explain_path(&b, "GM to L1, B", AIC_PIPE_MTE2, b_way, sum.gm_b);
    aic_gen_explain_path(&b, "GM, bias or words", AIC_PIPE_MTE2, AIC_ROUTE_GM_L1, sum.gm_columns);
    aic_gen_explain_path(&b, "L1 to L0A", AIC_PIPE_MTE1, AIC_ROUTE_L1_L0A, sum.l0a);
    aic_gen_explain_path(&b, "L1 to L0B", AIC_PIPE_MTE1, AIC_ROUTE_L1_L0B, sum.l0b);
    aic_gen_explain_path(&b, "L1 to BiasTable", AIC_PIPE_MTE1, AIC_ROUTE_L1_BT, sum.bt);
    aic_gen_explain_out(&b, &p->drain, sum.out, sum.ub);
    aic_gen_explain_least(&b);
}

void aic_matmul_explain(FILE *to, const struct aic_product *product, const struct aic_matmul_plan *p)
{
    print_tiling(to, product, p);
    print_buffers(to, product, p);
    print_bounds(to, product, p);
}
