/* Which record a stretch of a core's local memory comes from, and in which layout it was stored. */
#ifndef AIC_SIM_PROVENANCE_H
#define AIC_SIM_PROVENANCE_H

#include "isa/made.h"
#include "sim/habits.h"

struct aic_provenance;

/* A place in a tensor in GM: index of the tensor (-1: not known), row and column in elements. */
struct aic_place {
    int32_t tensor;
    int64_t row, column;
};

/* NULL when out of memory. What matrices have in common is noted in `habits`, which must outlive it. */
struct aic_provenance *aic_provenance_new(struct aic_habits *habits);
void aic_provenance_free(struct aic_provenance *provenance); /* NULL is allowed */

/* An aic_made_find_fn; user is the provenance. */
bool aic_provenance_find(void *provenance, enum aic_space space, uint64_t addr, struct aic_made_at *at);

/* Raises the layout rules for a record that starts now (isa/made.h, LMX-005). */
void aic_provenance_check(struct aic_provenance *provenance, const struct aic_op *op, const struct aic_work *work,
                          const struct aic_footprint *fp, struct aic_check *chk);

/* Remembers what the record stored. declared: layout of the tensor that a plain copy reads, NULL for none. gm: where in
 * GM the record reads or writes; at: who it is, for the habits. */
void aic_provenance_record(struct aic_provenance *provenance, const struct aic_op *op, const struct aic_work *work,
                           const struct aic_footprint *fp, const char *declared, const struct aic_place *gm,
                           const struct aic_habit_at *at);

#endif
