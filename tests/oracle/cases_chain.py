"""Random whole products: GM to L1 to L0 to cube to GM. What is expected comes from numpy's A @ B alone."""
import numpy as np

from case import ceil_div, ceil_to
from cases_cube import MX_PAIRS, exact_values
from cases_load3d import WINDOW_DEFAULTS, Map, channel_size
from formats import BITS, c0_of, code_table, decode

KINDS = {
    "2201": ["half", "bfloat16", "float", "int8", "sparse", "conv", "conv"],
    "3510": ["half", "bfloat16", "float", "int8", "hifloat8", "fp8_e4m3fn", "mx", "conv", "conv"],
    "3002": ["2d:half:half:float", "2d:int8:int8:int32", "2d:float:float:float"],
    "2002": ["2d:half:half:float", "2d:int8:int8:int32", "2d:half:half:half", "2d:uint8:int8:int32"],
    "1001": ["2d:half:half:float", "2d:int8:int8:int32", "2d:half:half:half", "2d:uint8:uint8:uint32"],
    "3003": ["2d:half:half:half", "2d:int8:int8:int32"], "3113": ["2d:half:half:half"],
}
RAW = {8: np.uint8, 16: np.uint16, 32: np.uint32}
B_IN_L1 = 256 * 1024


def barrier(case):
    case.lines.append("pipe_barrier ALL")


def matrix(case, rows, columns, dtype):
    """Values, and the GM tensor of a row-major matrix."""
    raw = exact_values(case, dtype, rows * columns, 4).astype(RAW[BITS[dtype]])
    name = case.tensor(raw.nbytes, data=raw.view(np.uint8))
    return decode(dtype, raw).reshape(rows, columns), name


def to_nz(case, place, name, rows, columns, dtype):
    case.rec("nd2nz", ["l1:%d" % place, "gm:" + name], dict(ndNum=1), dtype=dtype, ndNum=1, nValue=rows,
             dValue=columns, srcNdMatrixStride=0, srcDValue=columns, dstNzC0Stride=ceil_to(rows, 32), dstNzNStride=1,
             dstNzMatrixStride=0)


def image_load(case, dst, place, dtype, rows, columns, transpose):
    """An NZ matrix of L1 (ceil_to(rows, 32) rows) through load3d as a map of one row; a stored M or N and K follow."""
    c0 = c0_of(BITS[dtype])
    deep = 32 if BITS[dtype] == 8 else 16
    m_ext, k_ext = ceil_to(rows, deep if transpose or dst == "l0b" else 16), ceil_to(columns, c0)
    if case.arch == "3510":
        stored = k_ext if transpose or dst == "l0b" else m_ext
        case.rec("set_load3d_repeat", [], repeatTime=1, repeatStride=0, repeatMode=0, dstStride=ceil_div(stored, 16))
    case.rec("load3dv2", [dst + ":0", "l1:%d" % place], dtype=dtype, l1H=1, l1W=ceil_to(rows, 32),
             channelSize=k_ext, kExtension=k_ext, mExtension=m_ext, enTranspose=transpose)


def load_a(case, dtype, m, k):
    transpose = case.chance(0.5) and (BITS[dtype] > 8 or (case.arch == "3510" and m % 32 == 0))
    rows, columns = (k, m) if transpose else (m, k)
    values, name = matrix(case, rows, columns, dtype)
    to_nz(case, 0, name, rows, columns, dtype)
    barrier(case)
    if case.arch == "3510" and not transpose and case.chance(0.5):
        case.rec("load2dv2", ["l0a:0", "l1:0"], dtype=dtype, mStartPosition=0, kStartPosition=0, mStep=ceil_div(m, 16),
                 kStep=ceil_div(k, c0_of(BITS[dtype])), srcStride=ceil_to(m, 32) // 16, dstStride=ceil_div(m, 16))
    else:
        image_load(case, "l0a", 0, dtype, rows, columns, transpose)
    return (values.T if transpose else values), transpose


def load_b(case, dtype, n, k):
    """B as [N, K], which NZ turns into ZN by itself, or as [K, N] through the transposing load."""
    across = case.chance(0.5) and (BITS[dtype] > 8 or (case.arch == "3510" and n % 32 == 0))
    rows, columns = (k, n) if across else (n, k)
    values, name = matrix(case, rows, columns, dtype)
    to_nz(case, B_IN_L1, name, rows, columns, dtype)
    barrier(case)
    if across:
        image_load(case, "l0b", B_IN_L1, dtype, rows, columns, True)
        return values
    n1, wide = ceil_div(n, 16), ceil_to(n, 32) // 16
    if case.arch == "3510" and (dtype.startswith(("fp8", "hif")) or case.chance(0.5)):
        case.rec("load2dv2", ["l0b:0", "l1:%d" % B_IN_L1], dtype=dtype, mStartPosition=0, kStartPosition=0, mStep=n1,
                 kStep=ceil_div(k, c0_of(BITS[dtype])), srcStride=wide, dstStride=n1)
        return values.T
    for block in range(ceil_div(k, c0_of(BITS[dtype]))):
        case.rec("load2d", ["l0b:%d" % (block * n1 * 512), "l1:%d" % (B_IN_L1 + block * wide * 512)], dtype=dtype,
                 startIndex=0, repeatTimes=n1, srcStride=1, dstGap=0)
    return values.T


def drain(case, m, n, want, dtype, flag=0):
    """flag: the unit flag that orders Fixpipe behind the product instead of a barrier."""
    name = case.tensor(m * n * BITS[dtype] // 8, dump=True)
    if not flag:
        barrier(case)
    case.rec("fixpipe", ["gm:" + name, "l0c:0"], dict(unitFlag=0), dtype="%s:%s" % (dtype, dtype), layout="nd",
             nSize=n, mSize=m, srcStride=ceil_to(m, 16), dstStride=n, unitFlag=flag)
    barrier(case)
    kind = {"int32": np.int32, "half": np.float16}.get(dtype, np.float32)
    case.golden = {name + ".bin": np.ascontiguousarray(want.astype(kind)).view(np.uint8).ravel()}


def plain(case, dtype):
    m, n, k = case.int(2, 100), case.int(1, 100), case.int(1, 130)
    if BITS[dtype] == 8 and case.chance(0.6):
        m, n = ceil_to(m, 32), ceil_to(n, 32)
    a, transposed = load_a(case, dtype, m, k)
    b = load_b(case, dtype, n, k)
    barrier(case)
    out = "int32" if dtype == "int8" else "float"
    fields = dict(m=m, n=n, k=k)
    if dtype == "float" and transposed and case.arch == "2201":
        fields["kDirectionAlign"] = True
    types = "%s:%s:%s" % (dtype, dtype, out)
    if case.chance(0.5):
        case.rec("mmad", ["l0c:0", "l0a:0", "l0b:0"], dtype=types, **fields)
        drain(case, m, n, a @ b, out)
        return
    # The product once more onto itself, both handed over by unit flags: 2 keeps the blocks, 3 lets Fixpipe have them.
    case.rec("set_mm_order", [], order=case.pick(["row", "column"]))
    rounds = case.int(1, 3)
    for step in range(rounds):
        case.rec("mmad", ["l0c:0", "l0a:0", "l0b:0"], dtype=types, cmatrixInitVal=step == 0,
                 unitFlag=3 if step == rounds - 1 else 2, **fields)
    drain(case, m, n, rounds * (a @ b), out, flag=3)


def by_fractals(case, kind):
    """A in L1 as NZ, B as ZN, fractal by fractal into L0: the products whose L0A is ZZ."""
    a_type, b_type, c_type = kind.split(":")[1:]
    c0 = c0_of(BITS[a_type])
    m, n, k = case.int(2, 60), case.int(1, 60), case.int(1, 100 if c_type != "half" else 40)
    legacy = case.arch in ("2002", "1001")
    if legacy:
        m, n = ceil_to(m, 16), ceil_to(n, 16)
    m1, n1, k1 = ceil_div(m, 16), ceil_div(n, 16), ceil_div(k, c0)
    blocks, values = [], []
    for lines, dtype in ((m, a_type), (n, b_type)):
        raw = exact_values(case, dtype, lines * k, 2).astype(RAW[BITS[dtype]]).reshape(lines, k)
        padded = case.rng.integers(0, 100, (ceil_to(lines, 16), k1 * c0)).astype(RAW[BITS[dtype]])
        padded[:lines, :k] = raw
        blocks.append(padded.reshape(-1, 16, k1, c0).transpose(2, 0, 1, 3))
        values.append(decode(dtype, raw))
    case.put("l1", 0, blocks[0])
    case.put("l1", B_IN_L1, blocks[1])
    for row in range(m1):
        case.rec("load2d", ["l0a:%d" % (row * k1 * 512), "l1:0"], dict(startIndex=0, dstGap=0), dtype=a_type,
                 startIndex=row, repeatTimes=k1, srcStride=m1, dstGap=0)
    case.rec("load2d", ["l0b:0", "l1:%d" % B_IN_L1], dict(startIndex=0, dstGap=0), dtype=b_type, startIndex=0,
             repeatTimes=k1 * n1, srcStride=1, dstGap=0)
    barrier(case)
    case.rec("mmad", ["l0c:0", "l0a:0", "l0b:0"], dtype="%s:%s:%s" % (a_type, b_type, c_type), m=m, n=n, k=k)
    want = values[0] @ values[1].T
    if legacy:
        drain_through_ub(case, m1, n1, want, c_type)
    else:
        drain(case, m, n, want, c_type)


def drain_through_ub(case, m1, n1, want, dtype):
    """L0C to UB by the vector unit, UB to GM: the fractals of L0C one behind another (10.4)."""
    size = BITS[dtype] // 8
    name = case.tensor(m1 * n1 * 256 * size, dump=True)
    barrier(case)
    case.rec("data_copy", ["ub:0", "l0c:0"], dict(blockCount=1), dtype=dtype, blockCount=1, blockLen=m1 * n1)
    barrier(case)
    moved = "int32" if dtype == "uint32" else dtype
    case.rec("data_copy", ["gm:" + name, "ub:0"], dict(blockCount=1), dtype=moved, blockCount=n1,
             blockLen=m1 * 256 * size // 32)
    barrier(case)
    fractals = want.reshape(m1, 16, n1, 16).transpose(2, 0, 1, 3)
    kind = {"int32": np.int32, "uint32": np.uint32, "half": np.float16}.get(dtype, np.float32)
    case.golden = {name + ".bin": np.ascontiguousarray(fractals.astype(kind)).view(np.uint8).ravel()}


def encode_sparse(b):
    """4:2 encoding of the rows of b (N x K, at most two values in four): dense values and 2-bit indices."""
    n, k = b.shape
    dense, index = np.zeros((n, k // 2), np.int8), np.zeros((n, k // 2), np.uint8)
    for row in range(n):
        for group in range(k // 4):
            at = np.flatnonzero(b[row, 4 * group:4 * group + 4])
            first, second = (list(at) + [None, None])[:2]
            if len(at) == 1 and first == 3:
                first, second = None, 3
            for slot, place in ((0, first), (1, second)):
                if place is not None:
                    dense[row, 2 * group + slot] = b[row, 4 * group + place]
                    index[row, 2 * group + slot] = place - slot
    return dense, index


def sparse(case):
    m, n, k = case.int(1, 60), case.int(1, 60), 64 * case.int(1, 3)
    values, name = matrix(case, m, k, "int8")
    to_nz(case, 0, name, m, k, "int8")
    b = case.rng.integers(-128, 128, (n, k)).astype(np.int64)
    rank = np.argsort(np.argsort(case.rng.random((n, k // 4, 4)), axis=2), axis=2)
    b[(rank >= case.rng.integers(0, 3, (n, k // 4, 1))).reshape(n, k)] = 0
    dense, index = encode_sparse(b)
    padded = np.zeros((ceil_to(n, 16), k // 2), np.int8)
    padded[:n] = dense
    packed = np.zeros((ceil_to(n, 16), k // 8), np.uint8)
    quads = index.reshape(n, k // 8, 4)
    packed[:n] = quads[..., 0] | quads[..., 1] << 2 | quads[..., 2] << 4 | quads[..., 3] << 6
    blocks, n1 = k // 64, ceil_div(n, 16)
    case.put("l1", B_IN_L1, padded.reshape(n1, 16, blocks, 32).transpose(2, 0, 1, 3))
    case.put("l1", B_IN_L1 + 65536, packed.reshape(n1, 16, blocks, 8).transpose(2, 0, 1, 3))
    barrier(case)
    image_load(case, "l0a", 0, "int8", m, k, False)
    case.rec("load_sparse", ["l0b:0", "l1:%d" % B_IN_L1, "l1:%d" % (B_IN_L1 + 65536)], dtype="int8", startIndex=0,
             repeatTimes=blocks * n1)
    barrier(case)
    case.rec("mmad_sparse", ["l0c:0", "l0a:0", "l0b:0"], dtype="int8:int8:int32", m=m, n=n, k=k)
    drain(case, m, n, values @ b.T, "int32")


def scale_layout(scale):
    """lines x groups of scales as 16x2 blocks, block rows outermost: the 32 bytes that one block takes in L1."""
    lines, groups = scale.shape
    padded = np.full((ceil_to(lines, 16), groups), 127, np.uint8)
    padded[:lines] = scale
    return padded.reshape(-1, 16, groups // 2, 2).transpose(0, 2, 1, 3)


def mx_operand(case, kind, place, lines, k, dtype):
    """Lines (rows of A, columns of B) along K with one scale for 32 elements, moved by one load2dmx."""
    raw = exact_values(case, dtype, lines * k, 4).astype(np.uint8)
    scale = case.rng.integers(125, 130, (lines, k // 32)).astype(np.uint8)
    c0 = c0_of(BITS[dtype])
    padded = np.zeros((ceil_to(lines, 16), k), np.uint8)
    padded[:lines] = raw.reshape(lines, k)
    fractal = padded.reshape(-1, 16, k // c0, c0).transpose(2, 0, 1, 3).reshape(-1)
    case.put("l1", place, fractal if BITS[dtype] == 8 else fractal[0::2] | fractal[1::2] << 4)
    case.put("l1", place + 65536, scale_layout(scale))
    case.rec("load2dmx", [kind + ":0", "l1:%d" % place, "l1:%d" % (place + 65536)], dtype=dtype, mStartPosition=0,
             kStartPosition=0, mStep=ceil_div(lines, 16), kStep=k // c0, srcStride=ceil_div(lines, 16),
             dstStride=ceil_div(lines, 16), ifTranspose=False, scale_xStartPosition=0, scale_yStartPosition=0,
             scale_xStep=ceil_div(lines, 16), scale_yStep=k // 64, scale_srcStride=k // 64, scale_dstStride=k // 64)
    weights = 2.0 ** (scale.astype(np.float64) - 127)
    return code_table(dtype)[raw].reshape(lines, k) * np.repeat(weights, 32, axis=1)


def mx(case):
    a_type, b_type = case.pick(MX_PAIRS)
    m, n, k = case.int(1, 60), case.int(1, 60), 64 * case.int(1, 3)
    a = mx_operand(case, "l0a", 0, m, k, a_type)
    b = mx_operand(case, "l0b", B_IN_L1, n, k, b_type)
    barrier(case)
    case.rec("mmad_mx", ["l0c:0", "l0a:0", "l0b:0"], dtype="%s:%s:float" % (a_type, b_type), m=m, n=n, k=k)
    drain(case, m, n, a @ b.T, "float")


def direct_conv(x, weights, shape):
    """Convolution of x [C, H, W] with weights [N, C, fH, fW], window by window: [Ho*Wo, N]."""
    left, right, top, bottom = shape.pads
    padded = np.pad(x, ((0, 0), (top, bottom), (left, right)))
    out_h, out_w = shape.output()
    rows = []
    for ho in range(out_h):
        for wo in range(out_w):
            y, x0 = ho * shape.stride_h, wo * shape.stride_w
            window = padded[:, y:y + Map.reach(shape.filter_h, shape.dilation_h):shape.dilation_h,
                            x0:x0 + Map.reach(shape.filter_w, shape.dilation_w):shape.dilation_w]
            rows.append(np.tensordot(weights, window, axes=([1, 2, 3], [0, 1, 2])))
    return np.array(rows)


def channel_parts(channels, c0):
    """Full blocks of C0 channels, then the rest."""
    return [(start, min(c0, channels - start)) for start in range(0, channels, c0)]


def conv(case):
    """A convolution by load3d; channels that do not fill C0 stand dense behind the full blocks."""
    dtype = case.pick(["half", "bfloat16", "float", "int8"])
    bits = BITS[dtype]
    c0 = c0_of(bits)
    shape = Map(case, dict(stride=3))
    shape.height, shape.width = min(shape.height, 14), min(shape.width, 14)
    out_h, out_w = shape.output()
    channels = channel_size(case, bits)
    m, n, k = out_h * out_w, case.int(1, 40), shape.filter_h * shape.filter_w * channels
    k_all = ceil_to(k, c0)
    row = k_all * bits // 8
    if min(out_h, out_w) < 1 or (m == 1 and case.arch == "2201") or ceil_to(max(m, n), 16) * row > 65536:
        return
    raw_x = exact_values(case, dtype, channels * shape.height * shape.width, 4).astype(RAW[bits])
    x = raw_x.reshape(channels, shape.height, shape.width)
    raw_w = exact_values(case, dtype, n * channels * shape.filter_h * shape.filter_w, 4).astype(RAW[bits])
    w = raw_w.reshape(n, channels, shape.filter_h, shape.filter_w)
    parts = channel_parts(channels, c0)
    case.put("l1", 0, np.concatenate([x[s:s + r].transpose(1, 2, 0).ravel() for s, r in parts]))
    b = np.zeros((ceil_to(n, 16), k_all), RAW[bits])
    b[:n, :k] = np.concatenate([w[:, s:s + r].transpose(0, 2, 3, 1).reshape(n, -1) for s, r in parts], axis=1)
    case.put("l1", B_IN_L1, b.reshape(-1, 16, k_all // c0, c0).transpose(2, 0, 1, 3))
    emit_conv(case, dtype, shape, channels, (m, n, k, k_all))
    drain(case, m, n, direct_conv(decode(dtype, raw_x).reshape(x.shape), decode(dtype, raw_w).reshape(w.shape), shape),
          "int32" if dtype == "int8" else "float")


def emit_conv(case, dtype, shape, channels, sizes):
    m, n, k, k_all = sizes
    if case.arch == "3510":
        case.rec("set_load3d_repeat", [], repeatTime=1, repeatStride=0, repeatMode=0, dstStride=ceil_div(m, 16))
    case.rec("load3dv2", ["l0a:0", "l1:0"], WINDOW_DEFAULTS, dtype=dtype, padList=":".join(map(str, shape.pads)),
             l1H=shape.height, l1W=shape.width, channelSize=channels, kExtension=k_all if case.chance(0.5) else k,
             mExtension=m, strideW=shape.stride_w, strideH=shape.stride_h, filterW=shape.filter_w,
             filterH=shape.filter_h, dilationFilterW=shape.dilation_w, dilationFilterH=shape.dilation_h, padValue=0)
    case.rec("load2d", ["l0b:0", "l1:%d" % B_IN_L1], dtype=dtype, startIndex=0,
             repeatTimes=ceil_div(n, 16) * k_all * BITS[dtype] // 256, srcStride=1, dstGap=0)
    barrier(case)
    out = "int32" if dtype == "int8" else "float"
    case.rec("mmad", ["l0c:0", "l0a:0", "l0b:0"], dtype="%s:%s:%s" % (dtype, dtype, out), m=m, n=n, k=k,
             **(dict(disableGemv=True) if case.arch == "3510" else {}))


def chain(case):
    if case.arch not in KINDS or case.lines or case.vector_only:
        return
    kind = case.pick(KINDS[case.arch])
    if kind.startswith("2d:"):
        by_fractals(case, kind)
        return
    {"sparse": sparse, "mx": mx, "conv": conv}.get(kind, lambda c: plain(c, kind))(case)


FAMILIES = {"chain": chain}
