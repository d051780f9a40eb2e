/* Where product files lie. */
#ifndef AIC_TOOLS_PRODUCT_FILES_H
#define AIC_TOOLS_PRODUCT_FILES_H

#include "sim/product.h"

/* An aic_product_text_fn. A name with a `/` or ending in .yaml is a path; every other name is looked up as NAME.yaml in
 * the folder of AICSIM_CONFIGS, beside the program (../../configs, ../share/aicsim/configs) and in the folder that the
 * build was told. `user` is the folder of a product given as a path (its bases may lie there), or NULL. */
char *aic_product_file_text(void *user, const char *name, size_t *bytes, char *path, size_t path_size);

/* Name of the product for commands that are given none: the first word of the file `default` beside the product files.
 * False, after a message on stderr, when there is no such file. */
bool aic_product_default(char *name, size_t size);

/* Loads a product by name or path; errors go to stderr. NULL after an error. */
struct aic_product *aic_product_from_files(const char *name);

/* Calls fn for the name of every product (not of the bases) in the first of the folders that exists, in order of the
 * names; stops when fn returns false. False when there is no such folder. */
bool aic_product_files_each(bool (*fn)(void *user, const char *name), void *user);

#endif
