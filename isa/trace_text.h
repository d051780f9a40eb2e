/* Trace format v1, text: one line in, one item out; and back. No file is touched here: whoever owns the bytes feeds the
 * lines. Source of the grammar: docs/trace-format.md. */
#ifndef AIC_ISA_TRACE_TEXT_H
#define AIC_ISA_TRACE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffers/ranges.h"
#include "isa/fields.h"
#include "isa/sites.h"
#include "isa/record.h"

#define AIC_TRACE_VERSION 1
#define AIC_TRACE_MAX_LINE 65536 /* bytes of one line */
#define AIC_TRACE_MAX_CORES 128 /* core numbers lie below: twice what any product has */
#define AIC_TRACE_MAX_DIMS 8

/* Receives each error: line and column count from 1, columns in bytes. The message says what was expected. */
typedef void aic_trace_error_fn(void *user, uint32_t line, uint32_t column, const char *message);

/* A tensor in GM as its `gm` line declares it. Strings are owned by the table. */
struct aic_trace_tensor {
    char *name;
    char *file;   /* NULL: never written before the run */
    char *layout; /* NULL: none given */
    uint8_t dtype;
    uint8_t ndim;
    bool at_given;
    bool l2_off;
    uint64_t dims[AIC_TRACE_MAX_DIMS];
    uint64_t addr;  /* placed: at=, or in order from 0, each at the next 512-byte boundary */
    uint64_t core_offset[2]; /* bytes that every row and every column of the core grid adds to an address */
    uint64_t bytes; /* 4-bit types two to a byte */
    uint32_t line, column;
    uint32_t file_column;
};

/* The tensors of a trace, in the order of their declarations. Shared by the readers of one trace. */
struct aic_trace_tensors {
    struct aic_trace_tensor *at;
    uint32_t n, room;
    uint32_t *slots; /* open addressing over the names, index + 1 */
    uint32_t slots_n;
    uint64_t next; /* where the next tensor without at= goes */
    uint32_t cores; /* of a `cores` line: that many run the records of core 0; 0: none */
    uint32_t grid_rows;
    struct aic_ranges placed;
};

void aic_trace_tensors_free(struct aic_trace_tensors *tensors);

/* Turns a record of core 0 into that of another core under a `cores` line: core i stands in row i % rows and column
 * i / rows of the grid, and the tensors that a record names move by their core_offset. */
void aic_trace_for_core(const struct aic_trace_tensors *tensors, uint32_t core, struct aic_record *rec);

/* Index of a tensor, -1 when there is none. */
int32_t aic_trace_tensors_find(const struct aic_trace_tensors *tensors, struct aic_text name);

enum aic_item_kind {
    AIC_ITEM_BLANK = 0, /* also a comment */
    AIC_ITEM_HEADER,
    AIC_ITEM_PRODUCT,
    AIC_ITEM_GM,
    AIC_ITEM_INIT,
    AIC_ITEM_DUMP,
    AIC_ITEM_EXPECT,
    AIC_ITEM_CORE,
    AIC_ITEM_CORES,
    AIC_ITEM_RECORD, /* an instruction, `scalar` included */
    AIC_ITEM_SKIPPED, /* a line that the reader's mode passes over */
    AIC_ITEM_ERROR   /* reported; nothing else is set */
};

/* One line. Texts point into the line that was given. */
struct aic_trace_item {
    uint8_t kind; /* enum aic_item_kind */
    uint32_t line;
    uint32_t core;          /* of the last `core` line */
    uint8_t unit;           /* enum aic_unit of that line */
    bool unit_given;
    struct aic_text allow;  /* rule ids after `# aicsim: allow`, joined by commas or blanks; empty: none */
    /* PRODUCT */
    struct aic_text name;
    uint32_t name_column;
    /* GM */
    uint32_t tensor;
    /* INIT, DUMP, EXPECT */
    struct aic_operand op;
    uint32_t op_column;
    struct aic_text file, layout;
    uint32_t file_column;
    uint8_t dtype; /* AIC_DT_NONE: not given */
    uint8_t ndim;  /* 0: no shape given */
    bool bytes_given;
    uint64_t dims[AIC_TRACE_MAX_DIMS];
    uint64_t bytes;
    double rtol, atol;
    /* RECORD */
    struct aic_record rec;
};

/* Which lines a reader takes; it passes over the others without looking at more than their first word. */
enum aic_trace_mode {
    AIC_TRACE_ALL = 0,
    AIC_TRACE_DECLARATIONS, /* header, product, gm, core, cores */
    AIC_TRACE_RECORDS       /* all but gm and cores: these are known already */
};

struct aic_trace_reader;

/* `tensors` is read and, outside AIC_TRACE_RECORDS, filled; it stays the caller's and outlives the reader.
 * NULL when out of memory. */
struct aic_trace_reader *aic_trace_reader_new(enum aic_trace_mode mode, struct aic_trace_tensors *tensors,
                                              aic_trace_error_fn *error, void *user);
void aic_trace_reader_free(struct aic_trace_reader *reader);

/* Records that a comment `# at FILE:LINE` follows get the number of that place in `sites`, which stays the caller's
 * and outlives the reader. Without a call such comments mean nothing. */
void aic_trace_reader_sites(struct aic_trace_reader *reader, struct aic_sites *sites);

/* The next line of the trace, `len` bytes without (or with) its line end; *item is filled. A line that cannot be read
 * is reported once and the reader goes on. A line longer than AIC_TRACE_MAX_LINE is an error. */
enum aic_item_kind aic_trace_reader_line(struct aic_trace_reader *reader, const char *line, size_t len,
                                         struct aic_trace_item *item);

/* What the last line had been when the reader is set to read on from another place: the number of the next line and
 * the `core` line in force. */
void aic_trace_reader_seek(struct aic_trace_reader *reader, uint32_t next_line, uint32_t core, uint8_t unit,
                           bool unit_given);

/* At the end of the trace: reports what is missing as a whole (the header). True when there is nothing. */
bool aic_trace_reader_end(struct aic_trace_reader *reader);

/* Lines reported as errors so far. */
uint64_t aic_trace_reader_errors(const struct aic_trace_reader *reader);

/* Prints a record as one line without its line end, fields in the order of the table, only those that stood in it.
 * Cut and terminated like snprintf's; returns the length that was needed. */
size_t aic_trace_print(const struct aic_record *rec, const struct aic_trace_tensors *tensors, char *out, size_t size);

/* Prints an operand ("l1:4096", "gm:x+32", "gm:0x1000"). */
size_t aic_trace_print_operand(const struct aic_operand *op, const struct aic_trace_tensors *tensors, char *out,
                               size_t size);

/* Column, from 1, of what a finding is about in the line of its record: operand `operand` (from 0), or the key `key`
 * (positional arguments count as operands), else the first word. */
uint32_t aic_trace_column(const char *line, size_t len, int operand, const char *key);

#endif
