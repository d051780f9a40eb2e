/* The table of formats and what follows from a row: dimensions, sizes, layouts. */
#include "buffers/formats.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "buffers/fail.h"

/* Block sizes that depend on the type. */
enum block { NO_BLOCK, BLOCK_2, BLOCK_16, BLOCK_C0, BLOCK_SCALE_COLUMN };

struct split {
    char axis;
    enum block block;
};

struct aic_format {
    const char *name, *aliases, *meaning;
    enum aic_format_family family;
    const char *order;
    struct split split[2];
    const char *shape_axes; /* NULL: the family's */
    const char *view;
    char unit; /* an axis that must have the extent 1 */
    aic_dtype_set types;
};

#define E8M0 AIC_DT_BIT(AIC_DT_FP8_E8M0)
#define ANY ((AIC_DT_BIT(AIC_DT_COUNT) - 2) & ~AIC_DT_BIT(AIC_DT_UINT64))
#define T (ANY & ~E8M0)
#define B16_B32                                                                                                        \
    (AIC_DT_BIT(AIC_DT_HALF) | AIC_DT_BIT(AIC_DT_BF16) | AIC_DT_BIT(AIC_DT_FLOAT) | AIC_DT_BIT(AIC_DT_INT16) |         \
     AIC_DT_BIT(AIC_DT_UINT16) | AIC_DT_BIT(AIC_DT_INT32) | AIC_DT_BIT(AIC_DT_UINT32))

static const char *const family_axes[AIC_FF_COUNT] = {
    [AIC_FF_MATRIX] = "rs", [AIC_FF_CONV2D] = "nchw", [AIC_FF_CONV3D] = "ndchw", [AIC_FF_HEADS] = "bsngd"};

static const struct aic_format formats[] = {
    {"nd", "row_major ndext", "row-major matrix, leading batch dimensions", AIC_FF_MATRIX, "r s", .view = "r|s",
     .types = ANY},
    {"column_major", "dn dnext", "column-major matrix", AIC_FF_MATRIX, "s r", .view = "r|s", .types = ANY},
    {"nd_align", "", "row-major matrix whose rows are padded to 32 bytes", AIC_FF_MATRIX, "r s1s0",
     .split = {{'s', BLOCK_C0}}, .view = "r|s", .types = T},
    {"vector", "", "the one row of a matrix-vector product", AIC_FF_MATRIX, "rs", .view = "r|s", .unit = 'r',
     .types = T},
    {"nz", "fractal_nz", "matrix in L1 (and L0A where its order is NZ), 512-byte fractals", AIC_FF_MATRIX,
     "s1 r1 r0 s0", .split = {{'r', BLOCK_16}, {'s', BLOCK_C0}}, .view = "r|s", .types = T},
    {"nz_l0c", "l0c l0c_nz", "matrix in L0C, fractals of 16 x 16 elements of any width", AIC_FF_MATRIX, "s1 r1 r0 s0",
     .split = {{'r', BLOCK_16}, {'s', BLOCK_16}}, .view = "r|s", .types = B16_B32},
    {"zz", "fractal_zz", "left matrix in L0A; scaleA in L1 (fp8_e8m0, fractals of 16 x 2)", AIC_FF_MATRIX,
     "r1 s1 r0 s0", .split = {{'r', BLOCK_16}, {'s', BLOCK_SCALE_COLUMN}}, .view = "r|s", .types = ANY},
    {"zn", "fractal_zn", "right matrix in L0B, 512-byte fractals stored by columns", AIC_FF_MATRIX, "r1 s1 s0 r0",
     .split = {{'r', BLOCK_C0}, {'s', BLOCK_16}}, .view = "r|s", .types = T},
    {"nn", "", "scaleB in L1, fractals of 2 x 16", AIC_FF_MATRIX, "s1 r1 s0 r0",
     .split = {{'r', BLOCK_2}, {'s', BLOCK_16}}, .view = "r|s", .types = E8M0},
    {"scale_and", "", "scaleA in GM, not transposed", AIC_FF_MATRIX, "r s", .view = "r|s", .types = E8M0},
    {"scale_adn", "", "scaleA in GM, transposed: pairs of columns", AIC_FF_MATRIX, "s1 r s0",
     .split = {{'s', BLOCK_2}}, .view = "r|s", .types = E8M0},
    {"scale_bnd", "", "scaleB in GM, transposed: pairs of rows", AIC_FF_MATRIX, "r1 s r0", .split = {{'r', BLOCK_2}},
     .view = "r|s", .types = E8M0},
    {"scale_bdn", "", "scaleB in GM, not transposed", AIC_FF_MATRIX, "s r", .view = "r|s", .types = E8M0},

    {"nchw", "", "feature map or kernel, channels outside", AIC_FF_CONV2D, "n c h w", .view = "nc|hw", .types = ANY},
    {"nhwc", "", "feature map, channels innermost", AIC_FF_CONV2D, "n h w c", .shape_axes = "nhwc", .view = "nc|hw",
     .types = ANY},
    {"hwcn", "", "kernel, output channels innermost", AIC_FF_CONV2D, "h w c n", .shape_axes = "hwcn", .view = "hwc|n",
     .types = ANY},
    {"nc1hwc0", "5hd", "feature map in blocks of C0 channels", AIC_FF_CONV2D, "n c1 h w c0",
     .split = {{'c', BLOCK_C0}}, .view = "nc|hw", .types = T},
    {"fractal_z", "", "kernel of a convolution: C1HW, N1, N0, C0", AIC_FF_CONV2D, "c1hw n1 n0 c0",
     .split = {{'c', BLOCK_C0}, {'n', BLOCK_16}}, .view = "hwc|n", .types = T},

    {"ncdhw", "", "volume or 3D kernel, channels outside", AIC_FF_CONV3D, "n c d h w", .shape_axes = "ncdhw",
     .view = "nc|dhw", .types = ANY},
    {"ndhwc", "", "volume or 3D kernel, channels innermost", AIC_FF_CONV3D, "n d h w c", .shape_axes = "ndhwc",
     .view = "nc|dhw", .types = ANY},
    {"ndc1hwc0", "6hd", "volume in blocks of C0 channels", AIC_FF_CONV3D, "n d c1 h w c0", .split = {{'c', BLOCK_C0}},
     .shape_axes = "ncdhw", .view = "nc|dhw", .types = T},
    {"fractal_z_3d", "", "kernel of a 3D convolution: DC1HW, N1, N0, C0", AIC_FF_CONV3D, "dc1hw n1 n0 c0",
     .split = {{'c', BLOCK_C0}, {'n', BLOCK_16}}, .shape_axes = "ncdhw", .view = "dhwc|n", .types = T},

    {"bsh", "", "batch, sequence, H = heads x groups x head size", AIC_FF_HEADS, "b s ngd", .view = "bs|ngd",
     .types = ANY},
    {"sbh", "", "sequence, batch, H = heads x groups x head size", AIC_FF_HEADS, "s b ngd", .view = "bs|ngd",
     .types = ANY},
    {"bsngd", "", "BSH with its H taken apart", AIC_FF_HEADS, "b s n g d", .shape_axes = "bsngd", .view = "bs|ngd",
     .types = ANY},
    {"sbngd", "", "SBH with its H taken apart", AIC_FF_HEADS, "s b n g d", .shape_axes = "sbngd", .view = "bs|ngd",
     .types = ANY},
    {"bngs1s2", "", "one whole matrix after another, B x N x G of them", AIC_FF_HEADS, "b n g s d",
     .shape_axes = "bngsd", .view = "bs|ngd", .types = ANY},
    {"bmnk", "", "batched matrices (B, M, K) of a matrix product", AIC_FF_HEADS, "bng s d", .view = "bs|ngd",
     .types = ANY},
};

#define COUNT (sizeof formats / sizeof formats[0])

/* Elements of one tensor stay below this, so that bits and strides fit 64 bits. */
#define MAX_ELEMENTS ((uint64_t)1 << 48)

/* ---- names and plain questions ---- */

/* Whether word (len bytes) is `name`, regardless of case, '_' and '-'. */
static bool same_name(const char *word, size_t len, const char *name, size_t namelen)
{
    size_t i = 0, k = 0;

    for (;;) {
        while (i < len && (word[i] == '_' || word[i] == '-'))
            i++;
        while (k < namelen && (name[k] == '_' || name[k] == '-'))
            k++;
        if (i == len || k == namelen)
            return i == len && k == namelen;
        if (strncasecmp(word + i, name + k, 1) != 0)
            return false;
        i++;
        k++;
    }
}

static bool has_name(const struct aic_format *f, const char *word, size_t len)
{
    if (same_name(word, len, f->name, strlen(f->name)))
        return true;
    for (const char *p = f->aliases; *p;) {
        size_t n = strcspn(p, " ");

        if (same_name(word, len, p, n))
            return true;
        p += n + (p[n] == ' ');
    }
    return false;
}

const struct aic_format *aic_format_from_name(const char *name, size_t len)
{
    for (size_t i = 0; i < COUNT; i++)
        if (has_name(&formats[i], name, len))
            return &formats[i];
    return NULL;
}

const struct aic_format *aic_format_at(size_t i)
{
    return i < COUNT ? &formats[i] : NULL;
}

const char *aic_format_name(const struct aic_format *f)
{
    return f->name;
}

const char *aic_format_aliases(const struct aic_format *f)
{
    return f->aliases;
}

const char *aic_format_meaning(const struct aic_format *f)
{
    return f->meaning;
}

enum aic_format_family aic_format_family(const struct aic_format *f)
{
    return f->family;
}

const char *aic_format_order(const struct aic_format *f)
{
    return f->order;
}

const char *aic_family_axes(enum aic_format_family family)
{
    return family_axes[family];
}

const char *aic_format_shape_axes(const struct aic_format *f)
{
    return f->shape_axes ? f->shape_axes : family_axes[f->family];
}

/* Whether the order is exactly these axes, each a dimension of its own. */
static bool stores_one_by_one(const struct aic_format *f, const char *axes)
{
    for (size_t i = 0; axes[i]; i++)
        if (f->order[2 * i] != axes[i] || f->order[2 * i + 1] != (axes[i + 1] ? ' ' : '\0'))
            return false;
    return true;
}

const struct aic_format *aic_format_plain(const struct aic_format *f)
{
    for (size_t i = 0; i < COUNT; i++)
        if (formats[i].family == f->family && stores_one_by_one(&formats[i], aic_format_shape_axes(f)))
            return &formats[i];
    return f;
}

const char *aic_format_view(const struct aic_format *f)
{
    return f->view;
}

static unsigned block_size(enum block b, enum aic_dtype dt)
{
    switch (b) {
    case BLOCK_2:
        return 2;
    case BLOCK_16:
        return 16;
    case BLOCK_C0:
        return aic_dtype_c0(dt);
    case BLOCK_SCALE_COLUMN:
        return dt == AIC_DT_FP8_E8M0 ? 2 : aic_dtype_c0(dt);
    default:
        return 0;
    }
}

unsigned aic_format_block(const struct aic_format *f, enum aic_dtype dt, char axis)
{
    for (unsigned i = 0; i < 2; i++)
        if (f->split[i].axis == axis)
            return block_size(f->split[i].block, dt);
    return 0;
}

/* Position of an axis letter in the family's order. */
static unsigned axis_index(const struct aic_format *f, char axis)
{
    return (unsigned)(strchr(family_axes[f->family], axis) - family_axes[f->family]);
}

/* ---- tensors from shapes and dimensions ---- */

static unsigned group_count(const struct aic_format *f)
{
    unsigned n = 1;

    for (const char *p = f->order; *p; p++)
        n += *p == ' ';
    return n;
}

/* `axes` says what the own dimensions are, for a message. */
static bool set_lead(unsigned ndim, unsigned own, const uint64_t *dims, struct aic_logical *t, const char *name,
                     const char *axes, char *err, size_t errlen)
{
    if (ndim < own)
        return aic_fail(err, errlen, "%s needs at least %u dimensions, got %u: leading ones, then %s", name, own, ndim,
                        axes);
    if (ndim - own > AIC_FORMAT_MAX_LEAD)
        return aic_fail(err, errlen, "%u dimensions: %s takes %u (%s) behind at most %d leading dimensions", ndim, name,
                        own, axes, AIC_FORMAT_MAX_LEAD);
    memset(t, 0, sizeof *t);
    t->nlead = ndim - own;
    memcpy(t->lead, dims, t->nlead * sizeof *dims);
    return true;
}

/* The letter of a joined dimension that takes its whole extent when the parts are not known: the batch of a batch, the
 * innermost axis of anything else. */
static char group_bearer(const char *group, size_t len)
{
    return memchr(group, 'b', len) ? 'b' : group[len - 1];
}

static bool from_joined(const struct aic_format *f, unsigned ndim, const uint64_t *shape, struct aic_logical *t,
                        char *err, size_t errlen)
{
    const char *p = f->order;

    if (!set_lead(ndim, group_count(f), shape, t, f->name, f->order, err, errlen))
        return false;
    for (unsigned g = t->nlead; g < ndim; g++) {
        size_t len = strcspn(p, " ");

        for (size_t i = 0; i < len; i++)
            t->axis[axis_index(f, p[i])] = p[i] == group_bearer(p, len) ? shape[g] : 1;
        p += len + 1;
    }
    return true;
}

bool aic_logical_from_shape(const struct aic_format *f, unsigned ndim, const uint64_t *shape, struct aic_logical *t,
                           char *err, size_t errlen)
{
    const char *axes = aic_format_shape_axes(f);
    unsigned naxes = (unsigned)strlen(axes);

    if (f->family == AIC_FF_HEADS && ndim < naxes && ndim >= group_count(f))
        return from_joined(f, ndim, shape, t, err, errlen);
    if (!set_lead(ndim, naxes, shape, t, f->name, axes, err, errlen))
        return false;
    for (unsigned i = 0; i < naxes; i++)
        t->axis[axis_index(f, axes[i])] = shape[t->nlead + i];
    return true;
}

/* Whether one dimension joins several axes of unknown extent, other than one that is 1 by definition. */
static bool is_joined(const struct aic_format *f, const char *group, size_t len)
{
    unsigned letters = 0;
    char last = 0;

    for (size_t i = 0; i < len; i++) {
        if (group[i] >= '0' && group[i] <= '9')
            continue;
        letters += group[i] != last && group[i] != f->unit;
        last = group[i];
    }
    return letters > 1;
}

/* Whether `f` joins these axes too, or does not tell them apart: a batch of matrices. */
static bool contains_group(const struct aic_format *f, const char *group, size_t len)
{
    char word[16];

    if (f && f->family == AIC_FF_MATRIX && len == 3 && memcmp(group, "bng", 3) == 0)
        return true;
    if (!f || len >= sizeof word)
        return false;
    memcpy(word, group, len);
    word[len] = '\0';
    return strstr(f->order, word) != NULL;
}

/* Multiplies the extents of a group's axes by the dimension; a split axis collects both of its parts. */
static void take_group(const struct aic_format *f, const char *group, size_t len, uint64_t dim, struct aic_logical *t)
{
    char bearer = 0;

    for (size_t i = 0; i < len; i++)
        if ((group[i] < '0' || group[i] > '9') && group[i] != f->unit)
            bearer = bearer && memchr(group, 'b', len) ? 'b' : group[i];
    uint64_t *axis = &t->axis[axis_index(f, bearer)];

    if (__builtin_mul_overflow(*axis, dim, axis))
        *axis = MAX_ELEMENTS + 1;
}

bool aic_logical_from_dims(const struct aic_format *f, enum aic_dtype dt, const struct aic_format *to, unsigned ndim,
                          const uint64_t *dims, struct aic_logical *t, char *err, size_t errlen)
{
    const char *p = f->order;
    uint64_t have[AIC_FORMAT_MAX_DIMS];

    if (!set_lead(ndim, group_count(f), dims, t, f->name, f->order, err, errlen))
        return false;
    for (unsigned i = 0; family_axes[f->family][i]; i++)
        t->axis[i] = 1;
    for (unsigned g = t->nlead; g < ndim; g++) {
        size_t len = strcspn(p, " ");

        if (dims[g] > MAX_ELEMENTS)
            return aic_fail(err, errlen, "dimension %u is too large", g);
        if (is_joined(f, p, len) && !contains_group(to, p, len))
            return aic_fail(err, errlen,
                            "dimension %u of %s joins the axes %.*s: give the logical shape (order %s), it cannot be "
                            "read from the stored one",
                            g, f->name, (int)len, p, aic_format_shape_axes(f));
        take_group(f, p, len, dims[g], t);
        p += len + 1;
    }
    unsigned n = aic_format_dims(f, dt, t, have, err, errlen);

    if (n == 0)
        return false;
    for (unsigned g = ndim; g > t->nlead; g--) /* the blocks stand last, and are what is wrong */
        if (have[g - 1] != dims[g - 1])
            return aic_fail(err, errlen, "dimension %u of the array is %llu, %s of %s has %llu there", g - 1,
                            (unsigned long long)dims[g - 1], f->name, aic_dtype_name(dt),
                            (unsigned long long)have[g - 1]);
    return true;
}

/* ---- geometry ---- */

/* The names of the types of a set, separated by commas, as far as they fit. */
static void name_types(aic_dtype_set types, char *buf, size_t size)
{
    size_t at = 0;

    buf[0] = '\0';
    for (unsigned dt = AIC_DT_NONE + 1; dt < AIC_DT_COUNT && at < size; dt++)
        if (types & AIC_DT_BIT(dt))
            at += (size_t)snprintf(buf + at, size - at, "%s%s", at ? ", " : "", aic_dtype_name((enum aic_dtype)dt));
}

static bool check_type(const struct aic_format *f, enum aic_dtype dt, char *err, size_t errlen)
{
    if (dt > AIC_DT_NONE && dt < AIC_DT_COUNT && (f->types & AIC_DT_BIT(dt)))
        return true;
    if (f->types == E8M0)
        return aic_fail(err, errlen, "%s holds fp8_e8m0 scales only, not %s", f->name, aic_dtype_name(dt));
    if (dt == AIC_DT_FP8_E8M0)
        return aic_fail(err, errlen, "%s does not hold fp8_e8m0: scales are stored as zz, nn or scale_*", f->name);
    char held[200];

    name_types(f->types, held, sizeof held);
    return aic_fail(err, errlen, "%s does not hold %s, but %s", f->name, aic_dtype_name(dt), held);
}

/* Padded extent of an axis; 0 with the reason when the format cannot hold it. */
static uint64_t padded_extent(const struct aic_format *f, enum aic_dtype dt, const struct aic_logical *t, char axis,
                              char *err, size_t errlen)
{
    uint64_t extent = t->axis[axis_index(f, axis)], block = aic_format_block(f, dt, axis);

    if (extent == 0 || extent > MAX_ELEMENTS) {
        aic_fail(err, errlen, "axis %c of %s has the extent %llu, must be 1 to 2^48", axis, f->name,
                 (unsigned long long)extent);
        return 0;
    }
    if (axis == f->unit && extent != 1) {
        aic_fail(err, errlen, "%s holds a matrix of one row, not of %llu", f->name, (unsigned long long)extent);
        return 0;
    }
    if (block == 2 && extent % 2) {
        aic_fail(err, errlen, "%s stores pairs along %s: %llu is odd, pad it to %llu", f->name,
                 axis == 'r' ? "the rows" : "the columns", (unsigned long long)extent, (unsigned long long)extent + 1);
        return 0;
    }
    return block ? (extent + block - 1) / block * block : extent;
}

/* Extent of one letter of the order; `part` is the digit behind it or 0. */
static uint64_t term_extent(uint64_t padded, unsigned block, char part)
{
    return part == '0' ? block : part == '1' ? padded / block : padded;
}

static bool check_lead(const struct aic_logical *t, uint64_t *elements, char *err, size_t errlen)
{
    for (unsigned i = 0; i < t->nlead; i++) {
        if (t->lead[i] == 0)
            return aic_fail(err, errlen, "leading dimension %u has the extent 0, must be 1 or more", i);
        if (__builtin_mul_overflow(*elements, t->lead[i], elements) || *elements > MAX_ELEMENTS)
            return aic_fail(err, errlen, "the tensor has more than 2^48 elements");
    }
    return true;
}

unsigned aic_format_dims(const struct aic_format *f, enum aic_dtype dt, const struct aic_logical *t, uint64_t *dims,
                         char *err, size_t errlen)
{
    unsigned n = t->nlead;
    uint64_t elements = 1;

    if (!check_type(f, dt, err, errlen) || !check_lead(t, &elements, err, errlen))
        return 0;
    memcpy(dims, t->lead, n * sizeof *dims);
    dims[n++] = 1;
    for (const char *p = f->order; *p; p++) {
        if (*p == ' ') {
            dims[n++] = 1;
            continue;
        }
        uint64_t padded = padded_extent(f, dt, t, *p, err, errlen);
        char part = p[1] == '0' || p[1] == '1' ? p[1] : 0;

        if (padded == 0)
            return 0;
        uint64_t extent = term_extent(padded, aic_format_block(f, dt, *p), part);

        if (__builtin_mul_overflow(elements, extent, &elements) || elements > MAX_ELEMENTS) {
            aic_fail(err, errlen, "the tensor has more than 2^48 elements");
            return 0;
        }
        dims[n - 1] *= extent;
        p += part != 0;
    }
    if (aic_dtype_bits(dt) == 4 && dims[n - 1] % 2) {
        aic_fail(err, errlen, "the last dimension of %s is %llu: 4-bit elements are stored in pairs, it must be even",
                 f->name, (unsigned long long)dims[n - 1]);
        return 0;
    }
    return n;
}

uint64_t aic_format_tensor_bytes(const struct aic_format *f, enum aic_dtype dt, const struct aic_logical *t, char *err,
                                 size_t errlen)
{
    uint64_t dims[AIC_FORMAT_MAX_DIMS], elements = 1;
    unsigned n = aic_format_dims(f, dt, t, dims, err, errlen);

    for (unsigned i = 0; i < n; i++)
        elements *= dims[i];
    return n ? elements * aic_dtype_bits(dt) / 8 : 0;
}

bool aic_format_layout(const struct aic_format *f, enum aic_dtype dt, const struct aic_logical *t, struct aic_layout *l,
                       char *err, size_t errlen)
{
    uint64_t dims[AIC_FORMAT_MAX_DIMS], stride = 1;

    if (!aic_format_dims(f, dt, t, dims, err, errlen))
        return false;
    *l = (struct aic_layout){.rank = (unsigned)strlen(family_axes[f->family])};
    for (size_t i = strlen(f->order); i > 0; i--) {
        char part = 0, axis = f->order[i - 1];

        if (axis == ' ')
            continue;
        if (axis == '0' || axis == '1') {
            part = axis;
            axis = f->order[--i - 1];
        }
        struct aic_mode *m = &l->mode[axis_index(f, axis)];
        unsigned block = aic_format_block(f, dt, axis), level = part == '1';
        uint64_t extent = term_extent(padded_extent(f, dt, t, axis, err, errlen), block, part);

        m->pair = part != 0;
        if (!m->pair)
            m->shape[1] = 1;
        m->shape[level] = extent;
        m->stride[level] = stride;
        stride *= extent;
    }
    return true;
}

/* ---- one matrix ---- */

static bool is_matrix(const struct aic_format *f, char *err, size_t errlen)
{
    return f->family == AIC_FF_MATRIX || aic_fail(err, errlen, "%s is not a format of matrices", f->name);
}

uint64_t aic_format_bytes(const struct aic_format *f, enum aic_dtype dt, uint64_t rows, uint64_t cols)
{
    struct aic_logical t = {.axis = {rows, cols}};

    return is_matrix(f, NULL, 0) ? aic_format_tensor_bytes(f, dt, &t, NULL, 0) : 0;
}

bool aic_format_convert(const struct aic_format *from, const struct aic_format *to, enum aic_dtype dt, uint64_t rows,
                        uint64_t cols, const void *src, size_t src_bytes, void *dst, size_t dst_bytes, char *err,
                        size_t errlen)
{
    struct aic_logical t = {.axis = {rows, cols}};

    return is_matrix(from, err, errlen) && is_matrix(to, err, errlen) &&
           aic_format_convert_tensor(from, to, dt, &t, src, src_bytes, dst, dst_bytes, err, errlen);
}
