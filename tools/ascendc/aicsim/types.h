// Element types that C++ lacks. Arithmetic happens in float and rounds when a value is stored back, which for + - * /
// on half is the same as rounding each operation.
#ifndef AICSIM_TYPES_H
#define AICSIM_TYPES_H

#include "aicsim/base.h"

namespace aicsim
{

// The nearest value of a format with so many bits of exponent and fraction, ties to even, where the compiler
// has to know it; programs that run ask the recorder.
constexpr uint32_t ConstantBits(double v, int exponentBits, int fractionBits)
{
    uint32_t sign = v < 0 ? 1u << (exponentBits + fractionBits) : 0;
    int bias = (1 << (exponentBits - 1)) - 1, e = bias;
    double m = v < 0 ? -v : v, limit = double(uint64_t(1) << (fractionBits + 1));
    if (m == 0) {
        return sign;
    }
    for (; m >= 2 && e <= 2 * bias; e++) {
        m /= 2;
    }
    for (; m < 1 && e > 1; e--) {
        m *= 2;
    }
    m *= limit / 2; // the fraction with the leading one
    uint64_t whole = static_cast<uint64_t>(m);
    double rest = m - double(whole);
    whole += rest > 0.5 || (rest == 0.5 && whole % 2);
    uint64_t bits = whole >= uint64_t(limit) / 2 ? (uint64_t(e - 1) << fractionBits) + whole : whole;
    uint64_t infinity = ((uint64_t(1) << exponentBits) - 1) << fractionBits;
    return sign | static_cast<uint32_t>(e > 2 * bias || bits > infinity ? infinity : bits);
}

template <typename Tag, typename Bits> class SoftFloat
{
public:
    SoftFloat() = default;
    template <typename N, typename = std::enable_if_t<std::is_arithmetic<N>::value>> constexpr SoftFloat(N value)
        : bits_(Of(value))
    {
    }
    operator float() const { return aic_rt_to_float(Tag::name, bits_); }
    template <typename N> SoftFloat &operator+=(N v) { return *this = SoftFloat(float(*this) + float(v)); }
    template <typename N> SoftFloat &operator-=(N v) { return *this = SoftFloat(float(*this) - float(v)); }
    template <typename N> SoftFloat &operator*=(N v) { return *this = SoftFloat(float(*this) * float(v)); }
    template <typename N> SoftFloat &operator/=(N v) { return *this = SoftFloat(float(*this) / float(v)); }

private:
    template <typename N> static constexpr Bits Of(N value)
    {
        if (__builtin_is_constant_evaluated() && Tag::exponent > 0) {
            return static_cast<Bits>(ConstantBits(double(float(value)), Tag::exponent, Tag::fraction));
        }
        return static_cast<Bits>(aic_rt_from_float(Tag::name, static_cast<float>(value)));
    }

    Bits bits_;
};

#define AICSIM_SOFT_FLOAT(tag, text, exponent_bits, fraction_bits)                                                     \
    struct tag {                                                                                                       \
        static constexpr const char *name = text;                                                                      \
        static constexpr int exponent = exponent_bits, fraction = fraction_bits;                                       \
    }
AICSIM_SOFT_FLOAT(HalfTag, "half", 5, 10);
AICSIM_SOFT_FLOAT(Bf16Tag, "bfloat16", 8, 7);
AICSIM_SOFT_FLOAT(E4m3Tag, "fp8_e4m3fn", 0, 0);
AICSIM_SOFT_FLOAT(E5m2Tag, "fp8_e5m2", 0, 0);
AICSIM_SOFT_FLOAT(E8m0Tag, "fp8_e8m0", 0, 0);
AICSIM_SOFT_FLOAT(Hif8Tag, "hifloat8", 0, 0);

// Elements of L0A and L0B that have scales: the same bits as the type without "mx", but a type of its own.
struct MxE4m3Tag : E4m3Tag {
};
struct MxE5m2Tag : E5m2Tag {
};

// Two 4-bit values in one byte: copied and addressed, never computed with by scalar code.
template <typename Tag> struct Packed4 {
    uint8_t bits;
};
struct Int4Tag;
struct E2m1Tag;
struct E1m2Tag;

} // namespace aicsim

using half = aicsim::SoftFloat<aicsim::HalfTag, uint16_t>;
using bfloat16_t = aicsim::SoftFloat<aicsim::Bf16Tag, uint16_t>;
using fp8_e4m3fn_t = aicsim::SoftFloat<aicsim::E4m3Tag, uint8_t>;
using fp8_e5m2_t = aicsim::SoftFloat<aicsim::E5m2Tag, uint8_t>;
using mx_fp8_e4m3_t = aicsim::SoftFloat<aicsim::MxE4m3Tag, uint8_t>;
using mx_fp8_e5m2_t = aicsim::SoftFloat<aicsim::MxE5m2Tag, uint8_t>;
using fp8_e8m0_t = aicsim::SoftFloat<aicsim::E8m0Tag, uint8_t>;
using hifloat8_t = aicsim::SoftFloat<aicsim::Hif8Tag, uint8_t>;
using fp4x2_e2m1_t = aicsim::Packed4<aicsim::E2m1Tag>;
using fp4x2_e1m2_t = aicsim::Packed4<aicsim::E1m2Tag>;
using int4x2_t = aicsim::Packed4<aicsim::Int4Tag>;
using float16_t = half;
// The compiler's own names of the same types.
using float8_e4m3_t = fp8_e4m3fn_t;
using float8_e5m2_t = fp8_e5m2_t;
using float8_e8m0_t = fp8_e8m0_t;
using float4_e2m1x2_t = fp4x2_e2m1_t;
using float4_e1m2x2_t = fp4x2_e1m2_t;

namespace aicsim
{
AICSIM_DTYPE(half, "half", 16);
AICSIM_DTYPE(bfloat16_t, "bfloat16", 16);
AICSIM_DTYPE(fp8_e4m3fn_t, "fp8_e4m3fn", 8);
AICSIM_DTYPE(fp8_e5m2_t, "fp8_e5m2", 8);
AICSIM_DTYPE(mx_fp8_e4m3_t, "fp8_e4m3fn", 8);
AICSIM_DTYPE(mx_fp8_e5m2_t, "fp8_e5m2", 8);
AICSIM_DTYPE(fp8_e8m0_t, "fp8_e8m0", 8);
AICSIM_DTYPE(hifloat8_t, "hifloat8", 8);
AICSIM_DTYPE(fp4x2_e2m1_t, "fp4x2_e2m1", 4);
AICSIM_DTYPE(fp4x2_e1m2_t, "fp4x2_e1m2", 4);
AICSIM_DTYPE(int4x2_t, "int4", 4);
} // namespace aicsim

namespace AscendC
{

using ::bfloat16_t;
using ::fp4x2_e1m2_t;
using ::fp4x2_e2m1_t;
using ::fp8_e4m3fn_t;
using ::fp8_e5m2_t;
using ::fp8_e8m0_t;
using ::half;
using ::hifloat8_t;
using ::mx_fp8_e4m3_t;
using ::mx_fp8_e5m2_t;
using int4b_t = ::int4x2_t;

// Elements that come with scales: public libraries multiply them by Mmad as well as by MmadMx.
template <typename T> struct IsMx : std::false_type {
};
template <> struct IsMx<mx_fp8_e4m3_t> : std::true_type {
};
template <> struct IsMx<mx_fp8_e5m2_t> : std::true_type {
};
template <> struct IsMx<fp4x2_e2m1_t> : std::true_type {
};
template <> struct IsMx<fp4x2_e1m2_t> : std::true_type {
};

template <bool B, typename T, typename F> using Conditional = std::conditional<B, T, F>;
template <typename A, typename B> using IsSameType = std::is_same<A, B>;
enum class TPosition : uint8_t;
template <typename T, TPosition pos, typename L> class TensorTrait;
template <typename T> struct PrimTOf {
    using type = T;
};
template <typename T, TPosition pos, typename L> struct PrimTOf<TensorTrait<T, pos, L>> {
    using type = T;
};
template <typename T> using PrimT = typename PrimTOf<T>::type;
template <typename T> struct SizeOfBits {
    static constexpr unsigned value = aicsim::Dtype<T>::bits;
};

// The library's own copies of a few standard names.
namespace Std
{
template <bool B, typename T = void> using enable_if = std::enable_if<B, T>;
template <typename A, typename B> using is_same = std::is_same<A, B>;
template <typename A, typename B> inline constexpr bool is_same_v = std::is_same<A, B>::value;
template <typename T, typename... Others> inline constexpr bool is_one_of_v = (std::is_same<T, Others>::value || ...);
template <typename T, typename... Others> struct is_one_of : std::bool_constant<is_one_of_v<T, Others...>> {
};
template <bool B, typename T, typename F> using conditional_t = std::conditional_t<B, T, F>;
template <bool B, typename T = void> using enable_if_t = std::enable_if_t<B, T>;
template <typename T, T v> using integral_constant = std::integral_constant<T, v>;
template <typename T> using remove_cvref_t = std::remove_cv_t<std::remove_reference_t<T>>;
template <size_t N> using Int = std::integral_constant<size_t, N>;
template <typename A, typename B> using IsSame = std::is_same<A, B>;
using std::add_const;
using std::add_const_t;
using std::add_cv;
using std::add_cv_t;
using std::add_lvalue_reference;
using std::add_lvalue_reference_t;
using std::add_pointer;
using std::add_pointer_t;
using std::add_rvalue_reference;
using std::add_rvalue_reference_t;
using std::add_volatile;
using std::add_volatile_t;
using std::conditional;
using std::decay;
using std::decay_t;
using std::declval;
using std::false_type;
using std::forward;
using std::is_array;
using std::is_array_v;
using std::is_base_of;
using std::is_base_of_v;
using std::is_const;
using std::is_const_v;
using std::is_convertible;
using std::is_convertible_v;
using std::is_floating_point;
using std::is_floating_point_v;
using std::is_integral;
using std::is_integral_v;
using std::is_pointer;
using std::is_pointer_v;
using std::is_reference;
using std::is_reference_v;
using std::is_void;
using std::is_void_v;
using std::max;
using std::min;
using std::move;
using std::remove_const;
using std::remove_const_t;
using std::remove_cv;
using std::remove_cv_t;
using std::remove_pointer;
using std::remove_pointer_t;
using std::remove_reference;
using std::remove_reference_t;
using std::remove_volatile;
using std::remove_volatile_t;
using std::true_type;
} // namespace Std

} // namespace AscendC

namespace aicsim
{
template <typename T, AscendC::TPosition pos, typename L> struct Dtype<AscendC::TensorTrait<T, pos, L>> : Dtype<T> {
};
} // namespace aicsim

namespace AscendC
{

constexpr int32_t ONE_BLK_SIZE = 32;
constexpr int32_t ONE_BLOCK_SIZE = ONE_BLK_SIZE;
constexpr int32_t VECTOR_REG_WIDTH = 256; // bytes, as GetVecLen
constexpr int32_t ONE_BLK_NUM = 16;
constexpr int32_t BLOCK_CUBE = 16;
constexpr int32_t CUBE_MAX_SIZE = 256;
constexpr int32_t BYTE_PER_FRACTAL = 512;
constexpr int32_t DEFAULT_C0_SIZE = 32;
constexpr int32_t ONE_REPEAT_BYTE_SIZE = 256;
constexpr int32_t TOTAL_L0A_SIZE = 64 * 1024;
constexpr int32_t TOTAL_L0B_SIZE = 64 * 1024;
constexpr uint32_t BLOCK_CUBE_SIZE = 16 * 16;

template <typename T> constexpr uint32_t GetC0Count() { return 256 / aicsim::Dtype<T>::bits; }
template <typename T, typename U> __aicore__ inline std::common_type_t<T, U> AlignUp(T a, U b)
{
    return b == 0 ? a : (a + b - 1) / b * b;
}
template <typename T, typename U> __aicore__ inline std::common_type_t<T, U> DivCeil(T a, U b)
{
    return b == 0 ? a : (a + b - 1) / b;
}
template <typename T, typename U> __aicore__ inline std::common_type_t<T, U> CeilDivision(T a, U b)
{
    return b == 0 ? a : (a + b - 1) / b;
}

} // namespace AscendC
#endif
