/* Where the elements of a Fixpipe record come from and go to. */
#include "isa/fixpipe.h"

enum aic_fix_params aic_fix_params_of(const struct aic_op *op)
{
    bool given = op->rec->given >> AIC_FIX_F_PARAMS & 1;
    return (enum aic_fix_params)(given ? op->rec->f[AIC_FIX_F_PARAMS] : op->lim->fixpipe_params);
}

/* Without `params`-dependent units everything is in elements; these are the two that differ (X31). */
static void set_strides(const struct aic_op *op, struct aic_fix *fix)
{
    const int64_t *f = op->rec->f;
    bool elements = aic_fix_params_of(op) == AIC_FIX_ARCH3510;
    fix->dst_pitch = (uint64_t)f[AIC_FIX_F_DST_STRIDE];
    switch (fix->layout) {
    case AIC_FIX_NZ:
        fix->dst_pitch *= elements ? 1 : aic_dtype_c0(fix->dst);
        break;
    case AIC_FIX_ND:
        fix->matrices = (uint64_t)f[AIC_FIX_F_ND_NUM];
        fix->src_matrix = (uint64_t)f[AIC_FIX_F_SRC_ND_STRIDE] * (elements ? 16 : 256);
        fix->dst_matrix = (uint64_t)f[AIC_FIX_F_DST_ND_STRIDE];
        break;
    default:
        fix->matrices = (uint64_t)f[AIC_FIX_F_DN_NUM];
        fix->src_matrix = (uint64_t)f[AIC_FIX_F_SRC_NZ_MATRIX_STRIDE] * 16;
        fix->dst_matrix = (uint64_t)f[AIC_FIX_F_DST_DN_MATRIX_STRIDE];
        fix->src_row = (uint64_t)f[AIC_FIX_F_SRC_NZ_C0_STRIDE] * 16;
    }
}

/* A vector longer than one pass is worked off in half passes. */
static void set_chunks(const struct aic_op *op, struct aic_fix *fix)
{
    int64_t entries = op->lim->quant_fb_entries;
    fix->chunk = fix->n;
    if (fix->vector && op->rec->n_operands > 2 && entries > 1 && fix->n > entries) {
        fix->chunk = (uint32_t)entries / 2;
    }
    fix->chunk_pitch = fix->chunk / fix->width * fix->dst_pitch;
    if (aic_fix_params_of(op) == AIC_FIX_ARCH3510) {
        fix->chunk_pitch *= aic_dtype_c0(fix->dst); /* X33: the library counts elements as if they were 32 bytes */
    }
}

static void set_parts(const struct aic_op *op, struct aic_fix *fix)
{
    int64_t dual = fix->dst_space == AIC_UB ? op->rec->f[AIC_FIX_F_DUAL] : 0;
    uint8_t unit = fix->dst_space == AIC_UB && op->lim->split_units == 1 ? (uint8_t)op->rec->f[AIC_FIX_F_SUB_BLOCK] : 0;
    fix->parts = 1;
    fix->part[0] = (struct aic_fix_part){.unit = unit, .m = fix->m, .n = fix->n};
    if (dual != 1 && dual != 2) {
        return;
    }
    uint32_t m = dual == 1 ? fix->m / 2 : fix->m, n = dual == 2 ? fix->n / 2 : fix->n;
    fix->parts = 2;
    fix->part[0] = (struct aic_fix_part){.unit = 0, .m = m, .n = n};
    fix->part[1] = (struct aic_fix_part){
        .unit = 1, .row = dual == 1 ? m : 0, .col = dual == 2 ? n : 0, .m = dual == 1 ? fix->m - m : m,
        .n = dual == 2 ? fix->n - n : n};
}

void aic_fix_of(const struct aic_op *op, struct aic_fix *fix)
{
    const struct aic_record *rec = op->rec;
    unsigned bits = aic_dtype_bits((enum aic_dtype)rec->dtype[1]);
    *fix = (struct aic_fix){
        .layout = (uint8_t)rec->f[AIC_FIX_F_LAYOUT],
        .quant = (uint8_t)rec->f[AIC_FIX_F_QUANT],
        .dst_space = rec->op[0].space,
        .src = (enum aic_dtype)rec->dtype[0],
        .dst = (enum aic_dtype)rec->dtype[1],
        .m = (uint32_t)rec->f[AIC_FIX_F_M],
        .n = (uint32_t)rec->f[AIC_FIX_F_N],
        .matrices = 1,
        .src_strip = (uint64_t)rec->f[AIC_FIX_F_SRC_STRIDE] * 16,
        .src_row = 16,
        .width = rec->f[AIC_FIX_F_SPLIT] ? 8 : bits == 4 ? 64 : bits == 8 ? 32 : 16,
        .src_addr = rec->op[1].addr,
        .dst_addr = rec->op[0].addr,
    };
    fix->vector = aic_quant_modes[fix->quant].vector;
    set_strides(op, fix);
    set_chunks(op, fix);
    set_parts(op, fix);
}

uint64_t aic_fix_nz_strip(const struct aic_fix *fix, uint32_t j, uint32_t n, uint32_t *width)
{
    uint32_t first = j / fix->chunk * fix->chunk;
    uint32_t strip = (j - first) / fix->width;
    uint32_t left = n - first - strip * fix->width;
    *width = left < fix->width ? left : fix->width;
    return j / fix->chunk * fix->chunk_pitch + strip * fix->dst_pitch;
}

static uint64_t bytes_of(uint64_t elements, enum aic_dtype dt)
{
    return (elements * aic_dtype_bits(dt) + 7) / 8;
}

/* Rows i, columns j of a part's source: whole strips, then what is left of the last one. */
/* `strips` strips of 16 columns of every matrix in L0C. */
static struct aic_span whole_strips(const struct aic_fix *fix, const struct aic_fix_part *part, uint32_t strips)
{
    uint32_t size = aic_dtype_bits(fix->src) / 8;
    uint64_t base = fix->src_addr + aic_fix_source(fix, 0, part->row, part->col) * size;
    struct aic_span span = aic_span_rows(AIC_L0C, base, 16 * size, part->m, (int64_t)(fix->src_row * size));
    aic_span_repeat(&span, strips, (int64_t)(fix->src_strip * size));
    aic_span_repeat(&span, fix->matrices, (int64_t)(fix->src_matrix * size));
    return span;
}

static void source_spans(const struct aic_fix *fix, const struct aic_fix_part *part, struct aic_footprint *fp)
{
    uint32_t size = aic_dtype_bits(fix->src) / 8, full = part->n / 16, tail = part->n % 16;
    uint64_t base = fix->src_addr + aic_fix_source(fix, 0, part->row, part->col) * size;
    int64_t strip = (int64_t)(fix->src_strip * size), row = (int64_t)(fix->src_row * size);
    struct aic_span span = whole_strips(fix, part, full);
    aic_footprint_add(fp, span, AIC_READ, 1);
    if (tail) {
        span = aic_span_rows(AIC_L0C, base + full * (uint64_t)strip, tail * size, part->m, row);
        aic_span_repeat(&span, fix->matrices, (int64_t)(fix->src_matrix * size));
        aic_footprint_add(fp, span, AIC_READ, 1);
    }
}

static void add_write(const struct aic_fix *fix, const struct aic_fix_part *part, struct aic_span span,
                      struct aic_footprint *fp)
{
    span.space = fix->dst_space;
    span.unit = part->unit;
    aic_footprint_add(fp, span, AIC_WRITE, 0);
}

/* One chunk, or `chunks` alike: whole strips, then the narrower last one. */
static void nz_spans(const struct aic_fix *fix, const struct aic_fix_part *part, uint64_t base, uint32_t n,
                     uint32_t chunks, struct aic_footprint *fp)
{
    uint32_t full = n / fix->width, tail = n % fix->width;
    enum aic_space space = (enum aic_space)fix->dst_space;
    uint64_t run = bytes_of((uint64_t)part->m * fix->width, fix->dst);
    int64_t pitch = (int64_t)bytes_of(fix->dst_pitch, fix->dst);
    if (full) {
        struct aic_span span = aic_span_rows(space, base, run, full, pitch);
        aic_span_repeat(&span, chunks, (int64_t)bytes_of(fix->chunk_pitch, fix->dst));
        add_write(fix, part, span, fp);
    }
    if (tail) {
        run = bytes_of((uint64_t)part->m * tail, fix->dst);
        add_write(fix, part, aic_span_linear(space, base + full * (uint64_t)pitch, run), fp);
    }
}

static void target_spans(const struct aic_fix *fix, const struct aic_fix_part *part, struct aic_footprint *fp)
{
    enum aic_space space = (enum aic_space)fix->dst_space;
    bool nd = fix->layout == AIC_FIX_ND;
    if (fix->layout == AIC_FIX_NZ) {
        uint32_t chunks = part->n / fix->chunk, rest = part->n % fix->chunk;
        nz_spans(fix, part, fix->dst_addr, fix->chunk < part->n ? fix->chunk : part->n, chunks ? chunks : 1, fp);
        if (rest && chunks) {
            nz_spans(fix, part, fix->dst_addr + bytes_of(chunks * fix->chunk_pitch, fix->dst), rest, 1, fp);
        }
        return;
    }
    uint64_t run = bytes_of(nd ? part->n : part->m, fix->dst);
    struct aic_span span = aic_span_rows(space, fix->dst_addr, run, nd ? part->m : part->n,
                                         (int64_t)bytes_of(fix->dst_pitch, fix->dst));
    aic_span_repeat(&span, fix->matrices, (int64_t)bytes_of(fix->dst_matrix, fix->dst));
    add_write(fix, part, span, fp);
}

void aic_fix_footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    struct aic_fix fix;
    aic_fix_of(op, &fix);
    const struct aic_fix_part whole = {.m = fix.m, .n = fix.n};
    source_spans(&fix, &whole, fp);
    if (op->rec->n_operands > 2) {
        aic_footprint_add(fp, aic_span_linear((enum aic_space)op->rec->op[2].space, op->rec->op[2].addr, fix.n * 8u),
                          AIC_READ, 2);
    } else if (fix.vector) {
        aic_footprint_add(fp, aic_span_linear(AIC_FB, op->regs->quant_addr, fix.n * 8u), AIC_READ, -1);
    }
    for (unsigned p = 0; p < fix.parts; p++) {
        target_spans(&fix, &fix.part[p], fp);
    }
}

void aic_fix_work(const struct aic_op *op, struct aic_work *work)
{
    struct aic_fix fix;
    struct aic_footprint fp = {0};
    aic_fix_of(op, &fix);
    aic_fix_footprint(op, &fp);
    *work = (struct aic_work){
        .kind = AIC_WORK_FIXPIPE,
        .src = AIC_L0C,
        .dst = fix.dst_space,
        .src_dtype = (uint8_t)fix.src,
        .dst_dtype = (uint8_t)fix.dst,
        .repeats = (uint32_t)(fix.matrices * ((fix.n + fix.chunk - 1) / fix.chunk)),
        .layout = fix.layout,
        .quant = fix.quant,
        .vector_quant = fix.vector,
        .channel_split = op->rec->f[AIC_FIX_F_SPLIT] != 0,
        .dual = fix.parts > 1,
        .dn_strided = fix.layout == AIC_FIX_DN && fix.src_row > 16,
        .elements = (uint32_t)(fix.matrices * fix.m * fix.n),
        .m = fix.m,
        .n = fix.n,
        .unit_flag = (uint8_t)op->rec->f[AIC_FIX_F_UNIT_FLAG],
        .strips = whole_strips(&fix, &(const struct aic_fix_part){.m = fix.m, .n = fix.n}, (fix.n + 15) / 16),
        .local_src = fp.e[0].span,
    };
    for (unsigned i = 0; i < fp.n; i++) {
        uint64_t bytes = aic_span_bytes(&fp.e[i].span);
        work->src_bytes += fp.e[i].span.space == AIC_L0C ? bytes : 0;
        if (fp.e[i].access != AIC_WRITE) {
            continue;
        }
        work->dst_bytes += bytes;
        struct aic_span *first = fix.dst_space == AIC_GM ? &work->gm : &work->local_dst;
        if (first->run == 0) {
            *first = fp.e[i].span;
        }
    }
    work->gm_write = fix.dst_space == AIC_GM;
}
