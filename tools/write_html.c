/* One page without outside parts: the times as a table, the first instructions as a picture, the findings. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/write.h"

#define PICTURE_WIDTH 1200 /* pixels of the whole time */
#define LANE_HEIGHT 22

void aic_picture_event(void *user, const struct aic_event *e)
{
    struct aic_picture *p = user;
    if (e->pipe >= AIC_PIPE_COUNT || e->end <= e->start) {
        return;
    }
    if (p->n == AIC_PICTURE_MOST) {
        p->cut = true;
        return;
    }
    if ((p->n & (p->n - 1)) == 0) {
        struct aic_slice *more = realloc(p->at, (p->n ? p->n * 2 : 1) * sizeof *more);
        if (!more) {
            p->cut = true;
            return;
        }
        p->at = more;
    }
    p->at[p->n++] = (struct aic_slice){e->start, e->end, e->core, e->rec->line, e->rec->file, e->rec->insn, e->unit,
                                     e->pipe};
    p->end = e->end > p->end ? e->end : p->end;
}

void aic_picture_free(struct aic_picture *p)
{
    free(p->at);
    *p = (struct aic_picture){0};
}

static void text(FILE *to, const char *s)
{
    for (; *s; s++) {
        switch (*s) {
        case '<':
            fputs("&lt;", to);
            break;
        case '>':
            fputs("&gt;", to);
            break;
        case '&':
            fputs("&amp;", to);
            break;
        case '"':
            fputs("&quot;", to);
            break;
        default:
            fputc(*s, to);
        }
    }
}

static const char style[] =
    "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:1260px;padding:0 1em;color:#1c2733}"
    "table{border-collapse:collapse;margin:1em 0}"
    "td,th{padding:.2em .8em;border-bottom:1px solid #d7dde3;text-align:right}"
    "th:first-child,td:first-child,td.l,th.l{text-align:left}pre{background:#f3f5f7;padding:.6em;overflow:auto}"
    ".error{color:#b3261e}.warning{color:#8a5a00}.note,.hint{color:#3d5a80}.bar{background:#3d7ea6;height:.7em}"
    "svg{width:100%;height:auto;border:1px solid #d7dde3}";

static const char *const colours[AIC_PIPE_COUNT] = {"#8d99ae", "#e09f3e", "#2a9d8f", "#457b9d",
                                                    "#6d597a", "#b56576", "#bc4749"};

static void pipe_row(FILE *to, unsigned pipe, const struct aic_pipe_stats *p, aic_time total)
{
    aic_time share = total ? p->busy * 1000 / total : 0;
    enum aic_stall main = aic_main_stall(p->stall);
    fprintf(to, "<tr><td>%s<td>%" PRIu64 "<td>%" PRId64 "<td>%" PRId64 ".%" PRId64 " %%<td>%" PRIu64 "<td class=l>%s",
            aic_pipe_name((enum aic_pipe)pipe), p->instructions, aic_cycles(p->busy), share / 10, share % 10, p->bytes,
            main == AIC_STALL_EMPTY ? "" : aic_stall_name(main));
    fprintf(to, "<td class=l><div class=bar style='width:%" PRId64 "px'></div>\n", share / 5);
}

static void tables(FILE *to, const struct aic_session *s)
{
    for (size_t i = 0; i < s->result->n_cores; i++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            const struct aic_unit_stats *unit = &s->result->cores[i].unit[u];
            if (!unit->used) {
                continue;
            }
            fprintf(to, "<h2>Core %u, %s</h2><table><tr><th>pipe<th>instructions<th>busy cycles<th>utilisation<th>bytes"
                        "<th class=l>main stall<th>\n", s->result->cores[i].core, aic_unit_name((enum aic_unit)u));
            for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
                if (unit->pipe[p].instructions || unit->pipe[p].busy) {
                    pipe_row(to, p, &unit->pipe[p], s->result->total);
                }
            }
            fprintf(to, "</table>\n");
        }
    }
}

/* " (kernel.asc:84)" when the place in the source is known. */
static void site(FILE *to, const struct aic_session *s, uint32_t number)
{
    const struct aic_site *at = aic_trace_file_site(&s->file, number);
    if (at) {
        fprintf(to, " (");
        text(to, at->file);
        fprintf(to, ":%" PRIu32 ")", at->line);
    }
}

/* The lane of every pipe that has a bar, from the top; returns how many lanes there are. */
static unsigned number_lanes(const struct aic_picture *p, unsigned *lane)
{
    bool has[AIC_PIPE_COUNT] = {false};
    unsigned n = 0;
    for (size_t i = 0; i < p->n; i++) {
        has[p->at[i].pipe] |= p->at[i].core == p->at[0].core && p->at[i].unit == p->at[0].unit;
    }
    for (unsigned k = 0; k < AIC_PIPE_COUNT; k++) {
        lane[k] = has[k] ? n++ : AIC_PIPE_COUNT;
    }
    return n;
}

/* Lanes of the first core and unit that the picture holds. */
static void picture(FILE *to, const struct aic_session *s, const struct aic_picture *p)
{
    if (p->n == 0) {
        return;
    }
    uint32_t core = p->at[0].core;
    unsigned unit = p->at[0].unit, lane[AIC_PIPE_COUNT];
    fprintf(to, "<h2>Core %u, %s, in time</h2>\n<svg viewBox='0 0 %d %d' font-size=11>\n", core,
            aic_unit_name((enum aic_unit)unit), PICTURE_WIDTH + 60, (int)number_lanes(p, lane) * LANE_HEIGHT + 4);
    for (unsigned k = 0; k < AIC_PIPE_COUNT; k++) {
        if (lane[k] < AIC_PIPE_COUNT) {
            fprintf(to, "<text x=4 y=%u>%s</text>\n", lane[k] * LANE_HEIGHT + 16, aic_pipe_name((enum aic_pipe)k));
        }
    }
    for (size_t i = 0; i < p->n; i++) {
        const struct aic_slice *e = &p->at[i];
        if (e->core != core || e->unit != unit) {
            continue;
        }
        double x = (double)e->start / (double)p->end * PICTURE_WIDTH;
        double w = (double)(e->end - e->start) / (double)p->end * PICTURE_WIDTH;
        fprintf(to, "<rect x=%.2f y=%u width=%.2f height=%d fill='%s' fill-opacity=.75><title>%s, line %u", x + 50,
                lane[e->pipe] * LANE_HEIGHT + 4, w < 0.3 ? 0.3 : w, LANE_HEIGHT - 6, colours[e->pipe],
                aic_insn_at(e->insn)->name, e->line);
        site(to, s, e->file);
        fprintf(to, ", cycles %" PRId64 " to %" PRId64 "</title></rect>\n", aic_cycles(e->start), aic_cycles(e->end));
    }
    fprintf(to, "</svg>\n<p>0 to %" PRId64 " cycles%s. Point at a bar for its instruction; S hands them out.</p>\n",
            aic_cycles(p->end), p->cut ? ", the first instructions only; --trace-json writes all" : "");
}

static void findings(FILE *to, const struct aic_session *s)
{
    fprintf(to, "<h2>Findings</h2>\n<p>");
    aic_write_counts(to, s);
    fprintf(to, "</p>\n");
    size_t most = s->findings.n < 500 ? s->findings.n : 500;
    for (size_t i = 0; i < most; i++) {
        const struct aic_finding *d = &s->findings.at[i];
        struct aic_text line = aic_trace_file_line(&s->file, d->line);
        fprintf(to, "<p><b class=%s>%s</b> %s, line %u", aic_severity_name(d->severity),
                aic_severity_name(d->severity), d->rule, d->line);
        site(to, s, d->file);
        fprintf(to, ": ");
        text(to, d->message);
        fprintf(to, "</p>\n");
        if (line.at) {
            char copy[400];
            snprintf(copy, sizeof copy, "%.*s", (int)(line.len < 399 ? line.len : 399), line.at);
            fprintf(to, "<pre>");
            text(to, copy);
            fprintf(to, "</pre>\n");
        }
        if (d->fix[0]) {
            fprintf(to, "<p>Fix: ");
            text(to, d->fix);
            fprintf(to, "</p>\n");
        }
    }
    if (s->findings.n > most) {
        fprintf(to, "<p>%zu more are in the other formats.</p>\n", s->findings.n - most);
    }
}

bool aic_write_html(const char *path, const struct aic_session *s, const struct aic_picture *p)
{
    struct aic_out out;
    char err[300];
    int64_t ps = aic_run_ps(s, s->result->total);
    if (!aic_out_open(&out, path, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", path, err);
        return false;
    }
    fprintf(out.to, "<!doctype html>\n<html lang=en><meta charset=utf-8><title>");
    text(out.to, s->file.path);
    fprintf(out.to, "</title><style>%s</style>\n<h1>", style);
    text(out.to, s->file.path);
    fprintf(out.to, "</h1>\n<p>%s: %" PRId64 " cycles", s->product->name, aic_cycles(s->result->total));
    if (ps >= 0) {
        fprintf(out.to, ", ");
        aic_write_fixed(out.to, ps, 1000000, 3);
        fprintf(out.to, " us");
    }
    fprintf(out.to, ", %" PRIu64 " records. ", s->result->records);
    aic_write_bottleneck(out.to, s);
    fprintf(out.to, "</p>\n");
    tables(out.to, s);
    picture(out.to, s, p);
    findings(out.to, s);
    if (!aic_out_close(&out, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", path, err);
        return false;
    }
    return true;
}
