/* What a recorded launch leaves: findings as a compiler prints them, the trace, and a line of summary. */
#ifndef AIC_TOOLS_RECORDER_OUTPUT_H
#define AIC_TOOLS_RECORDER_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "isa/finding.h"
#include "isa/trace_text.h"
#include "sim/aicsim.h"
#include "tools/out.h"
#include "tools/recorder/device.h"

/* One place that broke one rule, however often a loop came by. */
struct aic_place_tally {
    const char *rule;
    uint32_t site;
    uint64_t seen;
};

struct aic_record_output {
    struct aic_sites sites;
    const char *site_file; /* the last one asked for, as the compiler points to it */
    uint32_t site_line, site_number;
    bool quiet;                           /* findings are counted here and printed in the report */
    uint64_t findings[AIC_SEV_ERROR + 1]; /* of all launches */
    struct aic_place_tally *places;       /* of this launch */
    uint32_t n_places, room_places;
    struct aic_out trace;                 /* appears whole or not at all, as do the files beside it */
    bool tracing;
    struct aic_out **data;
    size_t n_data;
    struct aic_trace_tensors tensors;     /* names of the allocations, for printing */
    uint32_t core;                        /* of the trace's last `core` line */
    int unit;                             /* -1: no such line yet */
};

/* The number that records of a line of source carry; 0 when out of memory. `file` must stay where it is. */
uint32_t aic_output_site(struct aic_record_output *out, const char *file, uint32_t line);

/* Prints a finding to stderr with its source line, once for each rule and line, and counts it. An aic_finding_fn; user
 * is the output. */
void aic_output_finding(void *user, const struct aic_finding *finding);

/* Says how often the lines that were printed once came again, and forgets them. */
void aic_output_findings_end(struct aic_record_output *out);

/* Opens the trace of a launch. Writes header, product and every live allocation with its bytes beside the trace. False
 * after a message. */
bool aic_output_trace_begin(struct aic_record_output *out, const char *path, const char *product,
                            const struct aic_device *device);
void aic_output_trace_record(struct aic_record_output *out, const struct aic_record *rec);
void aic_output_trace_comment(struct aic_record_output *out, const char *text, const char *file, int line);
bool aic_output_trace_end(struct aic_record_output *out);

/* The launch broke off: the trace and what lies beside it vanish. */
void aic_output_trace_abandon(struct aic_record_output *out);

/* One line on stderr: what ran, how long, what was found. */
void aic_output_summary(const char *kernel, const struct aic_product *product, uint32_t blocks,
                        const struct aic_result *result);

#endif
