/* The model of L2 and HBM against plain counting: packets of the DMA, lines in order of use, shared bandwidth. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "pipes/memory.h"

static struct aic_pipe_costs costs_with(int64_t hbm_rate)
{
    struct aic_pipe_costs costs = {0};
    costs.memory.line = 512;
    costs.memory.packet = 512;
    costs.memory.hbm_rate = hbm_rate * 1024;
    return costs;
}

static struct aic_memory_use look(struct aic_memory_model *model, uint64_t addr, uint64_t bytes)
{
    struct aic_span span = aic_span_linear(AIC_GM, addr, bytes);
    struct aic_memory_access access = {.span = &span};
    struct aic_memory_use use;
    aic_memory_look(model, &access, &use);
    return use;
}

/* hc2201: pieces of 128, 256 and 512 bytes, naturally aligned; worked out by hand. */
Test(gm, packets_are_aligned_pieces)
{
    static const struct {
        uint64_t addr, bytes, packets;
    } cases[] = {{0, 32, 1},    {0, 128, 1},  {0, 256, 1},     {0, 384, 2},   {0, 416, 3},  {0, 512, 1},
                 {0, 1216, 4},  {256, 512, 2}, {128, 512, 3}, {2, 512, 4}, {0, 1536, 3}};
    struct aic_pipe_costs costs = costs_with(0);
    struct aic_memory_model *model = aic_memory_model_new(&costs, 1 << 20, 4096);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct aic_memory_use use = look(model, cases[i].addr, cases[i].bytes);
        cr_expect(eq(u64, use.packets, cases[i].packets), "%zu: %llu bytes at %llu", i,
                  (unsigned long long)cases[i].bytes, (unsigned long long)cases[i].addr);
        cr_expect(eq(u64, use.bytes, cases[i].bytes));
    }
    aic_memory_model_free(model);
}

#define HELD 64
/* A list of line numbers, the one used last in front. */
static bool plain_touch(uint64_t *list, size_t *n, uint64_t line)
{
    size_t at = 0;
    while (at < *n && list[at] != line) {
        at++;
    }
    bool hit = at < *n;
    if (!hit) {
        at = *n < HELD ? (*n)++ : HELD - 1;
    }
    for (; at; at--) {
        list[at] = list[at - 1];
    }
    list[0] = line;
    return hit;
}

Test(gm, the_line_not_used_for_longest_leaves)
{
    struct aic_pipe_costs costs = costs_with(0);
    struct aic_memory_model *model = aic_memory_model_new(&costs, HELD * 512, 1 << 20);
    uint64_t list[HELD], random = 12345;
    size_t n = 0, hits = 0;
    for (unsigned i = 0; i < 20000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t line = (random >> 33) % (i % 3 ? 50 : 400);
        bool hit = plain_touch(list, &n, line);
        struct aic_memory_use use = look(model, line * 512, 128);
        cr_assert(eq(u64, use.missing, hit ? 0 : 1), "access %u of line %llu", i, (unsigned long long)line);
        cr_assert(eq(u64, use.hbm_bytes, hit ? 0 : 512));
        hits += hit;
    }
    cr_expect(gt(sz, hits, 1000));
    aic_memory_model_free(model);
}

static aic_time hbm_end(struct aic_memory_model *model, uint64_t addr, uint64_t bytes, aic_time begin, aic_time length)
{
    struct aic_span span = aic_span_linear(AIC_GM, addr, bytes);
    struct aic_memory_access access = {.span = &span, .bypass = true};
    struct aic_memory_use use;
    aic_time l2, hbm;
    aic_memory_look(model, &access, &use);
    aic_memory_reserve(model, &access, &use, begin, length, &l2, &hbm);
    return hbm;
}

Test(gm, cores_share_the_bandwidth)
{
    struct aic_pipe_costs costs = costs_with(100);
    struct aic_memory_model *model = aic_memory_model_new(&costs, 1 << 20, 1 << 20);
    aic_time alone = hbm_end(model, 0, 64000, 0, 1000 * AIC_CYCLE);
    cr_expect(le(i64, alone, 1001 * AIC_CYCLE), "64 of 100 bytes a cycle: nothing to wait for");
    aic_time second = hbm_end(model, 0, 64000, 0, 1000 * AIC_CYCLE);
    cr_expect(ge(i64, second, 1279 * AIC_CYCLE), "128000 bytes take 1280 cycles at 100 a cycle");
    cr_expect(le(i64, second, 1650 * AIC_CYCLE), "what the first leaves is used");
    aic_time later = hbm_end(model, 0, 6400, 5000 * AIC_CYCLE, 100 * AIC_CYCLE);
    cr_expect(le(i64, later, 5102 * AIC_CYCLE), "a move after the others waits for none");
    aic_time early = hbm_end(model, 0, 6400, 3000 * AIC_CYCLE, 100 * AIC_CYCLE);
    cr_expect(le(i64, early, 3102 * AIC_CYCLE), "nor does one that is reserved late and begins before them");
    aic_memory_model_free(model);
}
