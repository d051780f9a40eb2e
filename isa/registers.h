/* Registers of one unit that instructions read beside their own fields. They are written in dispatch order;
 * each record keeps the copy that stood when it was dispatched. */
#ifndef AIC_ISA_REGISTERS_H
#define AIC_ISA_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

struct aic_registers {
    /* FMATRIX */
    uint16_t l1_h, l1_w;
    uint8_t pad[4]; /* left, right, top, bottom */
    bool fmatrix_set;
    bool fmatrix_tainted; /* the record that should have set it was in error */
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

#endif
