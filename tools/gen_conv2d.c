/* The records of a tiled convolution. Image to column: reference semantics 1 and 2, legacy 1 and 3.6. */
#include "tools/gen_conv2d.h"

#define LL long long

struct core {
    struct aic_gen *g;
    const struct aic_conv2d_plan *p;
    int64_t slabs, weights, step, tile; /* so far: which buffer is next */
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
    if (!c->p->fractal_copy) {
        aic_gen_record(c->g, "data_copy l1:%lld, gm:%s+%lld, dtype=%s, blockCount=%lld, blockLen=%lld, srcGap=%lld, "
                       "dstGap=0", (LL)l1, tensor, (LL)gm, aic_dtype_name(dt), (LL)blocks, (LL)length,
                       (LL)(pitch - length));
        return;
    }
    for (int64_t i = 0; i < blocks; i++) {
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
    bool skips = p->o.stride_h > p->key_h || p->o.stride_w > p->key_w;
    aic_gen_wait(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, slot);
    if (!t->padding) {
        c->g->allow = p->fractal_copy && skips ? "MEM-024" : NULL; /* windows pass over whole writes */
        copy_blocks(c, slot * p->x_slot_bytes, "x", t->h * p->o.width * 32, p->o.a, p->c1, t->h_rows * p->o.width,
                    p->o.height * p->o.width);
        c->g->allow = NULL;
    }
    aic_gen_set(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, slot);
}

/* The bias of all output channels, once. */
static void copy_bias(struct core *c)
{
    const struct aic_conv2d_plan *p = c->p;
    if (p->o.bias) {
        aic_gen_record(c->g, "data_copy l1:%lld, gm:bias+0, dtype=%s, blockCount=1, blockLen=%lld, srcGap=0, dstGap=0",
                       (LL)p->bias_l1, aic_dtype_name(p->drain.bias_dtype), (LL)(p->n * 4 / 32));
        aic_gen_handover(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, 0);
    }
}

/* The bias of a tile, L1 to BiasTable; the first Mmad of the tile before must have read the old one. */
static void load_bias(struct core *c, const struct aic_conv2d_tile *t)
{
    const struct aic_conv2d_plan *p = c->p;
    if (p->o.bias) {
        aic_gen_wait(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, p->l0_slots);
        aic_gen_record(c->g, "data_copy bt:0, l1:%lld, dtype=%s, blockCount=1, blockLen=%lld, srcGap=0, dstGap=0",
                       (LL)(p->bias_l1 + t->n0 * 4), aic_dtype_name(p->drain.bias_dtype),
                       (LL)(t->n * 4 / c->g->lim->bt_len_unit));
    }
}

static void load_image(struct core *c, const struct aic_conv2d_tile *t, int64_t l0, int64_t k0, int64_t k)
{
    const struct aic_conv2d_plan *p = c->p;
    const struct aic_conv2d_options *o = &p->o;
    int64_t m = aic_gen_round_up(t->m, 16);
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
                   (LL)o->pad_right, (LL)t->top, (LL)t->bottom, (LL)t->h_rows, (LL)o->width, (LL)(p->c1 * p->c0), (LL)k,
                   (LL)m, (LL)k0, (LL)o->stride_w, (LL)o->stride_h, (LL)o->kernel_w, (LL)o->kernel_h,
                   (LL)o->dilation_w, (LL)o->dilation_h);
}

/* The first version stores one row of fractals: 16 windows, and filter points and channel blocks one after another. */
static void load_windows(struct core *c, const struct aic_conv2d_tile *t, int64_t l0, int64_t k0, int64_t k)
{
    const struct aic_conv2d_plan *p = c->p;
    const struct aic_conv2d_options *o = &p->o;
    int64_t points = o->kernel_h * o->kernel_w, block = k0 / p->c0, k1 = k / p->c0;
    for (int64_t at = 0; at < t->m; at += 16) {
        aic_gen_record(c->g, "load3dv1 l0a:%lld, l1:%lld, dtype=%s, padList=%lld:%lld:%lld:%lld, l1H=%lld, l1W=%lld, "
                       "c1Index=%lld, fetchFilterW=%lld, fetchFilterH=%lld, leftTopW=%lld, leftTopH=%lld, "
                       "strideW=%lld, "
                       "strideH=%lld, filterW=%lld, filterH=%lld, dilationFilterW=%lld, dilationFilterH=%lld, "
                       "jumpStride=1, repeatMode=0, repeatTime=%lld, cSize=0, padValue=0",
                       (LL)(l0 + at / 16 * k1 * 512),
                       (LL)(c->slabs % o->depth_x * p->x_slot_bytes), aic_dtype_name(o->a), (LL)o->pad_left,
                       (LL)o->pad_right, (LL)t->top, (LL)t->bottom, (LL)t->h_rows, (LL)o->width, (LL)(block / points),
                       (LL)(block % o->kernel_w), (LL)(block % points / o->kernel_w),
                       (LL)(at % p->out_w * o->stride_w - o->pad_left), (LL)(at / p->out_w * o->stride_h - t->top),
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

static void mmad(struct core *c, const struct aic_conv2d_tile *t, int64_t k0, int64_t k, int64_t l0a, int64_t l0b)
{
    const struct aic_conv2d_plan *p = c->p;
    int64_t slot = c->tile % p->c_slots;
    bool first = k0 == 0, last = k0 + k == p->k;
    if (first && !p->o.unit_flag) {
        aic_gen_wait(c->g, p->drain.to_ub ? AIC_PIPE_V : AIC_PIPE_FIX, AIC_PIPE_M, slot);
    }
    if (!first && !p->o.unit_flag && (t->m / 16) * (t->n / 16) < c->g->lim->mmad_barrier_fractals) {
        aic_gen_barrier(c->g, AIC_PIPE_M);
    }
    aic_gen_record(c->g, "mmad l0c:%lld, l0a:%lld, l0b:%lld%s, dtype=%s:%s:%s, m=%lld, n=%lld, k=%lld, "
                   "cmatrixInitVal=%s%s",
                   (LL)(slot * p->c_slot_bytes), (LL)l0a, (LL)l0b, first && p->o.bias ? ", bt:0" : "",
                   aic_dtype_name(p->o.a), aic_dtype_name(p->o.b), aic_dtype_name(p->o.c), (LL)t->m, (LL)t->n, (LL)k,
                   first && !p->o.bias ? "true" : "false",
                   !p->o.unit_flag ? "" : last ? ", unitFlag=3" : ", unitFlag=2");
}

static void multiply(struct core *c, const struct aic_conv2d_tile *t)
{
    const struct aic_conv2d_plan *p = c->p;
    load_bias(c, t);
    for (int64_t k0 = 0; k0 < p->k; k0 += p->o.base_k) {
        int64_t slot = c->step++ % p->l0_slots, k = aic_gen_min(p->o.base_k, p->k - k0);
        int64_t l0a = slot * (c->g->lim->sizes.bytes[AIC_L0A] / p->l0_slots);
        int64_t l0b = slot * (c->g->lim->sizes.bytes[AIC_L0B] / p->l0_slots);
        aic_gen_wait(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, slot);
        (p->first_load3d ? load_windows : load_image)(c, t, l0a, k0, k);
        load_weights(c, t, l0b, k0, k);
        aic_gen_handover(c->g, AIC_PIPE_MTE1, AIC_PIPE_M, slot);
        mmad(c, t, k0, k, l0a, l0b);
        aic_gen_set(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, slot);
        if (k0 == 0 && p->o.bias) {
            aic_gen_set(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, p->l0_slots);
        }
    }
}

/* C leaves as strips of 16 channels with all their pixels: NC1HWC0 where the type has 16 bits. */
static void drain(struct core *c, const struct aic_conv2d_tile *t)
{
    const struct aic_conv2d_plan *p = c->p;
    const struct aic_matmul_options *o = &p->drain.o;
    int64_t slot = c->tile % p->c_slots, size = aic_gen_bytes(1, o->out), pixels = p->out_h * p->out_w;
    int64_t y = (t->n0 * pixels + t->oh * p->out_w * 16) * size, rows = aic_gen_round_up(t->m, 16);
    if (!p->drain.to_ub) {
        char quant[64] = "";
        if (p->drain.quant_word) {
            snprintf(quant, sizeof quant, ", deqScalar=0x%llx", (unsigned long long)p->drain.quant_word);
        }
        int64_t pitch = c->g->lim->fixpipe_params == AIC_FIX_ARCH3510 ? pixels * 16 : pixels * 16 * size / 32;
        if (!p->o.unit_flag) {
            aic_gen_handover(c->g, AIC_PIPE_M, AIC_PIPE_FIX, slot);
        }
        aic_gen_record(c->g, "fixpipe gm:c+%lld, l0c:%lld, dtype=%s:%s, layout=nz, nSize=%lld, mSize=%lld, "
                       "srcStride=%lld, dstStride=%lld, quantPre=%s%s%s%s", (LL)y, (LL)(slot * p->c_slot_bytes),
                       aic_dtype_name(o->c), aic_dtype_name(o->out), (LL)t->n, (LL)t->m, (LL)rows, (LL)pitch,
                       aic_quant_names[o->quant], quant, o->relu ? ", reluEn=true" : "",
                       p->o.unit_flag ? ", unitFlag=3" : "");
        if (!p->o.unit_flag) {
            aic_gen_set(c->g, AIC_PIPE_FIX, AIC_PIPE_M, slot);
        }
        return;
    }
    int64_t ub = slot * p->ub_slot_bytes, row = 16 * size / 32;
    aic_gen_handover(c->g, AIC_PIPE_M, AIC_PIPE_V, slot);
    aic_gen_wait(c->g, AIC_PIPE_MTE3, AIC_PIPE_V, slot);
    aic_gen_record(c->g, "data_copy ub:%lld, l0c:%lld, dtype=%s:%s, blockCount=1, blockLen=%lld, srcGap=0, "
                   "dstGap=0%s%s",
                   (LL)ub, (LL)(slot * p->c_slot_bytes), aic_dtype_name(o->c), aic_dtype_name(o->out),
                   (LL)(rows / 16 * (t->n / 16)), p->drain.crmode ? ", crmode=" : "",
                   p->drain.crmode ? p->drain.crmode : "");
    aic_gen_set(c->g, AIC_PIPE_V, AIC_PIPE_M, slot);
    aic_gen_handover(c->g, AIC_PIPE_V, AIC_PIPE_MTE3, slot);
    aic_gen_record(c->g, "data_copy gm:c+%lld, ub:%lld, dtype=%s, blockCount=%lld, blockLen=%lld, srcGap=%lld, "
                   "dstGap=%lld",
                   (LL)y, (LL)ub, aic_dtype_name(o->out), (LL)(t->n / 16), (LL)(t->m * row), (LL)((rows - t->m) * row),
                   (LL)((pixels - t->m) * row));
    aic_gen_set(c->g, AIC_PIPE_MTE3, AIC_PIPE_V, slot);
}

static void reverse_flags(struct core *c, void (*flag)(struct aic_gen *g, enum aic_pipe, enum aic_pipe, int64_t))
{
    const struct aic_conv2d_plan *p = c->p;
    for (int64_t i = 0; i < p->o.depth_x + p->o.depth_w; i++) {
        flag(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, i);
    }
    for (int64_t i = 0; i < p->l0_slots + p->o.bias; i++) {
        flag(c->g, AIC_PIPE_M, AIC_PIPE_MTE1, i);
    }
    for (int64_t i = 0; i < p->c_slots && !p->o.unit_flag; i++) {
        flag(c->g, p->drain.to_ub ? AIC_PIPE_V : AIC_PIPE_FIX, AIC_PIPE_M, i);
        if (p->drain.to_ub) {
            flag(c->g, AIC_PIPE_MTE3, AIC_PIPE_V, i);
        }
    }
}

/* The next slab is asked for before a tile is multiplied, so that its copy runs beside. */
static void one_core(struct aic_gen *g, const struct aic_conv2d_plan *p, int64_t core)
{
    int64_t tiles = aic_gen_ceil_div(p->out_h, p->o.rows), asked;
    struct core c = {.g = g, .p = p}, ahead = {.g = g, .p = p};
    if (core >= tiles) {
        return;
    }
    if (p->o.cores > 1 && !p->o.compact) {
        aic_gen_line(g, "core %lld", (LL)core);
    }
    copy_bias(&c);
    reverse_flags(&c, aic_gen_set);
    for (int64_t n0 = 0; n0 < p->n; n0 += p->o.base_n, c.weights++) {
        copy_weights(&c, n0, aic_gen_min(p->o.base_n, p->n - n0));
        aic_gen_wait(g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, p->o.depth_x + c.weights % p->o.depth_w);
        asked = core;
        for (int64_t i = core; i < tiles; i += p->o.cores) {
            for (; asked < tiles && (asked - i) / p->o.cores < p->o.depth_x; asked += p->o.cores, ahead.slabs++) {
                struct aic_conv2d_tile next = aic_conv2d_tile_at(p, asked, n0);
                copy_slab(&ahead, &next);
            }
            struct aic_conv2d_tile t = aic_conv2d_tile_at(p, i, n0);
            int64_t slot = c.slabs % p->o.depth_x;
            aic_gen_wait(g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, slot);
            multiply(&c, &t);
            aic_gen_set(g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, slot);
            drain(&c, &t);
            c.slabs++;
            c.tile++;
        }
        aic_gen_set(g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, p->o.depth_x + c.weights % p->o.depth_w);
    }
    reverse_flags(&c, aic_gen_wait);
    aic_gen_barrier(g, AIC_PIPE_ALL);
}

/* What core i + 1 works on lies so many bytes behind what core i does. */
static void core_offset(const struct aic_conv2d_plan *p, int64_t bytes, char *to, size_t size)
{
    if (p->o.compact) {
        snprintf(to, size, " core_offset=%lld:0", (LL)bytes);
    }
}

void aic_conv2d_emit(struct aic_gen *g, const struct aic_conv2d_plan *p)
{
    const char *x = p->o.data ? " file=x.npy" : "", *w = p->o.data ? " file=w.npy" : "";
    char x_by[64] = "", c_by[64] = "";
    aic_gen_line(g, "aicsim-trace 1");
    aic_gen_line(g, "product %s", g->product->name);
    core_offset(p, p->o.rows * p->o.stride_h * p->o.width * 32, x_by, sizeof x_by);
    core_offset(p, aic_gen_bytes(p->o.rows * p->out_w * 16, p->drain.o.out), c_by, sizeof c_by);
    if (p->o.compact) {
        aic_gen_line(g, "cores %lld grid %lldx1", (LL)p->o.cores, (LL)p->o.cores);
    }
    aic_gen_line(g, "gm x %s 1x%lldx%lldx%lldx%lld%s%s", aic_dtype_name(p->o.a), (LL)p->c1, (LL)p->o.height,
                 (LL)p->o.width, (LL)p->c0, x, x_by);
    aic_gen_line(g, "gm w %s %lldx%lldx16x%lld%s", aic_dtype_name(p->o.b), (LL)(p->k / p->c0), (LL)(p->n / 16),
                 (LL)p->c0, w);
    aic_gen_line(g, "gm c %s 1x%lldx%lldx%lldx16%s", aic_dtype_name(p->drain.o.out), (LL)(p->n / 16), (LL)p->out_h,
                 (LL)p->out_w, c_by);
    if (p->o.bias) {
        aic_gen_line(g, "gm bias %s %lld%s", aic_dtype_name(p->drain.bias_dtype), (LL)p->n,
                     p->o.data ? " file=bias.npy" : "");
    }
    for (int64_t core = 0; core < (p->o.compact ? 1 : p->o.cores); core++) {
        one_core(g, p, core);
    }
    if (p->o.data) {
        aic_gen_line(g, "expect gm:c file=c.npy rtol=0 atol=0");
    }
}
