/* One record at a time on made-up products, for the tests of the load families. */
#ifndef AIC_TESTS_LOAD_ENV_H
#define AIC_TESTS_LOAD_ENV_H

#include "isa/insn.h"

struct load_env {
    struct aic_isa_limits lim;
    struct aic_registers regs;
    struct aic_memory mem;
    unsigned n;               /* findings of the last record */
    char rule[16][12];
    bool error, nop;          /* verdict of the last record */
    uint64_t seed;
};

/* A product with every instruction and type. nz: L0A holds NZ and the repeat register has a dstStride. */
void load_env_init(struct load_env *env, bool nz);
void load_env_free(struct load_env *env);

/* The next number of the environment's own sequence, below n. */
unsigned load_env_random(struct load_env *env, unsigned n);

/* Random bytes in a memory; about one byte in `poison` is undefined (0: none). */
void load_env_fill(struct load_env *env, enum aic_space space, unsigned poison);

/* An empty record of the instruction with one element type and its operands. */
struct aic_record load_env_record(const char *name, enum aic_dtype dt, enum aic_space dst, uint64_t dst_addr,
                                  enum aic_space src, uint64_t src_addr);

void load_env_set(struct aic_record *rec, const char *field, int64_t value);

/* Sets registers and checks; the verdict is in env. */
struct aic_op load_env_check(struct load_env *env, const struct aic_record *rec);

/* The same, and executes what is neither in error nor a NOP. */
void load_env_run(struct load_env *env, const struct aic_record *rec);

/* Whether the last record raised the rule. */
bool load_env_raised(const struct load_env *env, const char *rule);

#endif
