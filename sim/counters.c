/* What the board's counters show (key `counters`): they count more than the work. Evidence: docs/timing.md. */
#include "sim/state.h"

/* Mmads that follow one another within this time count as one run. */
#define RUN_GAP (16 * AIC_CYCLE)

void aic_board_data(const struct aic_pipe_costs *costs, struct aic_pipe_state *pipe, enum aic_pipe p, aic_time issue,
                    aic_time begin, aic_time end, aic_time complete)
{
    aic_time from;
    if (p == AIC_PIPE_M) {
        bool run = pipe->board_until && begin - pipe->board_until <= RUN_GAP;
        from = run ? pipe->board_until : begin - costs->board_mmad;
        complete = end;
    } else {
        from = aic_latest(issue, pipe->board_until);
    }
    if (complete > from) {
        pipe->stats.board += complete - from;
        pipe->board_until = complete;
    }
}

void aic_board_wait(const struct aic_pipe_costs *costs, struct aic_pipe_state *pipe, enum aic_pipe p, aic_time from,
                    aic_time until, uint8_t reason)
{
    from = aic_latest(from, pipe->board_until);
    if (p == AIC_PIPE_FIX && reason == AIC_STALL_UNIT_FLAG && until > from) {
        pipe->stats.board += (until - from) * costs->fix_wait / 1024;
        pipe->board_until = until;
    }
}
