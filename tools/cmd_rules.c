#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/rules.h"
#include "tools/args.h"
#include "tools/commands.h"
#include "tools/out.h"

static const struct aic_option options[] = {
    {"format", 0, "text|markdown|json", "how to print the list"},
    {0},
};
static const struct aic_usage usage = {"rules", "[PREFIX] [options]", "Lists the rules of the checker.",
                                       "PREFIX picks a group, such as L3D or MEM.", options};

static void print_text(const struct aic_rule *r)
{
    printf("%-8s %-8s %-10s %-12s %s%s\n", r->id, aic_severity_name(r->severity), r->evidence, r->products,
           r->statement, r->unseen ? " (raised by nothing here)" : r->source_level ? " (raised by the recorder)" : "");
}

/* A table cell: `|` would end it, a newline the row. */
static void cell(const char *text)
{
    for (; *text; text++) {
        if (*text == '|') {
            putchar('\\');
        }
        putchar(*text == '\n' ? ' ' : *text);
    }
}

static void print_markdown(const struct aic_rule *r)
{
    printf("| %s | %s | %s | ", r->id, aic_severity_name(r->severity), r->evidence);
    cell(r->products);
    printf(" | ");
    cell(r->statement);
    printf(" | ");
    cell(r->source ? r->source : "");
    printf(" |\n");
}

static void print_json(const struct aic_rule *r, bool first)
{
    const struct {
        const char *name, *text;
    } members[] = {
        {"id", r->id}, {"severity", aic_severity_name(r->severity)}, {"evidence", r->evidence},
        {"products", r->products}, {"statement", r->statement}, {"why", r->why}, {"wrong", r->wrong},
        {"right", r->right}, {"source", r->source}, {"reported_as", r->reported_as},
    };
    printf("%s\n{", first ? "" : ",");
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (members[i].text) {
            printf("\"%s\":", members[i].name);
            aic_json_string(stdout, members[i].text);
            printf(",");
        }
    }
    printf("\"source_level\":%s,\"unseen\":%s}", r->source_level ? "true" : "false", r->unseen ? "true" : "false");
}

static bool in_group(const struct aic_rule *r, const char *prefix)
{
    size_t n = prefix ? strlen(prefix) : 0;
    return !prefix || (strncmp(r->id, prefix, n) == 0 && (r->id[n] == '-' || r->id[n] == 0));
}

static int print_rules(const char *format, const char *prefix)
{
    bool markdown = strcmp(format, "markdown") == 0, json = strcmp(format, "json") == 0;
    size_t printed = 0;
    if (markdown) {
        printf("| Rule | Severity | Evidence | Products | Violated when | Source |\n|---|---|---|---|---|---|\n");
    }
    if (json) {
        printf("[");
    }
    for (size_t i = 0; i < aic_rule_count(); i++) {
        const struct aic_rule *r = aic_rule_at(i);
        if (!in_group(r, prefix)) {
            continue;
        }
        if (markdown) {
            print_markdown(r);
        } else if (json) {
            print_json(r, printed == 0);
        } else {
            print_text(r);
        }
        printed++;
    }
    if (json) {
        printf("]\n");
    }
    return printed ? 0 : aic_args_error(&usage, "no rule begins with '%s'", prefix);
}

int aic_cmd_rules(int argc, char **argv)
{
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value, *format = "text", *prefix = NULL;
    int index;
    while ((index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP) {
            return 0;
        }
        if (index == AIC_ARG_BAD) {
            return 2;
        }
        if (index == 0) {
            format = value;
        } else if (prefix) {
            return aic_args_error(&usage, "one group at a time");
        } else {
            prefix = value;
        }
    }
    if (strcmp(format, "text") != 0 && strcmp(format, "markdown") != 0 && strcmp(format, "json") != 0) {
        return aic_args_error(&usage, "--format is text, markdown or json, not '%s'", format);
    }
    return print_rules(format, prefix);
}
