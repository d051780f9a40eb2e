#include "tools/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/zstd_blocks.h"

#define MAX_ERRORS 200 /* shown; the rest only breaks the trace */

/* Room for one more element of a growing array; counts that are powers of two are where it doubles. */
static bool room(void **array, size_t n, size_t size)
{
    if (n & (n - 1)) {
        return true;
    }
    void *more = realloc(*array, (n ? n * 2 : 1) * size);
    if (more) {
        *array = more;
    }
    return more != NULL;
}

void aic_trace_file_error(void *user, uint32_t line, uint32_t column, const char *message)
{
    struct aic_trace_file *file = user;
    void *errors = file->errors;
    file->broken = true;
    if (file->n_errors >= MAX_ERRORS || !room(&errors, file->n_errors, sizeof *file->errors)) {
        return;
    }
    file->errors = errors;
    file->errors[file->n_errors++] = (struct aic_source_error){line, column, strdup(message)};
}

static bool read_pipe(struct aic_trace_file *file, int fd, char *err, size_t errlen)
{
    size_t size = 1 << 16, used = 0;
    char *text = malloc(size);
    while (text) {
        ssize_t n = read(fd, text + used, size - used);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            file->raw = text;
            file->raw_bytes = used;
            if (n < 0) {
                snprintf(err, errlen, "cannot read: %s", strerror(errno));
            }
            return n == 0;
        }
        used += (size_t)n;
        if (used == size && size >= AIC_PIPE_WINDOW) {
            snprintf(err, errlen, "a trace on a pipe may have %zu MiB; save a longer one to a file, or convert it to "
                                  "the binary format", AIC_PIPE_WINDOW >> 20);
            break;
        }
        if (used == size) {
            char *more = realloc(text, size *= 2);
            if (!more) {
                break;
            }
            text = more;
        }
    }
    if (!text) {
        snprintf(err, errlen, "out of memory");
    }
    free(text);
    return false;
}

static bool read_bytes(struct aic_trace_file *file, const char *path, char *err, size_t errlen)
{
    struct stat st;
    int fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) {
        snprintf(err, errlen, "cannot read: %s", strerror(errno));
        return false;
    }
    bool ok = true;
    if (S_ISDIR(st.st_mode)) {
        snprintf(err, errlen, "cannot read: is a directory");
        ok = false;
    } else if (S_ISREG(st.st_mode) && fd != STDIN_FILENO && st.st_size > 0) {
        void *map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        file->mapped = map != MAP_FAILED;
        file->raw = file->mapped ? map : NULL;
        file->raw_bytes = (size_t)st.st_size;
        ok = file->mapped || read_pipe(file, fd, err, errlen);
    } else {
        ok = read_pipe(file, fd, err, errlen);
    }
    if (fd != STDIN_FILENO) {
        close(fd);
    }
    return ok;
}

/* End of the line that starts at `from`, its newline included. */
static size_t line_end(const struct aic_trace_file *file, size_t from)
{
    const char *newline = memchr(file->text + from, '\n', file->bytes - from);
    return newline ? (size_t)(newline - file->text) + 1 : file->bytes;
}

static struct aic_core_index *core_of(struct aic_trace_file *file, uint32_t core)
{
    for (size_t i = file->n_cores; i-- > 0;) {
        if (file->cores[i].core == core) {
            return &file->cores[i];
        }
    }
    void *cores = file->cores;
    if (!room(&cores, file->n_cores, sizeof *file->cores)) {
        return NULL;
    }
    file->cores = cores;
    file->cores[file->n_cores] = (struct aic_core_index){core, 0, 0};
    return &file->cores[file->n_cores++];
}

static bool add_extent(struct aic_trace_file *file, struct aic_extent extent)
{
    struct aic_core_index *core = core_of(file, extent.core);
    void *extents = file->extents;
    if (!core || !room(&extents, file->n_extents, sizeof *file->extents)) {
        return false;
    }
    file->extents = extents;
    file->extents[file->n_extents++] = extent;
    if (core->last) {
        file->extents[core->last - 1].next = file->n_extents;
    } else {
        core->first = file->n_extents;
    }
    core->last = file->n_extents;
    return true;
}

static bool add_allow(struct aic_trace_file *file, uint32_t line, struct aic_text rules)
{
    void *allows = file->allows;
    if (!room(&allows, file->n_allows, sizeof *file->allows)) {
        return false;
    }
    file->allows = allows;
    file->allows[file->n_allows++] = (struct aic_allow){line, rules};
    return true;
}

static bool is_array_word(const char *p, const char *end)
{
    static const char *const words[] = {"init", "dump", "expect"};
    while (p < end && (*p == ' ' || *p == '\t')) {
        p++;
    }
    for (size_t i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(end - p) > n && memcmp(p, words[i], n) == 0 && (p[n] == ' ' || p[n] == '\t')) {
            return true;
        }
    }
    return false;
}

/* Array lines may name tensors that are declared further down: they are read after the first pass. */
static bool note_array(struct aic_trace_file *file, size_t from, const struct aic_trace_item *item)
{
    void *arrays = file->arrays;
    if (!room(&arrays, file->n_arrays, sizeof *file->arrays)) {
        return false;
    }
    file->arrays = arrays;
    struct aic_array_line *line = &file->arrays[file->n_arrays++];
    line->kind = AIC_ITEM_SKIPPED;
    line->item = *item;
    line->item.bytes = from;
    return true;
}

/* Called once a line, in order. */
static bool mark_line(struct aic_trace_file *file, uint32_t line, size_t from)
{
    if ((line - 1) % AIC_LINE_MARK) {
        return true;
    }
    void *marks = file->marks;
    if (!room(&marks, file->n_marks, sizeof *file->marks)) {
        return false;
    }
    file->marks = marks;
    file->marks[file->n_marks++] = from;
    return true;
}

struct first_pass {
    struct aic_extent extent; /* the one that is open */
    struct aic_text carried;  /* rules of a comment line, for the next item */
};

static bool pass_line(struct aic_trace_file *file, struct first_pass *pass, size_t from, size_t to,
                      const struct aic_trace_item *item)
{
    bool ok = true;
    if (item->kind == AIC_ITEM_PRODUCT) {
        file->product = strndup(item->name.at, item->name.len);
        file->product_line = item->line;
        file->product_column = item->name_column;
        ok = file->product != NULL;
    } else if (item->kind == AIC_ITEM_CORE) {
        pass->extent.to = from;
        ok = add_extent(file, pass->extent);
        pass->extent = (struct aic_extent){to, to, item->line + 1, item->core, item->unit, item->unit_given, 0};
    } else if (item->kind == AIC_ITEM_SKIPPED && is_array_word(file->text + from, file->text + to)) {
        ok = note_array(file, from, item);
    }
    if (item->kind == AIC_ITEM_BLANK) {
        pass->carried = item->allow.len ? item->allow : pass->carried;
        return ok;
    }
    if (item->allow.len) {
        ok = ok && add_allow(file, item->line, item->allow);
    }
    if (pass->carried.len) {
        ok = ok && add_allow(file, item->line, pass->carried);
        pass->carried.len = 0;
    }
    return ok;
}

/* The init, dump and expect lines, now that every tensor is known. */
static bool read_arrays(struct aic_trace_file *file)
{
    struct aic_trace_reader *reader =
        aic_trace_reader_new(AIC_TRACE_RECORDS, &file->tensors, aic_trace_file_error, file);
    if (!reader) {
        return false;
    }
    for (size_t i = 0; i < file->n_arrays; i++) {
        struct aic_array_line *line = &file->arrays[i];
        size_t from = (size_t)line->item.bytes;
        aic_trace_reader_seek(reader, line->item.line, line->item.core, line->item.unit, line->item.unit_given);
        line->kind = (uint8_t)aic_trace_reader_line(reader, file->text + from, line_end(file, from) - from,
                                                    &line->item);
    }
    aic_trace_reader_free(reader);
    return true;
}

static bool first_pass(struct aic_trace_file *file)
{
    struct first_pass pass = {.extent = {.line = 1}};
    struct aic_trace_item item;
    struct aic_trace_reader *reader =
        aic_trace_reader_new(AIC_TRACE_DECLARATIONS, &file->tensors, aic_trace_file_error, file);
    bool ok = reader != NULL;
    size_t from = 0, to;
    for (; ok && from < file->bytes; from = to) {
        to = line_end(file, from);
        aic_trace_reader_line(reader, file->text + from, to - from, &item);
        ok = pass_line(file, &pass, from, to, &item) && mark_line(file, item.line, from);
        file->lines = item.line;
    }
    if (ok) {
        pass.extent.to = file->bytes;
        ok = add_extent(file, pass.extent) && read_arrays(file);
        aic_trace_reader_end(reader);
    }
    aic_trace_reader_free(reader);
    return ok;
}

/* Under a `cores` line every core has the extents of core 0. */
static bool share_extents(struct aic_trace_file *file)
{
    uint32_t n = file->tensors.cores;
    if (n == 0 || file->broken) {
        return true;
    }
    struct aic_core_index *all = calloc(n, sizeof *all);
    for (uint32_t i = 0; all && i < n; i++) {
        all[i] = (struct aic_core_index){i, file->n_cores ? file->cores[0].first : 0,
                                         file->n_cores ? file->cores[0].last : 0};
    }
    if (all) {
        free(file->cores);
        file->cores = all;
        file->n_cores = n;
    }
    return all != NULL;
}

static bool read_raw(void *user, uint64_t offset, void *out, size_t n)
{
    const struct aic_trace_file *file = user;
    if (offset > file->raw_bytes || n > file->raw_bytes - offset) {
        return false;
    }
    memcpy(out, file->raw + offset, n);
    return true;
}

/* A core's records come from the streams of its units; cores appear in the order of their streams. */
static bool open_binary(struct aic_trace_file *file, char *err, size_t errlen)
{
    struct aic_binary_source source = {file, file->raw_bytes, read_raw, aic_zstd_expand};
    file->binary = aic_binary_reader_new(&source, err, errlen);
    if (!file->binary) {
        return false;
    }
    file->text = aic_binary_declarations(file->binary).at;
    file->bytes = aic_binary_declarations(file->binary).len;
    return true;
}

static int by_line(const void *a, const void *b)
{
    const struct aic_allow *x = a, *y = b;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* What the first pass of the declarations could not know. */
static bool index_binary(struct aic_trace_file *file)
{
    for (size_t i = 0; i < aic_binary_allows(file->binary); i++) {
        uint32_t line;
        struct aic_text rules = aic_binary_allow(file->binary, i, &line);
        if (!add_allow(file, line, rules)) {
            return false;
        }
    }
    if (file->n_allows) {
        qsort(file->allows, file->n_allows, sizeof *file->allows, by_line);
    }
    for (size_t i = 0; i < aic_binary_streams(file->binary); i++) {
        uint32_t core, unit;
        aic_binary_stream_of(file->binary, i, &core, &unit);
        if (!core_of(file, core)) {
            return false;
        }
    }
    if (!aic_binary_sites(file->binary, &file->sites)) {
        aic_trace_file_error(file, 0, 0, "the index of the binary trace is damaged");
    }
    return true;
}

bool aic_trace_file_open(struct aic_trace_file *file, const char *path, char *err, size_t errlen)
{
    *file = (struct aic_trace_file){.path = strdup(path)};
    if (!file->path) {
        snprintf(err, errlen, "out of memory");
        return false;
    }
    if (!read_bytes(file, path, err, errlen)) {
        return false;
    }
    bool binary = file->raw_bytes >= AIC_BINARY_MAGIC_BYTES &&
                  memcmp(file->raw, AIC_BINARY_MAGIC, AIC_BINARY_MAGIC_BYTES) == 0;
    file->text = file->raw;
    file->bytes = file->raw_bytes;
    if (binary && !open_binary(file, err, errlen)) {
        return false;
    }
    if (!first_pass(file) || (binary && !index_binary(file)) || !share_extents(file)) {
        snprintf(err, errlen, "out of memory");
        return false;
    }
    return true;
}

void aic_trace_file_free(struct aic_trace_file *file)
{
    aic_binary_reader_free(file->binary);
    if (file->mapped) {
        munmap((void *)(uintptr_t)file->raw, file->raw_bytes);
    } else {
        free((void *)(uintptr_t)file->raw);
    }
    for (size_t i = 0; i < file->n_errors; i++) {
        free(file->errors[i].message);
    }
    aic_trace_tensors_free(&file->tensors);
    aic_sites_free(&file->sites);
    free(file->errors);
    free(file->extents);
    free(file->marks);
    free(file->cores);
    free(file->arrays);
    free(file->allows);
    free(file->product);
    free(file->path);
    *file = (struct aic_trace_file){0};
}

void aic_trace_file_validate(struct aic_trace_file *file)
{
    struct aic_trace_item item;
    struct aic_trace_reader *reader =
        aic_trace_reader_new(AIC_TRACE_RECORDS, &file->tensors, aic_trace_file_error, file);
    if (!reader) {
        return;
    }
    aic_trace_reader_seek(reader, 1, 0, AIC_UNIT_AIC, false);
    for (size_t from = 0, to; from < file->bytes; from = to) {
        to = line_end(file, from);
        aic_trace_reader_line(reader, file->text + from, to - from, &item);
    }
    aic_trace_reader_free(reader);
}

static int by_place(const void *a, const void *b)
{
    const struct aic_source_error *x = a, *y = b;
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    return x->column < y->column ? -1 : x->column > y->column;
}

void aic_print_source(FILE *to, struct aic_text text)
{
    for (unsigned i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        fputc(c == '\t' ? ' ' : c < ' ' || c == 0x7f ? '?' : c, to);
    }
}

void aic_trace_file_print_errors(struct aic_trace_file *file)
{
    const char *path = strcmp(file->path, "-") == 0 ? "<stdin>" : file->path;
    uint32_t last = UINT32_MAX;
    if (file->n_errors) {
        qsort(file->errors, file->n_errors, sizeof *file->errors, by_place);
    }
    for (size_t i = 0; i < file->n_errors; i++) {
        const struct aic_source_error *e = &file->errors[i];
        if (e->line == last) {
            continue;
        }
        last = e->line;
        struct aic_text line = aic_trace_file_line(file, e->line);
        if (e->line) {
            fprintf(stderr, "%s:%u:%u: error: %s\n", path, e->line, e->column, e->message ? e->message : "");
        } else {
            fprintf(stderr, "%s: error: %s\n", path, e->message ? e->message : "");
        }
        if (line.at && line.len < 400) {
            fprintf(stderr, "    ");
            aic_print_source(stderr, line);
            fprintf(stderr, "\n    %*s^\n", (int)e->column - 1, "");
        }
    }
    if (file->n_errors >= MAX_ERRORS) {
        fprintf(stderr, "%s: more errors follow\n", path);
    }
}

struct aic_text aic_trace_file_line(const struct aic_trace_file *file, uint32_t line)
{
    size_t mark = line ? (line - 1) / AIC_LINE_MARK : file->n_marks;
    if (mark >= file->n_marks || file->binary) {
        return (struct aic_text){NULL, 0};
    }
    size_t from = file->marks[mark];
    for (uint32_t n = (uint32_t)mark * AIC_LINE_MARK + 1; n < line && from < file->bytes; n++) {
        from = line_end(file, from);
    }
    if (from >= file->bytes) {
        return (struct aic_text){NULL, 0};
    }
    size_t to = line_end(file, from);
    while (to > from && (file->text[to - 1] == '\n' || file->text[to - 1] == '\r')) {
        to--;
    }
    return (struct aic_text){file->text + from, (unsigned)(to - from)};
}

const struct aic_site *aic_trace_file_site(const struct aic_trace_file *file, uint32_t number)
{
    return aic_sites_find(&file->sites, number);
}

char *aic_trace_file_beside(const struct aic_trace_file *file, const char *path, size_t len)
{
    const char *slash = strrchr(file->path, '/');
    size_t dir = path[0] == '/' || !slash ? 0 : (size_t)(slash - file->path) + 1;
    char *out = malloc(dir + len + 1);
    if (out) {
        memcpy(out, file->path, dir);
        memcpy(out + dir, path, len);
        out[dir + len] = 0;
    }
    return out;
}

static bool names_rule(struct aic_text rules, const char *rule)
{
    const char *p = rules.at, *end = rules.at + rules.len;
    while (p < end) {
        const char *word = p;
        while (p < end && *p != ',' && *p != ' ' && *p != '\t') {
            p++;
        }
        if (aic_text_is((struct aic_text){word, (unsigned)(p - word)}, rule)) {
            return true;
        }
        p += p < end;
    }
    return false;
}

bool aic_trace_file_allows(const struct aic_trace_file *file, uint32_t line, const char *rule)
{
    size_t low = 0, high = file->n_allows;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (file->allows[middle].line < line) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < file->n_allows && file->allows[low].line == line; low++) {
        if (names_rule(file->allows[low].rules, rule)) {
            return true;
        }
    }
    return false;
}

static void enter_extent(struct aic_core_stream *stream, size_t extent)
{
    stream->extent = extent;
    if (extent) {
        const struct aic_extent *e = &stream->file->extents[extent - 1];
        stream->at = e->from;
        aic_trace_reader_seek(stream->reader, e->line, e->core, e->unit, e->unit_given);
    }
}

bool aic_core_stream_begin(struct aic_core_stream *stream, struct aic_trace_file *file, size_t core_index)
{
    *stream = (struct aic_core_stream){.file = file, .core = file->cores[core_index].core};
    stream->reader = aic_trace_reader_new(AIC_TRACE_RECORDS, &file->tensors, aic_trace_file_error, file);
    if (!stream->reader) {
        return false;
    }
    aic_trace_reader_sites(stream->reader, &file->sites);
    if (file->binary && (file->tensors.cores || file->again)) {
        char err[200];
        struct aic_binary_source source = {file, file->raw_bytes, read_raw, aic_zstd_expand};
        stream->binary = aic_binary_reader_new(&source, err, sizeof err);
        return stream->binary != NULL;
    }
    enter_extent(stream, file->cores[core_index].first);
    return true;
}

void aic_core_stream_end(struct aic_core_stream *stream)
{
    aic_trace_reader_free(stream->reader);
    aic_binary_reader_free(stream->binary);
    stream->reader = NULL;
    stream->binary = NULL;
}

/* The stream whose next record comes first; a damaged one at once, so that it is reported. */
static size_t first_stream(struct aic_binary_reader *binary, uint64_t core)
{
    size_t best = SIZE_MAX, ended = SIZE_MAX;
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < aic_binary_streams(binary); i++) {
        uint32_t of, unit;
        aic_binary_stream_of(binary, i, &of, &unit);
        if (core <= UINT32_MAX && of != core) {
            continue;
        }
        uint64_t order = aic_binary_peek(binary, i);
        if (order < first) {
            first = order;
            best = i;
        } else if (order == UINT64_MAX && aic_binary_damaged(binary, i)) {
            return i;
        }
        ended = i;
    }
    return best != SIZE_MAX ? best : ended;
}

static bool known_tensors(const struct aic_trace_file *file, const struct aic_record *rec)
{
    for (unsigned i = 0; i < rec->n_operands; i++) {
        if (rec->op[i].space == AIC_GM && rec->op[i].tensor >= (int64_t)file->tensors.n) {
            return false;
        }
    }
    return true;
}

static int next_binary(struct aic_trace_file *file, struct aic_binary_reader *binary, uint64_t core,
                       struct aic_record *rec)
{
    char err[200];
    uint64_t order;
    size_t stream = first_stream(binary, core);
    if (stream == SIZE_MAX) {
        return 0;
    }
    int got = aic_binary_next(binary, stream, rec, &order, err, sizeof err);
    if (got > 0 && !known_tensors(file, rec)) {
        snprintf(err, sizeof err, "a record names a tensor that is not declared");
        got = -1;
    }
    if (got < 0) {
        aic_trace_file_error(file, 0, 0, err);
    }
    return got;
}

int aic_trace_file_next_binary(struct aic_trace_file *file, uint64_t core, struct aic_record *rec)
{
    return next_binary(file, file->binary, core, rec);
}

int aic_core_stream_next(void *user, struct aic_record *rec)
{
    struct aic_core_stream *stream = user;
    struct aic_trace_file *file = stream->file;
    if (file->binary) {
        int got = file->broken ? -1 : next_binary(file, stream->binary ? stream->binary : file->binary,
                                                  file->tensors.cores ? 0 : stream->core, rec);
        if (got > 0) {
            aic_trace_for_core(&file->tensors, stream->core, rec);
        }
        return got;
    }
    while (stream->extent && !file->broken) {
        const struct aic_extent *e = &file->extents[stream->extent - 1];
        if (stream->at >= e->to) {
            enter_extent(stream, e->next);
            continue;
        }
        size_t from = stream->at;
        stream->at = line_end(file, from);
        int kind = aic_trace_reader_line(stream->reader, file->text + from, stream->at - from, &stream->item);
        if (kind == AIC_ITEM_RECORD) {
            *rec = stream->item.rec;
            aic_trace_for_core(&file->tensors, stream->core, rec);
            stream->records++;
            return 1;
        }
    }
    return file->broken ? -1 : 0;
}
