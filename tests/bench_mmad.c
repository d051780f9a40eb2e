/* Time of one 128 x 256 x 64 mmad for several types, in microseconds. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "reference/world.h"

#define ROUNDS 200

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void measure(enum aic_dtype in, enum aic_dtype out)
{
    static struct world w;
    world_init(&w, WORLD_910B);
    world_record(&w, &aic_insns_mmad[0]);
    world_dtypes(&w, in, in, out);
    world_operand(&w, AIC_L0C, 0);
    world_operand(&w, AIC_L0A, 0);
    world_operand(&w, AIC_L0B, 0);
    memset(w.mem.local[AIC_L0A].state, AIC_ST_VALID, w.mem.local[AIC_L0A].bytes);
    memset(w.mem.local[AIC_L0B].state, AIC_ST_VALID, w.mem.local[AIC_L0B].bytes);
    w.rec.f[0] = 128;
    w.rec.f[1] = 256;
    w.rec.f[2] = 64;
    double start = seconds();
    for (int i = 0; i < ROUNDS; i++) {
        world_execute(&w);
    }
    printf("%-10s %8.1f us\n", aic_dtype_name(in), (seconds() - start) / ROUNDS * 1e6);
    world_free(&w);
}

int main(void)
{
    measure(AIC_DT_HALF, AIC_DT_FLOAT);
    measure(AIC_DT_BF16, AIC_DT_FLOAT);
    measure(AIC_DT_FP8_E4M3FN, AIC_DT_FLOAT);
    measure(AIC_DT_FLOAT, AIC_DT_FLOAT);
    measure(AIC_DT_INT8, AIC_DT_INT32);
    measure(AIC_DT_INT4, AIC_DT_INT32);
    return 0;
}
