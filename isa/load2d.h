/* A load of whole fractals, decoded. Private to the load2d files.
 * Source: reference semantics, sections 3, 4 and 5. */
#ifndef AIC_ISA_LOAD2D_H
#define AIC_ISA_LOAD2D_H

#include "isa/loads.h"

/* Slots of aic_record.f; also the index of the field in its table. */
enum aic_load2d_slot {
    AIC_L2_START = 0, AIC_L2_REPEAT, AIC_L2_SRC_STRIDE, AIC_L2_DST_GAP, AIC_L2_TRANSPOSE, AIC_L2_ADDR_MODE, AIC_L2_SID
};
enum aic_load2dv2_slot {
    AIC_L2V_M_START = 0, AIC_L2V_K_START, AIC_L2V_M_STEP, AIC_L2V_K_STEP, AIC_L2V_SRC_STRIDE, AIC_L2V_DST_STRIDE,
    AIC_L2V_TRANSPOSE, AIC_L2V_COUNT,
    /* load2dmx goes on with the scales: */
    AIC_LMX_X_START = AIC_L2V_COUNT, AIC_LMX_Y_START, AIC_LMX_X_STEP, AIC_LMX_Y_STEP, AIC_LMX_SRC_STRIDE,
    AIC_LMX_DST_STRIDE
};

/* `steps` times: `fractals` fractals that follow one another at the source. Without transposition they follow one
 * another at the destination as well; with it they are cut into `squares` squares of C0 x C0 elements, of which the
 * destination gets each transposed, `square_pitch` bytes apart. */
struct aic_load2d {
    unsigned bits, c0;
    bool transposed;
    int64_t src;             /* first byte; below 0 where a start position and a negative stride lead there */
    uint64_t dst;
    int64_t src_step;        /* bytes from step to step */
    uint64_t dst_step;
    uint32_t steps, fractals;
    uint32_t squares;
    uint64_t square_pitch;
};

/* The scales of load2dmx: x times y blocks of 32 bytes. */
struct aic_load_scales {
    uint64_t src, dst;
    uint64_t src_step, dst_step;
    uint32_t x, y;
    enum aic_space space;
};

void aic_load2d_decode(const struct aic_op *op, struct aic_load2d *g);
void aic_load_scales_decode(const struct aic_op *op, struct aic_load_scales *s);
bool aic_load2d_is_mx(const struct aic_op *op);

bool aic_load2d_nop(const struct aic_op *op, struct aic_check *chk);
void aic_load2d_check(const struct aic_op *op, struct aic_check *chk);
bool aic_load2dv2_nop(const struct aic_op *op, struct aic_check *chk);
void aic_load2dv2_check(const struct aic_op *op, struct aic_check *chk);

#endif
