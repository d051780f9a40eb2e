// The high-level Matmul: its names on both sides, of which every one that computes stops the program.
#ifndef AICSIM_MATMUL_CALLS_H
#define AICSIM_MATMUL_CALLS_H

#include "aicsim/stops.h"
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
// clang-format on

enum class CubeFormat { ND = 0, NZ, ZN, ZZ, NN, VECTOR, SCALAR, COLUMN_MAJOR };

namespace AscendC
{
namespace tiling
{
// What the host's tiling fills in and kernels read.
struct TCubeTiling {
    int32_t usedCoreNum = 0, M = 0, N = 0, Ka = 0, Kb = 0, singleCoreM = 0, singleCoreN = 0, singleCoreK = 0;
    int32_t baseM = 0, baseN = 0, baseK = 0, depthA1 = 0, depthB1 = 0, stepM = 0, stepN = 0, stepKa = 0, stepKb = 0;
    int32_t isBias = 0, transLength = 0, iterateOrder = 0, shareMode = 0, shareL1Size = 0, shareL0CSize = 0;
    int32_t shareUbSize = 0, batchM = 0, batchN = 0, singleBatchM = 0, singleBatchN = 0, dbL0A = 0, dbL0B = 0;
    int32_t dbL0C = 0, depthAL1CacheUB = 0, depthBL1CacheUB = 0, mxTypePara = 0;
};
} // namespace tiling
using tiling::TCubeTiling;
} // namespace AscendC
using AscendC::tiling::TCubeTiling;

struct MatmulConfig {
    bool doNorm = false;
};
inline constexpr MatmulConfig CFG_NORM, CFG_MDL, CFG_IBSHARE_NORM, CFG_BASIC, CFG_SPECIAL_MDL;

template <AscendC::TPosition position, CubeFormat format, typename T, bool isTrans = false, auto... more>
struct MatmulType {
    using type = T;
};

namespace AscendC
{
template <typename A, typename B, typename C, typename Bias = C, auto &config = CFG_NORM, typename... More> class Matmul
{
public:
    AICSIM_MATMUL_METHODS(AICSIM_METHOD_STOP)
};
} // namespace AscendC
namespace matmul
{
using AscendC::Matmul;
using ::MatmulType;
} // namespace matmul
using AscendC::Matmul;

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
