/* How results leave L0C: what is asked for, what the product then does, and the records of it. Both kernels share this.
 * Fixpipe: reference semantics 10; products without it go through UB: reference legacy 3. */
#ifndef AIC_TOOLS_GEN_DRAIN_H
#define AIC_TOOLS_GEN_DRAIN_H

#include "tools/gen.h"

/* Rows, strips of columns, columns; ANY: rows, or strips where the product cannot store rows. */
enum aic_gen_layout { AIC_GEN_ND = 0, AIC_GEN_NZ, AIC_GEN_DN, AIC_GEN_ANY_LAYOUT };
extern const char *const aic_gen_layout_names[AIC_GEN_ANY_LAYOUT + 1]; /* NULL at the end */

/* What is asked of a result. */
struct aic_gen_result {
    enum aic_dtype out;   /* in GM; AIC_DT_NONE: what the quantisation gives */
    enum aic_quant quant;
    bool quant_given, relu, unit_flag;
    bool split;           /* strips of 8 columns, of float */
    bool clip;            /* results above clip_to become clip_to */
    double scale, clip_to;
    int64_t layout;       /* enum aic_gen_layout */
};

/* What follows from it. */
struct aic_gen_drain {
    struct aic_gen_result r; /* everything decided */
    enum aic_dtype c;        /* in L0C */
    bool to_ub;              /* drained through UB */
    bool vector;             /* a word for each column */
    enum aic_dtype word_type; /* of a vector's words */
    uint64_t word;           /* of the scalar modes; of a vector: the bits beside the scale */
    const char *crmode;      /* of the drain to UB, NULL: none named */
    int64_t strip;           /* columns of a strip */
    int64_t gm_cols;         /* nd: elements of a row in GM; dn: of a column; nz: from strip to strip */
    int64_t words_at;        /* address of a vector's words, in UB or L1 */
    int64_t c_slot_bytes, ub_slot_bytes; /* from one result to the next, in L0C and UB */
};

/* A tile on its way out. */
struct aic_gen_out_tile {
    int64_t gm;    /* first element in GM */
    int64_t slot;  /* of L0C and UB, and its flag */
    int64_t m, n;  /* rows and columns that leave */
    int64_t rows;  /* of a strip in L0C, a multiple of 16 */
    int64_t words; /* first column's, from the core's first column on */
};

/* Fills everything but gm_cols, addresses and slots. False with a reason where the product cannot. */
bool aic_gen_choose_drain(const struct aic_product *product, const struct aic_gen_result *asked, enum aic_dtype c,
                          struct aic_gen_drain *drain, struct aic_gen_error *err);

/* Bytes of one word of a vector; of the words of n columns. */
int64_t aic_gen_words_bytes(const struct aic_gen_drain *drain, int64_t n);

/* The pipe that frees L0C. */
enum aic_pipe aic_gen_drain_pipe(const struct aic_gen_drain *drain);

/* GM to L1 or UB of the words of n columns, from column `from` of the tensor q to column `to` there. */
void aic_gen_copy_words(struct aic_gen *g, const struct aic_gen_drain *drain, int64_t from, int64_t to, int64_t n);

/* L0C to GM, behind flag `slot` of M unless unit flags order it. */
void aic_gen_drain_tile(struct aic_gen *g, const struct aic_gen_drain *drain, const struct aic_gen_out_tile *t);

/* Sets or waits for the flags of free results. */
void aic_gen_drain_flags(struct aic_gen *g, const struct aic_gen_drain *drain, int64_t slots,
                         void (*flag)(struct aic_gen *g, enum aic_pipe, enum aic_pipe, int64_t));

#endif
