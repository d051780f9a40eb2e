/* Command lines: one table of options parses them, and prints the help. */
#ifndef AIC_TOOLS_ARGS_H
#define AIC_TOOLS_ARGS_H

#include <stdbool.h>

struct aic_option {
    const char *name;  /* without the dashes */
    char letter;       /* short form, 0: none */
    const char *value; /* what the value is called in the help; NULL: a switch */
    const char *help;
};

struct aic_usage {
    const char *command;   /* "run" */
    const char *arguments; /* "TRACE [options]" */
    const char *summary;   /* one line */
    const char *details;   /* more lines for the help, NULL: none */
    const struct aic_option *options; /* ends with a row whose name is NULL; --help is always understood */
};

struct aic_args {
    const struct aic_usage *usage;
    int argc;
    char **argv; /* argv[0] is the command */
    int at;
    bool words_only; /* after -- */
};

/* What aic_args_next found beside the index of an option. */
enum { AIC_ARG_WORD = -1, AIC_ARG_END = -2, AIC_ARG_HELP = -3, AIC_ARG_BAD = -4 };

struct aic_args aic_args_begin(const struct aic_usage *usage, int argc, char **argv);

/* The next argument: the index of an option (with *value), AIC_ARG_WORD (*value is the word), AIC_ARG_END,
 * AIC_ARG_HELP (the help was printed to stdout) or AIC_ARG_BAD (reported to stderr). */
int aic_args_next(struct aic_args *args, const char **value);

/* Prints to stderr what is wrong with the arguments and how the help is called; returns exit status 2. */
int aic_args_error(const struct aic_usage *usage, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void aic_args_help(const struct aic_usage *usage);

#endif
