/* Speed of the format conversions as a share of memcpy's over the larger of the two arrays, best of several rounds;
 * processor time, so that other programs disturb less. Every pair of formats that share a tensor is measured for each
 * shape of their family, with 16-bit elements; then a few pairs of other widths.
 * usage: bench_formats [RUNS [WORD]]   RUNS measures all of it so many times in fresh memory (1) and prints the lowest
 *                                      and the median share; WORD keeps only the cases whose line contains it */
#include "buffers/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/npy.h"

enum { ROUNDS = 7, MAX_RUNS = 32, MAX_CASES = 1024 };

struct bench_case {
    const struct aic_format *from, *to;
    enum aic_dtype dt;
    struct aic_logical t;
    char label[120];
    double share[MAX_RUNS], rate[MAX_RUNS]; /* rate: GB/s of the larger array */
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Powers of two, their neighbours, padding, small and large innermost axes; about 32 MB each. */
static const struct {
    enum aic_format_family family;
    struct aic_logical t;
} shapes[] = {
    {AIC_FF_MATRIX, {.axis = {4096, 4096}}},
    {AIC_FF_MATRIX, {.axis = {4095, 4090}}},
    {AIC_FF_MATRIX, {.axis = {3000, 5000}}},
    {AIC_FF_MATRIX, {.axis = {65536, 256}}},
    {AIC_FF_MATRIX, {.axis = {256, 65536}}},
    {AIC_FF_MATRIX, {.nlead = 1, .lead = {1000}, .axis = {100, 160}}},
    {AIC_FF_MATRIX, {.axis = {1, 16777216}}},
    {AIC_FF_CONV2D, {.axis = {1024, 1024, 3, 3}}},
    {AIC_FF_CONV2D, {.axis = {1000, 500, 5, 5}}},
    {AIC_FF_CONV2D, {.axis = {4096, 4096, 1, 1}}},
    {AIC_FF_CONV2D, {.axis = {8, 256, 100, 100}}},
    {AIC_FF_CONV2D, {.axis = {8, 250, 99, 101}}},
    {AIC_FF_CONV2D, {.axis = {64, 64, 64, 64}}},
    {AIC_FF_CONV3D, {.axis = {256, 3, 256, 3, 3}}},
    {AIC_FF_CONV3D, {.axis = {2, 16, 128, 64, 64}}},
    {AIC_FF_CONV3D, {.axis = {1, 17, 100, 90, 110}}},
    {AIC_FF_HEADS, {.axis = {4, 2048, 8, 4, 64}}},
    {AIC_FF_HEADS, {.axis = {2, 4000, 12, 2, 80}}},
    {AIC_FF_HEADS, {.axis = {32, 128, 16, 2, 128}}},
};

static const struct {
    const char *from, *to;
    enum aic_dtype dt;
    struct aic_logical t;
} others[] = {
    {"nd", "nz", AIC_DT_INT8, {.axis = {4096, 8192}}},     {"nd", "zn", AIC_DT_INT8, {.axis = {4096, 8192}}},
    {"nd", "nz", AIC_DT_FLOAT, {.axis = {4096, 2048}}},    {"nd", "zn", AIC_DT_FLOAT, {.axis = {4096, 2048}}},
    {"nd", "nz", AIC_DT_FP4_E2M1, {.axis = {4096, 16384}}}, {"nd", "zn", AIC_DT_FP4_E2M1, {.axis = {4096, 16384}}},
    {"nz_l0c", "nz", AIC_DT_FLOAT, {.axis = {4096, 2048}}},
};

static struct bench_case cases[MAX_CASES];
static unsigned n_cases;

static void add_case(const struct aic_format *from, const struct aic_format *to, enum aic_dtype dt,
                     const struct aic_logical *t, const char *word)
{
    struct bench_case *c = &cases[n_cases];
    size_t len;

    if (n_cases == MAX_CASES || !aic_format_tensor_bytes(from, dt, t, NULL, 0) ||
        !aic_format_tensor_bytes(to, dt, t, NULL, 0))
        return;
    *c = (struct bench_case){.from = from, .to = to, .dt = dt, .t = *t};
    len = (size_t)snprintf(c->label, sizeof c->label, "%-12s -> %-12s %-10s ", aic_format_name(from),
                           aic_format_name(to), aic_dtype_name(dt));
    for (unsigned i = 0; i < t->nlead; i++)
        len += (size_t)snprintf(c->label + len, sizeof c->label - len, "%llux", (unsigned long long)t->lead[i]);
    for (unsigned i = 0; aic_family_axes(aic_format_family(from))[i]; i++)
        len += (size_t)snprintf(c->label + len, sizeof c->label - len, "%s%llu", i ? "x" : "",
                                (unsigned long long)t->axis[i]);
    n_cases += !word || strstr(c->label, word);
}

static void add_cases(const char *word)
{
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        for (size_t i = 0; aic_format_at(i); i++)
            for (size_t k = 0; aic_format_at(k); k++)
                if (i != k && aic_format_family(aic_format_at(i)) == shapes[s].family &&
                    aic_format_family(aic_format_at(k)) == shapes[s].family)
                    add_case(aic_format_at(i), aic_format_at(k), AIC_DT_HALF, &shapes[s].t, word);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        add_case(aic_format_from_name(others[i].from, strlen(others[i].from)),
                 aic_format_from_name(others[i].to, strlen(others[i].to)), others[i].dt, &others[i].t, word);
}

/* One measurement in fresh memory. */
static void measure(struct bench_case *c, unsigned run)
{
    size_t ns = aic_format_tensor_bytes(c->from, c->dt, &c->t, NULL, 0);
    size_t nd = aic_format_tensor_bytes(c->to, c->dt, &c->t, NULL, 0), most = ns > nd ? ns : nd;
    unsigned char *src = aic_array_alloc(most), *dst = aic_array_alloc(most);
    double convert = 1e9, copy = 1e9;

    if (src && dst) {
        memset(src, 1, most);
        memset(dst, 2, most);
        for (unsigned round = 0; round < ROUNDS; round++) {
            double t0 = now();

            aic_format_convert_tensor(c->from, c->to, c->dt, &c->t, src, ns, dst, nd, NULL, 0);
            double t1 = now();

            memcpy(dst, src, most);
            double t2 = now();

            convert = t1 - t0 < convert ? t1 - t0 : convert;
            copy = t2 - t1 < copy ? t2 - t1 : copy;
        }
        c->share[run] = copy / convert;
        c->rate[run] = (double)most / convert * 1e-9;
    }
    free(src);
    free(dst);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    unsigned runs = argc > 1 ? (unsigned)atoi(argv[1]) : 1;

    runs = runs < 1 ? 1 : runs > MAX_RUNS ? MAX_RUNS : runs;
    add_cases(argc > 2 ? argv[2] : NULL);
    for (unsigned run = 0; run < runs; run++)
        for (unsigned i = 0; i < n_cases; i++)
            measure(&cases[i], run);
    for (unsigned i = 0; i < n_cases; i++) {
        qsort(cases[i].share, runs, sizeof(double), by_value);
        qsort(cases[i].rate, runs, sizeof(double), by_value);
        printf("%-60s min %.2f median %.2f (%.1f GB/s)\n", cases[i].label, cases[i].share[0],
               cases[i].share[runs / 2], cases[i].rate[runs / 2]);
    }
    return 0;
}
