/* From what is asked for to a plan that the product can run, or the reason why it cannot. */
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
        {"--passes", o->passes, 4096}, {"A of --step-k", o->step_a, 4096}, {"B of --step-k", o->step_b, 4096},
        {"A of --l1-depth", o->depth_a, 4096}, {"B of --l1-depth", o->depth_b, 4096},
        {"--l0c-depth", o->l0c_depth, 64},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (sizes[i].value < 1 || sizes[i].value > sizes[i].max) {
            FAIL("%s is %lld, not 1..%lld", sizes[i].name, (LL)sizes[i].value, (LL)sizes[i].max);
        }
    }
    if (o->scalar < 0 || o->scalar > INT32_MAX) {
        FAIL("--scalar is %lld, not 0..%lld", (LL)o->scalar, (LL)INT32_MAX);
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

/* A tile drains whole strips: what the layout asks of N, and of N of --base. */
static bool check_strips(const struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    const struct aic_matmul_options *o = &p->o;
    const struct aic_gen_drain *d = &p->drain;
    bool nz = d->r.layout == AIC_GEN_NZ;
    if ((d->to_ub || nz) && o->base_n % d->strip && o->n > o->base_n) {
        FAIL("N of --base is %lld, and C leaves in strips of %lld columns: choose a multiple of %lld", (LL)o->base_n,
             (LL)d->strip, (LL)d->strip);
    }
    if (nz && !d->to_ub && o->n % aic_gen_max(d->strip, 16)) {
        FAIL("-n %lld with --layout nz: columns past it would be undefined in the last strip; choose a multiple of "
             "%lld",
             (LL)o->n, (LL)aic_gen_max(d->strip, 16));
    }
    if (d->to_ub && d->r.layout == AIC_GEN_ND && o->n % d->strip) {
        FAIL("-n %lld with --layout nd: rows leave through UB in pieces of 32 bytes, %lld columns; choose a multiple, "
             "or "
             "--layout nz", (LL)o->n, (LL)d->strip);
    }
    return true;
}

static bool check_columns(const struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    const struct aic_matmul_options *o = &p->o;
    int64_t size = aic_gen_bytes(1, p->drain.r.out);
    if (p->drain.r.layout == AIC_GEN_DN && ((o->m > o->base_m && o->base_m * size % 32) ||
                                            (o->n > o->base_n && o->base_n * o->m * size % 32))) {
        FAIL("--layout dn: tiles start in GM at multiples of 32 bytes, not of %lld elements down or %lld across; "
             "choose M "
             "and N of --base so, or -m", (LL)o->base_m, (LL)(o->base_n * o->m));
    }
    return true;
}

static bool choose_drain(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    const struct aic_matmul_options *o = &p->o;
    struct aic_gen_drain *d = &p->drain;
    if (!aic_gen_choose_drain(product, &o->result, o->c, d, err)) {
        return false;
    }
    int64_t gap = aic_gen_bytes(o->n - d->strip, d->r.out) / 32;
    if (d->r.layout == AIC_GEN_ANY_LAYOUT) {
        d->r.layout = o->n % d->strip == 0 && gap <= 65535 ? AIC_GEN_ND : AIC_GEN_NZ;
    }
    if (d->to_ub && d->r.layout == AIC_GEN_ND && gap > 65535) {
        FAIL("-n %lld with --layout nd: data_copy from UB steps over at most 65535 units of 32 bytes; take --layout nz",
             (LL)o->n);
    }
    p->out_nz_rows = aic_gen_round_up(o->m, 16);
    d->gm_cols = d->r.layout == AIC_GEN_NZ ? p->out_nz_rows * d->strip : d->r.layout == AIC_GEN_DN ? o->m : o->n;
    return check_strips(p, err) && check_columns(p, err);
}

static bool check_mx(const struct aic_matmul_options *o, struct aic_gen_error *err)
{
    if (o->mx && (o->k % 64 || o->base_k % 64)) {
        FAIL("-k %lld and K of --base %lld: with --mx both are multiples of 64, as scales move in pairs, each for 32 "
             "elements", (LL)o->k, (LL)o->base_k);
    }
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
    /* A padded Mmad would write blocks that Fixpipe does not take, whose unit flags then stay set (UF-002), and would
     * read scales of rows that the matrix does not have. */
    s->exact = o->result.unit_flag || o->mx;
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

static struct aic_gen_side line_of(const struct aic_isa_limits *lim, const struct aic_gen_side *a)
{
    struct aic_gen_side line = *a;
    line.linear = true;
    line.ragged = true; /* a line ends within a fractal */
    line.load = aic_gen_load_way(lim, &line);
    return line;
}

/* Tiles of one row are read as a line of k elements where nd2nz or data_copy lays it out so and load2d brings it over;
 * elsewhere they are multiplied with a second row that nobody drains. */
static void choose_gemv(const struct aic_product *product, struct aic_matmul_plan *p)
{
    p->gemv = has_single_row(p) && !product->isa.mmad_disable_gemv;
    if (!p->gemv) {
        return;
    }
    if (p->a.k_rows || !p->a.copy->linear || !line_of(&product->isa, &p->a).load) {
        p->gemv = false;
        p->a.pad_row = true;
        p->a.ragged = true;
    }
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
    s->copy = aic_gen_copy_way(lim, s->dtype, &s->copy_as);
    if (!s->copy) {
        FAIL("--dtype: %s has no way for %s from GM to L1", product->name, aic_dtype_name(s->dtype));
    }
    int64_t c0 = (int64_t)aic_dtype_c0(s->dtype);
    /* Rows of fractals of C0 columns; squares need rows in multiples of C0 too. */
    int64_t unit = s->k_rows && c0 > 16 ? c0 : 16;
    s->pitch = aic_gen_round_up(s->k_rows ? s->step * s->base_k : s->base_outer, unit);
    s->load = aic_gen_load_way(lim, s);
    if (!s->load) {
        bool a = s->l0 == AIC_L0A;
        FAIL("%s --trans-%c: %s has no instruction that brings %s from L1 to %s %s; %s --trans-%c if GM may hold it so",
             a == s->k_rows ? "with" : "without", a ? 'a' : 'b', product->name, aic_dtype_name(s->dtype),
             aic_space_name(s->l0), s->k_rows ? "transposed" : "as it lies", a == s->k_rows ? "leave out" : "give",
             a ? 'a' : 'b');
    }
    if (s->base_k % (s->k_rows && c0 < 16 ? 16 : c0)) {
        FAIL("K of --base is %lld: blocks of %s are whole fractals, a multiple of %lld", (LL)s->base_k,
             aic_dtype_name(s->dtype), (LL)(s->k_rows && c0 < 16 ? 16 : c0));
    }
    if (s->copy->nz_in_gm && s->k_rows && s->base_outer % c0) {
        FAIL("%c of --base is %lld: %s lies in GM in blocks of %lld columns (%s has no nd2nz of %s); choose a multiple",
             s->l0 == AIC_L0A ? 'M' : 'N', (LL)s->base_outer, s->tensor, (LL)c0, product->name,
             aic_dtype_name(s->dtype));
    }
    if (s->copy->whole && !s->k_rows && s->base_outer % 16 && s->outer > s->base_outer) {
        FAIL("%c of --base is %lld: %s copies %s to L1 in fractals of 16 rows; choose a multiple of 16",
             s->l0 == AIC_L0A ? 'M' : 'N', (LL)s->base_outer, product->name, s->tensor);
    }
    if (aic_dtype_bits(s->dtype) == 4 && (s->gm_cols % 2 || s->k % 2)) {
        FAIL("-m, -n, -k: rows of the 4-bit elements of %s have an even length, not %lld", s->tensor, (LL)s->gm_cols);
    }
    if (aic_dtype_bits(s->dtype) == 4 && s->k_rows && s->base_outer % 2 && s->outer > s->base_outer) {
        FAIL("%c of --base is %lld: tiles of 4-bit %s start at whole bytes; choose an even one",
             s->l0 == AIC_L0A ? 'M' : 'N', (LL)s->base_outer, s->tensor);
    }
    int64_t columns = s->k_rows ? aic_gen_round_up(s->base_outer, c0 > 16 ? c0 : 16) : s->step * s->base_k;
    /* Of k, and where squares or pairs of blocks are moved of the other dimension. */
    s->ragged = s->k_rows ? (s->k % (c0 > 16 ? c0 : 16) || s->base_outer % (c0 > 16 ? c0 : 16) ||
                              (c0 != 16 && s->outer % (c0 > 16 ? c0 : 16)))
                          : s->base_outer % 16 || s->outer % 16;
    s->scale_slot_bytes = s->scale_tensor ? aic_gen_scales_bytes(s) : 0;
    s->slot_bytes = aic_gen_round_up(aic_gen_bytes(s->pitch * aic_gen_round_up(columns, c0), s->dtype), 512);
    return true;
}

static bool check_copy(const struct aic_product *product, const struct aic_gen_side *s, struct aic_gen_error *err)
{
    int64_t most = product->isa.nd2nz_stride_bits == 16 ? 65535 : (int64_t)1 << 40;
    int64_t per = aic_dtype_bits(s->dtype) == 4 ? 2 : 1, rows = s->k_rows ? s->step * s->base_k : s->base_outer;
    if (!s->copy->nz_in_gm && s->gm_cols / per > most) {
        FAIL("-m, -n, -k: rows of %lld elements of %s are longer than the %lld that nd2nz steps over on %s",
             (LL)s->gm_cols,
             s->tensor, (LL)(most * per), product->name);
    }
    if (s->copy->nz_in_gm && s->gm_nz_rows > 65535) {
        FAIL("-m, -n, -k: %s has %lld rows, and data_copy steps over at most 65535 in GM", s->tensor,
             (LL)s->gm_nz_rows);
    }
    if (rows > 4095) {
        FAIL("--step-k: a chunk of %s has %lld rows of k, and one copy at most 4095; choose a smaller one", s->tensor,
             (LL)rows);
    }
    return true;
}

static bool fits(const char *what, int64_t bytes, int64_t size, const char *fix, struct aic_gen_error *err)
{
    if (bytes > size) {
        FAIL("%s: %lld bytes are needed, there are %lld; %s", what, (LL)bytes, (LL)size, fix);
    }
    return true;
}

int64_t aic_matmul_surplus(const struct aic_matmul_plan *p)
{
    return p->b.load->pads_mmad && !p->b.exact ? aic_gen_l0_outer(&p->b, 1) - 16 : 0;
}

int64_t aic_matmul_columns(const struct aic_matmul_plan *p, int64_t n)
{
    return aic_gen_round_up(n, 16) + aic_matmul_surplus(p) + (p->o.base_n % 16 ? 16 : 0);
}

int64_t aic_matmul_column_at(const struct aic_matmul_plan *p, int64_t n)
{
    int64_t step = p->o.base_n % 16 ? aic_gen_round_up(p->o.base_n, 16) + aic_matmul_surplus(p) : p->o.base_n;
    return n / p->o.base_n * step + n % p->o.base_n;
}

int64_t aic_matmul_bias_bytes(const struct aic_matmul_plan *p, int64_t n)
{
    return !p->o.bias ? 0 : n * (p->bias_mmad ? 32 : 4);
}

/* Addresses of everything in L1: A's chunks, B's chunks, bias, ones, quantisation words, scales. */
static bool lay_out_l1(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    int64_t columns = aic_matmul_columns(p, aic_matmul_column_at(p, aic_gen_min(p->single_n, p->o.n)));
    int64_t words = aic_gen_round_up(aic_gen_words_bytes(&p->drain, columns), 512);
    p->a.l1 = 0;
    p->b.l1 = p->a.slots * p->a.slot_bytes;
    p->bias_l1 = p->b.l1 + p->b.slots * p->b.slot_bytes;
    p->ones_l1 = p->bias_l1 + aic_gen_round_up(aic_matmul_bias_bytes(p, columns), 512);
    int64_t at = p->ones_l1 + (p->bias_mmad ? 512 : 0);
    p->ub_bytes = p->drain.to_ub ? p->c_slots * p->drain.ub_slot_bytes + words : 0;
    p->drain.words_at = p->drain.to_ub ? p->c_slots * p->drain.ub_slot_bytes : at;
    p->a.scale_l1 = at + (p->drain.to_ub ? 0 : words);
    p->b.scale_l1 = p->a.scale_l1 + p->a.slots * p->a.scale_slot_bytes;
    p->l1_bytes = p->b.scale_l1 + p->b.slots * p->b.scale_slot_bytes;
    return fits("L1", p->l1_bytes, product->isa.sizes.bytes[AIC_L1], "choose a smaller --l1-depth, --step-k or --base",
                err) &&
           (!p->drain.to_ub || fits("UB", p->ub_bytes, product->isa.sizes.bytes[AIC_UB],
                                    "choose a smaller M or N of --base or --l0c-depth", err));
}

static bool lay_out_l0(const struct aic_product *product, struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    const struct aic_space_sizes *sizes = &product->isa.sizes;
    const struct aic_matmul_options *o = &p->o;
    const char *fix = o->db_l0 ? "choose a smaller --base, or leave out --db-l0" : "choose a smaller --base";
    p->l0_slots = o->db_l0 ? 2 : 1;
    p->a.l0_slot_bytes = sizes->bytes[AIC_L0A] / p->l0_slots;
    p->b.l0_slot_bytes = sizes->bytes[AIC_L0B] / p->l0_slots;
    p->c_slots = o->l0c_depth;
    int64_t c_size = aic_gen_bytes(1, o->c), n = aic_gen_round_up(aic_gen_mmad_outer(&p->b, o->base_n), 16);
    int64_t m = aic_gen_round_up(aic_gen_mmad_outer(&p->a, o->base_m), 16);
    p->drain.c_slot_bytes = m * n * c_size;
    p->drain.ub_slot_bytes = m * aic_gen_round_up(n, p->drain.strip) * aic_gen_bytes(1, p->drain.r.out);
    return fits("a block of A in L0A", aic_gen_l0_bytes(&p->a, o->base_m, o->base_k), p->a.l0_slot_bytes, fix, err) &&
           fits("a block of B in L0B", aic_gen_l0_bytes(&p->b, o->base_n, o->base_k), p->b.l0_slot_bytes, fix, err) &&
           fits("the results in L0C", p->c_slots * p->drain.c_slot_bytes, sizes->bytes[AIC_L0C],
                "choose a smaller M or N of --base or --l0c-depth", err) &&
           (!o->bias || p->bias_mmad || fits("the bias of a tile in the BiasTable", n * 4, sizes->bytes[AIC_BT],
                                             "choose a smaller N of --base", err)) &&
           (!p->drain.vector || p->drain.to_ub ||
            fits("the words of a tile in the Fixpipe buffer", o->base_n * 8, product->isa.fb_quant_bytes,
                 "choose a smaller N of --base", err));
}

/* One stream stands for all cores only where all have the same work. */
static bool check_compact(const struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    const struct aic_matmul_options *o = &p->o;
    bool rows = o->grid_m == 1 || o->m == p->single_m * o->grid_m * o->passes;
    bool columns = o->grid_n == 1 || o->n == p->single_n * o->grid_n;
    if (o->compact && !(rows && columns)) {
        FAIL("--compact needs the same work on every core: -m %lld -n %lld is not %lldx%lld parts of %lldx%lld; choose "
             "-m, -n, --base, --grid or --passes so, or leave it out", (LL)o->m, (LL)o->n,
             (LL)(o->grid_m * o->passes), (LL)o->grid_n, (LL)p->single_m, (LL)p->single_n);
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
        FAIL("--l1-depth, --l0c-depth: %lld chunks of A, %lld of B and %lld results need more than the %lld flags of a "
             "pair of pipes of %s%s", (LL)p->a.slots, (LL)p->b.slots, (LL)p->c_slots, (LL)ids, product->name,
             ids < product->isa.flag_ids ? "; --reserved-flags adds those of the framework" : "");
    }
    /* When B's flag says that a chunk may be overwritten, the chunk of A before last must have been read too. */
    int64_t steps = aic_gen_ceil_div(p->o.k, p->o.base_k);
    if (p->o.pair && (p->a.step % p->b.step || (p->a.slots - 1) * p->a.step < (p->b.slots - 1) * p->b.step ||
                      steps % p->a.step)) {
        FAIL("--pair needs steps of A in multiples of B's, whole steps in k, and as many blocks ahead of A as of B: "
             "here "
             "--step-k %lld,%lld, %lld blocks of k and --l1-depth %lld,%lld", (LL)p->a.step, (LL)p->b.step, (LL)steps,
             (LL)p->o.depth_a, (LL)p->o.depth_b);
    }
    return true;
}

bool aic_matmul_make_plan(const struct aic_product *product, const struct aic_matmul_options *options,
                          struct aic_matmul_plan *p, struct aic_gen_error *err)
{
    *p = (struct aic_matmul_plan){.o = *options};
    const struct aic_matmul_options *o = &p->o;
    struct aic_gen_bias bias;
    if (!check_sizes(o, err) || !aic_gen_check_cores(product, o->cores, err) || !check_mx(o, err) ||
        !aic_gen_check_types(product, (const enum aic_dtype[]){o->a, o->b, o->c}, o->mx, o->bias, &bias, err) ||
        !choose_drain(product, p, err)) {
        return false;
    }
    int64_t tiles = aic_gen_ceil_div(o->m, o->base_m) * aic_gen_ceil_div(o->n, o->base_n);
    if (!aic_gen_check_mmads(tiles, aic_gen_ceil_div(o->k, o->base_k), err)) {
        return false;
    }
    p->bias_mmad = bias.by_mmad;
    p->bias_dtype = bias.dtype;
    p->single_m = aic_gen_round_up(aic_gen_ceil_div(o->m, o->grid_m * o->passes), o->base_m);
    p->single_n = aic_gen_round_up(aic_gen_ceil_div(o->n, o->grid_n), o->base_n);
    fill_side(&p->a, o, true);
    fill_side(&p->b, o, false);
    turn_single_row(p);
    if (!choose_ways(product, &p->a, err) || !choose_ways(product, &p->b, err)) {
        return false;
    }
    choose_gemv(product, p);
    bool ok = check_copy(product, &p->a, err) && check_copy(product, &p->b, err) && lay_out_l0(product, p, err) &&
              lay_out_l1(product, p, err) && check_compact(p, err) &&
              check_flags(product, p, err);
    if (p->gemv) {
        p->a_line = line_of(&product->isa, &p->a);
    }
    return ok;
}
