#include "aicsim/matmul_calls.h"
