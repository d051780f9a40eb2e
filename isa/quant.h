/* The conversion on the way out of L0C: quantisation words, relu, casts. One run is up to 16 consecutive columns.
 * Source: reference semantics 10.3 and contradictions X41 to X44; page "on-the-fly quantisation". */
#ifndef AIC_ISA_QUANT_H
#define AIC_ISA_QUANT_H

#include "isa/limits.h"
#include "isa/registers.h"

/* What a mode does; rows in the order of enum aic_quant. */
struct aic_quant_mode {
    aic_dtype_set src, dst; /* NoQuant: dst equals src */
    bool vector;            /* one word a column */
    bool scaled;            /* has a quantisation word at all */
    bool shift;             /* N and MCB apply where the product has them */
    bool hybrid;            /* hifloat8: hybrid rounding */
};
extern const struct aic_quant_mode aic_quant_modes[AIC_Q_COUNT];

/* Whether the mode converts src to dst. b4: the product merges channels to 4 bits. */
bool aic_quant_fits(enum aic_quant mode, enum aic_dtype src, enum aic_dtype dst, bool b4);

struct aic_quant_word {
    float scale;      /* 1-8-10, the low 13 bits of the mantissa dropped */
    int32_t offset;   /* 9 bits */
    uint8_t shift;    /* bits that an integer input is shifted by where `mcb` */
    bool mcb, sign;
};
void aic_quant_decode(uint64_t word, const struct aic_isa_limits *lim, struct aic_quant_word *out);

/* x shifted right arithmetically; the same where the word's MCB is set, then to 16 bits. */
int64_t aic_quant_shift(int64_t x, unsigned by);
int32_t aic_quant_shifted(int32_t x, const struct aic_quant_word *word);

/* x times the word's scale to `bits` (8 or 4) bits: relu, rounding, offset, clip. */
int32_t aic_quant_to_small(float x, const struct aic_quant_word *word, bool relu, unsigned bits);

/* The scale is infinite, not a number or denormal: FP-031. */
bool aic_quant_bad_scale(uint64_t word);

struct aic_quantiser {
    enum aic_quant mode;
    enum aic_dtype src, dst;
    bool relu;
    bool clip;         /* results above clip_to become clip_to, after relu */
    double clip_to;
    const struct aic_registers *regs;
    const struct aic_isa_limits *lim;
};

/* Converts n elements at `src` to elements first .. first+n-1 of `dst`. words: one a column where the mode is a vector
 * one, else a single one; ignored where the mode has none. */
void aic_quant_run(const struct aic_quantiser *q, const uint8_t *src, uint32_t n, const uint64_t *words, uint8_t *dst,
                   uint32_t first);

#endif
