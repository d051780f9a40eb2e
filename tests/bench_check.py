#!/usr/bin/env python3
"""What checking costs: `aicsim check` against `aicsim run --no-data --no-check` on one long kernel.

    tests/bench_check.py [--aicsim PROGRAM] [--records N] [--assert-memory]

Prints the times, their ratio, and the largest resident set of a check of the trace and of one ten times as long: the
second must not be larger because of its length. Wall clocks are not judged (machines differ); --assert-memory makes a
resident set that grows by more than a quarter an error.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

import clean_kernels

ROOT = pathlib.Path(__file__).resolve().parent.parent


def write(folder, name, steps):
    """A kernel of about 25 records a step whose trace is as long as wanted: one result block after another."""
    kernel = clean_kernels.Matmul("ascend910b1", 64, 96, 96, 32, 48, 32)
    text = kernel.text().splitlines()
    head = [t for t in text if t.startswith(("aicsim", "product", "gm "))]
    body = [t for t in text if not t.startswith(("aicsim", "product", "gm ", "dump "))]
    path = folder / name
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(head) + "\n")
        for _ in range(max(1, steps // len(body))):
            out.write("\n".join(body) + "\n")
    return path


def measure(command):
    """(seconds, KB resident at the most) of a command."""
    code = ("import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(done.returncode)")
    start = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code, *map(str, command)], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{command}: exit status {done.returncode}: {done.stderr[:300]}")
    return time.monotonic() - start, int(done.stdout.split()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aicsim", default=str(ROOT / "build/tools/aicsim"))
    parser.add_argument("--records", type=int, default=100000)
    parser.add_argument("--assert-memory", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        clean_kernels.write_all(folder / "data")
        for data in (folder / "data/tiled_910b").glob("*.npy"):
            (folder / data.name).write_bytes(data.read_bytes())
        short, long = write(folder, "short.aic", options.records), write(folder, "long.aic", options.records * 10)
        timing, _ = measure([options.aicsim, "run", long, "--no-data", "--no-check", "--format", "json"])
        rules, _ = measure([options.aicsim, "check", long, "--no-data", "--no-hints", "--format", "json"])
        hints, _ = measure([options.aicsim, "check", long, "--format", "json"])
        # The kernel is repeated and writes its result again each time.
        check = [options.aicsim, "check", "--no-hints", "--severity", "MEM-029=off", "--format", "json"]
        full, most = measure([*check, long])
        _, least = measure([*check, short])
        grown = most - long.stat().st_size // 1024, least - short.stat().st_size // 1024  # the text itself is mapped
    print(f"{options.records * 10} records: time only {timing:.2f} s; rules without values {rules:.2f} s "
          f"({rules / timing:.1f} times); check {full:.2f} s ({full / timing:.1f} times), with hints "
          f"{hints:.2f} s ({hints / timing:.1f} times)")
    print(f"resident beside the mapped text: {grown[1]} KB for {options.records} records, {grown[0]} KB for "
          "ten times as many")
    return 1 if options.assert_memory and grown[0] > 1.25 * grown[1] else 0


if __name__ == "__main__":
    sys.exit(main())
