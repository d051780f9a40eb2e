/* Findings on their way out: severity as this run wants it, counted, handed on. */
#include "sim/state.h"

void aic_sim_report(struct aic_sim *sim, const struct aic_finding *finding)
{
    struct aic_finding out = *finding;
    if (sim->options.severity) {
        int severity = sim->options.severity(sim->options.severity_user, finding);
        if (severity < 0) {
            return;
        }
        out.severity = (enum aic_severity)severity;
    }
    sim->result.findings[out.severity]++;
    if (sim->options.finding) {
        sim->options.finding(sim->options.finding_user, &out);
    }
}

static void forward(void *user, const struct aic_finding *finding)
{
    aic_sim_report(user, finding);
}

struct aic_check aic_sim_check(struct aic_sim *sim, const struct aic_flight *flight, enum aic_pipe pipe)
{
    return (struct aic_check){
        .rec = &flight->rec,
        .number = flight->number,
        .pipe = (uint8_t)pipe,
        .fn = forward,
        .user = sim,
    };
}
