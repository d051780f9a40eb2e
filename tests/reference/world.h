/* What the tests of single instructions need: a record of a row, memories, products and the findings raised. */
#ifndef AIC_TESTS_REFERENCE_WORLD_H
#define AIC_TESTS_REFERENCE_WORLD_H

#include "buffers/gm.h"
#include "isa/insn.h"

#define WORLD_FINDINGS 32

struct world {
    struct aic_memory mem;
    struct aic_isa_limits lim;
    struct aic_registers regs;
    struct aic_record rec;
    const struct aic_insn *insn;
    char rule[WORLD_FINDINGS][12];
    char message[400]; /* of the last finding */
    unsigned n;
};

enum world_product { WORLD_910B = 0, WORLD_950, WORLD_310P };

/* Memories of 64 KB L0A and L0B, 128 or 256 KB L0C, 1 KB BT, FB, L1, UB and scale buffers, and the tables of a product
 * family. */
void world_init(struct world *w, enum world_product product);
void world_free(struct world *w);

/* An empty record of the row with its defaults. */
void world_record(struct world *w, const struct aic_insn *insn);
void world_dtypes(struct world *w, enum aic_dtype a, enum aic_dtype b, enum aic_dtype c);
void world_operand(struct world *w, enum aic_space space, uint64_t addr);

/* NOP, ranges and the row's own rules, as the generic check calls them. Returns true without an error. */
bool world_check(struct world *w);
/* Returns true without an error. */
bool world_execute(struct world *w);
void world_forget(struct world *w);
bool world_raised(const struct world *w, const char *rule);

/* Small generator with a fixed sequence. */
uint32_t world_random(uint64_t *seed);

#endif
