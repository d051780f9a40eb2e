/* Vector pipe: L0C to UB on products without Fixpipe. */
#include "pipes/pipes.h"

bool aic_vector_phase(const struct aic_phase_input *in, struct aic_phase *out)
{
    return aic_route_phase(in, out);
}
