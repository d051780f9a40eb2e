/* The critical path: for a moment of a pipe, where the time since the start of the run went on the longest chain of
 * waits that leads to it. The parts add up to that moment. */
#ifndef AIC_SIM_PATH_H
#define AIC_SIM_PATH_H

#include "isa/pipe.h"
#include "pipes/time.h"
#include "sim/analysis.h"

struct aic_path {
    aic_time at; /* the sum of all parts */
    aic_time part[AIC_PART_COUNT];
};

/* Lets the path reach `at`, by spending the difference on `part`. */
static inline void aic_path_extend(struct aic_path *path, aic_time at, unsigned part)
{
    path->part[part] += at - path->at;
    path->at = at;
}

#endif
