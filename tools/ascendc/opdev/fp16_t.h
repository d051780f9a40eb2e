// The host's 16-bit float, as programs that check results use it.
#ifndef AICSIM_OPDEV_FP16_T_H
#define AICSIM_OPDEV_FP16_T_H

#include "aicsim/types.h"

namespace op
{
using fp16_t = ::half;
}

#endif
