#include "isa/mmad_sparse.h"

void aic_mmad_sparse_check(const struct aic_op *op, const struct aic_cube *cube, struct aic_check *chk)
{
    if (cube->m == 1) {
        aic_raise(chk, "MSP-005", aic_at_field(AIC_MM_M), NULL,
                  "m=1: %s has no vector form, A is read in its ordinary layout", op->insn->name);
    }
    if (cube->k % 64) {
        aic_raise(chk, "MSP-006", aic_at_field(AIC_MM_K), "round k up to 64 and fill the tail with zeros",
                  "k=%u is no multiple of 64, so the dense B ends inside a fractal", cube->k);
    }
}

void aic_mmad_sparse_footprint(const struct aic_cube *cube, struct aic_footprint *fp)
{
    struct aic_span rows = aic_span_rows(AIC_IDX, cube->b_addr / 4, cube->n * 8u, cube->bk1, cube->n1 * 128);
    aic_footprint_add(fp, rows, AIC_READ, -1);
}

uint64_t aic_mmad_sparse_index(const struct aic_cube *cube, uint32_t d, uint32_t n, unsigned *shift)
{
    *shift = d % 4 * 2;
    return ((uint64_t)(d / 32) * cube->n1 + n / 16) * 128 + n % 16 * 8 + d % 32 / 4;
}
