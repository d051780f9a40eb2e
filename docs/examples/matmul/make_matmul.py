#!/usr/bin/env python3
"""Writes the arrays of the example: 64x64 half matrices of small integers and their product, whose sums are exact."""
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
random = np.random.default_rng(1)
a, b = (random.integers(-4, 5, (64, 64)).astype(np.float16) for _ in range(2))
np.save(HERE / "a.npy", a)
np.save(HERE / "b.npy", b)
np.save(HERE / "golden.npy", a.astype(np.float32) @ b.astype(np.float32))
