/* The values of a Fixpipe record. Every element of the source is looked at before one of the destination is written. */
#include <inttypes.h>
#include <string.h>

#include "isa/cube_state.h"
#include "isa/fixpipe.h"

#define MAX_N 4096
#define ROWS 64 /* of a block that is written at once */

struct run {
    const struct aic_fix *fix;
    struct aic_quantiser q;
    const uint8_t *data, *state; /* L0C from the source address on */
    uint64_t words[MAX_N];       /* quantisation words of the columns, or words[0] */
    uint8_t word_state[MAX_N];   /* AIC_ST_VALID, TAINT or UNDEF, per column */
    bool clean;                  /* every element and word is valid */
    struct aic_memory *mem;
};

static bool load_words(const struct aic_op *op, struct run *run, struct aic_check *chk)
{
    const struct aic_fix *fix = run->fix;
    bool workspace = op->rec->n_operands > 2;
    uint8_t state[8];
    uint32_t missing = 0;
    bool noted = false;
    run->words[0] = (uint64_t)op->rec->f[AIC_FIX_F_DEQ_SCALAR];
    if (!fix->vector) {
        return true;
    }
    for (uint32_t j = 0; j < fix->n; j++) {
        enum aic_space space = workspace ? (enum aic_space)op->rec->op[2].space : AIC_FB;
        uint64_t addr = (workspace ? op->rec->op[2].addr : op->regs->quant_addr) + 8ull * j;
        uint8_t bytes[8];
        aic_memory_read(run->mem, space, 0, addr, 8, bytes, state);
        run->words[j] = aic_element_load(bytes, 0, AIC_DT_UINT64);
        enum aic_lane lane = aic_lane_of(state, 8);
        run->word_state[j] = aic_lane_state(lane);
        run->clean &= lane == AIC_LANE_VALID;
        missing += lane == AIC_LANE_POISON;
        if (lane == AIC_LANE_VALID) {
            aic_fix_check_word(fix, run->words[j], (int)j, workspace ? aic_at_operand(2) : AIC_AT_RECORD, &noted, chk);
        }
        if (chk->error) {
            return false;
        }
    }
    if (!workspace && missing) {
        bool none = missing == fix->n;
        aic_raise(chk, none ? "FP-018" : "FP-040", AIC_AT_RECORD, "name the vector in l1 as the third operand",
                  "quantPre=%s: %u of the %u words at fb:%u were never written", aic_quant_names[fix->quant], missing,
                  fix->n, op->regs->quant_addr);
    }
    return !chk->error;
}

/* An NZ drain always takes whole fractals, and with them the lanes outside m x n of the Mmad that wrote them: those
 * move as what they are, undefined. Only lanes that nothing wrote are refused there. */
static bool refused(const struct run *run, const uint8_t *state, unsigned size)
{
    if (aic_lane_of(state, size) != AIC_LANE_POISON) {
        return false;
    }
    for (unsigned b = 0; b < size && run->fix->layout == AIC_FIX_NZ; b++) {
        if (state[b] == AIC_ST_NEVER) {
            return true;
        }
    }
    return run->fix->layout != AIC_FIX_NZ;
}

/* First refused element of `count` ones; -1: none. Anything but valid elements makes the run unclean. */
static int scan_line(struct run *run, uint64_t element, uint32_t count)
{
    unsigned size = aic_dtype_bits(run->fix->src) / 8;
    const uint8_t *state = run->state + element * size;
    if (aic_state_all_valid(state, (uint64_t)count * size)) {
        return -1;
    }
    run->clean = false;
    for (uint32_t i = 0; i < count; i++) {
        if (refused(run, state + i * size, size)) {
            return (int)i;
        }
    }
    return -1;
}

static bool scan_source(struct run *run, struct aic_check *chk)
{
    const struct aic_fix *fix = run->fix;
    for (uint64_t h = 0; h < fix->matrices; h++) {
        for (uint32_t j = 0; j < fix->n; j += 16) {
            uint32_t count = fix->n - j < 16 ? fix->n - j : 16;
            for (uint32_t i = 0; i < fix->m; i++) {
                uint64_t element = aic_fix_source(fix, h, i, j);
                int bad = scan_line(run, element, count);
                if (bad < 0 || chk->error) {
                    continue;
                }
                aic_raise(chk, "FP-041", aic_at_operand(1), "drain only what an mmad wrote",
                          "source[matrix %" PRIu64 "][m=%u][n=%u] at l0c:%" PRIu64 " was never written or is undefined",
                          h, i,
                          j + (unsigned)bad, fix->src_addr + (element + (unsigned)bad) * aic_dtype_bits(fix->src) / 8);
                if (!aic_check_run_on(chk)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static uint8_t element_state(const struct run *run, uint64_t element, uint32_t j)
{
    unsigned size = aic_dtype_bits(run->fix->src) / 8;
    uint8_t word = run->fix->vector ? run->word_state[j] : AIC_ST_VALID;
    switch (aic_lane_of(run->state + element * size, size)) {
    case AIC_LANE_TAINTED:
        return AIC_ST_TAINT;
    case AIC_LANE_POISON:
        return AIC_ST_UNDEF;
    default:
        return word;
    }
}

/* Converts columns j .. j+count-1 of a row into elements `at` on of data and state. */
static void convert(const struct run *run, uint64_t h, uint32_t i, uint32_t j, uint32_t count, uint8_t *data,
                    uint8_t *state, uint32_t at)
{
    const struct aic_fix *fix = run->fix;
    unsigned src_size = aic_dtype_bits(fix->src) / 8, bits = aic_dtype_bits(fix->dst);
    while (count) {
        uint32_t n = 16 - j % 16 < count ? 16 - j % 16 : count;
        uint64_t element = aic_fix_source(fix, h, i, j);
        aic_quant_run(&run->q, run->data + element * src_size, n, run->words + (fix->vector ? j : 0), data, at);
        for (uint32_t x = 0; x < n && !run->clean; x++) {
            uint64_t first = (uint64_t)(at + x) * bits / 8;
            memset(state + first, element_state(run, element + x, j + x), bits < 8 ? 1 : bits / 8);
        }
        at += n;
        j += n;
        count -= n;
    }
}

static void put(const struct run *run, const struct aic_fix_part *part, uint64_t element, uint64_t elements,
                const uint8_t *data, const uint8_t *state)
{
    unsigned bits = aic_dtype_bits(run->fix->dst);
    aic_memory_write(run->mem, (enum aic_space)run->fix->dst_space, part->unit, run->fix->dst_addr + element * bits / 8,
                     (elements * bits + 7) / 8, data, run->clean ? NULL : state);
}

static void store_nd(const struct run *run, const struct aic_fix_part *part, uint64_t h)
{
    uint8_t data[MAX_N * 4], state[MAX_N * 4];
    for (uint32_t i = 0; i < part->m; i++) {
        convert(run, h, part->row + i, part->col, part->n, data, state, 0);
        put(run, part, h * run->fix->dst_matrix + i * run->fix->dst_pitch, part->n, data, state);
    }
}

/* Rows of a strip follow one another. */
static void store_nz(const struct run *run, const struct aic_fix_part *part)
{
    uint8_t data[ROWS * 64 * 4], state[ROWS * 64 * 4];
    uint32_t width = 0;
    for (uint32_t j = 0; j < part->n; j += width) {
        uint64_t strip = aic_fix_nz_strip(run->fix, j, part->n, &width);
        for (uint32_t i = 0; i < part->m; i += ROWS) {
            uint32_t rows = part->m - i < ROWS ? part->m - i : ROWS;
            for (uint32_t r = 0; r < rows; r++) {
                convert(run, 0, part->row + i + r, part->col + j, width, data, state, r * width);
            }
            put(run, part, strip + (uint64_t)i * width, (uint64_t)rows * width, data, state);
        }
    }
}

/* Sixteen columns of a few rows, turned. */
static void store_dn_block(const struct run *run, const struct aic_fix_part *part, uint64_t h, uint32_t i, uint32_t j)
{
    uint8_t data[ROWS * 16 * 4], state[ROWS * 16 * 4], line[ROWS * 4], line_state[ROWS * 4];
    unsigned size = aic_dtype_bits(run->fix->dst) / 8;
    uint32_t rows = part->m - i < ROWS ? part->m - i : ROWS, cols = part->n - j < 16 ? part->n - j : 16;
    for (uint32_t r = 0; r < rows; r++) {
        convert(run, h, part->row + i + r, part->col + j, cols, data, state, r * 16);
    }
    for (uint32_t c = 0; c < cols; c++) {
        for (uint32_t r = 0; r < rows; r++) {
            memcpy(line + r * size, data + (r * 16 + c) * size, size);
            if (!run->clean) {
                memcpy(line_state + r * size, state + (r * 16 + c) * size, size);
            }
        }
        put(run, part, h * run->fix->dst_matrix + (j + c) * run->fix->dst_pitch + i, rows, line, line_state);
    }
}

static void store(const struct run *run, const struct aic_fix_part *part)
{
    if (run->fix->layout == AIC_FIX_NZ) {
        store_nz(run, part);
        return;
    }
    for (uint64_t h = 0; h < run->fix->matrices; h++) {
        if (run->fix->layout == AIC_FIX_ND) {
            store_nd(run, part, h);
            continue;
        }
        for (uint32_t j = 0; j < part->n; j += 16) {
            for (uint32_t i = 0; i < part->m; i += ROWS) {
                store_dn_block(run, part, h, i, j);
            }
        }
    }
}

/* The source passed the checks against the product's sizes; a memory that was made smaller must not be overrun. */
static bool source_fits(const struct aic_op *op, const struct aic_memory *mem)
{
    struct aic_footprint fp = {0};
    aic_fix_footprint(op, &fp);
    for (unsigned i = 0; i < fp.n; i++) {
        uint64_t low, high;
        aic_span_bounds(&fp.e[i].span, &low, &high);
        if (fp.e[i].span.space == AIC_L0C && (low > high || high > mem->local[AIC_L0C].bytes)) {
            return false;
        }
    }
    return true;
}

void aic_fix_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    struct aic_fix fix;
    aic_fix_of(op, &fix);
    if (!source_fits(op, mem)) {
        return;
    }
    struct run run = {
        .fix = &fix,
        .q = {.mode = (enum aic_quant)fix.quant,
              .src = fix.src,
              .dst = fix.dst,
              .relu = op->rec->f[AIC_FIX_F_RELU] != 0,
              .clip = op->rec->f[AIC_FIX_F_CLIP_RELU] != 0,
              .regs = op->regs,
              .lim = op->lim},
        .data = mem->local[AIC_L0C].data + fix.src_addr,
        .state = mem->local[AIC_L0C].state + fix.src_addr,
        .clean = true,
        .mem = mem,
    };
    memcpy(&run.q.clip_to, &op->rec->f[AIC_FIX_F_CLIP_VALUE], sizeof(run.q.clip_to));
    if (!load_words(op, &run, chk) || !scan_source(&run, chk)) {
        return;
    }
    for (unsigned p = 0; p < fix.parts; p++) {
        store(&run, &fix.part[p]);
    }
}
