/* Accesses that nothing orders. Source: semantics.md 14 and 16 (SY-009, SY-010, SY-011, MM-024). */
#include "sim/order.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/shadow.h"

struct aic_gm_order {
    struct aic_shadow *shadow;
};

struct aic_order {
    uint32_t core;
    struct aic_order_hooks hooks;
    struct aic_gm_order *gm;
    struct aic_shadow *local[AIC_SPACE_COUNT]; /* not AIC_GM, not AIC_UB */
    struct aic_shadow *ub[2];
    aic_met_fn *met;
    void *met_user;
};

static void meet(void *user, const struct aic_stamp *writer, bool read, uint64_t lo, uint64_t hi);

struct aic_gm_order *aic_gm_order_new(void)
{
    struct aic_gm_order *order = calloc(1, sizeof(*order));
    if (order && !(order->shadow = aic_shadow_new(0))) {
        free(order);
        return NULL;
    }
    if (order) {
        aic_shadow_watch(order->shadow, meet);
    }
    return order;
}

void aic_gm_order_free(struct aic_gm_order *order)
{
    if (order) {
        aic_shadow_free(order->shadow);
        free(order);
    }
}

struct aic_order *aic_order_new(const struct aic_space_sizes *sizes, struct aic_gm_order *gm, uint32_t core_index,
                                const struct aic_order_hooks *hooks)
{
    struct aic_order *order = calloc(1, sizeof(*order));
    if (!order) {
        return NULL;
    }
    order->core = core_index;
    order->hooks = *hooks;
    order->gm = gm;
    bool ok = true;
    for (unsigned s = 1; s < AIC_SPACE_COUNT; s++) {
        uint64_t bytes = sizes->bytes[s] > 0 ? (uint64_t)sizes->bytes[s] : 1;
        if (s == AIC_UB) {
            order->ub[0] = aic_shadow_new(bytes);
            order->ub[1] = aic_shadow_new(bytes);
            ok = ok && order->ub[0] && order->ub[1];
        } else {
            order->local[s] = aic_shadow_new(bytes);
            ok = ok && order->local[s];
            if (order->local[s]) {
                aic_shadow_watch(order->local[s], meet);
            }
        }
    }
    if (!ok) {
        aic_order_free(order);
        return NULL;
    }
    return order;
}

void aic_order_free(struct aic_order *order)
{
    if (!order) {
        return;
    }
    for (unsigned s = 0; s < AIC_SPACE_COUNT; s++) {
        aic_shadow_free(order->local[s]);
    }
    aic_shadow_free(order->ub[0]);
    aic_shadow_free(order->ub[1]);
    free(order);
}

static struct aic_shadow *shadow_of(const struct aic_order *order, unsigned space, unsigned unit)
{
    return space == AIC_GM ? order->gm->shadow : space == AIC_UB ? order->ub[unit & 1] : order->local[space];
}

#define MAX_PAIRS 8

/* Conflicts of the starting record with one earlier record. */
struct pair {
    struct aic_stamp old;
    const char *rule;
    uint32_t operands;    /* bits: operands of the new record that are concerned */
    bool raw, war, waw;
    uint8_t space;
    uint64_t lo, hi;
};

struct visit {
    const struct aic_order *order;
    const struct aic_op *op;
    const struct aic_access_by *by;
    const struct aic_clock *clock;
    int64_t m_fractals;
    bool write, also_reads;
    int8_t operand;
    uint8_t space, unit;
    size_t n;
    struct pair pairs[MAX_PAIRS];
};

/* The rule that an unordered pair breaks; NULL when the hardware orders it. */
static const char *rule_of(const struct visit *v, const struct aic_stamp *old, bool old_writes)
{
    uint32_t own = v->order->core * AIC_CLOCK_SLOTS + v->by->slot;
    if (old->actor != own) {
        return v->space == AIC_GM || v->space == AIC_UB ? "SY-011" : "SY-009";
    }
    if (v->by->flags & old->flags & AIC_BY_CUBE) {
        bool accumulates = (v->also_reads || !v->write) && old_writes && v->space == AIC_L0C;
        bool flagged = v->by->flags & old->flags & AIC_BY_UNIT_FLAG;
        bool small = v->m_fractals >= 0 && v->m_fractals < v->op->lim->mmad_barrier_fractals;
        return accumulates && small && !flagged ? "MM-024" : NULL;
    }
    return old_writes ? "SY-010" : NULL; /* in-order issue keeps a write behind an earlier read */
}

static void note_pair(struct visit *v, const struct aic_stamp *old, bool old_writes, const char *rule, uint64_t lo,
                      uint64_t hi)
{
    struct pair *pair = NULL;
    for (size_t i = 0; i < v->n && !pair; i++) {
        if (v->pairs[i].old.actor == old->actor && v->pairs[i].old.seq == old->seq) {
            pair = &v->pairs[i];
        }
    }
    if (!pair) {
        if (v->n == MAX_PAIRS) {
            return;
        }
        pair = &v->pairs[v->n++];
        *pair = (struct pair){.old = *old, .rule = rule, .space = v->space, .lo = lo, .hi = hi};
    }
    if (pair->space == v->space) {
        pair->lo = lo < pair->lo ? lo : pair->lo;
        pair->hi = hi > pair->hi ? hi : pair->hi;
    }
    pair->operands |= v->operand >= 0 ? 1u << v->operand : 0;
    pair->raw |= old_writes && (!v->write || v->also_reads);
    pair->waw |= old_writes && v->write;
    pair->war |= !old_writes && v->write;
}

static void visit_old(void *user, const struct aic_stamp *old, bool old_writes, uint64_t lo, uint64_t hi)
{
    struct visit *v = user;
    uint32_t core = old->actor / AIC_CLOCK_SLOTS, slot = old->actor % AIC_CLOCK_SLOTS;
    bool own = old->actor == v->order->core * AIC_CLOCK_SLOTS + v->by->slot;
    if ((own && old->seq == v->by->seq) || aic_clock_knows(v->clock, core, slot, old->seq)) {
        return;
    }
    const char *rule = rule_of(v, old, old_writes);
    if (rule) {
        note_pair(v, old, old_writes, rule, lo, hi);
    }
}

static const char *pipe_of_slot(uint32_t slot)
{
    return aic_pipe_name((enum aic_pipe)(slot % AIC_PIPE_COUNT));
}

/* One end of a pair as the text names it. */
struct end {
    const struct aic_insn *insn;
    uint32_t core, slot, line, file;
    uint64_t record;
    int8_t operand;
    bool writes;
};

static const char *role_of(const struct end *end)
{
    bool named = end->insn && end->operand >= 0 && end->operand < end->insn->n_slots;
    return named ? end->insn->slots[end->operand].role : "an implied operand";
}

static void fix_of(const struct end *first, const struct end *second, char *out, size_t size)
{
    const char *from = pipe_of_slot(first->slot), *to = pipe_of_slot(second->slot);
    if (first->core != second->core) {
        snprintf(out, size, "order the cores with cross_set and cross_wait");
    } else if (first->slot == second->slot) {
        snprintf(out, size, "put pipe_barrier %s between them", to);
    } else if (first->slot / AIC_PIPE_COUNT != second->slot / AIC_PIPE_COUNT) {
        snprintf(out, size, "order the units with cross_set and cross_wait");
    } else {
        snprintf(out, size, "set_flag %s, %s, ID after line %" PRIu32 " and wait_flag %s, %s, ID before line %" PRIu32,
                 from, to, first->line, from, to, second->line);
    }
}

/* first comes before second in the program; the finding stands at the second. */
static void describe(const struct pair *pair, const char *place, const struct end *first, const struct end *second,
                     struct aic_finding *f)
{
    const char *kind = first->writes && second->writes ? "write after write"
                       : first->writes                 ? "read after write"
                                                       : "write after read";
    *f = (struct aic_finding){
        .rule = pair->rule,
        .core = second->core,
        .unit = (uint8_t)(second->slot / AIC_PIPE_COUNT),
        .pipe = (uint8_t)(second->slot % AIC_PIPE_COUNT),
        .file = second->file,
        .line = second->line,
        .record = second->record,
        .operand = second->operand,
        .field = -1,
        .other_file = first->file,
        .other_line = first->line,
    };
    snprintf(f->message, sizeof(f->message),
             "%s (%s) %s %s as its %s, which %s (%s%s) on line %" PRIu32
             " %s as its %s, and nothing orders them (%s)%s",
             second->insn->name, pipe_of_slot(second->slot), second->writes ? "writes" : "reads",
             place, role_of(second),
             first->insn ? first->insn->name : "?", pipe_of_slot(first->slot),
             first->core == second->core ? "" : " of another core", first->line, first->writes ? "writes" : "reads",
             role_of(first), kind, pair->operands & (pair->operands - 1) ? "; other operands meet as well" : "");
    fix_of(first, second, f->fix, sizeof(f->fix));
}

/* "l1:0..512", "gm:y+0..512". */
static void place_text(const struct aic_order *order, const struct pair *pair, char *out, size_t size)
{
    uint64_t base = 0;
    const char *name = pair->space == AIC_GM ? order->hooks.tensor(order->hooks.user, pair->lo, &base) : NULL;
    snprintf(out, size, "%s:%s%s%" PRIu64 "..%" PRIu64, aic_space_name((enum aic_space)pair->space), name ? name : "",
             name ? "+" : "", pair->lo - base, pair->hi - base);
}

/* X58: the page runs Fill into L1 on MTE2; the vendor's examples order it as if it ran on MTE1, by a barrier alone. */
static bool contested_fill(const struct visit *v, const struct pair *pair, const struct end *fill,
                           const struct end *reader)
{
    return v->op->lim->fill_l1_barrier_warns && pair->space == AIC_L1 && fill->insn &&
           strcmp(fill->insn->name, "fill") == 0 && fill->slot / AIC_PIPE_COUNT == reader->slot / AIC_PIPE_COUNT &&
           fill->core == reader->core && reader->slot % AIC_PIPE_COUNT == AIC_PIPE_MTE1 &&
           fill->record < reader->record && fill->record + 1 < v->by->mte1_barrier;
}

static void report_pair(const struct visit *v, const struct pair *pair, struct aic_check *chk)
{
    int8_t operand = -1;
    for (int i = 0; i < AIC_MAX_OPERANDS && operand < 0; i++) {
        operand = pair->operands >> i & 1 ? (int8_t)i : -1;
    }
    struct end here = {v->op->insn, v->order->core, v->by->slot, v->by->line, v->by->file, v->by->record, operand,
                       pair->war || pair->waw};
    struct end there = {aic_insn_at(pair->old.insn), pair->old.actor / AIC_CLOCK_SLOTS,
                        pair->old.actor % AIC_CLOCK_SLOTS, pair->old.line, pair->old.file, pair->old.record,
                        pair->old.operand, pair->raw || pair->waw};
    /* Pipes run ahead of one another: the record that starts now may stand before the other in the program. Two streams
     * have no order; the later line of the trace is the later end. */
    bool same_stream = here.core == there.core && here.slot / AIC_PIPE_COUNT == there.slot / AIC_PIPE_COUNT;
    bool here_first = same_stream ? here.record < there.record : here.line < there.line;
    struct aic_finding finding;
    char place[120];
    place_text(v->order, pair, place, sizeof(place));
    describe(pair, place, here_first ? &here : &there, here_first ? &there : &here, &finding);
    const char *contested =
        contested_fill(v, pair, &there, &here)
            ? "its page says MTE2, the vendor's examples put a barrier of MTE1 behind it"
        : v->op->lim->mmad_barrier_warns && strcmp(pair->rule, "MM-024") == 0 ? "examples of the vendor do without"
                                                                                : NULL;
    if (contested) {
        size_t used = strlen(finding.message);
        snprintf(finding.message + used, sizeof(finding.message) - used, " (contested: %s)", contested);
        aic_raise_finding_as(chk, &finding, AIC_SEV_WARNING);
    } else {
        aic_raise_finding(chk, &finding);
    }
    const struct aic_order_hooks *hooks = &v->order->hooks;
    hooks->raced(hooks->user, &(struct aic_raced){here.core, (uint8_t)(here.slot / AIC_PIPE_COUNT), here.record});
    hooks->raced(hooks->user, &(struct aic_raced){there.core, (uint8_t)(there.slot / AIC_PIPE_COUNT), there.record});
}

void aic_order_access(struct aic_order *order, const struct aic_op *op, const struct aic_footprint *fp,
                      const struct aic_access_by *by, const struct aic_clock *clock, int64_t m_fractals,
                      struct aic_check *chk)
{
    struct visit v = {.order = order, .op = op, .by = by, .clock = clock, .m_fractals = m_fractals};
    for (unsigned i = 0; i < fp->n; i++) {
        const struct aic_span *span = &fp->e[i].span;
        struct aic_stamp stamp = {order->core * AIC_CLOCK_SLOTS + by->slot, by->seq, by->line, by->file, by->record,
                                  by->insn, fp->e[i].operand, by->flags};
        v.write = fp->e[i].access != AIC_READ;
        v.also_reads = fp->e[i].access == AIC_READ_WRITE;
        v.operand = fp->e[i].operand;
        v.space = span->space;
        v.unit = span->unit;
        aic_shadow_access(shadow_of(order, span->space, span->unit), span, v.write, &stamp, visit_old, &v);
    }
    for (size_t i = 0; i < v.n; i++) {
        report_pair(&v, &v.pairs[i], chk);
    }
}

static struct aic_access_by by_of(const struct aic_stamp *stamp)
{
    return (struct aic_access_by){stamp->actor % AIC_CLOCK_SLOTS, stamp->seq, stamp->line, stamp->file,
                                  stamp->record, stamp->insn, stamp->operand, stamp->flags};
}

static void meet(void *user, const struct aic_stamp *writer, bool read, uint64_t lo, uint64_t hi)
{
    const struct visit *v = user;
    bool own = writer->actor == v->order->core * AIC_CLOCK_SLOTS + v->by->slot && writer->seq == v->by->seq;
    if (v->order->met && !own) {
        uint8_t access = v->also_reads ? AIC_READ_WRITE : v->write ? AIC_WRITE : AIC_READ;
        struct aic_met met = {by_of(writer), writer->actor / AIC_CLOCK_SLOTS, read, access, v->operand, v->space,
                              v->unit, lo, hi};
        v->order->met(v->order->met_user, &met);
    }
}

void aic_order_watch(struct aic_order *order, aic_met_fn *met, void *user)
{
    order->met = met;
    order->met_user = user;
}

bool aic_order_next(struct aic_order *order, enum aic_space space, unsigned unit, uint64_t from, uint64_t end,
                    struct aic_met *stretch, bool *written)
{
    struct aic_shadow_piece piece;
    if (!aic_shadow_next(shadow_of(order, space, unit), from, end, &piece)) {
        return false;
    }
    *written = piece.writer != NULL;
    *stretch = (struct aic_met){.read = piece.read, .space = (uint8_t)space, .unit = (uint8_t)unit, .lo = piece.lo,
                                .hi = piece.hi};
    const struct aic_stamp *stamp = piece.writer ? piece.writer : piece.reader;
    if (stamp) {
        stretch->writer = by_of(stamp);
        stretch->writer_core = stamp->actor / AIC_CLOCK_SLOTS;
    }
    return true;
}

bool aic_order_writer(struct aic_order *order, enum aic_space space, unsigned unit, uint64_t addr,
                      struct aic_access_by *by, uint32_t *core_index)
{
    const struct aic_stamp *stamp = aic_shadow_writer(shadow_of(order, space, unit), addr);
    if (!stamp) {
        return false;
    }
    *core_index = stamp->actor / AIC_CLOCK_SLOTS;
    *by = by_of(stamp);
    return true;
}
