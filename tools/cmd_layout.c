/* aicsim layout: convert, show and check layouts and data formats. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/fail.h"
#include "buffers/formats.h"
#include "tools/args.h"
#include "tools/commands.h"
#include "tools/layout_grid.h"
#include "tools/npy.h"
#include "tools/out.h"

#define MAX_MAP_CELLS ((uint64_t)1 << 18)
#define MAX_ASKED 64

enum option { FROM, TO, DTYPE, SHAPE, AT, OFFSET, TILE, SVG, N_OPTIONS };

static const struct aic_option options[] = {
    [FROM] = {"from", 0, "FORMAT", "convert: the format of IN"},
    [TO] = {"to", 0, "FORMAT", "convert: the format of OUT"},
    [DTYPE] = {"dtype", 0, "TYPE", "element type (convert: by default that of the .npy; otherwise half)"},
    [SHAPE] = {"shape", 0, "D0xD1", "logical shape, without padding; leading batch dimensions first"},
    [AT] = {"at", 0, "I,J", "offset, tile: a coordinate; offset: several times, leading ones too"},
    [OFFSET] = {"offset", 0, "N", "offset: the other way, the coordinate that lies at element N"},
    [TILE] = {"tile", 0, "D0xD1", "tile: extents of the tile"},
    [SVG] = {"svg", 0, "FILE", "show: draw the map into this file"},
    {0},
};

static const struct aic_usage usage = {
    "layout", "convert|show|offset|tile|check|list|patterns ...",
    "Converts, shows and checks layouts and data formats.",
    "  layout convert --from F --to G [--dtype T] [--shape D0xD1] IN OUT\n"
    "                        any two formats of one logical tensor; .npy or raw files by their ending\n"
    "  layout show F --shape D0xD1 [--dtype T] [--svg FILE]\n"
    "                        the map of offsets; padding is a dot\n"
    "  layout offset F --shape D0xD1 [--dtype T] --at I,J | --offset N\n"
    "  layout tile F --shape D0xD1 [--dtype T] --at I,J --tile D0xD1\n"
    "                        the layout of a part\n"
    "  layout check PATTERN SHAPE:STRIDE [--dtype T]\n"
    "                        the alignment conditions of the layout table\n"
    "  layout list           all formats\n"
    "  layout patterns       the rows of the layout table\n\n"
    "F is a format (nd, nz, fractal_z ...) or a layout such as '((16,2),(16,2)):((16,256),(1,512))'.\n"
    "--shape and --at follow the axes of the plain format (HWCN: h,w,c,n), of two plain ones those of IN; for\n"
    "packed ones NCHW or NCDHW; for matrices always rows, columns. Between formats of two kinds (NCHW and\n"
    "NDC1HWC0, ND and BSNGD) it follows the one with more axes; with too few numbers for that, the other.\n"
    "4-bit elements lie two to a byte, the low half first.",
    options};

struct asked {
    const char *words[3];
    unsigned n_words;
    const char *option[N_OPTIONS];
    const char *at[MAX_ASKED];
    unsigned n_at;
};

/* Exit status 2 with a message in the manner of a compiler. */
__attribute__((format(printf, 2, 3))) static int error_at(const char *where, const char *fmt, ...)
{
    va_list ap;

    fprintf(stderr, "%s: error: ", where);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    return 2;
}

static bool make_subject(const struct asked *a, struct aic_subject *s)
{
    char err[300];

    if (a->n_words != 1) {
        aic_args_error(&usage, "%s: expected one format or layout", a->n_words ? a->words[1] : "nothing named");
        return false;
    }
    if (aic_subject_make(a->words[0], a->option[SHAPE], a->option[DTYPE], s, err, sizeof err))
        return true;
    error_at("aicsim layout", "%s", err);
    return false;
}

/* ---- list ---- */

static int list(const struct asked *a)
{
    (void)a;
    printf("%-13s %-18s %-18s %-6s %s\n", "format", "also", "stored", "shape", "meaning");
    for (size_t i = 0; aic_format_at(i); i++) {
        const struct aic_format *f = aic_format_at(i);

        printf("%-13s %-18s %-18s %-6s %s\n", aic_format_name(f), aic_format_aliases(f), aic_format_order(f),
               aic_format_shape_axes(f), aic_format_meaning(f));
    }
    return 0;
}

static int patterns(const struct asked *a)
{
    static const struct {
        enum aic_dtype dt;
        const char *name;
    } types[] = {{AIC_DT_HALF, "others"}, {AIC_DT_FP8_E8M0, "fp8_e8m0"}};
    char text[256];

    (void)a;
    printf("%-9s %-9s %s\n", "pattern", "types", "shape:stride");
    for (unsigned p = 0; p < AIC_LP_COUNT; p++)
        for (unsigned t = 0; t < 2; t++)
            if (aic_layout_pattern_text((enum aic_layout_pattern)p, types[t].dt, text, sizeof text))
                printf("%-9s %-9s %s\n", aic_layout_pattern_name((enum aic_layout_pattern)p), types[t].name, text);
    return 0;
}

/* ---- show ---- */

static int write_svg(const struct aic_grid *g, const char *path)
{
    struct aic_out out;
    char err[300];

    if (!aic_out_open(&out, path, err, sizeof err))
        return error_at(path, "%s", err);
    aic_grid_svg(g, out.to);
    if (!aic_out_close(&out, err, sizeof err))
        return error_at(path, "%s", err);
    return 0;
}

static int show(const struct asked *a)
{
    struct aic_subject s;
    struct aic_grid g;
    char err[300];
    int status = 0;

    if (!make_subject(a, &s))
        return 2;
    if (!aic_grid_make(&s, MAX_MAP_CELLS, &g, err, sizeof err))
        return error_at("aicsim layout", "%s", err);
    if (a->option[SVG]) {
        status = write_svg(&g, a->option[SVG]);
    } else {
        aic_subject_print(&s, stdout);
        fputc('\n', stdout);
        aic_grid_print(&g, stdout);
    }
    aic_grid_free(&g);
    return status;
}

/* ---- offset ---- */

/* The axes in the order in which a person gives coordinates. */
static const char *spoken_axes(const struct aic_subject *s)
{
    return s->format ? aic_format_shape_axes(s->format) : s->axes;
}

/* A coordinate as the person gave it, in the order of the layout's modes. */
static bool read_coord(const struct aic_subject *s, const char *text, uint64_t *coord, char *err, size_t errlen)
{
    const char *axes = spoken_axes(s);
    uint64_t given[AIC_LAYOUT_MAX_RANK];
    unsigned n = 0;

    if (!aic_parse_extents(text, AIC_LAYOUT_MAX_RANK, given, &n, err, errlen))
        return false;
    if (n != strlen(axes))
        return aic_fail(err, errlen, "'%s': expected %zu indices (%s), got %u", text, strlen(axes), axes, n);
    for (unsigned i = 0; i < n; i++)
        coord[strchr(s->axes, axes[i]) - s->axes] = given[i];
    return true;
}

/* What one tensor takes, without its leading dimensions; elements. */
static uint64_t tensor_size(const struct aic_subject *s)
{
    return s->tensor.nlead ? aic_layout_size(&s->layout) : 0;
}

/* A coordinate that may begin with an index for every leading dimension (0 otherwise); *base is the first element of
 * the tensor that they choose. */
static bool read_place(const struct aic_subject *s, const char *text, uint64_t *coord, uint64_t *base, char *err,
                       size_t errlen)
{
    uint64_t given[AIC_FORMAT_MAX_DIMS], which = 0;
    unsigned n = 0, lead = s->tensor.nlead;
    const char *axes = spoken_axes(s);

    *base = 0;
    if (!aic_parse_extents(text, AIC_FORMAT_MAX_DIMS, given, &n, err, errlen))
        return false;
    if (lead == 0 || n == strlen(axes))
        return read_coord(s, text, coord, err, errlen);
    if (n != lead + strlen(axes))
        return aic_fail(err, errlen, "'%s': expected %zu indices (%s), or %zu with the leading dimensions, got %u",
                        text, strlen(axes), axes, lead + strlen(axes), n);
    for (unsigned i = 0; i < lead; i++) {
        if (given[i] >= s->tensor.lead[i])
            return aic_fail(err, errlen, "'%s': index %" PRIu64 " of leading dimension %u, must be 0 to %" PRIu64, text,
                            given[i], i, s->tensor.lead[i] - 1);
        which = which * s->tensor.lead[i] + given[i];
    }
    for (unsigned i = 0; axes[i]; i++)
        coord[strchr(s->axes, axes[i]) - s->axes] = given[lead + i];
    *base = which * tensor_size(s);
    return true;
}

/* `base` chooses the indices of the leading dimensions. */
static void print_coord(const struct aic_subject *s, const uint64_t *coord, uint64_t base)
{
    uint64_t which = s->tensor.nlead ? base / tensor_size(s) : 0, after = 1;

    putchar('(');
    for (unsigned i = 1; i < s->tensor.nlead; i++)
        after *= s->tensor.lead[i];
    for (unsigned i = 0; i < s->tensor.nlead; i++) {
        printf("%" PRIu64 ", ", which / after % s->tensor.lead[i]);
        after /= i + 1 < s->tensor.nlead ? s->tensor.lead[i + 1] : 1;
    }
    for (const char *p = spoken_axes(s); *p; p++)
        printf("%s%" PRIu64, p == spoken_axes(s) ? "" : ", ", coord[strchr(s->axes, *p) - s->axes]);
    putchar(')');
}

static bool is_padding(const struct aic_subject *s, const uint64_t *coord)
{
    for (unsigned i = 0; i < s->layout.rank; i++)
        if (coord[i] >= s->extent[i])
            return true;
    return false;
}

static void print_place(const struct aic_subject *s, const uint64_t *coord, uint64_t base, uint64_t offset)
{
    unsigned bits = aic_dtype_bits(s->dtype);
    char place[256];

    aic_subject_place(s, coord, place, sizeof place);
    print_coord(s, coord, base);
    offset += base;
    printf(": element %" PRIu64 ", byte %" PRIu64 "%s [%s]%s\n", offset, offset * bits / 8,
           bits == 4 ? offset % 2 ? " high half" : " low half" : "", place, is_padding(s, coord) ? " padding" : "");
}

static int coordinate_of(const struct aic_subject *s, const char *text)
{
    uint64_t coord[AIC_LAYOUT_MAX_RANK] = {0}, offset[1], size = tensor_size(s), tensors = 1;
    unsigned n = 0;
    char err[300];

    if (!aic_parse_extents(text, 1, offset, &n, err, sizeof err))
        return error_at("aicsim layout", "--offset %s", err);
    for (unsigned i = 0; i < s->tensor.nlead; i++)
        tensors *= s->tensor.lead[i];
    uint64_t within = size ? offset[0] % size : offset[0];

    if ((size && offset[0] >= tensors * size) || !aic_layout_coord(&s->layout, within, coord))
        return error_at("aicsim layout", "no coordinate lies at element %" PRIu64 ": the last one is at %" PRIu64,
                        offset[0], size ? tensors * size - 1 : aic_layout_cosize(&s->layout) - 1);
    print_place(s, coord, offset[0] - within, within);
    return 0;
}

/* The coordinate is outside; names the axis and its limit. */
static int error_outside(const struct aic_subject *s, const char *text, const uint64_t *coord)
{
    unsigned i = 0;

    while (i + 1 < s->layout.rank && coord[i] < aic_layout_extent(&s->layout, i))
        i++;
    return error_at("aicsim layout", "--at %s lies outside the shape and its padding: %c is %" PRIu64
                    ", must be 0 to %" PRIu64, text, s->axes[i], coord[i], aic_layout_extent(&s->layout, i) - 1);
}

static int offset(const struct asked *a)
{
    struct aic_subject s;
    char err[300];

    if (!make_subject(a, &s))
        return 2;
    if (!a->n_at && !a->option[OFFSET])
        return aic_args_error(&usage, "offset needs --at or --offset");
    for (unsigned i = 0; i < a->n_at; i++) {
        uint64_t coord[AIC_LAYOUT_MAX_RANK] = {0}, element = 0, base = 0;

        if (!read_place(&s, a->at[i], coord, &base, err, sizeof err))
            return error_at("aicsim layout", "--at %s", err);
        if (!aic_layout_offset(&s.layout, coord, &element))
            return error_outside(&s, a->at[i], coord);
        print_place(&s, coord, base, element);
    }
    return a->option[OFFSET] ? coordinate_of(&s, a->option[OFFSET]) : 0;
}

/* ---- tile ---- */

static int tile(const struct asked *a)
{
    uint64_t start[AIC_LAYOUT_MAX_RANK] = {0}, extent[AIC_LAYOUT_MAX_RANK] = {0}, base = 0;
    struct aic_subject s;
    struct aic_layout part;
    char err[300], text[512];

    if (!make_subject(a, &s))
        return 2;
    if (a->n_at != 1 || !a->option[TILE])
        return aic_args_error(&usage, "tile needs --at and --tile");
    if (!read_coord(&s, a->at[0], start, err, sizeof err) ||
        !read_coord(&s, a->option[TILE], extent, err, sizeof err) ||
        !aic_layout_tile(&s.layout, start, extent, &part, &base, err, sizeof err))
        return error_at("aicsim layout", "%s", err);
    aic_layout_print(&part, text, sizeof text);
    printf("%s from element %" PRIu64 ", byte %" PRIu64 "\n", text, base, base * aic_dtype_bits(s.dtype) / 8);
    return 0;
}

/* ---- check ---- */

static int check(const struct asked *a)
{
    const char *name = a->n_words > 0 ? a->words[0] : "";
    enum aic_layout_pattern p = aic_layout_pattern_from_name(name, strlen(name));
    struct aic_layout l;
    enum aic_dtype dt;
    char err[300];

    if (a->n_words != 2)
        return aic_args_error(&usage, "check needs a pattern and a layout");
    if (p == AIC_LP_COUNT)
        return error_at("aicsim layout", "'%s' is no pattern of the layout table (NZ ZN ZZ NN ND DN NDExt DNExt "
                        "ScaleAND ScaleADN ScaleBND ScaleBDN)", name);
    if (!aic_parse_dtype(a->option[DTYPE] ? a->option[DTYPE] : "half", &dt, err, sizeof err))
        return error_at("aicsim layout", "%s", err);
    if (!aic_layout_parse(a->words[1], &l, err, sizeof err))
        return error_at(a->words[1], "%s", err);
    if (!aic_layout_check(p, dt, &l, err, sizeof err)) {
        error_at(a->words[1], "%s", err);
        return 1;
    }
    printf("%s is a %s layout of %s\n", a->words[1], aic_layout_pattern_name(p), aic_dtype_name(dt));
    return 0;
}

/* ---- convert ---- */

/* How arrays of a type travel in .npy files, and which type a .npy means when nobody says it. */
static const struct {
    enum aic_dtype dt;
    const char *descr;
    bool implied;
} travels[] = {
    {AIC_DT_HALF, "<f2", true},      {AIC_DT_FLOAT, "<f4", true},       {AIC_DT_INT8, "|i1", true},
    {AIC_DT_UINT8, "|u1", true},     {AIC_DT_INT16, "<i2", true},       {AIC_DT_UINT16, "<u2", true},
    {AIC_DT_INT32, "<i4", true},     {AIC_DT_UINT32, "<u4", true},      {AIC_DT_BF16, "<u2", false},
    {AIC_DT_INT4, "|u1", false},     {AIC_DT_FP8_E4M3FN, "|u1", false}, {AIC_DT_FP8_E5M2, "|u1", false},
    {AIC_DT_HIFLOAT8, "|u1", false}, {AIC_DT_FP4_E2M1, "|u1", false},   {AIC_DT_FP4_E1M2, "|u1", false},
    {AIC_DT_FP8_E8M0, "|u1", false},
};

#define N_TRAVELS (sizeof travels / sizeof travels[0])

struct job {
    const struct aic_format *from, *to;
    enum aic_format_family kind; /* of tensors that both hold */
    enum aic_dtype dt;
    struct aic_logical t; /* of that kind */
    struct aic_array in, out;
    const char *in_path, *out_path;
};

static const struct aic_format *named_format(const struct asked *a, enum option which, char *err, size_t errlen)
{
    const char *name = a->option[which];
    const struct aic_format *f = name ? aic_format_from_name(name, strlen(name)) : NULL;

    if (!name)
        aic_fail(err, errlen, "convert needs --%s", options[which].name);
    else if (!f)
        aic_fail(err, errlen, "--%s '%s' is no format (aicsim layout list)", options[which].name, name);
    return f;
}

static bool choose_type(const struct asked *a, struct job *j, char *err, size_t errlen)
{
    if (a->option[DTYPE]) {
        if (!aic_parse_dtype(a->option[DTYPE], &j->dt, err, errlen))
            return false;
        unsigned bytes = (aic_dtype_bits(j->dt) + 7) / 8;

        return j->in.raw || j->in.itemsize == bytes ||
               aic_fail(err, errlen, "the array has elements of %zu bytes, %s is stored in %u", j->in.itemsize,
                        aic_dtype_name(j->dt), bytes);
    }
    if (j->in.raw)
        return aic_fail(err, errlen, "a raw file needs --dtype");
    for (size_t i = 0; i < N_TRAVELS; i++) {
        if (travels[i].implied && strcmp(travels[i].descr, j->in.descr) == 0) {
            j->dt = travels[i].dt;
            return true;
        }
    }
    return aic_fail(err, errlen, "elements of type %s are of no type that has formats", j->in.descr);
}

/* Whether each dimension of the format is one whole axis, so that its own order of axes is the natural one. */
static bool is_plain(const struct aic_format *f)
{
    const char *order = aic_format_order(f);

    for (size_t i = 0; order[i]; i++)
        if ((i % 2 == 1) != (order[i] == ' '))
            return false;
    return true;
}

/* The format in whose order --shape stands: a plain one, and where the two formats hold different kinds of tensors the
 * one with more axes, unless there are too few numbers for it. */
static const struct aic_format *speaking(const struct job *j, unsigned n)
{
    bool from_is_richer = aic_format_family(j->from) == j->kind;

    if (aic_format_family(j->from) == aic_format_family(j->to))
        return !is_plain(j->from) && is_plain(j->to) ? j->to : j->from;
    const struct aic_format *rich = from_is_richer ? j->from : j->to, *poor = from_is_richer ? j->to : j->from;
    bool joins = aic_format_family(rich) == AIC_FF_HEADS && !is_plain(rich); /* BSH takes three numbers */

    return n < (joins ? 3 : 5) ? poor : rich;
}

static bool tensor_from_shape(const char *text, struct job *j, char *err, size_t errlen)
{
    uint64_t dims[AIC_FORMAT_MAX_DIMS];
    struct aic_logical own;
    unsigned n = 0;

    if (!aic_parse_extents(text, AIC_FORMAT_MAX_DIMS, dims, &n, err, errlen))
        return false;
    const struct aic_format *speaks = speaking(j, n);

    return aic_logical_from_shape(speaks, n, dims, &own, err, errlen) &&
           aic_logical_lift(&own, aic_format_family(speaks), j->kind, &j->t, err, errlen);
}

/* An array of as many dimensions as the format has, but other ones, is another tensor. */
static bool fits_shape(const struct job *j, const char *shape, char *err, size_t errlen)
{
    uint64_t dims[AIC_FORMAT_MAX_DIMS];
    struct aic_logical own;
    char have[200] = "", want[200] = "";
    bool same = true;

    if (!aic_logical_for(j->from, j->kind, &j->t, &own, err, errlen))
        return false;
    unsigned n = aic_format_dims(j->from, j->dt, &own, dims, err, errlen);

    if (n == 0)
        return false;
    if (n != j->in.ndim)
        return true; /* flat, or split otherwise: the number of bytes decides */
    if (aic_dtype_bits(j->dt) == 4)
        dims[n - 1] /= 2;
    for (unsigned i = 0; i < n; i++) {
        same = same && dims[i] == j->in.dims[i];
        snprintf(have + strlen(have), sizeof have - strlen(have), "%s%zu", i ? "x" : "", j->in.dims[i]);
        snprintf(want + strlen(want), sizeof want - strlen(want), "%s%" PRIu64, i ? "x" : "", dims[i]);
    }
    return same || aic_fail(err, errlen, "the array is %s, but --shape %s makes %s an array of %s", have, shape,
                            aic_format_name(j->from), want);
}

static bool choose_tensor(const struct asked *a, struct job *j, char *err, size_t errlen)
{
    uint64_t dims[AIC_FORMAT_MAX_DIMS];
    struct aic_logical own;
    unsigned n = 0;

    if (a->option[SHAPE])
        return tensor_from_shape(a->option[SHAPE], j, err, errlen) &&
               (j->in.raw || fits_shape(j, a->option[SHAPE], err, errlen));
    if (j->in.raw)
        return aic_fail(err, errlen, "a raw file needs --shape");
    for (; n < j->in.ndim; n++)
        dims[n] = j->in.dims[n];
    if (n && aic_dtype_bits(j->dt) == 4)
        dims[n - 1] *= 2;
    if (!aic_logical_from_dims(j->from, j->dt, j->to, n, dims, &own, err, errlen) ||
        !aic_logical_lift(&own, aic_format_family(j->from), j->kind, &j->t, err, errlen))
        return false;
    if (strpbrk(aic_format_order(j->from), "01") && !strpbrk(aic_format_order(j->to), "01"))
        fprintf(stderr, "%s: note: without --shape the padding of %s counts as data\n", j->in_path,
                aic_format_name(j->from));
    return true;
}

/* The array that will be written: type, dimensions and memory. */
static bool make_output(struct job *j, char *err, size_t errlen)
{
    uint64_t dims[AIC_FORMAT_MAX_DIMS];
    struct aic_logical own;

    if (!aic_logical_for(j->to, j->kind, &j->t, &own, err, errlen))
        return false;
    uint64_t bytes = aic_format_tensor_bytes(j->to, j->dt, &own, err, errlen);
    unsigned n = bytes ? aic_format_dims(j->to, j->dt, &own, dims, err, errlen) : 0;

    if (n == 0)
        return false;
    if (n > AIC_ARRAY_MAX_DIMS && aic_path_is_npy(j->out_path))
        return aic_fail(err, errlen, "%s of this tensor has %u dimensions, a .npy holds %d here: write a raw file",
                        aic_format_name(j->to), n, AIC_ARRAY_MAX_DIMS);
    for (size_t i = 0; i < N_TRAVELS; i++)
        if (travels[i].dt == j->dt)
            strcpy(j->out.descr, travels[i].descr);
    if (!j->in.raw)
        strcpy(j->out.descr, j->in.descr);
    j->out.itemsize = (aic_dtype_bits(j->dt) + 7) / 8;
    j->out.ndim = n < AIC_ARRAY_MAX_DIMS ? n : AIC_ARRAY_MAX_DIMS;
    for (unsigned i = 0; i < j->out.ndim; i++)
        j->out.dims[i] = dims[i];
    if (aic_dtype_bits(j->dt) == 4)
        j->out.dims[j->out.ndim - 1] /= 2;
    j->out.bytes = bytes;
    j->out.data = aic_array_alloc(bytes);
    return j->out.data || aic_fail(err, errlen, "no memory for %" PRIu64 " bytes", bytes);
}

static int run_job(const struct asked *a, struct job *j)
{
    char err[300];

    j->from = named_format(a, FROM, err, sizeof err);
    j->to = j->from ? named_format(a, TO, err, sizeof err) : NULL;
    if (!j->to)
        return error_at("aicsim layout", "%s", err);
    j->kind = aic_format_shared_family(j->from, j->to);
    if (j->kind == AIC_FF_COUNT)
        return error_at("aicsim layout", "%s holds %s, %s holds %s: they do not describe the same kind of tensor",
                        aic_format_name(j->from), aic_family_meaning(aic_format_family(j->from)),
                        aic_format_name(j->to), aic_family_meaning(aic_format_family(j->to)));
    if (!aic_npy_read(j->in_path, &j->in, err, sizeof err) || !choose_type(a, j, err, sizeof err) ||
        !choose_tensor(a, j, err, sizeof err) || !make_output(j, err, sizeof err) ||
        !aic_format_convert_tensor(j->from, j->to, j->dt, &j->t, j->in.data, j->in.bytes, j->out.data, j->out.bytes,
                                   err, sizeof err))
        return error_at(j->in_path, "%s", err);
    if (!aic_npy_write(j->out_path, &j->out, err, sizeof err))
        return error_at(j->out_path, "%s", err);
    return 0;
}

static int convert(const struct asked *a)
{
    struct job j = {.in_path = a->words[0], .out_path = a->words[1]};

    if (a->n_words != 2)
        return aic_args_error(&usage, "convert needs IN and OUT");
    int status = run_job(a, &j);

    aic_array_free(&j.in);
    aic_array_free(&j.out);
    return status;
}

/* ---- arguments ---- */

static const struct {
    const char *name;
    int (*run)(const struct asked *);
} actions[] = {
    {"convert", convert}, {"show", show}, {"offset", offset}, {"tile", tile}, {"check", check}, {"list", list},
    {"patterns", patterns},
};

/* Collects options and words; 0 to go on, otherwise the exit status plus one. */
static int collect(struct aic_args *args, struct asked *a)
{
    const char *value;

    for (;;) {
        int what = aic_args_next(args, &value);

        switch (what) {
        case AIC_ARG_END:
            return 0;
        case AIC_ARG_HELP:
            return 1;
        case AIC_ARG_BAD:
            return 3;
        case AIC_ARG_WORD:
            if (a->n_words == sizeof a->words / sizeof a->words[0])
                return aic_args_error(&usage, "'%s' is one argument too many", value) + 1;
            a->words[a->n_words++] = value;
            break;
        default:
            if (what == AT && a->n_at == MAX_ASKED)
                return aic_args_error(&usage, "more than %d --at: ask for the others in a second call", MAX_ASKED) + 1;
            if (what == AT)
                a->at[a->n_at++] = value;
            a->option[what] = value;
        }
    }
}

int aic_cmd_layout(int argc, char **argv)
{
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    struct asked a = {.n_words = 0};
    const char *action = argc > 1 ? argv[1] : "";

    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(action, actions[i].name) != 0)
            continue;
        args.at = 2;
        int stop = collect(&args, &a);

        return stop ? stop - 1 : actions[i].run(&a);
    }
    if (strcmp(action, "--help") == 0 || strcmp(action, "-h") == 0) {
        aic_args_help(&usage);
        return 0;
    }
    return aic_args_error(&usage, action[0] ? "unknown action '%s'" : "no action%s", action);
}
