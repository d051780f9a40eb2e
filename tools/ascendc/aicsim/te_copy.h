// The Tensor API: copies between the buffers and the product. Sizes and strides of the instructions come from the
// layouts; what an instruction cannot do, or no page describes, stops with the name of the copy.
#ifndef AICSIM_TE_COPY_H
#define AICSIM_TE_COPY_H

#include "aicsim/fixpipe.h"
#include "aicsim/te_tensor.h"
#include "aicsim/words.h"

namespace AscendC
{
namespace Te
{

// --- operations, their traits and parameters ------------------------------------------------------------------------
enum class RoundMode : uint8_t { DEFAULT = 0, HYBRID };
enum DualDstMode : uint8_t { DUAL_DST_DISABLE = 0, DUAL_DST_SPLIT_M, DUAL_DST_SPLIT_N };
enum class MmadType : uint8_t { NORMAL = 0, MX };

struct PlainTrait {
};
struct CopyL0C2GMTrait {
    RoundMode roundMode = RoundMode::DEFAULT;
    bool enableRelu = false, enableChannelSplit = false;
};
struct CopyL0C2UBTrait {
    RoundMode roundMode = RoundMode::DEFAULT;
    bool enableRelu = false, enableChannelSplit = false;
    DualDstMode dualDstCtl = DUAL_DST_DISABLE;
};
struct MmadTrait {
    int32_t fmOffset = 0;
    bool kDirectionAlign = false, cmatrixSource = false, disableGemv = true;
    MmadType mmadType = MmadType::NORMAL;
    constexpr MmadTrait(int32_t offset = 0, bool align = false, bool source = false, bool noGemv = true,
                        MmadType type = MmadType::NORMAL)
        : fmOffset(offset), kDirectionAlign(align), cmatrixSource(source), disableGemv(noGemv), mmadType(type)
    {
    }
};

struct FixpipeParams {
    uint8_t unitFlag = 0;
    bool subBlockId = false;
};
struct MmadParams {
    uint16_t m = 0, n = 0, k = 0;
    uint8_t unitFlag = 0;
    bool cmatrixInitVal = false;
    constexpr MmadParams() = default;
    constexpr MmadParams(uint16_t mIn, uint16_t nIn, uint16_t kIn, uint8_t flag = 0, bool init = false)
        : m(mIn), n(nIn), k(kIn), unitFlag(flag), cmatrixInitVal(init)
    {
    }
};
template <typename T> struct Img2ColParams {
    uint16_t mExtension = 0, kExtension = 0;
    uint8_t padList[4] = {0, 0, 0, 0};
    uint8_t strideW = 1, strideH = 1, filterW = 1, filterH = 1, dilationFilterW = 1, dilationFilterH = 1;
    bool filterSizeW = false, filterSizeH = false, transpose = false, fMatrixCtrl = false;
    T padValue = 0;
};
struct NoParams {
};

#define AICSIM_OPERATION(name, trait, params)                                                                          \
    struct name {                                                                                                      \
        using Params = params;                                                                                         \
        static constexpr const char *call = "Copy (" #name ")";                                                        \
    };                                                                                                                 \
    struct name##TraitDefault {                                                                                        \
        using TraitType = trait;                                                                                       \
        static constexpr const TraitType value = trait{};                                                              \
    };                                                                                                                 \
    inline name##TraitDefault DefaultTrait(const name &);
AICSIM_OPERATION(CopyGM2L1, PlainTrait, NoParams)
AICSIM_OPERATION(CopyGM2UB, PlainTrait, NoParams)
AICSIM_OPERATION(CopyUB2GM, PlainTrait, NoParams)
AICSIM_OPERATION(CopyL12L0A, PlainTrait, NoParams)
AICSIM_OPERATION(CopyL12L0B, PlainTrait, NoParams)
AICSIM_OPERATION(CopyL12L0ScaleA, PlainTrait, NoParams)
AICSIM_OPERATION(CopyL12L0ScaleB, PlainTrait, NoParams)
AICSIM_OPERATION(CopyL12BT, PlainTrait, NoParams)
AICSIM_OPERATION(CopyL12FB, PlainTrait, NoParams)
AICSIM_OPERATION(CopyL0C2GM, CopyL0C2GMTrait, FixpipeParams)
AICSIM_OPERATION(CopyL0C2UB, CopyL0C2UBTrait, FixpipeParams)
#undef AICSIM_OPERATION
struct MmadOperation {
    using Params = MmadParams;
};
struct MmadTraitDefault {
    using TraitType = MmadTrait;
    static constexpr const TraitType value = MmadTrait{};
};
inline MmadTraitDefault DefaultTrait(const MmadOperation &);

template <typename Operation, typename Trait, typename Params> struct Atom {
    Params params = {};
    template <typename P> constexpr auto with(const P &p) const { return Atom<Operation, Trait, P>{p}; }
};
template <typename O, typename T> constexpr auto MakeCopy(const O &, const T &)
{
    return Atom<O, T, typename O::Params>{};
}
template <typename O> constexpr auto MakeCopy(const O &)
{
    return Atom<O, decltype(DefaultTrait(std::declval<O>())), typename O::Params>{};
}
template <typename O, typename T> constexpr auto MakeMmad(const O &o, const T &t) { return MakeCopy(o, t); }
template <typename O> constexpr auto MakeMmad(const O &o) { return MakeCopy(o); }

} // namespace Te
} // namespace AscendC

namespace aicsim
{

// Rows or columns: the elements of a fractal and its stride, the number of fractals and theirs.
struct Axis {
    uint64_t inner, outer, innerStride, outerStride;
    constexpr uint64_t Length() const { return inner * outer; }
};

// A layout as numbers: its matrices, or the dimensions of a feature map.
struct View {
    Axis rows, columns;
    uint64_t batch, batchStride;
    uint64_t shape[5], stride[5]; // of a feature map
};

template <typename S, typename D> constexpr Axis AxisOf(const S &shape, const D &stride)
{
    if constexpr (kIsTuple<S>) {
        static_assert(kLength<S> == 2, "rows or columns in more than two levels");
        return {uint64_t(std::get<0>(shape)), uint64_t(std::get<1>(shape)), uint64_t(std::get<0>(stride)),
                uint64_t(std::get<1>(stride))};
    } else {
        return {1, uint64_t(shape), 0, uint64_t(stride)};
    }
}

template <size_t I = 0, typename S, typename D> constexpr void FillMap(View &v, const S &shape, const D &stride)
{
    if constexpr (I < kLength<S>) {
        v.shape[I] = std::get<I>(shape);
        v.stride[I] = std::get<I>(stride);
        FillMap<I + 1>(v, shape, stride);
    }
}

// (rows, columns), (batch, (rows, columns)), or four and five numbers of a feature map.
template <typename S, typename D> constexpr View ViewOf(const S &shape, const D &stride)
{
    static_assert(kIsTuple<S>, "a layout is a tuple");
    if constexpr (kLength<S> >= 4) {
        View v = {};
        v.batch = 1;
        FillMap(v, shape, stride);
        return v;
    } else if constexpr (kIsTuple<std::tuple_element_t<1, S>> && !kIsTuple<std::tuple_element_t<0, S>>) {
        View v = ViewOf(std::get<1>(shape), std::get<1>(stride));
        v.batch = std::get<0>(shape);
        v.batchStride = std::get<0>(stride);
        return v;
    } else {
        static_assert(kLength<S> == 2, "a matrix has rows and columns");
        return {AxisOf(std::get<0>(shape), std::get<0>(stride)),
                AxisOf(std::get<1>(shape), std::get<1>(stride)),
                1,
                0,
                {},
                {}};
    }
}
template <typename T> constexpr View ViewOf(const T &tensor)
{
    return ViewOf(tensor.Layout().GetShape(), tensor.Layout().GetStride());
}

inline View Turned(View v)
{
    std::swap(v.rows, v.columns);
    return v;
}
// Rows of elements that follow one another; columns of such; fractals whose own rows, or columns, do.
inline bool IsNd(const View &v) { return v.rows.inner == 1 && v.columns.inner == 1 && v.columns.outerStride == 1; }
inline bool IsDn(const View &v) { return v.rows.inner == 1 && v.columns.inner == 1 && v.rows.outerStride == 1; }
inline bool IsNz(const View &v) { return v.columns.inner > 1 && v.columns.innerStride == 1 && v.rows.inner == 16; }
inline bool IsZn(const View &v) { return IsNz(Turned(v)); }

struct Copying {
    const char *call;
    const char *dtype;
    unsigned bits;
    const char *to, *from;
    uint64_t dst, src; // addresses
    Site site;

    [[noreturn]] void Stop(const char *why) const { aic_rt_not_modelled(call, why, site.file, site.line); }
    int64_t Bytes(uint64_t elements) const { return static_cast<int64_t>(elements * bits / 8); }
    // In units of so many bytes; stops where that is no whole number.
    int64_t Units(uint64_t elements, int64_t unit) const
    {
        if (Bytes(elements) % unit != 0 || elements * bits % 8 != 0) {
            Stop("a length or stride that is no whole number of the instruction's units");
        }
        return Bytes(elements) / unit;
    }
    Copying Moved(uint64_t dstElements, uint64_t srcElements) const
    {
        Copying c = *this;
        c.dst += static_cast<uint64_t>(Bytes(dstElements));
        c.src += static_cast<uint64_t>(Bytes(srcElements));
        return c;
    }
};

template <typename D, typename S> Copying CopyingOf(const char *call, const D &dst, const S &src, Site site)
{
    using T = typename S::valueType;
    return {call, Dtype<T>::name, Dtype<T>::bits, dst.Space(), src.Space(), dst.Address(), src.Address(), site};
}

inline void EmitBlocks(const Copying &c, int64_t count, int64_t len, int64_t srcGap, int64_t dstGap)
{
    Record r("data_copy", c.call, c.site);
    r.At(c.to, c.dst).At(c.from, c.src).Type(c.dtype);
    r.Int("blockCount", count).Int("blockLen", len).Int("srcGap", srcGap).Int("dstGap", dstGap).Emit();
}

// --- GM to L1 -------------------------------------------------------------------------------------------------------
// `count` runs of `len` elements in blocks of 32 B. One run, or runs without gaps: the rest of a block is dropped.
inline void CopyRuns(const Copying &c, uint64_t count, uint64_t len, uint64_t srcStride, uint64_t dstStride)
{
    if (count == 1 || (srcStride == len && dstStride == len)) {
        EmitBlocks(c, 1, c.Bytes(count * len) / 32, 0, 0);
        return;
    }
    int64_t blocks = c.Units(len, 32);
    EmitBlocks(c, static_cast<int64_t>(count), blocks, c.Units(srcStride, 32) - blocks,
               c.Units(dstStride, 32) - blocks);
}

inline void CopyNd(const Copying &c, const View &dst, const View &src)
{
    uint64_t rows = src.rows.outer;
    if (src.batch > 1 && rows == 1) {
        CopyRuns(c, src.batch, src.columns.outer, src.batchStride, dst.batchStride);
        return;
    }
    for (uint64_t b = 0; b < src.batch; b++) {
        CopyRuns(c.Moved(b * dst.batchStride, b * src.batchStride), rows, src.columns.outer, src.rows.outerStride,
                 dst.rows.outerStride);
    }
}

// Rows or columns of GM as fractals: `c0Stride` and `matrixStride` are elements of the destination.
inline void ToFractals(const Copying &c, bool fromRows, uint64_t n, uint64_t d, uint64_t pitch, uint64_t c0Stride,
                       uint64_t batch, uint64_t srcMatrix, uint64_t dstMatrix)
{
    Record r(fromRows ? "nd2nz" : "dn2nz", c.call, c.site);
    r.At(c.to, c.dst).At(c.from, c.src).Type(c.dtype).Int(fromRows ? "ndNum" : "dnNum", static_cast<int64_t>(batch));
    r.Int("nValue", static_cast<int64_t>(n)).Int("dValue", static_cast<int64_t>(d));
    r.Int(fromRows ? "srcNdMatrixStride" : "srcDnMatrixStride", static_cast<int64_t>(srcMatrix));
    r.Int("srcDValue", static_cast<int64_t>(pitch)).Int("dstNzC0Stride", c.Units(c0Stride, 32));
    r.Int("dstNzNStride", 1).Int("dstNzMatrixStride", static_cast<int64_t>(dstMatrix)).Emit();
}

// 4-bit elements move as pairs.
inline void MatrixToFractals(Copying c, bool fromRows, const View &dst, const View &src)
{
    uint64_t pitch = fromRows ? src.rows.outerStride : src.columns.outerStride, d = src.columns.Length();
    uint64_t c0Stride = dst.columns.outerStride, sm = src.batchStride, dm = dst.batchStride;
    if (c.bits == 4) {
        if (!fromRows || d % 2 || pitch % 2 || sm % 2) {
            c.Stop("4-bit elements across their pairs");
        }
        c.bits = 8;
        c.dtype = "uint8";
        pitch /= 2;
        d /= 2;
        c0Stride /= 2;
        sm /= 2;
        dm /= 2;
    }
    ToFractals(c, fromRows, src.rows.Length(), d, pitch, c0Stride, src.batch, sm, dm);
}

// Scales go by pairs along K, which the instruction takes for elements of 16 bits. `i` counts rows of A or columns of
// B.
inline void CopyScales(Copying c, const View &dst, const View &src, const Axis &k, const Axis &i, const Axis &to)
{
    c.bits = 16;
    c.dtype = "uint16";
    bool pairsFirst = k.inner == 2; // the pairs of all rows, then the next pairs
    uint64_t pitch = pairsFirst ? k.outerStride : i.outerStride;
    if (pitch % 2 || k.Length() % 2 || src.batchStride % 2) {
        c.Stop("an odd number of scales in a row");
    }
    ToFractals(c, pairsFirst, k.Length() / 2, i.Length(), pitch / 2, to.outerStride / 2, src.batch, src.batchStride / 2,
               dst.batchStride / 2);
}

// Fractals as they are: strips of rows, one behind the other.
inline void CopyStrips(const Copying &c, const View &dst, const View &src)
{
    for (uint64_t b = 0; b < src.batch; b++) {
        CopyRuns(c.Moved(b * dst.batchStride, b * src.batchStride), src.columns.outer,
                 src.rows.Length() * src.columns.inner, src.columns.outerStride, dst.columns.outerStride);
    }
}
inline void CopyScaleStrips(const Copying &c, const View &dst, const View &src, const Axis &i, const Axis &to,
                            uint64_t k)
{
    for (uint64_t b = 0; b < src.batch; b++) {
        CopyRuns(c.Moved(b * dst.batchStride, b * src.batchStride), i.outer, i.inner * k, i.outerStride,
                 to.outerStride);
    }
}

inline void CopyMatrixIn(const Copying &c, View dst, View src)
{
    if (IsNd(dst) && IsNd(src)) {
        CopyNd(c, dst, src);
        return;
    }
    if (IsZn(dst) && !IsNz(dst)) { // the same in the other direction
        dst = Turned(dst);
        src = Turned(src);
    }
    if (IsNz(dst) && IsNz(src)) {
        CopyStrips(c, dst, src);
    } else if (IsNz(dst) && (IsNd(src) || IsDn(src))) {
        MatrixToFractals(c, IsNd(src), dst, src);
    } else {
        c.Stop("this pair of layouts");
    }
}

// Feature maps (N, C1, H, W, C0) from the same, (N, H, W, C) and (N, C, H, W).
inline void CopyMap(const Copying &c, const View &dst, const View &src)
{
    uint64_t h = src.shape[2], w = src.shape[3], c0 = src.shape[4];
    if (src.shape[0] != 1) {
        c.Stop("more than one feature map");
    }
    for (uint64_t i = 0; i < src.shape[1]; i++) {
        CopyRuns(c.Moved(i * dst.stride[1], i * src.stride[1]), h, w * c0, src.stride[2], dst.stride[2]);
    }
}
inline void MapToFractals(const Copying &c, bool fromRows, const View &dst, const View &src)
{
    uint64_t h = src.shape[fromRows ? 1 : 2], w = src.shape[fromRows ? 2 : 3], channels = src.shape[fromRows ? 3 : 1];
    if (src.shape[0] != 1 || src.stride[fromRows ? 1 : 2] != w * src.stride[fromRows ? 2 : 3]) {
        c.Stop("more than one feature map, or a part of its rows");
    }
    ToFractals(c, fromRows, h * w, channels, src.stride[fromRows ? 2 : 1], dst.stride[1], 1, 0, 0);
}

// --- L1 to the operand buffers --------------------------------------------------------------------------------------
// Fractals of both sides as rows of 16 by columns of 32 B; transposed loads take the source as it lies.
inline void LoadMatrix(const Copying &c, View dst, View src, bool right)
{
    if (right) {
        dst = Turned(dst);
        src = Turned(src);
    }
    bool transpose = !IsNz(src) || (IsZn(src) && !IsNz(dst));
    if (transpose) {
        src = Turned(src);
    }
    if (!IsNz(dst) || !IsNz(src)) {
        c.Stop("this pair of layouts");
    }
    uint64_t m = src.rows.outer, k = src.columns.outer;
    if (!transpose) {
        m = std::min(m, dst.rows.outer);
        k = std::min(k, dst.columns.outer);
    }
    for (uint64_t b = 0; b < std::min(src.batch, dst.batch); b++) {
        Copying one = c.Moved(b * dst.batchStride, b * src.batchStride);
        Record r("load2dv2", c.call, c.site);
        r.At(c.to, one.dst).At(c.from, one.src).Type(c.dtype);
        r.Int("mStartPosition", 0).Int("kStartPosition", 0).Int("mStep", static_cast<int64_t>(m));
        r.Int("kStep", static_cast<int64_t>(k)).Int("srcStride", c.Units(src.columns.outerStride, 512));
        r.Int("dstStride", c.Units(dst.columns.outerStride, 512)).Int("ifTranspose", transpose).Emit();
    }
}

inline void LoadScaleMatrix(const Copying &c, const Axis &i, const Axis &to, uint64_t k)
{
    LoadScales(c.call, c.to, c.dst, reinterpret_cast<const void *>(static_cast<uintptr_t>(c.src)),
               {0, 0, static_cast<int64_t>(i.outer), static_cast<int64_t>(k / 2), c.Units(i.outerStride, 32),
                c.Units(to.outerStride, 32)},
               c.site);
}

// The register of repeats carries the pitch of the destination's column blocks on this architecture.
template <typename T>
void LoadMap(const Copying &c, const View &dst, const View &src, const AscendC::Te::Img2ColParams<T> &p)
{
    if (src.shape[0] != 1) {
        c.Stop("more than one feature map");
    }
    if (!IsNz(dst)) {
        c.Stop("this layout of the destination");
    }
    Record repeat("set_load3d_repeat", c.call, c.site);
    repeat.Int("repeatTime", 1).Int("repeatStride", 0).Int("dstStride", c.Units(dst.columns.outerStride, 512)).Emit();
    Record r("load3dv2", c.call, c.site);
    r.At(c.to, c.dst).At(c.from, c.src).Type(c.dtype);
    for (int i = 0; i < 4; i++) {
        r.Int(kPadNames[i], p.padList[i]);
    }
    r.Int("l1H", static_cast<int64_t>(src.shape[2])).Int("l1W", static_cast<int64_t>(src.shape[3]));
    r.Int("channelSize", static_cast<int64_t>(src.shape[1] * src.shape[4])).Int("kExtension", p.kExtension);
    r.Int("mExtension", p.mExtension).Int("strideW", p.strideW).Int("strideH", p.strideH);
    r.Int("filterW", p.filterW).Int("filterH", p.filterH).Int("dilationFilterW", p.dilationFilterW);
    r.Int("dilationFilterH", p.dilationFilterH).Int("filterSizeW", p.filterSizeW).Int("filterSizeH", p.filterSizeH);
    r.Int("enTranspose", p.transpose).Int("fMatrixCtrl", p.fMatrixCtrl).Bits("padValue", RawBits(p.padValue)).Emit();
}

// Bias and quantisation words: rows of `batch` vectors.
template <typename D, typename S> void CopyVector(const Copying &c, const D &dst, const S &src)
{
    View from = ViewOf(src), to = ViewOf(dst);
    uint64_t unit = Same(c.to, "fb") ? 64 : 32;
    for (uint64_t b = 0; b < from.batch; b++) {
        uint64_t bytes = c.Bytes(from.rows.outer * from.columns.outer);
        Record r("data_copy", c.call, c.site);
        r.At(c.to, c.dst + BytesOf<typename D::valueType>(b * to.batchStride));
        r.At(c.from, c.src + static_cast<uint64_t>(c.Bytes(b * from.batchStride)));
        CopyTypes<typename D::valueType, typename S::valueType>(r);
        r.Int("blockCount", 1).Int("blockLen", static_cast<int64_t>((bytes + unit - 1) / unit)).Emit();
    }
}

// --- out of L0C -----------------------------------------------------------------------------------------------------
enum class Quant { NONE, SCALAR, VECTOR };

// The conversion that the element types and the kind of quantisation ask for; NULL: none such.
template <typename To, typename From> constexpr const char *Conversion(Quant q, bool hybrid)
{
    constexpr bool fp = std::is_same<From, float>::value, b8 = Dtype<To>::bits == 8 && std::is_integral<To>::value;
    const char *vector = nullptr;
    if (q == Quant::NONE) {
        return std::is_same<To, From>::value         ? "NoQuant"
               : !fp                                 ? nullptr
               : std::is_same<To, half>::value       ? "F322F16"
               : std::is_same<To, bfloat16_t>::value ? "F322BF16"
                                                     : nullptr;
    } else if (b8) {
        vector = fp ? "VQF322B8_PRE" : "VREQ8";
    } else if (!fp) {
        vector = std::is_same<To, half>::value         ? "VDEQF16"
                 : std::is_same<To, bfloat16_t>::value ? "VQS322BF16_PRE"
                                                       : nullptr;
    } else {
        vector = std::is_same<To, float>::value          ? "VQF322F32_PRE"
                 : std::is_same<To, half>::value         ? "VQF322F16_PRE"
                 : std::is_same<To, bfloat16_t>::value   ? "VQF322BF16_PRE"
                 : std::is_same<To, fp8_e4m3fn_t>::value ? "VQF322FP8_PRE"
                 : !std::is_same<To, hifloat8_t>::value  ? nullptr
                 : hybrid                                ? "VQF322HIF8_PRE_HYBRID"
                                                         : "VQF322HIF8_PRE";
    }
    return vector && q == Quant::SCALAR ? vector + 1 : vector;
}

struct Drain {
    const char *quant;
    uint64_t scalar;
    const char *wordsSpace;
    uint64_t words;
    int64_t unitFlag, relu, split, dual, sub;
    bool toUb;
};

// The matrix that the destination describes, in the layout of the drain.
struct DrainShape {
    const char *layout;
    uint64_t m, n, pitch;
};

template <typename D> DrainShape DrainShapeOf(const Copying &c, const D &dst)
{
    using namespace AscendC::Te;
    using P = GetLayoutPattern<typename D::layoutType>;
    View v = ViewOf(dst);
    if constexpr (kIsMap<P>) {
        constexpr bool rows = std::is_same<P, NHWCLayoutPtn>::value, c0 = std::is_same<P, NC1HWC0LayoutPtn>::value;
        uint64_t h = v.shape[rows ? 1 : 2], w = v.shape[rows ? 2 : 3];
        if (v.shape[0] != 1 || v.stride[rows ? 1 : 2] != w * v.stride[rows ? 2 : 3]) {
            c.Stop("more than one feature map, or a part of its rows");
        }
        return {c0     ? "nz"
                : rows ? "nd"
                       : "dn",
                h * w, c0 ? v.shape[1] * v.shape[4] : v.shape[rows ? 3 : 1], v.stride[rows ? 2 : 1]};
    } else if (IsNd(v)) {
        return {"nd", v.rows.outer, v.columns.outer, v.rows.outerStride};
    } else if (IsDn(v)) {
        return {"dn", v.rows.outer, v.columns.outer, v.columns.outerStride};
    } else if (IsNz(v)) {
        return {"nz", v.rows.Length(), v.columns.Length(), v.columns.outerStride};
    }
    c.Stop("this layout of the destination");
}

template <typename From, typename To> void EmitDrain(const Copying &c, const DrainShape &s, const Drain &d,
                                                     const View &src, uint64_t batch, uint64_t dstMatrix)
{
    bool nd = Same(s.layout, "nd"), dn = Same(s.layout, "dn");
    Record r("fixpipe", c.call, c.site);
    r.At(c.to, c.dst).At("l0c", c.src);
    if (d.wordsSpace) {
        r.At(d.wordsSpace, d.words);
    }
    r.template Type<From>().template Type<To>().Word("layout", s.layout).Int("nSize", static_cast<int64_t>(s.n));
    r.Int("mSize", static_cast<int64_t>(s.m)).Int("srcStride", static_cast<int64_t>(src.columns.outerStride / 16));
    r.Int("dstStride", static_cast<int64_t>(s.pitch)).Word("quantPre", d.quant).Bits64("deqScalar", d.scalar);
    r.Int("unitFlag", d.unitFlag).Int("reluEn", d.relu).Int("isChannelSplit", d.split).Word("params", "arch3510");
    if (d.toUb) {
        r.Int("dualDstCtl", d.dual).Int("subBlockId", d.sub);
    }
    if (nd || dn) {
        r.Int(nd ? "ndNum" : "dnNum", static_cast<int64_t>(batch));
        r.Int(nd ? "srcNdStride" : "srcNzMatrixStride", static_cast<int64_t>(src.batchStride / 16));
        r.Int(nd ? "dstNdStride" : "dstDnMatrixStride", static_cast<int64_t>(dstMatrix));
    }
    r.Emit();
}

// Matrices in one record where the layout counts them and the quantisation is the same for all.
template <typename D, typename S>
void DrainAll(const Copying &c, const D &dst, const S &src, Drain d, uint64_t wordsStride)
{
    using To = typename D::valueType;
    using From = typename S::valueType;
    if (!d.quant) {
        c.Stop("a conversion between these element types");
    }
    DrainShape s = DrainShapeOf(c, dst);
    View from = ViewOf(src), to = ViewOf(dst);
    if (from.rows.inner != 16 || from.columns.inner != 16 || !IsNz(from)) {
        c.Stop("a source that does not lie in fractals of 16 x 16");
    }
    uint64_t batch = std::min(from.batch, to.batch);
    if (batch == 1 || (!Same(s.layout, "nz") && wordsStride == 0)) {
        EmitDrain<From, To>(c, s, d, from, batch, to.batchStride);
        return;
    }
    for (uint64_t b = 0; b < batch; b++) {
        Copying one = c;
        one.dst += BytesOf<To>(b * to.batchStride);
        one.src += BytesOf<From>(b * from.batchStride);
        EmitDrain<From, To>(one, s, d, from, 1, 0);
        d.words += wordsStride;
    }
}

// --- UB -------------------------------------------------------------------------------------------------------------
inline void CopyUb(const Copying &c, const View &dst, const View &src, bool out)
{
    const View &local = out ? src : dst, &gm = out ? dst : src;
    if (!IsNd(local) || !IsNd(gm)) {
        c.Stop("this pair of layouts");
    }
    for (uint64_t b = 0; b < src.batch; b++) {
        Copying one = c.Moved(b * dst.batchStride, b * src.batchStride);
        CopyBytes(c.call, c.to, one.dst, c.from, one.src, static_cast<int64_t>(src.rows.outer),
                  c.Units(src.columns.outer, 1), c.Units(src.rows.outerStride, 1), c.Units(dst.rows.outerStride, 1),
                  c.site);
    }
}

} // namespace aicsim

namespace AscendC
{
namespace Te
{

// One overload for each operation; `quant`: nothing, a number or a tensor.
struct NoQuantParam {
};

template <typename Trait, typename P, typename D, typename S>
void Run(const CopyGM2L1 &, const Trait &, const P &, const D &dst, const S &src, NoQuantParam, aicsim::Site site)
{
    using To = GetLayoutPattern<typename D::layoutType>;
    using From = GetLayoutPattern<typename S::layoutType>;
    aicsim::Copying c = aicsim::CopyingOf(CopyGM2L1::call, dst, src, site);
    aicsim::View to = aicsim::ViewOf(dst), from = aicsim::ViewOf(src);
    if constexpr (kIsMap<To> || kIsMap<From>) {
        if constexpr (!std::is_same<To, NC1HWC0LayoutPtn>::value) {
            c.Stop("this pair of layouts");
        } else if constexpr (std::is_same<From, NC1HWC0LayoutPtn>::value) {
            aicsim::CopyMap(c, to, from);
        } else {
            aicsim::MapToFractals(c, std::is_same<From, NHWCLayoutPtn>::value, to, from);
        }
    } else if (std::is_same<typename S::valueType, fp8_e8m0_t>::value && !aicsim::IsNd(to)) {
        bool left = to.columns.inner == 2; // ZZ, else NN
        const aicsim::Axis &i = left ? from.rows : from.columns, &k = left ? from.columns : from.rows;
        if (i.inner == 16) {
            aicsim::CopyScaleStrips(c, to, from, i, left ? to.rows : to.columns, k.Length());
        } else {
            aicsim::CopyScales(c, to, from, k, i, left ? to.rows : to.columns);
        }
    } else {
        aicsim::CopyMatrixIn(c, to, from);
    }
}
template <typename Trait, typename D, typename S> void Run(const CopyL12L0A &, const Trait &, const NoParams &,
                                                           const D &dst, const S &src, NoQuantParam, aicsim::Site site)
{
    aicsim::LoadMatrix(aicsim::CopyingOf(CopyL12L0A::call, dst, src, site), aicsim::ViewOf(dst), aicsim::ViewOf(src),
                       false);
}
template <typename Trait, typename T, typename D, typename S> void Run(const CopyL12L0A &, const Trait &,
                                                                       const Img2ColParams<T> &p, const D &dst,
                                                                       const S &src, NoQuantParam, aicsim::Site site)
{
    aicsim::LoadMap(aicsim::CopyingOf(CopyL12L0A::call, dst, src, site), aicsim::ViewOf(dst), aicsim::ViewOf(src), p);
}
template <typename Trait, typename P, typename D, typename S>
void Run(const CopyL12L0B &, const Trait &, const P &, const D &dst, const S &src, NoQuantParam, aicsim::Site site)
{
    aicsim::LoadMatrix(aicsim::CopyingOf(CopyL12L0B::call, dst, src, site), aicsim::ViewOf(dst), aicsim::ViewOf(src),
                       true);
}
template <typename Trait, typename P, typename D, typename S>
void Run(const CopyL12L0ScaleA &, const Trait &, const P &, const D &dst, const S &src, NoQuantParam, aicsim::Site site)
{
    aicsim::View from = aicsim::ViewOf(src);
    aicsim::LoadScaleMatrix(aicsim::CopyingOf(CopyL12L0ScaleA::call, dst, src, site), from.rows,
                            aicsim::ViewOf(dst).rows, from.columns.Length());
}
template <typename Trait, typename P, typename D, typename S>
void Run(const CopyL12L0ScaleB &, const Trait &, const P &, const D &dst, const S &src, NoQuantParam, aicsim::Site site)
{
    aicsim::View from = aicsim::ViewOf(src);
    aicsim::LoadScaleMatrix(aicsim::CopyingOf(CopyL12L0ScaleB::call, dst, src, site), from.columns,
                            aicsim::ViewOf(dst).columns, from.rows.Length());
}
template <typename Trait, typename P, typename D, typename S>
void Run(const CopyL12BT &, const Trait &, const P &, const D &dst, const S &src, NoQuantParam, aicsim::Site site)
{
    aicsim::CopyVector(aicsim::CopyingOf(CopyL12BT::call, dst, src, site), dst, src);
}
template <typename Trait, typename P, typename D, typename S>
void Run(const CopyL12FB &, const Trait &, const P &, const D &dst, const S &src, NoQuantParam, aicsim::Site site)
{
    aicsim::CopyVector(aicsim::CopyingOf(CopyL12FB::call, dst, src, site), dst, src);
}
template <typename Trait, typename P, typename D, typename S>
void Run(const CopyUB2GM &, const Trait &, const P &, const D &dst, const S &src, NoQuantParam, aicsim::Site site)
{
    aicsim::CopyUb(aicsim::CopyingOf(CopyUB2GM::call, dst, src, site), aicsim::ViewOf(dst), aicsim::ViewOf(src), true);
}
template <typename Trait, typename P, typename D, typename S>
void Run(const CopyGM2UB &, const Trait &, const P &, const D &dst, const S &src, NoQuantParam, aicsim::Site site)
{
    aicsim::CopyUb(aicsim::CopyingOf(CopyGM2UB::call, dst, src, site), aicsim::ViewOf(dst), aicsim::ViewOf(src), false);
}

template <typename D, typename S, typename Q, typename T>
aicsim::Drain DrainOf(const T &trait, const FixpipeParams &p, const Q &quant)
{
    using aicsim::Quant;
    constexpr bool none = std::is_same<Q, NoQuantParam>::value, scalar = std::is_convertible<Q, uint64_t>::value;
    aicsim::Drain d = {};
    d.quant = aicsim::Conversion<typename D::valueType, typename S::valueType>(none     ? Quant::NONE
                                                                               : scalar ? Quant::SCALAR
                                                                                        : Quant::VECTOR,
                                                                               trait.roundMode == RoundMode::HYBRID);
    if constexpr (scalar) {
        d.scalar = static_cast<uint64_t>(quant);
    } else if constexpr (!none) {
        d.wordsSpace = quant.Space();
        d.words = quant.Address();
    }
    d.unitFlag = p.unitFlag;
    d.relu = trait.enableRelu;
    d.split = trait.enableChannelSplit;
    return d;
}
template <typename Q> uint64_t WordsStride(const Q &quant)
{
    if constexpr (IsTensor<Q>::value) {
        aicsim::View v = aicsim::ViewOf(quant);
        return v.batch > 1 ? v.batchStride * sizeof(uint64_t) : 0;
    } else {
        return 0;
    }
}
template <typename D, typename S, typename Q> void Run(const CopyL0C2GM &, const CopyL0C2GMTrait &trait,
                                                       const FixpipeParams &p, const D &dst, const S &src,
                                                       const Q &quant, aicsim::Site site)
{
    aicsim::DrainAll(aicsim::CopyingOf(CopyL0C2GM::call, dst, src, site), dst, src, DrainOf<D, S>(trait, p, quant),
                     WordsStride(quant));
}
template <typename D, typename S, typename Q> void Run(const CopyL0C2UB &, const CopyL0C2UBTrait &trait,
                                                       const FixpipeParams &p, const D &dst, const S &src,
                                                       const Q &quant, aicsim::Site site)
{
    aicsim::Drain d = DrainOf<D, S>(trait, p, quant);
    d.toUb = true;
    d.dual = trait.dualDstCtl;
    d.sub = p.subBlockId;
    aicsim::DrainAll(aicsim::CopyingOf(CopyL0C2UB::call, dst, src, site), dst, src, d, WordsStride(quant));
}

template <typename O, typename Trait, typename P, typename D, typename S>
void Copy(const Atom<O, Trait, P> &atom, const D &dst, const S &src, AICSIM_SITE)
{
    Run(O{}, Trait::value, atom.params, dst, src, NoQuantParam{}, site);
}
template <typename O, typename Trait, typename P, typename D, typename S, typename Q,
          std::enable_if_t<IsTensor<Q>::value || std::is_integral<Q>::value, int> = 0>
void Copy(const Atom<O, Trait, P> &atom, const D &dst, const S &src, const Q &quant, AICSIM_SITE)
{
    if constexpr (std::is_integral<Q>::value) {
        Run(O{}, Trait::value, atom.params, dst, src, static_cast<uint64_t>(quant), site);
    } else {
        Run(O{}, Trait::value, atom.params, dst, src, quant, site);
    }
}

template <typename Trait, typename D, typename A, typename B>
void Multiply(const Trait &trait, const MmadParams &p, const D &c, const A &a, const B &b, const char *biasSpace,
              uint64_t bias, aicsim::Site site)
{
    aicsim::Record r(trait.mmadType == MmadType::MX ? "mmad_mx" : "mmad", "Mmad", site);
    r.At(c.Space(), c.Address()).At(a.Space(), a.Address()).At(b.Space(), b.Address());
    if (biasSpace) {
        r.At(biasSpace, bias);
    } else if (trait.cmatrixSource && !p.cmatrixInitVal) {
        r.At("bt", 0);
    }
    r.Type<typename A::valueType>().template Type<typename B::valueType>().template Type<typename D::valueType>();
    r.Int("m", p.m).Int("n", p.n).Int("k", p.k).Int("cmatrixInitVal", biasSpace ? 0 : p.cmatrixInitVal);
    r.Int("cmatrixSource", biasSpace ? 0 : trait.cmatrixSource).Int("unitFlag", p.unitFlag);
    if (trait.disableGemv && trait.mmadType != MmadType::MX) {
        r.Int("disableGemv", 1);
    }
    r.Emit();
}
template <typename O, typename Trait, typename D, typename A, typename B>
void Mmad(const Atom<O, Trait, MmadParams> &atom, const D &c, const A &a, const B &b, AICSIM_SITE)
{
    Multiply(Trait::value, atom.params, c, a, b, nullptr, 0, site);
}
template <typename O, typename Trait, typename D, typename A, typename B, typename Bias,
          std::enable_if_t<IsTensor<Bias>::value, int> = 0>
void Mmad(const Atom<O, Trait, MmadParams> &atom, const D &c, const A &a, const B &b, const Bias &bias, AICSIM_SITE)
{
    Multiply(Trait::value, atom.params, c, a, b, bias.Space(), bias.Address(), site);
}

} // namespace Te
} // namespace AscendC
#endif
