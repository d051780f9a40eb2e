/* A product: everything that differs between the members of the family, read from YAML. */
#ifndef AIC_SIM_PRODUCT_H
#define AIC_SIM_PRODUCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/limits.h"
#include "pipes/costs.h"

/* What the times of a product are to reproduce. */
enum aic_timing_target { AIC_TIMING_BOARD = 0, AIC_TIMING_CAMODEL };

struct aic_config;

/* What this product says about a rule instead of the catalogue. */
#define AIC_PRODUCT_SEVERITIES 32
struct aic_product_severity {
    const char *rule;  /* a row of the catalogue */
    int8_t severity;   /* enum aic_severity, -1: off */
};

struct aic_product {
    char name[64];
    char title[128];  /* the vendor's name */
    char arch[16];    /* "2201" */
    char family[32];
    int64_t cores;    /* cube cores of the chip, or AIC_UNKNOWN */
    int64_t vector_cores;           /* or AIC_UNKNOWN */
    int64_t l2_bytes, dram_bytes;   /* or AIC_UNKNOWN */
    int64_t timing_target;          /* enum aic_timing_target */
    struct aic_product_severity severities[AIC_PRODUCT_SEVERITIES];
    size_t n_severities;
    struct aic_isa_limits isa;
    struct aic_pipe_costs pipes;
    struct aic_config *config;      /* where the values come from (sim/config.h); owned by the product */
};

/* Fetches the text of a product file by name (without ending): returns it (freed with free()) and its path for
 * messages, or NULL when there is none. */
typedef char *aic_product_text_fn(void *user, const char *name, size_t *bytes, char *path, size_t path_size);

/* Each message is complete: "path:line:column: error: ...". */
typedef void aic_product_error_fn(void *user, const char *message);

/* Reads a product and its bases. NULL after at least one error was reported. aic_product_free frees it. */
struct aic_product *aic_product_load(const char *name, aic_product_text_fn *text, void *text_user,
                                     aic_product_error_fn *error, void *error_user);

/* Changes one key of a loaded product ("key=value", as on the command line); false after an error message. */
bool aic_product_set(struct aic_product *product, const char *assignment, aic_product_error_fn *error,
                     void *error_user);

/* Severity of a rule on this product: enum aic_severity, -1 for off, AIC_SEVERITY_UNCHANGED. */
int aic_product_severity(const struct aic_product *product, const char *rule);

void aic_product_free(struct aic_product *product);

#endif
