#include "sim/record.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/dtype.h"
#include "buffers/space.h"
#include "isa/insn.h"
#include "sim/aicsim.h"

struct aic_recorder {
    aic_record_sink_fn *sink;
    void *user;
    uint32_t core, file, line;
    int unit;
    const struct aic_insn *insn; /* NULL: nothing begun, or an unknown mnemonic */
    struct aic_record rec;
    char error[160];
};

struct aic_recorder *aic_recorder_new(aic_record_sink_fn *sink, void *user)
{
    struct aic_recorder *r = calloc(1, sizeof(*r));
    if (r) {
        r->sink = sink;
        r->user = user;
        r->unit = -1;
    }
    return r;
}

static bool push_to_sim(void *user, const struct aic_record *record)
{
    return aic_sim_push(user, record);
}

struct aic_recorder *aic_recorder_to_sim(struct aic_sim *sim)
{
    return aic_recorder_new(push_to_sim, sim);
}

void aic_recorder_free(struct aic_recorder *r)
{
    free(r);
}

void aic_recorder_core(struct aic_recorder *r, uint32_t core, int unit)
{
    r->core = core;
    r->unit = unit;
}

void aic_recorder_site(struct aic_recorder *r, uint32_t file, uint32_t line)
{
    r->file = file;
    r->line = line;
}

/* Keeps the first error of a record; later ones mostly follow from it. */
static bool fail(struct aic_recorder *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct aic_recorder *r, const char *format, ...)
{
    va_list args;
    if (r->error[0] == 0) {
        va_start(args, format);
        vsnprintf(r->error, sizeof(r->error), format, args);
        va_end(args);
    }
    return false;
}

bool aic_recorder_begin(struct aic_recorder *r, const char *mnemonic)
{
    r->error[0] = 0;
    r->insn = NULL;
    int index = aic_insn_find(mnemonic, (unsigned)strlen(mnemonic));
    if (index < 0) {
        return fail(r, "unknown instruction '%s'", mnemonic);
    }
    r->insn = aic_insn_at((size_t)index);
    aic_record_init(&r->rec, index);
    r->rec.core = r->core;
    r->rec.file = r->file;
    r->rec.line = r->line;
    r->rec.unit_given = r->unit >= 0;
    r->rec.unit = (uint8_t)(r->unit >= 0 ? r->unit : AIC_UNIT_AIC);
    return true;
}

bool aic_recorder_operand(struct aic_recorder *r, const char *space, uint64_t address)
{
    if (!r->insn) {
        return fail(r, "no record begun");
    }
    enum aic_space s = aic_space_from_name(space, (unsigned)strlen(space));
    unsigned i = r->rec.n_operands;
    if (s == AIC_SPACE_COUNT) {
        return fail(r, "%s: no memory is called '%s'", r->insn->name, space);
    }
    if (i >= r->insn->n_slots) {
        return fail(r, "%s: takes at most %u operands", r->insn->name, (unsigned)r->insn->n_slots);
    }
    uint8_t unit = r->rec.unit == AIC_UNIT_AIV1 ? 1 : 0;
    r->rec.op[i] = (struct aic_operand){.addr = address, .tensor = -1, .space = (uint8_t)s, .unit = unit};
    r->rec.n_operands++;
    return true;
}

bool aic_recorder_dtype(struct aic_recorder *r, const char *name)
{
    if (!r->insn) {
        return fail(r, "no record begun");
    }
    enum aic_dtype dt = aic_dtype_from_name(name, (unsigned)strlen(name));
    if (dt == AIC_DT_NONE) {
        return fail(r, "%s: no element type is called '%s'", r->insn->name, name);
    }
    if (r->rec.n_dtypes >= r->insn->max_dtypes) {
        return fail(r, "%s: takes at most %u element types", r->insn->name, (unsigned)r->insn->max_dtypes);
    }
    r->rec.dtype[r->rec.n_dtypes++] = (uint8_t)dt;
    return true;
}

/* The field and its slot; `name.i` is element i of a list. NULL after an error. */
static const struct aic_field *find_field(struct aic_recorder *r, const char *name, unsigned *slot)
{
    if (!r->insn) {
        fail(r, "no record begun");
        return NULL;
    }
    const char *dot = strchr(name, '.');
    unsigned len = (unsigned)(dot ? (size_t)(dot - name) : strlen(name));
    const struct aic_field *field = aic_insn_field(r->insn, name, len);
    if (!field) {
        fail(r, "%s has no field '%.*s'", r->insn->name, (int)len, name);
        return NULL;
    }
    unsigned index = dot ? (unsigned)strtoul(dot + 1, NULL, 10) : 0;
    if (index >= (field->count > 1 ? field->count : 1u)) {
        fail(r, "%s: %s has no element %u", r->insn->name, field->name, index);
        return NULL;
    }
    *slot = field->slot + index;
    return field;
}

static void give(struct aic_recorder *r, const struct aic_field *field, unsigned slot, int64_t value, bool raw)
{
    r->rec.f[slot] = value;
    r->rec.given |= UINT64_C(1) << field->slot;
    if (raw) {
        r->rec.raw |= UINT64_C(1) << field->slot;
    }
}

static int64_t double_bits(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

bool aic_recorder_int(struct aic_recorder *r, const char *field, int64_t value)
{
    unsigned slot;
    const struct aic_field *f = find_field(r, field, &slot);
    if (!f) {
        return false;
    }
    if (f->kind == AIC_FIELD_VALUE || f->kind == AIC_FIELD_FLOAT) {
        value = double_bits((double)value);
    }
    give(r, f, slot, value, false);
    return true;
}

bool aic_recorder_real(struct aic_recorder *r, const char *field, double value)
{
    unsigned slot;
    const struct aic_field *f = find_field(r, field, &slot);
    if (!f) {
        return false;
    }
    if (f->kind != AIC_FIELD_VALUE && f->kind != AIC_FIELD_FLOAT) {
        return fail(r, "%s: %s takes a whole number", r->insn->name, f->name);
    }
    give(r, f, slot, double_bits(value), false);
    return true;
}

bool aic_recorder_bits(struct aic_recorder *r, const char *field, uint64_t bits)
{
    unsigned slot;
    const struct aic_field *f = find_field(r, field, &slot);
    if (!f) {
        return false;
    }
    if (f->kind != AIC_FIELD_VALUE && f->kind != AIC_FIELD_U64) {
        return fail(r, "%s: %s is not a value of the element type", r->insn->name, f->name);
    }
    give(r, f, slot, (int64_t)bits, f->kind == AIC_FIELD_VALUE);
    return true;
}

bool aic_recorder_word(struct aic_recorder *r, const char *field, const char *word)
{
    unsigned slot;
    const struct aic_field *f = find_field(r, field, &slot);
    if (!f) {
        return false;
    }
    for (int i = 0; f->kind == AIC_FIELD_CHOICE && f->choices[i]; i++) {
        if (strcmp(f->choices[i], word) == 0) {
            give(r, f, slot, i, false);
            return true;
        }
    }
    return fail(r, "%s: %s cannot be '%s'", r->insn->name, f->name, word);
}

/* What the text reader would refuse: operands, element types and required fields that are missing. */
static bool complete(struct aic_recorder *r)
{
    const struct aic_insn *insn = r->insn;
    for (unsigned i = r->rec.n_operands; i < insn->n_slots; i++) {
        if (!insn->slots[i].optional) {
            return fail(r, "%s: operand %u (%s) is missing", insn->name, i + 1, insn->slots[i].role);
        }
    }
    if (r->rec.n_dtypes < insn->min_dtypes) {
        return fail(r, "%s: the element type is missing", insn->name);
    }
    for (unsigned i = 0; i < insn->n_fields; i++) {
        if (insn->fields[i].required && !(r->rec.given >> insn->fields[i].slot & 1)) {
            return fail(r, "%s: %s is required", insn->name, insn->fields[i].name);
        }
    }
    return true;
}

bool aic_recorder_emit(struct aic_recorder *r)
{
    if (!r->insn) {
        return fail(r, "no record begun");
    }
    bool ok = r->error[0] == 0 && complete(r);
    if (ok && !r->sink(r->user, &r->rec)) {
        ok = fail(r, "%s: the record was not taken", r->insn->name);
    }
    r->insn = NULL;
    return ok;
}

const char *aic_recorder_error(const struct aic_recorder *r)
{
    return r->error;
}
