/* GM's part of a move: packets, lines that L2 lacks, and what L2 and HBM can deliver to all cores together. */
#include "pipes/pipes.h"

/* Data phase when every line is in L2: the route's, or one packet after the other where they are small. */
static aic_time packets_time(const struct aic_phase_input *in, const struct aic_memory_use *use, aic_time route)
{
    const struct aic_memory_costs *c = &in->costs->memory;
    if (in->work->gm_write) {
        return c->write_packet > 0 ? aic_latest(route, (aic_time)use->packets * c->write_packet) : route;
    }
    bool nd2nz = in->work->kind == AIC_WORK_ND2NZ || in->work->kind == AIC_WORK_DN2NZ;
    if (c->read_packet <= 0) {
        return route;
    }
    if (nd2nz) {
        aic_time each = (aic_time)use->packets * c->read_packet;
        return aic_latest(each, c->read_rate > 0 ? aic_time_at_rate(use->bytes, c->read_rate) : route);
    }
    uint64_t full = (use->bytes + (uint64_t)c->packet - 1) / (uint64_t)c->packet;
    return route + (use->packets > full ? (aic_time)(use->packets - full) * c->read_packet : 0);
}

void aic_gm_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    const struct aic_memory_costs *c = &in->costs->memory;
    if (!in->memory || in->work->gm.run == 0 || c->packet <= 0) {
        return;
    }
    struct aic_memory_access access = {
        .span = &in->work->gm,
        .core = in->ctx->core,
        .write = in->work->gm_write,
        .bypass = in->ctx->l2_bypass,
        .nd2nz = in->work->kind == AIC_WORK_ND2NZ || in->work->kind == AIC_WORK_DN2NZ,
        .now = in->ctx->issue,
    };
    struct aic_memory_use use;
    aic_memory_look(in->memory, &access, &use);
    bool hbm = !aic_phase_free(in->ctx, AIC_PART_HBM);
    aic_time miss = access.write ? c->write_miss : c->read_miss, l2_end, hbm_end;
    if (aic_phase_free(in->ctx, in->pipe)) {
        out->startup = out->gap = 0;
    }
    if (hbm && use.missing && !access.write && c->miss_latency > 0) {
        out->startup += c->miss_latency;
        out->latency = c->miss_latency;
    }
    out->data = aic_phase_free(in->ctx, in->pipe) ? 0 : packets_time(in, &use, out->data);
    aic_time late = c->read_late > 0 && !access.write ? (aic_time)use.late * c->read_late : 0;
    out->hbm = hbm ? (miss > 0 ? (aic_time)use.missing * miss : 0) + late : 0;
    out->data += out->hbm;
    aic_time begin = aic_phase_begin(in->ctx, out);
    aic_memory_reserve(in->memory, &access, &use, begin, out->data, &l2_end, &hbm_end);
    aic_time end = begin + out->data;
    l2_end = aic_phase_free(in->ctx, AIC_PART_L2) ? end : l2_end;
    hbm_end = hbm ? hbm_end : end;
    if (aic_latest(l2_end, hbm_end) > end) {
        *(hbm_end > l2_end ? &out->hbm : &out->l2) += aic_latest(l2_end, hbm_end) - end;
        out->data = aic_latest(l2_end, hbm_end) - begin;
    }
}
