#!/usr/bin/env python3
"""Runs the sample kernels and instructions and compares what they leave in memory.

    tests/run_vectors.py [--aicsim PROGRAM] [--only TEXT] [-v]

Kernels (tests/vectors/kernels): out.npy must equal golden.npy and no error may be found. Instructions
(tests/vectors/instructions): out.bin must hold the bytes of after.npy. Ends with `N passed, N failed`; the exit status
is 1 when one failed.
"""
import argparse
import ast
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def read_npy(path):
    """The header's dictionary and the bytes of an array; needs no numpy."""
    data = path.read_bytes()
    if data[:6] != b"\x93NUMPY":
        raise ValueError(f"{path.name} is no .npy")
    wide = data[6] > 1
    size = int.from_bytes(data[8:12] if wide else data[8:10], "little")
    start = 12 if wide else 10
    return ast.literal_eval(data[start:start + size].decode("latin1")), data[start + size:]


def first_difference(got, want):
    """Where two byte strings part, or None."""
    if got == want:
        return None
    for i, (a, b) in enumerate(zip(got, want)):
        if a != b:
            return f"byte {i} is 0x{a:02x}, not 0x{b:02x}"
    return f"{len(got)} bytes, not {len(want)}"


def compare(folder, is_kernel):
    if not is_kernel:
        return first_difference((folder / "out.bin").read_bytes(), read_npy(folder / "after.npy")[1])
    got, want = read_npy(folder / "out.npy"), read_npy(folder / "golden.npy")
    if (got[0]["descr"], got[0]["shape"]) != (want[0]["descr"], want[0]["shape"]):
        return f"an array {got[0]}, not {want[0]}"
    return first_difference(got[1], want[1])


def run_case(program, case, is_kernel):
    """None, or what is wrong."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / case.name
        shutil.copytree(case, folder)
        trace = folder / ("kernel.aic" if is_kernel else "case.aic")
        done = subprocess.run([program, "run", str(trace), "--format", "json"], capture_output=True, text=True,
                              timeout=120, check=False)
        if done.returncode not in (0, 1):
            return f"exit status {done.returncode}: {done.stderr.strip()[:400]}"
        errors = [f for f in json.loads(done.stdout)["findings"] if f["severity"] == "error"]
        if errors or done.returncode:
            return f"finds {errors[0]['rule']} at line {errors[0]['line']}: {errors[0]['message']}" if errors else "exit 1"
        return compare(folder, is_kernel)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aicsim", default=str(HERE.parent / "build" / "tools" / "aicsim"))
    parser.add_argument("--only", default="")
    parser.add_argument("-v", action="store_true", dest="verbose")
    args = parser.parse_args()
    passed = failed = 0
    for kind in ("kernels", "instructions"):
        for case in sorted(p for p in (HERE / "vectors" / kind).iterdir() if args.only in p.name):
            problem = run_case(args.aicsim, case, kind == "kernels")
            passed += problem is None
            failed += problem is not None
            if problem or args.verbose:
                print(f"{kind}/{case.name}: {problem or 'ok'}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
