/* Checker rules: result comparison and performance hints. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_val[] = {
    {.id = "VAL-001", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "VAL-001",
     .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_val = {
    "VAL", rules_val, sizeof rules_val / sizeof rules_val[0],
};

static const struct aic_rule rules_perf[] = {
    {.id = "PERF-001", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement = "PERF-001",
     .source = "reference semantics, section 16",
    },
    {.id = "PERF-002", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement = "PERF-002",
     .source = "reference semantics, section 16",
    },
    {.id = "PERF-003", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement = "PERF-003",
     .source = "reference semantics, section 16",
    },
    {.id = "PERF-004", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement = "PERF-004",
     .source = "reference semantics, section 16",
    },
    {.id = "PERF-005", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement = "PERF-005",
     .source = "reference semantics, section 16",
    },
    {.id = "PERF-006", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement = "PERF-006",
     .source = "reference semantics, section 16",
    },
    {.id = "PERF-007", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement = "PERF-007",
     .source = "reference semantics, section 16",
    },
    {.id = "PERF-008", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement = "PERF-008",
     .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_perf = {
    "PERF", rules_perf, sizeof rules_perf / sizeof rules_perf[0],
};
