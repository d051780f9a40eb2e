/* Sweeps over generated kernels: a call of aicsim gen with some of its options chosen anew for each row. */
#ifndef AIC_TOOLS_SWEEP_GEN_H
#define AIC_TOOLS_SWEEP_GEN_H

#include <stddef.h>

/* An option of the generator and its value; the value "on" or "off" means a switch that is given or left out. */
struct aic_sweep_choice {
    const char *option, *value;
};

/* A path for the traces of a sweep, in the folder for temporary files; freed with free(). NULL after a message. */
char *aic_sweep_gen_path(void);

/* Runs `aicsim gen WORDS...` with the choices, for the product unless it is NULL, into the file. Exit status of gen. */
int aic_sweep_gen(const char *words, const struct aic_sweep_choice *choices, size_t n, const char *product,
                  const char *path);

#endif
