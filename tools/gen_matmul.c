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

static void mmad(struct core *c, const struct aic_matmul_tile *t, int64_t step)
{
    const struct aic_matmul_plan *p = c->p;
    bool first = step == 0, last = step + 1 == k_steps(p);
    int64_t m = aic_gen_mmad_outer(&p->a, t->m), n = aic_gen_mmad_outer(&p->b, t->n);
    int64_t slot = c->step % p->l0_slots, cslot = c->tile % p->c_slots;
    if (first && !p->o.unit_flag) {
        aic_gen_wait(c->g, p->to_ub ? AIC_PIPE_V : AIC_PIPE_FIX, AIC_PIPE_M, cslot);
    }
    /* Small sums: the next Mmad would read C before the one before has written it (MM-024). */
    if (!first && !p->o.unit_flag && (m / 16) * (n / 16) < c->g->lim->mmad_barrier_fractals) {
        aic_gen_barrier(c->g, AIC_PIPE_M);
    }
    int64_t k = aic_gen_min(p->o.base_k, p->o.k - step * p->o.base_k);
    char bias[24] = "", flags[96] = "";
    int at = 0;
    if (p->o.bias && first) {
        snprintf(bias, sizeof bias, ", bt:0");
    }
    if (p->o.unit_flag) {
        at += snprintf(flags + at, sizeof flags - (size_t)at, ", unitFlag=%d", last ? 3 : 2);
    }
    if (p->o.a == AIC_DT_FLOAT && p->a.k_rows && c->g->lim->mmad_k_direction_align) {
        at += snprintf(flags + at, sizeof flags - (size_t)at, ", kDirectionAlign=true");
    }
    if (m == 1 && c->g->lim->mmad_disable_gemv) {
        snprintf(flags + at, sizeof flags - (size_t)at, ", disableGemv=true");
    }
    bool padded = p->a.load->pads_mmad || p->b.load->pads_mmad, tail = p->a.ragged && p->a.k_rows;
    c->g->allow = padded ? "MM-030, MEM-024" : tail ? "MM-030" : c->a->linear ? "LAY-002" : NULL;
    aic_gen_record(c->g, "%s l0c:%lld, l0a:%lld, l0b:%lld%s, dtype=%s:%s:%s, m=%lld, n=%lld, k=%lld, "
                   "cmatrixInitVal=%s%s", p->o.mx ? "mmad_mx" : "mmad", (LL)(cslot * p->c_slot_bytes),
                   (LL)(slot * p->a.l0_slot_bytes),
                   (LL)(slot * p->b.l0_slot_bytes), bias, aic_dtype_name(p->o.a), aic_dtype_name(p->o.b),
                   aic_dtype_name(p->o.c), (LL)m, (LL)n, (LL)k, first && !p->o.bias ? "true" : "false", flags);
    c->g->allow = NULL;
}

/* The bias of a tile, L1 to BiasTable; the first Mmad of the tile before must have read the old one. */
static void load_bias(struct core *c, const struct aic_matmul_tile *t)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t bytes = aic_gen_round_up(aic_gen_mmad_outer(&p->b, t->n), 16) * 4;
    aic_gen_wait(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, p->l0_slots);
    c->g->allow = p->b.load->pads_mmad ? "MEM-025" : NULL; /* filled up with the next tile's */
    aic_gen_record(c->g, "data_copy bt:0, l1:%lld, dtype=%s, blockCount=1, blockLen=%lld, srcGap=0, dstGap=0",
                   (LL)(p->bias_l1 + (t->n0 - t->core_n0) * 4), aic_dtype_name(p->bias_dtype),
                   (LL)(bytes / c->g->lim->bt_len_unit));
    c->g->allow = NULL;
}

static void k_step(struct core *c, const struct aic_matmul_tile *t, int64_t step)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t slot = c->step % p->l0_slots;
    if (p->o.scalar > 0) {
        aic_gen_record(c->g, "scalar cycles=%lld", (LL)p->o.scalar);
    }
    if (step == 0 && p->o.bias) {
        load_bias(c, t);
    }
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
    if (step == 0 && p->o.bias) {
        aic_gen_set(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, p->l0_slots);
    }
    c->step++;
}

static void fixpipe(struct core *c, const struct aic_matmul_tile *t)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t cslot = c->tile % p->c_slots, rows = aic_gen_round_up(aic_gen_mmad_outer(&p->a, t->m), 16);
    char words[32] = "", quant[64] = "";
    if (!p->o.unit_flag) {
        aic_gen_handover(c->g, AIC_PIPE_M, AIC_PIPE_FIX, cslot);
    }
    if (p->quant_vector) {
        snprintf(words, sizeof words, ", l1:%lld", (LL)(p->quant_l1 + (t->n0 - t->core_n0) * 8));
    } else if (p->quant_word) {
        snprintf(quant, sizeof quant, ", deqScalar=0x%llx", (unsigned long long)p->quant_word);
    }
    aic_gen_record(c->g, "fixpipe gm:c+%lld, l0c:%lld%s, dtype=%s:%s, layout=nd, nSize=%lld, mSize=%lld, "
                   "srcStride=%lld, "
                   "dstStride=%lld, quantPre=%s%s%s%s", (LL)aic_gen_bytes(t->m0 * p->o.n + t->n0, p->o.out),
                   (LL)(cslot * p->c_slot_bytes), words, aic_dtype_name(p->o.c), aic_dtype_name(p->o.out), (LL)t->n,
                   (LL)t->m, (LL)rows, (LL)p->o.n, aic_quant_names[p->o.quant], quant, p->o.relu ? ", reluEn=true" : "",
                   p->o.unit_flag ? ", unitFlag=3" : "");
    if (!p->o.unit_flag) {
        aic_gen_set(c->g, AIC_PIPE_FIX, AIC_PIPE_M, cslot);
    }
}

/* UB to GM: strips of 16 columns, row-major or as they are. */
static void store_strips(struct core *c, const struct aic_matmul_tile *t, int64_t ub)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t size = aic_gen_bytes(1, p->o.out), row = 16 * size / 32, rows = aic_gen_round_up(t->m, 16);
    int64_t strips = aic_gen_ceil_div(t->n, 16);
    if (p->out_nz) {
        aic_gen_record(c->g, "data_copy gm:c+%lld, ub:%lld, dtype=%s, blockCount=%lld, blockLen=%lld, srcGap=%lld, "
                       "dstGap=%lld", (LL)((t->n0 / 16 * p->out_nz_rows + t->m0) * row * 32), (LL)ub,
                       aic_dtype_name(p->o.out), (LL)strips, (LL)(t->m * row), (LL)((rows - t->m) * row),
                       (LL)((p->out_nz_rows - t->m) * row));
        return;
    }
    for (int64_t i = 0; i < strips; i++) {
        aic_gen_record(c->g, "data_copy gm:c+%lld, ub:%lld, dtype=%s, blockCount=%lld, blockLen=%lld, srcGap=0, "
                       "dstGap=%lld", (LL)((t->m0 * p->o.n + t->n0 + i * 16) * size), (LL)(ub + i * rows * row * 32),
                       aic_dtype_name(p->o.out), (LL)t->m, (LL)row, (LL)((p->o.n - 16) * size / 32));
    }
}

/* Products without Fixpipe: L0C to UB on V, UB to GM on MTE3 (reference legacy 3). */
static void drain_by_ub(struct core *c, const struct aic_matmul_tile *t)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t slot = c->tile % p->c_slots, ub = slot * p->ub_slot_bytes;
    int64_t fractals = aic_gen_ceil_div(t->m, 16) * aic_gen_ceil_div(aic_gen_mmad_outer(&p->b, t->n), 16);
    char types[32] = "", mode[64] = "";
    aic_gen_handover(c->g, AIC_PIPE_M, AIC_PIPE_V, slot);
    aic_gen_wait(c->g, AIC_PIPE_MTE3, AIC_PIPE_V, slot);
    if (p->o.out != p->o.c) {
        snprintf(types, sizeof types, ":%s", aic_dtype_name(p->o.out));
    }
    if (p->crmode) {
        snprintf(mode, sizeof mode, ", crmode=%s", p->crmode);
    }
    aic_gen_record(c->g, "data_copy ub:%lld, l0c:%lld, dtype=%s%s, blockCount=1, blockLen=%lld, srcGap=0, dstGap=0%s",
                   (LL)ub, (LL)(slot * p->c_slot_bytes), aic_dtype_name(p->o.c), types, (LL)fractals, mode);
    aic_gen_set(c->g, AIC_PIPE_V, AIC_PIPE_M, slot);
    aic_gen_handover(c->g, AIC_PIPE_V, AIC_PIPE_MTE3, slot);
    store_strips(c, t, ub);
    aic_gen_set(c->g, AIC_PIPE_MTE3, AIC_PIPE_V, slot);
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
    if (p->to_ub) {
        drain_by_ub(c, t);
    } else {
        fixpipe(c, t);
    }
    c->tile++;
}

/* The flags of buffers that are free from the start, set before the first wait and taken after the last set. */
static void reverse_flags(struct core *c, void (*flag)(struct aic_gen *g, enum aic_pipe, enum aic_pipe, int64_t))
{
    const struct aic_matmul_plan *p = c->p;
    for (int64_t i = 0; i < (p->o.pair ? 0 : p->a.slots) + p->b.slots; i++) {
        flag(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, i);
    }
    for (int64_t i = 0; i < p->l0_slots + p->o.bias; i++) {
        flag(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, i);
    }
    for (int64_t i = 0; i < p->c_slots && !p->o.unit_flag; i++) {
        flag(c->g, p->to_ub ? AIC_PIPE_V : AIC_PIPE_FIX, AIC_PIPE_M, i);
        if (p->to_ub) {
            flag(c->g, AIC_PIPE_MTE3, AIC_PIPE_V, i);
        }
    }
}

/* Bias and quantisation words of all columns of the core, once. */
static void copy_columns(struct core *c, int64_t n0, int64_t n)
{
    const struct aic_matmul_plan *p = c->p;
    int64_t columns = aic_matmul_columns(p, n);
    if (p->o.bias) {
        c->g->allow = p->b.load->pads_mmad ? "MEM-024" : NULL;
        aic_gen_record(c->g, "data_copy l1:%lld, gm:bias+%lld, dtype=%s, blockCount=1, blockLen=%lld, srcGap=0, "
                       "dstGap=0",
                       (LL)p->bias_l1, (LL)(n0 * 4), aic_dtype_name(p->bias_dtype), (LL)(columns * 4 / 32));
        c->g->allow = NULL;
        aic_gen_handover(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, 0);
    }
    if (p->quant_vector) {
        aic_gen_record(c->g, "data_copy l1:%lld, gm:q+%lld, dtype=uint64, blockCount=1, blockLen=%lld, srcGap=0, "
                       "dstGap=0",
                       (LL)p->quant_l1, (LL)(n0 * 8), (LL)aic_gen_ceil_div(n * 8, 32));
        aic_gen_handover(c->g, AIC_PIPE_MTE2, AIC_PIPE_FIX, 0);
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
    by->c[0] = aic_gen_bytes(p->single_m * (p->out_nz ? 16 : p->o.n), p->o.out);
    by->c[1] = aic_gen_bytes(p->single_n * (p->out_nz ? p->out_nz_rows : 1), p->o.out);
    by->bias[1] = p->single_n * 4;
    by->q[1] = p->single_n * 8;
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

void aic_matmul_emit(struct aic_gen *g, const struct aic_matmul_plan *p)
{
    bool file = p->o.data != NULL;
    struct offsets by;
    core_offsets(p, &by);
    aic_gen_line(g, "aicsim-trace 1");
    aic_gen_line(g, "product %s", g->product->name);
    if (p->o.compact) {
        aic_gen_line(g, "cores %lld grid %lldx%lld", (LL)p->o.cores, (LL)p->o.grid_m, (LL)p->o.grid_n);
    }
    operand_tensor(g, &p->a, file, by.a);
    operand_tensor(g, &p->b, file, by.b);
    scale_tensor(g, &p->a, file, by.scale_a);
    scale_tensor(g, &p->b, file, by.scale_b);
    if (p->out_nz) {
        tensor(g, "c", p->o.out, aic_gen_ceil_div(p->o.n, 16), p->out_nz_rows * 16, false, by.c);
    } else {
        tensor(g, "c", p->o.out, p->o.m, p->o.n, false, by.c);
    }
    if (p->o.bias) {
        tensor(g, "bias", p->bias_dtype, 0, aic_matmul_columns(p, p->o.n), file, by.bias);
    }
    if (p->quant_vector) {
        tensor(g, "q", AIC_DT_UINT64, 0, aic_matmul_columns(p, p->o.n), file, by.q);
    }
    for (int64_t core = 0; core < (p->o.compact ? 1 : p->o.cores); core++) {
        one_core(g, p, core);
    }
    /* Columns past n of a last strip come out undefined. */
    if (file && !(p->out_nz && p->o.n % 16)) {
        aic_gen_line(g, "expect gm:c file=c.npy rtol=0 atol=0");
    }
}
