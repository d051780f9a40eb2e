#include "isa/cube_panels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/float_arrays.h"
#include "isa/mmad_mx.h"
#include "isa/mmad_sparse.h"

bool aic_cube_run_new(const struct aic_cube *cube, struct aic_cube_run *run)
{
    uint64_t a = (uint64_t)cube->m * cube->k * 4;
    uint64_t b = (uint64_t)cube->n1 * 16 * cube->k * 4;
    uint64_t c = (uint64_t)cube->n1 * 16 * cube->m;
    bool ints = !aic_dtype_is_float((enum aic_dtype)cube->c);
    uint64_t start = ints ? c * 8 : 0;
    uint8_t *at = calloc(1, start + a + b + c * 4 + c + cube->m + cube->n1 * 16);
    *run = (struct aic_cube_run){.block = at};
    if (!at) {
        return false;
    }
    run->start = (int64_t *)(void *)at;
    run->a = at + start;
    run->b = at + start + a;
    run->c = at + start + a + b;
    run->c_lane = at + start + a + b + c * 4;
    run->row_taint = run->c_lane + c;
    run->col_taint = run->row_taint + cube->m;
    return true;
}

void aic_cube_run_free(struct aic_cube_run *run)
{
    free(run->block);
    run->block = NULL;
}

static uint32_t min_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* `count` elements of one 32-byte line as floats or integers. */
typedef void line_fn(enum aic_dtype dt, const uint8_t *line, uint32_t count, void *to);

static void line_floats(enum aic_dtype dt, const uint8_t *line, uint32_t count, void *to)
{
    if (dt == AIC_DT_FLOAT) {
        memcpy(to, line, count * sizeof(float));
    } else {
        aic_elements_to_floats(dt, line, 0, to, count);
    }
}

static void line_ints(enum aic_dtype dt, const uint8_t *line, uint32_t count, void *to)
{
    int32_t *out = to;
    for (uint32_t i = 0; i < count; i++) {
        switch (dt) {
        case AIC_DT_INT8:
            out[i] = (int8_t)line[i];
            break;
        case AIC_DT_UINT8:
            out[i] = line[i];
            break;
        default:
            out[i] = (int32_t)aic_raw_to_int(dt, aic_element_load(line, i, dt));
        }
    }
}

static void unpack_a(const struct aic_cube *cube, const uint8_t *l0a, line_fn *line, uint32_t *a)
{
    for (uint32_t r = 0; r < cube->m; r++) {
        for (uint32_t s = 0; s < cube->k1; s++) {
            uint32_t count = min_u32(cube->k - s * cube->c0, cube->c0);
            line((enum aic_dtype)cube->a, l0a + aic_cube_a_line(cube, r, s), count,
                 a + (uint64_t)r * cube->k + (uint64_t)s * cube->c0);
        }
    }
}

/* One fractal of B: up to 16 columns of up to C0 rows, turned to rows of 16. */
static void unpack_b_fractal(const struct aic_cube *cube, const uint8_t *fractal, line_fn *line, uint32_t rows,
                             uint32_t cols, uint32_t *b)
{
    uint32_t column[16][64];
    for (uint32_t n = 0; n < cols; n++) {
        line((enum aic_dtype)cube->b, fractal + n * 32, rows, column[n]);
    }
    for (uint32_t k = 0; k < rows; k++) {
        for (uint32_t n = 0; n < cols; n++) {
            b[k * 16 + n] = column[n][k];
        }
    }
}

static void unpack_b(const struct aic_cube *cube, const uint8_t *l0b, line_fn *line, uint32_t *b)
{
    for (uint32_t n = 0; n < cube->n; n += 16) {
        uint32_t *strip = b + (uint64_t)n * cube->k;
        for (uint32_t s = 0; s < cube->k1; s++) {
            unpack_b_fractal(cube, l0b + aic_cube_b_line(cube, s, n), line, min_u32(cube->k - s * cube->c0, cube->c0),
                             min_u32(cube->n - n, 16), strip + (uint64_t)s * cube->c0 * 16);
        }
    }
}

void aic_cube_scale(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run)
{
    const uint8_t *scale_a = mem->local[AIC_L0A_MX].data + cube->a_addr / 16;
    const uint8_t *scale_b = mem->local[AIC_L0B_MX].data + cube->b_addr / 16;
    float *a = run->a, *b = run->b;
    for (uint32_t k = 0; k < cube->k; k++) {
        for (uint32_t m = 0; m < cube->m; m++) {
            uint8_t e = scale_a[aic_mmad_mx_scale(cube, m, k / 32)];
            a[(uint64_t)m * cube->k + k] *= (float)aic_value_decode(AIC_DT_FP8_E8M0, e);
        }
        for (uint32_t n = 0; n < cube->n; n++) {
            uint8_t e = scale_b[aic_mmad_mx_scale(cube, n, k / 32)];
            b[((uint64_t)(n / 16) * cube->k + k) * 16 + n % 16] *= (float)aic_value_decode(AIC_DT_FP8_E8M0, e);
        }
    }
}

void aic_cube_unpack_floats(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run)
{
    unpack_a(cube, mem->local[AIC_L0A].data + cube->a_addr, line_floats, run->a);
    unpack_b(cube, mem->local[AIC_L0B].data + cube->b_addr, line_floats, run->b);
    if (cube->regs->hf32 && cube->a == AIC_DT_FLOAT) {
        bool ties = cube->lim->hf32_nearest_zero_ties == 1;
        enum aic_round_mode mode = !cube->regs->hf32_toward_zero ? AIC_ROUND_EVEN
                                   : ties                        ? AIC_ROUND_HALF_ZERO
                                                                 : AIC_ROUND_ZERO;
        unsigned kept = (unsigned)cube->lim->hf32_mantissa_bits;
        aic_floats_round_mantissa(run->a, (uint64_t)cube->m * cube->k, kept, mode);
        aic_floats_round_mantissa(run->b, (uint64_t)cube->n1 * 16 * cube->k, kept, mode);
    }
}

/* Adds each dense element of B to the row of the full B that its index names. */
static void spread_b(const struct aic_cube *cube, const struct aic_memory *mem, int32_t *b)
{
    const uint8_t *l0b = mem->local[AIC_L0B].data + cube->b_addr;
    const uint8_t *index = mem->local[AIC_IDX].data + cube->b_addr / 4;
    for (uint32_t n = 0; n < cube->n; n++) {
        int32_t *strip = b + (uint64_t)(n / 16) * cube->k * 16 + n % 16;
        for (uint32_t d = 0; d < cube->b_rows; d++) {
            unsigned shift;
            uint64_t at = aic_mmad_sparse_index(cube, d, n, &shift);
            uint32_t k = d / 2 * 4 + d % 2 + (index[at] >> shift & 3u);
            int32_t value = (int8_t)l0b[aic_cube_b_line(cube, d / cube->c0, n) + d % cube->c0];
            if (k < cube->k) {
                strip[(uint64_t)k * 16] += value;
            }
        }
    }
}

void aic_cube_unpack_ints(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run)
{
    unpack_a(cube, mem->local[AIC_L0A].data + cube->a_addr, line_ints, run->a);
    if (cube->kind == AIC_CUBE_SPARSE) {
        spread_b(cube, mem, run->b);
    } else {
        unpack_b(cube, mem->local[AIC_L0B].data + cube->b_addr, line_ints, run->b);
    }
}
