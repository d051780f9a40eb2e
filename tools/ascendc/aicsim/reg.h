// Vector functions on registers (namespace Reg, formerly MicroAPI) of 3510: their types, and their calls, which stop
// (stops.h). The values of the enumerations have no meaning here.
#ifndef AICSIM_REG_H
#define AICSIM_REG_H

#include "aicsim/simt.h"
#include "aicsim/stops.h"
#include "aicsim/vector_structs.h"

namespace AscendC
{
namespace Reg
{

// Of every call's first argument that is a register: memory calls of the same name take no such thing.
struct Operand {
};

struct RegTrait {
    int REG_NUM;
};
constexpr RegTrait RegTraitNumOne{1}, RegTraitNumTwo{2};
template <typename T, const RegTrait &trait = RegTraitNumOne> struct RegTensor : Operand {
    using ActualT = T;
};
struct MaskReg : Operand {
};
struct AddrReg : Operand {
};
struct UnalignReg : Operand {
};
struct UnalignRegForLoad : Operand {
};
struct UnalignRegForStore : Operand {
};

enum class MaskPattern { ALL, VL1, VL2, VL3, VL4, VL8, VL16, VL32, VL64, VL128, M3, M4, H, Q, ALLF };
enum class PostLiteral { POST_MODE_NORMAL, POST_MODE_UPDATE };
constexpr PostLiteral POST_UPDATE = PostLiteral::POST_MODE_UPDATE;
enum class MaskMergeMode { UNKNOWN, MERGING, ZEROING };
enum class DataCopyMode { NORM, DATA_BLOCK_COPY };
enum class LoadDist {
    DIST_NORM,
    DIST_BRC_B8,
    DIST_BRC_B16,
    DIST_BRC_B32,
    DIST_BLK,
    DIST_US_B8,
    DIST_US_B16,
    DIST_DS_B8,
    DIST_DS_B16,
    DIST_E2B_B16,
    DIST_E2B_B32,
    DIST_DINTLV_B8,
    DIST_DINTLV_B16,
    DIST_DINTLV_B32,
    DIST_UNPACK_B8,
    DIST_UNPACK_B16,
    DIST_UNPACK_B32,
    DIST_UNPACK4_B8
};
enum class StoreDist {
    DIST_NORM,
    DIST_NORM_B8,
    DIST_NORM_B16,
    DIST_NORM_B32,
    DIST_FIRST_ELEMENT_B8,
    DIST_FIRST_ELEMENT_B16,
    DIST_FIRST_ELEMENT_B32,
    DIST_INTLV_B8,
    DIST_INTLV_B16,
    DIST_INTLV_B32,
    DIST_PACK_B16,
    DIST_PACK_B32,
    DIST_PACK_B64,
    DIST_PACK4_B32
};
enum class MaskDist { DIST_NORM, DIST_US, DIST_DS, DIST_PACK };
enum class MemType { VEC_STORE, VEC_LOAD, SCALAR_STORE, SCALAR_LOAD, VEC_ALL, SCALAR_ALL };
enum class ReduceType { SUM, MAX, MIN };
enum class RegLayout { UNKNOWN, ZERO, ONE, TWO, THREE };
enum class SatMode { UNKNOWN, NO_SAT, SAT };
enum class HighLowPart { LOWEST, HIGHEST };
enum class HistogramsType { FREQUENCY, ACCUMULATE };
enum class HistogramsBinType { BIN0, BIN1, BIN2, BIN3 };
enum class GatherMaskMode { NO_STORE_REG, STORE_REG };
enum class PairReduceElemMode { SUM };
enum class PairReduce { SUM };

struct CastTrait {
    RegLayout layoutMode = RegLayout::UNKNOWN;
    SatMode satMode = SatMode::UNKNOWN;
    MaskMergeMode mrgMode = MaskMergeMode::UNKNOWN;
    RoundMode roundMode = RoundMode::CAST_NONE;
};
struct DivSpecificMode {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    bool precisionMode = false;
    DivAlgo algo = DivAlgo::INTRINSIC;
};

// clang-format off
#define AICSIM_REG_CALLS(X)                                                                                            \
    X(Abs) X(AbsSub) X(Add) X(AddC) X(Adds) X(And) X(Arange) X(Axpy) X(Cast) X(ClearSpr) X(Compare) X(CompareScalar)   \
    X(Compares) X(CreateAddrReg) X(CreateMask) X(DataCopy) X(DataCopyGather) X(DataCopyScatter) X(DataCopyUnAlign)     \
    X(DataCopyUnAlignPost) X(DataCopyUnAlignPre) X(DeInterleave) X(Div) X(Duplicate) X(Exp) X(ExpSub) X(FusedAbsSub)   \
    X(FusedExpSub) X(FusedMulDstAdd) X(Gather) X(GatherB) X(GatherMask) X(Histograms) X(Interleave) X(LeakyRelu)       \
    X(Ln) X(Load) X(LoadAlign) X(LoadUnAlign) X(LoadUnAlignPre) X(LocalMemBar) X(Log) X(Log10) X(Log2) X(MaskAnd)      \
    X(MaskDeInterleave) X(MaskGenWithRegTensor) X(MaskInterleave) X(MaskNot) X(MaskOr) X(MaskPack) X(MaskUnPack)       \
    X(MaskXor) X(Max) X(Maxs) X(Min) X(Mins) X(Move) X(MoveMask) X(Mul) X(MulAddDst) X(MulDstAdd) X(Mull) X(Muls)      \
    X(MulsCast) X(Neg) X(Not) X(Or) X(Pack) X(PairReduceElem) X(Prelu) X(Reduce) X(ReduceDataBlock)      \
    X(ReduceMax) X(ReduceMaxWithDataBlock) X(ReduceMin) X(ReduceMinWithDataBlock) X(ReduceSum)                         \
    X(ReduceSumWithDataBlock) X(Relu) X(Scatter) X(Select) X(ShiftLeft) X(ShiftLefts) X(ShiftRight) X(ShiftRights)     \
    X(Sqrt) X(Squeeze) X(Store) X(StoreAlign) X(StoreUnAlign) X(StoreUnAlignPost) X(Sub) X(SubC) X(Truncate)           \
    X(UnPack) X(UnSqueeze) X(Unsqueeze) X(UpdateMask) X(Xor)
// clang-format on
#define AICSIM_REG_HEAD(name, ...)                                                                                     \
    template <__VA_ARGS__> inline aicsim::Nothing name(const Operand &, AICSIM_ANY_ARGUMENTS)                          \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, "vector instructions are not modelled", site.file, site.line);                      \
    }
#define AICSIM_REG_STOP(name)                                                                                          \
    AICSIM_STOPS(name, "vector instructions are not modelled")                                                         \
    AICSIM_REG_HEAD(name, typename... X)                                                                               \
    AICSIM_REG_HEAD(name, typename X, auto V, auto... W)                                                               \
    AICSIM_REG_HEAD(name, typename X, typename Y, auto V, auto... W)                                                   \
    AICSIM_REG_HEAD(name, auto V, auto... W)                                                                           \
    AICSIM_REG_HEAD(name, typename X, typename Y, const auto &V)                                                       \
    AICSIM_REG_HEAD(name, typename X, const auto &V)                                                                   \
    AICSIM_REG_HEAD(name, const auto &V)
AICSIM_REG_CALLS(AICSIM_REG_STOP)
#undef AICSIM_REG_STOP
#undef AICSIM_REG_HEAD
#define AICSIM_REDUCE_STOP(name) AICSIM_STOPS_VALUE_FIRST(name, "vector instructions are not modelled")
AICSIM_REDUCE_STOP(PairReduceElem)
AICSIM_REDUCE_STOP(Reduce)
AICSIM_REDUCE_STOP(ReduceDataBlock)
#undef AICSIM_REDUCE_STOP
template <typename X, auto V, const auto &W> inline aicsim::Nothing CreateMask(AICSIM_ANY_ARGUMENTS)
{
    aic_rt_not_modelled("CreateMask", "vector instructions are not modelled", site.file, site.line);
}
template <typename X, auto V, typename Y, auto... W>
inline aicsim::Nothing Duplicate(const Operand &, AICSIM_ANY_ARGUMENTS)
{
    aic_rt_not_modelled("Duplicate", "vector instructions are not modelled", site.file, site.line);
}

} // namespace Reg
namespace MicroAPI = Reg;
} // namespace AscendC

template <typename... X> inline void asc_dump_reg(const aicsim::Anything &, uint32_t, uint32_t, AICSIM_SITE)
{
    aic_rt_not_modelled("asc_dump_reg", "vector instructions are not modelled", site.file, site.line);
}

template <typename... X>
inline void asc_dump(const AscendC::Reg::Operand &, uint32_t, uint32_t, AICSIM_SITE)
{
    aic_rt_not_modelled("asc_dump", "vector instructions are not modelled", site.file, site.line);
}

// Calls a vector function; its first call stops. With a number of threads it is a SIMT function.
template <auto function, typename First, typename... A> inline void asc_vf_call(First &&first, A &&...args)
{
    if constexpr (std::is_same<std::decay_t<First>, dim3>::value) {
        aic_rt_not_modelled("asc_vf_call", "threads of SIMT functions are not modelled", first.site.file,
                            first.site.line);
    } else {
        function(first, args...);
    }
}
template <auto function> inline void asc_vf_call() { function(); }

#endif
