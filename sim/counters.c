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

const char *aic_counter_name(unsigned unit, unsigned pipe)
{
    static const char *const of_aic[AIC_PIPE_COUNT] = {
        [AIC_PIPE_S] = "aic_scalar_time",  [AIC_PIPE_M] = "aic_mac_time",     [AIC_PIPE_MTE1] = "aic_mte1_time",
        [AIC_PIPE_MTE2] = "aic_mte2_time", [AIC_PIPE_MTE3] = "aic_mte3_time", [AIC_PIPE_FIX] = "aic_fixpipe_time",
    };
    static const char *const of_aiv[AIC_PIPE_COUNT] = {
        [AIC_PIPE_S] = "aiv_scalar_time",
        [AIC_PIPE_V] = "aiv_vec_time",
        [AIC_PIPE_MTE2] = "aiv_mte2_time",
        [AIC_PIPE_MTE3] = "aiv_mte3_time",
    };
    return pipe >= AIC_PIPE_COUNT ? NULL : unit == AIC_UNIT_AIC ? of_aic[pipe] : of_aiv[pipe];
}
