/* M: the cube. One fractal triple (16 x C0 by C0 x 16) takes one pass, or several where the type is slower.
 * Source: products.md 1.3 and 5.1. */
#include "pipes/pipes.h"

bool aic_cube_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    const struct aic_pipe_costs *c = in->costs;
    const struct aic_work *w = in->work;
    int64_t passes = w->hf32 ? c->mmad_passes_hf32 : c->mmad_passes[w->src_dtype];
    if (passes == AIC_UNKNOWN || c->mmad_start == AIC_UNKNOWN) {
        *in->missing = passes == AIC_UNKNOWN ? "cube.passes" : "cube.start";
        return false;
    }
    uint64_t triples = (uint64_t)w->m1 * w->n1 * w->k1;
    out->startup = c->mmad_start;
    out->data = (aic_time)(triples * (uint64_t)passes);
    out->gap = c->mmad_gap;
    out->tail = c->mmad_tail;
    return true;
}
