/* Fixpipe: L0C to GM, L1 and UB, and L1 to the Fixpipe buffer. Source: products.md 5.3. */
#include "isa/limits.h"
#include "pipes/pipes.h"

/* Elements that leave L0C in a cycle: 64 of up to 16 bits, 32 of 32 bits, a quarter of it where the columns are
 * transposed from several matrices, and as much again where two UBs take half each (tables 7 and 8). */
static aic_time elements_time(const struct aic_work *work)
{
    int64_t rate = aic_dtype_bits((enum aic_dtype)work->dst_dtype) > 16 ? 32 : 64;
    rate = work->dn_strided ? rate / 4 : rate;
    rate = work->dual ? rate * 2 : rate;
    return aic_time_at_rate(work->elements, rate * 1024);
}

bool aic_fixpipe_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    if (!aic_route_phase(in, out)) {
        return false;
    }
    if (in->work->kind == AIC_WORK_FIXPIPE) {
        aic_time least = elements_time(in->work);
        bool halves = in->work->dual && in->route == AIC_ROUTE_L0C_UB;
        out->data = halves || out->data < least ? least : out->data;
    }
    if (in->route == AIC_ROUTE_L0C_GM && in->work->layout == AIC_FIX_ND && out->data < in->costs->fix_nd_floor) {
        out->data = in->costs->fix_nd_floor;
    }
    aic_gm_phase(in, out);
    return true;
}
