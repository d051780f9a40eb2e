#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/insn.h"
#include "isa/fields.h"
#include "isa/rules.h"
#include "tools/args.h"
#include "tools/commands.h"

static const struct aic_option options[] = {
    {"format", 0, "text|markdown", "how to print a page"},
    {0},
};
static const struct aic_usage usage = {
    "explain", "MNEMONIC|RULE|FIELD|all|rules", "Explains an instruction, a rule of the checker, or a field.",
    "`all` prints the page of every instruction, `rules` the page of every rule. Names of instructions and rules\n"
    "may be written as the API has them: DataCopy is data_copy.", options};

static const char *const kinds[] = {
    [AIC_FIELD_UINT] = "number",       [AIC_FIELD_SINT] = "signed number", [AIC_FIELD_U64] = "64-bit pattern",
    [AIC_FIELD_BOOL] = "true or false", [AIC_FIELD_VALUE] = "value of dtype", [AIC_FIELD_FLOAT] = "float",
    [AIC_FIELD_CHOICE] = "choice",     [AIC_FIELD_LIST] = "list",
};

static void spaces(const struct aic_operand_slot *slot)
{
    uint32_t mask = slot->legal ? slot->legal : slot->spaces;
    bool first = true;
    for (unsigned s = 0; s < AIC_SPACE_COUNT; s++) {
        if (mask >> s & 1) {
            printf("%s%s", first ? "" : " ", aic_space_name((enum aic_space)s));
            first = false;
        }
    }
}

static void print_default(const struct aic_field *f)
{
    struct aic_record rec = {0};
    char text[200];
    for (unsigned i = 0; i < (f->count ? f->count : 1u); i++) {
        rec.f[f->slot + i] = f->def;
    }
    aic_field_print(f, &rec, text, sizeof text);
    printf("%s", text);
}

static void print_range(const struct aic_field *f)
{
    if (f->kind == AIC_FIELD_CHOICE) {
        for (size_t i = 0; f->choices[i]; i++) {
            printf("%s%s", i ? " " : "", f->choices[i]);
        }
    } else if (f->kind == AIC_FIELD_LIST) {
        printf("%u x %" PRId64 "..%" PRId64, f->count, f->min, f->max);
    } else if ((f->kind == AIC_FIELD_UINT || f->kind == AIC_FIELD_SINT) && f->min <= f->max) {
        printf("%" PRId64 "..%" PRId64, f->min, f->max);
    } else {
        printf("%s", kinds[f->kind]);
    }
}

static void field_text(const struct aic_field *f)
{
    printf("  %-22s ", f->name);
    print_range(f);
    printf("; %s", f->required ? "required" : "default ");
    if (!f->required) {
        print_default(f);
    }
    if (f->unit && *f->unit) {
        printf("; unit %s", f->unit);
    }
    if (f->bits) {
        printf("; %u bits", f->bits);
    }
    printf("\n  %-22s %s\n", "", f->meaning);
}

static void field_markdown(const struct aic_field *f)
{
    printf("| %s | ", f->name);
    print_range(f);
    printf(" | ");
    if (f->required) {
        printf("required");
    } else {
        print_default(f);
    }
    printf(" | %s | %s | %s |\n", f->unit && *f->unit ? f->unit : "-", f->meaning, f->source);
}

static void usage_line(const struct aic_insn *insn)
{
    const char *separator = " ";
    printf("%s", insn->name);
    for (unsigned i = 0; i < insn->n_slots; i++) {
        printf("%s%s%s%s", insn->slots[i].optional ? "[" : "", separator, insn->slots[i].role,
               insn->slots[i].optional ? "]" : "");
        separator = ", ";
    }
    if (insn->max_dtypes) {
        printf("%sdtype=T", separator);
        for (unsigned i = 1; i < insn->max_dtypes; i++) {
            printf(i < insn->min_dtypes ? ":T" : "[:T]");
        }
        separator = ", ";
    }
    bool bare = insn->klass >= AIC_CLASS_SET_FLAG && insn->klass <= AIC_CLASS_CROSS_WAIT;
    for (unsigned i = 0; i < insn->n_fields; i++) {
        if (insn->fields[i].required) {
            printf("%s%s%s", separator, insn->fields[i].name, bare ? "" : "=...");
            separator = ", ";
        }
    }
    printf("\n");
}

static void insn_text(const struct aic_insn *insn)
{
    printf("%s: %s.\n\n  ", insn->name, insn->summary);
    usage_line(insn);
    for (unsigned i = 0; i < insn->n_slots; i++) {
        printf("\n  %-22s ", insn->slots[i].role);
        spaces(&insn->slots[i]);
        printf("%s", insn->slots[i].optional ? " (may be left out)" : "");
    }
    printf("%s%s", insn->n_slots ? "\n" : "", insn->n_fields ? "\n" : "");
    for (unsigned i = 0; i < insn->n_fields; i++) {
        field_text(&insn->fields[i]);
    }
    printf("\nSource: %s\n", insn->source);
}

static void insn_markdown(const struct aic_insn *insn)
{
    printf("## %s\n\n%s.\n\n    ", insn->name, insn->summary);
    usage_line(insn);
    printf("\n");
    if (insn->n_slots) {
        printf("| operand | memories | |\n|---|---|---|\n");
    }
    for (unsigned i = 0; i < insn->n_slots; i++) {
        printf("| %s | ", insn->slots[i].role);
        spaces(&insn->slots[i]);
        printf(" | %s |\n", insn->slots[i].optional ? "may be left out" : "");
    }
    if (insn->n_fields) {
        printf("\n| field | values | default | unit | meaning | source |\n|---|---|---|---|---|---|\n");
    }
    for (unsigned i = 0; i < insn->n_fields; i++) {
        field_markdown(&insn->fields[i]);
    }
    printf("\nSource: %s\n\n", insn->source);
}

static void indented(const char *text)
{
    printf("    ");
    for (; *text; text++) {
        putchar(*text);
        if (*text == '\n' && text[1]) {
            printf("    ");
        }
    }
    printf("\n");
}

static void rule_page(const struct aic_rule *r, bool markdown)
{
    const char *nl = markdown ? "\n\n" : "\n";
    printf("%s%s (%s, %s; products: %s)\n\n%s%s", markdown ? "## " : "", r->id, aic_severity_name(r->severity),
           r->evidence, r->products, r->statement, nl);
    if (r->undefined) {
        printf("The result is not guaranteed.%s", nl);
    }
    if (r->source_level) {
        printf("A trace cannot express this; %s.%s", r->unseen ? "nothing here reports it" : "the recorder reports it",
               nl);
    }
    if (r->reported_as) {
        printf("Reported as %s.%s", r->reported_as, nl);
    }
    if (r->why) {
        printf("Why: %s%s", r->why, nl);
    }
    if (r->wrong) {
        printf("%sWrong:%s", markdown ? "" : "\n", nl);
        indented(r->wrong);
    }
    if (r->right) {
        printf("%sRight:%s", "\n", nl);
        indented(r->right);
    }
    printf("\nSource: %s\n%s", r->source, markdown ? "\n" : "");
}

/* Every instruction that has the field. */
static bool explain_field(const char *name)
{
    bool found = false;
    for (size_t i = 0; i < aic_insn_count(); i++) {
        const struct aic_insn *insn = aic_insn_at(i);
        const struct aic_field *f = aic_insn_field(insn, name, (unsigned)strlen(name));
        if (f) {
            printf("%s%s\n", found ? "\n" : "", insn->name);
            field_text(f);
            printf("  %-22s %s\n", "", f->source);
            found = true;
        }
    }
    return found;
}

static const char *any_name(const void *list, size_t i)
{
    (void)list;
    size_t n = aic_insn_count();
    return i < n ? aic_insn_at(i)->name : aic_rule_at(i - n)->id;
}

/* Upper or lower case, with or without `_`: DataCopy is data_copy. */
static bool same_letters(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, "_");
        b += strspn(b, "_");
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) {
            return false;
        }
        if (!*a) {
            return true;
        }
    }
}

/* The instruction or rule that is meant by a word; the word itself when none is. */
static const char *spelled(const char *word)
{
    for (size_t i = 0; i < aic_insn_count() + aic_rule_count(); i++) {
        if (same_letters(word, any_name(NULL, i))) {
            return any_name(NULL, i);
        }
    }
    return word;
}

/* 0, or 2 when nothing has this name. */
static int explain(const char *word, bool markdown)
{
    const char *name = spelled(word);
    int index = aic_insn_find(name, (unsigned)strlen(name));
    const struct aic_rule *rule = aic_rule_find(name);
    if (index >= 0) {
        (markdown ? insn_markdown : insn_text)(aic_insn_at((size_t)index));
        return 0;
    }
    if (rule) {
        rule_page(rule, markdown);
        return 0;
    }
    if (strcmp(word, "all") == 0) {
        for (size_t i = 0; i < aic_insn_count(); i++) {
            insn_markdown(aic_insn_at(i));
        }
        return 0;
    }
    if (strcmp(word, "rules") == 0) {
        for (size_t i = 0; i < aic_rule_count(); i++) {
            rule_page(aic_rule_at(i), true);
        }
        return 0;
    }
    if (explain_field(word)) {
        return 0;
    }
    struct aic_text text = {word, (unsigned)strlen(word)};
    const char *near = aic_text_nearest(text, any_name, NULL, aic_insn_count() + aic_rule_count());
    return aic_args_error(&usage, "no instruction, rule or field is called '%s'%s%s%s", word,
                          near ? "; did you mean '" : "; `aicsim explain all` has every instruction", near ? near : "",
                          near ? "'?" : "");
}

int aic_cmd_explain(int argc, char **argv)
{
    struct aic_args args = aic_args_begin(&usage, argc, argv);
    const char *value, *word = NULL, *format = "text";
    int index;
    while ((index = aic_args_next(&args, &value)) != AIC_ARG_END) {
        if (index == AIC_ARG_HELP) {
            return 0;
        }
        if (index == AIC_ARG_BAD) {
            return 2;
        }
        if (index == 0) {
            format = value;
        } else if (word) {
            return aic_args_error(&usage, "one word at a time");
        } else {
            word = value;
        }
    }
    if (strcmp(format, "text") != 0 && strcmp(format, "markdown") != 0) {
        return aic_args_error(&usage, "--format is text or markdown, not '%s'", format);
    }
    return word ? explain(word, strcmp(format, "markdown") == 0)
                : aic_args_error(&usage, "explain what? An instruction, a rule or a field");
}
