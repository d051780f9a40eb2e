// LoadData in all its forms, and the registers that LoadData3D reads.
#ifndef AICSIM_LOAD_DATA_H
#define AICSIM_LOAD_DATA_H

#include "aicsim/params.h"

namespace aicsim
{

template <typename T, typename Src>
inline void Load2d(const AscendC::LocalTensor<T> &dst, const Src &src, const AscendC::LoadData2DParams &p, Site site)
{
    Record("load2d", "LoadData", site)
        .At(dst)
        .At(src)
        .template Type<T>()
        .Int("startIndex", p.startIndex)
        .Int("repeatTimes", p.repeatTimes)
        .Int("srcStride", p.srcStride)
        .Int("dstGap", p.dstGap)
        .Int("ifTranspose", p.ifTranspose)
        .Word("addrMode", p.addrMode ? "decrement" : "increment")
        .Int("sid", p.sid)
        .Emit();
}

inline void Load2dV2Fields(Record &r, const AscendC::LoadData2DParamsV2 &p)
{
    r.Int("mStartPosition", p.mStartPosition).Int("kStartPosition", p.kStartPosition).Int("mStep", p.mStep);
    r.Int("kStep", p.kStep).Int("srcStride", p.srcStride).Int("dstStride", p.dstStride);
    r.Int("ifTranspose", p.ifTranspose);
}

template <typename T, typename Src> inline void Load2dV2(const AscendC::LocalTensor<T> &dst, const Src &src,
                                                         const AscendC::LoadData2DParamsV2 &p, Site site)
{
    Record r("load2dv2", "LoadData", site);
    r.At(dst).At(src).template Type<T>();
    Load2dV2Fields(r, p);
    r.Emit();
}

inline void PadFields(Record &r, const uint8_t pad[4], const char *const names[4])
{
    for (int i = 0; i < 4; i++) {
        r.Int(names[i], pad[i]);
    }
}

// A list field is given as its elements, name by name.
inline constexpr const char *kPadNames[4] = {"padList.0", "padList.1", "padList.2", "padList.3"};

template <typename T, typename P> inline void Load3dV2(const char *mnemonic, const char *call,
                                                       const AscendC::LocalTensor<T> &dst,
                                                       const AscendC::LocalTensor<T> &src, const P &p,
                                                       const AscendC::IsResetLoad3dConfig &config, Site site)
{
    Record r(mnemonic, call, site);
    r.At(dst).At(src).template Type<T>();
    PadFields(r, p.padList, kPadNames);
    r.Int("l1H", p.l1H).Int("l1W", p.l1W).Int("channelSize", p.channelSize).Int("kExtension", p.kExtension);
    r.Int("mExtension", p.mExtension).Int("kStartPt", p.kStartPt).Int("mStartPt", p.mStartPt);
    r.Int("strideW", p.strideW).Int("strideH", p.strideH).Int("filterW", p.filterW).Int("filterH", p.filterH);
    r.Int("dilationFilterW", p.dilationFilterW).Int("dilationFilterH", p.dilationFilterH);
    r.Int("enTranspose", p.enTranspose).Int("enSmallK", p.enSmallK).Bits("padValue", RawBits(p.padValue));
    r.Int("filterSizeW", p.filterSizeW).Int("filterSizeH", p.filterSizeH).Int("fMatrixCtrl", p.fMatrixCtrl);
    r.Int("isSetFMatrix", config.isSetFMatrix).Int("isSetPadding", config.isSetPadding).Emit();
}

inline void SetRepeat(const char *call, const AscendC::LoadDataRepeatParam &p, bool withDst, Site site)
{
    Record r("set_load3d_repeat", call, site);
    r.Int("repeatTime", p.repeatTime).Int("repeatStride", p.repeatStride).Int("repeatMode", p.repeatMode);
    if (withDst) {
        r.Int("dstStride", p.dstStride);
    }
    r.Emit();
}

} // namespace aicsim

namespace AscendC
{

// --- 2D -----------------------------------------------------------------------------------------------------------
template <typename T>
inline void LoadData(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LoadData2DParams &p, AICSIM_SITE)
{
    aicsim::Load2d(dst, src, p, site);
}
template <typename T>
inline void LoadData(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const LoadData2DParams &p, AICSIM_SITE)
{
    aicsim::Load2d(dst, src, p, site);
}
template <typename T>
inline void LoadData(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LoadData2DParamsV2 &p, AICSIM_SITE)
{
    aicsim::Load2dV2(dst, src, p, site);
}
template <typename T>
inline void LoadData(const LocalTensor<T> &dst, const GlobalTensor<T> &src, const LoadData2DParamsV2 &p, AICSIM_SITE)
{
    aicsim::Load2dV2(dst, src, p, site);
}

// MX operands: the data and its scales in one call.
template <typename T, typename U, typename S>
inline void LoadData(const LocalTensor<T> &dst, const LocalTensor<U> &src, const LocalTensor<S> &scale,
                     const LoadData2DParamsV2 &p, const LoadData2DMxParams &mx, AICSIM_SITE)
{
    if (std::string(aicsim::Dtype<T>::name) != aicsim::Dtype<U>::name) {
        aic_rt_report("LMX-004", site.file, site.line, "LoadData: source and destination have different element types");
    }
    aicsim::Record r("load2dmx", "LoadData", site);
    r.At(dst).At(src).At(scale).template Type<U>();
    aicsim::Load2dV2Fields(r, p);
    r.Int("scale_xStartPosition", mx.xStartPosition).Int("scale_yStartPosition", mx.yStartPosition);
    r.Int("scale_xStep", mx.xStep).Int("scale_yStep", mx.yStep).Int("scale_srcStride", mx.srcStride);
    r.Int("scale_dstStride", mx.dstStride).Emit();
}

// --- transposed and sparse ------------------------------------------------------------------------------------------
template <typename T> inline void LoadDataWithTranspose(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                                                        const LoadData2dTransposeParams &p, AICSIM_SITE)
{
    if (p.addrMode) {
        aic_rt_report("LTR-006", site.file, site.line, "LoadDataWithTranspose ignores addrMode: addresses increase");
    }
    aicsim::Record("load_transpose", "LoadDataWithTranspose", site)
        .At(dst)
        .At(src)
        .template Type<T>()
        .Int("startIndex", p.startIndex)
        .Int("repeatTimes", p.repeatTimes)
        .Int("srcStride", p.srcStride)
        .Int("dstGap", p.dstGap)
        .Int("dstFracGap", p.dstFracGap)
        .Emit();
}
template <typename T> inline void LoadDataWithTranspose(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                                                        const LoadData2dTransposeParamsV2 &p, AICSIM_SITE)
{
    if (p.addrMode) {
        aic_rt_report("LTR-006", site.file, site.line, "LoadDataWithTranspose ignores addrMode: addresses increase");
    }
    aicsim::Record("load_transpose_v2", "LoadDataWithTranspose", site)
        .At(dst)
        .At(src)
        .template Type<T>()
        .Int("startIndex", p.startIndex)
        .Int("repeatTimes", p.repeatTimes)
        .Int("srcStride", p.srcStride)
        .Int("dstGap", p.dstGap)
        .Int("dstFracGap", p.dstFracGap)
        .Int("srcFracGap", p.srcFracGap)
        .Emit();
}
template <typename T, typename U> inline void LoadDataWithSparse(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                                                                 const LocalTensor<U> &index, const LoadData2DParams &p,
                                                                 AICSIM_SITE)
{
    if (p.srcStride || p.dstGap || p.ifTranspose || p.addrMode) {
        aic_rt_report("LSP-003", site.file, site.line, "LoadDataWithSparse reads only startIndex and repeatTimes");
    }
    aicsim::Record("load_sparse", "LoadDataWithSparse", site)
        .At(dst)
        .At(src)
        .At(index)
        .template Type<T>()
        .Int("startIndex", p.startIndex)
        .Int("repeatTimes", p.repeatTimes)
        .Emit();
}

// --- 3D -----------------------------------------------------------------------------------------------------------
template <typename T, const IsResetLoad3dConfig &config = IS_RESER_LOAD3D_DEFAULT_CONFIG>
inline void LoadData(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LoadData3DParamsV1<T> &p, AICSIM_SITE)
{
    aicsim::Record r("load3dv1", "LoadData", site);
    r.At(dst).At(src).template Type<T>();
    aicsim::PadFields(r, p.padList, aicsim::kPadNames);
    r.Int("l1H", p.l1H).Int("l1W", p.l1W).Int("c1Index", p.c1Index).Int("fetchFilterW", p.fetchFilterW);
    r.Int("fetchFilterH", p.fetchFilterH).Int("leftTopW", p.leftTopW).Int("leftTopH", p.leftTopH);
    r.Int("strideW", p.strideW).Int("strideH", p.strideH).Int("filterW", p.filterW).Int("filterH", p.filterH);
    r.Int("dilationFilterW", p.dilationFilterW).Int("dilationFilterH", p.dilationFilterH);
    r.Int("jumpStride", p.jumpStride).Int("repeatMode", p.repeatMode).Int("repeatTime", p.repeatTime);
    r.Int("cSize", p.cSize).Bits("padValue", aicsim::RawBits(p.padValue));
    r.Int("isSetFMatrix", config.isSetFMatrix).Int("isSetPadding", config.isSetPadding).Emit();
}
template <typename T, const IsResetLoad3dConfig &config = IS_RESER_LOAD3D_DEFAULT_CONFIG>
inline void LoadData(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LoadData3DParamsV2<T> &p, AICSIM_SITE)
{
    aicsim::Load3dV2("load3dv2", "LoadData", dst, src, p, config, site);
}
template <typename T, const IsResetLoad3dConfig &config = IS_RESER_LOAD3D_DEFAULT_CONFIG> inline void
LoadDataWithStride(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LoadData3DParamsV2<T> &p, AICSIM_SITE)
{
    aicsim::Load3dV2("load3d_stride", "LoadDataWithStride", dst, src, p, config, site);
}
template <typename T>
inline void LoadData(const LocalTensor<T> &dst, const LocalTensor<T> &src, const LoadData3DParamsV2Pro &p, AICSIM_SITE)
{
    aicsim::Record r("load3dv2pro", "LoadData", site);
    r.At(dst).At(src).template Type<T>();
    r.Int("channelSize", p.channelSize).Int("enTranspose", p.enTranspose).Int("enSmallK", p.enSmallK);
    r.Int("filterSizeW", p.filterSizeW).Int("filterSizeH", p.filterSizeH).Int("fMatrixCtrl", p.fMatrixCtrl);
    r.Int("extConfig", static_cast<int64_t>(p.extConfig)).Int("filterConfig", static_cast<int64_t>(p.filterConfig));
    r.Emit();
}

// --- registers ----------------------------------------------------------------------------------------------------
inline void SetFmatrix(uint16_t l1H, uint16_t l1W, const uint8_t padList[4], const FmatrixMode &mode, AICSIM_SITE)
{
    aicsim::Record r("set_fmatrix", "SetFmatrix", site);
    r.Int("l1H", l1H).Int("l1W", l1W);
    aicsim::PadFields(r, padList, aicsim::kPadNames);
    r.Word("mode", mode == FmatrixMode::FMATRIX_LEFT ? "left" : "right").Emit();
}

// The name under which the library itself sets the left one.
inline void Load3DSetFMatrixCal(uint16_t l1H, uint16_t l1W, const uint8_t padList[4], AICSIM_SITE)
{
    SetFmatrix(l1H, l1W, padList, FmatrixMode::FMATRIX_LEFT, site);
}
template <typename T> inline void SetLoadDataPaddingValue(const T padValue, AICSIM_SITE)
{
    aicsim::Record("set_padding", "SetLoadDataPaddingValue", site)
        .Type<T>()
        .Bits("value", aicsim::RawBits(padValue))
        .Emit();
}
inline void SetLoadDataRepeat(const LoadDataRepeatParam &p, AICSIM_SITE)
{
    aicsim::SetRepeat("SetLoadDataRepeat", p, __NPU_ARCH__ == 3510 && p.dstStride != 0, site);
}
inline void SetLoadDataRepeatWithStride(const LoadDataRepeatParamWithStride &p, AICSIM_SITE)
{
    aicsim::SetRepeat("SetLoadDataRepeatWithStride", p, true, site);
}
inline void SetLoadDataBoundary(uint32_t boundaryValue, AICSIM_SITE)
{
    aicsim::Record("set_load3d_boundary", "SetLoadDataBoundary", site).Int("value", boundaryValue).Emit();
}

} // namespace AscendC
#endif
