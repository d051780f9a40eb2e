#include "sim/provenance.h"

#include <stdlib.h>
#include <string.h>

/* Stretches remembered per memory, the latest; an older one is forgotten and its rules stay silent. */
enum { TILES = 64 };

struct tile {
    struct aic_made_at at;
    uint64_t owner_lo, owner_hi; /* scales: the data that they belong to */
    bool consumed;               /* scales: an mmad_mx has used them */
};

struct shelf {
    struct tile tile[TILES];
    unsigned n;
};

struct aic_provenance {
    struct shelf shelf[AIC_SPACE_COUNT];
};

struct aic_provenance *aic_provenance_new(void)
{
    return calloc(1, sizeof(struct aic_provenance));
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

static bool find_made(void *user, enum aic_space space, uint64_t addr, struct aic_made_at *at)
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
            !find_made(p, (enum aic_space)space, t->owner_lo, &owner) || owner.line != t->at.line)
            continue;
        aic_raise(chk, "LMX-005", aic_at_operand(0), "keep the operands further apart",
                  "the scales at bytes %llu..%llu overwrite those of the operand of line %u, which no mmad_mx has used",
                  (unsigned long long)lo, (unsigned long long)hi, (unsigned)t->at.line);
        return;
    }
}

void aic_provenance_check(struct aic_provenance *provenance, const struct aic_op *op, const struct aic_work *work,
                          const struct aic_footprint *fp, struct aic_check *chk)
{
    aic_made_check(op, work, find_made, provenance, chk);
    if (work->kind == AIC_WORK_LOAD_MX)
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

void aic_provenance_record(struct aic_provenance *provenance, const struct aic_op *op, const struct aic_work *work,
                           const struct aic_footprint *fp, const char *declared)
{
    const struct aic_record *rec = op->rec;
    unsigned space = rec->n_operands ? rec->op[0].space : (unsigned)AIC_GM;
    struct tile tile = {.at = {.line = rec->line}};
    if (work->mx)
        consume_scales(provenance, fp);
    /* GM belongs to all cores, UB to units; neither has a layout of its own. */
    if (space == AIC_GM || space == AIC_UB || !bounds_in(fp, space, true, &tile.at.lo, &tile.at.hi))
        return;
    aic_made_of(op, work, &tile.at.made);
    tile.at.made.declared = work->kind == AIC_WORK_COPY ? declared : NULL;
    put(&provenance->shelf[space], &tile);
    if (work->kind == AIC_WORK_LOAD_MX) {
        tile.owner_lo = tile.at.lo;
        tile.owner_hi = tile.at.hi;
        tile.at.made.how = AIC_MADE_SCALES;
        if (bounds_in(fp, scale_space(space), true, &tile.at.lo, &tile.at.hi))
            put(&provenance->shelf[scale_space(space)], &tile);
    }
}
