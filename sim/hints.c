#include "sim/hints.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "pipes/route.h"
#include "sim/state.h"

/* Fewer cycles than these are not worth a hint, nor are fewer loads. */
enum { LEAST_CYCLES = 16, LEAST_BANK = 8, LEAST_HANDOVER = 64, LEAST_LOADS = 4 };

#define TRANSFER 16384u /* bytes from which on GM's latency is hidden (best practices, size of one transfer) */
#define LINE 512u       /* what the memory system works in (best practices, GM address alignment) */

/* What a pipe had spent when its last record had started. */
struct spent {
    aic_time busy, flag, bank;
};

/* Loads that follow one another and go on where the last one ended. */
struct row {
    unsigned n;
    struct aic_flight first;
    enum aic_pipe pipe;
    aic_time begin, end, data;
    uint64_t dst, src;
    int64_t step;
};

/* The place where a buffer is filled again and again, each time behind its consumer. */
struct slot {
    bool any;
    uint64_t base, times;
    aic_time lost;
    struct aic_flight first;
    enum aic_pipe pipe;
};

struct aic_hints {
    struct spent last[AIC_UNIT_COUNT][AIC_PIPE_COUNT];
    struct row row;
    struct slot slot[AIC_SPACE_COUNT];
    uint64_t l1_write; /* where MTE2 last began to write in L1 */
    aic_time l1_delay; /* what its next copy was known to lose to loads */
    struct { /* the latest Mmad */
        uint64_t base;
        aic_time busy;
        uint32_t blocks;
        bool m_first;
        uint32_t line;
    } mmad;
};

struct aic_hints *aic_hints_new(void)
{
    return calloc(1, sizeof(struct aic_hints));
}

void aic_hints_free(struct aic_hints *hints)
{
    free(hints);
}

static int64_t cycles(aic_time t)
{
    return t / AIC_CYCLE;
}

static void hint(struct aic_sim *sim, const struct aic_flight *flight, enum aic_pipe pipe, const char *rule,
                 aic_time gain, const char *what, const char *fix)
{
    struct aic_check chk = aic_sim_check(sim, flight, pipe);
    aic_raise(&chk, rule, AIC_AT_RECORD, fix, "%s: about %" PRId64 " cycles to gain", what, cycles(gain));
}

/* ---- PERF-001 ---- */

static const struct aic_route_cost *route_of(const struct aic_sim *sim, const struct aic_work *work)
{
    int route = aic_route_of(work);
    const struct aic_route_cost *cost = route < 0 ? NULL : &sim->product->pipes.route[route];
    return cost && cost->start != AIC_UNKNOWN && cost->rate != AIC_UNKNOWN && cost->rate > 0 ? cost : NULL;
}

static void end_row(struct aic_sim *sim, struct row *row)
{
    aic_time lost = row->end - row->begin - row->data;
    if (row->n >= LEAST_LOADS && lost >= LEAST_CYCLES * AIC_CYCLE) {
        char what[120];
        snprintf(what, sizeof(what), "%u loads in a row from line %" PRIu32 " on take one step each", row->n,
                 row->first.rec.line);
        hint(sim, &row->first, row->pipe, "PERF-001", lost, what, "use one load with that many repetitions");
    }
    row->n = 0;
}

static bool goes_on(const struct row *row, const struct aic_flight *flight, const struct aic_work *work)
{
    bool same = row->n && row->first.rec.insn == flight->rec.insn && work->local_dst.base == row->dst &&
                work->local_dst.space == row->first.rec.op[0].space;
    return same && (row->n == 1 || (int64_t)(work->local_src.base - row->src) == row->step);
}

static void watch_row(struct aic_hints *hints, struct aic_unit_state *unit, enum aic_pipe p,
                      const struct aic_flight *flight, aic_time began)
{
    const struct aic_work *work = &flight->plan->work;
    struct row *row = &hints->row;
    struct aic_sim *sim = unit->core->sim;
    const struct aic_route_cost *cost = route_of(sim, work);
    bool fractals = (work->kind == AIC_WORK_LOAD2D || work->kind == AIC_WORK_LOAD2DV2) && work->src == AIC_L1 && cost;
    if (!fractals || !goes_on(row, flight, work)) {
        end_row(sim, row);
    }
    if (!fractals) {
        return;
    }
    if (row->n == 0) {
        *row = (struct row){.first = *flight, .pipe = p, .begin = began, .data = cost->start};
        row->first.plan = NULL;
    } else {
        row->step = (int64_t)(work->local_src.base - row->src);
    }
    row->n++;
    row->data += (aic_time)(work->dst_bytes * AIC_CYCLE * 1024 / (uint64_t)cost->rate);
    row->end = unit->pipe[p].data_free;
    row->dst = work->local_dst.base + work->dst_bytes;
    row->src = work->local_src.base;
}

/* ---- PERF-002, PERF-003 ---- */

static uint64_t lines_of(uint64_t from, uint64_t bytes)
{
    return (from % LINE + bytes + LINE - 1) / LINE;
}

/* Lines that the rows touch beyond what as many rows at whole lines would; looks at the first rows and scales. */
static uint64_t extra_lines(const struct aic_span *gm, uint64_t *least)
{
    uint64_t n = gm->dim[gm->ndim - 1].n, look = n < LINE ? n : LINE, touched = 0;
    for (uint64_t i = 0; i < look; i++) {
        touched += lines_of(gm->base + i * (uint64_t)gm->dim[gm->ndim - 1].stride, gm->run);
    }
    *least = look * lines_of(0, gm->run);
    return touched - *least;
}

static void look_at_rows(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight, aic_time busy)
{
    const struct aic_span *gm = &flight->plan->work.gm;
    uint64_t least;
    if (gm->run == 0 || gm->ndim == 0 || gm->dim[gm->ndim - 1].n < 2 || gm->dim[gm->ndim - 1].stride <= 0) {
        return;
    }
    uint64_t extra = extra_lines(gm, &least);
    aic_time gain = (aic_time)((uint64_t)busy * extra / (least + extra));
    if (gain >= LEAST_CYCLES * AIC_CYCLE) {
        char what[160];
        snprintf(what, sizeof(what), "rows of %" PRIu64 " bytes at every %" PRId64 " bytes of GM cross %" PRIu64
                 " lines of 512 bytes instead of %" PRIu64, gm->run, gm->dim[gm->ndim - 1].stride, least + extra,
                 least);
        hint(unit->core->sim, flight, p, "PERF-002", gain, what, "let every row start at a multiple of 512 bytes");
    }
}

static bool whole_tensor(const struct aic_sim *sim, const struct aic_record *rec, uint64_t bytes)
{
    for (unsigned i = 0; i < rec->n_operands; i++) {
        if (rec->op[i].space == AIC_GM && rec->op[i].tensor >= 0 && bytes >= sim->tensors[rec->op[i].tensor].bytes) {
            return true;
        }
    }
    return false;
}

static void look_at_size(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight)
{
    const struct aic_work *work = &flight->plan->work;
    const struct aic_route_cost *cost = route_of(unit->core->sim, work);
    uint64_t bytes = work->gm_write ? work->dst_bytes : work->src_bytes;
    if (work->gm.run == 0 || bytes >= TRANSFER || !cost || whole_tensor(unit->core->sim, &flight->rec, bytes)) {
        return;
    }
    aic_time gain = cost->start - (aic_time)((uint64_t)cost->start * bytes / TRANSFER);
    if (gain >= LEAST_CYCLES * AIC_CYCLE) {
        char what[120];
        snprintf(what, sizeof(what), "%" PRIu64 " bytes are few for a start of %" PRId64 " cycles", bytes,
                 cycles(cost->start));
        hint(unit->core->sim, flight, p, "PERF-003", gain, what, "move 16 KB or more at a time");
    }
}

/* ---- PERF-004 ---- */

static void watch_slot(struct aic_hints *hints, struct aic_unit_state *unit, enum aic_pipe p,
                       const struct aic_flight *flight, aic_time waited)
{
    const struct aic_work *work = &flight->plan->work;
    const struct aic_operand *dst = &flight->rec.op[0];
    struct slot *slot = &hints->slot[work->dst];
    bool tile = work->dst == AIC_L1 || work->dst == AIC_L0A || work->dst == AIC_L0B;
    if (!tile || work->kind == AIC_WORK_FILL) {
        return;
    }
    int64_t size = unit->core->sim->product->isa.sizes.bytes[work->dst];
    if (slot->any && waited > 0 && slot->base == dst->addr && size >= 0 && 2 * work->dst_bytes <= (uint64_t)size) {
        if (slot->times++ == 0) {
            slot->first = *flight;
            slot->first.plan = NULL;
            slot->pipe = p;
        }
        slot->lost += waited;
    }
    slot->any = true;
    slot->base = dst->addr;
}

static void end_slots(struct aic_core *core)
{
    for (unsigned space = 0; space < AIC_SPACE_COUNT; space++) {
        const struct slot *slot = &core->hints->slot[space];
        if (slot->times && slot->lost >= LEAST_CYCLES * AIC_CYCLE) {
            char what[160];
            snprintf(what, sizeof(what), "%s:%" PRIu64 " is filled again only after its consumer has finished, %" PRIu64
                     " times in all", aic_space_name((enum aic_space)space), slot->base, slot->times);
            hint(core->sim, &slot->first, slot->pipe, "PERF-004", slot->lost, what, "fill two slots in turn");
        }
    }
}

/* ---- PERF-005 .. PERF-008 ---- */

/* A load from the half of L1 that MTE2 writes, while the cube does not slow it down as well. */
static bool meets_in_l1(const struct aic_hints *hints, const struct aic_unit_state *unit, const struct aic_work *work,
                        aic_time began)
{
    uint64_t half = (uint64_t)unit->core->sim->product->pipes.l1_bank_bytes;
    return half && work->src == AIC_L1 && unit->pipe[AIC_PIPE_M].data_free <= began &&
           work->local_src.base / half == hints->l1_write / half;
}

/* What this load has taken from the copy that it meets in L1. */
static aic_time copy_lost(struct aic_hints *hints, const struct aic_unit_state *unit)
{
    aic_time was = hints->l1_delay, now = unit->pipe[AIC_PIPE_MTE2].write_delay;
    hints->l1_delay = now;
    return now > was ? now - was : 0;
}

static void look_at_banks(struct aic_hints *hints, struct aic_unit_state *unit, enum aic_pipe p,
                          const struct aic_flight *flight, const struct spent *own)
{
    const struct aic_work *work = &flight->plan->work;
    aic_time copy = copy_lost(hints, unit), lost = own->bank + (work->src == AIC_L1 ? copy : 0);
    if (lost < LEAST_BANK * AIC_CYCLE) {
        return;
    }
    if (work->src == AIC_UB || work->dst == AIC_UB) {
        hint(unit->core->sim, flight, p, "PERF-006", lost, "its UB accesses hit the same bank",
             "move one operand to another bank");
    } else if (meets_in_l1(hints, unit, work, unit->pipe[p].data_free - own->busy - own->bank)) {
        hint(unit->core->sim, flight, p, "PERF-005", lost, "its L1 accesses hit the banks of another transfer",
             "move one buffer to the other half of L1");
    }
}

static aic_time least_of(aic_time a, aic_time b)
{
    return a < b ? a : b;
}

/* A drain and the Mmad before it: handed over as a whole, or block by block in two different orders. */
static void look_at_handover(struct aic_hints *hints, struct aic_unit_state *unit, const struct aic_flight *flight,
                             aic_time busy, aic_time waited)
{
    const struct aic_work *work = &flight->plan->work;
    struct aic_sim *sim = unit->core->sim;
    uint32_t blocks = hints->mmad.blocks;
    bool by_rows = work->layout == AIC_FIX_ND || (work->layout == AIC_FIX_NZ && aic_dtype_bits(work->dst_dtype) <= 8);
    if (blocks < 2 || flight->rec.op[1].addr != hints->mmad.base) {
        return;
    }
    aic_time gain = least_of(hints->mmad.busy, busy) / blocks * (blocks - 1);
    char what[160];
    if (gain < LEAST_HANDOVER * AIC_CYCLE) {
        return;
    }
    if (!work->unit_flag && waited > 0 && sim->product->isa.fixpipe_unit_flag == 1) {
        snprintf(what, sizeof(what), "it waits for all %" PRIu32 " blocks of the mmad on line %" PRIu32, blocks,
                 hints->mmad.line);
        hint(sim, flight, AIC_PIPE_FIX, "PERF-007", gain, what, "give the mmad and the fixpipe a unitFlag");
    } else if (work->unit_flag && by_rows == hints->mmad.m_first) {
        snprintf(what, sizeof(what), "it takes %s first and the mmad on line %" PRIu32 " finishes %s first",
                 by_rows ? "rows" : "columns", hints->mmad.line, by_rows ? "columns" : "rows");
        hint(sim, flight, AIC_PIPE_FIX, "PERF-008", gain, what,
             by_rows ? "put set_mm_order order=row before the mmad" : "put set_mm_order order=column before the mmad");
    }
}

void aic_hints_started(struct aic_hints *hints, struct aic_unit_state *unit, enum aic_pipe p,
                       const struct aic_flight *flight)
{
    const struct aic_pipe_state *pipe = &unit->pipe[p];
    const struct aic_work *work = &flight->plan->work;
    struct spent *last = &hints->last[unit->unit][p];
    struct spent now = {pipe->stats.busy, pipe->stats.stall[AIC_STALL_FLAG], pipe->stats.stall[AIC_STALL_BANK]};
    struct spent own = {now.busy - last->busy, now.flag - last->flag, now.bank - last->bank};
    *last = now;
    if (p == AIC_PIPE_MTE1) {
        watch_row(hints, unit, p, flight, pipe->data_free - own.busy);
    }
    look_at_rows(unit, p, flight, own.busy);
    look_at_size(unit, p, flight);
    look_at_banks(hints, unit, p, flight, &own);
    if (p == AIC_PIPE_MTE2 && work->dst == AIC_L1) {
        hints->l1_write = work->local_dst.base;
    }
    if (work->kind == AIC_WORK_MMAD) {
        hints->mmad.base = flight->rec.op[0].addr;
        hints->mmad.busy = own.busy;
        hints->mmad.blocks = work->m1 * work->n1;
        hints->mmad.m_first = work->m_first;
        hints->mmad.line = flight->rec.line;
    } else if (work->kind == AIC_WORK_FIXPIPE) {
        look_at_handover(hints, unit, flight, own.busy, own.flag);
    } else {
        watch_slot(hints, unit, p, flight, own.flag);
    }
}

void aic_hints_end(struct aic_sim *sim)
{
    for (size_t c = 0; c < sim->n_cores; c++) {
        if (sim->cores[c]->hints) {
            end_row(sim, &sim->cores[c]->hints->row);
            end_slots(sim->cores[c]);
        }
    }
}
