// The high-level Matmul: its names on both sides, of which every one that computes stops the program.
#ifndef AICSIM_MATMUL_CALLS_H
#define AICSIM_MATMUL_CALLS_H

#include "aicsim/stops.h"
#include "aicsim/tiling_names.h"
#include "kernel_operator.h"

#define AICSIM_METHOD_STOP(name) AICSIM_METHOD_STOPS(name, "the high-level Matmul is not modelled")
#define AICSIM_SETTER(name)                                                                                            \
    int32_t name(AICSIM_ANY_ARGUMENTS) { return 0; }

// clang-format off
#define AICSIM_MATMUL_METHODS(X)                                                                                       \
    X(Init) X(SetTensorA) X(SetTensorB) X(SetTensorScaleA) X(SetTensorScaleB) X(SetBias) X(DisableBias) X(ClearBias)   \
    X(Iterate) X(IterateAll) X(IterateBatch) X(IterateNBatch) X(WaitIterateAll) X(WaitIterateBatch) X(GetTensorC)      \
    X(AsyncGetTensorC) X(WaitGetTensorC) X(GetBatchTensorC) X(GetBatchC) X(GetOffsetC) X(SetOrgShape)                  \
    X(SetSingleShape) X(SetTail) X(SetHF32) X(SetBatchNum) X(SetSparseIndex) X(SetQuantScalar) X(SetQuantVector)       \
    X(SetAntiQuantScalar) X(SetAntiQuantVector) X(SetLocalWorkspace) X(SetWorkspace) X(SetUserDefInfo)                 \
    X(SetSelfDefineData) X(SetSubBlockIdx) X(GetSubBlockIdx) X(GetMatmulApiTiling) X(End)
#define AICSIM_TILING_SETTERS(X)                                                                                       \
    X(SetAType) X(SetBType) X(SetCType) X(SetBiasType) X(SetScaleAType) X(SetScaleBType) X(SetDequantType)             \
    X(SetALayout) X(SetBLayout) X(SetCLayout) X(SetShape) X(SetOrgShape) X(SetSingleShape) X(SetSingleRange)           \
    X(SetDim) X(SetBias) X(EnableBias) X(SetBufferSpace) X(SetFixSplit) X(SetAlignSplit) X(SetSplitRange)              \
    X(SetSplitK) X(EnableMultiCoreSplitK) X(EnableL1BankConflictOptimise) X(SetTraverse) X(SetMadType)                 \
    X(SetBatchNum) X(SetBatchInfoForNormal) X(SetDoubleBuffer) X(SetMatmulConfigParams) X(SetSparse)
#define AICSIM_TILING_RESULTS(X)                                                                                       \
    X(GetTiling) X(GetBaseM) X(GetBaseN) X(GetBaseK) X(GetCoreNum) X(GetSingleShape)
#define AICSIM_TILING_FIELDS(X)                                                                                        \
    X(usedCoreNum) X(M) X(N) X(Ka) X(Kb) X(singleCoreM) X(singleCoreN) X(singleCoreK) X(baseM) X(baseN) X(baseK)       \
    X(depthA1) X(depthB1) X(stepM) X(stepN) X(stepKa) X(stepKb) X(isBias) X(transLength) X(iterateOrder)               \
    X(shareMode) X(shareL1Size) X(shareL0CSize) X(shareUbSize) X(batchM) X(batchN) X(singleBatchM) X(singleBatchN)     \
    X(dbL0A) X(dbL0B) X(dbL0C) X(depthAL1CacheUB) X(depthBL1CacheUB) X(mxTypePara) X(BatchNum) X(ALayoutInfoB)         \
    X(ALayoutInfoS) X(ALayoutInfoN) X(ALayoutInfoG) X(ALayoutInfoD) X(BLayoutInfoB) X(BLayoutInfoS) X(BLayoutInfoN)    \
    X(BLayoutInfoG) X(BLayoutInfoD) X(CLayoutInfoB) X(CLayoutInfoS1) X(CLayoutInfoN) X(CLayoutInfoG)                   \
    X(CLayoutInfoS2)
// clang-format on

enum class CubeFormat { ND = 0, NZ, ZN, ZZ, NN, VECTOR, SCALAR, COLUMN_MAJOR, ND_ALIGN };

namespace AscendC
{
namespace tiling
{
// What the host's tiling fills in and kernels read.
struct TCubeTiling {
    AICSIM_TILING_FUNCTIONS(TCubeTiling)
#define AICSIM_TILING_FIELD(name)                                                                                      \
    int32_t name = 0;                                                                                                  \
    int32_t get_##name() const { return name; }                                                                        \
    void set_##name(int32_t value) { name = value; }
    AICSIM_TILING_FIELDS(AICSIM_TILING_FIELD)
#undef AICSIM_TILING_FIELD
};
} // namespace tiling
using tiling::TCubeTiling;
} // namespace AscendC
using AscendC::tiling::TCubeTiling;

enum class LayoutMode { NONE = 0, BSNGD, SBNGD, BNGS1S2, NORMAL };
enum class IterateMode { ITERATE_MODE_NORMAL = 0, ITERATE_MODE_ALL, ITERATE_MODE_BATCH, ITERATE_MODE_N_BATCH };
enum class IterateOrder { ORDER_M = 0, ORDER_N, UNDEF };
enum class ScheduleType { INNER_PRODUCT = 0, OUTER_PRODUCT, N_BUFFER_33 };
enum class BatchMode { NONE = 0, BATCH_LESS_THAN_L1, BATCH_LARGE_THAN_L1, SINGLE_LARGE_THAN_L1 };
enum class BatchOutMode { SINGLE_BATCH = 0, MULTI_BATCH, DEFAULT };
enum class MatmulConfigMode { CONFIG_NORM = 0, CONFIG_MDL, CONFIG_SPECIALMDL, CONFIG_IBSHARE };

// Page MatmulConfig. Nothing reads it: what would, stops.
struct MatmulConfig {
    bool doNorm = false, doBasicBlock = false, doMultiDataLoad = false, doIBShareNorm = false, doSpecialMDL = false;
    bool doSpecialBasicBlock = false, intrinsicsCheck = false, isNBatch = false, enVecND2NZ = false;
    bool enableL1CacheUB = false, enableReuse = true, enableUBReuse = true, isPerTensor = false;
    bool hasAntiQuantOffset = false, enableInit = true, enableEnd = true, enableGetTensorC = true;
    bool enableSetOrgShape = true, enableSetBias = true, enableSetTail = true, enableQuantVector = true;
    bool enableSetDefineData = true, enableStaticPadZeros = false, enableDoubleCache = false, isBiasBatch = true;
    bool isA2B2Shared = false, isEnableChannelSplit = false, enUnitFlag = false, isPartialOutput = false;
    bool intraBlockPartSum = false, enableMixDualMaster = false, enableKdimReorderLoad = false, isCO1Shared = false;
    bool enableRelu = false;
    uint32_t doMTE2Preload = 0, basicM = 0, basicN = 0, basicK = 0, singleCoreM = 0, singleCoreN = 0, singleCoreK = 0;
    uint32_t stepM = 0, stepN = 0, baseMN = 0, singleCoreMN = 0, sharedCO1BufferSize = 0;
    IterateMode iterateMode = IterateMode::ITERATE_MODE_NORMAL;
    IterateOrder iterateOrder = IterateOrder::UNDEF;
    ScheduleType scheduleType = ScheduleType::INNER_PRODUCT;
    BatchMode batchMode = BatchMode::BATCH_LESS_THAN_L1;
    BatchOutMode bmmOutMode = BatchOutMode::SINGLE_BATCH;
};
inline constexpr MatmulConfig CFG_NORM, CFG_MDL, CFG_IBSHARE_NORM, CFG_BASIC, CFG_SPECIAL_MDL, MM_CFG_BB;
struct MatmulShapeParams {
    uint32_t singleCoreM = 0, singleCoreN = 0, singleCoreK = 0, basicM = 0, basicN = 0, basicK = 0;
};
struct MatmulQuantParams {
    bool isPerTensor = false, hasAntiQuantOffset = false;
};
struct MatmulBatchParams {
    bool isNBatch = false;
    BatchMode batchMode = BatchMode::BATCH_LESS_THAN_L1;
    bool isBiasBatch = true;
};
struct MatmulFuncParams {
    bool intrinsicsLimit = false, enVecND2NZ = false, enableDoubleCache = false, enableL1CacheUB = false;
    uint32_t doMTE2Preload = 0;
    IterateOrder iterateOrder = IterateOrder::UNDEF;
    ScheduleType scheduleType = ScheduleType::INNER_PRODUCT;
    bool enableReuse = true, enableUBReuse = true, isPartialOutput = false, isA2B2Shared = false;
    bool isEnableChannelSplit = false, enableKdimReorderLoad = false;
};

namespace AscendC
{
#define AICSIM_CONFIG(name)                                                                                            \
    template <typename... A> constexpr MatmulConfig name(const A &...)                                                 \
    {                                                                                                                  \
        return {};                                                                                                     \
    }
AICSIM_CONFIG(GetNormalConfig)
AICSIM_CONFIG(GetMDLConfig)
AICSIM_CONFIG(GetSpecialMDLConfig)
AICSIM_CONFIG(GetIBShareNormConfig)
AICSIM_CONFIG(GetBasicConfig)
AICSIM_CONFIG(GetSpecialBasicConfig)
#undef AICSIM_CONFIG
template <MatmulConfigMode mode, typename... A> constexpr MatmulConfig GetMMConfig(const A &...) { return {}; }

template <TPosition position, CubeFormat format, typename TYPE, bool isTrans = false, auto... more> struct MatmulType {
    using T = TYPE;
    using type = TYPE;
};
template <TPosition position, TPosition index, CubeFormat format, typename T, auto... more> struct SparseMatmulType {
    using type = T;
};
template <TPosition position, TPosition scale, CubeFormat format, typename T, auto... more> struct MatmulTypeWithScale {
    using type = T;
};
template <typename T> struct GetMmDstType {
    using Type = std::conditional_t<std::is_same<T, int8_t>::value, int32_t, float>;
};
template <auto... functions> struct MatmulCallBackFunc {
};
template <auto &config, typename... Policy> struct MatmulPolicy {
};
namespace Impl
{
constexpr int32_t QUEUE_DEPTH = 1;
namespace Detail
{
struct TrianUpperMatmulPolicy {
};
struct TrianLowerMatmulPolicy {
};
struct NBuffer33MatmulPolicy {
};
struct SplitMMatmulPolicy {
};
struct MatmulWithScalePolicy {
};
} // namespace Detail
} // namespace Impl
struct MatmulApiStaticTiling : tiling::TCubeTiling {
    MatmulConfig cfg;
};
// Sizes of constants alone: the library's to choose, and what uses them stops.
template <typename... Types> constexpr MatmulApiStaticTiling GetMatmulApiTiling(const MatmulConfig &config)
{
    MatmulApiStaticTiling t = {};
    t.cfg = config;
    return t;
}

template <typename A, typename B, typename C, typename Bias = C, auto &config = CFG_NORM, typename... More> class Matmul
{
public:
    AICSIM_MATMUL_METHODS(AICSIM_METHOD_STOP)
};
template <typename A, typename B, typename C, typename Bias = C, auto &config = CFG_NORM, typename... More>
using MatmulImpl = Matmul<A, B, C, Bias, config, More...>;
} // namespace AscendC
namespace matmul
{
using namespace AscendC;
} // namespace matmul
namespace optiling
{
using AscendC::tiling::TCubeTiling;
} // namespace optiling
using AscendC::GetBasicConfig;
using AscendC::GetBlockIdx;
using AscendC::GetIBShareNormConfig;
using AscendC::GetMDLConfig;
using AscendC::GetMMConfig;
using AscendC::GetNormalConfig;
using AscendC::GetSpecialMDLConfig;
using AscendC::Matmul;
using AscendC::MatmulApiStaticTiling;
using AscendC::MatmulCallBackFunc;
using AscendC::MatmulType;

#define REGIST_MATMUL_OBJ(...)                                                                                         \
    ::aic_rt_not_modelled("REGIST_MATMUL_OBJ", "the high-level Matmul is not modelled", __FILE__, __LINE__)

namespace matmul_tiling
{
using AscendC::TPosition;
using ::CubeFormat;
enum class DataType : int32_t {
    DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT32, DT_BF16, DT_INT4, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_FLOAT8_E8M0,
    DT_HIFLOAT8, DT_FLOAT4_E1M2, DT_FLOAT4_E2M1
};
enum class MatrixTraverse : int32_t { NOSET, FIRSTM, FIRSTN };
enum class MatrixMadType : int32_t { NORMAL, HF32, MXMODE };
enum class DequantType : int32_t { SCALAR, TENSOR, DEFAULT };
enum class ScheduleType : int32_t { INNER_PRODUCT, OUTER_PRODUCT, N_BUFFER_33 };
struct MatmulConfigParams {
    MatmulConfigParams(...) {}
};

// Takes what the program says; the sizes that it asks for are the library's to choose.
class MatmulApiTiling
{
public:
    template <typename... A> explicit MatmulApiTiling(const A &...)
    {
    }
    AICSIM_TILING_SETTERS(AICSIM_SETTER)
    AICSIM_TILING_RESULTS(AICSIM_METHOD_STOP)
};
class MultiCoreMatmulTiling : public MatmulApiTiling
{
public:
    using MatmulApiTiling::MatmulApiTiling;
};
using BatchMatmulTiling = MatmulApiTiling;
} // namespace matmul_tiling

namespace platform_ascendc
{
enum class CoreMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6 };
class PlatformAscendC
{
public:
    template <typename... A> explicit PlatformAscendC(const A &...)
    {
    }
    uint32_t GetLibApiWorkSpaceSize() const { return 16 << 20; }
    void GetCoreMemSize(const CoreMemType &type, uint64_t &bytes, AICSIM_SITE) const
    {
        static const char *const spaces[] = {"l0a", "l0b", "l0c", "l1", nullptr, "ub"};
        unsigned i = static_cast<unsigned>(type);
        if (i >= 6 || !spaces[i]) {
            aic_rt_not_modelled("GetCoreMemSize", "memories that all cores share", site.file, site.line);
        }
        bytes = aic_rt_space_size(spaces[i]);
    }
    uint32_t GetCoreNum(AICSIM_SITE) const { return Cores(0, "GetCoreNum", site); }
    uint32_t GetCoreNumAic(AICSIM_SITE) const { return Cores(0, "GetCoreNumAic", site); }
    uint32_t GetCoreNumAiv(AICSIM_SITE) const { return Cores(1, "GetCoreNumAiv", site); }

private:
    static uint32_t Cores(int vector, const char *call, aicsim::Site site)
    {
        int64_t cores = aic_rt_cores(vector);
        if (cores <= 0) {
            aic_rt_not_modelled(call, "no source says how many this product has", site.file, site.line);
        }
        return static_cast<uint32_t>(cores);
    }
};
class PlatformAscendCManager
{
public:
    static PlatformAscendC *GetInstance(const char * = nullptr)
    {
        static PlatformAscendC platform;
        return &platform;
    }
};
} // namespace platform_ascendc
#endif
