#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/history.h"
#include "tools/out.h"
#include "tools/run_args.h"

enum { PRODUCT = 0, AT, CORE, FORMAT };
static const struct aic_option options[] = {
    {"product", 'p', "PRODUCT", "product to run on, instead of the trace's"},
    {"at", 0, "LINE", "as the record on that line finds it, instead of at the end"},
    {"core", 0, "N[.aiv1]", "core, and vector unit, whose memory is meant (default 0)"},
    {"format", 0, "text|json", "how to print the answer"},
    {0},
};
static const struct aic_usage usage = {
    "who", "TRACE SPACE[:ADDRESS] [options]",
    "Says which record wrote a byte last and what it was made of, byte by byte, back to GM.",
    "SPACE:ADDRESS is an operand as in a trace (l0c:1024, gm:y+64). A space alone prints what lies where in it.\n"
    "The trace is run again for every step back.",
    options};

struct who {
    struct aic_run_options run;
    const char *place;
    uint64_t line; /* 0: the end */
    uint32_t core;
    unsigned unit; /* of UB */
    struct aic_session session;
    struct aic_history history;
    enum aic_space space;
    uint64_t addr;
    bool whole, answered, following, json;
};

static const struct aic_trace_tensor *tensor_of(const struct who *who, unsigned space, uint64_t lo)
{
    const struct aic_trace_tensors *tensors = &who->session.file.tensors;
    for (uint32_t i = 0; space == AIC_GM && i < tensors->n; i++) {
        const struct aic_trace_tensor *t = &tensors->at[i];
        if (lo >= t->addr && lo - t->addr < t->bytes) {
            return t;
        }
    }
    return NULL;
}

static void print_place(const struct who *who, unsigned space, uint64_t lo, uint64_t hi)
{
    const struct aic_trace_tensor *t = tensor_of(who, space, lo);
    if (t) {
        printf("gm:%s+%" PRIu64 "..%" PRIu64, t->name, lo - t->addr, hi - t->addr);
    } else {
        printf("%s:%" PRIu64 "..%" PRIu64, aic_space_name((enum aic_space)space), lo, hi);
    }
}

/* " (kernel.asc:84)" when the trace says from where the record comes. */
static void print_site(const struct who *who, uint32_t number)
{
    const struct aic_site *site = aic_trace_file_site(&who->session.file, number);
    if (site) {
        printf(" (");
        aic_print_source(stdout, (struct aic_text){site->file, (unsigned)strlen(site->file)});
        printf(":%" PRIu32 ")", site->line);
    }
}

static const char *insn_name(uint16_t insn)
{
    const struct aic_insn *row = aic_insn_at(insn);
    return row ? row->name : "?";
}

static const char *role_of(uint16_t insn, int8_t operand)
{
    const struct aic_insn *row = aic_insn_at(insn);
    return row && operand >= 0 && operand < row->n_slots ? row->slots[operand].role : "implied operand";
}

static const char *state_text(uint8_t states)
{
    return states == AIC_ST_VALID       ? "valid"
           : states & AIC_ST_TAINT      ? "lost to an error"
           : states & AIC_ST_UNDEF      ? "in part undefined"
           : states & AIC_ST_VALID      ? "in part never written"
                                        : "never written";
}

static uint8_t states_of(const struct who *who, uint64_t lo, uint64_t hi)
{
    uint8_t data[4096], state[4096], all = 0;
    for (uint64_t at = lo; at < hi; at += sizeof data) {
        uint64_t n = hi - at < sizeof data ? hi - at : sizeof data;
        if (aic_sim_read(who->session.sim, who->core, who->space, who->unit, at, n, data, state)) {
            all |= aic_state_union(state, n);
        }
    }
    return all;
}

static const char *made_text(const struct aic_made_at *at)
{
    static const char *const how[] = {
        [AIC_MADE_BYTES] = "as copied", [AIC_MADE_NZ] = "NZ", [AIC_MADE_FRACTALS] = "fractals",
        [AIC_MADE_SQUARES] = "transposed squares", [AIC_MADE_RESULT] = "strips of 16 columns", [AIC_MADE_BIAS] = "bias",
        [AIC_MADE_SCALES] = "scales",
    };
    return at->made.declared ? at->made.declared : how[at->made.how];
}

static void print_made(const struct who *who, uint64_t addr)
{
    struct aic_made_at at;
    if (aic_sim_stored(who->session.sim, who->core, who->space, addr, &at)) {
        printf(", %s of %s", made_text(&at), aic_dtype_name((enum aic_dtype)at.made.dtype));
        if (at.made.pitch) {
            printf(", pitch %u fractals%s", (unsigned)at.made.pitch, at.made.transposed ? ", transposed" : "");
        }
    }
}

static void print_stretch(const struct who *who, const struct aic_writer *w)
{
    print_place(who, who->space, w->lo, w->hi);
    printf(": %s (%s) on line %" PRIu32, insn_name(w->insn), aic_pipe_name((enum aic_pipe)w->pipe), w->line);
    print_site(who, w->file);
    print_made(who, w->lo);
    printf(", %s\n", state_text(states_of(who, w->lo, w->hi)));
}

static void json_bytes(const struct who *who, unsigned space, uint64_t lo, uint64_t hi)
{
    const struct aic_trace_tensor *t = tensor_of(who, space, lo);
    uint64_t base = t ? t->addr : 0;
    if (t) {
        printf("\"tensor\":");
        aic_json_string(stdout, t->name);
        printf(",");
    }
    printf("\"from\":%" PRIu64 ",\"to\":%" PRIu64, lo - base, hi - base);
}

static void json_writer(const struct aic_writer *w)
{
    printf(",\"insn\":\"%s\",\"pipe\":\"%s\",\"line\":%" PRIu32 ",\"record\":%" PRIu64 ",\"core\":%" PRIu32,
           insn_name(w->insn), aic_pipe_name((enum aic_pipe)w->pipe), w->line, w->record, w->core);
}

static void json_stretch(const struct who *who, const struct aic_writer *w, bool first)
{
    struct aic_made_at at;
    printf("%s\n{", first ? "" : ",");
    json_bytes(who, who->space, w->lo, w->hi);
    json_writer(w);
    if (aic_sim_stored(who->session.sim, who->core, who->space, w->lo, &at)) {
        printf(",\"layout\":");
        aic_json_string(stdout, made_text(&at));
        printf(",\"dtype\":\"%s\",\"pitch\":%u,\"transposed\":%s", aic_dtype_name((enum aic_dtype)at.made.dtype),
               (unsigned)at.made.pitch, at.made.transposed ? "true" : "false");
    }
    printf(",\"state\":\"%s\"}", state_text(states_of(who, w->lo, w->hi)));
}

/* The stretch of one writer from `at` on; false behind the last. */
static bool next_stretch(const struct who *who, uint64_t at, struct aic_writer *writer)
{
    struct aic_sim *sim = who->session.sim;
    uint64_t end = who->space == AIC_GM ? who->session.file.tensors.next : UINT64_MAX >> 1;
    if (!aic_sim_writer(sim, who->core, who->space, who->unit, at, end, writer)) {
        return false;
    }
    struct aic_writer next = *writer;
    while (aic_sim_writer(sim, who->core, who->space, who->unit, writer->hi, end, &next) && next.lo == writer->hi &&
           next.record == writer->record && next.unit == writer->unit) {
        writer->hi = next.hi;
    }
    return true;
}

/* What lies where in a memory: every stretch of one writer. */
static void print_map(struct who *who)
{
    struct aic_writer writer;
    uint64_t count = 0;
    if (who->json) {
        printf("{\"schemaVersion\":1,\"space\":\"%s\",\"stretches\":[", aic_space_name(who->space));
    }
    for (uint64_t at = 0; next_stretch(who, at, &writer); at = writer.hi) {
        if (who->json) {
            json_stretch(who, &writer, count == 0);
        } else {
            print_stretch(who, &writer);
        }
        count++;
    }
    if (who->json) {
        printf("]}\n");
    } else if (count == 0) {
        printf("no record has written to %s\n", aic_space_name(who->space));
    }
}

/* Where the bytes of a step lie: the first runs, and how many there are. */
static void print_runs(const struct who *who, const struct aic_step *step)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < step->n_runs; i++) {
        bytes += step->run[i].hi - step->run[i].lo;
        if (i < 3) {
            printf("%s", i ? ", " : "");
            print_place(who, step->space, step->run[i].lo, step->run[i].hi);
        }
    }
    if (step->n_runs > 3) {
        printf(" and %zu more", step->n_runs - 3);
    }
    if (step->n_runs > 1) {
        printf(" (%" PRIu64 " bytes)", bytes);
    }
}

/* What a record puts where no memory is its source. */
static const char *constant_of(const char *insn)
{
    static const struct {
        const char *prefix, *what;
    } rows[] = {
        {"load3d", "the padding value"}, {"fill", "the value that it fills with"},
        {"nd2nz", "the zeros behind the last column"}, {"dn2nz", "the zeros behind the last column"},
        {"data_copy_pad", "the padding value"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strncmp(insn, rows[i].prefix, strlen(rows[i].prefix)) == 0) {
            return rows[i].what;
        }
    }
    return "a constant";
}

/* The line that gave a record its constant: its own, unless it takes the padding register as it is; 0: nobody did. */
static uint32_t constant_line(const struct aic_step *step)
{
    return step->takes_padding ? step->set_line : step->writer.line;
}

static void print_step(const struct who *who, size_t index)
{
    const struct aic_step *step = &who->history.at[index], *above = &who->history.at[step->above];
    const char *insn = insn_name(above->writer.insn);
    unsigned indent = 4 * step->depth;
    if (step->kind == AIC_STEP_UNDEFINED) {
        printf("%*sa lane of it that no source defines\n", (int)indent, "");
        return;
    }
    if (step->kind == AIC_STEP_CONSTANT) {
        printf("%*s%s", (int)indent, "", constant_of(insn));
        uint32_t line = constant_line(above);
        printf(line ? ", set on line %" PRIu32 "\n" : ", as it is at the start\n", line);
        return;
    }
    if (index) {
        static const char *const by[] = {[AIC_STEP_RECORD] = ", written by", [AIC_STEP_BEFORE] = ", before the run",
                                         [AIC_STEP_NOBODY] = ", by nobody"};
        printf("%*s%s from ", (int)indent, "", role_of(above->writer.insn, step->operand));
        print_runs(who, step);
        printf("%s\n", by[step->kind]);
    }
    if (step->kind == AIC_STEP_RECORD) {
        printf("%*s%s (%s) on line %" PRIu32, (int)indent + 2, "", insn_name(step->writer.insn),
               aic_pipe_name((enum aic_pipe)step->writer.pipe), step->writer.line);
        print_site(who, step->writer.file);
        printf(step->writer.core != who->core ? ", core %" PRIu32 "\n" : "\n", step->writer.core);
    }
    for (size_t i = index + 1; i < who->history.n; i++) {
        if (who->history.at[i].above == index) {
            print_step(who, i);
        }
    }
}

static void print_history(const struct who *who)
{
    if (who->history.n && who->history.at[0].kind == AIC_STEP_RECORD) {
        print_step(who, 0);
    }
    if (who->history.cut) {
        printf("  ... and further back\n");
    }
}

static void json_step(const struct who *who, size_t index)
{
    static const char *const kinds[] = {"record", "before", "nobody", "constant", "undefined"};
    const struct aic_step *step = &who->history.at[index];
    printf("%s\n{\"above\":%" PRId64 ",\"kind\":\"%s\"", index ? "," : "", index ? (int64_t)step->above : -1,
           kinds[step->kind]);
    bool placed = step->kind != AIC_STEP_CONSTANT && step->kind != AIC_STEP_UNDEFINED;
    if (index && placed) {
        printf(",\"operand\":\"%s\"", role_of(who->history.at[step->above].writer.insn, step->operand));
    }
    if (step->kind == AIC_STEP_RECORD) {
        json_writer(&step->writer);
    } else if (step->kind == AIC_STEP_CONSTANT) {
        printf(",\"line\":%" PRIu32, constant_line(&who->history.at[step->above]));
    }
    if (placed) {
        printf(",\"space\":\"%s\",\"unit\":%u,\"bytes\":[", aic_space_name((enum aic_space)step->space), step->unit);
        for (size_t i = 0; i < step->n_runs; i++) {
            printf("%s{", i ? "," : "");
            json_bytes(who, step->space, step->run[i].lo, step->run[i].hi);
            printf("}");
        }
        printf("]");
    }
    printf("}");
}

static void json_history(const struct who *who)
{
    printf("{\"schemaVersion\":1,\"complete\":%s,\"steps\":[", who->history.cut ? "false" : "true");
    for (size_t i = 0; i < who->history.n; i++) {
        json_step(who, i);
    }
    printf("]}\n");
}

/* The byte itself; its history follows from further runs. */
static void begin_byte(struct who *who)
{
    aic_history_begin(&who->history, who->session.sim, who->core, who->space, who->unit, who->addr);
    if (who->json || !who->history.n) {
        return;
    }
    print_place(who, who->space, who->addr, who->addr + 1);
    printf(", %s", state_text(states_of(who, who->addr, who->addr + 1)));
    if (who->history.at[0].kind == AIC_STEP_RECORD) {
        print_made(who, who->addr);
    }
    printf(who->history.at[0].kind == AIC_STEP_RECORD ? ", written last by\n" : ", no record has written it\n");
}

static void answer(struct who *who)
{
    if (who->whole) {
        print_map(who);
    } else {
        begin_byte(who);
    }
    who->answered = true;
}

static void on_event(void *user, const struct aic_event *event)
{
    struct who *who = user;
    if (who->following) {
        aic_history_event(&who->history, who->session.sim, event);
    } else if (who->line && event->rec->line == who->line && event->core == who->core && !who->answered) {
        answer(who);
    }
}

/* Reads SPACE, SPACE:ADDRESS or gm:NAME+BYTES. */
static bool parse_place(struct who *who)
{
    const char *colon = strchr(who->place, ':'), *at = colon ? colon + 1 : NULL;
    size_t len = colon ? (size_t)(colon - who->place) : strlen(who->place);
    unsigned space = aic_space_from_name(who->place, (unsigned)len);
    char *end = NULL;
    if (space >= AIC_SPACE_COUNT) {
        return false;
    }
    who->space = (enum aic_space)space;
    who->whole = !colon;
    if (space == AIC_GM && at && (*at < '0' || *at > '9')) {
        size_t name = strcspn(at, "+");
        int32_t tensor =
            aic_trace_tensors_find(&who->session.file.tensors, (struct aic_text){at, (unsigned)name});
        if (tensor < 0) {
            return false;
        }
        who->addr = who->session.file.tensors.at[tensor].addr;
        at = at[name] ? at + name + 1 : NULL;
    }
    if (at && *at) {
        who->addr += strtoull(at, &end, 0);
    }
    return !end || *end == 0;
}

/* One run of the trace. Exit status; `place` is read in the first. */
static int run_once(struct who *who)
{
    int status = aic_session_open(&who->session, &who->run);
    if (status == 0 && !who->following && !parse_place(who)) {
        status = aic_args_error(&usage, "'%s' is no memory and address%s", who->place,
                                strncmp(who->place, "gm:", 3) == 0 ? ", or the trace has no such tensor" : "");
    }
    if (status == 0) {
        status = aic_session_run(&who->session);
    }
    if (status == 0 && !who->answered && who->line) {
        fprintf(stderr, "aicsim who: error: no record of core %" PRIu32 " on line %" PRIu64 " has started\n", who->core,
                who->line);
        status = 2;
    } else if (status == 0 && !who->answered) {
        answer(who);
    }
    return status;
}

static int run_who(struct who *who)
{
    who->run.event = on_event;
    who->run.event_user = who;
    who->run.no_dumps = true;
    int status = run_once(who);
    aic_history_next(&who->history);
    who->following = true;
    while (status == 0 && aic_history_open(&who->history)) {
        aic_session_close(&who->session);
        who->session = (struct aic_session){.opened = false};
        status = run_once(who);
        aic_history_next(&who->history);
    }
    if (status == 0 && who->history.out_of_memory) {
        fprintf(stderr, "aicsim: error: out of memory\n");
        status = 3;
    } else if (status == 0 && who->json && !who->whole) {
        json_history(who);
    } else if (status == 0) {
        print_history(who);
    }
    aic_history_free(&who->history);
    aic_session_close(&who->session);
    return status;
}

/* N, or N.aiv0 or N.aiv1. */
static int take_core(struct who *who, const char *value)
{
    char *end;
    unsigned long core = strtoul(value, &end, 10);
    bool aiv = strcmp(end, ".aiv0") == 0 || strcmp(end, ".aiv1") == 0;
    if (*value < '0' || *value > '9' || (*end && !aiv)) {
        return aic_args_error(&usage, "'%s' is no core: N, N.aiv0 or N.aiv1", value);
    }
    who->core = (uint32_t)core;
    who->unit = aiv && end[4] == '1';
    return 0;
}

static int take_number(const char *value, uint64_t *out)
{
    char *end;
    *out = strtoull(value, &end, 10);
    return *value < '0' || *value > '9' || *end ? aic_args_error(&usage, "'%s' is no number", value) : 0;
}

static int take(struct who *who, int index, const char *value)
{
    switch (index) {
    case AIC_ARG_WORD:
        if (who->run.trace && who->place) {
            return aic_args_error(&usage, "a trace and a place, not also '%s'", value);
        }
        *(who->run.trace ? &who->place : &who->run.trace) = value;
        return 0;
    case PRODUCT:
        who->run.product = value;
        return 0;
    case AT:
        return take_number(value, &who->line);
    case CORE:
        return take_core(who, value);
    case FORMAT:
        who->json = strcmp(value, "json") == 0;
        return who->json || strcmp(value, "text") == 0
                   ? 0
                   : aic_args_error(&usage, "--format is text or json, not '%s'", value);
    default:
        return 2;
    }
}

int aic_cmd_who(int argc, char **argv)
{
    struct who who = {0};
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value;
    int index, status = 0;
    while (status == 0 && (index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP) {
            return 0;
        }
        status = take(&who, index, value);
    }
    if (status == 0 && !who.place) {
        status = aic_args_error(&usage, "which byte of which trace?");
    } else if (status == 0 && strcmp(who.run.trace, "-") == 0) {
        status = aic_args_error(&usage, "the trace is read more than once: name a file, not standard input");
    }
    return status ? status : run_who(&who);
}
