/* The recorder: what it fills in, what it refuses, and that the calls of one instruction are the same as by name. */
#include <criterion/criterion.h>
#include <string.h>

#include "isa/insn.h"
#include "isa/trace_text.h"
#include "sim/record.h"
#include "sim/record_calls.h"

static struct aic_record last;
static unsigned taken;

static bool keep(void *user, const struct aic_record *record)
{
    (void)user;
    last = *record;
    taken++;
    return true;
}

static struct aic_recorder *start(void)
{
    struct aic_recorder *r = aic_recorder_new(keep, NULL);
    cr_assert_not_null(r);
    taken = 0;
    return r;
}

static void expect_text(const char *wanted)
{
    char line[1024];
    aic_trace_print(&last, NULL, line, sizeof(line));
    cr_expect_str_eq(line, wanted);
}

Test(record, by_names)
{
    struct aic_recorder *r = start();
    aic_recorder_core(r, 3, AIC_UNIT_AIV1);
    aic_recorder_site(r, 2, 77);
    cr_assert(aic_recorder_begin(r, "data_copy"));
    cr_assert(aic_recorder_operand(r, "ub", 64));
    cr_assert(aic_recorder_operand(r, "gm", 4096));
    cr_assert(aic_recorder_dtype(r, "half"));
    cr_assert(aic_recorder_int(r, "blockCount", 2) && aic_recorder_int(r, "blockLen", 4));
    cr_assert(aic_recorder_int(r, "srcGap", 70000), "values are kept as given; the simulation checks them");
    cr_assert(aic_recorder_int(r, "dstGap", 0));
    cr_assert(aic_recorder_emit(r), "%s", aic_recorder_error(r));
    cr_expect_eq(taken, 1u);
    cr_expect_eq(last.core, 3u);
    cr_expect_eq(last.unit, AIC_UNIT_AIV1);
    cr_expect(last.unit_given);
    cr_expect_eq(last.op[0].unit, 1);
    cr_expect_eq(last.file, 2u);
    cr_expect_eq(last.line, 77u);
    expect_text("data_copy ub:64, gm:0x1000, dtype=half, blockCount=2, blockLen=4, srcGap=70000, dstGap=0");
    aic_recorder_free(r);
}

Test(record, values_lists_and_words)
{
    struct aic_recorder *r = start();
    aic_recorder_begin(r, "set_fmatrix");
    aic_recorder_int(r, "l1H", 7);
    aic_recorder_int(r, "l1W", 9);
    for (int i = 0; i < 4; i++) {
        char name[16] = "padList.0";
        name[8] = (char)('0' + i);
        cr_assert(aic_recorder_int(r, name, i + 1));
    }
    cr_assert(aic_recorder_emit(r), "%s", aic_recorder_error(r));
    expect_text("set_fmatrix l1H=7, l1W=9, padList=1:2:3:4");
    aic_recorder_begin(r, "set_padding");
    aic_recorder_dtype(r, "half");
    cr_assert(aic_recorder_bits(r, "value", 0x3c00));
    cr_assert(aic_recorder_emit(r), "%s", aic_recorder_error(r));
    cr_expect_eq(aic_field_value_bits(&last, 0, AIC_DT_HALF), 0x3c00u);
    aic_recorder_begin(r, "set_padding");
    aic_recorder_dtype(r, "half");
    cr_assert(aic_recorder_real(r, "value", -2.0));
    cr_assert(aic_recorder_emit(r), "%s", aic_recorder_error(r));
    cr_expect_eq(aic_field_value_bits(&last, 0, AIC_DT_HALF), 0xc000u);
    aic_recorder_begin(r, "wait_flag");
    cr_assert(aic_recorder_word(r, "src", "M") && aic_recorder_word(r, "dst", "FIX"));
    aic_recorder_int(r, "id", 5);
    cr_assert(aic_recorder_emit(r));
    expect_text("wait_flag M, FIX, 5");
    aic_recorder_free(r);
}

static void refuse(struct aic_recorder *r, const char *word)
{
    cr_expect_not(aic_recorder_emit(r));
    cr_expect_not_null(strstr(aic_recorder_error(r), word), "'%s' lacks '%s'", aic_recorder_error(r), word);
    cr_expect_eq(taken, 0u);
}

Test(record, refusals)
{
    struct aic_recorder *r = start();
    cr_expect_not(aic_recorder_begin(r, "mmadd"));
    refuse(r, "mmadd");
    aic_recorder_begin(r, "mmad");
    refuse(r, "operand 1");
    aic_recorder_begin(r, "mmad");
    cr_expect_not(aic_recorder_operand(r, "l2", 0));
    refuse(r, "l2");
    aic_recorder_begin(r, "set_flag");
    cr_expect_not(aic_recorder_operand(r, "l0a", 0));
    refuse(r, "at most 0 operands");
    aic_recorder_begin(r, "set_flag");
    cr_expect_not(aic_recorder_int(r, "number", 1));
    refuse(r, "number");
    aic_recorder_begin(r, "set_flag");
    cr_expect_not(aic_recorder_word(r, "src", "MTE9"));
    refuse(r, "MTE9");
    aic_recorder_begin(r, "set_flag");
    aic_recorder_word(r, "src", "M");
    aic_recorder_word(r, "dst", "FIX");
    refuse(r, "id");
    aic_recorder_begin(r, "set_fmatrix");
    cr_expect_not(aic_recorder_int(r, "padList.4", 0));
    refuse(r, "padList");
    aic_recorder_free(r);
    r = start();
    refuse(r, "begun");
    aic_recorder_free(r);
}

Test(record, calls_are_the_same)
{
    struct aic_recorder *r = start();
    struct aic_load2d_args a;
    aic_load2d_args_init(&a);
    a.dst = (struct aic_place){"l0a", 512};
    a.src = (struct aic_place){"l1", 1024};
    a.dtype = "half";
    a.startIndex = 1;
    a.repeatTimes = 3;
    a.srcStride = 2;
    a.ifTranspose = 1;
    a.addrMode = "decrement";
    cr_assert(aic_emit_load2d(r, &a), "%s", aic_recorder_error(r));
    struct aic_record by_call = last;
    aic_recorder_begin(r, "load2d");
    aic_recorder_operand(r, "l0a", 512);
    aic_recorder_operand(r, "l1", 1024);
    aic_recorder_dtype(r, "half");
    aic_recorder_int(r, "startIndex", 1);
    aic_recorder_int(r, "repeatTimes", 3);
    aic_recorder_int(r, "srcStride", 2);
    aic_recorder_int(r, "ifTranspose", 1);
    aic_recorder_word(r, "addrMode", "decrement");
    cr_assert(aic_recorder_emit(r), "%s", aic_recorder_error(r));
    cr_expect_eq(last.given, by_call.given);
    cr_expect_arr_eq(last.f, by_call.f, sizeof(last.f));
    expect_text("load2d l0a:512, l1:1024, dtype=half, startIndex=1, repeatTimes=3, srcStride=2, ifTranspose=true, "
                "addrMode=decrement");
    aic_load2d_args_init(&a);
    cr_expect_not(aic_emit_load2d(r, &a));
    aic_recorder_free(r);
}
