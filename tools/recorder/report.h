/* The reports of a launch, as `aicsim run` writes them: text or JSON, timeline, CSV files, HTML page. The second launch
 * writes FILE with .2 in front of its ending, and so on. */
#ifndef AIC_TOOLS_RECORDER_REPORT_H
#define AIC_TOOLS_RECORDER_REPORT_H

#include <time.h>

#include "tools/recorder/options.h"
#include "tools/run_outputs.h"
#include "tools/session.h"

struct aic_report {
    const struct aic_record_options *options;
    struct aic_session session; /* what the writers read: no trace behind it, but product, findings, result */
    struct aic_run_outputs outputs;
    char timeline[4096], csv[4096], html[4096], report[4096]; /* of this launch */
    struct timespec begun;
};

/* PATH of launch 1, PATH-without-ending.N.ending of the others. */
void aic_launch_path(char *out, size_t size, const char *path, unsigned number);

/* Before the first record of a launch. False after a message. */
bool aic_report_begin(struct aic_report *report, const struct aic_record_options *options, struct aic_product *product,
                      unsigned launch, const char *kernel, const struct aic_sites *sites);

/* Writes everything. False after a message. */
bool aic_report_end(struct aic_report *report, const struct aic_result *result, const struct aic_sites *sites);

/* Frees what a launch has gathered; files that are not complete vanish. */
void aic_report_free(struct aic_report *report);

#endif
