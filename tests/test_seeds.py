#!/usr/bin/python3
"""The parameter tables of the document "LoadData convolution data movement", row by row.

    tests/test_seeds.py [--aicsim PROGRAM]

For every row: values over the whole documented range give the bytes of the second implementation (tests/oracle), a
value outside raises the rule of the row, leaving the row out is its documented default, and another value changes the
result. docs/seeds.md says which row is tested where.
"""
import argparse
import sys

import numpy as np

import seed_repeat
from seed_trace import A2, A310B, A5, I310P, I910, check_only, execute, explained, record
from tracekit import HERE, Tally

V2_BASE = dict(dtype="half", padList="1:2:1:1", l1H=5, l1W=7, channelSize=20, kExtension=80, mExtension=32, kStartPt=0,
               mStartPt=0, strideW=1, strideH=1, filterW=2, filterH=2, dilationFilterW=1, dilationFilterH=1,
               enTranspose=False, enSmallK=False, padValue="bits:0x7abc", filterSizeW=False, filterSizeH=False,
               fMatrixCtrl=False)
ONE = dict(padList="0:0:0:0", filterW=1, filterH=1)
LONG = dict(ONE, dtype="int8", channelSize=4, kExtension=4, mExtension=15, mStartPt=32752, padValue="bits:0x11")

# field: (default, [(value, other fields)...], [(value outside, rule)...])
V2_ROWS = {
    "padList": ("0:0:0:0", [("255:0:0:0", {}), ("0:255:0:0", {}), ("0:0:255:0", {}), ("0:0:0:255", {}),
                            ("3:1:2:0", {})], [("256:0:0:0", "L3D-010"), ("0:0:0:256", "L3D-010")]),
    "l1H": (0, [(1, dict(mExtension=16)), (6, {}), (32767, dict(LONG, l1W=1))], [(32768, "L3D-009")]),
    "l1W": (0, [(1, dict(mExtension=16)), (8, {}), (32767, dict(LONG, l1H=1))], [(32768, "L3D-009")]),
    "channelSize": (0, [(4, dict(kExtension=16)), (24, {}),
                        (65532, dict(ONE, dtype="float", l1H=1, l1W=1, kStartPt=65520, kExtension=12, mExtension=1,
                                     padValue=0))], [(65536, "FLD-001"), (65535, "L3D-016")]),
    "kExtension": (0, [(16, {}), (64, {}), (80, {}),
                       (4096, dict(ONE, dtype="int8", l1H=1, l1W=16, channelSize=4096, mExtension=16,
                                   padValue="bits:0x11"))], [(65536, "FLD-001"), (40, "L3D-023")]),
    "mExtension": (0, [(16, {}), (32, {}),
                       (2048, dict(ONE, l1H=32, l1W=64, channelSize=16, kExtension=16))],
                   [(65536, "FLD-001"), (17, "L3D-025")]),
    "kStartPt": (0, [(16, dict(kExtension=64)), (64, dict(kExtension=16)),
                     (65528, dict(ONE, dtype="float", l1H=1, l1W=1, channelSize=65532, kExtension=4, mExtension=1,
                                  padValue=0))], [(65536, "FLD-001"), (8, "L3D-022")]),
    "mStartPt": (0, [(16, {}), (5, dict(mExtension=16)),
                     (32767, dict(LONG, padList="1:0:0:0", l1H=1, l1W=32767, mExtension=1, mStartPt=32767))],
                 [(32768, "L3D-014")]),
    "strideW": (1, [(2, dict(mExtension=16)), (63, dict(l1W=1200))], [(64, "L3D-011"), (0, "L3D-011")]),
    "strideH": (1, [(2, dict(mExtension=16)), (63, dict(l1H=300))], [(64, "L3D-011"), (0, "L3D-011")]),
    "filterW": (1, [(1, dict(kExtension=32)), (3, {}), (255, dict(l1W=260))], [(256, "L3D-012")]),
    "filterH": (1, [(1, dict(kExtension=32)), (3, {}), (255, dict(l1H=260))], [(256, "L3D-012")]),
    "dilationFilterW": (1, [(2, dict(mExtension=16)), (255, dict(l1W=260))], [(256, "L3D-013"), (0, "L3D-013")]),
    "dilationFilterH": (1, [(2, dict(mExtension=16)), (255, dict(l1H=260))], [(256, "L3D-013"), (0, "L3D-013")]),
    "enTranspose": (False, [(True, {})], []),
    "padValue": (0, [("bits:0xffff", {}), (1.5, {}), (-65504, {})], [("bits:0x10000", "FLD-001")]),
    "filterSizeW": (False, [(True, dict(l1W=260)), (True, dict(l1W=260, filterW=0))], []),
    "filterSizeH": (False, [(True, dict(l1H=260)), (True, dict(l1H=260, filterH=0))], []),
}
# Rows that only have one setting with a meaning: the other one raises its rule.
V2_SWITCHES = {"enSmallK": "L3D-036", "fMatrixCtrl": "L3D-037"}

V1_BASE = dict(dtype="half", padList="1:2:1:1", l1H=9, l1W=7, c1Index=0, fetchFilterW=0, fetchFilterH=0, leftTopW=-1,
               leftTopH=-1, strideW=1, strideH=1, filterW=2, filterH=2, dilationFilterW=1, dilationFilterH=1,
               jumpStride=1, repeatMode=0, repeatTime=3, cSize=0, padValue="bits:0x7abc")
FIRST = dict(leftTopW=0, leftTopH=0, padList="0:0:0:0")
V1_ROWS = {
    # The bottom says where the map ends, and the top is in leftTopH: no stored pixel depends on them.
    "padList": ("0:0:0:0", [("255:0:0:0", dict(leftTopW=-255, repeatMode=1, repeatTime=18)), ("0:255:0:0", {}),
                            ("0:0:0:255", dict(same=True)), ("0:0:255:0", dict(leftTopH=-255, same=True)),
                            ("3:1:2:0", dict(leftTopW=-3, leftTopH=-2))], [("256:0:0:0", "FLD-001|L3D-010")]),
    "l1H": (None, [(3, dict(repeatTime=1)), (32767, dict(FIRST, l1W=1, filterW=1, leftTopH=32700, cSize=1))],
            [(0, "L3D1-001"), (32768, "L3D1-001")]),
    "l1W": (None, [(32767, dict(FIRST, l1H=1, filterH=1, leftTopW=32700, cSize=1))],
            [(0, "L3D1-001"), (32768, "L3D1-001")]),
    "c1Index": (0, [(1, {}), (2, {}), (4095, dict(FIRST, l1H=2, l1W=2, filterW=1, filterH=1, repeatTime=1))],
                [(4096, "L3D1-002"), (-1, "L3D1-002")]),
    "fetchFilterW": (0, [(1, {}), (254, dict(l1W=400, filterW=255, repeatTime=2))],
                     [(255, "L3D1-003"), (-1, "L3D1-003")]),
    "fetchFilterH": (0, [(1, {}), (254, dict(l1H=400, filterH=255, repeatTime=2))],
                     [(255, "L3D1-003"), (-1, "L3D1-003")]),
    "leftTopW": (0, [(-1, {}), (3, {}), (-255, dict(padList="255:0:0:0")), (32767 - 64, dict(
        FIRST, l1H=1, l1W=32767, filterH=1, cSize=1))], [(-256, "L3D1-004"), (32768, "L3D1-004")]),
    "leftTopH": (0, [(-1, {}), (3, {}), (-255, dict(padList="0:0:255:0")), (32767 - 64, dict(
        FIRST, l1W=1, l1H=32767, filterW=1, cSize=1))], [(-256, "L3D1-004"), (32768, "L3D1-004")]),
    "strideW": (None, [(2, {}), (63, dict(l1W=1200))], [(0, "L3D1-005"), (64, "L3D1-005")]),
    "strideH": (None, [(2, {}), (63, dict(l1H=300))], [(0, "L3D1-005"), (64, "L3D1-005")]),
    "filterW": (None, [(1, {}), (3, {}), (255, dict(l1W=300))], [(0, "L3D1-006"), (256, "L3D1-006")]),
    "filterH": (None, [(1, {}), (3, {}), (255, dict(l1H=300))], [(0, "L3D1-006"), (256, "L3D1-006")]),
    "dilationFilterW": (None, [(2, {}), (255, dict(l1W=300))], [(0, "L3D1-006"), (256, "L3D1-006")]),
    "dilationFilterH": (None, [(2, {}), (255, dict(l1H=300))], [(0, "L3D1-006"), (256, "L3D1-006")]),
    "jumpStride": (None, [(2, dict(repeatMode=1)), (127, dict(repeatMode=1, repeatTime=2)), (127, {})],
                   [(0, "L3D1-007"), (128, "L3D1-007")]),
    "repeatMode": (0, [(1, {})], [(2, "L3D1-009")]),
    "repeatTime": (None, [(1, {}), (4, {}), (127, dict(l1H=9, filterW=12, filterH=9, l1W=40))],
                   [(0, "L3D1-008"), (256, "L3D1-008")]),
    "cSize": (0, [(1, dict(repeatTime=1))], [(2, "L3D1-009")]),
    "padValue": (0, [("bits:0xffff", {}), (1.5, {})], [("bits:0x10000", "FLD-001")]),
}


def v2(fields, product=A2, dst="l0a", name="load3dv2"):
    crossed = dst == "l0b" or fields["enTranspose"]
    pitch = -(-(fields["kExtension" if crossed else "mExtension"] or 1) // 16)
    before = ["set_load3d_repeat dstStride=%d" % pitch] if product == A5 else []
    return before + [record(name, [dst + ":0", "l1:0"], fields)]


def v1(fields, dst="l0a"):
    return [record("load3dv1", [dst + ":0", "l1:0"], fields)]


def check_row(tally, aicsim, product, lines_of, base, field, row):
    default, values, outside = row
    name = "%s %s" % (lines_of.__name__, field)
    for value, other in values:
        effect = not other.get("same", False)
        fields = dict(base, **dict(other, **{field: value, "same": None}))
        got = execute(aicsim, product, "l0a", lines_of(fields))
        tally.check("%s=%s runs" % (name, value), got.clean(), got.outcome.findings)
        tally.check("%s=%s bytes" % (name, value), got.agrees() and not got.untouched())
        if effect and default is not None and value != default:
            plain = execute(aicsim, product, "l0a", lines_of(dict(fields, **{field: default})), compare=False)
            same = plain.data.tobytes() == got.data.tobytes()
            tally.check("%s=%s has an effect" % (name, value), not plain.clean() or not same)
    for value, rules in outside:
        got = check_only(aicsim, product, lines_of(dict(base, **{field: value})))
        tally.check("%s=%s" % (name, value), got.errors() and set(got.errors()) <= set(rules.split("|")), got.errors())


def check_default(tally, aicsim, product, lines_of, base, field, default):
    """Leaving the field out is writing its default; a field without one is required."""
    name = "%s %s" % (lines_of.__name__, field)
    out = dict(base, **{field: None})
    if default is None:
        try:
            execute(aicsim, product, "l0a", lines_of(out), compare=False)
            tally.check(name + " is required", False)
        except RuntimeError as problem:
            tally.check(name + " is required", "exit status 2" in str(problem) and field in str(problem), problem)
        return
    left_out = execute(aicsim, product, "l0a", lines_of(out), compare=False)
    written = execute(aicsim, product, "l0a", lines_of(dict(base, **{field: default})), compare=False)
    tally.check(name + " default", left_out.data.tobytes() == written.data.tobytes() and
                left_out.outcome.rules() == written.outcome.rules())


def check_tables(tally, aicsim):
    for field, row in V2_ROWS.items():
        check_row(tally, aicsim, A2, v2, V2_BASE, field, row)
        check_default(tally, aicsim, A2, v2, V2_BASE, field, row[0])
    for field, rule in V2_SWITCHES.items():
        got = check_only(aicsim, A2, v2(dict(V2_BASE, **{field: True})))
        tally.check("v2 %s=true" % field, rule in got.rules(), got.findings)
        check_default(tally, aicsim, A2, v2, V2_BASE, field, False)
    same = [execute(aicsim, A2, "l0a", v2(dict(V2_BASE, enSmallK=on))).data.tobytes() for on in (False, True)]
    tally.check("v2 enSmallK has no effect", same[0] == same[1])
    for product in (I310P, I910):
        for field, row in V1_ROWS.items():
            check_row(tally, aicsim, product, v1, V1_BASE, field, row)
            check_default(tally, aicsim, product, v1, V1_BASE, field, row[0])


# ---- v2 Pro: two packed words, registers only ----

def pack(fields):
    ext = (fields["mStartPt"] << 48 | fields["kStartPt"] << 32 | fields["mExtension"] << 16 | fields["kExtension"])
    config = 0
    for name in ("dilationFilterH", "dilationFilterW", "filterH", "filterW", "strideH", "strideW"):
        config = config << 8 | fields[name]
    return ext, config


def pro_lines(fields, with_config=True):
    ext, config = pack(fields)
    pro = dict(dtype=fields["dtype"], channelSize=fields["channelSize"], enTranspose=fields["enTranspose"],
               enSmallK=fields["enSmallK"], filterSizeW=fields["filterSizeW"], filterSizeH=fields["filterSizeH"],
               fMatrixCtrl=fields["fMatrixCtrl"], extConfig="0x%x" % ext,
               filterConfig="0x%x" % config if with_config else None)
    return [record("set_fmatrix", [], {k: fields[k] for k in ("l1H", "l1W", "padList")}),
            record("set_padding", [], dict(dtype=fields["dtype"], value=fields["padValue"])),
            record("load3dv2pro", ["l0a:0", "l1:0"], pro)]


PRO_CASES = [
    {}, dict(mStartPt=16, mExtension=16), dict(kStartPt=16, kExtension=48), dict(strideW=2, strideH=2, mExtension=16),
    dict(filterW=3, filterH=1, kExtension=60), dict(dilationFilterW=2, dilationFilterH=3, mExtension=16), dict(enTranspose=True),
    dict(filterSizeW=True, l1W=270), dict(filterSizeH=True, l1H=270), dict(dtype="int8", channelSize=36, kExtension=96,
                                                                          padValue="bits:0x3c"),
    dict(dtype="float", channelSize=12, padValue="bits:0x7abc0000", kExtension=48),
    dict(dtype="int4", channelSize=72, kExtension=128, padValue="bits:0x0", padList="0:0:0:0"),
]


def check_pro(tally, aicsim):
    for case in PRO_CASES:
        fields = dict(V2_BASE, **case)
        packed = execute(aicsim, A2, "l0a", pro_lines(fields))
        tally.check("v2Pro %s runs" % case, packed.clean(), packed.outcome.findings)
        tally.check("v2Pro %s bytes" % case, packed.agrees() and not packed.untouched())
    plain = dict(V2_BASE, filterW=1, filterH=1, padList="0:0:0:0", kExtension=16)
    left_out = execute(aicsim, A2, "l0a", pro_lines(plain, with_config=False))
    tally.check("v2Pro filterConfig default", left_out.clean() and left_out.agrees(), left_out.outcome.findings)
    text = explained(aicsim, "load3dv2pro")
    tally.check("v2Pro defaults are shown", "0x10101010101" in text and "default 0x0" in text)
    lines = pro_lines(dict(V2_BASE))
    lines[2] = record("load3dv2pro", ["l0a:0", "l1:0"], dict(dtype="half", channelSize=20))
    nothing = execute(aicsim, A2, "l0a", lines, compare=False)
    tally.check("v2Pro extConfig default 0 is a NOP", nothing.untouched() and nothing.clean() and
                {"L3D-004", "L3D-005"} & set(nothing.outcome.rules()), nothing.outcome.findings)
    for case, rule in ((dict(strideW=64), "L3D-011"), (dict(strideH=0), "L3D-011"), (dict(dilationFilterW=0), "L3D-013"),
                       (dict(mStartPt=32768), "L3D-014"), (dict(kStartPt=8), "L3D-022"), (dict(fMatrixCtrl=True),
                                                                                        "L3D-037")):
        got = check_only(aicsim, A2, pro_lines(dict(V2_BASE, **case)))
        tally.check("v2Pro %s" % case, rule in got.errors(), got.findings)
    got = check_only(aicsim, A2, pro_lines(dict(V2_BASE, enSmallK=True)))
    tally.check("v2Pro enSmallK", "L3D-036" in got.rules() and not got.errors(), got.findings)
    got = check_only(aicsim, A2, pro_lines(dict(V2_BASE))[2:])
    tally.check("v2Pro without SetFmatrix", "L3D-039" in got.errors(), got.findings)


# ---- template switches and their registers ----

def check_switches(tally, aicsim):
    for mnemonic, product, base in (("load3dv2", A2, V2_BASE), ("load3dv1", I310P, V1_BASE)):
        map_fields = {k: base[k] for k in ("l1H", "l1W", "padList")}
        want = execute(aicsim, product, "l0a", [record(mnemonic, ["l0a:0", "l1:0"], base)])
        # Other values in the record must be ignored, and the required ones may be left out.
        junk = dict(base, l1H=3, l1W=3, padList="9:9:9:9", isSetFMatrix=False)
        bare = dict(base, l1H=None, l1W=None, padList=None, isSetFMatrix=False)
        for fields in (junk, bare):
            got = execute(aicsim, product, "l0a", [record("set_fmatrix", [], map_fields),
                                                   record(mnemonic, ["l0a:0", "l1:0"], fields)])
            tally.check(mnemonic + " isSetFMatrix=false", got.clean() and got.agrees() and
                        got.data.tobytes() == want.data.tobytes(), got.outcome.findings)
        got = execute(aicsim, product, "l0a", [
            record("set_padding", [], dict(dtype="half", value=base["padValue"])),
            record(mnemonic, ["l0a:0", "l1:0"], dict(base, padValue=7, isSetPadding=False))])
        tally.check(mnemonic + " isSetPadding=false", got.clean() and got.agrees() and
                    got.data.tobytes() == want.data.tobytes(), got.outcome.findings)
        got = check_only(aicsim, product, [record(mnemonic, ["l0a:0", "l1:0"], dict(base, isSetFMatrix=False))])
        tally.check(mnemonic + " reads an unset FMATRIX", "L3D-039" in got.errors(), got.findings)
        got = check_only(aicsim, product, [record(mnemonic, ["l0a:0", "l1:0"], dict(base, isSetPadding=False))])
        tally.check(mnemonic + " reads an unset PADDING", "L3D-040" in got.rules("warning"), got.findings)
        check_kept(tally, aicsim, product, mnemonic, base, want)


def check_kept(tally, aicsim, product, mnemonic, base, want):
    """What a load has set stays for the next one."""
    lines = [record(mnemonic, ["l0a:0", "l1:0"], base), "pipe_barrier MTE1",
             record(mnemonic, ["l0a:0", "l1:0"], dict(base, isSetFMatrix=False, isSetPadding=False, l1H=None, l1W=None,
                                                      padList=None, padValue=None))]
    got = execute(aicsim, product, "l0a", lines)
    tally.check(mnemonic + " registers hold", got.clean() and got.data.tobytes() == want.data.tobytes(),
                got.outcome.findings)


PAD_VALUES = [("half", "bits:0x1234"), ("half", -2.5), ("bfloat16", "bits:0x4321"), ("int8", -7), ("uint8", 200),
              ("int32", 30000), ("uint32", 40000), ("float", "bits:0x00003456")]


def check_pad_values(tally, aicsim):
    """Pixels outside hold padValue in the width of every type."""
    for product in (A2, A5):
        for dtype, value in PAD_VALUES + [("fp8_e4m3fn", "bits:0x5a"), ("fp8_e5m2", "bits:0x5b"),
                                          ("hifloat8", "bits:0x5c")] * (product == A5):
            fields = dict(V2_BASE, dtype=dtype, padValue=value, channelSize=32, kExtension=128, mExtension=32)
            got = execute(aicsim, product, "l0a", v2(fields, product))
            tally.check("%s padValue %s=%s" % (product, dtype, value), got.clean() and got.agrees(),
                        got.outcome.findings)
    wide = execute(aicsim, A2, "l0a", v2(dict(V2_BASE, dtype="float", padValue="bits:0x12345678", channelSize=12,
                                              kExtension=48)))
    tally.check("32-bit padValue on A2 keeps 32 bits", wide.clean() and wide.agrees() and
                0x12345678 in wide.words(np.uint32))
    narrow = check_only(aicsim, A5, v2(dict(V2_BASE, dtype="float", padValue="bits:0x12345678", channelSize=16,
                                            kExtension=64), A5))
    tally.check("32-bit padValue on the 950 keeps 16 bits", "L3D-052" in narrow.rules("warning"), narrow.findings)


# ---- what is no operation ----

def check_nops(tally, aicsim):
    zero = dict(l1H="L3D-001", l1W="L3D-002", channelSize="L3D-003", kExtension="L3D-004", mExtension="L3D-005",
                filterW="L3D-006", filterH="L3D-007")
    for product in (A2, A5, I310P, A310B, "kirin_x90"):
        for dst in ("l0a", "l0b"):
            for field, rule in zero.items():
                got = execute(aicsim, product, dst, v2(dict(V2_BASE, **{field: 0}), product, dst))
                tally.check("%s %s %s=0 is a NOP" % (product, dst, field), got.clean() and got.untouched() and
                            got.agrees() and got.outcome.rules("note") == [rule], got.outcome.findings)
    for product in (A2, A5, A310B):
        lines = ["set_load3d_repeat repeatTime=0, dstStride=16" if product == A5 else "set_load3d_repeat repeatTime=0",
                 record("load3dv2", ["l0a:0", "l1:0"], V2_BASE)]
        got = execute(aicsim, product, "l0a", lines)
        tally.check(product + " repeatTime=0 is a NOP", got.clean() and got.untouched() and
                    got.outcome.rules("note") == ["L3D-008"], got.outcome.findings)


def check_mmad_nops(tally, aicsim):
    for product in (A2, A5, A310B, I310P, I910, "kirin_x90", "kirin_9030"):
        triple = "half:half:half" if product.startswith("kirin") else "half:half:float"
        for field in ("m", "n", "k"):
            fields = dict(dict(dtype=triple, m=16, n=16, k=16), **{field: 0})
            lines = [record("mmad", ["l0c:0", "l0a:0", "l0b:0"], fields)]
            got = execute(aicsim, product, "l0c", lines, compare=False)
            tally.check("%s mmad %s=0 is a NOP" % (product, field), got.clean() and got.untouched() and
                        got.outcome.rules("note") == ["MM-001"], got.outcome.findings)
            left_out = execute(aicsim, product, "l0c", [record("mmad", ["l0c:0", "l0a:0", "l0b:0"], dict(
                fields, **{field: None}))], compare=False)
            tally.check("%s mmad without %s" % (product, field), left_out.untouched() and left_out.clean())


# ---- channelSize ----

def listed(bits, channels, product):
    """Whether the document's list has the value; None where the list of arch 2002 omits a multiple of C0."""
    c0, tails = {32: (8, (4,)), 16: (16, (4, 8)), 8: (32, (4, 8, 16)), 4: (64, (8, 16, 32))}[bits]
    if channels % c0 == 0:
        return None if product == I310P and bits > 4 and channels > c0 else True
    return channels % c0 in tails


WIDTHS = {A2: ["float", "half", "int8", "int4"], A5: ["float", "half", "int8"], A310B: ["float", "half", "int8", "int4"],
          I310P: ["half", "int8", "int4"], "kirin_x90": ["half", "int8"]}
BITS = {"float": 32, "half": 16, "int8": 8, "int4": 4}
RULES = {32: ("L3D-015", "L3D-015"), 16: ("L3D-016", "L3D-019"), 8: ("L3D-017", "L3D-020"), 4: ("L3D-018", "L3D-021")}


def check_channels(tally, aicsim):
    for product, dtypes in WIDTHS.items():
        for dtype in dtypes:
            bits = BITS[dtype]
            c0 = 256 // bits
            sizes = range(1, 4 * c0 + 1)
            lines = ["set_load3d_repeat dstStride=4"] if product == A5 else []
            first = len(lines) + 4
            for channels in sizes:
                lines.append(record("load3dv2", ["l0a:0", "l1:0"], dict(
                    dtype=dtype, l1H=1, l1W=16, channelSize=channels, kExtension=channels, mExtension=16)))
            found = check_only(aicsim, product, lines).findings
            rule = RULES[bits][product == I310P]
            for at, channels in enumerate(sizes):
                want = {True: [], False: [(rule, "error")], None: [(rule, "warning")]}[listed(bits, channels, product)]
                got = [(f["rule"], f["severity"]) for f in found if f["line"] == first + at and f["rule"] == rule]
                tally.check("%s %s channelSize=%d" % (product, dtype, channels), got == want, got)


# ---- constraints ----

def check_constraints(tally, aicsim):
    for dst, src, rule in (("l0a:256", "l1:0", "MEM-002"), ("l0b:256", "l1:0", "MEM-002"), ("l0a:0", "l1:16", "MEM-001"),
                           ("l1:0", "l1:0", "MEM-019"), ("l0a:0", "ub:0", "MEM-020")):
        got = check_only(aicsim, A2, [record("load3dv2", [dst, src], V2_BASE)])
        tally.check("%s from %s" % (dst, src), got.errors() == [rule], got.findings)
    for dtype, dst, transpose, rule in (("int8", "l0b", False, "L3D-032"), ("int4", "l0b", False, "L3D-032"),
                                        ("int8", "l0a", True, "L3D-033")):
        fields = dict(dtype=dtype, l1H=1, l1W=32, channelSize=64, kExtension=64, mExtension=32, enTranspose=transpose)
        for product in (A2, "ascend910_9391"):
            got = check_only(aicsim, product, [record("load3dv2", [dst + ":0", "l1:0"], fields)])
            tally.check("%s %s into %s" % (product, dtype, dst), got.errors() == [rule], got.findings)
    for product in (A2, A5):
        for dtype in ("half", "float") + (("int8",) if product == A5 else ()):
            fields = dict(V2_BASE, dtype=dtype, channelSize=32, kExtension=64, mExtension=32, padValue=0)
            both = [execute(aicsim, product, "l0b", v2(dict(fields, enTranspose=on), product, "l0b"))
                    for on in (False, True)]
            tally.check("%s %s into L0B: enTranspose is inert" % (product, dtype),
                        both[0].clean() and both[0].agrees() and both[0].data.tobytes() == both[1].data.tobytes() and
                        "L3D-035" in both[1].outcome.rules(), both[0].outcome.findings)
    got = check_only(aicsim, A5, [record("load3dv2", ["l0a:0", "l1:0"], V2_BASE)])
    tally.check("the 950 wants SetLoadDataRepeat", got.errors() == ["L3D-041"], got.findings)
    got = check_only(aicsim, A5, ["set_load3d_repeat repeatTime=1", record("load3dv2", ["l0a:0", "l1:0"], V2_BASE)])
    tally.check("the 950 wants dstStride", got.errors() == ["L3D-042"], got.findings)
    got = check_only(aicsim, I310P, v1(dict(V1_BASE, cSize=1, c1Index=1)))
    tally.check("cSize wants a map of four channels", "L3D1-010" in got.errors(), got.findings)
    check_pipe(tally, aicsim)


def check_pipe(tally, aicsim):
    """The instruction occupies MTE1: a flag that MTE1 sets behind it orders what reads its result."""
    mmad = record("mmad", ["l0c:0", "l0a:0", "l0b:0"], dict(dtype="half:half:float", m=16, n=16, k=16))
    for product, lines in ((A2, v2(V2_BASE)), (A5, v2(V2_BASE, A5)), (I310P, v1(V1_BASE))):
        ordered = lines + ["set_flag MTE1, M, 0", "wait_flag MTE1, M, 0", mmad]
        wrong = lines + ["set_flag MTE2, M, 0", "wait_flag MTE2, M, 0", mmad]
        found = [execute(aicsim, product, "l0b", text, compare=False).outcome.rules() for text in (ordered, wrong)]
        tally.check(product + " runs on MTE1", "SY-009" not in found[0] and "SY-009" in found[1], found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aicsim", default=str(HERE.parent / "build/tools/aicsim"))
    options = parser.parse_args()
    tally = Tally()
    for part in (check_tables, check_pro, check_switches, check_pad_values, check_nops, check_mmad_nops, check_channels,
                 check_constraints):
        part(tally, options.aicsim)
    seed_repeat.check_all(tally, options.aicsim)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
