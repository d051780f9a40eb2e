// The Tensor API (3510).
#ifndef AICSIM_TENSOR_API_H
#define AICSIM_TENSOR_API_H

#include "kernel_operator.h"
#include "aicsim/te_copy.h"

#endif
