// The host's bfloat16, as programs that check results use it.
#ifndef AICSIM_OPDEV_BFLOAT16_H
#define AICSIM_OPDEV_BFLOAT16_H

#include "aicsim/types.h"

namespace op
{
using bfloat16 = ::bfloat16_t;
}

#endif
