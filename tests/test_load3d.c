/* Image-to-column loads: the fast implementation against the plain formulas, and the documents' examples. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/load_env.h"
#include "tests/reference/load3d_ref.h"

#define L1_BYTES (256 * 1024)
#define L0_BYTES (64 * 1024)

static const enum aic_dtype types[] = {AIC_DT_HALF, AIC_DT_FLOAT, AIC_DT_INT8, AIC_DT_INT4};

static unsigned pick(struct load_env *env, unsigned lo, unsigned hi)
{
    return lo + load_env_random(env, hi - lo + 1);
}

/* Random parameters of which most are legal. */
static struct ref_load3d random_case(struct load_env *env, bool nz, enum aic_dtype dt)
{
    unsigned bits = aic_dtype_bits(dt), c0 = 256 / bits;
    static const int steps[] = {1, 1, 2, 3};
    struct ref_load3d p = {.bits = bits, .nz = nz, .times = 1};
    bool flat = pick(env, 0, 3) == 0;
    p.l0b = bits > 4 && (bits > 8 || nz) && pick(env, 0, 1);
    p.transpose = (bits > 8 || (nz && bits == 8)) && pick(env, 0, 1);
    p.h = (int)pick(env, 1, 9);
    p.w = (int)pick(env, 1, 20);
    for (int i = 0; i < 4; i++)
        p.pad[i] = flat ? 0 : (int)pick(env, 0, 2);
    static const int tails[4][4] = {{0, 4, 8, 0}, {0, 4, 0, 4}, {0, 4, 8, 16}, {0, 8, 16, 32}};
    const int *tail = tails[bits == 16 ? 0 : bits == 32 ? 1 : bits == 8 ? 2 : 3];
    p.channels = (int)(pick(env, 0, 3) * c0) + tail[pick(env, 0, 3)];
    p.channels = p.channels ? p.channels : (int)c0;
    p.filter_w = flat ? 1 : (int)pick(env, 1, 3);
    p.filter_h = flat ? 1 : (int)pick(env, 1, 3);
    p.stride_w = flat ? 1 : steps[pick(env, 0, 3)];
    p.stride_h = flat ? 1 : steps[pick(env, 0, 3)];
    p.dil_w = steps[pick(env, 0, 3)];
    p.dil_h = steps[pick(env, 0, 3)];
    long rows = ref_load3d_rows(&p), cols = ref_load3d_cols(&p);
    p.m_start = (int)pick(env, 0, (unsigned)(rows > 0 ? rows - 1 : 0));
    p.m_start = pick(env, 0, 1) ? p.m_start / 16 * 16 : p.m_start;
    p.k_start = (int)(pick(env, 0, (unsigned)(cols - 1)) / c0 * c0);
    bool edge_m = pick(env, 0, 1), edge_k = pick(env, 0, 1);
    p.m_ext = edge_m ? (int)(rows - p.m_start) : (int)pick(env, 1, 4) * 16;
    p.k_ext = edge_k ? (int)(cols - p.k_start) : (int)(pick(env, 1, 4) * c0);
    if (pick(env, 0, 2) == 0) {
        p.times = (int)pick(env, 1, 4);
        p.mode = (int)pick(env, 0, 1);
        p.repeat_stride = (int)pick(env, 0, 3);
    }
    if (bits == 32 && !edge_m && pick(env, 0, 1))
        p.m_ext = (int)pick(env, 1, 40);
    p.src = pick(env, 0, 100) * 32;
    p.dst = pick(env, 0, 4) * 512;
    p.pad_value = load_env_random(env, 1u << 16) * 40503u;
    if (bits < 32)
        p.pad_value &= (1u << bits) - 1;
    long k_all = (long)p.k_ext * (p.mode ? p.times : 1), m_all = (long)p.m_ext * (p.mode ? 1 : p.times);
    bool turned = p.l0b || p.transpose;
    p.dst_stride = (int)((turned ? k_all : m_all) + 15) / 16 + (int)pick(env, 0, 2);
    return p;
}

static struct aic_record record_of(const struct ref_load3d *p, enum aic_dtype dt)
{
    struct aic_record rec = load_env_record("load3dv2", dt, p->l0b ? AIC_L0B : AIC_L0A, p->dst, AIC_L1, p->src);
    const struct {
        const char *name;
        int64_t value;
    } fields[] = {
        {"l1H", p->h}, {"l1W", p->w}, {"channelSize", p->channels}, {"kExtension", p->k_ext},
        {"mExtension", p->m_ext}, {"kStartPt", p->k_start}, {"mStartPt", p->m_start}, {"strideW", p->stride_w},
        {"strideH", p->stride_h}, {"filterW", p->filter_w}, {"filterH", p->filter_h}, {"dilationFilterW", p->dil_w},
        {"dilationFilterH", p->dil_h}, {"enTranspose", p->transpose}, {"padValue", p->pad_value},
    };
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++)
        load_env_set(&rec, fields[i].name, fields[i].value);
    const struct aic_insn *insn = aic_insn_at(rec.insn);
    unsigned pad = aic_insn_field(insn, "padList", 7)->slot;
    for (unsigned i = 0; i < 4; i++)
        rec.f[pad + i] = p->pad[i];
    rec.raw |= (uint64_t)1 << aic_insn_field(insn, "padValue", 8)->slot;
    return rec;
}

static void set_repeat(struct load_env *env, const struct ref_load3d *p)
{
    struct aic_record rec = load_env_record("set_load3d_repeat", AIC_DT_NONE, AIC_GM, 0, AIC_GM, 0);
    load_env_set(&rec, "repeatTime", p->times);
    load_env_set(&rec, "repeatStride", p->repeat_stride);
    load_env_set(&rec, "repeatMode", p->mode);
    if (p->nz)
        load_env_set(&rec, "dstStride", p->dst_stride);
    load_env_run(env, &rec);
    cr_assert(!env->error, "%s", env->rule[0]);
}

/* What the reference says, beside the simulated destination. */
struct expected {
    uint8_t data[L0_BYTES], state[L0_BYTES], written[L0_BYTES], touched[L1_BYTES];
};

static void expect(struct load_env *env, const struct ref_load3d *p, struct expected *want)
{
    struct aic_buffer *dst = &env->mem.local[p->l0b ? AIC_L0B : AIC_L0A], *l1 = &env->mem.local[AIC_L1];
    memcpy(want->data, dst->data, L0_BYTES);
    memcpy(want->state, dst->state, L0_BYTES);
    memset(want->written, 0, L0_BYTES);
    memset(want->touched, 0, L1_BYTES);
    ref_load3d(p, l1->data, l1->state, want->data, want->state, want->touched, want->written);
}

/* The footprint names every byte that is written and no other, and no byte less than is read. */
static void check_footprint(const struct aic_op *op, const struct expected *want, bool exact)
{
    static uint8_t write[L0_BYTES], read[L1_BYTES];
    struct aic_footprint fp = {0};
    memset(write, 0, sizeof write);
    memset(read, 0, sizeof read);
    op->insn->footprint(op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        struct aic_span_iter it;
        uint64_t addr, bytes;
        aic_span_begin(&it, &fp.e[i].span);
        while (aic_span_next(&it, &addr, &bytes))
            memset((fp.e[i].access == AIC_WRITE ? write : read) + addr, 1, bytes);
    }
    cr_assert(memcmp(write, want->written, sizeof write) == 0, "written bytes");
    if (memcmp(read, want->touched, sizeof read) == 0)
        return;
    cr_assert(!exact, "read bytes");
    for (unsigned a = 0; a < L1_BYTES; a++)
        if (read[a] != want->touched[a])
            cr_assert(read[a], "byte %u is read and not named", a);
}

/* Runs one case; false when the checks refuse it. */
static bool run_case(struct load_env *env, const struct ref_load3d *p, enum aic_dtype dt, struct expected *want)
{
    struct aic_buffer *dst = &env->mem.local[p->l0b ? AIC_L0B : AIC_L0A];
    struct aic_record rec = record_of(p, dt);
    set_repeat(env, p);
    struct aic_op op = load_env_check(env, &rec);
    if (env->error || env->nop)
        return false;
    expect(env, p, want);
    bool flat = p->filter_h == 1 && p->filter_w == 1 && p->stride_h == 1 && p->stride_w == 1 &&
                !(p->pad[0] | p->pad[1] | p->pad[2] | p->pad[3]);
    check_footprint(&op, want, flat && (p->mode == 0 || p->times == 1) && !p->boundary);
    load_env_run(env, &rec);
    if (memcmp(dst->state, want->state, L0_BYTES) == 0 && memcmp(dst->data, want->data, L0_BYTES) == 0)
        return true;
    for (unsigned a = 0; a < L0_BYTES; a++) {
        cr_assert(dst->state[a] == want->state[a], "state of byte %u: %u not %u", a, dst->state[a], want->state[a]);
        cr_assert(dst->data[a] == want->data[a], "byte %u: %u not %u", a, dst->data[a], want->data[a]);
    }
    return false;
}

static void fuzz(bool nz, unsigned n)
{
    static struct expected want;
    struct load_env env;
    load_env_init(&env, nz);
    load_env_fill(&env, AIC_L1, 50);
    load_env_fill(&env, AIC_L0A, 0);
    load_env_fill(&env, AIC_L0B, 0);
    unsigned ran = 0, repeats = 0, tails = 0;
    for (unsigned i = 0; i < n; i++) {
        enum aic_dtype dt = types[load_env_random(&env, nz ? 3 : 4)];
        struct ref_load3d p = random_case(&env, nz, dt);
        if (!run_case(&env, &p, dt, &want))
            continue;
        ran++;
        repeats += p.times > 1;
        tails += p.channels % (256 / p.bits) != 0;
    }
    cr_assert(ran > n / 3 && repeats > n / 50 && tails > n / 10, "%u ran, %u repeats, %u tails", ran, repeats, tails);
    load_env_free(&env);
}

Test(load3d, fast_equals_reference_on_zz) { fuzz(false, 3000); }
Test(load3d, fast_equals_reference_on_nz) { fuzz(true, 3000); }

Test(load3d, circular_l1)
{
    static struct expected want;
    struct load_env env;
    load_env_init(&env, false);
    load_env_fill(&env, AIC_L1, 50);
    unsigned ran = 0;
    for (unsigned i = 0; i < 500; i++) {
        enum aic_dtype dt = types[load_env_random(&env, 3)];
        struct ref_load3d p = random_case(&env, false, dt);
        struct aic_record set = load_env_record("set_load3d_boundary", AIC_DT_NONE, AIC_GM, 0, AIC_GM, 0);
        p.boundary = 1024 + load_env_random(&env, 3000);
        load_env_set(&set, "value", (int64_t)p.boundary);
        load_env_run(&env, &set);
        ran += run_case(&env, &p, dt, &want);
    }
    cr_assert(ran > 100, "%u ran", ran);
    load_env_free(&env);
}

/* Element (i, j) of a 16-bit ZZ matrix with `blocks` fractals a row. */
static uint16_t zz16(const uint8_t *l0a, unsigned blocks, unsigned i, unsigned j)
{
    uint16_t v;
    memcpy(&v, l0a + ((i / 16 * blocks + j / 16) * 256 + i % 16 * 16 + j % 16) * 2, 2);
    return v;
}

/* The document's picture: four channels, a 3x3 filter, so that a row has 3*3*4 = 36 numbers: the four channels of
 * pixel (0,0), then of (0,1) ... */
Test(load3d, four_channels_make_rows_of_36)
{
    struct load_env env;
    load_env_init(&env, false);
    struct aic_buffer *l1 = &env.mem.local[AIC_L1], *l0a = &env.mem.local[AIC_L0A];
    const int w = 6, h = 6;
    for (int pixel = 0; pixel < w * h; pixel++)
        for (int c = 0; c < 4; c++) {
            uint16_t v = (uint16_t)(pixel * 10 + c);
            memcpy(l1->data + (pixel * 4 + c) * 2, &v, 2);
        }
    memset(l1->state, AIC_ST_VALID, l1->bytes);
    struct aic_record rec = load_env_record("load3dv2", AIC_DT_HALF, AIC_L0A, 0, AIC_L1, 0);
    load_env_set(&rec, "l1H", h);
    load_env_set(&rec, "l1W", w);
    load_env_set(&rec, "channelSize", 4);
    load_env_set(&rec, "filterW", 3);
    load_env_set(&rec, "filterH", 3);
    load_env_set(&rec, "kExtension", 36);
    load_env_set(&rec, "mExtension", 16);
    load_env_run(&env, &rec);
    cr_assert(!env.error && load_env_raised(&env, "L3D-024"));
    for (int row = 0; row < 16; row++)
        for (int col = 0; col < 48; col++) {
            int pixel = (row / 4 + col / 12) * w + row % 4 + col / 4 % 3;
            cr_assert_eq(zz16(l0a->data, 3, (unsigned)row, (unsigned)col), col < 36 ? pixel * 10 + col % 4 : 0);
        }
    cr_assert(aic_state_all_valid(l0a->state, 3 * 512));
    cr_assert_eq(l0a->state[3 * 512], AIC_ST_NEVER);
    load_env_free(&env);
}

/* A 1 x rows map of b32 whose element (r, c) is r*100+c: the unfolded matrix of a 1x1 filter is that matrix. */
static void fill_matrix(struct load_env *env, unsigned rows, unsigned cols)
{
    struct aic_buffer *l1 = &env->mem.local[AIC_L1];
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < cols; c++) {
            uint32_t v = r * 100 + c;
            memcpy(l1->data + ((c / 8 * rows + r) * 8 + c % 8) * 4, &v, 4);
        }
    memset(l1->state, AIC_ST_VALID, l1->bytes);
}

static struct aic_record plain_b32(enum aic_space dst, unsigned rows, unsigned cols, unsigned m, unsigned k)
{
    struct aic_record rec = load_env_record("load3dv2", AIC_DT_INT32, dst, 0, AIC_L1, 0);
    load_env_set(&rec, "l1H", 1);
    load_env_set(&rec, "l1W", rows);
    load_env_set(&rec, "channelSize", cols);
    load_env_set(&rec, "mExtension", m);
    load_env_set(&rec, "kExtension", k);
    return rec;
}

static uint32_t word(const struct load_env *env, enum aic_space space, unsigned element)
{
    uint32_t v;
    memcpy(&v, env->mem.local[space].data + element * 4, 4);
    return v;
}

/* The illustrations of the repeat section: b32, repeatStride 2, repeatTime 3, with transposition: all blocks are put
 * together and treated as one matrix. */
Test(load3d, repeat_along_m_transposed_zz)
{
    struct load_env env;
    load_env_init(&env, false);
    fill_matrix(&env, 96, 16);
    set_repeat(&env, &(struct ref_load3d){.times = 3, .repeat_stride = 2});
    struct aic_record rec = plain_b32(AIC_L0A, 96, 16, 16, 16);
    load_env_set(&rec, "enTranspose", 1);
    load_env_run(&env, &rec);
    cr_assert(!env.error, "%s", env.rule[0]);
    /* Together 48 x 16; stored 16 x 48 in ZZ, six fractals of 16x8 in its one row of fractals. */
    for (unsigned k = 0; k < 16; k++)
        for (unsigned m = 0; m < 48; m++)
            cr_assert_eq(word(&env, AIC_L0A, m / 8 * 128 + k * 8 + m % 8), (m / 16 * 32 + m % 16) * 100 + k);
    load_env_free(&env);
}

Test(load3d, repeat_along_k_zz)
{
    struct load_env env;
    load_env_init(&env, false);
    fill_matrix(&env, 32, 64);
    set_repeat(&env, &(struct ref_load3d){.times = 3, .repeat_stride = 2, .mode = 1});
    struct aic_record rec = plain_b32(AIC_L0A, 32, 64, 32, 8);
    load_env_run(&env, &rec);
    cr_assert(!env.error, "%s", env.rule[0]);
    /* Blocks of eight columns from columns 0, 16 and 32: rows of three fractals. */
    for (unsigned m = 0; m < 32; m++)
        for (unsigned k = 0; k < 24; k++)
            cr_assert_eq(word(&env, AIC_L0A, (m / 16 * 3 + k / 8) * 128 + m % 16 * 8 + k % 8),
                         m * 100 + k / 8 * 16 + k % 8);
    env.lim.load3d_k_repeat_interleaved = 0;
    load_env_run(&env, &rec);
    for (unsigned m = 0; m < 32; m++)
        for (unsigned k = 0; k < 24; k++)
            cr_assert_eq(word(&env, AIC_L0A, (k / 8 * 2 + m / 16) * 128 + m % 16 * 8 + k % 8),
                         m * 100 + k / 8 * 16 + k % 8);
    load_env_free(&env);
}

Test(load3d, repeat_along_k_transposed_nz_with_pitch_3)
{
    struct load_env env;
    load_env_init(&env, true);
    fill_matrix(&env, 32, 64);
    set_repeat(&env, &(struct ref_load3d){.times = 3, .repeat_stride = 2, .mode = 1, .nz = true, .dst_stride = 3});
    struct aic_record rec = plain_b32(AIC_L0B, 32, 64, 32, 16);
    load_env_run(&env, &rec);
    cr_assert(!env.error, "%s", env.rule[0]);
    /* Together 32 x 48; K blocks of eight rows, each three fractals of 16 columns. */
    for (unsigned m = 0; m < 32; m++)
        for (unsigned k = 0; k < 48; k++)
            cr_assert_eq(word(&env, AIC_L0B, (m / 8 * 3 + k / 16) * 128 + k % 16 * 8 + m % 8),
                         m * 100 + k / 16 * 16 + k % 16);
    load_env_free(&env);
}

/* ---- rules ---- */

struct rule_case {
    const char *field;
    int64_t value;
    const char *rule;
};

static struct aic_record good(enum aic_dtype dt, enum aic_space dst)
{
    struct aic_record rec = load_env_record("load3dv2", dt, dst, 0, AIC_L1, 0);
    load_env_set(&rec, "l1H", 8);
    load_env_set(&rec, "l1W", 8);
    load_env_set(&rec, "channelSize", 64);
    load_env_set(&rec, "mExtension", 32);
    load_env_set(&rec, "kExtension", 64);
    return rec;
}

static void expect_rules(const struct rule_case *cases, unsigned n, bool nop)
{
    struct load_env env;
    load_env_init(&env, false);
    for (unsigned i = 0; i < n; i++) {
        struct aic_record rec = good(AIC_DT_HALF, AIC_L0A);
        load_env_check(&env, &rec);
        cr_assert_eq(env.n, 0u, "near miss: %s", env.rule[0]);
        load_env_set(&rec, cases[i].field, cases[i].value);
        load_env_check(&env, &rec);
        cr_assert_eq(env.n, 1u, "%s=%lld: %u findings, first %s", cases[i].field, (long long)cases[i].value, env.n,
                     env.rule[0]);
        cr_assert(load_env_raised(&env, cases[i].rule), "%s", env.rule[0]);
        cr_assert_eq(env.nop, nop);
    }
    load_env_free(&env);
}

Test(load3d, nop_rules)
{
    static const struct rule_case cases[] = {
        {"l1H", 0, "L3D-001"}, {"l1W", 0, "L3D-002"}, {"channelSize", 0, "L3D-003"}, {"kExtension", 0, "L3D-004"},
        {"mExtension", 0, "L3D-005"}, {"filterW", 0, "L3D-006"}, {"filterH", 0, "L3D-007"},
    };
    expect_rules(cases, sizeof cases / sizeof cases[0], true);
}

Test(load3d, value_rules)
{
    static const struct rule_case cases[] = {
        {"l1H", 65536, "L3D-009"}, {"l1W", 32768, "L3D-009"}, {"padList", 256, "L3D-010"}, {"strideW", 0, "L3D-011"},
        {"strideH", 64, "L3D-011"}, {"filterW", 256, "L3D-012"}, {"dilationFilterH", 0, "L3D-013"},
        {"mStartPt", 32768, "L3D-014"}, {"channelSize", 66, "L3D-016"}, {"kStartPt", 8, "L3D-022"},
        {"kExtension", 40, "L3D-023"}, {"mExtension", 24, "L3D-025"}, {"mExtension", 80, "L3D-029"},
        {"kExtension", 80, "L3D-030"}, {"filterW", 9, "L3D-031"}, {"enSmallK", 1, "L3D-036"},
        {"fMatrixCtrl", 1, "L3D-037"}, {"kExtension", 65536, "FLD-001"}, {"filterSizeW", 1, "L3D-031"},
    };
    expect_rules(cases, sizeof cases / sizeof cases[0], false);
}

Test(load3d, type_rules)
{
    struct load_env env;
    load_env_init(&env, false);
    struct aic_record rec = good(AIC_DT_INT8, AIC_L0B);
    env.lim.dtypes[rec.insn][AIC_L0B] = AIC_DT_BIT(AIC_DT_HALF);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L3D-032"));
    rec = good(AIC_DT_INT8, AIC_L0A);
    load_env_set(&rec, "enTranspose", 1);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L3D-033"));
    rec = good(AIC_DT_FLOAT, AIC_L0B);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L3D-038"));
    rec = good(AIC_DT_HALF, AIC_L0B);
    load_env_set(&rec, "enTranspose", 1);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && !env.error && load_env_raised(&env, "L3D-035"));
    env.lim.l0a_layout = AIC_L0A_NZ;
    rec = good(AIC_DT_INT4, AIC_L0B);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L3D-034"));
    load_env_free(&env);
}

Test(load3d, register_rules)
{
    struct load_env env;
    load_env_init(&env, true);
    struct aic_record rec = good(AIC_DT_HALF, AIC_L0B);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L3D-041"));
    set_repeat(&env, &(struct ref_load3d){.times = 1});
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L3D-042"));
    set_repeat(&env, &(struct ref_load3d){.times = 1, .nz = true, .dst_stride = 3});
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L3D-043"));
    set_repeat(&env, &(struct ref_load3d){.times = 0, .nz = true, .dst_stride = 4});
    load_env_check(&env, &rec);
    cr_assert(env.nop && load_env_raised(&env, "L3D-008"));
    set_repeat(&env, &(struct ref_load3d){.times = 1, .nz = true, .dst_stride = 4});
    load_env_check(&env, &rec);
    cr_assert_eq(env.n, 0u);
    aic_registers_init(&env.regs);
    env.lim.load3d_has_dst_stride = 0;
    rec = load_env_record("load3dv2pro", AIC_DT_HALF, AIC_L0A, 0, AIC_L1, 0);
    load_env_set(&rec, "channelSize", 64);
    load_env_set(&rec, "extConfig", 0x00400040);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && env.error && load_env_raised(&env, "L3D-039"));
    struct aic_record set = load_env_record("set_fmatrix", AIC_DT_NONE, AIC_GM, 0, AIC_GM, 0);
    load_env_set(&set, "l1H", 8);
    load_env_set(&set, "l1W", 8);
    load_env_run(&env, &set);
    load_env_check(&env, &rec);
    cr_assert_eq(env.n, 0u, "%s", env.rule[0]);
    load_env_free(&env);
}

/* isSetFMatrix=false: l1H, l1W and padList are ignored, even outside their ranges. */
Test(load3d, ignored_fields_are_not_checked)
{
    struct load_env env;
    load_env_init(&env, false);
    struct aic_record set = load_env_record("set_fmatrix", AIC_DT_NONE, AIC_GM, 0, AIC_GM, 0);
    load_env_set(&set, "l1H", 8);
    load_env_set(&set, "l1W", 8);
    load_env_run(&env, &set);
    struct aic_record rec = good(AIC_DT_HALF, AIC_L0A);
    load_env_set(&rec, "isSetFMatrix", 0);
    load_env_set(&rec, "l1H", 0);
    load_env_set(&rec, "l1W", 70000);
    load_env_check(&env, &rec);
    cr_assert_eq(env.n, 0u, "%s", env.rule[0]);
    load_env_free(&env);
}

Test(load3d, memory_rules)
{
    struct load_env env;
    load_env_init(&env, false);
    struct aic_record rec = good(AIC_DT_HALF, AIC_L0A);
    rec.op[1].addr = L1_BYTES - 4096;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L3D-050"), "%s", env.rule[0]);
    rec = good(AIC_DT_HALF, AIC_L0A);
    rec.op[0].addr = 256;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "MEM-002"), "%s", env.rule[0]);
    rec = good(AIC_DT_HALF, AIC_L0A);
    rec.op[0].addr = L0_BYTES - 512;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "MEM-007"), "%s", env.rule[0]);
    rec = good(AIC_DT_HALF, AIC_UB);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "MEM-019"), "%s", env.rule[0]);
    rec = good(AIC_DT_HALF, AIC_L0A);
    rec.op[1].space = AIC_UB;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "MEM-020"), "%s", env.rule[0]);
    load_env_free(&env);
}

/* A register that a record in error should have set: what is loaded with it is tainted, without a finding. */
Test(load3d, tainted_fmatrix_taints_the_destination)
{
    struct load_env env;
    load_env_init(&env, false);
    env.regs.fmatrix_set = true;
    env.regs.tainted = AIC_REG_FMATRIX;
    struct aic_record rec = good(AIC_DT_HALF, AIC_L0A);
    load_env_set(&rec, "isSetFMatrix", 0);
    load_env_run(&env, &rec);
    cr_assert_eq(env.n, 0u, "%s", env.rule[0]);
    cr_assert_eq(env.mem.local[AIC_L0A].state[32 * 64 * 2 - 1], AIC_ST_TAINT);
    cr_assert_eq(env.mem.local[AIC_L0A].state[32 * 64 * 2], AIC_ST_NEVER);
    load_env_free(&env);
}

Test(load3d, work_counts_what_moves)
{
    struct load_env env;
    load_env_init(&env, false);
    struct aic_record rec = good(AIC_DT_HALF, AIC_L0A);
    load_env_set(&rec, "strideW", 2);
    load_env_set(&rec, "mExtension", 16);
    struct aic_op op = load_env_check(&env, &rec);
    cr_assert_eq(env.n, 0u);
    struct aic_work work;
    op.insn->work(&op, &work);
    cr_assert_eq(work.kind, AIC_WORK_LOAD3D);
    cr_assert_eq(work.dst_bytes, 16u * 64 * 2);
    cr_assert_eq(work.src_bytes, 16u * 64 * 2);
    cr_assert_eq(work.stride_w, 2u);
    cr_assert_eq(work.rows, 4u);
    load_env_free(&env);
}
