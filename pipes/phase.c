#include "pipes/phase.h"

#include <string.h>

#include "pipes/pipes.h"
#include "pipes/route.h"

typedef bool phase_fn(const struct aic_phase_input *in, struct aic_phase *out);

static phase_fn *const by_pipe[AIC_PIPE_COUNT] = {
    [AIC_PIPE_V] = aic_vector_phase,  [AIC_PIPE_M] = aic_cube_phase,    [AIC_PIPE_MTE1] = aic_mte1_phase,
    [AIC_PIPE_MTE2] = aic_mte2_phase, [AIC_PIPE_MTE3] = aic_mte3_phase, [AIC_PIPE_FIX] = aic_fixpipe_phase,
};

bool aic_route_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    if (in->route < 0) {
        *in->missing = "routes";
        return false;
    }
    const struct aic_route_cost *cost = &in->costs->route[in->route];
    if (cost->start == AIC_UNKNOWN || cost->rate == AIC_UNKNOWN || cost->rate <= 0 || cost->tail == AIC_UNKNOWN) {
        *in->missing = aic_route_names[in->route];
        return false;
    }
    uint64_t bytes = in->work->dst_bytes, ramp = (uint64_t)cost->ramp_bytes;
    out->startup = cost->start;
    out->gap = cost->gap;
    if (ramp && cost->ramp_rate > 0) {
        uint64_t first = bytes < ramp ? bytes : ramp;
        out->data = aic_time_at_rate(first, cost->ramp_rate) + aic_time_at_rate(bytes - first, cost->rate);
    } else {
        out->data = aic_time_at_rate(bytes, cost->rate);
    }
    out->data = out->data < cost->floor ? cost->floor : out->data;
    out->tail = cost->tail;
    return true;
}

/* What the parts of others cost stays: GM's part of the move has been computed without the free one (pipes/gm.c). */
static void leave_out(const struct aic_phase_context *ctx, enum aic_pipe pipe, struct aic_phase *out)
{
    if (ctx->free_part == AIC_PART_BANK) {
        out->data -= out->bank;
        out->bank = out->write_delay = 0;
    }
    if (ctx->free_part == pipe) {
        out->startup = out->latency;
        out->data = out->bank + out->l2 + out->hbm;
        out->gap = out->tail = 0;
    }
}

bool aic_phase_of(const struct aic_pipe_costs *costs, struct aic_memory_model *memory,
                  const struct aic_phase_context *ctx, enum aic_pipe pipe, const struct aic_work *work,
                  struct aic_phase *out, const char **missing)
{
    memset(out, 0, sizeof(*out));
    if (work->kind == AIC_WORK_NONE || !by_pipe[pipe]) {
        return true;
    }
    struct aic_phase_input in = {costs, memory, ctx, work, pipe, aic_route_of(work), missing};
    if (!by_pipe[pipe](&in, out)) {
        return false;
    }
    if (ctx->free) {
        leave_out(ctx, pipe, out);
    }
    return true;
}
