/* MTE3: UB to GM and L1, L1 to GM. */
#include "pipes/pipes.h"

bool aic_mte3_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    if (!aic_route_phase(in, out)) {
        return false;
    }
    aic_gm_phase(in, out);
    return true;
}
