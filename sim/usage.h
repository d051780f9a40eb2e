/* What happens to stored bytes: read or not before they are overwritten, read together with older ones, expected from a
 * record that did nothing. Suspicions of local memories and of results in GM (MEM-024, MEM-025, MEM-026, MEM-028,
 * MEM-029); they stay silent once the run has an error, whose consequences they would repeat. */
#ifndef AIC_SIM_USAGE_H
#define AIC_SIM_USAGE_H

#include "buffers/memory.h"
#include "sim/order.h"

struct aic_usage;
struct aic_sim;

/* Watches the order of a core; both pointers must outlive it. NULL when out of memory. */
struct aic_usage *aic_usage_new(struct aic_order *order, struct aic_memory *memory);
void aic_usage_free(struct aic_usage *usage); /* NULL is allowed */

/* Around aic_order_access of a record: what its accesses meet is gathered, then judged through chk. `values`: bytes are
 * moved, so that their states count. */
void aic_usage_begin(struct aic_usage *usage, const struct aic_record *rec);
void aic_usage_judge(struct aic_usage *usage, const struct aic_op *op, const struct aic_work *work,
                     const struct aic_footprint *fp, bool values, struct aic_check *chk);

/* A record that does nothing where others expect a result. */
void aic_usage_nop(struct aic_usage *usage, const struct aic_record *rec);

/* At the end: results that nobody has taken from the core's memories, and holes in GM. */
void aic_usage_end(struct aic_sim *sim);

#endif
