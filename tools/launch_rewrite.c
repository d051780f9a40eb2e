#include "tools/launch_rewrite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/launch_tokens.h"

void aic_kernels_free(struct aic_kernels *kernels)
{
    free(kernels->at);
    aic_kinds_free(&kernels->kinds);
    *kernels = (struct aic_kernels){0};
}

static bool kernels_add(struct aic_kernels *kernels, const char *name, size_t len, const char *mode)
{
    if (kernels->n == kernels->room) {
        size_t room = kernels->room ? kernels->room * 2 : 16;
        void *grown = realloc(kernels->at, room * sizeof(*kernels->at));
        if (!grown) {
            return false;
        }
        kernels->at = grown;
        kernels->room = room;
    }
    struct aic_kernel *k = &kernels->at[kernels->n++];
    snprintf(k->name, sizeof(k->name), "%.*s", (int)len, name);
    snprintf(k->mode, sizeof(k->mode), "%s", mode);
    return true;
}

/* Qualifiers from token i on, up to the name in front of the parameter list; *i is left at that name. */
static const char *kernel_mode(const char *text, const struct aic_tokens *t, size_t *i)
{
    const char *mode = "AIC_RT_DERIVE";
    for (; *i + 1 < t->n && !aic_token_is(text, &t->at[*i], ";") && !aic_token_is(text, &t->at[*i], "{"); (*i)++) {
        if (aic_token_is(text, &t->at[*i], "__cube__")) {
            mode = "AIC_RT_CUBE";
        } else if (aic_token_is(text, &t->at[*i], "__vector__")) {
            mode = "AIC_RT_VECTOR";
        } else if (aic_token_is(text, &t->at[*i], "__mix__") && *i + 5 < t->n) {
            bool cube = aic_token_is(text, &t->at[*i + 2], "1"), two = aic_token_is(text, &t->at[*i + 4], "2");
            bool none = aic_token_is(text, &t->at[*i + 4], "0");
            mode = !cube ? "AIC_RT_MIX_0_1" : two ? "AIC_RT_MIX_1_2" : none ? "AIC_RT_MIX_1_0" : "AIC_RT_MIX_1_1";
            *i += 5;
        } else if (t->at[*i].kind == AIC_TOKEN_NAME && aic_token_is(text, &t->at[*i + 1], "(")) {
            return mode;
        }
    }
    return NULL;
}

bool aic_kernels_scan(struct aic_kernels *kernels, const char *text, size_t n)
{
    struct aic_tokens t = aic_tokens_read(text, n);
    bool ok = t.at != NULL && aic_kinds_scan(&kernels->kinds, text, &t);
    for (size_t i = 0; ok && i < t.n; i++) {
        kernels->named |= aic_kind_of_token(text, &t.at[i]);
        if (!aic_token_is(text, &t.at[i], "__global__")) {
            continue;
        }
        size_t name = i + 1;
        const char *mode = kernel_mode(text, &t, &name);
        if (mode) {
            ok = kernels_add(kernels, text + t.at[name].begin, t.at[name].end - t.at[name].begin, mode);
        }
    }
    free(t.at);
    return ok;
}

bool aic_include_next(const char *text, size_t n, size_t *at, char *out, size_t size, bool *quoted)
{
    while (*at < n) {
        const char *line = text + *at;
        const char *end = memchr(line, '\n', n - *at);
        size_t len = end ? (size_t)(end - line) : n - *at;
        *at += len + 1;
        size_t i = strspn(line, " \t");
        if (i >= len || line[i] != '#') {
            continue;
        }
        i += 1 + strspn(line + i + 1, " \t");
        if (i + 7 >= len || memcmp(line + i, "include", 7) != 0) {
            continue;
        }
        i += 7 + strspn(line + i + 7, " \t");
        *quoted = i < len && line[i] == '"';
        const char *open = *quoted || (i < len && line[i] == '<') ? line + i : NULL;
        const char *close = open ? memchr(open + 1, *quoted ? '"' : '>', (size_t)(line + len - open - 1)) : NULL;
        if (close && (size_t)(close - open) < size) {
            snprintf(out, size, "%.*s", (int)(close - open - 1), open + 1);
            return true;
        }
    }
    return false;
}

/* One launch by its tokens: name [first, angle), arguments of <<< >>> (angle, close), call arguments (open, last). */
struct launch {
    size_t first, angle, close, open, last;
};

static int bracket(const char *text, const struct aic_token *token)
{
    if (token->kind != AIC_TOKEN_MARK) {
        return 0;
    }
    char c = text[token->begin];
    return c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
}

/* The token that opens the template argument list which ends at token i; i itself when there is none. */
static size_t open_angle(const char *text, const struct aic_tokens *t, size_t i)
{
    size_t depth = 0;
    int inside = 0; /* brackets: `>` in k<(a > b)> is an operator */
    for (size_t j = i + 1; j-- > 0;) {
        inside -= bracket(text, &t->at[j]);
        if (inside > 0) {
            continue;
        }
        if (aic_token_is(text, &t->at[j], ">")) {
            depth++;
        } else if (aic_token_is(text, &t->at[j], "<") && --depth == 0) {
            return j;
        } else if (aic_token_is(text, &t->at[j], ";") || aic_token_is(text, &t->at[j], "{")) {
            break;
        }
    }
    return i;
}

/* Keywords that stand in front of an expression and never in a name. */
static bool is_keyword(const char *text, const struct aic_token *token)
{
    static const char *const words[] = {"return", "else", "do", "throw", "co_return", NULL};
    for (int i = 0; words[i]; i++) {
        if (aic_token_is(text, token, words[i])) {
            return true;
        }
    }
    return false;
}

/* The first token of the kernel's name in front of token `angle`: ns::name<T, 3>. `angle` when there is none. */
static size_t name_begin(const char *text, const struct aic_tokens *t, size_t angle)
{
    size_t i = angle;
    for (;;) {
        size_t last = i - 1;
        if (i > 0 && aic_token_is(text, &t->at[last], ">")) {
            size_t open = open_angle(text, t, last);
            if (open == last || open == 0) {
                return angle;
            }
            last = open - 1;
        }
        if (i == 0 || t->at[last].kind != AIC_TOKEN_NAME) {
            return angle;
        }
        i = last;
        if (i > 0 && aic_token_is(text, &t->at[i - 1], "template")) {
            i--;
        }
        if (i == 0 || !aic_token_is(text, &t->at[i - 1], "::")) {
            return i;
        }
        i--;
        if (i == 0 || is_keyword(text, &t->at[i - 1]) ||
            (t->at[i - 1].kind != AIC_TOKEN_NAME && !aic_token_is(text, &t->at[i - 1], ">"))) {
            return i; /* ::name */
        }
    }
}

/* The `>>>` in front of a `(` that ends the execution configuration; n when there is none. */
static size_t config_end(const char *text, const struct aic_tokens *t, size_t angle)
{
    int depth = 0;
    for (size_t i = angle + 1; i + 3 < t->n && depth >= 0; i++) {
        depth += bracket(text, &t->at[i]);
        if (depth == 0 && aic_token_is(text, &t->at[i], ">") && aic_token_is(text, &t->at[i + 1], ">") &&
            aic_token_is(text, &t->at[i + 2], ">") && aic_token_is(text, &t->at[i + 3], "(") &&
            t->at[i].end == t->at[i + 1].begin && t->at[i + 1].end == t->at[i + 2].begin) {
            return i;
        }
    }
    return t->n;
}

static size_t closing(const char *text, const struct aic_tokens *t, size_t open)
{
    int depth = 0;
    for (size_t i = open; i < t->n; i++) {
        depth += bracket(text, &t->at[i]);
        if (depth == 0) {
            return i;
        }
    }
    return t->n;
}

static const char *find_launch(const char *text, const struct aic_tokens *t, size_t angle, struct launch *l)
{
    *l = (struct launch){.angle = angle};
    l->first = name_begin(text, t, angle);
    if (l->first == angle) {
        return "no kernel name stands in front of <<<";
    }
    l->close = config_end(text, t, angle);
    if (l->close == t->n) {
        return "<<< is not closed by >>>( on this launch";
    }
    l->open = l->close + 3;
    l->last = closing(text, t, l->open);
    return l->last == t->n ? "the argument list of this launch is not closed" : NULL;
}

/* Tokens [from, to) on one line: comments are gone, so that line ends are not needed. */
static void put_tokens(FILE *out, const char *text, const struct aic_tokens *t, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        bool space = i > from && t->at[i].begin > t->at[i - 1].end;
        fprintf(out, "%s%.*s", space ? " " : "", (int)(t->at[i].end - t->at[i].begin), text + t->at[i].begin);
    }
}

static void put_quoted(FILE *out, const char *text)
{
    for (; *text; text++) {
        fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    }
}

static const char *mode_of(const struct aic_kernels *kernels, const char *text, const struct aic_tokens *t,
                           const struct launch *l)
{
    size_t name = l->angle - 1;
    if (aic_token_is(text, &t->at[name], ">")) {
        name = open_angle(text, t, name) - 1;
    }
    const char *mode = "AIC_RT_DERIVE";
    for (size_t i = 0; i < kernels->n; i++) {
        if (aic_token_is(text, &t->at[name], kernels->at[i].name)) {
            mode = kernels->at[i].mode;
        }
    }
    if (strcmp(mode, "AIC_RT_DERIVE") != 0) {
        return mode;
    }
    unsigned kinds = kernels->named;
    if (kinds == (AIC_KIND_CUBE | AIC_KIND_VECTOR)) {
        char reached[128];
        const struct aic_token *token = &t->at[name];
        snprintf(reached, sizeof(reached), "%.*s", (int)(token->end - token->begin), text + token->begin);
        kinds = aic_kinds_reached(&kernels->kinds, reached);
        kinds = kinds ? kinds : kernels->named;
    }
    return kinds == (AIC_KIND_CUBE | AIC_KIND_VECTOR) ? mode
           : kinds == AIC_KIND_VECTOR                 ? "AIC_RT_DERIVE_VECTOR"
                                                      : "AIC_RT_DERIVE_CUBE";
}

/* An argument is evaluated once, as on the host, where it calls something; other ones mean the same in every block.
 * Lists with angle brackets, which may hide a comma, stay as they are. */
static bool calls(const char *text, const struct aic_tokens *t, size_t from, size_t to)
{
    for (size_t i = from + 1; i < to; i++) {
        char c = text[t->at[i - 1].begin];
        bool name = isalpha((unsigned char)c) || c == '_';
        if (name && aic_token_is(text, &t->at[i], "(") && !aic_token_is(text, &t->at[i - 1], "sizeof")) {
            return true;
        }
    }
    return false;
}

static size_t argument_end(const char *text, const struct aic_tokens *t, const struct launch *l, size_t i)
{
    int depth = 0;
    for (; i < l->last && (depth > 0 || !aic_token_is(text, &t->at[i], ",")); i++) {
        depth += bracket(text, &t->at[i]);
    }
    return i;
}

static bool splits(const char *text, const struct aic_tokens *t, const struct launch *l)
{
    for (size_t i = l->open; i < l->last; i++) {
        if (aic_token_is(text, &t->at[i], "<")) {
            return false;
        }
    }
    return true;
}

static bool put_captures(FILE *out, const char *text, const struct aic_tokens *t, const struct launch *l)
{
    unsigned n = 0;
    for (size_t i = l->open + 1, end; splits(text, t, l) && i < l->last; i = end + 1) {
        end = argument_end(text, t, l, i);
        if (calls(text, t, i, end)) {
            fprintf(out, ", aicsim_argument%u = ", n++);
            put_tokens(out, text, t, i, end);
        }
    }
    return n > 0;
}

static void put_arguments(FILE *out, const char *text, const struct aic_tokens *t, const struct launch *l)
{
    unsigned n = 0;
    if (!splits(text, t, l)) {
        put_tokens(out, text, t, l->open + 1, l->last);
        return;
    }
    for (size_t i = l->open + 1, end; i < l->last; i = end + 1) {
        end = argument_end(text, t, l, i);
        fputs(i > l->open + 1 ? ", " : "", out);
        if (calls(text, t, i, end)) {
            fprintf(out, "aicsim_argument%u", n++);
        } else {
            put_tokens(out, text, t, i, end);
        }
    }
}

static void put_launch(FILE *out, const struct aic_kernels *kernels, const char *path, const char *text,
                       const struct aic_tokens *t, const struct launch *l)
{
    fprintf(out, "::aicsim::Launch(\"");
    put_tokens(out, text, t, l->first, l->angle);
    fprintf(out, "\", %s, ::aicsim::Site(\"", mode_of(kernels, text, t, l));
    put_quoted(out, path);
    fprintf(out, "\", %zu), ", t->at[l->first].line);
    put_tokens(out, text, t, l->angle + 1, l->close);
    fprintf(out, ")([&");
    bool once = put_captures(out, text, t, l);
    fprintf(out, once ? "]() mutable { " : "]() { ");
    put_tokens(out, text, t, l->first, l->angle);
    fprintf(out, "(");
    put_arguments(out, text, t, l);
    fprintf(out, "); })");
}

/* Copies the text up to `end`; after a launch that spanned lines the numbering is set right at the next line end. */
static void put_text(FILE *out, const char *path, const char *text, size_t begin, size_t end, size_t line, bool *lost)
{
    for (size_t i = begin; i < end; i++) {
        fputc(text[i], out);
        if (text[i] != '\n') {
            continue;
        }
        line++;
        if (*lost && (i == 0 || text[i - 1] != '\\')) {
            fprintf(out, "#line %zu \"", line);
            put_quoted(out, path);
            fprintf(out, "\"\n");
            *lost = false;
        }
    }
}

/* --- arrays in the buffers: `__cbuf__ half a[N];` inside a function ----------------------------------------------- */

struct array {
    const char *space;
    size_t first, name, open, end; /* tokens: the type, the name, the first bracket, the semicolon */
};

static const char *array_space(const char *text, const struct aic_token *token)
{
    static const char *const names[][2] = {{"__cbuf__", "l1"}, {"__ca__", "l0a"}, {"__cb__", "l0b"}, {"__cc__", "l0c"},
                                           {"__ubuf__", "ub"}, {"__fbuf__", "fb"}, {"__biasbuf__", "bt"}};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (aic_token_is(text, token, names[i][0])) {
            return names[i][1];
        }
    }
    return NULL;
}

static bool one_of(const char *text, const struct aic_token *token, const char *const *words)
{
    while (*words && !aic_token_is(text, token, *words)) {
        words++;
    }
    return *words != NULL;
}

/* A declaration at token i of an array without an initialiser. */
static bool find_array(const char *text, const struct aic_tokens *t, size_t i, struct array *a)
{
    static const char *const before[] = {"{", "}", ";", NULL};
    static const char *const not_in_type[] = {"*", "&", "(", ")", "=", ";", ",", "{", NULL};
    *a = (struct array){.space = array_space(text, &t->at[i]), .first = i + 1};
    if (!a->space || i == 0 || !one_of(text, &t->at[i - 1], before)) {
        return false;
    }
    a->open = a->first;
    while (a->open < t->n && !aic_token_is(text, &t->at[a->open], "[")) {
        if (one_of(text, &t->at[a->open++], not_in_type)) {
            return false;
        }
    }
    a->name = a->open - 1;
    a->end = a->open;
    while (a->end < t->n && aic_token_is(text, &t->at[a->end], "[")) {
        a->end = closing(text, t, a->end) + 1;
    }
    return a->name > a->first && a->end < t->n && aic_token_is(text, &t->at[a->end], ";");
}

static void put_array(FILE *out, const char *text, const struct aic_tokens *t, const struct array *a)
{
    put_tokens(out, text, t, a->first, a->name);
    fprintf(out, " (&");
    put_tokens(out, text, t, a->name, a->open);
    fprintf(out, ")");
    put_tokens(out, text, t, a->open, a->end);
    fprintf(out, " = ::aicsim::LocalArray<");
    put_tokens(out, text, t, a->first, a->name);
    put_tokens(out, text, t, a->open, a->end);
    fprintf(out, ">(\"%s\", __FILE__, __LINE__, \"", a->space);
    put_tokens(out, text, t, a->name, a->open);
    fprintf(out, "\")");
}

/* The rewritten text so far. */
struct rewriting {
    FILE *out;
    const char *path, *text;
    const struct aic_tokens *t;
    size_t copied, line;
    bool lost; /* the numbering of lines, since something that spanned lines stands on one */
};

/* Copies what stands in front of token `first`; tokens from there up to and without `end` are the caller's to write. */
static void put_until(struct rewriting *r, size_t first, size_t end)
{
    const struct aic_token *last = &r->t->at[end - 1];
    put_text(r->out, r->path, r->text, r->copied, r->t->at[first].begin, r->line, &r->lost);
    r->copied = last->end;
    r->line = last->line;
    r->lost |= last->line != r->t->at[first].line;
}

struct aic_rewritten aic_launch_rewrite(const struct aic_kernels *kernels, const char *path, const char *text,
                                        size_t n)
{
    struct aic_rewritten result = {0};
    struct aic_tokens t = aic_tokens_read(text, n);
    FILE *out = t.at ? open_memstream(&result.text, &result.n) : NULL;
    if (!out) {
        free(t.at);
        return result;
    }
    struct rewriting r = {.out = out, .path = path, .text = text, .t = &t, .line = 1};
    fprintf(out, "#line 1 \"");
    put_quoted(out, path);
    fprintf(out, "\"\n");
    for (size_t i = 0; i < t.n && result.error_line == 0; i++) {
        struct launch l;
        struct array a;
        if (find_array(text, &t, i, &a)) {
            put_until(&r, i, a.end);
            put_array(out, text, &t, &a);
            i = a.end;
            continue;
        }
        if (!aic_token_is(text, &t.at[i], "<<<") || (i > 0 && aic_token_is(text, &t.at[i - 1], "operator"))) {
            continue;
        }
        const char *why = find_launch(text, &t, i, &l);
        if (why) {
            result.error_line = t.at[i].line;
            snprintf(result.error, sizeof(result.error), "%s", why);
            break;
        }
        put_until(&r, l.first, l.last + 1);
        put_launch(out, kernels, path, text, &t, &l);
        result.launches++;
        i = l.last;
    }
    put_text(out, path, text, r.copied, n, r.line, &r.lost);
    free(t.at);
    bool failed = ferror(out) != 0;
    failed |= fclose(out) != 0;
    if (failed || result.error_line) {
        free(result.text);
        result.text = NULL;
    }
    return result;
}
