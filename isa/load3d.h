/* One image-to-column load, decoded: fields and registers together. Private to the load3d files.
 * Source: reference semantics, section 1; the document "LoadData convolution data movement". */
#ifndef AIC_ISA_LOAD3D_H
#define AIC_ISA_LOAD3D_H

#include "isa/loads.h"

/* Slots of load3dv2 and load3d_stride; also the index of the field in its table. */
enum aic_load3d_slot {
    AIC_L3_L1H = 0, AIC_L3_L1W, AIC_L3_CHANNEL, AIC_L3_KEXT, AIC_L3_MEXT, AIC_L3_KSTART, AIC_L3_MSTART,
    AIC_L3_STRIDE_W, AIC_L3_STRIDE_H, AIC_L3_FILTER_W, AIC_L3_FILTER_H, AIC_L3_DIL_W, AIC_L3_DIL_H,
    AIC_L3_FSIZE_W, AIC_L3_FSIZE_H, AIC_L3_TRANSPOSE, AIC_L3_SMALL_K, AIC_L3_PAD_VALUE, AIC_L3_FMATRIX_CTRL,
    AIC_L3_SET_FMATRIX, AIC_L3_SET_PADDING, AIC_L3_PAD
};

/* Slots of load3dv2pro. */
enum aic_load3dpro_slot {
    AIC_L3P_CHANNEL = 0, AIC_L3P_TRANSPOSE, AIC_L3P_SMALL_K, AIC_L3P_FSIZE_W, AIC_L3P_FSIZE_H,
    AIC_L3P_FMATRIX_CTRL, AIC_L3P_EXT, AIC_L3P_FILTER
};

struct aic_load3d {
    bool pro, stride_form;      /* load3dv2pro, load3d_stride */
    bool own_fmatrix, own_padding;
    unsigned bits, c0;          /* of an element; elements in 32 bytes */
    bool to_l0b, transposed;    /* the stored matrix is the transposed block */
    bool ask_transpose, small_k, fmatrix_ctrl, fsize_w, fsize_h;

    uint32_t h, w;              /* feature map in L1 */
    int32_t pad_left, pad_right, pad_top, pad_bottom;
    uint32_t channels, full_c1; /* full_c1 blocks of c0 channels, then `tail` channels */
    uint32_t tail, tail_bytes, tail_pitch; /* bytes of a tail pixel, and from one to the next */
    uint32_t filter_h, filter_w, points;   /* points = filter_h * filter_w */
    uint32_t raw_stride_w, raw_stride_h, raw_dil_w, raw_dil_h; /* as written; below 0 is taken as 1 */
    uint32_t stride_h, stride_w, dil_h, dil_w;
    int64_t ho, wo;             /* windows; <= 0: the filter does not fit */
    uint64_t rows, cols;        /* of the unfolded matrix */
    uint64_t full_cols;         /* columns of the full blocks */

    uint32_t m_start, k_start, m_ext, k_ext;
    uint32_t times;             /* blocks */
    bool along_k;
    uint32_t m_step, k_step;    /* from one block to the next, rows and columns */
    uint32_t m_total, k_total;  /* of the blocks put together */

    uint64_t src, dst, boundary;
    /* Stored row r, block of 32 bytes b: dst + (r/16)*group + b*block + (r%16)*32. */
    uint64_t group, block;
    uint32_t st_rows, st_blocks;
    bool apart;                 /* blocks of a K repeat lie one after another: */
    uint32_t blocks_each;       /* ... this many 32-byte column blocks each */
    uint64_t apart_bytes;
    uint32_t pitch;             /* `block` in fractals where the layout has a pitch, else 0 */
    bool pitch_needed, pitch_from_register;
};

void aic_load3d_decode(const struct aic_op *op, struct aic_load3d *g);

/* First virtual row of block t / first virtual column of block t. */
static inline uint64_t aic_load3d_row0(const struct aic_load3d *g, uint32_t t)
{
    return g->m_start + (g->along_k ? 0 : (uint64_t)t * g->m_step);
}
static inline uint64_t aic_load3d_col0(const struct aic_load3d *g, uint32_t t)
{
    return g->k_start + (g->along_k ? (uint64_t)t * g->k_step : 0);
}

/* Bytes of the source image from its base. */
uint64_t aic_load3d_image_bytes(const struct aic_load3d *g);

bool aic_load3d_nop(const struct aic_op *op, struct aic_check *chk);
void aic_load3d_check(const struct aic_op *op, struct aic_check *chk);
void aic_load3d_footprint(const struct aic_op *op, struct aic_footprint *fp);
void aic_load3d_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk);

#endif
