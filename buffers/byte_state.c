#include "buffers/byte_state.h"

#include <string.h>

#include "buffers/simd.h"


#define VALID_CHUNK 512

/* Branch-free, so that it vectorises. */
AIC_CLONES
static bool chunk_valid(const uint8_t *state)
{
    uint8_t other = 0;
    for (unsigned i = 0; i < VALID_CHUNK; i++) {
        other |= state[i] ^ AIC_ST_VALID;
    }
    return other == 0;
}

bool aic_state_all_valid(const uint8_t *state, uint64_t n)
{
    for (; n >= VALID_CHUNK; n -= VALID_CHUNK, state += VALID_CHUNK) {
        if (!chunk_valid(state)) {
            return false;
        }
    }
    /* Each byte is its neighbour. */
    return n == 0 || (state[0] == AIC_ST_VALID && memcmp(state, state + 1, n - 1) == 0);
}

uint8_t aic_state_union(const uint8_t *state, uint64_t n)
{
    uint8_t all = 0;
    for (uint64_t i = 0; i < n; i++) {
        all |= state[i] == AIC_ST_NEVER ? 0x80 : state[i];
    }
    return all;
}
