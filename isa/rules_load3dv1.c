/* Checker rules: the image-to-column load v1. One array a prefix, sorted by id:
 * isa/rules.c searches them. */
#include "isa/rules_tables.h"

static const struct aic_rule rules_l3d1[] = {
    {.id = "L3D1-001", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement = "l1H or l1W is not in 1..32767.",
     .why = "FMATRIX holds the unpadded size of the slab; zero or a sixteenth bit gives no map at all.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=0, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=1, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-002", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement = "c1Index is not in 0..4095.",
     .why = "The field has twelve bits; 4096 becomes block 0.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=1, l1W=1, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1, c1Index=4096",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=1, l1W=1, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1, c1Index=4095",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-003", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement = "fetchFilterW or fetchFilterH is not in 0..254.",
     .why = "The position inside the filter has eight bits and lies below the largest filter of 255.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=270, strideW=1, strideH=1, filterW=255, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1, fetchFilterW=255",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=270, strideW=1, strideH=1, filterW=255, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1, fetchFilterW=254",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-004", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement = "leftTopW or leftTopH is not in -255..32767.",
     .why = "A window starts at most one full padding (255) outside the map.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1, padList=255:0:0:0, "
         "leftTopW=-256",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1, padList=255:0:0:0, "
         "leftTopW=-255",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-005", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement = "strideW or strideH is not in 1..63.",
     .why = "The stride has six bits; 64 becomes 0.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=64, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=63, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-006", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement = "A filter or dilation field is not in 1..255.",
     .why = "The fields have eight bits, and zero gives an empty filter.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=0, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-007", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement = "jumpStride is not in 1..127.",
     .why = "The pitch between repeated fractals has seven usable bits.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=128, repeatMode=1, repeatTime=1",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=127, repeatMode=1, repeatTime=1",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-008", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement = "repeatTime is not in 1..255.",
     .why = "The counter has eight bits; the document and the header ask for at least one.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=0",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-009", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement = "repeatMode or cSize is neither 0 nor 1.",
     .why = "Each has one bit in the instruction.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=2, repeatTime=1",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=1, repeatTime=1",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-010", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement =
         "cSize is 1 and the map is not stored with 4 (8 for 8-bit types) channels: c1Index is not 0.",
     .why = "In the small-channel mode the slab is dense [H][W][4]; there is no further channel block.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1, cSize=1, c1Index=1",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1, cSize=1, c1Index=0",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-011", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "2002,1001",
     .statement = "The element type is not int8, uint8 or half.",
     .why = "The v1 load has no encoding for other types.",
     .wrong =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=float, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
    {.id = "L3D1-012", .severity = AIC_SEV_ERROR, .word = "error", .evidence = "documented",
     .products = "3510,2201,3002,X90,9030",
     .statement = "The product has no v1 image-to-column load.",
     .why = "The instruction was replaced by v2 after the first two families.",
     .wrong =
         "product ascend910b1\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .right =
         "product ascend310p3\n"
         "load3dv1 l0a:0, l1:0, dtype=half, l1H=8, l1W=8, strideW=1, strideH=1, filterW=1, filterH=1, "
         "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatMode=0, repeatTime=1",
     .source = "Ascend C API, LoadData (3D v1), parameter table; legacy reference 1",
    },
};

const struct aic_rule_group aic_rules_l3d1 = {
    "L3D1", rules_l3d1, sizeof rules_l3d1 / sizeof rules_l3d1[0],
};
