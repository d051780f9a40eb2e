/* Data in and out of a run: gm and init before it, expect and dump after it. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers/float_formats.h"
#include "buffers/formats.h"
#include "buffers/memory.h"
#include "tools/npy.h"
#include "tools/session.h"

static const char *const descriptions[AIC_DT_COUNT] = {
    [AIC_DT_HALF] = "<f2",        [AIC_DT_BF16] = "<u2",       [AIC_DT_FLOAT] = "<f4",    [AIC_DT_INT8] = "|i1",
    [AIC_DT_UINT8] = "|u1",       [AIC_DT_INT16] = "<i2",      [AIC_DT_UINT16] = "<u2",   [AIC_DT_INT32] = "<i4",
    [AIC_DT_UINT32] = "<u4",      [AIC_DT_UINT64] = "<u8",     [AIC_DT_INT4] = "|u1",     [AIC_DT_FP8_E4M3FN] = "|u1",
    [AIC_DT_FP8_E5M2] = "|u1",    [AIC_DT_HIFLOAT8] = "|u1",   [AIC_DT_FP4_E2M1] = "|u1", [AIC_DT_FP4_E1M2] = "|u1",
    [AIC_DT_FP8_E8M0] = "|u1",
};

static bool report(struct aic_session *s, uint32_t line, uint32_t column, const char *path, const char *err)
{
    char message[600];
    snprintf(message, sizeof message, "%.*s: %.*s", 250, path ? path : "?", 300, err);
    aic_trace_file_error(&s->file, line, column, message);
    return false;
}

static const struct aic_file_choice *choice_for(const struct aic_file_choice *list, size_t n, const char *name)
{
    for (size_t i = n; i-- > 0;) {
        if (list[i].name_len == strlen(name) && memcmp(list[i].name, name, list[i].name_len) == 0) {
            return &list[i];
        }
    }
    return NULL;
}

static bool fits_tensor(const struct aic_trace_tensor *t, const struct aic_array *array, char *err, size_t errlen)
{
    const char *want = descriptions[t->dtype];
    if (!array->raw && strcmp(array->descr, want) != 0) {
        snprintf(err, errlen, "holds '%s'; a tensor of %s takes '%s'", array->descr,
                 aic_dtype_name((enum aic_dtype)t->dtype), want);
        return false;
    }
    if (array->bytes != t->bytes) {
        snprintf(err, errlen, "holds %zu bytes; the tensor has %" PRIu64, array->bytes, t->bytes);
        return false;
    }
    return true;
}

static bool load_tensor(struct aic_session *s, const struct aic_trace_tensor *t)
{
    const struct aic_file_choice *choice = choice_for(s->options->gm, s->options->n_gm, t->name);
    struct aic_array array = {0};
    char err[300] = "out of memory";
    char *path = choice    ? strdup(choice->path)
                 : t->file ? aic_trace_file_beside(&s->file, t->file, strlen(t->file))
                           : NULL;
    if (!path && !choice && !t->file) {
        return true;
    }
    bool ok = path && aic_npy_read(path, &array, err, sizeof err) && fits_tensor(t, &array, err, sizeof err);
    if (ok && !aic_sim_write(s->sim, 0, AIC_GM, 0, t->addr, array.bytes, array.data)) {
        snprintf(err, sizeof err, "the tensor cannot be written");
        ok = false;
    }
    if (!ok && choice) {
        fprintf(stderr, "aicsim: error: --gm %s: %s: %s\n", t->name, choice->path, err);
    } else if (!ok) {
        report(s, t->line, t->file_column, path, err);
    }
    aic_array_free(&array);
    free(path);
    return ok;
}

static bool load_init(struct aic_session *s, const struct aic_trace_item *item)
{
    struct aic_array array = {0};
    char err[300] = "out of memory";
    char *path = aic_trace_file_beside(&s->file, item->file.at, item->file.len);
    bool ok = path && aic_npy_read(path, &array, err, sizeof err);
    if (ok && !aic_sim_write(s->sim, item->core, (enum aic_space)item->op.space, item->op.unit, item->op.addr,
                             array.bytes, array.data)) {
        snprintf(err, sizeof err, "%zu bytes at %s:%" PRIu64 " do not fit into the memory", array.bytes,
                 aic_space_name((enum aic_space)item->op.space), item->op.addr);
        ok = false;
    }
    if (!ok) {
        report(s, item->line, item->file_column, path, err);
    }
    aic_array_free(&array);
    free(path);
    return ok;
}

static bool known_choices(const struct aic_session *s, const char *option, const struct aic_file_choice *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct aic_text name = {list[i].name, (unsigned)list[i].name_len};
        if (aic_trace_tensors_find(&s->file.tensors, name) < 0) {
            fprintf(stderr, "aicsim: error: %s: the trace declares no tensor '%.*s'\n", option, (int)name.len, name.at);
            return false;
        }
    }
    return true;
}

bool aic_session_load_arrays(struct aic_session *s)
{
    bool ok = known_choices(s, "--gm", s->options->gm, s->options->n_gm) &&
              known_choices(s, "--out", s->options->out, s->options->n_out);
    for (uint32_t i = 0; i < s->file.tensors.n; i++) {
        ok = load_tensor(s, &s->file.tensors.at[i]) && ok;
    }
    for (size_t i = 0; i < s->file.n_arrays; i++) {
        if (s->file.arrays[i].kind == AIC_ITEM_INIT) {
            ok = load_init(s, &s->file.arrays[i].item) && ok;
        }
    }
    return ok;
}

/* What a dump or expect line covers. */
struct region {
    uint32_t core;
    struct aic_operand op;
    uint64_t bytes;
    uint8_t dtype;
    unsigned ndim;
    uint64_t dims[AIC_TRACE_MAX_DIMS];
    /* How it is stored, NULL: row by row. The dimensions are those of `tensor` in its plain format. */
    const struct aic_format *format;
    struct aic_logical tensor;
};

/* Bytes up to the end of the tensor, or of the memory. */
static uint64_t rest_of(const struct aic_session *s, const struct aic_operand *op)
{
    if (op->space == AIC_GM) {
        for (uint32_t i = 0; i < s->file.tensors.n; i++) {
            const struct aic_trace_tensor *t = &s->file.tensors.at[i];
            if (op->tensor == (int32_t)i || (op->tensor < 0 && op->addr >= t->addr && op->addr < t->addr + t->bytes)) {
                return op->addr < t->addr + t->bytes ? t->addr + t->bytes - op->addr : 0;
            }
        }
        return 0;
    }
    int64_t size = s->product->isa.sizes.bytes[op->space];
    return size > 0 && op->addr < (uint64_t)size ? (uint64_t)size - op->addr : 0;
}

static uint64_t shape_bytes(uint8_t dtype, const uint64_t *dims, unsigned ndim)
{
    uint64_t n = 1;
    for (unsigned i = 0; i < ndim; i++) {
        if (dims[i] && n > (UINT64_C(1) << 56) / dims[i]) {
            return UINT64_MAX;
        }
        n *= dims[i];
    }
    return (n * aic_dtype_bits((enum aic_dtype)dtype) + 7) / 8;
}

/* dtype and shape of a region: the line's own, else the tensor's, else bytes. */
static void shape_region(const struct aic_session *s, const struct aic_trace_item *item, struct region *r)
{
    const struct aic_trace_tensor *t = r->op.tensor >= 0 ? &s->file.tensors.at[r->op.tensor] : NULL;
    r->dtype = item->dtype ? item->dtype : t ? t->dtype : AIC_DT_UINT8;
    uint64_t unit = aic_dtype_bits((enum aic_dtype)r->dtype) < 8 ? 1 : aic_dtype_bits((enum aic_dtype)r->dtype) / 8;
    if (item->ndim) {
        r->ndim = item->ndim;
        memcpy(r->dims, item->dims, sizeof r->dims);
        return;
    }
    if (t && r->dtype == t->dtype && r->op.addr == t->addr && r->bytes == t->bytes) {
        r->ndim = t->ndim;
        memcpy(r->dims, t->dims, sizeof r->dims);
        return;
    }
    if (r->bytes % unit) {
        r->dtype = AIC_DT_UINT8;
        unit = 1;
    }
    r->ndim = 1;
    r->dims[0] = r->bytes / unit * (aic_dtype_bits((enum aic_dtype)r->dtype) < 8 ? 2 : 1);
}

static bool find_region(struct aic_session *s, const struct aic_trace_item *item, struct region *r)
{
    *r = (struct region){.core = item->core, .op = item->op};
    uint64_t rest = rest_of(s, &item->op);
    if (item->bytes_given) {
        r->bytes = item->bytes;
    } else if (item->ndim) {
        r->bytes = shape_bytes(item->dtype ? item->dtype : (uint8_t)AIC_DT_UINT8, item->dims, item->ndim);
    } else {
        r->bytes = rest;
    }
    if (r->bytes > rest || rest == 0) {
        char message[200];
        snprintf(message, sizeof message, "%" PRIu64 " bytes are asked for, but only %" PRIu64 " lie there", r->bytes,
                 rest);
        aic_trace_file_error(&s->file, item->line, item->op_column, message);
        return false;
    }
    shape_region(s, item, r);
    return true;
}

static uint8_t *read_region(struct aic_session *s, const struct region *r)
{
    uint8_t *data = malloc(r->bytes ? r->bytes : 1);
    if (data &&
        !aic_sim_read(s->sim, r->core, (enum aic_space)r->op.space, r->op.unit, r->op.addr, r->bytes, data, NULL)) {
        memset(data, 0, r->bytes); /* a core that ran nothing: its memories were never written */
    }
    return data;
}

/* The bytes of a region as a plain array of its shape; *bytes becomes their number. NULL with the reason. */
static uint8_t *read_plain(struct aic_session *s, const struct region *r, uint64_t *bytes, char *err, size_t errlen)
{
    uint8_t *stored = read_region(s, r);
    if (!stored) {
        snprintf(err, errlen, "out of memory");
    }
    if (!stored || !r->format) {
        return stored;
    }
    const struct aic_format *plain = aic_format_plain(r->format);
    enum aic_dtype dt = (enum aic_dtype)r->dtype;
    uint64_t size = aic_format_tensor_bytes(plain, dt, &r->tensor, err, errlen);
    uint8_t *data = size ? malloc(size) : NULL;
    if (size && !data) {
        snprintf(err, errlen, "out of memory");
    }
    if (data &&
        !aic_format_convert_tensor(r->format, plain, dt, &r->tensor, stored, r->bytes, data, size, err, errlen)) {
        free(data);
        data = NULL;
    }
    free(stored);
    *bytes = size;
    return data;
}

static bool write_region(struct aic_session *s, const struct region *r, const char *path, char *err, size_t errlen)
{
    uint64_t bytes = r->bytes;
    uint8_t *data = read_plain(s, r, &bytes, err, errlen);
    if (!data) {
        return false;
    }
    struct aic_array array = {.ndim = r->ndim, .bytes = bytes, .raw = !aic_path_is_npy(path), .data = data};
    snprintf(array.descr, sizeof array.descr, "%s", descriptions[r->dtype]);
    array.itemsize = aic_npy_itemsize(array.descr);
    for (unsigned i = 0; i < r->ndim; i++) {
        array.dims[i] = (size_t)r->dims[i];
    }
    if (aic_dtype_bits((enum aic_dtype)r->dtype) < 8 && r->ndim) {
        array.dims[r->ndim - 1] = (array.dims[r->ndim - 1] + 1) / 2;
    }
    if (aic_array_count(&array) * array.itemsize != bytes) {
        array.ndim = 1;
        array.dims[0] = bytes / array.itemsize;
    }
    bool ok = aic_npy_write(path, &array, err, errlen);
    aic_array_free(&array);
    return ok;
}

/* The format that a dump line names, with its tensor and stored bytes in r; false with the reason. */
static bool name_format(const struct aic_trace_item *item, struct region *r, char *err, size_t errlen)
{
    r->format = aic_format_from_name(item->layout.at, item->layout.len);
    if (!r->format) {
        snprintf(err, errlen, "layout %.*s is no format (aicsim layout list)", (int)item->layout.len, item->layout.at);
        return false;
    }
    if (!item->ndim || !item->dtype) {
        snprintf(err, errlen, "layout=%.*s needs dtype= and shape=", (int)item->layout.len, item->layout.at);
        return false;
    }
    enum aic_dtype dt = (enum aic_dtype)item->dtype;
    if (!aic_logical_from_shape(r->format, item->ndim, item->dims, &r->tensor, err, errlen)) {
        return false;
    }
    r->bytes = aic_format_tensor_bytes(r->format, dt, &r->tensor, err, errlen);
    if (r->bytes && item->bytes_given && item->bytes != r->bytes) {
        snprintf(err, errlen, "bytes=%" PRIu64 ", but %.*s of this shape takes %" PRIu64, item->bytes,
                 (int)item->layout.len, item->layout.at, r->bytes);
        return false;
    }
    return r->bytes > 0;
}

/* find_region for a dump that names a layout: the shape is the logical one, the bytes are those of the layout. */
static bool find_laid_out(struct aic_session *s, const struct aic_trace_item *item, struct region *r)
{
    struct aic_trace_item stored = *item;
    struct region named = {0};
    uint64_t dims[AIC_FORMAT_MAX_DIMS];
    char err[300];
    if (!name_format(item, &named, err, sizeof err)) {
        aic_trace_file_error(&s->file, item->line, (uint32_t)item->op_column, err);
        return false;
    }
    stored.bytes = named.bytes;
    stored.bytes_given = true;
    if (!find_region(s, &stored, r)) {
        return false;
    }
    r->format = named.format;
    r->tensor = named.tensor;
    r->ndim = aic_format_dims(aic_format_plain(r->format), (enum aic_dtype)r->dtype, &r->tensor, dims, err, sizeof err);
    if (r->ndim == 0 || r->ndim > AIC_TRACE_MAX_DIMS) {
        aic_trace_file_error(&s->file, item->line, (uint32_t)item->op_column, r->ndim ? "too many dimensions" : err);
        return false;
    }
    memcpy(r->dims, dims, r->ndim * sizeof *dims);
    return true;
}

static bool write_dump(struct aic_session *s, const struct aic_trace_item *item)
{
    struct region r;
    char err[300] = "out of memory";
    if (!(item->layout.len ? find_laid_out(s, item, &r) : find_region(s, item, &r))) {
        return false;
    }
    char *path = aic_trace_file_beside(&s->file, item->file.at, item->file.len);
    bool ok = path && write_region(s, &r, path, err, sizeof err);
    if (!ok) {
        report(s, item->line, item->file_column, path, err);
    }
    free(path);
    return ok;
}

static uint64_t element(const uint8_t *data, uint64_t index, unsigned bits)
{
    uint64_t raw = 0;
    if (bits < 8) {
        return data[index / 2] >> (index % 2 * 4) & 15;
    }
    memcpy(&raw, data + index * (bits / 8), bits / 8);
    return raw;
}

static bool close_enough(enum aic_dtype dt, uint64_t got, uint64_t want, const struct aic_trace_item *item)
{
    if (got == want) {
        return true;
    }
    if (item->rtol == 0 && item->atol == 0) {
        return false;
    }
    double a = aic_value_decode(dt, got), b = aic_value_decode(dt, want);
    if (isnan(a) || isnan(b) || isinf(a) || isinf(b)) {
        return (isnan(a) && isnan(b)) || a == b;
    }
    return fabs(a - b) <= item->atol + item->rtol * fabs(b);
}

static void coordinate(const struct region *r, uint64_t index, char *out, size_t size)
{
    uint64_t at[AIC_TRACE_MAX_DIMS];
    size_t used = 0;
    for (unsigned i = r->ndim; i-- > 0;) {
        at[i] = index % r->dims[i];
        index /= r->dims[i];
    }
    for (unsigned i = 0; i < r->ndim && used < size; i++) {
        used += (size_t)snprintf(out + used, size - used, "%s%" PRIu64, i ? "," : "", at[i]);
    }
}

static void raise_difference(struct aic_session *s, const struct aic_trace_item *item, const struct region *r,
                             uint64_t first, uint64_t different, uint64_t count, uint64_t got, uint64_t want)
{
    char where[200] = "0";
    enum aic_dtype dt = (enum aic_dtype)r->dtype;
    struct aic_finding d = {.rule = "VAL-001", .severity = AIC_SEV_ERROR, .core = item->core, .unit = item->unit,
                            .pipe = AIC_PIPE_NONE, .line = item->line, .operand = 0, .field = -1};
    coordinate(r, first, where, sizeof where);
    snprintf(d.message, sizeof d.message,
             "[%.150s] is %.9g (bits 0x%" PRIx64 "), expected %.9g (bits 0x%" PRIx64 "); %" PRIu64 " of %" PRIu64
             " elements of %s differ", where, aic_value_decode(dt, got), got, aic_value_decode(dt, want), want,
             different, count, aic_dtype_name(dt));
    int severity = aic_findings_severity(&s->findings, &d);
    if (severity >= 0) {
        aic_findings_add(&s->findings, &d);
    }
}

static void compare(struct aic_session *s, const struct aic_trace_item *item, const struct region *r,
                    const uint8_t *got, const uint8_t *want)
{
    unsigned bits = aic_dtype_bits((enum aic_dtype)r->dtype);
    uint64_t count = r->bytes * 8 / bits, different = 0, first = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!close_enough((enum aic_dtype)r->dtype, element(got, i, bits), element(want, i, bits), item)) {
            first = different++ ? first : i;
        }
    }
    if (different) {
        raise_difference(s, item, r, first, different, count, element(got, first, bits), element(want, first, bits));
    }
}

/* The element type of a file whose place in memory has none. */
static uint8_t dtype_of(const struct aic_array *array)
{
    static const uint8_t plain[] = {AIC_DT_HALF,   AIC_DT_FLOAT, AIC_DT_INT8,   AIC_DT_UINT8, AIC_DT_INT16,
                                    AIC_DT_UINT16, AIC_DT_INT32, AIC_DT_UINT32, AIC_DT_UINT64};
    for (size_t i = 0; i < sizeof plain; i++) {
        if (strcmp(array->descr, descriptions[plain[i]]) == 0) {
            return plain[i];
        }
    }
    return AIC_DT_UINT8;
}

static bool shape_expected(struct aic_session *s, const struct aic_trace_item *item, const struct aic_array *array,
                           struct region *r, char *err, size_t errlen)
{
    struct aic_trace_item sized = *item;
    sized.bytes_given = true;
    sized.bytes = array->bytes;
    if (!find_region(s, &sized, r)) {
        return false;
    }
    if (!item->dtype && r->op.tensor < 0) {
        r->dtype = dtype_of(array);
    }
    if (!array->raw && strcmp(array->descr, descriptions[r->dtype]) != 0) {
        snprintf(err, errlen, "holds '%s'; %s takes '%s'", array->descr, aic_dtype_name((enum aic_dtype)r->dtype),
                 descriptions[r->dtype]);
        return report(s, item->line, item->file_column, "expected array", err);
    }
    if (!array->raw && aic_dtype_bits((enum aic_dtype)r->dtype) >= 8) {
        r->ndim = array->ndim;
        for (unsigned i = 0; i < array->ndim; i++) {
            r->dims[i] = array->dims[i];
        }
    }
    return true;
}

static bool check_expect(struct aic_session *s, const struct aic_trace_item *item)
{
    struct aic_array array = {0};
    struct region r;
    char err[300] = "out of memory";
    char *path = aic_trace_file_beside(&s->file, item->file.at, item->file.len);
    bool ok = path && aic_npy_read(path, &array, err, sizeof err);
    if (!ok) {
        report(s, item->line, item->file_column, path, err);
    }
    ok = ok && shape_expected(s, item, &array, &r, err, sizeof err);
    uint8_t *got = ok ? read_region(s, &r) : NULL;
    if (got) {
        compare(s, item, &r, got, array.data);
    }
    free(got);
    aic_array_free(&array);
    free(path);
    return ok;
}

static bool write_choice(struct aic_session *s, const struct aic_file_choice *choice)
{
    char err[300];
    int32_t index =
        aic_trace_tensors_find(&s->file.tensors, (struct aic_text){choice->name, (unsigned)choice->name_len});
    const struct aic_trace_tensor *t = &s->file.tensors.at[index];
    struct region r = {.op = {.space = AIC_GM, .addr = t->addr, .tensor = index}, .bytes = t->bytes, .dtype = t->dtype,
                       .ndim = t->ndim};
    memcpy(r.dims, t->dims, sizeof r.dims);
    if (!write_region(s, &r, choice->path, err, sizeof err)) {
        fprintf(stderr, "aicsim: error: --out %s: %s: %s\n", t->name, choice->path, err);
        return false;
    }
    return true;
}

bool aic_session_finish_arrays(struct aic_session *s)
{
    bool ok = true;
    if (s->options->no_data) {
        if (!s->options->no_note && (s->file.n_arrays || s->options->n_out)) {
            fprintf(stderr, "aicsim: note: without data nothing is compared or dumped, and rules that need values are "
                            "skipped\n");
        }
        return true;
    }
    for (size_t i = 0; i < s->file.n_arrays; i++) {
        const struct aic_array_line *line = &s->file.arrays[i];
        if (line->kind == AIC_ITEM_EXPECT) {
            ok = check_expect(s, &line->item) && ok;
        } else if (line->kind == AIC_ITEM_DUMP && !s->options->no_dumps) {
            ok = write_dump(s, &line->item) && ok;
        }
    }
    for (size_t i = 0; i < s->options->n_out; i++) {
        ok = write_choice(s, &s->options->out[i]) && ok;
    }
    return ok;
}
