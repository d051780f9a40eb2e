/* Which kinds of cores a kernel is for, from the names in its text: its own body, and every class, function and
 * constant of the sources that it reaches by name. Names are compared, scopes are not: what is reached may be more than
 * what runs, never less unless a macro of another file hides it. */
#ifndef AIC_TOOLS_LAUNCH_KINDS_H
#define AIC_TOOLS_LAUNCH_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/launch_tokens.h"

enum { AIC_KIND_CUBE = 1, AIC_KIND_VECTOR = 2 };

/* Definitions at namespace scope, each with the names in it. Filled by aic_kinds_scan, freed by aic_kinds_free. */
struct aic_kinds {
    struct aic_definition {
        uint64_t name;      /* hash */
        size_t first, last; /* its names: [first, last) of used */
        unsigned kinds;     /* AIC_KIND_ bits of its own text */
    } * at;
    size_t n, room;
    uint64_t *used;
    size_t used_n, used_room;
};
void aic_kinds_free(struct aic_kinds *kinds);

/* Adds the definitions of one file. False when out of memory. */
bool aic_kinds_scan(struct aic_kinds *kinds, const char *text, const struct aic_tokens *tokens);

/* AIC_KIND_ bits of what only code for one kind of core names. */
unsigned aic_kind_of_token(const char *text, const struct aic_token *token);

/* Bits of everything that `name` reaches; 0 when nothing says, both bits when out of memory. */
unsigned aic_kinds_reached(const struct aic_kinds *kinds, const char *name);

#endif
