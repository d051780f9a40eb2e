// The host's side of the high-level vector functions: shapes, tilings, and the functions that compute room and tilings,
// which stop with their name and line (stops.h).
#ifndef AICSIM_TILING_NAMES_H
#define AICSIM_TILING_NAMES_H

#include <initializer_list>
#include <iostream>
#include <vector>

#include "aicsim/stops.h"
#include "aicsim/system.h"
#include "aicsim/vector_params.h"
#include "securec.h"

// clang-format off
#define AICSIM_HOST_FUNCTIONS(X)                                                                                       \
    X(GetAcosMaxMinTmpSize) X(GetAcosTmpBufferFactorSize) X(GetAcoshMaxMinTmpSize) X(GetAcoshTmpBufferFactorSize)      \
    X(GetAntiQuantizeMaxMinTmpSize) X(GetAntiQuantizeTmpBufferFactorSize) X(GetArangeMaxMinTmpSize)                    \
    X(GetAscendAntiQuantMaxMinTmpSize) X(GetAscendAntiQuantTmpBufferFactorSize) X(GetAscendDequantMaxMinTmpSize)       \
    X(GetAscendDequantTmpBufferFactorSize) X(GetAscendQuantMaxMinTmpSize) X(GetAscendQuantTmpBufferFactorSize)         \
    X(GetAsinMaxMinTmpSize) X(GetAsinTmpBufferFactorSize) X(GetAsinhMaxMinTmpSize) X(GetAsinhTmpBufferFactorSize)      \
    X(GetAtanMaxMinTmpSize) X(GetAtanTmpBufferFactorSize) X(GetAtanhMaxMinTmpSize) X(GetAtanhTmpBufferFactorSize)      \
    X(GetAxpyMaxMinTmpSize) X(GetAxpyTmpBufferFactorSize) X(GetBatchNormMaxMinTmpSize) X(GetBatchNormNDTilingInfo)     \
    X(GetBitwiseAndMaxMinTmpSize) X(GetBitwiseAndTmpBufferFactorSize) X(GetBitwiseNotMaxMinTmpSize)                    \
    X(GetBitwiseNotTmpBufferFactorSize) X(GetBitwiseOrMaxMinTmpSize) X(GetBitwiseOrTmpBufferFactorSize)                \
    X(GetBitwiseXorMaxMinTmpSize) X(GetBitwiseXorTmpBufferFactorSize) X(GetBroadCastMaxMinTmpSize)                     \
    X(GetBroadCastTilingInfo) X(GetCeilMaxMinTmpSize) X(GetCeilTmpBufferFactorSize) X(GetClampMaxMinTmpSize)           \
    X(GetClampTmpBufferFactorSize) X(GetConcatTmpSize) X(GetConfusionTransposeTilingInfo) X(GetCosMaxMinTmpSize)       \
    X(GetCosTmpBufferFactorSize) X(GetCoshMaxMinTmpSize) X(GetCoshTmpBufferFactorSize) X(GetCumSumMaxMinTmpSize)       \
    X(GetDeepNormMaxMinTmpSize) X(GetDeepNormTilingInfo) X(GetDequantizeMaxMinTmpSize)                                 \
    X(GetDequantizeTmpBufferFactorSize) X(GetDigammaMaxMinTmpSize) X(GetDigammaTmpBufferFactorSize)                    \
    X(GetDropOutMaxMinTmpSize) X(GetErfMaxMinTmpSize) X(GetErfTmpBufferFactorSize) X(GetErfcMaxMinTmpSize)             \
    X(GetErfcTmpBufferFactorSize) X(GetExpMaxMinTmpSize) X(GetExpTmpBufferFactorSize) X(GetFloorMaxMinTmpSize)         \
    X(GetFloorTmpBufferFactorSize) X(GetFmaMaxMinTmpSize) X(GetFmaTmpBufferFactorSize) X(GetFmodMaxMinTmpSize)         \
    X(GetFmodTmpBufferFactorSize) X(GetFracMaxMinTmpSize) X(GetFracTmpBufferFactorSize) X(GetGeGLUMaxMinTmpSize)       \
    X(GetGeGLUTmpBufferFactorSize) X(GetGeluMaxMinTmpSize) X(GetGeluMinTmpSize) X(GetGroupNormMaxMinTmpSize)           \
    X(GetGroupNormNDTilingInfo) X(GetHypotMaxMinTmpSize) X(GetHypotTmpBufferFactorSize) X(GetIsInfMaxMinTmpSize)       \
    X(GetIsInfTmpBufferFactorSize) X(GetIsNanMaxMinTmpSize) X(GetIsNanTmpBufferFactorSize)                             \
    X(GetLayerNormGradBetaMaxMinTmpSize) X(GetLayerNormGradBetaNDTilingInfo) X(GetLayerNormGradMaxMinTmpSize)          \
    X(GetLayerNormGradNDTilingInfo) X(GetLayerNormMaxMinTmpSize) X(GetLayerNormNDTilingInfo)                           \
    X(GetLgammaMaxMinTmpSize) X(GetLgammaTmpBufferFactorSize) X(GetLogMaxMinTmpSize) X(GetLogSoftMaxMaxTmpSize)        \
    X(GetLogSoftMaxMinTmpSize) X(GetLogTmpBufferFactorSize) X(GetLogicalAndMaxMinTmpSize)                              \
    X(GetLogicalAndTmpBufferFactorSize) X(GetLogicalAndsMaxMinTmpSize) X(GetLogicalAndsTmpBufferFactorSize)            \
    X(GetLogicalNotMaxMinTmpSize) X(GetLogicalNotTmpBufferFactorSize) X(GetLogicalOrMaxMinTmpSize)                     \
    X(GetLogicalOrTmpBufferFactorSize) X(GetLogicalOrsMaxMinTmpSize) X(GetLogicalOrsTmpBufferFactorSize)               \
    X(GetLogicalXorMaxMinTmpSize) X(GetLogicalXorTmpBufferFactorSize) X(GetMeanMaxMinTmpSize)                          \
    X(GetMeanTmpBufferFactorSize) X(GetNormalizeMaxMinTmpSize) X(GetPadMaxMinTmpSize) X(GetPadTmpSize)                 \
    X(GetPhiloxRandomMaxMinTmpSize) X(GetPowerMaxMinTmpSize) X(GetPowerTmpBufferFactorSize)                            \
    X(GetQuantizeMaxMinTmpSize) X(GetQuantizeTmpBufferFactorSize) X(GetReGluMaxMinTmpSize)                             \
    X(GetReduceAllMaxMinTmpSize) X(GetReduceAnyMaxMinTmpSize) X(GetReduceMaxMaxMinTmpSize)                             \
    X(GetReduceMeanMaxMinTmpSize) X(GetReduceMinMaxMinTmpSize) X(GetReduceProdMaxMinTmpSize)                           \
    X(GetReduceSumMaxMinTmpSize) X(GetReduceXorSumMaxMinTmpSize) X(GetRintMaxMinTmpSize)                               \
    X(GetRintTmpBufferFactorSize) X(GetRmsNormMaxMinTmpSize) X(GetRmsNormMaxTmpSize) X(GetRmsNormMinTmpSize)           \
    X(GetRmsNormTilingInfo) X(GetRoundMaxMinTmpSize) X(GetRoundTmpBufferFactorSize) X(GetSelectMaxMinTmpSize)          \
    X(GetSigmoidMaxMinTmpSize) X(GetSignMaxMinTmpSize) X(GetSignTmpBufferFactorSize) X(GetSiluTmpSize)                 \
    X(GetSinCosMaxMinTmpSize) X(GetSinCosTmpBufferFactorSize) X(GetSinMaxMinTmpSize) X(GetSinTmpBufferFactorSize)      \
    X(GetSinhMaxMinTmpSize) X(GetSinhTmpBufferFactorSize) X(GetSoftMaxFlashMaxTmpSize) X(GetSoftMaxFlashMinTmpSize)    \
    X(GetSoftMaxFlashV2MaxTmpSize) X(GetSoftMaxFlashV2MinTmpSize) X(GetSoftMaxFlashV3MaxMinTmpSize)                    \
    X(GetSoftMaxGradMaxTmpSize) X(GetSoftMaxGradMinTmpSize) X(GetSoftMaxMaxTmpSize) X(GetSoftMaxMinTmpSize)            \
    X(GetSortMaxMinTmpSize) X(GetSortTmpSize) X(GetSumMaxMinTmpSize) X(GetSumTmpBufferFactorSize)                      \
    X(GetSwiGLUMaxMinTmpSize) X(GetSwiGLUTmpBufferFactorSize) X(GetSwishTmpSize) X(GetTanMaxMinTmpSize)                \
    X(GetTanTmpBufferFactorSize) X(GetTanhMaxMinTmpSize) X(GetTanhTmpBufferFactorSize) X(GetTopKMaxMinTmpSize)         \
    X(GetTransDataMaxMinTmpSize) X(GetTransposeMaxMinTmpSize) X(GetTransposeTilingInfo) X(GetTruncMaxMinTmpSize)       \
    X(GetTruncTmpBufferFactorSize) X(GetUnPadMaxMinTmpSize) X(GetWelfordFinalizeMaxMinTmpSize)                         \
    X(GetWelfordUpdateMaxMinTmpSize) X(GetWhereMaxMinTmpSize) X(GetWhereTmpBufferFactorSize) X(GetXorMaxMinTmpSize)    \
    X(GetXorTmpBufferFactorSize) X(IsBasicBlockInSoftMax) X(LogSoftMaxTilingFunc) X(PadTilingFunc)                     \
    X(SoftMaxFlashTilingFunc) X(SoftMaxFlashV2TilingFunc) X(SoftMaxGradTilingFunc) X(SoftMaxTilingFunc)                \
    X(TopKTilingFunc) X(UnPadTilingFunc)
#define AICSIM_TILINGS(X)                                                                                              \
    X(BatchNormTiling) X(ConfusionTransposeTiling) X(DeepNormTiling) X(GroupNormTiling) X(LayerNormGradBetaTiling)     \
    X(LayerNormGradTiling) X(LayerNormSeparateTiling) X(LayerNormTiling) X(LogSoftMaxTiling) X(PadTiling)              \
    X(RmsNormTiling) X(SoftMaxTiling) X(TopkTiling) X(UnPadTiling) X(BroadCastTiling) X(TransposeApiTiling)
// clang-format on

namespace AscendC
{

using TensorDataType = DataType;

class TensorShape
{
public:
    TensorShape() = default;
    TensorShape(std::initializer_list<int64_t> dims) : dims_(dims) {}
    explicit TensorShape(const std::vector<int64_t> &dims) : dims_(dims) {}
    size_t GetDimNum() const { return dims_.size(); }
    int64_t GetDim(size_t i) const { return dims_[i]; }
    int64_t GetShapeSize() const
    {
        int64_t n = 1;
        for (int64_t d : dims_) {
            n *= d;
        }
        return n;
    }

private:
    std::vector<int64_t> dims_;
};

#define AICSIM_HOST_STOP(name)                                                                                         \
    AICSIM_STOPS(name, "the sizes that the library of vector functions chooses are not modelled")
AICSIM_HOST_FUNCTIONS(AICSIM_HOST_STOP)
#undef AICSIM_HOST_STOP

// Filled by such functions and read by those that stop too.
namespace tiling
{
#define AICSIM_TILING(name)                                                                                            \
    struct name {                                                                                                      \
        AICSIM_TILING_FUNCTIONS(name)                                                                                  \
        uint32_t words[32] = {};                                                                                       \
    };
AICSIM_TILINGS(AICSIM_TILING)
#undef AICSIM_TILING
} // namespace tiling
} // namespace AscendC

#define AICSIM_TILING(name) using AscendC::tiling::name;
namespace optiling
{
AICSIM_TILINGS(AICSIM_TILING)
} // namespace optiling
AICSIM_TILINGS(AICSIM_TILING)
#undef AICSIM_TILING
#endif
