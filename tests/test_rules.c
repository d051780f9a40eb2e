/* The rule catalogue: complete, sorted, findable. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#include "isa/rules.h"

/* Rows of the catalogue (reference semantics 16: 280) and the rules besides it: VAL-001, PERF-001..008 and those about
 * what a whole kernel does with its bytes (MEM-024..029, MM-030, LAY-002) and cores (SY-013), and about structures of bit
 * fields (L3D-053, L3D-054). */
enum { CATALOGUE = 280, BESIDES = 20 };

static bool one_of(const char *text, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(text, *list) == 0)
            return true;
    return false;
}

Test(rules, hold_the_whole_catalogue_in_the_order_of_ids)
{
    cr_assert_eq(aic_rule_count(), CATALOGUE + BESIDES);
    for (size_t i = 1; i < aic_rule_count(); i++)
        cr_assert_lt(strcmp(aic_rule_at(i - 1)->id, aic_rule_at(i)->id), 0, "%s", aic_rule_at(i)->id);
    cr_assert_null(aic_rule_at(aic_rule_count()));
}

Test(rules, are_found_by_id)
{
    for (size_t i = 0; i < aic_rule_count(); i++)
        cr_assert_eq(aic_rule_find(aic_rule_at(i)->id), aic_rule_at(i));
}

Test(rules, unknown_ids_are_not_found)
{
    const char *const wrong[] = {"", "-", "MEM", "MEM-", "MEM-000", "MEM-999", "ME-001", "MEMO-001", "L3-001",
                                 "mem-001", "MEM-0011", "AAA-001", "ZZZ-001", NULL};
    for (size_t i = 0; wrong[i]; i++)
        cr_assert_null(aic_rule_find(wrong[i]), "%s", wrong[i]);
    cr_assert_null(aic_rule_find(NULL));
}

Test(rules, every_row_is_filled_in)
{
    const char *const evidence[] = {"documented", "measured", "reported", "inferred", NULL};

    for (size_t i = 0; i < aic_rule_count(); i++) {
        const struct aic_rule *rule = aic_rule_at(i);
        cr_assert(rule->statement && rule->why && rule->source && rule->products && rule->word, "%s", rule->id);
        cr_assert(strlen(rule->statement) > 10 && strlen(rule->why) > 10 && strlen(rule->source) > 3, "%s", rule->id);
        cr_assert(rule->wrong && rule->right && *rule->wrong && *rule->right, "%s", rule->id);
        cr_assert_str_neq(rule->wrong, rule->right, "%s", rule->id);
        cr_assert(one_of(rule->evidence, evidence), "%s", rule->id);
    }
}

/* The words of the catalogue and the severities that it reports them as. */
static enum aic_severity severity_of_word(const char *word)
{
    static const struct {
        const char *word;
        enum aic_severity severity;
    } words[] = {
        {"error", AIC_SEV_ERROR},  {"undefined", AIC_SEV_ERROR}, {"warn or error", AIC_SEV_ERROR},
        {"warn", AIC_SEV_WARNING}, {"nop", AIC_SEV_NOTE},        {"nop+warn", AIC_SEV_NOTE},
        {"info", AIC_SEV_NOTE},    {"hint", AIC_SEV_HINT},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i].word) == 0)
            return words[i].severity;
    cr_assert_fail("unknown word %s", word);
    return AIC_SEV_ERROR;
}

Test(rules, severities_follow_the_words)
{
    for (size_t i = 0; i < aic_rule_count(); i++) {
        const struct aic_rule *rule = aic_rule_at(i);
        cr_assert_eq(rule->severity, severity_of_word(rule->word), "%s", rule->id);
        cr_assert_eq(rule->undefined, strcmp(rule->word, "undefined") == 0, "%s", rule->id);
    }
}

Test(rules, products_are_architectures)
{
    const char *const known[] = {"all", "2201", "3510", "3002", "2002", "1001", "X90", "9030", NULL};

    for (size_t i = 0; i < aic_rule_count(); i++) {
        char list[64];
        int n = snprintf(list, sizeof list, "%s", aic_rule_at(i)->products);
        cr_assert(n > 0 && (size_t)n < sizeof list);
        for (char *end = list + n, *item = list; item < end; item += strlen(item) + 1) {
            item[strcspn(item, ",")] = '\0';
            cr_assert(one_of(item, known), "%s: %s", aic_rule_at(i)->id, item);
        }
    }
}

/* A rule that another one reports in its place names rules that exist. */
Test(rules, stand_ins_exist)
{
    size_t stand_ins = 0;

    for (size_t i = 0; i < aic_rule_count(); i++) {
        char list[64];
        if (!aic_rule_at(i)->reported_as)
            continue;
        stand_ins++;
        int n = snprintf(list, sizeof list, "%s", aic_rule_at(i)->reported_as);
        cr_assert(n > 0 && (size_t)n < sizeof list);
        for (char *end = list + n, *item = list; item < end; item += strlen(item) + 1) {
            item += strspn(item, " ");
            item[strcspn(item, ",")] = '\0';
            cr_assert_not_null(aic_rule_find(item), "%s", item);
        }
    }
    cr_assert_gt(stand_ins, 0);
}
