"""Fixpipe: L0C to GM, L1 and UB with quantisation, relu and the layouts of the result (semantics.md 10)."""
import numpy as np

from formats import BITS, INT_RANGE, decode, encode, encode_hybrid


class QuantWord:
    """Fields of the 64-bit quantisation words, one a column or one for all (10.3)."""

    def __init__(self, words, legacy):
        words = np.asarray(words, dtype=np.uint64).astype(object)
        def number(take, kind=np.float64):
            return np.array([take(int(w)) for w in words], dtype=kind)
        bits = number(lambda w: w & 0xFFFFE000, np.uint32)
        self.scale = bits.view(np.float32).astype(np.float64)
        self.shift = number(lambda w: (w >> 32 & 15) + 1, np.int64)
        self.shifted = number(lambda w: w >> 36 & 1, np.int64) * int(legacy)
        offset = number(lambda w: w >> 37 & 0x1FF, np.int64)
        self.offset = np.where(offset >= 256, offset - 512, offset)
        self.signed = number(lambda w: w >> 46 & 1, np.int64) == 1


def quant_words(machine, item, columns):
    vector = item.operands()[2:3]
    if vector:
        raw, _ = machine.loc(vector[0]).gather(np.arange(columns), 64)
        return raw
    text = item.text("deqScalar", "0")
    return np.full(columns, int(text, 0), np.uint64)


def scaled(values, words, relu):
    """f * M1 in single precision; negative inputs take M2, which relu makes 0, and max(0, -inf) is 0."""
    values = np.where((values < 0) & relu, 0, values)
    factor = np.where(values < 0, 0.0 if relu else 1.0, 1.0) * words.scale[None, None, :]
    with np.errstate(over="ignore"):
        out = (values.astype(np.float32) * factor.astype(np.float32)).astype(np.float32)
    return out.astype(np.float64) + 0.0


def to_eight_bits(values, words, relu):
    scale = np.clip(scaled(values, words, relu), -256, 255)
    rounded = np.rint(scale).astype(np.int64) + words.offset[None, None, :]
    signed = words.signed[None, None, :]
    clipped = np.where(signed, np.clip(rounded, -128, 127), np.clip(rounded, 0, 255))
    return clipped & 0xFF


def convert(machine, item, values):
    """Raw destination elements of matrices x rows x columns of source values."""
    source, target = item.dtypes()
    if item.flag("clipReluEn"):
        # Relu first, then the smaller of the value and the limit, a number of the destination type (10.3).
        raw = convert_plain(machine, item, values)
        limited = np.minimum(decode(target, raw), float(item.text("clipReluValue", "0")))
        return encode(target, limited, not machine.registers.inf_nan)
    return convert_plain(machine, item, values)


def convert_plain(machine, item, values):
    """The conversion without clip relu."""
    source, target = item.dtypes()
    mode = item.text("quantPre", "NoQuant")
    relu = item.flag("reluEn")
    saturate = not machine.registers.inf_nan
    if mode in ("NoQuant", "F322F16", "F322BF16"):
        values = np.where(values < 0, 0, values) if relu else values
        return encode(target, values, saturate)
    words = QuantWord(quant_words(machine, item, values.shape[2]), legacy=machine.arch != "3510")
    if source in INT_RANGE and ("REQ8" in mode or "DEQF16" in mode):
        shifted = np.clip(values >> words.shift[None, None, :], -32768, 32767)
        values = np.where(words.shifted[None, None, :] == 1, shifted, values)
    if target in ("int8", "uint8"):
        return to_eight_bits(values, words, relu)
    product = scaled(values, words, relu)
    if mode.endswith("HYBRID"):
        return encode_hybrid(product)
    return encode(target, product, saturate, machine.registers.fp8_nan)


class Geometry:
    """Sizes and strides of one record, strides in elements."""

    def __init__(self, machine, item):
        self.layout = item.text("layout", "nd")
        params = item.text("params", {"3510": "arch3510", "3002": "m300"}.get(machine.arch, "v220"))
        new = params == "arch3510"
        self.rows, self.columns = item.int("mSize"), item.int("nSize")
        self.bits = BITS[item.dtypes()[1]]
        self.split = item.flag("isChannelSplit")
        self.row_pitch = 16
        self.strip = item.int("srcStride") * 16
        self.dst_stride = item.int("dstStride")
        if self.layout == "nz":
            self.count, self.src_matrix, self.dst_matrix = 1, 0, 0
            self.dst_stride *= 1 if new else 256 // self.bits
        elif self.layout == "dn":
            self.count = item.int("dnNum", 1)
            self.src_matrix = item.int("srcNzMatrixStride") * 16
            self.dst_matrix = item.int("dstDnMatrixStride")
            self.row_pitch = item.int("srcNzC0Stride", 1) * 16
        else:
            self.count = item.int("ndNum", 1)
            self.src_matrix = item.int("srcNdStride") * (16 if new else 256)
            self.dst_matrix = item.int("dstNdStride")

    def axes(self, rows, columns):
        return (np.arange(self.count)[:, None, None], np.arange(rows)[None, :, None], np.arange(columns)[None, None, :])

    def source(self):
        h, i, j = self.axes(self.rows, self.columns)
        return h * self.src_matrix + j // 16 * self.strip + i * self.row_pitch + j % 16

    def target(self, rows, columns):
        """Strips of 64 for 4 bits stand in the guide (10.2), but no QuantMode has a 4-bit result: no record gets there.
        """
        h, i, j = self.axes(rows, columns)
        if self.layout == "nd":
            return h * self.dst_matrix + i * self.dst_stride + j
        if self.layout == "dn":
            return h * self.dst_matrix + j * self.dst_stride + i
        if self.split:
            return j // 8 * self.dst_stride + i * 8 + j % 8
        if self.bits == 8:
            merged = columns // 32 * 32
            pair = j // 32 * self.dst_stride + i * 32 + j % 32
            last = columns // 32 * self.dst_stride + i * 16 + j % 16
            return np.where(j < merged, pair, last)
        return j // 16 * self.dst_stride + i * 16 + j % 16


NAN_BITS = {"float": 0x807FFFFF, "half": 0x83FF, "bfloat16": 0x807F, "int8": 0xFF, "uint8": 0xFF}


def unnamed_bits(machine, item, inputs):
    """Nothing says which of the many codes a kept NaN has, or what 8-bit integer comes of one."""
    target = item.dtypes()[1]
    kept = machine.registers.inf_nan or target in INT_RANGE or item.flag("clipReluEn")
    return np.where(np.isnan(inputs.astype(np.float64)) & kept, NAN_BITS.get(target, 0), 0)


def below_hif8(machine, item, inputs):
    """Results between half the smallest hifloat8 and three quarters of it, hybrid up to all of it: nearest goes up, the
    vendor's script to 0."""
    words = QuantWord(quant_words(machine, item, inputs.shape[2]), legacy=False)
    size = np.abs(scaled(inputs, words, item.flag("reluEn")))
    end = 2.0 ** -22 if item.text("quantPre").endswith("HYBRID") else 1.5 * 2.0 ** -23
    return (size >= 2.0 ** -23) & (size < end)


def fixpipe(machine, item):
    geometry = Geometry(machine, item)
    if 0 in (geometry.rows, geometry.columns, geometry.count):
        return
    operands = item.operands()
    source = item.dtypes()[0]
    raw, marks = machine.loc(operands[1]).gather(geometry.source(), BITS[source])
    inputs = decode(source, raw)
    with np.errstate(invalid="ignore"):
        values = convert(machine, item, inputs)
    full = (1 << geometry.bits) - 1
    marks = np.where(marks != 0, full, 0) | unnamed_bits(machine, item, inputs)
    if item.dtypes()[1] == "fp8_e4m3fn":
        # Which of the two NaN codes an overflow gives is not written anywhere.
        marks = np.where(values & 0x7F == 0x7F, 0x80, marks)
    unsettled = np.isnan(inputs.astype(np.float64))
    if item.dtypes()[1] == "hifloat8":
        edge = below_hif8(machine, item, inputs)
        marks, unsettled = np.where(edge, full, marks), unsettled | edge
    pair = (values, marks, unsettled)
    for target, cut in parts_of(machine, item, geometry, operands[0]):
        part = [p[:, cut[0], cut[1]] for p in pair]
        offsets = geometry.target(part[0].shape[1], part[0].shape[2])
        target.scatter(offsets, part[:2], geometry.bits)
        target.leave_unasked(offsets[part[2]], geometry.bits)


def parts_of(machine, item, geometry, operand):
    """Destinations and the rows and columns that each takes; dual destination halves M (1) or N (2)."""
    whole = slice(None)
    dual = item.int("dualDstCtl")
    if not operand.startswith("ub:") or machine.arch != "3510":
        return [(machine.loc(operand), (whole, whole))]
    if dual == 0:
        return [(machine.loc(operand, unit="aiv%d" % item.int("subBlockId")), (whole, whole))]
    half = (geometry.rows if dual == 1 else geometry.columns) // 2
    cuts = [(slice(0, half), whole), (slice(half, None), whole)]
    if dual == 2:
        cuts = [(columns, rows) for rows, columns in cuts]
    return [(machine.loc(operand, unit="aiv%d" % u), cuts[u]) for u in (0, 1)]


HANDLERS = {"fixpipe": fixpipe}
