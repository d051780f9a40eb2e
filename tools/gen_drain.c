/* Which conversion and layout a product has for a result, and the records of the way out. */
#include "tools/gen_drain.h"

#include <math.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "isa/drain.h"
#include "isa/quant.h"

#define LL long long
#define FAIL(...) return aic_gen_fail(err, __VA_ARGS__)

const char *const aic_gen_layout_names[AIC_GEN_ANY_LAYOUT + 1] = {"nd", "nz", "dn", NULL};

static enum aic_dtype first_type(aic_dtype_set set, enum aic_quant mode, enum aic_dtype src)
{
    for (unsigned dt = 1; dt < AIC_DT_COUNT; dt++) {
        if ((set & AIC_DT_BIT(dt)) && aic_quant_fits(mode, src, (enum aic_dtype)dt, false)) {
            return (enum aic_dtype)dt;
        }
    }
    return AIC_DT_NONE;
}

/* Every mode of `modes` that turns src into dst, for a message; whether one needs no scale goes into *plain. */
static void modes_between(uint64_t modes, enum aic_dtype src, enum aic_dtype dst, enum aic_quant *plain, char *to,
                          size_t size)
{
    size_t at = 0;
    *plain = AIC_Q_COUNT;
    to[0] = 0;
    for (unsigned i = 0; i < AIC_Q_COUNT; i++) {
        if (!(modes >> i & 1) || !aic_quant_fits((enum aic_quant)i, src, dst, false)) {
            continue;
        }
        if (!aic_quant_modes[i].scaled && *plain == AIC_Q_COUNT) {
            *plain = (enum aic_quant)i;
        }
        int n = at < size ? snprintf(to + at, size - at, "%s%s", at ? ", " : "", aic_quant_names[i]) : 0;
        at += (size_t)n;
    }
}

static aic_dtype_set fixpipe_types(const struct aic_isa_limits *lim, enum aic_dtype c)
{
    return c == AIC_DT_FLOAT ? lim->fixpipe_f32[AIC_GM] : c == AIC_DT_INT32 ? lim->fixpipe_s32[AIC_GM]
           : c == AIC_DT_HALF ? lim->fixpipe_f16[AIC_GM] : 0;
}

/* Bit 46 says that an 8-bit result is signed (reference semantics 10.3). */
static uint64_t sign_bit(enum aic_dtype out)
{
    return out == AIC_DT_INT8 ? 1ull << 46 : 0;
}

static uint64_t float_word(double scale)
{
    float f = (float)scale;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* Settles mode and type from what is asked for: --out alone means a mode without a scale. */
static bool settle_type(const struct aic_product *product, struct aic_gen_drain *d, uint64_t modes,
                        aic_dtype_set types, struct aic_gen_error *err)
{
    struct aic_gen_result *r = &d->r;
    char names[200];
    enum aic_quant plain;
    if (!r->quant_given && r->out != AIC_DT_NONE) {
        modes_between(modes, d->c, r->out, &plain, names, sizeof names);
        if (plain == AIC_Q_COUNT || !(types & AIC_DT_BIT(r->out))) {
            FAIL("--out %s: %s %s of L0C %s%s%s on %s", aic_dtype_name(r->out),
                 names[0] ? "a result in" : "no result in", aic_dtype_name(d->c),
                 names[0] ? "becomes that only by --quant " : "becomes that", names[0] ? names : "",
                 names[0] ? " with a scale," : "", product->name);
        }
        r->quant = plain;
    }
    if (r->out == AIC_DT_NONE) {
        r->out = first_type(types, r->quant, d->c);
    }
    if (r->out == AIC_DT_NONE || !(types & AIC_DT_BIT(r->out)) || !(modes >> r->quant & 1) ||
        !aic_quant_fits(r->quant, d->c, r->out, false)) {
        FAIL("--quant %s: %s does not convert %s of L0C to %s in GM by it; aicsim products %s lists its modes",
             aic_quant_names[r->quant], product->name, aic_dtype_name(d->c),
             r->out == AIC_DT_NONE ? "any type" : aic_dtype_name(r->out), product->name);
    }
    return true;
}

static bool check_clip_and_split(const struct aic_product *product, const struct aic_gen_drain *d,
                                 struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    if (d->r.clip && lim->fixpipe_clip_relu != 1) {
        FAIL("--clip-relu: %s has no clip relu", product->name);
    }
    if (d->r.split && (d->to_ub || d->r.layout != AIC_GEN_NZ || d->c != AIC_DT_FLOAT || d->r.out != AIC_DT_FLOAT ||
                       d->r.unit_flag || !(lim->fixpipe_split_spaces >> AIC_GM & 1))) {
        FAIL("--channel-split is for a float result in strips (--layout nz) without --unit-flag, by a Fixpipe that "
             "can; "
             "here it is %s to %s%s on %s", aic_dtype_name(d->c), aic_dtype_name(d->r.out),
             d->r.unit_flag ? " with unit flags" : "", product->name);
    }
    return true;
}

static bool choose_fixpipe(const struct aic_product *product, struct aic_gen_drain *d, struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    aic_dtype_set types = fixpipe_types(lim, d->c);
    if (types & AIC_DT_UNKNOWN_SET) {
        FAIL("--dtype: no source tells how %s drains %s from L0C (PATH-003)", product->name, aic_dtype_name(d->c));
    }
    if (!settle_type(product, d, (uint64_t)lim->fixpipe_quant_modes, types, err)) {
        return false;
    }
    if (d->r.layout == AIC_GEN_ANY_LAYOUT) {
        d->r.layout = AIC_GEN_ND;
    }
    static const enum aic_fix_layout layouts[] = {AIC_FIX_ND, AIC_FIX_NZ, AIC_FIX_DN};
    if (!(lim->fixpipe_layouts[AIC_GM] >> layouts[d->r.layout] & 1)) {
        FAIL("--layout %s: Fixpipe of %s does not store it to GM", aic_gen_layout_names[d->r.layout], product->name);
    }
    d->vector = aic_quant_modes[d->r.quant].vector;
    d->word_type = AIC_DT_UINT64;
    uint8_t path = lim->path[AIC_L1][AIC_FB];
    if (d->vector && path != AIC_PATH_YES) {
        FAIL("--quant %s: %s %s from L1 to the Fixpipe buffer, where a vector of words is read; a mode without V needs "
             "none", aic_quant_names[d->r.quant],
             path == AIC_PATH_UNKNOWN ? "no source tells of a way (PATH-003) on" : "there is no way on", product->name);
    }
    if (aic_quant_modes[d->r.quant].scaled) {
        d->word = (float_word(d->r.scale) & 0xffffe000u) | sign_bit(d->r.out);
    }
    return true;
}

/* The conversions of a drain to UB (reference legacy 3.3). */
static const struct {
    enum aic_quant quant;
    enum aic_crmode plain, relu;
    bool half_words;
} ub_modes[] = {
    {AIC_Q_NOQUANT, AIC_CR_NONE, AIC_CR_NONE_RELU, false},
    {AIC_Q_F322F16, AIC_CR_F322F16, AIC_CR_F322F16_RELU, false},
    {AIC_Q_DEQF16, AIC_CR_DEQ, AIC_CR_DEQ, true},
    {AIC_Q_VDEQF16, AIC_CR_VDEQ, AIC_CR_VDEQ, true},
    {AIC_Q_REQ8, AIC_CR_DEQ8, AIC_CR_DEQ8, false},
    {AIC_Q_VREQ8, AIC_CR_VDEQ8, AIC_CR_VDEQ8, false},
};

static uint64_t ub_quant_modes(const struct aic_isa_limits *lim)
{
    uint64_t modes = 0;
    for (size_t i = 0; i < sizeof ub_modes / sizeof ub_modes[0]; i++) {
        modes |= (uint64_t)(lim->drain_crmodes >> ub_modes[i].plain & 1) << ub_modes[i].quant;
    }
    return modes;
}

static void settle_ub_mode(struct aic_gen_drain *d)
{
    size_t i = 0;
    while (ub_modes[i].quant != d->r.quant) {
        i++;
    }
    enum aic_crmode mode = d->r.relu ? ub_modes[i].relu : ub_modes[i].plain;
    d->crmode = mode == AIC_CR_NONE ? NULL : aic_crmode_names[mode];
    d->vector = aic_quant_modes[d->r.quant].vector;
    d->word_type = ub_modes[i].half_words ? AIC_DT_HALF : AIC_DT_UINT64;
    if (aic_quant_modes[d->r.quant].scaled) {
        d->word = ub_modes[i].half_words ? aic_value_encode(AIC_DT_HALF, d->r.scale, NULL)
                                         : float_word(d->r.scale) | sign_bit(d->r.out);
    }
}

static bool choose_ub(const struct aic_product *product, struct aic_gen_drain *d, struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    aic_dtype_set types = AIC_DT_BIT(d->c);
    d->to_ub = true;
    if (!aic_gen_has_path(lim, AIC_L0C, AIC_UB) || !aic_gen_has_path(lim, AIC_UB, AIC_GM)) {
        FAIL("--product: %s has no way from L0C to GM", product->name);
    }
    types |= d->c == AIC_DT_FLOAT ? AIC_DT_BIT(AIC_DT_HALF) : 0;
    types |= d->c == AIC_DT_INT32 ? AIC_DT_BIT(AIC_DT_HALF) | AIC_DT_BIT(AIC_DT_INT8) | AIC_DT_BIT(AIC_DT_UINT8) : 0;
    if (!settle_type(product, d, ub_quant_modes(lim), types, err)) {
        return false;
    }
    if (d->r.layout == AIC_GEN_DN) {
        FAIL("--layout dn: %s has no Fixpipe, and what leaves through UB lies in rows or strips", product->name);
    }
    if (d->r.relu && d->c == AIC_DT_UINT32) {
        FAIL("--relu: an unsigned result has none");
    }
    settle_ub_mode(d);
    return true;
}

/* A word's scale is 0 or normal (FP-031), with room for the columns of a vector; that of a half word fits a half. */
static bool check_numbers(const struct aic_gen_drain *d, struct aic_gen_error *err)
{
    bool half = d->word_type == AIC_DT_HALF;
    double low = half ? 0x1p-14 : 0x1p-126, high = half ? 32768 : 1e38, scale = fabs(d->r.scale);
    if (aic_quant_modes[d->r.quant].scaled && scale != 0 && !(scale >= low && scale <= high)) {
        FAIL("--quant %s:%g: the scale is 0, or from %g to %g", aic_quant_names[d->r.quant], d->r.scale, low, high);
    }
    if (d->r.clip && !(d->r.clip_to >= 0 && d->r.clip_to <= 65504)) {
        FAIL("--clip-relu %g: the limit is from 0 to 65504", d->r.clip_to);
    }
    return true;
}

bool aic_gen_choose_drain(const struct aic_product *product, const struct aic_gen_result *asked, enum aic_dtype c,
                          struct aic_gen_drain *d, struct aic_gen_error *err)
{
    *d = (struct aic_gen_drain){.r = *asked, .c = c};
    const struct aic_isa_limits *lim = &product->isa;
    if (asked->unit_flag && !(lim->mmad_unit_flag && lim->fixpipe_unit_flag)) {
        FAIL("--unit-flag: %s has no unit flag; leave it out and flags order Mmad and drain", product->name);
    }
    bool ok = aic_gen_has_insn(lim, "fixpipe") ? choose_fixpipe(product, d, err) : choose_ub(product, d, err);
    d->strip = asked->split ? 8 : aic_dtype_bits(d->r.out) == 8 ? 32 : 16;
    return ok && check_clip_and_split(product, d, err) && check_numbers(d, err);
}

int64_t aic_gen_words_bytes(const struct aic_gen_drain *d, int64_t n)
{
    return d->vector ? aic_gen_bytes(n, d->word_type) : 0;
}

enum aic_pipe aic_gen_drain_pipe(const struct aic_gen_drain *d)
{
    return d->to_ub ? AIC_PIPE_V : AIC_PIPE_FIX;
}

void aic_gen_copy_words(struct aic_gen *g, const struct aic_gen_drain *d, int64_t from, int64_t to, int64_t n)
{
    int64_t per = d->to_ub ? 16 : 4; /* a drain to UB reads whole vectors of 16 */
    bool own = aic_gen_has(g->lim, "data_copy", d->to_ub ? AIC_UB : AIC_L1, d->word_type); /* else as many bytes */
    int64_t bytes = aic_gen_words_bytes(d, aic_gen_round_up(n, per));
    aic_gen_record(g, "data_copy %s:%lld, gm:q+%lld, dtype=%s, blockCount=1, blockLen=%lld, srcGap=0, dstGap=0",
                   d->to_ub ? "ub" : "l1", (LL)(d->words_at + aic_gen_words_bytes(d, to)),
                   (LL)aic_gen_words_bytes(d, from), aic_dtype_name(own ? d->word_type : AIC_DT_UINT32),
                   (LL)(bytes / 32));
}

static void by_fixpipe(struct aic_gen *g, const struct aic_gen_drain *d, const struct aic_gen_out_tile *t)
{
    char words[40] = "", quant[64] = "", clip[64] = "";
    int64_t pitch = d->gm_cols;
    if (d->vector) {
        snprintf(words, sizeof words, ", l1:%lld", (LL)(d->words_at + t->words * 8));
    } else if (d->word) {
        snprintf(quant, sizeof quant, ", deqScalar=0x%llx", (unsigned long long)d->word);
    }
    if (d->r.clip) {
        snprintf(clip, sizeof clip, ", clipReluEn=true, clipReluValue=%.9g", d->r.clip_to);
    }
    if (d->r.layout == AIC_GEN_NZ && g->lim->fixpipe_params != AIC_FIX_ARCH3510) {
        pitch = aic_gen_bytes(pitch, d->r.out) / 32;
    }
    /* The rows that a strip of 8 columns is filled up with. */
    g->allow = d->r.split && d->r.layout == AIC_GEN_NZ && t->m % 16 ? "MEM-028" : NULL;
    aic_gen_record(g, "fixpipe gm:c+%lld, l0c:%lld%s, dtype=%s:%s, layout=%s, nSize=%lld, mSize=%lld, srcStride=%lld, "
                   "dstStride=%lld, quantPre=%s%s%s%s%s%s", (LL)aic_gen_bytes(t->gm, d->r.out),
                   (LL)(t->slot * d->c_slot_bytes), words, aic_dtype_name(d->c), aic_dtype_name(d->r.out),
                   aic_gen_layout_names[d->r.layout], (LL)t->n, (LL)t->m, (LL)t->rows, (LL)pitch,
                   aic_quant_names[d->r.quant], quant, d->r.relu ? ", reluEn=true" : "", clip,
                   d->r.split ? ", isChannelSplit=true" : "", d->r.unit_flag ? ", unitFlag=3" : "");
    g->allow = NULL;
}

/* L0C to UB of `blocks` blocks of 16 columns from `block` on. */
static void block_to_ub(struct aic_gen *g, const struct aic_gen_drain *d, const struct aic_gen_out_tile *t,
                        int64_t block, int64_t blocks, int64_t ub, const char *more)
{
    char words[40] = "", mode[96] = "";
    int at = 0;
    int64_t rows = t->rows / 16;
    if (d->crmode) {
        at = snprintf(mode, sizeof mode, ", crmode=%s", d->crmode);
    }
    if (d->vector) {
        snprintf(words, sizeof words, ", ub:%lld",
                 (LL)(d->words_at + aic_gen_words_bytes(d, t->words + block * 16)));
    } else if (d->word) {
        at += snprintf(mode + at, sizeof mode - (size_t)at, ", deqScalar=0x%llx", (unsigned long long)d->word);
    }
    if (d->r.relu && aic_quant_modes[d->r.quant].scaled) {
        snprintf(mode + at, sizeof mode - (size_t)at, ", relu=true");
    }
    bool each = d->vector; /* a vector has 16 words for each of the bursts */
    aic_gen_record(g, "data_copy ub:%lld, l0c:%lld%s, dtype=%s:%s, blockCount=%lld, blockLen=%lld, srcGap=0, "
                   "dstGap=0%s%s", (LL)ub,
                   (LL)(t->slot * d->c_slot_bytes + aic_gen_bytes(block * rows * 256, d->c)), words,
                   aic_dtype_name(d->c), aic_dtype_name(d->r.out), (LL)(each ? blocks : 1),
                   (LL)(each ? rows : blocks * rows), mode, more);
}

/* Strips of 32 columns of 8 bits: two blocks of L0C side by side; without a second one the first stands in for it. */
static void pairs_to_ub(struct aic_gen *g, const struct aic_gen_drain *d, const struct aic_gen_out_tile *t, int64_t ub)
{
    int64_t blocks = aic_gen_ceil_div(t->n, 16);
    for (int64_t i = 0; i < aic_gen_round_up(blocks, 2); i++) {
        char half[32];
        snprintf(half, sizeof half, ", sidStoreMode=%lld", (LL)(i % 2));
        block_to_ub(g, d, t, i < blocks ? i : i - 1, 1, ub + i / 2 * t->rows * 32, half);
    }
}

/* UB to GM: strips, one below the other as they are or side by side as rows. */
static void store_strips(struct aic_gen *g, const struct aic_gen_drain *d, const struct aic_gen_out_tile *t, int64_t ub)
{
    int64_t row = aic_gen_bytes(d->strip, d->r.out) / 32, strips = aic_gen_ceil_div(t->n, d->strip);
    const char *type = aic_dtype_name(d->r.out);
    if (d->r.layout == AIC_GEN_NZ) {
        int64_t gap = aic_gen_bytes(d->gm_cols, d->r.out) / 32 - t->m * row, n = gap > 65535 ? 1 : strips;
        for (int64_t i = 0; i < strips; i += n) {
            aic_gen_record(g, "data_copy gm:c+%lld, ub:%lld, dtype=%s, blockCount=%lld, blockLen=%lld, srcGap=%lld, "
                           "dstGap=%lld", (LL)aic_gen_bytes(t->gm + i * d->gm_cols, d->r.out),
                           (LL)(ub + i * t->rows * row * 32), type, (LL)n, (LL)(t->m * row),
                           (LL)((t->rows - t->m) * row), (LL)(n > 1 ? gap : 0));
        }
        return;
    }
    for (int64_t i = 0; i < strips; i++) {
        aic_gen_record(g, "data_copy gm:c+%lld, ub:%lld, dtype=%s, blockCount=%lld, blockLen=%lld, srcGap=0, "
                       "dstGap=%lld", (LL)aic_gen_bytes(t->gm + i * d->strip, d->r.out),
                       (LL)(ub + i * t->rows * row * 32), type, (LL)t->m, (LL)row,
                       (LL)(aic_gen_bytes(d->gm_cols - d->strip, d->r.out) / 32));
    }
}

static void by_ub(struct aic_gen *g, const struct aic_gen_drain *d, const struct aic_gen_out_tile *t)
{
    int64_t ub = t->slot * d->ub_slot_bytes;
    aic_gen_wait(g, AIC_PIPE_MTE3, AIC_PIPE_V, t->slot);
    if (aic_dtype_bits(d->r.out) == 8) {
        pairs_to_ub(g, d, t, ub);
    } else {
        block_to_ub(g, d, t, 0, aic_gen_ceil_div(t->n, 16), ub, "");
    }
    aic_gen_set(g, AIC_PIPE_V, AIC_PIPE_M, t->slot);
    aic_gen_handover(g, AIC_PIPE_V, AIC_PIPE_MTE3, t->slot);
    store_strips(g, d, t, ub);
    aic_gen_set(g, AIC_PIPE_MTE3, AIC_PIPE_V, t->slot);
}

void aic_gen_drain_tile(struct aic_gen *g, const struct aic_gen_drain *d, const struct aic_gen_out_tile *t)
{
    if (!d->r.unit_flag) {
        aic_gen_handover(g, AIC_PIPE_M, aic_gen_drain_pipe(d), t->slot);
    }
    if (d->to_ub) {
        by_ub(g, d, t);
        return;
    }
    by_fixpipe(g, d, t);
    if (!d->r.unit_flag) {
        aic_gen_set(g, AIC_PIPE_FIX, AIC_PIPE_M, t->slot);
    }
}

void aic_gen_drain_flags(struct aic_gen *g, const struct aic_gen_drain *d, int64_t slots,
                         void (*flag)(struct aic_gen *g, enum aic_pipe, enum aic_pipe, int64_t))
{
    for (int64_t i = 0; i < slots && !d->r.unit_flag; i++) {
        flag(g, aic_gen_drain_pipe(d), AIC_PIPE_M, i);
        if (d->to_ub) {
            flag(g, AIC_PIPE_MTE3, AIC_PIPE_V, i);
        }
    }
}
