/* AIC_CLONES on a function: a clone for wider vectors, chosen at run time. For loops that the compiler vectorises. */
#ifndef AIC_BUFFERS_CLONES_H
#define AIC_BUFFERS_CLONES_H

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define AIC_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define AIC_CLONES
#endif

#endif
