/* The inside of a simulation; shared by the files of this room only. */
#ifndef AIC_SIM_STATE_H
#define AIC_SIM_STATE_H

#include "buffers/gm.h"
#include "buffers/memory.h"
#include "buffers/ranges.h"
#include "isa/insn.h"
#include "pipes/flags.h"
#include "pipes/phase.h"
#include "pipes/unit_flags.h"
#include "sim/aicsim.h"
#include "sim/habits.h"
#include "sim/hints.h"
#include "sim/order.h"
#include "sim/path.h"
#include "sim/provenance.h"
#include "sim/usage.h"

/* What a dispatched data record touches and asks. */
struct aic_plan {
    struct aic_plan *next;
    struct aic_work work;
    struct aic_footprint footprint;
};

/* A record on its way: pushed, dispatched, queued, started. */
struct aic_flight {
    struct aic_flight *next;
    struct aic_plan *plan; /* data records without error, from their dispatch on */
    struct aic_record rec;
    struct aic_registers regs;
    struct aic_path path; /* of the scalar unit, to the dispatch */
    const struct aic_insn *insn;
    uint64_t number;
    aic_time dispatched;  /* when its queue could see it */
    aic_time held;        /* time that the scalar unit had lost to full queues by then */
    uint32_t scalar_view; /* version of the scalar unit's clock that it carries */
    uint8_t pipe;         /* enum aic_pipe, from its dispatch on */
    bool checked, error, nop;
    bool place; /* it takes one in its pipe's queue */
};

struct aic_flight_list {
    struct aic_flight *first, *last;
    size_t n;
};

/* What a flag carries from its set to its wait. */
struct aic_signal {
    struct aic_clock clock;
    struct aic_path path; /* to the moment when the signal is given */
    uint32_t line, file;
    uint64_t flow;
    uint32_t next_free;
    uint64_t number;
    uint8_t pipe, unit;
    uint32_t core;
    bool named;        /* by a unit flag, when those that none names are looked for */
};

/* Largest queue depth that a product may have. */
#define AIC_QUEUE_MAX 64

/* One pipe of one unit. */
struct aic_pipe_state {
    struct aic_flight_list queue;
    aic_time issue_free; /* the next record may start from here */
    aic_time data_free;  /* its data phase from here */
    aic_time complete;   /* every record so far is visible */
    aic_time accounted;  /* statistics reach up to here */
    aic_time held_seen;  /* the scalar unit's lost time when statistics last looked */
    aic_time next;       /* when its head can start; AIC_TIME_NEVER while it is held */
    uint8_t reason;      /* enum aic_stall of the head's wait */
    bool dirty;          /* next must be computed again */
    uint32_t seq;        /* data records started */
    uint64_t queued, left;              /* places of the queue that were taken and left */
    aic_time left_at[AIC_QUEUE_MAX];    /* when place i was left, at i % AIC_QUEUE_MAX */
    uint32_t scalar_view;
    struct aic_clock clock;
    struct aic_pipe_stats stats;
    struct aic_port_use use;   /* its last data phase */
    aic_time write_delay;      /* of MTE2: what loads have cost its writes since its last record */
    aic_time board_until;      /* the board's counter has counted up to here */
    struct aic_path done;      /* to `complete` */
    struct aic_path ready;     /* to the moment from which its next record could start */
};

#define AIC_BUF_IDS 32
/* A buffer id (get_buf, rls_buf): held by one pipe of the core at a time. */
struct aic_buf_id {
    bool held;
    uint8_t unit, pipe;
    aic_time free_at;
    uint32_t signal; /* of the last release, 0: none */
};

struct aic_core;

struct aic_unit_state {
    struct aic_core *core;
    uint8_t unit;
    bool used;
    int8_t sets_ahead[AIC_PIPE_COUNT][AIC_PIPE_COUNT][8]; /* sets minus waits of a flag in program order (SY-003) */
    uint64_t mte1_barrier; /* number + 1 of the last pipe_barrier MTE1, 0: none yet */
    uint32_t fixpipe_line; /* last fixpipe in program order with no barrier behind it, 0: none */
    uint32_t handed_line;  /* last mmad in program order with unitFlag=3 and no fixpipe behind it, 0: none */
    uint64_t handed_addr;  /* its C */
    bool stale;          /* next must be computed again: it is in the simulation's list */
    struct aic_unit_state *next_stale;
    bool held;           /* the scalar unit waits for room in a queue */
    uint8_t held_pipe;
    aic_time held_since, held_total;
    struct aic_flight_list pending; /* not dispatched yet */
    struct aic_registers regs;
    struct aic_flags flags;
    struct aic_pipe_state pipe[AIC_PIPE_COUNT]; /* [AIC_PIPE_S]: issue_free is the scalar unit's time */
    uint64_t numbered, records;
    uint64_t operations;      /* multiplications and additions of its mmads */
    aic_dtype_set mmad_types; /* of A */
    aic_time next;       /* earliest of its pipes */
};

struct aic_core {
    uint32_t number;
    uint32_t index;      /* of this core among those in use */
    struct aic_sim *sim;
    struct aic_memory memory;
    struct aic_order *order;     /* who wrote and read what; NULL without checks */
    struct aic_usage *usage;     /* what became of the bytes; NULL without checks */
    struct aic_hints *hints;     /* where time is lost; NULL where nobody asks */
    struct aic_provenance *provenance; /* in which layout it was stored; NULL without checks */
    struct aic_unit_flags unit_flags;
    uint32_t *unit_signals;  /* those that unit flags name, or named */
    size_t n_unit_signals, unit_signals_room;
    bool unit_flag_mismatch; /* FP-044, or a record with unit flags is in error: leftovers follow */
    struct aic_unit_state unit[AIC_UNIT_COUNT];
    aic_source_fn *source;
    void *source_user;
    bool source_open;
    bool counted; /* among the sim's working cores */
    struct aic_buf_id buf_ids[AIC_BUF_IDS];
};

struct aic_cross;

struct aic_sim {
    const struct aic_product *product;
    struct aic_options options;
    struct aic_gm *gm;
    struct aic_memory_model *memory_model;
    struct aic_gm_order *gm_order;
    struct aic_habits *habits;
    struct aic_core **cores;
    size_t n_cores;
    int64_t working_cores; /* that have checked a record */
    struct aic_tensor *tensors;
    size_t n_tensors;
    struct aic_ranges tensor_ranges; /* where they lie; value: index */
    struct aic_flight *free_flights;
    struct aic_plan *free_plans;
    struct aic_signal *signals;
    uint32_t n_signals, free_signal;
    struct aic_cross *cross;
    struct aic_unit_state *stale; /* units whose next moment must be computed again */
    struct aic_unit_state **tree; /* tournament: [1] wins, leaves from tree_leaves on */
    size_t tree_leaves;
    aic_time runner_up;           /* the earliest moment of the other units */
    uint64_t flows;
    struct aic_finding *held; /* findings that a race would explain: they wait for the end */
    size_t n_held, held_capacity;
    struct aic_raced *raced;
    size_t n_raced, raced_capacity;
    bool out_of_memory;
    bool finished;
    struct aic_result result;
    struct aic_core_stats *core_stats;
};

/* flights.c */
struct aic_flight *aic_flight_take(struct aic_sim *sim);
void aic_flight_give(struct aic_sim *sim, struct aic_flight *flight);
void aic_flight_append(struct aic_flight_list *list, struct aic_flight *flight);
struct aic_flight *aic_flight_pop(struct aic_flight_list *list);
bool aic_flight_plan(struct aic_sim *sim, struct aic_flight *flight);
struct aic_op aic_flight_op(const struct aic_sim *sim, const struct aic_flight *flight);

/* Number of a new signal from this record; 0 when out of memory. */
uint32_t aic_signal_new(struct aic_sim *sim, const struct aic_unit_state *unit, const struct aic_flight *flight,
                        enum aic_pipe pipe, const struct aic_clock *clock);
void aic_signal_free(struct aic_sim *sim, uint32_t signal);
/* Leaves a signal with the unit flags of a core, and frees those that no unit flag names any more. */
void aic_signal_of_unit_flags(struct aic_core *core, uint32_t signal);
void aic_flights_free_all(struct aic_sim *sim);

/* cores.c */
/* Makes it when nobody has named it before; NULL when out of memory. */
struct aic_core *aic_core_get(struct aic_sim *sim, uint32_t number);
struct aic_unit_state *aic_route_record(struct aic_core *core, struct aic_record *rec);

/* report.c */
void aic_sim_raced(void *sim, const struct aic_raced *raced);
void aic_sim_report_held(struct aic_sim *sim);
void aic_sim_report(struct aic_sim *sim, const struct aic_finding *finding);
struct aic_check aic_sim_check(struct aic_sim *sim, const struct aic_flight *flight, enum aic_pipe pipe);

/* dispatch.c: the scalar unit */
aic_time aic_scalar_next(struct aic_unit_state *unit);
void aic_scalar_step(struct aic_unit_state *unit);

/* start.c: a data record starts on its pipe */
aic_time aic_data_ready(struct aic_unit_state *unit, struct aic_pipe_state *pipe, const struct aic_flight *flight,
                        uint8_t *reason);
void aic_data_start(struct aic_unit_state *unit, enum aic_pipe pipe, struct aic_flight *flight, aic_time now);
void aic_taint_result(struct aic_core *core, const struct aic_flight *flight);

/* sync.c: flags, barriers, buffer ids, cross-core flags at the head of a pipe's queue (or on the scalar unit) */
aic_time aic_sync_ready(struct aic_unit_state *unit, enum aic_pipe pipe, const struct aic_flight *flight,
                        uint8_t *reason);
void aic_sync_start(struct aic_unit_state *unit, enum aic_pipe pipe, struct aic_flight *flight, aic_time now);

/* analysis.c */
/* Multiplications and additions of one fractal triple, 16 x C0 by C0 x 16. */
uint64_t aic_triple_operations(unsigned dtype);
void aic_analyse(const struct aic_sim *sim, struct aic_analysis *out);
/* counters.c: what the board's counters make of a pipe's time */
void aic_board_data(const struct aic_pipe_costs *costs, struct aic_pipe_state *pipe, enum aic_pipe p, aic_time issue,
                    aic_time begin, aic_time end, aic_time complete);
void aic_board_wait(const struct aic_pipe_costs *costs, struct aic_pipe_state *pipe, enum aic_pipe p, aic_time from,
                    aic_time until, uint8_t reason);

/* account.c: every moment of a pipe is busy, stalled or idle */
void aic_account_wait(struct aic_pipe_state *pipe, const struct aic_flight *flight, aic_time until, uint8_t reason);
/* lost[i]: part of [begin, end) that was lost to stall i, NULL for none. Returns where the pipe's own time began. */
aic_time aic_account_busy(struct aic_pipe_state *pipe, aic_time begin, aic_time end, const aic_time *lost);

/* schedule.c */
/* The unit with the earliest next moment; NULL when nothing can happen. */
struct aic_unit_state *aic_unit_earliest(struct aic_sim *sim);

/* ready.c: computes again when the unit can go on */
void aic_unit_refresh(struct aic_unit_state *unit);

/* engine.c */
void aic_engine_run(struct aic_sim *sim);

/* units.c */
/* NULL when nobody has named the core. */
struct aic_core *aic_core_find(const struct aic_sim *sim, uint32_t number);
/* The unit's next moment must be computed again. */
void aic_unit_stale(struct aic_unit_state *unit);
/* Fills in what every event has and hands it out. */
void aic_event_emit(struct aic_unit_state *unit, enum aic_pipe pipe, const struct aic_flight *flight,
                    struct aic_event event);
/* The pipe's clock as seen by those who wait for everything it has started. */
void aic_clock_of_pipe(struct aic_unit_state *unit, enum aic_pipe pipe, struct aic_clock *out);

/* cross.c: flags between cores and units, buffer ids */
struct aic_cross *aic_cross_new(void);
void aic_cross_free(struct aic_cross *cross);
aic_time aic_cross_ready(struct aic_unit_state *unit, const struct aic_flight *flight);
uint32_t aic_cross_take(struct aic_unit_state *unit, const struct aic_flight *flight);
void aic_cross_set(struct aic_unit_state *unit, enum aic_pipe pipe, const struct aic_flight *flight, aic_time at);

/* stateful_rules.c */
const char *aic_sim_tensor_name(void *sim, uint64_t addr, uint64_t *base);
/* What program order alone shows (UF-004); called once for each record, in that order. */
void aic_program_rules(struct aic_unit_state *unit, const struct aic_flight *flight, struct aic_check *chk);
void aic_core_rules(struct aic_core *core, struct aic_check *chk);
void aic_gm_rules(struct aic_core *core, const struct aic_flight *flight, struct aic_check *chk);
/* gm_shape.c */
void aic_gm_shape_rules(struct aic_core *core, const struct aic_flight *flight, struct aic_check *chk);
void aic_gm_shape_end(struct aic_sim *sim);

void aic_set_twice(struct aic_unit_state *unit, const struct aic_signal *second, const struct aic_flight *wait);
void aic_end_rules(struct aic_sim *sim);

#endif
