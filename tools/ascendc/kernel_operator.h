// The Ascend C names that a cube kernel uses, declared for the recorder of aicsim. Written from the published API
// pages; each call becomes one instruction record with the source line that made it.
#ifndef KERNEL_OPERATOR_H
#define KERNEL_OPERATOR_H

#include "aicsim/base.h"
#include "aicsim/types.h"
#include "aicsim/tensor.h"
#include "aicsim/layout.h"
#include "aicsim/params.h"
#include "aicsim/ctrl.h"
#include "aicsim/scalar.h"
#include "aicsim/sync.h"
#include "aicsim/data_copy.h"
#include "aicsim/load_data.h"
#include "aicsim/mmad.h"
#include "aicsim/bit_mode.h"
#include "aicsim/fixpipe.h"
#include "aicsim/queue.h"
#include "aicsim/list_tensor.h"
#include "aicsim/system.h"
#include "aicsim/vector.h"
#include "aicsim/reg.h"
#include "aicsim/simt.h"
#include "aicsim/not_modelled.h"
#include "aicsim/intrinsics.h"
#include "aicsim/words.h"
#include "aicsim/launch.h"

using AscendC::g_coreType;
using AscendC::GetTPipePtr;

#endif
