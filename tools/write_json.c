#include <inttypes.h>

#include "tools/write.h"

static void stalls(FILE *to, const int64_t *stall)
{
    fprintf(to, "{");
    for (unsigned k = 0; k < AIC_STALL_COUNT; k++) {
        fprintf(to, "%s\"%s\":%" PRId64, k ? "," : "", aic_stall_name((enum aic_stall)k), stall[k]);
    }
    fprintf(to, "}");
}

static void pipe_object(FILE *to, unsigned pipe, uint64_t instructions, aic_time busy, aic_time board, aic_time span,
                        uint64_t bytes, const aic_time *stall)
{
    int64_t whole[AIC_STALL_COUNT];
    aic_whole_stalls(busy, stall, whole);
    fprintf(to, "\"%s\":{\"instructions\":%" PRIu64 ",\"busy_cycles\":%" PRId64 ",\"utilization\":",
            aic_pipe_name((enum aic_pipe)pipe), instructions, aic_cycles(busy));
    aic_write_fixed(to, busy, span ? span : 1, 6);
    fprintf(to, ",\"board_cycles\":%" PRId64 ",\"bytes\":%" PRIu64 ",\"stall_cycles\":", aic_cycles(board), bytes);
    stalls(to, whole);
    fprintf(to, "}");
}

/* The pipes of the first core, its units together. */
static void first_core(FILE *to, const struct aic_result *result)
{
    static const struct aic_core_stats none;
    const struct aic_core_stats *core = result->n_cores ? &result->cores[0] : &none;
    fprintf(to, "{");
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        struct aic_pipe_sum sum = aic_sum_pipe(core, result->total, p);
        fprintf(to, "%s", p ? "," : "");
        pipe_object(to, p, sum.instructions, sum.busy, sum.board, sum.span, sum.bytes, sum.stall);
    }
    fprintf(to, "}");
}

static void unit_object(FILE *to, const struct aic_core_stats *core, unsigned u, aic_time total)
{
    const struct aic_unit_stats *unit = &core->unit[u];
    fprintf(to, "{\"core\":%u,\"unit\":\"%s\",\"records\":%" PRIu64 ",\"end_cycle\":%" PRId64 ",\"pipes\":{",
            core->core, aic_unit_name((enum aic_unit)u), unit->records, aic_cycles(unit->end));
    for (unsigned p = 0; p < AIC_PIPE_COUNT; p++) {
        const struct aic_pipe_stats *stats = &unit->pipe[p];
        fprintf(to, "%s", p ? "," : "");
        pipe_object(to, p, stats->instructions, stats->busy, stats->board, total, stats->bytes, stats->stall);
    }
    fprintf(to, "},\"board_cycles\":{");
    for (unsigned p = 0, n = 0; p < AIC_PIPE_COUNT; p++) {
        const char *counter = aic_counter_name(u, p);
        if (counter) {
            fprintf(to, "%s\"%s\":%" PRId64, n++ ? "," : "", counter, aic_cycles(unit->pipe[p].board));
        }
    }
    fprintf(to, "}}");
}

static void cores(FILE *to, const struct aic_result *result)
{
    bool first = true;
    fprintf(to, "[");
    for (size_t i = 0; i < result->n_cores; i++) {
        for (unsigned u = 0; u < AIC_UNIT_COUNT; u++) {
            if (result->cores[i].unit[u].used) {
                fprintf(to, "%s", first ? "" : ",");
                unit_object(to, &result->cores[i], u, result->total);
                first = false;
            }
        }
    }
    fprintf(to, "]");
}

static void analysis(FILE *to, const struct aic_session *s)
{
    const struct aic_result *result = s->result;
    const struct aic_analysis *a = &result->analysis;
    fprintf(to, "{\"critical_path\":{");
    for (unsigned i = 0; i < AIC_PART_COUNT; i++) {
        fprintf(to, "%s\"%s\":%" PRId64, i ? "," : "", aic_part_name(i), aic_cycles(a->path[i]));
    }
    fprintf(to, "},\"ends_on\":{\"core\":%u,\"unit\":\"%s\",\"pipe\":\"%s\"},\"bound\":\"%s\"", a->core,
            aic_unit_name((enum aic_unit)a->unit), aic_pipe_name((enum aic_pipe)a->pipe), aic_part_name(a->bound));
    fprintf(to, ",\"speedup_without_bound\":");
    if (s->without_bound) {
        aic_write_fixed(to, result->total, s->without_bound, 4);
    } else {
        fprintf(to, "null");
    }
    fprintf(to, ",\"speedup_estimate\":");
    aic_write_fixed(to, result->total, a->without_bound ? a->without_bound : 1, 4);
    fprintf(to, ",\"roofline\":{\"operations\":%" PRIu64 ",\"gm_bytes\":%" PRIu64 ",\"hbm_bytes\":%" PRIu64,
            a->operations, a->gm_bytes, a->hbm_bytes);
    fprintf(to, ",\"operations_per_cycle\":");
    aic_write_fixed(to, (int64_t)a->operations, result->total ? aic_cycles(result->total) : 1, 3);
    fprintf(to, ",\"operations_per_gm_byte\":");
    aic_write_fixed(to, (int64_t)a->operations, a->gm_bytes ? (int64_t)a->gm_bytes : 1, 3);
    fprintf(to, ",\"peak_operations_per_cycle\":%" PRId64 ",\"hbm_bytes_per_cycle\":%" PRId64 "}}", a->peak_operations,
            a->peak_bytes);
}

/* "KEY":file,"KEY_line":line, when the place in the source is known. */
static void site_keys(FILE *to, const struct aic_session *s, const char *key, uint32_t number)
{
    const struct aic_site *site = aic_trace_file_site(&s->file, number);
    if (site) {
        fprintf(to, ",\"%s\":", key);
        aic_json_string(to, site->file);
        fprintf(to, ",\"%s_line\":%u", key, site->line);
    }
}

static void finding_object(FILE *to, const struct aic_session *s, const struct aic_finding *d)
{
    fprintf(to, "{\"rule\":");
    aic_json_string(to, d->rule);
    fprintf(to, ",\"severity\":\"%s\",\"line\":%u,\"column\":%u,\"record\":%" PRIu64 ",\"core\":%u,\"unit\":\"%s\"",
            aic_severity_name(d->severity), d->line, aic_finding_column(d, &s->file), d->record, d->core,
            aic_unit_name((enum aic_unit)d->unit));
    if (d->pipe < AIC_PIPE_COUNT) {
        fprintf(to, ",\"pipe\":\"%s\"", aic_pipe_name((enum aic_pipe)d->pipe));
    }
    site_keys(to, s, "source", d->file);
    if (d->other_line) {
        fprintf(to, ",\"other_line\":%u", d->other_line);
        site_keys(to, s, "other_source", d->other_file);
    }
    fprintf(to, ",\"message\":");
    aic_json_string(to, d->message);
    if (d->fix[0]) {
        fprintf(to, ",\"fix\":");
        aic_json_string(to, d->fix);
    }
    fprintf(to, "}");
}

void aic_write_json_findings(FILE *to, const struct aic_session *s)
{
    fprintf(to, "[");
    for (size_t i = 0; i < s->findings.n; i++) {
        fprintf(to, "%s\n  ", i ? "," : "");
        finding_object(to, s, &s->findings.at[i]);
    }
    fprintf(to, "%s]", s->findings.n ? "\n" : "");
}

void aic_write_json(FILE *to, const struct aic_session *s)
{
    const struct aic_result *result = s->result;
    int64_t ps = aic_run_ps(s, result->total);
    fprintf(to, "{\"schemaVersion\":1,\"trace\":");
    aic_json_string(to, s->file.path);
    if (s->kernel) {
        fprintf(to, ",\"kernel\":");
        aic_json_string(to, s->kernel);
    }
    fprintf(to, ",\"product\":");
    aic_json_string(to, s->product->name);
    fprintf(to, ",\n\"total_cycles\":%" PRId64 ",\"time_us\":", aic_cycles(result->total));
    if (ps >= 0) {
        aic_write_fixed(to, ps, 1000000, 6);
    } else {
        fprintf(to, "null");
    }
    fprintf(to, ",\"deadlock\":%s,\n\"pipes\":", result->deadlock ? "true" : "false");
    first_core(to, result);
    fprintf(to, ",\n\"cores\":");
    cores(to, result);
    fprintf(to, ",\n\"analysis\":");
    analysis(to, s);
    fprintf(to, ",\n\"findings\":");
    aic_write_json_findings(to, s);
    fprintf(to, ",\n\"records\":%" PRIu64 ",\"wall_s\":", result->records);
    aic_write_fixed(to, (int64_t)(s->wall_s * 1e9), 1000000000, 6);
    fprintf(to, ",\"records_per_s\":%.0f}\n", s->wall_s > 0 ? (double)result->records / s->wall_s : 0.0);
}
