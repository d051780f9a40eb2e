/* Which datapath a move takes. */
#include "pipes/route.h"

const char *const aic_route_names[AIC_ROUTE_COUNT] = {
    [AIC_ROUTE_GM_L1] = "gm_l1",     [AIC_ROUTE_GM_L1_ND2NZ] = "gm_l1_nd2nz", [AIC_ROUTE_GM_UB] = "gm_ub",
    [AIC_ROUTE_GM_L0] = "gm_l0",     [AIC_ROUTE_L1_L0A] = "l1_l0a",           [AIC_ROUTE_L1_L0B] = "l1_l0b",
    [AIC_ROUTE_L1_MX] = "l1_mx",     [AIC_ROUTE_L1_BT] = "l1_bt",             [AIC_ROUTE_L1_FB] = "l1_fb",
    [AIC_ROUTE_L1_UB] = "l1_ub",     [AIC_ROUTE_L1_GM] = "l1_gm",             [AIC_ROUTE_UB_GM] = "ub_gm",
    [AIC_ROUTE_UB_L1] = "ub_l1",     [AIC_ROUTE_UB_UB] = "ub_ub",             [AIC_ROUTE_L0C_UB_V] = "l0c_ub_v",
    [AIC_ROUTE_L0C_GM] = "l0c_gm",   [AIC_ROUTE_L0C_L1] = "l0c_l1",           [AIC_ROUTE_L0C_UB] = "l0c_ub",
    [AIC_ROUTE_FILL_L1] = "fill_l1", [AIC_ROUTE_FILL_L0] = "fill_l0",
};

/* Rows of (source, destination); FILL has no source. */
static const int8_t by_space[AIC_SPACE_COUNT][AIC_SPACE_COUNT] = {
    [AIC_GM] = {[AIC_L1] = AIC_ROUTE_GM_L1 + 1, [AIC_UB] = AIC_ROUTE_GM_UB + 1, [AIC_L0A] = AIC_ROUTE_GM_L0 + 1,
                [AIC_L0B] = AIC_ROUTE_GM_L0 + 1},
    [AIC_L1] = {[AIC_L0A_MX] = AIC_ROUTE_L1_MX + 1, [AIC_L0B_MX] = AIC_ROUTE_L1_MX + 1,
                [AIC_L0A] = AIC_ROUTE_L1_L0A + 1, [AIC_L0B] = AIC_ROUTE_L1_L0B + 1, [AIC_BT] = AIC_ROUTE_L1_BT + 1,
                [AIC_FB] = AIC_ROUTE_L1_FB + 1, [AIC_UB] = AIC_ROUTE_L1_UB + 1, [AIC_GM] = AIC_ROUTE_L1_GM + 1},
    [AIC_UB] = {[AIC_GM] = AIC_ROUTE_UB_GM + 1, [AIC_L1] = AIC_ROUTE_UB_L1 + 1, [AIC_UB] = AIC_ROUTE_UB_UB + 1},
    [AIC_L0C] = {[AIC_GM] = AIC_ROUTE_L0C_GM + 1, [AIC_L1] = AIC_ROUTE_L0C_L1 + 1, [AIC_UB] = AIC_ROUTE_L0C_UB + 1},
};

int aic_route_of(const struct aic_work *work)
{
    switch (work->kind) {
    case AIC_WORK_FILL:
        return work->dst == AIC_L1 ? AIC_ROUTE_FILL_L1 : AIC_ROUTE_FILL_L0;
    case AIC_WORK_ND2NZ:
    case AIC_WORK_DN2NZ:
        return AIC_ROUTE_GM_L1_ND2NZ;
    case AIC_WORK_DRAIN:
        return AIC_ROUTE_L0C_UB_V;
    default:
        return by_space[work->src][work->dst] - 1;
    }
}
