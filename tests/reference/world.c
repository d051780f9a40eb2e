#include "reference/world.h"

#include <stdio.h>
#include <string.h>

static void take(void *user, const struct aic_finding *finding)
{
    struct world *w = user;
    if (w->n < WORLD_FINDINGS) {
        snprintf(w->rule[w->n++], sizeof(w->rule[0]), "%s", finding->rule);
    }
    snprintf(w->message, sizeof(w->message), "%s", finding->message);
}

static void triples(struct world *w, const struct aic_mmad_triple *rows, unsigned n)
{
    memcpy(w->lim.mmad_triples, rows, n * sizeof(*rows));
    w->lim.mmad_triples_n = n;
}

static void add_910b(struct world *w)
{
    static const struct aic_mmad_triple rows[] = {
        {AIC_DT_INT8, AIC_DT_INT8, AIC_DT_INT32, AIC_DT_INT32}, {AIC_DT_HALF, AIC_DT_HALF, AIC_DT_FLOAT, AIC_DT_FLOAT},
        {AIC_DT_FLOAT, AIC_DT_FLOAT, AIC_DT_FLOAT, AIC_DT_FLOAT}, {AIC_DT_BF16, AIC_DT_BF16, AIC_DT_FLOAT,
                                                                   AIC_DT_FLOAT},
        {AIC_DT_INT4, AIC_DT_INT4, AIC_DT_INT32, AIC_DT_NONE},
    };
    triples(w, rows, 5);
    w->lim.mmad_bias = w->lim.mmad_cmatrix_source = w->lim.mmad_unit_flag = w->lim.mmad_bias_end_checked = 1;
    w->lim.mmad_k_direction_align = w->lim.mmad_b4_k_even = 1;
    w->lim.hf32_mantissa_bits = AIC_UNKNOWN;
    w->lim.fixpipe_layouts[AIC_GM] = 3;
    w->lim.fixpipe_layouts[AIC_L1] = 1;
    w->lim.path[AIC_L0C][AIC_GM] = w->lim.path[AIC_L0C][AIC_L1] = AIC_PATH_YES;
    aic_dtype_set b8 = AIC_DT_BIT(AIC_DT_INT8) | AIC_DT_BIT(AIC_DT_UINT8);
    w->lim.fixpipe_f32[AIC_GM] = b8 | AIC_DT_BIT(AIC_DT_HALF) | AIC_DT_BIT(AIC_DT_BF16) | AIC_DT_BIT(AIC_DT_FLOAT);
    w->lim.fixpipe_f32[AIC_L1] = b8 | AIC_DT_BIT(AIC_DT_HALF) | AIC_DT_BIT(AIC_DT_BF16);
    w->lim.fixpipe_s32[AIC_GM] = b8 | AIC_DT_BIT(AIC_DT_HALF) | AIC_DT_BIT(AIC_DT_INT32);
    w->lim.fixpipe_s32[AIC_L1] = b8 | AIC_DT_BIT(AIC_DT_HALF);
    w->lim.fixpipe_quant_modes = (1 << (AIC_Q_VREQ8 + 1)) - 1;
    w->lim.fixpipe_split_spaces = AIC_SPACE_BIT(AIC_GM);
    w->lim.fixpipe_nd_m_max = 8192;
    w->lim.fixpipe_nd_stride_checked = 1;
    w->lim.quant_has_shift = w->lim.quant_shift_plus_one = w->lim.quant_offset_signed = 1;
    w->lim.quant_fb_entries = 256;
}

static void add_950(struct world *w)
{
    static const struct aic_mmad_triple rows[] = {
        {AIC_DT_INT8, AIC_DT_INT8, AIC_DT_INT32, AIC_DT_INT32},
        {AIC_DT_HALF, AIC_DT_HALF, AIC_DT_FLOAT, AIC_DT_FLOAT},
        {AIC_DT_FLOAT, AIC_DT_FLOAT, AIC_DT_FLOAT, AIC_DT_FLOAT},
        {AIC_DT_BF16, AIC_DT_BF16, AIC_DT_FLOAT, AIC_DT_FLOAT},
        {AIC_DT_FP8_E4M3FN, AIC_DT_FP8_E5M2, AIC_DT_FLOAT, AIC_DT_FLOAT},
        {AIC_DT_HIFLOAT8, AIC_DT_HIFLOAT8, AIC_DT_FLOAT, AIC_DT_FLOAT},
    };
    static const struct aic_mmad_triple mx[] = {
        {AIC_DT_FP4_E2M1, AIC_DT_FP4_E1M2, AIC_DT_FLOAT, AIC_DT_FLOAT},
        {AIC_DT_FP8_E4M3FN, AIC_DT_FP8_E5M2, AIC_DT_FLOAT, AIC_DT_FLOAT},
    };
    triples(w, rows, 6);
    memcpy(w->lim.mmad_mx_triples, mx, sizeof(mx));
    w->lim.mmad_mx_triples_n = 2;
    w->lim.l0a_layout = AIC_L0A_NZ;
    w->lim.sizes.bytes[AIC_L0C] = 256 << 10;
    w->lim.mmad_bias = w->lim.mmad_cmatrix_source = w->lim.mmad_unit_flag = w->lim.mmad_disable_gemv = 1;
    w->lim.hf32_mantissa_bits = 10;
    w->lim.fixpipe_params = AIC_FIX_ARCH3510;
    aic_dtype_set f32 = AIC_DT_BIT(AIC_DT_INT8) | AIC_DT_BIT(AIC_DT_UINT8) | AIC_DT_BIT(AIC_DT_HIFLOAT8) |
                        AIC_DT_BIT(AIC_DT_FP8_E4M3FN) | AIC_DT_BIT(AIC_DT_HALF) | AIC_DT_BIT(AIC_DT_BF16) |
                        AIC_DT_BIT(AIC_DT_FLOAT);
    aic_dtype_set s32 = AIC_DT_BIT(AIC_DT_INT8) | AIC_DT_BIT(AIC_DT_UINT8) | AIC_DT_BIT(AIC_DT_HALF) |
                        AIC_DT_BIT(AIC_DT_BF16) | AIC_DT_BIT(AIC_DT_INT32);
    static const uint8_t spaces[3] = {AIC_GM, AIC_L1, AIC_UB};
    for (int i = 0; i < 3; i++) {
        w->lim.fixpipe_f32[spaces[i]] = f32;
        w->lim.fixpipe_s32[spaces[i]] = s32;
        w->lim.fixpipe_layouts[spaces[i]] = 7;
        w->lim.path[AIC_L0C][spaces[i]] = AIC_PATH_YES;
    }
    w->lim.fixpipe_quant_modes = (1 << AIC_Q_COUNT) - 1;
    w->lim.fixpipe_split_spaces = AIC_SPACE_BIT(AIC_GM);
    w->lim.fixpipe_nd_m_max = 65535;
    w->lim.fixpipe_dual = w->lim.quant_offset_signed = w->lim.split_units = 1;
    w->lim.fixpipe_unit_flag = 1;
    w->lim.fixpipe_local_rows_32 = 1;
    w->lim.quant_fb_entries = 1024;
}

static void add_310p(struct world *w)
{
    static const struct aic_mmad_triple rows[] = {
        {AIC_DT_INT8, AIC_DT_INT8, AIC_DT_INT32, AIC_DT_NONE}, {AIC_DT_UINT8, AIC_DT_INT8, AIC_DT_INT32, AIC_DT_NONE},
        {AIC_DT_UINT8, AIC_DT_UINT8, AIC_DT_INT32, AIC_DT_NONE}, {AIC_DT_HALF, AIC_DT_HALF, AIC_DT_HALF, AIC_DT_NONE},
        {AIC_DT_HALF, AIC_DT_HALF, AIC_DT_FLOAT, AIC_DT_NONE}, {AIC_DT_INT4, AIC_DT_INT4, AIC_DT_INT32, AIC_DT_NONE},
        {AIC_DT_UINT8, AIC_DT_UINT8, AIC_DT_UINT32, AIC_DT_NONE},
    };
    triples(w, rows, 7);
    w->lim.hf32_mantissa_bits = AIC_UNKNOWN;
    w->lim.quant_has_shift = w->lim.quant_offset_signed = w->lim.quant_shift_plus_one = 1;
    w->lim.drain_crmodes = 0x3fff;
}

void world_init(struct world *w, enum world_product product)
{
    static const int64_t sizes[AIC_SPACE_COUNT] = {
        [AIC_L1] = 512 << 10, [AIC_L0A] = 64 << 10, [AIC_L0B] = 64 << 10,   [AIC_L0C] = 128 << 10, [AIC_UB] = 256 << 10,
        [AIC_BT] = 1 << 10,   [AIC_FB] = 8 << 10,   [AIC_L0A_MX] = 4 << 10, [AIC_L0B_MX] = 4 << 10,
        [AIC_IDX] = 16 << 10,
    };
    memset(w, 0, sizeof(*w));
    memcpy(w->lim.sizes.bytes, sizes, sizeof(sizes));
    w->lim.mmad_c_first = 1;
    w->lim.fixpipe_unit_flag = 1;
    w->lim.fixpipe_dst_align = 32;
    (product == WORLD_910B ? add_910b : product == WORLD_950 ? add_950 : add_310p)(w);
    aic_memory_init(&w->mem, &w->lim.sizes, 2, aic_gm_new());
}

void world_free(struct world *w)
{
    struct aic_gm *gm = w->mem.gm;
    aic_memory_free(&w->mem);
    aic_gm_free(gm);
}

void world_record(struct world *w, const struct aic_insn *insn)
{
    memset(&w->rec, 0, sizeof(w->rec));
    w->insn = insn;
    w->rec.line = 1;
    for (unsigned i = 0; i < insn->n_fields; i++) {
        w->rec.f[insn->fields[i].slot] = insn->fields[i].def;
    }
    world_forget(w);
}

void world_dtypes(struct world *w, enum aic_dtype a, enum aic_dtype b, enum aic_dtype c)
{
    w->rec.dtype[0] = (uint8_t)a;
    w->rec.dtype[1] = (uint8_t)b;
    w->rec.dtype[2] = (uint8_t)c;
    w->rec.n_dtypes = (uint8_t)(1 + (b != AIC_DT_NONE) + (c != AIC_DT_NONE));
}

void world_operand(struct world *w, enum aic_space space, uint64_t addr)
{
    w->rec.op[w->rec.n_operands++] = (struct aic_operand){.addr = addr, .tensor = -1, .space = (uint8_t)space};
}

static struct aic_op op_of(struct world *w)
{
    return (struct aic_op){.rec = &w->rec, .regs = &w->regs, .lim = &w->lim, .insn = w->insn};
}

static struct aic_check check_of(struct world *w)
{
    return (struct aic_check){.rec = &w->rec, .fn = take, .user = w};
}

bool world_check(struct world *w)
{
    struct aic_op op = op_of(w);
    struct aic_check chk = check_of(w);
    if (w->insn->nop && w->insn->nop(&op, &chk)) {
        return true;
    }
    w->insn->check(&op, &chk);
    return !chk.error;
}

bool world_execute(struct world *w)
{
    struct aic_op op = op_of(w);
    struct aic_check chk = check_of(w);
    w->insn->execute(&op, &w->mem, &chk);
    return !chk.error;
}

void world_forget(struct world *w)
{
    w->n = 0;
    w->message[0] = '\0';
}

bool world_raised(const struct world *w, const char *rule)
{
    for (unsigned i = 0; i < w->n; i++) {
        if (strcmp(w->rule[i], rule) == 0) {
            return true;
        }
    }
    return false;
}

uint32_t world_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(*seed >> 33);
}
