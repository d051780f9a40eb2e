/* One decoded instruction record: what the trace said, defaulted and kept as written.
 * Independent of any product. Field indices are those of the instruction's table (isa/insn.h). */
#ifndef AIC_ISA_RECORD_H
#define AIC_ISA_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "buffers/dtype.h"
#include "buffers/space.h"
#include "isa/pipe.h"

#define AIC_MAX_FIELDS 32
#define AIC_MAX_OPERANDS 4
#define AIC_MAX_DTYPES 3

struct aic_operand {
    uint64_t addr;  /* bytes; in GM the absolute address */
    int32_t tensor; /* GM: index of the tensor that the trace named, -1 for an absolute address */
    uint8_t space;  /* enum aic_space */
    uint8_t unit;   /* UB: 0 aiv0, 1 aiv1 */
};

struct aic_record {
    uint16_t insn; /* index into the instruction table */
    uint8_t n_operands;
    uint8_t n_dtypes;
    uint8_t dtype[AIC_MAX_DTYPES]; /* enum aic_dtype */
    uint8_t unit;                  /* enum aic_unit of the last `core` line */
    bool unit_given;               /* that line named the unit */
    uint32_t core;
    uint32_t line; /* of the trace, or of the recorded source; from 1 */
    uint32_t file; /* where in the source it comes from: a number of the pusher's (isa/sites.h), 0: not known */
    struct aic_operand op[AIC_MAX_OPERANDS];
    uint64_t given; /* bit i: field i stood in the record */
    uint64_t beyond; /* bit i: field i (a 64-bit pattern) was written with a number that 64 bits do not hold */
    uint64_t raw;   /* bit i: field i (kind AIC_FIELD_VALUE) is a bit pattern (`bits:`), else it is a double */
    /* Field values. Integers, booleans and choices as they are; AIC_FIELD_VALUE without `raw`: the bits of a double.
     * A number too large for 64 bits is kept saturated (it is out of every range). */
    int64_t f[AIC_MAX_FIELDS];
};

#endif
