/* A data record starts on its pipe: its time, its order among the others, its bytes. */
#include <stdio.h>
#include <string.h>

#include "isa/declared.h"
#include "sim/state.h"

/* L0C blocks that a record's unit flag concerns, in the order in which the hardware finishes them: what an Mmad
 * writes; of a drain the whole strips and the one that is left of the last. */
struct unit_spans {
    unsigned n;
    uint64_t bytes;
    struct aic_span at[AIC_MAX_SPANS];
};

static bool unit_spans_of(const struct aic_plan *plan, struct unit_spans *spans)
{
    bool mmad = plan->work.kind == AIC_WORK_MMAD;
    *spans = (struct unit_spans){0};
    for (unsigned i = 0; i < plan->footprint.n; i++) {
        const struct aic_span *s = &plan->footprint.e[i].span;
        if (s->space == AIC_L0C && (plan->footprint.e[i].access != AIC_READ) == mmad) {
            spans->bytes += aic_span_bytes(s);
            spans->at[spans->n++] = *s;
        }
    }
    if (spans->n && mmad && !plan->work.m_first && plan->work.n1 > 1) {
        spans->at[0] = aic_span_rows(AIC_L0C, spans->at[0].base, AIC_UNIT_BLOCK, plan->work.n1,
                                     (int64_t)plan->work.m1 * AIC_UNIT_BLOCK);
        aic_span_repeat(&spans->at[0], plan->work.m1, AIC_UNIT_BLOCK);
    }
    return spans->n != 0;
}

/* As aic_unit_flags_ready, over all of them. */
static bool blocks_ready(const struct aic_unit_flags *flags, const struct unit_spans *spans, bool set, aic_time *first,
                         aic_time *last, uint32_t *payload)
{
    *first = *last = 0;
    for (unsigned i = 0; i < spans->n; i++) {
        aic_time begin, end;
        uint32_t writer = 0;
        if (!aic_unit_flags_ready(flags, &spans->at[i], set, &begin, &end, &writer)) {
            return false;
        }
        if (i == 0 || end >= *last) {
            *last = end;
            *payload = writer;
        }
        *first = i == 0 ? begin : *first;
    }
    return true;
}

static bool wants_set(const struct aic_plan *plan)
{
    return plan->work.kind != AIC_WORK_MMAD;
}

/* Nobody's flags can hold an mmad, and nobody asks whom it follows: no block need be looked at. */
static bool nothing_flagged(const struct aic_unit_state *unit, const struct aic_plan *plan, aic_time t)
{
    return !unit->core->order && !wants_set(plan) && aic_unit_flags_all_clear(&unit->core->unit_flags, t);
}

aic_time aic_data_ready(struct aic_unit_state *unit, struct aic_pipe_state *pipe, const struct aic_flight *flight,
                        uint8_t *reason)
{
    aic_time t = aic_latest(pipe->issue_free, flight->dispatched);
    *reason = AIC_STALL_EMPTY;
    struct unit_spans spans;
    if (!flight->plan || !flight->plan->work.unit_flag || nothing_flagged(unit, flight->plan, t) ||
        !unit_spans_of(flight->plan, &spans)) {
        return t;
    }
    aic_time first, last;
    uint32_t payload;
    *reason = AIC_STALL_UNIT_FLAG;
    if (!blocks_ready(&unit->core->unit_flags, &spans, wants_set(flight->plan), &first, &last, &payload)) {
        return AIC_TIME_NEVER;
    }
    return aic_latest(t, first);
}

/* When the data phase must end so that it does not overtake the blocks it waits for; joins what their writer knew. */
static aic_time unit_flag_limit(struct aic_unit_state *unit, struct aic_pipe_state *pipe, const struct aic_plan *plan,
                                const struct unit_spans *spans, aic_time data, uint32_t *signal)
{
    aic_time first, last;
    uint32_t payload = 0;
    *signal = 0;
    if (!blocks_ready(&unit->core->unit_flags, spans, wants_set(plan), &first, &last, &payload)) {
        return 0;
    }
    *signal = payload;
    if (payload) {
        aic_clock_join(&pipe->clock, &unit->core->sim->signals[payload].clock);
    }
    int64_t blocks = (int64_t)(spans->bytes / AIC_UNIT_BLOCK);
    return last + data / (blocks > 0 ? blocks : 1);
}

static void report_unknown_cost(struct aic_unit_state *unit, enum aic_pipe pipe, const struct aic_flight *flight,
                                const char *key)
{
    struct aic_check chk = aic_sim_check(unit->core->sim, flight, pipe);
    aic_raise_as(&chk, "PATH-003", AIC_SEV_WARNING, AIC_AT_RECORD, NULL,
                 "%s: no source gives `%s` of this product; the record counts as 0 cycles and the total is not known",
                 flight->insn->name, key);
    unit->core->sim->result.time_unknown = true;
}

static bool bypasses_l2(const struct aic_sim *sim, const struct aic_record *rec)
{
    for (unsigned i = 0; i < rec->n_operands; i++) {
        if (rec->op[i].space == AIC_GM && rec->op[i].tensor >= 0) {
            return !sim->tensors[rec->op[i].tensor].l2;
        }
    }
    return false;
}

static void phase_of(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight, aic_time now,
                     struct aic_phase *phase)
{
    const struct aic_pipe_state *pipe = &unit->pipe[p];
    struct aic_phase_context ctx = {
        .core = unit->core->index,
        .unit = unit->unit,
        .issue = now,
        .data_free = pipe->data_free,
        .l2_bypass = bypasses_l2(unit->core->sim, &flight->rec),
        .cube = unit->pipe[AIC_PIPE_M].use,
        .mte2 = unit->pipe[AIC_PIPE_MTE2].use,
        .write_delay = pipe->write_delay,
        .free = unit->core->sim->options.free,
        .free_part = unit->core->sim->options.free_part,
    };
    const char *missing = NULL;
    memset(phase, 0, sizeof(*phase));
    if (!flight->plan || flight->nop) {
        return;
    }
    if (!aic_phase_of(&unit->core->sim->product->pipes, unit->core->sim->memory_model, &ctx, p, &flight->plan->work,
                      phase, &missing)) {
        report_unknown_cost(unit, p, flight, missing ? missing : "?");
        memset(phase, 0, sizeof(*phase));
    }
}

static void check_order(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight,
                        struct aic_check *chk)
{
    struct aic_pipe_state *pipe = &unit->pipe[p];
    const struct aic_work *work = &flight->plan->work;
    struct aic_op op = aic_flight_op(unit->core->sim, flight);
    struct aic_access_by by = {
        .slot = unit->unit * AIC_PIPE_COUNT + p,
        .seq = pipe->seq,
        .line = flight->rec.line,
        .file = flight->rec.file,
        .record = flight->number,
        .insn = flight->rec.insn,
        .mte1_barrier = unit->mte1_barrier,
        .flags = (uint8_t)((work->unit_flag ? AIC_BY_UNIT_FLAG : 0) | (p == AIC_PIPE_M ? AIC_BY_CUBE : 0) |
                           (p == AIC_PIPE_M && aic_dtype_bits((enum aic_dtype)work->src_dtype) < 16 ? AIC_BY_SQUARES
                                                                                                    : 0)),
    };
    struct aic_usage *usage = unit->core->usage;
    aic_usage_begin(usage, &flight->rec);
    aic_order_access(unit->core->order, &op, &flight->plan->footprint, &by, &pipe->clock,
                     (int64_t)work->fractals_mn, chk);
    if (!chk->error && !unit->core->sim->result.findings[AIC_SEV_ERROR]) {
        aic_usage_judge(usage, &op, work, &flight->plan->footprint, !unit->core->sim->options.no_data, chk);
    }
}

void aic_taint_result(struct aic_core *core, const struct aic_flight *flight)
{
    const struct aic_record *rec = &flight->rec;
    if (rec->n_operands == 0 || flight->insn->n_slots == 0) {
        return;
    }
    const struct aic_operand *dst = &rec->op[0];
    if (dst->space == AIC_GM) {
        if (dst->tensor >= 0) {
            const struct aic_tensor *t = &core->sim->tensors[dst->tensor];
            uint64_t from = dst->addr < t->addr + t->bytes ? dst->addr : t->addr + t->bytes;
            aic_memory_mark(&core->memory, AIC_GM, 0, from, t->addr + t->bytes - from, AIC_ST_TAINT);
        }
        return;
    }
    const struct aic_buffer *buf = aic_memory_buffer(&core->memory, (enum aic_space)dst->space, dst->unit);
    if (dst->addr < buf->bytes) {
        aic_memory_mark(&core->memory, (enum aic_space)dst->space, dst->unit, dst->addr, buf->bytes - dst->addr,
                        AIC_ST_TAINT);
    }
}

static void run_values(struct aic_unit_state *unit, const struct aic_flight *flight, struct aic_check *chk)
{
    struct aic_op op = aic_flight_op(unit->core->sim, flight);
    bool before = chk->error;
    chk->error = false;
    flight->insn->execute(&op, &unit->core->memory, chk);
    if (chk->error && !chk->ran_on) {
        aic_taint_result(unit->core, flight);
    }
    chk->error |= before;
}

static void pass_unit_flags(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight,
                            const struct unit_spans *spans, aic_time begin, aic_time length)
{
    struct aic_clock clock = {0};
    aic_clock_of_pipe(unit, p, &clock);
    uint32_t signal = aic_signal_new(unit->core->sim, unit, flight, p, &clock);
    aic_clock_free(&clock);
    bool last = flight->plan->work.unit_flag == 3;
    bool set = p == AIC_PIPE_M ? last : !last;
    for (unsigned i = 0; i < spans->n; i++) {
        aic_time part = spans->bytes ? (aic_time)((uint64_t)length * aic_span_bytes(&spans->at[i]) / spans->bytes) : 0;
        aic_unit_flags_assign(&unit->core->unit_flags, &spans->at[i], set, begin, part, signal);
        begin += part;
    }
    aic_signal_of_unit_flags(unit->core, signal);
    unit->pipe[AIC_PIPE_M].dirty = unit->pipe[AIC_PIPE_FIX].dirty = true;
}

/* The chain of waits that lets a data phase begin: the pipe's own last record, or what the issue waited for. */
static struct aic_path path_to(const struct aic_pipe_state *pipe, aic_time begin, aic_time issued)
{
    return begin > issued ? pipe->done : pipe->ready;
}

/* The part of the start that waited for HBM and that no data of the record before hid. */
static aic_time shown_latency(const struct aic_pipe_state *pipe, const struct aic_phase *phase, aic_time now)
{
    aic_time hidden = pipe->data_free + phase->gap - (now + phase->startup - phase->latency);
    hidden = hidden > 0 ? hidden : 0;
    return hidden < phase->latency ? phase->latency - hidden : 0;
}

static void finish_path(struct aic_pipe_state *pipe, enum aic_pipe p, struct aic_path *path,
                        const struct aic_phase *phase, aic_time end, aic_time latency)
{
    aic_time complete = aic_latest(pipe->complete, end + phase->tail);
    aic_time shared = phase->bank + phase->l2 + phase->hbm + latency;
    aic_path_extend(path, complete - shared, p);
    aic_path_extend(path, path->at + phase->bank, AIC_PART_BANK);
    aic_path_extend(path, path->at + phase->l2, AIC_PART_L2);
    aic_path_extend(path, path->at + phase->hbm + latency, AIC_PART_HBM);
    pipe->done = *path;
}

/* What other pipes see of this record at the memories that they share. */
static void note_use(struct aic_pipe_state *pipe, const struct aic_flight *flight, aic_time begin, aic_time end)
{
    if (end > begin && flight->plan) {
        const struct aic_work *work = &flight->plan->work;
        pipe->use = (struct aic_port_use){begin, end, work->dst_bytes, work->local_dst.base, work->dst == AIC_L1};
    }
}

/* Times of a starting record, and what follows from them. */
static void run_time(struct aic_unit_state *unit, enum aic_pipe p, const struct aic_flight *flight, aic_time now)
{
    struct aic_pipe_state *pipe = &unit->pipe[p];
    struct aic_phase phase;
    struct unit_spans spans;
    uint32_t last_signal = 0;
    aic_time lost[AIC_STALL_COUNT] = {0};
    phase_of(unit, p, flight, now, &phase);
    aic_time begin = aic_latest(now + phase.startup, pipe->data_free + phase.gap);
    struct aic_path path = path_to(pipe, begin, now + phase.startup);
    bool flagged = flight->plan && !flight->nop && flight->plan->work.unit_flag &&
                   !(flight->plan->work.unit_flag == 2 && nothing_flagged(unit, flight->plan, now)) &&
                   unit_spans_of(flight->plan, &spans);
    aic_time end = begin + phase.data;
    if (flagged) {
        aic_time limit = unit_flag_limit(unit, pipe, flight->plan, &spans, phase.data, &last_signal);
        lost[AIC_STALL_UNIT_FLAG] = limit > end ? limit - end : 0;
        bool held = now > aic_latest(pipe->issue_free, flight->dispatched);
        if ((limit > end || held) && last_signal) {
            path = unit->core->sim->signals[last_signal].path;
        }
        end = aic_latest(end, limit);
    }
    lost[AIC_STALL_BANK] = phase.bank;
    lost[AIC_STALL_MEMORY] = phase.l2 + phase.hbm;
    finish_path(pipe, p, &path, &phase, end, shown_latency(pipe, &phase, now));
    /* An mmad with unitFlag 2 leaves its blocks as it found them: clear. */
    if (flagged && !(p == AIC_PIPE_M && flight->plan->work.unit_flag == 2)) {
        pass_unit_flags(unit, p, flight, &spans, begin + phase.tail, end - begin);
    }
    note_use(pipe, flight, begin, end);
    pipe->write_delay = 0;
    unit->pipe[AIC_PIPE_MTE2].write_delay += phase.write_delay;
    aic_board_data(&unit->core->sim->product->pipes, pipe, p, now, begin, end, end + phase.tail);
    /* The start-up of the next records runs behind this one's data; two of them are under way at the most. */
    pipe->issue_free = aic_latest(pipe->issue_free, aic_latest(now, begin - 2 * phase.startup));
    pipe->data_free = end;
    pipe->complete = aic_latest(pipe->complete, end + phase.tail);
    aic_time shown = aic_account_busy(pipe, now, end, lost);
    aic_event_emit(unit, p, flight,
                   (struct aic_event){.start = shown, .end = aic_latest(shown, end), .reason = pipe->reason,
                                      .bytes = flight->plan ? flight->plan->work.dst_bytes : 0});
}

/* A drain without unit flag of blocks that their mmad has flagged (FP-044). */
static void check_unit_flag_pair(struct aic_unit_state *unit, const struct aic_flight *flight, struct aic_check *chk)
{
    struct unit_spans spans;
    aic_time first, last;
    uint32_t payload = 0;
    const struct aic_work *work = &flight->plan->work;
    if (work->kind != AIC_WORK_FIXPIPE || work->unit_flag || !unit_spans_of(flight->plan, &spans) ||
        !blocks_ready(&unit->core->unit_flags, &spans, true, &first, &last, &payload)) {
        return;
    }
    unit->core->unit_flag_mismatch = true;
    aic_raise(chk, "FP-044", AIC_AT_RECORD, "give both the mmad and the fixpipe a unitFlag, or neither",
              "unitFlag is 0, but the mmad on line %u that wrote this L0C block has set its unit flags",
              (unsigned)unit->core->sim->signals[payload].line);
}

static void declared_layouts(const struct aic_sim *sim, const struct aic_record *rec,
                             const char *layout[AIC_MAX_OPERANDS])
{
    for (unsigned i = 0; i < AIC_MAX_OPERANDS; i++) {
        int32_t tensor = i < rec->n_operands && rec->op[i].space == AIC_GM ? rec->op[i].tensor : -1;
        layout[i] = tensor >= 0 ? sim->tensors[tensor].layout : NULL;
    }
}

/* The first GM operand's place among the rows of its tensor. */
static struct aic_place place_in_gm(const struct aic_sim *sim, const struct aic_record *rec)
{
    for (unsigned i = 0; i < rec->n_operands; i++) {
        int32_t tensor = rec->op[i].space == AIC_GM ? rec->op[i].tensor : -1;
        if (tensor >= 0 && sim->tensors[tensor].row_bytes && aic_dtype_bits(sim->tensors[tensor].dtype) >= 8) {
            const struct aic_tensor *t = &sim->tensors[tensor];
            uint64_t from = rec->op[i].addr - t->addr;
            return (struct aic_place){tensor, (int64_t)(from / t->row_bytes),
                                      (int64_t)(from % t->row_bytes / (aic_dtype_bits(t->dtype) / 8))};
        }
    }
    return (struct aic_place){-1, 0, 0};
}

/* After the values: what they show by themselves goes before a layout that does not fit. */
static void check_layouts(struct aic_unit_state *unit, const struct aic_flight *flight, struct aic_check *chk)
{
    struct aic_core *core = unit->core;
    struct aic_op op = aic_flight_op(core->sim, flight);
    const char *declared[AIC_MAX_OPERANDS];
    declared_layouts(core->sim, &flight->rec, declared);
    if (!chk->error) {
        aic_declared_check(&op, &flight->plan->work, declared, chk);
        aic_provenance_check(core->provenance, &op, &flight->plan->work, &flight->plan->footprint, chk);
        if (chk->error && !core->sim->options.no_data) {
            aic_taint_result(core, flight);
        }
    }
    struct aic_place gm = place_in_gm(core->sim, &flight->rec);
    aic_provenance_record(core->provenance, &op, &flight->plan->work, &flight->plan->footprint, declared[1], &gm,
                          &(struct aic_habit_at){core->number, flight->rec.line, flight->rec.file, flight->number,
                                                 chk->pipe});
}

static void count_operations(struct aic_unit_state *unit, const struct aic_work *work)
{
    if (work->kind == AIC_WORK_MMAD) {
        unit->operations += (uint64_t)work->m1 * work->n1 * work->k1 * aic_triple_operations(work->src_dtype);
        unit->mmad_types |= (aic_dtype_set)1 << work->src_dtype;
    }
}

void aic_data_start(struct aic_unit_state *unit, enum aic_pipe p, struct aic_flight *flight, aic_time now)
{
    struct aic_sim *sim = unit->core->sim;
    struct aic_pipe_state *pipe = &unit->pipe[p];
    struct aic_check chk = aic_sim_check(sim, flight, p);
    pipe->seq++;
    pipe->stats.instructions++;
    bool live = flight->plan && !flight->error && !flight->nop;
    run_time(unit, p, flight, now);
    if (!live) {
        if (flight->nop && unit->core->usage) {
            aic_usage_nop(unit->core->usage, &flight->rec);
        }
        return;
    }
    count_operations(unit, &flight->plan->work);
    pipe->stats.bytes += flight->plan->work.kind == AIC_WORK_MMAD ? 0 : flight->plan->work.dst_bytes;
    if (unit->core->hints) {
        aic_hints_started(unit->core->hints, unit, p, flight);
    }
    if (unit->core->order) {
        check_unit_flag_pair(unit, flight, &chk);
        check_order(unit, p, flight, &chk);
    }
    if (!sim->options.no_data) {
        run_values(unit, flight, &chk);
    }
    if (unit->core->provenance) {
        check_layouts(unit, flight, &chk);
    }
}
