#include "buffers/float_arrays.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "buffers/simd.h"

#define FLOAT_INF 0x7f800000u

static uint16_t little_endian16(uint16_t value)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return (uint16_t)(value >> 8 | value << 8);
#else
    return value;
#endif
}

static uint16_t load16(const uint8_t *src, size_t index)
{
    uint16_t value;
    memcpy(&value, src + 2 * index, sizeof value);
    return little_endian16(value);
}

static void store16(uint8_t *dst, size_t index, uint16_t value)
{
    value = little_endian16(value);
    memcpy(dst + 2 * index, &value, sizeof value);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* All ones when `condition`, else 0: selects without a branch. */
static uint32_t mask_if(int condition)
{
    return 0u - (uint32_t)condition;
}

static void halfs_to_floats_portable(const uint8_t *restrict src, float *restrict dst, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t half = load16(src, i);
        uint32_t sign = (half & 0x8000) << 16;
        uint32_t code = half & 0x7fff;
        uint32_t normal = (code << 13) + (112u << 23);
        uint32_t special = FLOAT_INF | (mask_if(code > 0x7c00) & 0x400000);
        uint32_t subnormal = bits_of((float)(int32_t)code * 0x1p-24f);
        uint32_t is_special = mask_if(code >= 0x7c00);
        uint32_t is_subnormal = mask_if(code < 0x400);
        dst[i] = float_of(sign | (special & is_special) | (subnormal & is_subnormal)
            | (normal & ~(is_special | is_subnormal)));
    }
}

#if defined(__x86_64__)
/* The processor's own conversions (buffers/simd.h). It keeps the payload of a NaN, which is dropped here. */
__attribute__((target("avx2,f16c"))) static void halfs_to_floats_f16c(const uint8_t *restrict src,
                                                                      float *restrict dst, size_t count)
{
    const __m256 sign_bit = _mm256_set1_ps(-0.0f), plain_nan = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fc00000));
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m128i halfs;
        memcpy(&halfs, src + 2 * i, sizeof halfs);
        __m256 v = _mm256_cvtph_ps(halfs);
        __m256 nan = _mm256_or_ps(_mm256_and_ps(v, sign_bit), plain_nan);
        v = _mm256_blendv_ps(v, nan, _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
        memcpy(dst + i, &v, sizeof v);
    }
    halfs_to_floats_portable(src + 2 * i, dst + i, count - i);
}
#endif

void aic_halfs_to_floats(const uint8_t *restrict src, float *restrict dst, size_t count)
{
#if defined(__x86_64__)
    if (aic_simd_best() >= AIC_SIMD_AVX2) {
        halfs_to_floats_f16c(src, dst, count);
        return;
    }
#endif
    halfs_to_floats_portable(src, dst, count);
}

void aic_bf16s_to_floats(const uint8_t *restrict src, float *restrict dst, size_t count)
{
    for (size_t i = 0; i < count; i++)
        dst[i] = float_of((uint32_t)load16(src, i) << 16);
}

static void floats_to_halfs_portable(const float *restrict src, uint8_t *restrict dst, size_t count)
{
    const uint32_t min_normal = 113u << 23;
    const uint32_t first_overflow = 0x477ff000; /* 65520, the tie between 65504 and 2^16 */

    for (size_t i = 0; i < count; i++) {
        uint32_t bits = bits_of(src[i]);
        uint32_t sign = bits >> 16 & 0x8000;
        uint32_t magnitude = bits & 0x7fffffff;
        uint32_t normal = (magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;

        /* In units of 2^-37, 13 bits below half's last one; what is cut off there only matters as a sticky bit. */
        uint32_t is_small = mask_if(magnitude < min_normal);
        float scaled = float_of(magnitude & is_small) * 0x1p37f;
        int32_t whole = (int32_t)scaled;
        uint32_t fixed = (uint32_t)whole | (bits_of((float)whole) != bits_of(scaled));
        uint32_t subnormal = (fixed + 0xfff + (fixed >> 13 & 1)) >> 13;

        uint32_t is_over = mask_if(magnitude >= first_overflow);
        uint32_t is_nan = mask_if(magnitude > FLOAT_INF);
        uint32_t code = (subnormal & is_small) | (normal & ~is_small);
        code = (code & ~is_over) | (0x7c00 & is_over);
        store16(dst, i, (uint16_t)(((sign | code) & ~is_nan) | (0x7fff & is_nan)));
    }
}

#if defined(__x86_64__)
__attribute__((target("avx2,f16c"))) static void floats_to_halfs_f16c(const float *restrict src,
                                                                      uint8_t *restrict dst, size_t count)
{
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m256 v;
        memcpy(&v, src + i, sizeof v);
        __m128i halfs = _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT);
        __m256i nan = _mm256_castps_si256(_mm256_cmp_ps(v, v, _CMP_UNORD_Q));
        __m128i is_nan = _mm_packs_epi32(_mm256_castsi256_si128(nan), _mm256_extracti128_si256(nan, 1));
        halfs = _mm_blendv_epi8(halfs, _mm_set1_epi16(0x7fff), is_nan);
        memcpy(dst + 2 * i, &halfs, sizeof halfs);
    }
    floats_to_halfs_portable(src + i, dst + 2 * i, count - i);
}
#endif

void aic_floats_to_halfs(const float *restrict src, uint8_t *restrict dst, size_t count)
{
#if defined(__x86_64__)
    if (aic_simd_best() >= AIC_SIMD_AVX2) {
        floats_to_halfs_f16c(src, dst, count);
        return;
    }
#endif
    floats_to_halfs_portable(src, dst, count);
}

void aic_floats_to_bf16s(const float *restrict src, uint8_t *restrict dst, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = bits_of(src[i]);
        uint32_t is_nan = mask_if((bits & 0x7fffffff) > FLOAT_INF);
        uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
        store16(dst, i, (uint16_t)((rounded & ~is_nan) | (0x7fff & is_nan)));
    }
}

static float element_as_float(enum aic_dtype dt, uint64_t raw)
{
    if (dt == AIC_DT_FLOAT)
        return float_of((uint32_t)raw);
    if (aic_dtype_is_float(dt))
        return (float)aic_value_decode(dt, raw);
    /* Through the encoder, so that a wide integer is rounded without the host's rounding mode. */
    return float_of((uint32_t)aic_value_encode(AIC_DT_FLOAT, aic_value_decode(dt, raw), NULL));
}

static void narrow_elements_to_floats(enum aic_dtype dt, const uint8_t *base, uint64_t first, float *dst, size_t count)
{
    float table[256];
    unsigned codes = 1u << aic_dtype_bits(dt);

    for (unsigned code = 0; code < codes; code++)
        table[code] = element_as_float(dt, code);
    for (size_t i = 0; i < count; i++)
        dst[i] = table[codes == 256 ? base[first + i] : aic_element_load(base, first + i, dt)];
}

void aic_elements_to_floats(enum aic_dtype dt, const uint8_t *base, uint64_t first, float *dst, size_t count)
{
    unsigned bits = aic_dtype_bits(dt);

    if (dt == AIC_DT_HALF) {
        aic_halfs_to_floats(base + 2 * first, dst, count);
    } else if (dt == AIC_DT_BF16) {
        aic_bf16s_to_floats(base + 2 * first, dst, count);
    } else if (bits && bits <= 8 && count >= 1u << bits) {
        narrow_elements_to_floats(dt, base, first, dst, count);
    } else {
        for (size_t i = 0; i < count; i++)
            dst[i] = element_as_float(dt, aic_element_load(base, first + i, dt));
    }
}

void aic_floats_round_mantissa(float *values, size_t count, unsigned kept, enum aic_round_mode mode)
{
    if (kept >= 23)
        return;
    unsigned drop = 23 - kept;
    uint32_t half = 1u << (drop - 1);
    uint32_t add = mode == AIC_ROUND_ZERO ? 0 : mode == AIC_ROUND_AWAY ? half : half - 1;
    uint32_t even = mode == AIC_ROUND_EVEN || mode == AIC_ROUND_HYBRID;

    for (size_t i = 0; i < count; i++) {
        uint32_t bits = bits_of(values[i]);
        uint32_t magnitude = bits & 0x7fffffff;
        uint32_t is_special = mask_if(magnitude >= FLOAT_INF);
        uint32_t rounded = (magnitude + add + (even & magnitude >> drop)) >> drop << drop;
        values[i] = float_of((bits & 0x80000000) | (magnitude & is_special) | (rounded & ~is_special));
    }
}
