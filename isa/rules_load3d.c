/* Checker rules: the image-to-column loads v2, v2Pro and with stride. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_l3d[] = {
    {.id = "L3D-001", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "l1H is 0: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=0, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-002", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "l1W is 0: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=0, channelSize=16, kExtension=16, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-003", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "channelSize is 0: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=0, kExtension=16, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-004", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "kExtension is 0: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=0, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-005", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "mExtension is 0: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=0",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-006", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "filterW is 0 and filterSizeW is not set: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes. With filterSizeW the same 0 means a width of 256.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, filterW=0",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, filterW=1",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-007", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "filterH is 0 and filterSizeH is not set: the load does nothing.",
     .why =
         "The hardware treats the zero as no operation: nothing is moved and no error is raised, so the next "
         "instruction reads old bytes. With filterSizeH the same 0 means a height of 256.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, filterH=0",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, filterH=1",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-008", .severity = AIC_SEV_NOTE, .word = "nop+warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "The repeat register holds repeatTime 0 when the load is issued: it does nothing.",
     .why =
         "The register keeps its value for every later load; zero repetitions move nothing and raise no error.",
     .wrong =
         "product ascend910b1\n"
         "set_load3d_repeat repeatTime=0, repeatStride=1, repeatMode=0\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .right =
         "product ascend910b1\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, SetLoadDataRepeat; reference semantics 1.5",
    },
    {.id = "L3D-009", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "l1H or l1W is larger than 32767.",
     .why =
         "The map size is documented up to 32767; the sixteenth bit is not usable and the window arithmetic turns "
         "negative.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=32768, channelSize=4, kExtension=16, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=32767, channelSize=4, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-010", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "An element of padList is larger than 255.",
     .why = "Each padding has eight bits in FMATRIX; a ninth bit would run into the neighbouring padding.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, "
         "padList=256:0:0:0",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, "
         "padList=255:0:0:0",
     .source = "Ascend C API, LoadData (3D v2); register map of FMATRIX",
    },
    {.id = "L3D-011", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "strideW or strideH is not in 1..63.",
     .why =
         "The stride has six bits; 64 becomes 0, and a step of 0 has no meaning (a product key takes 0 as 1).",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=1024, channelSize=16, kExtension=16, mExtension=16, "
         "strideW=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=1024, channelSize=16, kExtension=16, mExtension=16, "
         "strideW=63",
     .source = "Ascend C API, LoadData (3D v2) and its debug check; contested for 0 (X8)",
    },
    {.id = "L3D-012", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "filterW or filterH is larger than 255.",
     .why =
         "The filter has eight bits; larger filters are asked for with filterSizeW or filterSizeH, which add 256.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=270, channelSize=16, kExtension=16, mExtension=16, "
         "filterW=256",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=270, channelSize=16, kExtension=16, mExtension=16, "
         "filterW=255",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-013", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "dilationFilterW or dilationFilterH is not in 1..255.",
     .why =
         "The dilation has eight bits, and a dilation of 0 would put all filter points on one pixel (a product key "
         "takes 0 as 1).",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, "
         "dilationFilterW=0",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, "
         "dilationFilterW=1",
     .source = "Ascend C API, LoadData (3D v2) and its debug check; contested for 0 (X8)",
    },
    {.id = "L3D-014", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "mStartPt is larger than 32767.",
     .why = "The start row is documented up to 32767; beyond it the position wraps.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=2, l1W=16384, channelSize=4, kExtension=16, mExtension=16, "
         "mStartPt=32768",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=2, l1W=16384, channelSize=4, kExtension=16, mExtension=16, "
         "mStartPt=32752",
     .source = "Ascend C API, LoadData (3D v2); contested (X7)",
    },
    {.id = "L3D-015", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002",
     .statement = "channelSize of a 32-bit type is not 4, 8N or 8N+4.",
     .why =
         "The channels are cut into 32-byte blocks, and only tails of these sizes have a storage order: any other "
         "size leaves the position of every later pixel undefined.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=float, l1H=4, l1W=16, channelSize=14, kExtension=8, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=float, l1H=4, l1W=16, channelSize=12, kExtension=8, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-016", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,X90",
     .statement = "channelSize of a 16-bit type leaves a remainder other than 0, 4 or 8 modulo 16.",
     .why =
         "The channels are cut into 32-byte blocks, and only tails of these sizes have a storage order: any other "
         "size leaves the position of every later pixel undefined.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=21, kExtension=16, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=20, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-017", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,X90",
     .statement = "channelSize of an 8-bit type leaves a remainder other than 0, 4, 8 or 16 modulo 32.",
     .why =
         "The channels are cut into 32-byte blocks, and only tails of these sizes have a storage order: any other "
         "size leaves the position of every later pixel undefined.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=int8, l1H=4, l1W=16, channelSize=42, kExtension=32, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=int8, l1H=4, l1W=16, channelSize=40, kExtension=32, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-018", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3002",
     .statement = "channelSize of a 4-bit type leaves a remainder other than 0, 8, 16 or 32 modulo 64.",
     .why =
         "The channels are cut into 32-byte blocks, and only tails of these sizes have a storage order: any other "
         "size leaves the position of every later pixel undefined.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=int4, l1H=4, l1W=16, channelSize=76, kExtension=64, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=int4, l1H=4, l1W=16, channelSize=72, kExtension=64, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-019", .severity = AIC_SEV_ERROR, .word = "warn or error", .evidence = "documented",
     .products = "2002",
     .statement =
         "channelSize of half on this family is not 4, 8, 16, 16N+4 or 16N+8: an error, but only a warning for "
         "16N, which the list omits and shipped kernels use (v2Pro has its own list with 16N).",
     .why =
         "The channels are cut into 32-byte blocks, and only tails of these sizes have a storage order: any other "
         "size leaves the position of every later pixel undefined.",
     .wrong =
         "product ascend310p3\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=21, kExtension=16, mExtension=64",
     .right =
         "product ascend310p3\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=20, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2) and v2Pro; legacy reference 2",
    },
    {.id = "L3D-020", .severity = AIC_SEV_ERROR, .word = "warn or error", .evidence = "documented",
     .products = "2002",
     .statement =
         "channelSize of an 8-bit type on this family is not 4, 8, 16, 32, 32N+4, 32N+8 or 32N+16: an error, but "
         "only a warning for 32N, which the list omits and shipped kernels use (v2Pro has its own list with 32N).",
     .why =
         "The channels are cut into 32-byte blocks, and only tails of these sizes have a storage order: any other "
         "size leaves the position of every later pixel undefined.",
     .wrong =
         "product ascend310p3\n"
         "load3dv2 l0a:0, l1:0, dtype=int8, l1H=4, l1W=16, channelSize=42, kExtension=32, mExtension=64",
     .right =
         "product ascend310p3\n"
         "load3dv2 l0a:0, l1:0, dtype=int8, l1H=4, l1W=16, channelSize=40, kExtension=32, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2) and v2Pro; legacy reference 2",
    },
    {.id = "L3D-021", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2002",
     .statement =
         "channelSize of a 4-bit type on this family is not 8, 16, 32, 64N, 64N+8, 64N+16 or 64N+32.",
     .why =
         "The channels are cut into 32-byte blocks, and only tails of these sizes have a storage order: any other "
         "size leaves the position of every later pixel undefined.",
     .wrong =
         "product ascend310p3\n"
         "load3dv2 l0a:0, l1:0, dtype=int4, l1H=4, l1W=16, channelSize=76, kExtension=64, mExtension=64",
     .right =
         "product ascend310p3\n"
         "load3dv2 l0a:0, l1:0, dtype=int4, l1H=4, l1W=16, channelSize=72, kExtension=64, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2) and v2Pro; legacy reference 2",
    },
    {.id = "L3D-022", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "kStartPt is not a multiple of C0 (32 bytes of the element type).",
     .why = "Columns are fetched in 32-byte blocks; a block cannot be entered in the middle.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=32, kExtension=16, mExtension=64, kStartPt=8",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=32, kExtension=16, mExtension=64, "
         "kStartPt=16",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-023", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "kExtension is not a multiple of C0 although the columns go on behind the moved block.",
     .why =
         "Inside the matrix whole 32-byte blocks are moved; a part of one is only possible where the matrix ends.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=32, kExtension=24, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=32, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), constraints; contested (X6)",
    },
    {.id = "L3D-024", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "kExtension is not a multiple of C0 at the right edge of the matrix.",
     .why =
         "The document allows it, the debug check of the vendor refuses it: a kernel that should run under both "
         "rounds up.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=20, kExtension=20, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=20, kExtension=32, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), constraints; contested (X6)",
    },
    {.id = "L3D-025", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement =
         "mExtension is not a multiple of 16 although the rows go on behind the moved block (4-, 8- and 16-bit "
         "types).",
     .why =
         "Inside the matrix whole fractals of 16 rows are moved; a part of one is only possible where the matrix "
         "ends.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=24",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=32",
     .source = "Ascend C API, LoadData (3D v2), constraints; contested (X6)",
    },
    {.id = "L3D-026", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "mExtension is not a multiple of 16 at the bottom edge of the matrix.",
     .why =
         "The document allows it, the debug check refuses it, and no source says what the remaining rows of the "
         "last fractal hold.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=24, channelSize=16, kExtension=16, mExtension=24",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=24, channelSize=16, kExtension=16, mExtension=32",
     .source = "Ascend C API, LoadData (3D v2), constraints; contested (X6)",
    },
    {.id = "L3D-027", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "reported", .products = "3510",
     .statement =
         "mExtension or mStartPt is not a multiple of 16, or kExtension or kStartPt not a multiple of 32 bytes: "
         "the vendor's debug check refuses it on this family.",
     .why =
         "The document allows it where the edge is covered; the debug build of the same kernel stops with an "
         "assertion (product key: error).",
     .wrong =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=2\n"
         "load3dv2 l0a:0, l1:0, dtype=float, l1H=4, l1W=16, channelSize=8, kExtension=8, mExtension=24",
     .right =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=2\n"
         "load3dv2 l0a:0, l1:0, dtype=float, l1H=4, l1W=16, channelSize=8, kExtension=8, mExtension=32",
     .source = "header check of this architecture; contested (X6)",
    },
    {.id = "L3D-028", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "reported", .products = "2201,2002",
     .statement = "mStartPt is not a multiple of 16 (half and 8-bit types).",
     .why = "The document gives no multiple, the vendor's debug check asks for 16.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=16, mStartPt=8",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=16, "
         "mStartPt=16",
     .source = "header check; contested (X7)",
    },
    {.id = "L3D-029", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "inferred",
     .products = "3510,2201,3002,2002,X90",
     .statement =
         "The moved rows (with all repetitions) end behind the last row of the matrix, rounded up to 16.",
     .why = "There are no more windows; what the hardware delivers for rows past the image is not defined.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=80",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "reference semantics 1.4",
    },
    {.id = "L3D-030", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "inferred",
     .products = "3510,2201,3002,2002,X90",
     .statement =
         "The moved columns (with all repetitions) end behind the last column of the matrix, rounded up to C0.",
     .why = "There are no more filter points or channels; the load would run into the next image.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=32, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "reference semantics 1.4",
    },
    {.id = "L3D-031", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "The output map is empty: the dilated filter is larger than the padded image.",
     .why =
         "The number of windows becomes zero or negative, and every row position derived from it is meaningless.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=16, filterH=5",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=16, filterH=4",
     .source = "reference semantics 1.2",
    },
    {.id = "L3D-032", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,3002",
     .statement = "An 8-bit or 4-bit type is loaded to L0B.",
     .why =
         "The path to L0B transposes 16-bit and 32-bit fractals only on this family; 8-bit weights come through "
         "load2d or load_transpose.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0b:0, l1:0, dtype=int8, l1H=4, l1W=16, channelSize=32, kExtension=32, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0b:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=32, kExtension=32, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), supported types; reference semantics 1.7",
    },
    {.id = "L3D-033", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201",
     .statement = "L0A is loaded with transposition of an 8-bit or 4-bit type.",
     .why = "The transposer of this family handles 16-bit and 32-bit fractals only.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=int8, l1H=4, l1W=16, channelSize=32, kExtension=32, mExtension=64, "
         "enTranspose=true",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=32, kExtension=32, mExtension=64, "
         "enTranspose=true",
     .source = "Ascend C API, LoadData (3D v2), supported types; reference semantics 1.7",
    },
    {.id = "L3D-034", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "A 4-bit type is loaded with transposition.",
     .why = "The transposer handles whole bytes; nibbles stay where they are.",
     .wrong =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=4\n"
         "load3dv2 l0a:0, l1:0, dtype=int4, l1H=4, l1W=16, channelSize=64, kExtension=64, mExtension=64, "
         "enTranspose=true",
     .right =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=4\n"
         "load3dv2 l0a:0, l1:0, dtype=int8, l1H=4, l1W=16, channelSize=64, kExtension=64, mExtension=64, "
         "enTranspose=true",
     .source = "Ascend C API, LoadData (3D v2), supported types; reference semantics 1.7",
    },
    {.id = "L3D-035", .severity = AIC_SEV_NOTE, .word = "info", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "enTranspose is set for L0B, where it has no effect.",
     .why =
         "L0B is always stored transposed; a reader may think that the flag does it (and one header lets it change "
         "the pitch, X4).",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0b:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, "
         "enTranspose=true",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0b:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2); contested (X4, X56)",
    },
    {.id = "L3D-036", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "enSmallK is set.",
     .why = "The field is retired; hardware of these families does not look at it.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, "
         "enSmallK=true",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-037", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "fMatrixCtrl is true.",
     .why = "Only the left FMATRIX register is supported; the right one is not read by the loads of the API.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, "
         "fMatrixCtrl=true",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, "
         "fMatrixCtrl=false",
     .source = "Ascend C API, LoadData (3D v2), parameter table; reference semantics 1.1",
    },
    {.id = "L3D-038", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement = "The element type is not supported on this path of this product.",
     .why =
         "The decoder has no encoding for it: it is moved as another width, or the instruction is illegal.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=int16, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), supported types; reference semantics 1.7",
    },
    {.id = "L3D-039", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement =
         "The load takes the image size from FMATRIX (isSetFMatrix=false, or v2Pro) and no set_fmatrix came before.",
     .why = "The register holds what an earlier kernel left, or zero, which makes the load a no operation.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, isSetFMatrix=false, channelSize=16, kExtension=16, mExtension=64",
     .right =
         "product ascend910b1\n"
         "set_fmatrix l1H=4, l1W=16, padList=0:0:0:0, mode=left\n"
         "load3dv2 l0a:0, l1:0, dtype=half, isSetFMatrix=false, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, SetFmatrix; reference semantics 1.1",
    },
    {.id = "L3D-040", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "documented",
     .products = "3510,2201,3002,2002,X90",
     .statement =
         "Windows reach into the padding, isSetPadding is false and the padding value was never set for this "
         "element width.",
     .why = "The register holds the value of an earlier load or of another width; borders get its bits.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, "
         "padList=1:1:1:1, filterW=3, filterH=3, isSetPadding=false",
     .right =
         "product ascend910b1\n"
         "set_padding dtype=half, value=0\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64, "
         "padList=1:1:1:1, filterW=3, filterH=3, isSetPadding=false",
     .source = "Ascend C API, SetLoadDataPaddingValue; reference semantics 1.6",
    },
    {.id = "L3D-041", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement = "An image-to-column load is issued before any set_load3d_repeat.",
     .why =
         "On this family the repeat register also carries the destination pitch; unset, it repeats zero times with "
         "pitch zero.",
     .wrong =
         "product ascend950pr_9589\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .right =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=4\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, SetLoadDataRepeatWithStride; contested (X4, X57)",
    },
    {.id = "L3D-042", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "3510",
     .statement =
         "The repeat register has no destination pitch (dstStride 0 or never set) when the load is issued.",
     .why = "Every block of C0 columns would be stored over the first one.",
     .wrong =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .right =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=4\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, SetLoadDataRepeatWithStride; contested (X4, X57)",
    },
    {.id = "L3D-043", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "measured", .products = "3510",
     .statement = "dstStride is smaller than the 16-row fractals of the stored matrix.",
     .why = "Neighbouring column blocks overlap in L0, and the later one wins.",
     .wrong =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=3\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=32, kExtension=32, mExtension=64",
     .right =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=4\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=32, kExtension=32, mExtension=64",
     .source = "Ascend C API, LoadDataWithStride; reference semantics 1.3",
    },
    {.id = "L3D-044", .severity = AIC_SEV_ERROR, .word = "undefined", .undefined = true, .evidence = "documented",
     .products = "2201,2002",
     .statement = "The L1 boundary is set to a value in 1..1023.",
     .why = "The register needs at least 1024 bytes; what a smaller ring does is not defined.",
     .wrong =
         "product ascend910b1\n"
         "set_load3d_boundary value=512",
     .right =
         "product ascend910b1\n"
         "set_load3d_boundary value=1024",
     .source = "Ascend C API, SetLoadDataBoundary; reference semantics 1.6",
    },
    {.id = "L3D-045", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2201,2002",
     .statement = "The source of the load starts at or behind the L1 boundary.",
     .why =
         "With a boundary L1 is a ring of that many bytes; an address outside it has no place in the ring.",
     .wrong =
         "product ascend910b1\n"
         "set_load3d_boundary value=2048\n"
         "load3dv2 l0a:0, l1:2048, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .right =
         "product ascend910b1\n"
         "set_load3d_boundary value=2048\n"
         "load3dv2 l0a:0, l1:1024, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, SetLoadDataBoundary; reference semantics 1.6",
    },
    {.id = "L3D-046", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,3002,1001",
     .statement = "set_load3d_boundary is used on a product without it.",
     .why = "The register was removed; the call is refused or has no effect.",
     .wrong =
         "product ascend950pr_9589\n"
         "set_load3d_boundary value=1024",
     .right =
         "product ascend910b1\n"
         "set_load3d_boundary value=1024",
     .source = "Ascend C API, SetLoadDataBoundary; reference semantics 1.6",
    },
    {.id = "L3D-047", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2201,3510,3002",
     .statement = "repeatMode is neither 0 nor 1.",
     .why = "The register has one bit for the direction: 0 along the rows, 1 along the columns.",
     .wrong =
         "product ascend910b1\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=2",
     .right =
         "product ascend910b1\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=1",
     .source = "Ascend C API, SetLoadDataRepeat",
    },
    {.id = "L3D-048", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "2002,1001",
     .statement = "set_load3d_repeat is used on a product without the repeat register.",
     .why =
         "One load is one block there; the setting is refused, and a kernel that relies on it moves only the first "
         "block.",
     .wrong =
         "product ascend310p3\n"
         "set_load3d_repeat repeatTime=2, repeatStride=1, repeatMode=0",
     .right =
         "product ascend910b1\n"
         "set_load3d_repeat repeatTime=2, repeatStride=1, repeatMode=0",
     .source = "Ascend C API, SetLoadDataRepeat, product support",
    },
    {.id = "L3D-049", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "measured", .products = "3510",
     .statement =
         "An 8-bit type is transposed and the source rows are not a multiple of 32 (or m or n behind it is not).",
     .why =
         "Two 16x32 fractals form the 32x32 square that is transposed: with half a square missing, the fractal "
         "count per block no longer fits m or n.",
     .wrong =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=2\n"
         "load3dv2 l0a:0, l1:0, dtype=int8, l1H=3, l1W=16, channelSize=32, kExtension=32, mExtension=48, "
         "enTranspose=true",
     .right =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=2\n"
         "load3dv2 l0a:0, l1:0, dtype=int8, l1H=4, l1W=16, channelSize=32, kExtension=32, mExtension=64, "
         "enTranspose=true",
     .source = "reference semantics 1.3",
    },
    {.id = "L3D-050", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "inferred",
     .products = "3510,2201,3002,2002,X90",
     .statement = "The source image is larger than the tensor or than L1 behind the start address.",
     .why = "Windows near the end would read foreign bytes or leave the buffer.",
     .wrong =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=200, l1W=200, channelSize=16, kExtension=16, mExtension=16",
     .right =
         "product ascend910b1\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=100, l1W=100, channelSize=16, kExtension=16, mExtension=16",
     .source = "reference semantics 1.2",
    },
    {.id = "L3D-051", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented", .products = "1001,9030",
     .statement = "The product has no v2 image-to-column load.",
     .why = "The oldest family knows v1 only, the smallest none: the instruction is illegal.",
     .wrong =
         "product ascend910\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .right =
         "product ascend310p3\n"
         "load3dv2 l0a:0, l1:0, dtype=half, l1H=4, l1W=16, channelSize=16, kExtension=16, mExtension=64",
     .source = "Ascend C API, LoadData (3D v2), product support",
    },
    {.id = "L3D-052", .severity = AIC_SEV_WARNING, .word = "warn", .evidence = "reported", .products = "3510",
     .statement = "The padding value of a 32-bit type has non-zero upper 16 bits.",
     .why = "The helper of this family keeps 16 bits of the value; the border gets a truncated number.",
     .wrong =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=4\n"
         "load3dv2 l0a:0, l1:0, dtype=float, l1H=4, l1W=16, channelSize=8, kExtension=8, mExtension=64, "
         "padList=1:1:1:1, filterW=3, filterH=3, padValue=1.0",
     .right =
         "product ascend950pr_9589\n"
         "set_load3d_repeat repeatTime=1, repeatStride=1, repeatMode=0, dstStride=4\n"
         "load3dv2 l0a:0, l1:0, dtype=float, l1H=4, l1W=16, channelSize=8, kExtension=8, mExtension=64, "
         "padList=1:1:1:1, filterW=3, filterH=3, padValue=0",
     .source = "header of this architecture; contested (X9)",
    },
    {.id = "L3D-053", .severity = AIC_SEV_WARNING, .word = "warn", .source_level = true, .evidence = "reported",
     .products = "3510",
     .statement = "SetFMatrixBitModeParams with a height that differs from the width.",
     .why =
         "Its page has the height in the low half of the word, where the register map and the other setters have the "
         "width: sources differ on the image that the instruction sees. The fields are taken by their names.",
     .wrong = "SetFMatrixBitModeParams p; p.SetL1H(4); p.SetL1W(16); SetFmatrix(p, FmatrixMode::FMATRIX_LEFT);",
     .right = "uint8_t pad[4] = {0, 0, 0, 0}; SetFmatrix(4, 16, pad, FmatrixMode::FMATRIX_LEFT);",
     .source = "Ascend C API, SetFmatrixBitMode; contested (X1)",
    },
    {.id = "L3D-054", .severity = AIC_SEV_WARNING, .word = "warn", .source_level = true, .evidence = "reported",
     .products = "3510",
     .statement = "SetFMatrixBitModeParams is made from a LoadData3DParamsV2 that has padding.",
     .why = "The constructor takes the sizes only: the image is read without a border.",
     .wrong = "LoadData3DParamsV2<half> v; v.padList[0] = 1; SetFMatrixBitModeParams p(v);",
     .right = "SetFMatrixBitModeParams p(v); p.SetPadList(v.padList);",
     .source = "header of this architecture; contested (X1)",
    },
};

const struct aic_rule_group aic_rules_l3d = {
    "L3D", rules_l3d, sizeof rules_l3d / sizeof rules_l3d[0],
};
