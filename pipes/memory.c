#include "pipes/memory.h"

#include <stdlib.h>
#include <string.h>

#define WAYS 16
#define SAMPLE_ABOVE (UINT64_C(16) << 20) /* kernels that name more GM than this are sampled */
#define SAMPLE_SHIFT 4                    /* one line in 16 */
#define SHARE_WINDOW (2048 * AIC_CYCLE)   /* requests for one line within this time queue up */
#define SHARE UINT64_C(65536)
#define MIN_PACKET 128                    /* hc2201: moves are cut into pieces of 128, 256 and 512 bytes */

struct line {
    uint64_t tag; /* line number + 1; 0: empty */
    aic_time seen;
    uint32_t used;
    uint16_t core;
    uint16_t sharers;
};

struct aic_memory_model {
    const struct aic_memory_costs *costs;
    struct line *lines; /* sets of WAYS */
    uint64_t n_sets;
    unsigned sample, line_shift, window_shift;
    uint32_t clock;
    uint64_t missing_share, same_share; /* in 1/SHARE, of the last move that had sampled lines */
    aic_time l2_free, hbm_free;
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

struct aic_memory_model *aic_memory_model_new(const struct aic_pipe_costs *costs, int64_t l2_bytes,
                                              uint64_t gm_bytes)
{
    struct aic_memory_model *model = calloc(1, sizeof(*model));
    if (!model) {
        return NULL;
    }
    const struct aic_memory_costs *c = &costs->memory;
    model->costs = c;
    model->missing_share = SHARE;
    model->line_shift = c->line > 0 ? log2_of((uint64_t)c->line) : 9;
    model->window_shift = log2_of((uint64_t)c->packet);
    model->window_shift = model->window_shift > model->line_shift ? model->window_shift : model->line_shift;
    if (l2_bytes <= 0 || c->line <= 0) {
        return model;
    }
    model->sample = gm_bytes > SAMPLE_ABOVE ? SAMPLE_SHIFT : 0;
    uint64_t l2_lines = ((uint64_t)l2_bytes >> model->line_shift) >> model->sample;
    uint64_t named = ((gm_bytes >> model->line_shift) >> model->sample) * 2 + WAYS;
    model->n_sets = (l2_lines < named ? l2_lines : named) / WAYS;
    model->n_sets = model->n_sets ? model->n_sets : 1;
    model->lines = calloc(model->n_sets * WAYS, sizeof(*model->lines));
    if (!model->lines) {
        free(model);
        return NULL;
    }
    return model;
}

void aic_memory_model_free(struct aic_memory_model *model)
{
    if (model) {
        free(model->lines);
        free(model);
    }
}

/* Spreads line numbers; the strides of matrices are powers of two. */
static uint64_t spread(uint64_t line)
{
    uint64_t h = line * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ (h >> 29);
}

/* The line's place when L2 holds it, else that of the line which leaves. */
static struct line *find(struct aic_memory_model *model, uint64_t number, uint64_t hash, bool *hit)
{
    struct line *set = &model->lines[(hash >> 24) % model->n_sets * WAYS];
    struct line *oldest = set;
    for (unsigned w = 0; w < WAYS; w++) {
        if (set[w].tag == number + 1) {
            *hit = true;
            return &set[w];
        }
        oldest = set[w].used < oldest->used ? &set[w] : oldest;
    }
    *hit = false;
    return oldest;
}

/* Looks one line up and leaves it in L2. Returns how many other cores have just asked for it. */
static unsigned touch(struct aic_memory_model *model, const struct aic_memory_access *access, uint64_t number,
                      uint64_t hash, bool *hit)
{
    struct line *line = find(model, number, hash, hit);
    bool recent = *hit && access->now - line->seen < SHARE_WINDOW;
    if (!recent) {
        line->sharers = 0;
    } else if (line->core != access->core && line->sharers < 255) {
        line->sharers++;
    }
    line->tag = number + 1;
    line->core = (uint16_t)access->core;
    line->seen = access->now;
    line->used = ++model->clock;
    return line->sharers;
}

/* Bytes of the DMA's next packet at addr: the largest naturally aligned power of two that still fits. */
static uint64_t packet_at(uint64_t addr, uint64_t end, uint64_t most)
{
    uint64_t size = most;
    while (size > MIN_PACKET && (addr % size != 0 || addr + size > end)) {
        size >>= 1;
    }
    return size - addr % size;
}

struct look {
    uint64_t sampled, missing, sharers; /* packets */
    uint64_t missing_lines;
};

/* The lines of one window of GM that [at, end) touches: bit i of the answer is a line that L2 lacks. */
static unsigned look_lines(struct aic_memory_model *model, const struct aic_memory_access *access, uint64_t at,
                           uint64_t end, unsigned *sharers, struct look *look)
{
    unsigned mask = 0, most = 0;
    uint64_t first = at >> model->line_shift, last = (end - 1) >> model->line_shift;
    for (uint64_t n = first; n <= last; n++) {
        bool hit;
        unsigned others = touch(model, access, n, spread(n), &hit);
        most = others > most ? others : most;
        mask |= (unsigned)!hit << ((n - first) & 31);
        look->missing_lines += !hit;
    }
    *sharers = most;
    return mask;
}

static void look_window(struct aic_memory_model *model, const struct aic_memory_access *access, uint64_t at,
                        uint64_t end, struct aic_memory_use *use, struct look *look)
{
    unsigned sharers = 0, mask = 0;
    uint64_t first = at >> model->line_shift;
    bool sampled = model->lines && !access->bypass &&
                   (spread(at >> model->window_shift) & ((1u << model->sample) - 1)) == 0;
    if (sampled) {
        mask = look_lines(model, access, at, end, &sharers, look);
    }
    uint64_t most = (uint64_t)model->costs->packet;
    for (uint64_t p = at; p < end;) {
        uint64_t size = packet_at(p, end, most);
        uint64_t stop = p + size < end ? p + size : end;
        use->packets++;
        if (sampled) {
            uint64_t lo = (p >> model->line_shift) - first, hi = ((stop - 1) >> model->line_shift) - first;
            look->sampled++;
            look->sharers += sharers;
            look->missing += (mask >> lo & ((2u << (hi - lo)) - 1)) != 0;
        }
        p = stop;
    }
}

static void look_row(struct aic_memory_model *model, const struct aic_memory_access *access, uint64_t addr,
                     uint64_t bytes, struct aic_memory_use *use, struct look *look)
{
    uint64_t window = UINT64_C(1) << model->window_shift;
    for (uint64_t at = addr, end = addr + bytes; at < end;) {
        uint64_t limit = at - at % window + window;
        uint64_t stop = limit < end ? limit : end;
        look_window(model, access, at, stop, use, look);
        at = stop;
    }
}

void aic_memory_look(struct aic_memory_model *model, const struct aic_memory_access *access,
                     struct aic_memory_use *use)
{
    struct look look = {0};
    struct aic_span_iter it;
    uint64_t addr, bytes;
    memset(use, 0, sizeof(*use));
    aic_span_begin(&it, access->span);
    while (aic_span_next(&it, &addr, &bytes)) {
        use->bytes += bytes;
        look_row(model, access, addr, bytes, use, &look);
    }
    if (look.sampled) {
        model->missing_share = look.missing * SHARE / look.sampled;
        model->same_share = look.sharers * SHARE / look.sampled;
    }
    bool cold = access->bypass || !model->lines;
    use->missing = cold ? use->packets : (use->packets * model->missing_share + SHARE / 2) / SHARE;
    use->hbm_bytes = cold ? use->bytes : look.missing_lines << model->sample << model->line_shift;
    if (model->costs->same_address > 0 && !cold) {
        use->same = (aic_time)(use->packets * model->same_share / SHARE * (uint64_t)model->costs->same_address);
    }
}

static aic_time reserve(aic_time *free_at, aic_time begin, uint64_t bytes, int64_t rate)
{
    if (rate <= 0 || !bytes) {
        return begin;
    }
    *free_at = (*free_at > begin ? *free_at : begin) + aic_time_at_rate(bytes, rate);
    return *free_at;
}

void aic_memory_reserve(struct aic_memory_model *model, const struct aic_memory_access *access,
                        const struct aic_memory_use *use, aic_time begin, aic_time *l2_end, aic_time *hbm_end)
{
    const struct aic_memory_costs *c = model->costs;
    int64_t l2_rate = access->nd2nz && c->l2_nd2nz_rate > 0 ? c->l2_nd2nz_rate : c->l2_rate;
    model->l2_bytes += use->bytes;
    model->hbm_bytes += use->hbm_bytes;
    *l2_end = reserve(&model->l2_free, begin, use->bytes, l2_rate);
    *hbm_end = reserve(&model->hbm_free, begin, use->hbm_bytes, c->hbm_rate);
}

void aic_memory_totals(const struct aic_memory_model *model, uint64_t *l2_bytes, uint64_t *hbm_bytes)
{
    *l2_bytes = model->l2_bytes;
    *hbm_bytes = model->hbm_bytes;
}
