#include "isa/made.h"

#include <string.h>

#include "isa/cube.h"
#include "isa/load2d.h"
#include "isa/load3d.h"

static unsigned square_of(enum aic_dtype dt)
{
    unsigned bits = aic_dtype_bits(dt);
    return bits == 4 ? 4 : bits == 8 ? 2 : 1;
}

static void made_nz(const struct aic_op *op, struct aic_made *made)
{
    static const char name[] = "dstNzC0Stride";
    const struct aic_field *field = aic_insn_field(op->insn, name, sizeof name - 1);
    made->how = AIC_MADE_NZ;
    made->pitch = (uint32_t)aic_ceil_div((uint64_t)op->rec->f[field->slot], 16);
}

static void made_load3d(const struct aic_op *op, struct aic_made *made)
{
    struct aic_load3d g;
    if (strcmp(op->insn->name, "load3dv1") == 0)
        return;
    aic_load3d_decode(op, &g);
    bool zz = !g.to_l0b && op->lim->l0a_layout == AIC_L0A_ZZ;
    if (g.apart)
        return;
    made->how = AIC_MADE_FRACTALS;
    made->transposed = g.transposed;
    made->square = g.transposed ? (uint8_t)square_of((enum aic_dtype)made->dtype) : 1;
    made->pitch = (uint32_t)((zz ? g.group : g.block) / AIC_FRACTAL);
    made->rows = (uint32_t)aic_ceil_div(g.st_rows, 16);
    made->blocks = g.st_blocks;
}

static void made_load2dv2(const struct aic_op *op, struct aic_made *made)
{
    const int64_t *f = op->rec->f;
    unsigned c0 = aic_dtype_c0((enum aic_dtype)made->dtype);
    if (op->rec->op[0].space != AIC_L0A && op->rec->op[0].space != AIC_L0B)
        return;
    made->how = AIC_MADE_FRACTALS;
    made->transposed = f[AIC_L2V_TRANSPOSE] != 0;
    made->square = made->transposed ? (uint8_t)square_of((enum aic_dtype)made->dtype) : 1;
    made->pitch = (uint32_t)f[AIC_L2V_DST_STRIDE];
    made->rows = (uint32_t)(made->transposed ? f[AIC_L2V_K_STEP] * c0 / 16 : f[AIC_L2V_M_STEP]);
    made->blocks = (uint32_t)(made->transposed ? f[AIC_L2V_M_STEP] * 16 / c0 : f[AIC_L2V_K_STEP]);
}

static void made_result(const struct aic_work *work, struct aic_made *made)
{
    made->how = AIC_MADE_RESULT;
    made->dtype = work->dst_dtype;
    made->pitch = made->rows = work->m1;
    made->blocks = work->n1;
    made->unit_flag = work->unit_flag;
    made->m_first = work->m_first;
}

void aic_made_of(const struct aic_op *op, const struct aic_work *work, struct aic_made *made)
{
    const struct aic_record *rec = op->rec;
    memset(made, 0, sizeof *made);
    made->square = 1;
    made->dtype = rec->n_dtypes ? rec->dtype[0] : AIC_DT_NONE;
    switch (work->kind) {
    case AIC_WORK_ND2NZ:
    case AIC_WORK_DN2NZ:
        made_nz(op, made);
        break;
    case AIC_WORK_LOAD3D:
        made_load3d(op, made);
        break;
    case AIC_WORK_LOAD2DV2:
    case AIC_WORK_LOAD_MX:
        made_load2dv2(op, made);
        break;
    case AIC_WORK_TRANSPOSE:
        made->how = AIC_MADE_SQUARES;
        made->transposed = true;
        made->square = (uint8_t)square_of((enum aic_dtype)made->dtype);
        break;
    case AIC_WORK_LOAD2D:
        made->transposed = work->transpose;
        break;
    case AIC_WORK_MMAD:
        made_result(work, made);
        break;
    case AIC_WORK_COPY:
        if (rec->n_operands > 0 && rec->op[0].space == AIC_BT && rec->n_dtypes) {
            made->how = AIC_MADE_BIAS;
            made->dtype = rec->dtype[rec->n_dtypes - 1];
        }
        break;
    default:
        break;
    }
}

static int64_t field_of(const struct aic_op *op, const char *name)
{
    const struct aic_field *field = aic_insn_field(op->insn, name, (unsigned)strlen(name));
    return field ? op->rec->f[field->slot] : 0;
}

bool aic_made_offset(const struct aic_op *op, const struct aic_work *work, const struct aic_made_at *at, int64_t *row,
                     int64_t *column)
{
    enum aic_dtype dt = (enum aic_dtype)(op->rec->n_dtypes ? op->rec->dtype[0] : AIC_DT_NONE);
    uint64_t from = op->rec->op[1].addr - at->lo;
    if (at->made.how != AIC_MADE_NZ || !at->made.pitch || at->made.dtype != dt || from % AIC_FRACTAL || work->sliding)
        return false;
    int64_t fractal = (int64_t)(from / AIC_FRACTAL) + field_of(op, "startIndex");
    *row = fractal % at->made.pitch * 16 + field_of(op, "mStartPosition") * 16 + field_of(op, "mStartPt");
    *column = (fractal / at->made.pitch + field_of(op, "kStartPosition")) * (int64_t)aic_dtype_c0(dt) +
              field_of(op, "kStartPt");
    return work->kind == AIC_WORK_LOAD2D || work->kind == AIC_WORK_LOAD2DV2 || work->kind == AIC_WORK_LOAD3D;
}

void aic_made_run(const struct aic_op *op, const struct aic_work *work, const struct aic_made_at *at,
                  struct aic_made *made)
{
    struct aic_load2d g;
    enum aic_dtype from = (enum aic_dtype)at->made.dtype, dt = (enum aic_dtype)made->dtype;
    if (work->kind != AIC_WORK_LOAD2D || at->made.how != AIC_MADE_NZ || !at->made.pitch ||
        op->rec->op[0].space != AIC_L0A || aic_dtype_bits(from) != aic_dtype_bits(dt))
        return;
    aic_load2d_decode(op, &g);
    if (g.transposed || g.steps < 2 || g.src < (int64_t)at->lo || g.src_step <= 0 ||
        (g.src - (int64_t)at->lo) % AIC_FRACTAL)
        return;
    uint64_t first = ((uint64_t)g.src - at->lo) / AIC_FRACTAL, second = first + (uint64_t)g.src_step / AIC_FRACTAL;
    bool down = first % at->made.pitch != second % at->made.pitch;
    bool across = first / at->made.pitch != second / at->made.pitch;
    made->run = down == across ? AIC_RUN_UNKNOWN : down ? AIC_RUN_DOWN : AIC_RUN_ACROSS;
    made->run_step = (uint32_t)(g.dst_step / AIC_FRACTAL);
}

void aic_made_line(const struct aic_op *op, const struct aic_work *work, const struct aic_made_at *at,
                   struct aic_made *made)
{
    const int64_t *f = op->rec->f;
    made->line = work->kind == AIC_WORK_LOAD2DV2 && at->made.how == AIC_MADE_BYTES && !at->made.declared &&
                 !made->transposed && f[AIC_L2V_M_STEP] == 1 &&
                 (f[AIC_L2V_K_STEP] == 1 || (f[AIC_L2V_SRC_STRIDE] == 1 && f[AIC_L2V_DST_STRIDE] == 1));
}

bool aic_made_k_in_rows(const struct aic_op *op, const struct aic_work *work)
{
    bool image_to_b = work->kind == AIC_WORK_LOAD3D && op->rec->op[0].space == AIC_L0B;
    return image_to_b || work->transpose;
}
