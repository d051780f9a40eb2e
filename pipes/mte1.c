/* MTE1: L1 to L0A, L0B, BT, UB. Source: products.md 5.2. */
#include "pipes/pipes.h"

/* Image-to-column runs below the port's rate where one fractal's windows cross rows or skip columns
 * (products.md 5.2, table "3D"). Rates in 1/1024 byte per cycle. */
static int64_t load3d_rate(const struct aic_work *work, int64_t full)
{
    int64_t w = work->stride_w, n = work->rows ? work->rows : 1;
    bool narrow = full < 256 * 1024; /* the L0B port of arch 2201: its own column in the table */
    int64_t extra = narrow ? 2 : 0;
    if (w <= 1 && n <= 1) {
        return full;
    }
    int64_t floor = narrow ? 512 * 1024 / 18 : 32 * 1024;
    int64_t divisor;
    if (w <= 1) {
        divisor = n + 2 + extra;
    } else if (w == 2 || w == 4 || w == 8) {
        divisor = 2 * w + extra + (n > 1 ? n : 0);
    } else {
        return floor;
    }
    int64_t rate = 512 * 1024 / divisor;
    rate = rate < full ? rate : full;
    return rate > floor ? rate : floor;
}

bool aic_mte1_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    if (!aic_route_phase(in, out)) {
        return false;
    }
    const struct aic_route_cost *cost = &in->costs->route[in->route];
    if (in->work->kind == AIC_WORK_LOAD3D) {
        out->data = aic_time_at_rate(in->work->dst_bytes, load3d_rate(in->work, cost->rate));
    }
    if (in->work->scale_bytes) {
        const struct aic_route_cost *mx = &in->costs->route[AIC_ROUTE_L1_MX];
        if (mx->rate == AIC_UNKNOWN) {
            *in->missing = aic_route_names[AIC_ROUTE_L1_MX];
            return false;
        }
        out->data += aic_time_at_rate(in->work->scale_bytes, mx->rate);
    }
    return true;
}
