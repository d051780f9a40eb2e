// Parameter structures of the calls. Field names, defaults and widths are those of the published API pages; a value
// that does not fit a field wraps here as it does on the device compiler.
#ifndef AICSIM_PARAMS_H
#define AICSIM_PARAMS_H

#include "aicsim/tensor.h"

enum QuantMode_t {
    NoQuant,
    F322F16,
    F322BF16,
    DEQF16,
    VDEQF16,
    QF322B8_PRE,
    VQF322B8_PRE,
    REQ8,
    VREQ8,
    QF322FP8_PRE,
    VQF322FP8_PRE,
    QF322HIF8_PRE,
    VQF322HIF8_PRE,
    QF322HIF8_PRE_HYBRID,
    VQF322HIF8_PRE_HYBRID,
    QS322BF16_PRE,
    VQS322BF16_PRE,
    QF322F16_PRE,
    VQF322F16_PRE,
    QF322BF16_PRE,
    VQF322BF16_PRE,
    QF322F32_PRE,
    VQF322F32_PRE
};

namespace AscendC
{

using ::QuantMode_t;

struct DataCopyParams {
    uint16_t blockCount = 1;
    uint16_t blockLen = 0;
    union {
        uint16_t srcGap = 0;
        uint16_t srcStride;
    };
    union {
        uint16_t dstGap = 0;
        uint16_t dstStride;
    };
    DataCopyParams() = default;
    DataCopyParams(uint16_t count, uint16_t len, uint16_t src, uint16_t dst)
        : blockCount(count), blockLen(len), srcGap(src), dstGap(dst)
    {
    }
};

struct DataCopyExtParams {
    uint16_t blockCount = 1;
    uint32_t blockLen = 0;
    int64_t srcStride = 0;
    int64_t dstStride = 0;
    uint32_t rsv = 0;
    DataCopyExtParams() = default;
    DataCopyExtParams(uint16_t count, uint32_t len, int64_t src, int64_t dst, uint32_t r)
        : blockCount(count), blockLen(len), srcStride(src), dstStride(dst), rsv(r)
    {
    }
};

template <typename T> struct DataCopyPadExtParams {
    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    PrimT<T> paddingValue = {};
    DataCopyPadExtParams() = default;
    DataCopyPadExtParams(bool pad, uint8_t left, uint8_t right, PrimT<T> value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value)
    {
    }
};

struct DataCopyPadParams {
    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    uint64_t paddingValue = 0;
    DataCopyPadParams() = default;
    DataCopyPadParams(bool pad, uint8_t left, uint8_t right, uint64_t value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value)
    {
    }
};

enum class BlockMode : uint8_t { BLOCK_MODE_NORMAL, BLOCK_MODE_MATRIX, BLOCK_MODE_VECTOR, BLOCK_MODE_SMALL_CHANNEL };
enum class DeqScale : uint8_t { DEQ_NONE, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16, VDEQ16 };

struct DataCopyEnhancedParams {
    BlockMode blockMode = BlockMode::BLOCK_MODE_NORMAL;
    DeqScale deqScale = DeqScale::DEQ_NONE;
    uint64_t deqValue = 0;
    uint8_t sidStoreMode = 0;
    bool isRelu = false;
};

// The stride widths are those of 3510; the narrower fields of 2201 are the product's rules.
struct Nd2NzParams {
    uint16_t ndNum = 0;
    uint16_t nValue = 0;
    uint32_t dValue = 0;
    uint64_t srcNdMatrixStride = 0;
    uint64_t srcDValue = 0;
    uint16_t dstNzC0Stride = 0;
    uint16_t dstNzNStride = 0;
    uint32_t dstNzMatrixStride = 0;
    Nd2NzParams() = default;
    Nd2NzParams(uint16_t nd, uint16_t n, uint32_t d, uint64_t srcNd, uint64_t srcD, uint16_t c0, uint16_t row,
                uint32_t matrix)
        : ndNum(nd), nValue(n), dValue(d), srcNdMatrixStride(srcNd), srcDValue(srcD), dstNzC0Stride(c0),
          dstNzNStride(row), dstNzMatrixStride(matrix)
    {
    }
};

struct Dn2NzParams {
    uint16_t dnNum = 0;
    uint16_t nValue = 0;
    uint32_t dValue = 0;
    uint64_t srcDnMatrixStride = 0;
    uint64_t srcDValue = 0;
    uint16_t dstNzC0Stride = 0;
    uint16_t dstNzNStride = 0;
    uint32_t dstNzMatrixStride = 0;
};

struct DataCopyCO12DstParams {
    uint8_t sid = 0;
    uint16_t nSize = 0;
    uint16_t mSize = 0;
    uint32_t dstStride = 0;
    uint16_t srcStride = 0;
    uint8_t unitFlag = 0;
    uint8_t clipReluPre = 0;
    uint8_t eltWiseOp = 0;
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    uint8_t reluPre = 0;
    bool channelSplit = false;
    bool nz2ndEn = false;
    DataCopyCO12DstParams() = default;
    DataCopyCO12DstParams(uint16_t n, uint16_t m, uint32_t dst, uint16_t src, QuantMode_t quant, uint8_t relu,
                          bool split, bool nd)
        : nSize(n), mSize(m), dstStride(dst), srcStride(src), quantPre(quant), reluPre(relu), channelSplit(split),
          nz2ndEn(nd)
    {
    }
};

struct LoadData2DParams {
    uint16_t startIndex = 0;
    uint8_t repeatTimes = 0;
    uint16_t srcStride = 0;
    uint8_t sid = 0;
    uint16_t dstGap = 0;
    bool ifTranspose = false;
    uint8_t addrMode = 0;
    LoadData2DParams() = default;
    LoadData2DParams(uint16_t start, uint8_t repeat, uint16_t src, uint8_t s, uint16_t gap, bool transpose,
                     uint8_t mode)
        : startIndex(start), repeatTimes(repeat), srcStride(src), sid(s), dstGap(gap), ifTranspose(transpose),
          addrMode(mode)
    {
    }
};
using LoadData2dParams = LoadData2DParams;

struct LoadData2DParamsV2 {
    uint32_t mStartPosition = 0;
    uint32_t kStartPosition = 0;
    uint16_t mStep = 0;
    uint16_t kStep = 0;
    int32_t srcStride = 0;
    uint16_t dstStride = 0;
    bool ifTranspose = false;
    uint8_t sid = 0;
    LoadData2DParamsV2() = default;
    LoadData2DParamsV2(uint32_t mStart, uint32_t kStart, uint16_t m, uint16_t k, int32_t src, uint16_t dst,
                       bool transpose = false, uint8_t s = 0)
        : mStartPosition(mStart), kStartPosition(kStart), mStep(m), kStep(k), srcStride(src), dstStride(dst),
          ifTranspose(transpose), sid(s)
    {
    }
};

struct LoadData2DMxParams {
    uint16_t xStartPosition = 0;
    uint16_t yStartPosition = 0;
    uint8_t xStep = 0;
    uint8_t yStep = 0;
    uint16_t srcStride = 0;
    uint16_t dstStride = 0;
};

struct LoadData2dTransposeParams {
    uint16_t startIndex = 0;
    uint8_t repeatTimes = 0;
    uint16_t srcStride = 0;
    uint16_t dstGap = 0;
    uint16_t dstFracGap = 0;
    uint8_t addrMode = 0;
    LoadData2dTransposeParams() = default;
    LoadData2dTransposeParams(uint16_t start, uint8_t repeat, uint16_t src, uint16_t gap, uint16_t fracGap,
                              uint8_t mode = 0)
        : startIndex(start), repeatTimes(repeat), srcStride(src), dstGap(gap), dstFracGap(fracGap), addrMode(mode)
    {
    }
};

struct LoadData2dTransposeParamsV2 {
    uint16_t startIndex = 0;
    uint8_t repeatTimes = 0;
    uint16_t srcStride = 0;
    uint16_t dstGap = 0;
    uint16_t dstFracGap = 0;
    uint16_t srcFracGap = 0;
    uint8_t addrMode = 0;
};

template <typename T> struct LoadData3DParamsV1 {
    uint8_t padList[4] = {0, 0, 0, 0};
    uint16_t l1H = 0, l1W = 0, c1Index = 0;
    uint8_t fetchFilterW = 0, fetchFilterH = 0;
    int16_t leftTopW = 0, leftTopH = 0;
    uint8_t strideW = 0, strideH = 0, filterW = 0, filterH = 0, dilationFilterW = 0, dilationFilterH = 0;
    uint8_t jumpStride = 0, repeatMode = 0, repeatTime = 0, cSize = 0;
    PrimT<T> padValue = {};
    LoadData3DParamsV1() = default;
    LoadData3DParamsV1(const uint8_t pad[4], uint16_t h, uint16_t w, uint16_t c1, uint8_t fetchW, uint8_t fetchH,
                       int16_t left, int16_t top, uint8_t sw, uint8_t sh, uint8_t fw, uint8_t fh, uint8_t dw,
                       uint8_t dh, uint8_t jump, uint8_t mode, uint8_t repeat, uint8_t c, PrimT<T> value)
        : padList{pad[0], pad[1], pad[2], pad[3]}, l1H(h), l1W(w), c1Index(c1), fetchFilterW(fetchW),
          fetchFilterH(fetchH), leftTopW(left), leftTopH(top), strideW(sw), strideH(sh), filterW(fw), filterH(fh),
          dilationFilterW(dw), dilationFilterH(dh), jumpStride(jump), repeatMode(mode), repeatTime(repeat), cSize(c),
          padValue(value)
    {
    }
};

template <typename T> struct LoadData3DParamsV2 {
    uint8_t padList[4] = {0, 0, 0, 0};
    uint16_t l1H = 0, l1W = 0, channelSize = 0, kExtension = 0, mExtension = 0, kStartPt = 0, mStartPt = 0;
    uint8_t strideW = 1, strideH = 1, filterW = 1, filterH = 1, dilationFilterW = 1, dilationFilterH = 1;
    bool enTranspose = false, enSmallK = false;
    PrimT<T> padValue = {};
    bool filterSizeW = false, filterSizeH = false, fMatrixCtrl = false;
    LoadData3DParamsV2() = default;
    LoadData3DParamsV2(const uint8_t pad[4], uint16_t h, uint16_t w, uint16_t channel, uint16_t k, uint16_t m,
                       uint16_t kStart, uint16_t mStart, uint8_t sw, uint8_t sh, uint8_t fw, uint8_t fh, uint8_t dw,
                       uint8_t dh, bool transpose, bool smallK, PrimT<T> value, bool sizeW = false, bool sizeH = false,
                       bool right = false)
        : padList{pad[0], pad[1], pad[2], pad[3]}, l1H(h), l1W(w), channelSize(channel), kExtension(k), mExtension(m),
          kStartPt(kStart), mStartPt(mStart), strideW(sw), strideH(sh), filterW(fw), filterH(fh), dilationFilterW(dw),
          dilationFilterH(dh), enTranspose(transpose), enSmallK(smallK), padValue(value), filterSizeW(sizeW),
          filterSizeH(sizeH), fMatrixCtrl(right)
    {
    }
};

struct LoadData3DParamsV2Pro {
    uint16_t channelSize = 0;
    bool enTranspose = false, enSmallK = false, filterSizeW = false, filterSizeH = false, fMatrixCtrl = false;
    uint64_t extConfig = 0;
    uint64_t filterConfig = 0x10101010101;
    LoadData3DParamsV2Pro() = default;
    LoadData3DParamsV2Pro(uint16_t channel, bool transpose, bool smallK, bool sizeW, bool sizeH, bool right,
                          uint64_t ext, uint64_t filter)
        : channelSize(channel), enTranspose(transpose), enSmallK(smallK), filterSizeW(sizeW), filterSizeH(sizeH),
          fMatrixCtrl(right), extConfig(ext), filterConfig(filter)
    {
    }
};

struct IsResetLoad3dConfig {
    bool isSetFMatrix = true;
    bool isSetPadding = true;
    constexpr IsResetLoad3dConfig() = default;
    constexpr IsResetLoad3dConfig(bool fmatrix, bool padding) : isSetFMatrix(fmatrix), isSetPadding(padding) {}
};
inline constexpr IsResetLoad3dConfig IS_RESER_LOAD3D_DEFAULT_CONFIG = {true, true};

enum class FmatrixMode : uint8_t { FMATRIX_LEFT = 0, FMATRIX_RIGHT = 1 };

struct LoadDataRepeatParam {
    uint16_t repeatStride = 0;
    uint8_t repeatTime = 1;
    uint8_t repeatMode = 0;
    uint16_t dstStride = 0;
    LoadDataRepeatParam() = default;
    LoadDataRepeatParam(uint16_t stride, uint8_t time, uint8_t mode, uint16_t dst = 0)
        : repeatStride(stride), repeatTime(time), repeatMode(mode), dstStride(dst)
    {
    }
};
struct LoadDataRepeatParamWithStride : LoadDataRepeatParam {
    using LoadDataRepeatParam::LoadDataRepeatParam;
};

template <typename T> struct InitConstValueParams {
    uint16_t repeatTimes = 0;
    uint16_t blockNum = 0;
    uint16_t dstGap = 0;
    PrimT<T> initValue = {};
    InitConstValueParams() = default;
    InitConstValueParams(uint16_t repeat, uint16_t blocks, uint16_t gap, PrimT<T> value)
        : repeatTimes(repeat), blockNum(blocks), dstGap(gap), initValue(value)
    {
    }
    InitConstValueParams(uint16_t repeat, PrimT<T> value) : repeatTimes(repeat), initValue(value) {}
};

struct MmadParams {
    uint16_t m = 0, n = 0, k = 0;
    bool isBias = false;
    int32_t fmOffset = 0;
    bool enSsparse = false, enWinogradA = false, enWinogradB = false;
    int8_t unitFlag = 0;
    union {
        bool kDirectionAlign = false;
        bool gemvCtrl;
    };
    bool disableGemv = false;
    bool cmatrixSource = false;
    bool cmatrixInitVal = true;
    MmadParams() = default;
    MmadParams(uint16_t height, uint16_t width, uint16_t depth, bool bias, int32_t offset, bool sparse, bool winogradA,
               bool winogradB)
        : m(height), n(width), k(depth), isBias(bias), fmOffset(offset), enSsparse(sparse), enWinogradA(winogradA),
          enWinogradB(winogradB)
    {
    }
    MmadParams(uint16_t height, uint16_t width, uint16_t depth, int8_t flag, bool source, bool init)
        : m(height), n(width), k(depth), unitFlag(flag), cmatrixSource(source), cmatrixInitVal(init)
    {
    }
};

enum class CO2Layout : uint8_t { NZ = 0, ROW_MAJOR, COLUMN_MAJOR };

struct FixpipeConfig {
    CO2Layout format;
    bool isToUB = false;
};
inline constexpr FixpipeConfig CFG_NZ = {CO2Layout::NZ, false};
inline constexpr FixpipeConfig CFG_ROW_MAJOR = {CO2Layout::ROW_MAJOR, false};
inline constexpr FixpipeConfig CFG_COLUMN_MAJOR = {CO2Layout::COLUMN_MAJOR, false};

struct FixpipeParamsV220 {
    uint16_t nSize = 0, mSize = 0, srcStride = 0;
    uint32_t dstStride = 0;
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    uint64_t deqScalar = 0;
    uint16_t ndNum = 1, srcNdStride = 0, dstNdStride = 0;
    bool reluEn = false;
    uint8_t unitFlag = 0;
    bool isChannelSplit = false;
    FixpipeParamsV220() = default;
    FixpipeParamsV220(uint16_t n, uint16_t m, uint16_t src, uint32_t dst, bool relu)
        : nSize(n), mSize(m), srcStride(src), dstStride(dst), reluEn(relu)
    {
    }
    FixpipeParamsV220(uint16_t n, uint16_t m, uint16_t src, uint32_t dst, bool relu, QuantMode_t quant, uint64_t scalar,
                      uint16_t nds, uint16_t srcNd, uint16_t dstNd, uint8_t flag)
        : nSize(n), mSize(m), srcStride(src), dstStride(dst), quantPre(quant), deqScalar(scalar), ndNum(nds),
          srcNdStride(srcNd), dstNdStride(dstNd), reluEn(relu), unitFlag(flag)
    {
    }
};
struct FixpipeParamsM300 : FixpipeParamsV220 {
    using FixpipeParamsV220::FixpipeParamsV220;
};

struct Nz2NdParams {
    uint16_t ndNum = 1;
    uint16_t srcNdStride = 0;
    uint32_t dstNdStride = 0;
};
struct Nz2DnParams {
    uint16_t dnNum = 1;
    uint16_t srcNzMatrixStride = 0;
    uint32_t dstDnMatrixStride = 0;
    uint16_t srcNzC0Stride = 0;
};

template <CO2Layout format> struct TransformParams {
    using PARAMS = uint8_t;
};
template <> struct TransformParams<CO2Layout::ROW_MAJOR> {
    using PARAMS = Nz2NdParams;
};
template <> struct TransformParams<CO2Layout::COLUMN_MAJOR> {
    using PARAMS = Nz2DnParams;
};

template <CO2Layout format = CO2Layout::ROW_MAJOR> struct FixpipeParamsArch3510 {
    uint16_t nSize = 0, mSize = 0, srcStride = 0;
    uint32_t dstStride = 0;
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    uint64_t deqScalar = 0;
    bool reluEn = false;
    uint8_t unitFlag = 0;
    uint8_t dualDstCtl = 0;
    bool subBlockId = false;
    bool isChannelSplit = false;
    typename TransformParams<format>::PARAMS params = {};
    FixpipeParamsArch3510() = default;
    FixpipeParamsArch3510(uint16_t n, uint16_t m, uint16_t src, uint32_t dst)
        : nSize(n), mSize(m), srcStride(src), dstStride(dst)
    {
    }
};
template <CO2Layout format = CO2Layout::ROW_MAJOR> struct FixpipeParamsC310 : FixpipeParamsArch3510<format> {
    using FixpipeParamsArch3510<format>::FixpipeParamsArch3510;
};

// The structure of the first Fixpipe call: bursts of blocks, scalar quantisation, and the ND conversion.
struct QuantParams {
    float deqScalar = 0;
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    QuantParams() = default;
    QuantParams(QuantMode_t mode) : quantPre(mode) {}
};
struct Nz2NdParamsLegacy {
    bool nz2ndEn = false;
    uint16_t ndNum = 1, srcNdStride = 0, dstNdStride = 0, originalNSize = 0;
    Nz2NdParamsLegacy() = default;
    Nz2NdParamsLegacy(bool en, uint16_t nd, uint16_t src, uint16_t dst, uint16_t n)
        : nz2ndEn(en), ndNum(nd), srcNdStride(src), dstNdStride(dst), originalNSize(n)
    {
    }
};
template <typename T = float> struct FixpipeParams {
    uint16_t cburstNum = 0, burstLen = 0, srcStride = 0;
    uint32_t dstStride = 0;
    QuantParams quantParams;
    bool reluEn = false;
    Nz2NdParamsLegacy nz2ndParams;
    uint8_t unitFlag = 0;
    FixpipeParams() = default;
    FixpipeParams(uint16_t count, uint16_t len, uint16_t src, uint32_t dst)
        : cburstNum(count), burstLen(len), srcStride(src), dstStride(dst)
    {
    }
};

} // namespace AscendC
#endif
