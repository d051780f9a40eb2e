/* Declarations in the text trace: product, gm, init, dump, expect, core. */
#include <inttypes.h>
#include <stdlib.h>

#include "buffers/formats.h"
#include "isa/trace_reader.h"

#define GM_BOUNDARY 512u /* where a tensor without at= may start */
#define GM_MOST (UINT64_C(1) << 48) /* bytes from core to core: far from wrapping over 2^15 of them */

static bool parse_dims(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text text, uint64_t *dims,
                       uint8_t *ndim)
{
    const char *p = text.at, *end = text.at + text.len;
    unsigned n = 0;
    for (;;) {
        const char *x = p < end ? memchr(p, 'x', (size_t)(end - p)) : NULL;
        struct aic_text part = {p, (unsigned)((x ? x : end) - p)};
        int64_t value;
        if (!aic_text_int(part, &value) || value < 1) {
            return aic_trace_fail(r, c, p, "expected a shape such as 64x128 (every dimension at least 1), found '%.*s'",
                                  AIC_TEXT_ARG(text));
        }
        if (n == AIC_TRACE_MAX_DIMS) {
            return aic_trace_fail(r, c, p, "a shape has at most %d dimensions", AIC_TRACE_MAX_DIMS);
        }
        dims[n++] = (uint64_t)value;
        if (!x) {
            *ndim = (uint8_t)n;
            return true;
        }
        p = x + 1;
    }
}

static bool parse_dtype(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text text, uint8_t *dtype)
{
    *dtype = (uint8_t)aic_dtype_from_name(text.at, text.len);
    return *dtype != AIC_DT_NONE || aic_trace_no_dtype(r, c, text);
}

/* The bytes of a shape; false and a report when they are beyond 2^62, or a 4-bit row would end within a byte. */
static bool shape_bytes(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text at, uint8_t dtype,
                        const uint64_t *dims, unsigned ndim, uint64_t *bytes)
{
    const uint64_t most = UINT64_C(1) << 62;
    unsigned bits = aic_dtype_bits(dtype);
    uint64_t n = 1;
    if (bits < 8 && dims[ndim - 1] % 2) {
        return aic_trace_fail(r, c, at.at, "the last dimension of a 4-bit tensor is even, not %" PRIu64,
                              dims[ndim - 1]);
    }
    for (unsigned i = 0; i < ndim; i++) {
        if (dims[i] > most / 8 / n) {
            return aic_trace_fail(r, c, at.at, "the tensor is larger than 2^62 bytes");
        }
        n *= dims[i];
    }
    *bytes = n * bits / 8;
    return true;
}

/* One `key=value` of a declaration; the value may stand in double quotes. */
static bool next_key(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_text *key, struct aic_text *value)
{
    *key = aic_cursor_word(c, "=");
    if (c->at == c->end || *c->at != '=' || key->len == 0) {
        return aic_trace_fail(r, c, key->at, "expected key=value, found '%.*s'", AIC_TEXT_ARG(*key));
    }
    c->at++;
    if (c->at < c->end && *c->at == '"') {
        const char *close = memchr(c->at + 1, '"', (size_t)(c->end - c->at - 1));
        if (!close) {
            return aic_trace_fail(r, c, c->at, "the closing quote is missing");
        }
        *value = (struct aic_text){c->at + 1, (unsigned)(close - c->at - 1)};
        c->at = close + 1;
        if (c->at < c->end && *c->at != ' ' && *c->at != '\t') {
            return aic_trace_fail(r, c, c->at, "expected a blank behind the closing quote");
        }
    } else {
        *value = aic_cursor_word(c, "");
    }
    if (value->len == 0) {
        return aic_trace_fail(r, c, value->at, "expected a value after '%.*s='", AIC_TEXT_ARG(*key));
    }
    aic_cursor_blanks(c);
    return true;
}

static bool no_such_key(struct aic_trace_reader *r, const struct aic_cursor *c, const char *item, struct aic_text key,
                        const char *keys)
{
    return aic_trace_fail(r, c, key.at, "%s has no key '%.*s'; expected %s", item, AIC_TEXT_ARG(key), keys);
}

static bool twice(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text key)
{
    return aic_trace_fail(r, c, key.at, "%.*s is given twice", AIC_TEXT_ARG(key));
}

static bool is_name(struct aic_text name)
{
    for (unsigned i = 0; i < name.len; i++) {
        unsigned char ch = (unsigned char)name.at[i];
        bool letter = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' || ch >= 0x80;
        bool later = (ch >= '0' && ch <= '9') || ch == '.' || ch == '-' || ch == '/' || ch == '[' || ch == ']';
        if (!letter && !(i > 0 && later)) {
            return false;
        }
    }
    return name.len > 0;
}

static bool place(struct aic_trace_reader *r, const struct aic_cursor *c, uint32_t index)
{
    struct aic_trace_tensors *tensors = r->tensors;
    struct aic_trace_tensor *t = &tensors->at[index];
    const char *at = c->start + t->column - 1;
    if (!t->at_given) {
        t->addr = (tensors->next + GM_BOUNDARY - 1) / GM_BOUNDARY * GM_BOUNDARY;
    }
    if (t->addr > UINT64_MAX - GM_BOUNDARY - t->bytes) {
        return aic_trace_fail(r, c, at, "tensor '%s' does not fit into 64-bit addresses", t->name);
    }
    if (!t->at_given) {
        tensors->next = t->addr + t->bytes;
    }
    int64_t other = aic_ranges_find(&tensors->placed, t->addr, t->bytes);
    if (other >= 0) {
        const struct aic_trace_tensor *o = &tensors->at[other];
        return aic_trace_fail(r, c, at, "tensor '%s' at 0x%" PRIx64 "..0x%" PRIx64 " overlaps '%s' at 0x%" PRIx64
                              "..0x%" PRIx64 " of line %u", t->name, t->addr, t->addr + t->bytes, o->name, o->addr,
                              o->addr + o->bytes, o->line);
    }
    return aic_ranges_add(&tensors->placed, t->addr, t->bytes, index) || aic_trace_fail(r, c, at, "out of memory");
}

/* ROWBYTES:COLUMNBYTES */
static bool core_offset(struct aic_trace_reader *r, const struct aic_cursor *c, struct aic_text value,
                        struct aic_trace_tensor *t)
{
    const char *colon = memchr(value.at, ':', value.len);
    struct aic_text row = {value.at, colon ? (unsigned)(colon - value.at) : 0};
    struct aic_text column = {colon ? colon + 1 : value.at, colon ? value.len - row.len - 1 : 0};
    return (colon && aic_text_u64(row, &t->core_offset[0]) && aic_text_u64(column, &t->core_offset[1]) &&
            t->core_offset[0] < GM_MOST && t->core_offset[1] < GM_MOST) ||
           aic_trace_fail(r, c, value.at, "expected the bytes from one row of cores to the next, and from one column "
                          "to the next, such as 1048576:0");
}

static bool gm_key(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_trace_tensor *t, bool *l2_given)
{
    struct aic_text key, value;
    if (!next_key(r, c, &key, &value)) {
        return false;
    }
    if (aic_text_is(key, "at")) {
        if (t->at_given) {
            return twice(r, c, key);
        }
        t->at_given = true;
        return aic_text_u64(value, &t->addr) ||
               aic_trace_fail(r, c, value.at, "expected a byte address (decimal or 0x hex) after at=");
    }
    if (aic_text_is(key, "file") || aic_text_is(key, "layout")) {
        char **to = key.at[0] == 'f' ? &t->file : &t->layout;
        if (*to) {
            return twice(r, c, key);
        }
        t->file_column = key.at[0] == 'f' ? (uint32_t)(value.at - c->start) + 1 : t->file_column;
        if (to == &t->layout && !aic_format_from_name(value.at, value.len)) {
            return aic_trace_fail(r, c, value.at, "%.*s is no data format; `aicsim layout list` prints them",
                                  (int)value.len, value.at);
        }
        *to = aic_text_copy(value);
        return *to || aic_trace_fail(r, c, value.at, "out of memory");
    }
    if (aic_text_is(key, "core_offset")) {
        if (t->core_offset[0] || t->core_offset[1]) {
            return twice(r, c, key);
        }
        return core_offset(r, c, value, t);
    }
    if (aic_text_is(key, "l2")) {
        if (*l2_given) {
            return twice(r, c, key);
        }
        *l2_given = true;
        t->l2_off = aic_text_is(value, "off");
        return t->l2_off || aic_text_is(value, "on") || aic_trace_fail(r, c, value.at, "l2 is on or off");
    }
    return no_such_key(r, c, "gm", key, "at, file, layout, l2 or core_offset");
}

static bool parse_gm(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_trace_item *item)
{
    struct aic_text name = aic_cursor_word(c, "");
    bool l2_given = false;
    if (!is_name(name)) {
        return aic_trace_fail(r, c, name.at, "expected a tensor name (a letter first), found '%.*s'",
                              AIC_TEXT_ARG(name));
    }
    int32_t before = aic_trace_tensors_find(r->tensors, name);
    if (before >= 0) {
        return aic_trace_fail(r, c, name.at, "tensor '%.*s' is declared already on line %u", AIC_TEXT_ARG(name),
                              r->tensors->at[before].line);
    }
    int32_t index = aic_trace_tensors_add(r->tensors, name);
    if (index < 0) {
        return aic_trace_fail(r, c, name.at, "out of memory");
    }
    struct aic_trace_tensor *t = &r->tensors->at[index];
    t->line = r->line;
    t->column = (uint32_t)(name.at - c->start) + 1;
    aic_cursor_blanks(c);
    struct aic_text dtype = aic_cursor_word(c, "");
    if (!parse_dtype(r, c, dtype, &t->dtype)) {
        return false;
    }
    aic_cursor_blanks(c);
    struct aic_text shape = aic_cursor_word(c, "");
    if (!parse_dims(r, c, shape, t->dims, &t->ndim) ||
        !shape_bytes(r, c, shape, t->dtype, t->dims, t->ndim, &t->bytes)) {
        return false;
    }
    aic_cursor_blanks(c);
    while (c->at < c->end) {
        if (!gm_key(r, c, t, &l2_given)) {
            return false;
        }
    }
    item->tensor = (uint32_t)index;
    return place(r, c, (uint32_t)index);
}

/* Keys of init, dump and expect. */
enum { KEY_FILE = 1, KEY_BYTES = 2, KEY_DTYPE = 4, KEY_SHAPE = 8, KEY_LAYOUT = 16, KEY_RTOL = 32, KEY_ATOL = 64 };
static const struct {
    const char *name;
    unsigned bit;
} array_keys[] = {
    {"file", KEY_FILE},     {"bytes", KEY_BYTES}, {"dtype", KEY_DTYPE}, {"shape", KEY_SHAPE},
    {"layout", KEY_LAYOUT}, {"rtol", KEY_RTOL},   {"atol", KEY_ATOL},
};

static const struct {
    const char *name, *keys;
    unsigned allowed;
} array_items[] = {
    [AIC_ITEM_INIT] = {"init", "file", KEY_FILE},
    [AIC_ITEM_DUMP] = {"dump", "bytes, dtype, shape, layout or file",
                       KEY_FILE | KEY_BYTES | KEY_DTYPE | KEY_SHAPE | KEY_LAYOUT},
    [AIC_ITEM_EXPECT] = {"expect", "file, dtype, rtol or atol", KEY_FILE | KEY_DTYPE | KEY_RTOL | KEY_ATOL},
};

static bool array_value(struct aic_trace_reader *r, const struct aic_cursor *c, unsigned bit, struct aic_text value,
                        struct aic_trace_item *item)
{
    switch (bit) {
    case KEY_FILE:
        item->file = value;
        item->file_column = (uint32_t)(value.at - c->start) + 1;
        return true;
    case KEY_BYTES:
        item->bytes_given = true;
        return aic_text_u64(value, &item->bytes) || aic_trace_fail(r, c, value.at, "expected a number of bytes");
    case KEY_DTYPE:
        return parse_dtype(r, c, value, &item->dtype);
    case KEY_SHAPE:
        return parse_dims(r, c, value, item->dims, &item->ndim);
    case KEY_LAYOUT:
        item->layout = value;
        return true;
    default: {
        double *to = bit == KEY_RTOL ? &item->rtol : &item->atol;
        return (aic_text_double(value, to) && *to >= 0) ||
               aic_trace_fail(r, c, value.at, "expected a tolerance, a number of at least 0");
    }
    }
}

static bool parse_array(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_trace_item *item)
{
    const unsigned allowed = array_items[item->kind].allowed;
    const char *what = array_items[item->kind].name;
    struct aic_text operand = aic_cursor_word(c, "");
    unsigned given = 0;
    item->file = item->layout = (struct aic_text){NULL, 0};
    item->dtype = AIC_DT_NONE;
    item->ndim = 0;
    item->bytes_given = false;
    item->rtol = item->atol = 0;
    item->op_column = (uint32_t)(operand.at - c->start) + 1;
    if (!aic_trace_operand(r, c, operand, &item->op)) {
        return false;
    }
    aic_cursor_blanks(c);
    while (c->at < c->end) {
        struct aic_text key, value;
        unsigned bit = 0;
        if (!next_key(r, c, &key, &value)) {
            return false;
        }
        for (size_t i = 0; i < sizeof array_keys / sizeof array_keys[0]; i++) {
            bit |= aic_text_is(key, array_keys[i].name) ? array_keys[i].bit : 0;
        }
        if (!(bit & allowed)) {
            return no_such_key(r, c, what, key, array_items[item->kind].keys);
        }
        if (given & bit) {
            return twice(r, c, key);
        }
        given |= bit;
        if (!array_value(r, c, bit, value, item)) {
            return false;
        }
    }
    return (given & KEY_FILE) || aic_trace_fail(r, c, c->end, "%s lacks the required file=", what);
}

static bool parse_product(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_trace_item *item)
{
    item->name = aic_cursor_word(c, "");
    item->name_column = (uint32_t)(item->name.at - c->start) + 1;
    if (item->name.len == 0) {
        return aic_trace_fail(r, c, c->at, "expected the name of a product");
    }
    if (r->product) {
        return aic_trace_fail(r, c, item->name.at, "the product is named already on line %u", r->product_line);
    }
    r->product = true;
    r->product_line = r->line;
    aic_cursor_blanks(c);
    return c->at == c->end || aic_trace_fail(r, c, c->at, "expected the end of the line behind the product");
}

static bool parse_core(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_trace_item *item)
{
    static const char *const units[] = {"aic", "aiv0", "aiv1"};
    struct aic_text word = aic_cursor_word(c, "");
    const char *dot = word.len ? memchr(word.at, '.', word.len) : NULL;
    struct aic_text number = {word.at, dot ? (unsigned)(dot - word.at) : word.len};
    struct aic_text unit = {dot ? dot + 1 : NULL, dot ? word.len - number.len - 1 : 0};
    unsigned found = 0;
    uint64_t core;
    if (!aic_text_u64(number, &core)) {
        return aic_trace_fail(r, c, word.at, "expected a core such as 0, 0.aiv0 or 0.aiv1, found '%.*s'",
                              AIC_TEXT_ARG(word));
    }
    if (core >= AIC_TRACE_MAX_CORES) {
        return aic_trace_fail(r, c, word.at, "core %.*s is beyond %d; cores count from 0", AIC_TEXT_ARG(number),
                              AIC_TRACE_MAX_CORES - 1);
    }
    while (dot && found < AIC_UNIT_COUNT && !aic_text_is(unit, units[found])) {
        found++;
    }
    if (found == AIC_UNIT_COUNT) {
        return aic_trace_fail(r, c, unit.at, "expected the unit aic, aiv0 or aiv1, found '%.*s'", AIC_TEXT_ARG(unit));
    }
    aic_cursor_blanks(c);
    if (c->at < c->end) {
        return aic_trace_fail(r, c, c->at, "expected the end of the line behind the core");
    }
    if (core > 0 && r->tensors->cores) {
        return aic_trace_fail(r, c, word.at, "under `cores` the records of core 0 are those of every core");
    }
    if (core > 0 && !r->high_core) {
        r->high_core = r->line;
    }
    r->core = (uint32_t)core;
    r->unit = (uint8_t)found;
    r->unit_given = dot != NULL;
    item->name_column = (uint32_t)(word.at - c->start) + 1;
    return true;
}

/* cores N [grid RxC] */
static bool parse_cores(struct aic_trace_reader *r, struct aic_cursor *c)
{
    struct aic_text number = aic_cursor_word(c, ""), grid;
    uint64_t n, dims[AIC_TRACE_MAX_DIMS] = {0};
    uint8_t ndim = 2;
    if (r->cores_line || r->high_core) {
        const char *why = r->cores_line ? "the cores are given already on line %u"
                                        : "line %u names a core of its own; `cores` has but one stream";
        return aic_trace_fail(r, c, number.at, why, r->cores_line ? r->cores_line : r->high_core);
    }
    if (!aic_text_u64(number, &n) || n < 1 || n > AIC_TRACE_MAX_CORES) {
        return aic_trace_fail(r, c, number.at, "expected a number of cores, 1..%d, found '%.*s'", AIC_TRACE_MAX_CORES,
                              AIC_TEXT_ARG(number));
    }
    dims[0] = n;
    dims[1] = 1;
    aic_cursor_blanks(c);
    if (c->at < c->end) {
        struct aic_text word = aic_cursor_word(c, "");
        aic_cursor_blanks(c);
        grid = aic_cursor_word(c, "");
        if (!aic_text_is(word, "grid") || grid.len == 0) {
            return aic_trace_fail(r, c, word.at, "expected grid ROWSxCOLUMNS behind the number of cores");
        }
        if (!parse_dims(r, c, grid, dims, &ndim)) {
            return false;
        }
        if (ndim != 2 || dims[0] > n || dims[1] > n || dims[0] * dims[1] != n) {
            return aic_trace_fail(r, c, grid.at, "the grid %.*s does not have %" PRIu64 " cores", AIC_TEXT_ARG(grid),
                                  n);
        }
    }
    aic_cursor_blanks(c);
    if (c->at < c->end) {
        return aic_trace_fail(r, c, c->at, "expected the end of the line behind the grid");
    }
    r->cores_line = r->line;
    r->tensors->cores = (uint32_t)n;
    r->tensors->grid_rows = (uint32_t)dims[0];
    return true;
}

void aic_trace_for_core(const struct aic_trace_tensors *tensors, uint32_t core, struct aic_record *rec)
{
    if (!tensors->cores) {
        return;
    }
    uint64_t row = core % tensors->grid_rows, column = core / tensors->grid_rows;
    rec->core = core;
    for (unsigned i = 0; i < rec->n_operands; i++) {
        struct aic_operand *op = &rec->op[i];
        if (op->space == AIC_GM && op->tensor >= 0 && (uint32_t)op->tensor < tensors->n) {
            const uint64_t *offset = tensors->at[op->tensor].core_offset;
            op->addr += row * offset[0] + column * offset[1];
        }
    }
}

bool aic_trace_declaration(struct aic_trace_reader *r, struct aic_cursor *c, struct aic_trace_item *item)
{
    switch (item->kind) {
    case AIC_ITEM_PRODUCT:
        return parse_product(r, c, item);
    case AIC_ITEM_GM:
        return parse_gm(r, c, item);
    case AIC_ITEM_CORES:
        return parse_cores(r, c);
    case AIC_ITEM_CORE:
        return parse_core(r, c, item);
    default:
        return parse_array(r, c, item);
    }
}
