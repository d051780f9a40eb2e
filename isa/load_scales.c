/* The scales of a microscaling operand without its data: load2dmx's second half as an instruction of its own.
 * Source: reference semantics, section 5; page asc_copy_l12l0a_mx. */
#include <string.h>

#include "isa/load2d.h"

enum { X_START = 0, Y_START, X_STEP, Y_STEP, SRC_STRIDE, DST_STRIDE };

struct scales {
    uint64_t src, src_step, dst_step, run;
    uint32_t rows;
};

static struct scales decode(const struct aic_op *op)
{
    const int64_t *f = op->rec->f;
    struct scales s = {.src_step = (uint64_t)f[SRC_STRIDE] * AIC_C0_BYTES,
                       .dst_step = (uint64_t)f[DST_STRIDE] * AIC_C0_BYTES,
                       .run = (uint64_t)f[Y_STEP] * AIC_C0_BYTES, .rows = (uint32_t)f[X_STEP]};
    s.src = op->rec->op[1].addr + (uint64_t)f[X_START] * s.src_step + (uint64_t)f[Y_START] * AIC_C0_BYTES;
    return s;
}

static bool nop(const struct aic_op *op, struct aic_check *chk)
{
    for (int i = X_STEP; i <= Y_STEP; i++) {
        if (op->rec->f[i] == 0) {
            aic_raise_nop(chk, "LMX-001", aic_at_field(i), "%s is 0: no scale is moved", op->insn->fields[i].name);
            return true;
        }
    }
    return false;
}

static void check(const struct aic_op *op, struct aic_check *chk)
{
    (void)aic_loads_has_dtype(op, aic_loads_dtype(op), (enum aic_space)op->rec->op[0].space);
    struct scales s = decode(op);
    enum aic_space space = (enum aic_space)op->rec->op[0].space;
    int64_t size = op->lim->sizes.bytes[space];
    uint64_t begin = op->rec->op[0].addr, end = begin + (s.rows - 1) * s.dst_step + s.run;
    if (begin % AIC_C0_BYTES) {
        aic_raise(chk, "MEM-002", aic_at_operand(0), "move the operand to a multiple of the alignment",
                  "%s:%llu is no sixteenth of an address that is aligned to 512 bytes", aic_space_name(space),
                  (unsigned long long)begin);
    }
    if (size != AIC_UNKNOWN && end > (uint64_t)size) {
        aic_raise(chk, "LMX-003", aic_at_operand(0), NULL, "the scales go to %s:%llu..%llu, past its %lld bytes",
                  aic_space_name(space), (unsigned long long)begin, (unsigned long long)end, (long long)size);
    }
}

static void footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    struct scales s = decode(op);
    enum aic_space space = (enum aic_space)op->rec->op[0].space;
    aic_footprint_add(fp, aic_span_rows(AIC_L1, s.src, s.run, s.rows, (int64_t)s.src_step), AIC_READ, 1);
    aic_footprint_add(fp, aic_span_rows(space, op->rec->op[0].addr, s.run, s.rows, (int64_t)s.dst_step), AIC_WRITE, 0);
}

static void work(const struct aic_op *op, struct aic_work *w)
{
    struct scales s = decode(op);
    memset(w, 0, sizeof *w);
    w->kind = AIC_WORK_LOAD_MX;
    w->src = AIC_L1;
    w->dst = op->rec->op[0].space;
    w->src_dtype = w->dst_dtype = (uint8_t)aic_loads_dtype(op);
    w->src_bytes = w->dst_bytes = s.rows * s.run;
    w->repeats = s.rows;
    w->local_src = aic_span_rows(AIC_L1, s.src, s.run, s.rows, (int64_t)s.src_step);
    w->local_dst = aic_span_rows((enum aic_space)w->dst, op->rec->op[0].addr, s.run, s.rows, (int64_t)s.dst_step);
}

static void execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    struct scales s = decode(op);
    (void)chk;
    for (uint32_t x = 0; x < s.rows; x++) {
        aic_memory_move(mem, (enum aic_space)op->rec->op[0].space, 0, op->rec->op[0].addr + x * s.dst_step, AIC_L1, 0,
                        s.src + x * s.src_step, s.run);
    }
}

#define MX "reference semantics, section 5; page asc_copy_l12l0a_mx"
#define NUMBER(field, s, width, need, hi, u, text) \
    {.name = field, .kind = AIC_FIELD_UINT, .slot = s, .bits = width, .required = need, .min = 0, .max = hi, \
     .unit = u, .meaning = text, .source = MX}

static const struct aic_field fields[] = {
    NUMBER("xStartPosition", X_START, 16, false, 65535, "rows of 32 B blocks", "first row of scale blocks"),
    NUMBER("yStartPosition", Y_START, 16, false, 65535, "32 B", "first scale block of a row"),
    NUMBER("xStep", X_STEP, 8, true, 255, "rows of 32 B blocks", "rows of scale blocks; 0 moves nothing"),
    NUMBER("yStep", Y_STEP, 8, true, 255, "32 B", "scale blocks of a row; 0 moves nothing"),
    NUMBER("srcStride", SRC_STRIDE, 16, true, 65535, "32 B", "from row to row of the source"),
    NUMBER("dstStride", DST_STRIDE, 16, true, 65535, "32 B", "from row to row of the destination"),
};

const struct aic_insn aic_insns_scales[] = {
    {.name = "load_scales", .klass = AIC_CLASS_DATA, .n_slots = 2,
     .slots = {{.role = "dst", .spaces = AIC_SPACES_ANY, .written = true,
                .legal = AIC_SPACE_BIT(AIC_L0A_MX) | AIC_SPACE_BIT(AIC_L0B_MX)},
               {.role = "src", .spaces = AIC_SPACES_ANY, .legal = AIC_SPACE_BIT(AIC_L1)}},
     .min_dtypes = 1, .max_dtypes = 1, .n_fields = sizeof fields / sizeof fields[0], .fields = fields,
     .rule_dtype = "LMX-002", .pipe = aic_loads_pipe, .nop = nop, .check = check, .footprint = footprint, .work = work,
     .execute = execute, .summary = "Loads the scales of a microscaling operand alone", .source = MX},
    {.name = NULL},
};
