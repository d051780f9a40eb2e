/* The table of a trace's tensors, by name. */
#include <stdlib.h>

#include "isa/trace_reader.h"

static uint32_t name_hash(struct aic_text name)
{
    uint32_t h = 2166136261u;
    for (unsigned i = 0; i < name.len; i++) {
        h = (h ^ (unsigned char)name.at[i]) * 16777619u;
    }
    return h ^ h >> 15;
}

int32_t aic_trace_tensors_find(const struct aic_trace_tensors *tensors, struct aic_text name)
{
    if (tensors->slots_n == 0) {
        return -1;
    }
    uint32_t mask = tensors->slots_n - 1, slot = name_hash(name) & mask;
    for (; tensors->slots[slot]; slot = (slot + 1) & mask) {
        if (aic_text_is(name, tensors->at[tensors->slots[slot] - 1].name)) {
            return (int32_t)(tensors->slots[slot] - 1);
        }
    }
    return -1;
}

static void enter(struct aic_trace_tensors *tensors, uint32_t index)
{
    const char *name = tensors->at[index].name;
    uint32_t mask = tensors->slots_n - 1;
    uint32_t slot = name_hash((struct aic_text){name, (unsigned)strlen(name)}) & mask;
    while (tensors->slots[slot]) {
        slot = (slot + 1) & mask;
    }
    tensors->slots[slot] = index + 1;
}

static bool grow(struct aic_trace_tensors *tensors)
{
    uint32_t room = tensors->room ? tensors->room * 2 : 16;
    struct aic_trace_tensor *at = realloc(tensors->at, room * sizeof *at);
    if (!at) {
        return false;
    }
    tensors->at = at;
    uint32_t *slots = calloc(room * 2, sizeof *slots);
    if (!slots) {
        return false;
    }
    free(tensors->slots);
    tensors->slots = slots;
    tensors->slots_n = room * 2;
    tensors->room = room;
    for (uint32_t i = 0; i < tensors->n; i++) {
        enter(tensors, i);
    }
    return true;
}

char *aic_text_copy(struct aic_text text)
{
    char *copy = malloc((size_t)text.len + 1);
    if (copy) {
        memcpy(copy, text.at, text.len);
        copy[text.len] = 0;
    }
    return copy;
}

int32_t aic_trace_tensors_add(struct aic_trace_tensors *tensors, struct aic_text name)
{
    if (tensors->n == tensors->room && !grow(tensors)) {
        return -1;
    }
    struct aic_trace_tensor *t = &tensors->at[tensors->n];
    *t = (struct aic_trace_tensor){.name = aic_text_copy(name)};
    if (!t->name) {
        return -1;
    }
    enter(tensors, tensors->n);
    return (int32_t)tensors->n++;
}

void aic_trace_tensors_free(struct aic_trace_tensors *tensors)
{
    for (uint32_t i = 0; i < tensors->n; i++) {
        free(tensors->at[i].name);
        free(tensors->at[i].file);
        free(tensors->at[i].layout);
    }
    free(tensors->at);
    free(tensors->slots);
    aic_ranges_free(&tensors->placed);
    *tensors = (struct aic_trace_tensors){0};
}
