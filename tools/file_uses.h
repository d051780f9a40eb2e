/* Which files a command reads and writes: what it writes must be neither one that it reads nor written twice. */
#ifndef AIC_TOOLS_FILE_USES_H
#define AIC_TOOLS_FILE_USES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "tools/trace_file.h"

struct aic_file_use {
    dev_t device;
    ino_t inode;      /* of the file, or of its folder while there is no such file */
    char *name;       /* within that folder; NULL: the file is there */
    char *path;
    const char *what; /* "the trace", "gm" ... a line's first word, "--out" ... an option */
    uint32_t line, column; /* in the trace; 0: not on a line */
    bool writes;
    size_t order;
};

struct aic_file_uses {
    struct aic_file_use *at;
    size_t n;
};

/* Adds a file. Paths without a regular file or a folder (terminals, pipes, what cannot be opened) are left out: others
 * report those. False when out of memory. */
bool aic_file_uses_add(struct aic_file_uses *uses, const char *path, const struct aic_file_use *as);

/* Adds the trace and what its lines read and write. False when out of memory. */
bool aic_file_uses_add_trace(struct aic_file_uses *uses, const struct aic_trace_file *file);

/* Reports every file that is written although something reads it or has written it before: of a line into the trace's
 * errors, of an option to stderr. True when there was none. Sorts the uses. */
bool aic_file_uses_check(struct aic_file_uses *uses, struct aic_trace_file *file);

/* The use of this file by anything, or NULL. */
const struct aic_file_use *aic_file_uses_find(const struct aic_file_uses *uses, const char *path);

/* "gm on line 3 reads this file" in out. */
void aic_file_use_say(const struct aic_file_use *use, char *out, size_t size);

void aic_file_uses_free(struct aic_file_uses *uses);

#endif
