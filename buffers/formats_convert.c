/* Conversion between two formats of one logical tensor, without any code for a particular pair.
 * An axis that is split into blocks in either format is cut into segments in which both formats are a few evenly
 * spaced loops: the whole large blocks, then the whole small blocks, then the rest. The product of the segments of all
 * axes are boxes, and a box is one strided copy. What the destination pads is zeroed in the same manner. */
#include "buffers/formats.h"

#include <string.h>

#include "buffers/fail.h"
#include "buffers/strided_copy.h"

/* A range of one axis that needs `n` loops: loop k makes count[k] steps of step[k] indices. */
struct segment {
    uint64_t base;
    unsigned n;
    uint64_t count[3], step[3];
};

struct axis {
    const struct aic_mode *src, *dst;
    uint64_t extent; /* logical */
    unsigned nsegments;
    struct segment segment[3];
};

/* How far apart two indices that differ by `step` lie; step is a multiple of the block or stays inside of one. */
static uint64_t stride_of(const struct aic_mode *m, uint64_t step)
{
    return !m->pair || step < m->shape[0] ? step * m->stride[0] : step / m->shape[0] * m->stride[1];
}

static uint64_t offset_of(const struct aic_mode *m, uint64_t index)
{
    return m->pair ? index % m->shape[0] * m->stride[0] + index / m->shape[0] * m->stride[1] : index * m->stride[0];
}

static void add_segment(struct axis *a, struct segment s)
{
    a->segment[a->nsegments++] = s;
}

/* The blocks are powers of two (2, 8, 16, 32 or 64), so the smaller divides the larger. */
static void cut_axis(struct axis *a)
{
    uint64_t x = a->src->pair ? a->src->shape[0] : 1, y = a->dst->pair ? a->dst->shape[0] : 1;
    uint64_t small = x < y ? x : y, large = x < y ? y : x;
    uint64_t whole_large = a->extent / large * large, whole_small = a->extent / small * small;

    a->nsegments = 0;
    if (whole_large)
        add_segment(a, (struct segment){0, 3, {whole_large / large, large / small, small}, {large, small, 1}});
    if (whole_small > whole_large)
        add_segment(a, (struct segment){whole_large, 2, {(whole_small - whole_large) / small, small}, {small, 1}});
    if (a->extent > whole_small)
        add_segment(a, (struct segment){whole_small, 1, {a->extent - whole_small}, {1}});
}

static void add_loops(struct aic_strided *s, const struct axis *a, const struct segment *g)
{
    if (a->src)
        s->src_at += offset_of(a->src, g->base);
    s->dst_at += offset_of(a->dst, g->base);
    for (unsigned k = 0; k < g->n; k++)
        s->loop[s->nloops++] = (struct aic_loop){g->count[k], a->src ? stride_of(a->src, g->step[k]) : 0,
                                                 stride_of(a->dst, g->step[k])};
}

/* Calls `act` for every box: one choice of a segment for every axis. */
static void for_boxes(const struct aic_strided *outer, const struct axis *axes, unsigned naxes,
                      void (*act)(const struct aic_strided *))
{
    unsigned choice[AIC_FORMAT_MAX_AXES] = {0}, i = 0;

    while (i < naxes) {
        struct aic_strided s = *outer;

        for (unsigned k = 0; k < naxes; k++)
            add_loops(&s, &axes[k], &axes[k].segment[choice[k]]);
        act(&s);
        for (i = 0; i < naxes && ++choice[i] == axes[i].nsegments; i++)
            choice[i] = 0;
    }
}

/* Zeroes the padding: for each axis the indices behind its extent, with the axes before it inside their extents and the
 * axes behind it over everything, so that no element is zeroed twice. */
static void zero_padding(const struct aic_strided *outer, const struct axis *axes, unsigned naxes)
{
    for (unsigned k = 0; k < naxes; k++) {
        struct axis part[AIC_FORMAT_MAX_AXES];
        uint64_t padded = axes[k].dst->shape[0] * axes[k].dst->shape[1];

        if (padded == axes[k].extent)
            continue;
        for (unsigned i = 0; i < naxes; i++) {
            part[i] = axes[i];
            part[i].src = part[i].dst;
            if (i > k)
                part[i].extent = axes[i].dst->shape[0] * axes[i].dst->shape[1];
            cut_axis(&part[i]);
        }
        part[k].nsegments = 1;
        part[k].segment[0] = (struct segment){axes[k].extent, 1, {padded - axes[k].extent}, {1}};
        for_boxes(outer, part, naxes, aic_strided_zero);
    }
}

static bool check_bytes(const struct aic_format *f, const char *which, uint64_t need, size_t have, char *err,
                        size_t errlen)
{
    return need == have || aic_fail(err, errlen, "the %s in %s must have %llu bytes, it has %zu", which,
                                    aic_format_name(f), (unsigned long long)need, have);
}

bool aic_format_convert_tensor(const struct aic_format *from, const struct aic_format *to, enum aic_dtype dt,
                               const struct aic_logical *t, const void *src, size_t src_bytes, void *dst,
                               size_t dst_bytes, char *err, size_t errlen)
{
    struct aic_layout a, b;
    struct axis axes[AIC_FORMAT_MAX_AXES] = {0};
    struct aic_strided outer = {.src = src, .dst = dst, .bits = aic_dtype_bits(dt), .nloops = 1};
    uint64_t lead = 1;

    if (aic_format_family(from) != aic_format_family(to))
        return aic_fail(err, errlen, "%s and %s do not describe the same kind of tensor", aic_format_name(from),
                        aic_format_name(to));
    if (!aic_format_layout(from, dt, t, &a, err, errlen) || !aic_format_layout(to, dt, t, &b, err, errlen))
        return false;
    uint64_t src_need = aic_format_tensor_bytes(from, dt, t, err, errlen);
    uint64_t dst_need = aic_format_tensor_bytes(to, dt, t, err, errlen);

    if (!check_bytes(from, "input", src_need, src_bytes, err, errlen) ||
        !check_bytes(to, "output", dst_need, dst_bytes, err, errlen))
        return false;
    for (unsigned i = 0; i < t->nlead; i++)
        lead *= t->lead[i];
    outer.loop[0] = (struct aic_loop){lead, aic_layout_size(&a), aic_layout_size(&b)};
    for (unsigned i = 0; i < a.rank; i++) {
        axes[i] = (struct axis){.src = &a.mode[i], .dst = &b.mode[i], .extent = t->axis[i]};
        cut_axis(&axes[i]);
    }
    for_boxes(&outer, axes, a.rank, aic_strided_copy);
    zero_padding(&outer, axes, a.rank);
    return true;
}
