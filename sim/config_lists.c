/* The lists of a product file: triples and pairs of element types, flags between pipes. */
#include <string.h>

#include "sim/config_internal.h"

static void complain(struct aic_config_errors *errors, const struct aic_yaml *node, const char *what, const char *text)
{
    aic_config_error(errors, node->file, node->line, node->column, "%s '%s'", what, text);
}
/* The type named by the text up to `end`, AIC_DT_NONE when there is none. */
static uint8_t dtype_until(const char *text, const char *end)
{
    return (uint8_t)aic_dtype_from_name(text, (unsigned)(end - text));
}

/* "A:B:C" or "A:B:C+bias". */
static bool parse_triple(const char *text, struct aic_mmad_triple *triple)
{
    const char *first = strchr(text, ':');
    const char *second = first ? strchr(first + 1, ':') : NULL;
    if (!second) {
        return false;
    }
    const char *end = text + strlen(text), *plus = strchr(second, '+');
    triple->a = dtype_until(text, first);
    triple->b = dtype_until(first + 1, second);
    triple->c = dtype_until(second + 1, plus ? plus : end);
    triple->bias = plus ? dtype_until(plus + 1, end) : AIC_DT_NONE;
    return triple->a && triple->b && triple->c && (!plus || triple->bias);
}

static bool parse_pair(const char *text, struct aic_dtype_pair *pair)
{
    const char *colon = strchr(text, ':');
    if (!colon) {
        return false;
    }
    pair->src = dtype_until(text, colon);
    pair->dst = dtype_until(colon + 1, text + strlen(text));
    return pair->src && pair->dst;
}

static bool parse_flag(const char *text, unsigned *src, unsigned *dst)
{
    const char *arrow = strstr(text, "->");
    if (!arrow) {
        return false;
    }
    *src = aic_pipe_from_name(text, (unsigned)(arrow - text));
    *dst = aic_pipe_from_name(arrow + 2, (unsigned)strlen(arrow + 2));
    return *src < AIC_PIPE_COUNT && *dst < AIC_PIPE_COUNT;
}

/* One item of a list into its place; false when it cannot be read. */
static bool store_item(const struct aic_key *key, const char *text, size_t i, void *member)
{
    unsigned src, dst;
    switch (key->type) {
    case AIC_KEY_TRIPLES:
        return parse_triple(text, (struct aic_mmad_triple *)((char *)member + sizeof(int64_t)) + i);
    case AIC_KEY_PAIRS:
        return parse_pair(text, (struct aic_dtype_pair *)((char *)member + sizeof(int64_t)) + i);
    default:
        if (!parse_flag(text, &src, &dst)) {
            return false;
        }
        ((uint8_t *)member)[src * AIC_PIPE_COUNT + dst] = 1;
        return true;
    }
}

static const char *item_form(const struct aic_key *key)
{
    return key->type == AIC_KEY_TRIPLES ? "expected A:B:C or A:B:C+bias, not"
         : key->type == AIC_KEY_PAIRS   ? "expected src:dst element types, not"
                                        : "expected PIPE->PIPE, not";
}

bool aic_config_read_list(const struct aic_key *key, const struct aic_yaml *list, struct aic_product *product,
                          struct aic_config_errors *errors)
{
    if (list->kind != AIC_YAML_LIST) {
        complain(errors, list, "expected a list, not", list->kind == AIC_YAML_SCALAR ? list->text : "a mapping");
        return false;
    }
    void *member = aic_key_member(key, product);
    memset(member, 0, key->size);
    bool ok = true;
    int64_t n = 0;
    for (const struct aic_yaml *item = list->first; item; item = item->next) {
        if (n == key->max) {
            aic_config_error(errors, item->file, item->line, item->column, "%s holds at most %d items", key->path,
                             (int)key->max);
            return false;
        }
        if (item->kind != AIC_YAML_SCALAR || !store_item(key, item->text, (size_t)n, member)) {
            complain(errors, item, item_form(key), item->kind == AIC_YAML_SCALAR ? item->text : "a list or mapping");
            ok = false;
        } else {
            n++;
        }
    }
    if (key->type != AIC_KEY_FLAGS) {
        memcpy(member, &n, sizeof(n));
    }
    return ok;
}

static void print_triples(const char *member, aic_text_fn *out, void *user)
{
    int64_t n;
    memcpy(&n, member, sizeof(n));
    const struct aic_mmad_triple *triple = (const struct aic_mmad_triple *)(member + sizeof(n));
    for (int64_t i = 0; i < n; i++, triple++) {
        out(user, i ? ", " : "");
        out(user, aic_dtype_name((enum aic_dtype)triple->a));
        out(user, ":");
        out(user, aic_dtype_name((enum aic_dtype)triple->b));
        out(user, ":");
        out(user, aic_dtype_name((enum aic_dtype)triple->c));
        if (triple->bias) {
            out(user, "+");
            out(user, aic_dtype_name((enum aic_dtype)triple->bias));
        }
    }
}

static void print_pairs(const char *member, aic_text_fn *out, void *user)
{
    int64_t n;
    memcpy(&n, member, sizeof(n));
    const struct aic_dtype_pair *pair = (const struct aic_dtype_pair *)(member + sizeof(n));
    for (int64_t i = 0; i < n; i++, pair++) {
        out(user, i ? ", " : "");
        out(user, aic_dtype_name((enum aic_dtype)pair->src));
        out(user, ":");
        out(user, aic_dtype_name((enum aic_dtype)pair->dst));
    }
}

static void print_flags(const char *member, aic_text_fn *out, void *user)
{
    const char *gap = "";
    for (unsigned i = 0; i < AIC_PIPE_COUNT * AIC_PIPE_COUNT; i++) {
        if (member[i]) {
            out(user, gap);
            out(user, aic_pipe_name((enum aic_pipe)(i / AIC_PIPE_COUNT)));
            out(user, "->");
            out(user, aic_pipe_name((enum aic_pipe)(i % AIC_PIPE_COUNT)));
            gap = ", ";
        }
    }
}

void aic_config_print_list(const struct aic_key *key, const struct aic_product *product, aic_text_fn *out, void *user)
{
    const char *member = (const char *)product + key->offset;
    out(user, "[");
    if (key->type == AIC_KEY_TRIPLES) {
        print_triples(member, out, user);
    } else if (key->type == AIC_KEY_PAIRS) {
        print_pairs(member, out, user);
    } else {
        print_flags(member, out, user);
    }
    out(user, "]");
}
