/* Image-to-column loads: from fields and registers to the geometry of the load. */
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
