/* Registers of one unit that instructions read beside their own fields. They are written in dispatch order;
 * each record keeps the copy that stood when it was dispatched. */
#ifndef AIC_ISA_REGISTERS_H
#define AIC_ISA_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

/* Registers that a record in error may have left as they must not be read (aic_registers.tainted). */
enum aic_register_bit {
    AIC_REG_FMATRIX = 1,
    AIC_REG_PADDING = 2,
    AIC_REG_REPEAT = 4,
    AIC_REG_BOUNDARY = 8,
    AIC_REG_SHAPES = AIC_REG_FMATRIX | AIC_REG_REPEAT | AIC_REG_BOUNDARY /* what decides where a load reads */
};

struct aic_registers {
    uint8_t written; /* AIC_REG_*: what the record itself has set */
    uint8_t tainted; /* AIC_REG_*: the record that should have set them was in error */
    /* FMATRIX */
    uint16_t l1_h, l1_w;
    uint8_t pad[4]; /* left, right, top, bottom */
    bool fmatrix_set;
    /* PADDING: raw bits and the element width that they were written for (0: never) */
    uint32_t padding;
    uint8_t padding_bits;
    /* L3D_RPT */
    bool repeat_set;
    uint16_t repeat_stride;
    uint8_t repeat_time;
    uint8_t repeat_mode;
    bool dst_stride_set;
    uint16_t repeat_dst_stride;
    /* L1_3D_SIZE */
    uint32_t boundary;
    /* CTRL */
    bool hf32, hf32_toward_zero, inf_nan, fp8_nan;
    bool mm_column_major; /* SetMMColumnMajor: M first */
    /* FPC */
    uint32_t quant_addr, relu_addr; /* bytes in FB */
    uint32_t unit_flag_resets; /* counts SetFixPipeConfig calls that clear every unit flag */
};

/* The state after InitSocState: repeat off as the product wants it is not part of this. */
void aic_registers_init(struct aic_registers *regs);

/* Slots of aic_record.f of the setters (isa/registers.c); also the index of the field in its table. */
enum aic_set_fmatrix_slot { AIC_SFM_L1H = 0, AIC_SFM_L1W, AIC_SFM_MODE, AIC_SFM_PAD };
enum aic_set_padding_slot { AIC_SPD_VALUE = 0 };
enum aic_set_repeat_slot { AIC_SLR_TIME = 0, AIC_SLR_STRIDE, AIC_SLR_MODE, AIC_SLR_DST_STRIDE };
enum aic_set_boundary_slot { AIC_SLB_VALUE = 0 };
enum aic_set_ctrl_slot { AIC_SCT_HF32 = 0, AIC_SCT_HF32_MODE, AIC_SCT_INF_NAN, AIC_SCT_FP8_NAN };
enum aic_set_mm_order_slot { AIC_SMO_ORDER = 0 };
enum aic_set_fixpipe_addr_slot { AIC_SFA_QUANT = 0, AIC_SFA_RELU };
enum aic_set_fixpipe_config_slot { AIC_SFC_RESET_UNIT_FLAGS = 0 };

/* FMATRIX as a record sets it. Values outside their range leave it tainted. pad: left, right, top, bottom. */
void aic_registers_set_fmatrix(struct aic_registers *regs, int64_t l1_h, int64_t l1_w, const int64_t pad[4]);

/* PADDING from the raw bits of an element of `bits` bits, of which the register keeps `kept` when it is 32 wide. */
void aic_registers_set_padding(struct aic_registers *regs, uint64_t raw, unsigned bits, int64_t kept);

#endif
