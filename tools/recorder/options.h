/* What `aicsim record` tells the program that it runs: a file of NAME=VALUE, each ended by a zero byte, whose path stands
 * in the environment. Paths are absolute, so that the program may change its folder. */
#ifndef AIC_TOOLS_RECORDER_OPTIONS_H
#define AIC_TOOLS_RECORDER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/product.h"
#include "tools/findings.h"

#define AIC_RECORD_ENV "AICSIM_RECORD"

/* Records of all launches, after which a kernel counts as one that never ends: about twenty times those of an 8192-cubed
 * matrix product. */
#define AIC_RECORD_MOST "20000000"
/* Seconds without any call, after which it does too. */
#define AIC_RECORD_PATIENCE "60"

/* Every text is the options' own or NULL: not asked for. */
struct aic_record_options {
    const char *product, *source, *status;
    const char *trace, *timeline, *csv, *html, *report; /* report "-": standard output */
    const char *format;                                 /* text or json */
    const char *most, *patience;                        /* records, seconds */
    const char *all, *no_check;                         /* any text: yes */
    const char **sets;
    size_t n_sets;
    struct aic_rule_severity *severities;
    size_t n_severities;
    char *text; /* the file */
};

/* Writes one pair for aic_record_options_read. */
void aic_record_options_put(FILE *to, const char *name, const char *value);

/* Reads the file; severities and the number were checked when it was written. False when it cannot be read. */
bool aic_record_options_read(struct aic_record_options *options, const char *path);
void aic_record_options_free(struct aic_record_options *options);

/* The product with the keys of --set. NULL after a message. */
struct aic_product *aic_record_product(const char *name, const char *const *sets, size_t n_sets);

#endif
