#include "tools/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/product_files.h"

/* Longer runs are not run again for what they would gain: the time of the first 200 ms at the most. */
#define FREE_RECORDS 200000

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool aic_file_choice_parse(const char *text, struct aic_file_choice *out)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || equals[1] == 0) {
        return false;
    }
    *out = (struct aic_file_choice){text, (size_t)(equals - text), equals + 1};
    return true;
}

static void print_error(void *user, const char *message)
{
    (void)user;
    fprintf(stderr, "%s\n", message);
}

/* What the trace leaves to its product is decided by the one that it names, also under -p (params of Fixpipe). */
static bool keep_meaning(struct aic_session *s)
{
    struct aic_product *named = aic_product_from_files(s->file.product);
    if (!named) {
        aic_trace_file_error(&s->file, s->file.product_line, s->file.product_column, "this product cannot be read");
        return false;
    }
    s->product->isa.fixpipe_params = named->isa.fixpipe_params;
    aic_product_free(named);
    return true;
}

static bool open_product(struct aic_session *s)
{
    const char *name = s->options->product ? s->options->product : s->file.product;
    if (!name) {
        if (!s->file.broken) {
            fprintf(stderr, "%s: error: no product: the trace has no product line; name one with -p\n", s->file.path);
        }
        return false;
    }
    s->product = aic_product_from_files(name);
    if (!s->product) {
        if (!s->options->product) {
            aic_trace_file_error(&s->file, s->file.product_line, s->file.product_column,
                                 "this product cannot be read (aicsim products lists the known ones)");
        }
        return false;
    }
    if (s->options->product && s->file.product && strcmp(name, s->file.product) != 0 && !keep_meaning(s)) {
        return false;
    }
    for (size_t i = 0; i < s->options->n_sets; i++) {
        if (!aic_product_set(s->product, s->options->sets[i], print_error, NULL)) {
            return false;
        }
    }
    return true;
}

static bool add_file(struct aic_session *s, const char *what, const char *path, bool writes)
{
    return !path || aic_file_uses_add(&s->uses, path, &(struct aic_file_use){.what = what, .writes = writes});
}

/* What the run would write must be neither what it reads nor written twice. Exit status: 0, 2 (reported) or 3. */
static int check_files(struct aic_session *s)
{
    const struct aic_run_options *options = s->options;
    const char *name = options->product ? options->product : s->file.product;
    bool ok = add_file(s, "the product", name && strchr(name, '.') ? name : NULL, false);
    for (size_t i = 0; ok && i < options->n_gm; i++) {
        ok = add_file(s, "--gm", options->gm[i].path, false);
    }
    ok = ok && aic_file_uses_add_trace(&s->uses, &s->file);
    for (size_t i = 0; ok && i < options->n_out; i++) {
        ok = add_file(s, "--out", options->out[i].path, true);
    }
    ok = ok && add_file(s, "--trace-json", options->timeline, true) && add_file(s, "--html", options->html, true);
    if (!ok) {
        fprintf(stderr, "aicsim: error: out of memory\n");
        return 3;
    }
    return aic_file_uses_check(&s->uses, &s->file) ? 0 : 2;
}

/* Declares the trace's tensors in `sim`. */
static bool place_tensors(struct aic_session *s, struct aic_sim *sim)
{
    for (uint32_t i = 0; i < s->file.tensors.n; i++) {
        const struct aic_trace_tensor *t = &s->file.tensors.at[i];
        struct aic_tensor tensor = {t->name, (enum aic_dtype)t->dtype, t->addr, t->bytes, !t->l2_off, t->layout, 0, 0};
        if (t->ndim > 1) {
            tensor.row_bytes = t->dims[t->ndim - 1] * aic_dtype_bits(tensor.dtype) / 8;
            tensor.rows = t->dims[t->ndim - 2];
        }
        if (aic_sim_tensor(sim, &tensor) != (int)i) {
            aic_trace_file_error(&s->file, t->line, t->column, "the tensor cannot be placed");
            return false;
        }
    }
    return true;
}

static bool open_sim(struct aic_session *s)
{
    struct aic_options options = {
        .no_data = s->options->no_data,
        .no_check = s->options->no_check,
        .hints = s->options->hints,
        .finding = aic_findings_add,
        .finding_user = &s->findings,
        .severity = aic_findings_severity,
        .severity_user = &s->findings,
        .event = s->options->event,
        .event_user = s->options->event_user,
    };
    s->findings.file = &s->file;
    s->findings.severities = s->options->severities;
    s->findings.n_severities = s->options->n_severities;
    s->findings.product = s->product;
    s->sim = aic_sim_new(s->product, &options);
    if (!s->sim) {
        fprintf(stderr, "aicsim: error: out of memory\n");
        return false;
    }
    return place_tensors(s, s->sim);
}

static void close_streams(struct aic_session *s)
{
    for (size_t i = 0; i < s->n_streams; i++) {
        aic_core_stream_end(&s->streams[i]);
    }
    free(s->streams);
    s->streams = NULL;
    s->n_streams = 0;
}

static bool open_streams(struct aic_session *s, struct aic_sim *sim)
{
    s->streams = calloc(s->file.n_cores ? s->file.n_cores : 1, sizeof *s->streams);
    for (size_t i = 0; s->streams && i < s->file.n_cores; i++) {
        if (!aic_core_stream_begin(&s->streams[i], &s->file, i)) {
            return false;
        }
        s->n_streams++;
        if (!aic_sim_source(sim, s->file.cores[i].core, aic_core_stream_next, &s->streams[i])) {
            return false;
        }
    }
    return s->streams != NULL;
}

int aic_session_open(struct aic_session *s, const struct aic_run_options *options)
{
    char err[300];
    *s = (struct aic_session){.options = options, .opened = true};
    if (!aic_trace_file_open(&s->file, options->trace, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", options->trace, err);
        return 2;
    }
    int status = check_files(s);
    if (status == 3) {
        return status;
    }
    bool ok = open_product(s) && status == 0;
    if (ok && !s->file.broken) {
        ok = open_sim(s) && aic_session_load_arrays(s);
    }
    if (!ok || s->file.broken) {
        aic_trace_file_validate(&s->file);
        aic_trace_file_print_errors(&s->file);
        return 2;
    }
    if (!open_streams(s, s->sim)) {
        fprintf(stderr, "aicsim: error: out of memory\n");
        return 3;
    }
    return 0;
}

int aic_session_run(struct aic_session *s)
{
    double start = now();
    s->result = aic_sim_finish(s->sim);
    s->wall_s = now() - start;
    if (s->file.broken) {
        aic_trace_file_validate(&s->file);
        aic_trace_file_print_errors(&s->file);
        return 2;
    }
    if (!s->result || s->findings.out_of_memory) {
        fprintf(stderr, "aicsim: error: out of memory\n");
        return 3;
    }
    if (!aic_session_finish_arrays(s)) {
        aic_trace_file_print_errors(&s->file);
        return 2;
    }
    aic_findings_sort(&s->findings);
    return 0;
}

void aic_session_free_bound(struct aic_session *s)
{
    const struct aic_result *r = s->result;
    struct aic_options options = {.no_data = true, .no_check = true, .free = true, .free_part = r->analysis.bound};
    if (r->records > FREE_RECORDS || r->deadlock || r->time_unknown || r->analysis.path[r->analysis.bound] <= 0) {
        return;
    }
    close_streams(s);
    s->file.again = true;
    struct aic_sim *sim = aic_sim_new(s->product, &options);
    if (sim && place_tensors(s, sim) && open_streams(s, sim)) {
        const struct aic_result *again = aic_sim_finish(sim);
        s->without_bound = again && !again->out_of_memory && !s->file.broken ? again->total : 0;
    }
    aic_sim_free(sim);
}

void aic_session_close(struct aic_session *s)
{
    if (!s->opened) {
        return;
    }
    close_streams(s);
    aic_sim_free(s->sim);
    aic_product_free(s->product);
    aic_findings_free(&s->findings);
    aic_file_uses_free(&s->uses);
    aic_trace_file_free(&s->file);
    s->opened = false;
}

int aic_session_verdict(const struct aic_session *s, bool werror)
{
    return s->findings.by_severity[AIC_SEV_ERROR] || (werror && s->findings.by_severity[AIC_SEV_WARNING]);
}
