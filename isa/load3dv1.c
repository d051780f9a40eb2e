/* load3dv1: image-to-column loads of the first version, one filter point of 16 windows a fractal.
 * Source: reference semantics, section 2, and legacy.md 1; LoadData convolution data movement, table 3. */
#include <string.h>

#include "isa/loads.h"

#define WINDOWS 16 /* windows of one fractal */

enum slot {
    L1H = 0, L1W, C1_INDEX, FETCH_W, FETCH_H, LEFT, TOP, STRIDE_W, STRIDE_H, FILTER_W, FILTER_H, DIL_W, DIL_H, JUMP,
    REPEAT_MODE, REPEAT_TIME, C_SIZE, PAD_VALUE, SET_FMATRIX, SET_PADDING, PAD
};

struct unfold {
    unsigned bits, c0;
    int32_t h, w, pad_left, pad_right, pad_bottom;
    int32_t stride_w, stride_h, filter_w, filter_h, dil_w, dil_h;
    int32_t x_end, y_end;      /* a window must start at or before x_end / y_end */
    uint32_t repeats, advance; /* windows from step to step where they advance */
    bool windows_advance;      /* repeatMode 1, else the filter point does */
    bool small;                /* cSize: four filter points of 8 bytes a row */
    uint32_t c1;               /* first channel block */
    uint64_t src, dst, step, boundary; /* step: bytes between stored fractals */
};

/* Window origin in image coordinates, as it walks over the map. */
struct window {
    int32_t y, x;
};

/* Filter point and channel block, as they walk. */
struct point {
    int32_t kh, kw;
    uint32_t c1;
};

static void decode(const struct aic_op *op, struct unfold *g)
{
    const int64_t *f = op->rec->f;
    const struct aic_registers *regs = op->regs;
    memset(g, 0, sizeof *g);
    g->bits = aic_dtype_bits(aic_loads_dtype(op));
    g->bits = g->bits ? g->bits : 8;
    g->c0 = 256 / g->bits;
    g->h = regs->l1_h;
    g->w = regs->l1_w;
    g->pad_left = regs->pad[0];
    g->pad_right = regs->pad[1];
    g->pad_bottom = regs->pad[3];
    g->stride_w = (int32_t)f[STRIDE_W];
    g->stride_h = (int32_t)f[STRIDE_H];
    g->filter_w = (int32_t)f[FILTER_W];
    g->filter_h = (int32_t)f[FILTER_H];
    g->dil_w = (int32_t)f[DIL_W];
    g->dil_h = (int32_t)f[DIL_H];
    g->x_end = g->w + g->pad_right - ((g->filter_w - 1) * g->dil_w + 1);
    g->y_end = g->h + g->pad_bottom - ((g->filter_h - 1) * g->dil_h + 1);
    g->repeats = (uint32_t)f[REPEAT_TIME];
    g->windows_advance = f[REPEAT_MODE] != 0;
    g->advance = op->lim->load3dv1_mode1_windows ? WINDOWS : g->c0;
    g->small = f[C_SIZE] != 0;
    g->c1 = (uint32_t)f[C1_INDEX];
    g->src = op->rec->op[1].addr;
    g->dst = op->rec->op[0].addr;
    g->step = (uint64_t)(g->windows_advance ? f[JUMP] : 1) * AIC_FRACTAL;
    g->boundary = op->lim->load3d_has_boundary ? (uint64_t)regs->boundary * AIC_C0_BYTES : 0;
}

static struct window first_window(const struct aic_op *op)
{
    return (struct window){(int32_t)op->rec->f[TOP], (int32_t)op->rec->f[LEFT]};
}

static struct point first_point(const struct aic_op *op)
{
    return (struct point){(int32_t)op->rec->f[FETCH_H], (int32_t)op->rec->f[FETCH_W], (uint32_t)op->rec->f[C1_INDEX]};
}

/* A new row of windows starts at -padLeft, not at the column of the first window (legacy.md 1.3). */
static void next_window(const struct unfold *g, struct window *w)
{
    w->x += g->stride_w;
    if (w->x > g->x_end) {
        w->x = -g->pad_left;
        w->y += g->stride_h;
    }
}

static void skip_windows(const struct unfold *g, struct window *w, uint32_t n)
{
    while (n--)
        next_window(g, w);
}

static void next_point(const struct unfold *g, struct point *p)
{
    if (++p->kw < g->filter_w)
        return;
    p->kw = 0;
    if (++p->kh < g->filter_h)
        return;
    p->kh = 0;
    p->c1++;
}

/* ---- rules ---- */

static bool inside(const struct unfold *g, const struct window *w, const struct point *p)
{
    int32_t y = w->y + p->kh * g->dil_h, x = w->x + p->kw * g->dil_w;
    return y >= 0 && x >= 0 && y < g->h && x < g->w;
}

/* True when some stored element lies outside the map. */
static bool pads(const struct aic_op *op, const struct unfold *g)
{
    struct window w = first_window(op);
    struct point p = first_point(op);
    for (uint32_t t = 0; t < g->repeats; t++) {
        struct window at = w;
        for (int i = 0; i < WINDOWS; i++, next_window(g, &at))
            if (at.y <= g->y_end && !inside(g, &at, &p))
                return true;
        if (g->windows_advance)
            skip_windows(g, &w, g->advance);
        else
            next_point(g, &p);
    }
    return false;
}

static void check_places(const struct aic_op *op, struct aic_check *chk)
{
    enum aic_space dst = (enum aic_space)op->rec->op[0].space, src = (enum aic_space)op->rec->op[1].space;
    bool ub = dst == AIC_UB && op->lim->dtypes[op->rec->insn][AIC_UB] != 0;
    if (dst != AIC_L0A && dst != AIC_L0B && !ub)
        aic_raise(chk, "MEM-019", aic_at_operand(0), "load into l0a or l0b",
                  "the destination of an image-to-column load is L0A or L0B, not %s", aic_space_name(dst));
    if (src != AIC_L1)
        aic_raise(chk, "MEM-020", aic_at_operand(1), "copy the feature map to l1 first",
                  "the source of an image-to-column load is L1, not %s", aic_space_name(src));
}

static void check_registers(const struct aic_op *op, const struct unfold *g, struct aic_check *chk)
{
    const int64_t *f = op->rec->f;
    if (!f[SET_FMATRIX] && !op->regs->fmatrix_set && !(op->regs->tainted & AIC_REG_FMATRIX))
        aic_raise(chk, "L3D-039", aic_at_field(SET_FMATRIX), "put a set_fmatrix before it",
                  "with isSetFMatrix=false the load reads FMATRIX, which nothing has set");
    else if (!op->regs->tainted && !f[SET_PADDING] && op->regs->padding_bits != g->bits && pads(op, g))
        aic_raise(chk, "L3D-040", aic_at_field(SET_PADDING), "put a set_padding of this type before it",
                  "elements outside the feature map come from PADDING, which was not set for %u-bit elements", g->bits);
    if (g->boundary && g->src >= g->boundary && !(op->regs->tainted & AIC_REG_BOUNDARY))
        aic_raise(chk, "L3D-045", aic_at_operand(1), NULL, "the source l1:%llu is not below the boundary %llu",
                  (unsigned long long)g->src, (unsigned long long)g->boundary);
}

/* What no source decides is how L0B stores the types that L0A takes; no other type is taken at all. */
static void check_stored_type(const struct aic_op *op, struct aic_check *chk)
{
    enum aic_dtype dt = aic_loads_dtype(op);
    enum aic_space dst = (enum aic_space)op->rec->op[0].space;
    if (aic_loads_has_dtype(op, dt, dst))
        return;
    if (dst == AIC_L0B && aic_loads_has_dtype(op, dt, AIC_L0A))
        aic_raise(chk, "PATH-003", aic_at_operand(0), "use load2d or load_transpose for 8-bit B matrices",
                  "no source says how load3dv1 stores %s into L0B", aic_dtype_name(dt));
    else
        aic_raise(chk, "L3D1-011", AIC_AT_RECORD, NULL, "load3dv1: %s to %s is not supported on this product",
                  aic_dtype_name(dt), aic_space_name(dst));
}

static void check(const struct aic_op *op, struct aic_check *chk)
{
    struct unfold g;
    decode(op, &g);
    check_places(op, chk);
    if (chk->error)
        return;
    if (g.small && g.c1 != 0)
        aic_raise(chk, "L3D1-010", aic_at_field(C_SIZE), "write c1Index=0",
                  "cSize=1 reads a map of %u channels, which has no channel block %u", 64 / g.bits, g.c1);
    check_stored_type(op, chk);
    check_registers(op, &g, chk);
}

/* ---- accesses ---- */

/* Windows that are stored and have a meaning: the last one, and how many. */
static uint32_t live_windows(const struct aic_op *op, const struct unfold *g, struct window *last)
{
    struct window w = first_window(op);
    uint32_t n = 0, total = g->windows_advance ? (g->repeats - 1) * g->advance + WINDOWS : WINDOWS;
    for (; n < total && w.y <= g->y_end; n++, next_window(g, &w))
        *last = w;
    return n;
}

/* Windows are pixels that follow one another. */
static bool is_plain(const struct unfold *g, const struct window *first)
{
    return g->filter_w == 1 && g->filter_h == 1 && g->stride_w == 1 && g->stride_h == 1 && !g->pad_left &&
           !g->pad_right && !g->pad_bottom && !g->small && g->advance == WINDOWS && first->x >= 0 &&
           first->x < g->w && first->y >= 0;
}

static void add_reads(const struct aic_op *op, const struct unfold *g, struct aic_footprint *fp)
{
    struct window first = first_window(op), last = first;
    struct point p = first_point(op), end = p;
    uint32_t n = live_windows(op, g, &last);
    uint64_t pixel = g->small ? 8 : AIC_C0_BYTES, plane = (uint64_t)g->h * (uint64_t)g->w * AIC_C0_BYTES;
    for (uint32_t t = g->small ? 4 : 1; t < (g->windows_advance ? 1 : g->repeats) * (g->small ? 4 : 1); t++)
        next_point(g, &end);
    if (n == 0)
        return;
    uint64_t planes = g->small ? 1 : end.c1 - p.c1 + 1;
    bool all_rows = planes > 1 || g->small;
    int64_t y0 = first.y + (all_rows ? 0 : p.kh) * (int64_t)g->dil_h;
    int64_t y1 = last.y + (all_rows ? g->filter_h - 1 : end.kh) * (int64_t)g->dil_h + 1;
    y0 = y0 < 0 ? 0 : y0;
    y1 = y1 > g->h ? g->h : y1;
    if (y0 >= y1)
        return;
    uint64_t from = (uint64_t)y0 * (uint64_t)g->w, pixels = (uint64_t)(y1 - y0) * (uint64_t)g->w;
    if (is_plain(g, &first)) {
        from = (uint64_t)first.y * (uint64_t)g->w + (uint64_t)first.x;
        pixels = n;
    }
    uint64_t base = g->src + p.c1 * plane + from * pixel, top = base + (planes - 1) * plane + pixels * pixel;
    if (g->boundary && top > g->boundary) { /* L1 is circular: everything on both sides that may be read */
        uint64_t rest = top - g->boundary < g->boundary ? top - g->boundary : g->boundary;
        if (base < g->boundary)
            aic_footprint_add(fp, aic_span_linear(AIC_L1, base, g->boundary - base), AIC_READ, 1);
        aic_footprint_add(fp, aic_span_linear(AIC_L1, 0, rest), AIC_READ, 1);
        return;
    }
    aic_footprint_add(fp, aic_span_rows(AIC_L1, base, pixels * pixel, planes, (int64_t)plane), AIC_READ, 1);
}

static void footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    struct unfold g;
    decode(op, &g);
    if (!(op->regs->tainted & AIC_REG_SHAPES))
        add_reads(op, &g, fp);
    struct aic_span span =
        aic_span_rows((enum aic_space)op->rec->op[0].space, g.dst, AIC_FRACTAL, g.repeats, (int64_t)g.step);
    span.unit = op->rec->op[0].unit;
    aic_footprint_add(fp, span, AIC_WRITE, 0);
}

static void work(const struct aic_op *op, struct aic_work *w)
{
    struct unfold g;
    struct aic_footprint fp = {0};
    decode(op, &g);
    footprint(op, &fp);
    memset(w, 0, sizeof *w);
    w->kind = AIC_WORK_LOAD3D;
    w->src = op->rec->op[1].space;
    w->dst = op->rec->op[0].space;
    w->src_dtype = w->dst_dtype = (uint8_t)aic_loads_dtype(op);
    w->src_bytes = w->dst_bytes = (uint64_t)g.repeats * AIC_FRACTAL;
    w->repeats = g.repeats;
    w->stride_w = (uint32_t)g.stride_w;
    w->sliding = g.filter_w > 1 || g.filter_h > 1 || g.stride_w > 1 || g.stride_h > 1;
    struct window last = first_window(op);
    int32_t top = last.y;
    skip_windows(&g, &last, WINDOWS - 1);
    w->rows = (uint32_t)((last.y - top) / g.stride_h) + 1;
    w->transpose = w->dst == AIC_L0B;
    w->local_dst = fp.e[fp.n - 1].span;
    if (fp.n > 1)
        w->local_src = fp.e[0].span;
}

/* ---- data ---- */

struct mover {
    const struct unfold *g;
    const struct aic_buffer *l1;
    uint8_t pad[AIC_C0_BYTES];
};

static void read_l1(const struct mover *mv, uint64_t addr, unsigned n, uint8_t *data, uint8_t *state)
{
    uint64_t bound = mv->g->boundary;
    for (unsigned i = 0; bound && addr + n > bound && i < n; i++) {
        data[i] = mv->l1->data[(addr + i) % bound];
        state[i] = mv->l1->state[(addr + i) % bound];
    }
    if (bound && addr + n > bound)
        return;
    memcpy(data, mv->l1->data + addr, n);
    memcpy(state, mv->l1->state + addr, n);
}

/* n bytes of one pixel, from the map or from PADDING. */
static void gather(const struct mover *mv, const struct window *w, const struct point *p, unsigned n, uint8_t *data,
                   uint8_t *state)
{
    const struct unfold *g = mv->g;
    if (!inside(g, w, p)) {
        memcpy(data, mv->pad, n);
        memset(state, AIC_ST_VALID, n);
        return;
    }
    uint64_t index = ((uint64_t)p->c1 * (uint64_t)g->h + (uint64_t)(w->y + p->kh * g->dil_h)) * (uint64_t)g->w +
                     (uint64_t)(w->x + p->kw * g->dil_w);
    read_l1(mv, g->src + index * n, n, data, state);
}

/* One row of a fractal. Filter points past the last one, which only cSize reaches, give 0 (legacy.md 1.7). */
static void gather_row(const struct mover *mv, const struct window *w, const struct point *first, uint8_t *data,
                       uint8_t *state)
{
    struct point p = *first;
    if (!mv->g->small) {
        gather(mv, w, &p, AIC_C0_BYTES, data, state);
        return;
    }
    for (unsigned k = 0; k < 4; k++, next_point(mv->g, &p)) {
        if (p.c1 == 0) {
            gather(mv, w, &p, 8, data + 8 * k, state + 8 * k);
            continue;
        }
        memset(data + 8 * k, 0, 8);
        memset(state + 8 * k, AIC_ST_VALID, 8);
    }
}

static void store_fractal(const struct mover *mv, struct window w, const struct point *p, uint64_t to,
                          struct aic_buffer *dst, bool transposed)
{
    struct aic_square sq = {.defined = 0};
    uint8_t *data[64], *state[64];
    for (unsigned i = 0; i < WINDOWS; i++, next_window(mv->g, &w)) {
        data[i] = dst->data + to + i * AIC_C0_BYTES;
        state[i] = dst->state + to + i * AIC_C0_BYTES;
        if (w.y > mv->g->y_end) { /* past the map: legal, and nobody says what comes */
            if (!transposed)
                memset(state[i], AIC_ST_UNDEF, AIC_C0_BYTES);
            continue;
        }
        sq.defined |= (uint64_t)1 << i;
        gather_row(mv, &w, p, transposed ? sq.data[i] : data[i], transposed ? sq.state[i] : state[i]);
    }
    if (transposed)
        aic_square_store(&sq, 16, 16, data, state);
}

/* Whether everything lies inside the memories; the checks hold it so. */
static bool fits(const struct aic_op *op, struct aic_memory *mem)
{
    struct aic_footprint fp = {0};
    uint64_t lo, hi;
    footprint(op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        aic_span_bounds(&fp.e[i].span, &lo, &hi);
        if (hi > aic_memory_buffer(mem, (enum aic_space)fp.e[i].span.space, fp.e[i].span.unit)->bytes)
            return false;
    }
    return true;
}

static void execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    struct unfold g;
    (void)chk;
    decode(op, &g);
    if (op->regs->tainted) {
        aic_loads_taint(op, mem);
        return;
    }
    if (!fits(op, mem))
        return;
    struct mover mv = {.g = &g, .l1 = aic_memory_buffer(mem, AIC_L1, 0)};
    for (unsigned i = 0; i < AIC_C0_BYTES; i++)
        mv.pad[i] = (uint8_t)(op->regs->padding >> (8 * (i % (g.bits / 8))));
    struct aic_buffer *dst = aic_memory_buffer(mem, (enum aic_space)op->rec->op[0].space, op->rec->op[0].unit);
    struct window w = first_window(op);
    struct point p = first_point(op);
    for (uint32_t t = 0; t < g.repeats; t++) {
        store_fractal(&mv, w, &p, g.dst + t * g.step, dst, op->rec->op[0].space == AIC_L0B);
        if (g.windows_advance)
            skip_windows(&g, &w, g.advance);
        for (unsigned k = 0; !g.windows_advance && k < (g.small ? 4u : 1u); k++)
            next_point(&g, &p);
    }
}

static void issue(const struct aic_record *rec, const struct aic_isa_limits *lim, struct aic_registers *regs)
{
    enum aic_dtype dt = rec->n_dtypes ? (enum aic_dtype)rec->dtype[0] : AIC_DT_NONE;
    if (rec->f[SET_FMATRIX])
        aic_registers_set_fmatrix(regs, rec->f[L1H], rec->f[L1W], &rec->f[PAD]);
    if (rec->f[SET_PADDING])
        aic_registers_set_padding(regs, aic_field_value_bits(rec, PAD_VALUE, dt), aic_dtype_bits(dt),
                                  lim->load3d_pad_b32_bits);
}

/* ---- table ---- */

#define V1 "reference semantics, section 2; LoadData convolution data movement, table 3"
#define NEED(field, s, width, lo, hi, id, u, text) \
    {.name = field, .kind = AIC_FIELD_UINT, .slot = s, .bits = width, .required = true, .min = lo, .max = hi, \
     .rule = id, .unit = u, .meaning = text, .source = V1}
#define NUMBER(field, s, width, lo, hi, id, u, text) \
    {.name = field, .kind = AIC_FIELD_SINT, .slot = s, .bits = width, .min = lo, .max = hi, .rule = id, .unit = u, \
     .meaning = text, .source = V1}
#define SWITCH(field, s, text) \
    {.name = field, .kind = AIC_FIELD_BOOL, .slot = s, .bits = 1, .def = 1, .min = 0, .max = 1, .unit = "", \
     .meaning = text, .source = "LoadData convolution data movement, table 1"}

static const struct aic_field fields[] = {
    {.name = "l1H", .kind = AIC_FIELD_UINT, .slot = L1H, .bits = 16, .required = true, .min = 1, .max = 32767,
     .rule = "L3D1-001", .unit = "pixels", .meaning = "height of the feature map in L1, without padding",
     .source = V1, .only_if = 1 + SET_FMATRIX},
    {.name = "l1W", .kind = AIC_FIELD_UINT, .slot = L1W, .bits = 16, .required = true, .min = 1, .max = 32767,
     .rule = "L3D1-001", .unit = "pixels", .meaning = "width of the feature map in L1, without padding", .source = V1,
     .only_if = 1 + SET_FMATRIX},
    NUMBER("c1Index", C1_INDEX, 12, 0, 4095, "L3D1-002", "C0 channels", "first channel block"),
    NUMBER("fetchFilterW", FETCH_W, 8, 0, 254, "L3D1-003", "filter points", "column of the first filter point"),
    NUMBER("fetchFilterH", FETCH_H, 8, 0, 254, "L3D1-003", "filter points", "row of the first filter point"),
    NUMBER("leftTopW", LEFT, 16, -255, 32767, "L3D1-004", "pixels",
           "column of the first window, without its filter point; padding is negative"),
    NUMBER("leftTopH", TOP, 16, -255, 32767, "L3D1-004", "pixels",
           "row of the first window, without its filter point; padding is negative"),
    NEED("strideW", STRIDE_W, 6, 1, 63, "L3D1-005", "pixels", "horizontal step of the window"),
    NEED("strideH", STRIDE_H, 6, 1, 63, "L3D1-005", "pixels", "vertical step of the window"),
    NEED("filterW", FILTER_W, 8, 1, 255, "L3D1-006", "pixels", "width of the filter"),
    NEED("filterH", FILTER_H, 8, 1, 255, "L3D1-006", "pixels", "height of the filter"),
    NEED("dilationFilterW", DIL_W, 8, 1, 255, "L3D1-006", "pixels", "horizontal distance of filter points"),
    NEED("dilationFilterH", DIL_H, 8, 1, 255, "L3D1-006", "pixels", "vertical distance of filter points"),
    NEED("jumpStride", JUMP, 8, 1, 127, "L3D1-007", "512 B",
         "from one stored fractal to the next with repeatMode=1; without effect otherwise"),
    NUMBER("repeatMode", REPEAT_MODE, 1, 0, 1, "L3D1-009", "",
           "0: the filter point advances from fractal to fractal, 1: the windows do"),
    NEED("repeatTime", REPEAT_TIME, 8, 1, 255, "L3D1-008", "fractals", "fractals that are stored"),
    NUMBER("cSize", C_SIZE, 1, 0, 1, "L3D1-009", "", "1: a dense map of 4 (16-bit) or 8 (8-bit) channels"),
    {.name = "padValue", .kind = AIC_FIELD_VALUE, .slot = PAD_VALUE, .bits = 16, .min = 1, .max = 0, .unit = "",
     .meaning = "element that stands for every pixel outside the feature map", .source = V1,
     .only_if = 1 + SET_PADDING},
    SWITCH("isSetFMatrix", SET_FMATRIX, "writes l1H, l1W and padList to FMATRIX; else they are ignored"),
    SWITCH("isSetPadding", SET_PADDING, "writes padValue to PADDING; else it is ignored"),
    {.name = "padList", .kind = AIC_FIELD_LIST, .slot = PAD, .count = 4, .bits = 8, .min = 0, .max = 255,
     .rule = "FLD-001", .unit = "pixels", .meaning = "padding left:right:top:bottom", .source = V1,
     .only_if = 1 + SET_FMATRIX},
};

const struct aic_insn aic_insns_load3dv1[] = {
    {.name = "load3dv1", .klass = AIC_CLASS_DATA, .n_slots = 2,
     /* Every memory parses, so that a wrong one is a finding and not a syntax error. */
     .slots = {{.role = "dst", .spaces = AIC_SPACES_ANY, .written = true,
                .legal = AIC_SPACES_L0 | AIC_SPACE_BIT(AIC_UB)},
               {.role = "src", .spaces = AIC_SPACES_ANY, .legal = AIC_SPACE_BIT(AIC_L1)}},
     .min_dtypes = 1, .max_dtypes = 1, .n_fields = sizeof fields / sizeof fields[0], .fields = fields,
     .rule_insn = "L3D1-012", .rule_vector_core = "VEC-001", .rule_dtype = "L3D1-011", .pipe = aic_loads_pipe,
     .issue = issue, .check = check, .footprint = footprint, .work = work, .execute = execute,
     .summary = "Unfolds a feature map in L1, 16 windows of one filter point a fractal", .source = V1},
    {.name = NULL},
};
