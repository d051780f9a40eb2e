/* Time of one load of 64 KB, and what the plain formulas take for the same. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/load_env.h"
#include "tests/reference/load3d_ref.h"

#define ROUNDS 200

struct bench {
    const char *name;
    enum aic_dtype dt;
    enum aic_space dst;
    int filter, stride, pad, channels, m, k;
    bool turn;
};

static const struct bench benches[] = {
    {"half, L0A, 1x1", AIC_DT_HALF, AIC_L0A, 1, 1, 0, 128, 256, 128, false},
    {"half, L0A, 3x3", AIC_DT_HALF, AIC_L0A, 3, 1, 1, 32, 256, 128, false},
    {"half, L0A, 3x3, four channels", AIC_DT_HALF, AIC_L0A, 7, 1, 3, 4, 256, 128, false},
    {"half, L0A transposed", AIC_DT_HALF, AIC_L0A, 1, 1, 0, 128, 256, 128, true},
    {"half, L0B, 1x1", AIC_DT_HALF, AIC_L0B, 1, 1, 0, 128, 256, 128, false},
    {"float, L0B, 1x1", AIC_DT_FLOAT, AIC_L0B, 1, 1, 0, 64, 256, 64, false},
    {"int8, L0A, 1x1", AIC_DT_INT8, AIC_L0A, 1, 1, 0, 256, 256, 256, false},
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static struct aic_record record_of(const struct bench *b)
{
    struct aic_record rec = load_env_record("load3dv2", b->dt, b->dst, 0, AIC_L1, 0);
    const struct {
        const char *name;
        int64_t value;
    } f[] = {{"l1H", 16}, {"l1W", 16}, {"channelSize", b->channels}, {"mExtension", b->m}, {"kExtension", b->k},
             {"filterW", b->filter}, {"filterH", b->filter}, {"strideW", b->stride}, {"strideH", b->stride},
             {"enTranspose", b->turn}};
    for (unsigned i = 0; i < sizeof f / sizeof f[0]; i++)
        load_env_set(&rec, f[i].name, f[i].value);
    for (unsigned i = 0; i < 4; i++)
        rec.f[aic_insn_field(aic_insn_at(rec.insn), "padList", 7)->slot + i] = b->pad;
    return rec;
}

static double reference_time(struct load_env *env, const struct bench *b)
{
    static uint8_t touched[256 * 1024], written[64 * 1024];
    struct ref_load3d p = {.bits = aic_dtype_bits(b->dt), .l0b = b->dst == AIC_L0B, .transpose = b->turn, .h = 16,
                           .w = 16, .pad = {b->pad, b->pad, b->pad, b->pad}, .channels = b->channels,
                           .filter_w = b->filter, .filter_h = b->filter, .stride_w = b->stride, .stride_h = b->stride,
                           .dil_w = 1, .dil_h = 1, .k_ext = b->k, .m_ext = b->m, .times = 1};
    struct aic_buffer *l1 = &env->mem.local[AIC_L1], *dst = &env->mem.local[b->dst];
    double start = now();
    ref_load3d(&p, l1->data, l1->state, dst->data, dst->state, touched, written);
    return now() - start;
}

int main(void)
{
    struct load_env env;
    load_env_init(&env, false);
    load_env_fill(&env, AIC_L1, 0);
    for (unsigned i = 0; i < sizeof benches / sizeof benches[0]; i++) {
        struct aic_record rec = record_of(&benches[i]);
        double plain = reference_time(&env, &benches[i]), start = now();
        for (unsigned r = 0; r < ROUNDS; r++)
            load_env_run(&env, &rec);
        if (env.error)
            return 1;
        printf("%-30s %8.1f us a record with its checks, %9.1f us by the formulas\n", benches[i].name,
               (now() - start) / ROUNDS, plain);
    }
    load_env_free(&env);
    return 0;
}
