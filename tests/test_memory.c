/* Spans, sparse GM, and bytes that move with their state. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/gm.h"
#include "buffers/memory.h"
#include "buffers/span.h"

static uint64_t walk(const struct aic_span *span, uint64_t *addrs, uint64_t max)
{
    struct aic_span_iter it;
    uint64_t addr, n, count = 0;
    aic_span_begin(&it, span);
    while (aic_span_next(&it, &addr, &n)) {
        for (uint64_t i = 0; i < n; i++) {
            cr_assert_lt(count, max);
            addrs[count++] = addr + i;
        }
    }
    return count;
}

Test(span, walks_the_outermost_dimension_last)
{
    struct aic_span span = aic_span_rows(AIC_L1, 100, 2, 3, 10);
    aic_span_repeat(&span, 2, 1000);
    const uint64_t expected[] = {100, 101, 110, 111, 120, 121, 1100, 1101, 1110, 1111, 1120, 1121};
    uint64_t got[12];
    cr_assert_eq(walk(&span, got, 12), 12);
    cr_assert_arr_eq(got, expected, sizeof(expected));
    cr_assert_eq(aic_span_bytes(&span), 12);
    uint64_t lo, hi;
    aic_span_bounds(&span, &lo, &hi);
    cr_assert_eq(lo, 100);
    cr_assert_eq(hi, 1122);
}

Test(span, simplified_spans_name_the_same_bytes_in_the_same_order)
{
    srand(1);
    for (int t = 0; t < 5000; t++) {
        struct aic_span span = aic_span_linear(AIC_L1, 4096, 1 + (uint64_t)rand() % 4);
        for (int d = rand() % 4; d > 0; d--) {
            int64_t whole = span.ndim ? span.dim[0].stride * (int64_t)span.dim[0].n : (int64_t)span.run;
            aic_span_repeat(&span, 1 + (uint64_t)rand() % 3, rand() % 2 ? whole : rand() % 40 - 20);
        }
        struct aic_span simple = span;
        aic_span_simplify(&simple);
        uint64_t a[512], b[512];
        uint64_t n = walk(&span, a, 512);
        cr_assert_eq(walk(&simple, b, 512), n);
        cr_assert_arr_eq(a, b, n * sizeof(a[0]));
        cr_assert_leq(simple.ndim, span.ndim);
    }
}

Test(span, negative_strides_reach_below_the_base)
{
    struct aic_span span = aic_span_rows(AIC_L1, 100, 4, 3, -16);
    uint64_t lo, hi;
    aic_span_bounds(&span, &lo, &hi);
    cr_assert_eq(lo, 68);
    cr_assert_eq(hi, 104);
}

Test(span, nothing_repeated_is_empty)
{
    struct aic_span span = aic_span_rows(AIC_L1, 0, 8, 0, 8);
    uint64_t got[1];
    cr_assert_eq(walk(&span, got, 1), 0);
}

Test(gm, holds_bytes_far_apart_and_knows_what_was_written)
{
    struct aic_gm *gm = aic_gm_new();
    const uint64_t far = (uint64_t)256 << 30;
    uint8_t in[100], out[100], state[100];
    for (unsigned i = 0; i < 200; i++) {
        memset(in, (int)i, sizeof(in));
        cr_assert(aic_gm_write(gm, far + i * 65536 - 50, sizeof(in), in, NULL));
    }
    for (unsigned i = 0; i < 200; i++) {
        memset(in, (int)i, sizeof(in));
        aic_gm_read(gm, far + i * 65536 - 50, sizeof(out), out, state);
        cr_assert_arr_eq(in, out, sizeof(in));
        cr_assert(aic_state_all_valid(state, sizeof(state)));
    }
    aic_gm_read(gm, 0, sizeof(out), out, state);
    cr_assert_eq(aic_state_union(state, sizeof(state)), 0x80);
    cr_assert_eq(out[0], 0);
    cr_assert_lt(aic_gm_resident(gm), 202u * 65536u);
    aic_gm_free(gm);
}

Test(memory, state_moves_with_the_bytes_and_ends_at_the_end)
{
    struct aic_space_sizes sizes = {.bytes = {[AIC_L1] = 1024, [AIC_L0A] = 512, [AIC_UB] = 256}};
    struct aic_gm *gm = aic_gm_new();
    struct aic_memory mem;
    cr_assert(aic_memory_init(&mem, &sizes, 2, gm));
    uint8_t in[64], out[64], state[64];
    memset(in, 7, sizeof(in));
    aic_memory_write(&mem, AIC_L1, 0, 960, 64, in, NULL);
    aic_memory_mark(&mem, AIC_L1, 0, 970, 1, AIC_ST_UNDEF);
    aic_memory_move(&mem, AIC_L0A, 0, 480, AIC_L1, 0, 960, 64); /* half of it is past the end of l0a */
    aic_memory_read(&mem, AIC_L0A, 0, 480, 64, out, state);
    cr_assert_eq(out[31], 7);
    cr_assert_eq(state[10], AIC_ST_UNDEF);
    cr_assert_eq(state[11], AIC_ST_VALID);
    cr_assert_eq(out[32], 0);
    cr_assert_eq(state[32], AIC_ST_NEVER);
    aic_memory_move(&mem, AIC_GM, 0, 65530, AIC_L1, 0, 960, 64); /* over the border of a page */
    aic_gm_read(gm, 65530, 64, out, state);
    cr_assert_arr_eq(in, out, 64);
    cr_assert_eq(state[10], AIC_ST_UNDEF);
    aic_memory_write(&mem, AIC_UB, 1, 0, 64, in, NULL);
    aic_memory_read(&mem, AIC_UB, 0, 0, 64, out, state);
    cr_assert_eq(state[0], AIC_ST_NEVER);
    aic_memory_free(&mem);
    aic_gm_free(gm);
}

#define SMALL (40u * 65536u)

struct plain_gm {
    uint8_t data[SMALL], state[SMALL];
};

/* One random access of the sparse memory and of a plain array: n bytes, up to many whole pages. */
static void random_access(struct aic_gm *gm, struct plain_gm *plain, unsigned kind, uint64_t addr, uint64_t n)
{
    static const uint8_t marks[] = {AIC_ST_UNDEF, AIC_ST_TAINT, AIC_ST_VALID, AIC_ST_NEVER};
    static struct plain_gm given;
    uint8_t *data, *state;
    uint64_t got;
    memset(given.data, (int)(kind + n), n);
    memset(given.state, AIC_ST_VALID, n);
    given.state[n / 2] = kind % 2 ? AIC_ST_VALID : AIC_ST_UNDEF;
    switch (kind % 4) {
    case 0:
        cr_assert(aic_gm_write(gm, addr, n, given.data, NULL));
        given.state[n / 2] = AIC_ST_VALID;
        break;
    case 1:
        cr_assert(aic_gm_write(gm, addr, n, given.data, given.state));
        break;
    case 2:
        cr_assert(aic_gm_mark(gm, addr, n, marks[n % 4]));
        memset(plain->state + addr, marks[n % 4], n);
        return;
    default:
        aic_gm_piece(gm, addr, n, true, &data, &state, &got);
        n = got;
        memcpy(data, given.data, n);
        memcpy(state, given.state, n);
    }
    memcpy(plain->data + addr, given.data, n);
    memcpy(plain->state + addr, given.state, n);
}

/* Against one byte of data and of state for every address: pages share states, are marked before they come into being,
 * and are written in parts and whole. */
Test(gm, is_a_plain_array_to_those_who_use_it, .timeout = 60)
{
    static struct plain_gm plain, read;
    struct aic_gm *gm = aic_gm_new();
    uint64_t seed = 5;
    memset(plain.state, AIC_ST_NEVER, SMALL);
    for (unsigned i = 0; i < 2000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint64_t most = i % 3 == 0 ? SMALL / 4 : i % 3 == 1 ? 3000 : 65536;
        uint64_t addr = (seed >> 33) % SMALL, n = 1 + (seed >> 20) % most;
        addr = i % 5 == 0 ? addr / 65536 * 65536 : addr; /* whole pages */
        n = i % 5 == 0 && most > 3000 ? (n + 65535) / 65536 * 65536 : n;
        n = n < SMALL - addr ? n : SMALL - addr;
        random_access(gm, &plain, (unsigned)(seed >> 40), addr, n);
        if (i % 20 == 0 || i == 1999) {
            aic_gm_read(gm, 0, SMALL, read.data, read.state);
            cr_assert_eq(memcmp(read.state, plain.state, SMALL), 0, "states after access %u", i);
            cr_assert_eq(memcmp(read.data, plain.data, SMALL), 0, "data after access %u", i);
        }
    }
    aic_gm_free(gm);
}

/* A record in error taints what it might have written: of a tensor far larger than the host, and again and again. */
Test(gm, marking_costs_no_memory, .timeout = 10)
{
    struct aic_gm *gm = aic_gm_new();
    uint8_t data, state;
    for (unsigned i = 0; i < 100000; i++) {
        cr_assert(aic_gm_mark(gm, 1000 + i * 64u, (uint64_t)1 << 60, AIC_ST_TAINT));
    }
    cr_assert_eq(aic_gm_resident(gm), 0);
    aic_gm_read(gm, ((uint64_t)1 << 59), 1, &data, &state);
    cr_assert_eq(state, AIC_ST_TAINT);
    cr_assert_eq(data, 0);
    aic_gm_read(gm, 999, 1, &data, &state);
    cr_assert_eq(state, AIC_ST_NEVER);
    aic_gm_read(gm, ((uint64_t)1 << 61), 1, &data, &state);
    cr_assert_eq(state, AIC_ST_NEVER);
    aic_gm_free(gm);
}
