/* Which pipe or memory bounds the run, and what would be gained without it. */
#include "sim/analysis.h"

#include "pipes/memory.h"
#include "sim/state.h"

const char *aic_part_name(unsigned part)
{
    static const char *const names[] = {
        [AIC_PART_SYNC] = "sync", [AIC_PART_BANK] = "bank", [AIC_PART_L2] = "L2", [AIC_PART_HBM] = "HBM"};
    return part < AIC_PIPE_COUNT ? aic_pipe_name((enum aic_pipe)part) : names[part];
}

uint64_t aic_triple_operations(unsigned dtype)
{
    unsigned bits = aic_dtype_bits((enum aic_dtype)dtype);
    return bits ? UINT64_C(2) * 16 * 16 * 256 / bits : 0;
}

/* The pipe that ends last gives the path of the run. */
static const struct aic_path *last_path(const struct aic_sim *sim, struct aic_analysis *out)
{
    const struct aic_path *last = NULL;
    for (size_t c = 0; c < sim->n_cores; c++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            const struct aic_unit_state *unit = &sim->cores[c]->unit[u];
            for (unsigned p = 0; unit->used && p < AIC_PIPE_COUNT; p++) {
                const struct aic_pipe_state *pipe = &unit->pipe[p];
                const struct aic_path *path = pipe->done.at > pipe->ready.at ? &pipe->done : &pipe->ready;
                if (!last || path->at > last->at) {
                    last = path;
                    out->core = sim->cores[c]->number;
                    out->unit = (uint8_t)u;
                    out->pipe = (uint8_t)p;
                }
            }
        }
    }
    return last;
}

static void find_bound(struct aic_analysis *a)
{
    for (unsigned i = 0; i < AIC_PART_COUNT; i++) {
        a->bound = i != AIC_PART_SYNC && a->path[i] > a->path[a->bound] ? (uint8_t)i : a->bound;
    }
}

static aic_time busiest_other(const struct aic_sim *sim, unsigned bound)
{
    aic_time most = 0;
    for (size_t c = 0; c < sim->n_cores; c++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
                aic_time busy = sim->cores[c]->unit[u].pipe[p].stats.busy;
                most = p != bound && busy > most ? busy : most;
            }
        }
    }
    return most;
}

static void roofline(const struct aic_sim *sim, struct aic_analysis *a)
{
    const struct aic_pipe_costs *costs = &sim->product->pipes;
    aic_dtype_set seen = 0;
    int64_t cubes = 0, fastest = 0;
    for (size_t c = 0; c < sim->n_cores; c++) {
        const struct aic_unit_state *unit = &sim->cores[c]->unit[AIC_UNIT_AIC];
        a->operations += unit->operations;
        cubes += unit->operations > 0;
        seen |= unit->mmad_types;
    }
    for (unsigned t = 0; t < AIC_DT_COUNT; t++) {
        int64_t passes = costs->mmad_passes[t];
        int64_t per_cycle = passes > 0 ? (int64_t)aic_triple_operations(t) * 1024 / passes : 0;
        fastest = (seen >> t & 1) && per_cycle > fastest ? per_cycle : fastest;
    }
    a->peak_operations = fastest * cubes;
    a->peak_bytes = costs->memory.hbm_rate > 0 ? costs->memory.hbm_rate / 1024 : 0;
    if (sim->memory_model) {
        aic_memory_totals(sim->memory_model, &a->gm_bytes, &a->hbm_bytes);
    }
}

void aic_analyse(const struct aic_sim *sim, struct aic_analysis *out)
{
    const struct aic_path *path = last_path(sim, out);
    for (unsigned i = 0; path && i < AIC_PART_COUNT; i++) {
        out->path[i] = path->part[i];
    }
    find_bound(out);
    aic_time rest = (path ? path->at : 0) - out->path[out->bound], other = busiest_other(sim, out->bound);
    out->without_bound = rest > other ? rest : other;
    roofline(sim, out);
}
