/* The inner products. All matrices are panels of 32-bit elements: A row by row, B and C in strips of 16 columns, as L0B
 * and L0C hold them. */
#ifndef AIC_ISA_CUBE_KERNEL_H
#define AIC_ISA_CUBE_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "buffers/simd.h"

#define AIC_STRIP_COLUMNS 16
/* Rows of a tile; a panel of A can be read (not: has a meaning) up to a multiple of it. */
#define AIC_TILE_ROWS 8

struct aic_cube_panels {
    uint32_t m, n1, k;
    uint32_t a_pitch;   /* elements from a row of A to the next, at least k */
    uint64_t b_strip;   /* elements from a strip of B to the next, at least k * 16 */
    uint64_t c_strip;   /* elements from a strip of C to the next, at least m * 16 */
    const void *a, *b;  /* a[m][k], b[n1][k][16]; columns of B beyond n are 0 */
    void *c;            /* c[n1][m][16] */
};

/* c[8][16] of one tile. The k are cut into blocks of `block`; each block's products are added to 0 in the order of k.
 * c_first: the blocks are added to c one after the other, else to 0 and c is added last. a: 8 rows `pitch` apart. */
typedef void aic_tile_fn(const void *a, uint32_t pitch, const void *b, uint32_t k, uint32_t block, bool c_first,
                         void *c);

/* One way to compute a tile, for machines of a level. */
struct aic_tile_kernel {
    const char *name;
    enum aic_simd level;
    bool fused; /* products are not rounded before they are added: right only where they are exact */
    aic_tile_fn *floats;
    aic_tile_fn *ints; /* NULL: as the next kernel that has it */
};

/* All of them, the fastest first, up to one whose name is NULL. The last one runs everywhere. */
extern const struct aic_tile_kernel aic_tile_kernels[];

/* c = c + sum over blocks of (+0 + a*b + a*b ...), every operation rounded to float.
 * exact: no product of a and b is rounded, so that fusing it with its addition changes nothing. */
void aic_cube_dot_float(const struct aic_cube_panels *p, uint32_t block, bool c_first, bool exact);

/* c = c + sum over k of a*b; the caller sees to it that no sum leaves int32. */
void aic_cube_dot_int(const struct aic_cube_panels *p);

/* The walk over the tiles, with one tile function. */
void aic_cube_dot_by(aic_tile_fn *tile, const struct aic_cube_panels *p, uint32_t block, bool c_first);

#endif
