// The CTRL register: as a word, by single bits, and through the calls that name what a bit does. Bits: table of the
// SetCtrlSpr page and the register map.
#ifndef AICSIM_CTRL_H
#define AICSIM_CTRL_H

#include "aicsim/unit.h"

namespace aicsim
{

enum CtrlBit { kHf32 = 46, kHf32Mode = 47, kInfNan = 48, kFp8Nan = 50, kMmOrder = 51 };

// Tells the simulation about the bits that the cube and the drain read. True: this bit is known.
inline bool EmitCtrl(const char *call, int bit, bool value, Site site)
{
    switch (bit) {
    case kHf32: Record("set_ctrl", call, site).Int("hf32", value).Emit(); return true;
    case kHf32Mode: Record("set_ctrl", call, site).Int("hf32_mode", value).Emit(); return true;
    case kInfNan: Record("set_ctrl", call, site).Int("inf_nan", value).Emit(); return true;
    case kFp8Nan: Record("set_ctrl", call, site).Int("fp8_nan", value).Emit(); return true;
    case kMmOrder: Record("set_mm_order", call, site).Word("order", value ? "column" : "row").Emit(); return true;
    case 53:
    case 59: return true; // integers of vector instructions
    case 60: return aic_rt_is_aiv(); // whether each vector instruction says how it saturates
    default: return false;
    }
}

inline void SetCtrlBit(const char *call, int bit, bool value, Site site)
{
    EmitCtrl(call, bit, value, site);
    uint64_t mask = uint64_t(1) << bit;
    Registers().ctrl = value ? Registers().ctrl | mask : Registers().ctrl & ~mask;
}

// The whole word: bits that stay are no news, a bit whose meaning is not known or not modelled stops the program.
inline void SetCtrl(const char *call, uint64_t word, Site site)
{
    uint64_t changed = word ^ Registers().ctrl;
    if (Bit(changed & word, 6, 3)) {
        aic_rt_not_modelled(call, "CTRL[8:6]: atomic writes to GM are not modelled", site.file, site.line);
    }
    for (int bit = 0; bit < 64; bit++) {
        if (!(changed >> bit & 1) || (bit >= 6 && bit <= 10)) {
            continue;
        }
        if (!EmitCtrl(call, bit, word >> bit & 1, site)) {
            std::string why = "CTRL[" + std::to_string(bit) + "] is not modelled";
            aic_rt_not_modelled(call, why.c_str(), site.file, site.line);
        }
    }
    Registers().ctrl = word;
}

} // namespace aicsim

namespace AscendC
{

enum class HF32Mode { DISABLE = 0, ENABLE = 1 };
enum class HF32TransMode { NEAREST_EVEN = 0, NEAREST_ZERO = 1 };

inline void SetHF32Mode(HF32Mode mode, AICSIM_SITE)
{
    aicsim::SetCtrlBit("SetHF32Mode", aicsim::kHf32, mode == HF32Mode::ENABLE, site);
}
inline void SetHF32Mode(bool enable, AICSIM_SITE)
{
    aicsim::SetCtrlBit("SetHF32Mode", aicsim::kHf32, enable, site);
}
inline void SetHF32TransMode(bool towardZero, AICSIM_SITE)
{
    aicsim::SetCtrlBit("SetHF32TransMode", aicsim::kHf32Mode, towardZero, site);
}
inline void SetHF32TransMode(HF32TransMode mode, AICSIM_SITE)
{
    SetHF32TransMode(mode == HF32TransMode::NEAREST_ZERO, site);
}
inline void SetMMRowMajor(AICSIM_SITE) { aicsim::SetCtrlBit("SetMMRowMajor", aicsim::kMmOrder, false, site); }
inline void SetMMColumnMajor(AICSIM_SITE) { aicsim::SetCtrlBit("SetMMColumnMajor", aicsim::kMmOrder, true, site); }
inline void SetMMLayoutTransform(bool columnMajor, AICSIM_SITE)
{
    aicsim::SetCtrlBit("SetMMLayoutTransform", aicsim::kMmOrder, columnMajor, site);
}

template <int8_t startBit, int8_t endBit> inline void SetCtrlSpr(int64_t value, AICSIM_SITE)
{
    static_assert(0 <= startBit && startBit <= endBit && endBit < 64, "bits of a 64-bit register");
    constexpr uint64_t mask = ~uint64_t(0) >> (63 - endBit + startBit) << startBit;
    uint64_t word = (aicsim::Registers().ctrl & ~mask) | ((static_cast<uint64_t>(value) << startBit) & mask);
    aicsim::SetCtrl("SetCtrlSpr", word, site);
}
template <int8_t startBit, int8_t endBit> inline int64_t GetCtrlSpr()
{
    return static_cast<int64_t>(aicsim::Bit(aicsim::Registers().ctrl, startBit, endBit - startBit + 1));
}
template <int8_t startBit, int8_t endBit> inline void ResetCtrlSpr(AICSIM_SITE)
{
    SetCtrlSpr<startBit, endBit>(
        static_cast<int64_t>(aicsim::Bit(aicsim::UnitRegisters().ctrl, startBit, endBit - startBit + 1)), site);
}

// Saturation of floats: on means CTRL[48] = 0. The other mode is one of vector casts.
enum class SaturationMode : uint8_t { FLOAT, CAST };
template <SaturationMode mode> inline void SetSaturationFlag(bool enableSat, AICSIM_SITE)
{
    if (mode == SaturationMode::FLOAT) {
        aicsim::SetCtrlBit("SetSaturationFlag", aicsim::kInfNan, !enableSat, site);
    }
}
template <SaturationMode mode> inline bool GetSaturationFlag(AICSIM_SITE)
{
    if (mode == SaturationMode::CAST) {
        aic_rt_not_modelled("GetSaturationFlag", "the mode of vector casts", site.file, site.line);
    }
    return !aicsim::Bit(aicsim::Registers().ctrl, aicsim::kInfNan, 1);
}

struct AscendCUtils {
    static void SetOverflow(uint64_t keep, AICSIM_SITE)
    {
        aicsim::SetCtrlBit("SetOverflow", aicsim::kInfNan, keep != 0, site);
    }
};

} // namespace AscendC

inline uint64_t get_ctrl() { return aicsim::Registers().ctrl; }
inline void set_ctrl(uint64_t word, AICSIM_SITE) { aicsim::SetCtrl("set_ctrl", word, site); }
inline uint64_t sbitset0(uint64_t word, int bit) { return word & ~(uint64_t(1) << bit); }
inline uint64_t sbitset1(uint64_t word, int bit) { return word | uint64_t(1) << bit; }
#endif
