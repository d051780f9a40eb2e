#include "tools/recorder/report.h"

#include <stdio.h>
#include <string.h>

void aic_launch_path(char *out, size_t size, const char *path, unsigned number)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (number == 1) {
        snprintf(out, size, "%s", path);
    } else if (dot && dot > (slash ? slash + 1 : path)) {
        snprintf(out, size, "%.*s.%u%s", (int)(dot - path), path, number, dot);
    } else {
        snprintf(out, size, "%s.%u", path, number);
    }
}

/* The file of this launch, NULL when it is not asked for. */
static const char *path_of(char *out, size_t size, const char *path, unsigned launch)
{
    if (path && strcmp(path, "-") == 0) {
        return path;
    }
    if (path) {
        aic_launch_path(out, size, path, launch);
    }
    return path ? out : NULL;
}

bool aic_report_begin(struct aic_report *r, const struct aic_record_options *options, struct aic_product *product,
                      unsigned launch, const char *kernel, const struct aic_sites *sites)
{
    *r = (struct aic_report){.options = options};
    clock_gettime(CLOCK_MONOTONIC, &r->begun);
    r->session.kernel = kernel;
    r->session.product = product;
    r->session.file.path = (char *)(uintptr_t)options->source;
    r->session.findings.product = product;
    r->session.findings.severities = options->severities;
    r->session.findings.n_severities = options->n_severities;
    r->outputs.timeline_path = path_of(r->timeline, sizeof r->timeline, options->timeline, launch);
    r->outputs.csv = path_of(r->csv, sizeof r->csv, options->csv, launch);
    r->outputs.html = path_of(r->html, sizeof r->html, options->html, launch);
    path_of(r->report, sizeof r->report, options->report, launch);
    return aic_run_outputs_open(&r->outputs, product, sites);
}

static void write_report(FILE *to, const struct aic_report *r)
{
    if (strcmp(r->options->format, "json") == 0) {
        aic_write_json(to, &r->session);
    } else {
        aic_write_text(to, &r->session, r->options->all ? 0 : 20);
    }
}

/* Onto standard output among what the program prints, or into a file. */
static bool put_report(struct aic_report *r)
{
    struct aic_out out;
    char err[300];
    if (!r->options->report) {
        return true;
    }
    if (strcmp(r->options->report, "-") == 0) {
        write_report(stdout, r);
        return fflush(stdout) == 0;
    }
    bool ok = aic_out_open(&out, r->report, err, sizeof err);
    if (ok) {
        write_report(out.to, r);
        ok = aic_out_close(&out, err, sizeof err);
    }
    if (!ok) {
        fprintf(stderr, "%s: error: %s\n", r->report, err);
    }
    return ok;
}

bool aic_report_end(struct aic_report *r, const struct aic_result *result, const struct aic_sites *sites)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    r->session.wall_s =
        (double)(now.tv_sec - r->begun.tv_sec) + (double)(now.tv_nsec - r->begun.tv_nsec) * 1e-9;
    r->session.result = result;
    r->session.file.sites = *sites; /* to look at only: they stay the recorder's */
    aic_findings_sort(&r->session.findings);
    return aic_run_outputs_write(&r->outputs, &r->session) && put_report(r);
}

void aic_report_free(struct aic_report *r)
{
    aic_run_outputs_free(&r->outputs);
    aic_findings_free(&r->session.findings);
}
