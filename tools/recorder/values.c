/* The arithmetic types of the Ascend C headers, which know no format of their own. */
#include <string.h>

#include "buffers/dtype.h"
#include "buffers/float_formats.h"
#include "tools/ascendc/aicsim/runtime.h"

uint32_t aic_rt_from_float(const char *dtype, float value)
{
    return (uint32_t)aic_value_encode(aic_dtype_from_name(dtype, (unsigned)strlen(dtype)), value, NULL);
}

float aic_rt_to_float(const char *dtype, uint32_t bits)
{
    return (float)aic_value_decode(aic_dtype_from_name(dtype, (unsigned)strlen(dtype)), bits);
}
