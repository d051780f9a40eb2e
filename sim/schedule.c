/* Which unit acts next: a tournament over all units of all cores, so that a step costs little on a full chip. */
#include <stdlib.h>

#include "sim/state.h"

/* The earlier of two; the one of the lower core and unit when both are equally early. */
static struct aic_unit_state *winner(struct aic_unit_state *a, struct aic_unit_state *b)
{
    if (!a || !b) {
        return a ? a : b;
    }
    return b->next < a->next ? b : a;
}

static void play(struct aic_sim *sim, struct aic_unit_state *unit)
{
    size_t at = sim->tree_leaves + unit->core->index * AIC_UNIT_COUNT + unit->unit;
    sim->tree[at] = unit->next == AIC_TIME_NEVER ? NULL : unit;
    for (at /= 2; at; at /= 2) {
        struct aic_unit_state *was = sim->tree[at], *now = winner(sim->tree[2 * at], sim->tree[2 * at + 1]);
        sim->tree[at] = now;
        if (now == was && now != unit) {
            return; /* the matches above do not see this unit */
        }
    }
}

/* Makes the tree large enough; all units take part again. */
static bool reserve(struct aic_sim *sim)
{
    size_t leaves = sim->tree_leaves ? sim->tree_leaves : 4;
    while (leaves < sim->n_cores * AIC_UNIT_COUNT) {
        leaves *= 2;
    }
    if (leaves == sim->tree_leaves) {
        return true;
    }
    struct aic_unit_state **tree = calloc(2 * leaves, sizeof(*tree));
    if (!tree) {
        sim->out_of_memory = true;
        return false;
    }
    free(sim->tree);
    sim->tree = tree;
    sim->tree_leaves = leaves;
    sim->runner_up = 0;
    for (size_t c = 0; c < sim->n_cores; c++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            play(sim, &sim->cores[c]->unit[u]);
        }
    }
    return true;
}

/* The earliest moment of all units but the winner: until then it goes on without another match. */
static aic_time runner_up(const struct aic_sim *sim)
{
    const struct aic_unit_state *first = sim->tree[1];
    aic_time next = AIC_TIME_NEVER;
    if (!first) {
        return next;
    }
    for (size_t at = sim->tree_leaves + first->core->index * AIC_UNIT_COUNT + first->unit; at > 1; at /= 2) {
        const struct aic_unit_state *other = sim->tree[at ^ 1];
        next = other && other->next < next ? other->next : next;
    }
    return next;
}

struct aic_unit_state *aic_unit_earliest(struct aic_sim *sim)
{
    bool played = false;
    if (!reserve(sim)) {
        return NULL;
    }
    while (sim->stale) {
        struct aic_unit_state *unit = sim->stale;
        sim->stale = unit->next_stale;
        unit->stale = false;
        if (unit->used || (unit->unit == AIC_UNIT_AIC && unit->core->source_open)) {
            aic_unit_refresh(unit);
            if (unit != sim->tree[1] || unit->next >= sim->runner_up) {
                play(sim, unit);
                played = true;
            }
        }
    }
    if (played) {
        sim->runner_up = runner_up(sim);
    }
    return sim->tree[1];
}
