/* Findings on their way out: severity as this run wants it, counted, handed on. */
#include <stdlib.h>
#include <string.h>

#include "sim/state.h"

static void hand_out(struct aic_sim *sim, const struct aic_finding *finding)
{
    struct aic_finding out = *finding;
    if (sim->options.severity) {
        int severity = sim->options.severity(sim->options.severity_user, finding);
        if (severity < 0) {
            return;
        }
        out.severity = (enum aic_severity)severity;
    }
    sim->result.findings[out.severity]++;
    if (sim->options.finding) {
        sim->options.finding(sim->options.finding_user, &out);
    }
}

/* Findings and ends of races that are kept to the end, so that memory does not grow with the trace. */
enum { MOST_HELD = 1 << 16 };

/* Room for one more; false when out of memory. */
static bool reserve(void **items, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity) {
        return true;
    }
    size_t more = *capacity ? *capacity * 2 : 16;
    void *grown = realloc(*items, more * size);
    if (!grown) {
        return false;
    }
    *items = grown;
    *capacity = more;
    return true;
}

/* Reads of bytes that nobody has written: a race with their writer explains them. */
static bool may_follow_race(const char *rule)
{
    static const char *const rules[] = {"MEM-016", "MM-026", "FP-041", "MEM-024", "MEM-025"};
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        if (strcmp(rule, rules[i]) == 0) {
            return true;
        }
    }
    return false;
}

void aic_sim_report(struct aic_sim *sim, const struct aic_finding *finding)
{
    if (may_follow_race(finding->rule) && sim->n_held < MOST_HELD &&
        reserve((void **)&sim->held, sim->n_held, &sim->held_capacity, sizeof(*sim->held))) {
        sim->held[sim->n_held++] = *finding;
        return;
    }
    hand_out(sim, finding);
}

void aic_sim_raced(void *user, const struct aic_raced *raced)
{
    struct aic_sim *sim = user;
    if (sim->n_raced == MOST_HELD) {
        return;
    }
    if (reserve((void **)&sim->raced, sim->n_raced, &sim->raced_capacity, sizeof(*sim->raced))) {
        sim->raced[sim->n_raced++] = *raced;
    } else {
        sim->out_of_memory = true;
    }
}

static int by_place(const void *a, const void *b)
{
    const struct aic_raced *x = a, *y = b;
    if (x->core_index != y->core_index) {
        return x->core_index < y->core_index ? -1 : 1;
    }
    if (x->unit != y->unit) {
        return x->unit < y->unit ? -1 : 1;
    }
    return x->record < y->record ? -1 : x->record > y->record;
}

void aic_sim_report_held(struct aic_sim *sim)
{
    if (sim->n_raced) {
        qsort(sim->raced, sim->n_raced, sizeof(*sim->raced), by_place);
    }
    for (size_t i = 0; i < sim->n_held; i++) {
        const struct aic_finding *finding = &sim->held[i];
        const struct aic_core *core = aic_core_find(sim, finding->core);
        struct aic_raced place = {core ? core->index : 0, finding->unit, finding->record};
        if (!sim->n_raced || !bsearch(&place, sim->raced, sim->n_raced, sizeof(place), by_place)) {
            hand_out(sim, finding);
        }
    }
    sim->n_held = 0;
}

static void forward(void *user, const struct aic_finding *finding)
{
    aic_sim_report(user, finding);
}

struct aic_check aic_sim_check(struct aic_sim *sim, const struct aic_flight *flight, enum aic_pipe pipe)
{
    return (struct aic_check){
        .rec = &flight->rec,
        .number = flight->number,
        .pipe = (uint8_t)pipe,
        .fn = forward,
        .user = sim,
        .run_on = sim->options.run_on,
    };
}
