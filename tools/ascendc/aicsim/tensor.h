// Tensors: a type, a place and a size. Nothing is stored here; the bytes live in the simulated buffers.
#ifndef AICSIM_TENSOR_H
#define AICSIM_TENSOR_H

#include "aicsim/types.h"

namespace AscendC
{

enum class TPosition : uint8_t {
    GM,
    A1,
    A2,
    B1,
    B2,
    C1,
    C2,
    CO1,
    CO2,
    VECIN,
    VECOUT,
    VECCALC,
    LCM = VECCALC,
    SPM,
    SHM = SPM,
    TSCM,
    C2PIPE2GM,
    C2PIPE2LOCAL,
    MAX
};
using QuePosition = TPosition;

enum class CacheMode { CACHE_MODE_DISABLE = 0, CACHE_MODE_NORMAL = 1, CACHE_MODE_LAST = 2, CACHE_MODE_PERSISTENT = 4 };
enum class CacheRwMode { READ = 1, WRITE = 2, RW = 3 };

} // namespace AscendC

namespace aicsim
{

// The buffer behind a logical position (table of the TPosition page). CO2 and SPM are GM where cube and vector cores
// are separate, which the space "gm" says here; tensors of it carry device addresses.
constexpr const char *SpaceOf(AscendC::TPosition position)
{
    using P = AscendC::TPosition;
    switch (position) {
    case P::A1:
    case P::B1:
    case P::C1:
    case P::TSCM:
    case P::SPM:
        return "l1";
    case P::A2:
        return "l0a";
    case P::B2:
        return "l0b";
    case P::C2:
        return "bt";
    case P::CO1:
        return "l0c";
    case P::C2PIPE2GM:
    case P::C2PIPE2LOCAL:
        return "fb";
    case P::GM:
        return "gm";
    default:
        return "ub";
    }
}

// `tensor(i) = v` and `v = tensor(i)`.
template <typename Tensor, typename T> class ElementRef
{
public:
    ElementRef(const Tensor &tensor, uint64_t index, Site site) : tensor_(tensor), index_(index), site_(site) {}
    operator T() const { return tensor_.GetValue(index_, site_); }
    const ElementRef &operator=(T value) const
    {
        tensor_.SetValue(index_, value, site_);
        return *this;
    }

private:
    const Tensor &tensor_;
    uint64_t index_;
    Site site_;
};

} // namespace aicsim

namespace AscendC
{

struct ShapeInfo {
    uint8_t shapeDim = 0, originalShapeDim = 0;
    uint32_t shape[K_MAX_SHAPE_DIM] = {}, originalShape[K_MAX_SHAPE_DIM] = {};
    int dataFormat = 0;
    ShapeInfo() = default;
    template <typename Format> ShapeInfo(uint8_t dim, const uint32_t *s, Format format) : ShapeInfo(dim, s)
    {
        dataFormat = static_cast<int>(format);
    }
    ShapeInfo(uint8_t dim, const uint32_t *s) : shapeDim(dim), originalShapeDim(dim)
    {
        for (int i = 0; i < dim; i++) {
            shape[i] = originalShape[i] = s[i];
        }
    }
};

inline uint64_t GetShapeSize(const ShapeInfo &info)
{
    uint64_t n = 1;
    for (int i = 0; i < info.shapeDim; i++) {
        n *= info.shape[i];
    }
    return n;
}

// Where a tensor lies, as libraries hand it from one to another.
struct TBuffAddr {
    uint8_t logicPos = static_cast<uint8_t>(TPosition::VECCALC);
    uint8_t *bufferHandle = nullptr;
    uint64_t dataLen = 0, bufferAddr = 0; // bytes
};

template <typename T> class BaseTensor
{
};

template <typename T> class LocalTensor : public BaseTensor<T>
{
public:
    using PrimType = PrimT<T>;
    LocalTensor() = default;
    LocalTensor(TPosition position, uint64_t address, uint64_t elements)
        : address_{static_cast<uint8_t>(position), nullptr, aicsim::BytesOf<T>(elements), aicsim::InBuffer(address)}
    {
    }
    // Of a TensorTrait, which says the rest.
    template <typename U = T> explicit LocalTensor(uint32_t address)
        : LocalTensor(U::tPos, address, typename U::LiteLayoutType().Size())
    {
    }

    const char *Space() const { return aicsim::SpaceOf(Position()); }
    uint64_t Address() const { return address_.bufferAddr; }
    uint64_t Bytes() const { return address_.dataLen; }

    LocalTensor operator[](uint32_t offset) const
    {
        LocalTensor t = *this;
        uint64_t bytes = aicsim::BytesOf<T>(offset);
        t.address_.bufferAddr += bytes;
        t.address_.dataLen = Bytes() > bytes ? Bytes() - bytes : 0;
        return t;
    }
    template <typename U> LocalTensor<U> ReinterpretCast() const
    {
        LocalTensor<U> t;
        t.address_ = address_;
        return t;
    }
    void SetAddr(const TBuffAddr &address) { address_ = address; }
    void InitBuffer(uint32_t offset, uint32_t elements)
    {
        address_.bufferAddr = offset;
        SetSize(elements);
    }
    PrimType GetValue(uint32_t index, AICSIM_SITE) const
    {
        PrimType value;
        aic_rt_read(Space(), Address() + aicsim::BytesOf<T>(index), &value, sizeof(PrimType), "GetValue", site.file,
                    site.line);
        return value;
    }
    template <typename U> void SetValue(uint32_t index, U u, AICSIM_SITE) const
    {
        PrimType value = static_cast<PrimType>(u);
        aic_rt_write(Space(), Address() + aicsim::BytesOf<T>(index), &value, sizeof(PrimType), "SetValue", site.file,
                     site.line);
    }
    aicsim::ElementRef<LocalTensor, PrimType> operator()(uint32_t index, AICSIM_SITE) const
    {
        return {*this, index, site};
    }
    // The address inside the buffer, as the intrinsics take it.
    uint64_t GetPhyAddr(uint32_t offset = 0) const { return Address() + aicsim::BytesOf<T>(offset); }
    int32_t GetPosition() const { return static_cast<int32_t>(Position()); }
    void Print(AICSIM_SITE) const { Print(GetSize(), site); }
    void Print(uint32_t count, AICSIM_SITE) const
    {
        std::string out;
        for (uint32_t i = 0; i < count; i++) {
            char text[40];
            snprintf(text, sizeof(text), "%g ", static_cast<double>(static_cast<float>(GetValue(i, site))));
            out += text;
        }
        aic_rt_print((out + "\n").c_str());
    }
    uint32_t GetSize() const { return static_cast<uint32_t>(Bytes() * 8 / aicsim::Dtype<T>::bits); }
    uint32_t GetLength() const { return static_cast<uint32_t>(Bytes()); }
    void SetSize(uint32_t elements) { address_.dataLen = aicsim::BytesOf<T>(elements); }
    void SetBufferLen(uint32_t elements) { SetSize(elements); }
    void SetUserTag(int tag) { tag_ = tag; }
    int GetUserTag() const { return tag_; }
    void SetShapeInfo(const ShapeInfo &info) { shape_ = info; }
    ShapeInfo GetShapeInfo() const { return shape_; }
    template <typename U> void SetAddrWithOffset(LocalTensor<U> &from, uint32_t offset)
    {
        address_.logicPos = from.address_.logicPos;
        address_.bufferAddr = from.Address() + aicsim::BytesOf<U>(offset);
    }

    TBuffAddr address_; // public for libraries that pass it to SetAddr

private:
    TPosition Position() const { return static_cast<TPosition>(address_.logicPos); }

    int tag_ = 0;
    ShapeInfo shape_;
};

template <typename T> class GlobalTensor : public BaseTensor<T>
{
public:
    using PrimType = PrimT<T>;
    const char *Space() const { return "gm"; }
    uint64_t Address() const { return address_; }
    uint64_t Bytes() const { return 0; }

    void SetGlobalBuffer(PrimType *buffer, uint64_t elements = 0)
    {
        address_ = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(buffer));
        elements_ = elements;
    }
    GlobalTensor operator[](uint64_t offset) const
    {
        GlobalTensor t = *this;
        t.address_ += aicsim::BytesOf<T>(offset);
        t.elements_ = elements_ > offset ? elements_ - offset : 0;
        return t;
    }
    template <typename U> GlobalTensor<U> ReinterpretCast() const
    {
        GlobalTensor<U> t;
        t.SetGlobalBuffer(reinterpret_cast<PrimT<U> *>(static_cast<uintptr_t>(address_)),
                          elements_ * aicsim::Dtype<T>::bits / aicsim::Dtype<U>::bits);
        return t;
    }
    PrimType GetValue(uint64_t index, AICSIM_SITE) const
    {
        PrimType value;
        aic_rt_read("gm", address_ + aicsim::BytesOf<T>(index), &value, sizeof(PrimType), "GetValue", site.file,
                    site.line);
        return value;
    }
    template <typename U> void SetValue(uint64_t index, U u, AICSIM_SITE) const
    {
        PrimType value = static_cast<PrimType>(u);
        aic_rt_write("gm", address_ + aicsim::BytesOf<T>(index), &value, sizeof(PrimType), "SetValue", site.file,
                     site.line);
    }
    aicsim::ElementRef<GlobalTensor, PrimType> operator()(uint64_t index, AICSIM_SITE) const
    {
        return {*this, index, site};
    }
    PrimType *GetPhyAddr(uint64_t offset = 0) const
    {
        return reinterpret_cast<PrimType *>(static_cast<uintptr_t>(address_ + aicsim::BytesOf<T>(offset)));
    }
    uint64_t GetSize() const { return elements_; }
    void SetShapeInfo(const ShapeInfo &info) { shape_ = info; }
    ShapeInfo GetShapeInfo() const { return shape_; }
    // Only a hint to the L2 cache: it changes no result.
    template <CacheRwMode mode = CacheRwMode::RW> void SetL2CacheHint(CacheMode) {}

    uint64_t address_ = 0; // public for libraries that pass it on

private:
    uint64_t elements_ = 0;
    ShapeInfo shape_;
};

} // namespace AscendC
#endif
