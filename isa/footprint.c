#include "isa/insn.h"

void aic_footprint_add(struct aic_footprint *fp, struct aic_span span, enum aic_access access, int operand)
{
    if (span.run == 0 || fp->n == AIC_MAX_SPANS) {
        return;
    }
    aic_span_simplify(&span);
    fp->e[fp->n].span = span;
    fp->e[fp->n].access = (uint8_t)access;
    fp->e[fp->n].operand = (int8_t)operand;
    fp->n++;
}
