#include "buffers/gm.h"

#include <stdlib.h>
#include <string.h>

#include "buffers/byte_state.h"

/* Pages are found by an open-addressing table that doubles; a page never moves. */
#define PAGE_SHIFT 16
#define PAGE_BYTES (1u << PAGE_SHIFT)

/* Most pages have one state throughout, and share its bytes until one of them is written. */
struct page {
    uint64_t number;
    uint8_t *state; /* PAGE_BYTES; one of gm->uniform or the page's own */
    uint8_t data[PAGE_BYTES];
};

/* A marked range, which holds for the pages that come into being later. */
struct mark {
    uint64_t addr, n;
    uint8_t state;
};

struct aic_gm {
    struct page **slots;
    size_t capacity; /* a power of two */
    size_t used;
    struct page *last; /* the page found last: accesses run on */
    struct mark *marks;
    size_t n_marks;
    struct mark newest;  /* the last one marked, and how many writes there had been */
    uint64_t newest_writes, writes;
    uint8_t *never, *valid; /* PAGE_BYTES of these states, for the pages that share them */
};

struct aic_gm *aic_gm_new(void)
{
    struct aic_gm *gm = calloc(1, sizeof(*gm));
    if (!gm) {
        return NULL;
    }
    gm->capacity = 64;
    gm->slots = calloc(gm->capacity, sizeof(*gm->slots));
    gm->never = calloc(1, PAGE_BYTES);
    gm->valid = malloc(PAGE_BYTES);
    if (!gm->slots || !gm->never || !gm->valid) {
        aic_gm_free(gm);
        return NULL;
    }
    memset(gm->valid, AIC_ST_VALID, PAGE_BYTES);
    return gm;
}

static bool is_shared(const struct aic_gm *gm, const struct page *page)
{
    return page->state == gm->never || page->state == gm->valid;
}

static void share_state(struct aic_gm *gm, struct page *page, uint8_t *state)
{
    if (!is_shared(gm, page)) {
        free(page->state);
    }
    page->state = state;
}

/* The page's own state, for writing; NULL when out of memory. */
static uint8_t *own_state(struct aic_gm *gm, struct page *page)
{
    if (is_shared(gm, page)) {
        uint8_t *own = malloc(PAGE_BYTES);
        if (!own) {
            return NULL;
        }
        page->state = memcpy(own, page->state, PAGE_BYTES);
    }
    return page->state;
}

/* Sets the state of n bytes of a page. False when out of memory. */
static bool set_state(struct aic_gm *gm, struct page *page, uint64_t in_page, uint64_t n, uint8_t state)
{
    if (state == AIC_ST_VALID && (n == PAGE_BYTES || page->state == gm->valid)) {
        share_state(gm, page, gm->valid);
        return true;
    }
    uint8_t *own = own_state(gm, page);
    if (own) {
        memset(own + in_page, state, n);
    }
    return own != NULL;
}

void aic_gm_free(struct aic_gm *gm)
{
    if (!gm) {
        return;
    }
    for (size_t i = 0; gm->slots && i < gm->capacity; i++) {
        if (gm->slots[i]) {
            share_state(gm, gm->slots[i], gm->never);
            free(gm->slots[i]);
        }
    }
    free(gm->slots);
    free(gm->never);
    free(gm->valid);
    free(gm->marks);
    free(gm);
}

static size_t slot_of(struct page *const *slots, size_t capacity, uint64_t number)
{
    size_t i = (size_t)(number * 0x9E3779B97F4A7C15u >> 20) & (capacity - 1);
    while (slots[i] && slots[i]->number != number) {
        i = (i + 1) & (capacity - 1);
    }
    return i;
}

static bool grow(struct aic_gm *gm)
{
    size_t capacity = gm->capacity * 2;
    struct page **slots = calloc(capacity, sizeof(*slots));
    if (!slots) {
        return false;
    }
    for (size_t i = 0; i < gm->capacity; i++) {
        if (gm->slots[i]) {
            slots[slot_of(slots, capacity, gm->slots[i]->number)] = gm->slots[i];
        }
    }
    free(gm->slots);
    gm->slots = slots;
    gm->capacity = capacity;
    return true;
}

/* The part of a mark that lies in a page; 0 when none does. */
static uint64_t part_in_page(const struct mark *mark, uint64_t number, uint64_t *in_page)
{
    uint64_t first = number << PAGE_SHIFT, last = first + (PAGE_BYTES - 1), mark_last = mark->addr + (mark->n - 1);
    if (mark->addr > last || mark_last < first) {
        return 0;
    }
    uint64_t from = mark->addr > first ? mark->addr : first, to = mark_last < last ? mark_last : last;
    *in_page = from - first;
    return to - from + 1;
}

static bool is_marked(const struct aic_gm *gm, uint64_t number)
{
    uint64_t in_page;
    for (size_t i = 0; i < gm->n_marks; i++) {
        if (part_in_page(&gm->marks[i], number, &in_page)) {
            return true;
        }
    }
    return false;
}

static bool apply(struct aic_gm *gm, const struct mark *mark, struct page *page)
{
    uint64_t in_page, n = part_in_page(mark, page->number, &in_page);
    return n == 0 || set_state(gm, page, in_page, n, mark->state);
}

/* A page of zeros with the states that it was marked with; NULL when out of memory. */
static struct page *new_page(struct aic_gm *gm, uint64_t number)
{
    struct page *page = calloc(1, sizeof(*page));
    if (!page) {
        return NULL;
    }
    page->number = number;
    page->state = gm->never;
    for (size_t k = 0; k < gm->n_marks; k++) {
        if (!apply(gm, &gm->marks[k], page)) {
            share_state(gm, page, gm->never);
            free(page);
            return NULL;
        }
    }
    return page;
}

static struct page *find_page(struct aic_gm *gm, uint64_t number, bool create)
{
    gm->writes += create;
    if (gm->last && gm->last->number == number) {
        return gm->last;
    }
    size_t i = slot_of(gm->slots, gm->capacity, number);
    if (!gm->slots[i]) {
        if (!create && !is_marked(gm, number)) {
            return NULL;
        }
        if (gm->used * 2 >= gm->capacity) {
            if (!grow(gm)) {
                return NULL;
            }
            i = slot_of(gm->slots, gm->capacity, number);
        }
        gm->slots[i] = new_page(gm, number);
        if (!gm->slots[i]) {
            return NULL;
        }
        gm->used++;
    }
    gm->last = gm->slots[i];
    return gm->last;
}

static uint64_t in_one_page(uint64_t addr, uint64_t n)
{
    uint64_t left = PAGE_BYTES - (addr & (PAGE_BYTES - 1));
    return n < left ? n : left;
}

void aic_gm_piece(struct aic_gm *gm, uint64_t addr, uint64_t n, bool create, uint8_t **data, uint8_t **state,
                  uint64_t *got)
{
    uint64_t in_page = addr & (PAGE_BYTES - 1);
    struct page *page = find_page(gm, addr >> PAGE_SHIFT, create);
    *got = in_one_page(addr, n);
    if (page && create && !own_state(gm, page)) {
        page = NULL;
    }
    *data = page ? page->data + in_page : NULL;
    *state = page ? page->state + in_page : NULL;
}

void aic_gm_read(struct aic_gm *gm, uint64_t addr, uint64_t n, uint8_t *data, uint8_t *state)
{
    while (n) {
        uint8_t *d, *s;
        uint64_t got;
        aic_gm_piece(gm, addr, n, false, &d, &s, &got);
        if (d) {
            memcpy(data, d, got);
        } else {
            memset(data, 0, got);
        }
        if (state) {
            if (d) {
                memcpy(state, s, got);
            } else {
                memset(state, AIC_ST_NEVER, got);
            }
            state += got;
        }
        data += got;
        addr += got;
        n -= got;
    }
}

bool aic_gm_write(struct aic_gm *gm, uint64_t addr, uint64_t n, const uint8_t *data, const uint8_t *state)
{
    while (n) {
        uint64_t in_page = addr & (PAGE_BYTES - 1), got = in_one_page(addr, n);
        struct page *page = find_page(gm, addr >> PAGE_SHIFT, true);
        if (!page) {
            return false;
        }
        memcpy(page->data + in_page, data, got);
        if (!state || aic_state_all_valid(state, got)) {
            if (!set_state(gm, page, in_page, got, AIC_ST_VALID)) {
                return false;
            }
        } else if (own_state(gm, page)) {
            memcpy(page->state + in_page, state, got);
        } else {
            return false;
        }
        state = state ? state + got : NULL;
        data += got;
        addr += got;
        n -= got;
    }
    return true;
}

/* Joins a mark with those that it touches; marks of other states keep their order and so are not looked through. */
static bool remember(struct aic_gm *gm, struct mark mark)
{
    for (size_t i = gm->n_marks; i-- > 0 && gm->marks[i].state == mark.state;) {
        struct mark *old = &gm->marks[i];
        uint64_t last = mark.addr + (mark.n - 1), old_last = old->addr + (old->n - 1);
        if (mark.addr <= old_last && old->addr <= last) {
            mark.addr = old->addr < mark.addr ? old->addr : mark.addr;
            mark.n = (old_last > last ? old_last : last) - mark.addr + 1;
            *old = gm->marks[--gm->n_marks];
        }
    }
    struct mark *marks = realloc(gm->marks, (gm->n_marks + 1) * sizeof(*marks));
    if (!marks) {
        return false;
    }
    gm->marks = marks;
    marks[gm->n_marks++] = mark;
    return true;
}

/* Pages that are there are marked now, the others when they come into being: tensors may be larger than the host. */
bool aic_gm_mark(struct aic_gm *gm, uint64_t addr, uint64_t n, uint8_t state)
{
    struct mark mark = {addr, n, state}, *newest = &gm->newest;
    if (n == 0 || (gm->newest_writes == gm->writes && newest->state == state && addr >= newest->addr &&
                   addr - newest->addr < newest->n && n <= newest->n - (addr - newest->addr))) {
        return true; /* nothing has been written since the same bytes were marked */
    }
    uint64_t first = addr >> PAGE_SHIFT, last = (addr + (n - 1)) >> PAGE_SHIFT;
    bool all = last - first >= gm->capacity; /* fewer slots than pages */
    for (uint64_t p = 0; p < (all ? gm->capacity : last - first + 1); p++) {
        struct page *page = gm->slots[all ? p : slot_of(gm->slots, gm->capacity, first + p)];
        if (page && !apply(gm, &mark, page)) {
            return false;
        }
    }
    *newest = mark;
    gm->newest_writes = gm->writes;
    return remember(gm, mark);
}

uint64_t aic_gm_resident(const struct aic_gm *gm)
{
    return (uint64_t)gm->used * PAGE_BYTES;
}
