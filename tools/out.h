/* Files that appear whole or not at all, and text in the formats' own quoting. */
#ifndef AIC_TOOLS_OUT_H
#define AIC_TOOLS_OUT_H

#include <stdbool.h>
#include <stdio.h>

/* A file without a name, or under a temporary one, in the folder where it will stand. */
struct aic_out {
    FILE *to;
    char path[4096];
    bool nameless;
    char temporary[4160]; /* empty: `path` itself is written (a pipe, a terminal) */
};

/* False, with the reason in err, when the file cannot be created. */
bool aic_out_open(struct aic_out *out, const char *path, char *err, size_t errlen);

/* Renames the file to its own name. False, with the reason in err, when anything could not be written; the temporary
 * file is then gone. */
bool aic_out_close(struct aic_out *out, char *err, size_t errlen);

/* Removes the temporary file. */
void aic_out_abandon(struct aic_out *out);

/* Writes text as a JSON string with its quotes. Bytes that are no UTF-8 come out as U+FFFD. */
void aic_json_string(FILE *to, const char *text);

/* Writes text as a CSV field, quoted where needed. */
void aic_csv_string(FILE *to, const char *text);

#endif
