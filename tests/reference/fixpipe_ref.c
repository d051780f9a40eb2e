#include "reference/fixpipe_ref.h"

#include <math.h>
#include <string.h>

#include "buffers/float_formats.h"

static double clamp(double v, double low, double high)
{
    return v < low ? low : v > high ? high : v;
}

static double scale_of(uint64_t word)
{
    int sign = word >> 31 & 1, exponent = word >> 23 & 255, mantissa = word >> 13 & 1023;
    double v = exponent ? ldexp(1 + mantissa / 1024.0, exponent - 127) : 0;
    return sign ? -v : v;
}

static uint64_t to_float_type(const struct world *w, enum aic_quant mode, enum aic_dtype dst, double y)
{
    bool hybrid = mode == AIC_Q_QF322HIF8_PRE_HYBRID || mode == AIC_Q_VQF322HIF8_PRE_HYBRID;
    struct aic_round round = {
        .mode = dst != AIC_DT_HIFLOAT8 ? AIC_ROUND_EVEN : hybrid ? AIC_ROUND_HYBRID : AIC_ROUND_AWAY,
        .saturate = !w->regs.inf_nan,
        .keep_nan = w->regs.fp8_nan && aic_dtype_bits(dst) == 8,
    };
    return aic_value_encode(dst, y, &round);
}

static bool is_eight_bits(enum aic_quant mode)
{
    return mode >= AIC_Q_QF322B8_PRE && mode <= AIC_Q_VREQ8;
}

static bool is_deq(enum aic_quant mode)
{
    return mode == AIC_Q_DEQF16 || mode == AIC_Q_VDEQF16;
}

uint64_t ref_quant(const struct world *w, enum aic_quant mode, enum aic_dtype src, enum aic_dtype dst, double x,
                   uint64_t word, bool relu)
{
    if (mode <= AIC_Q_F322BF16) {
        double y = relu && x < 0 ? 0 : x;
        return aic_dtype_is_float(dst) ? to_float_type(w, mode, dst, y) : (uint64_t)(int64_t)y;
    }
    bool shifts = src == AIC_DT_INT32 && (is_deq(mode) || is_eight_bits(mode));
    if (shifts && w->lim.quant_has_shift && word >> 36 & 1) {
        int by = (int)(word >> 32 & 15) + (w->lim.quant_shift_plus_one ? 1 : 0);
        x = clamp(floor(ldexp(x, -by)), -32768, 32767);
    }
    float y = (float)x * (float)(x < 0 && relu ? 0 : scale_of(word));
    if (y == 0 || (relu && x < 0)) {
        y = 0;
    }
    if (is_eight_bits(mode)) {
        int offset = (int)(word >> 37 & 511);
        offset -= w->lim.quant_offset_signed && offset > 255 ? 512 : 0;
        double t = nearbyint(clamp(y, -256, 255)) + offset;
        return (uint64_t)(int64_t)(word >> 46 & 1 ? clamp(t, -128, 127) : clamp(t, 0, 255));
    }
    if (is_deq(mode) && w->lim.quant_deqf16_round_first) {
        y = (float)nearbyint(y);
    }
    return to_float_type(w, mode, dst, y);
}

struct strides {
    uint64_t matrices, src_matrix, dst_matrix, row;
    bool elements;
};

static struct strides strides_of(const struct world *w)
{
    const int64_t *f = w->rec.f;
    enum aic_fix_params params =
        w->rec.given >> AIC_FIX_F_PARAMS & 1 ? (enum aic_fix_params)f[AIC_FIX_F_PARAMS] : w->lim.fixpipe_params;
    struct strides s = {1, 0, 0, 1, params == AIC_FIX_ARCH3510};
    if (f[AIC_FIX_F_LAYOUT] == AIC_FIX_ND) {
        s.matrices = (uint64_t)f[AIC_FIX_F_ND_NUM];
        s.src_matrix = (uint64_t)f[AIC_FIX_F_SRC_ND_STRIDE] * (s.elements ? 16 : 256);
        s.dst_matrix = (uint64_t)f[AIC_FIX_F_DST_ND_STRIDE];
    } else if (f[AIC_FIX_F_LAYOUT] == AIC_FIX_DN) {
        s.matrices = (uint64_t)f[AIC_FIX_F_DN_NUM];
        s.src_matrix = (uint64_t)f[AIC_FIX_F_SRC_NZ_MATRIX_STRIDE] * 16;
        s.dst_matrix = (uint64_t)f[AIC_FIX_F_DST_DN_MATRIX_STRIDE];
        s.row = (uint64_t)f[AIC_FIX_F_SRC_NZ_C0_STRIDE];
    }
    return s;
}

/* nz: element of row i, column j of a matrix with n columns, strips d elements apart. */
static uint64_t nz_element(const struct world *w, uint64_t i, uint64_t j, uint64_t n, uint64_t d)
{
    if (w->rec.f[AIC_FIX_F_SPLIT]) {
        return j / 8 * d + i * 8 + j % 8;
    }
    if (aic_dtype_bits(w->rec.dtype[1]) != 8) {
        return j / 16 * d + i * 16 + j % 16;
    }
    return j < n / 32 * 32 ? j / 32 * d + i * 32 + j % 32 : n / 32 * d + i * 16 + j % 16;
}

static uint64_t target(const struct world *w, const struct strides *s, uint64_t h, uint64_t i, uint64_t j, uint64_t n)
{
    uint64_t d = (uint64_t)w->rec.f[AIC_FIX_F_DST_STRIDE];
    switch (w->rec.f[AIC_FIX_F_LAYOUT]) {
    case AIC_FIX_ND:
        return h * s->dst_matrix + i * d + j;
    case AIC_FIX_DN:
        return h * s->dst_matrix + j * d + i;
    default:
        break;
    }
    unsigned size = aic_dtype_bits(w->rec.dtype[1]) / 8;
    d *= s->elements ? 1 : 32 / size;
    /* A vector of more words than one pass holds goes in half passes; on arch3510 the library multiplies the distance
     * of their destinations by 32 / size once more (X33). */
    uint64_t pass = (uint64_t)w->lim.quant_fb_entries;
    if (w->rec.n_operands > 2 && n > pass) {
        pass /= 2;
        uint64_t width = size == 1 ? 32 : 16, chunk = j / pass;
        uint64_t rest = n - chunk * pass < pass ? n - chunk * pass : pass;
        return chunk * (pass / width) * d * (s->elements ? 32 / size : 1) + nz_element(w, i, j % pass, rest, d);
    }
    return nz_element(w, i, j, n, d);
}

static uint64_t word_of(struct world *w, uint64_t j)
{
    const struct aic_record *rec = &w->rec;
    if (rec->n_operands > 2) {
        return aic_element_load(w->mem.local[AIC_L1].data + rec->op[2].addr, j, AIC_DT_UINT64);
    }
    return (uint64_t)rec->f[AIC_FIX_F_DEQ_SCALAR];
}

static void one(struct world *w, const struct strides *s, uint64_t h, uint64_t i, uint64_t j, ref_store_fn *store,
                void *user)
{
    const struct aic_record *rec = &w->rec;
    uint64_t m = (uint64_t)rec->f[AIC_FIX_F_M], n = (uint64_t)rec->f[AIC_FIX_F_N];
    uint64_t at = h * s->src_matrix + j / 16 * (uint64_t)rec->f[AIC_FIX_F_SRC_STRIDE] * 16 + i * 16 * s->row + j % 16;
    enum aic_dtype src = rec->dtype[0], dst = rec->dtype[1];
    double x = aic_value_decode(src, aic_element_load(w->mem.local[AIC_L0C].data + rec->op[1].addr, at, src));
    uint64_t raw = ref_quant(w, (enum aic_quant)rec->f[AIC_FIX_F_QUANT], src, dst, x, word_of(w, j),
                             rec->f[AIC_FIX_F_RELU]);
    unsigned unit = 0;
    if (rec->op[0].space == AIC_UB) {
        unit = (unsigned)rec->f[AIC_FIX_F_SUB_BLOCK];
        if (rec->f[AIC_FIX_F_DUAL] == 1) {
            unit = i >= m / 2;
            i -= unit * (m / 2);
        } else if (rec->f[AIC_FIX_F_DUAL] == 2) {
            unit = j >= n / 2;
            j -= unit * (n / 2);
            n /= 2;
        }
    }
    store(user, unit, target(w, s, h, i, j, n), raw);
}

void ref_fixpipe(struct world *w, ref_store_fn *store, void *user)
{
    struct strides s = strides_of(w);
    for (uint64_t h = 0; h < s.matrices; h++) {
        for (uint64_t i = 0; i < (uint64_t)w->rec.f[AIC_FIX_F_M]; i++) {
            for (uint64_t j = 0; j < (uint64_t)w->rec.f[AIC_FIX_F_N]; j++) {
                one(w, &s, h, i, j, store, user);
            }
        }
    }
}
