/* What a plan comes to: tiling, buffers, bytes on every path and the bounds that they set. */
#include "tools/gen_explain.h"
#include "tools/gen_matmul.h"

#define LL long long

struct totals {
    int64_t tiles, mmads, fractals; /* fractal triples of Mmad */
    int64_t gm_a, gm_b, l0a, l0b, out;
};

static void add_tile(const struct aic_matmul_plan *p, const struct aic_matmul_tile *t, struct totals *sum)
{
    int64_t c0 = (int64_t)aic_dtype_c0(p->o.a);
    int64_t m1 = aic_gen_ceil_div(aic_gen_mmad_outer(&p->a, t->m), 16);
    int64_t n1 = aic_gen_ceil_div(aic_gen_mmad_outer(&p->b, t->n), 16);
    sum->tiles++;
    for (int64_t k0 = 0; k0 < p->o.k; k0 += p->o.base_k) {
        int64_t k = aic_gen_min(p->o.base_k, p->o.k - k0);
        sum->mmads++;
        sum->fractals += m1 * n1 * aic_gen_ceil_div(k, c0);
        sum->l0a += aic_gen_l0_bytes(&p->a, t->m, k);
        sum->l0b += aic_gen_l0_bytes(&p->b, t->n, k);
    }
    sum->gm_a += aic_gen_bytes(t->m * p->o.k, p->o.a) + (p->o.mx ? t->m * p->o.k / 32 : 0);
    sum->gm_b += aic_gen_bytes(t->n * p->o.k, p->o.b) + (p->o.mx ? t->n * p->o.k / 32 : 0);
    sum->out += aic_gen_bytes(t->m * t->n, p->drain.r.out);
}

static struct totals core_totals(const struct aic_matmul_plan *p, int64_t core)
{
    struct totals sum = {0};
    struct aic_matmul_tile part;
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

static void print_buffers(FILE *to, const struct aic_matmul_plan *p)
{
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
    fprintf(to, "  L1  in all       %lld bytes\n", (LL)p->l1_bytes);
    fprintf(to, "  L0C             %lld result%s of %lld bytes\n", (LL)p->c_slots, p->c_slots == 1 ? "" : "s",
            (LL)p->drain.c_slot_bytes);
    if (p->drain.to_ub) {
        fprintf(to, "  UB              %lld result%s of %lld bytes\n", (LL)p->c_slots, p->c_slots == 1 ? "" : "s",
                (LL)p->drain.ub_slot_bytes);
    }
}

static void print_bounds(FILE *to, const struct aic_product *product, const struct aic_matmul_plan *p)
{
    struct totals sum = core_totals(p, 0);
    bool nd2nz = !p->a.copy->nz_in_gm;
    fprintf(to, "\nbounds of core 0: the work alone, without starts and waits\n");
    fprintf(to, "  tiles           %lld, %lld Mmads\n", (LL)sum.tiles, (LL)sum.mmads);
    aic_gen_explain_cube(to, product, p->o.a, sum.fractals);
    aic_gen_explain_path(to, "GM to L1, A", product, nd2nz ? AIC_ROUTE_GM_L1_ND2NZ : AIC_ROUTE_GM_L1, sum.gm_a);
    aic_gen_explain_path(to, "GM to L1, B", product, nd2nz ? AIC_ROUTE_GM_L1_ND2NZ : AIC_ROUTE_GM_L1, sum.gm_b);
    aic_gen_explain_path(to, "L1 to L0A", product, AIC_ROUTE_L1_L0A, sum.l0a);
    aic_gen_explain_path(to, "L1 to L0B", product, AIC_ROUTE_L1_L0B, sum.l0b);
    aic_gen_explain_out(to, product, &p->drain, sum.out);
}

void aic_matmul_explain(FILE *to, const struct aic_product *product, const struct aic_matmul_plan *p)
{
    print_tiling(to, product, p);
    print_buffers(to, p);
    print_bounds(to, product, p);
}
