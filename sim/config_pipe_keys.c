/* Keys of what a product's pipes cost. Decimal cycles and units per cycle in the file, 1/1024 of them in the program
 * (pipes/costs.h). */
#include "sim/config_keys.h"

#define PIPES(member) AIC_KEY_AT(pipes.member)
#define UNK AIC_KEY_UNKNOWN_OK
#define OPT AIC_KEY_OPTIONAL

#define CYCLES_MAX 1000000
#define RATE_MAX 65536

#define DEPTH(pipe) \
    {"queue_depth." #pipe, AIC_KEY_INT, OPT, PIPES(queue_depth[AIC_PIPE_##pipe]), 1, 64, 32, "entries", NULL, \
     "instructions that wait in the queue of " #pipe}
#define FLAGS(pipe) \
    {"queue_flags." #pipe, AIC_KEY_BOOL, OPT, PIPES(queue_flags[AIC_PIPE_##pipe]), 0, 1, 1, "", NULL, \
     "flags and barriers take a place in the queue of " #pipe ", as its instructions do"}
#define DRAINS(pipe) \
    {"sync.set_drains." #pipe, AIC_KEY_BOOL, OPT, PIPES(set_drains[AIC_PIPE_##pipe]), 0, 1, 0, "", NULL, \
     "a set_flag holds " #pipe " until everything before it is complete"}
#define COST(path, member, def, meaning) \
    {path, AIC_KEY_1024, OPT, PIPES(member), 0, CYCLES_MAX, def, "cycles", NULL, meaning}
#define PASSES(name, dtype) \
    {"cube.passes." name, AIC_KEY_1024, UNK, PIPES(mmad_passes[dtype]), 0, 1024, AIC_UNKNOWN, "cycles", NULL, \
     "cycles of one fractal triple of A in " name}
#define ROUTE(name, index, what) \
    {"route." name ".start", AIC_KEY_1024, UNK, PIPES(route[index].start), 0, CYCLES_MAX, AIC_UNKNOWN, "cycles", NULL, \
     what ": from the issue to the first byte"}, \
    {"route." name ".rate", AIC_KEY_1024, UNK, PIPES(route[index].rate), 0, RATE_MAX, AIC_UNKNOWN, "bytes/cycle", \
     NULL, what ": destination bytes per cycle"}, \
    {"route." name ".tail", AIC_KEY_1024, UNK, PIPES(route[index].tail), 0, CYCLES_MAX, 0, "cycles", NULL, \
     what ": from the last byte to its visibility"}, \
    COST("route." name ".gap", route[index].gap, 0, what ": between the data of two moves"), \
    COST("route." name ".floor", route[index].floor, 0, what ": shortest data phase"), \
    {"route." name ".ramp_bytes", AIC_KEY_INT, OPT, PIPES(route[index].ramp_bytes), 0, 1 << 30, 0, "bytes", NULL, \
     what ": first bytes of a move, that come at ramp_rate"}, \
    {"route." name ".ramp_rate", AIC_KEY_1024, OPT, PIPES(route[index].ramp_rate), 0, RATE_MAX, 0, "bytes/cycle", \
     NULL, what ": bytes per cycle of the first ramp_bytes"}

static const char *const counters[] = {"pure", "board", NULL};

const struct aic_key aic_pipe_keys[] = {
    {"clock", AIC_KEY_MILLI, UNK, PIPES(clock_khz), 1, 10000, AIC_UNKNOWN, "MHz", NULL, "clock of the cores"},
    DEPTH(S), DEPTH(V), DEPTH(M), DEPTH(MTE1), DEPTH(MTE2), DEPTH(MTE3), DEPTH(FIX),
    FLAGS(S), FLAGS(V), FLAGS(M), FLAGS(MTE1), FLAGS(MTE2), FLAGS(MTE3), FLAGS(FIX),
    COST("scalar.dispatch", dispatch[AIC_DISPATCH_OTHER], 10, "scalar cycles to dispatch one other instruction"),
    COST("scalar.dispatch_copy", dispatch[AIC_DISPATCH_COPY], 60, "scalar cycles to dispatch a copy"),
    COST("scalar.dispatch_nd2nz", dispatch[AIC_DISPATCH_ND2NZ], 129, "scalar cycles to dispatch nd2nz or dn2nz"),
    COST("scalar.dispatch_load", dispatch[AIC_DISPATCH_LOAD], 10, "scalar cycles to dispatch a load into L0"),
    COST("scalar.dispatch_mmad", dispatch[AIC_DISPATCH_MMAD], 21, "scalar cycles to dispatch an mmad"),
    COST("scalar.dispatch_fixpipe", dispatch[AIC_DISPATCH_FIXPIPE], 60, "scalar cycles to dispatch a fixpipe"),
    COST("scalar.dispatch_sync", dispatch_sync, 2, "scalar cycles to dispatch a flag or barrier"),
    COST("scalar.set_register", set_register, 2, "scalar cycles to set a register"),
    COST("scalar.dispatch_latency", dispatch_latency, 5, "from the scalar unit to a pipe's queue"),
    COST("sync.set_flag", set_flag, 1, "cycles of a set on its pipe"),
    COST("sync.wait_flag", wait_flag, 1, "cycles of a wait that finds its flag set"),
    COST("sync.barrier", barrier, 1, "cycles of a barrier behind the last instruction"),
    COST("sync.flag_latency", flag_latency, 10, "from a set to the waiting pipe"),
    DRAINS(S), DRAINS(V), DRAINS(M), DRAINS(MTE1), DRAINS(MTE2), DRAINS(MTE3), DRAINS(FIX),
    ROUTE("gm_l1", AIC_ROUTE_GM_L1, "GM to L1"),
    ROUTE("gm_l1_nd2nz", AIC_ROUTE_GM_L1_ND2NZ, "GM to L1 with nd2nz or dn2nz"),
    ROUTE("gm_ub", AIC_ROUTE_GM_UB, "GM to UB"),
    ROUTE("gm_l0", AIC_ROUTE_GM_L0, "GM to L0A and L0B"),
    ROUTE("l1_l0a", AIC_ROUTE_L1_L0A, "L1 to L0A"),
    ROUTE("l1_l0b", AIC_ROUTE_L1_L0B, "L1 to L0B"),
    ROUTE("l1_mx", AIC_ROUTE_L1_MX, "L1 to L0A_MX and L0B_MX"),
    ROUTE("l1_bt", AIC_ROUTE_L1_BT, "L1 to BiasTable"),
    ROUTE("l1_fb", AIC_ROUTE_L1_FB, "L1 to the Fixpipe buffer"),
    ROUTE("l1_ub", AIC_ROUTE_L1_UB, "L1 to UB"),
    ROUTE("l1_gm", AIC_ROUTE_L1_GM, "L1 to GM"),
    ROUTE("ub_gm", AIC_ROUTE_UB_GM, "UB to GM"),
    ROUTE("ub_l1", AIC_ROUTE_UB_L1, "UB to L1"),
    ROUTE("ub_ub", AIC_ROUTE_UB_UB, "UB to UB"),
    ROUTE("l0c_ub_v", AIC_ROUTE_L0C_UB_V, "L0C to UB on the V pipe"),
    ROUTE("l0c_gm", AIC_ROUTE_L0C_GM, "L0C to GM"),
    ROUTE("l0c_l1", AIC_ROUTE_L0C_L1, "L0C to L1"),
    ROUTE("l0c_ub", AIC_ROUTE_L0C_UB, "L0C to UB by Fixpipe"),
    ROUTE("fill_l1", AIC_ROUTE_FILL_L1, "fill of L1"),
    ROUTE("fill_l0", AIC_ROUTE_FILL_L0, "fill of L0A and L0B"),
    COST("route.l0c_gm_nd_floor", fix_nd_floor, 0, "shortest data phase of a drain to GM that converts to ND"),
    {"gm.line", AIC_KEY_INT, UNK, PIPES(memory.line), 32, 4096, AIC_UNKNOWN, "bytes", NULL, "line of the L2 cache"},
    {"gm.packet", AIC_KEY_INT, OPT, PIPES(memory.packet), 128, 4096, 512, "bytes", NULL,
     "largest packet of a move to or from GM"},
    COST("gm.read_packet", memory.read_packet, 0, "least time between two packets that one core reads"),
    {"gm.read_rate", AIC_KEY_1024, UNK, PIPES(memory.read_rate), 0, RATE_MAX, AIC_UNKNOWN, "bytes/cycle", NULL,
     "bytes per cycle of one core that reads by nd2nz"},
    COST("gm.read_miss", memory.read_miss, 0, "added for each packet read whose line is not in L2"),
    COST("gm.miss_latency", memory.miss_latency, 0, "added to the start of a read that is not in L2"),
    COST("gm.write_packet", memory.write_packet, 0, "least time between two packets that one core writes"),
    COST("gm.write_miss", memory.write_miss, 0, "added for each packet written whose line is not in L2"),
    COST("gm.read_late", memory.read_late, 0, "added for each packet read whose line another core's read awaits"),
    COST("gm.fill_time", memory.fill_time, 0, "how long a line is on its way from HBM to L2"),
    {"gm.l2_rate", AIC_KEY_1024, UNK, PIPES(memory.l2_rate), 0, RATE_MAX, AIC_UNKNOWN, "bytes/cycle", NULL,
     "bytes per cycle of L2, all cores together"},
    {"gm.l2_nd2nz_rate", AIC_KEY_1024, UNK, PIPES(memory.l2_nd2nz_rate), 0, RATE_MAX, AIC_UNKNOWN, "bytes/cycle",
     NULL, "the same for moves that convert to NZ on the way"},
    {"gm.hbm_rate", AIC_KEY_1024, UNK, PIPES(memory.hbm_rate), 0, RATE_MAX, AIC_UNKNOWN, "bytes/cycle", NULL,
     "bytes per cycle of HBM or DDR, all cores together"},
    {"mte1.transpose_rate", AIC_KEY_1024, OPT, PIPES(transpose_rate), 0, RATE_MAX, 0, "bytes/cycle", NULL,
     "LoadDataWithTranspose into L0B: bytes per cycle; 0: as the route"},
    COST("mte1.load3d_start", load3d_start, 0, "start of LoadData3D; 0: that of the route"),
    COST("mte1.load3d_gap", load3d_gap, 0, "between the data of a LoadData3D and the load before; 0: as the route"),
    {"mte1.cube_slowdown", AIC_KEY_1024, OPT, PIPES(cube_slowdown), 0, 16, 0, "share", NULL,
     "share by which the cube's reads of L0 slow a load"},
    {"mte1.l1_bank_bytes", AIC_KEY_INT, OPT, PIPES(l1_bank_bytes), 0, 1 << 30, 0, "bytes", NULL,
     "the part of L1 in which a read and a write meet; 0: not modelled"},
    {"mte1.l1_bank_share", AIC_KEY_1024, OPT, PIPES(l1_bank_share), 0, 1, 0, "share", NULL,
     "share of MTE2's write cycles that a load from the same part loses"},
    {"mte1.l1_write_share", AIC_KEY_1024, OPT, PIPES(l1_write_share), 0, 1, 0, "share", NULL,
     "share of the time in which a load reads the same part that MTE2's write loses"},
    {"ub.group_bytes", AIC_KEY_INT, OPT, PIPES(ub_group_bytes), 0, 1 << 20, 0, "bytes", NULL,
     "UB addresses that far apart lie in one bank group; 0: not modelled"},
    {"ub.bank_bytes", AIC_KEY_INT, OPT, PIPES(ub_bank_bytes), 0, 1 << 20, 0, "bytes", NULL,
     "part of UB that has one bank of each group"},
    {"counters", AIC_KEY_CHOICE, OPT, PIPES(counters), 0, 0, AIC_COUNTERS_PURE, "", counters,
     "what a result's counters count: the pure work, or what the board's counters count beside it"},
    COST("board.mmad", board_mmad, 0, "what the cube's counter adds to a run of mmads"),
    {"board.fix_wait", AIC_KEY_1024, OPT, PIPES(fix_wait), 0, 1, 0, "share", NULL,
     "share of a drain's wait for unit flags that Fixpipe's counter counts"},
    {"cube.start", AIC_KEY_1024, UNK, PIPES(mmad_start), 0, CYCLES_MAX, AIC_UNKNOWN, "cycles", NULL,
     "from the issue of an mmad to its first pass"},
    COST("cube.gap", mmad_gap, 0, "between the passes of two mmads"),
    COST("cube.tail", mmad_tail, 0, "from the last pass to the visible result"),
    PASSES("half", AIC_DT_HALF), PASSES("bfloat16", AIC_DT_BF16), PASSES("float", AIC_DT_FLOAT),
    PASSES("int8", AIC_DT_INT8), PASSES("uint8", AIC_DT_UINT8), PASSES("int4", AIC_DT_INT4),
    PASSES("fp8_e4m3fn", AIC_DT_FP8_E4M3FN), PASSES("fp8_e5m2", AIC_DT_FP8_E5M2),
    PASSES("hifloat8", AIC_DT_HIFLOAT8), PASSES("fp4x2_e2m1", AIC_DT_FP4_E2M1), PASSES("fp4x2_e1m2", AIC_DT_FP4_E1M2),
    {"cube.passes_hf32", AIC_KEY_1024, UNK, PIPES(mmad_passes_hf32), 0, 1024, AIC_UNKNOWN, "cycles", NULL,
     "cycles of one fractal triple of float with HF32 on"},
    {NULL},
};
