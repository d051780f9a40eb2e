/* What the load families (isa/load*.c) share. Private to isa/. */
#ifndef AIC_ISA_LOADS_H
#define AIC_ISA_LOADS_H

#include <stdint.h>

#include "isa/insn.h"

#define AIC_FRACTAL 512u /* bytes of a data fractal */
#define AIC_C0_BYTES 32u /* bytes of one row of a fractal */

#define AIC_SPACES_ANY ((1u << AIC_SPACE_COUNT) - 1u)
#define AIC_SPACES_L0 (AIC_SPACE_BIT(AIC_L0A) | AIC_SPACE_BIT(AIC_L0B))

static inline uint64_t aic_ceil_div(uint64_t a, uint64_t b) { return (a + b - 1) / b; }
static inline uint64_t aic_ceil_align(uint64_t a, uint64_t b) { return aic_ceil_div(a, b) * b; }

/* The pipe of the datapath operand 1 -> operand 0; AIC_PIPE_NONE where the product has none. */
enum aic_pipe aic_loads_pipe(const struct aic_op *op);

/* Element type of the data; AIC_DT_NONE when the record names none. */
static inline enum aic_dtype aic_loads_dtype(const struct aic_op *op)
{
    return op->rec->n_dtypes ? (enum aic_dtype)op->rec->dtype[0] : AIC_DT_NONE;
}

/* Whether the product lists `dt` for this instruction into `space`. */
static inline bool aic_loads_has_dtype(const struct aic_op *op, enum aic_dtype dt, enum aic_space space)
{
    return (op->lim->dtypes[op->rec->insn][space] & AIC_DT_BIT(dt)) != 0;
}

/* Marks every byte that the record would have written as tainted. */
void aic_loads_taint(const struct aic_op *op, struct aic_memory *mem);

/* Transposes a square of c0 x c0 elements of `bits` (4, 8, 16, 32) with their states. Source row r stands at
 * tile + 32 * r, with its state beside it; destination row j is written at data[j], state[j] for j < rows.
 * Source rows whose bit is clear in `defined` are lanes that nothing defines: their bytes stay. */
struct aic_square {
    uint8_t data[64][AIC_C0_BYTES];
    uint8_t state[64][AIC_C0_BYTES];
    uint64_t defined; /* bit r: source row r */
};
void aic_square_store(const struct aic_square *sq, unsigned bits, unsigned rows, uint8_t *const *data,
                      uint8_t *const *state);

#endif
