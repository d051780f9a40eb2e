#include "tools/gen_explain.h"

#include "pipes/time.h"

#define LL long long

const char *aic_gen_plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

void aic_gen_explain_idle(FILE *to, int64_t cores, int64_t idle, const char *choose)
{
    if (idle > 0) {
        fprintf(to, "  idle           %lld of %lld cores have no part; choose another %s\n", (LL)idle, (LL)cores,
                choose);
    }
}

void aic_gen_explain_path(struct aic_gen_bounds *b, const char *name, enum aic_pipe pipe, enum aic_route route,
                          int64_t bytes)
{
    int64_t rate = b->product->pipes.route[route].rate;
    if (bytes == 0) {
        return;
    }
    fprintf(b->to, "  %-17s %lld bytes", name, (LL)bytes);
    if (rate > 0) {
        double cycles = (double)bytes * (double)AIC_CYCLE / (double)rate;
        fprintf(b->to, ", %.0f cycles at %.4g bytes a cycle\n", cycles, (double)rate / (double)AIC_CYCLE);
        b->cycles[pipe] += cycles;
    } else {
        fprintf(b->to, ", unknown rate\n");
    }
}

void aic_gen_explain_cube(struct aic_gen_bounds *b, enum aic_dtype a, int64_t fractals)
{
    int64_t passes = b->product->pipes.mmad_passes[a];
    fprintf(b->to, "  cube              %lld fractal products", (LL)fractals);
    if (passes > 0) {
        b->cycles[AIC_PIPE_M] = (double)fractals * (double)passes / (double)AIC_CYCLE;
        fprintf(b->to, ", %.0f cycles\n", b->cycles[AIC_PIPE_M]);
    } else {
        fprintf(b->to, ", unknown rate\n");
    }
}

int64_t aic_gen_ub_bytes(const struct aic_gen_drain *d, int64_t m, int64_t n)
{
    return d->to_ub ? aic_gen_round_up(m, 16) * aic_gen_bytes(aic_gen_round_up(n, d->strip), d->r.out) : 0;
}

void aic_gen_explain_out(struct aic_gen_bounds *b, const struct aic_gen_drain *d, int64_t bytes, int64_t ub)
{
    if (d->to_ub) {
        aic_gen_explain_path(b, "L0C to UB", AIC_PIPE_V, AIC_ROUTE_L0C_UB_V, ub);
        aic_gen_explain_path(b, "UB to GM", AIC_PIPE_MTE3, AIC_ROUTE_UB_GM, bytes);
    } else {
        aic_gen_explain_path(b, "L0C to GM", AIC_PIPE_FIX, AIC_ROUTE_L0C_GM, bytes);
    }
}

void aic_gen_explain_least(const struct aic_gen_bounds *b)
{
    unsigned most = AIC_PIPE_M;
    for (unsigned i = 0; i < AIC_PIPE_COUNT; i++) {
        most = b->cycles[i] > b->cycles[most] ? i : most;
    }
    if (b->cycles[most] > 0) {
        fprintf(b->to, "  in all            at least %.0f cycles, by %s\n", b->cycles[most],
                aic_pipe_name((enum aic_pipe)most));
    }
}
