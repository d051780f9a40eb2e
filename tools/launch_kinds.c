#include "tools/launch_kinds.h"

#include <stdlib.h>
#include <string.h>

void aic_kinds_free(struct aic_kinds *kinds)
{
    free(kinds->at);
    free(kinds->used);
    *kinds = (struct aic_kinds){0};
}

/* Room for one more of `size` bytes behind n. False when out of memory. */
static bool grow(void **at, size_t n, size_t *room, size_t size)
{
    if (n < *room) {
        return true;
    }
    size_t more = *room ? *room * 2 : 64;
    void *grown = realloc(*at, more * size);
    if (!grown) {
        return false;
    }
    *at = grown;
    *room = more;
    return true;
}

/* FNV-1a. */
static uint64_t hash(const char *name, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) {
        h = (h ^ (unsigned char)name[i]) * 0x100000001b3u;
    }
    return h;
}

static bool any_of(const char *text, const struct aic_token *token, const char *const *words)
{
    for (; *words; words++) {
        if (aic_token_is(text, token, *words)) {
            return true;
        }
    }
    return false;
}

unsigned aic_kind_of_token(const char *text, const struct aic_token *token)
{
    static const char *const cube[] = {"A1", "B1", "A2", "B2", "CO1", "Mmad", "LoadData", "Fixpipe", "mad", "__cbuf__",
                                       "__ca__", "__cb__", "__cc__", "ASCEND_IS_AIC", NULL};
    static const char *const vector[] = {"VECIN", "VECOUT", "VECCALC", "__ubuf__", "ASCEND_IS_AIV", NULL};
    return (any_of(text, token, cube) ? AIC_KIND_CUBE : 0u) | (any_of(text, token, vector) ? AIC_KIND_VECTOR : 0u);
}

/* The file that is read: the declaration in hand is [begin, body) in front of its `{` or `;`, its text ends at end. */
struct reader {
    struct aic_kinds *kinds;
    const char *text;
    const struct aic_tokens *t;
    size_t begin, body, end;
    size_t first, last;
    unsigned bits;
    bool named;
};

static bool is(const struct reader *r, size_t i, const char *word)
{
    return i < r->t->n && aic_token_is(r->text, &r->t->at[i], word);
}

static bool is_name(const struct reader *r, size_t i)
{
    return i < r->t->n && r->t->at[i].kind == AIC_TOKEN_NAME;
}

static uint64_t hash_of(const struct reader *r, size_t i)
{
    const struct aic_token *token = &r->t->at[i];
    return hash(r->text + token->begin, token->end - token->begin);
}

/* The names in the declaration and the kinds that they say. */
static bool note_used(struct reader *r)
{
    struct aic_kinds *k = r->kinds;
    r->first = k->used_n;
    r->bits = 0;
    for (size_t i = r->begin; i < r->end; i++) {
        if (!is_name(r, i)) {
            continue;
        }
        if (!grow((void **)&k->used, k->used_n, &k->used_room, sizeof(*k->used))) {
            return false;
        }
        k->used[k->used_n++] = hash_of(r, i);
        r->bits |= aic_kind_of_token(r->text, &r->t->at[i]);
    }
    r->last = k->used_n;
    return true;
}

static bool define(struct reader *r, size_t i)
{
    struct aic_kinds *k = r->kinds;
    if (!grow((void **)&k->at, k->n, &k->room, sizeof(*k->at))) {
        return false;
    }
    k->at[k->n++] = (struct aic_definition){hash_of(r, i), r->first, r->last, r->bits};
    r->named = true;
    return true;
}

/* The class in front of `::` at token i, over its template arguments; i when there is none. */
static size_t qualifier(const struct reader *r, size_t i)
{
    size_t j = i - 1;
    for (size_t depth = 0; j > r->begin; j--) {
        depth += is(r, j, ">");
        depth -= is(r, j, "<") && depth > 0;
        if (depth == 0 && is_name(r, j)) {
            return j;
        }
    }
    return is_name(r, j) ? j : i;
}

/* A function, under its name or its class's; functions of attributes have names that begin with two underlines. */
static bool define_function(struct reader *r, size_t i)
{
    if (i > r->begin + 1 && is(r, i - 1, "::")) {
        i = qualifier(r, i - 1);
    }
    const char *name = r->text + r->t->at[i].begin;
    return strncmp(name, "__", 2) == 0 || define(r, i);
}

/* Behind the bracket that closes the first one from token i on. */
static size_t behind(const struct reader *r, size_t i, const char *open, const char *close)
{
    for (size_t depth = 0; i < r->t->n; i++) {
        depth += is(r, i, open);
        if (depth > 0 && is(r, i, close) && --depth == 0) {
            return i + 1;
        }
    }
    return i;
}

/* Every name under which the declaration can be meant. */
static bool note_names(struct reader *r)
{
    r->named = false;
    bool ok = note_used(r);
    size_t plain = r->end;
    bool open = true;
    for (size_t i = r->begin; ok && i < r->body; i++) {
        i = is(r, i, "template") ? behind(r, i, "<", ">") : i;
        open &= !is(r, i, "=") && !(is(r, i, "[") && plain != r->end);
        if (i >= r->body || !is_name(r, i)) {
            continue;
        }
        plain = open ? i : plain;
        if (i > r->begin && (is(r, i - 1, "class") || is(r, i - 1, "struct") || is(r, i - 1, "union") ||
                             is(r, i - 1, "define"))) {
            ok = define(r, i);
        } else if (open && is(r, i + 1, "(")) {
            ok = define_function(r, i);
        }
    }
    return ok && (r->named || plain == r->end || define(r, plain));
}

/* Whether the `{` at token i only opens a scope: namespaces and extern "C". */
static bool opens_scope(const struct reader *r, size_t i)
{
    for (size_t j = r->begin; j < i; j++) {
        if (is(r, j, "namespace")) {
            return true;
        }
    }
    return i > r->begin + 1 && is(r, i - 2, "extern") && r->t->at[i - 1].kind == AIC_TOKEN_LITERAL;
}

bool aic_kinds_scan(struct aic_kinds *kinds, const char *text, const struct aic_tokens *tokens)
{
    struct reader r = {.kinds = kinds, .text = text, .t = tokens};
    bool ok = true;
    for (size_t i = 0; ok && i < tokens->n; i++) {
        bool body = is(&r, i, "{");
        if (!body && !is(&r, i, ";") && !is(&r, i, "}")) {
            continue;
        }
        if (!is(&r, i, "}") && !(body && opens_scope(&r, i))) {
            r.body = i;
            r.end = body ? behind(&r, i, "{", "}") : i;
            ok = note_names(&r);
            i = body ? r.end - 1 : i;
        }
        r.begin = i + 1;
    }
    return ok;
}

unsigned aic_kinds_reached(const struct aic_kinds *kinds, const char *name)
{
    bool *seen = calloc(kinds->used_n + 1, sizeof(*seen)); /* by the first name: one text may have several names */
    uint64_t *todo = malloc((kinds->used_n + 1) * sizeof(*todo));
    unsigned bits = seen && todo ? 0 : AIC_KIND_CUBE | AIC_KIND_VECTOR;
    size_t n = 0;
    if (bits == 0) {
        todo[n++] = hash(name, strlen(name));
    }
    while (n > 0 && bits != (AIC_KIND_CUBE | AIC_KIND_VECTOR)) {
        uint64_t wanted = todo[--n];
        for (size_t i = 0; i < kinds->n; i++) {
            const struct aic_definition *d = &kinds->at[i];
            if (d->name != wanted || seen[d->first]) {
                continue;
            }
            seen[d->first] = true;
            bits |= d->kinds;
            memcpy(todo + n, kinds->used + d->first, (d->last - d->first) * sizeof(*todo));
            n += d->last - d->first;
        }
    }
    free(seen);
    free(todo);
    return bits;
}
