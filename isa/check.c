#include "isa/check.h"

#include <stdio.h>
#include <string.h>

#include "isa/rules.h"

static void raise_v(struct aic_check *chk, const char *rule, enum aic_severity severity, struct aic_at at,
                    const char *fix, const char *fmt, va_list ap) __attribute__((format(printf, 6, 0)));

static struct aic_finding finding_on(const struct aic_check *chk, const char *rule, enum aic_severity severity,
                                     struct aic_at at)
{
    const struct aic_record *rec = chk->rec;
    return (struct aic_finding){
        .rule = rule,
        .severity = severity,
        .core = rec->core,
        .unit = rec->unit,
        .pipe = chk->pipe,
        .file = rec->file,
        .line = rec->line,
        .record = chk->number,
        .operand = at.operand,
        .field = at.field,
    };
}

static void raise_v(struct aic_check *chk, const char *rule, enum aic_severity severity, struct aic_at at,
                    const char *fix, const char *fmt, va_list ap)
{
    chk->error |= severity == AIC_SEV_ERROR;
    if (!chk->fn) {
        return;
    }
    struct aic_finding finding = finding_on(chk, rule, severity, at);
    vsnprintf(finding.message, sizeof(finding.message), fmt, ap);
    if (fix) {
        snprintf(finding.fix, sizeof(finding.fix), "%s", fix);
    }
    chk->fn(chk->user, &finding);
}

static enum aic_severity catalogue_severity(const char *rule)
{
    const struct aic_rule *row = aic_rule_find(rule);
    return row ? row->severity : AIC_SEV_ERROR;
}

void aic_raise(struct aic_check *chk, const char *rule, struct aic_at at, const char *fix, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    raise_v(chk, rule, catalogue_severity(rule), at, fix, fmt, ap);
    va_end(ap);
}

void aic_raise_as(struct aic_check *chk, const char *rule, enum aic_severity severity, struct aic_at at,
                  const char *fix, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    raise_v(chk, rule, severity, at, fix, fmt, ap);
    va_end(ap);
}

void aic_raise_finding(struct aic_check *chk, struct aic_finding *finding)
{
    aic_raise_finding_as(chk, finding, catalogue_severity(finding->rule));
}

void aic_raise_finding_as(struct aic_check *chk, struct aic_finding *finding, enum aic_severity severity)
{
    finding->severity = severity;
    chk->error |= finding->severity == AIC_SEV_ERROR;
    if (chk->fn) {
        chk->fn(chk->user, finding);
    }
}

void aic_raise_nop(struct aic_check *chk, const char *rule, struct aic_at at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    raise_v(chk, rule, AIC_SEV_NOTE, at, NULL, fmt, ap);
    va_end(ap);
    chk->nop = true;
}
