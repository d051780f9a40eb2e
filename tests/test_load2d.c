/* Loads of fractals, transposed squares and sparse matrices against their formulas, element by element. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/load_env.h"

#define L1_BYTES (256 * 1024)
#define L0_BYTES (64 * 1024)

/* Destination as the formulas want it. Elements are addressed by number from the start of a memory. */
struct want {
    uint8_t data[L0_BYTES], state[L0_BYTES], written[L0_BYTES], read[L1_BYTES];
    const struct aic_buffer *l1;
};

static struct want want;

static void begin(struct load_env *env, enum aic_space dst)
{
    memcpy(want.data, env->mem.local[dst].data, L0_BYTES);
    memcpy(want.state, env->mem.local[dst].state, L0_BYTES);
    memset(want.written, 0, L0_BYTES);
    memset(want.read, 0, L1_BYTES);
    want.l1 = &env->mem.local[AIC_L1];
}

static void move_element(unsigned bits, uint64_t dst_addr, uint64_t dst, uint64_t src_addr, uint64_t src)
{
    if (bits == 4) {
        uint64_t to = dst_addr + dst / 2, from = src_addr + src / 2;
        unsigned v = (want.l1->data[from] >> (src % 2 * 4)) & 15u;
        want.data[to] = (uint8_t)(dst % 2 ? (want.data[to] & 15u) | v << 4 : (want.data[to] & 0xF0u) | v);
        if (dst % 2 == 0 || want.state[to] == AIC_ST_VALID)
            want.state[to] = want.l1->state[from];
        want.written[to] = want.read[from] = 1;
        return;
    }
    for (unsigned b = 0; b < bits / 8; b++) {
        uint64_t to = dst_addr + dst * (bits / 8) + b, from = src_addr + src * (bits / 8) + b;
        want.data[to] = want.l1->data[from];
        want.state[to] = want.l1->state[from];
        want.written[to] = want.read[from] = 1;
    }
}

static void check_footprint(const struct aic_op *op, enum aic_space dst)
{
    static uint8_t write[L0_BYTES], read[L1_BYTES];
    struct aic_footprint fp = {0};
    memset(write, 0, sizeof write);
    memset(read, 0, sizeof read);
    op->insn->footprint(op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        struct aic_span_iter it;
        uint64_t addr, bytes;
        if (fp.e[i].span.space != dst && fp.e[i].span.space != AIC_L1)
            continue;
        aic_span_begin(&it, &fp.e[i].span);
        while (aic_span_next(&it, &addr, &bytes))
            memset((fp.e[i].access == AIC_WRITE ? write : read) + addr, 1, bytes);
    }
    cr_assert(memcmp(write, want.written, sizeof write) == 0, "written bytes");
    cr_assert(memcmp(read, want.read, sizeof read) == 0, "read bytes");
}

static void finish(struct load_env *env, const struct aic_record *rec, enum aic_space dst)
{
    struct aic_op op = {rec, &env->regs, &env->lim, aic_insn_at(rec->insn)};
    check_footprint(&op, dst);
    load_env_run(env, rec);
    cr_assert(!env->error, "%s", env->rule[0]);
    cr_assert(memcmp(env->mem.local[dst].data, want.data, L0_BYTES) == 0, "data");
    cr_assert(memcmp(env->mem.local[dst].state, want.state, L0_BYTES) == 0, "states");
}

static void setup(struct load_env *env)
{
    load_env_init(env, false);
    load_env_fill(env, AIC_L1, 40);
    load_env_fill(env, AIC_L0A, 0);
    load_env_fill(env, AIC_L0B, 0);
}

static unsigned pick(struct load_env *env, unsigned lo, unsigned hi)
{
    return lo + load_env_random(env, hi - lo + 1);
}

Test(load2d, fractals)
{
    struct load_env env;
    setup(&env);
    for (unsigned n = 0; n < 400; n++) {
        enum aic_space dst = pick(&env, 0, 1) ? AIC_L0A : AIC_L0B;
        unsigned start = pick(&env, 0, 5), repeat = pick(&env, 1, 12);
        unsigned stride = pick(&env, 0, 5), gap = pick(&env, 0, 3);
        bool turn = pick(&env, 0, 1);
        uint64_t to = 512 * pick(&env, 0, 8), from = 32 * pick(&env, 0, 50);
        struct aic_record rec = load_env_record("load2d", AIC_DT_HALF, dst, to, AIC_L1, from);
        load_env_set(&rec, "startIndex", start);
        load_env_set(&rec, "repeatTimes", repeat);
        load_env_set(&rec, "srcStride", stride);
        load_env_set(&rec, "dstGap", gap);
        load_env_set(&rec, "ifTranspose", turn);
        begin(&env, dst);
        for (unsigned i = 0; i < repeat; i++)
            for (unsigned r = 0; r < 16; r++)
                for (unsigned c = 0; c < 16; c++)
                    move_element(16, to, (gap + 1) * i * 256 + (turn ? c * 16 + r : r * 16 + c), from,
                                 (start + stride * i) * 256 + r * 16 + c);
        finish(&env, &rec, dst);
    }
    load_env_free(&env);
}

/* The wrapper over 2Dv2: the start index is multiplied by the stride (X12); L0B with transposition drops it (X13). */
Test(load2d, by_2dv2)
{
    struct load_env env;
    setup(&env);
    env.lim.load2d_by_2dv2 = 1;
    for (unsigned n = 0; n < 200; n++) {
        enum aic_space dst = pick(&env, 0, 1) ? AIC_L0A : AIC_L0B;
        unsigned start = pick(&env, 0, 5), repeat = pick(&env, 1, 12);
        unsigned stride = pick(&env, 0, 5), gap = pick(&env, 0, 3);
        bool turn = pick(&env, 0, 1), loop = turn && dst == AIC_L0B;
        struct aic_record rec = load_env_record("load2d", AIC_DT_HALF, dst, 0, AIC_L1, 0);
        load_env_set(&rec, "startIndex", start);
        load_env_set(&rec, "repeatTimes", repeat);
        load_env_set(&rec, "srcStride", stride);
        load_env_set(&rec, "dstGap", gap);
        load_env_set(&rec, "ifTranspose", turn);
        begin(&env, dst);
        for (unsigned i = 0; i < repeat; i++)
            for (unsigned r = 0; r < 16; r++)
                for (unsigned c = 0; c < 16; c++)
                    move_element(16, 0, (turn && !loop ? i : (gap + 1) * i) * 256 + (turn ? c * 16 + r : r * 16 + c), 0,
                                 ((loop ? 0 : start) + i) * stride * 256 + r * 16 + c);
        finish(&env, &rec, dst);
    }
    load_env_free(&env);
}

static const enum aic_dtype types[] = {AIC_DT_FP4_E2M1, AIC_DT_INT8, AIC_DT_HALF, AIC_DT_FLOAT};

/* Section 4's formulas, both directions of the stride. */
Test(load2d, blocks_of_2dv2)
{
    struct load_env env;
    setup(&env);
    for (unsigned n = 0; n < 600; n++) {
        enum aic_space dst = pick(&env, 0, 1) ? AIC_L0A : AIC_L0B;
        enum aic_dtype dt = types[pick(&env, 0, 3)];
        unsigned bits = aic_dtype_bits(dt), c0 = 256 / bits, f = 16 * c0;
        bool turn = pick(&env, 0, 1);
        unsigned m = pick(&env, 1, 4), k = pick(&env, 1, 4);
        m = turn && bits < 16 ? (m + c0 / 16 - 1) / (c0 / 16) * (c0 / 16) : m;
        k = turn && bits == 32 ? (k + 1) / 2 * 2 : k;
        int stride = (int)pick(&env, 0, 12) - 6;
        unsigned m0 = pick(&env, 0, 3), k0 = pick(&env, 0, 4), abs = (unsigned)(stride < 0 ? -stride : stride);
        if (stride < 0 && k0 + 1 < k)
            k0 = k - 1;
        unsigned pitch = (turn ? (k * c0 + 15) / 16 : m) + pick(&env, 0, 2);
        struct aic_record rec = load_env_record("load2dv2", dt, dst, 1024, AIC_L1, 4096);
        load_env_set(&rec, "mStartPosition", m0);
        load_env_set(&rec, "kStartPosition", k0);
        load_env_set(&rec, "mStep", m);
        load_env_set(&rec, "kStep", k);
        load_env_set(&rec, "srcStride", stride);
        load_env_set(&rec, "dstStride", pitch);
        load_env_set(&rec, "ifTranspose", turn);
        begin(&env, dst);
        for (unsigned r = 0; r < 16 * m; r++)
            for (unsigned c = 0; c < c0 * k; c++) {
                int64_t from = ((int64_t)(k0 * abs + m0) + (int64_t)(c / c0) * stride + r / 16) * f;
                unsigned to = turn ? (r / c0 * pitch + c / 16) * f + c % 16 * c0 + r % c0
                                   : (c / c0 * pitch + r / 16) * f + r % 16 * c0 + c % c0;
                move_element(bits, 1024, to, 4096, (uint64_t)from + r % 16 * c0 + c % c0);
            }
        finish(&env, &rec, dst);
    }
    load_env_free(&env);
}

/* Section 5: data as 2Dv2, scales in blocks of 32 bytes to a sixteenth of the address. */
Test(load2d, scales_of_2dmx)
{
    struct load_env env;
    setup(&env);
    load_env_fill(&env, AIC_L0A_MX, 0);
    struct aic_record rec = load_env_record("load2dmx", AIC_DT_FP8_E4M3FN, AIC_L0A, 2048, AIC_L1, 0);
    rec.n_operands = 3;
    rec.op[2] = (struct aic_operand){.addr = 65536, .space = AIC_L1};
    const struct {
        const char *name;
        int64_t value;
    } f[] = {{"mStep", 2}, {"kStep", 2}, {"srcStride", 2}, {"dstStride", 2}, {"scale_xStartPosition", 1},
             {"scale_yStartPosition", 2}, {"scale_xStep", 3}, {"scale_yStep", 2}, {"scale_srcStride", 5},
             {"scale_dstStride", 4}};
    for (unsigned i = 0; i < sizeof f / sizeof f[0]; i++)
        load_env_set(&rec, f[i].name, f[i].value);
    load_env_run(&env, &rec);
    cr_assert_eq(env.n, 0u, "%s", env.rule[0]);
    const struct aic_buffer *l1 = &env.mem.local[AIC_L1], *mx = &env.mem.local[AIC_L0A_MX];
    cr_assert(memcmp(env.mem.local[AIC_L0A].data + 2048, l1->data, 2048) == 0);
    for (unsigned x = 0; x < 3; x++)
        for (unsigned y = 0; y < 2; y++)
            cr_assert(
                memcmp(mx->data + 128 + 32 * (x * 4 + y), l1->data + 65536 + ((1 + x) * 5 + 2 + y) * 32, 32) == 0);
    struct aic_work work;
    struct aic_op op = load_env_check(&env, &rec);
    op.insn->work(&op, &work);
    cr_assert_eq(work.scale_bytes, 3u * 2 * 32);
    cr_assert_eq(work.dst_bytes, 4u * 512);
    load_env_free(&env);
}

/* Section 5: the scales without their data, at their own address. */
Test(load2d, scales_alone)
{
    struct load_env env;
    setup(&env);
    load_env_fill(&env, AIC_L0A_MX, 0);
    struct aic_record rec = load_env_record("load_scales", AIC_DT_FP8_E8M0, AIC_L0A_MX, 128, AIC_L1, 65536);
    const struct {
        const char *name;
        int64_t value;
    } f[] = {{"xStartPosition", 1}, {"yStartPosition", 2}, {"xStep", 3}, {"yStep", 2}, {"srcStride", 5},
             {"dstStride", 4}};
    for (unsigned i = 0; i < sizeof f / sizeof f[0]; i++)
        load_env_set(&rec, f[i].name, f[i].value);
    const struct aic_buffer *l1 = &env.mem.local[AIC_L1], *mx = &env.mem.local[AIC_L0A_MX];
    uint8_t gap[64];
    memcpy(gap, mx->data + 128 + 64, sizeof gap);
    load_env_run(&env, &rec);
    cr_assert_eq(env.n, 0u, "%s", env.rule[0]);
    for (unsigned x = 0; x < 3; x++)
        for (unsigned y = 0; y < 2; y++)
            cr_assert(
                memcmp(mx->data + 128 + 32 * (x * 4 + y), l1->data + 65536 + ((1 + x) * 5 + 2 + y) * 32, 32) == 0);
    cr_assert(memcmp(gap, mx->data + 128 + 64, sizeof gap) == 0, "the gap between rows stays");
    load_env_free(&env);
}

Test(load2d, scales_alone_refused)
{
    static const struct {
        const char *field;
        int64_t value;
        uint64_t address;
        const char *rule;
    } wrong[] = {{"xStep", 0, 0, "LMX-001"}, {"yStep", 0, 0, "LMX-001"}, {"yStep", 2, 4064, "LMX-003"},
                 {"yStep", 1, 16, "MEM-002"}};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct load_env env;
        setup(&env);
        struct aic_record rec =
            load_env_record("load_scales", AIC_DT_FP8_E8M0, AIC_L0A_MX, wrong[i].address, AIC_L1, 0);
        static const char *const ones[] = {"xStep", "yStep", "srcStride", "dstStride"};
        for (unsigned k = 0; k < 4; k++)
            load_env_set(&rec, ones[k], 1);
        load_env_set(&rec, wrong[i].field, wrong[i].value);
        load_env_run(&env, &rec);
        cr_assert_eq(env.n, 1u);
        cr_expect_str_eq(env.rule[0], wrong[i].rule);
        load_env_free(&env);
    }
}

/* Section 6: squares, and the second form with its own units. */
static void transpose_case(struct load_env *env, const char *name, bool v2)
{
    static const enum aic_dtype with_int4[] = {AIC_DT_INT4, AIC_DT_INT8, AIC_DT_HALF, AIC_DT_FLOAT};
    enum aic_dtype dt = with_int4[pick(env, 0, 3)];
    unsigned bits = aic_dtype_bits(dt), c0 = 256 / bits, f = 16 * c0, nf = bits == 4 ? 4 : bits == 16 ? 1 : 2;
    unsigned side = bits == 32 ? 16 : c0, start = pick(env, 0, 4), repeat = pick(env, 1, 6), stride = pick(env, 0, 4);
    unsigned frac = pick(env, 0, 2), gap = pick(env, 0, 1) ? nf * (frac + 1) - 1 + pick(env, 0, 2) : 0;
    unsigned src_frac = v2 ? pick(env, 0, 2) : 0, unit = v2 ? 1 : nf;
    if (nf > 1 && gap == 0)
        frac = repeat - 1 + pick(env, 0, 1);
    struct aic_record rec = load_env_record(name, dt, AIC_L0B, 512, AIC_L1, 64);
    load_env_set(&rec, "startIndex", start);
    load_env_set(&rec, "repeatTimes", repeat);
    load_env_set(&rec, "srcStride", stride);
    load_env_set(&rec, "dstGap", gap);
    load_env_set(&rec, "dstFracGap", frac);
    load_env_set(&rec, "srcFracGap", src_frac);
    begin(env, AIC_L0B);
    for (unsigned i = 0; i < repeat; i++)
        for (unsigned r = 0; r < side; r++)
            for (unsigned c = 0; c < side; c++) {
                unsigned from_frac = bits == 32 ? c / 8 : r / 16, to_frac = bits == 32 ? r / 8 : c / 16;
                unsigned from = ((start + stride * i) * unit + from_frac * (src_frac + 1)) * f + r % 16 * c0 + c % c0;
                unsigned to = (i * (gap + 1) + to_frac * (frac + 1)) * f + c % 16 * c0 + r % c0;
                move_element(bits, 512, to, 64, from);
            }
    finish(env, &rec, AIC_L0B);
}

Test(load_transpose, squares)
{
    struct load_env env;
    setup(&env);
    for (unsigned n = 0; n < 600; n++)
        transpose_case(&env, n % 2 ? "load_transpose_v2" : "load_transpose", n % 2);
    load_env_free(&env);
}

/* Section 7. */
Test(load_sparse, data_and_indices)
{
    struct load_env env;
    setup(&env);
    struct aic_record rec = load_env_record("load_sparse", AIC_DT_INT8, AIC_L0B, 1024, AIC_L1, 0);
    rec.n_operands = 3;
    rec.op[2] = (struct aic_operand){.addr = 32768, .space = AIC_L1};
    load_env_set(&rec, "startIndex", 2);
    load_env_set(&rec, "repeatTimes", 3);
    struct aic_buffer *l1 = &env.mem.local[AIC_L1], *idx = &env.mem.local[AIC_IDX];
    memset(l1->data + 32768, 0x92, 1024); /* indices 2, 0, 1, 2 */
    memset(l1->state, AIC_ST_VALID, l1->bytes);
    load_env_run(&env, &rec);
    cr_assert_eq(env.n, 0u, "%s", env.rule[0]);
    cr_assert(memcmp(env.mem.local[AIC_L0B].data + 1024, l1->data + 1024, 3 * 512) == 0);
    cr_assert(memcmp(idx->data + 256, l1->data + 32768 + 256, 3 * 128) == 0);
    cr_assert_eq(idx->state[255], AIC_ST_NEVER);
    cr_assert_eq(idx->state[256 + 3 * 128], AIC_ST_NEVER);
    l1->data[32768 + 300] = 0x0C; /* second index is 3 */
    memset(env.mem.local[AIC_L0B].data, 7, L0_BYTES);
    load_env_run(&env, &rec);
    cr_assert(env.error && load_env_raised(&env, "LSP-004"));
    cr_assert_eq(env.mem.local[AIC_L0B].data[1024], 7, "an error leaves memory as it was");
    load_env_free(&env);
}

/* ---- rules: a record, one changed field, the rule ---- */

struct rule_case {
    const char *insn;
    enum aic_dtype dt;
    const char *field;
    int64_t value;
    const char *rule; /* NULL: none */
};

static struct aic_record plain(const char *name, enum aic_dtype dt)
{
    struct aic_record rec = load_env_record(name, dt, AIC_L0B, 0, AIC_L1, 0);
    bool v2 = strncmp(name, "load2dv2", 8) == 0;
    static const char *const one[] = {"repeatTimes", "srcStride", "mStep", "kStep", "dstStride"};
    for (unsigned i = v2 ? 1 : 0; i < (v2 ? 5u : 2u); i++)
        load_env_set(&rec, one[i], strcmp(one[i], "srcStride") == 0 ? 2 : 4);
    return rec;
}

Test(load2d, rules)
{
    static const struct rule_case cases[] = {
        {"load2d", AIC_DT_HALF, "repeatTimes", 0, "L2D-001"},
        {"load2d", AIC_DT_INT8, "ifTranspose", 1, "L2D-002"},
        {"load2d", AIC_DT_HALF, "ifTranspose", 1, NULL},
        {"load2d", AIC_DT_HALF, "sid", 16, "L2D-011"},
        {"load2d", AIC_DT_HALF, "srcStride", 0, "L2D-012"},
        {"load2d", AIC_DT_HALF, "startIndex", 65536, "FLD-001"},
        {"load2d", AIC_DT_HALF, "dstGap", 100, "MEM-007"},
        {"load2dv2", AIC_DT_HALF, "mStep", 0, "L2V-001"},
        {"load2dv2", AIC_DT_HALF, "kStep", 256, "L2V-002"},
        {"load2dv2", AIC_DT_HALF, "srcStride", -40000, "L2V-006"},
        {"load2dv2", AIC_DT_HALF, "srcStride", -1, "MEM-009"},
        {"load2dv2", AIC_DT_HALF, "dstStride", 3, "L2V-009"},
        {"load2dv2", AIC_DT_HALF, "dstStride", 65536, "L2V-006"},
        {"load2dv2", AIC_DT_HALF, "mStartPosition", 65536, "L2V-006"},
        {"load_transpose", AIC_DT_HALF, "repeatTimes", 0, "LTR-001"},
        {"load_transpose", AIC_DT_HALF, "dstFracGap", 1, "LTR-007"},
        {"load_transpose", AIC_DT_HALF, "addrMode", 1, "LTR-006"},
        {"load_transpose", AIC_DT_INT8, "dstGap", 0, "LTR-004"},
        {"load_transpose", AIC_DT_INT8, "dstGap", 1, NULL},
        {"load_transpose", AIC_DT_INT8, "dstFracGap", 3, NULL},
        {"load_transpose_v2", AIC_DT_HALF, "repeatTimes", 0, "LTR-009"},
    };
    struct load_env env;
    load_env_init(&env, false);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_record rec = plain(cases[i].insn, cases[i].dt);
        load_env_set(&rec, cases[i].field, cases[i].value);
        load_env_check(&env, &rec);
        cr_assert_eq(env.n, cases[i].rule ? 1u : 0u, "%s %s=%lld: %u findings, first %s", cases[i].insn, cases[i].field,
                     (long long)cases[i].value, env.n, env.rule[0]);
        cr_assert(!cases[i].rule || load_env_raised(&env, cases[i].rule), "%s=%lld: %s", cases[i].field,
                  (long long)cases[i].value, env.rule[0]);
    }
    load_env_free(&env);
}

Test(load2d, square_rules)
{
    static const struct rule_case cases[] = {
        {"load2dv2", AIC_DT_FP4_E2M1, "mStep", 2, "L2V-003"},
        {"load2dv2", AIC_DT_INT8, "mStep", 1, "L2V-004"},
        {"load2dv2", AIC_DT_FLOAT, "kStep", 1, "L2V-005"},
        {"load2dv2", AIC_DT_FLOAT, "kStep", 2, NULL},
    };
    struct load_env env;
    load_env_init(&env, false);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_record rec = plain("load2dv2", cases[i].dt);
        load_env_set(&rec, "ifTranspose", 1);
        load_env_set(&rec, cases[i].field, cases[i].value);
        load_env_check(&env, &rec);
        cr_assert(cases[i].rule ? load_env_raised(&env, cases[i].rule) && env.n == 1 : env.n == 0, "%s", env.rule[0]);
    }
    load_env_free(&env);
}

Test(load2d, place_rules)
{
    struct load_env env;
    load_env_init(&env, false);
    struct aic_record rec = plain("load2d", AIC_DT_INT4);
    rec.op[1].space = AIC_GM;
    env.lim.load2d_l1_only = AIC_DT_BIT(AIC_DT_INT4);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L2D-005"));
    rec.op[1].space = AIC_L1;
    load_env_set(&rec, "ifTranspose", 1);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L2D-002"));
    env.lim.load2d_b4_squares = 1;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L2D-014"));
    load_env_set(&rec, "srcStride", 1);
    load_env_check(&env, &rec);
    cr_assert_eq(env.n, 0u);
    env.lim.path[AIC_GM][AIC_L0B] = AIC_PATH_NO;
    rec = plain("load2d", AIC_DT_HALF);
    rec.op[1].space = AIC_GM;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L2D-004"));
    rec = plain("load2dv2", AIC_DT_HALF);
    rec.op[1].space = AIC_GM;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L2V-011"));
    rec = plain("load2d", AIC_DT_HALF);
    rec.op[1].addr = L1_BYTES - 256;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "MEM-013"), "%s", env.rule[0]);
    rec = plain("load_transpose", AIC_DT_INT4);
    rec.op[0].space = AIC_L0A;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "LTR-002"));
    env.lim.dtypes[rec.insn][AIC_L0A] = 0;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "LTR-003"));
    load_env_free(&env);
}
