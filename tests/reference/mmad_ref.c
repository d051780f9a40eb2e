#include "reference/mmad_ref.h"

#include <math.h>
#include <string.h>

#include "buffers/float_formats.h"

/* Fields by their place in the documented order. */
enum { M = 0, N, K, INIT, SOURCE, UNIT, KALIGN, NOGEMV, ISBIAS };

static uint64_t up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static uint64_t raw_at(struct world *w, enum aic_space space, uint64_t base, uint64_t element, enum aic_dtype dt)
{
    return aic_element_load(w->mem.local[space].data + base, element, dt);
}

/* Offset in elements; the formulas of the layout table (semantics.md 0). */
static uint64_t a_offset(const struct world *w, enum ref_kind kind, uint64_t r, uint64_t s)
{
    const int64_t *f = w->rec.f;
    uint64_t c0 = aic_dtype_c0(w->rec.dtype[0]), fractal = 16 * c0;
    if (f[M] == 1 && kind == REF_PLAIN && !f[NOGEMV]) {
        return s;
    }
    if (w->lim.l0a_layout == AIC_L0A_NZ) {
        return (s / c0 * up((uint64_t)f[M], 16) + r / 16) * fractal + r % 16 * c0 + s % c0;
    }
    uint64_t pitch = f[KALIGN] ? 2 * up((uint64_t)f[K], 16) : up((uint64_t)f[K], c0);
    return (r / 16 * pitch + s / c0) * fractal + r % 16 * c0 + s % c0;
}

static uint64_t b_offset(const struct world *w, uint64_t k, uint64_t n)
{
    uint64_t c0 = aic_dtype_c0(w->rec.dtype[1]);
    return (k / c0 * up((uint64_t)w->rec.f[N], 16) + n / 16) * 16 * c0 + n % 16 * c0 + k % c0;
}

static uint64_t c_offset(const struct world *w, uint64_t m, uint64_t n)
{
    return (n / 16 * up((uint64_t)w->rec.f[M], 16) + m / 16) * 256 + m % 16 * 16 + n % 16;
}

uint64_t ref_mmad_c_at(const struct world *w, uint32_t m, uint32_t n)
{
    return w->rec.op[0].addr + c_offset(w, m, n) * aic_dtype_bits(w->rec.dtype[2]) / 8;
}

static double scale(struct world *w, enum aic_space space, uint64_t base, uint64_t row, uint64_t g)
{
    uint64_t groups = (uint64_t)w->rec.f[K] / 64;
    uint64_t at = (row / 16 * groups + g / 2) * 32 + row % 16 * 2 + g % 2;
    return pow(2, w->mem.local[space].data[base / 16 + at] - 127.0);
}

static double hf32(const struct world *w, double v)
{
    if (!w->regs.hf32 || w->rec.dtype[0] != AIC_DT_FLOAT || v == 0 || isinf(v) || isnan(v)) {
        return v;
    }
    int e;
    double f = ldexp(frexp(v, &e), (int)w->lim.hf32_mantissa_bits + 1);
    double down = trunc(f), rest = fabs(f - down);
    if (!w->regs.hf32_toward_zero) {
        f = nearbyint(f);
    } else {
        f = w->lim.hf32_nearest_zero_ties && rest > 0.5 ? down + copysign(1, f) : down;
    }
    return ldexp(f, e - (int)w->lim.hf32_mantissa_bits - 1);
}

static double a_value(struct world *w, enum ref_kind kind, uint32_t m, uint32_t k)
{
    uint64_t base = w->rec.op[1].addr;
    double v = aic_value_decode(w->rec.dtype[0], raw_at(w, AIC_L0A, base, a_offset(w, kind, m, k), w->rec.dtype[0]));
    return kind == REF_MX ? v * scale(w, AIC_L0A_MX, base, m, k / 32) : hf32(w, v);
}

static double b_value(struct world *w, enum ref_kind kind, uint32_t k, uint32_t n)
{
    uint64_t base = w->rec.op[2].addr;
    double v = aic_value_decode(w->rec.dtype[1], raw_at(w, AIC_L0B, base, b_offset(w, k, n), w->rec.dtype[1]));
    return kind == REF_MX ? v * scale(w, AIC_L0B_MX, base, n, k / 32) : hf32(w, v);
}

static double start(struct world *w, uint32_t m, uint32_t n)
{
    const struct aic_record *rec = &w->rec;
    if (rec->f[INIT] && !rec->f[ISBIAS]) {
        return 0;
    }
    if (rec->n_operands > 3 && rec->op[3].space == AIC_BT) {
        return aic_value_decode(rec->dtype[2], raw_at(w, AIC_BT, rec->op[3].addr, n, rec->dtype[2]));
    }
    uint64_t base = rec->n_operands > 3 ? rec->op[3].addr : rec->op[0].addr;
    return aic_value_decode(rec->dtype[2], raw_at(w, AIC_L0C, base, c_offset(w, m, n), rec->dtype[2]));
}

/* The dense elements 2g and 2g+1 of a column name which of the original elements 4g .. 4g+3 they are. */
static double sparse_sum(struct world *w, uint32_t m, uint32_t n)
{
    uint32_t k = (uint32_t)w->rec.f[K], n1 = (uint32_t)up((uint64_t)w->rec.f[N], 16);
    double sum = 0;
    for (uint32_t d = 0; d < (k + 1) / 2; d++) {
        uint64_t at = w->rec.op[2].addr / 4 + (d / 32 * n1 + n / 16) * 128 + n % 16 * 8 + d % 32 / 4;
        uint32_t pick = w->mem.local[AIC_IDX].data[at] >> (d % 4 * 2) & 3;
        uint32_t original = d / 2 * 4 + pick + (d % 2 ? 1 : 0);
        if (original < k) {
            sum += a_value(w, REF_SPARSE, m, original) * b_value(w, REF_SPARSE, d, n);
        }
    }
    return sum;
}

static double int_sum(struct world *w, enum ref_kind kind, uint32_t m, uint32_t n)
{
    double sum = 0;
    if (kind == REF_SPARSE) {
        return sparse_sum(w, m, n);
    }
    for (uint32_t k = 0; k < (uint32_t)w->rec.f[K]; k++) {
        sum += a_value(w, kind, m, k) * b_value(w, kind, k, n);
    }
    return sum;
}

static double float_sum(struct world *w, enum ref_kind kind, uint32_t m, uint32_t n)
{
    uint32_t k = (uint32_t)w->rec.f[K];
    uint32_t block = w->lim.mmad_k_block ? (uint32_t)w->lim.mmad_k_block : aic_dtype_c0(w->rec.dtype[0]);
    volatile float init = (float)start(w, m, n), sum = w->lim.mmad_c_first ? init : 0, part = 0;
    for (uint32_t i = 0; i < k; i++) {
        volatile float product = (float)a_value(w, kind, m, i) * (float)b_value(w, kind, i, n);
        part += product;
        if (i % block == block - 1 || i == k - 1) {
            sum += part;
            part = 0;
        }
    }
    if (!w->lim.mmad_c_first) {
        sum += init;
    }
    return sum;
}

void ref_mmad(struct world *w, enum ref_kind kind, uint32_t *c)
{
    uint32_t rows = (uint32_t)w->rec.f[M], cols = (uint32_t)w->rec.f[N];
    struct aic_round round = {.saturate = !w->regs.inf_nan};
    for (uint32_t m = 0; m < rows; m++) {
        for (uint32_t n = 0; n < cols; n++) {
            bool is_float = aic_dtype_is_float(w->rec.dtype[2]);
            double v = is_float ? float_sum(w, kind, m, n) : start(w, m, n) + int_sum(w, kind, m, n);
            c[m * cols + n] = (uint32_t)aic_value_encode(w->rec.dtype[2], v, &round);
        }
    }
}
