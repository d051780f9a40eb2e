/* Conversions of whole arrays, branch-light so that the compiler vectorises them. Bit for bit the same as the scalar
 * functions of buffers/float_formats.h. The 16-bit side is packed little-endian bytes of any alignment; the arrays must
 * not overlap. */
#ifndef AIC_BUFFERS_FLOAT_ARRAYS_H
#define AIC_BUFFERS_FLOAT_ARRAYS_H

#include <stddef.h>

#include "buffers/float_formats.h"

void aic_halfs_to_floats(const uint8_t *src, float *dst, size_t count);
void aic_bf16s_to_floats(const uint8_t *src, float *dst, size_t count);

/* Nearest even, unsaturated: overflow gives inf, NaN gives 0x7fff. */
void aic_floats_to_halfs(const float *src, uint8_t *dst, size_t count);
void aic_floats_to_bf16s(const float *src, uint8_t *dst, size_t count);

/* Elements first .. first+count-1 of a packed array of `dt` as floats. Exact for the types of at most 16 bits and for
 * float; int32, uint32 and uint64 are rounded to nearest even. NaN of half and the 8-bit types loses its payload. */
void aic_elements_to_floats(enum aic_dtype dt, const uint8_t *base, uint64_t first, float *dst, size_t count);

/* aic_float_round_mantissa on every element, in place. */
void aic_floats_round_mantissa(float *values, size_t count, unsigned kept, enum aic_round_mode mode);

#endif
