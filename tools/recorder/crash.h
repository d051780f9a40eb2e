/* Signals of a kernel that crashes. */
#ifndef AIC_TOOLS_RECORDER_CRASH_H
#define AIC_TOOLS_RECORDER_CRASH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Calls the handler for the signals of a crash, on a stack of its own, once; where it returns the program ends as it
 * would have. */
void aic_catch_crashes(void (*handler)(int number, siginfo_t *info, void *context));

/* What the signal says: `overflow` the stack is full, `outside` the address lies in no device memory. */
void aic_crash_text(int number, const void *address, bool overflow, bool outside, char *text, size_t size);

#endif
