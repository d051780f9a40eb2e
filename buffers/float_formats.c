#include "buffers/float_formats.h"

#include <string.h>

#define DOUBLE_MAN_BITS 52
#define FLOAT_MAN_BITS 23
#define DOUBLE_NAN_BITS 0x7ff8000000000000u

enum number_class { NUMBER_ZERO, NUMBER_FINITE, NUMBER_INF, NUMBER_NAN };

/* |value| = significand * 2^(exponent - 52); bit 52 of the significand is set when the number is finite and not 0. */
struct number {
    enum number_class class;
    bool negative;
    int exponent;
    uint64_t significand;
};

/* IEEE-like layout: sign, exponent, mantissa. Codes are without the sign bit. */
struct minifloat {
    unsigned char exp_bits;
    unsigned char man_bits;
    short bias;
    uint32_t max_code; /* largest finite number; codes above it are inf or NaN */
    uint32_t inf_code; /* 0: the type has no inf */
    uint32_t nan_code; /* 0: the type has no NaN */
};

static const struct minifloat minifloats[AIC_DT_COUNT] = {
    [AIC_DT_HALF] = {5, 10, 15, 0x7bff, 0x7c00, 0x7fff},
    [AIC_DT_BF16] = {8, 7, 127, 0x7f7f, 0x7f80, 0x7fff},
    [AIC_DT_FLOAT] = {8, 23, 127, 0x7f7fffff, 0x7f800000, 0x7fffffff},
    [AIC_DT_FP8_E4M3FN] = {4, 3, 7, 0x7e, 0, 0x7f},
    [AIC_DT_FP8_E5M2] = {5, 2, 15, 0x7b, 0x7c, 0x7f},
    [AIC_DT_FP4_E2M1] = {2, 1, 1, 0x7, 0, 0},
    [AIC_DT_FP4_E1M2] = {1, 2, 1, 0x7, 0, 0},
};

/* Dot field of HiFloat8, largest first: codes from `first` on have `dot` exponent bits (arXiv 2409.16626, table 1). */
struct hif8_dot {
    unsigned char first;
    unsigned char dot;
    unsigned char man_bits;
};

static const struct hif8_dot hif8_dots[] = {{0x60, 4, 1}, {0x40, 3, 2}, {0x20, 2, 3}, {0x10, 1, 3}, {0x08, 0, 3}};

#define HIF8_DOTS (sizeof hif8_dots / sizeof hif8_dots[0])
#define HIF8_NAN 0x80u
#define HIF8_INF 0x6fu
#define HIF8_MAX 0x6eu
#define HIF8_MIN_EXPONENT (-22)
#define HIF8_DENORMAL_BIAS 23
#define HIF8_MIN_NORMAL_EXPONENT (-15)

static const struct aic_round round_even = {AIC_ROUND_EVEN, false, false};
static const struct aic_round round_away = {AIC_ROUND_AWAY, false, false};

static double double_from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* 2^exponent for the range of normal doubles. */
static double power_of_two(int exponent)
{
    return double_from_bits((uint64_t)(exponent + 1023) << DOUBLE_MAN_BITS);
}

static struct number unpack(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint64_t hidden = 1ull << DOUBLE_MAN_BITS;
    unsigned exponent_field = (unsigned)(bits >> DOUBLE_MAN_BITS) & 0x7ff;
    struct number n = {NUMBER_FINITE, bits >> 63 != 0, (int)exponent_field - 1023, bits & (hidden - 1)};

    if (exponent_field == 0x7ff) {
        n.class = n.significand ? NUMBER_NAN : NUMBER_INF;
    } else if (exponent_field) {
        n.significand |= hidden;
    } else if (n.significand == 0) {
        n.class = NUMBER_ZERO;
    } else {
        for (n.exponent = -1022; !(n.significand & hidden); n.exponent--)
            n.significand <<= 1;
    }
    return n;
}

/* significand / 2^drop, rounded to an integer. */
static uint64_t round_shift(uint64_t significand, unsigned drop, enum aic_round_mode mode)
{
    if (drop == 0)
        return significand;
    if (drop > 62) /* less than a quarter: no mode rounds it up */
        return 0;
    uint64_t kept = significand >> drop;
    uint64_t rest = significand & ((1ull << drop) - 1);
    uint64_t half = 1ull << (drop - 1);

    switch (mode) {
    case AIC_ROUND_AWAY:
        return kept + (rest >= half);
    case AIC_ROUND_HALF_ZERO:
        return kept + (rest > half);
    case AIC_ROUND_ZERO:
        return kept;
    case AIC_ROUND_EVEN:
    case AIC_ROUND_HYBRID:
        break;
    }
    return kept + (rest > half || (rest == half && (kept & 1)));
}

static bool nan_becomes_zero(const struct aic_round *round)
{
    return round->saturate && !round->keep_nan;
}

/* Truncation stops at the largest finite number. */
static bool overflow_is_finite(const struct number *n, const struct aic_round *round)
{
    return round->saturate || (round->mode == AIC_ROUND_ZERO && n->class == NUMBER_FINITE);
}

static uint64_t minifloat_encode(const struct minifloat *f, const struct number *n, const struct aic_round *round)
{
    uint64_t sign = (uint64_t)n->negative << (f->exp_bits + f->man_bits);

    if (n->class == NUMBER_NAN)
        return nan_becomes_zero(round) ? 0 : f->nan_code;
    if (n->class == NUMBER_ZERO)
        return sign;
    if (n->class == NUMBER_FINITE) {
        int min_exponent = 1 - f->bias;
        int exponent = n->exponent > min_exponent ? n->exponent : min_exponent;
        unsigned drop = (unsigned)(DOUBLE_MAN_BITS - f->man_bits + (exponent - n->exponent));
        /* The hidden bit, when there is one, adds 1 to the exponent field; so does a carry. */
        uint64_t code = ((uint64_t)(exponent - min_exponent) << f->man_bits)
            + round_shift(n->significand, drop, round->mode);
        if (code <= f->max_code)
            return sign | code;
    }
    if (overflow_is_finite(n, round) || (f->inf_code == 0 && f->nan_code == 0))
        return sign | f->max_code;
    return sign | (f->inf_code ? f->inf_code : f->nan_code);
}

static double minifloat_decode(const struct minifloat *f, uint64_t raw)
{
    unsigned width = (unsigned)f->exp_bits + f->man_bits;
    uint64_t code = raw & ((1ull << width) - 1);
    uint64_t sign = (raw >> width & 1) << 63;

    if (code > f->max_code)
        return double_from_bits(code == f->inf_code ? sign | 0x7ff0000000000000u : DOUBLE_NAN_BITS);
    int field = (int)(code >> f->man_bits);
    uint64_t mantissa = code & ((1ull << f->man_bits) - 1);
    double magnitude;
    if (field)
        magnitude = double_from_bits(((uint64_t)(field - f->bias + 1023) << DOUBLE_MAN_BITS)
            | mantissa << (DOUBLE_MAN_BITS - f->man_bits));
    else
        magnitude = (double)mantissa * power_of_two(1 - f->bias - f->man_bits);
    return sign ? -magnitude : magnitude;
}

static double hif8_decode(uint64_t raw)
{
    unsigned code = raw & 0x7f;
    bool negative = raw & 0x80;
    int exponent = (int)code - HIF8_DENORMAL_BIAS;
    unsigned mantissa = 0, man_bits = 0;

    if (code == 0)
        return negative ? double_from_bits(DOUBLE_NAN_BITS) : 0.0;
    if (code == HIF8_INF)
        return double_from_bits(negative ? 0xfff0000000000000u : 0x7ff0000000000000u);
    for (unsigned i = 0; i < HIF8_DOTS; i++) {
        const struct hif8_dot *d = &hif8_dots[i];
        if (code < d->first)
            continue;
        man_bits = d->man_bits;
        mantissa = code & ((1u << man_bits) - 1);
        exponent = 0;
        if (d->dot) {
            /* Sign and magnitude; the magnitude's highest bit is 1 and stands where the sign is stored. */
            unsigned field = (code - d->first) >> man_bits;
            unsigned top = 1u << (d->dot - 1);
            exponent = field & top ? -(int)field : (int)(field | top);
        }
        break;
    }
    double magnitude = (double)((1u << man_bits) + mantissa) * power_of_two(exponent - (int)man_bits);
    return negative ? -magnitude : magnitude;
}

static const struct hif8_dot *hif8_dot_of(int exponent)
{
    unsigned magnitude = (unsigned)(exponent < 0 ? -exponent : exponent);
    unsigned i = 0;
    while (hif8_dots[i].dot && magnitude < 1u << (hif8_dots[i].dot - 1))
        i++;
    return &hif8_dots[i];
}

static unsigned hif8_man_bits(int exponent)
{
    return exponent < HIF8_MIN_NORMAL_EXPONENT ? 0 : hif8_dot_of(exponent)->man_bits;
}

/* Code of significand * 2^(exponent - man_bits); -22 <= exponent <= 15, hidden bit set. */
static unsigned hif8_pack(int exponent, unsigned significand)
{
    if (exponent < HIF8_MIN_NORMAL_EXPONENT)
        return (unsigned)(exponent + HIF8_DENORMAL_BIAS);
    const struct hif8_dot *d = hif8_dot_of(exponent);
    unsigned field = 0;
    if (d->dot) {
        unsigned top = 1u << (d->dot - 1);
        field = exponent < 0 ? (unsigned)-exponent : (unsigned)exponent & ~top;
    }
    return d->first + (field << d->man_bits) + (significand & ((1u << d->man_bits) - 1));
}

static unsigned hif8_finish(const struct number *n, const struct aic_round *round, int exponent, unsigned significand)
{
    if (significand == 0)
        return 0;
    if (significand == 2u << hif8_man_bits(exponent)) {
        exponent++;
        significand = 1u << hif8_man_bits(exponent);
    }
    unsigned sign = n->negative ? 0x80 : 0;
    unsigned code = exponent > 15 ? HIF8_INF : hif8_pack(exponent, significand);
    if (code == HIF8_INF && overflow_is_finite(n, round))
        code = HIF8_MAX;
    return sign | code;
}

/* The float's mantissa decides by itself; see aic_value_encode. -23 <= exponent <= 15, but not |exponent| < 4. */
static unsigned hif8_round_by_low_bits(const struct number *n, bool exact_stays)
{
    uint32_t mantissa = (uint32_t)(n->significand >> (DOUBLE_MAN_BITS - FLOAT_MAN_BITS)) & ((1u << FLOAT_MAN_BITS) - 1);
    uint32_t threshold = mantissa & 0x3fff;
    if (n->exponent < HIF8_MIN_EXPONENT) /* half of the smallest number: never exact */
        return 0x2000 + (mantissa >> 10) >= threshold;
    unsigned man_bits = hif8_man_bits(n->exponent);
    unsigned dropped = FLOAT_MAN_BITS - man_bits;
    uint32_t rest = mantissa & ((1u << dropped) - 1), fraction = rest >> (dropped - 14);
    bool carries = fraction >= threshold && (rest || !exact_stays);
    return (1u << man_bits) + (mantissa >> dropped) + carries;
}

static unsigned hif8_encode(double value, const struct aic_round *round)
{
    struct number n = unpack(value);
    bool low_bits = false;

    if (round->mode == AIC_ROUND_HYBRID && n.class == NUMBER_FINITE) {
        n = unpack(minifloat_decode(&minifloats[AIC_DT_FLOAT],
            minifloat_encode(&minifloats[AIC_DT_FLOAT], &n, &round_even)));
        low_bits = n.exponent <= -4 || n.exponent >= 4;
    }
    if (n.class == NUMBER_NAN)
        return nan_becomes_zero(round) ? 0 : HIF8_NAN;
    if (n.class == NUMBER_ZERO || (n.class == NUMBER_FINITE && n.exponent < -HIF8_DENORMAL_BIAS))
        return 0;
    /* 1.25 * 2^15 is the tie between the largest number and the place of inf. */
    bool over = n.exponent > 15 || (n.exponent == 15 && n.significand >= 5ull << (DOUBLE_MAN_BITS - 2));
    if (n.class == NUMBER_INF || n.exponent > 15 || (low_bits && over))
        return hif8_finish(&n, round, 15, 3);

    int exponent = n.exponent > HIF8_MIN_EXPONENT ? n.exponent : HIF8_MIN_EXPONENT;
    if (low_bits)
        return hif8_finish(&n, round, exponent, hif8_round_by_low_bits(&n, round->exact_stays));
    unsigned drop = (unsigned)(DOUBLE_MAN_BITS - (int)hif8_man_bits(exponent) + (exponent - n.exponent));
    enum aic_round_mode mode = round->mode == AIC_ROUND_HYBRID ? AIC_ROUND_AWAY : round->mode;
    return hif8_finish(&n, round, exponent, (unsigned)round_shift(n.significand, drop, mode));
}

static double e8m0_decode(uint64_t raw)
{
    unsigned code = raw & 0xff;
    return code == 0xff ? double_from_bits(DOUBLE_NAN_BITS) : power_of_two((int)code - 127);
}

static unsigned e8m0_encode(const struct number *n, const struct aic_round *round)
{
    if (n->class == NUMBER_ZERO)
        return 0;
    if (n->class == NUMBER_NAN || n->negative)
        return 0xff;
    if (n->class == NUMBER_FINITE) {
        if (n->exponent < -127)
            return 0;
        /* Codes are the integers exponent + 127; a tie goes to the even code. */
        uint64_t fixed = ((uint64_t)(n->exponent + 127) << DOUBLE_MAN_BITS)
            | (n->significand & ((1ull << DOUBLE_MAN_BITS) - 1));
        uint64_t code = round_shift(fixed, DOUBLE_MAN_BITS, round->mode);
        if (code < 0xff)
            return (unsigned)code;
    }
    return overflow_is_finite(n, round) ? 0xfe : 0xff;
}

static uint64_t integer_encode(enum aic_dtype dt, const struct number *n, enum aic_round_mode mode)
{
    unsigned bits = aic_dtype_bits(dt);
    uint64_t mask = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
    uint64_t highest = aic_dtype_is_signed(dt) ? mask >> 1 : mask;
    uint64_t lowest = aic_dtype_is_signed(dt) ? highest + 1 : 0; /* its magnitude */
    uint64_t magnitude = UINT64_MAX;

    if (n->class == NUMBER_NAN || n->class == NUMBER_ZERO)
        return 0;
    if (n->class == NUMBER_FINITE && n->exponent < DOUBLE_MAN_BITS)
        magnitude = round_shift(n->significand, (unsigned)(DOUBLE_MAN_BITS - n->exponent), mode);
    else if (n->class == NUMBER_FINITE && n->exponent < 64)
        magnitude = n->significand << (n->exponent - DOUBLE_MAN_BITS);
    if (n->negative)
        return (0 - (magnitude < lowest ? magnitude : lowest)) & mask;
    return magnitude < highest ? magnitude : highest;
}

bool aic_round_supported(enum aic_dtype dt, enum aic_round_mode mode)
{
    return mode != AIC_ROUND_HYBRID || dt == AIC_DT_HIFLOAT8;
}

double aic_value_decode(enum aic_dtype dt, uint64_t raw)
{
    if (dt == AIC_DT_HIFLOAT8)
        return hif8_decode(raw);
    if (dt == AIC_DT_FP8_E8M0)
        return e8m0_decode(raw);
    if (aic_dtype_is_float(dt))
        return minifloat_decode(&minifloats[dt], raw);
    if (dt != AIC_DT_UINT64)
        return (double)aic_raw_to_int(dt, raw);
    unsigned drop = 0;
    while (raw >> drop >> 53)
        drop++;
    return (double)round_shift(raw, drop, AIC_ROUND_EVEN) * power_of_two((int)drop);
}

uint64_t aic_value_encode(enum aic_dtype dt, double value, const struct aic_round *round)
{
    if (round == NULL)
        round = dt == AIC_DT_HIFLOAT8 ? &round_away : &round_even;
    if (dt == AIC_DT_HIFLOAT8)
        return hif8_encode(value, round);
    struct number n = unpack(value);
    if (dt == AIC_DT_FP8_E8M0)
        return e8m0_encode(&n, round);
    if (aic_dtype_is_float(dt))
        return minifloat_encode(&minifloats[dt], &n, round);
    return aic_dtype_bits(dt) ? integer_encode(dt, &n, round->mode) : 0;
}

float aic_half_to_float(uint16_t half)
{
    return (float)minifloat_decode(&minifloats[AIC_DT_HALF], half);
}

float aic_bf16_to_float(uint16_t bf16)
{
    return float_from_bits((uint32_t)bf16 << 16);
}

uint16_t aic_float_to_half(float value, enum aic_round_mode mode)
{
    struct aic_round round = {mode, false, false};
    return (uint16_t)aic_value_encode(AIC_DT_HALF, value, &round);
}

uint16_t aic_float_to_bf16(float value, enum aic_round_mode mode)
{
    struct aic_round round = {mode, false, false};
    return (uint16_t)aic_value_encode(AIC_DT_BF16, value, &round);
}

float aic_float_round_mantissa(float value, unsigned kept, enum aic_round_mode mode)
{
    uint32_t bits = float_bits(value);
    uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude >= 0x7f800000 || kept >= FLOAT_MAN_BITS)
        return value;
    unsigned drop = FLOAT_MAN_BITS - kept;
    uint32_t rounded = (uint32_t)round_shift(magnitude, drop, mode) << drop;
    return float_from_bits((bits & 0x80000000) | rounded);
}
