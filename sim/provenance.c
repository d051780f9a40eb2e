#include "sim/provenance.h"

#include <stdlib.h>
#include <string.h>

/* Stretches remembered per memory, the latest; an older one is forgotten and its rules stay silent. */
enum { TILES = 64 };

struct tile {
    struct aic_made_at at;
    uint64_t owner_lo, owner_hi; /* scales: the data that they belong to */
    bool consumed;               /* scales: an mmad_mx has used them */
    struct aic_place from;       /* L1, L0A, L0B: the place in GM; L0C: of A, at the first of a sum */
    struct aic_place from_b;     /* L0C: of B */
    int64_t rows, columns;       /* L1, L0A, L0B: of the matrix that was moved, in elements; 0: not known */
    bool k_in_rows;              /* L0A, L0B */
    int64_t sum;                 /* L0C: products in each element so far */
};

struct shelf {
    struct tile tile[TILES];
    unsigned n;
};

struct aic_provenance {
    struct aic_habits *habits;
    struct shelf shelf[AIC_SPACE_COUNT];
};

struct aic_provenance *aic_provenance_new(struct aic_habits *habits)
{
    struct aic_provenance *provenance = calloc(1, sizeof(struct aic_provenance));
    if (provenance)
        provenance->habits = habits;
    return provenance;
}

void aic_provenance_free(struct aic_provenance *provenance)
{
    free(provenance);
}

static bool overlap(uint64_t a_lo, uint64_t a_hi, uint64_t b_lo, uint64_t b_hi)
{
    return a_lo < b_hi && b_lo < a_hi;
}

/* What the record writes (or reads) in a memory, from the lowest byte to the highest. */
static bool bounds_in(const struct aic_footprint *fp, unsigned space, bool write, uint64_t *lo, uint64_t *hi)
{
    bool any = false;
    *lo = *hi = 0;
    for (unsigned i = 0; i < fp->n; i++) {
        uint64_t a, b;
        if (fp->e[i].span.space != space || (fp->e[i].access != AIC_READ) != write)
            continue;
        aic_span_bounds(&fp->e[i].span, &a, &b);
        *lo = any && *lo < a ? *lo : a;
        *hi = any && *hi > b ? *hi : b;
        any = true;
    }
    return any && *lo < *hi;
}

/* The latest stretch that starts at the byte. */
static const struct tile *tile_at(const struct aic_provenance *p, unsigned space, uint64_t addr)
{
    const struct shelf *shelf = &p->shelf[space];
    for (unsigned i = shelf->n; i-- > 0;) {
        if (shelf->tile[i].at.lo == addr)
            return &shelf->tile[i];
    }
    return NULL;
}

static const struct tile *tile_around(const struct aic_provenance *p, unsigned space, uint64_t addr)
{
    const struct shelf *shelf = &p->shelf[space];
    for (unsigned i = shelf->n; i-- > 0;) {
        if (addr >= shelf->tile[i].at.lo && addr < shelf->tile[i].at.hi)
            return &shelf->tile[i];
    }
    return NULL;
}

bool aic_provenance_find(void *user, enum aic_space space, uint64_t addr, struct aic_made_at *at)
{
    const struct shelf *shelf = &((struct aic_provenance *)user)->shelf[space];
    for (unsigned i = shelf->n; i-- > 0;) {
        if (addr >= shelf->tile[i].at.lo && addr < shelf->tile[i].at.hi) {
            *at = shelf->tile[i].at;
            return true;
        }
    }
    return false;
}

static void forget(struct shelf *shelf, uint64_t lo, uint64_t hi)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < shelf->n; i++) {
        if (!overlap(shelf->tile[i].at.lo, shelf->tile[i].at.hi, lo, hi))
            shelf->tile[kept++] = shelf->tile[i];
    }
    shelf->n = kept;
}

static void put(struct shelf *shelf, const struct tile *tile)
{
    forget(shelf, tile->at.lo, tile->at.hi);
    if (shelf->n == TILES) {
        memmove(shelf->tile, shelf->tile + 1, (TILES - 1) * sizeof(shelf->tile[0]));
        shelf->n--;
    }
    shelf->tile[shelf->n++] = *tile;
}

static unsigned scale_space(unsigned space)
{
    return space == AIC_L0A ? AIC_L0A_MX : AIC_L0B_MX;
}

/* Scales sit at one sixteenth of their data's address: a long block reaches into those of the next operand. */
static void check_scales(struct aic_provenance *p, const struct aic_op *op, const struct aic_footprint *fp,
                         struct aic_check *chk)
{
    unsigned space = op->rec->op[0].space;
    uint64_t lo, hi, data_lo, data_hi;
    struct aic_made_at owner;
    if (!bounds_in(fp, scale_space(space), true, &lo, &hi) || !bounds_in(fp, space, true, &data_lo, &data_hi))
        return;
    const struct shelf *shelf = &p->shelf[scale_space(space)];
    for (unsigned i = 0; i < shelf->n; i++) {
        const struct tile *t = &shelf->tile[i];
        if (t->consumed || !overlap(t->at.lo, t->at.hi, lo, hi) ||
            overlap(t->owner_lo, t->owner_hi, data_lo, data_hi) ||
            !aic_provenance_find(p, (enum aic_space)space, t->owner_lo, &owner) || owner.line != t->at.line)
            continue;
        aic_raise(chk, "LMX-005", aic_at_operand(0), "keep the operands further apart",
                  "the scales at bytes %llu..%llu overwrite those of the operand of line %u, which no mmad_mx has used",
                  (unsigned long long)lo, (unsigned long long)hi, (unsigned)t->at.line);
        return;
    }
}

/* A multiplication takes more than the last move into the buffers has brought: older bytes. */
static void check_extent(const struct aic_provenance *p, const struct aic_op *op, const struct aic_work *work,
                         unsigned operand, struct aic_check *chk)
{
    const struct tile *tile = tile_at(p, op->rec->op[operand].space, op->rec->op[operand].addr);
    if (!tile || !tile->rows || work->gemv)
        return;
    unsigned c0 = aic_dtype_c0((enum aic_dtype)op->rec->dtype[0]);
    int64_t outer = operand == 1 ? work->m : work->n, have = tile->k_in_rows ? tile->columns : tile->rows;
    int64_t have_k = tile->k_in_rows ? tile->rows : tile->columns;
    have_k = tile->k_in_rows ? have_k : (have_k + c0 - 1) / c0 * c0;
    have = tile->k_in_rows ? (have + c0 - 1) / c0 * c0 : have;
    bool in_k = work->k > have_k;
    if (!in_k && outer <= have)
        return;
    aic_raise(chk, "MEM-025", aic_at_operand((int)operand), "move as much as is multiplied",
              "%s is %lld, but the load on line %u has only %lld of a matrix behind it: the rest is older bytes",
              in_k ? "k" : operand == 1 ? "m" : "n", (long long)(in_k ? (int64_t)work->k : outer),
              (unsigned)tile->at.line, (long long)(in_k ? have_k : have));
}

void aic_provenance_check(struct aic_provenance *provenance, const struct aic_op *op, const struct aic_work *work,
                          const struct aic_footprint *fp, struct aic_check *chk)
{
    aic_made_check(op, work, aic_provenance_find, provenance, chk);
    if (work->kind == AIC_WORK_MMAD && !work->mx && !work->sparse) {
        check_extent(provenance, op, work, 1, chk);
        check_extent(provenance, op, work, 2, chk);
    }
    if (work->kind == AIC_WORK_LOAD_MX && op->rec->n_operands == 3)
        check_scales(provenance, op, fp, chk);
}

static void consume_scales(struct aic_provenance *p, const struct aic_footprint *fp)
{
    for (unsigned space = AIC_L0A_MX; space <= AIC_L0B_MX; space++) {
        uint64_t lo, hi;
        struct shelf *shelf = &p->shelf[space];
        if (!bounds_in(fp, space, false, &lo, &hi))
            continue;
        for (unsigned i = 0; i < shelf->n; i++)
            shelf->tile[i].consumed |= overlap(shelf->tile[i].at.lo, shelf->tile[i].at.hi, lo, hi);
    }
}

static void origin_of_copy(const struct aic_op *op, const struct aic_place *gm, struct tile *tile)
{
    static const char *const names[] = {"ndNum", "nValue", "dValue"};
    int64_t size[3];
    for (unsigned i = 0; i < 3; i++) {
        const struct aic_field *field = aic_insn_field(op->insn, names[i], (unsigned)strlen(names[i]));
        size[i] = field ? op->rec->f[field->slot] : 0;
    }
    /* An ND matrix of a 4-bit type is given in pairs (reference semantics 11). */
    if (op->insn->name[0] == 'n' && aic_dtype_bits((enum aic_dtype)op->rec->dtype[0]) == 4)
        size[2] *= 2;
    tile->from = *gm;
    tile->rows = size[0] == 1 ? size[1] : 0;
    tile->columns = size[0] == 1 ? size[2] : 0;
}

/* Where a load's matrix comes from: that of its source, as far in as the load starts. */
static void origin_of_load(const struct aic_provenance *p, const struct aic_op *op, const struct aic_work *work,
                           const struct aic_footprint *fp, struct tile *tile)
{
    const struct tile *source = tile_around(p, AIC_L1, op->rec->op[1].addr);
    int64_t row, column;
    uint64_t lo, hi;
    tile->k_in_rows = aic_made_k_in_rows(op, work);
    if (source && source->rows)
        aic_made_run(op, work, &source->at, &tile->at.made);
    if (source)
        aic_made_line(op, work, &source->at, &tile->at.made);
    if (!source || !aic_made_offset(op, work, &source->at, &row, &column))
        return;
    if (source->from.tensor >= 0)
        tile->from = (struct aic_place){source->from.tensor, source->from.row + row, source->from.column + column};
    /* A load that goes on behind the matrix takes another one with it. */
    if (bounds_in(fp, AIC_L1, false, &lo, &hi) && hi <= (source->at.hi + 511) / 512 * 512 && row < source->rows &&
        column < source->columns) {
        tile->rows = source->rows - row;
        tile->columns = source->columns - column;
    }
}

static int64_t along(const struct tile *tile, bool rows)
{
    return rows ? tile->from.row : tile->from.column;
}

/* Products of each element that are none with a zero that fills up a block. */
static int64_t real_k(const struct aic_work *work, const struct tile *a, const struct tile *b)
{
    int64_t k = work->k, have_a = a ? (a->k_in_rows ? a->rows : a->columns) : 0;
    int64_t have_b = b ? (b->k_in_rows ? b->rows : b->columns) : 0;
    k = have_a > 0 && have_a < k ? have_a : k;
    return have_b > 0 && have_b < k ? have_b : k;
}

/* A multiplication: which parts of two tensors meet, and how a sum goes on. */
static void origin_of_result(struct aic_provenance *p, const struct aic_op *op, const struct aic_work *work,
                             struct tile *tile, const struct aic_habit_at *at)
{
    const struct tile *a = tile_at(p, AIC_L0A, op->rec->op[1].addr), *b = tile_at(p, AIC_L0B, op->rec->op[2].addr);
    const struct tile *c = work->accumulates ? tile_at(p, AIC_L0C, op->rec->op[0].addr) : NULL;
    bool known_a = a && a->from.tensor >= 0, known_b = b && b->from.tensor >= 0;
    tile->sum = (c ? c->sum : 0) + real_k(work, a, b);
    if (known_a)
        tile->from = (struct aic_place){a->from.tensor, along(a, !a->k_in_rows), 0};
    if (known_b)
        tile->from_b = (struct aic_place){b->from.tensor, along(b, !b->k_in_rows), 0};
    if (known_a && known_b)
        aic_habits_note(p->habits, AIC_HABIT_K, a->from.tensor, b->from.tensor,
                        along(a, a->k_in_rows) - along(b, b->k_in_rows), at);
    if (c && known_a && c->from.tensor == a->from.tensor)
        aic_habits_note(p->habits, AIC_HABIT_ADD_ROWS, a->from.tensor, -1, tile->from.row - c->from.row, at);
    if (c && known_b && c->from_b.tensor == b->from.tensor)
        aic_habits_note(p->habits, AIC_HABIT_ADD_COLS, b->from.tensor, -1, tile->from_b.row - c->from_b.row, at);
    if (c) {
        tile->from = c->from;
        tile->from_b = c->from_b;
    }
}

/* A result goes to GM: its place there against those of its factors. */
static void note_drain(struct aic_provenance *p, const struct aic_op *op, const struct aic_place *gm,
                       const struct aic_habit_at *at)
{
    const struct tile *c = tile_at(p, AIC_L0C, op->rec->op[1].addr);
    if (!c || gm->tensor < 0)
        return;
    aic_habits_note(p->habits, AIC_HABIT_SUM, gm->tensor, c->from.tensor, c->sum, at);
    if (c->from.tensor >= 0)
        aic_habits_note(p->habits, AIC_HABIT_OUT_ROWS, gm->tensor, c->from.tensor, gm->row - c->from.row, at);
    if (c->from_b.tensor >= 0)
        aic_habits_note(p->habits, AIC_HABIT_OUT_COLS, gm->tensor, c->from_b.tensor, gm->column - c->from_b.row, at);
}

void aic_provenance_record(struct aic_provenance *provenance, const struct aic_op *op, const struct aic_work *work,
                           const struct aic_footprint *fp, const char *declared, const struct aic_place *gm,
                           const struct aic_habit_at *at)
{
    const struct aic_record *rec = op->rec;
    unsigned space = rec->n_operands ? rec->op[0].space : (unsigned)AIC_GM;
    bool scales_alone = work->kind == AIC_WORK_LOAD_MX && rec->n_operands == 2;
    struct tile tile = {.at = {.line = rec->line}, .from = {.tensor = -1}, .from_b = {.tensor = -1}};
    if (work->mx)
        consume_scales(provenance, fp);
    if (work->kind == AIC_WORK_FIXPIPE && space == AIC_GM)
        note_drain(provenance, op, gm, at);
    /* GM belongs to all cores, UB to units; neither has a layout of its own. */
    if (space == AIC_GM || space == AIC_UB || !bounds_in(fp, space, true, &tile.at.lo, &tile.at.hi))
        return;
    aic_made_of(op, work, &tile.at.made);
    tile.at.made.declared = work->kind == AIC_WORK_COPY ? declared : NULL;
    if (work->kind == AIC_WORK_ND2NZ)
        origin_of_copy(op, gm, &tile);
    else if (work->kind == AIC_WORK_MMAD)
        origin_of_result(provenance, op, work, &tile, at);
    else if (rec->n_operands > 1 && work->src == AIC_L1 && !scales_alone)
        origin_of_load(provenance, op, work, fp, &tile);
    if (scales_alone)
        tile.at.made.how = AIC_MADE_SCALES;
    put(&provenance->shelf[space], &tile);
    if (work->kind == AIC_WORK_LOAD_MX && !scales_alone) {
        tile.owner_lo = tile.at.lo;
        tile.owner_hi = tile.at.hi;
        tile.at.made.how = AIC_MADE_SCALES;
        if (bounds_in(fp, scale_space(space), true, &tile.at.lo, &tile.at.hi))
            put(&provenance->shelf[scale_space(space)], &tile);
    }
}
