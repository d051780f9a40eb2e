/* The two builds of a program whose templates ask for the kind of core: the program itself is the build for cube cores,
 * and a library beside it holds what the same source becomes for vector cores. */
#ifndef AIC_TOOLS_RECORDER_HALVES_H
#define AIC_TOOLS_RECORDER_HALVES_H

/* Ending of the library's name, behind the program's. */
#define AIC_VECTOR_HALF ".aiv.so"

/* What vector cores run of the launch `name`, which the program's own body has too; NULL: there is no such build, and
 * both kinds of core run the program's. Loads the library once; on failure *error says why. */
typedef void aic_half_body(void *context);
aic_half_body *aic_vector_half(const char *name, const char **error);

#endif
