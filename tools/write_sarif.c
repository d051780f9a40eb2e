/* SARIF 2.1.0 (OASIS standard): the format of code scanning services and editors. Beside what the standard demands
 * stands what GitHub code scanning demands of a log: help and short texts of a rule, all four ends of a region, a
 * fingerprint under the name primaryLocationLineHash, and a category of its own for every run of one log. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "isa/rules.h"
#include "tools/write.h"

static const char *level(unsigned severity)
{
    return severity == AIC_SEV_ERROR ? "error" : severity == AIC_SEV_WARNING ? "warning" : "note";
}

void aic_sarif_begin(FILE *to)
{
    fprintf(to, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[");
}

void aic_sarif_end(FILE *to)
{
    fprintf(to, "]}\n");
}

/* A JSON member whose value is text, with a comma before it. */
static void member(FILE *to, const char *name, const char *text)
{
    fprintf(to, ",\"%s\":", name);
    aic_json_string(to, text ? text : "");
}

static void help_text(FILE *to, const struct aic_rule *rule, bool markdown)
{
    const char *fence = markdown ? "```\n" : "";
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s\n\nWrong:\n\n%s%s\n%s\nRight:\n\n%s%s\n%s\nSource: %s", rule->statement,
             rule->why ? "\n\n" : "", rule->why ? rule->why : "", fence, rule->wrong ? rule->wrong : "-", fence, fence,
             rule->right ? rule->right : "-", fence, rule->source ? rule->source : "-");
    aic_json_string(to, text);
}

static void rule_object(FILE *to, const struct aic_rule *rule)
{
    fprintf(to, "{\"id\":");
    aic_json_string(to, rule->id);
    fprintf(to, ",\"shortDescription\":{\"text\":");
    aic_json_string(to, rule->statement);
    fprintf(to, "},\"fullDescription\":{\"text\":");
    aic_json_string(to, rule->why ? rule->why : rule->statement);
    fprintf(to, "},\"help\":{\"text\":");
    help_text(to, rule, false);
    fprintf(to, ",\"markdown\":");
    help_text(to, rule, true);
    fprintf(to, "},\"defaultConfiguration\":{\"level\":\"%s\"},\"properties\":{\"tags\":[\"%.*s\"]",
            level(rule->severity), (int)strcspn(rule->id, "-"), rule->id);
    fprintf(to, ",\"problem.severity\":\"%s\"",
            rule->severity >= AIC_SEV_WARNING ? level(rule->severity) : "recommendation");
    member(to, "evidence", rule->evidence);
    member(to, "products", rule->products);
    fprintf(to, "}}");
}

/* A path as a URI reference (RFC 3986): everything but unreserved characters and `/` in percent form. */
static void uri(FILE *to, const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    fprintf(to, "\"%s", *path == '/' ? "file://" : "");
    for (; *path; path++) {
        fprintf(to, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
    }
    fputc('"', to);
}

/* Bytes before `at` in UTF-16 code units: columns are counted in these. */
static unsigned utf16_units(struct aic_text line, unsigned at)
{
    unsigned n = 0;
    for (unsigned i = 0; i < at && i < line.len; i++) {
        unsigned char c = (unsigned char)line.at[i];
        n += c >= 0xf0 ? 2 : (c & 0xc0) != 0x80;
    }
    return n;
}

/* The region of a line: the item that starts at byte `column` (from 1) up to its comma, or for 0 the whole line. */
static void region(FILE *to, struct aic_text line, uint32_t number, uint32_t column)
{
    unsigned from = column ? column - 1 : 0, end = from;
    while (end < line.len && (!column || (line.at[end] != ',' && line.at[end] != '#'))) {
        end++;
    }
    while (end > from + 1 && (line.at[end - 1] == ' ' || line.at[end - 1] == '\t')) {
        end--;
    }
    fprintf(to, "\"region\":{\"startLine\":%u,\"startColumn\":%u,\"endLine\":%u,\"endColumn\":%u}", number,
            utf16_units(line, from) + 1, number, utf16_units(line, end) + 1);
}

/* `about` NULL: a place without number and message. */
static void begin_location(FILE *to, unsigned id, const char *about, const char *path)
{
    fprintf(to, "{");
    if (about) {
        fprintf(to, "\"id\":%u,\"message\":{\"text\":\"%s\"},", id, about);
    }
    fprintf(to, "\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    uri(to, path);
    fprintf(to, "},");
}

/* A line of the trace. A binary trace has no text: its region is the first column of the line it was made from. */
static void location(FILE *to, const struct aic_session *s, uint32_t line, uint32_t column, unsigned id,
                     const char *about)
{
    begin_location(to, id, about, s->file.path);
    region(to, aic_trace_file_line(&s->file, line), line ? line : 1, column);
    fprintf(to, "}}");
}

/* A line of the source from which the trace was recorded. */
static void source_location(FILE *to, const struct aic_site *site, unsigned id, const char *about)
{
    begin_location(to, id, about, site->file);
    fprintf(to, "\"region\":{\"startLine\":%u}}}", site->line);
}

/* The finding stands in the source where that is known; the line of the trace is then a related place (2). */
static void locations(FILE *to, const struct aic_session *s, const struct aic_finding *d)
{
    const struct aic_site *site = aic_trace_file_site(&s->file, d->file);
    const struct aic_site *other = aic_trace_file_site(&s->file, d->other_file);
    fprintf(to, ",\"locations\":[");
    if (site) {
        source_location(to, site, 0, NULL);
    } else {
        location(to, s, d->line, aic_finding_column(d, &s->file), 0, NULL);
    }
    fprintf(to, "]%s", d->other_line || site ? ",\"relatedLocations\":[" : "");
    if (d->other_line && other) {
        source_location(to, other, 1, "the other end");
    } else if (d->other_line) {
        location(to, s, d->other_line, 0, 1, "the other end");
    }
    if (site) {
        fprintf(to, "%s", d->other_line ? "," : "");
        location(to, s, d->line, aic_finding_column(d, &s->file), 2, "the line of the trace");
    }
    fprintf(to, "%s", d->other_line || site ? "]" : "");
}

static uint64_t fingerprint(const char *rule, struct aic_text line)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (; *rule; rule++) {
        h = (h ^ (unsigned char)*rule) * UINT64_C(1099511628211);
    }
    for (unsigned i = 0; i < line.len; i++) {
        h = (h ^ (unsigned char)line.at[i]) * UINT64_C(1099511628211);
    }
    return h;
}

/* How often a fingerprint came before: an unrolled loop has the same line many times. */
struct seen {
    struct {
        uint64_t print;
        uint32_t n;
    } *at;
    size_t room; /* a power of two above the number of findings; 0: out of memory, every count is 1 */
};

static unsigned count_of(struct seen *seen, uint64_t print)
{
    if (!seen->room) {
        return 1;
    }
    size_t i = print & (seen->room - 1);
    while (seen->at[i].n && seen->at[i].print != print) {
        i = (i + 1) & (seen->room - 1);
    }
    seen->at[i].print = print;
    return ++seen->at[i].n;
}

static void message(FILE *to, const struct aic_session *s, const struct aic_finding *d)
{
    char text[sizeof d->message + sizeof d->fix + 160], other[48] = "", trace[64] = "";
    if (d->other_line) {
        snprintf(other, sizeof other, " (the other end: [line %u](1))", d->other_line);
    }
    if (aic_trace_file_site(&s->file, d->file)) {
        snprintf(trace, sizeof trace, " (recorded as [line %u of the trace](2))", d->line);
    }
    snprintf(text, sizeof text, "%s%s%s.%s%s", d->message, other, trace, d->fix[0] ? " To fix: " : "", d->fix);
    fprintf(to, ",\"message\":{\"text\":");
    aic_json_string(to, text);
    fprintf(to, "}");
}

static unsigned rule_index(const struct aic_findings *findings, const char *rule)
{
    unsigned index = 0;
    for (size_t i = 0; i < findings->n_tallies && strcmp(findings->tallies[i].rule, rule) != 0; i++) {
        index += aic_rule_find(findings->tallies[i].rule) != NULL;
    }
    return index;
}

static void result_object(FILE *to, const struct aic_session *s, const struct aic_finding *d, struct seen *seen)
{
    uint64_t print = fingerprint(d->rule, aic_trace_file_line(&s->file, d->line));
    fprintf(to, "{\"ruleId\":");
    aic_json_string(to, d->rule);
    fprintf(to, ",\"ruleIndex\":%u,\"level\":\"%s\"", rule_index(&s->findings, d->rule), level(d->severity));
    message(to, s, d);
    locations(to, s, d);
    fprintf(to, ",\"partialFingerprints\":{\"ruleAndLine/v1\":\"%016" PRIx64 "\",\"primaryLocationLineHash\":\"%016"
                PRIx64 ":%u\"},\"properties\":{\"core\":%u,\"record\":%" PRIu64, print, print, count_of(seen, print),
            d->core, d->record);
    member(to, "product", s->product->name);
    if (d->fix[0]) {
        member(to, "fix", d->fix);
    }
    fprintf(to, "}}");
}

static void results(FILE *to, const struct aic_session *s)
{
    struct seen seen = {NULL, 16};
    while (seen.room < 2 * s->findings.n) {
        seen.room *= 2;
    }
    seen.at = calloc(seen.room, sizeof *seen.at);
    seen.room = seen.at ? seen.room : 0;
    fprintf(to, ",\"results\":[");
    for (size_t i = 0; i < s->findings.n; i++) {
        fprintf(to, "%s\n", i ? "," : "");
        result_object(to, s, &s->findings.at[i], &seen);
    }
    fprintf(to, "]");
    free(seen.at);
}

void aic_sarif_run(FILE *to, const struct aic_session *s, bool first)
{
    bool any = false;
    fprintf(to, "%s\n{\"tool\":{\"driver\":{\"name\":\"aicsim\",\"version\":\"%s\"", first ? "" : ",", AIC_VERSION);
    fprintf(to, ",\"semanticVersion\":\"%s\",\"rules\":[", AIC_VERSION);
    for (size_t i = 0; i < s->findings.n_tallies; i++) {
        const struct aic_rule *rule = aic_rule_find(s->findings.tallies[i].rule);
        if (rule) {
            fprintf(to, "%s\n", any ? "," : "");
            rule_object(to, rule);
            any = true;
        }
    }
    fprintf(to, "]}},\"automationDetails\":{\"id\":\"aicsim/%s/\"},\"invocations\":[{\"executionSuccessful\":true}]"
                ",\"columnKind\":\"utf16CodeUnits\"", s->product->name);
    results(to, s);
    fprintf(to, "}");
}
