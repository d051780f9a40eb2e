// Structures and enumerations of the high-level vector functions, so that kernels that name them compile. No call here
// reads them: the calls themselves stop (vector.h). Members: the pages of the functions.
#ifndef AICSIM_VECTOR_STRUCTS_H
#define AICSIM_VECTOR_STRUCTS_H

#include "aicsim/vector_params.h"

namespace AscendC
{

enum class TopKMode { TOPK_NORMAL = 0, TOPK_NSMALL };
enum class TopKAlgo { RADIX_SELECT = 0, MERGE_SORT };
enum class TopKOrder { UNSET = 0, LARGEST, SMALLEST };
enum class SortType { RADIX_SORT = 0, MERGE_SORT };
enum class PowerAlgo { INTRINSIC = 0, DOUBLE_FLOAT_TECH };
enum class FmodAlgo { NORMAL = 0, ITERATION_COMPENSATION };
enum class CumSumAlgorithm { CUMSUM_ALGORITHM_LINEBYLINE = 0, CUMSUM_ALGORITHM_SKLANSKY };
enum class QuantizePolicy : int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP };
enum class DequantizePolicy : int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP };
enum class AntiQuantizePolicy : int32_t { PER_TENSOR, PER_CHANNEL, PER_TOKEN, PER_GROUP };
enum class DivAlgo {
    INTRINSIC = 0,
    DIFF_COMPENSATION,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
    PRECISION_1ULP_FTZ_FALSE
};
enum class ReducePattern : uint32_t {
    AR = 0,
    RA,
    R,
    ARA,
    ARAR,
    ARARA,
    ARARAR,
    ARARARA,
    ARARARAR,
    ARARARARA,
    RAR,
    RARA,
    RARAR,
    RARARA,
    RARARAR,
    RARARARA
};
constexpr uint32_t FMOD_ITERATION_NUM_MAX = 11;

struct SumParams {
    uint32_t outter = 1, inner = 0, n = 0;
};
struct TopKInfo {
    int32_t outter = 1, inner = 0, n = 0;
};
struct TopKConfig {
    TopKAlgo algo = TopKAlgo::MERGE_SORT;
    TopKOrder order = TopKOrder::UNSET;
    bool sorted = true;
};
struct SortConfig {
    SortType type = SortType::RADIX_SORT;
    bool isDescend = false, hasSrcIndex = false, hasDstIndex = false;
};
struct SoftMaxShapeInfo {
    uint32_t srcM = 0, srcK = 0, oriSrcM = 0, oriSrcK = 0;
};
using LogSoftMaxShapeInfo = SoftMaxShapeInfo;
struct SoftMaxParams {
    uint32_t srcM = 0, srcK = 0, oriSrcM = 0, oriSrcK = 0, loopCnt = 0, splitMeanCnt = 0;
    float alpha = 0;
};
struct SoftmaxConfig {
    bool isCheckTiling = true;
    uint32_t oriSrcM = 0, oriSrcK = 0;
};
struct PadParams {
    uint16_t leftPad = 0, rightPad = 0;
    int32_t padValue = 0;
};
struct UnPadParams {
    uint16_t leftPad = 0, rightPad = 0;
};
struct CumSumConfig {
    bool isLastAxis = true, isReuseSource = false, outputLastRow = false;
    CumSumAlgorithm algorithm = CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE;
};
struct CumSumInfo {
    uint32_t outter = 0, inner = 0;
};
struct DropOutShapeInfo {
    uint32_t firstAxis = 0, srcLastAxis = 0, maskLastAxis = 0;
};
struct SelectWithBytesMaskShapeInfo {
    uint32_t firstAxis = 0, srcLastAxis = 0, maskLastAxis = 0;
};
struct WelfordUpdateConfig {
    bool isInplace = false;
};
struct WelfordUpdateParam {
    uint32_t rnLength = 0, abLength = 0, abComputeLength = 0;
    float nRec = 0;
};
struct WelfordFinalizeConfig {
    bool isCorrection = false;
};
struct WelfordFinalizePara {
    uint32_t rnLength = 0, abLength = 0, headCount = 0, headCountLength = 0, tailCount = 0, tailCountLength = 0;
    float abRec = 0, rRec = 0, rRecWithCorrection = 0;
};
struct PowerConfig {
    PowerAlgo algo = PowerAlgo::INTRINSIC;
};
struct FmodConfig {
    FmodAlgo algo = FmodAlgo::NORMAL;
    uint32_t iterationNum = FMOD_ITERATION_NUM_MAX;
};
struct NormalizeConfig {
    ReducePattern reducePattern = ReducePattern::AR;
    int32_t aLength = -1;
    bool isNoBeta = false, isNoGamma = false, isOnlyOutput = false;
};
struct NormalizePara {
    uint32_t aLength = 0, rLength = 0, rLengthWithPadding = 0;
};
struct LayerNormConfig {
    bool isNoBeta = false, isNoGamma = false, isOnlyOutput = false, isOutputRstd = true;
};
using LayerNormPara = NormalizePara;
struct QuantizeParams {
    uint32_t m = 0, n = 0, groupSize = 0;
};
using DequantizeParams = QuantizeParams;
using AntiQuantizeParams = QuantizeParams;
struct QuantizeConfig {
    QuantizePolicy policy = QuantizePolicy::PER_TENSOR;
    bool hasOffset = false;
    RoundMode roundMode = RoundMode::CAST_RINT;
    int32_t kDim = 1;
};
struct DequantizeConfig {
    DequantizePolicy policy = DequantizePolicy::PER_TENSOR;
    bool hasOffset = false;
    int32_t kDim = 1;
};
struct AntiQuantizeConfig {
    AntiQuantizePolicy policy = AntiQuantizePolicy::PER_TENSOR;
    bool hasOffset = false;
    int32_t kDim = 1;
};
struct TransDataConfig {
    DataFormat srcFormat = DataFormat::ND, dstFormat = DataFormat::ND;
};
template <typename T, typename U> struct TransDataParams {
    T srcLayout;
    U dstLayout;
};

// Copies of up to five dimensions from GM to UB.
struct NdDmaConfig {
    static constexpr uint16_t unsetPad = 0xffff;
    bool isNearestValueMode = false;
    uint16_t loopLpSize = unsetPad, loopRpSize = unsetPad;
    bool ascOptimize = false;
};
template <uint8_t dim> struct NdDmaLoopInfo {
    uint64_t loopSrcStride[dim] = {};
    uint32_t loopDstStride[dim] = {}, loopSize[dim] = {};
    uint8_t loopLpSize[dim] = {}, loopRpSize[dim] = {};
};
template <typename T, uint8_t dim> struct NdDmaParams {
    NdDmaLoopInfo<dim> loopInfo;
    T constantValue = {};
};
inline constexpr NdDmaConfig kDefaultNdDmaConfig;
template <typename T, uint8_t dim, const NdDmaConfig &config = kDefaultNdDmaConfig>
inline void DataCopy(const LocalTensor<T> &, const GlobalTensor<T> &, const NdDmaParams<T, dim> &, AICSIM_SITE)
{
    aic_rt_not_modelled("DataCopy", "of several dimensions", site.file, site.line);
}

} // namespace AscendC
#endif
