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
    char fix[160];
    char site[300];    /* " (kernel.asc:84)", empty: not known */
};

static size_t hash_of(const struct aic_finding *f)
{
    uint64_t h = f->line * UINT64_C(0x9e3779b97f4a7c15);
    for (const char *c = f->rule; *c; c++) {
        h = (h ^ (unsigned char)*c) * UINT64_C(1099511628211);
    }
    return (size_t)(h >> 16);
}

/* The slot of a rule and line: its row, or the free one where it belongs. */
static uint32_t *slot_of(const struct aic_check_table *table, const char *rule, uint32_t line, size_t hash)
{
    size_t i = hash & (table->n_slots - 1);
    while (table->slots[i] && (table->rows[table->slots[i] - 1].line != line ||
                               strcmp(table->rows[table->slots[i] - 1].rule, rule) != 0)) {
        i = (i + 1) & (table->n_slots - 1);
    }
    return &table->slots[i];
}

/* Room for one more row, the slots at most half full. */
static bool grow(struct aic_check_table *table)
{
    if (2 * (table->n_rows + 1) <= table->n_slots) {
        return true;
    }
    size_t n = table->n_slots ? table->n_slots * 2 : 64;
    uint32_t *slots = calloc(n, sizeof *slots);
    struct aic_check_row *rows = slots ? realloc(table->rows, n / 2 * sizeof *rows) : NULL;
    if (!rows) {
        free(slots);
        table->out_of_memory = true;
        return false;
    }
    free(table->slots);
    table->slots = slots;
    table->n_slots = n;
    table->rows = rows;
    for (size_t i = 0; i < table->n_rows; i++) {
        struct aic_finding key = {.rule = rows[i].rule, .line = rows[i].line};
        *slot_of(table, key.rule, key.line, hash_of(&key)) = (uint32_t)i + 1;
    }
    return true;
}

static struct aic_check_row *row_of(struct aic_check_table *table, const struct aic_trace_file *file,
                                    const struct aic_finding *f)
{
    if (!grow(table)) {
        return NULL;
    }
    uint32_t *slot = slot_of(table, f->rule, f->line, hash_of(f));
    if (*slot) {
        return &table->rows[*slot - 1];
    }
    *slot = (uint32_t)table->n_rows + 1;
    struct aic_check_row *row = &table->rows[table->n_rows++];
    *row = (struct aic_check_row){.rule = f->rule, .line = f->line};
    snprintf(row->message, sizeof row->message, "%s", f->message);
    snprintf(row->fix, sizeof row->fix, "%s", f->fix);
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

/* Heaviest first, the lines of a rule together. */
static int by_weight(const void *a, const void *b)
{
    const struct aic_check_row *x = a, *y = b;
    if (x->severity != y->severity) {
        return x->severity > y->severity ? -1 : 1;
    }
    int order = strcmp(x->rule, y->rule);
    return order ? order : x->line != y->line ? (x->line < y->line ? -1 : 1) : 0;
}

/* Products on which the same things are wrong are one column of the table. */
struct groups {
    unsigned n;
    unsigned first[AIC_TABLE_PRODUCTS]; /* a product of each */
    unsigned of[AIC_TABLE_PRODUCTS];    /* each product's */
};

static bool same_findings(const struct aic_check_table *table, unsigned p, unsigned q)
{
    const uint64_t *one = table->product[p].by_severity, *other = table->product[q].by_severity;
    if (table->product[p].unreadable != table->product[q].unreadable ||
        memcmp(one, other, sizeof table->product[p].by_severity) != 0) {
        return false;
    }
    for (size_t i = 0; i < table->n_rows; i++) {
        if ((table->rows[i].products >> p & 1) != (table->rows[i].products >> q & 1)) {
            return false;
        }
    }
    return true;
}

static void find_groups(const struct aic_check_table *table, struct groups *groups)
{
    groups->n = 0;
    for (unsigned p = 0; p < table->n_products; p++) {
        unsigned g = 0;
        while (g < groups->n && !same_findings(table, p, groups->first[g])) {
            g++;
        }
        if (g == groups->n) {
            groups->first[groups->n++] = p;
        }
        groups->of[p] = g;
    }
}

static char letter(unsigned group)
{
    return (char)(group < 26 ? 'A' + group : 'a' + group - 26);
}

/* A group in one line: its letter, what is wrong, its products. */
static void print_group(FILE *to, const struct aic_check_table *table, const struct groups *groups, unsigned g)
{
    const uint64_t *n = table->product[groups->first[g]].by_severity;
    if (table->product[groups->first[g]].unreadable) {
        fprintf(to, "%c  could not be run:", letter(g));
    } else {
        fprintf(to, "%c  %" PRIu64 " error%s, %" PRIu64 " warning%s, %" PRIu64 " note%s:", letter(g), n[AIC_SEV_ERROR],
                n[AIC_SEV_ERROR] == 1 ? "" : "s", n[AIC_SEV_WARNING], n[AIC_SEV_WARNING] == 1 ? "" : "s",
                n[AIC_SEV_NOTE], n[AIC_SEV_NOTE] == 1 ? "" : "s");
    }
    for (unsigned p = 0; p < table->n_products; p++) {
        if (groups->of[p] == g) {
            fprintf(to, " %s", table->product[p].name);
        }
    }
    fprintf(to, "\n");
}

/* The first of `n` rows (of one rule) that stands on a product; n: none. *lines counts them. */
static size_t first_on(const struct aic_check_row *rows, size_t n, unsigned product, size_t *lines)
{
    size_t first = n;
    *lines = 0;
    for (size_t i = 0; i < n; i++) {
        if (rows[i].products >> product & 1) {
            first = first == n ? i : first;
            (*lines)++;
        }
    }
    return first;
}

/* One line for each rule: its first line in every group, and how many more there are. */
static void print_cells(FILE *to, const struct groups *groups, const struct aic_check_row *rows, size_t n)
{
    fprintf(to, "%-9s %-8s", rows->rule, aic_severity_name((enum aic_severity)rows->severity));
    for (unsigned g = 0; g < groups->n; g++) {
        char cell[32] = "-";
        size_t lines, i = first_on(rows, n, groups->first[g], &lines);
        if (i < n) {
            snprintf(cell, sizeof cell, lines > 1 ? "%u+%zu" : "%u", rows[i].line, lines - 1);
        }
        fprintf(to, " %8s", cell);
    }
    fprintf(to, "\n");
}

/* What stands first in some group, with its groups. */
static void print_first(FILE *to, const char *path, const struct groups *groups, const struct aic_check_row *rows,
                        size_t n)
{
    for (size_t r = 0; r < n; r++) {
        char on[2 * AIC_TABLE_PRODUCTS + 1] = "";
        size_t used = 0, lines;
        for (unsigned g = 0; g < groups->n; g++) {
            if (first_on(rows, n, groups->first[g], &lines) == r) {
                on[used++] = ' ';
                on[used++] = letter(g);
            }
        }
        if (used) {
            fprintf(to, "%s:%u", path, rows[r].line);
            aic_print_source(to, (struct aic_text){rows[r].site, (unsigned)strlen(rows[r].site)});
            fprintf(to, ": %s: %s [%s] on%s\n", aic_severity_name((enum aic_severity)rows[r].severity),
                    rows[r].message, rows[r].rule, on);
            fprintf(to, rows[r].fix[0] ? "    fix: %s\n" : "%s", rows[r].fix);
        }
    }
}

/* Rows of one rule and severity from `at` on. */
static size_t rule_rows(const struct aic_check_table *table, size_t at)
{
    size_t n = 1;
    while (at + n < table->n_rows && strcmp(table->rows[at + n].rule, table->rows[at].rule) == 0 &&
           table->rows[at + n].severity == table->rows[at].severity) {
        n++;
    }
    return n;
}

void aic_check_table_print(FILE *to, const struct aic_check_table *table, const char *path)
{
    struct groups groups;
    find_groups(table, &groups);
    for (unsigned g = 0; g < groups.n; g++) {
        print_group(to, table, &groups, g);
    }
    if (table->n_rows == 0) {
        return;
    }
    qsort(table->rows, table->n_rows, sizeof *table->rows, by_weight);
    fprintf(to, "\n%-18s", "first line + more");
    for (unsigned g = 0; g < groups.n; g++) {
        fprintf(to, " %8c", letter(g));
    }
    fprintf(to, "\n");
    for (size_t i = 0; i < table->n_rows; i += rule_rows(table, i)) {
        print_cells(to, &groups, &table->rows[i], rule_rows(table, i));
    }
    fprintf(to, "\n");
    for (size_t i = 0; i < table->n_rows; i += rule_rows(table, i)) {
        print_first(to, path, &groups, &table->rows[i], rule_rows(table, i));
    }
}

void aic_check_table_free(struct aic_check_table *table)
{
    free(table->rows);
    free(table->slots);
    table->slots = NULL;
    table->rows = NULL;
    table->n_rows = 0;
}
