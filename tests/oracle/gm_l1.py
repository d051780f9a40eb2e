"""DataCopy on all its paths, DataCopyPad, ND2NZ, DN2NZ and Fill (semantics.md 11, 12, 13; legacy.md 3)."""
import numpy as np

from formats import BITS, c0_of, decode, encode
from trace import value_bits


def burst_units(machine, dst, bits_in):
    """Bytes of blockLen, of srcGap and of dstGap (semantics.md 11, 13)."""
    new = machine.arch == "3510"
    if dst.kind == "bt":
        return (32, 32, 32) if new else (64, 32, 64)
    if dst.kind == "fb":
        return (64, 32, 64) if new else (128, 32, 128)
    return 32, 32, 32


def data_copy(machine, item):
    dst, src = (machine.loc(o) for o in item.operands()[:2])
    if src.kind == "l0c":
        drain(machine, item, dst, src)
        return
    source, target = item.dtypes()[0], item.dtypes()[-1]
    length, src_gap, dst_gap = burst_units(machine, dst, BITS[source])
    run = item.int("blockLen") * length
    grow = BITS[target] / BITS[source]
    block = np.arange(item.int("blockCount", 1))[:, None]
    src_at = block * (run + item.int("srcGap") * src_gap)
    dst_at = block * (int(run * grow) + item.int("dstGap") * dst_gap)
    if source == target:
        lanes = np.arange(run)[None, :]
        dst.scatter(dst_at + lanes, src.gather(src_at + lanes, 8), 8)
        return
    convert_runs(dst, src, dst_at, src_at, run, source, target)


def convert_runs(dst, src, dst_at, src_at, run, source, target):
    size_in, size_out = BITS[source] // 8, BITS[target] // 8
    lanes = np.arange(run // size_in)[None, :]
    raw, marks = src.gather(src_at // size_in + lanes, BITS[source])
    values = encode(target, decode(source, raw), saturate=False)
    spread = np.where(marks != 0, (1 << BITS[target]) - 1, 0)
    dst.scatter(dst_at // size_out + lanes, (values, spread), BITS[target])


WORD_BITS = {"vdeq": 16, "vdeq8": 64, "vdeqs16": 64}


def drain_words(machine, item, blocks, mode):
    """Words of every block's sixteen columns, blocks x 16: a vector in UB, or the scalar of the record."""
    if mode not in WORD_BITS:
        return np.full((blocks, 16), item.int("deqScalar"), np.uint64)
    loc = machine.loc(item.operands()[2])
    at = np.arange(blocks)[:, None] * 16 + np.arange(16)[None, :]
    return loc.gather(at, WORD_BITS[mode])[0].astype(np.uint64)


def drained_bytes(values, words, relu):
    """Integers to 8 bits: a whole float factor, the offset and the sign of the word, its own relu bit.

    How the product is rounded, and whether it is limited to -256..255 before the offset, has no source (legacy.md 7, g;
    X42): where the candidates give different bytes the result is open.
    """
    words = words.astype(object)
    scale = np.array([w & 0xFFFFFFFF for w in words.ravel()], np.uint32).view(np.float32).reshape(words.shape)
    offset, signed = (words >> 37 & 511).astype(np.int64), (words >> 46 & 1).astype(np.int64) == 1
    offset = np.where(offset >= 256, offset - 512, offset)
    stop = (words >> 47 & 1).astype(np.int64) == 1
    factor = np.where((values < 0) & (stop | relu), np.float32(0), scale)
    product = values.astype(np.float64) * factor.astype(np.float64)
    low, high = np.where(signed, -128, 0), np.where(signed, 127, 255)
    ends = [np.clip(rounded + offset, low, high).astype(np.int64) & 0xFF
            for limit in (product, np.clip(product, -256, 255)) for rounded in (np.floor(limit), np.ceil(limit))]
    same = (ends[0] == ends[1]) & (ends[0] == ends[2]) & (ends[0] == ends[3])
    return ends[0], np.where(same, 0, 0xFF)


def halves(values, exact_only):
    """Half results. Nothing is written about those past the range, nor on a product's rounding (legacy.md 3.3, 7 g)."""
    raw = encode("half", values)
    back = decode("half", raw)
    decided = (back == values) if exact_only else (np.abs(values) < 65520)
    return raw, np.where(decided, 0, 0xFFFF)


def convert_drained(item, raw, source, target, words):
    """Raw results of the conversions of legacy.md 3.3 and their open bits; words are those of every element."""
    mode, relu = item.text("crmode", "none"), item.flag("relu")
    relu = relu or mode.endswith("relu")
    closed = np.zeros(raw.shape, np.int64)
    if mode == "none" and source == target and not relu:
        return raw, closed
    values = decode(source, raw)
    if mode.endswith("deq8"):
        return drained_bytes(values, words, relu)
    values = np.where(values < 0, 0, values) if relu else values
    if mode.endswith("deqs16"):
        shift = (words.astype(object) >> 32 & 15).astype(np.int64) + 1
        return np.clip(values.astype(np.int64) >> shift, -32768, 32767) & 0xFFFF, closed
    if mode in ("deq", "vdeq", "scale_f16"):
        return halves(values.astype(np.float64) * decode("half", words & np.uint64(0xFFFF)), True)
    return halves(values, False) if target == "half" and source == "float" else (encode(target, values), closed)


def drain(machine, item, dst, src):
    """L0C to UB on the products without Fixpipe: 16x16 fractals in order, or the first row of each (legacy.md 3.2)."""
    source, target = item.dtypes()[0], item.dtypes()[-1]
    blocks, run = item.int("blockCount", 1), item.int("blockLen")
    rows = 1 if item.text("blockMode", "matrix") == "vector" else 16
    block = np.arange(blocks)[:, None, None, None]
    fractal, row = np.arange(run)[None, :, None, None], np.arange(rows)[None, None, :, None]
    column = np.arange(16)[None, None, None, :]
    src_at = (block * (run + item.int("srcGap")) + fractal) * 256 + row * 16 + column
    raw, marks = src.gather(src_at, BITS[source])
    words = drain_words(machine, item, blocks, item.text("crmode", "none"))[:, None, None, :]
    values, undecided = convert_drained(item, raw, source, target, np.broadcast_to(words, src_at.shape))
    store = item.int("sidStoreMode")
    slot = 32 if BITS[target] == 8 and store < 2 else 16 * BITS[target] // 8
    start = 16 if BITS[target] == 8 and store == 1 else 0
    dst_at = block * (run * rows * slot + item.int("dstGap") * 32) + (fractal * rows + row) * slot + start
    spread = np.where(marks != 0, (1 << BITS[target]) - 1, undecided)
    dst.scatter(dst_at * 8 // BITS[target] + column, (values, spread), BITS[target])


def data_copy_pad(machine, item):
    """Rows of any number of bytes; the on-chip side starts every row at a 32-byte boundary (pages DataCopyPad).

    GM strides are bytes and local strides 32-byte units, tail to head. From GM, leftPadding and rightPadding elements
    stand beside every row whatever isPad says: it is their value that is random without it.
    """
    dst, src = (machine.loc(o) for o in item.operands())
    run = item.int("blockLen")
    block = np.arange(item.int("blockCount", 1))[:, None]
    if run == 0:
        return
    if src.kind == "gm":
        pad_from_gm(item, dst, src, run, block)
        return
    lanes = np.arange(run)[None, :]
    whole = -(-run // 32) * 32
    src_at = block * (whole + item.int("srcStride") * 32)
    if dst.kind == "gm":
        dst_at = block * (run + item.int("dstStride"))
    else:
        # No source tells what follows a row that ends inside the 32 bytes of L1.
        dst_at = block * (whole + item.int("dstStride") * 32)
        dst.leave_open(dst_at + np.arange(whole)[None, :], 8)
    dst.scatter(dst_at + lanes, src.gather(src_at + lanes, 8), 8)


def pad_from_gm(item, dst, src, run, block):
    dtype = item.text("dtype")
    size = BITS[dtype] // 8
    left, right = item.int("leftPadding") * size, item.int("rightPadding") * size
    whole = -(-(run + left + right) // 32) * 32
    dst_at = block * (whole + item.int("dstStride") * 32)
    src_at = block * (run + item.int("srcStride"))
    lanes, all_lanes = np.arange(run)[None, :], np.arange(whole)[None, :]
    dst.leave_open(dst_at + all_lanes, 8)
    behind = whole if dst.kind == "ub" else left + run + right  # the page of GM to L1 has no word on the rest
    if left + right == 0 and dst.kind == "ub":
        # What follows the row repeats its first element, whatever isPad says.
        first = src.gather(src_at + np.arange(size)[None, :], 8)
        dst.scatter(dst_at + all_lanes, [np.tile(plane, whole // size) for plane in first], 8)
    elif item.flag("isPad"):
        raw = value_bits(item.text("paddingValue", "0"), dtype, encode)
        word = np.frombuffer(int(raw).to_bytes(size, "little"), np.uint8)
        dst.put(dst_at + np.arange(behind)[None, :], np.broadcast_to(np.resize(word, behind), (len(block), behind)), 8)
    dst.scatter(dst_at + left + lanes, src.gather(src_at + lanes, 8), 8)


def copy_bits(dtype):
    """b4 data: the parameters count pairs of nibbles (semantics.md 11)."""
    return max(BITS[dtype], 8)


def place_nz(item, dst, n, d, depth, c0, pair_of, bits, count):
    """Stores matrices of n rows x d columns as NZ; columns up to the next C0 become 0."""
    c0_stride, n_stride = item.int("dstNzC0Stride") * c0, item.int("dstNzNStride") * c0
    matrix = np.arange(count)[:, None, None] * item.int("dstNzMatrixStride")
    rows, wide = np.arange(n)[None, :, None], np.arange(depth)[None, None, :]
    target = matrix + wide // c0 * c0_stride + rows * n_stride + wide % c0
    blank = np.zeros(target.shape, np.uint64)
    real = wide < d
    values, marks = pair_of(np.minimum(wide, d - 1), rows)
    dst.scatter(target, (np.where(real, values, blank), np.where(real, marks, blank)), bits)


def small_c0(item, dst, src, matrix, count, n, d, row_step, column_step, bits):
    """Rows of four elements without gaps, zeros behind dValue and up to the next 32 bytes (semantics.md 11; the vendor's
    page of DN2NZ says the same of its result)."""
    lanes = -(-n * 4 // c0_of(bits)) * c0_of(bits)
    element = np.arange(lanes)[None, :]
    row, column = element // 4, element % 4
    real = (row < n) & (column < d)
    start = np.arange(count)[:, None]
    at = np.where(real, matrix.reshape(-1, 1) + row * row_step + column * column_step, 0)
    values, marks = src.gather(at, bits)
    target = start * item.int("dstNzMatrixStride") + element
    dst.scatter(target, (np.where(real, values, 0), np.where(real, marks, 0)), bits)


def nd2nz(machine, item):
    dst, src = (machine.loc(o) for o in item.operands())
    bits = copy_bits(item.text("dtype"))
    c0 = c0_of(bits)
    count, n, d = item.int("ndNum", 1), item.int("nValue"), item.int("dValue")
    if 0 in (count, n, d):
        return
    matrix = np.arange(count)[:, None, None] * item.int("srcNdMatrixStride")
    pitch = item.int("srcDValue")
    if item.flag("enableSmallC0"):
        small_c0(item, dst, src, matrix, count, n, d, pitch, 1, bits)
        return
    place_nz(item, dst, n, d, -(-d // c0) * c0, c0,
             lambda wide, rows: src.gather(matrix + rows * pitch + wide, bits), bits, count)


def dn2nz(machine, item):
    dst, src = (machine.loc(o) for o in item.operands())
    bits = copy_bits(item.text("dtype"))
    c0 = c0_of(bits)
    count, n, d = item.int("dnNum", 1), item.int("nValue"), item.int("dValue")
    if 0 in (count, n, d):
        return
    matrix = np.arange(count)[:, None, None] * item.int("srcDnMatrixStride")
    pitch = item.int("srcDValue")
    if item.flag("enableSmallC0"):
        small_c0(item, dst, src, matrix, count, n, d, 1, pitch, bits)
        return
    place_nz(item, dst, n, d, -(-d // c0) * c0, c0,
             lambda wide, rows: src.gather(matrix + wide * pitch + rows, bits), bits, count)


def fill(machine, item):
    (dst,) = (machine.loc(o) for o in item.operands())
    dtype = item.text("dtype")
    size = BITS[dtype] // 8
    raw = value_bits(item.text("value", "0"), dtype, encode)
    if machine.arch in ("2002", "1001"):
        run, pitch = 512, 512
    else:
        unit = 32 if dst.kind == "l1" else 512
        run = item.int("blockNum") * unit
        pitch = run + item.int("dstGap") * unit
    repeat = np.arange(item.int("repeatTimes"))[:, None]
    lanes = np.arange(run // size)[None, :]
    target = repeat * pitch // size + lanes
    dst.put(target, np.full(target.shape, raw, np.uint64), BITS[dtype])


HANDLERS = {"data_copy": data_copy, "data_copy_pad": data_copy_pad, "nd2nz": nd2nz, "dn2nz": dn2nz, "fill": fill}
