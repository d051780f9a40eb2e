#include "tests/reference/load3d_ref.h"

enum { ST_VALID = 1, ST_UNDEF = 2 };

static long up(long a, long b) { return (a + b - 1) / b * b; }

static long out_size(int size, int pads, int filter, int dil, int stride)
{
    long room = (long)size + pads - ((long)(filter - 1) * dil + 1);
    return room < 0 ? 0 : room / stride + 1;
}

static long ref_wo(const struct ref_load3d *p)
{
    return out_size(p->w, p->pad[0] + p->pad[1], p->filter_w, p->dil_w, p->stride_w);
}

long ref_load3d_rows(const struct ref_load3d *p)
{
    return out_size(p->h, p->pad[2] + p->pad[3], p->filter_h, p->dil_h, p->stride_h) * ref_wo(p);
}

long ref_load3d_cols(const struct ref_load3d *p)
{
    return (long)p->filter_h * p->filter_w * p->channels;
}

/* One element on its way. */
struct lane {
    bool defined; /* else its bytes stay and become undefined */
    uint32_t value;
    uint8_t state[4]; /* of its bytes */
};

static struct lane constant(uint32_t value)
{
    return (struct lane){true, value, {ST_VALID, ST_VALID, ST_VALID, ST_VALID}};
}

/* Element of L1 at a bit address; byte addresses at or past the boundary continue at 0. */
static struct lane from_l1(const struct ref_load3d *p, const uint8_t *l1, const uint8_t *st, uint8_t *touched,
                           uint64_t bit)
{
    struct lane v = {.defined = true};
    for (unsigned i = 0; i < (p->bits + 7) / 8; i++) {
        uint64_t a = p->boundary ? (bit / 8 + i) % p->boundary : bit / 8 + i;
        v.value |= p->bits == 4 ? (l1[a] >> (bit % 8)) & 15u : (uint32_t)l1[a] << (8 * i);
        v.state[i] = st[a];
        touched[a] = 1;
    }
    return v;
}

/* Element (row, col) of the unfolded matrix, both inside it. */
static struct lane unfolded(const struct ref_load3d *p, const uint8_t *l1, const uint8_t *st, uint8_t *touched,
                            long row, long col)
{
    long c0 = 256 / p->bits, full = p->channels / c0, r = p->channels % c0, taps = (long)p->filter_h * p->filter_w;
    long plane = (long)p->h * p->w, tap, c, c1 = full;
    if (col < full * taps * c0) {
        c1 = col / c0 / taps;
        tap = col / c0 % taps;
        c = col % c0;
    } else {
        tap = (col - full * taps * c0) / r;
        c = (col - full * taps * c0) % r;
    }
    long y = row / ref_wo(p) * p->stride_h + tap / p->filter_w * p->dil_h - p->pad[2];
    long x = row % ref_wo(p) * p->stride_w + tap % p->filter_w * p->dil_w - p->pad[0];
    if (y < 0 || x < 0 || y >= p->h || x >= p->w)
        return constant(p->pad_value & (uint32_t)(((uint64_t)1 << p->bits) - 1));
    long in_block = c1 == full ? (y * p->w + x) * r + c : (y * p->w + x) * c0 + c;
    return from_l1(p, l1, st, touched, p->src * 8 + (uint64_t)(c1 * plane * c0 + in_block) * p->bits);
}

/* Offset in elements where the element (i, j) of the moved block is stored. */
static long stored(const struct ref_load3d *p, long i, long j, long m, long k)
{
    long c0 = 256 / p->bits, f = 16 * c0;
    if (p->l0b) {
        long n1 = p->nz ? p->dst_stride : up(k, 16) / 16;
        return (i / c0 * n1 + j / 16) * f + j % 16 * c0 + i % c0;
    }
    if (p->nz)
        return p->transpose ? (i / c0 * p->dst_stride + j / 16) * f + j % 16 * c0 + i % c0
                            : (j / c0 * p->dst_stride + i / 16) * f + i % 16 * c0 + j % c0;
    if (!p->transpose)
        return (i / 16 * (up(k, c0) / c0) + j / c0) * f + i % 16 * c0 + j % c0;
    if (p->bits == 16)
        return (j / 16 * (up(m, 16) / 16) + i / 16) * 256 + j % 16 * 16 + i % 16;
    return (j / 16 * 2 * (up(m, 16) / 16) + i / 8) * 128 + j % 16 * 8 + i % 8;
}

static void put(const struct ref_load3d *p, uint8_t *dst, uint8_t *dst_state, uint8_t *written, long element,
                struct lane v)
{
    uint64_t bit = p->dst * 8 + (uint64_t)element * p->bits;
    unsigned n = (p->bits + 7) / 8;
    for (unsigned i = 0; i < n; i++) {
        uint64_t a = bit / 8 + i;
        bool second = p->bits == 4 && bit % 8 != 0;
        if (v.defined && p->bits == 4)
            dst[a] = (uint8_t)(second ? (dst[a] & 15u) | v.value << 4 : (dst[a] & 0xF0u) | v.value);
        else if (v.defined)
            dst[a] = (uint8_t)(v.value >> (8 * i));
        if (!second || dst_state[a] == ST_VALID)
            dst_state[a] = v.defined ? v.state[i] : ST_UNDEF;
        written[a] = 1;
    }
}

void ref_load3d(const struct ref_load3d *p, const uint8_t *l1, const uint8_t *l1_state, uint8_t *dst,
                uint8_t *dst_state, uint8_t *touched, uint8_t *written)
{
    long c0 = 256 / p->bits, rows = ref_load3d_rows(p), cols = ref_load3d_cols(p);
    long m = (long)p->m_ext * (p->mode ? 1 : p->times), k = (long)p->k_ext * (p->mode ? p->times : 1);
    bool turned = p->l0b || p->transpose;
    long m_end = p->l0b ? up(m, c0) : turned ? up(m, c0 > 16 ? c0 : 16) : up(m, 16);
    long k_end = p->l0b || (turned && p->bits == 32) ? k : up(k, c0);
    if (p->nz && turned && k_end > p->dst_stride * 16L)
        k_end = p->dst_stride * 16L; /* no room for the rest of the last square */
    for (long i = 0; i < m_end; i++) {
        for (long j = 0; j < k_end; j++) {
            long row = p->m_start + i, col = p->k_start + j;
            if (p->mode == 0)
                row = p->m_start + i / p->m_ext * p->repeat_stride * 16 + i % p->m_ext;
            else
                col = p->k_start + j / p->k_ext * p->repeat_stride * c0 + j % p->k_ext;
            struct lane v = constant(0);
            if (i >= m || row >= rows)
                v.defined = false;
            else if (j < k && col < cols)
                v = unfolded(p, l1, l1_state, touched, row, col);
            put(p, dst, dst_state, written, stored(p, i, j, m, k), v);
        }
    }
}
