/* SARIF 2.1.0 (OASIS standard): the format of code scanning services and editors. */
#include <inttypes.h>
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

static void rule_object(FILE *to, const struct aic_rule *rule)
{
    fprintf(to, "{\"id\":");
    aic_json_string(to, rule->id);
    fprintf(to, ",\"shortDescription\":{\"text\":");
    aic_json_string(to, rule->statement);
    fprintf(to, "},\"fullDescription\":{\"text\":");
    aic_json_string(to, rule->why ? rule->why : rule->statement);
    fprintf(to, "},\"defaultConfiguration\":{\"level\":\"%s\"},\"properties\":{\"evidence\":", level(rule->severity));
    aic_json_string(to, rule->evidence ? rule->evidence : "");
    fprintf(to, ",\"products\":");
    aic_json_string(to, rule->products ? rule->products : "");
    fprintf(to, "}}");
}

/* A path as a URI reference (RFC 3986): everything but unreserved characters and `/` in percent form. */
static void uri(FILE *to, const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    fputc('"', to);
    for (; *path; path++) {
        fprintf(to, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
    }
    fputc('"', to);
}

static void location(FILE *to, const char *path, uint32_t line, uint32_t column)
{
    fprintf(to, "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    uri(to, path);
    fprintf(to, "}");
    if (line) {
        fprintf(to, ",\"region\":{\"startLine\":%u", line);
        if (column) {
            fprintf(to, ",\"startColumn\":%u", column);
        }
        fprintf(to, "}");
    }
    fprintf(to, "}}");
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

static void result_object(FILE *to, const struct aic_session *s, const struct aic_finding *d)
{
    fprintf(to, "{\"ruleId\":");
    aic_json_string(to, d->rule);
    fprintf(to, ",\"level\":\"%s\",\"message\":{\"text\":", level(d->severity));
    aic_json_string(to, d->message);
    fprintf(to, "},\"locations\":[");
    location(to, s->file.path, d->line, aic_finding_column(d, &s->file));
    fprintf(to, "]");
    if (d->other_line) {
        fprintf(to, ",\"relatedLocations\":[");
        location(to, s->file.path, d->other_line, 0);
        fprintf(to, "]");
    }
    fprintf(to, ",\"partialFingerprints\":{\"ruleAndLine/v1\":\"%016" PRIx64 "\"},\"properties\":{\"product\":",
            fingerprint(d->rule, aic_trace_file_line(&s->file, d->line)));
    aic_json_string(to, s->product->name);
    fprintf(to, ",\"core\":%u,\"record\":%" PRIu64, d->core, d->record);
    if (d->fix[0]) {
        fprintf(to, ",\"fix\":");
        aic_json_string(to, d->fix);
    }
    fprintf(to, "}}");
}

void aic_sarif_run(FILE *to, const struct aic_session *s, bool first)
{
    fprintf(to, "%s\n{\"tool\":{\"driver\":{\"name\":\"aicsim\",\"version\":\"%s\",\"rules\":[", first ? "" : ",",
            AIC_VERSION);
    for (size_t i = 0; i < s->findings.n_tallies; i++) {
        const struct aic_rule *rule = aic_rule_find(s->findings.tallies[i].rule);
        if (rule) {
            fprintf(to, "%s\n", i ? "," : "");
            rule_object(to, rule);
        }
    }
    fprintf(to, "]}},\"columnKind\":\"utf16CodeUnits\",\"results\":[");
    for (size_t i = 0; i < s->findings.n; i++) {
        fprintf(to, "%s\n", i ? "," : "");
        result_object(to, s, &s->findings.at[i]);
    }
    fprintf(to, "]}");
}
