/* mmad, mmad_mx and mmad_sparse: the panels and kernels against the plain reference, and the documents' rules. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "reference/mmad_ref.h"

enum { M = 0, N, K, INIT, SOURCE, UNIT, KALIGN, NOGEMV, ISBIAS };
#define MAX_C (128 * 128)

static struct world w;

static void setup(enum world_product product, unsigned row)
{
    world_init(&w, product);
    world_record(&w, &aic_insns_mmad[row]);
}

static void sizes(uint32_t m, uint32_t n, uint32_t k)
{
    w.rec.f[M] = m;
    w.rec.f[N] = n;
    w.rec.f[K] = k;
}

static void operands(void)
{
    world_operand(&w, AIC_L0C, 0);
    world_operand(&w, AIC_L0A, 0);
    world_operand(&w, AIC_L0B, 0);
}

static void written(enum aic_space space)
{
    memset(w.mem.local[space].state, AIC_ST_VALID, w.mem.local[space].bytes);
}

static void all_written(void)
{
    for (unsigned s = AIC_L1; s < AIC_SPACE_COUNT; s++) {
        if (s != AIC_UB) {
            written((enum aic_space)s);
        }
    }
}

/* Random values of moderate size, so that float sums round but seldom overflow. */
static void fill(enum aic_space space, enum aic_dtype dt, uint64_t *seed)
{
    struct aic_buffer *buf = &w.mem.local[space];
    unsigned bits = aic_dtype_bits(dt);
    for (uint64_t i = 0; i < buf->bytes * 8 / bits; i++) {
        uint64_t raw = world_random(seed) ^ (uint64_t)world_random(seed) << 16;
        bool extreme = dt == AIC_DT_BF16 && i % 64 == 5; /* products that leave a float's range */
        if (aic_dtype_is_float(dt) && bits > 4 && dt != AIC_DT_FP8_E8M0 && !extreme) {
            raw = aic_value_encode(dt, (double)((int32_t)(raw & 0xffff) - 32768) / 4096, NULL);
        }
        aic_element_store(buf->data, i, dt, raw);
    }
}

static void expect_same(enum ref_kind kind, const char *what)
{
    static uint32_t want[MAX_C];
    uint32_t rows = (uint32_t)w.rec.f[M], cols = (uint32_t)w.rec.f[N];
    enum aic_dtype dt = (enum aic_dtype)w.rec.dtype[2];
    ref_mmad(&w, kind, want);
    cr_assert(world_execute(&w), "%s: %s", what, w.message);
    for (uint32_t m = 0; m < rows; m++) {
        for (uint32_t n = 0; n < cols; n++) {
            uint64_t at = ref_mmad_c_at(&w, m, n);
            uint32_t got = (uint32_t)aic_element_load(w.mem.local[AIC_L0C].data + at, 0, dt);
            cr_assert_eq(got, want[m * cols + n], "%s m=%u n=%u k=%u: C[%u][%u] is %x, not %x", what, rows, cols,
                         (unsigned)w.rec.f[K], m, n, got, want[m * cols + n]);
            cr_assert_eq(w.mem.local[AIC_L0C].state[at], AIC_ST_VALID);
        }
    }
}

static uint32_t pick(uint64_t *seed, uint32_t low, uint32_t high)
{
    return low + world_random(seed) % (high - low + 1);
}

static void random_case(enum world_product product, const struct aic_mmad_triple *t, uint64_t *seed)
{
    setup(product, 0);
    world_dtypes(&w, t->a, t->b, t->c);
    operands();
    fill(AIC_L0A, t->a, seed);
    fill(AIC_L0B, t->b, seed);
    fill(AIC_L0C, t->c, seed);
    fill(AIC_BT, t->c, seed);
    all_written();
    bool narrow = world_random(seed) % 5 == 0;
    sizes(narrow ? 1 : pick(seed, 1, 70), pick(seed, 1, 40), pick(seed, 1, 70));
    w.rec.f[K] += aic_dtype_bits(t->a) == 4 ? w.rec.f[K] % 2 : 0;
    w.rec.f[INIT] = world_random(seed) % 2;
    w.rec.f[KALIGN] = t->a == AIC_DT_FLOAT && w.lim.mmad_k_direction_align && world_random(seed) % 2;
    w.rec.f[NOGEMV] = w.lim.mmad_disable_gemv && world_random(seed) % 2;
    w.lim.mmad_c_first = world_random(seed) % 2;
    w.lim.mmad_k_block = world_random(seed) % 3 == 0 ? 1 : 0;
    w.regs.inf_nan = world_random(seed) % 2;
    if (t->bias && world_random(seed) % 2) {
        world_operand(&w, world_random(seed) % 2 ? AIC_BT : AIC_L0C, 0);
        w.rec.op[3].addr = w.rec.op[3].space == AIC_L0C ? 65536 : 64;
        w.rec.f[INIT] = 0;
    }
    cr_assert(world_check(&w), "%s", w.message);
    expect_same(REF_PLAIN, aic_dtype_name(t->a));
    world_free(&w);
}

Test(mmad, every_triple_matches_the_reference)
{
    uint64_t seed = 20240611;
    for (int product = WORLD_910B; product <= WORLD_310P; product++) {
        world_init(&w, product);
        struct aic_isa_limits lim = w.lim;
        world_free(&w);
        for (int64_t t = 0; t < lim.mmad_triples_n; t++) {
            for (int i = 0; i < 60; i++) {
                random_case(product, &lim.mmad_triples[t], &seed);
            }
        }
    }
}

Test(mmad, hf32_rounds_the_operands)
{
    uint64_t seed = 7;
    for (int i = 0; i < 100; i++) {
        setup(WORLD_950, 0);
        world_dtypes(&w, AIC_DT_FLOAT, AIC_DT_FLOAT, AIC_DT_FLOAT);
        operands();
        fill(AIC_L0A, AIC_DT_FLOAT, &seed);
        fill(AIC_L0B, AIC_DT_FLOAT, &seed);
        all_written();
        sizes(pick(&seed, 2, 40), pick(&seed, 1, 40), pick(&seed, 1, 60));
        w.regs.hf32 = true;
        w.lim.hf32_mantissa_bits = i % 3 ? 10 : 7;
        w.regs.hf32_toward_zero = i % 2;
        w.lim.hf32_nearest_zero_ties = i % 4 == 1;
        expect_same(REF_PLAIN, "hf32");
        world_free(&w);
    }
}

/* 2^24 swallows a 1 but not a 2: the order of the sum shows. */
Test(mmad, sums_in_the_order_of_the_keys)
{
    static const struct {
        int64_t c_first, k_block;
        float sum;
    } cases[] = {{1, 1, 0x1p24f}, {1, 0, 0x1p24f + 2}, {0, 1, 0x1p24f + 2}, {0, 0, 0x1p24f + 2}, {1, 2, 0x1p24f + 2}};
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        setup(WORLD_950, 0);
        world_dtypes(&w, AIC_DT_HALF, AIC_DT_HALF, AIC_DT_FLOAT);
        operands();
        all_written();
        sizes(2, 2, 16);
        float c = 0x1p24f;
        const uint16_t ones[2] = {0x3c00, 0x3c00};
        memset(w.mem.local[AIC_L0A].data, 0, 1024);
        memset(w.mem.local[AIC_L0B].data, 0, 1024);
        memset(w.mem.local[AIC_L0C].data, 0, 1024);
        memcpy(w.mem.local[AIC_L0A].data, ones, sizeof(ones));
        memcpy(w.mem.local[AIC_L0B].data, ones, sizeof(ones));
        memcpy(w.mem.local[AIC_L0C].data, &c, sizeof(c));
        w.rec.f[INIT] = 0;
        w.lim.mmad_c_first = cases[i].c_first;
        w.lim.mmad_k_block = cases[i].k_block;
        cr_assert(world_execute(&w), "%s", w.message);
        memcpy(&c, w.mem.local[AIC_L0C].data, sizeof(c));
        cr_assert_eq(c, cases[i].sum, "case %u: %a", i, (double)c);
        world_free(&w);
    }
}

/* 1-8-10: between 1 and 1 + 2^-10 lies a tie, just above it a number that only truncation takes down. */
Test(mmad, hf32_toward_zero_has_two_readings)
{
    const float tie = 1 + 0x1p-11f, above = 1 + 0x1p-11f + 0x1p-20f, up = 1 + 0x1p-10f;
    const float values[] = {tie, -tie, above, -above};
    const float even[] = {1, -1, up, -up}, ties[] = {1, -1, up, -up}, cut[] = {1, -1, 1, -1};
    for (int mode = 0; mode < 3; mode++) {
        setup(WORLD_950, 0);
        world_dtypes(&w, AIC_DT_FLOAT, AIC_DT_FLOAT, AIC_DT_FLOAT);
        operands();
        all_written();
        sizes(2, 2, 8);
        memset(w.mem.local[AIC_L0A].data, 0, 1024);
        memset(w.mem.local[AIC_L0B].data, 0, 1024);
        w.regs.hf32 = true;
        w.regs.hf32_toward_zero = mode > 0;
        w.lim.hf32_nearest_zero_ties = mode == 1;
        for (int i = 0; i < 4; i++) {
            float one = 1, c;
            memcpy(w.mem.local[AIC_L0A].data, &values[i], 4);
            memcpy(w.mem.local[AIC_L0B].data, &one, 4);
            cr_assert(world_execute(&w), "%s", w.message);
            memcpy(&c, w.mem.local[AIC_L0C].data, 4);
            cr_assert_eq(c, (mode == 0 ? even : mode == 1 ? ties : cut)[i], "mode %d, value %a: %a", mode,
                         (double)values[i], (double)c);
        }
        world_free(&w);
    }
}

Test(mmad, hf32_width_unknown_is_refused)
{
    setup(WORLD_910B, 0);
    world_dtypes(&w, AIC_DT_FLOAT, AIC_DT_FLOAT, AIC_DT_FLOAT);
    operands();
    sizes(16, 16, 16);
    w.regs.hf32 = true;
    cr_assert_not(world_check(&w));
    cr_assert(world_raised(&w, "PATH-003"));
    world_free(&w);
}

static void mx_case(const struct aic_mmad_triple *t, uint64_t *seed)
{
    setup(WORLD_950, 1);
    world_dtypes(&w, t->a, t->b, t->c);
    operands();
    fill(AIC_L0A, t->a, seed);
    fill(AIC_L0B, t->b, seed);
    for (int i = 0; i < 4096; i++) {
        w.mem.local[AIC_L0A_MX].data[i] = (uint8_t)pick(seed, 120, 134);
        w.mem.local[AIC_L0B_MX].data[i] = (uint8_t)pick(seed, 120, 134);
    }
    all_written();
    sizes(pick(seed, 1, 40), pick(seed, 1, 40), 64 * pick(seed, 1, 4));
    cr_assert(world_check(&w), "%s", w.message);
    expect_same(REF_MX, "mx");
    world_free(&w);
}

Test(mmad_mx, matches_the_reference)
{
    uint64_t seed = 3;
    world_init(&w, WORLD_950);
    struct aic_isa_limits lim = w.lim;
    world_free(&w);
    for (int i = 0; i < 200; i++) {
        mx_case(&lim.mmad_mx_triples[i % 2], &seed);
    }
}

Test(mmad_sparse, matches_the_reference)
{
    uint64_t seed = 5;
    for (int i = 0; i < 200; i++) {
        setup(WORLD_910B, 2);
        world_dtypes(&w, AIC_DT_INT8, AIC_DT_INT8, AIC_DT_INT32);
        operands();
        w.rec.op[2].addr = 1024;
        fill(AIC_L0A, AIC_DT_INT8, &seed);
        fill(AIC_L0B, AIC_DT_INT8, &seed);
        for (uint64_t b = 0; b < w.mem.local[AIC_IDX].bytes; b++) {
            w.mem.local[AIC_IDX].data[b] = (uint8_t)(pick(&seed, 0, 2) | pick(&seed, 0, 2) << 2 | pick(&seed, 0,
                                                                                                       2) << 4);
        }
        all_written();
        sizes(pick(&seed, 1, 40), pick(&seed, 1, 40), pick(&seed, 1, 200));
        cr_assert(world_check(&w), "%s", w.message);
        expect_same(REF_SPARSE, "sparse");
        world_free(&w);
    }
}

/* One product of A = 1, B = 1 for every k, half. */
static void ones(uint32_t m, uint32_t n, uint32_t k)
{
    setup(WORLD_910B, 0);
    world_dtypes(&w, AIC_DT_HALF, AIC_DT_HALF, AIC_DT_FLOAT);
    operands();
    for (uint32_t i = 0; i < 32768; i++) {
        aic_element_store(w.mem.local[AIC_L0A].data, i, AIC_DT_HALF, 0x3c00);
        aic_element_store(w.mem.local[AIC_L0B].data, i, AIC_DT_HALF, 0x3c00);
    }
    written(AIC_L0A);
    written(AIC_L0B);
    sizes(m, n, k);
}

Test(mmad, lanes_outside_keep_bytes_and_become_poison)
{
    ones(17, 20, 8);
    memset(w.mem.local[AIC_L0C].data, 0x5a, 4096);
    written(AIC_L0C);
    cr_assert(world_execute(&w));
    const uint8_t *data = w.mem.local[AIC_L0C].data, *state = w.mem.local[AIC_L0C].state;
    float first;
    memcpy(&first, data, 4);
    cr_assert_float_eq(first, 8.0f, 0);
    cr_assert_eq(state[16 * 64], AIC_ST_VALID);          /* row 16, column 0 */
    cr_assert_eq(state[17 * 64], AIC_ST_UNDEF);          /* row 17 */
    cr_assert_eq(data[17 * 64], 0x5a);
    cr_assert_eq(state[2048 + 3 * 4], AIC_ST_VALID);     /* column 19 */
    cr_assert_eq(state[2048 + 4 * 4], AIC_ST_UNDEF);     /* column 20 */
    cr_assert_eq(data[2048 + 4 * 4], 0x5a);
    cr_assert_eq(state[4096], AIC_ST_VALID);             /* beyond M1 x N1 fractals */
    world_free(&w);
}

Test(mmad, unwritten_lanes_that_count_are_reported)
{
    ones(17, 20, 8);
    w.mem.local[AIC_L0A].state[512 + 7 * 2 + 1] = AIC_ST_NEVER; /* row 16, k 7 */
    cr_assert_not(world_execute(&w));
    cr_assert(world_raised(&w, "MEM-016"));
    cr_assert(strstr(w.message, "A[m=16][k=7]"), "%s", w.message);
    cr_assert_eq(w.mem.local[AIC_L0C].state[0], AIC_ST_NEVER);
    world_free(&w);

    ones(17, 20, 8);
    w.mem.local[AIC_L0A].state[512 + 8 * 2] = AIC_ST_NEVER; /* k 8 does not count */
    w.mem.local[AIC_L0A].state[512 + 32] = AIC_ST_UNDEF;    /* nor row 17 */
    w.mem.local[AIC_L0B].state[512 + 4 * 32] = AIC_ST_NEVER; /* nor column 20 */
    cr_assert(world_execute(&w), "%s", w.message);
    world_free(&w);
}

Test(mmad, taint_is_silent_and_spreads)
{
    ones(4, 4, 16);
    w.mem.local[AIC_L0A].state[2 * 32 + 1] = AIC_ST_TAINT;
    cr_assert(world_execute(&w));
    cr_assert_eq(w.n, 0);
    cr_assert_eq(w.mem.local[AIC_L0C].state[2 * 64], AIC_ST_TAINT);
    cr_assert_eq(w.mem.local[AIC_L0C].state[1 * 64], AIC_ST_VALID);
    world_free(&w);
}

Test(mmad, accumulating_needs_a_written_c)
{
    ones(4, 4, 16);
    w.rec.f[INIT] = 0;
    cr_assert_not(world_execute(&w));
    cr_assert(world_raised(&w, "MM-026"));
    world_free(&w);
}

/* The strips of a product of another height lie elsewhere: each adds to what lies at its own places. */
Test(mmad, products_of_several_sizes_share_one_place)
{
    static const uint32_t m[] = {48, 17, 48, 1, 33, 16}, n[] = {32, 32, 16, 48, 40, 32};
    uint64_t seed = 4711;
    setup(WORLD_910B, 0);
    world_dtypes(&w, AIC_DT_HALF, AIC_DT_HALF, AIC_DT_FLOAT);
    operands();
    fill(AIC_L0A, AIC_DT_HALF, &seed);
    fill(AIC_L0B, AIC_DT_HALF, &seed);
    fill(AIC_L0C, AIC_DT_FLOAT, &seed);
    all_written();
    for (unsigned i = 0; i < 6; i++) {
        sizes(m[i], n[i], 48);
        w.rec.f[INIT] = i == 3;
        expect_same(REF_PLAIN, "one of several sizes");
        written(AIC_L0C); /* the lanes outside lose their meaning, not their bytes */
    }
    world_free(&w);
}

/* Columns 16..31 of rows 16.. were never written: the product stops there and leaves every byte as it was. */
Test(mmad, a_partly_written_c_is_left_alone)
{
    uint64_t seed = 4712;
    setup(WORLD_910B, 0);
    world_dtypes(&w, AIC_DT_HALF, AIC_DT_HALF, AIC_DT_FLOAT);
    operands();
    fill(AIC_L0A, AIC_DT_HALF, &seed);
    fill(AIC_L0B, AIC_DT_HALF, &seed);
    fill(AIC_L0C, AIC_DT_FLOAT, &seed);
    all_written();
    sizes(32, 32, 32);
    w.rec.f[INIT] = 0;
    struct aic_buffer *l0c = &w.mem.local[AIC_L0C];
    memset(l0c->state + (32 + 16) * 64, AIC_ST_NEVER, 16 * 64);
    uint8_t *before = malloc(l0c->bytes);
    memcpy(before, l0c->data, l0c->bytes);
    cr_assert_not(world_execute(&w));
    cr_assert(world_raised(&w, "MM-026"));
    cr_assert_eq(memcmp(before, l0c->data, l0c->bytes), 0);
    free(before);
    world_free(&w);
}

Test(mmad, nan_is_a_warning_and_saturation_clears_it)
{
    ones(2, 16, 4);
    aic_element_store(w.mem.local[AIC_L0A].data, 17, AIC_DT_HALF, 0x7e00); /* A[1][1] */
    cr_assert(world_execute(&w));
    cr_assert(world_raised(&w, "MM-025"));
    cr_assert(strstr(w.message, "A[m=1][k=1]"));
    float c;
    memcpy(&c, w.mem.local[AIC_L0C].data + 64, 4);
    cr_assert_float_eq(c, 0.0f, 0);
    w.regs.inf_nan = true;
    cr_assert(world_execute(&w));
    memcpy(&c, w.mem.local[AIC_L0C].data + 64, 4);
    cr_assert(isnan(c));
    world_free(&w);
}

Test(mmad, a_sum_from_zero_is_plus_zero)
{
    ones(2, 16, 16);
    for (uint32_t i = 0; i < 256; i++) {
        aic_element_store(w.mem.local[AIC_L0A].data, i, AIC_DT_HALF, 0x8000);
    }
    cr_assert(world_execute(&w));
    uint32_t raw;
    memcpy(&raw, w.mem.local[AIC_L0C].data, 4);
    cr_assert_eq(raw, 0);
    world_free(&w);
}

Test(mmad, integer_sums_saturate)
{
    setup(WORLD_910B, 0);
    world_dtypes(&w, AIC_DT_INT8, AIC_DT_INT8, AIC_DT_INT32);
    operands();
    all_written();
    memset(w.mem.local[AIC_L0A].data, 127, 65536);
    memset(w.mem.local[AIC_L0B].data, 127, 65536);
    aic_element_store(w.mem.local[AIC_L0C].data, 0, AIC_DT_INT32, 0x7ffffff0);
    sizes(16, 16, 32);
    w.rec.f[INIT] = 0;
    cr_assert(world_execute(&w));
    cr_assert_eq(aic_element_load(w.mem.local[AIC_L0C].data, 0, AIC_DT_INT32), 0x7fffffff);
    world_free(&w);
}

struct rule_case {
    const char *rule;
    enum world_product product;
    unsigned row;
    enum aic_dtype a, b, c;
    uint32_t m, n, k;
    int field; /* changed, -1: none */
    int64_t value;
    int bias;  /* space of a bias operand, 0: none */
};

#define H AIC_DT_HALF
#define F AIC_DT_FLOAT
#define I8 AIC_DT_INT8
#define I4 AIC_DT_INT4
#define I32 AIC_DT_INT32
#define E4 AIC_DT_FP8_E4M3FN
#define E5 AIC_DT_FP8_E5M2

static const struct rule_case rule_cases[] = {
    {"MM-001", WORLD_910B, 0, H, H, F, 0, 16, 16, -1, 0, 0},
    {"MM-003", WORLD_910B, 0, H, H, F, 16, 16, 16, UNIT, 1, 0},
    {"MM-004", WORLD_310P, 0, H, H, F, 16, 16, 16, UNIT, 2, 0},
    {"MM-006", WORLD_910B, 0, H, H, H, 16, 16, 16, -1, 0, 0},
    {"MM-007", WORLD_910B, 0, I4, I4, I32, 16, 16, 63, -1, 0, 0},
    {"MM-008", WORLD_910B, 0, I4, I4, I32, 16, 16, 64, INIT, 0, AIC_BT},
    {"MM-009", WORLD_910B, 0, H, H, F, 16, 16, 16, KALIGN, 1, 0},
    {"MM-010", WORLD_950, 0, F, F, F, 16, 16, 16, KALIGN, 1, 0},
    {"MM-012", WORLD_910B, 0, H, H, F, 16, 16, 16, -1, 0, AIC_BT},
    {"MM-013", WORLD_310P, 0, H, H, F, 16, 16, 16, SOURCE, 1, 0},
    {"MM-014", WORLD_910B, 0, H, H, F, 16, 272, 16, INIT, 0, AIC_BT},
    {"MM-015", WORLD_910B, 0, H, H, F, 16, 16, 16, ISBIAS, 1, 0},
    {"MM-016", WORLD_910B, 0, H, H, F, 16, 16, 16, SOURCE, 1, 0},
    {"MM-016", WORLD_910B, 0, H, H, F, 16, 16, 16, INIT, 0, AIC_L1},
    {"MM-018", WORLD_910B, 0, H, H, F, 256, 16, 129, -1, 0, 0},
    {"MM-019", WORLD_910B, 0, H, H, F, 16, 256, 129, -1, 0, 0},
    {"MM-020", WORLD_910B, 0, H, H, F, 256, 129, 16, -1, 0, 0},
    {"MM-023", WORLD_910B, 0, H, H, F, 1, 16, 16, NOGEMV, 1, 0},
    {"MX-001", WORLD_950, 1, E4, E5, F, 16, 16, 32, -1, 0, 0},
    {"MX-004", WORLD_950, 1, E4, AIC_DT_FP4_E2M1, F, 16, 16, 64, -1, 0, 0},
    {"MSP-001", WORLD_910B, 2, I8, I8, I32, 16, 0, 64, -1, 0, 0},
    {"MSP-002", WORLD_910B, 2, I8, I8, I32, 16, 16, 64, KALIGN, 1, 0},
    {"MSP-003", WORLD_910B, 2, H, H, F, 16, 16, 64, -1, 0, 0},
    {"MSP-005", WORLD_910B, 2, I8, I8, I32, 1, 16, 64, -1, 0, 0},
    {"MSP-006", WORLD_910B, 2, I8, I8, I32, 16, 16, 96, -1, 0, 0},
};

Test(mmad, rules)
{
    for (size_t i = 0; i < sizeof(rule_cases) / sizeof(rule_cases[0]); i++) {
        const struct rule_case *c = &rule_cases[i];
        setup(c->product, c->row);
        world_dtypes(&w, c->a, c->b, c->c);
        operands();
        sizes(c->m, c->n, c->k);
        if (c->field >= 0) {
            w.rec.f[c->field] = c->value;
        }
        if (c->bias) {
            world_operand(&w, (enum aic_space)c->bias, 0);
        }
        world_check(&w);
        cr_expect(world_raised(&w, c->rule), "case %zu: %s expected, %u raised, last: %s", i, c->rule, w.n, w.message);
        cr_expect_eq(w.n, 1, "case %zu (%s): %u findings", i, c->rule, w.n);
        world_free(&w);
    }
}

Test(mmad, near_misses_are_clean)
{
    ones(256, 128, 128); /* A and C fill their memories exactly */
    cr_assert(world_check(&w), "%s", w.message);
    world_free(&w);
    ones(1, 16, 4095); /* a vector needs 8 KB of L0A */
    cr_assert(world_check(&w) || world_raised(&w, "MM-019"));
    cr_assert_not(world_raised(&w, "MM-018"));
    world_free(&w);
}

static uint64_t bytes_in(const struct aic_footprint *fp, enum aic_space space, enum aic_access access)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < fp->n; i++) {
        if (fp->e[i].span.space == space && fp->e[i].access == access) {
            bytes += aic_span_bytes(&fp->e[i].span);
        }
    }
    return bytes;
}

Test(mmad, footprint_and_work)
{
    ones(17, 20, 40);
    w.rec.f[INIT] = 0;
    w.rec.f[UNIT] = 2;
    struct aic_op op = {.rec = &w.rec, .regs = &w.regs, .lim = &w.lim, .insn = w.insn};
    struct aic_footprint fp = {0};
    struct aic_work work;
    w.insn->footprint(&op, &fp);
    w.insn->work(&op, &work);
    cr_assert_eq(bytes_in(&fp, AIC_L0A, AIC_READ), 17 * 3 * 32);
    cr_assert_eq(bytes_in(&fp, AIC_L0B, AIC_READ), 20 * 3 * 32);
    cr_assert_eq(bytes_in(&fp, AIC_L0C, AIC_READ), 17 * 20 * 4);
    cr_assert_eq(bytes_in(&fp, AIC_L0C, AIC_WRITE), 4 * 1024);
    cr_assert_eq(work.m1 * 100 + work.n1 * 10 + work.k1, 223);
    cr_assert_eq(work.unit_flag, 2);
    cr_assert_eq(work.kind, AIC_WORK_MMAD);
    world_free(&w);
}
