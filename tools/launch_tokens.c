#include "tools/launch_tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct scanner {
    const char *text;
    size_t n, i, line;
};

static bool at(const struct scanner *s, const char *word)
{
    size_t len = strlen(word);
    return s->n - s->i >= len && memcmp(s->text + s->i, word, len) == 0;
}

static void step(struct scanner *s, size_t count)
{
    for (; count > 0 && s->i < s->n; count--) {
        s->line += s->text[s->i++] == '\n';
    }
}

static void skip_until(struct scanner *s, const char *end)
{
    while (s->i < s->n && !at(s, end)) {
        step(s, 1);
    }
    step(s, strlen(end));
}

/* A line comment ends at a line end that no backslash escapes. */
static void skip_line(struct scanner *s)
{
    while (s->i < s->n && s->text[s->i] != '\n') {
        step(s, s->text[s->i] == '\\' ? 2 : 1);
    }
}

static void skip_space(struct scanner *s)
{
    while (s->i < s->n) {
        if (at(s, "/*")) {
            step(s, 2);
            skip_until(s, "*/");
        } else if (at(s, "//")) {
            skip_line(s);
        } else if (isspace((unsigned char)s->text[s->i]) || s->text[s->i] == '\\') {
            step(s, 1);
        } else {
            return;
        }
    }
}

static void quoted(struct scanner *s, char quote)
{
    step(s, 1);
    while (s->i < s->n && s->text[s->i] != quote && s->text[s->i] != '\n') {
        step(s, s->text[s->i] == '\\' ? 2 : 1);
    }
    step(s, 1);
}

/* R"delimiter( ... )delimiter": the scanner stands at the quote. */
static void raw_string(struct scanner *s)
{
    char end[20] = ")";
    size_t len = 1;
    step(s, 1);
    while (s->i < s->n && s->text[s->i] != '(' && len < sizeof(end) - 2) {
        end[len++] = s->text[s->i];
        step(s, 1);
    }
    end[len++] = '"';
    end[len] = 0;
    skip_until(s, end);
}

static bool name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static enum aic_token_kind number(struct scanner *s)
{
    while (s->i < s->n && (name_char(s->text[s->i]) || s->text[s->i] == '.' || s->text[s->i] == '\'')) {
        step(s, 1);
    }
    return AIC_TOKEN_LITERAL;
}

static enum aic_token_kind name_or_string(struct scanner *s)
{
    size_t begin = s->i;
    while (s->i < s->n && name_char(s->text[s->i])) {
        step(s, 1);
    }
    if (s->i < s->n && s->text[s->i] == '"' && s->text[s->i - 1] == 'R' && s->i - begin <= 3) {
        raw_string(s);
        return AIC_TOKEN_LITERAL;
    }
    return AIC_TOKEN_NAME;
}

static enum aic_token_kind one(struct scanner *s)
{
    char c = s->text[s->i];
    if (isdigit((unsigned char)c)) {
        return number(s);
    }
    if (name_char(c)) {
        return name_or_string(s);
    }
    if (c == '"' || c == '\'') {
        quoted(s, c);
        return AIC_TOKEN_LITERAL;
    }
    step(s, at(s, "<<<") ? 3 : at(s, "::") ? 2 : 1);
    return AIC_TOKEN_MARK;
}

struct aic_tokens aic_tokens_read(const char *text, size_t n)
{
    struct scanner s = {.text = text, .n = n, .line = 1};
    struct aic_tokens out = {0};
    size_t room = 0;
    for (;;) {
        if (out.n + 1 > room) {
            room = room ? room * 2 : 1024;
            struct aic_token *grown = realloc(out.at, room * sizeof(*grown));
            if (!grown) {
                free(out.at);
                return (struct aic_tokens){0};
            }
            out.at = grown;
        }
        skip_space(&s);
        struct aic_token token = {.kind = AIC_TOKEN_END, .begin = s.i, .end = s.i, .line = s.line};
        if (s.i >= s.n) {
            out.at[out.n] = token;
            return out;
        }
        token.kind = one(&s);
        token.end = s.i;
        out.at[out.n++] = token;
    }
}

bool aic_token_is(const char *text, const struct aic_token *token, const char *word)
{
    size_t len = strlen(word);
    return token->kind != AIC_TOKEN_END && token->end - token->begin == len &&
           memcmp(text + token->begin, word, len) == 0;
}
