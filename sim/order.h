/* Happens-before inside a core (and, through cross-core flags, between cores), and the accesses that it must order.
 * A vector clock a pipe: entry q of pipe p's clock is the number of data records of q that are known to have
 * completed before p's next record starts. */
#ifndef AIC_SIM_ORDER_H
#define AIC_SIM_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/insn.h"

/* Slots of a core's clock: unit * AIC_PIPE_COUNT + pipe. */
#define AIC_CLOCK_SLOTS (AIC_UNIT_COUNT * AIC_PIPE_COUNT)

struct aic_clock {
    uint32_t core;             /* index of the core whose slots seq holds */
    uint32_t seq[AIC_CLOCK_SLOTS];
    uint32_t *remote; /* [core index * AIC_CLOCK_SLOTS + slot], NULL until a cross-core flag brings some; owned */
    uint32_t n_remote;
};

/* Element-wise maximum. When memory for remote entries runs out they stay as they are (fewer orders are known). */
void aic_clock_join(struct aic_clock *into, const struct aic_clock *from);
void aic_clock_copy(struct aic_clock *into, const struct aic_clock *from); /* into is initialised or zero */
/* True when record `seq` of a core's slot is known to have completed. */
bool aic_clock_knows(const struct aic_clock *clock, uint32_t core, uint32_t slot, uint32_t seq);
void aic_clock_free(struct aic_clock *clock);

struct aic_order;

/* GM accesses are shared by the cores; one aic_gm_order serves them all. NULL when out of memory. */
struct aic_gm_order;
struct aic_gm_order *aic_gm_order_new(void);
void aic_gm_order_free(struct aic_gm_order *order);
/* Called with each end of a pair that was reported, so that what follows from the race is not reported as well. */
struct aic_raced {
    uint32_t core_index;
    uint8_t unit;
    uint64_t record;
};
typedef void aic_raced_fn(void *user, const struct aic_raced *raced);
/* What an order asks of and tells its owner. */
struct aic_order_hooks {
    aic_raced_fn *raced;
    /* Name and first byte of the tensor that holds a byte of GM; NULL when none does. */
    const char *(*tensor)(void *user, uint64_t addr, uint64_t *base);
    void *user;
};
struct aic_order *aic_order_new(const struct aic_space_sizes *sizes, struct aic_gm_order *gm, uint32_t core_index,
                                const struct aic_order_hooks *hooks);
void aic_order_free(struct aic_order *order);

/* One access of a starting record, as it is remembered and reported. */
struct aic_access_by {
    uint32_t slot;        /* of the core's clock */
    uint32_t seq;         /* of the record on its pipe, from 1 */
    uint32_t line, file;
    uint64_t record;
    uint16_t insn;
    int8_t operand;
    uint8_t flags;        /* AIC_BY_ bits */
    uint64_t mte1_barrier; /* of the starting record: number + 1 of its unit's last pipe_barrier MTE1 */
};
/* AIC_BY_SQUARES: an Mmad whose B may come in transposed squares, so that n is rounded up to whole ones (MM-029). */
enum { AIC_BY_UNIT_FLAG = 1, AIC_BY_CUBE = 2, AIC_BY_SQUARES = 4 };

/* What a starting record meets: bytes lo..hi-1 that an earlier one has written. */
struct aic_met {
    struct aic_access_by writer;
    uint32_t writer_core;
    bool read;            /* somebody has read them since */
    uint8_t access;       /* enum aic_access of the new record */
    int8_t operand;
    uint8_t space, unit;
    uint64_t lo, hi;
};
typedef void aic_met_fn(void *user, const struct aic_met *met);
/* Calls `met` for every stretch that an access of aic_order_access meets. */
void aic_order_watch(struct aic_order *order, aic_met_fn *met, void *user);

/* The first stretch of a memory that ends behind `from` and starts before `end` and has a history: true, with lo, hi,
 * read and as the writer who wrote it (*written) or, when nobody did, one who read it. */
bool aic_order_next(struct aic_order *order, enum aic_space space, unsigned unit, uint64_t from, uint64_t end,
                    struct aic_met *stretch, bool *written);

/* Checks the accesses of a record that starts now against those before it and remembers them. Findings (SY-009, SY-010,
 * SY-011, MM-024) go through chk: one for each pair of records, naming both ends and the flag that would order them.
 * m_fractals: (m/16)*(n/16) of an Mmad that reads C, else 0 (MM-024). */
void aic_order_access(struct aic_order *order, const struct aic_op *op, const struct aic_footprint *fp,
                      const struct aic_access_by *by, const struct aic_clock *clock, int64_t m_fractals,
                      struct aic_check *chk);

/* Last writer of a byte: true and *by filled, false when nobody wrote it. */
bool aic_order_writer(struct aic_order *order, enum aic_space space, unsigned unit, uint64_t addr,
                      struct aic_access_by *by, uint32_t *core_index);

#endif
