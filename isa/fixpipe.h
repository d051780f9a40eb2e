/* Fixpipe: a result leaves L0C for GM, L1 or UB, converted and in another layout. Geometry shared by the row's checks
 * (fixpipe.c) and its values (fixpipe_run.c). Source: reference semantics 10; source document "NZ2DN". */
#ifndef AIC_ISA_FIXPIPE_H
#define AIC_ISA_FIXPIPE_H

#include "isa/insn.h"
#include "isa/quant.h"

enum aic_fixpipe_field {
    AIC_FIX_F_LAYOUT = 0,
    AIC_FIX_F_N,
    AIC_FIX_F_M,
    AIC_FIX_F_SRC_STRIDE,
    AIC_FIX_F_DST_STRIDE,
    AIC_FIX_F_QUANT,
    AIC_FIX_F_DEQ_SCALAR,
    AIC_FIX_F_RELU,
    AIC_FIX_F_UNIT_FLAG,
    AIC_FIX_F_SPLIT,
    AIC_FIX_F_ND_NUM,
    AIC_FIX_F_SRC_ND_STRIDE,
    AIC_FIX_F_DST_ND_STRIDE,
    AIC_FIX_F_DN_NUM,
    AIC_FIX_F_SRC_NZ_MATRIX_STRIDE,
    AIC_FIX_F_DST_DN_MATRIX_STRIDE,
    AIC_FIX_F_SRC_NZ_C0_STRIDE,
    AIC_FIX_F_DUAL,
    AIC_FIX_F_SUB_BLOCK,
    AIC_FIX_F_PARAMS,
    AIC_FIX_F_CLIP_RELU,
    AIC_FIX_F_CLIP_VALUE,
    AIC_FIX_FIELDS
};

/* The rows and columns that go to one destination memory; two of them with dual destination. */
struct aic_fix_part {
    uint8_t unit;      /* of UB */
    uint32_t row, col; /* first of the source */
    uint32_t m, n;
};

/* A record with every number worked out. Strides in elements of the source or of the destination. */
struct aic_fix {
    uint8_t layout, quant, dst_space; /* enums */
    enum aic_dtype src, dst;
    bool vector;
    uint32_t m, n;
    uint64_t matrices, src_matrix, dst_matrix;
    uint64_t src_strip; /* from one strip of 16 columns to the next */
    uint64_t src_row;   /* from one row to the next: 16, or more with srcNzC0Stride */
    uint64_t dst_pitch; /* nz: from strip to strip; nd: row to row; dn: column to column */
    uint32_t width;     /* nz: columns of a whole strip of the destination: 8, 16, 32 or 64 */
    uint32_t chunk;     /* columns of one pass of vector quantisation; n when there is one pass */
    uint64_t chunk_pitch; /* nz: from the first strip of a chunk to that of the next */
    unsigned parts;
    struct aic_fix_part part[2];
    uint64_t src_addr, dst_addr;
};
void aic_fix_of(const struct aic_op *op, struct aic_fix *fix);

/* Unit of the strides: the record's own `params`, else the product's. */
enum aic_fix_params aic_fix_params_of(const struct aic_op *op);

/* Element of L0C (from src_addr) that holds row i, column j of matrix h. */
static inline uint64_t aic_fix_source(const struct aic_fix *fix, uint64_t h, uint32_t i, uint32_t j)
{
    return h * fix->src_matrix + j / 16 * fix->src_strip + i * fix->src_row + j % 16;
}

/* nz: element of the destination where the strip of column j of a part with n columns starts, and its width. */
uint64_t aic_fix_nz_strip(const struct aic_fix *fix, uint32_t j, uint32_t n, uint32_t *width);

void aic_fix_footprint(const struct aic_op *op, struct aic_footprint *fp);
void aic_fix_work(const struct aic_op *op, struct aic_work *work);
void aic_fix_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk);
void aic_fix_check(const struct aic_op *op, struct aic_check *chk);

/* Rules about one quantisation word; column -1: the scalar one. *noted: FP-032 was raised for this record already. */
void aic_fix_check_word(const struct aic_fix *fix, uint64_t word, int column, struct aic_at at, bool *noted,
                        struct aic_check *chk);

#endif
