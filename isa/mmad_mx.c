#include "isa/mmad_mx.h"

#include <inttypes.h>

void aic_mmad_mx_check(const struct aic_op *op, const struct aic_cube *cube, struct aic_check *chk)
{
    bool fp4 = aic_dtype_bits((enum aic_dtype)cube->a) == 4;
    unsigned align = fp4 ? 512 : 1024;
    if (cube->k % 64) {
        aic_raise(chk, "MX-001", aic_at_field(AIC_MM_K), "round k up to 64 and fill the tail with zeros",
                  "k=%u is no multiple of 64", cube->k);
    }
    for (int i = 1; i <= 2; i++) {
        if (op->rec->op[i].addr % align) {
            aic_raise(chk, fp4 ? "MX-003" : "MX-002", aic_at_operand(i),
                      "align the operand, its scales lie at address/16",
                      "%s at byte %" PRIu64 " is not aligned to %u bytes", op->insn->slots[i].role, op->rec->op[i].addr,
                      align);
        }
    }
}

uint64_t aic_mmad_mx_scale(const struct aic_cube *cube, uint32_t row, uint32_t g)
{
    return (row / 16 * (uint64_t)(cube->k / 64) + g / 2) * 32 + row % 16 * 2 + g % 2;
}

/* Rows of 16 x 2 byte blocks, K/64 of them side by side. */
static void add_scales(enum aic_space space, uint64_t addr, uint32_t rows, uint32_t groups, int operand,
                       struct aic_footprint *fp)
{
    uint32_t full = rows / 16, tail = rows % 16;
    aic_footprint_add(fp, aic_span_linear(space, addr, full * (uint64_t)groups * 32), AIC_READ, operand);
    if (tail) {
        struct aic_span span = aic_span_rows(space, addr + full * (uint64_t)groups * 32, tail * 2u, groups, 32);
        aic_footprint_add(fp, span, AIC_READ, operand);
    }
}

void aic_mmad_mx_footprint(const struct aic_cube *cube, struct aic_footprint *fp)
{
    add_scales(AIC_L0A_MX, cube->a_addr / 16, cube->m, cube->k / 64, 1, fp);
    add_scales(AIC_L0B_MX, cube->b_addr / 16, cube->n, cube->k / 64, 2, fp);
}
