// Registers of one unit that this side of the recorder keeps, because a call reads back what an earlier one wrote.
#ifndef AICSIM_UNIT_H
#define AICSIM_UNIT_H

#include "aicsim/base.h"

namespace aicsim
{

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

inline uint64_t Bit(uint64_t word, int low, int width) { return word >> low & (~uint64_t(0) >> (64 - width)); }

} // namespace aicsim
#endif
