/* The bytes of one core's memories and of GM, and for every byte whether it has a meaning.
 * Data and state move together; who wrote a byte last is the business of buffers/shadow.h. */
#ifndef AIC_BUFFERS_MEMORY_H
#define AIC_BUFFERS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffers/byte_state.h"
#include "buffers/space.h"

/* One local memory. data and state have `bytes` entries. */
struct aic_buffer {
    uint8_t *data;
    uint8_t *state;
    uint64_t bytes;
};

struct aic_gm; /* buffers/gm.h: sparse */

/* What a record sees: the memories of its core. A memory that the product lacks has bytes == 0.
 * ub[0] is the vector unit aiv0's (or the only one), ub[1] is aiv1's. */
struct aic_memory {
    struct aic_buffer local[AIC_SPACE_COUNT]; /* not AIC_GM, not AIC_UB */
    struct aic_buffer ub[2];
    struct aic_gm *gm; /* shared by the cores, not owned */
};

/* Allocates the memories (zero bytes, never written). False when out of memory. Frees with aic_memory_free. */
bool aic_memory_init(struct aic_memory *mem, const struct aic_space_sizes *sizes, unsigned ubs, struct aic_gm *gm);
void aic_memory_free(struct aic_memory *mem);

/* The buffer of a local space; NULL for AIC_GM. */
struct aic_buffer *aic_memory_buffer(struct aic_memory *mem, enum aic_space space, unsigned unit);

/* Copies n bytes with their state out of / into any memory. A range past a local memory's end is cut:
 * the missing bytes read as 0 and AIC_ST_NEVER and are not written. state may be NULL on reads;
 * on writes NULL means AIC_ST_VALID. */
void aic_memory_read(struct aic_memory *mem, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                     uint8_t *data, uint8_t *state);
void aic_memory_write(struct aic_memory *mem, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                      const uint8_t *data, const uint8_t *state);

/* Moves n bytes with their state between any two memories (no overlap within one memory). */
void aic_memory_move(struct aic_memory *mem, enum aic_space dst, unsigned dst_unit, uint64_t dst_addr,
                     enum aic_space src, unsigned src_unit, uint64_t src_addr, uint64_t n);

/* Sets the state of n bytes and leaves their data. */
void aic_memory_mark(struct aic_memory *mem, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                     uint8_t state);

#endif
