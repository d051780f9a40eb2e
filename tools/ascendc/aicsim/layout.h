// Shapes, strides, coordinates and layouts: tuples of numbers that may nest, and the index that a coordinate has.
#ifndef AICSIM_LAYOUT_H
#define AICSIM_LAYOUT_H

#include <tuple>
#include <utility>

#include "aicsim/tensor.h"

namespace AscendC
{

// The library's own copies of the names that belong to tuples.
namespace Std
{
using std::get;
using std::ignore;
using std::make_tuple;
using std::tie;
using std::tuple;
using std::tuple_cat;
using std::tuple_element;
using std::tuple_element_t;
using std::tuple_size;
using std::tuple_size_v;
using ignore_t = std::remove_const_t<decltype(std::ignore)>;
template <typename A, typename B> constexpr uint64_t ceil_division(A a, B b)
{
    return (uint64_t(a) + uint64_t(b) - 1) / uint64_t(b);
}
template <typename A, typename B> constexpr uint64_t ceil_align(A a, B b) { return ceil_division(a, b) * uint64_t(b); }
} // namespace Std

template <typename... T> using Shape = std::tuple<T...>;
template <typename... T> using Stride = std::tuple<T...>;
template <typename... T> using Coord = std::tuple<T...>;

template <typename... T> constexpr Shape<T...> MakeShape(const T &...t) { return Shape<T...>(t...); }
template <typename... T> constexpr Stride<T...> MakeStride(const T &...t) { return Stride<T...>(t...); }
template <typename... T> constexpr Coord<T...> MakeCoord(const T &...t) { return Coord<T...>(t...); }

} // namespace AscendC

namespace aicsim
{

template <typename T> struct IsTuple : std::false_type {
};
template <typename... T> struct IsTuple<std::tuple<T...>> : std::true_type {
};
template <typename T> inline constexpr bool kIsTuple = IsTuple<std::decay_t<T>>::value;
template <typename T> inline constexpr size_t kLength = std::tuple_size<std::decay_t<T>>::value;

template <typename T> constexpr size_t DepthOf()
{
    if constexpr (kIsTuple<T>) {
        return 1 + DepthOf<std::tuple_element_t<0, T>>();
    } else {
        return 0;
    }
}

// Number of elements.
template <size_t I = 0, typename S> constexpr uint64_t SizeOf(const S &shape)
{
    if constexpr (!kIsTuple<S>) {
        return uint64_t(shape);
    } else if constexpr (I < kLength<S>) {
        return SizeOf(std::get<I>(shape)) * SizeOf<I + 1>(shape);
    } else {
        return 1;
    }
}

// The largest product of a length and its stride.
template <size_t I = 0, typename S, typename D> constexpr uint64_t CapacityOf(const S &shape, const D &stride)
{
    if constexpr (!kIsTuple<S>) {
        return uint64_t(shape) * uint64_t(stride);
    } else if constexpr (I < kLength<S>) {
        return std::max(CapacityOf(std::get<I>(shape), std::get<I>(stride)), CapacityOf<I + 1>(shape, stride));
    } else {
        return 0;
    }
}

// The index of the last element.
template <size_t I = 0, typename S, typename D> constexpr uint64_t LastOf(const S &shape, const D &stride)
{
    if constexpr (!kIsTuple<S>) {
        return (uint64_t(shape) - 1) * uint64_t(stride);
    } else if constexpr (I < kLength<S>) {
        return LastOf(std::get<I>(shape), std::get<I>(stride)) + LastOf<I + 1>(shape, stride);
    } else {
        return 0;
    }
}

// The index of a coordinate. One number for a tuple of lengths counts through the tuple, its first length fastest.
template <size_t I = 0, typename C, typename S, typename D>
constexpr uint64_t IndexOf(const C &coord, const S &shape, const D &stride)
{
    if constexpr (!kIsTuple<S>) {
        return uint64_t(coord) * uint64_t(stride);
    } else if constexpr (I >= kLength<S>) {
        return 0;
    } else if constexpr (kIsTuple<C>) {
        return IndexOf(std::get<I>(coord), std::get<I>(shape), std::get<I>(stride)) +
               IndexOf<I + 1>(coord, shape, stride);
    } else if constexpr (I + 1 == kLength<S>) {
        return IndexOf(uint64_t(coord), std::get<I>(shape), std::get<I>(stride));
    } else {
        uint64_t n = SizeOf(std::get<I>(shape));
        return IndexOf(uint64_t(coord) % n, std::get<I>(shape), std::get<I>(stride)) +
               IndexOf<I + 1>(uint64_t(coord) / n, shape, stride);
    }
}

// Strides of a shape whose elements lie densely, the last number fastest; two pairs are fractals of the form NZ.
template <size_t I = 0, typename S> constexpr auto DenseStride(const S &shape)
{
    if constexpr (I == 0 && DepthOf<S>() == 2 && kLength<S> == 2) {
        auto [r, c] = shape;
        uint64_t r0 = std::get<0>(r), r1 = std::get<1>(r), c0 = std::get<0>(c);
        return std::make_tuple(std::make_tuple(c0, r0 * c0), std::make_tuple(uint64_t(1), r0 * r1 * c0));
    } else if constexpr (I + 1 == kLength<S>) {
        return std::make_tuple(uint64_t(1));
    } else {
        auto rest = DenseStride<I + 1>(shape);
        return std::tuple_cat(std::make_tuple(SizeOf(std::get<I + 1>(shape)) * std::get<0>(rest)), rest);
    }
}

// The members of a tuple that the indices name: all of it, one of them, or a tuple of several.
template <size_t... I, typename T> constexpr auto Chosen(const T &t)
{
    if constexpr (sizeof...(I) == 0) {
        return t;
    } else if constexpr (sizeof...(I) == 1) {
        return std::get<I...>(t);
    } else {
        return std::make_tuple(std::get<I>(t)...);
    }
}

// One index after the other, each into what the one before gave.
template <typename T> constexpr auto Nested(const T &t) { return t; }
template <size_t I, size_t... J, typename T> constexpr auto Nested(const T &t) { return Nested<J...>(std::get<I>(t)); }

} // namespace aicsim

namespace AscendC
{

template <typename T, typename U, typename Info = Std::ignore_t> class Layout
{
public:
    using ShapeType = T;
    using StrideType = U;
    using InfoType = Info;
    static constexpr auto depth = aicsim::DepthOf<T>();
    static constexpr auto rank = std::tuple_size<T>::value;

    constexpr Layout(const T &shape = {}, const U &stride = {}) : shape_(shape), stride_(stride) {}
    constexpr Layout &layout() { return *this; }
    constexpr const Layout &layout() const { return *this; }
    template <size_t... I> constexpr auto Shape() const { return aicsim::Chosen<I...>(shape_); }
    template <size_t... I> constexpr auto Stride() const { return aicsim::Chosen<I...>(stride_); }
    constexpr const T &GetShape() const { return shape_; }
    constexpr const U &GetStride() const { return stride_; }
    template <typename C> constexpr uint64_t operator()(const C &coord) const
    {
        return aicsim::IndexOf(coord, shape_, stride_);
    }
    template <size_t... I> constexpr size_t Rank() const
    {
        if constexpr (aicsim::kIsTuple<decltype(Shape<I...>())>) {
            return aicsim::kLength<decltype(Shape<I...>())>;
        } else {
            return 1;
        }
    }
    template <size_t... I> constexpr uint64_t Size() const { return aicsim::SizeOf(Shape<I...>()); }
    template <size_t... I> constexpr uint64_t Capacity() const
    {
        return aicsim::CapacityOf(Shape<I...>(), Stride<I...>());
    }
    template <size_t I, size_t... J> constexpr auto Get() const
    {
        if constexpr (I == 0) {
            return aicsim::Nested<J...>(shape_);
        } else {
            return aicsim::Nested<J...>(stride_);
        }
    }

private:
    T shape_;
    U stride_;
};

template <typename T> struct is_layout : std::false_type {
};
template <typename T, typename U, typename I> struct is_layout<Layout<T, U, I>> : std::true_type {
};
template <typename T> inline constexpr bool is_layout_v = is_layout<std::decay_t<T>>::value;

template <typename T, typename U> constexpr auto MakeLayout(const T &shape, const U &stride)
{
    return Layout<T, U>(shape, stride);
}
template <typename T> constexpr auto MakeLayout(const T &shape)
{
    auto stride = aicsim::DenseStride(shape);
    return Layout<T, decltype(stride)>(shape, stride);
}
template <typename C, typename L> constexpr uint64_t Crd2Idx(const C &coord, const L &layout) { return layout(coord); }
template <typename C, typename S, typename D>
constexpr uint64_t Crd2Idx(const C &coord, const S &shape, const D &stride)
{
    return aicsim::IndexOf(coord, shape, stride);
}

// An element type with a place and a layout: LocalTensor<TensorTrait<T>> is a LocalTensor<T> without a ShapeInfo.
template <typename T, TPosition pos = TPosition::GM, typename L = Layout<Shape<>, Stride<>>> class TensorTrait
{
public:
    using LiteType = T;
    using LiteLayoutType = L;
    static constexpr TPosition tPos = pos;

    TensorTrait(const L &layout = {}) : layout_(layout) {}
    L &GetLayout() { return layout_; }
    const L &GetLayout() const { return layout_; }
    void SetLayout(const L &layout) { layout_ = layout; }
    auto GetShape() const { return layout_.GetShape(); }
    auto GetStride() const { return layout_.GetStride(); }

private:
    L layout_;
};

template <typename T> struct is_tensorTrait : std::false_type {
};
template <typename T, TPosition pos, typename L> struct is_tensorTrait<TensorTrait<T, pos, L>> : std::true_type {
};
template <typename T> inline constexpr bool is_tensorTrait_v = is_tensorTrait<T>::value;
template <typename T, TPosition pos, typename L> constexpr auto MakeTensorTrait(const L &layout)
{
    return TensorTrait<T, pos, L>(layout);
}

} // namespace AscendC
#endif
