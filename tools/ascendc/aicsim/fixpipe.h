// Fixpipe with every parameter structure, DataCopy out of L0C, and the registers of the drain.
#ifndef AICSIM_FIXPIPE_H
#define AICSIM_FIXPIPE_H

#include "aicsim/data_copy.h"
#include "aicsim/unit.h"

namespace aicsim
{

inline const char *QuantName(QuantMode_t mode)
{
    static const char *const names[] = {"NoQuant",
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
                                        "VQF322F32_PRE"};
    return mode >= 0 && mode < int(sizeof(names) / sizeof(names[0])) ? names[mode] : "?";
}

inline const char *LayoutName(AscendC::CO2Layout layout)
{
    return layout == AscendC::CO2Layout::NZ ? "nz" : layout == AscendC::CO2Layout::ROW_MAJOR ? "nd" : "dn";
}

struct QuantPlace {
    const char *space = nullptr;
    uint64_t address = 0;
};

// The fields that all structures share.
template <typename T, typename U, typename Dst, typename P>
inline Record FixpipeRecord(const char *call, AscendC::CO2Layout layout, const Dst &dst,
                            const AscendC::LocalTensor<U> &src, const QuantPlace &quant, const P &p, Site site)
{
    Record r("fixpipe", call, site);
    r.At(dst).At(src);
    if (quant.space) {
        r.At(quant.space, quant.address);
    }
    r.template Type<U>().template Type<T>();
    r.Word("layout", LayoutName(layout)).Int("nSize", p.nSize).Int("mSize", p.mSize).Int("srcStride", p.srcStride);
    r.Int("dstStride", p.dstStride).Word("quantPre", QuantName(p.quantPre)).Int("unitFlag", p.unitFlag);
    return r;
}

inline void ToUbRule(bool isUb, bool isToUB, Site site)
{
    if (isUb && !isToUB && __NPU_ARCH__ == 3510) {
        aic_rt_report("FP-042", site.file, site.line,
                      "Fixpipe into UB needs a FixpipeConfig with isToUB = true: CFG_NZ, CFG_ROW_MAJOR and "
                      "CFG_COLUMN_MAJOR mean GM or L1");
    }
}

template <typename T, typename U, typename Dst>
inline void FixpipeV220(const AscendC::FixpipeConfig &config, const char *params, const Dst &dst,
                        const AscendC::LocalTensor<U> &src, const QuantPlace &quant,
                        const AscendC::FixpipeParamsV220 &p, Site site)
{
    ToUbRule(Same(dst.Space(), "ub"), config.isToUB, site);
    if (__NPU_ARCH__ == 3510) {
        params = "arch3510"; // X32: the conversion copies dstStride and srcNdStride without changing their units
        aic_rt_report("FP-037", site.file, site.line,
                      "FixpipeParamsV220 on this product: dstStride and srcNdStride have the units of "
                      "FixpipeParamsArch3510 (elements, 64 B)");
    }
    Record r = FixpipeRecord<T>("Fixpipe", config.format, dst, src, quant, p, site);
    r.Word("params", params).Bits64("deqScalar", p.deqScalar).Int("reluEn", p.reluEn);
    r.Int("isChannelSplit", p.isChannelSplit);
    if (config.format == AscendC::CO2Layout::ROW_MAJOR) {
        r.Int("ndNum", p.ndNum).Int("srcNdStride", p.srcNdStride).Int("dstNdStride", p.dstNdStride);
    }
    r.Emit();
}

// The first structure counts bursts: a burst is one column of fractals, M x 16 words, and the strides are gaps between
// them (source: 256 elements; destination: 32 B, with conversion to ND the elements of a row).
template <typename T, typename U> inline AscendC::FixpipeParamsV220 FromBursts(const AscendC::FixpipeParams<U> &p)
{
    uint32_t m = p.burstLen * 32u / 4 / 16, mAlign = (m + 15) / 16 * 16;
    AscendC::FixpipeParamsV220 v;
    v.mSize = static_cast<uint16_t>(m);
    v.nSize = p.nz2ndParams.nz2ndEn ? p.nz2ndParams.originalNSize : static_cast<uint16_t>(p.cburstNum * 16);
    v.srcStride = static_cast<uint16_t>(p.srcStride * 16 + mAlign);
    v.dstStride = p.nz2ndParams.nz2ndEn ? p.dstStride : p.dstStride + p.burstLen * uint32_t(sizeof(T)) / 4;
    v.quantPre = p.quantParams.quantPre;
    v.deqScalar = RawBits(p.quantParams.deqScalar) | (std::is_same<T, int8_t>::value ? uint64_t(1) << 46 : 0);
    v.ndNum = p.nz2ndParams.ndNum;
    v.srcNdStride = p.nz2ndParams.srcNdStride;
    v.dstNdStride = p.nz2ndParams.dstNdStride;
    v.reluEn = p.reluEn;
    v.unitFlag = p.unitFlag;
    return v;
}

inline void TransformFields(Record &, const uint8_t &) {}
inline void TransformFields(Record &r, const AscendC::Nz2NdParams &p)
{
    r.Int("ndNum", p.ndNum).Int("srcNdStride", p.srcNdStride).Int("dstNdStride", p.dstNdStride);
}
inline void TransformFields(Record &r, const AscendC::Nz2DnParams &p)
{
    r.Int("dnNum", p.dnNum).Int("srcNzMatrixStride", p.srcNzMatrixStride);
    r.Int("dstDnMatrixStride", p.dstDnMatrixStride).Int("srcNzC0Stride", p.srcNzC0Stride);
}

template <typename T, typename U, typename Dst, AscendC::CO2Layout format>
inline void Fixpipe3510(const AscendC::FixpipeConfig &config, const Dst &dst, const AscendC::LocalTensor<U> &src,
                        const QuantPlace &quant, const AscendC::FixpipeParamsArch3510<format> &p, Site site)
{
    ToUbRule(Same(dst.Space(), "ub"), config.isToUB, site);
    Record r = FixpipeRecord<T>("Fixpipe", format, dst, src, quant, p, site);
    r.Word("params", "arch3510").Bits64("deqScalar", p.deqScalar).Int("reluEn", p.reluEn);
    r.Int("isChannelSplit", p.isChannelSplit);
    if (Same(dst.Space(), "ub")) {
        r.Int("dualDstCtl", p.dualDstCtl).Int("subBlockId", p.subBlockId);
    }
    TransformFields(r, p.params);
    r.Emit();
}

// Page SetFixPipeClipRelu: 16 bits, greater than 0, neither inf nor nan.
inline void SetClipLimit(const char *call, uint64_t config, Site site)
{
    uint16_t bits = static_cast<uint16_t>(config);
    if (bits == 0 || bits >= 0x7c00) {
        aic_rt_not_modelled(call, "the limit, a half in bits 15:0, must be greater than 0 and neither inf nor nan",
                            site.file, site.line);
    }
    Registers().clipLimit = bits;
}

// The page shows the limit of half results; what its 16 bits mean for 8-bit results is documented nowhere.
template <typename T> inline void ClipFields(Record &r, Site site)
{
    if (!std::is_same<T, half>::value) {
        aic_rt_not_modelled("DataCopy (L0C)", "ClipReLU of results other than half: the form of its limit is unknown",
                            site.file, site.line);
    }
    if (!Registers().clipLimit) {
        aic_rt_not_modelled("DataCopy (L0C)", "clipReluPre without SetFixPipeClipRelu before it", site.file, site.line);
    }
    r.Int("clipReluEn", 1).Real("clipReluValue", aic_rt_to_float("half", Registers().clipLimit));
}

// dstStride counts 32 B on every architecture (ND: elements), srcNdStride what the architecture's own unit is: 1024 B,
// or 64 B on 3510 (pages DataCopy L0C to GM, SetFixpipeNz2ndFlag).
template <typename T, typename U, typename Dst> inline void CopyCo1(const Dst &dst, const AscendC::LocalTensor<U> &src,
                                                                    AscendC::DataCopyCO12DstParams p, Site site)
{
    if (p.eltWiseOp) {
        aic_rt_not_modelled("DataCopy (L0C)", "element-wise operation", site.file, site.line);
    }
    const UnitRegisters &regs = Registers();
    bool inElements = __NPU_ARCH__ == 3510;
    if (inElements && !p.nz2ndEn) {
        p.dstStride *= 32 / sizeof(T);
    }
    AscendC::CO2Layout layout = p.nz2ndEn ? AscendC::CO2Layout::ROW_MAJOR : AscendC::CO2Layout::NZ;
    Record r = FixpipeRecord<T>("DataCopy", layout, dst, src, QuantPlace(), p, site);
    r.Bits64("deqScalar", regs.deqScalar).Int("reluEn", p.reluPre != 0).Int("isChannelSplit", p.channelSplit);
    r.Word("params", inElements ? "arch3510" : "v220");
    if (p.nz2ndEn) {
        r.Int("ndNum", regs.ndNum).Int("srcNdStride", regs.srcNdStride).Int("dstNdStride", regs.dstNdStride);
    }
    if (p.clipReluPre) {
        ClipFields<T>(r, site);
    }
    r.Emit();
}

} // namespace aicsim

namespace AscendC
{

#define AICSIM_FIXPIPE(DST)                                                                                            \
    template <typename T, typename U, const FixpipeConfig &config = CFG_ROW_MAJOR>                                     \
    inline void Fixpipe(const DST<T> &dst, const LocalTensor<U> &src, const FixpipeParamsV220 &p, AICSIM_SITE)         \
    {                                                                                                                  \
        aicsim::FixpipeV220<T>(config, "v220", dst, src, {}, p, site);                                                 \
    }                                                                                                                  \
    template <typename T, typename U, const FixpipeConfig &config = CFG_ROW_MAJOR, typename S>                         \
    inline void Fixpipe(const DST<T> &dst, const LocalTensor<U> &src, const LocalTensor<S> &quant,                     \
                        const FixpipeParamsV220 &p, AICSIM_SITE)                                                       \
    {                                                                                                                  \
        aicsim::FixpipeV220<T>(config, "v220", dst, src, {quant.Space(), quant.Address()}, p, site);                   \
    }                                                                                                                  \
    template <typename T, typename U, const FixpipeConfig &config = CFG_ROW_MAJOR>                                     \
    inline void Fixpipe(const DST<T> &dst, const LocalTensor<U> &src, const FixpipeParamsM300 &p, AICSIM_SITE)         \
    {                                                                                                                  \
        aicsim::FixpipeV220<T>(config, "m300", dst, src, {}, p, site);                                                 \
    }                                                                                                                  \
    template <typename T, typename U, const FixpipeConfig &config = CFG_ROW_MAJOR, typename S>                         \
    inline void Fixpipe(const DST<T> &dst, const LocalTensor<U> &src, const LocalTensor<S> &quant,                     \
                        const FixpipeParamsM300 &p, AICSIM_SITE)                                                       \
    {                                                                                                                  \
        aicsim::FixpipeV220<T>(config, "m300", dst, src, {quant.Space(), quant.Address()}, p, site);                   \
    }                                                                                                                  \
    template <typename T, typename U, const FixpipeConfig &config = CFG_ROW_MAJOR> inline void Fixpipe(                \
        const DST<T> &dst, const LocalTensor<U> &src, const FixpipeParamsArch3510<config.format> &p, AICSIM_SITE)      \
    {                                                                                                                  \
        aicsim::Fixpipe3510<T>(config, dst, src, {}, p, site);                                                         \
    }                                                                                                                  \
    template <typename T, typename U, const FixpipeConfig &config = CFG_ROW_MAJOR>                                     \
    inline void Fixpipe(const DST<T> &dst, const LocalTensor<U> &src, const LocalTensor<uint64_t> &quant,              \
                        const FixpipeParamsArch3510<config.format> &p, AICSIM_SITE)                                    \
    {                                                                                                                  \
        aicsim::Fixpipe3510<T>(config, dst, src, {quant.Space(), quant.Address()}, p, site);                           \
    }                                                                                                                  \
    template <typename T, typename U, typename P,                                                                      \
              std::enable_if_t<std::is_same<P, DataCopyCO12DstParams>::value, int> = 0>                                \
    inline void DataCopy(const DST<T> &dst, const LocalTensor<U> &src, const P &p, AICSIM_SITE)                        \
    {                                                                                                                  \
        aicsim::CopyCo1<T>(dst, src, p, site);                                                                         \
    }

#define AICSIM_FIXPIPE_BURSTS(DST)                                                                                     \
    template <typename T, typename U>                                                                                  \
    inline void Fixpipe(const DST<T> &dst, const LocalTensor<U> &src, const FixpipeParams<U> &p, AICSIM_SITE)          \
    {                                                                                                                  \
        aicsim::FixpipeV220<T>(p.nz2ndParams.nz2ndEn ? CFG_ROW_MAJOR : CFG_NZ, "v220", dst, src, {},                   \
                               aicsim::FromBursts<T>(p), site);                                                        \
    }                                                                                                                  \
    template <typename T, typename U, typename S>                                                                      \
    inline void Fixpipe(const DST<T> &dst, const LocalTensor<U> &src, const LocalTensor<S> &quant,                     \
                        const FixpipeParams<U> &p, AICSIM_SITE)                                                        \
    {                                                                                                                  \
        aicsim::FixpipeV220<T>(p.nz2ndParams.nz2ndEn ? CFG_ROW_MAJOR : CFG_NZ, "v220", dst, src,                       \
                               {quant.Space(), quant.Address()}, aicsim::FromBursts<T>(p), site);                      \
    }
AICSIM_FIXPIPE_BURSTS(GlobalTensor)
AICSIM_FIXPIPE_BURSTS(LocalTensor)
#undef AICSIM_FIXPIPE_BURSTS
AICSIM_FIXPIPE(GlobalTensor)
AICSIM_FIXPIPE(LocalTensor)
#undef AICSIM_FIXPIPE

// --- registers ----------------------------------------------------------------------------------------------------
inline void SetFixpipeNz2ndFlag(uint16_t ndNum, uint32_t srcNdStride, uint32_t dstNdStride)
{
    aicsim::Registers().ndNum = ndNum;
    aicsim::Registers().srcNdStride = srcNdStride;
    aicsim::Registers().dstNdStride = dstNdStride;
}
inline void SetFixpipePreQuantFlag(uint64_t config) { aicsim::Registers().deqScalar = config; }

template <typename T> inline void SetFixPipeConfig(const LocalTensor<T> &relu, const LocalTensor<T> &quant,
                                                   bool isUnitFlag = false, AICSIM_SITE)
{
    aicsim::Record("set_fixpipe_addr", "SetFixPipeConfig", site)
        .Int("quant_addr", static_cast<int64_t>(quant.Address()))
        .Int("relu_addr", static_cast<int64_t>(relu.Address()))
        .Emit();
    if (isUnitFlag) {
        aicsim::Record("set_fixpipe_config", "SetFixPipeConfig", site).Int("reset_unit_flags", 1).Emit();
    }
}
template <typename T, bool setRelu = false>
inline void SetFixPipeConfig(const LocalTensor<T> &pre, bool isUnitFlag = false, AICSIM_SITE)
{
    // With a tensor of L0C the call only clears the unit flags (SetFixPipeConfig page, parameter preData).
    if (aicsim::Same(pre.Space(), "fb")) {
        aicsim::Record("set_fixpipe_addr", "SetFixPipeConfig", site)
            .Int(setRelu ? "relu_addr" : "quant_addr", static_cast<int64_t>(pre.Address()))
            .Emit();
    }
    if (isUnitFlag) {
        aicsim::Record("set_fixpipe_config", "SetFixPipeConfig", site).Int("reset_unit_flags", 1).Emit();
    }
}
inline void SetFixPipeClipRelu(uint64_t config, AICSIM_SITE)
{
    aicsim::SetClipLimit("SetFixPipeClipRelu", config, site);
}
template <typename T> inline void SetFixPipeAddr(const LocalTensor<T> &, uint16_t, AICSIM_SITE)
{
    aic_rt_not_modelled("SetFixPipeAddr", "element-wise operation in the drain", site.file, site.line);
}

} // namespace AscendC
#endif
