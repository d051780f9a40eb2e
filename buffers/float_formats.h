/* Exact conversions between numbers and the bit patterns of the element types.
 *
 * Integer arithmetic only: the same input gives the same bits on every host, whatever its rounding mode.
 * Sources: IEEE 754-2019 (half, float); Google's bfloat16; OCP 8-bit Floating Point (e4m3fn, e5m2) and OCP
 * Microscaling v1.0 (e2m1, e8m0); HiFloat8: arXiv 2409.16626, tables 1 and 2; the vendor's Ascend C pages on Cast,
 * SetCtrlSpr and SetHF32TransMode for rounding and saturation. */
#ifndef AIC_BUFFERS_FLOAT_FORMATS_H
#define AIC_BUFFERS_FLOAT_FORMATS_H

#include "buffers/dtype.h"

enum aic_round_mode {
    AIC_ROUND_EVEN = 0,  /* nearest, ties to the even last bit: CAST_RINT, HF32 NEAREST_EVEN */
    AIC_ROUND_AWAY,      /* nearest, ties away from zero: CAST_ROUND, "Half to Away Round" of HiFloat8 */
    AIC_ROUND_HALF_ZERO, /* nearest, ties toward zero: one reading of HF32 NEAREST_ZERO */
    AIC_ROUND_ZERO,      /* truncation: CAST_TRUNC, the other reading of HF32 NEAREST_ZERO */
    AIC_ROUND_HYBRID     /* HiFloat8 only: CAST_HYBRID, see aic_value_encode */
};

/* How a number becomes a bit pattern. All zero: nearest even, overflow gives inf, NaN stays NaN.
 * `saturate` is the inverse of CTRL[48], `keep_nan` is CTRL[50] and counts only while saturating. */
struct aic_round {
    enum aic_round_mode mode;
    bool saturate; /* overflow and inf become the largest finite number, NaN becomes +0 */
    bool keep_nan; /* while saturating, NaN stays NaN */
    bool exact_stays; /* HYBRID: numbers that the type holds stay what they are, unlike in the vendor's scripts */
};

/* Whether `mode` is defined for results of type `dt`: HYBRID for hifloat8 only, all others everywhere. */
bool aic_round_supported(enum aic_dtype dt, enum aic_round_mode mode);

/* Value of the lowest aic_dtype_bits(dt) bits of `raw`; the bits above are ignored. Exact, except that uint64 above
 * 2^53 is rounded to nearest even. NaN patterns of any payload give one quiet NaN. AIC_DT_NONE gives 0. */
double aic_value_decode(enum aic_dtype dt, uint64_t raw);

/* Bit pattern of `value`, rounded once, straight to the type; NULL for `round` is the all-zero aic_round, for hifloat8
 * with ties away from zero.
 *
 * half, bfloat16, float, fp8_e5m2, hifloat8: overflow gives inf, while saturating the largest finite number.
 * fp8_e4m3fn has no inf: overflow and inf give NaN, while saturating 448. fp4 has neither: it saturates always and NaN
 * gives +0. Integers saturate always; NaN gives 0. fp8_e8m0 has neither sign nor zero: negative numbers give NaN (255),
 * numbers below 2^-127 give 0 (2^-127). Truncation never overflows a finite number.
 * NaN is written as one pattern: 0x7fff (half, bfloat16), 0x7fffffff (float), 0x7f (fp8), 0x80 (hifloat8), 255 (e8m0).
 *
 * HYBRID, for hifloat8 from float (a value that is not a float is first rounded to one, to nearest even). Where the
 * binary exponent E has |E| < 4, ties go away from zero. Elsewhere F = the 14 bits behind the mantissa bits that are
 * kept, T = the 14 lowest bits of the float's 23; F >= T carries. For E = -23, F is 2^13 plus the mantissa's 13 highest
 * bits. Below 2^-23 the result is 0, from 1.25 * 2^15 on it is overflow. Evidence: the vendor's published test scripts,
 * all alike; they carry exact numbers with F = T = 0 too, so that 16 becomes 20 (`exact_stays`: 16). Not measured.
 * An unsupported pair of type and mode (aic_round_supported) rounds to nearest even. */
uint64_t aic_value_encode(enum aic_dtype dt, double value, const struct aic_round *round);

float aic_half_to_float(uint16_t half);
float aic_bf16_to_float(uint16_t bf16);

/* Unsaturated: overflow gives inf, NaN gives 0x7fff. */
uint16_t aic_float_to_half(float value, enum aic_round_mode mode);
uint16_t aic_float_to_bf16(float value, enum aic_round_mode mode);

/* `value` with its mantissa rounded to `kept` bits (0..23), as HF32 rounds the cube's operands: 10 bits on arch 3510.
 * Inf and NaN stay as they are; rounding up at the top of the range gives inf. HYBRID counts as nearest even. */
float aic_float_round_mantissa(float value, unsigned kept, enum aic_round_mode mode);

#endif
