/* What the checker reports: a rule, how bad it is, where, and a sentence. Findings travel upward through a callback. */
#ifndef AIC_ISA_FINDING_H
#define AIC_ISA_FINDING_H

#include <stdint.h>

/* In rising order. `error` also carries the catalogue's "undefined"; `note` its nop and info. */
enum aic_severity { AIC_SEV_HINT, AIC_SEV_NOTE, AIC_SEV_WARNING, AIC_SEV_ERROR };

/* "hint", "note", "warning" or "error"; "?" for any other value. */
const char *aic_severity_name(enum aic_severity severity);

/* One finding. The strings live as long as the call that hands it over, except `rule`, which is a constant. */
struct aic_finding {
    const char *rule; /* id in isa/rules.h */
    enum aic_severity severity;
    uint64_t record; /* number of the record in the trace, from 0 */
    uint32_t line;   /* line and column in the trace, from 1; 0 when the record has none */
    uint32_t column;
    const char *message;
};

#endif
