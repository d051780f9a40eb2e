// The parameter structures of 3510 that are words of bit fields: the fields may be set one by one, all at once through
// the word, or from the plain structure. Order and widths of the fields are those of the BitMode pages.
#ifndef AICSIM_BIT_MODE_H
#define AICSIM_BIT_MODE_H

#include "aicsim/load_data.h"
#include "aicsim/mmad.h"

namespace AscendC
{

// A setter and a getter of one bit field.
#define AICSIM_BITS(word, type, name, field)                                                                           \
    void Set##name(type value) { word.field = value; }                                                                 \
    type Get##name() const { return static_cast<type>(word.field); }

// --- 2D -----------------------------------------------------------------------------------------------------------
struct Load2DBitModeConfig0 {
    uint64_t mStartPosition : 16;
    uint64_t kStartPosition : 16;
    uint64_t mStep : 8;
    uint64_t kStep : 8;
    uint64_t : 16;
};
struct Load2DBitModeConfig1 {
    uint64_t srcStride : 16;
    uint64_t dstStride : 16;
    uint64_t : 32;
};
struct Load2DBitModeParam {
    union {
        uint64_t config0 = 0;
        Load2DBitModeConfig0 config0BitMode;
    };
    union {
        uint64_t config1 = 0;
        Load2DBitModeConfig1 config1BitMode;
    };
    bool ifTranspose = false;

    Load2DBitModeParam() = default;
    Load2DBitModeParam(const LoadData2DParamsV2 &p) : ifTranspose(p.ifTranspose)
    {
        SetMStartPosition(p.mStartPosition);
        SetKStartPosition(p.kStartPosition);
        SetMStep(p.mStep);
        SetKStep(p.kStep);
        SetSrcStride(p.srcStride);
        SetDstStride(p.dstStride);
    }
    AICSIM_BITS(config0BitMode, uint32_t, MStartPosition, mStartPosition)
    AICSIM_BITS(config0BitMode, uint32_t, KStartPosition, kStartPosition)
    AICSIM_BITS(config0BitMode, uint16_t, MStep, mStep)
    AICSIM_BITS(config0BitMode, uint16_t, KStep, kStep)
    AICSIM_BITS(config1BitMode, uint16_t, DstStride, dstStride)
    // The stride is signed: it may run backwards.
    void SetSrcStride(int32_t value) { config1BitMode.srcStride = static_cast<uint16_t>(value); }
    int32_t GetSrcStride() const { return static_cast<int16_t>(config1BitMode.srcStride); }
    void SetIfTranspose(bool value) { ifTranspose = value; }
    bool GetIfTranspose() const { return ifTranspose; }
    uint64_t GetConfig0() const { return config0; }
    uint64_t GetConfig1() const { return config1; }
};

// --- 3D -----------------------------------------------------------------------------------------------------------
struct Load3DBitModeConfig0 {
    uint64_t kStep : 16;
    uint64_t mStep : 16;
    uint64_t kPos : 16;
    uint64_t mPos : 16;
};
struct Load3DBitModeConfig1 {
    uint64_t strideW : 6;
    uint64_t strideH : 6;
    uint64_t Wk : 8;
    uint64_t Hk : 8;
    uint64_t dilationW : 8;
    uint64_t dilationH : 8;
    uint64_t filterW : 1;
    uint64_t filterH : 1;
    uint64_t transpose : 1;
    uint64_t fmatrixCtrl : 1;
    uint64_t sizeChannel : 16;
};
struct Load3DBitModeParam {
    union {
        uint64_t config0 = 0;
        Load3DBitModeConfig0 config0BitMode;
    };
    union {
        uint64_t config1 = 0;
        Load3DBitModeConfig1 config1BitMode;
    };

    Load3DBitModeParam() = default;
    template <typename T> Load3DBitModeParam(const LoadData3DParamsV2<T> &p)
    {
        SetKExtension(p.kExtension);
        SetMExtension(p.mExtension);
        SetKStartPt(p.kStartPt);
        SetMStartPt(p.mStartPt);
        SetStrideW(p.strideW);
        SetStrideH(p.strideH);
        SetFilterW(p.filterW);
        SetFilterH(p.filterH);
        SetDilationFilterW(p.dilationFilterW);
        SetDilationFilterH(p.dilationFilterH);
        SetFilterSizeW(p.filterSizeW);
        SetFilterSizeH(p.filterSizeH);
        SetTranspose(p.enTranspose);
        SetFmatrixCtrl(p.fMatrixCtrl);
        SetChannelSize(p.channelSize);
    }
    AICSIM_BITS(config0BitMode, uint16_t, KExtension, kStep)
    AICSIM_BITS(config0BitMode, uint16_t, MExtension, mStep)
    AICSIM_BITS(config0BitMode, uint16_t, KStartPt, kPos)
    AICSIM_BITS(config0BitMode, uint16_t, MStartPt, mPos)
    AICSIM_BITS(config1BitMode, uint8_t, StrideW, strideW)
    AICSIM_BITS(config1BitMode, uint8_t, StrideH, strideH)
    AICSIM_BITS(config1BitMode, uint8_t, FilterW, Wk)
    AICSIM_BITS(config1BitMode, uint8_t, FilterH, Hk)
    AICSIM_BITS(config1BitMode, uint8_t, DilationFilterW, dilationW)
    AICSIM_BITS(config1BitMode, uint8_t, DilationFilterH, dilationH)
    AICSIM_BITS(config1BitMode, bool, FilterSizeW, filterW)
    AICSIM_BITS(config1BitMode, bool, FilterSizeH, filterH)
    AICSIM_BITS(config1BitMode, bool, Transpose, transpose)
    AICSIM_BITS(config1BitMode, bool, FmatrixCtrl, fmatrixCtrl)
    AICSIM_BITS(config1BitMode, uint16_t, ChannelSize, sizeChannel)
    uint64_t GetConfig0() const { return config0; }
    uint64_t GetConfig1() const { return config1; }
};

// --- FMATRIX ------------------------------------------------------------------------------------------------------
struct SetFMatrixBitModeConfig0 {
    uint64_t l1H : 16;
    uint64_t l1W : 16;
    uint64_t padList0 : 8;
    uint64_t padList1 : 8;
    uint64_t padList2 : 8;
    uint64_t padList3 : 8;
};
struct SetFMatrixBitModeParams {
    union {
        uint64_t config0 = 0;
        SetFMatrixBitModeConfig0 config0BitMode;
    };

    SetFMatrixBitModeParams() = default;
    // The library's constructor takes the sizes and leaves the padding out (X1).
    template <typename T> SetFMatrixBitModeParams(const LoadData3DParamsV2<T> &p, AICSIM_SITE)
    {
        SetL1H(p.l1H);
        SetL1W(p.l1W);
        if (p.padList[0] || p.padList[1] || p.padList[2] || p.padList[3]) {
            aic_rt_report("L3D-054", site.file, site.line,
                          "SetFMatrixBitModeParams made from LoadData3DParamsV2 has no padding: call SetPadList");
        }
    }
    AICSIM_BITS(config0BitMode, uint16_t, L1H, l1H)
    AICSIM_BITS(config0BitMode, uint16_t, L1W, l1W)
    void SetPadList(const uint8_t pad[4])
    {
        config0BitMode.padList0 = pad[0];
        config0BitMode.padList1 = pad[1];
        config0BitMode.padList2 = pad[2];
        config0BitMode.padList3 = pad[3];
    }
    uint64_t GetConfig0() const { return config0; }
};
using SetFMatrixBitMode = SetFMatrixBitModeParams;

// --- Mmad ---------------------------------------------------------------------------------------------------------
struct MmadBitModeConfig0 {
    uint64_t m : 12;
    uint64_t k : 12;
    uint64_t n : 12;
    uint64_t : 19;
    uint64_t unitFlag : 2;
    uint64_t : 4;
    uint64_t disableGemv : 1;
    uint64_t cmatrixSource : 1;
    uint64_t cmatrixInitVal : 1;
};
// A new object is all zero bits, so C is not initialised with zero unless the kernel asks for it.
struct MmadBitModeParams {
    union {
        uint64_t config0 = 0;
        MmadBitModeConfig0 config0BitMode;
    };

    AICSIM_BITS(config0BitMode, uint16_t, M, m)
    AICSIM_BITS(config0BitMode, uint16_t, K, k)
    AICSIM_BITS(config0BitMode, uint16_t, N, n)
    AICSIM_BITS(config0BitMode, uint8_t, UnitFlag, unitFlag)
    AICSIM_BITS(config0BitMode, bool, DisableGemv, disableGemv)
    AICSIM_BITS(config0BitMode, bool, CmatrixSource, cmatrixSource)
    AICSIM_BITS(config0BitMode, bool, CmatrixInitVal, cmatrixInitVal)
    uint64_t GetConfig0() const { return config0; }
};
#undef AICSIM_BITS

// --- the calls ----------------------------------------------------------------------------------------------------
template <TPosition Dst, TPosition Src, typename T> inline void
LoadData(const LocalTensor<T> &dst, const LocalTensor<T> &src, const Load2DBitModeParam &p, AICSIM_SITE)
{
    aicsim::Load2dV2(dst, src,
                     LoadData2DParamsV2(p.GetMStartPosition(), p.GetKStartPosition(), p.GetMStep(), p.GetKStep(),
                                        p.GetSrcStride(), p.GetDstStride(), p.ifTranspose),
                     site);
}

// The word has no place for the image's size, padding and padding value: they come from the registers.
template <TPosition Dst, TPosition Src, typename T> inline void
LoadData(const LocalTensor<T> &dst, const LocalTensor<T> &src, const Load3DBitModeParam &p, AICSIM_SITE)
{
    LoadData3DParamsV2<T> v;
    v.kExtension = p.GetKExtension();
    v.mExtension = p.GetMExtension();
    v.kStartPt = p.GetKStartPt();
    v.mStartPt = p.GetMStartPt();
    v.strideW = p.GetStrideW();
    v.strideH = p.GetStrideH();
    v.filterW = p.GetFilterW();
    v.filterH = p.GetFilterH();
    v.dilationFilterW = p.GetDilationFilterW();
    v.dilationFilterH = p.GetDilationFilterH();
    v.filterSizeW = p.GetFilterSizeW();
    v.filterSizeH = p.GetFilterSizeH();
    v.enTranspose = p.GetTranspose();
    v.fMatrixCtrl = p.GetFmatrixCtrl();
    v.channelSize = p.GetChannelSize();
    aicsim::Load3dV2("load3dv2", "LoadData", dst, src, v, IsResetLoad3dConfig(false, false), site);
}

// X1: the page and this structure have the height in the low half, the library's other setters the width. The fields
// are taken by their names; a kernel that needs them apart is told.
inline void SetFmatrix(const SetFMatrixBitModeParams &p, const FmatrixMode &mode, AICSIM_SITE)
{
    const SetFMatrixBitModeConfig0 &c = p.config0BitMode;
    const uint8_t pad[4] = {static_cast<uint8_t>(c.padList0), static_cast<uint8_t>(c.padList1),
                            static_cast<uint8_t>(c.padList2), static_cast<uint8_t>(c.padList3)};
    if (c.l1H != c.l1W) {
        aic_rt_report("L3D-053", site.file, site.line,
                      "SetFMatrixBitModeParams keeps the height in bits 15:0, where the register has the width; "
                      "sources differ on which one the instruction sees. SetFmatrix(l1H, l1W, ...) is sure");
    }
    SetFmatrix(p.GetL1H(), p.GetL1W(), pad, mode, site);
}

} // namespace AscendC

namespace aicsim
{
inline AscendC::MmadParams FromBits(const AscendC::MmadBitModeParams &p)
{
    AscendC::MmadParams v(p.GetM(), p.GetN(), p.GetK(), static_cast<int8_t>(p.GetUnitFlag()), p.GetCmatrixSource(),
                          p.GetCmatrixInitVal());
    v.disableGemv = p.GetDisableGemv();
    return v;
}
// With a bias operand this form never starts from zero (X17).
inline AscendC::MmadParams FromBitsWithBias(const AscendC::MmadBitModeParams &p)
{
    AscendC::MmadParams v = FromBits(p);
    v.cmatrixInitVal = false;
    return v;
}
} // namespace aicsim

namespace AscendC
{

#define AICSIM_MMAD_BITS(name, mnemonic)                                                                               \
    template <typename T, typename U, typename S>                                                                      \
    inline void name(const LocalTensor<T> &dst, const LocalTensor<U> &fm, const LocalTensor<S> &filter,                \
                     const MmadBitModeParams &p, AICSIM_SITE)                                                          \
    {                                                                                                                  \
        aicsim::Multiply(mnemonic, #name, dst, fm, filter, nullptr, 0, aicsim::FromBits(p), site);                     \
    }                                                                                                                  \
    template <typename T, typename U, typename S, typename V>                                                          \
    inline void name(const LocalTensor<T> &dst, const LocalTensor<U> &fm, const LocalTensor<S> &filter,                \
                     const LocalTensor<V> &bias, const MmadBitModeParams &p, AICSIM_SITE)                              \
    {                                                                                                                  \
        aicsim::Multiply(mnemonic, #name, dst, fm, filter, bias.Space(), bias.Address(), aicsim::FromBitsWithBias(p),  \
                         site);                                                                                        \
    }
AICSIM_MMAD_BITS(Mmad, "mmad")
AICSIM_MMAD_BITS(MmadMx, "mmad_mx")
#undef AICSIM_MMAD_BITS

} // namespace AscendC
#endif
