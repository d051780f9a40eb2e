#include "tools/findings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "isa/insn.h"
#include "isa/rules.h"

static struct aic_rule_tally *tally_of(struct aic_findings *f, const char *rule)
{
    for (size_t i = 0; i < f->n_tallies; i++) {
        if (strcmp(f->tallies[i].rule, rule) == 0) {
            return &f->tallies[i];
        }
    }
    struct aic_rule_tally *more = realloc(f->tallies, (f->n_tallies + 1) * sizeof *more);
    if (!more) {
        return NULL;
    }
    f->tallies = more;
    f->tallies[f->n_tallies] = (struct aic_rule_tally){.rule = rule};
    return &f->tallies[f->n_tallies++];
}

void aic_findings_add(void *user, const struct aic_finding *finding)
{
    struct aic_findings *f = user;
    struct aic_rule_tally *tally = tally_of(f, finding->rule);
    if (!tally) {
        f->out_of_memory = true;
        return;
    }
    f->by_severity[finding->severity]++;
    tally->seen++;
    tally->severity = (uint8_t)((unsigned)finding->severity > tally->severity ? (unsigned)finding->severity
                                                                              : tally->severity);
    if (tally->kept >= (finding->severity == AIC_SEV_HINT ? AIC_HINTS_KEPT : AIC_FINDINGS_KEPT)) {
        return;
    }
    if ((f->n & (f->n - 1)) == 0) {
        struct aic_finding *more = realloc(f->at, (f->n ? f->n * 2 : 1) * sizeof *more);
        if (!more) {
            f->out_of_memory = true;
            return;
        }
        f->at = more;
    }
    f->at[f->n++] = *finding;
    tally->kept++;
}

int aic_findings_severity(void *user, const struct aic_finding *finding)
{
    const struct aic_findings *f = user;
    if (f->file && aic_trace_file_allows(f->file, finding->line, finding->rule)) {
        return -1;
    }
    for (size_t i = f->n_severities; i-- > 0;) {
        if (strcmp(f->severities[i].rule, finding->rule) == 0) {
            return f->severities[i].severity;
        }
    }
    int of_product = f->product ? aic_product_severity(f->product, finding->rule) : AIC_SEVERITY_UNCHANGED;
    return of_product == AIC_SEVERITY_UNCHANGED ? (int)finding->severity : of_product;
}

bool aic_rule_severity_parse(const char *text, struct aic_rule_severity *out, char *err, size_t errlen)
{
    const char *equals = strchr(text, '=');
    char id[32] = "";
    if (!equals || (size_t)(equals - text) >= sizeof id) {
        snprintf(err, errlen, "'%s' is not RULE=error, warning, note, hint or off", text);
        return false;
    }
    memcpy(id, text, (size_t)(equals - text));
    const struct aic_rule *rule = aic_rule_find(id);
    out->severity = aic_severity_from_name(equals + 1);
    if (!rule || out->severity == AIC_SEVERITY_UNCHANGED) {
        snprintf(err, errlen, "%s '%s'", rule ? "no such severity:" : "no such rule:", rule ? equals + 1 : id);
        return false;
    }
    out->rule = rule->id;
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct aic_finding *x = *(const struct aic_finding *const *)a, *y = *(const struct aic_finding *const *)b;
    bool hint_x = x->severity == AIC_SEV_HINT, hint_y = y->severity == AIC_SEV_HINT;
    if (hint_x != hint_y) {
        return hint_x ? 1 : -1;
    }
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    return x->record != y->record ? (x->record < y->record ? -1 : 1) : (x < y ? -1 : x > y);
}

void aic_findings_sort(struct aic_findings *f)
{
    const struct aic_finding **order = f->n ? malloc(f->n * sizeof *order) : NULL;
    struct aic_finding *sorted = f->n ? malloc(f->n * sizeof *sorted) : NULL;
    if (order && sorted) {
        for (size_t i = 0; i < f->n; i++) {
            order[i] = &f->at[i];
        }
        qsort(order, f->n, sizeof *order, by_place);
        for (size_t i = 0; i < f->n; i++) {
            sorted[i] = *order[i];
        }
        free(f->at);
        f->at = sorted;
        sorted = NULL;
    }
    free(order);
    free(sorted);
}

static bool has_finding(const struct aic_findings *f, const struct aic_finding *finding)
{
    for (size_t i = 0; i < f->n; i++) {
        if (f->at[i].line == finding->line && strcmp(f->at[i].rule, finding->rule) == 0) {
            return true;
        }
    }
    return false;
}

void aic_findings_subtract(struct aic_findings *f, const struct aic_findings *before)
{
    size_t n = f->n;
    f->n = 0;
    memset(f->by_severity, 0, sizeof f->by_severity);
    f->n_tallies = 0;
    for (size_t i = 0; i < n; i++) {
        struct aic_finding finding = f->at[i];
        if (has_finding(before, &finding)) {
            continue;
        }
        struct aic_rule_tally *tally = tally_of(f, finding.rule);
        f->by_severity[finding.severity]++;
        if (tally) {
            tally->seen++;
            tally->kept++;
            tally->severity = finding.severity > tally->severity ? (uint8_t)finding.severity : tally->severity;
        }
        f->at[f->n++] = finding;
    }
}

void aic_findings_free(struct aic_findings *f)
{
    free(f->at);
    free(f->tallies);
    *f = (struct aic_findings){0};
}

/* The name of the field in `slot` of the instruction that the line begins with; *index is its place in the table. */
static const char *field_in(struct aic_text line, int slot, int *index)
{
    unsigned from = 0, to;
    while (from < line.len && (line.at[from] == ' ' || line.at[from] == '\t')) {
        from++;
    }
    for (to = from; to < line.len && line.at[to] != ' ' && line.at[to] != '\t' && line.at[to] != '#'; to++) {
    }
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(to - from), line.at + from);
    int found = aic_insn_find(word, (unsigned)strlen(word));
    const struct aic_insn *insn = found < 0 ? NULL : aic_insn_at((size_t)found);
    for (unsigned i = 0; insn && i < insn->n_fields; i++) {
        const struct aic_field *field = &insn->fields[i];
        if (slot >= field->slot && slot < field->slot + (field->count ? field->count : 1)) {
            *index = insn->n_slots ? -1 : (int)i;
            return field->name;
        }
    }
    return NULL;
}

uint32_t aic_finding_column(const struct aic_finding *finding, const struct aic_trace_file *file)
{
    struct aic_text line = {NULL, 0};
    if (finding->line && file) {
        line = aic_trace_file_line(file, finding->line);
    }
    if (!line.at) {
        return 0;
    }
    int argument = finding->operand; /* without operands the fields may stand as bare arguments */
    const char *key = finding->field >= 0 ? field_in(line, finding->field, &argument) : NULL;
    return aic_trace_column(line.at, line.len, argument, key);
}

/* What the lines of a finding count: the trace, or of a recording without one the source. */
static const char *path_of(const struct aic_trace_file *file, uint32_t number)
{
    const struct aic_site *site = file->raw ? NULL : aic_trace_file_site(file, number);
    return site ? site->file : strcmp(file->path, "-") == 0 ? "<stdin>" : file->path;
}

/* The line of the kernel that made the call, when the trace says it. */
static void print_site(FILE *to, const struct aic_trace_file *file, uint32_t number)
{
    const struct aic_site *site = file->raw ? aic_trace_file_site(file, number) : NULL;
    if (site) {
        aic_print_source(to, (struct aic_text){site->file, (unsigned)strlen(site->file)});
        fprintf(to, ":%" PRIu32 ": note: recorded from this line\n", site->line);
    }
}

/* The line with a mark below the column; of a long line the part around it. */
static void print_excerpt(FILE *to, struct aic_text line, uint32_t column)
{
    const unsigned room = 160;
    unsigned at = column - 1, from = at > room / 2 && line.len > room ? at - room / 2 : 0;
    unsigned len = line.len - from < room ? line.len - from : room;
    fprintf(to, "    %s", from ? "..." : "");
    aic_print_source(to, (struct aic_text){line.at + from, len});
    fprintf(to, "%s\n    %*s^\n", from + len < line.len ? "..." : "", (int)(at - from + (from ? 3 : 0)), "");
}

static void print_one(FILE *to, const struct aic_finding *d, const struct aic_trace_file *file)
{
    const char *path = path_of(file, d->file);
    uint32_t column = aic_finding_column(d, file);
    if (column) {
        fprintf(to, "%s:%u:%u: ", path, d->line, column);
    } else if (d->line) {
        fprintf(to, "%s:%u: ", path, d->line);
    } else {
        fprintf(to, "%s: ", path);
    }
    fprintf(to, "%s: %s [%s]\n", aic_severity_name(d->severity), d->message, d->rule);
    if (column) {
        print_excerpt(to, aic_trace_file_line(file, d->line), column);
    }
    print_site(to, file, d->file);
    if (d->fix[0]) {
        fprintf(to, "    fix: %s\n", d->fix);
    }
    if (d->other_line && file) {
        struct aic_text other = aic_trace_file_line(file, d->other_line);
        fprintf(to, "%s:%u: note: the other end is here\n", path_of(file, d->other_file), d->other_line);
        if (other.at) {
            fprintf(to, "    ");
            aic_print_source(to, (struct aic_text){other.at, other.len < 160 ? other.len : 160});
            fprintf(to, "%s\n", other.len < 160 ? "" : "...");
        }
        print_site(to, file, d->other_file);
    }
}

void aic_findings_print(FILE *to, const struct aic_findings *f, const struct aic_trace_file *file, unsigned most)
{
    uint64_t *shown = calloc(f->n_tallies ? f->n_tallies : 1, sizeof *shown);
    if (!shown) {
        return;
    }
    for (size_t i = 0; i < f->n; i++) {
        size_t t = 0;
        while (f->tallies[t].rule != f->at[i].rule && strcmp(f->tallies[t].rule, f->at[i].rule) != 0) {
            t++;
        }
        if (most == 0 || shown[t] < most) {
            print_one(to, &f->at[i], file);
            shown[t]++;
        }
    }
    for (size_t t = 0; t < f->n_tallies; t++) {
        if (f->tallies[t].seen > shown[t]) {
            fprintf(to, "%" PRIu64 " more of %s%s\n", f->tallies[t].seen - shown[t], f->tallies[t].rule,
                    f->tallies[t].kept > shown[t] ? " (--all shows them)" : "");
        }
    }
    free(shown);
}
