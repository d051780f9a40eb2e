/* A multiplication's operands unpacked to 32-bit panels (isa/cube_kernel.h) with their taints. */
#ifndef AIC_ISA_CUBE_PANELS_H
#define AIC_ISA_CUBE_PANELS_H

#include "isa/cube.h"
#include "isa/cube_kernel.h"

struct aic_cube_run {
    void *block;            /* owns all of them */
    uint8_t *bytes;         /* room for A or B as they are, in the order of their panels */
    struct aic_cube_panels panels;
    uint32_t *a, *b, *c;    /* float or int32_t, what the panels point to where C is not in place */
    int64_t *start;         /* initial C of an integer multiplication, as C */
    uint8_t *c_lane;        /* enum aic_lane of the initial C, as C */
    uint8_t *row_taint, *col_taint; /* [m], [n1 * 16] */
    bool in_place;          /* C is L0C itself: floats in whole strips, all of them with a meaning */
    bool tainted;           /* any of c_lane, row_taint, col_taint is */
};

/* Room for the operands, with the taints zeroed. False when out of memory. */
bool aic_cube_run_new(const struct aic_cube *cube, struct aic_cube_run *run);
/* Zeroes C with its start and its lanes. */
void aic_cube_clear_c(const struct aic_cube *cube, struct aic_cube_run *run);
void aic_cube_run_free(struct aic_cube_run *run);

/* Elements of the panels. */
static inline uint64_t aic_cube_panel_a(const struct aic_cube_run *run, uint32_t m, uint32_t k)
{
    return (uint64_t)m * run->panels.a_pitch + k;
}

static inline uint64_t aic_cube_panel_b(const struct aic_cube_run *run, uint32_t k, uint32_t n)
{
    return n / 16 * run->panels.b_strip + (uint64_t)k * 16 + n % 16;
}

static inline uint64_t aic_cube_panel_c(const struct aic_cube_run *run, uint32_t m, uint32_t n)
{
    return n / 16 * run->panels.c_strip + (uint64_t)m * 16 + n % 16;
}

/* Fill A and B from L0A and L0B, rounded to HF32 where that is on. */
void aic_cube_unpack_floats(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run);

/* MX: multiply A and B by their scales. */
void aic_cube_scale(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run);

/* Fill A and B, a sparse B spread over the K that its indices name. */
void aic_cube_unpack_ints(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run);

/* What decides whether the products of two operands are exact: floats' magnitudes, their bits without the sign. */
struct aic_float_range {
    uint32_t least; /* of those that are not 0; UINT32_MAX when all are */
    uint32_t most;  /* above 0x7f800000: a NaN is among them */
    uint32_t any;   /* their union, which tells how many digits they have */
};

void aic_cube_ranges(const struct aic_cube *cube, const struct aic_cube_run *run, struct aic_float_range *a,
                     struct aic_float_range *b);

/* Whether no product of two such values is rounded: their digits fit into one float's together, and the product is
 * neither too small nor too large for a normal float. */
bool aic_products_exact(const struct aic_float_range *a, const struct aic_float_range *b);

#endif
