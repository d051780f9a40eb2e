#!/usr/bin/python3
"""Random legal instructions, run by aicsim and by the oracle, compared byte for byte.

    fuzz.py --aicsim PATH [--cases N] [--seed S] [--products A,B] [--keep DIR] [FAMILY...]

A case is one instruction. Several share one trace, each with a place of its own for its result; the oracle runs the
same trace file. Same seed, same cases. Exit status 1 when a case differs.
"""
import argparse
import itertools
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import zlib

import numpy as np

import cases_chain
import cases_copy
import cases_cube
import cases_fixpipe
import cases_load
import machine
from case import Case, Full

FAMILIES = {**cases_load.FAMILIES, **cases_copy.FAMILIES, **cases_cube.FAMILIES, **cases_fixpipe.FAMILIES,
            **cases_chain.FAMILIES}
PRODUCTS = ["ascend910b1", "ascend950pr_9589"]
OTHERS = ["ascend310p3", "ascend910", "ascend310b1", "kirin_x90", "kirin_9030"]
SHARE = 12


def build(family, product, seed, count):
    """A trace with up to `count` instructions of the family, or None where the product has none of them."""
    rng = np.random.default_rng(seed)
    case = Case(product, rng)
    made = 0
    for _ in range(count):
        before = len(case.lines)
        try:
            FAMILIES[family](case)
        except Full:
            break
        made += len(case.lines) > before
    return (case, made) if made else (None, 0)


def difference(expected, folder, name):
    data, marks = expected
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return name + ": not written"
    got = np.fromfile(path, np.uint8)
    if len(got) != len(data):
        return "%s: %d bytes, expected %d" % (name, len(got), len(data))
    wrong = np.flatnonzero((got ^ data) & ~marks)
    if not wrong.size:
        return None
    at = int(wrong[0])
    lines = ["%s: %d of %d bytes differ, first at byte %d, last at %d" % (name, wrong.size, len(data), at, wrong[-1])]
    start = at // 32 * 32
    lines.append("  expected " + data[start:start + 32].tobytes().hex(" "))
    lines.append("  got      " + got[start:start + 32].tobytes().hex(" "))
    return "\n".join(lines)


def run_case(job):
    """(number of cases, None or the report of the first difference)."""
    aicsim, family, product, seed, count, root = job
    case, made = build(family, product, seed, count)
    if case is None:
        return 0, None
    folder = tempfile.mkdtemp(prefix="%s_%d_" % (family, seed), dir=root)
    path, dumps = case.write(folder)
    expected = machine.run_trace(path)
    for name, data in case.golden.items():
        if not np.array_equal(expected[name][0], data):
            raise AssertionError("the oracle disagrees with numpy: " + path)
    done = subprocess.run([aicsim, "run", path], capture_output=True, text=True)
    report = []
    if done.returncode != 0:
        report.append("exit status %d\n%s" % (done.returncode, done.stderr[:2000]))
    report += [d for d in (difference(expected[name], folder, name) for name in dumps) if d]
    if not report:
        shutil.rmtree(folder)
        return made, None
    with open(os.path.join(folder, "difference.txt"), "w", encoding="utf-8") as out:
        out.write("\n".join(report) + "\n")
    return made, "%s\n%s" % (folder, "\n".join(report))


def rounds_of(options, family, root):
    """Jobs in rounds of four traces for every product, without end."""
    base = zlib.crc32(family.encode()) + options.seed * 1000003
    size = 4 * len(options.products)
    for start in itertools.count(base, size):
        yield [(options.aicsim, family, options.products[n % len(options.products)], start + n, options.share, root)
               for n in range(size)]


def run_family(options, family, pool, root):
    """Rounds until enough cases ran. A trace that differs counts as one failure, whatever else it holds."""
    total = failed = 0
    first = None
    for jobs in rounds_of(options, family, root):
        results = pool.map(run_case, jobs, chunksize=2)
        made = sum(count for count, _ in results)
        reports = [report for _, report in results if report]
        total, failed, first = total + made, failed + len(reports), first or next(iter(reports), None)
        if total >= options.cases or made == 0:
            break
    if total == 0:
        print("%s: not on these products" % family, flush=True)
        return True
    print("%s: %d passed, %d failed" % (family, total - failed, failed), flush=True)
    if first:
        print(first, flush=True)
    return failed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aicsim", required=True)
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=int, default=SHARE, help="instructions in one trace")
    parser.add_argument("--products", type=lambda t: t.split(","), default=PRODUCTS + OTHERS)
    parser.add_argument("--keep", help="folder for the files of cases that differ")
    parser.add_argument("families", nargs="*", metavar="FAMILY")
    options = parser.parse_args()
    unknown = set(options.families) - set(FAMILIES)
    if unknown:
        parser.error("no such family: %s; there are %s" % (", ".join(sorted(unknown)), ", ".join(FAMILIES)))
    root = options.keep or tempfile.mkdtemp(prefix="oracle_")
    os.makedirs(root, exist_ok=True)
    good = True
    for family in options.families or FAMILIES:
        with multiprocessing.Pool(2) as pool:
            good &= run_family(options, family, pool, root)
    if good and not options.keep:
        shutil.rmtree(root)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
