/* The files that a run writes beside its report: timeline, the profiler's CSV files, the HTML page. */
#ifndef AIC_TOOLS_RUN_OUTPUTS_H
#define AIC_TOOLS_RUN_OUTPUTS_H

#include <stdbool.h>

#include "tools/session.h"
#include "tools/write.h"

struct aic_run_outputs {
    const char *timeline_path, *csv, *html; /* NULL: not asked for */
    struct aic_timeline timeline;
    struct aic_profile profile;
    struct aic_picture picture;
};

/* Whether any of them was asked for, so that events are needed. */
bool aic_run_outputs_wanted(const struct aic_run_outputs *outputs);

/* Once the product is known and before the first event. `sites` are those that the events' records name. False,
 * reported to stderr, when the timeline cannot be written. */
bool aic_run_outputs_open(struct aic_run_outputs *outputs, const struct aic_product *product,
                          const struct aic_sites *sites);

/* An aic_event_fn; user is the outputs. */
void aic_run_outputs_event(void *user, const struct aic_event *event);

/* After the run. False, reported to stderr, when a file could not be written. */
bool aic_run_outputs_write(struct aic_run_outputs *outputs, const struct aic_session *session);

/* Leaves nothing half written behind. */
void aic_run_outputs_free(struct aic_run_outputs *outputs);

#endif
