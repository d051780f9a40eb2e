/* Results as text, JSON, SARIF, CSV and timelines. */
#ifndef AIC_TOOLS_WRITE_H
#define AIC_TOOLS_WRITE_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/out.h"
#include "tools/session.h"

/* The report of `aicsim run`; at most `most` findings of a rule (0: all). */
void aic_write_text(FILE *to, const struct aic_session *session, unsigned most);

/* "1 error, 2 warnings, 0 notes, 0 hints" and a newline; without the hints where nobody looked for any. */
void aic_write_counts(FILE *to, const struct aic_session *session);

/* One object: design of `run --format json`. */
void aic_write_json(FILE *to, const struct aic_session *session);

/* `check --format json`: the elements of `findings`, one object for each. */
void aic_write_json_findings(FILE *to, const struct aic_session *session);

/* SARIF 2.1.0: one log with a run for each session. */
void aic_sarif_begin(FILE *to);
void aic_sarif_run(FILE *to, const struct aic_session *session, bool first);
void aic_sarif_end(FILE *to);

/* Percent or time without the locale and with fixed decimals from integers: value / scale. */
void aic_write_fixed(FILE *to, int64_t value, int64_t scale, unsigned decimals);

/* Time of a run in picoseconds; -1 when the product's clock is unknown. */
int64_t aic_run_ps(const struct aic_session *session, aic_time time);

/* The timeline: events are written as they come, in the format that Perfetto and MindStudio Insight read. */
struct aic_timeline {
    struct aic_out out;
    bool open;
    uint64_t events;
    int64_t clock_khz;
    const struct aic_sites *sites; /* NULL: the events' files mean nothing */
    aic_time *ends;  /* of each lane's last slice; -1 before the first, when the lane has no name yet */
    size_t n_ends;
    bool out_of_memory;
};

/* False, reported to stderr, when the file cannot be written. */
bool aic_timeline_open(struct aic_timeline *timeline, const char *path);

/* An aic_event_fn; user is the timeline. */
void aic_timeline_event(void *user, const struct aic_event *event);
bool aic_timeline_close(struct aic_timeline *timeline);

/* Times by line, for the CSV files. */
struct aic_line_times {
    uint32_t core, line, file;
    uint16_t insn;
    uint8_t unit, pipe;
    uint64_t calls;
    aic_time busy;
    uint64_t bytes;
};
struct aic_profile {
    struct aic_line_times *at; /* open addressing */
    size_t n, room;
    uint64_t path_bytes[AIC_SPACE_COUNT][AIC_SPACE_COUNT]; /* [src][dst] */
    bool out_of_memory;
};

/* An aic_event_fn; user is the profile. */
void aic_profile_event(void *user, const struct aic_event *event);
void aic_profile_free(struct aic_profile *profile);

/* Writes the CSV files into a folder, which is made when it is missing. False, reported to stderr, on failure. */
bool aic_write_csv(const char *dir, const struct aic_session *session, const struct aic_profile *profile);

/* The start of a run, for the picture of the HTML page. */
#define AIC_PICTURE_MOST 20000
struct aic_slice {
    aic_time start, end;
    uint32_t core, line, file;
    uint16_t insn;
    uint8_t unit, pipe;
};
struct aic_picture {
    struct aic_slice *at;
    size_t n;
    aic_time end;
    bool cut;
};

/* An aic_event_fn; user is the picture. */
void aic_picture_event(void *user, const struct aic_event *event);
void aic_picture_free(struct aic_picture *picture);

/* A page without outside parts. False, reported to stderr, on failure. */
bool aic_write_html(const char *path, const struct aic_session *session, const struct aic_picture *picture);

/* One sentence: the busiest pipe, and who waits for what. Nothing when nothing took time. */
void aic_write_bottleneck(FILE *to, const struct aic_session *s);

/* What one pipe did on all units of a core. */
struct aic_pipe_sum {
    uint64_t instructions, bytes;
    aic_time busy, board, span; /* span: the total, once for each unit that used the pipe (at least once) */
    aic_time stall[AIC_STALL_COUNT];
};
struct aic_pipe_sum aic_sum_pipe(const struct aic_core_stats *core, aic_time total, unsigned pipe);

/* A pipe's stalls in whole cycles, rounded so that together with aic_cycles(busy) they still are the whole. */
void aic_whole_stalls(aic_time busy, const aic_time *stall, int64_t *whole);

/* The reason, other than an empty queue, that cost a pipe the most; AIC_STALL_EMPTY when none did. */
enum aic_stall aic_main_stall(const aic_time *stall);

#endif
