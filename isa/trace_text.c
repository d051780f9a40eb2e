/* The text reader: lines, words and declarations' bookkeeping.
 * Records: trace_record.c, declarations: trace_items.c, tensors: trace_tensors.c. */
#include "isa/trace_text.h"

#include <stdio.h>
#include <stdlib.h>

#include "isa/trace_reader.h"

/* Words that are no instruction, by what they begin. */
static const struct {
    const char *text;
    enum aic_item_kind kind;
} item_words[] = {
    {"product", AIC_ITEM_PRODUCT}, {"gm", AIC_ITEM_GM},         {"init", AIC_ITEM_INIT}, {"dump", AIC_ITEM_DUMP},
    {"expect", AIC_ITEM_EXPECT},   {"core", AIC_ITEM_CORE},   {"cores", AIC_ITEM_CORES},
};
#define N_ITEM_WORDS (sizeof item_words / sizeof item_words[0])

static unsigned word_hash(const char *text, unsigned len)
{
    unsigned h = 2166136261u;
    for (unsigned i = 0; i < len; i++) {
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    }
    return (h ^ h >> 16) & (AIC_TRACE_WORDS - 1);
}

static void add_word(struct aic_trace_reader *r, const char *text, int what)
{
    size_t len = strlen(text);
    unsigned slot = word_hash(text, (unsigned)len);
    while (r->words[slot].text) {
        slot = (slot + 1) & (AIC_TRACE_WORDS - 1);
    }
    r->words[slot] = (struct aic_trace_word){text, (uint8_t)len, (int16_t)what};
}

static const struct aic_trace_word *find_word(const struct aic_trace_reader *r, struct aic_text text)
{
    unsigned slot = word_hash(text.at, text.len);
    for (; r->words[slot].text; slot = (slot + 1) & (AIC_TRACE_WORDS - 1)) {
        const struct aic_trace_word *word = &r->words[slot];
        if (word->len == text.len && memcmp(word->text, text.at, text.len) == 0) {
            return word;
        }
    }
    return NULL;
}

/* With isSetFMatrix=false the instruction does not read its own feature map size. */
static void learn_waiver(struct aic_trace_insn *in)
{
    const struct aic_field *by = aic_insn_field(in->insn, "isSetFMatrix", 12);
    in->waived_by = by ? (int8_t)by->slot : -1;
    for (unsigned i = 0; by && i < in->insn->n_fields; i++) {
        const char *name = in->insn->fields[i].name;
        if (strcmp(name, "l1H") == 0 || strcmp(name, "l1W") == 0) {
            in->waived |= UINT64_C(1) << in->insn->fields[i].slot;
        }
    }
}

static void learn_insn(struct aic_trace_insn *in, size_t index)
{
    in->insn = aic_insn_at(index);
    aic_record_init(&in->empty, (int)index);
    in->positional = in->insn->klass >= AIC_CLASS_SET_FLAG && in->insn->klass <= AIC_CLASS_CROSS_WAIT;
    for (unsigned i = 0; i < in->insn->n_fields; i++) {
        in->name_len[i] = (uint8_t)strlen(in->insn->fields[i].name);
        in->order[i] = (uint8_t)i;
        if (in->insn->fields[i].required) {
            in->required |= UINT64_C(1) << in->insn->fields[i].slot;
        }
    }
    learn_waiver(in);
}

struct aic_trace_reader *aic_trace_reader_new(enum aic_trace_mode mode, struct aic_trace_tensors *tensors,
                                              aic_trace_error_fn *error, void *user)
{
    struct aic_trace_reader *r = calloc(1, sizeof *r);
    if (!r) {
        return NULL;
    }
    r->mode = mode;
    r->tensors = tensors;
    r->error = error;
    r->user = user;
    r->n_insns = aic_insn_count();
    r->insns = calloc(r->n_insns ? r->n_insns : 1, sizeof *r->insns);
    if (!r->insns) {
        free(r);
        return NULL;
    }
    for (size_t i = 0; i < r->n_insns; i++) {
        learn_insn(&r->insns[i], i);
        add_word(r, r->insns[i].insn->name, (int)i);
    }
    for (size_t i = 0; i < N_ITEM_WORDS; i++) {
        add_word(r, item_words[i].text, -1 - (int)item_words[i].kind);
    }
    return r;
}

void aic_trace_reader_free(struct aic_trace_reader *r)
{
    if (r) {
        free(r->insns);
        free(r);
    }
}

void aic_trace_reader_sites(struct aic_trace_reader *r, struct aic_sites *sites)
{
    r->sites = sites;
}

uint64_t aic_trace_reader_errors(const struct aic_trace_reader *r)
{
    return r->errors;
}

void aic_trace_reader_seek(struct aic_trace_reader *r, uint32_t next_line, uint32_t core, uint8_t unit,
                           bool unit_given)
{
    r->line = next_line - 1;
    r->begun = next_line > 1;
    r->core = core;
    r->unit = unit;
    r->unit_given = unit_given;
}

static const char *word_name(const void *list, size_t i)
{
    const struct aic_trace_reader *r = list;
    return i < r->n_insns ? r->insns[i].insn->name : item_words[i - r->n_insns].text;
}

/* What the comment of a line says to this program. */
struct comment {
    struct aic_text allow; /* rules of `# aicsim: allow` */
    struct aic_text file;  /* of `# at FILE:LINE`; empty: none */
    uint32_t line;
};

/* True when the text begins with the word and a blank, which are then cut off. */
static bool skip_word(struct aic_text *text, const char *word, unsigned len)
{
    if (text->len <= len || memcmp(text->at, word, len) != 0 || (text->at[len] != ' ' && text->at[len] != '\t')) {
        return false;
    }
    struct aic_cursor c = {text->at, text->at + len, text->at + text->len};
    aic_cursor_blanks(&c);
    *text = (struct aic_text){c.at, (unsigned)(c.end - c.at)};
    return true;
}

/* Either part may come first, each behind a `#` of its own. */
static void read_comment(struct aic_text text, struct comment *out)
{
    while (text.len) {
        struct aic_cursor c = {text.at, text.at + (text.at[0] == '#'), text.at + text.len};
        aic_cursor_blanks(&c);
        text = (struct aic_text){c.at, (unsigned)(c.end - c.at)};
        if (skip_word(&text, "aicsim: allow", 13)) {
            const char *hash = memchr(text.at, '#', text.len);
            unsigned len = hash ? (unsigned)(hash - text.at) : text.len, end = len;
            while (end && (text.at[end - 1] == ' ' || text.at[end - 1] == '\t')) {
                end--;
            }
            out->allow = (struct aic_text){text.at, end};
            text = (struct aic_text){text.at + len, text.len - len};
        } else if (!skip_word(&text, "at", 2) || !aic_site_parse(text, &out->file, &out->line, &text)) {
            return;
        }
        while (text.len && (*text.at == ' ' || *text.at == '\t')) {
            text = (struct aic_text){text.at + 1, text.len - 1};
        }
    }
}

/* Cuts a comment off the line and keeps what it says. A `#` within quotes is text. */
static void cut_comment(struct aic_cursor *c, struct comment *out)
{
    const char *hash = memchr(c->at, '#', (size_t)(c->end - c->at));
    if (hash && memchr(c->at, '"', (size_t)(hash - c->at))) {
        bool quoted = false;
        for (hash = c->at; hash < c->end && (quoted || *hash != '#'); hash++) {
            quoted ^= *hash == '"';
        }
        hash = hash < c->end ? hash : NULL;
    }
    if (hash) {
        read_comment((struct aic_text){hash, (unsigned)(c->end - hash)}, out);
        c->end = hash;
    }
}

/* The first line says what the file is. */
static enum aic_item_kind begin(struct aic_trace_reader *r, struct aic_cursor *c)
{
    struct aic_text word = aic_cursor_word(c, "");
    int64_t version;
    r->begun = true;
    if (!aic_text_is(word, "aicsim-trace")) {
        aic_trace_fail(r, c, word.at, "expected 'aicsim-trace %d' on the first line, found '%.*s'", AIC_TRACE_VERSION,
                       AIC_TEXT_ARG(word));
        return AIC_ITEM_ERROR;
    }
    aic_cursor_blanks(c);
    word = aic_cursor_word(c, "");
    if (!aic_text_int(word, &version) || version != AIC_TRACE_VERSION) {
        aic_trace_fail(r, c, word.at, "expected the trace version %d, found '%.*s'", AIC_TRACE_VERSION,
                       AIC_TEXT_ARG(word));
        return AIC_ITEM_ERROR;
    }
    aic_cursor_blanks(c);
    if (c->at < c->end) {
        aic_trace_fail(r, c, c->at, "expected the end of the line behind the trace version");
        return AIC_ITEM_ERROR;
    }
    return AIC_ITEM_HEADER;
}

static bool passed_over(const struct aic_trace_reader *r, int what)
{
    if (r->mode == AIC_TRACE_RECORDS) {
        return what == -1 - AIC_ITEM_GM || what == -1 - AIC_ITEM_PRODUCT || what == -1 - AIC_ITEM_CORES;
    }
    return r->mode == AIC_TRACE_DECLARATIONS && (what >= 0 || what == -1 - AIC_ITEM_INIT ||
                                                 what == -1 - AIC_ITEM_DUMP || what == -1 - AIC_ITEM_EXPECT);
}

static enum aic_item_kind unknown_word(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text word)
{
    if (r->mode == AIC_TRACE_DECLARATIONS) {
        return AIC_ITEM_SKIPPED;
    }
    const char *near = aic_text_nearest(word, word_name, r, r->n_insns + N_ITEM_WORDS);
    aic_trace_fail(r, c, word.at, "unknown instruction '%.*s'%s%s%s", AIC_TEXT_ARG(word),
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    return AIC_ITEM_ERROR;
}

/* What makes a line unreadable before its first word. */
static bool readable(struct aic_trace_reader *r, const struct aic_cursor *c)
{
    size_t len = (size_t)(c->end - c->start);
    const char *nul = len ? memchr(c->start, 0, len) : NULL;
    if (len <= AIC_TRACE_MAX_LINE && !nul) {
        return true;
    }
    r->begun = true;
    return len > AIC_TRACE_MAX_LINE ? aic_trace_fail(r, c, c->start + AIC_TRACE_MAX_LINE,
                                                     "the line is longer than %d bytes", AIC_TRACE_MAX_LINE)
                                    : aic_trace_fail(r, c, nul, "a NUL byte; a trace is text");
}

static enum aic_item_kind read_item(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_trace_item *item)
{
    struct aic_text word = aic_cursor_word(c, "");
    const struct aic_trace_word *found = find_word(r, word);
    if (!found) {
        return unknown_word(r, c, word);
    }
    if (passed_over(r, found->what)) {
        return AIC_ITEM_SKIPPED;
    }
    if (found->what >= 0) {
        return aic_trace_record(r, c, &r->insns[found->what], &item->rec) ? AIC_ITEM_RECORD : AIC_ITEM_ERROR;
    }
    item->kind = (uint8_t)(-1 - found->what);
    aic_cursor_blanks(c);
    return aic_trace_declaration(r, c, item) ? (enum aic_item_kind)item->kind : AIC_ITEM_ERROR;
}

enum aic_item_kind aic_trace_reader_line(struct aic_trace_reader *r, const char *line, size_t len,
                                         struct aic_trace_item *item)
{
    struct aic_cursor c = {line, line, line + len};
    enum aic_item_kind kind = AIC_ITEM_BLANK;
    struct comment comment = {.line = 0};
    r->line++;
    item->allow = (struct aic_text){NULL, 0};
    item->line = r->line;
    if (!readable(r, &c)) {
        item->kind = AIC_ITEM_ERROR;
        return AIC_ITEM_ERROR;
    }
    while (c.end > c.at && (c.end[-1] == '\n' || c.end[-1] == '\r')) {
        c.end--;
    }
    if (r->line == 1 && len >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0) {
        c.at += 3;
    }
    cut_comment(&c, &comment);
    item->allow = comment.allow;
    aic_cursor_blanks(&c);
    if (c.at < c.end) {
        while (c.end > c.at && (c.end[-1] == ' ' || c.end[-1] == '\t')) {
            c.end--;
        }
        kind = r->begun ? read_item(r, &c, item) : begin(r, &c);
    }
    if (kind == AIC_ITEM_RECORD && comment.line && r->sites) {
        item->rec.file = aic_sites_number(r->sites, comment.file, comment.line);
    }
    item->kind = (uint8_t)kind;
    item->core = r->core;
    item->unit = r->unit;
    item->unit_given = r->unit_given;
    return kind;
}

bool aic_trace_reader_end(struct aic_trace_reader *r)
{
    if (r->begun) {
        return true;
    }
    struct aic_cursor c = {"", "", ""};
    r->line = 1;
    aic_trace_fail(r, &c, c.at, "the trace is empty; expected 'aicsim-trace %d' on the first line", AIC_TRACE_VERSION);
    return false;
}
