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
    aic_time start;  /* from issue to the first byte; hidden behind the data of the move before */
    int64_t rate;    /* bytes per cycle */
    aic_time tail;   /* from the last byte to its visibility */
    aic_time gap;    /* between the data of two moves */
    aic_time floor;  /* the shortest data phase */
    int64_t ramp_bytes, ramp_rate; /* the first bytes of a move come at another rate; 0: they do not */
};

/* GM: packets of the DMA, L2, HBM. AIC_UNKNOWN or 0 switches a part off. */
struct aic_memory_costs {
    int64_t line;           /* of L2, bytes */
    int64_t packet;         /* largest packet of the DMA, a power of two */
    aic_time read_packet;   /* least time between two packets of one core */
    int64_t read_rate;      /* bytes per cycle of one core with nd2nz */
    aic_time read_miss;     /* the same when L2 does not hold the line, on top */
    aic_time miss_latency;  /* first packet of a move that misses, on top of the start */
    aic_time write_packet, write_miss;
    int64_t l2_rate, l2_nd2nz_rate, hbm_rate; /* bytes per cycle of the chip */
    aic_time read_late;     /* on top of read_packet where another core's read has the line on its way */
    aic_time fill_time;     /* how long a line is on its way from HBM */
};

/* Classes of records that cost the scalar unit differently. */
enum aic_dispatch {
    AIC_DISPATCH_OTHER = 0, AIC_DISPATCH_COPY, AIC_DISPATCH_ND2NZ, AIC_DISPATCH_LOAD, AIC_DISPATCH_MMAD,
    AIC_DISPATCH_FIXPIPE, AIC_DISPATCH_COUNT
};

enum aic_counters { AIC_COUNTERS_PURE = 0, AIC_COUNTERS_BOARD };

struct aic_pipe_costs {
    int64_t clock_khz;
    int64_t queue_depth[AIC_PIPE_COUNT];
    int64_t set_drains[AIC_PIPE_COUNT];  /* 1: a set holds its pipe until all before it is complete */
    int64_t queue_flags[AIC_PIPE_COUNT]; /* 1: flags and barriers take a place in the queue as instructions do */
    aic_time dispatch[AIC_DISPATCH_COUNT]; /* scalar cycles to dispatch one instruction */
    aic_time dispatch_sync;   /* the same for a flag or barrier */
    aic_time set_register;
    aic_time set_flag, wait_flag, barrier;
    aic_time dispatch_latency; /* from the scalar unit to a pipe's queue */
    aic_time flag_latency;     /* from a set to the waiting pipe */
    struct aic_route_cost route[AIC_ROUTE_COUNT];
    struct aic_memory_costs memory;
    /* MTE1 */
    int64_t transpose_rate;  /* of LoadDataWithTranspose into L0B, in place of the route's; 0: as the route */
    aic_time load3d_start, load3d_gap; /* of LoadData3D, in place of the route's; 0: as the route */
    int64_t cube_slowdown;   /* share by which the cube's reads slow a load, in 1/1024 */
    int64_t l1_bank_bytes;   /* L1 is this much twice: reads of one half and writes of the other do not meet */
    int64_t l1_bank_share;   /* share of a write's cycles that a read of the same half loses, in 1/1024 */
    int64_t l1_write_share;  /* share of the time of such a meeting that the write loses, in 1/1024 */
    /* UB banks: conflict where source and destination of a copy lie in one bank; 0: not modelled */
    int64_t ub_group_bytes, ub_bank_bytes;
    /* What the board's counters count beside the work (counters: board) */
    int64_t counters;        /* enum aic_counters */
    aic_time board_mmad;     /* once for each run of mmads that follow one another */
    aic_time fix_nd_floor;   /* shortest data phase of a drain to GM that converts to ND */
    int64_t fix_wait;        /* share of a drain's wait for unit flags that Fixpipe's counter counts, in 1/1024 */
    /* Mmad */
    aic_time mmad_start, mmad_gap, mmad_tail;
    int64_t mmad_passes[AIC_DT_COUNT]; /* passes per fractal triple by A's type, in 1/1024 */
    int64_t mmad_passes_hf32;
};

#endif
