/* Where a kernel loses time that another way of writing it would not (PERF-001..008), with the cycles that the timing
 * model says are to be gained. Only what is worth it is reported. */
#ifndef AIC_SIM_HINTS_H
#define AIC_SIM_HINTS_H

#include "isa/insn.h"
#include "pipes/time.h"

struct aic_hints;
struct aic_sim;
struct aic_unit_state;
struct aic_pipe_state;
struct aic_flight;

struct aic_hints *aic_hints_new(void); /* NULL when out of memory */
void aic_hints_free(struct aic_hints *hints);

/* A data record has started: its times are in the pipe's state and statistics. */
void aic_hints_started(struct aic_hints *hints, struct aic_unit_state *unit, enum aic_pipe pipe,
                       const struct aic_flight *flight);

/* What only the end shows. */
void aic_hints_end(struct aic_sim *sim);

#endif
