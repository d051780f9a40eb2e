/* Plain and padded copies on every datapath. Source: semantics.md 11 and 13; the drain of L0C: isa/drain.h. */
#include <inttypes.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "isa/drain.h"
#include "isa/loads.h"

enum { DC_COUNT = 0, DC_LEN, DC_SRC_GAP, DC_DST_GAP };
enum { DP_COUNT = 0, DP_LEN, DP_SRC_STRIDE, DP_DST_STRIDE, DP_IS_PAD, DP_LEFT, DP_RIGHT, DP_VALUE };

#define DC_DOC "DataCopy, DataCopyParams"
#define DRAIN_DOC "DataCopy (L0C to UB), DataCopyEnhancedParams; reference legacy.md 3"
#define DP_DOC "DataCopyPad, DataCopyExtParams and DataCopyPadExtParams"

static const struct aic_field copy_fields[] = {
    {.name = "blockCount", .kind = AIC_FIELD_UINT, .slot = DC_COUNT, .bits = 12, .def = 1, .max = 4095,
     .rule = "DC-002", .unit = "blocks", .meaning = "number of blocks; 0 moves nothing", .source = DC_DOC},
    {.name = "blockLen", .kind = AIC_FIELD_UINT, .slot = DC_LEN, .bits = 16, .required = true, .max = 65535,
     .unit = "32 B (to bt and fb: the product's unit; from l0c to ub: 16 x 16 fractals)",
     .meaning = "length of a block; 0 moves nothing", .source = DC_DOC},
    {.name = "srcGap", .kind = AIC_FIELD_UINT, .slot = DC_SRC_GAP, .bits = 16, .max = 65535,
     .unit = "32 B (from l0c to ub: fractals)",
     .meaning = "from the tail of a source block to the head of the next", .source = DC_DOC},
    {.name = "dstGap", .kind = AIC_FIELD_UINT, .slot = DC_DST_GAP, .bits = 16, .max = 65535,
     .unit = "32 B (to bt and fb: the product's unit)",
     .meaning = "from the tail of a destination block to the head of the next", .source = DC_DOC},
    {.name = "crmode", .kind = AIC_FIELD_CHOICE, .slot = AIC_DRAIN_CRMODE, .max = AIC_CR_COUNT - 1,
     .choices = aic_crmode_names, .unit = "",
     .meaning = "ub from l0c: conversion on the way; without it none, or f322f16 where the types say so",
     .source = DRAIN_DOC},
    {.name = "relu", .kind = AIC_FIELD_BOOL, .slot = AIC_DRAIN_RELU, .max = 1, .unit = "",
     .meaning = "ub from l0c: negative values become 0", .source = DRAIN_DOC},
    {.name = "deqScalar", .kind = AIC_FIELD_U64, .slot = AIC_DRAIN_SCALAR, .bits = 64, .min = 1, .unit = "",
     .meaning = "ub from l0c: word of the scalar modes; deq and scale_f16 take a half from its low 16 bits",
     .source = DRAIN_DOC},
    {.name = "blockMode", .kind = AIC_FIELD_CHOICE, .slot = AIC_DRAIN_BLOCK_MODE, .max = 1,
     .choices = aic_drain_block_names, .unit = "",
     .meaning = "ub from l0c: whole fractals, or the first row of each", .source = DRAIN_DOC},
    {.name = "sidStoreMode", .kind = AIC_FIELD_UINT, .slot = AIC_DRAIN_SID_STORE_MODE, .bits = 2, .max = 2, .unit = "",
     .meaning = "ub from l0c to 8 bits: rows of 16 bytes in the low (0) or high (1) half of 32, or dense (2)",
     .source = DRAIN_DOC},
};

static const struct aic_field pad_fields[] = {
    {.name = "blockCount", .kind = AIC_FIELD_UINT, .slot = DP_COUNT, .bits = 12, .def = 1, .max = 4095,
     .rule = "DC-002", .unit = "blocks", .meaning = "number of rows; 0 moves nothing", .source = DP_DOC},
    {.name = "blockLen", .kind = AIC_FIELD_UINT, .slot = DP_LEN, .bits = 21, .required = true, .max = 2097151,
     .unit = "bytes", .meaning = "length of a row; 0 moves nothing", .source = DP_DOC},
    {.name = "srcStride", .kind = AIC_FIELD_UINT, .slot = DP_SRC_STRIDE, .bits = 32, .max = UINT32_MAX,
     .unit = "bytes in gm, 32 B elsewhere", .meaning = "from the tail of a source row to the head of the next",
     .source = DP_DOC},
    {.name = "dstStride", .kind = AIC_FIELD_UINT, .slot = DP_DST_STRIDE, .bits = 32, .max = UINT32_MAX,
     .unit = "bytes in gm, 32 B elsewhere", .meaning = "from the tail of a destination row to the head of the next",
     .source = DP_DOC},
    {.name = "isPad", .kind = AIC_FIELD_BOOL, .slot = DP_IS_PAD, .max = 1, .unit = "",
     .meaning = "leftPadding and rightPadding hold paddingValue; else they are undefined", .source = DP_DOC},
    {.name = "leftPadding", .kind = AIC_FIELD_UINT, .slot = DP_LEFT, .bits = 8, .max = 255, .unit = "elements",
     .meaning = "elements before a row, at most 32 bytes", .source = DP_DOC},
    {.name = "rightPadding", .kind = AIC_FIELD_UINT, .slot = DP_RIGHT, .bits = 8, .max = 255, .unit = "elements",
     .meaning = "elements behind a row, at most 32 bytes", .source = DP_DOC},
    {.name = "paddingValue", .kind = AIC_FIELD_VALUE, .slot = DP_VALUE, .min = 1, .unit = "",
     .meaning = "value of the added elements", .source = DP_DOC},
};

/* Bytes of one record's blocks on both sides. */
struct blocks {
    uint64_t count, src_run, dst_run;
    int64_t src_pitch, dst_pitch;
};

static enum aic_space dst_space(const struct aic_op *op)
{
    return (enum aic_space)op->rec->op[0].space;
}

static enum aic_space src_space(const struct aic_op *op)
{
    return (enum aic_space)op->rec->op[1].space;
}

static enum aic_dtype src_dtype(const struct aic_op *op)
{
    return (enum aic_dtype)op->rec->dtype[0];
}

static enum aic_dtype dst_dtype(const struct aic_op *op)
{
    return (enum aic_dtype)op->rec->dtype[op->rec->n_dtypes > 1 ? 1 : 0];
}

static struct blocks copy_blocks(const struct aic_op *op)
{
    const int64_t *f = op->rec->f;
    enum aic_space to = dst_space(op);
    int64_t len = to == AIC_BT ? op->lim->bt_len_unit : to == AIC_FB ? op->lim->fb_len_unit : 32;
    int64_t gap = to == AIC_BT ? op->lim->bt_gap_unit : to == AIC_FB ? op->lim->fb_gap_unit : 32;
    unsigned grow = aic_dtype_bits(dst_dtype(op)) / aic_dtype_bits(src_dtype(op));
    struct blocks b = {.count = (uint64_t)f[DC_COUNT], .src_run = (uint64_t)(f[DC_LEN] * len)};
    b.dst_run = b.src_run * (grow ? grow : 1);
    b.src_pitch = (int64_t)b.src_run + f[DC_SRC_GAP] * 32;
    b.dst_pitch = (int64_t)b.dst_run + f[DC_DST_GAP] * gap;
    return b;
}

static bool copy_nop(const struct aic_op *op, struct aic_check *chk)
{
    static const char *const rule[AIC_SPACE_COUNT] = {[AIC_BT] = "BT-001", [AIC_FB] = "FB-001"};
    const int64_t *f = op->rec->f;
    if (f[DC_COUNT] != 0 && f[DC_LEN] != 0) {
        return false;
    }
    const char *id = rule[dst_space(op)];
    aic_raise_nop(chk, id ? id : "DC-001", aic_at_field(f[DC_COUNT] ? DC_LEN : DC_COUNT),
                  "%s: %s is 0, nothing is moved", op->insn->name, f[DC_COUNT] ? "blockLen" : "blockCount");
    return true;
}

static bool unit_known(const struct aic_op *op, struct aic_check *chk)
{
    enum aic_space to = dst_space(op);
    bool bt = to == AIC_BT && (op->lim->bt_len_unit == AIC_UNKNOWN || op->lim->bt_gap_unit == AIC_UNKNOWN);
    bool fb = to == AIC_FB && (op->lim->fb_len_unit == AIC_UNKNOWN || op->lim->fb_gap_unit == AIC_UNKNOWN);
    if (bt || fb) {
        aic_raise(chk, "PATH-003", AIC_AT_RECORD, NULL, "no source gives the unit of blockLen to %s on this product",
                  aic_space_name(to));
    }
    return !bt && !fb;
}

static bool widening_listed(const struct aic_op *op)
{
    for (int64_t i = 0; i < op->lim->bt_pairs_n; i++) {
        if (op->lim->bt_pairs[i].src == src_dtype(op) && op->lim->bt_pairs[i].dst == dst_dtype(op)) {
            return true;
        }
    }
    return false;
}

static void check_bias_table(const struct aic_op *op, const struct blocks *b, struct aic_check *chk)
{
    if (!widening_listed(op)) {
        aic_raise(chk, "BT-003", AIC_AT_RECORD, NULL, "%s to %s is not supported from l1 to bt",
                  aic_dtype_name(src_dtype(op)), aic_dtype_name(dst_dtype(op)));
        return;
    }
    if (op->lim->bt_len_unit == 32 && aic_dtype_bits(src_dtype(op)) == 32 && op->rec->f[DC_LEN] % 2) {
        aic_raise(chk, "BT-002", aic_at_field(DC_LEN), "use an even blockLen",
                  "blockLen %" PRId64 " is odd: 4-byte types move in units of 64 bytes", op->rec->f[DC_LEN]);
    }
    uint64_t end = op->rec->op[0].addr + (b->count - 1) * (uint64_t)b->dst_pitch + b->dst_run;
    int64_t size = op->lim->sizes.bytes[AIC_BT];
    if (size != AIC_UNKNOWN && end > (uint64_t)size) {
        aic_raise(chk, "BT-004", aic_at_operand(0), "move fewer bytes",
                  "the copy ends at bt:%" PRIu64 " of %" PRId64 " bytes", end, size);
    }
}

static void check_fixpipe_buffer(const struct aic_op *op, const struct blocks *b, struct aic_check *chk)
{
    if (src_dtype(op) != AIC_DT_UINT64) {
        aic_raise(chk, "FB-002", AIC_AT_RECORD, "use dtype=uint64", "%s is moved to fb, which holds uint64 words",
                  aic_dtype_name(src_dtype(op)));
        return;
    }
    uint64_t end = op->rec->op[0].addr + (b->count - 1) * (uint64_t)b->dst_pitch + b->dst_run;
    int64_t size = op->lim->fb_quant_bytes;
    if (size != AIC_UNKNOWN && end > (uint64_t)size) {
        aic_raise(chk, "FB-003", aic_at_operand(0), "move fewer words",
                  "the copy ends at fb:%" PRIu64 " of %" PRId64 " bytes", end, size);
    }
}

static void check_types(const struct aic_op *op, struct aic_check *chk)
{
    aic_dtype_set set = op->lim->dtypes[op->rec->insn][dst_space(op)];
    if (src_dtype(op) != dst_dtype(op)) {
        aic_raise(chk, "PATH-002", AIC_AT_RECORD, "name one dtype", "%s to %s does not convert (%s:%s)",
                  aic_space_name(src_space(op)), aic_space_name(dst_space(op)), aic_dtype_name(src_dtype(op)),
                  aic_dtype_name(dst_dtype(op)));
    } else if (set & AIC_DT_BIT(src_dtype(op))) {
        return;
    } else if (set & AIC_DT_UNKNOWN_SET) {
        aic_raise(chk, "PATH-003", AIC_AT_RECORD, NULL, "no source says which types this product copies to %s",
                  aic_space_name(dst_space(op)));
    } else {
        aic_raise(chk, "PATH-002", AIC_AT_RECORD, NULL, "%s: %s to %s is not supported on this product", op->insn->name,
                  aic_dtype_name(src_dtype(op)), aic_space_name(dst_space(op)));
    }
}

/* What only the drain has. */
static void check_extras(const struct aic_op *op, struct aic_check *chk)
{
    for (int i = AIC_DRAIN_CRMODE; i <= AIC_DRAIN_SID_STORE_MODE; i++) {
        if (op->rec->f[i] != 0) {
            aic_raise(chk, "PATH-002", aic_at_field(i), "leave it out", "%s applies to ub from l0c only",
                      copy_fields[i].name);
        }
    }
    if (op->rec->n_operands > 2) {
        aic_raise(chk, "PATH-002", aic_at_operand(2), "leave it out", "a third operand applies to ub from l0c only");
    }
    if (src_space(op) == AIC_L0C) {
        aic_raise(chk, "PATH-002", aic_at_operand(1), "use fixpipe", "l0c is drained by fixpipe on this product");
    }
}

static void copy_check(const struct aic_op *op, struct aic_check *chk)
{
    if (aic_drain_is(op)) {
        aic_drain_check(op, chk);
        return;
    }
    if (op->lim->path[src_space(op)][dst_space(op)] != AIC_PATH_YES || !unit_known(op, chk)) {
        return; /* the datapath is judged by all instructions alike */
    }
    check_extras(op, chk);
    if (!chk->error && src_space(op) == AIC_L1 && dst_space(op) == AIC_UB && op->lim->data_copy_l1_ub != 1) {
        bool unknown = op->lim->data_copy_l1_ub == AIC_UNKNOWN;
        aic_raise(chk, unknown ? "PATH-003" : "PATH-001", aic_at_operand(0), NULL,
                  unknown ? "no source says whether data_copy goes from l1 to ub on this product"
                          : "data_copy does not go from l1 to ub on this product");
    }
    if (chk->error) {
        return;
    }
    struct blocks b = copy_blocks(op);
    if (dst_space(op) == AIC_BT) {
        check_bias_table(op, &b, chk);
    } else if (dst_space(op) == AIC_FB) {
        check_fixpipe_buffer(op, &b, chk);
    } else {
        check_types(op, chk);
    }
}

static struct aic_span side(const struct aic_operand *operand, uint64_t run, uint64_t n, int64_t pitch)
{
    struct aic_span span = aic_span_rows((enum aic_space)operand->space, operand->addr, run, n, pitch);
    span.unit = operand->unit;
    return span;
}

static void blocks_footprint(const struct aic_op *op, const struct blocks *b, struct aic_footprint *fp)
{
    aic_footprint_add(fp, side(&op->rec->op[0], b->dst_run, b->count, b->dst_pitch), AIC_WRITE, 0);
    aic_footprint_add(fp, side(&op->rec->op[1], b->src_run, b->count, b->src_pitch), AIC_READ, 1);
}

static void blocks_work(const struct aic_op *op, const struct blocks *b, uint8_t kind, struct aic_work *work)
{
    work->kind = kind;
    work->src = (uint8_t)src_space(op);
    work->dst = (uint8_t)dst_space(op);
    work->src_dtype = (uint8_t)src_dtype(op);
    work->dst_dtype = (uint8_t)dst_dtype(op);
    work->src_bytes = b->count * b->src_run;
    work->dst_bytes = b->count * b->dst_run;
    work->repeats = (uint32_t)b->count;
    work->local_src = side(&op->rec->op[1], b->src_run, b->count, b->src_pitch);
    work->local_dst = side(&op->rec->op[0], b->dst_run, b->count, b->dst_pitch);
    if (src_space(op) == AIC_GM) {
        work->gm = work->local_src;
        work->local_src.run = 0;
    } else if (dst_space(op) == AIC_GM) {
        work->gm = work->local_dst;
        work->gm_write = true;
        work->local_dst.run = 0;
    }
}

static void copy_footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    if (aic_drain_is(op)) {
        aic_drain_footprint(op, fp);
        return;
    }
    struct blocks b = copy_blocks(op);
    blocks_footprint(op, &b, fp);
}

static void copy_work(const struct aic_op *op, struct aic_work *work)
{
    if (aic_drain_is(op)) {
        aic_drain_work(op, work);
        return;
    }
    struct blocks b = copy_blocks(op);
    blocks_work(op, &b, AIC_WORK_COPY, work);
}

/* L1 to BT with widening to 32 bits: an element at a time, bounded by the BiasTable's size. */
static void copy_widening(const struct aic_op *op, const struct blocks *b, struct aic_memory *mem)
{
    unsigned size = aic_dtype_bits(src_dtype(op)) / 8;
    for (uint64_t i = 0; i < b->count; i++) {
        for (uint64_t at = 0; at < b->src_run; at += size) {
            uint8_t in[8], state[8], out_state[8];
            aic_memory_read(mem, src_space(op), 0, op->rec->op[1].addr + i * (uint64_t)b->src_pitch + at, size, in,
                            state);
            uint64_t raw = aic_element_load(in, 0, src_dtype(op));
            float value = (float)aic_value_decode(src_dtype(op), raw);
            uint8_t worst = state[0] != AIC_ST_VALID ? state[0] : state[1];
            memset(out_state, aic_state_all_valid(state, size) ? AIC_ST_VALID : worst, sizeof(out_state));
            aic_memory_write(mem, AIC_BT, 0, op->rec->op[0].addr + i * (uint64_t)b->dst_pitch + at / size * 4, 4,
                             (const uint8_t *)&value, out_state);
        }
    }
}

static void copy_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    if (aic_drain_is(op)) {
        aic_drain_execute(op, mem, chk);
        return;
    }
    struct blocks b = copy_blocks(op);
    if (src_dtype(op) != dst_dtype(op)) {
        copy_widening(op, &b, mem);
        return;
    }
    const struct aic_operand *dst = &op->rec->op[0], *src = &op->rec->op[1];
    for (uint64_t i = 0; i < b.count; i++) {
        aic_memory_move(mem, dst_space(op), dst->unit, dst->addr + i * (uint64_t)b.dst_pitch, src_space(op), src->unit,
                        src->addr + i * (uint64_t)b.src_pitch, b.src_run);
    }
}

/* --- data_copy_pad --- */

struct padded {
    struct blocks b;
    uint64_t len, left, right; /* bytes of a row and of its padding */
    bool value;                /* the padding is paddingValue, not undefined */
    bool to_local;             /* the destination's rows start on 32-byte boundaries and are padded */
};

static struct padded pad_blocks(const struct aic_op *op)
{
    const int64_t *f = op->rec->f;
    unsigned size = aic_dtype_bits(src_dtype(op)) / 8;
    struct padded p = {.len = (uint64_t)f[DP_LEN], .to_local = dst_space(op) != AIC_GM};
    if (p.to_local) { /* the places are there without isPad too: their bytes are random then */
        p.value = f[DP_IS_PAD] != 0;
        p.left = (uint64_t)f[DP_LEFT] * size;
        p.right = (uint64_t)f[DP_RIGHT] * size;
    }
    int64_t src_unit = src_space(op) == AIC_GM ? 1 : 32, dst_unit = dst_space(op) == AIC_GM ? 1 : 32;
    uint64_t src_row = src_unit == 1 ? p.len : aic_ceil_align(p.len, 32);
    p.b.count = (uint64_t)f[DP_COUNT];
    p.b.src_run = p.len;
    p.b.dst_run = p.to_local ? aic_ceil_align(p.left + p.len + p.right, 32) : p.len;
    p.b.src_pitch = (int64_t)src_row + f[DP_SRC_STRIDE] * src_unit;
    p.b.dst_pitch = (int64_t)p.b.dst_run + f[DP_DST_STRIDE] * dst_unit;
    return p;
}

static bool pad_nop(const struct aic_op *op, struct aic_check *chk)
{
    const int64_t *f = op->rec->f;
    if (f[DP_COUNT] != 0 && f[DP_LEN] != 0) {
        return false;
    }
    aic_raise_nop(chk, "DC-001", aic_at_field(f[DP_COUNT] ? DP_LEN : DP_COUNT), "%s: %s is 0, nothing is moved",
                  op->insn->name, f[DP_COUNT] ? "blockLen" : "blockCount");
    return true;
}

static void pad_check(const struct aic_op *op, struct aic_check *chk)
{
    struct padded p = pad_blocks(op);
    if (p.left > 32 || p.right > 32) {
        aic_raise(chk, "FLD-001", aic_at_field(p.left > 32 ? DP_LEFT : DP_RIGHT), "pad at most 32 bytes on a side",
                  "%s of %" PRIu64 " bytes is more than 32", p.left > 32 ? "leftPadding" : "rightPadding",
                  p.left > 32 ? p.left : p.right);
    }
    if (op->lim->path[src_space(op)][dst_space(op)] != AIC_PATH_YES) {
        return;
    }
    if (src_space(op) == AIC_GM && dst_space(op) == AIC_L1 && op->lim->data_copy_pad_gm_l1 != 1) {
        aic_raise(chk, "PATH-002", AIC_AT_RECORD, "use data_copy",
                  "data_copy_pad from gm to l1 is not supported on this product");
        return;
    }
    check_types(op, chk);
}

static void pad_footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    struct padded p = pad_blocks(op);
    blocks_footprint(op, &p.b, fp);
}

static void pad_work(const struct aic_op *op, struct aic_work *work)
{
    struct padded p = pad_blocks(op);
    blocks_work(op, &p.b, AIC_WORK_COPY, work);
}

/* What stands beside or behind a row. */
struct filler {
    uint8_t data[32], state[32];
};

/* Padding of a row: paddingValue, or random without isPad. */
static struct filler padding_of(const struct aic_op *op, const struct padded *p)
{
    struct filler fill;
    enum aic_dtype dt = src_dtype(op);
    uint64_t raw = aic_field_value_bits(op->rec, DP_VALUE, dt);
    for (unsigned i = 0; i < sizeof(fill.data) * 8 / aic_dtype_bits(dt); i++) {
        aic_element_store(fill.data, i, dt, raw);
    }
    memset(fill.state, p->value ? AIC_ST_VALID : AIC_ST_UNDEF, sizeof(fill.state));
    return fill;
}

/* The bytes up to the next 32: as the padding where a row has any, else its first element. No source says so of L1. */
static struct filler dummy_of(const struct aic_op *op, const struct padded *p, struct aic_memory *mem, uint64_t src)
{
    struct filler fill = padding_of(op, p);
    unsigned size = aic_dtype_bits(src_dtype(op)) / 8;
    if (dst_space(op) != AIC_UB) {
        memset(fill.state, AIC_ST_UNDEF, sizeof(fill.state));
    } else if (p->left == 0 && p->right == 0) {
        aic_memory_read(mem, src_space(op), op->rec->op[1].unit, src, size, fill.data, fill.state);
        for (unsigned i = size; i < sizeof(fill.data); i++) {
            fill.data[i] = fill.data[i - size];
            fill.state[i] = fill.state[i - size];
        }
    }
    return fill;
}

/* Undefined bytes keep what they held. */
static void store_filler(const struct aic_op *op, const struct filler *fill, struct aic_memory *mem, uint64_t at,
                         uint64_t bytes)
{
    unsigned unit = op->rec->op[0].unit;
    if (fill->state[0] == AIC_ST_UNDEF) {
        aic_memory_mark(mem, dst_space(op), unit, at, bytes, AIC_ST_UNDEF);
    } else {
        aic_memory_write(mem, dst_space(op), unit, at, bytes, fill->data, fill->state);
    }
}

static void pad_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    (void)chk;
    struct padded p = pad_blocks(op);
    const struct aic_operand *dst = &op->rec->op[0], *src = &op->rec->op[1];
    for (uint64_t i = 0; i < p.b.count; i++) {
        uint64_t to = dst->addr + i * (uint64_t)p.b.dst_pitch;
        uint64_t filled = p.left + p.len + p.right;
        uint64_t from = src->addr + i * (uint64_t)p.b.src_pitch;
        struct filler padding = padding_of(op, &p), dummy = dummy_of(op, &p, mem, from);
        store_filler(op, &padding, mem, to, p.left);
        aic_memory_move(mem, dst_space(op), dst->unit, to + p.left, src_space(op), src->unit, from, p.len);
        store_filler(op, &padding, mem, to + p.left + p.len, p.right);
        store_filler(op, &dummy, mem, to + filled, p.b.dst_run - filled);
    }
}

#define FIELDS(t) .fields = (t), .n_fields = sizeof(t) / sizeof((t)[0])
#define COPY_SRC (AIC_SPACE_BIT(AIC_GM) | AIC_SPACE_BIT(AIC_L1) | AIC_SPACE_BIT(AIC_UB) | AIC_SPACE_BIT(AIC_L0C))
#define COPY_DST \
    (AIC_SPACE_BIT(AIC_GM) | AIC_SPACE_BIT(AIC_L1) | AIC_SPACE_BIT(AIC_UB) | AIC_SPACE_BIT(AIC_BT) | \
     AIC_SPACE_BIT(AIC_FB))
#define PAD_SPACES (AIC_SPACE_BIT(AIC_GM) | AIC_SPACE_BIT(AIC_L1) | AIC_SPACE_BIT(AIC_UB))

const struct aic_insn aic_insns_copy[] = {
    {.name = "data_copy", .summary = "Copies blocks between two memories", .source = DC_DOC, .n_slots = 3,
     .slots = {{.role = "dst", .spaces = COPY_DST, .written = true},
               {.role = "src", .spaces = COPY_SRC},
               {.role = "quant", .spaces = COPY_SRC, .optional = true, .legal = AIC_SPACE_BIT(AIC_UB)}},
     .min_dtypes = 1, .max_dtypes = 2, FIELDS(copy_fields), .pipe = aic_loads_pipe, .nop = copy_nop,
     .check = copy_check, .footprint = copy_footprint, .work = copy_work, .execute = copy_execute},
    {.name = "data_copy_pad", .summary = "Copies rows of any number of bytes and pads them to 32 bytes",
     .source = DP_DOC, .n_slots = 2,
     .slots = {{.role = "dst", .spaces = PAD_SPACES, .written = true},
               {.role = "src", .spaces = PAD_SPACES, .legal = AIC_SPACE_BIT(AIC_GM) | AIC_SPACE_BIT(AIC_UB)}},
     .min_dtypes = 1, .max_dtypes = 1, FIELDS(pad_fields), .pipe = aic_loads_pipe, .nop = pad_nop, .check = pad_check,
     .footprint = pad_footprint, .work = pad_work, .execute = pad_execute},
    {.name = NULL},
};
