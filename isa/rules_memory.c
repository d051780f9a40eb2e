/* Checker rules: addresses, capacities, datapaths, fields and layouts. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_mem[] = {
    {.id = "MEM-001", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The byte address of an L1 operand is not a multiple of 32.",
     .why =
         "L1 is read and written in 32-byte blocks; the low five address bits do not reach the memory, so the "
         "access starts somewhere else or raises an address exception.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:16, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:32, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source =
         "Ascend C programming guide, hardware architecture and general constraints; reference semantics 0 "
         "(capacity and alignment table)",
    },
    {.id = "MEM-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The byte address of an L0A or L0B operand is not a multiple of 512.",
     .why =
         "L0A and L0B are addressed by fractals of 512 bytes; a load or a matrix multiplication cannot start "
         "inside one.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:256, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:512, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source =
         "Ascend C programming guide, hardware architecture and general constraints; reference semantics 0 "
         "(capacity and alignment table)",
    },
    {.id = "MEM-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "The L0C destination of a matrix multiplication is not a multiple of 1024 bytes (512 when the destination "
         "is half).",
     .why = "The cube writes whole 16x16 result fractals: 1024 bytes for 32-bit results, 512 for half (X20).",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:512, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .right =
         "product ascend910b1\n"
         "mmad l0c:1024, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .source = "Ascend C API, Mmad, constraints; contested for half (X20)",
    },
    {.id = "MEM-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The L0C source of Fixpipe is not a multiple of 64 bytes.",
     .why = "Fixpipe reads L0C in rows of 16 elements, 64 bytes each; a row cannot be entered in the middle.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:32, dtype=float:float, layout=nd, nSize=16, mSize=15, srcStride=16, dstStride=16",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:64, dtype=float:float, layout=nd, nSize=16, mSize=15, srcStride=16, dstStride=16",
     .source =
         "Ascend C programming guide, hardware architecture and general constraints; reference semantics 0 "
         "(capacity and alignment table)",
    },
    {.id = "MEM-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3510,3002",
     .statement =
         "A BiasTable address is not a multiple of 64 bytes (128 is what a debug check of the vendor asks: a "
         "warning).",
     .why =
         "The BiasTable is addressed in units of 64 bytes; a bias that starts elsewhere is read from the unit "
         "below.",
     .wrong =
         "product ascend910b1\n"
         "data_copy bt:32, l1:0, dtype=float, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy bt:128, l1:0, dtype=float, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy (L1 to BiasTable buffer) and Mmad; contested (X18)",
    },
    {.id = "MEM-006", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3510,3002",
     .statement = "The destination of a copy into the Fixpipe buffer is not a multiple of 128 bytes.",
     .why =
         "The quantisation vector is found through a register that counts 128 bytes; an address between two units "
         "cannot be expressed.",
     .wrong =
         "product ascend910b1\n"
         "data_copy fb:64, l1:0, dtype=uint64, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy fb:128, l1:0, dtype=uint64, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .source = "Ascend C API, DataCopy (L1 to Fixpipe buffer); hardware constraints of architecture 2201",
    },
    {.id = "MEM-007", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "An access ends beyond the product's L0A or L0B.",
     .why =
         "There is nothing behind the buffer: the hardware raises an out-of-range exception or wraps onto operands "
         "in use.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=129, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0b:0, l1:0, dtype=half, startIndex=0, repeatTimes=128, srcStride=1, dstGap=0",
     .source =
         "Ascend C programming guide, hardware architecture and general constraints; reference semantics 0 "
         "(capacity and alignment table)",
    },
    {.id = "MEM-008", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "An access ends beyond the product's L0C.",
     .why =
         "A drain that is taller or wider than the accumulator it follows leaves L0C: the core raises an exception "
         "or returns old results.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:130048, dtype=float:float, layout=nd, nSize=16, mSize=32, srcStride=32, dstStride=16",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:130048, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source =
         "Ascend C programming guide, hardware architecture and general constraints; reference semantics 0 "
         "(capacity and alignment table)",
    },
    {.id = "MEM-009", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "An access ends beyond the product's L1.",
     .why = "There is nothing behind the buffer: the hardware raises an out-of-range exception.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:523776, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:523776, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source =
         "Ascend C programming guide, hardware architecture and general constraints; reference semantics 0 "
         "(capacity and alignment table)",
    },
    {.id = "MEM-010", .severity = AIC_SEV_ERROR, .word = "error", .reported_as = "BT-004, MM-014",
     .evidence = "documented", .products = "2201,3510,3002,X90,9030",
     .statement = "An access ends beyond the product's BiasTable, and no rule of the instruction says so.",
     .why = "Bias words behind the table do not exist; the result gets whatever the decoder wraps to.",
     .wrong =
         "product ascend310b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:960, dtype=half:half:float, m=16, n=32, k=16, cmatrixInitVal=false",
     .right =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, bt:896, dtype=half:half:float, m=16, n=32, k=16, cmatrixInitVal=false",
     .source =
         "Ascend C programming guide, hardware architecture and general constraints; reference semantics 0 "
         "(capacity and alignment table)",
    },
    {.id = "MEM-011", .severity = AIC_SEV_ERROR, .word = "error", .reported_as = "FB-003", .evidence = "documented",
     .products = "2201,3510",
     .statement =
         "A quantisation vector ends beyond the quantisation area of the Fixpipe buffer (2 KB on 2201, 4 to 8 KB "
         "on 3510).",
     .why =
         "Entries behind the area belong to other users of the buffer or do not exist; columns get foreign scales.",
     .wrong =
         "product ascend910b1\n"
         "data_copy fb:1920, l1:0, dtype=uint64, blockCount=1, blockLen=2, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy fb:1920, l1:0, dtype=uint64, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .source = "Ascend C programming guide and system constants; sizes contested (X37)",
    },
    {.id = "MEM-012", .severity = AIC_SEV_ERROR, .word = "error", .reported_as = "LMX-003",
     .evidence = "documented", .products = "3510",
     .statement = "An MX scale block ends beyond L0A_MX or L0B_MX (4 KB each).",
     .why =
         "The scale buffers are 4 KB and addressed at one sixteenth of the data address; past the end there is no "
         "scale.",
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
     .source = "Ascend C API, LoadData (2D MX)",
    },
    {.id = "MEM-013", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "The bytes left in L1 behind the source address are fewer than the one fractal (512 bytes) that the load "
         "needs.",
     .why = "A load moves whole fractals; with less than one left in L1 the hardware raises an exception.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l1:524032, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:523776, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source = "Ascend C API, constraints of matrix input moves",
    },
    {.id = "MEM-014", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true,
     .reported_as = "SY-009, SY-010, SY-011", .evidence = "documented", .products = "all",
     .statement = "Two instructions in flight write overlapping bytes and nothing orders them.",
     .why = "The pipes run on their own: which write comes last depends on timing.",
     .wrong =
         "product ascend910b1\n"
         "gm x half 16x16\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0\n"
         "load2d l1:0, gm:x, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "gm x half 16x16\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0\n"
         "pipe_barrier MTE2\n"
         "load2d l1:0, gm:x, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source = "Ascend C programming guide, synchronisation; reference semantics 14",
    },
    {.id = "MEM-015", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true,
     .reported_as = "SY-009, SY-010, SY-011", .evidence = "documented", .products = "all",
     .statement = "Bytes are read while an instruction that nothing orders against the read writes them.",
     .why = "The reader sees old bytes, new bytes or both.",
     .wrong =
         "product ascend910b1\n"
         "gm x half 16x16\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "gm x half 16x16\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source = "Ascend C programming guide, synchronisation; reference semantics 14",
    },
    {.id = "MEM-016", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "inferred", .products = "all",
     .statement =
         "A matrix multiplication reads A, B or bias lanes inside m, n and k that nothing ever wrote.",
     .why =
         "The buffers hold what the last kernel left: the result differs from run to run. A recorded program goes on as "
         "on the machine and gets a warning: the vendor's examples multiply padded rows and columns whose results "
         "nobody drains; draining one is FP-041.",
     .wrong =
         "product ascend910b1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .right =
         "product ascend910b1\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "fill l0b:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "set_flag MTE1, M, 1\n"
         "wait_flag MTE1, M, 1\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16",
     .source = "reference semantics 8.2 and 16",
    },
    {.id = "MEM-017", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true, .reported_as = "SY-009",
     .evidence = "documented", .products = "all",
     .statement = "L0A or L0B is read and written at the same address at the same time.",
     .why = "The single bank of L0A and L0B serves a load and the cube at once only at different addresses.",
     .wrong =
         "product ascend910b1\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "fill l0b:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1",
     .right =
         "product ascend910b1\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "fill l0b:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, n=16, k=16\n"
         "set_flag M, MTE1, 0\n"
         "wait_flag M, MTE1, 0\n"
         "fill l0a:0, dtype=half, repeatTimes=1, blockNum=1, dstGap=0, value=1",
     .source = "Ascend C API, L1/L0A/L0B memory structure",
    },
    {.id = "MEM-018", .severity = AIC_SEV_WARNING, .word = "warn", .source_level = true, .evidence = "reported",
     .products = "2201",
     .statement = "A kernel with cube and vector parts uses the last 256 bytes of L1.",
     .why = "The runtime keeps messages between the cores there; both sides overwrite one another.",
     .wrong = "InitBuffer(queue, 1, 512 * 1024);  // a mixed kernel",
     .right = "InitBuffer(queue, 1, 512 * 1024 - 256);",
     .source = "system constants of the toolkit headers (usable L1 size)",
    },
    {.id = "MEM-019", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The destination of a load is not L0A or L0B.",
     .why =
         "The load engine between L1 and the cube has only these two output ports (UB for the older "
         "image-to-column loads).",
     .wrong =
         "product ascend910b1\n"
         "load2d l0c:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source = "Ascend C API, LoadData, supported positions",
    },
    {.id = "MEM-020", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The source of a load is not L1 (or GM, for 2D loads on 2201 and earlier).",
     .why = "The load engine reads only from L1; the other direction has no wires.",
     .wrong =
         "product ascend910b1\n"
         "load2d l0a:0, l0c:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0",
     .source = "Ascend C API, LoadData, supported positions",
    },
    {.id = "MEM-021", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "The byte address of a UB operand is not a multiple of 32.",
     .why = "UB is read and written in 32-byte blocks; the low five address bits do not reach the memory.",
     .wrong =
         "product ascend910b1\n"
         "data_copy ub:16, gm:x, dtype=half, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy ub:32, gm:x, dtype=half, blockCount=1, blockLen=1, srcGap=0, dstGap=0",
     .source =
         "Ascend C programming guide, hardware architecture and general constraints; reference semantics 0 "
         "(capacity and alignment table)",
    },
    {.id = "MEM-022", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement = "An access ends beyond the product's UB.",
     .why = "There is nothing behind the buffer: the hardware raises an out-of-range exception.",
     .wrong =
         "product ascend910b1\n"
         "data_copy ub:196096, gm:x, dtype=half, blockCount=1, blockLen=17, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy ub:196096, gm:x, dtype=half, blockCount=1, blockLen=8, srcGap=0, dstGap=0",
     .source =
         "Ascend C programming guide, hardware architecture and general constraints; reference semantics 0 "
         "(capacity and alignment table)",
    },
    {.id = "MEM-023", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "A GM access lies outside every declared tensor, or runs past the end of the one that it names.",
     .why =
         "The address belongs to another tensor or to no mapped page: foreign data is read or destroyed, or the "
         "bus reports an error. In a recorded program an allocation goes on to the end of its page: a read there is a "
         "warning, as the vendor's example load_data_l12l0 does it.",
     .wrong =
         "product ascend910b1\n"
         "gm x half 16x16\n"
         "data_copy l1:0, gm:x+256, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "gm x half 16x16\n"
         "data_copy l1:0, gm:x+256, dtype=half, blockCount=1, blockLen=8, srcGap=0, dstGap=0",
     .source =
         "Ascend C programming guide, hardware architecture and general constraints; reference semantics 0 "
         "(capacity and alignment table)",
    },
    {.id = "MEM-024", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "inferred", .products = "all",
     .statement = "Bytes that a record stored in a local memory are overwritten, or left at the end, without "
         "having been read.",
     .why =
         "Work was done for nothing, which mostly means that the reader looks somewhere else or takes "
         "less than was stored.",
     .wrong =
         "product ascend910b1\n"
         "gm x half 32x16\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=1, srcStride=1, dstGap=0\n"
         "set_flag MTE1, MTE2, 0\n"
         "wait_flag MTE1, MTE2, 0\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "gm x half 32x16\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0\n"
         "set_flag MTE1, MTE2, 0\n"
         "wait_flag MTE1, MTE2, 0\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:1024, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .source = "inferred from what a kernel stores and takes; no source forbids it",
    },
    {.id = "MEM-025", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "inferred", .products = "all",
     .statement = "A record reads bytes that were used before together with newly written ones of another record.",
     .why =
         "The new data does not fill what is read: the rest is what an earlier round left in the buffer.",
     .wrong =
         "product ascend910b1\n"
         "gm x half 32x16\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0\n"
         "set_flag MTE1, MTE2, 0\n"
         "wait_flag MTE1, MTE2, 0\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=31, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:1024, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:1024, l0b:0, dtype=half:half:float, m=32, n=16, k=16",
     .right =
         "product ascend910b1\n"
         "gm x half 32x16\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0\n"
         "set_flag MTE1, MTE2, 0\n"
         "wait_flag MTE1, MTE2, 0\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:1024, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0\n"
         "set_flag MTE1, M, 0\n"
         "wait_flag MTE1, M, 0\n"
         "mmad l0c:0, l0a:1024, l0b:0, dtype=half:half:float, m=32, n=16, k=16",
     .source = "inferred from what a kernel stores and takes; no source forbids it",
    },
    {.id = "MEM-026", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "inferred", .products = "all",
     .statement = "A record reads where the latest record for that place was a NOP.",
     .why =
         "The reader gets what an earlier round left there, or bytes that nobody wrote.",
     .wrong =
         "product ascend910b1\n"
         "gm x half 32x16\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0\n"
         "set_flag MTE1, MTE2, 0\n"
         "wait_flag MTE1, MTE2, 0\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=0, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "pipe_barrier MTE1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .right =
         "product ascend910b1\n"
         "gm x half 32x16\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0\n"
         "set_flag MTE1, MTE2, 0\n"
         "wait_flag MTE1, MTE2, 0\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, srcDValue=16, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "pipe_barrier MTE1\n"
         "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=2, srcStride=1, dstGap=0",
     .source = "inferred from what a kernel stores and takes; no source forbids it",
    },
    {.id = "MEM-027", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "inferred", .products = "all",
     .statement = "A move of rows steps through a tensor in GM by something else than its rows, or runs on into "
         "the next row.",
     .why =
         "Rows are skewed by a little more each time, or the end of a row comes from the beginning of "
         "the next.",
     .wrong =
         "product ascend910b1\n"
         "gm x half 32x64\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=31, dValue=16, srcNdMatrixStride=0, "
         "srcDValue=65, dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "gm x half 32x64\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=31, dValue=16, srcNdMatrixStride=0, "
         "srcDValue=64, dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "inferred from what a kernel stores and takes; no source forbids it",
    },
    {.id = "MEM-028", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "inferred", .products = "all",
     .statement = "Parts of a tensor in GM are left out, unread or unwritten, whose size is no multiple of 16 "
         "rows or columns.",
     .why =
         "Tiles that do not meet leave gaps; a core that works on a part of a tensor leaves whole tiles "
         "to the others.",
     .wrong =
         "product ascend910b1\n"
         "gm x half 64x16\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=31, dValue=16, srcNdMatrixStride=0, "
         "srcDValue=16, dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "gm x half 64x16\n"
         "nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=16, srcNdMatrixStride=0, "
         "srcDValue=16, dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "inferred from what a kernel stores and takes; no source forbids it",
    },
    {.id = "MEM-029", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "inferred", .products = "all",
     .statement = "A fixpipe overwrites bytes of GM that another fixpipe wrote and nobody has read.",
     .why =
         "Tiles of a result overlap: the later one destroys a part of the earlier one.",
     .wrong =
         "product ascend910b1\n"
         "gm y float 32x16\n"
         "fixpipe gm:y+0, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, "
         "dstStride=16\n"
         "fixpipe gm:y+960, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, "
         "dstStride=16",
     .right =
         "product ascend910b1\n"
         "gm y float 32x16\n"
         "fixpipe gm:y+0, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, "
         "dstStride=16\n"
         "fixpipe gm:y+1024, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, "
         "dstStride=16",
     .source = "inferred from what a kernel stores and takes; no source forbids it",
    },
};

const struct aic_rule_group aic_rules_mem = {
    "MEM", rules_mem, sizeof rules_mem / sizeof rules_mem[0],
};

static const struct aic_rule rules_path[] = {
    {.id = "PATH-001", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "The product has no datapath between the two buffers, and no rule of the instruction says so.",
     .why =
         "There are no wires: the instruction does not exist in this form and the kernel does not compile or traps.",
     .wrong =
         "product ascend950pr_9589\n"
         "data_copy gm:y, l1:0, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy gm:y, l1:0, dtype=half, blockCount=1, blockLen=16, srcGap=0, dstGap=0",
     .source = "Ascend C API, overview of datapaths; products reference 3",
    },
    {.id = "PATH-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "The product has no such instruction, mode or element type, and no rule of the instruction says so.",
     .why =
         "The decoder of this generation does not know it: illegal instruction, or a field that means something "
         "else.",
     .wrong =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=dn, nSize=16, mSize=16, srcStride=16, dstStride=16, "
         "dnNum=1, srcNzC0Stride=1",
     .right =
         "product ascend910b1\n"
         "fixpipe gm:y, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=16, srcStride=16, dstStride=16",
     .source = "product support lists of the API pages; products reference 6",
    },
    {.id = "PATH-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "inferred", .products = "all",
     .statement = "The record needs a fact that the product file gives as unknown.",
     .why = "No source says what the hardware does here; a guess would be worse than a refusal.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0b:0, l1:0, dtype=int8, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0b:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .source = "the product file; legacy reference 1.6 for this example",
    },
};

const struct aic_rule_group aic_rules_path = {
    "PATH", rules_path, sizeof rules_path / sizeof rules_path[0],
};

static const struct aic_rule rules_fld[] = {
    {.id = "FLD-001", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "all",
     .statement =
         "A field lies outside its documented range or is wider than its register, and no rule of its own says so.",
     .why =
         "The encoder drops the upper bits or lets them run into the neighbouring field: a gap of 65536 becomes 0, "
         "a repeat of 256 becomes a mode bit.",
     .wrong =
         "product ascend910b1\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=2, blockLen=1, srcGap=65536, dstGap=0",
     .right =
         "product ascend910b1\n"
         "data_copy l1:0, gm:x, dtype=half, blockCount=2, blockLen=1, srcGap=65535, dstGap=0",
     .source = "parameter tables of the API pages; register map (reference semantics 0)",
    },
};

const struct aic_rule_group aic_rules_fld = {
    "FLD", rules_fld, sizeof rules_fld / sizeof rules_fld[0],
};

static const struct aic_rule rules_lay[] = {
    {.id = "LAY-001", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "inferred", .products = "all",
     .statement = "A record reads a span in another layout than the one it was written in.",
     .why =
         "Layouts are conventions between producer and consumer: bytes that were stored for 32-column fractals "
         "give a permuted matrix when read as 16-column ones.",
     .wrong =
         "product ascend910b1\n"
         "gm a int8 32x64\n"
         "nd2nz l1:0, gm:a, dtype=int8, ndNum=1, nValue=32, dValue=64, srcNdMatrixStride=0, srcDValue=64, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=32, channelSize=32, kExtension=32, mExtension=32",
     .right =
         "product ascend910b1\n"
         "gm a int8 32x64\n"
         "nd2nz l1:0, gm:a, dtype=int8, ndNum=1, nValue=32, dValue=64, srcNdMatrixStride=0, srcDValue=64, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0\n"
         "set_flag MTE2, MTE1, 0\n"
         "wait_flag MTE2, MTE1, 0\n"
         "load3dv2 l0a:0, l1:0, dtype=int8, l1H=1, l1W=32, channelSize=64, kExtension=64, mExtension=32",
     .source = "reference semantics 0 (layout table)",
    },
    {.id = "LAY-002", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "inferred", .products = "all",
     .statement = "A multiplication, a sum or a result joins places of its tensors that differ from those that "
         "all others of the kernel join.",
     .why =
         "Columns k of A meet rows k of B, and rows of A become rows of the result, everywhere but here: "
         "an address or a size on the way is wrong.",
     .wrong =
         "product ascend910b1\n"
         "# the third step of four takes its B one column block too far\n"
         "nd2nz l1:131072, gm:b+96, dtype=half, ndNum=1, nValue=32, dValue=32, srcNdMatrixStride=0, "
         "srcDValue=128, dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0",
     .right =
         "product ascend910b1\n"
         "nd2nz l1:131072, gm:b+128, dtype=half, ndNum=1, nValue=32, dValue=32, srcNdMatrixStride=0, "
         "srcDValue=128, dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0",
     .source = "inferred from what a kernel stores and takes; no source forbids it",
    },
};

const struct aic_rule_group aic_rules_lay = {
    "LAY", rules_lay, sizeof rules_lay / sizeof rules_lay[0],
};

static const struct aic_rule rules_vec[] = {
    {.id = "VEC-001", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2002",
     .statement = "A record for a Vector Core of the inference series uses LoadData3D.",
     .why =
         "The extra vector cores of this family have no L1, L0 or cube: no version of the image-to-column load "
         "exists there.",
     .wrong =
         "product ascend310p3\n"
         "core 0.aiv0\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .right =
         "product ascend310p3\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D), product support",
    },
};

const struct aic_rule_group aic_rules_vec = {
    "VEC", rules_vec, sizeof rules_vec / sizeof rules_vec[0],
};
