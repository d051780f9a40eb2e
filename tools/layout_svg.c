/* The picture of a layout: cells with their offsets, fractals outlined, padding hatched, a thin line through the cells
 * of each fractal and a thick one from fractal to fractal, both in the order of memory. */
#include "tools/layout_grid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 12, HEAD = 44, FOOT = 26, CELL_H = 18, MAX_NUMBERED = 8192 };

struct drawing {
    const struct aic_grid *g;
    FILE *to;
    uint64_t cell_w;
    uint32_t *row_block, *col_block; /* which row (column) of fractals a row (column) of cells lies in */
    uint32_t block_rows, block_cols;
};

struct point {
    uint64_t block, offset;
    double x, y;
};

static uint32_t *number_blocks(const uint8_t *lines, uint64_t n, uint32_t *count)
{
    uint32_t *block = calloc(n, sizeof *block), at = 0;

    for (uint64_t i = 0; block && i < n; i++) {
        at += lines[i] == AIC_LINE_BLOCK;
        block[i] = at;
    }
    *count = at + 1;
    return block;
}

static double x_of(const struct drawing *d, double column)
{
    return MARGIN + column * (double)d->cell_w;
}

static double y_of(double row)
{
    return HEAD + row * CELL_H;
}

static void draw_head(const struct drawing *d)
{
    const struct aic_subject *s = d->g->subject;
    double width = x_of(d, (double)d->g->cols) + MARGIN, height = y_of((double)d->g->rows) + FOOT;
    char layout[512];

    if (width < 620)
        width = 620;
    aic_layout_print(&s->layout, layout, sizeof layout);
    fprintf(d->to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
            "font-family=\"sans-serif\">\n",
            width, height, width, height);
    fputs("<defs>\n"
          "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
          "<path d=\"M0 6 6 0\" stroke=\"#999\"/></pattern>\n"
          "<marker id=\"thin\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"6\" markerHeight=\"6\" "
          "orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"#d60\"/></marker>\n"
          "<marker id=\"thick\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"4\" markerHeight=\"4\" "
          "orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"#06c\"/></marker>\n"
          "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
          d->to);
    if (s->format) {
        fprintf(d->to, "<text x=\"%d\" y=\"18\" font-size=\"14\" font-weight=\"bold\">%s, %s, ", MARGIN,
                aic_format_name(s->format), aic_dtype_name(s->dtype));
        for (const char *p = aic_format_shape_axes(s->format); *p; p++)
            fprintf(d->to, "%s%c = %" PRIu64, p == aic_format_shape_axes(s->format) ? "" : ", ", *p,
                    s->extent[strchr(s->axes, *p) - s->axes]);
        fputs(s->tensor.nlead ? ", the first of equal tensors" : "", d->to);
        fprintf(d->to, "</text>\n<text x=\"%d\" y=\"35\" font-size=\"11\" fill=\"#555\">"
                "stored %s; down: %s, across: %s; %s</text>\n", MARGIN,
                aic_format_order(s->format), s->side, s->top, layout);
    } else {
        fprintf(d->to, "<text x=\"%d\" y=\"18\" font-size=\"14\" font-weight=\"bold\">%s</text>\n", MARGIN, layout);
    }
}

/* One rectangle for cells [from, to) of a row. */
static void draw_run(const struct drawing *d, uint64_t row, uint64_t from, uint64_t to, const char *fill)
{
    fprintf(d->to, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%" PRIu64 "\" height=\"%d\" fill=\"%s\"/>\n",
            x_of(d, (double)from), y_of((double)row), (to - from) * d->cell_w, CELL_H, fill);
}

static const char *fill_of(const struct drawing *d, uint64_t r, uint64_t c)
{
    if (d->g->cells[r * d->g->cols + c].padding)
        return "url(#hatch)";
    return (d->row_block[r] + d->col_block[c]) % 2 ? "#eef4fb" : NULL;
}

static void draw_fills(const struct drawing *d)
{
    for (uint64_t r = 0; r < d->g->rows; r++) {
        for (uint64_t c = 0, end; c < d->g->cols; c = end) {
            const char *fill = fill_of(d, r, c);

            for (end = c + 1; end < d->g->cols && fill_of(d, r, end) == fill;)
                end++;
            if (fill)
                draw_run(d, r, c, end, fill);
        }
    }
}

static void draw_cells(const struct drawing *d)
{
    const struct aic_grid *g = d->g;

    draw_fills(d);
    fputs("<path fill=\"none\" stroke=\"#ccc\" stroke-width=\".5\" d=\"", d->to);
    for (uint64_t r = 1; r < g->rows; r++)
        fprintf(d->to, "M%d %.0fh%" PRIu64, MARGIN, y_of((double)r), g->cols * d->cell_w);
    for (uint64_t c = 1; c < g->cols; c++)
        fprintf(d->to, "M%.0f %dv%" PRIu64, x_of(d, (double)c), HEAD, g->rows * CELL_H);
    fputs("\"/>\n", d->to);
}

static void draw_numbers(const struct drawing *d)
{
    const struct aic_grid *g = d->g;

    if (g->rows * g->cols > MAX_NUMBERED)
        return;
    fputs("<g font-size=\"9\" text-anchor=\"middle\">\n", d->to);
    for (uint64_t i = 0; i < g->rows * g->cols; i++)
        if (!g->cells[i].padding)
            fprintf(d->to, "<text x=\"%.0f\" y=\"%.0f\">%" PRIu64 "</text>\n", x_of(d, (double)(i % g->cols) + 0.5),
                    y_of((double)(i / g->cols)) + CELL_H - 6, g->cells[i].offset);
    fputs("</g>\n", d->to);
}

static void draw_line(const struct drawing *d, enum aic_line kind, double x1, double y1, double x2, double y2)
{
    if (kind != AIC_LINE_NONE)
        fprintf(d->to, "<path d=\"M%.0f %.0fL%.0f %.0f\" stroke=\"#333\" stroke-width=\"%s\"/>\n", x1, y1, x2, y2,
                kind == AIC_LINE_BLOCK ? "1.6" : ".8\" stroke-dasharray=\"4 3");
}

static void draw_outlines(const struct drawing *d)
{
    const struct aic_grid *g = d->g;
    double right = x_of(d, (double)g->cols), bottom = y_of((double)g->rows);

    for (uint64_t r = 1; r < g->rows; r++)
        draw_line(d, g->row_line[r], MARGIN, y_of((double)r), right, y_of((double)r));
    for (uint64_t c = 1; c < g->cols; c++)
        draw_line(d, g->col_line[c], x_of(d, (double)c), HEAD, x_of(d, (double)c), bottom);
    fprintf(d->to, "<rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"%.0f\" fill=\"none\" stroke=\"#333\" "
            "stroke-width=\"2\"/>\n", MARGIN, HEAD, right - MARGIN, bottom - HEAD);
}

static int by_block_and_offset(const void *a, const void *b)
{
    const struct point *p = a, *q = b;

    if (p->block != q->block)
        return p->block < q->block ? -1 : 1;
    return p->offset < q->offset ? -1 : p->offset > q->offset;
}

/* A line through the points; those between two others on a straight run are left out. */
static void draw_path(const struct drawing *d, const struct point *p, size_t n, const char *style)
{
    if (n < 2)
        return;
    fprintf(d->to, "<path d=\"M%.1f %.1f", p[0].x, p[0].y);
    for (size_t i = 1; i < n; i++) {
        double cross = i + 1 == n ? 1
                                  : (p[i].x - p[i - 1].x) * (p[i + 1].y - p[i].y) -
                                        (p[i].y - p[i - 1].y) * (p[i + 1].x - p[i].x);

        if (cross > 0.01 || cross < -0.01)
            fprintf(d->to, "L%.1f %.1f", p[i].x, p[i].y);
    }
    fprintf(d->to, "\" fill=\"none\" %s/>\n", style);
}

/* The middle of a block's cells, with the offset at which the block begins. */
static struct point centre_of(const struct point *p, size_t n)
{
    struct point low = p[0], high = p[0];

    for (size_t i = 1; i < n; i++) {
        low.x = p[i].x < low.x ? p[i].x : low.x;
        low.y = p[i].y < low.y ? p[i].y : low.y;
        high.x = p[i].x > high.x ? p[i].x : high.x;
        high.y = p[i].y > high.y ? p[i].y : high.y;
    }
    return (struct point){0, p[0].offset, (low.x + high.x) / 2, (low.y + high.y) / 2};
}

/* All cells, padding included, block by block in the order of memory. */
static void sort_cells(const struct drawing *d, struct point *points)
{
    size_t n = 0;

    for (uint64_t r = 0; r < d->g->rows; r++)
        for (uint64_t c = 0; c < d->g->cols; c++)
            points[n++] = (struct point){(uint64_t)d->row_block[r] * d->block_cols + d->col_block[c],
                                         d->g->cells[r * d->g->cols + c].offset, x_of(d, (double)c + 0.5),
                                         y_of((double)r + 0.5)};
    qsort(points, n, sizeof *points, by_block_and_offset);
}

static void draw_orders(const struct drawing *d)
{
    size_t cells = (size_t)(d->g->rows * d->g->cols), blocks = 0;
    struct point *points = malloc(cells * sizeof *points);
    struct point *centres = malloc((size_t)d->block_rows * d->block_cols * sizeof *centres);

    if (points && centres) {
        sort_cells(d, points);
        for (size_t at = 0, n; at < cells; at += n) {
            for (n = 1; at + n < cells && points[at + n].block == points[at].block;)
                n++;
            draw_path(d, points + at, n, "stroke=\"#d60\" stroke-width=\".8\" stroke-opacity=\".55\" "
                      "marker-end=\"url(#thin)\"");
            centres[blocks++] = centre_of(points + at, n);
        }
        qsort(centres, blocks, sizeof *centres, by_block_and_offset);
        draw_path(d, centres, blocks, "stroke=\"#06c\" stroke-width=\"3\" stroke-opacity=\".6\" "
                  "marker-end=\"url(#thick)\"");
    }
    free(points);
    free(centres);
}

static bool any_axis_line(const struct aic_grid *g)
{
    bool any = false;

    for (uint64_t r = 1; r < g->rows; r++)
        any = any || g->row_line[r] == AIC_LINE_AXIS;
    for (uint64_t c = 1; c < g->cols; c++)
        any = any || g->col_line[c] == AIC_LINE_AXIS;
    return any;
}

static void draw_legend(const struct drawing *d)
{
    fprintf(d->to, "<text x=\"%d\" y=\"%.0f\" font-size=\"11\" fill=\"#555\">"
            "thin: order inside a block; thick: order of the blocks; hatched: padding%s</text>\n", MARGIN,
            y_of((double)d->g->rows) + 17, any_axis_line(d->g) ? "; dashed: an outer axis moves on" : "");
}

void aic_grid_svg(const struct aic_grid *g, FILE *to)
{
    struct drawing d = {.g = g, .to = to};
    char digits[32];

    d.cell_w = 10 + 6 * (uint64_t)snprintf(digits, sizeof digits, "%" PRIu64,
                                           aic_layout_cosize(&g->subject->layout) - 1);
    d.row_block = number_blocks(g->row_line, g->rows, &d.block_rows);
    d.col_block = number_blocks(g->col_line, g->cols, &d.block_cols);
    if (d.row_block && d.col_block) {
        draw_head(&d);
        draw_cells(&d);
        draw_orders(&d);
        draw_outlines(&d);
        draw_numbers(&d);
        draw_legend(&d);
        fputs("</svg>\n", to);
    }
    free(d.row_block);
    free(d.col_block);
}
