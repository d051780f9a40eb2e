#include "tools/run_args.h"

#include <stdlib.h>

bool aic_run_args_begin(struct aic_run_args *args, int argc)
{
    size_t n = (size_t)argc;
    *args = (struct aic_run_args){.most = 20, .format = "text"};
    args->run.gm = calloc(n, sizeof *args->run.gm);
    args->run.out = calloc(n, sizeof *args->run.out);
    args->run.sets = calloc(n, sizeof *args->run.sets);
    args->run.severities = calloc(n, sizeof *args->run.severities);
    return args->run.severities && args->run.gm && args->run.out && args->run.sets;
}

void aic_run_args_free(struct aic_run_args *args)
{
    free(args->run.gm);
    free(args->run.out);
    free(args->run.sets);
    free(args->run.severities);
}

int aic_run_args_take(struct aic_run_args *args, const struct aic_usage *usage, int index, const char *value)
{
    switch (index) {
    case AIC_ARG_WORD:
        if (args->run.trace) {
            return aic_args_error(usage, "one trace at a time: '%s' and '%s'", args->run.trace, value);
        }
        args->run.trace = value;
        return 0;
    case RUN_PRODUCT:
        args->run.product = value;
        return 0;
    case RUN_GM:
        return aic_file_choice_parse(value, &args->run.gm[args->run.n_gm++])
                   ? 0
                   : aic_args_error(usage, "--gm takes NAME=FILE, not '%s'", value);
    case RUN_SET:
        args->run.sets[args->run.n_sets++] = value;
        return 0;
    case RUN_NO_DATA:
        args->run.no_data = true;
        return 0;
    case RUN_WERROR:
        args->werror = true;
        return 0;
    case RUN_FORMAT:
        args->format = value;
        return 0;
    case RUN_SEVERITY: {
        char why[100];
        return aic_rule_severity_parse(value, &args->run.severities[args->run.n_severities++], why, sizeof why)
                   ? 0
                   : aic_args_error(usage, "--severity: %s", why);
    }
    case RUN_ALL:
        args->most = 0;
        return 0;
    default:
        return index < 0 ? 2 : 0;
    }
}
