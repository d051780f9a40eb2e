/* A record as a line of the text trace. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/trace_text.h"

/* Appends to a line that may be longer than its room, like snprintf. */
static void put(char *out, size_t size, size_t *used, const char *text)
{
    size_t n = strlen(text);
    if (*used < size) {
        size_t room = size - *used - 1, take = n < room ? n : room;
        memcpy(out + *used, text, take);
        out[*used + take] = 0;
    }
    *used += n;
}

size_t aic_trace_print_operand(const struct aic_operand *op, const struct aic_trace_tensors *tensors, char *out,
                               size_t size)
{
    int n;
    if (op->space != AIC_GM) {
        n = snprintf(out, size, "%s:%" PRIu64, aic_space_name(op->space), op->addr);
    } else if (op->tensor < 0 || (uint32_t)op->tensor >= tensors->n) {
        n = snprintf(out, size, "gm:0x%" PRIx64, op->addr);
    } else {
        const struct aic_trace_tensor *t = &tensors->at[op->tensor];
        n = op->addr == t->addr ? snprintf(out, size, "gm:%s", t->name)
                                : snprintf(out, size, "gm:%s+%" PRIu64, t->name, op->addr - t->addr);
    }
    return n < 0 ? 0 : (size_t)n;
}

static void put_key(char *out, size_t size, size_t *used, const char *separator, const char *key)
{
    put(out, size, used, separator);
    put(out, size, used, key);
    put(out, size, used, "=");
}

static bool is_positional(const struct aic_insn *insn)
{
    return insn->klass >= AIC_CLASS_SET_FLAG && insn->klass <= AIC_CLASS_CROSS_WAIT;
}

size_t aic_trace_print(const struct aic_record *rec, const struct aic_trace_tensors *tensors, char *out, size_t size)
{
    const struct aic_insn *insn = aic_insn_at(rec->insn);
    const char *separator = " ";
    size_t used = 0;
    char text[1024];
    bool bare = is_positional(insn);
    put(out, size, &used, insn->name);
    for (unsigned i = 0; i < rec->n_operands; i++, separator = ", ") {
        put(out, size, &used, separator);
        size_t room = used < size ? size - used : 0;
        used += aic_trace_print_operand(&rec->op[i], tensors, room ? out + used : NULL, room);
    }
    for (unsigned i = 0; i < rec->n_dtypes; i++, separator = ":") {
        if (i == 0) {
            put_key(out, size, &used, separator, "dtype");
        } else {
            put(out, size, &used, ":");
        }
        put(out, size, &used, aic_dtype_name(rec->dtype[i]));
    }
    separator = rec->n_operands || rec->n_dtypes ? ", " : " ";
    for (unsigned i = 0; i < insn->n_fields; i++) {
        const struct aic_field *field = &insn->fields[i];
        if (!(rec->given >> field->slot & 1)) {
            bare = false;
            continue;
        }
        if (bare) {
            put(out, size, &used, separator);
        } else {
            put_key(out, size, &used, separator, field->name);
        }
        aic_field_print(field, rec, text, sizeof text);
        put(out, size, &used, text);
        separator = ", ";
    }
    return used;
}
