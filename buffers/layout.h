/* Shape:Stride layouts: where does an element of a matrix or tensor lie?
 * A layout has one mode per dimension; a mode is an extent with a stride, or a pair of both: (inner, outer). The pair
 * (16, M1):(C0, 256) places index i at (i % 16) * C0 + (i / 16) * 256. Offsets and strides count elements.
 * Source: the document "Layout and hierarchical notation" (the Layout table and the frame layouts). */
#ifndef AIC_BUFFERS_LAYOUT_H
#define AIC_BUFFERS_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffers/dtype.h"

#define AIC_LAYOUT_MAX_RANK 8

/* Level 0 is the inner one. With `pair` false level 1 is 1:0. */
struct aic_mode {
    bool pair;
    uint64_t shape[2];
    uint64_t stride[2];
};

struct aic_layout {
    unsigned rank;
    struct aic_mode mode[AIC_LAYOUT_MAX_RANK];
};

/* Number of coordinates: the product of all shapes. */
uint64_t aic_layout_size(const struct aic_layout *l);

/* One more than the largest offset; 0 for a layout of size 0. */
uint64_t aic_layout_cosize(const struct aic_layout *l);

/* Extent of mode i: the product of its two shapes. */
uint64_t aic_layout_extent(const struct aic_layout *l, unsigned i);

/* Offset of a coordinate of `rank` indices; each index counts over both levels of its mode. False (and *offset
 * unchanged) when an index is outside its extent. */
bool aic_layout_offset(const struct aic_layout *l, const uint64_t *coord, uint64_t *offset);

/* The coordinate that lies at an offset; when several do, the one with the largest index at the largest stride.
 * False when none does (a gap, or beyond the end). */
bool aic_layout_coord(const struct aic_layout *l, uint64_t offset, uint64_t *coord);

/* Whether no two coordinates share an offset, by the sufficient condition that each stride is larger than everything
 * that the smaller strides reach. */
bool aic_layout_is_disjoint(const struct aic_layout *l);

/* Where that condition fails: the mode, the place in its pair (0 inner, 1 outer) and the smallest stride that would do
 * there. False when it holds. */
bool aic_layout_overlap(const struct aic_layout *l, unsigned *mode, unsigned *inner, uint64_t *stride);

/* The layout of the tile that begins at coordinate `start` and has `extent` indices per mode, and the offset of its
 * first element in *base. In a mode of two levels a tile must consist of whole inner blocks or lie inside one, unless
 * the two levels are evenly spaced; otherwise it has no layout of this kind: false with the reason in `err`. */
bool aic_layout_tile(const struct aic_layout *l, const uint64_t *start, const uint64_t *extent, struct aic_layout *tile,
                     uint64_t *base, char *err, size_t errlen);

/* Prints ((16,2),(16,2)):((16,256),(1,512)) into buf; returns the length that the text has (as snprintf does). */
size_t aic_layout_print(const struct aic_layout *l, char *buf, size_t size);

/* Parses the printed form, blanks allowed; a single mode may stand without parentheses (8:1). False with the reason
 * and its column in `err`. Layouts whose size or cosize exceeds 2^62 are refused. */
bool aic_layout_parse(const char *text, struct aic_layout *l, char *err, size_t errlen);

/* ---- the rows of the document's Layout table ---- */

enum aic_layout_pattern {
    AIC_LP_NZ,
    AIC_LP_ZN,
    AIC_LP_DNEXT,
    AIC_LP_NDEXT,
    AIC_LP_DN,
    AIC_LP_ND,
    AIC_LP_ZZ,
    AIC_LP_NN,
    AIC_LP_SCALE_AND,
    AIC_LP_SCALE_ADN,
    AIC_LP_SCALE_BND,
    AIC_LP_SCALE_BDN,
    AIC_LP_COUNT
};

/* "NZ", "ZN", "DNExt" ...: the document's name without LayoutPtn; "?" for an unknown value. */
const char *aic_layout_pattern_name(enum aic_layout_pattern p);

/* AIC_LP_COUNT when there is no such pattern. Case and underscores do not matter, and LayoutPtn may follow. */
enum aic_layout_pattern aic_layout_pattern_from_name(const char *name, size_t len);

/* The contiguous layout of a row x column matrix of dtype, as in the table: fp8_e8m0 has its own ZZ row and is the only
 * type of NN and the Scale patterns, and is refused by all others; 4-bit types have C0 = 64. False with the reason in
 * `err`: type not in the table, odd rows or columns where the table halves them, extents of 0 or too large. */
bool aic_layout_make(enum aic_layout_pattern p, enum aic_dtype dt, uint64_t row, uint64_t column, struct aic_layout *l,
                     char *err, size_t errlen);

/* The table's row in symbols: ((16,ceil_div(row,16)),(C0,ceil_div(column,C0))):(...). Returns the
 * length as snprintf does; 0 when the table has no such row. */
size_t aic_layout_pattern_text(enum aic_layout_pattern p, enum aic_dtype dt, char *buf, size_t size);

/* Whether a layout with strides of its own is one of pattern p: the fixed shapes and strides, NZ's StrideColumn1 and
 * ZN's StrideRow1 multiples of a whole fractal, the dense strides where the document demands them, and no two
 * coordinates at one offset. False with the violated condition in `err`. */
bool aic_layout_check(enum aic_layout_pattern p, enum aic_dtype dt, const struct aic_layout *l, char *err,
                      size_t errlen);

/* ---- frame layouts ---- */

enum aic_frame { AIC_FRAME_NCHW, AIC_FRAME_NHWC, AIC_FRAME_NC1HWC0 };

/* The row-major layout of a feature map. NC1HWC0 has five modes and needs C to be a multiple of the type's C0. */
bool aic_layout_make_frame(enum aic_frame f, enum aic_dtype dt, uint64_t n, uint64_t c, uint64_t h, uint64_t w,
                           struct aic_layout *l, char *err, size_t errlen);

#endif
