#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/binary_record.h"
#include "isa/trace_binary.h"
#include "isa/trace_text.h"

struct insn_map {
    int16_t insn;                     /* here */
    uint8_t slot[AIC_MAX_FIELDS];     /* here, by the slot in the file; 0xff: none */
};

struct block {
    uint64_t offset;
    uint32_t stream, records;
};

struct stream {
    uint32_t core, unit;
    uint64_t records;
    size_t next_block;  /* where to look for the next one */
    uint32_t at, held;
    uint8_t *data;
    bool bad;
};

/* A line and a text that belongs to it. */
struct noted {
    uint32_t line;
    struct aic_text text;
};

struct aic_binary_reader {
    struct aic_binary_source source;
    bool compressed;
    uint32_t record_bytes, slots;
    struct aic_text text;
    struct insn_map *map;
    uint32_t n_map;
    struct stream *streams;
    uint32_t n_streams;
    struct block *blocks;
    uint32_t n_blocks;
    struct noted *allows;
    uint32_t n_allows;
    struct noted *sites; /* line and file of each */
    uint32_t n_sites;
    uint8_t *index; /* the texts of allows and sites point into it */
};

/* A part of the file in memory. */
struct span {
    const uint8_t *at, *end;
    bool bad; /* something was cut off */
};

static const uint8_t *take(struct span *s, size_t n)
{
    if (s->bad || (size_t)(s->end - s->at) < n) {
        s->bad = true;
        return NULL;
    }
    s->at += n;
    return s->at - n;
}

static uint32_t take32(struct span *s)
{
    const uint8_t *p = take(s, 4);
    return p ? aic_get32(p) : 0;
}

static uint64_t take64(struct span *s)
{
    const uint8_t *p = take(s, 8);
    return p ? aic_get64(p) : 0;
}

static unsigned take8(struct span *s)
{
    const uint8_t *p = take(s, 1);
    return p ? *p : 0;
}

static struct aic_text take_name(struct span *s)
{
    unsigned n = take8(s);
    const uint8_t *p = take(s, n);
    return (struct aic_text){(const char *)p, p ? n : 0};
}

static bool fail(char *err, size_t errlen, const char *what)
{
    snprintf(err, errlen, "%s", what);
    return false;
}

/* Instructions and fields by name, so that tables may grow between versions. */
static bool read_insn(struct aic_binary_reader *r, struct insn_map *map, struct span *s, char *err, size_t errlen)
{
    struct aic_text name = take_name(s);
    unsigned n = take8(s);
    if (s->bad) {
        return fail(err, errlen, "the binary trace is cut off");
    }
    map->insn = (int16_t)aic_insn_find(name.at, name.len);
    memset(map->slot, 0xff, sizeof map->slot);
    for (unsigned i = 0; i < n; i++) {
        unsigned slot = take8(s), count = take8(s);
        struct aic_text field_name = take_name(s);
        if (s->bad) {
            return fail(err, errlen, "the binary trace is cut off");
        }
        count = count ? count : 1;
        const struct aic_insn *insn = map->insn >= 0 ? aic_insn_at((size_t)map->insn) : NULL;
        const struct aic_field *field = insn ? aic_insn_field(insn, field_name.at, field_name.len) : NULL;
        if (slot + count > r->slots) {
            return fail(err, errlen, "the binary trace names a field outside its records");
        }
        for (unsigned k = 0; field && k < count && k < (field->count ? field->count : 1u); k++) {
            map->slot[slot + k] = (uint8_t)(field->slot + k);
        }
    }
    return true;
}

static bool read_front(struct aic_binary_reader *r, const uint8_t *front, size_t bytes, char *err, size_t errlen)
{
    struct span s = {front + AIC_BINARY_MAGIC_BYTES, front + bytes, false};
    uint32_t version = take32(&s), flags = take32(&s);
    r->record_bytes = take32(&s);
    r->slots = take32(&s);
    r->n_map = take32(&s);
    uint32_t text = take32(&s);
    if (version != AIC_BINARY_VERSION) {
        snprintf(err, errlen, "the binary trace has version %u; this program reads %d", version, AIC_BINARY_VERSION);
        return false;
    }
    if (r->slots > AIC_MAX_FIELDS || r->record_bytes != AIC_BINARY_RECORD_HEAD + r->slots * 8 || r->n_map > 4096 ||
        flags > 1) {
        return fail(err, errlen, "the head of the binary trace is damaged");
    }
    r->compressed = flags & 1;
    if (r->compressed && !r->source.expand) {
        return fail(err, errlen, "the binary trace is compressed, and this program was built without zstd");
    }
    const uint8_t *at = take(&s, text);
    char *copy = at ? malloc((size_t)text + 1) : NULL;
    r->map = calloc(r->n_map ? r->n_map : 1, sizeof *r->map);
    if (!copy || !r->map) {
        free(copy);
        return fail(err, errlen, at ? "out of memory" : "the binary trace is cut off");
    }
    memcpy(copy, at, text);
    copy[text] = 0;
    r->text = (struct aic_text){copy, text};
    for (uint32_t i = 0; i < r->n_map; i++) {
        if (!read_insn(r, &r->map[i], &s, err, errlen)) {
            return false;
        }
    }
    return true;
}

/* A list of lines with texts; *n is how many. NULL when out of memory. */
static struct noted *read_noted(struct span *s, size_t bytes, uint32_t *n)
{
    uint32_t count = take32(s);
    *n = count <= bytes / 8 ? count : 0;
    s->bad |= *n != count;
    struct noted *list = calloc(*n + 1u, sizeof *list);
    for (uint32_t i = 0; list && i < *n; i++) {
        list[i].line = take32(s);
        uint32_t len = take32(s);
        list[i].text = (struct aic_text){(const char *)take(s, len), len};
    }
    return list;
}

static bool read_index(struct aic_binary_reader *r, size_t bytes, char *err, size_t errlen)
{
    struct span s = {r->index, r->index + bytes, false};
    r->n_streams = take32(&s);
    s.bad |= r->n_streams > AIC_TRACE_MAX_CORES * AIC_UNIT_COUNT; /* each record looks at all of them */
    r->n_streams = s.bad ? 0 : r->n_streams;
    r->streams = calloc(r->n_streams + 1u, sizeof *r->streams);
    for (uint32_t i = 0; r->streams && i < r->n_streams; i++) {
        r->streams[i].core = take32(&s);
        r->streams[i].unit = take32(&s);
        r->streams[i].records = take64(&s);
        r->streams[i].bad = r->streams[i].unit >= AIC_UNIT_COUNT || r->streams[i].core >= AIC_TRACE_MAX_CORES;
    }
    r->n_blocks = take32(&s);
    r->n_blocks = r->n_blocks <= bytes / 16 ? r->n_blocks : 0;
    r->blocks = calloc(r->n_blocks + 1u, sizeof *r->blocks);
    for (uint32_t i = 0; r->blocks && i < r->n_blocks; i++) {
        r->blocks[i].offset = take64(&s);
        r->blocks[i].stream = take32(&s);
        r->blocks[i].records = take32(&s);
    }
    r->allows = read_noted(&s, bytes, &r->n_allows);
    if (s.at < s.end) {
        r->sites = read_noted(&s, bytes, &r->n_sites);
    }
    if (!r->streams || !r->blocks || !r->allows || (r->n_sites && !r->sites)) {
        return fail(err, errlen, "out of memory");
    }
    return !s.bad || fail(err, errlen, "the index of the binary trace is damaged");
}

/* Front: everything up to the first block (or the index); at most `limit` bytes of it are looked at. */
static bool open_parts(struct aic_binary_reader *r, char *err, size_t errlen)
{
    const struct aic_binary_source *src = &r->source;
    uint8_t tail[AIC_BINARY_TAIL_BYTES], head[AIC_BINARY_HEAD_BYTES];
    if (src->bytes < sizeof head + sizeof tail || !src->read(src->user, 0, head, sizeof head) ||
        memcmp(head, AIC_BINARY_MAGIC, AIC_BINARY_MAGIC_BYTES) != 0) {
        return fail(err, errlen, "this is no binary trace");
    }
    uint64_t tail_at = src->bytes - sizeof tail;
    if (!src->read(src->user, tail_at, tail, sizeof tail) ||
        memcmp(tail + 8, AIC_BINARY_MAGIC, AIC_BINARY_MAGIC_BYTES) != 0 || aic_get64(tail) > tail_at ||
        aic_get64(tail) < sizeof head) {
        return fail(err, errlen, "the binary trace is cut off");
    }
    uint64_t index_at = aic_get64(tail), index_bytes = tail_at - index_at;
    r->index = malloc(index_bytes ? index_bytes : 1);
    if (!r->index || !src->read(src->user, index_at, r->index, index_bytes)) {
        return fail(err, errlen, "the index of the binary trace cannot be read");
    }
    if (!read_index(r, index_bytes, err, errlen)) {
        return false;
    }
    uint64_t front_bytes = r->n_blocks && r->blocks[0].offset <= index_at ? r->blocks[0].offset : index_at;
    uint8_t *front = malloc(front_bytes ? front_bytes : 1);
    bool ok = front && front_bytes >= sizeof head && src->read(src->user, 0, front, front_bytes);
    ok = ok ? read_front(r, front, front_bytes, err, errlen) : fail(err, errlen, "the binary trace cannot be read");
    free(front);
    return ok;
}

struct aic_binary_reader *aic_binary_reader_new(const struct aic_binary_source *source, char *err, size_t errlen)
{
    struct aic_binary_reader *r = calloc(1, sizeof *r);
    if (!r) {
        snprintf(err, errlen, "out of memory");
        return NULL;
    }
    r->source = *source;
    if (!open_parts(r, err, errlen)) {
        aic_binary_reader_free(r);
        return NULL;
    }
    return r;
}

void aic_binary_reader_free(struct aic_binary_reader *r)
{
    if (!r) {
        return;
    }
    for (uint32_t i = 0; r->streams && i < r->n_streams; i++) {
        free(r->streams[i].data);
    }
    free((void *)(uintptr_t)r->text.at);
    free(r->map);
    free(r->streams);
    free(r->blocks);
    free(r->allows);
    free(r->sites);
    free(r->index);
    free(r);
}

struct aic_text aic_binary_declarations(const struct aic_binary_reader *r)
{
    return r->text;
}

size_t aic_binary_streams(const struct aic_binary_reader *r)
{
    return r->n_streams;
}

void aic_binary_stream_of(const struct aic_binary_reader *r, size_t i, uint32_t *core, uint32_t *unit)
{
    *core = r->streams[i].core;
    *unit = r->streams[i].unit;
}

size_t aic_binary_allows(const struct aic_binary_reader *r)
{
    return r->n_allows;
}

struct aic_text aic_binary_allow(const struct aic_binary_reader *r, size_t i, uint32_t *line)
{
    *line = r->allows[i].line;
    return r->allows[i].text;
}

bool aic_binary_sites(const struct aic_binary_reader *r, struct aic_sites *sites)
{
    for (uint32_t i = 0; i < r->n_sites; i++) {
        if (aic_sites_number(sites, r->sites[i].text, r->sites[i].line) != i + 1) {
            return false;
        }
    }
    return true;
}

/* Reads a block's bytes into the stream's buffer. */
static bool read_block(struct aic_binary_reader *r, struct stream *s, const struct block *b)
{
    uint8_t head[AIC_BINARY_BLOCK_HEAD];
    if (!r->source.read(r->source.user, b->offset, head, sizeof head)) {
        return false;
    }
    uint32_t bytes = aic_get32(head + 8), stored = aic_get32(head + 12);
    if (aic_get32(head + 4) != b->records || b->records > AIC_BINARY_BLOCK || bytes != b->records * r->record_bytes ||
        stored > bytes) {
        return false;
    }
    uint64_t from = b->offset + sizeof head;
    if (stored == bytes) {
        return r->source.read(r->source.user, from, s->data, bytes);
    }
    uint8_t *packed = r->compressed && stored ? malloc(stored) : NULL;
    bool ok = packed && r->source.read(r->source.user, from, packed, stored) &&
              r->source.expand(r->source.user, packed, stored, s->data, bytes);
    free(packed);
    return ok;
}

/* Makes the next record of a stream available; false at its end or when it is bad. */
static bool fill(struct aic_binary_reader *r, size_t stream)
{
    struct stream *s = &r->streams[stream];
    if (s->bad) {
        return false;
    }
    if (s->at < s->held) {
        return true;
    }
    while (s->next_block < r->n_blocks && r->blocks[s->next_block].stream != stream) {
        s->next_block++;
    }
    if (s->next_block == r->n_blocks) {
        return false;
    }
    if (!s->data) {
        s->data = malloc((size_t)r->record_bytes * AIC_BINARY_BLOCK);
    }
    const struct block *b = &r->blocks[s->next_block++];
    s->bad = !s->data || b->records == 0 || !read_block(r, s, b);
    s->at = 0;
    s->held = b->records;
    return !s->bad;
}

uint64_t aic_binary_peek(struct aic_binary_reader *r, size_t stream)
{
    struct stream *s = &r->streams[stream];
    return fill(r, stream) ? aic_get64(s->data + (size_t)s->at * r->record_bytes) : UINT64_MAX;
}

bool aic_binary_damaged(const struct aic_binary_reader *r, size_t stream)
{
    return r->streams[stream].bad;
}

static bool unpack_fields(const struct aic_binary_reader *r, const struct insn_map *map, const uint8_t *p,
                          struct aic_record *rec)
{
    uint64_t given = aic_get64(p + 32), raw = aic_get64(p + 40), beyond = aic_get32(p + 28);
    for (unsigned i = 0; i < r->slots; i++) {
        unsigned slot = map->slot[i];
        if (slot == 0xff) {
            if (given >> i & 1) {
                return false;
            }
            continue;
        }
        rec->f[slot] = (int64_t)aic_get64(p + AIC_BINARY_RECORD_HEAD + 8 * i);
        rec->given |= (given >> i & 1) << slot;
        rec->raw |= (raw >> i & 1) << slot;
        rec->beyond |= (beyond >> i & 1) << slot;
    }
    return true;
}

/* Choices index their names and booleans are 0 or 1: a damaged file must not lead outside. */
static bool sane(const struct aic_record *rec)
{
    const struct aic_insn *insn = aic_insn_at(rec->insn);
    if (rec->n_operands > insn->n_slots || rec->n_dtypes > insn->max_dtypes || rec->n_dtypes < insn->min_dtypes ||
        rec->unit >= AIC_UNIT_COUNT) {
        return false;
    }
    for (unsigned i = 0; i < insn->n_slots; i++) {
        bool there = i < rec->n_operands;
        if (there ? rec->op[i].space >= AIC_SPACE_COUNT : !insn->slots[i].optional) {
            return false;
        }
    }
    for (unsigned i = 0; i < rec->n_dtypes; i++) {
        if (rec->dtype[i] == AIC_DT_NONE || rec->dtype[i] >= AIC_DT_COUNT) {
            return false;
        }
    }
    for (unsigned i = 0; i < insn->n_fields; i++) {
        const struct aic_field *f = &insn->fields[i];
        int64_t v = rec->f[f->slot], n = 0;
        while (f->kind == AIC_FIELD_CHOICE && f->choices[n]) {
            n++;
        }
        if ((f->kind == AIC_FIELD_CHOICE && (v < 0 || v >= n)) || (f->kind == AIC_FIELD_BOOL && (v < 0 || v > 1))) {
            return false;
        }
    }
    return true;
}

static bool unpack(const struct aic_binary_reader *r, const uint8_t *p, struct aic_record *rec)
{
    unsigned index = p[8] | (unsigned)p[9] << 8;
    if (index >= r->n_map || r->map[index].insn < 0 || p[10] > AIC_MAX_OPERANDS || p[11] > AIC_MAX_DTYPES) {
        return false;
    }
    aic_record_init(rec, r->map[index].insn);
    rec->n_operands = p[10];
    rec->n_dtypes = p[11];
    memcpy(rec->dtype, p + 12, AIC_MAX_DTYPES);
    rec->unit = p[15] & 0x7f;
    rec->unit_given = p[15] >> 7;
    rec->core = aic_get32(p + 16);
    rec->line = aic_get32(p + 20);
    rec->file = aic_get32(p + 24);
    for (unsigned i = 0; i < rec->n_operands; i++) {
        const uint8_t *o = p + 48 + 16 * i;
        rec->op[i] = (struct aic_operand){aic_get64(o), (int32_t)aic_get32(o + 8), o[12], o[13] & 1};
    }
    return rec->file <= r->n_sites && unpack_fields(r, &r->map[index], p, rec) && sane(rec);
}

int aic_binary_next(struct aic_binary_reader *r, size_t stream, struct aic_record *rec, uint64_t *order, char *err,
                    size_t errlen)
{
    struct stream *s = &r->streams[stream];
    if (!fill(r, stream)) {
        if (s->bad) {
            snprintf(err, errlen, "a block of the binary trace is damaged");
        }
        return s->bad ? -1 : 0;
    }
    const uint8_t *p = s->data + (size_t)s->at * r->record_bytes;
    s->at++;
    *order = aic_get64(p);
    if (!unpack(r, p, rec) || rec->core != s->core || rec->unit != s->unit) {
        s->bad = true;
        snprintf(err, errlen, "record %llu of the binary trace is damaged or from another version",
                 (unsigned long long)*order);
        return -1;
    }
    return 1;
}
