/* Checker rules: data copies, ND2NZ, DN2NZ, fill, BiasTable and Fixpipe-buffer moves. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_dc[] = {
    {.id = "DC-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "all",
     .statement = "blockCount=0 or blockLen=0",
     .source = "reference semantics, section 16",
    },
    {.id = "DC-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "blockCount>4095",
     .source = "reference semantics, section 16",
    },
    {.id = "DC-003", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "count*sizeof%32!=0 (truncated)",
     .source = "reference semantics, section 16",
    },
    {.id = "DC-004", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true, .reported_as = "SY-010",
     .evidence = "documented", .products = "all",
     .statement = "consecutive DataCopy with overlapping dst without PipeBarrier",
     .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_dc = {
    "DC", rules_dc, sizeof rules_dc / sizeof rules_dc[0],
};

static const struct aic_rule rules_nz[] = {
    {.id = "NZ-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "all",
     .statement = "ndNum/nValue/dValue=0",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "ndNum>4095",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "nValue>16384",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "dValue>65535",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "srcDValue not 1..65535",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-006", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "dstNzC0Stride/dstNzNStride not 1..16384",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-007", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "dstNzMatrixStride>16384 (3510: *sizeof/32 must fit 16 bits and be whole)",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-008", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true, .evidence = "documented",
     .products = "all",
     .statement = "dst overlap",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-009", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "b4 parameters not in b8 units",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-010", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "SmallC0 with dValue>4",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-011", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "1001,3002",
     .statement = "ND2NZ on 1001/3002",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-012", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "dstNzC0Stride < nValue*dstNzNStride",
     .source = "reference semantics, section 16",
    },
    {.id = "NZ-013", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "srcDValue < dValue",
     .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_nz = {
    "NZ", rules_nz, sizeof rules_nz / sizeof rules_nz[0],
};

static const struct aic_rule rules_dn[] = {
    {.id = "DN-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "3510",
     .statement = "dnNum/nValue/dValue=0",
     .source = "reference semantics, section 16",
    },
    {.id = "DN-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "dnNum>4095, nValue>16384, dValue>2^21-1",
     .source = "reference semantics, section 16",
    },
    {.id = "DN-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "srcDValue/srcDnMatrixStride >2^40-1 or srcDValue=0",
     .source = "reference semantics, section 16",
    },
    {.id = "DN-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "b4 nValue odd",
     .source = "reference semantics, section 16",
    },
    {.id = "DN-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3002,2002,1001,X90,9030",
     .statement = "used on other product",
     .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_dn = {
    "DN", rules_dn, sizeof rules_dn / sizeof rules_dn[0],
};

static const struct aic_rule rules_fil[] = {
    {.id = "FIL-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "all",
     .statement = "repeatTimes=0 or blockNum=0",
     .source = "reference semantics, section 16",
    },
    {.id = "FIL-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "repeatTimes/blockNum/dstGap>32767",
     .source = "reference semantics, section 16",
    },
    {.id = "FIL-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "L0A/L0B target",
     .source = "reference semantics, section 16",
    },
    {.id = "FIL-004", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented",
     .products = "2002,1001",
     .statement = "blockNum/dstGap used",
     .source = "reference semantics, section 16",
    },
    {.id = "FIL-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "dtype not listed",
     .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_fil = {
    "FIL", rules_fil, sizeof rules_fil / sizeof rules_fil[0],
};

static const struct aic_rule rules_bt[] = {
    {.id = "BT-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "2201,3510",
     .statement = "blockCount=0 or blockLen=0",
     .source = "reference semantics, section 16",
    },
    {.id = "BT-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "blockLen odd with 4-byte type",
     .source = "reference semantics, section 16",
    },
    {.id = "BT-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "src/dst type pair not (same; half->f32; bf16->f32 on 3510)",
     .source = "reference semantics, section 16",
    },
    {.id = "BT-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "dst overflow",
     .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_bt = {
    "BT", rules_bt, sizeof rules_bt / sizeof rules_bt[0],
};

static const struct aic_rule rules_fb[] = {
    {.id = "FB-001", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "2201,3510",
     .statement = "blockCount=0 or blockLen=0",
     .source = "reference semantics, section 16",
    },
    {.id = "FB-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "dtype not u64",
     .source = "reference semantics, section 16",
    },
    {.id = "FB-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "dst overflow / wrap",
     .source = "reference semantics, section 16",
    },
    {.id = "FB-004", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "3510",
     .statement = "count form (unit 128 B)",
     .source = "reference semantics, section 16",
    },
};

const struct aic_rule_group aic_rules_fb = {
    "FB", rules_fb, sizeof rules_fb / sizeof rules_fb[0],
};
