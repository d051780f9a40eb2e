/* Options of the generators: where each value goes. */
#ifndef AIC_TOOLS_GEN_ARGS_H
#define AIC_TOOLS_GEN_ARGS_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/args.h"

#define AIC_GEN_VALUES 4

enum aic_gen_kind {
    AIC_GEN_SWITCH,  /* bool */
    AIC_GEN_NUMBERS, /* n of int64_t with `separator` between them, or one for all */
    AIC_GEN_TYPES,   /* n of enum aic_dtype, joined by colons */
    AIC_GEN_QUANT,   /* MODE[:SCALE]: enum aic_quant, bool (given), double */
    AIC_GEN_NUMBER,  /* double, and bool (given) */
    AIC_GEN_LAYOUT,  /* int64_t: enum aic_gen_layout */
    AIC_GEN_TEXT     /* const char * */
};

struct aic_gen_target {
    enum aic_gen_kind kind;
    unsigned n;
    char separator;
    void *to[AIC_GEN_VALUES];
};

/* Reads the whole command line; targets in the order of the options. -1: go on, else the exit status. */
int aic_gen_read_args(const struct aic_usage *usage, const struct aic_gen_target *targets, int argc, char **argv);

#endif
