/* Rules of a Fixpipe record alone. */
#include <inttypes.h>
#include <stdio.h>

#include "isa/fixpipe.h"

static int64_t field(const struct aic_op *op, enum aic_fixpipe_field slot)
{
    return op->rec->f[slot];
}

static const char *mode_name(const struct aic_fix *fix)
{
    return aic_quant_names[fix->quant];
}

static aic_dtype_set product_types(const struct aic_op *op, const struct aic_fix *fix)
{
    switch (fix->src) {
    case AIC_DT_FLOAT:
        return op->lim->fixpipe_f32[fix->dst_space];
    case AIC_DT_HALF:
        return op->lim->fixpipe_f16[fix->dst_space];
    case AIC_DT_INT32:
        return op->lim->fixpipe_s32[fix->dst_space];
    default:
        return 0;
    }
}

/* The destination and its layout. */
static void check_target(const struct aic_op *op, const struct aic_fix *fix, struct aic_check *chk)
{
    if (fix->dst_space == AIC_UB && op->lim->path[AIC_L0C][AIC_UB] == AIC_PATH_NO) {
        aic_raise(chk, "FP-022", aic_at_operand(0), "go through GM, or take a product with this path",
                  "this product has no way from l0c to ub");
        return;
    }
    if (op->lim->path[AIC_L0C][fix->dst_space] != AIC_PATH_YES) {
        bool unknown = op->lim->path[AIC_L0C][fix->dst_space] == AIC_PATH_UNKNOWN;
        aic_raise(chk, unknown ? "PATH-003" : "PATH-001", aic_at_operand(0), NULL, "%s l0c to %s on this product",
                  unknown ? "no source says whether there is a way from" : "there is no way from",
                  aic_space_name((enum aic_space)fix->dst_space));
        return;
    }
    if (op->lim->fixpipe_layouts[fix->dst_space] == AIC_UNKNOWN) {
        aic_raise(chk, "PATH-003", aic_at_field(AIC_FIX_F_LAYOUT), NULL, "no source gives the layouts of this path");
    } else if (!(op->lim->fixpipe_layouts[fix->dst_space] >> fix->layout & 1)) {
        bool own = fix->layout == AIC_FIX_ND && fix->dst_space == AIC_L1;
        aic_raise(chk, own ? "FP-021" : "PATH-002", aic_at_field(AIC_FIX_F_LAYOUT), "use layout=nz",
                  "layout=%s to %s is not supported on this product", fix->layout == AIC_FIX_ND ? "nd" : "dn",
                  aic_space_name((enum aic_space)fix->dst_space));
    }
}

/* A mode of the product that converts so. */
static void name_fitting(const struct aic_op *op, const struct aic_fix *fix, char *out, size_t size)
{
    for (unsigned mode = 0; mode < AIC_Q_COUNT; mode++) {
        if ((op->lim->fixpipe_quant_modes >> mode & 1) &&
            aic_quant_fits((enum aic_quant)mode, fix->src, fix->dst, op->lim->fixpipe_b4 == 1)) {
            snprintf(out, size, "quantPre=%s does", aic_quant_names[mode]);
            return;
        }
    }
    snprintf(out, size, "choose a pair of types that a mode of this product has");
}

static void check_types(const struct aic_op *op, const struct aic_fix *fix, struct aic_check *chk)
{
    aic_dtype_set types = product_types(op, fix);
    const char *src = aic_dtype_name(fix->src), *dst = aic_dtype_name(fix->dst);
    if (!(op->lim->fixpipe_quant_modes >> fix->quant & 1)) {
        aic_raise(chk, "FP-039", aic_at_field(AIC_FIX_F_QUANT), NULL, "quantPre=%s is not a mode of this product",
                  mode_name(fix));
    } else if (!aic_quant_fits((enum aic_quant)fix->quant, fix->src, fix->dst, op->lim->fixpipe_b4 == 1)) {
        char fix_text[80];
        name_fitting(op, fix, fix_text, sizeof fix_text);
        aic_raise(chk, "FP-017", aic_at_field(AIC_FIX_F_QUANT), fix_text,
                  "quantPre=%s does not turn %s into %s", mode_name(fix), src, dst);
    } else if (types & AIC_DT_UNKNOWN_SET) {
        aic_raise(chk, "PATH-003", AIC_AT_RECORD, NULL, "no source gives the types of this path on this product");
    } else if (!(types & AIC_DT_BIT(fix->dst))) {
        bool own = fix->quant == AIC_Q_NOQUANT && fix->dst_space == AIC_L1;
        aic_raise(chk, own ? "FP-020" : "PATH-002", AIC_AT_RECORD, own ? "convert with quantPre" : NULL,
                  "%s to %s in %s is not supported on this product", src, dst,
                  aic_space_name((enum aic_space)fix->dst_space));
    }
}

/* Before the types, because few products list 4-bit results at all. */
static void check_nibbles(const struct aic_fix *fix, struct aic_check *chk)
{
    if (aic_dtype_bits(fix->dst) != 4) {
        return;
    }
    if (fix->layout != AIC_FIX_NZ) {
        aic_raise(chk, "PATH-002", aic_at_field(AIC_FIX_F_LAYOUT), "use layout=nz", "%s is merged to nz only",
                  aic_dtype_name(fix->dst));
    } else if (fix->n % 64) {
        aic_raise(chk, "FP-043", aic_at_field(AIC_FIX_F_N), "round nSize up to 64",
                  "nSize=%u is no multiple of 64, the 4-bit strip", fix->n);
    }
}

static void check_sizes(const struct aic_op *op, const struct aic_fix *fix, struct aic_check *chk)
{
    bool split = field(op, AIC_FIX_F_SPLIT);
    unsigned bits = aic_dtype_bits(fix->dst);
    bool local = fix->dst_space == AIC_L1 || fix->dst_space == AIC_UB;
    if (fix->layout == AIC_FIX_NZ && split && fix->n % 8) {
        aic_raise(chk, "FP-005", aic_at_field(AIC_FIX_F_N), NULL, "nSize=%u is no multiple of 8, the split strip",
                  fix->n);
    } else if (fix->layout == AIC_FIX_NZ && !split && bits != 4 && fix->n % 16) {
        aic_raise(chk, "FP-004", aic_at_field(AIC_FIX_F_N), "round nSize up to 16", "nSize=%u is no multiple of 16",
                  fix->n);
    }
    if (fix->layout == AIC_FIX_ND && fix->m > op->lim->fixpipe_nd_m_max) {
        aic_raise(chk, "FP-006", aic_at_field(AIC_FIX_F_M), NULL, "mSize=%u is more than the %" PRId64 " rows of nd",
                  fix->m, op->lim->fixpipe_nd_m_max);
    }
    if (fix->layout == AIC_FIX_DN && fix->m > 32767) {
        aic_raise(chk, "FP-007", aic_at_field(AIC_FIX_F_M), NULL, "mSize=%u is more than the 32767 rows of dn", fix->m);
    }
    if (local && op->lim->fixpipe_local_rows_32 == 1 && fix->layout == AIC_FIX_ND && fix->n * bits / 8 % 32) {
        aic_raise(chk, "FP-024", aic_at_field(AIC_FIX_F_N), NULL, "a row of nSize=%u is %u bytes, no multiple of 32",
                  fix->n,
                  fix->n * bits / 8);
    }
    if (local && op->lim->fixpipe_local_rows_32 == 1 && fix->layout == AIC_FIX_DN && fix->m * bits / 8 % 32) {
        aic_raise(chk, "FP-025", aic_at_field(AIC_FIX_F_M), NULL, "a column of mSize=%u is %u bytes, no multiple of 32",
                  fix->m, fix->m * bits / 8);
    }
    if (fix->layout == AIC_FIX_NZ && bits == 8 && fix->n % 32 == 16) {
        aic_raise(chk, "FP-036", aic_at_field(AIC_FIX_F_N), NULL,
                  "nSize=%u is an odd number of strips: the last 16 columns stay a strip of their own", fix->n);
    }
}

static void check_matrices(const struct aic_op *op, const struct aic_fix *fix, struct aic_check *chk)
{
    if (fix->layout == AIC_FIX_DN && field(op, AIC_FIX_F_SRC_NZ_C0_STRIDE) == 0) {
        aic_raise(chk, "FP-013", aic_at_field(AIC_FIX_F_SRC_NZ_C0_STRIDE), "1 reads consecutive rows",
                  "srcNzC0Stride=0 reads one row again and again");
    }
    if (fix->matrices < 2 || fix->layout == AIC_FIX_NZ) {
        return;
    }
    if (fix->layout == AIC_FIX_DN) {
        if (fix->dst_matrix == 0) {
            aic_raise(chk, "FP-012", aic_at_field(AIC_FIX_F_DST_DN_MATRIX_STRIDE), NULL,
                      "dstDnMatrixStride=0 with dnNum=%" PRIu64, fix->matrices);
        }
        return;
    }
    int64_t stride = field(op, AIC_FIX_F_SRC_ND_STRIDE);
    if (op->lim->fixpipe_nd_stride_checked == 1 && (stride < 1 || stride > 512)) {
        aic_raise(chk, "FP-010", aic_at_field(AIC_FIX_F_SRC_ND_STRIDE), NULL,
                  "srcNdStride=%" PRId64 " with ndNum=%" PRIu64 " is outside 1..512", stride, fix->matrices);
    }
    if (fix->dst_matrix == 0) {
        aic_raise(chk, "FP-011", aic_at_field(AIC_FIX_F_DST_ND_STRIDE), NULL, "dstNdStride=0 with ndNum=%" PRIu64,
                  fix->matrices);
    }
    if (aic_fix_params_of(op) != AIC_FIX_ARCH3510 && fix->dst_matrix > UINT16_MAX) {
        aic_raise(chk, "FLD-001", aic_at_field(AIC_FIX_F_DST_ND_STRIDE), NULL,
                  "dstNdStride: %" PRIu64 " does not fit the 16 bits of this structure", fix->dst_matrix);
    }
}

/* Whether matrix h starts inside rows that an earlier one writes: rows of `run` elements, `pitch` apart. */
static bool matrices_overlap(const struct aic_fix *fix, uint64_t run, uint64_t rows)
{
    uint64_t span = (rows - 1) * fix->dst_pitch + run;
    for (uint64_t h = 1; h < fix->matrices && h * fix->dst_matrix < span; h++) {
        uint64_t row = h * fix->dst_matrix / fix->dst_pitch, rest = h * fix->dst_matrix % fix->dst_pitch;
        if ((row < rows && rest < run) || (row + 1 < rows && fix->dst_pitch - rest < run)) {
            return true;
        }
    }
    return false;
}

static void check_overlap(const struct aic_fix *fix, struct aic_check *chk)
{
    const struct aic_fix_part *part = &fix->part[fix->parts - 1];
    uint64_t run = fix->layout == AIC_FIX_ND ? part->n : part->m;
    uint64_t rows = fix->layout == AIC_FIX_ND ? part->m : part->n;
    if (fix->dst_pitch == 0) {
        aic_raise(chk, "FP-008", aic_at_field(AIC_FIX_F_DST_STRIDE), NULL, "dstStride=0");
    } else if (fix->layout == AIC_FIX_NZ) {
        uint64_t strip = (uint64_t)part->m * fix->width;
        if (part->n > fix->width && fix->dst_pitch < strip) {
            aic_raise(chk, "FP-030", aic_at_field(AIC_FIX_F_DST_STRIDE), "make dstStride a strip or more",
                      "strips %" PRIu64 " elements apart overlap, one has %" PRIu64 ": undefined", fix->dst_pitch,
                      strip);
        }
    } else if (fix->dst_pitch < run) {
        aic_raise(chk, "FP-045", aic_at_field(AIC_FIX_F_DST_STRIDE), "make dstStride a line or more",
                  "dstStride=%" PRIu64 " is less than the %" PRIu64 " elements of a line, lines overlap: undefined",
                  fix->dst_pitch, run);
    } else if (fix->dst_matrix && matrices_overlap(fix, run, rows)) {
        aic_raise(chk, "FP-030", AIC_AT_RECORD, "make the matrix stride larger",
                  "matrices %" PRIu64 " elements apart overlap in the destination: undefined", fix->dst_matrix);
    }
    if (fix->src_strip / 16 < fix->m) {
        aic_raise(chk, "FP-009", aic_at_field(AIC_FIX_F_SRC_STRIDE), "usually mSize rounded up to 16",
                  "srcStride=%" PRIu64 " is less than mSize=%u: strips of the source overlap", fix->src_strip / 16,
                  fix->m);
    }
}

static void check_split(const struct aic_op *op, const struct aic_fix *fix, struct aic_check *chk)
{
    struct aic_at at = aic_at_field(AIC_FIX_F_SPLIT);
    if (!field(op, AIC_FIX_F_SPLIT)) {
        return;
    }
    if (fix->layout != AIC_FIX_NZ) {
        aic_raise(chk, "FP-016", at, "split nz only", "isChannelSplit=true with layout=%s",
                  fix->layout == AIC_FIX_ND ? "nd" : "dn");
    } else if (fix->src != AIC_DT_FLOAT || fix->dst != AIC_DT_FLOAT || field(op, AIC_FIX_F_UNIT_FLAG)) {
        aic_raise(chk, "FP-014", at, "split float to float without unitFlag",
                  "isChannelSplit=true with %s to %s, unitFlag=%" PRId64, aic_dtype_name(fix->src),
                  aic_dtype_name(fix->dst), field(op, AIC_FIX_F_UNIT_FLAG));
    } else if (!(op->lim->fixpipe_split_spaces >> fix->dst_space & 1)) {
        aic_raise(chk, fix->dst_space == AIC_GM ? "PATH-002" : "FP-015", at, "split on the way to gm",
                  "isChannelSplit=true to %s", aic_space_name((enum aic_space)fix->dst_space));
    }
}

static void check_dual(const struct aic_op *op, const struct aic_fix *fix, struct aic_check *chk)
{
    int64_t dual = field(op, AIC_FIX_F_DUAL);
    struct aic_at at = aic_at_field(AIC_FIX_F_DUAL);
    if (dual == 0) {
        return;
    }
    if (op->lim->fixpipe_dual != 1 || fix->dst_space != AIC_UB) {
        aic_raise(chk, "PATH-002", at, "leave dualDstCtl at 0", "dualDstCtl=%" PRId64 " to %s is not supported", dual,
                  aic_space_name((enum aic_space)fix->dst_space));
    } else if (dual == 3) {
        aic_raise(chk, "FP-029", at, NULL, "dualDstCtl=3 is reserved");
    } else if (fix->quant != AIC_Q_NOQUANT || field(op, AIC_FIX_F_RELU) || fix->layout == AIC_FIX_DN) {
        aic_raise(chk, "FP-026", at, NULL, "dualDstCtl=%" PRId64 " with quantisation, relu or dn", dual);
    } else if (dual == 1 && fix->m % 2) {
        aic_raise(chk, "FP-027", aic_at_field(AIC_FIX_F_M), NULL, "dualDstCtl=1 halves mSize=%u, which is odd", fix->m);
    } else if (dual == 2 && fix->n % 32) {
        aic_raise(chk, "FP-028", aic_at_field(AIC_FIX_F_N), NULL,
                  "dualDstCtl=2 needs nSize=%u to be a multiple of 32 (contested: X47)", fix->n);
    }
}

void aic_fix_check_word(const struct aic_fix *fix, uint64_t word, int column, struct aic_at at, bool *noted,
                        struct aic_check *chk)
{
    char where[40] = "deqScalar";
    if (column >= 0) {
        snprintf(where, sizeof(where), "word of column %d", column);
    }
    if (aic_quant_bad_scale(word)) {
        aic_raise(chk, "FP-031", at, "use a normal number or 0", "%s=0x%" PRIx64 ": the scale is inf, NaN or denormal",
                  where, word);
    } else if (word & 0x1fff && !*noted) {
        *noted = true;
        aic_raise(chk, "FP-032", at, NULL, "%s=0x%" PRIx64 ": the low 13 bits of the scale are dropped", where, word);
    }
    bool sign = word >> 46 & 1;
    if ((fix->dst == AIC_DT_INT8 && !sign) || (fix->dst == AIC_DT_UINT8 && sign)) {
        aic_raise(chk, "FP-033", at, "set bit 46 for int8, clear it for uint8",
                  "%s=0x%" PRIx64 ": sign bit 46 is %d, the destination is %s", where, word, sign,
                  aic_dtype_name(fix->dst));
    }
}

static void check_quant(const struct aic_op *op, const struct aic_fix *fix, struct aic_check *chk)
{
    bool workspace = op->rec->n_operands > 2;
    if (workspace && !fix->vector) {
        aic_raise(chk, "FP-018", aic_at_operand(2), "drop the operand or take a mode with V",
                  "quantPre=%s reads no vector, but one is given", mode_name(fix));
    } else if (workspace && (op->rec->op[2].space != AIC_L1 || op->rec->op[2].addr % 32)) {
        aic_raise(chk, "FP-019", aic_at_operand(2), NULL, "the quantisation vector at %s:%" PRIu64
                  " must lie in l1 at a multiple of 32", aic_space_name((enum aic_space)op->rec->op[2].space),
                  op->rec->op[2].addr);
    } else if (fix->vector && !workspace) {
        int64_t size = op->lim->sizes.bytes[AIC_FB], entries = op->lim->quant_fb_entries;
        if (size == 0) {
            aic_raise(chk, "FP-018", AIC_AT_RECORD, "name the vector in l1 as the third operand",
                      "quantPre=%s without a vector", mode_name(fix));
        } else if (entries > 0 && fix->n > entries) {
            aic_raise(chk, "FP-040", aic_at_field(AIC_FIX_F_N), "name the vector in l1 as the third operand",
                      "nSize=%u is more than the %" PRId64 " entries of the Fixpipe buffer", fix->n, entries);
        }
    }
    if (fix->vector && workspace && fix->layout == AIC_FIX_NZ && fix->chunk < fix->n &&
        aic_fix_params_of(op) == AIC_FIX_ARCH3510) {
        aic_raise(chk, "FP-038", aic_at_field(AIC_FIX_F_N), "split nSize",
                  "nSize=%u takes several passes, whose destinations the library spaces wrongly (contested: X33)",
                  fix->n);
    }
    if (aic_quant_modes[fix->quant].scaled && !fix->vector) {
        bool noted = false;
        aic_fix_check_word(fix, (uint64_t)field(op, AIC_FIX_F_DEQ_SCALAR), -1, aic_at_field(AIC_FIX_F_DEQ_SCALAR),
                           &noted,
                           chk);
    }
    if (field(op, AIC_FIX_F_CLIP_RELU) && op->lim->fixpipe_clip_relu != 1) {
        aic_raise(chk, "PATH-002", aic_at_field(AIC_FIX_F_CLIP_RELU), NULL, "this product has no clip relu");
    }
}

static void check_unit_flag(const struct aic_op *op, const struct aic_fix *fix, struct aic_check *chk)
{
    int64_t flag = field(op, AIC_FIX_F_UNIT_FLAG);
    struct aic_at at = aic_at_field(AIC_FIX_F_UNIT_FLAG);
    if (flag != 0 && op->lim->fixpipe_unit_flag != 1) {
        aic_raise(chk, "PATH-002", at, "leave unitFlag at 0", "unitFlag=%" PRId64 ": this product has no unit flags",
                  flag);
    } else if (flag != 0 && flag != 2 && flag != 3) {
        aic_raise(chk, "FP-034", at, NULL, "unitFlag=%" PRId64 " is none of 0, 2, 3", flag);
    } else if (flag != 0 && fix->layout == AIC_FIX_DN && field(op, AIC_FIX_F_SRC_NZ_C0_STRIDE) != 1) {
        aic_raise(chk, "FP-035", at, NULL, "unitFlag=%" PRId64 " with dn and srcNzC0Stride=%" PRId64, flag,
                  field(op, AIC_FIX_F_SRC_NZ_C0_STRIDE));
    }
}

static void check_address(const struct aic_op *op, const struct aic_fix *fix, struct aic_check *chk)
{
    int64_t align = op->lim->fixpipe_dst_align;
    bool aligned = fix->dst_space != AIC_GM || fix->layout != AIC_FIX_ND;
    if (aligned && align == AIC_UNKNOWN) {
        aic_raise(chk, "PATH-003", aic_at_operand(0), NULL, "no source gives the alignment of this destination");
    } else if (aligned && align > 0 && fix->dst_addr % (uint64_t)align) {
        aic_raise(chk, "FP-023", aic_at_operand(0), "align the destination",
                  "dst at byte %" PRIu64 " is not aligned to %" PRId64 " bytes", fix->dst_addr, align);
    }
}

void aic_fix_check(const struct aic_op *op, struct aic_check *chk)
{
    struct aic_fix fix;
    aic_fix_of(op, &fix);
    check_target(op, &fix, chk);
    if (!chk->error) {
        check_split(op, &fix, chk);
    }
    if (!chk->error) {
        check_nibbles(&fix, chk);
    }
    if (!chk->error) {
        check_types(op, &fix, chk);
    }
    if (chk->error) {
        return;
    }
    check_sizes(op, &fix, chk);
    check_matrices(op, &fix, chk);
    check_dual(op, &fix, chk);
    check_quant(op, &fix, chk);
    check_unit_flag(op, &fix, chk);
    check_address(op, &fix, chk);
    if (!chk->error) {
        check_overlap(&fix, chk);
    } else if (fix.dst_pitch == 0) {
        aic_raise(chk, "FP-008", aic_at_field(AIC_FIX_F_DST_STRIDE), NULL, "dstStride=0");
    }
}
