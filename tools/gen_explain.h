/* What the --explain of both kernels prints alike: work beside the rate that the product has for it. */
#ifndef AIC_TOOLS_GEN_EXPLAIN_H
#define AIC_TOOLS_GEN_EXPLAIN_H

#include "tools/gen_drain.h"

/* Bytes and, at the rate of the route, cycles; "unknown rate" where the product has none. */
void aic_gen_explain_path(FILE *to, const char *name, const struct aic_product *product, enum aic_route route,
                          int64_t bytes);

/* Fractal products of Mmad and cycles. */
void aic_gen_explain_cube(FILE *to, const struct aic_product *product, enum aic_dtype a, int64_t fractals);

/* The way out: bytes that leave, by Fixpipe or out of UB. */
void aic_gen_explain_out(FILE *to, const struct aic_product *product, const struct aic_gen_drain *drain, int64_t bytes);

/* "s" unless there is one. */
const char *aic_gen_plural(int64_t n);

#endif
