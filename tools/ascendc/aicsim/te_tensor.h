// The Tensor API: where bytes lie, layouts of fractals, tensors and their parts. A tensor is a place, an address and a
// layout; which buffer a pointer means is a value here, since the qualifiers of the device compiler are gone.
#ifndef AICSIM_TE_TENSOR_H
#define AICSIM_TE_TENSOR_H

#include "aicsim/layout.h"
#include "aicsim/unit.h"

namespace AscendC
{
namespace Te
{

using AscendC::CacheMode;
using AscendC::Coord;
using AscendC::Crd2Idx;
using AscendC::Layout;
using AscendC::MakeCoord;
using AscendC::MakeLayout;
using AscendC::MakeShape;
using AscendC::MakeStride;
using AscendC::Shape;
using AscendC::Stride;
namespace Std = AscendC::Std;

#define AICSIM_NUMBER(n) using _##n = Std::Int<n>;
AICSIM_NUMBER(0)
AICSIM_NUMBER(1)
AICSIM_NUMBER(2)
AICSIM_NUMBER(4)
AICSIM_NUMBER(8)
AICSIM_NUMBER(16)
AICSIM_NUMBER(32)
AICSIM_NUMBER(64)
AICSIM_NUMBER(128)
AICSIM_NUMBER(256)
AICSIM_NUMBER(512)
AICSIM_NUMBER(1024)
#undef AICSIM_NUMBER

// Elements of 32 bytes; the scales of MX types go by pairs.
template <typename T> inline constexpr uint32_t C0_ELEMENT = 256 / aicsim::Dtype<T>::bits;
template <> inline constexpr uint32_t C0_ELEMENT<fp8_e8m0_t> = 2;

struct Location {
#define AICSIM_LOCATION(name, text)                                                                                    \
    struct name {                                                                                                      \
        static constexpr const char *space = text;                                                                     \
    };
    AICSIM_LOCATION(GM, "gm")
    AICSIM_LOCATION(L1, "l1")
    AICSIM_LOCATION(L0A, "l0a")
    AICSIM_LOCATION(L0B, "l0b")
    AICSIM_LOCATION(L0ScaleA, "l0a_mx")
    AICSIM_LOCATION(L0ScaleB, "l0b_mx")
    AICSIM_LOCATION(L0C, "l0c")
    AICSIM_LOCATION(UB, "ub")
    AICSIM_LOCATION(BIAS, "bt")
    AICSIM_LOCATION(FIXBUF, "fb")
#undef AICSIM_LOCATION
};

// One element of GM or UB, as scalar code reads and writes it.
template <typename T> class Element
{
public:
    Element(const char *space, uint64_t address, aicsim::Site site) : space_(space), address_(address), site_(site) {}
    operator T() const
    {
        T value;
        aic_rt_read(space_, address_, &value, sizeof(T), "Tensor[]", site_.file, site_.line);
        return value;
    }
    const Element &operator=(T value) const
    {
        aic_rt_write(space_, address_, &value, sizeof(T), "Tensor[]", site_.file, site_.line);
        return *this;
    }

private:
    const char *space_;
    uint64_t address_;
    aicsim::Site site_;
};

template <typename T> class HardwareMemPtr
{
public:
    using valueType = T;
    using elementType = T;

    constexpr HardwareMemPtr(const char *space = "gm", uint64_t address = 0) : space_(space), address_(address) {}
    constexpr const char *Space() const { return space_; }
    constexpr uint64_t Address() const { return address_; }
    constexpr HardwareMemPtr operator+(uint64_t elements) const
    {
        return HardwareMemPtr(space_, address_ + aicsim::BytesOf<T>(elements));
    }
    Element<T> At(uint64_t index, aicsim::Site site) const { return {space_, (*this + index).address_, site}; }
    Element<T> operator[](uint64_t index) const { return At(index, aicsim::Site("?", 0)); }

private:
    const char *space_;
    uint64_t address_;
};

// Of a pointer: its array says which buffer (aicsim/unit.h), every other one is of GM.
template <typename T> inline auto MakeMemPtr(T *p)
{
    uint64_t address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(p));
    const char *space = aicsim::ArraySpace(address);
    return HardwareMemPtr<std::remove_cv_t<T>>(space, aicsim::Same(space, "gm") ? address : aicsim::InBuffer(address));
}
template <typename T> constexpr auto MakeMemPtr(const HardwareMemPtr<T> &p) { return p; }
template <typename Where, typename T, typename A, std::enable_if_t<std::is_integral<A>::value, int> = 0>
constexpr auto MakeMemPtr(A address)
{
    uint64_t at = static_cast<uint64_t>(address);
    return HardwareMemPtr<T>(Where::space, std::is_same<Where, Location::GM>::value ? at : aicsim::InBuffer(at));
}
template <typename Where, typename T> inline auto MakeMemPtr(T *p)
{
    return MakeMemPtr<Where, std::remove_cv_t<T>>(static_cast<uint64_t>(reinterpret_cast<uintptr_t>(p)));
}
template <typename Where, typename T> constexpr auto MakeMemPtr(const HardwareMemPtr<T> &p)
{
    return MakeMemPtr<Where, T>(p.Address());
}

template <typename Iterator> struct ViewEngine {
    using iterator = Iterator;
    using valueType = typename Iterator::valueType;
    using elementType = typename Iterator::elementType;
    iterator begin;
    constexpr ViewEngine(iterator storage = {}) : begin(storage) {}
    constexpr const iterator &Begin() const { return begin; }
};

// --- layouts --------------------------------------------------------------------------------------------------------
// Table of the page on layouts: rows and columns as pairs of a fractal's own and of the number of fractals.
using Pair = std::tuple<uint64_t, uint64_t>;
using Pairs = std::tuple<Pair, Pair>;
struct Frame {
    Pairs shape, stride;
};
constexpr Pairs Four(uint64_t a, uint64_t b, uint64_t c, uint64_t d) { return Pairs(Pair(a, b), Pair(c, d)); }
constexpr uint64_t Up(uint64_t n, uint64_t step) { return (n + step - 1) / step; }

#define AICSIM_PATTERN(name, c0_default, shape, stride)                                                                \
    struct name##LayoutPtn {                                                                                           \
        static constexpr uint64_t c0 = c0_default;                                                                     \
        static constexpr Frame Of([[maybe_unused]] uint64_t c0, uint64_t m, uint64_t n)                                \
        {                                                                                                              \
            return {Four shape, Four stride};                                                                          \
        }                                                                                                              \
    };
AICSIM_PATTERN(NZ, 16, (16, Up(m, 16), c0, Up(n, c0)), (c0, c0 * 16, 1, c0 *Up(m, 16) * 16))
AICSIM_PATTERN(ZN, 16, (c0, Up(m, c0), 16, Up(n, 16)), (1, c0 *Up(n, 16) * 16, c0, c0 * 16))
AICSIM_PATTERN(ZZ, 16, (16, Up(m, 16), c0, Up(n, c0)), (c0, 16 * Up(n, c0) * c0, 1, c0 * 16))
AICSIM_PATTERN(NN, 2, (2, m / 2, 16, Up(n, 16)), (1, 32, 2, m * 16))
AICSIM_PATTERN(NDExt, 1, (1, m, 1, n), (0, n, 0, 1))
AICSIM_PATTERN(DNExt, 1, (1, m, 1, n), (0, 1, 0, m))
AICSIM_PATTERN(ScaleAND, 2, (1, m, 1, n), (0, n, 0, 1))
AICSIM_PATTERN(ScaleADN, 2, (1, m, 2, n / 2), (0, 2, 1, 2 * m))
AICSIM_PATTERN(ScaleBND, 2, (2, m / 2, 1, n), (1, 2 * n, 0, 2))
AICSIM_PATTERN(ScaleBDN, 2, (1, m, 1, n), (0, 1, 0, m))
#undef AICSIM_PATTERN
// Without fractals: plain numbers.
struct NDLayoutPtn {
};
struct DNLayoutPtn {
};
struct NCHWLayoutPtn {
};
struct NHWCLayoutPtn {
};
struct NC1HWC0LayoutPtn {
};

template <typename T, typename C0 = Std::ignore_t> struct LayoutTrait {
    static constexpr auto C0_ELEMENT = C0{};
};
template <typename T = Std::ignore_t> struct LayoutTraitDefault {
    static constexpr auto C0_ELEMENT = Std::Int<Te::C0_ELEMENT<T>>{};
};
template <> struct LayoutTraitDefault<Std::ignore_t> {
    static constexpr auto C0_ELEMENT = Std::Int<16>{};
};

template <typename T, typename = void> struct C0Of {
    static constexpr uint64_t value = C0_ELEMENT<T>;
};
template <typename T> struct C0Of<T, std::void_t<decltype(T::C0_ELEMENT)>> {
    static constexpr uint64_t value = uint64_t(T::C0_ELEMENT);
};
template <typename N, N n> struct C0Of<std::integral_constant<N, n>, void> {
    static constexpr uint64_t value = uint64_t(n);
};
struct PatternDefault {
};

template <typename Pattern, typename Trait, typename S, typename D>
constexpr auto MakePatternLayout(const S &shape, const D &stride)
{
    return Layout<S, D, std::tuple<Pattern, Trait>>(shape, stride);
}

// (m, n), or (batch, m, n) of matrices one behind the other.
template <typename Pattern, typename Trait> constexpr auto Matrix(uint64_t c0, uint64_t m, uint64_t n)
{
    if constexpr (std::is_same<Pattern, NDLayoutPtn>::value) {
        return MakePatternLayout<Pattern, Trait>(MakeShape(m, n), MakeStride(n, uint64_t(1)));
    } else if constexpr (std::is_same<Pattern, DNLayoutPtn>::value) {
        return MakePatternLayout<Pattern, Trait>(MakeShape(m, n), MakeStride(uint64_t(1), m));
    } else {
        Frame f = Pattern::Of(c0, m, n);
        return MakePatternLayout<Pattern, Trait>(f.shape, f.stride);
    }
}
template <typename Pattern, typename Trait> constexpr auto Matrix(uint64_t c0, uint64_t batch, uint64_t m, uint64_t n)
{
    auto one = Matrix<Pattern, Trait>(c0, m, n);
    return MakePatternLayout<Pattern, Trait>(MakeShape(batch, one.Shape()), MakeStride(one.Size(), one.Stride()));
}
// Feature maps: plain dimensions, the last one fastest.
template <typename Pattern, typename Trait, typename... N> constexpr auto Map(N... n)
{
    auto shape = MakeShape(n...);
    return MakePatternLayout<Pattern, Trait>(shape, aicsim::DenseStride(shape));
}

template <typename P> inline constexpr bool kIsMap =
    Std::is_one_of_v<P, NCHWLayoutPtn, NHWCLayoutPtn, NC1HWC0LayoutPtn>;
template <typename P> constexpr uint64_t PatternC0()
{
    if constexpr (Std::is_one_of_v<P, NDLayoutPtn, DNLayoutPtn> || kIsMap<P>) {
        return 1;
    } else {
        return P::c0;
    }
}

template <typename Pattern, typename Trait = PatternDefault, typename... A>
constexpr auto MakeFrameLayout(const A &...a)
{
    if constexpr (kIsMap<Pattern>) {
        return Map<Pattern, Trait>(uint64_t(a)...);
    } else if constexpr (std::is_same<Trait, PatternDefault>::value) {
        return Matrix<Pattern, Trait>(PatternC0<Pattern>(), uint64_t(a)...);
    } else {
        return Matrix<Pattern, Trait>(C0Of<Trait>::value, uint64_t(a)...);
    }
}
template <typename Pattern, auto c0, typename... A> constexpr auto MakeFrameLayout(const A &...a)
{
    return Matrix<Pattern, Std::Int<size_t(c0)>>(uint64_t(c0), uint64_t(a)...);
}

template <typename L> struct GetPattern {
    using type = Std::ignore_t;
};
template <typename S, typename D, typename P, typename T> struct GetPattern<Layout<S, D, std::tuple<P, T>>> {
    using type = P;
};
template <typename T> using GetLayoutPattern = typename GetPattern<std::decay_t<T>>::type;

template <size_t... I, typename S, typename D, typename F> constexpr auto GetShape(const Layout<S, D, F> &layout)
{
    return layout.template Shape<I...>();
}
template <size_t... I, typename S, typename D, typename F> constexpr auto GetStride(const Layout<S, D, F> &layout)
{
    return layout.template Stride<I...>();
}
template <size_t... I, typename S, typename D, typename F> constexpr auto Capacity(const Layout<S, D, F> &layout)
{
    return layout.template Capacity<I...>();
}
template <size_t... I, typename S, typename D, typename F> constexpr auto Size(const Layout<S, D, F> &layout)
{
    return layout.template Size<I...>();
}
template <size_t... I, typename S, typename D, typename F> constexpr auto Rank(const Layout<S, D, F> &layout)
{
    return layout.template Rank<I...>();
}
template <size_t... I, typename S, typename D, typename F> constexpr auto Coshape(const Layout<S, D, F> &layout)
{
    return aicsim::LastOf(layout.template Shape<I...>(), layout.template Stride<I...>()) + 1;
}
template <size_t... I, typename S, typename D, typename F> constexpr auto Cosize(const Layout<S, D, F> &layout)
{
    return Coshape<I...>(layout);
}
template <size_t... I, typename T> constexpr auto Get(const T &t)
{
    if constexpr (is_layout_v<T>) {
        return MakeLayout(aicsim::Nested<I...>(t.GetShape()), aicsim::Nested<I...>(t.GetStride()));
    } else {
        return aicsim::Nested<I...>(t);
    }
}
template <size_t... I, typename S, typename D, typename F> constexpr auto Select(const Layout<S, D, F> &layout)
{
    return MakeLayout(std::make_tuple(std::get<I>(layout.GetShape())...),
                      std::make_tuple(std::get<I>(layout.GetStride())...));
}

// --- tensors --------------------------------------------------------------------------------------------------------
// The lengths of a part: numbers of the info, and for a pair of lengths as many fractals as hold the number.
template <typename S, typename N> constexpr auto PartShape(const S &shape, const N &info);
template <typename S, typename N, size_t... I>
constexpr auto PartShapes(const S &shape, const N &info, std::index_sequence<I...>)
{
    return std::make_tuple(PartShape(std::get<I>(shape), std::get<I>(info))...);
}
template <typename S, typename N> constexpr auto PartShape(const S &shape, const N &info)
{
    if constexpr (aicsim::kIsTuple<S> && aicsim::kIsTuple<N>) {
        static_assert(aicsim::kLength<S> == aicsim::kLength<N>, "Slice: info and the tensor differ in dimensions");
        return PartShapes(shape, info, std::make_index_sequence<aicsim::kLength<S>>());
    } else if constexpr (aicsim::kIsTuple<S>) {
        static_assert(aicsim::kLength<S> == 2, "Slice: one number for a pair of lengths");
        return Pair(uint64_t(std::get<0>(shape)), Up(uint64_t(info), uint64_t(std::get<0>(shape))));
    } else {
        return uint64_t(info);
    }
}

template <typename EngineType, typename LayoutType> struct TensorAttribute {
};

template <typename T, typename L> class TensorOf
{
public:
    using iterator = HardwareMemPtr<T>;
    using engineType = ViewEngine<iterator>;
    using layoutType = L;
    using valueType = T;
    using elementType = T;
    static constexpr int rank = int(L::rank);

    constexpr TensorOf() = default;
    constexpr TensorOf(const iterator &p, const L &layout) : pointer_(p), layout_(layout) {}

    constexpr const TensorOf &Tensor() const { return *this; }
    constexpr engineType Engine() const { return engineType(pointer_); }
    constexpr const L &Layout() const { return layout_; }
    constexpr const iterator &Data() const { return pointer_; }
    template <size_t... I> constexpr auto Shape() const { return layout_.template Shape<I...>(); }
    template <size_t... I> constexpr auto Stride() const { return layout_.template Stride<I...>(); }
    constexpr uint64_t Size() const { return layout_.Size(); }
    constexpr uint64_t Capacity() const { return layout_.Capacity(); }
    template <typename C> Element<T> operator[](const C &coord) const { return pointer_[layout_(coord)]; }
    template <typename C> constexpr auto operator()(const C &coord) const
    {
        return TensorOf(pointer_ + layout_(coord), layout_);
    }
    template <typename A, typename B, typename... C>
    constexpr auto operator()(const A &a, const B &b, const C &...c) const
    {
        return (*this)(AscendC::MakeCoord(a, b, c...));
    }
    template <typename C, typename Info> constexpr auto Slice(const C &coord, const Info &info) const
    {
        if constexpr (is_layout_v<Info>) {
            return Part(coord, info.GetShape());
        } else {
            return Part(coord, PartShape(layout_.GetShape(), info));
        }
    }
    void SetL2CacheHint(CacheMode) {}
    // For records.
    constexpr const char *Space() const { return pointer_.Space(); }
    constexpr uint64_t Address() const { return pointer_.Address(); }

private:
    template <typename C, typename S> constexpr auto Part(const C &coord, const S &shape) const
    {
        using PartLayout = AscendC::Layout<S, typename L::StrideType, typename L::InfoType>;
        return TensorOf<T, PartLayout>(pointer_ + layout_(coord), PartLayout(shape, layout_.GetStride()));
    }

    iterator pointer_;
    L layout_;
};

template <typename T> struct IsTensor : std::false_type {
};
template <typename T, typename L> struct IsTensor<TensorOf<T, L>> : std::true_type {
};

template <typename T, typename L> constexpr auto MakeTensor(const HardwareMemPtr<T> &p, const L &shape)
{
    if constexpr (is_layout_v<L>) {
        return TensorOf<T, L>(p, shape);
    } else {
        return MakeTensor(p, MakeLayout(shape));
    }
}
template <typename T, typename S, typename D>
constexpr auto MakeTensor(const HardwareMemPtr<T> &p, const S &shape, const D &stride)
{
    return MakeTensor(p, MakeLayout(shape, stride));
}
template <typename P, typename... A> constexpr auto MakeTensor(const ViewEngine<P> &engine, const A &...a)
{
    return MakeTensor(engine.Begin(), a...);
}
template <typename T, typename C, typename Info> constexpr auto Slice(const T &tensor, const C &coord, const Info &info)
{
    return tensor.Slice(coord, info);
}

// --- dimensions of length 1 -----------------------------------------------------------------------------------------
struct Keep {
};
inline constexpr Keep _{};

template <size_t... Out, typename S, size_t... I> constexpr auto Without(const S &t, std::index_sequence<I...>)
{
    auto keep = [](auto i, const auto &v) {
        if constexpr (((decltype(i)::value == Out) || ...)) {
            return std::tuple<>();
        } else {
            return std::make_tuple(v);
        }
    };
    return std::tuple_cat(keep(std::integral_constant<size_t, I>(), std::get<I>(t))...);
}
template <size_t... Out, typename S> constexpr auto Squeezed(const S &t)
{
    auto rest = Without<Out...>(t, std::make_index_sequence<aicsim::kLength<S>>());
    if constexpr (aicsim::kLength<decltype(rest)> == 1) {
        if constexpr (aicsim::kIsTuple<std::tuple_element_t<0, decltype(rest)>>) {
            return std::get<0>(rest);
        } else {
            return rest;
        }
    } else {
        return rest;
    }
}
template <size_t... Out, typename T> constexpr auto Squeeze(const T &x)
{
    if constexpr (is_layout_v<T>) {
        auto shape = Squeezed<Out...>(x.GetShape());
        auto stride = Squeezed<Out...>(x.GetStride());
        return Layout<decltype(shape), decltype(stride), typename T::InfoType>(shape, stride);
    } else {
        return MakeTensor(x.Data(), Squeeze<Out...>(x.Layout()));
    }
}
// By a pattern of _1 and _, which only the form with numbers can replace here.
template <typename P, typename T> inline T Squeeze(const T &, const P &, AICSIM_SITE)
{
    aic_rt_not_modelled("Squeeze", "a pattern: name the dimensions by number", site.file, site.line);
}

} // namespace Te
} // namespace AscendC
#endif
