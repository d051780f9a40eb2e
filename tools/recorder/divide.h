/* Integer divisions that have no result, in the native code of a kernel. */
#ifndef AIC_TOOLS_RECORDER_DIVIDE_H
#define AIC_TOOLS_RECORDER_DIVIDE_H

#include <stdbool.h>

/* Ends the division at which SIGFPE came as AArch64 ends it, where it is no exception (Arm ARM, SDIV and UDIV): by zero
 * the quotient is 0 and the remainder the dividend; the least number by -1 stays what it is. Libraries compute such a
 * remainder and then do not use it. Says so on standard error at the line of the last call (file NULL: does not).
 * `context` is the third argument of the signal's handler; after true the program goes on behind the division. False:
 * it is no division that is known here. */
bool aic_divide_in_kernel(void *context, const char *file, int line);

#endif
