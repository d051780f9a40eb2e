/* Between the pipe models only: what each is given. */
#ifndef AIC_PIPES_PIPES_H
#define AIC_PIPES_PIPES_H

#include "pipes/phase.h"

struct aic_phase_input {
    const struct aic_pipe_costs *costs;
    struct aic_memory_model *memory;
    const struct aic_phase_context *ctx;
    const struct aic_work *work;
    enum aic_pipe pipe;
    int route;            /* enum aic_route, -1: none */
    const char **missing; /* key that the product file leaves unknown */
};

/* What GM adds to a phase whose start-up, gap and data without misses are set. */
void aic_gm_phase(const struct aic_phase_input *in, struct aic_phase *out);

/* start + bytes / rate of the record's route; false when one of them is unknown. */
bool aic_route_phase(const struct aic_phase_input *in, struct aic_phase *out);

bool aic_mte1_phase(const struct aic_phase_input *in, struct aic_phase *out);
bool aic_mte2_phase(const struct aic_phase_input *in, struct aic_phase *out);
bool aic_mte3_phase(const struct aic_phase_input *in, struct aic_phase *out);
bool aic_cube_phase(const struct aic_phase_input *in, struct aic_phase *out);
bool aic_fixpipe_phase(const struct aic_phase_input *in, struct aic_phase *out);
bool aic_vector_phase(const struct aic_phase_input *in, struct aic_phase *out);

#endif
