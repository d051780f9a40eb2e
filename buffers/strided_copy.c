#include "buffers/strided_copy.h"

#include <stdbool.h>
#include <string.h>

#include "buffers/transpose.h"

/* ---- bringing the loops into shape ---- */

/* The same copy with its loops by falling destination stride, without those of one step, neighbours merged where both
 * strides continue. Only the loops that are left are written: boxes are small, and their structures are not. */
static void normalise(const struct aic_strided *from, struct aic_strided *s)
{
    unsigned n = 0;

    for (unsigned i = 0; i < from->nloops; i++) {
        struct aic_loop v = from->loop[i];
        unsigned at = n;

        if (v.n == 1)
            continue;
        for (; at > 0 && (s->loop[at - 1].dst < v.dst); at--)
            s->loop[at] = s->loop[at - 1];
        s->loop[at] = v;
        n++;
    }
    s->src = from->src;
    s->dst = from->dst;
    s->src_at = from->src_at;
    s->dst_at = from->dst_at;
    s->bits = from->bits;
    s->nloops = 0;
    for (unsigned i = 0; i < n; i++) {
        struct aic_loop v = s->loop[i], *last = s->nloops ? &s->loop[s->nloops - 1] : NULL;

        if (last && last->dst == v.n * v.dst && last->src == v.n * v.src)
            *last = (struct aic_loop){last->n * v.n, v.src, v.dst};
        else
            s->loop[s->nloops++] = v;
    }
}

static bool is_empty(const struct aic_strided *s)
{
    for (unsigned i = 0; i < s->nloops; i++)
        if (s->loop[i].n == 0)
            return true;
    return false;
}

/* The loop that is dense on both sides; nloops when there is none. */
static unsigned find_dense(const struct aic_strided *s)
{
    unsigned i = 0;

    while (i < s->nloops && (s->loop[i].src != 1 || s->loop[i].dst != 1))
        i++;
    return i;
}

static void remove_loop(struct aic_strided *s, unsigned at)
{
    s->nloops--;
    for (unsigned i = at; i < s->nloops; i++)
        s->loop[i] = s->loop[i + 1];
}

/* Takes `by` elements, dense on both sides, for one larger element: false where something does not divide. */
static bool widen(struct aic_strided *s, unsigned by)
{
    unsigned dense = find_dense(s);

    if (dense == s->nloops || s->loop[dense].n % by || s->src_at % by || s->dst_at % by)
        return false;
    for (unsigned i = 0; i < s->nloops; i++)
        if (i != dense && (s->loop[i].src % by || s->loop[i].dst % by))
            return false;
    for (unsigned i = 0; i < s->nloops; i++) {
        if (i == dense)
            continue;
        s->loop[i].src /= by;
        s->loop[i].dst /= by;
    }
    s->loop[dense].n /= by;
    s->src_at /= by;
    s->dst_at /= by;
    s->bits *= by;
    if (s->loop[dense].n == 1)
        remove_loop(s, dense);
    return true;
}

/* A dense run of 2, 4 or 8 bytes becomes one element, which opens the way to the transposing kernels. */
static void widen_short_run(struct aic_strided *s)
{
    unsigned dense = find_dense(s);

    if (dense == s->nloops)
        return;
    uint64_t bytes = s->loop[dense].n * s->bits / 8;

    if ((bytes == 2 || bytes == 4 || bytes == 8) && s->loop[dense].n > 1)
        widen(s, (unsigned)s->loop[dense].n);
}

/* ---- walking ---- */

/* Counts through the loops that are left to it; the first one steps fastest. */
struct walk {
    unsigned n;
    struct aic_loop loop[AIC_STRIDED_MAX_LOOPS];
    uint64_t index[AIC_STRIDED_MAX_LOOPS];
    uint64_t src, dst; /* elements */
};

/* A walk over all loops but these two (nloops for none), those that are near in the source first. */
static void begin_walk(const struct aic_strided *s, unsigned without, unsigned and_without, struct walk *w)
{
    w->n = 0;
    w->src = s->src_at;
    w->dst = s->dst_at;
    for (unsigned i = 0; i < s->nloops; i++) {
        unsigned at = w->n;

        if (i == without || i == and_without)
            continue;
        for (; at > 0 && w->loop[at - 1].src > s->loop[i].src; at--)
            w->loop[at] = w->loop[at - 1];
        w->loop[at] = s->loop[i];
        w->index[w->n++] = 0;
    }
}

/* Takes the fastest loop out of the walk, for a kernel. */
static struct aic_loop take_fastest(struct walk *w)
{
    struct aic_loop v = {1, 0, 0};

    if (w->n) {
        v = w->loop[0];
        w->n--;
        memmove(w->loop, w->loop + 1, w->n * sizeof *w->loop);
    }
    return v;
}

static bool step(struct walk *w)
{
    for (unsigned i = 0; i < w->n; i++) {
        const struct aic_loop *l = &w->loop[i];

        w->src += l->src;
        w->dst += l->dst;
        if (++w->index[i] < l->n)
            return true;
        w->src -= l->n * l->src;
        w->dst -= l->n * l->dst;
        w->index[i] = 0;
    }
    return false;
}

/* ---- kernels ---- */

/* np runs of len bytes. */
struct runs {
    unsigned char *dst;
    const unsigned char *src;
    uint64_t np, dst_step, src_step, len;
};

/* Defined once per common length so that the copy of a run is a few vector moves. */
#define DEFINE_RUNS(NAME, LEN)                                                                                         \
    static void NAME(const struct runs *r)                                                                             \
    {                                                                                                                  \
        const uint64_t dst_step = r->dst_step, src_step = r->src_step, len = LEN;                                      \
        const unsigned char *src = r->src;                                                                             \
        unsigned char *dst = r->dst;                                                                                   \
                                                                                                                       \
        for (uint64_t p = r->np; p > 0; p--, dst += dst_step, src += src_step)                                         \
            memcpy(dst, src, len);                                                                                     \
    }

DEFINE_RUNS(runs_1, 1)
DEFINE_RUNS(runs_2, 2)
DEFINE_RUNS(runs_4, 4)
DEFINE_RUNS(runs_8, 8)
DEFINE_RUNS(runs_16, 16)
DEFINE_RUNS(runs_32, 32)
DEFINE_RUNS(runs_64, 64)
DEFINE_RUNS(runs_any, r->len)

typedef void runs_fn(const struct runs *r);

static runs_fn *runs_for(uint64_t len)
{
    static const struct {
        uint64_t len;
        runs_fn *copy;
    } kernels[] = {{1, runs_1},   {2, runs_2},   {4, runs_4},  {8, runs_8},
                   {16, runs_16}, {32, runs_32}, {64, runs_64}};

    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i].len == len)
            return kernels[i].copy;
    return runs_any;
}

/* Copies by runs that are dense on both sides; with `dense` == nloops the runs are single elements. */
static void copy_runs(const struct aic_strided *s, unsigned dense)
{
    uint64_t bytes = s->bits / 8, len = bytes * (dense < s->nloops ? s->loop[dense].n : 1);
    struct walk w;

    begin_walk(s, dense, dense, &w);
    struct aic_loop p = take_fastest(&w);
    runs_fn *copy = runs_for(len);

    do {
        struct runs r = {(unsigned char *)s->dst + w.dst * bytes, (const unsigned char *)s->src + w.src * bytes, p.n,
                         p.dst * bytes, p.src * bytes, len};

        copy(&r);
    } while (step(&w));
}

/* Rows of a transposition at a time where the neighbouring piece reads the same lines and they lie further apart than
 * NEAR, so that the many lines of a piece would evict one another before that. */
enum { ROWS = 16, LINE = 64, NEAR = 4096 };

/* The rows of loop `i` for every place of the walk and of the loop of pieces. */
static void transpose_rows(const struct aic_strided *s, struct walk *w, const struct aic_loop *li,
                           const struct aic_loop *lj, const struct aic_loop *pieces)
{
    uint64_t bytes = s->bits / 8;
    aic_transpose_fn *transpose = aic_transpose_for((unsigned)bytes, aic_simd_best());
    struct aic_pieces p = {.dst_stride = lj->dst, .src_stride = li->src, .ni = li->n, .nj = lj->n, .np = pieces->n,
                           .dst_step = pieces->dst, .src_step = pieces->src};

    do {
        p.dst = (unsigned char *)s->dst + w->dst * bytes;
        p.src = (const unsigned char *)s->src + w->src * bytes;
        transpose(&p);
    } while (step(w));
}

/* Loop `i` is dense in the destination, loop `j` in the source. */
static void copy_transposed(const struct aic_strided *s, unsigned i, unsigned j)
{
    struct walk w;

    begin_walk(s, i, j, &w);
    struct aic_loop li = s->loop[i], pieces = take_fastest(&w);
    bool shared_lines = pieces.n > 1 && pieces.src * s->bits / 8 < LINE && li.n * li.src * s->bits / 8 > NEAR;
    uint64_t rows = li.n;

    for (uint64_t at = 0; at < rows; at += li.n) {
        li.n = !shared_lines ? rows : rows - at < 2 * ROWS ? rows - at : ROWS;
        transpose_rows(s, &w, &li, &s->loop[j], &pieces);
        w.src += li.n * li.src;
        w.dst += li.n;
    }
}

static void put_nibble(unsigned char *dst, uint64_t at, unsigned value)
{
    unsigned shift = at % 2 * 4;

    dst[at / 2] = (unsigned char)((dst[at / 2] & ~(0xfu << shift)) | value << shift);
}

/* 4-bit elements that cannot be moved in pairs. */
static void copy_nibbles(const struct aic_strided *s)
{
    struct walk w;

    begin_walk(s, s->nloops, s->nloops, &w);
    const unsigned char *src = s->src;

    do {
        put_nibble(s->dst, w.dst, src[w.src / 2] >> w.src % 2 * 4 & 0xfu);
    } while (step(&w));
}

/* 4-bit elements where loop `i` is dense in the destination and loop `j` in the source, so that squares of two by two
 * are whole bytes on both sides. False where something is odd. */
static bool copy_nibbles_transposed(const struct aic_strided *s, unsigned i, unsigned j)
{
    if (i == s->nloops || j == s->nloops || i == j || s->src_at % 2 || s->dst_at % 2)
        return false;
    for (unsigned k = 0; k < s->nloops; k++)
        if ((k != j && s->loop[k].src % 2) || (k != i && s->loop[k].dst % 2))
            return false;
    if (s->loop[i].n % 2 || s->loop[j].n % 2)
        return false;
    const struct aic_loop *li = &s->loop[i], *lj = &s->loop[j];
    struct walk w;

    begin_walk(s, i, j, &w);

    do {
        aic_transpose_nibbles((unsigned char *)s->dst + w.dst / 2, lj->dst / 2,
                              (const unsigned char *)s->src + w.src / 2, li->src / 2, li->n, lj->n);
    } while (step(&w));
    return true;
}

/* The loop with stride 1 in the source or the destination; nloops when there is none. */
static unsigned find_unit(const struct aic_strided *s, bool in_source)
{
    unsigned i = 0;

    while (i < s->nloops && (in_source ? s->loop[i].src : s->loop[i].dst) != 1)
        i++;
    return i;
}

void aic_strided_copy(const struct aic_strided *strided)
{
    struct aic_strided s;

    if (is_empty(strided))
        return;
    normalise(strided, &s);
    if (s.bits == 4 && !widen(&s, 2)) {
        if (!copy_nibbles_transposed(&s, find_unit(&s, false), find_unit(&s, true)))
            copy_nibbles(&s);
        return;
    }
    widen_short_run(&s);
    unsigned dense = find_dense(&s), i = find_unit(&s, false), j = find_unit(&s, true);

    if (dense == s.nloops && i < s.nloops && j < s.nloops)
        copy_transposed(&s, i, j);
    else
        copy_runs(&s, dense);
}
