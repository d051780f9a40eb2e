/* What stands beside a value of a product file: unit, source, evidence, note. */
#include <string.h>

#include "sim/config_internal.h"

static const char *const evidences[] = {"documented", "measured", "reported", "inferred", NULL};

bool aic_text_is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(word, *list) == 0) {
            return true;
        }
    }
    return false;
}

void aic_config_check_text(const struct aic_yaml *node, struct aic_config_errors *errors)
{
    if (node->kind != AIC_YAML_SCALAR || !*node->text) {
        aic_config_error(errors, node->file, node->line, node->column, "%s: expected a text", node->key);
    }
}

static void check_unit(const struct aic_yaml *leaf, const char *unit, bool command_line,
                       struct aic_config_errors *errors)
{
    const struct aic_yaml *given = aic_yaml_get(leaf, "unit");
    if (!given) {
        if (*unit && !command_line && !aic_yaml_is(aic_yaml_get(leaf, "value"), "unknown")) {
            aic_config_error(errors, leaf->file, leaf->line, leaf->column, "%s: the unit is missing; write unit: %s",
                             leaf->key, unit);
        }
        return;
    }
    if (given->kind != AIC_YAML_SCALAR || strcmp(given->text, unit) != 0) {
        aic_config_error(errors, given->file, given->line, given->column, "%s: the unit is %s, not '%s'", leaf->key,
                         *unit ? unit : "none", given->kind == AIC_YAML_SCALAR ? given->text : "a list or mapping");
    }
}

void aic_config_check_notes(const struct aic_yaml *leaf, const char *unit, bool command_line,
                            struct aic_config_errors *errors)
{
    check_unit(leaf, unit, command_line, errors);
    const struct aic_yaml *source = aic_yaml_get(leaf, "source");
    if (source) {
        aic_config_check_text(source, errors);
    } else if (!command_line) {
        aic_config_error(errors, leaf->file, leaf->line, leaf->column, "%s: the source is missing", leaf->key);
    }
    const struct aic_yaml *note = aic_yaml_get(leaf, "note");
    if (note) {
        aic_config_check_text(note, errors);
    }
    const struct aic_yaml *evidence = aic_yaml_get(leaf, "evidence");
    if (evidence && (evidence->kind != AIC_YAML_SCALAR || !aic_text_is_one_of(evidence->text, evidences))) {
        aic_config_error(errors, evidence->file, evidence->line, evidence->column,
                         "%s: evidence is documented, measured, reported or inferred", leaf->key);
    }
}
