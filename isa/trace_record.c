/* Records in the text trace: MNEMONIC OPERAND, ..., key=value, ... */
#include <inttypes.h>
#include <stdio.h>

#include "isa/trace_reader.h"

static struct aic_text trimmed(const char *from, const char *to)
{
    while (from < to && (*from == ' ' || *from == '\t')) {
        from++;
    }
    while (to > from && (to[-1] == ' ' || to[-1] == '\t')) {
        to--;
    }
    return (struct aic_text){from, (unsigned)(to - from)};
}

static const char *tensor_name(const void *list, size_t i)
{
    return ((const struct aic_trace_tensors *)list)->at[i].name;
}

static bool gm_operand(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text rest,
                       struct aic_operand *op)
{
    op->space = AIC_GM;
    op->tensor = -1;
    if (rest.len > 0 && rest.at[0] >= '0' && rest.at[0] <= '9') {
        return aic_text_u64(rest, &op->addr) ||
               aic_trace_fail(r, c, rest.at, "expected a byte address (decimal or 0x hex), found '%.*s'",
                              AIC_TEXT_ARG(rest));
    }
    const char *plus = rest.len ? memchr(rest.at, '+', rest.len) : NULL;
    struct aic_text name = {rest.at, plus ? (unsigned)(plus - rest.at) : rest.len};
    uint64_t offset = 0;
    if (name.len == 0) {
        return aic_trace_fail(r, c, rest.at, "expected a tensor or an address after 'gm:'");
    }
    int32_t index = aic_trace_tensors_find(r->tensors, name);
    if (index < 0) {
        const char *near = aic_text_nearest(name, tensor_name, r->tensors, r->tensors->n < 100 ? r->tensors->n : 100);
        return aic_trace_fail(r, c, name.at, "no gm line declares the tensor '%.*s'%s%s%s", AIC_TEXT_ARG(name),
                              near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    struct aic_text bytes = {name.at + name.len + 1, plus ? rest.len - name.len - 1 : 0};
    if (plus && !aic_text_u64(bytes, &offset)) {
        return aic_trace_fail(r, c, bytes.at, "expected a number of bytes after '+', found '%.*s'",
                              AIC_TEXT_ARG(bytes));
    }
    uint64_t base = r->tensors->at[index].addr;
    op->tensor = index;
    op->addr = offset > UINT64_MAX - base ? UINT64_MAX : base + offset;
    return true;
}

bool aic_trace_operand(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text text,
                       struct aic_operand *op)
{
    const char *colon = text.len ? memchr(text.at, ':', text.len) : NULL;
    if (!colon) {
        return aic_trace_fail(r, c, text.at, "expected an operand such as l1:0 or gm:NAME, found '%.*s'",
                              AIC_TEXT_ARG(text));
    }
    struct aic_text space = {text.at, (unsigned)(colon - text.at)};
    struct aic_text rest = {colon + 1, text.len - space.len - 1};
    enum aic_space found = aic_space_from_name(space.at, space.len);
    if (found == AIC_SPACE_COUNT) {
        return aic_trace_fail(r, c, text.at,
                              "'%.*s' is no memory; expected gm, l1, l0a, l0b, l0c, ub, bt, fb, l0a_mx, l0b_mx or idx",
                              AIC_TEXT_ARG(space));
    }
    op->unit = found == AIC_UB && r->unit == AIC_UNIT_AIV1;
    if (found == AIC_GM) {
        return gm_operand(r, c, rest, op);
    }
    op->space = (uint8_t)found;
    op->tensor = -1;
    return aic_text_u64(rest, &op->addr) ||
           aic_trace_fail(r, c, rest.at, "expected a byte address (decimal or 0x hex) after '%.*s:'",
                          AIC_TEXT_ARG(space));
}

/* What other tools call the types: too far from their names here, or near to another's. */
static const struct {
    const char *other;
    enum aic_dtype dt;
} dtype_aliases[] = {
    {"fp16", AIC_DT_HALF},  {"float16", AIC_DT_HALF},   {"float16_t", AIC_DT_HALF}, {"f16", AIC_DT_HALF},
    {"bf16", AIC_DT_BF16},  {"fp32", AIC_DT_FLOAT},     {"float32", AIC_DT_FLOAT},  {"float32_t", AIC_DT_FLOAT},
    {"f32", AIC_DT_FLOAT},  {"hif8", AIC_DT_HIFLOAT8},  {"s4", AIC_DT_INT4},        {"s8", AIC_DT_INT8},
    {"u8", AIC_DT_UINT8},   {"s32", AIC_DT_INT32},      {"u32", AIC_DT_UINT32},     {"e8m0", AIC_DT_FP8_E8M0},
    {"i8", AIC_DT_INT8},    {"i32", AIC_DT_INT32},      {"e5m2", AIC_DT_FP8_E5M2},  {"e4m3", AIC_DT_FP8_E4M3FN},
};

static const char *dtype_name(const void *list, size_t i)
{
    (void)list;
    return aic_dtype_name((enum aic_dtype)(i + 1));
}

bool aic_trace_no_dtype(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text text)
{
    const char *near = NULL;
    for (size_t i = 0; i < sizeof dtype_aliases / sizeof dtype_aliases[0]; i++) {
        near = aic_text_is(text, dtype_aliases[i].other) ? aic_dtype_name(dtype_aliases[i].dt) : near;
    }
    near = near ? near : aic_text_nearest(text, dtype_name, NULL, AIC_DT_COUNT - 1);
    return aic_trace_fail(r, c, text.at, "'%.*s' is no element type%s%s%s", AIC_TEXT_ARG(text),
                          near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool parse_dtypes(struct aic_trace_reader *r, const struct aic_cursor *c, const struct aic_insn *insn,
                         struct aic_text text, struct aic_record *rec)
{
    const char *p = text.at, *end = text.at + text.len;
    unsigned n = 0;
    for (;;) {
        const char *colon = p < end ? memchr(p, ':', (size_t)(end - p)) : NULL;
        struct aic_text name = {p, (unsigned)((colon ? colon : end) - p)};
        enum aic_dtype dt = aic_dtype_from_name(name.at, name.len);
        if (dt == AIC_DT_NONE) {
            return aic_trace_no_dtype(r, c, name);
        }
        if (n == insn->max_dtypes) {
            return aic_trace_fail(r, c, p, "%s takes at most %u element type%s", insn->name, insn->max_dtypes,
                                  insn->max_dtypes == 1 ? "" : "s");
        }
        rec->dtype[n++] = (uint8_t)dt;
        if (!colon) {
            break;
        }
        p = colon + 1;
    }
    if (n < insn->min_dtypes) {
        return aic_trace_fail(r, c, text.at, "%s takes at least %u element types joined by ':'", insn->name,
                              insn->min_dtypes);
    }
    rec->n_dtypes = (uint8_t)n;
    return true;
}

static const char *field_name(const void *list, size_t i)
{
    return ((const struct aic_insn *)list)->fields[i].name;
}

static bool unknown_key(struct aic_trace_reader *r, const struct aic_cursor *c, const struct aic_insn *insn,
                        struct aic_text key)
{
    const char *near = aic_text_nearest(key, field_name, insn, insn->n_fields);
    return aic_trace_fail(r, c, key.at, "%s has no field '%.*s'%s%s%s", insn->name, AIC_TEXT_ARG(key),
                          near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* Which field the key names; `position` counts the keys of the record and remembers where its last like stood. */
static const struct aic_field *find_field(struct aic_trace_insn *in, unsigned position, struct aic_text key)
{
    const struct aic_insn *insn = in->insn;
    if (position < insn->n_fields) {
        unsigned guess = in->order[position];
        if (key.len == in->name_len[guess] && memcmp(key.at, insn->fields[guess].name, key.len) == 0) {
            return &insn->fields[guess];
        }
    }
    for (unsigned i = 0; i < insn->n_fields; i++) {
        if (key.len == in->name_len[i] && memcmp(key.at, insn->fields[i].name, key.len) == 0) {
            if (position < AIC_MAX_FIELDS) {
                in->order[position] = (uint8_t)i;
            }
            return &insn->fields[i];
        }
    }
    return NULL;
}

static bool parse_key(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_trace_insn *in,
                      struct aic_record *rec, unsigned position, struct aic_text key, struct aic_text value)
{
    char err[300];
    const struct aic_field *field = find_field(in, position, key);
    if (!field) {
        if (in->insn->max_dtypes == 0 || !aic_text_is(key, "dtype")) {
            return unknown_key(r, c, in->insn, key);
        }
        if (rec->n_dtypes) {
            return aic_trace_fail(r, c, key.at, "dtype is given twice");
        }
        return parse_dtypes(r, c, in->insn, value, rec);
    }
    if (rec->given >> field->slot & 1) {
        return aic_trace_fail(r, c, key.at, "%s is given twice", field->name);
    }
    return aic_field_parse(field, rec, value, err, sizeof err) || aic_trace_fail(r, c, value.at, "%s: %s", field->name,
                                                                                 err);
}

static bool bare_argument(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_trace_insn *in,
                          struct aic_record *rec, unsigned position, struct aic_text text)
{
    const struct aic_insn *insn = in->insn;
    char err[300];
    if (in->positional) {
        if (position >= insn->n_fields) {
            return aic_trace_fail(r, c, text.at, "%s takes %u arguments", insn->name, insn->n_fields);
        }
        return aic_field_parse(&insn->fields[position], rec, text, err, sizeof err) ||
               aic_trace_fail(r, c, text.at, "%s: %s", insn->fields[position].name, err);
    }
    if (rec->n_operands >= insn->n_slots) {
        return aic_trace_fail(r, c, text.at, insn->n_slots ? "%s takes at most %u operands, then key=value parts"
                                                           : "%s takes no operands (%u), only key=value parts",
                              insn->name, insn->n_slots);
    }
    struct aic_operand *op = &rec->op[rec->n_operands];
    if (!aic_trace_operand(r, c, text, op)) {
        return false;
    }
    rec->n_operands++;
    return true;
}

static bool complete(struct aic_trace_reader *r, const struct aic_cursor *c, const struct aic_trace_insn *in,
                     const struct aic_record *rec)
{
    const struct aic_insn *insn = in->insn;
    uint64_t missing = in->required & ~rec->given;
    if (rec->n_operands < insn->n_slots && !insn->slots[rec->n_operands].optional) {
        return aic_trace_fail(r, c, c->end, "%s lacks its operand %u (%s)", insn->name, rec->n_operands + 1u,
                              insn->slots[rec->n_operands].role);
    }
    if (rec->n_dtypes < insn->min_dtypes) {
        return aic_trace_fail(r, c, c->end, "%s lacks the required dtype=", insn->name);
    }
    if (missing && in->waived_by >= 0 && !rec->f[in->waived_by]) {
        missing &= ~in->waived;
    }
    for (unsigned i = 0; missing && i < insn->n_fields; i++) {
        if (missing >> insn->fields[i].slot & 1) {
            return aic_trace_fail(r, c, c->end, "%s lacks the required %s%s", insn->name, insn->fields[i].name,
                                  in->positional ? "" : "=");
        }
    }
    return true;
}

/* End of the part that starts at `p`: its comma or the end of the line; *equals is its first '=', *blank says whether a
 * blank stands in it. */
static const char *part_end(const char *p, const char *end, const char **equals, bool *blank)
{
    *equals = NULL;
    *blank = false;
    for (; p < end && *p != ','; p++) {
        if (*p == '=' && !*equals) {
            *equals = p;
        }
        *blank |= *p == ' ' || *p == '\t';
    }
    return p;
}

/* No operand, key or value of a record holds a blank: two parts stand where one should. */
static bool one_word(struct aic_trace_reader *r, const struct aic_cursor *c, const char *from, struct aic_text text)
{
    for (unsigned i = 0; i < text.len; i++) {
        if (text.at[i] == ' ' || text.at[i] == '\t') {
            struct aic_text before = {from, (unsigned)(text.at + i - from)};
            struct aic_text after = trimmed(text.at + i, text.at + text.len);
            return aic_trace_fail(r, c, after.at, "expected ',' after '%.*s', found '%.*s'", AIC_TEXT_ARG(before),
                                  AIC_TEXT_ARG(after));
        }
    }
    return true;
}

bool aic_trace_record(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_trace_insn *in,
                      struct aic_record *rec)
{
    unsigned keys = 0, bare = 0;
    *rec = in->empty;
    rec->core = r->core;
    rec->unit = r->unit;
    rec->unit_given = r->unit_given;
    rec->line = r->line;
    while (c->at < c->end) {
        const char *equals;
        bool blank;
        aic_cursor_blanks(c);
        const char *end = part_end(c->at, c->end, &equals, &blank);
        struct aic_text part = trimmed(c->at, end);
        if (part.len == 0) {
            return aic_trace_fail(r, c, part.at, "expected an operand or key=value %s", end < c->end ? "before ','"
                                                                                                     : "after ','");
        }
        if (equals) {
            struct aic_text key = trimmed(part.at, equals), value = trimmed(equals + 1, part.at + part.len);
            if ((blank && (!one_word(r, c, part.at, key) || !one_word(r, c, part.at, value))) ||
                !parse_key(r, c, in, rec, keys++, key, value)) {
                return false;
            }
        } else if (keys) {
            return aic_trace_fail(r, c, part.at, "expected key=value, found '%.*s' (operands come first)",
                                  AIC_TEXT_ARG(part));
        } else if ((blank && !one_word(r, c, part.at, part)) || !bare_argument(r, c, in, rec, bare++, part)) {
            return false;
        }
        if (end == c->end) {
            break;
        }
        c->at = end + 1;
        if (c->at == c->end) {
            return aic_trace_fail(r, c, c->at, "expected an operand or key=value after ','");
        }
    }
    return complete(r, c, in, rec);
}

uint32_t aic_trace_column(const char *line, size_t len, int operand, const char *key)
{
    struct aic_cursor c = {line, line, line + len};
    int index = 0;
    aic_cursor_blanks(&c);
    uint32_t first = (uint32_t)(c.at - line) + 1;
    aic_cursor_word(&c, "#");
    aic_cursor_blanks(&c);
    if (operand == 0 && c.at < c.end) {
        return (uint32_t)(c.at - line) + 1;
    }
    while (c.at < c.end && *c.at != '#') {
        bool blank;
        const char *equals, *end = part_end(c.at, c.end, &equals, &blank);
        struct aic_text part = trimmed(c.at, end);
        struct aic_text name = equals ? trimmed(part.at, equals) : part;
        if ((equals && key && aic_text_is(name, key)) || (!equals && operand == index)) {
            return (uint32_t)(part.at - line) + 1;
        }
        index++;
        c.at = end < c.end ? end + 1 : end;
    }
    return first;
}
