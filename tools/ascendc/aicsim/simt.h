// What the device compiler knows in SIMT functions. Their threads are not modelled: a launch of them stops, and so does
// a call of one from a vector function.
#ifndef AICSIM_SIMT_H
#define AICSIM_SIMT_H

#include "aicsim/base.h"

struct dim3 {
    uint32_t x, y, z;
    aicsim::Site site;
    constexpr dim3(uint32_t xIn = 1, uint32_t yIn = 1, uint32_t zIn = 1, AICSIM_SITE)
        : x(xIn), y(yIn), z(zIn), site(site)
    {
    }
};
struct uint3 {
    uint32_t x, y, z;
};
// Never read: no thread runs.
inline constexpr uint3 threadIdx{0, 0, 0}, blockIdx{0, 0, 0}, blockDim{1, 1, 1}, gridDim{1, 1, 1};
inline constexpr int32_t warpSize = 32;
inline int32_t laneid() { return 0; }
inline uint32_t lanemask_eq() { return 1; }
inline uint32_t lanemask_lt() { return 0; }

#endif
