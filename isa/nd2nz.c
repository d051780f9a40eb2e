/* GM to L1 with a change of layout: ND or DN matrices become NZ. Source: semantics.md 11. */
#include <inttypes.h>
#include <string.h>

#include "isa/loads.h"

/* The same slots for both, so that both share their functions: "rows" are dValue's direction in GM for DN. */
enum { NZ_NUM = 0, NZ_N, NZ_D, NZ_SRC_MATRIX, NZ_SRC_D, NZ_C0_STRIDE, NZ_N_STRIDE, NZ_DST_MATRIX, NZ_SMALL_C0 };

#define ND_DOC "DataCopy ND2NZ, Nd2NzParams"
#define DN_DOC "DataCopy DN2NZ, Dn2NzParams"
#define WIDE (((int64_t)1 << 40) - 1)

#define DST_FIELDS(doc, r_stride, r_matrix) \
    {.name = "dstNzC0Stride", .kind = AIC_FIELD_UINT, .slot = NZ_C0_STRIDE, .bits = 16, .required = true, .min = 1, \
     .max = 16384, .rule = r_stride, .unit = "32 B", \
     .meaning = "from a block of C0 columns to the next, head to head", .source = doc}, \
    {.name = "dstNzNStride", .kind = AIC_FIELD_UINT, .slot = NZ_N_STRIDE, .bits = 16, .required = true, .min = 1, \
     .max = 16384, .rule = r_stride, .unit = "32 B", .meaning = "from a row to the next within a block", \
     .source = doc}, \
    {.name = "dstNzMatrixStride", .kind = AIC_FIELD_UINT, .slot = NZ_DST_MATRIX, .bits = 16, .max = 16384 * 64, \
     .rule = r_matrix, .unit = "elements", .meaning = "from a matrix to the next", .source = doc}

#define SMALL_C0_FIELD(doc) \
    {.name = "enableSmallC0", .kind = AIC_FIELD_BOOL, .slot = NZ_SMALL_C0, .max = 1, .unit = "", \
     .meaning = "stores up to 4 columns as dense rows of 4 elements", .source = doc}

static const struct aic_field nd_fields[] = {
    {.name = "ndNum", .kind = AIC_FIELD_UINT, .slot = NZ_NUM, .bits = 16, .def = 1, .max = 4095, .rule = "NZ-002",
     .unit = "matrices", .meaning = "number of matrices; 0 moves nothing", .source = ND_DOC},
    {.name = "nValue", .kind = AIC_FIELD_UINT, .slot = NZ_N, .bits = 16, .required = true, .max = 16384,
     .rule = "NZ-003", .unit = "rows", .meaning = "rows of a matrix; 0 moves nothing", .source = ND_DOC},
    {.name = "dValue", .kind = AIC_FIELD_UINT, .slot = NZ_D, .bits = 16, .required = true, .max = 65535,
     .rule = "NZ-004", .unit = "elements", .meaning = "columns of a matrix; 0 moves nothing", .source = ND_DOC},
    {.name = "srcNdMatrixStride", .kind = AIC_FIELD_UINT, .slot = NZ_SRC_MATRIX, .max = WIDE, .unit = "elements",
     .meaning = "from a source matrix to the next", .source = ND_DOC},
    {.name = "srcDValue", .kind = AIC_FIELD_UINT, .slot = NZ_SRC_D, .required = true, .min = 1, .max = WIDE,
     .rule = "NZ-005", .unit = "elements", .meaning = "from a source row to the next", .source = ND_DOC},
    DST_FIELDS(ND_DOC, "NZ-006", "NZ-007"),
    SMALL_C0_FIELD(ND_DOC),
};

static const struct aic_field dn_fields[] = {
    {.name = "dnNum", .kind = AIC_FIELD_UINT, .slot = NZ_NUM, .bits = 16, .def = 1, .max = 4095, .rule = "DN-002",
     .unit = "matrices", .meaning = "number of matrices; 0 moves nothing", .source = DN_DOC},
    {.name = "nValue", .kind = AIC_FIELD_UINT, .slot = NZ_N, .bits = 16, .required = true, .max = 16384,
     .rule = "DN-002", .unit = "columns", .meaning = "columns of the DN matrix, which become rows; 0 moves nothing",
     .source = DN_DOC},
    {.name = "dValue", .kind = AIC_FIELD_UINT, .slot = NZ_D, .bits = 21, .required = true, .max = 2097151,
     .rule = "DN-002", .unit = "rows", .meaning = "rows of the DN matrix, which become columns; 0 moves nothing",
     .source = DN_DOC},
    {.name = "srcDnMatrixStride", .kind = AIC_FIELD_UINT, .slot = NZ_SRC_MATRIX, .bits = 40, .max = WIDE,
     .rule = "DN-003", .unit = "elements", .meaning = "from a source matrix to the next", .source = DN_DOC},
    {.name = "srcDValue", .kind = AIC_FIELD_UINT, .slot = NZ_SRC_D, .bits = 40, .required = true, .min = 1, .max = WIDE,
     .rule = "DN-003", .unit = "elements", .meaning = "from a source row to the next", .source = DN_DOC},
    DST_FIELDS(DN_DOC, "NZ-006", "NZ-007"),
    SMALL_C0_FIELD(DN_DOC),
};

/* Sizes of a record in "units": elements, or pairs of nibbles of 4-bit types, whose parameters count pairs
 * (semantics.md 11). */
struct shape {
    uint64_t num, n, d;
    uint64_t blocks;      /* of C0 columns */
    unsigned bits, c0;
    uint64_t src_matrix, src_d; /* units */
    uint64_t c0_stride, n_stride, dst_matrix; /* bytes */
    bool small_c0;
};

static bool is_dn(const struct aic_op *op)
{
    return op->insn->fields == dn_fields;
}

static struct shape shape_of(const struct aic_op *op)
{
    const int64_t *f = op->rec->f;
    unsigned bits = aic_dtype_bits(aic_loads_dtype(op));
    if (bits == 4) {
        bits = 8;
    }
    struct shape s = {.num = (uint64_t)f[NZ_NUM], .n = (uint64_t)f[NZ_N], .d = (uint64_t)f[NZ_D], .bits = bits,
                      .c0 = 256 / bits, .src_matrix = (uint64_t)f[NZ_SRC_MATRIX], .src_d = (uint64_t)f[NZ_SRC_D],
                      .c0_stride = (uint64_t)f[NZ_C0_STRIDE] * 32, .n_stride = (uint64_t)f[NZ_N_STRIDE] * 32,
                      .dst_matrix = (uint64_t)f[NZ_DST_MATRIX] * bits / 8,
                      .small_c0 = f[NZ_SMALL_C0] != 0};
    s.blocks = aic_ceil_div(s.d, s.c0);
    return s;
}

static bool nz_nop(const struct aic_op *op, struct aic_check *chk)
{
    static const uint8_t slots[] = {NZ_NUM, NZ_N, NZ_D};
    for (unsigned i = 0; i < sizeof(slots); i++) {
        if (op->rec->f[slots[i]] == 0) {
            aic_raise_nop(chk, is_dn(op) ? "DN-001" : "NZ-001", aic_at_field(slots[i]), "%s: %s is 0, nothing is moved",
                          op->insn->name,
                          slots[i] == NZ_NUM ? op->insn->fields[0].name : slots[i] == NZ_N ? "nValue" : "dValue");
            return true;
        }
    }
    return false;
}

static uint64_t matrix_extent(const struct shape *s)
{
    return (s->blocks - 1) * s->c0_stride + (s->n - 1) * s->n_stride + 32;
}

/* True when block shift `shift` (bytes) puts a row of one block onto a row of another. */
static bool rows_meet(const struct shape *s, int64_t shift)
{
    int64_t rows = shift < 0 ? -shift : shift;
    return rows % (int64_t)s->n_stride == 0 && (uint64_t)rows / s->n_stride < s->n;
}

/* Whether two 32-byte rows of the destination coincide. */
static bool dst_overlaps(const struct shape *s)
{
    uint64_t reach = (s->n - 1) * s->n_stride;
    for (uint64_t b = 1; b < s->blocks && b * s->c0_stride <= reach; b++) {
        if (rows_meet(s, (int64_t)(b * s->c0_stride))) {
            return true;
        }
    }
    uint64_t extent = matrix_extent(s);
    for (uint64_t m = 1; m < s->num && m * s->dst_matrix < extent; m++) {
        for (int64_t b = -(int64_t)(s->blocks - 1); b < (int64_t)s->blocks; b++) {
            if (rows_meet(s, (int64_t)(m * s->dst_matrix) + b * (int64_t)s->c0_stride)) {
                return true;
            }
        }
    }
    return false;
}

static void check_strides(const struct aic_op *op, const struct shape *s, struct aic_check *chk)
{
    const int64_t *f = op->rec->f;
    if (dst_overlaps(s)) {
        aic_raise(chk, "NZ-008", AIC_AT_RECORD, "raise dstNzC0Stride, dstNzNStride or dstNzMatrixStride",
                  "%s: two rows of the destination coincide (result undefined)", op->insn->name);
    } else if (s->blocks > 1 && (uint64_t)f[NZ_C0_STRIDE] < s->n * (uint64_t)f[NZ_N_STRIDE]) {
        aic_raise(chk, "NZ-012", aic_at_field(NZ_C0_STRIDE), NULL,
                  "dstNzC0Stride %" PRId64 " is below nValue*dstNzNStride %" PRIu64 ": the blocks interleave",
                  f[NZ_C0_STRIDE], s->n * (uint64_t)f[NZ_N_STRIDE]);
    }
    uint64_t line = is_dn(op) ? s->n : s->d;
    if (line > s->src_d && (is_dn(op) ? s->d : s->n) > 1) {
        aic_raise(chk, "NZ-013", aic_at_field(NZ_SRC_D), NULL,
                  "srcDValue %" PRIu64 " is below the %" PRIu64 " elements of a row: the rows overlap", s->src_d, line);
    }
}

static void check_small_c0(const struct aic_op *op, const struct shape *s, struct aic_check *chk)
{
    if (op->lim->nd2nz_small_c0 != 1) {
        aic_raise(chk, "PATH-002", aic_at_field(NZ_SMALL_C0), NULL, "enableSmallC0 does not exist on this product");
    } else if (s->d > 4) {
        aic_raise(chk, "NZ-010", aic_at_field(NZ_D), "use at most 4 columns", "dValue %" PRIu64 " with enableSmallC0",
                  s->d);
    }
}

static void nz_check(const struct aic_op *op, struct aic_check *chk)
{
    const int64_t *f = op->rec->f;
    struct shape s = shape_of(op);
    if (!is_dn(op) && op->lim->nd2nz_stride_bits == 16 && (f[NZ_SRC_D] > 65535 || f[NZ_SRC_MATRIX] > 65535)) {
        bool row = f[NZ_SRC_D] > 65535;
        aic_raise(chk, row ? "NZ-005" : "FLD-001", aic_at_field(row ? NZ_SRC_D : NZ_SRC_MATRIX),
                  "move the matrix in parts that a 16-bit stride reaches", "%s %" PRId64 " is outside %d..65535",
                  row ? "srcDValue" : "srcNdMatrixStride", row ? f[NZ_SRC_D] : f[NZ_SRC_MATRIX], row ? 1 : 0);
    }
    if (op->lim->nd2nz_stride_bits == 64 && (s.dst_matrix % 32 || s.dst_matrix / 32 > 65535)) {
        aic_raise(chk, "NZ-007", aic_at_field(NZ_DST_MATRIX), "use a multiple of 32 bytes",
                  "dstNzMatrixStride %" PRId64 " elements are not a whole number of 32-byte units in 16 bits",
                  f[NZ_DST_MATRIX]);
    } else if (op->lim->nd2nz_stride_bits != 64 && f[NZ_DST_MATRIX] > 16384) {
        aic_raise(chk, "NZ-007", aic_at_field(NZ_DST_MATRIX), NULL, "dstNzMatrixStride %" PRId64 " is outside 0..16384",
                  f[NZ_DST_MATRIX]);
    }
    if (is_dn(op) && aic_dtype_bits(aic_loads_dtype(op)) == 4 && s.n % 2) {
        aic_raise(chk, "DN-004", aic_at_field(NZ_N), "use an even nValue",
                  "nValue %" PRIu64 " is odd for a 4-bit type", s.n);
    }
    if (s.small_c0) {
        check_small_c0(op, &s, chk);
    } else if (!chk->error) {
        check_strides(op, &s, chk);
    }
}

static uint64_t small_bytes(const struct shape *s)
{
    return aic_ceil_align(s->n * 4 * s->bits / 8, 32);
}

static struct aic_span dst_span(const struct aic_op *op, const struct shape *s)
{
    uint64_t at = op->rec->op[0].addr;
    if (s->small_c0) {
        return aic_span_rows(AIC_L1, at, small_bytes(s), s->num, (int64_t)s->dst_matrix);
    }
    struct aic_span span = aic_span_rows(AIC_L1, at, 32, s->n, (int64_t)s->n_stride);
    aic_span_repeat(&span, s->blocks, (int64_t)s->c0_stride);
    aic_span_repeat(&span, s->num, (int64_t)s->dst_matrix);
    return span;
}

static struct aic_span src_span(const struct aic_op *op, const struct shape *s)
{
    uint64_t line = is_dn(op) ? s->n : s->d, lines = is_dn(op) ? s->d : s->n;
    struct aic_span span = aic_span_rows(AIC_GM, op->rec->op[1].addr, (line * s->bits + 7) / 8, lines,
                                         (int64_t)(s->src_d * s->bits / 8));
    aic_span_repeat(&span, s->num, (int64_t)(s->src_matrix * s->bits / 8));
    return span;
}

static void nz_footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    struct shape s = shape_of(op);
    aic_footprint_add(fp, dst_span(op, &s), AIC_WRITE, 0);
    aic_footprint_add(fp, src_span(op, &s), AIC_READ, 1);
}

static void nz_work(const struct aic_op *op, struct aic_work *work)
{
    struct shape s = shape_of(op);
    work->kind = is_dn(op) ? AIC_WORK_DN2NZ : AIC_WORK_ND2NZ;
    work->src = AIC_GM;
    work->dst = AIC_L1;
    work->src_dtype = work->dst_dtype = (uint8_t)aic_loads_dtype(op);
    work->gm = src_span(op, &s);
    work->local_dst = dst_span(op, &s);
    work->src_bytes = aic_span_bytes(&work->gm);
    work->dst_bytes = aic_span_bytes(&work->local_dst);
    work->repeats = (uint32_t)(s.num * (is_dn(op) ? s.d : s.n));
}

#define CHUNK 4096
#define GROUP_ROWS 8
#define AHEAD 4
#define GROUP_BYTES (CHUNK / GROUP_ROWS)

/* Part of a few rows of an ND matrix, with its states; each row is filled up with zeros to whole blocks. */
struct rows {
    uint64_t n, blocks;
    uint8_t data[GROUP_ROWS][GROUP_BYTES], state[GROUP_ROWS][GROUP_BYTES];
};

static void read_rows(struct aic_memory *mem, const struct shape *s, uint64_t src, uint64_t bytes, struct rows *rows)
{
    rows->blocks = aic_ceil_div(bytes, 32);
    for (uint64_t r = 0; r < rows->n; r++) {
        aic_memory_read(mem, AIC_GM, 0, src + r * s->src_d * s->bits / 8, bytes, rows->data[r], rows->state[r]);
        memset(rows->data[r] + bytes, 0, rows->blocks * 32 - bytes);
        memset(rows->state[r] + bytes, AIC_ST_VALID, rows->blocks * 32 - bytes);
    }
}

/* Asks for the lines of a block that is written soon; they are seldom in the host's caches, and stores wait for one
 * another. */
static void fetch_block(const struct aic_buffer *l1, uint64_t at, uint64_t n_stride, uint64_t rows)
{
    for (uint64_t r = 0; r < rows; r++, at += n_stride) {
        if (at < l1->bytes) {
            __builtin_prefetch(l1->data + at, 1);
            __builtin_prefetch(l1->state + at, 1);
        }
    }
}

/* C0 columns go to each block. Block by block, since the rows of one lie near one another in L1. */
static void write_rows(struct aic_memory *mem, const struct shape *s, uint64_t dst, const struct rows *rows)
{
    struct aic_buffer *l1 = aic_memory_buffer(mem, AIC_L1, 0);
    for (uint64_t b = 0; b < rows->blocks; b++) {
        if (b + AHEAD < rows->blocks) {
            fetch_block(l1, dst + (b + AHEAD) * s->c0_stride, s->n_stride, rows->n);
        }
        for (uint64_t r = 0; r < rows->n; r++) {
            uint64_t at = dst + b * s->c0_stride + r * s->n_stride;
            if (at > l1->bytes || l1->bytes - at < 32) {
                continue;
            }
            memcpy(l1->data + at, rows->data[r] + b * 32, 32);
            memcpy(l1->state + at, rows->state[r] + b * 32, 32);
        }
    }
}

static void nd_execute(const struct aic_op *op, struct aic_memory *mem, const struct shape *s)
{
    uint64_t line = s->d * s->bits / 8;
    struct rows rows;
    for (uint64_t m = 0; m < s->num; m++) {
        for (uint64_t n = 0; n < s->n; n += rows.n) {
            uint64_t src = op->rec->op[1].addr + (m * s->src_matrix + n * s->src_d) * s->bits / 8;
            uint64_t dst = op->rec->op[0].addr + m * s->dst_matrix + n * s->n_stride;
            rows.n = s->n - n < GROUP_ROWS ? s->n - n : GROUP_ROWS;
            for (uint64_t at = 0; at < line; at += GROUP_BYTES) {
                uint64_t bytes = line - at < GROUP_BYTES ? line - at : GROUP_BYTES;
                read_rows(mem, s, src + at, bytes, &rows);
                write_rows(mem, s, dst + at / 32 * s->c0_stride, &rows);
            }
        }
    }
}

/* Rows of 4 elements, the missing columns 0, the whole filled up to 32 bytes with 0. */
static void small_execute(const struct aic_op *op, struct aic_memory *mem, const struct shape *s)
{
    static const uint8_t zero[32];
    uint64_t size = s->bits / 8, row = 4 * size, have = s->d * size;
    uint64_t next_n = is_dn(op) ? 1 : s->src_d, next_d = is_dn(op) ? s->src_d : 1; /* in GM */
    for (uint64_t m = 0; m < s->num; m++) {
        uint64_t src = op->rec->op[1].addr + m * s->src_matrix * size;
        uint64_t dst = op->rec->op[0].addr + m * s->dst_matrix;
        for (uint64_t n = 0; n < s->n; n++) {
            for (uint64_t d = 0; d < s->d; d++) {
                aic_memory_move(mem, AIC_L1, 0, dst + n * row + d * size, AIC_GM, 0,
                                src + (n * next_n + d * next_d) * size, size);
            }
            aic_memory_write(mem, AIC_L1, 0, dst + n * row + have, row - have, zero, NULL);
        }
        aic_memory_write(mem, AIC_L1, 0, dst + s->n * row, small_bytes(s) - s->n * row, zero, NULL);
    }
}

/* C0 rows of a DN matrix, `count` of them real, for CHUNK / 32 columns from n0: a block of the NZ result. */
static void store_columns(struct aic_memory *mem, const struct shape *s, uint64_t dst, uint64_t src, uint64_t count,
                          uint64_t columns)
{
    uint8_t block[CHUNK], block_state[CHUNK], line[CHUNK], line_state[CHUNK];
    unsigned size = s->bits / 8;
    memset(block, 0, columns * 32);
    memset(block_state, AIC_ST_VALID, columns * 32);
    for (uint64_t d = 0; d < count; d++) {
        aic_memory_read(mem, AIC_GM, 0, src + d * s->src_d * size, columns * size, line, line_state);
        for (uint64_t n = 0; n < columns; n++) {
            memcpy(block + n * 32 + d * size, line + n * size, size);
            memcpy(block_state + n * 32 + d * size, line_state + n * size, size);
        }
    }
    for (uint64_t n = 0; n < columns; n++) {
        aic_memory_write(mem, AIC_L1, 0, dst + n * s->n_stride, 32, block + n * 32, block_state + n * 32);
    }
}

static void dn_execute(const struct aic_op *op, struct aic_memory *mem, const struct shape *s)
{
    const uint64_t step = CHUNK / 32;
    for (uint64_t m = 0; m < s->num; m++) {
        uint64_t src = op->rec->op[1].addr + m * s->src_matrix * s->bits / 8;
        uint64_t dst = op->rec->op[0].addr + m * s->dst_matrix;
        for (uint64_t b = 0; b < s->blocks; b++) {
            uint64_t left = s->d - b * s->c0, count = left < s->c0 ? left : s->c0;
            for (uint64_t n = 0; n < s->n; n += step) {
                store_columns(mem, s, dst + b * s->c0_stride + n * s->n_stride,
                              src + (b * s->c0 * s->src_d + n) * s->bits / 8, count, s->n - n < step ? s->n - n : step);
            }
        }
    }
}

static void nz_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    (void)chk;
    struct shape s = shape_of(op);
    if (s.small_c0) {
        small_execute(op, mem, &s);
    } else if (is_dn(op)) {
        dn_execute(op, mem, &s);
    } else {
        nd_execute(op, mem, &s);
    }
}

#define FIELDS(t) .fields = (t), .n_fields = sizeof(t) / sizeof((t)[0])
#define SLOTS \
    .n_slots = 2, .slots = {{.role = "dst", .spaces = AIC_SPACE_BIT(AIC_L1), .written = true}, \
                            {.role = "src", .spaces = AIC_SPACE_BIT(AIC_GM)}}, \
    .min_dtypes = 1, .max_dtypes = 1
#define FUNCTIONS \
    .pipe = aic_loads_pipe, .nop = nz_nop, .check = nz_check, .footprint = nz_footprint, .work = nz_work, \
    .execute = nz_execute

const struct aic_insn aic_insns_nd2nz[] = {
    {.name = "nd2nz", .summary = "Moves row-major matrices from GM to L1 as NZ", .source = ND_DOC, SLOTS,
     FIELDS(nd_fields), .rule_insn = "NZ-011", FUNCTIONS},
    {.name = "dn2nz", .summary = "Moves column-major matrices from GM to L1 as NZ", .source = DN_DOC, SLOTS,
     FIELDS(dn_fields), .rule_insn = "DN-005", FUNCTIONS},
    {.name = NULL},
};
