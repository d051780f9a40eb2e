/* Which vector instructions the inner loops may use. Every level gives the same bytes. */
#ifndef AIC_BUFFERS_SIMD_H
#define AIC_BUFFERS_SIMD_H

#include <stdbool.h>

/* A level includes those before it. */
enum aic_simd {
    AIC_SIMD_BASE, /* what the compiler was told to use: any machine */
    AIC_SIMD_AVX2, /* and FMA; whatever has these has F16C */
    AIC_SIMD_AVX512, /* F, BW and VL */
    AIC_SIMD_COUNT
};

/* The highest level of the machine that runs this. */
static inline enum aic_simd aic_simd_best(void)
{
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return AIC_SIMD_BASE;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return AIC_SIMD_AVX512;
    return AIC_SIMD_AVX2;
#else
    return AIC_SIMD_BASE;
#endif
}

/* On a function: a clone for AVX2, chosen at run time. For loops that the compiler vectorises. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define AIC_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define AIC_CLONES
#endif

#endif
