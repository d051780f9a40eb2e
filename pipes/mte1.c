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

/* Time of `data` cycles of work of which the part before `until` runs slower by `share`/1024. */
static aic_time slowed(aic_time data, aic_time shared, int64_t share)
{
    if (shared <= 0 || share <= 0) {
        return data;
    }
    aic_time all = data + data * share / 1024;
    return all <= shared ? all : data + shared * share / (1024 + share);
}

/* How long a load from L1 and MTE2's write meet in one half of L1 (products.md 2.3). */
static aic_time l1_meeting(const struct aic_phase_input *in, const struct aic_port_use *write, aic_time begin,
                           aic_time end)
{
    uint64_t half = (uint64_t)in->costs->l1_bank_bytes;
    if (!half || !write->l1 || in->work->local_src.space != AIC_L1 || in->work->local_src.run == 0 ||
        in->work->local_src.base / half != write->addr / half) {
        return 0;
    }
    aic_time from = begin > write->begin ? begin : write->begin, to = end < write->until ? end : write->until;
    return to > from ? to - from : 0;
}

/* What the load loses while they meet: the cycles in which rows are written. */
static aic_time l1_conflict(const struct aic_phase_input *in, const struct aic_port_use *write, aic_time met,
                            int64_t rate)
{
    if (met <= 0) {
        return 0;
    }
    uint64_t bytes = write->bytes * (uint64_t)met / (uint64_t)(write->until - write->begin);
    return aic_time_at_rate(bytes, rate) * in->costs->l1_bank_share / 1024;
}

/* The cube reads L0A and L0B while they are filled, MTE2 writes L1 while it is read. */
static void share_ports(const struct aic_phase_input *in, int64_t rate, struct aic_phase *out)
{
    aic_time begin = aic_phase_begin(in->ctx, out), pure = out->data;
    out->data = slowed(pure, in->ctx->cube.until - begin, in->costs->cube_slowdown);
    aic_time met = l1_meeting(in, &in->ctx->mte2, begin, begin + out->data);
    out->data += l1_conflict(in, &in->ctx->mte2, met, rate);
    out->write_delay = met * in->costs->l1_write_share / 1024;
    out->bank = out->data - pure;
}

bool aic_mte1_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    if (!aic_route_phase(in, out)) {
        return false;
    }
    const struct aic_route_cost *cost = &in->costs->route[in->route];
    if (in->work->kind == AIC_WORK_LOAD3D) {
        out->data = aic_time_at_rate(in->work->dst_bytes, load3d_rate(in->work, cost->rate));
        out->startup = in->costs->load3d_start > 0 ? in->costs->load3d_start : out->startup;
        out->gap = in->costs->load3d_gap > 0 ? in->costs->load3d_gap : out->gap;
    }
    if (in->work->kind == AIC_WORK_TRANSPOSE && in->work->dst == AIC_L0B && in->costs->transpose_rate > 0) {
        out->data = aic_time_at_rate(in->work->dst_bytes, in->costs->transpose_rate);
    }
    if (in->work->scale_bytes) {
        const struct aic_route_cost *mx = &in->costs->route[AIC_ROUTE_L1_MX];
        if (mx->rate == AIC_UNKNOWN) {
            *in->missing = aic_route_names[AIC_ROUTE_L1_MX];
            return false;
        }
        out->data += aic_time_at_rate(in->work->scale_bytes, mx->rate);
    }
    if (in->work->dst == AIC_L0A || in->work->dst == AIC_L0B) {
        share_ports(in, cost->rate, out);
    }
    return true;
}
