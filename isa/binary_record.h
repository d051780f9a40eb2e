/* One record of a binary trace in bytes; shared by its writer and reader. Not for other rooms. */
#ifndef AIC_ISA_BINARY_RECORD_H
#define AIC_ISA_BINARY_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "isa/insn.h"

#define AIC_BINARY_HEAD_BYTES 32
#define AIC_BINARY_BLOCK_HEAD 16
#define AIC_BINARY_TAIL_BYTES 16
#define AIC_BINARY_RECORD_HEAD (8 + 8 + 16 + 16 + AIC_MAX_OPERANDS * 16)

static inline void aic_put32(uint8_t *p, uint32_t v)
{
    for (unsigned i = 0; i < 4; i++) {
        p[i] = (uint8_t)(v >> 8 * i);
    }
}

static inline void aic_put64(uint8_t *p, uint64_t v)
{
    aic_put32(p, (uint32_t)v);
    aic_put32(p + 4, (uint32_t)(v >> 32));
}

static inline uint32_t aic_get32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t aic_get64(const uint8_t *p)
{
    return aic_get32(p) | (uint64_t)aic_get32(p + 4) << 32;
}

#endif
