#include <stdio.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/run_args.h"
#include "tools/run_outputs.h"
#include "tools/write.h"

enum { OUT = RUN_SHARED, NO_CHECK, TRACE_JSON, CSV, HTML };
static const struct aic_option options[] = {
    AIC_RUN_SHARED_OPTIONS("text|json"),
    {"out", 0, "NAME=FILE", "write a tensor after the run"},
    {"no-check", 0, NULL, "only time and values"},
    {"trace-json", 0, "FILE", "write a timeline for Perfetto or MindStudio Insight"},
    {"csv", 0, "DIR", "write the profiler's CSV files"},
    {"html", 0, "FILE", "write a page with times, a picture of the pipes and the findings"},
    {0},
};
static const struct aic_usage usage = {"run", "TRACE [options]", "Runs a trace and prints times, stalls and findings.",
                                       "TRACE is a file, or - for standard input.", options};

struct run {
    struct aic_run_args args;
    struct aic_run_outputs outputs;
};

static int take(struct run *run, int index, const char *value)
{
    switch (index) {
    case OUT:
        return aic_file_choice_parse(value, &run->args.run.out[run->args.run.n_out++])
                   ? 0
                   : aic_args_error(&usage, "--out takes NAME=FILE, not '%s'", value);
    case NO_CHECK:
        run->args.run.no_check = true;
        return 0;
    case TRACE_JSON:
        run->args.run.timeline = value;
        return 0;
    case CSV:
        run->args.run.csv = value;
        return 0;
    case HTML:
        run->args.run.html = value;
        return 0;
    default:
        return aic_run_args_take(&run->args, &usage, index, value);
    }
}

static int execute(struct run *run, struct aic_session *session)
{
    int status = aic_session_open(session, &run->args.run);
    if (status) {
        return status;
    }
    if (!aic_run_outputs_open(&run->outputs, session->product, &session->file.sites)) {
        return 2;
    }
    status = aic_session_run(session);
    if (status) {
        return status;
    }
    aic_session_free_bound(session);
    if (!aic_run_outputs_write(&run->outputs, session)) {
        return 2;
    }
    if (strcmp(run->args.format, "json") == 0) {
        aic_write_json(stdout, session);
    } else {
        aic_write_text(stdout, session, run->args.most);
    }
    return aic_session_verdict(session, run->args.werror);
}

int aic_cmd_run(int argc, char **argv)
{
    struct run run = {.outputs = {.csv = NULL}};
    struct aic_session session = {.opened = false};
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value;
    int index, status = aic_run_args_begin(&run.args, argc) ? 0 : 3;
    while (status == 0 && (index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP) {
            aic_run_args_free(&run.args);
            return 0;
        }
        status = take(&run, index, value);
    }
    if (status == 0 && !run.args.run.trace) {
        status = aic_args_error(&usage, "which trace?");
    }
    if (status == 0 && strcmp(run.args.format, "text") != 0 && strcmp(run.args.format, "json") != 0) {
        status = aic_args_error(&usage, "--format is text or json, not '%s'", run.args.format);
    }
    if (status == 0) {
        run.outputs.timeline_path = run.args.run.timeline;
        run.outputs.csv = run.args.run.csv;
        run.outputs.html = run.args.run.html;
        if (aic_run_outputs_wanted(&run.outputs)) {
            run.args.run.event = aic_run_outputs_event;
            run.args.run.event_user = &run.outputs;
        }
        status = execute(&run, &session);
    }
    aic_run_outputs_free(&run.outputs);
    aic_session_close(&session);
    aic_run_args_free(&run.args);
    return status;
}
