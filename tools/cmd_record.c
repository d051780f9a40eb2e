#define _GNU_SOURCE
#include "tools/commands.h"

#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/args.h"
#include "tools/product_files.h"
#include "tools/recorder/build.h"

enum option { OPT_PRODUCT, OPT_DEFINE, OPT_INCLUDE, OPT_TRACE, OPT_COMPILER, OPT_KEEP };

static const struct aic_option options[] = {
    [OPT_PRODUCT] = {"product", 'p', "NAME", "product to record on (default: the one that configs/default names)"},
    [OPT_DEFINE] = {"define", 'D', "NAME[=VALUE]", "a macro of the source, as the compiler's -D"},
    [OPT_INCLUDE] = {"include", 'I', "DIR", "a folder of headers, as the compiler's -I"},
    [OPT_TRACE] = {"trace", 0, "FILE", "write the records as a trace (launch 2: FILE with .2 before its ending)"},
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
    const char *source, *product, *trace, *compiler;
    bool keep;
    struct aic_words flags, program; /* compiler flags; the program with its arguments */
};

/* 0 to go on, else the exit status. */
static int parse(struct record_run *run, int argc, char **argv)
{
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value;
    for (;;) {
        switch (aic_args_next(&args, &value)) {
        case OPT_PRODUCT: run->product = value; break;
        case OPT_DEFINE: aic_words_add(&run->flags, "-D%s", value); break;
        case OPT_INCLUDE: aic_words_add(&run->flags, "-I%s", value); break;
        case OPT_TRACE: run->trace = value; break;
        case OPT_COMPILER: run->compiler = value; break;
        case OPT_KEEP: run->keep = true; break;
        case AIC_ARG_WORD:
            if (!run->source) {
                run->source = value;
            } else if (args.words_only) {
                aic_words_add(&run->program, "%s", value);
            } else {
                return aic_args_error(&usage, "unexpected '%s': arguments of the program come after --", value);
            }
            break;
        case AIC_ARG_END: return run->source ? 0 : aic_args_error(&usage, "no kernel source is given");
        case AIC_ARG_HELP: return -1;
        default: return 2;
        }
    }
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

/* What the program left: launches and findings. False when it never got that far. */
static bool read_status(const char *path, unsigned *launches, uint64_t *errors)
{
    FILE *f = fopen(path, "r");
    uint64_t warnings;
    bool ok = f && fscanf(f, "%u %" SCNu64 " %" SCNu64, launches, errors, &warnings) == 3;
    if (f) {
        fclose(f);
    }
    return ok;
}

static int run_program(struct record_run *run, const char *dir)
{
    char status_path[PATH_MAX];
    snprintf(status_path, sizeof(status_path), "%s/status", dir);
    setenv("AICSIM_RECORD_PRODUCT", run->product, 1);
    setenv("AICSIM_RECORD_STATUS", status_path, 1);
    if (run->trace) {
        setenv("AICSIM_RECORD_TRACE", run->trace, 1);
    }
    int status = aic_run_program(run->program.at);
    unsigned launches = 0;
    uint64_t errors = 0;
    read_status(status_path, &launches, &errors);
    if (status > 128) {
        fprintf(stderr, "aicsim: error: the program was ended by signal %d (%s)\n", status - 128,
                strsignal(status - 128));
        return 2;
    }
    if (status == 0 && launches == 0) {
        fprintf(stderr, "aicsim: error: the program ended without launching a kernel\n");
        return 2;
    }
    return status == 0 && errors > 0 ? 1 : status < 0 ? 2 : status;
}

static int record(struct record_run *run, const char *dir)
{
    struct aic_product *product = aic_product_from_files(run->product);
    if (!product) {
        return 2;
    }
    struct aic_build build = {.source = run->source, .arch = product->arch, .compiler = run->compiler,
                              .flags = &run->flags, .dir = dir, .program = run->program.at[0]};
    bool ok = aic_build_program(&build);
    aic_product_free(product);
    return ok ? run_program(run, dir) : 2;
}

int aic_cmd_record(int argc, char **argv)
{
    struct record_run run = {0};
    char product[64];
    const char *tmp = getenv("TMPDIR");
    char dir[PATH_MAX - 64];
    snprintf(dir, sizeof(dir), "%s/aicsim-record-XXXXXX", tmp && *tmp ? tmp : P_tmpdir);
    if (!mkdtemp(dir)) {
        fprintf(stderr, "aicsim: error: cannot make the folder '%s'\n", dir);
        return 2;
    }
    aic_words_add(&run.program, "%s/program", dir);
    int status = parse(&run, argc, argv);
    if (status == 0 && !run.product) {
        run.product = product;
        status = aic_product_default(product, sizeof(product)) ? 0 : 2;
    }
    if (status == 0) {
        status = run.flags.out_of_memory || run.program.out_of_memory ? 3 : record(&run, dir);
    }
    if (run.keep) {
        fprintf(stderr, "aicsim: the program is in %s\n", dir);
    } else {
        nftw(dir, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    }
    aic_words_free(&run.flags);
    aic_words_free(&run.program);
    return status < 0 ? 0 : status;
}
