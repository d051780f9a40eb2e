#include "sim/usage.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/state.h"

enum { NOPS = 16, SLIDING = 64, TOLD = 16 };

/* One side of what an operand reads: bytes of one writer. */
struct side {
    bool any;
    struct aic_access_by by;
    uint64_t lo, hi;
};

struct place {
    uint32_t slot;
    uint64_t record;
};

struct skipped {
    uint8_t space, unit;
    uint32_t line, file;
    uint64_t addr;
};

struct aic_usage {
    const struct aic_record *rec; /* that starts */
    struct aic_memory *memory;
    struct {
        struct side fresh, used;
    } operand[AIC_MAX_OPERANDS];
    struct side lost;                /* overwritten unread */
    uint8_t lost_space;
    struct place told[TOLD];         /* writers whose loss was reported */
    struct place sliding[SLIDING];   /* writers of images that windows slide over: not every pixel must count */
    unsigned n_told, n_sliding;      /* ever; the last TOLD and SLIDING are kept */
    struct skipped nop[NOPS];
    unsigned n_nops;
};

static bool has_place(const struct place *places, unsigned n, unsigned room, const struct aic_access_by *by)
{
    for (unsigned i = 0; i < (n < room ? n : room); i++) {
        if (places[i].slot == by->slot && places[i].record == by->record) {
            return true;
        }
    }
    return false;
}

static void put_place(struct place *places, unsigned *n, unsigned room, const struct aic_access_by *by)
{
    if (!has_place(places, *n, room, by)) {
        places[(*n)++ % room] = (struct place){by->slot, by->record};
    }
}

static bool is_fill(const struct aic_access_by *by)
{
    const struct aic_insn *insn = aic_insn_at(by->insn);
    return insn && strcmp(insn->name, "fill") == 0;
}

static bool is_fixpipe(const struct aic_access_by *by)
{
    const struct aic_insn *insn = aic_insn_at(by->insn);
    return insn && strcmp(insn->name, "fixpipe") == 0;
}

static void side_put(struct side *side, const struct aic_access_by *by, uint64_t lo, uint64_t hi)
{
    if (!side->any || by->record > side->by.record) {
        *side = (struct side){true, *by, lo, hi};
    } else if (by->record == side->by.record && by->slot == side->by.slot) {
        side->lo = lo < side->lo ? lo : side->lo;
        side->hi = hi > side->hi ? hi : side->hi;
    }
}

/* Shortest stretch whose loss is suspicious: a row of C0 in L1, a fractal in L0 (rows are rounded up to fractals), more
 * than the rounding of a bias in BT. */
static uint64_t least_lost(unsigned space)
{
    static const uint16_t least[AIC_SPACE_COUNT] = {
        [AIC_L1] = 32, [AIC_L0A] = 512, [AIC_L0B] = 512, [AIC_L0C] = 4, [AIC_BT] = 64,
    };
    return least[space] ? least[space] : UINT64_MAX;
}

static bool holds_values(const struct aic_usage *usage, unsigned space, uint64_t lo, uint64_t hi)
{
    const struct aic_buffer *buf = &usage->memory->local[space];
    return hi <= buf->bytes && aic_state_all_valid(buf->state + lo, hi - lo);
}

/* Lanes beside m x n are written as well and have no value: some of the stretch has one. */
static bool holds_any_value(const struct aic_usage *usage, uint64_t lo, uint64_t hi)
{
    const struct aic_buffer *buf = &usage->memory->local[AIC_L0C];
    for (uint64_t i = lo; i < hi && i < buf->bytes; i++) {
        if (buf->state[i] == AIC_ST_VALID) {
            return true;
        }
    }
    return false;
}

static bool is_loss(const struct aic_usage *usage, const struct aic_met *met)
{
    if (met->space == AIC_GM) {
        return is_fixpipe(&met->writer);
    }
    if (met->space == AIC_L0C && (met->writer.flags & AIC_BY_SQUARES)) {
        return false;
    }
    if (met->hi - met->lo < least_lost(met->space) || is_fill(&met->writer) ||
        has_place(usage->sliding, usage->n_sliding, SLIDING, &met->writer)) {
        return false;
    }
    return met->space == AIC_L0C ? holds_any_value(usage, met->lo, met->hi)
                                 : holds_values(usage, met->space, met->lo, met->hi);
}

/* Rows behind the last one of a matrix that fill up a fractal: who multiplies them is told by provenance.c. */
static bool rounds_up(const struct aic_usage *usage, const struct aic_met *met)
{
    uint64_t base = usage->rec->op[met->operand].addr;
    return met->space == AIC_L1 && met->hi - met->lo < 512 && (met->hi - base) % 512 == 0;
}

static void on_met(void *user, const struct aic_met *met)
{
    struct aic_usage *usage = user;
    if (met->access == AIC_READ && met->operand >= 0 && met->space != AIC_GM && !is_fill(&met->writer)) {
        if (met->read && rounds_up(usage, met)) {
            return;
        }
        side_put(met->read ? &usage->operand[met->operand].used : &usage->operand[met->operand].fresh, &met->writer,
                 met->lo, met->hi);
    } else if (met->access == AIC_WRITE && !met->read && is_loss(usage, met)) {
        usage->lost_space = met->space;
        side_put(&usage->lost, &met->writer, met->lo, met->hi);
    }
}

struct aic_usage *aic_usage_new(struct aic_order *order, struct aic_memory *memory)
{
    struct aic_usage *usage = calloc(1, sizeof(*usage));
    if (usage) {
        usage->memory = memory;
        aic_order_watch(order, on_met, usage);
    }
    return usage;
}

void aic_usage_free(struct aic_usage *usage)
{
    free(usage);
}

void aic_usage_begin(struct aic_usage *usage, const struct aic_record *rec)
{
    usage->rec = rec;
    memset(usage->operand, 0, sizeof(usage->operand));
    usage->lost.any = false;
}

static bool slides(const struct aic_work *work)
{
    return work->kind == AIC_WORK_LOAD3D && work->sliding;
}

static void judge_mixture(struct aic_usage *usage, const struct aic_op *op, unsigned i, struct aic_check *chk)
{
    const struct side *fresh = &usage->operand[i].fresh, *used = &usage->operand[i].used;
    if (!fresh->any || !used->any || used->by.record >= fresh->by.record) {
        return;
    }
    aic_raise(chk, "MEM-025", aic_at_operand((int)i), "make the write and the read cover the same bytes",
              "%s reads bytes %" PRIu64 "..%" PRIu64 " of %s that line %" PRIu32 " wrote and that were used before, "
              "together with new ones of line %" PRIu32, op->insn->name, used->lo, used->hi,
              aic_space_name((enum aic_space)op->rec->op[i].space), used->by.line, fresh->by.line);
}

static void judge_loss(struct aic_usage *usage, const struct aic_op *op, bool values, struct aic_check *chk)
{
    const struct side *lost = &usage->lost;
    bool gm = usage->lost_space == AIC_GM;
    if (!lost->any || (!values && !gm) || has_place(usage->told, usage->n_told, TOLD, &lost->by) ||
        (gm && strcmp(op->insn->name, "fixpipe") != 0)) {
        return;
    }
    put_place(usage->told, &usage->n_told, TOLD, &lost->by);
    aic_raise(chk, gm ? "MEM-029" : "MEM-024", aic_at_operand(0),
              gm ? "make the results lie side by side" : "read all that was written, or write only what is read",
              "%s overwrites bytes %" PRIu64 "..%" PRIu64 " of %s, which line %" PRIu32 " has written and nobody has "
              "read",
              op->insn->name, lost->lo, lost->hi, aic_space_name((enum aic_space)usage->lost_space), lost->by.line);
}

static bool covers(const struct aic_span *span, const struct skipped *nop)
{
    uint64_t lo, hi;
    aic_span_bounds(span, &lo, &hi);
    return span->space == nop->space && span->unit == nop->unit && nop->addr >= lo && nop->addr < hi;
}

static void judge_nop(const struct skipped *nop, const struct aic_op *op, int operand, struct aic_check *chk)
{
    if (operand >= 0) {
        aic_raise(chk, "MEM-026", aic_at_operand(operand), "give the earlier record a size, or leave both out",
                  "%s reads %s:%" PRIu64 ", where the record on line %" PRIu32 " has put nothing: it is a NOP",
                  op->insn->name, aic_space_name((enum aic_space)nop->space), nop->addr, nop->line);
    }
}

static void judge_nops(struct aic_usage *usage, const struct aic_op *op, const struct aic_footprint *fp,
                       struct aic_check *chk)
{
    unsigned kept = 0;
    for (unsigned k = 0; k < usage->n_nops; k++) {
        bool gone = false;
        for (unsigned i = 0; i < fp->n && !gone; i++) {
            gone = covers(&fp->e[i].span, &usage->nop[k]);
            if (gone && fp->e[i].access != AIC_WRITE) {
                judge_nop(&usage->nop[k], op, fp->e[i].operand, chk);
            }
        }
        if (!gone) {
            usage->nop[kept++] = usage->nop[k];
        }
    }
    usage->n_nops = kept;
}

void aic_usage_judge(struct aic_usage *usage, const struct aic_op *op, const struct aic_work *work,
                     const struct aic_footprint *fp, bool values, struct aic_check *chk)
{
    for (unsigned i = 0; i < AIC_MAX_OPERANDS; i++) {
        if (slides(work)) {
            const struct side *sides[] = {&usage->operand[i].fresh, &usage->operand[i].used};
            for (unsigned k = 0; k < 2; k++) {
                if (sides[k]->any) {
                    put_place(usage->sliding, &usage->n_sliding, SLIDING, &sides[k]->by);
                }
            }
        } else {
            judge_mixture(usage, op, i, chk);
        }
    }
    judge_loss(usage, op, values, chk);
    if (usage->n_nops) {
        judge_nops(usage, op, fp, chk);
    }
}

void aic_usage_nop(struct aic_usage *usage, const struct aic_record *rec)
{
    if (rec->n_operands < 2 || rec->op[0].space == AIC_GM) {
        return;
    }
    if (usage->n_nops == NOPS) {
        memmove(usage->nop, usage->nop + 1, (NOPS - 1) * sizeof(usage->nop[0]));
        usage->n_nops--;
    }
    usage->nop[usage->n_nops++] =
        (struct skipped){rec->op[0].space, rec->op[0].unit, rec->line, rec->file, rec->op[0].addr};
}

/* ---- the end of the run ---- */

static void raise_left(struct aic_core *core, const struct aic_met *met, unsigned space)
{
    struct aic_finding finding = {
        .rule = "MEM-024", .severity = AIC_SEV_WARNING, .core = core->number,
        .unit = (uint8_t)(met->writer.slot / AIC_PIPE_COUNT), .pipe = (uint8_t)(met->writer.slot % AIC_PIPE_COUNT),
        .file = met->writer.file, .line = met->writer.line, .record = met->writer.record,
        .operand = met->writer.operand, .field = -1,
    };
    snprintf(finding.message, sizeof(finding.message), "bytes %" PRIu64 "..%" PRIu64 " of %s were written here and "
             "nobody has read them", met->lo, met->hi, aic_space_name((enum aic_space)space));
    snprintf(finding.fix, sizeof(finding.fix), "read all that was written, or write only what is read");
    aic_sim_report(core->sim, &finding);
}

static void end_space(struct aic_core *core, unsigned space)
{
    struct aic_usage *usage = core->usage;
    uint64_t end = core->memory.local[space].bytes;
    struct aic_met met;
    bool written;
    for (uint64_t at = 0; aic_order_next(core->order, (enum aic_space)space, 0, at, end, &met, &written); at = met.hi) {
        if (written && !met.read && is_loss(usage, &met) && !has_place(usage->told, usage->n_told, TOLD, &met.writer)) {
            put_place(usage->told, &usage->n_told, TOLD, &met.writer);
            raise_left(core, &met, space);
        }
    }
}

/* Only a core that has given a result is a whole kernel. */
static bool has_result(const struct aic_core *core)
{
    return core->unit[AIC_UNIT_AIC].pipe[AIC_PIPE_FIX].stats.bytes != 0;
}

void aic_usage_end(struct aic_sim *sim)
{
    static const uint8_t spaces[] = {AIC_L1, AIC_L0A, AIC_L0B, AIC_L0C, AIC_BT};
    for (size_t c = 0; c < sim->n_cores; c++) {
        struct aic_core *core = sim->cores[c];
        if (!core->usage || !has_result(core) || sim->options.no_data) {
            continue;
        }
        for (unsigned i = 0; i < sizeof(spaces); i++) {
            end_space(core, spaces[i]);
        }
    }
}
