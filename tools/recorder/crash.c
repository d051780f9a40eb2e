#define _GNU_SOURCE
#include "tools/recorder/crash.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

void aic_catch_crashes(void (*handler)(int number, siginfo_t *info, void *context))
{
    static uint8_t room[64 << 10]; /* a full stack has none left for a handler */
    const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND)};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sigaction(numbers[i], &action, NULL);
    }
}

void aic_crash_text(int number, const void *address, bool overflow, bool outside, char *text, size_t size)
{
    if (number == SIGABRT) {
        snprintf(text, size, "the kernel gave up after this call (an exception that nothing caught, or abort)");
    } else if (overflow) {
        snprintf(text, size, "the kernel's stack is full after this call: endless recursion, or too large arrays");
    } else if (number == SIGFPE) {
        snprintf(text, size, "the kernel crashed after this call: it divides by zero");
    } else {
        snprintf(text, size, "the kernel crashed after this call: %s at address %p%s", strsignal(number), address,
                 outside ? ", outside everything that aclrtMalloc gave" : "");
    }
}
