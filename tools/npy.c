#define _DEFAULT_SOURCE /* madvise */
#include "tools/npy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buffers/fail.h"

static const unsigned char npy_magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

/* Far above any honest header (8 dimensions need less than 300 bytes), far below what would hurt. */
#define NPY_MAX_HEADER (1u << 20)

static const struct {
    const char *descr;
    size_t itemsize;
} npy_types[] = {
    {"|u1", 1}, {"|i1", 1}, {"<u2", 2}, {"<i2", 2}, {"<f2", 2}, {"<u4", 4},
    {"<i4", 4}, {"<f4", 4}, {"<u8", 8}, {"<i8", 8}, {"<f8", 8},
};

size_t aic_array_count(const struct aic_array *a)
{
    size_t n = 1;

    for (unsigned i = 0; i < a->ndim; i++)
        n *= a->dims[i];
    return n;
}

void *aic_array_alloc(size_t n)
{
    const size_t line = 64, page = (size_t)2 << 20, unit = n < page ? line : page;

    if (n > SIZE_MAX - page)
        return NULL;
    n = n ? (n + unit - 1) / unit * unit : unit;
    void *p = aligned_alloc(unit, n);

#ifdef MADV_HUGEPAGE
    if (p && unit == page)
        (void)madvise(p, n, MADV_HUGEPAGE);
#endif
    return p;
}

void aic_array_free(struct aic_array *a)
{
    free(a->data);
    memset(a, 0, sizeof *a);
}

size_t aic_npy_itemsize(const char *descr)
{
    for (size_t i = 0; i < sizeof npy_types / sizeof npy_types[0]; i++)
        if (strcmp(descr, npy_types[i].descr) == 0)
            return npy_types[i].itemsize;
    return 0;
}

bool aic_path_is_npy(const char *path)
{
    size_t n = strlen(path);

    return n >= 4 && strcmp(path + n - 4, ".npy") == 0;
}

/* ---- the header: a Python dictionary literal with exactly three keys ---- */

struct header {
    const char *p, *end;
    struct aic_array *out;
    bool seen_descr, seen_order, seen_shape, fortran;
    char *err;
    size_t errlen;
};

static void skip_blanks(struct header *h)
{
    while (h->p < h->end && (*h->p == ' ' || *h->p == '\n' || *h->p == '\t' || *h->p == '\r'))
        h->p++;
}

static bool accept(struct header *h, char c)
{
    skip_blanks(h);
    if (h->p == h->end || *h->p != c)
        return false;
    h->p++;
    return true;
}

static bool accept_word(struct header *h, const char *word)
{
    size_t n = strlen(word);

    skip_blanks(h);
    if ((size_t)(h->end - h->p) < n || memcmp(h->p, word, n) != 0)
        return false;
    h->p += n;
    return true;
}

/* A quoted string of fewer than `size` characters without escapes. */
static bool read_string(struct header *h, char *buf, size_t size)
{
    skip_blanks(h);
    if (h->p == h->end || (*h->p != '\'' && *h->p != '"'))
        return aic_fail(h->err, h->errlen, "the .npy header is malformed: expected a quoted string");
    char quote = *h->p++;
    const char *start = h->p;

    while (h->p < h->end && *h->p != quote) {
        if (*h->p < ' ' || *h->p > '~') /* messages quote the string */
            return aic_fail(h->err, h->errlen, "the .npy header is malformed: unprintable characters in a string");
        h->p++;
    }
    size_t n = (size_t)(h->p - start);

    if (h->p == h->end || n >= size)
        return aic_fail(h->err, h->errlen, "the .npy header is malformed: an unterminated or overlong string");
    memcpy(buf, start, n);
    buf[n] = '\0';
    h->p++;
    return true;
}

static bool read_descr(struct header *h)
{
    char descr[32];

    skip_blanks(h);
    if (h->p < h->end && *h->p == '[')
        return aic_fail(h->err, h->errlen, "structured .npy types are not supported");
    if (!read_string(h, descr, sizeof descr))
        return false;
    if (descr[0] == '>')
        return aic_fail(h->err, h->errlen, "big-endian type '%s': store little endian, array.astype('<%s')", descr,
                    descr + 1);
    h->out->itemsize = aic_npy_itemsize(descr);
    if (h->out->itemsize == 0)
        return aic_fail(h->err, h->errlen,
                    "type '%s' is not supported (u1 i1 u2 i2 f2 u4 i4 f4 u8 i8 f8, little endian; "
                    "bfloat16 travels as uint16, 8-bit and 4-bit floats as uint8)",
                    descr);
    memcpy(h->out->descr, descr, strlen(descr) + 1);
    return true;
}

static bool read_order(struct header *h)
{
    if (accept_word(h, "True"))
        h->fortran = true;
    else if (!accept_word(h, "False"))
        return aic_fail(h->err, h->errlen, "the .npy header is malformed: fortran_order is neither True nor False");
    return true;
}

static bool read_dim(struct header *h, size_t *dim)
{
    const char *start = h->p;
    size_t v = 0;

    for (; h->p < h->end && *h->p >= '0' && *h->p <= '9'; h->p++) {
        size_t digit = (size_t)(*h->p - '0');

        if (v > (SIZE_MAX - digit) / 10)
            return aic_fail(h->err, h->errlen, "a dimension of the .npy header is too large");
        v = v * 10 + digit;
    }
    if (h->p == start)
        return aic_fail(h->err, h->errlen, "the .npy header is malformed: expected a dimension");
    *dim = v;
    return true;
}

static bool read_shape(struct header *h)
{
    if (!accept(h, '('))
        return aic_fail(h->err, h->errlen, "the .npy header is malformed: shape is not a tuple");
    while (!accept(h, ')')) {
        if (h->out->ndim == AIC_ARRAY_MAX_DIMS)
            return aic_fail(h->err, h->errlen, "more than %d dimensions", AIC_ARRAY_MAX_DIMS);
        if (!read_dim(h, &h->out->dims[h->out->ndim]))
            return false;
        h->out->ndim++;
        if (!accept(h, ',')) {
            skip_blanks(h);
            if (h->p == h->end || *h->p != ')')
                return aic_fail(h->err, h->errlen, "the .npy header is malformed: the shape is not closed");
        }
    }
    return true;
}

static bool read_entry(struct header *h)
{
    static const struct {
        const char *key;
        size_t seen;
        bool (*read)(struct header *);
    } keys[] = {
        {"descr", offsetof(struct header, seen_descr), read_descr},
        {"fortran_order", offsetof(struct header, seen_order), read_order},
        {"shape", offsetof(struct header, seen_shape), read_shape},
    };
    char key[32];

    if (!read_string(h, key, sizeof key))
        return false;
    if (!accept(h, ':'))
        return aic_fail(h->err, h->errlen, "the .npy header is malformed: no ':' after '%s'", key);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        bool *seen = (bool *)((char *)h + keys[i].seen);

        if (strcmp(key, keys[i].key) != 0)
            continue;
        if (*seen)
            return aic_fail(h->err, h->errlen, "the .npy header is malformed: '%s' stands twice", key);
        *seen = true;
        return keys[i].read(h);
    }
    return aic_fail(h->err, h->errlen, "the .npy header is malformed: unknown key '%s'", key);
}

static bool read_dict(struct header *h)
{
    if (!accept(h, '{'))
        return aic_fail(h->err, h->errlen, "the .npy header is malformed: it does not start with '{'");
    while (!accept(h, '}')) {
        if (!read_entry(h))
            return false;
        if (!accept(h, ',')) {
            skip_blanks(h);
            if (h->p == h->end || *h->p != '}')
                return aic_fail(h->err, h->errlen, "the .npy header is malformed: it is not closed with '}'");
        }
    }
    skip_blanks(h);
    if (h->p != h->end)
        return aic_fail(h->err, h->errlen, "the .npy header is malformed: text after '}'");
    if (!h->seen_descr || !h->seen_order || !h->seen_shape)
        return aic_fail(h->err, h->errlen, "the .npy header lacks descr, fortran_order or shape");
    return true;
}

/* Fills descr, itemsize, ndim, dims and bytes of `out` from the header's text. */
static bool parse_header(const char *text, size_t n, struct aic_array *out, char *err, size_t errlen)
{
    struct header h = {.p = text, .end = text + n, .out = out, .err = err, .errlen = errlen};
    bool empty = false;

    if (!read_dict(&h))
        return false;
    if (h.fortran && out->ndim > 1)
        return aic_fail(err, errlen, "the array is in Fortran order: save numpy.ascontiguousarray(array) instead");
    for (unsigned i = 0; i < out->ndim; i++)
        empty = empty || out->dims[i] == 0;
    out->bytes = empty ? 0 : out->itemsize;
    for (unsigned i = 0; i < out->ndim && !empty; i++) {
        if (out->bytes > SIZE_MAX / 2 / out->dims[i])
            return aic_fail(err, errlen, "the shape of the .npy header is too large");
        out->bytes *= out->dims[i];
    }
    return true;
}

/* Checks magic and version. *start is set to the offset of the header text, *len to its length. */
static bool parse_prefix(const unsigned char *p, size_t n, size_t *start, size_t *len, char *err, size_t errlen)
{
    if (n < 10 || memcmp(p, npy_magic, sizeof npy_magic) != 0)
        return aic_fail(err, errlen, "not a .npy file: the magic string is missing");
    if ((p[6] != 1 && p[6] != 2) || p[7] != 0)
        return aic_fail(err, errlen, ".npy version %u.%u is not supported (1.0 and 2.0 are)", p[6], p[7]);
    *start = p[6] == 1 ? 10 : 12;
    if (n < *start)
        return aic_fail(err, errlen, "the .npy header is cut off");
    *len = p[8] | (size_t)p[9] << 8;
    if (p[6] == 2)
        *len |= (size_t)p[10] << 16 | (size_t)p[11] << 24;
    if (*len > NPY_MAX_HEADER)
        return aic_fail(err, errlen, "the .npy header claims %zu bytes, more than %u", *len, NPY_MAX_HEADER);
    return true;
}

static bool check_size(const struct aic_array *a, size_t have, char *err, size_t errlen)
{
    if (have == a->bytes)
        return true;
    return aic_fail(err, errlen, "the .npy header announces %zu bytes of data, the file has %zu", a->bytes, have);
}

bool aic_npy_parse(const void *file, size_t n, struct aic_array *out, char *err, size_t errlen)
{
    const unsigned char *p = file;
    size_t start = 0, len = 0;

    memset(out, 0, sizeof *out);
    bool ok = parse_prefix(p, n, &start, &len, err, errlen);

    if (ok && n - start < len)
        ok = aic_fail(err, errlen, "the .npy header is cut off");
    ok = ok && parse_header((const char *)p + start, len, out, err, errlen) &&
         check_size(out, n - start - len, err, errlen);
    if (ok && out->bytes) {
        out->data = aic_array_alloc(out->bytes);
        if (out->data)
            memcpy(out->data, p + start + len, out->bytes);
        else
            ok = aic_fail(err, errlen, "no memory for %zu bytes", out->bytes);
    }
    if (!ok)
        memset(out, 0, sizeof *out);
    return ok;
}

/* ---- reading files ---- */

/* Reads to the end of `f` into a growing block of at least one byte more than it holds; `hint` is the expected size. */
static bool read_all(FILE *f, size_t hint, void **data, size_t *n, char *err, size_t errlen)
{
    size_t cap = hint + 1, len = 0;
    unsigned char *buf = malloc(cap);

    while (buf) {
        len += fread(buf + len, 1, cap - len, f);
        if (len < cap)
            break;
        unsigned char *bigger = cap > SIZE_MAX / 2 ? NULL : realloc(buf, cap * 2);

        if (!bigger)
            free(buf);
        buf = bigger;
        cap *= 2;
    }
    if (!buf)
        return aic_fail(err, errlen, "no memory for %zu bytes", cap);
    if (ferror(f)) {
        free(buf);
        return aic_fail(err, errlen, "cannot be read: %s", strerror(errno));
    }
    buf[len] = '\0';
    *data = buf;
    *n = len;
    return true;
}

/* Opens a file for reading; *size is its length for a regular file, otherwise a modest guess. */
static FILE *open_input(const char *path, size_t *size, bool *regular, char *err, size_t errlen)
{
    struct stat st;
    FILE *f = fopen(path, "rb");

    if (!f || fstat(fileno(f), &st) != 0) {
        aic_fail(err, errlen, "cannot be opened: %s", strerror(errno));
        if (f)
            fclose(f);
        return NULL;
    }
    if (S_ISDIR(st.st_mode)) {
        aic_fail(err, errlen, "is a folder");
        fclose(f);
        return NULL;
    }
    *regular = S_ISREG(st.st_mode);
    *size = *regular && st.st_size > 0 ? (size_t)st.st_size : 4096;
    return f;
}

bool aic_file_read(const char *path, void **data, size_t *n, char *err, size_t errlen)
{
    size_t size = 0;
    bool regular = false;
    FILE *f = open_input(path, &size, &regular, err, errlen);

    if (!f)
        return false;
    bool ok = read_all(f, size, data, n, err, errlen);

    fclose(f);
    return ok;
}

/* A regular .npy file: the size is checked against the header before memory is taken for the data. */
static bool read_npy_stream(FILE *f, size_t size, struct aic_array *out, char *err, size_t errlen)
{
    unsigned char prefix[12] = {0};
    size_t start = 0, len = 0;
    size_t got = fread(prefix, 1, 10, f);

    if (got == 10 && prefix[6] == 2)
        got += fread(prefix + 10, 1, 2, f);
    if (!parse_prefix(prefix, got, &start, &len, err, errlen))
        return false;
    if (size < start || size - start < len)
        return aic_fail(err, errlen, "the .npy header is cut off");
    char *text = malloc(len + 1);

    if (!text)
        return aic_fail(err, errlen, "no memory for the .npy header");
    bool ok = fread(text, 1, len, f) == len || aic_fail(err, errlen, "the .npy header is cut off");

    ok = ok && parse_header(text, len, out, err, errlen) && check_size(out, size - start - len, err, errlen);
    free(text);
    if (!ok || out->bytes == 0)
        return ok;
    out->data = aic_array_alloc(out->bytes);
    if (!out->data)
        return aic_fail(err, errlen, "no memory for %zu bytes", out->bytes);
    if (fread(out->data, 1, out->bytes, f) != out->bytes)
        return aic_fail(err, errlen, "cannot be read to its end");
    return true;
}

static bool read_raw(FILE *f, size_t size, struct aic_array *out, char *err, size_t errlen)
{
    if (!read_all(f, size, &out->data, &out->bytes, err, errlen))
        return false;
    memcpy(out->descr, "|u1", 4);
    out->itemsize = 1;
    out->ndim = 1;
    out->dims[0] = out->bytes;
    out->raw = true;
    return true;
}

bool aic_npy_read(const char *path, struct aic_array *out, char *err, size_t errlen)
{
    size_t size = 0;
    bool regular = false, ok;

    memset(out, 0, sizeof *out);
    FILE *f = open_input(path, &size, &regular, err, errlen);

    if (!f)
        return false;
    if (!aic_path_is_npy(path)) {
        ok = read_raw(f, size, out, err, errlen);
    } else if (regular) {
        ok = read_npy_stream(f, size, out, err, errlen);
    } else {
        void *file = NULL;
        size_t n = 0;

        ok = read_all(f, size, &file, &n, err, errlen) && aic_npy_parse(file, n, out, err, errlen);
        free(file);
    }
    fclose(f);
    if (!ok)
        aic_array_free(out);
    return ok;
}

/* ---- writing files ---- */

struct part {
    const void *data;
    size_t n;
};

static bool write_parts(int fd, const struct part *parts, size_t nparts)
{
    for (size_t i = 0; i < nparts; i++) {
        const unsigned char *p = parts[i].data;
        size_t left = parts[i].n;

        while (left) {
            ssize_t w = write(fd, p, left);

            if (w < 0 && errno == EINTR)
                continue;
            if (w <= 0)
                return false;
            p += w;
            left -= (size_t)w;
        }
    }
    return true;
}

/* Creates a file that did not exist beside `path`; its name goes into `tmp`. */
static int create_temporary(const char *path, char *tmp, size_t size)
{
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(tmp, size, "%s.%ld.%u.tmp", path, (long)getpid(), i);
        int fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL, 0666);

        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static bool write_direct(const char *path, const struct part *parts, size_t nparts, char *err, size_t errlen)
{
    int fd = open(path, O_WRONLY);

    if (fd < 0)
        return aic_fail(err, errlen, "cannot be opened for writing: %s", strerror(errno));
    bool ok = write_parts(fd, parts, nparts);
    int why = errno;

    if (close(fd) != 0 || !ok)
        return aic_fail(err, errlen, "cannot be written: %s", strerror(ok ? errno : why));
    return true;
}

static bool write_renamed(const char *path, const struct part *parts, size_t nparts, char *err, size_t errlen)
{
    struct stat st;

    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        if (S_ISDIR(st.st_mode))
            return aic_fail(err, errlen, "is a folder");
        return write_direct(path, parts, nparts, err, errlen);
    }
    size_t size = strlen(path) + 64;
    char *tmp = malloc(size);

    if (!tmp)
        return aic_fail(err, errlen, "no memory");
    int fd = create_temporary(path, tmp, size);

    if (fd < 0) {
        free(tmp);
        return aic_fail(err, errlen, "cannot be created: %s", strerror(errno));
    }
    bool ok = write_parts(fd, parts, nparts);
    int why = ok ? 0 : errno;

    if (close(fd) != 0 && !why)
        why = errno;
    if (!why && rename(tmp, path) != 0)
        why = errno;
    if (why)
        unlink(tmp);
    free(tmp);
    return why ? aic_fail(err, errlen, "cannot be written: %s", strerror(why)) : true;
}

bool aic_file_write_atomic(const char *path, const void *data, size_t n, char *err, size_t errlen)
{
    struct part part = {data, n};

    return write_renamed(path, &part, 1, err, errlen);
}

/* The header of version 1.0, padded with blanks so that the data starts at a multiple of 64. Returns its length. */
static size_t format_header(const struct aic_array *a, char *buf, size_t size)
{
    size_t n = 10;

    n += (size_t)snprintf(buf + n, size - n, "{'descr': '%s', 'fortran_order': False, 'shape': (", a->descr);
    for (unsigned i = 0; i < a->ndim; i++)
        n += (size_t)snprintf(buf + n, size - n, i ? " %zu," : "%zu,", a->dims[i]);
    if (a->ndim > 1)
        n--;
    n += (size_t)snprintf(buf + n, size - n, "), }");
    while ((n + 1) % 64)
        buf[n++] = ' ';
    buf[n++] = '\n';
    memcpy(buf, npy_magic, sizeof npy_magic);
    buf[6] = 1;
    buf[7] = 0;
    buf[8] = (char)((n - 10) & 0xff);
    buf[9] = (char)((n - 10) >> 8);
    return n;
}

bool aic_npy_write(const char *path, const struct aic_array *a, char *err, size_t errlen)
{
    char header[512];

    if (!aic_path_is_npy(path))
        return aic_file_write_atomic(path, a->data, a->bytes, err, errlen);
    if (a->itemsize == 0 || aic_npy_itemsize(a->descr) != a->itemsize || a->ndim > AIC_ARRAY_MAX_DIMS ||
        aic_array_count(a) * a->itemsize != a->bytes)
        return aic_fail(err, errlen, "the array to be written is inconsistent");
    struct part parts[2] = {{header, format_header(a, header, sizeof header)}, {a->data, a->bytes}};

    return write_renamed(path, parts, 2, err, errlen);
}
