/* Trace events for Perfetto and for MindStudio Insight, which wants `profilingType: op` in front of the events. A pipe
 * is one lane; flags are flow arrows from set to wait. Times are nanoseconds with three decimals, made from
 * integers. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/write.h"

/* The lanes' names and their order, as the vendor's simulator writes them. */
static const char *const lanes[AIC_PIPE_COUNT] = {
    [AIC_PIPE_S] = "SCALAR", [AIC_PIPE_V] = "VECTOR",    [AIC_PIPE_M] = "CUBE",   [AIC_PIPE_MTE1] = "MTE1",
    [AIC_PIPE_MTE2] = "MTE2", [AIC_PIPE_MTE3] = "MTE3", [AIC_PIPE_FIX] = "FIXP",
};
static const char *const units[AIC_UNIT_COUNT] = {"cubecore0", "veccore0", "veccore1"};

/* Colours of the fixed palette that both viewers know. */
static const char *const colours[AIC_PIPE_COUNT] = {
    [AIC_PIPE_S] = "grey",               [AIC_PIPE_V] = "thread_state_runnable", [AIC_PIPE_M] = "good",
    [AIC_PIPE_MTE1] = "rail_animation",  [AIC_PIPE_MTE2] = "rail_load",          [AIC_PIPE_MTE3] = "rail_response",
    [AIC_PIPE_FIX] = "thread_state_iowait",
};

bool aic_timeline_open(struct aic_timeline *t, const char *path)
{
    char err[300];
    *t = (struct aic_timeline){.clock_khz = 0};
    if (!aic_out_open(&t->out, path, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", path, err);
        return false;
    }
    t->open = true;
    fprintf(t->out.to, "{\"profilingType\":\"op\",\"displayTimeUnit\":\"ns\",\"schemaVersion\":1,\n\"traceEvents\":[");
    return true;
}

static void comma(struct aic_timeline *t)
{
    fprintf(t->out.to, "%s\n", t->events++ ? "," : "");
}

/* Without a clock a cycle counts as a nanosecond. */
static int64_t picoseconds(const struct aic_timeline *t, aic_time time)
{
    int64_t khz = t->clock_khz > 0 ? t->clock_khz : 1000000;
    return (int64_t)((double)time / (double)AIC_CYCLE / (double)khz * 1e9 + 0.5);
}

/* Microseconds with six decimals: the unit of the format. */
static void stamp(struct aic_timeline *t, const char *key, int64_t ps)
{
    fprintf(t->out.to, "\"%s\":%" PRId64 ".%06" PRId64, key, ps / 1000000, ps % 1000000);
}

static void place(struct aic_timeline *t, uint32_t core, unsigned unit, unsigned pipe)
{
    fprintf(t->out.to, "\"pid\":\"core%u.%s\",\"tid\":\"%s\"", core, units[unit], lanes[pipe]);
}

static void name_lane(struct aic_timeline *t, uint32_t core, unsigned unit, unsigned pipe)
{
    comma(t);
    fprintf(t->out.to, "{\"name\":\"thread_name\",\"ph\":\"M\",");
    place(t, core, unit, pipe);
    fprintf(t->out.to, ",\"args\":{\"name\":\"%s\"}}", lanes[pipe]);
    comma(t);
    fprintf(t->out.to, "{\"name\":\"thread_sort_index\",\"ph\":\"M\",");
    place(t, core, unit, pipe);
    fprintf(t->out.to, ",\"args\":{\"sort_index\":\"%u\"}}", pipe);
}

/* Where the lane's last slice ended; names and orders a lane when its first event comes. NULL when out of memory. */
static aic_time *lane_end(struct aic_timeline *t, uint32_t core, unsigned unit, unsigned pipe)
{
    size_t lane = ((size_t)core * AIC_UNIT_COUNT + unit) * AIC_PIPE_COUNT + pipe;
    if (lane >= t->n_ends) {
        size_t n = lane + 64;
        aic_time *more = realloc(t->ends, n * sizeof *more);
        if (!more) {
            t->out_of_memory = true;
            return NULL;
        }
        for (size_t i = t->n_ends; i < n; i++) {
            more[i] = -1;
        }
        t->ends = more;
        t->n_ends = n;
    }
    if (t->ends[lane] < 0) {
        name_lane(t, core, unit, pipe);
    }
    return &t->ends[lane];
}

static void flow(struct aic_timeline *t, const struct aic_event *e, aic_time at, unsigned klass)
{
    bool set = klass == AIC_CLASS_SET_FLAG || klass == AIC_CLASS_CROSS_SET;
    comma(t);
    fprintf(t->out.to, "{\"name\":\"flag\",\"cat\":\"sync\",\"ph\":\"%s\",\"id\":%" PRIu64 ",%s", set ? "s" : "f",
            e->flow, set ? "" : "\"bp\":\"e\",");
    stamp(t, "ts", picoseconds(t, at));
    fprintf(t->out.to, ",");
    place(t, e->core, e->unit, e->pipe);
    fprintf(t->out.to, "}");
}

/* "KEY":"kernel.asc:84" when the place in the source is known. */
static void site(struct aic_timeline *t, const char *key, uint32_t number)
{
    const struct aic_site *at = t->sites ? aic_sites_find(t->sites, number) : NULL;
    if (at) {
        char text[4200];
        snprintf(text, sizeof text, "%.4096s:%" PRIu32, at->file, at->line);
        fprintf(t->out.to, ",\"%s\":", key);
        aic_json_string(t->out.to, text);
    }
}

void aic_timeline_event(void *user, const struct aic_event *e)
{
    struct aic_timeline *t = user;
    const struct aic_insn *insn = aic_insn_at(e->rec->insn);
    aic_time *last = e->pipe < AIC_PIPE_COUNT ? lane_end(t, e->core, e->unit, e->pipe) : NULL;
    if (!last) {
        return;
    }
    /* The start-up of an instruction lies behind the data of the one before, and a wait may end before the data are
     * out: slices of a lane may not overlap, and are in order, to the last digit. */
    aic_time end = e->end > *last ? e->end : *last;
    int64_t shown = picoseconds(t, e->start > *last ? e->start : *last);
    *last = end;
    comma(t);
    fprintf(t->out.to, "{\"name\":\"%s\",\"cname\":\"%s\",\"ph\":\"X\",", insn->name, colours[e->pipe]);
    stamp(t, "ts", shown);
    fprintf(t->out.to, ",");
    stamp(t, "dur", picoseconds(t, end) - shown);
    fprintf(t->out.to, ",");
    place(t, e->core, e->unit, e->pipe);
    fprintf(t->out.to,
            ",\"args\":{\"line\":\"%u\",\"record\":\"%" PRIu64 "\",\"cycle\":\"%" PRId64 "\",\"cycles\":\"%" PRId64
            "\"", e->rec->line, e->number, aic_cycles(e->start), aic_cycles(e->end - e->start));
    if (e->bytes) {
        fprintf(t->out.to, ",\"bytes\":\"%" PRIu64 "\"", e->bytes);
    }
    if (e->waited > 0 && e->reason != AIC_STALL_EMPTY) {
        fprintf(t->out.to, ",\"waited_cycles\":\"%" PRId64 "\",\"waited_for\":\"%s\"", aic_cycles(e->waited),
                aic_stall_name((enum aic_stall)e->reason));
    }
    site(t, "source", e->rec->file);
    if (e->by_line) {
        fprintf(t->out.to, ",\"set_by_line\":\"%u\"", e->by_line);
        site(t, "set_by_source", e->by_file);
    }
    fprintf(t->out.to, "}}");
    if (e->flow) {
        flow(t, e, end, insn->klass);
    }
}

bool aic_timeline_close(struct aic_timeline *t)
{
    char err[300];
    if (!t->open) {
        return true;
    }
    t->open = false;
    free(t->ends);
    fprintf(t->out.to, "\n]}\n");
    if (t->out_of_memory) {
        aic_out_abandon(&t->out);
        fprintf(stderr, "%s: error: out of memory\n", t->out.path);
        return false;
    }
    if (!aic_out_close(&t->out, err, sizeof err)) {
        fprintf(stderr, "%s: error: %s\n", t->out.path, err);
        return false;
    }
    return true;
}
