/* Microscaled matrix multiplication: every 32 consecutive K elements of a row of A (a column of B) share one e8m0
 * factor. Source: reference semantics 9; page "MmadMx". */
#ifndef AIC_ISA_MMAD_MX_H
#define AIC_ISA_MMAD_MX_H

#include "isa/cube.h"

void aic_mmad_mx_check(const struct aic_op *op, const struct aic_cube *cube, struct aic_check *chk);
void aic_mmad_mx_footprint(const struct aic_cube *cube, struct aic_footprint *fp);

/* Byte offsets of the scale of row m of A, column n of B, group g = k/32, from the scale blocks' starts
 * (the operands' addresses / 16). */
uint64_t aic_mmad_mx_scale(const struct aic_cube *cube, uint32_t row, uint32_t g);

#endif
