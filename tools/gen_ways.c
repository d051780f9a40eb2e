/* How blocks come from GM to L1 and from L1 to L0, by the instructions that a product has. */
#include <inttypes.h>

#include "tools/gen.h"

#define LL long long

static int64_t c0_of(const struct aic_gen_side *side)
{
    return (int64_t)aic_dtype_c0(side->dtype);
}

/* ---- GM to L1 ---- */

static bool nd2nz_fits(const struct aic_isa_limits *lim, enum aic_dtype dt)
{
    return aic_gen_has(lim, "nd2nz", AIC_L1, dt) && aic_gen_has_path(lim, AIC_GM, AIC_L1);
}

static void nd2nz_emit(struct aic_gen *g, const struct aic_gen_side *side, int64_t l1, int64_t row, int64_t col,
                       int64_t rows, int64_t cols)
{
    /* Sizes of a 4-bit matrix count pairs (reference semantics 11, NZ-009). */
    int64_t per = aic_dtype_bits(side->dtype) == 4 ? 2 : 1;
    aic_gen_record(g,
                   "nd2nz l1:%lld, gm:%s+%lld, dtype=%s, ndNum=1, nValue=%lld, dValue=%lld, srcNdMatrixStride=0, "
                   "srcDValue=%lld, dstNzC0Stride=%lld, dstNzNStride=1, dstNzMatrixStride=0",
                   (LL)l1, side->tensor, (LL)aic_gen_bytes(row * side->gm_cols + col, side->dtype),
                   aic_dtype_name(side->dtype), (LL)rows, (LL)(cols / per), (LL)(side->gm_cols / per),
                   (LL)(side->linear ? 1 : side->pitch));
}

static int64_t nz_offset(const struct aic_gen_side *side, int64_t row, int64_t col)
{
    return (col / c0_of(side) * side->gm_nz_rows + row) * 32;
}

static bool data_copy_fits(const struct aic_isa_limits *lim, enum aic_dtype dt)
{
    return aic_gen_has(lim, "data_copy", AIC_L1, dt) && aic_gen_has_path(lim, AIC_GM, AIC_L1);
}

static void data_copy_emit(struct aic_gen *g, const struct aic_gen_side *side, int64_t l1, int64_t row, int64_t col,
                           int64_t rows, int64_t cols)
{
    int64_t pitch = side->linear ? 1 : side->pitch;
    aic_gen_record(g, "data_copy l1:%lld, gm:%s+%lld, dtype=%s, blockCount=%lld, blockLen=%lld, srcGap=%lld, "
                   "dstGap=%lld",
                   (LL)l1, side->tensor, (LL)nz_offset(side, row, col), aic_dtype_name(side->copy_as),
                   (LL)aic_gen_ceil_div(cols, c0_of(side)), (LL)rows, (LL)(side->gm_nz_rows - rows),
                       (LL)(pitch - rows));
}

static bool load2d_copy_fits(const struct aic_isa_limits *lim, enum aic_dtype dt)
{
    return aic_gen_has(lim, "load2d", AIC_L1, dt) && aic_gen_has_path(lim, AIC_GM, AIC_L1) && !lim->load2d_by_2dv2;
}

static void load2d_copy_emit(struct aic_gen *g, const struct aic_gen_side *side, int64_t l1, int64_t row, int64_t col,
                             int64_t rows, int64_t cols)
{
    for (int64_t b = 0; b < aic_gen_ceil_div(cols, c0_of(side)); b++) {
        aic_gen_record(g, "load2d l1:%lld, gm:%s+%lld, dtype=%s, startIndex=0, repeatTimes=%lld, srcStride=1, "
                       "dstGap=0, "
                       "ifTranspose=false", (LL)(l1 + b * side->pitch * 32), side->tensor,
                       (LL)nz_offset(side, row, col + b * c0_of(side)), aic_dtype_name(side->copy_as),
                       (LL)aic_gen_ceil_div(rows, 16));
    }
}

static const struct aic_gen_copy_way copy_ways[] = {
    {"nd2nz", false, true, false, nd2nz_fits, nd2nz_emit},
    {"data_copy", true, true, false, data_copy_fits, data_copy_emit},
    {"load2d", true, false, true, load2d_copy_fits, load2d_copy_emit},
};

const struct aic_gen_copy_way *aic_gen_copy_way(const struct aic_isa_limits *lim, enum aic_dtype dt,
                                                enum aic_dtype *as)
{
    size_t n = sizeof copy_ways / sizeof copy_ways[0];
    *as = dt;
    for (size_t i = 0; i < n; i++) {
        if (copy_ways[i].fits(lim, dt)) {
            return &copy_ways[i];
        }
    }
    /* Blocks of 32 bytes are the same bytes as int8. */
    *as = AIC_DT_INT8;
    for (size_t i = 0; i < n && aic_dtype_bits(dt) == 4; i++) {
        if (copy_ways[i].nz_in_gm && copy_ways[i].fits(lim, *as)) {
            return &copy_ways[i];
        }
    }
    return NULL;
}

int64_t aic_gen_copy_bytes(const struct aic_gen_side *side, int64_t rows, int64_t cols)
{
    if (!side->copy->nz_in_gm) {
        return rows * aic_gen_bytes(aic_gen_round_up(cols, c0_of(side)), side->dtype);
    }
    return aic_gen_ceil_div(cols, c0_of(side)) * (side->copy->whole ? aic_gen_round_up(rows, 16) : rows) * 32;
}

/* ---- L1 to L0 ---- */

int64_t aic_gen_l0_outer(const struct aic_gen_side *side, int64_t outer)
{
    int64_t unit = side->load->squares && c0_of(side) > 16 ? c0_of(side) : 16;
    return aic_gen_round_up(outer, unit);
}

int64_t aic_gen_mmad_outer(const struct aic_gen_side *side, int64_t outer)
{
    if (side->pad_row && outer == 1) {
        outer = 2; /* rows that nobody drains; two are no GEMV */
    }
    return side->load->pads_mmad && !side->exact && aic_gen_l0_outer(side, outer) > aic_gen_round_up(outer, 16)
               ? aic_gen_l0_outer(side, outer)
               : outer;
}

int64_t aic_gen_l0_bytes(const struct aic_gen_side *side, int64_t outer, int64_t k)
{
    int64_t unit = side->k_rows && c0_of(side) < 16 ? 16 : c0_of(side);
    return aic_gen_l0_outer(side, outer) * aic_gen_bytes(aic_gen_round_up(k, unit), side->dtype);
}

static const char *l0_name(const struct aic_gen_side *side)
{
    return aic_space_name(side->l0);
}

/* Fractals of k in the L0 layout. */
static int64_t k_blocks(const struct aic_gen_side *side, int64_t k)
{
    return aic_gen_ceil_div(k, c0_of(side));
}

static bool load2dv2_fits(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return !side->linear && (side->l0 == AIC_L0B || lim->l0a_layout == AIC_L0A_NZ) &&
           (side->scale_tensor ? aic_gen_scales_fit(lim, side) : aic_gen_has(lim, "load2dv2", side->l0, side->dtype));
}

/* What one load2dv2 or load2dmx moves: from where in the chunk, how much, to where. */
struct load2dv2 {
    int64_t l0, m_at, k_at, m_step, k_step, dst_stride;
    bool scales;
};

static void load2dv2_record(struct aic_gen *g, const struct aic_gen_side *side, const struct aic_gen_block *b,
                            const struct load2dv2 *l)
{
    char address[32] = "", fields[256] = "";
    if (l->scales) {
        snprintf(address, sizeof address, ", l1:%lld", (LL)b->scales);
        aic_gen_scale_fields(side, b, fields, sizeof fields);
    }
    aic_gen_record(g, "%s %s:%lld, l1:%lld%s, dtype=%s, mStartPosition=%lld, kStartPosition=%lld, mStep=%lld, "
                   "kStep=%lld, srcStride=%lld, dstStride=%lld, ifTranspose=%s%s",
                   l->scales ? "load2dmx" : "load2dv2", l0_name(side), (LL)l->l0, (LL)b->l1, address,
                   aic_dtype_name(side->dtype), (LL)l->m_at, (LL)l->k_at, (LL)l->m_step, (LL)l->k_step,
                   (LL)(side->pitch / 16), (LL)l->dst_stride, side->k_rows ? "true" : "false", fields);
}

static bool overlaps(const struct aic_gen_side *side, const struct aic_gen_block *b)
{
    return side->exact && aic_gen_l0_outer(side, b->outer) > aic_gen_round_up(b->outer, 16);
}

/* Blocks of k one after another, each over the fractals that the one before has too many. */
static void load2dv2_exact(struct aic_gen *g, const struct aic_gen_side *side, const struct aic_gen_block *b)
{
    int64_t c0 = c0_of(side), rows = aic_gen_ceil_div(b->outer, 16);
    const char *allow = g->allow;
    for (int64_t i = 0; i < k_blocks(side, b->k); i++) {
        struct load2dv2 l = {b->l0 + i * rows * 512, (b->k_at + i * c0) / 16, 0, c0 / 16,
                             aic_gen_l0_outer(side, b->outer) / c0, rows, side->scale_tensor && i == 0};
        if (i > 0) {
            aic_gen_barrier(g, AIC_PIPE_MTE1);
        }
        g->allow = "MEM-024, MEM-025";
        load2dv2_record(g, side, b, &l);
        g->allow = allow;
    }
}

static void load2dv2_emit(struct aic_gen *g, const struct aic_gen_side *side, const struct aic_gen_block *b)
{
    int64_t c0 = c0_of(side), rows = aic_gen_l0_outer(side, b->outer) / 16;
    struct load2dv2 l = {b->l0, 0, b->k_at / c0, rows, k_blocks(side, b->k), rows, side->scale_tensor != NULL};
    if (overlaps(side, b)) {
        load2dv2_exact(g, side, b);
        return;
    }
    if (side->k_rows) {
        l.m_at = b->k_at / 16;
        l.k_at = 0;
        l.m_step = aic_gen_round_up(b->k, c0 > 16 ? c0 : 16) / 16;
        l.k_step = rows * 16 / c0;
    }
    load2dv2_record(g, side, b, &l);
}

/* A chunk as a feature map of one row: `pitch` pixels with one channel for each column. */
static bool load3d_fits(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    /* Into L0B it always transposes; into ZZ of L0A it does by enTranspose. The short list of channels of the first
     * products has no multiples of C0 above one (L3D-019). */
    bool shape = side->l0 == AIC_L0B ? side->k_rows
                                     : lim->l0a_layout == AIC_L0A_ZZ &&
                                           (!side->k_rows || (lim->load3d_l0a_transpose & AIC_DT_BIT(side->dtype) &&
                                                              !(lim->load3d_l0a_transpose & AIC_DT_UNKNOWN_SET)));
    return shape && !side->linear && !lim->load3d_channel_legacy && !lim->load3d_has_dst_stride &&
           side->pitch <= 32767 && aic_gen_has(lim, "load3dv2", side->l0, side->dtype);
}

static void load3d_emit(struct aic_gen *g, const struct aic_gen_side *side, const struct aic_gen_block *b)
{
    int64_t c0 = c0_of(side), src = b->l1, rows, cols, at = 0;
    if (side->k_rows) {
        rows = aic_gen_round_up(b->k, c0 > 16 ? c0 : 16);
        cols = aic_gen_round_up(b->outer, c0);
        at = b->k_at;
    } else {
        rows = aic_gen_l0_outer(side, b->outer);
        cols = k_blocks(side, b->k) * c0;
        src += aic_gen_bytes(side->pitch * b->k_at, side->dtype);
    }
    aic_gen_record(g, "load3dv2 %s:%lld, l1:%lld, dtype=%s, l1H=1, l1W=%lld, channelSize=%lld, kExtension=%lld, "
                   "mExtension=%lld, kStartPt=0, mStartPt=%lld, enTranspose=%s", l0_name(side), (LL)b->l0, (LL)src,
                   aic_dtype_name(side->dtype), (LL)side->pitch, (LL)cols, (LL)cols, (LL)rows, (LL)at,
                   side->k_rows && side->l0 == AIC_L0A ? "true" : "false");
}

static void load2d_record(struct aic_gen *g, const struct aic_gen_side *side, int64_t l0, int64_t l1, int64_t repeat,
                          int64_t stride, bool transpose)
{
    aic_gen_record(g, "load2d %s:%lld, l1:%lld, dtype=%s, startIndex=0, repeatTimes=%lld, srcStride=%lld, dstGap=0, "
                   "ifTranspose=%s", l0_name(side), (LL)l0, (LL)l1, aic_dtype_name(side->dtype), (LL)repeat, (LL)stride,
                   transpose ? "true" : "false");
}

static bool load2d_fits(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return (!side->k_rows || aic_dtype_bits(side->dtype) == 16) && !lim->load2d_by_2dv2 &&
           (side->l0 == AIC_L0B || lim->l0a_layout == AIC_L0A_ZZ) && aic_gen_has(lim, "load2d", side->l0, side->dtype);
}

/* One load for each row of fractals in L0: along k for A (ZZ), along n for B (ZN). */
static void load2d_emit(struct aic_gen *g, const struct aic_gen_side *side, const struct aic_gen_block *b)
{
    int64_t k1 = k_blocks(side, b->k), o1 = aic_gen_ceil_div(b->outer, 16), p1 = side->pitch / 16;
    if (side->linear) {
        load2d_record(g, side, b->l0, b->l1 + aic_gen_bytes(b->k_at, side->dtype),
                      aic_gen_ceil_div(aic_gen_bytes(b->k, side->dtype), 512), 1, false);
        return;
    }
    bool a = side->l0 == AIC_L0A;
    int64_t k_at = b->k_at / c0_of(side);
    if (side->merge && !a && !side->k_rows && o1 == p1 && k1 * o1 <= 255) {
        load2d_record(g, side, b->l0, b->l1 + k_at * p1 * 512, k1 * o1, 1, false);
        return;
    }
    int64_t outer_step = side->k_rows ? p1 : 1, k_step = side->k_rows ? 1 : p1; /* fractals in L1 */
    for (int64_t i = 0; i < (a ? o1 : k1); i++) {
        int64_t from = k_at * k_step + i * (a ? outer_step : k_step);
        load2d_record(g, side, b->l0 + i * (a ? k1 : o1) * 512, b->l1 + from * 512, a ? k1 : o1,
                      a ? k_step : outer_step, side->k_rows);
    }
}

static bool squares_fits(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return side->k_rows && !side->linear && aic_dtype_bits(side->dtype) < 16 &&
           (side->l0 == AIC_L0B || (lim->l0a_layout == AIC_L0A_ZZ &&
                                    !(aic_dtype_bits(side->dtype) == 4 && lim->load_transpose_b4_l0b_only))) &&
           aic_gen_has(lim, "load_transpose", side->l0, side->dtype);
}

/* Squares of C0 x C0, each of C0/16 fractals: one load for each C0 columns of A, for each C0 rows of B. */
static void squares_emit(struct aic_gen *g, const struct aic_gen_side *side, const struct aic_gen_block *b)
{
    int64_t c0 = c0_of(side), nf = c0 / 16, p1 = side->pitch / 16;
    int64_t k1 = k_blocks(side, b->k), o1 = aic_gen_ceil_div(b->outer, c0);
    bool a = side->l0 == AIC_L0A, overlap = !a && overlaps(side, b);
    int64_t pitch = overlap ? aic_gen_ceil_div(b->outer, 16) : nf * (a ? k1 : o1);
    const char *allow = g->allow;
    for (int64_t i = 0; i < (a ? o1 : k1); i++) {
        int64_t from = b->k_at / 16 + i * (a ? p1 : nf);
        if (overlap && i > 0) {
            aic_gen_barrier(g, AIC_PIPE_MTE1); /* each over the fractals that the one before has too many */
        }
        g->allow = overlap ? "MEM-024, MEM-025" : allow;
        aic_gen_record(g, "load_transpose %s:%lld, l1:%lld, dtype=%s, startIndex=0, repeatTimes=%lld, srcStride=%lld, "
                       "dstGap=%lld, dstFracGap=%lld", l0_name(side), (LL)(b->l0 + i * pitch * 512),
                       (LL)(b->l1 + from * 512), aic_dtype_name(side->dtype), (LL)(a ? k1 : o1),
                       (LL)(a ? 1 : p1 / nf), (LL)(a ? 0 : nf - 1), (LL)(a ? k1 - 1 : 0));
        g->allow = allow;
    }
}

/* 64x64 squares of 4-bit elements, one load2d each (L2D-014). */
static bool load2d_squares_fits(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return side->k_rows && side->l0 == AIC_L0B && aic_dtype_bits(side->dtype) == 4 && lim->load2d_b4_squares == 1 &&
           aic_gen_has(lim, "load2d", AIC_L0B, side->dtype);
}

static void load2d_squares_emit(struct aic_gen *g, const struct aic_gen_side *side, const struct aic_gen_block *b)
{
    int64_t k1 = k_blocks(side, b->k), o1 = aic_gen_ceil_div(b->outer, c0_of(side));
    for (int64_t i = 0; i < k1 * o1; i++) {
        int64_t from = b->k_at / 16 + i / o1 * 4 + i % o1 * side->pitch / 16;
        load2d_record(g, side, b->l0 + i * 4 * 512, b->l1 + from * 512, 4, 1, true);
    }
}

static bool squares_of_a(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return side->l0 == AIC_L0A && squares_fits(lim, side);
}

static bool squares_of_b(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return side->l0 == AIC_L0B && squares_fits(lim, side);
}

static bool load3d_plain(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return load3d_fits(lim, side) && !(side->k_rows && aic_dtype_bits(side->dtype) < 16);
}

static bool load3d_squares(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return load3d_fits(lim, side) && side->k_rows && aic_dtype_bits(side->dtype) < 16;
}

static bool load2dv2_plain(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return !side->k_rows && load2dv2_fits(lim, side);
}

static bool load2dv2_turned(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    return side->k_rows && load2dv2_fits(lim, side);
}

int64_t aic_gen_load_bytes(const struct aic_gen_side *side, int64_t outer, int64_t k)
{
    if (side->linear) {
        return aic_gen_round_up(aic_gen_bytes(k, side->dtype), 512);
    }
    int64_t rows = aic_gen_l0_outer(side, outer), c0 = c0_of(side);
    bool half = side->load->emit == load3d_emit && side->k_rows && c0 < 16; /* may end in half a fractal */
    return aic_gen_l0_bytes(side, outer, k) / rows * (half ? aic_gen_round_up(outer, c0) : rows);
}

static const struct aic_gen_load_way load_ways[] = {
    {"load2dv2", load2dv2_plain, load2dv2_emit, true, false, false},
    {"load2dv2 ifTranspose", load2dv2_turned, load2dv2_emit, true, true, true},
    {"load3dv2", load3d_plain, load3d_emit, false, false, false},
    {"load3dv2", load3d_squares, load3d_emit, false, true, true},
    {"load2d", load2d_fits, load2d_emit, false, false, false},
    {"load2d ifTranspose", load2d_squares_fits, load2d_squares_emit, false, true, true},
    {"load_transpose", squares_of_a, squares_emit, false, true, false}, /* ZZ: fractals too many do not matter */
    {"load_transpose", squares_of_b, squares_emit, false, true, true},
};

const struct aic_gen_load_way *aic_gen_load_way(const struct aic_isa_limits *lim, const struct aic_gen_side *side)
{
    for (size_t i = 0; i < sizeof load_ways / sizeof load_ways[0]; i++) {
        if ((load_ways[i].scales || !side->scale_tensor) && load_ways[i].fits(lim, side)) {
            return &load_ways[i];
        }
    }
    return NULL;
}
