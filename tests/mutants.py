#!/usr/bin/env python3
"""Damages clean kernels and counts how much of the damage `aicsim` notices.

    tests/mutants.py [--aicsim PROGRAM] [--count N] [--seed S] [--least PERCENT] [--markdown FILE] [--misses]

A mutant is a clean kernel with one change: a flag, a pair of flags or a barrier dropped, the ids of two of them swapped,
an address moved by 32 or 512 bytes, a stride, an extension or a repeat changed by one. It counts when it changes the
dumped values, or when it removes order: a wait without its set, a set without its wait, or a pair of accesses to the
same bytes that the clean kernel orders and the mutant does not (found here from the trace alone: happens_before.py).
It is caught when some rule reports more errors or warnings than on the clean kernel. --markdown writes the table of
docs/rules.md. The exit status is 1 when a clean kernel has an error or less than --least percent are caught.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import clean_kernels
import happens_before

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
STRIDES = re.compile(r"\b(\w*(?:[sS]tride|Stride[WH]|stride[WH]|Gap|srcDValue))=(\d+)")
EXTENTS = re.compile(r"\b(mExtension|kExtension|m|n|k|nSize|mSize|nValue|dValue|mStep|kStep|blockLen)=(\d+)")
REPEATS = re.compile(r"\b(repeatTimes|repeatTime|blockCount|ndNum|dnNum|blockNum)=(\d+)")
ADDRESS = re.compile(r"\b(l1|l0a|l0b|l0c|bt|fb|ub):(\d+)|\bgm:(\w+)(?:\+(\d+))?")
CONTESTED = {"L3D-026"}  # the sources differ on it, and the vectors do it
SYNC = ("set_flag", "wait_flag", "pipe_barrier")


def numbers(kind, pattern):
    """Mutations of every number that a pattern finds in the records, by one."""
    def mutate(lines):
        for i, text in enumerate(lines):
            if not text.split() or text.split()[0] in SYNC or not happens_before.is_record(text):
                continue
            for hit in pattern.finditer(text):
                for by in (-1, 1):
                    value = int(hit[2]) + by
                    if value >= 0:
                        yield kind, i, {i: text[:hit.start(2)] + str(value) + text[hit.end(2):]}
    return mutate


def addresses(lines):
    for i, text in enumerate(lines):
        if not happens_before.is_record(text) or text.split()[0] in SYNC:
            continue
        for hit in ADDRESS.finditer(text):
            at = int(hit[2] if hit[1] else hit[4] or 0)
            name = hit[1] or "gm"
            for by in (-512, -32, 32, 512):
                if at + by >= 0:
                    new = f"{name}:{at + by}" if hit[1] else f"gm:{hit[3]}+{at + by}"
                    yield f"address by {abs(by)} ({name})", i, {i: text[:hit.start()] + new + text[hit.end():]}


def drops(lines):
    open_sets = collections.defaultdict(list)
    for i, text in enumerate(lines):
        word, _, rest = text.partition(" ")
        if word == "pipe_barrier":
            yield "barrier dropped", i, {i: "# dropped"}
        elif word == "set_flag":
            open_sets[rest].append(i)
            yield "set dropped", i, {i: "# dropped"}
        elif word == "wait_flag":
            yield "wait dropped", i, {i: "# dropped"}
            if open_sets[rest]:
                yield "pair dropped", i, {i: "# dropped", open_sets[rest].pop(0): "# dropped"}


def swaps(lines):
    """Two flags of the same direction that stand near one another take each other's id."""
    flags = [(i, t) for i, t in enumerate(lines) if t.startswith(("set_flag", "wait_flag"))]
    for x, (i, a) in enumerate(flags):
        for j, b in flags[x + 1:x + 12]:
            (head_a, id_a), (head_b, id_b) = a.rsplit(", ", 1), b.rsplit(", ", 1)
            if head_a == head_b and id_a != id_b:
                yield "ids swapped", i, {i: f"{head_a}, {id_b}", j: f"{head_b}, {id_a}"}
                break


MUTATIONS = [drops, swaps, addresses, numbers("stride", STRIDES), numbers("extension", EXTENTS),
             numbers("repeat", REPEATS)]


class Kernel:
    """A clean kernel, its data in a folder of its own, and what it yields."""

    def __init__(self, source, folder, program):
        self.name, self.folder, self.program = source.parent.name, folder, program
        lines = source.read_text(encoding="utf-8").splitlines()
        self.lines = [t for t in lines if not t.startswith("expect ")]
        for data in source.parent.glob("*.npy"):
            shutil.copy(data, folder / data.name)
        if not any(t.startswith("dump ") for t in self.lines):
            self.lines += [t.replace("expect ", "dump ").split(" file=")[0] + " file=out.npy" for t in lines
                           if t.startswith("expect ")]
        self.clean_findings, self.clean_values, status = self.run("clean", {})
        self.clean_order = happens_before.ordered_conflicts(self.lines)
        self.broken = status != 0

    def run(self, tag, changes):
        """(findings by rule, digest of the dumps, exit status) of the kernel with changed lines."""
        lines = [changes.get(i, t) for i, t in enumerate(self.lines)]
        dumps = []
        for i, text in enumerate(lines):
            if text.startswith("dump "):
                dumps.append(self.folder / f"{tag}.{i}.npy")
                lines[i] = re.sub(r"file=\S+", f"file={dumps[-1].name}", text)
        trace = self.folder / f"{tag}.aic"
        trace.write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = subprocess.run([self.program, "run", "--format", "json", str(trace)], capture_output=True, text=True,
                              timeout=60, check=False)
        values = hashlib.sha256()
        for dump in dumps:
            if dump.exists():
                values.update(dump.read_bytes())
                dump.unlink()
        trace.unlink()
        if done.returncode not in (0, 1):
            return None, None, done.returncode
        found = json.loads(done.stdout)["findings"]
        rules = collections.Counter(f["rule"] for f in found if f["severity"] in ("error", "warning"))
        return rules, values.hexdigest(), done.returncode

    def mutants(self):
        for mutation in MUTATIONS:
            for kind, line, changes in mutation(self.lines):
                yield kind, line, changes

    def judge(self, tag, kind, changes):
        """(counts, caught, rules) of one mutant; counts None: not a trace that can be read."""
        found, values, _ = self.run(tag, changes)
        if found is None:
            return None, False, ()
        counts = values != self.clean_values or kind in ("set dropped", "wait dropped")
        if not counts:
            lines = [changes.get(i, t) for i, t in enumerate(self.lines)]
            counts = not self.clean_order <= happens_before.ordered_conflicts(lines)
        new = found - self.clean_findings
        return counts, bool(new), tuple(sorted(new))


GENERATED = {
    "gen_two_slots": "matmul -p ascend910b1 -m 96 -n 80 -k 96 --base 32x32x32 --db-l0 --l1-depth 2,2",
    "gen_transposed": "matmul -p ascend910b1 -m 64 -n 80 -k 96 --base 32x32x32 --db-l0 --trans-a --trans-b",
    "gen_unit_flag": "matmul -p ascend950pr_9589 -m 64 -n 64 -k 96 --base 32x32x32 --unit-flag --l0c-depth 2 "
                     "--l1-depth 2,2",
    "gen_bias": "matmul -p ascend950pr_9589 -m 64 -n 64 -k 64 --base 32x32x32 --bias --db-l0 --l1-depth 2,2",
    "gen_conv": "conv2d -p ascend910b1 --input 32x10x10 --cout 32 --pad 1 --base-k 96 --db-l0",
    "gen_conv_strided": "conv2d -p ascend910b1 --input 32x13x11 --cout 48 --stride 2x2 --pad 1 --unit-flag",
    "gen_conv_950": "conv2d -p ascend950pr_9589 --input 32x9x9 --cout 32 --kernel 2x2 --l1-depth 2,2 --l0c-depth 2",
    "gen_int8": "matmul -p ascend910b1 -m 64 -n 64 -k 128 --base 32x32x64 --dtype int8:int8:int32",
}


def generate(folder, program, name, options):
    """A kernel of `aicsim gen` with its data."""
    here = folder / "generated" / name
    here.mkdir(parents=True)
    trace = here / "kernel.aic"
    subprocess.run([program, "gen", *options.split(), "--data", str(here), "-o", str(trace)], check=True,
                   capture_output=True, timeout=60)
    return trace


def kernels(folder, program):
    sources = sorted((HERE / "vectors/kernels").glob("*/kernel.aic"))
    sources += sorted(p for p in (ROOT / "docs/examples").glob("*/*.aic") if p.stem == p.parent.name)
    sources += [k / "kernel.aic" for k in clean_kernels.write_all(folder / "made")]
    sources += [generate(folder, program, name, options) for name, options in GENERATED.items()]
    out = []
    for source in sources:
        here = folder / source.parent.name
        here.mkdir()
        out.append(Kernel(source, here, program))
    return out


def choose(all_kernels, count, seed):
    """A fixed choice that gives every kind its share: kinds take turns until enough are chosen."""
    rng, by_kind = random.Random(seed), collections.defaultdict(list)
    for kernel in all_kernels:
        for kind, line, changes in kernel.mutants():
            by_kind[kind].append((kernel, kind, line, changes))
    for mutants in by_kind.values():
        rng.shuffle(mutants)
    chosen = []
    while len(chosen) < count and any(by_kind.values()):
        for kind in sorted(by_kind):
            if by_kind[kind] and len(chosen) < count:
                chosen.append(by_kind[kind].pop())
    return chosen


def table(tally):
    rows = ["| kind | mutants | count | caught | missed |", "|---|---|---|---|---|"]
    total = collections.Counter()
    for kind in sorted(tally):
        t = tally[kind]
        total.update(t)
        rows.append(f"| {kind} | {t['made']} | {t['count']} | {t['caught']} | {t['count'] - t['caught']} |")
    rows.append(f"| all | {total['made']} | {total['count']} | {total['caught']} | {total['count'] - total['caught']} |")
    return rows, total


def page(options, n_kernels, rows, total, missed):
    share = 100 * total["caught"] / max(1, total["count"])
    text = ["## How much damage the rules see", "",
            f"Written by `tests/mutants.py --count {options.count} --seed {options.seed} --markdown docs/mutants.md`.",
            f"{total['made']} mutants of {n_kernels} clean kernels: one flag, pair of flags or barrier dropped, ids swapped,",
            "an address moved, a stride, an extension or a repeat changed by one. A mutant counts when it changes the dumped",
            "values or removes order between accesses to the same bytes; it is caught when a rule reports more errors or",
            f"warnings than on the clean kernel. {total['caught']} of {total['count']} are caught, {share:.1f} %. Of the others",
            f"{total['noise']} were reported although they change nothing here.", ""] + rows
    text += ["", "Missed, by kind:", ""]
    for kind, name, line, changes in sorted(missed, key=lambda m: m[:3]):
        text.append(f"- {kind}, {name} line {line}: `{' / '.join(changes.values())}`")
    return "\n".join(text) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aicsim", default=str(ROOT / "build/tools/aicsim"))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20240607)
    parser.add_argument("--least", type=float, default=95)
    parser.add_argument("--markdown", help="write the table of docs/rules.md to this file")
    parser.add_argument("--misses", action="store_true", help="print every mutant that was missed")
    options = parser.parse_args()

    tally, missed, bad = collections.defaultdict(collections.Counter), [], False
    with tempfile.TemporaryDirectory() as folder:
        all_kernels = kernels(pathlib.Path(folder), str(pathlib.Path(options.aicsim).resolve()))
        for kernel in all_kernels:
            if kernel.broken or kernel.clean_findings:
                print(f"{kernel.name}: the clean kernel has {'errors' if kernel.broken else 'warnings'}: "
                      f"{dict(kernel.clean_findings or {})}")
            bad = bad or kernel.broken or bool(set(kernel.clean_findings or ()) - CONTESTED)
        chosen = choose(all_kernels, options.count, options.seed)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(k.judge, f"m{i}", kind, changes) for i, (k, kind, _, changes) in enumerate(chosen)]
            for job, (kernel, kind, line, changes) in zip(jobs, chosen):
                counts, caught, _ = job.result()
                tally[kind]["made"] += 1
                tally[kind]["count"] += bool(counts)
                tally[kind]["caught"] += bool(counts and caught)
                tally[kind]["noise"] += bool(counts is False and caught)
                if counts and not caught:
                    missed.append((kind, kernel.name, line + 1, changes))
    rows, total = table(tally)
    print("\n".join(rows))
    if options.misses:
        for kind, name, line, changes in missed:
            print(f"missed {kind} in {name} at line {line}: " + " / ".join(changes.values()))
    share = 100 * total["caught"] / max(1, total["count"])
    print(f"{total['made']} mutants of {len(all_kernels)} kernels, {total['count']} count, {share:.1f} % of them caught; "
          f"{total['noise']} more were reported that change nothing here")
    if options.markdown:
        text = page(options, len(all_kernels), rows, total, missed)
        pathlib.Path(options.markdown).write_text(text, encoding="utf-8")
    return 1 if bad or share < options.least or not total["count"] else 0


if __name__ == "__main__":
    sys.exit(main())
