/* A verdict about a record. */
#ifndef AIC_ISA_FINDING_H
#define AIC_ISA_FINDING_H

#include <stdbool.h>
#include <stdint.h>

enum aic_severity { AIC_SEV_HINT = 0, AIC_SEV_NOTE, AIC_SEV_WARNING, AIC_SEV_ERROR };

/* "hint", "note", "warning", "error". */
const char *aic_severity_name(enum aic_severity severity);

/* By name; "off" is -1, AIC_SEVERITY_UNCHANGED where there is no such name. */
#define AIC_SEVERITY_UNCHANGED (-2)
int aic_severity_from_name(const char *name);

struct aic_finding {
    const char *rule;          /* id, a row of isa/rules.h; static storage */
    enum aic_severity severity;
    uint32_t core;
    uint8_t unit;              /* enum aic_unit */
    uint8_t pipe;              /* enum aic_pipe, AIC_PIPE_NONE when none is concerned */
    uint32_t file;             /* as in struct aic_record */
    uint32_t line;             /* 0: the run as a whole */
    uint64_t record;           /* number of the record from 0 in dispatch order of its stream */
    int8_t operand;            /* operand concerned, -1 */
    int8_t field;              /* field concerned, -1: lets the text front end find the column */
    uint32_t other_file;       /* the other end of a race or pair */
    uint32_t other_line;       /* 0: none */
    char message[400];         /* one sentence: operand, value, limit */
    char fix[160];             /* what to change; may be empty */
};

#endif
