/* Rules about reading what another record has stored: the layouts must fit. Source: reference semantics 16. */
#include "isa/cube.h"
#include "isa/declared.h"
#include "isa/fixpipe.h"
#include "isa/loads.h"
#include "isa/made.h"

/* Who reads, and whom it can ask. */
struct reader {
    const struct aic_op *op;
    aic_made_find_fn *find;
    void *user;
    struct aic_check *chk;
};

static bool look(const struct reader *r, unsigned operand, struct aic_made_at *at)
{
    const struct aic_operand *o = &r->op->rec->op[operand];
    return r->find(r->user, (enum aic_space)o->space, o->addr, at);
}

/* ---- loads from L1 ---- */

static void check_load(const struct reader *r, const struct aic_work *work)
{
    struct aic_made_at at;
    enum aic_dtype dt = aic_loads_dtype(r->op);
    if (!look(r, 1, &at))
        return;
    aic_declared_check_load(r->op, work, &at, r->chk);
    if (at.made.how != AIC_MADE_NZ)
        return;
    enum aic_dtype from = (enum aic_dtype)at.made.dtype;
    /* Whole fractals travel unchanged whatever their width; only who looks inside them must agree on it. */
    if ((work->kind == AIC_WORK_LOAD3D || work->transpose) && aic_dtype_bits(from) != aic_dtype_bits(dt))
        aic_raise(r->chk, "LAY-001", aic_at_operand(1), "use one element width for both",
                  "l1:%llu was stored as NZ of %s (line %u) and is read as fractals of %s",
                  (unsigned long long)r->op->rec->op[1].addr, aic_dtype_name(from), (unsigned)at.line,
                  aic_dtype_name(dt));
    else if (work->kind == AIC_WORK_TRANSPOSE && aic_dtype_bits(dt) == 32 && at.made.pitch > 1)
        aic_raise(r->chk, "LTR-010", aic_at_operand(1), "transpose matrices of 16 rows, or use load3dv2",
                  "the NZ matrix of line %u has %u fractals in a column block: two consecutive ones are no 16x16 "
                  "square",
                  (unsigned)at.line, at.made.pitch);
}

/* ---- Mmad ---- */

static void check_gemv(const struct reader *r, const struct aic_cube *cube, const struct aic_made_at *at)
{
    if (at->made.transposed)
        aic_raise(r->chk, "MM-022", aic_at_operand(1), "load A without transposition, or use m > 1",
                  "m=1 reads A as one row (GEMV), but line %u stored it transposed", (unsigned)at->line);
    else if (at->made.how == AIC_MADE_FRACTALS && !at->made.line && cube->k > cube->c0)
        aic_raise(r->chk, "MM-021", aic_at_operand(1), "store A as one contiguous row, or use m > 1",
                  "m=1 reads %u contiguous elements of A (GEMV), but line %u stored it in fractals", cube->k,
                  (unsigned)at->line);
}

static void check_pitch(const struct reader *r, int operand, const struct aic_made_at *at, uint32_t pitch)
{
    aic_raise(r->chk, "LAY-001", aic_at_operand(operand), "make the sizes of the load and of the mmad agree",
              "%s was stored with %u fractals from one row or column of fractals to the next (line %u); m, n and k "
              "read it with %u",
              r->op->insn->slots[operand].role, at->made.pitch, (unsigned)at->line, pitch);
}

/* The cube goes through A's fractals row by row (ZZ) or column by column (NZ). Where A is one row or column of them
 * both are the same, and a load2d may rearrange a matrix on purpose. */
static void check_run(const struct reader *r, const struct aic_cube *cube, const struct aic_made_at *at)
{
    uint32_t next = at->made.run_step;
    if (at->made.run == AIC_RUN_UNKNOWN || at->lo != cube->a_addr || cube->m1 < 2 || cube->k1 < 2 ||
        next >= (cube->nz ? cube->k1 : cube->m1) * cube->a_pitch)
        return;
    bool along = next < cube->a_pitch, beside = next % cube->a_pitch == 0;
    bool down = cube->nz ? along : beside, across = cube->nz ? beside : along;
    if (at->made.run == AIC_RUN_DOWN ? across : down)
        aic_raise(r->chk, "LAY-001", aic_at_operand(1), "load the fractals in the order in which they are read here",
                  "the load2d on line %u takes fractals that lie %s; the cube reads A here as %s and takes them %s",
                  (unsigned)at->line, at->made.run == AIC_RUN_DOWN ? "one above the other" : "side by side",
                  cube->nz ? "NZ" : "ZZ", down ? "one above the other" : "side by side");
}

static bool odd_k_of_transposed_float(const struct aic_cube *cube, const struct aic_made_at *at)
{
    return !cube->nz && at->made.transposed && cube->a == AIC_DT_FLOAT && cube->k1 % 2 && cube->a_pitch == cube->k1;
}

static void check_a(const struct reader *r, const struct aic_cube *cube)
{
    struct aic_made_at at;
    if (!look(r, 1, &at))
        return;
    if (cube->gemv) {
        check_gemv(r, cube, &at);
        return;
    }
    bool several = cube->nz ? cube->k1 > 1 && at.made.blocks > 1 : cube->m1 > 1 && at.made.rows > 1;
    bool known = at.made.how == AIC_MADE_FRACTALS && at.lo == cube->a_addr && several;
    if (cube->m1 > 1 && odd_k_of_transposed_float(cube, &at))
        aic_raise(r->chk, "MM-011", aic_at_operand(1), "set kDirectionAlign=true",
                  "A is float and was stored transposed (line %u), an even number of fractals in a row; k=%u reads %u",
                  (unsigned)at.line, cube->k, cube->k1);
    else if (known && at.made.pitch != cube->a_pitch)
        check_pitch(r, 1, &at, cube->a_pitch);
    check_run(r, cube, &at);
}

static void check_b(const struct reader *r, const struct aic_cube *cube)
{
    struct aic_made_at at;
    if (!look(r, 2, &at) || cube->bk1 <= 1)
        return;
    bool known = at.made.how == AIC_MADE_FRACTALS && at.lo == cube->b_addr && at.made.blocks > 1;
    bool squares = at.made.how == AIC_MADE_SQUARES && cube->n1 % at.made.square;
    bool padded = known && at.made.transposed && at.made.square > 1 && cube->n1 < at.made.pitch &&
                  at.made.pitch - cube->n1 < at.made.square;
    if (squares || padded)
        aic_raise(r->chk, "MM-029", aic_at_operand(2), "round n up to whole squares",
                  "B was transposed in squares of %u columns (line %u); n=%u does not fill them", at.made.square * 16u,
                  (unsigned)at.line, cube->n);
    else if (known && at.made.pitch != cube->n1)
        check_pitch(r, 2, &at, cube->n1);
}

static void check_bias(const struct reader *r, const struct aic_cube *cube)
{
    struct aic_made_at at;
    if (cube->init != AIC_INIT_BT || !look(r, 3, &at) || at.made.how != AIC_MADE_BIAS)
        return;
    enum aic_dtype got = (enum aic_dtype)at.made.dtype, want = (enum aic_dtype)cube->bias;
    bool words = (got == AIC_DT_FLOAT && want == AIC_DT_INT32) || (got == AIC_DT_INT32 && want == AIC_DT_FLOAT);
    if (words)
        aic_raise(r->chk, cube->kind == AIC_CUBE_MX ? "MX-008" : "MM-017", aic_at_operand(3),
                  "copy the bias as the type of the accumulator", "the bias was stored as %s (line %u), %s adds %s",
                  aic_dtype_name(got), (unsigned)at.line, r->op->insn->name, aic_dtype_name(want));
}

static void check_c(const struct reader *r, const struct aic_cube *cube, const struct aic_work *work)
{
    struct aic_made_at at;
    if (cube->init != AIC_INIT_C || !look(r, 0, &at) || at.made.how != AIC_MADE_RESULT || at.lo != cube->c_addr)
        return;
    if (at.made.unit_flag != 3 && (at.made.unit_flag == 0) != (work->unit_flag == 0))
        aic_raise(r->chk, "UF-003", aic_at_field(AIC_MM_UNIT_FLAG), "use 2 for every step but the last, 3 for the last",
                  "unitFlag=%u accumulates on the mmad of line %u, which has unitFlag=%u", (unsigned)work->unit_flag,
                  (unsigned)at.line, (unsigned)at.made.unit_flag);
    if (cube->n1 > 1 && at.made.blocks > 1 && at.made.pitch != cube->m1)
        check_pitch(r, 0, &at, cube->m1);
}

static void check_mmad(const struct reader *r, const struct aic_work *work)
{
    struct aic_cube cube;
    aic_cube_of(r->op, work->mx ? AIC_CUBE_MX : work->sparse ? AIC_CUBE_SPARSE : AIC_CUBE_PLAIN, &cube);
    check_a(r, &cube);
    check_b(r, &cube);
    check_bias(r, &cube);
    check_c(r, &cube, work);
}

/* ---- Fixpipe ---- */

static void check_fixpipe(const struct reader *r, const struct aic_work *work)
{
    struct aic_made_at at;
    struct aic_fix fix;
    if (!look(r, 1, &at) || at.made.how != AIC_MADE_RESULT)
        return;
    aic_fix_of(r->op, &fix);
    bool by_rows = fix.layout == AIC_FIX_ND || (fix.layout == AIC_FIX_NZ && aic_dtype_bits(fix.dst) <= 8);
    uint64_t strip = (uint64_t)at.made.pitch * 256;
    if (work->unit_flag && at.made.m_first && by_rows)
        aic_raise(r->chk, "UF-005", aic_at_field(AIC_FIX_F_UNIT_FLAG), "put set_mm_order order=row before the mmad",
                  "the mmad of line %u finishes columns first, this drain reads rows first", (unsigned)at.line);
    /* Overlapping strips are FP-009's. */
    if (at.lo == fix.src_addr && fix.n > 16 && at.made.blocks > 1 && fix.src_row == 16 && fix.src_strip != strip &&
        fix.src_strip >= (uint64_t)fix.m * 16)
        aic_raise(r->chk, "LAY-001", aic_at_field(AIC_FIX_F_SRC_STRIDE), "use the m of the mmad, rounded up to 16",
                  "srcStride=%llu, but the mmad of line %u stored strips of %u rows",
                  (unsigned long long)(fix.src_strip / 16), (unsigned)at.line, at.made.pitch * 16);
}

void aic_made_check(const struct aic_op *op, const struct aic_work *work, aic_made_find_fn *find, void *user,
                    struct aic_check *chk)
{
    const struct reader r = {.op = op, .find = find, .user = user, .chk = chk};
    switch (work->kind) {
    case AIC_WORK_LOAD2D:
    case AIC_WORK_LOAD2DV2:
    case AIC_WORK_LOAD3D:
    case AIC_WORK_TRANSPOSE:
        if (work->src == AIC_L1)
            check_load(&r, work);
        break;
    case AIC_WORK_MMAD:
        check_mmad(&r, work);
        break;
    case AIC_WORK_FIXPIPE:
        check_fixpipe(&r, work);
        break;
    default:
        break;
    }
}
