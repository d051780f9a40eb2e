#define _DEFAULT_SOURCE /* P_tmpdir, mkdtemp */
#include "tools/npy.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = P_tmpdir "/aicsim-npy-XXXXXX";

static void make_folder(void)
{
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

static void remove_folder(void)
{
    char cmd[128];

    snprintf(cmd, sizeof cmd, "rm -rf %s", folder);
    cr_assert_eq(system(cmd), 0);
}

static const char *in_folder(const char *name)
{
    static char path[128];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* A file as NumPy writes it, byte for byte: magic, version, length of the header, header, data. */
static size_t make_file(unsigned char *buf, unsigned major, const char *dict, const void *data, size_t n)
{
    size_t len = strlen(dict), start = major == 1 ? 10 : 12;

    memcpy(buf, "\x93NUMPY", 6);
    buf[6] = (unsigned char)major;
    buf[7] = 0;
    for (size_t i = 8; i < start; i++)
        buf[i] = (unsigned char)(len >> (8 * (i - 8)));
    memcpy(buf + start, dict, len);
    memcpy(buf + start + len, data, n);
    return start + len + n;
}

TestSuite(npy, .init = make_folder, .fini = remove_folder);

Test(npy, both_versions_are_read)
{
    uint16_t values[6] = {1, 2, 3, 4, 5, 0x8000};
    unsigned char buf[256];
    char err[200] = "";

    for (unsigned major = 1; major <= 2; major++) {
        struct aic_array a;
        size_t n = make_file(buf, major, "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3), }      \n", values,
                             sizeof values);

        cr_assert(aic_npy_parse(buf, n, &a, err, sizeof err), "%s", err);
        cr_assert_str_eq(a.descr, "<u2");
        cr_assert_eq(a.ndim, 2);
        cr_assert_eq(a.dims[0], 2);
        cr_assert_eq(a.dims[1], 3);
        cr_assert_eq(a.bytes, 12);
        cr_assert_not(a.raw);
        cr_assert_arr_eq(a.data, values, 12);
        aic_array_free(&a);
        aic_array_free(&a);
    }
}

Test(npy, keys_may_stand_in_any_order)
{
    unsigned char buf[256];
    char err[200] = "";
    struct aic_array a;
    size_t n = make_file(buf, 1, "{\"shape\": (4,), \"descr\": \"|u1\", \"fortran_order\": True}", "abcd", 4);

    cr_assert(aic_npy_parse(buf, n, &a, err, sizeof err), "%s", err);
    cr_assert_eq(a.ndim, 1);
    cr_assert_arr_eq(a.data, "abcd", 4);
    aic_array_free(&a);
}

Test(npy, hostile_headers_are_refused)
{
    static const struct {
        const char *dict, *says;
    } cases[] = {
        {"{'descr': '<f2', 'fortran_order': True, 'shape': (2, 3)}", "Fortran"},
        {"{'descr': '>f2', 'fortran_order': False, 'shape': (2, 3)}", "big-endian"},
        {"{'descr': '<c8', 'fortran_order': False, 'shape': (2, 3)}", "not supported"},
        {"{'descr': [('a', '<f2')], 'fortran_order': False, 'shape': (2, 3)}", "structured"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (4294967296, 4294967296, 2)}", "too large"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (99999999999999999999999,)}", "too large"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (1152921504606846976,)}", "announces"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (-6,)}", "expected a dimension"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,6)}", "more than 8"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (6", "not closed"},
        {"{'descr': '<f2', 'fortran_order': False}", "lacks"},
        {"{'descr': '<f2', 'descr': '<f2', 'fortran_order': False, 'shape': (6,)}", "twice"},
        {"{'descr': '<f2', 'fortran_order': 1, 'shape': (6,)}", "neither"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (6,), 'x': 1}", "unknown key"},
        {"{'descr': '<f2", "unterminated"},
        {"{'descr' '<f2'}", "no ':'"},
        {"{'descr': '\033[2J', 'fortran_order': False, 'shape': (6,)}", "unprintable"},
        {"", "does not start"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (7,)}", "announces 14 bytes of data, the file has 12"},
    };
    uint16_t values[6] = {0};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned char buf[256];
        char err[200] = "";
        struct aic_array a;
        size_t n = make_file(buf, 1, cases[i].dict, values, sizeof values);

        cr_assert_not(aic_npy_parse(buf, n, &a, err, sizeof err), "%s", cases[i].dict);
        cr_assert_not_null(strstr(err, cases[i].says), "'%s' gave '%s'", cases[i].dict, err);
        cr_assert_null(a.data);
    }
}

Test(npy, every_cut_of_a_file_is_refused)
{
    uint16_t values[6] = {1, 2, 3, 4, 5, 6};
    unsigned char buf[256];
    char err[200];

    for (unsigned major = 1; major <= 2; major++) {
        size_t n = make_file(buf, major, "{'descr': '<u2', 'fortran_order': False, 'shape': (6,), }", values, 12);

        for (size_t cut = 0; cut < n; cut++) {
            struct aic_array a;
            unsigned char *exact = malloc(cut + 1); /* so that a sanitizer sees a read past the end */

            memcpy(exact, buf, cut);
            cr_assert_not(aic_npy_parse(exact, cut, &a, err, sizeof err), "cut at %zu", cut);
            free(exact);
        }
    }
}

Test(npy, a_claimed_header_beyond_the_file_is_refused)
{
    unsigned char buf[12] = {0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 0xff, 0xff, 0xff, 0xff};
    char err[200] = "";
    struct aic_array a;

    cr_assert_not(aic_npy_parse(buf, sizeof buf, &a, err, sizeof err));
    cr_assert_not_null(strstr(err, "claims 4294967295 bytes"), "%s", err);
    cr_assert(aic_file_write_atomic(in_folder("x.npy"), buf, sizeof buf, err, sizeof err), "%s", err);
    cr_assert_not(aic_npy_read(in_folder("x.npy"), &a, err, sizeof err));
}

Test(npy, files_round_trip)
{
    float values[24];
    char err[200] = "";

    for (int i = 0; i < 24; i++)
        values[i] = (float)i / 7;
    for (unsigned ndim = 0; ndim <= 4; ndim++) {
        static const size_t dims[5][4] = {{0}, {24}, {4, 6}, {2, 3, 4}, {2, 1, 3, 4}};
        struct aic_array a = {.descr = "<f4", .itemsize = 4, .ndim = ndim, .bytes = ndim ? 96 : 4, .data = values}, b;

        memcpy(a.dims, dims[ndim], sizeof dims[ndim]);
        cr_assert(aic_npy_write(in_folder("a.npy"), &a, err, sizeof err), "%s", err);
        cr_assert(aic_npy_read(in_folder("a.npy"), &b, err, sizeof err), "%s", err);
        cr_assert_str_eq(b.descr, "<f4");
        cr_assert_eq(b.ndim, ndim);
        cr_assert_arr_eq(a.dims, b.dims, sizeof a.dims);
        cr_assert_arr_eq(b.data, values, a.bytes);
        aic_array_free(&b);
    }
}

Test(npy, data_starts_at_a_multiple_of_64)
{
    uint8_t value = 7;
    char err[200] = "";
    struct aic_array a = {.descr = "|u1", .itemsize = 1, .ndim = 8, .bytes = 1, .data = &value};
    void *file = NULL;
    size_t n = 0;

    for (unsigned i = 0; i < 8; i++)
        a.dims[i] = 1;
    cr_assert(aic_npy_write(in_folder("a.npy"), &a, err, sizeof err), "%s", err);
    cr_assert(aic_file_read(in_folder("a.npy"), &file, &n, err, sizeof err), "%s", err);
    cr_assert_eq(n % 64, 1);
    cr_assert_eq(((char *)file)[n - 2], '\n');
    free(file);
}

Test(npy, other_endings_are_raw)
{
    char err[200] = "";
    struct aic_array a = {.descr = "<u2", .itemsize = 2, .ndim = 1, .dims = {3}, .bytes = 6, .data = "abcdef"}, b;

    cr_assert(aic_npy_write(in_folder("a.bin"), &a, err, sizeof err), "%s", err);
    cr_assert(aic_npy_read(in_folder("a.bin"), &b, err, sizeof err), "%s", err);
    cr_assert(b.raw);
    cr_assert_eq(b.bytes, 6);
    cr_assert_str_eq(b.descr, "|u1");
    cr_assert_arr_eq(b.data, "abcdef", 6);
    aic_array_free(&b);
}

Test(npy, an_empty_array_has_no_data)
{
    char err[200] = "";
    struct aic_array a = {.descr = "<f2", .itemsize = 2, .ndim = 2, .dims = {0, 5}}, b;

    cr_assert(aic_npy_write(in_folder("e.npy"), &a, err, sizeof err), "%s", err);
    cr_assert(aic_npy_read(in_folder("e.npy"), &b, err, sizeof err), "%s", err);
    cr_assert_eq(b.bytes, 0);
    cr_assert_eq(b.dims[1], 5);
    aic_array_free(&b);
}

Test(npy, a_failed_write_leaves_the_old_file_and_no_temporary)
{
    char err[200] = "", path[128];
    struct stat st;

    cr_assert_not(aic_file_write_atomic(in_folder("none/a.bin"), "x", 1, err, sizeof err));
    cr_assert_not_null(strstr(err, "cannot be created"), "%s", err);
    cr_assert_not(aic_file_write_atomic(folder, "x", 1, err, sizeof err));
    cr_assert_not_null(strstr(err, "is a folder"), "%s", err);
    cr_assert(aic_file_write_atomic(in_folder("a.bin"), "old", 3, err, sizeof err));
    cr_assert(aic_file_write_atomic(in_folder("a.bin"), "newer", 5, err, sizeof err));
    snprintf(path, sizeof path, "%s", in_folder("a.bin"));
    cr_assert_eq(stat(path, &st), 0);
    cr_assert_eq(st.st_size, 5);
    snprintf(path, sizeof path, "test -z \"$(ls %s | grep tmp)\"", folder);
    cr_assert_eq(system(path), 0);
}

Test(npy, a_device_is_written_directly)
{
    char err[200] = "";

    cr_assert(aic_file_write_atomic("/dev/null", "x", 1, err, sizeof err), "%s", err);
    cr_assert_eq(access("/dev/null", W_OK), 0);
}

Test(npy, a_missing_file_is_named_by_the_system)
{
    char err[200] = "";
    struct aic_array a;

    cr_assert_not(aic_npy_read(in_folder("missing.npy"), &a, err, sizeof err));
    cr_assert_not_null(strstr(err, "No such file"), "%s", err);
    cr_assert_not(aic_npy_read(folder, &a, err, sizeof err));
    cr_assert_not_null(strstr(err, "is a folder"), "%s", err);
}
