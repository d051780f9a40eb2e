/* What pipes/ needs to know of a product: clocks, depths, start costs, rates.
 * sim/config.c fills it from the product's YAML (configs/SCHEMA.md). Times are in 1/1024 cycle, rates in 1/1024 unit
 * per cycle; AIC_UNKNOWN where no source gives the number. */
#ifndef AIC_PIPES_COSTS_H
#define AIC_PIPES_COSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "buffers/dtype.h"
#include "buffers/space.h"
#include "isa/pipe.h"
#include "pipes/time.h"

/* Datapaths with a cost of their own; the YAML has one mapping for each. */
enum aic_route {
    AIC_ROUTE_GM_L1 = 0, AIC_ROUTE_GM_L1_ND2NZ, AIC_ROUTE_GM_UB, AIC_ROUTE_GM_L0,
    AIC_ROUTE_L1_L0A, AIC_ROUTE_L1_L0B, AIC_ROUTE_L1_MX, AIC_ROUTE_L1_BT, AIC_ROUTE_L1_FB, AIC_ROUTE_L1_UB,
    AIC_ROUTE_L1_GM, AIC_ROUTE_UB_GM, AIC_ROUTE_UB_L1, AIC_ROUTE_UB_UB, AIC_ROUTE_L0C_UB_V,
    AIC_ROUTE_L0C_GM, AIC_ROUTE_L0C_L1, AIC_ROUTE_L0C_UB, AIC_ROUTE_FILL_L1, AIC_ROUTE_FILL_L0,
    AIC_ROUTE_COUNT
};
extern const char *const aic_route_names[AIC_ROUTE_COUNT];

struct aic_route_cost {
    aic_time start;  /* from issue to the first byte */
    int64_t rate;    /* bytes per cycle */
    aic_time tail;   /* from the last byte to its visibility */
};

struct aic_pipe_costs {
    int64_t clock_khz;
    int64_t queue_depth[AIC_PIPE_COUNT];
    aic_time dispatch;        /* scalar cycles to dispatch one instruction */
    aic_time dispatch_sync;   /* the same for a flag or barrier */
    aic_time set_register;
    aic_time set_flag, wait_flag, barrier;
    aic_time dispatch_latency; /* from the scalar unit to a pipe's queue */
    aic_time flag_latency;     /* from a set to the waiting pipe */
    struct aic_route_cost route[AIC_ROUTE_COUNT];
    /* Mmad */
    aic_time mmad_start, mmad_gap, mmad_tail;
    int64_t mmad_passes[AIC_DT_COUNT]; /* passes per fractal triple by A's type, in 1/1024 */
    int64_t mmad_passes_hf32;
};

#endif
