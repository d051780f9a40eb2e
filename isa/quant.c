#include "isa/quant.h"

#include <math.h>
#include <string.h>

#include "buffers/float_arrays.h"

const char *const aic_quant_names[AIC_Q_COUNT + 1] = {
    "NoQuant",
    "F322F16",
    "F322BF16",
    "DEQF16",
    "VDEQF16",
    "QF322B8_PRE",
    "VQF322B8_PRE",
    "REQ8",
    "VREQ8",
    "QF322FP8_PRE",
    "VQF322FP8_PRE",
    "QF322HIF8_PRE",
    "VQF322HIF8_PRE",
    "QF322HIF8_PRE_HYBRID",
    "VQF322HIF8_PRE_HYBRID",
    "QS322BF16_PRE",
    "VQS322BF16_PRE",
    "QF322F16_PRE",
    "VQF322F16_PRE",
    "QF322BF16_PRE",
    "VQF322BF16_PRE",
    "QF322F32_PRE",
    "VQF322F32_PRE",
    NULL,
};

#define F32 AIC_DT_BIT(AIC_DT_FLOAT)
#define S32 AIC_DT_BIT(AIC_DT_INT32)
#define F16 AIC_DT_BIT(AIC_DT_HALF)
#define BF16 AIC_DT_BIT(AIC_DT_BF16)
#define B8 (AIC_DT_BIT(AIC_DT_INT8) | AIC_DT_BIT(AIC_DT_UINT8))
/* The scalar mode and the vector one. */
#define PAIR(mode, ...)                                                                                                \
    [AIC_Q_##mode] = {__VA_ARGS__, .scaled = true},                                                                    \
    [AIC_Q_V##mode] = {__VA_ARGS__, .scaled = true, .vector = true}

const struct aic_quant_mode aic_quant_modes[AIC_Q_COUNT] = {
    [AIC_Q_NOQUANT] = {.src = F32 | S32 | F16 | AIC_DT_BIT(AIC_DT_UINT32), .dst = 0},
    [AIC_Q_F322F16] = {.src = F32, .dst = F16},
    [AIC_Q_F322BF16] = {.src = F32, .dst = BF16},
    PAIR(DEQF16, .src = S32, .dst = F16, .shift = true),
    PAIR(QF322B8_PRE, .src = F32, .dst = B8),
    PAIR(REQ8, .src = S32, .dst = B8, .shift = true),
    PAIR(QF322FP8_PRE, .src = F32, .dst = AIC_DT_BIT(AIC_DT_FP8_E4M3FN)),
    PAIR(QF322HIF8_PRE, .src = F32, .dst = AIC_DT_BIT(AIC_DT_HIFLOAT8)),
    PAIR(QF322HIF8_PRE_HYBRID, .src = F32, .dst = AIC_DT_BIT(AIC_DT_HIFLOAT8), .hybrid = true),
    PAIR(QS322BF16_PRE, .src = S32, .dst = BF16),
    PAIR(QF322F16_PRE, .src = F32, .dst = F16),
    PAIR(QF322BF16_PRE, .src = F32, .dst = BF16),
    PAIR(QF322F32_PRE, .src = F32, .dst = F32),
};

bool aic_quant_fits(enum aic_quant mode, enum aic_dtype src, enum aic_dtype dst, bool b4)
{
    const struct aic_quant_mode *row = &aic_quant_modes[mode];
    if (!(row->src & AIC_DT_BIT(src))) {
        return false;
    }
    if (mode == AIC_Q_NOQUANT) {
        return src == dst;
    }
    return (row->dst & AIC_DT_BIT(dst)) || (b4 && dst == AIC_DT_INT4 && row->dst == B8);
}

void aic_quant_decode(uint64_t word, const struct aic_isa_limits *lim, struct aic_quant_word *out)
{
    uint32_t scale = (uint32_t)word & 0xffffe000u;
    uint32_t offset = (uint32_t)(word >> 37) & 0x1ff;
    memcpy(&out->scale, &scale, sizeof(scale));
    if ((scale & 0x7f800000u) == 0) {
        out->scale = 0; /* X44: no exponent means exactly zero */
    }
    out->offset = (int32_t)offset - (lim->quant_offset_signed && offset >= 256 ? 512 : 0);
    out->shift = (uint8_t)((word >> 32 & 15) + (lim->quant_shift_plus_one ? 1 : 0));
    out->mcb = lim->quant_has_shift && (word >> 36 & 1);
    out->sign = word >> 46 & 1;
}

bool aic_quant_bad_scale(uint64_t word)
{
    uint32_t exponent = (uint32_t)(word >> 23) & 0xff, mantissa = (uint32_t)(word >> 13) & 0x3ff;
    return exponent == 0xff || (exponent == 0 && mantissa != 0);
}

int64_t aic_quant_shift(int64_t x, unsigned by)
{
    int64_t step = (int64_t)1 << by, rest = (x % step + step) % step;
    return (x - rest) / step;
}

int32_t aic_quant_shifted(int32_t x, const struct aic_quant_word *word)
{
    if (!word->mcb) {
        return x;
    }
    int64_t y = aic_quant_shift(x, word->shift);
    return y < INT16_MIN ? INT16_MIN : y > INT16_MAX ? INT16_MAX : (int32_t)y;
}

/* The factor of negative inputs is 0 with relu, so relu stands before the offset. A result of -0 is stored as +0. */
static float scale_input(float x, float scale, bool relu)
{
    float factor = x < 0 && relu ? 0.0f : scale;
    float y = factor == 0 && !isnan(x) ? 0.0f : x * factor;
    return y + 0.0f;
}

/* Clip to 9 bits, round, add the offset, clip to the type. */
static int32_t to_small(float y, const struct aic_quant_word *word, unsigned bits)
{
    /* 1.5 * 2^23 leaves no bit behind the point, so the sum is rounded to the nearest even integer. */
    const float magic = 12582912.0f;
    float clipped = !(y > -256) ? (isnan(y) ? 0 : -256) : y < 255 ? y : 255;
    float rounded = clipped + magic;
    int32_t t = (int32_t)(rounded - magic) + word->offset;
    int32_t low = word->sign ? -(1 << (bits - 1)) : 0;
    int32_t high = low + (1 << bits) - 1;
    return t < low ? low : t > high ? high : t;
}

int32_t aic_quant_to_small(float x, const struct aic_quant_word *word, bool relu, unsigned bits)
{
    return to_small(scale_input(x, word->scale, relu), word, bits);
}

static uint64_t encode_float(const struct aic_quantiser *q, double y)
{
    unsigned bits = aic_dtype_bits(q->dst);
    struct aic_round round = {.saturate = !q->regs->inf_nan, .keep_nan = bits == 8 && q->regs->fp8_nan};
    if (q->dst == AIC_DT_HIFLOAT8) {
        round.mode = aic_quant_modes[q->mode].hybrid ? AIC_ROUND_HYBRID : AIC_ROUND_AWAY;
        round.exact_stays = q->lim->quant_hybrid_exact_stays == 1;
    }
    return aic_value_encode(q->dst, y, &round);
}

/* Input i as the multiplier sees it. */
static float scaled_input(const struct aic_quantiser *q, const uint8_t *src, uint32_t i,
                          const struct aic_quant_word *word)
{
    float x;
    int32_t integer;
    if (q->src == AIC_DT_INT32) {
        memcpy(&integer, src + (size_t)i * 4, sizeof(integer));
        return (float)(aic_quant_modes[q->mode].shift ? aic_quant_shifted(integer, word) : integer);
    }
    memcpy(&x, src + (size_t)i * 4, sizeof(x));
    return x;
}

static void store_small(const struct aic_quantiser *q, int32_t t, uint8_t *dst, uint64_t at)
{
    t = q->clip && t > q->clip_to ? (int32_t)q->clip_to : t;
    if (q->dst == AIC_DT_INT4) {
        aic_element_store(dst, at, q->dst, (uint64_t)t);
    } else {
        dst[at] = (uint8_t)t;
    }
}

static void store_float(const struct aic_quantiser *q, float y, uint8_t *dst, uint64_t at)
{
    if (q->lim->quant_deqf16_round_first && (q->mode == AIC_Q_DEQF16 || q->mode == AIC_Q_VDEQF16)) {
        y = rintf(y);
    }
    if (q->dst == AIC_DT_HALF && !q->clip && fabsf(y) < 65504.0f) {
        uint16_t half = aic_float_to_half(y, AIC_ROUND_EVEN);
        memcpy(dst + at * 2, &half, sizeof(half));
        return;
    }
    aic_element_store(dst, at, q->dst, encode_float(q, q->clip && y > q->clip_to ? q->clip_to : (double)y));
}

static void run_scaled(const struct aic_quantiser *q, const uint8_t *src, uint32_t n, const uint64_t *words,
                       uint8_t *dst,
                       uint32_t first)
{
    bool vector = aic_quant_modes[q->mode].vector, small = !aic_dtype_is_float(q->dst);
    unsigned bits = aic_dtype_bits(q->dst);
    struct aic_quant_word word;
    aic_quant_decode(words[0], q->lim, &word);
    for (uint32_t i = 0; i < n; i++) {
        if (vector) {
            aic_quant_decode(words[i], q->lim, &word);
        }
        float y = scale_input(scaled_input(q, src, i, &word), word.scale, q->relu);
        if (small) {
            store_small(q, to_small(y, &word, bits), dst, (uint64_t)first + i);
        } else {
            store_float(q, y, dst, (uint64_t)first + i);
        }
    }
}

/* NoQuant and the plain casts. */
static uint64_t convert_plain(const struct aic_quantiser *q, uint64_t raw)
{
    if (aic_dtype_is_float(q->src)) {
        double x = aic_value_decode(q->src, raw);
        x = q->relu && x < 0 ? 0 : x;
        return encode_float(q, q->clip && x > q->clip_to ? q->clip_to : x);
    }
    int64_t x = aic_raw_to_int(q->src, raw);
    x = q->relu && x < 0 ? 0 : x;
    return (uint64_t)(q->clip && (double)x > q->clip_to ? (int64_t)q->clip_to : x);
}

static bool all_finite(const float *v, uint32_t n)
{
    unsigned odd = 0;
    for (uint32_t i = 0; i < n; i++) {
        odd |= v[i] - v[i] != 0.0f;
    }
    return !odd;
}

/* The runs that are a copy or a cast of finite numbers. False: take the long way. */
static bool run_fast(const struct aic_quantiser *q, const uint8_t *src, uint32_t n, uint8_t *dst, uint32_t first)
{
    float values[16];
    if (q->relu || q->clip || n > 16) {
        return false;
    }
    if (q->mode == AIC_Q_NOQUANT && !aic_dtype_is_float(q->src)) {
        memcpy(dst + (uint64_t)first * 4, src, (size_t)n * 4);
        return true;
    }
    if (q->src != AIC_DT_FLOAT || (q->mode != AIC_Q_NOQUANT && q->mode != AIC_Q_F322F16)) {
        return false;
    }
    memcpy(values, src, n * sizeof(float));
    if (q->mode == AIC_Q_NOQUANT && all_finite(values, n)) {
        memcpy(dst + (uint64_t)first * 4, src, (size_t)n * 4);
        return true;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!(fabsf(values[i]) < 65504.0f)) {
            return false;
        }
    }
    if (q->mode == AIC_Q_F322F16) {
        aic_floats_to_halfs(values, dst + (uint64_t)first * 2, n);
    }
    return q->mode == AIC_Q_F322F16;
}

void aic_quant_run(const struct aic_quantiser *q, const uint8_t *src, uint32_t n, const uint64_t *words, uint8_t *dst,
                   uint32_t first)
{
    if (aic_quant_modes[q->mode].scaled) {
        run_scaled(q, src, n, words, dst, first);
        return;
    }
    if (run_fast(q, src, n, dst, first)) {
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        aic_element_store(dst, (uint64_t)first + i, q->dst, convert_plain(q, aic_element_load(src, i, q->src)));
    }
}
