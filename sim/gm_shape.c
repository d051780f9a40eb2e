/* Accesses to GM against the shape that a tensor was declared with (MEM-027, MEM-028). Source: inferred; a tensor of
 * two or more dimensions is moved in parts of its rows. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/state.h"

static bool by_rows(const struct aic_work *work)
{
    bool drain = work->kind == AIC_WORK_FIXPIPE && work->layout == 1;
    return work->kind == AIC_WORK_ND2NZ || work->kind == AIC_WORK_DN2NZ || drain;
}

/* The rows of a span: the innermost dimension. */
static bool rows_of(const struct aic_span *span, uint64_t *n, uint64_t *stride)
{
    if (span->ndim == 0) {
        return false;
    }
    *n = span->dim[span->ndim - 1].n;
    *stride = (uint64_t)span->dim[span->ndim - 1].stride;
    return *n > 1 && span->dim[span->ndim - 1].stride > 0;
}

static void check_span(const struct aic_tensor *t, const struct aic_span *span, const struct aic_flight *flight,
                       int operand, struct aic_check *chk)
{
    uint64_t n, stride, column = (span->base - t->addr) % t->row_bytes;
    if (!rows_of(span, &n, &stride)) {
        return;
    }
    if (stride % t->row_bytes && t->row_bytes % stride) {
        aic_raise(chk, "MEM-027", aic_at_operand(operand), "use the row length of the tensor as the stride",
                  "%s steps by %" PRIu64 " bytes from row to row, the rows of gm:%s have %" PRIu64, flight->insn->name,
                  stride, t->name, t->row_bytes);
    } else if (stride % t->row_bytes == 0 && column + span->run > t->row_bytes &&
               (column || span->run % t->row_bytes)) {
        aic_raise(chk, "MEM-027", aic_at_operand(operand), "let the part end with the row",
                  "%s takes bytes %" PRIu64 "..%" PRIu64 " of rows of gm:%s that have %" PRIu64 ": each part runs on "
                  "into the next row", flight->insn->name, column, column + span->run, t->name, t->row_bytes);
    }
}

void aic_gm_shape_rules(struct aic_core *core, const struct aic_flight *flight, struct aic_check *chk)
{
    const struct aic_footprint *fp = &flight->plan->footprint;
    if (!by_rows(&flight->plan->work) || core->sim->options.no_check) {
        return;
    }
    for (unsigned i = 0; i < fp->n; i++) {
        int operand = fp->e[i].operand;
        int32_t tensor = operand >= 0 ? flight->rec.op[operand].tensor : -1;
        if (fp->e[i].span.space == AIC_GM && tensor >= 0 && core->sim->tensors[tensor].row_bytes) {
            check_span(&core->sim->tensors[tensor], &fp->e[i].span, flight, operand, chk);
            return;
        }
    }
}

/* ---- holes: rows of a tensor, told apart by which columns of them were touched ---- */

enum { SEGMENTS = 32 };

struct row {
    unsigned n;
    bool overflow;
    uint64_t lo[SEGMENTS], hi[SEGMENTS];
};

struct holes {
    struct aic_sim *sim;
    const struct aic_tensor *t;
    bool written; /* look at writes, else at reads */
    uint64_t unit; /* columns that parts are made of, bytes */
    struct row row, last;
    uint32_t line, file;
};

static void add_segment(struct row *row, uint64_t lo, uint64_t hi)
{
    if (row->n && row->hi[row->n - 1] == lo) {
        row->hi[row->n - 1] = hi;
    } else if (row->n < SEGMENTS) {
        row->lo[row->n] = lo;
        row->hi[row->n++] = hi;
    } else {
        row->overflow = true;
    }
}

static bool same_row(const struct row *a, const struct row *b)
{
    return a->n == b->n && memcmp(a->lo, b->lo, a->n * sizeof(a->lo[0])) == 0 &&
           memcmp(a->hi, b->hi, a->n * sizeof(a->hi[0])) == 0;
}

static bool odd_column(const struct holes *h)
{
    for (unsigned i = 0; i < h->row.n; i++) {
        if (h->row.lo[i] % h->unit || (h->row.hi[i] % h->unit && h->row.hi[i] != h->t->row_bytes)) {
            return true;
        }
    }
    return false;
}

static void raise_hole(const struct holes *h, uint64_t row)
{
    struct aic_finding finding = {
        .rule = "MEM-028", .severity = AIC_SEV_WARNING, .core = h->sim->cores[0]->number, .pipe = AIC_PIPE_NONE,
        .file = h->file, .line = h->line, .operand = -1, .field = -1,
    };
    snprintf(finding.message, sizeof(finding.message),
             "at row %" PRIu64 " gm:%s is not %s as it is around it: parts of the tensor are left out whose size is no "
             "multiple of 16", row, h->t->name, h->written ? "written" : "read");
    snprintf(finding.fix, sizeof(finding.fix), "let the parts cover the tensor");
    aic_sim_report(h->sim, &finding);
}

static void collect_row(struct holes *h, uint64_t from)
{
    struct aic_met met;
    bool written;
    uint64_t end = from + h->t->row_bytes;
    h->row.n = 0;
    h->row.overflow = false;
    for (uint64_t at = from; at < end && aic_order_next(h->sim->cores[0]->order, AIC_GM, 0, at, end, &met, &written);
         at = met.hi) {
        if (h->written ? written : met.read) {
            uint64_t lo = met.lo > from ? met.lo : from, hi = met.hi < end ? met.hi : end;
            add_segment(&h->row, lo - from, hi - from);
            h->line = met.writer.line;
            h->file = met.writer.file;
        }
    }
}

/* Whether the tensor was written by a record, and whether anything touched it at all. */
static bool is_written(const struct aic_sim *sim, const struct aic_tensor *t, bool *touched)
{
    struct aic_met met;
    bool written = false;
    *touched = false;
    for (uint64_t at = t->addr; at < t->addr + t->bytes; at = met.hi) {
        if (!aic_order_next(sim->cores[0]->order, AIC_GM, 0, at, t->addr + t->bytes, &met, &written)) {
            return false;
        }
        *touched = true;
        if (written) {
            return true;
        }
    }
    return false;
}

static void find_hole(struct aic_sim *sim, const struct aic_tensor *t)
{
    struct holes h = {.sim = sim, .t = t, .unit = aic_dtype_bits(t->dtype) * 2};
    bool touched;
    h.written = is_written(sim, t, &touched);
    uint64_t rows = t->bytes / t->row_bytes;
    for (uint64_t r = 0; touched && r < rows; r++) {
        collect_row(&h, t->addr + r * t->row_bytes);
        if (h.row.overflow) {
            return;
        }
        uint64_t within = t->rows ? r % t->rows : r;
        bool odd_row = within % 16 && !same_row(&h.row, &h.last);
        if (odd_column(&h) || odd_row) {
            raise_hole(&h, r);
            return;
        }
        h.last = h.row;
    }
}

void aic_gm_shape_end(struct aic_sim *sim)
{
    if (!sim->n_cores || !sim->cores[0]->order) {
        return;
    }
    for (size_t i = 0; i < sim->n_tensors; i++) {
        if (sim->tensors[i].row_bytes && aic_dtype_bits(sim->tensors[i].dtype) >= 8) {
            find_hole(sim, &sim->tensors[i]);
        }
    }
}
