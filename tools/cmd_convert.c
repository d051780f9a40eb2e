/* Traces between text and binary. The records keep their order, the declarations their lines. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/args.h"
#include "tools/commands.h"
#include "tools/file_uses.h"
#include "tools/out.h"
#include "tools/trace_file.h"
#include "tools/zstd_blocks.h"

#define ALL_CORES ((uint64_t)UINT32_MAX + 1)

enum { TO, ZSTD };
static const struct aic_option options[] = {
    {"to", 0, "text|binary", "format of OUT; without it an OUT that ends in .aicb is binary, every other text"},
    {"zstd", 0, NULL, "compress a binary trace"},
    {0},
};
static const struct aic_usage usage = {
    "convert", "IN OUT [options]", "Converts a trace between text and binary, whatever IN is.",
    "Nothing but comments and blank lines is lost (`# aicsim: allow` and `# at FILE:LINE` are kept). OUT may be - for\n"
    "standard output.",
    options};

struct convert {
    struct aic_trace_file file;
    struct aic_out out;
    bool to_stdout, binary, zstd;
    FILE *to;
    int why; /* errno of the write that failed, 0: none did */
    char *declarations;
    size_t declarations_bytes;
    char *line; /* of a record; names of tensors have no bound */
    size_t line_room;
};

/* What the writer of text must say before a record: the `core` line in force. */
struct core_state {
    uint32_t core;
    uint8_t unit;
    bool unit_given;
};

static void core_line(FILE *to, struct core_state *now, struct core_state want)
{
    if (now->core == want.core && now->unit == want.unit && now->unit_given == want.unit_given) {
        return;
    }
    *now = want;
    fprintf(to, "core %" PRIu32 "%s%s\n", want.core, want.unit_given ? "." : "",
            want.unit_given ? aic_unit_name((enum aic_unit)want.unit) : "");
}

/* The declarations alone, as a text trace that ends under `core 0`. */
static bool collect_declarations(struct convert *c)
{
    FILE *to = open_memstream(&c->declarations, &c->declarations_bytes);
    struct core_state state = {0, AIC_UNIT_AIC, false};
    struct aic_trace_item item;
    struct aic_trace_tensors tensors = {0};
    struct aic_trace_reader *reader = aic_trace_reader_new(AIC_TRACE_DECLARATIONS, &tensors, NULL, NULL);
    size_t array = 0;
    for (size_t from = 0, len; to && reader && from < c->file.bytes; from += len) {
        const char *at = c->file.text + from;
        const char *newline = memchr(at, '\n', c->file.bytes - from);
        len = newline ? (size_t)(newline - at) + 1 : c->file.bytes - from;
        int kind = aic_trace_reader_line(reader, at, len, &item);
        bool is_array = array < c->file.n_arrays && c->file.arrays[array].item.line == item.line;
        if (is_array) {
            array++;
            core_line(to, &state, (struct core_state){item.core, item.unit, item.unit_given});
        }
        if (is_array || kind == AIC_ITEM_HEADER || kind == AIC_ITEM_PRODUCT || kind == AIC_ITEM_GM ||
            kind == AIC_ITEM_CORES) {
            size_t shown = len;
            while (shown && (at[shown - 1] == '\n' || at[shown - 1] == '\r')) {
                shown--;
            }
            fprintf(to, "%.*s\n", (int)shown, at);
        }
    }
    bool ok = to && reader;
    if (to) {
        core_line(to, &state, (struct core_state){0, AIC_UNIT_AIC, false});
        ok = fclose(to) == 0 && ok;
    }
    aic_trace_reader_free(reader);
    aic_trace_tensors_free(&tensors);
    return ok;
}

/* Calls fn for every record in the order of the trace. */
static bool each_record(struct convert *c, bool (*fn)(struct convert *c, const struct aic_record *rec, void *user),
                        void *user)
{
    struct aic_record rec;
    if (c->file.binary) {
        int got;
        while ((got = aic_trace_file_next_binary(&c->file, ALL_CORES, &rec)) > 0) {
            if (!fn(c, &rec, user)) {
                return false;
            }
        }
        return got == 0;
    }
    struct aic_trace_item item;
    struct aic_trace_reader *reader =
        aic_trace_reader_new(AIC_TRACE_RECORDS, &c->file.tensors, aic_trace_file_error, &c->file);
    bool ok = reader != NULL;
    if (ok) {
        aic_trace_reader_sites(reader, &c->file.sites);
    }
    for (size_t from = 0, len; ok && from < c->file.bytes; from += len) {
        const char *at = c->file.text + from;
        const char *newline = memchr(at, '\n', c->file.bytes - from);
        len = newline ? (size_t)(newline - at) + 1 : c->file.bytes - from;
        if (aic_trace_reader_line(reader, at, len, &item) == AIC_ITEM_RECORD) {
            ok = fn(c, &item.rec, user);
        }
    }
    aic_trace_reader_free(reader);
    return ok && !c->file.broken;
}

/* Whether everything could be written so far; keeps the first reason. */
static bool written(struct convert *c)
{
    c->why = ferror(c->to) && !c->why ? errno : c->why;
    return c->why == 0;
}

/* Prints a record into c->line, however long it is. False: out of memory. */
static bool print_record(struct convert *c, const struct aic_record *rec)
{
    size_t n;
    while ((n = aic_trace_print(rec, &c->file.tensors, c->line, c->line_room)) >= c->line_room) {
        char *more = realloc(c->line, n + 1024);
        if (!more) {
            return false;
        }
        c->line = more;
        c->line_room = n + 1024;
    }
    return true;
}

static bool put_text(struct convert *c, const struct aic_record *rec, void *user)
{
    struct core_state *state = user;
    core_line(c->to, state, (struct core_state){rec->core, rec->unit, rec->unit_given});
    if (!print_record(c, rec)) {
        return false;
    }
    fputs(c->line, c->to);
    for (size_t i = 0, n = 0; i < c->file.n_allows; i++) {
        if (c->file.allows[i].line == rec->line) {
            fprintf(c->to, "%s%.*s", n++ ? ", " : " # aicsim: allow ", (int)c->file.allows[i].rules.len,
                    c->file.allows[i].rules.at);
        }
    }
    const struct aic_site *site = aic_trace_file_site(&c->file, rec->file);
    if (site && aic_site_printable(site->file)) {
        fprintf(c->to, " # at %s:%" PRIu32, site->file, site->line);
    }
    fputc('\n', c->to);
    return written(c);
}

static bool put_binary(struct convert *c, const struct aic_record *rec, void *user)
{
    (void)c;
    return aic_binary_writer_push(user, rec);
}

static bool write_bytes(void *user, const void *data, size_t n)
{
    struct convert *c = user;
    return fwrite(data, 1, n, c->to) == n || written(c);
}

static bool write_binary(struct convert *c)
{
    struct aic_binary_sink sink = {c, write_bytes, c->zstd ? aic_zstd_compress : NULL};
    struct aic_binary_writer *writer =
        aic_binary_writer_new(&sink, (struct aic_text){c->declarations, (unsigned)c->declarations_bytes});
    bool ok = writer && each_record(c, put_binary, writer);
    for (size_t i = 0; ok && i < c->file.n_allows; i++) {
        ok = aic_binary_writer_allow(writer, c->file.allows[i].line, c->file.allows[i].rules);
    }
    if (ok) {
        aic_binary_writer_sites(writer, &c->file.sites);
    }
    ok = ok && aic_binary_writer_finish(writer);
    aic_binary_writer_free(writer);
    return ok;
}

static bool write_text(struct convert *c)
{
    struct core_state state = {0, AIC_UNIT_AIC, false};
    fwrite(c->declarations, 1, c->declarations_bytes, c->to);
    return written(c) && each_record(c, put_text, &state);
}

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

static bool names_relative_files(const struct aic_trace_file *file)
{
    for (uint32_t i = 0; i < file->tensors.n; i++) {
        if (file->tensors.at[i].file && file->tensors.at[i].file[0] != '/') {
            return true;
        }
    }
    for (size_t i = 0; i < file->n_arrays; i++) {
        if (file->arrays[i].item.file.len && file->arrays[i].item.file.at[0] != '/') {
            return true;
        }
    }
    return false;
}

/* Paths in a trace are relative to it: the data has to go where the trace goes. */
static void note_paths(const struct convert *c, const char *in, const char *out)
{
    size_t n = folder_length(in);
    bool same = n == folder_length(out) && memcmp(in, out, n) == 0;
    if (!c->to_stdout && !same && names_relative_files(&c->file)) {
        fprintf(stderr, "%s: note: its files are now looked for beside it, no longer beside %s\n", out, in);
    }
}

/* OUT (NULL: standard output) must be none of the trace's files. Exit status: 0, 2 (reported) or 3. */
static int check_files(struct aic_trace_file *file, const char *out)
{
    struct aic_file_uses uses = {0};
    bool added = aic_file_uses_add_trace(&uses, file) &&
                 (!out || aic_file_uses_add(&uses, out, &(struct aic_file_use){.what = "OUT", .writes = true}));
    int status = !added ? 3 : aic_file_uses_check(&uses, file) ? 0 : 2;
    if (status == 3) {
        fprintf(stderr, "aicsim convert: error: out of memory\n");
    }
    aic_trace_file_print_errors(file);
    aic_file_uses_free(&uses);
    return status;
}

/* The trace in its other form. Exit status: 0 or 2 (reported). */
static int write_out(struct convert *c, const char *out)
{
    char err[300];
    if (!c->to_stdout && !aic_out_open(&c->out, out, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", out, err);
        return 2;
    }
    c->to = c->to_stdout ? stdout : c->out.to;
    bool ok = (c->binary ? write_binary(c) : write_text(c)) && (fflush(c->to) == 0 || written(c));
    if (!ok) {
        snprintf(err, sizeof err, "cannot write: %s", strerror(c->why));
        aic_trace_file_print_errors(&c->file);
        fprintf(stderr, "%s: error: %s\n", out, c->why ? err : "the trace could not be converted");
        if (!c->to_stdout) {
            aic_out_abandon(&c->out);
        }
        return 2;
    }
    if (!c->to_stdout && !aic_out_close(&c->out, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", out, err);
        return 2;
    }
    return 0;
}

static int convert(struct convert *c, const char *in, const char *out)
{
    char err[300];
    if (!aic_trace_file_open(&c->file, in, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", in, err);
        return 2;
    }
    aic_trace_file_validate(&c->file);
    if (c->file.broken) {
        aic_trace_file_print_errors(&c->file);
        return 2;
    }
    if (!collect_declarations(c)) {
        fprintf(stderr, "aicsim convert: error: out of memory\n");
        return 3;
    }
    c->to_stdout = strcmp(out, "-") == 0;
    int status = check_files(&c->file, c->to_stdout ? NULL : out);
    status = status ? status : write_out(c, out);
    if (status == 0) {
        note_paths(c, in, out);
    }
    return status;
}

static int check_options(struct convert *c, const char *to, const char *out)
{
    size_t n = strlen(out);
    c->binary = n > 5 && strcmp(out + n - 5, ".aicb") == 0;
    if (to && strcmp(to, "text") != 0 && strcmp(to, "binary") != 0) {
        return aic_args_error(&usage, "--to is text or binary, not '%s'", to);
    }
    c->binary = to ? strcmp(to, "binary") == 0 : c->binary;
    if (c->zstd && !c->binary) {
        return aic_args_error(&usage, "only a binary trace is compressed");
    }
    if (c->zstd && !aic_zstd_available()) {
        return aic_args_error(&usage, "this program was built without zstd");
    }
    return 0;
}

int aic_cmd_convert(int argc, char **argv)
{
    struct convert c = {.to = NULL};
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value, *paths[2] = {NULL, NULL}, *to = NULL;
    int index, n = 0;
    while ((index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP) {
            return 0;
        }
        if (index == AIC_ARG_BAD) {
            return 2;
        }
        if (index == TO) {
            to = value;
        } else if (index == ZSTD) {
            c.zstd = true;
        } else if (n < 2) {
            paths[n++] = value;
        } else {
            return aic_args_error(&usage, "more than IN and OUT: '%s'", value);
        }
    }
    if (n < 2) {
        return aic_args_error(&usage, "from which file to which?");
    }
    int status = check_options(&c, to, paths[1]);
    if (status == 0) {
        status = convert(&c, paths[0], paths[1]);
        aic_trace_file_free(&c.file);
    }
    free(c.declarations);
    free(c.line);
    return status;
}
