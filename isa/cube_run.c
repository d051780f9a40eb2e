/* The values of a multiplication: check the lanes, unpack A, B and the start of C into panels, multiply, store C. */
#include <math.h>
#include <string.h>

#include "buffers/float_arrays.h"
#include "buffers/float_formats.h"
#include "buffers/simd.h"
#include "isa/cube_kernel.h"
#include "isa/cube_panels.h"
#include "isa/cube_state.h"

static void start_element(const struct aic_cube *cube, const uint8_t *data, const uint8_t *state, uint64_t index,
                          enum aic_dtype dt, struct aic_cube_run *run, uint64_t to)
{
    unsigned size = aic_dtype_bits(dt) / 8;
    run->c_lane[to] = (uint8_t)aic_lane_of(state + index * size, size);
    if (aic_dtype_is_float((enum aic_dtype)cube->c)) {
        aic_elements_to_floats(dt, data, index, (float *)run->c + to, 1);
    } else {
        run->start[to] = aic_raw_to_int(dt, aic_element_load(data, index, dt));
    }
}

/* `rows` rows of 16 columns from (m, n) on: they lie one behind the other in L0C as in the panel. Loads them as they
 * are where all of them are valid 32-bit words; false leaves them to start_element. */
static bool start_rows(const struct aic_cube *cube, const uint8_t *data, const uint8_t *state, uint32_t m, uint32_t n,
                       uint32_t rows, struct aic_cube_run *run)
{
    uint64_t count = cube->n - n < 16 ? cube->n - n : 16ull * rows;
    uint64_t at = aic_cube_c_element(cube, m, n) * 4, to = aic_cube_panel_c(run, m, n);
    if (aic_dtype_bits((enum aic_dtype)cube->c) != 32 || !aic_state_all_valid(state + at, count * 4)) {
        return false;
    }
    if (aic_dtype_is_float((enum aic_dtype)cube->c)) {
        memcpy(run->c + to, data + at, count * 4);
        return true;
    }
    bool is_signed = aic_dtype_is_signed((enum aic_dtype)cube->c);
    for (uint64_t j = 0; j < count; j++) {
        uint32_t word;
        memcpy(&word, data + at + j * 4, 4);
        run->start[to + j] = is_signed ? (int64_t)(int32_t)word : (int64_t)word;
    }
    return true;
}

/* Whether a lane of C has been written without a meaning, other than never. */
static bool undefined_result(const struct aic_cube *cube, const uint8_t *state, uint32_t m, uint32_t n)
{
    unsigned size = aic_dtype_bits((enum aic_dtype)cube->c) / 8;
    return state[aic_cube_c_element(cube, m, n) * size] & AIC_ST_UNDEF;
}

/* A lane of the initial C has no meaning. True when the multiplication goes on all the same. */
static bool meaningless_start(const struct aic_cube *cube, uint32_t m, uint32_t n, struct aic_check *chk)
{
    if (aic_lane_first(chk) && cube->init == AIC_INIT_BT) {
        aic_raise_as(chk, "MEM-016", aic_lane_severity(chk), aic_at_operand(3), "copy the bias to bt before",
                  "bias[n=%u] was never written or is undefined", n);
    } else if (!chk->error && cube->init != AIC_INIT_BT) {
        aic_raise(chk, "MM-026", aic_at_operand(cube->init == AIC_INIT_C ? 0 : 3),
                  "set cmatrixInitVal=true for the first Mmad of a block",
                  "C[m=%u][n=%u] is accumulated upon, but was never written or is undefined", m, n);
    }
    return aic_check_run_on(chk);
}

/* Loads the initial C into the panel. False, with MM-026 or MEM-016 raised, where a lane of it has no meaning. */
static bool load_start(const struct aic_cube *cube, struct aic_memory *mem, struct aic_cube_run *run,
                       struct aic_check *chk)
{
    bool bt = cube->init == AIC_INIT_BT;
    const struct aic_buffer *buf = &mem->local[bt ? AIC_BT : AIC_L0C];
    const uint8_t *data = buf->data + cube->init_addr, *state = buf->state + cube->init_addr;
    enum aic_dtype dt = (enum aic_dtype)(bt ? cube->bias : cube->c);
    for (uint32_t strip = 0; strip < cube->n; strip += 16) {
        bool whole = !bt && strip + 16 <= cube->n && start_rows(cube, data, state, 0, strip, cube->m, run);
        for (uint32_t m = 0; m < cube->m && !whole; m++) {
            if (!bt && start_rows(cube, data, state, m, strip, 1, run)) {
                continue;
            }
            for (uint32_t n = strip; n < cube->n && n < strip + 16; n++) {
                uint64_t to = aic_cube_panel_c(run, m, n);
                start_element(cube, data, state, bt ? n : aic_cube_c_element(cube, m, n), dt, run, to);
                if (run->c_lane[to] != AIC_LANE_POISON) {
                    continue;
                }
                if (!bt && chk->run_on && undefined_result(cube, state, m, n)) {
                    continue; /* a lane that an earlier multiplication left so: it is so still */
                }
                if (!meaningless_start(cube, m, n, chk)) {
                    return false;
                }
                run->c_lane[to] = bt ? AIC_LANE_POISON : AIC_LANE_TAINTED;
            }
        }
    }
    return true;
}

/* Whether every lane of C's rows has a meaning. */
static bool all_start_valid(const struct aic_cube *cube, const uint8_t *state)
{
    for (uint32_t n = 0; n < cube->n; n += 16) {
        if (!aic_state_all_valid(state + aic_cube_c_element(cube, 0, n) * 4, cube->m * 64ull)) {
            return false;
        }
    }
    return true;
}

/* Lets the product add up in L0C itself, where C is whole strips of floats that start from 0 or from what lies there.
 * Most multiplications are so. */
static bool start_in_place(const struct aic_cube *cube, struct aic_memory *mem, struct aic_cube_run *run)
{
    struct aic_buffer *l0c = &mem->local[AIC_L0C];
    uint8_t *data = l0c->data + cube->c_addr;
    if (cube->c != AIC_DT_FLOAT || cube->n % 16 || cube->c_addr % 4) {
        return false;
    }
    if (cube->init == AIC_INIT_ZERO) {
        for (uint32_t n = 0; n < cube->n; n += 16) {
            memset(data + aic_cube_c_element(cube, 0, n) * 4, 0, cube->m * 64ull);
        }
    } else if (cube->init != AIC_INIT_C || !all_start_valid(cube, l0c->state + cube->c_addr)) {
        return false;
    }
    run->in_place = true;
    run->panels.c = data;
    run->panels.c_strip = cube->m1 * 256ull;
    return true;
}

/* Prepares the initial C. False, with a finding raised, where a lane of it has no meaning. */
static bool start_c(const struct aic_cube *cube, struct aic_memory *mem, struct aic_cube_run *run,
                    struct aic_check *chk)
{
    if (start_in_place(cube, mem, run)) {
        return true;
    }
    aic_cube_clear_c(cube, run);
    return cube->init == AIC_INIT_ZERO || load_start(cube, mem, run, chk);
}

static bool has_nan(const struct aic_float_range *range)
{
    return range->most > 0x7f800000;
}

static bool nan_in_a(const struct aic_cube *cube, const struct aic_memory *mem, const struct aic_cube_run *run,
                     struct aic_check *chk)
{
    const float *a = (const float *)run->a;
    for (uint32_t m = 0; m < cube->m; m++) {
        for (uint32_t k = 0; k < cube->k; k++) {
            if (isnan(a[aic_cube_panel_a(run, m, k)]) && aic_cube_a_lane(cube, mem, m, k) == AIC_LANE_VALID) {
                aic_raise(chk, "MM-025", aic_at_operand(1), NULL, "A[m=%u][k=%u] is NaN, which may raise an error", m,
                          k);
                return true;
            }
        }
    }
    return false;
}

static void nan_in_b(const struct aic_cube *cube, const struct aic_memory *mem, const struct aic_cube_run *run,
                     struct aic_check *chk)
{
    const float *b = (const float *)run->b;
    for (uint32_t n1 = 0; n1 < cube->n; n1 += 16) {
        for (uint32_t i = 0; i < cube->k * 16; i++) {
            uint32_t k = i / 16, n = n1 + i % 16;
            if (isnan(b[aic_cube_panel_b(run, k, n)]) && aic_cube_b_lane(cube, mem, k, n) == AIC_LANE_VALID) {
                aic_raise(chk, "MM-025", aic_at_operand(2), NULL, "B[k=%u][n=%u] is NaN, which may raise an error", k,
                          n);
                return;
            }
        }
    }
}

static void multiply_float(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run,
                           struct aic_check *chk)
{
    struct aic_float_range a, b;
    aic_cube_unpack_floats(cube, mem, run);
    aic_cube_ranges(cube, run, &a, &b);
    if (!has_nan(&a) || !nan_in_a(cube, mem, run, chk)) {
        if (has_nan(&b)) {
            nan_in_b(cube, mem, run, chk);
        }
    }
    if (cube->kind == AIC_CUBE_MX) {
        aic_cube_scale(cube, mem, run);
        aic_cube_ranges(cube, run, &a, &b);
    }
    uint32_t block = cube->lim->mmad_k_block > 0 ? (uint32_t)cube->lim->mmad_k_block : cube->c0;
    aic_cube_dot_float(&run->panels, block, cube->lim->mmad_c_first == 1, aic_products_exact(&a, &b));
}

static void multiply_int(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_cube_run *run)
{
    aic_cube_unpack_ints(cube, mem, run);
    aic_cube_dot_int(&run->panels);
    bool is_signed = aic_dtype_is_signed((enum aic_dtype)cube->c);
    int64_t low = is_signed ? INT32_MIN : 0, high = is_signed ? INT32_MAX : (int64_t)UINT32_MAX;
    uint64_t count = (uint64_t)cube->n1 * cube->m * 16;
    for (uint64_t i = 0; i < count; i++) {
        int64_t sum = run->start[i] + (int32_t)run->c[i];
        run->c[i] = (uint32_t)(sum < low ? low : sum > high ? high : sum);
    }
}

/* Branch-free, so that it vectorises: x - x is 0 for finite numbers only. */
AIC_CLONES
static bool all_finite(const float *row, uint64_t count)
{
    unsigned odd = 0;
    for (uint64_t j = 0; j < count; j++) {
        odd |= row[j] - row[j] != 0.0f;
    }
    return !odd;
}

/* CTRL[48] = 0: inf becomes the largest number of the type and NaN 0. dst may be row itself. */
static void store_floats(const struct aic_cube *cube, const float *row, uint64_t count, uint8_t *dst)
{
    enum aic_dtype dt = (enum aic_dtype)cube->c;
    struct aic_round round = {.saturate = !cube->regs->inf_nan};
    if (dt == AIC_DT_FLOAT && all_finite(row, count)) {
        memmove(dst, row, count * sizeof(float));
        return;
    }
    for (uint64_t j = 0; j < count; j++) {
        aic_element_store(dst, j, dt, aic_value_encode(dt, row[j], &round));
    }
}

/* `rows` rows of up to 16 columns from (m, n) on. */
static void store_values(const struct aic_cube *cube, const struct aic_cube_run *run, uint32_t m, uint32_t n,
                         uint32_t rows, uint8_t *l0c)
{
    uint64_t from = aic_cube_panel_c(run, m, n), at = aic_cube_c_element(cube, m, n);
    uint32_t count = rows > 1 || cube->n - n >= 16 ? rows * 16 : cube->n - n;
    if (aic_dtype_is_float((enum aic_dtype)cube->c)) {
        uint8_t *dst = l0c + at * (aic_dtype_bits((enum aic_dtype)cube->c) / 8);
        store_floats(cube, (const float *)run->panels.c + from, count, dst);
    } else {
        memcpy(l0c + at * 4, run->c + from, count * 4);
    }
}

static enum aic_lane start_lane(const struct aic_cube_run *run, uint64_t at)
{
    return run->in_place ? AIC_LANE_VALID : (enum aic_lane)run->c_lane[at];
}

/* The states of a row of up to 16 columns, some of which have no meaning, and of the lanes behind them. */
static void store_row_state(const struct aic_cube *cube, const struct aic_cube_run *run, uint32_t m, uint32_t n,
                            uint8_t *l0c_state)
{
    uint32_t size = aic_dtype_bits((enum aic_dtype)cube->c) / 8;
    uint32_t count = cube->n - n < 16 ? cube->n - n : 16;
    uint8_t *state = l0c_state + aic_cube_c_element(cube, m, n) * size;
    memset(state, AIC_ST_VALID, count * size);
    for (uint32_t j = 0; j < count && run->tainted; j++) {
        unsigned lane = run->row_taint[m] | run->col_taint[n + j];
        enum aic_lane start = start_lane(run, aic_cube_panel_c(run, m, n + j));
        bool taint = lane & AIC_CUBE_TAINTED || start == AIC_LANE_TAINTED;
        bool undefined = lane & AIC_CUBE_UNDEFINED || start == AIC_LANE_POISON;
        memset(state + j * size, taint ? AIC_ST_TAINT : undefined ? AIC_ST_UNDEF : AIC_ST_VALID, size);
    }
    memset(state + count * size, AIC_ST_UNDEF, (16 - count) * size);
}

/* 16 columns from n on. */
static void store_strip(const struct aic_cube *cube, const struct aic_cube_run *run, uint32_t n, uint8_t *l0c,
                        uint8_t *l0c_state)
{
    uint64_t size = aic_dtype_bits((enum aic_dtype)cube->c) / 8;
    bool whole = n + 16 <= cube->n;
    if (whole) {
        store_values(cube, run, 0, n, cube->m, l0c);
    }
    if (whole && !run->tainted) {
        if (run->in_place && cube->init == AIC_INIT_C) {
            return; /* valid before */
        }
        memset(l0c_state + aic_cube_c_element(cube, 0, n) * size, AIC_ST_VALID, cube->m * 16 * size);
        return;
    }
    for (uint32_t m = 0; m < cube->m; m++) {
        if (!whole) {
            store_values(cube, run, m, n, 1, l0c);
        }
        store_row_state(cube, run, m, n, l0c_state);
    }
}

static bool any_set(const uint8_t *flags, uint64_t n)
{
    uint8_t all = 0;
    for (uint64_t i = 0; i < n; i++) {
        all |= flags[i];
    }
    return all;
}

/* The lanes outside m x n keep their bytes and lose their meaning. */
static void store_c(const struct aic_cube *cube, struct aic_memory *mem, struct aic_cube_run *run)
{
    run->tainted = any_set(run->row_taint, cube->m) || any_set(run->col_taint, cube->n) ||
                   (!run->in_place && any_set(run->c_lane, (uint64_t)cube->n1 * 16 * cube->m));
    uint64_t size = aic_dtype_bits((enum aic_dtype)cube->c) / 8, rest = cube->m1 * 16 - cube->m;
    uint8_t *data = mem->local[AIC_L0C].data + cube->c_addr, *state = mem->local[AIC_L0C].state + cube->c_addr;
    for (uint32_t n = 0; n < cube->n; n += 16) {
        store_strip(cube, run, n, data, state);
        memset(state + aic_cube_c_element(cube, cube->m, n) * size, AIC_ST_UNDEF, rest * 16 * size);
    }
}

/* The checks passed against the product's sizes; a memory that was made smaller must not be overrun. */
static bool fits(const struct aic_op *op, enum aic_cube_kind kind, const struct aic_memory *mem)
{
    struct aic_footprint fp = {0};
    aic_cube_footprint(op, kind, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        uint64_t low, high;
        aic_span_bounds(&fp.e[i].span, &low, &high);
        if (low > high || high > mem->local[fp.e[i].span.space].bytes) {
            return false;
        }
    }
    return true;
}

void aic_cube_execute(const struct aic_op *op, enum aic_cube_kind kind, struct aic_memory *mem, struct aic_check *chk)
{
    struct aic_cube cube;
    struct aic_cube_run run;
    aic_cube_of(op, kind, &cube);
    if (!fits(op, kind, mem)) {
        return;
    }
    if (!aic_cube_run_new(&cube, &run)) {
        aic_raise(chk, "PATH-003", AIC_AT_RECORD, NULL, "this machine has no memory left for the operands of %s",
                  op->insn->name);
        return;
    }
    aic_cube_check_tail(&cube, mem, chk);
    if (aic_cube_scan(&cube, mem, run.row_taint, run.col_taint, chk) && start_c(&cube, mem, &run, chk)) {
        if (aic_dtype_is_float((enum aic_dtype)cube.c)) {
            multiply_float(&cube, mem, &run, chk);
        } else {
            multiply_int(&cube, mem, &run);
        }
        store_c(&cube, mem, &run);
    }
    aic_cube_run_free(&run);
}
