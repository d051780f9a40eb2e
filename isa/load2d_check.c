/* Rules of the loads of whole fractals. Source: reference semantics, sections 3, 4, 5 and 16. */
#include "isa/load2d.h"

typedef long long ll;

static void check_places(const struct aic_op *op, struct aic_check *chk)
{
    enum aic_space dst = (enum aic_space)op->rec->op[0].space, src = (enum aic_space)op->rec->op[1].space;
    if (dst != AIC_L0A && dst != AIC_L0B && dst != AIC_L1)
        aic_raise(chk, "MEM-019", aic_at_operand(0), "load into l0a, l0b or l1",
                  "%s stores into L0A, L0B or L1, not %s", op->insn->name, aic_space_name(dst));
    if (src != AIC_L1 && src != AIC_GM)
        aic_raise(chk, "MEM-020", aic_at_operand(1), "load from l1 or gm", "%s reads L1 or GM, not %s", op->insn->name,
                  aic_space_name(src));
}

/* The first fractal must fit, whatever follows it. */
static void check_first(const struct aic_op *op, const struct aic_load2d *g, struct aic_check *chk)
{
    int64_t size = op->lim->sizes.bytes[AIC_L1];
    if (op->rec->op[1].space != AIC_L1 || size == AIC_UNKNOWN || g->fractals == 0)
        return;
    if (g->src < size && g->src + (int64_t)AIC_FRACTAL > size)
        aic_raise(chk, "MEM-013", aic_at_operand(1), "start it lower",
                  "the first fractal starts at l1:%lld, which leaves %lld of its 512 bytes", (ll)g->src,
                  (ll)(size - g->src));
}

/* A stride that leads below address 0. */
static void check_start(const struct aic_op *op, const struct aic_load2d *g, struct aic_check *chk)
{
    int64_t last = g->src + (int64_t)(g->steps ? g->steps - 1 : 0) * g->src_step;
    if (last < 0)
        aic_raise(chk, op->rec->op[1].space == AIC_GM ? "MEM-023" : "MEM-009", aic_at_operand(1), NULL,
                  "srcStride=%lld leads to address %lld, below the start of %s",
                  (ll)(g->src_step / (int64_t)AIC_FRACTAL), (ll)last,
                  aic_space_name((enum aic_space)op->rec->op[1].space));
}

/* ---- load2d ---- */

bool aic_load2d_nop(const struct aic_op *op, struct aic_check *chk)
{
    if (op->rec->f[AIC_L2_REPEAT] != 0)
        return false;
    aic_raise_nop(chk, "L2D-001", aic_at_field(AIC_L2_REPEAT), "repeatTimes is 0: nothing is moved");
    return true;
}

static void check_transpose(const struct aic_op *op, struct aic_check *chk)
{
    const struct aic_record *rec = op->rec;
    enum aic_dtype dt = aic_loads_dtype(op);
    if (!rec->f[AIC_L2_TRANSPOSE])
        return;
    if (rec->op[1].space == AIC_GM) {
        aic_raise(chk, "L2D-003", aic_at_field(AIC_L2_TRANSPOSE), "leave it out",
                  "ifTranspose has no effect on a load from GM");
    } else if (aic_dtype_bits(dt) == 4 && op->lim->load2d_b4_squares && rec->op[0].space == AIC_L0B) {
        if (rec->f[AIC_L2_REPEAT] % 4 || rec->f[AIC_L2_SRC_STRIDE] != 1 ||
            (rec->f[AIC_L2_DST_GAP] && !op->lim->load2d_dst_gap_ignored))
            aic_raise(chk, "L2D-014", aic_at_field(AIC_L2_TRANSPOSE), "move whole squares with srcStride=1, dstGap=0",
                      "repeatTimes=%lld, srcStride=%lld, dstGap=%lld: %s is transposed in squares of 64x64, four "
                      "fractals one behind another",
                      (ll)rec->f[AIC_L2_REPEAT], (ll)rec->f[AIC_L2_SRC_STRIDE], (ll)rec->f[AIC_L2_DST_GAP],
                      aic_dtype_name(dt));
    } else if (aic_dtype_bits(dt) != 16) {
        aic_raise(chk, "L2D-002", aic_at_field(AIC_L2_TRANSPOSE), "use load_transpose or load2dv2",
                  "ifTranspose takes 16-bit types, %s has %u bits", aic_dtype_name(dt), aic_dtype_bits(dt));
    }
}

/* Where LoadData2D is a wrapper over 2Dv2, it does what the document says only for some values (X12..X14). */
static void check_emulation(const struct aic_op *op, struct aic_check *chk)
{
    const int64_t *f = op->rec->f;
    bool from_gm = op->rec->op[1].space == AIC_GM;
    if (!op->lim->load2d_by_2dv2)
        return;
    if (!from_gm && f[AIC_L2_TRANSPOSE] && op->rec->op[0].space == AIC_L0B) {
        if (f[AIC_L2_START])
            aic_raise(chk, "L2D-009", aic_at_field(AIC_L2_START), "move the source address instead",
                      "startIndex=%lld is ignored by a transposed load into L0B (contested)", (ll)f[AIC_L2_START]);
    } else if (f[AIC_L2_START] && f[AIC_L2_SRC_STRIDE] != 1) {
        aic_raise(chk, "L2D-008", aic_at_field(AIC_L2_START), "move the source address instead",
                  "startIndex=%lld is multiplied by srcStride=%lld on this product (contested)", (ll)f[AIC_L2_START],
                  (ll)f[AIC_L2_SRC_STRIDE]);
    }
    if (from_gm && f[AIC_L2_ADDR_MODE])
        aic_raise(chk, "PATH-003", aic_at_field(AIC_L2_ADDR_MODE), "list the fractals upwards",
                  "no source says whether addresses fall where load2d is a wrapper over load2dv2");
    if (from_gm && f[AIC_L2_SRC_STRIDE] != 1)
        aic_raise(chk, "L2D-010", aic_at_field(AIC_L2_SRC_STRIDE), "use load2dv2",
                  "srcStride=%lld from GM copies that many fractals each time on this product (contested)",
                  (ll)f[AIC_L2_SRC_STRIDE]);
    if (from_gm && f[AIC_L2_SRC_STRIDE] > 255)
        aic_raise(chk, "FLD-001", aic_at_field(AIC_L2_SRC_STRIDE), NULL,
                  "srcStride=%lld does not fit the 8-bit mStep that it becomes on this product",
                  (ll)f[AIC_L2_SRC_STRIDE]);
}

void aic_load2d_check(const struct aic_op *op, struct aic_check *chk)
{
    const struct aic_record *rec = op->rec;
    const int64_t *f = rec->f;
    struct aic_load2d g;
    bool from_gm = rec->op[1].space == AIC_GM;
    check_places(op, chk);
    if (chk->error)
        return;
    if (from_gm && rec->op[0].space != AIC_L1 && op->lim->path[AIC_GM][rec->op[0].space] == AIC_PATH_NO)
        aic_raise(chk, "L2D-004", aic_at_operand(0), "load into l1 first", "this product cannot load from GM into %s",
                  aic_space_name((enum aic_space)rec->op[0].space));
    else if (from_gm && (op->lim->load2d_l1_only & AIC_DT_BIT(aic_loads_dtype(op))))
        aic_raise(chk, "L2D-005", aic_at_operand(1), "load from l1", "%s is loaded only from L1",
                  aic_dtype_name(aic_loads_dtype(op)));
    check_transpose(op, chk);
    if (chk->error)
        return;
    check_emulation(op, chk);
    if (f[AIC_L2_SRC_STRIDE] == 0 && f[AIC_L2_REPEAT] > 1 && !(from_gm && op->lim->load2d_by_2dv2))
        aic_raise(chk, "L2D-012", aic_at_field(AIC_L2_SRC_STRIDE), NULL,
                  "srcStride=0: the same fractal is loaded %lld times", (ll)f[AIC_L2_REPEAT]);
    if (f[AIC_L2_DST_GAP] && op->lim->load2d_dst_gap_ignored)
        aic_raise(chk, "L2D-013", aic_at_field(AIC_L2_DST_GAP), "leave it out",
                  "dstGap=%lld has no effect on this product", (ll)f[AIC_L2_DST_GAP]);
    if (f[AIC_L2_ADDR_MODE] && from_gm && !op->lim->load2d_by_2dv2 &&
        f[AIC_L2_START] < f[AIC_L2_SRC_STRIDE] * (f[AIC_L2_REPEAT] - 1)) {
        aic_raise(chk, "L2D-007", aic_at_field(AIC_L2_START), NULL,
                  "startIndex=%lld minus %lld steps of %lld fractals leads below the source", (ll)f[AIC_L2_START],
                  (ll)f[AIC_L2_REPEAT] - 1, (ll)f[AIC_L2_SRC_STRIDE]);
        return;
    }
    aic_load2d_decode(op, &g);
    check_first(op, &g, chk);
}

/* ---- load2dv2, load2dmx ---- */

bool aic_load2dv2_nop(const struct aic_op *op, struct aic_check *chk)
{
    static const int fields[] = {AIC_L2V_M_STEP, AIC_L2V_K_STEP};
    for (int i = 0; i < 2; i++) {
        if (op->rec->f[fields[i]] != 0)
            continue;
        aic_raise_nop(chk, "L2V-001", aic_at_field(fields[i]), "%s is 0: nothing is moved",
                      op->insn->fields[fields[i]].name);
        return true;
    }
    return false;
}

/* Fractals of a transposition must make whole squares. */
struct square_rule {
    unsigned bits;
    const char *rule;
    int field;
    int64_t multiple;
};

static const struct square_rule square_rules[] = {
    {4, "L2V-003", AIC_L2V_M_STEP, 4},
    {8, "L2V-004", AIC_L2V_M_STEP, 2},
    {32, "L2V-005", AIC_L2V_K_STEP, 2},
};

static void check_squares(const struct aic_op *op, const struct aic_load2d *g, struct aic_check *chk)
{
    for (unsigned i = 0; g->transposed && i < sizeof square_rules / sizeof square_rules[0]; i++) {
        const struct square_rule *r = &square_rules[i];
        if (r->bits == g->bits && op->rec->f[r->field] % r->multiple)
            aic_raise(chk, r->rule, aic_at_field(r->field), NULL,
                      "%s=%lld is not a multiple of %lld, which a transposition of %s needs",
                      op->insn->fields[r->field].name, (ll)op->rec->f[r->field], (ll)r->multiple,
                      aic_dtype_name(aic_loads_dtype(op)));
    }
}

static void check_overlap(const struct aic_op *op, const struct aic_load2d *g, struct aic_check *chk)
{
    int64_t stride = op->rec->f[AIC_L2V_DST_STRIDE];
    uint64_t fractals = g->transposed ? aic_ceil_div((uint64_t)g->steps * g->c0, 16) : g->fractals;
    uint32_t blocks = g->transposed ? g->squares : g->steps;
    if (blocks > 1 && (uint64_t)stride < fractals)
        aic_raise(chk, "L2V-009", aic_at_field(AIC_L2V_DST_STRIDE), NULL,
                  "dstStride=%lld is less than the %llu fractals of a stored column block: the blocks overlap, and the "
                  "result is not guaranteed",
                  (ll)stride, (unsigned long long)fractals);
}

static void check_scales(const struct aic_op *op, struct aic_check *chk)
{
    struct aic_load_scales s;
    aic_load_scales_decode(op, &s);
    int64_t size = op->lim->sizes.bytes[s.space];
    if (op->rec->op[2].space != AIC_L1) {
        aic_raise(chk, "MEM-020", aic_at_operand(2), "copy the scales to l1 first", "scales are read from L1, not %s",
                  aic_space_name((enum aic_space)op->rec->op[2].space));
        return;
    }
    if (s.x == 0 || s.y == 0) {
        aic_raise(chk, "LMX-001", aic_at_field(s.x ? AIC_LMX_Y_STEP : AIC_LMX_X_STEP), NULL,
                  "%s is 0: the data is moved, the scales are not (contested)", s.x ? "scale_yStep" : "scale_xStep");
        return;
    }
    uint64_t end = s.dst + (uint64_t)(s.x - 1) * s.dst_step + (uint64_t)s.y * AIC_C0_BYTES;
    if (size != AIC_UNKNOWN && end > (uint64_t)size)
        aic_raise(chk, "LMX-003", aic_at_operand(0), NULL,
                  "the scales of %s:%llu go to %s:%llu..%llu, past its %lld bytes",
                  aic_space_name((enum aic_space)op->rec->op[0].space), (unsigned long long)op->rec->op[0].addr,
                  aic_space_name(s.space), (unsigned long long)s.dst, (unsigned long long)end, (ll)size);
}

void aic_load2dv2_check(const struct aic_op *op, struct aic_check *chk)
{
    const struct aic_record *rec = op->rec;
    struct aic_load2d g;
    bool from_gm = rec->op[1].space == AIC_GM;
    check_places(op, chk);
    if (chk->error)
        return;
    if (from_gm && rec->op[0].space != AIC_L1)
        aic_raise(chk, "L2V-011", aic_at_operand(0), "load into l1 first", "%s cannot load from GM into %s",
                  op->insn->name, aic_space_name((enum aic_space)rec->op[0].space));
    if (from_gm && rec->f[AIC_L2V_TRANSPOSE])
        aic_raise(chk, "L2V-007", aic_at_field(AIC_L2V_TRANSPOSE), "transpose when loading from l1",
                  "ifTranspose is not available from GM");
    if (chk->error)
        return;
    aic_load2d_decode(op, &g);
    check_squares(op, &g, chk);
    if (chk->error)
        return;
    check_overlap(op, &g, chk);
    check_start(op, &g, chk);
    check_first(op, &g, chk);
    if (aic_load2d_is_mx(op) && aic_loads_has_dtype(op, aic_loads_dtype(op), (enum aic_space)rec->op[0].space))
        check_scales(op, chk);
}
