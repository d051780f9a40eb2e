/* One run of one trace on one product, from the files to the result. */
#ifndef AIC_TOOLS_SESSION_H
#define AIC_TOOLS_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/aicsim.h"
#include "tools/file_uses.h"
#include "tools/findings.h"
#include "tools/trace_file.h"

/* A tensor's file from the command line: NAME=FILE. */
struct aic_file_choice {
    const char *name; /* not terminated: name_len bytes */
    size_t name_len;
    const char *path;
};

struct aic_run_options {
    const char *trace;
    const char *product;          /* NULL: the trace's */
    struct aic_file_choice *gm;   /* instead of the trace's files */
    size_t n_gm;
    struct aic_file_choice *out;  /* tensors to write beside the trace's dumps */
    size_t n_out;
    const char *timeline, *csv, *html; /* files (csv: a folder) that run writes, NULL: not asked for */
    const char **sets;            /* key=value of the product */
    size_t n_sets;
    struct aic_rule_severity *severities; /* of the command line */
    size_t n_severities;
    bool no_data, no_check, no_dumps, hints;
    bool no_note; /* say nothing of what a run without data leaves out */
    aic_event_fn *event;          /* may be NULL */
    void *event_user;
};

struct aic_session {
    const struct aic_run_options *options;
    struct aic_trace_file file;
    struct aic_file_uses uses;
    struct aic_product *product;
    struct aic_sim *sim;
    struct aic_core_stream *streams;
    size_t n_streams;
    struct aic_findings findings;
    const struct aic_result *result;
    double wall_s;
    aic_time without_bound; /* length of the run when its bound takes no time, 0: not measured */
    const char *kernel; /* of a launch that is recorded, which has no trace behind it; else NULL */
    bool opened;
};

/* Prepares: reads the trace, its product and its data. Exit status: 0 or 2 (reported to stderr). */
int aic_session_open(struct aic_session *session, const struct aic_run_options *options);

/* Runs, compares, writes the dumps. Exit status: 0, 2 (reported) or 3. */
int aic_session_run(struct aic_session *session);

/* After a run of a trace that is not too long: runs its times again without what bounds it. Sets without_bound, or
 * leaves it 0 (no time bounds the run, or memory is short). */
void aic_session_free_bound(struct aic_session *session);

void aic_session_close(struct aic_session *session);

/* Exit status that the findings ask for: 1 after an error (or a warning under werror), else 0. */
int aic_session_verdict(const struct aic_session *session, bool werror);

/* Splits NAME=FILE; false when there is no name or no file. */
bool aic_file_choice_parse(const char *text, struct aic_file_choice *out);

/* Appends the end of a trace's data: files of gm and init lines into the simulation. False when something was reported
 * (in the trace's errors, or to stderr for files of the command line). */
bool aic_session_load_arrays(struct aic_session *session);

/* Compares the expect lines (VAL-001) and writes the dumps. False when a file could not be read or written. */
bool aic_session_finish_arrays(struct aic_session *session);

#endif
