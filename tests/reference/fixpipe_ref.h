/* Fixpipe as the documents write it: one element after the other through the mapping formulas. */
#ifndef AIC_TESTS_REFERENCE_FIXPIPE_REF_H
#define AIC_TESTS_REFERENCE_FIXPIPE_REF_H

#include "isa/fixpipe.h"
#include "reference/world.h"

/* One value by the rules of semantics.md 10.3. `x` is the source (float or integer), word the quantisation word. */
uint64_t ref_quant(const struct world *w, enum aic_quant mode, enum aic_dtype src, enum aic_dtype dst, double x,
                   uint64_t word, bool relu);

/* Calls back once for every element that the record writes: unit, element of the destination, raw bits. */
typedef void ref_store_fn(void *user, unsigned unit, uint64_t element, uint64_t raw);
void ref_fixpipe(struct world *w, ref_store_fn *store, void *user);

#endif
