"""Random legal Mmad, MmadMx and MmadWithSparse records on values whose sums are exact in every format."""
import numpy as np

from cases_load import ceil_div, ceil_to
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


def operand(case, space, count, dtype, reach, align=512):
    """Random elements in whole fractals somewhere in L0; returns the address."""
    bits = BITS[dtype]
    nbytes = ceil_to(count * bits // 8, 512)
    start = ceil_to(case.registers.get(space, 0), align) + case.pick([0, 0, align])
    if start + nbytes > case.sizes[space]:
        from case import Full
        raise Full()
    case.registers[space] = start + nbytes
    raw = exact_values(case, dtype, nbytes * 8 // bits, reach)
    if bits == 4:
        raw = raw[0::2] | raw[1::2] << 4
    case.put(space, start, raw.astype({4: np.uint8, 8: np.uint8, 16: np.uint16, 32: np.uint32}[bits]))
    return start


def result(case, m, n, dtype):
    """A place in L0C that holds small values, so that accumulation stays exact."""
    bits = BITS[dtype]
    nbytes = ceil_div(m, 16) * ceil_div(n, 16) * 256 * bits // 8
    place = case.alloc("l0c", nbytes, 1024)
    raw = exact_values(case, dtype, nbytes * 8 // bits, 64)
    if not is_float(dtype) and case.chance(0.8):
        raw = case.rng.integers(-1000, 1000, len(raw)).astype(np.int64)
    case.put("l0c", place, raw.astype({16: np.uint16, 32: np.uint32}[bits]))
    return place


def size_of(case, most):
    """Often not a multiple of 16."""
    return case.pick([case.int(1, most), case.int(1, most), 16 * case.int(1, ceil_div(most, 16)), case.int(1, 20)])


def bias_of(case, n, dtype):
    place = case.source("bt", ceil_to(n, 16) * 4, 64)
    if "bias" in case.registers:
        return None
    case.registers["bias"] = True
    raw = case.rng.integers(-500, 500, ceil_to(n, 16))
    case.put("bt", place, encode(dtype, raw).astype(np.uint32))
    return place


def mmad(case):
    dtypes = case.pick(TRIPLES[case.arch])
    a_type, b_type, c_type = dtypes.split(":")
    c0 = c0_of(BITS[a_type])
    m = 1 if case.chance(0.12) else size_of(case, 80)
    n, k = size_of(case, 80), size_of(case, 4 * c0)
    if a_type == "int4":
        k = ceil_to(k, 2)
    reach = 2 if c_type == "half" else 8
    fields = dict(m=m, n=n, k=k, cmatrixInitVal=case.chance(0.5), kDirectionAlign=False, disableGemv=False)
    k_fractals = ceil_div(k, c0)
    if a_type == "float" and case.arch == "2201" and case.chance(0.5):
        fields["kDirectionAlign"] = True
        k_fractals = 2 * ceil_div(k, 16)
    if case.arch == "3510" and case.chance(0.3):
        fields["disableGemv"] = True
    hf32(case, a_type)
    if a_type == "float" and case.registers.get("hf32"):
        reach = 2000
    a = operand(case, "l0a", ceil_to(m, 16) * k_fractals * c0, a_type, reach)
    b = operand(case, "l0b", k_fractals * c0 * ceil_to(n, 16), b_type, min(reach, 8))
    c = result(case, m, n, c_type)
    operands = ["l0c:%d" % c, "l0a:%d" % a, "l0b:%d" % b]
    start_value(case, (m, n), a_type, c_type, operands, fields)
    if case.chance(0.02):
        fields[case.pick(["m", "n", "k"])] = 0
    case.rec("mmad", operands, dict(cmatrixInitVal=True, kDirectionAlign=False, disableGemv=False, isBias=False,
                                    cmatrixSource=False), dtype=dtypes,
             **fields)


def start_value(case, sizes, a_type, c_type, operands, fields):
    """What C starts from: a bias row in BT, another matrix of L0C, or by the old switch what is there."""
    m, n = sizes
    if case.arch in ("2201", "3510", "3002", "3003") and a_type != "int4" and case.chance(0.4):
        # The width of a half in BT has no source.
        bias = bias_of(case, n, c_type) if n <= 200 and c_type != "half" and case.chance(0.7) else None
        operands.append("l0c:%d" % result(case, m, n, c_type) if bias is None else "bt:%d" % bias)
        fields["cmatrixInitVal"] = False
        if case.arch != "3003" and case.chance(0.5):
            fields["cmatrixSource"] = case.chance(0.5)
    elif case.chance(0.1):
        fields["isBias"] = True


def hf32(case, a_type):
    """Switches HF32 on or off before a float product (3510: the mantissa of 2201 is an open question)."""
    if case.arch != "3510" or a_type != "float" or not case.chance(0.4):
        return
    on = case.chance(0.7)
    case.registers["hf32"] = on
    case.rec("set_ctrl", [], hf32=on, hf32_mode=case.chance(0.5))


def scale_bytes(case, space, address, lines, groups):
    count = ceil_to(lines, 16) * groups
    case.put(space + "_mx", address // 16, case.rng.integers(126, 130, count).astype(np.uint8))


def mmad_mx(case):
    if case.arch != "3510":
        return
    family = case.pick([["fp4x2_e2m1", "fp4x2_e1m2"], ["fp8_e4m3fn", "fp8_e5m2"]])
    a_type, b_type = case.pick(family), case.pick(family)
    m = 1 if case.chance(0.12) else size_of(case, 60)
    n, k = size_of(case, 60), 64 * case.int(1, 3)
    align = 512 if BITS[a_type] == 4 else 1024
    a = operand(case, "l0a", ceil_to(m, 16) * k, a_type, 4, align)
    b = operand(case, "l0b", k * ceil_to(n, 16), b_type, 4, align)
    scale_bytes(case, "l0a", a, m, k // 32)
    scale_bytes(case, "l0b", b, n, k // 32)
    operands = ["l0c:%d" % result(case, m, n, "float"), "l0a:%d" % a, "l0b:%d" % b]
    fields = dict(m=m, n=n, k=k, cmatrixInitVal=case.chance(0.5))
    start_value(case, (m, n), a_type, "float", operands, fields)
    case.rec("mmad_mx", operands, dict(cmatrixInitVal=True), dtype="%s:%s:float" % (a_type, b_type), **fields)


def mmad_sparse(case):
    if case.arch != "2201":
        return
    m, n, k = size_of(case, 60), size_of(case, 60), 64 * case.int(1, 3)
    a = operand(case, "l0a", ceil_to(m, 16) * k, "int8", 8)
    b = operand(case, "l0b", k // 2 * ceil_to(n, 16), "int8", 8)
    count = k // 2 * ceil_to(n, 16) // 4
    index = case.rng.integers(0, 3, (count, 4)).astype(np.uint8)
    case.put("idx", b // 4, index[:, 0] | index[:, 1] << 2 | index[:, 2] << 4 | index[:, 3] << 6)
    case.rec("mmad_sparse", ["l0c:%d" % result(case, m, n, "int32"), "l0a:%d" % a, "l0b:%d" % b],
             dict(cmatrixInitVal=True), dtype="int8:int8:int32", m=m, n=n, k=k, cmatrixInitVal=case.chance(0.5))


FAMILIES = {"mmad": mmad, "mmad_mx": mmad_mx, "mmad_sparse": mmad_sparse}
