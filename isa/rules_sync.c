/* Checker rules: flags, barriers, races and unit flags. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_sy[] = {
    {.id = "SY-001", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The event id is outside the range of the product (0..7, on 1001 0..3).",
     .why = "There is no such flag register: the id wraps to a flag in use, or the instruction traps.",
     .wrong =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 8",
     .right =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 5\n"
         "wait_flag MTE2, MTE1, 5",
     .source = "Ascend C API, SetFlag/WaitFlag; reference semantics 14",
    },
    {.id = "SY-002", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "Event id 6 or 7 is used, which the framework reserves.",
     .why = "Library code inside the same kernel sets and waits for them; the two uses disturb one another.",
     .wrong =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 6\n"
         "wait_flag MTE2, MTE1, 6",
     .right =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 5\n"
         "wait_flag MTE2, MTE1, 5",
     .source = "Ascend C API, SetFlag/WaitFlag; reference semantics 14",
    },
    {.id = "SY-003", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true, .evidence = "documented",
     .products = "all",
     .statement = "A flag is set again before anybody has waited for it.",
     .why =
         "The flag has one bit: one of the two events is lost, and a later barrier over all pipes hangs. Set, wait, set "
         "is safe as long as the wait is there before its flag.",
     .wrong =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0",
     .right =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0",
     .source = "Ascend C API, SetFlag/WaitFlag; reference semantics 14",
    },
    {.id = "SY-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "A wait can never be satisfied: no set is left that could reach it.",
     .why = "The pipe stops for ever and the kernel ends with a timeout.",
     .wrong =
         "product ascend910b1\n"
         "wait_flag MTE2, MTE1, 0",
     .right =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0",
     .source = "Ascend C API, SetFlag/WaitFlag; reference semantics 14",
    },
    {.id = "SY-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "A flag is set and nobody ever waits for it.",
     .why =
         "The flag stays set after the kernel: the next wait with this id passes at once, in this kernel or the "
         "next.",
     .wrong =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 0",
     .right =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0",
     .source = "Ascend C API, SetFlag/WaitFlag; reference semantics 14",
    },
    {.id = "SY-006", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "A set and a wait that have no partner differ only in one pipe or in the id.",
     .why = "The wait hangs and the set is left over: almost always a slip of the pen.",
     .wrong =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 1",
     .right =
         "product ascend910b1\n"
         "set_flag MTE2, MTE1, 1\n"
         "wait_flag MTE2, MTE1, 1",
     .source = "Ascend C API, SetFlag/WaitFlag; reference semantics 14",
    },
    {.id = "SY-007", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "The pair of pipes has no flag on the cube core.",
     .why = "The flag wires exist only between pipes that hand data to one another.",
     .wrong =
         "product ascend910b1\n"
         "set_flag V, MTE2, 0",
     .right =
         "product ascend910b1\n"
         "set_flag M, MTE2, 0\n"
         "wait_flag M, MTE2, 0",
     .source = "Ascend C API, SetFlag/WaitFlag, pairs of the cube core",
    },
    {.id = "SY-008", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "A barrier is asked for on the scalar pipe.",
     .why = "Scalar instructions finish before the next one is issued: the barrier does not exist.",
     .wrong =
         "product ascend910b1\n"
         "pipe_barrier S",
     .right =
         "product ascend910b1\n"
         "pipe_barrier M",
     .source = "Ascend C API, PipeBarrier",
    },
    {.id = "SY-009", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "Two pipes touch the same bytes of a local buffer, one of them writing, and no flag, barrier or unit flag "
         "orders them.",
     .why =
         "The pipes run on their own: reader or writer may be first, and it changes from run to run. Contested for a fill "
         "into L1 with only pipe_barrier MTE1 behind it: its page says MTE2, the vendor's examples mmad_mx and "
         "load_data_2dmx_l12l0 order it as MTE1; a warning where the product says fill.l1_barrier_warns.",
     .wrong =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=16, dstGap=0, value=1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "fill l1:0, dtype=half, repeatTimes=1, blockNum=16, dstGap=0, value=1\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source = "Ascend C API, SetFlag/WaitFlag; reference semantics 14",
    },
    {.id = "SY-010", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement =
         "Two records of one pipe that may overlap in time depend on one another with no barrier between them.",
     .why = "A pipe starts its instructions in order, but the next one starts before the last has finished.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0\n"
         "pipe_barrier MTE1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source = "Ascend C API, PipeBarrier; reference semantics 14",
    },
    {.id = "SY-011", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "Two pipes or cores touch the same bytes of GM or UB, one of them writing, and nothing orders them.",
     .why =
         "The pipes and cores run on their own: reader or writer may be first, and it changes from run to run.",
     .wrong =
         "product ascend910b1\n"
         "core 0.aiv0\n"
         "data_copy ub:0, gm:x, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0\n"
         "data_copy gm:y, ub:0, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "core 0.aiv0\n"
         "data_copy ub:0, gm:x, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0\n"
         "set_flag MTE2, MTE3, 0\n"
         "wait_flag MTE2, MTE3, 0\n"
         "data_copy gm:y, ub:0, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0",
     .source = "Ascend C API, SetFlag/WaitFlag; reference semantics 14",
    },
    {.id = "SY-012", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "A cross-core flag id is outside 0..10 (mode 4 on the cube unit: and 16..26), or more than 15 sets "
                  "are pending.",
     .why = "There are eleven flags with counters of four bits; a sixteenth set is lost.",
     .wrong =
         "product ascend910b1\n"
         "core 0\n"
         "cross_set 11, mode=2, pipe=FIX",
     .right =
         "product ascend910b1\n"
         "core 0\n"
         "cross_set 10, mode=2, pipe=FIX\n"
         "core 0.aiv0\n"
         "cross_wait 10, mode=2, pipe=MTE2\n"
         "core 0.aiv1\n"
         "cross_wait 10, mode=2, pipe=MTE2",
     .source = "Ascend C API, CrossCoreSetFlag/CrossCoreWaitFlag",
    },
    {.id = "SY-013", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "More cores run records than the product has.",
     .why =
         "The blocks beyond the cores start when others have ended: flags between them can hang, and the times here, "
         "where all run side by side, are too short.",
     .wrong =
         "product ascend310b1\n"
         "core 0\n"
         "pipe_barrier MTE2\n"
         "core 1\n"
         "pipe_barrier MTE2",
     .right =
         "product ascend310p3\n"
         "core 0\n"
         "pipe_barrier MTE2\n"
         "core 1\n"
         "pipe_barrier MTE2",
     .source = "cores of the product (platform files); reference products 1.2",
    },
};

const struct aic_rule_group aic_rules_sy = {
    "SY", rules_sy, sizeof rules_sy / sizeof rules_sy[0],
};

static const struct aic_rule rules_uf[] = {
    {.id = "UF-001", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "A record waits for a unit flag that can never reach the state that it needs.",
     .why = "Cube or drain stops for ever and the kernel ends with a timeout.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=2\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "unitFlag=3",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "unitFlag=3",
     .source = "Ascend C API, UnitFlag; reference semantics 14",
    },
    {.id = "UF-002", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "2201,3510",
     .statement = "Fixpipe drains fewer blocks than the Mmad with unit flags has written: flags stay set.",
     .why = "The next Mmad on these blocks waits for a flag that nobody clears.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=32, n=16, k=16, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=32, dstStride=16, "
         "unitFlag=3",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=32, n=16, k=16, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=32, srcStride=32, dstStride=16, "
         "unitFlag=3",
     .source = "Ascend C API, UnitFlag; reference semantics 14",
    },
    {.id = "UF-003", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "2201,3510",
     .statement = "Accumulating Mmads do not carry the unit flags 2, ..., 2, 3.",
     .why =
         "Only the last step of the K loop may hand the block over; a step without the flag does not wait for the "
         "drain.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16\n"
         "pipe_barrier M\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "unitFlag=3",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=2\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "unitFlag=3",
     .source = "Ascend C API, UnitFlag; reference semantics 14",
    },
    {.id = "UF-004", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "reported", .products = "2201,3510",
     .statement =
         "A register that Fixpipe uses is set while an earlier Fixpipe may still read it: no pipe_barrier FIX "
         "between them.",
     .why = "The setter runs on the scalar pipe and overtakes the drain.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16\n"
         "set_fixpipe_addr quant_addr=0, relu_addr=0\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16\n"
         "pipe_barrier FIX\n"
         "set_fixpipe_addr quant_addr=0, relu_addr=0\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source = "header (barriers around the register writes); reference semantics 10.2",
    },
    {.id = "UF-005", .severity = AIC_SEV_NOTE, .word = "info", .evidence = "documented", .products = "2201,3510",
     .statement =
         "Fixpipe with unit flags drains rows (ND, channel merge) while the Mmad finishes columns first.",
     .why =
         "Blocks become free in the order of the cube; drained in another order, the unit flag gains nothing.",
     .wrong =
         "product ascend910b1\n"
         "set_mm_order order=column\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "unitFlag=3",
     .right =
         "product ascend910b1\n"
         "set_mm_order order=row\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "unitFlag=3",
     .source = "Ascend C API, UnitFlag; reference semantics 14",
    },
};

const struct aic_rule_group aic_rules_uf = {
    "UF", rules_uf, sizeof rules_uf / sizeof rules_uf[0],
};
