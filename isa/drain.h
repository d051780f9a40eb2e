/* Draining L0C to UB on the vector pipe, for products without Fixpipe: data_copy ub, l0c[, ub vector].
 * The row belongs to isa/data_copy.c, which asks aic_drain_is and hands the record over.
 * Source: reference legacy.md 3; page "DataCopy (L0C to UB)". */
#ifndef AIC_ISA_DRAIN_H
#define AIC_ISA_DRAIN_H

#include "isa/insn.h"

/* Slots of data_copy that the drain adds behind blockCount, blockLen, srcGap and dstGap (0..3). */
enum aic_drain_field {
    AIC_DRAIN_CRMODE = 4, /* enum aic_crmode */
    AIC_DRAIN_RELU,
    AIC_DRAIN_SCALAR,     /* deqScalar, 64-bit word; the half modes use its low 16 bits */
    AIC_DRAIN_BLOCK_MODE, /* 0 matrix, 1 vector */
    AIC_DRAIN_SID_STORE_MODE
};

/* Conversions, numbered as the hardware numbers them. */
enum aic_crmode {
    AIC_CR_NONE = 0,
    AIC_CR_F322F16,
    AIC_CR_F322F16_RELU,
    AIC_CR_DEQ,
    AIC_CR_F162F32, /* from UB to L0C only */
    AIC_CR_NONE_RELU,
    AIC_CR_SCALE_F16,
    AIC_CR_VDEQ,
    AIC_CR_VDEQ8,
    AIC_CR_DEQ8,
    AIC_CR_VDEQ16,
    AIC_CR_DEQ16,
    AIC_CR_VDEQS16,
    AIC_CR_DEQS16,
    AIC_CR_COUNT
};
extern const char *const aic_crmode_names[AIC_CR_COUNT + 1];   /* NULL at the end */
extern const char *const aic_drain_block_names[3];             /* "matrix", "vector", NULL */

/* Whether the record is such a drain on a product that has it. */
bool aic_drain_is(const struct aic_op *op);

void aic_drain_check(const struct aic_op *op, struct aic_check *chk);
void aic_drain_footprint(const struct aic_op *op, struct aic_footprint *fp);
void aic_drain_work(const struct aic_op *op, struct aic_work *work);
/* Unwritten lanes are legal: their poison moves with them. */
void aic_drain_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk);

#endif
