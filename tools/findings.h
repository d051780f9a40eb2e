/* The findings of a run: kept, sorted, counted. */
#ifndef AIC_TOOLS_FINDINGS_H
#define AIC_TOOLS_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "isa/finding.h"
#include "sim/product.h"
#include "tools/trace_file.h"

/* Of one rule no more than this many are kept; all are counted. */
#define AIC_FINDINGS_KEPT 10000
#define AIC_HINTS_KEPT 1000

/* RULE=error|warning|note|hint|off, or -1 for off. */
struct aic_rule_severity {
    const char *rule; /* static: a row of the catalogue */
    int severity;
};
/* False with a message when the rule or the severity does not exist. */
bool aic_rule_severity_parse(const char *text, struct aic_rule_severity *out, char *err, size_t errlen);

struct aic_rule_tally {
    const char *rule;
    uint64_t seen;
    uint32_t kept;
    uint8_t severity; /* the highest */
};

struct aic_findings {
    struct aic_finding *at;
    size_t n;
    struct aic_rule_tally *tallies;
    size_t n_tallies;
    uint64_t by_severity[AIC_SEV_ERROR + 1];
    bool out_of_memory;
    /* Suppressions of the trace; NULL: none. */
    const struct aic_trace_file *file;
    /* Severities of the command line, which go before those of the product. */
    const struct aic_rule_severity *severities;
    size_t n_severities;
    const struct aic_product *product; /* NULL: none */
};

/* An aic_finding_fn; user is the collection. */
void aic_findings_add(void *user, const struct aic_finding *finding);

/* An `aic_options.severity`; user is the collection: drops what the trace allows, and changes what the command line or
 * the product says. */
int aic_findings_severity(void *user, const struct aic_finding *finding);

/* By line, then by record, then as they came; hints behind all others. */
void aic_findings_sort(struct aic_findings *findings);

/* Takes away what `before` has on the same line by the same rule, and counts again. */
void aic_findings_subtract(struct aic_findings *findings, const struct aic_findings *before);

void aic_findings_free(struct aic_findings *findings);

/* Line and column of a finding in the trace; column 0 when the finding is about no place in it. */
uint32_t aic_finding_column(const struct aic_finding *finding, const struct aic_trace_file *file);

/* Prints findings like a compiler, at most `most` of a rule (0: all), with a line that counts the others. */
void aic_findings_print(FILE *to, const struct aic_findings *findings, const struct aic_trace_file *file,
                        unsigned most);

#endif
