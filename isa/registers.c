/* Register setters: they take effect when they are dispatched, on the scalar pipe.
 * Source: reference semantics, section 0 "Register map", 1.5 and 1.6; the setters' own pages. */
#include "isa/registers.h"

#include <string.h>

#include "isa/loads.h"

void aic_registers_init(struct aic_registers *regs)
{
    memset(regs, 0, sizeof *regs);
}

void aic_registers_set_fmatrix(struct aic_registers *regs, int64_t l1_h, int64_t l1_w, const int64_t pad[4])
{
    bool fits = l1_h >= 0 && l1_h <= UINT16_MAX && l1_w >= 0 && l1_w <= UINT16_MAX;
    for (int i = 0; i < 4; i++) {
        fits = fits && pad[i] >= 0 && pad[i] <= UINT8_MAX;
        regs->pad[i] = (uint8_t)pad[i];
    }
    regs->l1_h = (uint16_t)l1_h;
    regs->l1_w = (uint16_t)l1_w;
    regs->fmatrix_set = true;
    regs->written |= AIC_REG_FMATRIX;
    regs->tainted = (uint8_t)(fits ? regs->tainted & ~AIC_REG_FMATRIX : regs->tainted | AIC_REG_FMATRIX);
}

void aic_registers_set_padding(struct aic_registers *regs, uint64_t raw, unsigned bits, int64_t kept)
{
    uint32_t value = (uint32_t)raw;
    if (bits == 32 && kept == 16)
        value &= 0xFFFFu;
    if (bits == 4)
        value = (value & 0xFu) * 0x11u;
    if (bits <= 8)
        value = (value & 0xFFu) * 0x101u; /* the helper copies the byte into both halves */
    regs->padding = value;
    regs->padding_bits = (uint8_t)bits;
    regs->written |= AIC_REG_PADDING;
    regs->tainted &= (uint8_t)~AIC_REG_PADDING;
}

static enum aic_pipe pipe_s(const struct aic_op *op)
{
    (void)op;
    return AIC_PIPE_S;
}

#define MAP "reference semantics, section 0, register map"
#define SEM16 "reference semantics, section 1.6"
#define SEM15 "reference semantics, section 1.5; page SetLoadDataRepeat"

/* ---- set_fmatrix ---- */

static const char *const fmatrix_modes[] = {"left", "right", NULL};

static const struct aic_field fields_fmatrix[] = {
    {.name = "l1H", .kind = AIC_FIELD_UINT, .slot = AIC_SFM_L1H, .bits = 16, .required = true, .min = 1,
     .max = 32767, .rule = "L3D-009", .unit = "pixels", .meaning = "height of the feature map in L1", .source = SEM16},
    {.name = "l1W", .kind = AIC_FIELD_UINT, .slot = AIC_SFM_L1W, .bits = 16, .required = true, .min = 1,
     .max = 32767, .rule = "L3D-009", .unit = "pixels", .meaning = "width of the feature map in L1", .source = SEM16},
    {.name = "mode", .kind = AIC_FIELD_CHOICE, .slot = AIC_SFM_MODE, .bits = 1, .def = 0, .min = 0, .max = 1,
     .choices = fmatrix_modes, .unit = "", .meaning = "which FMATRIX register is written; only left is supported",
     .source = SEM16},
    {.name = "padList", .kind = AIC_FIELD_LIST, .slot = AIC_SFM_PAD, .count = 4, .bits = 8, .def = 0, .min = 0,
     .max = 255, .rule = "L3D-010", .unit = "pixels", .meaning = "padding left:right:top:bottom", .source = SEM16},
};

static void issue_fmatrix(const struct aic_record *rec, const struct aic_isa_limits *lim, struct aic_registers *regs)
{
    (void)lim;
    regs->written |= AIC_REG_FMATRIX;
    if (rec->f[AIC_SFM_MODE] == 0)
        aic_registers_set_fmatrix(regs, rec->f[AIC_SFM_L1H], rec->f[AIC_SFM_L1W], &rec->f[AIC_SFM_PAD]);
}

static void check_fmatrix(const struct aic_op *op, struct aic_check *chk)
{
    if (op->rec->f[AIC_SFM_MODE] != 0)
        aic_raise(chk, "PATH-002", aic_at_field(AIC_SFM_MODE), "write mode=left",
                  "mode=right: LoadData reads the feature map only from the left FMATRIX register");
}

/* ---- set_padding ---- */

static const struct aic_field fields_padding[] = {
    {.name = "value", .kind = AIC_FIELD_VALUE, .slot = AIC_SPD_VALUE, .bits = 32, .required = true, .min = 1,
     .max = 0, .unit = "", .meaning = "element that stands for every pixel outside the feature map",
     .source = SEM16},
};

static unsigned padding_bits(const struct aic_record *rec)
{
    return rec->n_dtypes ? aic_dtype_bits((enum aic_dtype)rec->dtype[0]) : 0;
}

static void issue_padding(const struct aic_record *rec, const struct aic_isa_limits *lim, struct aic_registers *regs)
{
    enum aic_dtype dt = rec->n_dtypes ? (enum aic_dtype)rec->dtype[0] : AIC_DT_NONE;
    aic_registers_set_padding(regs, aic_field_value_bits(rec, AIC_SPD_VALUE, dt), aic_dtype_bits(dt),
                              lim->load3d_pad_b32_bits);
}

/* The page of the setter lists types of its own; a load with isSetPadding=false needs one of its types. */
static bool padding_listed(const struct aic_op *op, enum aic_dtype dt)
{
    aic_dtype_set set = op->lim->load3d_padding_types;
    int load = aic_insn_find("load3dv2", 8);
    for (int space = 0; space < AIC_SPACE_COUNT && load >= 0; space++)
        set |= op->lim->dtypes[load][space];
    return set & AIC_DT_BIT(dt);
}

static void check_padding(const struct aic_op *op, struct aic_check *chk)
{
    enum aic_dtype dt = aic_loads_dtype(op);
    unsigned bits = padding_bits(op->rec);
    uint64_t raw = aic_field_value_bits(op->rec, AIC_SPD_VALUE, dt);
    if (bits == 0 || bits > 32)
        aic_raise(chk, "PATH-002", aic_at_field(AIC_SPD_VALUE), "use a type of 8, 16 or 32 bits",
                  "the PADDING register takes elements of 4, 8, 16 or 32 bits, not %s", aic_dtype_name(dt));
    else if (!padding_listed(op, dt))
        aic_raise(chk, "PATH-002", AIC_AT_RECORD, NULL, "set_padding: %s is not supported on this product",
                  aic_dtype_name(dt));
    else if (bits == 32 && op->lim->load3d_pad_b32_bits == 16 && raw >> 16)
        aic_raise(chk, "L3D-052", aic_at_field(AIC_SPD_VALUE), NULL,
                  "the vendor's helper keeps 16 bits of a 32-bit pad value: 0x%08llx becomes 0x%04llx (contested)",
                  (unsigned long long)raw, (unsigned long long)(raw & 0xFFFF));
}

/* ---- set_load3d_repeat ---- */

static const struct aic_field fields_repeat[] = {
    {.name = "repeatTime", .kind = AIC_FIELD_UINT, .slot = AIC_SLR_TIME, .bits = 8, .def = 1, .min = 0, .max = 255,
     .unit = "", .meaning = "blocks that one LoadData moves; 0 turns the following loads into NOPs", .source = SEM15},
    {.name = "repeatStride", .kind = AIC_FIELD_UINT, .slot = AIC_SLR_STRIDE, .bits = 16, .def = 0, .min = 0,
     .max = 65535, .unit = "16 rows, or 32 B of columns (64 B on some products)",
     .meaning = "distance between the starts of two blocks in the unfolded matrix", .source = SEM15},
    {.name = "repeatMode", .kind = AIC_FIELD_UINT, .slot = AIC_SLR_MODE, .bits = 1, .def = 0, .min = 0, .max = 1,
     .rule = "L3D-047", .unit = "", .meaning = "0: the blocks follow one another along M, 1: along K", .source = SEM15},
    {.name = "dstStride", .kind = AIC_FIELD_UINT, .slot = AIC_SLR_DST_STRIDE, .bits = 16, .def = 0, .min = 0,
     .max = 65535, .unit = "512 B",
     .meaning = "pitch of the column blocks of the stored matrix, where the product needs it; unset without it",
     .source = SEM15},
};

static void issue_repeat(const struct aic_record *rec, const struct aic_isa_limits *lim, struct aic_registers *regs)
{
    regs->repeat_set = true;
    regs->written |= lim->load3d_has_repeat ? AIC_REG_REPEAT : 0;
    regs->repeat_time = (uint8_t)rec->f[AIC_SLR_TIME];
    regs->repeat_stride = (uint16_t)rec->f[AIC_SLR_STRIDE];
    regs->repeat_mode = rec->f[AIC_SLR_MODE] != 0;
    regs->repeat_dst_stride = (uint16_t)rec->f[AIC_SLR_DST_STRIDE];
    regs->dst_stride_set = rec->f[AIC_SLR_DST_STRIDE] != 0;
}

static void check_repeat(const struct aic_op *op, struct aic_check *chk)
{
    if (op->rec->f[AIC_SLR_DST_STRIDE] != 0 && !op->lim->load3d_has_dst_stride)
        aic_raise_as(chk, "PATH-002", AIC_SEV_WARNING, aic_at_field(AIC_SLR_DST_STRIDE), "leave dstStride out",
                     "dstStride=%lld has no effect: this product's repeat register has no destination stride",
                     (long long)op->rec->f[AIC_SLR_DST_STRIDE]);
}

/* ---- set_load3d_boundary ---- */

static const struct aic_field fields_boundary[] = {
    {.name = "value", .kind = AIC_FIELD_UINT, .slot = AIC_SLB_VALUE, .bits = 32, .required = true, .min = 0,
     .max = UINT32_MAX, .unit = "bytes (32 B for load3dv1)",
     .meaning = "L1 address at which a load continues from the start of L1; 0: none", .source = SEM16},
};

static void issue_boundary(const struct aic_record *rec, const struct aic_isa_limits *lim, struct aic_registers *regs)
{
    regs->boundary = (uint32_t)rec->f[AIC_SLB_VALUE];
    regs->written |= lim->load3d_has_boundary ? AIC_REG_BOUNDARY : 0;
}

static void check_boundary(const struct aic_op *op, struct aic_check *chk)
{
    int64_t value = op->rec->f[AIC_SLB_VALUE];
    if (value > 0 && value < 1024)
        aic_raise(chk, "L3D-044", aic_at_field(AIC_SLB_VALUE), "use 0 or at least 1024",
                  "boundary %lld lies in 1..1023, for which the result is not guaranteed", (long long)value);
}

/* ---- set_ctrl, set_mm_order ---- */

#define SWITCH(field, s, text) \
    {.name = field, .kind = AIC_FIELD_BOOL, .slot = s, .bits = 1, .def = 0, .min = 0, .max = 1, .unit = "", \
     .meaning = text, .source = MAP}

static const struct aic_field fields_ctrl[] = {
    SWITCH("hf32", AIC_SCT_HF32, "CTRL[46]: float operands of Mmad are rounded to HF32"),
    SWITCH("hf32_mode", AIC_SCT_HF32_MODE, "CTRL[47]: HF32 rounds toward zero instead of to nearest even"),
    SWITCH("inf_nan", AIC_SCT_INF_NAN, "CTRL[48]: keep inf and nan instead of saturating"),
    SWITCH("fp8_nan", AIC_SCT_FP8_NAN, "CTRL[50]: keep nan when converting to fp8"),
};

static void issue_ctrl(const struct aic_record *rec, const struct aic_isa_limits *lim, struct aic_registers *regs)
{
    (void)lim;
    regs->hf32 = rec->f[AIC_SCT_HF32] != 0;
    regs->hf32_toward_zero = rec->f[AIC_SCT_HF32_MODE] != 0;
    regs->inf_nan = rec->f[AIC_SCT_INF_NAN] != 0;
    regs->fp8_nan = rec->f[AIC_SCT_FP8_NAN] != 0;
}

static const char *const mm_orders[] = {"row", "column", NULL};

static const struct aic_field fields_mm_order[] = {
    {.name = "order", .kind = AIC_FIELD_CHOICE, .slot = AIC_SMO_ORDER, .bits = 1, .required = true, .min = 0,
     .max = 1, .choices = mm_orders, .unit = "",
     .meaning = "row: Mmad walks N first, then M; column: M first, then N", .source = MAP},
};

static void issue_mm_order(const struct aic_record *rec, const struct aic_isa_limits *lim, struct aic_registers *regs)
{
    (void)lim;
    regs->mm_column_major = rec->f[AIC_SMO_ORDER] != 0;
}

/* ---- Fixpipe ---- */

#define QUANT_UNIT 128
#define RELU_UNIT 64

static const struct aic_field fields_fixpipe_addr[] = {
    {.name = "quant_addr", .kind = AIC_FIELD_UINT, .slot = AIC_SFA_QUANT, .bits = 8, .def = 0, .min = 0,
     .max = 255 * QUANT_UNIT, .unit = "bytes, a multiple of 128",
     .meaning = "start of the quantisation words in the Fixpipe buffer", .source = MAP},
    {.name = "relu_addr", .kind = AIC_FIELD_UINT, .slot = AIC_SFA_RELU, .bits = 8, .def = 0, .min = 0,
     .max = 255 * RELU_UNIT, .unit = "bytes, a multiple of 64",
     .meaning = "start of the relu factors in the Fixpipe buffer", .source = MAP},
};

static void issue_fixpipe_addr(const struct aic_record *rec, const struct aic_isa_limits *lim,
                               struct aic_registers *regs)
{
    (void)lim;
    regs->quant_addr = (uint32_t)rec->f[AIC_SFA_QUANT];
    regs->relu_addr = (uint32_t)rec->f[AIC_SFA_RELU];
}

static void check_fixpipe_addr(const struct aic_op *op, struct aic_check *chk)
{
    static const int64_t unit[] = {QUANT_UNIT, RELU_UNIT};
    for (int i = 0; i < 2; i++)
        if (op->rec->f[i] % unit[i])
            aic_raise(chk, "FLD-001", aic_at_field(i), NULL, "%s=%lld: the register counts units of %lld bytes",
                      fields_fixpipe_addr[i].name, (long long)op->rec->f[i], (long long)unit[i]);
}

static const struct aic_field fields_fixpipe_config[] = {
    SWITCH("reset_unit_flags", AIC_SFC_RESET_UNIT_FLAGS, "FPC[63]: clear the unit flags of all of L0C"),
};

static void issue_fixpipe_config(const struct aic_record *rec, const struct aic_isa_limits *lim,
                                 struct aic_registers *regs)
{
    (void)lim;
    regs->unit_flag_resets += rec->f[AIC_SFC_RESET_UNIT_FLAGS] != 0;
}

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define SETTER(row_name, row_fields, issue_fn, check_fn) \
    .name = row_name, .klass = AIC_CLASS_REGISTER, .n_fields = COUNT(row_fields), .fields = row_fields, \
    .pipe = pipe_s, .issue = issue_fn, .check = check_fn

const struct aic_insn aic_insns_registers[] = {
    {SETTER("set_fmatrix", fields_fmatrix, issue_fmatrix, check_fmatrix),
     .summary = "Describes the feature map and its padding for the loads that do not set it", .source = SEM16},
    {SETTER("set_padding", fields_padding, issue_padding, check_padding), .min_dtypes = 1, .max_dtypes = 1,
     .summary = "Sets the value of pixels outside the feature map", .source = SEM16},
    {SETTER("set_load3d_repeat", fields_repeat, issue_repeat, check_repeat), .rule_insn = "L3D-048",
     .summary = "Makes one image-to-column load move several blocks; holds until rewritten", .source = SEM15},
    {SETTER("set_load3d_boundary", fields_boundary, issue_boundary, check_boundary), .rule_insn = "L3D-046",
     .summary = "Makes L1 circular for image-to-column loads", .source = SEM16},
    {SETTER("set_ctrl", fields_ctrl, issue_ctrl, NULL), .summary = "Writes the numeric modes of CTRL", .source = MAP},
    {SETTER("set_mm_order", fields_mm_order, issue_mm_order, NULL),
     .summary = "Sets the order in which Mmad produces its result", .source = MAP},
    {SETTER("set_fixpipe_addr", fields_fixpipe_addr, issue_fixpipe_addr, check_fixpipe_addr),
     .summary = "Says where Fixpipe finds its vectors in the Fixpipe buffer", .source = MAP},
    {SETTER("set_fixpipe_config", fields_fixpipe_config, issue_fixpipe_config, NULL),
     .summary = "Resets the unit flags",
     .source = MAP},
    {.name = NULL},
};
