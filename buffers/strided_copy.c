#include "buffers/strided_copy.h"

#include <stdbool.h>
#include <string.h>

#include "buffers/transpose.h"

/* ---- bringing the loops into shape ---- */

/* Loops by falling destination stride, without those of one step, neighbours merged where both strides continue. */
static void normalise(struct aic_strided *s)
{
    unsigned n = 0;

    for (unsigned i = 0; i < s->nloops; i++) {
        struct aic_loop v = s->loop[i];
        unsigned at = n;

        if (v.n == 1)
            continue;
        for (; at > 0 && (s->loop[at - 1].dst < v.dst); at--)
            s->loop[at] = s->loop[at - 1];
        s->loop[at] = v;
        n++;
    }
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

/* Counts through the outer loops; `inner` of the loops at the end of the list belong to the kernel. */
struct walk {
    uint64_t index[AIC_STRIDED_MAX_LOOPS];
    uint64_t src, dst;
};

static bool step(struct walk *w, const struct aic_strided *s, unsigned outer)
{
    for (unsigned i = outer; i > 0; i--) {
        const struct aic_loop *l = &s->loop[i - 1];

        w->src += l->src;
        w->dst += l->dst;
        if (++w->index[i - 1] < l->n)
            return true;
        w->src -= l->n * l->src;
        w->dst -= l->n * l->dst;
        w->index[i - 1] = 0;
    }
    return false;
}

static void move_to_end(struct aic_strided *s, unsigned at)
{
    struct aic_loop v = s->loop[at];

    remove_loop(s, at);
    s->loop[s->nloops++] = v;
}

/* ---- kernels ---- */

/* The same run of bytes np x nq times; the strides are bytes. */
struct runs {
    unsigned char *dst;
    const unsigned char *src;
    uint64_t np, p_src, p_dst, nq, q_src, q_dst, len;
};

/* Defined once per common length so that the copy of a run is a few vector moves. */
#define DEFINE_RUNS(NAME, LEN)                                                                                         \
    static void NAME(const struct runs *r)                                                                             \
    {                                                                                                                  \
        for (uint64_t q = 0; q < r->nq; q++)                                                                           \
            for (uint64_t p = 0; p < r->np; p++)                                                                       \
                memcpy(r->dst + q * r->q_dst + p * r->p_dst, r->src + q * r->q_src + p * r->p_src, LEN);               \
    }

DEFINE_RUNS(runs_16, 16)
DEFINE_RUNS(runs_32, 32)
DEFINE_RUNS(runs_64, 64)
DEFINE_RUNS(runs_any, r->len)

/* Tile of the run kernel: a few neighbouring streams, so that cache lines which two runs share are still present for
 * the second, and few enough pages for the address translation. */
enum { TILE_P = 4, TILE_Q = 32 };

static void copy_tiled(const struct runs *all, void (*kernel)(const struct runs *))
{
    for (uint64_t q = 0; q < all->nq; q += TILE_Q) {
        for (uint64_t p = 0; p < all->np; p += TILE_P) {
            struct runs r = *all;

            r.dst += q * r.q_dst + p * r.p_dst;
            r.src += q * r.q_src + p * r.p_src;
            r.nq = all->nq - q < TILE_Q ? all->nq - q : TILE_Q;
            r.np = all->np - p < TILE_P ? all->np - p : TILE_P;
            kernel(&r);
        }
    }
}

/* Moves the loop with the smallest stride on one side to the end. */
static void choose(struct aic_strided *s, unsigned among, bool by_source)
{
    unsigned best = 0;

    for (unsigned i = 1; i < among; i++) {
        uint64_t a = by_source ? s->loop[i].src : s->loop[i].dst, b = by_source ? s->loop[best].src : s->loop[best].dst;

        if (a < b)
            best = i;
    }
    struct aic_loop v = s->loop[best];

    for (unsigned i = best; i + 1 < among; i++)
        s->loop[i] = s->loop[i + 1];
    s->loop[among - 1] = v;
}

/* Takes out the two loops that a kernel tiles: p, which is nearest in the source, and q, which is nearest in the
 * destination. Returns how many loops are left outside. */
static unsigned take_nearest(struct aic_strided *s, struct aic_loop *p, struct aic_loop *q)
{
    unsigned outer = s->nloops;

    *p = *q = (struct aic_loop){1, 0, 0};
    if (outer) {
        choose(s, outer, true);
        *p = s->loop[--outer];
    }
    if (outer) {
        choose(s, outer, false);
        *q = s->loop[--outer];
    }
    if (p->dst > q->dst && p->src > q->src && q->n > 1) {
        struct aic_loop t = *p;

        *p = *q;
        *q = t;
    }
    return outer;
}

/* All loops but `dense`, which is a run of bytes. */
static void copy_runs(struct aic_strided *s, unsigned dense)
{
    uint64_t bytes = s->bits / 8, len = s->loop[dense].n * bytes;
    void (*kernel)(const struct runs *) = len == 16 ? runs_16 : len == 32 ? runs_32 : len == 64 ? runs_64 : runs_any;
    struct walk w = {.src = s->src_at, .dst = s->dst_at};
    struct aic_loop p, q;

    remove_loop(s, dense);
    unsigned outer = take_nearest(s, &p, &q);

    do {
        struct runs r = {(unsigned char *)s->dst + w.dst * bytes, (const unsigned char *)s->src + w.src * bytes,
                         p.n, p.src * bytes, p.dst * bytes, q.n, q.src * bytes, q.dst * bytes, len};

        copy_tiled(&r, kernel);
    } while (step(&w, s, outer));
}

/* Small transpositions lie np x nq times beside one another. Each writes li->n elements to lj->n places, whose distance
 * is often a power of two: more than one p at a time would evict one another's cache lines. */
static void transpose_tiled(const struct runs *all, aic_transpose_fn *transpose, const struct aic_loop *li,
                            const struct aic_loop *lj)
{
    for (uint64_t q0 = 0; q0 < all->nq; q0 += TILE_Q) {
        for (uint64_t p = 0; p < all->np; p++) {
            for (uint64_t q = q0; q < all->nq && q < q0 + TILE_Q; q++)
                transpose(all->dst + q * all->q_dst + p * all->p_dst, lj->dst,
                          all->src + q * all->q_src + p * all->p_src, li->src, li->n, lj->n);
        }
    }
}

/* Loop `i` is dense in the destination, loop `j` in the source. */
static void copy_transposed(struct aic_strided *s, unsigned i, unsigned j)
{
    uint64_t bytes = s->bits / 8;
    struct walk w = {.src = s->src_at, .dst = s->dst_at};
    struct aic_loop li = s->loop[i], lj = s->loop[j], p, q;

    remove_loop(s, j);
    remove_loop(s, i > j ? i - 1 : i);
    unsigned outer = take_nearest(s, &p, &q);

    do {
        struct runs r = {(unsigned char *)s->dst + w.dst * bytes, (const unsigned char *)s->src + w.src * bytes,
                         p.n, p.src * bytes, p.dst * bytes, q.n, q.src * bytes, q.dst * bytes, 0};

        transpose_tiled(&r, aic_transpose_for((unsigned)bytes), &li, &lj);
    } while (step(&w, s, outer));
}

/* Any strides, one element at a time; the innermost loop is the nearest in the destination. */
static void copy_elements(struct aic_strided *s)
{
    uint64_t bytes = s->bits / 8;
    struct walk w = {.src = s->src_at, .dst = s->dst_at};

    do {
        const unsigned char *src = (const unsigned char *)s->src + w.src * bytes;
        unsigned char *dst = (unsigned char *)s->dst + w.dst * bytes;

        switch (bytes) {
        case 1:
            *dst = *src;
            break;
        case 2:
            memcpy(dst, src, 2);
            break;
        case 4:
            memcpy(dst, src, 4);
            break;
        default:
            memcpy(dst, src, 8);
        }
    } while (step(&w, s, s->nloops));
}

static void put_nibble(unsigned char *dst, uint64_t at, unsigned value)
{
    unsigned shift = at % 2 * 4;

    dst[at / 2] = (unsigned char)((dst[at / 2] & ~(0xfu << shift)) | value << shift);
}

/* 4-bit elements that cannot be moved in pairs. */
static void copy_nibbles(struct aic_strided *s)
{
    struct walk w = {.src = s->src_at, .dst = s->dst_at};
    const unsigned char *src = s->src;

    do {
        put_nibble(s->dst, w.dst, src[w.src / 2] >> w.src % 2 * 4 & 0xfu);
    } while (step(&w, s, s->nloops));
}

/* 4-bit elements where loop `i` is dense in the destination and loop `j` in the source, so that squares of two by two
 * are whole bytes on both sides. False where something is odd. */
static bool copy_nibbles_transposed(struct aic_strided *s, unsigned i, unsigned j)
{
    if (i == s->nloops || j == s->nloops || i == j || s->src_at % 2 || s->dst_at % 2)
        return false;
    for (unsigned k = 0; k < s->nloops; k++)
        if ((k != j && s->loop[k].src % 2) || (k != i && s->loop[k].dst % 2))
            return false;
    if (s->loop[i].n % 2 || s->loop[j].n % 2)
        return false;
    move_to_end(s, j);
    move_to_end(s, i > j ? i - 1 : i);
    const struct aic_loop *lj = &s->loop[s->nloops - 2], *li = &s->loop[s->nloops - 1];
    struct walk w = {.src = s->src_at, .dst = s->dst_at};

    do {
        aic_transpose_nibbles((unsigned char *)s->dst + w.dst / 2, lj->dst / 2,
                              (const unsigned char *)s->src + w.src / 2, li->src / 2, li->n, lj->n);
    } while (step(&w, s, s->nloops - 2));
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
    struct aic_strided s = *strided;

    if (is_empty(&s))
        return;
    normalise(&s);
    if (s.bits == 4 && !widen(&s, 2)) {
        if (!copy_nibbles_transposed(&s, find_unit(&s, false), find_unit(&s, true)))
            copy_nibbles(&s);
        return;
    }
    widen_short_run(&s);
    unsigned dense = find_dense(&s), i = find_unit(&s, false), j = find_unit(&s, true);

    if (dense < s.nloops) {
        copy_runs(&s, dense);
        return;
    }
    if (i < s.nloops && j < s.nloops)
        copy_transposed(&s, i, j);
    else
        copy_elements(&s);
}

void aic_strided_zero(const struct aic_strided *strided)
{
    struct aic_strided s = *strided;
    struct walk w = {.dst = s.dst_at};

    for (unsigned i = 0; i < s.nloops; i++)
        s.loop[i].src = s.loop[i].dst;
    s.src_at = s.dst_at;
    if (is_empty(&s))
        return;
    normalise(&s);
    if (s.bits == 4 && !widen(&s, 2)) {
        do {
            put_nibble(s.dst, w.dst, 0);
        } while (step(&w, &s, s.nloops));
        return;
    }
    uint64_t bytes = s.bits / 8, len = bytes;
    unsigned dense = find_dense(&s);

    if (dense < s.nloops) {
        len *= s.loop[dense].n;
        remove_loop(&s, dense);
    }
    w.dst = s.dst_at;
    do {
        memset((unsigned char *)s.dst + w.dst * bytes, 0, len);
    } while (step(&w, &s, s.nloops));
}
