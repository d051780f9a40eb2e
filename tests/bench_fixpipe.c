/* Time of one fixpipe of 128 x 256 elements for several conversions and layouts, in microseconds. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "isa/fixpipe.h"
#include "reference/world.h"

#define ROUNDS 200

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void measure(int64_t layout, enum aic_quant mode, enum aic_dtype src, enum aic_dtype dst)
{
    static const char *const names[] = {"nz", "nd", "dn"};
    static struct world w;
    world_init(&w, WORLD_950);
    world_record(&w, &aic_insns_fixpipe[0]);
    world_dtypes(&w, src, dst, AIC_DT_NONE);
    world_operand(&w, AIC_GM, 0);
    world_operand(&w, AIC_L0C, 0);
    memset(w.mem.local[AIC_L0C].state, AIC_ST_VALID, w.mem.local[AIC_L0C].bytes);
    w.rec.f[AIC_FIX_F_LAYOUT] = layout;
    w.rec.f[AIC_FIX_F_N] = 256;
    w.rec.f[AIC_FIX_F_M] = w.rec.f[AIC_FIX_F_SRC_STRIDE] = 128;
    w.rec.f[AIC_FIX_F_DST_STRIDE] = layout == AIC_FIX_NZ ? 128 * 32 : layout == AIC_FIX_ND ? 256 : 128;
    w.rec.f[AIC_FIX_F_QUANT] = mode;
    w.rec.f[AIC_FIX_F_DEQ_SCALAR] = 0x3f800000;
    double start = seconds();
    for (int i = 0; i < ROUNDS; i++) {
        world_execute(&w);
    }
    printf("%s %-16s %8.1f us\n", names[layout], aic_quant_names[mode], (seconds() - start) / ROUNDS * 1e6);
    world_free(&w);
}

int main(void)
{
    for (int64_t layout = AIC_FIX_NZ; layout < AIC_FIX_LAYOUTS; layout++) {
        measure(layout, AIC_Q_NOQUANT, AIC_DT_FLOAT, AIC_DT_FLOAT);
        measure(layout, AIC_Q_F322F16, AIC_DT_FLOAT, AIC_DT_HALF);
        measure(layout, AIC_Q_REQ8, AIC_DT_INT32, AIC_DT_UINT8);
    }
    return 0;
}
