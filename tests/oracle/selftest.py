#!/usr/bin/python3
"""The oracle against itself: its number formats by their definitions, its machine by numpy's matrix product."""
import os
import sys
import tempfile
from fractions import Fraction

import numpy as np

import fuzz
import machine
from formats import BITS, code_table, decode, encode, round_hf32

SMALL = ["fp4x2_e2m1", "fp4x2_e1m2", "fp8_e4m3fn", "fp8_e5m2", "hifloat8"]
LARGEST = {"fp4x2_e2m1": 6, "fp4x2_e1m2": 1.75, "fp8_e4m3fn": 448, "fp8_e5m2": 57344, "hifloat8": 32768}
SMALLEST = {"fp4x2_e2m1": 0.5, "fp4x2_e1m2": 0.25, "fp8_e4m3fn": 2.0**-9, "fp8_e5m2": 2.0**-16, "hifloat8": 2.0**-22}


def check_limits():
    for dtype in SMALL:
        table = code_table(dtype)
        finite = table[np.isfinite(table)]
        assert finite.max() == LARGEST[dtype] and finite[finite > 0].min() == SMALLEST[dtype], dtype


def check_round_trip():
    for dtype in SMALL + ["half", "bfloat16", "float"]:
        bits = BITS[dtype]
        raw = np.arange(1 << min(bits, 16), dtype=np.uint64) << (16 if bits == 32 else 0)
        values = decode(dtype, raw)
        keep = np.isfinite(values)
        assert np.array_equal(encode(dtype, values[keep]).astype(np.uint64), raw[keep]), dtype


def check_ties():
    """Half way between neighbours: to the even code, hifloat8 away from zero."""
    for dtype in SMALL:
        table = code_table(dtype)
        half = len(table) // 2
        codes = sorted((c for c in range(half) if np.isfinite(table[c])), key=lambda c: table[c])
        for low, high in zip(codes, codes[1:]):
            middle = float((Fraction(table[low]) + Fraction(table[high])) / 2)
            want = high if dtype == "hifloat8" or high % 2 == 0 else low
            assert int(encode(dtype, [middle])[0]) == want, (dtype, middle)


def check_bfloat16():
    """Nearest even by exact rationals."""
    rng = np.random.default_rng(7)
    values = rng.integers(0, 1 << 32, 2000, dtype=np.uint64).astype(np.uint32).view(np.float32)
    values = values[np.isfinite(values) & (np.abs(values) < 1e38)]
    for value, got in zip(values, encode("bfloat16", values)):
        low = int(np.float32(value).view(np.uint32)) >> 16
        around = [c for c in (low, low + 1)]
        error = [abs(Fraction(float(decode("bfloat16", [c])[0])) - Fraction(float(value))) for c in around]
        want = around[0] if error[0] < error[1] or (error[0] == error[1] and low % 2 == 0) else around[1]
        assert int(got) == want, value


def check_overflow():
    assert int(encode("half", [1e9])[0]) == 0x7BFF and int(encode("half", [1e9], saturate=False)[0]) == 0x7C00
    assert int(encode("half", [np.nan])[0]) == 0
    assert int(encode("fp8_e4m3fn", [1e9])[0]) == 0x7E and int(encode("fp8_e4m3fn", [1e9], saturate=False)[0]) == 0x7F
    assert int(encode("int8", [300])[0]) == 127 and int(encode("int8", [-300])[0]) == 0x80


def check_hf32():
    assert round_hf32([2049.0], False)[0] == 2048 and round_hf32([2051.0], False)[0] == 2052
    assert round_hf32([2051.0], True)[0] == 2050 and round_hf32([-2051.0], True)[0] == -2050


def check_chains():
    """The whole reference machine on random products, against numpy's A @ B."""
    with tempfile.TemporaryDirectory() as folder:
        for product in (names[0] for names in fuzz.PRODUCTS):
            for seed in range(12):
                case, made = fuzz.build("chain", product, seed, 3)
                dumps = machine.run_trace(case.write(folder)[0])
                assert made and case.golden
                for name, data in case.golden.items():
                    assert np.array_equal(dumps[name][0], data), (product, seed, os.path.join(folder, name))


def main():
    for check in (check_chains, check_limits, check_round_trip, check_ties, check_bfloat16, check_overflow, check_hf32):
        check()
    return 0


if __name__ == "__main__":
    sys.exit(main())
