/* Trace format v1, binary: the records of the text at a fixed width, little endian, one stream for each unit of a core,
 * so that a reader holds one block of each stream and no more. No file is touched here: bytes go out and come in
 * through callbacks, and so does compression.
 *
 *   head      "aicsimb\n", u32 version, flags (1: blocks are compressed), record bytes, field slots, instructions,
 *             text bytes
 *   text      the declarations (header, product, gm, init, dump, expect) as a text trace
 *   names     each instruction: u8 length, name, u8 fields; each field: u8 slot, u8 count, u8 length, name
 *   blocks    u32 stream, records, bytes, stored bytes; then the stored bytes
 *   index     u32 streams; each: u32 core, u32 unit, u64 records
 *             u32 blocks; each: u64 offset, u32 stream, u32 records
 *             u32 suppressions; each: u32 line, u32 length, the rule ids
 *             u32 sites; each: u32 line, u32 length, the file's name (the numbers that records hold as file, from 1;
 *             the list may be missing)
 *   tail      u64 offset of the index, "aicsimb\n"
 *
 * A record: u64 order in the whole trace; u16 instruction, u8 operands, u8 types, u8[3] types, u8 unit (bit 7: given);
 * u32 core, line, file, beyond; u64 given, raw; 4 operands of u64 address, i32 tensor, u8 space, u8 unit, u16 0; i64
 * per slot. */
#ifndef AIC_ISA_TRACE_BINARY_H
#define AIC_ISA_TRACE_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/fields.h"
#include "isa/sites.h"
#include "isa/record.h"

#define AIC_BINARY_VERSION 1
#define AIC_BINARY_MAGIC "aicsimb\n"
#define AIC_BINARY_MAGIC_BYTES 8
#define AIC_BINARY_BLOCK 256 /* records of a block at the most */

/* Where a binary trace is written to. */
struct aic_binary_sink {
    void *user;
    bool (*write)(void *user, const void *data, size_t n); /* appends */
    /* Compresses n bytes into at most `room` bytes; returns their number, 0 when they do not fit. NULL: store as is. */
    size_t (*compress)(void *user, const void *data, size_t n, void *out, size_t room);
};

struct aic_binary_writer;

/* `declarations` is the text part. NULL when out of memory or the sink fails. */
struct aic_binary_writer *aic_binary_writer_new(const struct aic_binary_sink *sink, struct aic_text declarations);

/* Appends a record to the stream of its core and unit. False when the sink failed. */
bool aic_binary_writer_push(struct aic_binary_writer *writer, const struct aic_record *rec);

/* The rules that may not be reported at a line of the source. */
bool aic_binary_writer_allow(struct aic_binary_writer *writer, uint32_t line, struct aic_text rules);

/* The places of the source that the records name; the caller's, and as they are when the trace is finished. */
void aic_binary_writer_sites(struct aic_binary_writer *writer, const struct aic_sites *sites);

/* Writes what is left and the index. False when anything could not be written. */
bool aic_binary_writer_finish(struct aic_binary_writer *writer);
void aic_binary_writer_free(struct aic_binary_writer *writer);

/* Where a binary trace is read from. */
struct aic_binary_source {
    void *user;
    uint64_t bytes;
    bool (*read)(void *user, uint64_t offset, void *out, size_t n);
    /* Undoes `compress`; true when exactly n bytes come out. NULL: compressed traces are refused. */
    bool (*expand)(void *user, const void *data, size_t stored, void *out, size_t n);
};

struct aic_binary_reader;

/* Reads head, names and index. NULL with the reason in err. */
struct aic_binary_reader *aic_binary_reader_new(const struct aic_binary_source *source, char *err, size_t errlen);
void aic_binary_reader_free(struct aic_binary_reader *reader);

/* The text part; the reader's. */
struct aic_text aic_binary_declarations(const struct aic_binary_reader *reader);

size_t aic_binary_streams(const struct aic_binary_reader *reader);
void aic_binary_stream_of(const struct aic_binary_reader *reader, size_t i, uint32_t *core, uint32_t *unit);

/* The rules that are not reported at a line; empty: none. */
size_t aic_binary_allows(const struct aic_binary_reader *reader);
struct aic_text aic_binary_allow(const struct aic_binary_reader *reader, size_t i, uint32_t *line);

/* Makes the places of the source that the records name those of an empty table. False when one is there twice, or when
 * out of memory. */
bool aic_binary_sites(const struct aic_binary_reader *reader, struct aic_sites *sites);

/* The next record of a stream with its order in the whole trace: 1, 0 at the end, -1 with the reason in err. */
int aic_binary_next(struct aic_binary_reader *reader, size_t stream, struct aic_record *rec, uint64_t *order, char *err,
                    size_t errlen);

/* Order of the next record of a stream, UINT64_MAX at its end or on an error, which aic_binary_next reports. */
uint64_t aic_binary_peek(struct aic_binary_reader *reader, size_t stream);

/* Whether a stream met a block or record that cannot be read. */
bool aic_binary_damaged(const struct aic_binary_reader *reader, size_t stream);

#endif
