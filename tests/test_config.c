/* Product files: what is refused and where, inheritance, changed keys, and that every member has a key. */
#include <criterion/criterion.h>
#include <string.h>

#include "isa/insn.h"
#include "sim/config.h"
#include "tests/product_for_tests.h"

/* Files in memory; other names are looked up in configs/. */
struct files {
    const char *name[4], *text[4];
};

static char *memory_text(void *user, const char *name, size_t *bytes, char *path, size_t path_size)
{
    const struct files *files = user;
    for (int i = 0; i < 4 && files->name[i]; i++) {
        if (strcmp(files->name[i], name) == 0) {
            snprintf(path, path_size, "%s.yaml", name);
            *bytes = strlen(files->text[i]);
            return strdup(files->text[i]);
        }
    }
    return test_product_text(NULL, name, bytes, path, path_size);
}

#define MAX_MESSAGES 32
struct messages {
    char text[MAX_MESSAGES][512];
    size_t n;
};

static void keep(void *user, const char *message)
{
    struct messages *m = user;
    cr_assert(m->n < MAX_MESSAGES);
    snprintf(m->text[m->n++], sizeof(m->text[0]), "%s", message);
}

static struct aic_product *load(const char *text, struct messages *m)
{
    struct files files = {{"t"}, {text}};
    m->n = 0;
    return aic_product_load("t", memory_text, &files, keep, m);
}

static bool said(const struct messages *m, const char *message)
{
    for (size_t i = 0; i < m->n; i++) {
        if (strcmp(m->text[i], message) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < m->n; i++) {
        cr_log_warn("said: %s", m->text[i]);
    }
    return false;
}

#define HEAD "aicsim-product: 1\nname: t\nbase: ascend910b1\n" /* three lines */

/* One line of YAML behind HEAD and the one message that it must give. */
static const struct {
    const char *line, *message;
} wrong[] = {
    {"load3d: {has_repat: {value: true, source: x}}",
     "t.yaml:4:10: error: unknown key 'load3d.has_repat'; did you mean 'load3d.has_repeat'?"},
    {"cores: {value: many, unit: cores, source: x}", "t.yaml:4:16: error: expected a whole number, not 'many'"},
    {"cores: {value: 1.5, unit: cores, source: x}", "t.yaml:4:16: error: expected a whole number, not '1.5'"},
    {"cores: {value: \"2\", unit: cores, source: x}", "t.yaml:4:16: error: expected a whole number, not '2'"},
    {"cores: {value: [1], unit: cores, source: x}", "t.yaml:4:16: error: expected a whole number, not a list"},
    {"cores: {value: 5000, unit: cores, source: x}", "t.yaml:4:16: error: cores: 5000 is outside 1..1024 cores"},
    {"cores: {value: 99999999999999999999, unit: cores, source: x}",
     "t.yaml:4:16: error: expected a whole number, not '99999999999999999999'"},
    {"cores: 24", "t.yaml:4:8: error: cores: expected {value: ..., unit: cores, source: ...}"},
    {"cores: {value: 2, source: x}", "t.yaml:4:8: error: cores: the unit is missing; write unit: cores"},
    {"cores: {value: 2, unit: cores}", "t.yaml:4:8: error: cores: the source is missing"},
    {"cores: {value: 2, unit: cores, source: x, why: y}",
     "t.yaml:4:43: error: unknown key 'why': a value has value, unit, source, evidence and note"},
    {"cores: {value: 2, unit: cores, source: x, evidence: rumour}",
     "t.yaml:4:53: error: cores: evidence is documented, measured, reported or inferred"},
    {"clock: {value: 1, unit: GHz, source: x}", "t.yaml:4:25: error: clock: the unit is MHz, not 'GHz'"},
    {"clock: {value: 1e3, unit: MHz, source: x}", "t.yaml:4:16: error: expected a decimal number, not '1e3'"},
    {"split_units: {value: yes, source: x}", "t.yaml:4:22: error: expected true or false, not 'yes'"},
    {"l0a_layout: {value: nx, source: x}",
     "t.yaml:4:21: error: l0a_layout: 'nx' is no choice here; did you mean 'nz'?"},
    {"mmad: {k_block: {value: unknown, source: x}}", "t.yaml:4:25: error: mmad.k_block may not be unknown"},
    {"load2d: {l1_only: {value: [half, bfloat61], source: x}}",
     "t.yaml:4:34: error: no element type 'bfloat61'; did you mean 'bfloat16'?"},
    {"mmad: {triples: {value: [half:half], source: x}}",
     "t.yaml:4:26: error: expected A:B:C or A:B:C+bias, not 'half:half'"},
    {"flag: {pairs: {value: [M-MTE1], source: x}}", "t.yaml:4:24: error: expected PIPE->PIPE, not 'M-MTE1'"},
    {"bt: {pairs: {value: [half], source: x}}", "t.yaml:4:22: error: expected src:dst element types, not 'half'"},
    {"memory: 5", "t.yaml:4:9: error: memory: expected a mapping of keys"},
    {"paths: {gm: {l3: {pipe: MTE2, source: x}}}", "t.yaml:4:14: error: no memory 'l3'; did you mean 'l1'?"},
    {"paths: {gm: {l1: {source: x}}}", "t.yaml:4:18: error: l1: a datapath names its pipe: S V M MTE1 MTE2 MTE3 FIX"},
    {"paths: {gm: {l1: {pipe: MTE9, source: x}}}",
     "t.yaml:4:25: error: l1: a datapath names its pipe: S V M MTE1 MTE2 MTE3 FIX"},
    {"instructions: {load3dv9: {source: x}}",
     "t.yaml:4:16: error: no instruction 'load3dv9'; did you mean 'load3dv2'?"},
    {"instructions: {mmad: {absent: maybe, source: x}}", "t.yaml:4:31: error: absent: can only be true"},
    {"instructions: {fill: {l1: [half]}}", "t.yaml:4:22: error: fill: the source is missing"},
    {"name: u", "t.yaml:4:1: error: duplicate key 'name', first on line 2"},
    {"abstract: true", "t.yaml:1:1: error: 't' is a base of products, not a product"},
    {"cores: &a {value: 2, unit: cores, source: x}\nvector_cores: *a",
     "t.yaml:5:15: error: anchors and aliases are not used in product files"},
};

Test(config, one_error_and_its_place)
{
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char text[512];
        struct messages m;
        snprintf(text, sizeof(text), HEAD "%s\n", wrong[i].line);
        cr_assert_null(load(text, &m), "%s", wrong[i].line);
        cr_expect(said(&m, wrong[i].message), "%s", wrong[i].line);
        cr_expect_eq(m.n, 1, "%s: %zu messages", wrong[i].line, m.n);
    }
}

Test(config, all_errors_of_a_file)
{
    struct messages m;
    cr_assert_null(load(HEAD "cores: {value: 0, unit: cores, source: x}\n"
                             "memory:\n"
                             "  l1:\n"
                             "    bites: {value: 1, unit: bytes, source: x}\n"
                             "clock: {value: 1850, unit: kHz, source: x}\n",
                        &m));
    cr_expect_eq(m.n, 3);
    cr_expect(said(&m, "t.yaml:4:16: error: cores: 0 is outside 1..1024 cores"));
    cr_expect(said(&m, "t.yaml:7:5: error: unknown key 'memory.l1.bites'; did you mean 'memory.l1.bytes'?"));
    cr_expect(said(&m, "t.yaml:8:28: error: clock: the unit is MHz, not 'kHz'"));
}

Test(config, headers_and_bases)
{
    struct messages m;
    cr_assert_null(load("name: t\nbase: ascend910b1\n", &m));
    cr_expect(said(&m, "t.yaml:1:1: error: the file must say `aicsim-product: 1`"));
    cr_assert_null(load("aicsim-product: 1\nname: other\nbase: ascend910b1\n", &m));
    cr_expect(said(&m, "t.yaml:2:7: error: the file of 't' says that it is 'other'; "
                       "change the name here or in the name of the file"));
    cr_assert_null(load("aicsim-product: 1\nname: t\nbase: nowhere\n", &m));
    cr_expect(said(&m, "t.yaml:3:7: error: there is no base 'nowhere'"));
    cr_assert_null(load("", &m));
    cr_expect(said(&m, "t.yaml:1:1: error: the file is empty"));
    cr_assert_null(load("- 1\n", &m));
    cr_expect(said(&m, "t.yaml:1:1: error: expected a mapping of keys"));
    cr_assert_null(load(HEAD "---\nname: u\n", &m));
    cr_expect(said(&m, "t.yaml:4:1: error: a second document in the file"));
    m.n = 0;
    struct files none = {{NULL}, {NULL}};
    cr_assert_null(aic_product_load("no_such_product", memory_text, &none, keep, &m));
    cr_expect(said(&m, "no_such_product: error: there is no product of this name"));
    cr_assert_null(aic_product_load("a\033[31mb\x7f", memory_text, &none, keep, &m));
    cr_expect(said(&m, "a?[31mb?: error: there is no product of this name"));
    char endless[3000];
    memset(endless, 'a', sizeof endless);
    endless[sizeof endless - 1] = 0;
    cr_assert_null(aic_product_load(endless, memory_text, &none, keep, &m));
    cr_expect_eq(strncmp(m.text[m.n - 1], "aaa", 3), 0, "a cut name, not none");
}

Test(config, circle_of_bases)
{
    struct messages m = {.n = 0};
    struct files files = {{"a", "b"},
                          {"aicsim-product: 1\nname: a\nbase: b\n", "aicsim-product: 1\nname: b\nbase: a\n"}};
    cr_assert_null(aic_product_load("a", memory_text, &files, keep, &m));
    cr_expect(said(&m, "b.yaml:3:7: error: 'a' is a base of itself"));
}

Test(config, syntax_error_has_a_place)
{
    struct messages m;
    cr_assert_null(load(HEAD "cores: {value: 1, unit: cores\nclock: 3\n", &m));
    cr_assert_eq(m.n, 1);
    cr_expect_eq(strncmp(m.text[0], "t.yaml:5:6: error: ", 19), 0, "%s", m.text[0]);
    char deep[256] = HEAD "cores: ";
    memset(deep + strlen(deep), '[', 64);
    cr_assert_null(load(deep, &m));
    cr_expect_eq(strncmp(m.text[0], "t.yaml:4:", 9), 0, "%s", m.text[0]);
}

Test(config, missing_required_keys)
{
    struct messages m;
    cr_assert_null(load("aicsim-product: 1\nname: t\ntitle: T\narch: x\nfamily: f\n", &m));
    const char *const keys[] = {"cores", "l0a_layout", "memory.l1.bytes", "memory.l0c.bytes", "memory.fb.bytes"};
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        char message[128];
        snprintf(message, sizeof(message), "t.yaml:1:1: error: the key '%s' is missing", keys[i]);
        cr_expect(said(&m, message));
    }
}

Test(config, a_child_replaces_whole_entries)
{
    struct messages m;
    struct aic_product *p = load(HEAD "memory: {l0c: {bytes: {value: 4096, unit: bytes, source: mine}}}\n"
                                      "paths: {ub: {l1: {absent: true, source: mine}}}\n"
                                      "instructions:\n"
                                      "  load3dv2: {l0a: [half], source: mine}\n"
                                      "  load_sparse: {absent: true, source: mine}\n"
                                      "  load3dv1: {unknown: true, source: mine}\n"
                                      "mmad: {triples: {value: [half:half:float], source: mine}}\n",
                                 &m);
    cr_assert_not_null(p);
    int v2 = aic_insn_find("load3dv2", 8), sparse = aic_insn_find("load_sparse", 11), v1 = aic_insn_find("load3dv1", 8);
    cr_expect_eq(p->isa.sizes.bytes[AIC_L0C], 4096);
    cr_expect_eq(p->isa.sizes.bytes[AIC_L1], 524288); /* inherited over two files */
    cr_expect_eq(p->isa.path[AIC_UB][AIC_L1], AIC_PATH_NO);
    cr_expect_eq(p->isa.path[AIC_UB][AIC_GM], AIC_PATH_YES);
    cr_expect_eq(p->isa.dtypes[v2][AIC_L0A], AIC_DT_BIT(AIC_DT_HALF));
    cr_expect_eq(p->isa.dtypes[v2][AIC_L0B], 0);
    cr_expect_eq(p->isa.insn[sparse], AIC_PATH_NO);
    cr_expect_eq(p->isa.insn[v1], AIC_PATH_UNKNOWN);
    cr_expect_eq(p->isa.mmad_triples_n, 1);
    cr_expect_eq(p->isa.mmad_triples[0].bias, AIC_DT_NONE);
    cr_expect_str_eq(aic_product_origin(p, (size_t)aic_key_find("memory.l0c.bytes")).source, "mine");
    cr_expect_str_eq(aic_product_origin(p, (size_t)aic_key_find("memory.l1.bytes")).source, "hw2201");
    cr_expect_str_eq(aic_product_origin(p, (size_t)aic_key_find("mmad.k_block")).evidence, "default");
    aic_product_free(p);
}

Test(config, numbers_are_kept_in_1_of_1024)
{
    struct messages m;
    struct aic_product *p = load(HEAD "cube: {gap: {value: 2.25, unit: cycles, source: x}}\n"
                                      "route: {gm_ub: {rate: {value: 167.9, unit: bytes/cycle, source: x},\n"
                                      "                start: {value: 0.0009765625, unit: cycles, source: x}}}\n"
                                      "clock: {value: 1850.5, unit: MHz, source: x}\n",
                                 &m);
    cr_assert_not_null(p);
    cr_expect_eq(p->pipes.mmad_gap, 2304);
    cr_expect_eq(p->pipes.route[AIC_ROUTE_GM_UB].rate, 171930); /* 167.9 * 1024 = 171929.6 */
    cr_expect_eq(p->pipes.route[AIC_ROUTE_GM_UB].start, 1);
    cr_expect_eq(p->pipes.clock_khz, 1850500);
    aic_product_free(p);
}

Test(config, changed_keys)
{
    struct messages m = {.n = 0};
    struct aic_product *p = test_product("ascend950pr_9589");
    cr_assert_not_null(p);
    int v1 = aic_insn_find("load3dv1", 8);
    cr_expect(aic_product_set(p, "load3d_l0b_transpose_inert=false", keep, &m));
    cr_expect_eq(p->isa.load3d_l0b_transpose_inert, 0);
    cr_expect(aic_product_set(p, "load3d.strict_multiples=true", keep, &m));
    cr_expect_eq(p->isa.load3d_strict_multiples, 1);
    cr_expect(aic_product_set(p, "clock=unknown", keep, &m));
    cr_expect_eq(p->pipes.clock_khz, AIC_UNKNOWN);
    cr_expect(aic_product_set(p, "fixpipe.f32.l1=[half, float]", keep, &m));
    cr_expect_eq(p->isa.fixpipe_f32[AIC_L1], AIC_DT_BIT(AIC_DT_HALF) | AIC_DT_BIT(AIC_DT_FLOAT));
    cr_expect(aic_product_set(p, "instructions.load3dv1={l0a: [half]}", keep, &m));
    cr_expect_eq(p->isa.dtypes[v1][AIC_L0A], AIC_DT_BIT(AIC_DT_HALF));
    cr_expect(aic_product_set(p, "paths.gm.l0a={pipe: MTE2}", keep, &m));
    cr_expect_eq(p->isa.path[AIC_GM][AIC_L0A], AIC_PATH_YES);
    cr_expect_eq(m.n, 0);
    static const char *const refused[] = {"cores", "cores=", "=1", "cores=0", "no.such.key=1", "clock=fast", "cores=}"};
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        cr_expect_not(aic_product_set(p, refused[i], keep, &m), "%s", refused[i]);
        cr_expect_eq(m.n, i + 1, "%s", refused[i]);
        cr_expect_eq(strncmp(m.text[i], "--set", 5), 0, "%s", m.text[i]);
    }
    cr_expect_str_eq(m.text[3], "--set cores=0: error: cores: 0 is outside 1..1024 cores");
    cr_expect_eq(p->cores, 32);
    aic_product_free(p);
}

struct cover {
    unsigned char byte[sizeof(struct aic_product)];
};

static void cover(struct cover *c, size_t offset, size_t size, const char *what)
{
    for (size_t i = 0; i < size; i++) {
        cr_assert_eq(c->byte[offset + i], 0, "%s overlaps another key at byte %zu", what, offset + i);
        c->byte[offset + i] = 1;
    }
}

/* Padding of the structs is below 8 bytes; a longer gap is a member without a key. */
static void expect_covered(const struct cover *c, size_t offset, size_t size, const char *what)
{
    size_t gap = 0;
    for (size_t i = 0; i < size; i++) {
        gap = c->byte[offset + i] ? 0 : gap + 1;
        cr_assert(gap < 8, "a member of %s without a key ends at byte %zu", what, i);
    }
}

#define COVER(c, member) \
    cover(c, offsetof(struct aic_product, member), sizeof(((struct aic_product *)0)->member), #member)

Test(config, every_member_has_a_key)
{
    struct cover *c = calloc(1, sizeof(*c));
    for (size_t i = 0; i < aic_key_count(); i++) {
        cover(c, aic_key_at(i)->offset, aic_key_at(i)->size, aic_key_at(i)->path);
    }
    COVER(c, isa.sizes.bytes[AIC_GM]); /* not limited */
    for (int s = 0; s < AIC_SPACE_COUNT; s++) {
        if (s != AIC_GM && s != AIC_L1 && s != AIC_UB) { /* where a drain cannot go */
            COVER(c, isa.fixpipe_f32[s]);
            COVER(c, isa.fixpipe_s32[s]);
            COVER(c, isa.fixpipe_f16[s]);
            COVER(c, isa.fixpipe_layouts[s]);
        }
    }
    static const uint8_t no_multiply[] = {AIC_DT_NONE,   AIC_DT_INT16,  AIC_DT_UINT16,  AIC_DT_INT32,
                                          AIC_DT_UINT32, AIC_DT_UINT64, AIC_DT_FP8_E8M0};
    for (size_t i = 0; i < sizeof(no_multiply); i++) {
        COVER(c, pipes.mmad_passes[no_multiply[i]]);
    }
    expect_covered(c, offsetof(struct aic_product, isa), sizeof(struct aic_isa_limits), "aic_isa_limits");
    expect_covered(c, offsetof(struct aic_product, pipes), sizeof(struct aic_pipe_costs), "aic_pipe_costs");
    free(c);
}

Test(config, keys_are_found_by_member_name)
{
    cr_expect_eq(aic_key_find("hf32_mantissa_bits"), aic_key_find("hf32.mantissa_bits"));
    cr_expect_neq(aic_key_find("hf32.mantissa_bits"), -1);
    cr_expect_eq(aic_key_find("l0a.layout"), -1);
    cr_expect_eq(aic_key_find(""), -1);
    for (size_t i = 0; i < aic_key_count(); i++) {
        const struct aic_key *key = aic_key_at(i);
        cr_expect_eq(aic_key_find(key->path), (int)i, "%s", key->path);
        cr_expect(key->meaning && *key->meaning, "%s", key->path);
        cr_expect(key->type >= AIC_KEY_SET || key->def == AIC_UNKNOWN || key->type == AIC_KEY_CHOICE ||
                      (key->flags & AIC_KEY_REQUIRED) || (key->def >= key->min && key->def <= key->max),
                  "%s: the default is outside its range", key->path);
        cr_expect(key->def != AIC_UNKNOWN || (key->flags & AIC_KEY_UNKNOWN_OK), "%s", key->path);
    }
    cr_expect_null(aic_key_at(aic_key_count()));
}
