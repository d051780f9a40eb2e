#!/usr/bin/python3
"""Runs the oracle over stored cases and compares it with what they expect: vectors.py DIRECTORY..."""
import os
import sys

import numpy as np

import machine


def trace_of(folder):
    return next((os.path.join(folder, f) for f in sorted(os.listdir(folder)) if f.endswith(".aic")), None)


def expected_of(folder):
    for name in ("after.npy", "golden.npy"):
        if os.path.exists(os.path.join(folder, name)):
            return np.load(os.path.join(folder, name))
    return None


def agrees(folder):
    expected = expected_of(folder)
    dumps = machine.run_trace(trace_of(folder))
    (data, marks), = dumps.values()
    want = np.ascontiguousarray(expected).reshape(-1)
    if want.dtype == np.float32:
        got = data[:want.nbytes].view(np.float32)
        return np.allclose(got, want, rtol=1e-4, atol=1e-4)
    return bool(np.all((data[:want.nbytes] == want.view(np.uint8)) | (marks[:want.nbytes] != 0)))


def main(folders):
    failed = total = 0
    for root in folders:
        for name in sorted(os.listdir(root)):
            folder = os.path.join(root, name)
            if os.path.isdir(folder) and trace_of(folder) and expected_of(folder) is not None:
                total += 1
                if not agrees(folder):
                    failed += 1
                    print("differs: " + folder)
    print("vectors: %d passed, %d failed" % (total - failed, failed))
    return 1 if failed or not total else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
