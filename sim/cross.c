/* Flags between the units of a core and between cores. Source: semantics.md 14; products.md 3 (modes 0, 1, 2, 4).
 * A set of mode 0 or 1 arrives at every member of its group once all members have set; mode 2 joins the cube unit with
 * both vector units; mode 4 the cube unit with one vector unit: the flags 0 to 10 with the first, 16 to 26 with the
 * second, which calls them 0 to 10 (page CrossCoreSetFlag). */
#include <stdlib.h>
#include <string.h>

#include "isa/sync.h"
#include "sim/state.h"

#define CROSS_IDS 32

/* Sets on their way to one receiver, oldest first: what each sender has added and not been joined yet. */
struct arrival {
    struct aic_flag from[AIC_UNIT_COUNT]; /* mode 2: by sending unit */
    struct aic_flag ready;                /* what a wait can take */
};

struct cell {
    struct aic_flag group; /* mode 0, 1: this unit's sets not joined yet */
    struct arrival arrival;
};

struct aic_cross {
    struct cell *cells; /* [core index][unit][id] */
    size_t n_cores;
};

struct aic_cross *aic_cross_new(void)
{
    return calloc(1, sizeof(struct aic_cross));
}

void aic_cross_free(struct aic_cross *cross)
{
    if (!cross) {
        return;
    }
    for (size_t i = 0; i < cross->n_cores * AIC_UNIT_COUNT * CROSS_IDS; i++) {
        free(cross->cells[i].group.sets);
        free(cross->cells[i].arrival.ready.sets);
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            free(cross->cells[i].arrival.from[u].sets);
        }
    }
    free(cross->cells);
    free(cross);
}

static struct cell *cell_of(struct aic_sim *sim, size_t core, unsigned unit, int64_t id)
{
    struct aic_cross *cross = sim->cross;
    if (core >= cross->n_cores) {
        size_t old = cross->n_cores * AIC_UNIT_COUNT * CROSS_IDS, n = sim->n_cores * AIC_UNIT_COUNT * CROSS_IDS;
        struct cell *cells = realloc(cross->cells, n * sizeof(*cells));
        if (!cells) {
            sim->out_of_memory = true;
            return NULL;
        }
        memset(cells + old, 0, (n - old) * sizeof(*cells));
        cross->cells = cells;
        cross->n_cores = sim->n_cores;
    }
    return &cross->cells[(core * AIC_UNIT_COUNT + unit) * CROSS_IDS + (size_t)id];
}

/* Copies a signal, so that every receiver frees its own. */
static uint32_t copy_signal(struct aic_sim *sim, uint32_t index)
{
    struct aic_signal from = sim->signals[index];
    struct aic_unit_state unit = {.unit = from.unit};
    struct aic_core core = {.number = from.core};
    struct aic_flight flight = {.number = from.number};
    unit.core = &core;
    flight.rec.line = from.line;
    flight.rec.file = from.file;
    uint32_t copy = aic_signal_new(sim, &unit, &flight, (enum aic_pipe)from.pipe, &from.clock);
    if (copy) {
        sim->signals[copy].flow = from.flow;
    }
    return copy;
}

static void wake(struct aic_unit_state *unit)
{
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        unit->pipe[p].dirty = true;
    }
    aic_unit_stale(unit);
}

static void deliver(struct aic_sim *sim, size_t core, unsigned unit, int64_t id, aic_time at, uint32_t signal)
{
    struct cell *cell = cell_of(sim, core, unit, id);
    if (!cell || !signal || !aic_flag_push(&cell->arrival.ready, (struct aic_flag_set){.at = at, .payload = signal})) {
        sim->out_of_memory = true;
        return;
    }
    wake(&sim->cores[core]->unit[unit]);
}

struct member {
    size_t core;
    unsigned unit;
};

/* The units that a set of mode 0 or 1 joins. Returns their number. */
static size_t group_of(const struct aic_unit_state *unit, int64_t mode, struct member *members, size_t capacity)
{
    const struct aic_sim *sim = unit->core->sim;
    size_t n = 0;
    for (size_t c = 0; c < sim->n_cores; c++) {
        if (mode == 1 && c != unit->core->index) {
            continue;
        }
        for (unsigned u = 0; u < AIC_UNIT_COUNT && n < capacity; u++) {
            bool same_kind = (u == AIC_UNIT_AIC) == (unit->unit == AIC_UNIT_AIC);
            if (same_kind && (mode == 1 || sim->cores[c]->unit[u].used)) {
                members[n++] = (struct member){c, u};
            }
        }
    }
    return n;
}

#define MAX_MEMBERS 256

static void join_group(struct aic_unit_state *unit, int64_t mode, int64_t id)
{
    struct aic_sim *sim = unit->core->sim;
    struct member members[MAX_MEMBERS];
    size_t n = group_of(unit, mode, members, MAX_MEMBERS);
    for (size_t i = 0; i < n; i++) {
        struct cell *cell = cell_of(sim, members[i].core, members[i].unit, id);
        if (!cell || cell->group.n == 0) {
            return; /* somebody has not set yet */
        }
    }
    struct aic_clock all = {.core = unit->core->index};
    aic_time at = 0;
    uint32_t last = 0;
    for (size_t i = 0; i < n; i++) {
        struct aic_flag_set set = aic_flag_take(&cell_of(sim, members[i].core, members[i].unit, id)->group);
        aic_clock_join(&all, &sim->signals[set.payload].clock);
        at = set.at > at ? set.at : at;
        aic_signal_free(sim, last);
        last = set.payload;
    }
    for (size_t i = 0; i < n && last; i++) {
        uint32_t copy = copy_signal(sim, last);
        if (copy) {
            aic_clock_copy(&sim->signals[copy].clock, &all);
        }
        deliver(sim, members[i].core, members[i].unit, id, at, copy);
    }
    aic_signal_free(sim, last);
    aic_clock_free(&all);
}

/* Mode 2: the cube unit's set reaches both vector units; the vector units' sets reach the cube unit together. */
static void join_core(struct aic_unit_state *unit, int64_t id, aic_time at, uint32_t signal)
{
    struct aic_sim *sim = unit->core->sim;
    size_t core = unit->core->index;
    if (unit->unit == AIC_UNIT_AIC) {
        deliver(sim, core, AIC_UNIT_AIV0, id, at, copy_signal(sim, signal));
        deliver(sim, core, AIC_UNIT_AIV1, id, at, signal);
        return;
    }
    struct cell *cube = cell_of(sim, core, AIC_UNIT_AIC, id);
    if (!cube || !aic_flag_push(&cube->arrival.from[unit->unit], (struct aic_flag_set){.at = at, .payload = signal})) {
        sim->out_of_memory = true;
        return;
    }
    struct aic_flag *a = &cube->arrival.from[AIC_UNIT_AIV0], *b = &cube->arrival.from[AIC_UNIT_AIV1];
    if (a->n == 0 || b->n == 0) {
        return;
    }
    struct aic_flag_set x = aic_flag_take(a), y = aic_flag_take(b);
    aic_clock_join(&sim->signals[x.payload].clock, &sim->signals[y.payload].clock);
    aic_signal_free(sim, y.payload);
    deliver(sim, core, AIC_UNIT_AIC, id, x.at > y.at ? x.at : y.at, x.payload);
}

static void join_one(struct aic_unit_state *unit, int64_t id, aic_time at, uint32_t signal)
{
    struct aic_sim *sim = unit->core->sim;
    size_t core = unit->core->index;
    if (unit->unit != AIC_UNIT_AIC) {
        deliver(sim, core, AIC_UNIT_AIC, unit->unit == AIC_UNIT_AIV1 ? id + AIC_CROSS_SECOND : id, at, signal);
    } else if (id >= AIC_CROSS_SECOND) {
        deliver(sim, core, AIC_UNIT_AIV1, id - AIC_CROSS_SECOND, at, signal);
    } else {
        deliver(sim, core, AIC_UNIT_AIV0, id, at, signal);
    }
}

void aic_cross_set(struct aic_unit_state *unit, enum aic_pipe pipe, const struct aic_flight *flight, aic_time at)
{
    struct aic_sim *sim = unit->core->sim;
    int64_t id = flight->rec.f[AIC_CROSS_ID], mode = flight->rec.f[AIC_CROSS_MODE];
    struct aic_clock clock = {0};
    aic_clock_of_pipe(unit, pipe, &clock);
    uint32_t signal = aic_signal_new(sim, unit, flight, pipe, &clock);
    aic_clock_free(&clock);
    if (!signal) {
        return;
    }
    if (mode == 2) {
        join_core(unit, id, at, signal);
    } else if (mode == 4) {
        join_one(unit, id, at, signal);
    } else {
        struct cell *own = cell_of(sim, unit->core->index, unit->unit, id);
        if (!own || !aic_flag_push(&own->group, (struct aic_flag_set){.at = at, .payload = signal})) {
            sim->out_of_memory = true;
            return;
        }
        join_group(unit, mode, id);
    }
}

static struct aic_flag *ready_of(struct aic_unit_state *unit, const struct aic_flight *flight)
{
    struct cell *cell = cell_of(unit->core->sim, unit->core->index, unit->unit, flight->rec.f[AIC_CROSS_ID]);
    return cell ? &cell->arrival.ready : NULL;
}

aic_time aic_cross_ready(struct aic_unit_state *unit, const struct aic_flight *flight)
{
    const struct aic_flag *ready = ready_of(unit, flight);
    return ready && ready->n ? ready->sets[0].at : AIC_TIME_NEVER;
}

uint32_t aic_cross_take(struct aic_unit_state *unit, const struct aic_flight *flight)
{
    struct aic_flag *ready = ready_of(unit, flight);
    return ready && ready->n ? aic_flag_take(ready).payload : 0;
}
