/* Checker rules: Fixpipe and the drain of L0C. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_fp[] = {
    {.id = "FP-001", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented", .products = "all",
     .statement = "nSize or mSize is 0: Fixpipe does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is drained, and the destination keeps its old "
         "contents.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=0, mSize=16, srcStride=16, dstStride=16",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-002", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "2201,3510,3002",
     .statement = "ndNum (or dnNum) is 0: Fixpipe does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is drained, and the destination keeps its old "
         "contents.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "ndNum=0",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "ndNum=1",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "nSize is larger than 4095.",
     .why = "The field has twelve bits; 4096 becomes 0, which drains nothing.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=4096, mSize=16, srcStride=16, dstStride=4096",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "nSize is not a multiple of 16 for an NZ destination.",
     .why = "NZ stores whole strips of 16 columns (8 with channel split).",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nz, nSize=17, mSize=16, srcStride=16, dstStride=32",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=32",
     .source = "Ascend C API, Fixpipe; contested for ND (X34)",
    },
    {.id = "FP-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "nSize is not a multiple of 8 with channel split.",
     .why = "The split stores strips of 8 columns; a part of one has no place.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nz, nSize=12, mSize=16, srcStride=16, dstStride=16, "
         "isChannelSplit=true",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nz, nSize=8, mSize=16, srcStride=16, dstStride=16, "
         "isChannelSplit=true",
     .source = "Ascend C API, Fixpipe; contested (X35)",
    },
    {.id = "FP-006", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3002",
     .statement = "mSize is larger than 8192 for an ND destination.",
     .why = "The row counter of the format conversion has fewer bits than mSize.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=8193, srcStride=8193, dstStride=16",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-007", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "reported", .products = "3510",
     .statement = "mSize is larger than 32767 for a DN destination.",
     .why = "The check of this family refuses it; the document gives 65535.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=32768, srcStride=32768, "
         "dstStride=32768, dnNum=1, srcNzC0Stride=1",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dnNum=1, srcNzC0Stride=1",
     .source = "header check; contested (X36)",
    },
    {.id = "FP-008", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "dstStride is 0.",
     .why = "Every row or strip would be stored over the first one.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=0",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-009", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "srcStride is smaller than mSize: the columns of the source overlap.",
     .why =
         "The pitch of L0C comes from the m of the Mmad, rounded up to 16, not from the rows that are drained.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=32, mSize=16, srcStride=8, dstStride=32",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=32, mSize=16, srcStride=16, dstStride=32",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-010", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3002",
     .statement = "More than one matrix is drained and srcNdStride is not in 1..512.",
     .why = "The distance of the matrices in L0C is counted in 1024 bytes; 0 reads the first one again.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "ndNum=2, srcNdStride=0, dstNdStride=256",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "ndNum=2, srcNdStride=1, dstNdStride=256",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-011", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "More than one matrix is drained and dstNdStride is 0.",
     .why = "All matrices are stored at one place.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "ndNum=2, srcNdStride=1, dstNdStride=0",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "ndNum=2, srcNdStride=1, dstNdStride=256",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-012", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "More than one matrix is drained to DN and dstDnMatrixStride is 0.",
     .why = "All matrices are stored at one place.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dnNum=2, srcNzMatrixStride=16, dstDnMatrixStride=0, srcNzC0Stride=1",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dnNum=2, srcNzMatrixStride=16, dstDnMatrixStride=256, srcNzC0Stride=1",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-013", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "srcNzC0Stride is 0 for a DN destination.",
     .why = "The step from row to row in L0C must be at least one.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dnNum=1, srcNzC0Stride=0",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dnNum=1, srcNzC0Stride=1",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-014", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3510,3002",
     .statement =
         "Channel split is combined with types other than float to float, with ND or DN, or with a unit flag.",
     .why =
         "The split works on the 32-bit NZ stream only, and breaks the block order that unit flags follow.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:h, l0c:0, dtype=float:half, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=F322F16, isChannelSplit=true",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "isChannelSplit=true",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-015", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "Channel split is used for a destination in L1 or UB.",
     .why = "The splitter sits on the way to GM.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe l1:65536, l0c:0, dtype=float:float, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=128, "
         "isChannelSplit=true",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=128, "
         "isChannelSplit=true",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-016", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "Channel split or merge is combined with an ND or DN destination.",
     .why = "Both change the strip width of NZ, which ND and DN do not have.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "isChannelSplit=true",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "isChannelSplit=true",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-017", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "quantPre does not fit the pair of source and destination types.",
     .why =
         "The mode, not the type of the tensor, decides what is stored: without a conversion 32-bit words land in "
         "a 16-bit tensor.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:half, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:half, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=F322F16",
     .source = "Ascend C API, quantisation on the way out; reference semantics 10.3",
    },
    {.id = "FP-018", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "A vector mode has no quantisation vector, or a scalar mode has one.",
     .why = "Without a vector the factors come from whatever the Fixpipe buffer holds.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:uint8, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=VQF322B8_PRE",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:uint8, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=QF322B8_PRE, deqScalar=0x3f800000",
     .source = "Ascend C API, quantisation on the way out; reference semantics 10.3",
    },
    {.id = "FP-019", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The quantisation vector does not lie in L1 or does not start at a multiple of 32 bytes.",
     .why = "It is copied from L1 to the Fixpipe buffer in 32-byte blocks first.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, l1:16, dtype=float:uint8, layout=nd, nSize=16, mSize=16, srcStride=16, "
         "dstStride=16, quantPre=VQF322B8_PRE",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, l1:32, dtype=float:uint8, layout=nd, nSize=16, mSize=16, srcStride=16, "
         "dstStride=16, quantPre=VQF322B8_PRE",
     .source = "Ascend C API, quantisation on the way out; reference semantics 10.3",
    },
    {.id = "FP-020", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201",
     .statement = "L0C is moved to L1 without a conversion.",
     .why = "The path to L1 of this family is 16 or 8 bits wide.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe l1:65536, l0c:0, dtype=float:float, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=32",
     .right =
         "product ascend910b1\n"
         "fixpipe l1:65536, l0c:0, dtype=float:half, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=F322F16",
     .source = "Ascend C API, Fixpipe (L0C to L1); contested (X54)",
    },
    {.id = "FP-021", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201",
     .statement = "L0C is moved to L1 as ND.",
     .why = "The format conversion of this family serves GM only.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe l1:65536, l0c:0, dtype=float:half, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=F322F16",
     .right =
         "product ascend910b1\n"
         "fixpipe l1:65536, l0c:0, dtype=float:half, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=F322F16",
     .source = "Ascend C API, Fixpipe (L0C to L1)",
    },
    {.id = "FP-022", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,X90,9030",
     .statement = "Fixpipe goes to UB on a product without this path.",
     .why = "Cube and vector cores of this family meet in GM only.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe ub:0, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source = "Ascend C API, Fixpipe (L0C to UB), product support",
    },
    {.id = "FP-023", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "The destination address is not a multiple of 32 bytes (NZ, DN, L1, UB; an ND destination in GM may start "
         "anywhere).",
     .why = "Strips are written in 32-byte blocks.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y+16, l0c:0, dtype=float:float, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=32",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y+32, l0c:0, dtype=float:float, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=32",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-024", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "A row of an ND destination in L1 or UB is not a multiple of 32 bytes.",
     .why = "L1 and UB are written in 32-byte blocks; the next row would start inside one.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe l1:65536, l0c:0, dtype=float:float, layout=nd, nSize=12, mSize=16, srcStride=16, dstStride=16",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe l1:65536, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-025", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "A column of a DN destination in L1 or UB is not a multiple of 32 bytes.",
     .why = "L1 and UB are written in 32-byte blocks; the next column would start inside one.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe l1:65536, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=12, srcStride=16, dstStride=16, "
         "dnNum=1, srcNzC0Stride=1",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe l1:65536, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dnNum=1, srcNzC0Stride=1",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-026", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "Dual destination is combined with quantisation, relu or DN.",
     .why = "The stream is split between two UBs behind the plain NZ or ND formatter only.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe ub:0, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dualDstCtl=1, reluEn=true",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe ub:0, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dualDstCtl=1",
     .source = "Ascend C API, Fixpipe (L0C to UB)",
    },
    {.id = "FP-027", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "Dual destination splits an odd number of rows.",
     .why = "Each of the two UBs gets half of mSize.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe ub:0, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=15, srcStride=16, dstStride=16, "
         "dualDstCtl=1",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe ub:0, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dualDstCtl=1",
     .source = "Ascend C API, Fixpipe (L0C to UB)",
    },
    {.id = "FP-028", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "Dual destination splits nSize that is not a multiple of 32.",
     .why = "Each of the two UBs gets half of the columns, in strips of 16.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe ub:0, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dualDstCtl=2",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe ub:0, l0c:0, dtype=float:float, layout=nd, nSize=32, mSize=16, srcStride=16, dstStride=16, "
         "dualDstCtl=2",
     .source = "Ascend C API, Fixpipe (L0C to UB); contested (X47)",
    },
    {.id = "FP-029", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "dualDstCtl is 3, which is reserved.",
     .why = "The two bits know single, split by rows and split by columns.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe ub:0, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dualDstCtl=3",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe ub:0, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dualDstCtl=1",
     .source = "Ascend C API, Fixpipe (L0C to UB)",
    },
    {.id = "FP-030", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true, .evidence = "documented",
     .products = "all",
     .statement = "The strips or matrices of one record overlap in the destination (strides too small).",
     .why = "Blocks are written in an order that is not promised; which one stays is undefined.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nz, nSize=32, mSize=16, srcStride=16, dstStride=16",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nz, nSize=32, mSize=16, srcStride=16, dstStride=32",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-031", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "A quantisation scale is infinite, not a number or denormal.",
     .why = "The multiplier keeps eight exponent bits and has no code for special values.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:uint8, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=QF322B8_PRE, deqScalar=0x7f800000",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:uint8, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=QF322B8_PRE, deqScalar=0x3f800000",
     .source = "Ascend C API, quantisation on the way out; reference semantics 10.3",
    },
    {.id = "FP-032", .severity = AIC_SEV_NOTE, .word = "info", .evidence = "documented", .products = "all",
     .statement = "A quantisation scale has bits in the low 13 of its mantissa; they are dropped.",
     .why = "The factor has ten mantissa bits: results differ from a float computation.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:uint8, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=QF322B8_PRE, deqScalar=0x3f800001",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:uint8, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=QF322B8_PRE, deqScalar=0x3f800000",
     .source = "Ascend C API, quantisation on the way out; reference semantics 10.3",
    },
    {.id = "FP-033", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The sign bit 46 of the quantisation word disagrees with the destination type.",
     .why = "The bit, not the tensor, decides between clipping to -128..127 and to 0..255.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:int8, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=QF322B8_PRE, deqScalar=0x3f800000",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:int8, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=QF322B8_PRE, deqScalar=0x40003f800000",
     .source = "Ascend C API, quantisation on the way out; reference semantics 10.3",
    },
    {.id = "FP-034", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "unitFlag is not 0, 2 or 3.",
     .why = "Bit 1 switches the flag on, bit 0 says whether the block is released; 1 alone is reserved.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "unitFlag=1",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "unitFlag=0",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-035", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "A unit flag is combined with DN and srcNzC0Stride other than 1.",
     .why = "Rows are then fetched out of block order, which the flags cannot follow.",
     .wrong =
         "product ascend950pr_9589\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dnNum=1, srcNzC0Stride=2, unitFlag=3",
     .right =
         "product ascend950pr_9589\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dnNum=1, srcNzC0Stride=1, unitFlag=3",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-036", .severity = AIC_SEV_NOTE, .word = "info", .evidence = "documented", .products = "all",
     .statement =
         "An 8-bit NZ destination has an odd number of 16-column strips: the last one is not merged.",
     .why =
         "Two strips are merged to 32 columns; a single last one stays 16 wide, and a reader that expects 32 "
         "misreads it.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:uint8, layout=nz, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=QF322B8_PRE, deqScalar=0x3f800000",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:uint8, layout=nz, nSize=32, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=QF322B8_PRE, deqScalar=0x3f800000",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
    {.id = "FP-037", .severity = AIC_SEV_WARNING, .word = "warn", .source_level = true, .evidence = "reported",
     .products = "3510",
     .statement =
         "The structure of an older family is used on 3510: dstStride and srcNdStride have other units there.",
     .why = "The converter copies the numbers: 32-byte units become elements.",
     .wrong = "FixpipeParamsV220 p; p.dstStride = 32;  // 32-byte units, taken as elements",
     .right = "FixpipeParamsArch3510<CO2Layout::NZ> p; p.dstStride = 256;",
     .source = "header of this architecture; contested (X32)",
    },
    {.id = "FP-038", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "reported", .products = "3510",
     .statement = "A vector quantisation to NZ has more than 1024 columns.",
     .why = "The library works in chunks and advances the destination of the second one by the wrong unit.",
     .wrong =
         "product ascend950pr_9589\n"
         "fixpipe gm:y, l0c:0, l1:262144, dtype=float:uint8, layout=nz, nSize=1040, mSize=16, srcStride=16, "
         "dstStride=512, quantPre=VQF322B8_PRE",
     .right =
         "product ascend950pr_9589\n"
         "fixpipe gm:y, l0c:0, l1:262144, dtype=float:uint8, layout=nz, nSize=1024, mSize=16, srcStride=16, "
         "dstStride=512, quantPre=VQF322B8_PRE",
     .source = "header of this architecture; contested (X33)",
    },
    {.id = "FP-039", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "quantPre is a mode that the product does not have.",
     .why = "The mode number is reserved in this generation.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:half, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=QF322F16_PRE, deqScalar=0x3f800000",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:half, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=F322F16",
     .source = "Ascend C API, quantisation on the way out; reference semantics 10.3",
    },
    {.id = "FP-040", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "inferred", .products = "all",
     .statement = "The Fixpipe buffer holds fewer quantisation entries than nSize.",
     .why = "The last columns are scaled with foreign or stale entries.",
     .wrong =
         "product ascend910b1\n"
         "data_copy fb:0, l1:0, dtype=uint64, blockCount=1, blockLen=1, srcGap=0, dstGap=0\n"
         "pipe_barrier FIX\n"
         "set_fixpipe_addr quant_addr=0, relu_addr=0\n"
         "fixpipe gm:y, l0c:0, dtype=float:uint8, layout=nd, nSize=32, mSize=16, srcStride=16, dstStride=32, "
         "quantPre=VQF322B8_PRE",
     .right =
         "product ascend910b1\n"
         "data_copy fb:0, l1:0, dtype=uint64, blockCount=1, blockLen=1, srcGap=0, dstGap=0\n"
         "pipe_barrier FIX\n"
         "set_fixpipe_addr quant_addr=0, relu_addr=0\n"
         "fixpipe gm:y, l0c:0, dtype=float:uint8, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=VQF322B8_PRE",
     .source = "Ascend C API, quantisation on the way out; reference semantics 10.3",
    },
    {.id = "FP-041", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "inferred", .products = "all",
     .statement = "Fixpipe reads L0C lanes inside m x n that nothing ever wrote.",
     .why = "L0C holds what the last kernel left; the destination gets it.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16\n"
         "set_flag M, FIX, 0\n"
         "wait_flag M, FIX, 0\n"
         "fixpipe gm:y, l0c:1024, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16\n"
         "set_flag M, FIX, 0\n"
         "wait_flag M, FIX, 0\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source = "reference semantics 8.2 and 16",
    },
    {.id = "FP-042", .severity = AIC_SEV_ERROR, .word = "error", .source_level = true, .evidence = "documented",
     .products = "3510",
     .statement = "The Fixpipe configuration is not marked as going to UB although the destination is UB.",
     .why = "The template picks the instruction of the GM path.",
     .wrong = "Fixpipe<float, float, CFG_ROW_MAJOR>(ub, l0c, p);",
     .right = "Fixpipe<float, float, CFG_ROW_MAJOR_UB>(ub, l0c, p);",
     .source = "Ascend C API, Fixpipe (L0C to UB)",
    },
    {.id = "FP-043", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "reported", .products = "all",
     .statement = "A 4-bit NZ destination has nSize that is not a multiple of 64.",
     .why = "Four strips are merged to 64 columns of half a byte; a part of them has no place.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=int32:int4, layout=nz, nSize=32, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=REQ8",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=int32:int8, layout=nz, nSize=64, mSize=16, srcStride=16, dstStride=16, "
         "quantPre=REQ8, deqScalar=0x40003f800000",
     .source = "hardware description of the fractal change in Fixpipe; reference semantics 10.2",
    },
    {.id = "FP-044", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "One side of an Mmad and Fixpipe pair uses the unit flag and the other does not.",
     .why =
         "The side without it neither waits nor clears: the flags stay as they are and the next pair stalls or "
         "reads too early.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=3\n"
         "set_flag M, FIX, 0\n"
         "wait_flag M, FIX, 0\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "unitFlag=3",
     .source = "Ascend C API, UnitFlag; reference semantics 14",
    },
    {.id = "FP-045", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true, .evidence = "documented",
     .products = "all",
     .statement = "dstStride is smaller than nSize (ND) or than mSize (DN): rows overlap.",
     .why = "Rows are written over one another in an order that is not promised.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=8",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source = "Ascend C API, Fixpipe, parameter tables; reference semantics 10.1",
    },
};

const struct aic_rule_group aic_rules_fp = {
    "FP", rules_fp, sizeof rules_fp / sizeof rules_fp[0],
};
