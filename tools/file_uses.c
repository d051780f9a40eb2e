#include "tools/file_uses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The place of a file that may not be there yet. False: it has none. */
static bool identify(struct aic_file_use *use)
{
    struct stat st;
    if (stat(use->path, &st) == 0) {
        use->device = st.st_dev;
        use->inode = st.st_ino;
        return S_ISREG(st.st_mode);
    }
    char *slash = strrchr(use->path, '/');
    char after = slash ? slash[1] : 0;
    if (slash) {
        slash[1] = 0;
    }
    bool ok = stat(slash ? use->path : ".", &st) == 0;
    if (slash) {
        slash[1] = after;
    }
    use->device = st.st_dev;
    use->inode = st.st_ino;
    use->name = slash ? slash + 1 : use->path;
    return ok;
}

static int by_file(const void *a, const void *b)
{
    const struct aic_file_use *x = a, *y = b;
    if (x->device != y->device) {
        return x->device < y->device ? -1 : 1;
    }
    if (x->inode != y->inode) {
        return x->inode < y->inode ? -1 : 1;
    }
    if (!x->name || !y->name) {
        return (x->name != NULL) - (y->name != NULL);
    }
    return strcmp(x->name, y->name);
}

static int by_file_and_order(const void *a, const void *b)
{
    const struct aic_file_use *x = a, *y = b;
    int files = by_file(a, b);
    return files ? files : x->order < y->order ? -1 : x->order > y->order;
}

bool aic_file_uses_add(struct aic_file_uses *uses, const char *path, const struct aic_file_use *as)
{
    struct aic_file_use use = *as;
    if ((uses->n & (uses->n - 1)) == 0) { /* a power of two: the room is full */
        void *more = realloc(uses->at, (uses->n ? uses->n * 2 : 1) * sizeof *uses->at);
        if (!more) {
            return false;
        }
        uses->at = more;
    }
    use.path = strdup(path);
    use.order = uses->n;
    if (!use.path) {
        return false;
    }
    if (identify(&use)) {
        uses->at[uses->n++] = use;
    } else {
        free(use.path);
    }
    return true;
}

/* A path of the trace, which is relative to it. */
static bool add_beside(struct aic_file_uses *uses, const struct aic_trace_file *file, struct aic_text text,
                       const struct aic_file_use *as)
{
    char *path = aic_trace_file_beside(file, text.at, text.len);
    bool ok = path && aic_file_uses_add(uses, path, as);
    free(path);
    return ok;
}

static bool add_arrays(struct aic_file_uses *uses, const struct aic_trace_file *file, bool writes)
{
    static const char *const words[] = {
        [AIC_ITEM_INIT] = "init", [AIC_ITEM_DUMP] = "dump", [AIC_ITEM_EXPECT] = "expect"};
    bool ok = true;
    for (size_t i = 0; ok && i < file->n_arrays; i++) {
        const struct aic_array_line *line = &file->arrays[i];
        bool read = line->kind == AIC_ITEM_INIT || line->kind == AIC_ITEM_EXPECT;
        if (writes ? line->kind == AIC_ITEM_DUMP : read) {
            struct aic_file_use as = {.what = words[line->kind], .line = line->item.line,
                                      .column = line->item.file_column, .writes = writes};
            ok = add_beside(uses, file, line->item.file, &as);
        }
    }
    return ok;
}

bool aic_file_uses_add_trace(struct aic_file_uses *uses, const struct aic_trace_file *file)
{
    bool ok = strcmp(file->path, "-") == 0 ||
              aic_file_uses_add(uses, file->path, &(struct aic_file_use){.what = "the trace"});
    for (uint32_t i = 0; ok && i < file->tensors.n; i++) {
        const struct aic_trace_tensor *t = &file->tensors.at[i];
        if (t->file) {
            struct aic_file_use as = {.what = "gm", .line = t->line, .column = t->file_column};
            ok = add_beside(uses, file, (struct aic_text){t->file, (unsigned)strlen(t->file)}, &as);
        }
    }
    return ok && add_arrays(uses, file, false) && add_arrays(uses, file, true);
}

void aic_file_use_say(const struct aic_file_use *use, char *out, size_t size)
{
    if (use->line) {
        snprintf(out, size, "%s on line %u %s this file", use->what, use->line, use->writes ? "writes" : "reads");
    } else if (use->writes || use->what[0] == '-') {
        snprintf(out, size, "%s %s this file", use->what, use->writes ? "writes" : "reads");
    } else {
        snprintf(out, size, "this file is %s", use->what);
    }
}

static void report(const struct aic_file_use *use, const struct aic_file_use *first, struct aic_trace_file *file)
{
    char other[200], message[600];
    aic_file_use_say(first, other, sizeof other);
    snprintf(message, sizeof message, "%.250s: cannot write: %s%s", use->path, other,
             first->writes ? " too" : "; it would be lost");
    if (use->line) {
        aic_trace_file_error(file, use->line, use->column, message);
    } else {
        fprintf(stderr, "aicsim: error: %s: %s\n", use->what, message);
    }
}

bool aic_file_uses_check(struct aic_file_uses *uses, struct aic_trace_file *file)
{
    bool ok = true;
    size_t first = 0;
    if (uses->n) {
        qsort(uses->at, uses->n, sizeof *uses->at, by_file_and_order);
    }
    for (size_t i = 1; i < uses->n; i++) {
        if (by_file(&uses->at[first], &uses->at[i]) != 0) {
            first = i;
        } else if (uses->at[i].writes) {
            report(&uses->at[i], &uses->at[first], file);
            ok = false;
        }
    }
    return ok;
}

const struct aic_file_use *aic_file_uses_find(const struct aic_file_uses *uses, const char *path)
{
    struct aic_file_use use = {.path = strdup(path)};
    const struct aic_file_use *found = NULL;
    bool known = use.path && identify(&use);
    for (size_t i = 0; known && i < uses->n && !found; i++) {
        found = by_file(&uses->at[i], &use) == 0 ? &uses->at[i] : NULL;
    }
    free(use.path);
    return found;
}

void aic_file_uses_free(struct aic_file_uses *uses)
{
    for (size_t i = 0; i < uses->n; i++) {
        free(uses->at[i].path);
    }
    free(uses->at);
    *uses = (struct aic_file_uses){0};
}
