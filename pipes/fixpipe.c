/* Fixpipe: L0C to GM, L1 and UB, and L1 to the Fixpipe buffer. */
#include "pipes/pipes.h"

bool aic_fixpipe_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    return aic_route_phase(in, out);
}
