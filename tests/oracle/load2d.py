"""LoadData 2D, 2DV2, 2DMX, with transposition and with sparsity (semantics.md 3 to 7)."""
import numpy as np

from formats import BITS, c0_of
from trace import Item

ROWS = np.arange(16)[:, None]


def copy_bytes(dst, src, dst_at, src_at, size):
    """Runs of `size` bytes at the given byte offsets, in order (a later run overwrites an earlier one)."""
    lanes = np.arange(size)[None, :]
    dst_at, src_at = np.asarray(dst_at)[:, None], np.asarray(src_at)[:, None]
    dst.scatter(dst_at + lanes, src.gather(src_at + lanes, 8), 8)


def move_square(dst, src, dst_at, src_at):
    """16x16 elements of 16 bits, transposed; the places are counted in fractals."""
    lanes = np.arange(16)
    read = (ROWS * 16 + lanes[None, :]).T
    for to, start in zip(dst_at, src_at):
        dst.at(to * 512).scatter(ROWS * 16 + lanes[None, :], src.at(start * 512).gather(read, 16), 16)


def load2d(machine, item):
    dst, src = (machine.loc(o) for o in item.operands())
    if machine.arch == "3510":
        load2d_by_blocks(machine, item, dst, src)
        return
    steps, stride = np.arange(item.int("repeatTimes")), item.int("srcStride")
    gap = 0 if machine.arch == "1001" else item.int("dstGap")
    transpose = item.flag("ifTranspose") and src.kind == "l1"
    down = item.text("addrMode") in ("1", "dec", "decrement") and src.kind == "gm" and dst.kind == "l1"
    src_at, dst_at = item.int("startIndex") + (-steps if down else steps) * stride, steps * (gap + 1)
    if transpose and BITS[item.text("dtype")] == 4:
        move_squares_of_four(dst, src, dst_at, src_at)
    elif transpose:
        move_square(dst, src, dst_at, src_at)
    else:
        copy_bytes(dst, src, dst_at * 512, src_at * 512, 512)


def move_squares_of_four(dst, src, dst_at, src_at):
    """Arch 2002, int4: every four fractals are a square of 64x64 (section 3), stored as in section 6."""
    _, reads = transposed_square(4)
    for first in range(0, len(src_at), 4):
        for j in range(4):
            read = src_at[first + reads[j] // 1024] * 1024 + reads[j] % 1024
            lanes = np.arange(1024).reshape(read.shape)
            dst.scatter(dst_at[first + j] * 1024 + lanes, src.gather(read, 4), 4)


def load2d_by_blocks(machine, item, dst, src):
    """The vendor's emulation by 2DV2 (section 3): the start is counted in strides (X12), L0B transposed goes fractal by
    fractal from the first (X13), GM to L1 takes srcStride as the rows of fractals too (X14)."""
    fields = dict(dtype=item.text("dtype"), srcStride=item.int("srcStride"), dstStride=item.int("dstGap") + 1,
                  mStep=1, kStep=item.int("repeatTimes"), kStartPosition=item.int("startIndex"))
    if src.kind == "gm":
        fields["mStep"] = item.int("srcStride")
    elif item.flag("ifTranspose"):
        fields["ifTranspose"] = "true"
    if fields.get("ifTranspose") and dst.kind == "l0b":
        for step in range(item.int("repeatTimes")):
            single = dict(fields, kStep=1, kStartPosition=step)
            load_blocks(machine, block_item(item, single), dst.at(step * (item.int("dstGap") + 1) * 512), src)
        return
    load_blocks(machine, block_item(item, fields), dst, src)


def block_item(item, fields):
    return Item("load2dv2", item.parts, {key: str(value) for key, value in fields.items()}, item.line)


def load2dv2(machine, item):
    load_blocks(machine, item, *(machine.loc(o) for o in item.operands()[:2]))


def load_blocks(machine, item, dst, src):
    bits = BITS[item.text("dtype")]
    c0 = c0_of(bits)
    stride, dst_stride = item.int("srcStride"), item.int("dstStride")
    r = np.arange(16 * item.int("mStep"))[:, None]
    c = np.arange(c0 * item.int("kStep"))[None, :]
    if not r.size or not c.size:
        return
    first = item.int("kStartPosition") * abs(stride) + item.int("mStartPosition")
    read = (first + c // c0 * stride + r // 16) * 16 * c0 + r % 16 * c0 + c % c0
    if item.flag("ifTranspose"):
        write = (r // c0 * dst_stride + c // 16) * 16 * c0 + c % 16 * c0 + r % c0
    else:
        write = (c // c0 * dst_stride + r // 16) * 16 * c0 + r % 16 * c0 + c % c0
    dst.scatter(write, src.gather(read, bits), bits)


def load2dmx(machine, item):
    dst, src, scale = (machine.loc(o) for o in item.operands())
    if 0 in (item.int("mStep"), item.int("kStep")):
        return  # page LoadData 2Dv2: the whole interface is a NOP
    load_blocks(machine, item, dst, src)
    mx = machine.loc("%s_mx:%d" % (dst.kind, dst.base // 16))
    src_stride, dst_stride = item.int("scale_srcStride"), item.int("scale_dstStride")
    # xStep = 0 or yStep = 0 leaves out the scales alone (X15).
    y = np.arange(item.int("scale_yStep"))
    for x in range(item.int("scale_xStep")):
        src_at = (item.int("scale_xStartPosition") + x) * src_stride + item.int("scale_yStartPosition") + y
        copy_bytes(mx, scale, (x * dst_stride + y) * 32, src_at * 32, 32)


def load_scales(machine, item):
    dst, src = (machine.loc(o) for o in item.operands())
    y = np.arange(item.int("yStep"))
    for x in range(item.int("xStep")):
        src_at = (item.int("xStartPosition") + x) * item.int("srcStride") + item.int("yStartPosition") + y
        copy_bytes(dst, src, (x * item.int("dstStride") + y) * 32, src_at * 32, 32)


def transposed_square(bits):
    """(fractals, read offsets, write offsets of fractal j) of one square; reads are element offsets in the square."""
    if bits == 32:
        row, col = ROWS, np.arange(16)[None, :]
        # Two 16x8 fractals side by side; fractal j of the result holds columns 8j..8j+7 of the transposed square.
        read = (row // 8 * 128 + col * 8 + row % 8)
        return 2, [read[:, 8 * j:8 * j + 8] for j in range(2)]
    c0 = c0_of(bits)
    fractals = c0 // 16
    row, col = np.arange(c0)[:, None], np.arange(c0)[None, :]
    read = col * c0 + row
    return fractals, [read[16 * j:16 * j + 16] for j in range(fractals)]


def load_transpose(machine, item):
    dst, src = (machine.loc(o) for o in item.operands())
    bits = BITS[item.text("dtype")]
    size = 16 * c0_of(bits)
    fractals, reads = transposed_square(bits)
    v2 = item.head == "load_transpose_v2"
    unit = 1 if v2 else fractals
    src_pitch = item.int("srcFracGap") + 1 if v2 else 1
    for i in range(item.int("repeatTimes")):
        square = (item.int("startIndex") + item.int("srcStride") * i) * unit
        for j in range(fractals):
            read = (square + reads[j] // size * src_pitch) * size + reads[j] % size
            write = i * (item.int("dstGap") + 1) + j * (item.int("dstFracGap") + 1)
            lanes = np.arange(size).reshape(reads[j].shape)
            dst.scatter(write * size + lanes, src.gather(read, bits), bits)


def load_sparse(machine, item):
    dst, src, index = (machine.loc(o) for o in item.operands())
    steps = np.arange(item.int("repeatTimes"))
    first = item.int("startIndex")
    copy_bytes(dst, src, steps * 512, (first + steps) * 512, 512)
    copy_bytes(machine.loc("idx:%d" % (dst.base // 4)), index, steps * 128, (first + steps) * 128, 128)


HANDLERS = {
    "load2d": load2d, "load2dv2": load2dv2, "load2dmx": load2dmx, "load_scales": load_scales,
    "load_transpose": load_transpose,
    "load_transpose_v2": load_transpose, "load_sparse": load_sparse,
}
