#!/usr/bin/env python3
"""The support table of the document "LoadData convolution data movement": every version on every product.

    tests/run_support.py [--aicsim PROGRAM]

A cell that the table supports moves a block and gives its bytes; one that it does not is refused with the rule's id.
The same for the element types of every destination. The lists below are typed from the document, not from configs/.
"""
import argparse
import sys

from tracekit import HERE, Tally, product_names, run

V1, V2, PRO = "load3dv1", "load3dv2", "load3dv2pro"
WIDE = ["half", "bfloat16", "int32", "uint32", "float"]
BITS = {"half": 16, "bfloat16": 16, "int16": 16, "uint16": 16, "float": 32, "int32": 32, "uint32": 32, "int4": 4,
        "int8": 8, "uint8": 8, "fp8_e4m3fn": 8, "fp8_e5m2": 8, "hifloat8": 8, "fp4x2_e2m1": 4, "fp4x2_e1m2": 4}

# Columns of the table: what runs v1, what runs v2 and v2 Pro, element types into L0A and into L0B.
A2 = dict(v1=False, v2=True, l0a=["int4", "int8", "uint8"] + WIDE, l0b=WIDE)
SERIES = {
    "Ascend 950PR/950DT": dict(v1=False, v2=True, l0a=["int8", "uint8", "hifloat8", "fp8_e5m2", "fp8_e4m3fn"] + WIDE,
                               l0b=["int8", "uint8", "hifloat8", "fp8_e5m2", "fp8_e4m3fn"] + WIDE),
    "Atlas A3": A2,
    "Atlas A2": A2,
    "Atlas 200I/500 A2": A2,
    "Atlas inference series, AI Core": dict(v1=True, v2=True, l0a=["int4", "int8", "uint8", "half"],
                                            l0b=["int4", "int8", "uint8", "half"]),
    "Atlas inference series, Vector Core": dict(v1=False, v2=False),
    "Atlas training series": dict(v1=True, v2=False),
    "Kirin X90": dict(v1=False, v2=True, l0a=["int8", "half"], l0b=["int8", "half"]),
    "Kirin 9030": dict(v1=False, v2=False),
}
V1_TYPES = ["int8", "uint8", "half"]
PRODUCTS = {
    "ascend950pr_9579": "Ascend 950PR/950DT", "ascend950pr_9589": "Ascend 950PR/950DT",
    "ascend950pr_camodel": "Ascend 950PR/950DT", "ascend950dt_9572": "Ascend 950PR/950DT",
    "ascend950dt_9581": "Ascend 950PR/950DT", "ascend950dt_9582": "Ascend 950PR/950DT",
    "ascend910_9391": "Atlas A3", "ascend910_9362": "Atlas A3",
    "ascend910b1": "Atlas A2", "ascend910b2": "Atlas A2", "ascend910b3": "Atlas A2", "ascend910b4": "Atlas A2",
    "ascend310b1": "Atlas 200I/500 A2",
    "ascend310p1": "Atlas inference series, AI Core", "ascend310p3": "Atlas inference series, AI Core",
    "ascend310p_vector": "Atlas inference series, Vector Core",
    "ascend910": "Atlas training series", "kirin_x90": "Kirin X90", "kirin_9030": "Kirin 9030",
}


def refusal(series, version):
    """The rule that refuses an instruction which the series does not have."""
    if series == "Atlas inference series, Vector Core":
        return "VEC-001"
    return "L3D1-012" if version == V1 else "L3D-051"


def load(version, dst, dtype):
    """One fractal of a map of one row of 32 pixels under a 1x1 filter: 16 windows of C0 channels.

    Into L0B 32 windows of 8-bit and 64 of 4-bit types, which make one K block of the stored matrix."""
    c0 = 256 // BITS[dtype]
    if version == V1:
        return ("load3dv1 %s:0, l1:0, dtype=%s, l1H=1, l1W=64, strideW=1, strideH=1, filterW=1, filterH=1, "
                "dilationFilterW=1, dilationFilterH=1, jumpStride=1, repeatTime=1" % (dst, dtype))
    m = max(16, c0) if dst == "l0b" else 16
    if version == PRO:
        return "load3dv2pro %s:0, l1:0, dtype=%s, channelSize=%d, extConfig=0x%x" % (dst, dtype, c0, m << 16 | c0)
    return "load3dv2 %s:0, l1:0, dtype=%s, l1H=1, l1W=64, channelSize=%d, kExtension=%d, mExtension=%d" % (
        dst, dtype, c0, c0, m)


def setup(series, version):
    """Registers that must be set first: the feature map of v2 Pro, and dstStride on the 950."""
    lines = []
    if version == PRO and refusal(series, PRO) != "VEC-001":
        lines.append("set_fmatrix l1H=1, l1W=64")
    if series.startswith("Ascend 950"):
        lines.append("set_load3d_repeat dstStride=4")
    return lines


SOURCE = bytes((7 * i + i // 256) % 251 for i in range(64 * 64))


def check_cell(tally, aicsim, product, series, version):
    """One cell of the table, with half into L0A: without transposition the fractal is the source's first 512 bytes."""
    name = "%s %s" % (product, version)
    supported = SERIES[series]["v1" if version == V1 else "v2"]
    record = load(version, "l0a", "half")
    if not supported:
        lines = setup(series, V1) if series.startswith("Ascend 950") else []
        out = run(aicsim, product, lines + [record], verb="check")
        tally.check(name + " is refused", out.errors() == [refusal(series, version)] and out.status == 1, out.findings)
        return
    lines = ["init l1:0 file=l1.raw"] + setup(series, version) + [record, "dump l0a:0 bytes=1024 file=l0a.bin"]
    out = run(aicsim, product, lines, {"l1.raw": SOURCE})
    tally.check(name + " runs", not out.errors() and out.status == 0, out.findings)
    tally.check(name + " bytes", out.dumps.get("l0a.bin") == SOURCE[:512] + bytes(512))


def expected_rules(series, version, dst, dtype):
    """Rules of which one must be raised; empty where the record must pass."""
    if version == V1:
        if dtype not in V1_TYPES:
            return ["L3D1-011"]
        # No source says how a 16x32 fractal of bytes lies in L0B.
        return ["PATH-003"] if dst == "l0b" and BITS[dtype] == 8 else []
    if dtype in SERIES[series][dst]:
        return []
    if series.startswith("Ascend 950") and dst == "l0b" and BITS[dtype] == 4:
        return ["L3D-034"]  # L0B transposes, and 4-bit types cannot be
    # Of the types that a product does not list, the narrow ones into an L0B that takes no narrow one: L3D-032 goes first.
    narrow = dst == "l0b" and BITS[dtype] < 16 and all(BITS[t] >= 16 for t in SERIES[series]["l0b"])
    return ["L3D-032"] if narrow else ["L3D-038"]


def check_types(tally, aicsim, product, series, version):
    """Every element type into every destination, in one trace."""
    lines, cells = ["init l1:0 file=l1.raw"] + setup(series, version), []
    for dst in ("l0a", "l0b"):
        for dtype in BITS:
            lines += ["pipe_barrier ALL", load(version, dst, dtype)]
            cells.append((dst, dtype, len(lines) + 2))
    out = run(aicsim, product, lines, {"l1.raw": SOURCE}, verb="check")
    for dst, dtype, line in cells:
        want = expected_rules(series, version, dst, dtype)
        got = [f["rule"] for f in out.at_line(line) if f["severity"] == "error"]
        tally.check("%s %s %s %s" % (product, version, dst, dtype), got == want, "%s, not %s" % (got, want))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aicsim", default=str(HERE.parent / "build/tools/aicsim"))
    options = parser.parse_args()
    tally = Tally()
    tally.check("every product is in the table", sorted(PRODUCTS) == product_names(),
                sorted(set(PRODUCTS) ^ set(product_names())))
    for product, series in PRODUCTS.items():
        for version in (V1, V2, PRO):
            check_cell(tally, options.aicsim, product, series, version)
            if SERIES[series]["v1" if version == V1 else "v2"]:
                check_types(tally, options.aicsim, product, series, version)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())
