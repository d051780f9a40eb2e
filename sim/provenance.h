/* Which record a stretch of a core's local memory comes from, and in which layout it was stored. */
#ifndef AIC_SIM_PROVENANCE_H
#define AIC_SIM_PROVENANCE_H

#include "isa/made.h"

struct aic_provenance;

/* NULL when out of memory. */
struct aic_provenance *aic_provenance_new(void);
void aic_provenance_free(struct aic_provenance *provenance); /* NULL is allowed */

/* Raises the layout rules for a record that starts now (isa/made.h, LMX-005). */
void aic_provenance_check(struct aic_provenance *provenance, const struct aic_op *op, const struct aic_work *work,
                          const struct aic_footprint *fp, struct aic_check *chk);

/* Remembers what the record stored. declared: layout of the tensor that a plain copy reads, NULL for none. */
void aic_provenance_record(struct aic_provenance *provenance, const struct aic_op *op, const struct aic_work *work,
                           const struct aic_footprint *fp, const char *declared);

#endif
