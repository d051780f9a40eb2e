"""Mmad, MmadMx and MmadWithSparse (semantics.md 7, 8, 9)."""
import numpy as np

from formats import BITS, INT_RANGE, c0_of, decode, encode, round_hf32


def ceil_div(a, b):
    return -(-a // b)


class Shape:
    def __init__(self, item):
        self.m, self.n, self.k = item.int("m"), item.int("n"), item.int("k")


class Rounded:
    """The shape of all of C's fractals."""

    def __init__(self, shape):
        self.m, self.n = 16 * ceil_div(shape.m, 16), 16 * ceil_div(shape.n, 16)


def values_of(loc, offsets, dtype):
    """Values and, per element, whether they are decided."""
    raw, marks = loc.gather(offsets, BITS[dtype])
    return decode(dtype, raw), marks == 0


def a_offsets(machine, item, shape, dtype):
    c0 = c0_of(BITS[dtype])
    k = np.arange(shape.k)[None, :]
    m = np.arange(shape.m)[:, None]
    if shape.m == 1 and item.head == "mmad" and not item.flag("disableGemv"):
        return k
    k_fractals = ceil_div(shape.k, c0)
    if machine.family["l0a_nz"]:
        return (k // c0 * ceil_div(shape.m, 16) + m // 16) * 16 * c0 + m % 16 * c0 + k % c0
    if item.flag("kDirectionAlign") and dtype == "float":
        k_fractals = 2 * ceil_div(shape.k, 16)
    return (m // 16 * k_fractals + k // c0) * 16 * c0 + m % 16 * c0 + k % c0


def b_offsets(n_size, k_size, dtype):
    c0 = c0_of(BITS[dtype])
    k, n = np.arange(k_size)[:, None], np.arange(n_size)[None, :]
    return (k // c0 * ceil_div(n_size, 16) + n // 16) * 16 * c0 + n % 16 * c0 + k % c0


def c_offsets(shape):
    m, n = np.arange(shape.m)[:, None], np.arange(shape.n)[None, :]
    return (n // 16 * ceil_div(shape.m, 16) + m // 16) * 256 + m % 16 * 16 + n % 16


def initial(machine, item, shape, c_loc, dtype):
    zero = item.flag("cmatrixInitVal", True) and not item.flag("isBias")
    if zero:
        blank = np.zeros((shape.m, shape.n))
        return blank, blank == 0
    bias = item.operands()[3:4]
    if not bias:
        return values_of(c_loc, c_offsets(shape), dtype)
    loc = machine.loc(bias[0])
    if loc.kind == "l0c":
        return values_of(loc, c_offsets(shape), dtype)
    if BITS[dtype] == 16:
        # 8.1 gives the entries of a BiasTable for float and int32 alone.
        return np.zeros((shape.m, shape.n)), np.zeros((shape.m, shape.n), bool)
    row, known = values_of(loc, np.arange(shape.n)[None, :], dtype)
    return np.repeat(row, shape.m, axis=0), np.repeat(known, shape.m, axis=0)


def integer_sum(a, b, start, dtype):
    """The saturated sum, and where it does not depend on the order of the additions."""
    low, high = INT_RANGE[dtype]
    a, b = a.astype(np.int64), b.astype(np.int64)
    total = a @ b + start
    up, down = np.maximum(a, 0), np.minimum(a, 0)
    rise = up @ np.maximum(b, 0) + down @ np.minimum(b, 0)
    fall = up @ np.minimum(b, 0) + down @ np.maximum(b, 0)
    same = (rise == 0) | (fall == 0)
    return total, same | ((start + rise <= high) & (start + fall >= low))


def float_sum(machine, a, b, start, source):
    """In double precision (every finite sum of the fuzzer's data is exact), and where the documents decide it."""
    registers = machine.registers
    decided = np.ones((a.shape[0], b.shape[1]), bool)
    if registers.hf32 and source == "float":
        if machine.arch != "3510":
            decided[:] = False  # the mantissa of 2201 and 3002 stands in a figure only (8.3)
        a, b = round_hf32(a, registers.hf32_toward_zero), round_hf32(b, registers.hf32_toward_zero)
    with np.errstate(invalid="ignore", over="ignore"):
        return a @ b + start, decided


NAN_BITS = {"float": 0x807FFFFF, "half": 0x83FF}


def store_result(machine, item, shape, c_loc, result, known, dtype):
    keep = machine.registers.inf_nan
    raw = encode(dtype, result, saturate=not keep)
    mask = np.where(known, 0, (1 << BITS[dtype]) - 1)
    if keep and dtype in NAN_BITS:
        # Nothing says which of its codes a kept NaN has.
        mask = np.where(np.isnan(result), mask | NAN_BITS[dtype], mask)
    whole = Rounded(shape)
    c_loc.leave_void(c_offsets(whole), BITS[dtype])
    c_loc.scatter(c_offsets(shape), (raw, mask), BITS[dtype])


def accumulate(machine, item, shape, locs, a, b, dtypes):
    (a, a_known), (b, b_known) = a, b
    start, known = initial(machine, item, shape, locs[0], dtypes[2])
    known = known & a_known.all(axis=1)[:, None] & b_known.all(axis=0)[None, :]
    if dtypes[2] in INT_RANGE:
        result, decided = integer_sum(a, b, start.astype(np.int64), dtypes[2])
    else:
        result, decided = float_sum(machine, a, b, start, dtypes[0])
    store_result(machine, item, shape, locs[0], result, known & decided, dtypes[2])
    locs[0].leave_unasked(c_offsets(shape)[~decided], BITS[dtypes[2]])


def mmad(machine, item):
    shape, dtypes = Shape(item), item.dtypes()
    if 0 in (shape.m, shape.n, shape.k):
        return
    locs = [machine.loc(o) for o in item.operands()[:3]]
    a = values_of(locs[1], a_offsets(machine, item, shape, dtypes[0]), dtypes[0])
    b = values_of(locs[2], b_offsets(shape.n, shape.k, dtypes[1]), dtypes[1])
    accumulate(machine, item, shape, locs, a, b, dtypes)


def scales(machine, loc, count, groups):
    """Scales of `count` rows (or columns) in groups of 32 K elements, from the address that the operand implies."""
    mx = machine.loc("%s_mx:%d" % (loc.kind, loc.base // 16))
    line, g = np.arange(count)[:, None], np.arange(groups)[None, :]
    offsets = (line // 16 * (groups // 2) + g // 2) * 32 + line % 16 * 2 + g % 2
    value, known = values_of(mx, offsets, "fp8_e8m0")
    return np.repeat(value, 32, axis=1), np.repeat(known, 32, axis=1)


def mmad_mx(machine, item):
    shape, dtypes = Shape(item), item.dtypes()
    if 0 in (shape.m, shape.n, shape.k):
        return
    locs = [machine.loc(o) for o in item.operands()[:3]]
    a, a_known = values_of(locs[1], a_offsets(machine, item, shape, dtypes[0]), dtypes[0])
    b, b_known = values_of(locs[2], b_offsets(shape.n, shape.k, dtypes[1]), dtypes[1])
    scale_a, sa_known = scales(machine, locs[1], shape.m, shape.k // 32)
    scale_b, sb_known = scales(machine, locs[2], shape.n, shape.k // 32)
    accumulate(machine, item, shape, locs, (a * scale_a, a_known & sa_known),
               (b * scale_b.T, b_known & sb_known.T), dtypes)


def mmad_sparse(machine, item):
    """A is full, B is stored with half of K; two 2-bit indices choose A's partners in every four (section 7)."""
    shape, dtypes = Shape(item), item.dtypes()
    if 0 in (shape.m, shape.n, shape.k):
        return
    locs = [machine.loc(o) for o in item.operands()[:3]]
    a, a_known = values_of(locs[1], a_offsets(machine, item, shape, dtypes[0]), dtypes[0])
    dense = shape.k // 2
    b, b_known = values_of(locs[2], b_offsets(shape.n, dense, dtypes[1]), dtypes[1])
    k, n = np.arange(dense)[:, None], np.arange(shape.n)[None, :]
    place = (k // 32 * ceil_div(shape.n, 16) + n // 16) * 128 + n % 16 * 8 + k % 32 // 4
    words, _ = machine.loc("idx:%d" % (locs[2].base // 4)).gather(place, 8)
    index = words >> (k % 4 * 2) & 3
    pick = k // 2 * 4 + index + k % 2
    spread = np.zeros((shape.k, shape.n), np.int64)
    np.add.at(spread, (pick, np.broadcast_to(n, pick.shape)), b)
    accumulate(machine, item, shape, locs, (a, a_known), (spread, np.repeat(b_known.all(axis=0)[None, :], shape.k, 0)),
               dtypes)


HANDLERS = {"mmad": mmad, "mmad_mx": mmad_mx, "mmad_sparse": mmad_sparse}
