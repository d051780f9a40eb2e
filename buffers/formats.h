/* Data formats: how a logical tensor lies in memory, and conversion between any two formats of one logical tensor.
 * A format is one row of a table: the order of the (partial) axes from the outermost to the innermost, and which axis
 * is split into blocks of what size. Axes are letters; a digit names a part of a split axis: `s1 r1 r0 s0` is NZ, r
 * split by 16 and s by C0. Split axes are padded with zeros to whole blocks.
 * Sources: the documents "Data Layout Format" and "Layout and hierarchical notation". */
#ifndef AIC_BUFFERS_FORMATS_H
#define AIC_BUFFERS_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffers/dtype.h"
#include "buffers/layout.h"

#define AIC_FORMAT_MAX_AXES 5
#define AIC_FORMAT_MAX_LEAD 6
#define AIC_FORMAT_MAX_DIMS 16

/* What the axes of a logical tensor are; formats of one family convert into one another, and formats of two families
 * through the tensors that both hold (aic_format_shared_family). */
enum aic_format_family {
    AIC_FF_MATRIX, /* r s: rows, columns */
    AIC_FF_CONV2D, /* n c h w */
    AIC_FF_CONV3D, /* n d c h w */
    AIC_FF_HEADS,  /* b s n g d: batch, sequence, heads, groups, head size; H = n*g*d */
    AIC_FF_COUNT
};

struct aic_format; /* a row of the table; lives as long as the program */

/* A logical tensor: leading batch dimensions, which every format keeps outermost, and one extent per axis in the
 * family's order. */
struct aic_logical {
    unsigned nlead;
    uint64_t lead[AIC_FORMAT_MAX_LEAD];
    uint64_t axis[AIC_FORMAT_MAX_AXES];
};

/* NULL when no format has this name or alias. Case, '_' and '-' do not matter: FRACTAL_NZ, nz, ScaleADN, scale_adn. */
const struct aic_format *aic_format_from_name(const char *name, size_t len);

/* The table's i-th format; NULL past its end. */
const struct aic_format *aic_format_at(size_t i);

const char *aic_format_name(const struct aic_format *f);
const char *aic_format_aliases(const struct aic_format *f); /* separated by blanks; may be empty */
const char *aic_format_meaning(const struct aic_format *f); /* one line: what it is and where it is used */
enum aic_format_family aic_format_family(const struct aic_format *f);

/* The (partial) axes from the outermost to the innermost; those of one dimension stand together: `c1hw n1 n0 c0`. */
const char *aic_format_order(const struct aic_format *f);

/* The order in which a person gives the shape of this format: the family's, or for a plain format its own (`hwcn`). */
const char *aic_format_shape_axes(const struct aic_format *f);

/* The format that stores these axes one by one in that order: nd, nchw, bsngd ..., or f itself when it is plain. */
const struct aic_format *aic_format_plain(const struct aic_format *f);

/* The axes that a flat picture of the format puts down its side and along its top: `r|s`, `nc|hw`. */
const char *aic_format_view(const struct aic_format *f);

/* The axes of a family in the order of aic_logical.axis. */
const char *aic_family_axes(enum aic_format_family family);

/* The block by which an axis (a letter) is split for this type; 0 when it is not split. */
unsigned aic_format_block(const struct aic_format *f, enum aic_dtype dt, char axis);

/* The tensor of a shape given in aic_format_shape_axes order, leading dimensions first. Where axes form one dimension
 * (BSH, BMNK) a shape with one number per dimension is accepted too: H is then d alone, BMNK's B is b alone. */
bool aic_logical_from_shape(const struct aic_format *f, unsigned ndim, const uint64_t *shape, struct aic_logical *t,
                           char *err, size_t errlen);

/* The tensor of an array stored in format f with these dimensions (as aic_format_dims gives them); padding that it has
 * counts as data. `to` is the format that it will be converted to, or NULL: dimensions that join several axes are only
 * accepted when `to` joins them too, since their extents cannot be known otherwise. */
bool aic_logical_from_dims(const struct aic_format *f, enum aic_dtype dt, const struct aic_format *to, unsigned ndim,
                          const uint64_t *dims, struct aic_logical *t, char *err, size_t errlen);

/* The stored dimensions, leading ones first and padding included; at most AIC_FORMAT_MAX_DIMS. Returns their number, or
 * 0 with the reason: type not in this format, odd extents where pairs are stored, extents of 0 or too large. */
unsigned aic_format_dims(const struct aic_format *f, enum aic_dtype dt, const struct aic_logical *t, uint64_t *dims,
                         char *err, size_t errlen);

/* Bytes that the tensor takes in format f, padding included; 0 with the reason as above. */
uint64_t aic_format_tensor_bytes(const struct aic_format *f, enum aic_dtype dt, const struct aic_logical *t, char *err,
                                 size_t errlen);

/* The Shape:Stride layout of one tensor (without its leading dimensions) over the padded extents, one mode per axis in
 * the family's order. */
bool aic_format_layout(const struct aic_format *f, enum aic_dtype dt, const struct aic_logical *t, struct aic_layout *l,
                       char *err, size_t errlen);

/* ---- two formats ---- */

/* What formats of a family hold, in words. */
const char *aic_family_meaning(enum aic_format_family family);

/* The family of the tensors that both formats hold: their own, AIC_FF_CONV3D for feature maps and volumes (of depth 1),
 * AIC_FF_HEADS for matrices and attention tensors (a matrix of S x D for every b, n and g); AIC_FF_COUNT for none. */
enum aic_format_family aic_format_shared_family(const struct aic_format *a, const struct aic_format *b);

/* A tensor of family `from` as one of family `to`, which is the same or shared as above. The last three leading
 * dimensions of matrices become b, n and g. */
bool aic_logical_lift(const struct aic_logical *own, enum aic_format_family from, enum aic_format_family to,
                      struct aic_logical *t, char *err, size_t errlen);

/* The other way: a tensor of family `kind` as format f stores it. False with the reason when f cannot (a depth). */
bool aic_logical_for(const struct aic_format *f, enum aic_format_family kind, const struct aic_logical *t,
                     struct aic_logical *own, char *err, size_t errlen);

/* aic_format_layout with the modes of `kind`, of which t is. */
bool aic_format_shared_layout(const struct aic_format *f, enum aic_format_family kind, enum aic_dtype dt,
                              const struct aic_logical *t, struct aic_layout *l, char *err, size_t errlen);

/* Converts a tensor of the shared family; nothing but the two arrays is held in memory, padding of the destination is
 * set to zero. The sizes must be exactly those of aic_format_tensor_bytes, and the arrays must not overlap. 4-bit
 * elements lie two to a byte, the first one in the low half. */
bool aic_format_convert_tensor(const struct aic_format *from, const struct aic_format *to, enum aic_dtype dt,
                               const struct aic_logical *t, const void *src, size_t src_bytes, void *dst,
                               size_t dst_bytes, char *err, size_t errlen);

/* ---- the same for one matrix of the family AIC_FF_MATRIX ---- */

/* Bytes of a rows x cols matrix in format f; 0 when f is no matrix format or cannot hold it. */
uint64_t aic_format_bytes(const struct aic_format *f, enum aic_dtype dt, uint64_t rows, uint64_t cols);

bool aic_format_convert(const struct aic_format *from, const struct aic_format *to, enum aic_dtype dt, uint64_t rows,
                        uint64_t cols, const void *src, size_t src_bytes, void *dst, size_t dst_bytes, char *err,
                        size_t errlen);

#endif
