/* CSV files under the names, and with the columns, that the vendor's profiler and simulator use for the same facts. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/write.h"

static size_t slot_of(const struct aic_profile *p, uint32_t core, uint8_t unit, uint32_t line, uint32_t file)
{
    uint64_t key = (uint64_t)core << 34 ^ (uint64_t)unit << 32 ^ (uint64_t)file << 42 ^ line;
    uint64_t h = key * UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (size_t)(h >> 20) & (p->room - 1);
    while (p->at[i].calls && (p->at[i].core != core || p->at[i].unit != unit || p->at[i].line != line ||
                              p->at[i].file != file)) {
        i = (i + 1) & (p->room - 1);
    }
    return i;
}

static bool grow(struct aic_profile *p)
{
    struct aic_profile bigger = *p;
    bigger.room = p->room ? p->room * 2 : 256;
    bigger.at = calloc(bigger.room, sizeof *bigger.at);
    if (!bigger.at) {
        return false;
    }
    for (size_t i = 0; i < p->room; i++) {
        if (p->at[i].calls) {
            bigger.at[slot_of(&bigger, p->at[i].core, p->at[i].unit, p->at[i].line, p->at[i].file)] = p->at[i];
        }
    }
    free(p->at);
    *p = bigger;
    return true;
}

void aic_profile_event(void *user, const struct aic_event *e)
{
    struct aic_profile *p = user;
    if (p->n * 2 >= p->room && !grow(p)) {
        p->out_of_memory = true;
        return;
    }
    struct aic_line_times *t = &p->at[slot_of(p, e->core, e->unit, e->rec->line, e->rec->file)];
    p->n += t->calls == 0;
    t->core = e->core;
    t->line = e->rec->line;
    t->file = e->rec->file;
    t->insn = e->rec->insn;
    t->unit = e->unit;
    t->pipe = e->pipe;
    t->calls++;
    t->busy += e->end - e->start;
    t->bytes += e->bytes;
    if (e->rec->n_operands >= 2) {
        p->path_bytes[e->rec->op[1].space][e->rec->op[0].space] += e->bytes;
    }
}

void aic_profile_free(struct aic_profile *p)
{
    free(p->at);
    *p = (struct aic_profile){0};
}

/* Microseconds; empty where the clock is unknown. */
static void micro(FILE *to, const struct aic_session *s, aic_time time)
{
    int64_t ps = aic_run_ps(s, time);
    if (ps >= 0) {
        aic_write_fixed(to, ps, 1000000, 6);
    }
}

static void ratio(FILE *to, aic_time part, aic_time whole)
{
    aic_write_fixed(to, part, whole ? whole : 1, 6);
}

static bool open_in(struct aic_out *out, const struct aic_session *s, const char *dir, const char *name)
{
    char path[4096], err[300];
    snprintf(path, sizeof path, "%.3900s/%s", dir, name);
    const struct aic_file_use *other = aic_file_uses_find(&s->uses, path);
    if (other) {
        aic_file_use_say(other, err, sizeof err);
        fprintf(stderr, "aicsim: error: --csv: %s: cannot write: %s\n", path, err);
        return false;
    }
    if (!aic_out_open(out, path, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", path, err);
        return false;
    }
    return true;
}

static bool close_in(struct aic_out *out)
{
    char err[300];
    if (!aic_out_close(out, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", out->path, err);
        return false;
    }
    return true;
}

static const char *const unit_kinds[AIC_UNIT_COUNT] = {"cubecore0", "veccore0", "veccore1"};

static int by_line(const void *a, const void *b)
{
    const struct aic_line_times *x = a, *y = b;
    if (x->core != y->core) {
        return x->core < y->core ? -1 : 1;
    }
    if (x->unit != y->unit) {
        return x->unit < y->unit ? -1 : 1;
    }
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    return x->file < y->file ? -1 : x->file > y->file;
}

/* Lines of one place in the source together. */
static int by_site(const void *a, const void *b)
{
    const struct aic_line_times *x = a, *y = b;
    return x->file != y->file ? (x->file < y->file ? -1 : 1) : by_line(a, b);
}

static void instr_row(FILE *to, const struct aic_session *s, const struct aic_line_times *t)
{
    struct aic_text line = aic_trace_file_line(&s->file, t->line);
    char detail[400];
    snprintf(detail, sizeof detail, "%.*s", (int)(line.len < 399 ? line.len : 399), line.at ? line.at : "");
    fprintf(to, "%s,%u,%s,%" PRIu64 ",%" PRId64 ",", aic_insn_at(t->insn)->name, t->line,
            aic_pipe_name((enum aic_pipe)t->pipe), t->calls, aic_cycles(t->busy));
    micro(to, s, t->busy);
    fprintf(to, ",");
    aic_csv_string(to, detail);
    fprintf(to, "\n");
}

static void code_row(FILE *to, const struct aic_session *s, const struct aic_line_times *t)
{
    const struct aic_site *site = aic_trace_file_site(&s->file, t->file);
    char code[4200];
    snprintf(code, sizeof code, "%.4000s:%u", site ? site->file : s->file.path, site ? site->line : t->line);
    aic_csv_string(to, code);
    fprintf(to, ",%" PRIu64 ",%" PRId64 ",", t->calls, aic_cycles(t->busy));
    micro(to, s, t->busy);
    fprintf(to, "\n");
}

/* The rows of the code file: a line of the source has one, however many lines of the trace it made. */
static void code_rows(FILE *to, const struct aic_session *s, struct aic_line_times *rows, size_t n)
{
    qsort(rows, n, sizeof *rows, by_site);
    for (size_t from = 0, end; from < n; from = end) {
        struct aic_line_times sum = rows[from];
        for (end = from + 1; end < n && sum.file && rows[end].file == sum.file; end++) {
            sum.calls += rows[end].calls;
            sum.busy += rows[end].busy;
            sum.bytes += rows[end].bytes;
        }
        code_row(to, s, &sum);
    }
}

/* coreN.UNIT_code_exe.csv and coreN.UNIT_instr_exe.csv of one unit. Leaves the rows in another order. */
static bool unit_files(const char *dir, const struct aic_session *s, struct aic_line_times *rows, size_t n)
{
    struct aic_out code, instr;
    char name[64];
    snprintf(name, sizeof name, "core%u.%s_code_exe.csv", rows[0].core, unit_kinds[rows[0].unit]);
    if (!open_in(&code, s, dir, name)) {
        return false;
    }
    snprintf(name, sizeof name, "core%u.%s_instr_exe.csv", rows[0].core, unit_kinds[rows[0].unit]);
    if (!open_in(&instr, s, dir, name)) {
        aic_out_abandon(&code);
        return false;
    }
    fprintf(code.to, "code,call_count,cycles,running_time(us)\n");
    fprintf(instr.to, "instr,addr,pipe,call_count,cycles,running_time(us),detail\n");
    for (size_t i = 0; i < n; i++) {
        instr_row(instr.to, s, &rows[i]);
    }
    code_rows(code.to, s, rows, n);
    bool ok = close_in(&code);
    return close_in(&instr) && ok;
}

static bool line_files(const char *dir, const struct aic_session *s, const struct aic_profile *p)
{
    struct aic_line_times *rows = malloc((p->n ? p->n : 1) * sizeof *rows);
    size_t n = 0;
    bool ok = rows != NULL;
    for (size_t i = 0; rows && i < p->room; i++) {
        if (p->at[i].calls) {
            rows[n++] = p->at[i];
        }
    }
    if (n) {
        qsort(rows, n, sizeof *rows, by_line);
    }
    for (size_t from = 0, to; ok && from < n; from = to) {
        for (to = from; to < n && rows[to].core == rows[from].core && rows[to].unit == rows[from].unit; to++) {
        }
        ok = unit_files(dir, s, rows + from, to - from);
    }
    free(rows);
    return ok;
}

static const struct {
    const char *column;
    unsigned pipe;
} cube_pipes[] = {
    {"cube", AIC_PIPE_M},    {"scalar", AIC_PIPE_S},  {"fixpipe", AIC_PIPE_FIX},
    {"mte1", AIC_PIPE_MTE1}, {"mte2", AIC_PIPE_MTE2}, {"mte3", AIC_PIPE_MTE3},
}, vector_pipes[] = {
    {"vec", AIC_PIPE_V}, {"scalar", AIC_PIPE_S}, {"mte2", AIC_PIPE_MTE2}, {"mte3", AIC_PIPE_MTE3},
};
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void pipe_header(FILE *to)
{
    fprintf(to, "block_id,sub_block_id,aic_time(us),aic_total_cycles");
    for (size_t i = 0; i < COUNT(cube_pipes); i++) {
        fprintf(to, ",aic_%s_time(us),aic_%s_ratio", cube_pipes[i].column, cube_pipes[i].column);
    }
    fprintf(to, ",aiv_time(us),aiv_total_cycles");
    for (size_t i = 0; i < COUNT(vector_pipes); i++) {
        fprintf(to, ",aiv_%s_time(us),aiv_%s_ratio", vector_pipes[i].column, vector_pipes[i].column);
    }
    fprintf(to, "\n");
}

/* The profiler's counters: with `counters: board` as the board counts, else the pure work. */
static aic_time counter(const struct aic_session *s, const struct aic_unit_stats *unit, unsigned pipe)
{
    bool board = s->product->pipes.counters == AIC_COUNTERS_BOARD;
    return board ? unit->pipe[pipe].board : unit->pipe[pipe].busy;
}

static void pipe_pair(FILE *to, const struct aic_session *s, const struct aic_unit_stats *unit, unsigned pipe,
                      bool here)
{
    fprintf(to, ",");
    if (here) {
        micro(to, s, counter(s, unit, pipe));
    } else {
        fprintf(to, "NA");
    }
    fprintf(to, ",");
    if (here) {
        ratio(to, counter(s, unit, pipe), unit->end);
    } else {
        fprintf(to, "NA");
    }
}

/* On products whose units are one, the vector columns are that unit's too. */
static void pipe_row(FILE *to, const struct aic_session *s, const struct aic_core_stats *core, unsigned u)
{
    static const char *const sub[] = {"cube0", "vector0", "vector1"};
    const struct aic_unit_stats *unit = &core->unit[u];
    bool coupled = s->product->isa.split_units != 1, cube = u == AIC_UNIT_AIC, vector = u != AIC_UNIT_AIC || coupled;
    fprintf(to, "%u,%s,", core->core, sub[u]);
    if (cube) {
        micro(to, s, unit->end);
        fprintf(to, ",%" PRId64, aic_cycles(unit->end));
    } else {
        fprintf(to, "NA,NA");
    }
    for (size_t i = 0; i < COUNT(cube_pipes); i++) {
        pipe_pair(to, s, unit, cube_pipes[i].pipe, cube);
    }
    fprintf(to, ",");
    if (vector) {
        micro(to, s, unit->end);
        fprintf(to, ",%" PRId64, aic_cycles(unit->end));
    } else {
        fprintf(to, "NA,NA");
    }
    for (size_t i = 0; i < COUNT(vector_pipes); i++) {
        pipe_pair(to, s, unit, vector_pipes[i].pipe, vector);
    }
    fprintf(to, "\n");
}

static bool pipe_file(const char *dir, const struct aic_session *s)
{
    struct aic_out out;
    if (!open_in(&out, s, dir, "PipeUtilization.csv")) {
        return false;
    }
    pipe_header(out.to);
    for (size_t i = 0; i < s->result->n_cores; i++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            if (s->result->cores[i].unit[u].used) {
                pipe_row(out.to, s, &s->result->cores[i], u);
            }
        }
    }
    return close_in(&out);
}

/* Waiting in the vendor's sense: neither busy nor empty. */
static aic_time waiting(const struct aic_pipe_stats *p)
{
    aic_time sum = 0;
    for (unsigned k = AIC_STALL_EMPTY + 1; k < AIC_STALL_COUNT; k++) {
        sum += p->stall[k];
    }
    return sum;
}

static bool conflict_file(const char *dir, const struct aic_session *s)
{
    static const unsigned pipes[] = {AIC_PIPE_M, AIC_PIPE_MTE1, AIC_PIPE_MTE2, AIC_PIPE_MTE3, AIC_PIPE_FIX, AIC_PIPE_V};
    struct aic_out out;
    if (!open_in(&out, s, dir, "ResourceConflictRatio.csv")) {
        return false;
    }
    fprintf(out.to, "block_id,sub_block_id,aic_cube_wait_ratio,aic_mte1_wait_ratio,aic_mte2_wait_ratio,"
                    "aic_mte3_wait_ratio,sim_fixpipe_wait_ratio,aiv_vec_wait_ratio,sim_bank_cycles\n");
    for (size_t i = 0; i < s->result->n_cores; i++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            const struct aic_unit_stats *unit = &s->result->cores[i].unit[u];
            aic_time bank = 0;
            if (!unit->used) {
                continue;
            }
            fprintf(out.to, "%u,%s", s->result->cores[i].core, unit_kinds[u]);
            for (size_t k = 0; k < COUNT(pipes); k++) {
                fprintf(out.to, ",");
                ratio(out.to, waiting(&unit->pipe[pipes[k]]), s->result->total);
                bank += unit->pipe[pipes[k]].stall[AIC_STALL_BANK];
            }
            fprintf(out.to, ",%" PRId64 "\n", aic_cycles(bank));
        }
    }
    return close_in(&out);
}

/* Traffic of all cores by path, and its average rate over the run. */
static bool memory_file(const char *dir, const struct aic_session *s, const struct aic_profile *p)
{
    static const char *const names[AIC_SPACE_COUNT] = {"GM",  "L1", "L0A", "L0B",    "L0C",    "UB",
                                                       "BT", "FB", "L0A_MX", "L0B_MX", "IDX"};
    struct aic_out out;
    int64_t ps = aic_run_ps(s, s->result->total);
    if (!open_in(&out, s, dir, "Memory.csv")) {
        return false;
    }
    fprintf(out.to, "sim_path,datas(KB),bw(GB/s)\n");
    for (unsigned src = 0; src < AIC_SPACE_COUNT; src++) {
        for (unsigned dst = 0; dst < AIC_SPACE_COUNT; dst++) {
            uint64_t bytes = p->path_bytes[src][dst];
            if (bytes == 0) {
                continue;
            }
            fprintf(out.to, "%s_to_%s_datas(KB),", names[src], names[dst]);
            aic_write_fixed(out.to, (int64_t)bytes, 1024, 3);
            fprintf(out.to, ",");
            if (ps > 0) {
                fprintf(out.to, "%.3f", (double)bytes / (double)ps * 1000.0);
            }
            fprintf(out.to, "\n");
        }
    }
    return close_in(&out);
}

bool aic_write_csv(const char *dir, const struct aic_session *s, const struct aic_profile *p)
{
    if (p->out_of_memory) {
        fprintf(stderr, "aicsim: error: out of memory\n");
        return false;
    }
    if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: error: cannot make the folder: %s\n", dir, strerror(errno));
        return false;
    }
    return line_files(dir, s, p) && pipe_file(dir, s) && conflict_file(dir, s) && memory_file(dir, s, p);
}
