#include "buffers/dtype.h"

#include <stddef.h>
#include <string.h>

struct dtype_row {
    const char *name;
    unsigned char bits;
    bool is_float;
    bool is_signed;
};

static const struct dtype_row rows[AIC_DT_COUNT] = {
    [AIC_DT_HALF] = {"half", 16, true, true},
    [AIC_DT_BF16] = {"bfloat16", 16, true, true},
    [AIC_DT_FLOAT] = {"float", 32, true, true},
    [AIC_DT_INT8] = {"int8", 8, false, true},
    [AIC_DT_UINT8] = {"uint8", 8, false, false},
    [AIC_DT_INT16] = {"int16", 16, false, true},
    [AIC_DT_UINT16] = {"uint16", 16, false, false},
    [AIC_DT_INT32] = {"int32", 32, false, true},
    [AIC_DT_UINT32] = {"uint32", 32, false, false},
    [AIC_DT_UINT64] = {"uint64", 64, false, false},
    [AIC_DT_INT4] = {"int4", 4, false, true},
    [AIC_DT_FP8_E4M3FN] = {"fp8_e4m3fn", 8, true, true},
    [AIC_DT_FP8_E5M2] = {"fp8_e5m2", 8, true, true},
    [AIC_DT_HIFLOAT8] = {"hifloat8", 8, true, true},
    [AIC_DT_FP4_E2M1] = {"fp4x2_e2m1", 4, true, true},
    [AIC_DT_FP4_E1M2] = {"fp4x2_e1m2", 4, true, true},
    [AIC_DT_FP8_E8M0] = {"fp8_e8m0", 8, true, false},
};

/* NULL for AIC_DT_NONE and for values outside the enum. */
static const struct dtype_row *find_row(enum aic_dtype dt)
{
    unsigned index = (unsigned)dt;
    return index < AIC_DT_COUNT && rows[index].name ? &rows[index] : NULL;
}

const char *aic_dtype_name(enum aic_dtype dt)
{
    const struct dtype_row *row = find_row(dt);
    return row ? row->name : "?";
}

enum aic_dtype aic_dtype_from_name(const char *name, unsigned len)
{
    for (unsigned dt = 0; dt < AIC_DT_COUNT; dt++) {
        const char *known = rows[dt].name;
        if (known && strlen(known) == len && memcmp(known, name, len) == 0)
            return (enum aic_dtype)dt;
    }
    return AIC_DT_NONE;
}

unsigned aic_dtype_bits(enum aic_dtype dt)
{
    const struct dtype_row *row = find_row(dt);
    return row ? row->bits : 0;
}

bool aic_dtype_is_float(enum aic_dtype dt)
{
    const struct dtype_row *row = find_row(dt);
    return row && row->is_float;
}

bool aic_dtype_is_signed(enum aic_dtype dt)
{
    const struct dtype_row *row = find_row(dt);
    return row && row->is_signed;
}

uint64_t aic_element_load(const uint8_t *base, uint64_t index, enum aic_dtype dt)
{
    unsigned bits = aic_dtype_bits(dt);
    if (bits == 4)
        return base[index / 2] >> (index % 2 * 4) & 0xf;
    unsigned bytes = bits / 8;
    const uint8_t *at = base + index * bytes;
    uint64_t raw = 0;
    for (unsigned i = 0; i < bytes; i++)
        raw |= (uint64_t)at[i] << (8 * i);
    return raw;
}

void aic_element_store(uint8_t *base, uint64_t index, enum aic_dtype dt, uint64_t raw)
{
    unsigned bits = aic_dtype_bits(dt);
    if (bits == 4) {
        unsigned shift = index % 2 * 4;
        base[index / 2] = (uint8_t)((base[index / 2] & ~(0xfu << shift)) | (raw & 0xf) << shift);
        return;
    }
    unsigned bytes = bits / 8;
    uint8_t *at = base + index * bytes;
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (uint8_t)(raw >> (8 * i));
}

int64_t aic_raw_to_int(enum aic_dtype dt, uint64_t raw)
{
    unsigned bits = aic_dtype_bits(dt);
    if (bits == 0)
        return 0;
    uint64_t value = raw & (UINT64_MAX >> (64 - bits));
    uint64_t sign = aic_dtype_is_signed(dt) ? 1ull << (bits - 1) : 0;
    return (int64_t)((value ^ sign) - sign);
}
