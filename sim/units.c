/* What everybody asks of cores and their units. */
#include "sim/state.h"

struct aic_core *aic_core_find(const struct aic_sim *sim, uint32_t number)
{
    for (size_t i = 0; i < sim->n_cores; i++) {
        if (sim->cores[i]->number == number) {
            return sim->cores[i];
        }
    }
    return NULL;
}

void aic_unit_stale(struct aic_unit_state *unit)
{
    if (!unit->stale) {
        struct aic_sim *sim = unit->core->sim;
        unit->stale = true;
        unit->next_stale = sim->stale;
        sim->stale = unit;
    }
}

void aic_clock_of_pipe(struct aic_unit_state *unit, enum aic_pipe pipe, struct aic_clock *out)
{
    aic_clock_copy(out, &unit->pipe[pipe].clock);
    out->seq[unit->unit * AIC_PIPE_COUNT + pipe] = unit->pipe[pipe].seq;
}

void aic_event_emit(struct aic_unit_state *unit, enum aic_pipe pipe, const struct aic_flight *flight,
                    struct aic_event event)
{
    const struct aic_sim *sim = unit->core->sim;
    if (!sim->options.event) {
        return;
    }
    event.rec = &flight->rec;
    event.number = flight->number;
    event.footprint = flight->plan && !flight->error && !flight->nop ? &flight->plan->footprint : NULL;
    event.regs = &flight->regs;
    event.core = unit->core->number;
    event.unit = unit->unit;
    event.pipe = (uint8_t)pipe;
    event.dispatched = flight->dispatched;
    event.waited = event.start > flight->dispatched ? event.start - flight->dispatched : 0;
    sim->options.event(sim->options.event_user, &event);
}
