/* A multiplication's operands unpacked to 32-bit panels (isa/cube_kernel.h) with their taints. */
#ifndef AIC_ISA_CUBE_PANELS_H
#define AIC_ISA_CUBE_PANELS_H

#include "isa/cube.h"

struct aic_cube_run {
    void *block;      /* owns all of them */
    void *a, *b, *c;  /* float or int32_t: [m][k], [n1][k][16], [n1][m][16] */
    int64_t *start;   /* initial C of an integer multiplication, as c */
    uint8_t *c_lane;  /* enum aic_lane of the initial C, as c */
    uint8_t *row_taint, *col_taint; /* [m], [n1 * 16] */
    bool tainted;     /* any of c_lane, row_taint, col_taint is */
};

/* Zeroed panels. False when out of memory. */
bool aic_cube_run_new(const struct aic_cube *cube, struct aic_cube_run *run);
void aic_cube_run_free(struct aic_cube_run *run);

static inline uint64_t aic_cube_panel_c(const struct aic_cube *cube, uint32_t m, uint32_t n)
{
    return ((uint64_t)(n / 16) * cube->m + m) * 16 + n % 16;
}

/* Fill a and b from L0A and L0B, rounded to HF32 where that is on. */
void aic_cube_unpack_floats(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run);

/* MX: multiply a and b by their scales. */
void aic_cube_scale(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run);

/* Fill a and b, a sparse B spread over the K that its indices name. */
void aic_cube_unpack_ints(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run);

#endif
