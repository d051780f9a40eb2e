/* Disjoint ranges of 64-bit addresses, found by address: a search tree, so that a million tensors are no trouble. */
#ifndef AIC_BUFFERS_RANGES_H
#define AIC_BUFFERS_RANGES_H

#include <stdbool.h>
#include <stdint.h>

/* All zero is the empty set. `value` is the caller's. */
struct aic_ranges {
    struct aic_ranges_node {
        uint64_t first, last; /* both inside */
        uint32_t value;
        uint32_t left, right; /* index + 1; 0: none */
    } *at;
    uint32_t n, room, root;
};

/* The value of a range that shares an address with [addr, addr + bytes), -1 when none does. The end is held to 2^64. */
int64_t aic_ranges_find(const struct aic_ranges *ranges, uint64_t addr, uint64_t bytes);

/* Enters a range that shares nothing with those entered before; an empty one is left out. False when out of memory. */
bool aic_ranges_add(struct aic_ranges *ranges, uint64_t addr, uint64_t bytes, uint32_t value);

void aic_ranges_free(struct aic_ranges *ranges);

#endif
