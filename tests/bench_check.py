#!/usr/bin/env python3
"""What checking costs: `aicsim check` against `aicsim run --no-data --no-check` on long kernels.

    tests/bench_check.py [--aicsim PROGRAM] [--records N] [--only TEXT] [--assert-memory] [--assert-time TIMES]

The kernels: one core with flags, one with unit flags, one whose every block lies elsewhere in GM, and 24 cores.
Prints the times, their ratio, and the largest resident set of a check of a tenth of the trace and of all of it, without
the text, which is mapped. The second must not be larger because of its length, only because of the GM that it touches
(a byte of data, one of state, and what order needs). Times are judged only with --assert-time; --assert-memory makes it
an error when the resident set grows by more than a quarter and three bytes for each byte of GM.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import clean_kernels

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHAPE = (64, 96, 96, 32, 48, 32)
ELEMENTS = {"a": 64 * 96, "b": 96 * 96, "c": 64 * 96}
BYTES = {"a": 2, "b": 2, "c": 4}


def moved(text, step):
    """A record of the kernel's `step`-th repetition, on tensors that lie behind one another in GM."""
    def there(hit):
        return f"gm:{hit[1]}+{int(hit[2] or 0) + step * ELEMENTS[hit[1]] * BYTES[hit[1]]}"
    return re.sub(r"gm:([abc])(?:\+(\d+))?", there, text)


def write(folder, name, records, kind):
    """A kernel whose trace is as long as wanted: a matrix product again and again. Returns its path and the bytes of GM
    that it touches."""
    kernel = clean_kernels.Matmul("ascend910b1", *SHAPE, unit_flag=kind == "unit flags")
    text = kernel.text().splitlines()
    head = [t for t in text if t.startswith(("aicsim", "product", "gm "))]
    body = [t for t in text if not t.startswith(("aicsim", "product", "gm ", "dump "))]
    cores = 24 if kind == "24 cores" else 1
    steps = max(1, records // len(body) // cores)
    if kind == "much GM":
        head = head[:2] + [f"gm {t} {'float' if t == 'c' else 'half'} {n * steps}" for t, n in ELEMENTS.items()]
    elif cores > 1:
        apart = f"gm c float {64 * cores}x96 core_offset={ELEMENTS['c'] * 4}:0"
        head = [re.sub(r"^gm c float 64x96", apart, t) for t in head]
        head += [f"cores {cores}"]
    path = folder / name
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(head) + "\n")
        for step in range(steps):
            out.write("\n".join([moved(t, step) for t in body] if kind == "much GM" else body) + "\n")
    once = sum(ELEMENTS[name] * BYTES[name] for name in ELEMENTS)
    return path, once * (steps if kind == "much GM" else 1)


def measure(command):
    """(seconds of the processor, KB resident at the most) of a command."""
    code = ("import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
            "r = resource.getrusage(resource.RUSAGE_CHILDREN); print(r.ru_utime + r.ru_stime, r.ru_maxrss); "
            "sys.exit(done.returncode)")
    done = subprocess.run([sys.executable, "-c", code, *map(str, command)], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{command}: exit status {done.returncode}: {done.stderr[:300]}")
    seconds, resident = done.stdout.split()[-2:]
    return float(seconds), int(resident)


def bench(aicsim, kind, records, folder):
    """Prints one line; returns (ratio of the times, whether memory is bounded)."""
    short, touched = write(folder, "short.aic", records, kind)
    long, more = write(folder, "long.aic", records * 10, kind)
    timing, _ = measure([aicsim, "run", long, "--no-data", "--no-check", "--format", "json"])
    rules, _ = measure([aicsim, "check", long, "--no-data", "--no-hints", "--format", "json"])
    # The kernel is repeated and writes its result again each time.
    check = [aicsim, "check", "--no-hints", "--severity", "MEM-029=off", "--format", "json"]
    full, most = measure([*check, long])
    _, least = measure([*check, short])
    most -= long.stat().st_size // 1024
    least -= short.stat().st_size // 1024
    print(f"{kind}: {records * 10} records: time only {timing:.2f} s; rules without values {rules:.2f} s "
          f"({rules / timing:.1f} times); check {full:.2f} s ({full / timing:.1f} times); resident beside the text: "
          f"{least} KB for a tenth with {touched // 1024} KB of GM, {most} KB for all with {more // 1024} KB",
          flush=True)
    return full / timing, most <= 1.25 * least + 3 * (more - touched) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aicsim", default=str(ROOT / "build/tools/aicsim"))
    parser.add_argument("--records", type=int, default=100000)
    parser.add_argument("--only", default="", help="kernels whose name contains this text")
    parser.add_argument("--assert-memory", action="store_true")
    parser.add_argument("--assert-time", type=float, default=0, metavar="TIMES")
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        clean_kernels.write_all(folder / "data")
        for data in (folder / "data/tiled_910b").glob("*.npy"):
            (folder / data.name).write_bytes(data.read_bytes())
        for kind in ("one core", "unit flags", "much GM", "24 cores"):
            if options.only in kind:
                ratio, bounded = bench(options.aicsim, kind, options.records, folder)
                bad += options.assert_memory and not bounded
                bad += options.assert_time > 0 and ratio > options.assert_time
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
