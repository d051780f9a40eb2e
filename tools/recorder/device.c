#define _GNU_SOURCE
#include "tools/recorder/device.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Far from where programs and libraries lie, and large enough for an accelerator's memory. Reserved, not used. */
#define BASE ((uintptr_t)0x200000000000)
#define RESERVED (UINT64_C(64) << 30)
/* Device memory comes in pages of 2 MB, as aclrtMalloc hands it out. Allocations lie apart, so that an access past the
 * end of one does not hit the next. */
#define ALIGN (UINT64_C(2) << 20)
#define GAP UINT64_C(512)

static bool reserve(struct aic_device *device)
{
    if (device->base) {
        return true;
    }
    void *p = mmap((void *)BASE, RESERVED, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
        return false;
    }
    device->base = p;
    return true;
}

static bool grow(struct aic_device *device)
{
    if (device->n < device->room) {
        return true;
    }
    size_t room = device->room ? device->room * 2 : 32;
    void *grown = realloc(device->at, room * sizeof(*device->at));
    if (!grown) {
        return false;
    }
    device->at = grown;
    device->room = room;
    return true;
}

void *aic_device_malloc(struct aic_device *device, uint64_t bytes)
{
    if (!reserve(device) || !grow(device) || bytes > RESERVED - device->used - 2 * ALIGN) {
        return NULL;
    }
    uint64_t span = (bytes + GAP + ALIGN - 1) / ALIGN * ALIGN;
    uint8_t *p = device->base + device->used;
    if (mprotect(p, span, PROT_READ | PROT_WRITE) != 0) {
        return NULL;
    }
    device->at[device->n++] = (struct aic_allocation){.offset = device->used, .bytes = bytes, .pages = span,
                                                           .live = true};
    device->used += span;
    return p;
}

bool aic_device_free(struct aic_device *device, const void *pointer)
{
    int i = aic_device_find(device, (uintptr_t)pointer);
    if (i < 0 || device->base + device->at[i].offset != (const uint8_t *)pointer) {
        return false;
    }
    device->at[i].live = false;
    free(device->at[i].written);
    device->at[i].written = NULL;
    device->at[i].n_written = device->at[i].room_written = 0;
    return true;
}

uint64_t aic_device_offset(const struct aic_device *device, uint64_t host_address)
{
    return host_address - (uint64_t)(uintptr_t)device->base;
}

int aic_device_find(const struct aic_device *device, uint64_t host_address)
{
    int i = aic_device_find_page(device, host_address);
    const struct aic_allocation *a = i >= 0 ? &device->at[i] : NULL;
    return a && aic_device_offset(device, host_address) - a->offset < (a->bytes ? a->bytes : 1) ? i : -1;
}

int aic_device_find_page(const struct aic_device *device, uint64_t host_address)
{
    uint64_t offset = aic_device_offset(device, host_address);
    for (size_t i = device->n; i-- > 0;) {
        const struct aic_allocation *a = &device->at[i];
        if (a->live && offset >= a->offset && offset - a->offset < a->pages) {
            return (int)i;
        }
    }
    return -1;
}

bool aic_allocation_mark(struct aic_allocation *a, uint64_t begin, uint64_t end)
{
    if (begin >= end) {
        return true;
    }
    if (a->n_written == a->room_written) {
        size_t room = a->room_written ? a->room_written * 2 : 8;
        void *grown = realloc(a->written, room * sizeof(*a->written));
        if (!grown) {
            return false;
        }
        a->written = grown;
        a->room_written = room;
    }
    /* Everything that touches [begin, end) becomes one range. */
    size_t first = 0;
    while (first < a->n_written && a->written[first].end < begin) {
        first++;
    }
    size_t last = first;
    while (last < a->n_written && a->written[last].begin <= end) {
        begin = a->written[last].begin < begin ? a->written[last].begin : begin;
        end = a->written[last].end > end ? a->written[last].end : end;
        last++;
    }
    memmove(&a->written[first + 1], &a->written[last], (a->n_written - last) * sizeof(*a->written));
    a->n_written = a->n_written - (last - first) + 1;
    a->written[first] = (struct aic_range){begin, end};
    return true;
}
