/* The program: finds the subcommand. */
#include <stdio.h>
#include <string.h>

#include "isa/fields.h"
#include "tools/commands.h"

static const struct {
    const char *name;
    int (*main)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"run", aic_cmd_run, "run a trace: values, time, findings"},
    {"check", aic_cmd_check, "find what is wrong with a trace"},
    {"convert", aic_cmd_convert, "convert a trace between text and binary"},
    {"diff", aic_cmd_diff, "run two traces and compare times and findings"},
    {"explain", aic_cmd_explain, "explain an instruction, a rule or a field"},
    {"gen", aic_cmd_gen, "write a kernel as a trace: matrix products and convolutions"},
    {"layout", aic_cmd_layout, "convert, show and check data formats and layouts"},
    {"products", aic_cmd_products, "show what a product is and has"},
    {"record", aic_cmd_record, "run an Ascend C program and simulate its kernels"},
    {"who", aic_cmd_who, "say which record wrote a byte, and where it came from"},
    {"rules", aic_cmd_rules, "list the rules of the checker"},
    {"sweep", aic_cmd_sweep, "run a trace on many products and settings"},
};
#define N_COMMANDS (sizeof commands / sizeof commands[0])

static int help(FILE *to, int status)
{
    fprintf(to, "usage: aicsim COMMAND [arguments]\n\n");
    for (size_t i = 0; i < N_COMMANDS; i++) {
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
    }
    fprintf(to, "\naicsim COMMAND --help says more. Exit status: 0 clean, 1 findings, 2 usage or unreadable input, "
                "3 internal error.\n");
    return status;
}

static const char *command_name(const void *list, size_t i)
{
    (void)list;
    return commands[i].name;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        return help(stderr, 2);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        return help(stdout, 0);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("aicsim %s (trace format 1)\n", AIC_VERSION);
        return 0;
    }
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (strcmp(commands[i].name, argv[1]) == 0) {
            int status = commands[i].main(argc - 1, argv + 1);
            if (fflush(stdout) != 0 || ferror(stdout)) {
                fprintf(stderr, "aicsim: error: the result could not be written\n");
                return status > 2 ? status : 2;
            }
            return status;
        }
    }
    struct aic_text word = {argv[1], (unsigned)strlen(argv[1])};
    const char *near = aic_text_nearest(word, command_name, NULL, N_COMMANDS);
    fprintf(stderr, "aicsim: error: unknown command '%s'%s%s%s\n", argv[1], near ? "; did you mean '" : "",
            near ? near : "", near ? "'?" : "");
    return 2;
}
