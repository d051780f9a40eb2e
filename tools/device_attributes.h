/* Function attributes that only a device compiler reads: `[aicore]`, `[host, aicore]`. */
#ifndef AIC_TOOLS_DEVICE_ATTRIBUTES_H
#define AIC_TOOLS_DEVICE_ATTRIBUTES_H

#include <stddef.h>

/* Turns them into blanks, in directives too, but not in comments and literals. Returns how many there were. */
size_t aic_blank_device_attributes(char *text, size_t n);

#endif
