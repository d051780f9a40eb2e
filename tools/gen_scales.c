/* Scales of microscaling types: one fp8_e8m0 for 32 elements of k. They always move in pairs, 64 elements of k, as
 * 16-bit elements; in L1 and L0 blocks of 32 bytes hold the pairs of 16 rows (reference semantics 5, products 4). */
#include "tools/gen.h"

#define LL long long

bool aic_gen_scales_fit(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return aic_gen_has(lim, side->k_rows ? "nd2nz" : "dn2nz", AIC_L1, AIC_DT_UINT16) &&
           aic_gen_has(lim, "load2dmx", side->l0, side->dtype) && aic_gen_has_path(lim, AIC_GM, AIC_L1);
}

/* Pairs of a chunk. */
static int64_t chunk_pairs(const struct aic_gen_side *side)
{
    return side->step * side->base_k / 64;
}

int64_t aic_gen_scales_bytes(const struct aic_gen_side *side)
{
    return aic_gen_ceil_div(side->base_outer, 16) * chunk_pairs(side) * 32;
}

/* Where k runs down the rows, GM holds pairs as [K/64][outer][2], else rows of all scales of one `outer`. */
int64_t aic_gen_scales_at(const struct aic_gen_side *side, int64_t outer, int64_t k)
{
    return side->k_rows ? (k / 64 * side->outer + outer) * 2 : outer * (side->k / 32) + k / 32;
}

void aic_gen_copy_scales(struct aic_gen *g, const struct aic_gen_side *side, int64_t slot, const int64_t at[2],
                         const int64_t size[2])
{
    bool pairs_in_rows = side->k_rows;
    aic_gen_record(g, "%s l1:%lld, gm:%s+%lld, dtype=uint16, %s=1, nValue=%lld, dValue=%lld, %s=0, srcDValue=%lld, "
                   "dstNzC0Stride=%lld, dstNzNStride=1, dstNzMatrixStride=0", pairs_in_rows ? "nd2nz" : "dn2nz",
                   (LL)(side->scale_l1 + slot * side->scale_slot_bytes), side->scale_tensor,
                   (LL)aic_gen_scales_at(side, at[0], at[1]), pairs_in_rows ? "ndNum" : "dnNum", (LL)(size[1] / 64),
                   (LL)size[0], pairs_in_rows ? "srcNdMatrixStride" : "srcDnMatrixStride",
                   (LL)(pairs_in_rows ? side->outer : side->k / 64), (LL)chunk_pairs(side));
}

void aic_gen_scale_fields(const struct aic_gen_side *side, const struct aic_gen_block *b, char *to, size_t size)
{
    snprintf(to, size, ", scale_xStartPosition=0, scale_yStartPosition=%lld, scale_xStep=%lld, scale_yStep=%lld, "
             "scale_srcStride=%lld, scale_dstStride=%lld", (LL)(b->k_at / 64), (LL)aic_gen_ceil_div(b->outer, 16),
             (LL)(b->k / 64), (LL)chunk_pairs(side), (LL)(b->k / 64));
}
