#!/usr/bin/python3
"""Random legal instructions, run by aicsim and by the oracle, compared byte for byte.

    fuzz.py --aicsim PATH [--cases N] [--seed S] [--products A,B] [--keep DIR] [--coverage] [FAMILY...]
    fuzz.py --aicsim PATH --cells N [--seed S] [--coverage]

A case is one instruction. Several share one trace, each with a place of its own for its result; the oracle runs the
same trace file. Same seed, same cases. Exit status 1 when a case differs. --cells runs N cases for every cell of the
program's support table (coverage.py) and fails for a cell that has none; --coverage prints what ran.
"""
import argparse
import collections
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
import cases_drain
import cases_fixpipe
import cases_load
import cases_load3d
import coverage
import machine
import products
from case import Case, Full

FAMILIES = {**cases_load3d.FAMILIES, **cases_load.FAMILIES, **cases_copy.FAMILIES, **cases_drain.FAMILIES,
            **cases_cube.FAMILIES, **cases_fixpipe.FAMILIES, **cases_chain.FAMILIES}
# Every architecture; of a family one product stands for all, and all have a turn.
PRODUCTS = [["ascend910b1", "ascend910b2", "ascend910b3", "ascend910b4", "ascend910_9391", "ascend910_9362"],
            ["ascend950pr_9589", "ascend950pr_9579", "ascend950pr_camodel", "ascend950dt_9572", "ascend950dt_9581",
             "ascend950dt_9582"],
            ["ascend310p3", "ascend310p1", "ascend310p_vector"], ["ascend910"], ["ascend310b1"], ["kirin_x90"],
            ["kirin_9030"]]
SHARE = 12
# One trace in so many is asked for the state of some of its bytes: valid or undefined.
STATES = 4


class Job:
    """One trace: a family on a product; `wants` are the cells that its instructions should cover, or None."""

    def __init__(self, options, root, family, product, seed, wants=None):
        self.aicsim, self.root = options.aicsim, root
        self.family, self.product, self.seed, self.wants = family, product, seed, wants
        self.count = len(wants) if wants else options.share


class Outcome:
    def __init__(self, made=0, report=None, counts=None):
        self.made, self.report, self.counts = made, report, counts or collections.Counter()


def want_of(cell):
    if cell.insn == "path":
        return dict(path=cell.space)
    want = dict(mnemonic=cell.insn)
    if cell.space:
        want.update(space=cell.space, dtype=cell.dtype)
    return want


def build(family, product, seed, count, wants=None):
    """A trace with up to `count` instructions of the family; the number of those that there are."""
    case = Case(product, np.random.default_rng(seed))
    made = 0
    for attempt in range(2 * count):
        before = len(case.lines)
        if wants:
            case.want = want_of(wants[attempt % len(wants)])
        try:
            FAMILIES[family](case)
        except Full:
            continue
        made += len(case.lines) > before
        if made == count and not wants:
            break
    return case, made


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


def finding(aicsim, path):
    """The first errors that the program found in a trace that should have none."""
    lines = subprocess.run([aicsim, "check", path], capture_output=True, text=True).stdout.split("\n")
    return "\n".join([line for line in lines if " error: " in line][:3])


def asked_bytes(expected, rng):
    """Some bytes of the dumps, and whether they should be undefined: they are marked wholly, or not at all."""
    for name in sorted(expected):
        _, marks, void = expected[name]
        undefined = np.flatnonzero(((marks == 255) | (void == 255)) & (void != 1))
        valid = np.flatnonzero((marks == 0) & (void == 0))
        for places, state in ((undefined, True), (valid, False)):
            if len(places):
                yield name[:-4], int(rng.choice(places)), state


def wrong_states(aicsim, path, expected, rng):
    """Bytes that the program holds for valid where the documents leave them undefined, or the other way round."""
    out = []
    for name, at, undefined in asked_bytes(expected, rng):
        space, _, unit = name.partition(".")
        if unit or name == "ub":
            continue  # which unit's memory is asked cannot be said
        operand = "gm:%s+%d" % (name, at) if name.startswith("t") else "%s:%d" % (space, at)
        text = subprocess.run([aicsim, "who", path, operand], capture_output=True, text=True).stdout.split("\n")[0]
        if ("undefined" in text) != undefined:
            out.append("%s should be %s: %s" % (operand, "undefined" if undefined else "valid", text))
    return out


def run_case(job):
    case, made = build(job.family, job.product, job.seed, job.count, job.wants)
    if not made:
        return Outcome()
    folder = tempfile.mkdtemp(prefix="%s_%d_" % (job.family, job.seed), dir=job.root)
    path, dumps = case.write(folder)
    states = machine.run_states(path)
    expected = {name: planes[:2] for name, planes in states.items()}
    for name, data in case.golden.items():
        if not np.array_equal(expected[name][0], data):
            raise AssertionError("the oracle disagrees with numpy: " + path)
    done = subprocess.run([job.aicsim, "run", path], capture_output=True, text=True)
    report = []
    if done.returncode != 0:
        report.append("exit status %d\n%s%s" % (done.returncode, done.stderr[:1000], finding(job.aicsim, path)))
    report += [d for d in (difference(expected[name], folder, name) for name in dumps) if d]
    if job.seed % STATES == 0 and not report:
        report = wrong_states(job.aicsim, path, states, np.random.default_rng(job.seed))
    counts = coverage.count_lines(case.lines)
    if not report:
        shutil.rmtree(folder)
        return Outcome(made, None, counts)
    with open(os.path.join(folder, "difference.txt"), "w", encoding="utf-8") as out:
        out.write("\n".join(report) + "\n")
    return Outcome(made, "%s\n%s" % (folder, "\n".join(report)), counts)


class Tally:
    """Cases, traces that differ, and cases of every cell."""

    def __init__(self):
        self.total = self.failed = 0
        self.first = None
        self.counts = collections.Counter()

    def add(self, job, outcome):
        self.total += outcome.made
        self.failed += outcome.report is not None
        self.first = self.first or outcome.report
        arch = products.arch_of(job.product) + ("v" if job.product.endswith("_vector") else "")
        self.counts.update({(arch, cell): number for cell, number in outcome.counts.items()})

    def print(self, name):
        print("%s: %d passed, %d failed" % (name, self.total - self.failed, self.failed), flush=True)
        if self.first:
            print(self.first, flush=True)


def rounds_of(options, family, root):
    """Jobs in rounds of four traces for every product, without end."""
    base = zlib.crc32(family.encode()) + options.seed * 1000003
    size = 4 * len(options.products)
    for start in itertools.count(base, size):
        jobs = []
        for n in range(start, start + size):
            names = options.products[n % len(options.products)]
            jobs.append(Job(options, root, family, names[n // len(options.products) % len(names)], n))
        yield jobs


def run_family(options, family, pool, root, counts):
    """Rounds until enough cases ran. A trace that differs counts as one failure, whatever else it holds."""
    tally = Tally()
    for jobs in rounds_of(options, family, root):
        before = tally.total
        for job, outcome in zip(jobs, pool.map(run_case, jobs, chunksize=2)):
            tally.add(job, outcome)
        if tally.total >= options.cases or tally.total == before:
            break
    counts.update(tally.counts)
    if tally.total == 0:
        print("%s: not on these products" % family, flush=True)
        return True
    tally.print(family)
    return tally.failed == 0


HOME = {"load3dv2": "load3d", "load3d_stride": "load3d", "load3dv2pro": "load3d", "set_fmatrix": "load3d",
        "set_padding": "load3d", "set_load3d_repeat": "load3d", "set_load3d_boundary": "load3d", "set_ctrl": "mmad",
        "set_mm_order": "mmad", "load_transpose_v2": "load_transpose", "pipe_barrier": "fixpipe"}
PATH_HOMES = {"gm>l0a": "load2d", "gm>l0b": "load2d", "l1>l0a": "load2d", "l1>l0b": "load2d", "l0c>gm": "fixpipe",
              "l0c>l1": "fixpipe", "l1>l0a_mx": "load2dmx", "l1>l0b_mx": "load2dmx"}


def home_of(cell, product):
    """The family whose cases cover a cell."""
    if cell.insn != "path":
        return HOME.get(cell.insn, cell.insn)
    arch = products.arch_of(product)
    if cell.space == "l0c>ub":
        return "drain" if arch in ("2002", "1001") else "fixpipe"
    if cell.space == "l1>ub" and arch != "3510":
        return "load3dv1"
    if cell.space == "gm>l1" and arch == "3002":
        return "load2d"
    return PATH_HOMES.get(cell.space, "data_copy")


def cell_jobs(options, root, table, tally, attempt):
    """Traces for the cells that still have too few cases."""
    jobs = []
    for product, (names, cells) in table.items():
        arch = products.arch_of(product) + ("v" if product.endswith("_vector") else "")
        lists = collections.defaultdict(list)
        for cell in sorted(cells):
            if tally.counts[arch, cell] < options.cells and not coverage.excepted(cell):
                lists[home_of(cell, product)].append(cell)
        for family, wants in lists.items():
            for first in range(0, len(wants) if family in FAMILIES else 0, SHARE):
                seed = zlib.crc32(("%s %s %d %d" % (family, product, first, attempt)).encode()) + options.seed
                jobs.append(Job(options, root, family, names[attempt % len(names)], seed, wants[first:first + SHARE]))
    return jobs


def run_cells(options, pool, root, counts):
    """Cases for every cell of the support table; false where one differs or a cell has none."""
    table, tally = coverage.support(options.aicsim), Tally()
    for attempt in range(40):
        jobs = cell_jobs(options, root, table, tally, attempt)
        if not jobs:
            break
        for job, outcome in zip(jobs, pool.map(run_case, jobs, chunksize=2)):
            tally.add(job, outcome)
    counts.update(tally.counts)
    holes = []
    for product, (_, cells) in table.items():
        arch = products.arch_of(product) + ("v" if product.endswith("_vector") else "")
        holes += ["%s: no case of %s %s %s" % (product, *cell) for cell in sorted(cells)
                  if not tally.counts[arch, cell] and not coverage.excepted(cell)]
    tally.print("cells (%d)" % sum(len(cells) for _, cells in table.values()))
    print("\n".join(holes) if holes else "every cell has a case or an exception", flush=True)
    return tally.failed == 0 and not holes


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aicsim", required=True)
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--cells", type=int, help="cases for every cell of the support table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=int, default=SHARE, help="instructions in one trace")
    parser.add_argument("--products", type=lambda t: [[name] for name in t.split(",")], default=PRODUCTS)
    parser.add_argument("--keep", help="folder for the files of cases that differ")
    parser.add_argument("--coverage", action="store_true", help="print the cases of every cell")
    parser.add_argument("families", nargs="*", metavar="FAMILY")
    options = parser.parse_args()
    unknown = set(options.families) - set(FAMILIES)
    if unknown:
        parser.error("no such family: %s; there are %s" % (", ".join(sorted(unknown)), ", ".join(FAMILIES)))
    return options


def main():
    options = parse_options()
    root = options.keep or tempfile.mkdtemp(prefix="oracle_")
    os.makedirs(root, exist_ok=True)
    good, counts = True, collections.Counter()
    with multiprocessing.Pool(2) as pool:
        if options.cells:
            good = run_cells(options, pool, root, counts)
        else:
            for family in options.families or FAMILIES:
                good &= run_family(options, family, pool, root, counts)
    if options.coverage:
        coverage.print_table(counts)
    if good and not options.keep:
        shutil.rmtree(root)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
