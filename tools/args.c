#include "tools/args.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/fields.h"

struct aic_args aic_args_begin(const struct aic_usage *usage, int argc, char **argv)
{
    return (struct aic_args){.usage = usage, .argc = argc, .argv = argv, .at = 1};
}

int aic_args_error(const struct aic_usage *usage, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fprintf(stderr, "aicsim %s: error: ", usage->command);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fprintf(stderr, "\n(aicsim %s --help lists the arguments)\n", usage->command);
    return 2;
}

void aic_args_help(const struct aic_usage *usage)
{
    printf("usage: aicsim %s %s\n\n%s\n", usage->command, usage->arguments, usage->summary);
    if (usage->details) {
        printf("\n%s\n", usage->details);
    }
    if (usage->options->name) {
        printf("\n");
    }
    for (const struct aic_option *o = usage->options; o->name; o++) {
        char left[64], dash[8] = "    ";
        if (o->letter) {
            snprintf(dash, sizeof dash, "-%c, ", o->letter);
        }
        snprintf(left, sizeof left, "%s--%s%s%s", dash, o->name, o->value ? " " : "", o->value ? o->value : "");
        printf("  %-28s %s\n", left, o->help);
    }
}

static const char *option_name(const void *list, size_t i)
{
    return ((const struct aic_option *)list)[i].name;
}

static int unknown(const struct aic_args *args, const char *word, size_t len)
{
    size_t n = 0;
    while (args->usage->options[n].name) {
        n++;
    }
    struct aic_text text = {word, (unsigned)len};
    const char *near = aic_text_nearest(text, option_name, args->usage->options, n);
    aic_args_error(args->usage, "unknown option '--%.*s'%s%s%s", (int)len, word, near ? "; did you mean '--" : "",
                   near ? near : "", near ? "'?" : "");
    return AIC_ARG_BAD;
}

static int found(struct aic_args *args, int index, const char *attached, const char **value)
{
    const struct aic_option *o = &args->usage->options[index];
    *value = attached;
    if (!o->value && attached) {
        aic_args_error(args->usage, "--%s takes no value", o->name);
        return AIC_ARG_BAD;
    }
    if (o->value && !attached) {
        if (args->at == args->argc) {
            aic_args_error(args->usage, "--%s needs %s", o->name, o->value);
            return AIC_ARG_BAD;
        }
        *value = args->argv[args->at++];
    }
    return index;
}

static int long_option(struct aic_args *args, const char *word, const char **value)
{
    const char *equals = strchr(word, '=');
    size_t len = equals ? (size_t)(equals - word) : strlen(word);
    for (int i = 0; args->usage->options[i].name; i++) {
        const char *name = args->usage->options[i].name;
        if (strlen(name) == len && memcmp(name, word, len) == 0) {
            return found(args, i, equals ? equals + 1 : NULL, value);
        }
    }
    return unknown(args, word, len);
}

static int short_option(struct aic_args *args, const char *word, const char **value)
{
    for (int i = 0; args->usage->options[i].name; i++) {
        if (args->usage->options[i].letter == word[0]) {
            return found(args, i, word[1] ? word + 1 : NULL, value);
        }
    }
    aic_args_error(args->usage, "unknown option '-%s'", word);
    return AIC_ARG_BAD;
}

int aic_args_next(struct aic_args *args, const char **value)
{
    *value = NULL;
    if (args->at >= args->argc) {
        return AIC_ARG_END;
    }
    const char *word = args->argv[args->at++];
    if (args->words_only || word[0] != '-' || word[1] == 0) {
        *value = word;
        return AIC_ARG_WORD;
    }
    if (strcmp(word, "--") == 0) {
        args->words_only = true;
        return aic_args_next(args, value);
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        aic_args_help(args->usage);
        return AIC_ARG_HELP;
    }
    return word[1] == '-' ? long_option(args, word + 2, value) : short_option(args, word + 1, value);
}
