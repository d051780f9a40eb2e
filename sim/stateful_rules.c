/* Rules that one record cannot show alone: where GM is declared, and what stands when everything has stopped. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/cube.h"
#include "isa/sync.h"
#include "sim/state.h"

static const struct aic_tensor *tensor_at(const struct aic_sim *sim, int32_t index, uint64_t addr)
{
    if (index >= 0 && (size_t)index < sim->n_tensors) {
        return &sim->tensors[index];
    }
    int64_t at = aic_ranges_find(&sim->tensor_ranges, addr, 1);
    return at < 0 ? NULL : &sim->tensors[at];
}

const char *aic_sim_tensor_name(void *sim, uint64_t addr, uint64_t *base)
{
    const struct aic_tensor *t = tensor_at(sim, -1, addr);
    *base = t ? t->addr : 0;
    return t ? t->name : NULL;
}

void aic_gm_rules(struct aic_core *core, const struct aic_flight *flight, struct aic_check *chk)
{
    const struct aic_footprint *fp = &flight->plan->footprint;
    for (unsigned i = 0; i < fp->n && !chk->error; i++) {
        if (fp->e[i].span.space != AIC_GM) {
            continue;
        }
        int operand = fp->e[i].operand;
        uint64_t lo, hi;
        aic_span_bounds(&fp->e[i].span, &lo, &hi);
        const struct aic_tensor *t = tensor_at(core->sim, operand >= 0 ? flight->rec.op[operand].tensor : -1, lo);
        if (!t) {
            aic_raise(chk, "MEM-023", aic_at_operand(operand), "declare the tensor with a gm line",
                      "%s: gm bytes 0x%" PRIx64 "..0x%" PRIx64 " lie in no declared tensor", flight->insn->name, lo,
                      hi);
        } else if (lo < t->addr || hi > t->addr + t->bytes || hi < lo) {
            bool nibbles = flight->plan->work.kind == AIC_WORK_ND2NZ &&
                           aic_dtype_bits((enum aic_dtype)flight->rec.dtype[0]) == 4;
            aic_raise(chk, nibbles ? "NZ-009" : "MEM-023", aic_at_operand(operand),
                      nibbles ? "give the sizes of a 4-bit matrix in bytes: half of its elements"
                              : "make the tensor larger or the access smaller",
                      "%s: bytes %" PRId64 "..%" PRId64 " of gm:%s reach outside its %" PRIu64 " bytes",
                      flight->insn->name, (int64_t)(lo - t->addr), (int64_t)(hi - t->addr), t->name, t->bytes);
        }
    }
}

void aic_core_rules(struct aic_core *core, struct aic_check *chk)
{
    int64_t cores = core->sim->product->cores;
    if (core->counted) {
        return;
    }
    core->counted = true;
    core->sim->working_cores++;
    if (cores > 0 && core->sim->working_cores == cores + 1) { /* else unknown */
        aic_raise(chk, "SY-013", AIC_AT_RECORD, "share the work out among fewer cores, or take another product with -p",
                  "core %" PRIu32 ": %s has %" PRId64 " core%s, and so many run records already", core->number,
                  core->sim->product->name, cores, cores == 1 ? "" : "s");
    }
}

static bool waits_for_fixpipe(const struct aic_flight *flight)
{
    const int64_t *f = flight->rec.f;
    if (flight->insn->klass == AIC_CLASS_BARRIER) {
        return f[AIC_BARRIER_PIPE] == AIC_PIPE_FIX || f[AIC_BARRIER_PIPE] == AIC_PIPE_ALL;
    }
    return flight->insn->klass == AIC_CLASS_WAIT_FLAG && f[AIC_FLAG_SRC] == AIC_PIPE_FIX &&
           f[AIC_FLAG_DST] == AIC_PIPE_S;
}

/* A flag holds one event: a second set with no wait between them in the program meets it set or loses an event. */
static void count_flag(struct aic_unit_state *unit, const struct aic_flight *flight, struct aic_check *chk)
{
    const int64_t *f = flight->rec.f;
    bool set = flight->insn->klass == AIC_CLASS_SET_FLAG;
    if (chk->error || (!set && flight->insn->klass != AIC_CLASS_WAIT_FLAG) || f[AIC_FLAG_ID] >= 8) {
        return;
    }
    int8_t *ahead = &unit->sets_ahead[f[AIC_FLAG_SRC]][f[AIC_FLAG_DST]][f[AIC_FLAG_ID]];
    if (set && *ahead > 0) {
        aic_raise(chk, "SY-003", AIC_AT_RECORD, "wait for the flag before it is set again, or use another id",
                  "set_flag %s->%s id %" PRId64 ": the flag is set already and no wait stands between (undefined)",
                  aic_pipe_name((enum aic_pipe)f[AIC_FLAG_SRC]), aic_pipe_name((enum aic_pipe)f[AIC_FLAG_DST]),
                  f[AIC_FLAG_ID]);
    } else if (set ? *ahead < INT8_MAX : *ahead > INT8_MIN) {
        *ahead = (int8_t)(*ahead + (set ? 1 : -1));
    }
}

/* Steps of one sum: only the last may hand the blocks over, or Fixpipe drains a part of the sum. */
static void follow_unit_flags(struct aic_unit_state *unit, const struct aic_flight *flight, struct aic_check *chk)
{
    const struct aic_record *rec = &flight->rec;
    bool mmad = strncmp(flight->insn->name, "mmad", 4) == 0;
    if (chk->error || chk->nop || (!mmad && strcmp(flight->insn->name, "fixpipe") != 0)) {
        return;
    }
    if (!mmad) {
        unit->handed_line = 0;
        return;
    }
    bool sum = !rec->f[AIC_MM_INIT_VAL] && !rec->f[AIC_MM_SOURCE] && rec->n_operands == 3;
    if (sum && unit->handed_line && rec->f[AIC_MM_UNIT_FLAG] && rec->op[0].addr == unit->handed_addr) {
        aic_raise(chk, "UF-003", aic_at_field(AIC_MM_UNIT_FLAG), "use 2 for every step but the last, 3 for the last",
                  "%s adds to the result that the mmad on line %" PRIu32 " has handed over with unitFlag=3",
                  flight->insn->name, unit->handed_line);
    }
    unit->handed_line = rec->f[AIC_MM_UNIT_FLAG] == 3 ? rec->line : 0;
    unit->handed_addr = rec->op[0].addr;
}

void aic_program_rules(struct aic_unit_state *unit, const struct aic_flight *flight, struct aic_check *chk)
{
    const char *name = flight->insn->name;
    count_flag(unit, flight, chk);
    follow_unit_flags(unit, flight, chk);
    if (flight->insn->klass == AIC_CLASS_DATA && strcmp(name, "fixpipe") == 0 && !chk->nop) {
        unit->fixpipe_line = flight->rec.line;
    } else if (waits_for_fixpipe(flight)) {
        unit->fixpipe_line = 0;
    } else if (unit->fixpipe_line && strncmp(name, "set_fixpipe_", 12) == 0) {
        aic_raise(chk, "UF-004", AIC_AT_RECORD, "put a pipe_barrier FIX before it",
                  "%s: the fixpipe on line %" PRIu32 " may still read the register", name, unit->fixpipe_line);
        unit->fixpipe_line = 0;
    }
}

/* A finding about a signal or a record of a unit. */
struct subject {
    const struct aic_unit_state *unit;
    uint8_t pipe;
    uint32_t line, file;
    uint64_t number;
    uint32_t other_line, other_file;
};

static void raise_on(struct aic_sim *sim, const char *rule, enum aic_severity severity, const struct subject *s,
                     const char *message, const char *fix)
{
    struct aic_finding finding = {
        .rule = rule,
        .severity = severity,
        .core = s->unit->core->number,
        .unit = s->unit->unit,
        .pipe = s->pipe,
        .file = s->file,
        .line = s->line,
        .record = s->number,
        .operand = -1,
        .field = -1,
        .other_line = s->other_line,
        .other_file = s->other_file,
    };
    snprintf(finding.message, sizeof(finding.message), "%s", message);
    snprintf(finding.fix, sizeof(finding.fix), "%s", fix);
    aic_sim_report(sim, &finding);
}

void aic_set_twice(struct aic_unit_state *unit, const struct aic_signal *second, const struct aic_flight *wait)
{
    char message[256];
    const int64_t *f = wait->rec.f;
    snprintf(message, sizeof(message), "flag %s->%s id %" PRId64 " is set again before the wait on line %" PRIu32
             " has taken the set before it", aic_pipe_name((enum aic_pipe)f[AIC_FLAG_SRC]),
             aic_pipe_name((enum aic_pipe)f[AIC_FLAG_DST]), f[AIC_FLAG_ID], wait->rec.line);
    raise_on(unit->core->sim, "SY-003", AIC_SEV_ERROR,
             &(struct subject){unit, second->pipe, second->line, second->file, second->number, wait->rec.line,
                               wait->rec.file},
             message, "wait for the consumer before setting the flag again, or use another id");
}

static const struct aic_flight *head_of(const struct aic_unit_state *unit, unsigned p)
{
    return p == AIC_PIPE_S ? unit->pending.first : unit->pipe[p].queue.first;
}

typedef bool match_fn(const struct aic_flight *flight, const int64_t *key);

/* First record of the unit that has not happened and matches. */
static const struct aic_flight *find_waiting(const struct aic_unit_state *unit, match_fn *match, const int64_t *key)
{
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        for (const struct aic_flight *f = head_of(unit, p); f; f = f->next) {
            if (match(f, key)) {
                return f;
            }
        }
    }
    return NULL;
}

static bool same_key(const struct aic_flight *flight, uint8_t klass, const int64_t *key)
{
    const int64_t *f = flight->rec.f;
    return flight->insn->klass == klass && f[AIC_FLAG_SRC] == key[0] && f[AIC_FLAG_DST] == key[1] &&
           f[AIC_FLAG_ID] == key[2];
}

static bool is_set(const struct aic_flight *flight, const int64_t *key)
{
    return same_key(flight, AIC_CLASS_SET_FLAG, key);
}

static bool is_wait(const struct aic_flight *flight, const int64_t *key)
{
    return same_key(flight, AIC_CLASS_WAIT_FLAG, key);
}

/* A set that nothing took nor will take and that differs from the wait in one pipe or in the id only. */
static struct aic_flag *near_miss(struct aic_unit_state *unit, const int64_t *key)
{
    for (int64_t s = 0; s < AIC_PIPE_COUNT; s++) {
        for (int64_t d = 0; d < AIC_PIPE_COUNT; d++) {
            for (int64_t i = 0; i < AIC_FLAG_IDS; i++) {
                struct aic_flag *flag = &unit->flags.flag[s][d][i];
                int same = (s == key[0]) + (d == key[1]) + (i == key[2]);
                if (flag->n && !flag->sets[0].reported && same == 2 &&
                    !find_waiting(unit, is_wait, (int64_t[]){s, d, i})) {
                    return flag;
                }
            }
        }
    }
    return NULL;
}

static void flag_text(const int64_t *key, char *out, size_t size)
{
    snprintf(out, size, "%s->%s id %" PRId64, aic_pipe_name((enum aic_pipe)key[0]),
             aic_pipe_name((enum aic_pipe)key[1]), key[2]);
}

static void report_mismatch(struct aic_unit_state *unit, unsigned p, const struct aic_flight *wait,
                            struct aic_flag *flag)
{
    struct aic_sim *sim = unit->core->sim;
    struct aic_flag_set set = aic_flag_take(flag);
    const struct aic_signal *signal = &sim->signals[set.payload];
    char name[64], message[256];
    flag_text(wait->rec.f, name, sizeof(name));
    snprintf(message, sizeof(message), "the wait for %s never ends: the set on line %" PRIu32
             " differs from it in one pipe or in the id", name, signal->line);
    raise_on(sim, "SY-006", AIC_SEV_ERROR,
             &(struct subject){unit, (uint8_t)p, wait->rec.line, wait->rec.file, wait->number, signal->line,
                               signal->file},
             message, "make both ends name the same pipes and id");
}

static void report_never_set(struct aic_unit_state *unit, unsigned p, const struct aic_flight *wait)
{
    char name[64], message[256];
    flag_text(wait->rec.f, name, sizeof(name));
    snprintf(message, sizeof(message), "wait_flag %s can never end: no set_flag for it is left (deadlock)", name);
    raise_on(unit->core->sim, "SY-004", AIC_SEV_ERROR,
             &(struct subject){unit, (uint8_t)p, wait->rec.line, wait->rec.file, wait->number, 0, 0}, message,
             "set the flag on the source pipe before, or remove the wait");
}

/* Follows who waits for whom until a pipe comes up again, and prints the lines on the way. */
static void report_cycle(struct aic_unit_state *unit, unsigned p)
{
    char message[400];
    size_t used = (size_t)snprintf(message, sizeof(message), "these waits hold one another (deadlock):");
    const struct aic_flight *first = head_of(unit, p);
    unsigned seen = 0;
    while (!(seen >> p & 1)) {
        seen |= 1u << p;
        const struct aic_flight *head = head_of(unit, p);
        if (!head || head->insn->klass != AIC_CLASS_WAIT_FLAG) {
            break;
        }
        char name[64];
        flag_text(head->rec.f, name, sizeof(name));
        if (used < sizeof(message)) {
            used += (size_t)snprintf(message + used, sizeof(message) - used, " %s waits on line %" PRIu32 " for %s;",
                                     aic_pipe_name((enum aic_pipe)p), head->rec.line, name);
        }
        p = (unsigned)head->rec.f[AIC_FLAG_SRC];
    }
    raise_on(unit->core->sim, "SY-004", AIC_SEV_ERROR,
             &(struct subject){unit, first->pipe, first->rec.line, first->rec.file, first->number, 0, 0}, message,
             "set one of these flags before its pipe waits");
}

static void report_unit_flag(struct aic_unit_state *unit, unsigned p, const struct aic_flight *flight)
{
    struct aic_access_by by;
    uint32_t core;
    bool fixpipe = p == AIC_PIPE_FIX;
    uint64_t addr = flight->rec.op[fixpipe ? 1 : 0].addr;
    bool written = unit->core->order && aic_order_writer(unit->core->order, AIC_L0C, 0, addr, &by, &core);
    struct subject s = {unit, (uint8_t)p, flight->rec.line, flight->rec.file, flight->number, written ? by.line : 0,
                        written ? by.file : 0};
    if (fixpipe && written && !(by.flags & AIC_BY_UNIT_FLAG)) {
        raise_on(unit->core->sim, "FP-044", AIC_SEV_ERROR, &s,
                 "fixpipe waits for unit flags that the mmad before it does not set (its unitFlag is 0)",
                 "give both the mmad and the fixpipe a unitFlag, or neither");
        return;
    }
    raise_on(unit->core->sim, "UF-001", AIC_SEV_ERROR, &s,
             fixpipe ? "the unit flags that this fixpipe waits for are never set (deadlock)"
                     : "the unit flags that this mmad waits for are never cleared (deadlock)",
             "end the mmads of a block with unitFlag 3 and drain it with unitFlag 3");
}

static void report_other_wait(struct aic_unit_state *unit, unsigned p, const struct aic_flight *flight)
{
    char message[160];
    snprintf(message, sizeof(message), "%s %" PRId64 " can never end: nothing is left that would satisfy it (deadlock)",
             flight->insn->name, flight->rec.f[flight->insn->klass == AIC_CLASS_GET_BUF ? AIC_BUF_ID : AIC_CROSS_ID]);
    raise_on(unit->core->sim, "SY-004", AIC_SEV_ERROR,
             &(struct subject){unit, (uint8_t)p, flight->rec.line, flight->rec.file, flight->number, 0, 0}, message,
             "add its counterpart on the other pipe, unit or core");
}

/* Reports a head that nothing can release. False when something that is held itself would release it. */
static bool report_head(struct aic_unit_state *unit, unsigned p)
{
    const struct aic_flight *head = head_of(unit, p);
    if (!head || (p == AIC_PIPE_S && (unit->held || !head->checked))) {
        return false;
    }
    switch (head->insn->klass) {
    case AIC_CLASS_WAIT_FLAG: {
        struct aic_flag *near = near_miss(unit, head->rec.f);
        if (find_waiting(unit, is_set, head->rec.f)) {
            return false;
        }
        if (head->error) {
            return true; /* its id or its pipes were reported */
        }
        if (near) {
            report_mismatch(unit, p, head, near);
        } else {
            report_never_set(unit, p, head);
        }
        return true;
    }
    case AIC_CLASS_DATA:
        report_unit_flag(unit, p, head);
        return true;
    case AIC_CLASS_CROSS_WAIT:
    case AIC_CLASS_GET_BUF:
        report_other_wait(unit, p, head);
        return true;
    default:
        return false;
    }
}

static bool stuck(const struct aic_unit_state *unit)
{
    size_t n = unit->pending.n;
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        n += unit->pipe[p].queue.n;
    }
    return n != 0;
}

static bool report_stuck_unit(struct aic_unit_state *unit)
{
    bool any = false;
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        any |= report_head(unit, p);
    }
    for (unsigned p = 0; p < AIC_PIPE_COUNT && !any; p++) {
        const struct aic_flight *head = head_of(unit, p);
        if (head && head->insn->klass == AIC_CLASS_WAIT_FLAG) {
            report_cycle(unit, p);
            any = true;
        }
    }
    return any;
}

static void report_left_set(struct aic_unit_state *unit, struct aic_flag *flag, const int64_t *key)
{
    struct aic_sim *sim = unit->core->sim;
    bool twice = false;
    while (flag->n) {
        struct aic_flag_set set = aic_flag_take(flag);
        const struct aic_signal *signal = &sim->signals[set.payload];
        char name[64], message[200];
        if (set.reported) {
            continue;
        }
        flag_text(key, name, sizeof(name));
        snprintf(message, sizeof(message), "set_flag %s %s", name,
                 twice ? "sets a flag that is already set" : "is never waited for");
        raise_on(sim, twice ? "SY-003" : "SY-005", AIC_SEV_ERROR,
                 &(struct subject){unit, signal->pipe, signal->line, signal->file, signal->number, 0, 0}, message,
                 "add the wait on the destination pipe, or remove the set");
        twice = true;
    }
}

static void report_left_sets(struct aic_unit_state *unit)
{
    for (int64_t s = 0; s < AIC_PIPE_COUNT; s++) {
        for (int64_t d = 0; d < AIC_PIPE_COUNT; d++) {
            for (int64_t i = 0; i < AIC_FLAG_IDS; i++) {
                struct aic_flag *flag = &unit->flags.flag[s][d][i];
                int64_t key[3] = {s, d, i};
                if (flag->n && !find_waiting(unit, is_wait, key)) {
                    report_left_set(unit, flag, key);
                }
            }
        }
    }
}

/* The Fixpipe that drained other blocks of the Mmad whose unit flag stands at block `first`; 0 when none has. */
static uint32_t partial_drain(const struct aic_unit_flags *flags, size_t first)
{
    for (size_t i = 0; i < flags->n; i++) {
        if (!flags->block[i].set && flags->block[i].before == flags->block[first].payload) {
            return flags->block[i].payload;
        }
    }
    return 0;
}

static void report_stale_unit_flags(struct aic_core *core)
{
    size_t first = 0, n = aic_unit_flags_stale(&core->unit_flags, &first);
    if (n == 0 || core->unit_flag_mismatch || stuck(&core->unit[AIC_UNIT_AIC])) {
        return;
    }
    const struct aic_signal *mmad = &core->sim->signals[core->unit_flags.block[first].payload];
    uint32_t drain = partial_drain(&core->unit_flags, first);
    const struct aic_signal *at = drain ? &core->sim->signals[drain] : mmad;
    char message[200];
    snprintf(message, sizeof(message),
             "%zu blocks of L0C keep their unit flag at the end, the first at l0c:%zu%s: a later mmad on them would "
             "wait for ever", n, first * AIC_UNIT_BLOCK, drain ? ", of an mmad that is drained only in part here" : "");
    raise_on(core->sim, "UF-002", AIC_SEV_WARNING,
             &(struct subject){&core->unit[AIC_UNIT_AIC], at->pipe, at->line, at->file, at->number,
                               drain ? mmad->line : 0, mmad->file},
             message, "drain all of the mmad's result with unitFlag 3, or reset the flags");
}

static const char *tensor_name(const struct aic_sim *sim, int32_t tensor)
{
    return tensor >= 0 ? sim->tensors[tensor].name : "";
}

static void report_odd(void *user, enum aic_habit_kind kind, int32_t one, int32_t other, int64_t usual, int64_t value,
                       const struct aic_habit_at *at)
{
    static const char *const what[][2] = {
        [AIC_HABIT_K] = {"the first k of gm:", " less that of gm:"},
        [AIC_HABIT_ADD_ROWS] = {"the first row of gm:", " less that of the sum it is added to"},
        [AIC_HABIT_ADD_COLS] = {"the first column from gm:", " less that of the sum it is added to"},
        [AIC_HABIT_OUT_ROWS] = {"the row of the result in gm:", " less that of gm:"},
        [AIC_HABIT_OUT_COLS] = {"the column of the result in gm:", " less that from gm:"},
        [AIC_HABIT_SUM] = {"the number of products in each element of gm:", ""},
    };
    struct aic_sim *sim = user;
    const struct aic_core *core = aic_core_find(sim, at->core);
    char subject[160], message[320];
    bool pair = kind == AIC_HABIT_K || kind == AIC_HABIT_OUT_ROWS || kind == AIC_HABIT_OUT_COLS;
    snprintf(subject, sizeof(subject), "%s%s%s%s", what[kind][0], tensor_name(sim, one), what[kind][1],
             pair ? tensor_name(sim, other) : "");
    snprintf(message, sizeof(message), "%s is %" PRId64 " here and %" PRId64 " nearly everywhere else", subject, value,
             usual);
    if (core) {
        raise_on(sim, "LAY-002", AIC_SEV_WARNING,
                 &(struct subject){&core->unit[AIC_UNIT_AIC], at->pipe, at->line, at->file, at->record, 0, 0}, message,
                 "look at the addresses and sizes that lead here");
    }
}

void aic_end_rules(struct aic_sim *sim)
{
    for (size_t c = 0; c < sim->n_cores; c++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            struct aic_unit_state *unit = &sim->cores[c]->unit[u];
            if (stuck(unit)) {
                sim->result.deadlock = true;
                report_stuck_unit(unit);
            }
            report_left_sets(unit);
        }
        report_stale_unit_flags(sim->cores[c]);
    }
    aic_hints_end(sim);
    if (!sim->result.findings[AIC_SEV_ERROR] && !sim->options.no_check) {
        aic_usage_end(sim);
        aic_gm_shape_end(sim);
        aic_habits_end(sim->habits, report_odd, sim);
    }
}
