/* The records of a tiled convolution. Image to column: reference semantics 1 and 2, legacy 1 and 3.6. */
#include <string.h>

#include "tools/gen_conv2d.h"

#define LL long long

struct core {
    struct aic_gen *g;
    const struct aic_conv2d_plan *p;
    int64_t slabs, weights, step, tile; /* so far: which buffer is next */
    int64_t n0;                         /* its first output channel */
    int64_t pitch;                      /* that the repeat register holds, 0: none yet */
};

/* `bytes` of GM to L1 by whole fractals; the last one ends where the bytes end and writes some others again. */
static void copy_fractals(struct core *c, int64_t l1, const char *tensor, int64_t gm, enum aic_dtype dt, int64_t bytes)
{
    const char *allow = c->g->allow;
    for (int64_t at = 0; at < bytes;) {
        int64_t from = aic_gen_min(at, bytes - 512), repeat = aic_gen_min(255, (bytes - from) / 512);
        if (from < at) {
            aic_gen_barrier(c->g, AIC_PIPE_MTE2);
            c->g->allow = "MEM-024";
        }
        aic_gen_record(c->g, "load2d l1:%lld, gm:%s+%lld, dtype=%s, startIndex=0, repeatTimes=%lld, srcStride=1, "
                       "dstGap=0, ifTranspose=false", (LL)(l1 + from), tensor, (LL)(gm + from), aic_dtype_name(dt),
                       (LL)repeat);
        c->g->allow = allow;
        at = from + repeat * 512;
    }
}

/* `blocks` pieces of `length` 32-byte units, `pitch` units apart in GM and one behind the other in L1. */
static void copy_blocks(struct core *c, int64_t l1, const char *tensor, int64_t gm, enum aic_dtype dt, int64_t blocks,
                        int64_t length, int64_t pitch)
{
    int64_t most = pitch - length > 65535 ? 1 : 4095; /* of one record */
    for (int64_t i = 0; !c->p->fractal_copy && i < blocks; i += most) {
        int64_t n = aic_gen_min(most, blocks - i);
        aic_gen_record(c->g, "data_copy l1:%lld, gm:%s+%lld, dtype=%s, blockCount=%lld, blockLen=%lld, srcGap=%lld, "
                       "dstGap=0", (LL)(l1 + i * length * 32), tensor, (LL)(gm + i * pitch * 32), aic_dtype_name(dt),
                       (LL)n, (LL)length, (LL)(n > 1 ? pitch - length : 0));
    }
    for (int64_t i = 0; c->p->fractal_copy && i < blocks; i++) {
        copy_fractals(c, l1 + i * length * 32, tensor, gm + i * pitch * 32, dt, length * 32);
    }
}

static void copy_weights(struct core *c, int64_t n0, int64_t n)
{
    const struct aic_conv2d_plan *p = c->p;
    int64_t slot = c->weights % p->o.depth_w, flag = p->o.depth_x + slot;
    aic_gen_wait(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, flag);
    copy_blocks(c, p->w_l1 + slot * p->w_slot_bytes, "w", n0 * 32, p->o.b, p->k / p->c0, n, p->n);
    aic_gen_set(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, flag);
}

static void copy_slab(struct core *c, const struct aic_conv2d_tile *t)
{
    const struct aic_conv2d_plan *p = c->p;
    int64_t slot = c->slabs % p->o.depth_x;
    aic_gen_wait(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, slot);
    if (!t->padding) {
        int64_t row = t->image * p->c1 * p->o.height + t->h;
        c->g->allow = p->skips ? "MEM-024" : NULL; /* windows pass over some of it */
        copy_blocks(c, slot * p->x_slot_bytes, "x", row * p->o.width * 32, p->o.a, p->c1, t->h_rows * p->o.width,
                    p->o.height * p->o.width);
        c->g->allow = NULL;
    }
    aic_gen_set(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, slot);
}

/* Bias and quantisation words of the core's output channels, once. */
static void copy_columns(struct core *c, int64_t n0, int64_t n)
{
    const struct aic_conv2d_plan *p = c->p;
    if (p->bias_mmad) {
        copy_blocks(c, p->bias_l1, "bias", n0 * 32, p->o.b, 1, n, n);
        copy_blocks(c, p->ones_l1, "ones", 0, p->o.a, 1, 16, 16);
    } else if (p->o.bias) {
        aic_gen_record(c->g, "data_copy l1:%lld, gm:bias+%lld, dtype=%s, blockCount=1, blockLen=%lld, srcGap=0, "
                       "dstGap=0", (LL)p->bias_l1, (LL)(n0 * 4), aic_dtype_name(p->bias_dtype), (LL)(n * 4 / 32));
    }
    if (p->o.bias) {
        aic_gen_handover(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, 0);
    }
    if (p->drain.vector) {
        aic_gen_copy_words(c->g, &p->drain, n0, 0, n);
        aic_gen_handover(c->g, AIC_PIPE_MTE2, aic_gen_drain_pipe(&p->drain), 0);
    }
}

/* The bias of a tile, L1 to BiasTable; the first Mmad of the tile before must have read the old one. */
static void load_bias(struct core *c, const struct aic_conv2d_tile *t)
{
    const struct aic_conv2d_plan *p = c->p;
    aic_gen_wait(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, p->l0_slots);
    aic_gen_record(c->g, "data_copy bt:0, l1:%lld, dtype=%s, blockCount=1, blockLen=%lld, srcGap=0, dstGap=0",
                   (LL)(p->bias_l1 + (t->n0 - c->n0) * 4), aic_dtype_name(p->bias_dtype),
                   (LL)(t->n * 4 / c->g->lim->bt_len_unit));
}

/* A tile of one pixel would be read as a line (GEMV): more padding then makes a second one, which nobody drains. */
static bool second_row(const struct core *c, const struct aic_conv2d_tile *t)
{
    return t->m == 1 && !c->g->lim->mmad_disable_gemv;
}

static void slab_padding(const struct core *c, const struct aic_conv2d_tile *t, int64_t *top, int64_t *bottom)
{
    int64_t more = second_row(c, t) ? c->p->o.stride_h : 0;
    *top = t->top + (t->padding ? more : 0);
    *bottom = t->bottom + (t->padding ? 0 : more);
}

static void load_image(struct core *c, const struct aic_conv2d_tile *t, int64_t l0, int64_t k0, int64_t k)
{
    const struct aic_conv2d_plan *p = c->p;
    const struct aic_conv2d_options *o = &p->o;
    int64_t m = aic_gen_round_up(t->m, 16), top, bottom;
    slab_padding(c, t, &top, &bottom);
    if (p->stride_load3d && c->pitch != m / 16) {
        c->pitch = m / 16;
        aic_gen_record(c->g, "set_load3d_repeat repeatTime=1, repeatStride=0, repeatMode=0, dstStride=%lld",
                       (LL)c->pitch);
    }
    aic_gen_record(c->g, "%s l0a:%lld, l1:%lld, dtype=%s, padList=%lld:%lld:%lld:%lld, l1H=%lld, l1W=%lld, "
                   "channelSize=%lld, kExtension=%lld, mExtension=%lld, kStartPt=%lld, mStartPt=0, strideW=%lld, "
                   "strideH=%lld, filterW=%lld, filterH=%lld, dilationFilterW=%lld, dilationFilterH=%lld, "
                   "enTranspose=false, padValue=0", p->stride_load3d ? "load3d_stride" : "load3dv2", (LL)l0,
                   (LL)(c->slabs % o->depth_x * p->x_slot_bytes), aic_dtype_name(o->a), (LL)o->pad_left,
                   (LL)o->pad_right, (LL)top, (LL)bottom, (LL)t->h_rows, (LL)o->width, (LL)(p->c1 * p->c0), (LL)k,
                   (LL)m, (LL)k0, (LL)o->stride_w, (LL)o->stride_h, (LL)o->kernel_w, (LL)o->kernel_h,
                   (LL)o->dilation_w, (LL)o->dilation_h);
}

/* The first version stores one row of fractals: 16 windows, and filter points and channel blocks one after another. */
static void load_windows(struct core *c, const struct aic_conv2d_tile *t, int64_t l0, int64_t k0, int64_t k)
{
    const struct aic_conv2d_plan *p = c->p;
    const struct aic_conv2d_options *o = &p->o;
    int64_t points = o->kernel_h * o->kernel_w, block = k0 / p->c0, k1 = k / p->c0, top, bottom;
    slab_padding(c, t, &top, &bottom);
    for (int64_t at = 0; at < t->m; at += 16) {
        aic_gen_record(c->g, "load3dv1 l0a:%lld, l1:%lld, dtype=%s, padList=%lld:%lld:%lld:%lld, l1H=%lld, l1W=%lld, "
                       "c1Index=%lld, fetchFilterW=%lld, fetchFilterH=%lld, leftTopW=%lld, leftTopH=%lld, "
                       "strideW=%lld, "
                       "strideH=%lld, filterW=%lld, filterH=%lld, dilationFilterW=%lld, dilationFilterH=%lld, "
                       "jumpStride=1, repeatMode=0, repeatTime=%lld, cSize=0, padValue=0",
                       (LL)(l0 + at / 16 * k1 * 512),
                       (LL)(c->slabs % o->depth_x * p->x_slot_bytes), aic_dtype_name(o->a), (LL)o->pad_left,
                       (LL)o->pad_right, (LL)top, (LL)bottom, (LL)t->h_rows, (LL)o->width, (LL)(block / points),
                       (LL)(block % o->kernel_w), (LL)(block % points / o->kernel_w),
                       (LL)(at % p->out_w * o->stride_w - o->pad_left), (LL)(at / p->out_w * o->stride_h - top),
                       (LL)o->stride_w, (LL)o->stride_h, (LL)o->kernel_w, (LL)o->kernel_h, (LL)o->dilation_w,
                       (LL)o->dilation_h, (LL)k1);
    }
}

/* Weights are stored as L0B takes them: k blocks of n / 16 fractals. */
static void load_weights(struct core *c, const struct aic_conv2d_tile *t, int64_t l0, int64_t k0, int64_t k)
{
    const struct aic_conv2d_plan *p = c->p;
    int64_t n1 = t->n / 16, k1 = k / p->c0;
    int64_t l1 = p->w_l1 + c->weights % p->o.depth_w * p->w_slot_bytes + k0 / p->c0 * n1 * 512;
    if (aic_gen_has(c->g->lim, "load2dv2", AIC_L0B, p->o.b)) {
        aic_gen_record(c->g, "load2dv2 l0b:%lld, l1:%lld, dtype=%s, mStartPosition=0, kStartPosition=0, mStep=%lld, "
                       "kStep=%lld, srcStride=%lld, dstStride=%lld, ifTranspose=false", (LL)l0, (LL)l1,
                       aic_dtype_name(p->o.b), (LL)n1, (LL)k1, (LL)n1, (LL)n1);
        return;
    }
    for (int64_t done = 0; done < k1 * n1; done += 255) {
        aic_gen_record(c->g, "load2d l0b:%lld, l1:%lld, dtype=%s, startIndex=0, repeatTimes=%lld, srcStride=1, "
                       "dstGap=0, "
                       "ifTranspose=false", (LL)(l0 + done * 512), (LL)(l1 + done * 512), aic_dtype_name(p->o.b),
                       (LL)aic_gen_min(255, k1 * n1 - done));
    }
}

/* What the first Mmad of a tile waits for, and each later one behind it. */
static void order_mmad(struct core *c, const struct aic_conv2d_tile *t, bool first)
{
    const struct aic_gen_drain *d = &c->p->drain;
    if (d->r.unit_flag) {
        return;
    }
    if (first) {
        aic_gen_wait(c->g, aic_gen_drain_pipe(d), AIC_PIPE_M, c->tile % c->p->c_slots);
    } else if ((t->m / 16) * (t->n / 16) < c->g->lim->mmad_barrier_fractals) {
        aic_gen_barrier(c->g, AIC_PIPE_M);
    }
}

/* Columns k of the unfolded image: the first, some others, the last of a tile. */
struct part {
    int64_t k, l0a, l0b;
    bool first, last, init, table; /* init: C starts here, with the BiasTable where `table` */
};

static void mmad(struct core *c, const struct aic_conv2d_tile *t, const struct part *part)
{
    const struct aic_conv2d_plan *p = c->p;
    bool off = t->m == 1 && c->g->lim->mmad_disable_gemv;
    int64_t m = second_row(c, t) ? 2 : t->m;
    order_mmad(c, t, part->first);
    c->g->allow = p->one_pixel ? "MEM-024" : NULL; /* second rows */
    aic_gen_record(c->g, "mmad l0c:%lld, l0a:%lld, l0b:%lld%s, dtype=%s:%s:%s, m=%lld, n=%lld, k=%lld, "
                   "cmatrixInitVal=%s%s%s",
                   (LL)(c->tile % p->c_slots * p->drain.c_slot_bytes), (LL)part->l0a, (LL)part->l0b,
                   part->table ? ", bt:0" : "", aic_dtype_name(p->o.a), aic_dtype_name(p->o.b), aic_dtype_name(p->o.c),
                   (LL)m, (LL)t->n, (LL)part->k, part->init && !part->table ? "true" : "false",
                   !p->drain.r.unit_flag ? "" : part->last ? ", unitFlag=3" : ", unitFlag=2",
                   off ? ", disableGemv=true" : "");
    c->g->allow = NULL;
}

/* C of a tile starts as ones x bias, a sum over one block of k. One fractal of ones serves all rows. */
static void start_with_bias(struct core *c, const struct aic_conv2d_tile *t, const struct part *part)
{
    const struct aic_conv2d_plan *p = c->p;
    int64_t rows = aic_gen_ceil_div(t->m, 16), columns = t->n / 16;
    c->g->allow = "L2D-012";
    for (int64_t i = 0; i < rows; i += 255) {
        aic_gen_record(c->g, "load2d l0a:%lld, l1:%lld, dtype=%s, startIndex=0, repeatTimes=%lld, srcStride=0, "
                             "dstGap=0, "
                       "ifTranspose=false", (LL)(part->l0a + i * 512), (LL)p->ones_l1, aic_dtype_name(p->o.a),
                       (LL)aic_gen_min(255, rows - i));
    }
    c->g->allow = NULL;
    aic_gen_record(c->g, "load2d l0b:%lld, l1:%lld, dtype=%s, startIndex=0, repeatTimes=%lld, srcStride=1, dstGap=0, "
                   "ifTranspose=false", (LL)part->l0b, (LL)(p->bias_l1 + (t->n0 - c->n0) * 32),
                   aic_dtype_name(p->o.b), (LL)columns);
}

/* One Mmad with its loads, between the flags of its L0 slot; k0 < 0: ones x bias. */
static void step(struct core *c, const struct aic_conv2d_tile *t, int64_t k0)
{
    const struct aic_conv2d_plan *p = c->p;
    int64_t slot = c->step++ % p->l0_slots;
    struct part part = {
        .k = k0 < 0 ? p->c0 : aic_gen_min(p->o.base_k, p->k - k0),
        .l0a = slot * (c->g->lim->sizes.bytes[AIC_L0A] / p->l0_slots),
        .l0b = slot * (c->g->lim->sizes.bytes[AIC_L0B] / p->l0_slots),
        .first = k0 == (p->bias_mmad ? -1 : 0),
        .last = k0 + p->o.base_k >= p->k && k0 >= 0,
        .table = k0 == 0 && p->o.bias && !p->bias_mmad,
    };
    part.init = part.first;
    aic_gen_wait(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, slot);
    if (k0 < 0) {
        start_with_bias(c, t, &part);
    } else {
        (p->first_load3d ? load_windows : load_image)(c, t, part.l0a, k0, part.k);
        load_weights(c, t, part.l0b, k0, part.k);
    }
    aic_gen_handover(c->g, AIC_PIPE_MTE1, AIC_PIPE_M, slot);
    mmad(c, t, &part);
    aic_gen_set(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, slot);
    if (part.table) {
        aic_gen_set(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, p->l0_slots);
    }
}

static void multiply(struct core *c, const struct aic_conv2d_tile *t)
{
    const struct aic_conv2d_plan *p = c->p;
    if (p->bias_mmad) {
        step(c, t, -1);
    } else if (p->o.bias) {
        load_bias(c, t);
    }
    for (int64_t k0 = 0; k0 < p->k; k0 += p->o.base_k) {
        step(c, t, k0);
    }
}

/* C leaves as strips of channels with all their pixels: NC1HWC0. */
static void drain(struct core *c, const struct aic_conv2d_tile *t)
{
    const struct aic_conv2d_plan *p = c->p;
    int64_t pixels = p->out_h * p->out_w;
    struct aic_gen_out_tile out = {(t->image * p->n + t->n0) * pixels + t->oh * p->out_w * p->drain.strip,
                                   c->tile % p->c_slots, t->m, t->n, aic_gen_round_up(t->m, 16), t->n0 - c->n0};
    aic_gen_drain_tile(c->g, &p->drain, &out);
}

static void reverse_flags(struct core *c, void (*flag)(struct aic_gen *g, enum aic_pipe, enum aic_pipe, int64_t))
{
    const struct aic_conv2d_plan *p = c->p;
    for (int64_t i = 0; i < p->o.depth_x + p->o.depth_w; i++) {
        flag(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, i);
    }
    for (int64_t i = 0; i < p->l0_slots + (p->o.bias && !p->bias_mmad); i++) {
        flag(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, i);
    }
    aic_gen_drain_flags(c->g, &p->drain, p->c_slots, flag);
}

/* All tiles of the core with output channels n0 to n0 + n. The next slab is asked for before a tile is multiplied, so
 * that its copy runs beside. */
static void channels(struct core *c, struct core *ahead, int64_t first, int64_t n0, int64_t n)
{
    const struct aic_conv2d_plan *p = c->p;
    int64_t rows = p->o.grid_m, asked = first, flag = p->o.depth_x + c->weights % p->o.depth_w;
    copy_weights(c, n0, n);
    aic_gen_wait(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, flag);
    for (int64_t i = first; i < p->tiles; i += rows) {
        for (; asked < p->tiles && (asked - i) / rows < p->o.depth_x; asked += rows, ahead->slabs++) {
            struct aic_conv2d_tile next = aic_conv2d_tile_at(p, asked, n0, n);
            copy_slab(ahead, &next);
        }
        struct aic_conv2d_tile t = aic_conv2d_tile_at(p, i, n0, n);
        int64_t slot = c->slabs % p->o.depth_x;
        aic_gen_wait(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, slot);
        multiply(c, &t);
        aic_gen_set(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, slot);
        drain(c, &t);
        c->slabs++;
        c->tile++;
    }
    aic_gen_set(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, flag);
    c->weights++;
}

static void one_core(struct aic_gen *g, const struct aic_conv2d_plan *p, int64_t core)
{
    struct core c = {.g = g, .p = p}, ahead = {.g = g, .p = p};
    int64_t core_n = aic_conv2d_channels(p, core, &c.n0);
    if (core_n == 0) {
        return;
    }
    if (p->o.cores > 1 && !p->o.compact) {
        aic_gen_line(g, "core %lld", (LL)core);
    }
    copy_columns(&c, c.n0, core_n);
    reverse_flags(&c, aic_gen_set);
    for (int64_t n = 0; n < core_n; n += p->o.base_n) {
        channels(&c, &ahead, core % p->o.grid_m, c.n0 + n, aic_gen_min(p->o.base_n, core_n - n));
    }
    reverse_flags(&c, aic_gen_wait);
    aic_gen_barrier(g, AIC_PIPE_ALL);
}

/* A tensor with what a row and a column of cores lie behind the one before. */
static void tensor(struct aic_gen *g, const struct aic_conv2d_plan *p, const char *name, enum aic_dtype dt,
                   const char *shape, int64_t row, int64_t column)
{
    char file[32] = "", offset[64] = "";
    if (p->o.data && strcmp(name, "c") != 0) {
        snprintf(file, sizeof file, " file=%s.npy", name);
    }
    if (p->o.compact && (row || column)) {
        snprintf(offset, sizeof offset, " core_offset=%lld:%lld", (LL)row, (LL)column);
    }
    aic_gen_line(g, "gm %s %s %s%s%s", name, aic_dtype_name(dt), shape, file, offset);
}

static void operand_tensors(struct aic_gen *g, const struct aic_conv2d_plan *p)
{
    const struct aic_conv2d_options *o = &p->o;
    const struct aic_gen_drain *d = &p->drain;
    char shape[96];
    int64_t pixels = p->out_h * p->out_w;
    bool images = o->batch > 1; /* rows of cores work on different ones, else on different rows of one */
    snprintf(shape, sizeof shape, "%lldx%lldx%lldx%lldx%lld", (LL)o->batch, (LL)p->c1, (LL)o->height, (LL)o->width,
             (LL)p->c0);
    tensor(g, p, "x", o->a, shape, (images ? p->c1 * o->height : o->rows * o->stride_h) * o->width * 32, 0);
    snprintf(shape, sizeof shape, "%lldx%lldx16x%lld", (LL)(p->k / p->c0), (LL)(p->n / 16), (LL)p->c0);
    tensor(g, p, "w", o->b, shape, 0, p->single_n * 32);
    snprintf(shape, sizeof shape, "%lldx%lldx%lldx%lldx%lld", (LL)o->batch, (LL)(p->n / d->strip), (LL)p->out_h,
             (LL)p->out_w, (LL)d->strip);
    tensor(g, p, "c", d->r.out, shape,
           aic_gen_bytes(images ? p->n * pixels : o->rows * p->out_w * d->strip, d->r.out),
           aic_gen_bytes(p->single_n * pixels, d->r.out));
}

static void column_tensors(struct aic_gen *g, const struct aic_conv2d_plan *p)
{
    char shape[64];
    if (p->o.bias) {
        snprintf(shape, sizeof shape, p->bias_mmad ? "%lldx%lld" : "%lld", (LL)p->n, (LL)p->c0);
        tensor(g, p, "bias", p->bias_dtype, shape, 0, aic_conv2d_bias_bytes(p, p->single_n));
    }
    if (p->bias_mmad) {
        snprintf(shape, sizeof shape, "16x%lld", (LL)p->c0);
        tensor(g, p, "ones", p->o.a, shape, 0, 0);
    }
    if (p->drain.vector) {
        snprintf(shape, sizeof shape, "%lld", (LL)p->n);
        tensor(g, p, "q", p->drain.word_type, shape, 0, aic_gen_words_bytes(&p->drain, p->single_n));
    }
}

void aic_conv2d_emit(struct aic_gen *g, const struct aic_conv2d_plan *p)
{
    aic_gen_line(g, "aicsim-trace 1");
    aic_gen_line(g, "product %s", g->product->name);
    if (!p->o.data) {
        aic_gen_line(g, "# the tensors hold no data: for its time (--no-data); gen --data DIR writes arrays too");
    }
    if (p->o.compact) {
        aic_gen_line(g, "cores %lld grid %lldx%lld", (LL)p->o.cores, (LL)p->o.grid_m, (LL)p->o.grid_n);
    }
    operand_tensors(g, p);
    column_tensors(g, p);
    for (int64_t core = 0; core < (p->o.compact ? 1 : p->o.cores); core++) {
        one_core(g, p, core);
    }
    if (p->o.data) {
        aic_gen_line(g, "expect gm:c file=c.npy rtol=0 atol=0");
    }
}
