/* The units of one launch as coroutines: each runs the kernel function on a stack of its own, and gives way when it has
 * issued many records or needs a value that the simulation has not reached yet. */
#ifndef AIC_TOOLS_RECORDER_UNITS_H
#define AIC_TOOLS_RECORDER_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "isa/pipe.h"
#include "tools/ascendc/aicsim/runtime.h"

enum aic_unit_state { AIC_UNIT_READY, AIC_UNIT_NEEDS_VALUE, AIC_UNIT_ENDED };

struct aic_unit_run {
    ucontext_t context;
    uint8_t *stack;
    uint32_t block, core;
    int unit;                 /* enum aic_unit */
    uint8_t state;            /* enum aic_unit_state */
    bool started;
    bool coupled;             /* the unit is cube and vector core at once */
    uint64_t pushed, executed; /* records */
    uint64_t round;           /* records since it was resumed */
    void *slot;               /* of the framework */
    const char *file;         /* the call made last; before the first one the launch */
    int line;
};

struct aic_units {
    struct aic_unit_run *at;
    size_t n, ended;              /* all units before `ended` are over */
    struct aic_unit_run *current; /* NULL: host code runs */
    ucontext_t host;
    void (*body)(void *);
    void (*vector_body)(void *); /* of vector units; NULL: they run body */
    void *body_context;
};

/* Whether a launch of so many blocks may begin now; else the reason in why. */
bool aic_units_launch_allowed(const struct aic_units *units, uint32_t blocks, char *why, size_t size);

/* Makes the coroutine of a unit; file and line are the launch's. False when out of memory. */
bool aic_unit_start(struct aic_units *units, struct aic_unit_run *unit, const char *file, int line);

/* Index of the first unit that is not over; n when all are. */
size_t aic_units_first_open(struct aic_units *units);

/* Whether an address lies below the stack of the unit that runs: its stack is full. */
bool aic_unit_overflow(const struct aic_units *units, const void *address);

/* Runs a unit until it gives way. */
void aic_unit_resume(struct aic_units *units, struct aic_unit_run *unit);

/* Called on the unit's stack: gives way in `state`; returns when resumed. */
void aic_unit_yield(struct aic_units *units, enum aic_unit_state state);

/* Called on the unit's stack: the unit is over. Does not return. */
_Noreturn void aic_unit_end(struct aic_units *units);

/* Whether a unit (AIC_UNIT_) takes part in kernels of a mode, on products with separate vector cores. */
bool aic_mode_has(enum aic_rt_mode mode, int unit);

void aic_units_free(struct aic_units *units);

#endif
