/* x.npy, w.npy, c.npy ... of a convolution. */
#include <stdlib.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "tools/gen_conv2d.h"
#include "tools/gen_data.h"

/* The arrays of a convolution: numbers, and the patterns that GM holds. */
struct arrays {
    double *x, *w, *bias;
    uint64_t *rx, *rw, *rb, *rc, *words;
};

/* Element (channel, row, column) of an image, 0 outside of it. */
static double pixel(const struct aic_conv2d_plan *p, const double *x, int64_t ch, int64_t h, int64_t w)
{
    bool inside = h >= 0 && h < p->o.height && w >= 0 && w < p->o.width;
    return inside ? x[(ch * p->o.height + h) * p->o.width + w] : 0;
}

static double convolve(const struct aic_conv2d_plan *p, const double *x, const double *w, int64_t n, int64_t oh,
                       int64_t ow)
{
    const struct aic_conv2d_options *o = &p->o;
    double sum = 0;
    for (int64_t ch = 0; ch < o->channels; ch++) {
        for (int64_t i = 0; i < o->kernel_h; i++) {
            for (int64_t j = 0; j < o->kernel_w; j++) {
                sum += w[((n * o->channels + ch) * o->kernel_h + i) * o->kernel_w + j] *
                       pixel(p, x, ch, oh * o->stride_h + i * o->dilation_h - o->pad_top,
                             ow * o->stride_w + j * o->dilation_w - o->pad_left);
            }
        }
    }
    return sum;
}

static void pack_image(const struct aic_conv2d_plan *p, const double *x, uint64_t *raw)
{
    int64_t pixels = p->o.height * p->o.width;
    for (int64_t i = 0; i < p->o.batch * p->o.channels * pixels; i++) {
        int64_t image = i / pixels / p->o.channels, ch = i / pixels % p->o.channels;
        int64_t block = (image * p->c1 + ch / p->c0) * pixels + i % pixels;
        raw[block * p->c0 + ch % p->c0] = aic_value_encode(p->o.a, x[i], NULL);
    }
}

static void pack_weights(const struct aic_conv2d_plan *p, const double *w, uint64_t *raw)
{
    int64_t points = p->o.kernel_h * p->o.kernel_w;
    for (int64_t n = 0; n < p->o.out_channels; n++) {
        for (int64_t ch = 0; ch < p->o.channels; ch++) {
            for (int64_t i = 0; i < points; i++) {
                int64_t block = ch / p->c0 * points + i;
                raw[(block * p->n + n) * p->c0 + ch % p->c0] =
                    aic_value_encode(p->o.b, w[(n * p->o.channels + ch) * points + i], NULL);
            }
        }
    }
}

static void pack_result(const struct aic_conv2d_plan *p, const struct arrays *a)
{
    int64_t pixels = p->out_h * p->out_w, strip = p->drain.strip;
    for (int64_t j = 0; j < p->o.batch * p->n * pixels; j++) {
        int64_t image = j / pixels / p->n, n = j / pixels % p->n, i = j % pixels;
        const double *x = a->x + image * p->o.channels * p->o.height * p->o.width;
        double sum = n < p->o.out_channels ? convolve(p, x, a->w, n, i / p->out_w, i % p->out_w) : 0;
        a->rc[((image * p->n + n / strip * strip) * pixels + i * strip) + n % strip] =
            aic_gen_quantised(sum + a->bias[n], &p->drain, a->words[n]);
    }
}

/* Scales with few bits, so that a float holds every product exactly. */
static uint64_t word_of(const struct aic_gen_drain *d, uint64_t *seed)
{
    float scale = (float)(d->r.scale * (1 + (double)(aic_gen_random(seed) % 4) / 4));
    uint32_t bits;
    memcpy(&bits, &scale, sizeof bits);
    return !d->vector ? d->word
           : d->word_type == AIC_DT_HALF ? aic_value_encode(AIC_DT_HALF, (double)scale, NULL)
                                         : (bits & 0xffffe000u) | (d->word & 1ull << 46);
}

static void fill(const struct aic_conv2d_plan *p, struct arrays *a, size_t nx, size_t nw)
{
    uint64_t seed = 20260102;
    int most = p->o.c == AIC_DT_HALF ? 1 : 4, high = p->o.b == AIC_DT_INT4 && p->bias_mmad ? 7 : 64;
    int64_t per = p->bias_mmad ? (int64_t)aic_dtype_c0(p->o.b) : 1;
    for (size_t i = 0; i < nx; i++) {
        a->x[i] = aic_gen_small_number(&seed, p->o.a, most);
    }
    for (size_t i = 0; i < nw; i++) {
        a->w[i] = aic_gen_small_number(&seed, p->o.b, most);
    }
    for (int64_t i = 0; i < p->n; i++) {
        if (p->o.bias) {
            a->bias[i] = aic_gen_small_number(&seed, p->bias_mmad ? p->o.b : AIC_DT_INT8, high);
            a->rb[i * per] = aic_value_encode(p->bias_dtype, a->bias[i], NULL);
        }
        a->words[i] = word_of(&p->drain, &seed);
    }
    pack_image(p, a->x, a->rx);
    pack_weights(p, a->w, a->rw);
    pack_result(p, a);
}

static bool write_bias(const struct aic_conv2d_plan *p, const struct arrays *a, struct aic_gen_error *err)
{
    size_t n = (size_t)p->n, c0 = aic_dtype_c0(p->o.a);
    if (!p->bias_mmad) {
        return !p->o.bias || aic_gen_write_array(p->o.data, "bias", p->bias_dtype, a->rb, 0, n, err);
    }
    uint64_t ones[16 * 64] = {0};
    for (size_t i = 0; i < 16; i++) {
        ones[i * c0] = aic_value_encode(p->o.a, 1, NULL);
    }
    return aic_gen_write_array(p->o.data, "bias", p->bias_dtype, a->rb, n, aic_dtype_c0(p->o.b), err) &&
           aic_gen_write_array(p->o.data, "ones", p->o.a, ones, 16, c0, err);
}

static bool write_all(const struct aic_conv2d_plan *p, const struct arrays *a, struct aic_gen_error *err)
{
    const struct aic_conv2d_options *o = &p->o;
    size_t c0 = (size_t)p->c0, strip = (size_t)p->drain.strip, n = (size_t)p->n;
    size_t image = (size_t)(o->batch * p->c1 * o->height * o->width);
    return aic_gen_write_array(o->data, "x", o->a, a->rx, image, c0, err) &&
           aic_gen_write_array(o->data, "w", o->b, a->rw, (size_t)p->k * n / c0, c0, err) && write_bias(p, a, err) &&
           (!p->drain.vector || aic_gen_write_array(o->data, "q", p->drain.word_type, a->words, 0, n, err)) &&
           aic_gen_write_array(o->data, "c", p->drain.r.out, a->rc,
                               (size_t)(o->batch * p->out_h * p->out_w) * n / strip, strip, err);
}

bool aic_conv2d_write_data(const struct aic_conv2d_plan *p, struct aic_gen_error *err)
{
    const struct aic_conv2d_options *o = &p->o;
    size_t nx = (size_t)(o->batch * o->channels * o->height * o->width), n = (size_t)p->n, k = (size_t)p->k;
    size_t nw = (size_t)(o->out_channels * o->channels * o->kernel_h * o->kernel_w);
    size_t image = (size_t)(o->batch * p->c1 * o->height * o->width * p->c0);
    size_t pixels = (size_t)(o->batch * p->out_h * p->out_w);
    struct arrays a = {calloc(nx, sizeof *a.x), calloc(nw, sizeof *a.w), calloc(n, sizeof *a.bias),
                       calloc(image, sizeof *a.rx), calloc(k * n, sizeof *a.rw), calloc(n * 64, sizeof *a.rb),
                       calloc(n * pixels, sizeof *a.rc), calloc(n, sizeof *a.words)};
    bool ok = a.x && a.w && a.bias && a.rx && a.rw && a.rb && a.rc && a.words;
    if (ok) {
        fill(p, &a, nx, nw);
        ok = write_all(p, &a, err);
    } else {
        aic_gen_fail(err, "out of memory");
    }
    void *all[] = {a.x, a.w, a.bias, a.rx, a.rw, a.rb, a.rc, a.words};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        free(all[i]);
    }
    return ok;
}
