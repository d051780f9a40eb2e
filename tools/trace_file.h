/* A trace in memory, text or binary, what it declares, and where each core's records stand in it. */
#ifndef AIC_TOOLS_TRACE_FILE_H
#define AIC_TOOLS_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "isa/trace_binary.h"
#include "isa/trace_text.h"

/* A trace that comes through a pipe is held in memory; a longer one is refused. */
#define AIC_PIPE_WINDOW ((size_t)256 << 20)

#define AIC_LINE_MARK 1024u

/* An error in the source. */
struct aic_source_error {
    uint32_t line, column;
    char *message;
};

/* Consecutive lines under one `core` line. */
struct aic_extent {
    size_t from, to; /* bytes of the text */
    uint32_t line;   /* of the first byte */
    uint32_t core;
    uint8_t unit;
    bool unit_given;
    size_t next;     /* the core's next extent, 0: none (index + 1) */
};

struct aic_core_index {
    uint32_t core;
    size_t first, last; /* extents, index + 1 */
};

/* An init, dump or expect line, or a gm line's file. */
struct aic_array_line {
    uint8_t kind; /* enum aic_item_kind */
    struct aic_trace_item item; /* its texts point into the trace */
};

struct aic_allow {
    uint32_t line;
    struct aic_text rules;
};

struct aic_trace_file {
    char *path;       /* as the command line said; "-" is standard input */
    const char *text;
    size_t bytes;
    const char *raw;  /* the file: of a text trace its text, of a binary one what `binary` reads */
    size_t raw_bytes;
    bool mapped;
    struct aic_binary_reader *binary; /* NULL: a text trace */
    char *product;    /* NULL: no product line */
    uint32_t product_line, product_column;
    struct aic_trace_tensors tensors;
    struct aic_sites sites; /* of the source, that records name (aic_record.file) */
    struct aic_extent *extents;
    size_t n_extents;
    struct aic_core_index *cores; /* in the order of appearance */
    size_t n_cores;
    struct aic_array_line *arrays;
    size_t n_arrays;
    struct aic_allow *allows; /* ascending lines */
    size_t n_allows;
    struct aic_source_error *errors;
    size_t n_errors;
    size_t *marks;    /* where every AIC_LINE_MARK-th line starts, from line 1 on */
    size_t n_marks;
    bool again;       /* the streams are read once more: each needs a reader of its own */
    bool broken;      /* an error was found: nothing that was computed counts */
    uint32_t lines;
};

/* Reads `path` and indexes it: declarations, extents, array lines, suppressions. False when the file cannot be read
 * (reason in err). Errors in the text are collected and set `broken`. aic_trace_file_free in every case. */
bool aic_trace_file_open(struct aic_trace_file *file, const char *path, char *err, size_t errlen);
void aic_trace_file_free(struct aic_trace_file *file);

/* An aic_trace_error_fn; user is the file. */
void aic_trace_file_error(void *user, uint32_t line, uint32_t column, const char *message);

/* Reads all records only to report what is wrong with them (in addition to what is known). */
void aic_trace_file_validate(struct aic_trace_file *file);

/* Prints the collected errors to stderr in the order of the lines, each once, with the source line. */
void aic_trace_file_print_errors(struct aic_trace_file *file);

/* The text of a line without its end; {NULL, 0} past the last, and in a binary trace. */
struct aic_text aic_trace_file_line(const struct aic_trace_file *file, uint32_t line);

/* The line of source that a record (its file) came from; NULL when it is not known. */
const struct aic_site *aic_trace_file_site(const struct aic_trace_file *file, uint32_t number);

/* A path that the trace names, relative to the trace. The caller frees it; NULL when out of memory. */
char *aic_trace_file_beside(const struct aic_trace_file *file, const char *path, size_t len);

/* Whether `# aicsim: allow` of the line (or of a comment line right above it) names the rule. */
bool aic_trace_file_allows(const struct aic_trace_file *file, uint32_t line, const char *rule);

/* The next record of a binary trace as it stands there, in the order of the whole, of one core or (core UINT32_MAX + 1)
 * of all: 1, 0 at the end, -1 after an error was collected. */
int aic_trace_file_next_binary(struct aic_trace_file *file, uint64_t core, struct aic_record *rec);

/* The records of one core in their order. */
struct aic_core_stream {
    struct aic_trace_file *file;
    struct aic_trace_reader *reader;
    struct aic_binary_reader *binary; /* its own where several cores read one stream, else NULL */
    uint32_t core;
    size_t extent; /* index + 1, 0: at the end */
    size_t at;
    uint64_t records;
    struct aic_trace_item item;
};

/* False when out of memory. */
bool aic_core_stream_begin(struct aic_core_stream *stream, struct aic_trace_file *file, size_t core_index);
void aic_core_stream_end(struct aic_core_stream *stream);

/* An aic_source_fn; user is the stream. Ends all streams of a file once one of them met an error. */
int aic_core_stream_next(void *user, struct aic_record *rec);

/* Text of a trace for a terminal: control characters must not drive it, and a tab is one column wide, as in
 * messages. */
void aic_print_source(FILE *to, struct aic_text text);

#endif
