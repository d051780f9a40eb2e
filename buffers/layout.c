#include "buffers/layout.h"

#include <stdarg.h>
#include <stdio.h>

#include "buffers/fail.h"

/* Sizes and offsets stay below this, so that sums of two never wrap. */
#define LIMIT ((uint64_t)1 << 62)

/* ---- algebra ---- */

/* One level of one mode; the searches below work on the flat list of levels. */
struct level {
    uint64_t shape, stride;
    unsigned mode, inner; /* inner: 0 or 1, the place in the pair */
};

/* All levels with more than one index, by falling stride. */
static unsigned sorted_levels(const struct aic_layout *l, struct level *out)
{
    unsigned n = 0;

    for (unsigned m = 0; m < l->rank; m++) {
        for (unsigned k = 0; k < 2; k++) {
            struct level v = {l->mode[m].shape[k], l->mode[m].stride[k], m, k};
            unsigned at = n;

            if (v.shape == 1)
                continue;
            for (; at > 0 && out[at - 1].stride < v.stride; at--)
                out[at] = out[at - 1];
            out[at] = v;
            n++;
        }
    }
    return n;
}

uint64_t aic_layout_extent(const struct aic_layout *l, unsigned i)
{
    return l->mode[i].shape[0] * l->mode[i].shape[1];
}

uint64_t aic_layout_size(const struct aic_layout *l)
{
    uint64_t n = 1;

    for (unsigned i = 0; i < l->rank; i++)
        n *= aic_layout_extent(l, i);
    return n;
}

uint64_t aic_layout_cosize(const struct aic_layout *l)
{
    uint64_t last = 0;

    if (aic_layout_size(l) == 0)
        return 0;
    for (unsigned i = 0; i < l->rank; i++)
        for (unsigned k = 0; k < 2; k++)
            last += (l->mode[i].shape[k] - 1) * l->mode[i].stride[k];
    return last + 1;
}

/* False when size or cosize leaves the range in which the functions above are exact. */
static bool in_range(const struct aic_layout *l)
{
    uint64_t size = 1, last = 0;

    for (unsigned i = 0; i < l->rank; i++) {
        for (unsigned k = 0; k < 2; k++) {
            uint64_t shape = l->mode[i].shape[k], stride = l->mode[i].stride[k];
            uint64_t reach = 0;

            if (shape > LIMIT || stride > LIMIT)
                return false;
            if (shape == 0)
                continue;
            if (__builtin_mul_overflow(size, shape, &size) || size > LIMIT)
                return false;
            if (__builtin_mul_overflow(shape - 1, stride, &reach) || reach > LIMIT || last + reach > LIMIT)
                return false;
            last += reach;
        }
    }
    return true;
}

bool aic_layout_offset(const struct aic_layout *l, const uint64_t *coord, uint64_t *offset)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < l->rank; i++) {
        const struct aic_mode *m = &l->mode[i];

        if (coord[i] >= aic_layout_extent(l, i))
            return false;
        sum += coord[i] % m->shape[0] * m->stride[0] + coord[i] / m->shape[0] * m->stride[1];
    }
    *offset = sum;
    return true;
}

/* Chooses the indices of levels[0..n) so that they sum to `rest`; the largest strides come first, so an index is tried
 * only while the smaller strides can still reach what is left. */
static bool solve(const struct level *levels, unsigned n, uint64_t rest, const uint64_t *reach, uint64_t *index)
{
    if (n == 0)
        return rest == 0;
    uint64_t stride = levels->stride;
    uint64_t i = stride ? rest / stride : 0;

    if (i >= levels->shape)
        i = levels->shape - 1;
    for (;; i--) {
        uint64_t left = rest - i * stride;

        if (left > reach[1])
            return false;
        if (solve(levels + 1, n - 1, left, reach + 1, index + 1)) {
            *index = i;
            return true;
        }
        if (i == 0 || stride == 0)
            return false;
    }
}

bool aic_layout_coord(const struct aic_layout *l, uint64_t offset, uint64_t *coord)
{
    struct level levels[2 * AIC_LAYOUT_MAX_RANK];
    uint64_t reach[2 * AIC_LAYOUT_MAX_RANK + 1] = {0}, index[2 * AIC_LAYOUT_MAX_RANK] = {0};
    unsigned n = sorted_levels(l, levels);

    if (aic_layout_size(l) == 0)
        return false;
    for (unsigned i = n; i > 0; i--)
        reach[i - 1] = reach[i] + (levels[i - 1].shape - 1) * levels[i - 1].stride;
    if (!solve(levels, n, offset, reach, index))
        return false;
    for (unsigned i = 0; i < l->rank; i++)
        coord[i] = 0;
    for (unsigned i = 0; i < n; i++)
        coord[levels[i].mode] += levels[i].inner == 0 ? index[i] : index[i] * l->mode[levels[i].mode].shape[0];
    return true;
}

bool aic_layout_overlap(const struct aic_layout *l, unsigned *mode, unsigned *inner, uint64_t *stride)
{
    struct level levels[2 * AIC_LAYOUT_MAX_RANK];
    unsigned n = sorted_levels(l, levels);
    uint64_t reach = 0;

    for (unsigned i = n; i > 0; i--) {
        const struct level *v = &levels[i - 1];

        if (v->shape == 0)
            return false;
        if (v->stride <= reach) {
            *mode = v->mode;
            *inner = v->inner;
            *stride = reach + 1;
            return true;
        }
        reach += (v->shape - 1) * v->stride;
    }
    return false;
}

bool aic_layout_is_disjoint(const struct aic_layout *l)
{
    unsigned mode, inner;
    uint64_t stride;

    return !aic_layout_overlap(l, &mode, &inner, &stride);
}

/* The part of one mode from index `start` on, `extent` indices long. */
static bool tile_mode(const struct aic_mode *m, uint64_t start, uint64_t extent, struct aic_mode *out)
{
    uint64_t inner = m->shape[0];

    *out = *m;
    if (start % inner == 0 && extent % inner == 0) {
        out->shape[1] = extent / inner;
        if (!m->pair)
            *out = (struct aic_mode){false, {extent, 1}, {m->stride[0], 0}};
    } else if (start % inner + extent <= inner) {
        out->shape[0] = extent;
        out->shape[1] = 1;
    } else if (m->stride[1] == inner * m->stride[0]) {
        *out = (struct aic_mode){false, {extent, 1}, {m->stride[0], 0}};
    } else {
        return false;
    }
    return true;
}

bool aic_layout_tile(const struct aic_layout *l, const uint64_t *start, const uint64_t *extent, struct aic_layout *tile,
                     uint64_t *base, char *err, size_t errlen)
{
    struct aic_layout out = {.rank = l->rank};

    for (unsigned i = 0; i < l->rank; i++) {
        uint64_t have = aic_layout_extent(l, i);

        if (extent[i] == 0 || start[i] >= have || extent[i] > have - start[i])
            return aic_fail(err, errlen, "tile [%llu, %llu) is empty or outside mode %u of extent %llu",
                        (unsigned long long)start[i], (unsigned long long)(start[i] + extent[i]), i,
                        (unsigned long long)have);
        if (!tile_mode(&l->mode[i], start[i], extent[i], &out.mode[i]))
            return aic_fail(err, errlen,
                        "tile [%llu, %llu) of mode %u cuts inner blocks of %llu: begin and length must be multiples of "
                        "it, or stay inside one block",
                        (unsigned long long)start[i], (unsigned long long)(start[i] + extent[i]), i,
                        (unsigned long long)l->mode[i].shape[0]);
    }
    aic_layout_offset(l, start, base);
    *tile = out;
    return true;
}

/* ---- text ---- */

struct writer {
    char *buf;
    size_t size, len;
};

__attribute__((format(printf, 2, 3))) static void put(struct writer *w, const char *fmt, ...)
{
    va_list ap;
    size_t room = w->len < w->size ? w->size - w->len : 0;

    va_start(ap, fmt);
    int n = vsnprintf(room ? w->buf + w->len : NULL, room, fmt, ap);
    va_end(ap);
    w->len += n > 0 ? (size_t)n : 0;
}

static void put_half(struct writer *w, const struct aic_layout *l, bool strides)
{
    put(w, "(");
    for (unsigned i = 0; i < l->rank; i++) {
        const uint64_t *v = strides ? l->mode[i].stride : l->mode[i].shape;

        if (l->mode[i].pair)
            put(w, "%s(%llu,%llu)", i ? "," : "", (unsigned long long)v[0], (unsigned long long)v[1]);
        else
            put(w, "%s%llu", i ? "," : "", (unsigned long long)v[0]);
    }
    put(w, ")");
}

size_t aic_layout_print(const struct aic_layout *l, char *buf, size_t size)
{
    struct writer w = {buf, size, 0};

    put_half(&w, l, false);
    put(&w, ":");
    put_half(&w, l, true);
    return w.len;
}

struct reader {
    const char *text, *p;
    char *err;
    size_t errlen;
};

static bool expected(struct reader *r, const char *what)
{
    return aic_fail(r->err, r->errlen, "column %d: expected %s", (int)(r->p - r->text) + 1, what);
}

static void skip_blanks(struct reader *r)
{
    while (*r->p == ' ' || *r->p == '\t')
        r->p++;
}

static bool accept(struct reader *r, char c)
{
    skip_blanks(r);
    if (*r->p != c)
        return false;
    r->p++;
    return true;
}

static bool read_number(struct reader *r, uint64_t *v)
{
    skip_blanks(r);
    if (*r->p < '0' || *r->p > '9')
        return expected(r, "a number");
    for (*v = 0; *r->p >= '0' && *r->p <= '9'; r->p++) {
        if (*v >= LIMIT / 10)
            return expected(r, "a smaller number");
        *v = *v * 10 + (uint64_t)(*r->p - '0');
    }
    return true;
}

/* One element of a shape or a stride: a number or a pair. */
static bool read_element(struct reader *r, uint64_t v[2], bool *pair)
{
    *pair = accept(r, '(');
    if (!read_number(r, &v[0]))
        return false;
    if (!*pair)
        return true;
    if (!accept(r, ','))
        return expected(r, "',' and the outer element of the pair");
    if (!read_number(r, &v[1]))
        return false;
    return accept(r, ')') || expected(r, "')' after a pair");
}

struct half {
    unsigned rank;
    bool pair[AIC_LAYOUT_MAX_RANK];
    uint64_t v[AIC_LAYOUT_MAX_RANK][2];
};

static bool read_half(struct reader *r, struct half *h)
{
    h->rank = 0;
    if (!accept(r, '(')) {
        h->rank = 1;
        return read_element(r, h->v[0], &h->pair[0]);
    }
    do {
        if (h->rank == AIC_LAYOUT_MAX_RANK)
            return expected(r, "')': a layout has at most 8 modes");
        if (!read_element(r, h->v[h->rank], &h->pair[h->rank]))
            return false;
        h->rank++;
    } while (accept(r, ','));
    return accept(r, ')') || expected(r, "',' or ')'");
}

bool aic_layout_parse(const char *text, struct aic_layout *l, char *err, size_t errlen)
{
    struct reader r = {text, text, err, errlen};
    struct half shape = {0}, stride = {0};
    struct aic_layout out = {0};

    if (!read_half(&r, &shape))
        return false;
    if (!accept(&r, ':'))
        return expected(&r, "':' between shape and stride");
    if (!read_half(&r, &stride))
        return false;
    skip_blanks(&r);
    if (*r.p != '\0')
        return expected(&r, "the end");
    if (shape.rank != stride.rank)
        return aic_fail(err, errlen, "the shape has %u modes, the stride %u", shape.rank, stride.rank);
    out.rank = shape.rank;
    for (unsigned i = 0; i < out.rank; i++) {
        bool pair = shape.pair[i];

        if (pair != stride.pair[i])
            return aic_fail(err, errlen, "mode %u is a pair in the %s only", i, pair ? "shape" : "stride");
        out.mode[i] = (struct aic_mode){pair, {shape.v[i][0], pair ? shape.v[i][1] : 1},
                                        {stride.v[i][0], pair ? stride.v[i][1] : 0}};
        if (aic_layout_extent(&out, i) == 0)
            return aic_fail(err, errlen, "mode %u has an extent of 0", i);
    }
    if (!in_range(&out))
        return aic_fail(err, errlen, "the layout reaches beyond 2^62 elements");
    *l = out;
    return true;
}
