#include "sim/origin.h"

#include <stdlib.h>
#include <string.h>

#include "buffers/gm.h"

/* Marks of a run of the record: the bytes of one memory whose offset has `bits` where `mask` is set. */
struct pattern {
    uint64_t mask, bits;
};

/* One byte of the result while its origins are looked for. */
struct target {
    uint64_t of;
    bool written, undefined, reached;
    uint64_t known, value; /* bits of the offset that all its origins have in common, and which */
};

struct probe {
    const struct aic_op *op;
    struct aic_memory mem; /* the record's own */
    struct aic_gm *gm;
    struct aic_footprint fp;
    enum aic_space dst, src;
    unsigned dst_unit, src_unit;
    uint64_t lo, hi; /* of what it reads in src */
    struct target *target;
    uint8_t *state;  /* of each target after a run */
    size_t n;
    aic_origin_fn *fn;
    void *user;
};

/* Calls visit for every piece of a span that lies in one page or buffer. */
typedef void visit_fn(struct probe *p, uint64_t addr, uint8_t *data, uint8_t *state, uint64_t n, const void *with);

static void visit_span(struct probe *p, const struct aic_span *span, visit_fn *visit, const void *with)
{
    struct aic_span_iter it;
    uint64_t addr, bytes, got;
    aic_span_begin(&it, span);
    while (aic_span_next(&it, &addr, &bytes)) {
        struct aic_buffer *local = aic_memory_buffer(&p->mem, (enum aic_space)span->space, span->unit);
        for (; bytes; addr += got, bytes -= got) {
            uint8_t *data = NULL, *state = NULL;
            got = bytes;
            if (!local) {
                aic_gm_piece(p->mem.gm, addr, bytes, true, &data, &state, &got);
            } else if (addr < local->bytes) {
                got = bytes < local->bytes - addr ? bytes : local->bytes - addr;
                data = local->data + addr;
                state = local->state + addr;
            }
            if (data) {
                visit(p, addr, data, state, got, with);
            }
        }
    }
}

static void set_state(struct probe *p, uint64_t addr, uint8_t *data, uint8_t *state, uint64_t n, const void *with)
{
    (void)p;
    (void)addr;
    (void)data;
    memset(state, *(const uint8_t *)with, n);
}

static void mark(struct probe *p, uint64_t addr, uint8_t *data, uint8_t *state, uint64_t n, const void *with)
{
    const struct pattern *pattern = with;
    (void)data;
    for (uint64_t i = 0; i < n; i++) {
        bool hit = ((addr + i - p->lo) & pattern->mask) == pattern->bits;
        state[i] = hit ? AIC_ST_TAINT : AIC_ST_VALID;
    }
}

static void visit_all(struct probe *p, bool writes, visit_fn *visit, const void *with)
{
    for (unsigned i = 0; i < p->fp.n; i++) {
        const struct aic_span *span = &p->fp.e[i].span;
        if (span->run && writes == (p->fp.e[i].access == AIC_WRITE)) {
            visit_span(p, span, visit, with);
        }
    }
}

/* Executes the record with marks on what it reads in src; afterwards p->state says which targets are marked. */
static void run(struct probe *p, struct pattern pattern)
{
    const uint8_t never = AIC_ST_NEVER, valid = AIC_ST_VALID;
    struct aic_check chk = {.rec = p->op->rec, .run_on = true};
    visit_all(p, true, set_state, &never);
    visit_all(p, false, set_state, &valid);
    for (unsigned i = 0; i < p->fp.n; i++) {
        const struct aic_span *span = &p->fp.e[i].span;
        if (p->fp.e[i].access != AIC_WRITE && span->run && span->space == p->src && span->unit == p->src_unit) {
            visit_span(p, span, mark, &pattern);
        }
    }
    p->op->insn->execute(p->op, &p->mem, &chk);
    for (size_t i = 0; i < p->n; i++) {
        uint8_t data;
        aic_memory_read(&p->mem, p->dst, p->dst_unit, p->target[i].of, 1, &data, &p->state[i]);
    }
}

static bool marked(const struct probe *p, size_t i)
{
    return (p->state[i] & AIC_ST_TAINT) != 0;
}

static int8_t operand_at(const struct probe *p, uint64_t addr)
{
    for (unsigned i = 0; i < p->fp.n; i++) {
        uint64_t lo, hi;
        const struct aic_span *span = &p->fp.e[i].span;
        aic_span_bounds(span, &lo, &hi);
        if (p->fp.e[i].access != AIC_WRITE && span->space == p->src && span->unit == p->src_unit && addr >= lo &&
            addr < hi) {
            return p->fp.e[i].operand;
        }
    }
    return -1;
}

static void report(struct probe *p, size_t i, uint64_t offset)
{
    uint64_t addr = p->lo + offset;
    p->fn(p->user, &(struct aic_origin){.of = p->target[i].of, .operand = operand_at(p, addr), .space = (uint8_t)p->src,
                                        .unit = (uint8_t)p->src_unit, .addr = addr, .bytes = 1});
}

/* Which bits of the offset the origins share. */
static void find_bits(struct probe *p, unsigned bits)
{
    run(p, (struct pattern){0, 0});
    for (size_t i = 0; i < p->n; i++) {
        p->target[i].reached = marked(p, i);
        p->target[i].known = p->target[i].value = 0;
    }
    for (unsigned b = 0; b < bits; b++) {
        uint64_t bit = UINT64_C(1) << b;
        run(p, (struct pattern){bit, bit});
        for (size_t i = 0; i < p->n; i++) {
            p->target[i].value |= marked(p, i) ? bit : 0;
        }
        run(p, (struct pattern){bit, 0});
        for (size_t i = 0; i < p->n; i++) {
            bool both = marked(p, i) && (p->target[i].value & bit);
            p->target[i].known |= both ? 0 : bit;
            p->target[i].value &= both ? ~bit : ~UINT64_C(0);
        }
    }
}

/* More choices than these are not tried. */
#define MOST_CHOICES 65536

static uint64_t choices(uint64_t open)
{
    uint64_t n = 1;
    for (; open && n <= MOST_CHOICES; open &= open - 1) {
        n *= 2;
    }
    return n;
}

/* Several origins: every choice of the bits in which they differ is tried, for all targets that differ in the same. */
static void find_several(struct probe *p, uint64_t all)
{
    for (size_t first = 0; first < p->n; first++) {
        uint64_t open = all & ~p->target[first].known;
        bool done = !p->target[first].reached || !open || choices(open) > MOST_CHOICES;
        for (size_t i = 0; i < first && !done; i++) {
            done = p->target[i].reached && (all & ~p->target[i].known) == open;
        }
        for (uint64_t choice = 0; !done; choice = (choice - open) & open) {
            run(p, (struct pattern){open, choice});
            for (size_t i = first; i < p->n; i++) {
                if (p->target[i].reached && (all & ~p->target[i].known) == open && marked(p, i)) {
                    report(p, i, p->target[i].value | choice);
                }
            }
            done = choice == open;
        }
    }
}

/* The origins of all targets in one memory that the record reads. */
static void find_in(struct probe *p)
{
    unsigned bits = 0;
    while (bits < 63 && (p->hi - p->lo - 1) >> bits) {
        bits++;
    }
    find_bits(p, bits);
    uint64_t all = (UINT64_C(1) << bits) - 1;
    for (size_t i = 0; i < p->n; i++) {
        if (p->target[i].reached && p->target[i].known == all) {
            report(p, i, p->target[i].value);
        }
    }
    find_several(p, all);
}

/* Whether an earlier entry of the footprint reads the same memory; else lo..hi is what the record reads there. */
static bool take_memory(struct probe *p, unsigned entry)
{
    bool any = false;
    for (unsigned i = 0; i < p->fp.n; i++) {
        const struct aic_span *span = &p->fp.e[i].span;
        uint64_t lo, hi;
        if (p->fp.e[i].access == AIC_WRITE || !span->run || span->space != p->fp.e[entry].span.space ||
            span->unit != p->fp.e[entry].span.unit) {
            continue;
        }
        if (i < entry) {
            return false;
        }
        aic_span_bounds(span, &lo, &hi);
        p->lo = !any || lo < p->lo ? lo : p->lo;
        p->hi = !any || hi > p->hi ? hi : p->hi;
        any = true;
    }
    p->src = (enum aic_space)p->fp.e[entry].span.space;
    p->src_unit = p->fp.e[entry].span.unit;
    return any;
}

static void copy_in(struct probe *p, uint64_t addr, uint8_t *data, uint8_t *state, uint64_t n, const void *with)
{
    (void)p;
    (void)state;
    const struct aic_span *span = ((const struct aic_span *const *)with)[1];
    struct aic_memory *from = ((struct aic_memory *const *)with)[0];
    aic_memory_read(from, (enum aic_space)span->space, span->unit, addr, n, data, NULL);
}

static bool begin(struct probe *p, struct aic_memory *mem, const uint64_t *of)
{
    p->gm = aic_gm_new();
    p->target = calloc(p->n ? p->n : 1, sizeof(*p->target));
    p->state = calloc(p->n ? p->n : 1, 1);
    bool ok = aic_memory_init(&p->mem, &p->op->lim->sizes, mem->ub[1].bytes ? 2 : 1, p->gm);
    if (!ok || !p->gm || !p->target || !p->state) {
        return false;
    }
    for (size_t i = 0; i < p->n; i++) {
        p->target[i].of = of[i];
    }
    p->op->insn->footprint(p->op, &p->fp);
    for (unsigned i = 0; i < p->fp.n; i++) {
        const void *with[2] = {mem, &p->fp.e[i].span};
        if (p->fp.e[i].span.run && p->fp.e[i].access != AIC_WRITE) {
            visit_span(p, &p->fp.e[i].span, copy_in, with);
        }
    }
    return true;
}

static void end(struct probe *p)
{
    aic_memory_free(&p->mem);
    aic_gm_free(p->gm);
    free(p->target);
    free(p->state);
}

/* Bytes that the record writes and no memory reaches. */
static void report_constants(struct probe *p, const bool *found)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->target[i].written && !found[i]) {
            p->fn(p->user, &(struct aic_origin){.of = p->target[i].of, .constant = true, .operand = -1,
                                                .undefined = p->target[i].undefined});
        }
    }
}

bool aic_origins(const struct aic_op *op, struct aic_memory *mem, enum aic_space space, unsigned unit,
                 const uint64_t *of, size_t n, aic_origin_fn *fn, void *user)
{
    if (aic_cube_origins(op, of, n, fn, user)) {
        return true;
    }
    struct probe p = {.op = op, .dst = space, .dst_unit = unit, .n = n, .fn = fn, .user = user};
    bool *found = calloc(n ? n : 1, sizeof(*found));
    bool ok = begin(&p, mem, of) && found;
    if (ok) {
        run(&p, (struct pattern){0, 1}); /* nothing is marked */
        for (size_t i = 0; i < n; i++) {
            p.target[i].written = p.state[i] != AIC_ST_NEVER;
            p.target[i].undefined = (p.state[i] & AIC_ST_UNDEF) != 0;
        }
    }
    for (unsigned e = 0; ok && e < p.fp.n; e++) {
        if (p.fp.e[e].span.run && p.fp.e[e].access != AIC_WRITE && take_memory(&p, e)) {
            find_in(&p);
            for (size_t i = 0; i < n; i++) {
                found[i] |= p.target[i].reached;
            }
        }
    }
    if (ok) {
        report_constants(&p, found);
    }
    end(&p);
    free(found);
    return ok;
}
