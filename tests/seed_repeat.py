"""What the documents draw: repeats, the 3x3 filter over four channels, the transposed A matrix, and NZ2DN.

Expected values are written out here from the pictures' captions and formulas, not taken from any implementation.
"""
import numpy as np

from seed_trace import A2, A310B, A5, FILES, L1, check_only, execute, record
from tracekit import run


def matrix_in_l1(rows, columns):
    """The b32 matrix that a 1 x rows map of `columns` channels is under a 1x1 filter (NZ in L1)."""
    words = L1.view(np.uint32)
    r, c = np.arange(rows)[:, None], np.arange(columns)[None, :]
    return words[(c // 8 * rows + r) * 8 + c % 8]


def load(rows, columns, m, k, dst="l0a", transpose=True):
    return record("load3dv2", [dst + ":0", "l1:0"], dict(
        dtype="uint32", l1H=1, l1W=rows, channelSize=columns, mExtension=m, kExtension=k,
        enTranspose=True if transpose and dst == "l0a" else None))


def repeat(mode, dst_stride=None, stride=2, time=3):
    return record("set_load3d_repeat", [], dict(repeatTime=time, repeatStride=stride, repeatMode=mode,
                                                dstStride=dst_stride))


def put_together(matrix, mode, m, k, step):
    """The three blocks side by side, as one matrix: along M (mode 0) or K (mode 1)."""
    if mode == 0:
        return np.concatenate([matrix[t * step:t * step + m, :k] for t in range(3)], axis=0)
    return np.concatenate([matrix[:m, t * step:t * step + k] for t in range(3)], axis=1)


def stored(words, whole, pitch):
    """Elements of the transposed matrix where the destination keeps them: ZZ without a pitch, else NZ or ZN with it."""
    i, j = np.arange(whole.shape[0])[:, None], np.arange(whole.shape[1])[None, :]
    if pitch is None:
        m_fractals = -(-whole.shape[0] // 16) * 2
        return words[(j // 16 * m_fractals + i // 8) * 128 + j % 16 * 8 + i % 8]
    return words[(i // 8 * pitch + j // 16) * 128 + j % 16 * 8 + i % 8]


def check_illustrations(tally, aicsim):
    """b32, transposed, repeatStride 2, repeatTime 3: M and K direction, on A2 and, with dstStride 3, on the 950."""
    for product, pitch in ((A2, None), (A5, 3)):
        for mode in (0, 1):
            for dst in ("l0a", "l0b"):
                rows, columns, m, k = (96, 48, 16, 48) if mode == 0 else (32, 64, 32, 16)
                step = 2 * 16 if mode == 0 else 2 * 8
                got = execute(aicsim, product, dst, [repeat(mode, pitch), load(rows, columns, m, k, dst)])
                whole = put_together(matrix_in_l1(rows, columns), mode, m, k, step)
                zn_pitch = pitch or (3 if dst == "l0b" else None)
                name = "%s %s repeat along %s" % (product, dst, "MK"[mode])
                tally.check(name, got.clean() and got.agrees(), got.outcome.findings)
                tally.check(name + " bytes", np.array_equal(stored(got.words(np.uint32), whole, zn_pitch), whole))


def check_plain_repeats(tally, aicsim):
    """Without transposition the blocks follow one another along M or K of the stored matrix."""
    for product, pitch in ((A2, None), (A5, 3), (A5, 8)):
        for mode in (0, 1):
            rows, columns, m, k = (96, 16, 16, 16) if mode == 0 else (48, 64, 48, 8)
            step = 2 * 16 if mode == 0 else 2 * 8
            got = execute(aicsim, product, "l0a", [repeat(mode, pitch), load(rows, columns, m, k, transpose=False)])
            whole = put_together(matrix_in_l1(rows, columns), mode, m, k, step)
            i, j = np.arange(whole.shape[0])[:, None], np.arange(whole.shape[1])[None, :]
            at = (i // 16 * (whole.shape[1] // 8) + j // 8) * 128 + i % 16 * 8 + j % 8
            if pitch:
                at = (j // 8 * pitch + i // 16) * 128 + i % 16 * 8 + j % 8
            name = "%s plain repeat along %s, pitch %s" % (product, "MK"[mode], pitch)
            tally.check(name, got.clean() and got.agrees() and np.array_equal(got.words(np.uint32)[at], whole),
                        got.outcome.findings)


def check_repeat_register(tally, aicsim):
    """Rows of SetLoadDataRepeat: ranges, defaults, the product's unit along K, and that it holds until rewritten."""
    for field, values, outside in (("repeatTime", (1, 2, 3), 256), ("repeatStride", (0, 1, 2), 65536),
                                   ("repeatMode", (0, 1), 2), ("dstStride", (3, 4), 65536)):
        for value in values:
            base = dict(repeatTime=2, repeatStride=1, repeatMode=0, dstStride=8)
            got = execute(aicsim, A5, "l0a", [record("set_load3d_repeat", [], dict(base, **{field: value})),
                                              load(96, 64, 16, 8, transpose=False)])
            tally.check("repeat %s=%d" % (field, value), got.clean() and got.agrees(), got.outcome.findings)
        got = check_only(aicsim, A5, [record("set_load3d_repeat", [], {field: outside})])
        tally.check("repeat %s=%d" % (field, outside), got.errors() and set(got.errors()) <= {"FLD-001", "L3D-047"},
                    got.findings)
    plain = execute(aicsim, A2, "l0a", [load(96, 64, 16, 8)])
    default = execute(aicsim, A2, "l0a", ["set_load3d_repeat", load(96, 64, 16, 8)])
    tally.check("repeat defaults", default.clean() and default.data.tobytes() == plain.data.tobytes())
    for product, unit in ((A2, 8), (A310B, 16)):
        got = execute(aicsim, product, "l0a", [repeat(1), load(32, 128, 32, 8, transpose=False)])
        whole = put_together(matrix_in_l1(32, 128), 1, 32, 8, 2 * unit)
        tally.check(product + " unit along K", got.clean() and got.agrees(), got.outcome.findings)
        i, j = np.arange(32)[:, None], np.arange(whole.shape[1])[None, :]
        at = (i // 16 * (whole.shape[1] // 8) + j // 8) * 128 + i % 16 * 8 + j % 8
        tally.check(product + " unit along K, bytes", np.array_equal(got.words(np.uint32)[at], whole))
    again = execute(aicsim, A2, "l0a", [repeat(0), "load3dv2 l0b:0, l1:0, dtype=uint32, l1H=1, l1W=96, channelSize=8, "
                                        "kExtension=8, mExtension=16", load(96, 16, 16, 16)])
    once = execute(aicsim, A2, "l0a", [repeat(0), load(96, 16, 16, 16)])
    tally.check("the repeat register holds", again.data.tobytes() == once.data.tobytes() and again.clean())
    for product in ("ascend310p3", "ascend910"):
        got = check_only(aicsim, product, ["set_load3d_repeat repeatTime=2"])
        tally.check(product + " has no repeat register", got.errors() == ["L3D-048"], got.findings)


def check_36_columns(tally, aicsim):
    """Ci=4 and a 3x3 filter: a row holds 3*3*4 = 36 numbers, the four channels of one filter point after another."""
    height, width = 7, 9
    pixels = L1.view(np.uint16)[:height * width * 4].reshape(height, width, 4)
    rows = np.array([pixels[y:y + 3, x:x + 3].reshape(-1) for y in range(height - 2) for x in range(width - 2)])
    fields = dict(dtype="half", l1H=height, l1W=width, channelSize=4, filterW=3, filterH=3, kExtension=36, mExtension=32)
    for product in (A2, A5, A310B, "ascend310p3", "kirin_x90"):
        lines = ["set_load3d_repeat dstStride=2"] if product == A5 else []
        got = execute(aicsim, product, "l0a", lines + [record("load3dv2", ["l0a:0", "l1:0"], fields)])
        i, j = np.arange(32)[:, None], np.arange(36)[None, :]
        at = (j // 16 * 2 + i // 16 if product == A5 else i // 16 * 3 + j // 16) * 256 + i % 16 * 16 + j % 16
        tally.check(product + " 36 columns", got.clean() and np.array_equal(got.words(np.uint16)[at], rows[:32]),
                    got.outcome.findings)


def check_transposed_a(tally, aicsim):
    """The document's example: A is [k, m] in b32, NZ in L1, ZZ in L0A, through load3dv2 with enTranspose."""
    for k, m in ((32, 16), (48, 24), (30, 40), (16, 8)):
        k_rows, columns = -(-k // 16) * 16, -(-m // 8) * 8
        fields = dict(dtype="float", l1H=1, l1W=k_rows, channelSize=columns, kExtension=columns, mExtension=k_rows,
                      strideW=1, strideH=1, filterW=1, filterH=1, dilationFilterW=1, dilationFilterH=1,
                      filterSizeW=False, filterSizeH=False, enTranspose=True, fMatrixCtrl=False, padValue=0)
        got = execute(aicsim, A2, "l0a", [record("load3dv2", ["l0a:0", "l1:0"], fields)])
        whole = matrix_in_l1(k_rows, columns)
        tally.check("A [%d, %d] transposed" % (k, m), got.clean() and got.agrees() and np.array_equal(
            stored(got.words(np.uint32), whole, None), whole), got.outcome.findings)


# ---- NZ2DN ----

# Finite numbers: without set_ctrl the Fixpipe replaces infinities and NaN.
L0C = np.random.default_rng(30).normal(0, 100, 32768).astype(np.float32).view(np.uint32)
EXAMPLE = dict(dnNum=2, nSize=32, mSize=48, srcStride=80, dstStride=80, srcNzMatrixStride=240, dstDnMatrixStride=48 * 80,
               srcNzC0Stride=1)


def pseudo_code(fields, count):
    """The loops of the NZ2DN document, element by element; destination elements that nothing writes stay None."""
    dst = [None] * count
    for h in range(fields["dnNum"]):
        src_3, dst_3 = h * 16 * fields["srcNzMatrixStride"], h * fields["dstDnMatrixStride"]
        for i in range(-(-fields["nSize"] // 16)):
            src_2, dst_2 = src_3 + i * 16 * fields["srcStride"], dst_3 + i * 16 * fields["dstStride"]
            for j in range(16):
                if i * 16 + j < fields["nSize"]:
                    for k in range(fields["mSize"]):
                        source = src_2 + j + k * 16 * fields["srcNzC0Stride"]
                        dst[dst_2 + j * fields["dstStride"] + k] = int(L0C[source])
    return dst


def nz2dn(aicsim, fields, place="gm", product=A5, count=None):
    count = count or (fields["dnNum"] - 1) * fields["dstDnMatrixStride"] + fields["nSize"] * fields["dstStride"]
    before = np.full(count, 0xA5A5A5A5, np.uint32)
    files = {"l0c.raw": L0C.tobytes(), "before.raw": before.tobytes()}
    target = {"gm": "gm:out", "l1": "l1:0", "ub": "ub:0"}[place]
    lines = ["gm out uint8 %d file=before.raw" % (count * 4)] if place == "gm" else []
    lines += ["core 0.aiv0"] * (place == "ub") + ["init %s:0 file=before.raw" % place] * (place != "gm")
    lines += ["core 0", "init l0c:0 file=l0c.raw",
              record("fixpipe", [target, "l0c:0"], dict(fields, dtype="float:float", layout="dn"))]
    lines += ["core 0.aiv0"] * (place == "ub")
    lines += ["dump %s%s file=dst.bin" % (target, "" if place == "gm" else " bytes=%d" % (count * 4))]
    return run(aicsim, product, lines, files), count


def check_nz2dn(tally, aicsim):
    cases = [EXAMPLE, dict(EXAMPLE, nSize=20, mSize=33), dict(EXAMPLE, dnNum=1, srcNzC0Stride=3, srcStride=160),
             dict(EXAMPLE, dnNum=3, nSize=7, mSize=5, srcStride=8, dstStride=9, srcNzMatrixStride=17,
                  dstDnMatrixStride=100)]
    for fields in cases:
        out, count = nz2dn(aicsim, fields)
        want = np.array([0xA5A5A5A5 if v is None else v for v in pseudo_code(fields, count)], np.uint32)
        tally.check("NZ2DN %s" % fields, out.status == 0 and out.dumps.get("dst.bin") == want.tobytes(), out.findings)
    for place in ("l1", "ub"):
        out, count = nz2dn(aicsim, EXAMPLE, place)
        want = np.array([0xA5A5A5A5 if v is None else v for v in pseudo_code(EXAMPLE, count)], np.uint32)
        tally.check("NZ2DN into " + place, out.status == 0 and out.dumps.get("dst.bin") == want.tobytes(), out.findings)
    refused = [(dict(EXAMPLE, isChannelSplit=True), "gm", {"FP-014", "FP-016"}),
               (dict(EXAMPLE, dualDstCtl=1), "ub", {"FP-026"}), (dict(EXAMPLE, dstStride=40), "gm", {"FP-045"}),
               (dict(EXAMPLE, dstDnMatrixStride=100), "gm", {"FP-030", "FP-045"}),
               (dict(EXAMPLE, srcNzC0Stride=0), "gm", {"FP-013"}), (dict(EXAMPLE, mSize=32768), "gm", {"FP-007"}),
               (dict(EXAMPLE, srcNzC0Stride=2, unitFlag=3), "gm", {"FP-035"})]
    for fields, place, rules in refused:
        out, _ = nz2dn(aicsim, fields, place)
        tally.check("NZ2DN refused %s" % sorted(rules), out.errors() and set(out.errors()) <= rules, out.findings)
    for field, rule in (("dnNum", "FP-002"), ("nSize", "FP-001"), ("mSize", "FP-001")):
        out, _ = nz2dn(aicsim, dict(EXAMPLE, **{field: 0}), count=8000)
        tally.check("NZ2DN %s=0 is a NOP" % field, out.status == 0 and out.rules("note") == [rule] and
                    set(out.dumps.get("dst.bin", b"\0")) == {0xA5}, out.findings)
    out, _ = nz2dn(aicsim, EXAMPLE, product=A2)
    tally.check("NZ2DN on A2", out.errors() == ["PATH-002"], out.findings)


def check_all(tally, aicsim):
    for part in (check_illustrations, check_plain_repeats, check_repeat_register, check_36_columns, check_transposed_a,
                 check_nz2dn):
        part(tally, aicsim)
