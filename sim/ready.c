/* When each pipe of a unit can go on. */
#include "sim/state.h"

/* When the head of a pipe's queue can start. */
static aic_time pipe_next(struct aic_unit_state *unit, unsigned p)
{
    struct aic_pipe_state *pipe = &unit->pipe[p];
    if (p == AIC_PIPE_S) {
        return aic_scalar_next(unit);
    }
    const struct aic_flight *flight = pipe->queue.first;
    if (!flight) {
        return AIC_TIME_NEVER;
    }
    aic_time t = flight->insn->klass == AIC_CLASS_DATA
                     ? aic_data_ready(unit, pipe, flight, &pipe->reason)
                     : aic_sync_ready(unit, (enum aic_pipe)p, flight, &pipe->reason);
    return t == AIC_TIME_NEVER ? t : aic_latest(t, flight->dispatched);
}

void aic_unit_refresh(struct aic_unit_state *unit)
{
    unit->next = AIC_TIME_NEVER;
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        struct aic_pipe_state *pipe = &unit->pipe[p];
        if (pipe->dirty) {
            pipe->dirty = false;
            pipe->next = pipe_next(unit, p);
        }
        unit->next = pipe->next < unit->next ? pipe->next : unit->next;
    }
}
