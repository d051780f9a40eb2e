#include "tools/recorder/options.h"

#include <stdlib.h>
#include <string.h>

#include "tools/product_files.h"

#define ROW(member) {#member, offsetof(struct aic_record_options, member)}
static const struct {
    const char *name;
    size_t member; /* a const char * */
} rows[] = {
    ROW(product), ROW(source), ROW(status), ROW(trace),  ROW(timeline), ROW(csv), ROW(html),
    ROW(report),  ROW(format), ROW(most),   ROW(patience), ROW(all), ROW(no_check),
};

void aic_record_options_put(FILE *to, const char *name, const char *value)
{
    if (value) {
        fprintf(to, "%s=%s%c", name, value, 0);
    }
}

static bool add_set(struct aic_record_options *o, const char *value)
{
    const char **more = realloc(o->sets, (o->n_sets + 1) * sizeof *more);
    if (more) {
        o->sets = more;
        o->sets[o->n_sets++] = value;
    }
    return more != NULL;
}

static bool add_severity(struct aic_record_options *o, const char *value)
{
    char why[200];
    struct aic_rule_severity *more = realloc(o->severities, (o->n_severities + 1) * sizeof *more);
    if (more) {
        o->severities = more;
        o->n_severities += aic_rule_severity_parse(value, &more[o->n_severities], why, sizeof why);
    }
    return more != NULL;
}

static bool take(struct aic_record_options *o, char *name, const char *value)
{
    if (strcmp(name, "set") == 0) {
        return add_set(o, value);
    }
    if (strcmp(name, "severity") == 0) {
        return add_severity(o, value);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(name, rows[i].name) == 0) {
            memcpy((char *)o + rows[i].member, &value, sizeof value);
        }
    }
    return true;
}

bool aic_record_options_read(struct aic_record_options *o, const char *path)
{
    *o = (struct aic_record_options){0};
    FILE *f = fopen(path, "rb");
    size_t n = 0, room = 0, got = 0;
    bool ok = f != NULL;
    do {
        if (ok && n + 1 >= room) {
            char *more = realloc(o->text, room = room ? 2 * room : 4096);
            ok = more != NULL;
            o->text = more ? more : o->text;
        }
        got = ok ? fread(o->text + n, 1, room - n - 1, f) : 0;
        n += got;
    } while (got);
    if (f) {
        ok &= !ferror(f);
        fclose(f);
    }
    for (size_t at = 0; ok && at < n; at += strlen(o->text + at) + 1) {
        o->text[n] = 0;
        size_t name = strcspn(o->text + at, "=");
        bool pair = o->text[at + name] == '=';
        o->text[at + name] = 0;
        ok = !pair || take(o, o->text + at, o->text + at + name + 1);
        at += pair ? name + 1 : 0;
    }
    return ok && o->product;
}

void aic_record_options_free(struct aic_record_options *o)
{
    free(o->sets);
    free(o->severities);
    free(o->text);
    *o = (struct aic_record_options){0};
}

static void print_error(void *user, const char *message)
{
    (void)user;
    fprintf(stderr, "%s\n", message);
}

struct aic_product *aic_record_product(const char *name, const char *const *sets, size_t n_sets)
{
    struct aic_product *product = aic_product_from_files(name);
    for (size_t i = 0; product && i < n_sets; i++) {
        if (!aic_product_set(product, sets[i], print_error, NULL)) {
            aic_product_free(product);
            return NULL;
        }
    }
    return product;
}
