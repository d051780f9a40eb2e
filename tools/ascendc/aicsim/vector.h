// The vector calls: names of the Memory and high-level chapters of the API. They compile and stop (stops.h).
#ifndef AICSIM_VECTOR_H
#define AICSIM_VECTOR_H

#include "aicsim/stops.h"
#include "aicsim/vector_structs.h"

// clang-format off
// Vector calls of the basic API, with the older spellings that kernels still use.
#define AICSIM_VECTOR_CALLS(X)                                                                                         \
    X(Abs) X(AbsSub) X(Add) X(AddDeqRelu) X(AddRelu) X(AddReluCast) X(Adds) X(And) X(Ands) X(ArithProgression) X(Axpy) \
    X(BilinearInterpolation) X(BlockReduceMax) X(BlockReduceMin) X(BlockReduceSum) X(Brcb) X(BroadCast) X(Cast)        \
    X(CastDeq) X(CastDequant) X(Compare) X(CompareScalar) X(Compares) X(Copy) X(CreateVecIndex) X(DeInterleave) X(Div) \
    X(Divs) X(Duplicate) X(Exp) X(ExpSub) X(FusedMulAdd) X(FusedMulAddRelu) X(FusedMulsCast) X(Gather) X(GatherMask)   \
    X(Gatherb) X(GetCmpMask) X(GetMrgSortResult) X(GetReduceMaxMinCount) X(GetReduceRepeatMaxMinSpr)                   \
    X(GetReduceRepeatSumSpr) X(Interleave) X(LeakyRelu) X(Ln) X(Max) X(Maxs) X(Min) X(Mins) X(MrgSort) X(MrgSort4)     \
    X(Mul) X(MulAddDst) X(MulAddRelu) X(MulCast) X(Mull) X(Muls) X(MulsCast) X(NdDmaDci) X(Neg) X(Not) X(Or) X(Ors)    \
    X(PairReduceSum) X(PopStackBuffer) X(Prelu) X(ProposalConcat) X(ProposalExtract) X(Reciprocal) X(ReduceDataBlock)  \
    X(ReduceMax) X(ReduceMin) X(ReducePairElem) X(ReduceRepeat) X(ReduceSum) X(Relu) X(RepeatReduceSum)                \
    X(ResetLoopModePara) X(ResetMask) X(RpSort16) X(Rsqrt) X(Scatter) X(Select) X(SetCmpMask) X(SetDeqScale)           \
    X(SetLoopModePara) X(SetMaskCount) X(SetMaskNorm) X(SetPadValue) X(SetVectorMask) X(ShiftLeft) X(ShiftRight)       \
    X(Sort) X(Sort32) X(Sqrt) X(Sub) X(SubRelu) X(SubReluCast) X(Subs) X(TransDataTo5HD) X(Transpose) X(Truncate)      \
    X(VectorPadding) X(WholeReduceMax) X(WholeReduceMin) X(WholeReduceSum)

// Functions of the high-level chapters, built from vector instructions.
#define AICSIM_VECTOR_FUNCTIONS(X)                                                                                     \
    X(Acos) X(Acosh) X(AdjustSoftMaxRes) X(AntiQuantize) X(Arange) X(AscendAntiQuant) X(AscendDequant)                 \
    X(AscendQuant) X(Asin) X(Asinh) X(Atan) X(Atanh) X(BatchNorm) X(BitwiseAnd) X(BitwiseNot) X(BitwiseOr)             \
    X(BitwiseXor) X(Broadcast) X(Ceil) X(Clamp) X(ClampMax) X(ClampMin) X(Clear) X(Concat) X(ConfusionTranspose)       \
    X(Cos) X(Cosh) X(CumSum) X(DeepNorm) X(Dequantize) X(Digamma) X(DropOut) X(Erf) X(Erfc) X(Extract) X(FasterGelu)   \
    X(FasterGeluV2) X(Floor) X(Fma) X(Fmod) X(Frac) X(GeGLU) X(Gelu) X(GetSortLen) X(GetSortOffset) X(GroupNorm)       \
    X(Hypot) X(InitOutput) X(IsFinite) X(IsInf) X(IsNan) X(LayerNorm) X(LayerNormGrad) X(LayerNormGradBeta)            \
    X(Lgamma) X(Log) X(Log10) X(Log2) X(LogSoftMax) X(LogicalAnd) X(LogicalAnds) X(LogicalNot) X(LogicalOr)            \
    X(LogicalOrs) X(LogicalXor) X(Mean) X(Normalize) X(Pad) X(PhiloxRandom) X(Power) X(Quantize) X(ReGlu)              \
    X(ReduceAll) X(ReduceAny) X(ReduceMean) X(ReduceProd) X(ReduceXorSum) X(Rint) X(RmsNorm) X(Round) X(Sigmoid)       \
    X(Sign) X(Silu) X(SimpleSoftMax) X(Sin) X(SinCos) X(Sinh) X(SoftMax) X(SoftmaxFlash) X(SoftmaxFlashV2)             \
    X(SoftmaxFlashV3) X(SoftmaxGrad) X(SoftmaxGradFront) X(Sum) X(SwiGLU) X(Swish) X(Tan) X(Tanh) X(TopK)              \
    X(TransData) X(Trunc) X(UnPad) X(WelfordFinalize) X(WelfordUpdate) X(Where) X(Xor)
// clang-format on

namespace AscendC
{

#define AICSIM_VECTOR_STOP(name) AICSIM_STOPS(name, "vector instructions are not modelled")
AICSIM_VECTOR_CALLS(AICSIM_VECTOR_STOP)
AICSIM_VECTOR_FUNCTIONS(AICSIM_VECTOR_STOP)
#undef AICSIM_VECTOR_STOP
#define AICSIM_REDUCE_STOP(name) AICSIM_STOPS_VALUE_FIRST(name, "vector instructions are not modelled")
AICSIM_REDUCE_STOP(ReduceRepeat)
AICSIM_REDUCE_STOP(ReduceDataBlock)
AICSIM_REDUCE_STOP(ReducePairElem)
#define AICSIM_CONFIGURED_STOP(name)                                                                                   \
    template <typename X, typename Y, auto V, const auto &W> inline aicsim::Nothing name(AICSIM_ANY_ARGUMENTS)         \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, "vector instructions are not modelled", site.file, site.line);                      \
    }
AICSIM_CONFIGURED_STOP(LayerNorm)
AICSIM_CONFIGURED_STOP(Normalize)
AICSIM_CONFIGURED_STOP(WelfordFinalize)
AICSIM_CONFIGURED_STOP(WelfordUpdate)
#undef AICSIM_CONFIGURED_STOP
template <typename X, const auto &V> inline aicsim::Nothing CumSum(AICSIM_ANY_ARGUMENTS)
{
    aic_rt_not_modelled("CumSum", "vector instructions are not modelled", site.file, site.line);
}
#undef AICSIM_REDUCE_STOP

} // namespace AscendC
#endif
