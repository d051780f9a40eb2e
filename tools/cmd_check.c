#include <stdio.h>
#include <string.h>

#include "tools/check_table.h"
#include "tools/commands.h"
#include "tools/product_files.h"
#include "tools/run_args.h"
#include "tools/write.h"

enum { SINCE = RUN_SHARED, NO_HINTS };
static const struct aic_option options[] = {
    AIC_RUN_SHARED_OPTIONS("text|json|sarif"),
    {"since", 0, "PRODUCT", "print only what is new against this product"},
    {"no-hints", 0, NULL, "leave out what would make the kernel faster"},
    {0},
};
static const struct aic_usage usage = {
    "check", "TRACE [options]", "Runs a trace and prints only what is wrong with it.",
    "TRACE is a file, or - for standard input. -p all checks it on every product and prints what breaks where.\n"
    "Only run writes what the trace dumps.\n"
    "`# aicsim: allow RULE` at the end of a line (or alone on the line above) drops a finding there.", options};

enum format { TEXT, JSON, SARIF };

struct check {
    struct aic_run_args args;
    enum format format;
    unsigned n; /* products done */
    int status;
    bool all;
    const char *since;          /* NULL: everything is new */
    struct aic_findings before; /* on that product */
    struct aic_check_table table;
};

static void print_text(const struct aic_session *s, const struct check *check)
{
    if (check->all && check->args.most) {
        return; /* the table says it */
    }
    if (check->all) {
        printf("== %s\n", s->product->name);
    }
    aic_findings_print(stdout, &s->findings, &s->file, check->args.most);
    printf("%s on %s%s%s: ", s->file.path, s->product->name, check->since ? ", new since " : "",
           check->since ? check->since : "");
    aic_write_counts(stdout, s);
}

static void print_json(const struct aic_session *s, const struct check *check)
{
    printf("%s{\"schemaVersion\":1,\"trace\":", check->n ? ",\n" : "");
    aic_json_string(stdout, s->file.path);
    printf(",\"product\":");
    aic_json_string(stdout, s->product->name);
    printf(",\n\"findings\":");
    aic_write_json_findings(stdout, s);
    printf("}%s", check->all ? "" : "\n");
}

/* On one product; the worst status counts. */
static void check_one(struct check *check)
{
    struct aic_session session = {.opened = false};
    int status = aic_session_open(&session, &check->args.run);
    if (status == 0) {
        status = aic_session_run(&session);
    }
    if (status == 0) {
        if (check->since) {
            aic_findings_subtract(&session.findings, &check->before);
        }
        aic_check_table_add(&check->table, session.product->name, &session.findings);
        if (check->format == TEXT) {
            print_text(&session, check);
        } else if (check->format == JSON) {
            print_json(&session, check);
        } else {
            aic_sarif_run(stdout, &session, check->n == 0);
        }
        check->n++;
        status = aic_session_verdict(&session, check->args.werror);
    }
    check->status = status > check->status ? status : check->status;
    aic_session_close(&session);
}

/* What is wrong on the product that is left. */
static int check_before(struct check *check)
{
    struct aic_session session = {.opened = false};
    struct aic_run_options run = check->args.run;
    run.product = check->since;
    int status = aic_session_open(&session, &run);
    if (status == 0) {
        status = aic_session_run(&session);
    }
    check->before = session.findings;
    session.findings = (struct aic_findings){0};
    check->before.file = NULL;
    aic_session_close(&session);
    return status;
}

static bool check_named(void *user, const char *name)
{
    struct check *check = user;
    check->args.run.product = name;
    check_one(check);
    return check->status < 2;
}

static int check_trace(struct check *check)
{
    check->args.run.no_dumps = true;
    if (check->since && (check->status = check_before(check)) != 0) {
        return check->status;
    }
    if (check->format == SARIF) {
        aic_sarif_begin(stdout);
    } else if (check->format == JSON && check->all) {
        printf("[");
    }
    if (!check->all) {
        check_one(check);
    } else if (!aic_product_files_each(check_named, check)) {
        fprintf(stderr, "aicsim check: error: no folder with product files was found\n");
        check->status = 2;
    }
    if (check->all && check->format == TEXT) {
        if (check->since) {
            printf("new since %s:\n", check->since);
        }
        aic_check_table_print(stdout, &check->table, check->args.run.trace);
        if (check->args.most && check->table.n_rows) {
            printf("--all shows every finding of every product\n");
        }
    }
    if (check->format == SARIF) {
        aic_sarif_end(stdout);
    } else if (check->format == JSON && check->all) {
        printf("]\n");
    }
    return check->status;
}

static bool parse_format(struct check *check)
{
    static const char *const names[] = {"text", "json", "sarif"};
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(check->args.format, names[i]) == 0) {
            check->format = (enum format)i;
            return true;
        }
    }
    return false;
}

int aic_cmd_check(int argc, char **argv)
{
    struct check check = {.format = TEXT};
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value;
    int index, status = aic_run_args_begin(&check.args, argc) ? 0 : 3;
    check.args.run.hints = true;
    while (status == 0 && (index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP) {
            aic_run_args_free(&check.args);
            return 0;
        }
        if (index == SINCE) {
            check.since = value;
        } else if (index == NO_HINTS) {
            check.args.run.hints = false;
        } else {
            status = aic_run_args_take(&check.args, &usage, index, value);
        }
    }
    if (status == 0 && !check.args.run.trace) {
        status = aic_args_error(&usage, "which trace?");
    }
    if (status == 0 && !parse_format(&check)) {
        status = aic_args_error(&usage, "--format is text, json or sarif, not '%s'", check.args.format);
    }
    if (status == 0) {
        check.all = check.args.run.product && strcmp(check.args.run.product, "all") == 0;
        status = check_trace(&check);
    }
    aic_findings_free(&check.before);
    aic_check_table_free(&check.table);
    aic_run_args_free(&check.args);
    return status;
}
