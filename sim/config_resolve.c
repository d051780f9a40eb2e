/* A loaded product as text: where each value comes from, and the whole as one file without a base. */
#include <stdio.h>
#include <string.h>

#include "isa/insn.h"
#include "sim/config_internal.h"

static const char *text_of(const struct aic_yaml *node, const char *key, const char *otherwise)
{
    const struct aic_yaml *child = aic_yaml_get(node, key);
    return child && child->kind == AIC_YAML_SCALAR ? child->text : otherwise;
}

static struct aic_key_origin origin_of(const struct aic_yaml *node)
{
    struct aic_key_origin origin = {"", "default", "", 0};
    if (node) {
        origin.file = node->file;
        origin.line = node->key_line;
        origin.source = text_of(node, "source", "command line");
        origin.evidence = text_of(node, "evidence", "documented");
    }
    return origin;
}

struct aic_key_origin aic_product_origin(const struct aic_product *product, size_t key)
{
    return origin_of(product->config->leaf[key]);
}

struct aic_key_origin aic_product_path_origin(const struct aic_product *product, unsigned src, unsigned dst)
{
    return origin_of(product->config->path[src][dst]);
}

struct aic_key_origin aic_product_insn_origin(const struct aic_product *product, unsigned insn)
{
    return origin_of(product->config->insn[insn]);
}

struct printer {
    const struct aic_product *product;
    aic_text_fn *out;
    void *user;
};

/* Bytes of the UTF-8 character at `text` (it came out of libyaml, so it is valid), and its code. */
static unsigned decode(const char *text, unsigned *code)
{
    const unsigned char *u = (const unsigned char *)text;
    unsigned n = *u < 0x80 ? 1 : *u < 0xE0 ? 2 : *u < 0xF0 ? 3 : 4;
    *code = n == 1 ? *u : *u & (0x7Fu >> n);
    for (unsigned i = 1; i < n; i++) {
        *code = *code << 6 | (u[i] & 0x3Fu);
    }
    return n;
}

/* Characters that YAML takes as they are inside double quotes. */
static bool is_plain(unsigned code)
{
    return (code >= 0x20 && code < 0x7F && code != '"' && code != '\\') ||
           (code >= 0xA0 && code < 0xFFFE && code != 0xFEFF && code != 0x2028 && code != 0x2029) || code >= 0x10000;
}

static void quoted(const struct printer *p, const char *text)
{
    p->out(p->user, "\"");
    while (*text) {
        char piece[12];
        unsigned code, n = decode(text, &code);
        if (is_plain(code)) {
            snprintf(piece, sizeof(piece), "%.*s", (int)n, text);
        } else {
            snprintf(piece, sizeof(piece), "\\U%08X", code);
        }
        p->out(p->user, piece);
        text += n;
    }
    p->out(p->user, "\"");
}

static void print_notes(const struct printer *p, const struct aic_yaml *node)
{
    struct aic_key_origin origin = origin_of(node);
    p->out(p->user, "source: ");
    quoted(p, *origin.source ? origin.source : "default");
    if (node && aic_yaml_get(node, "evidence")) {
        p->out(p->user, ", evidence: ");
        p->out(p->user, origin.evidence);
    }
    if (node && aic_yaml_get(node, "note")) {
        p->out(p->user, ", note: ");
        quoted(p, text_of(node, "note", ""));
    }
    p->out(p->user, "}\n");
}

static void indent(const struct printer *p, unsigned depth)
{
    while (depth-- > 0) {
        p->out(p->user, "  ");
    }
}

/* Opens the groups of `path` that `before` has not opened, and returns the depth of the leaf. */
static unsigned open_groups(const struct printer *p, const char *before, const char *path)
{
    unsigned depth = 0;
    bool same = true;
    for (const char *dot; (dot = strchr(path, '.')) != NULL; depth++, path = dot + 1) {
        size_t n = (size_t)(dot - path) + 1;
        same = same && strncmp(before, path, n) == 0;
        if (!same) {
            char name[64];
            indent(p, depth);
            snprintf(name, sizeof(name), "%.*s:\n", (int)n - 1, path);
            p->out(p->user, name);
        } else {
            before += n;
        }
    }
    return depth;
}

static void print_leaf(const struct printer *p, size_t index, const char *before)
{
    const struct aic_key *key = aic_key_at(index);
    indent(p, open_groups(p, before, key->path));
    const char *dot = strrchr(key->path, '.');
    p->out(p->user, dot ? dot + 1 : key->path);
    p->out(p->user, ": {value: ");
    aic_product_print_value(p->product, index, p->out, p->user);
    if (*key->unit) {
        p->out(p->user, ", unit: ");
        p->out(p->user, key->unit);
    }
    p->out(p->user, ", ");
    print_notes(p, p->product->config->leaf[index]);
}

static void print_path(const struct printer *p, unsigned src, unsigned dst)
{
    char line[64];
    uint8_t state = p->product->isa.path[src][dst];
    const char *pipe = aic_pipe_name((enum aic_pipe)p->product->isa.path_pipe[src][dst]);
    snprintf(line, sizeof(line), "    %s: {%s%s, ", aic_space_name((enum aic_space)dst),
             state == AIC_PATH_YES ? "pipe: " : state == AIC_PATH_NO ? "absent: true" : "unknown: true",
             state == AIC_PATH_YES ? pipe : "");
    p->out(p->user, line);
    print_notes(p, p->product->config->path[src][dst]);
}

static void print_paths(const struct printer *p)
{
    p->out(p->user, "paths:\n");
    for (unsigned src = 0; src < AIC_SPACE_COUNT; src++) {
        bool open = false;
        for (unsigned dst = 0; dst < AIC_SPACE_COUNT; dst++) {
            if (!p->product->config->path[src][dst]) {
                continue;
            }
            if (!open) {
                p->out(p->user, "  ");
                p->out(p->user, aic_space_name((enum aic_space)src));
                p->out(p->user, ":\n");
                open = true;
            }
            print_path(p, src, dst);
        }
    }
}

static void print_insn(const struct printer *p, unsigned insn)
{
    const struct aic_isa_limits *isa = &p->product->isa;
    p->out(p->user, "  ");
    p->out(p->user, aic_insn_at(insn)->name);
    p->out(p->user, ": {");
    if (isa->insn[insn] != AIC_PATH_YES) {
        p->out(p->user, isa->insn[insn] == AIC_PATH_NO ? "absent: true, " : "unknown: true, ");
    }
    for (unsigned space = 0; space < AIC_SPACE_COUNT; space++) {
        if (isa->dtypes[insn][space]) {
            p->out(p->user, aic_space_name((enum aic_space)space));
            p->out(p->user, ": ");
            aic_config_print_dtypes(isa->dtypes[insn][space], p->out, p->user);
            p->out(p->user, ", ");
        }
    }
    print_notes(p, p->product->config->insn[insn]);
}

static void print_insns(const struct printer *p)
{
    p->out(p->user, "instructions:\n");
    for (unsigned insn = 0; insn < aic_insn_count(); insn++) {
        if (p->product->config->insn[insn]) {
            print_insn(p, insn);
        }
    }
}

static void print_header(const struct printer *p)
{
    const char *const rows[][2] = {{"name", p->product->name}, {"title", p->product->title}, {"arch", p->product->arch},
                                   {"family", p->product->family}};
    p->out(p->user, "aicsim-product: 1\n");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        p->out(p->user, rows[i][0]);
        p->out(p->user, ": ");
        quoted(p, rows[i][1]);
        p->out(p->user, "\n");
    }
    aic_product_print_severities(p->product, p->out, p->user);
}

void aic_product_print_resolved(const struct aic_product *product, aic_text_fn *out, void *user)
{
    const struct printer p = {product, out, user};
    print_header(&p);
    const char *before = "";
    for (size_t i = 0; i < aic_key_count(); i++) {
        const struct aic_key *key = aic_key_at(i);
        if (key->type == AIC_KEY_PATHS) {
            print_paths(&p);
        } else if (key->type == AIC_KEY_INSNS) {
            print_insns(&p);
        } else {
            print_leaf(&p, i, before);
        }
        before = key->path;
    }
}
