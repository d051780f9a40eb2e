/* Device memory of a recorded program: one range of host addresses, so that a device pointer can be read directly by
 * scalar code, and the same offsets in every run. GM of the simulation has the same offsets. */
#ifndef AIC_TOOLS_RECORDER_DEVICE_H
#define AIC_TOOLS_RECORDER_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aic_range {
    uint64_t begin, end; /* offsets inside the allocation */
};

struct aic_allocation {
    uint64_t offset, bytes; /* in device memory, as asked for */
    uint64_t pages;         /* bytes that are mapped from offset on */
    bool live;
    struct aic_range *written; /* ascending, apart: what the host or a kernel has written */
    size_t n_written, room_written;
};

struct aic_device {
    uint8_t *base;
    uint64_t used;
    struct aic_allocation *at;
    size_t n, room;
};

/* NULL when the memory cannot be had. 0 bytes give a pointer that may not be read. */
void *aic_device_malloc(struct aic_device *device, uint64_t bytes);

/* False when the pointer is not the begin of a live allocation. */
bool aic_device_free(struct aic_device *device, const void *pointer);

/* The live allocation that holds the host address, -1 when there is none. */
int aic_device_find(const struct aic_device *device, uint64_t host_address);

/* The same, the rest of its last page included. */
int aic_device_find_page(const struct aic_device *device, uint64_t host_address);

/* Offset of a host address; addresses below the range give offsets that lie in no allocation. */
uint64_t aic_device_offset(const struct aic_device *device, uint64_t host_address);

/* Records [begin, end) of an allocation as written. False when out of memory. */
bool aic_allocation_mark(struct aic_allocation *a, uint64_t begin, uint64_t end);

#endif
