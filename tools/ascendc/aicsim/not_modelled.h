// Calls outside vector instructions that are known but not modelled, and the few of their forms that change nothing.
#ifndef AICSIM_NOT_MODELLED_H
#define AICSIM_NOT_MODELLED_H

#include "aicsim/stops.h"
#include "aicsim/tensor.h"

// clang-format off
// Loads of images, packed weights and broadcasts; the deprecated library calls; synchronisation through GM.
#define AICSIM_OTHER_CALLS(X)                                                                                          \
    X(BroadCastVecToMM) X(LoadImageToLocal) X(SetAippFunctions) X(LoadDataUnzip) X(LoadUnzipIndex) X(Conv2D) X(Gemm)   \
    X(GetConv2dTiling) X(GetGemmTiling) X(IBSet) X(IBWait) X(WaitPreBlock) X(NotifyNextBlock)                          \
    X(InitDetermineComputeWorkspace) X(CheckLocalMemoryIA) X(GetProgramCounter) X(GetSsbufBaseAddr)                    \
    X(GetICachePreloadStatus) X(Async) X(CreateCubeResGroup) X(GetSpr) X(ClearSpr)
// Atomic operations on GM.
#define AICSIM_ATOMIC_CALLS(X)                                                                                         \
    X(AtomicAdd) X(AtomicCas) X(AtomicExch) X(AtomicMax) X(AtomicMin) X(GetStoreAtomicConfig)
// clang-format on

namespace AscendC
{

enum class SpecialPurposeReg { AR };

#define AICSIM_OTHER_STOP(name) AICSIM_STOPS(name, nullptr)
AICSIM_OTHER_CALLS(AICSIM_OTHER_STOP)
#undef AICSIM_OTHER_STOP
#define AICSIM_ATOMIC_STOP(name) AICSIM_STOPS(name, "atomic operations on GM are not modelled")
AICSIM_ATOMIC_CALLS(AICSIM_ATOMIC_STOP)
#undef AICSIM_ATOMIC_STOP

// Turning atomic writes off is the state that holds.
inline void SetAtomicNone() {}
inline void DisableDmaAtomic() {}
#define AICSIM_ATOMIC_MODE(name)                                                                                       \
    template <typename T> inline void name(AICSIM_SITE)                                                                \
    {                                                                                                                  \
        aic_rt_not_modelled(#name, "atomic writes to GM are not modelled", site.file, site.line);                      \
    }
AICSIM_ATOMIC_MODE(SetAtomicAdd)
AICSIM_ATOMIC_MODE(SetAtomicMax)
AICSIM_ATOMIC_MODE(SetAtomicMin)
AICSIM_ATOMIC_MODE(SetAtomicType)
#undef AICSIM_ATOMIC_MODE
enum class AtomicDtype { ATOMIC_NONE = 0, ATOMIC_F32, ATOMIC_F16, ATOMIC_S16, ATOMIC_S32, ATOMIC_S8, ATOMIC_BF16 };
enum class AtomicOp { ATOMIC_SUM = 0 };
template <AtomicDtype type, AtomicOp op = AtomicOp::ATOMIC_SUM> inline void SetStoreAtomicConfig(AICSIM_SITE)
{
    if (type != AtomicDtype::ATOMIC_NONE) {
        aic_rt_not_modelled("SetStoreAtomicConfig", "atomic writes to GM are not modelled", site.file, site.line);
    }
}

// Cube cores that serve groups of vector cores by messages.
// clang-format off
#define AICSIM_GROUP_METHODS(X)                                                                                        \
    X(AssignQueue) X(AllocMessage) X(PostMessage) X(PostFakeMsg) X(SetQuit) X(SetSkipMsg) X(FreeMessage) X(Wait)       \
    X(Arrive) X(GetWorkspaceLen) X(UpdateKfcWorkspace)
// clang-format on
#define AICSIM_GROUP_STOP(name) AICSIM_METHOD_STOPS(name, "groups of cube cores are not modelled")
template <typename Message = int> struct CubeResGroupHandle {
    CubeResGroupHandle() = default;
    template <typename... A> explicit CubeResGroupHandle(const A &...)
    {
    }
    AICSIM_GROUP_METHODS(AICSIM_GROUP_STOP)
};
enum class PipeMode : uint8_t { SCALAR_MODE = 0, MTE3_MODE = 1, MAX };
template <PipeMode mode = PipeMode::MTE3_MODE> struct GroupBarrier {
    template <typename... A> explicit GroupBarrier(const A &...)
    {
    }
    AICSIM_GROUP_METHODS(AICSIM_GROUP_STOP)
};
struct KfcWorkspace {
    template <typename... A> explicit KfcWorkspace(const A &...)
    {
    }
    AICSIM_GROUP_METHODS(AICSIM_GROUP_STOP)
    AICSIM_METHOD_STOPS(GetKfcWorkspace, "groups of cube cores are not modelled")
};
#undef AICSIM_GROUP_STOP

} // namespace AscendC
#endif
