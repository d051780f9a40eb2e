/* The document's Layout table as data: every cell is a product of two factors over rows, columns and C0. */
#include "buffers/fail.h"
#include "buffers/layout.h"

#include <stdio.h>
#include <strings.h>

enum factor { ONE, ZERO, N2, N16, N32, C0, ROW, COL, ROW_HALF, COL_HALF, CD_ROW_16, CD_COL_16, CD_ROW_C0, CD_COL_C0,
              CA_ROW_16, CA_COL_16, CA_COL_C0 };

/* value = kind applied to rows or columns with `by` (0 stands for C0). */
static const struct {
    const char *text;
    char of; /* 'r', 'c', '0' for C0, '1' for a constant */
    char op; /* '=' as it is, '/' exact division, 'd' ceil_div, 'a' ceil_align */
    unsigned by;
} factors[] = {
    [ONE] = {"1", '1', '=', 1},
    [ZERO] = {"0", '1', '=', 0},
    [N2] = {"2", '1', '=', 2},
    [N16] = {"16", '1', '=', 16},
    [N32] = {"32", '1', '=', 32},
    [C0] = {"C0", '0', '=', 1},
    [ROW] = {"row", 'r', '=', 1},
    [COL] = {"column", 'c', '=', 1},
    [ROW_HALF] = {"row/2", 'r', '/', 2},
    [COL_HALF] = {"column/2", 'c', '/', 2},
    [CD_ROW_16] = {"ceil_div(row,16)", 'r', 'd', 16},
    [CD_COL_16] = {"ceil_div(column,16)", 'c', 'd', 16},
    [CD_ROW_C0] = {"ceil_div(row,C0)", 'r', 'd', 0},
    [CD_COL_C0] = {"ceil_div(column,C0)", 'c', 'd', 0},
    [CA_ROW_16] = {"ceil_align(row,16)", 'r', 'a', 16},
    [CA_COL_16] = {"ceil_align(column,16)", 'c', 'a', 16},
    [CA_COL_C0] = {"ceil_align(column,C0)", 'c', 'a', 0},
};

/* What the document demands of a stride in a layout that is not the contiguous one. */
enum demand {
    FIXED,   /* must equal the cell */
    FREE,    /* any stride that keeps the coordinates apart */
    FRACTALS /* a multiple of a whole fractal (StrideColumn1 of NZ, StrideRow1 of ZN) */
};

struct cell {
    enum factor a, b;
    enum demand demand;
};

struct row {
    enum aic_layout_pattern pattern;
    aic_dtype_set types;
    bool pair;
    struct cell shape[4], stride[4]; /* Row0, Row1, Column0, Column1 */
};

#define E8M0 AIC_DT_BIT(AIC_DT_FP8_E8M0)
#define T ((AIC_DT_BIT(AIC_DT_COUNT) - 2) & ~E8M0 & ~AIC_DT_BIT(AIC_DT_UINT64))

static const struct row rows[] = {
    {AIC_LP_NZ, T, true, {{N16}, {CD_ROW_16}, {C0}, {CD_COL_C0}},
     {{C0}, {C0, N16, FREE}, {ONE}, {C0, CA_ROW_16, FRACTALS}}},
    {AIC_LP_ZN, T, true, {{C0}, {CD_ROW_C0}, {N16}, {CD_COL_16}},
     {{ONE}, {C0, CA_COL_16, FRACTALS}, {C0}, {C0, N16, FREE}}},
    {AIC_LP_DNEXT, T, true, {{ONE}, {ROW}, {ONE}, {COL}}, {{ZERO}, {ONE}, {ZERO}, {ROW}}},
    {AIC_LP_NDEXT, T, true, {{ONE}, {ROW}, {ONE}, {COL}}, {{ZERO}, {COL}, {ZERO}, {ONE}}},
    {AIC_LP_DN, T, false, {{ROW}, {ONE}, {COL}, {ONE}}, {{ONE}, {ZERO}, {ROW}, {ZERO}}},
    {AIC_LP_ND, T, false, {{ROW}, {ONE}, {COL}, {ONE}}, {{COL}, {ZERO}, {ONE}, {ZERO}}},
    {AIC_LP_ZZ, T, true, {{N16}, {CD_ROW_16}, {C0}, {CD_COL_C0}},
     {{C0}, {N16, CA_COL_C0, FREE}, {ONE}, {C0, N16}}},
    {AIC_LP_ZZ, E8M0, true, {{N16}, {CD_ROW_16}, {N2}, {COL_HALF}}, {{N2}, {COL, N16, FREE}, {ONE}, {N32}}},
    {AIC_LP_NN, E8M0, true, {{N2}, {ROW_HALF}, {N16}, {CD_COL_16}}, {{ONE}, {N32}, {N2}, {ROW, N16, FREE}}},
    {AIC_LP_SCALE_AND, E8M0, true, {{ONE}, {ROW}, {ONE}, {COL}}, {{ZERO}, {COL}, {ZERO}, {ONE}}},
    {AIC_LP_SCALE_ADN, E8M0, true, {{ONE}, {ROW}, {N2}, {COL_HALF}}, {{ZERO}, {N2}, {ONE}, {N2, ROW, FREE}}},
    {AIC_LP_SCALE_BND, E8M0, true, {{N2}, {ROW_HALF}, {ONE}, {COL}}, {{ONE}, {N2, COL, FREE}, {ZERO}, {N2}}},
    {AIC_LP_SCALE_BDN, E8M0, true, {{ONE}, {ROW}, {ONE}, {COL}}, {{ZERO}, {ONE}, {ZERO}, {ROW}}},
};

static const char *const pattern_names[AIC_LP_COUNT] = {
    [AIC_LP_NZ] = "NZ",
    [AIC_LP_ZN] = "ZN",
    [AIC_LP_DNEXT] = "DNExt",
    [AIC_LP_NDEXT] = "NDExt",
    [AIC_LP_DN] = "DN",
    [AIC_LP_ND] = "ND",
    [AIC_LP_ZZ] = "ZZ",
    [AIC_LP_NN] = "NN",
    [AIC_LP_SCALE_AND] = "ScaleAND",
    [AIC_LP_SCALE_ADN] = "ScaleADN",
    [AIC_LP_SCALE_BND] = "ScaleBND",
    [AIC_LP_SCALE_BDN] = "ScaleBDN",
};

static const char *const cell_names[4] = {"Row0", "Row1", "Column0", "Column1"};

/* Rows and columns are kept below this so that every product of the table fits easily. */
#define MAX_EXTENT ((uint64_t)1 << 30)

const char *aic_layout_pattern_name(enum aic_layout_pattern p)
{
    return (unsigned)p < AIC_LP_COUNT ? pattern_names[p] : "?";
}

enum aic_layout_pattern aic_layout_pattern_from_name(const char *name, size_t len)
{
    static const char suffix[] = "layoutptn";
    char plain[32];
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        if (name[i] == '_')
            continue;
        if (n + 1 == sizeof plain)
            return AIC_LP_COUNT;
        plain[n++] = name[i];
    }
    plain[n] = '\0';
    if (n > sizeof suffix && strcasecmp(plain + n - (sizeof suffix - 1), suffix) == 0)
        plain[n - (sizeof suffix - 1)] = '\0';
    for (unsigned p = 0; p < AIC_LP_COUNT; p++)
        if (strcasecmp(plain, pattern_names[p]) == 0)
            return (enum aic_layout_pattern)p;
    return AIC_LP_COUNT;
}

/* The table's row for a pattern and type; NULL with the reason when there is none. */
static const struct row *find_row(enum aic_layout_pattern p, enum aic_dtype dt, char *err, size_t errlen)
{
    bool known = false;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        known = known || rows[i].pattern == p;
        if (rows[i].pattern == p && dt > AIC_DT_NONE && dt < AIC_DT_COUNT && (rows[i].types & AIC_DT_BIT(dt)))
            return &rows[i];
    }
    if (!known)
        aic_fail(err, errlen, "there is no such layout pattern");
    else if (dt == AIC_DT_FP8_E8M0)
        aic_fail(err, errlen, "the %s layout has no row for fp8_e8m0: scales are laid out as ZZ, NN or one of "
                 "the Scale layouts", pattern_names[p]);
    else
        aic_fail(err, errlen, "the %s layout has no row for %s%s", pattern_names[p], aic_dtype_name(dt),
                 p >= AIC_LP_NN ? ": it describes fp8_e8m0 scales only" : "");
    return NULL;
}

static uint64_t factor_value(enum factor f, uint64_t row, uint64_t column, uint64_t c0)
{
    uint64_t by = factors[f].by ? factors[f].by : c0;
    uint64_t of = factors[f].of == 'r' ? row : factors[f].of == 'c' ? column : c0;

    if (factors[f].of == '1')
        return factors[f].by;
    switch (factors[f].op) {
    case '/':
        return of / by;
    case 'd':
        return (of + by - 1) / by;
    case 'a':
        return (of + by - 1) / by * by;
    default:
        return of;
    }
}

static uint64_t cell_value(struct cell c, uint64_t row, uint64_t column, uint64_t c0)
{
    return factor_value(c.a, row, column, c0) * factor_value(c.b, row, column, c0);
}

/* Whether the table halves the rows (or columns) of this row: those must be even. */
static bool halves(const struct row *r, enum factor half)
{
    for (unsigned i = 0; i < 4; i++)
        if (r->shape[i].a == half)
            return true;
    return false;
}

static bool check_extents(const struct row *r, uint64_t row, uint64_t column, char *err, size_t errlen)
{
    const char *name = pattern_names[r->pattern];

    if (row == 0 || column == 0 || row > MAX_EXTENT || column > MAX_EXTENT)
        return aic_fail(err, errlen, "a %s layout of %llu x %llu: both must be in 1..2^30", name,
                        (unsigned long long)row, (unsigned long long)column);
    if (halves(r, ROW_HALF) && row % 2)
        return aic_fail(err, errlen, "the %s layout pairs rows: %llu rows are odd", name, (unsigned long long)row);
    if (halves(r, COL_HALF) && column % 2)
        return aic_fail(err, errlen, "the %s layout pairs columns: %llu columns are odd", name,
                        (unsigned long long)column);
    return true;
}

bool aic_layout_make(enum aic_layout_pattern p, enum aic_dtype dt, uint64_t row, uint64_t column, struct aic_layout *l,
                     char *err, size_t errlen)
{
    const struct row *r = find_row(p, dt, err, errlen);
    uint64_t c0 = aic_dtype_c0(dt);

    if (!r || !check_extents(r, row, column, err, errlen))
        return false;
    *l = (struct aic_layout){.rank = 2};
    for (unsigned i = 0; i < 4; i++) {
        struct aic_mode *m = &l->mode[i / 2];

        m->pair = r->pair;
        m->shape[i % 2] = cell_value(r->shape[i], row, column, c0);
        m->stride[i % 2] = cell_value(r->stride[i], row, column, c0);
    }
    return true;
}

static size_t print_cell(struct cell c, char *buf, size_t size)
{
    bool product = c.b != ONE;
    int n = snprintf(buf, size, "%s%s%s", factors[c.a].text, product ? "*" : "", product ? factors[c.b].text : "");

    return n > 0 ? (size_t)n : 0;
}

static size_t print_cells(const struct cell *cells, bool pair, char *buf, size_t size)
{
    static const char *const before[2][4] = {{"(", "", ",", ""}, {"((", ",", "),(", ","}};
    size_t len = 0;

    for (unsigned i = 0; i < 4; i++) {
        int n = snprintf(len < size ? buf + len : NULL, len < size ? size - len : 0, "%s", before[pair][i]);

        len += n > 0 ? (size_t)n : 0;
        if (pair || i % 2 == 0)
            len += print_cell(cells[i], len < size ? buf + len : NULL, len < size ? size - len : 0);
    }
    int n = snprintf(len < size ? buf + len : NULL, len < size ? size - len : 0, "%s", pair ? "))" : ")");

    return len + (n > 0 ? (size_t)n : 0);
}

size_t aic_layout_pattern_text(enum aic_layout_pattern p, enum aic_dtype dt, char *buf, size_t size)
{
    const struct row *r = find_row(p, dt, NULL, 0);

    if (!r)
        return 0;
    size_t len = print_cells(r->shape, r->pair, buf, size);
    int n = snprintf(len < size ? buf + len : NULL, len < size ? size - len : 0, ":");

    len += n > 0 ? (size_t)n : 0;
    return len + print_cells(r->stride, r->pair, len < size ? buf + len : NULL, len < size ? size - len : 0);
}

/* One cell of the shape or the stride against the table; `want` is the contiguous layout's value. */
static bool check_cell(const struct row *r, unsigned i, uint64_t shape, uint64_t stride, uint64_t want_shape,
                       uint64_t want_stride, uint64_t fractal, char *err, size_t errlen)
{
    const char *name = pattern_names[r->pattern];

    if (shape != want_shape)
        return aic_fail(err, errlen, "%s: Shape%s is %llu, must be %llu", name, cell_names[i],
                        (unsigned long long)shape, (unsigned long long)want_shape);
    if (r->stride[i].demand == FIXED && stride != want_stride)
        return aic_fail(err, errlen, "%s: Stride%s is %llu, must be %llu", name, cell_names[i],
                        (unsigned long long)stride, (unsigned long long)want_stride);
    if (r->stride[i].demand == FRACTALS && stride % fractal)
        return aic_fail(err, errlen, "%s: Stride%s is %llu, must be a multiple of the fractal of %llu elements", name,
                        cell_names[i], (unsigned long long)stride, (unsigned long long)fractal);
    return true;
}

bool aic_layout_check(enum aic_layout_pattern p, enum aic_dtype dt, const struct aic_layout *l, char *err,
                      size_t errlen)
{
    const struct row *r = find_row(p, dt, err, errlen);
    struct aic_layout want;

    if (!r)
        return false;
    if (l->rank != 2)
        return aic_fail(err, errlen, "%s: a layout of rows and columns is needed, this one has %u modes",
                        pattern_names[p], l->rank);
    if (l->mode[0].pair != r->pair || l->mode[1].pair != r->pair)
        return aic_fail(err, errlen, "%s: the modes must be %s", pattern_names[p],
                        r->pair ? "pairs of inner and outer" : "single numbers");
    if (!aic_layout_make(p, dt, aic_layout_extent(l, 0), aic_layout_extent(l, 1), &want, err, errlen))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        const struct aic_mode *m = &l->mode[i / 2], *w = &want.mode[i / 2];

        if (!check_cell(r, i, m->shape[i % 2], m->stride[i % 2], w->shape[i % 2], w->stride[i % 2],
                        l->mode[0].shape[0] * l->mode[1].shape[0], err, errlen))
            return false;
    }
    unsigned mode, inner;
    uint64_t least;

    if (aic_layout_overlap(l, &mode, &inner, &least))
        return aic_fail(err, errlen, "%s: Stride%s is %llu, must be at least %llu: the strides let two coordinates "
                        "share an offset", pattern_names[p], cell_names[2 * mode + inner],
                        (unsigned long long)l->mode[mode].stride[inner], (unsigned long long)least);
    return true;
}

/* ---- frame layouts ---- */

bool aic_layout_make_frame(enum aic_frame f, enum aic_dtype dt, uint64_t n, uint64_t c, uint64_t h, uint64_t w,
                           struct aic_layout *l, char *err, size_t errlen)
{
    uint64_t c0 = aic_dtype_c0(dt);
    struct aic_layout out = {.rank = f == AIC_FRAME_NC1HWC0 ? 5 : 4};

    if (c0 == 0)
        return aic_fail(err, errlen, "a frame layout needs an element type");
    if (!n || !c || !h || !w || n > MAX_EXTENT || c > MAX_EXTENT || h > MAX_EXTENT || w > MAX_EXTENT)
        return aic_fail(err, errlen, "the extents of a frame layout must be in 1..2^30");
    if (f == AIC_FRAME_NC1HWC0 && c % c0)
        return aic_fail(err, errlen, "NC1HWC0 needs C = C1 * C0: C = %llu is no multiple of %llu for %s",
                        (unsigned long long)c, (unsigned long long)c0, aic_dtype_name(dt));
    const uint64_t shapes[3][5] = {{n, c, h, w, 1}, {n, h, w, c, 1}, {n, c / c0, h, w, c0}};
    uint64_t stride = 1;

    for (unsigned i = out.rank; i > 0; i--) {
        uint64_t shape = shapes[f][i - 1];

        out.mode[i - 1] = (struct aic_mode){false, {shape, 1}, {stride, 0}};
        if (__builtin_mul_overflow(stride, shape, &stride) || stride > (uint64_t)1 << 62)
            return aic_fail(err, errlen, "the frame layout reaches beyond 2^62 elements");
    }
    *l = out;
    return true;
}
