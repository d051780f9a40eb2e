/* Which bytes an image-to-column load touches. */
#include "isa/load3d.h"

/* A range of image coordinates: first, first + step ... n of them. */
struct range {
    int64_t first;
    uint64_t n, step;
};

/* Image coordinates of windows w0..w1 over filter points f0..f1, inside [0, size). Exact for one filter point,
 * else the range between the extremes. */
static struct range image_range(uint64_t w0, uint64_t w1, uint32_t f0, uint32_t f1, uint32_t stride, uint32_t dil,
                                int32_t pad, uint32_t size)
{
    int64_t step = f0 == f1 && w1 > w0 ? (int64_t)stride : 1;
    int64_t lo = (int64_t)w0 * stride + (int64_t)f0 * dil - pad;
    int64_t hi = (int64_t)w1 * stride + (int64_t)f1 * dil - pad;
    if (lo < 0)
        lo += (-lo + step - 1) / step * step;
    if (hi >= (int64_t)size)
        hi = (int64_t)size - 1;
    struct range r = {lo, 0, (uint64_t)step};
    if (hi >= lo)
        r.n = (uint64_t)((hi - lo) / step) + 1;
    return r;
}

/* Pixels of one kind of channel block: `bytes` each, `pitch` from one to the next, in `planes` blocks. */
struct planes {
    uint64_t base, bytes, pitch, n;
    uint32_t p0, p1; /* first and last filter point that is needed of them */
};

static void add_rect(struct aic_footprint *fp, const struct aic_load3d *g, const struct planes *pl, struct range y,
                     struct range x)
{
    if (!y.n || !x.n)
        return;
    struct aic_span span =
        aic_span_rows(AIC_L1, pl->base + ((uint64_t)y.first * g->w + (uint64_t)x.first) * pl->pitch, pl->bytes, x.n,
                      (int64_t)(x.step * pl->pitch));
    aic_span_repeat(&span, y.n, (int64_t)(y.step * g->w * pl->pitch));
    aic_span_repeat(&span, pl->n, (int64_t)((uint64_t)g->h * g->w * AIC_C0_BYTES));
    aic_span_simplify(&span);
    aic_footprint_add(fp, span, AIC_READ, 1);
}

/* Windows of rows [r0, r1) in one image row of windows or in several whole ones. */
static void add_windows(struct aic_footprint *fp, const struct aic_load3d *g, const struct planes *pl, uint64_t r0,
                        uint64_t r1)
{
    uint64_t wo = (uint64_t)g->wo, y0 = r0 / wo, y1 = (r1 - 1) / wo;
    uint64_t x0 = y0 == y1 ? r0 % wo : 0, x1 = y0 == y1 ? (r1 - 1) % wo : wo - 1;
    uint32_t fy0 = pl->p0 / g->filter_w, fy1 = pl->p1 / g->filter_w;
    uint32_t fx0 = fy0 == fy1 ? pl->p0 % g->filter_w : 0, fx1 = fy0 == fy1 ? pl->p1 % g->filter_w : g->filter_w - 1;
    add_rect(fp, g, pl, image_range(y0, y1, fy0, fy1, g->stride_h, g->dil_h, g->pad_top, g->h),
             image_range(x0, x1, fx0, fx1, g->stride_w, g->dil_w, g->pad_left, g->w));
}

/* Rows [r0, r1): a first and a last part of a row of windows, and the whole rows between. */
static void add_rows(struct aic_footprint *fp, const struct aic_load3d *g, const struct planes *pl, uint64_t r0,
                     uint64_t r1)
{
    uint64_t wo = (uint64_t)g->wo, head = aic_ceil_align(r0, wo), tail = r1 / wo * wo;
    if (head >= r1 || tail < head) {
        add_windows(fp, g, pl, r0, r1);
        return;
    }
    if (r0 < head)
        add_windows(fp, g, pl, r0, head);
    if (head < tail)
        add_windows(fp, g, pl, head, tail);
    if (tail < r1)
        add_windows(fp, g, pl, tail, r1);
}

/* A matrix that lies in L1 as it is: filter 1x1, step 1, no padding. */
static bool is_plain(const struct aic_load3d *g)
{
    return g->points == 1 && g->stride_h == 1 && g->stride_w == 1 && !g->pad_left && !g->pad_right && !g->pad_top &&
           !g->pad_bottom;
}

static void add_plain(struct aic_footprint *fp, const struct planes *pl, uint64_t plane_bytes, uint64_t r0, uint64_t r1,
                      uint64_t times, uint64_t step_bytes)
{
    struct aic_span span = aic_span_rows(AIC_L1, pl->base + r0 * pl->pitch, pl->bytes, r1 - r0, (int64_t)pl->pitch);
    aic_span_repeat(&span, pl->n, (int64_t)plane_bytes);
    if (times > 1)
        aic_span_repeat(&span, times, (int64_t)step_bytes);
    aic_span_simplify(&span);
    aic_footprint_add(fp, span, AIC_READ, 1);
}

/* Blocks of an M repeat over a plain matrix: equal ones together, the last one cut at the last row. */
static void add_plain_blocks(struct aic_footprint *fp, const struct aic_load3d *g, const struct planes *pl)
{
    uint64_t plane = (uint64_t)g->h * g->w * AIC_C0_BYTES, times = g->along_k ? 1 : g->times;
    uint64_t last = aic_load3d_row0(g, (uint32_t)times - 1);
    if (last < g->rows)
        add_plain(fp, pl, plane, last, last + g->m_ext < g->rows ? last + g->m_ext : g->rows, 1, 0);
    if (times > 1)
        add_plain(fp, pl, plane, g->m_start, g->m_start + g->m_ext, times - 1, (uint64_t)g->m_step * pl->pitch);
}

static void add_planes(struct aic_footprint *fp, const struct aic_load3d *g, const struct planes *pl)
{
    uint64_t end = aic_load3d_row0(g, g->times - 1) + g->m_ext;
    if (end > g->rows)
        end = g->rows;
    if (is_plain(g) && !g->along_k)
        add_plain_blocks(fp, g, pl);
    else if (is_plain(g))
        add_plain(fp, pl, (uint64_t)g->h * g->w * AIC_C0_BYTES, g->m_start, end, 1, 0);
    else if (g->m_start < end)
        add_rows(fp, g, pl, g->m_start, end);
}

/* Full channel blocks of the columns [c0, c1), `times` of them each `step` columns further. */
static void add_full(struct aic_footprint *fp, const struct aic_load3d *g, uint64_t col0, uint64_t col1)
{
    uint64_t plane = (uint64_t)g->h * g->w * AIC_C0_BYTES;
    uint64_t q0 = col0 / g->c0, q1 = (col1 - 1) / g->c0, a = q0 / g->points, b = q1 / g->points;
    struct planes pl = {g->src + a * plane, AIC_C0_BYTES, AIC_C0_BYTES, b - a + 1, 0, g->points - 1};
    if (a == b) {
        pl.p0 = (uint32_t)(q0 % g->points);
        pl.p1 = (uint32_t)(q1 % g->points);
    }
    add_planes(fp, g, &pl);
}

static void add_tail(struct aic_footprint *fp, const struct aic_load3d *g, uint64_t col0, uint64_t col1)
{
    uint64_t plane = (uint64_t)g->h * g->w * AIC_C0_BYTES;
    struct planes pl = {g->src + g->full_c1 * plane, g->tail_bytes, g->tail_pitch, 1,
                        (uint32_t)((col0 - g->full_cols) / g->tail), (uint32_t)((col1 - 1 - g->full_cols) / g->tail)};
    add_planes(fp, g, &pl);
}

/* Exact blocks of a K repeat over a plain matrix without a partial block. */
static bool add_plain_k_blocks(struct aic_footprint *fp, const struct aic_load3d *g)
{
    uint64_t plane = (uint64_t)g->h * g->w * AIC_C0_BYTES;
    if (!is_plain(g) || !g->along_k || g->times == 1 || g->k_ext % g->c0 || g->m_start >= g->rows ||
        aic_load3d_col0(g, g->times - 1) + g->k_ext > g->full_cols)
        return false;
    uint64_t end = (uint64_t)g->m_start + g->m_ext < g->rows ? (uint64_t)g->m_start + g->m_ext : g->rows;
    struct planes pl = {g->src + g->k_start / g->c0 * plane, AIC_C0_BYTES, AIC_C0_BYTES, g->k_ext / g->c0, 0, 0};
    add_plain(fp, &pl, plane, g->m_start, end, g->times, g->k_step / g->c0 * plane);
    return true;
}

/* L1 is circular and the image crosses its end: everything on both sides of it that may be read. */
static bool add_circular(struct aic_footprint *fp, const struct aic_load3d *g)
{
    uint64_t bytes = aic_load3d_image_bytes(g), room;
    if (!g->boundary || g->src >= g->boundary || g->src + bytes <= g->boundary)
        return false;
    room = g->boundary - g->src;
    aic_footprint_add(fp, aic_span_linear(AIC_L1, g->src, room), AIC_READ, 1);
    uint64_t rest = bytes - room < g->boundary ? bytes - room : g->boundary;
    aic_footprint_add(fp, aic_span_linear(AIC_L1, 0, rest), AIC_READ, 1);
    return true;
}

static void add_reads(struct aic_footprint *fp, const struct aic_load3d *g)
{
    uint64_t col0 = g->k_start, col1 = aic_load3d_col0(g, g->times - 1) + g->k_ext;
    if (col1 > g->cols)
        col1 = g->cols;
    if (!g->rows || col0 >= col1 || add_circular(fp, g) || add_plain_k_blocks(fp, g))
        return;
    if (col0 < g->full_cols)
        add_full(fp, g, col0, col1 < g->full_cols ? col1 : g->full_cols);
    if (col1 > g->full_cols)
        add_tail(fp, g, col0 > g->full_cols ? col0 : g->full_cols, col1);
}

static void add_write(struct aic_footprint *fp, struct aic_span span)
{
    aic_span_simplify(&span);
    aic_footprint_add(fp, span, AIC_WRITE, 0);
}

static void add_writes(struct aic_footprint *fp, const struct aic_load3d *g, enum aic_space space)
{
    struct aic_span span;
    if (g->apart) {
        add_write(fp, aic_span_linear(space, g->dst, g->apart_bytes * g->times));
        return;
    }
    if (g->group == AIC_FRACTAL) { /* rows lie one behind another */
        add_write(fp, aic_span_rows(space, g->dst, (uint64_t)g->st_rows * AIC_C0_BYTES, g->st_blocks,
                                    (int64_t)g->block));
        return;
    }
    uint64_t groups = g->st_rows / 16, rest = g->st_rows % 16;
    if (groups) {
        span = aic_span_rows(space, g->dst, AIC_FRACTAL, g->st_blocks, (int64_t)g->block);
        aic_span_repeat(&span, groups, (int64_t)g->group);
        add_write(fp, span);
    }
    if (rest)
        add_write(fp, aic_span_rows(space, g->dst + groups * g->group, rest * AIC_C0_BYTES, g->st_blocks,
                                    (int64_t)g->block));
}

void aic_load3d_footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    struct aic_load3d g;
    aic_load3d_decode(op, &g);
    if (!(op->regs->tainted & AIC_REG_SHAPES))
        add_reads(fp, &g);
    add_writes(fp, &g, (enum aic_space)op->rec->op[0].space);
}
