#include <inttypes.h>
#include <string.h>

#include "tools/write.h"

void aic_write_fixed(FILE *to, int64_t value, int64_t scale, unsigned decimals)
{
    int64_t unit = 1;
    for (unsigned i = 0; i < decimals; i++) {
        unit *= 10;
    }
    int64_t whole = value / scale, rest = value % scale;
    int64_t fraction = (int64_t)(((double)rest * (double)unit) / (double)scale + 0.5);
    if (fraction >= unit) {
        whole++;
        fraction -= unit;
    }
    fprintf(to, "%" PRId64, whole);
    if (decimals) {
        fprintf(to, ".%0*" PRId64, (int)decimals, fraction);
    }
}

int64_t aic_run_ps(const struct aic_session *s, aic_time time)
{
    int64_t khz = s->product->pipes.clock_khz;
    if (khz == AIC_UNKNOWN || khz <= 0) {
        return -1;
    }
    return (int64_t)((double)time / (double)AIC_CYCLE / (double)khz * 1e9 + 0.5);
}

struct aic_pipe_sum aic_sum_pipe(const struct aic_core_stats *core, aic_time total, unsigned pipe)
{
    struct aic_pipe_sum sum = {0};
    for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
        const struct aic_pipe_stats *p = &core->unit[u].pipe[pipe];
        if (!core->unit[u].used || (p->instructions == 0 && p->busy == 0)) {
            continue;
        }
        sum.instructions += p->instructions;
        sum.bytes += p->bytes;
        sum.busy += p->busy;
        sum.board += p->board;
        sum.span += total;
        for (unsigned k = 0; k < AIC_STALL_COUNT; k++) {
            sum.stall[k] += p->stall[k];
        }
    }
    if (sum.span == 0) {
        sum.span = total;
        sum.stall[AIC_STALL_EMPTY] = total;
    }
    return sum;
}

void aic_whole_stalls(aic_time busy, const aic_time *stall, int64_t *whole)
{
    aic_time sum = busy;
    for (unsigned k = 0; k < AIC_STALL_COUNT; k++) {
        int64_t before = aic_cycles(sum);
        sum += stall[k];
        whole[k] = aic_cycles(sum) - before;
    }
}

enum aic_stall aic_main_stall(const aic_time *stall)
{
    unsigned best = AIC_STALL_EMPTY;
    for (unsigned k = 1; k < AIC_STALL_COUNT; k++) {
        if (stall[k] > (best ? stall[best] : 0)) {
            best = k;
        }
    }
    return (enum aic_stall)best;
}

static void pipe_row(FILE *to, unsigned unit, unsigned pipe, const struct aic_pipe_stats *p, aic_time total, bool board)
{
    const char *counter = aic_counter_name(unit, pipe);
    enum aic_stall main = aic_main_stall(p->stall);
    aic_time busy = board ? p->board : p->busy;
    fprintf(to, "  %-5s %12" PRIu64 " %12" PRId64 "      ", aic_pipe_name((enum aic_pipe)pipe), p->instructions,
            aic_cycles(busy));
    aic_time share = total ? busy * 1000 / total : 0;
    fprintf(to, "%3" PRId64 ".%" PRId64 " %% %14" PRIu64 "  ", share / 10, share % 10, p->bytes);
    if (board) {
        fprintf(to, "%-18s", counter ? counter : "-");
    }
    if (main == AIC_STALL_EMPTY) {
        fprintf(to, "-\n");
    } else {
        int64_t whole[AIC_STALL_COUNT];
        aic_whole_stalls(p->busy, p->stall, whole);
        fprintf(to, "%s (%" PRId64 " cycles)\n", aic_stall_name(main), whole[main]);
    }
}

static void unit_table(FILE *to, const struct aic_core_stats *core, unsigned u, bool name_unit, aic_time total,
                       bool board)
{
    const struct aic_unit_stats *unit = &core->unit[u];
    fprintf(to, "\ncore %u%s%s: %" PRIu64 " records, %" PRId64 " cycles\n", core->core, name_unit ? "." : "",
            name_unit ? aic_unit_name((enum aic_unit)u) : "", unit->records, aic_cycles(unit->end));
    fprintf(to, "  pipe  instructions %s cycles  utilisation          bytes  %smain stall\n",
            board ? "board" : " busy", board ? "counter           " : "");
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        if (unit->pipe[p].instructions || unit->pipe[p].busy) {
            pipe_row(to, u, p, &unit->pipe[p], total, board);
        }
    }
}

struct bottleneck {
    const struct aic_core_stats *core;
    unsigned unit, pipe;
    const struct aic_pipe_stats *stats;
};

static struct bottleneck find_bottleneck(const struct aic_result *result)
{
    struct bottleneck b = {0};
    for (size_t i = 0; i < result->n_cores; i++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
                const struct aic_pipe_stats *stats = &result->cores[i].unit[u].pipe[p];
                if (result->cores[i].unit[u].used && (!b.stats || stats->busy > b.stats->busy)) {
                    b = (struct bottleneck){&result->cores[i], u, p, stats};
                }
            }
        }
    }
    return b;
}

/* The pipe of the bottleneck's unit that waited the most, and for what. */
static void write_waiting(FILE *to, const struct bottleneck *b, aic_time total)
{
    const struct aic_pipe_stats *worst = NULL;
    unsigned pipe = 0;
    enum aic_stall reason = AIC_STALL_EMPTY;
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        const struct aic_pipe_stats *stats = &b->core->unit[b->unit].pipe[p];
        enum aic_stall main = aic_main_stall(stats->stall);
        if (main != AIC_STALL_EMPTY && (!worst || stats->stall[main] > worst->stall[reason])) {
            worst = stats;
            pipe = p;
            reason = main;
        }
    }
    if (worst) {
        fprintf(to, "; %s spends %" PRId64 " %% of the time waiting (%s)", aic_pipe_name((enum aic_pipe)pipe),
                worst->stall[reason] * 100 / total, aic_stall_name(reason));
    }
}

/* Shares of the critical path, largest first, and what the run would gain without the first of them. */
static void write_bound(FILE *to, const struct aic_session *s)
{
    const struct aic_result *result = s->result;
    const struct aic_analysis *a = &result->analysis;
    bool told[AIC_PART_COUNT] = {false};
    fprintf(to, "Critical path:");
    for (unsigned i = 0; i < 4; i++) {
        unsigned best = AIC_PART_COUNT;
        for (unsigned k = 0; k < AIC_PART_COUNT; k++) {
            best = !told[k] && (best == AIC_PART_COUNT || a->path[k] > a->path[best]) ? k : best;
        }
        told[best] = true;
        if (a->path[best] * 100 >= result->total) {
            fprintf(to, "%s %s %" PRId64 " %%", i ? "," : "", aic_part_name(best), a->path[best] * 100 / result->total);
        }
    }
    aic_time without = s->without_bound ? s->without_bound : a->without_bound;
    fprintf(to, ". Without the time of %s the run would be %s", aic_part_name(a->bound),
            s->without_bound ? "" : "at most about ");
    aic_write_fixed(to, result->total, without ? without : 1, 2);
    fprintf(to, " times as fast.\n");
    if (a->gm_bytes && a->operations) {
        fprintf(to, "Roofline: ");
        aic_write_fixed(to, (int64_t)a->operations, (int64_t)a->gm_bytes, 1);
        fprintf(to, " operations for each byte of GM (");
        aic_write_fixed(to, (int64_t)a->hbm_bytes * 100, (int64_t)a->gm_bytes, 1);
        fprintf(to, " %% of the bytes from HBM), ");
        aic_write_fixed(to, (int64_t)a->operations, aic_cycles(result->total), 1);
        fprintf(to, " of %" PRId64 " possible operations a cycle.\n", a->peak_operations);
    }
}

void aic_write_bottleneck(FILE *to, const struct aic_session *s)
{
    const struct aic_result *result = s->result;
    struct bottleneck b = find_bottleneck(result);
    if (!b.stats || result->total == 0) {
        return;
    }
    aic_time share = b.stats->busy * 100 / result->total;
    fprintf(to, "Bottleneck: %s is the busiest pipe, %" PRId64 " %% of the time%s",
            aic_pipe_name((enum aic_pipe)b.pipe), share,
            share < 50 ? ", so that latency and order limit the kernel more than any pipe's speed" : "");
    write_waiting(to, &b, result->total);
    fprintf(to, ".\n");
    write_bound(to, s);
}

void aic_write_counts(FILE *to, const struct aic_session *s)
{
    bool hints = s->findings.by_severity[AIC_SEV_HINT] || (s->options && s->options->hints);
    for (int severity = AIC_SEV_ERROR; severity >= (hints ? AIC_SEV_HINT : AIC_SEV_NOTE); severity--) {
        uint64_t n = s->findings.by_severity[severity];
        fprintf(to, "%s%" PRIu64 " %s%s", severity == AIC_SEV_ERROR ? "" : ", ", n,
                aic_severity_name((enum aic_severity)severity), n == 1 ? "" : "s");
    }
    fprintf(to, "\n");
}

void aic_write_text(FILE *to, const struct aic_session *s, unsigned most)
{
    const struct aic_result *result = s->result;
    int64_t ps = aic_run_ps(s, result->total);
    fprintf(to, "%s%s%s on %s: %" PRId64 " cycles", s->file.path, s->kernel ? ", " : "", s->kernel ? s->kernel : "",
            s->product->name, aic_cycles(result->total));
    if (ps >= 0) {
        fprintf(to, ", ");
        aic_write_fixed(to, ps, 1000000, 3);
        fprintf(to, " us at ");
        aic_write_fixed(to, s->product->pipes.clock_khz, 1000000, 2);
        fprintf(to, " GHz");
    }
    fprintf(to, " (%" PRIu64 " records%s)\n", result->records, result->deadlock ? "; it does not end: deadlock" : "");
    for (size_t i = 0; i < result->n_cores; i++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            if (result->cores[i].unit[u].used) {
                unit_table(to, &result->cores[i], u, s->product->isa.split_units == 1, result->total,
                           s->product->pipes.counters == AIC_COUNTERS_BOARD);
            }
        }
    }
    if (result->total) {
        fprintf(to, "\n");
    }
    aic_write_bottleneck(to, s);
    if (s->findings.n) {
        fprintf(to, "\n");
    }
    aic_findings_print(to, &s->findings, &s->file, most);
    fprintf(to, "\n");
    aic_write_counts(to, s);
}
