#include "buffers/memory.h"

#include <stdlib.h>
#include <string.h>

#include "buffers/gm.h"

static bool buffer_init(struct aic_buffer *buf, int64_t bytes)
{
    buf->bytes = bytes > 0 ? (uint64_t)bytes : 0;
    if (buf->bytes == 0) {
        return true;
    }
    buf->data = calloc(2, buf->bytes);
    buf->state = buf->data ? buf->data + buf->bytes : NULL;
    return buf->data != NULL;
}

bool aic_memory_init(struct aic_memory *mem, const struct aic_space_sizes *sizes, unsigned ubs, struct aic_gm *gm)
{
    memset(mem, 0, sizeof(*mem));
    mem->gm = gm;
    bool ok = true;
    for (unsigned s = 0; s < AIC_SPACE_COUNT; s++) {
        if (s != AIC_GM && s != AIC_UB) {
            ok = buffer_init(&mem->local[s], sizes->bytes[s]) && ok;
        }
    }
    for (unsigned u = 0; u < ubs && u < 2; u++) {
        ok = buffer_init(&mem->ub[u], sizes->bytes[AIC_UB]) && ok;
    }
    if (!ok) {
        aic_memory_free(mem);
    }
    return ok;
}

void aic_memory_free(struct aic_memory *mem)
{
    for (unsigned s = 0; s < AIC_SPACE_COUNT; s++) {
        free(mem->local[s].data);
    }
    free(mem->ub[0].data);
    free(mem->ub[1].data);
    memset(mem, 0, sizeof(*mem));
}

struct aic_buffer *aic_memory_buffer(struct aic_memory *mem, enum aic_space space, unsigned unit)
{
    if (space == AIC_GM) {
        return NULL;
    }
    return space == AIC_UB ? &mem->ub[unit & 1] : &mem->local[space];
}

/* Bytes of [addr, addr+n) that lie inside the buffer. */
static uint64_t inside(const struct aic_buffer *buf, uint64_t addr, uint64_t n)
{
    if (addr >= buf->bytes) {
        return 0;
    }
    return n < buf->bytes - addr ? n : buf->bytes - addr;
}

void aic_memory_read(struct aic_memory *mem, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                     uint8_t *data, uint8_t *state)
{
    if (space == AIC_GM) {
        aic_gm_read(mem->gm, addr, n, data, state);
        return;
    }
    const struct aic_buffer *buf = aic_memory_buffer(mem, space, unit);
    uint64_t have = inside(buf, addr, n);
    if (have) {
        memcpy(data, buf->data + addr, have);
    }
    memset(data + have, 0, n - have);
    if (state) {
        if (have) {
            memcpy(state, buf->state + addr, have);
        }
        memset(state + have, AIC_ST_NEVER, n - have);
    }
}

void aic_memory_write(struct aic_memory *mem, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                      const uint8_t *data, const uint8_t *state)
{
    if (space == AIC_GM) {
        aic_gm_write(mem->gm, addr, n, data, state);
        return;
    }
    struct aic_buffer *buf = aic_memory_buffer(mem, space, unit);
    uint64_t have = inside(buf, addr, n);
    if (have == 0) {
        return;
    }
    memcpy(buf->data + addr, data, have);
    if (state) {
        memcpy(buf->state + addr, state, have);
    } else {
        memset(buf->state + addr, AIC_ST_VALID, have);
    }
}

/* The longest piece of either side that is contiguous in host memory; NULL data: reads as never written. */
static uint64_t piece(struct aic_memory *mem, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                      bool create, uint8_t **data, uint8_t **state)
{
    if (space == AIC_GM) {
        uint64_t got;
        aic_gm_piece(mem->gm, addr, n, create, data, state, &got);
        return got;
    }
    const struct aic_buffer *buf = aic_memory_buffer(mem, space, unit);
    uint64_t have = inside(buf, addr, n);
    *data = have ? buf->data + addr : NULL;
    *state = have ? buf->state + addr : NULL;
    return have ? have : n;
}

void aic_memory_move(struct aic_memory *mem, enum aic_space dst, unsigned dst_unit, uint64_t dst_addr,
                     enum aic_space src, unsigned src_unit, uint64_t src_addr, uint64_t n)
{
    while (n) {
        uint8_t *to, *to_state, *from, *from_state;
        uint64_t got = piece(mem, dst, dst_unit, dst_addr, n, true, &to, &to_state);
        got = piece(mem, src, src_unit, src_addr, got, false, &from, &from_state);
        if (to && from) {
            memcpy(to, from, got);
            memcpy(to_state, from_state, got);
        } else if (to) {
            memset(to, 0, got);
            memset(to_state, AIC_ST_NEVER, got);
        }
        dst_addr += got;
        src_addr += got;
        n -= got;
    }
}

void aic_memory_mark(struct aic_memory *mem, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                     uint8_t state)
{
    if (space == AIC_GM) {
        aic_gm_mark(mem->gm, addr, n, state);
        return;
    }
    struct aic_buffer *buf = aic_memory_buffer(mem, space, unit);
    uint64_t have = inside(buf, addr, n);
    if (have) {
        memset(buf->state + addr, state, have);
    }
}
