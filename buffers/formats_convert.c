/* Conversion between two formats of one logical tensor, without any code for a particular pair.
 * The tensor is cut into tiles: ranges of every axis, chosen so that whole cache lines are read and written. A tile is
 * gathered in a buffer that has the destination's order, since lines whose distance is a power of two would evict one
 * another before they are full, and then written in runs; what nothing was gathered into is padding.
 * An axis that is split into blocks in either format is cut into segments in which both formats are a few evenly spaced
 * loops: the whole large blocks, then the whole small blocks, then the rest. The product of the segments of all axes
 * are boxes, and a box is one strided copy. */
#include "buffers/formats.h"

#include <string.h>

#include "buffers/fail.h"
#include "buffers/stream_copy.h"
#include "buffers/strided_copy.h"

enum {
    STAGE = 32768, /* bytes of a tile; a first-level cache holds them and the lines that are read */
    RUN = 512,     /* bytes that a tile should have in sequence in the destination */
    LINE = 64,
    MAX_AXES = AIC_FORMAT_MAX_AXES + 1 /* the leading dimensions are one axis, the last */
};

/* Destinations from this size on do not fit the caches beside their source: they are written past them. */
#define STREAM_BYTES ((uint64_t)2 << 20)

/* A range of one axis that needs `n` loops: loop k makes count[k] steps of step[k] indices. */
struct segment {
    uint64_t base;
    unsigned n;
    uint64_t count[3], step[3];
};

struct axis {
    struct aic_mode src, dst, stage;
    uint64_t extent;     /* logical */
    uint64_t unit;       /* tiles begin at its multiples: the larger block */
    uint64_t tile;       /* indices of a whole tile */
    uint64_t begin, end; /* of the current tile */
    unsigned nsegments;
    struct segment segment[3];
};

/* One level of an axis on one side. */
struct level {
    unsigned axis, outer; /* outer: 1 for the blocks of a split axis and for an axis that is not split */
    uint64_t stride;
};

/* The levels of one side with more than one step, by rising stride. */
struct side {
    unsigned n;
    struct level level[2 * MAX_AXES];
};

struct conversion {
    unsigned bits, naxes;
    const unsigned char *src;
    unsigned char *dst;
    struct axis axis[MAX_AXES];
    struct side from, to;
    aic_stream_fn *stream; /* NULL: the destination is written through the caches */
};

static uint64_t block_of(const struct aic_mode *m)
{
    return m->pair ? m->shape[0] : 1;
}

static uint64_t round_up(uint64_t n, uint64_t unit)
{
    return (n + unit - 1) / unit * unit;
}

/* ---- segments and boxes ---- */

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

/* The blocks are powers of two (2, 8, 16, 32 or 64), so the smaller divides the larger. Bases count from the tile. */
static void cut_axis(struct axis *a)
{
    uint64_t x = block_of(&a->src), y = block_of(&a->dst), extent = a->end - a->begin;
    uint64_t small = x < y ? x : y, large = x < y ? y : x;
    uint64_t whole_large = extent / large * large, whole_small = extent / small * small;

    a->nsegments = 0;
    if (whole_large)
        add_segment(a, (struct segment){0, 3, {whole_large / large, large / small, small}, {large, small, 1}});
    if (whole_small > whole_large)
        add_segment(a, (struct segment){whole_large, 2, {(whole_small - whole_large) / small, small}, {small, 1}});
    if (extent > whole_small)
        add_segment(a, (struct segment){whole_small, 1, {extent - whole_small}, {1}});
}

static void add_loops(struct aic_strided *s, const struct axis *a, const struct segment *g)
{
    s->src_at += offset_of(&a->src, a->begin + g->base);
    s->dst_at += offset_of(&a->stage, g->base);
    for (unsigned k = 0; k < g->n; k++)
        s->loop[s->nloops++] =
            (struct aic_loop){g->count[k], stride_of(&a->src, g->step[k]), stride_of(&a->stage, g->step[k])};
}

/* Copies every box of the tile: one choice of a segment for every axis. */
static void copy_boxes(struct conversion *c, unsigned char *to)
{
    unsigned choice[MAX_AXES] = {0}, i = 0;

    for (unsigned k = 0; k < c->naxes; k++)
        cut_axis(&c->axis[k]);
    while (i < c->naxes) {
        struct aic_strided s;

        s.src = c->src;
        s.dst = to;
        s.src_at = s.dst_at = 0;
        s.bits = c->bits;
        s.nloops = 0;
        for (unsigned k = 0; k < c->naxes; k++)
            add_loops(&s, &c->axis[k], &c->axis[k].segment[choice[k]]);
        aic_strided_copy(&s);
        for (i = 0; i < c->naxes && ++choice[i] == c->axis[i].nsegments; i++)
            choice[i] = 0;
    }
}

/* ---- the shape of a tile ---- */

/* Steps of a level when `indices` of its axis are taken. */
static uint64_t steps_of(const struct aic_mode *m, unsigned outer, uint64_t indices)
{
    if (!m->pair)
        return outer ? indices : 1;
    return outer ? (indices + m->shape[0] - 1) / m->shape[0] : m->shape[0];
}

static const struct aic_mode *mode_of(const struct axis *a, bool in_source)
{
    return in_source ? &a->src : &a->dst;
}

static void sort_levels(const struct conversion *c, bool in_source, struct side *side)
{
    side->n = 0;
    for (unsigned i = 0; i < c->naxes; i++) {
        const struct aic_mode *m = mode_of(&c->axis[i], in_source);

        for (unsigned k = !m->pair; k < 2; k++) {
            struct level v = {i, k, m->stride[m->pair ? k : 0]};
            unsigned at = side->n;

            if (steps_of(m, k, c->axis[i].extent) == 1)
                continue;
            for (; at > 0 && side->level[at - 1].stride > v.stride; at--)
                side->level[at] = side->level[at - 1];
            side->level[at] = v;
            side->n++;
        }
    }
}

static uint64_t tile_bits(const struct conversion *c)
{
    uint64_t bits = c->bits;

    for (unsigned i = 0; i < c->naxes; i++)
        bits *= round_up(c->axis[i].tile, block_of(&c->axis[i].dst));
    return bits;
}

/* Steps that make a run of `bits` each at least `target` bytes, and whole lines where that does not take many more. */
static uint64_t steps_for(uint64_t bits, uint64_t target)
{
    uint64_t steps = (target * 8 + bits - 1) / bits, unit = LINE * 8;

    for (uint64_t odd = bits; unit > 1 && odd % 2 == 0; odd /= 2)
        unit /= 2;
    uint64_t even = round_up(steps, unit);

    return even * bits <= 16 * target ? even : steps;
}

/* Extends the tile along one axis to at least so many indices. */
static void widen_tile(struct axis *a, uint64_t indices)
{
    indices = round_up(indices, a->unit);
    if (indices > a->extent)
        indices = a->extent;
    if (indices > a->tile)
        a->tile = indices;
}

/* Extends the tile along the levels that continue one another on one side, until they are a run of `target` bytes. */
static void extend(struct conversion *c, bool in_source, uint64_t target)
{
    const struct side *side = in_source ? &c->from : &c->to;
    uint64_t run = 1;

    for (unsigned i = 0; i < side->n && side->level[i].stride == run && run * c->bits < target * 8; i++) {
        struct axis *a = &c->axis[side->level[i].axis];
        const struct aic_mode *m = mode_of(a, in_source);
        unsigned outer = side->level[i].outer;

        if (outer)
            widen_tile(a, steps_for(run * c->bits, target) * block_of(m));
        run *= steps_of(m, outer, a->tile);
        if (outer && a->tile < a->extent)
            return;
    }
}

/* The smallest tile with runs of these lengths. */
static void try_tile(struct conversion *c, uint64_t dst_run, uint64_t src_run)
{
    for (unsigned i = 0; i < c->naxes; i++) {
        c->axis[i].tile = 0;
        widen_tile(&c->axis[i], 1);
    }
    extend(c, false, dst_run);
    extend(c, true, src_run);
}

/* Long runs in the destination come first: a line that is written in parts costs more than one read in parts. */
static void choose_tile(struct conversion *c)
{
    bool fits = false;

    for (uint64_t dst_run = RUN; dst_run && !fits; dst_run /= 2) {
        for (uint64_t src_run = STAGE; src_run >= LINE && !fits; src_run /= 2) {
            try_tile(c, dst_run, src_run);
            fits = tile_bits(c) <= STAGE * 8;
        }
    }
    if (!fits)
        try_tile(c, 1, 1);
    for (unsigned i = 0; i < c->to.n; i++) { /* more of the near levels while there is room */
        struct axis *a = &c->axis[c->to.level[i].axis];
        uint64_t room = STAGE * 8 / tile_bits(c), more = a->tile * room;

        if (room > 1 && a->tile < a->extent)
            widen_tile(a, more / a->unit * a->unit);
    }
}

/* Strides of the buffer: the destination's order without gaps. */
static void lay_out_stage(struct conversion *c)
{
    uint64_t stride = 1;

    for (unsigned i = 0; i < c->naxes; i++) {
        c->axis[i].stage = c->axis[i].dst;
        c->axis[i].stage.stride[0] = c->axis[i].stage.stride[1] = 0;
    }
    for (unsigned i = 0; i < c->to.n; i++) {
        struct axis *a = &c->axis[c->to.level[i].axis];

        a->stage.stride[a->stage.pair ? c->to.level[i].outer : 0] = stride;
        stride *= steps_of(&a->stage, c->to.level[i].outer, a->tile);
    }
}

/* ---- the runs of a tile ---- */

/* Counts through the runs that a tile has on one side. */
struct walk {
    unsigned n;
    struct {
        uint64_t steps, index, stride, stage;
    } loop[2 * MAX_AXES];
    uint64_t run;       /* elements of one */
    uint64_t at, stage; /* of the current run, in the array and in the buffer; elements */
};

static void begin_walk(const struct conversion *c, bool in_source, struct walk *w)
{
    const struct side *side = in_source ? &c->from : &c->to;
    bool in_run = true;

    w->n = 0;
    w->run = 1;
    w->at = w->stage = 0;
    for (unsigned i = 0; i < c->naxes; i++)
        w->at += offset_of(mode_of(&c->axis[i], in_source), c->axis[i].begin);
    for (unsigned i = 0; i < side->n; i++) {
        const struct axis *a = &c->axis[side->level[i].axis];
        unsigned outer = side->level[i].outer;
        uint64_t steps = steps_of(mode_of(a, in_source), outer, a->end - a->begin);
        uint64_t stage = a->stage.stride[a->stage.pair ? outer : 0];

        in_run = in_run && side->level[i].stride == w->run && (in_source || stage == w->run);
        if (in_run) {
            w->run *= steps;
        } else if (steps > 1) {
            w->loop[w->n].steps = steps;
            w->loop[w->n].stride = side->level[i].stride;
            w->loop[w->n].stage = stage;
            w->loop[w->n++].index = 0;
        }
    }
}

static bool next_run(struct walk *w)
{
    for (unsigned i = 0; i < w->n; i++) {
        w->at += w->loop[i].stride;
        w->stage += w->loop[i].stage;
        if (++w->loop[i].index < w->loop[i].steps)
            return true;
        w->at -= w->loop[i].steps * w->loop[i].stride;
        w->stage -= w->loop[i].steps * w->loop[i].stage;
        w->loop[i].index = 0;
    }
    return false;
}

/* GCC drops the call of a function that only prefetches, since it has neither a result nor an effect. */
#define FETCH_INLINE __attribute__((always_inline)) static inline

/* Lines that a run shares with its neighbours are written through the caches, so they have to be read: early. */
FETCH_INLINE void fetch_shared_lines(const struct conversion *c)
{
    struct walk w;

    begin_walk(c, false, &w);
    do {
        const unsigned char *begin = c->dst + w.at * c->bits / 8, *end = begin + w.run * c->bits / 8;

        if ((uintptr_t)begin % LINE)
            __builtin_prefetch(begin, 1);
        if ((uintptr_t)end % LINE)
            __builtin_prefetch(end - 1, 1);
    } while (next_run(&w));
}

/* A tile that is one run in the source has its place in the first-level cache; lines that lie far apart would evict
 * one another there. */
FETCH_INLINE void fetch_run(const unsigned char *src, uint64_t len, bool alone)
{
    const unsigned char *end = src + len;

    for (src -= (uintptr_t)src % LINE; src < end; src += LINE) {
        if (alone)
            __builtin_prefetch(src, 0, 3);
        else
            __builtin_prefetch(src, 0, 2);
    }
}

/* Writes the tile while runs of the next one, if there is one, are fetched: no hardware guesses so many strides. */
static void write_tile(const struct conversion *c, const unsigned char *stage, struct walk *next)
{
    struct walk w;

    begin_walk(c, false, &w);
    uint64_t len = w.run * c->bits / 8, fetch = next ? next->run * c->bits / 8 : 0, written = 0, fetched = 0;

    do {
        unsigned char *dst = c->dst + w.at * c->bits / 8;
        const unsigned char *src = stage + w.stage * c->bits / 8;

        if (!c->stream)
            memcpy(dst, src, len);
        else
            c->stream(dst, src, len);
        for (written += len; next && fetched < written; fetched += fetch) {
            const unsigned char *p = c->src + next->at * c->bits / 8;

            fetch_run(p, fetch, next->n == 0);
            if (!next_run(next))
                next = NULL;
        }
    } while (next_run(&w));
}

/* ---- all tiles ---- */

static void set_tile(struct axis *a, uint64_t begin)
{
    a->begin = begin;
    a->end = a->extent - begin < a->tile ? a->extent : begin + a->tile;
}

/* The next tile in the order of the source, so that a line of it that two tiles share is still present for the second
 * one; false after the last. */
static bool next_tile(struct conversion *c)
{
    for (unsigned i = 0; i < c->from.n; i++) {
        struct axis *a = &c->axis[c->from.level[i].axis];

        if (!c->from.level[i].outer)
            continue;
        set_tile(a, a->end < a->extent ? a->end : 0);
        if (a->begin)
            return true;
    }
    return false;
}

/* Whether the current tile has padding in the destination. */
static bool is_padded(const struct conversion *c)
{
    for (unsigned i = 0; i < c->naxes; i++)
        if ((c->axis[i].end - c->axis[i].begin) % block_of(&c->axis[i].dst))
            return true;
    return false;
}

/* Tiles of the same extents have their padding at the same places of the buffer. */
static bool same_extents(const struct conversion *a, const struct conversion *b)
{
    for (unsigned i = 0; i < a->naxes; i++)
        if (a->axis[i].end - a->axis[i].begin != b->axis[i].end - b->axis[i].begin)
            return false;
    return true;
}

/* Whether runs of 4-bit elements begin and end at whole bytes in every tile: the innermost level is even. */
static bool has_whole_bytes(const struct conversion *c)
{
    if (c->bits != 4)
        return true;
    if (!c->to.n)
        return false;
    const struct axis *a = &c->axis[c->to.level[0].axis];

    return steps_of(&a->dst, c->to.level[0].outer, a->extent) % 2 == 0 &&
           (!c->to.level[0].outer || a->tile % 2 == 0);
}

/* The place of the tile of another one that is otherwise the same. */
static void copy_place(struct conversion *to, const struct conversion *from)
{
    for (unsigned i = 0; i < from->naxes; i++) {
        to->axis[i].begin = from->axis[i].begin;
        to->axis[i].end = from->axis[i].end;
    }
}

static void convert_tiles(struct conversion *c)
{
    _Alignas(LINE) unsigned char stage[STAGE];
    struct conversion next = *c;
    bool more = true, clean = false; /* clean: the padding is 0 already */

    while (more) {
        struct walk fetch;

        more = next_tile(&next);
        if (c->stream)
            fetch_shared_lines(c);
        if (!clean && is_padded(c))
            memset(stage, 0, (tile_bits(c) + 7) / 8);
        copy_boxes(c, stage);
        begin_walk(&next, true, &fetch);
        write_tile(c, stage, c->stream && more ? &fetch : NULL);
        clean = same_extents(c, &next);
        copy_place(c, &next);
    }
    if (c->stream)
        aic_stream_done();
}

/* Without tiles: the boxes of the whole tensor into a destination of zeros. */
static void convert_whole(struct conversion *c, size_t dst_bytes)
{
    memset(c->dst, 0, dst_bytes);
    for (unsigned i = 0; i < c->naxes; i++) {
        c->axis[i].stage = c->axis[i].dst;
        c->axis[i].tile = c->axis[i].extent;
        set_tile(&c->axis[i], 0);
    }
    copy_boxes(c, c->dst);
}

static void convert(struct conversion *c, size_t dst_bytes)
{
    for (unsigned i = 0; i < c->naxes; i++) {
        uint64_t x = block_of(&c->axis[i].src), y = block_of(&c->axis[i].dst);

        c->axis[i].unit = x > y ? x : y;
    }
    c->stream = dst_bytes >= STREAM_BYTES ? aic_stream_for(aic_simd_best()) : NULL;
    sort_levels(c, true, &c->from);
    sort_levels(c, false, &c->to);
    choose_tile(c);
    lay_out_stage(c);
    for (unsigned i = 0; i < c->naxes; i++)
        set_tile(&c->axis[i], 0);
    if (has_whole_bytes(c))
        convert_tiles(c);
    else
        convert_whole(c, dst_bytes);
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
    struct conversion c = {.bits = aic_dtype_bits(dt), .src = src, .dst = dst};
    uint64_t lead = 1;
    enum aic_format_family kind = aic_format_shared_family(from, to);
    struct aic_logical own_from, own_to;

    if (kind == AIC_FF_COUNT)
        return aic_fail(err, errlen, "%s holds %s, %s holds %s: they do not describe the same kind of tensor",
                        aic_format_name(from), aic_family_meaning(aic_format_family(from)), aic_format_name(to),
                        aic_family_meaning(aic_format_family(to)));
    if (!aic_format_shared_layout(from, kind, dt, t, &a, err, errlen) ||
        !aic_format_shared_layout(to, kind, dt, t, &b, err, errlen) ||
        !aic_logical_for(from, kind, t, &own_from, err, errlen) || !aic_logical_for(to, kind, t, &own_to, err, errlen))
        return false;
    uint64_t src_need = aic_format_tensor_bytes(from, dt, &own_from, err, errlen);
    uint64_t dst_need = aic_format_tensor_bytes(to, dt, &own_to, err, errlen);

    if (!check_bytes(from, "input", src_need, src_bytes, err, errlen) ||
        !check_bytes(to, "output", dst_need, dst_bytes, err, errlen))
        return false;
    for (unsigned i = 0; i < t->nlead; i++)
        lead *= t->lead[i];
    c.naxes = a.rank + 1;
    for (unsigned i = 0; i < a.rank; i++)
        c.axis[i] = (struct axis){.src = a.mode[i], .dst = b.mode[i], .extent = t->axis[i]};
    c.axis[a.rank] = (struct axis){.src = {false, {lead, 1}, {aic_layout_size(&a), 0}},
                                   .dst = {false, {lead, 1}, {aic_layout_size(&b), 0}},
                                   .extent = lead};
    convert(&c, dst_bytes);
    return true;
}
