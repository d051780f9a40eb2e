"""Layouts in traces and hostile files: dump and gm with layout=, rule LAY-001 for declared tensors, and what
`aicsim layout` answers to damaged or absurd input. The expected arrays come from tests/oracle/format_formulas.py.
usage: run_layouts.py --aicsim PROGRAM
"""
import argparse
import os
import pathlib
import stat
import struct
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "oracle"))
from format_formulas import CONV2D, CONV3D, HEADS, MATRIX, SCALES, SPOKEN, TYPES, stored, values  # noqa: E402

PARSER = argparse.ArgumentParser()
PARSER.add_argument("--aicsim", required=True)
AICSIM = os.path.abspath(PARSER.parse_args().aicsim)
FOLDER = tempfile.TemporaryDirectory(prefix="aicsim-layouts-")  # removed at the end
WORK = FOLDER.name
COUNT = 0

# Memory -> its bytes on ascend910b1, the vector unit's UB included (products reference).
MEMORIES = {"l1": 524288, "l0a": 65536, "l0b": 65536, "l0c": 131072, "ub": 196608}


def here(name):
    return os.path.join(WORK, name)


def run_trace(lines, verb="run"):
    with open(here("t.aic"), "w", encoding="utf-8") as out:
        out.write("\n".join(["aicsim-trace 1", "product ascend910b1", *lines]) + "\n")
    return subprocess.run([AICSIM, verb, here("t.aic")], capture_output=True, text=True, timeout=60, check=False)


def layout(*words):
    return subprocess.run([AICSIM, "layout", *words], capture_output=True, text=True, timeout=60, check=False)


def ok(good, *what):
    global COUNT
    COUNT += 1
    assert good, what


# ---- dump ... layout=F ----

def spoken(f, x, axes):
    """The logical array in the order in which the format's shape is given."""
    lead = x.ndim - axes
    return x.transpose([*range(lead), *(lead + a for a in SPOKEN.get(f, range(axes)))])


def plain_of(f, x, axes):
    """What a dump writes: the array of the format that stores the spoken axes one by one."""
    return np.ascontiguousarray(spoken(f, x, axes))


def check_dump(f, formulas, typename, shape, axes, where):
    bits, dtype = TYPES[typename]
    x = values(shape, bits, dtype)
    laid, plain = formulas[f](x, 256 // bits), plain_of(f, x, axes)
    if bits == 4 and (laid.shape[-1] % 2 or plain.shape[-1] % 2):
        return
    np.save(here("in.npy"), stored(laid, bits))
    words = f"layout={f} shape={'x'.join(map(str, plain.shape))} dtype={typename}"
    done = run_trace([f"init {where} file=in.npy", f"dump {where} {words} file=out.npy"])
    ok(done.returncode == 0, f, typename, where, done.stderr)
    got, want = np.load(here("out.npy")), stored(plain, bits)
    ok(got.shape == want.shape and got.dtype == want.dtype and got.tobytes() == want.tobytes(), f, typename, where,
       got.shape, want.shape)


def check_dumps():
    everywhere = [f"{memory}:512" for memory in MEMORIES]
    for where in everywhere:
        for f in MATRIX:
            for typename in ("int4", "int8", "half", "float"):
                if f != "nz_l0c" or TYPES[typename][0] >= 16:
                    check_dump(f, MATRIX, typename, (2, 20, 28), 2, where)
        for f in SCALES:
            check_dump(f, SCALES, "fp8_e8m0", (20, 28), 2, where)
    for typename in ("int4", "int8", "half", "float"):
        for f in CONV2D:
            check_dump(f, CONV2D, typename, (3, 18, 2, 4), 4, "l1:512")
        for f in CONV3D:
            check_dump(f, CONV3D, typename, (3, 18, 2, 3, 4), 5, "l1:512")
        for f in HEADS:
            check_dump(f, HEADS, typename, (2, 5, 3, 2, 4), 5, "l1:512")
    check_dump("vector", {"vector": lambda x, c0: x[0]}, "half", (1, 100), 2, "ub:512")


def check_dump_refusals():
    for words, says in (
            ("l0a:0 layout=zz shape=300x400 dtype=half", "243200 bytes"),       # 304 x 400 x 2: more than L0A
            ("l0a:65000 layout=zz shape=30x40 dtype=half", "l0a:65000"),
            ("l1:0 layout=nc1hwc0 shape=3x18 dtype=half", "needs at least 4 dimensions, got 2"),
            ("l1:0 layout=nz shape=20 dtype=half", "needs at least 2 dimensions, got 1"),
            ("l1:0 layout=nd shape=3x5 dtype=int4", "must be even"),
            ("l1:0 layout=zz shape=20x27 dtype=fp8_e8m0", "27 is odd"),
            ("l1:0 layout=nz shape=20x28 dtype=fp8_e8m0", "does not hold fp8_e8m0"),
            ("l1:0 layout=nz_l0c shape=20x28 dtype=int8", "does not hold int8"),
            ("l1:0 layout=vector shape=2x28 dtype=half", "one row, not of 2"),
            ("l1:0 layout=zy shape=20x28 dtype=half", "zy is no format"),
            ("l1:0 layout=nz dtype=half", "needs dtype= and shape="),
            ("l1:0 layout=nz shape=20x28", "needs dtype= and shape="),
            ("l1:0 layout=nz shape=20x28 dtype=half bytes=1120", "takes 2048"),
            ("gm:x layout=nz shape=20x28 dtype=half", "2048 bytes are asked for, but only 1120 lie there")):
        if os.path.exists(here("never.npy")):
            os.remove(here("never.npy"))
        done = run_trace(["gm x half 20x28", f"dump {words} file=never.npy"])
        ok(done.returncode == 2 and says in done.stderr and ": error: " in done.stderr, words, done)
        ok(not os.path.exists(here("never.npy")), words)


# ---- gm ... layout=F and LAY-001 ----

ALIASES = {"nd": ("ND", "row_major", "NDExt"), "column_major": ("DN", "COLUMN_MAJOR", "dnext"),
           "nz": ("FRACTAL_NZ", "NZ"), "zz": ("FRACTAL_ZZ",), "zn": ("FRACTAL_ZN",), "nc1hwc0": ("5HD", "NC1HWC0"),
           "ndc1hwc0": ("6HD",)}
ND2NZ = ("nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=32, dValue=64, srcNdMatrixStride=0, srcDValue=64, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0")
DN2NZ = ("dn2nz l1:0, gm:x, dtype=half, dnNum=1, nValue=32, dValue=64, srcDnMatrixStride=0, srcDValue=32, "
         "dstNzC0Stride=32, dstNzNStride=1, dstNzMatrixStride=0")
COPY = "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=128"
SYNC = ["set_flag MTE2, MTE1, 0", "wait_flag MTE2, MTE1, 0"]
LOAD3D = ("load3dv2 l0a:0, l1:0, dtype=half, l1H=1, l1W=32, channelSize=64, kExtension=64, mExtension=32")
LOAD2D = "load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=8, srcStride=1, dstGap=0, ifTranspose=false"
DRAIN = ("fixpipe gm:y, l0c:0, dtype=float:float, layout={0}, nSize=64, mSize=32, srcStride=32, dstStride={1}")


def lay001(lines, product="ascend910b1"):
    with open(here("c.aic"), "w", encoding="utf-8") as out:
        out.write("\n".join(["aicsim-trace 1", "product " + product, *lines]) + "\n")
    done = subprocess.run([AICSIM, "check", here("c.aic")], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (0, 1), (lines, done)
    return [line for line in done.stderr.splitlines() + done.stdout.splitlines() if "[LAY-001]" in line]


def names(*canonical):
    return [n for c in canonical for n in (c, *ALIASES.get(c, ()))]


ROWS = names("nd", "nd_align", "vector", "nchw", "nhwc", "hwcn", "ncdhw", "ndhwc", "bsh", "sbh", "bsngd", "sbngd",
             "bngs1s2", "bmnk")
COLUMNS = names("column_major")
BLOCKS = names("nz", "nc1hwc0", "ndc1hwc0")
FRACTALS = names("zz", "zn", "fractal_z", "fractal_z_3d")
UNTOLD = names("nz_l0c", "scale_and", "scale_adn", "scale_bnd", "scale_bdn")


def check_declared():
    """Each instruction against each declared layout: LAY-001 names both where they differ, and only there."""
    full = "init l0c:0 file=l0c.bin"
    with open(here("l0c.bin"), "wb") as out:
        out.write(bytes(MEMORIES["l0c"]))
    for declared in ROWS + COLUMNS + BLOCKS + FRACTALS + UNTOLD:
        known = declared not in UNTOLD
        x, y = f"gm x half 32x64 layout={declared}", f"gm y float 512x64 layout={declared}"
        for lines, product, legal in (
                ([x, ND2NZ], "ascend910b1", ROWS),
                ([x, DN2NZ], "ascend950pr_9589", COLUMNS),
                ([x, COPY, *SYNC, LOAD3D], "ascend910b1", BLOCKS),
                ([x, COPY, *SYNC, LOAD2D], "ascend910b1", BLOCKS + FRACTALS),
                ([y, full, DRAIN.format("nd", 64)], "ascend910b1", ROWS),
                ([y, full, DRAIN.format("nz", 64)], "ascend910b1", BLOCKS)):
            found = lay001(lines, product)
            ok(bool(found) == (known and declared not in legal), declared, lines[-1], found)
            for line in found:
                ok(f"declared as {declared}" in line and lines[-1].split()[0] in line and "warning" in line, line)
        ok(not lay001([x, COPY]), declared)                                        # a plain copy reads any layout
        ok(not lay001([x.split(" layout")[0], COPY, *SYNC, LOAD3D]), declared)     # nothing was declared


def check_written_and_read():
    """A span stored by one record and read by another: the warning names both, and its near misses are silent."""
    tensor = "gm x half 32x64"
    as_int8 = ND2NZ.replace("half", "int8").replace("dValue=64, srcNd", "dValue=64, srcNd")
    hit = lay001(["gm x int8 32x64", as_int8, *SYNC, LOAD3D])
    ok(len(hit) == 1 and "NZ of int8" in hit[0] and "fractals of half" in hit[0] and "line 4" in hit[0], hit)
    ok(not lay001([tensor, ND2NZ, *SYNC, LOAD3D]))
    away = LOAD3D.replace("l1:0", "l1:8192")                                       # beside what was stored
    ok(not lay001(["gm x int8 32x64", as_int8, *SYNC, away]))
    over = ["gm x int8 32x64", "gm y half 32x64", as_int8, ND2NZ.replace("gm:x", "gm:y"), *SYNC, LOAD3D]
    ok(not lay001(over))                                                           # stored again in the right type


def check_gm():
    for name in ROWS + COLUMNS + BLOCKS + FRACTALS + UNTOLD:
        done = run_trace([f"gm x half 32x64 layout={name}"], "check")
        ok(done.returncode == 0, name, done.stderr)
    for name in ("zy", "n z", "nzz", "ndd"):
        done = run_trace([f'gm x half 32x64 layout="{name}"'], "check")
        ok(done.returncode == 2 and "no data format" in done.stderr, name, done)
    x = values((20, 28), 16, np.float16)
    for f in MATRIX:                                  # the shape of a gm line is the stored one
        laid = np.ascontiguousarray(MATRIX[f](x, 16))
        np.save(here("in.npy"), laid)
        shape = "x".join(map(str, laid.shape))
        done = run_trace([f"gm x half {shape} layout={f} file=in.npy",
                          f"dump gm:x layout={f} shape=20x28 dtype=half file=out.npy"])
        ok(done.returncode == 0 and np.load(here("out.npy")).tobytes() == x.tobytes(), f, done.stderr)


# ---- hostile files and shapes ----

def npy(header, data=b"", version=b"\x01\x00", length=None):
    text = header.encode() + b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY" + version + struct.pack("<H", len(text) if length is None else length) + text + data


def head(descr="<f2", fortran="False", shape="(20, 28)"):
    return "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, fortran, shape)


def refused(words, says, files=()):
    done = layout(*words)
    ok(done.returncode == 2 and "error:" in done.stderr and says in done.stderr and not done.stdout, words, says, done)
    for name in files:
        ok(not os.path.exists(here(name)), words, name)


def check_headers():
    data = bytes(1120)
    good = npy(head(), data)
    cases = {
        "empty": (b"", ""), "magic": (b"\x93NUMPX" + good[6:], ""), "short": (good[:9], ""),
        "cut header": (good[:40], ""), "version 9": (npy(head(), data, b"\x09\x00"), ""),
        "length beyond": (npy(head(), data, length=65535), ""), "length 0": (npy(head(), data, length=0), ""),
        "no dict": (npy("[1, 2, 3]", data), ""), "no shape": (npy("{'descr': '<f2', 'fortran_order': False}", data), ""),
        "big endian": (npy(head(">f2"), data), ""), "complex": (npy(head("<c8"), data), ""),
        "object": (npy(head("|O"), data), ""), "long descr": (npy(head("<f2" * 50), data), ""),
        "fortran": (npy(head(fortran="True"), data), "Fortran"), "fortran word": (npy(head(fortran="maybe"), data), ""),
        "negative": (npy(head(shape="(-20, 28)"), data), ""), "huge": (npy(head(shape="(4294967296, 4294967296)"), data), ""),
        "huge 2": (npy(head(shape="(9223372036854775807, 9223372036854775807, 2)"), data), ""),
        "99 digits": (npy(head(shape="(%s, 1)" % ("9" * 99)), data), ""), "9 dims": (npy(head(shape=str((1,) * 9)), data[:2]), ""),
        "float dim": (npy(head(shape="(20.5, 28)"), data), ""), "unclosed": (npy(head(shape="(20, 28"), data), ""),
        "cut data": (good[:-1], ""), "long data": (good + b"x", ""), "zero dim": (npy(head(shape="(0, 28)")), ""),
        "scalar": (npy(head(shape="()"), b"\0\0"), ""), "nul in text": (npy(head() + "\0\0"), ""),
    }
    for name, (content, says) in cases.items():
        with open(here("h.npy"), "wb") as out:
            out.write(content)
        refused(("convert", "--from", "nd", "--to", "nz", here("h.npy"), here("never.npy")), says, ("never.npy",))
    with open(here("h.npy"), "wb") as out:
        out.write(good)
    ok(layout("convert", "--from", "nd", "--to", "nz", here("h.npy"), here("good.npy")).returncode == 0)
    rng = np.random.default_rng(5)
    for _ in range(150):                               # one byte of the header changed: an answer, never a crash
        broken = bytearray(good)
        broken[int(rng.integers(0, len(good) - 1120))] = int(rng.integers(0, 256))
        with open(here("h.npy"), "wb") as out:
            out.write(broken)
        done = layout("convert", "--from", "nd", "--to", "nz", here("h.npy"), here("any.npy"))
        ok(done.returncode in (0, 2), bytes(broken[:128]), done)


def check_shapes():
    with open(here("r.bin"), "wb") as out:
        out.write(bytes(1120))
    convert = ("convert", "--from", "nd", "--to", "nz", "--dtype", "half", "--shape")
    files = (here("r.bin"), here("never.bin"))
    for shape, says in (("20x27", "must have 1080 bytes, it has 1120"), ("20x29", "must have 1160 bytes"),
                        ("0x28", "extent 0"), ("20x0", "extent 0"), ("0x20x28", "extent 0"),
                        ("-20x28", "a number is negative"),
                        ("20x", "expected numbers"), ("x", "expected numbers"), ("", "expected numbers"),
                        ("28", "at least 2 dimensions"), ("99999999999999999999x1", "2^58 or larger"),
                        ("281474976710656x2", "2^48"), ("16777216x16777217", "2^48"), ("4294967296x4294967296", "2^48"),
                        ("1x1x1x1x1x1x1x20x28", "leading dimensions"), ("1x2x3x4x5x6x7x8x9x1x2x3x4x5x6x7x8", "")):
        refused((*convert, shape, *files), says, ("never.bin",))
        if shape not in ("20x27", "20x29"):
            ok(layout("show", "nz", "--shape", shape).returncode == 2 or "x1x" in shape, shape)
    for f, g, dtype, shape, says in (("nd", "column_major", "int4", "20x27", "must be even"),
                                     ("nd", "column_major", "int4", "21x28", "column_major is 21"),
                                     ("bsngd", "bngs1s2", "int4", "2x2x2x2x3", "must be even"),
                                     ("nd", "zz", "fp8_e8m0", "20x27", "27 is odd"),
                                     ("nd", "nn", "fp8_e8m0", "21x28", "21 is odd"),
                                     ("nd", "nz", "uint64", "2x70", "does not hold uint64")):
        refused(("convert", "--from", f, "--to", g, "--dtype", dtype, "--shape", shape, *files), says, ("never.bin",))


def check_places():
    """Offsets of a tensor with leading dimensions, both ways, against the array of all of them."""
    lead, rows, cols = (2, 3), 20, 28
    for f in ("nz", "zz", "zn", "nd", "column_major"):
        x = np.arange(1, 2 * 3 * rows * cols + 1, dtype=np.int64).reshape(*lead, rows, cols)
        flat = MATRIX[f](x, 16).reshape(-1)
        for at in ((0, 0, 0, 0), (1, 2, 17, 19), (0, 2, 19, 27), (1, 0, 5, 16)):
            want = int(np.flatnonzero(flat == x[at])[0])
            there = layout("offset", f, "--shape", "2x3x20x28", "--at", ",".join(map(str, at)))
            back = layout("offset", f, "--shape", "2x3x20x28", "--offset", str(want))
            ok(f": element {want}, byte {2 * want} " in there.stdout, there)
            ok(back.stdout == there.stdout and back.stdout.startswith(f"({', '.join(map(str, at))}): "), back)
    for words, says in ((("--at", "2,0,0,0"), "index 2 of leading dimension 0, must be 0 to 1"),
                        (("--at", "1,0,0"), "expected 2 indices (rs), or 4 with the leading dimensions, got 3"),
                        (("--at", "0,32"), "s is 32, must be 0 to 31"),
                        (("--offset", "6144"), "the last one is at 6143")):
        ok(says in layout("offset", "nz", "--shape", "2x3x20x28", *words).stderr, words)


def check_paths():
    x = values((20, 28), 16, np.float16)
    want = np.ascontiguousarray(MATRIX["nz"](x, 16))
    np.save(here("same.npy"), x)                                                   # IN and OUT are one file
    done = layout("convert", "--from", "nd", "--to", "nz", here("same.npy"), here("same.npy"))
    ok(done.returncode == 0 and np.load(here("same.npy")).tobytes() == want.tobytes(), done)
    np.save(here("x.npy"), x)
    os.makedirs(here("locked"), exist_ok=True)
    os.chmod(here("locked"), stat.S_IRUSR | stat.S_IXUSR)
    try:
        if os.geteuid() != 0:
            refused(("convert", "--from", "nd", "--to", "nz", here("x.npy"), here("locked/o.npy")), "locked/o.npy")
        ok(not os.listdir(here("locked")))
    finally:
        os.chmod(here("locked"), stat.S_IRWXU)
    refused(("convert", "--from", "nd", "--to", "nz", here("x.npy"), here("missing/o.npy")), "cannot be created")
    os.makedirs(here("folder.npy"), exist_ok=True)
    refused(("convert", "--from", "nd", "--to", "nz", here("x.npy"), here("folder.npy")), "")
    refused(("convert", "--from", "nd", "--to", "nz", here("folder.npy"), here("never.npy")), "", ("never.npy",))
    ok(not [n for n in os.listdir(WORK) if n.startswith("never") or "tmp" in n.lower()], os.listdir(WORK))


check_dumps()
check_dump_refusals()
check_declared()
check_written_and_read()
check_gm()
check_headers()
check_shapes()
check_places()
check_paths()
print(f"{COUNT} answers as expected")
