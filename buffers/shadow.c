#include "buffers/shadow.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_SHIFT 13
#define PAGE_BYTES (1u << PAGE_SHIFT)
#define INLINE_READERS 3

/* Stamps are shared by the pieces of an access; index 0 is none. */
struct shared_stamp {
    struct aic_stamp stamp;
    uint32_t users;
    uint32_t next_free;
};

/* Bytes lo..hi-1 of a page that have the same history. */
struct piece {
    uint16_t lo, hi; /* hi == PAGE_BYTES fits */
    uint16_t n_readers, capacity; /* capacity 0: the readers are inline */
    uint32_t writer;
    union {
        uint32_t few[INLINE_READERS];
        uint32_t *many;
    } readers;
};

struct page {
    uint64_t number;
    bool used;
    uint32_t n, capacity;
    struct piece *pieces; /* ascending, apart */
};

struct aic_shadow {
    uint64_t bytes;
    struct page *pages; /* by number when sized, else an open-addressing table */
    size_t n_pages, used_pages;
    struct shared_stamp *stamps;
    uint32_t n_stamps, free_stamp;
    struct piece *scratch;
    uint32_t scratch_n, scratch_capacity;
    bool failed;
    aic_shadow_meet *meet;
};

struct aic_shadow *aic_shadow_new(uint64_t bytes)
{
    struct aic_shadow *shadow = calloc(1, sizeof(*shadow));
    if (!shadow) {
        return NULL;
    }
    shadow->bytes = bytes;
    shadow->n_pages = bytes ? (size_t)((bytes + PAGE_BYTES - 1) >> PAGE_SHIFT) : 64;
    shadow->pages = calloc(shadow->n_pages, sizeof(*shadow->pages));
    if (!shadow->pages) {
        free(shadow);
        return NULL;
    }
    return shadow;
}

static uint32_t *readers_of(struct piece *piece)
{
    return piece->capacity ? piece->readers.many : piece->readers.few;
}

void aic_shadow_free(struct aic_shadow *shadow)
{
    if (!shadow) {
        return;
    }
    for (size_t i = 0; i < shadow->n_pages; i++) {
        for (uint32_t k = 0; k < shadow->pages[i].n; k++) {
            if (shadow->pages[i].pieces[k].capacity) {
                free(shadow->pages[i].pieces[k].readers.many);
            }
        }
        free(shadow->pages[i].pieces);
    }
    free(shadow->pages);
    free(shadow->stamps);
    free(shadow->scratch);
    free(shadow);
}

/* --- stamps --- */

static uint32_t stamp_new(struct aic_shadow *shadow, const struct aic_stamp *stamp)
{
    if (!shadow->free_stamp) {
        uint32_t old = shadow->n_stamps ? shadow->n_stamps : 1, n = old * 2 < 256 ? 256 : old * 2;
        struct shared_stamp *stamps = realloc(shadow->stamps, n * sizeof(*stamps));
        if (!stamps) {
            shadow->failed = true;
            return 0;
        }
        for (uint32_t i = n; i-- > old;) {
            stamps[i].next_free = shadow->free_stamp;
            shadow->free_stamp = i;
        }
        shadow->stamps = stamps;
        shadow->n_stamps = n;
    }
    uint32_t index = shadow->free_stamp;
    shadow->free_stamp = shadow->stamps[index].next_free;
    shadow->stamps[index] = (struct shared_stamp){*stamp, 1, 0};
    return index;
}

static uint32_t stamp_use(struct aic_shadow *shadow, uint32_t index)
{
    if (index) {
        shadow->stamps[index].users++;
    }
    return index;
}

static void stamp_drop(struct aic_shadow *shadow, uint32_t index)
{
    if (index && --shadow->stamps[index].users == 0) {
        shadow->stamps[index].next_free = shadow->free_stamp;
        shadow->free_stamp = index;
    }
}

/* --- pieces --- */

static void piece_drop(struct aic_shadow *shadow, struct piece *piece)
{
    stamp_drop(shadow, piece->writer);
    for (uint32_t i = 0; i < piece->n_readers; i++) {
        stamp_drop(shadow, readers_of(piece)[i]);
    }
    if (piece->capacity) {
        free(piece->readers.many);
    }
}

static struct piece piece_copy(struct aic_shadow *shadow, struct piece *from, unsigned lo, unsigned hi)
{
    struct piece copy = *from;
    copy.lo = (uint16_t)lo;
    copy.hi = (uint16_t)hi;
    if (from->capacity) {
        copy.readers.many = malloc(from->capacity * sizeof(uint32_t));
        if (!copy.readers.many) {
            shadow->failed = true;
            copy.capacity = copy.n_readers = 0;
        } else {
            memcpy(copy.readers.many, from->readers.many, from->n_readers * sizeof(uint32_t));
        }
    }
    stamp_use(shadow, copy.writer);
    for (uint32_t i = 0; i < copy.n_readers; i++) {
        stamp_use(shadow, readers_of(&copy)[i]);
    }
    return copy;
}

static bool more_readers(struct aic_shadow *shadow, struct piece *piece)
{
    uint16_t room = piece->capacity ? piece->capacity : INLINE_READERS;
    if (piece->n_readers < room) {
        return true;
    }
    uint16_t capacity = (uint16_t)(room * 2);
    uint32_t *many = malloc(capacity * sizeof(*many));
    if (!many) {
        shadow->failed = true;
        return false;
    }
    memcpy(many, readers_of(piece), piece->n_readers * sizeof(*many));
    if (piece->capacity) {
        free(piece->readers.many);
    }
    piece->readers.many = many;
    piece->capacity = capacity;
    return true;
}

static void piece_read(struct aic_shadow *shadow, struct piece *piece, uint32_t stamp)
{
    uint32_t actor = shadow->stamps[stamp].stamp.actor;
    uint32_t *readers = readers_of(piece);
    for (uint32_t i = 0; i < piece->n_readers; i++) {
        if (shadow->stamps[readers[i]].stamp.actor == actor) {
            stamp_use(shadow, stamp);
            stamp_drop(shadow, readers[i]);
            readers[i] = stamp;
            return;
        }
    }
    if (more_readers(shadow, piece)) {
        readers_of(piece)[piece->n_readers++] = stamp_use(shadow, stamp);
    }
}

static bool same_history(struct piece *a, struct piece *b)
{
    return a->writer == b->writer && a->n_readers == b->n_readers &&
           memcmp(readers_of(a), readers_of(b), a->n_readers * sizeof(uint32_t)) == 0;
}

/* Appends to the scratch list, merging with a neighbour of the same history. */
static void emit(struct aic_shadow *shadow, struct piece piece)
{
    struct piece *last = shadow->scratch_n ? &shadow->scratch[shadow->scratch_n - 1] : NULL;
    if (last && last->hi == piece.lo && same_history(last, &piece)) {
        last->hi = piece.hi;
        piece_drop(shadow, &piece);
        return;
    }
    if (shadow->scratch_n == shadow->scratch_capacity) {
        uint32_t capacity = shadow->scratch_capacity ? shadow->scratch_capacity * 2 : 64;
        struct piece *scratch = realloc(shadow->scratch, capacity * sizeof(*scratch));
        if (!scratch) {
            shadow->failed = true;
            piece_drop(shadow, &piece);
            return;
        }
        shadow->scratch = scratch;
        shadow->scratch_capacity = capacity;
    }
    shadow->scratch[shadow->scratch_n++] = piece;
}

/* --- pages --- */

static size_t table_slot(const struct page *pages, size_t n, uint64_t number)
{
    size_t i = (size_t)(number * 0x9E3779B97F4A7C15u >> 20) & (n - 1);
    while (pages[i].used && pages[i].number != number) {
        i = (i + 1) & (n - 1);
    }
    return i;
}

static bool table_grow(struct aic_shadow *shadow)
{
    size_t n = shadow->n_pages * 2;
    struct page *pages = calloc(n, sizeof(*pages));
    if (!pages) {
        return false;
    }
    for (size_t i = 0; i < shadow->n_pages; i++) {
        if (shadow->pages[i].used) {
            pages[table_slot(pages, n, shadow->pages[i].number)] = shadow->pages[i];
        }
    }
    free(shadow->pages);
    shadow->pages = pages;
    shadow->n_pages = n;
    return true;
}

static struct page *page_of(struct aic_shadow *shadow, uint64_t number, bool create)
{
    if (shadow->bytes) {
        return number < shadow->n_pages ? &shadow->pages[number] : NULL;
    }
    size_t i = table_slot(shadow->pages, shadow->n_pages, number);
    if (shadow->pages[i].used || !create) {
        return shadow->pages[i].used ? &shadow->pages[i] : NULL;
    }
    if (shadow->used_pages * 2 >= shadow->n_pages) {
        if (!table_grow(shadow)) {
            shadow->failed = true;
            return NULL;
        }
        i = table_slot(shadow->pages, shadow->n_pages, number);
    }
    shadow->used_pages++;
    shadow->pages[i].used = true;
    shadow->pages[i].number = number;
    return &shadow->pages[i];
}

/* First piece that ends behind `at`. */
static uint32_t find_piece(const struct page *page, unsigned at)
{
    uint32_t lo = 0, hi = page->n;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (page->pieces[mid].hi > at) {
            hi = mid;
        } else {
            lo = mid + 1;
        }
    }
    return lo;
}

/* Puts the scratch list in the place of pieces first..last-1. */
static void replace(struct aic_shadow *shadow, struct page *page, uint32_t first, uint32_t last)
{
    uint32_t n = page->n - (last - first) + shadow->scratch_n;
    if (n > page->capacity) {
        uint32_t capacity = n * 2 < 4 ? 4 : n * 2;
        struct piece *pieces = realloc(page->pieces, capacity * sizeof(*pieces));
        if (!pieces) {
            shadow->failed = true;
            for (uint32_t i = 0; i < shadow->scratch_n; i++) {
                piece_drop(shadow, &shadow->scratch[i]);
            }
            return;
        }
        page->pieces = pieces;
        page->capacity = capacity;
    }
    for (uint32_t i = first; i < last; i++) {
        piece_drop(shadow, &page->pieces[i]);
    }
    memmove(page->pieces + first + shadow->scratch_n, page->pieces + last, (page->n - last) * sizeof(*page->pieces));
    memcpy(page->pieces + first, shadow->scratch, shadow->scratch_n * sizeof(*page->pieces));
    page->n = n;
}

struct access {
    bool write;
    uint32_t stamp;
    aic_shadow_visit *visit;
    void *user;
};

/* Whether somebody else than the access itself has read the piece. */
static bool read_by_others(struct aic_shadow *shadow, struct piece *piece, const struct access *access)
{
    const struct aic_stamp *own = &shadow->stamps[access->stamp].stamp;
    for (uint32_t i = 0; i < piece->n_readers; i++) {
        const struct aic_stamp *reader = &shadow->stamps[readers_of(piece)[i]].stamp;
        if (reader->actor != own->actor || reader->seq != own->seq) {
            return true;
        }
    }
    return false;
}

static void visit_piece(struct aic_shadow *shadow, struct piece *piece, const struct access *access, uint64_t page_base,
                        unsigned lo, unsigned hi)
{
    if (piece->writer) {
        access->visit(access->user, &shadow->stamps[piece->writer].stamp, true, page_base + lo, page_base + hi);
    }
    if (piece->writer && shadow->meet) {
        bool read = access->write ? piece->n_readers != 0 : read_by_others(shadow, piece, access);
        shadow->meet(access->user, &shadow->stamps[piece->writer].stamp, read, page_base + lo, page_base + hi);
    }
    for (uint32_t i = 0; access->write && i < piece->n_readers; i++) {
        access->visit(access->user, &shadow->stamps[readers_of(piece)[i]].stamp, false, page_base + lo, page_base + hi);
    }
}

static struct piece fresh(struct aic_shadow *shadow, const struct access *access, unsigned lo, unsigned hi)
{
    struct piece piece = {.lo = (uint16_t)lo, .hi = (uint16_t)hi};
    if (access->write) {
        piece.writer = stamp_use(shadow, access->stamp);
    } else {
        piece.readers.few[0] = stamp_use(shadow, access->stamp);
        piece.n_readers = 1;
    }
    return piece;
}

/* The same piece as before is touched again: the common case of buffers that are used in turn. */
static bool touch_whole(struct aic_shadow *shadow, struct page *page, uint32_t i, const struct access *access,
                        uint64_t base, unsigned lo, unsigned hi)
{
    if (i >= page->n || page->pieces[i].lo != lo || page->pieces[i].hi != hi) {
        return false;
    }
    struct piece *piece = &page->pieces[i];
    visit_piece(shadow, piece, access, base, lo, hi);
    if (!access->write) {
        piece_read(shadow, piece, access->stamp);
        return true;
    }
    struct piece written = fresh(shadow, access, lo, hi);
    piece_drop(shadow, piece);
    *piece = written;
    return true;
}

static void touch(struct aic_shadow *shadow, struct page *page, const struct access *access, uint64_t base, unsigned lo,
                  unsigned hi)
{
    uint32_t first = find_piece(page, lo), i = first;
    if (touch_whole(shadow, page, first, access, base, lo, hi)) {
        return;
    }
    unsigned at = lo;
    shadow->scratch_n = 0;
    for (; i < page->n && page->pieces[i].lo < hi; i++) {
        struct piece *piece = &page->pieces[i];
        unsigned from = piece->lo > lo ? piece->lo : lo, to = piece->hi < hi ? piece->hi : hi;
        visit_piece(shadow, piece, access, base, from, to);
        if (piece->lo < lo) {
            emit(shadow, piece_copy(shadow, piece, piece->lo, lo));
        }
        if (!access->write) {
            if (at < from) {
                emit(shadow, fresh(shadow, access, at, from));
            }
            struct piece read = piece_copy(shadow, piece, from, to);
            piece_read(shadow, &read, access->stamp);
            emit(shadow, read);
            at = to;
        }
    }
    if (at < hi) {
        emit(shadow, fresh(shadow, access, at, hi));
    }
    if (i > first && page->pieces[i - 1].hi > hi) {
        emit(shadow, piece_copy(shadow, &page->pieces[i - 1], hi, page->pieces[i - 1].hi));
    }
    replace(shadow, page, first, i);
}

bool aic_shadow_access(struct aic_shadow *shadow, const struct aic_span *span, bool write,
                       const struct aic_stamp *stamp, aic_shadow_visit *visit, void *user)
{
    struct access access = {write, stamp_new(shadow, stamp), visit, user};
    if (!access.stamp) {
        return false;
    }
    struct aic_span_iter it;
    uint64_t addr, bytes;
    aic_span_begin(&it, span);
    while (aic_span_next(&it, &addr, &bytes)) {
        uint64_t end = addr + bytes;
        if (shadow->bytes && end > shadow->bytes) {
            end = shadow->bytes;
        }
        while (addr < end) {
            uint64_t base = addr & ~(uint64_t)(PAGE_BYTES - 1);
            uint64_t stop = base + PAGE_BYTES < end ? base + PAGE_BYTES : end;
            struct page *page = page_of(shadow, addr >> PAGE_SHIFT, true);
            if (page) {
                touch(shadow, page, &access, base, (unsigned)(addr - base), (unsigned)(stop - base));
            }
            addr = stop;
        }
    }
    stamp_drop(shadow, access.stamp);
    return !shadow->failed;
}

const struct aic_stamp *aic_shadow_writer(const struct aic_shadow *shadow, uint64_t addr)
{
    struct page *page = page_of((struct aic_shadow *)shadow, addr >> PAGE_SHIFT, false);
    if (!page) {
        return NULL;
    }
    unsigned at = (unsigned)(addr & (PAGE_BYTES - 1));
    uint32_t i = find_piece(page, at);
    if (i >= page->n || page->pieces[i].lo > at || !page->pieces[i].writer) {
        return NULL;
    }
    return &shadow->stamps[page->pieces[i].writer].stamp;
}

void aic_shadow_watch(struct aic_shadow *shadow, aic_shadow_meet *meet)
{
    shadow->meet = meet;
}

bool aic_shadow_next(const struct aic_shadow *shadow, uint64_t from, uint64_t end, struct aic_shadow_piece *piece)
{
    while (from < end) {
        uint64_t base = from & ~(uint64_t)(PAGE_BYTES - 1);
        const struct page *page = page_of((struct aic_shadow *)shadow, from >> PAGE_SHIFT, false);
        uint32_t i = page ? find_piece(page, (unsigned)(from - base)) : 0;
        if (page && i < page->n) {
            struct piece *at = &page->pieces[i];
            *piece = (struct aic_shadow_piece){base + at->lo, base + at->hi, at->n_readers != 0,
                                               at->writer ? &shadow->stamps[at->writer].stamp : NULL,
                                               at->n_readers ? &shadow->stamps[readers_of(at)[0]].stamp : NULL};
            return piece->lo < end;
        }
        from = base + PAGE_BYTES;
    }
    return false;
}
