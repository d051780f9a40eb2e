/* Loads of whole fractals: tables, decoding, accesses and data. Rules are in load2d_check.c. */
#include "isa/load2d.h"

#include <string.h>

bool aic_load2d_is_mx(const struct aic_op *op)
{
    return op->insn->n_slots == 3;
}

static void set_squares(struct aic_load2d *g, uint64_t pitch)
{
    g->squares = g->fractals * 16 / g->c0;
    g->square_pitch = pitch;
}

/* LoadData2D where it is a wrapper over 2Dv2 (X12..X14): the header's mapping of its fields. */
static void decode_emulated(const struct aic_op *op, struct aic_load2d *g)
{
    const int64_t *f = op->rec->f;
    bool from_gm = op->rec->op[1].space == AIC_GM;
    bool loop = g->transposed && op->rec->op[0].space == AIC_L0B;
    g->fractals = from_gm ? (uint32_t)f[AIC_L2_SRC_STRIDE] : 1;
    g->src += loop ? 0 : f[AIC_L2_START] * g->src_step;
    if (g->transposed && !loop)
        g->dst_step = (uint64_t)g->c0 * AIC_C0_BYTES; /* columns follow one another: dstGap has no part in it */
}

static void decode_load2d(const struct aic_op *op, struct aic_load2d *g)
{
    const int64_t *f = op->rec->f;
    bool from_gm = op->rec->op[1].space == AIC_GM;
    bool down = f[AIC_L2_ADDR_MODE] != 0 && from_gm && !op->lim->load2d_by_2dv2;
    g->transposed = f[AIC_L2_TRANSPOSE] != 0 && !from_gm;
    g->steps = (uint32_t)f[AIC_L2_REPEAT];
    g->fractals = 1;
    g->src_step = f[AIC_L2_SRC_STRIDE] * AIC_FRACTAL * (down ? -1 : 1);
    g->dst_step = (uint64_t)((op->lim->load2d_dst_gap_ignored ? 0 : f[AIC_L2_DST_GAP]) + 1) * AIC_FRACTAL;
    if (op->lim->load2d_by_2dv2)
        decode_emulated(op, g);
    else
        g->src += f[AIC_L2_START] * AIC_FRACTAL;
    if (g->transposed && g->bits == 4) { /* four fractals make a square of 64x64 */
        g->steps /= 4;
        g->fractals = 4;
        g->src_step *= 4;
        g->dst_step *= 4;
    }
    if (g->transposed)
        set_squares(g, 0);
}

static void decode_load2dv2(const struct aic_op *op, struct aic_load2d *g)
{
    const int64_t *f = op->rec->f;
    int64_t stride = f[AIC_L2V_SRC_STRIDE];
    g->transposed = f[AIC_L2V_TRANSPOSE] != 0;
    g->steps = (uint32_t)f[AIC_L2V_K_STEP];
    g->fractals = (uint32_t)f[AIC_L2V_M_STEP];
    g->src += (f[AIC_L2V_K_START] * (stride < 0 ? -stride : stride) + f[AIC_L2V_M_START]) * AIC_FRACTAL;
    g->src_step = stride * AIC_FRACTAL;
    g->dst_step = (uint64_t)f[AIC_L2V_DST_STRIDE] * AIC_FRACTAL;
    if (g->transposed) {
        set_squares(g, g->dst_step);
        g->dst_step = (uint64_t)g->c0 * AIC_C0_BYTES;
    }
}

void aic_load2d_decode(const struct aic_op *op, struct aic_load2d *g)
{
    memset(g, 0, sizeof *g);
    g->bits = aic_dtype_bits(aic_loads_dtype(op));
    g->bits = g->bits ? g->bits : 8;
    g->c0 = 256 / g->bits;
    g->src = (int64_t)op->rec->op[1].addr;
    g->dst = op->rec->op[0].addr;
    if (strcmp(op->insn->name, "load2d") == 0)
        decode_load2d(op, g);
    else
        decode_load2dv2(op, g);
}

/* Scales stand at a sixteenth of the address of their data (section 5, address law). */
void aic_load_scales_decode(const struct aic_op *op, struct aic_load_scales *s)
{
    const int64_t *f = op->rec->f;
    s->space = op->rec->op[0].space == AIC_L0B ? AIC_L0B_MX : AIC_L0A_MX;
    s->x = (uint32_t)f[AIC_LMX_X_STEP];
    s->y = (uint32_t)f[AIC_LMX_Y_STEP];
    s->src_step = (uint64_t)f[AIC_LMX_SRC_STRIDE] * AIC_C0_BYTES;
    s->dst_step = (uint64_t)f[AIC_LMX_DST_STRIDE] * AIC_C0_BYTES;
    s->src = op->rec->op[2].addr + (uint64_t)f[AIC_LMX_X_START] * s->src_step +
             (uint64_t)f[AIC_LMX_Y_START] * AIC_C0_BYTES;
    s->dst = op->rec->op[0].addr / 16;
}

/* ---- accesses ---- */

static void footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    struct aic_load2d g;
    aic_load2d_decode(op, &g);
    uint64_t run = (uint64_t)g.fractals * AIC_FRACTAL;
    enum aic_space src = (enum aic_space)op->rec->op[1].space, dst = (enum aic_space)op->rec->op[0].space;
    aic_footprint_add(fp, aic_span_rows(src, (uint64_t)g.src, run, g.steps, g.src_step), AIC_READ, 1);
    if (!g.transposed) {
        aic_footprint_add(fp, aic_span_rows(dst, g.dst, run, g.steps, (int64_t)g.dst_step), AIC_WRITE, 0);
    } else {
        struct aic_span span =
            aic_span_rows(dst, g.dst, (uint64_t)g.c0 * AIC_C0_BYTES, g.steps, (int64_t)g.dst_step);
        aic_span_repeat(&span, g.squares, (int64_t)g.square_pitch);
        aic_footprint_add(fp, span, AIC_WRITE, 0);
    }
    if (!aic_load2d_is_mx(op))
        return;
    struct aic_load_scales s;
    aic_load_scales_decode(op, &s);
    run = (uint64_t)s.y * AIC_C0_BYTES;
    aic_footprint_add(fp, aic_span_rows(AIC_L1, s.src, run, s.x, (int64_t)s.src_step), AIC_READ, 2);
    aic_footprint_add(fp, aic_span_rows(s.space, s.dst, run, s.x, (int64_t)s.dst_step), AIC_WRITE, 0);
}

static void work(const struct aic_op *op, struct aic_work *w)
{
    struct aic_load2d g;
    struct aic_footprint fp = {0};
    aic_load2d_decode(op, &g);
    footprint(op, &fp);
    memset(w, 0, sizeof *w);
    w->kind = aic_load2d_is_mx(op) ? AIC_WORK_LOAD_MX
              : strcmp(op->insn->name, "load2d") == 0 ? AIC_WORK_LOAD2D : AIC_WORK_LOAD2DV2;
    w->src = op->rec->op[1].space;
    w->dst = op->rec->op[0].space;
    w->src_dtype = w->dst_dtype = (uint8_t)aic_loads_dtype(op);
    w->src_bytes = w->dst_bytes = (uint64_t)g.steps * g.fractals * AIC_FRACTAL;
    w->repeats = g.steps;
    w->transpose = g.transposed;
    if (fp.n == 0)
        return;
    if (w->src == AIC_GM)
        w->gm = fp.e[0].span;
    else
        w->local_src = fp.e[0].span;
    if (fp.n > 1)
        w->local_dst = fp.e[1].span;
    if (aic_load2d_is_mx(op)) {
        struct aic_load_scales s;
        aic_load_scales_decode(op, &s);
        w->scale_bytes = (uint64_t)s.x * s.y * AIC_C0_BYTES;
    }
}

/* ---- data ---- */

static void move_squares(const struct aic_load2d *g, const struct aic_buffer *src, struct aic_buffer *dst)
{
    uint64_t bytes = (uint64_t)g->c0 * AIC_C0_BYTES;
    struct aic_square sq = {.defined = ~(uint64_t)0};
    uint8_t *data[64], *state[64];
    for (uint32_t k = 0; k < g->steps; k++) {
        for (uint32_t b = 0; b < g->squares; b++) {
            uint64_t from = (uint64_t)(g->src + (int64_t)k * g->src_step) + b * bytes;
            uint64_t to = g->dst + k * g->dst_step + b * g->square_pitch;
            memcpy(sq.data, src->data + from, bytes);
            memcpy(sq.state, src->state + from, bytes);
            for (unsigned j = 0; j < g->c0; j++) {
                data[j] = dst->data + to + j * AIC_C0_BYTES;
                state[j] = dst->state + to + j * AIC_C0_BYTES;
            }
            aic_square_store(&sq, g->bits, g->c0, data, state);
        }
    }
}

/* Whether everything lies inside the local memories; the checks hold it so. */
static bool fits(const struct aic_op *op, struct aic_memory *mem)
{
    struct aic_footprint fp = {0};
    uint64_t lo, hi;
    footprint(op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        const struct aic_buffer *buf = aic_memory_buffer(mem, (enum aic_space)fp.e[i].span.space, 0);
        aic_span_bounds(&fp.e[i].span, &lo, &hi);
        if (buf && (lo > hi || hi > buf->bytes))
            return false;
    }
    return true;
}

static void move_scales(const struct aic_op *op, struct aic_memory *mem)
{
    struct aic_load_scales s;
    aic_load_scales_decode(op, &s);
    for (uint32_t x = 0; x < s.x && s.y; x++)
        aic_memory_move(mem, s.space, 0, s.dst + x * s.dst_step, AIC_L1, 0, s.src + x * s.src_step,
                        (uint64_t)s.y * AIC_C0_BYTES);
}

static void execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    struct aic_load2d g;
    enum aic_space src = (enum aic_space)op->rec->op[1].space, dst = (enum aic_space)op->rec->op[0].space;
    (void)chk;
    aic_load2d_decode(op, &g);
    if (!fits(op, mem))
        return;
    if (g.transposed) {
        move_squares(&g, aic_memory_buffer(mem, src, 0), aic_memory_buffer(mem, dst, 0));
    } else {
        uint64_t run = (uint64_t)g.fractals * AIC_FRACTAL;
        uint32_t steps = g.steps;
        if (g.src_step == (int64_t)run && g.dst_step == run) {
            run *= steps;
            steps = 1;
        }
        for (uint32_t k = 0; k < steps && run; k++)
            aic_memory_move(mem, dst, 0, g.dst + k * g.dst_step, src, 0, (uint64_t)(g.src + (int64_t)k * g.src_step),
                            run);
    }
    if (aic_load2d_is_mx(op))
        move_scales(op, mem);
}

/* ---- tables ---- */

#define V1 "reference semantics, section 3; page LoadData 2D"
#define V2 "reference semantics, section 4; page LoadData 2Dv2"
#define MX "reference semantics, section 5; page LoadData 2D MX"
#define SWITCH(field, s, text, from) \
    {.name = field, .kind = AIC_FIELD_BOOL, .slot = s, .bits = 1, .min = 0, .max = 1, .unit = "", .meaning = text, \
     .source = from}
#define NUMBER(field, s, width, need, hi, id, u, text, from) \
    {.name = field, .kind = AIC_FIELD_UINT, .slot = s, .bits = width, .required = need, .min = 0, .max = hi, \
     .rule = id, .unit = u, .meaning = text, .source = from}

static const char *const addr_modes[] = {"increment", "decrement", NULL};

static const struct aic_field fields_load2d[] = {
    NUMBER("startIndex", AIC_L2_START, 16, false, 65535, NULL, "512 B", "first fractal of the source", V1),
    NUMBER("repeatTimes", AIC_L2_REPEAT, 8, true, 255, NULL, "fractals", "fractals that are moved; 0 is a NOP", V1),
    NUMBER("srcStride", AIC_L2_SRC_STRIDE, 16, true, 65535, NULL, "512 B",
           "from the start of one source fractal to the next; 0 repeats the same one", V1),
    NUMBER("dstGap", AIC_L2_DST_GAP, 16, false, 65535, NULL, "512 B",
           "from the end of one destination fractal to the next", V1),
    SWITCH("ifTranspose", AIC_L2_TRANSPOSE, "transposes every fractal; 16-bit types from L1", V1),
    {.name = "addrMode", .kind = AIC_FIELD_CHOICE, .slot = AIC_L2_ADDR_MODE, .bits = 1, .min = 0, .max = 1,
     .choices = addr_modes, .unit = "", .meaning = "whether source addresses rise or fall; loads from L1 always rise",
     .source = V1},
    NUMBER("sid", AIC_L2_SID, 4, false, 15, "L2D-011", "", "stream id, without effect on the data", V1),
};

#define V2_FIELDS \
    NUMBER("mStartPosition", AIC_L2V_M_START, 16, false, 65535, "L2V-006", "16 rows", "first row of fractals", V2), \
    NUMBER("kStartPosition", AIC_L2V_K_START, 16, false, 65535, "L2V-006", "32 B", "first column block", V2), \
    NUMBER("mStep", AIC_L2V_M_STEP, 8, true, 255, "L2V-002", "16 rows", "rows of fractals that are moved; 0 is a NOP", \
           V2), \
    NUMBER("kStep", AIC_L2V_K_STEP, 8, true, 255, "L2V-002", "32 B", "column blocks that are moved; 0 is a NOP", V2), \
    {.name = "srcStride", .kind = AIC_FIELD_SINT, .slot = AIC_L2V_SRC_STRIDE, .bits = 16, .required = true, \
     .min = -32767, .max = 32767, .rule = "L2V-006", .unit = "512 B", \
     .meaning = "from one column block of the source to the next", .source = V2}, \
    NUMBER("dstStride", AIC_L2V_DST_STRIDE, 16, true, 65535, "L2V-006", "512 B", \
           "from one column block of the stored matrix to the next", V2), \
    SWITCH("ifTranspose", AIC_L2V_TRANSPOSE, "stores the transposed block; only from L1", V2)

static const struct aic_field fields_load2dv2[] = {V2_FIELDS};

static const struct aic_field fields_load2dmx[] = {
    V2_FIELDS,
    NUMBER("scale_xStartPosition", AIC_LMX_X_START, 16, false, 65535, NULL, "rows of 32 B blocks",
           "first row of scale blocks", MX),
    NUMBER("scale_yStartPosition", AIC_LMX_Y_START, 16, false, 65535, NULL, "32 B", "first scale block of a row", MX),
    NUMBER("scale_xStep", AIC_LMX_X_STEP, 8, true, 255, NULL, "rows of 32 B blocks",
           "rows of scale blocks; 0 moves no scales", MX),
    NUMBER("scale_yStep", AIC_LMX_Y_STEP, 8, true, 255, NULL, "32 B", "scale blocks of a row; 0 moves no scales", MX),
    NUMBER("scale_srcStride", AIC_LMX_SRC_STRIDE, 16, true, 65535, NULL, "32 B", "from row to row of the source", MX),
    NUMBER("scale_dstStride", AIC_LMX_DST_STRIDE, 16, true, 65535, NULL, "32 B", "from row to row of the destination",
           MX),
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define L0_OR_L1 (AIC_SPACES_L0 | AIC_SPACE_BIT(AIC_L1))
#define L1_OR_GM (AIC_SPACE_BIT(AIC_L1) | AIC_SPACE_BIT(AIC_GM))
/* Every memory parses, so that a wrong one is a finding and not a syntax error. */
#define LOAD(row_name, row_fields, nop_fn, check_fn, dst_legal, src_legal) \
    .name = row_name, .klass = AIC_CLASS_DATA, \
    .slots = {{.role = "dst", .spaces = AIC_SPACES_ANY, .written = true, .legal = dst_legal}, \
              {.role = "src", .spaces = AIC_SPACES_ANY, .legal = src_legal}, \
              {.role = "scale", .spaces = AIC_SPACES_ANY, .legal = AIC_SPACE_BIT(AIC_L1)}}, \
    .min_dtypes = 1, .max_dtypes = 1, .n_fields = COUNT(row_fields), .fields = row_fields, .pipe = aic_loads_pipe, \
    .nop = nop_fn, .check = check_fn, .footprint = footprint, .work = work, .execute = execute

const struct aic_insn aic_insns_load2d[] = {
    {LOAD("load2d", fields_load2d, aic_load2d_nop, aic_load2d_check, L0_OR_L1, L1_OR_GM), .n_slots = 2,
     .rule_dtype = "L2D-006",
     .summary = "Loads fractals one after another", .source = V1},
    {LOAD("load2dv2", fields_load2dv2, aic_load2dv2_nop, aic_load2dv2_check, L0_OR_L1, L1_OR_GM), .n_slots = 2,
     .rule_insn = "L2V-010",
     .rule_dtype = "L2V-008", .summary = "Loads a block of a matrix of fractals", .source = V2},
    {LOAD("load2dmx", fields_load2dmx, aic_load2dv2_nop, aic_load2dv2_check, AIC_SPACES_L0, AIC_SPACE_BIT(AIC_L1)),
     .n_slots = 3, .rule_dtype = "LMX-002",
     .summary = "load2dv2 together with the scales of a microscaling type", .source = MX},
    {.name = NULL},
};
