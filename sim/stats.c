/* What the run sums up to. */
#include <stdlib.h>
#include <string.h>

#include "sim/state.h"

static int by_number(const void *a, const void *b)
{
    const struct aic_core_stats *x = a, *y = b;
    return x->core < y->core ? -1 : x->core > y->core;
}

static aic_time end_of(const struct aic_unit_state *unit)
{
    aic_time end = unit->pipe[AIC_PIPE_S].issue_free;
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        const struct aic_pipe_state *pipe = &unit->pipe[p];
        end = pipe->complete > end ? pipe->complete : end;
        end = pipe->accounted > end ? pipe->accounted : end;
        end = p != AIC_PIPE_S && pipe->issue_free > end ? pipe->issue_free : end;
    }
    return end;
}

static void sum_unit(const struct aic_unit_state *unit, aic_time total, struct aic_unit_stats *out)
{
    out->used = unit->used;
    out->records = unit->records;
    out->end = end_of(unit);
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        out->pipe[p] = unit->pipe[p].stats;
        out->pipe[p].board = p == AIC_PIPE_S ? unit->pipe[p].stats.busy : unit->pipe[p].stats.board;
        out->pipe[p].stall[AIC_STALL_EMPTY] += total - unit->pipe[p].accounted;
    }
}

static void sum_up(struct aic_sim *sim)
{
    struct aic_result *result = &sim->result;
    for (size_t c = 0; c < sim->n_cores; c++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            const struct aic_unit_state *unit = &sim->cores[c]->unit[u];
            aic_time end = unit->used ? end_of(unit) : 0;
            result->total = end > result->total ? end : result->total;
            result->records += unit->records;
        }
    }
    sim->core_stats = calloc(sim->n_cores ? sim->n_cores : 1, sizeof(*sim->core_stats));
    if (!sim->core_stats) {
        sim->out_of_memory = true;
        return;
    }
    for (size_t c = 0; c < sim->n_cores; c++) {
        sim->core_stats[c].core = sim->cores[c]->number;
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            sum_unit(&sim->cores[c]->unit[u], result->total, &sim->core_stats[c].unit[u]);
        }
    }
    qsort(sim->core_stats, sim->n_cores, sizeof(*sim->core_stats), by_number);
    aic_analyse(sim, &result->analysis);
    result->cores = sim->core_stats;
    result->n_cores = sim->n_cores;
}

const struct aic_result *aic_sim_finish(struct aic_sim *sim)
{
    if (!sim->finished) {
        aic_engine_run(sim);
        aic_end_rules(sim);
        aic_sim_report_held(sim);
        sum_up(sim);
        sim->result.out_of_memory = sim->out_of_memory;
        sim->finished = true;
    }
    return &sim->result;
}
