/* A treap: a search tree by address that is a heap by the hash of the index, which keeps it flat in any order of
 * entry. */
#include "buffers/ranges.h"

#include <stdlib.h>

static uint32_t priority(uint32_t index)
{
    uint32_t h = index * 0x9E3779B1u;
    h = (h ^ h >> 15) * 0x85EBCA6Bu;
    return h ^ h >> 13;
}

static uint64_t last_of(uint64_t addr, uint64_t bytes)
{
    return bytes - 1 > UINT64_MAX - addr ? UINT64_MAX : addr + (bytes - 1);
}

int64_t aic_ranges_find(const struct aic_ranges *ranges, uint64_t addr, uint64_t bytes)
{
    if (bytes == 0) {
        return -1;
    }
    uint64_t last = last_of(addr, bytes);
    for (uint32_t i = ranges->root; i;) {
        const struct aic_ranges_node *r = &ranges->at[i - 1];
        if (r->first <= last && addr <= r->last) {
            return r->value;
        }
        i = last < r->first ? r->left : r->right;
    }
    return -1;
}

/* Hangs the tree `rest` below the two open ends of a new node: what lies before `first` left, the others right. */
static void split(struct aic_ranges *ranges, uint32_t rest, uint64_t first, uint32_t *left, uint32_t *right)
{
    while (rest) {
        struct aic_ranges_node *r = &ranges->at[rest - 1];
        if (r->first < first) {
            *left = rest;
            left = &r->right;
            rest = *left;
        } else {
            *right = rest;
            right = &r->left;
            rest = *right;
        }
    }
    *left = *right = 0;
}

bool aic_ranges_add(struct aic_ranges *ranges, uint64_t addr, uint64_t bytes, uint32_t value)
{
    if (bytes == 0) {
        return true;
    }
    if (ranges->n == ranges->room) {
        uint32_t room = ranges->room ? ranges->room * 2 : 16;
        struct aic_ranges_node *at = realloc(ranges->at, room * sizeof(*at));
        if (!at) {
            return false;
        }
        ranges->at = at;
        ranges->room = room;
    }
    uint32_t node = ranges->n++, *link = &ranges->root;
    struct aic_ranges_node *new = &ranges->at[node];
    *new = (struct aic_ranges_node){addr, last_of(addr, bytes), value, 0, 0};
    while (*link && priority(*link - 1) >= priority(node)) {
        struct aic_ranges_node *r = &ranges->at[*link - 1];
        link = addr < r->first ? &r->left : &r->right;
    }
    uint32_t rest = *link;
    *link = node + 1;
    split(ranges, rest, addr, &new->left, &new->right);
    return true;
}

void aic_ranges_free(struct aic_ranges *ranges)
{
    free(ranges->at);
    *ranges = (struct aic_ranges){0};
}
