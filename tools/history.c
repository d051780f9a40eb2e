#include "tools/history.h"

#include <stdlib.h>

static bool same_record(const struct aic_writer *a, const struct aic_writer *b)
{
    return a->core == b->core && a->unit == b->unit && a->record == b->record;
}

static void add_writer(struct aic_history_source *source, const struct aic_writer *writer)
{
    unsigned kept = source->n < AIC_HISTORY_WRITERS ? source->n : AIC_HISTORY_WRITERS;
    for (unsigned i = 0; i < kept; i++) {
        if (same_record(&source->writer[i], writer)) {
            return;
        }
    }
    if (source->n < AIC_HISTORY_WRITERS) {
        source->writer[source->n] = *writer;
    }
    source->n++;
}

static void fill_source(struct aic_sim *sim, const struct aic_event *event, const struct aic_span *span, int8_t operand,
                        struct aic_history_source *source)
{
    struct aic_writer writer;
    *source = (struct aic_history_source){.space = span->space, .unit = span->unit, .operand = operand};
    aic_span_bounds(span, &source->lo, &source->hi);
    for (uint64_t at = source->lo; at < source->hi; at = writer.hi) {
        if (!aic_sim_writer(sim, event->core, (enum aic_space)span->space, span->unit, at, source->hi, &writer)) {
            break;
        }
        add_writer(source, &writer);
    }
}

void aic_history_note(struct aic_history *history, struct aic_sim *sim, const struct aic_event *event)
{
    const struct aic_footprint *fp = event->footprint;
    if (!fp) {
        return;
    }
    if (history->n == history->room) {
        size_t room = history->room ? history->room * 2 : 256;
        struct aic_history_record *more = realloc(history->at, room * sizeof *more);
        if (!more) {
            history->out_of_memory = true;
            return;
        }
        history->at = more;
        history->room = room;
    }
    struct aic_history_source *source = calloc(AIC_MAX_SPANS, sizeof *source);
    if (!source) {
        history->out_of_memory = true;
        return;
    }
    struct aic_history_record *record = &history->at[history->n++];
    *record = (struct aic_history_record){event->core, event->rec->line, event->number, event->unit, 0, source};
    for (unsigned i = 0; i < fp->n; i++) {
        if (fp->e[i].access != AIC_WRITE && fp->e[i].span.run) {
            fill_source(sim, event, &fp->e[i].span, fp->e[i].operand, &source[record->n++]);
        }
    }
}

const struct aic_history_record *aic_history_find(const struct aic_history *history, const struct aic_writer *writer)
{
    for (size_t i = history->n; i-- > 0;) {
        const struct aic_history_record *r = &history->at[i];
        if (r->number == writer->record && r->unit == writer->unit && r->core == writer->core) {
            return r;
        }
    }
    return NULL;
}

void aic_history_free(struct aic_history *history)
{
    for (size_t i = 0; i < history->n; i++) {
        free(history->at[i].source);
    }
    free(history->at);
    *history = (struct aic_history){0};
}
