/* Whether a byte of a memory has a meaning. */
#ifndef AIC_BUFFERS_BYTE_STATE_H
#define AIC_BUFFERS_BYTE_STATE_H

#include <stdbool.h>
#include <stdint.h>

/* State of one byte. Only AIC_ST_VALID alone is a defined value. */
enum {
    AIC_ST_NEVER = 0, /* nobody wrote it */
    AIC_ST_VALID = 1,
    AIC_ST_UNDEF = 2, /* written by a lane that no source defines */
    AIC_ST_TAINT = 4  /* a record in error would have written it */
};

/* True when all n states are AIC_ST_VALID. */
bool aic_state_all_valid(const uint8_t *state, uint64_t n);

/* OR of the n states, AIC_ST_NEVER counted as the bit 0x80, so that a caller sees what is among them. */
uint8_t aic_state_union(const uint8_t *state, uint64_t n);

#endif
