#include <stdlib.h>
#include <string.h>

#include "sim/order.h"

static void raise_to(uint32_t *entry, uint32_t value)
{
    if (value > *entry) {
        *entry = value;
    }
}

static bool reserve(struct aic_clock *clock, uint32_t cores)
{
    uint32_t n = cores * AIC_CLOCK_SLOTS;
    if (clock->n_remote >= n) {
        return true;
    }
    uint32_t *remote = realloc(clock->remote, n * sizeof(*remote));
    if (!remote) {
        return false;
    }
    memset(remote + clock->n_remote, 0, (n - clock->n_remote) * sizeof(*remote));
    clock->remote = remote;
    clock->n_remote = n;
    return true;
}

static void join_remote(struct aic_clock *into, const struct aic_clock *from)
{
    if (from->n_remote && !reserve(into, from->n_remote / AIC_CLOCK_SLOTS)) {
        return;
    }
    for (uint32_t i = 0; i < from->n_remote; i++) {
        if (i / AIC_CLOCK_SLOTS == into->core) {
            raise_to(&into->seq[i % AIC_CLOCK_SLOTS], from->remote[i]);
        } else {
            raise_to(&into->remote[i], from->remote[i]);
        }
    }
}

void aic_clock_join(struct aic_clock *into, const struct aic_clock *from)
{
    if (from->core == into->core) {
        for (unsigned i = 0; i < AIC_CLOCK_SLOTS; i++) {
            raise_to(&into->seq[i], from->seq[i]);
        }
    } else if (reserve(into, from->core + 1)) {
        for (unsigned i = 0; i < AIC_CLOCK_SLOTS; i++) {
            raise_to(&into->remote[from->core * AIC_CLOCK_SLOTS + i], from->seq[i]);
        }
    }
    join_remote(into, from);
}

void aic_clock_copy(struct aic_clock *into, const struct aic_clock *from)
{
    into->core = from->core;
    memcpy(into->seq, from->seq, sizeof(into->seq));
    if (into->n_remote) {
        memset(into->remote, 0, into->n_remote * sizeof(*into->remote));
    }
    join_remote(into, from);
}

bool aic_clock_knows(const struct aic_clock *clock, uint32_t core, uint32_t slot, uint32_t seq)
{
    if (core == clock->core) {
        return clock->seq[slot] >= seq;
    }
    uint32_t i = core * AIC_CLOCK_SLOTS + slot;
    return i < clock->n_remote && clock->remote[i] >= seq;
}

void aic_clock_free(struct aic_clock *clock)
{
    free(clock->remote);
    clock->remote = NULL;
    clock->n_remote = 0;
}
