/* The inner products. All matrices are panels of strips, 16 columns each, as L0B and L0C hold them:
 * a[m][k] row by row, b[n1][k][16], c[n1][m][16]. Columns beyond n must be 0 in b. */
#ifndef AIC_ISA_CUBE_KERNEL_H
#define AIC_ISA_CUBE_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

/* On a function: a clone for wider vectors, chosen at run time. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define AIC_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define AIC_CLONES
#endif

struct aic_cube_panels {
    uint32_t m, n1, k;
    const void *a, *b; /* float or int32_t */
    void *c;
};

/* c = c + sum over blocks of `block` k of (+0 + a*b + a*b ...), every operation rounded to float, in the order of k.
 * c_first: the blocks are added to c one after the other, else to +0 and c is added last. */
void aic_cube_dot_float(const struct aic_cube_panels *p, uint32_t block, bool c_first);

/* c = sum over k of a*b; the caller sees to it that no sum leaves int32. */
void aic_cube_dot_int(const struct aic_cube_panels *p);

#endif
