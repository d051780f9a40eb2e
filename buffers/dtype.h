/* Element types: names as in Ascend C without `_t`, width, and exact conversions.
 * Source of the types: seeds "data formats" and the support tables of docs/products.md. */
#ifndef AIC_BUFFERS_DTYPE_H
#define AIC_BUFFERS_DTYPE_H

#include <stdbool.h>
#include <stdint.h>

enum aic_dtype {
    AIC_DT_NONE = 0,
    AIC_DT_HALF,
    AIC_DT_BF16,
    AIC_DT_FLOAT,
    AIC_DT_INT8,
    AIC_DT_UINT8,
    AIC_DT_INT16,
    AIC_DT_UINT16,
    AIC_DT_INT32,
    AIC_DT_UINT32,
    AIC_DT_UINT64,
    AIC_DT_INT4,
    AIC_DT_FP8_E4M3FN,
    AIC_DT_FP8_E5M2,
    AIC_DT_HIFLOAT8,
    AIC_DT_FP4_E2M1,
    AIC_DT_FP4_E1M2,
    AIC_DT_FP8_E8M0,
    AIC_DT_COUNT
};

/* Set of element types: bit `1 << dtype`. */
typedef uint32_t aic_dtype_set;
#define AIC_DT_BIT(dt) ((aic_dtype_set)1u << (dt))

/* Name as it stands in a trace ("half", "fp8_e4m3fn", "fp4x2_e2m1" ...); "?" for an unknown value. */
const char *aic_dtype_name(enum aic_dtype dt);

/* AIC_DT_NONE when no type has this name. `len` bytes of `name` are looked at. */
enum aic_dtype aic_dtype_from_name(const char *name, unsigned len);

/* Width of one element in bits: 4, 8, 16, 32 or 64; 0 for AIC_DT_NONE. */
unsigned aic_dtype_bits(enum aic_dtype dt);

/* C0: elements in 32 bytes (b4 64, b8 32, b16 16, b32 8). */
static inline unsigned aic_dtype_c0(enum aic_dtype dt)
{
    unsigned bits = aic_dtype_bits(dt);
    return bits ? 256u / bits : 0;
}

bool aic_dtype_is_float(enum aic_dtype dt);
bool aic_dtype_is_signed(enum aic_dtype dt);

/* Raw bits of element `index` of a packed little-endian array, zero-extended. 4-bit types stand two to a byte: element
 * 2j in the low nibble, 2j+1 in the high one. 0 for AIC_DT_NONE. */
uint64_t aic_element_load(const uint8_t *base, uint64_t index, enum aic_dtype dt);

/* Writes the lowest aic_dtype_bits(dt) bits of `raw`; a neighbour in the same byte keeps its bits. */
void aic_element_store(uint8_t *base, uint64_t index, enum aic_dtype dt, uint64_t raw);

/* Value of raw bits of an integer type, sign-extended where the type is signed; uint64 above INT64_MAX wraps. Bits
 * above the type's width are ignored. */
int64_t aic_raw_to_int(enum aic_dtype dt, uint64_t raw);

#endif
