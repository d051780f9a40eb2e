/* Checker rules: data copies, ND2NZ, DN2NZ, fill, BiasTable and Fixpipe-buffer moves. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_dc[] = {
    {.id = "DC-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "all",
     .statement = "blockCount or blockLen is 0: the copy does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=0, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy, parameter table; reference semantics 11",
    },
    {.id = "DC-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "blockCount is larger than 4095.",
     .why = "The field has twelve bits; 4096 becomes 0, which moves nothing.",
     .wrong =
         "product ascend910b1\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=4096, blockLen=1, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=4095, blockLen=1, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy, parameter table; reference semantics 11",
    },
    {.id = "DC-003", .severity = AIC_SEV_WARNING, .word = "warn", .source_level = true, .evidence = "documented",
     .products = "all",
     .statement = "The element count of a plain copy is not a multiple of 32 bytes; the rest is not moved.",
     .why = "The call divides by 32 and drops the remainder.",
     .wrong = "DataCopy(dst, src, 20);  // half: 40 bytes, 32 are moved",
     .right = "DataCopy(dst, src, 32);",
     .source = "Ascend C API, DataCopy (count form)",
    },
    {.id = "DC-004", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true, .reported_as = "SY-010",
     .evidence = "documented", .products = "all",
     .statement = "Two copies in a row write overlapping destinations with no barrier between them.",
     .why = "Instructions of one pipe start in order but overlap in time: the older data may land last.",
     .wrong =
         "product ascend910b1\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0\n"
         "pipe_barrier MTE2\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy, constraints",
    },
};

const struct aic_rule_group aic_rules_dc = {
    "DC", rules_dc, sizeof rules_dc / sizeof rules_dc[0],
};

static const struct aic_rule rules_nz[] = {
    {.id = "NZ-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "all",
     .statement = "ndNum, nValue or dValue is 0: the copy does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=0, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "ndNum is larger than 4095.",
     .why = "The field has twelve bits; 4096 becomes 0, which moves nothing.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=4096, nValue=1, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=1, dstNzNStride=1, dstNzMatrixStride=16",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=4095, nValue=1, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=1, dstNzNStride=1, dstNzMatrixStride=16",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "nValue is larger than 16384.",
     .why = "The row counter of the format conversion ends there.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16385, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16384, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16384, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16384, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "dValue is larger than 65535.",
     .why = "The field has sixteen bits; 65536 becomes 0, which moves nothing.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=1, dValue=65536, srcNdMatrixStride=0, srcDValue=65535, "
         "dstNzC0Stride=1, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=1, dValue=65535, srcNdMatrixStride=0, srcDValue=65535, "
         "dstNzC0Stride=1, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "srcDValue is not in 1..65535.",
     .why = "The row pitch has sixteen bits; 0 would read one row again and again.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=16, srcNdMatrixStride=0, srcDValue=0, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-006", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "dstNzC0Stride or dstNzNStride is not in 1..16384.",
     .why = "The steps are counted in 32 bytes and end with the buffer; 0 stores everything at one place.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16385, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16384, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-007", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "dstNzMatrixStride is larger than 16384 elements (3510: must be whole 32-byte units and fit 16 bits of "
         "them).",
     .why = "The register holds the distance in fewer bits than the structure.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=2, nValue=16, dValue=16, srcNdMatrixStride=16, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=16400",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=2, nValue=16, dValue=16, srcNdMatrixStride=16, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=16384",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-008", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true, .evidence = "documented",
     .products = "all",
     .statement = "Rows, column blocks or matrices of one record overlap in the destination.",
     .why = "The blocks are written in an order that is not promised.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=2, nValue=16, dValue=16, srcNdMatrixStride=16, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=128",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=2, nValue=16, dValue=16, srcNdMatrixStride=16, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=256",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-009", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "The sizes of a 4-bit matrix are given in elements: the parameters count bytes (two elements).",
     .why =
         "The conversion has no 4-bit mode; it works on bytes, and twice the columns run into the next row.",
     .wrong =
         "product ascend910b1\n"
         "gm a int4 16x64\n"
         "nd2nz l1:0, gm:a, dtype=int4, ndNum=1, nValue=16, dValue=64, srcNdMatrixStride=0, srcDValue=64, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "gm a int4 16x64\n"
         "nd2nz l1:0, gm:a, dtype=int4, ndNum=1, nValue=16, dValue=32, srcNdMatrixStride=0, srcDValue=32, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-010", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "The small-channel mode is used with dValue larger than 4.",
     .why = "The mode packs rows of four elements; more columns do not fit.",
     .wrong =
         "product ascend950pr_9589\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=16, dValue=8, srcNdMatrixStride=0, srcDValue=8, "
         "dstNzC0Stride=1, dstNzNStride=1, dstNzMatrixStride=0, enableSmallC0=true",
     .right =
         "product ascend950pr_9589\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=16, dValue=4, srcNdMatrixStride=0, srcDValue=4, "
         "dstNzC0Stride=1, dstNzNStride=1, dstNzMatrixStride=0, enableSmallC0=true",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-011", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "1001,3002",
     .statement = "The product has no ND2NZ copy.",
     .why = "The format converter does not exist; the kernel must build NZ itself.",
     .wrong =
         "product ascend910\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-012", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "dstNzC0Stride is smaller than nValue * dstNzNStride.",
     .why =
         "The next block of columns starts inside this one: the blocks interleave, which no reader of NZ expects.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=32, srcNdMatrixStride=0, srcDValue=32, "
         "dstNzC0Stride=1, dstNzNStride=2, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=32, srcNdMatrixStride=0, srcDValue=32, "
         "dstNzC0Stride=32, dstNzNStride=2, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
    {.id = "NZ-013", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "srcDValue is smaller than dValue: the rows of the source overlap.",
     .why = "A row pitch below the row length is usually the length of the tile instead of the tensor.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=16, srcNdMatrixStride=0, srcDValue=8, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=half, ndNum=1, nValue=16, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, ND2NZ), parameter table; reference semantics 11",
    },
};

const struct aic_rule_group aic_rules_nz = {
    "NZ", rules_nz, sizeof rules_nz / sizeof rules_nz[0],
};

static const struct aic_rule rules_dn[] = {
    {.id = "DN-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "3510",
     .statement = "dnNum, nValue or dValue is 0: the copy does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend950pr_9589\n"
         "dn2nz l1:0, gm:a, dtype=half, dnNum=1, nValue=16, dValue=0, srcDnMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend950pr_9589\n"
         "dn2nz l1:0, gm:a, dtype=half, dnNum=1, nValue=16, dValue=16, srcDnMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, DN2NZ), parameter table; reference semantics 11",
    },
    {.id = "DN-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "dnNum is larger than 4095, nValue than 16384 or dValue than 2097151.",
     .why = "The counters of the format conversion end there.",
     .wrong =
         "product ascend950pr_9589\n"
         "dn2nz l1:0, gm:a, dtype=half, dnNum=4096, nValue=1, dValue=16, srcDnMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=1, dstNzNStride=1, dstNzMatrixStride=16",
     .right =
         "product ascend950pr_9589\n"
         "dn2nz l1:0, gm:a, dtype=half, dnNum=4095, nValue=1, dValue=16, srcDnMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=1, dstNzNStride=1, dstNzMatrixStride=16",
     .source = "Ascend C API, DataCopy (GM to L1, DN2NZ), parameter table; reference semantics 11",
    },
    {.id = "DN-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "srcDValue is 0, or srcDValue or srcDnMatrixStride is larger than 2^40-1.",
     .why = "The column pitch has forty bits; 0 would read one column again and again.",
     .wrong =
         "product ascend950pr_9589\n"
         "dn2nz l1:0, gm:a, dtype=half, dnNum=1, nValue=16, dValue=16, srcDnMatrixStride=0, srcDValue=0, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend950pr_9589\n"
         "dn2nz l1:0, gm:a, dtype=half, dnNum=1, nValue=16, dValue=16, srcDnMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, DN2NZ), parameter table; reference semantics 11",
    },
    {.id = "DN-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "nValue of a 4-bit matrix is odd.",
     .why = "Two elements share a byte; the last half byte has no place.",
     .wrong =
         "product ascend950pr_9589\n"
         "dn2nz l1:0, gm:a, dtype=fp4x2_e2m1, dnNum=1, nValue=15, dValue=16, srcDnMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend950pr_9589\n"
         "dn2nz l1:0, gm:a, dtype=fp4x2_e2m1, dnNum=1, nValue=16, dValue=16, srcDnMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, DN2NZ), parameter table; reference semantics 11",
    },
    {.id = "DN-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3002,2002,1001,X90,9030",
     .statement = "The product has no DN2NZ copy.",
     .why = "The converter came with architecture 3510.",
     .wrong =
         "product ascend910b1\n"
         "dn2nz l1:0, gm:a, dtype=half, dnNum=1, nValue=16, dValue=16, srcDnMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend950pr_9589\n"
         "dn2nz l1:0, gm:a, dtype=half, dnNum=1, nValue=16, dValue=16, srcDnMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "Ascend C API, DataCopy (GM to L1, DN2NZ), parameter table; reference semantics 11",
    },
};

const struct aic_rule_group aic_rules_dn = {
    "DN", rules_dn, sizeof rules_dn / sizeof rules_dn[0],
};

static const struct aic_rule rules_fil[] = {
    {.id = "FIL-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "all",
     .statement = "repeatTimes or blockNum is 0: nothing is filled.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=0, blockNum=1, dstGap=0, value=1",
     .right =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1",
     .source = "Ascend C API, Fill; reference semantics 12",
    },
    {.id = "FIL-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "repeatTimes, blockNum or dstGap is larger than 32767.",
     .why = "The fields have fifteen usable bits.",
     .wrong =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=32768, value=1",
     .right =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=32767, value=1",
     .source = "Ascend C API, Fill; reference semantics 12",
    },
    {.id = "FIL-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "L0A or L0B is filled on a product that fills L1 only.",
     .why = "The constant generator sits in front of L1 on this family.",
     .wrong =
         "product ascend950pr_9589\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1",
     .right =
         "product ascend950pr_9589\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1",
     .source = "Ascend C API, Fill; migration guide from 2201 to 3510",
    },
    {.id = "FIL-004", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented",
     .products = "2002,1001",
     .statement = "blockNum or dstGap is used on a product that has only repeatTimes.",
     .why = "One repeat is 512 bytes there, one behind the other; the other fields are ignored.",
     .wrong =
         "product ascend310p3\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=2, dstGap=0, value=1",
     .right =
         "product ascend310p3\n"
         "fill l1:0, dtype=half, repeatTimes=1, value=1",
     .source = "Ascend C API, Fill; reference semantics 12",
    },
    {.id = "FIL-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The element type is not supported by fill on this product.",
     .why = "The generator writes 16-bit and 32-bit patterns.",
     .wrong =
         "product ascend910b1\n"
         "fill l1:0, dtype=int8, repeatTimes=1, blockNum=1, dstGap=0, value=1",
     .right =
         "product ascend910b1\n"
         "fill l1:0, dtype=int16, repeatTimes=1, blockNum=1, dstGap=0, value=1",
     .source = "Ascend C API, Fill; contested (X52)",
    },
};

const struct aic_rule_group aic_rules_fil = {
    "FIL", rules_fil, sizeof rules_fil / sizeof rules_fil[0],
};

static const struct aic_rule rules_bt[] = {
    {.id = "BT-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "2201,3510",
     .statement = "blockCount or blockLen is 0: nothing is copied.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "data_copy bt:0, l1:0, dtype=float, blockCount=1, blockLen=0, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy bt:0, l1:0, dtype=float, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy (L1 to BiasTable buffer); reference semantics 13",
    },
    {.id = "BT-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "blockLen is odd for a 4-byte type.",
     .why = "The unit is 32 bytes on this family, the table is written in 64: half a row has no place.",
     .wrong =
         "product ascend950pr_9589\n"
         "data_copy bt:0, l1:0, dtype=float, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .right =
         "product ascend950pr_9589\n"
         "data_copy bt:0, l1:0, dtype=float, blockCount=1, blockLen=2, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy (L1 to BiasTable buffer); reference semantics 13",
    },
    {.id = "BT-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement =
         "The pair of source and destination types is not supported: same type, half to float, on 3510 bfloat16 to "
         "float.",
     .why = "The widening on the way into the table knows these pairs only.",
     .wrong =
         "product ascend910b1\n"
         "data_copy bt:0, l1:0, dtype=int32:float, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy bt:0, l1:0, dtype=half:float, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy (L1 to BiasTable buffer); reference semantics 13",
    },
    {.id = "BT-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "The copy ends beyond the BiasTable.",
     .why = "The hardware raises an exception when the destination overflows.",
     .wrong =
         "product ascend910b1\n"
         "data_copy bt:896, l1:0, dtype=float, blockCount=1, blockLen=3, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy bt:896, l1:0, dtype=float, blockCount=1, blockLen=2, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy (L1 to BiasTable buffer); reference semantics 13",
    },
};

const struct aic_rule_group aic_rules_bt = {
    "BT", rules_bt, sizeof rules_bt / sizeof rules_bt[0],
};

static const struct aic_rule rules_fb[] = {
    {.id = "FB-001", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "2201,3510",
     .statement = "blockCount or blockLen is 0: nothing is copied.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "data_copy fb:0, l1:0, dtype=uint64, blockCount=1, blockLen=0, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy fb:0, l1:0, dtype=uint64, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy (L1 to Fixpipe buffer); reference semantics 13",
    },
    {.id = "FB-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "The element type is not uint64.",
     .why = "A quantisation entry is one 64-bit word.",
     .wrong =
         "product ascend910b1\n"
         "data_copy fb:0, l1:0, dtype=float, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy fb:0, l1:0, dtype=uint64, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy (L1 to Fixpipe buffer); reference semantics 13",
    },
    {.id = "FB-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "The copy ends beyond the Fixpipe buffer or wraps inside it.",
     .why = "An address beyond the block wraps, a destination overflow raises an exception.",
     .wrong =
         "product ascend910b1\n"
         "data_copy fb:0, l1:0, dtype=uint64, blockCount=1, blockLen=256, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy fb:0, l1:0, dtype=uint64, blockCount=1, blockLen=16, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy (L1 to Fixpipe buffer); reference semantics 13",
    },
    {.id = "FB-004", .severity = AIC_SEV_WARNING, .word = "warn", .source_level = true, .evidence = "reported",
     .products = "3510",
     .statement = "The count form of the copy is used on 3510.",
     .why =
         "It counts blocks of 128 bytes, as the page's table does; the page's note says 64 for this family. The "
        "library doubles the count for the instruction; where one follows the note, half of the vector is moved.",
     .wrong = "DataCopy(fb, l1, 64);  // 64 entries, or 32",
     .right = "DataCopy(fb, l1, DataCopyParams{1, 4, 0, 0});  // blocks of 128 bytes",
     .source = "header of this architecture; contested (X38)",
    },
};

const struct aic_rule_group aic_rules_fb = {
    "FB", rules_fb, sizeof rules_fb / sizeof rules_fb[0],
};
