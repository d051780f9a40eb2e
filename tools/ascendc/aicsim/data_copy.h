// DataCopy in its forms between GM, L1, UB, BiasTable and Fixpipe buffer, DataCopyPad and Fill.
#ifndef AICSIM_DATA_COPY_H
#define AICSIM_DATA_COPY_H

#include <cstring>

#include "aicsim/params.h"
#include "aicsim/vector_params.h"

namespace aicsim
{

// Converting copies name both element types, the others one.
template <typename To, typename From> inline void CopyTypes(Record &r)
{
    r.template Type<From>();
    if (!Same(Dtype<To>::name, Dtype<From>::name)) {
        r.template Type<To>();
    }
}

template <typename To, typename From, typename Dst, typename Src>
inline void Copy(const Dst &dst, const Src &src, int64_t count, int64_t len, int64_t srcGap, int64_t dstGap, Site site)
{
    if (__NPU_ARCH__ == 3510 && Same(dst.Space(), "fb")) {
        len *= 2; // X38: the library counts 128 B, the instruction 64 B
        dstGap *= 2;
    }
    Record r("data_copy", "DataCopy", site);
    r.At(dst).At(src);
    CopyTypes<To, From>(r);
    r.Int("blockCount", count).Int("blockLen", len).Int("srcGap", srcGap).Int("dstGap", dstGap).Emit();
}

// Bytes that one unit of blockLen means on this datapath: 32 B, but larger blocks into BiasTable and Fixpipe buffer.
inline int64_t BlockUnit(const char *dst)
{
    if (Same(dst, "fb")) {
        return 128; // the count form divides by 128 on every architecture (X38)
    }
    return Same(dst, "bt") && __NPU_ARCH__ != 3510 ? 64 : 32;
}

// The form that counts elements: whole blocks only, the rest is dropped (DC-003).
template <typename To, typename From, typename Dst, typename Src>
inline void CopyCount(const Dst &dst, const Src &src, uint64_t elements, Site site)
{
    int64_t bytes = static_cast<int64_t>(BytesOf<From>(elements)), unit = BlockUnit(dst.Space());
    if (bytes % 32 != 0) {
        std::string text = "DataCopy of " + std::to_string(elements) + " elements is " + std::to_string(bytes) +
                           " bytes, not a multiple of 32: the last " + std::to_string(bytes % 32) + " are not copied";
        aic_rt_report("DC-003", site.file, site.line, text.c_str());
    }
    if (Same(dst.Space(), "fb") && __NPU_ARCH__ == 3510) {
        aic_rt_report("FB-004", site.file, site.line,
                      "the count form of DataCopy moves whole blocks of 128 B; the page's note counts 64 B on this "
                      "product, and a library that follows it moves half");
    }
    Copy<To, From>(dst, src, 1, bytes / unit, 0, 0, site);
}

} // namespace aicsim

namespace AscendC
{

// --- blocks -------------------------------------------------------------------------------------------------------
template <typename T>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyParams &p, AICSIM_SITE)
{
    aicsim::Copy<T, T>(dst, src, p.blockCount, p.blockLen, p.srcGap, p.dstGap, site);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &p, AICSIM_SITE)
{
    aicsim::Copy<T, T>(dst, src, p.blockCount, p.blockLen, p.srcGap, p.dstGap, site);
}
template <typename T, typename U>
inline void DataCopy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const DataCopyParams &p, AICSIM_SITE)
{
    aicsim::Copy<T, U>(dst, src, p.blockCount, p.blockLen, p.srcGap, p.dstGap, site);
}

// --- elements -----------------------------------------------------------------------------------------------------
template <typename T>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const uint32_t count, AICSIM_SITE)
{
    aicsim::CopyCount<T, T>(dst, src, count, site);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count, AICSIM_SITE)
{
    aicsim::CopyCount<T, T>(dst, src, count, site);
}
template <typename T, typename U>
inline void DataCopy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const uint32_t count, AICSIM_SITE)
{
    aicsim::CopyCount<T, U>(dst, src, count, site);
}

// --- format conversions -------------------------------------------------------------------------------------------
template <typename T, bool enableSmallC0 = false>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const Nd2NzParams &p, AICSIM_SITE)
{
    aicsim::Record r("nd2nz", "DataCopy", site);
    r.At(dst)
        .At(src)
        .template Type<T>()
        .Int("ndNum", p.ndNum)
        .Int("nValue", p.nValue)
        .Int("dValue", p.dValue)
        .Int("srcNdMatrixStride", static_cast<int64_t>(p.srcNdMatrixStride))
        .Int("srcDValue", static_cast<int64_t>(p.srcDValue))
        .Int("dstNzC0Stride", p.dstNzC0Stride)
        .Int("dstNzNStride", p.dstNzNStride)
        .Int("dstNzMatrixStride", p.dstNzMatrixStride);
    if (enableSmallC0) {
        r.Int("enableSmallC0", 1);
    }
    r.Emit();
}
template <typename T, bool enableSmallC0 = false, typename P,
          std::enable_if_t<std::is_same<P, Dn2NzParams>::value, int> = 0>
inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const P &p, AICSIM_SITE)
{
    aicsim::Record r("dn2nz", "DataCopy", site);
    r.At(dst)
        .At(src)
        .template Type<T>()
        .Int("dnNum", p.dnNum)
        .Int("nValue", p.nValue)
        .Int("dValue", p.dValue)
        .Int("srcDnMatrixStride", static_cast<int64_t>(p.srcDnMatrixStride))
        .Int("srcDValue", static_cast<int64_t>(p.srcDValue))
        .Int("dstNzC0Stride", p.dstNzC0Stride)
        .Int("dstNzNStride", p.dstNzNStride)
        .Int("dstNzMatrixStride", p.dstNzMatrixStride);
    if (enableSmallC0) {
        r.Int("enableSmallC0", 1);
    }
    r.Emit();
}

// --- with conversion on the way out of L0C where the cube drains to UB (2002, 1001) ---------------------------------
template <typename T, typename U> inline void DataCopy(const LocalTensor<T> &dst, const LocalTensor<U> &src,
                                                       const DataCopyParams &p, const DataCopyEnhancedParams &enhanced,
                                                       AICSIM_SITE)
{
    if (enhanced.deqScale != DeqScale::DEQ_NONE || enhanced.isRelu) {
        aic_rt_not_modelled("DataCopy (L0C to UB)", "quantisation and ReLU of DataCopyEnhancedParams", site.file,
                            site.line);
    }
    aicsim::Copy<T, U>(dst, src, p.blockCount, p.blockLen, p.srcGap, p.dstGap, site);
}
template <typename T> inline void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src,
                                           const DataCopyParams &p, const DataCopyEnhancedParams &, AICSIM_SITE)
{
    aicsim::Copy<T, T>(dst, src, p.blockCount, p.blockLen, p.srcGap, p.dstGap, site);
}
template <typename T> inline void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src,
                                           const DataCopyParams &p, const DataCopyEnhancedParams &, AICSIM_SITE)
{
    aicsim::Copy<T, T>(dst, src, p.blockCount, p.blockLen, p.srcGap, p.dstGap, site);
}

// --- L1 to UB of one of the two vector cores (3510) -----------------------------------------------------------------
template <typename T, uint8_t subBlockId = 0> inline void
DataCopyL1ToUB(const LocalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &p, AICSIM_SITE)
{
    if (subBlockId != 0) {
        aic_rt_not_modelled("DataCopyL1ToUB", "a record of the AIC names the UB of aiv0 only", site.file, site.line);
    }
    aicsim::Copy<T, T>(dst, src, p.blockCount, p.blockLen, p.srcGap, p.dstGap, site);
}
template <typename T, uint8_t subBlockId = 0>
inline void DataCopyL1ToUB(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count, AICSIM_SITE)
{
    DataCopyL1ToUB<T, subBlockId>(
        dst, src, DataCopyParams(1, static_cast<uint16_t>(aicsim::BytesOf<T>(count) / 32), 0, 0), site);
}

// --- bytes --------------------------------------------------------------------------------------------------------
enum class PaddingMode : uint8_t { Normal = 0, Compact };

} // namespace AscendC

namespace aicsim
{
template <typename T, typename Dst, typename Src> inline void CopyPad(const Dst &dst, const Src &src,
                                                                      const AscendC::DataCopyExtParams &p, bool isPad,
                                                                      int left, int right, uint64_t value, Site site)
{
    Record r("data_copy_pad", "DataCopyPad", site);
    r.At(dst).At(src).template Type<T>();
    r.Int("blockCount", p.blockCount).Int("blockLen", p.blockLen).Int("srcStride", p.srcStride);
    r.Int("dstStride", p.dstStride);
    if (isPad || left || right) {
        r.Int("isPad", isPad).Int("leftPadding", left).Int("rightPadding", right).Bits("paddingValue", value);
    }
    r.Emit();
}
} // namespace aicsim

namespace AscendC
{

template <typename T, PaddingMode mode = PaddingMode::Normal>
inline void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const DataCopyExtParams &p,
                        const DataCopyPadExtParams<T> &pad, AICSIM_SITE)
{
    if (mode == PaddingMode::Compact) {
        aic_rt_not_modelled("DataCopyPad", "PaddingMode::Compact", site.file, site.line);
    }
    aicsim::CopyPad<T>(dst, src, p, pad.isPad, pad.leftPadding, pad.rightPadding, aicsim::RawBits(pad.paddingValue),
                       site);
}
template <typename T> inline void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src,
                                              const DataCopyParams &p, const DataCopyPadParams &pad, AICSIM_SITE)
{
    DataCopyExtParams ext(p.blockCount, p.blockLen, p.srcStride, p.dstStride, 0);
    aicsim::CopyPad<T>(dst, src, ext, pad.isPad, pad.leftPadding, pad.rightPadding, pad.paddingValue, site);
}
template <typename T, PaddingMode mode = PaddingMode::Normal>
inline void DataCopyPad(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyExtParams &p, AICSIM_SITE)
{
    if (mode == PaddingMode::Compact) {
        aic_rt_not_modelled("DataCopyPad", "PaddingMode::Compact", site.file, site.line);
    }
    aicsim::CopyPad<T>(dst, src, p, false, 0, 0, 0, site);
}
template <typename T>
inline void DataCopyPad(const GlobalTensor<T> &dst, const LocalTensor<T> &src, const DataCopyParams &p, AICSIM_SITE)
{
    DataCopyExtParams ext(p.blockCount, p.blockLen, p.srcStride, p.dstStride, 0);
    aicsim::CopyPad<T>(dst, src, ext, false, 0, 0, 0, site);
}
template <typename T> inline void DataCopyPad(const LocalTensor<T> &, const LocalTensor<T> &, const DataCopyExtParams &,
                                              const Nd2NzParams &, AICSIM_SITE)
{
    aic_rt_not_modelled("DataCopyPad (UB to L1)", "it goes through GM by messages between the cores", site.file,
                        site.line);
}

// Slices of tensors with several dimensions, which the library moves row by row.
#define AICSIM_SLICES(DST, SRC)                                                                                        \
    template <typename T>                                                                                              \
    inline void DataCopy(const DST<T> &, const SRC<T> &, const SliceInfo *, const SliceInfo *, uint32_t, AICSIM_SITE)  \
    {                                                                                                                  \
        aic_rt_not_modelled("DataCopy", "slices", site.file, site.line);                                               \
    }
AICSIM_SLICES(LocalTensor, GlobalTensor)
AICSIM_SLICES(GlobalTensor, LocalTensor)
#undef AICSIM_SLICES

// --- constants ----------------------------------------------------------------------------------------------------
template <typename T> inline void Fill(const LocalTensor<T> &dst, const InitConstValueParams<T> &p, AICSIM_SITE)
{
    aicsim::Record("fill", "Fill", site)
        .At(dst)
        .template Type<T>()
        .Int("repeatTimes", p.repeatTimes)
        .Int("blockNum", p.blockNum)
        .Int("dstGap", p.dstGap)
        .Bits("value", aicsim::RawBits(p.initValue))
        .Emit();
}
template <typename T> inline void Fill(const GlobalTensor<T> &, uint64_t, const T &, AICSIM_SITE)
{
    aic_rt_not_modelled("Fill", "of GM: vector instructions are not modelled", site.file, site.line);
}
template <typename T>
inline void InitConstValue(const LocalTensor<T> &dst, const InitConstValueParams<T> &p, AICSIM_SITE)
{
    Fill(dst, p, site);
}

} // namespace AscendC
#endif
