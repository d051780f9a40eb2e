/* Quantisation words and conversions: values worked by hand from semantics.md 10.3 and X41 to X44. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "isa/quant.h"

static struct aic_registers regs;
static struct aic_isa_limits lim;

static void defaults(void)
{
    memset(&regs, 0, sizeof(regs));
    memset(&lim, 0, sizeof(lim));
    lim.quant_has_shift = lim.quant_shift_plus_one = lim.quant_offset_signed = 1;
}

#define SIGN (1ull << 46)
#define MCB (1ull << 36)
#define SHIFT(n) ((uint64_t)(n) << 32)
#define OFFSET(n) ((uint64_t)((n) & 0x1ff) << 37)
#define ONE 0x3f800000ull
#define HALF_SCALE 0x3f000000ull

static uint64_t convert(enum aic_quant mode, enum aic_dtype src, enum aic_dtype dst, double x, uint64_t word, bool relu)
{
    struct aic_quantiser q = {.mode = mode, .src = src, .dst = dst, .relu = relu, .regs = &regs, .lim = &lim};
    uint8_t in[4] = {0}, out[8] = {0};
    aic_element_store(in, 0, src, aic_value_encode(src, x, NULL));
    aic_quant_run(&q, in, 1, &word, out, 0);
    return aic_element_load(out, 0, dst);
}

static int64_t req8(double x, uint64_t word, bool relu)
{
    enum aic_dtype dst = word & SIGN ? AIC_DT_INT8 : AIC_DT_UINT8;
    return aic_raw_to_int(dst, convert(AIC_Q_REQ8, AIC_DT_INT32, dst, x, word, relu));
}

static int64_t qf8(double x, uint64_t word, bool relu)
{
    enum aic_dtype dst = word & SIGN ? AIC_DT_INT8 : AIC_DT_UINT8;
    return aic_raw_to_int(dst, convert(AIC_Q_QF322B8_PRE, AIC_DT_FLOAT, dst, x, word, relu));
}

TestSuite(quant, .init = defaults);

Test(quant, shift_field_means_one_more_unless_keyed)
{
    /* X41: the page's rule gives 10, the vendor's script 20. */
    cr_assert_eq(req8(160, ONE | SIGN | MCB | SHIFT(3), false), 10);
    lim.quant_shift_plus_one = 0;
    cr_assert_eq(req8(160, ONE | SIGN | MCB | SHIFT(3), false), 20);
    lim.quant_has_shift = 0;
    cr_assert_eq(req8(160, ONE | MCB | SHIFT(3), false), 160);
}

Test(quant, shift_needs_mcb_and_rounds_down)
{
    cr_assert_eq(req8(100, ONE | SIGN | SHIFT(3), false), 100);
    cr_assert_eq(req8(-1, ONE | SIGN | MCB | SHIFT(3), false), -1); /* arithmetic */
    /* 2^20 >> 1 = 524288 saturates to 32767; times 2^-8 = 127.996 */
    cr_assert_eq(req8(1 << 20, 0x3b800000ull | MCB, false), 128);
}

Test(quant, offset_is_signed_unless_keyed)
{
    /* X42: 0x1F6 is -10 signed; the vendor's script takes 502 and clips to 127. */
    cr_assert_eq(req8(50, ONE | SIGN | OFFSET(0x1f6), false), 40);
    lim.quant_offset_signed = 0;
    cr_assert_eq(req8(50, ONE | SIGN | OFFSET(0x1f6), false), 127);
}

Test(quant, eight_bits_round_to_even_and_clip)
{
    cr_assert_eq(qf8(2.5, ONE | SIGN, false), 2);
    cr_assert_eq(qf8(3.5, ONE | SIGN, false), 4);
    cr_assert_eq(qf8(-2.5, ONE | SIGN, false), -2);
    cr_assert_eq(qf8(1000, ONE | SIGN, false), 127);
    cr_assert_eq(qf8(-1000, ONE | SIGN, false), -128);
    cr_assert_eq(qf8(1000, ONE, false), 255);
    cr_assert_eq(qf8(-3, ONE, false), 0);
    /* Clipped to 255 first, so an offset of -200 leaves 55. */
    cr_assert_eq(qf8(1000, ONE | OFFSET(-200), false), 55);
    cr_assert_eq(qf8(NAN, ONE | SIGN | OFFSET(7), false), 7);
    cr_assert_eq(qf8(INFINITY, ONE | SIGN, false), 127);
}

Test(quant, relu_stands_before_the_offset)
{
    cr_assert_eq(qf8(-50, ONE | SIGN | OFFSET(-3), true), -3);
    cr_assert_eq(qf8(-INFINITY, ONE | SIGN | OFFSET(4), true), 4);
    cr_assert_eq(qf8(20, ONE | SIGN | OFFSET(-3), true), 17);
    cr_assert_eq(convert(AIC_Q_NOQUANT, AIC_DT_INT32, AIC_DT_INT32, -5, 0, true), 0);
    cr_assert_eq(convert(AIC_Q_F322F16, AIC_DT_FLOAT, AIC_DT_HALF, -5, 0, true), 0);
}

Test(quant, low_mantissa_bits_of_the_scale_are_dropped)
{
    cr_assert_eq(qf8(100, (ONE | 0x1fff) | SIGN, false), 100);
    /* One step of the ten bits: 1 + 1/1024. */
    cr_assert_eq(convert(AIC_Q_QF322F32_PRE, AIC_DT_FLOAT, AIC_DT_FLOAT, 1024, ONE | 0x2000, false), 0x44802000);
}

Test(quant, no_exponent_means_zero)
{
    cr_assert_eq(convert(AIC_Q_QF322F32_PRE, AIC_DT_FLOAT, AIC_DT_FLOAT, 3e38, 0x00400000, false), 0);
    cr_assert(aic_quant_bad_scale(0x00400000));
    cr_assert(aic_quant_bad_scale(0x7f800000));
    cr_assert(aic_quant_bad_scale(0x7fc00000));
    cr_assert_not(aic_quant_bad_scale(0));
    cr_assert_not(aic_quant_bad_scale(0x00800000));
}

Test(quant, deqf16_rounds_once_unless_keyed)
{
    /* X43: 5 * 0.5 = 2.5, and the script rounds to 2 before the cast. */
    cr_assert_eq(convert(AIC_Q_DEQF16, AIC_DT_INT32, AIC_DT_HALF, 5, HALF_SCALE, false), 0x4100);
    lim.quant_deqf16_round_first = 1;
    cr_assert_eq(convert(AIC_Q_DEQF16, AIC_DT_INT32, AIC_DT_HALF, 5, HALF_SCALE, false), 0x4000);
}

Test(quant, hybrid_carries_exact_numbers_unless_keyed)
{
    /* The scripts take 16 to the next number of the type, 20. */
    cr_assert_eq(convert(AIC_Q_QF322HIF8_PRE_HYBRID, AIC_DT_FLOAT, AIC_DT_HIFLOAT8, 16, ONE, false), 0x41);
    cr_assert_eq(convert(AIC_Q_QF322HIF8_PRE, AIC_DT_FLOAT, AIC_DT_HIFLOAT8, 16, ONE, false), 0x40);
    lim.quant_hybrid_exact_stays = 1;
    cr_assert_eq(convert(AIC_Q_QF322HIF8_PRE_HYBRID, AIC_DT_FLOAT, AIC_DT_HIFLOAT8, 16, ONE, false), 0x40);
    cr_assert_eq(convert(AIC_Q_QF322HIF8_PRE_HYBRID, AIC_DT_FLOAT, AIC_DT_HIFLOAT8, 17, ONE, false), 0x41);
}

Test(quant, half_overflow_follows_ctrl_48)
{
    cr_assert_eq(convert(AIC_Q_F322F16, AIC_DT_FLOAT, AIC_DT_HALF, 70000, 0, false), 0x7bff);
    cr_assert_eq(convert(AIC_Q_F322F16, AIC_DT_FLOAT, AIC_DT_HALF, -70000, 0, false), 0xfbff);
    cr_assert_eq(convert(AIC_Q_F322F16, AIC_DT_FLOAT, AIC_DT_HALF, NAN, 0, false), 0);
    cr_assert_eq(convert(AIC_Q_DEQF16, AIC_DT_INT32, AIC_DT_HALF, 70000, ONE, false), 0x7bff);
    regs.inf_nan = true;
    cr_assert_eq(convert(AIC_Q_F322F16, AIC_DT_FLOAT, AIC_DT_HALF, 70000, 0, false), 0x7c00);
    cr_assert_eq(convert(AIC_Q_F322F16, AIC_DT_FLOAT, AIC_DT_HALF, NAN, 0, false) & 0x7c00, 0x7c00);
}

Test(quant, casts_round_to_even)
{
    cr_assert_eq(convert(AIC_Q_F322F16, AIC_DT_FLOAT, AIC_DT_HALF, 2049, 0, false), 0x6800); /* 2048 */
    cr_assert_eq(convert(AIC_Q_F322F16, AIC_DT_FLOAT, AIC_DT_HALF, 2051, 0, false), 0x6802); /* 2052 */
    cr_assert_eq(convert(AIC_Q_F322BF16, AIC_DT_FLOAT, AIC_DT_BF16, 257, 0, false), 0x4380); /* 256 */
    cr_assert_eq(convert(AIC_Q_QS322BF16_PRE, AIC_DT_INT32, AIC_DT_BF16, 3, HALF_SCALE, false), 0x3fc0); /* 1.5 */
}

Test(quant, fp8_saturates_and_keeps_nan_when_told)
{
    cr_assert_eq(convert(AIC_Q_QF322FP8_PRE, AIC_DT_FLOAT, AIC_DT_FP8_E4M3FN, 1e6, ONE, false), 0x7e); /* 448 */
    cr_assert_eq(convert(AIC_Q_QF322FP8_PRE, AIC_DT_FLOAT, AIC_DT_FP8_E4M3FN, NAN, ONE, false), 0);
    regs.fp8_nan = true;
    cr_assert_eq(convert(AIC_Q_QF322FP8_PRE, AIC_DT_FLOAT, AIC_DT_FP8_E4M3FN, NAN, ONE, false), 0x7f);
    regs.inf_nan = true;
    cr_assert_eq(convert(AIC_Q_QF322FP8_PRE, AIC_DT_FLOAT, AIC_DT_FP8_E4M3FN, 1e6, ONE, false) & 0x7f, 0x7f);
}

Test(quant, clip_relu_limits_the_result)
{
    struct aic_quantiser q = {.mode = AIC_Q_F322F16, .src = AIC_DT_FLOAT, .dst = AIC_DT_HALF, .relu = true,
                              .clip = true, .clip_to = 6, .regs = &regs, .lim = &lim};
    const float in[3] = {-1, 5, 7};
    uint8_t out[6];
    aic_quant_run(&q, (const uint8_t *)in, 3, NULL, out, 0);
    cr_assert_eq(aic_element_load(out, 0, AIC_DT_HALF), 0);
    cr_assert_eq(aic_element_load(out, 1, AIC_DT_HALF), 0x4500);
    cr_assert_eq(aic_element_load(out, 2, AIC_DT_HALF), 0x4600);
}

Test(quant, every_mode_has_a_name_and_pairs)
{
    for (int m = 0; m < AIC_Q_COUNT; m++) {
        cr_assert(aic_quant_names[m] && aic_quant_modes[m].src);
        cr_assert_eq(aic_quant_modes[m].vector, aic_quant_names[m][0] == 'V', "%s", aic_quant_names[m]);
    }
    cr_assert_null(aic_quant_names[AIC_Q_COUNT]);
    cr_assert(aic_quant_fits(AIC_Q_REQ8, AIC_DT_INT32, AIC_DT_UINT8, false));
    cr_assert_not(aic_quant_fits(AIC_Q_REQ8, AIC_DT_FLOAT, AIC_DT_UINT8, false));
    cr_assert_not(aic_quant_fits(AIC_Q_NOQUANT, AIC_DT_FLOAT, AIC_DT_HALF, false));
    cr_assert_not(aic_quant_fits(AIC_Q_REQ8, AIC_DT_INT32, AIC_DT_INT4, false));
    cr_assert(aic_quant_fits(AIC_Q_REQ8, AIC_DT_INT32, AIC_DT_INT4, true));
}
