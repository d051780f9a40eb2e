/* MTE2: GM to L1, UB and L0. */
#include "pipes/pipes.h"

bool aic_mte2_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    if (!aic_route_phase(in, out)) {
        return false;
    }
    aic_gm_phase(in, out);
    if (in->work->dst == AIC_L1) {
        out->data += in->ctx->write_delay;
        out->bank = in->ctx->write_delay;
    }
    return true;
}
