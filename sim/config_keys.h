/* The keys of a product file: one table that reads, checks, prints and documents them. */
#ifndef AIC_SIM_CONFIG_KEYS_H
#define AIC_SIM_CONFIG_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/product.h"

enum aic_key_type {
    AIC_KEY_INT = 0,  /* whole number */
    AIC_KEY_BOOL,
    AIC_KEY_CHOICE,   /* one of `choices`; the member holds its index */
    AIC_KEY_MILLI,    /* decimal number; the member holds it times 1000 */
    AIC_KEY_1024,     /* decimal number; the member holds it times 1024 */
    AIC_KEY_SET,      /* list of `choices`; the member holds a bit for each */
    AIC_KEY_DTYPES,   /* list of element types; the member is an aic_dtype_set */
    AIC_KEY_TRIPLES,  /* list of A:B:C or A:B:C+bias; a count, then the array */
    AIC_KEY_PAIRS,    /* list of src:dst element types; a count, then the array */
    AIC_KEY_FLAGS,    /* list of PIPE->PIPE */
    AIC_KEY_PATHS,    /* table: source memory, destination memory */
    AIC_KEY_INSNS     /* table: mnemonic, memory of the first operand */
};

enum aic_key_flags {
    AIC_KEY_UNKNOWN_OK = 1, /* `value: unknown` is allowed */
    AIC_KEY_REQUIRED = 2    /* no default: some file of the chain must give it */
};

struct aic_key {
    const char *path;     /* "load3d.has_repeat"; joined by `_` it is the name of the member where there is one */
    uint8_t type;         /* enum aic_key_type */
    uint8_t flags;
    size_t offset, size;  /* in struct aic_product */
    int64_t min, max;     /* of numbers, in the key's own unit; entries of a list */
    int64_t def;          /* in the key's own unit; AIC_UNKNOWN: unknown */
    const char *unit;     /* "" for none */
    const char *const *choices; /* NULL-terminated */
    const char *meaning;  /* one line */
};

size_t aic_key_count(void);
const struct aic_key *aic_key_at(size_t index); /* NULL past the end */
/* By path; `_` may stand for `.`. -1 when there is none. */
int aic_key_find(const char *path);
/* The name of `names` nearest to `word`, NULL when none is near. */
const char *aic_nearest_name(const char *word, const char *(*name_at)(const void *user, size_t i), const void *user);

#define AIC_KEY_AT(member) offsetof(struct aic_product, member), sizeof(((struct aic_product *)0)->member)
#define AIC_KEY_OPTIONAL 0

/* The table's two halves: what isa/ and what pipes/ take from a product file. */
extern const struct aic_key aic_isa_keys[];  /* ends with a row whose path is NULL */
extern const struct aic_key aic_pipe_keys[];

#endif
