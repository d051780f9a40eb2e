/* The rows of the rule catalogue, one group a prefix. Only isa/rules.c and the files with the rows include this. */
#ifndef AIC_ISA_RULES_TABLES_H
#define AIC_ISA_RULES_TABLES_H

#include "isa/rules.h"

/* All rules whose id starts with `prefix` and a dash, sorted by id. */
struct aic_rule_group {
    const char *prefix;
    const struct aic_rule *rows;
    size_t count;
};

extern const struct aic_rule_group aic_rules_bt, aic_rules_dc, aic_rules_dn, aic_rules_fb, aic_rules_fil;
extern const struct aic_rule_group aic_rules_fld, aic_rules_fp, aic_rules_l2d, aic_rules_l2v, aic_rules_l3d;
extern const struct aic_rule_group aic_rules_l3d1, aic_rules_lay, aic_rules_lmx, aic_rules_lsp, aic_rules_ltr;
extern const struct aic_rule_group aic_rules_mem, aic_rules_mm, aic_rules_msp, aic_rules_mx, aic_rules_nz;
extern const struct aic_rule_group aic_rules_path, aic_rules_perf, aic_rules_sy, aic_rules_uf, aic_rules_val;
extern const struct aic_rule_group aic_rules_vec;

#endif
