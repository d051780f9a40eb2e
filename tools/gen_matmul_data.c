/* a.npy, b.npy, c.npy ... of a matrix product. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "isa/quant.h"
#include "tools/gen_data.h"
#include "tools/gen_matmul.h"

/* Logical matrices as numbers: x of outer x k, row by row. */
struct numbers {
    double *a, *b, *bias;
    uint64_t *words; /* one a column */
    uint64_t *scale_a, *scale_b; /* patterns of fp8_e8m0, outer x k / 32 */
    double *sum;     /* m x n */
};

static void numbers_free(struct numbers *x)
{
    free(x->a);
    free(x->b);
    free(x->bias);
    free(x->words);
    free(x->scale_a);
    free(x->scale_b);
    free(x->sum);
}

/* Small enough that every sum is exact in the type of L0C. */
static int most_of(const struct aic_matmul_plan *p, enum aic_dtype dt)
{
    return p->o.c == AIC_DT_HALF || dt == AIC_DT_FP4_E1M2 ? 1 : dt == AIC_DT_INT4 ? 7 : 4;
}

static void fill(double *x, size_t n, enum aic_dtype dt, int most, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        x[i] = aic_gen_small_number(seed, dt, most);
    }
}

/* Scales with few bits, so that a float holds every product exactly. */
static void fill_words(const struct aic_matmul_plan *p, uint64_t *words, size_t n, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        float scale = (float)(p->drain.r.scale * (1 + (double)(aic_gen_random(seed) % 4) / 4));
        uint32_t bits;
        memcpy(&bits, &scale, sizeof bits);
        words[i] = !p->drain.vector ? p->drain.word
                   : p->drain.word_type == AIC_DT_HALF ? aic_value_encode(AIC_DT_HALF, (double)scale, NULL)
                                                       : (bits & 0xffffe000u) | (p->drain.word & 1ull << 46);
    }
}

static void multiply(const struct aic_matmul_plan *p, struct numbers *x)
{
    size_t m = (size_t)p->o.m, n = (size_t)p->o.n, k = (size_t)p->o.k;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            double sum = p->o.bias ? x->bias[j] : 0;
            for (size_t l = 0; l < k; l++) {
                sum += x->a[i * k + l] * x->b[j * k + l];
            }
            x->sum[i * n + j] = sum;
        }
    }
}

/* An operand as GM holds it. */
static bool write_side(const struct aic_matmul_plan *p, const struct aic_gen_side *s, const double *x,
                       struct aic_gen_error *err)
{
    size_t c0 = aic_dtype_c0(s->dtype), rows = (size_t)s->gm_rows, cols = (size_t)s->gm_cols, k = (size_t)s->k;
    bool nz = s->copy->nz_in_gm;
    size_t out_rows = nz ? (cols + c0 - 1) / c0 : rows, out_cols = nz ? (size_t)s->gm_nz_rows * c0 : cols;
    uint64_t *raw = calloc(out_rows * out_cols, sizeof *raw);
    if (!raw) {
        return aic_gen_fail(err, "out of memory");
    }
    for (size_t r = 0; r < rows; r++) {
        for (size_t c = 0; c < cols; c++) {
            double value = s->k_rows ? x[c * k + r] : x[r * k + c];
            size_t at = nz ? c / c0 * out_cols + r * c0 + c % c0 : r * cols + c;
            raw[at] = aic_value_encode(s->dtype, value, NULL);
        }
    }
    bool ok = aic_gen_write_array(p->o.data, s->tensor, s->dtype, raw, out_rows, out_cols, err);
    free(raw);
    return ok;
}

/* Scales from 1/2 to 4, so that every sum stays exact. */
static void fill_scales(const struct aic_gen_side *s, uint64_t *scales, uint64_t *seed)
{
    for (int64_t i = 0; s->scale_tensor && i < s->outer * (s->k / 32); i++) {
        scales[i] = 126 + aic_gen_random(seed) % 4;
    }
}

/* What the elements stand for: 2^(s - 127) times their own value. */
static void apply_scales(const struct aic_gen_side *s, const uint64_t *scales, double *x)
{
    for (int64_t i = 0; s->scale_tensor && i < s->outer * s->k; i++) {
        x[i] = ldexp(x[i], (int)scales[i / s->k * (s->k / 32) + i % s->k / 32] - 127);
    }
}

static bool write_scales(const struct aic_matmul_plan *p, const struct aic_gen_side *s, const uint64_t *scales,
                         struct aic_gen_error *err)
{
    int64_t groups = s->k / 32;
    if (!s->scale_tensor) {
        return true;
    }
    uint64_t *raw = calloc((size_t)(s->outer * groups), sizeof *raw);
    if (!raw) {
        return aic_gen_fail(err, "out of memory");
    }
    for (int64_t i = 0; i < s->outer * groups; i++) {
        int64_t outer = i / groups, g = i % groups;
        raw[aic_gen_scales_at(s, outer, g / 2 * 64) + g % 2] = scales[i];
    }
    size_t rows = (size_t)(s->k_rows ? groups / 2 : s->outer);
    bool ok = aic_gen_write_array(p->o.data, s->scale_tensor, AIC_DT_FP8_E8M0, raw, rows,
                                  (size_t)(s->outer * groups) / rows, err);
    free(raw);
    return ok;
}

static bool write_result(const struct aic_matmul_plan *p, const struct numbers *x, struct aic_gen_error *err)
{
    const struct aic_gen_drain *d = &p->drain;
    size_t m = (size_t)p->o.m, n = (size_t)p->o.n, strip = (size_t)d->strip, pitch = (size_t)d->gm_cols;
    bool nz = d->r.layout == AIC_GEN_NZ, dn = d->r.layout == AIC_GEN_DN;
    size_t rows = nz ? (n + strip - 1) / strip : dn ? n : m;
    uint64_t *raw = calloc(rows * pitch, sizeof *raw);
    if (!raw) {
        return aic_gen_fail(err, "out of memory");
    }
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            size_t at = nz ? j / strip * pitch + i * strip + j % strip : dn ? j * pitch + i : i * pitch + j;
            raw[at] = aic_gen_quantised(x->sum[i * n + j], d, x->words[j]);
        }
    }
    bool ok = aic_gen_write_array(p->o.data, "c", d->r.out, raw, rows, pitch, err);
    free(raw);
    return ok;
}

/* A block of ones x bias sums over its first column. */
static bool write_first_column(const struct aic_matmul_plan *p, const char *name, enum aic_dtype dt, const double *x,
                               size_t rows, struct aic_gen_error *err)
{
    size_t c0 = aic_dtype_c0(dt);
    uint64_t *raw = calloc(rows * c0, sizeof *raw);
    if (!raw) {
        return aic_gen_fail(err, "out of memory");
    }
    for (size_t i = 0; i < rows; i++) {
        raw[i * c0] = aic_value_encode(dt, x ? x[i] : 1, NULL);
    }
    bool ok = aic_gen_write_array(p->o.data, name, dt, raw, rows, c0, err);
    free(raw);
    return ok;
}

static bool write_columns(const struct aic_matmul_plan *p, const struct numbers *x, size_t columns,
                          struct aic_gen_error *err)
{
    uint64_t *raw = calloc(columns, sizeof *raw);
    if (!raw) {
        return aic_gen_fail(err, "out of memory");
    }
    bool ok = true;
    if (p->bias_mmad) {
        ok = write_first_column(p, "bias", p->bias_dtype, x->bias, columns, err) &&
             write_first_column(p, "ones", p->o.a, NULL, 16, err);
    } else if (p->o.bias) {
        for (size_t i = 0; i < columns; i++) {
            raw[i] = aic_value_encode(p->bias_dtype, x->bias[i], NULL);
        }
        ok = aic_gen_write_array(p->o.data, "bias", p->bias_dtype, raw, 0, columns, err);
    }
    if (ok && p->drain.vector) {
        ok = aic_gen_write_array(p->o.data, "q", p->drain.word_type, x->words, 0, columns, err);
    }
    free(raw);
    return ok;
}

bool aic_matmul_write_data(const struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    size_t m = (size_t)p->o.m, n = (size_t)p->o.n, k = (size_t)p->o.k, columns = (size_t)aic_matmul_columns(p, p->o.n);
    uint64_t seed = 20260101;
    struct numbers x = {calloc(m * k, sizeof(double)), calloc(n * k, sizeof(double)), calloc(columns, sizeof(double)),
                        calloc(columns, sizeof(uint64_t)), calloc(m * (k / 32 + 1), sizeof(uint64_t)),
                        calloc(n * (k / 32 + 1), sizeof(uint64_t)), calloc(m * n, sizeof(double))};
    bool ok = x.a && x.b && x.bias && x.words && x.scale_a && x.scale_b && x.sum;
    if (ok) {
        fill(x.a, m * k, p->o.a, most_of(p, p->o.a), &seed);
        fill(x.b, n * k, p->o.b, most_of(p, p->o.b), &seed);
        fill(x.bias, columns, p->bias_mmad ? p->o.b : AIC_DT_INT8, p->o.b == AIC_DT_INT4 ? 7 : 64, &seed);
        fill_words(p, x.words, columns, &seed);
        fill_scales(&p->a, x.scale_a, &seed);
        fill_scales(&p->b, x.scale_b, &seed);
        ok = write_side(p, &p->a, x.a, err) && write_side(p, &p->b, x.b, err) &&
             write_scales(p, &p->a, x.scale_a, err) && write_scales(p, &p->b, x.scale_b, err) &&
             write_columns(p, &x, columns, err);
        apply_scales(&p->a, x.scale_a, x.a);
        apply_scales(&p->b, x.scale_b, x.b);
        multiply(p, &x);
        ok = ok && write_result(p, &x, err);
    } else {
        aic_gen_fail(err, "out of memory");
    }
    numbers_free(&x);
    return ok;
}
