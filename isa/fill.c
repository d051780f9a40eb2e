/* Fill (InitConstValue): one value over blocks of L1, L0A or L0B. Source: semantics.md 12. */
#include <inttypes.h>

#include "isa/loads.h"

enum { FI_REPEAT = 0, FI_BLOCKS, FI_GAP, FI_VALUE };

#define DOC "Fill, InitConstValueParams"

static const struct aic_field fields[] = {
    {.name = "repeatTimes", .kind = AIC_FIELD_UINT, .slot = FI_REPEAT, .bits = 16, .required = true, .max = 32767,
     .rule = "FIL-002", .unit = "repeats", .meaning = "number of repeats; 0 fills nothing", .source = DOC},
    {.name = "blockNum", .kind = AIC_FIELD_UINT, .slot = FI_BLOCKS, .bits = 16, .max = 32767, .rule = "FIL-002",
     .unit = "32 B in l1, 512 B in l0a and l0b", .meaning = "length of a repeat; 0 fills nothing", .source = DOC},
    {.name = "dstGap", .kind = AIC_FIELD_UINT, .slot = FI_GAP, .bits = 16, .max = 32767, .rule = "FIL-002",
     .unit = "32 B in l1, 512 B in l0a and l0b", .meaning = "from the tail of a repeat to the head of the next",
     .source = DOC},
    {.name = "value", .kind = AIC_FIELD_VALUE, .slot = FI_VALUE, .min = 1, .unit = "",
     .meaning = "value of every element", .source = DOC},
};

static enum aic_space space_of(const struct aic_op *op)
{
    return (enum aic_space)op->rec->op[0].space;
}

/* Bytes of a repeat and from one to the next. Products without blocks fill 512 bytes a repeat. */
static void repeats_of(const struct aic_op *op, uint64_t *run, uint64_t *pitch)
{
    if (op->lim->fill_blocks != 1) {
        *run = *pitch = AIC_FRACTAL;
        return;
    }
    uint64_t unit = space_of(op) == AIC_L1 ? 32 : AIC_FRACTAL;
    *run = (uint64_t)op->rec->f[FI_BLOCKS] * unit;
    *pitch = *run + (uint64_t)op->rec->f[FI_GAP] * unit;
}

static enum aic_pipe fill_pipe(const struct aic_op *op)
{
    return space_of(op) == AIC_L1 ? AIC_PIPE_MTE2 : AIC_PIPE_MTE1;
}

static bool fill_nop(const struct aic_op *op, struct aic_check *chk)
{
    bool no_repeat = op->rec->f[FI_REPEAT] == 0, no_block = op->lim->fill_blocks == 1 && op->rec->f[FI_BLOCKS] == 0;
    if (!no_repeat && !no_block) {
        return false;
    }
    aic_raise_nop(chk, "FIL-001", aic_at_field(no_repeat ? FI_REPEAT : FI_BLOCKS), "fill: %s is 0, nothing is filled",
                  no_repeat ? "repeatTimes" : "blockNum");
    return true;
}

static void fill_check(const struct aic_op *op, struct aic_check *chk)
{
    if (space_of(op) != AIC_L1 && op->lim->dtypes[op->rec->insn][space_of(op)] == 0) {
        aic_raise(chk, "FIL-003", aic_at_operand(0), "fill L1 and load from there",
                  "fill to %s is not supported on this product", aic_space_name(space_of(op)));
    }
    if (op->lim->fill_blocks == 0 && (op->rec->f[FI_BLOCKS] || op->rec->f[FI_GAP])) {
        aic_raise(chk, "FIL-004", aic_at_field(op->rec->f[FI_BLOCKS] ? FI_BLOCKS : FI_GAP), NULL,
                  "%s is ignored: this product fills 512 bytes a repeat",
                  op->rec->f[FI_BLOCKS] ? "blockNum" : "dstGap");
    }
}

static void fill_footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    uint64_t run, pitch;
    repeats_of(op, &run, &pitch);
    aic_footprint_add(fp, aic_span_rows(space_of(op), op->rec->op[0].addr, run, (uint64_t)op->rec->f[FI_REPEAT],
                                        (int64_t)pitch), AIC_WRITE, 0);
}

static void fill_work(const struct aic_op *op, struct aic_work *work)
{
    uint64_t run, pitch;
    repeats_of(op, &run, &pitch);
    work->kind = AIC_WORK_FILL;
    work->dst = (uint8_t)space_of(op);
    work->dst_dtype = (uint8_t)aic_loads_dtype(op);
    work->repeats = (uint32_t)op->rec->f[FI_REPEAT];
    work->dst_bytes = run * work->repeats;
    work->local_dst = aic_span_rows(space_of(op), op->rec->op[0].addr, run, work->repeats, (int64_t)pitch);
}

static void fill_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    (void)chk;
    uint8_t block[AIC_FRACTAL];
    enum aic_dtype dt = aic_loads_dtype(op);
    uint64_t raw = aic_field_value_bits(op->rec, FI_VALUE, dt), run, pitch;
    for (unsigned i = 0; i < sizeof(block) * 8 / aic_dtype_bits(dt); i++) {
        aic_element_store(block, i, dt, raw);
    }
    repeats_of(op, &run, &pitch);
    for (int64_t r = 0; r < op->rec->f[FI_REPEAT]; r++) {
        for (uint64_t at = 0; at < run; at += sizeof(block)) {
            uint64_t n = run - at < sizeof(block) ? run - at : sizeof(block);
            aic_memory_write(mem, space_of(op), 0, op->rec->op[0].addr + (uint64_t)r * pitch + at, n, block, NULL);
        }
    }
}

const struct aic_insn aic_insns_fill[] = {
    {.name = "fill", .summary = "Writes one value over blocks of a buffer", .source = DOC, .n_slots = 1,
     .slots = {{.role = "dst", .spaces = AIC_SPACE_BIT(AIC_L1) | AIC_SPACE_BIT(AIC_L0A) | AIC_SPACE_BIT(AIC_L0B),
                .written = true}},
     .min_dtypes = 1, .max_dtypes = 1, .fields = fields, .n_fields = sizeof(fields) / sizeof(fields[0]),
     .rule_dtype = "FIL-005", .pipe = fill_pipe, .nop = fill_nop, .check = fill_check, .footprint = fill_footprint,
     .work = fill_work, .execute = fill_execute},
    {.name = NULL},
};
