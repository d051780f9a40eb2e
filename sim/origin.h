/* What the bytes of a record's result were made of, found out by the record itself. */
#ifndef AIC_SIM_ORIGIN_H
#define AIC_SIM_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/insn.h"

/* A run of bytes that one byte of a result was made of. */
struct aic_origin {
    uint64_t of;         /* the byte of the result */
    bool constant;       /* no memory: padding, a filled value, zeros behind an edge */
    bool undefined;      /* with constant: a lane that no source defines */
    int8_t operand;      /* as in the footprint: -1 where a register names the place */
    uint8_t space, unit; /* enum aic_space, which UB */
    uint64_t addr, bytes;
};
typedef void aic_origin_fn(void *user, const struct aic_origin *origin);

/* Calls fn for every origin of the bytes `of` (ascending addresses in one memory) of the record's result. A record that
 * moves is executed on memories of its own whose bytes are marked by their address, bit by bit: what arrives marked
 * came from there. An element of a matrix product names its row of A, its column of B and where C began. `mem` holds
 * the bytes that the record reads. False when out of memory. */
bool aic_origins(const struct aic_op *op, struct aic_memory *mem, enum aic_space space, unsigned unit,
                 const uint64_t *of, size_t n, aic_origin_fn *fn, void *user);

/* The same for a matrix product; false when the record is none. */
bool aic_cube_origins(const struct aic_op *op, const uint64_t *of, size_t n, aic_origin_fn *fn, void *user);

#endif
