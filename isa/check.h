/* Raising findings while a record is checked or executed. */
#ifndef AIC_ISA_CHECK_H
#define AIC_ISA_CHECK_H

#include <stdarg.h>
#include <stdbool.h>

#include "isa/finding.h"
#include "isa/record.h"

/* Receives each finding as it is raised; owns nothing of it. */
typedef void aic_finding_fn(void *user, const struct aic_finding *finding);

struct aic_check {
    const struct aic_record *rec;
    uint64_t number;    /* of the record in its stream */
    uint8_t pipe;       /* enum aic_pipe */
    aic_finding_fn *fn; /* NULL: count only */
    void *user;
    bool error;         /* a finding of severity error was raised */
    bool nop;           /* the record does nothing */
    bool run_on;        /* values without a meaning are reported and used as they are, as the machine would */
    bool ran_on;        /* that happened */
};

/* After a report about a value that has no meaning: true when the record goes on with its bytes. */
static inline bool aic_check_run_on(struct aic_check *chk)
{
    chk->ran_on = chk->run_on;
    return chk->run_on;
}

/* What a finding is about: aic_at_field(i), aic_at_operand(i), AIC_AT_RECORD. */
struct aic_at {
    int8_t operand, field;
};
#define AIC_AT_RECORD ((struct aic_at){-1, -1})
static inline struct aic_at aic_at_field(int i) { return (struct aic_at){-1, (int8_t)i}; }
static inline struct aic_at aic_at_operand(int i) { return (struct aic_at){(int8_t)i, -1}; }

/* Raises `rule` with the severity of its catalogue row. `fix` is a literal or NULL; the message is formatted:
 * name the operand or field, its value and the limit. */
void aic_raise(struct aic_check *chk, const char *rule, struct aic_at at, const char *fix, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* The same with another severity, where a product key decides it. */
void aic_raise_as(struct aic_check *chk, const char *rule, enum aic_severity severity, struct aic_at at,
                  const char *fix, const char *fmt, ...) __attribute__((format(printf, 6, 7)));

/* A finding whose text and places the caller has filled in; the severity is the catalogue's. */
void aic_raise_finding(struct aic_check *chk, struct aic_finding *finding);
void aic_raise_finding_as(struct aic_check *chk, struct aic_finding *finding, enum aic_severity severity);

/* The record is a NOP: raises `rule` and ends its other checks. */
void aic_raise_nop(struct aic_check *chk, const char *rule, struct aic_at at, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

#endif
