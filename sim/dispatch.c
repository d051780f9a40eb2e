/* The scalar unit of a core's unit: takes records in program order, checks them, and hands them to the pipes. */
#include "isa/sync.h"
#include "sim/state.h"

/* Records of other units that may wait while one unit asks for its next: a core's stream interleaves them. */
#define WINDOW 1000000

static bool pull_one(struct aic_core *core)
{
    struct aic_flight *flight = aic_flight_take(core->sim);
    if (!flight) {
        return false;
    }
    if (core->source(core->source_user, &flight->rec) != 1) {
        aic_flight_give(core->sim, flight);
        core->source_open = false;
        return false;
    }
    flight->rec.core = core->number;
    struct aic_unit_state *unit = aic_route_record(core, &flight->rec);
    flight->insn = aic_insn_at(flight->rec.insn);
    aic_flight_append(&unit->pending, flight);
    unit->used = true;
    unit->pipe[AIC_PIPE_S].dirty = true;
    aic_unit_stale(unit);
    return true;
}

static struct aic_flight *next_pending(struct aic_unit_state *unit)
{
    struct aic_core *core = unit->core;
    for (size_t n = 0; !unit->pending.first && core->source_open && n < WINDOW; n++) {
        if (!pull_one(core)) {
            break;
        }
    }
    return unit->pending.first;
}

static bool on_scalar(const struct aic_flight *flight)
{
    return flight->pipe == AIC_PIPE_S || flight->pipe == AIC_PIPE_ALL;
}

static void check_record(struct aic_unit_state *unit, struct aic_flight *flight)
{
    struct aic_sim *sim = unit->core->sim;
    flight->number = unit->numbered++;
    flight->regs = unit->regs;
    flight->regs.written = 0;
    if (flight->insn->issue) {
        flight->insn->issue(&flight->rec, &sim->product->isa, &flight->regs);
    }
    struct aic_op op = aic_flight_op(sim, flight);
    struct aic_check chk = aic_sim_check(sim, flight, AIC_PIPE_NONE);
    aic_insn_check(&op, &chk);
    aic_core_rules(unit->core, &chk);
    aic_program_rules(unit, flight, &chk);
    bool data = flight->insn->klass == AIC_CLASS_DATA;
    if (!chk.error && !chk.nop && data && aic_flight_plan(sim, flight)) {
        aic_gm_rules(unit->core, flight, &chk);
        if (!chk.error) {
            aic_gm_shape_rules(unit->core, flight, &chk);
        }
    }
    flight->error = chk.error;
    flight->nop = chk.nop;
    flight->checked = true;
    bool flag = flight->insn->klass == AIC_CLASS_SET_FLAG || flight->insn->klass == AIC_CLASS_WAIT_FLAG;
    bool nowhere = chk.error && !data && !flag && flight->insn->klass != AIC_CLASS_REGISTER;
    enum aic_pipe pipe = !nowhere && flight->insn->pipe ? flight->insn->pipe(&op) : AIC_PIPE_S;
    flight->pipe = pipe >= AIC_PIPE_NONE ? AIC_PIPE_S : (uint8_t)pipe;
    if (!chk.error) {
        if (flight->regs.unit_flag_resets != unit->regs.unit_flag_resets) {
            aic_unit_flags_clear(&unit->core->unit_flags, unit->pipe[AIC_PIPE_S].issue_free);
        }
        unit->regs = flight->regs;
        unit->regs.tainted &= (uint8_t)~flight->regs.written;
        return;
    }
    unit->regs.tainted |= flight->regs.written;
    if (data) {
        const struct aic_field *own = aic_insn_field(flight->insn, "unitFlag", 8);
        unit->core->unit_flag_mismatch |= own && flight->rec.f[own->slot];
        aic_taint_result(unit->core, flight);
    }
}

static enum aic_dispatch dispatch_class(const struct aic_work *work)
{
    static const uint8_t by_kind[AIC_WORK_COUNT] = {
        [AIC_WORK_COPY] = AIC_DISPATCH_COPY,      [AIC_WORK_ND2NZ] = AIC_DISPATCH_ND2NZ,
        [AIC_WORK_DN2NZ] = AIC_DISPATCH_ND2NZ,    [AIC_WORK_LOAD2D] = AIC_DISPATCH_LOAD,
        [AIC_WORK_LOAD2DV2] = AIC_DISPATCH_LOAD,  [AIC_WORK_LOAD_MX] = AIC_DISPATCH_LOAD,
        [AIC_WORK_TRANSPOSE] = AIC_DISPATCH_LOAD, [AIC_WORK_SPARSE] = AIC_DISPATCH_LOAD,
        [AIC_WORK_LOAD3D] = AIC_DISPATCH_LOAD,    [AIC_WORK_MMAD] = AIC_DISPATCH_MMAD,
        [AIC_WORK_FIXPIPE] = AIC_DISPATCH_FIXPIPE,
    };
    return (enum aic_dispatch)by_kind[work->kind];
}

static aic_time scalar_cost(const struct aic_sim *sim, const struct aic_flight *flight)
{
    const struct aic_pipe_costs *costs = &sim->product->pipes;
    if (sim->options.free && sim->options.free_part == AIC_PIPE_S) {
        return 0;
    }
    switch (flight->insn->klass) {
    case AIC_CLASS_REGISTER:
        return costs->set_register;
    case AIC_CLASS_SCALAR:
        return flight->error ? 0 : flight->rec.f[AIC_SCALAR_CYCLES] * AIC_CYCLE;
    case AIC_CLASS_DATA:
        return costs->dispatch[flight->plan ? dispatch_class(&flight->plan->work) : AIC_DISPATCH_OTHER];
    default:
        return costs->dispatch_sync;
    }
}

static bool waits_on_scalar(const struct aic_flight *flight)
{
    return on_scalar(flight) && !flight->error && flight->insn->klass != AIC_CLASS_REGISTER &&
           flight->insn->klass != AIC_CLASS_SCALAR && flight->insn->klass != AIC_CLASS_DATA;
}

aic_time aic_scalar_next(struct aic_unit_state *unit)
{
    struct aic_pipe_state *scalar = &unit->pipe[AIC_PIPE_S];
    struct aic_flight *flight = next_pending(unit);
    if (!flight || unit->held) {
        return AIC_TIME_NEVER;
    }
    if (!flight->checked) {
        return scalar->issue_free;
    }
    if (waits_on_scalar(flight)) {
        return aic_sync_ready(unit, AIC_PIPE_S, flight, &scalar->reason);
    }
    return scalar->issue_free;
}

static int64_t depth_of(const struct aic_unit_state *unit, const struct aic_flight *flight)
{
    int64_t depth = unit->core->sim->product->pipes.queue_depth[flight->pipe];
    return depth == AIC_UNKNOWN || depth > AIC_QUEUE_MAX ? AIC_QUEUE_MAX : depth;
}

static bool takes_place(const struct aic_unit_state *unit, const struct aic_flight *flight)
{
    return flight->insn->klass == AIC_CLASS_DATA || unit->core->sim->product->pipes.queue_flags[flight->pipe];
}

static bool queue_full(const struct aic_unit_state *unit, const struct aic_flight *flight)
{
    const struct aic_pipe_state *pipe = &unit->pipe[flight->pipe];
    return flight->place && pipe->queued - pipe->left >= (uint64_t)depth_of(unit, flight);
}

/* The queue has room, but had it at this time? A drain may have run the pipe ahead of the scalar unit. */
static aic_time wait_for_room(struct aic_unit_state *unit, const struct aic_flight *flight, aic_time now)
{
    const struct aic_pipe_state *pipe = &unit->pipe[flight->pipe];
    uint64_t depth = (uint64_t)depth_of(unit, flight);
    if (!flight->place || pipe->queued < depth) {
        return now;
    }
    aic_time room = pipe->left_at[(pipe->queued - depth) % AIC_QUEUE_MAX];
    if (room <= now) {
        return now;
    }
    struct aic_pipe_state *scalar = &unit->pipe[AIC_PIPE_S];
    struct aic_flight at = {.dispatched = now, .held = scalar->held_seen};
    aic_account_wait(scalar, &at, room, AIC_STALL_QUEUE_FULL);
    unit->held_total += room - now;
    return room;
}

static void enqueue(struct aic_unit_state *unit, struct aic_flight *flight, aic_time at)
{
    struct aic_pipe_state *pipe = &unit->pipe[flight->pipe];
    const struct aic_pipe_state *scalar = &unit->pipe[AIC_PIPE_S];
    flight->dispatched = at + unit->core->sim->product->pipes.dispatch_latency;
    flight->path = scalar->ready;
    aic_path_extend(&flight->path, flight->dispatched, AIC_PART_SYNC);
    flight->held = unit->held_total;
    flight->scalar_view = scalar->scalar_view;
    aic_flight_append(&pipe->queue, flight);
    pipe->queued += flight->place;
    pipe->dirty = true;
}

static bool lets_others_go_on(const struct aic_flight *flight)
{
    uint8_t klass = flight->insn->klass;
    return klass == AIC_CLASS_SET_FLAG || klass == AIC_CLASS_RLS_BUF || klass == AIC_CLASS_CROSS_SET;
}

/* A record that the scalar unit itself performs. Its path goes on from what it waited for, if it did. */
static void perform(struct aic_unit_state *unit, struct aic_flight *flight, aic_time now)
{
    struct aic_pipe_state *scalar = &unit->pipe[AIC_PIPE_S];
    flight->dispatched = now;
    flight->held = unit->held_total;
    aic_account_wait(scalar, flight, now, scalar->reason);
    aic_time end = now + scalar_cost(unit->core->sim, flight);
    aic_account_busy(scalar, now, end, NULL);
    scalar->issue_free = aic_latest(scalar->issue_free, end);
    scalar->complete = aic_latest(scalar->complete, end);
    scalar->stats.instructions++;
    bool sync = waits_on_scalar(flight);
    if (!sync || lets_others_go_on(flight)) {
        aic_path_extend(&scalar->ready, aic_latest(scalar->ready.at, end), AIC_PIPE_S);
    }
    if (sync) {
        aic_sync_start(unit, AIC_PIPE_S, flight, end);
        aic_path_extend(&scalar->ready, aic_latest(scalar->ready.at, end), AIC_PIPE_S);
    } else {
        aic_event_emit(unit, AIC_PIPE_S, flight, (struct aic_event){.start = now, .end = end});
    }
    aic_flight_give(unit->core->sim, flight);
}

void aic_scalar_step(struct aic_unit_state *unit)
{
    struct aic_pipe_state *scalar = &unit->pipe[AIC_PIPE_S];
    struct aic_flight *flight = unit->pending.first;
    aic_time now = scalar->next;
    if (!flight->checked) {
        check_record(unit, flight);
        unit->records++;
        if (waits_on_scalar(flight)) {
            return; /* its readiness decides */
        }
    }
    if (on_scalar(flight)) {
        perform(unit, aic_flight_pop(&unit->pending), now);
        return;
    }
    flight->place = takes_place(unit, flight);
    if (queue_full(unit, flight)) {
        unit->held = true;
        unit->held_since = now;
        unit->held_pipe = flight->pipe;
        return;
    }
    aic_flight_pop(&unit->pending);
    now = wait_for_room(unit, flight, now);
    aic_time end = now + scalar_cost(unit->core->sim, flight);
    aic_account_busy(scalar, now, end, NULL);
    scalar->issue_free = end;
    aic_path_extend(&scalar->ready, end, AIC_PIPE_S);
    enqueue(unit, flight, end);
}
