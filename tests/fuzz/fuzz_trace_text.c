/* Any bytes as a text trace: no crash, and what was read prints and reads back as the same record. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/insn.h"
#include "isa/trace_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
    if (!holds) {
        abort();
    }
}

static void round_trip(struct aic_trace_reader *reader, const struct aic_record *rec,
                       const struct aic_trace_tensors *tensors)
{
    static char text[8192];
    struct aic_trace_item again;
    aic_trace_reader_seek(reader, rec->line > 1 ? rec->line : 2, rec->core, rec->unit, rec->unit_given);
    size_t n = aic_trace_print(rec, tensors, text, sizeof text);
    require(n < sizeof text);
    require(aic_trace_reader_line(reader, text, n, &again) == AIC_ITEM_RECORD);
    require(again.rec.insn == rec->insn && again.rec.given == rec->given && again.rec.raw == rec->raw);
    require(again.rec.beyond == rec->beyond);
    require(memcmp(again.rec.f, rec->f, sizeof rec->f) == 0);
    require(memcmp(again.rec.dtype, rec->dtype, sizeof rec->dtype) == 0);
    for (unsigned i = 0; i < rec->n_operands; i++) {
        require(again.rec.op[i].addr == rec->op[i].addr && again.rec.op[i].space == rec->op[i].space);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct aic_trace_tensors tensors = {0};
    struct aic_trace_item item;
    struct aic_trace_reader *reader = aic_trace_reader_new(AIC_TRACE_ALL, &tensors, NULL, NULL);
    const char *at = (const char *)data, *end = at + size;
    struct aic_trace_reader *second = aic_trace_reader_new(AIC_TRACE_RECORDS, &tensors, NULL, NULL);
    require(reader && second);
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t len = newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);
        if (aic_trace_reader_line(reader, at, len, &item) == AIC_ITEM_RECORD) {
            round_trip(second, &item.rec, &tensors);
        }
        at += len;
    }
    aic_trace_reader_end(reader);
    aic_trace_reader_free(reader);
    aic_trace_reader_free(second);
    aic_trace_tensors_free(&tensors);
    return 0;
}
