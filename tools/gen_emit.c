#include <stdarg.h>

#include "isa/insn.h"
#include "tools/gen.h"

#include <string.h>

static void put(struct aic_gen *g, const char *fmt, va_list args)
{
    vfprintf(g->to, fmt, args);
    if (g->allow) {
        fprintf(g->to, " # aicsim: allow %s", g->allow);
    }
    fputc('\n', g->to);
}

void aic_gen_line(struct aic_gen *g, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put(g, fmt, args);
    va_end(args);
}

void aic_gen_record(struct aic_gen *g, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put(g, fmt, args);
    va_end(args);
    g->records++;
}

void aic_gen_set(struct aic_gen *g, enum aic_pipe from, enum aic_pipe to, int64_t id)
{
    aic_gen_record(g, "set_flag %s, %s, %d", aic_pipe_name(from), aic_pipe_name(to), (int)id);
}

void aic_gen_wait(struct aic_gen *g, enum aic_pipe from, enum aic_pipe to, int64_t id)
{
    aic_gen_record(g, "wait_flag %s, %s, %d", aic_pipe_name(from), aic_pipe_name(to), (int)id);
}

void aic_gen_handover(struct aic_gen *g, enum aic_pipe from, enum aic_pipe to, int64_t id)
{
    aic_gen_set(g, from, to, id);
    aic_gen_wait(g, from, to, id);
}

void aic_gen_barrier(struct aic_gen *g, enum aic_pipe pipe)
{
    aic_gen_record(g, "pipe_barrier %s", aic_pipe_name(pipe));
}

bool aic_gen_fail(struct aic_gen_error *err, const char *fmt, ...)
{
    if (!err->text[0]) {
        va_list args;
        va_start(args, fmt);
        vsnprintf(err->text, sizeof err->text, fmt, args);
        va_end(args);
    }
    return false;
}

bool aic_gen_has_insn(const struct aic_isa_limits *lim, const char *insn)
{
    int index = aic_insn_find(insn, (unsigned)strlen(insn));
    return index >= 0 && lim->insn[index] == AIC_PATH_YES;
}

bool aic_gen_has(const struct aic_isa_limits *lim, const char *insn, enum aic_space space, enum aic_dtype dt)
{
    int index = aic_insn_find(insn, (unsigned)strlen(insn));
    return index >= 0 && lim->insn[index] == AIC_PATH_YES && (lim->dtypes[index][space] & AIC_DT_BIT(dt));
}

bool aic_gen_has_path(const struct aic_isa_limits *lim, enum aic_space src, enum aic_space dst)
{
    return lim->path[src][dst] == AIC_PATH_YES;
}
