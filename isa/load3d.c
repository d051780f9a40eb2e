/* Image-to-column loads, second version: tables and decoding.
 * Rules are in load3d_check.c, accesses in load3d_span.c, data in load3d_move.c. */
#include "isa/load3d.h"

#include <string.h>

static uint32_t at_least_one(uint32_t v) { return v ? v : 1; }

/* Fields of load3dv2 and load3d_stride. */
static void decode_fields(const struct aic_record *rec, struct aic_load3d *g)
{
    const int64_t *f = rec->f;
    g->channels = (uint32_t)f[AIC_L3_CHANNEL];
    g->k_ext = (uint32_t)f[AIC_L3_KEXT];
    g->m_ext = (uint32_t)f[AIC_L3_MEXT];
    g->k_start = (uint32_t)f[AIC_L3_KSTART];
    g->m_start = (uint32_t)f[AIC_L3_MSTART];
    g->raw_stride_w = (uint32_t)f[AIC_L3_STRIDE_W];
    g->raw_stride_h = (uint32_t)f[AIC_L3_STRIDE_H];
    g->filter_w = (uint32_t)f[AIC_L3_FILTER_W];
    g->filter_h = (uint32_t)f[AIC_L3_FILTER_H];
    g->raw_dil_w = (uint32_t)f[AIC_L3_DIL_W];
    g->raw_dil_h = (uint32_t)f[AIC_L3_DIL_H];
    g->fsize_w = f[AIC_L3_FSIZE_W] != 0;
    g->fsize_h = f[AIC_L3_FSIZE_H] != 0;
    g->ask_transpose = f[AIC_L3_TRANSPOSE] != 0;
    g->small_k = f[AIC_L3_SMALL_K] != 0;
    g->fmatrix_ctrl = f[AIC_L3_FMATRIX_CTRL] != 0;
    g->own_fmatrix = f[AIC_L3_SET_FMATRIX] != 0;
    g->own_padding = f[AIC_L3_SET_PADDING] != 0;
}

/* Packed words of load3dv2pro: every field is cut to its width by the hardware. */
static void decode_pro(const struct aic_record *rec, struct aic_load3d *g)
{
    const int64_t *f = rec->f;
    uint64_t ext = (uint64_t)f[AIC_L3P_EXT], flt = (uint64_t)f[AIC_L3P_FILTER];
    g->pro = true;
    g->channels = (uint32_t)f[AIC_L3P_CHANNEL];
    g->k_ext = ext & 0xFFFF;
    g->m_ext = (ext >> 16) & 0xFFFF;
    g->k_start = (ext >> 32) & 0xFFFF;
    g->m_start = (ext >> 48) & 0xFFFF;
    g->raw_stride_w = flt & 0xFF;
    g->raw_stride_h = (flt >> 8) & 0xFF;
    g->filter_w = (flt >> 16) & 0xFF;
    g->filter_h = (flt >> 24) & 0xFF;
    g->raw_dil_w = (flt >> 32) & 0xFF;
    g->raw_dil_h = (flt >> 40) & 0xFF;
    g->fsize_w = f[AIC_L3P_FSIZE_W] != 0;
    g->fsize_h = f[AIC_L3P_FSIZE_H] != 0;
    g->ask_transpose = f[AIC_L3P_TRANSPOSE] != 0;
    g->small_k = f[AIC_L3P_SMALL_K] != 0;
    g->fmatrix_ctrl = f[AIC_L3P_FMATRIX_CTRL] != 0;
}

/* Registers: feature map, padding, repeat. */
static void decode_registers(const struct aic_op *op, struct aic_load3d *g)
{
    const struct aic_registers *regs = op->regs;
    const struct aic_isa_limits *lim = op->lim;
    g->h = regs->l1_h;
    g->w = regs->l1_w;
    g->pad_left = regs->pad[0];
    g->pad_right = regs->pad[1];
    g->pad_top = regs->pad[2];
    g->pad_bottom = regs->pad[3];
    g->boundary = lim->load3d_has_boundary ? regs->boundary : 0;
    g->times = 1;
    if (!lim->load3d_has_repeat || !regs->repeat_set)
        return;
    g->times = regs->repeat_time;
    g->along_k = regs->repeat_mode != 0;
    g->m_step = regs->repeat_stride * 16u;
    g->k_step = (uint32_t)(regs->repeat_stride * (uint64_t)lim->load3d_repeat_k_bytes * 8 / g->bits);
}

static int64_t windows(int64_t size, int64_t pads, int64_t filter, int64_t dil, int64_t stride)
{
    int64_t room = size + pads - ((filter - 1) * dil + 1);
    return room < 0 ? 0 : room / stride + 1;
}

/* The unfolded matrix: section 1.2, and legacy.md 5 for channels that do not fill their last block. */
static void decode_matrix(const struct aic_isa_limits *lim, struct aic_load3d *g)
{
    g->filter_w += g->fsize_w ? 256 : 0;
    g->filter_h += g->fsize_h ? 256 : 0;
    g->stride_w = at_least_one(g->raw_stride_w);
    g->stride_h = at_least_one(g->raw_stride_h);
    g->dil_w = at_least_one(g->raw_dil_w);
    g->dil_h = at_least_one(g->raw_dil_h);
    g->points = g->filter_h * g->filter_w;
    g->ho = windows(g->h, (int64_t)g->pad_top + g->pad_bottom, g->filter_h, g->dil_h, g->stride_h);
    g->wo = windows(g->w, (int64_t)g->pad_left + g->pad_right, g->filter_w, g->dil_w, g->stride_w);
    g->rows = (uint64_t)g->ho * (uint64_t)g->wo;
    g->cols = (uint64_t)g->points * g->channels;
    g->full_c1 = g->channels / g->c0;
    g->full_cols = (uint64_t)g->full_c1 * g->points * g->c0;
    g->tail = g->channels % g->c0;
    g->tail_bytes = g->tail * g->bits / 8;
    /* A map of fewer than C0 channels is dense on every product; behind full blocks the product decides. */
    g->tail_pitch = lim->load3d_tail_dense || g->full_c1 == 0 ? g->tail_bytes : AIC_C0_BYTES;
}

/* The pitch between column blocks of the stored matrix, in fractals (section 1.3, X4, X57). */
static uint32_t stored_pitch(const struct aic_op *op, const struct aic_load3d *g)
{
    uint32_t rows = g->transposed ? g->k_total : g->m_total;
    if (!op->lim->load3d_has_dst_stride)
        return (uint32_t)aic_ceil_div(rows, 16);
    if (g->pitch_from_register)
        return op->regs->dst_stride_set ? op->regs->repeat_dst_stride : 0;
    bool by_k = g->to_l0b && op->lim->load3d_l0b_transpose_inert ? true : g->ask_transpose;
    return (uint32_t)aic_ceil_div(by_k ? g->k_ext : g->m_ext, 16);
}

/* Where the stored matrix lies: section 1.3. */
static void decode_layout(const struct aic_op *op, struct aic_load3d *g)
{
    const struct aic_isa_limits *lim = op->lim;
    bool zz = !g->to_l0b && lim->l0a_layout == AIC_L0A_ZZ;
    g->m_total = g->m_ext * (g->along_k ? 1 : g->times);
    g->k_total = g->k_ext * (g->along_k ? g->times : 1);
    g->pitch_from_register = g->pro || g->stride_form || lim->load3d_dst_stride_register;
    g->pitch_needed = !zz && lim->load3d_has_dst_stride;
    if (g->transposed) {
        /* L0B and b32 leave rows past kExtension alone; the other C0 blocks are moved whole. A source fractal has
         * 16 rows, a square of bytes 32. */
        uint32_t grain = g->to_l0b ? g->c0 : g->c0 > 16 ? g->c0 : 16;
        g->st_rows = g->to_l0b || g->bits == 32 ? g->k_total : (uint32_t)aic_ceil_align(g->k_total, g->c0);
        g->st_blocks = (uint32_t)(aic_ceil_align(g->m_total, grain) / g->c0);
    } else {
        g->st_rows = (uint32_t)aic_ceil_align(g->m_total, 16);
        g->st_blocks = (uint32_t)aic_ceil_div(g->k_total, g->c0);
    }
    if (zz) {
        g->block = AIC_FRACTAL;
        g->apart = g->along_k && g->times > 1 && !g->transposed && !lim->load3d_k_repeat_interleaved;
        g->blocks_each = (uint32_t)aic_ceil_div(g->k_ext, g->c0);
        g->st_blocks = g->apart ? g->blocks_each * g->times : g->st_blocks;
        g->group = (uint64_t)(g->apart ? g->blocks_each : g->st_blocks) * AIC_FRACTAL;
        g->apart_bytes = (uint64_t)g->st_rows / 16 * g->group;
    } else {
        g->pitch = stored_pitch(op, g);
        g->block = (uint64_t)g->pitch * AIC_FRACTAL;
        g->group = AIC_FRACTAL;
        /* A pitch that holds all of kExtension but not all of its last square: the rest is not stored. */
        if (g->transposed && g->pitch >= aic_ceil_div(g->k_total, 16) && g->pitch < aic_ceil_div(g->st_rows, 16))
            g->st_rows = g->pitch * 16;
    }
}

void aic_load3d_decode(const struct aic_op *op, struct aic_load3d *g)
{
    memset(g, 0, sizeof *g);
    g->bits = aic_dtype_bits(aic_loads_dtype(op));
    g->bits = g->bits ? g->bits : 8;
    g->c0 = 256 / g->bits;
    if (strcmp(op->insn->name, "load3dv2pro") == 0)
        decode_pro(op->rec, g);
    else
        decode_fields(op->rec, g);
    g->stride_form = strcmp(op->insn->name, "load3d_stride") == 0;
    g->src = op->rec->op[1].addr;
    g->dst = op->rec->op[0].addr;
    g->to_l0b = op->rec->op[0].space == AIC_L0B;
    g->transposed = g->to_l0b || g->ask_transpose;
    decode_registers(op, g);
    decode_matrix(op->lim, g);
    decode_layout(op, g);
}

uint64_t aic_load3d_image_bytes(const struct aic_load3d *g)
{
    uint64_t pixels = (uint64_t)g->h * g->w;
    return pixels * g->full_c1 * AIC_C0_BYTES + (g->tail ? (pixels - 1) * g->tail_pitch + g->tail_bytes : 0);
}

static void issue_v2(const struct aic_record *rec, const struct aic_isa_limits *lim, struct aic_registers *regs)
{
    enum aic_dtype dt = rec->n_dtypes ? (enum aic_dtype)rec->dtype[0] : AIC_DT_NONE;
    if (rec->f[AIC_L3_SET_FMATRIX])
        aic_registers_set_fmatrix(regs, rec->f[AIC_L3_L1H], rec->f[AIC_L3_L1W], &rec->f[AIC_L3_PAD]);
    if (rec->f[AIC_L3_SET_PADDING])
        aic_registers_set_padding(regs, aic_field_value_bits(rec, AIC_L3_PAD_VALUE, dt), aic_dtype_bits(dt),
                                  lim->load3d_pad_b32_bits);
}

/* Rows of the feature map over which the 16 windows of one fractal slide, at the most. */
static uint32_t sliding_rows(const struct aic_load3d *g)
{
    uint64_t most = 1, wo = (uint64_t)(g->wo > 0 ? g->wo : 1);
    for (uint32_t t = 0; t < (g->along_k ? 1 : g->times); t++) {
        uint64_t first = aic_load3d_row0(g, t);
        for (uint64_t i = 0; i < g->m_ext; i += 16) {
            uint64_t last = i + 15 < g->m_ext ? i + 15 : g->m_ext - 1;
            uint64_t n = (first + last) / wo - (first + i) / wo + 1;
            most = n > most ? n : most;
        }
    }
    return (uint32_t)most;
}

static void work_v2(const struct aic_op *op, struct aic_work *work)
{
    struct aic_load3d g;
    struct aic_footprint fp = {0};
    aic_load3d_decode(op, &g);
    aic_load3d_footprint(op, &fp);
    memset(work, 0, sizeof *work);
    work->kind = AIC_WORK_LOAD3D;
    work->src = op->rec->op[1].space;
    work->dst = op->rec->op[0].space;
    work->src_dtype = work->dst_dtype = (uint8_t)aic_loads_dtype(op);
    for (unsigned i = 0; i < fp.n; i++) {
        bool write = fp.e[i].access == AIC_WRITE;
        *(write ? &work->dst_bytes : &work->src_bytes) += aic_span_bytes(&fp.e[i].span);
        struct aic_span *span = write ? &work->local_dst : &work->local_src;
        if (!span->run)
            *span = fp.e[i].span;
    }
    work->repeats = g.times;
    work->stride_w = g.stride_w;
    work->sliding = g.points > 1 || g.stride_w > 1 || g.stride_h > 1;
    work->rows = sliding_rows(&g);
    work->transpose = g.transposed;
}

#define V2 "reference semantics, section 1.1; LoadData convolution data movement, table 4"
#define PRO "reference semantics, section 1.1; LoadData convolution data movement, table 5"
#define FLAGS "LoadData convolution data movement, table 1"
#define NUMBER(field, s, width, hi, id, u, text) \
    {.name = field, .kind = AIC_FIELD_UINT, .slot = s, .bits = width, .min = 0, .max = hi, .rule = id, .unit = u, \
     .meaning = text, .source = V2}
#define NUMBER1(field, s, width, hi, id, u, text) \
    {.name = field, .kind = AIC_FIELD_UINT, .slot = s, .bits = width, .def = 1, .min = 0, .max = hi, .rule = id, \
     .unit = u, .meaning = text, .source = V2}
#define SWITCH(field, s, on, text, from) \
    {.name = field, .kind = AIC_FIELD_BOOL, .slot = s, .bits = 1, .def = on, .min = 0, .max = 1, .unit = "", \
     .meaning = text, .source = from}

static const struct aic_field fields_v2[] = {
    {.name = "l1H", .kind = AIC_FIELD_UINT, .slot = AIC_L3_L1H, .bits = 16, .min = 0, .max = 32767,
     .rule = "L3D-009", .unit = "pixels", .meaning = "height of the feature map in L1; 0 is a NOP", .source = V2,
     .only_if = 1 + AIC_L3_SET_FMATRIX},
    {.name = "l1W", .kind = AIC_FIELD_UINT, .slot = AIC_L3_L1W, .bits = 16, .min = 0, .max = 32767,
     .rule = "L3D-009", .unit = "pixels", .meaning = "width of the feature map in L1; 0 is a NOP", .source = V2,
     .only_if = 1 + AIC_L3_SET_FMATRIX},
    NUMBER("channelSize", AIC_L3_CHANNEL, 16, 65535, NULL, "elements", "channels of the feature map; 0 is a NOP"),
    NUMBER("kExtension", AIC_L3_KEXT, 16, 65535, NULL, "elements",
           "columns of the unfolded matrix that are moved; 0 is a NOP"),
    NUMBER("mExtension", AIC_L3_MEXT, 16, 65535, NULL, "rows",
           "rows of the unfolded matrix that are moved; 0 is a NOP"),
    NUMBER("kStartPt", AIC_L3_KSTART, 16, 65535, NULL, "elements", "first column, a multiple of C0"),
    NUMBER("mStartPt", AIC_L3_MSTART, 16, 32767, "L3D-014", "rows", "first row"),
    NUMBER1("strideW", AIC_L3_STRIDE_W, 6, 63, "L3D-011", "pixels", "horizontal step of the window"),
    NUMBER1("strideH", AIC_L3_STRIDE_H, 6, 63, "L3D-011", "pixels", "vertical step of the window"),
    NUMBER1("filterW", AIC_L3_FILTER_W, 8, 255, "L3D-012", "pixels",
            "width of the filter; 0 without filterSizeW is a NOP"),
    NUMBER1("filterH", AIC_L3_FILTER_H, 8, 255, "L3D-012", "pixels",
            "height of the filter; 0 without filterSizeH is a NOP"),
    NUMBER1("dilationFilterW", AIC_L3_DIL_W, 8, 255, "L3D-013", "pixels", "horizontal distance of filter points"),
    NUMBER1("dilationFilterH", AIC_L3_DIL_H, 8, 255, "L3D-013", "pixels", "vertical distance of filter points"),
    SWITCH("filterSizeW", AIC_L3_FSIZE_W, 0, "adds 256 to filterW", V2),
    SWITCH("filterSizeH", AIC_L3_FSIZE_H, 0, "adds 256 to filterH", V2),
    SWITCH("enTranspose", AIC_L3_TRANSPOSE, 0, "L0A receives the transposed block; L0B always does", V2),
    SWITCH("enSmallK", AIC_L3_SMALL_K, 0, "retired, without effect", V2),
    {.name = "padValue", .kind = AIC_FIELD_VALUE, .slot = AIC_L3_PAD_VALUE, .bits = 32, .min = 1, .max = 0, .unit = "",
     .meaning = "element that stands for every pixel outside the feature map", .source = V2,
     .only_if = 1 + AIC_L3_SET_PADDING},
    SWITCH("fMatrixCtrl", AIC_L3_FMATRIX_CTRL, 0, "reads the right FMATRIX register; not supported", V2),
    SWITCH("isSetFMatrix", AIC_L3_SET_FMATRIX, 1, "writes l1H, l1W and padList to FMATRIX; else they are ignored",
           FLAGS),
    SWITCH("isSetPadding", AIC_L3_SET_PADDING, 1, "writes padValue to PADDING; else it is ignored", FLAGS),
    {.name = "padList", .kind = AIC_FIELD_LIST, .slot = AIC_L3_PAD, .count = 4, .bits = 8, .min = 0, .max = 255,
     .rule = "L3D-010", .unit = "pixels", .meaning = "padding left:right:top:bottom", .source = V2,
     .only_if = 1 + AIC_L3_SET_FMATRIX},
};

static const struct aic_field fields_pro[] = {
    {.name = "channelSize", .kind = AIC_FIELD_UINT, .slot = AIC_L3P_CHANNEL, .bits = 16, .min = 0, .max = 65535,
     .unit = "elements", .meaning = "channels of the feature map; 0 is a NOP", .source = PRO},
    SWITCH("enTranspose", AIC_L3P_TRANSPOSE, 0, "L0A receives the transposed block; L0B always does", PRO),
    SWITCH("enSmallK", AIC_L3P_SMALL_K, 0, "retired, without effect", PRO),
    SWITCH("filterSizeW", AIC_L3P_FSIZE_W, 0, "adds 256 to the filter width", PRO),
    SWITCH("filterSizeH", AIC_L3P_FSIZE_H, 0, "adds 256 to the filter height", PRO),
    SWITCH("fMatrixCtrl", AIC_L3P_FMATRIX_CTRL, 0, "reads the right FMATRIX register; not supported", PRO),
    {.name = "extConfig", .kind = AIC_FIELD_U64, .slot = AIC_L3P_EXT, .bits = 64, .min = 1, .max = 0, .unit = "",
     .meaning = "kExtension [15:0], mExtension [31:16], kStartPt [47:32], mStartPt [63:48]", .source = PRO},
    {.name = "filterConfig", .kind = AIC_FIELD_U64, .slot = AIC_L3P_FILTER, .bits = 48, .def = 0x10101010101,
     .min = 1, .max = 0, .unit = "",
     .meaning = "strideW [7:0], strideH [15:8], filterW [23:16], filterH [31:24], dilation W [39:32], H [47:40]",
     .source = PRO},
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
/* Every memory parses, so that a wrong one is a finding and not a syntax error. */
#define LOAD3D(row_name, row_fields, issue_fn) \
    .name = row_name, .klass = AIC_CLASS_DATA, .n_slots = 2, \
    .slots = {{.role = "dst", .spaces = AIC_SPACES_ANY, .written = true, .legal = AIC_SPACES_L0}, \
              {.role = "src", .spaces = AIC_SPACES_ANY, .legal = AIC_SPACE_BIT(AIC_L1)}}, \
    .min_dtypes = 1, .max_dtypes = 1, .n_fields = COUNT(row_fields), .fields = row_fields, .rule_dtype = "L3D-038", \
    .rule_vector_core = "VEC-001", \
    .pipe = aic_loads_pipe, .issue = issue_fn, .nop = aic_load3d_nop, .check = aic_load3d_check, \
    .footprint = aic_load3d_footprint, .work = work_v2, .execute = aic_load3d_execute

const struct aic_insn aic_insns_load3d[] = {
    {LOAD3D("load3dv2", fields_v2, issue_v2), .rule_insn = "L3D-051",
     .summary = "unfolds a feature map in L1 into a matrix and loads a block of it", .source = V2},
    {LOAD3D("load3d_stride", fields_v2, issue_v2),
     .summary = "load3dv2 with the destination pitch of the repeat register",
     .source = "page LoadDataWithStride; reference semantics, section 1"},
    {LOAD3D("load3dv2pro", fields_pro, NULL), .rule_insn = "L3D-051",
     .summary = "load3dv2 with packed fields; reads FMATRIX and PADDING as they stand", .source = PRO},
    {.name = NULL},
};
