#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/dtype.h"
#include "buffers/float_arrays.h"
#include "buffers/float_formats.h"

static const char *const trace_names[] = {
    "half", "bfloat16", "float", "int8", "uint8", "int16", "uint16", "int32", "uint32", "uint64", "int4", "fp8_e4m3fn",
    "fp8_e5m2", "hifloat8", "fp4x2_e2m1", "fp4x2_e1m2", "fp8_e8m0",
};

/* xorshift64*: the same numbers on every host. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1dull;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t encode(enum aic_dtype dt, double value, enum aic_round_mode mode, bool saturate, bool keep_nan)
{
    struct aic_round round = {mode, saturate, keep_nan};
    return aic_value_encode(dt, value, &round);
}

Test(dtype, every_trace_name_is_found_again)
{
    cr_assert_eq(sizeof trace_names / sizeof trace_names[0], AIC_DT_COUNT - 1);
    for (size_t i = 0; i < AIC_DT_COUNT - 1; i++) {
        enum aic_dtype dt = aic_dtype_from_name(trace_names[i], (unsigned)strlen(trace_names[i]));
        cr_assert_eq(dt, (enum aic_dtype)(i + 1), "%s", trace_names[i]);
        cr_assert_str_eq(aic_dtype_name(dt), trace_names[i]);
    }
}

Test(dtype, other_names_are_not_found)
{
    cr_assert_eq(aic_dtype_from_name("half", 3), AIC_DT_NONE);
    cr_assert_eq(aic_dtype_from_name("half:half", 4), AIC_DT_HALF);
    cr_assert_eq(aic_dtype_from_name("float16", 7), AIC_DT_NONE);
    cr_assert_eq(aic_dtype_from_name("", 0), AIC_DT_NONE);
    cr_assert_str_eq(aic_dtype_name(AIC_DT_NONE), "?");
    cr_assert_str_eq(aic_dtype_name(AIC_DT_COUNT), "?");
}

Test(dtype, c0_is_the_elements_of_32_bytes)
{
    cr_assert_eq(aic_dtype_c0(AIC_DT_INT4), 64);
    cr_assert_eq(aic_dtype_c0(AIC_DT_HIFLOAT8), 32);
    cr_assert_eq(aic_dtype_c0(AIC_DT_BF16), 16);
    cr_assert_eq(aic_dtype_c0(AIC_DT_FLOAT), 8);
    cr_assert_eq(aic_dtype_c0(AIC_DT_NONE), 0);
}

Test(dtype, even_4_bit_elements_stand_in_the_low_nibble)
{
    uint8_t bytes[2] = {0x00, 0xff};
    aic_element_store(bytes, 1, AIC_DT_INT4, 0xa);
    aic_element_store(bytes, 2, AIC_DT_INT4, 0x3);
    cr_assert_eq(bytes[0], 0xa0);
    cr_assert_eq(bytes[1], 0xf3);
    cr_assert_eq(aic_element_load(bytes, 0, AIC_DT_INT4), 0x0);
    cr_assert_eq(aic_element_load(bytes, 1, AIC_DT_INT4), 0xa);
    cr_assert_eq(aic_element_load(bytes, 3, AIC_DT_FP4_E2M1), 0xf);
    cr_assert_eq(aic_raw_to_int(AIC_DT_INT4, 0xa), -6);
}

Test(dtype, wider_elements_are_little_endian)
{
    uint8_t bytes[16] = {0};
    aic_element_store(bytes, 1, AIC_DT_INT16, 0x12345678);
    cr_assert_eq(bytes[2], 0x78);
    cr_assert_eq(bytes[3], 0x56);
    cr_assert_eq(bytes[4], 0);
    aic_element_store(bytes, 1, AIC_DT_UINT64, 0x0102030405060708ull);
    cr_assert_eq(bytes[8], 0x08);
    cr_assert_eq(aic_element_load(bytes, 1, AIC_DT_UINT64), 0x0102030405060708ull);
    cr_assert_eq(aic_element_load(bytes, 3, AIC_DT_FLOAT), 0x01020304u);
}

Test(dtype, integers_saturate_and_round)
{
    cr_assert_eq(encode(AIC_DT_INT8, 127.5, AIC_ROUND_EVEN, false, false), 0x7f);
    cr_assert_eq(encode(AIC_DT_INT8, -1e9, AIC_ROUND_EVEN, false, false), 0x80);
    cr_assert_eq(encode(AIC_DT_UINT8, -0.6, AIC_ROUND_EVEN, false, false), 0);
    cr_assert_eq(encode(AIC_DT_INT4, -8.6, AIC_ROUND_EVEN, false, false), 0x8);
    cr_assert_eq(encode(AIC_DT_INT32, 2.5, AIC_ROUND_EVEN, false, false), 2);
    cr_assert_eq(encode(AIC_DT_INT32, -2.5, AIC_ROUND_AWAY, false, false), (uint32_t)-3);
    cr_assert_eq(encode(AIC_DT_INT32, -2.5, AIC_ROUND_HALF_ZERO, false, false), (uint32_t)-2);
    cr_assert_eq(encode(AIC_DT_INT32, 2.99, AIC_ROUND_ZERO, false, false), 2);
    cr_assert_eq(encode(AIC_DT_UINT64, INFINITY, AIC_ROUND_EVEN, false, false), UINT64_MAX);
    cr_assert_eq(encode(AIC_DT_UINT64, 0x1p63, AIC_ROUND_EVEN, false, false), 1ull << 63);
    cr_assert_eq(encode(AIC_DT_INT32, NAN, AIC_ROUND_EVEN, false, false), 0);
    cr_assert_eq(aic_value_decode(AIC_DT_UINT64, (1ull << 53) + 1), 0x1p53);
    cr_assert_eq(aic_value_decode(AIC_DT_UINT64, UINT64_MAX), 0x1p64);
    cr_assert_eq(aic_value_decode(AIC_DT_INT32, 0xffffffffu), -1.0);
    cr_assert_eq(aic_value_decode(AIC_DT_INT8, 0xff80), -128.0);
}

/* Pages SetCtrlSpr and __asc_cvt_float2_to_fp8x2: CTRL[48] = 0 saturates and turns NaN into 0, CTRL[50] = 1 keeps NaN,
 * e4m3 has no inf. */
Test(dtype, overflow_and_nan_follow_the_ctrl_bits)
{
    cr_assert_eq(encode(AIC_DT_FP8_E4M3FN, 464.0, AIC_ROUND_EVEN, false, false), 0x7e);
    cr_assert_eq(encode(AIC_DT_FP8_E4M3FN, 465.0, AIC_ROUND_EVEN, false, false), 0x7f);
    cr_assert_eq(encode(AIC_DT_FP8_E4M3FN, -1e9, AIC_ROUND_EVEN, true, false), 0xfe);
    cr_assert_eq(encode(AIC_DT_FP8_E4M3FN, NAN, AIC_ROUND_EVEN, true, false), 0);
    cr_assert_eq(encode(AIC_DT_FP8_E4M3FN, NAN, AIC_ROUND_EVEN, true, true), 0x7f);
    cr_assert_eq(encode(AIC_DT_FP8_E5M2, 61440.0, AIC_ROUND_EVEN, false, false), 0x7c);
    cr_assert_eq(encode(AIC_DT_FP8_E5M2, INFINITY, AIC_ROUND_EVEN, true, false), 0x7b);
    cr_assert_eq(encode(AIC_DT_HALF, 65520.0, AIC_ROUND_EVEN, false, false), 0x7c00);
    cr_assert_eq(encode(AIC_DT_HALF, 65519.99, AIC_ROUND_EVEN, false, false), 0x7bff);
    cr_assert_eq(encode(AIC_DT_HALF, -INFINITY, AIC_ROUND_EVEN, true, false), 0xfbff);
    cr_assert_eq(encode(AIC_DT_HALF, 1e9, AIC_ROUND_ZERO, false, false), 0x7bff);
    cr_assert_eq(encode(AIC_DT_BF16, NAN, AIC_ROUND_EVEN, false, false), 0x7fff);
    cr_assert_eq(encode(AIC_DT_FP4_E2M1, 1e9, AIC_ROUND_EVEN, false, false), 0x7);
    cr_assert_eq(encode(AIC_DT_FP4_E1M2, -INFINITY, AIC_ROUND_EVEN, false, false), 0xf);
}

/* arXiv 2409.16626, table 2 and section 3: special codes, smallest and largest numbers, 1.25 * 2^15 overflows. */
Test(dtype, hifloat8_special_codes)
{
    cr_assert_eq(aic_value_decode(AIC_DT_HIFLOAT8, 0x00), 0.0);
    cr_assert(isnan(aic_value_decode(AIC_DT_HIFLOAT8, 0x80)));
    cr_assert_eq(aic_value_decode(AIC_DT_HIFLOAT8, 0x6f), INFINITY);
    cr_assert_eq(aic_value_decode(AIC_DT_HIFLOAT8, 0xef), -INFINITY);
    cr_assert_eq(aic_value_decode(AIC_DT_HIFLOAT8, 0x6e), 0x1p15);
    cr_assert_eq(aic_value_decode(AIC_DT_HIFLOAT8, 0x01), 0x1p-22);
    cr_assert_eq(aic_value_decode(AIC_DT_HIFLOAT8, 0x07), 0x1p-16);
    cr_assert_eq(aic_value_decode(AIC_DT_HIFLOAT8, 0x7e), 0x1p-15);
    cr_assert_eq(aic_value_decode(AIC_DT_HIFLOAT8, 0x08), 1.0);
    cr_assert_eq(aic_value_encode(AIC_DT_HIFLOAT8, 40960.0, NULL), 0x6f);
    cr_assert_eq(aic_value_encode(AIC_DT_HIFLOAT8, 40959.0, NULL), 0x6e);
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, -1e9, AIC_ROUND_AWAY, true, false), 0xee);
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, NAN, AIC_ROUND_AWAY, true, false), 0);
    cr_assert_eq(aic_value_encode(AIC_DT_HIFLOAT8, NAN, NULL), 0x80);
    cr_assert_eq(aic_value_encode(AIC_DT_HIFLOAT8, -0.0, NULL), 0);
    cr_assert_eq(aic_value_encode(AIC_DT_HIFLOAT8, -0x1p-23, NULL), 0x81);
    cr_assert_eq(aic_value_encode(AIC_DT_HIFLOAT8, -0x1.fp-24, NULL), 0);
}

/* By hand from the definition in float_formats.h. */
Test(dtype, hifloat8_hybrid_compares_the_bits_of_the_float)
{
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 1.0625, AIC_ROUND_HYBRID, false, false), 0x09);
    /* 16 + 2^-10: F = 2, T = 512; 16 + 2^-19: F = 0, T = 1; both stay 16. */
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 16.0 + 0x1p-10, AIC_ROUND_HYBRID, false, false), 0x40);
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 16.0 + 0x1p-19, AIC_ROUND_HYBRID, false, false), 0x40);
    /* 17: F = 2^12, T = 0, so it carries to 20, far below the tie. */
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 17.0, AIC_ROUND_HYBRID, false, false), 0x41);
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 50000.0, AIC_ROUND_HYBRID, true, false), 0x6e);
    /* |E| = 4 is no longer rounded to nearest; E = -23: F = 0x200f < T = 0x3fff. */
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 0x1.1p-4, AIC_ROUND_HYBRID, false, false), 0x51);
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 0x1.1p-3, AIC_ROUND_HYBRID, false, false), 0x39);
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 0x1.007ffep-23, AIC_ROUND_HYBRID, false, false), 0);
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 0x1p-23, AIC_ROUND_HYBRID, false, false), 0x01);
    /* 2^15 carries to the place of inf, as every exact number does. */
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 32768.0, AIC_ROUND_HYBRID, false, false), 0x6f);
    cr_assert_eq(encode(AIC_DT_HIFLOAT8, 32768.0, AIC_ROUND_HYBRID, true, false), 0x6e);
    const struct aic_round stay = {.mode = AIC_ROUND_HYBRID, .exact_stays = true};
    cr_assert_eq(aic_value_encode(AIC_DT_HIFLOAT8, 32768.0, &stay), 0x6e);
    cr_assert_eq(aic_value_encode(AIC_DT_HIFLOAT8, 16.0, &stay), 0x40);
    cr_assert_eq(aic_value_encode(AIC_DT_HIFLOAT8, 17.0, &stay), 0x41);
    cr_assert(aic_round_supported(AIC_DT_HIFLOAT8, AIC_ROUND_HYBRID));
    cr_assert_not(aic_round_supported(AIC_DT_FP8_E5M2, AIC_ROUND_HYBRID));
}

Test(dtype, e8m0_is_a_power_of_two)
{
    cr_assert_eq(aic_value_decode(AIC_DT_FP8_E8M0, 0), 0x1p-127);
    cr_assert_eq(aic_value_decode(AIC_DT_FP8_E8M0, 127), 1.0);
    cr_assert_eq(aic_value_decode(AIC_DT_FP8_E8M0, 254), 0x1p127);
    cr_assert(isnan(aic_value_decode(AIC_DT_FP8_E8M0, 255)));
    for (unsigned code = 0; code < 255; code++)
        cr_assert_eq(aic_value_encode(AIC_DT_FP8_E8M0, aic_value_decode(AIC_DT_FP8_E8M0, code), NULL), code);
    cr_assert_eq(encode(AIC_DT_FP8_E8M0, 0x1p128, AIC_ROUND_EVEN, true, false), 254);
    cr_assert_eq(encode(AIC_DT_FP8_E8M0, 0x1p128, AIC_ROUND_EVEN, false, false), 255);
    cr_assert_eq(aic_value_encode(AIC_DT_FP8_E8M0, -1.0, NULL), 255);
}

/* A double just above the tie of two halfs: by way of float it would become the tie and go down. */
Test(dtype, a_double_is_rounded_once)
{
    double above_tie = 1.0 + 0x1p-11 + 0x1p-40;
    cr_assert_eq(aic_value_encode(AIC_DT_HALF, above_tie, NULL), 0x3c01);
    cr_assert_eq(aic_value_encode(AIC_DT_HALF, (float)above_tie, NULL), 0x3c00);
}

/* Non-negative finite numbers of a type in ascending order, and one more: where the next number would be. */
struct lattice {
    unsigned count;
    double value[1 << 15];
    uint16_t code[1 << 15];
    double beyond;
};

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void build_lattice(struct lattice *l, enum aic_dtype dt, double beyond)
{
    unsigned codes = 1u << (aic_dtype_bits(dt) - 1);
    l->count = 0;
    l->beyond = beyond;
    for (unsigned code = 0; code < codes; code++) {
        double value = aic_value_decode(dt, code);
        if (isfinite(value))
            l->value[l->count++] = value;
    }
    qsort(l->value, l->count, sizeof l->value[0], by_value);
    for (unsigned code = 0; code < codes; code++) {
        double value = aic_value_decode(dt, code);
        if (!isfinite(value))
            continue;
        double *at = bsearch(&value, l->value, l->count, sizeof value, by_value);
        l->code[at - l->value] = (uint16_t)code;
    }
}

/* -1: beyond the lattice. */
static int nearest_code(const struct lattice *l, double x, enum aic_round_mode mode)
{
    unsigned low = 0, high = l->count;
    while (high - low > 1) {
        unsigned mid = (low + high) / 2;
        *(l->value[mid] <= x ? &low : &high) = mid;
    }
    bool last = low + 1 == l->count;
    double next = last ? l->beyond : l->value[low + 1];
    double tie = (l->value[low] + next) / 2;
    bool up = x > tie && mode != AIC_ROUND_ZERO;
    if (x == tie && x != l->value[low])
        up = mode == AIC_ROUND_AWAY || (mode == AIC_ROUND_EVEN && (l->code[low] & 1));
    if (!up)
        return l->code[low];
    return last ? -1 : l->code[low + 1];
}

static void check_point(enum aic_dtype dt, const struct lattice *l, double x, enum aic_round_mode mode)
{
    uint64_t sign = 1ull << (aic_dtype_bits(dt) - 1);
    uint64_t got = encode(dt, x, mode, true, false);
    int expected = nearest_code(l, x, mode);
    if (expected < 0)
        expected = l->code[l->count - 1];
    cr_assert_eq(got, (uint64_t)expected, "%s %a mode %d: %#x, not %#x", aic_dtype_name(dt), x, (int)mode,
        (unsigned)got, (unsigned)expected);
    uint64_t negative = expected == 0 && dt == AIC_DT_HIFLOAT8 ? 0 : sign | (uint64_t)expected;
    cr_assert_eq(encode(dt, -x, mode, true, false), negative, "%s %a", aic_dtype_name(dt), -x);
}

static void check_all(enum aic_dtype dt, double beyond, double smallest_exponent, double largest_exponent)
{
    static const enum aic_round_mode modes[] = {AIC_ROUND_EVEN, AIC_ROUND_AWAY, AIC_ROUND_HALF_ZERO, AIC_ROUND_ZERO};
    /* hifloat8 has no even rounding; its default is away. */
    unsigned first = dt == AIC_DT_HIFLOAT8 ? 1 : 0;
    struct lattice *l = malloc(sizeof *l);
    uint64_t state = 12345 + (uint64_t)dt;

    build_lattice(l, dt, beyond);
    for (unsigned m = first; m < 4; m++) {
        for (unsigned i = 0; i < l->count; i++) {
            double next = i + 1 < l->count ? l->value[i + 1] : l->beyond;
            double tie = (l->value[i] + next) / 2;
            double points[] = {l->value[i], nextafter(l->value[i], INFINITY), nextafter(tie, 0), tie,
                nextafter(tie, INFINITY), nextafter(next, 0)};
            for (unsigned p = 0; p < sizeof points / sizeof points[0]; p++)
                check_point(dt, l, points[p], modes[m]);
        }
        for (unsigned i = 0; i < 300000; i++) {
            double fraction = 1.0 + (double)(next_random(&state) >> 12) * 0x1p-52;
            double span = largest_exponent - smallest_exponent;
            int exponent = (int)(smallest_exponent + (double)(next_random(&state) >> 40) * 0x1p-24 * span);
            check_point(dt, l, ldexp(fraction, exponent), modes[m]);
        }
    }
    free(l);
}

Test(dtype, half_is_the_nearest) { check_all(AIC_DT_HALF, 65536.0, -28, 18); }
Test(dtype, bf16_is_the_nearest) { check_all(AIC_DT_BF16, 0x1p128, -137, 130); }
Test(dtype, e4m3fn_is_the_nearest) { check_all(AIC_DT_FP8_E4M3FN, 480.0, -13, 11); }
Test(dtype, e5m2_is_the_nearest) { check_all(AIC_DT_FP8_E5M2, 65536.0, -20, 18); }
Test(dtype, hifloat8_is_the_nearest) { check_all(AIC_DT_HIFLOAT8, 49152.0, -26, 18); }
Test(dtype, e2m1_is_the_nearest) { check_all(AIC_DT_FP4_E2M1, 8.0, -4, 5); }
Test(dtype, e1m2_is_the_nearest) { check_all(AIC_DT_FP4_E1M2, 2.0, -5, 3); }

/* The compiler's own conversion of double to float is the reference; the default rounding mode is nearest even. */
Test(dtype, float_is_what_the_host_rounds_to)
{
    uint64_t state = 99;
    for (unsigned i = 0; i < 2000000; i++) {
        uint64_t bits = next_random(&state);
        if (i & 1) /* around float's range, subnormals and overflow included */
            bits = (bits & 0x800fffffffffffffull) | (uint64_t)(1023 - 155 + bits % 290) << 52;
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isnan(value))
            continue;
        volatile float rounded = (float)value;
        cr_assert_eq(aic_value_encode(AIC_DT_FLOAT, value, NULL), bits_of(rounded), "%a", value);
    }
}

Test(dtype, every_float_code_survives_the_round_trip)
{
    uint64_t state = 7;
    for (unsigned i = 0; i < 2000000; i++) {
        uint32_t bits = (uint32_t)next_random(&state);
        float value = float_of(bits);
        if (isnan(value))
            continue;
        cr_assert_eq(aic_value_decode(AIC_DT_FLOAT, bits), (double)value);
        cr_assert_eq(aic_value_encode(AIC_DT_FLOAT, value, NULL), bits);
    }
}

Test(dtype, arrays_of_16_bits_become_the_scalar_floats)
{
    enum { COUNT = 1 << 16 };
    uint8_t *src = malloc(2 * COUNT + 1);
    float *dst = malloc(COUNT * sizeof *dst);
    for (unsigned i = 0; i < COUNT; i++)
        aic_element_store(src + 1, i, AIC_DT_HALF, i);
    aic_halfs_to_floats(src + 1, dst, COUNT);
    for (unsigned i = 0; i < COUNT; i++) {
        float expected = aic_half_to_float((uint16_t)i);
        cr_assert(isnan(expected) ? bits_of(fabsf(dst[i])) == 0x7fc00000 : bits_of(dst[i]) == bits_of(expected), "%#x",
                  i);
        aic_halfs_to_floats(src + 1 + 2 * i, &expected, 1); /* too few for a vector */
        cr_assert_eq(bits_of(dst[i]), bits_of(expected), "%#x", i);
    }
    aic_bf16s_to_floats(src + 1, dst, COUNT);
    for (unsigned i = 0; i < COUNT; i++)
        cr_assert_eq(bits_of(dst[i]), i << 16);
    free(src);
    free(dst);
}

/* Every 16-bit high part with random and with critical low parts. */
static uint32_t sample_float(unsigned i, uint64_t *state)
{
    static const uint16_t low[] = {0, 1, 0x0fff, 0x1000, 0x1001, 0x1fff, 0x7fff, 0x8000, 0x8001, 0xffff};
    unsigned kind = i >> 16;
    return i << 16 | (kind < 10 ? low[kind] : next_random(state) & 0xffff);
}

Test(dtype, arrays_of_floats_become_the_scalar_16_bits)
{
    enum { COUNT = 32 << 16 };
    float *src = malloc(COUNT * sizeof *src);
    uint8_t *dst = malloc(2 * COUNT);
    uint64_t state = 5;
    for (unsigned i = 0; i < COUNT; i++)
        src[i] = float_of(sample_float(i, &state));
    aic_floats_to_halfs(src, dst, COUNT);
    for (unsigned i = 0; i < COUNT; i++)
        cr_assert_eq(aic_element_load(dst, i, AIC_DT_HALF), aic_float_to_half(src[i], AIC_ROUND_EVEN), "%a", src[i]);
    for (unsigned i = 0; i < COUNT; i++) {
        uint8_t one[2]; /* too few for a vector */
        aic_floats_to_halfs(src + i, one, 1);
        cr_assert_eq(memcmp(one, dst + 2 * i, 2), 0, "%a", src[i]);
    }
    aic_floats_to_bf16s(src, dst, COUNT);
    for (unsigned i = 0; i < COUNT; i++)
        cr_assert_eq(aic_element_load(dst, i, AIC_DT_BF16), aic_float_to_bf16(src[i], AIC_ROUND_EVEN), "%a", src[i]);
    free(src);
    free(dst);
}

Test(dtype, elements_of_every_type_become_floats)
{
    enum { COUNT = 600 };
    uint8_t bytes[COUNT * 8 + 64];
    float dst[COUNT];
    uint64_t state = 31;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)next_random(&state);
    for (unsigned dt = 1; dt < AIC_DT_COUNT; dt++) {
        for (size_t count = 3; count <= COUNT; count += COUNT - 3) {
            aic_elements_to_floats((enum aic_dtype)dt, bytes, 5, dst, count);
            for (size_t i = 0; i < count; i++) {
                uint64_t raw = aic_element_load(bytes, 5 + i, (enum aic_dtype)dt);
                double value = aic_value_decode((enum aic_dtype)dt, raw);
                cr_assert(isnan(value) ? isnan(dst[i]) : dst[i] == (float)value, "%s", trace_names[dt - 1]);
            }
        }
    }
}

/* 1-8-10: 1 + 2^-11 is a tie between 1 and 1 + 2^-10. */
Test(dtype, hf32_keeps_ten_bits)
{
    float tie = 1.0f + 0x1p-11f, odd_tie = 1.0f + 0x3p-11f;
    cr_assert_eq(aic_float_round_mantissa(tie, 10, AIC_ROUND_EVEN), 1.0f);
    cr_assert_eq(aic_float_round_mantissa(odd_tie, 10, AIC_ROUND_EVEN), 1.0f + 0x1p-9f);
    cr_assert_eq(aic_float_round_mantissa(odd_tie, 10, AIC_ROUND_HALF_ZERO), 1.0f + 0x1p-10f);
    cr_assert_eq(aic_float_round_mantissa(-tie, 10, AIC_ROUND_AWAY), -(1.0f + 0x1p-10f));
    cr_assert_eq(aic_float_round_mantissa(2.0f - 0x1p-23f, 10, AIC_ROUND_EVEN), 2.0f);
    cr_assert_eq(aic_float_round_mantissa(2.0f - 0x1p-23f, 10, AIC_ROUND_ZERO), 2.0f - 0x1p-10f);
    cr_assert_eq(aic_float_round_mantissa(0x1.fffffep127f, 10, AIC_ROUND_EVEN), INFINITY);
    cr_assert(isnan(aic_float_round_mantissa(float_of(0x7f800001), 10, AIC_ROUND_EVEN)));
    cr_assert_eq(aic_float_round_mantissa(0.1f, 23, AIC_ROUND_EVEN), 0.1f);
}

Test(dtype, hf32_of_an_array_is_hf32_of_its_elements)
{
    enum { COUNT = 20 << 16 };
    float *values = malloc(COUNT * sizeof *values);
    for (int mode = AIC_ROUND_EVEN; mode <= AIC_ROUND_ZERO; mode++) {
        for (unsigned kept = 7; kept <= 13; kept += 3) {
            uint64_t state = 3;
            for (unsigned i = 0; i < COUNT; i++)
                values[i] = float_of(sample_float(i, &state));
            aic_floats_round_mantissa(values, COUNT, kept, (enum aic_round_mode)mode);
            state = 3;
            for (unsigned i = 0; i < COUNT; i++) {
                float source = float_of(sample_float(i, &state));
                float expected = aic_float_round_mantissa(source, kept, (enum aic_round_mode)mode);
                cr_assert_eq(bits_of(values[i]), bits_of(expected), "%a", source);
            }
        }
    }
    free(values);
}
