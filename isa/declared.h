/* Layouts that the trace declares for its tensors (`gm NAME ... layout=F`), against what records read and write.
 * Rule LAY-001. */
#ifndef AIC_ISA_DECLARED_H
#define AIC_ISA_DECLARED_H

#include "isa/insn.h"
#include "isa/made.h"

/* Raises LAY-001 where a record reads or writes a tensor in another layout than it is declared in.
 * layout[i]: declared layout of operand i's tensor, NULL where there is none. */
void aic_declared_check(const struct aic_op *op, const struct aic_work *work, const char *const *layout,
                        struct aic_check *chk);

/* Raises LAY-001 where a load from L1 reads what a plain copy of a declared tensor has put there. */
void aic_declared_check_load(const struct aic_op *op, const struct aic_work *work, const struct aic_made_at *at,
                             struct aic_check *chk);

#endif
