/* Records on their way, and what flags carry: taken from and given back to free lists. */
#include <stdlib.h>
#include <string.h>

#include "sim/state.h"

struct aic_flight *aic_flight_take(struct aic_sim *sim)
{
    struct aic_flight *flight = sim->free_flights;
    if (flight) {
        sim->free_flights = flight->next;
    } else {
        flight = malloc(sizeof(*flight));
        if (!flight) {
            sim->out_of_memory = true;
            return NULL;
        }
    }
    flight->next = NULL;
    flight->plan = NULL;
    flight->checked = flight->error = flight->nop = false;
    return flight;
}

void aic_flight_give(struct aic_sim *sim, struct aic_flight *flight)
{
    if (flight->plan) {
        flight->plan->next = sim->free_plans;
        sim->free_plans = flight->plan;
        flight->plan = NULL;
    }
    flight->next = sim->free_flights;
    sim->free_flights = flight;
}

void aic_flight_append(struct aic_flight_list *list, struct aic_flight *flight)
{
    flight->next = NULL;
    if (list->last) {
        list->last->next = flight;
    } else {
        list->first = flight;
    }
    list->last = flight;
    list->n++;
}

struct aic_flight *aic_flight_pop(struct aic_flight_list *list)
{
    struct aic_flight *flight = list->first;
    list->first = flight->next;
    if (!list->first) {
        list->last = NULL;
    }
    list->n--;
    flight->next = NULL;
    return flight;
}

struct aic_op aic_flight_op(const struct aic_sim *sim, const struct aic_flight *flight)
{
    return (struct aic_op){&flight->rec, &flight->regs, &sim->product->isa, flight->insn};
}

bool aic_flight_plan(struct aic_sim *sim, struct aic_flight *flight)
{
    struct aic_plan *plan = sim->free_plans;
    if (plan) {
        sim->free_plans = plan->next;
    } else {
        plan = malloc(sizeof(*plan));
        if (!plan) {
            sim->out_of_memory = true;
            return false;
        }
    }
    memset(&plan->work, 0, sizeof(plan->work));
    plan->footprint.n = 0;
    struct aic_op op = aic_flight_op(sim, flight);
    flight->insn->footprint(&op, &plan->footprint);
    flight->insn->work(&op, &plan->work);
    flight->plan = plan;
    return true;
}

static bool grow_signals(struct aic_sim *sim)
{
    uint32_t n = sim->n_signals ? sim->n_signals * 2 : 64;
    struct aic_signal *signals = realloc(sim->signals, n * sizeof(*signals));
    if (!signals) {
        sim->out_of_memory = true;
        return false;
    }
    memset(signals + sim->n_signals, 0, (n - sim->n_signals) * sizeof(*signals));
    for (uint32_t i = n; i-- > (sim->n_signals ? sim->n_signals : 1);) {
        signals[i].next_free = sim->free_signal;
        sim->free_signal = i;
    }
    sim->signals = signals;
    sim->n_signals = n;
    return true;
}

uint32_t aic_signal_new(struct aic_sim *sim, const struct aic_unit_state *unit, const struct aic_flight *flight,
                        enum aic_pipe pipe, const struct aic_clock *clock)
{
    if (!sim->free_signal && !grow_signals(sim)) {
        return 0;
    }
    uint32_t index = sim->free_signal;
    struct aic_signal *signal = &sim->signals[index];
    sim->free_signal = signal->next_free;
    aic_clock_copy(&signal->clock, clock);
    const struct aic_pipe_state *from = &unit->pipe[pipe];
    signal->path = from->done.at > from->ready.at ? from->done : from->ready;
    signal->line = flight->rec.line;
    signal->file = flight->rec.file;
    signal->number = flight->number;
    signal->flow = ++sim->flows;
    signal->pipe = (uint8_t)pipe;
    signal->unit = unit->unit;
    signal->core = unit->core->number;
    return index;
}

void aic_signal_free(struct aic_sim *sim, uint32_t index)
{
    if (index) {
        sim->signals[index].next_free = sim->free_signal;
        sim->free_signal = index;
    }
}

static void name_signals(struct aic_core *core, bool named)
{
    struct aic_signal *signals = core->sim->signals;
    for (size_t i = 0; i < core->unit_flags.n; i++) {
        signals[core->unit_flags.block[i].payload].named = named;
        signals[core->unit_flags.block[i].before].named = named;
    }
}

void aic_signal_of_unit_flags(struct aic_core *core, uint32_t signal)
{
    if (core->n_unit_signals == core->unit_signals_room) {
        size_t kept = 0, room = core->unit_signals_room ? core->unit_signals_room : 4 * core->unit_flags.n + 64;
        name_signals(core, true);
        for (size_t i = 0; i < core->n_unit_signals; i++) {
            uint32_t index = core->unit_signals[i];
            if (core->sim->signals[index].named) {
                core->unit_signals[kept++] = index;
            } else {
                aic_signal_free(core->sim, index);
            }
        }
        core->n_unit_signals = kept;
        name_signals(core, false);
        uint32_t *list = core->unit_signals ? core->unit_signals : malloc(room * sizeof(*list));
        if (!list) {
            core->sim->out_of_memory = true;
            return;
        }
        core->unit_signals = list;
        core->unit_signals_room = room;
    }
    core->unit_signals[core->n_unit_signals++] = signal;
}

static void free_list(struct aic_flight *flight)
{
    while (flight) {
        struct aic_flight *next = flight->next;
        free(flight->plan);
        free(flight);
        flight = next;
    }
}

void aic_flights_free_all(struct aic_sim *sim)
{
    for (size_t c = 0; c < sim->n_cores; c++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            struct aic_unit_state *unit = &sim->cores[c]->unit[u];
            free_list(unit->pending.first);
            for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
                free_list(unit->pipe[p].queue.first);
                aic_clock_free(&unit->pipe[p].clock);
            }
        }
    }
    free_list(sim->free_flights);
    while (sim->free_plans) {
        struct aic_plan *next = sim->free_plans->next;
        free(sim->free_plans);
        sim->free_plans = next;
    }
    for (uint32_t i = 0; i < sim->n_signals; i++) {
        aic_clock_free(&sim->signals[i].clock);
    }
    free(sim->signals);
}
