/* Two runs side by side. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/run_args.h"
#include "tools/write.h"

enum { FORMAT, PRODUCT, SET, NO_DATA };
static const struct aic_option options[] = {
    {"format", 0, "text|json", "how to print the result"},
    {"product", 'p', "PRODUCT", "product to run both on, instead of the traces'"},
    {"set", 0, "KEY=VALUE", "change one key of the product of both"},
    {"no-data", 0, NULL, "move no bytes"},
    {0},
};
static const struct aic_usage usage = {
    "diff", "A B [options]", "Runs two traces and prints where their times and findings differ.",
    "Exit status 1 when B has more errors than A or takes longer, 0 otherwise.", options};

static int64_t percent_of(int64_t a, int64_t b)
{
    return a ? (b - a) * 1000 / a : 0;
}

static void print_change(const char *name, int64_t a, int64_t b)
{
    int64_t tenths = percent_of(a, b), size = tenths < 0 ? -tenths : tenths;
    printf("%-24s %14" PRId64 " %14" PRId64 " %+14" PRId64, name, a, b, b - a);
    if (a) {
        printf("  %c%" PRId64 ".%" PRId64 " %%", tenths < 0 ? '-' : '+', size / 10, size % 10);
    }
    printf("\n");
}

/* Sums over all cores and units. */
static struct aic_pipe_sum whole_pipe(const struct aic_session *s, unsigned pipe)
{
    struct aic_pipe_sum sum = {0};
    for (size_t i = 0; i < s->result->n_cores; i++) {
        struct aic_pipe_sum core = aic_sum_pipe(&s->result->cores[i], s->result->total, pipe);
        sum.instructions += core.instructions;
        sum.bytes += core.bytes;
        sum.busy += core.busy;
        for (unsigned k = AIC_STALL_EMPTY + 1; k < AIC_STALL_COUNT; k++) {
            sum.stall[k] += core.stall[k];
        }
    }
    return sum;
}

static aic_time waiting(const struct aic_pipe_sum *sum)
{
    aic_time all = 0;
    for (unsigned k = AIC_STALL_EMPTY + 1; k < AIC_STALL_COUNT; k++) {
        all += sum->stall[k];
    }
    return all;
}

static void print_pipe(const struct aic_session *s, unsigned pipe)
{
    struct aic_pipe_sum a = whole_pipe(&s[0], pipe), b = whole_pipe(&s[1], pipe);
    char name[64];
    if (a.instructions == 0 && b.instructions == 0 && a.busy == 0 && b.busy == 0) {
        return;
    }
    snprintf(name, sizeof name, "%s instructions", aic_pipe_name((enum aic_pipe)pipe));
    print_change(name, (int64_t)a.instructions, (int64_t)b.instructions);
    snprintf(name, sizeof name, "%s busy cycles", aic_pipe_name((enum aic_pipe)pipe));
    print_change(name, aic_cycles(a.busy), aic_cycles(b.busy));
    snprintf(name, sizeof name, "%s waiting cycles", aic_pipe_name((enum aic_pipe)pipe));
    print_change(name, aic_cycles(waiting(&a)), aic_cycles(waiting(&b)));
    snprintf(name, sizeof name, "%s bytes", aic_pipe_name((enum aic_pipe)pipe));
    print_change(name, (int64_t)a.bytes, (int64_t)b.bytes);
}

static uint64_t seen(const struct aic_findings *f, const char *rule)
{
    for (size_t i = 0; i < f->n_tallies; i++) {
        if (strcmp(f->tallies[i].rule, rule) == 0) {
            return f->tallies[i].seen;
        }
    }
    return 0;
}

/* Whether two findings are the same: the rule, and the place in the source or else the line of the trace. */
static bool same(const struct aic_session *sa, const struct aic_finding *a, const struct aic_session *sb,
                 const struct aic_finding *b)
{
    const struct aic_site *x = aic_trace_file_site(&sa->file, a->file), *y = aic_trace_file_site(&sb->file, b->file);
    return strcmp(a->rule, b->rule) == 0 &&
           (x && y ? x->line == y->line && strcmp(x->file, y->file) == 0 : !x && !y && a->line == b->line);
}

static bool has(const struct aic_session *s, const struct aic_session *of, const struct aic_finding *finding)
{
    for (size_t i = 0; i < s->findings.n; i++) {
        if (same(of, finding, s, &s->findings.at[i])) {
            return true;
        }
    }
    return false;
}

/* Findings of one side at places where the other has none by that rule. */
static void print_only(const struct aic_session *s, const struct aic_session *other, const char *name)
{
    enum { MOST = 20 };
    unsigned n = 0;
    for (size_t i = 0; i < s->findings.n && n <= MOST; i++) {
        const struct aic_finding *d = &s->findings.at[i];
        const struct aic_site *site = aic_trace_file_site(&s->file, d->file);
        if (has(other, s, d)) {
            continue;
        }
        if (++n > MOST) {
            printf("only in %s: more\n", name);
        } else if (site) {
            printf("only in %s: ", name);
            aic_print_source(stdout, (struct aic_text){site->file, (unsigned)strlen(site->file)});
            printf(":%" PRIu32 " (line %" PRIu32 "): %s: %s [%s]\n", site->line, d->line,
                   aic_severity_name(d->severity), d->message, d->rule);
        } else {
            printf("only in %s: line %" PRIu32 ": %s: %s [%s]\n", name, d->line, aic_severity_name(d->severity),
                   d->message, d->rule);
        }
    }
}

static void print_text(const struct aic_session *s)
{
    printf("%-24s %14s %14s %14s\n", "", "A", "B", "B - A");
    print_change("cycles", aic_cycles(s[0].result->total), aic_cycles(s[1].result->total));
    print_change("records", (int64_t)s[0].result->records, (int64_t)s[1].result->records);
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        print_pipe(s, p);
    }
    for (unsigned side = 0; side < 2; side++) {
        for (size_t i = 0; i < s[side].findings.n_tallies; i++) {
            const char *rule = s[side].findings.tallies[i].rule;
            uint64_t a = seen(&s[0].findings, rule), b = seen(&s[1].findings, rule);
            if (a != b && (side == 0 || a == 0)) {
                print_change(rule, (int64_t)a, (int64_t)b);
            }
        }
    }
    print_only(&s[0], &s[1], "A");
    print_only(&s[1], &s[0], "B");
}

/* A is session 0, B session 1; each as in `run --format json`. */
static void print_json(const struct aic_session *s)
{
    printf("{\"schemaVersion\":1,\"cycles\":%" PRId64 ",\n\"a\":", aic_cycles(s[1].result->total - s[0].result->total));
    aic_write_json(stdout, &s[0]);
    printf(",\"b\":");
    aic_write_json(stdout, &s[1]);
    printf("}\n");
}

static int compare(struct aic_run_args *args, const char *const *traces)
{
    struct aic_session sessions[2] = {{.opened = false}, {.opened = false}};
    struct aic_run_options runs[2];
    int status = 0;
    args->run.no_dumps = true;
    for (unsigned i = 0; i < 2 && status == 0; i++) {
        runs[i] = args->run;
        runs[i].trace = traces[i];
        status = aic_session_open(&sessions[i], &runs[i]);
        if (status == 0) {
            status = aic_session_run(&sessions[i]);
        }
    }
    if (status == 0) {
        (strcmp(args->format, "json") == 0 ? print_json : print_text)(sessions);
        const uint64_t *a = sessions[0].findings.by_severity, *b = sessions[1].findings.by_severity;
        status = b[AIC_SEV_ERROR] > a[AIC_SEV_ERROR] || sessions[1].result->total > sessions[0].result->total;
    }
    aic_session_close(&sessions[0]);
    aic_session_close(&sessions[1]);
    return status;
}

static int take(struct aic_run_args *args, int index, const char *value, const char **traces, int *n)
{
    switch (index) {
    case AIC_ARG_WORD:
        if (*n == 2) {
            return aic_args_error(&usage, "two traces, not three: '%s'", value);
        }
        traces[(*n)++] = value;
        return 0;
    case FORMAT:
        args->format = value;
        return 0;
    case PRODUCT:
        args->run.product = value;
        return 0;
    case SET:
        args->run.sets[args->run.n_sets++] = value;
        return 0;
    case NO_DATA:
        args->run.no_data = true;
        return 0;
    default:
        return 2;
    }
}

int aic_cmd_diff(int argc, char **argv)
{
    struct aic_run_args run;
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value, *traces[2] = {NULL, NULL};
    int index, n = 0, status = aic_run_args_begin(&run, argc) ? 0 : 3;
    while (status == 0 && (index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP) {
            aic_run_args_free(&run);
            return 0;
        }
        status = take(&run, index, value, traces, &n);
    }
    if (status == 0 && n < 2) {
        status = aic_args_error(&usage, "which two traces?");
    }
    if (status == 0 && strcmp(run.format, "text") != 0 && strcmp(run.format, "json") != 0) {
        status = aic_args_error(&usage, "--format is text or json, not '%s'", run.format);
    }
    if (status == 0) {
        status = compare(&run, traces);
    }
    aic_run_args_free(&run);
    return status;
}
