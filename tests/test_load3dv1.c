/* load3dv1 against its closed form: window i of a load that starts at window s is window s + i of the map. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/load_env.h"

#define L1_BYTES (256 * 1024)
#define L0_BYTES (64 * 1024)

struct conv {
    int h, w, pad[4], fw, fh, sw, sh, dw, dh, c1, ky, kx, first, repeat, mode, jump;
    int wo;
    unsigned bits;
    bool l0b;
};

static unsigned pick(struct load_env *env, unsigned lo, unsigned hi)
{
    return lo + load_env_random(env, hi - lo + 1);
}

static struct conv random_conv(struct load_env *env)
{
    struct conv c = {.bits = pick(env, 0, 1) ? 16 : 8};
    int ho;
    do {
        c.h = (int)pick(env, 1, 12);
        c.w = (int)pick(env, 1, 20);
        for (int i = 0; i < 4; i++)
            c.pad[i] = (int)pick(env, 0, 2);
        c.fw = (int)pick(env, 1, 3);
        c.fh = (int)pick(env, 1, 3);
        c.sw = (int)pick(env, 1, 3);
        c.sh = (int)pick(env, 1, 3);
        c.dw = (int)pick(env, 1, 2);
        c.dh = (int)pick(env, 1, 2);
        int room_w = c.w + c.pad[0] + c.pad[1] - ((c.fw - 1) * c.dw + 1);
        int room_h = c.h + c.pad[2] + c.pad[3] - ((c.fh - 1) * c.dh + 1);
        c.wo = room_w < 0 ? 0 : room_w / c.sw + 1;
        ho = room_h < 0 ? 0 : room_h / c.sh + 1;
    } while (c.wo <= 0 || ho <= 0);
    c.first = (int)pick(env, 0, (unsigned)(c.wo * ho - 1));
    c.c1 = (int)pick(env, 0, 2);
    c.kx = (int)pick(env, 0, (unsigned)c.fw - 1);
    c.ky = (int)pick(env, 0, (unsigned)c.fh - 1);
    c.repeat = (int)pick(env, 1, 8);
    c.mode = (int)pick(env, 0, 1);
    c.jump = (int)pick(env, 1, 4);
    c.l0b = c.bits == 16 && pick(env, 0, 1);
    return c;
}

static struct aic_record record_of(const struct conv *c, uint64_t src)
{
    struct aic_record rec = load_env_record("load3dv1", c->bits == 16 ? AIC_DT_HALF : AIC_DT_INT8,
                                            c->l0b ? AIC_L0B : AIC_L0A, 1024, AIC_L1, src);
    const struct {
        const char *name;
        int64_t value;
    } f[] = {
        {"l1H", c->h}, {"l1W", c->w}, {"c1Index", c->c1}, {"fetchFilterW", c->kx}, {"fetchFilterH", c->ky},
        {"leftTopW", c->first % c->wo * c->sw - c->pad[0]}, {"leftTopH", c->first / c->wo * c->sh - c->pad[2]},
        {"strideW", c->sw}, {"strideH", c->sh}, {"filterW", c->fw}, {"filterH", c->fh}, {"dilationFilterW", c->dw},
        {"dilationFilterH", c->dh}, {"jumpStride", c->jump}, {"repeatMode", c->mode}, {"repeatTime", c->repeat},
        {"padValue", 0x5A},
    };
    for (unsigned i = 0; i < sizeof f / sizeof f[0]; i++)
        load_env_set(&rec, f[i].name, f[i].value);
    const struct aic_insn *insn = aic_insn_at(rec.insn);
    rec.raw |= (uint64_t)1 << aic_insn_field(insn, "padValue", 8)->slot;
    for (unsigned i = 0; i < 4; i++)
        rec.f[aic_insn_field(insn, "padList", 7)->slot + i] = c->pad[i];
    return rec;
}

static uint8_t want[L0_BYTES], want_state[L0_BYTES], want_written[L0_BYTES], touched[L1_BYTES];

static void put(const struct conv *c, uint64_t fractal, int i, int j, const uint8_t *data, const uint8_t *state)
{
    unsigned size = c->bits / 8, c0 = 32 / size;
    uint64_t at = 1024 + fractal * 512 + (c->l0b ? (unsigned)(j * 16 + i) : (unsigned)i * c0 + (unsigned)j) * size;
    for (unsigned b = 0; b < size; b++) {
        want_state[at + b] = state ? state[b] : AIC_ST_UNDEF;
        want[at + b] = state ? data[b] : want[at + b];
        want_written[at + b] = 1;
    }
}

static void reference(const struct conv *c, const struct aic_buffer *l1, uint64_t src)
{
    static const uint8_t pad[2] = {0x5A, 0}, valid[2] = {AIC_ST_VALID, AIC_ST_VALID};
    int size = (int)c->bits / 8, c0 = 32 / size, room = c->h + c->pad[2] + c->pad[3] - ((c->fh - 1) * c->dh + 1);
    int ho = room / c->sh + 1;
    for (int t = 0; t < c->repeat; t++)
        for (int i = 0; i < 16; i++)
            for (int j = 0; j < c0; j++) {
                int window = c->first + i + (c->mode ? 16 * t : 0);
                int point = (c->c1 * c->fh + c->ky) * c->fw + c->kx + (c->mode ? 0 : t);
                uint64_t fractal = (uint64_t)(c->mode ? t * c->jump : t);
                if (window >= c->wo * ho) {
                    put(c, fractal, i, j, NULL, NULL);
                    continue;
                }
                int y = window / c->wo * c->sh - c->pad[2] + point / c->fw % c->fh * c->dh;
                int x = window % c->wo * c->sw - c->pad[0] + point % c->fw * c->dw;
                if (y < 0 || x < 0 || y >= c->h || x >= c->w) {
                    put(c, fractal, i, j, pad, valid);
                    continue;
                }
                int element = ((point / c->fw / c->fh * c->h + y) * c->w + x) * c0 + j;
                uint64_t at = src + (uint64_t)element * (unsigned)size;
                touched[at] = touched[at + (unsigned)size - 1] = 1;
                put(c, fractal, i, j, l1->data + at, l1->state + at);
            }
}

Test(load3dv1, equals_the_closed_form)
{
    struct load_env env;
    load_env_init(&env, false);
    load_env_fill(&env, AIC_L1, 60);
    load_env_fill(&env, AIC_L0A, 0);
    load_env_fill(&env, AIC_L0B, 0);
    for (unsigned n = 0; n < 1500; n++) {
        struct conv c = random_conv(&env);
        struct aic_record rec = record_of(&c, 320);
        struct aic_buffer *dst = &env.mem.local[c.l0b ? AIC_L0B : AIC_L0A];
        memcpy(want, dst->data, L0_BYTES);
        memcpy(want_state, dst->state, L0_BYTES);
        memset(want_written, 0, L0_BYTES);
        memset(touched, 0, L1_BYTES);
        reference(&c, &env.mem.local[AIC_L1], 320);
        load_env_run(&env, &rec);
        cr_assert_eq(env.n, 0u, "%s", env.rule[0]);
        cr_assert(memcmp(dst->data, want, L0_BYTES) == 0, "data of case %u", n);
        cr_assert(memcmp(dst->state, want_state, L0_BYTES) == 0, "states of case %u", n);
        struct aic_op op = load_env_check(&env, &rec);
        struct aic_footprint fp = {0};
        op.insn->footprint(&op, &fp);
        for (unsigned i = 0; i < fp.n; i++) {
            struct aic_span_iter it;
            uint64_t addr, bytes;
            aic_span_begin(&it, &fp.e[i].span);
            while (aic_span_next(&it, &addr, &bytes))
                memset((fp.e[i].access == AIC_WRITE ? want_written : touched) + addr, 0, bytes);
        }
        cr_assert(memchr(want_written, 1, L0_BYTES) == NULL, "case %u writes bytes that it does not name", n);
        cr_assert(memchr(touched, 1, L1_BYTES) == NULL, "case %u reads bytes that it does not name", n);
    }
    load_env_free(&env);
}

/* cSize: four filter points of four channels a row; points past the filter are 0. */
Test(load3dv1, four_channels)
{
    struct load_env env;
    load_env_init(&env, false);
    struct aic_buffer *l1 = &env.mem.local[AIC_L1], *l0a = &env.mem.local[AIC_L0A];
    load_env_fill(&env, AIC_L1, 0);
    struct conv c = {.h = 6, .w = 6, .fw = 3, .fh = 3, .sw = 1, .sh = 1, .dw = 1, .dh = 1, .repeat = 3, .jump = 1,
                     .wo = 4, .bits = 16};
    struct aic_record rec = record_of(&c, 0);
    load_env_set(&rec, "cSize", 1);
    load_env_run(&env, &rec);
    cr_assert_eq(env.n, 0u, "%s", env.rule[0]);
    for (unsigned i = 0; i < 16; i++)
        for (unsigned k = 0; k < 48; k++) {
            unsigned p = k / 4, pixel = (i / 4 + p / 3) * 6 + i % 4 + p % 3;
            const uint8_t *got = l0a->data + 1024 + k / 16 * 512 + i * 32 + k % 16 * 2;
            static const uint8_t zero[2];
            cr_assert(memcmp(got, p < 9 ? l1->data + (pixel * 4 + k % 4) * 2 : zero, 2) == 0, "row %u column %u", i, k);
        }
    load_env_set(&rec, "c1Index", 1);
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "L3D1-010"));
    load_env_free(&env);
}

Test(load3dv1, rules)
{
    static const struct {
        const char *field;
        int64_t value;
        const char *rule;
    } cases[] = {
        {"l1H", 0, "L3D1-001"}, {"l1W", 32768, "L3D1-001"}, {"c1Index", 4096, "L3D1-002"},
        {"fetchFilterH", 255, "L3D1-003"}, {"leftTopW", -256, "L3D1-004"}, {"strideH", 0, "L3D1-005"},
        {"filterW", 0, "L3D1-006"}, {"dilationFilterW", 256, "L3D1-006"}, {"jumpStride", 128, "L3D1-007"},
        {"repeatTime", 0, "L3D1-008"}, {"repeatMode", 2, "L3D1-009"}, {"leftTopW", -1, NULL},
    };
    struct load_env env;
    load_env_init(&env, false);
    struct conv c = {.h = 8, .w = 8, .fw = 1, .fh = 1, .sw = 1, .sh = 1, .dw = 1, .dh = 1, .repeat = 1, .jump = 1,
                     .wo = 8, .bits = 16};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_record rec = record_of(&c, 0);
        load_env_set(&rec, cases[i].field, cases[i].value);
        load_env_check(&env, &rec);
        cr_assert_eq(env.n, cases[i].rule ? 1u : 0u, "%s: %s", cases[i].field, env.rule[0]);
        cr_assert(!cases[i].rule || load_env_raised(&env, cases[i].rule), "%s: %s", cases[i].field, env.rule[0]);
    }
    c.bits = 8;
    c.l0b = true;
    struct aic_record rec = record_of(&c, 0);
    env.lim.dtypes[rec.insn][AIC_L0B] = AIC_DT_BIT(AIC_DT_HALF) | AIC_DT_UNKNOWN_SET;
    load_env_check(&env, &rec);
    cr_assert(env.n == 1 && load_env_raised(&env, "PATH-003"), "%s", env.rule[0]);
    load_env_free(&env);
}
