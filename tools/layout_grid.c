#include "tools/layout_grid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/fail.h"

static uint64_t side_length(const struct aic_subject *s, const char *axes)
{
    uint64_t n = 1;

    for (; *axes; axes++)
        n *= aic_layout_extent(&s->layout, (unsigned)(strchr(s->axes, *axes) - s->axes));
    return n;
}

/* The lines before each position of one side: a block of the innermost axis begins, or an outer axis moves on. */
static uint8_t *make_lines(const struct aic_subject *s, const char *axes, uint64_t n)
{
    uint8_t *lines = calloc(n, 1);
    size_t count = strlen(axes);

    if (!lines || count == 0)
        return lines;
    unsigned inner = (unsigned)(strchr(s->axes, axes[count - 1]) - s->axes);
    const struct aic_mode *m = &s->layout.mode[inner];
    bool split = m->pair && m->shape[0] > 1;
    uint64_t extent = aic_layout_extent(&s->layout, inner);

    for (uint64_t i = 1; i < n; i++) {
        if (split && i % extent % m->shape[0] == 0)
            lines[i] = AIC_LINE_BLOCK;
        else if (i % extent == 0)
            lines[i] = AIC_LINE_AXIS;
    }
    return lines;
}

static void fill_cells(struct aic_grid *g)
{
    const struct aic_subject *s = g->subject;
    uint64_t coord[AIC_LAYOUT_MAX_RANK] = {0};

    for (uint64_t r = 0; r < g->rows; r++) {
        aic_subject_position(s, s->side, r, coord);
        for (uint64_t c = 0; c < g->cols; c++) {
            struct aic_cell *cell = &g->cells[r * g->cols + c];

            aic_subject_position(s, s->top, c, coord);
            aic_layout_offset(&s->layout, coord, &cell->offset);
            for (unsigned i = 0; i < s->layout.rank; i++)
                cell->padding = cell->padding || coord[i] >= s->extent[i];
        }
    }
}

bool aic_grid_make(const struct aic_subject *s, uint64_t max_cells, struct aic_grid *g, char *err, size_t errlen)
{
    uint64_t cells = aic_layout_size(&s->layout);

    *g = (struct aic_grid){.subject = s};
    if (cells > max_cells)
        return aic_fail(err, errlen, "the map would have %" PRIu64 " cells, more than %" PRIu64
                        ": give a smaller shape, or ask for single places with 'layout offset'", cells, max_cells);
    g->rows = side_length(s, s->side);
    g->cols = side_length(s, s->top);
    g->cells = calloc(cells, sizeof *g->cells);
    g->row_line = make_lines(s, s->side, g->rows);
    g->col_line = make_lines(s, s->top, g->cols);
    if (!g->cells || !g->row_line || !g->col_line) {
        aic_grid_free(g);
        return aic_fail(err, errlen, "no memory for the map");
    }
    fill_cells(g);
    return true;
}

void aic_grid_free(struct aic_grid *g)
{
    free(g->cells);
    free(g->row_line);
    free(g->col_line);
    g->cells = NULL;
    g->row_line = g->col_line = NULL;
}

/* ---- text ---- */

/* "17" for one axis, "h0w1" for several. */
static int label(const struct aic_subject *s, const char *axes, uint64_t index, char *buf, size_t size)
{
    uint64_t coord[AIC_LAYOUT_MAX_RANK] = {0};
    int len = 0;

    if (!axes[0])
        return snprintf(buf, size, "-");
    if (!axes[1])
        return snprintf(buf, size, "%" PRIu64, index);
    aic_subject_position(s, axes, index, coord);
    for (; *axes && (size_t)len < size; axes++)
        len += snprintf(buf + len, size - (size_t)len, "%c%" PRIu64, *axes, coord[strchr(s->axes, *axes) - s->axes]);
    return len;
}

static int label_width(const struct aic_subject *s, const char *axes, uint64_t n)
{
    char buf[192];
    int width = 0;

    for (uint64_t i = 0; i < n; i++) {
        int w = label(s, axes, i, buf, sizeof buf);

        width = w > width ? w : width;
    }
    return width;
}

static int offset_width(const struct aic_grid *g)
{
    char buf[32];

    return snprintf(buf, sizeof buf, "%" PRIu64, aic_layout_cosize(&g->subject->layout) - 1);
}

static void print_rule(const struct aic_grid *g, int side, int width, char dash, FILE *to)
{
    for (int i = 0; i < side; i++)
        fputc(' ', to);
    fputs(" |", to);
    for (uint64_t c = 0; c < g->cols; c++) {
        if (g->col_line[c])
            fputs(" +", to);
        for (int i = 0; i <= width; i++)
            fputc(dash, to);
    }
    fputc('\n', to);
}

void aic_grid_print(const struct aic_grid *g, FILE *to)
{
    const struct aic_subject *s = g->subject;
    int side = label_width(s, s->side, g->rows), width = label_width(s, s->top, g->cols);
    int digits = offset_width(g);
    char buf[192], corner[2 * AIC_LAYOUT_MAX_RANK + 4];

    snprintf(corner, sizeof corner, "%s\\%s", s->side, s->top);
    side = (int)strlen(corner) > side ? (int)strlen(corner) : side;
    width = digits > width ? digits : width;
    fprintf(to, "%*s |", side, corner);
    for (uint64_t c = 0; c < g->cols; c++) {
        label(s, s->top, c, buf, sizeof buf);
        fprintf(to, "%s %*s", g->col_line[c] ? " |" : "", width, buf);
    }
    fputc('\n', to);
    print_rule(g, side, width, '-', to);
    for (uint64_t r = 0; r < g->rows; r++) {
        if (g->row_line[r])
            print_rule(g, side, width, g->row_line[r] == AIC_LINE_BLOCK ? '-' : ' ', to);
        label(s, s->side, r, buf, sizeof buf);
        fprintf(to, "%*s |", side, buf);
        for (uint64_t c = 0; c < g->cols; c++) {
            const struct aic_cell *cell = &g->cells[r * g->cols + c];

            if (cell->padding)
                fprintf(to, "%s %*s", g->col_line[c] ? " |" : "", width, ".");
            else
                fprintf(to, "%s %*" PRIu64, g->col_line[c] ? " |" : "", width, cell->offset);
        }
        fputc('\n', to);
    }
}
