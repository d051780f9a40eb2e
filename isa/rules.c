/* Look-up and iteration over the rule groups; the rows are in isa/rules_*.c. */
#include "isa/rules.h"

#include <string.h>

#include "isa/rules_tables.h"

/* In the order of strcmp on the ids: a dash sorts before letters and digits, so L3D comes before L3D1. */
static const struct aic_rule_group *const groups[] = {
    &aic_rules_bt,  &aic_rules_dc,  &aic_rules_dn,   &aic_rules_fb,   &aic_rules_fil,  &aic_rules_fld, &aic_rules_fp,
    &aic_rules_l2d, &aic_rules_l2v, &aic_rules_l3d,  &aic_rules_l3d1, &aic_rules_lay,  &aic_rules_lmx, &aic_rules_lsp,
    &aic_rules_ltr, &aic_rules_mem, &aic_rules_mm,   &aic_rules_msp,  &aic_rules_mx,   &aic_rules_nz,  &aic_rules_path,
    &aic_rules_perf, &aic_rules_sy, &aic_rules_uf,   &aic_rules_val,  &aic_rules_vec,
};

enum { GROUP_COUNT = sizeof groups / sizeof groups[0] };

static int compare_prefix(const char *id, size_t length, const char *prefix)
{
    int order = strncmp(id, prefix, length);
    if (order == 0 && prefix[length] != '\0')
        return -1;
    return order;
}

static const struct aic_rule_group *find_group(const char *id)
{
    const char *dash = strchr(id, '-');
    size_t length = dash ? (size_t)(dash - id) : strlen(id);
    size_t low = 0, high = GROUP_COUNT;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_prefix(id, length, groups[middle]->prefix);
        if (order == 0)
            return groups[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const struct aic_rule *aic_rule_find(const char *id)
{
    const struct aic_rule_group *group = id ? find_group(id) : NULL;
    size_t low = 0, high = group ? group->count : 0;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(id, group->rows[middle].id);
        if (order == 0)
            return &group->rows[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

size_t aic_rule_count(void)
{
    size_t count = 0;
    for (size_t i = 0; i < GROUP_COUNT; i++)
        count += groups[i]->count;
    return count;
}

const struct aic_rule *aic_rule_at(size_t index)
{
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        if (index < groups[i]->count)
            return &groups[i]->rows[index];
        index -= groups[i]->count;
    }
    return NULL;
}
