#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/history.h"
#include "tools/run_args.h"

enum { PRODUCT = 0, AT, CORE };
static const struct aic_option options[] = {
    {"product", 'p', "PRODUCT", "product to run on, instead of the trace's"},
    {"at", 0, "LINE", "as the record on that line finds it, instead of at the end"},
    {"core", 0, "N", "core whose memory is meant (default 0)"},
    {0},
};
static const struct aic_usage usage = {
    "who", "TRACE SPACE[:ADDRESS] [options]", "Says which record wrote a byte last and where it came from, back to GM.",
    "SPACE:ADDRESS is an operand as in a trace (l0c:1024, gm:y+64). A space alone prints what lies where in it.",
    options};

/* Deeper or longer answers are cut. */
enum { DEEPEST = 12, LONGEST = 120 };

struct who {
    struct aic_run_options run;
    const char *place;
    uint64_t line; /* 0: the end */
    uint32_t core;
    struct aic_session session;
    struct aic_history history;
    enum aic_space space;
    uint64_t addr;
    bool whole, answered;
    unsigned printed;
};

static void print_place(const struct who *who, unsigned space, uint64_t lo, uint64_t hi)
{
    const struct aic_trace_tensors *tensors = &who->session.file.tensors;
    for (uint32_t i = 0; space == AIC_GM && i < tensors->n; i++) {
        const struct aic_trace_tensor *t = &tensors->at[i];
        if (lo >= t->addr && lo - t->addr < t->bytes) {
            printf("gm:%s+%" PRIu64 "..%" PRIu64, t->name, lo - t->addr, hi - t->addr);
            return;
        }
    }
    printf("%s:%" PRIu64 "..%" PRIu64, aic_space_name((enum aic_space)space), lo, hi);
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

static void print_source(struct who *who, const struct aic_writer *reader, const struct aic_history_source *source,
                         unsigned depth);

/* A record and, deeper, where its operands came from. */
static void print_writer(struct who *who, const struct aic_writer *writer, unsigned depth)
{
    printf("%*s%s (%s) on line %" PRIu32, (int)(2 * depth), "", insn_name(writer->insn),
           aic_pipe_name((enum aic_pipe)writer->pipe), writer->line);
    print_site(who, writer->file);
    printf("\n");
    const struct aic_history_record *record = aic_history_find(&who->history, writer);
    for (unsigned i = 0; record && i < record->n && depth < DEEPEST; i++) {
        print_source(who, writer, &record->source[i], depth + 1);
    }
}

static void print_source(struct who *who, const struct aic_writer *reader, const struct aic_history_source *source,
                         unsigned depth)
{
    if (who->printed++ > LONGEST) {
        return;
    }
    printf("%*s%s from ", (int)(2 * depth), "", role_of(reader->insn, source->operand));
    print_place(who, source->space, source->lo, source->hi);
    printf("%s\n", source->n ? ", written by" : source->space == AIC_GM ? ", before the run" : ", by nobody");
    unsigned kept = source->n < AIC_HISTORY_WRITERS ? source->n : AIC_HISTORY_WRITERS;
    for (unsigned i = 0; i < kept; i++) {
        print_writer(who, &source->writer[i], depth + 1);
    }
    if (source->n > kept) {
        printf("%*s%u other stretches\n", (int)(2 * depth + 2), "", source->n - kept);
    }
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
        if (aic_sim_read(who->session.sim, who->core, who->space, 0, at, n, data, state)) {
            all |= aic_state_union(state, n);
        }
    }
    return all;
}

static void print_made(const struct who *who, uint64_t addr)
{
    static const char *const how[] = {
        [AIC_MADE_BYTES] = "as copied", [AIC_MADE_NZ] = "NZ", [AIC_MADE_FRACTALS] = "fractals",
        [AIC_MADE_SQUARES] = "transposed squares", [AIC_MADE_RESULT] = "strips of 16 columns", [AIC_MADE_BIAS] = "bias",
        [AIC_MADE_SCALES] = "scales",
    };
    struct aic_made_at at;
    if (aic_sim_stored(who->session.sim, who->core, who->space, addr, &at)) {
        printf(", %s of %s", at.made.declared ? at.made.declared : how[at.made.how],
               aic_dtype_name((enum aic_dtype)at.made.dtype));
        if (at.made.pitch) {
            printf(", pitch %u fractals%s", (unsigned)at.made.pitch, at.made.transposed ? ", transposed" : "");
        }
    }
}

/* What lies where in a memory: a line for each stretch of one writer. */
static void print_map(struct who *who)
{
    struct aic_writer writer;
    uint64_t end = who->space == AIC_GM ? who->session.file.tensors.next : UINT64_MAX >> 1, count = 0;
    for (uint64_t at = 0; aic_sim_writer(who->session.sim, who->core, who->space, 0, at, end, &writer);
         at = writer.hi) {
        struct aic_writer next = writer;
        uint64_t hi = writer.hi;
        while (aic_sim_writer(who->session.sim, who->core, who->space, 0, hi, end, &next) && next.lo == hi &&
               next.record == writer.record && next.unit == writer.unit) {
            hi = next.hi;
        }
        writer.hi = hi;
        print_place(who, who->space, writer.lo, writer.hi);
        printf(": %s (%s) on line %" PRIu32, insn_name(writer.insn),
               aic_pipe_name((enum aic_pipe)writer.pipe), writer.line);
        print_site(who, writer.file);
        print_made(who, writer.lo);
        printf(", %s\n", state_text(states_of(who, writer.lo, writer.hi)));
        count++;
    }
    if (count == 0) {
        printf("no record has written to %s\n", aic_space_name(who->space));
    }
}

static void print_byte(struct who *who)
{
    struct aic_writer writer;
    print_place(who, who->space, who->addr, who->addr + 1);
    printf(", %s", state_text(states_of(who, who->addr, who->addr + 1)));
    if (!aic_sim_writer(who->session.sim, who->core, who->space, 0, who->addr, who->addr + 1, &writer)) {
        printf(", no record has written it\n");
        return;
    }
    print_made(who, who->addr);
    printf(", written last by\n");
    print_writer(who, &writer, 1);
    if (who->printed > LONGEST) {
        printf("  ... and further back\n");
    }
}

static void answer(struct who *who)
{
    if (who->whole) {
        print_map(who);
    } else {
        print_byte(who);
    }
    who->answered = true;
}

static void on_event(void *user, const struct aic_event *event)
{
    struct who *who = user;
    if (who->line && event->rec->line == who->line && event->core == who->core && !who->answered) {
        answer(who);
    }
    if (!who->answered) {
        aic_history_note(&who->history, who->session.sim, event);
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

static int run_who(struct who *who)
{
    who->run.event = on_event;
    who->run.event_user = who;
    who->run.no_dumps = true;
    int status = aic_session_open(&who->session, &who->run);
    if (status == 0 && !parse_place(who)) {
        status = aic_args_error(&usage, "'%s' is no memory and address", who->place);
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
    if (status == 0 && who->history.out_of_memory) {
        fprintf(stderr, "aicsim: error: out of memory\n");
        status = 3;
    }
    aic_history_free(&who->history);
    aic_session_close(&who->session);
    return status;
}

static int take_number(const char *value, uint64_t *out)
{
    char *end;
    *out = strtoull(value, &end, 10);
    return *value < '0' || *value > '9' || *end ? aic_args_error(&usage, "'%s' is no number", value) : 0;
}

static int take(struct who *who, int index, const char *value)
{
    uint64_t core = 0;
    int status = 0;
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
        status = take_number(value, &core);
        who->core = (uint32_t)core;
        return status;
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
    }
    return status ? status : run_who(&who);
}
