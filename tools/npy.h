/* Arrays in files: NumPy's .npy (versions 1.0 and 2.0, C order, little endian) and raw bytes.
 * Source of the format: NumPy enhancement proposal 1, "A Simple File Format for NumPy Arrays". */
#ifndef AIC_TOOLS_NPY_H
#define AIC_TOOLS_NPY_H

#include <stdbool.h>
#include <stddef.h>

#define AIC_ARRAY_MAX_DIMS 8

/* An array in memory, row-major. `descr` is NumPy's type string: "|u1" "|i1" "<u2" "<i2" "<f2" "<u4" "<i4" "<f4"
 * "<u8" "<i8" "<f8". A file of another ending than .npy is read as "|u1" with one dimension and `raw` set. */
struct aic_array {
    char descr[8];
    size_t itemsize; /* bytes of one element */
    unsigned ndim;   /* 0 for a scalar */
    size_t dims[AIC_ARRAY_MAX_DIMS];
    size_t bytes; /* product of dims * itemsize */
    bool raw;
    void *data; /* owned: aic_array_free; NULL only when bytes is 0 */
};

/* Elements: the product of the dimensions, 1 for a scalar. */
size_t aic_array_count(const struct aic_array *a);

/* Memory for an array of n bytes, to be released with free; large ones on large pages where the system has them, since
 * format conversions jump across the whole array. NULL when there is none. */
void *aic_array_alloc(size_t n);

/* Releases the data and clears the structure; a cleared structure may be freed again. */
void aic_array_free(struct aic_array *a);

/* Bytes of one element of a type string from the list above; 0 for any other string. */
size_t aic_npy_itemsize(const char *descr);

/* Whether the file name ends in .npy: such files carry a header, all others are raw. */
bool aic_path_is_npy(const char *path);

/* Reads `path` by its ending. True on success; `out` is then owned by the caller. On failure `out` is cleared and
 * `err` (errlen bytes, always terminated) says what is wrong without naming the file. Refused: Fortran order with more
 * than one dimension, big endian, other types, more than 8 dimensions, a size that differs from the header's. */
bool aic_npy_read(const char *path, struct aic_array *out, char *err, size_t errlen);

/* The same from `n` bytes of a .npy file in memory; the data is copied. */
bool aic_npy_parse(const void *file, size_t n, struct aic_array *out, char *err, size_t errlen);

/* Writes `a` under a temporary name in the same folder and renames it to `path`: a .npy with a version 1.0 header, any
 * other ending as the bare bytes. */
bool aic_npy_write(const char *path, const struct aic_array *a, char *err, size_t errlen);

/* Writes n bytes under a temporary name and renames it. A path that exists and is no regular file (a pipe, a terminal)
 * is written directly. */
bool aic_file_write_atomic(const char *path, const void *data, size_t n, char *err, size_t errlen);

/* Reads a whole file; *data is owned by the caller (free), and is one byte longer than *n and terminated with 0. */
bool aic_file_read(const char *path, void **data, size_t *n, char *err, size_t errlen);

#endif
