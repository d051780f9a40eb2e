#include "isa/declared.h"

#include <string.h>

#include "buffers/formats.h"

/* What the cube path can tell apart. */
enum arrangement {
    UNKNOWN = 0,
    ROWS = 1,          /* whole rows one after another */
    COLUMNS = 2,
    NZ_BLOCKS = 4,     /* column blocks of C0, rows within them: NZ, NC1HWC0 */
    OTHER_FRACTALS = 8
};

/* By canonical name (`aicsim layout list`). Attention tensors have rows of D at any stride. What is not here no record
 * tells apart from others: scales, whose pairs nd2nz and load2dmx do not see, and NZ of L0C, which is never in GM. */
static const struct {
    const char *name;
    uint8_t arrangement;
} formats[] = {
    {"nd", ROWS},           {"nd_align", ROWS},        {"vector", ROWS},          {"nchw", ROWS},
    {"nhwc", ROWS},         {"hwcn", ROWS},            {"ncdhw", ROWS},           {"ndhwc", ROWS},
    {"bsh", ROWS},          {"sbh", ROWS},             {"bsngd", ROWS},           {"sbngd", ROWS},
    {"bngs1s2", ROWS},      {"bmnk", ROWS},            {"column_major", COLUMNS}, {"nz", NZ_BLOCKS},
    {"nc1hwc0", NZ_BLOCKS}, {"ndc1hwc0", NZ_BLOCKS},   {"zz", OTHER_FRACTALS},    {"zn", OTHER_FRACTALS},
    {"nn", OTHER_FRACTALS}, {"fractal_z", OTHER_FRACTALS}, {"fractal_z_3d", OTHER_FRACTALS},
};

static uint8_t arrangement_of(const char *layout)
{
    const struct aic_format *f = layout ? aic_format_from_name(layout, strlen(layout)) : NULL;

    for (size_t i = 0; f && i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (strcmp(aic_format_name(f), formats[i].name) == 0) {
            return formats[i].arrangement;
        }
    }
    return UNKNOWN;
}

static const char *text_of(uint8_t arrangements)
{
    return arrangements == ROWS ? "rows (nd)" : arrangements == COLUMNS ? "columns (dn)"
           : arrangements == NZ_BLOCKS ? "blocks of C0 columns (nz, nc1hwc0)" : "fractals";
}

static void mismatch(struct aic_check *chk, const struct aic_op *op, int operand, const char *verb, uint8_t wanted,
                     const char *declared)
{
    aic_raise(chk, "LAY-001", aic_at_operand(operand), "use the instruction for this layout, or declare the other one",
              "%s %s %s, but the tensor is declared as %s", op->insn->name, verb, text_of(wanted), declared);
}

/* Arrangements in which a record reads its source in GM; 0: it does not care. */
static uint8_t read_from_gm(const struct aic_work *work)
{
    switch (work->kind) {
    case AIC_WORK_ND2NZ:
        return ROWS;
    case AIC_WORK_DN2NZ:
        return COLUMNS;
    case AIC_WORK_LOAD2D:
    case AIC_WORK_LOAD2DV2:
        return NZ_BLOCKS | OTHER_FRACTALS;
    default:
        return 0;
    }
}

static uint8_t written_to_gm(const struct aic_work *work)
{
    static const uint8_t by_layout[AIC_FIX_LAYOUTS] = {
        [AIC_FIX_NZ] = NZ_BLOCKS, [AIC_FIX_ND] = ROWS, [AIC_FIX_DN] = COLUMNS};
    return work->kind == AIC_WORK_FIXPIPE ? by_layout[work->layout] : 0;
}

void aic_declared_check(const struct aic_op *op, const struct aic_work *work, const char *const *layout,
                        struct aic_check *chk)
{
    uint8_t source = op->rec->n_operands > 1 ? arrangement_of(layout[1]) : UNKNOWN;
    uint8_t target = op->rec->n_operands > 0 ? arrangement_of(layout[0]) : UNKNOWN;
    uint8_t reads = read_from_gm(work), writes = written_to_gm(work);
    if (source && reads && !(source & reads)) {
        mismatch(chk, op, 1, "reads", reads, layout[1]);
    }
    if (target && writes && !(target & writes)) {
        mismatch(chk, op, 0, "writes", writes, layout[0]);
    }
}

/* Arrangements in which a load reads L1. */
static uint8_t read_from_l1(const struct aic_work *work)
{
    switch (work->kind) {
    case AIC_WORK_LOAD3D:
        return NZ_BLOCKS;
    case AIC_WORK_LOAD2D:
    case AIC_WORK_LOAD2DV2:
    case AIC_WORK_LOAD_MX:
    case AIC_WORK_TRANSPOSE:
    case AIC_WORK_SPARSE:
        return NZ_BLOCKS | OTHER_FRACTALS;
    default:
        return 0;
    }
}

void aic_declared_check_load(const struct aic_op *op, const struct aic_work *work, const struct aic_made_at *at,
                             struct aic_check *chk)
{
    uint8_t had = arrangement_of(at->made.declared), reads = read_from_l1(work);
    if (had && reads && !(had & reads)) {
        aic_raise(chk, "LAY-001", aic_at_operand(1), "change the layout on the way to L1, for example with nd2nz",
                  "%s reads %s from l1:%llu, but line %u copied a tensor there that is declared as %s", op->insn->name,
                  text_of(reads), (unsigned long long)op->rec->op[1].addr, (unsigned)at->line, at->made.declared);
    }
}
