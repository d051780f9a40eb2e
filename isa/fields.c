#include "isa/fields.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Digits of `base`; *beyond is set when the value needs more than 64 bits. */
static bool digits(const char *p, const char *end, unsigned base, uint64_t *out, bool *beyond)
{
    uint64_t value = 0;
    if (p == end) {
        return false;
    }
    for (; p < end; p++) {
        int d = hex_digit(*p);
        if (d < 0 || (unsigned)d >= base) {
            return false;
        }
        if (value > (UINT64_MAX - (unsigned)d) / base) {
            *beyond = true;
        }
        value = *beyond ? UINT64_MAX : value * base + (unsigned)d;
    }
    *out = value;
    return true;
}

static bool unsigned_number(struct aic_text text, uint64_t *out, bool *beyond)
{
    const char *p = text.at, *end = text.at + text.len;
    *beyond = false;
    if (text.len > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
        return digits(p + 2, end, 16, out, beyond);
    }
    return digits(p, end, 10, out, beyond);
}

bool aic_text_u64(struct aic_text text, uint64_t *out)
{
    bool beyond;
    return unsigned_number(text, out, &beyond);
}

bool aic_text_int(struct aic_text text, int64_t *out)
{
    bool negative = text.len > 0 && text.at[0] == '-';
    struct aic_text rest = {text.at + negative, text.len - negative};
    uint64_t magnitude;
    if (!aic_text_u64(rest, &magnitude)) {
        return false;
    }
    if (negative) {
        *out = magnitude > (uint64_t)INT64_MAX ? INT64_MIN : -(int64_t)magnitude;
    } else {
        *out = magnitude > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)magnitude;
    }
    return true;
}

static const char *skip_digits(const char *p, const char *end)
{
    while (p < end && *p >= '0' && *p <= '9') {
        p++;
    }
    return p;
}

/* [-]digits[.digits][e[+-]digits] with a digit before or after the point. */
static bool looks_like_float(struct aic_text text)
{
    const char *p = text.at, *end = text.at + text.len;
    p += p < end && *p == '-';
    const char *whole = p;
    p = skip_digits(p, end);
    size_t n = (size_t)(p - whole);
    if (p < end && *p == '.') {
        const char *fraction = ++p;
        p = skip_digits(p, end);
        n += (size_t)(p - fraction);
    }
    if (n > 0 && p < end && (*p == 'e' || *p == 'E')) {
        p++;
        p += p < end && (*p == '+' || *p == '-');
        const char *exponent = p;
        p = skip_digits(p, end);
        if (p == exponent) {
            return false;
        }
    }
    return n > 0 && p == end;
}

bool aic_text_double(struct aic_text text, double *out)
{
    char copy[128];
    bool negative = text.len > 0 && text.at[0] == '-';
    struct aic_text rest = {text.at + negative, text.len - negative};
    uint64_t whole;
    if (rest.len <= 15 && aic_text_u64(rest, &whole)) {
        *out = negative ? -(double)whole : (double)whole;
        return true;
    }
    if (rest.len > 2 && rest.at[0] == '0' && (rest.at[1] == 'x' || rest.at[1] == 'X') && aic_text_u64(rest, &whole)) {
        *out = negative ? -(double)whole : (double)whole;
        return true;
    }
    if (text.len >= sizeof copy || !looks_like_float(text)) {
        return false;
    }
    memcpy(copy, text.at, text.len);
    copy[text.len] = 0;
    *out = strtod(copy, NULL);
    return true;
}

static int64_t double_bits(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double bits_double(int64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool fail(char *err, size_t errlen, const char *expected, struct aic_text text)
{
    if (text.len == 0) {
        snprintf(err, errlen, "expected %s after '='", expected);
    } else {
        snprintf(err, errlen, "expected %s, found '%.*s'", expected, (int)(text.len > 60 ? 60 : text.len), text.at);
    }
    return false;
}

static bool parse_list(const struct aic_field *field, struct aic_record *rec, struct aic_text text, char *err,
                       size_t errlen)
{
    int64_t value[AIC_MAX_FIELDS];
    const char *p = text.at, *end = text.at + text.len;
    unsigned n = 0;
    for (;;) {
        const char *colon = p < end ? memchr(p, ':', (size_t)(end - p)) : NULL;
        struct aic_text part = {p, (unsigned)((colon ? colon : end) - p)};
        if (n == field->count || !aic_text_int(part, &value[n])) {
            break;
        }
        n++;
        if (!colon) {
            p = NULL;
            break;
        }
        p = colon + 1;
    }
    if (p || n != field->count) {
        char expected[64];
        snprintf(expected, sizeof expected, "%u numbers joined by ':'", field->count);
        return fail(err, errlen, expected, text);
    }
    for (unsigned i = 0; i < n; i++) {
        rec->f[field->slot + i] = value[i];
    }
    return true;
}

static const char *choice_name(const void *list, size_t i)
{
    return ((const char *const *)list)[i];
}

static bool parse_choice(const struct aic_field *field, struct aic_record *rec, struct aic_text text, char *err,
                         size_t errlen)
{
    size_t n = 0, used;
    for (; field->choices[n]; n++) {
        if (aic_text_is(text, field->choices[n])) {
            rec->f[field->slot] = (int64_t)n;
            return true;
        }
    }
    const char *near = aic_text_nearest(text, choice_name, field->choices, n);
    if (near) {
        snprintf(err, errlen, "'%.*s' is no value of %s; did you mean '%s'?", (int)(text.len > 60 ? 60 : text.len),
                 text.at, field->name, near);
        return false;
    }
    used = (size_t)snprintf(err, errlen, "expected one of");
    for (size_t i = 0; i < n && used < errlen; i++) {
        used += (size_t)snprintf(err + used, errlen - used, "%s %s", i ? "," : "", field->choices[i]);
    }
    if (used < errlen) {
        snprintf(err + used, errlen - used, "; found '%.*s'", (int)(text.len > 60 ? 60 : text.len), text.at);
    }
    return false;
}

/* A 64-bit pattern has no room to be kept out of range in: a bit of its own says so. */
static bool parse_pattern(struct aic_text text, struct aic_record *rec, unsigned slot)
{
    uint64_t value;
    bool beyond;
    if (text.len > 1 && text.at[0] == '-') {
        beyond = true;
        if (!aic_text_int(text, &rec->f[slot])) {
            return false;
        }
    } else if (unsigned_number(text, &value, &beyond)) {
        rec->f[slot] = (int64_t)value;
    } else {
        return false;
    }
    rec->beyond = (rec->beyond & ~(UINT64_C(1) << slot)) | (uint64_t)beyond << slot;
    return true;
}

static bool parse_value(const struct aic_field *field, struct aic_record *rec, struct aic_text text, char *err,
                        size_t errlen)
{
    static const char prefix[] = "bits:";
    const unsigned n = sizeof prefix - 1;
    double value;
    if (text.len > n && memcmp(text.at, prefix, n) == 0) {
        if (!parse_pattern((struct aic_text){text.at + n, text.len - n}, rec, field->slot)) {
            return fail(err, errlen, "a bit pattern (decimal or 0x hex) after bits:", text);
        }
        rec->raw |= UINT64_C(1) << field->slot;
        return true;
    }
    if (!aic_text_double(text, &value)) {
        return fail(err, errlen, "a number or bits:N", text);
    }
    rec->f[field->slot] = double_bits(value);
    rec->raw &= ~(UINT64_C(1) << field->slot);
    return true;
}

static bool parse_bool(const struct aic_field *field, struct aic_record *rec, struct aic_text text, char *err,
                       size_t errlen)
{
    bool yes = aic_text_is(text, "true");
    if (!yes && !aic_text_is(text, "false")) {
        return fail(err, errlen, "true or false", text);
    }
    rec->f[field->slot] = yes;
    return true;
}

static bool parse_float(const struct aic_field *field, struct aic_record *rec, struct aic_text text, char *err,
                        size_t errlen)
{
    double value;
    if (!aic_text_double(text, &value)) {
        return fail(err, errlen, "a number", text);
    }
    rec->f[field->slot] = double_bits(value);
    return true;
}

static bool parse_u64(const struct aic_field *field, struct aic_record *rec, struct aic_text text, char *err,
                      size_t errlen)
{
    return parse_pattern(text, rec, field->slot) ||
           fail(err, errlen, "a 64-bit pattern (decimal or 0x hex)", text);
}

static bool parse_int(const struct aic_field *field, struct aic_record *rec, struct aic_text text, char *err,
                      size_t errlen)
{
    return aic_text_int(text, &rec->f[field->slot]) || fail(err, errlen, "a whole number", text);
}

typedef bool parse_fn(const struct aic_field *field, struct aic_record *rec, struct aic_text text, char *err,
                      size_t errlen);

static parse_fn *const parsers[] = {
    [AIC_FIELD_UINT] = parse_int,    [AIC_FIELD_SINT] = parse_int,    [AIC_FIELD_U64] = parse_u64,
    [AIC_FIELD_BOOL] = parse_bool,   [AIC_FIELD_VALUE] = parse_value, [AIC_FIELD_FLOAT] = parse_float,
    [AIC_FIELD_CHOICE] = parse_choice, [AIC_FIELD_LIST] = parse_list,
};

bool aic_field_parse(const struct aic_field *field, struct aic_record *rec, struct aic_text text, char *err,
                     size_t errlen)
{
    if (!parsers[field->kind](field, rec, text, err, errlen)) {
        return false;
    }
    rec->given |= UINT64_C(1) << field->slot;
    return true;
}

/* The shortest of the usual precisions that reads back as the same double. */
static int print_double(double value, char *out, size_t size)
{
    char text[40];
    if (isinf(value)) {
        return snprintf(out, size, "%s", value < 0 ? "-1e999" : "1e999");
    }
    for (int precision = 6; precision <= 17; precision++) {
        snprintf(text, sizeof text, "%.*g", precision, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    return snprintf(out, size, "%s", text);
}

static int print_list(const struct aic_field *field, const struct aic_record *rec, char *out, size_t size)
{
    char text[AIC_MAX_FIELDS * 21];
    size_t used = 0;
    for (unsigned i = 0; i < field->count; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%" PRId64, i ? ":" : "", rec->f[field->slot + i]);
    }
    return snprintf(out, size, "%s", text);
}

/* A pattern beyond its 64 bits is negative (or saturated: all ones), and reads back as such. */
static int print_pattern(const struct aic_record *rec, unsigned slot, const char *prefix, char *out, size_t size)
{
    int64_t value = rec->f[slot];
    return rec->beyond >> slot & 1 ? snprintf(out, size, "%s%s%" PRId64, prefix, value ? "" : "-", value)
                                   : snprintf(out, size, "%s0x%" PRIx64, prefix, (uint64_t)value);
}

size_t aic_field_print(const struct aic_field *field, const struct aic_record *rec, char *out, size_t size)
{
    int64_t value = rec->f[field->slot];
    int n = 0;
    switch (field->kind) {
    case AIC_FIELD_U64:
        n = print_pattern(rec, field->slot, "", out, size);
        break;
    case AIC_FIELD_BOOL:
        n = snprintf(out, size, "%s", value ? "true" : "false");
        break;
    case AIC_FIELD_CHOICE:
        n = snprintf(out, size, "%s", field->choices[value]);
        break;
    case AIC_FIELD_LIST:
        n = print_list(field, rec, out, size);
        break;
    case AIC_FIELD_VALUE:
        if (rec->raw >> field->slot & 1) {
            n = print_pattern(rec, field->slot, "bits:", out, size);
            break;
        }
        n = print_double(bits_double(value), out, size);
        break;
    case AIC_FIELD_FLOAT:
        n = print_double(bits_double(value), out, size);
        break;
    default:
        n = snprintf(out, size, "%" PRId64, value);
        break;
    }
    return n < 0 ? 0 : (size_t)n;
}

#define NEAR_MAX 48

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Edit distance without regard to case; words longer than NEAR_MAX are never near. */
static unsigned distance(struct aic_text a, const char *b)
{
    unsigned row[NEAR_MAX + 1];
    size_t n = strlen(b);
    if (a.len > NEAR_MAX || n > NEAR_MAX) {
        return NEAR_MAX;
    }
    for (unsigned j = 0; j <= n; j++) {
        row[j] = j;
    }
    for (unsigned i = 1; i <= a.len; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= n; j++) {
            unsigned change = diagonal + (lower(a.at[i - 1]) != lower(b[j - 1]));
            unsigned shift = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < shift ? change : shift;
        }
    }
    return row[n];
}

const char *aic_text_nearest(struct aic_text text, const char *(*name)(const void *list, size_t i), const void *list,
                             size_t n)
{
    const char *best = NULL;
    unsigned least = text.len / 3 + 1;
    for (size_t i = 0; i < n; i++) {
        unsigned d = distance(text, name(list, i));
        if (d <= least && (!best || d < least)) {
            best = name(list, i);
            least = d;
        }
    }
    return best;
}
