#include "isa/cube.h"

#include <inttypes.h>

#include "isa/mmad_mx.h"
#include "isa/mmad_sparse.h"

static uint32_t ceil_div(uint64_t a, uint32_t b)
{
    return (uint32_t)((a + b - 1) / b);
}

/* The row of the product's table with these types; NULL: not supported. */
static const struct aic_mmad_triple *find_triple(const struct aic_op *op, enum aic_cube_kind kind)
{
    static const struct aic_mmad_triple sparse = {AIC_DT_INT8, AIC_DT_INT8, AIC_DT_INT32, AIC_DT_NONE};
    const struct aic_isa_limits *lim = op->lim;
    const struct aic_mmad_triple *rows = kind == AIC_CUBE_MX ? lim->mmad_mx_triples : lim->mmad_triples;
    int64_t n = kind == AIC_CUBE_MX ? lim->mmad_mx_triples_n : lim->mmad_triples_n;
    if (kind == AIC_CUBE_SPARSE) {
        rows = &sparse;
        n = 1;
    }
    for (int64_t i = 0; i < n; i++) {
        if (rows[i].a == op->rec->dtype[0] && rows[i].b == op->rec->dtype[1] && rows[i].c == op->rec->dtype[2]) {
            return &rows[i];
        }
    }
    return NULL;
}

static uint8_t init_of(const struct aic_record *rec)
{
    if (rec->f[AIC_MM_INIT_VAL] && !rec->f[AIC_MM_IS_BIAS]) {
        return AIC_INIT_ZERO;
    }
    if (rec->n_operands > 3) {
        return rec->op[3].space == AIC_BT ? AIC_INIT_BT : AIC_INIT_L0C;
    }
    return AIC_INIT_C;
}

void aic_cube_of(const struct aic_op *op, enum aic_cube_kind kind, struct aic_cube *cube)
{
    const struct aic_record *rec = op->rec;
    const struct aic_mmad_triple *triple = find_triple(op, kind);
    *cube = (struct aic_cube){
        .kind = (uint8_t)kind,
        .a = rec->dtype[0],
        .b = rec->dtype[1],
        .c = rec->dtype[2],
        .bias = triple ? triple->bias : AIC_DT_NONE,
        .init = init_of(rec),
        .nz = op->lim->l0a_layout == AIC_L0A_NZ,
        .m = (uint32_t)rec->f[AIC_MM_M],
        .n = (uint32_t)rec->f[AIC_MM_N],
        .k = (uint32_t)rec->f[AIC_MM_K],
        .c0 = aic_dtype_c0((enum aic_dtype)rec->dtype[0]),
        .a_addr = rec->op[1].addr,
        .b_addr = rec->op[2].addr,
        .c_addr = rec->op[0].addr,
        .init_addr = rec->n_operands > 3 ? rec->op[3].addr : rec->op[0].addr,
        .regs = op->regs,
        .lim = op->lim,
    };
    bool k_align = rec->f[AIC_MM_K_ALIGN] && cube->a == AIC_DT_FLOAT;
    cube->gemv = cube->m == 1 && kind == AIC_CUBE_PLAIN && !rec->f[AIC_MM_NO_GEMV];
    cube->m1 = ceil_div(cube->m, 16);
    cube->n1 = ceil_div(cube->n, 16);
    cube->k1 = ceil_div(cube->k, cube->c0);
    cube->b_rows = kind == AIC_CUBE_SPARSE ? ceil_div(cube->k, 2) : cube->k;
    cube->bk1 = ceil_div(cube->b_rows, cube->c0);
    cube->a_pitch = cube->nz ? cube->m1 : k_align ? 2 * ceil_div(cube->k, 16) : cube->k1;
}

uint64_t aic_cube_a_line(const struct aic_cube *cube, uint32_t r, uint32_t s)
{
    if (cube->gemv) {
        return (uint64_t)s * 32;
    }
    uint64_t row = r / 16;
    uint64_t fractal = cube->nz ? s * (uint64_t)cube->a_pitch + row : row * cube->a_pitch + s;
    return fractal * 512 + r % 16 * 32;
}

uint64_t aic_cube_b_line(const struct aic_cube *cube, uint32_t s, uint32_t n)
{
    return (s * (uint64_t)cube->n1 + n / 16) * 512 + n % 16 * 32;
}

uint64_t aic_cube_c_element(const struct aic_cube *cube, uint32_t m, uint32_t n)
{
    return (n / 16 * (uint64_t)cube->m1 * 16 + m) * 16 + n % 16;
}

bool aic_cube_nop(const struct aic_op *op, const char *rule, struct aic_check *chk)
{
    static const char name[] = "mnk";
    for (int i = AIC_MM_M; i <= AIC_MM_K; i++) {
        if (op->rec->f[i] == 0) {
            aic_raise_nop(chk, rule, aic_at_field(i), "%c=0: the instruction does nothing", name[i - AIC_MM_M]);
            return true;
        }
    }
    return false;
}

static bool check_operands(const struct aic_op *op, struct aic_check *chk)
{
    static const uint8_t expected[3] = {AIC_L0C, AIC_L0A, AIC_L0B};
    for (int i = 0; i < 3; i++) {
        if (op->rec->op[i].space != expected[i]) {
            aic_raise(chk, "MM-005", aic_at_operand(i), "dst lies in l0c, A in l0a, B in l0b", "%s is in %s, not in %s",
                      op->insn->slots[i].role, aic_space_name((enum aic_space)op->rec->op[i].space),
                      aic_space_name((enum aic_space)expected[i]));
            return false;
        }
    }
    return true;
}

static bool is_fp4(enum aic_dtype dt)
{
    return dt == AIC_DT_FP4_E2M1 || dt == AIC_DT_FP4_E1M2;
}

static bool is_mx8(enum aic_dtype dt)
{
    return dt == AIC_DT_FP8_E4M3FN || dt == AIC_DT_FP8_E5M2;
}

static bool check_types(const struct aic_op *op, enum aic_cube_kind kind, struct aic_check *chk)
{
    static const char *const rule[] = {"MM-006", "MM-006", "MSP-003"};
    enum aic_dtype a = (enum aic_dtype)op->rec->dtype[0];
    enum aic_dtype b = (enum aic_dtype)op->rec->dtype[1];
    if (kind == AIC_CUBE_MX && ((is_fp4(a) && is_mx8(b)) || (is_mx8(a) && is_fp4(b)))) {
        aic_raise(chk, "MX-004", AIC_AT_RECORD, "give A and B types of one width",
                  "%s by %s mixes 4-bit and 8-bit types",
                  aic_dtype_name(a), aic_dtype_name(b));
        return false;
    }
    if (find_triple(op, kind)) {
        return true;
    }
    aic_raise(chk, rule[kind], AIC_AT_RECORD, NULL, "%s by %s into %s is not in this product's table of %s",
              aic_dtype_name(a), aic_dtype_name(b), aic_dtype_name((enum aic_dtype)op->rec->dtype[2]), op->insn->name);
    return false;
}

static void check_unit_flag(const struct aic_op *op, struct aic_check *chk)
{
    int64_t flag = op->rec->f[AIC_MM_UNIT_FLAG];
    if (flag != 0 && op->lim->mmad_unit_flag != 1) {
        aic_raise(chk, "MM-004", aic_at_field(AIC_MM_UNIT_FLAG), "leave unitFlag at 0",
                  "unitFlag=%" PRId64 ": this product has no unit flags", flag);
    } else if (flag != 0 && flag != 2 && flag != 3) {
        aic_raise(chk, "MM-003", aic_at_field(AIC_MM_UNIT_FLAG), "use 2, and 3 for the last Mmad of a block",
                  "unitFlag=%" PRId64 " is none of 0, 2, 3", flag);
    }
}

static void check_switches(const struct aic_op *op, enum aic_cube_kind kind, struct aic_check *chk)
{
    const struct aic_record *rec = op->rec;
    bool f32 = rec->dtype[0] == AIC_DT_FLOAT;
    if (rec->f[AIC_MM_K_ALIGN] && kind == AIC_CUBE_SPARSE) {
        aic_raise(chk, "MSP-002", aic_at_field(AIC_MM_K_ALIGN), "leave kDirectionAlign off",
                  "kDirectionAlign=true: a sparse multiplication has no aligned K pitch");
    } else if (rec->f[AIC_MM_K_ALIGN] && op->lim->mmad_k_direction_align != 1) {
        aic_raise(chk, "MM-010", aic_at_field(AIC_MM_K_ALIGN), "leave kDirectionAlign off",
                  "kDirectionAlign=true: this product has no aligned K pitch");
    } else if (rec->f[AIC_MM_K_ALIGN] && !f32) {
        aic_raise(chk, "MM-009", aic_at_field(AIC_MM_K_ALIGN), NULL,
                  "kDirectionAlign=true has no effect on %s, only on float",
                  aic_dtype_name((enum aic_dtype)rec->dtype[0]));
    }
    if (rec->f[AIC_MM_NO_GEMV] && op->lim->mmad_disable_gemv != 1) {
        aic_raise(chk, "MM-023", aic_at_field(AIC_MM_NO_GEMV), "leave disableGemv off",
                  "disableGemv=true: this product always reads a single row as a vector");
    }
    if (rec->f[AIC_MM_IS_BIAS]) {
        aic_raise(chk, "MM-015", aic_at_field(AIC_MM_IS_BIAS), "set cmatrixInitVal=false instead",
                  "isBias is deprecated");
    }
    if (op->regs->hf32 && !f32) {
        aic_raise(chk, "MM-028", AIC_AT_RECORD, NULL, "HF32 is on; it has no effect on %s, only on float",
                  aic_dtype_name((enum aic_dtype)rec->dtype[0]));
    }
}

/* A bias operand, or cmatrixSource without one. */
static void check_bias(const struct aic_op *op, const struct aic_cube *cube, struct aic_check *chk)
{
    const struct aic_record *rec = op->rec;
    if (rec->n_operands <= 3) {
        if (rec->f[AIC_MM_SOURCE]) {
            const char *rule = op->lim->mmad_cmatrix_source == 1 ? "MM-016" : "MM-013";
            aic_raise(chk, rule, aic_at_field(AIC_MM_SOURCE), "name the bias as the fourth operand, in bt or l0c",
                      "cmatrixSource=true without a bias operand");
        }
        return;
    }
    const struct aic_operand *bias = &rec->op[3];
    if (op->lim->mmad_bias != 1 || (cube->bias == AIC_DT_NONE && aic_dtype_bits((enum aic_dtype)cube->a) != 4)) {
        aic_raise(chk, "PATH-002", aic_at_operand(3), "preload C and set cmatrixInitVal=false",
                  "%s of %s takes no bias operand on this product", op->insn->name,
                  aic_dtype_name((enum aic_dtype)cube->a));
        return;
    }
    if (cube->bias == AIC_DT_NONE) {
        aic_raise(chk, "MM-008", aic_at_operand(3), "preload C and set cmatrixInitVal=false",
                  "%s takes no bias operand", aic_dtype_name((enum aic_dtype)cube->a));
    } else if (bias->space != AIC_BT && bias->space != AIC_L0C) {
        aic_raise(chk, "MM-016", aic_at_operand(3), "copy the bias to bt first", "the bias is in %s, not in bt or l0c",
                  aic_space_name((enum aic_space)bias->space));
    } else if (rec->f[AIC_MM_INIT_VAL]) {
        aic_raise(chk, "MM-012", aic_at_field(AIC_MM_INIT_VAL), "set cmatrixInitVal=false",
                  "cmatrixInitVal=true starts C at 0, so the bias operand has no effect (contested: X17)");
    } else if (bias->space == AIC_BT && aic_dtype_bits((enum aic_dtype)cube->bias) != 32) {
        aic_raise(chk, "PATH-003", aic_at_operand(3), "keep the bias in l0c",
                  "no source says how wide the BiasTable's entries of %s are; those of 32-bit types have 4 bytes",
                  aic_dtype_name((enum aic_dtype)cube->bias));
    } else if (bias->space == AIC_BT && op->lim->mmad_bias_end_checked == 1 &&
               op->lim->sizes.bytes[AIC_BT] != AIC_UNKNOWN) {
        uint64_t end = bias->addr + (uint64_t)cube->n1 * 16 * aic_dtype_bits((enum aic_dtype)cube->bias) / 8;
        if (end > (uint64_t)op->lim->sizes.bytes[AIC_BT]) {
            aic_raise(chk, "MM-014", aic_at_operand(3), "start the bias lower or split n",
                      "bias bt:%" PRIu64 " for n=%u ends at byte %" PRIu64 " of %" PRId64, bias->addr, cube->n, end,
                      op->lim->sizes.bytes[AIC_BT]);
        }
    }
}

static void check_end(const struct aic_op *op, int operand, uint64_t end, const char *rule, struct aic_check *chk)
{
    enum aic_space space = (enum aic_space)op->rec->op[operand].space;
    int64_t size = op->lim->sizes.bytes[space];
    if (size != AIC_UNKNOWN && (end > (uint64_t)size || end < op->rec->op[operand].addr)) {
        aic_raise(chk, rule, aic_at_operand(operand), "take smaller m, n or k, or start lower",
                  "%s %s:%" PRIu64 " ends at byte %" PRIu64 ", the memory has %" PRId64, op->insn->slots[operand].role,
                  aic_space_name(space), op->rec->op[operand].addr, end, size);
    }
}

static uint64_t c_bytes(const struct aic_cube *cube)
{
    return (uint64_t)cube->m1 * cube->n1 * 256 * aic_dtype_bits((enum aic_dtype)cube->c) / 8;
}

static void check_capacity(const struct aic_op *op, const struct aic_cube *cube, struct aic_check *chk)
{
    uint64_t a_end = cube->gemv ? (uint64_t)cube->k1 * 32 : aic_cube_a_line(cube, cube->m - 1, cube->k1 - 1) + 32;
    uint64_t b_end = aic_cube_b_line(cube, cube->bk1 - 1, cube->n - 1) + 32;
    check_end(op, 1, cube->a_addr + a_end, "MM-018", chk);
    check_end(op, 2, cube->b_addr + b_end, "MM-019", chk);
    check_end(op, 0, cube->c_addr + c_bytes(cube), "MM-020", chk);
}

/* A number of the product that this record needs and no source gives. */
static void check_known(const struct aic_op *op, const struct aic_cube *cube, struct aic_check *chk)
{
    if (op->regs->hf32 && cube->a == AIC_DT_FLOAT && op->lim->hf32_mantissa_bits == AIC_UNKNOWN) {
        aic_raise(chk, "PATH-003", AIC_AT_RECORD, "give hf32_mantissa_bits to decide it, or turn HF32 off",
                  "no source gives the mantissa width of HF32 on this product");
    }
}

void aic_cube_check(const struct aic_op *op, enum aic_cube_kind kind, struct aic_check *chk)
{
    struct aic_cube cube;
    if (!check_operands(op, chk) || !check_types(op, kind, chk)) {
        return;
    }
    aic_cube_of(op, kind, &cube);
    check_unit_flag(op, chk);
    check_switches(op, kind, chk);
    check_bias(op, &cube, chk);
    check_known(op, &cube, chk);
    if (aic_dtype_bits((enum aic_dtype)cube.a) == 4 && cube.k % 2 && op->lim->mmad_b4_k_even) {
        aic_raise(chk, "MM-007", aic_at_field(AIC_MM_K), "round k up and zero the tail",
                  "k=%u is odd; %s needs an even k",
                  cube.k, aic_dtype_name((enum aic_dtype)cube.a));
    }
    if (kind == AIC_CUBE_MX) {
        aic_mmad_mx_check(op, &cube, chk);
    } else if (kind == AIC_CUBE_SPARSE) {
        aic_mmad_sparse_check(op, &cube, chk);
    }
    check_capacity(op, &cube, chk);
}

static void footprint_a(const struct aic_cube *cube, struct aic_footprint *fp)
{
    uint32_t full = cube->m / 16, tail = cube->m % 16;
    uint64_t pitch = (uint64_t)cube->a_pitch * 512;
    if (cube->gemv) {
        uint64_t bytes = ((uint64_t)cube->k * aic_dtype_bits((enum aic_dtype)cube->a) + 7) / 8;
        aic_footprint_add(fp, aic_span_linear(AIC_L0A, cube->a_addr, bytes), AIC_READ, 1);
        return;
    }
    if (cube->nz) {
        struct aic_span rows = aic_span_rows(AIC_L0A, cube->a_addr, cube->m * 32u, cube->k1, (int64_t)pitch);
        aic_footprint_add(fp, rows, AIC_READ, 1);
        return;
    }
    if (full) {
        struct aic_span rows = aic_span_rows(AIC_L0A, cube->a_addr, cube->k1 * 512u, full, (int64_t)pitch);
        aic_footprint_add(fp, rows, AIC_READ, 1);
    }
    if (tail) {
        struct aic_span rows = aic_span_rows(AIC_L0A, cube->a_addr + full * pitch, tail * 32u, cube->k1, 512);
        aic_footprint_add(fp, rows, AIC_READ, 1);
    }
}

/* The m x n elements of an L0C matrix, nothing of the lanes beside them. */
static void footprint_c(const struct aic_cube *cube, uint64_t addr, int operand, struct aic_footprint *fp)
{
    uint32_t size = aic_dtype_bits((enum aic_dtype)cube->c) / 8;
    uint32_t full = cube->n / 16, tail = cube->n % 16;
    uint64_t strip = (uint64_t)cube->m1 * 256 * size;
    if (full) {
        uint64_t run = (uint64_t)cube->m * 16 * size;
        aic_footprint_add(fp, aic_span_rows(AIC_L0C, addr, run, full, (int64_t)strip), AIC_READ, operand);
    }
    if (tail) {
        struct aic_span rows = aic_span_rows(AIC_L0C, addr + full * strip, tail * size, cube->m, 16 * size);
        aic_footprint_add(fp, rows, AIC_READ, operand);
    }
}

void aic_cube_footprint(const struct aic_op *op, enum aic_cube_kind kind, struct aic_footprint *fp)
{
    struct aic_cube cube;
    aic_cube_of(op, kind, &cube);
    footprint_a(&cube, fp);
    aic_footprint_add(fp, aic_span_rows(AIC_L0B, cube.b_addr, cube.n * 32u, cube.bk1, cube.n1 * 512), AIC_READ, 2);
    if (kind == AIC_CUBE_MX) {
        aic_mmad_mx_footprint(&cube, fp);
    } else if (kind == AIC_CUBE_SPARSE) {
        aic_mmad_sparse_footprint(&cube, fp);
    }
    if (cube.init == AIC_INIT_BT) {
        uint64_t bytes = (uint64_t)cube.n * aic_dtype_bits((enum aic_dtype)cube.bias) / 8;
        aic_footprint_add(fp, aic_span_linear(AIC_BT, cube.init_addr, bytes), AIC_READ, 3);
    } else if (cube.init != AIC_INIT_ZERO) {
        footprint_c(&cube, cube.init_addr, cube.init == AIC_INIT_C ? 0 : 3, fp);
    }
    aic_footprint_add(fp, aic_span_linear(AIC_L0C, cube.c_addr, c_bytes(&cube)), AIC_WRITE, 0);
}

void aic_cube_work(const struct aic_op *op, enum aic_cube_kind kind, struct aic_work *work)
{
    struct aic_cube cube;
    struct aic_footprint fp = {0};
    aic_cube_of(op, kind, &cube);
    aic_cube_footprint(op, kind, &fp);
    *work = (struct aic_work){
        .kind = AIC_WORK_MMAD,
        .src = AIC_L0A,
        .dst = AIC_L0C,
        .src_dtype = cube.a,
        .dst_dtype = cube.c,
        .dst_bytes = c_bytes(&cube),
        .repeats = 1,
        .m1 = cube.m1,
        .n1 = cube.n1,
        .k1 = cube.k1,
        .k = cube.k,
        .accumulates = cube.init == AIC_INIT_C,
        .fractals_mn = cube.init == AIC_INIT_C || cube.init == AIC_INIT_L0C ? (cube.m / 16) * (cube.n / 16) : 0,
        .gemv = cube.gemv,
        .hf32 = op->regs->hf32 && cube.a == AIC_DT_FLOAT,
        .mx = kind == AIC_CUBE_MX,
        .sparse = kind == AIC_CUBE_SPARSE,
        .m_first = op->regs->mm_column_major,
        .elements = cube.m * cube.n,
        .m = cube.m,
        .n = cube.n,
        .unit_flag = (uint8_t)op->rec->f[AIC_MM_UNIT_FLAG],
    };
    for (unsigned i = 0; i < fp.n; i++) {
        unsigned space = fp.e[i].span.space;
        uint64_t bytes = aic_span_bytes(&fp.e[i].span);
        work->src_bytes += space == AIC_L0A || space == AIC_L0B ? bytes : 0;
        work->scale_bytes += space == AIC_L0A_MX || space == AIC_L0B_MX ? bytes : 0;
    }
    work->local_src = fp.e[0].span;
    work->local_dst = fp.e[fp.n - 1].span;
}
