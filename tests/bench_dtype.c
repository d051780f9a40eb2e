/* All 2^32 floats through the array conversions to half and bfloat16, each compared with the scalar functions, and the
 * speed of the arrays. Too long for the default run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buffers/float_arrays.h"

enum { BLOCK = 1 << 16 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Number of differences in one block. */
static unsigned compare(const float *floats, const uint8_t *halfs, const uint8_t *bf16s)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < BLOCK; i++) {
        wrong += aic_element_load(halfs, i, AIC_DT_HALF) != aic_float_to_half(floats[i], AIC_ROUND_EVEN);
        wrong += aic_element_load(bf16s, i, AIC_DT_BF16) != aic_float_to_bf16(floats[i], AIC_ROUND_EVEN);
    }
    return wrong;
}

int main(void)
{
    static float floats[BLOCK];
    static uint8_t halfs[2 * BLOCK], bf16s[2 * BLOCK];
    double to_half = 0, to_bf16 = 0;
    unsigned long wrong = 0;

    for (uint32_t high = 0; high < 65536; high++) {
        for (uint32_t low = 0; low < BLOCK; low++) {
            uint32_t bits = high << 16 | low;
            memcpy(&floats[low], &bits, sizeof bits);
        }
        double start = seconds();
        aic_floats_to_halfs(floats, halfs, BLOCK);
        double middle = seconds();
        aic_floats_to_bf16s(floats, bf16s, BLOCK);
        to_half += middle - start;
        to_bf16 += seconds() - middle;
        wrong += compare(floats, halfs, bf16s);
    }
    printf("float to half %.2f, to bfloat16 %.2f billion elements a second; %lu differences\n", 0x1p32 / to_half * 1e-9,
        0x1p32 / to_bf16 * 1e-9, wrong);
    return wrong != 0;
}
