// Functions of SIMT threads: they compile, and what launches the threads stops (aicsim/simt.h).
#ifndef AICSIM_SIMT_API_H
#define AICSIM_SIMT_API_H

#include "aicsim/c_stops.h"
#include "aicsim/simt.h"
#include "kernel_operator.h"

// clang-format off
#define AICSIM_SIMT_CALLS(X)                                                                                           \
    X(asc_activemask) X(asc_all) X(asc_any) X(asc_ballot) X(asc_dcci_entire) X(asc_ldca) X(asc_ldcg) X(asc_nop)        \
    X(asc_reduce_add) X(asc_shfl) X(asc_shfl_down) X(asc_shfl_up) X(asc_shfl_xor) X(asc_stcg) X(asc_stwt)              \
    X(asc_syncthreads) X(asc_threadfence) X(asc_threadfence_block) X(bcnt1) X(clz) X(__clz) X(__popc) X(__ffs)         \
    X(__brev) X(__mulhi) X(__umulhi) X(__int_as_float) X(__float_as_int) X(__float2half) X(__half2float)
// clang-format on
#define AICSIM_SIMT_STOP(name) AICSIM_STOPS(name, "threads of SIMT functions are not modelled")
AICSIM_SIMT_CALLS(AICSIM_SIMT_STOP)
#undef AICSIM_SIMT_STOP

constexpr float ASCRT_PI_F = 3.14159274f;
struct half2 {
    half x, y;
};
struct bfloat16x2_t {
    bfloat16_t x, y;
};

#endif
