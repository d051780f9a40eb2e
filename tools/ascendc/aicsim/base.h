// Qualifiers of the language, where a call stands in the source, and how a call becomes a record.
#ifndef AICSIM_BASE_H
#define AICSIM_BASE_H

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>

#include "aicsim/runtime.h"

#ifndef __NPU_ARCH__
#error "compile through `aicsim record`, which names the architecture"
#endif

// Qualifiers that only a device compiler needs. The pointer qualifiers stay visible to the reader of the kernel, not to
// this compiler: an address of a buffer is a number, and each call knows which buffer it means.
#define __aicore__
#define __global__
#define __gm__
#define __cube__
#define __vector__
#define __mix__(cube, vector)
#define __host_aicore__
#define __host__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __biasbuf__
#define __ssbuf__
#define __inout_pipe__(pipe)
#define __in_pipe__(pipe)
#define __out_pipe__(pipe)
#define __simd_vf__
#define __simt_vf__
#define __simd_callee__
#define __VEC_SCOPE__
#define __simt_callee__
#define __kfc_workspace__
#define __launch_bounds__(n)
#define __forceinline__ inline
#define likely(condition) __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)

#define GM_ADDR uint8_t *
#define K_MAX_SHAPE_DIM 8

// A default argument of every call: the line of the kernel that made it.
#define AICSIM_SITE ::aicsim::Site site = ::aicsim::Site(__builtin_FILE(), __builtin_LINE())

// The device compiler's own min and max of numbers. The empty pack makes any other function of the name fit better.
#define AICSIM_EXTREME(name, before)                                                                                   \
    template <typename A, typename B, typename... None,                                                                \
              typename = std::enable_if_t<std::is_arithmetic<A>::value && std::is_arithmetic<B>::value>>               \
    constexpr std::common_type_t<A, B> name(A a, B b, None...)                                                         \
    {                                                                                                                  \
        static_assert(sizeof...(None) == 0, "two numbers");                                                            \
        return a before b ? a : b;                                                                                     \
    }
AICSIM_EXTREME(min, <)
AICSIM_EXTREME(max, >)
#undef AICSIM_EXTREME

// The block and the number of blocks, which the device compiler knows by these names.
struct AicsimBlockIdx {
    operator int64_t() const { return aic_rt_block_idx(); }
};
struct AicsimBlockNum {
    operator int64_t() const { return aic_rt_block_num(); }
};
inline constexpr AicsimBlockIdx block_idx{};
inline constexpr AicsimBlockNum block_num{};

namespace aicsim
{

struct Site {
    const char *file;
    int line;
    constexpr Site(const char *f, int l) : file(f), line(l) {}
};

// Trace name of an element type and its width; specialised beside each type.
template <typename T> struct Dtype;

#define AICSIM_DTYPE(type, text, width)                                                                                \
    template <> struct Dtype<type> {                                                                                   \
        static constexpr const char *name = text;                                                                      \
        static constexpr unsigned bits = width;                                                                        \
    }
AICSIM_DTYPE(float, "float", 32);
AICSIM_DTYPE(int8_t, "int8", 8);
AICSIM_DTYPE(uint8_t, "uint8", 8);
AICSIM_DTYPE(int16_t, "int16", 16);
AICSIM_DTYPE(uint16_t, "uint16", 16);
AICSIM_DTYPE(int32_t, "int32", 32);
AICSIM_DTYPE(uint32_t, "uint32", 32);
AICSIM_DTYPE(uint64_t, "uint64", 64);
AICSIM_DTYPE(int64_t, "uint64", 64);
AICSIM_DTYPE(double, "uint64", 64);
AICSIM_DTYPE(bool, "uint8", 8);
AICSIM_DTYPE(char, "int8", 8);

// Bytes that `count` elements take, and the element size that address arithmetic uses (4-bit types are half a byte).
template <typename T> constexpr uint64_t BytesOf(uint64_t count) { return count * Dtype<T>::bits / 8; }

// A pointer to an array of a buffer says in its upper bits which buffer (aicsim/unit.h). This is the address inside it,
// also of such a pointer that was divided by 16 for the scales of an operand.
constexpr uint64_t InBuffer(uint64_t address) { return address & ((uint64_t(1) << 48) - 1); }

constexpr bool Same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

// Builds one record, field by field in the order of the call.
class Record
{
public:
    Record(const char *mnemonic, const char *call, Site site)
    {
        r_.mnemonic = mnemonic;
        r_.call = call;
        r_.file = site.file;
        r_.line = site.line;
        r_.operands = r_.dtypes = r_.fields = 0;
    }
    template <typename Place> Record &At(const Place &place)
    {
        return At(place.Space(), place.Address(), place.Bytes());
    }
    Record &At(const char *space, uint64_t address, uint64_t bytes = 0)
    {
        r_.operand[r_.operands++] = {space, Same(space, "gm") ? address : InBuffer(address), bytes};
        return *this;
    }
    template <typename T> Record &Type() { return Type(Dtype<T>::name); }
    Record &Type(const char *name)
    {
        r_.dtype[r_.dtypes++] = name;
        return *this;
    }
    Record &Int(const char *name, int64_t value) { return Add(name, AIC_RT_INT, value, nullptr); }
    Record &Bits(const char *name, uint64_t value) { return Add(name, AIC_RT_BITS, (int64_t)value, nullptr); }
    // A field that is a 64-bit pattern by itself (deqScalar), not a value of the element type.
    Record &Bits64(const char *name, uint64_t value) { return Add(name, AIC_RT_INT, (int64_t)value, nullptr); }
    Record &Real(const char *name, double value)
    {
        int64_t bits;
        __builtin_memcpy(&bits, &value, sizeof(bits));
        return Add(name, AIC_RT_REAL, bits, nullptr);
    }
    Record &Word(const char *name, const char *word) { return Add(name, AIC_RT_WORD, 0, word); }
    void Emit() const { aic_rt_emit(&r_); }

private:
    Record &Add(const char *name, aic_rt_kind kind, int64_t value, const char *word)
    {
        assert(r_.fields < AIC_RT_MAX_FIELDS);
        r_.field[r_.fields++] = {name, kind, value, word};
        return *this;
    }
    aic_rt_record r_;
};

// Raw bits of a value of any element type.
template <typename T> inline uint64_t RawBits(const T &value)
{
    uint64_t bits = 0;
    static_assert(sizeof(T) <= sizeof(bits), "element types have at most 64 bits");
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
}

} // namespace aicsim
#endif
