/* load_transpose, load_transpose_v2 and load_sparse.
 * Source: reference semantics, sections 6, 7 and 16; pages LoadDataWithTranspose and LoadDataWithSparse. */
#include <string.h>

#include "isa/loads.h"

typedef long long ll;

enum transpose_slot { START = 0, REPEAT, SRC_STRIDE, DST_GAP, DST_FRAC_GAP, SRC_FRAC_GAP, ADDR_MODE };

/* `repeats` squares of `fractals` fractals each. Steps in bytes: from square to square, and from fractal to fractal
 * of one square. */
struct turn {
    unsigned bits, c0, fractals;
    uint32_t repeats;
    uint64_t src, dst;
    uint64_t src_step, src_frac, dst_step, dst_frac;
};

static bool is_v2(const struct aic_op *op)
{
    return strcmp(op->insn->name, "load_transpose_v2") == 0;
}

static void decode(const struct aic_op *op, struct turn *g)
{
    const int64_t *f = op->rec->f;
    g->bits = aic_dtype_bits(aic_loads_dtype(op));
    g->bits = g->bits ? g->bits : 8;
    g->c0 = 256 / g->bits;
    g->fractals = g->bits == 4 ? 4 : g->bits == 16 ? 1 : 2;
    uint64_t unit = is_v2(op) ? AIC_FRACTAL : (uint64_t)g->fractals * AIC_FRACTAL;
    g->repeats = (uint32_t)f[REPEAT];
    g->src_step = (uint64_t)f[SRC_STRIDE] * unit;
    g->src = op->rec->op[1].addr + (uint64_t)f[START] * unit;
    g->src_frac = (uint64_t)(f[SRC_FRAC_GAP] + 1) * AIC_FRACTAL;
    g->dst = op->rec->op[0].addr;
    g->dst_step = (uint64_t)(f[DST_GAP] + 1) * AIC_FRACTAL;
    g->dst_frac = (uint64_t)(f[DST_FRAC_GAP] + 1) * AIC_FRACTAL;
}

/* ---- rules ---- */

static bool nop(const struct aic_op *op, struct aic_check *chk)
{
    if (op->rec->f[REPEAT] != 0 || is_v2(op)) /* the second form does not take 0: LTR-009 */
        return false;
    aic_raise_nop(chk, "LTR-001", aic_at_field(REPEAT), "repeatTimes is 0: nothing is moved");
    return true;
}

/* Whether two destination fractals coincide: i * dst_step + j * dst_frac for i < repeats, j < fractals. */
static bool overlaps(const struct turn *g)
{
    for (unsigned d = 1; d < g->fractals; d++)
        if (d * g->dst_frac % g->dst_step == 0 && d * g->dst_frac / g->dst_step < g->repeats)
            return true;
    return false;
}

static void check_target(const struct aic_op *op, struct aic_check *chk)
{
    enum aic_space dst = (enum aic_space)op->rec->op[0].space, src = (enum aic_space)op->rec->op[1].space;
    enum aic_dtype dt = aic_loads_dtype(op);
    if (dst != AIC_L0A && dst != AIC_L0B)
        aic_raise(chk, "MEM-019", aic_at_operand(0), "load into l0a or l0b", "%s stores into L0A or L0B, not %s",
                  op->insn->name, aic_space_name(dst));
    else if (src != AIC_L1)
        aic_raise(chk, "MEM-020", aic_at_operand(1), "load from l1", "%s reads L1, not %s", op->insn->name,
                  aic_space_name(src));
    else if (dst == AIC_L0A && op->lim->dtypes[op->rec->insn][AIC_L0A] == 0)
        aic_raise(chk, "LTR-003", aic_at_operand(0), "use load3dv2 or load2dv2 with transposition",
                  "%s stores only into L0B on this product", op->insn->name);
    else if (dst == AIC_L0A && aic_dtype_bits(dt) == 4 && op->lim->load_transpose_b4_l0b_only)
        aic_raise(chk, "LTR-002", aic_at_operand(0), NULL, "%s is transposed only into L0B", aic_dtype_name(dt));
}

static void check(const struct aic_op *op, struct aic_check *chk)
{
    const int64_t *f = op->rec->f;
    struct turn g;
    decode(op, &g);
    check_target(op, chk);
    if (chk->error)
        return;
    if (f[ADDR_MODE])
        aic_raise(chk, "LTR-006", aic_at_field(ADDR_MODE), "leave it out",
                  "addrMode=decrement has no effect: the library always increments (contested)");
    if (g.fractals == 1 && f[DST_FRAC_GAP])
        aic_raise(chk, "LTR-007", aic_at_field(DST_FRAC_GAP), NULL,
                  "dstFracGap=%lld has no effect: a square of 16-bit elements is one fractal", (ll)f[DST_FRAC_GAP]);
    if (overlaps(&g))
        aic_raise(chk, "LTR-004", aic_at_field(DST_GAP), "raise dstGap or dstFracGap",
                  "dstGap=%lld and dstFracGap=%lld make destination fractals of different squares coincide",
                  (ll)f[DST_GAP], (ll)f[DST_FRAC_GAP]);
}

/* ---- accesses and data ---- */

static struct aic_span squares(enum aic_space space, uint64_t base, const struct turn *g, uint64_t frac, uint64_t step)
{
    struct aic_span span = aic_span_rows(space, base, AIC_FRACTAL, g->fractals, (int64_t)frac);
    aic_span_repeat(&span, g->repeats, (int64_t)step);
    return span;
}

static void footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    struct turn g;
    decode(op, &g);
    aic_footprint_add(fp, squares(AIC_L1, g.src, &g, g.src_frac, g.src_step), AIC_READ, 1);
    aic_footprint_add(fp, squares((enum aic_space)op->rec->op[0].space, g.dst, &g, g.dst_frac, g.dst_step), AIC_WRITE,
                      0);
}

static void work(const struct aic_op *op, struct aic_work *w)
{
    struct turn g;
    struct aic_footprint fp = {0};
    decode(op, &g);
    footprint(op, &fp);
    memset(w, 0, sizeof *w);
    w->kind = AIC_WORK_TRANSPOSE;
    w->src = op->rec->op[1].space;
    w->dst = op->rec->op[0].space;
    w->src_dtype = w->dst_dtype = (uint8_t)aic_loads_dtype(op);
    w->src_bytes = w->dst_bytes = (uint64_t)g.repeats * g.fractals * AIC_FRACTAL;
    w->repeats = g.repeats;
    w->transpose = true;
    w->local_src = fp.e[0].span;
    w->local_dst = fp.e[1].span;
}

/* Row r of a source square whose fractals are stacked. */
static uint64_t row_at(uint64_t base, uint64_t frac, unsigned r)
{
    return base + r / 16 * frac + r % 16 * (uint64_t)AIC_C0_BYTES;
}

/* Square of stacked fractals: b4, b8 and b16. */
static void turn_stacked(const struct turn *g, uint64_t from, uint64_t to, const struct aic_buffer *src,
                         struct aic_buffer *dst)
{
    struct aic_square sq = {.defined = ~(uint64_t)0};
    uint8_t *data[64], *state[64];
    for (unsigned r = 0; r < g->c0; r++) {
        memcpy(sq.data[r], src->data + row_at(from, g->src_frac, r), AIC_C0_BYTES);
        memcpy(sq.state[r], src->state + row_at(from, g->src_frac, r), AIC_C0_BYTES);
        data[r] = dst->data + row_at(to, g->dst_frac, r);
        state[r] = dst->state + row_at(to, g->dst_frac, r);
    }
    aic_square_store(&sq, g->bits, g->c0, data, state);
}

/* Two 16x8 fractals side by side, b32: rows 8j.. of source fractal f become rows 8f.. of destination fractal j. */
static void turn_pair(const struct turn *g, uint64_t from, uint64_t to, const struct aic_buffer *src,
                      struct aic_buffer *dst)
{
    struct aic_square sq = {.defined = ~(uint64_t)0};
    uint8_t *data[64], *state[64];
    for (unsigned f = 0; f < 2; f++) {
        for (unsigned j = 0; j < 2; j++) {
            uint64_t at = from + f * g->src_frac + j * (AIC_FRACTAL / 2);
            memcpy(sq.data, src->data + at, AIC_FRACTAL / 2);
            memcpy(sq.state, src->state + at, AIC_FRACTAL / 2);
            for (unsigned c = 0; c < 8; c++) {
                uint64_t row = to + j * g->dst_frac + (8 * f + c) * (uint64_t)AIC_C0_BYTES;
                data[c] = dst->data + row;
                state[c] = dst->state + row;
            }
            aic_square_store(&sq, 32, 8, data, state);
        }
    }
}

/* Whether everything lies inside the local memories; the checks hold it so. */
static bool fits(const struct aic_op *op, struct aic_memory *mem)
{
    struct aic_footprint fp = {0};
    uint64_t lo, hi;
    op->insn->footprint(op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        aic_span_bounds(&fp.e[i].span, &lo, &hi);
        if (hi > aic_memory_buffer(mem, (enum aic_space)fp.e[i].span.space, 0)->bytes)
            return false;
    }
    return true;
}

static void execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    struct turn g;
    (void)chk;
    decode(op, &g);
    if (!fits(op, mem))
        return;
    const struct aic_buffer *src = aic_memory_buffer(mem, AIC_L1, 0);
    struct aic_buffer *dst = aic_memory_buffer(mem, (enum aic_space)op->rec->op[0].space, 0);
    for (uint32_t i = 0; i < g.repeats; i++) {
        if (g.bits == 32)
            turn_pair(&g, g.src + i * g.src_step, g.dst + i * g.dst_step, src, dst);
        else
            turn_stacked(&g, g.src + i * g.src_step, g.dst + i * g.dst_step, src, dst);
    }
}

/* ---- load_sparse ---- */

#define INDEX_BYTES 128u /* of one fractal: two bits for each of its elements */

enum sparse_slot { SP_START = 0, SP_REPEAT };

static bool sparse_nop(const struct aic_op *op, struct aic_check *chk)
{
    if (op->rec->f[SP_REPEAT] != 0)
        return false;
    aic_raise_nop(chk, "LSP-001", aic_at_field(SP_REPEAT), "repeatTimes is 0: nothing is moved");
    return true;
}

static void sparse_check(const struct aic_op *op, struct aic_check *chk)
{
    const struct aic_record *rec = op->rec;
    if (rec->dtype[0] != AIC_DT_INT8 || (rec->n_dtypes > 1 && rec->dtype[1] != AIC_DT_UINT8))
        aic_raise(chk, "LSP-002", AIC_AT_RECORD, "write dtype=int8",
                  "load_sparse takes int8 with uint8 indices, not %s",
                  aic_dtype_name((enum aic_dtype)rec->dtype[rec->dtype[0] == AIC_DT_INT8]));
    if (rec->op[0].space != AIC_L0B)
        aic_raise(chk, "LSP-005", aic_at_operand(0), "load into l0b", "load_sparse stores into L0B, not %s",
                  aic_space_name((enum aic_space)rec->op[0].space));
    for (int i = 1; i < 3; i++)
        if (rec->op[i].space != AIC_L1)
            aic_raise(chk, "MEM-020", aic_at_operand(i), "load from l1", "load_sparse reads L1, not %s",
                      aic_space_name((enum aic_space)rec->op[i].space));
}

static void sparse_footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    const struct aic_record *rec = op->rec;
    uint64_t start = (uint64_t)rec->f[SP_START], n = (uint64_t)rec->f[SP_REPEAT];
    aic_footprint_add(fp, aic_span_linear(AIC_L1, rec->op[1].addr + start * AIC_FRACTAL, n * AIC_FRACTAL), AIC_READ, 1);
    aic_footprint_add(fp, aic_span_linear(AIC_L1, rec->op[2].addr + start * INDEX_BYTES, n * INDEX_BYTES), AIC_READ, 2);
    aic_footprint_add(fp, aic_span_linear(AIC_L0B, rec->op[0].addr, n * AIC_FRACTAL), AIC_WRITE, 0);
    aic_footprint_add(fp, aic_span_linear(AIC_IDX, rec->op[0].addr / 4, n * INDEX_BYTES), AIC_WRITE, 0);
}

static void sparse_work(const struct aic_op *op, struct aic_work *w)
{
    struct aic_footprint fp = {0};
    uint64_t n = (uint64_t)op->rec->f[SP_REPEAT];
    sparse_footprint(op, &fp);
    memset(w, 0, sizeof *w);
    w->kind = AIC_WORK_SPARSE;
    w->src = AIC_L1;
    w->dst = AIC_L0B;
    w->src_dtype = w->dst_dtype = AIC_DT_INT8;
    w->src_bytes = w->dst_bytes = n * (AIC_FRACTAL + INDEX_BYTES);
    w->repeats = (uint32_t)n;
    w->local_src = fp.e[0].span;
    w->local_dst = fp.e[2].span;
}

/* Index values are 0, 1 or 2; bytes that nobody defined say nothing. */
static bool indices_are_legal(const struct aic_buffer *l1, const struct aic_span *idx, struct aic_check *chk)
{
    for (uint64_t a = idx->base; a < idx->base + idx->run; a++) {
        uint8_t both = l1->data[a] & (l1->data[a] >> 1) & 0x55;
        if (l1->state[a] != AIC_ST_VALID || !both)
            continue;
        aic_raise(chk, "LSP-004", aic_at_operand(2), NULL, "the index byte 0x%02x at l1:%llu holds the index 3",
                  l1->data[a], (unsigned long long)a);
        return false;
    }
    return true;
}

static void sparse_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    struct aic_footprint fp = {0};
    sparse_footprint(op, &fp);
    if (fp.n < 4 || !fits(op, mem) || !indices_are_legal(aic_memory_buffer(mem, AIC_L1, 0), &fp.e[1].span, chk))
        return;
    for (int i = 0; i < 2; i++)
        aic_memory_move(mem, (enum aic_space)fp.e[2 + i].span.space, 0, fp.e[2 + i].span.base, AIC_L1, 0,
                        fp.e[i].span.base, fp.e[i].span.run);
}

/* ---- tables ---- */

#define LTR "reference semantics, section 6; page LoadDataWithTranspose"
#define LSP "reference semantics, section 7; page LoadDataWithSparse"
#define NUMBER(field, s, width, need, lo, hi, id, u, text, from) \
    {.name = field, .kind = AIC_FIELD_UINT, .slot = s, .bits = width, .required = need, .min = lo, .max = hi, \
     .rule = id, .unit = u, .meaning = text, .source = from}

static const char *const addr_modes[] = {"increment", "decrement", NULL};

#define TAIL(frac_gap_max) \
    NUMBER("dstGap", DST_GAP, 16, false, 0, 65535, NULL, "512 B", \
           "from the end of a square's first stored fractal to the first one of the next square", LTR), \
    NUMBER("dstFracGap", DST_FRAC_GAP, 16, false, 0, 65535, NULL, "512 B", \
           "from the end of one stored fractal of a square to the next; one-fractal squares have none", LTR), \
    NUMBER("srcFracGap", SRC_FRAC_GAP, 16, false, 0, frac_gap_max, NULL, "512 B", \
           "from the end of one source fractal of a square to the next; only in the second form", LTR), \
    {.name = "addrMode", .kind = AIC_FIELD_CHOICE, .slot = ADDR_MODE, .bits = 1, .min = 0, .max = 1, \
     .choices = addr_modes, .unit = "", .meaning = "whether source addresses rise or fall; the library always rises", \
     .source = LTR}

static const struct aic_field fields_v1[] = {
    NUMBER("startIndex", START, 16, false, 0, 65535, NULL, "squares", "first square of the source", LTR),
    NUMBER("repeatTimes", REPEAT, 8, true, 0, 255, NULL, "squares", "squares that are moved; 0 is a NOP", LTR),
    NUMBER("srcStride", SRC_STRIDE, 16, true, 0, 65535, NULL, "squares", "from one source square to the next", LTR),
    TAIL(0),
};

static const struct aic_field fields_v2[] = {
    NUMBER("startIndex", START, 16, false, 0, 65535, NULL, "512 B", "first fractal of the source", LTR),
    NUMBER("repeatTimes", REPEAT, 8, true, 1, 255, "LTR-009", "squares", "squares that are moved", LTR),
    NUMBER("srcStride", SRC_STRIDE, 16, true, 0, 65535, NULL, "512 B", "from one source square to the next", LTR),
    TAIL(65535),
};

static const struct aic_field fields_sparse[] = {
    NUMBER("startIndex", SP_START, 16, false, 0, 65535, NULL, "512 B; 128 B of indices", "first fractal", LSP),
    NUMBER("repeatTimes", SP_REPEAT, 8, true, 0, 255, NULL, "fractals", "fractals that are moved; 0 is a NOP", LSP),
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
/* Every memory parses, so that a wrong one is a finding and not a syntax error. */
#define TURN(row_name, row_fields) \
    .name = row_name, .klass = AIC_CLASS_DATA, .n_slots = 2, \
    .slots = {{.role = "dst", .spaces = AIC_SPACES_ANY, .written = true, .legal = AIC_SPACES_L0}, \
              {.role = "src", .spaces = AIC_SPACES_ANY, .legal = AIC_SPACE_BIT(AIC_L1)}}, \
    .min_dtypes = 1, .max_dtypes = 1, .n_fields = COUNT(row_fields), .fields = row_fields, .rule_dtype = "LTR-005", \
    .source = LTR, .pipe = aic_loads_pipe, .nop = nop, .check = check, .footprint = footprint, .work = work, \
    .execute = execute

const struct aic_insn aic_insns_transpose[] = {
    {TURN("load_transpose", fields_v1), .rule_insn = "LTR-011",
     .summary = "Loads squares of fractals, each transposed"},
    {TURN("load_transpose_v2", fields_v2), .rule_insn = "LTR-008",
     .summary = "load_transpose with strides in fractals and a gap inside the source square"},
    {.name = "load_sparse", .klass = AIC_CLASS_DATA, .n_slots = 3,
     .slots = {{.role = "dst", .spaces = AIC_SPACES_ANY, .written = true, .legal = AIC_SPACE_BIT(AIC_L0B)},
               {.role = "src", .spaces = AIC_SPACES_ANY, .legal = AIC_SPACE_BIT(AIC_L1)},
               {.role = "index", .spaces = AIC_SPACES_ANY, .legal = AIC_SPACE_BIT(AIC_L1)}},
     .min_dtypes = 1, .max_dtypes = 2, .n_fields = COUNT(fields_sparse), .fields = fields_sparse,
     .rule_insn = "LSP-006", .rule_dtype = "LSP-002", .source = LSP, .pipe = aic_loads_pipe, .nop = sparse_nop,
     .check = sparse_check, .footprint = sparse_footprint, .work = sparse_work, .execute = sparse_execute,
     .summary = "Loads a densified sparse matrix and its indices"},
    {.name = NULL},
};
