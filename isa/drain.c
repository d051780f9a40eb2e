#include "isa/drain.h"

#include <inttypes.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "isa/cube_state.h"
#include "isa/quant.h"

enum { COUNT = 0, LEN, SRC_GAP, DST_GAP };

const char *const aic_drain_block_names[3] = {"matrix", "vector", NULL};

const char *const aic_crmode_names[AIC_CR_COUNT + 1] = {
    "none", "f322f16", "f322f16_relu", "deq",   "f162f32", "none_relu", "scale_f16", "vdeq",
    "vdeq8", "deq8",   "vdeq16",       "deq16", "vdeqs16", "deqs16",    NULL,
};

#define F16 AIC_DT_BIT(AIC_DT_HALF)
#define F32 AIC_DT_BIT(AIC_DT_FLOAT)
#define S32 AIC_DT_BIT(AIC_DT_INT32)

/* What a mode converts, and its words: bytes a column, 0 for the scalar modes. */
struct mode {
    aic_dtype_set src, dst; /* dst 0: the same type */
    uint8_t word_bytes;
    bool unknown;           /* no source says what it computes */
};

static const struct mode modes[AIC_CR_COUNT] = {
    [AIC_CR_NONE] = {.src = F16 | F32 | S32 | AIC_DT_BIT(AIC_DT_UINT32)},
    [AIC_CR_F322F16] = {.src = F32, .dst = F16},
    [AIC_CR_F322F16_RELU] = {.src = F32, .dst = F16},
    [AIC_CR_DEQ] = {.src = S32, .dst = F16},
    [AIC_CR_F162F32] = {.src = 0},
    [AIC_CR_NONE_RELU] = {.src = F16 | F32 | S32},
    [AIC_CR_SCALE_F16] = {.src = F16, .dst = F16},
    [AIC_CR_VDEQ] = {.src = S32, .dst = F16, .word_bytes = 2},
    [AIC_CR_VDEQ8] = {.src = S32, .dst = AIC_DT_BIT(AIC_DT_INT8) | AIC_DT_BIT(AIC_DT_UINT8), .word_bytes = 8},
    [AIC_CR_DEQ8] = {.src = S32, .dst = AIC_DT_BIT(AIC_DT_INT8) | AIC_DT_BIT(AIC_DT_UINT8)},
    [AIC_CR_VDEQ16] = {.src = S32, .dst = F16, .word_bytes = 8, .unknown = true},
    [AIC_CR_DEQ16] = {.src = S32, .dst = F16, .unknown = true},
    [AIC_CR_VDEQS16] = {.src = S32, .dst = AIC_DT_BIT(AIC_DT_INT16), .word_bytes = 8},
    [AIC_CR_DEQS16] = {.src = S32, .dst = AIC_DT_BIT(AIC_DT_INT16)},
};

/* A record with every number worked out; bytes. */
struct drain {
    enum aic_crmode mode;
    enum aic_dtype src, dst;
    bool vector, relu;
    uint64_t bursts, fractals;     /* of a burst */
    uint64_t src_step, dst_step;   /* from fractal to fractal */
    uint64_t src_pitch, dst_pitch; /* from burst to burst */
    uint32_t rows;                 /* of 16 elements moved of a fractal */
    uint32_t dst_row;              /* from row to row of the destination */
    uint32_t dst_skip;             /* bytes before the first row: the high half of a slot */
};

static struct drain drain_of(const struct aic_op *op)
{
    const int64_t *f = op->rec->f;
    struct drain d = {
        .mode = (enum aic_crmode)f[AIC_DRAIN_CRMODE],
        .src = (enum aic_dtype)op->rec->dtype[0],
        .dst = (enum aic_dtype)op->rec->dtype[op->rec->n_dtypes > 1],
        .vector = f[AIC_DRAIN_BLOCK_MODE] != 0,
        .relu = f[AIC_DRAIN_RELU] != 0,
        .bursts = (uint64_t)f[COUNT],
        .fractals = (uint64_t)f[LEN],
    };
    if (!(op->rec->given >> AIC_DRAIN_CRMODE & 1) && d.src == AIC_DT_FLOAT && d.dst == AIC_DT_HALF) {
        d.mode = AIC_CR_F322F16; /* the types leave no choice */
    }
    d.relu |= d.mode == AIC_CR_F322F16_RELU || d.mode == AIC_CR_NONE_RELU;
    uint32_t row = 16 * aic_dtype_bits(d.dst) / 8;
    bool slots = row == 16 && f[AIC_DRAIN_SID_STORE_MODE] < 2;
    d.rows = d.vector ? 1 : 16;
    d.dst_row = slots ? 32 : row;
    d.dst_skip = slots && f[AIC_DRAIN_SID_STORE_MODE] == 1 ? 16 : 0;
    d.src_step = 256 * aic_dtype_bits(d.src) / 8;
    d.dst_step = (uint64_t)d.rows * d.dst_row;
    d.src_pitch = (d.fractals + (uint64_t)f[SRC_GAP]) * d.src_step;
    d.dst_pitch = d.fractals * d.dst_step + (uint64_t)f[DST_GAP] * 32;
    return d;
}

bool aic_drain_is(const struct aic_op *op)
{
    return op->lim->drain_crmodes > 0 && op->rec->op[1].space == AIC_L0C && op->rec->op[0].space == AIC_UB;
}

static bool types_fit(const struct drain *d)
{
    const struct mode *mode = &modes[d->mode];
    return (mode->src & AIC_DT_BIT(d->src)) && (mode->dst ? (mode->dst & AIC_DT_BIT(d->dst)) != 0 : d->src == d->dst);
}

/* Bit 36 of an 8-bit mode's word lets the shift act on the products whose documents say so. */
static void check_shift_bit(const struct aic_op *op, const struct drain *d, uint64_t word, struct aic_at at,
                            struct aic_check *chk)
{
    if (aic_dtype_bits(d->dst) == 8 && !op->lim->quant_has_shift && (word >> 36 & 1)) {
        aic_raise(chk, "PATH-003", at, "clear bit 36 of the word",
                  "no source says what bit 36 of the word 0x%" PRIx64 " does with crmode=%s here", word,
                  aic_crmode_names[d->mode]);
    }
}

static void check_words(const struct aic_op *op, const struct drain *d, struct aic_check *chk)
{
    bool wanted = modes[d->mode].word_bytes > 0, given = op->rec->n_operands > 2;
    if (wanted != given) {
        aic_raise(chk, "PATH-002", given ? aic_at_operand(2) : aic_at_field(AIC_DRAIN_CRMODE),
                  given ? "drop the third operand" : "name the words in ub as the third operand",
                  "crmode=%s %s", aic_crmode_names[d->mode], given ? "reads no vector" : "reads a vector of words");
    } else if (given && op->rec->op[2].space != AIC_UB) {
        aic_raise(chk, "PATH-002", aic_at_operand(2), "copy the words to ub", "the words are in %s, not in ub",
                  aic_space_name((enum aic_space)op->rec->op[2].space));
    } else if (!given) {
        check_shift_bit(op, d, (uint64_t)op->rec->f[AIC_DRAIN_SCALAR], aic_at_field(AIC_DRAIN_SCALAR), chk);
    }
}

void aic_drain_check(const struct aic_op *op, struct aic_check *chk)
{
    struct drain d = drain_of(op);
    struct aic_at at = aic_at_field(AIC_DRAIN_CRMODE);
    const char *name = aic_crmode_names[d.mode];
    if (!(op->lim->drain_crmodes >> d.mode & 1)) {
        aic_raise(chk, "PATH-002", at, NULL, "crmode=%s is not a mode of this product", name);
    } else if (!types_fit(&d)) {
        aic_raise(chk, "PATH-002", at, "choose the mode of the pair of types", "crmode=%s does not turn %s into %s",
                  name,
                  aic_dtype_name(d.src), aic_dtype_name(d.dst));
    } else if (modes[d.mode].unknown) {
        aic_raise(chk, "PATH-003", at, NULL, "no source says what crmode=%s computes", name);
    } else if (d.vector && aic_dtype_bits(d.dst) == 8) {
        aic_raise(chk, "PATH-003", aic_at_field(AIC_DRAIN_BLOCK_MODE), NULL,
                  "no source says where blockMode=vector puts 8-bit results");
    } else {
        check_words(op, &d, chk);
    }
}

void aic_drain_footprint(const struct aic_op *op, struct aic_footprint *fp)
{
    struct drain d = drain_of(op);
    uint64_t src_run = d.vector ? d.src_step / 16 : d.src_step;
    struct aic_span span = aic_span_rows(AIC_L0C, op->rec->op[1].addr, src_run, d.fractals, (int64_t)d.src_step);
    aic_span_repeat(&span, d.bursts, (int64_t)d.src_pitch);
    aic_footprint_add(fp, span, AIC_READ, 1);
    uint64_t row = 16 * aic_dtype_bits(d.dst) / 8;
    span = aic_span_rows(AIC_UB, op->rec->op[0].addr + d.dst_skip, row, d.fractals * d.rows, d.dst_row);
    aic_span_repeat(&span, d.bursts, (int64_t)d.dst_pitch);
    span.unit = op->rec->op[0].unit;
    aic_footprint_add(fp, span, AIC_WRITE, 0);
    if (op->rec->n_operands > 2) {
        span = aic_span_linear(AIC_UB, op->rec->op[2].addr, d.bursts * 16 * modes[d.mode].word_bytes);
        span.unit = op->rec->op[2].unit;
        aic_footprint_add(fp, span, AIC_READ, 2);
    }
}

void aic_drain_work(const struct aic_op *op, struct aic_work *work)
{
    struct drain d = drain_of(op);
    struct aic_footprint fp = {0};
    aic_drain_footprint(op, &fp);
    *work = (struct aic_work){
        .kind = AIC_WORK_DRAIN,
        .src = AIC_L0C,
        .dst = AIC_UB,
        .src_dtype = (uint8_t)d.src,
        .dst_dtype = (uint8_t)d.dst,
        .src_bytes = aic_span_bytes(&fp.e[0].span),
        .dst_bytes = aic_span_bytes(&fp.e[1].span),
        .repeats = (uint32_t)d.bursts,
        .local_src = fp.e[0].span,
        .local_dst = fp.e[1].span,
        .vector_quant = modes[d.mode].word_bytes > 0,
        .elements = (uint32_t)(d.bursts * d.fractals * d.rows * 16),
    };
}

/* Shift of an integer by N with saturation to 16 bits; the factor is unused. */
static uint64_t shift_to_s16(int32_t x, uint64_t word, const struct aic_isa_limits *lim)
{
    struct aic_quant_word w;
    aic_quant_decode(word, lim, &w);
    int64_t y = aic_quant_shift(x, w.shift);
    y = y < INT16_MIN ? INT16_MIN : y > INT16_MAX ? INT16_MAX : y;
    return (uint64_t)y;
}

/* 32-bit integer to 8 bits: the factor is a whole float here, and bit 47 is a relu of the word's own. */
static uint64_t to_eight(int32_t x, uint64_t word, bool relu, const struct aic_isa_limits *lim)
{
    struct aic_quant_word w;
    uint32_t scale = (uint32_t)word;
    aic_quant_decode(word, lim, &w);
    memcpy(&w.scale, &scale, sizeof(scale));
    return (uint64_t)(int64_t)aic_quant_to_small((float)aic_quant_shifted(x, &w), &w, relu || (word >> 47 & 1), 8);
}

static uint64_t convert(const struct aic_op *op, const struct drain *d, uint64_t raw, uint64_t word)
{
    struct aic_round round = {.saturate = !op->regs->inf_nan};
    double x = aic_value_decode(d->src, raw);
    double y = d->relu && x < 0 ? 0 : x;
    switch (d->mode) {
    case AIC_CR_VDEQ8:
    case AIC_CR_DEQ8:
        return to_eight((int32_t)x, word, d->relu, op->lim);
    case AIC_CR_VDEQS16:
    case AIC_CR_DEQS16:
        return shift_to_s16((int32_t)y, word, op->lim);
    case AIC_CR_DEQ:
    case AIC_CR_VDEQ:
    case AIC_CR_SCALE_F16:
        y = (float)y * aic_half_to_float((uint16_t)word);
        return aic_value_encode(d->dst, y, &round);
    default:
        break;
    }
    return d->src == d->dst && !d->relu ? raw : aic_value_encode(d->dst, y, &round);
}

/* One row of 16 elements with its states; words of the 16 columns, or one. */
static void move_row(const struct aic_op *op, const struct drain *d, struct aic_memory *mem, uint64_t from, uint64_t to,
                     const uint64_t *words, const uint8_t *word_lane)
{
    uint8_t in[64], in_state[64], out[64], out_state[64];
    uint32_t src_size = aic_dtype_bits(d->src) / 8, dst_size = aic_dtype_bits(d->dst) / 8;
    bool per_column = modes[d->mode].word_bytes > 0;
    aic_memory_read(mem, AIC_L0C, 0, from, 16 * src_size, in, in_state);
    for (uint32_t i = 0; i < 16; i++) {
        aic_element_store(out, i, d->dst, convert(op, d, aic_element_load(in, i, d->src), words[per_column ? i : 0]));
        enum aic_lane lane = aic_lane_of(in_state + i * src_size, src_size);
        lane = per_column && word_lane[i] > lane ? (enum aic_lane)word_lane[i] : lane;
        memset(out_state + i * dst_size, aic_lane_state(lane), dst_size);
    }
    aic_memory_write(mem, AIC_UB, op->rec->op[0].unit, to, 16 * dst_size, out, out_state);
}

static void load_words(const struct aic_op *op, const struct drain *d, struct aic_memory *mem, uint64_t burst,
                       uint64_t words[16], uint8_t lanes[16])
{
    uint32_t size = modes[d->mode].word_bytes;
    memset(lanes, AIC_LANE_VALID, 16);
    words[0] = (uint64_t)op->rec->f[AIC_DRAIN_SCALAR];
    for (uint32_t i = 0; i < 16 && size; i++) {
        uint8_t bytes[8] = {0}, state[8];
        aic_memory_read(mem, AIC_UB, op->rec->op[2].unit, op->rec->op[2].addr + (burst * 16 + i) * size, size, bytes,
                        state);
        words[i] = aic_element_load(bytes, 0, AIC_DT_UINT64);
        lanes[i] = (uint8_t)aic_lane_of(state, size);
    }
}

/* Raises what only the words of a vector show. */
static bool words_known(const struct aic_op *op, const struct drain *d, struct aic_memory *mem, struct aic_check *chk)
{
    uint64_t words[16];
    uint8_t lanes[16];
    for (uint64_t burst = 0; modes[d->mode].word_bytes && burst < d->bursts; burst++) {
        load_words(op, d, mem, burst, words, lanes);
        for (unsigned i = 0; i < 16 && !chk->error; i++) {
            if (lanes[i] == AIC_LANE_VALID) {
                check_shift_bit(op, d, words[i], aic_at_operand(2), chk);
            }
        }
    }
    return !chk->error;
}

void aic_drain_execute(const struct aic_op *op, struct aic_memory *mem, struct aic_check *chk)
{
    struct drain d = drain_of(op);
    uint64_t words[16];
    uint8_t lanes[16];
    if (!words_known(op, &d, mem, chk)) {
        return;
    }
    for (uint64_t burst = 0; burst < d.bursts; burst++) {
        load_words(op, &d, mem, burst, words, lanes);
        for (uint64_t fractal = 0; fractal < d.fractals; fractal++) {
            uint64_t from = op->rec->op[1].addr + burst * d.src_pitch + fractal * d.src_step;
            uint64_t to = op->rec->op[0].addr + burst * d.dst_pitch + fractal * d.dst_step + d.dst_skip;
            for (uint32_t row = 0; row < d.rows; row++) {
                move_row(op, &d, mem, from + row * (d.src_step / 16), to + row * d.dst_row, words, lanes);
            }
        }
    }
}
