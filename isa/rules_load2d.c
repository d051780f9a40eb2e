/* Checker rules: the fractal loads: 2D, 2D v2, MX, with transpose, sparse. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_l2d[] = {
    {.id = "L2D-001", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented", .products = "all",
     .statement = "repeatTimes is 0: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=0, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source = "Ascend C API, LoadData (2D), parameter table; reference semantics 3",
    },
    {.id = "L2D-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "ifTranspose is set for an element type that is not 16 bits wide.",
     .why = "The load transposes 16x16 fractals of 16-bit elements only; other widths come out permuted.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=int8, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0, ifTranspose=true",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0, ifTranspose=true",
     .source = "Ascend C API, LoadData (2D), parameter table; reference semantics 3",
    },
    {.id = "L2D-003", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "ifTranspose is set for a load from GM.",
     .why = "The transposer sits behind L1; a load from GM passes it by and ignores the flag.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, gm:a, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0, ifTranspose=true",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, gm:a, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .source = "Ascend C API, LoadData (2D), parameter table; reference semantics 3",
    },
    {.id = "L2D-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "A fractal load goes from GM straight to L0A or L0B.",
     .why = "This family has no path from GM to L0: the data must go through L1.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2d l0a:0, gm:a, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, gm:a, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .source = "Ascend C API, LoadData (2D); migration guide from 2201 to 3510",
    },
    {.id = "L2D-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,2002",
     .statement = "A 4-bit type is loaded from GM.",
     .why = "The path from GM has no 4-bit mode; 4-bit operands are supported from L1 only.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0b:0, gm:b, dtype=int4, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0b:0, l1:0, dtype=int4, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .source = "Ascend C API, LoadData (2D), parameter table; reference semantics 3",
    },
    {.id = "L2D-006", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The element type is not supported by load2d on this product.",
     .why = "The decoder has no encoding for it.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=hifloat8, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=int8, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .source = "Ascend C API, LoadData (2D), parameter table; reference semantics 3",
    },
    {.id = "L2D-007", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "With addrMode=decrement the source index falls below 0: startIndex - srcStride*(repeatTimes-1) < 0.",
     .why = "The unsigned index wraps to the far end of the buffer.",
     .wrong =
         "product ascend910b1\n"
         "load2d l1:0, gm:a, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0, addrMode=decrement",
     .right =
         "product ascend910b1\n"
         "load2d l1:0, gm:a, dtype=half, startIndex=1, repeatTimes=2, srcStride=1, dstGap=0, addrMode=decrement",
     .source = "Ascend C API, LoadData (2D), parameter table; reference semantics 3",
    },
    {.id = "L2D-008", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "reported", .products = "3510",
     .statement = "startIndex is not 0 while srcStride is not 1.",
     .why =
         "On this family the load is built from load2dv2, which multiplies the start index by the stride: the load "
         "starts at another fractal than documented.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=1, repeatTimes=2, srcStride=2, dstGap=0",
     .right =
         "product ascend950pr_9589\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=1, repeatTimes=2, srcStride=1, dstGap=0",
     .source = "header of this architecture; contested (X12)",
    },
    {.id = "L2D-009", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "reported", .products = "3510",
     .statement = "startIndex is not 0 for a transposed load to L0B.",
     .why = "The wrapper of this family replaces the start index by its loop counter: startIndex is ignored.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2d l0b:0, l1:0, dtype=half, startIndex=1, repeatTimes=2, srcStride=1, dstGap=0, ifTranspose=true",
     .right =
         "product ascend950pr_9589\n"
         "load2d l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0, ifTranspose=true",
     .source = "header of this architecture; contested (X13)",
    },
    {.id = "L2D-010", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "reported", .products = "3510",
     .statement = "A load from GM to L1 has a srcStride other than 1.",
     .why =
         "The wrapper of this family passes the stride as a row count and moves stride times as many fractals as "
         "documented.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2d l1:0, gm:a, dtype=half, startIndex=0, repeatTimes=2, srcStride=2, dstGap=0",
     .right =
         "product ascend950pr_9589\n"
         "load2d l1:0, gm:a, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .source = "header of this architecture; contested (X14)",
    },
    {.id = "L2D-011", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "sid is larger than 15.",
     .why = "The field has four bits and is meant to stay 0.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0, sid=16",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0, sid=15",
     .source = "Ascend C API, LoadData (2D), parameter table; reference semantics 3",
    },
    {.id = "L2D-012", .severity = AIC_SEV_NOTE, .word = "info", .evidence = "documented", .products = "all",
     .statement = "srcStride is 0 with more than one repetition: the same fractal is loaded again and again.",
     .why = "Legal, and sometimes wanted to replicate a fractal; more often it is a forgotten stride.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .source = "Ascend C API, LoadData (2D), parameter table; reference semantics 3",
    },
    {.id = "L2D-013", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "1001",
     .statement = "dstGap is not 0 on a product that ignores it.",
     .why = "The fractals are stored one behind the other whatever the gap says.",
     .wrong =
         "product ascend910\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=1",
     .right =
         "product ascend910\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .source = "Ascend C API, LoadData (2D), parameter table; reference semantics 3",
    },
    {.id = "L2D-014", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2002",
     .statement = "A transposed 4-bit load is not made of 64x64 squares (four fractals each).",
     .why = "Four 16x64 fractals form the square that is transposed; a part of one gives a permuted matrix.",
     .wrong =
         "product ascend310p3\n"
         "load2d l0b:0, l1:0, dtype=int4, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0, ifTranspose=true",
     .right =
         "product ascend310p3\n"
         "load2d l0b:0, l1:0, dtype=int4, startIndex=0, repeatTimes=4, srcStride=1, dstGap=0, ifTranspose=true",
     .source = "Ascend C API, LoadData (2D), parameter table; reference semantics 3",
    },
};

const struct aic_rule_group aic_rules_l2d = {
    "L2D", rules_l2d, sizeof rules_l2d / sizeof rules_l2d[0],
};

static const struct aic_rule rules_l2v[] = {
    {.id = "L2V-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "3510",
     .statement = "mStep or kStep is 0: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=half, mStartPosition=0, kStartPosition=0, mStep=0, kStep=2, srcStride=2, "
         "dstStride=2",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=half, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=2",
     .source = "Ascend C API, LoadData (2D v2), parameter table; reference semantics 4",
    },
    {.id = "L2V-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "mStep or kStep is larger than 255.",
     .why = "The instruction has eight bits for each; 256 becomes 0, which moves nothing.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dv2 l1:0, gm:a, dtype=half, mStartPosition=0, kStartPosition=0, mStep=256, kStep=1, srcStride=256, "
         "dstStride=256",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l1:0, gm:a, dtype=half, mStartPosition=0, kStartPosition=0, mStep=255, kStep=1, srcStride=256, "
         "dstStride=256",
     .source = "Ascend C API, LoadData (2D v2), parameter table; reference semantics 4",
    },
    {.id = "L2V-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "mStep is not a multiple of 4 for a transposed 4-bit load.",
     .why =
         "The transposer works on squares: 64x64 elements, four fractals, for 4-bit types. A part of a square is "
         "not moved as documented.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=fp4x2_e2m1, mStartPosition=0, kStartPosition=0, mStep=2, kStep=1, "
         "srcStride=2, dstStride=4, ifTranspose=true",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=fp4x2_e2m1, mStartPosition=0, kStartPosition=0, mStep=4, kStep=1, "
         "srcStride=4, dstStride=4, ifTranspose=true",
     .source = "Ascend C API, LoadData (2D v2), parameter table; reference semantics 4",
    },
    {.id = "L2V-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "mStep is not a multiple of 2 for a transposed 8-bit load.",
     .why =
         "The transposer works on squares: 32x32 elements, two fractals, for 8-bit types. A part of a square is "
         "not moved as documented.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=int8, mStartPosition=0, kStartPosition=0, mStep=1, kStep=1, srcStride=1, "
         "dstStride=2, ifTranspose=true",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=int8, mStartPosition=0, kStartPosition=0, mStep=2, kStep=1, srcStride=2, "
         "dstStride=2, ifTranspose=true",
     .source = "Ascend C API, LoadData (2D v2), parameter table; reference semantics 4",
    },
    {.id = "L2V-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "kStep is not a multiple of 2 for a transposed 32-bit load.",
     .why =
         "The transposer works on squares: 16x16 elements, two fractals side by side, for 32-bit types. A part of "
         "a square is not moved as documented.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=float, mStartPosition=0, kStartPosition=0, mStep=1, kStep=1, srcStride=1, "
         "dstStride=1, ifTranspose=true",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=float, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, srcStride=1, "
         "dstStride=1, ifTranspose=true",
     .source = "Ascend C API, LoadData (2D v2), parameter table; reference semantics 4",
    },
    {.id = "L2V-006", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement =
         "mStartPosition, kStartPosition or dstStride does not fit 16 bits, or srcStride not -32767..32767.",
     .why = "The structure is wider than the instruction: the upper bits are cut off.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=half, mStartPosition=0, kStartPosition=0, mStep=1, kStep=1, srcStride=2, "
         "dstStride=65536",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=half, mStartPosition=0, kStartPosition=0, mStep=1, kStep=1, srcStride=2, "
         "dstStride=65535",
     .source = "Ascend C API, LoadData (2D v2); contested (X53)",
    },
    {.id = "L2V-007", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "A load from GM to L1 is transposed.",
     .why = "The transposer sits between L1 and L0; on the way into L1 the flag is not available.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dv2 l1:0, gm:a, dtype=half, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=2, ifTranspose=true",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l1:0, gm:a, dtype=half, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=2",
     .source = "Ascend C API, LoadData (2D v2), parameter table; reference semantics 4",
    },
    {.id = "L2V-008", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "The element type is not supported by load2dv2.",
     .why = "The decoder has no encoding for it; 16-bit integers are moved as half.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=int16, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=2",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=half, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=2",
     .source = "Ascend C API, LoadData (2D v2), parameter table; reference semantics 4",
    },
    {.id = "L2V-009", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true, .evidence = "inferred",
     .products = "3510",
     .statement = "dstStride is smaller than the row fractals of the stored matrix: column blocks overlap.",
     .why = "Two blocks are stored at one place in an order that is not promised.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=half, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=1",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=half, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=2",
     .source = "Ascend C API, LoadData (2D v2), parameter table; reference semantics 4",
    },
    {.id = "L2V-010", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3002,2002,1001,X90,9030",
     .statement = "The product has no load2dv2.",
     .why = "The instruction came with architecture 3510.",
     .wrong =
         "product ascend910b1\n"
         "load2dv2 l0a:0, l1:0, dtype=half, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=2",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, l1:0, dtype=half, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=2",
     .source = "Ascend C API, LoadData (2D v2), parameter table; reference semantics 4",
    },
    {.id = "L2V-011", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "load2dv2 goes from GM straight to L0A or L0B.",
     .why = "This family has no path from GM to L0: the data must go through L1.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dv2 l0a:0, gm:a, dtype=half, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=2",
     .right =
         "product ascend950pr_9589\n"
         "load2dv2 l1:0, gm:a, dtype=half, mStartPosition=0, kStartPosition=0, mStep=2, kStep=2, srcStride=2, "
         "dstStride=2",
     .source = "Ascend C API, LoadData (2D v2), parameter table; reference semantics 4",
    },
};

const struct aic_rule_group aic_rules_l2v = {
    "L2V", rules_l2v, sizeof rules_l2v / sizeof rules_l2v[0],
};

static const struct aic_rule rules_lmx[] = {
    {.id = "LMX-001", .severity = AIC_SEV_NOTE, .word = "nop", .evidence = "documented", .products = "3510",
     .statement = "xStep or yStep of the scale part is 0: no scale is moved (the data part still is).",
     .why = "Data without its scales is multiplied by whatever the scale buffer holds.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=0, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1",
     .right =
         "product ascend950pr_9589\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1",
     .source = "Ascend C API, LoadData (2D MX); contested (X15)",
    },
    {.id = "LMX-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement =
         "The data type is not fp4x2_e2m1, fp4x2_e1m2, fp8_e4m3fn or fp8_e5m2, or the scale is not fp8_e8m0.",
     .why = "Only block-scaled types have a scale; others have no encoding in this instruction.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=half, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1",
     .right =
         "product ascend950pr_9589\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1",
     .source = "Ascend C API, LoadData (2D MX); reference semantics 5",
    },
    {.id = "LMX-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "The scale block at one sixteenth of the destination ends beyond the 4 KB scale buffer.",
     .why =
         "The scale address follows from the data address; near the end of L0 only the scales of the data that "
         "fits have room.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dmx l0a:64512, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, "
         "kStep=2, srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, "
         "scale_yStep=3, scale_srcStride=3, scale_dstStride=3",
     .right =
         "product ascend950pr_9589\n"
         "load2dmx l0a:64512, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, "
         "kStep=2, srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, "
         "scale_yStep=2, scale_srcStride=2, scale_dstStride=2",
     .source = "Ascend C API, LoadData (2D MX); reference semantics 5",
    },
    {.id = "LMX-004", .severity = AIC_SEV_ERROR, .word = "error", .source_level = true, .evidence = "documented",
     .products = "3510",
     .statement = "Source and destination tensors have different element types.",
     .why = "The load does not convert; the two types would be two readings of the same bytes.",
     .wrong =
         "LoadData(a2 /* LocalTensor<fp8_e5m2_t> */, a1 /* LocalTensor<fp8_e4m3fn_t> */, scale, params, mx);",
     .right =
         "LoadData(a2 /* LocalTensor<fp8_e4m3fn_t> */, a1 /* LocalTensor<fp8_e4m3fn_t> */, scale, params, mx);",
     .source = "Ascend C API, LoadData (2D MX); reference semantics 5",
    },
    {.id = "LMX-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "inferred", .products = "3510",
     .statement =
         "The scale block overlaps the scales of another live operand although the data ranges are apart.",
     .why =
         "Scales sit at one sixteenth of the data address: a scale block longer than a sixteenth of its data "
         "reaches into the next operand.",
     .wrong =
         "product ascend950pr_9589\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=4, "
         "scale_srcStride=4, scale_dstStride=4\n"
         "load2dmx l0a:1024, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, "
         "kStep=2, srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, "
         "scale_yStep=1, scale_srcStride=1, scale_dstStride=1",
     .right =
         "product ascend950pr_9589\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=4, "
         "scale_srcStride=4, scale_dstStride=4\n"
         "load2dmx l0a:2048, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, "
         "kStep=2, srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, "
         "scale_yStep=1, scale_srcStride=1, scale_dstStride=1",
     .source = "Ascend C API, LoadData (2D MX); reference semantics 5",
    },
};

const struct aic_rule_group aic_rules_lmx = {
    "LMX", rules_lmx, sizeof rules_lmx / sizeof rules_lmx[0],
};

static const struct aic_rule rules_ltr[] = {
    {.id = "LTR-001", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "2201,3002,3510,X90",
     .statement = "repeatTimes is 0: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=0, srcStride=1, dstGap=0, dstFracGap=0",
     .right =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .source = "Ascend C API, LoadDataWithTranspose; reference semantics 6",
    },
    {.id = "LTR-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3002,3510,X90",
     .statement = "A 4-bit type is transposed into L0A.",
     .why = "The 64x64 square of 4-bit types exists on the way to L0B only.",
     .wrong =
         "product ascend910b1\n"
         "load_transpose l0a:0, l1:0, dtype=int4, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .right =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=int4, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .source = "Ascend C API, LoadDataWithTranspose; reference semantics 6",
    },
    {.id = "LTR-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "The destination is L0A on a product that transposes into L0B only.",
     .why = "A in L0A is transposed by load2dv2 or the image-to-column load on this family.",
     .wrong =
         "product ascend950pr_9589\n"
         "load_transpose l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .right =
         "product ascend950pr_9589\n"
         "load_transpose l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .source = "Ascend C API, LoadDataWithTranspose; reference semantics 6",
    },
    {.id = "LTR-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3002,3510,X90",
     .statement = "The fractals of one record overlap in the destination (dstGap or dstFracGap too small).",
     .why = "Two fractals are written to one place in an order that is not promised.",
     .wrong =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=int8, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0, dstFracGap=0",
     .right =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=int8, startIndex=0, repeatTimes=2, srcStride=1, dstGap=1, dstFracGap=0",
     .source = "Ascend C API, LoadDataWithTranspose; reference semantics 6",
    },
    {.id = "LTR-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3002,3510,X90",
     .statement = "The element type is not supported by load_transpose on this product.",
     .why = "The decoder has no square for it.",
     .wrong =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=int16, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .right =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .source = "Ascend C API, LoadDataWithTranspose; reference semantics 6",
    },
    {.id = "LTR-006", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "reported",
     .products = "2201,3002,3510,X90",
     .statement = "addrMode asks for decrement, which the API ignores.",
     .why = "The page documents it, the headers always pass increment: the loads go upward.",
     .wrong =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, "
         "dstFracGap=0, addrMode=decrement",
     .right =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .source = "header check; contested (X16)",
    },
    {.id = "LTR-007", .severity = AIC_SEV_NOTE, .word = "info", .evidence = "documented",
     .products = "2201,3002,3510,X90",
     .statement = "dstFracGap is not 0 for a 16-bit type, where it has no effect.",
     .why = "A 16x16 square is one fractal: there is nothing to put a gap between.",
     .wrong =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=1",
     .right =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .source = "Ascend C API, LoadDataWithTranspose; reference semantics 6",
    },
    {.id = "LTR-008", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3002,X90",
     .statement = "The V2 parameters are used on a product that knows the first form only.",
     .why = "srcFracGap came with architecture 3510.",
     .wrong =
         "product ascend910b1\n"
         "load_transpose_v2 l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, "
         "dstFracGap=0, srcFracGap=0",
     .right =
         "product ascend950pr_9589\n"
         "load_transpose_v2 l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, "
         "dstFracGap=0, srcFracGap=0",
     .source = "Ascend C API, LoadDataWithTranspose; reference semantics 6",
    },
    {.id = "LTR-009", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "repeatTimes of the V2 form is not in 1..255.",
     .why = "The V2 form documents at least one repetition and has eight bits.",
     .wrong =
         "product ascend950pr_9589\n"
         "load_transpose_v2 l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=0, srcStride=1, dstGap=0, "
         "dstFracGap=0, srcFracGap=0",
     .right =
         "product ascend950pr_9589\n"
         "load_transpose_v2 l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, "
         "dstFracGap=0, srcFracGap=0",
     .source = "Ascend C API, LoadDataWithTranspose; reference semantics 6",
    },
    {.id = "LTR-010", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented",
     .products = "2201,3002,3510,X90",
     .statement = "The two 16x8 fractals of a 32-bit square are not neighbours in the logical matrix.",
     .why =
         "Two consecutive fractals are put side by side before the transposition: in NZ that holds only for 16 "
         "rows, in ZN only for 16 columns.",
     .wrong =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=float, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load_transpose l0b:0, l1:0, dtype=float, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:0, gm:a, dtype=float, ndNum=1, nValue=16, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=16, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load_transpose l0b:0, l1:0, dtype=float, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .source = "Ascend C API, constraints of matrix input moves; contested (X29)",
    },
    {.id = "LTR-011", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001,9030",
     .statement = "The product has no load_transpose.",
     .why = "The first generations transpose in load2d only.",
     .wrong =
         "product ascend310p3\n"
         "load_transpose l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .right =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0, dstFracGap=0",
     .source = "Ascend C API, LoadDataWithTranspose; reference semantics 6",
    },
};

const struct aic_rule_group aic_rules_ltr = {
    "LTR", rules_ltr, sizeof rules_ltr / sizeof rules_ltr[0],
};

static const struct aic_rule rules_lsp[] = {
    {.id = "LSP-001", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented", .products = "2201",
     .statement = "repeatTimes is 0: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "load_sparse l0b:0, l1:0, l1:65536, dtype=int8, startIndex=0, repeatTimes=0",
     .right =
         "product ascend910b1\n"
         "load_sparse l0b:0, l1:0, l1:65536, dtype=int8, startIndex=0, repeatTimes=1",
     .source = "Ascend C API, LoadDataWithSparse; reference semantics 7",
    },
    {.id = "LSP-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201",
     .statement = "The data type is not int8 or the index type not uint8.",
     .why = "The four-to-two selection exists for 8-bit weights only.",
     .wrong =
         "product ascend910b1\n"
         "load_sparse l0b:0, l1:0, l1:65536, dtype=half, startIndex=0, repeatTimes=1",
     .right =
         "product ascend910b1\n"
         "load_sparse l0b:0, l1:0, l1:65536, dtype=int8, startIndex=0, repeatTimes=1",
     .source = "Ascend C API, LoadDataWithSparse; reference semantics 7",
    },
    {.id = "LSP-003", .severity = AIC_SEV_NOTE, .word = "info", .source_level = true, .evidence = "documented",
     .products = "2201",
     .statement = "Fields besides startIndex and repeatTimes are set; they are ignored.",
     .why =
         "The structure is shared with the plain 2D load, whose strides and transposition this load does not have.",
     .wrong = "LoadData2DParams p; p.repeatTimes = 4; p.srcStride = 2; LoadDataWithSparse(b2, b1, idx, p);",
     .right = "LoadData2DParams p; p.repeatTimes = 4; LoadDataWithSparse(b2, b1, idx, p);",
     .source = "Ascend C API, LoadDataWithSparse; reference semantics 7",
    },
    {.id = "LSP-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201",
     .statement = "An index has the value 3.",
     .why =
         "The first index points into the first three of four elements and the second counts from the one behind: "
         "3 lies outside the group.",
     .wrong =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=16, dstGap=0, value=1\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=4, dstGap=0, value=65535\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load_sparse l0b:0, l1:0, l1:65536, dtype=int8, startIndex=0, repeatTimes=1",
     .right =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=16, dstGap=0, value=1\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=4, dstGap=0, value=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load_sparse l0b:0, l1:0, l1:65536, dtype=int8, startIndex=0, repeatTimes=1",
     .source = "Ascend C API, LoadDataWithSparse; reference semantics 7",
    },
    {.id = "LSP-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201",
     .statement = "The destination is not L0B.",
     .why = "Only the weight side of the cube has the index buffer.",
     .wrong =
         "product ascend910b1\n"
         "load_sparse l0a:0, l1:0, l1:65536, dtype=int8, startIndex=0, repeatTimes=1",
     .right =
         "product ascend910b1\n"
         "load_sparse l0b:0, l1:0, l1:65536, dtype=int8, startIndex=0, repeatTimes=1",
     .source = "Ascend C API, LoadDataWithSparse; reference semantics 7",
    },
    {.id = "LSP-006", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,3002,2002,1001,X90,9030",
     .statement = "The product has no structured sparsity.",
     .why = "The index buffer and its load exist on architecture 2201 only.",
     .wrong =
         "product ascend950pr_9589\n"
         "load_sparse l0b:0, l1:0, l1:65536, dtype=int8, startIndex=0, repeatTimes=1",
     .right =
         "product ascend910b1\n"
         "load_sparse l0b:0, l1:0, l1:65536, dtype=int8, startIndex=0, repeatTimes=1",
     .source = "Ascend C API, LoadDataWithSparse; reference semantics 7",
    },
};

const struct aic_rule_group aic_rules_lsp = {
    "LSP", rules_lsp, sizeof rules_lsp / sizeof rules_lsp[0],
};
