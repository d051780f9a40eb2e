"""Element types of the oracle: widths, decoding and encoding.

Every conversion is written from the definition of the format and shares nothing with the C sources.
The module is not called `numbers`, because numpy imports the standard module of that name.
"""
import functools

import numpy as np

BITS = {
    "int4": 4, "fp4x2_e2m1": 4, "fp4x2_e1m2": 4,
    "int8": 8, "uint8": 8, "fp8_e4m3fn": 8, "fp8_e5m2": 8, "hifloat8": 8, "fp8_e8m0": 8,
    "int16": 16, "uint16": 16, "half": 16, "bfloat16": 16,
    "int32": 32, "uint32": 32, "float": 32, "uint64": 64,
}
INT_RANGE = {
    "int4": (-8, 7), "int8": (-128, 127), "uint8": (0, 255), "int16": (-2**15, 2**15 - 1),
    "uint16": (0, 2**16 - 1), "int32": (-2**31, 2**31 - 1), "uint32": (0, 2**32 - 1), "uint64": (0, 2**64 - 1),
}
RAW = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


def c0_of(bits):
    """Elements in 32 bytes."""
    return 256 // bits


def is_float(dtype):
    return dtype not in INT_RANGE


def decode_minifloat(code, exponent_bits, mantissa_bits, bias):
    """Value of one non-negative code of a format without infinities or NaN (those are set by the caller)."""
    exponent = code >> mantissa_bits & (1 << exponent_bits) - 1
    mantissa = code & (1 << mantissa_bits) - 1
    if exponent == 0:
        return mantissa * 2.0 ** (1 - bias - mantissa_bits)
    return (1 + mantissa / (1 << mantissa_bits)) * 2.0 ** (exponent - bias)


def decode_hif8(code):
    """HiFloat8: sign, prefix code for the width of the exponent, exponent (sign, hidden 1), mantissa."""
    sign = -1.0 if code & 0x80 else 1.0
    body = code & 0x7F
    if code == 0x80:
        return np.nan
    if body == 0x6F:
        return sign * np.inf
    if body >> 5 == 3:
        width, prefix = 4, 2
    elif body >> 5 == 2:
        width, prefix = 3, 2
    elif body >> 5 == 1:
        width, prefix = 2, 2
    elif body >> 4 == 1:
        width, prefix = 1, 3
    elif body >> 3 == 1:
        width, prefix = 0, 4
    else:
        return sign * (2.0 ** ((body & 7) - 23)) if body else 0.0
    mantissa_bits = 7 - prefix - width
    mantissa = body & (1 << mantissa_bits) - 1
    field = body >> mantissa_bits & (1 << width) - 1
    exponent = 0
    if width:
        magnitude = 1 << (width - 1) | field & (1 << (width - 1)) - 1
        exponent = -magnitude if field >> (width - 1) else magnitude
    return sign * (1 + mantissa / (1 << mantissa_bits)) * 2.0 ** exponent


def decode_code(dtype, code):
    if dtype == "fp8_e8m0":
        return np.nan if code == 255 else 2.0 ** (code - 127)
    if dtype == "hifloat8":
        return decode_hif8(code)
    if dtype == "fp4x2_e2m1":
        return (-1.0 if code & 8 else 1.0) * decode_minifloat(code & 7, 2, 1, 1)
    if dtype == "fp4x2_e1m2":
        return (-1.0 if code & 8 else 1.0) * decode_minifloat(code & 7, 1, 2, 1)
    sign = -1.0 if code & 0x80 else 1.0
    if dtype == "fp8_e4m3fn":
        return sign * (np.nan if code & 0x7F == 0x7F else decode_minifloat(code & 0x7F, 4, 3, 7))
    if code & 0x7C == 0x7C:
        return sign * (np.nan if code & 3 else np.inf)
    return sign * decode_minifloat(code & 0x7F, 5, 2, 15)


@functools.lru_cache(maxsize=None)
def code_table(dtype):
    return np.array([decode_code(dtype, code) for code in range(1 << BITS[dtype])])


def decode(dtype, raw):
    """Raw bit patterns (unsigned, one an element) to float64 or int64 values."""
    raw = np.asarray(raw)
    with np.errstate(invalid="ignore"):
        if dtype == "float":
            return raw.astype(np.uint32).view(np.float32).astype(np.float64)
        if dtype == "half":
            return raw.astype(np.uint16).view(np.float16).astype(np.float64)
        if dtype == "bfloat16":
            return (raw.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if dtype in INT_RANGE:
        if INT_RANGE[dtype][0] == 0:
            return raw.astype(np.uint64) if dtype == "uint64" else raw.astype(np.int64)
        shift = 64 - BITS[dtype]
        return raw.astype(np.int64) << shift >> shift
    return code_table(dtype)[raw]


def nearest_code(dtype, values, away):
    """Index of the nearest finite code of an 8-bit or 4-bit float; ties to the even code or away from zero."""
    table = code_table(dtype)
    half_range = len(table) // 2
    codes = np.array([c for c in range(half_range) if np.isfinite(table[c])])
    codes = codes[np.argsort(table[codes], kind="stable")]
    levels = table[codes]
    magnitude = np.minimum(np.abs(values), levels[-1])
    high = np.clip(np.searchsorted(levels, magnitude), 1, len(levels) - 1)
    below, above = levels[high - 1], levels[high]
    distance_low, distance_high = magnitude - below, above - magnitude
    take_high = distance_high < distance_low
    tie = distance_high == distance_low
    take_high |= tie & (True if away else codes[high] % 2 == 0)
    code = np.where(take_high, codes[high], codes[high - 1])
    return np.where(np.signbit(values), code + half_range, code)


def round_f32(values):
    return np.asarray(values, dtype=np.float64).astype(np.float32)


def encode(dtype, values, saturate=True, keep_fp8_nan=False):
    """Float64 or integer values to raw bits: nearest even (hifloat8 half away), ints saturate.

    saturate: CTRL[48] = 0, infinities become the largest value and NaN becomes 0 (semantics.md 8.3, 10.3).
    """
    values = np.asarray(values)
    if dtype in INT_RANGE:
        low, high = INT_RANGE[dtype]
        bits = BITS[dtype]
        if bits == 64:
            return values.astype(np.uint64)
        return (np.clip(values, low, high).astype(np.int64) & (1 << bits) - 1).astype(np.uint64)
    values = values.astype(np.float64)
    if dtype == "float":
        with np.errstate(over="ignore"):
            out = values.astype(np.float32)
        return limit_inf(out, np.float32(np.finfo(np.float32).max), saturate).view(np.uint32)
    if dtype == "half":
        with np.errstate(over="ignore"):
            out = values.astype(np.float16)
        return limit_inf(out, np.float16(65504), saturate).view(np.uint16)
    if dtype == "bfloat16":
        return encode_bf16(values, saturate)
    return encode_small(dtype, values, saturate, keep_fp8_nan)


def limit_inf(out, largest, saturate):
    if saturate:
        out = np.where(np.isnan(out), out.dtype.type(0), np.clip(out, -largest, largest))
    return np.ascontiguousarray(out)


def encode_bf16(values, saturate):
    bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
    rounded = bits + 0x7FFF + (bits >> 16 & 1)
    out = (rounded >> 16).astype(np.uint16)
    out = np.where(np.isnan(values), np.uint16(0x7FC0), out)
    if saturate:
        infinite = out & 0x7FFF == 0x7F80
        out = np.where(infinite, out & 0x8000 | 0x7F7F, out)
        out = np.where(np.isnan(values), 0, out)
    return out.astype(np.uint16)


def overflows(table, magnitude):
    """Past the largest value by more than half a step, the step that the format would take next."""
    levels = np.sort(table[np.isfinite(table)])
    step = levels[-1] - levels[-2]
    even = int(np.flatnonzero(table == levels[-1])[0]) % 2 == 0
    limit = levels[-1] + step / 2
    return magnitude > limit if even else magnitude >= limit


def encode_small(dtype, values, saturate, keep_nan):
    table = code_table(dtype)
    finite = np.where(np.isfinite(values), values, np.where(np.isnan(values), 0.0, np.sign(values) * 1e30))
    code = nearest_code(dtype, finite, away=dtype == "hifloat8")
    nan_code = 0x80 if dtype == "hifloat8" else 0x7F
    if not saturate:
        code = np.where(overflows(table, np.abs(finite)), nan_code, code)
    nan = nan_code if keep_nan or not saturate else 0
    code = np.where(np.isnan(values), nan, code)
    if dtype == "hifloat8":
        code = np.where(code == 0x80, np.where(np.isnan(values), nan, 0), code)
    return code.astype(np.uint8)


def encode_hybrid(values):
    """Floats to hifloat8, saturating, by the vendor's scripts: beyond 2^4 and below 2^-4 the 14 bits behind the kept
    mantissa carry when they are not below the float's 14 lowest bits; between, ties go away from zero."""
    values = np.asarray(values, dtype=np.float32)
    bits = values.view(np.uint32).astype(np.int64)
    exponent, mantissa = (bits >> 23 & 0xFF) - 127, bits & 0x7FFFFF
    magnitude = np.abs(values.astype(np.float64))
    size = np.abs(exponent)
    kept = np.select([size < 4, size < 8], [3, 2], 1)
    kept = np.where(exponent < -15, 0, kept)
    drop = 23 - kept
    fraction = (mantissa & (1 << drop) - 1) >> drop - 14
    fraction = np.where(exponent == -23, 0x2000 + (mantissa >> 10), fraction)
    carries = (fraction >= mantissa & 0x3FFF).astype(np.int64)
    step = 2.0 ** (exponent - kept).astype(np.float64)
    near = np.where(exponent == -23, carries * 2.0 ** -22, ((mantissa >> drop) + (1 << kept) + carries) * step)
    near = np.where(exponent < -23, 0, near)
    near = np.where(np.isfinite(values), np.minimum(near, 32768), 32768)
    rounded = np.where(size < 4, magnitude, near) * np.where(values < 0, -1, 1)
    return encode("hifloat8", np.where(np.isnan(values), np.nan, rounded), True)


def round_hf32(values, toward_zero):
    """Float32 operands of the cube under HF32 on arch 3510: 1-8-10 (semantics.md 8.3)."""
    bits = np.asarray(values, dtype=np.float32).view(np.uint32).astype(np.uint64)
    if not toward_zero:
        bits = bits + 0xFFF + (bits >> 13 & 1)
    return (bits >> 13 << 13).astype(np.uint32).view(np.float32).astype(np.float64)
