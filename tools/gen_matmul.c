/* The records of a tiled matrix product. Structure of a step: reference semantics 14 (flags), 8 (Mmad), 10 (drain). */
#include "tools/gen_matmul.h"

#define LL long long

/* Where a core stands. Counters run on across tiles, so that buffers alternate without a gap. */
struct core {
    struct aic_gen *g;
    const struct aic_matmul_plan *p;
    const struct aic_gen_side *a; /* of the tile */
    int64_t chunk_a, chunk_b; /* chunks copied so far */
    int64_t used_a, used_b;   /* chunks consumed so far */
    int64_t step;             /* Mmads so far: which L0 buffer */
    int64_t tile;             /* tiles so far: which L0C buffer */
};

static int64_t k_steps(const struct aic_matmul_plan *p)
{
    return aic_gen_ceil_div(p->o.k, p->o.base_k);
}

static int64_t chunks_of(const struct aic_matmul_plan *p, const struct aic_gen_side *side)
{
    return aic_gen_ceil_div(k_steps(p), side->step);
}

/* Chunk `index` of a tile (from 0) of one operand: GM to L1. */
static void move_chunk(struct core *c, const struct aic_gen_side *side, int64_t *count, int64_t index, int64_t outer0,
                       int64_t outer)
{
    int64_t slot = (*count)++ % side->slots, chunk_k = side->step * side->base_k, k0 = index * chunk_k;
    int64_t k = aic_gen_min(chunk_k, side->k - k0), l1 = side->l1 + slot * side->slot_bytes;
    if (side->k_rows) {
        side->copy->emit(c->g, side, l1, k0, outer0, k, outer);
    } else {
        side->copy->emit(c->g, side, l1, outer0, k0, outer, k);
    }
    if (side->scale_tensor) {
        aic_gen_copy_scales(c->g, side, slot, (const int64_t[]){outer0, k0}, (const int64_t[]){outer, k});
    }
}

/* The same between the flags of its slot. */
static void copy_a(struct core *c, const struct aic_matmul_tile *t, int64_t index)
{
    const struct aic_gen_side *a = c->a;
    int64_t flag = a->first_flag + c->chunk_a % a->slots;
    aic_gen_wait(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, flag);
    move_chunk(c, a, &c->chunk_a, index, t->m0, t->m);
    aic_gen_set(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, flag);
}

static void copy_b(struct core *c, const struct aic_matmul_tile *t, int64_t index)
{
    const struct aic_gen_side *a = c->a, *b = &c->p->b;
    int64_t flag = b->first_flag + c->chunk_b % b->slots;
    aic_gen_wait(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, flag);
    if (c->p->o.pair && index * b->step % a->step == 0) {
        move_chunk(c, a, &c->chunk_a, index * b->step / a->step, t->m0, t->m);
    }
    move_chunk(c, b, &c->chunk_b, index, t->n0, t->n);
    aic_gen_set(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, flag);
}

/* A block of one operand: L1 to L0, behind its copy. */
static void load_block(struct core *c, const struct aic_gen_side *side, int64_t used, int64_t step, int64_t outer)
{
    int64_t k_at = step % side->step * side->base_k;
    struct aic_gen_block block = {
        .l1 = side->l1 + used % side->slots * side->slot_bytes,
        .scales = side->scale_l1 + used % side->slots * side->scale_slot_bytes,
        .l0 = c->step % c->p->l0_slots * side->l0_slot_bytes,
        .k_at = k_at,
        .outer = outer,
        .k = aic_gen_min(side->base_k, side->k - step * side->base_k),
    };
    /* Whole blocks are loaded, and a shorter one ends in what was there before: Mmad's k and m leave it out. */
    c->g->allow = side->ragged ? "MEM-024, MEM-025" : NULL;
    side->load->emit(c->g, side, &block);
    c->g->allow = NULL;
}

static bool chunk_starts(const struct aic_gen_side *side, int64_t step)
{
    return step % side->step == 0;
}

static bool chunk_ends(const struct aic_matmul_plan *p, const struct aic_gen_side *side, int64_t step)
{
    return (step + 1) % side->step == 0 || step + 1 == k_steps(p);
}

/* What the first Mmad of a tile waits for, and each later one behind it. */
static void order_mmad(struct core *c, bool first, int64_t m, int64_t n)
{
    const struct aic_gen_drain *d = &c->p->drain;
    if (d->r.unit_flag) {
        return;
    }
    if (first) {
        aic_gen_wait(c->g, aic_gen_drain_pipe(d), AIC_PIPE_M, c->tile % c->p->c_slots);
    } else if ((m / 16) * (n / 16) < c->g->lim->mmad_barrier_fractals) {
        /* Small sums: it would read C before the one before has written it (MM-024). */
        aic_gen_barrier(c->g, AIC_PIPE_M);
    }
}

static void mmad(struct core *c, const struct aic_matmul_tile *t, int64_t step)
{
    const struct aic_matmul_plan *p = c->p;
    bool first = step == 0, last = step + 1 == k_steps(p);
    int64_t m = aic_gen_mmad_outer(&p->a, t->m), n = aic_gen_mmad_outer(&p->b, t->n);
    int64_t slot = c->step % p->l0_slots, cslot = c->tile % p->c_slots;
    order_mmad(c, first && !p->bias_mmad, m, n);
    int64_t k = aic_gen_min(p->o.base_k, p->o.k - step * p->o.base_k);
    char bias[24] = "", flags[96] = "";
    int at = 0;
    if (p->o.bias && first && !p->bias_mmad) {
        snprintf(bias, sizeof bias, ", bt:0");
    }
    if (p->drain.r.unit_flag) {
        at += snprintf(flags + at, sizeof flags - (size_t)at, ", unitFlag=%d", last ? 3 : 2);
    }
    if (p->o.a == AIC_DT_FLOAT && p->a.k_rows && c->g->lim->mmad_k_direction_align) {
        at += snprintf(flags + at, sizeof flags - (size_t)at, ", kDirectionAlign=true");
    }
    if (m == 1 && c->g->lim->mmad_disable_gemv) {
        snprintf(flags + at, sizeof flags - (size_t)at, ", disableGemv=true");
    }
    bool padded = p->a.load->pads_mmad || p->b.load->pads_mmad || p->a.pad_row;
    bool tail = p->a.ragged && p->a.k_rows;
    c->g->allow = padded ? "MM-030, MEM-024" : tail ? "MM-030" : c->a->linear ? "LAY-002" : NULL;
    aic_gen_record(c->g, "%s l0c:%lld, l0a:%lld, l0b:%lld%s, dtype=%s:%s:%s, m=%lld, n=%lld, k=%lld, "
                   "cmatrixInitVal=%s%s", p->o.mx ? "mmad_mx" : "mmad", (LL)(cslot * p->drain.c_slot_bytes),
                   (LL)(slot * p->a.l0_slot_bytes),
                   (LL)(slot * p->b.l0_slot_bytes), bias, aic_dtype_name(p->o.a), aic_dtype_name(p->o.b),
                   aic_dtype_name(p->o.c), (LL)m, (LL)n, (LL)k, first && !p->o.bias ? "true" : "false", flags);
    c->g->allow = NULL;
}

/* Whole fractals of L1 that lie in one piece, or one again and again (stride 0), as they are. */
static void load_fractals(struct core *c, const char *l0, int64_t to, int64_t l1, enum aic_dtype dt, int64_t n,
                          int64_t stride)
{
    c->g->allow = stride == 0 ? "L2D-012" : NULL;
    for (int64_t i = 0; i < n; i += 255) {
        aic_gen_record(c->g, "load2d %s:%lld, l1:%lld, dtype=%s, startIndex=0, repeatTimes=%lld, srcStride=%lld, "
                       "dstGap=0, ifTranspose=false", l0, (LL)(to + i * 512), (LL)(l1 + i * stride * 512),
                       aic_dtype_name(dt), (LL)aic_gen_min(255, n - i), (LL)stride);
    }
    c->g->allow = NULL;
}

/* C of a tile starts as ones x bias, a sum over one block of k. */
static void start_with_bias(struct core *c, const struct aic_matmul_tile *t)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t slot = c->step++ % p->l0_slots, a = slot * p->a.l0_slot_bytes, b = slot * p->b.l0_slot_bytes;
    int64_t m = aic_gen_mmad_outer(&p->a, t->m), n = aic_gen_mmad_outer(&p->b, t->n);
    aic_gen_wait(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, slot);
    load_fractals(c, "l0a", a, p->ones_l1, p->o.a, aic_gen_ceil_div(m, 16), 0);
    load_fractals(c, "l0b", b, p->bias_l1 + aic_matmul_column_at(p, t->n0 - t->core_n0) * 32, p->o.b,
                  aic_gen_ceil_div(n, 16), 1);
    aic_gen_handover(c->g, AIC_PIPE_MTE1, AIC_PIPE_M, slot);
    order_mmad(c, true, m, n);
    c->g->allow = "MEM-024, LAY-002"; /* the ones meet every column, and the last rows and columns need not be taken */
    aic_gen_record(c->g, "mmad l0c:%lld, l0a:%lld, l0b:%lld, dtype=%s:%s:%s, m=%lld, n=%lld, k=%lld, "
                   "cmatrixInitVal=true%s", (LL)(c->tile % p->c_slots * p->drain.c_slot_bytes), (LL)a, (LL)b,
                   aic_dtype_name(p->o.a), aic_dtype_name(p->o.b), aic_dtype_name(p->o.c), (LL)m, (LL)n,
                   (LL)aic_dtype_c0(p->o.a), p->drain.r.unit_flag ? ", unitFlag=2" : "");
    c->g->allow = NULL;
    aic_gen_set(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, slot);
}

/* The bias of a tile, L1 to BiasTable; the first Mmad of the tile before must have read the old one. */
static void load_bias(struct core *c, const struct aic_matmul_tile *t)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t bytes = aic_gen_round_up(aic_gen_mmad_outer(&p->b, t->n), 16) * 4;
    aic_gen_wait(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, p->l0_slots);
    c->g->allow = p->b.load->pads_mmad ? "MEM-025" : NULL; /* filled up with the next tile's */
    aic_gen_record(c->g, "data_copy bt:0, l1:%lld, dtype=%s, blockCount=1, blockLen=%lld, srcGap=0, dstGap=0",
                   (LL)(p->bias_l1 + aic_matmul_column_at(p, t->n0 - t->core_n0) * 4), aic_dtype_name(p->bias_dtype),
                   (LL)(bytes / c->g->lim->bt_len_unit));
    c->g->allow = NULL;
}

static void k_step(struct core *c, const struct aic_matmul_tile *t, int64_t step)
{
    const struct aic_matmul_plan *p = c->p;
    bool table = step == 0 && p->o.bias && !p->bias_mmad;
    if (p->o.scalar > 0) {
        aic_gen_record(c->g, "scalar cycles=%lld", (LL)p->o.scalar);
    }
    if (table) {
        load_bias(c, t);
    } else if (step == 0 && p->bias_mmad) {
        start_with_bias(c, t);
    }
    int64_t slot = c->step % p->l0_slots;
    aic_gen_wait(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, slot);
    if (chunk_starts(&p->a, step) && !p->o.pair) {
        aic_gen_wait(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, p->a.first_flag + c->used_a % p->a.slots);
    }
    if (chunk_starts(&p->b, step)) {
        aic_gen_wait(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, p->b.first_flag + c->used_b % p->b.slots);
    }
    load_block(c, c->a, c->used_a, step, t->m);
    load_block(c, &p->b, c->used_b, step, t->n);
    if (chunk_ends(p, &p->a, step)) {
        int64_t used = c->used_a++ % p->a.slots;
        if (!p->o.pair) {
            aic_gen_set(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, p->a.first_flag + used);
        }
    }
    if (chunk_ends(p, &p->b, step)) {
        aic_gen_set(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, p->b.first_flag + c->used_b++ % p->b.slots);
    }
    aic_gen_handover(c->g, AIC_PIPE_MTE1, AIC_PIPE_M, slot);
    mmad(c, t, step);
    aic_gen_set(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, slot);
    if (table) {
        aic_gen_set(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, p->l0_slots);
    }
    c->step++;
}

static void drain(struct core *c, const struct aic_matmul_tile *t)
{
    const struct aic_matmul_plan *p = c->p;
    const struct aic_gen_drain *d = &p->drain;
    int64_t gm = d->r.layout == AIC_GEN_NZ ? t->n0 / d->strip * d->gm_cols + t->m0 * d->strip
                 : d->r.layout == AIC_GEN_DN ? t->n0 * d->gm_cols + t->m0 : t->m0 * d->gm_cols + t->n0;
    struct aic_gen_out_tile out = {gm, c->tile % p->c_slots, t->m, t->n,
                                   aic_gen_round_up(aic_gen_mmad_outer(&p->a, t->m), 16),
                                   aic_matmul_column_at(p, t->n0 - t->core_n0)};
    aic_gen_drain_tile(c->g, d, &out);
}

/* Copies chunks of both operands while the tile still wants some: B first, as A's are the larger ones. */
static void refill(struct core *c, const struct aic_matmul_tile *t, int64_t *next_a, int64_t *next_b, int64_t upto_a,
                   int64_t upto_b)
{
    const struct aic_matmul_plan *p = c->p;
    while (*next_b < aic_gen_min(upto_b, chunks_of(p, &p->b))) {
        copy_b(c, t, (*next_b)++);
    }
    while (!p->o.pair && *next_a < aic_gen_min(upto_a, chunks_of(p, &p->a))) {
        copy_a(c, t, (*next_a)++);
    }
}

static void tile(struct core *c, const struct aic_matmul_tile *t)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t next_a = 0, next_b = 0, steps = k_steps(p);
    c->a = p->gemv && t->m == 1 ? &p->a_line : &p->a;
    if (!p->o.pair) {
        copy_a(c, t, next_a++);
    }
    copy_b(c, t, next_b++);
    for (int64_t step = 0; step < steps; step++) {
        k_step(c, t, step);
        /* As many chunks ahead as there is room: all slots but those that later steps still read. */
        int64_t done_a = (step + 1) / p->a.step, done_b = (step + 1) / p->b.step;
        refill(c, t, &next_a, &next_b, done_a + p->a.slots, done_b + p->b.slots);
    }
    drain(c, t);
    c->tile++;
}

/* The flags of buffers that are free from the start, set before the first wait and taken after the last set. */
static void reverse_flags(struct core *c, void (*flag)(struct aic_gen *g, enum aic_pipe, enum aic_pipe, int64_t))
{
    const struct aic_matmul_plan *p = c->p;
    for (int64_t i = 0; i < (p->o.pair ? 0 : p->a.slots) + p->b.slots; i++) {
        flag(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, i);
    }
    for (int64_t i = 0; i < p->l0_slots + (p->o.bias && !p->bias_mmad); i++) {
        flag(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, i);
    }
    aic_gen_drain_flags(c->g, &p->drain, p->c_slots, flag);
}

/* Rows of 32 bytes, or whole fractals of 16 of them where the product copies nothing smaller. */
static void copy_rows(struct core *c, int64_t l1, const char *tensor, int64_t row, enum aic_dtype dt, int64_t rows)
{
    if (aic_gen_has(c->g->lim, "data_copy", AIC_L1, dt)) {
        aic_gen_record(c->g, "data_copy l1:%lld, gm:%s+%lld, dtype=%s, blockCount=1, blockLen=%lld, srcGap=0, dstGap=0",
                       (LL)l1, tensor, (LL)(row * 32), aic_dtype_name(dt), (LL)rows);
        return;
    }
    for (int64_t i = 0; i < rows; i += 255 * 16) {
        aic_gen_record(c->g, "load2d l1:%lld, gm:%s+%lld, dtype=%s, startIndex=0, repeatTimes=%lld, srcStride=1, "
                       "dstGap=0, ifTranspose=false", (LL)(l1 + i * 32), tensor, (LL)((row + i) * 32),
                       aic_dtype_name(dt), (LL)aic_gen_ceil_div(aic_gen_min(255 * 16, rows - i), 16));
    }
}

/* Bias of the columns n0 to n0 + n of a core that begins at core_n0. */
static void copy_bias(struct core *c, int64_t core_n0, int64_t n0, int64_t n)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t columns = aic_gen_round_up(n, 16) + aic_matmul_surplus(p), at = aic_matmul_column_at(p, n0 - core_n0);
    int64_t l1 = p->bias_l1 + aic_matmul_bias_bytes(p, at);
    /* Filled up with columns that the next piece has again. */
    c->g->allow = p->o.base_n % 16 ? "MEM-024, MEM-028" : p->b.load->pads_mmad ? "MEM-024" : NULL;
    if (p->bias_mmad) {
        copy_rows(c, l1, "bias", n0, p->o.b, columns);
    } else {
        aic_gen_record(c->g, "data_copy l1:%lld, gm:bias+%lld, dtype=%s, blockCount=1, blockLen=%lld, srcGap=0, "
                       "dstGap=0", (LL)l1, (LL)(n0 * 4), aic_dtype_name(p->bias_dtype), (LL)(columns * 4 / 32));
    }
    c->g->allow = NULL;
}

/* Bias and quantisation words of all columns of the core, once: in one piece where every tile of it starts aligned. */
static void copy_columns(struct core *c, int64_t n0, int64_t n)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t piece = p->o.base_n % 16 ? p->o.base_n : n;
    for (int64_t i = 0; p->o.bias && i < n; i += piece) {
        copy_bias(c, n0, n0 + i, aic_gen_min(piece, n - i));
    }
    if (p->bias_mmad) {
        copy_rows(c, p->ones_l1, "ones", 0, p->o.a, 16);
    }
    if (p->o.bias) {
        aic_gen_handover(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, 0);
    }
    for (int64_t i = 0; p->drain.vector && i < n; i += piece) {
        aic_gen_copy_words(c->g, &p->drain, n0 + i, aic_matmul_column_at(p, i), aic_gen_min(piece, n - i));
    }
    if (p->drain.vector) {
        aic_gen_handover(c->g, AIC_PIPE_MTE2, aic_gen_drain_pipe(&p->drain), 0);
    }
}

bool aic_matmul_core_part(const struct aic_matmul_plan *plan, int64_t core, int64_t pass, struct aic_matmul_tile *part)
{
    const struct aic_matmul_options *o = &plan->o;
    int64_t mi = core % o->grid_m + pass * o->grid_m, ni = core / o->grid_m;
    part->m0 = mi * plan->single_m;
    part->n0 = part->core_n0 = ni * plan->single_n;
    part->m = aic_gen_min(plan->single_m, o->m - part->m0);
    part->n = aic_gen_min(plan->single_n, o->n - part->n0);
    return part->m > 0 && part->n > 0;
}

static void core_pass(struct core *c, const struct aic_matmul_tile *part)
{
    const struct aic_matmul_options *o = &c->p->o;
    for (int64_t n = 0; n < part->n; n += o->base_n) {
        for (int64_t m = 0; m < part->m; m += o->base_m) {
            struct aic_matmul_tile t = {part->m0 + m, part->n0 + n, aic_gen_min(o->base_m, part->m - m),
                                        aic_gen_min(o->base_n, part->n - n), part->core_n0};
            tile(c, &t);
        }
    }
}

static void one_core(struct aic_gen *g, const struct aic_matmul_plan *p, int64_t core)
{
    struct aic_matmul_tile part;
    if (!aic_matmul_core_part(p, core, 0, &part)) {
        return;
    }
    struct core c = {.g = g, .p = p};
    if (p->o.cores > 1 && !p->o.compact) {
        aic_gen_line(g, "core %lld", (LL)core);
    }
    copy_columns(&c, part.n0, part.n);
    reverse_flags(&c, aic_gen_set);
    for (int64_t pass = 0; pass < p->o.passes; pass++) {
        if (aic_matmul_core_part(p, core, pass, &part)) {
            core_pass(&c, &part);
        }
    }
    reverse_flags(&c, aic_gen_wait);
    aic_gen_barrier(g, AIC_PIPE_ALL);
}

/* Bytes from one row, and from one column, of cores to the next; both 0: the cores share the tensor. */
struct offsets {
    int64_t a[2], b[2], c[2], bias[2], q[2], scale_a[2], scale_b[2];
};

static int64_t outer_offset(const struct aic_gen_side *side, int64_t outer)
{
    int64_t c0 = (int64_t)aic_dtype_c0(side->dtype);
    if (side->copy->nz_in_gm) {
        return side->k_rows ? outer / c0 * side->gm_nz_rows * 32 : outer * 32;
    }
    return aic_gen_bytes(side->k_rows ? outer : outer * side->gm_cols, side->dtype);
}

static void core_offsets(const struct aic_matmul_plan *p, struct offsets *by)
{
    *by = (struct offsets){0};
    if (!p->o.compact) {
        return;
    }
    by->a[0] = outer_offset(&p->a, p->single_m);
    by->b[1] = outer_offset(&p->b, p->single_n);
    const struct aic_gen_drain *d = &p->drain;
    bool nz = d->r.layout == AIC_GEN_NZ, dn = d->r.layout == AIC_GEN_DN;
    by->c[0] = aic_gen_bytes(p->single_m * (nz ? d->strip : dn ? 1 : d->gm_cols), d->r.out);
    by->c[1] = aic_gen_bytes(nz ? p->single_n / d->strip * d->gm_cols : p->single_n * (dn ? d->gm_cols : 1), d->r.out);
    by->bias[1] = aic_matmul_bias_bytes(p, p->single_n);
    by->q[1] = aic_gen_words_bytes(d, p->single_n);
    by->scale_a[0] = aic_gen_scales_at(&p->a, p->single_m, 0);
    by->scale_b[1] = aic_gen_scales_at(&p->b, p->single_n, 0);
}

static void tensor(struct aic_gen *g, const char *name, enum aic_dtype dt, int64_t rows, int64_t cols, bool file,
                   const int64_t by[2])
{
    char path[64] = "", shape[64], offset[64] = "";
    if (file) {
        snprintf(path, sizeof path, " file=%s.npy", name);
    }
    if (by[0] || by[1]) {
        snprintf(offset, sizeof offset, " core_offset=%lld:%lld", (LL)by[0], (LL)by[1]);
    }
    if (rows > 0) {
        snprintf(shape, sizeof shape, "%lldx%lld", (LL)rows, (LL)cols);
    } else {
        snprintf(shape, sizeof shape, "%lld", (LL)cols);
    }
    aic_gen_line(g, "gm %s %s %s%s%s", name, aic_dtype_name(dt), shape, path, offset);
}

static void operand_tensor(struct aic_gen *g, const struct aic_gen_side *side, bool file, const int64_t by[2])
{
    int64_t c0 = (int64_t)aic_dtype_c0(side->dtype);
    if (side->copy->nz_in_gm) {
        tensor(g, side->tensor, side->dtype, aic_gen_ceil_div(side->gm_cols, c0), side->gm_nz_rows * c0, file,
               by);
    } else {
        tensor(g, side->tensor, side->dtype, side->gm_rows, side->gm_cols, file, by);
    }
}

static void scale_tensor(struct aic_gen *g, const struct aic_gen_side *side, bool file, const int64_t by[2])
{
    int64_t rows = side->k_rows ? side->k / 64 : side->outer;
    if (side->scale_tensor) {
        tensor(g, side->scale_tensor, AIC_DT_FP8_E8M0, rows, side->outer * (side->k / 32) / rows, file, by);
    }
}

static void result_tensor(struct aic_gen *g, const struct aic_matmul_plan *p, const int64_t by[2])
{
    int64_t rows = p->o.m, cols = p->o.n;
    if (p->drain.r.layout == AIC_GEN_NZ) {
        rows = aic_gen_ceil_div(p->o.n, p->drain.strip);
        cols = p->drain.gm_cols;
    } else if (p->drain.r.layout == AIC_GEN_DN) {
        rows = p->o.n;
        cols = p->o.m;
    }
    tensor(g, "c", p->drain.r.out, rows, cols, false, by);
}

void aic_matmul_emit(struct aic_gen *g, const struct aic_matmul_plan *p)
{
    bool file = p->o.data != NULL;
    struct offsets by;
    core_offsets(p, &by);
    aic_gen_line(g, "aicsim-trace 1");
    aic_gen_line(g, "product %s", g->product->name);
    if (!p->o.data) {
        aic_gen_line(g, "# the tensors hold no data: for its time (--no-data); gen --data DIR writes arrays too");
    }
    if (p->o.compact) {
        aic_gen_line(g, "cores %lld grid %lldx%lld", (LL)p->o.cores, (LL)p->o.grid_m, (LL)p->o.grid_n);
    }
    operand_tensor(g, &p->a, file, by.a);
    operand_tensor(g, &p->b, file, by.b);
    scale_tensor(g, &p->a, file, by.scale_a);
    scale_tensor(g, &p->b, file, by.scale_b);
    result_tensor(g, p, by.c);
    if (p->o.bias) {
        int64_t columns = aic_matmul_columns(p, p->o.n);
        tensor(g, "bias", p->bias_dtype, p->bias_mmad ? columns : 0,
               p->bias_mmad ? (int64_t)aic_dtype_c0(p->bias_dtype) : columns, file, by.bias);
    }
    if (p->bias_mmad) {
        tensor(g, "ones", p->o.a, 16, (int64_t)aic_dtype_c0(p->o.a), file, (const int64_t[2]){0});
    }
    if (p->drain.vector) {
        tensor(g, "q", p->drain.word_type, 0, aic_matmul_columns(p, p->o.n), file, by.q);
    }
    for (int64_t core = 0; core < (p->o.compact ? 1 : p->o.cores); core++) {
        one_core(g, p, core);
    }
    /* Columns past n of a last strip come out undefined. */
    if (file && !(p->drain.r.layout == AIC_GEN_NZ && p->o.n % p->drain.strip)) {
        aic_gen_line(g, "expect gm:c file=c.npy rtol=0 atol=0");
    }
}
