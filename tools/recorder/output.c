#include "tools/recorder/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint32_t aic_files_number(struct aic_files *files, const char *name)
{
    for (uint32_t i = files->n; i-- > 0;) {
        if (files->at[i] == name || strcmp(files->at[i], name) == 0) {
            return i + 1;
        }
    }
    if (files->n == files->room) {
        uint32_t room = files->room ? files->room * 2 : 16;
        void *grown = realloc(files->at, room * sizeof(*files->at));
        if (!grown) {
            return 0;
        }
        files->at = grown;
        files->room = room;
    }
    files->at[files->n++] = name;
    return files->n;
}

const char *aic_files_name(const struct aic_files *files, uint32_t number)
{
    return number >= 1 && number <= files->n ? files->at[number - 1] : "(kernel)";
}

/* True the first time that the rule is broken at this line. Without memory every time counts as the first. */
static bool first_time(struct aic_record_output *out, const struct aic_finding *finding)
{
    for (uint32_t i = 0; i < out->n_places; i++) {
        struct aic_place_tally *p = &out->places[i];
        if (p->line == finding->line && p->file == finding->file && strcmp(p->rule, finding->rule) == 0) {
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
        (struct aic_place_tally){.rule = finding->rule, .file = finding->file, .line = finding->line, .seen = 1};
    return true;
}

void aic_output_findings_end(struct aic_record_output *out)
{
    for (uint32_t i = 0; i < out->n_places; i++) {
        const struct aic_place_tally *p = &out->places[i];
        if (p->seen > 1) {
            fprintf(stderr, "%s:%" PRIu32 ": note: [%s] came %" PRIu64 " times here\n",
                    p->line ? aic_files_name(&out->files, p->file) : "aicsim", p->line, p->rule, p->seen);
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
    if (!first_time(out, finding)) {
        return;
    }
    fflush(stdout);
    if (finding->line) {
        fprintf(stderr, "%s:%" PRIu32 ": ", aic_files_name(&out->files, finding->file), finding->line);
    } else {
        fprintf(stderr, "aicsim: ");
    }
    fprintf(stderr, "%s: core %" PRIu32 ".%s: %s [%s]\n", aic_severity_name(finding->severity), finding->core,
            aic_unit_name(finding->unit), finding->message, finding->rule);
    if (finding->other_line) {
        fprintf(stderr, "%s:%" PRIu32 ": note: the other end is here\n",
                aic_files_name(&out->files, finding->other_file), finding->other_line);
    }
    if (finding->fix[0]) {
        fprintf(stderr, "    fix: %s\n", finding->fix);
    }
}

/* PATH of launch 1, PATH-without-ending.N.ending of the others. */
static void launch_path(char *out, size_t size, const char *path, unsigned number)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (number == 1) {
        snprintf(out, size, "%s", path);
    } else if (dot && dot > (slash ? slash : path)) {
        snprintf(out, size, "%.*s.%u%s", (int)(dot - path), path, number, dot);
    } else {
        snprintf(out, size, "%s.%u", path, number);
    }
}

static bool write_bytes(const char *path, const void *data, uint64_t n)
{
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(data, 1, n, f) == n;
    if (f) {
        ok &= fclose(f) == 0;
    }
    if (!ok) {
        fprintf(stderr, "aicsim: error: cannot write '%s'\n", path);
    }
    return ok;
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
    snprintf(path, sizeof(path), "%s.gm%zu.bin", out->trace_path, index);
    fprintf(out->trace, "gm gm%zu uint8 %" PRIu64 " at=%" PRIu64, index, a->bytes, a->offset);
    if (whole) {
        fprintf(out->trace, " file=\"%s\"", beside(path));
    }
    fprintf(out->trace, "\n");
    bool ok = !whole || write_bytes(path, bytes, a->bytes);
    for (size_t i = 0; ok && !whole && i < a->n_written; i++) {
        snprintf(path, sizeof(path), "%s.gm%zu.%zu.bin", out->trace_path, index, i);
        fprintf(out->trace, "init gm:gm%zu+%" PRIu64 " file=\"%s\"\n", index, a->written[i].begin, beside(path));
        ok = write_bytes(path, bytes + a->written[i].begin, a->written[i].end - a->written[i].begin);
    }
    return ok;
}

bool aic_output_trace_begin(struct aic_record_output *out, const char *path, unsigned number, const char *product,
                            const struct aic_device *device)
{
    launch_path(out->trace_path, sizeof(out->trace_path), path, number);
    out->trace = fopen(out->trace_path, "w");
    if (!out->trace) {
        fprintf(stderr, "aicsim: error: cannot write the trace '%s'\n", out->trace_path);
        return false;
    }
    out->unit = -1;
    out->core = 0;
    fprintf(out->trace, "aicsim-trace %d\nproduct %s\n", AIC_TRACE_VERSION, product);
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
    if (!out->trace) {
        return;
    }
    if (out->unit != rec->unit || out->core != rec->core) {
        out->unit = rec->unit;
        out->core = rec->core;
        fprintf(out->trace, rec->unit ? "core %" PRIu32 ".%s\n" : "core %" PRIu32 "\n", rec->core,
                aic_unit_name(rec->unit));
    }
    char line[2048];
    aic_trace_print(rec, &out->tensors, line, sizeof(line));
    const char *file = aic_files_name(&out->files, rec->file);
    fprintf(out->trace, "%s", line);
    if (aic_site_printable(file)) {
        fprintf(out->trace, " # at %s:%" PRIu32, file, rec->line);
    }
    fputc('\n', out->trace);
}

void aic_output_trace_comment(struct aic_record_output *out, const char *text, const char *file, int line)
{
    if (out->trace) {
        fprintf(out->trace, "# %s # at %s:%d\n", text, file, line);
    }
}

bool aic_output_trace_end(struct aic_record_output *out)
{
    if (!out->trace) {
        return true;
    }
    bool ok = !ferror(out->trace);
    ok &= fclose(out->trace) == 0;
    out->trace = NULL;
    if (!ok) {
        fprintf(stderr, "aicsim: error: the trace '%s' could not be written whole\n", out->trace_path);
    }
    return ok;
}

void aic_output_summary(const char *kernel, const struct aic_product *product, uint32_t blocks,
                        const struct aic_result *result)
{
    fprintf(stderr, "aicsim: %s on %s: %" PRIu32 " block%s, %" PRIu64 " records, %" PRIu64 " cycles", kernel,
            product->name, blocks, blocks == 1 ? "" : "s", result->records, (uint64_t)aic_cycles(result->total));
    if (result->findings[AIC_SEV_ERROR] || result->findings[AIC_SEV_WARNING]) {
        fprintf(stderr, ", %" PRIu64 " errors, %" PRIu64 " warnings", result->findings[AIC_SEV_ERROR],
                result->findings[AIC_SEV_WARNING]);
    }
    fprintf(stderr, "\n");
}
