/* Writes sim/record_calls.h and its source from the instruction tables, at build time: one structure and one function
 * an instruction, over the calls of sim/record.h. Usage: record_gen HEADER SOURCE */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/insn.h"

static const char *type_of(const struct aic_field *f)
{
    switch (f->kind) {
    case AIC_FIELD_VALUE:
    case AIC_FIELD_FLOAT:
        return "double ";
    case AIC_FIELD_CHOICE:
        return "const char *";
    default:
        return "int64_t ";
    }
}

/* Name of operand i in the structure: its role, numbered where an earlier operand has the same. */
static void operand_name(const struct aic_insn *insn, unsigned i, char *out, size_t size)
{
    unsigned same = 0;
    for (unsigned j = 0; j < i; j++) {
        same += strcmp(insn->slots[j].role, insn->slots[i].role) == 0;
    }
    snprintf(out, size, same ? "%s%u" : "%s", insn->slots[i].role, same + 1);
    for (char *p = out; *p; p++) {
        *p = *p == ' ' || *p == '-' ? '_' : *p;
    }
}

static void put_default(FILE *to, const struct aic_field *f)
{
    if (f->required) {
        fprintf(to, "required");
    } else if (f->kind == AIC_FIELD_CHOICE) {
        fprintf(to, "default %s", f->choices[f->def]);
    } else {
        fprintf(to, "default %" PRId64, f->def);
    }
    if (f->kind == AIC_FIELD_CHOICE) {
        fprintf(to, "; one of");
        for (int i = 0; f->choices[i]; i++) {
            fprintf(to, " %s", f->choices[i]);
        }
    } else if (f->min <= f->max && f->kind != AIC_FIELD_BOOL && f->kind != AIC_FIELD_VALUE) {
        fprintf(to, "; %" PRId64 "..%" PRId64, f->min, f->max);
    }
}

static void put_struct(FILE *to, const struct aic_insn *insn)
{
    char name[64];
    fprintf(to, "/* %s.\n * Source: %s. */\nstruct aic_%s_args {\n", insn->summary, insn->source, insn->name);
    for (unsigned i = 0; i < insn->n_slots; i++) {
        operand_name(insn, i, name, sizeof(name));
        fprintf(to, "    struct aic_place %s; /* operand %u%s */\n", name, i + 1,
                insn->slots[i].optional ? ", may be left out" : "");
    }
    if (insn->max_dtypes) {
        fprintf(to, "    const char *dtype; /* %u to %u element types, joined by `:` */\n", (unsigned)insn->min_dtypes,
                (unsigned)insn->max_dtypes);
    }
    for (unsigned i = 0; i < insn->n_fields; i++) {
        const struct aic_field *f = &insn->fields[i];
        fprintf(to, "    %s%s", type_of(f), f->name);
        if (f->kind == AIC_FIELD_LIST) {
            fprintf(to, "[%u]", (unsigned)f->count);
        }
        fprintf(to, "; /* %s (", f->meaning);
        put_default(to, f);
        fprintf(to, ") */\n");
    }
    if (insn->n_slots == 0 && insn->max_dtypes == 0 && insn->n_fields == 0) {
        fprintf(to, "    int nothing;\n");
    }
    fprintf(to, "};\nvoid aic_%s_args_init(struct aic_%s_args *args);\n", insn->name, insn->name);
    fprintf(to, "bool aic_emit_%s(struct aic_recorder *r, const struct aic_%s_args *args);\n\n", insn->name,
            insn->name);
}

static void put_init(FILE *to, const struct aic_insn *insn)
{
    fprintf(to, "void aic_%s_args_init(struct aic_%s_args *args)\n{\n    memset(args, 0, sizeof(*args));\n", insn->name,
            insn->name);
    for (unsigned i = 0; i < insn->n_fields; i++) {
        const struct aic_field *f = &insn->fields[i];
        bool real = f->kind == AIC_FIELD_VALUE || f->kind == AIC_FIELD_FLOAT;
        if (f->kind == AIC_FIELD_LIST) {
            fprintf(to, "    for (int i = 0; i < %u; i++) {\n        args->%s[i] = AIC_NOT_GIVEN;\n    }\n",
                    (unsigned)f->count, f->name);
        } else if (f->kind != AIC_FIELD_CHOICE) {
            fprintf(to, "    args->%s = %s;\n", f->name, real ? "NAN" : "AIC_NOT_GIVEN");
        }
    }
    fprintf(to, "}\n\n");
}

static void put_field(FILE *to, const struct aic_field *f)
{
    const char *n = f->name;
    if (f->kind == AIC_FIELD_LIST) {
        for (unsigned i = 0; i < f->count; i++) {
            fprintf(to, "    give_int(r, \"%s.%u\", args->%s[%u]);\n", n, i, n, i);
        }
    } else if (f->kind == AIC_FIELD_CHOICE) {
        fprintf(to, "    give_word(r, \"%s\", args->%s);\n", n, n);
    } else if (f->kind == AIC_FIELD_VALUE || f->kind == AIC_FIELD_FLOAT) {
        fprintf(to, "    give_real(r, \"%s\", args->%s);\n", n, n);
    } else {
        fprintf(to, "    give_int(r, \"%s\", args->%s);\n", n, n);
    }
}

static void put_emit(FILE *to, const struct aic_insn *insn)
{
    char name[64];
    fprintf(to, "bool aic_emit_%s(struct aic_recorder *r, const struct aic_%s_args *args)\n{\n", insn->name,
            insn->name);
    fprintf(to, "    aic_recorder_begin(r, \"%s\");\n", insn->name);
    for (unsigned i = 0; i < insn->n_slots; i++) {
        operand_name(insn, i, name, sizeof(name));
        fprintf(to, "    give_place(r, args->%s);\n", name);
    }
    if (insn->max_dtypes) {
        fprintf(to, "    give_types(r, args->dtype);\n");
    }
    for (unsigned i = 0; i < insn->n_fields; i++) {
        put_field(to, &insn->fields[i]);
    }
    if (insn->n_slots == 0 && insn->max_dtypes == 0 && insn->n_fields == 0) {
        fprintf(to, "    (void)args;\n");
    }
    fprintf(to, "    return aic_recorder_emit(r);\n}\n\n");
}

static const char *const header_text[] = {
    "/* One function an instruction. Written at build time from the instruction tables (sim/record_gen.c).",
    " *",
    " *     struct aic_mmad_args a;",
    " *     aic_mmad_args_init(&a);",
    " *     a.dst = (struct aic_place){\"l0c\", 0}; ... a.dtype = \"half:half:float\"; a.m = 16; ...",
    " *     aic_emit_mmad(recorder, &a);",
    " *",
    " * What keeps the value of aic_*_args_init is not given and has its default; errors as in sim/record.h. */",
    "#ifndef AIC_SIM_RECORD_CALLS_H",
    "#define AIC_SIM_RECORD_CALLS_H",
    "",
    "#include \"sim/record.h\"",
    "",
    "#ifdef __cplusplus",
    "extern \"C\" {",
    "#endif",
    "",
    "#define AIC_NOT_GIVEN INT64_MIN",
    "",
    "/* space NULL: no operand. */",
    "struct aic_place {",
    "    const char *space;",
    "    uint64_t address;",
    "};",
    "",
    NULL};

static const char *const source_text[] = {
    "/* Written at build time from the instruction tables (sim/record_gen.c). */",
    "#include \"sim/record_calls.h\"",
    "",
    "#include <math.h>",
    "#include <stdio.h>",
    "#include <string.h>",
    "",
    "static inline void give_int(struct aic_recorder *r, const char *name, int64_t value)",
    "{",
    "    if (value != AIC_NOT_GIVEN) {",
    "        aic_recorder_int(r, name, value);",
    "    }",
    "}",
    "",
    "static inline void give_real(struct aic_recorder *r, const char *name, double value)",
    "{",
    "    if (!isnan(value)) {",
    "        aic_recorder_real(r, name, value);",
    "    }",
    "}",
    "",
    "static inline void give_word(struct aic_recorder *r, const char *name, const char *word)",
    "{",
    "    if (word) {",
    "        aic_recorder_word(r, name, word);",
    "    }",
    "}",
    "",
    "static inline void give_place(struct aic_recorder *r, struct aic_place place)",
    "{",
    "    if (place.space) {",
    "        aic_recorder_operand(r, place.space, place.address);",
    "    }",
    "}",
    "",
    "static void give_types(struct aic_recorder *r, const char *list)",
    "{",
    "    char name[32];",
    "    while (list && *list) {",
    "        size_t n = strcspn(list, \":\");",
    "        snprintf(name, sizeof(name), \"%.*s\", (int)n, list);",
    "        aic_recorder_dtype(r, name);",
    "        list += n + (list[n] == ':');",
    "    }",
    "}",
    "",
    NULL};

static void put_lines(FILE *to, const char *const *lines)
{
    for (; *lines; lines++) {
        fprintf(to, "%s\n", *lines);
    }
}

int main(int argc, char **argv)
{
    FILE *header = argc == 3 ? fopen(argv[1], "w") : NULL, *source = argc == 3 ? fopen(argv[2], "w") : NULL;
    if (!header || !source) {
        fprintf(stderr, "usage: record_gen HEADER SOURCE\n");
        return 2;
    }
    put_lines(header, header_text);
    put_lines(source, source_text);
    for (size_t i = 0; i < aic_insn_count(); i++) {
        put_struct(header, aic_insn_at(i));
        put_init(source, aic_insn_at(i));
        put_emit(source, aic_insn_at(i));
    }
    fprintf(header, "#ifdef __cplusplus\n}\n#endif\n#endif\n");
    bool bad = ferror(header) || ferror(source);
    bad |= fclose(header) != 0;
    bad |= fclose(source) != 0;
    return bad;
}
