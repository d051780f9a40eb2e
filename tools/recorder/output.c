#include "tools/recorder/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

uint32_t aic_output_site(struct aic_record_output *out, const char *file, uint32_t line)
{
    if (file != out->site_file || line != out->site_line || !out->site_number) {
        out->site_file = file;
        out->site_line = line;
        out->site_number = aic_sites_number(&out->sites, (struct aic_text){file, (unsigned)strlen(file)}, line);
    }
    return out->site_number;
}

static const char *file_of(const struct aic_record_output *out, uint32_t number)
{
    const struct aic_site *site = aic_sites_find(&out->sites, number);
    return site ? site->file : "(kernel)";
}

/* True the first time that the rule is broken at this line. Without memory every time counts as the first. */
static bool first_time(struct aic_record_output *out, const struct aic_finding *finding)
{
    for (uint32_t i = 0; i < out->n_places; i++) {
        struct aic_place_tally *p = &out->places[i];
        if (p->site == finding->file && strcmp(p->rule, finding->rule) == 0) {
            p->seen++;
            return false;
        }
    }
    if (out->n_places == out->room_places) {
        uint32_t room = out->room_places ? out->room_places * 2 : 32;
        void *grown = realloc(out->places, room * sizeof(*out->places));
        if (!grown) {
            return true;
        }
        out->places = grown;
        out->room_places = room;
    }
    out->places[out->n_places++] =
        (struct aic_place_tally){.rule = finding->rule, .site = finding->file, .seen = 1};
    return true;
}

void aic_output_findings_end(struct aic_record_output *out)
{
    for (uint32_t i = 0; i < out->n_places; i++) {
        const struct aic_place_tally *p = &out->places[i];
        const struct aic_site *site = aic_sites_find(&out->sites, p->site);
        if (p->seen > 1 && site) {
            fprintf(stderr, "%s:%" PRIu32 ": note: [%s] came %" PRIu64 " times here\n", site->file, site->line, p->rule,
                    p->seen);
        } else if (p->seen > 1) {
            fprintf(stderr, "aicsim: note: [%s] came %" PRIu64 " times\n", p->rule, p->seen);
        }
    }
    free(out->places);
    out->places = NULL;
    out->n_places = out->room_places = 0;
}

void aic_output_finding(void *user, const struct aic_finding *finding)
{
    struct aic_record_output *out = user;
    out->findings[finding->severity]++;
    if (out->quiet || !first_time(out, finding)) {
        return;
    }
    fflush(stdout);
    if (finding->line) {
        fprintf(stderr, "%s:%" PRIu32 ": ", file_of(out, finding->file), finding->line);
    } else {
        fprintf(stderr, "aicsim: ");
    }
    fprintf(stderr, "%s: core %" PRIu32 ".%s: %s [%s]\n", aic_severity_name(finding->severity), finding->core,
            aic_unit_name(finding->unit), finding->message, finding->rule);
    if (finding->other_line) {
        fprintf(stderr, "%s:%" PRIu32 ": note: the other end is here\n",
                file_of(out, finding->other_file), finding->other_line);
    }
    if (finding->fix[0]) {
        fprintf(stderr, "    fix: %s\n", finding->fix);
    }
}

/* A file beside the trace, that appears with it. */
static bool write_bytes(struct aic_record_output *out, const char *path, const void *data, uint64_t n)
{
    char err[300];
    struct aic_out **more = realloc(out->data, (out->n_data + 1) * sizeof *more);
    struct aic_out *file = more ? malloc(sizeof *file) : NULL;
    out->data = more ? more : out->data;
    if (!file) {
        fprintf(stderr, "aicsim: error: out of memory\n");
        return false;
    }
    if (!aic_out_open(file, path, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", path, err);
        free(file);
        return false;
    }
    out->data[out->n_data++] = file;
    return fwrite(data, 1, n, file->to) == n || ferror(file->to); /* closing reports what went wrong */
}

/* The file's name as the trace says it: relative to the trace. */
static const char *beside(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool put_allocation(struct aic_record_output *out, const struct aic_device *device, size_t index)
{
    const struct aic_allocation *a = &device->at[index];
    const uint8_t *bytes = device->base + a->offset;
    bool whole = a->n_written == 1 && a->written[0].begin == 0 && a->written[0].end == a->bytes;
    char path[4100];
    snprintf(path, sizeof(path), "%.4000s.gm%zu.bin", out->trace.path, index);
    fprintf(out->trace.to, "gm gm%zu uint8 %" PRIu64 " at=%" PRIu64, index, a->bytes, a->offset);
    if (whole) {
        fprintf(out->trace.to, " file=\"%s\"", beside(path));
    }
    fprintf(out->trace.to, "\n");
    bool ok = !whole || write_bytes(out, path, bytes, a->bytes);
    for (size_t i = 0; ok && !whole && i < a->n_written; i++) {
        snprintf(path, sizeof(path), "%.4000s.gm%zu.%zu.bin", out->trace.path, index, i);
        fprintf(out->trace.to, "init gm:gm%zu+%" PRIu64 " file=\"%s\"\n", index, a->written[i].begin, beside(path));
        ok = write_bytes(out, path, bytes + a->written[i].begin, a->written[i].end - a->written[i].begin);
    }
    return ok;
}

/* Every allocation holds a file open until the launch has ended. */
static void allow_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

bool aic_output_trace_begin(struct aic_record_output *out, const char *path, const char *product,
                            const struct aic_device *device)
{
    char err[300];
    allow_files();
    if (!aic_out_open(&out->trace, path, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", path, err);
        return false;
    }
    out->tracing = true;
    out->unit = -1;
    out->core = 0;
    fprintf(out->trace.to, "aicsim-trace %d\nproduct %s\n", AIC_TRACE_VERSION, product);
    bool ok = true;
    for (size_t i = 0; ok && i < device->n; i++) {
        if (device->at[i].live && device->at[i].bytes) {
            ok = put_allocation(out, device, i);
        }
    }
    return ok;
}

void aic_output_trace_record(struct aic_record_output *out, const struct aic_record *rec)
{
    if (!out->tracing) {
        return;
    }
    if (out->unit != rec->unit || out->core != rec->core) {
        out->unit = rec->unit;
        out->core = rec->core;
        fprintf(out->trace.to, rec->unit ? "core %" PRIu32 ".%s\n" : "core %" PRIu32 "\n", rec->core,
                aic_unit_name(rec->unit));
    }
    char line[2048];
    aic_trace_print(rec, &out->tensors, line, sizeof(line));
    const char *file = file_of(out, rec->file);
    fprintf(out->trace.to, "%s", line);
    if (aic_site_printable(file)) {
        fprintf(out->trace.to, " # at %s:%" PRIu32, file, rec->line);
    }
    fputc('\n', out->trace.to);
}

void aic_output_trace_comment(struct aic_record_output *out, const char *text, const char *file, int line)
{
    if (out->tracing && aic_site_printable(file)) {
        fprintf(out->trace.to, "# %s # at %s:%d\n", text, file, line);
    } else if (out->tracing) {
        fprintf(out->trace.to, "# %s\n", text);
    }
}

/* Closes or drops every file; the trace comes last, so that what it names is there. */
static bool finish(struct aic_record_output *out, bool keep)
{
    char err[300];
    bool ok = true;
    for (size_t i = 0; i <= out->n_data; i++) {
        struct aic_out *file = i < out->n_data ? out->data[i] : &out->trace;
        if (!keep || !ok) {
            aic_out_abandon(file);
        } else if (!aic_out_close(file, err, sizeof err)) {
            fprintf(stderr, "%s: error: %s\n", file->path, err);
            ok = false;
        }
        if (i < out->n_data) {
            free(file);
        }
    }
    free(out->data);
    out->data = NULL;
    out->n_data = 0;
    out->tracing = false;
    return ok;
}

bool aic_output_trace_end(struct aic_record_output *out)
{
    return !out->tracing || finish(out, true);
}

void aic_output_trace_abandon(struct aic_record_output *out)
{
    if (out->tracing) {
        finish(out, false);
    }
}

void aic_output_summary(const char *kernel, const struct aic_product *product, uint32_t blocks,
                        const struct aic_result *result)
{
    fprintf(stderr, "aicsim: %s on %s: %" PRIu32 " block%s, %" PRIu64 " records, %" PRIu64 " cycles", kernel,
            product->name, blocks, blocks == 1 ? "" : "s", result->records, (uint64_t)aic_cycles(result->total));
    if (result->findings[AIC_SEV_ERROR] || result->findings[AIC_SEV_WARNING]) {
        uint64_t errors = result->findings[AIC_SEV_ERROR], warnings = result->findings[AIC_SEV_WARNING];
        fprintf(stderr, ", %" PRIu64 " error%s, %" PRIu64 " warning%s", errors, errors == 1 ? "" : "s", warnings,
                warnings == 1 ? "" : "s");
    }
    fprintf(stderr, "\n");
}
