/* The way of a byte back to where it came from, step by step: which record wrote it last, which bytes that record made
 * it of, and who had written those. A trace is run again for every step, so that memory holds the answer only, however
 * long the trace is. */
#ifndef AIC_TOOLS_HISTORY_H
#define AIC_TOOLS_HISTORY_H

#include "sim/aicsim.h"

/* Deeper or longer answers are cut. */
#define AIC_HISTORY_DEEPEST 12
#define AIC_HISTORY_LONGEST 120

/* Who wrote the bytes of a step. */
enum aic_step_kind {
    AIC_STEP_RECORD = 0,
    AIC_STEP_BEFORE,  /* a file or an init line, before the run */
    AIC_STEP_NOBODY,
    AIC_STEP_CONSTANT, /* the record above: padding, a filled value */
    AIC_STEP_UNDEFINED /* a lane of its result that no source defines */
};

struct aic_run {
    uint64_t lo, hi;
};

/* Bytes of one memory with one writer. */
struct aic_step {
    uint8_t kind;        /* enum aic_step_kind */
    uint8_t space, unit; /* not of a constant */
    int8_t operand;      /* of the record above */
    bool followed;       /* its record's origins are below */
    uint32_t core, depth;
    size_t above;        /* index of that step; 0 for the first, which has none */
    struct aic_writer writer;   /* of a record */
    struct aic_run *run; /* ascending; owned */
    size_t n_runs;
    bool takes_padding;  /* the writer's padding value is that of the register */
    uint32_t set_line;   /* the last record before it that set the register; 0: none */
};

struct aic_history {
    struct aic_step *at; /* a step stands behind the one above it */
    size_t n, room;
    size_t asked;        /* steps that the run under way looks for */
    bool cut;            /* something further back was left out */
    bool out_of_memory;
};

/* The first step: `byte` as it is now. In an event: as its record finds it. */
void aic_history_begin(struct aic_history *history, struct aic_sim *sim, uint32_t core, enum aic_space space,
                       unsigned unit, uint64_t byte);

/* Whether the trace has to be run again, with aic_history_event for every event. */
bool aic_history_open(const struct aic_history *history);
void aic_history_event(struct aic_history *history, struct aic_sim *sim, const struct aic_event *event);

/* After each run. */
void aic_history_next(struct aic_history *history);

void aic_history_free(struct aic_history *history);

#endif
