/* The arguments that run and check share. */
#ifndef AIC_TOOLS_RUN_ARGS_H
#define AIC_TOOLS_RUN_ARGS_H

#include "tools/args.h"
#include "tools/session.h"

/* The first rows of the option tables of run and check, in this order. */
enum { RUN_PRODUCT = 0, RUN_GM, RUN_SET, RUN_NO_DATA, RUN_WERROR, RUN_FORMAT, RUN_ALL, RUN_SEVERITY, RUN_SHARED };
#define AIC_RUN_SHARED_OPTIONS(formats)                                                            \
    {"product", 'p', "PRODUCT", "product to run on, instead of the trace's (a name, or a .yaml)"}, \
    {"gm", 0, "NAME=FILE", "data of a tensor, instead of the trace's file"},                       \
    {"set", 0, "KEY=VALUE", "change one key of the product"},                                      \
    {"no-data", 0, NULL, "move no bytes: time and the rules that need no values"},                 \
    {"werror", 0, NULL, "warnings count as errors"},                                               \
    {"format", 0, formats, "how to print the result"},                                             \
    {"all", 0, NULL, "print every finding, not only 20 of a rule"},                                \
    {"severity", 0, "RULE=SEVERITY", "error, warning, note, hint or off for a rule"}

struct aic_run_args {
    struct aic_run_options run;
    bool werror;
    unsigned most;      /* findings of a rule in text, 0: all */
    const char *format; /* "text" when not given */
};

/* Room for every list; false when out of memory. aic_run_args_free releases it. */
bool aic_run_args_begin(struct aic_run_args *args, int argc);
void aic_run_args_free(struct aic_run_args *args);

/* Takes one of the shared options (or the trace, index AIC_ARG_WORD). 0, or the exit status after a report. */
int aic_run_args_take(struct aic_run_args *args, const struct aic_usage *usage, int index, const char *value);

#endif
