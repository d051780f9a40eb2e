/* Intervals against the obvious: a writer and a set of readers for every byte. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/shadow.h"

#define BYTES 40000u
#define ACTORS 5u

/* For every byte the seq of its last writer and of each actor's last read since then; 0: none. */
struct plain {
    uint32_t writer[BYTES], writer_actor[BYTES];
    uint32_t reader[BYTES][ACTORS];
};

/* What one access met: for every byte how often each earlier access was named. */
struct met {
    uint8_t writer[BYTES], reader[BYTES][ACTORS];
    const struct plain *plain;
};

static uint64_t state = 12345;

static uint32_t pick(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static void visit(void *user, const struct aic_stamp *old, bool old_writes, uint64_t lo, uint64_t hi)
{
    struct met *met = user;
    for (uint64_t i = lo; i < hi; i++) {
        if (old_writes) {
            cr_assert_eq(met->plain->writer[i], old->seq, "byte %lu", (unsigned long)i);
            cr_assert_eq(met->plain->writer_actor[i], old->actor);
            met->writer[i]++;
        } else {
            cr_assert_eq(met->plain->reader[i][old->actor], old->seq);
            met->reader[i][old->actor]++;
        }
    }
}

static struct aic_span random_span(void)
{
    struct aic_span span = aic_span_rows(AIC_L1, pick(BYTES / 2), 1 + pick(300), 1 + pick(6), 1 + (int64_t)pick(2500));
    if (pick(3) == 0) {
        span = aic_span_linear(AIC_L1, pick(BYTES / 2), 1 + pick(BYTES / 2));
    }
    if (span.ndim && (uint64_t)span.dim[0].stride < span.run) {
        span.dim[0].stride = (int64_t)span.run + pick(100); /* a record names each byte once */
    }
    return span;
}

static void expect(const struct plain *plain, const struct met *met, const struct aic_span *span, bool write)
{
    struct aic_span_iter it;
    uint64_t addr, n;
    aic_span_begin(&it, span);
    while (aic_span_next(&it, &addr, &n)) {
        for (uint64_t i = addr; i < addr + n && i < BYTES; i++) {
            cr_assert_eq(met->writer[i], plain->writer[i] != 0, "byte %lu", (unsigned long)i);
            for (unsigned a = 0; a < ACTORS; a++) {
                cr_assert_eq(met->reader[i][a], write && plain->reader[i][a] != 0, "byte %lu", (unsigned long)i);
            }
        }
    }
}

static void remember(struct plain *plain, const struct aic_span *span, bool write, uint32_t actor, uint32_t seq)
{
    struct aic_span_iter it;
    uint64_t addr, n;
    aic_span_begin(&it, span);
    while (aic_span_next(&it, &addr, &n)) {
        for (uint64_t i = addr; i < addr + n && i < BYTES; i++) {
            if (write) {
                plain->writer[i] = seq;
                plain->writer_actor[i] = actor;
                memset(plain->reader[i], 0, sizeof(plain->reader[i]));
            } else {
                plain->reader[i][actor] = seq;
            }
        }
    }
}

static void run(struct aic_shadow *shadow)
{
    struct plain *plain = calloc(1, sizeof(*plain));
    struct met *met = calloc(1, sizeof(*met));
    for (uint32_t seq = 1; seq <= 3000; seq++) {
        struct aic_span span = random_span();
        bool write = pick(2);
        struct aic_stamp stamp = {.actor = pick(ACTORS), .seq = seq};
        memset(met, 0, sizeof(*met));
        met->plain = plain;
        cr_assert(aic_shadow_access(shadow, &span, write, &stamp, visit, met));
        expect(plain, met, &span, write);
        remember(plain, &span, write, stamp.actor, seq);
    }
    for (uint64_t i = 0; i < BYTES; i += 7) {
        const struct aic_stamp *writer = aic_shadow_writer(shadow, i);
        cr_assert_eq(writer ? writer->seq : 0, plain->writer[i]);
    }
    free(plain);
    free(met);
    aic_shadow_free(shadow);
}

Test(shadow, sized_memory_meets_every_earlier_access_once)
{
    run(aic_shadow_new(BYTES));
}

Test(shadow, sparse_memory_does_the_same)
{
    run(aic_shadow_new(0));
}

Test(shadow, bytes_past_the_end_are_ignored)
{
    struct aic_shadow *shadow = aic_shadow_new(100);
    struct aic_span span = aic_span_linear(AIC_L1, 90, 1000);
    struct aic_stamp stamp = {.actor = 1, .seq = 1};
    cr_assert(aic_shadow_access(shadow, &span, true, &stamp, visit, NULL));
    cr_assert_not_null(aic_shadow_writer(shadow, 99));
    cr_assert_null(aic_shadow_writer(shadow, 89));
    aic_shadow_free(shadow);
}
