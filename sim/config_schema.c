/* The key table as documents: configs/SCHEMA.md for people, a JSON Schema for editors. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/insn.h"
#include "sim/config_internal.h"

#define EVIDENCE_JSON "{\"enum\": [\"documented\", \"measured\", \"reported\", \"inferred\"]}"

struct writer {
    aic_text_fn *out;
    void *user;
};

static void put(const struct writer *w, const char *text)
{
    w->out(w->user, text);
}

static void put_number(const struct writer *w, int64_t number)
{
    char text[32];
    snprintf(text, sizeof(text), "%" PRId64, number);
    put(w, text);
}

/* A JSON string; the table's texts have no control characters. */
static void put_string(const struct writer *w, const char *text)
{
    char piece[3] = "\\";
    put(w, "\"");
    for (; *text; text++) {
        piece[1] = *text;
        put(w, *text == '"' || *text == '\\' ? piece : piece + 1);
    }
    put(w, "\"");
}

static void put_names(const struct writer *w, const char *(*name_at)(size_t i, const void *list), const void *list)
{
    const char *name, *gap = "[";
    for (size_t i = 0; (name = name_at(i, list)) != NULL; i++) {
        put(w, gap);
        put_string(w, name);
        gap = ", ";
    }
    put(w, "]");
}

static const char *choice_at(size_t i, const void *list)
{
    return ((const struct aic_key *)list)->choices[i];
}

static const char *dtype_at(size_t i, const void *list)
{
    (void)list;
    return i + 1 < AIC_DT_COUNT ? aic_dtype_name((enum aic_dtype)(i + 1)) : i + 1 == AIC_DT_COUNT ? "unknown" : NULL;
}

static const char *space_at(size_t i, const void *list)
{
    (void)list;
    return i < AIC_SPACE_COUNT ? aic_space_name((enum aic_space)i) : NULL;
}

static const char *pipe_at(size_t i, const void *list)
{
    (void)list;
    return i < AIC_PIPE_COUNT ? aic_pipe_name((enum aic_pipe)i) : NULL;
}

static void put_dtypes(const struct writer *w)
{
    put(w, "{\"type\": \"array\", \"uniqueItems\": true, \"items\": {\"enum\": ");
    put_names(w, dtype_at, NULL);
    put(w, "}}");
}

static void put_range(const struct writer *w, const struct aic_key *key)
{
    put(w, key->type == AIC_KEY_INT ? "{\"type\": \"integer\", \"minimum\": " : "{\"type\": \"number\", \"minimum\": ");
    put_number(w, key->min);
    put(w, ", \"maximum\": ");
    put_number(w, key->max);
    put(w, "}");
}

static const char *item_pattern(const struct aic_key *key)
{
    return key->type == AIC_KEY_TRIPLES ? "^[a-z0-9_]+:[a-z0-9_]+:[a-z0-9_]+([+][a-z0-9_]+)?$"
         : key->type == AIC_KEY_PAIRS   ? "^[a-z0-9_]+:[a-z0-9_]+$"
                                        : "^[A-Z0-9]+->[A-Z0-9]+$";
}

static void put_value(const struct writer *w, const struct aic_key *key)
{
    switch (key->type) {
    case AIC_KEY_BOOL:
        put(w, "{\"type\": \"boolean\"}");
        break;
    case AIC_KEY_CHOICE:
    case AIC_KEY_SET:
        put(w, key->type == AIC_KEY_SET ? "{\"type\": \"array\", \"uniqueItems\": true, \"items\": " : "");
        put(w, "{\"enum\": ");
        put_names(w, choice_at, key);
        put(w, key->type == AIC_KEY_SET ? "}}" : "}");
        break;
    case AIC_KEY_DTYPES:
        put_dtypes(w);
        break;
    case AIC_KEY_TRIPLES:
    case AIC_KEY_PAIRS:
    case AIC_KEY_FLAGS:
        put(w, "{\"type\": \"array\", \"items\": {\"type\": \"string\", \"pattern\": ");
        put_string(w, item_pattern(key));
        put(w, "}}");
        break;
    default:
        put_range(w, key);
    }
}

static void put_leaf(const struct writer *w, const struct aic_key *key)
{
    bool unknown = (key->flags & AIC_KEY_UNKNOWN_OK) != 0;
    put(w, "{\"type\": \"object\", \"description\": ");
    put_string(w, key->meaning);
    put(w, ", \"required\": [\"value\", \"source\"], \"additionalProperties\": false, \"properties\": {\"value\": ");
    put(w, unknown ? "{\"anyOf\": [{\"const\": \"unknown\"}, " : "");
    put_value(w, key);
    put(w, unknown ? "]}" : "");
    if (*key->unit) {
        put(w, ", \"unit\": {\"const\": ");
        put_string(w, key->unit);
        put(w, "}");
    }
    put(w, ", \"source\": {\"type\": \"string\"}, \"evidence\": " EVIDENCE_JSON ", \"note\": {\"type\": \"string\"}}}");
}

#define ENTRY_JSON \
    "\"absent\": {\"const\": true}, \"unknown\": {\"const\": true}, \"source\": {\"type\": \"string\"}, " \
    "\"evidence\": " EVIDENCE_JSON ", \"note\": {\"type\": \"string\"}"

static void put_paths(const struct writer *w)
{
    put(w, "{\"type\": \"object\", \"propertyNames\": {\"enum\": ");
    put_names(w, space_at, NULL);
    put(w, "}, \"additionalProperties\": {\"type\": \"object\", \"propertyNames\": {\"enum\": ");
    put_names(w, space_at, NULL);
    put(w, "}, \"additionalProperties\": {\"type\": \"object\", \"required\": [\"source\"], "
           "\"additionalProperties\": false, \"properties\": {\"pipe\": {\"enum\": ");
    put_names(w, pipe_at, NULL);
    put(w, "}, " ENTRY_JSON "}}}}");
}

static void put_insns(const struct writer *w)
{
    put(w, "{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {");
    for (size_t i = 0; i < aic_insn_count(); i++) {
        put(w, i ? ", " : "");
        put_string(w, aic_insn_at(i)->name);
        put(w, ": {\"$ref\": \"#/$defs/instruction\"}");
    }
    put(w, "}}");
}

/* The definition that every instruction refers to. */
static void put_insn_def(const struct writer *w)
{
    put(w, "{\"type\": \"object\", \"required\": [\"source\"], \"additionalProperties\": false, \"properties\": {");
    for (size_t i = 0; i < AIC_SPACE_COUNT; i++) {
        put_string(w, aic_space_name((enum aic_space)i));
        put(w, ": {\"anyOf\": [{\"const\": \"unknown\"}, {\"$ref\": \"#/$defs/dtypes\"}]}, ");
    }
    put(w, ENTRY_JSON "}}");
}

static void put_group(const struct writer *w, const char *prefix, size_t length);

static void put_key(const struct writer *w, const struct aic_key *key, size_t length, size_t name)
{
    if (key->path[length + name] == '.') {
        put(w, "{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\n");
        put_group(w, key->path, length + name + 1);
        put(w, "}}");
    } else if (key->type == AIC_KEY_PATHS) {
        put_paths(w);
    } else if (key->type == AIC_KEY_INSNS) {
        put_insns(w);
    } else {
        put_leaf(w, key);
    }
}

/* The properties of one group: of every key that begins with the first `length` bytes of `prefix`. */
static void put_group(const struct writer *w, const char *prefix, size_t length)
{
    const char *last = "";
    size_t last_length = 0;
    for (size_t i = 0; i < aic_key_count(); i++) {
        const struct aic_key *key = aic_key_at(i);
        if (strncmp(key->path, prefix, length) != 0) {
            continue;
        }
        size_t name = strcspn(key->path + length, ".");
        if (name == last_length && strncmp(key->path + length, last, name) == 0) {
            continue;
        }
        char text[96];
        put(w, last_length ? ",\n" : "");
        snprintf(text, sizeof(text), "\"%.*s\": ", (int)name, key->path + length);
        put(w, text);
        put_key(w, key, length, name);
        last = key->path + length;
        last_length = name;
    }
}

void aic_schema_print_json(aic_text_fn *out, void *user)
{
    const struct writer w = {out, user};
    put(&w, "{\n\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n\"title\": \"aicsim product\",\n"
            "\"type\": \"object\",\n\"required\": [\"aicsim-product\", \"name\"],\n\"additionalProperties\": false,\n"
            "\"$defs\": {\n\"dtypes\": ");
    put_dtypes(&w);
    put(&w, ",\n\"instruction\": ");
    put_insn_def(&w);
    put(&w, "},\n\"properties\": {\n\"aicsim-product\": {\"const\": 1},\n\"name\": {\"type\": \"string\"},\n"
            "\"base\": {\"type\": \"string\"},\n\"abstract\": {\"type\": \"boolean\"},\n"
            "\"title\": {\"type\": \"string\"},\n"
            "\"arch\": {\"type\": \"string\"},\n\"family\": {\"type\": \"string\"},\n"
            "\"severities\": {\"type\": \"object\", \"additionalProperties\": "
            "{\"enum\": [\"error\", \"warning\", \"note\", \"hint\", \"off\"]}},\n");
    put_group(&w, "", 0);
    put(&w, "}\n}\n");
}

static const char schema_head[] =
    "# Product files\n"
    "\n"
    "Written by `aicsim products --schema markdown`; do not edit. A product is one YAML file, its name is the\n"
    "file's.\n"
    "\n"
    "    aicsim-product: 1            # version of this form\n"
    "    name: mychip1                # the file is mychip1.yaml\n"
    "    base: mychip                 # everything that this file does not say; may have a base itself\n"
    "    abstract: true               # a base of products, not a product\n"
    "    title: \"My Chip 1\"           # the vendor's name; title, arch and family are inherited\n"
    "    arch: \"2201\"\n"
    "    family: mychip\n"
    "    severities: {SY-002: off}    # rules that weigh otherwise here: error, warning, note, hint or off\n"
    "    memory:\n"
    "      l0c:\n"
    "        bytes: {value: 131072, unit: bytes, source: \"hw2201\"}\n"
    "    hf32:\n"
    "      mantissa_bits: {value: unknown, source: \"page HF32: only in a figure\"}\n"
    "    paths:\n"
    "      gm:\n"
    "        l1: {pipe: MTE2, source: \"path, pipe\"}\n"
    "    instructions:\n"
    "      load_sparse: {l0b: [int8], source: \"page LoadDataWithSparse\"}\n"
    "\n"
    "A value has `value`, the `unit` of its key, its `source`, and where wanted `evidence` (`documented` when\n"
    "left out, `measured`, `reported` or `inferred`) and `note`. Numbers are decimal; times are cycles, rates\n"
    "bytes per cycle, both kept in 1/1024. A record that needs a value which is `unknown` is refused\n"
    "(PATH-003).\n"
    "\n"
    "**Inheritance.** A file is read after its base. A value, a datapath (`paths.SOURCE.DESTINATION`) and an\n"
    "instruction (`instructions.MNEMONIC`) replace the inherited one as a whole; lists are never joined. What\n"
    "no file gives has the default below; a required key without a value is an error.\n"
    "\n"
    "**Tables.** A datapath has the `pipe` that serves it, an instruction the element types by the memory of\n"
    "its first operand (none for instructions that take no type); `unknown` in a list of types means that no\n"
    "source says which others there are. `absent: true` says that the product lacks it, as does leaving it\n"
    "out of all files; `unknown: true` that no source tells. Element types of mmad stand as `A:B:C+bias`,\n"
    "without `+` where the form with a bias does not exist.\n"
    "\n"
    "**Errors.** Unknown and duplicate keys, wrong types and units, values outside their range, missing\n"
    "required values, unknown bases and circles of bases are errors with file, line and column; all of a file\n"
    "are reported. `--set key=value` changes one key of a loaded product; `_` may stand for `.` in its name.\n"
    "\n"
    "**Short names of sources.** hwNNNN: page \"NPU architecture version NNNN\"; hc2201: its page of hardware\n"
    "limits; basic: page \"Basic architecture\"; mig: migration guide 2201 to 3510; perf: page \"Theoretical\n"
    "performance of the cube instructions\"; pipe: page \"Pipes of the APIs\"; path, align, common: pages on\n"
    "datapaths, alignment and common limits of data moves; consts: constants of the vendor's public headers;\n"
    "page X: the reference page of X; platform file X: the public platform description of X; dvm: a public\n"
    "list of chips; TIK: the vendor's older Python interface; (Xn): a point on which the sources disagree.\n"
    "Measured points stand in docs/timing.md.\n"
    "\n";

static const char *type_name(const struct aic_key *key)
{
    static const char *const names[] = {
        [AIC_KEY_INT] = "integer",          [AIC_KEY_BOOL] = "true or false",  [AIC_KEY_CHOICE] = "one of",
        [AIC_KEY_MILLI] = "decimal",        [AIC_KEY_1024] = "decimal",        [AIC_KEY_SET] = "list of",
        [AIC_KEY_DTYPES] = "element types", [AIC_KEY_TRIPLES] = "A:B:C+bias",  [AIC_KEY_PAIRS] = "src:dst",
        [AIC_KEY_FLAGS] = "PIPE->PIPE",     [AIC_KEY_PATHS] = "table",         [AIC_KEY_INSNS] = "table",
    };
    return names[key->type];
}

static void put_type_cell(const struct writer *w, const struct aic_key *key)
{
    put(w, type_name(key));
    for (int i = 0; key->choices && key->choices[i]; i++) {
        put(w, i ? ", " : " ");
        put(w, key->choices[i]);
    }
    if (key->type == AIC_KEY_INT || key->type == AIC_KEY_MILLI || key->type == AIC_KEY_1024) {
        put(w, " ");
        put_number(w, key->min);
        put(w, "..");
        put_number(w, key->max);
    }
    put(w, key->flags & AIC_KEY_UNKNOWN_OK ? "; or unknown" : "");
}

static void put_default_cell(const struct writer *w, const struct aic_key *key)
{
    if (key->flags & AIC_KEY_REQUIRED) {
        put(w, "required");
    } else if (key->type >= AIC_KEY_SET) {
        put(w, "none");
    } else if (key->def == AIC_UNKNOWN) {
        put(w, "unknown");
    } else if (key->type == AIC_KEY_BOOL) {
        put(w, key->def ? "true" : "false");
    } else if (key->type == AIC_KEY_CHOICE) {
        put(w, key->choices[key->def]);
    } else {
        put_number(w, key->def);
    }
}

void aic_schema_print_markdown(aic_text_fn *out, void *user)
{
    const struct writer w = {out, user};
    put(&w, schema_head);
    put(&w, "| Key | Value | Unit | Default | Meaning |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < aic_key_count(); i++) {
        const struct aic_key *key = aic_key_at(i);
        put(&w, "| `");
        put(&w, key->path);
        put(&w, "` | ");
        put_type_cell(&w, key);
        put(&w, " | ");
        put(&w, key->unit);
        put(&w, " | ");
        put_default_cell(&w, key);
        put(&w, " | ");
        put(&w, key->meaning);
        put(&w, " |\n");
    }
}
