/* 4:2 structured sparse multiplication: B holds two of every four K elements and an index buffer says which.
 * Source: reference semantics 7; pages "LoadDataWithSparse", "MmadWithSparse". */
#ifndef AIC_ISA_MMAD_SPARSE_H
#define AIC_ISA_MMAD_SPARSE_H

#include "isa/cube.h"

void aic_mmad_sparse_check(const struct aic_op *op, const struct aic_cube *cube, struct aic_check *chk);
void aic_mmad_sparse_footprint(const struct aic_cube *cube, struct aic_footprint *fp);

/* Byte offset in the index buffer (from B's address / 4) of the index of row d, column n of B; *shift is its lowest
 * bit. */
uint64_t aic_mmad_sparse_index(const struct aic_cube *cube, uint32_t d, uint32_t n, unsigned *shift);

#endif
