#include "buffers/formats.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char err[256];

static const struct aic_format *format(const char *name)
{
    const struct aic_format *f = aic_format_from_name(name, strlen(name));

    cr_assert_not_null(f, "%s", name);
    return f;
}

/* Reads and writes element i of an array of elements of `bits` bits, for plain reference loops. */
static unsigned get(const unsigned char *p, uint64_t i, unsigned bits)
{
    unsigned v = 0;

    if (bits == 4)
        return p[i / 2] >> i % 2 * 4 & 0xfu;
    memcpy(&v, p + i * bits / 8, bits / 8);
    return v;
}

static void fill_random(unsigned char *p, size_t n, unsigned seed)
{
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        p[i] = (unsigned char)(seed >> 24);
    }
}

/* ---- the documents' examples ---- */

Test(formats, the_documents_20_by_28_half_matrix_in_nz)
{
    uint16_t src[20 * 28], dst[32 * 32];
    uint64_t dims[AIC_FORMAT_MAX_DIMS];
    struct aic_logical t = {.axis = {20, 28}};

    for (unsigned i = 0; i < 20 * 28; i++)
        src[i] = (uint16_t)(i + 1000); /* the document's values, shifted so that padding cannot look like the first */
    cr_assert_eq(aic_format_bytes(format("NZ"), AIC_DT_HALF, 20, 28), sizeof dst);
    cr_assert_eq(aic_format_dims(format("NZ"), AIC_DT_HALF, &t, dims, err, sizeof err), 4);
    cr_assert_eq(dims[0], 2);
    cr_assert_eq(dims[1], 2);
    cr_assert_eq(dims[2], 16);
    cr_assert_eq(dims[3], 16);
    cr_assert(aic_format_convert(format("ND"), format("NZ"), AIC_DT_HALF, 20, 28, src, sizeof src, dst, sizeof dst, err,
                                 sizeof err),
              "%s", err);
    /* The first and last three values of the lines that the document prints; 0 is padding. */
    static const struct {
        unsigned n1, m1, m0, first;
        bool row, tail;
    } printed[] = {
        {0, 0, 0, 0, true, true},    {0, 0, 1, 28, true, true},   {0, 0, 15, 420, true, true},
        {0, 1, 0, 448, true, true},  {0, 1, 2, 504, true, true},  {0, 1, 15, 0, false, false},
        {1, 0, 0, 16, true, false},  {1, 0, 15, 436, true, false}, {1, 1, 0, 464, true, false},
        {1, 1, 13, 0, false, false},
    };

    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++) {
        const uint16_t *line = dst + ((printed[i].n1 * 2 + printed[i].m1) * 16 + printed[i].m0) * 16;

        for (unsigned k = 0; k < 3; k++) {
            cr_assert_eq(line[k], printed[i].row ? printed[i].first + k + 1000 : 0);
            cr_assert_eq(line[13 + k], printed[i].tail ? printed[i].first + 13 + k + 1000 : 0);
        }
    }
}

Test(formats, the_documents_fractal_z_example)
{
    /* HWCN (2,2,32,32) gives (8,2,16,16). */
    uint64_t shape[4] = {2, 2, 32, 32}, dims[AIC_FORMAT_MAX_DIMS];
    struct aic_logical t;

    cr_assert(aic_logical_from_shape(format("HWCN"), 4, shape, &t, err, sizeof err), "%s", err);
    cr_assert_eq(aic_format_dims(format("FRACTAL_Z"), AIC_DT_HALF, &t, dims, err, sizeof err), 4);
    cr_assert_eq(dims[0], 8);
    cr_assert_eq(dims[1], 2);
    cr_assert_eq(dims[2], 16);
    cr_assert_eq(dims[3], 16);
}

Test(formats, the_documents_fractal_z_3d_example)
{
    /* NDHWC (48,2,2,2,32): D*C1*H*W = 2*2*2*2, N1 = 3. */
    uint64_t shape[5] = {48, 2, 2, 2, 32}, dims[AIC_FORMAT_MAX_DIMS];
    struct aic_logical t;

    cr_assert(aic_logical_from_shape(format("NDHWC"), 5, shape, &t, err, sizeof err), "%s", err);
    cr_assert_eq(aic_format_dims(format("FRACTAL_Z_3D"), AIC_DT_HALF, &t, dims, err, sizeof err), 4);
    cr_assert_eq(dims[0], 16);
    cr_assert_eq(dims[1], 3);
    cr_assert_eq(dims[2], 16);
    cr_assert_eq(dims[3], 16);
}

Test(formats, row_and_column_major)
{
    struct aic_logical t = {.axis = {2, 4}};
    struct aic_layout l;
    uint64_t coord[2] = {1, 0}, offset = 0;

    cr_assert(aic_format_layout(format("ROW_MAJOR"), AIC_DT_HALF, &t, &l, err, sizeof err));
    cr_assert(aic_layout_offset(&l, coord, &offset));
    cr_assert_eq(offset, 4);
    cr_assert(aic_format_layout(format("COLUMN_MAJOR"), AIC_DT_HALF, &t, &l, err, sizeof err));
    cr_assert(aic_layout_offset(&l, coord, &offset));
    cr_assert_eq(offset, 1);
}

/* ---- every matrix format against its closed formula ---- */

#define UP(x, n) (((x) + (n)-1) / (n) * (n))

struct place {
    uint64_t r, s, rows, cols, c0;
};

static uint64_t nd(struct place p)
{
    return p.r * p.cols + p.s;
}
static uint64_t dn(struct place p)
{
    return p.s * p.rows + p.r;
}
static uint64_t align(struct place p)
{
    return p.r * UP(p.cols, p.c0) + p.s;
}
static uint64_t nz(struct place p)
{
    return (p.s / p.c0 * (UP(p.rows, 16) / 16) + p.r / 16) * 16 * p.c0 + p.r % 16 * p.c0 + p.s % p.c0;
}
static uint64_t l0c(struct place p)
{
    return (p.s / 16 * (UP(p.rows, 16) / 16) + p.r / 16) * 256 + p.r % 16 * 16 + p.s % 16;
}
static uint64_t zz(struct place p)
{
    return (p.r / 16 * (UP(p.cols, p.c0) / p.c0) + p.s / p.c0) * 16 * p.c0 + p.r % 16 * p.c0 + p.s % p.c0;
}
static uint64_t zn(struct place p)
{
    return (p.r / p.c0 * (UP(p.cols, 16) / 16) + p.s / 16) * 16 * p.c0 + p.s % 16 * p.c0 + p.r % p.c0;
}
static uint64_t scale_zz(struct place p)
{
    return (p.r / 16 * (p.cols / 2) + p.s / 2) * 32 + p.r % 16 * 2 + p.s % 2;
}
static uint64_t scale_nn(struct place p)
{
    return (p.s / 16 * (p.rows / 2) + p.r / 2) * 32 + p.s % 16 * 2 + p.r % 2;
}
static uint64_t scale_adn(struct place p)
{
    return p.s / 2 * 2 * p.rows + p.r * 2 + p.s % 2;
}
static uint64_t scale_bnd(struct place p)
{
    return p.r / 2 * 2 * p.cols + p.s * 2 + p.r % 2;
}

static const struct formula {
    const char *name;
    uint64_t (*at)(struct place);
    bool scale, data, wide; /* for fp8_e8m0; for other types; 16 and 32 bits only */
} formulas[] = {
    {"nd", nd, true, true, false},
    {"column_major", dn, true, true, false},
    {"nd_align", align, false, true, false},
    {"nz", nz, false, true, false},
    {"nz_l0c", l0c, false, true, true},
    {"zz", zz, false, true, false},
    {"zn", zn, false, true, false},
    {"zz", scale_zz, true, false, false},
    {"nn", scale_nn, true, false, false},
    {"scale_and", nd, true, false, false},
    {"scale_adn", scale_adn, true, false, false},
    {"scale_bnd", scale_bnd, true, false, false},
    {"scale_bdn", dn, true, false, false},
};

static bool holds(const struct formula *f, enum aic_dtype dt)
{
    return dt == AIC_DT_FP8_E8M0 ? f->scale : f->data && (!f->wide || aic_dtype_bits(dt) >= 16);
}

/* Converts a random matrix and compares each element, and that nothing but the elements is set. */
static void check_pair(const struct formula *a, const struct formula *b, enum aic_dtype dt, uint64_t rows,
                       uint64_t cols)
{
    const struct aic_format *fa = format(a->name), *fb = format(b->name);
    size_t na = aic_format_bytes(fa, dt, rows, cols), nb = aic_format_bytes(fb, dt, rows, cols);
    unsigned bits = aic_dtype_bits(dt);
    unsigned char *src = malloc(na), *dst = malloc(nb);
    struct place p = {0, 0, rows, cols, 256 / bits};
    uint64_t set = 0, in_place = 0;

    cr_assert(na && nb && src && dst, "%s -> %s %s %llu x %llu", a->name, b->name, aic_dtype_name(dt),
              (unsigned long long)rows, (unsigned long long)cols);
    fill_random(src, na, (unsigned)(rows * 31 + cols));
    for (size_t i = 0; i < na; i++)
        src[i] |= 0x11; /* no element is zero, so that padding can be counted */
    memset(dst, 0xaa, nb);
    cr_assert(aic_format_convert(fa, fb, dt, rows, cols, src, na, dst, nb, err, sizeof err), "%s", err);
    for (p.r = 0; p.r < rows; p.r++) {
        for (p.s = 0; p.s < cols; p.s++) {
            unsigned want = get(src, a->at(p), bits), have = get(dst, b->at(p), bits);

            cr_assert_eq(have, want, "%s -> %s %s %llu x %llu at %llu,%llu: %x, not %x", a->name, b->name,
                         aic_dtype_name(dt), (unsigned long long)rows, (unsigned long long)cols,
                         (unsigned long long)p.r, (unsigned long long)p.s, have, want);
            in_place++;
        }
    }
    for (uint64_t i = 0; i < nb * 8 / bits; i++)
        set += get(dst, i, bits) != 0;
    cr_assert_eq(set, in_place, "%s -> %s: padding is not zero", a->name, b->name);
    free(src);
    free(dst);
}

Test(formats, every_pair_of_matrix_formats_and_width)
{
    static const uint64_t shapes[][2] = {{1, 2},   {2, 64},   {16, 16},  {20, 28},
                                         {32, 96}, {34, 130}, {130, 66}, {256, 200}};
    static const enum aic_dtype types[] = {AIC_DT_INT4, AIC_DT_INT8, AIC_DT_HALF, AIC_DT_FLOAT, AIC_DT_FP8_E8M0};

    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        for (size_t d = 0; d < sizeof types / sizeof types[0]; d++)
            for (size_t a = 0; a < sizeof formulas / sizeof formulas[0]; a++)
                for (size_t b = 0; b < sizeof formulas / sizeof formulas[0]; b++)
                    if (holds(&formulas[a], types[d]) && holds(&formulas[b], types[d]) &&
                        (shapes[s][0] % 2 == 0 || types[d] == AIC_DT_INT8 || types[d] == AIC_DT_HALF ||
                         types[d] == AIC_DT_FLOAT))
                        check_pair(&formulas[a], &formulas[b], types[d], shapes[s][0], shapes[s][1]);
}

Test(formats, odd_extents_of_four_bits_between_padded_formats)
{
    const struct formula *padded[3] = {&formulas[3], &formulas[5], &formulas[6]};

    for (unsigned a = 0; a < 3; a++)
        for (unsigned b = 0; b < 3; b++)
            for (uint64_t rows = 1; rows < 70; rows += 17)
                check_pair(padded[a], padded[b], AIC_DT_INT4, rows, 67);
}

Test(formats, large_transpositions_cross_every_tile_edge)
{
    static const uint64_t shapes[][2] = {{127, 129}, {128, 256}, {515, 130}, {64, 1030}, {7, 300}, {300, 7}};
    static const enum aic_dtype types[] = {AIC_DT_INT8, AIC_DT_HALF, AIC_DT_FLOAT};

    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        for (size_t d = 0; d < sizeof types / sizeof types[0]; d++)
            for (size_t b = 0; b < 7; b++)
                if (holds(&formulas[b], types[d])) {
                    check_pair(&formulas[0], &formulas[b], types[d], shapes[s][0], shapes[s][1]);
                    check_pair(&formulas[b], &formulas[1], types[d], shapes[s][0], shapes[s][1]);
                }
}

Test(formats, plain_formats_store_the_spoken_axes)
{
    static const char *const pairs[][2] = {{"zz", "nd"},          {"column_major", "nd"}, {"vector", "nd"},
                                           {"nc1hwc0", "nchw"},   {"fractal_z", "nchw"},  {"hwcn", "hwcn"},
                                           {"ndc1hwc0", "ncdhw"}, {"ndhwc", "ndhwc"},     {"bmnk", "bsngd"},
                                           {"sbh", "bsngd"},      {"sbngd", "sbngd"},     {"nd", "nd"}};

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        cr_assert_eq(aic_format_plain(format(pairs[i][0])), format(pairs[i][1]), "%s", pairs[i][0]);
    for (size_t i = 0; aic_format_at(i); i++)
        cr_assert_eq(aic_format_plain(aic_format_plain(aic_format_at(i))), aic_format_plain(aic_format_at(i)));
}

/* ---- formats against the layout table ---- */

Test(formats, the_layout_of_a_format_is_its_row_of_the_layout_table)
{
    static const struct {
        const char *format;
        enum aic_layout_pattern pattern;
        enum aic_dtype dt;
    } cases[] = {
        {"nz", AIC_LP_NZ, AIC_DT_HALF},       {"zn", AIC_LP_ZN, AIC_DT_INT8},
        {"zz", AIC_LP_ZZ, AIC_DT_FP4_E2M1},   {"nd", AIC_LP_ND, AIC_DT_FLOAT},
        {"dn", AIC_LP_DN, AIC_DT_HALF},       {"zz", AIC_LP_ZZ, AIC_DT_FP8_E8M0},
        {"nn", AIC_LP_NN, AIC_DT_FP8_E8M0},   {"scale_adn", AIC_LP_SCALE_ADN, AIC_DT_FP8_E8M0},
        {"nz", AIC_LP_NZ, AIC_DT_FLOAT},      {"scale_bnd", AIC_LP_SCALE_BND, AIC_DT_FP8_E8M0},
        {"ndext", AIC_LP_NDEXT, AIC_DT_HALF}, {"scale_bdn", AIC_LP_SCALE_BDN, AIC_DT_FP8_E8M0},
        {"dnext", AIC_LP_DNEXT, AIC_DT_HALF}, {"scale_and", AIC_LP_SCALE_AND, AIC_DT_FP8_E8M0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_logical t = {.axis = {40, 72}};
        struct aic_layout a, b;

        cr_assert(aic_format_layout(format(cases[i].format), cases[i].dt, &t, &a, err, sizeof err), "%s", err);
        cr_assert(aic_layout_make(cases[i].pattern, cases[i].dt, 40, 72, &b, err, sizeof err), "%s", err);
        for (uint64_t r = 0; r < 40; r++) {
            for (uint64_t c = 0; c < 72; c++) {
                uint64_t coord[2] = {r, c}, x = 1, y = 2;

                cr_assert(aic_layout_offset(&a, coord, &x));
                cr_assert(aic_layout_offset(&b, coord, &y));
                cr_assert_eq(x, y, "%s at %llu,%llu", cases[i].format, (unsigned long long)r, (unsigned long long)c);
            }
        }
    }
}

/* ---- names, shapes, errors ---- */

Test(formats, names_are_found_however_they_are_written)
{
    cr_assert_eq(format("FRACTAL_NZ"), format("nz"));
    cr_assert_eq(format("ScaleADN"), format("scale_adn"));
    cr_assert_eq(format("DNExt"), format("column_major"));
    cr_assert_eq(format("row-major"), format("ND"));
    cr_assert_null(aic_format_from_name("nzz", 3));
    cr_assert_null(aic_format_from_name("", 0));
    for (size_t i = 0; aic_format_at(i); i++)
        cr_assert_eq(format(aic_format_name(aic_format_at(i))), aic_format_at(i));
}

Test(formats, leading_dimensions_are_kept)
{
    uint64_t shape[4] = {3, 2, 20, 28}, dims[AIC_FORMAT_MAX_DIMS];
    struct aic_logical t;
    uint16_t src[6 * 20 * 28];
    static uint16_t dst[6 * 32 * 32], one[32 * 32];

    for (unsigned i = 0; i < 6 * 20 * 28; i++)
        src[i] = (uint16_t)(i + 1);
    cr_assert(aic_logical_from_shape(format("nd"), 4, shape, &t, err, sizeof err));
    cr_assert_eq(t.nlead, 2);
    cr_assert_eq(aic_format_dims(format("nz"), AIC_DT_HALF, &t, dims, err, sizeof err), 6);
    cr_assert_eq(dims[0], 3);
    cr_assert_eq(dims[1], 2);
    cr_assert(aic_format_convert_tensor(format("nd"), format("nz"), AIC_DT_HALF, &t, src, sizeof src, dst, sizeof dst,
                                        err, sizeof err),
              "%s", err);
    for (unsigned b = 0; b < 6; b++) {
        cr_assert(aic_format_convert(format("nd"), format("nz"), AIC_DT_HALF, 20, 28, src + b * 560, 1120, one,
                                     sizeof one, err, sizeof err));
        cr_assert_arr_eq(one, dst + b * 1024, sizeof one);
    }
}

Test(formats, wrong_requests_say_what_is_wrong)
{
    static const struct {
        const char *from, *to;
        enum aic_dtype dt;
        uint64_t rows, cols;
        int extra; /* bytes that the input has too many */
        const char *says;
    } cases[] = {
        {"nd", "nn", AIC_DT_HALF, 20, 28, 0, "nn holds fp8_e8m0 scales only, not half"},
        {"nd", "nz", AIC_DT_FP8_E8M0, 20, 28, 0, "nz does not hold fp8_e8m0"},
        {"nd", "nz", AIC_DT_UINT64, 20, 28, 0, "does not hold uint64"},
        {"nd", "nz_l0c", AIC_DT_INT8, 20, 28, 0, "nz_l0c does not hold int8"},
        {"nd", "zz", AIC_DT_FP8_E8M0, 20, 27, 0, "stores pairs along the columns: 27 is odd"},
        {"nd", "nn", AIC_DT_FP8_E8M0, 19, 28, 0, "stores pairs along the rows: 19 is odd"},
        {"nd", "vector", AIC_DT_HALF, 2, 28, 0, "one row, not of 2"},
        {"nd", "nz", AIC_DT_INT4, 20, 27, 0, "4-bit elements are stored in pairs"},
        {"nd", "column_major", AIC_DT_INT4, 21, 28, 0, "last dimension of column_major is 21"},
        {"nd", "nz", AIC_DT_HALF, 20, 28, 2, "the input in nd must have 1120 bytes, it has 1122"},
        {"nd", "nz", AIC_DT_HALF, 0, 28, 0, "extent 0"},
        {"nd", "nz", AIC_DT_HALF, (uint64_t)1 << 40, (uint64_t)1 << 40, 0, "more than 2^48 elements"},
        {"nd", "nchw", AIC_DT_HALF, 20, 28, 0, "nchw is not a format of matrices"},
    };
    static unsigned char src[4096], dst[4096];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct aic_format *from = format(cases[i].from), *to = format(cases[i].to);
        size_t na = aic_format_bytes(from, cases[i].dt, cases[i].rows, cases[i].cols);
        size_t nb = aic_format_bytes(to, cases[i].dt, cases[i].rows, cases[i].cols);

        cr_assert_not(aic_format_convert(from, to, cases[i].dt, cases[i].rows, cases[i].cols, src,
                                         na + (size_t)cases[i].extra, dst, nb, err, sizeof err));
        cr_assert_not_null(strstr(err, cases[i].says), "case %zu gave '%s'", i, err);
    }
    struct aic_logical t = {.axis = {20, 28}};

    cr_assert_not(aic_format_convert_tensor(format("nd"), format("nchw"), AIC_DT_HALF, &t, src, 1120, dst, 1120, err,
                                            sizeof err));
    cr_assert_not_null(strstr(err, "same kind of tensor"), "%s", err);
    cr_assert_not(aic_format_convert(format("nd"), format("nz"), AIC_DT_HALF, 20, 28, src, 1120, dst, 2046, err,
                                     sizeof err));
    cr_assert_not_null(strstr(err, "output in nz must have 2048 bytes"), "%s", err);
}

Test(formats, tensors_are_read_from_stored_dimensions)
{
    static const struct {
        const char *from, *to;
        enum aic_dtype dt;
        unsigned ndim;
        uint64_t dims[6];
        unsigned nlead;
        uint64_t axis[5];
        const char *says; /* NULL: accepted */
    } cases[] = {
        {"nz", NULL, AIC_DT_HALF, 4, {2, 3, 16, 16}, 0, {48, 32}, NULL},
        {"nz", NULL, AIC_DT_HALF, 5, {7, 2, 3, 16, 16}, 1, {48, 32}, NULL},
        {"nz", NULL, AIC_DT_HALF, 4, {2, 3, 16, 8}, 0, {0}, "dimension 3 of the array is 8, nz of half has 16"},
        {"nz", NULL, AIC_DT_HALF, 2, {32, 32}, 0, {0}, "nz needs at least 4 dimensions, got 2"},
        {"nd_align", NULL, AIC_DT_HALF, 2, {5, 32}, 0, {5, 32}, NULL},
        {"vector", NULL, AIC_DT_HALF, 1, {33}, 0, {1, 33}, NULL},
        {"nc1hwc0", NULL, AIC_DT_HALF, 5, {1, 2, 3, 4, 16}, 0, {1, 32, 3, 4}, NULL},
        {"fractal_z", "hwcn", AIC_DT_HALF, 4, {8, 2, 16, 16}, 0, {0}, "joins the axes c1hw"},
        {"bsh", "sbh", AIC_DT_HALF, 3, {2, 5, 24}, 0, {2, 5, 1, 1, 24}, NULL},
        {"bsh", "bsngd", AIC_DT_HALF, 3, {2, 5, 24}, 0, {0}, "joins the axes ngd"},
        {"bmnk", "bsngd", AIC_DT_HALF, 3, {2, 5, 24}, 0, {0}, "joins the axes bng"},
        {"bngs1s2", "bsngd", AIC_DT_HALF, 5, {2, 3, 4, 5, 6}, 0, {2, 5, 3, 4, 6}, NULL},
        {"nd", NULL, AIC_DT_HALF, 2, {(uint64_t)1 << 60, 2}, 0, {0}, "too large"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_logical t;
        bool ok = aic_logical_from_dims(format(cases[i].from), cases[i].dt, cases[i].to ? format(cases[i].to) : NULL,
                                       cases[i].ndim, cases[i].dims, &t, err, sizeof err);

        cr_assert_eq(ok, !cases[i].says, "case %zu: %s", i, ok ? "accepted" : err);
        if (!ok) {
            cr_assert_not_null(strstr(err, cases[i].says), "case %zu gave '%s'", i, err);
            continue;
        }
        cr_assert_eq(t.nlead, cases[i].nlead);
        cr_assert_arr_eq(t.axis, cases[i].axis, sizeof t.axis, "case %zu", i);
    }
}
