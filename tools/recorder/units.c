#define _GNU_SOURCE
#include "tools/recorder/units.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Reserved per unit; pages are taken as the kernel uses them. */
#define STACK_BYTES ((size_t)8 << 20)
/* Below each stack, so that a deep recursion ends instead of running into the next one. */
#define GUARD_BYTES ((size_t)64 << 10)

/* Of a launch: numBlocks is 1..65535 (programming guide, SIMD built-in keywords); every block has a stack here. */
#define MOST_BLOCKS 65535

/* makecontext passes only ints. */
static void enter(unsigned high, unsigned low)
{
    struct aic_units *units = (struct aic_units *)(((uintptr_t)high << 16 << 16) | low);
    bool vector = units->current->unit != AIC_UNIT_AIC && units->vector_body;
    (vector ? units->vector_body : units->body)(units->body_context);
    aic_unit_end(units);
}

bool aic_units_launch_allowed(const struct aic_units *units, uint32_t blocks, char *why, size_t size)
{
    if (units->current) {
        snprintf(why, size, "a kernel launches another; only the host launches kernels");
        return false;
    }
    if (blocks == 0 || blocks > MOST_BLOCKS) {
        snprintf(why, size, "a launch of %" PRIu32 " blocks; a launch has 1 to %d", blocks, MOST_BLOCKS);
        return false;
    }
    return true;
}

bool aic_unit_start(struct aic_units *units, struct aic_unit_run *unit, const char *file, int line)
{
    uint8_t *stack =
        mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) {
        return false;
    }
    if (mprotect(stack, GUARD_BYTES, PROT_NONE) != 0 || getcontext(&unit->context) != 0) {
        munmap(stack, STACK_BYTES);
        return false;
    }
    unit->stack = stack;
    unit->context.uc_stack.ss_sp = stack + GUARD_BYTES;
    unit->context.uc_stack.ss_size = STACK_BYTES - GUARD_BYTES;
    unit->context.uc_link = &units->host;
    uintptr_t at = (uintptr_t)units;
    makecontext(&unit->context, (void (*)(void))enter, 2, (unsigned)(at >> 16 >> 16), (unsigned)at);
    unit->state = AIC_UNIT_READY;
    unit->started = true;
    unit->file = file;
    unit->line = line;
    return true;
}

bool aic_unit_overflow(const struct aic_units *units, const void *address)
{
    const uint8_t *stack = units->current ? units->current->stack : NULL;
    const uint8_t *at = address;
    return stack && at >= stack && at < stack + GUARD_BYTES;
}

void aic_unit_resume(struct aic_units *units, struct aic_unit_run *unit)
{
    unit->state = AIC_UNIT_READY;
    unit->round = 0;
    units->current = unit;
    swapcontext(&units->host, &unit->context);
    units->current = NULL;
    if (unit->state == AIC_UNIT_ENDED) {
        munmap(unit->stack, STACK_BYTES);
        unit->stack = NULL;
    }
}

size_t aic_units_first_open(struct aic_units *units)
{
    while (units->ended < units->n && units->at[units->ended].state == AIC_UNIT_ENDED) {
        units->ended++;
    }
    return units->ended;
}

void aic_unit_yield(struct aic_units *units, enum aic_unit_state state)
{
    struct aic_unit_run *unit = units->current;
    unit->state = (uint8_t)state;
    swapcontext(&unit->context, &units->host);
}

void aic_unit_end(struct aic_units *units)
{
    units->current->state = AIC_UNIT_ENDED;
    setcontext(&units->host);
    abort();
}

bool aic_mode_has(enum aic_rt_mode mode, int u)
{
    switch (mode) {
    case AIC_RT_CUBE:
    case AIC_RT_DERIVE_CUBE:
    case AIC_RT_MIX_1_0:
        return u == AIC_UNIT_AIC;
    case AIC_RT_VECTOR:
    case AIC_RT_DERIVE_VECTOR:
    case AIC_RT_MIX_0_1:
        return u == AIC_UNIT_AIV0;
    case AIC_RT_MIX_1_1:
        return u != AIC_UNIT_AIV1;
    default:
        return true;
    }
}

void aic_units_free(struct aic_units *units)
{
    for (size_t i = 0; i < units->n; i++) {
        if (units->at[i].stack) {
            munmap(units->at[i].stack, STACK_BYTES);
        }
    }
    free(units->at);
    *units = (struct aic_units){0};
}
