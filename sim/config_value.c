/* One value: from its node into the member, and back into text. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/config_internal.h"

#define DECIMALS 10 /* 1/1024 has ten */

static bool bad(struct aic_config_errors *errors, const struct aic_yaml *node, const char *expected)
{
    if (node->kind == AIC_YAML_SCALAR) {
        aic_config_error(errors, node->file, node->line, node->column, "expected %s, not '%s'", expected, node->text);
    } else {
        aic_config_error(errors, node->file, node->line, node->column, "expected %s, not a %s", expected,
                         node->kind == AIC_YAML_LIST ? "list" : "mapping");
    }
    return false;
}

static int64_t scale_of(const struct aic_key *key)
{
    return key->type == AIC_KEY_1024 ? 1024 : key->type == AIC_KEY_MILLI ? 1000 : 1;
}

/* "12", "-3" or "23.5" times `scale`, rounded to nearest. */
static bool parse_decimal(const char *text, int64_t scale, int64_t *out)
{
    bool minus = *text == '-';
    const char *p = text + minus;
    int64_t whole = 0, part = 0, ten = 1;
    unsigned digits = 0;
    for (; *p >= '0' && *p <= '9'; p++, digits++) {
        if (digits >= 16) {
            return false;
        }
        whole = whole * 10 + (*p - '0');
    }
    if (digits == 0) {
        return false;
    }
    if (*p == '.' && scale > 1) {
        unsigned places = 0;
        for (p++; *p >= '0' && *p <= '9'; p++, places++) {
            if (places >= DECIMALS) {
                return false;
            }
            part = part * 10 + (*p - '0');
            ten *= 10;
        }
        if (places == 0) {
            return false;
        }
    }
    if (*p || whole > INT64_MAX / 2048) {
        return false;
    }
    *out = (whole * scale + (part * scale + ten / 2) / ten) * (minus ? -1 : 1);
    return true;
}

static bool read_number(const struct aic_key *key, const struct aic_yaml *value, int64_t *out,
                        struct aic_config_errors *errors)
{
    int64_t scale = scale_of(key), number;
    if (value->kind != AIC_YAML_SCALAR || value->quoted || !parse_decimal(value->text, scale, &number)) {
        return bad(errors, value, scale > 1 ? "a decimal number" : "a whole number");
    }
    if (number < key->min * scale || number > key->max * scale) {
        aic_config_error(errors, value->file, value->line, value->column,
                         "%s: %s is outside %" PRId64 "..%" PRId64 "%s%s", key->path, value->text, key->min, key->max,
                         *key->unit ? " " : "", key->unit);
        return false;
    }
    *out = number;
    return true;
}

struct choice_list {
    const char *const *names;
};

static const char *choice_at(const void *user, size_t i)
{
    return ((const struct choice_list *)user)->names[i];
}

static int find_choice(const struct aic_key *key, const struct aic_yaml *value, struct aic_config_errors *errors)
{
    if (value->kind != AIC_YAML_SCALAR) {
        bad(errors, value, "a name");
        return -1;
    }
    for (int i = 0; key->choices[i]; i++) {
        if (strcmp(key->choices[i], value->text) == 0) {
            return i;
        }
    }
    struct choice_list list = {key->choices};
    const char *near = aic_nearest_name(value->text, choice_at, &list);
    aic_config_error(errors, value->file, value->line, value->column, "%s: '%s' is no choice here%s%s%s", key->path,
                     value->text, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    return -1;
}

static bool read_set(const struct aic_key *key, const struct aic_yaml *value, int64_t *out,
                     struct aic_config_errors *errors)
{
    if (value->kind != AIC_YAML_LIST) {
        return bad(errors, value, "a list of names");
    }
    int64_t set = 0;
    bool ok = true;
    for (const struct aic_yaml *item = value->first; item; item = item->next) {
        int i = find_choice(key, item, errors);
        if (i < 0) {
            ok = false;
        } else {
            set |= (int64_t)1 << i;
        }
    }
    *out = set;
    return ok;
}

static bool read_bool(const struct aic_yaml *value, int64_t *out, struct aic_config_errors *errors)
{
    *out = aic_yaml_is(value, "true");
    return *out || aic_yaml_is(value, "false") || bad(errors, value, "true or false");
}

static const char *dtype_at(const void *user, size_t i)
{
    (void)user;
    return i + 1 < AIC_DT_COUNT ? aic_dtype_name((enum aic_dtype)(i + 1)) : NULL;
}

static bool read_dtype(const struct aic_yaml *item, aic_dtype_set *set, struct aic_config_errors *errors)
{
    if (item->kind != AIC_YAML_SCALAR) {
        return bad(errors, item, "an element type");
    }
    enum aic_dtype dt = aic_dtype_from_name(item->text, (unsigned)strlen(item->text));
    if (dt == AIC_DT_NONE) {
        const char *near = aic_nearest_name(item->text, dtype_at, NULL);
        aic_config_error(errors, item->file, item->line, item->column, "no element type '%s'%s%s%s", item->text,
                         near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        return false;
    }
    *set |= AIC_DT_BIT(dt);
    return true;
}

bool aic_config_read_dtypes(const struct aic_yaml *value, bool unknown_ok, aic_dtype_set *set,
                            struct aic_config_errors *errors)
{
    if (unknown_ok && aic_yaml_is(value, "unknown")) {
        *set = AIC_DT_UNKNOWN_SET;
        return true;
    }
    if (value->kind != AIC_YAML_LIST) {
        return bad(errors, value, "a list of element types");
    }
    *set = 0;
    bool ok = true;
    for (const struct aic_yaml *item = value->first; item; item = item->next) {
        if (unknown_ok && aic_yaml_is(item, "unknown")) {
            *set |= AIC_DT_UNKNOWN_SET; /* these types, and no source says which others */
        } else {
            ok = read_dtype(item, set, errors) && ok;
        }
    }
    return ok;
}

/* True when the value is `unknown` and was dealt with, one way or the other. */
static bool read_unknown(const struct aic_key *key, const struct aic_yaml *value, int64_t *out, bool *ok,
                         struct aic_config_errors *errors)
{
    if (!aic_yaml_is(value, "unknown")) {
        return false;
    }
    *ok = (key->flags & AIC_KEY_UNKNOWN_OK) != 0;
    *out = AIC_UNKNOWN;
    if (!*ok) {
        aic_config_error(errors, value->file, value->line, value->column, "%s may not be unknown", key->path);
    }
    return true;
}

bool aic_config_read_value(const struct aic_key *key, const struct aic_yaml *value, struct aic_product *product,
                           struct aic_config_errors *errors)
{
    void *member = aic_key_member(key, product);
    int64_t number = 0;
    bool ok = false;
    int choice;
    if (key->type >= AIC_KEY_TRIPLES) {
        return aic_config_read_list(key, value, product, errors);
    }
    if (key->type == AIC_KEY_DTYPES) {
        aic_dtype_set set = 0;
        ok = aic_config_read_dtypes(value, (key->flags & AIC_KEY_UNKNOWN_OK) != 0, &set, errors);
        if (ok) {
            memcpy(member, &set, sizeof(set));
        }
        return ok;
    }
    if (!read_unknown(key, value, &number, &ok, errors)) {
        switch (key->type) {
        case AIC_KEY_BOOL:
            ok = read_bool(value, &number, errors);
            break;
        case AIC_KEY_CHOICE:
            choice = find_choice(key, value, errors);
            ok = choice >= 0;
            number = choice;
            break;
        case AIC_KEY_SET:
            ok = read_set(key, value, &number, errors);
            break;
        default:
            ok = read_number(key, value, &number, errors);
        }
    }
    if (ok) {
        memcpy(member, &number, sizeof(number));
    }
    return ok;
}

void aic_config_write_default(const struct aic_key *key, struct aic_product *product)
{
    void *member = aic_key_member(key, product);
    if (key->type >= AIC_KEY_DTYPES) {
        memset(member, 0, key->size);
        return;
    }
    int64_t number = key->def == AIC_UNKNOWN ? AIC_UNKNOWN : key->def * scale_of(key);
    memcpy(member, &number, sizeof(number));
}

void aic_config_print_dtypes(aic_dtype_set set, aic_text_fn *out, void *user)
{
    if (set == AIC_DT_UNKNOWN_SET) {
        out(user, "unknown");
        return;
    }
    const char *gap = "[";
    for (int dt = 1; dt < AIC_DT_COUNT; dt++) {
        if (set & AIC_DT_BIT(dt)) {
            out(user, gap);
            out(user, aic_dtype_name((enum aic_dtype)dt));
            gap = ", ";
        }
    }
    out(user, set & AIC_DT_UNKNOWN_SET ? ", unknown]" : *gap == '[' ? "[]" : "]");
}

static void print_set(const struct aic_key *key, int64_t set, aic_text_fn *out, void *user)
{
    const char *gap = "[";
    for (int i = 0; key->choices[i]; i++) {
        if (set >> i & 1) {
            out(user, gap);
            out(user, key->choices[i]);
            gap = ", ";
        }
    }
    out(user, *gap == '[' ? "[]" : "]");
}

static void print_number(int64_t number, int64_t scale, aic_text_fn *out, void *user)
{
    char text[64];
    int64_t whole = number / scale, part = number % scale, ten = 1;
    if (part == 0) {
        snprintf(text, sizeof(text), "%" PRId64, whole);
        out(user, text);
        return;
    }
    int places = 0;
    while (places < DECIMALS && part * ten % scale) {
        ten *= 10;
        places++;
    }
    snprintf(text, sizeof(text), "%" PRId64 ".%0*" PRId64, whole, places, part * ten / scale);
    out(user, text);
}

void aic_product_print_value(const struct aic_product *product, size_t index, aic_text_fn *out, void *user)
{
    const struct aic_key *key = aic_key_at(index);
    const void *member = (const char *)product + key->offset;
    if (key->type >= AIC_KEY_TRIPLES) {
        aic_config_print_list(key, product, out, user);
        return;
    }
    if (key->type == AIC_KEY_DTYPES) {
        aic_dtype_set set;
        memcpy(&set, member, sizeof(set));
        aic_config_print_dtypes(set, out, user);
        return;
    }
    int64_t number;
    memcpy(&number, member, sizeof(number));
    if (number == AIC_UNKNOWN) {
        out(user, "unknown");
    } else if (key->type == AIC_KEY_BOOL) {
        out(user, number ? "true" : "false");
    } else if (key->type == AIC_KEY_CHOICE) {
        out(user, key->choices[number]);
    } else if (key->type == AIC_KEY_SET) {
        print_set(key, number, out, user);
    } else {
        print_number(number, scale_of(key), out, user);
    }
}
