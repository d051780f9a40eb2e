/* A layout laid out flat for the eye: which offset lies in which cell, what is padding, where blocks begin. */
#ifndef AIC_TOOLS_LAYOUT_GRID_H
#define AIC_TOOLS_LAYOUT_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "buffers/formats.h"
#include "buffers/layout.h"

/* What `aicsim layout` talks about: a format with a shape and type, or a Shape:Stride layout of its own. */
struct aic_subject {
    const struct aic_format *format; /* NULL: a layout given as text */
    enum aic_dtype dtype;
    struct aic_logical tensor; /* with a format */
    struct aic_layout layout; /* over the padded extents, one mode per axis */
    char axes[AIC_LAYOUT_MAX_RANK + 1];
    uint64_t extent[AIC_LAYOUT_MAX_RANK]; /* without padding */
    char side[AIC_LAYOUT_MAX_RANK + 1];   /* the axes down the side of a picture */
    char top[AIC_LAYOUT_MAX_RANK + 1];    /* and along its top */
};

/* `what` names a format or is a Shape:Stride text; shape is needed for a format (NULL otherwise). */
bool aic_subject_make(const char *what, const char *shape, const char *dtype, struct aic_subject *s, char *err,
                      size_t errlen);

/* Numbers separated by 'x' or ','; at most `max`. */
bool aic_parse_extents(const char *text, unsigned max, uint64_t *out, unsigned *n, char *err, size_t errlen);

/* The element type of this name, or the reason why there is none. */
bool aic_parse_dtype(const char *name, enum aic_dtype *dt, char *err, size_t errlen);

/* Coordinate (one index per axis, in the order of `axes`) of a position along a side of the picture. */
void aic_subject_position(const struct aic_subject *s, const char *axes, uint64_t index, uint64_t *coord);

/* The place in the format's own terms: "s1=0 r1=1 r0=3 s0=2"; for a layout given as text its levels. */
void aic_subject_place(const struct aic_subject *s, const uint64_t *coord, char *buf, size_t size);

struct aic_cell {
    uint64_t offset;
    bool padding;
};

/* What a line between two rows or columns separates. */
enum aic_line { AIC_LINE_NONE, AIC_LINE_AXIS, AIC_LINE_BLOCK };

struct aic_grid {
    const struct aic_subject *subject;
    uint64_t rows, cols;
    struct aic_cell *cells; /* row-major */
    uint8_t *row_line;      /* enum aic_line before each row; [0] is none */
    uint8_t *col_line;
};

/* False with the reason when the picture would have more than `max_cells` cells. */
bool aic_grid_make(const struct aic_subject *s, uint64_t max_cells, struct aic_grid *g, char *err, size_t errlen);
void aic_grid_free(struct aic_grid *g);

/* One line about the subject, and its order, stored dimensions and Shape:Stride layout. */
void aic_subject_print(const struct aic_subject *s, FILE *to);

/* The map of offsets; padding is a dot. */
void aic_grid_print(const struct aic_grid *g, FILE *to);

/* The picture. */
void aic_grid_svg(const struct aic_grid *g, FILE *to);

#endif
