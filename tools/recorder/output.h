/* What a recorded launch leaves: findings as a compiler prints them, the trace, and a line of summary. */
#ifndef AIC_TOOLS_RECORDER_OUTPUT_H
#define AIC_TOOLS_RECORDER_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "isa/finding.h"
#include "isa/trace_text.h"
#include "sim/aicsim.h"
#include "tools/recorder/device.h"

/* Numbers that findings carry for source files, from 1. */
struct aic_files {
    const char **at; /* owned by the program that is recorded */
    uint32_t n, room;
};
uint32_t aic_files_number(struct aic_files *files, const char *name); /* 0 when out of memory */
const char *aic_files_name(const struct aic_files *files, uint32_t number);

/* One place that broke one rule, however often a loop came by. */
struct aic_place_tally {
    const char *rule;
    uint32_t file, line;
    uint64_t seen;
};

struct aic_record_output {
    struct aic_files files;
    uint64_t findings[AIC_SEV_ERROR + 1]; /* of all launches */
    struct aic_place_tally *places;       /* of this launch */
    uint32_t n_places, room_places;
    FILE *trace;                          /* NULL: none */
    char trace_path[4000];
    struct aic_trace_tensors tensors;     /* names of the allocations, for printing */
    uint32_t core;                        /* of the trace's last `core` line */
    int unit;                             /* -1: no such line yet */
};

/* Prints a finding to stderr with its source line, once for each rule and line, and counts it. An aic_finding_fn; user
 * is the output. */
void aic_output_finding(void *user, const struct aic_finding *finding);

/* Says how often the lines that were printed once came again, and forgets them. */
void aic_output_findings_end(struct aic_record_output *out);

/* Opens the trace of launch `number` (from 1): PATH, then PATH with the number in front of its ending. Writes header,
 * product and every live allocation with its bytes beside the trace. False after a message. */
bool aic_output_trace_begin(struct aic_record_output *out, const char *path, unsigned number, const char *product,
                            const struct aic_device *device);
void aic_output_trace_record(struct aic_record_output *out, const struct aic_record *rec);
void aic_output_trace_comment(struct aic_record_output *out, const char *text, const char *file, int line);
bool aic_output_trace_end(struct aic_record_output *out);

/* One line on stderr: what ran, how long, what was found. */
void aic_output_summary(const char *kernel, const struct aic_product *product, uint32_t blocks,
                        const struct aic_result *result);

#endif
