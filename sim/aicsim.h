/* aicsim as a library: values, time and verdicts of instruction records on a product.
 * Nothing here prints, exits, or keeps global state; several simulations live side by side in one process
 * (each is used by one thread at a time). */
#ifndef AIC_SIM_AICSIM_H
#define AIC_SIM_AICSIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/finding.h"
#include "isa/insn.h"
#include "isa/made.h"
#include "isa/record.h"
#include "pipes/time.h"
#include "sim/analysis.h"
#include "sim/origin.h"
#include "sim/product.h"

struct aic_sim;

/* A tensor in GM that records may touch. */
struct aic_tensor {
    const char *name;       /* copied */
    enum aic_dtype dtype;
    uint64_t addr, bytes;
    bool l2;                /* false: bypasses the L2 cache */
    const char *layout;     /* NULL: nd; copied */
    uint64_t row_bytes;     /* of the last dimension; 0: one dimension or not known */
    uint64_t rows;          /* length of the last dimension but one; 0: not known */
};

/* What happened to one record; handed out in the order of the start times. */
struct aic_event {
    const struct aic_record *rec;
    uint64_t number;        /* of the record in its unit's stream */
    uint32_t core;
    uint8_t unit, pipe;
    aic_time dispatched, start, end; /* start == end for synchronisation */
    uint8_t reason;         /* enum aic_stall: what it waited for before its start */
    aic_time waited;
    uint64_t bytes;
    uint64_t flow;          /* set_flag and wait_flag: the same number on both ends of one flag; 0: none */
    uint32_t by_line, by_file; /* wait: line and file of the record that satisfied it */
    const struct aic_footprint *footprint; /* of a data record that does something; NULL for others */
    const struct aic_registers *regs; /* as the record reads them */
};
typedef void aic_event_fn(void *user, const struct aic_event *event);

/* Delivers the next record of a core: 1 and *rec filled, 0 at the end of the stream, -1 on an unreadable record
 * (already reported by the source; the stream ends). */
typedef int aic_source_fn(void *user, struct aic_record *rec);

struct aic_options {
    bool no_data;           /* do not move bytes: value-dependent rules are skipped */
    bool no_check;          /* only time and values */
    bool hints;             /* raise PERF hints as well */
    bool free;              /* `free_part` takes no time: what a run would gain without it */
    uint8_t free_part;      /* enum aic_part */
    bool run_on;            /* a record whose operands have no meaning (MEM-016, MM-026, FP-041) is executed all the
                             * same, as hardware does; what comes of those lanes is tainted. Else it is not executed. */
    aic_finding_fn *finding;
    void *finding_user;
    aic_event_fn *event;    /* NULL: none */
    void *event_user;
    /* Severity of a rule on this run, or -1 to drop the finding; NULL: as the catalogue says. */
    int (*severity)(void *user, const struct aic_finding *finding);
    void *severity_user;
};

/* NULL when out of memory. The product must outlive the simulation. options NULL: all zero. */
struct aic_sim *aic_sim_new(const struct aic_product *product, const struct aic_options *options);
void aic_sim_free(struct aic_sim *sim); /* NULL is allowed */

/* Declares a tensor; returns its index (>= 0) for aic_operand.tensor, -1 when it overlaps another, -2 out of memory. */
int aic_sim_tensor(struct aic_sim *sim, const struct aic_tensor *tensor);

/* Bytes before (or between) the records; they count as written. unit: 0 aiv0, 1 aiv1 for AIC_UB.
 * False when the range is outside the memory. */
bool aic_sim_write(struct aic_sim *sim, uint32_t core, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                   const void *data);
/* state may be NULL (buffers/memory.h says what it holds). False when the range is outside the memory. */
bool aic_sim_read(struct aic_sim *sim, uint32_t core, enum aic_space space, unsigned unit, uint64_t addr, uint64_t n,
                  void *data, uint8_t *state);

/* The record that wrote a stretch of bytes last. */
struct aic_writer {
    uint32_t core, line, file;
    uint64_t record;        /* number in its unit's stream */
    uint8_t unit, pipe;
    uint16_t insn;          /* isa/insn.h */
    uint64_t lo, hi;        /* the stretch; it may go on behind hi */
};
/* The first stretch between `from` and `end` that a record has written; false when there is none, and without checks.
 * In an event: as its record finds it. */
bool aic_sim_writer(struct aic_sim *sim, uint32_t core, enum aic_space space, unsigned unit, uint64_t from,
                    uint64_t end, struct aic_writer *writer);
/* In an event with a footprint: what the bytes `of` (ascending addresses in one memory) of its record's result are made
 * of, byte by byte (sim/origin.h). False when out of memory. */
bool aic_sim_origins(struct aic_sim *sim, const struct aic_event *event, enum aic_space space, unsigned unit,
                     const uint64_t *of, size_t n, aic_origin_fn *fn, void *user);
/* In which layout a byte of a local memory was stored; false when that is not known. */
bool aic_sim_stored(struct aic_sim *sim, uint32_t core, enum aic_space space, uint64_t addr, struct aic_made_at *at);

/* Appends a record to its core's stream. False when out of memory. */
bool aic_sim_push(struct aic_sim *sim, const struct aic_record *rec);

/* Lets the simulation pull a core's records as it needs them, instead of aic_sim_push. */
bool aic_sim_source(struct aic_sim *sim, uint32_t core, aic_source_fn *fn, void *user);

/* Runs everything that was pushed or can be pulled, as far as it goes. Records that wait for a flag that nobody has set
 * yet stay pending. */
void aic_sim_drain(struct aic_sim *sim);

struct aic_pipe_stats {
    uint64_t instructions;
    uint64_t bytes;         /* moved into the destination; of Mmad: 0 */
    aic_time busy;
    aic_time board;         /* what the board's counter of this pipe shows: docs/timing.md */
    aic_time stall[AIC_STALL_COUNT]; /* [AIC_STALL_EMPTY] is the idle time; busy + all of it = total */
};

/* "aic_mac_time": what the profiler calls the time of this pipe; NULL where it counts none (counters.c). */
const char *aic_counter_name(unsigned unit, unsigned pipe);

struct aic_unit_stats {
    bool used;
    uint64_t records;
    aic_time end;
    struct aic_pipe_stats pipe[AIC_PIPE_COUNT];
};

struct aic_core_stats {
    uint32_t core;
    struct aic_unit_stats unit[AIC_UNIT_COUNT];
};

struct aic_result {
    aic_time total;
    uint64_t records;
    size_t n_cores;
    const struct aic_core_stats *cores; /* ascending core number */
    uint64_t findings[AIC_SEV_ERROR + 1]; /* by severity */
    struct aic_analysis analysis;
    bool deadlock;
    bool out_of_memory;     /* the run broke off */
    bool time_unknown;      /* a record needed a cost that no source gives; total is a lower bound */
};

/* Ends all streams, drains, raises what only the end shows (flags never waited for, deadlock), and sums up.
 * The result belongs to the simulation. Calling it again returns the same. */
const struct aic_result *aic_sim_finish(struct aic_sim *sim);

#endif
