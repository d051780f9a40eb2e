"""Random legal Mmad, MmadMx and MmadWithSparse records on values whose sums are exact in every format."""
import numpy as np

from case import Full, ceil_div, ceil_to
from cases_copy import fit
from formats import BITS, c0_of, code_table, encode, is_float

TRIPLES = {
    "3510": ["int8:int8:int32", "half:half:float", "float:float:float", "bfloat16:bfloat16:float",
             "fp8_e4m3fn:fp8_e4m3fn:float", "fp8_e4m3fn:fp8_e5m2:float", "fp8_e5m2:fp8_e4m3fn:float",
             "fp8_e5m2:fp8_e5m2:float", "hifloat8:hifloat8:float"],
    "2201": ["int8:int8:int32", "half:half:float", "float:float:float", "bfloat16:bfloat16:float", "int4:int4:int32"],
    "3002": ["int8:int8:int32", "half:half:float", "float:float:float", "bfloat16:bfloat16:float", "int4:int4:int32"],
    "2002": ["int8:int8:int32", "uint8:int8:int32", "uint8:uint8:int32", "half:half:half", "half:half:float",
             "int4:int4:int32"],
    "1001": ["uint8:uint8:uint32", "int8:int8:int32", "uint8:int8:int32", "half:half:half", "half:half:float"],
    "3003": ["int8:int8:int32", "half:half:half"], "3113": ["half:half:half"],
}
RAW = {4: np.uint8, 8: np.uint8, 16: np.uint16, 32: np.uint32}
SPECIALS = {"half": [0x7C00, 0xFC00, 0x7E00], "bfloat16": [0x7F80, 0xFF80, 0x7FC1], "fp8_e4m3fn": [0x7F, 0xFF],
            "float": [0x7F800000, 0xFF800000, 0x7FC00001], "fp8_e5m2": [0x7C, 0xFC, 0x7E],
            "hifloat8": [0x6F, 0xEF, 0x80]}


def exact_values(case, dtype, count, reach):
    """Raw elements: integers over the whole range, floats among small integers and halves."""
    if not is_float(dtype):
        return case.rng.integers(0, 1 << BITS[dtype], count).astype(np.uint64)
    if BITS[dtype] <= 8:
        table = code_table(dtype)
        table = np.where(np.isfinite(table), table, 1e9)
        good = np.flatnonzero((table < 1e9) & (np.abs(table) <= reach) & (table * 4 % 1 == 0))
        return case.rng.choice(good, count).astype(np.uint64)
    values = case.rng.integers(-reach * 2, reach * 2 + 1, count) / 2.0
    return encode(dtype, values).astype(np.uint64)


def room_of(case, space):
    return case.sizes[space] - case.registers.get(space, 0) - 2048


def operand(case, space, count, dtype, reach, align=512, odd=False):
    """Random elements in whole fractals somewhere in L0; returns the address. odd: infinities and NaN among them."""
    bits = BITS[dtype]
    nbytes = ceil_to(count * bits // 8, 512)
    start = ceil_to(case.registers.get(space, 0), align) + case.pick([0, 0, align])
    if start + nbytes > case.sizes[space]:
        raise Full()
    case.registers[space] = start + nbytes
    raw = exact_values(case, dtype, nbytes * 8 // bits, reach)
    if odd and dtype in SPECIALS:
        at = case.rng.random(len(raw)) < 0.002
        raw[at] = case.rng.choice(SPECIALS[dtype], int(at.sum()))
    if bits == 4:
        raw = raw[0::2] | raw[1::2] << 4
    case.put(space, start, raw.astype(RAW[bits]))
    return start


def result_bytes(m, n, dtype):
    return ceil_div(m, 16) * ceil_div(n, 16) * 32 * BITS[dtype]


def result(case, m, n, dtype, reach=64):
    """A place in L0C that holds small values, so that accumulation stays exact; some integers close to their limits."""
    nbytes = result_bytes(m, n, dtype)
    place = case.alloc("l0c", nbytes, 1024)
    raw = exact_values(case, dtype, nbytes * 8 // BITS[dtype], reach)
    kind = case.int(0, 9)
    if not is_float(dtype) and kind < 7:
        raw = case.rng.integers(-1000, 1000, len(raw)).astype(np.int64)
    elif not is_float(dtype) and kind == 7:
        edge = 0 if dtype == "uint32" else case.pick([2**31, -2**31])
        raw = (edge + case.rng.integers(-2000, 2000, len(raw))).astype(np.int64)
    case.put("l0c", place, raw.astype({16: np.uint16, 32: np.uint32}[BITS[dtype]]))
    return place


def sizes(case, a_type, b_type, c_type, k_unit, k_pitch):
    """m, n and k that fit: small, tails, and now and then one of them as large as the memories allow."""
    bits = BITS[a_type]
    dims = dict(m=1 if case.chance(0.12) else case.size(1, 4095), n=case.size(1, 4095), k=case.size(1, 4095))
    share = case.pick([0.05, 0.1, 0.2, 1.0])
    spaces = ("l0a", "l0b", "l0c")
    left = [max(4096, room_of(case, s) * share) for s in spaces[:2]]
    left.append(max(2048, (case.sizes["l0c"] - case.used.get("l0c", 0) - 8192) * share / 2))

    def good(d):
        d["k"] = min(4095 // k_unit * k_unit, ceil_to(d["k"], k_unit))
        fractals = k_pitch(d["k"])
        return (ceil_div(d["m"], 16) * fractals * 512 <= left[0] and ceil_div(d["n"], 16) * fractals * 512 <= left[1]
                and result_bytes(d["m"], d["n"], c_type) <= left[2] and bits)
    fit(dims, ["m", "n", "k"], good)
    return dims["m"], dims["n"], dims["k"]


def bias_of(case, n, dtype):
    """A row in the BiasTable; one of a trace."""
    width = BITS[dtype] // 8
    place = case.source("bt", ceil_to(n, 16) * 4, 64)
    if "bias" in case.registers:
        return None
    case.registers["bias"] = True
    raw = case.rng.integers(-500, 500, ceil_to(n, 16) * 4 // width)
    case.put("bt", place, encode(dtype, raw).astype(RAW[BITS[dtype]]))
    return place


def mmad(case):
    if case.vector_only:
        return
    dtypes = case.ask("dtype", TRIPLES[case.arch])
    a_type, b_type, c_type = dtypes.split(":")
    c0 = c0_of(BITS[a_type])
    align = case.arch in ("2201", "3003", "3113") and case.chance(0.5 if a_type == "float" else 0.05)

    def pitch(k):
        return 2 * ceil_div(k, 16) if align and a_type == "float" else ceil_div(k, c0)
    m, n, k = sizes(case, a_type, b_type, c_type, 2 if a_type == "int4" else 1, pitch)
    reach = (2 if k < 400 else 1) if c_type == "half" else 8
    fields = dict(m=m, n=n, k=k, cmatrixInitVal=case.chance(0.5), kDirectionAlign=align, disableGemv=False)
    if case.arch == "3510" and case.chance(0.3):
        fields["disableGemv"] = True
    control(case, a_type)
    if a_type == "float" and case.registers.get("hf32") and k < 200:
        reach = 2000
    odd = c_type == "float" and case.chance(0.1)
    a = operand(case, "l0a", ceil_to(m, 16) * pitch(k) * c0, a_type, reach, odd=odd)
    b = operand(case, "l0b", pitch(k) * c0 * ceil_to(n, 16), b_type, min(reach, 8))
    c = result(case, m, n, c_type)
    operands = ["l0c:%d" % c, "l0a:%d" % a, "l0b:%d" % b]
    start_value(case, (m, n), a_type, c_type, operands, fields)
    if case.chance(0.02):
        fields[case.pick(["m", "n", "k"])] = 0
    case.rec("mmad", operands, dict(cmatrixInitVal=True, kDirectionAlign=False, disableGemv=False, isBias=False,
                                    cmatrixSource=False), dtype=dtypes, **fields)


def start_value(case, size, a_type, c_type, operands, fields):
    """What C starts from: a bias row in BT, another matrix of L0C, or by the old switch what is there."""
    m, n = size
    if case.arch in ("2201", "3510", "3002", "3003") and a_type != "int4" and case.chance(0.4):
        row = ceil_to(n, 16) * 4 <= case.sizes["bt"] and case.chance(0.7)
        # A row of halves has no source (8.1) and is refused.
        bias = bias_of(case, n, c_type) if row and c_type != "half" else None
        operands.append("l0c:%d" % result(case, m, n, c_type) if bias is None else "bt:%d" % bias)
        fields["cmatrixInitVal"] = False
        if case.arch != "3003" and case.chance(0.5):
            fields["cmatrixSource"] = case.chance(0.5)
    elif case.chance(0.1):
        fields["isBias"] = True


CTRL = ("2201", "3510", "3002")
ORDER = ("2201", "3510", "3002")


def control(case, a_type):
    """Registers before a product: HF32 (the mantissa of 2201 and 3002 is open), kept infinities, order."""
    if case.arch in CTRL and case.chance(0.3 if a_type == "float" else 0.1):
        fields = dict(inf_nan=case.chance(0.4), fp8_nan=case.chance(0.2))
        case.registers["hf32"] = case.arch == "3510" and case.chance(0.7)
        if case.registers["hf32"] or case.chance(0.5):
            fields["hf32"] = case.registers["hf32"]
        case.rec("set_ctrl", [], dict.fromkeys(["inf_nan", "fp8_nan", "hf32", "hf32_mode"], False),
                 hf32_mode=case.chance(0.5), **fields)
    if case.arch in ORDER and case.chance(0.1):
        case.rec("set_mm_order", [], order=case.pick(["row", "column"]))


MX_PAIRS = [[a, b] for kind in (["fp4x2_e2m1", "fp4x2_e1m2"], ["fp8_e4m3fn", "fp8_e5m2"]) for a in kind for b in kind]


def scale_bytes(case, space, address, lines, groups, shift):
    """Scales around 2^shift, whose exponents are narrow enough for exact sums; now and then a NaN."""
    count = ceil_to(lines, 16) * groups
    scale = case.rng.integers(126, 128 if groups > 6 else 130, count) + shift
    if case.chance(0.03):
        scale[case.int(0, count - 1)] = 255
    case.put(space + "_mx", address // 16, scale.astype(np.uint8))


def mmad_mx(case):
    if case.arch != "3510":
        return
    dtypes = case.ask("dtype", ["%s:%s:float" % tuple(pair) for pair in MX_PAIRS])
    a_type, b_type, _ = dtypes.split(":")
    c0 = c0_of(BITS[a_type])
    m, n, k = sizes(case, a_type, b_type, "float", 64, lambda k: k // c0)
    align = 512 if BITS[a_type] == 4 else 1024
    reach = 4 if k <= 192 else 1
    control(case, a_type)
    a = operand(case, "l0a", ceil_to(m, 16) * k, a_type, reach, align)
    b = operand(case, "l0b", k * ceil_to(n, 16), b_type, reach, align)
    shift = case.int(-90, 90) if case.chance(0.3) else 0
    scale_bytes(case, "l0a", a, m, k // 32, shift)
    scale_bytes(case, "l0b", b, n, k // 32, -shift)
    operands = ["l0c:%d" % result(case, m, n, "float", 8), "l0a:%d" % a, "l0b:%d" % b]
    fields = dict(m=m, n=n, k=k, cmatrixInitVal=case.chance(0.5))
    start_value(case, (m, n), a_type, "float", operands, fields)
    if case.chance(0.02):
        fields[case.pick(["m", "n", "k"])] = 0
    case.rec("mmad_mx", operands, dict(cmatrixInitVal=True), dtype=dtypes, **fields)


def mmad_sparse(case):
    if case.arch != "2201":
        return
    m, n, k = sizes(case, "int8", "int8", "int32", 64, lambda k: k // 32)
    a = operand(case, "l0a", ceil_to(m, 16) * k, "int8", 8)
    b = operand(case, "l0b", k // 2 * ceil_to(n, 16), "int8", 8)
    count = k // 2 * ceil_to(n, 16) // 4
    index = case.rng.integers(0, 3, (count, 4)).astype(np.uint8)
    case.put("idx", b // 4, index[:, 0] | index[:, 1] << 2 | index[:, 2] << 4 | index[:, 3] << 6)
    fields = dict(m=m, n=n, k=k, cmatrixInitVal=case.chance(0.5))
    if case.chance(0.03):
        fields[case.pick(["m", "n", "k"])] = 0
    case.rec("mmad_sparse", ["l0c:%d" % result(case, m, n, "int32"), "l0a:%d" % a, "l0b:%d" % b],
             dict(cmatrixInitVal=True), dtype="int8:int8:int32", **fields)


FAMILIES = {"mmad": mmad, "mmad_mx": mmad_mx, "mmad_sparse": mmad_sparse}
