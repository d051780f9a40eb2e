/* What is wrong with a line of a trace. */
#include <stdarg.h>
#include <stdio.h>

#include "isa/trace_reader.h"

bool aic_trace_fail(struct aic_trace_reader *r, const struct aic_cursor *c, const char *at, const char *fmt, ...)
{
    char message[512];
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    for (char *p = message; *p; p++) {
        *p = (unsigned char)*p < ' ' || *p == 0x7f ? '?' : *p; /* quoted text must not drive a terminal */
    }
    r->errors++;
    if (r->error) {
        r->error(r->user, r->line, (uint32_t)(at - c->start) + 1, message);
    }
    return false;
}
