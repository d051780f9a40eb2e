/* The engine through its API: order of values, accounting, determinism, several simulations at once. */
#include <criterion/criterion.h>
#include <string.h>

#include "isa/sync.h"
#include "sim/aicsim.h"
#include "tests/product_for_tests.h"

struct seen {
    unsigned n;
    struct aic_finding finding[32];
};

static void collect(void *user, const struct aic_finding *finding)
{
    struct seen *seen = user;
    if (finding->severity == AIC_SEV_ERROR && seen->n < 32) {
        seen->finding[seen->n++] = *finding;
    }
}

static struct aic_record record(const char *name, uint32_t line)
{
    struct aic_record rec;
    int insn = aic_insn_find(name, (unsigned)strlen(name));
    cr_assert_geq(insn, 0);
    aic_record_init(&rec, insn);
    rec.line = line;
    return rec;
}

static void set_field(struct aic_record *rec, const char *name, int64_t value)
{
    const struct aic_field *field = aic_insn_field(aic_insn_at(rec->insn), name, (unsigned)strlen(name));
    cr_assert_not_null(field, "%s", name);
    rec->f[field->slot] = value;
    rec->given |= (uint64_t)1 << field->slot;
}

static void operand(struct aic_record *rec, enum aic_space space, uint64_t addr)
{
    rec->op[rec->n_operands++] = (struct aic_operand){.addr = addr, .tensor = -1, .space = (uint8_t)space};
}

/* 1024 bytes from gm to l1, at the given places. */
static void push_copy(struct aic_sim *sim, uint64_t l1, uint64_t gm, uint32_t line)
{
    struct aic_record rec = record("data_copy", line);
    operand(&rec, AIC_L1, l1);
    operand(&rec, AIC_GM, gm);
    rec.dtype[rec.n_dtypes++] = AIC_DT_HALF;
    set_field(&rec, "blockLen", 32);
    cr_assert(aic_sim_push(sim, &rec));
}

/* Two fractals from l1 to l0a. */
static void push_load(struct aic_sim *sim, uint64_t l0a, uint64_t l1, uint32_t line)
{
    struct aic_record rec = record("load2d", line);
    operand(&rec, AIC_L0A, l0a);
    operand(&rec, AIC_L1, l1);
    rec.dtype[rec.n_dtypes++] = AIC_DT_HALF;
    set_field(&rec, "repeatTimes", 2);
    set_field(&rec, "srcStride", 1);
    cr_assert(aic_sim_push(sim, &rec));
}

static void push_flag(struct aic_sim *sim, const char *name, enum aic_pipe src, enum aic_pipe dst, int64_t id,
                      uint32_t line)
{
    struct aic_record rec = record(name, line);
    rec.f[AIC_FLAG_SRC] = src;
    rec.f[AIC_FLAG_DST] = dst;
    rec.f[AIC_FLAG_ID] = id;
    cr_assert(aic_sim_push(sim, &rec));
}

static struct aic_sim *new_sim(const struct aic_product *product, struct seen *seen)
{
    struct aic_options options = {.finding = collect, .finding_user = seen};
    struct aic_sim *sim = aic_sim_new(product, &options);
    cr_assert_not_null(sim);
    struct aic_tensor tensor = {.name = "x", .dtype = AIC_DT_HALF, .bytes = 4096, .l2 = true};
    cr_assert_eq(aic_sim_tensor(sim, &tensor), 0);
    uint8_t data[4096];
    for (unsigned i = 0; i < sizeof(data); i++) {
        data[i] = (uint8_t)(i * 7 + 1);
    }
    cr_assert(aic_sim_write(sim, 0, AIC_GM, 0, 0, sizeof(data), data));
    return sim;
}

static void expect_sums(const struct aic_result *result)
{
    for (size_t c = 0; c < result->n_cores; c++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
                const struct aic_pipe_stats *stats = &result->cores[c].unit[u].pipe[p];
                aic_time sum = stats->busy;
                for (unsigned s = 0; s < AIC_STALL_COUNT; s++) {
                    cr_assert_geq(stats->stall[s], 0);
                    sum += stats->stall[s];
                }
                cr_assert_eq(sum, result->total, "core %zu unit %u pipe %u", c, u, p);
            }
        }
    }
}

Test(engine, flags_order_the_load_behind_the_copy)
{
    struct aic_product *product = test_product("ascend910b1");
    struct seen seen = {0};
    struct aic_sim *sim = new_sim(product, &seen);
    push_copy(sim, 0, 0, 1);
    push_flag(sim, "set_flag", AIC_PIPE_MTE2, AIC_PIPE_MTE1, 0, 2);
    push_flag(sim, "wait_flag", AIC_PIPE_MTE2, AIC_PIPE_MTE1, 0, 3);
    push_load(sim, 512, 0, 4);
    const struct aic_result *result = aic_sim_finish(sim);
    cr_assert_eq(seen.n, 0, "%s", seen.n ? seen.finding[0].message : "");
    cr_assert_eq(result->records, 4);
    expect_sums(result);
    uint8_t got[1024];
    cr_assert(aic_sim_read(sim, 0, AIC_L0A, 0, 512, sizeof(got), got, NULL));
    for (unsigned i = 0; i < sizeof(got); i++) {
        cr_assert_eq(got[i], (uint8_t)(i * 7 + 1));
    }
    const struct aic_pipe_stats *mte1 = &result->cores[0].unit[0].pipe[AIC_PIPE_MTE1];
    cr_assert_gt(mte1->stall[AIC_STALL_FLAG], 0);
    cr_assert_eq(mte1->bytes, 1024);
    aic_sim_free(sim);
    aic_product_free(product);
}

Test(engine, without_flags_the_later_line_is_named)
{
    struct aic_product *product = test_product("ascend910b1");
    struct seen seen = {0};
    struct aic_sim *sim = new_sim(product, &seen);
    push_copy(sim, 0, 0, 11);
    push_load(sim, 0, 0, 12);
    aic_sim_finish(sim);
    cr_assert_eq(seen.n, 1);
    cr_assert_str_eq(seen.finding[0].rule, "SY-009");
    cr_assert_eq(seen.finding[0].line, 12);
    cr_assert_eq(seen.finding[0].other_line, 11);
    aic_sim_free(sim);
    aic_product_free(product);
}

Test(engine, a_wait_that_nothing_ends_is_a_deadlock)
{
    struct aic_product *product = test_product("ascend910b1");
    struct seen seen = {0};
    struct aic_sim *sim = new_sim(product, &seen);
    push_flag(sim, "wait_flag", AIC_PIPE_MTE2, AIC_PIPE_MTE1, 3, 1);
    push_load(sim, 0, 0, 2);
    const struct aic_result *result = aic_sim_finish(sim);
    cr_assert(result->deadlock);
    cr_assert_eq(seen.n, 1);
    cr_assert_str_eq(seen.finding[0].rule, "SY-004");
    aic_sim_free(sim);
    aic_product_free(product);
}

Test(engine, waits_that_hold_one_another_are_one_finding)
{
    struct aic_product *product = test_product("ascend910b1");
    struct seen seen = {0};
    struct aic_sim *sim = new_sim(product, &seen);
    push_flag(sim, "wait_flag", AIC_PIPE_M, AIC_PIPE_MTE1, 0, 1);
    push_flag(sim, "set_flag", AIC_PIPE_MTE1, AIC_PIPE_M, 0, 2);
    push_flag(sim, "wait_flag", AIC_PIPE_MTE1, AIC_PIPE_M, 0, 3);
    push_flag(sim, "set_flag", AIC_PIPE_M, AIC_PIPE_MTE1, 0, 4);
    aic_sim_finish(sim);
    cr_assert_eq(seen.n, 1);
    cr_assert_str_eq(seen.finding[0].rule, "SY-004");
    cr_assert_not_null(strstr(seen.finding[0].message, "line 1"));
    cr_assert_not_null(strstr(seen.finding[0].message, "line 3"));
    aic_sim_free(sim);
    aic_product_free(product);
}

/* A program of copies and loads whose flags are right; two simulations take turns. */
static void push_step(struct aic_sim *sim, unsigned i)
{
    push_copy(sim, (i % 2) * 1024, (i % 4) * 1024, i * 6 + 1);
    push_flag(sim, "set_flag", AIC_PIPE_MTE2, AIC_PIPE_MTE1, i % 2, i * 6 + 2);
    push_flag(sim, "wait_flag", AIC_PIPE_MTE2, AIC_PIPE_MTE1, i % 2, i * 6 + 3);
    push_load(sim, 0, (i % 2) * 1024, i * 6 + 4);
    push_flag(sim, "set_flag", AIC_PIPE_MTE1, AIC_PIPE_MTE2, i % 2, i * 6 + 5);
    push_flag(sim, "wait_flag", AIC_PIPE_MTE1, AIC_PIPE_MTE2, i % 2, i * 6 + 6);
}

Test(engine, two_simulations_run_side_by_side_and_alike)
{
    struct aic_product *product = test_product("ascend910b1");
    struct seen seen[2] = {{0}, {0}};
    struct aic_sim *sim[2] = {new_sim(product, &seen[0]), new_sim(product, &seen[1])};
    for (unsigned i = 0; i < 200; i++) {
        push_step(sim[0], i);
        push_step(sim[1], i);
        if (i % 3 == 0) {
            aic_sim_drain(sim[1]); /* must not change the times */
        }
    }
    const struct aic_result *a = aic_sim_finish(sim[0]), *b = aic_sim_finish(sim[1]);
    cr_assert_eq(seen[0].n, 0, "%s", seen[0].n ? seen[0].finding[0].message : "");
    cr_assert_eq(a->total, b->total);
    cr_assert_gt(a->total, 0);
    cr_assert_eq(memcmp(&a->cores[0], &b->cores[0], sizeof(a->cores[0])), 0);
    expect_sums(a);
    aic_sim_free(sim[0]);
    aic_sim_free(sim[1]);
    aic_product_free(product);
}

Test(engine, a_record_in_error_moves_nothing_and_silences_what_follows)
{
    struct aic_product *product = test_product("ascend910b1");
    struct seen seen = {0};
    struct aic_sim *sim = new_sim(product, &seen);
    push_copy(sim, 16, 0, 1); /* l1:16 is not a multiple of 32 */
    push_flag(sim, "set_flag", AIC_PIPE_MTE2, AIC_PIPE_MTE1, 0, 2);
    push_flag(sim, "wait_flag", AIC_PIPE_MTE2, AIC_PIPE_MTE1, 0, 3);
    push_load(sim, 0, 32, 4);
    aic_sim_finish(sim);
    cr_assert_eq(seen.n, 1);
    cr_assert_str_eq(seen.finding[0].rule, "MEM-001");
    uint8_t got[16], state[16];
    cr_assert(aic_sim_read(sim, 0, AIC_L1, 0, 16, sizeof(got), got, state));
    cr_assert_eq(got[0], 0);
    cr_assert(state[0] & AIC_ST_TAINT);
    aic_sim_free(sim);
    aic_product_free(product);
}
