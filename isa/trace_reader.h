/* The inside of the text reader, shared by the files that read records and declarations. Not for other rooms. */
#ifndef AIC_ISA_TRACE_READER_H
#define AIC_ISA_TRACE_READER_H

#include <stdint.h>
#include <string.h>

#include "isa/trace_text.h"

#define AIC_TRACE_WORDS 256 /* slots of the word table: a power of two well above the number of words */

/* The line under the reader: [at, end) is left, `start` is its first byte. */
struct aic_cursor {
    const char *start, *at, *end;
};

/* What the reader knows of one instruction beside its row. */
struct aic_trace_insn {
    const struct aic_insn *insn;
    struct aic_record empty;        /* every default filled in */
    uint64_t required;              /* bit per slot */
    uint64_t waived;                /* slots that are not required when waived_by is false */
    int8_t waived_by;               /* slot of isSetFMatrix, -1 */
    bool positional;                /* bare arguments fill the fields in order */
    uint8_t name_len[AIC_MAX_FIELDS];
    uint8_t order[AIC_MAX_FIELDS];  /* key order of the last record: field at each position */
};

struct aic_trace_word {
    const char *text;
    uint8_t len;
    int16_t what; /* instruction index, or -1 - enum aic_item_kind */
};

struct aic_trace_reader {
    enum aic_trace_mode mode;
    struct aic_trace_tensors *tensors;
    struct aic_sites *sites; /* NULL: comments say nothing */
    aic_trace_error_fn *error;
    void *user;
    uint64_t errors;
    uint32_t line;
    uint32_t core;
    uint8_t unit;
    bool unit_given;
    bool begun;   /* the header, or its absence, is settled */
    bool product; /* a product line was seen */
    uint32_t product_line;
    uint32_t cores_line;  /* of the `cores` line, 0: none yet */
    uint32_t high_core;   /* line that named a core above 0, 0: none yet */
    size_t n_insns;
    struct aic_trace_insn *insns;
    struct aic_trace_word words[AIC_TRACE_WORDS];
};

/* A copy that ends with 0, for free; NULL when out of memory. */
char *aic_text_copy(struct aic_text text);

/* Reports an error at `at` in the line and returns false. */
bool aic_trace_fail(struct aic_trace_reader *r, const struct aic_cursor *c, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports that `text` is no element type, with the nearest one, and returns false. */
bool aic_trace_no_dtype(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text text);

/* The operand in `text` (the words of one part). */
bool aic_trace_operand(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text text,
                       struct aic_operand *op);

/* The instruction's arguments behind its mnemonic. */
bool aic_trace_record(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_trace_insn *in,
                      struct aic_record *rec);

/* A declaration behind its first word. */
bool aic_trace_declaration(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_trace_item *item);

/* Index of a new tensor with its name and place in the source; -1 when out of memory. */
int32_t aic_trace_tensors_add(struct aic_trace_tensors *tensors, struct aic_text name);

static inline void aic_cursor_blanks(struct aic_cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t')) {
        c->at++;
    }
}

/* Bytes up to a blank or one of `stop` (may be empty). */
static inline struct aic_text aic_cursor_word(struct aic_cursor *c, const char *stop)
{
    struct aic_text word = {c->at, 0};
    while (c->at < c->end && *c->at != ' ' && *c->at != '\t' && !(*stop && strchr(stop, *c->at))) {
        c->at++;
    }
    word.len = (unsigned)(c->at - word.at);
    return word;
}

/* For messages: at most 60 bytes of a piece of the line. */
#define AIC_TEXT_ARG(t) (int)((t).len > 60 ? 60 : (t).len), (t).at

#endif
