/* One trace on many products and settings. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/product_files.h"
#include "tools/run_args.h"
#include "tools/sweep_gen.h"
#include "tools/write.h"

#define MOST_SETS 16

enum { PRODUCT, SET, GEN, VARY, DATA, FORMAT };
static const struct aic_option options[] = {
    {"product", 'p', "A,B,...|all", "products to run on, instead of the trace's"},
    {"set", 0, "KEY=V1,V2,...", "values of one key; every combination of all keys is run"},
    {"gen", 0, "CALL", "instead of a trace: what follows `aicsim gen`, generated anew for every row"},
    {"vary", 0, "OPTION=V1/V2/...", "values of an option of --gen, on and off of a switch; combined like --set"},
    {"data", 0, NULL, "move bytes too (times do not depend on them)"},
    {"format", 0, "text|csv", "how to print the table"},
    {0},
};
static const struct aic_usage usage = {
    "sweep", "TRACE|--gen CALL [options]",
    "Runs a trace, or a generated kernel, on every combination of products and settings, one row each.",
    "A kernel that cannot be generated has a row without numbers, and the reason stands on standard error.", options};

/* One --set or --vary: its key and its values, cut out of the argument. */
struct axis {
    bool vary;
    char *text;    /* "key\0v1\0v2\0" */
    char *key;
    char *value[64];
    unsigned n, at;
};

struct sweep {
    struct aic_run_args args;
    struct axis axes[MOST_SETS];
    unsigned n_axes;
    const char *gen; /* a call of the generator, NULL: a trace */
    char *made;      /* its trace */
    bool csv;
    int status;
};

static int add_axis(struct sweep *sweep, const char *text, bool vary)
{
    char separator = vary ? '/' : ',';
    struct axis *axis = &sweep->axes[sweep->n_axes];
    text += vary ? strspn(text, "-") : 0;
    if (sweep->n_axes == MOST_SETS) {
        return aic_args_error(&usage, "at most %d --set and --vary", MOST_SETS);
    }
    *axis = (struct axis){.vary = vary};
    axis->text = axis->key = strdup(text);
    char *equals = axis->text ? strchr(axis->text, '=') : NULL;
    if (!equals || equals == axis->text || !equals[1]) {
        free(axis->text);
        return aic_args_error(&usage, vary ? "--vary takes OPTION=V1/V2/..., not '%s'"
                                           : "--set takes KEY=V1,V2,..., not '%s'", text);
    }
    *equals = 0;
    for (char *p = equals + 1; p; axis->n++) {
        if (axis->n == sizeof axis->value / sizeof axis->value[0]) {
            free(axis->text);
            return aic_args_error(&usage, "too many values: %s", text);
        }
        axis->value[axis->n] = p;
        p = strchr(p, separator);
        if (p) {
            *p++ = 0;
        }
    }
    sweep->n_axes++;
    return 0;
}

/* The busiest pipe of the run. */
static const char *busiest(const struct aic_session *s)
{
    aic_time most = -1;
    unsigned best = 0;
    for (size_t i = 0; i < s->result->n_cores; i++) {
        for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
            struct aic_pipe_sum sum = aic_sum_pipe(&s->result->cores[i], s->result->total, p);
            if (sum.busy > most) {
                most = sum.busy;
                best = p;
            }
        }
    }
    return most > 0 ? aic_pipe_name((enum aic_pipe)best) : "-";
}

/* "1,2" stays one column. */
static void print_column(const struct sweep *sweep, const char *text, int width)
{
    if (sweep->csv) {
        printf(strchr(text, ',') ? "\"%s\"," : "%s,", text);
    } else {
        printf("%-*s ", width, text);
    }
}

static void print_settings(const struct sweep *sweep, const char *product)
{
    print_column(sweep, product, 22);
    for (unsigned i = 0; i < sweep->n_axes; i++) {
        print_column(sweep, sweep->axes[i].value[sweep->axes[i].at], 16);
    }
}

/* A kernel that the product cannot run so. */
static void print_refused(const struct sweep *sweep)
{
    print_settings(sweep, sweep->args.run.product ? sweep->args.run.product : "-");
    printf(sweep->csv ? ",,refused,,\n" : "%12s %9s  refused\n", "-", "-");
}

static void print_row(const struct sweep *sweep, const struct aic_session *s)
{
    int64_t ps = aic_run_ps(s, s->result->total);
    print_settings(sweep, s->product->name);
    printf(sweep->csv ? "%" PRId64 "," : "%12" PRId64 " ", aic_cycles(s->result->total));
    if (!sweep->csv) {
        printf("%*s", ps < 0 ? 8 : ps < 10000000 ? 4 : 2, "");
    }
    if (ps >= 0) {
        aic_write_fixed(stdout, ps, 1000000, 3);
    } else {
        printf("-");
    }
    printf(sweep->csv ? ",%s,%" PRIu64 ",%" PRIu64 "\n" : "  %-6s %8" PRIu64 " %9" PRIu64 "\n", busiest(s),
           s->findings.by_severity[AIC_SEV_ERROR], s->findings.by_severity[AIC_SEV_WARNING]);
}

static void print_head(const struct sweep *sweep)
{
    printf(sweep->csv ? "product," : "%-22s ", "product");
    for (unsigned i = 0; i < sweep->n_axes; i++) {
        printf(sweep->csv ? "%s," : "%-16s ", sweep->axes[i].key);
    }
    printf(sweep->csv ? "cycles,time(us),busiest,errors,warnings\n" : "%12s %9s  %-6s %8s %9s\n", "cycles", "us",
           "pipe", "errors", "warnings");
}

/* The kernel of this row; false when it was refused, with the status for the whole. */
static bool generate(struct sweep *sweep)
{
    struct aic_sweep_choice choices[MOST_SETS];
    size_t n = 0;
    for (unsigned i = 0; i < sweep->n_axes; i++) {
        if (sweep->axes[i].vary) {
            choices[n++] = (struct aic_sweep_choice){sweep->axes[i].key, sweep->axes[i].value[sweep->axes[i].at]};
        }
    }
    fflush(stdout);
    return aic_sweep_gen(sweep->gen, choices, n, sweep->args.run.product, sweep->made) == 0;
}

static bool run_once(struct sweep *sweep)
{
    char text[MOST_SETS][256];
    struct aic_session session = {.opened = false};
    size_t *n = &sweep->args.run.n_sets;
    if (sweep->gen && !generate(sweep)) {
        print_refused(sweep);
        sweep->status = 2;
        return true;
    }
    *n = 0;
    for (unsigned i = 0; i < sweep->n_axes; i++) {
        if (!sweep->axes[i].vary) {
            snprintf(text[*n], sizeof text[*n], "%s=%s", sweep->axes[i].key, sweep->axes[i].value[sweep->axes[i].at]);
            sweep->args.run.sets[*n] = text[*n];
            ++*n;
        }
    }
    int status = aic_session_open(&session, &sweep->args.run);
    status = status ? status : aic_session_run(&session);
    sweep->args.run.no_note = true; /* once is enough */
    if (status == 0) {
        print_row(sweep, &session);
        status = aic_session_verdict(&session, false);
    }
    aic_session_close(&session);
    sweep->status = status > sweep->status ? status : sweep->status;
    return status < 2;
}

/* All settings on the product that the options name; counts through the axes like a clock. */
static bool run_product(void *user, const char *name)
{
    struct sweep *sweep = user;
    sweep->args.run.product = name;
    for (;;) {
        unsigned i = sweep->n_axes;
        if (!run_once(sweep)) {
            return false;
        }
        while (i > 0 && ++sweep->axes[i - 1].at == sweep->axes[i - 1].n) {
            sweep->axes[--i].at = 0;
        }
        if (i == 0) {
            return true;
        }
    }
}

static int run_products(struct sweep *sweep, const char *products)
{
    sweep->made = sweep->gen ? aic_sweep_gen_path() : NULL;
    if (sweep->gen) {
        if (!sweep->made) {
            return 2;
        }
        sweep->args.run.trace = sweep->made;
    }
    print_head(sweep);
    if (!products) {
        run_product(sweep, NULL);
        return sweep->status;
    }
    if (strcmp(products, "all") == 0) {
        if (!aic_product_files_each(run_product, sweep)) {
            fprintf(stderr, "aicsim sweep: error: no folder with product files was found\n");
            return 2;
        }
        return sweep->status;
    }
    char *list = strdup(products), *save = NULL;
    for (char *name = list ? strtok_r(list, ",", &save) : NULL; name; name = strtok_r(NULL, ",", &save)) {
        if (!run_product(sweep, name)) {
            break;
        }
    }
    free(list);
    return sweep->status;
}

static int take(struct sweep *sweep, int index, const char *value, const char **products, const char **format)
{
    switch (index) {
    case AIC_ARG_WORD:
        if (sweep->args.run.trace) {
            return aic_args_error(&usage, "one trace at a time");
        }
        sweep->args.run.trace = value;
        return 0;
    case PRODUCT:
        *products = value;
        return 0;
    case SET:
        return add_axis(sweep, value, false);
    case VARY:
        return add_axis(sweep, value, true);
    case GEN:
        sweep->gen = value;
        return 0;
    case DATA:
        sweep->args.run.no_data = false;
        return 0;
    case FORMAT:
        *format = value;
        return 0;
    default:
        return 2;
    }
}

static bool has_vary(const struct sweep *sweep)
{
    bool any = false;
    for (unsigned i = 0; i < sweep->n_axes; i++) {
        any |= sweep->axes[i].vary;
    }
    return any;
}

int aic_cmd_sweep(int argc, char **argv)
{
    struct sweep sweep = {.n_axes = 0};
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value, *products = NULL, *format = "text";
    int index = 0, status = aic_run_args_begin(&sweep.args, argc + MOST_SETS) ? 0 : 3;
    sweep.args.run.no_data = sweep.args.run.no_dumps = true;
    while (status == 0 && (index = aic_args_next(&args, &value)) >= AIC_ARG_WORD) {
        status = take(&sweep, index, value, &products, &format);
    }
    sweep.csv = strcmp(format, "csv") == 0;
    if (status == 0 && index == AIC_ARG_BAD) {
        status = 2;
    } else if (status == 0 && index == AIC_ARG_END) {
        if (!sweep.args.run.trace == !sweep.gen) {
            status = aic_args_error(&usage, sweep.gen ? "a trace or --gen, not both" : "which trace?");
        } else if (!sweep.gen && has_vary(&sweep)) {
            status = aic_args_error(&usage, "--vary changes options of --gen");
        } else if (!sweep.csv && strcmp(format, "text") != 0) {
            status = aic_args_error(&usage, "--format is text or csv, not '%s'", format);
        } else {
            status = run_products(&sweep, products);
        }
    }
    for (unsigned i = 0; i < sweep.n_axes; i++) {
        free(sweep.axes[i].text);
    }
    if (sweep.made) {
        remove(sweep.made);
        free(sweep.made);
    }
    aic_run_args_free(&sweep.args);
    return status;
}
