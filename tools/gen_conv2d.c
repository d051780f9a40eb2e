/* The records of a tiled convolution. Image to column: reference semantics 1 and 2, legacy 1 and 3.6. */
#include "tools/gen_conv2d.h"

#define LL long long

struct core {
    struct aic_gen *g;
    const struct aic_conv2d_plan *p;
    int64_t slabs, weights, step, tile; /* so far: which buffer is next */
    int64_t pitch;                      /* that the repeat register holds, 0: none yet */
};

/* Output rows oh .. oh+rows and the slab of the image that they need. */
struct tile {
    int64_t oh, rows, m;
    int64_t h, h_rows, top, bottom; /* in the image; padding that the slab itself has */
    int64_t n0, n;
};

static struct tile tile_at(const struct aic_conv2d_plan *p, int64_t index, int64_t n0)
{
    const struct aic_conv2d_options *o = &p->o;
    struct tile t = {.oh = index * o->rows, .n0 = n0, .n = aic_gen_min(o->base_n, p->n - n0)};
    t.rows = aic_gen_min(o->rows, p->out_h - t.oh);
    t.m = t.rows * p->out_w;
    int64_t from = t.oh * o->stride_h - o->pad_top, to = from + (t.rows - 1) * o->stride_h + p->key_h;
    t.h = from < 0 ? 0 : from;
    t.top = t.h - from;
    t.bottom = to > o->height ? to - o->height : 0;
    t.h_rows = to - t.bottom - t.h;
    return t;
}

static void copy_weights(struct core *c, int64_t n0, int64_t n)
{
    const struct aic_conv2d_plan *p = c->p;
    int64_t slot = c->weights % p->o.depth_w, flag = p->o.depth_x + slot;
    aic_gen_wait(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, flag);
    aic_gen_record(c->g, "data_copy l1:%lld, gm:w+%lld, dtype=%s, blockCount=%lld, blockLen=%lld, srcGap=%lld, "
                   "dstGap=0",
                   (LL)(p->w_l1 + slot * p->w_slot_bytes), (LL)(n0 * 32), aic_dtype_name(p->o.b), (LL)(p->k / p->c0),
                   (LL)n, (LL)(p->n - n));
    aic_gen_set(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, flag);
}

static void copy_slab(struct core *c, const struct tile *t)
{
    const struct aic_conv2d_plan *p = c->p;
    int64_t slot = c->slabs % p->o.depth_x;
    aic_gen_wait(c->g, AIC_PIPE_MTE1, AIC_PIPE_MTE2, slot);
    aic_gen_record(c->g, "data_copy l1:%lld, gm:x+%lld, dtype=%s, blockCount=%lld, blockLen=%lld, srcGap=%lld, "
                   "dstGap=0",
                   (LL)(slot * p->x_slot_bytes), (LL)(t->h * p->o.width * 32), aic_dtype_name(p->o.a), (LL)p->c1,
                   (LL)(t->h_rows * p->o.width), (LL)((p->o.height - t->h_rows) * p->o.width));
    aic_gen_set(c->g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, slot);
}

static void load_image(struct core *c, const struct tile *t, int64_t l0, int64_t k0, int64_t k)
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
static void load_windows(struct core *c, const struct tile *t, int64_t l0, int64_t k0, int64_t k)
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
static void load_weights(struct core *c, const struct tile *t, int64_t l0, int64_t k0, int64_t k)
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

static void mmad(struct core *c, const struct tile *t, int64_t k0, int64_t k, int64_t l0a, int64_t l0b)
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
    aic_gen_record(c->g, "mmad l0c:%lld, l0a:%lld, l0b:%lld, dtype=%s:%s:%s, m=%lld, n=%lld, k=%lld, "
                   "cmatrixInitVal=%s%s",
                   (LL)(slot * p->c_slot_bytes), (LL)l0a, (LL)l0b, aic_dtype_name(p->o.a), aic_dtype_name(p->o.b),
                   aic_dtype_name(p->o.c), (LL)t->m, (LL)t->n, (LL)k, first ? "true" : "false",
                   !p->o.unit_flag ? "" : last ? ", unitFlag=3" : ", unitFlag=2");
}

static void multiply(struct core *c, const struct tile *t)
{
    const struct aic_conv2d_plan *p = c->p;
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
    }
}

/* C leaves as strips of 16 channels with all their pixels: NC1HWC0 where the type has 16 bits. */
static void drain(struct core *c, const struct tile *t)
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
    for (int64_t i = 0; i < p->l0_slots; i++) {
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
    if (p->o.cores > 1) {
        aic_gen_line(g, "core %lld", (LL)core);
    }
    reverse_flags(&c, aic_gen_set);
    for (int64_t n0 = 0; n0 < p->n; n0 += p->o.base_n, c.weights++) {
        copy_weights(&c, n0, aic_gen_min(p->o.base_n, p->n - n0));
        aic_gen_wait(g, AIC_PIPE_MTE2, AIC_PIPE_MTE1, p->o.depth_x + c.weights % p->o.depth_w);
        asked = core;
        for (int64_t i = core; i < tiles; i += p->o.cores) {
            for (; asked < tiles && (asked - i) / p->o.cores < p->o.depth_x; asked += p->o.cores, ahead.slabs++) {
                struct tile next = tile_at(p, asked, n0);
                copy_slab(&ahead, &next);
            }
            struct tile t = tile_at(p, i, n0);
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

void aic_conv2d_emit(struct aic_gen *g, const struct aic_conv2d_plan *p)
{
    const char *x = p->o.data ? " file=x.npy" : "", *w = p->o.data ? " file=w.npy" : "";
    aic_gen_line(g, "aicsim-trace 1");
    aic_gen_line(g, "product %s", g->product->name);
    aic_gen_line(g, "gm x %s 1x%lldx%lldx%lldx%lld%s", aic_dtype_name(p->o.a), (LL)p->c1, (LL)p->o.height,
                 (LL)p->o.width, (LL)p->c0, x);
    aic_gen_line(g, "gm w %s %lldx%lldx16x%lld%s", aic_dtype_name(p->o.b), (LL)(p->k / p->c0), (LL)(p->n / 16),
                 (LL)p->c0, w);
    aic_gen_line(g, "gm c %s 1x%lldx%lldx%lldx16", aic_dtype_name(p->drain.o.out), (LL)(p->n / 16), (LL)p->out_h,
                 (LL)p->out_w);
    for (int64_t core = 0; core < p->o.cores; core++) {
        one_core(g, p, core);
    }
    if (p->o.data) {
        aic_gen_line(g, "expect gm:c file=c.npy rtol=0 atol=0");
    }
}
