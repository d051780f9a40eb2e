/* The text trace: what the format says, line by line. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "isa/insn.h"
#include "isa/sync.h"
#include "isa/trace_text.h"

struct heard {
    unsigned n;
    uint32_t line, column; /* of the last error */
    char message[600];
};

static void hear(void *user, uint32_t line, uint32_t column, const char *message)
{
    struct heard *h = user;
    h->n++;
    h->line = line;
    h->column = column;
    snprintf(h->message, sizeof h->message, "%s", message);
}

struct bench {
    struct heard heard;
    struct aic_trace_tensors tensors;
    struct aic_trace_reader *reader;
    struct aic_trace_item item;
};

static void begin(struct bench *b)
{
    memset(b, 0, sizeof *b);
    b->reader = aic_trace_reader_new(AIC_TRACE_ALL, &b->tensors, hear, &b->heard);
    cr_assert_not_null(b->reader);
}

static int line(struct bench *b, const char *text)
{
    return aic_trace_reader_line(b->reader, text, strlen(text), &b->item);
}

/* A trace that has begun and has the tensors x (64 half) and y (at 4096). */
static void begun(struct bench *b)
{
    begin(b);
    cr_assert_eq(line(b, "aicsim-trace 1"), AIC_ITEM_HEADER);
    cr_assert_eq(line(b, "gm x half 4x16"), AIC_ITEM_GM);
    cr_assert_eq(line(b, "gm y float 8 at=4096"), AIC_ITEM_GM);
}

static void end(struct bench *b)
{
    aic_trace_reader_free(b->reader);
    aic_trace_tensors_free(&b->tensors);
}

static int64_t field(const struct bench *b, const char *name)
{
    const struct aic_record *rec = &b->item.rec;
    const struct aic_field *f = aic_insn_field(aic_insn_at(rec->insn), name, (unsigned)strlen(name));
    cr_assert_not_null(f, "no field %s", name);
    return rec->f[f->slot];
}

static double value(const struct bench *b, const char *name)
{
    int64_t bits = field(b, name);
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

Test(trace_text, a_record_has_operands_types_and_fields)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "data_copy l1:0x40, gm:x+32, dtype=half, blockCount=2, blockLen=3, srcGap=4, dstGap=5"),
                 AIC_ITEM_RECORD, "%s", b.heard.message);
    const struct aic_record *rec = &b.item.rec;
    cr_assert_str_eq(aic_insn_at(rec->insn)->name, "data_copy");
    cr_assert_eq(rec->n_operands, 2);
    cr_assert_eq(rec->op[0].space, AIC_L1);
    cr_assert_eq(rec->op[0].addr, 64);
    cr_assert_eq(rec->op[1].space, AIC_GM);
    cr_assert_eq(rec->op[1].tensor, 0);
    cr_assert_eq(rec->op[1].addr, 32);
    cr_assert_eq(rec->n_dtypes, 1);
    cr_assert_eq(rec->dtype[0], AIC_DT_HALF);
    cr_assert_eq(rec->line, 4);
    cr_assert_eq(field(&b, "blockCount"), 2);
    cr_assert_eq(field(&b, "blockLen"), 3);
    cr_assert_eq(field(&b, "srcGap"), 4);
    cr_assert_eq(field(&b, "dstGap"), 5);
    end(&b);
}

Test(trace_text, keys_come_in_any_order_and_defaults_fill_the_rest)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "\tload3dv2 l0a:0,l1:0 ,kExtension=64, dtype=half,mExtension=16,l1W=16, l1H=1,channelSize=64 "),
                 AIC_ITEM_RECORD, "%s", b.heard.message);
    cr_assert_eq(field(&b, "kExtension"), 64);
    cr_assert_eq(field(&b, "mExtension"), 16);
    cr_assert_eq(field(&b, "strideW"), 1);
    cr_assert_eq(field(&b, "filterH"), 1);
    cr_assert_eq(field(&b, "enTranspose"), 0);
    cr_assert_eq(field(&b, "isSetFMatrix"), 1);
    end(&b);
}

Test(trace_text, lists_values_and_bits)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "load3dv2 l0a:0, l1:0, dtype=half, padList=1:2:3:4, padValue=-2.5e-1"), AIC_ITEM_RECORD, "%s",
                 b.heard.message);
    const struct aic_field *pad = aic_insn_field(aic_insn_at(b.item.rec.insn), "padList", 7);
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(b.item.rec.f[pad->slot + i], i + 1);
    }
    cr_assert_eq(value(&b, "padValue"), -0.25);
    cr_assert_eq(b.item.rec.raw, 0);
    cr_assert_eq(line(&b, "load3dv2 l0a:0, l1:0, dtype=half, padValue=bits:0x3c00"), AIC_ITEM_RECORD);
    cr_assert_eq(field(&b, "padValue"), 0x3c00);
    cr_assert_neq(b.item.rec.raw, 0);
    end(&b);
}

Test(trace_text, numbers_are_kept_as_written_and_never_wrapped)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "data_copy l1:0, gm:x, dtype=half, blockCount=65536, blockLen=-1"), AIC_ITEM_RECORD);
    cr_assert_eq(field(&b, "blockCount"), 65536);
    cr_assert_eq(field(&b, "blockLen"), -1);
    cr_assert_eq(line(&b, "data_copy l1:0, gm:x, dtype=half, blockCount=99999999999999999999999, blockLen=1"),
                 AIC_ITEM_RECORD);
    cr_assert_eq(field(&b, "blockCount"), INT64_MAX);
    end(&b);
}

Test(trace_text, patterns_beyond_64_bits_are_marked)
{
    static const struct {
        const char *text;
        int64_t kept;
        bool beyond;
    } cases[] = {
        {"0xffffffffffffffff", -1, false}, {"0x1ffffffffffffffff", -1, true}, {"18446744073709551616", -1, true},
        {"-5", -5, true},                  {"7", 7, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench b;
        char text[200], printed[400];
        begun(&b);
        snprintf(text, sizeof text, "load3dv2pro l0a:0, l1:0, dtype=half, extConfig=%s", cases[i].text);
        cr_assert_eq(line(&b, text), AIC_ITEM_RECORD, "%s", b.heard.message);
        cr_expect_eq(field(&b, "extConfig"), cases[i].kept);
        cr_expect_eq(b.item.rec.beyond != 0, cases[i].beyond, "%s", text);
        aic_trace_print(&b.item.rec, &b.tensors, printed, sizeof printed);
        uint64_t beyond = b.item.rec.beyond;
        cr_expect_eq(line(&b, printed), AIC_ITEM_RECORD);
        cr_expect_eq(field(&b, "extConfig"), cases[i].kept, "%s", printed);
        cr_expect_eq(b.item.rec.beyond, beyond, "%s", printed);
        end(&b);
    }
}

Test(trace_text, synchronisation_takes_bare_arguments)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "set_flag MTE2, MTE1, 3"), AIC_ITEM_RECORD, "%s", b.heard.message);
    cr_assert_eq(b.item.rec.f[AIC_FLAG_SRC], AIC_PIPE_MTE2);
    cr_assert_eq(b.item.rec.f[AIC_FLAG_DST], AIC_PIPE_MTE1);
    cr_assert_eq(b.item.rec.f[AIC_FLAG_ID], 3);
    cr_assert_eq(line(&b, "pipe_barrier ALL"), AIC_ITEM_RECORD);
    cr_assert_eq(b.item.rec.f[AIC_BARRIER_PIPE], AIC_PIPE_ALL);
    cr_assert_eq(line(&b, "scalar cycles=17"), AIC_ITEM_RECORD);
    cr_assert_eq(b.item.rec.f[AIC_SCALAR_CYCLES], 17);
    cr_assert_eq(line(&b, "set_flag MTE2, MTE9, 3"), AIC_ITEM_ERROR);
    cr_assert_eq(b.heard.column, 16);
    cr_assert_eq(line(&b, "set_flag MTE2, MTE1"), AIC_ITEM_ERROR);
    cr_assert_eq(line(&b, "set_flag MTE2, MTE1, 1, 2"), AIC_ITEM_ERROR);
    end(&b);
}

/* What is unreadable: each line is wrong in one way, at this column. */
static const struct {
    const char *text;
    uint32_t column;
    const char *says;
} wrong[] = {
    {"data_cop l1:0, gm:x, dtype=half, blockCount=1, blockLen=1", 1, "did you mean 'data_copy'"},
    {"data_copy l1:0, gm:x, dtype=half, blockcount=1, blockLen=1", 35, "did you mean 'blockCount'"},
    {"data_copy l1:0, gm:x, dtype=half, blockCount=1, blockCount=1, blockLen=1", 49, "twice"},
    {"data_copy l1:0, gm:x, dtype=half, dtype=half, blockCount=1, blockLen=1", 35, "twice"},
    {"data_copy l1:0, gm:x, dtype=fp16, blockCount=1, blockLen=1", 29, "did you mean 'half'"},
    {"data_copy l1:0, gm:x, dtype=hlf, blockCount=1, blockLen=1", 29, "did you mean 'half'"},
    {"data_copy l1:0, gm:x, dtype=half:float16, blockCount=1, blockLen=1", 34, "did you mean 'half'"},
    {"data_copy l1:0, gm:x, dtype=x, blockCount=1, blockLen=1", 29, "'x' is no element type"},
    {"gm z int8_t 4", 6, "did you mean 'int8'"},
    {"data_copy l1:0, gm:x, blockCount=1, blockLen=1", 47, "lacks the required dtype"},
    {"data_copy l1:0, dtype=half, blockCount=1, blockLen=1", 53, "lacks its operand 2"},
    {"nd2nz l1:0, gm:x, l1:0, dtype=half, nValue=1, dValue=1", 19, "at most 2 operands"},
    {"data_copy l1:0, gm:z, dtype=half, blockCount=1, blockLen=1", 20, "no gm line declares the tensor 'z'"},
    {"data_copy l9:0, gm:x, dtype=half, blockCount=1, blockLen=1", 11, "'l9' is no memory"},
    {"data_copy l1:zero, gm:x, dtype=half, blockCount=1, blockLen=1", 14, "byte address"},
    {"data_copy l1:-4, gm:x, dtype=half, blockCount=1, blockLen=1", 14, "byte address"},
    {"data_copy l1:0 gm:x, dtype=half, blockCount=1, blockLen=1", 16, "expected ',' after 'l1:0', found 'gm:x'"},
    {"data_copy l1:0, gm:x dtype=half, blockCount=1, blockLen=1", 22, "expected ',' after 'gm:x', found 'dtype'"},
    {"data_copy l1:0, gm:x, dtype=half blockCount=1, blockLen=1", 34, "after 'dtype=half', found 'blockCount=1'"},
    {"set_flag MTE2 MTE1, 3", 15, "expected ',' after 'MTE2', found 'MTE1'"},
    {"data_copy l1:0,, gm:x, dtype=half, blockCount=1, blockLen=1", 16, "expected an operand or key=value"},
    {"data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=1,", 60, "after ','"},
    {"data_copy l1:0, gm:x, dtype=half, blockCount=one, blockLen=1", 46, "whole number"},
    {"data_copy l1:0, gm:x, dtype=half, blockCount=1.5, blockLen=1", 46, "whole number"},
    {"data_copy l1:0, gm:x, dtype=half, blockCount=, blockLen=1", 46, "whole number"},
    {"data_copy l1:0, gm:x, dtype=half, blockCount=0x, blockLen=1", 46, "whole number"},
    {"data_copy l1:0, dtype=half, gm:x, blockCount=1, blockLen=1", 29, "operands come first"},
    {"load3dv2 l0a:0, l1:0, dtype=half, padList=1:2:3", 43, "4 numbers"},
    {"load3dv2 l0a:0, l1:0, dtype=half, padList=1:2:3:4:5", 43, "4 numbers"},
    {"load3dv2 l0a:0, l1:0, dtype=half, enTranspose=1", 47, "true or false"},
    {"load3dv2 l0a:0, l1:0, dtype=half, padValue=1e", 44, "number or bits"},
    {"load3dv2 l0a:0, l1:0, dtype=half, padValue=bits:", 44, "bits"},
    {"mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float:float, m=1, n=1, k=1", 49, "at most 3"},
    {"scalar", 7, "lacks the required cycles="},
    {"core 0.aiv2", 8, "aic, aiv0 or aiv1"},
    {"core x", 6, "expected a core"},
    {"gm x half 4", 4, "declared already on line 2"},
    {"gm z half 0x4", 11, "shape"},
    {"gm z int4 3", 11, "even"},
    {"gm z half 4 at=0", 4, "overlaps 'x'"},
    {"gm z half 4 colour=red", 13, "has no key 'colour'"},
    {"gm z half 4 l2=maybe", 16, "on or off"},
    {"gm 1z half 4", 4, "tensor name"},
    {"init l1:0", 10, "lacks the required file="},
    {"init l1:0 file=\"a b.npy", 16, "closing quote"},
    {"dump l1:0 bytes=x file=a", 17, "number of bytes"},
    {"expect gm:x file=a rtol=-1", 25, "tolerance"},
    {"product", 8, "name of a product"},
};

Test(trace_text, errors_name_the_place_and_what_was_expected)
{
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct bench b;
        begun(&b);
        cr_expect_eq(line(&b, wrong[i].text), AIC_ITEM_ERROR, "taken: %s", wrong[i].text);
        cr_expect_eq(b.heard.n, 1, "%u reports: %s", b.heard.n, wrong[i].text);
        cr_expect_eq(b.heard.line, 4);
        cr_expect_eq(b.heard.column, wrong[i].column, "column %u, not %u: %s: %s", b.heard.column, wrong[i].column,
                     wrong[i].text, b.heard.message);
        cr_expect(strstr(b.heard.message, wrong[i].says), "'%s' lacks '%s'", b.heard.message, wrong[i].says);
        end(&b);
    }
}

Test(trace_text, reading_goes_on_after_a_bad_line)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "nonsense"), AIC_ITEM_ERROR);
    cr_assert_eq(line(&b, "pipe_barrier ALL"), AIC_ITEM_RECORD);
    cr_assert_eq(line(&b, "more nonsense, of=two"), AIC_ITEM_ERROR);
    cr_assert_eq(aic_trace_reader_errors(b.reader), 2);
    end(&b);
}

Test(trace_text, without_its_own_feature_map_load3dv1_needs_no_size)
{
    struct bench b;
    const char *rest = "dtype=half, strideW=1, strideH=1, filterW=1, filterH=1, dilationFilterW=1, dilationFilterH=1, "
                       "jumpStride=1, repeatMode=0, repeatTime=1";
    char text[400];
    begun(&b);
    snprintf(text, sizeof text, "load3dv1 l0a:0, l1:0, %s", rest);
    cr_assert_eq(line(&b, text), AIC_ITEM_ERROR);
    cr_assert(strstr(b.heard.message, "l1H") || strstr(b.heard.message, "l1W"), "%s", b.heard.message);
    snprintf(text, sizeof text, "load3dv1 l0a:0, l1:0, isSetFMatrix=false, %s", rest);
    cr_assert_eq(line(&b, text), AIC_ITEM_RECORD, "%s", b.heard.message);
    end(&b);
}

Test(trace_text, comments_quotes_and_line_ends)
{
    struct bench b;
    begin(&b);
    cr_assert_eq(line(&b, "\xef\xbb\xbf" "aicsim-trace 1  # the first line\r\n"), AIC_ITEM_HEADER);
    cr_assert_eq(line(&b, "   \t# only a comment"), AIC_ITEM_BLANK);
    cr_assert_eq(line(&b, ""), AIC_ITEM_BLANK);
    cr_assert_eq(line(&b, "gm x half 4 file=\"a # b.npy\" # c"), AIC_ITEM_GM);
    cr_assert_str_eq(b.tensors.at[0].file, "a # b.npy");
    cr_assert_eq(line(&b, "pipe_barrier ALL # aicsim: allow SY-008, MM-024\r\n"), AIC_ITEM_RECORD);
    cr_assert_eq(b.item.allow.len, 14);
    cr_assert_eq(memcmp(b.item.allow.at, "SY-008, MM-024", 14), 0);
    end(&b);
}

/* The place behind `# at `, "" when the record has none, and the rules of the line. */
static const char *site_of(struct bench *b, struct aic_sites *sites, const char *comment, const char *rules)
{
    static char out[200];
    char text[300];
    snprintf(text, sizeof text, "pipe_barrier ALL%s", comment);
    cr_assert_eq(line(b, text), AIC_ITEM_RECORD);
    cr_assert_eq(b->item.allow.len, strlen(rules), "%s", comment);
    cr_assert_eq(strncmp(b->item.allow.at ? b->item.allow.at : "", rules, strlen(rules)), 0);
    const struct aic_site *site = aic_sites_find(sites, b->item.rec.file);
    out[0] = 0;
    if (site) {
        snprintf(out, sizeof out, "%s@%u", site->file, site->line);
    }
    return out;
}

Test(trace_text, a_comment_says_where_a_record_comes_from)
{
    struct bench b;
    struct aic_sites sites = {0};
    begun(&b);
    cr_assert_str_empty(site_of(&b, &sites, " # at k.asc:3", ""));
    aic_trace_reader_sites(b.reader, &sites);
    cr_assert_str_eq(site_of(&b, &sites, " # at k.asc:84", ""), "k.asc@84");
    uint32_t first = b.item.rec.file;
    cr_assert_str_eq(site_of(&b, &sites, "# at C:\\my dir\\a #b: c.h:4294967295  ", ""), "C:\\my dir\\a #b: c.h@4294967295");
    cr_assert_str_eq(site_of(&b, &sites, " # at k.asc:84\r\n", ""), "k.asc@84");
    cr_assert_eq(b.item.rec.file, first);
    cr_assert_str_eq(site_of(&b, &sites, " # at /a/k.asc:7 # aicsim: allow SY-008, MM-024 ", "SY-008, MM-024"),
                     "/a/k.asc@7");
    cr_assert_str_eq(site_of(&b, &sites, " # aicsim: allow SY-008 # at k.asc:9", "SY-008"), "k.asc@9");
    cr_assert_str_eq(site_of(&b, &sites, " # at k.asc:9 # seen twice", ""), "k.asc@9");
    cr_assert_eq(sites.n_files, 3u);
    const char *const others[] = {" # at k.asc", " # at :5", " # at k.asc:0", " # at k.asc:4294967296", " # at k.asc:5x",
                                  " # attention k.asc:5", " # at", " # at k.asc:12345678901", " # see # at k.asc:5"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        cr_assert_str_empty(site_of(&b, &sites, others[i], ""), "%s", others[i]);
    }
    aic_sites_free(&sites);
    end(&b);
}

Test(trace_text, places_have_one_number_each)
{
    struct aic_sites sites = {0};
    char name[32];
    for (unsigned round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 5000; i++) {
            snprintf(name, sizeof name, "file%u", i % 7);
            cr_assert_eq(aic_sites_number(&sites, (struct aic_text){name, (unsigned)strlen(name)}, 1 + i / 7), i + 1);
        }
    }
    cr_assert_eq(sites.n, 5000u);
    cr_assert_null(aic_sites_find(&sites, 0));
    cr_assert_null(aic_sites_find(&sites, 5001));
    cr_assert_str_eq(aic_sites_find(&sites, 9)->file, "file1");
    cr_assert_eq(aic_sites_find(&sites, 9)->line, 2u);
    aic_sites_free(&sites);
}

Test(trace_text, the_first_line_is_the_header)
{
    struct bench b;
    begin(&b);
    cr_assert_eq(line(&b, "product ascend910b1"), AIC_ITEM_ERROR);
    cr_assert(strstr(b.heard.message, "aicsim-trace 1"));
    end(&b);
    begin(&b);
    cr_assert_eq(line(&b, "aicsim-trace 2"), AIC_ITEM_ERROR);
    cr_assert_eq(b.heard.column, 14);
    end(&b);
    begin(&b);
    cr_assert(!aic_trace_reader_end(b.reader));
    cr_assert_eq(b.heard.n, 1);
    end(&b);
}

Test(trace_text, tensors_lie_at_512_byte_boundaries)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "gm z int4 3x6"), AIC_ITEM_GM, "%s", b.heard.message);
    cr_assert_eq(line(&b, "gm w uint64 65 l2=off layout=nz"), AIC_ITEM_GM);
    cr_assert_eq(b.tensors.at[0].addr, 0);
    cr_assert_eq(b.tensors.at[0].bytes, 128);
    cr_assert_eq(b.tensors.at[1].addr, 4096);
    cr_assert_eq(b.tensors.at[2].addr, 512);
    cr_assert_eq(b.tensors.at[2].bytes, 9);
    cr_assert_eq(b.tensors.at[3].addr, 1024);
    cr_assert_eq(b.tensors.at[3].bytes, 520);
    cr_assert(b.tensors.at[3].l2_off);
    end(&b);
}

Test(trace_text, cores_and_units_hold_until_the_next_line)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "core 3.aiv1"), AIC_ITEM_CORE);
    cr_assert_eq(line(&b, "data_copy ub:0, gm:x, dtype=half, blockCount=1, blockLen=1"), AIC_ITEM_RECORD);
    cr_assert_eq(b.item.rec.core, 3);
    cr_assert_eq(b.item.rec.unit, AIC_UNIT_AIV1);
    cr_assert(b.item.rec.unit_given);
    cr_assert_eq(b.item.rec.op[0].unit, 1);
    cr_assert_eq(line(&b, "init ub:64 file=a.bin"), AIC_ITEM_INIT);
    cr_assert_eq(b.item.op.unit, 1);
    cr_assert_eq(b.item.core, 3);
    cr_assert_eq(line(&b, "core 4"), AIC_ITEM_CORE);
    cr_assert_eq(line(&b, "pipe_barrier ALL"), AIC_ITEM_RECORD);
    cr_assert_eq(b.item.rec.core, 4);
    cr_assert_eq(b.item.rec.unit, AIC_UNIT_AIC);
    cr_assert(!b.item.rec.unit_given);
    end(&b);
}

Test(trace_text, cores_share_one_stream)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "gm z half 64 core_offset=32:8"), AIC_ITEM_GM);
    cr_assert_eq(line(&b, "cores 6 grid 2x3"), AIC_ITEM_CORES);
    cr_assert_eq(b.tensors.cores, 6);
    cr_assert_eq(line(&b, "core 0.aiv0"), AIC_ITEM_CORE);
    cr_assert_eq(line(&b, "data_copy ub:64, gm:z+16, dtype=half, blockLen=1"), AIC_ITEM_RECORD);
    /* Core 5 of 2 rows is row 1, column 2. */
    struct aic_record rec = b.item.rec;
    uint64_t z = rec.op[1].addr - 16;
    aic_trace_for_core(&b.tensors, 5, &rec);
    cr_assert_eq(rec.core, 5);
    cr_assert_eq(rec.op[0].addr, 64);
    cr_assert_eq(rec.op[1].addr, z + 16 + 32 + 2 * 8);
    cr_assert_eq(rec.unit, b.item.rec.unit);
    /* Tensors without core_offset are everybody's, and an address is an address. */
    cr_assert_eq(line(&b, "data_copy ub:0, gm:y, dtype=half, blockLen=1"), AIC_ITEM_RECORD);
    rec = b.item.rec;
    aic_trace_for_core(&b.tensors, 5, &rec);
    cr_assert_eq(rec.op[1].addr, 4096);
    end(&b);
}

Test(trace_text, cores_without_a_grid_are_rows)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "cores 3"), AIC_ITEM_CORES);
    cr_assert_eq(b.tensors.grid_rows, 3);
    end(&b);
    /* Without a `cores` line a record keeps its core. */
    begun(&b);
    cr_assert_eq(line(&b, "core 2"), AIC_ITEM_CORE);
    cr_assert_eq(line(&b, "data_copy l1:0, gm:x, dtype=half, blockLen=1"), AIC_ITEM_RECORD);
    struct aic_record rec = b.item.rec;
    aic_trace_for_core(&b.tensors, 7, &rec);
    cr_assert_eq(rec.core, 2);
    end(&b);
}

Test(trace_text, wrong_cores_are_refused)
{
    static const char *const bad[] = {"cores",          "cores 0",          "cores 5000",       "cores 6 grid 2x2",
                                        "cores 6 grid 6", "cores 6 grid 1x2x3", "cores 6 gird 2x3", "cores 6 grid 2x3 x",
                                        "gm w half 16 core_offset=32", "gm w half 16 core_offset=a:b"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct bench b;
        begun(&b);
        cr_assert_eq(line(&b, bad[i]), AIC_ITEM_ERROR, "%s", bad[i]);
        end(&b);
    }
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "cores 2"), AIC_ITEM_CORES);
    cr_assert_eq(line(&b, "cores 2"), AIC_ITEM_ERROR);
    cr_assert_eq(line(&b, "core 1"), AIC_ITEM_ERROR);
    end(&b);
    begun(&b);
    cr_assert_eq(line(&b, "core 1"), AIC_ITEM_CORE);
    cr_assert_eq(line(&b, "cores 2"), AIC_ITEM_ERROR);
    end(&b);
}

Test(trace_text, array_lines)
{
    struct bench b;
    begun(&b);
    cr_assert_eq(line(&b, "dump l0c:0 bytes=64 dtype=float shape=2x8 layout=nz file=o.npy"), AIC_ITEM_DUMP, "%s",
                 b.heard.message);
    cr_assert_eq(b.item.op.space, AIC_L0C);
    cr_assert(b.item.bytes_given);
    cr_assert_eq(b.item.bytes, 64);
    cr_assert_eq(b.item.dtype, AIC_DT_FLOAT);
    cr_assert_eq(b.item.ndim, 2);
    cr_assert_eq(b.item.dims[1], 8);
    cr_assert(aic_text_is(b.item.file, "o.npy"));
    cr_assert_eq(line(&b, "expect gm:y+4 file=e.npy rtol=1e-3 atol=0.5"), AIC_ITEM_EXPECT);
    cr_assert_eq(b.item.op.addr, 4100);
    cr_assert_float_eq(b.item.rtol, 1e-3, 1e-12);
    cr_assert_float_eq(b.item.atol, 0.5, 0);
    cr_assert(!b.item.bytes_given);
    end(&b);
}

Test(trace_text, a_line_has_an_upper_length)
{
    static char text[AIC_TRACE_MAX_LINE + 2];
    struct bench b;
    begun(&b);
    memset(text, '#', AIC_TRACE_MAX_LINE + 1);
    cr_assert_eq(aic_trace_reader_line(b.reader, text, AIC_TRACE_MAX_LINE, &b.item), AIC_ITEM_BLANK);
    cr_assert_eq(aic_trace_reader_line(b.reader, text, AIC_TRACE_MAX_LINE + 1, &b.item), AIC_ITEM_ERROR);
    cr_assert(strstr(b.heard.message, "longer than"));
    end(&b);
}

/* Lines that are already as the printer writes them. */
static const char *const canonical[] = {
    "data_copy l1:64, gm:x+32, dtype=half, blockCount=2, blockLen=3, srcGap=4, dstGap=5",
    "data_copy l1:64, gm:0x1004, dtype=half, blockCount=-2, blockLen=9223372036854775807",
    "load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=16, padValue=-0.1, padList=1:2:3:4",
    "load3dv2 l0a:0, l1:0, dtype=half, enTranspose=true, padValue=bits:0x7c00",
    "mmad l0c:0, l0a:0, l0b:0, bt:64, dtype=half:half:float, m=1, n=2, k=3, cmatrixInitVal=true",
    "set_flag M, FIX, 7",
    "pipe_barrier MTE1",
    "scalar cycles=12",
};

Test(trace_text, printing_gives_the_line_back)
{
    struct bench b;
    char text[1000];
    begun(&b);
    for (size_t i = 0; i < sizeof canonical / sizeof canonical[0]; i++) {
        cr_assert_eq(line(&b, canonical[i]), AIC_ITEM_RECORD, "%s: %s", canonical[i], b.heard.message);
        size_t n = aic_trace_print(&b.item.rec, &b.tensors, text, sizeof text);
        cr_expect_str_eq(text, canonical[i]);
        cr_expect_eq(n, strlen(canonical[i]));
        char cut[20];
        cr_expect_eq(aic_trace_print(&b.item.rec, &b.tensors, cut, sizeof cut), n);
        cr_expect_eq(strncmp(cut, canonical[i], strlen(cut)), 0);
    }
    end(&b);
}

Test(trace_text, columns_of_operands_and_keys)
{
    const char *text = "  mmad l0c:0, l0a:0 , l0b:0, dtype=half:half:float, m=16";
    size_t n = strlen(text);
    cr_assert_eq(aic_trace_column(text, n, -1, NULL), 3);
    cr_assert_eq(aic_trace_column(text, n, 0, NULL), 8);
    cr_assert_eq(aic_trace_column(text, n, 2, NULL), 23);
    cr_assert_eq(aic_trace_column(text, n, -1, "m"), 53);
    cr_assert_eq(aic_trace_column(text, n, -1, "k"), 3);
}

Test(fields, numbers)
{
    int64_t i;
    uint64_t u;
    double d;
#define TEXT(s) ((struct aic_text){s, sizeof(s) - 1})
    cr_assert(aic_text_int(TEXT("0x7f"), &i) && i == 127);
    cr_assert(aic_text_int(TEXT("-0x10"), &i) && i == -16);
    cr_assert(aic_text_int(TEXT("-9223372036854775808"), &i) && i == INT64_MIN);
    cr_assert(aic_text_int(TEXT("-99999999999999999999"), &i) && i == INT64_MIN);
    cr_assert(aic_text_u64(TEXT("18446744073709551615"), &u) && u == UINT64_MAX);
    cr_assert(aic_text_u64(TEXT("0x10000000000000000"), &u) && u == UINT64_MAX);
    cr_assert(!aic_text_int(TEXT(""), &i));
    cr_assert(!aic_text_int(TEXT("-"), &i));
    cr_assert(!aic_text_int(TEXT("12a"), &i));
    cr_assert(!aic_text_int(TEXT("+1"), &i));
    cr_assert(!aic_text_u64(TEXT("-1"), &u));
    cr_assert(aic_text_double(TEXT(".5"), &d) && d == 0.5);
    cr_assert(aic_text_double(TEXT("5."), &d) && d == 5);
    cr_assert(aic_text_double(TEXT("-0"), &d) && d == 0 && signbit(d));
    cr_assert(aic_text_double(TEXT("1e400"), &d) && isinf(d));
    cr_assert(!aic_text_double(TEXT("nan"), &d));
    cr_assert(!aic_text_double(TEXT("1e+"), &d));
    cr_assert(!aic_text_double(TEXT("."), &d));
}
