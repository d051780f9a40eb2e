#include "tools/gen_args.h"

#include <string.h>

#include "isa/fields.h"
#include "isa/limits.h"
#include "tools/gen_drain.h"

/* n whole numbers with `sep` between them, all of them or one for all. */
static bool parse_numbers(const char *text, char sep, unsigned n, int64_t **to)
{
    int64_t value[AIC_GEN_VALUES] = {0};
    unsigned at = 0;
    const char *start = text;
    for (;; start++) {
        const char *end = strchr(start, sep);
        size_t len = end ? (size_t)(end - start) : strlen(start);
        if (at == n || !aic_text_int((struct aic_text){start, (unsigned)len}, &value[at++])) {
            return false;
        }
        if (!end) {
            break;
        }
        start = end;
    }
    if (at != n && at != 1) {
        return false;
    }
    for (unsigned i = 0; i < n; i++) {
        *to[i] = value[at == 1 ? 0 : i];
    }
    return true;
}

static bool parse_types(const char *text, unsigned n, enum aic_dtype **to)
{
    for (unsigned i = 0; i < n; i++) {
        const char *end = strchr(text, ':');
        size_t len = end && i + 1 < n ? (size_t)(end - text) : strlen(text);
        *to[i] = aic_dtype_from_name(text, (unsigned)len);
        if (*to[i] == AIC_DT_NONE || (i + 1 < n && !end)) {
            return false;
        }
        text += len + 1;
    }
    return true;
}

static bool parse_quant(const char *text, enum aic_quant *quant, bool *given, double *scale)
{
    const char *colon = strchr(text, ':');
    size_t len = colon ? (size_t)(colon - text) : strlen(text);
    struct aic_text number = {colon ? colon + 1 : "", colon ? (unsigned)strlen(colon + 1) : 0};
    if (colon && !aic_text_double(number, scale)) {
        return false;
    }
    for (unsigned i = 0; i < AIC_Q_COUNT; i++) {
        if (strlen(aic_quant_names[i]) == len && memcmp(text, aic_quant_names[i], len) == 0) {
            *quant = (enum aic_quant)i;
            *given = true;
            return true;
        }
    }
    return false;
}

static bool parse_number(const char *text, double *number, bool *given)
{
    *given = true;
    return aic_text_double((struct aic_text){text, (unsigned)strlen(text)}, number);
}

static bool parse_layout(const char *text, int64_t *layout)
{
    for (*layout = 0; aic_gen_layout_names[*layout]; ++*layout) {
        if (strcmp(text, aic_gen_layout_names[*layout]) == 0) {
            return true;
        }
    }
    return false;
}

static bool take(const struct aic_gen_target *t, const char *value)
{
    int64_t *numbers[AIC_GEN_VALUES] = {t->to[0], t->to[1], t->to[2], t->to[3]};
    enum aic_dtype *types[AIC_GEN_VALUES] = {t->to[0], t->to[1], t->to[2], t->to[3]};
    switch (t->kind) {
    case AIC_GEN_SWITCH:
        *(bool *)t->to[0] = true;
        return true;
    case AIC_GEN_TEXT:
        *(const char **)t->to[0] = value;
        return true;
    case AIC_GEN_NUMBERS:
        return parse_numbers(value, t->separator, t->n, numbers);
    case AIC_GEN_TYPES:
        return parse_types(value, t->n, types);
    case AIC_GEN_NUMBER:
        return parse_number(value, t->to[0], t->to[1]);
    case AIC_GEN_LAYOUT:
        return parse_layout(value, t->to[0]);
    case AIC_GEN_QUANT:
        return parse_quant(value, t->to[0], t->to[1], t->to[2]);
    }
    return false;
}

int aic_gen_read_args(const struct aic_usage *usage, const struct aic_gen_target *targets, int argc, char **argv)
{
    struct aic_args args = aic_args_begin(usage, argc, argv);
    const char *value;
    int index;
    while ((index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP || index == AIC_ARG_BAD) {
            return index == AIC_ARG_HELP ? 0 : 2;
        }
        if (index == AIC_ARG_WORD) {
            return aic_args_error(usage, "'%s' is no option", value);
        }
        if (!take(&targets[index], value)) {
            return aic_args_error(usage, "--%s is %s, not '%s'", usage->options[index].name,
                                  usage->options[index].value, value);
        }
    }
    return -1;
}
