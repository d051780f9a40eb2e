#include "tools/layout_grid.h"

#include <inttypes.h>
#include <string.h>

#include "buffers/fail.h"

bool aic_parse_extents(const char *text, unsigned max, uint64_t *out, unsigned *n, char *err, size_t errlen)
{
    const char *p = text;

    for (*n = 0;; p++) {
        const char *start = p;
        uint64_t v = 0;

        for (; *p >= '0' && *p <= '9' && v < (uint64_t)1 << 58; p++)
            v = v * 10 + (uint64_t)(*p - '0');
        if (*p >= '0' && *p <= '9')
            return aic_fail(err, errlen, "'%s': a number is 2^58 or larger", text);
        if (*p == '-')
            return aic_fail(err, errlen, "'%s': a number is negative", text);
        if (p == start || (*p && *p != 'x' && *p != ','))
            return aic_fail(err, errlen, "'%s': expected numbers with 'x' between them, such as 20x28", text);
        if (*n == max)
            return aic_fail(err, errlen, "'%s': more than %u numbers", text, max);
        out[(*n)++] = v;
        if (!*p)
            return true;
    }
}

bool aic_parse_dtype(const char *name, enum aic_dtype *dt, char *err, size_t errlen)
{
    char names[256] = "";

    *dt = aic_dtype_from_name(name, (unsigned)strlen(name));
    if (*dt != AIC_DT_NONE)
        return true;
    for (unsigned i = 1; i < AIC_DT_COUNT; i++) {
        strcat(names, i > 1 ? " " : "");
        strcat(names, aic_dtype_name((enum aic_dtype)i));
    }
    return aic_fail(err, errlen, "'%.40s' is no element type: %s", name, names);
}

static bool make_text_layout(const char *text, const char *shape, struct aic_subject *s, char *err, size_t errlen)
{
    static const char *const names[] = {"", "s", "rs"};

    if (shape)
        return aic_fail(err, errlen, "a Shape:Stride layout has its own shape, --shape does not go with it");
    if (!aic_layout_parse(text, &s->layout, err, errlen))
        return false;
    for (unsigned i = 0; i < s->layout.rank; i++) {
        s->axes[i] = s->layout.rank < 3 ? names[s->layout.rank][i] : (char)('a' + i);
        s->extent[i] = aic_layout_extent(&s->layout, i);
    }
    if (s->layout.rank > 1)
        s->side[0] = s->axes[0];
    strcpy(s->top, s->axes + (s->layout.rank > 1));
    return true;
}

bool aic_subject_make(const char *what, const char *shape, const char *dtype, struct aic_subject *s, char *err,
                      size_t errlen)
{
    uint64_t extents[AIC_FORMAT_MAX_DIMS];
    unsigned n = 0;

    memset(s, 0, sizeof *s);
    if (!aic_parse_dtype(dtype ? dtype : "half", &s->dtype, err, errlen))
        return false;
    if (strchr(what, ':'))
        return make_text_layout(what, shape, s, err, errlen);
    s->format = aic_format_from_name(what, strlen(what));
    if (!s->format)
        return aic_fail(err, errlen, "'%s' is no format (aicsim layout list) and no Shape:Stride layout", what);
    if (!shape) {
        const char *axes = aic_format_shape_axes(s->format);
        return aic_fail(err, errlen, "%s needs --shape in the order %s", what,
                        strcmp(axes, "rs") == 0 ? "ROWSxCOLUMNS" : axes);
    }
    if (!aic_parse_extents(shape, AIC_FORMAT_MAX_DIMS, extents, &n, err, errlen) ||
        !aic_logical_from_shape(s->format, n, extents, &s->tensor, err, errlen) ||
        !aic_format_layout(s->format, s->dtype, &s->tensor, &s->layout, err, errlen))
        return false;
    strcpy(s->axes, aic_family_axes(aic_format_family(s->format)));
    memcpy(s->extent, s->tensor.axis, sizeof s->tensor.axis);
    const char *view = aic_format_view(s->format), *bar = strchr(view, '|');

    memcpy(s->side, view, (size_t)(bar - view));
    strcpy(s->top, bar + 1);
    return true;
}

static unsigned axis_of(const struct aic_subject *s, char axis)
{
    return (unsigned)(strchr(s->axes, axis) - s->axes);
}

void aic_subject_position(const struct aic_subject *s, const char *axes, uint64_t index, uint64_t *coord)
{
    for (size_t i = strlen(axes); i > 0; i--) {
        unsigned a = axis_of(s, axes[i - 1]);
        uint64_t extent = aic_layout_extent(&s->layout, a);

        coord[a] = index % extent;
        index /= extent;
    }
}

/* Adds to buf like snprintf; *len is where the text ends. */
#define ADD(...)                                                                                                       \
    do {                                                                                                               \
        int added = snprintf(len < size ? buf + len : NULL, len < size ? size - len : 0, __VA_ARGS__);                 \
        len += added > 0 ? (size_t)added : 0;                                                                          \
    } while (0)

static size_t add_part(const struct aic_subject *s, char axis, char part, const uint64_t *coord, char *buf, size_t size,
                       size_t len)
{
    const struct aic_mode *m = &s->layout.mode[axis_of(s, axis)];
    uint64_t index = coord[axis_of(s, axis)];

    index = part == '0' ? index % m->shape[0] : part == '1' ? index / m->shape[0] : index;
    ADD("%s%c%.*s=%" PRIu64, len ? " " : "", axis, part != 0, &part, index);
    return len;
}

void aic_subject_place(const struct aic_subject *s, const uint64_t *coord, char *buf, size_t size)
{
    size_t len = 0;

    buf[0] = '\0';
    if (!s->format) {
        for (unsigned i = 0; i < s->layout.rank; i++) {
            bool pair = s->layout.mode[i].pair;

            len = add_part(s, s->axes[i], pair ? '1' : 0, coord, buf, size, len);
            if (pair)
                len = add_part(s, s->axes[i], '0', coord, buf, size, len);
        }
        return;
    }
    for (const char *p = aic_format_order(s->format); *p; p++) {
        char part = p[1] == '0' || p[1] == '1' ? p[1] : 0;

        if (*p == ' ')
            continue;
        len = add_part(s, *p, part, coord, buf, size, len);
        p += part != 0;
    }
}

static void print_extents(const struct aic_subject *s, bool padded, FILE *to)
{
    const char *axes = s->format ? aic_format_shape_axes(s->format) : s->axes;

    for (unsigned i = 0; s->format && i < s->tensor.nlead; i++)
        fprintf(to, "%" PRIu64 "x", s->tensor.lead[i]);
    for (const char *p = axes; *p; p++) {
        unsigned a = axis_of(s, *p);

        fprintf(to, "%s%" PRIu64, p == axes ? "" : "x", padded ? aic_layout_extent(&s->layout, a) : s->extent[a]);
    }
}

void aic_subject_print(const struct aic_subject *s, FILE *to)
{
    char text[512], err[128];
    uint64_t dims[AIC_FORMAT_MAX_DIMS];

    aic_layout_print(&s->layout, text, sizeof text);
    if (!s->format) {
        uint64_t size = aic_layout_size(&s->layout), cosize = aic_layout_cosize(&s->layout);

        fprintf(to, "layout  %s\nsize    %" PRIu64 " elements, the last one at %" PRIu64 "%s\n", text, size, cosize - 1,
                size > cosize ? "; some share a place" : "");
        return;
    }
    fprintf(to, "format  %s of %s: %s\nshape   ", aic_format_name(s->format), aic_dtype_name(s->dtype),
            aic_format_meaning(s->format));
    print_extents(s, false, to);
    fprintf(to, " (%s), padded ", aic_format_shape_axes(s->format));
    print_extents(s, true, to);
    fprintf(to, "\nstored  %s = ", aic_format_order(s->format));
    unsigned n = aic_format_dims(s->format, s->dtype, &s->tensor, dims, err, sizeof err);

    for (unsigned i = 0; i < n; i++)
        fprintf(to, "%s%" PRIu64, i ? " x " : "", dims[i]);
    fprintf(to, ", %" PRIu64 " bytes\nlayout  %s", aic_format_tensor_bytes(s->format, s->dtype, &s->tensor, err,
                                                                          sizeof err), text);
    if (s->tensor.nlead)
        fprintf(to, " of the first of equal tensors, %" PRIu64 " elements apart", aic_layout_size(&s->layout));
    fputc('\n', to);
}
