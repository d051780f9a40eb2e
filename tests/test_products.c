/* The products against a second list, typed from the documents' tables, and the printed form that loads again. */
#include <criterion/criterion.h>
#include <string.h>

#include "isa/insn.h"
#include "sim/config.h"
#include "tests/product_for_tests.h"

#define U (-1) /* no source gives it */

static int64_t scaled(int64_t value, int64_t scale)
{
    return value == U ? AIC_UNKNOWN : value * scale;
}

/* Chips: clock in MHz, cores, vector units, L2 in MiB. */
static const struct {
    const char *name, *arch;
    int64_t mhz, cores, vector, l2_mib;
} chips[] = {
    {"ascend910b1", "2201", 1850, 24, 48, 192},      {"ascend910b2", "2201", 1800, 24, 48, 192},
    {"ascend910b3", "2201", 1800, 20, 40, 192},      {"ascend910b4", "2201", 1500, 20, 40, 96},
    {"ascend910_9391", "2201", 1850, 24, 48, 192},   {"ascend910_9362", "2201", 1500, 20, 40, 168},
    {"ascend950pr_9579", "3510", 1650, 28, 56, 128}, {"ascend950pr_9589", "3510", 1650, 32, 64, 128},
    {"ascend950dt_9572", "3510", 1650, 28, 56, 128}, {"ascend950dt_9581", "3510", 1650, 32, 64, 128},
    {"ascend950dt_9582", "3510", 1650, 32, 64, 128}, {"ascend950pr_camodel", "3510", 1800, 32, 64, 128},
    {"ascend310b1", "3002", 1224, 1, 1, 4},          {"ascend310p1", "2002", 1060, 10, 8, 16},
    {"ascend310p3", "2002", 1060, 8, 7, 16},         {"ascend310p_vector", "2002", 1000, 7, 7, 16},
    {"ascend910", "1001", 900, 30, 30, 32},          {"kirin_x90", "3003", U, 1, 1, 0},
    {"kirin_9030", "3113", U, 1, 1, 0},
};
#define N_CHIPS (sizeof(chips) / sizeof(chips[0]))

Test(products, chips)
{
    for (size_t i = 0; i < N_CHIPS; i++) {
        struct aic_product *p = test_product(chips[i].name);
        cr_assert_not_null(p, "%s", chips[i].name);
        cr_expect_str_eq(p->name, chips[i].name);
        cr_expect_str_eq(p->arch, chips[i].arch, "%s", p->name);
        cr_expect_eq(p->pipes.clock_khz, scaled(chips[i].mhz, 1000), "%s", p->name);
        cr_expect_eq(p->cores, chips[i].cores, "%s", p->name);
        cr_expect_eq(p->vector_cores, chips[i].vector, "%s", p->name);
        cr_expect_eq(p->l2_bytes, scaled(chips[i].l2_mib, 1 << 20), "%s", p->name);
        aic_product_free(p);
    }
}

/* One product of each architecture, in the order of the documents' columns. */
static const char *const columns[] = {"ascend950pr_9589", "ascend910b1", "ascend310b1", "ascend310p3",
                                      "ascend910",        "kirin_x90",   "kirin_9030"};
#define N_COLUMNS 7

static void load_columns(struct aic_product *p[N_COLUMNS])
{
    for (size_t i = 0; i < N_COLUMNS; i++) {
        p[i] = test_product(columns[i]);
        cr_assert_not_null(p[i], "%s", columns[i]);
    }
}

static void free_columns(struct aic_product *p[N_COLUMNS])
{
    for (size_t i = 0; i < N_COLUMNS; i++) {
        aic_product_free(p[i]);
    }
}

/* KB in the memories. */
static const struct {
    enum aic_space space;
    int kb[N_COLUMNS];
} sizes[] = {
    {AIC_L1, {512, 512, 1024, 1024, 1024, 1024, 512}},
    {AIC_L0A, {64, 64, 64, 64, 64, 64, 32}},
    {AIC_L0B, {64, 64, 64, 64, 64, 64, 32}},
    {AIC_L0C, {256, 128, 128, 256, 256, 128, 64}},
    {AIC_UB, {256, 192, 248, 256, 256, 128, 128}},
    {AIC_BT, {4, 1, 1, 0, 0, 1, 1}},
    {AIC_L0A_MX, {4, 0, 0, 0, 0, 0, 0}},
    {AIC_L0B_MX, {4, 0, 0, 0, 0, 0, 0}},
    {AIC_IDX, {0, 16, U, 0, 0, U, U}},
};

Test(products, memories)
{
    struct aic_product *p[N_COLUMNS];
    load_columns(p);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        for (size_t c = 0; c < N_COLUMNS; c++) {
            cr_expect_eq(p[c]->isa.sizes.bytes[sizes[i].space], scaled(sizes[i].kb[c], 1024), "%s of %s",
                         aic_space_name(sizes[i].space), columns[c]);
        }
    }
    static const int64_t align[AIC_SPACE_COUNT] = {[AIC_L1] = 32, [AIC_L0A] = 512, [AIC_L0B] = 512, [AIC_L0C] = 64,
                                                   [AIC_UB] = 32, [AIC_BT] = 64,   [AIC_FB] = 128};
    for (size_t c = 0; c < N_COLUMNS; c++) {
        for (int s = 0; s < AIC_SPACE_COUNT; s++) {
            cr_expect(align[s] == 0 || p[c]->isa.align[s] == align[s], "%s of %s", aic_space_name((enum aic_space)s),
                      columns[c]);
        }
        cr_expect_eq(p[c]->isa.l0a_layout, c == 0 ? AIC_L0A_NZ : AIC_L0A_ZZ, "%s", columns[c]);
        cr_expect_eq(p[c]->isa.split_units, c < 2, "%s", columns[c]);
    }
    free_columns(p);
}

/* No page has a copy from L1 to UB on the products whose load3dv1 reaches UB. */
Test(products, copies_from_l1_to_ub)
{
    struct aic_product *p[N_COLUMNS];
    load_columns(p);
    for (size_t c = 0; c < N_COLUMNS; c++) {
        bool legacy = c == 3 || c == 4;
        cr_expect_eq(p[c]->isa.data_copy_l1_ub, legacy ? AIC_UNKNOWN : 1, "%s", columns[c]);
        cr_expect(!legacy || p[c]->isa.path[AIC_L1][AIC_UB] == AIC_PATH_YES, "%s", columns[c]);
    }
    free_columns(p);
}

static uint8_t state_of(char letter)
{
    return letter == 'y' ? AIC_PATH_YES : letter == 'n' ? AIC_PATH_NO : AIC_PATH_UNKNOWN;
}

/* y yes, n no, ? only an intrinsic that no API exposes. The pipe of 310P and 910 for L0C to UB is V. */
static const struct {
    enum aic_space src, dst;
    const char *state;
    enum aic_pipe pipe;
} paths[] = {
    {AIC_GM, AIC_L1, "yyyyyyy", AIC_PIPE_MTE2},   {AIC_GM, AIC_UB, "yyyyyyy", AIC_PIPE_MTE2},
    {AIC_GM, AIC_L0A, "nyyyyyy", AIC_PIPE_MTE2},  {AIC_GM, AIC_L0B, "nyyyyyy", AIC_PIPE_MTE2},
    {AIC_L1, AIC_L0A, "yyyyyyy", AIC_PIPE_MTE1},  {AIC_L1, AIC_L0B, "yyyyyyy", AIC_PIPE_MTE1},
    {AIC_L1, AIC_L0A_MX, "ynnnnnn", AIC_PIPE_MTE1}, {AIC_L1, AIC_BT, "yy?nnnn", AIC_PIPE_MTE1},
    {AIC_L1, AIC_FB, "yy?nnnn", AIC_PIPE_FIX},    {AIC_UB, AIC_L1, "yy?y?nn", AIC_PIPE_MTE3},
    {AIC_UB, AIC_GM, "yyyyyyy", AIC_PIPE_MTE3},   {AIC_L1, AIC_GM, "ny?nnyy", AIC_PIPE_MTE3},
    {AIC_L0C, AIC_GM, "yyynnyy", AIC_PIPE_FIX},   {AIC_L0C, AIC_L1, "yyynnyy", AIC_PIPE_FIX},
    {AIC_L0C, AIC_UB, "ynyyynn", AIC_PIPE_FIX},   {AIC_UB, AIC_UB, "yynyynn", AIC_PIPE_V},
    {AIC_L0A, AIC_GM, "nnnnnnn", AIC_PIPE_NONE},  {AIC_L0C, AIC_L0A, "nnnnnnn", AIC_PIPE_NONE},
};

Test(products, datapaths)
{
    struct aic_product *p[N_COLUMNS];
    load_columns(p);
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        for (size_t c = 0; c < N_COLUMNS; c++) {
            uint8_t state = p[c]->isa.path[paths[i].src][paths[i].dst];
            bool by_vector = paths[i].src == AIC_L0C && paths[i].dst == AIC_UB && p[c]->isa.sizes.bytes[AIC_FB] == 0;
            cr_expect_eq(state, state_of(paths[i].state[c]), "%s to %s of %s", aic_space_name(paths[i].src),
                         aic_space_name(paths[i].dst), columns[c]);
            cr_expect(state != AIC_PATH_YES ||
                          p[c]->isa.path_pipe[paths[i].src][paths[i].dst] == (by_vector ? AIC_PIPE_V : paths[i].pipe),
                      "pipe from %s to %s of %s", aic_space_name(paths[i].src), aic_space_name(paths[i].dst),
                      columns[c]);
        }
    }
    free_columns(p);
}

/* y yes, n no, ? unlisted. */
static const struct {
    const char *name, *state;
} support[] = {
    {"data_copy", "yyyyyyy"},      {"data_copy_pad", "yyynn??"},     {"nd2nz", "yynynyy"},
    {"dn2nz", "ynnnnnn"},          {"fill", "yyyyyyy"},              {"load2d", "yyyyyyy"},
    {"load2dv2", "ynnnnnn"},       {"load2dmx", "ynnnnnn"},          {"load_transpose", "yyynnyn"},
    {"load_transpose_v2", "ynnnnnn"}, {"load_sparse", "nynnnnn"},    {"load3dv1", "nnnyynn"},
    {"load3dv2", "yyyynyn"},       {"load3dv2pro", "yyyynyn"},       {"load3d_stride", "ynnnnnn"},
    {"set_fmatrix", "yyyynyy"},    {"set_padding", "yyyynyy"},       {"set_load3d_repeat", "yyynn??"},
    {"set_load3d_boundary", "nynyn??"}, {"set_mm_order", "yyynn??"}, {"mmad", "yyyyyyy"},
    {"mmad_mx", "ynnnnnn"},        {"mmad_sparse", "nynnnnn"},       {"fixpipe", "yyynnyy"},
    {"set_fixpipe_config", "yyynnyy"}, {"get_buf", "ynnnnnn"},       {"set_flag", "yyyyyyy"},
    {"pipe_barrier", "yyyyyyy"},
};

Test(products, instructions)
{
    struct aic_product *p[N_COLUMNS];
    load_columns(p);
    for (size_t i = 0; i < sizeof(support) / sizeof(support[0]); i++) {
        int insn = aic_insn_find(support[i].name, (unsigned)strlen(support[i].name));
        cr_assert_geq(insn, 0, "%s", support[i].name);
        for (size_t c = 0; c < N_COLUMNS; c++) {
            cr_expect_eq(p[c]->isa.insn[insn], state_of(support[i].state[c]), "%s on %s", support[i].name, columns[c]);
        }
    }
    free_columns(p);
}

/* A destination for which a product lists element types is one that the row calls legal. */
Test(products, types_go_only_where_the_row_lets_them)
{
    struct aic_product *p[N_COLUMNS];
    load_columns(p);
    for (size_t i = 0; i < aic_insn_count(); i++) {
        const struct aic_operand_slot *dst = &aic_insn_at(i)->slots[0];
        for (unsigned space = 0; dst->legal && space < AIC_SPACE_COUNT; space++) {
            aic_dtype_set taken = 0;
            for (size_t c = 0; c < N_COLUMNS; c++) {
                taken |= p[c]->isa.dtypes[i][space] & ~AIC_DT_UNKNOWN_SET;
            }
            cr_expect(!taken || (dst->legal >> space & 1), "%s to %s", aic_insn_at(i)->name,
                      aic_space_name((enum aic_space)space));
        }
        for (unsigned s = 0; s < aic_insn_at(i)->n_slots; s++) {
            const struct aic_operand_slot *slot = &aic_insn_at(i)->slots[s];
            cr_expect_eq(slot->legal & ~slot->spaces, 0, "%s %s", aic_insn_at(i)->name, slot->role);
        }
    }
    free_columns(p);
}

/* Element types in the documents' short names; "" where the instruction does not go there. */
static const struct {
    const char *insn;
    enum aic_space space;
    const char *types[N_COLUMNS];
} dtypes[] = {
    {"load2d", AIC_L0A, {"u8 s8 u16 s16 f16 bf16 u32 s32 f32", "u8 s8 u16 s16 f16 bf16 u32 s32 f32 s4",
                         "u8 s8 u16 s16 f16 bf16 u32 s32 f32", "s4 u8 s8 u16 s16 f16", "u8 s8 u16 s16 f16", "s8 f16",
                         "f16"}},
    {"load3dv2", AIC_L0A, {"s8 u8 hif8 e5m2 e4m3 f16 bf16 s32 u32 f32", "s4 s8 u8 f16 bf16 s32 u32 f32",
                           "s4 s8 u8 f16 bf16 s32 u32 f32", "s4 s8 u8 f16", "", "s8 f16", ""}},
    {"load3dv2", AIC_L0B, {"s8 u8 hif8 e5m2 e4m3 f16 bf16 s32 u32 f32", "f16 bf16 s32 u32 f32", "f16 bf16 s32 u32 f32",
                           "s4 s8 u8 f16", "", "s8 f16", ""}},
    {"load_transpose", AIC_L0A, {"", "s8 u8 f16 bf16 s32 u32 f32", "s8 u8 f16 bf16 s32 u32 f32", "", "", "s8 f16", ""}},
    {"load_transpose", AIC_L0B, {"s8 u8 f16 bf16 s32 u32 f32", "s4 s8 u8 f16 bf16 s32 u32 f32",
                                 "s4 s8 u8 f16 bf16 s32 u32 f32", "", "", "s8 f16", ""}},
    {"fill", AIC_L0A, {"", "s16 u16 f16 bf16 s32 u32 f32", "s16 u16 f16 bf16 s32 u32 f32", "s16 u16 f16", "f16",
                       "s8 f16", "f16"}},
    {"nd2nz", AIC_L1, {"s8 u8 e2m1 e1m2 hif8 e5m2 e4m3 e8m0 s16 u16 f16 bf16 s32 u32 f32",
                       "s4 s8 u8 s16 u16 s32 u32 f16 bf16 f32", "", "s16 u16 s32 u32 f16 f32", "", "s8 u8 s16 u16 f16",
                       "s8 u8 s16 u16 f16"}},
    {"load_sparse", AIC_L0B, {"", "s8", "", "", "", "", ""}},
    {"load2dmx", AIC_L0A, {"e2m1 e1m2 e5m2 e4m3", "", "", "", "", "", ""}},
};

static const struct {
    const char *name;
    enum aic_dtype dt;
} short_names[] = {
    {"f16", AIC_DT_HALF},     {"bf16", AIC_DT_BF16},      {"f32", AIC_DT_FLOAT},    {"s8", AIC_DT_INT8},
    {"u8", AIC_DT_UINT8},     {"s16", AIC_DT_INT16},      {"u16", AIC_DT_UINT16},   {"s32", AIC_DT_INT32},
    {"u32", AIC_DT_UINT32},   {"s4", AIC_DT_INT4},        {"e4m3", AIC_DT_FP8_E4M3FN}, {"e5m2", AIC_DT_FP8_E5M2},
    {"hif8", AIC_DT_HIFLOAT8}, {"e2m1", AIC_DT_FP4_E2M1}, {"e1m2", AIC_DT_FP4_E1M2}, {"e8m0", AIC_DT_FP8_E8M0},
};

static aic_dtype_set set_of(const char *list)
{
    aic_dtype_set set = 0;
    for (const char *word = list; *word;) {
        size_t n = strcspn(word, " "), i = 0;
        while (strlen(short_names[i].name) != n || strncmp(short_names[i].name, word, n) != 0) {
            i++;
            cr_assert(i < sizeof(short_names) / sizeof(short_names[0]), "%s", word);
        }
        set |= AIC_DT_BIT(short_names[i].dt);
        word += n + (word[n] == ' ');
    }
    return set;
}

Test(products, element_types)
{
    struct aic_product *p[N_COLUMNS];
    load_columns(p);
    for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); i++) {
        int insn = aic_insn_find(dtypes[i].insn, (unsigned)strlen(dtypes[i].insn));
        for (size_t c = 0; c < N_COLUMNS; c++) {
            cr_expect_eq(p[c]->isa.dtypes[insn][dtypes[i].space], set_of(dtypes[i].types[c]), "%s to %s of %s",
                         dtypes[i].insn, aic_space_name(dtypes[i].space), columns[c]);
        }
    }
    /* Fixpipe: [from f32, from s32][gm, l1, ub] */
    cr_expect_eq(p[0]->isa.fixpipe_f32[AIC_UB], set_of("s8 u8 hif8 e4m3 f16 bf16 f32"));
    cr_expect_eq(p[0]->isa.fixpipe_s32[AIC_L1], set_of("s8 u8 f16 bf16 s32"));
    cr_expect_eq(p[1]->isa.fixpipe_f32[AIC_GM], set_of("s8 u8 f16 bf16 f32"));
    cr_expect_eq(p[1]->isa.fixpipe_f32[AIC_L1], set_of("s8 u8 f16 bf16"));
    cr_expect_eq(p[1]->isa.fixpipe_s32[AIC_GM], set_of("s8 u8 f16 s32"));
    cr_expect_eq(p[1]->isa.fixpipe_f32[AIC_UB], 0);
    cr_expect_eq(p[2]->isa.fixpipe_s32[AIC_UB], set_of("s8 u8 f16 s32"));
    cr_expect_eq(p[5]->isa.fixpipe_s32[AIC_GM], set_of("s8 f16 s32"));
    cr_expect_eq(p[6]->isa.fixpipe_f32[AIC_L1], set_of("f16"));
    free_columns(p);
}

/* A, B -> C and bias of mmad ("-": no form with a bias), all of them. */
static const struct {
    const char *product, *triples[10];
} triples[] = {
    {"ascend950pr_9589", {"s8 s8 s32 s32", "f16 f16 f32 f32", "f32 f32 f32 f32", "bf16 bf16 f32 f32",
                          "e4m3 e4m3 f32 f32", "e4m3 e5m2 f32 f32", "e5m2 e4m3 f32 f32", "e5m2 e5m2 f32 f32",
                          "hif8 hif8 f32 f32"}},
    {"ascend910b1", {"s8 s8 s32 s32", "f16 f16 f32 f32", "f32 f32 f32 f32", "bf16 bf16 f32 f32", "s4 s4 s32 -"}},
    {"ascend310b1", {"s8 s8 s32 s32", "f16 f16 f32 f32", "f32 f32 f32 f32", "bf16 bf16 f32 f32", "s4 s4 s32 -"}},
    {"ascend310p3", {"s8 s8 s32 -", "u8 s8 s32 -", "u8 u8 s32 -", "f16 f16 f16 -", "f16 f16 f32 -", "s4 s4 s32 -"}},
    {"ascend910", {"u8 u8 u32 -", "s8 s8 s32 -", "u8 s8 s32 -", "f16 f16 f16 -", "f16 f16 f32 -"}},
    {"kirin_x90", {"s8 s8 s32 s32", "f16 f16 f16 f16"}},
    {"kirin_9030", {"f16 f16 f16 -"}},
};

static bool has_triple(const struct aic_isa_limits *lim, const char *words)
{
    char part[4][8] = {""};
    cr_assert_eq(sscanf(words, "%7s %7s %7s %7s", part[0], part[1], part[2], part[3]), 4);
    aic_dtype_set bias = strcmp(part[3], "-") ? set_of(part[3]) : AIC_DT_BIT(AIC_DT_NONE);
    for (int64_t i = 0; i < lim->mmad_triples_n; i++) {
        const struct aic_mmad_triple *t = &lim->mmad_triples[i];
        if (AIC_DT_BIT(t->a) == set_of(part[0]) && AIC_DT_BIT(t->b) == set_of(part[1]) &&
            AIC_DT_BIT(t->c) == set_of(part[2]) && AIC_DT_BIT(t->bias) == bias) {
            return true;
        }
    }
    return false;
}

Test(products, multiplications)
{
    for (size_t i = 0; i < sizeof(triples) / sizeof(triples[0]); i++) {
        struct aic_product *p = test_product(triples[i].product);
        cr_assert_not_null(p);
        int64_t n = 0;
        for (; n < 10 && triples[i].triples[n]; n++) {
            cr_expect(has_triple(&p->isa, triples[i].triples[n]), "%s: %s", p->name, triples[i].triples[n]);
        }
        cr_expect_eq(p->isa.mmad_triples_n, n, "%s", p->name);
        aic_product_free(p);
    }
}

Test(products, what_the_contested_points_default_to)
{
    struct aic_product *p[N_COLUMNS];
    load_columns(p);
    const struct aic_isa_limits *a = &p[0]->isa, *b = &p[1]->isa;
    cr_expect(a->load3d_l0b_transpose_inert == 1 && a->load3d_dst_stride_register == 1);
    cr_expect(a->load3d_strict_multiples == 0);
    cr_expect(a->load3d_pad_b32_bits == 16 && b->load3d_pad_b32_bits == 32);
    cr_expect(p[2]->isa.load3d_repeat_k_bytes == 64 && b->load3d_repeat_k_bytes == 32);
    cr_expect(a->load3d_repeat_k_bytes == 32);
    cr_expect(a->hf32_mantissa_bits == 10 && b->hf32_mantissa_bits == AIC_UNKNOWN);
    cr_expect(b->quant_shift_plus_one == 1 && b->quant_offset_signed == 1 && b->quant_deqf16_round_first == 0);
    cr_expect(a->quant_has_shift == 0 && b->quant_has_shift == 1);
    cr_expect(a->fixpipe_params == AIC_FIX_ARCH3510 && b->fixpipe_params == AIC_FIX_V220 &&
              p[2]->isa.fixpipe_params == AIC_FIX_M300);
    cr_expect(b->mmad_k_direction_align == 1 && a->mmad_k_direction_align == 0 && a->mmad_disable_gemv == 1);
    cr_expect(p[4]->isa.flag_ids == 4 && a->flag_ids == 8 && a->flag_ids_reserved_from == 6);
    cr_expect(a->cross_flags == 11 && b->cross_counter_max == 15 && p[3]->isa.cross_flags == 0);
    cr_expect(p[3]->isa.drain_crmodes == 0x3fff && p[4]->isa.drain_crmodes == 0xff && b->drain_crmodes == 0);
    cr_expect(p[3]->isa.vector_core == AIC_VECTOR_CORE_UNITS && b->vector_core == AIC_VECTOR_CORE_NONE);
    cr_expect(b->flag_pairs[AIC_PIPE_M][AIC_PIPE_MTE2] && !b->flag_pairs[AIC_PIPE_M][AIC_PIPE_MTE3] &&
              !b->flag_pairs[AIC_PIPE_V][AIC_PIPE_MTE2]);
    free_columns(p);
}

Test(products, rates_of_the_documents)
{
    struct aic_product *b = test_product("ascend910b1"), *a = test_product("ascend950pr_9589");
    cr_assert(a && b);
    cr_expect_eq(b->pipes.queue_depth[AIC_PIPE_MTE1], 32);
    cr_expect_eq(b->pipes.queue_depth[AIC_PIPE_M], 32);
    cr_expect_eq(b->pipes.mmad_passes[AIC_DT_FLOAT], 2 * 1024);  /* 16x16x4 of a 16x8 fractal */
    cr_expect_eq(a->pipes.mmad_passes[AIC_DT_FLOAT], 8 * 1024);  /* 16x16x1 */
    cr_expect_eq(a->pipes.mmad_passes_hf32, 1024);
    cr_expect_eq(b->pipes.mmad_passes[AIC_DT_INT4], 1024);
    cr_expect_eq(a->pipes.mmad_passes[AIC_DT_INT4], AIC_UNKNOWN);
    aic_product_free(a);
    aic_product_free(b);
}

struct text {
    char *at;
    size_t n, room;
};

static void gather(void *user, const char *piece)
{
    struct text *text = user;
    size_t n = strlen(piece);
    cr_assert(text->n + n < text->room);
    memcpy(text->at + text->n, piece, n + 1);
    text->n += n;
}

static char *resolved(const struct aic_product *p)
{
    struct text text = {malloc(1 << 18), 0, 1 << 18};
    cr_assert_not_null(text.at);
    aic_product_print_resolved(p, gather, &text);
    return text.at;
}

static char *given_text(void *user, const char *name, size_t *bytes, char *path, size_t path_size)
{
    snprintf(path, path_size, "%s", name);
    *bytes = strlen(user);
    return strdup(user);
}

/* The given text for "t", and files for its bases. */
static char *given_or_file(void *user, const char *name, size_t *bytes, char *path, size_t path_size)
{
    return strcmp(name, "t") == 0 ? given_text(user, name, bytes, path, path_size)
                                  : test_product_text(NULL, name, bytes, path, path_size);
}

/* Everything but where the values come from. */
static bool same_product(const struct aic_product *a, const struct aic_product *b)
{
    return a->cores == b->cores && a->vector_cores == b->vector_cores && a->l2_bytes == b->l2_bytes &&
           a->dram_bytes == b->dram_bytes && a->timing_target == b->timing_target && !strcmp(a->name, b->name) &&
           !strcmp(a->title, b->title) && !strcmp(a->arch, b->arch) && !strcmp(a->family, b->family) &&
           !memcmp(&a->pipes, &b->pipes, sizeof(a->pipes)) && !memcmp(&a->isa, &b->isa, sizeof(a->isa));
}

Test(products, any_text_survives_printing)
{
    static char file[] = "aicsim-product: 1\nname: t\nbase: ascend910b1\n"
                         "title: \"a \\\"b\\\" \\\\ \\x01 \\u0085 \\u00e4 \\U0001F600\"\n";
    struct aic_product *p = aic_product_load("t", given_or_file, file, test_product_error, NULL);
    cr_assert_not_null(p);
    cr_expect_str_eq(p->title, "a \"b\" \\ \x01 \xC2\x85 \xC3\xA4 \xF0\x9F\x98\x80");
    char *text = resolved(p);
    struct aic_product *again = aic_product_load("t", given_text, text, test_product_error, NULL);
    cr_assert_not_null(again);
    cr_expect(same_product(p, again));
    free(text);
    aic_product_free(again);
    aic_product_free(p);
}

Test(products, printed_form_loads_again)
{
    for (size_t i = 0; i < N_CHIPS; i++) {
        struct aic_product *p = test_product(chips[i].name);
        cr_assert_not_null(p);
        char *first = resolved(p);
        struct aic_product *again = aic_product_load(p->name, given_text, first, test_product_error, NULL);
        cr_assert_not_null(again, "%s", p->name);
        char *second = resolved(again);
        cr_expect_str_eq(first, second, "%s", p->name);
        cr_expect(same_product(p, again), "%s", p->name);
        free(first);
        free(second);
        aic_product_free(again);
        aic_product_free(p);
    }
}
