/* The catalogue of checker rules: what each id means, why the hardware cares, the smallest wrong record and the same
 * made right. Rules are raised by their id ("MEM-002"); everything that a finding, `aicsim explain` or a list of rules
 * says about one comes from here. Read only, no state. */
#ifndef AIC_ISA_RULES_H
#define AIC_ISA_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "isa/finding.h"

struct aic_rule {
    const char *id;
    enum aic_severity severity; /* as reported unless the command line or the product overrides it */
    const char *word;           /* the catalogue's own word: error, undefined, warn, nop, nop+warn, info, hint,
                                   "warn or error" (the raiser chooses, the statement says when) */
    bool undefined;             /* reported as an error; the text says that the result is not guaranteed */
    bool source_level;          /* raised by the recorder only: a trace cannot express the mistake */
    bool unseen;                /* nothing raises it: neither a trace nor the calls that the recorder sees show it */
    const char *reported_as;    /* NULL, or the ids that report this in its place ("SY-009, SY-011") */
    const char *evidence;       /* documented, measured, reported or inferred */
    const char *products;       /* "all" or architecture numbers as written: "2201,3510" */
    const char *statement;      /* one sentence: violated when ... */
    const char *why;            /* why the hardware cares */
    const char *wrong;          /* smallest wrong record with its product, trace text, lines separated by \n */
    const char *right;          /* the same made right */
    const char *source;         /* document and table */
};

/* The rule with this id, NULL when there is none (NULL is allowed and has none). */
const struct aic_rule *aic_rule_find(const char *id);

/* Number of rules. */
size_t aic_rule_count(void);

/* Rule number `index` in the order of the ids, NULL past the end. */
const struct aic_rule *aic_rule_at(size_t index);

#endif
