/* What a product says about the weight of rules: `severities: {RULE: warning}`. */
#include <string.h>

#include "isa/rules.h"
#include "sim/config_internal.h"

static void put(struct aic_product *product, const struct aic_yaml *entry, const char *rule, int severity,
                struct aic_config_errors *errors)
{
    size_t i = 0;
    while (i < product->n_severities && strcmp(product->severities[i].rule, rule) != 0) {
        i++;
    }
    if (i == AIC_PRODUCT_SEVERITIES) {
        aic_config_error(errors, entry->file, entry->line, entry->column, "severities: at most %d rules",
                         AIC_PRODUCT_SEVERITIES);
        return;
    }
    product->n_severities += i == product->n_severities;
    product->severities[i] = (struct aic_product_severity){rule, (int8_t)severity};
}

void aic_config_apply_severities(struct aic_product *product, const struct aic_yaml *map,
                                 struct aic_config_errors *errors)
{
    if (map->kind != AIC_YAML_MAP) {
        aic_config_error(errors, map->file, map->line, map->column, "severities: expected {RULE: severity, ...}");
        return;
    }
    for (const struct aic_yaml *entry = map->first; entry; entry = entry->next) {
        const struct aic_rule *rule = aic_rule_find(entry->key);
        int severity = entry->kind == AIC_YAML_SCALAR ? aic_severity_from_name(entry->text) : AIC_SEVERITY_UNCHANGED;
        if (!rule) {
            aic_config_error(errors, entry->file, entry->key_line, entry->key_column, "no such rule: '%s'", entry->key);
        } else if (severity == AIC_SEVERITY_UNCHANGED) {
            aic_config_error(errors, entry->file, entry->line, entry->column,
                             "%s: expected error, warning, note, hint or off", entry->key);
        } else {
            put(product, entry, rule->id, severity, errors);
        }
    }
}

int aic_product_severity(const struct aic_product *product, const char *rule)
{
    for (size_t i = 0; i < product->n_severities; i++) {
        if (strcmp(product->severities[i].rule, rule) == 0) {
            return product->severities[i].severity;
        }
    }
    return AIC_SEVERITY_UNCHANGED;
}

void aic_product_print_severities(const struct aic_product *product, aic_text_fn *out, void *user)
{
    for (size_t i = 0; i < product->n_severities; i++) {
        int severity = product->severities[i].severity;
        out(user, i ? ", " : "severities: {");
        out(user, product->severities[i].rule);
        out(user, ": ");
        out(user, severity < 0 ? "off" : aic_severity_name((enum aic_severity)severity));
    }
    out(user, product->n_severities ? "}\n" : "");
}
