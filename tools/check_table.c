#include "tools/check_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct aic_check_row {
    const char *rule;
    uint32_t line;
    uint8_t severity;
    uint64_t products; /* a bit each */
    char message[400]; /* of the first */
    char site[300];    /* " (kernel.asc:84)", empty: not known */
};

static struct aic_check_row *row_of(struct aic_check_table *table, const struct aic_trace_file *file,
                                    const struct aic_finding *f)
{
    for (size_t i = 0; i < table->n_rows; i++) {
        if (table->rows[i].line == f->line && strcmp(table->rows[i].rule, f->rule) == 0) {
            return &table->rows[i];
        }
    }
    if ((table->n_rows & (table->n_rows - 1)) == 0) {
        struct aic_check_row *more = realloc(table->rows, (table->n_rows ? table->n_rows * 2 : 1) * sizeof *more);
        if (!more) {
            table->out_of_memory = true;
            return NULL;
        }
        table->rows = more;
    }
    struct aic_check_row *row = &table->rows[table->n_rows++];
    *row = (struct aic_check_row){.rule = f->rule, .line = f->line};
    snprintf(row->message, sizeof row->message, "%s", f->message);
    const struct aic_site *site = file ? aic_trace_file_site(file, f->file) : NULL;
    if (site) {
        snprintf(row->site, sizeof row->site, " (%.256s:%" PRIu32 ")", site->file, site->line);
    }
    return row;
}

void aic_check_table_add(struct aic_check_table *table, const char *product, const struct aic_findings *findings)
{
    if (table->n_products == AIC_TABLE_PRODUCTS) {
        return;
    }
    unsigned index = table->n_products++;
    snprintf(table->product[index].name, sizeof table->product[index].name, "%s", product);
    table->product[index].unreadable = findings == NULL;
    for (unsigned s = 0; findings && s <= AIC_SEV_ERROR; s++) {
        table->product[index].by_severity[s] = findings->by_severity[s];
    }
    for (size_t i = 0; findings && i < findings->n; i++) {
        struct aic_check_row *row =
            findings->at[i].severity == AIC_SEV_HINT ? NULL : row_of(table, findings->file, &findings->at[i]);
        if (row) {
            row->products |= UINT64_C(1) << index;
            uint8_t severity = (uint8_t)findings->at[i].severity;
            row->severity = severity > row->severity ? severity : row->severity;
        }
    }
}

static int by_weight(const void *a, const void *b)
{
    const struct aic_check_row *x = a, *y = b;
    if (x->severity != y->severity) {
        return x->severity > y->severity ? -1 : 1;
    }
    return x->line != y->line ? (x->line < y->line ? -1 : 1) : strcmp(x->rule, y->rule);
}

static void print_row(FILE *to, const struct aic_check_table *table, const struct aic_check_row *row)
{
    unsigned n = 0;
    for (unsigned p = 0; p < table->n_products; p++) {
        n += row->products >> p & 1;
    }
    fprintf(to, "%-9s %-8s line %u%s: %s\n    on %u of %u:", row->rule,
            aic_severity_name((enum aic_severity)row->severity), row->line, row->site, row->message, n,
            table->n_products);
    for (unsigned p = 0; p < table->n_products && n < table->n_products; p++) {
        if (row->products >> p & 1) {
            fprintf(to, " %s", table->product[p].name);
        }
    }
    fprintf(to, "%s\n", n == table->n_products ? " every product" : "");
}

void aic_check_table_print(FILE *to, const struct aic_check_table *table)
{
    fprintf(to, "%-24s %8s %8s %8s\n", "product", "errors", "warnings", "notes");
    for (unsigned p = 0; p < table->n_products; p++) {
        const uint64_t *n = table->product[p].by_severity;
        if (table->product[p].unreadable) {
            fprintf(to, "%-24s could not be run\n", table->product[p].name);
        } else {
            fprintf(to, "%-24s %8" PRIu64 " %8" PRIu64 " %8" PRIu64 "\n", table->product[p].name, n[AIC_SEV_ERROR],
                    n[AIC_SEV_WARNING], n[AIC_SEV_NOTE]);
        }
    }
    fprintf(to, "\n");
    if (table->n_rows) {
        qsort(table->rows, table->n_rows, sizeof *table->rows, by_weight);
    }
    for (size_t i = 0; i < table->n_rows; i++) {
        print_row(to, table, &table->rows[i]);
    }
}

void aic_check_table_free(struct aic_check_table *table)
{
    free(table->rows);
    table->rows = NULL;
    table->n_rows = 0;
}
