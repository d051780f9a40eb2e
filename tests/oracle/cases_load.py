"""Random legal records of the LoadData instructions."""
import numpy as np

from formats import BITS, c0_of


def ceil_div(a, b):
    return -(-a // b)


def ceil_to(a, b):
    return ceil_div(a, b) * b


WIDE = ["half", "bfloat16", "int32", "uint32", "float"]
LOAD3D_TYPES = {
    ("3510", "l0a"): ["int8", "uint8", "hifloat8", "fp8_e5m2", "fp8_e4m3fn"] + WIDE,
    ("3510", "l0b"): ["int8", "uint8", "hifloat8", "fp8_e5m2", "fp8_e4m3fn"] + WIDE,
    ("2201", "l0a"): ["int4", "int8", "uint8"] + WIDE, ("2201", "l0b"): WIDE,
    ("3002", "l0a"): ["int4", "int8", "uint8"] + WIDE, ("3002", "l0b"): WIDE,
    ("2002", "l0a"): ["int4", "int8", "uint8", "half"], ("2002", "l0b"): ["int4", "int8", "uint8", "half"],
    ("3003", "l0a"): ["int8", "half"], ("3003", "l0b"): ["int8", "half"],
}
TAILS = {4: [0, 8, 16, 32], 8: [0, 4, 8, 16], 16: [0, 4, 8], 32: [0, 4]}
WINDOW_DEFAULTS = dict(padList="0:0:0:0", kStartPt=0, mStartPt=0, strideW=1, strideH=1, filterW=1, filterH=1,
                       dilationFilterW=1, dilationFilterH=1, enTranspose=False, enSmallK=False, padValue=0,
                       filterSizeW=False, filterSizeH=False, fMatrixCtrl=False)


class Map:
    """A feature map and a window over it, with at least one position."""

    def __init__(self, case, limit):
        self.height, self.width = case.small(1, 40), case.small(1, 40)
        self.pads = [case.small(0, 3) if case.chance(0.6) else 0 for _ in range(4)]
        self.stride_w, self.stride_h = case.small(1, limit["stride"]), case.small(1, limit["stride"])
        self.dilation_w, self.dilation_h = case.small(1, 9), case.small(1, 9)
        if case.chance(0.06):
            self.pads[case.int(0, 3)] = case.int(0, 255)
            self.dilation_w, self.dilation_h = case.int(1, 255), case.int(1, 255)
        self.filter_w, self.filter_h = case.int(1, 4), case.int(1, 4)
        while self.reach(self.filter_w, self.dilation_w) > self.width + self.pads[0] + self.pads[1]:
            self.filter_w, self.dilation_w = (self.filter_w - 1, self.dilation_w) if self.filter_w > 1 else (1, 1)
        while self.reach(self.filter_h, self.dilation_h) > self.height + self.pads[2] + self.pads[3]:
            self.filter_h, self.dilation_h = (self.filter_h - 1, self.dilation_h) if self.filter_h > 1 else (1, 1)

    @staticmethod
    def reach(size, dilation):
        return (size - 1) * dilation + 1

    def wide_filter(self, case):
        """A filter wider than 255, which needs the extra bit."""
        self.filter_w, self.dilation_w = 256 + case.int(0, 3), 1
        self.width = self.filter_w + case.int(0, 6)
        self.filter_h, self.height = 1, min(self.height, 3)
        return self

    def output(self):
        return ((self.height + self.pads[2] + self.pads[3] - self.reach(self.filter_h, self.dilation_h))
                // self.stride_h + 1,
                (self.width + self.pads[0] + self.pads[1] - self.reach(self.filter_w, self.dilation_w))
                // self.stride_w + 1)


def channel_size(case, bits):
    c0 = c0_of(bits)
    return case.int(0, 2) * c0 + case.pick(TAILS[bits]) or c0


def extent(case, total, unit, most, free):
    """Start (multiple of unit), length: whole units, or up to the edge of `total`, exactly or rounded up."""
    start = case.int(0, (total - 1) // unit) * unit if case.chance(0.6) else 0
    left = total - start
    if left <= most and case.chance(0.5):
        return start, left if case.chance(0.6) else ceil_to(left, unit)
    if free and case.chance(0.3):
        return start, case.int(1, min(left, most))
    return start, case.int(1, max(1, min(left // unit, most // unit))) * unit if left >= unit else left


def repeat_of(case, m, k, total_m, total_k, c0):
    """Register values of a repeat whose last step still lies in the matrix."""
    mode = case.int(0, 1)
    start, length, total, unit = (m[0], m[1], ceil_to(total_m, 16), 16) if mode == 0 else (
        k[0], k[1], ceil_to(total_k, c0), c0 * (2 if case.arch == "3002" else 1))
    if length % (16 if mode == 0 else c0) or start + length > total:
        return None
    stride = case.int(0, 3)
    most = 4 if stride == 0 else min(4, 1 + (total - start - length) // (stride * unit))
    return dict(repeatTime=case.int(1, most), repeatStride=stride, repeatMode=mode)


def stored_size(case, kind, bits, m, k, transpose, pitch):
    c0 = c0_of(bits)
    if case.arch == "3510":
        blocks = ceil_div(m if kind == "l0b" or transpose else k, c0)
        return blocks * pitch * 512
    if kind == "l0b":
        return ceil_div(m, c0) * ceil_div(k, 16) * 512
    if transpose:
        return ceil_div(k, 16) * ceil_div(m, 16) * 512 * (16 // c0)
    return ceil_div(m, 16) * ceil_div(k, c0) * 512


def pad_value(case, dtype):
    bits = BITS[dtype]
    if bits == 4:
        return 0
    if dtype in ("int8", "int32") and case.chance(0.7):
        return case.int(-100, 100) if dtype == "int8" else case.int(0, 30000)
    limit = 16 if case.arch == "3510" else bits
    return "bits:0x%x" % case.int(0, (1 << min(bits, limit)) - 1)


def load3d(case):
    kinds = [k for a, k in LOAD3D_TYPES if a == case.arch]
    if not kinds:
        return
    kind = case.pick(kinds)
    dtype = case.pick(LOAD3D_TYPES[case.arch, kind])
    bits = BITS[dtype]
    c0 = c0_of(bits)
    shape = Map(case, dict(stride=63 if case.chance(0.1) else 4))
    if case.arch != "2002" and case.chance(0.04):
        shape.wide_filter(case)
    channels = channel_size(case, bits)
    out_h, out_w = shape.output()
    total_m, total_k = out_h * out_w, shape.filter_h * shape.filter_w * channels
    m = extent(case, total_m, 16, 96, bits == 32)
    k = extent(case, total_k, c0, 8 * c0, False)
    transpose = case.chance(0.5) and bits in {"2201": (16, 32), "3510": (8, 16, 32)}.get(case.arch, ())
    emit_load3d(case, kind, dtype, shape, channels, m, k, bool(transpose), (total_m, total_k))


def emit_load3d(case, kind, dtype, shape, channels, m, k, transpose, totals):
    bits = BITS[dtype]
    repeat = None
    if case.arch not in ("2002", "3003") and case.chance(0.35):
        repeat = repeat_of(case, m, k, *totals, c0_of(bits))
    repeat = repeat or dict(repeatTime=1, repeatStride=case.int(0, 3), repeatMode=case.int(0, 1))
    m_all = m[1] * (repeat["repeatTime"] if repeat["repeatMode"] == 0 else 1)
    k_all = k[1] * (repeat["repeatTime"] if repeat["repeatMode"] == 1 else 1)
    pitch = 0
    if case.arch == "3510":
        # A transposed b8 block comes in squares of 32 (1.3).
        crossed = kind == "l0b" or transpose
        pitch = ceil_to(k_all, 32 if bits == 8 else 16) // 16 if crossed else ceil_div(m_all, 16)
        pitch += case.pick([0, 0, 1, 3])
        repeat["dstStride"] = pitch
    place = case.alloc(kind, stored_size(case, kind, bits, m_all, k_all, transpose, pitch), 512)
    if case.arch == "3510" or repeat["repeatTime"] > 1 or case.registers.get("repeat"):
        case.registers["repeat"] = True
        if case.chance(0.02):
            repeat["repeatTime"] = 0
        case.rec("set_load3d_repeat", [], **repeat)
    size = max(512, ceil_div(channels, c0_of(bits)) * shape.height * shape.width * 32)
    boundary = None
    if case.arch in ("2201", "2002"):
        boundary = set_boundary(case, size)
    source = boundary[1] if boundary else case.source("l1", size, 32)
    window_record(case, "%s:%d" % (kind, place), "l1:%d" % source, dtype, shape, channels, m, k, transpose)
    if boundary:
        case.rec("set_load3d_boundary", [], value=0)


def set_boundary(case, size):
    if case.chance(0.9):
        return None
    value = max(1024, case.int(1, 4 * size // 32) * 32)
    if value < size:
        value = ceil_to(size, 32)
    start = case.int(0, value // 32 - 1) * 32
    case.image("l1")
    case.rec("set_load3d_boundary", [], value=value)
    return value, start


def window_record(case, dst, src, dtype, shape, channels, m, k, transpose):
    extra_w, extra_h = shape.filter_w > 255, shape.filter_h > 255
    pads = ":".join(map(str, shape.pads))
    own_map, own_pad = case.chance(0.85), case.chance(0.85)
    pro = case.chance(0.15)
    value = pad_value(case, dtype)
    if pro or not own_map:
        case.rec("set_fmatrix", [], l1H=shape.height, l1W=shape.width, padList=pads)
    if (pro or not own_pad) and BITS[dtype] != 4:
        case.rec("set_padding", [], dtype=dtype, value=value)
    elif pro:
        case.rec("set_padding", [], dtype="int8", value=0)
    if pro:
        ext = m[0] << 48 | k[0] << 32 | m[1] << 16 | k[1]
        config = (shape.dilation_h << 40 | shape.dilation_w << 32 | (shape.filter_h & 255) << 24
                  | (shape.filter_w & 255) << 16 | shape.stride_h << 8 | shape.stride_w)
        case.rec("load3dv2pro", [dst, src], WINDOW_DEFAULTS, dtype=dtype, channelSize=channels, enTranspose=transpose,
                 filterSizeW=extra_w, filterSizeH=extra_h, extConfig="0x%x" % ext, filterConfig="0x%x" % config)
        return
    fields = dict(dtype=dtype)
    if own_map:
        fields.update(padList=pads, l1H=shape.height, l1W=shape.width)
    else:
        fields.update(isSetFMatrix=False)
    if own_pad or BITS[dtype] == 4:
        fields.update(padValue=value)
    else:
        fields.update(isSetPadding=False)
    fields.update(channelSize=channels, kExtension=k[1], mExtension=m[1], kStartPt=k[0], mStartPt=m[0],
                  strideW=shape.stride_w, strideH=shape.stride_h, filterW=shape.filter_w & 255,
                  filterH=shape.filter_h & 255, dilationFilterW=shape.dilation_w, dilationFilterH=shape.dilation_h,
                  enTranspose=transpose, filterSizeW=extra_w, filterSizeH=extra_h)
    if case.chance(0.04):
        nothing = ["channelSize", "kExtension", "mExtension"] + (["l1H", "l1W"] if own_map else [])
        nothing += [] if extra_w or extra_h else ["filterW", "filterH"]
        fields[case.pick(nothing)] = 0
    name = "load3d_stride" if case.arch == "3510" and case.chance(0.5) else "load3dv2"
    case.rec(name, [dst, src], WINDOW_DEFAULTS, **fields)


def load3dv1(case):
    if case.arch not in ("2002", "1001"):
        return
    kind = case.pick(["l0a", "l0b"])
    dtype = "half" if kind == "l0b" else case.pick(["int8", "uint8", "half"])
    c0 = c0_of(BITS[dtype])
    shape = Map(case, dict(stride=4))
    out_h, out_w = shape.output()
    small = case.chance(0.15)
    blocks = 1 if small else case.int(1, 3)
    points = shape.filter_h * shape.filter_w
    mode = case.int(0, 1)
    block = 0 if small else case.int(0, blocks - 1)
    fetch_h, fetch_w = case.int(0, shape.filter_h - 1), case.int(0, shape.filter_w - 1)
    if small:
        fetch_h = fetch_w = 0
    first = (block * points + fetch_h * shape.filter_w + fetch_w)
    most = ceil_div(points, 4) if small else blocks * points - first
    repeat = case.int(1, min(most, 8)) if mode == 0 else case.int(1, min(8, ceil_div(out_h * out_w, 16)))
    window = case.int(0, out_h * out_w - 1)
    jump = case.int(1, 4)
    span = repeat if mode == 0 else (repeat - 1) * jump + 1
    place = case.alloc(kind, span * 512, 512)
    size = max(512, blocks * shape.height * shape.width * (8 if small else 32))
    source = case.source("l1", size, 32)
    boundary = case.arch == "2002" and case.chance(0.1)
    if boundary:
        case.rec("set_load3d_boundary", [], value=case.int(max(1024, source // 32 + 1), max(1024, source // 32 + 40)))
    case.rec("load3dv1", ["%s:%d" % (kind, place), "l1:%d" % source],
             dict(padList="0:0:0:0", c1Index=0, fetchFilterW=0, fetchFilterH=0, leftTopW=0, leftTopH=0, repeatMode=0,
                  cSize=0, padValue=0),
             dtype=dtype, padList=":".join(map(str, shape.pads)), l1H=shape.height, l1W=shape.width, c1Index=block,
             fetchFilterW=fetch_w, fetchFilterH=fetch_h,
             leftTopW=window % out_w * shape.stride_w - shape.pads[0],
             leftTopH=window // out_w * shape.stride_h - shape.pads[2],
             strideW=shape.stride_w, strideH=shape.stride_h, filterW=shape.filter_w, filterH=shape.filter_h,
             dilationFilterW=shape.dilation_w, dilationFilterH=shape.dilation_h, jumpStride=jump, repeatTime=repeat,
             repeatMode=mode, cSize=int(small), padValue=pad_value(case, dtype))
    if boundary:
        case.rec("set_load3d_boundary", [], value=0)


NARROW = ["uint8", "int8", "uint16", "int16", "half"]
PLAIN = NARROW + ["bfloat16", "uint32", "int32", "float"]
LOAD2D_TYPES = {
    "3510": PLAIN, "2201": PLAIN, "3002": PLAIN, "2002": NARROW, "1001": NARROW, "3003": ["int8", "half"],
    "3113": ["half"],
}


def load2d_blocks(case):
    """GM to L1 on 3510 moves srcStride fractals a repeat (X14)."""
    stride, repeat, start = case.int(1, 4), case.small(1, 12), case.small(0, 6)
    gap = stride - 1 + case.small(0, 4)
    place = case.alloc("l1", ((repeat - 1) * (gap + 1) + stride) * 512, 512)
    source = case.tensor(((start + repeat) * stride + stride) * 512)
    case.rec("load2d", ["l1:%d" % place, "gm:" + source], dict(startIndex=0, ifTranspose=False, sid=0),
             dtype=case.pick(LOAD2D_TYPES["3510"]), startIndex=start, repeatTimes=repeat, srcStride=stride, dstGap=gap)


def load2d(case):
    dst = case.pick(["l0a", "l0b"])
    src = case.pick(["l1", "l1", "gm"])
    if case.arch == "3510" and src == "gm":
        load2d_blocks(case)
        return
    if src == "gm" and case.chance(0.4):
        dst = "l1"
    dtype = case.pick(LOAD2D_TYPES[case.arch])
    if case.arch in ("2201", "2002") and src == "l1" and case.chance(0.1):
        dtype = "int4"
    transpose = src == "l1" and BITS[dtype] == 16 and case.chance(0.5)
    repeat = 0 if case.chance(0.03) else case.small(1, 20)
    start, stride = case.small(0, 12), case.small(0, 6)
    down = dst == "l1" and case.chance(0.3)
    if down:
        start = stride * max(repeat - 1, 0) + case.int(0, 3)
    gap = 0 if case.arch == "1001" or (case.arch == "3510" and transpose and dst == "l0a") else case.small(0, 6)
    place = case.alloc(dst, ((max(repeat, 1) - 1) * (gap + 1) + 1) * 512, 512)
    scale = stride if case.arch == "3510" else 1
    size = (max(start, start * scale) + stride * max(repeat, 1) + 1) * 512
    source = "gm:" + case.tensor(size) if src == "gm" else "l1:%d" % case.source("l1", size, 32)
    case.rec("load2d", ["%s:%d" % (dst, place), source], dict(startIndex=0, dstGap=0, ifTranspose=False,
                                                              addrMode="increment", sid=0),
             dtype=dtype, startIndex=start, repeatTimes=repeat, srcStride=stride, dstGap=gap, ifTranspose=transpose,
             addrMode="decrement" if down else "increment", sid=case.int(0, 15) if case.chance(0.1) else 0)


BLOCK_TYPES = ["int8", "uint8", "fp4x2_e2m1", "fp4x2_e1m2", "hifloat8", "fp8_e5m2", "fp8_e4m3fn", "half", "bfloat16",
               "int32", "uint32", "float"]


def block_fields(case, dtype, allow_transpose):
    """Fields of a 2DV2 load, the bytes that it needs at the source, and those that it fills."""
    bits = BITS[dtype]
    transpose = allow_transpose and case.chance(0.5)
    m_step, k_step = case.small(1, 7), case.small(1, 7)
    if transpose:
        m_step = ceil_to(m_step, {4: 4, 8: 2}.get(bits, 1))
        k_step = ceil_to(k_step, 2 if bits == 32 else 1)
    m_start, k_start = case.small(0, 5), case.small(0, 5)
    stride = m_step + m_start + case.int(0, 3)
    if case.chance(0.1):
        stride, k_start = -stride, k_step - 1 + case.int(0, 3)
    stored = m_step if not transpose else k_step * c0_of(bits) // 16
    blocks = k_step if not transpose else m_step * 16 // c0_of(bits)
    dst_stride = stored + case.pick([0, 0, 1, 2])
    fields = dict(mStartPosition=m_start, kStartPosition=k_start, mStep=m_step, kStep=k_step, srcStride=stride,
                  dstStride=dst_stride, ifTranspose=transpose)
    need = ((k_start + (k_step if stride > 0 else 1)) * abs(stride) + m_start + m_step + 1) * 512
    return fields, need, ((blocks - 1) * dst_stride + stored) * 512


BLOCK_DEFAULTS = dict(mStartPosition=0, kStartPosition=0, ifTranspose=False)


def load2dv2(case):
    if case.arch != "3510":
        return
    dst = case.pick(["l0a", "l0b", "l0a", "l0b", "l1"])
    dtype = case.pick(BLOCK_TYPES)
    fields, need, size = block_fields(case, dtype, dst != "l1")
    place = case.alloc(dst, size, 512)
    source = "gm:" + case.tensor(need) if dst == "l1" else "l1:%d" % case.source("l1", need, 32)
    if case.chance(0.03):
        fields[case.pick(["mStep", "kStep"])] = 0
    case.rec("load2dv2", ["%s:%d" % (dst, place), source], BLOCK_DEFAULTS, dtype=dtype, **fields)


def load2dmx(case):
    if case.arch != "3510":
        return
    dst = case.pick(["l0a", "l0b"])
    dtype = case.pick(["fp4x2_e2m1", "fp4x2_e1m2", "fp8_e4m3fn", "fp8_e5m2"])
    fields, need, size = block_fields(case, dtype, True)
    x_step, y_step = case.small(0, 5), case.small(0, 5)
    x_start, y_start = case.small(0, 5), case.small(0, 5)
    src_stride = y_start + y_step + case.int(0, 3)
    dst_stride = max(y_step, 1) + case.int(0, 2)
    scale_size = (max(x_step, 1) - 1) * dst_stride + max(y_step, 1)
    place = case.alloc(dst, max(size, scale_size * 512), 512 if BITS[dtype] == 4 else 1024)
    mx = dst + "_mx"
    case.image(mx)
    case.used[mx] = case.sizes[mx]
    scale_need = ((x_start + x_step) * src_stride + y_start + y_step + 1) * 32
    case.rec("load2dmx", ["%s:%d" % (dst, place), "l1:%d" % case.source("l1", need, 32),
                          "l1:%d" % case.source("l1", scale_need, 32)], BLOCK_DEFAULTS, dtype=dtype, **fields,
             scale_xStartPosition=x_start, scale_yStartPosition=y_start, scale_xStep=x_step, scale_yStep=y_step,
             scale_srcStride=src_stride, scale_dstStride=dst_stride)


TRANSPOSE_TYPES = {
    "3510": ["int8", "uint8"] + WIDE, "2201": ["int8", "uint8"] + WIDE, "3002": ["int8", "uint8"] + WIDE,
    "3003": ["int8", "half"],
}


def gaps_without_overlap(case, fractals, repeat):
    """dstGap and dstFracGap such that no fractal is written twice."""
    while True:
        gap, inner = case.small(0, 6), case.small(0, 3)
        places = [i * (gap + 1) + j * (inner + 1) for i in range(repeat) for j in range(fractals)]
        if len(set(places)) == len(places):
            return gap, inner, (max(places) + 1) * 512 if places else 512


def load_transpose(case):
    if case.arch not in TRANSPOSE_TYPES:
        return
    dst = "l0b" if case.arch == "3510" else case.pick(["l0a", "l0b"])
    dtype = case.pick(TRANSPOSE_TYPES[case.arch])
    if case.arch in ("2201", "3002") and dst == "l0b" and case.chance(0.2):
        dtype = "int4"
    fractals = {4: 4, 8: 2, 16: 1, 32: 2}[BITS[dtype]]
    v2 = case.arch == "3510" and case.chance(0.5)
    repeat = 0 if case.chance(0.03) and not v2 else case.small(1, 12)
    start, stride = case.small(0, 6), case.small(0, 5)
    gap, inner, size = gaps_without_overlap(case, fractals, repeat)
    place = case.alloc(dst, size, 512)
    fields = dict(dtype=dtype, startIndex=start, repeatTimes=repeat, srcStride=stride, dstGap=gap, dstFracGap=inner)
    need = (start + stride * repeat + 1) * fractals * 512
    if v2:
        fields["srcFracGap"] = case.small(0, 4)
        need = (start + stride * repeat + fractals * (fields["srcFracGap"] + 1)) * 512
    case.rec("load_transpose_v2" if v2 else "load_transpose",
             ["%s:%d" % (dst, place), "l1:%d" % case.source("l1", need, 32)],
             dict(startIndex=0, dstGap=0, dstFracGap=0, srcFracGap=0), **fields)


def load_sparse(case):
    if case.arch != "2201":
        return
    repeat = 0 if case.chance(0.05) else case.small(1, 16)
    start = case.small(0, 9)
    place = case.alloc("l0b", max(repeat, 1) * 512, 512)
    case.image("idx")
    case.used["idx"] = case.sizes["idx"]
    if "index" not in case.registers:
        # The lower half of L1 holds index bytes, none of whose pairs of bits is the illegal 3.
        case.registers["index"] = 0
        pairs = case.rng.integers(0, 3, (4, case.sizes["l1"] // 2)).astype(np.uint8)
        case.put("l1", case.registers["index"], pairs[0] | pairs[1] << 2 | pairs[2] << 4 | pairs[3] << 6)
    index = case.registers["index"] + case.int(0, 1000) * 32
    case.rec("load_sparse", ["l0b:%d" % place, "l1:%d" % case.source("l1", (start + repeat + 1) * 512, 32),
                             "l1:%d" % index],
             dict(startIndex=0), dtype="int8", startIndex=start, repeatTimes=repeat)


FAMILIES = {
    "load3d": load3d, "load3dv1": load3dv1, "load2d": load2d, "load2dv2": load2dv2, "load2dmx": load2dmx,
    "load_transpose": load_transpose, "load_sparse": load_sparse,
}
