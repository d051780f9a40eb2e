"""Random legal records of LoadData3D: v1, v2, v2Pro, LoadDataWithStride and their registers."""
from case import Full, ceil_div, ceil_to
from cases_copy import budget
from formats import BITS, c0_of

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
        most = limit.get("side", 40)
        self.height, self.width = case.small(1, most), case.small(1, most)
        self.pads = [case.small(0, 3) if case.chance(0.6) else 0 for _ in range(4)]
        self.stride_w, self.stride_h = case.small(1, limit["stride"]), case.small(1, limit["stride"])
        self.dilation_w, self.dilation_h = case.small(1, 9), case.small(1, 9)
        self.filter_w, self.filter_h = case.int(1, 4), case.int(1, 4)
        if limit.get("wide") and case.chance(0.3):
            self.widen(case)
        while self.reach(self.filter_w, self.dilation_w) > self.width + self.pads[0] + self.pads[1]:
            self.filter_w, self.dilation_w = self.narrower(self.filter_w, self.dilation_w)
        while self.reach(self.filter_h, self.dilation_h) > self.height + self.pads[2] + self.pads[3]:
            self.filter_h, self.dilation_h = self.narrower(self.filter_h, self.dilation_h)

    def widen(self, case):
        """One or two of the parameters anywhere in their range."""
        for _ in range(case.int(1, 2)):
            kind = case.int(0, 4)
            if kind == 0:
                self.pads[case.int(0, 3)] = case.size(0, 255)
            elif kind == 1:
                self.dilation_w, self.dilation_h = case.size(1, 255), case.size(1, 255)
            elif kind == 2:
                self.filter_w, self.filter_h = case.size(1, 255), case.small(1, 255)
            elif kind == 3:
                self.stride_w, self.stride_h = case.size(1, 63), case.size(1, 63)
            else:
                sides = [case.size(1, 12000), case.int(1, 2)]
                self.height, self.width = sides if case.chance(0.5) else sides[::-1]

    @staticmethod
    def narrower(size, dilation):
        return (max(1, size // 2), dilation) if case_prefers(size, dilation) else (size, max(1, dilation // 2))

    @staticmethod
    def reach(size, dilation):
        return (size - 1) * dilation + 1

    def wide_filter(self, case):
        """A filter wider or higher than 255, which needs the extra bit."""
        size = 256 + case.small(0, 255)
        if case.chance(0.5):
            self.filter_w, self.dilation_w, self.width = size, 1, size + case.int(0, 6)
            self.filter_h, self.height = 1, min(self.height, 3)
        else:
            self.filter_h, self.dilation_h, self.height = size, 1, size + case.int(0, 6)
            self.filter_w, self.width = 1, min(self.width, 3)
        return self

    def output(self):
        return ((self.height + self.pads[2] + self.pads[3] - self.reach(self.filter_h, self.dilation_h))
                // self.stride_h + 1,
                (self.width + self.pads[0] + self.pads[1] - self.reach(self.filter_w, self.dilation_w))
                // self.stride_w + 1)


def case_prefers(size, dilation):
    """Whether to shrink the filter rather than its dilation."""
    return size > 1 and (dilation == 1 or size >= dilation)


def channel_size(case, bits, most=2):
    c0 = c0_of(bits)
    return case.int(0, most) * c0 + case.pick(TAILS[bits]) or c0


def extent(case, total, unit, most, free, odd_start=False):
    """Start (multiple of unit), length: whole units, or up to the edge of `total`, exactly or rounded up."""
    start = case.int(0, (total - 1) // unit) * unit if case.chance(0.6) else 0
    if odd_start and case.chance(0.15):
        start = case.int(0, total - 1)
    left = total - start
    if left <= most and case.chance(0.5):
        return start, left if case.chance(0.6) or start % unit else ceil_to(left, unit)
    if free and case.chance(0.3):
        return start, case.int(1, min(left, most))
    if left >= unit and most >= unit:
        return start, case.int(1, min(left // unit, most // unit)) * unit
    if left > most:
        raise Full()
    return start, left


def repeat_of(case, m, k, total_m, total_k, c0):
    """Register values of a repeat whose last step still lies in the matrix."""
    mode = case.int(0, 1)
    start, length, total, unit = (m[0], m[1], ceil_to(total_m, 16), 16) if mode == 0 else (
        k[0], k[1], ceil_to(total_k, c0), c0 * (2 if case.arch == "3002" else 1))
    if length % (16 if mode == 0 else c0) or start + length > total:
        return None
    room = (total - start - length) // unit
    stride = case.pick([0, 1, 2, 3, case.int(0, max(room, 1)), max(1, room // 2)])
    most = 5 if stride == 0 else min(20, 1 + room // stride)
    return dict(repeatTime=case.small(1, max(most, 1)), repeatStride=stride, repeatMode=mode)


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
    """Any bits of the type; 3510 keeps 16 of them (X9), and more would only add a warning."""
    bits = BITS[dtype]
    if dtype in ("int4", "int8", "int32") and case.chance(0.4):
        return case.int(-8, 7) if bits == 4 else case.int(-100, 100) if bits == 8 else case.int(-30000, 30000)
    return "bits:0x%x" % case.int(0, (1 << bits) - 1)


TRANSPOSED = {"2201": (16, 32), "3510": (8, 16, 32)}


def registers_alone(case):
    """The product has the registers and no load that reads them: they change no byte."""
    case.image("l1")
    case.used["l1"] = 4096
    case.rec("set_fmatrix", [], dict(mode="left"), l1H=case.int(1, 32767), l1W=case.int(1, 32767),
             padList=":".join(str(case.int(0, 255)) for _ in range(4)), mode="left")
    dtype = case.ask("dtype", PADDING_TYPES[case.arch])
    case.rec("set_padding", [], dtype=dtype, value=pad_value(case, dtype))


def load3d(case):
    if case.arch == "3113":
        registers_alone(case)
        return
    kinds = [k for a, k in LOAD3D_TYPES if a == case.arch]
    if not kinds or case.vector_only:
        return
    kind = case.ask("space", kinds)
    dtype = case.ask("dtype", LOAD3D_TYPES[case.arch, kind])
    bits = BITS[dtype]
    c0 = c0_of(bits)
    shape = Map(case, dict(stride=63 if case.chance(0.1) else 4, wide=True))
    if case.registers.get("map") and case.chance(0.3):
        shape = case.registers["map"]
    elif case.arch != "2002" and case.chance(0.04):
        shape.wide_filter(case)
    channels = channel_size(case, bits, 2 if case.chance(0.9) else 20)
    out_h, out_w = shape.output()
    total_m, total_k = out_h * out_w, shape.filter_h * shape.filter_w * channels
    if ceil_div(channels, c0) * shape.height * shape.width * 32 > case.sizes["l1"] // 2 or total_k > 200000:
        raise Full()
    most = budget(case, kind) if case.chance(0.9) else case.sizes[kind] // 2
    k = extent(case, total_k, c0, max(c0, case.pick([1, 4, 8, most // 512]) * c0), False)
    if k[0] > 65535 or k[1] > 65535:
        raise Full()
    m = extent(case, total_m, 16, max(16, min(32767, most // (ceil_to(k[1], c0) * bits // 8))), bits == 32, True)
    if m[0] > 32767:
        raise Full()
    transpose = case.chance(0.5) and bits in TRANSPOSED.get(case.arch, ())
    emit_load3d(case, kind, dtype, shape, channels, m, k, bool(transpose), (total_m, total_k))


def emit_load3d(case, kind, dtype, shape, channels, m, k, transpose, totals):
    bits = BITS[dtype]
    repeat = None
    if case.arch not in ("2002", "3003") and case.chance(0.35):
        repeat = repeat_of(case, m, k, *totals, c0_of(bits))
    repeat = repeat or dict(repeatTime=1, repeatStride=case.small(0, 65535), repeatMode=case.int(0, 1))
    m_all = m[1] * (repeat["repeatTime"] if repeat["repeatMode"] == 0 else 1)
    k_all = k[1] * (repeat["repeatTime"] if repeat["repeatMode"] == 1 else 1)
    pitch = 0
    if case.arch == "3510":
        # A transposed b8 block comes in squares of 32 (1.3).
        crossed = kind == "l0b" or transpose
        pitch = ceil_to(k_all, 32 if bits == 8 else 16) // 16 if crossed else ceil_div(m_all, 16)
        pitch += case.pick([0, 0, 1, 3, 11])
        repeat["dstStride"] = pitch
    place = case.alloc(kind, stored_size(case, kind, bits, m_all, k_all, transpose, pitch), 512)
    emit_repeat(case, repeat)
    size = max(512, ceil_div(channels, c0_of(bits)) * shape.height * shape.width * 32)
    boundary = None
    if case.arch in ("2201", "2002"):
        boundary = set_boundary(case, size)
    source = boundary[1] if boundary else case.source("l1", size, 32)
    window_record(case, "%s:%d" % (kind, place), "l1:%d" % source, dtype, shape, channels, m, k, transpose)
    if boundary:
        case.rec("set_load3d_boundary", [], value=0)


def emit_repeat(case, repeat):
    """Writes the repeat register unless it holds these values already."""
    if case.arch in ("2002", "3003"):
        return
    if case.registers.get("repeat", None if case.arch == "3510" else dict(repeat, repeatTime=1)) == repeat:
        if case.chance(0.7):
            return
    written = dict(repeat)
    if case.chance(0.02):
        written["repeatTime"] = 0
    case.registers["repeat"] = written
    case.rec("set_load3d_repeat", [], dict(repeatTime=1, repeatStride=0, repeatMode=0), **written)


def set_boundary(case, size):
    if case.chance(0.9):
        return None
    value = min(max(1024, size, case.int(1, 4 * size // 32) * 32), case.sizes["l1"])
    start = case.int(0, value // 32 - 1) * 32
    case.image("l1")
    case.rec("set_load3d_boundary", [], value=value)
    return value, start


def set_map(case, shape, pads):
    case.rec("set_fmatrix", [], dict(mode="left"), l1H=shape.height, l1W=shape.width, padList=pads, mode="left")


def map_registers(case, dtype, shape, pads, value, pro):
    """Which of FMATRIX and PADDING the record sets itself; the others are set here, or still hold the values."""
    own_map, own_pad = not pro and case.chance(0.8), not pro and case.chance(0.8)
    if not own_map and (case.registers.get("map") is not shape or case.chance(0.3)):
        set_map(case, shape, pads)
    case.registers["map"] = shape
    if own_pad:
        case.registers["padding"] = (BITS[dtype], value)
    elif case.registers.get("padding", (0,))[0] != BITS[dtype] or case.chance(0.4):
        # No setter for b4: a byte of two equal nibbles says the same.
        kind, word = (dtype, value) if BITS[dtype] > 4 else ("int8", "bits:0x%x" % (case.int(0, 15) * 17))
        kind = {8: "uint8"}.get(BITS[kind], kind) if kind not in PADDING_TYPES.get(case.arch, PADDING_WIDE) else kind
        if kind == "uint8" and kind not in PADDING_TYPES.get(case.arch, PADDING_WIDE):
            kind = "int8"
        case.rec("set_padding", [], dtype=kind, value=word if str(word).startswith("bits") else raw_value(word, kind))
        case.registers["padding"] = (BITS[dtype], word)
    return own_map, own_pad


PADDING_WIDE = ["int8", "uint8", "int16", "uint16", "half", "bfloat16", "int32", "uint32", "float"]
PADDING_TYPES = {"2002": ["int8", "uint8", "int16", "uint16", "half"], "3003": ["int8", "half"], "3113": ["half"]}


def raw_value(value, dtype):
    return "bits:0x%x" % (value & (1 << BITS[dtype]) - 1)


def window_record(case, dst, src, dtype, shape, channels, m, k, transpose):
    extra_w, extra_h = shape.filter_w > 255, shape.filter_h > 255
    pads = ":".join(map(str, shape.pads))
    names = ["load3dv2", "load3dv2", "load3dv2pro"] + (["load3d_stride"] * 2 if case.arch == "3510" else [])
    name = case.ask("mnemonic", names)
    value = pad_value(case, dtype)
    own_map, own_pad = map_registers(case, dtype, shape, pads, value, name == "load3dv2pro")
    small_k = case.chance(0.03)
    if name == "load3dv2pro":
        ext = m[0] << 48 | k[0] << 32 | m[1] << 16 | k[1]
        config = (shape.dilation_h << 40 | shape.dilation_w << 32 | (shape.filter_h & 255) << 24
                  | (shape.filter_w & 255) << 16 | shape.stride_h << 8 | shape.stride_w)
        fields = dict(dtype=dtype, channelSize=channels, enTranspose=transpose, filterSizeW=extra_w,
                      filterSizeH=extra_h, extConfig="0x%x" % ext, enSmallK=small_k)
        if config != 0x10101010101 or case.chance(0.5):
            fields["filterConfig"] = "0x%x" % config
        case.rec(name, [dst, src], WINDOW_DEFAULTS, **fields)
        return
    fields = dict(dtype=dtype)
    if own_map:
        fields.update(padList=pads, l1H=shape.height, l1W=shape.width)
    else:
        fields.update(isSetFMatrix=False)
        if case.chance(0.3):
            fields.update(padList="9:9:9:9", l1H=case.int(0, 32767), l1W=case.int(0, 32767))
    if own_pad:
        fields.update(padValue=value)
    else:
        fields.update(isSetPadding=False)
        if case.chance(0.3):
            fields.update(padValue=pad_value(case, dtype))
    fields.update(channelSize=channels, kExtension=k[1], mExtension=m[1], kStartPt=k[0], mStartPt=m[0],
                  strideW=shape.stride_w, strideH=shape.stride_h, filterW=shape.filter_w & 255,
                  filterH=shape.filter_h & 255, dilationFilterW=shape.dilation_w, dilationFilterH=shape.dilation_h,
                  enTranspose=transpose, filterSizeW=extra_w, filterSizeH=extra_h, enSmallK=small_k)
    if case.chance(0.04):
        nothing = ["channelSize", "kExtension", "mExtension"] + (["l1H", "l1W"] if own_map else [])
        nothing += [] if extra_w or extra_h else ["filterW", "filterH"]
        fields[case.pick(nothing)] = 0
        if own_map:
                case.registers.pop("map")
    case.rec(name, [dst, src], WINDOW_DEFAULTS, **fields)


V1_DEFAULTS = dict(padList="0:0:0:0", c1Index=0, fetchFilterW=0, fetchFilterH=0, leftTopW=0, leftTopH=0, repeatMode=0,
                   cSize=0, padValue=0)


def v1_start(case, shape):
    """Origin of the first window: one of the map's, or any place at all."""
    out_h, out_w = shape.output()
    if case.chance(0.1):
        return case.int(-shape.pads[2], shape.height - 1), case.int(-shape.pads[0], shape.width - 1)
    window = case.int(0, out_h * out_w - 1)
    return window // out_w * shape.stride_h - shape.pads[2], window % out_w * shape.stride_w - shape.pads[0]


def load3dv1(case):
    if case.arch not in ("2002", "1001") or case.vector_only:
        return
    kind = case.ask("space", ["l0a", "l0b", "ub"])
    dtype = case.ask("dtype", ["half"] if kind == "l0b" else ["int8", "uint8", "half"])
    c0 = c0_of(BITS[dtype])
    shape = Map(case, dict(stride=4, wide=True))
    out_h, out_w = shape.output()
    small = case.chance(0.15)
    blocks = 1 if small else case.int(1, 3) if case.chance(0.9) else case.int(1, 40)
    points = shape.filter_h * shape.filter_w
    mode = case.int(0, 1)
    block = 0 if small else case.int(0, blocks - 1)
    fetch_h, fetch_w = case.int(0, shape.filter_h - 1), case.int(0, shape.filter_w - 1)
    if small:
        fetch_h = fetch_w = 0
    first = block * points + fetch_h * shape.filter_w + fetch_w
    most = min(100, ceil_div(points, 4) if small else blocks * points - first)
    repeat = case.small(1, most) if mode == 0 else case.small(1, min(255, 1 + ceil_div(out_h * out_w, 16)))
    jump = case.small(1, 127)
    while mode and (repeat - 1) * jump + 1 > 100:
        jump, repeat = max(1, jump // 2), max(1, repeat // 2 + 1)
    place = case.alloc(kind, (repeat if mode == 0 else (repeat - 1) * jump + 1) * 512, 512 if kind != "ub" else 32)
    size = max(512, blocks * shape.height * shape.width * (8 if small else 32))
    source = case.source("l1", size, 32)
    boundary = case.arch == "2002" and case.chance(0.1)
    if boundary:
        case.rec("set_load3d_boundary", [], value=case.int(max(1024, source // 32 + 1), max(1024, source // 32 + 40)))
    pads = ":".join(map(str, shape.pads))
    top, left = v1_start(case, shape)
    fields = dict(dtype=dtype, padList=pads, l1H=shape.height, l1W=shape.width, padValue=pad_value(case, dtype))
    if case.arch == "2002" and case.chance(0.15):
        set_map(case, shape, pads)
        fields.update(isSetFMatrix=False, l1H=1, l1W=1, padList="0:0:0:0")
    if case.arch == "2002" and case.chance(0.15):
        value = fields.pop("padValue")
        case.rec("set_padding", [], dtype=dtype, value=value)
        fields.update(isSetPadding=False)
    case.rec("load3dv1", ["%s:%d" % (kind, place), "l1:%d" % source], V1_DEFAULTS, c1Index=block, fetchFilterW=fetch_w,
             fetchFilterH=fetch_h, leftTopW=left, leftTopH=top, strideW=shape.stride_w, strideH=shape.stride_h,
             filterW=shape.filter_w, filterH=shape.filter_h, dilationFilterW=shape.dilation_w,
             dilationFilterH=shape.dilation_h, jumpStride=jump, repeatTime=repeat, repeatMode=mode, cSize=int(small),
             **fields)
    if boundary:
        case.rec("set_load3d_boundary", [], value=0)


FAMILIES = {"load3d": load3d, "load3dv1": load3dv1}
