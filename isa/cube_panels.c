#include "isa/cube_panels.h"

#include <stdlib.h>
#include <string.h>

#include "buffers/float_arrays.h"
#include "buffers/simd.h"
#include "buffers/strided_copy.h"
#include "isa/mmad_mx.h"
#include "isa/mmad_sparse.h"

#define COLS AIC_STRIP_COLUMNS

/* A's rows and B's columns are unpacked in whole 32-byte lines. */
static uint64_t whole_lines(const struct aic_cube *cube)
{
    return (uint64_t)cube->k1 * cube->c0;
}

bool aic_cube_run_new(const struct aic_cube *cube, struct aic_cube_run *run)
{
    uint64_t lines = whole_lines(cube), n = (uint64_t)cube->n1 * COLS, c = n * cube->m;
    uint64_t a = (cube->m + AIC_TILE_ROWS - 1ull) / AIC_TILE_ROWS * AIC_TILE_ROWS * lines, b = n * lines;
    uint64_t starts = aic_dtype_is_float((enum aic_dtype)cube->c) ? 0 : c;
    uint64_t bytes = (cube->m > n ? cube->m : n) * (uint64_t)cube->k1 * 32;
    uint8_t *at = malloc(starts * 8 + (c + a + b) * 4 + bytes + c + cube->m + n);
    *run = (struct aic_cube_run){.block = at};
    if (!at) {
        return false;
    }
    run->start = (int64_t *)(void *)at;
    run->c = (uint32_t *)(void *)(at + starts * 8);
    run->a = run->c + c;
    run->b = run->a + a;
    run->bytes = (uint8_t *)(run->b + b);
    run->c_lane = run->bytes + bytes;
    run->row_taint = run->c_lane + c;
    run->col_taint = run->row_taint + cube->m;
    run->panels = (struct aic_cube_panels){.m = cube->m, .n1 = cube->n1, .k = cube->k, .a_pitch = (uint32_t)lines,
                                           .b_strip = lines * COLS, .c_strip = (uint64_t)cube->m * COLS,
                                           .a = run->a, .b = run->b, .c = run->c};
    memset(run->row_taint, 0, cube->m + n);
    memset(run->a + cube->m * lines, 0, (a - cube->m * lines) * 4);
    return true;
}

void aic_cube_clear_c(const struct aic_cube *cube, struct aic_cube_run *run)
{
    uint64_t c = (uint64_t)cube->n1 * COLS * cube->m;
    memset(run->block, 0, (size_t)((uint8_t *)(run->c + c) - (uint8_t *)run->block));
    memset(run->c_lane, 0, c);
}

void aic_cube_run_free(struct aic_cube_run *run)
{
    free(run->block);
    run->block = NULL;
}

/* `count` packed elements as floats or integers of 32 bits. */
typedef void elements_fn(enum aic_dtype dt, const uint8_t *bytes, uint64_t count, uint32_t *to);

static void elements_as_floats(enum aic_dtype dt, const uint8_t *bytes, uint64_t count, uint32_t *to)
{
    if (dt == AIC_DT_FLOAT) {
        memcpy(to, bytes, count * sizeof(float));
    } else {
        aic_elements_to_floats(dt, bytes, 0, (float *)to, count);
    }
}

static void nibbles_as_ints(const uint8_t *bytes, uint64_t count, uint32_t *to)
{
    for (uint64_t i = 0; i < count / 2; i++) {
        to[2 * i] = (uint32_t)((int32_t)((uint32_t)bytes[i] << 28) >> 28);
        to[2 * i + 1] = (uint32_t)((int8_t)bytes[i] >> 4);
    }
}

static void elements_as_ints(enum aic_dtype dt, const uint8_t *bytes, uint64_t count, uint32_t *to)
{
    if (dt == AIC_DT_INT8) {
        for (uint64_t i = 0; i < count; i++) {
            to[i] = (uint32_t)(int8_t)bytes[i];
        }
    } else if (dt == AIC_DT_UINT8) {
        for (uint64_t i = 0; i < count; i++) {
            to[i] = bytes[i];
        }
    } else if (dt == AIC_DT_INT4) {
        nibbles_as_ints(bytes, count, to);
    } else {
        for (uint64_t i = 0; i < count; i++) {
            to[i] = (uint32_t)aic_raw_to_int(dt, aic_element_load(bytes, i, dt));
        }
    }
}

static void unpack_a(const struct aic_cube *cube, const uint8_t *l0a, elements_fn *elements, struct aic_cube_run *run)
{
    uint8_t *to = run->bytes;
    for (uint32_t r = 0; r < cube->m; r++) {
        for (uint32_t s = 0; s < cube->k1; s++, to += 32) {
            memcpy(to, l0a + aic_cube_a_line(cube, r, s), 32);
        }
    }
    elements((enum aic_dtype)cube->a, run->bytes, cube->m * whole_lines(cube), run->a);
}

/* The fractals hold columns of C0 rows; a strip of the panel holds rows of 16 columns. */
static void unpack_b(const struct aic_cube *cube, const uint8_t *l0b, elements_fn *elements, struct aic_cube_run *run)
{
    enum aic_dtype dt = (enum aic_dtype)cube->b;
    uint64_t strip = run->panels.b_strip * aic_dtype_bits(dt) / 8;
    for (uint32_t n = 0; n < cube->n; n += COLS) {
        uint32_t columns = cube->n - n < COLS ? cube->n - n : COLS;
        struct aic_strided copy = {
            .src = l0b + aic_cube_b_line(cube, 0, n), .dst = run->bytes + n / COLS * strip,
            .bits = aic_dtype_bits(dt), .nloops = 3,
            .loop = {{cube->k1, (uint64_t)cube->n1 * COLS * cube->c0, COLS * cube->c0},
                     {columns, cube->c0, 1},
                     {cube->c0, 1, COLS}},
        };
        if (columns < COLS) {
            memset(copy.dst, 0, strip);
        }
        aic_strided_copy(&copy);
    }
    elements(dt, run->bytes, cube->n1 * run->panels.b_strip, run->b);
}

/* Multiplies 32 elements `step` apart by a scale. */
static void scale_group(float *v, uint32_t step, uint8_t e)
{
    float scale = (float)aic_value_decode(AIC_DT_FP8_E8M0, e);
    for (uint32_t i = 0; i < 32; i++) {
        v[i * step] *= scale;
    }
}

void aic_cube_scale(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run)
{
    const uint8_t *scale_a = mem->local[AIC_L0A_MX].data + cube->a_addr / 16;
    const uint8_t *scale_b = mem->local[AIC_L0B_MX].data + cube->b_addr / 16;
    float *a = (float *)run->a, *b = (float *)run->b;
    for (uint32_t g = 0; g < cube->k / 32; g++) {
        for (uint32_t m = 0; m < cube->m; m++) {
            scale_group(a + aic_cube_panel_a(run, m, g * 32), 1, scale_a[aic_mmad_mx_scale(cube, m, g)]);
        }
        for (uint32_t n = 0; n < cube->n; n++) {
            scale_group(b + aic_cube_panel_b(run, g * 32, n), COLS, scale_b[aic_mmad_mx_scale(cube, n, g)]);
        }
    }
}

void aic_cube_unpack_floats(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run)
{
    unpack_a(cube, mem->local[AIC_L0A].data + cube->a_addr, elements_as_floats, run);
    unpack_b(cube, mem->local[AIC_L0B].data + cube->b_addr, elements_as_floats, run);
    if (cube->regs->hf32 && cube->a == AIC_DT_FLOAT) {
        bool ties = cube->lim->hf32_nearest_zero_ties == 1;
        enum aic_round_mode mode = !cube->regs->hf32_toward_zero ? AIC_ROUND_EVEN
                                   : ties                        ? AIC_ROUND_HALF_ZERO
                                                                 : AIC_ROUND_ZERO;
        unsigned kept = (unsigned)cube->lim->hf32_mantissa_bits;
        aic_floats_round_mantissa((float *)run->a, cube->m * whole_lines(cube), kept, mode);
        aic_floats_round_mantissa((float *)run->b, cube->n1 * run->panels.b_strip, kept, mode);
    }
}

/* Adds each dense element of B to the row of the full B that its index names. */
static void spread_b(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run)
{
    const uint8_t *l0b = mem->local[AIC_L0B].data + cube->b_addr;
    const uint8_t *index = mem->local[AIC_IDX].data + cube->b_addr / 4;
    memset(run->b, 0, cube->n1 * run->panels.b_strip * 4);
    for (uint32_t n = 0; n < cube->n; n++) {
        for (uint32_t d = 0; d < cube->b_rows; d++) {
            unsigned shift;
            uint64_t at = aic_mmad_sparse_index(cube, d, n, &shift);
            uint32_t k = d / 2 * 4 + d % 2 + (index[at] >> shift & 3u);
            int32_t value = (int8_t)l0b[aic_cube_b_line(cube, d / cube->c0, n) + d % cube->c0];
            if (k < cube->k) {
                run->b[aic_cube_panel_b(run, k, n)] += (uint32_t)value;
            }
        }
    }
}

void aic_cube_unpack_ints(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run)
{
    unpack_a(cube, mem->local[AIC_L0A].data + cube->a_addr, elements_as_ints, run);
    if (cube->kind == AIC_CUBE_SPARSE) {
        spread_b(cube, mem, run);
    } else {
        unpack_b(cube, mem->local[AIC_L0B].data + cube->b_addr, elements_as_ints, run);
    }
}

/* Branch-free, so that it vectorises. */
AIC_CLONES
static void widen_range(const float *floats, uint64_t count, struct aic_float_range *range)
{
    uint32_t least = range->least, most = range->most, any = range->any;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t magnitude;
        memcpy(&magnitude, floats + i, sizeof magnitude);
        magnitude &= 0x7fffffff;
        uint32_t not_zero = magnitude - 1; /* 0 becomes the largest */
        least = not_zero < least ? not_zero : least;
        most = magnitude > most ? magnitude : most;
        any |= magnitude;
    }
    *range = (struct aic_float_range){least, most, any};
}

/* `rows` of `count` floats, `pitch` apart. */
static struct aic_float_range range_of(const float *floats, uint64_t rows, uint64_t count, uint64_t pitch)
{
    struct aic_float_range range = {.least = UINT32_MAX};
    if (count == pitch) {
        widen_range(floats, rows * count, &range);
    } else {
        for (uint64_t r = 0; r < rows; r++) {
            widen_range(floats + r * pitch, count, &range);
        }
    }
    range.least += range.least != UINT32_MAX;
    return range;
}

void aic_cube_ranges(const struct aic_cube *cube, const struct aic_cube_run *run, struct aic_float_range *a,
                     struct aic_float_range *b)
{
    *a = range_of((const float *)run->a, cube->m, cube->k, run->panels.a_pitch);
    *b = range_of((const float *)run->b, cube->n1, (uint64_t)cube->k * COLS, run->panels.b_strip);
}

/* Significant bits of a float's 24 that values with these bits need. */
static unsigned digits(uint32_t any)
{
    return any & 0x7fffff ? 24 - (unsigned)__builtin_ctz(any) : 1;
}

bool aic_products_exact(const struct aic_float_range *a, const struct aic_float_range *b)
{
    uint32_t low_a = a->least >> 23, low_b = b->least >> 23, high = (a->most >> 23) + (b->most >> 23);
    if (low_a == 0 || low_b == 0 || digits(a->any) + digits(b->any) > 24) {
        return false;
    }
    return low_a + low_b >= 128 && high <= 380;
}
