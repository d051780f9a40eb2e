// TPipe, TQue, TQueBind, TBuf and TSCM: buffers handed out in order, and the flags that the queues set and wait for.
#ifndef AICSIM_QUEUE_H
#define AICSIM_QUEUE_H

#include "aicsim/stops.h"
#include "aicsim/sync.h"

namespace aicsim
{

using AscendC::HardEvent;
using AscendC::TPosition;

// Which pipe writes a buffer at this position, and which reads it (table of the TQue page).
inline HardEvent FilledEvent(TPosition position)
{
    switch (position) {
    case TPosition::A1:
    case TPosition::B1:
    case TPosition::C1:
    case TPosition::TSCM: return HardEvent::MTE2_MTE1;
    case TPosition::A2:
    case TPosition::B2:
    case TPosition::C2: return HardEvent::MTE1_M;
    case TPosition::CO1: return __NPU_ARCH__ == 2002 || __NPU_ARCH__ == 1001 ? HardEvent::M_V : HardEvent::M_FIX;
    case TPosition::C2PIPE2GM: return HardEvent::FIX_FIX;
    case TPosition::VECIN: return HardEvent::MTE2_V;
    default: return HardEvent::V_MTE3;
    }
}
inline HardEvent FreedEvent(TPosition position)
{
    switch (FilledEvent(position)) {
    case HardEvent::MTE2_MTE1: return HardEvent::MTE1_MTE2;
    case HardEvent::MTE1_M: return HardEvent::M_MTE1;
    case HardEvent::M_V: return HardEvent::V_M;
    case HardEvent::M_FIX: return HardEvent::FIX_M;
    case HardEvent::FIX_FIX: return HardEvent::FIX_FIX;
    case HardEvent::MTE2_V: return HardEvent::V_MTE2;
    default: return HardEvent::MTE3_V;
    }
}

struct QueueBuffer {
    uint64_t address = 0, bytes = 0;
    bool taken = false;
    HardEvent freed = HardEvent::MAX; // what FreeTensor set and nobody has waited for yet
    int8_t freedId = -1, filledId = -1;
};

} // namespace aicsim

namespace AscendC
{

template <TPosition src, TPosition dst, int32_t depth, auto mask> class TQueBind;
template <TPosition pos> class TBuf;
template <TPosition pos, uint32_t bufIDSize> class TBufPool;

class TPipe
{
public:
    TPipe() { Init(); }
    ~TPipe()
    {
        if (alive_) {
            Destroy();
        }
    }
    TPipe(const TPipe &) = delete;
    void Init()
    {
        *aic_rt_unit_slot() = this;
        alive_ = true;
    }
    void Reset()
    {
        Drain(aicsim::Site("TPipe", 0));
        used_ = 0;
        for (uint64_t &offset : offset_) {
            offset = 0;
        }
    }
    // Waits for the buffers that were freed last, then for every pipe.
    void Destroy(AICSIM_SITE)
    {
        Drain(site);
        aicsim::Barrier(PIPE_ALL, site);
        alive_ = false;
    }
    void DestroyWithoutPipeAll() { alive_ = false; }

    template <class Q> bool InitBuffer(Q &que, uint8_t num, uint32_t len, AICSIM_SITE)
    {
        if (used_ + num > kBuffers) {
            aic_rt_not_modelled("InitBuffer", "more than 64 buffers in one TPipe", site.file, site.line);
        }
        que.pipe_ = this;
        que.first_ = used_;
        que.count_ = num;
        for (int i = 0; i < num; i++) {
            buffers_[used_++] = Take(Q::kPosition, len, site);
        }
        return true;
    }
    template <TPosition pos> bool InitBuffer(TBuf<pos> &buf, uint32_t len, AICSIM_SITE)
    {
        buf.buffer_ = Take(pos, len, site);
        return true;
    }

    // A range of one buffer that a pool hands out by itself; the second form starts where another pool starts.
    template <class P> bool InitBufPool(P &pool, uint32_t len, AICSIM_SITE)
    {
        pool.Begin(this, Take(P::kPosition, len, site));
        return true;
    }
    template <class P, class S> bool InitBufPool(P &pool, uint32_t len, S &shared, AICSIM_SITE)
    {
        pool.Share(this, shared, len, site);
        return true;
    }
    // `num` buffers of a queue at given addresses of its buffer, `step` bytes apart.
    template <class Q> void Assign(Q &que, uint8_t num, uint64_t address, uint64_t step, aicsim::Site site)
    {
        if (used_ + num > kBuffers) {
            aic_rt_not_modelled("InitBuffer", "more than 64 buffers in one TPipe", site.file, site.line);
        }
        que.pipe_ = this;
        que.first_ = used_;
        que.count_ = num;
        for (int i = 0; i < num; i++) {
            buffers_[used_] = aicsim::QueueBuffer();
            buffers_[used_].address = address + i * step;
            buffers_[used_++].bytes = step;
        }
    }
    uint64_t GetBaseAddr(int8_t) const { return 0; } // addresses count from the start of a buffer

    // --- a place for what UB cannot hold ----------------------------------------------------------------------------
    template <typename T> void InitSpmBuffer(const GlobalTensor<T> &workspace, int32_t, AICSIM_SITE)
    {
        spmSpace_ = "gm";
        spm_ = workspace.Address();
        (void)site;
    }
    void InitSpmBuffer(int32_t bytes, AICSIM_SITE)
    {
        spmSpace_ = "l1";
        spm_ = Take(TPosition::SPM, static_cast<uint32_t>(bytes), site).address;
    }
    template <typename T>
    void WriteSpmBuffer(const LocalTensor<T> &from, const DataCopyParams &p, int32_t offset = 0, AICSIM_SITE)
    {
        aicsim::Record r("data_copy", "WriteSpmBuffer", site);
        r.At(Spm("WriteSpmBuffer", site), spm_ + offset).At(from);
        SpmBlocks<T>(r, p);
    }
    template <typename T>
    void ReadSpmBuffer(const LocalTensor<T> &to, const DataCopyParams &p, int32_t offset = 0, AICSIM_SITE)
    {
        aicsim::Record r("data_copy", "ReadSpmBuffer", site);
        r.At(to).At(Spm("ReadSpmBuffer", site), spm_ + offset);
        SpmBlocks<T>(r, p);
    }
    template <typename T>
    void WriteSpmBuffer(const LocalTensor<T> &from, int32_t elements, int32_t offset = 0, AICSIM_SITE)
    {
        WriteSpmBuffer(from, SpmWhole<T>(elements), offset, site);
    }
    template <typename T>
    void ReadSpmBuffer(const LocalTensor<T> &to, int32_t elements, int32_t offset = 0, AICSIM_SITE)
    {
        ReadSpmBuffer(to, SpmWhole<T>(elements), offset, site);
    }

    template <HardEvent event> TEventID AllocEventID(AICSIM_SITE) { return Alloc(event, site); }
    template <HardEvent event> void ReleaseEventID(TEventID id) { Release(event, id); }
    template <HardEvent event> TEventID FetchEventID() { return Fetch(event); }
    TEventID FetchEventID(HardEvent event) { return Fetch(event); }

    // The event ids 0..7 of a pair of pipes, lowest first.
    TEventID Alloc(HardEvent event, aicsim::Site site)
    {
        TEventID id = Fetch(event);
        if (id >= 8) {
            aic_rt_not_modelled("AllocEventID", "all eight event ids of this pair of pipes are in use", site.file,
                                site.line);
        }
        events_[static_cast<int>(event)] |= static_cast<uint8_t>(1u << id);
        return id;
    }
    void Release(HardEvent event, TEventID id)
    {
        events_[static_cast<int>(event)] &= static_cast<uint8_t>(~(1u << id));
    }
    TEventID Fetch(HardEvent event) const
    {
        TEventID id = 0;
        while (id < 8 && (events_[static_cast<int>(event)] >> id & 1)) {
            id++;
        }
        return id;
    }
    aicsim::QueueBuffer *Buffer(int index) { return &buffers_[index]; }

private:
    static constexpr int kBuffers = 64;

    const char *Spm(const char *call, aicsim::Site site) const
    {
        if (!spmSpace_) {
            aic_rt_not_modelled(call, "InitSpmBuffer is missing", site.file, site.line);
        }
        return spmSpace_;
    }
    template <typename T> static void SpmBlocks(aicsim::Record &r, const DataCopyParams &p)
    {
        r.template Type<T>().Int("blockCount", p.blockCount).Int("blockLen", p.blockLen);
        r.Int("srcGap", p.srcGap).Int("dstGap", p.dstGap).Emit();
    }
    template <typename T> static DataCopyParams SpmWhole(int32_t elements)
    {
        return DataCopyParams(1, static_cast<uint16_t>(aicsim::BytesOf<T>(elements) / 32), 0, 0);
    }

    static int SpaceIndex(const char *space)
    {
        static const char *const names[] = {"l1", "l0a", "l0b", "l0c", "bt", "fb", "ub"};
        for (int i = 0; i < 7; i++) {
            if (aicsim::Same(names[i], space)) {
                return i;
            }
        }
        return 7;
    }
    aicsim::QueueBuffer Take(TPosition position, uint32_t len, aicsim::Site site)
    {
        const char *space = aicsim::SpaceOf(position);
        uint64_t &offset = offset_[SpaceIndex(space)];
        aicsim::QueueBuffer b;
        b.address = offset;
        b.bytes = (len + 31) / 32 * 32;
        offset += b.bytes;
        // How large the Fixpipe buffer is the sources disagree about (X37); an access too far out is found by itself.
        if (offset > aic_rt_space_size(space) && std::string(space) != "fb") {
            std::string why = std::string("the buffers of ") + space + " take " + std::to_string(offset) +
                              " bytes and the product has " + std::to_string(aic_rt_space_size(space));
            aic_rt_not_modelled("InitBuffer", why.c_str(), site.file, site.line);
        }
        return b;
    }
    void Drain(aicsim::Site site)
    {
        for (int i = 0; i < used_; i++) {
            if (buffers_[i].freedId >= 0) {
                aicsim::WaitFlagOf(buffers_[i].freed, buffers_[i].freedId, site);
                Release(buffers_[i].freed, buffers_[i].freedId);
                buffers_[i].freedId = -1;
            }
        }
    }

    bool alive_ = false;
    int used_ = 0;
    const char *spmSpace_ = nullptr;
    uint64_t spm_ = 0;
    uint64_t offset_[8] = {};
    uint8_t events_[static_cast<int>(HardEvent::MAX)] = {};
    aicsim::QueueBuffer buffers_[kBuffers];
};

using TBufHandle = uint8_t *;
inline TPipe *GetTPipePtr() { return static_cast<TPipe *>(*aic_rt_unit_slot()); }

template <TPosition src, TPosition dst, int32_t depth, auto mask = 0> class TQueBind
{
public:
    static constexpr TPosition kPosition = src == TPosition::GM ? dst : src;

    template <typename T> LocalTensor<T> AllocTensor(AICSIM_SITE)
    {
        for (int i = 0; i < count_; i++) {
            int slot = (next_ + i) % count_;
            aicsim::QueueBuffer *b = Buffer(slot);
            if (b->taken) {
                continue;
            }
            next_ = (slot + 1) % count_;
            b->taken = true;
            if (b->freedId >= 0) {
                aicsim::WaitFlagOf(b->freed, b->freedId, site);
                pipe_->Release(b->freed, b->freedId);
                b->freedId = -1;
            }
            return LocalTensor<T>(kPosition, b->address, b->bytes * 8 / aicsim::Dtype<T>::bits);
        }
        aic_rt_not_modelled("AllocTensor", "every buffer of the queue is taken: FreeTensor is missing", site.file,
                            site.line);
    }
    template <typename T> void AllocTensor(LocalTensor<T> &tensor, AICSIM_SITE) { tensor = AllocTensor<T>(site); }

    template <typename T> bool EnQue(const LocalTensor<T> &tensor, AICSIM_SITE)
    {
        int slot = SlotOf(tensor.Address(), "EnQue", site);
        aicsim::QueueBuffer *b = Buffer(slot);
        b->filledId = pipe_->Alloc(Filled(), site);
        aicsim::SetFlagOf(Filled(), b->filledId, site);
        waiting_[(head_ + length_++) % kSlots] = slot;
        return true;
    }
    template <typename T> LocalTensor<T> DeQue(AICSIM_SITE)
    {
        if (length_ == 0) {
            aic_rt_not_modelled("DeQue", "the queue is empty: EnQue is missing", site.file, site.line);
        }
        aicsim::QueueBuffer *b = Buffer(waiting_[head_ % kSlots]);
        head_++;
        length_--;
        aicsim::WaitFlagOf(Filled(), b->filledId, site);
        pipe_->Release(Filled(), b->filledId);
        b->filledId = -1;
        return LocalTensor<T>(kPosition, b->address, b->bytes * 8 / aicsim::Dtype<T>::bits);
    }
    template <typename T> void DeQue(LocalTensor<T> &tensor, AICSIM_SITE) { tensor = DeQue<T>(site); }
    // With positions: which pair of pipes takes part, where a queue feeds more than one.
    template <TPosition from, TPosition to, typename T> bool EnQue(const LocalTensor<T> &tensor, AICSIM_SITE)
    {
        return EnQue(tensor, site);
    }
    template <TPosition from, TPosition to, typename T> LocalTensor<T> DeQue(AICSIM_SITE) { return DeQue<T>(site); }

    template <typename T> void FreeTensor(LocalTensor<T> &tensor, AICSIM_SITE)
    {
        aicsim::QueueBuffer *b = Buffer(SlotOf(tensor.Address(), "FreeTensor", site));
        b->taken = false;
        b->freed = Freed();
        b->freedId = pipe_->Alloc(b->freed, site);
        aicsim::SetFlagOf(b->freed, b->freedId, site);
    }
    void FreeAllEvent(AICSIM_SITE)
    {
        for (int i = 0; i < count_; i++) {
            aicsim::QueueBuffer *b = Buffer(i);
            if (b->freedId >= 0) {
                aicsim::WaitFlagOf(b->freed, b->freedId, site);
                pipe_->Release(b->freed, b->freedId);
                b->freedId = -1;
            }
        }
    }
    // Buffers that a pool of the kernel's own hands out one by one (EXTERN_IMPL_BUFPOOL).
    void InitStartBufHandle(TBufHandle, uint8_t num, uint32_t len, AICSIM_SITE)
    {
        GetTPipePtr()->Assign(*this, num, 0, len, site);
    }
    template <typename P> void InitBufHandle(P *, uint32_t index, TBufHandle, uint32_t address, uint32_t len)
    {
        Buffer(static_cast<int>(index))->address = address;
        Buffer(static_cast<int>(index))->bytes = len;
    }
    bool HasTensorInQue() const { return length_ > 0; }
    int32_t GetTensorCountInQue() const { return length_; }
    bool VacantInQue() const { return length_ < (depth > 0 ? depth : 1); }
    bool HasIdleBuffer() const
    {
        for (int i = 0; i < count_; i++) {
            if (!Buffer(i)->taken) {
                return true;
            }
        }
        return false;
    }

private:
    friend class TPipe;
    static constexpr int kSlots = 64;

    static HardEvent Filled()
    {
        return src == TPosition::VECIN && dst == TPosition::VECOUT ? HardEvent::MTE2_MTE3
                                                                   : aicsim::FilledEvent(kPosition);
    }
    static HardEvent Freed()
    {
        return src == TPosition::VECIN && dst == TPosition::VECOUT ? HardEvent::MTE3_MTE2
                                                                   : aicsim::FreedEvent(kPosition);
    }
    aicsim::QueueBuffer *Buffer(int slot) const { return pipe_->Buffer(first_ + slot); }
    int SlotOf(uint64_t address, const char *call, aicsim::Site site) const
    {
        for (int i = 0; i < count_; i++) {
            const aicsim::QueueBuffer *b = Buffer(i);
            if (address >= b->address && address < b->address + b->bytes) {
                return i;
            }
        }
        aic_rt_not_modelled(call, "the tensor does not belong to this queue", site.file, site.line);
    }

    TPipe *pipe_ = nullptr;
    int first_ = 0, count_ = 0, next_ = 0, head_ = 0, length_ = 0;
    int waiting_[kSlots] = {};
};

template <TPosition pos, int32_t depth, auto mask = 0> using TQue = TQueBind<TPosition::GM, pos, depth, mask>;
template <TPosition src, int32_t depth = 1, auto mask = 0>
using TSCM = TQueBind<TPosition::GM, TPosition::TSCM, depth, mask>;

template <TPosition pos = TPosition::LCM> class TBuf
{
public:
    template <typename T> LocalTensor<T> Get()
    {
        return Get<T>(static_cast<uint32_t>(buffer_.bytes * 8 / aicsim::Dtype<T>::bits));
    }
    template <typename T> LocalTensor<T> Get(uint32_t len) { return LocalTensor<T>(pos, buffer_.address, len); }
    template <typename T> LocalTensor<T> GetWithOffset(uint32_t size, uint32_t offset)
    {
        return LocalTensor<T>(pos, buffer_.address + offset, size);
    }
    template <typename T> LocalTensor<T> AllocTensor() { return Get<T>(); }
    template <typename T> void FreeTensor(LocalTensor<T> &) {}
    uint32_t GetBufLen() const { return static_cast<uint32_t>(buffer_.bytes); }
    void InitStartBufHandle(TBufHandle, uint8_t, uint32_t) {}
    template <typename P> void InitBufHandle(P *, uint32_t, TBufHandle, uint32_t address, uint32_t len)
    {
        buffer_.address = address;
        buffer_.bytes = len;
    }

private:
    friend class TPipe;
    template <TPosition, uint32_t> friend class TBufPool;
    aicsim::QueueBuffer buffer_;
};

// A range of one buffer from which queues and buffers are given; Reset starts it anew.
template <TPosition pos, uint32_t bufIDSize = 4> class TBufPool
{
public:
    static constexpr TPosition kPosition = pos;

    template <class Q> bool InitBuffer(Q &que, uint8_t num, uint32_t len, AICSIM_SITE)
    {
        uint64_t step = (len + 31u) / 32 * 32;
        pipe_->Assign(que, num, Take(step * num, site), step, site);
        return true;
    }
    template <TPosition at> bool InitBuffer(TBuf<at> &buf, uint32_t len, AICSIM_SITE)
    {
        uint64_t bytes = (len + 31u) / 32 * 32;
        buf.buffer_.address = Take(bytes, site);
        buf.buffer_.bytes = bytes;
        return true;
    }
    template <class P> bool InitBufPool(P &pool, uint32_t len, AICSIM_SITE)
    {
        aicsim::QueueBuffer range;
        range.bytes = (len + 31u) / 32 * 32;
        range.address = Take(range.bytes, site);
        pool.Begin(pipe_, range);
        return true;
    }
    template <class P, class S> bool InitBufPool(P &pool, uint32_t len, S &shared, AICSIM_SITE)
    {
        pool.Share(pipe_, shared, len, site);
        return true;
    }
    void Reset() { used_ = 0; }

    // For TPipe and other pools.
    void Begin(TPipe *pipe, const aicsim::QueueBuffer &range)
    {
        pipe_ = pipe;
        range_ = range;
        used_ = 0;
    }
    template <class S> void Share(TPipe *pipe, S &shared, uint32_t len, aicsim::Site site)
    {
        aicsim::QueueBuffer range = shared.Range();
        if (len > range.bytes) {
            aic_rt_not_modelled("InitBufPool", "a pool that is longer than the one it shares", site.file, site.line);
        }
        Begin(pipe, range);
    }
    const aicsim::QueueBuffer &Range() const { return range_; }

private:
    uint64_t Take(uint64_t bytes, aicsim::Site site)
    {
        if (!pipe_ || used_ + bytes > range_.bytes) {
            aic_rt_not_modelled("InitBuffer", pipe_ ? "the pool has no room left" : "InitBufPool is missing",
                                site.file, site.line);
        }
        used_ += bytes;
        return range_.address + used_ - bytes;
    }

    TPipe *pipe_ = nullptr;
    aicsim::QueueBuffer range_;
    uint64_t used_ = 0;
};

// The members of a pool of the kernel's own: where it stands and how many buffers it has given. InitBufPool calls Begin
// and Share; the handles are only numbers.
#define EXTERN_IMPL_BUFPOOL(name, position, bufIDSize)                                                                 \
public:                                                                                                                \
    static constexpr AscendC::TPosition kPosition = position;                                                          \
    void Init() { Reset(); }                                                                                           \
    void Reset()                                                                                                       \
    {                                                                                                                  \
        aicsimAddress = static_cast<uint32_t>(aicsimRange.address);                                                    \
        aicsimCount = 0;                                                                                               \
    }                                                                                                                  \
    AscendC::TBufHandle GetBufHandle(uint8_t offset)                                                                   \
    {                                                                                                                  \
        return reinterpret_cast<AscendC::TBufHandle>(static_cast<uintptr_t>(offset));                                  \
    }                                                                                                                  \
    void SetCurAddr(uint32_t address) { aicsimAddress = address; }                                                     \
    uint32_t GetCurAddr() const { return aicsimAddress; }                                                              \
    void SetCurBufSize(uint8_t count) { aicsimCount = count; }                                                         \
    uint8_t GetCurBufSize() const { return aicsimCount; }                                                              \
    const aicsim::QueueBuffer &Range() const { return aicsimRange; }                                                   \
    void Begin(AscendC::TPipe *, const aicsim::QueueBuffer &range)                                                     \
    {                                                                                                                  \
        aicsimRange = range;                                                                                           \
        Reset();                                                                                                       \
    }                                                                                                                  \
    template <class S> void Share(AscendC::TPipe *pipe, S &shared, uint32_t, aicsim::Site)                             \
    {                                                                                                                  \
        Begin(pipe, shared.Range());                                                                                   \
    }                                                                                                                  \
                                                                                                                       \
private:                                                                                                               \
    aicsim::QueueBuffer aicsimRange;                                                                                   \
    uint32_t aicsimAddress = 0;                                                                                        \
    uint8_t aicsimCount = 0;                                                                                           \
                                                                                                                       \
public:

// Static tensors handed out one after the other in one physical buffer.
enum class Hardware : uint8_t { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };
template <Hardware hard = Hardware::UB> class LocalMemAllocator
{
public:
    template <TPosition pos, class T> LocalTensor<T> Alloc(uint32_t tileSize)
    {
        LocalTensor<T> t(pos, offset_, tileSize);
        offset_ += (aicsim::BytesOf<T>(tileSize) + 31) / 32 * 32;
        return t;
    }
    template <TPosition pos, class T, uint32_t tileSize> LocalTensor<T> Alloc() { return Alloc<pos, T>(tileSize); }
    template <class T> LocalTensor<T> Alloc(uint32_t tileSize) { return Alloc<kFirst, T>(tileSize); }
    template <class T, uint32_t tileSize> LocalTensor<T> Alloc() { return Alloc<kFirst, T>(tileSize); }
    uint32_t GetCurAddr() const { return static_cast<uint32_t>(offset_); }

private:
    static constexpr TPosition kFirst = hard == Hardware::L1       ? TPosition::A1
                                        : hard == Hardware::L0A    ? TPosition::A2
                                        : hard == Hardware::L0B    ? TPosition::B2
                                        : hard == Hardware::L0C    ? TPosition::CO1
                                        : hard == Hardware::BIAS   ? TPosition::C2
                                        : hard == Hardware::FIXBUF ? TPosition::C2PIPE2GM
                                                                   : TPosition::VECIN;
    uint64_t offset_ = 0;
};

} // namespace AscendC
#endif
