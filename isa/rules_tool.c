/* Checker rules: result comparison and performance hints. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_val[] = {
    {.id = "VAL-001", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "measured", .products = "all",
     .statement = "A result differs from the file named by `expect`.",
     .why = "Not a rule of the hardware: the comparison that the trace asks for failed.",
     .wrong =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=2\n"
         "expect l1:0 file=VAL-001.npy",
     .right =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "expect l1:0 file=VAL-001.npy",
     .source = "trace format, expect",
    },
};

const struct aic_rule_group aic_rules_val = {
    "VAL", rules_val, sizeof rules_val / sizeof rules_val[0],
};

static const struct aic_rule rules_perf[] = {
    {.id = "PERF-001", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "inferred", .products = "all",
     .statement =
         "Several fractal loads in a row do what one load2d with repetitions, one load3dv2 or one load2dv2 does.",
     .why = "Every instruction costs its start; one with more repetitions pays it once and streams.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0\n"
         "load2d l0a:512, l1:512, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0\n"
         "load2d l0a:1024, l1:1024, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0\n"
         "load2d l0a:1536, l1:1536, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0\n"
         "load2d l0a:2048, l1:2048, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0\n"
         "load2d l0a:2560, l1:2560, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0\n"
         "load2d l0a:3072, l1:3072, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0\n"
         "load2d l0a:3584, l1:3584, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=8, srcStride=1, dstGap=0",
     .source = "Ascend C programming guide, matrix input moves",
    },
    {.id = "PERF-002", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement = "The rows of a GM access do not start at multiples of 512 bytes.",
     .why = "The memory system works in lines of 512 bytes: every row that straddles one costs two requests.",
     .wrong =
         "product ascend910b1\n"
         "gm a half 64x300\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=64, dValue=256, srcNdMatrixStride=0, srcDValue=300, "
         "dstNzC0Stride=64, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "gm a half 64x512\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=64, dValue=256, srcNdMatrixStride=0, srcDValue=512, "
         "dstNzC0Stride=64, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "best practices, GM address alignment",
    },
    {.id = "PERF-003", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement = "A transfer between GM and a local buffer moves less than 16 KB.",
     .why = "Below that the latency of GM outweighs the data: bandwidth grows with the size of one transfer.",
     .wrong =
         "product ascend910b1\n"
         "gm x half 64x256\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=64, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "gm x half 64x256\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=1024, srcGap=0, dstGap=0",
     .source = "best practices, size of one transfer",
    },
    {.id = "PERF-004", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement =
         "Producer and consumer of a buffer wait for one another in every step: there is only one slot.",
     .why = "With two slots the next load runs while the cube works on the last one.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=64, srcStride=1, dstGap=0\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=256, n=16, k=64\n"
         "set_flag M, MTE1, 0\n"
         "wait_flag M, MTE1, 0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=64, srcStride=1, dstGap=0\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=256, n=16, k=64",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=64, srcStride=1, dstGap=0\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=256, n=16, k=64\n"
         "load2d l0a:32768, l1:0, dtype=half, startIndex=0, repeatTimes=64, srcStride=1, dstGap=0\n"
         "set_flag MTE1, M, 1\n"
         "wait_flag MTE1, M, 1\n"
         "mmad l0c:0, l0a:32768, l0b:0, dtype=half:half:float, m=256, n=16, k=64",
     .source = "best practices, double buffering",
    },
    {.id = "PERF-005", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement =
         "Two L1 accesses at the same time hit the same bank or the same direction of one bank group.",
     .why =
         "Two banks of a group serve one read and one write at a time; anything else is served one after the other.",
     .wrong =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=4096, dstGap=0, value=0\n"
         "load2d l0a:0, l1:131072, dtype=half, startIndex=0, repeatTimes=128, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=4096, dstGap=0, value=0\n"
         "load2d l0a:0, l1:393216, dtype=half, startIndex=0, repeatTimes=128, srcStride=1, dstGap=0",
     .source = "Ascend C API, L1/L0A/L0B memory structure",
    },
    {.id = "PERF-006", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "measured", .products = "all",
     .statement = "Two UB accesses at the same time hit the same bank or bank group.",
     .why = "A bank serves one access a cycle and a group a limited number of reads and writes.",
     .wrong =
         "product ascend910b1\n"
         "core 0.aiv0\n"
         "data_copy ub:8192, ub:0, dtype=half, blockCount=1, blockLen=256, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "core 0.aiv0\n"
         "data_copy ub:65536, ub:0, dtype=half, blockCount=1, blockLen=256, srcGap=0, dstGap=0",
     .source = "best practices, UB bank conflicts",
    },
    {.id = "PERF-007", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement =
         "Fixpipe waits for the whole of a large Mmad although unit flags could hand over block by block.",
     .why = "With unit flags the drain starts behind the first finished block and overlaps with the cube.",
     .wrong =
         "product ascend910b1\n"
         "gm y float 128x256\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=128, n=256, k=64\n"
         "set_flag M, FIX, 0\n"
         "wait_flag M, FIX, 0\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=256, mSize=128, srcStride=128, dstStride=256",
     .right =
         "product ascend910b1\n"
         "gm y float 128x256\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=128, n=256, k=64, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=256, mSize=128, srcStride=128, dstStride=256, "
         "unitFlag=3",
     .source = "Ascend C API, UnitFlag",
    },
    {.id = "PERF-008", .severity = AIC_SEV_HINT, .word = "hint", .evidence = "documented", .products = "all",
     .statement =
         "The order in which the Mmad finishes blocks does not fit the order in which Fixpipe drains them.",
     .why =
         "ND and channel merge drain rows first, NZ columns first: against the order every block is waited for.",
     .wrong =
         "product ascend910b1\n"
         "gm y float 128x256\n"
         "set_mm_order order=column\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=128, n=256, k=64, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=256, mSize=128, srcStride=128, dstStride=256, "
         "unitFlag=3",
     .right =
         "product ascend910b1\n"
         "gm y float 128x256\n"
         "set_mm_order order=row\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=128, n=256, k=64, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=256, mSize=128, srcStride=128, dstStride=256, "
         "unitFlag=3",
     .source = "Ascend C API, UnitFlag and SetMMRowMajor",
    },
};

const struct aic_rule_group aic_rules_perf = {
    "PERF", rules_perf, sizeof rules_perf / sizeof rules_perf[0],
};
