/* Ranges against the obvious: a list that is searched from its start. */
#include <criterion/criterion.h>

#include "buffers/ranges.h"

#define N 3000u

static uint64_t state = 1;

static uint64_t next(uint64_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
}

static int64_t plain_find(uint64_t (*list)[2], uint32_t n, uint64_t addr, uint64_t bytes)
{
    for (uint32_t i = 0; i < n; i++) {
        if (addr < list[i][0] + list[i][1] && list[i][0] < addr + bytes) {
            return i;
        }
    }
    return -1;
}

Test(ranges, finds_what_a_list_finds)
{
    struct aic_ranges ranges = {0};
    uint64_t list[N][2];
    uint32_t n = 0;
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t addr = next(100000), bytes = 1 + next(60);
        int64_t want = plain_find(list, n, addr, bytes), got = aic_ranges_find(&ranges, addr, bytes);
        cr_assert_eq(want < 0, got < 0);
        if (got >= 0) {
            cr_assert(addr < list[got][0] + list[got][1] && list[got][0] < addr + bytes);
        } else if (n < N) {
            list[n][0] = addr;
            list[n][1] = bytes;
            cr_assert(aic_ranges_add(&ranges, addr, bytes, n++));
        }
    }
    cr_assert_gt(n, 1000);
    aic_ranges_free(&ranges);
}

Test(ranges, takes_a_million_in_any_order, .timeout = 20)
{
    for (unsigned order = 0; order < 3; order++) {
        struct aic_ranges ranges = {0};
        for (uint32_t i = 0; i < 1000000; i++) {
            uint32_t k = order == 0 ? i : order == 1 ? 999999 - i : (uint32_t)(i * 7919ull % 1000000);
            cr_assert_lt(aic_ranges_find(&ranges, k * 512ull, 512), 0);
            cr_assert(aic_ranges_add(&ranges, k * 512ull, 512, k));
        }
        for (uint32_t i = 0; i < 1000000; i += 997) {
            cr_assert_eq(aic_ranges_find(&ranges, i * 512ull + 511, 1), i);
        }
        aic_ranges_free(&ranges);
    }
}

Test(ranges, holds_the_ends)
{
    struct aic_ranges ranges = {0};
    cr_assert(aic_ranges_add(&ranges, UINT64_MAX - 9, 10, 7));
    cr_assert(aic_ranges_add(&ranges, 0, 0, 8), "an empty range is left out");
    cr_assert_eq(aic_ranges_find(&ranges, UINT64_MAX, 1), 7);
    cr_assert_eq(aic_ranges_find(&ranges, UINT64_MAX - 9, UINT64_MAX), 7);
    cr_assert_eq(aic_ranges_find(&ranges, UINT64_MAX - 10, 1), -1);
    cr_assert_eq(aic_ranges_find(&ranges, 0, 1), -1);
    cr_assert_eq(aic_ranges_find(&ranges, UINT64_MAX, 0), -1);
    aic_ranges_free(&ranges);
}
