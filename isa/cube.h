/* What the three matrix multiplications share: geometry, rules, footprint and the walk through the arithmetic.
 * C[m][n] = init + sum over k of A[m][k] * B[k][n]. Source: reference semantics 8, 9 and 7. */
#ifndef AIC_ISA_CUBE_H
#define AIC_ISA_CUBE_H

#include "isa/insn.h"

/* Slots of the fields, the same for mmad, mmad_mx and mmad_sparse. */
enum aic_mmad_field {
    AIC_MM_M = 0,
    AIC_MM_N,
    AIC_MM_K,
    AIC_MM_INIT_VAL,
    AIC_MM_SOURCE,
    AIC_MM_UNIT_FLAG,
    AIC_MM_K_ALIGN,
    AIC_MM_NO_GEMV,
    AIC_MM_IS_BIAS,
    AIC_MM_FIELDS
};

enum aic_cube_kind { AIC_CUBE_PLAIN = 0, AIC_CUBE_MX, AIC_CUBE_SPARSE };

/* Where C starts from. */
enum aic_cube_init { AIC_INIT_ZERO = 0, AIC_INIT_C, AIC_INIT_L0C, AIC_INIT_BT };

/* A record's multiplication with every number worked out. Addresses in bytes. */
struct aic_cube {
    uint8_t kind;          /* enum aic_cube_kind */
    uint8_t a, b, c, bias; /* enum aic_dtype; bias AIC_DT_NONE where the product lacks that form */
    uint8_t init;          /* enum aic_cube_init */
    bool nz;               /* A in NZ, else ZZ */
    bool gemv;             /* A is k contiguous elements */
    uint32_t m, n, k;
    uint32_t c0;           /* elements of A in 32 bytes */
    uint32_t m1, n1, k1;   /* fractals */
    uint32_t b_rows, bk1;  /* rows of B and their fractals: k and k1, sparse: half of k */
    uint32_t a_pitch;      /* fractals from one fractal row (ZZ) or column (NZ) of A to the next */
    uint64_t a_addr, b_addr, c_addr, init_addr;
    const struct aic_registers *regs;
    const struct aic_isa_limits *lim;
};

/* Sizes, layout and operands of a record whose fields are inside their ranges. */
void aic_cube_of(const struct aic_op *op, enum aic_cube_kind kind, struct aic_cube *cube);

/* The row's functions, with the kind of multiplication as an argument. */
bool aic_cube_nop(const struct aic_op *op, const char *rule, struct aic_check *chk);
void aic_cube_check(const struct aic_op *op, enum aic_cube_kind kind, struct aic_check *chk);
void aic_cube_footprint(const struct aic_op *op, enum aic_cube_kind kind, struct aic_footprint *fp);
void aic_cube_work(const struct aic_op *op, enum aic_cube_kind kind, struct aic_work *work);
void aic_cube_execute(const struct aic_op *op, enum aic_cube_kind kind, struct aic_memory *mem,
                      struct aic_check *chk);

/* Byte offset of the 32-byte line that holds row r, K block s of A, and column n, K block s of B. */
uint64_t aic_cube_a_line(const struct aic_cube *cube, uint32_t r, uint32_t s);
uint64_t aic_cube_b_line(const struct aic_cube *cube, uint32_t s, uint32_t n);

/* Elements of an L0C matrix: column block n1 is a strip of 16 columns, m rows of it are contiguous. */
uint64_t aic_cube_c_element(const struct aic_cube *cube, uint32_t m, uint32_t n);

#endif
