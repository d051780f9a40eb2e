// Registers of one unit that this side of the recorder keeps, because a call reads back what an earlier one wrote.
#ifndef AICSIM_UNIT_H
#define AICSIM_UNIT_H

#include <vector>

#include "aicsim/base.h"

namespace aicsim
{

// An array that a kernel declares in a buffer: the compiler's to place.
struct PlacedArray {
    const char *space, *file, *name;
    int line;
    uint64_t address, end;
};

struct UnitRegisters {
    // What the set-up calls leave for the DataCopy forms and intrinsics of the drain (QUANT_PRE, FPC, ND_PARA or
    // LOOP3_PARA, CHANNEL_PARA and the limit of ClipReLU, a half; 0: never set).
    uint64_t deqScalar = 0, fpc = 0;
    uint16_t clipLimit = 0;
    uint16_t ndNum = 1;
    uint32_t srcNdStride = 0, dstNdStride = 0;
    uint16_t srcNzC0Stride = 1;
    // MTE2_NZ_PARA of 3510: what nd2nz and dn2nz do at the destination.
    uint64_t nzPara = 0;
    uint32_t mutexIds = 0; // taken by AllocMutexID
    std::vector<PlacedArray> arrays;
    // CTRL. Bit 60 of 3510 stands at 1 (table of the SetCtrlSpr page).
    uint64_t ctrl = __NPU_ARCH__ == 3510 ? uint64_t(1) << 60 : 0;
};

// One for every unit of every block; a kernel finds them as the chip does, at their initial values.
inline UnitRegisters &Registers()
{
    static UnitRegisters regs[1 << 12];
    unsigned unit = static_cast<unsigned>(aic_rt_block_idx() * 3 + (aic_rt_is_aiv() ? 1 + aic_rt_sub_block_idx() : 0));
    return regs[unit & 0xfff];
}

// Where such an array begins: one behind the other in each buffer, at the start of a fractal where the buffer has
// fractals. A declaration that runs again is at the same place.
inline uint64_t PlaceArray(const char *space, const char *file, int line, const char *name, uint64_t bytes)
{
    uint64_t next = 0;
    for (const PlacedArray &a : Registers().arrays) {
        if (__builtin_strcmp(a.space, space) == 0) {
            next = a.end > next ? a.end : next;
            if (a.line == line && __builtin_strcmp(a.name, name) == 0 && __builtin_strcmp(a.file, file) == 0) {
                return a.address;
            }
        }
    }
    uint64_t step = space[0] != 'l' ? 128 : space[1] == '0' ? 1024 : 32;
    next = (next + step - 1) / step * step;
    if (next + bytes > aic_rt_space_size(space)) {
        std::string why = std::string("the arrays of ") + space + " take " + std::to_string(next + bytes) +
                          " bytes and the product has " + std::to_string(aic_rt_space_size(space));
        aic_rt_not_modelled(name, why.c_str(), file, line);
    }
    Registers().arrays.push_back({space, file, name, line, next, next + bytes});
    return next;
}
// The buffer stands in the pointer from bit 56 up, where no address of GM has bits; records leave it out.
inline constexpr const char *kArraySpaces[] = {"gm", "l1", "l0a", "l0b", "l0c", "ub", "fb", "bt"};
inline const char *ArraySpace(uint64_t pointer) { return pointer >> 56 < 8 ? kArraySpaces[pointer >> 56] : "gm"; }
template <typename A> inline A &LocalArray(const char *space, const char *file, int line, const char *name)
{
    uint64_t address = PlaceArray(space, file, line, name, sizeof(A)), kind = 0;
    while (!Same(kArraySpaces[kind], space)) {
        kind++;
    }
    return *reinterpret_cast<A *>(static_cast<uintptr_t>(address | kind << 56));
}

inline uint64_t Bit(uint64_t word, int low, int width) { return word >> low & (~uint64_t(0) >> (64 - width)); }

} // namespace aicsim
#endif
