#!/usr/bin/env python3
"""Runs every sample kernel on products that it was not written for.

    tests/run_cross.py [--aicsim PROGRAM] [-v]

On a product of the other generation a kernel leaves the same values, bit for bit, or the checker names a rule that says
why not: an error, or a warning about a point that the products read differently. Silence with other values is the one
thing that must not be. Ends with `N passed, N failed`; the exit status is 1 when one failed.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PRODUCTS = ("ascend910b1", "ascend950pr_9589", "ascend310p3", "ascend310b1", "ascend910")


def cross(program, kernel, product):
    """(what happened, whether that is right)"""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(shutil.copytree(kernel, pathlib.Path(temporary) / kernel.name))
        done = subprocess.run([program, "run", folder / "kernel.aic", "-p", product, "--format", "json"],
                              capture_output=True, text=True, timeout=120, check=False)
        if done.returncode not in (0, 1):
            return f"exit status {done.returncode}: {done.stderr.strip()[:200]}", False
        result = json.loads(done.stdout)
        if result["product"] != product:
            return f"ran on {result['product']}", False
        named = sorted({f["rule"] for f in result["findings"] if f["severity"] == "error"})
        contested = sorted({f["rule"] for f in result["findings"] if f["severity"] == "warning"})
        out = folder / "out.npy"
        same = out.exists() and out.read_bytes() == (folder / "golden.npy").read_bytes()
        if done.returncode == 1:
            return "forbidden by " + ", ".join(named), bool(named)
        return ("same values" if same else "other values, " + (", ".join(contested) or "and nothing says why"),
                same or bool(contested))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--aicsim", default=str(HERE.parent / "build" / "tools" / "aicsim"))
    parser.add_argument("-v", action="store_true")
    options = parser.parse_args()
    passed = failed = 0
    for kernel in sorted((HERE / "vectors" / "kernels").iterdir()):
        for product in PRODUCTS:
            what, right = cross(options.aicsim, kernel, product)
            passed, failed = passed + right, failed + (not right)
            if options.v or not right:
                print(f"{'ok  ' if right else 'FAIL'} {kernel.name} on {product}: {what}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
