/* Where the time of a pipe went. busy + stalls + idle add up to the run's length, for every pipe. */
#include "sim/state.h"

static aic_time least(aic_time a, aic_time b)
{
    return a < b ? a : b;
}

void aic_account_wait(struct aic_pipe_state *pipe, const struct aic_flight *flight, aic_time until, uint8_t reason)
{
    aic_time from = pipe->accounted;
    aic_time lost_upstream = flight->held - pipe->held_seen;
    pipe->held_seen = flight->held;
    if (until <= from) {
        return;
    }
    aic_time arrived = least(flight->dispatched, until);
    if (arrived > from) {
        aic_time full = least(arrived - from, lost_upstream);
        pipe->stats.stall[AIC_STALL_QUEUE_FULL] += full;
        pipe->stats.stall[AIC_STALL_EMPTY] += arrived - from - full;
        from = arrived;
    }
    pipe->stats.stall[reason] += until - from;
    pipe->accounted = until;
}

aic_time aic_account_busy(struct aic_pipe_state *pipe, aic_time begin, aic_time end, const aic_time *lost)
{
    aic_time from = begin > pipe->accounted ? begin : pipe->accounted;
    if (begin > pipe->accounted) {
        pipe->stats.stall[AIC_STALL_EMPTY] += begin - pipe->accounted;
    }
    if (end <= from) {
        pipe->accounted = from;
        return from;
    }
    aic_time left = end - from;
    for (unsigned s = 0; lost && s < AIC_STALL_COUNT; s++) {
        aic_time part = least(left, lost[s]);
        pipe->stats.stall[s] += part;
        left -= part;
    }
    pipe->stats.busy += left;
    pipe->accounted = end;
    return from;
}
