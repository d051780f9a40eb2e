/* C = A x B by tiles: what is asked for, and the plan that follows from it and the product. */
#ifndef AIC_TOOLS_GEN_MATMUL_H
#define AIC_TOOLS_GEN_MATMUL_H

#include "tools/gen_drain.h"

struct aic_matmul_options {
    int64_t m, n, k;
    enum aic_dtype a, b, c;      /* of Mmad */
    int64_t base_m, base_n, base_k;
    int64_t cores, grid_m, grid_n;
    int64_t passes;              /* over M, each core works on one part of it in each */
    int64_t depth_a, depth_b;    /* base blocks of k in L1 */
    int64_t step_a, step_b;      /* base blocks of k in one copy */
    int64_t l0c_depth;           /* results in L0C (and UB) at a time */
    int64_t scalar;              /* cycles of scalar work in front of each step of k */
    bool db_l0, trans_a, trans_b, bias;
    bool pair;                   /* A's chunks are handed over with B's, under their flags */
    bool reserved_flags;         /* take the flags too that the framework reserves */
    bool compact;                /* one stream for all cores */
    bool mx;                     /* microscaling: one scale for 32 elements of k */
    bool merge_loads;            /* one load2d where a block lies in one piece */
    struct aic_gen_result result;
    const char *data;            /* folder for arrays, NULL: the trace names none */
};

struct aic_matmul_plan {
    struct aic_matmul_options o;
    struct aic_gen_side a, b;
    struct aic_gen_side a_line;  /* A of a tile of one row where Mmad reads that as a line (GEMV) */
    bool gemv;
    int64_t single_m, single_n;  /* of a core in one pass */
    int64_t l0_slots, c_slots;
    int64_t bias_l1, ones_l1, l1_bytes, ub_bytes; /* addresses; bytes in use */
    struct aic_gen_drain drain;  /* how C leaves; strips have M rounded to 16 rows in GM */
    int64_t out_nz_rows;
    bool bias_mmad;              /* C starts as ones x bias, where no BiasTable can be filled */
    enum aic_dtype bias_dtype;
};

/* Columns that Mmad may take behind the last fractal of a tile. */
int64_t aic_matmul_surplus(const struct aic_matmul_plan *plan);
/* Elements of a vector of n as it is stored: Mmad takes the last ones of a tile in whole fractals or squares. */
int64_t aic_matmul_columns(const struct aic_matmul_plan *plan, int64_t n);
/* Where the vectors of a core's column `n` lie in L1 or UB, in elements: those of a tile start at a multiple of 16. */
int64_t aic_matmul_column_at(const struct aic_matmul_plan *plan, int64_t n);
/* Bytes of a column's bias. */
int64_t aic_matmul_bias_bytes(const struct aic_matmul_plan *plan, int64_t n);

/* One tile of one core. */
struct aic_matmul_tile {
    int64_t m0, n0, m, n; /* in the whole matrix */
    int64_t core_n0;      /* first column of the core: where its bias and its quantisation words start */
};

/* Fills the defaults that depend on others; false with a reason when the product cannot run it so. */
bool aic_matmul_make_plan(const struct aic_product *product, const struct aic_matmul_options *options,
                          struct aic_matmul_plan *plan, struct aic_gen_error *err);

/* The trace. */
void aic_matmul_emit(struct aic_gen *g, const struct aic_matmul_plan *plan);

/* The tiling, the buffer maps and the bounds, as text. */
void aic_matmul_explain(FILE *to, const struct aic_product *product, const struct aic_matmul_plan *plan);

/* Writes a.npy, b.npy, c.npy and what else the trace names into the folder of the options. */
bool aic_matmul_write_data(const struct aic_matmul_plan *plan, struct aic_gen_error *err);

/* First core of the tile grid and its extents: false when the core has no work in that pass. */
bool aic_matmul_core_part(const struct aic_matmul_plan *plan, int64_t core, int64_t pass, struct aic_matmul_tile *part);

#endif
