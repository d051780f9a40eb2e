/* The subcommands. Each takes its own argv (argv[0] is its name) and returns the exit status:
 * 0 clean, 1 findings, 2 usage or unreadable input, 3 internal error. */
#ifndef AIC_TOOLS_COMMANDS_H
#define AIC_TOOLS_COMMANDS_H

int aic_cmd_run(int argc, char **argv);
int aic_cmd_check(int argc, char **argv);
int aic_cmd_convert(int argc, char **argv);
int aic_cmd_diff(int argc, char **argv);
int aic_cmd_explain(int argc, char **argv);
int aic_cmd_gen(int argc, char **argv);
int aic_cmd_layout(int argc, char **argv);
int aic_cmd_products(int argc, char **argv);
int aic_cmd_record(int argc, char **argv);
int aic_cmd_who(int argc, char **argv);
int aic_cmd_rules(int argc, char **argv);
int aic_cmd_sweep(int argc, char **argv);

#endif
