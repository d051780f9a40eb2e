"""Random legal records of DataCopy, DataCopyPad, ND2NZ, DN2NZ and Fill."""
import numpy as np

from case import Full, ceil_div, ceil_to
from formats import BITS, encode

COPY_PATHS = {
    "2201": ["gm>l1", "l1>gm", "l1>bt", "l1>fb", "gm>ub", "ub>gm", "ub>l1", "ub>ub"],
    "3510": ["gm>l1", "l1>bt", "l1>fb", "gm>ub", "ub>gm", "ub>l1", "l1>ub", "ub>ub"],
    "3002": ["gm>ub", "ub>gm"], "2002": ["gm>l1", "gm>ub", "ub>gm", "ub>l1", "ub>ub"],
    "1001": ["gm>l1", "gm>ub", "ub>gm", "ub>ub"],
    "3003": ["gm>l1", "l1>gm", "gm>ub", "ub>gm"], "3113": ["gm>l1", "l1>gm", "gm>ub", "ub>gm"],
}
OLD_TYPES = ["half", "float", "int8", "uint8", "int16", "uint16", "int32", "uint32"]
WIDE_TYPES = OLD_TYPES + ["bfloat16", "uint64"]
# No source lists more types of the plain copy on the Kirins.
KIRIN_TYPES = ["int8", "uint8", "int16", "uint16", "half"]
COPY_TYPES = {
    "2201": WIDE_TYPES + ["int4"], "3002": WIDE_TYPES + ["int4"], "2002": OLD_TYPES + ["int4"],
    "1001": OLD_TYPES + ["int4"], "3003": KIRIN_TYPES, "3113": KIRIN_TYPES,
    "3510": WIDE_TYPES + ["fp8_e4m3fn", "fp8_e5m2", "hifloat8", "fp4x2_e2m1", "fp4x2_e1m2", "fp8_e8m0"],
}
BT_TYPES = {"2201": ["float", "int32", "half:float"], "3510": ["float", "int32", "half:float", "bfloat16:float"]}


def fit(fields, keys, good):
    """Halves the largest of the fields until the instruction fits into its memories."""
    for _ in range(100):
        if good(fields):
            return fields
        key = max(keys, key=lambda k: fields[k])
        fields[key] //= 2
        if fields[key] == 0:
            break
    raise Full()


def budget(case, space):
    """Bytes that a result may take: mostly a little, now and then all that is left."""
    if space == "gm":
        return 1 << case.int(12, 20)
    left = case.room(space) - case.used.get(space, 0) - 2048
    return left if case.chance(0.04) else min(left, max(2048, left // 8))


def whole_values(case, count, dtype):
    """Raw bits of any finite values; every half and bfloat16 is a float, so that the widening is exact."""
    raw = case.rng.integers(0, 1 << 16, count).astype(np.uint16)
    top = 0x7C00 if dtype == "half" else 0x7F80
    return np.where(raw & top == top, raw & 0x83FF, raw)


def burst_sizes(fields, units, grow):
    """Bytes from the first to the last read, and written."""
    length, src_gap, dst_gap = units
    run, count = fields["blockLen"] * length, fields["blockCount"]
    return ((count - 1) * (run + fields["srcGap"] * src_gap) + run,
            (count - 1) * (run * grow + fields["dstGap"] * dst_gap) + run * grow)


def burst(case, path, dtype):
    """Field values and byte counts (read, written) of one copy."""
    src, dst = path.split(">")
    units = (32, 32, 32)
    if dst == "bt" and case.arch != "3510":
        units = (64, 32, 64)
    elif dst == "fb":
        units = (64, 32, 64) if case.arch == "3510" else (128, 32, 128)
    pair = dst == "bt" and case.arch == "3510" and BITS[dtype.split(":")[0]] == 32
    grow = 2 if ":" in dtype else 1
    fields = dict(blockCount=case.size(1, 4095), blockLen=case.size(1, 65535), srcGap=case.small(0, 65535),
                  dstGap=case.small(0, 65535))
    if case.chance(0.4):
        fields[case.pick(["srcGap", "dstGap"])] = 0
    most_read = 1 << 20 if src == "gm" else case.sizes[src] - case.room(src) - 64
    most_written = case.room(dst) if dst in ("bt", "fb") else budget(case, dst)
    if dst in ("bt", "fb") and case.chance(0.8):
        most_written //= 6

    def good(f):
        if pair:
            f["blockLen"] = ceil_to(f["blockLen"], 2)
        read, written = burst_sizes(f, units, grow)
        return read <= most_read and written <= most_written
    for key in ("srcGap", "dstGap"):
        if fields["blockCount"] > 64:
            fields[key] = min(fields[key], 64)
    if dst == "bt" and case.arch == "3510" and fields["dstGap"] % 2:
        fields["dstGap"] += 1
    keys = ["blockCount", "blockLen", "srcGap", "dstGap"]
    if pair and fields["blockLen"] <= 2:
        keys.remove("blockLen")
    fit(fields, keys, good)
    if dst == "bt" and case.arch == "3510":
        fields["dstGap"] -= fields["dstGap"] % 2
    return (fields,) + burst_sizes(fields, units, grow)


def operand(case, space, nbytes, align, write):
    if space == "gm":
        return case.place(nbytes, dump=write)
    own = space + case.registers.get("unit", "") if space == "ub" else space
    if write:
        return "%s:%d" % (space, case.alloc(own, nbytes, align))
    return "%s:%d" % (space, case.source(own, nbytes, align))


def choose_unit(case, src, dst):
    """On products with two vector units, sometimes the second one: its memory, and the line that chooses it."""
    case.registers["unit"] = ""
    if case.arch in ("2201", "3510") and "ub" in (src, dst) and case.chance(0.3):
        case.registers["unit"] = ".aiv1"
        case.lines.append("core 0.aiv1")


def leave_unit(case):
    if case.registers["unit"]:
        case.lines.append("core 0")


def copy_paths(case):
    paths = COPY_PATHS.get(case.arch, [])
    return [p for p in paths if "l1" not in p] if case.vector_only else paths


def data_copy(case):
    paths = copy_paths(case)
    if case.want.get("space"):
        paths = [p for p in paths if p.endswith(">" + case.want["space"])] or paths
    path = case.ask("path", paths)
    src, dst = path.split(">")
    case.shares.update(l1=2, ub=2)
    types = ["uint64"] if dst == "fb" else BT_TYPES[case.arch] if dst == "bt" else COPY_TYPES[case.arch]
    dtype = case.ask("dtype", types)
    fields, read, written = burst(case, path, dtype)
    align = {"bt": 64, "fb": 128}.get(dst, 32)
    choose_unit(case, src, dst)
    target = operand(case, dst, written, align, True)
    source = operand(case, src, read, 32, False)
    if ":" in dtype:
        case.put(src, int(source.split(":")[1]), whole_values(case, read // 2, dtype.split(":")[0]))
    if case.chance(0.03):
        fields[case.pick(["blockCount", "blockLen"])] = 0
    case.rec("data_copy", [target, source], dict(srcGap=0, dstGap=0, blockCount=1), dtype=dtype, **fields)
    leave_unit(case)


PAD_PATHS = {"2201": ["gm>ub", "ub>gm", "ub>l1"], "3510": ["gm>ub", "ub>gm", "gm>l1", "ub>l1"],
             "3002": ["gm>ub", "ub>gm"]}
PAD_TYPES = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "half", "bfloat16", "float"]
PAD_TYPES_3510 = PAD_TYPES + ["fp8_e4m3fn", "fp8_e5m2", "hifloat8", "fp8_e8m0"]


def pad_sides(case, size):
    """Elements beside a row, at most 32 bytes on a side."""
    most = 32 // size
    sides = [case.int(0, most) if case.chance(0.7) else 0 for _ in range(2)]
    return dict(leftPadding=sides[0], rightPadding=sides[1], isPad=case.chance(0.75))


def pad_spans(fields, size, path):
    """Bytes from the first to the last of the source and of the destination."""
    run, count = fields["blockLen"], fields["blockCount"]
    beside = (fields.get("leftPadding", 0) + fields.get("rightPadding", 0)) * size
    spans = []
    for space, stride in zip(path.split(">"), (fields["srcStride"], fields["dstStride"])):
        row = run if space == "gm" else ceil_to(run + beside, 32)
        spans.append((count - 1) * (row + stride * (1 if space == "gm" else 32)) + row)
    return spans


def data_copy_pad(case):
    paths = PAD_PATHS.get(case.arch, [])
    if not paths:
        return
    if case.want.get("space"):
        paths = [p for p in paths if p.endswith(">" + case.want["space"])] or paths
    path = case.ask("path", paths)
    src, dst = path.split(">")
    case.shares.update(l1=2, ub=2)
    dtype = case.ask("dtype", PAD_TYPES_3510 if case.arch == "3510" else PAD_TYPES)
    size = BITS[dtype] // 8
    fields = dict(blockCount=case.size(1, 4095), blockLen=case.size(1, 2097151 // size), srcStride=case.small(0, 4000),
                  dstStride=case.small(0, 4000))
    fields.update(pad_sides(case, size) if src == "gm" else {})
    most = [1 << 20 if src == "gm" else case.sizes[src] - case.room(src) - 64, budget(case, dst)]

    def good(f):
        spans = pad_spans(dict(f, blockLen=f["blockLen"] * size), size, path)
        return spans[0] <= most[0] and spans[1] <= most[1]
    fit(fields, ["blockCount", "blockLen", "srcStride", "dstStride"], good)
    fields["blockLen"] *= size
    read, written = pad_spans(fields, size, path)
    if src == "gm" and fields["isPad"]:
        fields["paddingValue"] = "bits:0x%x" % case.int(0, (1 << BITS[dtype]) - 1)
    choose_unit(case, src, dst)
    target, source = operand(case, dst, written, 32, True), operand(case, src, read, 32, False)
    if case.chance(0.03):
        fields[case.pick(["blockCount", "blockLen"])] = 0
    case.rec("data_copy_pad", [target, source],
             dict(blockCount=1, srcStride=0, dstStride=0, isPad=False, leftPadding=0, rightPadding=0), dtype=dtype,
             **fields)
    leave_unit(case)


ND_TYPES = {
    "3510": ["int8", "uint8", "fp4x2_e2m1", "fp4x2_e1m2", "hifloat8", "fp8_e5m2", "fp8_e4m3fn", "fp8_e8m0", "int16",
             "uint16", "half", "bfloat16", "int32", "uint32", "float"],
    "2201": ["int4", "int8", "uint8", "int16", "uint16", "half", "bfloat16", "int32", "uint32", "float"],
    "2002": ["int16", "uint16", "half", "int32", "uint32", "float"],
    "3003": ["int8", "uint8", "int16", "uint16", "half"], "3113": ["int8", "uint8", "int16", "uint16", "half"],
}
DN_TYPES = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "half", "bfloat16", "float",
            "fp4x2_e2m1", "fp4x2_e1m2"]
ND_DEFAULTS = dict(ndNum=1, dnNum=1, srcNdMatrixStride=0, srcDnMatrixStride=0, dstNzMatrixStride=0, enableSmallC0=False)


def nz_strides(case, count, n, depth, c0):
    """Destination strides without overlap, and the bytes that the matrices span."""
    blocks = ceil_div(depth, c0)
    n_stride = 1 if case.chance(0.6) else case.small(1, 40)
    c0_stride = n * n_stride + case.pick([0, 0, 1, 5, 16])
    if case.chance(0.2):
        # C0 blocks interleaved: all blocks of a row stand together.
        n_stride, c0_stride = blocks + case.small(0, 20), 1
    if n_stride > 16384 or c0_stride > 16384:
        raise Full()
    span = (blocks - 1) * c0_stride + (n - 1) * n_stride + 1
    matrix = span + case.small(0, 60) if count > 1 or case.chance(0.2) else 0
    if case.chance(0.1) and count > 1 and n_stride >= count and c0_stride >= (n - 1) * n_stride + count:
        matrix = 1  # matrices woven into one another
    limit = 65535 * 32 if case.arch == "3510" else 16384 * 32 // c0 * 1
    if matrix * c0 > (limit // 32 * c0 if case.arch == "3510" else 16384):
        raise Full()
    return dict(dstNzC0Stride=c0_stride, dstNzNStride=n_stride, dstNzMatrixStride=matrix * c0), \
        ((count - 1) * matrix + span) * 32


def matrices(case, bits, most_d):
    """Number, rows and columns of matrices whose elements fit into L1 and a tensor."""
    fields = dict(count=case.size(1, 4095) if case.chance(0.3) else 1, n=case.size(1, 16384), d=case.size(1, most_d))
    most = budget(case, "l1") * 8 // bits

    def good(f):
        return f["count"] * f["n"] * ceil_to(f["d"], 256 // bits) <= most
    fit(fields, ["count", "n", "d"], good)
    return fields["count"], fields["n"], fields["d"]


def small_matrices(case, dtype, mnemonic):
    """Up to four columns as dense rows of four."""
    nd = mnemonic == "nd2nz"
    size, c0 = BITS[dtype] // 8, 256 // BITS[dtype]
    count, n, d = case.small(1, 20), case.size(1, 2000), case.int(1, 4)
    line, lines = (d, n) if nd else (n, d)
    pitch = line + case.pick([0, 0, 1, 7, 300])
    matrix = 0 if case.chance(0.1) else lines * pitch + case.pick([0, 3])
    stored = ceil_to(n * 4, c0) + case.pick([0, c0])
    if stored > 16384 or count * stored * size > budget(case, "l1"):
        raise Full()
    place = case.alloc("l1", count * stored * size, 32)
    source = case.place(((count - 1) * matrix + (lines - 1) * pitch + line) * size)
    fields = dict(ndNum=count, srcNdMatrixStride=matrix) if nd else dict(dnNum=count, srcDnMatrixStride=matrix)
    case.rec(mnemonic, ["l1:%d" % place, source], ND_DEFAULTS, dtype=dtype, nValue=n, dValue=d, srcDValue=pitch,
             dstNzC0Stride=case.int(1, 16384), dstNzNStride=case.int(1, 16384), dstNzMatrixStride=stored,
             enableSmallC0=True, **fields)


def nd2nz(case):
    if case.arch not in ND_TYPES or case.vector_only:
        return
    case.shares.pop("l1", None)
    dtype = case.ask("dtype", ND_TYPES[case.arch])
    if case.arch == "3510" and BITS[dtype] > 4 and case.chance(0.2):
        small_matrices(case, dtype, "nd2nz")
        return
    bits = max(BITS[dtype], 8)
    c0 = 256 // bits
    count, n, d = matrices(case, bits, 65535)
    pitch = d + case.pick([0, 0, 1, 7, 1000])
    if case.chance(0.05):
        pitch = case.int(1, d)  # rows that overlap in GM
    pitch = min(pitch, 65535)
    fields, written = nz_strides(case, count, n, d, c0)
    matrix = n * pitch + case.pick([0, 0, 3])
    if case.chance(0.5 if count == 1 else 0.1) or (matrix > 65535 and case.arch != "3510"):
        matrix = 0
    place = case.alloc("l1", written, 32)
    source = case.place(((count - 1) * matrix + (n - 1) * pitch + d) * bits // 8)
    if case.chance(0.03):
        n, d, count = case.pick([(0, d, count), (n, 0, count), (n, d, 0)])
    case.rec("nd2nz", ["l1:%d" % place, source], ND_DEFAULTS, dtype=dtype, ndNum=count, nValue=n, dValue=d,
             srcNdMatrixStride=matrix, srcDValue=pitch, **fields)


def dn2nz(case):
    if case.arch != "3510":
        return
    case.shares.pop("l1", None)
    dtype = case.ask("dtype", DN_TYPES)
    if BITS[dtype] > 4 and case.chance(0.2):
        small_matrices(case, dtype, "dn2nz")
        return
    bits = max(BITS[dtype], 8)
    count, n, d = matrices(case, bits, 20000)
    if BITS[dtype] == 4:
        n = max(2, n // 2 * 2)
    pitch = n + case.pick([0, 0, 1, 7, 1000])
    if case.chance(0.05):
        pitch = case.int(1, n)
    fields, written = nz_strides(case, count, n, d, 256 // bits)
    matrix = 0 if case.chance(0.1) else d * pitch + case.pick([0, 0, 3])
    place = case.alloc("l1", written, 32)
    source = case.place(((count - 1) * matrix + (d - 1) * pitch + n) * bits // 8)
    if case.chance(0.03):
        n, d, count = case.pick([(0, d, count), (n, 0, count), (n, d, 0)])
    case.rec("dn2nz", ["l1:%d" % place, source], ND_DEFAULTS, dtype=dtype, dnNum=count, nValue=n, dValue=d,
             srcDnMatrixStride=matrix, srcDValue=pitch, **fields)


FILL_TYPES = {"2002": ["int16", "uint16", "half"], "1001": ["half"], "3003": ["int8", "half"], "3113": ["half"]}
FILL_WIDE = ["int16", "uint16", "half", "bfloat16", "int32", "uint32", "float"]


def fill_value(case, dtype):
    if dtype in ("int16", "int32", "half", "float", "bfloat16") and case.chance(0.4):
        return case.int(-2000, 2000)
    if dtype in ("half", "float", "bfloat16") and case.chance(0.3):
        return case.pick(["0.1", "-1e-3", "3.5", "1e4"])
    return "bits:0x%x" % case.int(0, (1 << BITS[dtype]) - 1)


def fill(case):
    if case.vector_only:
        return
    case.shares.pop("l1", None)
    dst = case.ask("space", ["l1"] if case.arch == "3510" else ["l1", "l0a", "l0b"])
    dtype = case.ask("dtype", FILL_TYPES.get(case.arch, FILL_WIDE))
    unit = 32 if dst == "l1" else 512
    fields = dict(repeatTimes=case.size(1, 32767), blockNum=case.size(1, 32767), dstGap=case.small(0, 32767))
    if case.arch in ("2002", "1001"):
        fields, unit = dict(repeatTimes=fields["repeatTimes"], blockNum=1, dstGap=0), 512
    most = budget(case, dst)

    def span(f):
        return ((f["repeatTimes"] - 1) * (f["blockNum"] + f["dstGap"]) + f["blockNum"]) * unit
    fit(fields, list(fields), lambda f: span(f) <= most)
    place = case.alloc(dst, span(fields), 512 if dst != "l1" else 32)
    if case.arch in ("2002", "1001"):
        fields = dict(repeatTimes=fields["repeatTimes"])
    if case.chance(0.04):
        fields[case.pick([k for k in fields if k != "dstGap"])] = 0
    case.rec("fill", ["%s:%d" % (dst, place)], dict(dstGap=0), dtype=dtype, value=fill_value(case, dtype), **fields)


FAMILIES = {"data_copy": data_copy, "data_copy_pad": data_copy_pad, "nd2nz": nd2nz, "dn2nz": dn2nz, "fill": fill}
