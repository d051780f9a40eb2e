/* Moves the data and the states of an image-to-column load.
 *
 * The source rows are taken in chunks, so that the position of every window is worked out once; for each block of C0
 * columns a plan says from where its 32 bytes come, so that a row is one copy in the usual case. */
#include "isa/load3d.h"

#include <string.h>

#define CHUNK_ROWS 256 /* a multiple of every square */
#define MAX_PARTS 32   /* parts of one 32-byte row: at the finest one byte each */

/* Window of one source row. */
struct window {
    int32_t y, x; /* of filter point 0,0, in image coordinates */
    bool defined;
};

/* Bytes of a row that come from one pixel. */
struct part {
    int32_t dy, dx;  /* from the window's origin to the pixel */
    uint64_t base;   /* L1 address of the pixel 0,0 of the channel block, its first wanted byte */
    uint32_t pitch;  /* from pixel to pixel */
    uint8_t at, n;   /* bytes at .. at+n of the row */
};

/* Where the 32 bytes of a block of columns come from. Bytes of no part are zero. */
struct plan {
    struct part part[MAX_PARTS];
    unsigned n;
    bool whole;       /* one part of 32 bytes */
    bool odd;         /* only the low nibble of byte `odd_at` is a column */
    unsigned odd_at;
};

struct mover {
    const struct aic_load3d *g;
    const uint8_t *src, *src_state; /* all of L1 */
    uint64_t src_bytes;
    uint8_t *dst, *dst_state;       /* all of the destination memory */
    uint8_t pad[AIC_C0_BYTES];
    bool plain;                     /* row r of the unfolded matrix is pixel r */
    struct window win[CHUNK_ROWS];
};

static const uint8_t valid_row[AIC_C0_BYTES] = {
    AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID,
    AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID,
    AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID,
    AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID, AIC_ST_VALID,
};

static void fill_pad(struct mover *mv, uint32_t value)
{
    unsigned size = mv->g->bits / 8 ? mv->g->bits / 8 : 1;
    for (unsigned i = 0; i < AIC_C0_BYTES; i++)
        mv->pad[i] = (uint8_t)(value >> (8 * (i % size)));
}

static void set_windows(struct mover *mv, uint32_t first, uint32_t n)
{
    const struct aic_load3d *g = mv->g;
    uint64_t wo = (uint64_t)g->wo;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = first + k;
        struct window *w = &mv->win[k];
        w->defined = false;
        if (i >= g->m_total)
            continue;
        uint64_t r = aic_load3d_row0(g, g->along_k ? 0 : i / g->m_ext) + i % g->m_ext;
        if (r >= g->rows)
            continue;
        w->defined = true;
        w->y = (int32_t)(r / wo * g->stride_h) - g->pad_top;
        w->x = (int32_t)(r % wo * g->stride_w) - g->pad_left;
    }
}

/* The part that starts at column `col` of the unfolded matrix and byte `at` of the row; at most `room` bytes. */
static struct part part_of(const struct aic_load3d *g, uint64_t col, unsigned at, unsigned room)
{
    struct part p = {.at = (uint8_t)at};
    uint64_t plane = (uint64_t)g->h * g->w * AIC_C0_BYTES, point, left;
    if (col < g->full_cols) {
        uint64_t block = col / g->c0, skip = col % g->c0 * g->bits / 8;
        point = block % g->points;
        p.base = g->src + block / g->points * plane + skip;
        p.pitch = AIC_C0_BYTES;
        left = AIC_C0_BYTES - skip;
    } else {
        uint64_t t = col - g->full_cols, skip = t % g->tail * g->bits / 8;
        point = t / g->tail;
        p.base = g->src + g->full_c1 * plane + skip;
        p.pitch = g->tail_pitch;
        left = g->tail_bytes - skip;
    }
    p.dy = (int32_t)(point / g->filter_w * g->dil_h);
    p.dx = (int32_t)(point % g->filter_w * g->dil_w);
    p.n = (uint8_t)(left < room ? left : room);
    return p;
}

/* Plans stored column block b: columns b*C0 .. of the blocks put together. */
static void make_plan(const struct aic_load3d *g, uint32_t b, struct plan *plan)
{
    uint64_t j = (uint64_t)b * g->c0, end = j + g->c0;
    uint32_t t0 = 0;
    if (g->apart) {
        t0 = b / g->blocks_each;
        j = (uint64_t)(b % g->blocks_each) * g->c0;
        end = j + g->c0;
    }
    uint64_t limit = g->apart ? g->k_ext : g->k_total;
    plan->n = 0;
    plan->odd = false;
    for (uint64_t c = j; c < end && c < limit;) {
        uint32_t t = g->apart || !g->along_k ? t0 : (uint32_t)(c / g->k_ext);
        uint64_t in_block = g->along_k && !g->apart ? c % g->k_ext : c;
        uint64_t col = aic_load3d_col0(g, t) + in_block;
        uint64_t stop = c + (g->along_k ? g->k_ext - in_block : limit - c); /* of this block */
        stop = stop < end ? stop : end;
        stop = stop < limit ? stop : limit;
        if (col >= g->cols) {
            c = stop;
            continue;
        }
        uint64_t want = (stop - c) * g->bits, bytes = (want + 7) / 8;
        struct part p = part_of(g, col, (unsigned)((c - j) * g->bits / 8), (unsigned)bytes);
        plan->odd = want % 8 != 0 && p.n == bytes;
        plan->odd_at = p.at + p.n - 1u;
        plan->part[plan->n++] = p;
        c += (uint64_t)p.n * 8 / g->bits;
    }
    plan->whole = plan->n == 1 && plan->part[0].n == AIC_C0_BYTES && !plan->odd;
}

/* Parts have few sizes; known ones are single moves. */
static inline void copy_part(uint8_t *to, const uint8_t *from, unsigned n)
{
    if (n == AIC_C0_BYTES)
        memcpy(to, from, AIC_C0_BYTES);
    else if (n == 16)
        memcpy(to, from, 16);
    else if (n == 8)
        memcpy(to, from, 8);
    else if (n == 4)
        memcpy(to, from, 4);
    else
        memcpy(to, from, n);
}

/* n bytes of L1 with their state; addresses at or past the boundary start again at 0. */
static inline void read_l1(const struct mover *mv, uint64_t addr, unsigned n, uint8_t *data, uint8_t *state)
{
    uint64_t bound = mv->g->boundary;
    if (!bound || addr + n <= bound) {
        copy_part(data, mv->src + addr, n);
        copy_part(state, mv->src_state + addr, n);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        data[i] = mv->src[(addr + i) % bound];
        state[i] = mv->src_state[(addr + i) % bound];
    }
}

static inline void gather_part(const struct mover *mv, const struct part *p, const struct window *w, uint8_t *data,
                               uint8_t *state)
{
    const struct aic_load3d *g = mv->g;
    int32_t y = w->y + p->dy, x = w->x + p->dx;
    if ((uint32_t)y < g->h && (uint32_t)x < g->w) {
        read_l1(mv, p->base + ((uint64_t)y * g->w + (uint64_t)x) * p->pitch, p->n, data + p->at, state + p->at);
        return;
    }
    copy_part(data + p->at, mv->pad, p->n);
    copy_part(state + p->at, valid_row, p->n);
}

/* The 32 bytes of one defined row. */
static void gather_row(const struct mover *mv, const struct plan *plan, const struct window *w, uint8_t *data,
                       uint8_t *state)
{
    if (plan->whole) {
        gather_part(mv, &plan->part[0], w, data, state);
        return;
    }
    memset(data, 0, AIC_C0_BYTES);
    memcpy(state, valid_row, AIC_C0_BYTES);
    for (unsigned k = 0; k < plan->n; k++)
        gather_part(mv, &plan->part[k], w, data, state);
    if (plan->odd)
        data[plan->odd_at] &= 0x0F;
}

static uint64_t stored_at(const struct aic_load3d *g, uint32_t row, uint32_t block)
{
    uint64_t base = g->dst + (row / 16) * g->group + (row % 16) * (uint64_t)AIC_C0_BYTES;
    if (g->apart)
        return base + block / g->blocks_each * g->apart_bytes + block % g->blocks_each * g->block;
    return base + block * g->block;
}

/* L1 address of n pixels that follow one another as windows w[0..n-1], or false. */
static bool run_of(const struct mover *mv, const struct plan *plan, const struct window *w, unsigned n, uint64_t *from)
{
    const struct aic_load3d *g = mv->g;
    if (!mv->plain || !plan->whole || plan->part[0].pitch != AIC_C0_BYTES || !w[0].defined || !w[n - 1].defined)
        return false;
    uint64_t first = (uint64_t)w[0].y * g->w + (uint64_t)w[0].x;
    *from = plan->part[0].base + first * AIC_C0_BYTES;
    return (uint64_t)w[n - 1].y * g->w + (uint64_t)w[n - 1].x == first + n - 1 &&
           (!g->boundary || *from + n * (uint64_t)AIC_C0_BYTES <= g->boundary);
}

static bool move_fractal(const struct mover *mv, const struct plan *plan, const struct window *w, uint64_t to)
{
    uint64_t from;
    if (!run_of(mv, plan, w, 16, &from))
        return false;
    memcpy(mv->dst + to, mv->src + from, AIC_FRACTAL);
    memcpy(mv->dst_state + to, mv->src_state + from, AIC_FRACTAL);
    return true;
}

/* Stored rows are source rows. */
static void move_straight(const struct mover *mv, uint32_t first, uint32_t n)
{
    const struct aic_load3d *g = mv->g;
    struct plan plan;
    for (uint32_t b = 0; b < g->st_blocks; b++) {
        make_plan(g, b, &plan);
        for (uint32_t k = 0; k < n; k += 16) {
            uint64_t to = stored_at(g, first + k, b);
            if (move_fractal(mv, &plan, &mv->win[k], to))
                continue;
            for (uint32_t i = 0; i < 16; i++, to += AIC_C0_BYTES) {
                if (mv->win[k + i].defined)
                    gather_row(mv, &plan, &mv->win[k + i], mv->dst + to, mv->dst_state + to);
                else
                    memset(mv->dst_state + to, AIC_ST_UNDEF, AIC_C0_BYTES);
            }
        }
    }
}

/* Stored rows are source columns: one square of C0 x C0 elements. */
static void move_square(const struct mover *mv, const struct plan *plan, uint32_t k, uint32_t block, uint32_t col)
{
    const struct aic_load3d *g = mv->g;
    struct aic_square sq;
    uint8_t *data[64], *state[64];
    unsigned rows = g->st_rows - col < g->c0 ? g->st_rows - col : g->c0;
    uint64_t from, bytes = (uint64_t)g->c0 * AIC_C0_BYTES;
    bool run = run_of(mv, plan, &mv->win[k], g->c0, &from);
    sq.defined = run ? ~(uint64_t)0 : 0;
    if (run) {
        memcpy(sq.data, mv->src + from, bytes);
        memcpy(sq.state, mv->src_state + from, bytes);
    }
    for (unsigned r = 0; !run && r < g->c0; r++) {
        if (!mv->win[k + r].defined)
            continue;
        sq.defined |= (uint64_t)1 << r;
        gather_row(mv, plan, &mv->win[k + r], sq.data[r], sq.state[r]);
    }
    for (unsigned j = 0; j < rows; j++) {
        uint64_t to = stored_at(g, col + j, block);
        data[j] = mv->dst + to;
        state[j] = mv->dst_state + to;
    }
    aic_square_store(&sq, g->bits, rows, data, state);
}

static void move_transposed(const struct mover *mv, uint32_t first, uint32_t n)
{
    const struct aic_load3d *g = mv->g;
    struct plan plan;
    for (uint32_t b = 0; (uint64_t)b * g->c0 < g->st_rows; b++) {
        make_plan(g, b, &plan);
        for (uint32_t k = 0; k < n; k += g->c0)
            move_square(mv, &plan, k, (first + k) / g->c0, b * g->c0);
    }
}

/* The checks hold every address inside its memory; a caller that skipped them moves nothing. */
static bool writes_fit(const struct aic_op *op, const struct aic_buffer *buf)
{
    struct aic_footprint fp = {0};
    uint64_t lo, hi;
    aic_load3d_footprint(op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        aic_span_bounds(&fp.e[i].span, &lo, &hi);
        if (fp.e[i].access == AIC_WRITE && hi > buf->bytes)
            return false;
    }
    return true;
}

void aic_load3d_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    struct aic_load3d g;
    struct aic_buffer *src = aic_memory_buffer(mem, AIC_L1, 0);
    struct aic_buffer *dst = aic_memory_buffer(mem, (enum aic_space)op->rec->op[0].space, 0);
    (void)chk;
    aic_load3d_decode(op, &g);
    if (op->regs->tainted) {
        aic_loads_taint(op, mem);
        return;
    }
    uint64_t end = g.src + aic_load3d_image_bytes(&g);
    if (g.boundary && end > g.boundary)
        end = g.boundary;
    if (!g.rows || end > src->bytes || !writes_fit(op, dst))
        return;
    struct mover mv = {.g = &g, .src = src->data, .src_state = src->state, .src_bytes = src->bytes, .dst = dst->data,
                       .dst_state = dst->state};
    fill_pad(&mv, op->regs->padding);
    mv.plain = g.points == 1 && g.stride_h == 1 && g.stride_w == 1 &&
               !(g.pad_left | g.pad_right | g.pad_top | g.pad_bottom);
    uint32_t rows = g.transposed ? g.st_blocks * g.c0 : g.st_rows;
    for (uint32_t first = 0; first < rows; first += CHUNK_ROWS) {
        uint32_t n = rows - first < CHUNK_ROWS ? rows - first : CHUNK_ROWS;
        set_windows(&mv, first, n);
        if (g.transposed)
            move_transposed(&mv, first, n);
        else
            move_straight(&mv, first, n);
    }
}
