"""Random legal records of DataCopy, DataCopyPad, ND2NZ, DN2NZ and Fill."""
import numpy as np

from case import Full
from cases_load import ceil_div, ceil_to
from formats import BITS

COPY_PATHS = {
    "2201": ["gm>l1", "l1>gm", "l1>bt", "l1>fb", "gm>ub", "ub>gm", "ub>l1"],
    "3510": ["gm>l1", "l1>bt", "l1>fb", "gm>ub", "ub>gm", "ub>l1", "l1>ub"],
    "3002": ["gm>ub", "ub>gm"], "2002": ["gm>l1", "gm>ub", "ub>gm", "ub>l1"], "1001": ["gm>l1", "gm>ub", "ub>gm"],
    "3003": ["gm>l1", "l1>gm", "gm>ub", "ub>gm"], "3113": ["gm>l1", "l1>gm", "gm>ub", "ub>gm"],
}
# No source lists more types of the plain copy on these.
KIRIN_TYPES = ["int8", "uint8", "int16", "uint16", "half"]
BT_TYPES = {"2201": ["float", "int32", "half:float"], "3510": ["float", "int32", "half:float", "bfloat16:float"]}


def tiny_floats(case, count, dtype):
    """Raw bits of small finite values, so that a conversion of them is exact."""
    values = case.rng.integers(-64, 65, count).astype(np.float64)
    if dtype == "half":
        return values.astype(np.float16).view(np.uint16)
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def burst(case, path, dtype):
    """Field values and byte counts (read, written) of one copy."""
    length, src_gap, dst_gap = 32, 32, 32
    if path == "l1>bt":
        length, src_gap, dst_gap = (32, 32, 32) if case.arch == "3510" else (64, 32, 64)
    elif path == "l1>fb":
        length, src_gap, dst_gap = (64, 32, 64) if case.arch == "3510" else (128, 32, 128)
    short = path in ("l1>bt", "l1>fb")
    count, size = case.small(1, 3 if short else 30), case.int(1, 3) if short else case.small(1, 40)
    if path == "l1>bt" and case.arch == "3510" and not dtype.startswith(("half", "bf")):
        size *= 2
    grow = 2 if ":" in dtype else 1
    fields = dict(blockCount=count, blockLen=size, srcGap=case.small(0, 9), dstGap=0 if short else case.small(0, 9))
    if short and case.chance(0.3):
        fields["dstGap"] = case.int(0, 2) * 2
    run = size * length
    return fields, (count - 1) * (run + fields["srcGap"] * src_gap) + run, \
        (count - 1) * (run * grow + fields["dstGap"] * dst_gap) + run * grow


def operand(case, space, nbytes, align, write):
    if space == "gm":
        return "gm:" + case.tensor(nbytes, dump=write)
    if write:
        return "%s:%d" % (space, case.alloc(space, nbytes, align))
    return "%s:%d" % (space, case.source(space, nbytes, align))


def data_copy(case):
    if case.arch not in COPY_PATHS:
        return
    path = case.pick(COPY_PATHS[case.arch])
    src, dst = path.split(">")
    if ("l1" in case.used and src == "l1") or ("ub" in case.used and src == "ub"):
        return
    if dst in ("l1", "ub") and case.registers.get("read_" + dst):
        return
    dtype = "uint64" if dst == "fb" else case.pick(BT_TYPES[case.arch]) if dst == "bt" else case.pick(
        KIRIN_TYPES if case.arch in ("3003", "3113") else ["int8", "half", "float", "int32"])
    fields, read, written = burst(case, path, dtype)
    case.registers["read_" + src] = True
    align = {"bt": 64, "fb": 128}.get(dst, 32)
    target = operand(case, dst, written, align, True)
    source = operand(case, src, read, 32, False)
    if ":" in dtype:
        case.put(src, int(source.split(":")[1]), tiny_floats(case, read // 2, dtype.split(":")[0]))
    if case.chance(0.03) and dst not in ("bt", "fb"):
        fields[case.pick(["blockCount", "blockLen"])] = 0
    case.rec("data_copy", [target, source], dict(srcGap=0, dstGap=0, blockCount=1), dtype=dtype, **fields)


def pad_ub_to_l1(case, dtype):
    """Rows of whole 32-byte units alone: no source tells how a shorter row stands in UB."""
    count, run = case.small(1, 20), case.small(1, 20) * 32
    fields = dict(blockCount=count, blockLen=run, srcStride=case.small(0, 5), dstStride=case.small(0, 5))
    place = case.alloc("l1", count * (run + fields["dstStride"] * 32), 32)
    source = case.source("ub", count * (run + fields["srcStride"] * 32), 32)
    case.rec("data_copy_pad", ["l1:%d" % place, "ub:%d" % source], dtype=dtype, **fields)


def data_copy_pad(case):
    paths = {"2201": ["gm>ub", "ub>gm", "ub>l1"], "3510": ["gm>ub", "ub>gm", "gm>l1", "ub>l1"],
             "3002": ["gm>ub", "ub>gm"]}
    if case.arch not in paths:
        return
    path = case.pick(paths[case.arch])
    if case.registers.setdefault("pad", path) != path:
        return
    dtype = case.pick(["int8", "half", "float", "int32", "uint16"])
    size = BITS[dtype] // 8
    count, run = case.small(1, 20), case.small(1, 60) * size
    fields = dict(blockCount=count, blockLen=run)
    if path == "ub>l1":
        pad_ub_to_l1(case, dtype)
        return
    if path == "ub>gm":
        fields.update(srcStride=case.small(0, 5), dstStride=case.small(0, 40))
        local = count * (ceil_to(run, 32) + fields["srcStride"] * 32)
        target = "gm:" + case.tensor(count * (run + fields["dstStride"]), dump=True)
        case.rec("data_copy_pad", [target, "ub:%d" % case.source("ub", local, 32)], dtype=dtype, **fields)
        return
    fields.update(srcStride=case.small(0, 40), dstStride=case.small(0, 5))
    left = right = 0
    if case.chance(0.7):
        left, right = case.int(0, 32 // size // 2), case.int(0, 32 // size // 2)
        fields.update(isPad=True, leftPadding=left, rightPadding=right, paddingValue=case.int(0, 100))
    whole = ceil_to(run + (left + right) * size, 32)
    local = path.split(">")[1]
    place = case.alloc(local, count * (whole + fields["dstStride"] * 32), 32)
    source = "gm:" + case.tensor(count * (run + fields["srcStride"]))
    case.rec("data_copy_pad", ["%s:%d" % (local, place), source], dtype=dtype, **fields)


ND_TYPES = {
    "3510": ["int8", "uint8", "fp4x2_e2m1", "fp4x2_e1m2", "hifloat8", "fp8_e5m2", "fp8_e4m3fn", "fp8_e8m0", "int16", "uint16", "half",
             "bfloat16", "int32", "uint32", "float"],
    "2201": ["int4", "int8", "uint8", "int16", "uint16", "half", "bfloat16", "int32", "uint32", "float"],
    "2002": ["int16", "uint16", "half", "int32", "uint32", "float"],
    "3003": ["int8", "uint8", "int16", "uint16", "half"], "3113": ["int8", "uint8", "int16", "uint16", "half"],
}


def nz_strides(case, count, n, depth, c0):
    """Destination strides without overlap, and the bytes that the matrices span."""
    n_stride = 1 if case.chance(0.7) else case.int(2, 4)
    c0_stride = n * n_stride + case.pick([0, 0, 1, 5, 16])
    blocks = ceil_div(depth, c0)
    if case.chance(0.15) and blocks > 1:
        # C0 blocks interleaved: all blocks of a row stand together.
        n_stride, c0_stride = blocks + case.int(0, 2), 1
    span = (blocks - 1) * c0_stride + (n - 1) * n_stride + 1
    matrix = span + case.int(0, 3) if count > 1 or case.chance(0.2) else 0
    if matrix * c0 > 16384:
        raise Full()
    return dict(dstNzC0Stride=c0_stride, dstNzNStride=n_stride, dstNzMatrixStride=matrix * c0), \
        ((count - 1) * matrix + span) * 32


def nd2nz_small(case):
    """Up to four columns as dense rows of four."""
    dtype = case.pick([t for t in ND_TYPES["3510"] if BITS[t] > 4])
    size, c0 = BITS[dtype] // 8, 256 // BITS[dtype]
    count, n, d = case.int(1, 3), case.small(1, 60), case.int(1, 4)
    pitch = d + case.pick([0, 0, 1, 7])
    matrix = n * pitch + case.pick([0, 3])
    stored = ceil_to(n * 4, c0) + case.pick([0, c0])
    place = case.alloc("l1", count * stored * size, 32)
    source = case.tensor(((count - 1) * matrix + (n - 1) * pitch + d) * size)
    case.rec("nd2nz", ["l1:%d" % place, "gm:" + source], dict(ndNum=1), dtype=dtype, ndNum=count, nValue=n, dValue=d,
             srcNdMatrixStride=matrix, srcDValue=pitch, dstNzC0Stride=case.int(1, 9), dstNzNStride=case.int(1, 9),
             dstNzMatrixStride=stored, enableSmallC0=True)


def nd2nz(case):
    if case.arch not in ND_TYPES:
        return
    if case.arch == "3510" and case.chance(0.2):
        nd2nz_small(case)
        return
    dtype = case.pick(ND_TYPES[case.arch])
    bits = max(BITS[dtype], 8)
    c0 = 256 // bits
    count = case.int(1, 3) if case.chance(0.4) else 1
    n, d = case.small(1, 60), case.small(1, 120)
    if case.chance(0.5):
        d = case.int(1, 60)
    pitch = d + case.pick([0, 0, 1, 7])
    fields, written = nz_strides(case, count, n, d, c0)
    matrix = n * pitch + case.pick([0, 0, 3])
    if case.chance(0.5 if count == 1 else 0.1):
        matrix = 0
    case.used.setdefault("l1", 0)
    place = case.alloc("l1", written, 32)
    source = case.tensor(((count - 1) * matrix + (n - 1) * pitch + d) * bits // 8)
    if case.chance(0.03):
        n, d, count = case.pick([(0, d, count), (n, 0, count), (n, d, 0)])
    case.rec("nd2nz", ["l1:%d" % place, "gm:" + source], dict(ndNum=1), dtype=dtype, ndNum=count, nValue=n, dValue=d,
             srcNdMatrixStride=matrix, srcDValue=pitch, **fields)


def dn2nz(case):
    if case.arch != "3510":
        return
    dtype = case.pick(["int8", "uint8", "int16", "uint16", "int32", "uint32", "half", "bfloat16", "float", "fp4x2_e2m1",
                       "fp4x2_e1m2"])
    bits = max(BITS[dtype], 8)
    c0 = 256 // bits
    count = case.int(1, 3) if case.chance(0.4) else 1
    n, d = case.small(1, 60), case.int(1, 80)
    pitch = n + case.pick([0, 0, 1, 7])
    if BITS[dtype] == 4:
        n, pitch = ceil_to(n, 2), ceil_to(pitch, 2)
    fields, written = nz_strides(case, count, n, d, c0)
    matrix = d * pitch + case.pick([0, 0, 3]) * (2 if BITS[dtype] == 4 else 1)
    place = case.alloc("l1", written, 32)
    source = case.tensor(((count - 1) * matrix + (d - 1) * pitch + n) * bits // 8)
    case.rec("dn2nz", ["l1:%d" % place, "gm:" + source], dict(dnNum=1), dtype=dtype, dnNum=count, nValue=n, dValue=d,
             srcDnMatrixStride=matrix, srcDValue=pitch, **fields)


def fill(case):
    types = {"2002": ["int16", "uint16", "half"], "1001": ["half"], "3003": ["half"], "3113": ["half"]}.get(
        case.arch, ["int16", "uint16", "half", "bfloat16", "int32", "uint32", "float"])
    dst = "l1" if case.arch == "3510" else case.pick(["l1", "l0a", "l0b"])
    dtype = case.pick(types)
    unit = 32 if dst == "l1" else 512
    repeat, blocks, gap = case.small(1, 9), case.small(1, 9), case.small(0, 5)
    if case.arch in ("2002", "1001"):
        blocks, gap, unit = 1, 0, 512
    place = case.alloc(dst, ((repeat - 1) * (blocks + gap) + blocks) * unit, 512 if dst != "l1" else 32)
    value = "bits:0x%x" % case.int(0, (1 << BITS[dtype]) - 1)
    if dtype in ("int16", "int32", "half", "float") and case.chance(0.5):
        value = case.int(-2000, 2000)
    fields = dict(repeatTimes=repeat, blockNum=blocks, dstGap=gap)
    if case.arch in ("2002", "1001"):
        fields = dict(repeatTimes=repeat)
    elif case.chance(0.05):
        fields[case.pick(["repeatTimes", "blockNum"])] = 0
    case.rec("fill", ["%s:%d" % (dst, place)], dict(dstGap=0), dtype=dtype, value=value, **fields)


# Source, destination, mode; modes from vdeq8 on exist on arch 2002 alone (legacy.md 3.3).
DRAIN_MODES = [
    ("half", "half", "none"), ("float", "float", "none"), ("int32", "int32", "none"), ("half", "half", "none_relu"),
    ("float", "float", "none_relu"), ("int32", "int32", "none_relu"), ("float", "half", "f322f16"),
    ("float", "half", "f322f16_relu"), ("int32", "half", "deq"), ("half", "half", "scale_f16"), ("int32", "half", "vdeq"),
    ("int32", "int8", "vdeq8"), ("int32", "uint8", "vdeq8"), ("int32", "int8", "deq8"), ("int32", "uint8", "deq8"),
    ("int32", "int16", "vdeqs16"), ("int32", "int16", "deqs16"),
]


def drain_word(case, target, mode):
    """A quantisation word: the scale is a half in the low bits, or a float beside shift, offset and sign."""
    if mode in ("deq", "vdeq", "scale_f16"):
        return int(np.float16(case.int(1, 63) / 64.0).view(np.uint16))
    scale = int(np.float32(case.int(-2000, 2000) / 4096.0).view(np.uint32))
    word = scale | case.int(0, 511) << 37 | (target == "int8") << 46 | case.int(0, 15) << 32
    # Bit 36, the shift of the other families, has no source here.
    return word | (case.chance(0.2) << 47 if target in ("int8", "uint8") else 0)


def drain_words(case, count, target, mode, fields):
    """The scalar of the record, or a vector of `count` words in UB; returns the further operand."""
    if mode.startswith("vdeq"):
        words = np.array([drain_word(case, target, mode) for _ in range(count)], np.uint64)
        words = words.astype(np.uint16) if mode == "vdeq" else words
        place = case.alloc("ub", words.nbytes, 32)
        case.put("ub", place, words)
        return ["ub:%d" % place]
    if "deq" in mode or mode == "scale_f16":
        fields["deqScalar"] = "0x%x" % drain_word(case, target, mode)
    return []


def drain(case):
    """L0C to UB on the products without Fixpipe: whole fractals or their first rows."""
    if case.arch not in ("2002", "1001"):
        return
    source, target, mode = case.pick(DRAIN_MODES if case.arch == "2002" else DRAIN_MODES[:11])
    if case.registers.setdefault("kind", source) != source:
        return
    size_in, small = BITS[source] * 32, BITS[target] == 8
    count, run = case.small(1, 6), case.small(1, 8)
    fields = dict(blockCount=count, blockLen=run, srcGap=case.small(0, 4), dstGap=case.small(0, 9))
    if mode != "none" and (mode != "f322f16" or case.chance(0.5)):
        fields["crmode"] = mode
    if not small and case.chance(0.3):
        fields["blockMode"] = "vector"
    if small:
        fields["sidStoreMode"] = case.int(0, 2)
    if case.chance(0.2) and mode in ("none", "deq", "vdeq", "f322f16"):
        fields["relu"] = True
    rows = 1 if "blockMode" in fields else 16
    slot = 32 if small and fields["sidStoreMode"] < 2 else 2 * BITS[target]
    extra = drain_words(case, count * 16, target, mode, fields)
    place = case.alloc("ub", count * run * rows * slot + (count - 1) * fields["dstGap"] * 32, 32)
    need = (count * run + (count - 1) * fields["srcGap"]) * size_in
    start = case.source("l0c", need, 1024)
    if "values" not in case.registers:
        case.registers["values"] = True
        total = case.sizes["l0c"] * 8 // BITS[source]
        values = case.rng.integers(-8191, 8192, total)
        if source != "int32":
            values = values * 2.0 ** case.rng.integers(-6, 3, total)
        case.put("l0c", 0, values.astype({"float": np.float32, "half": np.float16, "int32": np.int32}[source]))
    case.rec("data_copy", ["ub:%d" % place, "l0c:%d" % start] + extra, dict(srcGap=0, dstGap=0, blockCount=1),
             dtype=source if source == target else source + ":" + target, **fields)


FAMILIES = {"data_copy": data_copy, "data_copy_pad": data_copy_pad, "nd2nz": nd2nz, "dn2nz": dn2nz, "fill": fill,
            "drain": drain}
