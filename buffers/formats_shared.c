/* Tensors that formats of two kinds have in common: a volume of depth 1 is a feature map, and every batch, head and
 * group of an attention tensor has a matrix of S rows and D columns. */
#include "buffers/formats.h"

#include <string.h>

#include "buffers/fail.h"

/* Places of the axes in the order of their families. */
enum { N2, C2, H2, W2 };
enum { N3, D3, C3, H3, W3 };
enum { B5, S5, N5, G5, D5 };
enum { ROW, COLUMN };

const char *aic_family_meaning(enum aic_format_family family)
{
    static const char *const meanings[AIC_FF_COUNT] = {
        [AIC_FF_MATRIX] = "matrices (rows, columns)",
        [AIC_FF_CONV2D] = "feature maps and kernels (n, c, h, w)",
        [AIC_FF_CONV3D] = "volumes and 3D kernels (n, d, c, h, w)",
        [AIC_FF_HEADS] = "attention tensors (b, s, n, g, d)",
    };

    return family < AIC_FF_COUNT ? meanings[family] : "?";
}

enum aic_format_family aic_format_shared_family(const struct aic_format *a, const struct aic_format *b)
{
    enum aic_format_family x = aic_format_family(a), y = aic_format_family(b);

    if (x == y)
        return x;
    if ((x == AIC_FF_CONV2D && y == AIC_FF_CONV3D) || (x == AIC_FF_CONV3D && y == AIC_FF_CONV2D))
        return AIC_FF_CONV3D;
    if ((x == AIC_FF_MATRIX && y == AIC_FF_HEADS) || (x == AIC_FF_HEADS && y == AIC_FF_MATRIX))
        return AIC_FF_HEADS;
    return AIC_FF_COUNT;
}

bool aic_logical_lift(const struct aic_logical *own, enum aic_format_family from, enum aic_format_family to,
                      struct aic_logical *t, char *err, size_t errlen)
{
    const uint64_t *x = own->axis;

    *t = *own;
    if (from == to)
        return true;
    if (from == AIC_FF_CONV2D && to == AIC_FF_CONV3D) {
        const uint64_t axes[] = {[N3] = x[N2], [D3] = 1, [C3] = x[C2], [H3] = x[H2], [W3] = x[W2]};

        memcpy(t->axis, axes, sizeof axes);
        return true;
    }
    if (from != AIC_FF_MATRIX || to != AIC_FF_HEADS)
        return aic_fail(err, errlen, "%s are no %s", aic_family_meaning(from), aic_family_meaning(to));
    unsigned taken = own->nlead < 3 ? own->nlead : 3, first = own->nlead - taken;
    uint64_t outer[3] = {1, 1, 1};

    memcpy(outer, own->lead + first, taken * sizeof *outer);
    const uint64_t axes[] = {[B5] = outer[0], [S5] = x[ROW], [N5] = outer[1], [G5] = outer[2], [D5] = x[COLUMN]};

    t->nlead = first;
    memcpy(t->axis, axes, sizeof axes);
    return true;
}

/* The matrices of an attention tensor: b, n and g become leading dimensions; the last ones of extent 1 are left out. */
static bool matrices_of(const struct aic_logical *t, struct aic_logical *own, char *err, size_t errlen)
{
    const uint64_t *x = t->axis, outer[3] = {x[B5], x[N5], x[G5]};
    unsigned taken = x[G5] != 1 ? 3 : x[N5] != 1 ? 2 : 1;

    if (t->nlead + taken > AIC_FORMAT_MAX_LEAD)
        return aic_fail(err, errlen, "more than %d leading dimensions", AIC_FORMAT_MAX_LEAD);
    *own = (struct aic_logical){.nlead = t->nlead + taken, .axis = {[ROW] = x[S5], [COLUMN] = x[D5]}};
    memcpy(own->lead, t->lead, t->nlead * sizeof *t->lead);
    memcpy(own->lead + t->nlead, outer, taken * sizeof *outer);
    return true;
}

bool aic_logical_for(const struct aic_format *f, enum aic_format_family kind, const struct aic_logical *t,
                     struct aic_logical *own, char *err, size_t errlen)
{
    enum aic_format_family family = aic_format_family(f);
    const uint64_t *x = t->axis;

    *own = *t;
    if (family == kind)
        return true;
    if (family == AIC_FF_MATRIX && kind == AIC_FF_HEADS)
        return matrices_of(t, own, err, errlen);
    if (family != AIC_FF_CONV2D || kind != AIC_FF_CONV3D)
        return aic_fail(err, errlen, "%s does not hold %s", aic_format_name(f), aic_family_meaning(kind));
    if (x[D3] != 1)
        return aic_fail(err, errlen, "%s has no depth: D is %llu and must be 1", aic_format_name(f),
                        (unsigned long long)x[D3]);
    const uint64_t axes[AIC_FORMAT_MAX_AXES] = {[N2] = x[N3], [C2] = x[C3], [H2] = x[H3], [W2] = x[W3]};

    memcpy(own->axis, axes, sizeof axes);
    return true;
}

bool aic_format_shared_layout(const struct aic_format *f, enum aic_format_family kind, enum aic_dtype dt,
                              const struct aic_logical *t, struct aic_layout *l, char *err, size_t errlen)
{
    struct aic_logical own;
    struct aic_layout m;

    if (!aic_logical_for(f, kind, t, &own, err, errlen) || !aic_format_layout(f, dt, &own, &m, err, errlen))
        return false;
    if (aic_format_family(f) == kind) {
        *l = m;
        return true;
    }
    if (kind == AIC_FF_CONV3D) {
        *l = (struct aic_layout){5, {[N3] = m.mode[N2], [D3] = {false, {1, 1}, {0, 0}}, [C3] = m.mode[C2],
                                     [H3] = m.mode[H2], [W3] = m.mode[W2]}};
        return true;
    }
    uint64_t size = aic_layout_size(&m), n = t->axis[N5], g = t->axis[G5];

    *l = (struct aic_layout){5, {[B5] = {false, {t->axis[B5], 1}, {n * g * size, 0}}, [S5] = m.mode[ROW],
                                 [N5] = {false, {n, 1}, {g * size, 0}}, [G5] = {false, {g, 1}, {size, 0}},
                                 [D5] = m.mode[COLUMN]}};
    return true;
}
