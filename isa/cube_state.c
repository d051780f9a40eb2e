#include "isa/cube_state.h"

#include "isa/mmad_mx.h"
#include "isa/mmad_sparse.h"

/* State of element `index` of a 32-byte line of elements of `bits` bits. */
static enum aic_lane line_lane(const uint8_t *line, uint32_t index, unsigned bits)
{
    return bits < 8 ? aic_lane_of(line + index / 2, 1) : aic_lane_of(line + index * (bits / 8), bits / 8);
}

/* First poisoned element of the first `count` of a line, -1 when none is; *tainted is set where one is tainted. */
static int scan_line(const uint8_t *line, uint32_t count, unsigned bits, uint8_t *tainted)
{
    if (aic_state_all_valid(line, ((uint64_t)count * bits + 7) / 8)) {
        return -1;
    }
    for (uint32_t i = 0; i < count; i++) {
        enum aic_lane lane = line_lane(line, i, bits);
        if (lane == AIC_LANE_POISON) {
            return (int)i;
        }
        *tainted |= lane == AIC_LANE_TAINTED;
    }
    return -1;
}

/* Most operands have a meaning everywhere, which is seen at once. */
static bool region_valid(const struct aic_buffer *buf, uint64_t at, uint64_t bytes)
{
    return at + bytes <= buf->bytes && aic_state_all_valid(buf->state + at, bytes);
}

static uint32_t line_count(uint32_t length, uint32_t s, uint32_t c0)
{
    uint32_t left = length - s * c0;
    return left < c0 ? left : c0;
}

static const char never_written_fix[] =
    "load whole fractals of it before, from memory that holds data (a tensor has file=, or init)";

static bool scan_a(const struct aic_cube *cube, const struct aic_memory *mem, uint8_t *row_taint,
                   struct aic_check *chk)
{
    const uint8_t *state = mem->local[AIC_L0A].state + cube->a_addr;
    unsigned bits = aic_dtype_bits((enum aic_dtype)cube->a);
    uint64_t across = cube->nz ? cube->k1 : cube->m1;
    if (!cube->gemv && region_valid(&mem->local[AIC_L0A], cube->a_addr, across * cube->a_pitch * 512)) {
        return true;
    }
    for (uint32_t r = 0; r < cube->m; r++) {
        for (uint32_t s = 0; s < cube->k1; s++) {
            uint64_t line = aic_cube_a_line(cube, r, s);
            int bad = scan_line(state + line, line_count(cube->k, s, cube->c0), bits, &row_taint[r]);
            if (bad < 0) {
                continue;
            }
            if (aic_lane_first(chk)) {
                aic_raise_as(chk, "MEM-016", aic_lane_severity(chk), aic_at_operand(1), never_written_fix,
                          "A[m=%u][k=%u] at l0a:%llu was never written or is undefined", r,
                          s * cube->c0 + (unsigned)bad,
                          (unsigned long long)(cube->a_addr + line + (unsigned)bad * bits / 8));
            }
            if (!aic_check_run_on(chk)) {
                return false;
            }
            row_taint[r] = row_taint[r] | AIC_CUBE_UNDEFINED;
        }
    }
    return true;
}

static bool scan_b(const struct aic_cube *cube, const struct aic_memory *mem, uint8_t *col_taint,
                   struct aic_check *chk)
{
    const uint8_t *state = mem->local[AIC_L0B].state + cube->b_addr;
    unsigned bits = aic_dtype_bits((enum aic_dtype)cube->b);
    if (region_valid(&mem->local[AIC_L0B], cube->b_addr, (uint64_t)cube->bk1 * cube->n1 * 512)) {
        return true;
    }
    for (uint32_t s = 0; s < cube->bk1; s++) {
        for (uint32_t n = 0; n < cube->n; n++) {
            uint64_t line = aic_cube_b_line(cube, s, n);
            int bad = scan_line(state + line, line_count(cube->b_rows, s, cube->c0), bits, &col_taint[n]);
            if (bad < 0) {
                continue;
            }
            if (aic_lane_first(chk)) {
                aic_raise_as(chk, "MEM-016", aic_lane_severity(chk), aic_at_operand(2), never_written_fix,
                          "B[k=%u][n=%u] at l0b:%llu was never written or is undefined", s * cube->c0 + (unsigned)bad,
                          n, (unsigned long long)(cube->b_addr + line + (unsigned)bad * bits / 8));
            }
            if (!aic_check_run_on(chk)) {
                return false;
            }
            col_taint[n] = col_taint[n] | AIC_CUBE_UNDEFINED;
        }
    }
    return true;
}

static bool scan_scales(const struct aic_cube *cube, const struct aic_memory *mem, bool of_a, uint8_t *taint,
                        struct aic_check *chk)
{
    uint64_t base = (of_a ? cube->a_addr : cube->b_addr) / 16;
    const struct aic_buffer *buf = &mem->local[of_a ? AIC_L0A_MX : AIC_L0B_MX];
    const uint8_t *state = buf->state + base;
    bool nan = false;
    uint32_t rows = of_a ? cube->m : cube->n;
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t g = 0; g < cube->k / 32; g++) {
            enum aic_lane lane = aic_lane_of(state + aic_mmad_mx_scale(cube, r, g), 1);
            taint[r] |= lane == AIC_LANE_TAINTED;
            if (lane == AIC_LANE_VALID && !nan && buf->data[base + aic_mmad_mx_scale(cube, r, g)] == 255) {
                nan = true;
                aic_raise(chk, "MX-005", aic_at_operand(of_a ? 1 : 2), NULL,
                          "the scale of %s[%s=%u], k=%u.. is 255, NaN",
                          of_a ? "A" : "B", of_a ? "m" : "n", r, g * 32);
            }
            if (lane != AIC_LANE_POISON) {
                continue;
            }
            if (aic_lane_first(chk)) {
                aic_raise_as(chk, "MEM-016", aic_lane_severity(chk), aic_at_operand(of_a ? 1 : 2),
                          "load the scales with load2dmx before",
                          "the scale of %s[%s=%u], k=%u.. was never written or is undefined", of_a ? "A" : "B",
                          of_a ? "m" : "n", r, g * 32);
            }
            if (!aic_check_run_on(chk)) {
                return false;
            }
            taint[r] = taint[r] | AIC_CUBE_UNDEFINED;
        }
    }
    return true;
}

static bool scan_indices(const struct aic_cube *cube, const struct aic_memory *mem, uint8_t *col_taint,
                         struct aic_check *chk)
{
    const uint8_t *state = mem->local[AIC_IDX].state + cube->b_addr / 4;
    unsigned shift;
    for (uint32_t n = 0; n < cube->n; n++) {
        for (uint32_t d = 0; d < cube->b_rows; d++) {
            enum aic_lane lane = aic_lane_of(state + aic_mmad_sparse_index(cube, d, n, &shift), 1);
            col_taint[n] |= lane == AIC_LANE_TAINTED;
            if (lane != AIC_LANE_POISON) {
                continue;
            }
            if (aic_lane_first(chk)) {
                aic_raise_as(chk, "MEM-016", aic_lane_severity(chk), aic_at_operand(2),
                          "load B and its indices with load_sparse before",
                          "the index of B[%u][n=%u] was never written or is undefined", d, n);
            }
            if (!aic_check_run_on(chk)) {
                return false;
            }
            col_taint[n] = col_taint[n] | AIC_CUBE_UNDEFINED;
        }
    }
    return true;
}

bool aic_cube_scan(const struct aic_cube *cube, const struct aic_memory *mem, uint8_t *row_taint, uint8_t *col_taint,
                   struct aic_check *chk)
{
    if (!scan_a(cube, mem, row_taint, chk) || !scan_b(cube, mem, col_taint, chk)) {
        return false;
    }
    if (cube->kind == AIC_CUBE_MX) {
        return scan_scales(cube, mem, true, row_taint, chk) && scan_scales(cube, mem, false, col_taint, chk);
    }
    return cube->kind != AIC_CUBE_SPARSE || scan_indices(cube, mem, col_taint, chk);
}

enum aic_lane aic_cube_a_lane(const struct aic_cube *cube, const struct aic_memory *mem, uint32_t r, uint32_t k)
{
    const uint8_t *line = mem->local[AIC_L0A].state + cube->a_addr + aic_cube_a_line(cube, r, k / cube->c0);
    return line_lane(line, k % cube->c0, aic_dtype_bits((enum aic_dtype)cube->a));
}

enum aic_lane aic_cube_b_lane(const struct aic_cube *cube, const struct aic_memory *mem, uint32_t k, uint32_t n)
{
    const uint8_t *line = mem->local[AIC_L0B].state + cube->b_addr + aic_cube_b_line(cube, k / cube->c0, n);
    return line_lane(line, k % cube->c0, aic_dtype_bits((enum aic_dtype)cube->b));
}

void aic_cube_check_tail(const struct aic_cube *cube, const struct aic_memory *mem, struct aic_check *chk)
{
    unsigned bits = aic_dtype_bits((enum aic_dtype)cube->a), from = (cube->k % cube->c0 * bits + 7) / 8;
    if (cube->kind != AIC_CUBE_PLAIN || cube->gemv || from == 0) {
        return;
    }
    for (uint32_t r = 0; r < cube->m; r++) {
        uint64_t line = cube->a_addr + aic_cube_a_line(cube, r, cube->k1 - 1);
        const uint8_t *data = mem->local[AIC_L0A].data + line, *state = mem->local[AIC_L0A].state + line;
        for (unsigned i = from; i < 32; i++) {
            if (state[i] == AIC_ST_VALID && data[i]) {
                aic_raise(chk, "MM-030", aic_at_field(AIC_MM_K), "use all columns of A, or fill the rest with 0",
                          "k=%u ends inside a block of A whose row %u goes on with other values than 0", cube->k, r);
                return;
            }
        }
    }
}
