#include "buffers/layout.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char err[256];

static struct aic_layout parsed(const char *text)
{
    struct aic_layout l;

    cr_assert(aic_layout_parse(text, &l, err, sizeof err), "%s: %s", text, err);
    return l;
}

static uint64_t at(const struct aic_layout *l, uint64_t r, uint64_t c)
{
    uint64_t coord[2] = {r, c}, offset = 0;

    cr_assert(aic_layout_offset(l, coord, &offset));
    return offset;
}

Test(layout, the_documents_row_and_column_major_example)
{
    struct aic_layout row = parsed("(2,4):(4,1)"), column = parsed("(2,4):(1,2)");

    cr_assert_eq(at(&row, 1, 0), 4);
    cr_assert_eq(at(&column, 1, 0), 1);
}

Test(layout, the_documents_hierarchical_example)
{
    /* Inner matrices of 2 x 2 in column order, three below one another, four beside one another. */
    struct aic_layout l = parsed("((2,3),(2,4)):((1,4),(2,12))");

    cr_assert_eq(aic_layout_size(&l), 48);
    cr_assert_eq(aic_layout_cosize(&l), 48);
    cr_assert_eq(aic_layout_extent(&l, 0), 6);
    cr_assert_eq(aic_layout_extent(&l, 1), 8);
    static const unsigned first_column[6] = {0, 1, 4, 5, 8, 9}, first_row[8] = {0, 2, 12, 14, 24, 26, 36, 38};

    for (unsigned r = 0; r < 6; r++)
        for (unsigned c = 0; c < 8; c++)
            cr_assert_eq(at(&l, r, c), first_column[r] + first_row[c]);
}

Test(layout, printing_and_parsing_are_inverse)
{
    static const char *const texts[] = {"((2,3),(2,4)):((1,4),(2,12))", "(2,4):(4,1)", "(8):(1)",
                                        "(2,(3,4),5):(60,(1,3),12)", "((1,20),(1,28)):((0,28),(0,1))"};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct aic_layout l = parsed(texts[i]);
        char buf[128];

        cr_assert_eq(aic_layout_print(&l, buf, sizeof buf), strlen(texts[i]));
        cr_assert_str_eq(buf, texts[i]);
        cr_assert_eq(aic_layout_print(&l, buf, 4), strlen(texts[i]));
        cr_assert_eq(strlen(buf), 3);
    }
    struct aic_layout spaced = parsed(" ( 2 , 4 ) : ( 4 , 1 ) ");

    cr_assert_eq(at(&spaced, 1, 3), 7);
    struct aic_layout single = parsed("8:2");

    cr_assert_eq(aic_layout_cosize(&single), 15);
}

Test(layout, malformed_texts_are_refused_with_their_place)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "column 1: expected a number"},
        {"(2,4)", "column 6: expected ':'"},
        {"(2,4):(4)", "2 modes, the stride 1"},
        {"((2,3),4):(4,1)", "mode 0 is a pair in the shape only"},
        {"(2,4):(4,(1,2))", "mode 1 is a pair in the stride only"},
        {"(2,4):(4,1)x", "column 12: expected the end"},
        {"(2,4:(4,1)", "column 5: expected ',' or ')'"},
        {"((2,3,4),4):((1,2,3),1)", "column 6: expected ')' after a pair"},
        {"(0,4):(4,1)", "extent of 0"},
        {"(4611686018427387904,4):(1,1)", "smaller number"},
        {"(1000000000000,4):(1000000000000,1)", "beyond 2^62"},
        {"(1,1,1,1,1,1,1,1,1):(1,1,1,1,1,1,1,1,1)", "at most 8 modes"},
        {"(-2,4):(4,1)", "expected a number"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_layout l;

        cr_assert_not(aic_layout_parse(cases[i].text, &l, err, sizeof err), "%s", cases[i].text);
        cr_assert_not_null(strstr(err, cases[i].says), "'%s' gave '%s'", cases[i].text, err);
    }
}

/* Coordinates and offsets against a plain table built from all coordinates. */
Test(layout, coordinates_are_found_by_their_offset)
{
    static const char *const texts[] = {"((2,3),(2,4)):((1,4),(2,12))", "((16,2),(16,2)):((16,256),(1,512))",
                                        "(3,5):(7,1)", "(4,3):(3,5)",
                                        "(3,(2,2),2):(1,(3,24),6)"};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct aic_layout l = parsed(texts[i]);
        bool found[1200] = {false};

        for (uint64_t n = 0; n < aic_layout_size(&l); n++) {
            uint64_t coord[8], back[8], offset = 0, rest = n;

            for (unsigned m = l.rank; m > 0; m--) {
                coord[m - 1] = rest % aic_layout_extent(&l, m - 1);
                rest /= aic_layout_extent(&l, m - 1);
            }
            cr_assert(aic_layout_offset(&l, coord, &offset));
            cr_assert_lt(offset, aic_layout_cosize(&l));
            found[offset] = true;
            cr_assert(aic_layout_coord(&l, offset, back), "%s at %llu", texts[i], (unsigned long long)offset);
            cr_assert_arr_eq(coord, back, l.rank * sizeof *coord, "%s at %llu", texts[i], (unsigned long long)offset);
        }
        for (uint64_t offset = 0; offset < 1200; offset++) {
            uint64_t back[8];

            cr_assert_eq(aic_layout_coord(&l, offset, back), found[offset], "%s at %llu", texts[i],
                         (unsigned long long)offset);
        }
    }
}

Test(layout, coordinates_outside_have_no_offset)
{
    struct aic_layout l = parsed("((2,3),(2,4)):((1,4),(2,12))");
    uint64_t coord[2] = {6, 0}, offset = 77;

    cr_assert_not(aic_layout_offset(&l, coord, &offset));
    cr_assert_eq(offset, 77);
}

Test(layout, tiles_address_the_same_elements)
{
    struct aic_layout l = parsed("((16,4),(16,3)):((16,256),(1,1024))"), tile;
    static const struct {
        uint64_t start[2], extent[2];
    } cases[] = {{{16, 16}, {32, 32}}, {{0, 0}, {64, 48}}, {{3, 5}, {4, 11}}, {{48, 33}, {16, 7}}, {{5, 16}, {30, 16}}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t base = 0;

        cr_assert(aic_layout_tile(&l, cases[i].start, cases[i].extent, &tile, &base, err, sizeof err), "%s", err);
        cr_assert_eq(aic_layout_size(&tile), cases[i].extent[0] * cases[i].extent[1]);
        for (uint64_t r = 0; r < cases[i].extent[0]; r++)
            for (uint64_t c = 0; c < cases[i].extent[1]; c++)
                cr_assert_eq(base + at(&tile, r, c), at(&l, cases[i].start[0] + r, cases[i].start[1] + c));
    }
}

Test(layout, tiles_that_cut_blocks_are_refused)
{
    struct aic_layout l = parsed("((16,4),(16,3)):((16,256),(1,1024))"), tile;
    uint64_t start[2] = {0, 8}, extent[2] = {16, 16}, base;

    cr_assert_not(aic_layout_tile(&l, start, extent, &tile, &base, err, sizeof err));
    cr_assert_not_null(strstr(err, "mode 1 cuts inner blocks of 16"), "%s", err);
    extent[1] = 0;
    cr_assert_not(aic_layout_tile(&l, start, extent, &tile, &base, err, sizeof err));
    extent[1] = 41;
    cr_assert_not(aic_layout_tile(&l, start, extent, &tile, &base, err, sizeof err));
    cr_assert_not_null(strstr(err, "outside mode 1 of extent 48"), "%s", err);
}

/* Each contiguous row of the document's table, printed for 20 x 28; worked out by hand from the table. */
Test(layout, every_row_of_the_layout_table)
{
    static const struct {
        const char *pattern;
        enum aic_dtype dt;
        const char *text;
    } cases[] = {
        {"NZ", AIC_DT_HALF, "((16,2),(16,2)):((16,256),(1,512))"},
        {"NZ", AIC_DT_FLOAT, "((16,2),(8,4)):((8,128),(1,256))"},
        {"NZ", AIC_DT_INT8, "((16,2),(32,1)):((32,512),(1,1024))"},
        {"NZ", AIC_DT_FP4_E2M1, "((16,2),(64,1)):((64,1024),(1,2048))"},
        {"NZ", AIC_DT_FP4_E1M2, "((16,2),(64,1)):((64,1024),(1,2048))"},
        {"ZN", AIC_DT_HALF, "((16,2),(16,2)):((1,512),(16,256))"},
        {"ZN", AIC_DT_FLOAT, "((8,3),(16,2)):((1,256),(8,128))"},
        {"ZN", AIC_DT_INT8, "((32,1),(16,2)):((1,1024),(32,512))"},
        {"ZN", AIC_DT_FP4_E2M1, "((64,1),(16,2)):((1,2048),(64,1024))"},
        {"DNExt", AIC_DT_HALF, "((1,20),(1,28)):((0,1),(0,20))"},
        {"NDExt", AIC_DT_HALF, "((1,20),(1,28)):((0,28),(0,1))"},
        {"DN", AIC_DT_HALF, "(20,28):(1,20)"},
        {"ND", AIC_DT_HALF, "(20,28):(28,1)"},
        {"ZZ", AIC_DT_HALF, "((16,2),(16,2)):((16,512),(1,256))"},
        {"ZZ", AIC_DT_INT32, "((16,2),(8,4)):((8,512),(1,128))"},
        {"ZZ", AIC_DT_UINT8, "((16,2),(32,1)):((32,512),(1,512))"},
        {"ZZ", AIC_DT_FP8_E8M0, "((16,2),(2,14)):((2,448),(1,32))"},
        {"NN", AIC_DT_FP8_E8M0, "((2,10),(16,2)):((1,32),(2,320))"},
        {"ScaleAND", AIC_DT_FP8_E8M0, "((1,20),(1,28)):((0,28),(0,1))"},
        {"ScaleADN", AIC_DT_FP8_E8M0, "((1,20),(2,14)):((0,2),(1,40))"},
        {"ScaleBND", AIC_DT_FP8_E8M0, "((2,10),(1,28)):((1,56),(0,2))"},
        {"ScaleBDN", AIC_DT_FP8_E8M0, "((1,20),(1,28)):((0,1),(0,20))"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        enum aic_layout_pattern p = aic_layout_pattern_from_name(cases[i].pattern, strlen(cases[i].pattern));
        struct aic_layout l;
        char buf[128];

        cr_assert_neq(p, AIC_LP_COUNT);
        cr_assert_str_eq(aic_layout_pattern_name(p), cases[i].pattern);
        cr_assert(aic_layout_make(p, cases[i].dt, 20, 28, &l, err, sizeof err), "%s: %s", cases[i].pattern, err);
        aic_layout_print(&l, buf, sizeof buf);
        cr_assert_str_eq(buf, cases[i].text, "%s: %s, not %s", cases[i].pattern, buf, cases[i].text);
        cr_assert(aic_layout_check(p, cases[i].dt, &l, err, sizeof err), "%s: %s", cases[i].pattern, err);
    }
}

Test(layout, the_table_in_symbols)
{
    char buf[256];

    aic_layout_pattern_text(AIC_LP_NZ, AIC_DT_HALF, buf, sizeof buf);
    cr_assert_str_eq(buf, "((16,ceil_div(row,16)),(C0,ceil_div(column,C0))):((C0,C0*16),(1,C0*ceil_align(row,16)))");
    aic_layout_pattern_text(AIC_LP_DN, AIC_DT_HALF, buf, sizeof buf);
    cr_assert_str_eq(buf, "(row,column):(1,row)");
    cr_assert_eq(aic_layout_pattern_text(AIC_LP_NN, AIC_DT_HALF, buf, sizeof buf), 0);
}

Test(layout, types_and_extents_outside_the_table_are_refused)
{
    static const struct {
        enum aic_layout_pattern p;
        enum aic_dtype dt;
        uint64_t row, column;
        const char *says;
    } cases[] = {
        {AIC_LP_NN, AIC_DT_HALF, 20, 28, "fp8_e8m0 scales only"},
        {AIC_LP_SCALE_ADN, AIC_DT_INT8, 20, 28, "fp8_e8m0 scales only"},
        {AIC_LP_NZ, AIC_DT_FP8_E8M0, 20, 28, "no row for fp8_e8m0"},
        {AIC_LP_NZ, AIC_DT_UINT64, 20, 28, "no row for uint64"},
        {AIC_LP_ZZ, AIC_DT_FP8_E8M0, 20, 27, "27 columns are odd"},
        {AIC_LP_NN, AIC_DT_FP8_E8M0, 19, 28, "19 rows are odd"},
        {AIC_LP_SCALE_ADN, AIC_DT_FP8_E8M0, 20, 27, "columns are odd"},
        {AIC_LP_SCALE_BND, AIC_DT_FP8_E8M0, 21, 28, "rows are odd"},
        {AIC_LP_NZ, AIC_DT_HALF, 0, 28, "1..2^30"},
        {AIC_LP_NZ, AIC_DT_HALF, 1, (uint64_t)1 << 40, "1..2^30"},
        {AIC_LP_COUNT, AIC_DT_HALF, 1, 1, "no such layout pattern"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_layout l;

        cr_assert_not(aic_layout_make(cases[i].p, cases[i].dt, cases[i].row, cases[i].column, &l, err, sizeof err));
        cr_assert_not_null(strstr(err, cases[i].says), "case %zu gave '%s'", i, err);
    }
}

Test(layout, strides_are_checked_against_the_documents_conditions)
{
    static const struct {
        enum aic_layout_pattern p;
        enum aic_dtype dt;
        const char *text, *says; /* says NULL: legal */
    } cases[] = {
        {AIC_LP_NZ, AIC_DT_HALF, "((16,2),(16,2)):((16,256),(1,1024))", NULL},
        {AIC_LP_NZ, AIC_DT_HALF, "((16,2),(16,2)):((16,256),(1,528))", "StrideColumn1 is 528, must be a multiple"},
        {AIC_LP_NZ, AIC_DT_HALF, "((16,2),(16,2)):((16,256),(1,256))", "share an offset"},
        {AIC_LP_NZ, AIC_DT_HALF, "((16,2),(8,2)):((16,256),(1,512))", "ShapeColumn0 is 8, must be 16"},
        {AIC_LP_NZ, AIC_DT_HALF, "((16,2),(16,2)):((1,256),(16,512))", "StrideRow0 is 1, must be 16"},
        {AIC_LP_ZN, AIC_DT_HALF, "((16,2),(16,2)):((1,768),(16,256))", NULL},
        {AIC_LP_ZN, AIC_DT_HALF, "((16,2),(16,2)):((1,520),(16,256))", "StrideRow1 is 520, must be a multiple"},
        {AIC_LP_ZZ, AIC_DT_HALF, "((16,2),(16,2)):((16,512),(1,512))", "StrideColumn1 is 512, must be 256"},
        {AIC_LP_NDEXT, AIC_DT_HALF, "((1,20),(1,28)):((0,32),(0,1))", "StrideRow1 is 32, must be 28"},
        {AIC_LP_DNEXT, AIC_DT_HALF, "((1,20),(1,28)):((0,1),(0,20))", NULL},
        {AIC_LP_ND, AIC_DT_HALF, "((1,20),(1,28)):((0,28),(0,1))", "single numbers"},
        {AIC_LP_NZ, AIC_DT_HALF, "(20,28):(28,1)", "pairs"},
        {AIC_LP_ND, AIC_DT_HALF, "(2,20,28):(560,28,1)", "3 modes"},
        {AIC_LP_SCALE_ADN, AIC_DT_FP8_E8M0, "((1,20),(2,14)):((0,2),(1,64))", NULL},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_layout l = parsed(cases[i].text);
        bool ok = aic_layout_check(cases[i].p, cases[i].dt, &l, err, sizeof err);

        cr_assert_eq(ok, !cases[i].says, "case %zu: %s", i, ok ? "accepted" : err);
        if (cases[i].says)
            cr_assert_not_null(strstr(err, cases[i].says), "case %zu gave '%s'", i, err);
    }
}

Test(layout, pattern_names_are_found_however_they_are_written)
{
    cr_assert_eq(aic_layout_pattern_from_name("scale_and", 9), AIC_LP_SCALE_AND);
    cr_assert_eq(aic_layout_pattern_from_name("NZLayoutPtn", 11), AIC_LP_NZ);
    cr_assert_eq(aic_layout_pattern_from_name("ndext", 5), AIC_LP_NDEXT);
    cr_assert_eq(aic_layout_pattern_from_name("layoutptn", 9), AIC_LP_COUNT);
    cr_assert_eq(aic_layout_pattern_from_name("a_name_that_is_longer_than_any_pattern", 38), AIC_LP_COUNT);
    cr_assert_str_eq(aic_layout_pattern_name(AIC_LP_COUNT), "?");
}

Test(layout, frame_layouts)
{
    static const struct {
        enum aic_frame frame;
        const char *text;
    } cases[] = {
        {AIC_FRAME_NCHW, "(2,32,3,5):(480,15,5,1)"},
        {AIC_FRAME_NHWC, "(2,3,5,32):(480,160,32,1)"},
        {AIC_FRAME_NC1HWC0, "(2,2,3,5,16):(480,240,80,16,1)"},
    };
    struct aic_layout l;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buf[128];

        cr_assert(aic_layout_make_frame(cases[i].frame, AIC_DT_HALF, 2, 32, 3, 5, &l, err, sizeof err), "%s", err);
        aic_layout_print(&l, buf, sizeof buf);
        cr_assert_str_eq(buf, cases[i].text);
    }
    cr_assert_not(aic_layout_make_frame(AIC_FRAME_NC1HWC0, AIC_DT_HALF, 2, 30, 3, 5, &l, err, sizeof err));
    cr_assert_not_null(strstr(err, "C = 30 is no multiple of 16"), "%s", err);
    cr_assert_not(aic_layout_make_frame(AIC_FRAME_NCHW, AIC_DT_HALF, 2, 0, 3, 5, &l, err, sizeof err));
}
