/* Checker rules: the matrix multiplications: Mmad, MmadMx, MmadWithSparse. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_mm[] = {
    {.id = "MM-001", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented", .products = "all",
     .statement = "m, n or k is 0: the multiplication does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is computed, and L0C keeps its old contents.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=0",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "m, n or k is larger than 4095.",
     .why = "Each has twelve bits; 4096 becomes 0, which computes nothing.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=int4:int4:int32, m=16, n=16, k=4096",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=int4:int4:int32, m=16, n=16, k=4094",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "unitFlag is not 0, 2 or 3.",
     .why = "Bit 1 switches the flag on, bit 0 says whether the block is released; 1 alone is reserved.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=1",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=3\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "unitFlag=3",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3002,2002,1001,X90,9030",
     .statement = "unitFlag is set on a product without unit flags.",
     .why =
         "There is no flag behind each L0C block; the order between cube and drain needs set_flag and wait_flag.",
     .wrong =
         "product ascend310p3\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=3",
     .right =
         "product ascend310p3\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, unitFlag=0",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The operands are not L0C, L0A and L0B in this order.",
     .why =
         "The cube reads its left matrix from L0A, its right one from L0B and writes L0C; there are no other wires.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0b:0, l0a:0, dtype=half:half:float, m=16, n=16, k=16",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-006", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The combination of element types of A, B and C is not supported on this product.",
     .why =
         "The multiplier has no mode for it; half accumulators, for example, ended with the first generations.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:half, m=16, n=16, k=16",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .source = "Ascend C API, Mmad, type table; reference semantics 8.3",
    },
    {.id = "MM-007", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201",
     .statement = "A 4-bit multiplication has an odd k.",
     .why = "Two 4-bit elements share a byte; the last half byte would take part.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=int4:int4:int32, m=16, n=16, k=63",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=int4:int4:int32, m=16, n=16, k=64",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-008", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201",
     .statement = "A 4-bit multiplication has a bias.",
     .why = "The bias form has no 4-bit mode.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:0, dtype=int4:int4:int32, m=16, n=16, k=64, cmatrixInitVal=false",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:0, dtype=int8:int8:int32, m=16, n=16, k=32, cmatrixInitVal=false",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-009", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "2201",
     .statement = "kDirectionAlign is set for a type that is not float.",
     .why = "The flag changes the pitch of 32-bit fractals only; for other types it has no meaning.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, kDirectionAlign=true",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=float:float:float, m=16, n=16, k=16, kDirectionAlign=true",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-010", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,3002,2002,1001",
     .statement = "kDirectionAlign is set on a product that must have it off.",
     .why =
         "The same bit of the instruction is disableGemv on 3510 and reserved elsewhere. Contested: the library of 3510 "
         "does not pass the parameter on, and the vendor's example mmad sets it; a recorded program gets a warning.",
     .wrong =
         "product ascend950pr_9589\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, kDirectionAlign=true",
     .right =
         "product ascend950pr_9589\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-011", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "measured", .products = "2201",
     .statement =
         "A float A was stored transposed (an even number of fractals per row) and kDirectionAlign is false while "
         "ceil(k/8) is odd.",
     .why =
         "The transposed load pads K to 16, two fractals; the multiplication without the flag assumes a pitch of "
         "ceil(k/8) and reads the second row of fractals from the wrong place.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=float, l1H=1, l1W=16, channelSize=32, kExtension=32, mExtension=16, "
         "enTranspose=true\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=float:float:float, m=32, n=16, k=8",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=float, l1H=1, l1W=16, channelSize=32, kExtension=32, mExtension=16, "
         "enTranspose=true\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=float:float:float, m=32, n=16, k=8, kDirectionAlign=true",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-012", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "reported", .products = "2201,3510",
     .statement = "A bias operand is given while cmatrixInitVal is true.",
     .why =
         "The zero start wins in hardware: the bias is not added (one of the API forms corrects this, the others "
         "do not).",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=true",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false",
     .source = "Ascend C API, Mmad with bias and the headers; contested (X17)",
    },
    {.id = "MM-013", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001,X90,9030",
     .statement = "cmatrixSource is set on a product without a BiasTable source.",
     .why = "The start value can come from L0C only; the bit is reserved.",
     .wrong =
         "product ascend310p3\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false, "
         "cmatrixSource=true",
     .right =
         "product ascend310p3\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=true, "
         "cmatrixSource=false",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-014", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "The bias ends beyond the BiasTable: address + 4 * n rounded up to 16.",
     .why =
         "The table holds 32-bit words for whole blocks of 16 columns; the last columns get no bias of theirs.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:896, dtype=half:half:float, m=16, n=48, k=16, cmatrixInitVal=false",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:896, dtype=half:half:float, m=16, n=32, k=16, cmatrixInitVal=false",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-015", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "isBias is used, which is deprecated.",
     .why = "The bias operand and cmatrixSource replaced it; the flag only suppresses the zero start.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false, "
         "isBias=true",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-016", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "The bias is neither in the BiasTable nor in L0C.",
     .why = "The cube has no other way to fetch a start value.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, l1:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-017", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3510",
     .statement = "The bias was stored as another type than the accumulator (int32 or float).",
     .why = "The 32-bit words are added as they are: float bits read as an integer are a huge number.",
     .wrong =
         "product ascend910b1\n"
         "data_copy bt:0, l1:0, dtype=int32, blockCount=1, blockLen=1, srcGap=0, dstGap=0\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "fill l0b:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false",
     .right =
         "product ascend910b1\n"
         "data_copy bt:0, l1:0, dtype=float, blockCount=1, blockLen=1, srcGap=0, dstGap=0\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "fill l0b:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-018", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "A (ceil(m/16) * ceil(k/C0) fractals) is larger than L0A.",
     .why = "The operand runs past the end of the buffer.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=2048, n=16, k=32",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=1024, n=16, k=32",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-019", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "B (ceil(k/C0) * ceil(n/16) fractals) is larger than L0B.",
     .why = "The operand runs past the end of the buffer.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=2048, k=32",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=1024, k=32",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-020", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "C (ceil(m/16) * ceil(n/16) fractals) is larger than L0C.",
     .why = "The result runs past the end of the buffer.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=512, n=512, k=16",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=512, n=64, k=16",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-021", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "m is 1, which selects GEMV, and A was not stored as one contiguous row.",
     .why =
         "With m=1 the cube reads k elements one behind the other; a row of fractals has its elements 16 rows "
         "apart.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=16, channelSize=32, kExtension=32, mExtension=16\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=1, n=16, k=32",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=16, channelSize=32, kExtension=32, mExtension=16\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=32",
     .source = "Ascend C API, GEMV; reference semantics 8.2",
    },
    {.id = "MM-022", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "m is 1, which selects GEMV, and A was loaded with transposition.",
     .why = "GEMV reads A as one plain row; a transposed load never gives one.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=32, channelSize=16, kExtension=16, mExtension=32, "
         "enTranspose=true\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=1, n=16, k=32",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=32, channelSize=16, kExtension=16, mExtension=32, "
         "enTranspose=true\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=32",
     .source = "Ascend C API, GEMV; reference semantics 8.2",
    },
    {.id = "MM-023", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3002,2002,1001",
     .statement = "disableGemv is set on a product without it.",
     .why = "The bit came with architecture 3510; before, m=1 always selects GEMV.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, disableGemv=true",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-024", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "An Mmad accumulates on a C that an earlier Mmad wrote, nothing orders them (pipe_barrier M, a flag path, "
         "unit flags) and (m/16)*(n/16) is below 10.",
     .why =
         "Small products finish faster than the write back of the accumulator: the second one reads the old C. "
         "Contested: the page asks for the barrier, the vendor's examples mmad and mmad_mx do without; a warning where "
         "the product says mmad.barrier_warns, else an error.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16\n"
         "pipe_barrier M\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false",
     .source = "Ascend C API, Mmad, constraints",
    },
    {.id = "MM-025", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "all",
     .statement = "An input that takes part is NaN.",
     .why = "The cube may raise an execution error for NaN operands.",
     .wrong =
         "product ascend910b1\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=bits:0x7e00\n"
         "fill l0b:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .right =
         "product ascend910b1\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "fill l0b:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-026", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "An Mmad accumulates (cmatrixInitVal=false) on C lanes that nothing ever wrote.",
     .why = "L0C holds what the last kernel left, and it is added to the result.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16, cmatrixInitVal=false",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-027", .severity = AIC_SEV_NOTE, .word = "info", .source_level = true, .evidence = "documented",
     .products = "2201,3510",
     .statement = "fmOffset, enSsparse or enWinograd is not at its default; these fields are ignored.",
     .why = "They belong to older hardware; a kernel that sets them expects something that does not happen.",
     .wrong = "MmadParams p; p.fmOffset = 1; Mmad(c, a, b, p);",
     .right = "MmadParams p; Mmad(c, a, b, p);",
     .source = "Ascend C API, Mmad, parameter table and constraints; reference semantics 8",
    },
    {.id = "MM-028", .severity = AIC_SEV_NOTE, .word = "info", .evidence = "documented", .products = "all",
     .statement = "HF32 is switched on and the operands are not float.",
     .why = "The mode only rounds float operands; for others it does nothing.",
     .wrong =
         "product ascend910b1\n"
         "set_ctrl hf32=true\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .right =
         "product ascend950pr_9589\n"
         "set_ctrl hf32=true\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=float:float:float, m=16, n=16, k=8",
     .source = "Ascend C API, SetHF32Mode",
    },
    {.id = "MM-029", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "inferred", .products = "2201,3510",
     .statement =
         "B was stored in squares (32 columns for 8-bit, 64 for 4-bit types) and n is not rounded up to them.",
     .why =
         "The pitch between K blocks follows from n; the squares have more fractals per block than n says.",
     .wrong =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=int8, startIndex=0, repeatTimes=2, srcStride=1, dstGap=1, dstFracGap=0\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=16, n=16, k=64",
     .right =
         "product ascend910b1\n"
         "load_transpose l0b:0, l1:0, dtype=int8, startIndex=0, repeatTimes=2, srcStride=1, dstGap=1, dstFracGap=0\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=16, n=32, k=64",
     .source = "Ascend C API, LoadDataWithTranspose; reference semantics 6 and 8.2",
    },
    {.id = "MM-030", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "inferred", .products = "all",
     .statement = "k ends inside a block of A that goes on with values that are not 0.",
     .why =
         "What fills up the last block of a shorter matrix is 0; other values belong to the matrix and "
         "are missing in the sums.",
     .wrong =
         "product ascend910b1\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=15",
     .right =
         "product ascend910b1\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .source = "inferred from what a kernel stores and takes; no source forbids it",
    },
};

const struct aic_rule_group aic_rules_mm = {
    "MM", rules_mm, sizeof rules_mm / sizeof rules_mm[0],
};

static const struct aic_rule rules_mx[] = {
    {.id = "MX-001", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "k is not a multiple of 64.",
     .why = "The scales come in pairs of groups of 32 elements: half a pair has no storage.",
     .wrong =
         "product ascend950pr_9589\n"
         "mmad_mx l0c:0, l0a:0, l0b:0, dtype=fp8_e4m3fn:fp8_e4m3fn:float, m=16, n=16, k=32",
     .right =
         "product ascend950pr_9589\n"
         "mmad_mx l0c:0, l0a:0, l0b:0, dtype=fp8_e4m3fn:fp8_e4m3fn:float, m=16, n=16, k=64",
     .source = "Ascend C API, MmadMx; reference semantics 9",
    },
    {.id = "MX-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "An fp8 operand does not start at a multiple of 1024 bytes.",
     .why = "Its scales sit at one sixteenth of the address and need 64 bytes alignment.",
     .wrong =
         "product ascend950pr_9589\n"
         "fill l1:0, dtype=uint16, repeatTimes=1, blockNum=32, dstGap=0, value=14392\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=1, dstGap=0, value=32639\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2dmx l0a:512, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, "
         "kStep=2, srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, "
         "scale_yStep=1, scale_srcStride=1, scale_dstStride=1\n"
         "load2dmx l0b:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad_mx l0c:0, l0a:512, l0b:0, dtype=fp8_e4m3fn:fp8_e4m3fn:float, m=16, n=16, k=64",
     .right =
         "product ascend950pr_9589\n"
         "fill l1:0, dtype=uint16, repeatTimes=1, blockNum=32, dstGap=0, value=14392\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=1, dstGap=0, value=32639\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2dmx l0a:1024, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, "
         "kStep=2, srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, "
         "scale_yStep=1, scale_srcStride=1, scale_dstStride=1\n"
         "load2dmx l0b:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad_mx l0c:0, l0a:1024, l0b:0, dtype=fp8_e4m3fn:fp8_e4m3fn:float, m=16, n=16, k=64",
     .source = "Ascend C API, MmadMx; contested (X19)",
    },
    {.id = "MX-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "An fp4 operand does not start at a multiple of 512 bytes.",
     .why = "Its scales sit at one sixteenth of the address and need 32 bytes alignment.",
     .wrong =
         "product ascend950pr_9589\n"
         "fill l1:0, dtype=uint16, repeatTimes=1, blockNum=32, dstGap=0, value=14392\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=1, dstGap=0, value=32639\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp4x2_e2m1, mStartPosition=0, kStartPosition=0, mStep=1, kStep=1, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "load2dmx l0b:0, l1:0, l1:65536, dtype=fp4x2_e2m1, mStartPosition=0, kStartPosition=0, mStep=1, kStep=1, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad_mx l0c:0, l0a:256, l0b:0, dtype=fp4x2_e2m1:fp4x2_e2m1:float, m=16, n=16, k=64",
     .right =
         "product ascend950pr_9589\n"
         "fill l1:0, dtype=uint16, repeatTimes=1, blockNum=32, dstGap=0, value=14392\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=1, dstGap=0, value=32639\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2dmx l0a:512, l1:0, l1:65536, dtype=fp4x2_e2m1, mStartPosition=0, kStartPosition=0, mStep=1, "
         "kStep=1, srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, "
         "scale_yStep=1, scale_srcStride=1, scale_dstStride=1\n"
         "load2dmx l0b:0, l1:0, l1:65536, dtype=fp4x2_e2m1, mStartPosition=0, kStartPosition=0, mStep=1, kStep=1, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad_mx l0c:0, l0a:512, l0b:0, dtype=fp4x2_e2m1:fp4x2_e2m1:float, m=16, n=16, k=64",
     .source = "Ascend C API, MmadMx; reference semantics 9",
    },
    {.id = "MX-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "An fp4 type is multiplied with an fp8 type.",
     .why = "Both operands must have the same width: their fractals hold different numbers of K elements.",
     .wrong =
         "product ascend950pr_9589\n"
         "mmad_mx l0c:0, l0a:0, l0b:0, dtype=fp4x2_e2m1:fp8_e4m3fn:float, m=16, n=16, k=64",
     .right =
         "product ascend950pr_9589\n"
         "mmad_mx l0c:0, l0a:0, l0b:0, dtype=fp8_e5m2:fp8_e4m3fn:float, m=16, n=16, k=64",
     .source = "Ascend C API, MmadMx; reference semantics 9",
    },
    {.id = "MX-005", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "3510",
     .statement = "A scale is 255, which is NaN in e8m0.",
     .why = "Every product of the group becomes NaN.",
     .wrong =
         "product ascend950pr_9589\n"
         "fill l1:0, dtype=uint16, repeatTimes=1, blockNum=32, dstGap=0, value=14392\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=1, dstGap=0, value=65535\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "load2dmx l0b:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad_mx l0c:0, l0a:0, l0b:0, dtype=fp8_e4m3fn:fp8_e4m3fn:float, m=16, n=16, k=64",
     .right =
         "product ascend950pr_9589\n"
         "fill l1:0, dtype=uint16, repeatTimes=1, blockNum=32, dstGap=0, value=14392\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=1, dstGap=0, value=32639\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "load2dmx l0b:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad_mx l0c:0, l0a:0, l0b:0, dtype=fp8_e4m3fn:fp8_e4m3fn:float, m=16, n=16, k=64",
     .source = "Ascend C API, MmadMx; reference semantics 9",
    },
    {.id = "MX-006", .severity = AIC_SEV_WARNING, .word = "warn", .source_level = true, .unseen = true,
     .evidence = "documented", .products = "3510",
     .statement = "The elements between the true k and the next multiple of 64 are not zero.",
     .why = "The cube multiplies the whole group; what stands in the tail is added to the result.",
     .wrong =
         "MmadMx(c, a, b, {.m = 16, .n = 16, .k = 64});  // the matrix has 40 columns, the rest was never cleared",
     .right =
         "Fill(a1Tail, {...}, 0);  // clear columns 40..63 before the load\n"
         "MmadMx(c, a, b, {.m = 16, .n = 16, .k = 64});",
     .source = "Ascend C API, MmadMx; reference semantics 9",
    },
    {.id = "MX-007", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3002,2002,1001,X90,9030",
     .statement = "The product has no block-scaled multiplication.",
     .why = "The scale buffers came with architecture 3510.",
     .wrong =
         "product ascend910b1\n"
         "mmad_mx l0c:0, l0a:0, l0b:0, dtype=fp8_e4m3fn:fp8_e4m3fn:float, m=16, n=16, k=64",
     .right =
         "product ascend950pr_9589\n"
         "fill l1:0, dtype=uint16, repeatTimes=1, blockNum=32, dstGap=0, value=14392\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=1, dstGap=0, value=32639\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "load2dmx l0b:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad_mx l0c:0, l0a:0, l0b:0, dtype=fp8_e4m3fn:fp8_e4m3fn:float, m=16, n=16, k=64",
     .source = "Ascend C API, MmadMx; reference semantics 9",
    },
    {.id = "MX-008", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "The bias of a block-scaled multiplication is not float.",
     .why = "The accumulator is float; other words would be added as bit patterns.",
     .wrong =
         "product ascend950pr_9589\n"
         "data_copy bt:0, l1:131072, dtype=int32, blockCount=1, blockLen=2, srcGap=0, dstGap=0\n"
         "fill l1:0, dtype=uint16, repeatTimes=1, blockNum=32, dstGap=0, value=14392\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=1, dstGap=0, value=32639\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "load2dmx l0b:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad_mx l0c:0, l0a:0, l0b:0, bt:0, dtype=fp8_e4m3fn:fp8_e4m3fn:float, m=16, n=16, k=64, "
         "cmatrixInitVal=false",
     .right =
         "product ascend950pr_9589\n"
         "data_copy bt:0, l1:131072, dtype=float, blockCount=1, blockLen=2, srcGap=0, dstGap=0\n"
         "fill l1:0, dtype=uint16, repeatTimes=1, blockNum=32, dstGap=0, value=14392\n"
         "fill l1:65536, dtype=uint16, repeatTimes=1, blockNum=1, dstGap=0, value=32639\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2dmx l0a:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "load2dmx l0b:0, l1:0, l1:65536, dtype=fp8_e4m3fn, mStartPosition=0, kStartPosition=0, mStep=1, kStep=2, "
         "srcStride=1, dstStride=1, scale_xStartPosition=0, scale_yStartPosition=0, scale_xStep=1, scale_yStep=1, "
         "scale_srcStride=1, scale_dstStride=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad_mx l0c:0, l0a:0, l0b:0, bt:0, dtype=fp8_e4m3fn:fp8_e4m3fn:float, m=16, n=16, k=64, "
         "cmatrixInitVal=false",
     .source = "Ascend C API, MmadMx; reference semantics 9",
    },
};

const struct aic_rule_group aic_rules_mx = {
    "MX", rules_mx, sizeof rules_mx / sizeof rules_mx[0],
};

static const struct aic_rule rules_msp[] = {
    {.id = "MSP-001", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented", .products = "2201",
     .statement = "m, n or k is 0: the multiplication does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is computed, and L0C keeps its old contents.",
     .wrong =
         "product ascend910b1\n"
         "mmad_sparse l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=16, n=16, k=0",
     .right =
         "product ascend910b1\n"
         "mmad_sparse l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=16, n=16, k=64",
     .source = "Ascend C API, MmadWithSparse; reference semantics 7",
    },
    {.id = "MSP-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201",
     .statement = "kDirectionAlign is set.",
     .why = "The flag belongs to float operands; the sparse form must have it off.",
     .wrong =
         "product ascend910b1\n"
         "mmad_sparse l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=16, n=16, k=64, kDirectionAlign=true",
     .right =
         "product ascend910b1\n"
         "mmad_sparse l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=16, n=16, k=64",
     .source = "Ascend C API, MmadWithSparse; reference semantics 7",
    },
    {.id = "MSP-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201",
     .statement = "The types are not int8, int8 and int32.",
     .why = "The selection of two out of four exists for 8-bit operands only.",
     .wrong =
         "product ascend910b1\n"
         "mmad_sparse l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=64",
     .right =
         "product ascend910b1\n"
         "mmad_sparse l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=16, n=16, k=64",
     .source = "Ascend C API, MmadWithSparse; reference semantics 7",
    },
    {.id = "MSP-004", .severity = AIC_SEV_WARNING, .word = "warn", .source_level = true, .unseen = true,
     .evidence = "documented", .products = "2201",
     .statement = "A group of four elements of B has three or more non-zero values.",
     .why = "Two survive the compression: the first two are kept and the rest is lost.",
     .wrong = "int8_t b[4] = {1, 2, 3, 0};  // compressed to {1, 2}",
     .right = "int8_t b[4] = {1, 2, 0, 0};",
     .source = "Ascend C API, MmadWithSparse; reference semantics 7",
    },
    {.id = "MSP-005", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented", .products = "2201",
     .statement = "m is 1: the sparse form has no GEMV mode.",
     .why = "A kernel that stored A as one plain row for GEMV gets it read as fractals.",
     .wrong =
         "product ascend910b1\n"
         "mmad_sparse l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=1, n=16, k=64",
     .right =
         "product ascend910b1\n"
         "mmad_sparse l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=16, n=16, k=64",
     .source = "Ascend C API, MmadWithSparse; reference semantics 7",
    },
    {.id = "MSP-006", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "inferred", .products = "2201",
     .statement = "k is not a multiple of 64: the compressed B ends inside a fractal.",
     .why = "k counts the original elements; half of them must fill fractals of 32.",
     .wrong =
         "product ascend910b1\n"
         "mmad_sparse l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=16, n=16, k=32",
     .right =
         "product ascend910b1\n"
         "mmad_sparse l0c:0, l0a:0, l0b:0, dtype=int8:int8:int32, m=16, n=16, k=64",
     .source = "Ascend C API, MmadWithSparse; reference semantics 7",
    },
};

const struct aic_rule_group aic_rules_msp = {
    "MSP", rules_msp, sizeof rules_msp / sizeof rules_msp[0],
};
