#include "pipes/memory.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLE_ABOVE (UINT64_C(16) << 20) /* kernels that name more GM than this are sampled */
#define SAMPLE_SHIFT 4                    /* one window of lines in 16 */
#define SHARE UINT64_C(65536)
#define SHARERS 64
#define MIN_PACKET 128                    /* hc2201: moves are cut into pieces of 128, 256 and 512 bytes */

struct line {
    uint64_t number;
    aic_time filled;       /* HBM has delivered it */
    uint32_t by;           /* the core that asked HBM for it */
    uint32_t older, newer; /* order of use */
    uint32_t chain, bucket;
};

/* Bandwidth by time: how much of each slot is taken. Slots are reused when their time is long over. */
#define SLOT (64 * AIC_CYCLE)
#define SLOTS 8192
struct slot {
    aic_time number;
    uint64_t used; /* bytes */
};
struct server {
    struct slot slot[SLOTS];
};

struct aic_memory_model {
    const struct aic_memory_costs *costs;
    struct line *lines; /* [1] to [n_lines]; NULL: no L2 is modelled */
    uint32_t *bucket;   /* first line of each, 0: none */
    uint32_t n_lines, n_used, bucket_mask;
    unsigned sample, line_shift, window_shift;
    uint64_t packet; /* the largest */
    struct share {
        uint64_t missing, late; /* in 1/SHARE, of the core's last move that had sampled lines */
    } share[SHARERS];
    struct server l2, hbm;
    uint64_t l2_bytes, hbm_bytes;
};

static unsigned log2_of(uint64_t n)
{
    unsigned shift = 0;
    while ((UINT64_C(1) << (shift + 1)) <= n) {
        shift++;
    }
    return shift;
}

static bool make_lines(struct aic_memory_model *model, uint64_t l2_bytes, uint64_t gm_bytes)
{
    model->sample = gm_bytes > SAMPLE_ABOVE ? SAMPLE_SHIFT : 0;
    uint64_t lines = (l2_bytes >> model->line_shift) >> model->sample;
    uint64_t named = ((gm_bytes >> model->line_shift) >> model->sample) * 2 + 64;
    lines = lines < named ? lines : named;
    uint64_t buckets = UINT64_C(2) << log2_of(lines);
    model->n_lines = (uint32_t)lines;
    model->bucket_mask = (uint32_t)(buckets - 1);
    model->lines = calloc(lines + 1, sizeof(*model->lines));
    model->bucket = calloc(buckets, sizeof(*model->bucket));
    return model->lines && model->bucket;
}

struct aic_memory_model *aic_memory_model_new(const struct aic_pipe_costs *costs, int64_t l2_bytes,
                                              uint64_t gm_bytes)
{
    struct aic_memory_model *model = calloc(1, sizeof(*model));
    if (!model) {
        return NULL;
    }
    const struct aic_memory_costs *c = &costs->memory;
    model->costs = c;
    for (unsigned i = 0; i < SHARERS; i++) {
        model->share[i].missing = SHARE;
    }
    model->line_shift = c->line > 0 ? log2_of((uint64_t)c->line) : 9;
    model->window_shift = log2_of((uint64_t)c->packet);
    model->packet = UINT64_C(1) << model->window_shift;
    model->window_shift = model->window_shift > model->line_shift ? model->window_shift : model->line_shift;
    if (l2_bytes > 0 && c->line > 0 && !make_lines(model, (uint64_t)l2_bytes, gm_bytes)) {
        aic_memory_model_free(model);
        return NULL;
    }
    return model;
}

void aic_memory_model_free(struct aic_memory_model *model)
{
    if (model) {
        free(model->lines);
        free(model->bucket);
        free(model);
    }
}

/* Spreads numbers: those of a matrix lie at strides that are powers of two. */
static uint64_t spread(uint64_t number)
{
    uint64_t h = number * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 32;
    h *= UINT64_C(0xD6E8FEB86659FD93);
    return h ^ h >> 32;
}

static void unlink_line(struct aic_memory_model *model, uint32_t i)
{
    struct line *line = &model->lines[i];
    model->lines[line->older].newer = line->newer;
    model->lines[line->newer].older = line->older;
}

/* Line 0 is the list's head: its `older` is the line used last, its `newer` the one that leaves next. */
static void use_line(struct aic_memory_model *model, uint32_t i)
{
    struct line *head = &model->lines[0], *line = &model->lines[i];
    line->older = head->older;
    line->newer = 0;
    model->lines[head->older].newer = i;
    head->older = i;
}

static void drop_from_bucket(struct aic_memory_model *model, uint32_t i)
{
    uint32_t *at = &model->bucket[model->lines[i].bucket];
    while (*at != i) {
        at = &model->lines[*at].chain;
    }
    *at = model->lines[i].chain;
}

/* A place for a line that L2 lacks: a free one, or that of the line not used for longest. */
static uint32_t place(struct aic_memory_model *model)
{
    if (model->n_used < model->n_lines) {
        return ++model->n_used;
    }
    uint32_t i = model->lines[0].newer;
    unlink_line(model, i);
    drop_from_bucket(model, i);
    return i;
}

/* The line, most recently used from now on; *hit: L2 held it. */
static struct line *find(struct aic_memory_model *model, uint64_t number, bool *hit)
{
    uint32_t bucket = (uint32_t)(spread(number) >> 7) & model->bucket_mask;
    uint32_t i = model->bucket[bucket];
    while (i && model->lines[i].number != number) {
        i = model->lines[i].chain;
    }
    *hit = i != 0;
    if (i) {
        unlink_line(model, i);
    } else {
        i = place(model);
        model->lines[i] = (struct line){.number = number, .bucket = bucket, .chain = model->bucket[bucket]};
        model->bucket[bucket] = i;
    }
    use_line(model, i);
    return &model->lines[i];
}

/* Looks one line up and leaves it in L2. *late: another core has asked HBM for it, and it is still on its way. A core's
 * own moves follow one another: it never meets its own lines on their way. */
static bool touch(struct aic_memory_model *model, const struct aic_memory_access *access, uint64_t number, bool *late)
{
    bool hit;
    struct line *line = find(model, number, &hit);
    if (!hit) {
        line->by = access->core;
        line->filled = access->write ? 0 : access->now + model->costs->fill_time;
    }
    *late = hit && line->by != access->core && access->now < line->filled;
    return hit;
}

/* Bytes of the DMA's next packet at addr: the largest naturally aligned power of two that still fits. */
static uint64_t packet_at(uint64_t addr, uint64_t end, uint64_t most)
{
    uint64_t size = most;
    while (size > MIN_PACKET && ((addr & (size - 1)) != 0 || addr + size > end)) {
        size >>= 1;
    }
    return size - (addr & (size - 1));
}

/* Is the window at this address one of the sample? */
static inline bool followed(const struct aic_memory_model *model, uint64_t at)
{
    return model->lines && spread(at >> model->window_shift) >> 1 >> (63 - model->sample) == 0;
}

struct look {
    uint64_t sampled, missing, late; /* packets */
    uint64_t missing_lines;
};

/* The lines of one window of GM that [at, end) touches: bit i of the answer is a line that L2 lacks, bit i of *late one
 * that is on its way. */
static unsigned look_lines(struct aic_memory_model *model, const struct aic_memory_access *access, uint64_t at,
                           uint64_t end, unsigned *late, struct look *look)
{
    unsigned mask = 0;
    uint64_t first = at >> model->line_shift, last = (end - 1) >> model->line_shift;
    for (uint64_t n = first; n <= last; n++) {
        bool under_way, hit = touch(model, access, n, &under_way);
        mask |= (unsigned)!hit << ((n - first) & 31);
        *late |= (unsigned)under_way << ((n - first) & 31);
        look->missing_lines += !hit;
    }
    return mask;
}

static void look_window(struct aic_memory_model *model, const struct aic_memory_access *access, uint64_t at,
                        uint64_t end, struct aic_memory_use *use, struct look *look)
{
    unsigned late = 0, mask = 0;
    uint64_t first = at >> model->line_shift;
    bool sampled = !access->bypass && followed(model, at);
    if (sampled) {
        mask = look_lines(model, access, at, end, &late, look);
    }
    uint64_t most = model->packet;
    for (uint64_t p = at; p < end;) {
        uint64_t size = access->write ? end - p : packet_at(p, end, most); /* writes gather in their line */
        uint64_t stop = p + size < end ? p + size : end;
        use->packets++;
        if (sampled) {
            uint64_t lo = (p >> model->line_shift) - first, hi = ((stop - 1) >> model->line_shift) - first;
            unsigned lines = (2u << (hi - lo)) - 1;
            bool missing = (mask >> lo & lines) != 0;
            look->sampled++;
            look->missing += missing;
            look->late += !missing && (late >> lo & lines) != 0;
        }
        p = stop;
    }
}

/* The usual window: whole, and either not followed or one line. True when it was counted. */
static inline bool look_whole(const struct aic_memory_model *model, uint64_t at, uint64_t end,
                              struct aic_memory_use *use)
{
    uint64_t window = UINT64_C(1) << model->window_shift;
    if (end - at != window || window != model->packet || followed(model, at)) {
        return false;
    }
    use->packets++;
    return true;
}

static void look_row(struct aic_memory_model *model, const struct aic_memory_access *access, uint64_t addr,
                     uint64_t bytes, struct aic_memory_use *use, struct look *look)
{
    uint64_t window = UINT64_C(1) << model->window_shift;
    for (uint64_t at = addr, end = addr + bytes; at < end;) {
        uint64_t limit = (at & ~(window - 1)) + window;
        uint64_t stop = limit < end ? limit : end;
        if (!look_whole(model, at, stop, use)) {
            look_window(model, access, at, stop, use, look);
        }
        at = stop;
    }
}

/* The rows of the innermost dimension in a loop of their own: they are most of the work of a copy. */
static void look_span(struct aic_memory_model *model, const struct aic_memory_access *access,
                      struct aic_memory_use *use, struct look *look)
{
    struct aic_span outer = *access->span;
    uint64_t rows = 1, run = outer.run, addr, bytes;
    int64_t stride = 0;
    if (outer.ndim) {
        outer.ndim--;
        rows = outer.dim[outer.ndim].n;
        stride = outer.dim[outer.ndim].stride;
    }
    struct aic_span_iter it;
    aic_span_begin(&it, &outer);
    while (aic_span_next(&it, &addr, &bytes)) {
        for (uint64_t i = 0; i < rows; i++) {
            look_row(model, access, addr + (uint64_t)((int64_t)i * stride), run, use, look);
        }
        use->bytes += rows * run;
    }
}

void aic_memory_look(struct aic_memory_model *model, const struct aic_memory_access *access,
                     struct aic_memory_use *use)
{
    struct look look = {0};
    struct share *share = &model->share[access->core % SHARERS];
    memset(use, 0, sizeof(*use));
    look_span(model, access, use, &look);
    if (look.sampled) {
        share->missing = look.missing * SHARE / look.sampled;
        share->late = look.late * SHARE / look.sampled;
    }
    bool cold = access->bypass || !model->lines;
    use->missing = cold ? use->packets : (use->packets * share->missing + SHARE / 2) / SHARE;
    use->hbm_bytes = cold ? use->bytes : look.missing_lines << model->sample << model->line_shift;
    use->late = cold ? 0 : (use->packets * share->late + SHARE / 2) / SHARE;
}

/* Takes `bytes` from the slots on from `begin`, evenly over `length` where they have room. Moves are reserved in the
 * order of their issue, not of their data, so that a later one may use what an earlier one has left. */
static aic_time reserve(struct server *server, aic_time begin, aic_time length, uint64_t bytes, int64_t rate)
{
    if (rate <= 0 || !bytes) {
        return begin;
    }
    uint64_t most = (uint64_t)rate * SLOT / AIC_CYCLE / 1024;
    uint64_t own = bytes * SLOT / (uint64_t)(length > 0 ? length : 1) + 1;
    uint64_t left = bytes;
    for (aic_time at = begin;;) {
        aic_time slot = at / SLOT, stop = (slot + 1) * SLOT;
        struct slot *s = &server->slot[slot % SLOTS];
        if (s->number != slot) {
            *s = (struct slot){slot, 0};
        }
        uint64_t want = own * (uint64_t)(stop - at) / SLOT + 1, room = most > s->used ? most - s->used : 0;
        want = want < left ? want : left;
        uint64_t got = want < room ? want : room;
        s->used += got;
        left -= got;
        if (!left) {
            aic_time need = (aic_time)(got * SLOT / own);
            return at + (need < stop - at ? need : stop - at);
        }
        at = stop;
    }
}

void aic_memory_reserve(struct aic_memory_model *model, const struct aic_memory_access *access,
                        const struct aic_memory_use *use, aic_time begin, aic_time length, aic_time *l2_end,
                        aic_time *hbm_end)
{
    const struct aic_memory_costs *c = model->costs;
    int64_t l2_rate = access->nd2nz && c->l2_nd2nz_rate > 0 ? c->l2_nd2nz_rate : c->l2_rate;
    model->l2_bytes += use->bytes;
    model->hbm_bytes += use->hbm_bytes;
    *l2_end = reserve(&model->l2, begin, length, use->bytes, l2_rate);
    *hbm_end = reserve(&model->hbm, begin, length, use->hbm_bytes, c->hbm_rate);
}

void aic_memory_totals(const struct aic_memory_model *model, uint64_t *l2_bytes, uint64_t *hbm_bytes)
{
    *l2_bytes = model->l2_bytes;
    *hbm_bytes = model->hbm_bytes;
}
