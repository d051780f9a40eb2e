#include "tools/gen_explain.h"

#include "pipes/time.h"

#define LL long long

const char *aic_gen_plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

void aic_gen_explain_path(FILE *to, const char *name, const struct aic_product *product, enum aic_route route,
                          int64_t bytes)
{
    int64_t rate = product->pipes.route[route].rate;
    fprintf(to, "  %-15s %lld bytes", name, (LL)bytes);
    if (rate > 0) {
        fprintf(to, ", %.0f cycles at %.4g bytes a cycle\n", (double)bytes * (double)AIC_CYCLE / (double)rate,
                (double)rate / (double)AIC_CYCLE);
    } else {
        fprintf(to, ", unknown rate\n");
    }
}

void aic_gen_explain_cube(FILE *to, const struct aic_product *product, enum aic_dtype a, int64_t fractals)
{
    int64_t passes = product->pipes.mmad_passes[a];
    fprintf(to, "  cube            %lld fractal products", (LL)fractals);
    if (passes > 0) {
        fprintf(to, ", %.0f cycles\n", (double)fractals * (double)passes / (double)AIC_CYCLE);
    } else {
        fprintf(to, ", unknown rate\n");
    }
}

void aic_gen_explain_out(FILE *to, const struct aic_product *product, const struct aic_gen_drain *d, int64_t bytes)
{
    aic_gen_explain_path(to, d->to_ub ? "UB to GM" : "L0C to GM", product, d->to_ub ? AIC_ROUTE_UB_GM
                         : AIC_ROUTE_L0C_GM,
                         bytes);
}
