#!/usr/bin/env python3
"""Unit flags between Mmad and Fixpipe: the settings 0, 2 and 3 on both sides, stale flags, and their reset.

    tests/test_unit_flags.py [--aicsim PROGRAM]
"""
import argparse
import struct
import sys

from tracekit import HERE, Tally, run

PRODUCTS = ("ascend910b1", "ascend950pr_9589")
ONES = struct.pack("<e", 1.0) * 8192  # any 16x16 fractals of half ones
K = 16


def mmad(flag, m=32, first=True):
    return "mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=%d, n=16, k=%d, cmatrixInitVal=%s, unitFlag=%d" % (
        m, K, str(first).lower(), flag)


def fixpipe(flag, m=32, name="out"):
    return "fixpipe gm:%s, l0c:0, dtype=float:float, layout=nd, nSize=16, mSize=%d, srcStride=32, dstStride=16, " \
           "unitFlag=%d" % (name, m, flag)


def go(aicsim, product, records):
    lines = ["gm out float 32x16", "gm more float 32x16", "init l0a:0 file=ones.raw", "init l0b:0 file=ones.raw"]
    lines += list(records) + ["dump gm:out file=out.bin", "dump gm:more file=more.bin"]
    return run(aicsim, product, lines, {"ones.raw": ONES})


def holds(out, name, value, count=512):
    data = struct.unpack("<512f", out.dumps[name + ".bin"])
    return all(v == value for v in data[:count])


def check_product(tally, aicsim, product):
    out = go(aicsim, product, [mmad(3), fixpipe(3)])
    tally.check(product + " 3 and 3", out.status == 0 and not out.rules("error", "warning") and holds(out, "out", K),
                out.findings)
    out = go(aicsim, product, [mmad(2), mmad(2, first=False), mmad(3, first=False), fixpipe(3)])
    tally.check(product + " accumulation 2, 2, 3", out.status == 0 and holds(out, "out", 3 * K), out.findings)
    out = go(aicsim, product, [mmad(3), fixpipe(2), fixpipe(3, name="more")])
    tally.check(product + " drained twice, 2 then 3", out.status == 0 and holds(out, "out", K) and
                holds(out, "more", K), out.findings)
    out = go(aicsim, product, [mmad(0), fixpipe(0)])
    tally.check(product + " 0 and 0 are not ordered", "SY-009" in out.errors(), out.findings)
    out = go(aicsim, product, [mmad(0), "set_flag M, FIX, 0", "wait_flag M, FIX, 0", fixpipe(0)])
    tally.check(product + " 0 and 0 with a flag", out.status == 0 and holds(out, "out", K), out.findings)
    for left, right in ((3, 0), (0, 3)):
        out = go(aicsim, product, [mmad(left), fixpipe(right)])
        tally.check("%s %d and %d" % (product, left, right), "FP-044" in out.errors(), out.findings)
    out = go(aicsim, product, [mmad(1), fixpipe(3)])
    tally.check(product + " 1 is no setting", "MM-003" in out.errors(), out.findings)
    out = go(aicsim, product, [mmad(3), fixpipe(1)])
    tally.check(product + " 1 is no setting of Fixpipe", "FP-034" in out.errors(), out.findings)


def check_reset(tally, aicsim, product):
    """A Fixpipe of half the rows leaves flags that stop the next Mmad for ever, unless they are reset."""
    part = [mmad(3), fixpipe(3, m=16)]
    out = go(aicsim, product, part + [mmad(3), fixpipe(3, name="more")])
    tally.check(product + " stale flags stop the next Mmad", "UF-001" in out.errors(), out.findings)
    out = go(aicsim, product, part + ["pipe_barrier ALL", "set_fixpipe_config reset_unit_flags=true", mmad(3),
                                      fixpipe(3, name="more")])
    tally.check(product + " the reset lets it go", out.status == 0 and not out.errors() and holds(out, "more", K),
                out.findings)
    out = go(aicsim, product, part + ["pipe_barrier ALL", "set_fixpipe_config reset_unit_flags=false", mmad(3),
                                      fixpipe(3, name="more")])
    tally.check(product + " without reset_unit_flags nothing changes", "UF-001" in out.errors(), out.findings)


def check_order(tally, aicsim, product):
    """set_mm_order is performance alone: the values are the same, and UF-005 names the order that suits nd worse."""
    for order in ("row", "column"):
        out = go(aicsim, product, ["set_mm_order order=" + order, mmad(3), fixpipe(3)])
        tally.check("%s order=%s" % (product, order), out.status == 0 and holds(out, "out", K) and
                    ("UF-005" in out.rules()) == (order == "column"), out.findings)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aicsim", default=str(HERE.parent / "build/tools/aicsim"))
    options = parser.parse_args()
    tally = Tally()
    for product in PRODUCTS:
        check_product(tally, options.aicsim, product)
        check_reset(tally, options.aicsim, product)
        check_order(tally, options.aicsim, product)
    for product in ("ascend310b1", "ascend310p3", "ascend910", "kirin_x90"):
        out = go(options.aicsim, product, ["mmad l0c:0, l0a:0, l0b:0, dtype=half:half:%s, m=16, n=16, k=16, unitFlag=3" % (
            "half" if product.startswith("kirin") else "float")])
        tally.check(product + " has no unit flags", out.errors() == ["MM-004"], out.findings)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
