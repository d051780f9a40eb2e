/* Elements of a matrix product: the geometry of isa/cube.h read from the result. */
#include <string.h>

#include "isa/cube.h"
#include "isa/mmad_mx.h"
#include "isa/mmad_sparse.h"
#include "sim/origin.h"

struct walk {
    const struct aic_cube *cube;
    uint64_t of;
    aic_origin_fn *fn;
    void *user;
};

static void report(const struct walk *w, enum aic_space space, int operand, uint64_t addr, uint64_t bytes)
{
    struct aic_origin origin = {.of = w->of, .operand = (int8_t)operand, .space = (uint8_t)space, .addr = addr,
                                .bytes = bytes};
    w->fn(w->user, &origin);
}

/* Bytes of `elements` elements of up to 32 bytes. */
static uint64_t line_bytes(uint32_t elements, uint32_t c0, unsigned bits)
{
    return ((uint64_t)(elements < c0 ? elements : c0) * bits + 7) / 8;
}

static void report_row(const struct walk *w, uint32_t m)
{
    const struct aic_cube *cube = w->cube;
    for (uint32_t s = 0; s < cube->k1; s++) {
        report(w, AIC_L0A, 1, cube->a_addr + aic_cube_a_line(cube, m, s),
               line_bytes(cube->k - s * cube->c0, cube->c0, aic_dtype_bits((enum aic_dtype)cube->a)));
    }
}

static void report_column(const struct walk *w, uint32_t n)
{
    const struct aic_cube *cube = w->cube;
    for (uint32_t s = 0; s < cube->bk1; s++) {
        report(w, AIC_L0B, 2, cube->b_addr + aic_cube_b_line(cube, s, n),
               line_bytes(cube->b_rows - s * cube->c0, cube->c0, aic_dtype_bits((enum aic_dtype)cube->b)));
    }
}

/* What only one kind has: the scales of both operands, or the indices of the column. */
static void report_extras(const struct walk *w, uint32_t m, uint32_t n)
{
    const struct aic_cube *cube = w->cube;
    for (uint32_t g = 0; cube->kind == AIC_CUBE_MX && g < cube->k / 32; g++) {
        report(w, AIC_L0A_MX, 1, cube->a_addr / 16 + aic_mmad_mx_scale(cube, m, g), 1);
        report(w, AIC_L0B_MX, 2, cube->b_addr / 16 + aic_mmad_mx_scale(cube, n, g), 1);
    }
    for (uint32_t d = 0; cube->kind == AIC_CUBE_SPARSE && d < cube->b_rows; d += 4) {
        unsigned shift;
        report(w, AIC_IDX, -1, cube->b_addr / 4 + aic_mmad_sparse_index(cube, d, n, &shift), 1);
    }
}

static void report_start(const struct walk *w, uint64_t element, uint32_t n)
{
    const struct aic_cube *cube = w->cube;
    unsigned size = aic_dtype_bits((enum aic_dtype)cube->c) / 8;
    if (cube->init == AIC_INIT_BT) {
        unsigned word = aic_dtype_bits((enum aic_dtype)cube->bias) / 8;
        report(w, AIC_BT, 3, cube->init_addr + (uint64_t)n * word, word);
    } else if (cube->init != AIC_INIT_ZERO) {
        report(w, AIC_L0C, cube->init == AIC_INIT_C ? 0 : 3, cube->init_addr + element * size, size);
    }
}

static void report_element(const struct walk *w)
{
    const struct aic_cube *cube = w->cube;
    uint64_t element = (w->of - cube->c_addr) / (aic_dtype_bits((enum aic_dtype)cube->c) / 8);
    uint64_t strip = (uint64_t)cube->m1 * 256;
    uint32_t n = (uint32_t)(element / strip * 16 + element % 16), m = (uint32_t)(element % strip / 16);
    if (m >= cube->m || n >= cube->n) {
        w->fn(w->user, &(struct aic_origin){.of = w->of, .constant = true, .undefined = true, .operand = -1});
        return;
    }
    report_row(w, m);
    report_column(w, n);
    report_extras(w, m, n);
    report_start(w, element, n);
}

bool aic_cube_origins(const struct aic_op *op, const uint64_t *of, size_t n, aic_origin_fn *fn, void *user)
{
    static const char *const names[] = {[AIC_CUBE_PLAIN] = "mmad", [AIC_CUBE_MX] = "mmad_mx",
                                        [AIC_CUBE_SPARSE] = "mmad_sparse"};
    unsigned kind = 0;
    while (kind <= AIC_CUBE_SPARSE && strcmp(op->insn->name, names[kind]) != 0) {
        kind++;
    }
    if (kind > AIC_CUBE_SPARSE) {
        return false;
    }
    struct aic_cube cube;
    aic_cube_of(op, (enum aic_cube_kind)kind, &cube);
    for (size_t i = 0; i < n; i++) {
        report_element(&(struct walk){&cube, of[i], fn, user});
    }
    return true;
}
