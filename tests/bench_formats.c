/* Speed of the format conversions as a share of memcpy's over the same number of bytes, best of several rounds;
 * processor time, so that other programs disturb less. */
#include "buffers/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/npy.h"

#define ROUNDS 7

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const struct {
    const char *from, *to;
    enum aic_dtype dt;
    unsigned ndim;
    uint64_t shape[4];
} cases[] = {
    {"nd", "nz", AIC_DT_HALF, 2, {4096, 4096}},
    {"nz", "nd", AIC_DT_HALF, 2, {4096, 4096}},
    {"nd", "zz", AIC_DT_HALF, 2, {4096, 4096}},
    {"zz", "nd", AIC_DT_HALF, 2, {4096, 4096}},
    {"nd", "zn", AIC_DT_HALF, 2, {4096, 4096}},
    {"zn", "nd", AIC_DT_HALF, 2, {4096, 4096}},
    {"nd", "dn", AIC_DT_HALF, 2, {4096, 4096}},
    {"nz", "zz", AIC_DT_HALF, 2, {4096, 4096}},
    {"nz", "zn", AIC_DT_HALF, 2, {4096, 4096}},
    {"nd", "nz", AIC_DT_HALF, 2, {4095, 4090}},
    {"nz", "nd", AIC_DT_HALF, 2, {4095, 4090}},
    {"nd", "zn", AIC_DT_HALF, 2, {4095, 4090}},
    {"nd", "dn", AIC_DT_HALF, 2, {4095, 4090}},
    {"nchw", "nc1hwc0", AIC_DT_HALF, 4, {8, 256, 100, 100}},
    {"nc1hwc0", "nchw", AIC_DT_HALF, 4, {8, 256, 100, 100}},
    {"nhwc", "nc1hwc0", AIC_DT_HALF, 4, {8, 100, 100, 256}},
    {"nc1hwc0", "nhwc", AIC_DT_HALF, 4, {8, 100, 100, 256}},
    {"nchw", "nc1hwc0", AIC_DT_HALF, 4, {8, 250, 100, 100}},
    {"hwcn", "fractal_z", AIC_DT_HALF, 4, {3, 3, 1024, 1024}},
    {"nchw", "fractal_z", AIC_DT_HALF, 4, {1024, 1024, 3, 3}},
    {"nd", "nz", AIC_DT_INT8, 2, {4096, 8192}},
    {"nd", "zn", AIC_DT_INT8, 2, {4096, 8192}},
    {"nd", "nz", AIC_DT_FLOAT, 2, {4096, 2048}},
    {"nd", "zn", AIC_DT_FLOAT, 2, {4096, 2048}},
    {"nd", "nz", AIC_DT_FP4_E2M1, 2, {4096, 16384}},
    {"nd", "zn", AIC_DT_FP4_E2M1, 2, {4096, 16384}},
    {"nz_l0c", "nz", AIC_DT_FLOAT, 2, {4096, 2048}},
};

static void run(size_t i)
{
    const struct aic_format *from = aic_format_from_name(cases[i].from, strlen(cases[i].from));
    const struct aic_format *to = aic_format_from_name(cases[i].to, strlen(cases[i].to));
    struct aic_logical t;
    char err[200] = "";
    const struct aic_format *speaks = aic_format_family(from) == AIC_FF_CONV2D && strcmp(cases[i].from, "nc1hwc0") == 0
                                          ? to
                                          : from;

    if (!aic_logical_from_shape(speaks, cases[i].ndim, cases[i].shape, &t, err, sizeof err)) {
        printf("%s\n", err);
        return;
    }
    size_t ns = aic_format_tensor_bytes(from, cases[i].dt, &t, err, sizeof err);
    size_t nd = aic_format_tensor_bytes(to, cases[i].dt, &t, err, sizeof err);
    unsigned char *src = aic_array_alloc(ns), *dst = aic_array_alloc(nd), *other = aic_array_alloc(ns);
    double convert = 1e9, copy = 1e9;

    if (src && dst && other) {
        memset(src, 1, ns);
        memset(dst, 2, nd);
        memset(other, 3, ns);
        for (unsigned round = 0; round < ROUNDS; round++) {
            double t0 = now();

            aic_format_convert_tensor(from, to, cases[i].dt, &t, src, ns, dst, nd, err, sizeof err);
            double t1 = now();

            memcpy(other, src, ns);
            double t2 = now();

            convert = t1 - t0 < convert ? t1 - t0 : convert;
            copy = t2 - t1 < copy ? t2 - t1 : copy;
        }
        printf("%-8s -> %-10s %-10s %6.2f GB/s, memcpy %6.2f GB/s, ratio %.2f\n", cases[i].from, cases[i].to,
               aic_dtype_name(cases[i].dt), (double)nd / convert * 1e-9, (double)ns / copy * 1e-9,
               (double)nd / convert / ((double)ns / copy));
    }
    free(src);
    free(dst);
    free(other);
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        run(i);
    return 0;
}
