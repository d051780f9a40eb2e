/* The event loop: always the earliest thing that can happen next, over all cores, units and pipes. */
#include "sim/state.h"

/* A place in a queue became free: the scalar unit goes on if it waited for it. */
static void release_scalar(struct aic_unit_state *unit, unsigned p, aic_time now)
{
    struct aic_pipe_state *scalar = &unit->pipe[AIC_PIPE_S];
    if (unit->held && unit->held_pipe == p) {
        unit->held = false;
        aic_time until = aic_latest(now, unit->held_since);
        unit->held_total += until - unit->held_since;
        struct aic_flight at = {.dispatched = unit->held_since, .held = scalar->held_seen};
        aic_account_wait(scalar, &at, until, AIC_STALL_QUEUE_FULL);
        scalar->issue_free = aic_latest(scalar->issue_free, until);
        const struct aic_pipe_state *pipe = &unit->pipe[p];
        scalar->ready = pipe->done.at > pipe->ready.at && pipe->done.at <= until ? pipe->done : pipe->ready;
        aic_path_extend(&scalar->ready, scalar->issue_free, AIC_PART_SYNC);
    }
    scalar->dirty = true;
}

/* Records dispatched after the scalar unit has waited are ordered after what it waited for. */
static void inherit_scalar(struct aic_unit_state *unit, struct aic_pipe_state *pipe, const struct aic_flight *flight)
{
    if (pipe->scalar_view != flight->scalar_view) {
        pipe->scalar_view = flight->scalar_view;
        aic_clock_join(&pipe->clock, &unit->pipe[AIC_PIPE_S].clock);
    }
}

static void pipe_step(struct aic_unit_state *unit, unsigned p)
{
    struct aic_pipe_state *pipe = &unit->pipe[p];
    aic_time now = pipe->next;
    struct aic_flight *flight = aic_flight_pop(&pipe->queue);
    if (flight->place) {
        pipe->left_at[pipe->left++ % AIC_QUEUE_MAX] = now;
    }
    release_scalar(unit, p, now);
    inherit_scalar(unit, pipe, flight);
    aic_account_wait(pipe, flight, now, pipe->reason);
    aic_board_wait(&unit->core->sim->product->pipes, pipe, (enum aic_pipe)p, flight->dispatched, now, pipe->reason);
    if (flight->path.at > pipe->ready.at) {
        pipe->ready = flight->path;
    }
    if (flight->insn->klass == AIC_CLASS_DATA) {
        aic_data_start(unit, (enum aic_pipe)p, flight, now);
    } else {
        aic_sync_start(unit, (enum aic_pipe)p, flight, now);
    }
    aic_flight_give(unit->core->sim, flight);
}

/* The pipe that goes on now. The scalar unit goes first; of several pipes that can start at the same moment, the one
 * whose record was dispatched first, so that what no flag orders still happens in program order where time does not
 * decide. */
static unsigned next_pipe(const struct aic_unit_state *unit)
{
    unsigned best = AIC_PIPE_S;
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        const struct aic_pipe_state *pipe = &unit->pipe[p];
        if (pipe->next != unit->next) {
            continue;
        }
        if (p == AIC_PIPE_S) {
            return p;
        }
        if (best == AIC_PIPE_S || pipe->queue.first->number < unit->pipe[best].queue.first->number) {
            best = p;
        }
    }
    return best;
}

static void step(struct aic_unit_state *unit)
{
    unsigned p = next_pipe(unit);
    if (p == AIC_PIPE_S) {
        aic_scalar_step(unit);
    } else {
        pipe_step(unit, p);
    }
    unit->pipe[p].dirty = true;
    aic_unit_stale(unit);
}

/* The memory system is made when the first record runs: by then the tensors are known. */
static void make_memory(struct aic_sim *sim)
{
    uint64_t named = 0;
    for (size_t t = 0; t < sim->n_tensors; t++) {
        named += sim->tensors[t].bytes;
    }
    if (!sim->memory_model) {
        sim->memory_model = aic_memory_model_new(&sim->product->pipes, sim->product->l2_bytes, named);
        sim->out_of_memory |= !sim->memory_model;
    }
}

void aic_engine_run(struct aic_sim *sim)
{
    make_memory(sim);
    struct aic_unit_state *unit;
    while (!sim->out_of_memory && (unit = aic_unit_earliest(sim)) != NULL) {
        step(unit);
    }
}
