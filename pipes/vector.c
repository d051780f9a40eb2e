/* Vector pipe: copies inside UB, and L0C to UB on products without Fixpipe. */
#include "pipes/pipes.h"

/* Source and destination in one bank: each row is read and written in turn (products.md 2.3, RW conflict).
 * Identical spans are read and written at once, as the hardware does. */
static bool same_bank(const struct aic_pipe_costs *costs, const struct aic_work *work)
{
    uint64_t src = work->local_src.base, dst = work->local_dst.base;
    uint64_t group = (uint64_t)costs->ub_group_bytes, bank = (uint64_t)costs->ub_bank_bytes;
    return group && bank && work->src == AIC_UB && work->dst == AIC_UB && src != dst && src % group == dst % group &&
           src / bank == dst / bank;
}

bool aic_vector_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    if (!aic_route_phase(in, out)) {
        return false;
    }
    if (same_bank(in->costs, in->work)) {
        out->bank = out->data;
        out->data *= 2;
    }
    return true;
}
