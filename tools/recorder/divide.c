#define _GNU_SOURCE
#include "tools/recorder/divide.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#if defined(__x86_64__)

/* A DIV or IDIV: Intel SDM volume 2, chapter 2 (prefixes, ModRM, SIB), opcodes F6 /6 /7 and F7 /6 /7. */
struct division {
    const uint8_t *next; /* the byte to read; in the end the next instruction */
    unsigned rex;
    unsigned bytes; /* of the divisor */
    unsigned mode, field;
    uint64_t divisor;
};

static greg_t *register_of(mcontext_t *m, unsigned number)
{
    static const int order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    return &m->gregs[order[number & 15]];
}

static int64_t displacement(struct division *d, size_t bytes)
{
    int8_t small;
    int32_t large;
    memcpy(&small, d->next, sizeof(small));
    memcpy(&large, d->next, bytes == 4 ? sizeof(large) : 0);
    d->next += bytes;
    return bytes == 4 ? large : bytes == 1 ? small : 0;
}

static uint64_t scaled_address(mcontext_t *m, struct division *d)
{
    unsigned sib = *d->next++;
    unsigned index = (sib >> 3 & 7) | (d->rex & 2 ? 8 : 0), base = (sib & 7) | (d->rex & 1 ? 8 : 0);
    uint64_t at = index == 4 ? 0 : (uint64_t)*register_of(m, index) << (sib >> 6);
    if (d->mode == 0 && (sib & 7) == 5) {
        return at + (uint64_t)displacement(d, 4);
    }
    return at + (uint64_t)*register_of(m, base);
}

static void read_divisor(mcontext_t *m, struct division *d)
{
    unsigned number = d->field | (d->rex & 1 ? 8 : 0);
    if (d->mode == 3) {
        bool high = d->bytes == 1 && !d->rex && d->field >= 4; /* AH, CH, DH, BH */
        uint64_t value = (uint64_t)*register_of(m, high ? d->field - 4 : number) >> (high ? 8 : 0);
        memcpy(&d->divisor, &value, d->bytes);
        return;
    }
    uint64_t at;
    if (d->field == 4) {
        at = scaled_address(m, d);
    } else if (d->mode == 0 && d->field == 5) {
        int64_t far = displacement(d, 4);
        at = (uint64_t)(uintptr_t)d->next + (uint64_t)far;
    } else {
        at = (uint64_t)*register_of(m, number);
    }
    at += (uint64_t)displacement(d, d->mode == 1 ? 1 : d->mode == 2 ? 4 : 0);
    memcpy(&d->divisor, (const void *)(uintptr_t)at, d->bytes); /* the processor has just read it there */
}

static bool read_division(mcontext_t *m, struct division *d)
{
    bool halves = false;
    d->next = (const uint8_t *)(uintptr_t)m->gregs[REG_RIP];
    while (*d->next == 0x66 || *d->next == 0x2e || *d->next == 0x3e || *d->next == 0xf2 || *d->next == 0xf3) {
        halves |= *d->next++ == 0x66;
    }
    d->rex = (*d->next & 0xf0) == 0x40 ? *d->next++ : 0;
    unsigned opcode = *d->next++, modrm = *d->next++;
    if ((opcode != 0xf6 && opcode != 0xf7) || (modrm >> 3 & 7) < 6) {
        return false;
    }
    d->bytes = opcode == 0xf6 ? 1 : d->rex & 8 ? 8 : halves ? 2 : 4;
    d->mode = modrm >> 6;
    d->field = modrm & 7;
    read_divisor(m, d);
    return true;
}

/* Registers narrower than 32 bits leave the rest of RAX and RDX; those of 32 bits clear it. */
static void put_result(mcontext_t *m, unsigned bytes, uint64_t quotient, uint64_t remainder)
{
    uint64_t a = (uint64_t)m->gregs[REG_RAX], d = (uint64_t)m->gregs[REG_RDX];
    if (bytes == 1) {
        a = (a & ~UINT64_C(0xffff)) | (quotient & 0xff) | (remainder & 0xff) << 8;
    } else if (bytes == 2) {
        a = (a & ~UINT64_C(0xffff)) | (quotient & 0xffff);
        d = (d & ~UINT64_C(0xffff)) | (remainder & 0xffff);
    } else {
        uint64_t mask = bytes == 4 ? UINT32_MAX : UINT64_MAX;
        a = quotient & mask;
        d = remainder & mask;
    }
    m->gregs[REG_RAX] = (greg_t)a;
    m->gregs[REG_RDX] = (greg_t)d;
}

static bool go_on(void *context, bool *by_zero)
{
    mcontext_t *m = &((ucontext_t *)context)->uc_mcontext;
    struct division d = {0};
    if (!read_division(m, &d)) {
        return false;
    }
    *by_zero = d.divisor == 0;
    uint64_t dividend = (uint64_t)m->gregs[REG_RAX];
    put_result(m, d.bytes, *by_zero ? 0 : dividend, *by_zero ? dividend : 0);
    m->gregs[REG_RIP] = (greg_t)(uintptr_t)d.next;
    return true;
}

#else

static bool go_on(void *context, bool *by_zero)
{
    (void)context;
    *by_zero = false;
    return false;
}

#endif

bool aic_divide_in_kernel(void *context, const char *file, int line)
{
    static const char *last_file;
    static int last_line;
    bool by_zero;
    if (!go_on(context, &by_zero)) {
        return false;
    }
    if (file && (file != last_file || line != last_line)) {
        last_file = file;
        last_line = line;
        fprintf(stderr, "%s:%d: warning: after this call the kernel divides %s; it goes on here with %s\n", file, line,
                by_zero ? "by zero" : "the least number by -1",
                by_zero ? "the quotient 0 and the dividend as remainder" : "that number and the remainder 0");
    }
    return true;
}
