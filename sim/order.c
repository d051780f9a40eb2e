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
    struct aic_gm_order *gm;
    struct aic_shadow *local[AIC_SPACE_COUNT]; /* not AIC_GM, not AIC_UB */
    struct aic_shadow *ub[2];
};

struct aic_gm_order *aic_gm_order_new(void)
{
    struct aic_gm_order *order = calloc(1, sizeof(*order));
    if (order && !(order->shadow = aic_shadow_new(0))) {
        free(order);
        return NULL;
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

struct aic_order *aic_order_new(const struct aic_space_sizes *sizes, struct aic_gm_order *gm, uint32_t core_index)
{
    struct aic_order *order = calloc(1, sizeof(*order));
    if (!order) {
        return NULL;
    }
    order->core = core_index;
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
    uint8_t space;
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
        bool accumulates = v->also_reads && old_writes && v->space == AIC_L0C;
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

static void describe(const struct visit *v, const struct pair *pair, struct aic_finding *f)
{
    const struct aic_insn *old = aic_insn_at(pair->old.insn);
    uint32_t old_core = pair->old.actor / AIC_CLOCK_SLOTS, old_slot = pair->old.actor % AIC_CLOCK_SLOTS;
    const char *old_pipe = pipe_of_slot(old_slot), *new_pipe = pipe_of_slot(v->by->slot);
    char operands[64] = "";
    size_t used = 0;
    for (unsigned i = 0; i < v->op->insn->n_slots; i++) {
        if (pair->operands >> i & 1 && used < sizeof(operands)) {
            used += (size_t)snprintf(operands + used, sizeof(operands) - used, "%s%s", used ? ", " : "",
                                     v->op->insn->slots[i].role);
        }
    }
    snprintf(f->message, sizeof(f->message),
             "%s (%s) touches %s:%" PRIu64 "..%" PRIu64 " (%s) that %s (%s%s) on line %" PRIu32
             " %s, and nothing orders them (%s%s%s)",
             v->op->insn->name, new_pipe, aic_space_name((enum aic_space)pair->space), pair->lo, pair->hi,
             operands[0] ? operands : "implied", old ? old->name : "?", old_pipe,
             old_core == v->order->core ? "" : " of another core", pair->old.line,
             pair->raw || pair->waw ? "writes" : "reads", pair->raw ? "read after write" : "",
             pair->war ? "write after read" : "", pair->waw && !pair->raw ? "write after write" : "");
    f->other_line = pair->old.line;
    f->other_file = pair->old.file;
    if (old_core != v->order->core) {
        snprintf(f->fix, sizeof(f->fix), "order the cores with cross_set and cross_wait");
    } else if (old_slot == v->by->slot) {
        snprintf(f->fix, sizeof(f->fix), "put pipe_barrier %s between them", new_pipe);
    } else if (old_slot / AIC_PIPE_COUNT != v->by->slot / AIC_PIPE_COUNT) {
        snprintf(f->fix, sizeof(f->fix), "order the units with cross_set and cross_wait");
    } else {
        snprintf(f->fix, sizeof(f->fix), "set_flag %s, %s, ID after line %" PRIu32 " and wait_flag before this record",
                 old_pipe, new_pipe, pair->old.line);
    }
}

static void report_pair(const struct visit *v, const struct pair *pair, struct aic_check *chk)
{
    struct aic_finding f = {0};
    describe(v, pair, &f);
    struct aic_at at = AIC_AT_RECORD;
    for (int i = 0; i < AIC_MAX_OPERANDS && at.operand < 0; i++) {
        at.operand = pair->operands >> i & 1 ? (int8_t)i : -1;
    }
    aic_raise_pair(chk, pair->rule, at, f.other_file, f.other_line, f.fix, f.message);
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
        aic_shadow_access(shadow_of(order, span->space, span->unit), span, v.write, &stamp, visit_old, &v);
    }
    for (size_t i = 0; i < v.n; i++) {
        report_pair(&v, &v.pairs[i], chk);
    }
}

bool aic_order_writer(struct aic_order *order, enum aic_space space, unsigned unit, uint64_t addr,
                      struct aic_access_by *by, uint32_t *core_index)
{
    const struct aic_stamp *stamp = aic_shadow_writer(shadow_of(order, space, unit), addr);
    if (!stamp) {
        return false;
    }
    *core_index = stamp->actor / AIC_CLOCK_SLOTS;
    *by = (struct aic_access_by){stamp->actor % AIC_CLOCK_SLOTS, stamp->seq, stamp->line, stamp->file,
                                 stamp->record, stamp->insn, stamp->operand, stamp->flags};
    return true;
}
