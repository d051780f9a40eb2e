/* ND and DN matrices into L1 against their formulas, element by element, over random parameters. */
#include <criterion/criterion.h>
#include <string.h>

#include "buffers/gm.h"
#include "tests/load_env.h"

enum { L1_BYTES = 256 * 1024, GM_BYTES = 512 * 1024 };

struct world {
    struct load_env env;
    uint8_t gm[GM_BYTES], gm_state[GM_BYTES];
    uint8_t data[L1_BYTES], state[L1_BYTES], written[L1_BYTES]; /* what L1 should hold */
};

static struct world w;

static void begin(void)
{
    load_env_fill(&w.env, AIC_L1, 0);
    memcpy(w.data, w.env.mem.local[AIC_L1].data, L1_BYTES);
    memcpy(w.state, w.env.mem.local[AIC_L1].state, L1_BYTES);
    memset(w.written, 0, sizeof(w.written));
}

/* The destination's C0 rows of one matrix, in the words of the document: column d of row n stands in block d / C0. */
static void place(const struct aic_record *rec, bool dn, unsigned size, uint64_t m, uint64_t n, uint64_t d, bool real)
{
    const char *src_matrix = dn ? "srcDnMatrixStride" : "srcNdMatrixStride";
    const struct aic_insn *insn = aic_insn_at(rec->insn);
#define F(name) ((uint64_t)rec->f[aic_insn_field(insn, name, (unsigned)strlen(name))->slot])
    uint64_t c0 = 32 / size;
    uint64_t dst = m * F("dstNzMatrixStride") + d / c0 * F("dstNzC0Stride") * c0 + n * F("dstNzNStride") * c0 + d % c0;
    uint64_t src = m * F(src_matrix) + (dn ? d * F("srcDValue") + n : n * F("srcDValue") + d);
#undef F
    for (unsigned b = 0; b < size; b++) {
        uint64_t to = rec->op[0].addr + dst * size + b, from = rec->op[1].addr + src * size + b;
        w.data[to] = real ? w.gm[from] : 0;
        w.state[to] = real ? w.gm_state[from] : AIC_ST_VALID;
        w.written[to] = 1;
    }
}

static void expect(const struct aic_record *rec, bool dn, unsigned size, uint64_t num, uint64_t n, uint64_t d)
{
    uint64_t c0 = 32 / size, wide = (d + c0 - 1) / c0 * c0;
    for (uint64_t m = 0; m < num; m++) {
        for (uint64_t r = 0; r < n; r++) {
            for (uint64_t c = 0; c < wide; c++) {
                place(rec, dn, size, m, r, c, c < d);
            }
        }
    }
}

static void check_written(const struct aic_record *rec)
{
    static uint8_t named[L1_BYTES];
    struct aic_op op = load_env_check(&w.env, rec);
    struct aic_footprint fp = {0};
    memset(named, 0, sizeof(named));
    op.insn->footprint(&op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        struct aic_span_iter it;
        uint64_t addr, bytes;
        aic_span_begin(&it, &fp.e[i].span);
        while (fp.e[i].span.space == AIC_L1 && aic_span_next(&it, &addr, &bytes)) {
            memset(named + addr, 1, bytes);
        }
    }
    cr_assert_arr_eq(named, w.written, sizeof(named));
}

static struct aic_record random_matrix(bool dn, enum aic_dtype dt, uint64_t *num, uint64_t *n, uint64_t *d)
{
    struct load_env *env = &w.env;
    uint64_t c0 = aic_dtype_c0(dt);
    *num = 1 + load_env_random(env, 3);
    *n = load_env_random(env, 20) ? 1 + load_env_random(env, 40) : 0;
    *d = load_env_random(env, 20) ? 1 + load_env_random(env, 90) : 0;
    uint64_t line = (dn ? *n : *d) + load_env_random(env, 9), lines = dn ? *d : *n;
    uint64_t n_stride = 1 + load_env_random(env, 2), c0_stride = *n * n_stride + 1 + load_env_random(env, 5);
    uint64_t extent = (*d / c0 + 1) * c0_stride * c0;
    struct aic_record rec = load_env_record(dn ? "dn2nz" : "nd2nz", dt, AIC_L1, 32 * load_env_random(env, 8), AIC_GM,
                                            load_env_random(env, 64) * aic_dtype_bits(dt) / 8);
    load_env_set(&rec, dn ? "dnNum" : "ndNum", (int64_t)*num);
    load_env_set(&rec, "nValue", (int64_t)*n);
    load_env_set(&rec, "dValue", (int64_t)*d);
    load_env_set(&rec, dn ? "srcDnMatrixStride" : "srcNdMatrixStride", (int64_t)(line * lines + load_env_random(env, 7)));
    load_env_set(&rec, "srcDValue", (int64_t)(line ? line : 1));
    load_env_set(&rec, "dstNzC0Stride", (int64_t)c0_stride);
    load_env_set(&rec, "dstNzNStride", (int64_t)n_stride);
    load_env_set(&rec, "dstNzMatrixStride", *num > 1 ? (int64_t)extent : 0);
    return rec;
}

static void fill_gm(void)
{
    for (unsigned i = 0; i < GM_BYTES; i++) {
        w.gm[i] = (uint8_t)load_env_random(&w.env, 256);
        w.gm_state[i] = load_env_random(&w.env, 50) ? AIC_ST_VALID : AIC_ST_UNDEF;
    }
    cr_assert(aic_gm_write(w.env.mem.gm, 0, GM_BYTES, w.gm, w.gm_state));
}

static void run(bool dn, int cases)
{
    static const enum aic_dtype types[] = {AIC_DT_INT8, AIC_DT_HALF, AIC_DT_FLOAT};
    load_env_init(&w.env, true);
    struct aic_gm *gm = w.env.mem.gm ? NULL : aic_gm_new();
    w.env.mem.gm = gm ? gm : w.env.mem.gm;
    fill_gm();
    int moved = 0, nops = 0;
    for (int t = 0; t < cases; t++) {
        uint64_t num, n, d;
        enum aic_dtype dt = types[load_env_random(&w.env, 3)];
        struct aic_record rec = random_matrix(dn, dt, &num, &n, &d);
        begin();
        load_env_run(&w.env, &rec);
        cr_assert_not(w.env.error, "%s", w.env.n ? w.env.rule[0] : "");
        cr_assert_eq(w.env.nop, n == 0 || d == 0);
        if (!w.env.nop) {
            expect(&rec, dn, aic_dtype_bits(dt) / 8, num, n, d);
            check_written(&rec);
            moved++;
        }
        nops += w.env.nop;
        cr_assert_arr_eq(w.env.mem.local[AIC_L1].data, w.data, L1_BYTES, "case %d", t);
        cr_assert_arr_eq(w.env.mem.local[AIC_L1].state, w.state, L1_BYTES, "case %d", t);
    }
    cr_assert_gt(moved, cases / 2);
    cr_assert_gt(nops, 0);
    load_env_free(&w.env);
    aic_gm_free(gm);
}

Test(nd2nz, rows_become_blocks_of_columns)
{
    run(false, 1500);
}

Test(nd2nz, columns_become_blocks_too)
{
    run(true, 1000);
}
