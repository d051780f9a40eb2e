/* fixpipe against the element-by-element reference, the documents' example, and its rules. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "reference/fixpipe_ref.h"

#define IMAGE (256 << 10) /* bytes of the destination that a case may touch */

static struct world w;

static uint32_t pick(uint64_t *seed, uint32_t low, uint32_t high)
{
    return low + world_random(seed) % (high - low + 1);
}

static void written(enum aic_space space)
{
    memset(w.mem.local[space].state, AIC_ST_VALID, w.mem.local[space].bytes);
}

static void start(enum world_product product, enum aic_dtype src, enum aic_dtype dst)
{
    world_init(&w, product);
    world_record(&w, &aic_insns_fixpipe[0]);
    world_dtypes(&w, src, dst, AIC_DT_NONE);
}

static void set(int64_t layout, int64_t n, int64_t m, int64_t src_stride, int64_t dst_stride)
{
    w.rec.f[AIC_FIX_F_LAYOUT] = layout;
    w.rec.f[AIC_FIX_F_N] = n;
    w.rec.f[AIC_FIX_F_M] = m;
    w.rec.f[AIC_FIX_F_SRC_STRIDE] = src_stride;
    w.rec.f[AIC_FIX_F_DST_STRIDE] = dst_stride;
}

/* L0C: numbers of both signs, some large. */
static void fill_source(enum aic_dtype src, uint64_t *seed)
{
    for (uint32_t i = 0; i < w.mem.local[AIC_L0C].bytes / 4; i++) {
        int32_t v = (int32_t)world_random(seed) - (1 << 30);
        uint64_t raw = src == AIC_DT_FLOAT ? aic_value_encode(src, v / 1048576.0 / 4, NULL) : (uint32_t)(v >> 10);
        aic_element_store(w.mem.local[AIC_L0C].data, i, src, raw);
    }
    written(AIC_L0C);
}

static uint64_t random_word(enum aic_dtype dst, uint64_t *seed)
{
    uint64_t word = (uint64_t)pick(seed, 118, 128) << 23 | (uint64_t)pick(seed, 0, 1023) << 13;
    word |= (uint64_t)pick(seed, 0, 15) << 32 | (uint64_t)(world_random(seed) % 4 == 0) << 36;
    word |= (uint64_t)pick(seed, 0, 511) << 37;
    return word | (uint64_t)(dst == AIC_DT_INT8) << 46;
}

struct image {
    uint8_t *data, *touched; /* two units */
    unsigned bits;
    uint64_t base;
};

static void store(void *user, unsigned unit, uint64_t element, uint64_t raw)
{
    struct image *image = user;
    uint64_t byte = unit * (uint64_t)IMAGE + image->base + element * image->bits / 8;
    cr_assert_lt(byte + image->bits / 8, 2 * IMAGE);
    memcpy(image->data + byte, &raw, image->bits / 8);
    memset(image->touched + byte, 1, image->bits / 8);
}

static void compare(const char *what)
{
    enum aic_space space = (enum aic_space)w.rec.op[0].space;
    struct image image = {calloc(1, 2 * IMAGE), calloc(1, 2 * IMAGE), aic_dtype_bits(w.rec.dtype[1]), w.rec.op[0].addr};
    uint8_t *got = malloc(IMAGE), *state = malloc(IMAGE);
    ref_fixpipe(&w, store, &image);
    cr_assert(world_execute(&w), "%s: %s", what, w.message);
    for (unsigned unit = 0; unit < (space == AIC_UB ? 2u : 1u); unit++) {
        aic_memory_read(&w.mem, space, unit, 0, IMAGE, got, state);
        const uint8_t *want = image.data + unit * (uint64_t)IMAGE, *touched = image.touched + unit * (uint64_t)IMAGE;
        for (uint64_t i = 0; i < IMAGE; i++) {
            bool same = state[i] == (touched[i] ? AIC_ST_VALID : AIC_ST_NEVER) && (!touched[i] || got[i] == want[i]);
            if (same) {
                continue; /* an assertion a byte would take most of the test's time */
            }
            cr_assert(same, "%s to %s: byte %llu of unit %u is %x (state %u), not %x (touched %u)", what,
                      aic_space_name(space), (unsigned long long)i, unit, got[i], state[i], want[i], touched[i]);
        }
    }
    free(image.data);
    free(image.touched);
    free(got);
    free(state);
}

/* The footprint must name exactly the bytes that the record wrote. */
static void compare_footprint(void)
{
    struct aic_op op = {.rec = &w.rec, .regs = &w.regs, .lim = &w.lim, .insn = w.insn};
    struct aic_footprint fp = {0};
    struct aic_work work;
    uint64_t read = 0, write = 0;
    w.insn->footprint(&op, &fp);
    w.insn->work(&op, &work);
    for (unsigned i = 0; i < fp.n; i++) {
        uint64_t bytes = aic_span_bytes(&fp.e[i].span);
        read += fp.e[i].span.space == AIC_L0C ? bytes : 0;
        write += fp.e[i].access == AIC_WRITE ? bytes : 0;
        struct aic_span_iter it;
        uint64_t addr, n;
        aic_span_begin(&it, &fp.e[i].span);
        while (fp.e[i].access == AIC_WRITE && aic_span_next(&it, &addr, &n)) {
            uint8_t byte, state;
            aic_memory_read(&w.mem, (enum aic_space)fp.e[i].span.space, fp.e[i].span.unit, addr + n - 1, 1, &byte,
                            &state);
            cr_assert_eq(state, AIC_ST_VALID);
        }
    }
    uint64_t elements = work.elements;
    cr_assert_eq(read, elements * 4);
    cr_assert_eq(write, elements * aic_dtype_bits(w.rec.dtype[1]) / 8);
    cr_assert_eq(work.dst_bytes, write);
}

struct pair {
    enum aic_quant mode;
    enum aic_dtype src, dst;
};

static const struct pair pairs[] = {
    {AIC_Q_NOQUANT, AIC_DT_FLOAT, AIC_DT_FLOAT},         {AIC_Q_NOQUANT, AIC_DT_INT32, AIC_DT_INT32},
    {AIC_Q_F322F16, AIC_DT_FLOAT, AIC_DT_HALF},          {AIC_Q_F322BF16, AIC_DT_FLOAT, AIC_DT_BF16},
    {AIC_Q_DEQF16, AIC_DT_INT32, AIC_DT_HALF},           {AIC_Q_VDEQF16, AIC_DT_INT32, AIC_DT_HALF},
    {AIC_Q_QF322B8_PRE, AIC_DT_FLOAT, AIC_DT_INT8},      {AIC_Q_VQF322B8_PRE, AIC_DT_FLOAT, AIC_DT_UINT8},
    {AIC_Q_REQ8, AIC_DT_INT32, AIC_DT_UINT8},            {AIC_Q_VREQ8, AIC_DT_INT32, AIC_DT_INT8},
    {AIC_Q_QF322FP8_PRE, AIC_DT_FLOAT, AIC_DT_FP8_E4M3FN}, {AIC_Q_VQF322HIF8_PRE, AIC_DT_FLOAT, AIC_DT_HIFLOAT8},
    {AIC_Q_QF322HIF8_PRE_HYBRID, AIC_DT_FLOAT, AIC_DT_HIFLOAT8},
    {AIC_Q_QS322BF16_PRE, AIC_DT_INT32, AIC_DT_BF16},    {AIC_Q_VQF322F16_PRE, AIC_DT_FLOAT, AIC_DT_HALF},
    {AIC_Q_QF322BF16_PRE, AIC_DT_FLOAT, AIC_DT_BF16},    {AIC_Q_VQF322F32_PRE, AIC_DT_FLOAT, AIC_DT_FLOAT},
};
#define N_PAIRS (sizeof(pairs) / sizeof(pairs[0]))
#define N_910B 10

/* Sizes and strides of one layout, gaps included, matrices that do not overlap. */
static void random_shape(int64_t layout, enum aic_space space, uint64_t *seed)
{
    unsigned size = aic_dtype_bits(w.rec.dtype[1]) / 8;
    bool elements = w.lim.fixpipe_params == AIC_FIX_ARCH3510, local = space != AIC_GM;
    uint32_t n = layout == AIC_FIX_NZ ? 16 * pick(seed, 1, 5) : local ? 32 * pick(seed, 1, 3) : pick(seed, 1, 70);
    uint32_t m = layout == AIC_FIX_DN && local ? 32 * pick(seed, 1, 2) : pick(seed, 1, 70);
    uint32_t matrices = layout == AIC_FIX_NZ ? 1 : pick(seed, 1, 3), row = 1;
    w.rec.f[AIC_FIX_F_SPLIT] = layout == AIC_FIX_NZ && w.rec.dtype[1] == AIC_DT_FLOAT && !local &&
        world_random(seed) % 2;
    if (layout == AIC_FIX_DN) {
        row = world_random(seed) % 3 == 0 ? 2 : 1;
        w.rec.f[AIC_FIX_F_SRC_NZ_C0_STRIDE] = row;
    }
    uint32_t src_stride = row * m + pick(seed, 0, 5), strips = (n + 15) / 16;
    uint32_t width = w.rec.f[AIC_FIX_F_SPLIT] ? 8 : size == 1 ? 32 : 16;
    uint32_t line = layout == AIC_FIX_DN ? m : n, lines = layout == AIC_FIX_DN ? n : m;
    uint32_t dst_stride = line + pick(seed, 0, 9);
    if (layout == AIC_FIX_NZ) {
        dst_stride = m * width * size / 32 + pick(seed, 1, 4);
        dst_stride *= elements ? 32 / size : 1;
    }
    set(layout, n, m, src_stride, dst_stride);
    w.rec.f[AIC_FIX_F_ND_NUM] = w.rec.f[AIC_FIX_F_DN_NUM] = matrices;
    uint32_t matrix = strips * src_stride + pick(seed, 0, 7);
    w.rec.f[AIC_FIX_F_SRC_ND_STRIDE] = elements ? matrix : matrix / 16 + 1;
    w.rec.f[AIC_FIX_F_SRC_NZ_MATRIX_STRIDE] = matrix;
    w.rec.f[AIC_FIX_F_DST_ND_STRIDE] = w.rec.f[AIC_FIX_F_DST_DN_MATRIX_STRIDE] = lines * dst_stride + pick(seed, 0, 9);
}

static void random_case(enum world_product product, const struct pair *pair, uint64_t *seed)
{
    static const uint8_t spaces[3] = {AIC_GM, AIC_L1, AIC_UB};
    start(product, pair->src, pair->dst);
    enum aic_space space = product == WORLD_910B ? AIC_GM : (enum aic_space)spaces[world_random(seed) % 3];
    int64_t layout = product == WORLD_910B ? world_random(seed) % 2 : world_random(seed) % 3;
    world_operand(&w, space, 32 * pick(seed, 0, 4));
    world_operand(&w, AIC_L0C, 64 * pick(seed, 0, 4));
    w.rec.f[AIC_FIX_F_QUANT] = pair->mode;
    w.rec.f[AIC_FIX_F_DEQ_SCALAR] = (int64_t)random_word(pair->dst, seed);
    w.rec.f[AIC_FIX_F_RELU] = world_random(seed) % 2;
    random_shape(layout, space, seed);
    if (space == AIC_UB) {
        w.rec.f[AIC_FIX_F_SUB_BLOCK] = world_random(seed) % 2;
        bool even = w.rec.f[AIC_FIX_F_M] % 2 == 0 && w.rec.f[AIC_FIX_F_N] % 32 == 0;
        if (pair->mode == AIC_Q_NOQUANT && !w.rec.f[AIC_FIX_F_RELU] && layout != AIC_FIX_DN && even) {
            w.rec.f[AIC_FIX_F_DUAL] = pick(seed, 0, 2);
        }
    }
    if (aic_quant_modes[pair->mode].vector) {
        world_operand(&w, AIC_L1, 480 << 10);
        for (uint32_t j = 0; j < (uint32_t)w.rec.f[AIC_FIX_F_N]; j++) {
            aic_element_store(w.mem.local[AIC_L1].data + (480 << 10), j, AIC_DT_UINT64, random_word(pair->dst, seed));
        }
        memset(w.mem.local[AIC_L1].state + (480 << 10), AIC_ST_VALID, 32768);
    }
    fill_source(pair->src, seed);
    cr_assert(world_check(&w), "%s: %s", aic_quant_names[pair->mode], w.message);
    memset(w.mem.local[AIC_L1].state + (480 << 10), AIC_ST_VALID, w.rec.n_operands > 2 ? 32768 : 0);
}

static void run_cases(enum world_product product, size_t n_pairs, int rounds, uint64_t seed)
{
    for (int i = 0; i < rounds; i++) {
        for (size_t p = 0; p < n_pairs; p++) {
            random_case(product, &pairs[p], &seed);
            /* The vector in L1 is not part of an L1 destination's image: compare without it. */
            if (w.rec.op[0].space != AIC_L1 || w.rec.n_operands < 3) {
                compare(aic_quant_names[pairs[p].mode]);
                compare_footprint();
            } else {
                cr_assert(world_execute(&w), "%s", w.message);
            }
            world_free(&w);
        }
    }
}

Test(fixpipe, v220_matches_the_reference)
{
    run_cases(WORLD_910B, N_910B, 60, 11);
}

Test(fixpipe, arch3510_matches_the_reference)
{
    run_cases(WORLD_950, N_PAIRS, 60, 12);
}

static void long_vector(enum world_product product, int64_t layout, uint32_t n, int64_t dst_stride)
{
    uint64_t seed = 99;
    start(product, AIC_DT_INT32, AIC_DT_INT8);
    world_operand(&w, AIC_GM, 0);
    world_operand(&w, AIC_L0C, 0);
    world_operand(&w, AIC_L1, 0);
    set(layout, n, 4, 4, dst_stride);
    w.rec.f[AIC_FIX_F_QUANT] = AIC_Q_VREQ8;
    fill_source(AIC_DT_INT32, &seed);
    for (uint32_t j = 0; j < n; j++) {
        aic_element_store(w.mem.local[AIC_L1].data, j, AIC_DT_UINT64, random_word(AIC_DT_INT8, &seed));
    }
    written(AIC_L1);
    cr_assert(world_check(&w), "%s", w.message);
    compare("long vector");
    compare_footprint();
    world_free(&w);
}

Test(fixpipe, long_vectors_go_in_chunks)
{
    long_vector(WORLD_910B, AIC_FIX_NZ, 400, 6); /* 3 chunks of 128 and 16 columns, the odd strip alone */
    long_vector(WORLD_910B, AIC_FIX_ND, 400, 400);
    long_vector(WORLD_950, AIC_FIX_ND, 1100, 1100);
    long_vector(WORLD_950, AIC_FIX_NZ, 1040, 128); /* X33 */
}

/* The example of the source document: two matrices of 48 x 32, rows of 80. */
Test(fixpipe, nz2dn_example)
{
    start(WORLD_950, AIC_DT_FLOAT, AIC_DT_FLOAT);
    world_operand(&w, AIC_GM, 0);
    world_operand(&w, AIC_L0C, 0);
    set(AIC_FIX_DN, 32, 48, 80, 80);
    w.rec.f[AIC_FIX_F_DN_NUM] = 2;
    w.rec.f[AIC_FIX_F_SRC_NZ_MATRIX_STRIDE] = 240;
    w.rec.f[AIC_FIX_F_DST_DN_MATRIX_STRIDE] = 48 * 80;
    for (uint32_t i = 0; i < 32768; i++) {
        aic_element_store(w.mem.local[AIC_L0C].data, i, AIC_DT_FLOAT, aic_value_encode(AIC_DT_FLOAT, i, NULL));
    }
    written(AIC_L0C);
    cr_assert(world_check(&w), "%s", w.message);
    cr_assert(world_execute(&w));
    float got[4];
    /* Matrix 1, column 17, row 5: source element 240*16 + 80*16 + 5*16 + 1, destination 3840 + 17*80 + 5. */
    aic_memory_read(&w.mem, AIC_GM, 0, (3840 + 17 * 80 + 5) * 4, 4, (uint8_t *)got, NULL);
    cr_assert_float_eq(got[0], 240 * 16 + 80 * 16 + 5 * 16 + 1, 0);
    /* Row 48 of a column does not exist. */
    uint8_t state;
    aic_memory_read(&w.mem, AIC_GM, 0, 48 * 4, 1, (uint8_t *)got, &state);
    cr_assert_eq(state, AIC_ST_NEVER);
    world_free(&w);
}

struct rule_case {
    const char *rule;
    enum world_product product;
    uint8_t space;
    enum aic_dtype src, dst;
    enum aic_quant mode;
    int64_t shape[5]; /* layout nSize mSize srcStride dstStride */
    int field;        /* changed, -1: none */
    int64_t value;
    int field2;
    int64_t value2;
};

#define FF AIC_DT_FLOAT, AIC_DT_FLOAT, AIC_Q_NOQUANT
#define NZ AIC_FIX_NZ
#define ND AIC_FIX_ND
#define DN AIC_FIX_DN
#define A WORLD_910B
#define B WORLD_950

static const struct rule_case rule_cases[] = {
    {"FP-001", A, AIC_GM, FF, {ND, 0, 16, 16, 16}, -1, 0, -1, 0},
    {"FP-002", A, AIC_GM, FF, {ND, 16, 16, 16, 16}, AIC_FIX_F_ND_NUM, 0, -1, 0},
    {"FP-004", A, AIC_GM, FF, {NZ, 20, 16, 16, 32}, -1, 0, -1, 0},
    {"FP-005", A, AIC_GM, FF, {NZ, 20, 16, 16, 32}, AIC_FIX_F_SPLIT, 1, -1, 0},
    {"FP-006", A, AIC_GM, FF, {ND, 16, 8193, 8208, 16}, -1, 0, -1, 0},
    {"FP-007", B, AIC_GM, FF, {DN, 16, 32768, 32768, 32768}, -1, 0, -1, 0},
    {"FP-008", A, AIC_GM, FF, {ND, 16, 16, 16, 0}, -1, 0, -1, 0},
    {"FP-009", A, AIC_GM, FF, {ND, 32, 16, 15, 32}, -1, 0, -1, 0},
    {"FP-010", A, AIC_GM, FF, {ND, 16, 16, 16, 16}, AIC_FIX_F_ND_NUM, 2, AIC_FIX_F_DST_ND_STRIDE, 256},
    {"FP-011", A, AIC_GM, FF, {ND, 16, 16, 16, 16}, AIC_FIX_F_ND_NUM, 2, AIC_FIX_F_SRC_ND_STRIDE, 1},
    {"FP-012", B, AIC_GM, FF, {DN, 16, 16, 16, 16}, AIC_FIX_F_DN_NUM, 2, -1, 0},
    {"FP-013", B, AIC_GM, FF, {DN, 16, 16, 16, 16}, AIC_FIX_F_SRC_NZ_C0_STRIDE, 0, -1, 0},
    {"FP-014", A, AIC_GM, FF, {NZ, 16, 16, 16, 32}, AIC_FIX_F_SPLIT, 1, AIC_FIX_F_UNIT_FLAG, 3},
    {"FP-015", B, AIC_L1, FF, {NZ, 16, 16, 16, 256}, AIC_FIX_F_SPLIT, 1, -1, 0},
    {"FP-016", A, AIC_GM, FF, {ND, 16, 16, 16, 16}, AIC_FIX_F_SPLIT, 1, -1, 0},
    {"FP-017", A, AIC_GM, AIC_DT_FLOAT, AIC_DT_HALF, AIC_Q_NOQUANT, {ND, 16, 16, 16, 16}, -1, 0, -1, 0},
    {"FP-020", A, AIC_L1, FF, {NZ, 16, 16, 16, 32}, -1, 0, -1, 0},
    {"FP-021", A, AIC_L1, AIC_DT_FLOAT, AIC_DT_HALF, AIC_Q_F322F16, {ND, 16, 16, 16, 16}, -1, 0, -1, 0},
    {"FP-022", A, AIC_UB, FF, {ND, 16, 16, 16, 16}, -1, 0, -1, 0},
    {"FP-024", B, AIC_L1, FF, {ND, 12, 16, 16, 16}, -1, 0, -1, 0},
    {"FP-025", B, AIC_L1, FF, {DN, 16, 12, 16, 16}, -1, 0, -1, 0},
    {"FP-026", B, AIC_UB, FF, {ND, 32, 16, 16, 32}, AIC_FIX_F_DUAL, 1, AIC_FIX_F_RELU, 1},
    {"FP-027", B, AIC_UB, FF, {ND, 32, 15, 16, 32}, AIC_FIX_F_DUAL, 1, -1, 0},
    {"FP-028", B, AIC_UB, FF, {ND, 48, 16, 16, 48}, AIC_FIX_F_DUAL, 2, -1, 0},
    {"FP-029", B, AIC_UB, FF, {ND, 32, 16, 16, 32}, AIC_FIX_F_DUAL, 3, -1, 0},
    {"FP-030", A, AIC_GM, FF, {NZ, 32, 16, 16, 31}, -1, 0, -1, 0},
    {"FP-031", A, AIC_GM, AIC_DT_FLOAT, AIC_DT_UINT8, AIC_Q_QF322B8_PRE, {ND, 16, 16, 16, 16}, AIC_FIX_F_DEQ_SCALAR,
     0x7f800000, -1, 0},
    {"FP-032", A, AIC_GM, AIC_DT_FLOAT, AIC_DT_UINT8, AIC_Q_QF322B8_PRE, {ND, 16, 16, 16, 16}, AIC_FIX_F_DEQ_SCALAR,
     0x3f800001, -1, 0},
    {"FP-033", A, AIC_GM, AIC_DT_FLOAT, AIC_DT_INT8, AIC_Q_QF322B8_PRE, {ND, 16, 16, 16, 16}, AIC_FIX_F_DEQ_SCALAR,
     0x3f800000, -1, 0},
    {"FP-034", A, AIC_GM, FF, {ND, 16, 16, 16, 16}, AIC_FIX_F_UNIT_FLAG, 1, -1, 0},
    {"FP-035", B, AIC_GM, FF, {DN, 16, 16, 32, 16}, AIC_FIX_F_UNIT_FLAG, 3, AIC_FIX_F_SRC_NZ_C0_STRIDE, 2},
    {"FP-036", A, AIC_GM, AIC_DT_FLOAT, AIC_DT_UINT8, AIC_Q_QF322B8_PRE, {NZ, 48, 16, 16, 16}, AIC_FIX_F_DEQ_SCALAR,
     0x3f800000, -1, 0},
    {"FP-039", A, AIC_GM, AIC_DT_FLOAT, AIC_DT_HALF, AIC_Q_QF322F16_PRE, {ND, 16, 16, 16, 16}, -1, 0, -1, 0},
    {"FP-040", A, AIC_GM, AIC_DT_FLOAT, AIC_DT_UINT8, AIC_Q_VQF322B8_PRE, {ND, 272, 16, 16, 272}, -1, 0, -1, 0},
    {"FP-043", A, AIC_GM, AIC_DT_FLOAT, AIC_DT_INT4, AIC_Q_QF322B8_PRE, {NZ, 32, 16, 16, 16}, -1, 0, -1, 0},
    {"FP-045", A, AIC_GM, FF, {ND, 16, 16, 16, 15}, -1, 0, -1, 0},
    {"FP-045", B, AIC_GM, FF, {DN, 32, 64, 64, 48}, -1, 0, -1, 0},
    {"PATH-002", A, AIC_GM, FF, {DN, 16, 16, 16, 16}, -1, 0, -1, 0},
};

Test(fixpipe, rules)
{
    for (size_t i = 0; i < sizeof(rule_cases) / sizeof(rule_cases[0]); i++) {
        const struct rule_case *c = &rule_cases[i];
        start(c->product, c->src, c->dst);
        world_operand(&w, (enum aic_space)c->space, 0);
        world_operand(&w, AIC_L0C, 0);
        set(c->shape[0], c->shape[1], c->shape[2], c->shape[3], c->shape[4]);
        w.rec.f[AIC_FIX_F_QUANT] = c->mode;
        if (c->field >= 0) {
            w.rec.f[c->field] = c->value;
        }
        if (c->field2 >= 0) {
            w.rec.f[c->field2] = c->value2;
        }
        world_check(&w);
        cr_expect(world_raised(&w, c->rule), "case %zu: %s expected, %u raised, last: %s", i, c->rule, w.n, w.message);
        cr_expect_eq(w.n, 1, "case %zu (%s): %u findings, last: %s", i, c->rule, w.n, w.message);
        world_free(&w);
    }
}

static void plain(int64_t n, int64_t m)
{
    start(A, AIC_DT_FLOAT, AIC_DT_FLOAT);
    world_operand(&w, AIC_GM, 0);
    world_operand(&w, AIC_L0C, 0);
    set(ND, n, m, 16, n);
    written(AIC_L0C);
}

Test(fixpipe, address_and_vector_operand_rules)
{
    plain(16, 16);
    w.rec.f[AIC_FIX_F_LAYOUT] = NZ;
    w.rec.f[AIC_FIX_F_DST_STRIDE] = 32;
    w.rec.op[0].addr = 16;
    cr_assert_not(world_check(&w));
    cr_assert(world_raised(&w, "FP-023"));
    world_forget(&w);
    w.rec.f[AIC_FIX_F_LAYOUT] = ND; /* nd in GM starts anywhere */
    cr_assert(world_check(&w), "%s", w.message);
    world_operand(&w, AIC_L1, 0);
    cr_assert_not(world_check(&w));
    cr_assert(world_raised(&w, "FP-018"));
    world_forget(&w);
    world_dtypes(&w, AIC_DT_FLOAT, AIC_DT_UINT8, AIC_DT_NONE);
    w.rec.f[AIC_FIX_F_QUANT] = AIC_Q_VQF322B8_PRE;
    cr_assert(world_check(&w), "%s", w.message);
    w.rec.op[2].addr = 16;
    cr_assert_not(world_check(&w));
    cr_assert(world_raised(&w, "FP-019"));
    world_free(&w);
}

Test(fixpipe, words_in_the_fixpipe_buffer)
{
    plain(16, 2);
    world_dtypes(&w, AIC_DT_FLOAT, AIC_DT_UINT8, AIC_DT_NONE);
    w.rec.f[AIC_FIX_F_QUANT] = AIC_Q_VQF322B8_PRE;
    w.regs.quant_addr = 256;
    cr_assert(world_check(&w), "%s", w.message);
    cr_assert_not(world_execute(&w));
    cr_assert(world_raised(&w, "FP-018"));
    world_forget(&w);
    memset(w.mem.local[AIC_FB].state + 256, AIC_ST_VALID, 8 * 15);
    cr_assert_not(world_execute(&w));
    cr_assert(world_raised(&w, "FP-040"));
    world_forget(&w);
    memset(w.mem.local[AIC_FB].state + 256, AIC_ST_VALID, 8 * 16);
    cr_assert(world_execute(&w), "%s", w.message);
    world_free(&w);
}

Test(fixpipe, poison_is_reported_and_nothing_written)
{
    plain(20, 3);
    w.mem.local[AIC_L0C].state[1024 + 2 * 64 + 3 * 4] = AIC_ST_UNDEF; /* row 2, column 19 */
    cr_assert_not(world_execute(&w));
    cr_assert(world_raised(&w, "FP-041"));
    cr_assert(strstr(w.message, "[m=2][n=19]"), "%s", w.message);
    uint8_t data, state;
    aic_memory_read(&w.mem, AIC_GM, 0, 0, 1, &data, &state);
    cr_assert_eq(state, AIC_ST_NEVER);
    world_free(&w);

    plain(20, 3);
    w.mem.local[AIC_L0C].state[1024 + 2 * 64 + 4 * 4] = AIC_ST_UNDEF; /* column 20 is not read */
    w.mem.local[AIC_L0C].state[3 * 64] = AIC_ST_NEVER;                /* nor row 3 */
    cr_assert(world_execute(&w), "%s", w.message);
    world_free(&w);
}

/* Whole fractals leave in nz, with the lanes that the Mmad of 16 x 20 left open; lanes that nobody wrote do not. */
Test(fixpipe, undefined_lanes_of_a_fractal_move_in_nz)
{
    plain(32, 3);
    w.rec.f[AIC_FIX_F_LAYOUT] = NZ;
    w.rec.f[AIC_FIX_F_DST_STRIDE] = 32;                               /* strips of 1024 B */
    w.mem.local[AIC_L0C].state[1024 + 2 * 64 + 3 * 4] = AIC_ST_UNDEF; /* row 2, column 19 */
    cr_assert(world_execute(&w), "%s", w.message);
    uint8_t data[8], state[8];
    aic_memory_read(&w.mem, AIC_GM, 0, 1024 + 2 * 64 + 2 * 4, 8, data, state);
    cr_assert_eq(state[0], AIC_ST_VALID);
    cr_assert_eq(state[4], AIC_ST_UNDEF);
    w.mem.local[AIC_L0C].state[1024 + 2 * 64 + 3 * 4] = AIC_ST_NEVER;
    cr_assert_not(world_execute(&w));
    cr_assert(world_raised(&w, "FP-041"));
    world_free(&w);
}

Test(fixpipe, taint_passes_in_silence)
{
    plain(20, 3);
    w.mem.local[AIC_L0C].state[64] = AIC_ST_TAINT; /* row 1, column 0 */
    cr_assert(world_execute(&w), "%s", w.message);
    uint8_t data[8], state[8];
    aic_memory_read(&w.mem, AIC_GM, 0, 20 * 4, 8, data, state);
    cr_assert_eq(state[0], AIC_ST_TAINT);
    cr_assert_eq(state[4], AIC_ST_VALID);
    world_free(&w);
}

Test(fixpipe, params_choose_the_units)
{
    plain(32, 16);
    w.rec.f[AIC_FIX_F_LAYOUT] = NZ;
    w.rec.f[AIC_FIX_F_DST_STRIDE] = 256;
    w.rec.f[AIC_FIX_F_PARAMS] = AIC_FIX_ARCH3510;
    w.rec.given = 1ull << AIC_FIX_F_PARAMS;
    cr_assert(world_check(&w), "%s", w.message);
    compare("arch3510 units");
    uint8_t data, state;
    aic_memory_read(&w.mem, AIC_GM, 0, 2047, 1, &data, &state);
    cr_assert_eq(state, AIC_ST_VALID);
    aic_memory_read(&w.mem, AIC_GM, 0, 2048, 1, &data, &state);
    cr_assert_eq(state, AIC_ST_NEVER);
    world_free(&w);
}
