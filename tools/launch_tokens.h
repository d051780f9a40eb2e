/* C++ text as tokens, as far as finding kernel launches needs: comments, literals and directives are told apart. */
#ifndef AIC_TOOLS_LAUNCH_TOKENS_H
#define AIC_TOOLS_LAUNCH_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum aic_token_kind {
    AIC_TOKEN_NAME, /* identifier or keyword */
    AIC_TOKEN_LITERAL, /* number, character, string */
    AIC_TOKEN_MARK, /* one character, or :: or <<< */
    AIC_TOKEN_END
};

struct aic_token {
    enum aic_token_kind kind;
    size_t begin, end; /* bytes in the text */
    size_t line;       /* from 1 */
};

struct aic_tokens {
    struct aic_token *at; /* ends with AIC_TOKEN_END; freed with free() */
    size_t n;             /* without the end */
};

/* at is NULL when out of memory. */
struct aic_tokens aic_tokens_read(const char *text, size_t n);

bool aic_token_is(const char *text, const struct aic_token *token, const char *word);

#endif
