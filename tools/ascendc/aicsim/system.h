// Where a kernel runs, what it prints, the kernel's type and its tiling data.
#ifndef AICSIM_SYSTEM_H
#define AICSIM_SYSTEM_H

#include <cstdarg>
#include <cstring>
#include <vector>

#include "aicsim/params.h"
#include "aicsim/unit.h"

#define ASCEND_IS_AIC (::aic_rt_is_aic())
#define ASCEND_IS_AIV (::aic_rt_is_aiv())
#define ASCEND_IS_NOT_AIC (!::aic_rt_is_aic())
#define ASCEND_IS_NOT_AIV (!::aic_rt_is_aiv())

#define KERNEL_TYPE_AIV_ONLY AIC_RT_VECTOR
#define KERNEL_TYPE_AIC_ONLY AIC_RT_CUBE
#define KERNEL_TYPE_MIX_AIV_1_0 AIC_RT_MIX_0_1
#define KERNEL_TYPE_MIX_AIC_1_0 AIC_RT_MIX_1_0
#define KERNEL_TYPE_MIX_AIC_1_1 AIC_RT_MIX_1_1
#define KERNEL_TYPE_MIX_AIC_1_2 AIC_RT_MIX_1_2
#define KERNEL_TYPE_AICORE AIC_RT_MIX_1_2
#define KERNEL_TYPE_VECTORCORE AIC_RT_VECTOR
#define KERNEL_TYPE_MIX_AICORE AIC_RT_MIX_1_2
#define KERNEL_TYPE_MIX_VECTOR_CORE AIC_RT_VECTOR
#define KERNEL_TASK_TYPE_DEFAULT(type) ::aic_rt_task_type(type)
#define KERNEL_TASK_TYPE(key, type) ::aic_rt_task_type(type)

// What every structure of tiling data can do besides; it stays one that braces fill.
#define AICSIM_TILING_FUNCTIONS(type)                                                                                  \
    void SaveToBuffer(void *to, size_t room) const                                                                     \
    {                                                                                                                  \
        std::memcpy(to, static_cast<const void *>(this), room < sizeof(type) ? room : sizeof(type));                   \
    }                                                                                                                  \
    size_t GetDataSize() const { return sizeof(type); }

// Tiling: a plain structure that the host program passes in device memory (or by value).
#define REGISTER_TILING_DEFAULT(type) using aicsim_tiling_default [[maybe_unused]] = type
#define GET_TILING_DATA_WITH_STRUCT(type, name, from)                                                                  \
    type name;                                                                                                         \
    std::memcpy(static_cast<void *>(&name), reinterpret_cast<const void *>(from), sizeof(type))
#define GET_TILING_DATA(name, from) GET_TILING_DATA_WITH_STRUCT(aicsim_tiling_default, name, from)
#define GET_TILING_DATA_MEMBER(type, member, name, from)                                                               \
    decltype(type::member) name;                                                                                       \
    std::memcpy(static_cast<void *>(&name), reinterpret_cast<const uint8_t *>(from) + offsetof(type, member),          \
                sizeof(name))
#define BEGIN_TILING_DATA_DEF(type)                                                                                    \
    struct type {                                                                                                      \
        AICSIM_TILING_FUNCTIONS(type)
#define TILING_DATA_FIELD_DEF(type, name)                                                                              \
    type name = {};                                                                                                    \
    type get_##name() const { return name; }                                                                           \
    void set_##name(type value) { name = value; }
#define TILING_DATA_FIELD_DEF_ARR(type, count, name) type name[count] = {};
#define TILING_DATA_FIELD_DEF_STRUCT(type, name) type name;
#define END_TILING_DATA_DEF }
#define REGISTER_TILING_DATA_CLASS(op, type) using aicsim_tiling_default [[maybe_unused]] = type;
#define TILING_KEY_IS(key) ((key) == ::aicsim::TilingKey())
#define ICPU_SET_TILING_KEY(key) (::aicsim::TilingKey() = (key))

namespace aicsim
{

inline int64_t &TilingKey()
{
    static int64_t key = 0;
    return key;
}

// printf of the device: one line of text, marked with the core that printed it.
inline void Print(const char *format, ...) __attribute__((format(printf, 1, 2)));
inline void Print(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(nullptr, 0, format, args);
    va_end(args);
    std::vector<char> text(static_cast<size_t>(n < 0 ? 0 : n) + 1);
    vsnprintf(text.data(), text.size(), format, again);
    va_end(again);
    aic_rt_print(text.data());
}

template <typename T> inline void PrintValue(std::string &out, T value)
{
    char text[40];
    snprintf(text, sizeof(text), "%g ", static_cast<double>(static_cast<float>(value)));
    out += text;
}
template <typename Tag> inline void PrintValue(std::string &out, Packed4<Tag> value)
{
    char text[8];
    snprintf(text, sizeof(text), "0x%02x ", value.bits);
    out += text;
}

} // namespace aicsim

namespace AscendC
{
constexpr int32_t AIC = 1, AIV = 2;
#ifndef AICSIM_CORE_TYPE
#define AICSIM_CORE_TYPE AscendC::AIC
#endif

// The kind of core. A source whose templates ask for it is built once for each kind, as by the device compiler
// (recorder/halves.h), or for the one that -D AICSIM_CORE_TYPE=AscendC::AIV names; other sources are built once, and
// outside constant expressions it is the core that runs.
struct CoreType {
    constexpr operator int32_t() const { return AICSIM_CORE_TYPE; }
    constexpr bool operator==(int32_t type) const
    {
        return (__builtin_is_constant_evaluated() ? AICSIM_CORE_TYPE : ::aic_rt_is_aic() ? AIC : AIV) == type;
    }
    constexpr bool operator!=(int32_t type) const { return !(*this == type); }
};
constexpr CoreType g_coreType{};

constexpr uint64_t MASK_PLACEHOLDER = 0;

// Where the flags of other cores lie: the simulation has them elsewhere.
inline void SetSyncBaseAddr(uint64_t) {}

inline int64_t GetBlockIdx() { return aic_rt_block_idx(); }
inline int64_t GetBlockNum() { return aic_rt_block_num(); }
inline int64_t GetSubBlockIdx() { return aic_rt_sub_block_idx(); }
inline int64_t GetSubBlockNum() { return aic_rt_task_ratio(); }
inline int64_t GetTaskRatio() { return aic_rt_task_ratio(); }
inline int64_t GetTaskRation() { return aic_rt_task_ratio(); }
inline int64_t GetSystemCycle() { return aic_rt_cycle(); }
inline constexpr uint32_t GetVecLen() { return 256; }
inline int64_t GetDataBlockSizeInBytes() { return 32; }
inline uint32_t GetUBSizeInBytes() { return static_cast<uint32_t>(aic_rt_space_size("ub")); }
inline uint32_t GetRuntimeUBSize() { return GetUBSizeInBytes(); }
inline void GetArchVersion(uint32_t &version) { version = __NPU_ARCH__; }

// The registers stand at their initial values when a kernel starts; nothing is left to do.
inline void InitSocState() {}
inline void SetSysWorkspace(uint8_t *) {}
inline void SetSysWorkspaceForce(uint8_t *) {}
inline uint8_t *GetUserWorkspace(uint8_t *workspace) { return workspace; }

template <typename... Args> inline void printf(const char *format, Args &&...args) { aicsim::Print(format, args...); }

template <typename Tensor> inline void DumpTensor(const Tensor &tensor, uint32_t desc, uint32_t count, AICSIM_SITE)
{
    std::string out = "DumpTensor desc=" + std::to_string(desc) + " " + tensor.Space() + ": ";
    for (uint32_t i = 0; i < count; i++) {
        aicsim::PrintValue(out, tensor.GetValue(i, site));
    }
    aic_rt_print((out + "\n").c_str());
}
template <typename Tensor>
inline void DumpTensor(const Tensor &tensor, uint32_t desc, uint32_t count, const ShapeInfo &, AICSIM_SITE)
{
    DumpTensor(tensor, desc, count, site);
}
template <typename Tensor> inline void
DumpAccChkPoint(const Tensor &tensor, uint32_t index, uint32_t offset, uint32_t count, AICSIM_SITE)
{
    DumpTensor(tensor[offset], index, count, site);
}
inline void PrintTimeStamp(uint32_t desc) { aicsim::Print("time stamp %u: cycle %ld\n", desc, (long)aic_rt_cycle()); }
inline void Trap(AICSIM_SITE) { aic_rt_not_modelled("Trap", "the kernel ended itself", site.file, site.line); }
inline void MarkStamp(uint16_t) {}
inline void MetricsProfStart() {}
inline void MetricsProfStop() {}

} // namespace AscendC

// The same of a bare pointer; without a buffer in the name its array says which (aicsim/unit.h).
#define AICSIM_DUMP(name, space)                                                                                       \
    template <typename T> inline void name(T *input, uint32_t desc, uint32_t count, AICSIM_SITE)                       \
    {                                                                                                                  \
        aicsim::Dump(#name, space, input, desc, count, site);                                                          \
    }
namespace aicsim
{
template <typename T> void Dump(const char *call, const char *space, const T *input, uint32_t desc, uint32_t count,
                                Site site)
{
    uint64_t address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(input));
    space = space ? space : ArraySpace(address);
    std::string out = std::string(call) + " desc=" + std::to_string(desc) + " " + space + ": ";
    for (uint32_t i = 0; i < count; i++) {
        T value;
        uint64_t at = (Same(space, "gm") ? address : InBuffer(address)) + BytesOf<T>(i);
        aic_rt_read(space, at, &value, sizeof(T), call, site.file, site.line);
        PrintValue(out, value);
    }
    aic_rt_print((out + "\n").c_str());
}
} // namespace aicsim
AICSIM_DUMP(asc_dump_gm, "gm")
AICSIM_DUMP(asc_dump_ubuf, "ub")
AICSIM_DUMP(asc_dump_l1buf, "l1")
AICSIM_DUMP(asc_dump_cbuf, "l0c")
AICSIM_DUMP(asc_dump, nullptr)
#undef AICSIM_DUMP

#define PRINTF AscendC::printf
// Logs of kernels exist where they run on a CPU only.
#define KERNEL_LOG(...)
#ifndef ASSERT
#define ASSERT(condition) assert(condition)
#endif
#define ASCENDC_ASSERT(condition, behaviour)                                                                           \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            behaviour;                                                                                                 \
        }                                                                                                              \
    } while (0)
#define ascendc_assert(...) aicsim_assert_pick(__VA_ARGS__)
#define aicsim_assert_pick(condition, ...) assert(condition)

inline int64_t get_block_idx() { return aic_rt_block_idx(); }
inline int64_t get_block_num() { return aic_rt_block_num(); }
inline int64_t get_subblockid() { return aic_rt_sub_block_idx(); }
inline int64_t get_subblockdim() { return aic_rt_task_ratio(); }
inline uint8_t *GetSysWorkSpacePtr() { return nullptr; }
#endif
