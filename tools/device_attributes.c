#include "tools/device_attributes.h"

#include <stdbool.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Behind a literal or comment that starts at i; i itself when none does. */
static size_t behind_literal(const char *text, size_t n, size_t i)
{
    char c = text[i], next = i + 1 < n ? text[i + 1] : 0;
    if (c == '/' && next == '/') {
        const char *end = memchr(text + i, '\n', n - i);
        return end ? (size_t)(end - text) : n;
    }
    if (c == '/' && next == '*') {
        for (i += 2; i + 1 < n && !(text[i] == '*' && text[i + 1] == '/'); i++) {
        }
        return i + 2 < n ? i + 2 : n;
    }
    if (c != '"' && c != '\'') {
        return i;
    }
    /* A quote in the middle of a number (1'000) ends with its line at the latest. */
    for (i++; i < n && text[i] != c && text[i] != '\n'; i++) {
        i += text[i] == '\\';
    }
    return i < n ? i + 1 : n;
}

/* Length of an attribute that starts at the bracket, 0: it is none. */
static size_t attribute(const char *text, size_t n)
{
    char words[16];
    size_t used = 0, i = 1;
    for (; i < n && text[i] != ']' && used + 1 < sizeof words; i++) {
        if (!is_blank(text[i])) {
            words[used++] = text[i];
        }
    }
    words[used] = 0;
    bool known = strcmp(words, "aicore") == 0 || strcmp(words, "host,aicore") == 0 || strcmp(words, "aicore,host") == 0;
    return known && i < n && text[i] == ']' ? i + 1 : 0;
}

size_t aic_blank_device_attributes(char *text, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i < n;) {
        size_t behind = behind_literal(text, n, i), length = text[i] == '[' ? attribute(text + i, n - i) : 0;
        if (behind > i) {
            i = behind;
        } else if (length) {
            memset(text + i, ' ', length);
            found++;
        } else {
            i++;
        }
    }
    return found;
}
