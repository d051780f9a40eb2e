/* The API: simulations are made, fed, run and read. */
#include <stdlib.h>
#include <string.h>

#include "sim/state.h"

struct aic_sim *aic_sim_new(const struct aic_product *product, const struct aic_options *options)
{
    struct aic_sim *sim = calloc(1, sizeof(*sim));
    if (!sim) {
        return NULL;
    }
    sim->product = product;
    if (options) {
        sim->options = *options;
    }
    sim->gm = aic_gm_new();
    sim->cross = aic_cross_new();
    sim->gm_order = aic_gm_order_new();
    sim->habits = aic_habits_new();
    if (!sim->habits || !sim->gm || !sim->cross || !sim->gm_order) {
        aic_sim_free(sim);
        return NULL;
    }
    return sim;
}

static void free_core(struct aic_core *core)
{
    aic_memory_free(&core->memory);
    aic_unit_flags_free(&core->unit_flags);
    free(core->unit_signals);
    aic_order_free(core->order);
    aic_usage_free(core->usage);
    aic_hints_free(core->hints);
    aic_provenance_free(core->provenance);
    for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
        aic_flags_free(&core->unit[u].flags);
    }
    free(core);
}

void aic_sim_free(struct aic_sim *sim)
{
    if (!sim) {
        return;
    }
    aic_flights_free_all(sim);
    for (size_t c = 0; c < sim->n_cores; c++) {
        free_core(sim->cores[c]);
    }
    for (size_t t = 0; t < sim->n_tensors; t++) {
        free((char *)sim->tensors[t].name);
        free((char *)sim->tensors[t].layout);
    }
    free(sim->cores);
    free(sim->tree);
    free(sim->tensors);
    aic_ranges_free(&sim->tensor_ranges);
    free(sim->core_stats);
    free(sim->held);
    free(sim->raced);
    aic_cross_free(sim->cross);
    aic_gm_order_free(sim->gm_order);
    aic_habits_free(sim->habits);
    aic_gm_free(sim->gm);
    aic_memory_model_free(sim->memory_model);
    free(sim);
}

static char *copy_text(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    if (copy) {
        memcpy(copy, text, n);
    }
    return copy;
}

int aic_sim_tensor(struct aic_sim *sim, const struct aic_tensor *tensor)
{
    if (aic_ranges_find(&sim->tensor_ranges, tensor->addr, tensor->bytes) >= 0) {
        return -1;
    }
    bool full = (sim->n_tensors & (sim->n_tensors - 1)) == 0; /* room doubles at every power of two */
    size_t room = sim->n_tensors ? sim->n_tensors * 2 : 1;
    struct aic_tensor *tensors = full ? realloc(sim->tensors, room * sizeof(*tensors)) : sim->tensors;
    char *name = copy_text(tensor->name);
    char *layout = tensor->layout ? copy_text(tensor->layout) : NULL;
    sim->tensors = tensors ? tensors : sim->tensors;
    if (!tensors || !name || (tensor->layout && !layout) ||
        !aic_ranges_add(&sim->tensor_ranges, tensor->addr, tensor->bytes, (uint32_t)sim->n_tensors)) {
        free(name);
        free(layout);
        return -2;
    }
    tensors[sim->n_tensors] = *tensor;
    tensors[sim->n_tensors].name = name;
    tensors[sim->n_tensors].layout = layout;
    return (int)sim->n_tensors++;
}

static bool in_range(struct aic_core *core, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n)
{
    if (space == AIC_GM) {
        return addr + n >= addr;
    }
    const struct aic_buffer *buf = aic_memory_buffer(&core->memory, space, unit);
    return addr <= buf->bytes && n <= buf->bytes - addr;
}

bool aic_sim_write(struct aic_sim *sim, uint32_t number, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                   const void *data)
{
    struct aic_core *core = aic_core_get(sim, number);
    if (!core || !in_range(core, space, unit, addr, n)) {
        return false;
    }
    aic_memory_write(&core->memory, space, unit, addr, n, data, NULL);
    return true;
}

bool aic_sim_read(struct aic_sim *sim, uint32_t number, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                  void *data, uint8_t *state)
{
    struct aic_core *core = aic_core_get(sim, number);
    if (!core || !in_range(core, space, unit, addr, n)) {
        return false;
    }
    aic_memory_read(&core->memory, space, unit, addr, n, data, state);
    return true;
}

bool aic_sim_writer(struct aic_sim *sim, uint32_t number, enum aic_space space, unsigned unit, uint64_t from,
                    uint64_t end, struct aic_writer *writer)
{
    struct aic_core *core = aic_core_get(sim, number);
    struct aic_met met;
    bool written = false;
    uint64_t size = core && space != AIC_GM ? aic_memory_buffer(&core->memory, space, unit)->bytes : UINT64_MAX;
    end = end < size ? end : size;
    while (core && core->order && aic_order_next(core->order, space, unit, from, end, &met, &written) && !written) {
        from = met.hi;
    }
    if (!written) {
        return false;
    }
    const struct aic_access_by *by = &met.writer;
    *writer = (struct aic_writer){sim->cores[met.writer_core]->number, by->line, by->file, by->record,
                                  (uint8_t)(by->slot / AIC_PIPE_COUNT), (uint8_t)(by->slot % AIC_PIPE_COUNT), by->insn,
                                  met.lo > from ? met.lo : from, met.hi < end ? met.hi : end};
    return true;
}

bool aic_sim_origins(struct aic_sim *sim, const struct aic_event *event, enum aic_space space, unsigned unit,
                     const uint64_t *of, size_t n, aic_origin_fn *fn, void *user)
{
    struct aic_core *core = aic_core_find(sim, event->core);
    struct aic_op op = {event->rec, event->regs, &sim->product->isa, aic_insn_at(event->rec->insn)};
    return core && aic_origins(&op, &core->memory, space, unit, of, n, fn, user);
}

bool aic_sim_stored(struct aic_sim *sim, uint32_t number, enum aic_space space, uint64_t addr, struct aic_made_at *at)
{
    struct aic_core *core = aic_core_find(sim, number);
    return core && core->provenance && aic_provenance_find(core->provenance, space, addr, at);
}

bool aic_sim_push(struct aic_sim *sim, const struct aic_record *rec)
{
    struct aic_core *core = aic_core_get(sim, rec->core);
    struct aic_flight *flight = core ? aic_flight_take(sim) : NULL;
    if (!flight) {
        return false;
    }
    flight->rec = *rec;
    struct aic_unit_state *unit = aic_route_record(core, &flight->rec);
    flight->insn = aic_insn_at(rec->insn);
    aic_flight_append(&unit->pending, flight);
    unit->used = true;
    unit->pipe[AIC_PIPE_S].dirty = true;
    aic_unit_stale(unit);
    return true;
}

bool aic_sim_source(struct aic_sim *sim, uint32_t number, aic_source_fn *fn, void *user)
{
    struct aic_core *core = aic_core_get(sim, number);
    if (!core) {
        return false;
    }
    core->source = fn;
    core->source_user = user;
    core->source_open = true;
    aic_unit_stale(&core->unit[AIC_UNIT_AIC]);
    return true;
}

void aic_sim_drain(struct aic_sim *sim)
{
    aic_engine_run(sim);
}
