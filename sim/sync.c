/* Synchronisation records at the head of a pipe's queue, or on the scalar unit. Source: semantics.md 14. */
#include "isa/sync.h"

#include <string.h>

#include "sim/state.h"

static struct aic_flag *flag_of(struct aic_unit_state *unit, const struct aic_record *rec)
{
    return &unit->flags.flag[rec->f[AIC_FLAG_SRC]][rec->f[AIC_FLAG_DST]][aic_flag_slot(rec->f[AIC_FLAG_ID])];
}

static uint32_t signal_here(struct aic_unit_state *unit, enum aic_pipe pipe, const struct aic_flight *flight)
{
    struct aic_clock clock = {0};
    aic_clock_of_pipe(unit, pipe, &clock);
    uint32_t signal = aic_signal_new(unit->core->sim, unit, flight, pipe, &clock);
    aic_clock_free(&clock);
    return signal;
}

/* The pipe goes on only now, and knows what the signal knew. */
static void resume(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_signal *signal, aic_time until)
{
    struct aic_pipe_state *pipe = &unit->pipe[p];
    if (signal && signal->path.at > pipe->ready.at) {
        pipe->ready = signal->path;
    } else if (!signal && pipe->done.at > pipe->ready.at && pipe->done.at <= until) {
        pipe->ready = pipe->done;
    }
    pipe->issue_free = aic_latest(pipe->issue_free, until);
    if (pipe->ready.at < pipe->issue_free) {
        aic_path_extend(&pipe->ready, pipe->issue_free, AIC_PART_SYNC);
    }
    if (signal) {
        aic_clock_join(&pipe->clock, &signal->clock);
    }
    if (p == AIC_PIPE_S) {
        pipe->scalar_view++;
    }
}

static aic_time set_ready(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight,
                          uint8_t *reason)
{
    (void)flight;
    *reason = AIC_STALL_BARRIER;
    const struct aic_pipe_state *pipe = &unit->pipe[p];
    bool drains = unit->core->sim->product->pipes.set_drains[p];
    return drains ? aic_latest(pipe->issue_free, pipe->complete) : pipe->issue_free;
}

static void set_start(struct aic_unit_state *unit, enum aic_pipe p, struct aic_flight *flight, aic_time now)
{
    const struct aic_pipe_costs *costs = &unit->core->sim->product->pipes;
    aic_time at = aic_latest(now, unit->pipe[p].complete) + costs->set_flag;
    if (costs->set_drains[p]) {
        resume(unit, p, NULL, at);
    }
    uint32_t signal = signal_here(unit, p, flight);
    struct aic_flag *flag = flag_of(unit, &flight->rec);
    while (!flight->error && flag->n && flag->sets[0].reported) { /* the second of two sets: lost on the chip */
        aic_signal_free(unit->core->sim, aic_flag_take(flag).payload);
    }
    struct aic_flag_set set = {at + costs->flag_latency, signal, flight->error};
    if (!signal || !aic_flag_push(flag, set)) {
        unit->core->sim->out_of_memory = true;
        return;
    }
    unit->pipe[flight->rec.f[AIC_FLAG_DST]].dirty = true;
    uint64_t flow = unit->core->sim->signals[signal].flow;
    aic_event_emit(unit, p, flight, (struct aic_event){.start = at, .end = at, .flow = flow});
}

static aic_time wait_ready(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight,
                           uint8_t *reason)
{
    const struct aic_flag *flag = flag_of(unit, &flight->rec);
    *reason = AIC_STALL_FLAG;
    return flag->n ? aic_latest(unit->pipe[p].issue_free, flag->sets[0].at) : AIC_TIME_NEVER;
}

static void wait_start(struct aic_unit_state *unit, enum aic_pipe p, struct aic_flight *flight, aic_time now)
{
    struct aic_sim *sim = unit->core->sim;
    struct aic_flag *flag = flag_of(unit, &flight->rec);
    struct aic_flag_set set = aic_flag_take(flag);
    const struct aic_signal *signal = &sim->signals[set.payload];
    const struct aic_signal *next = flag->n ? &sim->signals[flag->sets[0].payload] : NULL;
    /* A set that follows this wait in the program is too early only when the wait came late to its own. */
    bool early = next && flag->sets[0].at <= now && (next->number < flight->number || now > set.at);
    if (early && !flag->sets[0].reported) {
        aic_set_twice(unit, next, flight);
    }
    resume(unit, p, signal, now + sim->product->pipes.wait_flag);
    aic_event_emit(unit, p, flight,
                   (struct aic_event){.start = now, .end = now, .flow = signal->flow, .by_line = signal->line,
                                     .by_file = signal->file, .reason = AIC_STALL_FLAG});
    aic_signal_free(sim, set.payload);
}

static aic_time barrier_ready(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight,
                              uint8_t *reason)
{
    *reason = AIC_STALL_BARRIER;
    aic_time t = aic_latest(unit->pipe[p].issue_free, unit->pipe[p].complete);
    if (flight->rec.f[AIC_BARRIER_PIPE] != AIC_PIPE_ALL) {
        return t;
    }
    for (unsigned q = 0; q < AIC_PIPE_COUNT; q++) {
        if (q != AIC_PIPE_S && unit->pipe[q].queue.n) {
            return AIC_TIME_NEVER;
        }
        t = aic_latest(t, unit->pipe[q].complete);
    }
    return t;
}

static void barrier_all(struct aic_unit_state *unit)
{
    struct aic_clock all = {.core = unit->core->index}, one = {0};
    for (unsigned q = 0; q < AIC_PIPE_COUNT; q++) {
        aic_clock_of_pipe(unit, (enum aic_pipe)q, &one);
        aic_clock_join(&all, &one);
    }
    for (unsigned q = 0; q < AIC_PIPE_COUNT; q++) {
        aic_clock_copy(&unit->pipe[q].clock, &all);
    }
    aic_clock_free(&all);
    aic_clock_free(&one);
}

/* What a barrier of all pipes has waited for: the pipe that was done last. */
static void follow_last(struct aic_unit_state *unit, struct aic_pipe_state *waiting)
{
    for (unsigned q = 0; q < AIC_PIPE_COUNT; q++) {
        if (unit->pipe[q].done.at > waiting->ready.at) {
            waiting->ready = unit->pipe[q].done;
        }
    }
}

static void barrier_start(struct aic_unit_state *unit, enum aic_pipe p, struct aic_flight *flight, aic_time now)
{
    unsigned slot = unit->unit * AIC_PIPE_COUNT + p;
    unit->pipe[p].clock.seq[slot] = unit->pipe[p].seq;
    if (flight->rec.f[AIC_BARRIER_PIPE] == AIC_PIPE_ALL) {
        barrier_all(unit);
        follow_last(unit, &unit->pipe[p]);
    } else if (p == AIC_PIPE_MTE1) {
        unit->mte1_barrier = flight->number + 1;
    }
    resume(unit, p, NULL, now + unit->core->sim->product->pipes.barrier);
    aic_event_emit(unit, p, flight, (struct aic_event){.start = now, .end = now, .reason = AIC_STALL_BARRIER});
}

/* A set or wait whose id or pair of pipes does not exist, or that sets a flag again, is done as it was meant: what
 * comes of it would be a second finding of the same cause. */
static bool happens(const struct aic_flight *flight)
{
    return !flight->error || flight->insn->klass == AIC_CLASS_SET_FLAG || flight->insn->klass == AIC_CLASS_WAIT_FLAG;
}

/* Whether a holder of this id that comes first in the program has yet to take or release it (page asc_lock: a lock
 * waits for every unlock of its id that stands before it). */
static bool awaits_holder(const struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight)
{
    for (unsigned q = 0; q < AIC_PIPE_COUNT; q++) {
        const struct aic_flight *f = q == p ? NULL : unit->pipe[q].queue.first;
        for (; f && f->number < flight->number; f = f->next) {
            bool same = (f->insn->klass == AIC_CLASS_GET_BUF || f->insn->klass == AIC_CLASS_RLS_BUF) &&
                        f->rec.f[AIC_BUF_ID] == flight->rec.f[AIC_BUF_ID];
            if (same && happens(f)) {
                return true;
            }
        }
    }
    return false;
}

static aic_time get_buf_ready(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight,
                              uint8_t *reason)
{
    const struct aic_buf_id *id = &unit->core->buf_ids[flight->rec.f[AIC_BUF_ID]];
    *reason = AIC_STALL_FLAG;
    if ((id->held && (id->unit != unit->unit || id->pipe != p)) || awaits_holder(unit, p, flight)) {
        return AIC_TIME_NEVER;
    }
    return aic_latest(unit->pipe[p].issue_free, id->free_at);
}

static void get_buf_start(struct aic_unit_state *unit, enum aic_pipe p, struct aic_flight *flight, aic_time now)
{
    struct aic_sim *sim = unit->core->sim;
    struct aic_buf_id *id = &unit->core->buf_ids[flight->rec.f[AIC_BUF_ID]];
    id->held = true;
    id->unit = unit->unit;
    id->pipe = (uint8_t)p;
    resume(unit, p, id->signal ? &sim->signals[id->signal] : NULL, now + sim->product->pipes.wait_flag);
    aic_event_emit(unit, p, flight, (struct aic_event){.start = now, .end = now, .reason = AIC_STALL_FLAG});
}

static void rls_buf_start(struct aic_unit_state *unit, enum aic_pipe p, struct aic_flight *flight, aic_time now)
{
    struct aic_sim *sim = unit->core->sim;
    struct aic_buf_id *id = &unit->core->buf_ids[flight->rec.f[AIC_BUF_ID]];
    aic_signal_free(sim, id->signal);
    id->signal = signal_here(unit, p, flight);
    id->held = false;
    id->free_at = aic_latest(now, unit->pipe[p].complete) + sim->product->pipes.set_flag +
                  sim->product->pipes.flag_latency;
    for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
        for (unsigned q = 0; q < AIC_PIPE_COUNT; q++) {
            unit->core->unit[u].pipe[q].dirty = true;
        }
        aic_unit_stale(&unit->core->unit[u]);
    }
    aic_event_emit(unit, p, flight, (struct aic_event){.start = now, .end = now});
}

static aic_time cross_wait_ready(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight,
                                 uint8_t *reason)
{
    *reason = AIC_STALL_CROSS;
    aic_time t = aic_cross_ready(unit, flight);
    return t == AIC_TIME_NEVER ? t : aic_latest(t, unit->pipe[p].issue_free);
}

static void cross_wait_start(struct aic_unit_state *unit, enum aic_pipe p, struct aic_flight *flight, aic_time now)
{
    struct aic_sim *sim = unit->core->sim;
    uint32_t index = aic_cross_take(unit, flight);
    const struct aic_signal *signal = index ? &sim->signals[index] : NULL;
    resume(unit, p, signal, now + sim->product->pipes.wait_flag);
    aic_event_emit(unit, p, flight,
                   (struct aic_event){.start = now, .end = now, .flow = signal ? signal->flow : 0,
                                      .by_line = signal ? signal->line : 0, .by_file = signal ? signal->file : 0,
                                      .reason = AIC_STALL_CROSS});
    aic_signal_free(sim, index);
}

static void cross_set_start(struct aic_unit_state *unit, enum aic_pipe p, struct aic_flight *flight, aic_time now)
{
    aic_time at = aic_latest(now, unit->pipe[p].complete) + unit->core->sim->product->pipes.set_flag;
    aic_cross_set(unit, p, flight, at);
    aic_event_emit(unit, p, flight, (struct aic_event){.start = at, .end = at});
}

static const struct {
    aic_time (*ready)(struct aic_unit_state *, enum aic_pipe, const struct aic_flight *, uint8_t *);
    void (*start)(struct aic_unit_state *, enum aic_pipe, struct aic_flight *, aic_time);
} by_class[] = {
    [AIC_CLASS_SET_FLAG] = {set_ready, set_start},
    [AIC_CLASS_WAIT_FLAG] = {wait_ready, wait_start},
    [AIC_CLASS_BARRIER] = {barrier_ready, barrier_start},
    [AIC_CLASS_GET_BUF] = {get_buf_ready, get_buf_start},
    [AIC_CLASS_RLS_BUF] = {set_ready, rls_buf_start},
    [AIC_CLASS_CROSS_SET] = {set_ready, cross_set_start},
    [AIC_CLASS_CROSS_WAIT] = {cross_wait_ready, cross_wait_start},
};

aic_time aic_sync_ready(struct aic_unit_state *unit, enum aic_pipe pipe, const struct aic_flight *flight,
                        uint8_t *reason)
{
    if (!happens(flight)) {
        *reason = AIC_STALL_EMPTY;
        return unit->pipe[pipe].issue_free;
    }
    return by_class[flight->insn->klass].ready(unit, pipe, flight, reason);
}

void aic_sync_start(struct aic_unit_state *unit, enum aic_pipe pipe, struct aic_flight *flight, aic_time now)
{
    if (happens(flight)) {
        by_class[flight->insn->klass].start(unit, pipe, flight, now);
    }
}
