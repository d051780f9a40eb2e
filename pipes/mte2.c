/* MTE2: GM to L1, UB and L0. */
#include "pipes/pipes.h"

bool aic_mte2_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    return aic_route_phase(in, out);
}
