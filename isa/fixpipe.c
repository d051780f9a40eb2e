#include "isa/fixpipe.h"

#define PAGE "page Fixpipe, tables FixpipeParamsV220 and FixpipeParamsArch3510; reference semantics 10.1"
#define U16 65535
#define U32 4294967295

static const char *const layout_names[] = {"nz", "nd", "dn", NULL};
static const char *const params_names[] = {"v220", "m300", "arch3510", NULL};

static const struct aic_field fields[AIC_FIX_FIELDS] = {
    {.name = "layout", .kind = AIC_FIELD_CHOICE, .slot = AIC_FIX_F_LAYOUT, .def = AIC_FIX_ND, .max = AIC_FIX_DN,
     .choices = layout_names, .unit = "", .meaning = "layout of the destination", .source = PAGE},
    {.name = "nSize", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_N, .bits = 16, .required = true, .max = 4095,
     .rule = "FP-003", .unit = "columns", .meaning = "columns to move; 0 makes the instruction a NOP", .source = PAGE},
    {.name = "mSize", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_M, .bits = 16, .required = true, .max = U16,
     .unit = "rows", .meaning = "rows to move; 0 makes the instruction a NOP", .source = PAGE},
    {.name = "srcStride", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_SRC_STRIDE, .bits = 16, .required = true,
     .max = U16, .unit = "16 elements", .meaning = "from one strip of 16 columns of L0C to the next, usually m rounded "
     "up to 16", .source = PAGE},
    {.name = "dstStride", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_DST_STRIDE, .bits = 32, .required = true,
     .max = U32,
     .unit = "elements; nz with params v220 or m300: 32 B",
     .meaning = "nz: from strip to strip; nd: elements of a row; dn: elements of a column", .source = PAGE},
    {.name = "quantPre", .kind = AIC_FIELD_CHOICE, .slot = AIC_FIX_F_QUANT, .max = AIC_Q_COUNT - 1,
     .choices = aic_quant_names, .unit = "", .meaning = "conversion on the way; names with V read one word a column",
     .source = "page on-the-fly quantisation, table QuantMode_t; reference semantics 10.3"},
    {.name = "deqScalar", .kind = AIC_FIELD_U64, .slot = AIC_FIX_F_DEQ_SCALAR, .bits = 64, .min = 1, .max = 0,
     .unit = "",
     .meaning = "quantisation word of the scalar modes: scale 31:13, shift 35:32, offset 45:37, sign 46",
     .source = "page on-the-fly quantisation; reference semantics 10.3"},
    {.name = "reluEn", .kind = AIC_FIELD_BOOL, .slot = AIC_FIX_F_RELU, .bits = 1, .max = 1, .unit = "",
     .meaning = "negative results become 0, before the offset of a quantisation", .source = PAGE},
    {.name = "unitFlag", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_UNIT_FLAG, .bits = 2, .min = 1, .max = 0, .unit = "",
     .meaning = "wait for the Mmad block by block: 0 off, 2 wait, 3 wait and clear",
     .source = "page UnitFlag; reference semantics 10.1"},
    {.name = "isChannelSplit", .kind = AIC_FIELD_BOOL, .slot = AIC_FIX_F_SPLIT, .bits = 1, .max = 1, .unit = "",
     .meaning = "float to nz: strips of 8 columns instead of 16", .source = PAGE},
    {.name = "ndNum", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_ND_NUM, .bits = 16, .def = 1, .max = U16,
     .unit = "matrices", .meaning = "nd: matrices to move; 0 makes the instruction a NOP", .source = PAGE},
    {.name = "srcNdStride", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_SRC_ND_STRIDE, .bits = 16, .max = U16,
     .unit = "16 elements; params v220 or m300: 256 elements", .meaning = "nd: from one matrix of L0C to the next",
     .source = PAGE},
    {.name = "dstNdStride", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_DST_ND_STRIDE, .bits = 32, .max = U32,
     .unit = "elements", .meaning = "nd: from one matrix of the destination to the next", .source = PAGE},
    {.name = "dnNum", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_DN_NUM, .bits = 16, .def = 1, .max = U16,
     .unit = "matrices", .meaning = "dn: matrices to move; 0 makes the instruction a NOP", .source = "page NZ2DN"},
    {.name = "srcNzMatrixStride", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_SRC_NZ_MATRIX_STRIDE, .bits = 16,
     .max = U16,
     .unit = "16 elements", .meaning = "dn: from one matrix of L0C to the next", .source = "page NZ2DN"},
    {.name = "dstDnMatrixStride", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_DST_DN_MATRIX_STRIDE, .bits = 32,
     .max = U32,
     .unit = "elements", .meaning = "dn: from one matrix of the destination to the next", .source = "page NZ2DN"},
    {.name = "srcNzC0Stride", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_SRC_NZ_C0_STRIDE, .bits = 16, .def = 1,
     .max = U16,
     .unit = "16 elements", .meaning = "dn: from one row of a strip of L0C to the next", .source = "page NZ2DN"},
    {.name = "dualDstCtl", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_DUAL, .bits = 2, .max = 3, .unit = "",
     .meaning = "ub: 0 one unit, 1 halves of the rows to both units, 2 halves of the columns", .source = PAGE},
    {.name = "subBlockId", .kind = AIC_FIELD_UINT, .slot = AIC_FIX_F_SUB_BLOCK, .bits = 1, .max = 1, .unit = "",
     .meaning = "ub without dualDstCtl: which vector unit's memory is written", .source = PAGE},
    {.name = "params", .kind = AIC_FIELD_CHOICE, .slot = AIC_FIX_F_PARAMS, .max = AIC_FIX_ARCH3510,
     .choices = params_names, .unit = "",
     .meaning = "whose units the strides have; without it those of the product", .source = PAGE},
    {.name = "clipReluEn", .kind = AIC_FIELD_BOOL, .slot = AIC_FIX_F_CLIP_RELU, .bits = 1, .max = 1, .unit = "",
     .meaning = "results above clipReluValue become clipReluValue, after reluEn",
     .source = "page SetFixPipeClipRelu; reference semantics 10.3"},
    {.name = "clipReluValue", .kind = AIC_FIELD_FLOAT, .slot = AIC_FIX_F_CLIP_VALUE, .min = 1, .max = 0, .unit = "",
     .meaning = "upper limit of clipReluEn, as a number of the destination type",
     .source = "page SetFixPipeClipRelu; reference semantics 10.3"},
};

static enum aic_pipe fix_pipe(const struct aic_op *op)
{
    (void)op;
    return AIC_PIPE_FIX;
}

static bool fix_nop(const struct aic_op *op, struct aic_check *chk)
{
    static const struct {
        uint8_t field;
        int8_t layout; /* -1: any */
        const char *rule;
    } zero[] = {
        {AIC_FIX_F_N, -1, "FP-001"},
        {AIC_FIX_F_M, -1, "FP-001"},
        {AIC_FIX_F_ND_NUM, AIC_FIX_ND, "FP-002"},
        {AIC_FIX_F_DN_NUM, AIC_FIX_DN, "FP-002"},
    };
    for (size_t i = 0; i < sizeof(zero) / sizeof(zero[0]); i++) {
        bool counts = zero[i].layout < 0 || zero[i].layout == op->rec->f[AIC_FIX_F_LAYOUT];
        if (counts && op->rec->f[zero[i].field] == 0) {
            aic_raise_nop(chk, zero[i].rule, aic_at_field(zero[i].field), "%s=0: the instruction does nothing",
                          fields[zero[i].field].name);
            return true;
        }
    }
    return false;
}

const struct aic_insn aic_insns_fixpipe[] = {
    {.name = "fixpipe",
     .summary = "Moves a result from L0C to GM, L1 or UB, converting its type and layout",
     .source = "page Fixpipe; reference semantics 10",
     .klass = AIC_CLASS_DATA,
     .n_slots = 3,
     .slots = {{.role = "dst", .spaces = AIC_SPACE_BIT(AIC_GM) | AIC_SPACE_BIT(AIC_L1) | AIC_SPACE_BIT(AIC_UB),
                .written = true},
               {.role = "src", .spaces = AIC_SPACE_BIT(AIC_L0C)},
               {.role = "quant", .spaces = (1u << AIC_SPACE_COUNT) - 1u, .optional = true,
                .legal = AIC_SPACE_BIT(AIC_L1)}},
     .min_dtypes = 2,
     .max_dtypes = 2,
     .n_fields = AIC_FIX_FIELDS,
     .fields = fields,
     .pipe = fix_pipe,
     .nop = fix_nop,
     .check = aic_fix_check,
     .footprint = aic_fix_footprint,
     .work = aic_fix_work,
     .execute = aic_fix_execute},
    {.name = NULL},
};
