#include <stdlib.h>
#include <string.h>

#include "isa/binary_record.h"
#include "isa/trace_binary.h"

struct block_place {
    uint64_t offset;
    uint32_t stream, records;
};

struct stream {
    uint32_t core, unit;
    uint64_t records;
    uint32_t held; /* records in the open block */
    uint8_t *block;
};

struct allow {
    uint32_t line, len;
    char *rules;
};

struct aic_binary_writer {
    struct aic_binary_sink sink;
    uint64_t offset, order;
    unsigned slots;
    size_t record_bytes;
    struct stream *streams;
    size_t n_streams;
    struct block_place *blocks;
    size_t n_blocks;
    struct allow *allows;
    size_t n_allows;
    const struct aic_sites *sites; /* NULL: none */
    uint8_t *packed; /* room for one compressed block */
};

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

static bool emit(struct aic_binary_writer *w, const void *data, size_t n)
{
    w->offset += n;
    return n == 0 || w->sink.write(w->sink.user, data, n);
}

static bool emit32(struct aic_binary_writer *w, uint32_t value)
{
    uint8_t bytes[4];
    aic_put32(bytes, value);
    return emit(w, bytes, sizeof bytes);
}

static bool emit64(struct aic_binary_writer *w, uint64_t value)
{
    uint8_t bytes[8];
    aic_put64(bytes, value);
    return emit(w, bytes, sizeof bytes);
}

static bool emit_name(struct aic_binary_writer *w, const char *name)
{
    uint8_t len = (uint8_t)strlen(name);
    return emit(w, &len, 1) && emit(w, name, len);
}

static unsigned slots_used(void)
{
    unsigned most = 0;
    for (size_t i = 0; i < aic_insn_count(); i++) {
        const struct aic_insn *insn = aic_insn_at(i);
        for (unsigned k = 0; k < insn->n_fields; k++) {
            unsigned end = insn->fields[k].slot + (insn->fields[k].count ? insn->fields[k].count : 1u);
            most = end > most ? end : most;
        }
    }
    return most;
}

static bool emit_names(struct aic_binary_writer *w)
{
    bool ok = true;
    for (size_t i = 0; ok && i < aic_insn_count(); i++) {
        const struct aic_insn *insn = aic_insn_at(i);
        ok = emit_name(w, insn->name) && emit(w, &insn->n_fields, 1);
        for (unsigned k = 0; ok && k < insn->n_fields; k++) {
            uint8_t site[2] = {insn->fields[k].slot, insn->fields[k].count};
            ok = emit(w, site, sizeof site) && emit_name(w, insn->fields[k].name);
        }
    }
    return ok;
}

struct aic_binary_writer *aic_binary_writer_new(const struct aic_binary_sink *sink, struct aic_text declarations)
{
    struct aic_binary_writer *w = calloc(1, sizeof *w);
    if (!w) {
        return NULL;
    }
    w->sink = *sink;
    w->slots = slots_used();
    w->record_bytes = AIC_BINARY_RECORD_HEAD + w->slots * 8u;
    w->packed = malloc(w->record_bytes * AIC_BINARY_BLOCK);
    bool ok = w->packed && emit(w, AIC_BINARY_MAGIC, AIC_BINARY_MAGIC_BYTES) && emit32(w, AIC_BINARY_VERSION) &&
              emit32(w, sink->compress ? 1 : 0) && emit32(w, (uint32_t)w->record_bytes) && emit32(w, w->slots) &&
              emit32(w, (uint32_t)aic_insn_count()) && emit32(w, declarations.len) &&
              emit(w, declarations.at, declarations.len) && emit_names(w);
    if (!ok) {
        aic_binary_writer_free(w);
        return NULL;
    }
    return w;
}

void aic_binary_writer_free(struct aic_binary_writer *w)
{
    if (!w) {
        return;
    }
    for (size_t i = 0; i < w->n_streams; i++) {
        free(w->streams[i].block);
    }
    for (size_t i = 0; i < w->n_allows; i++) {
        free(w->allows[i].rules);
    }
    free(w->streams);
    free(w->blocks);
    free(w->allows);
    free(w->packed);
    free(w);
}

static struct stream *stream_of(struct aic_binary_writer *w, const struct aic_record *rec)
{
    for (size_t i = w->n_streams; i-- > 0;) {
        if (w->streams[i].core == rec->core && w->streams[i].unit == rec->unit) {
            return &w->streams[i];
        }
    }
    void *streams = w->streams;
    if (!room(&streams, w->n_streams, sizeof *w->streams)) {
        return NULL;
    }
    w->streams = streams;
    struct stream *s = &w->streams[w->n_streams];
    *s = (struct stream){.core = rec->core, .unit = rec->unit};
    s->block = malloc(w->record_bytes * AIC_BINARY_BLOCK);
    if (!s->block) {
        return NULL;
    }
    w->n_streams++;
    return s;
}

static bool flush(struct aic_binary_writer *w, struct stream *s)
{
    size_t bytes = s->held * w->record_bytes, stored = bytes;
    const void *data = s->block;
    void *blocks = w->blocks;
    if (s->held == 0) {
        return true;
    }
    if (!room(&blocks, w->n_blocks, sizeof *w->blocks)) {
        return false;
    }
    w->blocks = blocks;
    w->blocks[w->n_blocks++] = (struct block_place){w->offset, (uint32_t)(s - w->streams), s->held};
    if (w->sink.compress) {
        size_t n = w->sink.compress(w->sink.user, s->block, bytes, w->packed, bytes - 1);
        stored = n ? n : bytes; /* equal: stored as it is */
        data = n ? w->packed : s->block;
    }
    bool ok = emit32(w, (uint32_t)(s - w->streams)) && emit32(w, s->held) && emit32(w, (uint32_t)bytes) &&
              emit32(w, (uint32_t)stored) && emit(w, data, stored);
    s->held = 0;
    return ok;
}

static void pack(const struct aic_binary_writer *w, const struct aic_record *rec, uint8_t *p)
{
    memset(p, 0, w->record_bytes);
    aic_put64(p, w->order);
    p[8] = (uint8_t)rec->insn;
    p[9] = (uint8_t)(rec->insn >> 8);
    p[10] = rec->n_operands;
    p[11] = rec->n_dtypes;
    memcpy(p + 12, rec->dtype, AIC_MAX_DTYPES);
    p[15] = (uint8_t)(rec->unit | (rec->unit_given ? 0x80 : 0));
    aic_put32(p + 16, rec->core);
    aic_put32(p + 20, rec->line);
    aic_put32(p + 24, rec->file);
    aic_put32(p + 28, (uint32_t)rec->beyond);
    aic_put64(p + 32, rec->given);
    aic_put64(p + 40, rec->raw);
    for (unsigned i = 0; i < rec->n_operands; i++) {
        uint8_t *o = p + 48 + 16 * i;
        aic_put64(o, rec->op[i].addr);
        aic_put32(o + 8, (uint32_t)rec->op[i].tensor);
        o[12] = rec->op[i].space;
        o[13] = rec->op[i].unit;
    }
    for (unsigned i = 0; i < w->slots; i++) {
        aic_put64(p + AIC_BINARY_RECORD_HEAD + 8 * i, (uint64_t)rec->f[i]);
    }
}

bool aic_binary_writer_push(struct aic_binary_writer *w, const struct aic_record *rec)
{
    struct stream *s = stream_of(w, rec);
    if (!s) {
        return false;
    }
    pack(w, rec, s->block + s->held * w->record_bytes);
    w->order++;
    s->records++;
    s->held++;
    return s->held < AIC_BINARY_BLOCK || flush(w, s);
}

bool aic_binary_writer_allow(struct aic_binary_writer *w, uint32_t line, struct aic_text rules)
{
    void *allows = w->allows;
    char *copy = malloc(rules.len + 1u);
    if (!copy || !room(&allows, w->n_allows, sizeof *w->allows)) {
        free(copy);
        return false;
    }
    w->allows = allows;
    memcpy(copy, rules.at, rules.len);
    copy[rules.len] = 0;
    w->allows[w->n_allows++] = (struct allow){line, rules.len, copy};
    return true;
}

void aic_binary_writer_sites(struct aic_binary_writer *w, const struct aic_sites *sites)
{
    w->sites = sites;
}

static bool emit_sites(struct aic_binary_writer *w)
{
    uint32_t n = w->sites ? w->sites->n : 0;
    bool ok = emit32(w, n);
    for (uint32_t i = 0; ok && i < n; i++) {
        const struct aic_site *site = &w->sites->at[i];
        size_t len = strlen(site->file);
        ok = emit32(w, site->line) && emit32(w, (uint32_t)len) && emit(w, site->file, len);
    }
    return ok;
}

bool aic_binary_writer_finish(struct aic_binary_writer *w)
{
    bool ok = true;
    for (size_t i = 0; ok && i < w->n_streams; i++) {
        ok = flush(w, &w->streams[i]);
    }
    uint64_t index = w->offset;
    ok = ok && emit32(w, (uint32_t)w->n_streams);
    for (size_t i = 0; ok && i < w->n_streams; i++) {
        ok = emit32(w, w->streams[i].core) && emit32(w, w->streams[i].unit) && emit64(w, w->streams[i].records);
    }
    ok = ok && emit32(w, (uint32_t)w->n_blocks);
    for (size_t i = 0; ok && i < w->n_blocks; i++) {
        ok = emit64(w, w->blocks[i].offset) && emit32(w, w->blocks[i].stream) && emit32(w, w->blocks[i].records);
    }
    ok = ok && emit32(w, (uint32_t)w->n_allows);
    for (size_t i = 0; ok && i < w->n_allows; i++) {
        ok = emit32(w, w->allows[i].line) && emit32(w, w->allows[i].len) &&
             emit(w, w->allows[i].rules, w->allows[i].len);
    }
    return ok && emit_sites(w) && emit64(w, index) && emit(w, AIC_BINARY_MAGIC, AIC_BINARY_MAGIC_BYTES);
}
