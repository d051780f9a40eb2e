#include "pipes/unit_flags.h"

#include <stdlib.h>
#include <string.h>

bool aic_unit_flags_init(struct aic_unit_flags *flags, uint64_t l0c_bytes)
{
    flags->n = (size_t)(l0c_bytes / AIC_UNIT_BLOCK);
    flags->block = calloc(flags->n ? flags->n : 1, sizeof(*flags->block));
    return flags->block != NULL;
}

void aic_unit_flags_free(struct aic_unit_flags *flags)
{
    free(flags->block);
    memset(flags, 0, sizeof(*flags));
}

/* Calls for each block that the span touches, once for each run of the same block. */
struct block_walk {
    struct aic_span_iter it;
    uint64_t next, end, last;
};

static void walk_begin(struct block_walk *walk, const struct aic_span *span)
{
    aic_span_begin(&walk->it, span);
    walk->next = walk->end = 0;
    walk->last = UINT64_MAX;
}

static bool walk_next(struct block_walk *walk, uint64_t *block)
{
    for (;;) {
        while (walk->next == walk->end) {
            uint64_t addr, bytes;
            if (!aic_span_next(&walk->it, &addr, &bytes)) {
                return false;
            }
            walk->next = addr / AIC_UNIT_BLOCK;
            walk->end = (addr + bytes + AIC_UNIT_BLOCK - 1) / AIC_UNIT_BLOCK;
        }
        *block = walk->next++;
        if (*block != walk->last) {
            walk->last = *block;
            return true;
        }
    }
}

bool aic_unit_flags_ready(const struct aic_unit_flags *flags, const struct aic_span *span, bool set, aic_time *first,
                          aic_time *last, uint32_t *payload)
{
    struct block_walk walk;
    uint64_t i;
    bool any = false;
    aic_time begin = 0, end = 0;
    walk_begin(&walk, span);
    while (walk_next(&walk, &i)) {
        if (i >= flags->n || flags->block[i].set != set) {
            return false;
        }
        if (!any) {
            begin = flags->block[i].at;
        }
        if (!any || flags->block[i].at >= end) {
            end = flags->block[i].at;
            *payload = flags->block[i].payload;
        }
        any = true;
    }
    *first = begin;
    *last = end;
    return true;
}

static uint64_t count_blocks(const struct aic_span *span)
{
    struct block_walk walk;
    uint64_t block, n = 0;
    walk_begin(&walk, span);
    while (walk_next(&walk, &block)) {
        n++;
    }
    return n;
}

void aic_unit_flags_assign(struct aic_unit_flags *flags, const struct aic_span *span, bool set, aic_time begin,
                           aic_time length, uint32_t payload)
{
    int64_t n = (int64_t)count_blocks(span), done = 0;
    struct block_walk walk;
    uint64_t i;
    walk_begin(&walk, span);
    flags->latest = begin + length > flags->latest ? begin + length : flags->latest;
    while (walk_next(&walk, &i)) {
        done++;
        if (i < flags->n) {
            flags->n_set += (size_t)set - (size_t)flags->block[i].set;
            flags->block[i] =
                (struct aic_unit_block){set, begin + length * done / n, payload, flags->block[i].payload};
        }
    }
}

size_t aic_unit_flags_stale(const struct aic_unit_flags *flags, size_t *first)
{
    size_t n = 0;
    for (size_t i = 0; i < flags->n; i++) {
        if (flags->block[i].set && n++ == 0) {
            *first = i;
        }
    }
    return n;
}

void aic_unit_flags_clear(struct aic_unit_flags *flags, aic_time at)
{
    flags->n_set = 0;
    flags->latest = at > flags->latest ? at : flags->latest;
    for (size_t i = 0; i < flags->n; i++) {
        flags->block[i] = (struct aic_unit_block){.at = at};
    }
}
