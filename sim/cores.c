/* Cores come into being when somebody names them. */
#include <stdlib.h>
#include <string.h>

#include "sim/state.h"

static void init_unit(struct aic_core *core, unsigned u)
{
    struct aic_unit_state *unit = &core->unit[u];
    unit->core = core;
    unit->unit = (uint8_t)u;
    unit->next = AIC_TIME_NEVER;
    aic_registers_init(&unit->regs);
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        unit->pipe[p].next = AIC_TIME_NEVER;
        unit->pipe[p].dirty = true;
        unit->pipe[p].clock.core = core->index;
    }
}

static struct aic_core *new_core(struct aic_sim *sim, uint32_t number)
{
    struct aic_core *core = calloc(1, sizeof(*core));
    if (!core) {
        return NULL;
    }
    const struct aic_isa_limits *isa = &sim->product->isa;
    core->number = number;
    core->index = (uint32_t)sim->n_cores;
    core->sim = sim;
    int64_t l0c = isa->sizes.bytes[AIC_L0C];
    bool ok = aic_memory_init(&core->memory, &isa->sizes, isa->split_units == 1 ? 2 : 1, sim->gm);
    ok = aic_unit_flags_init(&core->unit_flags, l0c > 0 ? (uint64_t)l0c : 0) && ok;
    if (!sim->options.no_check) {
        core->order = aic_order_new(&isa->sizes, sim->gm_order, core->index,
                                    &(struct aic_order_hooks){aic_sim_raced, aic_sim_tensor_name, sim});
        core->provenance = aic_provenance_new(sim->habits);
        core->usage = core->order ? aic_usage_new(core->order, &core->memory) : NULL;
        core->hints = sim->options.hints ? aic_hints_new() : NULL;
        ok = core->usage && core->provenance && (core->hints || !sim->options.hints) && ok;
    }
    for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
        init_unit(core, u);
    }
    struct aic_core **cores = ok ? realloc(sim->cores, (sim->n_cores + 1) * sizeof(*cores)) : NULL;
    if (!cores) {
        aic_memory_free(&core->memory);
        aic_unit_flags_free(&core->unit_flags);
        aic_order_free(core->order);
        aic_usage_free(core->usage);
        aic_hints_free(core->hints);
        aic_provenance_free(core->provenance);
        free(core);
        return NULL;
    }
    sim->cores = cores;
    sim->cores[sim->n_cores++] = core;
    for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
        aic_unit_stale(&core->unit[u]);
    }
    return core;
}

struct aic_core *aic_core_get(struct aic_sim *sim, uint32_t number)
{
    struct aic_core *core = aic_core_find(sim, number);
    core = core ? core : new_core(sim, number);
    sim->out_of_memory |= !core;
    return core;
}

static bool touches_ub(const struct aic_record *rec)
{
    for (unsigned i = 0; i < rec->n_operands; i++) {
        /* Fixpipe's destination belongs to the cube unit's pipe. */
        if (rec->op[i].space == AIC_UB && !(i == 0 && rec->n_operands > 1 && rec->op[1].space == AIC_L0C)) {
            return true;
        }
    }
    return false;
}

struct aic_unit_state *aic_route_record(struct aic_core *core, struct aic_record *rec)
{
    if (core->sim->product->isa.split_units != 1) {
        rec->unit_given = rec->unit_given && rec->unit != AIC_UNIT_AIC; /* a vector core was named (VEC-001) */
        rec->unit = AIC_UNIT_AIC;
        return &core->unit[AIC_UNIT_AIC];
    }
    uint8_t klass = aic_insn_at(rec->insn)->klass;
    bool follows_line = klass != AIC_CLASS_DATA && klass != AIC_CLASS_REGISTER;
    bool on_vector = rec->unit_given && rec->unit != AIC_UNIT_AIC;
    if (!follows_line && touches_ub(rec)) {
        rec->unit = on_vector ? rec->unit : AIC_UNIT_AIV0;
        for (unsigned i = 0; i < rec->n_operands; i++) {
            rec->op[i].unit = rec->op[i].space == AIC_UB ? (uint8_t)(rec->unit - AIC_UNIT_AIV0) : 0;
        }
    } else if (!follows_line) {
        rec->unit = AIC_UNIT_AIC;
    } else {
        rec->unit = rec->unit_given ? rec->unit : AIC_UNIT_AIC;
    }
    return &core->unit[rec->unit];
}
