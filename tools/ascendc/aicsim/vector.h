// Calls that are known but not modelled. They compile, and stop the program with their name and line when they run.
#ifndef AICSIM_VECTOR_H
#define AICSIM_VECTOR_H

#include <initializer_list>

#include "aicsim/params.h"

namespace aicsim
{
// Takes any argument, so that a few signatures stand for every form of a call.
struct Anything {
    Anything() {}
    Anything(std::initializer_list<long long>) {}
    template <typename T> Anything(const T &) {}
};
} // namespace aicsim

#define AICSIM_ANY_ARGUMENTS                                                                                           \
    aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, \
    aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, aicsim::Anything = {}, \
    AICSIM_SITE

// Three template heads: types only, a type and values, values only.
#define AICSIM_STOPS(name, why)                                                                                        \
    template <typename... X> inline void name(AICSIM_ANY_ARGUMENTS)                                                    \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }                                                                                                                  \
    template <typename X, auto V, auto... W> inline void name(AICSIM_ANY_ARGUMENTS)                                    \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }                                                                                                                  \
    template <auto V, auto... W> inline void name(AICSIM_ANY_ARGUMENTS)                                                \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, why, site.file, site.line);                                                         \
    }

namespace AscendC
{

#define X(name) AICSIM_STOPS(name, "vector instructions are not modelled")
X(Add)
X(Sub) X(Mul) X(Div) X(Max) X(Min) X(Adds) X(Subs) X(Muls) X(Divs) X(Maxs) X(Mins) X(Abs) X(Exp) X(Ln) X(Log) X(Sqrt)
    X(Rsqrt) X(Reciprocal) X(Relu) X(LeakyRelu) X(Neg) X(And) X(Or) X(Not) X(Xor) X(ShiftLeft) X(ShiftRight) X(Cast) X(
        CastDeq) X(CastDequant) X(Duplicate) X(Brcb) X(Copy) X(Transpose) X(TransDataTo5HD) X(Compare) X(CompareScalar)
        X(Compares) X(Select) X(GatherMask) X(Gather) X(Gatherb) X(Scatter) X(ReduceSum) X(ReduceMax) X(ReduceMin)
            X(WholeReduceSum) X(WholeReduceMax) X(WholeReduceMin) X(BlockReduceSum) X(BlockReduceMax) X(BlockReduceMin)
                X(PairReduceSum) X(RepeatReduceSum) X(GetReduceMaxMinCount) X(Axpy) X(MulAddDst) X(FusedMulAdd)
                    X(FusedMulAddRelu) X(FusedMulsCast) X(AddRelu) X(AddReluCast) X(AddDeqRelu) X(SubRelu)
                        X(SubReluCast) X(MulCast) X(Sort) X(Sort32) X(RpSort16) X(MrgSort) X(MrgSort4) X(Concat)
                            X(Extract) X(ProposalConcat) X(ProposalExtract) X(CreateVecIndex) X(ArithProgression)
                                X(Arange) X(SetVectorMask) X(ResetMask) X(SetMaskCount) X(SetMaskNorm) X(SetCmpMask) X(
                                    GetCmpMask) X(SetDeqScale) X(BilinearInterpolation) X(PopStackBuffer) X(SoftMax)
                                    X(SoftmaxFlashV2) X(LayerNorm) X(RmsNorm) X(Gelu) X(FasterGelu) X(Silu) X(Swish)
                                        X(Sigmoid) X(Tanh) X(Sin) X(Cos) X(Power) X(Erf) X(Broadcast) X(BroadCast)
                                            X(Sum) X(Mean) X(AscendQuant) X(AscendDequant) X(
                                                AscendAntiQuant) X(ClampMax) X(ClampMin) X(Round)
                                                X(Floor) X(Ceil) X(Trunc) X(Sign) X(TopK) X(Pad) X(UnPad) X(
                                                    ConfusionTranspose) X(DropOut)
#undef X

#define X(name) AICSIM_STOPS(name, nullptr)
                                                    X(BroadCastVecToMM)
                                                        X(LoadImageToLocal)
                                                            X(SetAippFunctions)
                                                                X(LoadDataUnzip) X(LoadUnzipIndex) X(Conv2D) X(Gemm) X(
                                                                    IBSet) X(IBWait) X(WaitPreBlock) X(NotifyNextBlock)
                                                                    X(InitDetermineComputeWorkspace) X(SetAtomicType)
                                                                        X(ScalarCast) X(ScalarGetCountOfValue)
                                                                            X(CheckLocalMemoryIA) X(WriteGmByPassDCache)
                                                                                X(ReadGmByPassDCache) X(SetCtrlSpr)
                                                                                    X(ResetCtrlSpr) X(LoadDataBitMode)
#undef X

} // namespace AscendC
#endif
