/* Which record took its operands from which, gathered while a trace runs: the way of bytes back to GM. */
#ifndef AIC_TOOLS_HISTORY_H
#define AIC_TOOLS_HISTORY_H

#include "sim/aicsim.h"

/* Earlier writers that are remembered of one operand. */
#define AIC_HISTORY_WRITERS 4

/* Bytes that a record read, and who had written them (the first few). */
struct aic_history_source {
    uint8_t space, unit;
    int8_t operand;
    uint64_t lo, hi;
    unsigned n; /* writers met, also those that are not kept */
    struct aic_writer writer[AIC_HISTORY_WRITERS];
};

struct aic_history_record {
    uint32_t core, line;
    uint64_t number;
    uint8_t unit;
    unsigned n;
    struct aic_history_source *source;
};

struct aic_history {
    struct aic_history_record *at;
    size_t n, room;
    bool out_of_memory;
};

/* Notes a data record that is about to start; the simulation is the event's. */
void aic_history_note(struct aic_history *history, struct aic_sim *sim, const struct aic_event *event);

/* The record that a writer was; NULL when it was not noted. */
const struct aic_history_record *aic_history_find(const struct aic_history *history, const struct aic_writer *writer);

void aic_history_free(struct aic_history *history);

#endif
