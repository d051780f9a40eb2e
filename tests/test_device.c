/* Device memory of recorded programs: where allocations lie, and which of their bytes have been written. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "tools/recorder/device.h"

static void expect_ranges(const struct aic_allocation *a, size_t n, const uint64_t (*ranges)[2])
{
    cr_assert_eq(a->n_written, n, "%zu ranges", a->n_written);
    for (size_t i = 0; i < n; i++) {
        cr_expect_eq(a->written[i].begin, ranges[i][0]);
        cr_expect_eq(a->written[i].end, ranges[i][1]);
    }
}

Test(device, addresses)
{
    struct aic_device d = {0};
    uint8_t *a = aic_device_malloc(&d, 1000), *b = aic_device_malloc(&d, (UINT64_C(2) << 20) - 1);
    cr_assert(a && b);
    memset(a, 1, 1000);
    cr_expect_eq(aic_device_offset(&d, (uintptr_t)a), 0u);
    cr_expect_eq(aic_device_offset(&d, (uintptr_t)b), UINT64_C(2) << 20);
    cr_expect_eq(d.at[1].pages, UINT64_C(4) << 20, "512 bytes apart from the next");
    cr_expect_eq(aic_device_find(&d, (uintptr_t)a), 0);
    cr_expect_eq(aic_device_find(&d, (uintptr_t)a + 999), 0);
    cr_expect_eq(aic_device_find(&d, (uintptr_t)a + 1000), -1);
    cr_expect_eq(aic_device_find(&d, (uintptr_t)&d), -1);
    cr_expect_not(aic_device_free(&d, a + 1));
    cr_expect(aic_device_free(&d, a));
    cr_expect_not(aic_device_free(&d, a));
    cr_expect_eq(aic_device_find(&d, (uintptr_t)a), -1);
    cr_expect_null(aic_device_malloc(&d, UINT64_C(1) << 40));
}

Test(device, written_ranges_join)
{
    struct aic_allocation a = {.bytes = 100};
    cr_assert(aic_allocation_mark(&a, 10, 20) && aic_allocation_mark(&a, 40, 50) && aic_allocation_mark(&a, 30, 30));
    expect_ranges(&a, 2, (const uint64_t[][2]){{10, 20}, {40, 50}});
    cr_assert(aic_allocation_mark(&a, 20, 25));
    expect_ranges(&a, 2, (const uint64_t[][2]){{10, 25}, {40, 50}});
    cr_assert(aic_allocation_mark(&a, 0, 5) && aic_allocation_mark(&a, 60, 70));
    expect_ranges(&a, 4, (const uint64_t[][2]){{0, 5}, {10, 25}, {40, 50}, {60, 70}});
    cr_assert(aic_allocation_mark(&a, 22, 65));
    expect_ranges(&a, 2, (const uint64_t[][2]){{0, 5}, {10, 70}});
    cr_assert(aic_allocation_mark(&a, 0, 100));
    expect_ranges(&a, 1, (const uint64_t[][2]){{0, 100}});
}
