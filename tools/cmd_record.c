#define _GNU_SOURCE
#include "tools/commands.h"

#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/args.h"
#include "tools/file_uses.h"
#include "tools/product_files.h"
#include "tools/recorder/build.h"
#include "tools/recorder/options.h"

enum option {
    OPT_PRODUCT, OPT_DEFINE, OPT_INCLUDE, OPT_TRACE, OPT_TRACE_JSON, OPT_CSV, OPT_HTML, OPT_FORMAT, OPT_REPORT, OPT_ALL,
    OPT_SET, OPT_SEVERITY, OPT_WERROR, OPT_NO_CHECK, OPT_MOST, OPT_PATIENCE, OPT_COMPILER, OPT_KEEP
};

static const struct aic_option options[] = {
    [OPT_PRODUCT] = {"product", 'p', "NAME", "product to record on (default: the one that configs/default names)"},
    [OPT_DEFINE] = {"define", 'D', "NAME[=VALUE]", "a macro of the source, as the compiler's -D"},
    [OPT_INCLUDE] = {"include", 'I', "DIR", "a folder of headers, as the compiler's -I"},
    [OPT_TRACE] = {"trace", 0, "FILE", "write the records as a trace (launch 2: FILE with .2 before its ending)"},
    [OPT_TRACE_JSON] = {"trace-json", 0, "FILE", "write a timeline for Perfetto or MindStudio Insight"},
    [OPT_CSV] = {"csv", 0, "DIR", "write the profiler's CSV files"},
    [OPT_HTML] = {"html", 0, "FILE", "write a page with times, a picture of the pipes and the findings"},
    [OPT_FORMAT] = {"format", 0, "text|json", "print the report of `run` for each launch"},
    [OPT_REPORT] = {"report", 0, "FILE", "write that report to a file instead of standard output"},
    [OPT_ALL] = {"all", 0, NULL, "every finding in the report, not only 20 of a rule"},
    [OPT_SET] = {"set", 0, "KEY=VALUE", "change one key of the product"},
    [OPT_SEVERITY] = {"severity", 0, "RULE=SEVERITY", "error, warning, note, hint or off for a rule"},
    [OPT_WERROR] = {"werror", 0, NULL, "warnings count as errors"},
    [OPT_NO_CHECK] = {"no-check", 0, NULL, "only time and values"},
    [OPT_MOST] = {"most", 0, "N", "instructions after which a kernel counts as one that never ends (20000000)"},
    [OPT_PATIENCE] = {"patience", 0, "SECONDS", "seconds without any call, after which it does too (60)"},
    [OPT_COMPILER] = {"compiler", 0, "NAME", "C++ compiler (default $CXX, g++ or clang++)"},
    [OPT_KEEP] = {"keep", 0, NULL, "keep the folder with the rewritten source and the program, and name it"},
    {0},
};

static const struct aic_usage usage = {
    "record", "KERNEL [options] [-- arguments of the program]",
    "Builds an Ascend C program as it is, runs it, and simulates every kernel that it launches",
    "The program reads back the simulated results. Findings name the line of the kernel.\n"
    "Exit status: that of the program; 1 when it is 0 and there are findings of severity error; 2 when the\n"
    "program cannot be built, launches nothing, or calls what is not modelled.",
    options,
};

struct record_run {
    const char *source, *product, *compiler;
    const char *trace, *timeline, *csv, *html, *format, *report, *most, *patience;
    bool keep, all, werror, no_check;
    struct aic_words flags, program; /* compiler flags; the program with its arguments */
    struct aic_words sets, severities;
};

/* The signal that asked this command to stop, and the process that it waits for: a handler can reach nothing else. */
static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    interrupted = signal;
    aic_stop_program(signal);
}

static int check_severity(struct record_run *run, const char *value)
{
    char why[200];
    struct aic_rule_severity parsed;
    aic_words_add(&run->severities, "%s", value);
    return aic_rule_severity_parse(value, &parsed, why, sizeof why) ? 0
                                                                     : aic_args_error(&usage, "--severity: %s", why);
}

static int check_number(const char *option, const char *value, unsigned long long largest)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 10);
    return *value < '0' || *value > '9' || *end || errno || n == 0 || n > largest
               ? aic_args_error(&usage, "%s takes a number from 1 on, not '%s'", option, value)
               : 0;
}

static int take_word(struct record_run *run, const char *value, bool program)
{
    if (!run->source) {
        run->source = value;
    } else if (program) {
        aic_words_add(&run->program, "%s", value);
    } else {
        return aic_args_error(&usage, "unexpected '%s': arguments of the program come after --", value);
    }
    return 0;
}

/* 0, or the exit status after a report. */
static int take(struct record_run *run, int index, const char *value)
{
    const char **const texts[] = {
        [OPT_PRODUCT] = &run->product, [OPT_TRACE] = &run->trace,   [OPT_TRACE_JSON] = &run->timeline,
        [OPT_CSV] = &run->csv,         [OPT_HTML] = &run->html,     [OPT_FORMAT] = &run->format,
        [OPT_REPORT] = &run->report,   [OPT_MOST] = &run->most,     [OPT_PATIENCE] = &run->patience,
        [OPT_COMPILER] = &run->compiler, [OPT_KEEP] = NULL,
    };
    bool *const switches[] = {
        [OPT_ALL] = &run->all, [OPT_WERROR] = &run->werror, [OPT_NO_CHECK] = &run->no_check, [OPT_KEEP] = &run->keep};
    switch (index) {
    case OPT_DEFINE:
        aic_words_add(&run->flags, "-D%s", value);
        return 0;
    case OPT_INCLUDE:
        aic_words_add(&run->flags, "-I%s", value);
        return 0;
    case OPT_SET:
        aic_words_add(&run->sets, "%s", value);
        return 0;
    case OPT_SEVERITY:
        return check_severity(run, value);
    default:
        if (texts[index]) {
            *texts[index] = value;
        } else {
            *switches[index] = true;
        }
        return 0;
    }
}

/* 0 to go on, else the exit status. */
static int parse(struct record_run *run, int argc, char **argv)
{
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value;
    int index, status = 0;
    while (status == 0 && (index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP) {
            return -1;
        }
        bool word = index == AIC_ARG_WORD;
        status = word ? take_word(run, value, args.words_only) : index < 0 ? 2 : take(run, index, value);
    }
    if (status == 0 && !run->source) {
        return aic_args_error(&usage, "no kernel source is given");
    }
    const char *ending = run->source ? strrchr(run->source, '.') : NULL;
    if (status == 0 && ending && (strcmp(ending, ".aic") == 0 || strcmp(ending, ".aicb") == 0)) {
        return aic_args_error(&usage, "'%s' is a trace; `aicsim run` takes it", run->source);
    }
    if (status == 0 && run->format && strcmp(run->format, "text") != 0 && strcmp(run->format, "json") != 0) {
        return aic_args_error(&usage, "--format is text or json, not '%s'", run->format);
    }
    status = status ? status : check_number("--most", run->most, ULLONG_MAX);
    return status ? status : check_number("--patience", run->patience, 86400);
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

/* What the program left: launches and findings. False when it never got that far. */
static bool read_status(const char *path, unsigned *launches, uint64_t *errors, uint64_t *warnings)
{
    FILE *f = fopen(path, "r");
    bool ok = f && fscanf(f, "%u %" SCNu64 " %" SCNu64, launches, errors, warnings) == 3;
    if (f) {
        fclose(f);
    }
    return ok;
}

/* The options that the program finds; its paths do not depend on the folder it works in. */
static void put_path(FILE *to, const char *name, const char *path)
{
    char folder[PATH_MAX], whole[2 * PATH_MAX];
    if (path && path[0] != '/' && strcmp(path, "-") != 0 && getcwd(folder, sizeof folder)) {
        snprintf(whole, sizeof whole, "%s/%s", folder, path);
        path = whole;
    }
    aic_record_options_put(to, name, path);
}

static bool put_options(const struct record_run *run, const char *path, const char *status_path)
{
    FILE *to = fopen(path, "wb");
    if (!to) {
        fprintf(stderr, "aicsim: error: cannot write '%s': %s\n", path, strerror(errno));
        return false;
    }
    aic_record_options_put(to, "product", run->product);
    aic_record_options_put(to, "source", run->source);
    aic_record_options_put(to, "status", status_path);
    put_path(to, "trace", run->trace);
    put_path(to, "timeline", run->timeline);
    put_path(to, "csv", run->csv);
    put_path(to, "html", run->html);
    put_path(to, "report", run->report ? run->report : run->format ? "-" : NULL);
    aic_record_options_put(to, "format", run->format ? run->format : "text");
    aic_record_options_put(to, "most", run->most);
    aic_record_options_put(to, "patience", run->patience);
    aic_record_options_put(to, "all", run->all ? "yes" : NULL);
    aic_record_options_put(to, "no_check", run->no_check ? "yes" : NULL);
    for (size_t i = 0; i < run->sets.n; i++) {
        aic_record_options_put(to, "set", run->sets.at[i]);
    }
    for (size_t i = 0; i < run->severities.n; i++) {
        aic_record_options_put(to, "severity", run->severities.at[i]);
    }
    return fclose(to) == 0;
}

/* The exit status of a program that ended by itself. */
static int judge(const struct record_run *run, int status, const char *status_path)
{
    unsigned launches = 0;
    uint64_t errors = 0, warnings = 0;
    read_status(status_path, &launches, &errors, &warnings);
    if (status == 0 && launches == 0) {
        fprintf(stderr, "aicsim: error: the program ended without launching a kernel\n");
        return 2;
    }
    return status == 0 && (errors > 0 || (run->werror && warnings > 0)) ? 1 : status < 0 ? 2 : status;
}

static int run_program(struct record_run *run, const char *dir)
{
    char status_path[PATH_MAX], options_path[PATH_MAX];
    snprintf(status_path, sizeof(status_path), "%s/status", dir);
    snprintf(options_path, sizeof(options_path), "%s/options", dir);
    if (!put_options(run, options_path, status_path)) {
        return 2;
    }
    setenv(AIC_RECORD_ENV, options_path, 1);
    int status = aic_run_program(run->program.at);
    if (status >= AIC_BY_SIGNAL && !interrupted) {
        fprintf(stderr, "aicsim: error: the program was ended by signal %d (%s) in its host code\n",
                status - AIC_BY_SIGNAL, strsignal(status - AIC_BY_SIGNAL));
        return 2;
    }
    return interrupted ? 2 : judge(run, status, status_path);
}

/* What is written must be neither the source nor written twice. */
static bool check_files(const struct record_run *run)
{
    const struct {
        const char *what, *path;
        bool writes;
    } files[] = {
        {"the source", run->source, false},       {"--trace", run->trace, true}, {"--html", run->html, true},
        {"--trace-json", run->timeline, true}, {"--report", run->report, true},
    };
    struct aic_file_uses uses = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof files / sizeof files[0]; i++) {
        struct aic_file_use use = {.what = files[i].what, .writes = files[i].writes};
        ok = !files[i].path || aic_file_uses_add(&uses, files[i].path, &use);
    }
    ok = ok && aic_file_uses_check(&uses, NULL);
    aic_file_uses_free(&uses);
    return ok;
}

static int record(struct record_run *run, const char *dir)
{
    struct aic_product *product =
        check_files(run) ? aic_record_product(run->product, (const char *const *)run->sets.at, run->sets.n) : NULL;
    if (!product) {
        return 2;
    }
    struct aic_build build = {.source = run->source, .arch = product->arch, .compiler = run->compiler,
                              .flags = &run->flags, .dir = dir, .program = run->program.at[0]};
    bool ok = aic_build_program(&build);
    aic_product_free(product);
    return ok && !interrupted ? run_program(run, dir) : 2;
}

/* In a folder of its own, which goes away with the command. */
static int record_in_folder(struct record_run *run)
{
    const char *tmp = getenv("TMPDIR");
    char dir[PATH_MAX - 64];
    snprintf(dir, sizeof(dir), "%s/aicsim-record-XXXXXX", tmp && *tmp ? tmp : P_tmpdir);
    if (!mkdtemp(dir)) {
        fprintf(stderr, "aicsim: error: cannot make the folder '%s': %s\n", dir, strerror(errno));
        return 2;
    }
    free(run->program.at[0]);
    int status = asprintf(&run->program.at[0], "%s/program", dir) < 0 ? 3 : record(run, dir);
    if (run->keep) {
        fprintf(stderr, "aicsim: the program is in %s\n", dir);
    } else {
        nftw(dir, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    }
    return status;
}

static void catch_signals(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        sigaction(signals[i], &action, NULL);
    }
}

int aic_cmd_record(int argc, char **argv)
{
    struct record_run run = {.most = AIC_RECORD_MOST, .patience = AIC_RECORD_PATIENCE};
    char product[64];
    aic_words_add(&run.program, "program");
    int status = parse(&run, argc, argv);
    if (status == 0 && !run.product) {
        run.product = product;
        status = aic_product_default(product, sizeof(product)) ? 0 : 2;
    }
    catch_signals(interrupt);
    if (status == 0) {
        bool full = run.flags.out_of_memory || run.program.out_of_memory || run.sets.out_of_memory ||
                    run.severities.out_of_memory;
        status = full ? 3 : record_in_folder(&run);
    }
    aic_words_free(&run.flags);
    aic_words_free(&run.program);
    aic_words_free(&run.sets);
    aic_words_free(&run.severities);
    catch_signals(SIG_DFL);
    if (interrupted) {
        raise(interrupted);
    }
    return status < 0 ? 0 : status;
}
