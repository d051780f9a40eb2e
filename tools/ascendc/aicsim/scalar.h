// Scalar calls: they run natively.
#ifndef AICSIM_SCALAR_H
#define AICSIM_SCALAR_H

#include <cmath>
#include <limits>

#include "aicsim/vector_params.h"

namespace AscendC
{

inline int64_t CountLeadingZero(uint64_t value) { return value ? __builtin_clzll(value) : 64; }
// Bits behind the sign that are like it.
inline int64_t CountBitsCntSameAsSignBit(int64_t value) { return __builtin_clrsbll(value); }
template <int countValue> inline int64_t GetBitCount(uint64_t value)
{
    static_assert(countValue == 0 || countValue == 1, "bits are 0 or 1");
    return __builtin_popcountll(countValue ? value : ~value);
}
// Position of the lowest such bit; -1: there is none.
template <int countValue> inline int64_t GetSFFValue(uint64_t value)
{
    static_assert(countValue == 0 || countValue == 1, "bits are 0 or 1");
    return __builtin_ffsll(static_cast<long long>(countValue ? value : ~value)) - 1;
}
template <int countValue> inline int64_t ScalarGetCountOfValue(uint64_t value)
{
    return GetBitCount<countValue>(value);
}
template <int countValue> inline int64_t ScalarGetSFFValue(uint64_t value) { return GetSFFValue<countValue>(value); }
inline int64_t ScalarCountLeadingZero(uint64_t value) { return CountLeadingZero(value); }

template <int count = 1> inline void Nop(AICSIM_SITE)
{
    aicsim::Record("scalar", "Nop", site).Int("cycles", count).Emit();
}

// --- conversions --------------------------------------------------------------------------------------------------
inline bfloat16_t Cast(const float &value) { return bfloat16_t(value); }
inline bfloat16_t ToBfloat16(const float &value) { return bfloat16_t(value); }
inline float ToFloat(const bfloat16_t &value) { return value; }
template <typename T, std::enable_if_t<std::is_same<T, bfloat16_t>::value || std::is_same<T, hifloat8_t>::value ||
                                           std::is_same<T, fp8_e5m2_t>::value || std::is_same<T, fp8_e4m3fn_t>::value,
                                       int> = 0>
inline float Cast(const T &value)
{
    return value;
}
// Of the two neighbours of a value that half does not have, the one with an odd last bit.
inline half OddHalf(float value)
{
    half nearest = value;
    uint16_t bits;
    __builtin_memcpy(&bits, &nearest, sizeof(bits));
    if (float(nearest) != value && bits % 2 == 0) {
        bits += std::fabs(value) > std::fabs(float(nearest)) ? 1 : -1;
    }
    __builtin_memcpy(&nearest, &bits, sizeof(bits));
    return nearest;
}
// half takes the nearest value or the odd neighbour; int32_t takes each of the modes that pick a neighbour.
template <typename T, typename U, RoundMode mode,
          std::enable_if_t<std::is_same<T, float>::value &&
                               (std::is_same<U, half>::value || std::is_same<U, int32_t>::value),
                           int> = 0>
inline U Cast(T value, AICSIM_SITE)
{
    bool whole = std::is_same<U, int32_t>::value;
    if (!whole && mode == RoundMode::CAST_ODD && std::fabs(value) <= 65504) {
        return static_cast<U>(float(OddHalf(value)));
    }
    switch (mode) {
    case RoundMode::CAST_NONE:
    case RoundMode::CAST_RINT: return static_cast<U>(whole ? std::nearbyint(value) : value);
    case RoundMode::CAST_FLOOR: value = std::floor(value); break;
    case RoundMode::CAST_CEIL: value = std::ceil(value); break;
    case RoundMode::CAST_ROUND: value = std::round(value); break;
    case RoundMode::CAST_TRUNC: value = std::trunc(value); break;
    default: whole = false;
    }
    if (!whole) {
        aic_rt_not_modelled("Cast", "this rounding of a scalar", site.file, site.line);
    }
    return static_cast<U>(value);
}
template <typename T, typename U, RoundMode mode> inline U ScalarCast(T value, AICSIM_SITE)
{
    return Cast<T, U, mode>(value, site);
}

// --- GM past the data cache, which writes through here ------------------------------------------------------------
template <typename T> inline T ReadGmByPassDCache(T *address, AICSIM_SITE)
{
    T value;
    aic_rt_read("gm", static_cast<uint64_t>(reinterpret_cast<uintptr_t>(address)), &value, sizeof(T),
                "ReadGmByPassDCache", site.file, site.line);
    return value;
}
template <typename T> inline void WriteGmByPassDCache(T *address, T value, AICSIM_SITE)
{
    aic_rt_write("gm", static_cast<uint64_t>(reinterpret_cast<uintptr_t>(address)), &value, sizeof(T),
                 "WriteGmByPassDCache", site.file, site.line);
}

// Greatest, smallest and special values of an element type.
template <typename T> struct NumericLimits {
    static T Max() { return std::numeric_limits<T>::max(); }
    static T Lowest() { return std::numeric_limits<T>::lowest(); }
    static T Min() { return std::numeric_limits<T>::min(); }
    static T Infinity() { return std::numeric_limits<T>::infinity(); }
    static T NegativeInfinity() { return -std::numeric_limits<T>::infinity(); }
    static T QuietNaN() { return std::numeric_limits<T>::quiet_NaN(); }
    static T SignalingNaN() { return std::numeric_limits<T>::signaling_NaN(); }
    static T DeNormMin() { return std::numeric_limits<T>::denorm_min(); }
};
// A format with `fraction` bits behind the point and exponents from `least` on.
#define AICSIM_LIMITS(type, greatest, least, fraction)                                                                 \
    template <> struct NumericLimits<type> {                                                                           \
        static type Max() { return type(greatest); }                                                                   \
        static type Lowest() { return type(-(greatest)); }                                                             \
        static type Min() { return type(std::ldexp(1.0f, least)); }                                                    \
        static type Infinity() { return type(std::numeric_limits<float>::infinity()); }                                \
        static type NegativeInfinity() { return type(-std::numeric_limits<float>::infinity()); }                       \
        static type QuietNaN() { return type(std::numeric_limits<float>::quiet_NaN()); }                               \
        static type DeNormMin() { return type(std::ldexp(1.0f, (least) - (fraction))); }                               \
    }
AICSIM_LIMITS(half, 65504.0f, -14, 10);
AICSIM_LIMITS(bfloat16_t, std::ldexp(255.0f, 120), -126, 7);
#undef AICSIM_LIMITS

} // namespace AscendC
#endif
