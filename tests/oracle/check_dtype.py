#!/usr/bin/python3
"""Check the conversions of buffers/float_formats.c against the definitions of the formats, read anew here.

usage: check_dtype.py PATH_OF_dtype_codec
half and float are compared with numpy; all others with tables built from the bit strings.
"""
import subprocess
import sys
from bisect import bisect_right

import numpy as np

EVEN, AWAY, HALF_ZERO, ZERO, HYBRID = range(5)
CODEC = sys.argv[1]
RNG = np.random.default_rng(20240925)
failures = 0


def codec(words, *args):
    command = [CODEC] + [str(a) for a in args]
    done = subprocess.run(command, input=np.asarray(words, np.uint64).tobytes(), capture_output=True, check=True)
    return np.frombuffer(done.stdout, np.uint64)


def encode(values, name, mode=EVEN, saturate=0, keep_nan=0):
    return codec(np.asarray(values, np.float64).view(np.uint64), "encode", name, mode, saturate, keep_nan)


def report(what, inputs, got, expected):
    global failures
    wrong = np.flatnonzero(got != expected)
    if len(wrong):
        failures += 1
        i = wrong[0]
        print(f"FAIL {what}: {len(wrong)} of {len(got)}, first {inputs[i]!r}: {got[i]:#x}, expected {expected[i]:#x}")
    else:
        print(f"ok   {what}: {len(got)}")


# --- the formats, from their definitions ---

def ieee_like(exponent_bits, mantissa_bits, bias, infinities, nan_codes):
    """Value of each code without its sign; None stands for NaN."""
    table = []
    for code in range(1 << (exponent_bits + mantissa_bits)):
        e, m = code >> mantissa_bits, code & ((1 << mantissa_bits) - 1)
        if code in infinities:
            table.append(np.inf)
        elif code in nan_codes:
            table.append(None)
        elif e == 0:
            table.append(m * 2.0 ** (1 - bias - mantissa_bits))
        else:
            table.append((1 + m / (1 << mantissa_bits)) * 2.0 ** (e - bias))
    return table


def hif8_magnitude(code):
    """From the bit string: dot prefix, sign-magnitude exponent with a hidden leading one, mantissa."""
    bits = format(code, "07b")
    if code == 0b1101111:
        return np.inf
    if bits.startswith("0000"):
        return 2.0 ** (int(bits[4:], 2) - 23) if code else 0.0
    for prefix, width in (("11", 4), ("10", 3), ("01", 2), ("001", 1), ("0001", 0)):
        if bits.startswith(prefix):
            rest = bits[len(prefix):]
            exponent, mantissa = rest[:width], rest[width:]
            e = int("1" + exponent[1:], 2) if width else 0
            if width and exponent[0] == "1":
                e = -e
            return (1 + int(mantissa, 2) / 2 ** len(mantissa)) * 2.0 ** e
    raise AssertionError(bits)


TABLES = {
    "half": ieee_like(5, 10, 15, {0x7C00}, range(0x7C01, 0x8000)),
    "bfloat16": ieee_like(8, 7, 127, {0x7F80}, range(0x7F81, 0x8000)),
    "fp8_e4m3fn": ieee_like(4, 3, 7, set(), {0x7F}),
    "fp8_e5m2": ieee_like(5, 2, 15, {0x7C}, {0x7D, 0x7E, 0x7F}),
    "fp4x2_e2m1": ieee_like(2, 1, 1, set(), set()),
    "fp4x2_e1m2": ieee_like(1, 2, 1, set(), set()),
    "hifloat8": [hif8_magnitude(code) for code in range(128)],
}
# Where the number after the largest one would be: half of that step is the border to overflow.
BEYOND = {"half": 65536.0, "bfloat16": 2.0 ** 128, "fp8_e4m3fn": 480.0, "fp8_e5m2": 65536.0, "fp4x2_e2m1": 8.0,
          "fp4x2_e1m2": 2.0, "hifloat8": 49152.0}
OVERFLOW = {"half": 0x7C00, "bfloat16": 0x7F80, "fp8_e4m3fn": 0x7F, "fp8_e5m2": 0x7C, "fp4x2_e2m1": 7,
            "fp4x2_e1m2": 7, "hifloat8": 0x6F}
NAN = {"half": 0x7FFF, "bfloat16": 0x7FFF, "fp8_e4m3fn": 0x7F, "fp8_e5m2": 0x7F, "fp4x2_e2m1": 0, "fp4x2_e1m2": 0,
       "hifloat8": 0x80}


def check_decode(name, table):
    size = len(table)
    codes = np.arange(2 * size, dtype=np.uint64)
    got = codec(codes, "decode", name).view(np.float64)
    values = np.array([np.nan if v is None else v for v in table])
    expected = np.concatenate([values, -values])
    if name == "hifloat8":
        expected[0x80] = np.nan
    same = (got.view(np.uint64) == expected.view(np.uint64)) | (np.isnan(got) & np.isnan(expected))
    report(f"decode {name}", codes, (~same).astype(np.uint64), np.zeros(len(codes), np.uint64))


def lattice(name):
    pairs = sorted((v, c) for c, v in enumerate(TABLES[name]) if v is not None and np.isfinite(v))
    return np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs], np.uint64)


def nearest(name, x, mode, saturate):
    """Codes of the non-negative finite doubles x, by search in the table of the numbers."""
    values, codes = lattice(name)
    steps = np.append(values, BEYOND[name])
    all_codes = np.append(codes, np.uint64(codes[-1] if saturate else OVERFLOW[name]))
    low = np.searchsorted(values, x, side="right") - 1
    tie = (steps[low] + steps[low + 1]) / 2
    up = x > tie
    at_tie = (x == tie) & (x != steps[low])
    if mode == AWAY:
        up |= at_tie
    elif mode == EVEN:
        up |= at_tie & (codes[low] % 2 == 1)
    elif mode == ZERO:
        up[:] = False
    return all_codes[low + up]


def sample(name):
    values, _ = lattice(name)
    steps = np.append(values, BEYOND[name])
    ties = (steps[:-1] + steps[1:]) / 2
    points = np.concatenate([steps, ties, [BEYOND[name] * 3, 1e300, 5e-324]])
    points = np.concatenate([points, np.nextafter(points, np.inf), np.nextafter(points, 0)])
    low, high = np.log2(values[1]) - 4, np.log2(values[-1]) + 3
    return np.concatenate([points, 2.0 ** RNG.uniform(low, high, 400_000)])


def check_encode(name):
    x = sample(name)
    sign = np.uint64(len(TABLES[name]))
    for mode in (AWAY, HALF_ZERO, ZERO) if name == "hifloat8" else (EVEN, AWAY, HALF_ZERO, ZERO):
        for saturate in (0, 1):
            expected = nearest(name, x, mode, saturate)
            report(f"encode {name} mode {mode} saturate {saturate}", x, encode(x, name, mode, saturate), expected)
            negative = np.where((name == "hifloat8") & (expected == 0), np.uint64(0), expected | sign)
            report(f"encode -{name} mode {mode} saturate {saturate}", -x, encode(-x, name, mode, saturate), negative)
    special = [np.nan, np.inf, -np.inf]
    largest = lattice(name)[1][-1]
    over = np.uint64(OVERFLOW[name])
    report(f"specials {name}", special, encode(special, name),
           np.array([NAN[name], over, over | sign], np.uint64))
    report(f"specials {name} saturated", special, encode(special, name, AWAY, 1),
           np.array([0, largest, largest | sign], np.uint64))
    report(f"specials {name} saturated, NaN kept", special, encode(special, name, AWAY, 1, 1),
           np.array([NAN[name], largest, largest | sign], np.uint64))


def check_powers_and_integers():
    """e8m0 has powers of two alone and 255 for NaN; int4 is two's complement. Every code, both ways."""
    codes = np.arange(255, dtype=np.uint64)
    powers = np.ldexp(1.0, np.arange(255) - 127)
    report("decode fp8_e8m0", codes, codec(codes, "decode", "fp8_e8m0"), powers.view(np.uint64))
    report("encode fp8_e8m0", powers, encode(powers, "fp8_e8m0"), codes)
    report("fp8_e8m0 NaN", [0], np.isnan(codec([255], "decode", "fp8_e8m0").view(np.float64)).astype(np.uint64),
           np.array([1], np.uint64))
    report("encode NaN to fp8_e8m0", [0], encode([np.nan], "fp8_e8m0"), np.array([255], np.uint64))
    codes = np.arange(16, dtype=np.uint64)
    values = np.where(codes < 8, codes.astype(np.int64), codes.astype(np.int64) - 16).astype(np.float64)
    report("decode int4", codes, codec(codes, "decode", "int4"), values.view(np.uint64))
    x = np.arange(-40, 41) / 2.0
    whole = np.clip(np.rint(x), -8, 7).astype(np.int64)
    report("encode int4", x, encode(x, "int4"), (whole & 15).astype(np.uint64))


def check_numpy():
    x = np.concatenate([sample("half"), -sample("half")])
    with np.errstate(over="ignore", under="ignore"):
        report("half is numpy's", x, encode(x, "half"), x.astype(np.float16).view(np.uint16).astype(np.uint64))
        bits = RNG.integers(0, 2 ** 64, 1_000_000, dtype=np.uint64)
        near = bits[::2] % np.uint64(290) + np.uint64(868)  # around float's range
        bits[::2] = (bits[::2] & np.uint64(0x800FFFFFFFFFFFFF)) | near << np.uint64(52)
        x = bits.view(np.float64)
        x = x[~np.isnan(x)]
        report("float is numpy's", x, encode(x, "float"), x.astype(np.float32).view(np.uint32).astype(np.uint64))


def hybrid(word):
    """HiFloat8's hybrid rounding of a finite float, from the description in float_formats.h."""
    sign, exponent, mantissa = word >> 31, (word >> 23 & 255) - 127, word & 0x7FFFFF
    magnitude = (1 + mantissa / 2 ** 23) * 2.0 ** exponent
    values, codes = HIF8
    if exponent < -23:
        return 0
    if magnitude >= 40960:
        return sign << 7 | 0x6F
    index = bisect_right(values, magnitude) - 1
    threshold = mantissa & 0x3FFF
    if -4 < exponent < 4:
        step = values[index + 1] - values[index]
        carry = magnitude - values[index] >= step / 2
    elif exponent == -23:
        carry = 0x2000 + (mantissa >> 10) >= threshold
    else:
        kept = 2 if abs(exponent) < 8 else 1 if exponent >= -15 else 0
        tail = format(mantissa, "023b")[kept:]
        carry = int(tail[:14], 2) >= threshold
    code = codes[index + carry] if index + carry < len(codes) else 0x6F
    return sign << 7 | code if code else 0


def check_hybrid():
    exponents = RNG.integers(127 - 25, 127 + 17, 200_000, dtype=np.uint64)
    words = exponents << np.uint64(23) | RNG.integers(0, 1 << 23, 200_000, dtype=np.uint64)
    words[::7] &= np.uint64(0xFFFF8000)
    words[::3] |= np.uint64(0x80000000)
    x = words.astype(np.uint32).view(np.float32).astype(np.float64)
    expected = np.array([hybrid(int(w)) for w in words], np.uint64)
    report("hybrid hifloat8", x, encode(x, "hifloat8", HYBRID), expected)


def check_mantissa():
    words = RNG.integers(0, 1 << 32, 500_000, dtype=np.uint64)
    words = words[(words & np.uint64(0x7F800000)) != np.uint64(0x7F800000)]
    for kept in (7, 10, 11, 13):
        step = 2 ** (23 - kept)
        words[::5] = words[::5] & np.uint64(0xFFFFFFFF ^ (step - 1)) | np.uint64(step // 2)
        magnitude = (words & np.uint64(0x7FFFFFFF)).astype(np.float64) / step
        rounded = {EVEN: np.rint(magnitude), AWAY: np.floor(magnitude + 0.5), HALF_ZERO: np.ceil(magnitude - 0.5),
                   ZERO: np.floor(magnitude)}
        for mode, whole in rounded.items():
            expected = (whole * step).astype(np.uint64) | (words & np.uint64(0x80000000))
            report(f"mantissa of {kept} bits, mode {mode}", words, codec(words, "mantissa", kept, mode), expected)


HIF8 = tuple(part.tolist() for part in lattice("hifloat8"))
for type_name, type_table in TABLES.items():
    check_decode(type_name, type_table)
    check_encode(type_name)
check_powers_and_integers()
check_numpy()
check_hybrid()
check_mantissa()
sys.exit(1 if failures else 0)
