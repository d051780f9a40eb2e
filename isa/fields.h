/* The fields of a record as text: one table row parses and prints. */
#ifndef AIC_ISA_FIELDS_H
#define AIC_ISA_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/insn.h"

/* A piece of a line; not terminated. */
struct aic_text {
    const char *at;
    unsigned len;
};

static inline bool aic_text_is(struct aic_text text, const char *word)
{
    unsigned i = 0;
    while (i < text.len && word[i] != 0 && word[i] == text.at[i]) {
        i++;
    }
    return i == text.len && word[i] == 0;
}

/* Whole numbers, decimal or 0x hex, with an optional minus sign. False when the text is no such number.
 * Values beyond 64 bits are saturated, never wrapped. */
bool aic_text_int(struct aic_text text, int64_t *out);

/* The same without a sign, for 64-bit patterns and addresses. */
bool aic_text_u64(struct aic_text text, uint64_t *out);

/* A decimal or exponent number (or a whole number in hex). A magnitude beyond a double becomes infinite. */
bool aic_text_double(struct aic_text text, double *out);

/* Parses the text of one field into rec->f and sets its bit of rec->given (and rec->raw). On failure false, the record
 * is unchanged, and err (errlen bytes) says what was expected. */
bool aic_field_parse(const struct aic_field *field, struct aic_record *rec, struct aic_text text, char *err,
                     size_t errlen);

/* Prints the value of one field as a trace says it, so that parsing gives the same bits. The result is cut and
 * terminated like snprintf's; returns the length that was needed. */
size_t aic_field_print(const struct aic_field *field, const struct aic_record *rec, char *out, size_t size);

/* A word from a list of n names that looks most like `text`, NULL when none is near enough to suggest.
 * `name` gives the i-th. */
const char *aic_text_nearest(struct aic_text text, const char *(*name)(const void *list, size_t i), const void *list,
                             size_t n);

#endif
