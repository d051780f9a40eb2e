/* Rules of the image-to-column loads. Source: reference semantics, sections 1, 15 and 16. */
#include "isa/load3d.h"

#define NO_FIELD AIC_AT_RECORD

typedef unsigned long long ull;

/* Where a finding about a value points: the field of load3dv2, or the packed word of the v2Pro form. */
static struct aic_at at(const struct aic_load3d *g, int field)
{
    if (!g->pro)
        return aic_at_field(field);
    switch (field) {
    case AIC_L3_CHANNEL:
        return aic_at_field(AIC_L3P_CHANNEL);
    case AIC_L3_TRANSPOSE:
        return aic_at_field(AIC_L3P_TRANSPOSE);
    case AIC_L3_SMALL_K:
        return aic_at_field(AIC_L3P_SMALL_K);
    case AIC_L3_FMATRIX_CTRL:
        return aic_at_field(AIC_L3P_FMATRIX_CTRL);
    case AIC_L3_FSIZE_W:
        return aic_at_field(AIC_L3P_FSIZE_W);
    case AIC_L3_FSIZE_H:
        return aic_at_field(AIC_L3P_FSIZE_H);
    case AIC_L3_KEXT:
    case AIC_L3_MEXT:
    case AIC_L3_KSTART:
    case AIC_L3_MSTART:
        return aic_at_field(AIC_L3P_EXT);
    default:
        return aic_at_field(AIC_L3P_FILTER);
    }
}

/* ---- NOP ---- */

struct zero_rule {
    const char *rule, *name;
    int field;
    bool zero;
};

bool aic_load3d_nop(const struct aic_op *op, struct aic_check *chk)
{
    const struct aic_registers *regs = op->regs;
    struct aic_load3d g;
    aic_load3d_decode(op, &g);
    /* As written where the record sets FMATRIX itself: the register has 16 bits. Never set: L3D-039 says so. */
    bool known = g.own_fmatrix || (regs->fmatrix_set && !(regs->tainted & AIC_REG_FMATRIX));
    bool zero_h = g.own_fmatrix ? op->rec->f[AIC_L3_L1H] == 0 : regs->l1_h == 0;
    bool zero_w = g.own_fmatrix ? op->rec->f[AIC_L3_L1W] == 0 : regs->l1_w == 0;
    const int64_t *f = op->rec->f;
    const struct zero_rule rules[] = {
        {"L3D-001", "l1H", AIC_L3_L1H, known && zero_h},
        {"L3D-002", "l1W", AIC_L3_L1W, known && zero_w},
        {"L3D-003", "channelSize", AIC_L3_CHANNEL, f[g.pro ? (int)AIC_L3P_CHANNEL : (int)AIC_L3_CHANNEL] == 0},
        {"L3D-004", "kExtension", AIC_L3_KEXT, g.pro ? g.k_ext == 0 : f[AIC_L3_KEXT] == 0},
        {"L3D-005", "mExtension", AIC_L3_MEXT, g.pro ? g.m_ext == 0 : f[AIC_L3_MEXT] == 0},
        {"L3D-006", "filterW", AIC_L3_FILTER_W, !g.fsize_w && (g.pro ? g.filter_w == 0 : f[AIC_L3_FILTER_W] == 0)},
        {"L3D-007", "filterH", AIC_L3_FILTER_H, !g.fsize_h && (g.pro ? g.filter_h == 0 : f[AIC_L3_FILTER_H] == 0)},
    };
    for (unsigned i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        bool from_register = !g.own_fmatrix && i < 2;
        if (!rules[i].zero)
            continue;
        aic_raise_nop(chk, rules[i].rule, from_register ? NO_FIELD : at(&g, rules[i].field),
                      "%s%s is 0: nothing is moved", rules[i].name, from_register ? " in FMATRIX" : "");
        return true;
    }
    if (g.times == 0 && !(regs->tainted & AIC_REG_REPEAT)) {
        aic_raise_nop(chk, "L3D-008", NO_FIELD, "the repeat register holds repeatTime=0: nothing is moved");
        return true;
    }
    return false;
}

/* ---- operands, switches, types ---- */

static void check_places(const struct aic_op *op, struct aic_check *chk)
{
    enum aic_space dst = (enum aic_space)op->rec->op[0].space, src = (enum aic_space)op->rec->op[1].space;
    if (dst != AIC_L0A && dst != AIC_L0B)
        aic_raise(chk, "MEM-019", aic_at_operand(0), "load into l0a or l0b",
                  "the destination of an image-to-column load is L0A or L0B, not %s", aic_space_name(dst));
    if (src != AIC_L1)
        aic_raise(chk, "MEM-020", aic_at_operand(1), "copy the feature map to l1 first",
                  "the source of an image-to-column load is L1, not %s", aic_space_name(src));
}

static void check_switches(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    if (g->small_k)
        aic_raise(chk, "L3D-036", at(g, AIC_L3_SMALL_K), "leave it out", "enSmallK=true has no effect any more");
    if (g->fmatrix_ctrl)
        aic_raise(chk, "L3D-037", at(g, AIC_L3_FMATRIX_CTRL), "write false",
                  "fMatrixCtrl=true: only the left FMATRIX register is supported");
    if (g->to_l0b && g->ask_transpose && op->lim->load3d_l0b_transpose_inert)
        aic_raise(chk, "L3D-035", at(g, AIC_L3_TRANSPOSE), NULL,
                  "enTranspose has no effect into L0B, which always takes the transposed block%s",
                  op->lim->load3d_has_dst_stride ? " (contested: the vendor's header derives the pitch from it)" : "");
    if ((g->fsize_w || g->fsize_h) && !op->lim->load3d_has_filter_256)
        aic_raise(chk, "PATH-002", at(g, g->fsize_w ? AIC_L3_FSIZE_W : AIC_L3_FSIZE_H), NULL,
                  "filterSize%c=true: filters above 255 do not exist on this product", g->fsize_w ? 'W' : 'H');
}

/* True when the product loads any 4- or 8-bit type into L0B. */
static bool narrow_into_l0b(const struct aic_op *op)
{
    for (int dt = 0; dt < AIC_DT_COUNT; dt++)
        if (dt != AIC_DT_NONE && aic_dtype_bits((enum aic_dtype)dt) <= 8 &&
            aic_loads_has_dtype(op, (enum aic_dtype)dt, AIC_L0B))
            return true;
    return false;
}

/* L0B and transposition take fewer types than L0A: L3D-032, L3D-033 and L3D-034 before L3D-038. */
static void check_type(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    enum aic_dtype dt = aic_loads_dtype(op);
    const char *name = aic_dtype_name(dt);
    bool nz = op->lim->l0a_layout == AIC_L0A_NZ;
    if (g->transposed && g->bits == 4 && nz) {
        aic_raise(chk, "L3D-034", aic_at_operand(0), NULL, "%s cannot be transposed: 4-bit elements", name);
    } else if (g->to_l0b) {
        if (g->bits <= 8 && !narrow_into_l0b(op))
            aic_raise(chk, "L3D-032", aic_at_operand(0), "load 4- and 8-bit B matrices with load2d or load_transpose",
                      "%s cannot be loaded into L0B here: it has %u bits and L0B transposes", name, g->bits);
    } else if (g->transposed && !(op->lim->load3d_l0a_transpose & AIC_DT_BIT(dt))) {
        if (op->lim->load3d_l0a_transpose & AIC_DT_UNKNOWN_SET)
            aic_raise(chk, "PATH-003", at(g, AIC_L3_TRANSPOSE), NULL,
                      "no source says which types enTranspose takes on this product");
        else if (g->bits <= 8)
            aic_raise(chk, "L3D-033", at(g, AIC_L3_TRANSPOSE), "use load_transpose",
                      "enTranspose into L0A does not take %s (%u bits)", name, g->bits);
        else if (aic_loads_has_dtype(op, dt, AIC_L0A))
            aic_raise(chk, "PATH-002", at(g, AIC_L3_TRANSPOSE), NULL, "enTranspose into L0A does not take %s here",
                      name);
    }
}

/* ---- values ---- */

static void check_step(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk, const char *rule,
                       const char *name, int field, uint32_t value, uint32_t max)
{
    bool zero = value == 0 && !op->lim->load3d_zero_stride_is_one;
    if (zero || value > max)
        aic_raise(chk, rule, at(g, field), NULL, "%s=%u is outside 1..%u%s", name, value, max,
                  zero ? " (the documents allow 0 but give it no meaning)" : "");
}

static void check_steps(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    check_step(op, g, chk, "L3D-011", "strideW", AIC_L3_STRIDE_W, g->raw_stride_w, 63);
    check_step(op, g, chk, "L3D-011", "strideH", AIC_L3_STRIDE_H, g->raw_stride_h, 63);
    check_step(op, g, chk, "L3D-013", "dilationFilterW", AIC_L3_DIL_W, g->raw_dil_w, 255);
    check_step(op, g, chk, "L3D-013", "dilationFilterH", AIC_L3_DIL_H, g->raw_dil_h, 255);
    if (g->m_start > 32767)
        aic_raise(chk, "L3D-014", at(g, AIC_L3_MSTART), NULL, "mStartPt=%u is outside 0..32767", g->m_start);
}

/* Remainders of C0 that channelSize may have, by width: sections 1.1 and 16. */
struct channel_set {
    unsigned bits;
    const char *rule, *legacy_rule, *text;
    uint32_t tails[4]; /* remainders, ended by 0, which is always allowed */
};

static const struct channel_set channel_sets[] = {
    {32, "L3D-015", "L3D-015", "4, 8N or 8N+4", {4}},
    {16, "L3D-016", "L3D-019", "4, 8, 16N, 16N+4 or 16N+8", {4, 8}},
    {8, "L3D-017", "L3D-020", "4, 8, 16, 32N, 32N+4, 32N+8 or 32N+16", {4, 8, 16}},
    {4, "L3D-018", "L3D-021", "8, 16, 32, 64N, 64N+8, 64N+16 or 64N+32", {8, 16, 32}},
};

static void check_channels(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    bool legacy = op->lim->load3d_channel_legacy && !g->pro;
    for (unsigned i = 0; i < sizeof channel_sets / sizeof channel_sets[0]; i++) {
        const struct channel_set *set = &channel_sets[i];
        if (set->bits != g->bits)
            continue;
        const char *rule = legacy ? set->legacy_rule : set->rule;
        bool listed = g->tail == 0;
        for (unsigned k = 0; k < 4 && set->tails[k]; k++)
            listed = listed || g->tail == set->tails[k];
        if (!listed)
            aic_raise_as(chk, rule, AIC_SEV_ERROR, at(g, AIC_L3_CHANNEL), NULL, "channelSize=%u is not %s for %s",
                         g->channels, set->text, aic_dtype_name(aic_loads_dtype(op)));
        else if (legacy && g->bits >= 8 && g->tail == 0 && g->full_c1 > 1)
            aic_raise_as(chk, rule, AIC_SEV_WARNING, at(g, AIC_L3_CHANNEL), NULL,
                         "channelSize=%u: this product's list ends at %u for multiples of C0, though the vendor's own "
                         "kernels use them (contested)",
                         g->channels, g->c0);
    }
}

/* ---- registers ---- */

static void check_repeat(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    const struct aic_registers *regs = op->regs;
    if (regs->tainted & AIC_REG_REPEAT)
        return;
    if (op->lim->load3d_has_dst_stride && !regs->repeat_set)
        aic_raise(chk, "L3D-041", NO_FIELD, "put a set_load3d_repeat before it",
                  "on this product a set_load3d_repeat must come before every image-to-column load");
    else if (g->pitch_needed && g->pitch_from_register && g->pitch == 0)
        aic_raise(chk, "L3D-042", NO_FIELD, "give set_load3d_repeat a dstStride",
                  "the repeat register has no dstStride, the pitch of the stored matrix (contested: the vendor's "
                  "header computes it)");
}

static void check_registers(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    const struct aic_registers *regs = op->regs;
    const struct aic_isa_limits *lim = op->lim;
    if (!g->own_fmatrix && !regs->fmatrix_set && !(regs->tainted & AIC_REG_FMATRIX))
        aic_raise(chk, "L3D-039", g->pro ? NO_FIELD : aic_at_field(AIC_L3_SET_FMATRIX), "put a set_fmatrix before it",
                  "%s reads FMATRIX, which nothing has set",
                  g->pro ? "load3dv2pro" : "with isSetFMatrix=false the load");
    if (g->boundary && g->src >= g->boundary && !(regs->tainted & AIC_REG_BOUNDARY))
        aic_raise(chk, "L3D-045", aic_at_operand(1), NULL, "the source l1:%llu is not below the boundary %llu",
                  (ull)g->src, (ull)g->boundary);
    if (!g->pro && g->own_padding && g->bits == 32 && lim->load3d_pad_b32_bits == 16) {
        uint64_t raw = aic_field_value_bits(op->rec, AIC_L3_PAD_VALUE, aic_loads_dtype(op));
        if (raw >> 16)
            aic_raise(chk, "L3D-052", aic_at_field(AIC_L3_PAD_VALUE), NULL,
                      "the vendor's helper keeps 16 bits of a 32-bit pad value: 0x%08llx becomes 0x%04llx (contested)",
                      (ull)raw, (ull)(raw & 0xFFFF));
    }
}

/* True when some moved element lies outside the feature map. */
static bool pads(const struct aic_load3d *g)
{
    uint64_t wo = (uint64_t)g->wo;
    for (uint32_t t = 0; t < (g->along_k ? 1 : g->times); t++) {
        uint64_t first = aic_load3d_row0(g, t), end = first + g->m_ext;
        for (uint64_t r = first; r < end && r < g->rows; r++) {
            int64_t y = (int64_t)(r / wo * g->stride_h) - g->pad_top;
            int64_t x = (int64_t)(r % wo * g->stride_w) - g->pad_left;
            if (y < 0 || x < 0 || y + (int64_t)(g->filter_h - 1) * g->dil_h >= (int64_t)g->h ||
                x + (int64_t)(g->filter_w - 1) * g->dil_w >= (int64_t)g->w)
                return true;
        }
    }
    return false;
}

static void check_padding(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    if (g->own_padding || op->regs->padding_bits == g->bits || (op->regs->tainted & AIC_REG_PADDING) || !pads(g))
        return;
    aic_raise(chk, "L3D-040", g->pro ? NO_FIELD : aic_at_field(AIC_L3_SET_PADDING),
              "put a set_padding of this type before it",
              "elements outside the feature map come from PADDING, which %s %u-bit elements",
              op->regs->padding_bits ? "was set for another width than" : "was never set for", g->bits);
}

/* ---- extents ---- */

static void check_rows(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    uint64_t first_end = (uint64_t)g->m_start + g->m_ext;
    uint64_t end = aic_load3d_row0(g, g->times - 1) + g->m_ext;
    if (end > aic_ceil_align(g->rows, 16)) {
        aic_raise(chk, "L3D-029", at(g, AIC_L3_MEXT), NULL,
                  "rows up to %llu are asked for, but the unfolded matrix has %lldx%lld=%llu (%llu with the last "
                  "fractal)",
                  (ull)end, (long long)g->ho, (long long)g->wo, (ull)g->rows, (ull)aic_ceil_align(g->rows, 16));
        return;
    }
    if (g->m_ext % 16 == 0)
        return;
    if (first_end < g->rows) {
        if (g->bits <= 16)
            aic_raise(chk, "L3D-025", at(g, AIC_L3_MEXT), "use a multiple of 16 or reach the last row",
                      "mExtension=%u is not a multiple of 16 and ends at row %llu of %llu", g->m_ext, (ull)first_end,
                      (ull)g->rows);
    } else if (!op->lim->load3d_strict_check) {
        aic_raise(chk, "L3D-026", at(g, AIC_L3_MEXT), NULL,
                  "mExtension=%u is not a multiple of 16: the other rows of the last fractal are undefined (contested: "
                  "debug checks demand the multiple)",
                  g->m_ext);
    }
}

static void check_columns(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    uint64_t first_end = (uint64_t)g->k_start + g->k_ext;
    uint64_t end = aic_load3d_col0(g, g->times - 1) + g->k_ext;
    if (g->k_start % g->c0) {
        aic_raise(chk, "L3D-022", at(g, AIC_L3_KSTART), NULL, "kStartPt=%u is not a multiple of C0=%u", g->k_start,
                  g->c0);
    } else if (end > aic_ceil_align(g->cols, g->c0)) {
        aic_raise(chk, "L3D-030", at(g, AIC_L3_KEXT), NULL,
                  "columns up to %llu are asked for, but the unfolded matrix has %ux%ux%u=%llu", (ull)end, g->filter_h,
                  g->filter_w, g->channels, (ull)g->cols);
    } else if (g->k_ext % g->c0 && first_end < g->cols) {
        aic_raise(chk, "L3D-023", at(g, AIC_L3_KEXT), "use a multiple of C0 or reach the last column",
                  "kExtension=%u is not a multiple of C0=%u and ends at column %llu of %llu", g->k_ext, g->c0,
                  (ull)first_end, (ull)g->cols);
    } else if (g->k_ext % g->c0 && !op->lim->load3d_strict_check) {
        aic_raise(chk, "L3D-024", at(g, AIC_L3_KEXT), NULL,
                  "kExtension=%u is not a multiple of C0=%u at the right edge (contested: debug checks demand it)",
                  g->k_ext, g->c0);
    }
    if (g->bits == 4 && g->k_ext % 2 && g->times > 1 && g->along_k && !g->apart)
        aic_raise(chk, "PATH-003", at(g, AIC_L3_KEXT), NULL,
                  "no source says how blocks of an odd number (%u) of 4-bit columns are put together", g->k_ext);
}

/* The vendor's debug checks: contested, the source document allows what covers the edge (X6, X7). */
static void check_debug(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    enum aic_dtype dt = aic_loads_dtype(op);
    const struct aic_isa_limits *lim = op->lim;
    bool m = g->m_ext % 16, s = g->m_start % 16, k = g->k_ext % g->c0;
    if (lim->load3d_strict_check && !chk->error && (m || s || k))
        aic_raise_as(chk, "L3D-027", lim->load3d_strict_multiples ? AIC_SEV_ERROR : AIC_SEV_WARNING,
                     at(g, m ? AIC_L3_MEXT : s ? AIC_L3_MSTART : AIC_L3_KEXT), NULL,
                     "%s=%u is not a multiple of %u, which the vendor's debug check demands (contested)",
                     m ? "mExtension" : s ? "mStartPt" : "kExtension", m ? g->m_ext : s ? g->m_start : g->k_ext,
                     m || s ? 16 : g->c0);
    if (lim->load3d_m_start_check && s && (dt == AIC_DT_HALF || g->bits == 8))
        aic_raise(chk, "L3D-028", at(g, AIC_L3_MSTART), NULL,
                  "mStartPt=%u is not a multiple of 16, which the vendor's debug check demands (contested)",
                  g->m_start);
}

static void check_stored(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    uint64_t fractals = aic_ceil_div(g->transposed ? g->k_total : g->m_total, 16);
    if (g->pitch && g->pitch < fractals)
        aic_raise(chk, "L3D-043", NO_FIELD, NULL,
                  "dstStride=%u is less than the %llu fractals of a column block of the stored matrix", g->pitch,
                  (ull)fractals);
    if (g->transposed && g->bits == 8 && g->m_total % 32)
        aic_raise(chk, "L3D-049", at(g, AIC_L3_MEXT), NULL,
                  "%u rows of 8-bit elements are transposed in squares of 32: the rest of the last square is undefined",
                  g->m_total);
    (void)op;
}

/* The whole image must lie in L1, up to the boundary where L1 is circular. */
static void check_image(const struct aic_op *op, const struct aic_load3d *g, struct aic_check *chk)
{
    int64_t size = op->lim->sizes.bytes[AIC_L1];
    uint64_t end = g->src + aic_load3d_image_bytes(g);
    if (g->boundary && end > g->boundary)
        end = g->boundary;
    if (size != AIC_UNKNOWN && end > (uint64_t)size)
        aic_raise(chk, "L3D-050", aic_at_operand(1), NULL,
                  "the feature map of %ux%ux%u %s at l1:%llu ends at %llu, past the %lld bytes of L1", g->h, g->w,
                  g->channels, aic_dtype_name(aic_loads_dtype(op)), (ull)g->src, (ull)end, (long long)size);
}

void aic_load3d_check(const struct aic_op *op, struct aic_check *chk)
{
    struct aic_load3d g;
    aic_load3d_decode(op, &g);
    check_places(op, chk);
    if (chk->error)
        return;
    check_switches(op, &g, chk);
    check_type(op, &g, chk);
    if (!aic_loads_has_dtype(op, aic_loads_dtype(op), (enum aic_space)op->rec->op[0].space))
        return; /* the type is judged by all instructions alike; what counts in C0 means nothing without it */
    check_steps(op, &g, chk);
    check_channels(op, &g, chk);
    check_registers(op, &g, chk);
    bool unknown = chk->error || (op->regs->tainted & AIC_REG_SHAPES);
    check_repeat(op, &g, chk); /* says nothing about the window itself, which is judged all the same */
    if (unknown)
        return;
    if (g.rows == 0) {
        aic_raise(chk, "L3D-031", NO_FIELD, NULL,
                  "a filter of %ux%u, dilation %ux%u, does not fit into a feature map of %ux%u with its padding",
                  g.filter_h, g.filter_w, g.dil_h, g.dil_w, g.h, g.w);
        return;
    }
    check_padding(op, &g, chk);
    check_rows(op, &g, chk);
    check_columns(op, &g, chk);
    check_debug(op, &g, chk);
    check_stored(op, &g, chk);
    check_image(op, &g, chk);
}
