/* What a record asks of its pipe: amounts, never times. pipes/ turns it into cycles. */
#ifndef AIC_ISA_WORK_H
#define AIC_ISA_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "buffers/span.h"

enum aic_work_kind {
    AIC_WORK_NONE = 0, /* register setters */
    AIC_WORK_COPY,     /* data_copy, data_copy_pad, L1->BT, L1->FB */
    AIC_WORK_ND2NZ,
    AIC_WORK_DN2NZ,
    AIC_WORK_FILL,
    AIC_WORK_LOAD2D,
    AIC_WORK_LOAD2DV2,
    AIC_WORK_LOAD_MX,
    AIC_WORK_TRANSPOSE,
    AIC_WORK_SPARSE,
    AIC_WORK_LOAD3D,
    AIC_WORK_MMAD,
    AIC_WORK_FIXPIPE,
    AIC_WORK_DRAIN, /* L0C -> UB on V */
    AIC_WORK_VECTOR,
    AIC_WORK_COUNT
};

struct aic_work {
    uint8_t kind;      /* enum aic_work_kind */
    uint8_t src, dst;  /* enum aic_space */
    uint8_t src_dtype, dst_dtype; /* Mmad: of A and of C */
    uint64_t src_bytes;
    uint64_t dst_bytes;
    uint32_t repeats;  /* separate bursts or iterations of the instruction */
    /* GM side, when there is one: the rows as they lie, for packets, L2 and HBM. run == 0 otherwise. */
    struct aic_span gm;
    bool gm_write;
    /* Local side spans for bank conflicts. run == 0 when not given. */
    struct aic_span local_src, local_dst;
    /* LoadData3D */
    uint32_t stride_w;
    bool sliding;      /* windows of several pixels, or steps of several: pixels may be left out or count often */
    uint32_t rows;     /* feature map rows that one fractal's windows slide over, at the most */
    bool transpose;
    /* MX */
    uint64_t scale_bytes;
    /* Mmad: fractal triples ceil(m/16)*ceil(n/16)*ceil(k/C0), and the types' rate class */
    uint32_t m1, n1, k1;
    uint32_t k;        /* products of each element */
    bool accumulates;  /* adds to what lies in C */
    uint32_t fractals_mn; /* (m/16)*(n/16) of an Mmad that reads C, else 0 (MM-024) */
    bool gemv, hf32, mx, sparse;
    bool m_first;      /* order in which results are released to unit flags */
    /* Fixpipe */
    uint8_t layout;    /* enum aic_fix_layout */
    uint8_t quant;     /* enum aic_quant */
    bool vector_quant, channel_split, dual, dn_strided; /* dn_strided: srcNzC0Stride > 1 */
    uint32_t elements;
    uint32_t m, n;     /* rows and columns drained */
    struct aic_span strips; /* L0C as drained, a last strip of fewer than 16 columns counted whole */
    /* Unit flags: 0, 2, 3; the L0C blocks concerned are those of the footprint, for Fixpipe those of `strips` */
    uint8_t unit_flag;
};

#endif
