/* What bounds a run: part of its result. */
#ifndef AIC_SIM_ANALYSIS_H
#define AIC_SIM_ANALYSIS_H

#include <stdint.h>

#include "pipes/part.h"
#include "pipes/time.h"

/* "S", "V", ..., "sync", "bank", "L2", "HBM". */
const char *aic_part_name(unsigned part);

struct aic_analysis {
    aic_time path[AIC_PART_COUNT]; /* critical path of the run; adds up to its length */
    uint32_t core;                 /* where the path ends */
    uint8_t unit, pipe;
    uint8_t bound;                 /* enum aic_part with the largest part of the path */
    /* Estimate of the run's length if what bounds it took no time, in 1/1024 cycle: the rest of the path, or the busiest
     * other pipe, whichever is longer. Mostly too short, as other paths become critical: aic_options.free tells. */
    aic_time without_bound;
    /* Roofline. Operations are multiplications and additions of all cores, padding included. */
    uint64_t operations, gm_bytes, hbm_bytes;
    int64_t peak_operations;       /* per cycle of the cores that ran; 0 when unknown */
    int64_t peak_bytes;            /* HBM bytes per cycle of the chip; 0 when unknown */
};

#endif
