/* A YAML text as a small tree that knows the line and column of everything. */
#ifndef AIC_SIM_YAML_TREE_H
#define AIC_SIM_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>

enum aic_yaml_kind { AIC_YAML_SCALAR = 0, AIC_YAML_LIST, AIC_YAML_MAP };

struct aic_yaml {
    enum aic_yaml_kind kind;
    const char *file;                 /* borrowed; for messages */
    unsigned line, column;            /* of the value, from 1 */
    char *key;                        /* name of an entry of a mapping, NULL in lists and at the top */
    unsigned key_line, key_column;
    char *text;                       /* scalars */
    bool quoted;
    struct aic_yaml *first, *next;    /* children in order, and the next sibling */
};

/* Each message is complete: "file:line:column: error: ...". */
struct aic_config_errors {
    void (*report)(void *user, const char *message);
    void *user;
    size_t count;
    bool no_position; /* the text was put together, its lines and columns say nothing */
};

/* Reports one error at a place; line 0: without a position. The message is cut at 1 KB. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
void aic_config_error(struct aic_config_errors *errors, const char *file, unsigned line, unsigned column,
                      const char *format, ...);

/* Parses `bytes` of text. Reports every error it can go on after; NULL after bad syntax. `file` must outlive the tree.
 * Freed with aic_yaml_free. Anchors, aliases and a second document are errors. */
struct aic_yaml *aic_yaml_parse(const char *file, const char *text, size_t bytes, struct aic_config_errors *errors);
void aic_yaml_free(struct aic_yaml *node); /* NULL is allowed */

/* Entry of a mapping; NULL when there is none or the node is no mapping. */
const struct aic_yaml *aic_yaml_get(const struct aic_yaml *map, const char *key);

#endif
