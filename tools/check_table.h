/* One trace on several products: what breaks where. */
#ifndef AIC_TOOLS_CHECK_TABLE_H
#define AIC_TOOLS_CHECK_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/findings.h"

/* Products beyond these are left out of the table. */
#define AIC_TABLE_PRODUCTS 64

struct aic_check_table {
    unsigned n_products;
    struct {
        char name[64];
        uint64_t by_severity[AIC_SEV_ERROR + 1];
        bool unreadable; /* it could not be run there */
    } product[AIC_TABLE_PRODUCTS];
    struct aic_check_row *rows;
    size_t n_rows;
    uint32_t *slots; /* open addressing: 1 + the row of a rule and line */
    size_t n_slots;
    bool out_of_memory;
};

/* Adds a product's findings; NULL: the trace could not be run on it. */
void aic_check_table_add(struct aic_check_table *table, const char *product, const struct aic_findings *findings);

/* Prints which products are alike, then for every rule on which line it is broken first where (no hints), then these
 * first findings in full. Sorts the rows: nothing is added afterwards. */
void aic_check_table_print(FILE *to, const struct aic_check_table *table, const char *path);

void aic_check_table_free(struct aic_check_table *table);

#endif
