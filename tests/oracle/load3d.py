"""LoadData3D v1, v2, v2Pro, LoadDataWithStride and their register setters (semantics.md 1, 2; legacy.md 1, 4, 5, 6)."""
import numpy as np

from formats import BITS, c0_of, encode
from trace import value_bits


class FMatrix:
    def __init__(self, height, width, pads):
        self.height, self.width = height, width
        self.left, self.right, self.top, self.bottom = pads


def ceil_div(a, b):
    return -(-a // b)


def pads_of(item):
    return [int(p, 0) for p in item.text("padList", "0:0:0:0").split(":")]


def set_fmatrix(machine, item):
    machine.registers.fmatrix = FMatrix(item.int("l1H"), item.int("l1W"), pads_of(item))


def set_padding(machine, item):
    dtype = item.text("dtype")
    machine.registers.padding = padding_word(machine, dtype, value_bits(item.text("value", "0"), dtype, encode))


def padding_word(machine, dtype, raw):
    """The register as the documents write it: a b8 value stands in both bytes; 3510 keeps 16 bits (X9).

    Every element outside the map is a raw copy of the pad value (1.6), so a b4 value stands in all four nibbles.
    """
    if BITS[dtype] == 4:
        return raw * 0x1111
    if BITS[dtype] == 8:
        return raw | raw << 8
    return raw & 0xFFFF if machine.arch == "3510" else raw


def set_load3d_repeat(machine, item):
    machine.registers.repeat = dict(time=item.int("repeatTime", 1), stride=item.int("repeatStride", 0),
                                    mode=item.int("repeatMode", 0), dst_stride=item.int("dstStride", 0))


def set_load3d_boundary(machine, item):
    machine.registers.boundary = item.int("value")


class Window:
    """The sliding window of one v2 record."""

    def __init__(self, item):
        self.channels = item.int("channelSize")
        self.k_ext, self.m_ext = item.int("kExtension"), item.int("mExtension")
        self.k_start, self.m_start = item.int("kStartPt"), item.int("mStartPt")
        self.stride_w, self.stride_h = item.int("strideW", 1), item.int("strideH", 1)
        self.filter_w, self.filter_h = item.int("filterW", 1), item.int("filterH", 1)
        self.dilation_w, self.dilation_h = item.int("dilationFilterW", 1), item.int("dilationFilterH", 1)
        self.transpose = item.flag("enTranspose")
        if item.head == "load3dv2pro":
            self.unpack(item)
        self.filter_w += 256 * item.flag("filterSizeW")
        self.filter_h += 256 * item.flag("filterSizeH")

    def unpack(self, item):
        ext, config = item.int("extConfig", 0), item.int("filterConfig", 0x10101010101)
        self.k_ext, self.m_ext = ext & 0xFFFF, ext >> 16 & 0xFFFF
        self.k_start, self.m_start = ext >> 32 & 0xFFFF, ext >> 48 & 0xFFFF
        self.stride_w, self.stride_h, self.filter_w, self.filter_h, self.dilation_w, self.dilation_h = (
            config >> shift & 0xFF for shift in (0, 8, 16, 24, 32, 40))

    def output(self, fmatrix):
        reach_h = (self.filter_h - 1) * self.dilation_h + 1
        reach_w = (self.filter_w - 1) * self.dilation_w + 1
        return ((fmatrix.height + fmatrix.top + fmatrix.bottom - reach_h) // self.stride_h + 1,
                (fmatrix.width + fmatrix.left + fmatrix.right - reach_w) // self.stride_w + 1)

    def columns(self):
        return self.filter_h * self.filter_w * self.channels


def bounded_gather(machine, src, offsets, bits, unit):
    """Element offsets from src; a byte address at or past the boundary restarts at L1 address 0 (1.6, X49)."""
    boundary = machine.registers.boundary * unit
    if boundary and src.kind == "l1":
        address = (src.base * 8 + offsets * bits) % (boundary * 8)
        whole = src.at(-src.base)
        return whole.gather(address // bits, bits)
    return src.gather(offsets, bits)


def column_parts(window, columns, c0, plane):
    """Filter point, and element offset of the pixel's channel, of virtual columns; plane = H*W of the map."""
    full = window.channels // c0
    rest = window.channels - full * c0
    points = window.filter_h * window.filter_w
    full_columns = full * points * c0
    block, lane = columns // c0, columns % c0
    in_full = columns < full_columns
    tail = np.maximum(columns - full_columns, 0)
    tail_width = max(rest, 1)
    point = np.where(in_full, block % points, tail // tail_width)
    start = np.where(in_full, block // points * plane * c0 + lane, full * plane * c0 + tail % tail_width)
    pitch = np.where(in_full, c0, tail_width)
    return point, start, pitch


def virtual_block(machine, src, window, fmatrix, rows, columns, bits):
    """Values and open marks of virtual (rows x columns); rows past the map are not defined, columns past it are 0."""
    out_h, out_w = window.output(fmatrix)
    c0 = c0_of(bits)
    point, start, pitch = column_parts(window, columns, c0, fmatrix.height * fmatrix.width)
    kh, kw = point // window.filter_w, point % window.filter_w
    y = (rows // out_w * window.stride_h - fmatrix.top)[:, None] + (kh * window.dilation_h)[None, :]
    x = (rows % out_w * window.stride_w - fmatrix.left)[:, None] + (kw * window.dilation_w)[None, :]
    in_matrix = (columns < window.columns())[None, :] & (rows < out_h * out_w)[:, None]
    inside = (y >= 0) & (y < fmatrix.height) & (x >= 0) & (x < fmatrix.width) & in_matrix
    offsets = np.where(inside, start[None, :] + (y * fmatrix.width + x) * pitch[None, :], 0)
    values, marks = bounded_gather(machine, src, offsets, bits, 1)
    mask = (1 << bits) - 1
    blank = np.where(columns < window.columns(), machine.registers.padding & mask, 0)
    values = np.where(inside, values, blank[None, :])
    return values, np.where(inside, marks, 0)


def stored_offsets(machine, kind, window, bits, m_total, k_total, pitch):
    """Element offset of element (i, j) of the moved block at the destination (semantics.md 1.3)."""
    c0, fractal = c0_of(bits), 16 * c0_of(bits)
    i, j = np.arange(m_total)[:, None], np.arange(k_total)[None, :]
    if kind == "l0b":
        n_fractals = pitch if machine.arch == "3510" else ceil_div(k_total, 16)
        return (i // c0 * n_fractals + j // 16) * fractal + j % 16 * c0 + i % c0
    if machine.family["l0a_nz"]:
        if window.transpose:
            return (i // c0 * pitch + j // 16) * fractal + j % 16 * c0 + i % c0
        return (j // c0 * pitch + i // 16) * fractal + i % 16 * c0 + j % c0
    if window.transpose and bits in (16, 32):
        m_fractals = ceil_div(m_total, 16) * (16 // c0)
        return (j // 16 * m_fractals + i // c0) * fractal + j % 16 * c0 + i % c0
    return (i // 16 * ceil_div(k_total, c0) + j // c0) * fractal + i % 16 * c0 + j % c0


def is_nop(window, fmatrix, repeat):
    return 0 in (fmatrix.height, fmatrix.width, window.channels, window.k_ext, window.m_ext,
                 window.filter_w, window.filter_h, repeat["time"])


def repeat_unit(machine, bits):
    """Columns of one repeatStride in mode 1 (X3)."""
    return (512 if machine.arch == "3002" else 256) // bits


def apply_map_fields(machine, item, dtype):
    if item.head == "load3dv2pro":
        return
    if item.flag("isSetFMatrix", True):
        set_fmatrix(machine, item)
    if item.flag("isSetPadding", True):
        raw = value_bits(item.text("padValue", "0"), dtype, encode)
        machine.registers.padding = padding_word(machine, dtype, raw)


def load3dv2(machine, item):
    dtype = item.text("dtype")
    bits = BITS[dtype]
    apply_map_fields(machine, item, dtype)
    window, fmatrix = Window(item), machine.registers.fmatrix
    repeat = machine.registers.repeat or dict(time=1, stride=0, mode=0, dst_stride=0)
    if is_nop(window, fmatrix, repeat):
        return
    dst, src = (machine.loc(o) for o in item.operands())
    rows, columns = np.arange(window.m_ext) + window.m_start, np.arange(window.k_ext) + window.k_start
    steps = np.arange(repeat["time"])[:, None] * repeat["stride"]
    if repeat["mode"] == 0:
        rows = (rows[None, :] + steps * 16).ravel()
    else:
        columns = (columns[None, :] + steps * repeat_unit(machine, bits)).ravel()
    out_h, out_w = window.output(fmatrix)
    pair = virtual_block(machine, src, window, fmatrix, rows, columns, bits)
    offsets = stored_offsets(machine, dst.kind, window, bits, len(rows), len(columns), repeat["dst_stride"])
    defined = rows < out_h * out_w
    leave_rows_void(machine, dst, window, bits, len(rows), len(columns), repeat["dst_stride"], defined)
    dst.scatter(offsets[defined], [p[defined] for p in pair], bits)
    fill_columns(machine, dst, window, offsets, len(columns), bits, defined)


def leave_rows_void(machine, dst, window, bits, m_total, k_total, pitch, defined):
    """The rows of the last fractal that were not moved, and those past the map, are undefined (1.4)."""
    crossed = dst.kind == "l0b" or machine.family["l0a_nz"] and window.transpose
    unit = c0_of(bits) if crossed else 16
    m_all = unit * ceil_div(m_total, unit)
    k_all = k_total if crossed else c0_of(bits) * ceil_div(k_total, c0_of(bits))
    offsets = stored_offsets(machine, dst.kind, window, bits, m_all, k_all, pitch)
    moved = np.zeros(m_all, bool)
    moved[:m_total] = defined
    if crossed and dst.kind == "l0a" and bits == 32:
        # 2201 rounds to 16 rows here (1.3); for this product no source says whether the second eight are touched.
        wide = stored_offsets(machine, dst.kind, window, bits, 16 * ceil_div(m_total, 16), k_all, pitch)
        dst.leave_unasked(wide[m_total:], bits)
    dst.leave_void(offsets[~moved], bits)


def fill_columns(machine, dst, window, offsets, k_total, bits, defined):
    """Columns from kExtension to the end of the last C0 are 0 in L0A (legacy.md 5).

    With transposition 1.3 has them unwritten for 2201 b32; for the others the sources disagree, and they stay open.
    """
    c0 = c0_of(bits)
    rest = -k_total % c0
    if dst.kind != "l0a" or not rest:
        return
    if window.transpose and bits == 32 and not machine.family["l0a_nz"]:
        return
    if window.transpose and (machine.family["l0a_nz"] or bits == 16):
        tail = offsets[defined][:, -1:] + (1 + np.arange(rest)[None, :]) * c0
        dst.leave_open(tail, bits)
        dst.leave_unasked(tail, bits)
        return
    tail = offsets[defined][:, -1:] + 1 + np.arange(rest)[None, :]
    dst.put(tail, np.zeros(tail.shape, np.uint64), bits)


def v1_windows(item, fmatrix, count):
    """Origins (y, x) of `count` consecutive windows: a row is left at its end, the next starts at -padLeft."""
    reach_w = (item.int("filterW") - 1) * item.int("dilationFilterW") + 1
    y, x = item.int("leftTopH"), item.int("leftTopW")
    out = []
    for _ in range(count):
        out.append((y, x))
        x += item.int("strideW")
        if x + reach_w > fmatrix.width + fmatrix.right:
            x, y = -fmatrix.left, y + item.int("strideH")
    return np.array(out)


def v1_points(item, step, c0, small):
    """Filter row, filter column, channel block and channel of every column of the fractal of one step of mode 0."""
    filter_w, filter_h = item.int("filterW"), item.int("filterH")
    lanes = np.arange(c0)
    if small:
        point = 4 * step + lanes // (c0 // 4)
        return point // filter_w, point % filter_w, np.zeros(c0, np.int64), lanes % (c0 // 4)
    w = item.int("fetchFilterW") + step
    h = item.int("fetchFilterH") + w // filter_w
    block = item.int("c1Index") + h // filter_h
    ones = np.ones(c0, np.int64)
    return h % filter_h * ones, w % filter_w * ones, block * ones, lanes


def v1_fractal(machine, item, src, origins, points, bits, small):
    """One 16 x C0 fractal: values, marks, and which elements the documents decide."""
    fmatrix, c0 = machine.registers.fmatrix, c0_of(bits)
    kh, kw, block, lane = points
    y = origins[:, :1] + (kh * item.int("dilationFilterH"))[None, :]
    x = origins[:, 1:] + (kw * item.int("dilationFilterW"))[None, :]
    inside = (y >= 0) & (y < fmatrix.height) & (x >= 0) & (x < fmatrix.width)
    width = c0 // 4 if small else c0
    offsets = np.where(inside, ((block[None, :] * fmatrix.height + y) * fmatrix.width + x) * width + lane[None, :], 0)
    values, marks = bounded_gather(machine, src, offsets, bits, 32)
    values = np.where(inside, values, machine.registers.padding & (1 << bits) - 1)
    return values, np.where(inside, marks, 0), (kh < item.int("filterH"))[None, :]


def v1_window_limit(item, fmatrix):
    """First window row y that lies past the map."""
    reach_h = (item.int("filterH") - 1) * item.int("dilationFilterH") + 1
    return fmatrix.height + fmatrix.bottom - reach_h


def load3dv1(machine, item):
    dtype = item.text("dtype")
    bits = BITS[dtype]
    apply_map_fields(machine, item, dtype)
    fmatrix, c0 = machine.registers.fmatrix, c0_of(bits)
    dst, src = (machine.loc(o) for o in item.operands())
    repeat, mode, small = item.int("repeatTime"), item.int("repeatMode"), item.flag("cSize")
    origins = v1_windows(item, fmatrix, 16 * repeat if mode else 16)
    grid = np.arange(16)[:, None] * c0 + np.arange(c0)[None, :]
    if dst.kind == "l0b":
        grid = np.arange(c0)[None, :] * 16 + np.arange(16)[:, None]
    for step in range(repeat):
        chosen = origins[16 * step:16 * step + 16] if mode else origins
        points = v1_points(item, 0 if mode else step, c0, small)
        values, marks, known = v1_fractal(machine, item, src, chosen, points, bits, small)
        passed = chosen[:, :1] > v1_window_limit(item, fmatrix)
        known = known & ~passed
        offsets = grid + step * (item.int("jumpStride") if mode else 1) * 16 * c0
        full = (1 << bits) - 1
        # Columns past the last filter point are 0 (legacy.md 1.7); windows past the map have no content.
        dst.scatter(offsets, (np.where(known, values, 0), np.where(known, marks, np.where(passed, full, 0))), bits)


HANDLERS = {
    "set_fmatrix": set_fmatrix, "set_padding": set_padding, "set_load3d_repeat": set_load3d_repeat,
    "set_load3d_boundary": set_load3d_boundary, "load3dv1": load3dv1, "load3dv2": load3dv2,
    "load3d_stride": load3dv2, "load3dv2pro": load3dv2,
}
