/* Arrays for generated kernels. */
#ifndef AIC_TOOLS_GEN_DATA_H
#define AIC_TOOLS_GEN_DATA_H

#include <stddef.h>

#include "tools/gen_drain.h"

/* 31 random bits. */
uint32_t aic_gen_random(uint64_t *seed);

/* A whole number in -most..most (0..most where the type is unsigned). */
double aic_gen_small_number(uint64_t *seed, enum aic_dtype dt, int most);

/* Makes the folder for arrays unless it is there; its parent must be. */
bool aic_gen_make_folder(const char *folder, struct aic_gen_error *err);

/* Writes rows x cols (rows 0: one dimension) patterns of `dt` to folder/name.npy. */
bool aic_gen_write_array(const char *folder, const char *name, enum aic_dtype dt, const uint64_t *raw, size_t rows,
                         size_t cols, struct aic_gen_error *err);

/* The pattern of the result for a sum: scaled by the word, with relu and clip (reference semantics 10.3). */
uint64_t aic_gen_quantised(double x, const struct aic_gen_drain *drain, uint64_t word);

#endif
