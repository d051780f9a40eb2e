/* From a kernel source to a program: rewrites the launches and runs the machine's C++ compiler. */
#ifndef AIC_TOOLS_RECORDER_BUILD_H
#define AIC_TOOLS_RECORDER_BUILD_H

#include <stdbool.h>
#include <stddef.h>

struct aic_words {
    char **at; /* NULL-terminated */
    size_t n, room;
    bool out_of_memory;
};
void aic_words_add(struct aic_words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
void aic_words_free(struct aic_words *words);

struct aic_build {
    const char *source;     /* the kernel file */
    const char *arch;       /* "2201" */
    const char *compiler;   /* NULL: $CXX, g++ or clang++, whichever there is */
    const struct aic_words *flags; /* -D, -I ... as given; may be NULL */
    const char *dir;        /* an existing folder for the rewritten sources */
    const char *program;    /* what is built */
};

/* Builds; messages go to stderr. False after an error. */
bool aic_build_program(const struct aic_build *build);

/* Runs a program and waits: its exit status, AIC_BY_SIGNAL + the signal that ended it, or -1 when it cannot be
 * started. */
#define AIC_BY_SIGNAL 256
int aic_run_program(char *const *argv);

/* For a signal handler: hands the signal on to the program that aic_run_program waits for, if there is one. */
void aic_stop_program(int signal);

#endif
