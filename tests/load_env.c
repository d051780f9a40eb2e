#include "tests/load_env.h"

#include <string.h>

#define L1_BYTES (256 * 1024)
#define L0_BYTES (64 * 1024)

static void set_sizes(struct aic_space_sizes *sizes)
{
    sizes->bytes[AIC_L1] = L1_BYTES;
    sizes->bytes[AIC_L0A] = sizes->bytes[AIC_L0B] = L0_BYTES;
    sizes->bytes[AIC_L0A_MX] = sizes->bytes[AIC_L0B_MX] = L0_BYTES / 16;
    sizes->bytes[AIC_IDX] = L0_BYTES / 4;
    sizes->bytes[AIC_UB] = L0_BYTES;
}

void load_env_init(struct load_env *env, bool nz)
{
    memset(env, 0, sizeof *env);
    struct aic_isa_limits *lim = &env->lim;
    set_sizes(&lim->sizes);
    lim->align[AIC_L1] = lim->align[AIC_UB] = 32;
    lim->align[AIC_L0A] = lim->align[AIC_L0B] = 512;
    for (unsigned i = 0; i < AIC_MAX_INSNS; i++) {
        lim->insn[i] = true;
        for (unsigned s = 0; s < AIC_SPACE_COUNT; s++)
            lim->dtypes[i][s] = ~AIC_DT_UNKNOWN_SET;
    }
    static const unsigned to[] = {AIC_L0A, AIC_L0B};
    for (unsigned i = 0; i < 2; i++) {
        lim->path[AIC_L1][to[i]] = lim->path[AIC_GM][to[i]] = AIC_PATH_YES;
        lim->path_pipe[AIC_L1][to[i]] = AIC_PIPE_MTE1;
        lim->path_pipe[AIC_GM][to[i]] = AIC_PIPE_MTE2;
    }
    lim->path[AIC_GM][AIC_L1] = AIC_PATH_YES;
    lim->path[AIC_L1][AIC_L0A_MX] = lim->path[AIC_L1][AIC_L0B_MX] = AIC_PATH_YES;
    lim->path_pipe[AIC_GM][AIC_L1] = AIC_PIPE_MTE2;
    lim->l0a_layout = nz ? AIC_L0A_NZ : AIC_L0A_ZZ;
    lim->load3d_has_dst_stride = nz;
    lim->load3d_l0a_transpose = AIC_DT_BIT(AIC_DT_HALF) | AIC_DT_BIT(AIC_DT_FLOAT) | AIC_DT_BIT(AIC_DT_INT32);
    if (nz)
        lim->load3d_l0a_transpose |= AIC_DT_BIT(AIC_DT_INT8);
    lim->load3d_has_repeat = lim->load3d_has_boundary = lim->load3d_has_filter_256 = 1;
    lim->load3d_repeat_k_bytes = 32;
    lim->load3d_k_repeat_interleaved = lim->load3d_l0b_transpose_inert = lim->load3d_dst_stride_register = 1;
    lim->load3d_pad_b32_bits = 32;
    lim->load3d_tail_dense = lim->load3dv1_mode1_windows = 1;
    lim->load_transpose_b4_l0b_only = 1;
    env->seed = 88172645463325252u;
    aic_registers_init(&env->regs);
    aic_memory_init(&env->mem, &lim->sizes, 1, NULL);
}

void load_env_free(struct load_env *env)
{
    aic_memory_free(&env->mem);
}

unsigned load_env_random(struct load_env *env, unsigned n)
{
    env->seed ^= env->seed << 13;
    env->seed ^= env->seed >> 7;
    env->seed ^= env->seed << 17;
    return (unsigned)((env->seed >> 20) % n);
}

void load_env_fill(struct load_env *env, enum aic_space space, unsigned poison)
{
    struct aic_buffer *buf = aic_memory_buffer(&env->mem, space, 0);
    for (uint64_t i = 0; i < buf->bytes; i++) {
        buf->data[i] = (uint8_t)load_env_random(env, 256);
        buf->state[i] = poison && load_env_random(env, poison) == 0 ? AIC_ST_UNDEF : AIC_ST_VALID;
    }
}

struct aic_record load_env_record(const char *name, enum aic_dtype dt, enum aic_space dst, uint64_t dst_addr,
                                  enum aic_space src, uint64_t src_addr)
{
    struct aic_record rec;
    aic_record_init(&rec, aic_insn_find(name, (unsigned)strlen(name)));
    rec.n_dtypes = dt != AIC_DT_NONE;
    rec.dtype[0] = (uint8_t)dt;
    rec.n_operands = aic_insn_at(rec.insn)->n_slots ? 2 : 0;
    rec.op[0] = (struct aic_operand){.addr = dst_addr, .space = (uint8_t)dst, .tensor = -1};
    rec.op[1] = (struct aic_operand){.addr = src_addr, .space = (uint8_t)src, .tensor = -1};
    return rec;
}

void load_env_set(struct aic_record *rec, const char *field, int64_t value)
{
    const struct aic_field *row = aic_insn_field(aic_insn_at(rec->insn), field, (unsigned)strlen(field));
    rec->f[row->slot] = value;
    rec->given |= (uint64_t)1 << row->slot;
}

static void collect(void *user, const struct aic_finding *finding)
{
    struct load_env *env = user;
    if (env->n < sizeof env->rule / sizeof env->rule[0])
        strncpy(env->rule[env->n++], finding->rule, sizeof env->rule[0] - 1);
}

struct aic_op load_env_check(struct load_env *env, const struct aic_record *rec)
{
    const struct aic_insn *insn = aic_insn_at(rec->insn);
    struct aic_op op = {rec, &env->regs, &env->lim, insn};
    struct aic_check chk = {.rec = rec, .fn = collect, .user = env};
    env->n = 0;
    memset(env->rule, 0, sizeof env->rule);
    if (insn->issue)
        insn->issue(rec, &env->lim, &env->regs);
    aic_insn_check(&op, &chk);
    env->error = chk.error;
    env->nop = chk.nop;
    return op;
}

void load_env_run(struct load_env *env, const struct aic_record *rec)
{
    struct aic_op op = load_env_check(env, rec);
    struct aic_check chk = {.rec = rec, .fn = collect, .user = env};
    if (env->error || env->nop || !op.insn->execute)
        return;
    op.insn->execute(&op, &env->mem, &chk);
    env->error |= chk.error;
}

bool load_env_raised(const struct load_env *env, const char *rule)
{
    for (unsigned i = 0; i < env->n; i++)
        if (strcmp(env->rule[i], rule) == 0)
            return true;
    return false;
}
