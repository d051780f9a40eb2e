/* The rows of mmad, mmad_mx and mmad_sparse; what they do is in isa/cube*.c. */
#include "isa/cube.h"

#define ANY_SPACE ((1u << AIC_SPACE_COUNT) - 1u)
#define PAGE "page Mmad, table MmadParams; reference semantics 8.1"

static const struct aic_field fields[AIC_MM_FIELDS] = {
    {.name = "m", .kind = AIC_FIELD_UINT, .slot = AIC_MM_M, .bits = 12, .max = 4095, .rule = "MM-002",
     .unit = "rows", .meaning = "height of the left matrix and of the result; 0 makes the instruction a NOP",
     .source = PAGE},
    {.name = "n", .kind = AIC_FIELD_UINT, .slot = AIC_MM_N, .bits = 12, .max = 4095, .rule = "MM-002",
     .unit = "columns", .meaning = "width of the right matrix and of the result; 0 makes the instruction a NOP",
     .source = PAGE},
    {.name = "k", .kind = AIC_FIELD_UINT, .slot = AIC_MM_K, .bits = 12, .max = 4095, .rule = "MM-002",
     .unit = "elements",
     .meaning = "width of the left matrix and height of the right one; 0 makes the instruction a NOP",
     .source = PAGE},
    {.name = "cmatrixInitVal", .kind = AIC_FIELD_BOOL, .slot = AIC_MM_INIT_VAL, .bits = 1, .def = 1, .max = 1,
     .unit = "", .meaning = "start the sums at 0; otherwise at the bias operand, or at what the result's L0C holds",
     .source = PAGE},
    {.name = "cmatrixSource", .kind = AIC_FIELD_BOOL, .slot = AIC_MM_SOURCE, .bits = 1, .max = 1, .unit = "",
     .meaning = "the start of the sums lies in the BiasTable buffer; with a bias operand its memory decides instead",
     .source = PAGE},
    {.name = "unitFlag", .kind = AIC_FIELD_UINT, .slot = AIC_MM_UNIT_FLAG, .bits = 2, .min = 1, .max = 0, .unit = "",
     .meaning = "fine-grained handover of result blocks to fixpipe: 0 off, 2 keep the block, 3 release it",
     .source = "page Mmad, key feature UnitFlag; reference semantics 8.1"},
    {.name = "kDirectionAlign", .kind = AIC_FIELD_BOOL, .slot = AIC_MM_K_ALIGN, .bits = 1, .max = 1, .unit = "",
     .meaning = "float only: rows of the left matrix are 2*ceil(k/16) fractals apart instead of ceil(k/8)",
     .source = PAGE},
    {.name = "disableGemv", .kind = AIC_FIELD_BOOL, .slot = AIC_MM_NO_GEMV, .bits = 1, .max = 1, .unit = "",
     .meaning = "with m=1, read the left matrix in its ordinary layout instead of as k contiguous elements",
     .source = "page Mmad, key feature GEMV; reference semantics 8.2"},
    {.name = "isBias", .kind = AIC_FIELD_BOOL, .slot = AIC_MM_IS_BIAS, .bits = 1, .max = 1, .unit = "",
     .meaning = "deprecated: true acts as cmatrixInitVal=false", .source = PAGE},
};

static enum aic_pipe cube_pipe(const struct aic_op *op)
{
    (void)op;
    return AIC_PIPE_M;
}

static bool mmad_nop(const struct aic_op *op, struct aic_check *chk)
{
    return aic_cube_nop(op, "MM-001", chk);
}

static bool sparse_nop(const struct aic_op *op, struct aic_check *chk)
{
    return aic_cube_nop(op, "MSP-001", chk);
}

#define KIND_FUNCTIONS(name, kind)                                                                                     \
    static void name##_check(const struct aic_op *op, struct aic_check *chk)                                           \
    {                                                                                                                  \
        aic_cube_check(op, kind, chk);                                                                                 \
    }                                                                                                                  \
    static void name##_footprint(const struct aic_op *op, struct aic_footprint *fp)                                    \
    {                                                                                                                  \
        aic_cube_footprint(op, kind, fp);                                                                              \
    }                                                                                                                  \
    static void name##_work(const struct aic_op *op, struct aic_work *work)                                            \
    {                                                                                                                  \
        aic_cube_work(op, kind, work);                                                                                 \
    }                                                                                                                  \
    static void name##_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)                 \
    {                                                                                                                  \
        aic_cube_execute(op, kind, mem, chk);                                                                          \
    }

KIND_FUNCTIONS(mmad, AIC_CUBE_PLAIN)
KIND_FUNCTIONS(mx, AIC_CUBE_MX)
KIND_FUNCTIONS(sparse, AIC_CUBE_SPARSE)

#define SLOTS                                                                                                          \
    .n_slots = 4, .slots = {                                                                                           \
        {.role = "dst", .spaces = ANY_SPACE, .written = true, .legal = AIC_SPACE_BIT(AIC_L0C)},                        \
        {.role = "A", .spaces = ANY_SPACE, .legal = AIC_SPACE_BIT(AIC_L0A)},                                           \
        {.role = "B", .spaces = ANY_SPACE, .legal = AIC_SPACE_BIT(AIC_L0B)},                                           \
        {.role = "bias", .spaces = ANY_SPACE, .optional = true,                                                        \
         .legal = AIC_SPACE_BIT(AIC_BT) | AIC_SPACE_BIT(AIC_L0C)},                                                     \
    }

#define ROW(prefix)                                                                                                    \
    .klass = AIC_CLASS_DATA, SLOTS, .min_dtypes = 3, .max_dtypes = 3, .n_fields = AIC_MM_FIELDS, .fields = fields,     \
    .pipe = cube_pipe, .check = prefix##_check, .footprint = prefix##_footprint, .work = prefix##_work,                \
    .execute = prefix##_execute

const struct aic_insn aic_insns_mmad[] = {
    {.name = "mmad", .summary = "Multiplies two matrices of L0A and L0B into L0C, onto 0, a bias or the old result",
     .source = "page Mmad; reference semantics 8", .rule_dtype = "MM-006", .nop = mmad_nop, ROW(mmad)},
    {.name = "mmad_mx", .summary = "Multiplies two matrices whose K groups of 32 carry a shared power-of-two scale",
     .source = "page MmadMx; reference semantics 9", .rule_insn = "MX-007", .rule_dtype = "MM-006", .nop = mmad_nop,
     ROW(mx)},
    {.name = "mmad_sparse",
     .summary = "Multiplies a full left matrix with a right one of which two in four K are stored",
     .source = "page MmadWithSparse; reference semantics 7", .rule_dtype = "MSP-003", .nop = sparse_nop, ROW(sparse)},
    {.name = NULL},
};
