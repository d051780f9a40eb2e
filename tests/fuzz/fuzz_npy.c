/* Any bytes as a .npy file: refused, or an array whose sizes agree. */
#include <stdint.h>
#include <stdlib.h>

#include "tools/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct aic_array array;
    char err[300];
    if (aic_npy_parse(data, size, &array, err, sizeof err) &&
        (array.bytes != aic_array_count(&array) * array.itemsize || array.bytes > size)) {
        abort();
    }
    aic_array_free(&array);
    return 0;
}
