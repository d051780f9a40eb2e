// Flags, barriers and the synchronisation of cores.
#ifndef AICSIM_SYNC_H
#define AICSIM_SYNC_H

#include "aicsim/params.h"
#include "aicsim/unit.h"

enum pipe_t {
    PIPE_S = 0,
    PIPE_V,
    PIPE_M,
    PIPE_MTE1,
    PIPE_MTE2,
    PIPE_MTE3,
    PIPE_ALL,
    PIPE_MTE4,
    PIPE_MTE5,
    PIPE_V2,
    PIPE_FIX
};
enum event_t { EVENT_ID0 = 0, EVENT_ID1, EVENT_ID2, EVENT_ID3, EVENT_ID4, EVENT_ID5, EVENT_ID6, EVENT_ID7 };
using TEventID = int8_t;

namespace aicsim
{
inline const char *PipeName(pipe_t pipe)
{
    static const char *const names[] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "ALL", "?", "?", "?", "FIX"};
    return names[pipe];
}
} // namespace aicsim

namespace AscendC
{

using ::TEventID;

// SOURCE_DESTINATION, as many as the documentation's table has.
#define AICSIM_EVENTS(X)                                                                                               \
    X(MTE2, MTE1)                                                                                                      \
    X(MTE1, MTE2) X(MTE1, M) X(M, MTE1) X(MTE2, V) X(V, MTE2) X(MTE3, V) X(V, MTE3) X(M, V) X(V, M) X(V, V)            \
        X(MTE3, MTE1) X(MTE1, MTE3) X(MTE1, V) X(MTE2, M) X(M, MTE2) X(V, MTE1) X(M, FIX) X(FIX, M) X(MTE3, MTE2)      \
            X(MTE2, MTE3) X(S, V) X(V, S) X(S, MTE2) X(MTE2, S) X(S, MTE3) X(MTE3, S) X(MTE2, FIX) X(FIX, MTE2)        \
                X(FIX, S) X(M, S) X(FIX, MTE3) X(MTE1, FIX) X(FIX, MTE1) X(FIX, FIX) X(FIX, V) X(V, FIX) X(S, M)       \
                    X(S, MTE1) X(MTE1, S) X(S, FIX) X(MTE3, FIX) X(MTE3, M) X(M, MTE3)
enum class HardEvent : uint8_t {
#define X(a, b) a##_##b,
    AICSIM_EVENTS(X)
#undef X
        MAX
};

} // namespace AscendC

namespace aicsim
{

struct EventPipes {
    const char *from, *to;
};
inline EventPipes PipesOf(AscendC::HardEvent event)
{
    static const EventPipes table[] = {
#define X(a, b) {#a, #b},
        AICSIM_EVENTS(X)
#undef X
    };
    return table[static_cast<int>(event)];
}
inline void Flag(const char *mnemonic, const char *call, const char *from, const char *to, int64_t id, Site site)
{
    Record(mnemonic, call, site).Word("src", from).Word("dst", to).Int("id", id).Emit();
}
inline void SetFlagOf(AscendC::HardEvent e, int64_t id, Site site)
{
    Flag("set_flag", "SetFlag", PipesOf(e).from, PipesOf(e).to, id, site);
}
inline void WaitFlagOf(AscendC::HardEvent e, int64_t id, Site site)
{
    Flag("wait_flag", "WaitFlag", PipesOf(e).from, PipesOf(e).to, id, site);
}
inline void Barrier(pipe_t pipe, Site site)
{
    Record("pipe_barrier", "PipeBarrier", site).Word("pipe", PipeName(pipe)).Emit();
}
inline void BufferId(const char *mnemonic, pipe_t pipe, int64_t id, int64_t mode, Site site)
{
    Record(mnemonic, mnemonic, site).Word("pipe", PipeName(pipe)).Int("bufferId", id).Int("mode", mode).Emit();
}
inline void CrossSet(const char *call, int64_t id, int64_t mode, pipe_t pipe, Site site)
{
    Record("cross_set", call, site).Int("flagId", id).Int("mode", mode).Word("pipe", PipeName(pipe)).Emit();
}
inline void CrossWait(const char *call, int64_t id, int64_t mode, pipe_t pipe, Site site)
{
    Record("cross_wait", call, site).Int("flagId", id).Int("mode", mode).Word("pipe", PipeName(pipe)).Emit();
}

} // namespace aicsim

namespace AscendC
{

template <HardEvent event> inline void SetFlag(int32_t id, AICSIM_SITE) { aicsim::SetFlagOf(event, id, site); }
template <HardEvent event> inline void WaitFlag(int32_t id, AICSIM_SITE) { aicsim::WaitFlagOf(event, id, site); }
template <pipe_t pipe> inline void PipeBarrier(AICSIM_SITE) { aicsim::Barrier(pipe, site); }

// Flags of the framework that hold on every product: the same pair of calls as an object.
template <pipe_t from, pipe_t to> class TQueSync
{
public:
    void SetFlag(TEventID id, AICSIM_SITE)
    {
        aicsim::Flag("set_flag", "SetFlag", aicsim::PipeName(from), aicsim::PipeName(to), id, site);
    }
    void WaitFlag(TEventID id, AICSIM_SITE)
    {
        aicsim::Flag("wait_flag", "WaitFlag", aicsim::PipeName(from), aicsim::PipeName(to), id, site);
    }
};

template <uint8_t modeId, pipe_t pipe> inline void CrossCoreSetFlag(uint16_t flagId, AICSIM_SITE)
{
    aicsim::CrossSet("CrossCoreSetFlag", flagId, modeId, pipe, site);
}
template <uint8_t modeId = 0, pipe_t pipe = PIPE_S> inline void CrossCoreWaitFlag(uint16_t flagId, AICSIM_SITE)
{
    aicsim::CrossWait("CrossCoreWaitFlag", flagId, modeId, pipe, site);
}

struct SyncAllConfig {
    pipe_t triggerPipe, waitPipe;
};
inline constexpr SyncAllConfig DEFAULT_SYNC_ALL_CONFIG = {PIPE_ALL, PIPE_ALL};
} // namespace AscendC

namespace aicsim
{
// The library keeps flags of its own for this; a trace has those of kernels only, so that these take the last three.
enum { kFlagOneKind = 10, kFlagUp = 9, kFlagDown = 8 };
inline void SyncOneKind(Site site)
{
    CrossSet("SyncAll", kFlagOneKind, 0, aic_rt_is_aiv() ? PIPE_MTE3 : PIPE_FIX, site);
    CrossWait("SyncAll", kFlagOneKind, 0, PIPE_S, site);
}
// The AIC waits for its vector cores, all AICs for one another, then the vector cores for their AIC.
inline void SyncBothKinds(Site site)
{
    if (aic_rt_is_aiv()) {
        CrossSet("SyncAll", kFlagUp, 2, PIPE_MTE3, site);
        CrossWait("SyncAll", kFlagDown, 2, PIPE_S, site);
        return;
    }
    CrossWait("SyncAll", kFlagUp, 2, PIPE_S, site);
    SyncOneKind(site);
    CrossSet("SyncAll", kFlagDown, 2, PIPE_FIX, site);
}
} // namespace aicsim

namespace AscendC
{

template <bool isAIVOnly = true, const SyncAllConfig &config = DEFAULT_SYNC_ALL_CONFIG> inline void SyncAll(AICSIM_SITE)
{
    aicsim::Barrier(config.triggerPipe == PIPE_S ? PIPE_ALL : config.triggerPipe, site);
    if (isAIVOnly) {
        aicsim::SyncOneKind(site);
    } else {
        aicsim::SyncBothKinds(site);
    }
}
// Through GM and UB: what it waits for is the same where every core takes part.
template <bool isAIVOnly = true> inline void
SyncAll(const GlobalTensor<int32_t> &, const LocalTensor<int32_t> &, const int32_t usedCores = 0, AICSIM_SITE)
{
    if (!isAIVOnly || (usedCores != 0 && usedCores != aic_rt_block_num() * aic_rt_task_ratio())) {
        aic_rt_not_modelled("SyncAll", "some of the cores, or both kinds, through GM", site.file, site.line);
    }
    aicsim::Barrier(PIPE_ALL, site);
    aicsim::SyncOneKind(site);
}
// Kernels of one launch run alone here: nothing follows and nothing came before.
template <pipe_t aiv = PIPE_MTE3, pipe_t aic = PIPE_FIX, bool force = false> inline void SetNextTaskStart() {}
inline void WaitPreTaskEnd() {}

// A buffer id that one pipe holds at a time (3510).
using MutexID = uint8_t;
struct Mutex {
    template <pipe_t pipe> static void Lock(MutexID id, AICSIM_SITE)
    {
        aicsim::Record("get_buf", "Lock", site).Word("pipe", aicsim::PipeName(pipe)).Int("bufferId", id).Emit();
    }
    template <pipe_t pipe> static void Unlock(MutexID id, AICSIM_SITE)
    {
        aicsim::Record("rls_buf", "Unlock", site).Word("pipe", aicsim::PipeName(pipe)).Int("bufferId", id).Emit();
    }
};

// The lowest id that this unit has not taken; 32 buffer ids exist (get_buf).
inline MutexID AllocMutexID(AICSIM_SITE)
{
    uint32_t &taken = aicsim::Registers().mutexIds;
    if (taken == ~uint32_t(0)) {
        aic_rt_not_modelled("AllocMutexID", "all 32 ids are taken", site.file, site.line);
    }
    MutexID id = static_cast<MutexID>(__builtin_ctz(~taken));
    taken |= uint32_t(1) << id;
    return id;
}
inline void ReleaseMutexID(MutexID id) { aicsim::Registers().mutexIds &= ~(uint32_t(1) << (id & 31)); }

// The scalar cache writes through here, so that cleaning it changes nothing.
enum class CacheLine : uint64_t { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE };
enum class DcciDst : uint64_t { CACHELINE_ALL = 0, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
template <typename T, CacheLine line, DcciDst dst = DcciDst::CACHELINE_ALL>
inline void DataCacheCleanAndInvalid(const GlobalTensor<T> &)
{
}
template <typename T, CacheLine line, DcciDst dst = DcciDst::CACHELINE_ALL>
inline void DataCacheCleanAndInvalid(const LocalTensor<T> &)
{
}
template <typename T> inline void DataCachePreload(const GlobalTensor<T> &, int64_t) {}
inline void ICachePreLoad(int64_t) {}
enum class MemDsbT : uint64_t { ALL = 0, DDR, UB, SEQ };
template <MemDsbT kind> inline void DataSyncBarrier() {}

} // namespace AscendC
#endif
