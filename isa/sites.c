#include "isa/sites.h"

#include <stdlib.h>
#include <string.h>

#define NO_FILE UINT32_MAX

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static unsigned without_blanks(struct aic_text text, unsigned end)
{
    while (end && is_blank(text.at[end - 1])) {
        end--;
    }
    return end;
}

/* FILE:LINE that ends at `end`. */
static bool ends_with_line(struct aic_text text, unsigned end, struct aic_text *file, uint32_t *line)
{
    unsigned colon = end;
    uint64_t value = 0, scale = 1;
    while (colon && text.at[colon - 1] >= '0' && text.at[colon - 1] <= '9' && end - colon < 10) {
        colon--;
        value += scale * (unsigned)(text.at[colon] - '0');
        scale *= 10;
    }
    if (colon == end || colon < 2 || text.at[colon - 1] != ':' || value == 0 || value > UINT32_MAX) {
        return false;
    }
    *file = (struct aic_text){text.at, colon - 1};
    *line = (uint32_t)value;
    return true;
}

bool aic_site_parse(struct aic_text text, struct aic_text *file, uint32_t *line, struct aic_text *rest)
{
    unsigned end = text.len;
    for (;;) {
        if (ends_with_line(text, without_blanks(text, end), file, line)) {
            *rest = (struct aic_text){text.at + end, text.len - end};
            return true;
        }
        while (end && !(text.at[end - 1] == '#' && end > 1 && is_blank(text.at[end - 2]))) {
            end--;
        }
        if (end == 0) {
            return false;
        }
        end--;
    }
}

bool aic_site_printable(const char *file)
{
    return file[0] && !is_blank(file[0]) && !strpbrk(file, "\r\n");
}

static bool same_file(const struct aic_sites *p, uint32_t index, struct aic_text file)
{
    return strncmp(p->files[index], file.at, file.len) == 0 && p->files[index][file.len] == 0;
}

/* Where a file stands among the slots, or would stand. */
static uint32_t file_slot(const struct aic_sites *p, struct aic_text file)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (unsigned i = 0; i < file.len; i++) {
        h = (h ^ (unsigned char)file.at[i]) * UINT64_C(1099511628211);
    }
    uint32_t mask = p->room_files * 2 - 1, slot = (uint32_t)(h >> 32) & mask;
    while (p->file_slots[slot] && !same_file(p, p->file_slots[slot] - 1, file)) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

static bool grow_files(struct aic_sites *p)
{
    uint32_t room = p->room_files ? p->room_files * 2 : 8;
    char **more = realloc(p->files, room * sizeof *more);
    if (!more) {
        return false;
    }
    p->files = more;
    uint32_t *slots = calloc((size_t)room * 2, sizeof *slots);
    if (!slots) {
        return false;
    }
    free(p->file_slots);
    p->file_slots = slots;
    p->room_files = room;
    for (uint32_t i = 0; i < p->n_files; i++) {
        p->file_slots[file_slot(p, (struct aic_text){p->files[i], (unsigned)strlen(p->files[i])})] = i + 1;
    }
    return true;
}

static uint32_t file_index(struct aic_sites *p, struct aic_text file)
{
    const char *nul = file.len ? memchr(file.at, 0, file.len) : NULL; /* of a damaged binary trace */
    file.len = nul ? (unsigned)(nul - file.at) : file.len;
    if (p->last < p->n_files && same_file(p, p->last, file)) {
        return p->last;
    }
    if (p->n_files == p->room_files && !grow_files(p)) {
        return NO_FILE;
    }
    uint32_t slot = file_slot(p, file);
    if (!p->file_slots[slot]) {
        char *copy = malloc(file.len + 1u);
        if (!copy) {
            return NO_FILE;
        }
        memcpy(copy, file.at, file.len);
        copy[file.len] = 0;
        p->files[p->n_files] = copy;
        p->file_slots[slot] = ++p->n_files;
    }
    p->last = p->file_slots[slot] - 1;
    return p->last;
}

/* Where a site stands in the table of slots, or would stand. Files of one table are equal when their pointers are. */
static uint32_t slot_of(const struct aic_sites *p, struct aic_site site)
{
    uint64_t h = ((uint64_t)(uintptr_t)site.file ^ (uint64_t)site.line << 32) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t slot = (uint32_t)(h >> 32) & (p->n_slots - 1);
    while (p->slots[slot]) {
        const struct aic_site *there = &p->at[p->slots[slot] - 1];
        if (there->file == site.file && there->line == site.line) {
            break;
        }
        slot = (slot + 1) & (p->n_slots - 1);
    }
    return slot;
}

static bool grow(struct aic_sites *p)
{
    uint32_t n_slots = p->n_slots ? p->n_slots * 2 : 64, room = n_slots / 2;
    struct aic_site *at = realloc(p->at, room * sizeof *at);
    if (!at) {
        return false;
    }
    p->at = at;
    p->room = room;
    uint32_t *slots = calloc(n_slots, sizeof *slots);
    if (!slots) {
        return false;
    }
    free(p->slots);
    p->slots = slots;
    p->n_slots = n_slots;
    for (uint32_t i = 0; i < p->n; i++) {
        p->slots[slot_of(p, p->at[i])] = i + 1;
    }
    return true;
}

uint32_t aic_sites_number(struct aic_sites *p, struct aic_text file, uint32_t line)
{
    uint32_t index = file_index(p, file);
    if (index == NO_FILE || (p->n * 2 >= p->n_slots && !grow(p))) {
        return 0;
    }
    struct aic_site site = {p->files[index], line};
    uint32_t slot = slot_of(p, site);
    if (!p->slots[slot]) {
        p->at[p->n] = site;
        p->slots[slot] = ++p->n;
    }
    return p->slots[slot];
}

const struct aic_site *aic_sites_find(const struct aic_sites *p, uint32_t number)
{
    return number && number <= p->n ? &p->at[number - 1] : NULL;
}

void aic_sites_free(struct aic_sites *p)
{
    for (uint32_t i = 0; i < p->n_files; i++) {
        free(p->files[i]);
    }
    free(p->files);
    free(p->file_slots);
    free(p->at);
    free(p->slots);
    *p = (struct aic_sites){0};
}
