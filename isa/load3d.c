/* Image-to-column loads, second version: tables.
 * Decoding is in load3d_decode.c, rules in load3d_check.c, accesses in load3d_span.c, data in load3d_move.c. */
#include "isa/load3d.h"

#include <string.h>

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
     .summary = "Unfolds a feature map in L1 into a matrix and loads a block of it", .source = V2},
    {LOAD3D("load3d_stride", fields_v2, issue_v2),
     .summary = "load3dv2 with the destination pitch of the repeat register",
     .source = "page LoadDataWithStride; reference semantics, section 1"},
    {LOAD3D("load3dv2pro", fields_pro, NULL), .rule_insn = "L3D-051",
     .summary = "load3dv2 with packed fields; reads FMATRIX and PADDING as they stand", .source = PRO},
    {.name = NULL},
};
