/* What the --explain of both kernels prints alike: work beside the rate that the product has for it, and the pipe that
 * has the most. */
#ifndef AIC_TOOLS_GEN_EXPLAIN_H
#define AIC_TOOLS_GEN_EXPLAIN_H

#include "tools/gen_drain.h"

/* Cycles of work on every pipe, without starts and waits, where the product's rates are known. */
struct aic_gen_bounds {
    FILE *to;
    const struct aic_product *product;
    double cycles[AIC_PIPE_COUNT];
};

/* Bytes and, at the rate of the route, cycles of the pipe; "unknown rate" where the product has none. Nothing for 0. */
void aic_gen_explain_path(struct aic_gen_bounds *b, const char *name, enum aic_pipe pipe, enum aic_route route,
                          int64_t bytes);

/* Fractal products of Mmad and cycles. */
void aic_gen_explain_cube(struct aic_gen_bounds *b, enum aic_dtype a, int64_t fractals);

/* The way out: bytes that leave, by Fixpipe or out of UB, and before that into UB. */
void aic_gen_explain_out(struct aic_gen_bounds *b, const struct aic_gen_drain *drain, int64_t bytes, int64_t ub);
/* Bytes of a tile of m x n in UB: whole fractals, pairs of them where results have 8 bits. 0 without a drain to UB. */
int64_t aic_gen_ub_bytes(const struct aic_gen_drain *drain, int64_t m, int64_t n);

/* The pipe with the most of it: no run is shorter. */
void aic_gen_explain_least(const struct aic_gen_bounds *b);

/* Says so where some of the cores have no part. */
void aic_gen_explain_idle(FILE *to, int64_t cores, int64_t idle, const char *choose);

/* "s" unless there is one. */
const char *aic_gen_plural(int64_t n);

#endif
