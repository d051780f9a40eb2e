/* Random operands and the product that they have, computed in plain loops from the definitions. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "buffers/float_formats.h"
#include "isa/quant.h"
#include "tools/gen_data.h"
#include "tools/npy.h"

static const char *const descr[AIC_DT_COUNT] = {
    [AIC_DT_HALF] = "<f2",   [AIC_DT_BF16] = "<u2",    [AIC_DT_FLOAT] = "<f4",      [AIC_DT_INT8] = "|i1",
    [AIC_DT_UINT8] = "|u1",  [AIC_DT_INT32] = "<i4",   [AIC_DT_UINT32] = "<u4",     [AIC_DT_UINT64] = "<u8",
    [AIC_DT_INT4] = "|u1",   [AIC_DT_FP8_E4M3FN] = "|u1", [AIC_DT_FP8_E5M2] = "|u1", [AIC_DT_HIFLOAT8] = "|u1",
    [AIC_DT_FP8_E8M0] = "|u1", [AIC_DT_FP4_E2M1] = "|u1", [AIC_DT_FP4_E1M2] = "|u1",
};

/* Numerical Recipes' 64-bit linear congruence: the same arrays on every machine. */
uint32_t aic_gen_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

double aic_gen_small_number(uint64_t *seed, enum aic_dtype dt, int most)
{
    int span = aic_dtype_is_signed(dt) || aic_dtype_is_float(dt) ? 2 * most + 1 : most + 1;
    return (double)(aic_gen_random(seed) % (uint32_t)span) - (span > most + 1 ? most : 0);
}

bool aic_gen_make_folder(const char *folder, struct aic_gen_error *err)
{
    return mkdir(folder, 0777) == 0 || errno == EEXIST ||
           aic_gen_fail(err, "%s: cannot make the folder: %s", folder, strerror(errno));
}

bool aic_gen_write_array(const char *folder, const char *name, enum aic_dtype dt, const uint64_t *raw, size_t rows,
                         size_t cols, struct aic_gen_error *err)
{
    size_t itemsize = aic_npy_itemsize(descr[dt]), per = aic_dtype_bits(dt) == 4 ? 2 : 1;
    struct aic_array array = {.itemsize = itemsize, .ndim = rows ? 2 : 1};
    snprintf(array.descr, sizeof array.descr, "%s", descr[dt]);
    array.dims[0] = rows ? rows : cols / per;
    array.dims[1] = cols / per;
    size_t count = (rows ? rows : 1) * cols;
    array.bytes = count / per * itemsize;
    array.data = calloc(array.bytes ? array.bytes : 1, 1);
    if (!array.data) {
        return aic_gen_fail(err, "out of memory");
    }
    for (size_t i = 0; i < count; i++) {
        aic_element_store(array.data, i, dt, raw[i]);
    }
    char path[4096], why[256];
    snprintf(path, sizeof path, "%s/%s.npy", folder, name);
    bool ok = aic_npy_write(path, &array, why, sizeof why);
    aic_array_free(&array);
    return ok || aic_gen_fail(err, "%s: %s", path, why);
}

/* To 8 bits: clipped to 9, rounded, then clipped to the type. */
static uint64_t to_eight(double y, const struct aic_gen_drain *d)
{
    double t = nearbyint(fmin(fmax(y, -256), 255));
    t = d->r.out == AIC_DT_INT8 ? fmin(fmax(t, -128), 127) : fmin(fmax(t, 0), 255);
    return (uint64_t)(int64_t)(d->r.clip ? fmin(t, d->r.clip_to) : t) & 0xff;
}

/* One result on its way out: a product with the quantisation word of its column. */
uint64_t aic_gen_quantised(double x, const struct aic_gen_drain *d, uint64_t word)
{
    enum aic_dtype out = d->r.out;
    const struct aic_quant_mode *mode = &aic_quant_modes[d->r.quant];
    struct aic_round round = {.mode = out == AIC_DT_HIFLOAT8 ? AIC_ROUND_AWAY : AIC_ROUND_EVEN, .saturate = true};
    if (mode->hybrid) {
        round.mode = AIC_ROUND_HYBRID;
    }
    if (!mode->scaled) {
        double y = d->r.relu && x < 0 ? 0 : x;
        y = d->r.clip ? fmin(y, d->r.clip_to) : y;
        return aic_value_encode(out, y, d->c == out ? NULL : &round);
    }
    uint32_t bits = (uint32_t)word & 0xffffe000u;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    if (d->word_type == AIC_DT_HALF) {
        scale = (float)aic_value_decode(AIC_DT_HALF, word);
    }
    float y = (float)x * (d->r.relu && x < 0 ? 0.0f : scale) + 0.0f; /* relu gives no -0 */
    if (out == AIC_DT_INT8 || out == AIC_DT_UINT8) {
        return to_eight((double)y, d);
    }
    return aic_value_encode(out, d->r.clip ? fmin((double)y, d->r.clip_to) : (double)y, &round);
}
