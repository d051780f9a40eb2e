#include "tools/history.h"

#include <stdlib.h>
#include <string.h>

static struct aic_step *add_step(struct aic_history *h)
{
    if (h->n == h->room) {
        size_t room = h->room ? h->room * 2 : 16;
        struct aic_step *more = realloc(h->at, room * sizeof *more);
        if (!more) {
            h->out_of_memory = true;
            return NULL;
        }
        h->at = more;
        h->room = room;
    }
    struct aic_step *step = &h->at[h->n++];
    *step = (struct aic_step){.operand = -1};
    return step;
}

static void add_run(struct aic_history *h, struct aic_step *step, uint64_t lo, uint64_t hi)
{
    if (step->n_runs && step->run[step->n_runs - 1].hi == lo) {
        step->run[step->n_runs - 1].hi = hi;
        return;
    }
    if ((step->n_runs & (step->n_runs - 1)) == 0) {
        struct aic_run *more = realloc(step->run, (step->n_runs ? step->n_runs * 2 : 1) * sizeof *more);
        if (!more) {
            h->out_of_memory = true;
            return;
        }
        step->run = more;
    }
    step->run[step->n_runs++] = (struct aic_run){lo, hi};
}

static bool same_writer(const struct aic_step *step, uint8_t kind, const struct aic_writer *writer)
{
    return step->kind == kind && (kind != AIC_STEP_RECORD ||
                                  (step->writer.core == writer->core && step->writer.unit == writer->unit &&
                                   step->writer.record == writer->record));
}

/* Adds bytes with one writer to the step below `above` that has this operand, memory and writer. `like` holds them. */
static void add_bytes(struct aic_history *h, const struct aic_step *like, uint64_t lo, uint64_t hi)
{
    struct aic_step *step = NULL;
    for (size_t i = like->above + 1; i < h->n && !step; i++) {
        struct aic_step *s = &h->at[i];
        bool same = s->above == like->above && s->operand == like->operand && s->space == like->space &&
                    s->unit == like->unit && s->depth == like->depth;
        step = same && same_writer(s, like->kind, &like->writer) ? s : NULL;
    }
    if (!step && h->n >= AIC_HISTORY_LONGEST) {
        h->cut = true;
        return;
    }
    if (!step && (step = add_step(h)) != NULL) {
        *step = *like;
        step->run = NULL;
        step->n_runs = 0;
    }
    if (step && lo < hi) {
        add_run(h, step, lo, hi);
    }
}

static uint8_t kind_before(struct aic_sim *sim, const struct aic_step *like, uint64_t byte)
{
    uint8_t data, state = 0;
    bool known = aic_sim_read(sim, like->core, (enum aic_space)like->space, like->unit, byte, 1, &data, &state);
    return known && state != AIC_ST_NEVER ? AIC_STEP_BEFORE : AIC_STEP_NOBODY;
}

/* Splits lo..hi by who wrote it. */
static void add_place(struct aic_history *h, struct aic_sim *sim, struct aic_step *like, uint64_t lo, uint64_t hi)
{
    while (lo < hi) {
        struct aic_writer writer;
        uint64_t end = hi;
        if (aic_sim_writer(sim, like->core, (enum aic_space)like->space, like->unit, lo, hi, &writer)) {
            end = writer.lo > lo ? writer.lo : writer.hi < hi ? writer.hi : hi;
            like->kind = writer.lo > lo ? kind_before(sim, like, lo) : AIC_STEP_RECORD;
        } else {
            like->kind = kind_before(sim, like, lo);
        }
        like->writer = like->kind == AIC_STEP_RECORD ? writer : (struct aic_writer){0};
        add_bytes(h, like, lo, end);
        lo = end;
    }
}

void aic_history_begin(struct aic_history *h, struct aic_sim *sim, uint32_t core, enum aic_space space, unsigned unit,
                       uint64_t byte)
{
    struct aic_step like = {.core = core, .space = (uint8_t)space, .unit = (uint8_t)unit, .operand = -1};
    struct aic_writer writer;
    struct aic_step *step = add_step(h);
    if (step) {
        like.kind = aic_sim_writer(sim, core, space, unit, byte, byte + 1, &writer) ? AIC_STEP_RECORD
                                                                                    : kind_before(sim, &like, byte);
        like.writer = like.kind == AIC_STEP_RECORD ? writer : (struct aic_writer){0};
        *step = like;
        add_run(h, step, byte, byte + 1);
    }
}

static bool waits(const struct aic_step *step)
{
    return step->kind == AIC_STEP_RECORD && !step->followed && step->depth < AIC_HISTORY_DEEPEST;
}

bool aic_history_open(const struct aic_history *h)
{
    for (size_t i = 0; i < h->n && !h->out_of_memory; i++) {
        if (waits(&h->at[i])) {
            return true;
        }
    }
    return false;
}

/* Origins of one record, as they are reported. */
struct origins {
    struct aic_origin *at;
    size_t n, room;
    bool out_of_memory;
};

static void take_origin(void *user, const struct aic_origin *origin)
{
    struct origins *list = user;
    if (list->n == list->room) {
        size_t room = list->room ? list->room * 2 : 64;
        struct aic_origin *more = realloc(list->at, room * sizeof *more);
        if (!more) {
            list->out_of_memory = true;
            return;
        }
        list->at = more;
        list->room = room;
    }
    list->at[list->n++] = *origin;
}

static int by_place(const void *a, const void *b)
{
    const struct aic_origin *x = a, *y = b;
    int order = x->constant - y->constant;
    order = order ? order : x->undefined - y->undefined;
    order = order ? order : (x->operand < 0) - (y->operand < 0);
    order = order ? order : x->operand - y->operand;
    order = order ? order : x->space - y->space;
    order = order ? order : x->unit - y->unit;
    return order ? order : (x->addr > y->addr) - (x->addr < y->addr);
}

/* Whether an origin goes on where one that ends at `end` left off, or lies in it. */
static bool goes_on(const struct aic_origin *origin, const struct aic_origin *first, uint64_t end)
{
    return origin->constant == first->constant && origin->undefined == first->undefined &&
           origin->operand == first->operand && origin->space == first->space && origin->unit == first->unit &&
           origin->addr <= end;
}

/* The places below a step, in the order of the operands; bytes that several of its bytes were made of count once. */
static void add_places(struct aic_history *h, struct aic_sim *sim, size_t above, uint32_t core, struct origins *list)
{
    qsort(list->at, list->n, sizeof *list->at, by_place);
    for (size_t i = 0, next; i < list->n; i = next) {
        const struct aic_origin *first = &list->at[i];
        struct aic_step like = {
            .kind = first->undefined ? AIC_STEP_UNDEFINED : AIC_STEP_CONSTANT,
            .operand = first->operand,
            .space = first->space,
            .unit = first->unit,
            .core = core,
            .above = above,
            .depth = h->at[above].depth + 1,
        };
        uint64_t hi = first->addr + first->bytes;
        for (next = i + 1; next < list->n && goes_on(&list->at[next], first, hi); next++) {
            uint64_t end = list->at[next].addr + list->at[next].bytes;
            hi = end > hi ? end : hi;
        }
        if (first->constant) {
            add_bytes(h, &like, 0, 0);
        } else {
            add_place(h, sim, &like, first->addr, hi);
        }
    }
}

static uint64_t *bytes_of(const struct aic_step *step, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < step->n_runs; i++) {
        *n += (size_t)(step->run[i].hi - step->run[i].lo);
    }
    uint64_t *bytes = malloc((*n ? *n : 1) * sizeof *bytes), *to = bytes;
    for (size_t i = 0; bytes && i < step->n_runs; i++) {
        for (uint64_t at = step->run[i].lo; at < step->run[i].hi; at++) {
            *to++ = at;
        }
    }
    return bytes;
}

static bool takes_padding(const struct aic_record *rec)
{
    const struct aic_insn *insn = aic_insn_at(rec->insn);
    const struct aic_field *own = insn ? aic_insn_field(insn, "isSetPadding", 12) : NULL;
    return insn && strncmp(insn->name, "load3d", 6) == 0 && (!own || !rec->f[own->slot]);
}

static void follow(struct aic_history *h, struct aic_sim *sim, const struct aic_event *event, size_t index)
{
    const struct aic_step step = h->at[index];
    struct origins list = {0};
    size_t n;
    uint64_t *bytes = bytes_of(&step, &n);
    h->at[index].followed = true;
    h->at[index].takes_padding = takes_padding(event->rec);
    if (!bytes || !aic_sim_origins(sim, event, (enum aic_space)step.space, step.unit, bytes, n, take_origin, &list) ||
        list.out_of_memory) {
        h->out_of_memory = true;
    } else {
        add_places(h, sim, index, event->core, &list);
    }
    free(list.at);
    free(bytes);
}

static void note_padding(struct aic_history *h, const struct aic_event *event)
{
    const struct aic_insn *insn = aic_insn_at(event->rec->insn);
    if (!insn || strcmp(insn->name, "set_padding") != 0) {
        return;
    }
    for (size_t i = 0; i < h->n; i++) {
        struct aic_step *step = &h->at[i];
        if (waits(step) && step->writer.core == event->core && step->writer.unit == event->unit &&
            event->number < step->writer.record) {
            step->set_line = event->rec->line;
        }
    }
}

void aic_history_event(struct aic_history *h, struct aic_sim *sim, const struct aic_event *event)
{
    size_t n = h->n; /* what is added now lies further back */
    note_padding(h, event);
    for (size_t i = 0; event->footprint && i < n; i++) {
        const struct aic_step *step = &h->at[i];
        if (waits(step) && step->writer.core == event->core && step->writer.unit == event->unit &&
            step->writer.record == event->number) {
            follow(h, sim, event, i);
        }
    }
}

void aic_history_next(struct aic_history *h)
{
    for (size_t i = 0; i < h->n; i++) {
        struct aic_step *step = &h->at[i];
        bool deepest = step->kind == AIC_STEP_RECORD && !step->followed && step->depth >= AIC_HISTORY_DEEPEST;
        h->cut |= deepest;
        step->followed |= i < h->asked; /* or its record was not met: it is not looked for again */
    }
    h->asked = h->n;
}

void aic_history_free(struct aic_history *h)
{
    for (size_t i = 0; i < h->n; i++) {
        free(h->at[i].run);
    }
    free(h->at);
    *h = (struct aic_history){0};
}
