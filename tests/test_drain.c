/* data_copy ub, l0c on products without Fixpipe: places and values worked by hand from the tables of legacy.md 3. */
#include <criterion/criterion.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "isa/drain.h"
#include "reference/world.h"

static struct world w;

static void start(enum aic_dtype src, enum aic_dtype dst, int64_t count, int64_t len, int64_t src_gap, int64_t dst_gap)
{
    world_init(&w, WORLD_310P);
    w.lim.path[AIC_L0C][AIC_UB] = AIC_PATH_YES;
    world_record(&w, &aic_insns_copy[0]);
    world_dtypes(&w, src, dst, AIC_DT_NONE);
    world_operand(&w, AIC_UB, 0);
    world_operand(&w, AIC_L0C, 0);
    w.rec.f[0] = count;
    w.rec.f[1] = len;
    w.rec.f[2] = src_gap;
    w.rec.f[3] = dst_gap;
    memset(w.mem.local[AIC_L0C].state, AIC_ST_VALID, w.mem.local[AIC_L0C].bytes);
}

static void mode(int64_t crmode)
{
    w.rec.f[AIC_DRAIN_CRMODE] = crmode;
    w.rec.given |= 1ull << AIC_DRAIN_CRMODE;
}

static void put(enum aic_dtype dt, uint64_t element, double value)
{
    aic_element_store(w.mem.local[AIC_L0C].data, element, dt, aic_value_encode(dt, value, NULL));
}

static double got(enum aic_dtype dt, uint64_t byte)
{
    return aic_value_decode(dt, aic_element_load(w.mem.ub[0].data + byte, 0, dt));
}

static void run(void)
{
    cr_assert(world_check(&w), "%s", w.message);
    cr_assert(world_execute(&w), "%s", w.message);
}

static uint64_t footprint(enum aic_access access)
{
    struct aic_op op = {.rec = &w.rec, .regs = &w.regs, .lim = &w.lim, .insn = w.insn};
    struct aic_footprint fp = {0};
    uint64_t bytes = 0;
    w.insn->footprint(&op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        bytes += fp.e[i].access == access ? aic_span_bytes(&fp.e[i].span) : 0;
    }
    return bytes;
}

Test(drain, half_fractals_move_as_they_are)
{
    /* Two bursts of 2 fractals, 1 fractal of gap at the source, 64 bytes at the destination. */
    start(AIC_DT_HALF, AIC_DT_HALF, 2, 2, 1, 2);
    put(AIC_DT_HALF, 3 * 256 + 17, 42);
    w.mem.local[AIC_L0C].state[3 * 512 + 2 * 20] = AIC_ST_UNDEF;
    run();
    cr_assert_eq(got(AIC_DT_HALF, 1024 + 64 + 17 * 2), 42);
    cr_assert_eq(w.mem.ub[0].state[1024 + 64 + 20 * 2], AIC_ST_UNDEF);
    cr_assert_eq(w.mem.ub[0].state[1024], AIC_ST_NEVER);
    cr_assert_eq(w.mem.ub[0].state[1024 + 64], AIC_ST_VALID);
    cr_assert_eq(footprint(AIC_READ), 4 * 512);
    cr_assert_eq(footprint(AIC_WRITE), 4 * 512);
    world_free(&w);
}

Test(drain, float_to_half_halves_the_destination)
{
    start(AIC_DT_FLOAT, AIC_DT_HALF, 1, 3, 0, 0);
    put(AIC_DT_FLOAT, 2 * 256 + 5, -2049); /* halfway: to even */
    put(AIC_DT_FLOAT, 2 * 256 + 6, 1e6);
    run();
    cr_assert_eq(got(AIC_DT_HALF, 1024 + 10), -2048);
    cr_assert_eq(got(AIC_DT_HALF, 1024 + 12), 65504);
    world_forget(&w);
    mode(AIC_CR_F322F16_RELU);
    run();
    cr_assert_eq(got(AIC_DT_HALF, 1024 + 10), 0);
    world_free(&w);
}

Test(drain, integers_times_a_half)
{
    start(AIC_DT_INT32, AIC_DT_HALF, 1, 1, 0, 0);
    mode(AIC_CR_DEQ);
    w.rec.f[AIC_DRAIN_SCALAR] = 0x3800; /* 0.5 */
    put(AIC_DT_INT32, 0, -7);
    run();
    cr_assert_eq(got(AIC_DT_HALF, 0), -3.5);
    w.rec.f[AIC_DRAIN_RELU] = 1;
    run();
    cr_assert_eq(got(AIC_DT_HALF, 0), 0);
    world_free(&w);
}

Test(drain, eight_bits_take_half_of_a_slot_or_stand_dense)
{
    static const struct {
        int64_t sid;
        uint64_t at, other, written;
    } cases[3] = {{0, 512 + 3 * 32 + 4, 16, 512}, {1, 512 + 3 * 32 + 16 + 4, 0, 512}, {2, 256 + 3 * 16 + 4, 512, 512}};
    for (int i = 0; i < 3; i++) {
        start(AIC_DT_INT32, AIC_DT_INT8, 1, 2, 0, 0);
        mode(AIC_CR_DEQ8);
        w.rec.f[AIC_DRAIN_SID_STORE_MODE] = cases[i].sid;
        w.rec.f[AIC_DRAIN_SCALAR] = (int64_t)(0x3f000000ull | 1ull << 46 | 3ull << 37); /* 0.5, int8, +3 */
        put(AIC_DT_INT32, 256 + 3 * 16 + 4, -21);                                      /* -10.5: -10, -7 */
        run();
        cr_assert_eq(got(AIC_DT_INT8, cases[i].at), -7);
        cr_assert_eq(w.mem.ub[0].state[cases[i].other], AIC_ST_NEVER);
        cr_assert_eq(footprint(AIC_WRITE), cases[i].written);
        world_free(&w);
    }
}

Test(drain, vector_mode_takes_the_first_row_of_each_fractal)
{
    start(AIC_DT_FLOAT, AIC_DT_FLOAT, 1, 2, 0, 0);
    w.rec.f[AIC_DRAIN_BLOCK_MODE] = 1;
    put(AIC_DT_FLOAT, 256 + 3, 9);
    run();
    cr_assert_eq(got(AIC_DT_FLOAT, 64 + 12), 9);
    cr_assert_eq(w.mem.ub[0].state[128], AIC_ST_NEVER);
    cr_assert_eq(footprint(AIC_READ), 128);
    world_free(&w);
}

Test(drain, vector_words_advance_with_the_bursts)
{
    start(AIC_DT_INT32, AIC_DT_HALF, 2, 1, 0, 0);
    mode(AIC_CR_VDEQ);
    cr_assert_not(world_check(&w)); /* no vector named */
    world_forget(&w);
    world_operand(&w, AIC_UB, 4096);
    aic_element_store(w.mem.ub[0].data + 4096, 5, AIC_DT_HALF, 0x4000);      /* burst 0, column 5: 2 */
    aic_element_store(w.mem.ub[0].data + 4096, 16 + 5, AIC_DT_HALF, 0x4200); /* burst 1: 3 */
    memset(w.mem.ub[0].state + 4096, AIC_ST_VALID, 64);
    put(AIC_DT_INT32, 5, 10);
    put(AIC_DT_INT32, 256 + 5, 10);
    run();
    cr_assert_eq(got(AIC_DT_HALF, 10), 20);
    cr_assert_eq(got(AIC_DT_HALF, 512 + 10), 30);
    cr_assert_eq(footprint(AIC_READ), 2 * 1024 + 64);
    world_free(&w);
}

Test(drain, shift_to_16_bits_saturates)
{
    start(AIC_DT_INT32, AIC_DT_INT16, 1, 1, 0, 0);
    mode(AIC_CR_DEQS16);
    w.rec.f[AIC_DRAIN_SCALAR] = (int64_t)(3ull << 32); /* N = 3 means 4 bits */
    put(AIC_DT_INT32, 0, -17);
    put(AIC_DT_INT32, 1, 1 << 20);
    run();
    cr_assert_eq(got(AIC_DT_INT16, 0), -2);
    cr_assert_eq(got(AIC_DT_INT16, 2), 32767);
    world_free(&w);
}

Test(drain, what_no_source_says_is_refused)
{
    start(AIC_DT_INT32, AIC_DT_HALF, 1, 1, 0, 0);
    mode(AIC_CR_DEQ16);
    cr_assert_not(world_check(&w));
    cr_assert(world_raised(&w, "PATH-003"));
    world_forget(&w);
    mode(AIC_CR_F322F16); /* not from int32 */
    cr_assert_not(world_check(&w));
    cr_assert(world_raised(&w, "PATH-002"));
    world_forget(&w);
    mode(AIC_CR_DEQ);
    w.lim.drain_crmodes = 7;
    cr_assert_not(world_check(&w));
    cr_assert(world_raised(&w, "PATH-002"));
    world_free(&w);
}

Test(drain, its_fields_belong_to_it_alone)
{
    start(AIC_DT_HALF, AIC_DT_HALF, 1, 1, 0, 0);
    w.rec.op[1].space = AIC_L1; /* a plain copy */
    w.lim.path[AIC_L1][AIC_UB] = AIC_PATH_YES;
    w.lim.dtypes[w.rec.insn][AIC_UB] = AIC_DT_BIT(AIC_DT_HALF);
    w.lim.data_copy_l1_ub = AIC_UNKNOWN;
    cr_assert_not(world_check(&w));
    cr_assert(world_raised(&w, "PATH-003"));
    w.lim.data_copy_l1_ub = 1;
    cr_assert(world_check(&w), "%s", w.message);
    w.rec.f[AIC_DRAIN_RELU] = 1;
    cr_assert_not(world_check(&w));
    cr_assert(world_raised(&w, "PATH-002"));
    world_free(&w);
}
