/* The runtime behind the Ascend C headers: launches, units, device memory and scalar accesses of one recorded program.
 * A program has one device and one launch at a time, which is why its state is one object here. */
#define _GNU_SOURCE
#include "tools/ascendc/aicsim/runtime.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/rules.h"
#include "sim/aicsim.h"
#include "sim/record.h"
#include "tools/product_files.h"
#include "tools/recorder/crash.h"
#include "tools/recorder/device.h"
#include "tools/recorder/divide.h"
#include "tools/recorder/halves.h"
#include "tools/recorder/options.h"
#include "tools/recorder/output.h"
#include "tools/recorder/past_end.h"
#include "tools/recorder/report.h"
#include "tools/recorder/units.h"

/* Records that a unit issues before the next one gets its turn, and that wait before the simulation runs. */
#define TURN_RECORDS 2048
#define PENDING_RECORDS (UINT64_C(1) << 17)
/* Rounds in which every unit only reads scalars and nothing else happens: a kernel that polls for ever. */
#define IDLE_ROUNDS 200000

struct runtime {
    bool ready;
    struct aic_product *product;
    bool split; /* cube and vector cores are separate */
    struct aic_record_options options;
    struct aic_device device;
    struct aic_record_output output;
    struct aic_report report;
    uint64_t records, most; /* of all launches, and how many there may be */
    unsigned patience;      /* seconds without any call, after which a kernel counts as one that never ends */
    unsigned launches;
    /* of the launch that runs */
    struct aic_sim *sim;
    struct aic_recorder *recorder;
    struct aic_units units;
    enum aic_rt_mode mode;
    uint32_t blocks;
    bool more_units;         /* KERNEL_TASK_TYPE_DEFAULT came */
    bool derived;            /* the mode is a guess that KERNEL_TASK_TYPE_DEFAULT may replace */
    uint64_t pending, calls; /* records not yet run; calls of any kind */
};
static struct runtime rt;

static struct aic_unit_run *unit(void)
{
    return rt.units.current;
}

/* Ends the program; what the launch has written so far vanishes. */
_Noreturn static void give_up(void)
{
    if (rt.output.quiet && rt.sim) {
        aic_findings_print(stderr, &rt.report.session.findings, &rt.report.session.file, 20);
    }
    aic_output_trace_abandon(&rt.output);
    aic_report_free(&rt.report);
    fflush(NULL);
    _exit(2);
}

/* Ends the program after a message about a line of the source. */
_Noreturn static void stop(const char *file, int line, const char *text)
{
    fflush(stdout);
    if (file) {
        fprintf(stderr, "%s:%d: error: %s\n", file, line, text);
    } else {
        fprintf(stderr, "aicsim: error: %s\n", text);
    }
    give_up();
}

/* A unit had its turn for too long without a call. */
static void silent(int signal)
{
    (void)signal;
    char text[200];
    snprintf(text, sizeof(text), "the kernel never ends: no call for %u seconds after this one", rt.patience);
    stop(unit() ? unit()->file : NULL, unit() ? unit()->line : 0, text);
}

/* Host code that crashes does so as without the recorder; of a kernel it is known where it was. */
static void crashed(int number, siginfo_t *info, void *context)
{
    char text[200];
    if (number == SIGFPE && unit() && aic_divide_in_kernel(context, unit()->file, unit()->line)) {
        aic_catch_crashes(crashed);
        return;
    }
    if (unit()) {
        bool outside = aic_device_find(&rt.device, (uintptr_t)info->si_addr) < 0;
        aic_crash_text(number, info->si_addr, aic_unit_overflow(&rt.units, info->si_addr), outside, text, sizeof(text));
        stop(unit()->file, unit()->line, text);
    }
}

/* exit() of a kernel: a chip has no such thing. */
static void ended(void)
{
    if (unit()) {
        stop(unit()->file, unit()->line, "the kernel ended the program after this call (exit)");
    }
}

static void load_product(void)
{
    if (rt.ready) {
        return;
    }
    const char *path = getenv(AIC_RECORD_ENV);
    if (!path || !aic_record_options_read(&rt.options, path)) {
        stop(NULL, 0, "start this program through `aicsim record`, which names the product");
    }
    rt.product = aic_record_product(rt.options.product, rt.options.sets, rt.options.n_sets);
    if (!rt.product) {
        _exit(2);
    }
    rt.split = rt.product->isa.split_units == 1;
    rt.most = strtoull(rt.options.most, NULL, 10);
    rt.output.quiet =
        rt.options.report && strcmp(rt.options.report, "-") == 0 && strcmp(rt.options.format, "text") == 0;
    rt.patience = (unsigned)strtoul(rt.options.patience, NULL, 10);
    aic_catch_crashes(crashed);
    atexit(ended);
    signal(SIGALRM, silent);
    rt.ready = true;
}

/* For the command that started this program: what happened so far. */
static void write_status(void)
{
    FILE *f = rt.options.status ? fopen(rt.options.status, "w") : NULL;
    if (f) {
        fprintf(f, "%u %" PRIu64 " %" PRIu64 "\n", rt.launches, rt.output.findings[AIC_SEV_ERROR],
                rt.output.findings[AIC_SEV_WARNING]);
        fclose(f);
    }
}

void aic_rt_not_modelled(const char *call, const char *why, const char *file, int line)
{
    char text[400];
    snprintf(text, sizeof(text), why ? "%s: %s" : "%s is not modelled", call, why);
    stop(file, line, text);
}

static void take_finding(void *user, const struct aic_finding *finding)
{
    (void)user;
    aic_output_finding(&rt.output, finding);
    aic_findings_add(&rt.report.session.findings, finding);
}

static void report(const char *rule, enum aic_severity weight, const char *file, int line, const char *message)
{
    struct aic_finding f = {.rule = rule, .severity = weight, .pipe = AIC_PIPE_NONE, .line = (uint32_t)line,
                            .operand = -1, .field = -1};
    f.core = unit() ? unit()->core : 0;
    f.unit = (uint8_t)(unit() ? unit()->unit : AIC_UNIT_AIC);
    f.file = aic_output_site(&rt.output, file, (uint32_t)line);
    f.record = unit() ? unit()->pushed : 0;
    snprintf(f.message, sizeof(f.message), "%s", message);
    int severity = aic_findings_severity(&rt.report.session.findings, &f);
    if (severity >= 0 && !rt.options.no_check) {
        f.severity = (enum aic_severity)severity;
        take_finding(NULL, &f);
    }
}

void aic_rt_report(const char *rule, const char *file, int line, const char *message)
{
    const struct aic_rule *row = aic_rule_find(rule);
    /* MM-010: the library drops what the page forbids, and examples of the vendor ask for it. */
    bool dropped = strcmp(rule, "MM-010") == 0;
    report(rule, dropped || !row ? AIC_SEV_WARNING : row->severity, file, line, message);
}

/* --- units ------------------------------------------------------------------------------------------------------- */

static void need_kernel(const char *call, const char *file, int line)
{
    rt.calls++;
    if (!unit()) {
        char text[160];
        snprintf(text, sizeof(text), "%s is a call of kernels; this is host code", call);
        stop(file, line, text);
    }
    unit()->file = file;
    unit()->line = line;
}

int64_t aic_rt_block_idx(void)
{
    if (!unit()) {
        return 0;
    }
    bool two = (rt.mode == AIC_RT_MIX_1_2 || rt.mode == AIC_RT_DERIVE) && unit()->unit != AIC_UNIT_AIC;
    return two ? (int64_t)unit()->block * 2 + unit()->unit - AIC_UNIT_AIV0 : unit()->block;
}

int64_t aic_rt_block_num(void)
{
    return rt.blocks;
}

int64_t aic_rt_sub_block_idx(void)
{
    return unit() && unit()->unit == AIC_UNIT_AIV1 ? 1 : 0;
}

int64_t aic_rt_task_ratio(void)
{
    bool two = rt.mode == AIC_RT_MIX_1_2 || rt.mode == AIC_RT_DERIVE;
    return two && unit() && unit()->unit != AIC_UNIT_AIC ? 2 : 1;
}

int aic_rt_is_aic(void)
{
    return unit() && unit()->unit == AIC_UNIT_AIC;
}

int aic_rt_is_aiv(void)
{
    return unit() && (unit()->unit != AIC_UNIT_AIC || unit()->coupled);
}

int64_t aic_rt_cycle(void)
{
    return unit() ? (int64_t)unit()->pushed : 0;
}

void **aic_rt_unit_slot(void)
{
    static void *host;
    return unit() ? &unit()->slot : &host;
}

void aic_rt_task_type(enum aic_rt_mode mode)
{
    if (rt.derived && unit()) {
        rt.mode = mode;
        rt.derived = false;
        rt.more_units = true;
    }
    if (rt.split && unit() && !aic_mode_has(rt.mode, unit()->unit)) {
        aic_unit_end(&rt.units);
    }
}

uint64_t aic_rt_space_size(const char *space)
{
    load_product();
    enum aic_space s = aic_space_from_name(space, (unsigned)strlen(space));
    int64_t bytes = s < AIC_SPACE_COUNT ? rt.product->isa.sizes.bytes[s] : 0;
    return s == AIC_GM ? UINT64_MAX : bytes > 0 ? (uint64_t)bytes : 0;
}

int64_t aic_rt_cores(int vector)
{
    load_product();
    return vector ? rt.product->vector_cores : rt.product->cores;
}

/* --- records ------------------------------------------------------------------------------------------------------ */

static bool gm_operand(const struct aic_record *rec)
{
    bool gm = false;
    for (unsigned i = 0; i < rec->n_operands; i++) {
        gm |= rec->op[i].space == AIC_GM;
    }
    return gm;
}

static bool take_record(void *user, const struct aic_record *rec)
{
    (void)user;
    char text[200];
    bool writes;
    if (gm_operand(rec) && aic_past_end(&rt.device, &rt.product->isa, rec, &writes, text, sizeof(text))) {
        report("MEM-023", writes ? AIC_SEV_ERROR : AIC_SEV_WARNING, unit()->file, (int)rec->line, text);
    }
    if (++rt.records > rt.most) {
        snprintf(text, sizeof(text), "the kernel never ends: it has issued %" PRIu64 " instructions and goes on here "
                 "(--most sets the limit)", rt.most);
        stop(unit()->file, unit()->line, text);
    }
    unit()->pushed++;
    unit()->round++;
    rt.pending++;
    aic_output_trace_record(&rt.output, rec);
    return aic_sim_push(rt.sim, rec);
}

static void count_event(void *user, const struct aic_event *event)
{
    (void)user;
    aic_run_outputs_event(&rt.report.outputs, event);
    for (size_t i = 0; i < rt.units.n; i++) {
        struct aic_unit_run *u = &rt.units.at[i];
        if (u->core == event->core && u->unit == event->unit) {
            u->executed++;
            return;
        }
    }
}

static bool names(const struct aic_rt_record *r, const char *space)
{
    for (int i = 0; i < r->operands; i++) {
        if (strcmp(r->operand[i].space, space) == 0) {
            return true;
        }
    }
    return false;
}

static bool says(const struct aic_rt_record *r, const char *a, const char *b, const char *c)
{
    for (int i = 0; i < r->fields; i++) {
        const char *w = r->field[i].kind == AIC_RT_WORD ? r->field[i].word : "";
        if (strcmp(w, a) == 0 || strcmp(w, b) == 0 || strcmp(w, c) == 0) {
            return true;
        }
    }
    return false;
}

/* Kernels without a qualifier may run on both kinds of cores of a split product, and the library lets each call act
 * only where its buffers are. True: this unit passes over the record. */
static bool other_cores(const struct aic_rt_record *r)
{
    if (!rt.split || rt.mode != AIC_RT_DERIVE) {
        return false;
    }
    bool sync = r->operands == 0;
    bool vector = sync ? says(r, "V", "V", "V") : names(r, "ub") && !names(r, "l0c");
    bool cube = sync ? says(r, "M", "MTE1", "FIX") : !vector;
    return unit()->unit == AIC_UNIT_AIC ? vector : cube;
}

/* MEM-018: beside vector cores the last 256 bytes of L1 belong to the library (2201). */
static void check_mixed_l1(const struct aic_rt_record *r)
{
    if (!rt.split || (rt.mode != AIC_RT_MIX_1_1 && rt.mode != AIC_RT_MIX_1_2) ||
        strcmp(rt.product->arch, "2201") != 0) {
        return;
    }
    uint64_t limit = aic_rt_space_size("l1") - 256;
    for (int i = 0; i < r->operands; i++) {
        if (strcmp(r->operand[i].space, "l1") == 0 && r->operand[i].address + r->operand[i].bytes > limit) {
            aic_rt_report(
                "MEM-018", r->file, r->line,
                "the tensor reaches into the last 256 bytes of L1, which belong to the library in kernels that "
                "use cube and vector cores together");
        }
    }
}

static void put_operands(const struct aic_rt_record *r)
{
    for (int i = 0; i < r->operands; i++) {
        uint64_t address = r->operand[i].address;
        if (strcmp(r->operand[i].space, "gm") == 0) {
            address = aic_device_offset(&rt.device, address);
        }
        aic_recorder_operand(rt.recorder, r->operand[i].space, address);
    }
    for (int i = 0; i < r->dtypes; i++) {
        aic_recorder_dtype(rt.recorder, r->dtype[i]);
    }
}

static void put_fields(const struct aic_rt_record *r)
{
    for (int i = 0; i < r->fields; i++) {
        const struct aic_rt_field *f = &r->field[i];
        if (f->kind == AIC_RT_WORD) {
            aic_recorder_word(rt.recorder, f->name, f->word);
        } else if (f->kind == AIC_RT_BITS) {
            aic_recorder_bits(rt.recorder, f->name, (uint64_t)f->value);
        } else if (f->kind == AIC_RT_REAL) {
            double value;
            memcpy(&value, &f->value, sizeof(value));
            aic_recorder_real(rt.recorder, f->name, value);
        } else {
            aic_recorder_int(rt.recorder, f->name, f->value);
        }
    }
}

void aic_rt_emit(const struct aic_rt_record *r)
{
    need_kernel(r->call, r->file, r->line);
    if (other_cores(r)) {
        return;
    }
    check_mixed_l1(r);
    aic_recorder_core(rt.recorder, unit()->core, unit()->unit);
    aic_recorder_site(rt.recorder, aic_output_site(&rt.output, r->file, (uint32_t)r->line), (uint32_t)r->line);
    aic_recorder_begin(rt.recorder, r->mnemonic);
    put_operands(r);
    put_fields(r);
    if (!aic_recorder_emit(rt.recorder)) {
        char text[320];
        snprintf(text, sizeof(text), "%s: %s", r->call, aic_recorder_error(rt.recorder));
        stop(r->file, r->line, text);
    }
    if (unit()->round >= TURN_RECORDS) {
        aic_unit_yield(&rt.units, AIC_UNIT_READY);
    }
}

/* --- scalar access ------------------------------------------------------------------------------------------------ */

static void locate(const char *space, uint64_t *address, enum aic_space *s, const char *call, const char *file,
                   int line)
{
    *s = aic_space_from_name(space, (unsigned)strlen(space));
    if (*s != AIC_GM) {
        return;
    }
    if (aic_device_find(&rt.device, *address) < 0) {
        char text[160];
        snprintf(text, sizeof(text), "%s reads or writes GM at 0x%" PRIx64 ", outside everything that aclrtMalloc gave",
                 call, *address);
        stop(file, line, text);
    }
    *address = aic_device_offset(&rt.device, *address);
}

void aic_rt_read(const char *space, uint64_t address, void *bytes, size_t n, const char *call, const char *file,
                 int line)
{
    enum aic_space s;
    need_kernel(call, file, line);
    locate(space, &address, &s, call, file, line);
    aic_unit_yield(&rt.units, AIC_UNIT_NEEDS_VALUE);
    unsigned ub = unit()->unit == AIC_UNIT_AIV1;
    if (!aic_sim_read(rt.sim, unit()->core, s, ub, address, n, bytes, NULL)) {
        stop(file, line, "the scalar read is outside the buffer");
    }
}

void aic_rt_write(const char *space, uint64_t address, const void *bytes, size_t n, const char *call, const char *file,
                  int line)
{
    enum aic_space s;
    need_kernel(call, file, line);
    locate(space, &address, &s, call, file, line);
    aic_unit_yield(&rt.units, AIC_UNIT_NEEDS_VALUE);
    char text[120];
    snprintf(text, sizeof(text), "scalar write of %zu bytes to %s:%" PRIu64 ", which a trace cannot say", n, space,
             address);
    aic_output_trace_comment(&rt.output, text, file, line);
    unsigned ub = unit()->unit == AIC_UNIT_AIV1;
    if (!aic_sim_write(rt.sim, unit()->core, s, ub, address, n, bytes)) {
        stop(file, line, "the scalar write is outside the buffer");
    }
}

/* --- launches ----------------------------------------------------------------------------------------------------- */

static bool declare_memory(void)
{
    free(rt.output.tensors.at);
    rt.output.tensors = (struct aic_trace_tensors){0};
    rt.output.tensors.at = calloc(rt.device.n + 1, sizeof(*rt.output.tensors.at));
    bool ok = rt.output.tensors.at != NULL;
    for (size_t i = 0; ok && i < rt.device.n; i++) {
        struct aic_allocation *a = &rt.device.at[i];
        if (!a->live || a->bytes == 0) {
            continue;
        }
        char name[32];
        snprintf(name, sizeof(name), "gm%zu", i);
        struct aic_tensor tensor = {
            .name = name, .dtype = AIC_DT_UINT8, .addr = a->offset, .bytes = a->pages, .l2 = true};
        ok = aic_sim_tensor(rt.sim, &tensor) >= 0;
        for (size_t w = 0; ok && w < a->n_written; w++) {
            struct aic_range r = a->written[w];
            ok = aic_sim_write(rt.sim, 0, AIC_GM, 0, a->offset + r.begin, r.end - r.begin,
                               rt.device.base + a->offset + r.begin);
        }
    }
    return ok;
}

/* Device memory after the launch: the bytes, and which of them have a value now. */
static bool fetch_memory(void)
{
    enum { CHUNK = 1 << 20 };
    uint8_t *state = malloc(CHUNK);
    bool ok = state != NULL;
    for (size_t i = 0; ok && i < rt.device.n; i++) {
        struct aic_allocation *a = &rt.device.at[i];
        for (uint64_t at = 0; ok && a->live && at < a->bytes; at += CHUNK) {
            uint64_t n = a->bytes - at < CHUNK ? a->bytes - at : CHUNK;
            ok = aic_sim_read(rt.sim, 0, AIC_GM, 0, a->offset + at, n, rt.device.base + a->offset + at, state);
            for (uint64_t b = 0; ok && b < n;) {
                uint64_t e = b;
                while (e < n && state[e]) {
                    e++;
                }
                ok = aic_allocation_mark(a, at + b, at + e);
                b = e > b ? e : b + 1;
            }
        }
    }
    free(state);
    return ok;
}

static bool add_units(int first, int last)
{
    if (!rt.units.at) { /* room for all at once: contexts that have run must not move */
        rt.units.at = malloc((size_t)rt.blocks * AIC_UNIT_COUNT * sizeof(*rt.units.at));
    }
    if (!rt.units.at) {
        return false;
    }
    uint32_t cores = rt.product->cores > 0 ? (uint32_t)rt.product->cores : rt.blocks;
    for (uint32_t b = 0; b < rt.blocks; b++) {
        for (int u = first; u <= last; u++) {
            rt.units.at[rt.units.n++] =
                (struct aic_unit_run){.block = b, .core = b % cores, .unit = u, .coupled = !rt.split};
        }
    }
    return true;
}

/* More blocks than cores: a block starts when the one before it on its core has ended. */
static bool core_is_free(const struct aic_unit_run *u)
{
    for (size_t i = aic_units_first_open(&rt.units); i < rt.units.n; i++) {
        const struct aic_unit_run *o = &rt.units.at[i];
        if (o->core == u->core && o->block < u->block && o->state != AIC_UNIT_ENDED) {
            return false;
        }
    }
    return true;
}

static uint64_t pushed_by(const struct aic_unit_run *u)
{
    uint64_t n = 0;
    for (size_t i = 0; i < rt.units.n; i++) {
        const struct aic_unit_run *o = &rt.units.at[i];
        n += o->core == u->core && o->unit == u->unit ? o->pushed - o->executed : 0;
    }
    return n;
}

static bool some_value_is_ready(void)
{
    for (size_t i = 0; i < rt.units.n; i++) {
        struct aic_unit_run *u = &rt.units.at[i];
        if (u->state == AIC_UNIT_NEEDS_VALUE && pushed_by(u) == 0) {
            return true;
        }
    }
    return false;
}

/* Gives every unit that can go on its turn. Returns the number of turns. */
static size_t turns(const char *file, int line, bool values)
{
    size_t n = 0;
    bool ready = values && some_value_is_ready();
    for (size_t i = 0; i < rt.units.n; i++) {
        struct aic_unit_run *u = &rt.units.at[i];
        if (u->state == AIC_UNIT_ENDED || (u->state == AIC_UNIT_NEEDS_VALUE) != values) {
            continue;
        }
        if (ready && pushed_by(u) > 0) {
            continue; /* its value depends on records that have not run, and somebody else can go on */
        }
        if (!u->started && !core_is_free(u)) {
            continue;
        }
        if (!u->started && !aic_unit_start(&rt.units, u, file, line)) {
            stop(file, line, "out of memory for the stack of a block");
        }
        alarm(rt.patience);
        aic_unit_resume(&rt.units, u);
        alarm(0);
        n++;
    }
    return n;
}

static void check_idle(uint64_t before, unsigned *idle)
{
    *idle = rt.pending == before ? *idle + 1 : 0;
    if (*idle < IDLE_ROUNDS) {
        return;
    }
    for (size_t i = 0; i < rt.units.n; i++) {
        const struct aic_unit_run *u = &rt.units.at[i];
        if (u->state != AIC_UNIT_ENDED) {
            char text[200];
            snprintf(text, sizeof(text),
                     "the kernel never ends: block %" PRIu32 " (%s) reads this value again and again, "
                     "and no other block can change it",
                     u->block, aic_unit_name((enum aic_unit)u->unit));
            stop(u->file, u->line, text);
        }
    }
}

/* KERNEL_TASK_TYPE_DEFAULT named units that the launch had not started. */
static void settle_mode(void)
{
    if (!rt.more_units || !rt.split) {
        return;
    }
    rt.more_units = false;
    for (int u = AIC_UNIT_AIC; u < AIC_UNIT_COUNT; u++) {
        bool there = false;
        for (size_t i = 0; i < rt.units.n; i++) {
            there |= rt.units.at[i].unit == u;
        }
        if (aic_mode_has(rt.mode, u) && !there && !add_units(u, u)) {
            stop(NULL, 0, "out of memory");
        }
    }
}

static void run_units(const char *file, int line)
{
    unsigned idle = 0;
    for (;;) {
        uint64_t before = rt.pending;
        size_t n = turns(file, line, false);
        if (n > 0 && rt.pending < PENDING_RECORDS && !some_value_is_ready()) {
            continue;
        }
        if (n == 0) {
            settle_mode();
            n += turns(file, line, false);
        }
        aic_sim_drain(rt.sim);
        rt.pending = 0;
        before = 0;
        if (n == 0 || some_value_is_ready()) {
            n += turns(file, line, true);
        }
        if (n == 0) {
            return;
        }
        check_idle(before, &idle);
    }
}

static void begin_launch(const char *kernel, const char *file, int line)
{
    load_product();
    rt.launches++;
    if (!aic_report_begin(&rt.report, &rt.options, rt.product, rt.launches, kernel, &rt.output.sites)) {
        _exit(2);
    }
    struct aic_options options = {.finding = take_finding, .event = count_event, .run_on = true,
                                  .severity = aic_findings_severity, .severity_user = &rt.report.session.findings,
                                  .no_check = rt.options.no_check != NULL};
    rt.sim = aic_sim_new(rt.product, &options);
    rt.recorder = rt.sim ? aic_recorder_new(take_record, NULL) : NULL;
    if (!rt.recorder || !declare_memory()) {
        stop(file, line, "out of memory for the simulation");
    }
    char path[4096];
    if (rt.options.trace) {
        aic_launch_path(path, sizeof(path), rt.options.trace, rt.launches);
    }
    if (rt.options.trace && !aic_output_trace_begin(&rt.output, path, rt.product->name, &rt.device)) {
        give_up();
    }
    rt.more_units = false;
    rt.pending = 0;
}

static void end_launch(const char *kernel)
{
    const struct aic_result *result = aic_sim_finish(rt.sim);
    if (!fetch_memory()) {
        stop(NULL, 0, "out of memory");
    }
    aic_output_findings_end(&rt.output);
    aic_output_summary(kernel, rt.product, rt.blocks, result);
    bool ok = aic_output_trace_end(&rt.output) && aic_report_end(&rt.report, result, &rt.output.sites);
    aic_report_free(&rt.report);
    aic_recorder_free(rt.recorder);
    aic_sim_free(rt.sim);
    rt.sim = NULL;
    aic_units_free(&rt.units);
    write_status();
    if (!ok) {
        _exit(2);
    }
}

void aic_rt_launch(const char *kernel, enum aic_rt_mode mode, uint32_t blocks, void (*body)(void *), void *context,
                   const char *half, const char *file, int line)
{
    const char *error;
    char why[120];
    if (!aic_units_launch_allowed(&rt.units, blocks, why, sizeof(why))) {
        stop(file, line, why);
    }
    begin_launch(kernel, file, line);
    rt.mode = mode;
    rt.derived = mode <= AIC_RT_DERIVE_VECTOR;
    rt.blocks = blocks;
    rt.units.body = body;
    rt.units.body_context = context;
    rt.units.vector_body = aic_vector_half(half, &error);
    if (error) {
        stop(file, line, error);
    }
    bool ok = true;
    if (!rt.split) {
        ok = add_units(AIC_UNIT_AIC, AIC_UNIT_AIC);
    }
    for (int u = AIC_UNIT_AIC; ok && rt.split && u < AIC_UNIT_COUNT; u++) {
        ok = !aic_mode_has(mode, u) || add_units(u, u);
    }
    if (!ok) {
        stop(file, line, "out of memory for the blocks of this launch");
    }
    run_units(file, line);
    end_launch(kernel);
}

/* --- device memory, conversions, text --------------------------------------------------------------------------- */

void *aic_rt_malloc(size_t bytes)
{
    load_product();
    write_status();
    return aic_device_malloc(&rt.device, bytes);
}

int aic_rt_free(void *pointer)
{
    return pointer && !aic_device_free(&rt.device, pointer) ? -1 : 0;
}

/* Bytes that arrive in device memory have a value from then on. */
static int arrived(void *to, size_t bytes)
{
    int i = aic_device_find(&rt.device, (uintptr_t)to);
    if (i < 0) {
        return 0;
    }
    struct aic_allocation *a = &rt.device.at[i];
    uint64_t begin = aic_device_offset(&rt.device, (uintptr_t)to) - a->offset;
    return bytes <= a->bytes - begin && aic_allocation_mark(a, begin, begin + bytes) ? 0 : -1;
}

int aic_rt_copy(void *to, size_t room, const void *from, size_t bytes)
{
    if (bytes > room || (bytes && (!to || !from)) || arrived(to, bytes) != 0) {
        return -1;
    }
    memmove(to, from, bytes);
    return 0;
}

int aic_rt_fill(void *to, size_t room, int value, size_t bytes)
{
    if (bytes > room || (bytes && !to) || arrived(to, bytes) != 0) {
        return -1;
    }
    memset(to, value, bytes);
    return 0;
}

void aic_rt_print(const char *text)
{
    if (unit()) {
        printf("[core %" PRIu32 ".%s] ", unit()->core, aic_unit_name((enum aic_unit)unit()->unit));
    }
    fputs(text, stdout);
}
