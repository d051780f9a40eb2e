/* From what is asked for to a plan that the product can run, or the reason why it cannot. */
#include <string.h>

#include "isa/quant.h"
#include "tools/gen_matmul.h"

#define LL long long
#define FAIL(...) return aic_gen_fail(err, __VA_ARGS__)

static bool check_sizes(const struct aic_matmul_options *o, struct aic_gen_error *err)
{
    const struct {
        const char *name;
        int64_t value, max;
    } sizes[] = {
        {"-m", o->m, 1 << 24}, {"-n", o->n, 1 << 24}, {"-k", o->k, 1 << 24},
        {"M of --base", o->base_m, 4095}, {"N of --base", o->base_n, 4095}, {"K of --base", o->base_k, 4095},
        {"--cores", o->cores, 4096}, {"M of --grid", o->grid_m, 4096}, {"N of --grid", o->grid_n, 4096},
        {"--passes", o->passes, 4096}, {"A of --l1-depth", o->depth_a, 4096}, {"B of --l1-depth", o->depth_b, 4096},
        {"A of --step-k", o->step_a, 4096}, {"B of --step-k", o->step_b, 4096}, {"--l0c-depth", o->l0c_depth, 64},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (sizes[i].value < 1 || sizes[i].value > sizes[i].max) {
            FAIL("%s is %lld, not 1..%lld", sizes[i].name, (LL)sizes[i].value, (LL)sizes[i].max);
        }
    }
    if (o->depth_a % o->step_a || o->depth_b % o->step_b) {
        FAIL("--l1-depth %lld,%lld is no multiple of --step-k %lld,%lld", (LL)o->depth_a, (LL)o->depth_b, (LL)o->step_a,
             (LL)o->step_b);
    }
    if (o->grid_m * o->grid_n != o->cores) {
        FAIL("--grid %lldx%lld does not have the %lld cores of --cores", (LL)o->grid_m, (LL)o->grid_n, (LL)o->cores);
    }
    return true;
}

static const struct aic_mmad_triple *find_triple(const struct aic_isa_limits *lim, const struct aic_matmul_options *o)
{
    const struct aic_mmad_triple *triples = o->mx ? lim->mmad_mx_triples : lim->mmad_triples;
    int64_t n = o->mx ? lim->mmad_mx_triples_n : lim->mmad_triples_n;
    for (int64_t i = 0; i < n; i++) {
        const struct aic_mmad_triple *t = &triples[i];
        if (t->a == o->a && t->b == o->b && t->c == o->c) {
            return t;
        }
    }
    return NULL;
}

static bool check_types(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    const struct aic_matmul_options *o = &p->o;
    const struct aic_mmad_triple *triple = find_triple(lim, o);
    if (!triple) {
        FAIL("%s has no %s of %s:%s:%s", product->name, o->mx ? "MmadMx" : "Mmad", aic_dtype_name(o->a),
             aic_dtype_name(o->b), aic_dtype_name(o->c));
    }
    if (o->bias && (triple->bias == AIC_DT_NONE || !aic_gen_has_path(lim, AIC_L1, AIC_BT))) {
        FAIL("%s has no bias for %s:%s:%s that is copied from L1 to a BiasTable", product->name, aic_dtype_name(o->a),
             aic_dtype_name(o->b), aic_dtype_name(o->c));
    }
    if (o->mx && (o->k % 64 || o->base_k % 64)) {
        FAIL("k and K of --base are multiples of 64 with --mx: scales move in pairs, each for 32 elements");
    }
    p->bias_dtype = (enum aic_dtype)triple->bias;
    if (o->unit_flag && !(lim->mmad_unit_flag && lim->fixpipe_unit_flag)) {
        FAIL("%s has no unit flag", product->name);
    }
    return true;
}

static enum aic_dtype first_type(aic_dtype_set set, enum aic_quant mode, enum aic_dtype src)
{
    for (unsigned dt = 1; dt < AIC_DT_COUNT; dt++) {
        if ((set & AIC_DT_BIT(dt)) && aic_quant_fits(mode, src, (enum aic_dtype)dt, false)) {
            return (enum aic_dtype)dt;
        }
    }
    return AIC_DT_NONE;
}

/* The mode that turns src into dst without a scale; AIC_Q_COUNT: none. */
static enum aic_quant plain_mode(enum aic_dtype src, enum aic_dtype dst)
{
    static const enum aic_quant plain[] = {AIC_Q_NOQUANT, AIC_Q_F322F16, AIC_Q_F322BF16};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (aic_quant_fits(plain[i], src, dst, false)) {
            return plain[i];
        }
    }
    return AIC_Q_COUNT;
}

static aic_dtype_set fixpipe_types(const struct aic_isa_limits *lim, enum aic_dtype c)
{
    return c == AIC_DT_FLOAT ? lim->fixpipe_f32[AIC_GM] : c == AIC_DT_INT32 ? lim->fixpipe_s32[AIC_GM]
           : c == AIC_DT_HALF ? lim->fixpipe_f16[AIC_GM] : 0;
}

/* Bits [31:13] hold the scale, bit 46 says that an 8-bit result is signed (reference semantics 10.3). */
static uint64_t quant_word(double scale, enum aic_dtype out)
{
    float f = (float)scale;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return (bits & 0xffffe000u) | (out == AIC_DT_INT8 ? 1ull << 46 : 0);
}

static bool choose_fixpipe(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    struct aic_matmul_options *o = &p->o;
    aic_dtype_set types = fixpipe_types(lim, o->c);
    if (types & AIC_DT_UNKNOWN_SET) {
        FAIL("no source tells how %s drains %s from L0C (PATH-003)", product->name, aic_dtype_name(o->c));
    }
    if (!o->quant_given && o->out != AIC_DT_NONE) {
        o->quant = plain_mode(o->c, o->out);
        if (o->quant == AIC_Q_COUNT) {
            FAIL("%s becomes %s only by a mode of --quant", aic_dtype_name(o->c), aic_dtype_name(o->out));
        }
    }
    if (o->out == AIC_DT_NONE) {
        o->out = first_type(types, o->quant, o->c);
    }
    if (o->out == AIC_DT_NONE || !(types & AIC_DT_BIT(o->out)) || !(lim->fixpipe_quant_modes >> o->quant & 1) ||
        !aic_quant_fits(o->quant, o->c, o->out, false)) {
        FAIL("Fixpipe of %s has no %s from %s to %s in GM", product->name, aic_quant_names[o->quant],
             aic_dtype_name(o->c), o->out == AIC_DT_NONE ? "any type" : aic_dtype_name(o->out));
    }
    if (!(lim->fixpipe_layouts[AIC_GM] >> AIC_FIX_ND & 1)) {
        FAIL("Fixpipe of %s does not write rows to GM", product->name);
    }
    p->quant_vector = aic_quant_modes[o->quant].vector;
    if (p->quant_vector && !aic_gen_has_path(lim, AIC_L1, AIC_FB)) {
        FAIL("%s has no path from L1 to the Fixpipe buffer for a vector of words", product->name);
    }
    if (p->quant_vector && o->base_n * 8 > lim->fb_quant_bytes) {
        FAIL("a vector of words for %lld columns does not fit the %lld bytes of the Fixpipe buffer", (LL)o->base_n,
             (LL)lim->fb_quant_bytes);
    }
    if (aic_quant_modes[o->quant].scaled) {
        p->quant_word = quant_word(o->scale, o->out);
    }
    return true;
}

/* Without Fixpipe the conversions are float to half and relu (reference legacy 3.3, modes 0, 1, 2 and 5). */
static bool choose_drain(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    struct aic_matmul_options *o = &p->o;
    p->to_ub = true;
    if (!aic_gen_has_path(&product->isa, AIC_L0C, AIC_UB) || !aic_gen_has_path(&product->isa, AIC_UB, AIC_GM)) {
        FAIL("%s has no way from L0C to GM", product->name);
    }
    if (o->out == AIC_DT_NONE) {
        o->out = o->quant == AIC_Q_F322F16 ? AIC_DT_HALF : o->c;
    }
    bool converts = o->c == AIC_DT_FLOAT && o->out == AIC_DT_HALF;
    if ((o->quant_given && o->quant != (converts ? AIC_Q_F322F16 : AIC_Q_NOQUANT)) || (o->out != o->c && !converts)) {
        FAIL("%s has no Fixpipe: --quant is NoQuant, or F322F16 from float to half", product->name);
    }
    o->quant = converts ? AIC_Q_F322F16 : AIC_Q_NOQUANT;
    if (o->relu) {
        p->crmode = converts ? "f322f16_relu" : "none_relu";
        if (o->c == AIC_DT_UINT32) {
            FAIL("an unsigned result has no relu");
        }
    } else if (converts) {
        p->crmode = "f322f16";
    }
    int64_t size = aic_gen_bytes(1, o->out);
    p->out_nz = o->n % 16 != 0 || (o->n - 16) * size / 32 > 65535;
    p->out_nz_rows = aic_gen_round_up(o->m, 16);
    return true;
}

static void fill_side(struct aic_gen_side *s, const struct aic_matmul_options *o, bool a)
{
    s->tensor = a ? "a" : "b";
    s->dtype = a ? o->a : o->b;
    s->l0 = a ? AIC_L0A : AIC_L0B;
    s->k_rows = a ? o->trans_a : !o->trans_b;
    s->outer = a ? o->m : o->n;
    s->base_outer = a ? o->base_m : o->base_n;
    s->k = o->k;
    s->base_k = o->base_k;
    s->merge = o->merge_loads;
    s->scale_tensor = !o->mx ? NULL : a ? "scale_a" : "scale_b";
    s->step = a ? o->step_a : o->step_b;
    s->slots = a ? o->depth_a / o->step_a : o->depth_b / o->step_b;
    s->gm_rows = s->k_rows ? s->k : s->outer;
    s->gm_cols = s->k_rows ? s->outer : s->k;
    s->gm_nz_rows = aic_gen_round_up(s->gm_rows, 16);
}

/* Whether some tile has exactly one row: Mmad takes m=1 as GEMV. */
static bool has_single_row(const struct aic_matmul_plan *p)
{
    int64_t tail = p->o.m % p->single_m;
    return p->o.m == 1 || p->o.base_m == 1 || tail % p->o.base_m == 1;
}

/* Tiles of one row are read as a line of k elements: nd2nz and data_copy can lay it out so, load2d brings it over. */
static bool choose_gemv(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    p->gemv = has_single_row(p) && !product->isa.mmad_disable_gemv;
    if (!p->gemv) {
        return true;
    }
    p->a_line = p->a;
    p->a_line.linear = true;
    p->a_line.ragged = true; /* a line ends within a fractal */
    p->a_line.load = aic_gen_load_way(&product->isa, &p->a_line);
    if (p->a.k_rows || !p->a.copy->linear || !p->a_line.load) {
        FAIL("a tile of one row of %s would be multiplied as GEMV on %s, and nothing brings it to L0A as a line; "
             "choose M "
             "of --base so that none is left", p->a.k_rows ? "a transposed A" : aic_dtype_name(p->o.a), product->name);
    }
    return true;
}

/* A single row that lies in GM as a column is a row. */
static void turn_single_row(struct aic_matmul_plan *p)
{
    if (p->o.m == 1) {
        p->a.k_rows = false;
        p->a.gm_rows = 1;
        p->a.gm_cols = p->o.k;
        p->a.gm_nz_rows = 16;
    }
}

static bool choose_ways(const struct aic_product *product, struct aic_gen_side *s, struct aic_gen_error *err)
{
    const struct aic_isa_limits *lim = &product->isa;
    s->copy = aic_gen_copy_way(lim, s->dtype);
    if (!s->copy) {
        FAIL("%s has no way for %s from GM to L1", product->name, aic_dtype_name(s->dtype));
    }
    int64_t c0 = (int64_t)aic_dtype_c0(s->dtype);
    /* Rows of fractals of C0 columns; squares need rows in multiples of C0 too. */
    int64_t unit = s->k_rows && c0 > 16 ? c0 : 16;
    s->pitch = aic_gen_round_up(s->k_rows ? s->step * s->base_k : s->base_outer, unit);
    s->load = aic_gen_load_way(lim, s);
    if (!s->load) {
        FAIL("%s has no instruction that brings %s %s of %s from L1 to %s", product->name,
             s->k_rows ? "the transposed form of" : "the plain form of", s->l0 == AIC_L0A ? "A" : "B",
             aic_dtype_name(s->dtype), aic_space_name(s->l0));
    }
    if (s->base_k % (s->k_rows && c0 < 16 ? 16 : c0)) {
        FAIL("K of --base is no multiple of %lld", (LL)(s->k_rows && c0 < 16 ? 16 : c0));
    }
    if (s->copy->nz_in_gm && s->k_rows && s->base_outer % c0) {
        FAIL("%s lies in GM in blocks of %lld columns, and --base cuts them", s->tensor, (LL)c0);
    }
    if (aic_dtype_bits(s->dtype) == 4 && (s->gm_cols % 2 || s->k % 2)) {
        FAIL("rows of 4-bit elements have an even length");
    }
    int64_t columns = s->k_rows ? aic_gen_round_up(s->base_outer, c0 > 16 ? c0 : 16) : s->step * s->base_k;
    /* Of k, and where squares or pairs of blocks are moved of the other dimension. */
    s->ragged = s->k_rows && (s->k % (c0 > 16 ? c0 : 16) || s->base_outer % (c0 > 16 ? c0 : 16) ||
                              (c0 != 16 && s->outer % (c0 > 16 ? c0 : 16)));
    s->scale_slot_bytes = s->scale_tensor ? aic_gen_scales_bytes(s) : 0;
    s->slot_bytes = aic_gen_round_up(aic_gen_bytes(s->pitch * aic_gen_round_up(columns, c0), s->dtype), 512);
    return true;
}

static bool check_copy(const struct aic_product *product, const struct aic_gen_side *s, struct aic_gen_error *err)
{
    int64_t most = product->isa.nd2nz_stride_bits == 16 ? 65535 : (int64_t)1 << 40;
    int64_t per = aic_dtype_bits(s->dtype) == 4 ? 2 : 1, rows = s->k_rows ? s->step * s->base_k : s->base_outer;
    if (!s->copy->nz_in_gm && s->gm_cols / per > most) {
        FAIL("rows of %lld elements of %s are longer than nd2nz can step on %s", (LL)s->gm_cols, s->tensor,
             product->name);
    }
    if (s->copy->nz_in_gm && s->gm_nz_rows > 65535) {
        FAIL("%s has more rows than data_copy can step over in GM", s->tensor);
    }
    if (rows > 4095) {
        FAIL("a chunk of %s has %lld rows; at most 4095 are supported", s->tensor, (LL)rows);
    }
    return true;
}

static bool fits(const char *what, int64_t bytes, int64_t size, struct aic_gen_error *err)
{
    if (bytes > size) {
        FAIL("%s needs %lld bytes of %lld", what, (LL)bytes, (LL)size);
    }
    return true;
}

int64_t aic_matmul_columns(const struct aic_matmul_plan *p, int64_t n)
{
    int64_t c0 = (int64_t)aic_dtype_c0(p->o.b), unit = p->b.load->pads_mmad && c0 > 16 ? c0 : 16;
    return aic_gen_round_up(n, 16) + unit - 16;
}

/* Addresses of everything in L1: A's chunks, B's chunks, bias, quantisation words. */
static bool lay_out_l1(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    int64_t columns = aic_matmul_columns(p, aic_gen_min(p->single_n, p->o.n));
    p->a.l1 = 0;
    p->b.l1 = p->a.slots * p->a.slot_bytes;
    p->bias_l1 = p->b.l1 + p->b.slots * p->b.slot_bytes;
    p->quant_l1 = p->bias_l1 + (p->o.bias ? aic_gen_round_up(columns * 4, 512) : 0);
    p->a.scale_l1 = p->quant_l1 + (p->quant_vector ? aic_gen_round_up(columns * 8, 512) : 0);
    p->b.scale_l1 = p->a.scale_l1 + p->a.slots * p->a.scale_slot_bytes;
    p->l1_bytes = p->b.scale_l1 + p->b.slots * p->b.scale_slot_bytes;
    return fits("L1", p->l1_bytes, product->isa.sizes.bytes[AIC_L1], err);
}

static bool lay_out_l0(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    const struct aic_space_sizes *sizes = &product->isa.sizes;
    const struct aic_matmul_options *o = &p->o;
    p->l0_slots = o->db_l0 ? 2 : 1;
    p->a.l0_slot_bytes = sizes->bytes[AIC_L0A] / p->l0_slots;
    p->b.l0_slot_bytes = sizes->bytes[AIC_L0B] / p->l0_slots;
    p->c_slots = o->l0c_depth;
    int64_t c_size = aic_gen_bytes(1, o->c), n = aic_gen_round_up(aic_gen_mmad_outer(&p->b, o->base_n), 16);
    int64_t m = aic_gen_round_up(aic_gen_mmad_outer(&p->a, o->base_m), 16);
    p->c_slot_bytes = m * n * c_size;
    p->ub_slot_bytes = p->to_ub ? m * n * aic_gen_bytes(1, o->out) : 0;
    return fits("a block of A in L0A", aic_gen_l0_bytes(&p->a, o->base_m, o->base_k), p->a.l0_slot_bytes, err) &&
           fits("a block of B in L0B", aic_gen_l0_bytes(&p->b, o->base_n, o->base_k), p->b.l0_slot_bytes, err) &&
           fits("L0C", p->c_slots * p->c_slot_bytes, sizes->bytes[AIC_L0C], err) &&
           (!p->to_ub || fits("UB", p->c_slots * p->ub_slot_bytes, sizes->bytes[AIC_UB], err)) &&
           (!o->bias || fits("the bias of a tile", n * 4, sizes->bytes[AIC_BT], err));
}

/* A padded Mmad writes blocks that Fixpipe does not take: their unit flags would stay set (UF-002). It reads scales of
 * rows that the matrix does not have. */
static bool check_whole_tiles(const struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    const struct {
        const struct aic_gen_side *side;
        int64_t sizes[3];
        const char *name;
    } sides[] = {
        {&p->a, {p->o.base_m, p->o.m % p->single_m % p->o.base_m, p->single_m % p->o.base_m}, "m"},
        {&p->b, {p->o.base_n, p->o.n % p->single_n % p->o.base_n, p->single_n % p->o.base_n}, "n"},
    };
    for (unsigned s = 0; s < 2 && (p->o.unit_flag || p->o.mx); s++) {
        for (unsigned i = 0; i < 3; i++) {
            int64_t size = sides[s].sizes[i];
            if (size && aic_gen_mmad_outer(sides[s].side, size) != size) {
                FAIL("tiles with %s=%lld fill up to %lld in L0; with %s every tile must be whole", sides[s].name,
                     (LL)size, (LL)aic_gen_mmad_outer(sides[s].side, size), p->o.mx ? "--mx" : "--unit-flag");
            }
        }
    }
    return true;
}

/* One stream stands for all cores only where all have the same work. */
static bool check_compact(const struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    const struct aic_matmul_options *o = &p->o;
    if (o->compact && (o->m != p->single_m * o->grid_m * o->passes || o->n != p->single_n * o->grid_n)) {
        FAIL("--compact needs the same work on every core: %lldx%lld is not %lldx%lld parts of %lldx%lld", (LL)o->m,
             (LL)o->n, (LL)(o->grid_m * o->passes), (LL)o->grid_n, (LL)p->single_m, (LL)p->single_n);
    }
    return true;
}

static bool check_flags(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    int64_t ids = p->o.reserved_flags ? product->isa.flag_ids
                                      : aic_gen_min(product->isa.flag_ids, product->isa.flag_ids_reserved_from);
    p->a.first_flag = 0;
    p->b.first_flag = p->o.pair ? 0 : p->a.slots;
    if (p->b.first_flag + p->b.slots > ids || p->c_slots > ids) {
        FAIL("%lld chunks of A, %lld of B and %lld results need more than the %lld flags of a pair of pipes",
             (LL)p->a.slots, (LL)p->b.slots, (LL)p->c_slots, (LL)ids);
    }
    /* When B's flag says that a chunk may be overwritten, the chunk of A before last must have been read too. */
    int64_t steps = aic_gen_ceil_div(p->o.k, p->o.base_k);
    if (p->o.pair && (p->a.step % p->b.step || (p->a.slots - 1) * p->a.step < (p->b.slots - 1) * p->b.step ||
                      steps % p->a.step)) {
        FAIL("--pair needs steps of A in multiples of B's, whole steps in k, and as many blocks ahead of A as of B");
    }
    return true;
}

bool aic_matmul_choose_types(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    return check_types(product, p, err) && (aic_gen_has_insn(&product->isa, "fixpipe") ? choose_fixpipe(product, p, err)
                                                                                       : choose_drain(product, p, err));
}

bool aic_matmul_make_plan(const struct aic_product *product, const struct aic_matmul_options *options,
                          struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    *p = (struct aic_matmul_plan){.o = *options};
    if (!check_sizes(&p->o, err) || !aic_matmul_choose_types(product, p, err)) {
        return false;
    }
    p->single_m = aic_gen_round_up(aic_gen_ceil_div(p->o.m, p->o.grid_m * p->o.passes), p->o.base_m);
    p->single_n = aic_gen_round_up(aic_gen_ceil_div(p->o.n, p->o.grid_n), p->o.base_n);
    fill_side(&p->a, &p->o, true);
    fill_side(&p->b, &p->o, false);
    turn_single_row(p);
    return choose_ways(product, &p->a, err) && choose_ways(product, &p->b, err) && check_copy(product, &p->a, err) &&
           check_copy(product, &p->b, err) && lay_out_l1(product, p, err) && lay_out_l0(product, p, err) &&
           check_whole_tiles(p, err) && check_compact(p, err) && check_flags(product, p, err) &&
           choose_gemv(product, p, err);
}
