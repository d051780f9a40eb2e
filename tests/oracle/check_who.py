#!/usr/bin/python3
"""Asks `aicsim who` where bytes come from, and compares with the way that marks take through the oracle.

    check_who.py --aicsim PATH [--cases N] [--bytes N] [--seed S] [FAMILY...]

Moves: random legal records (those of fuzz.py). Every nibble before the run has a number; the oracle runs the trace once
for each digit of the numbers, so that a result shows from which nibbles it was made, and once more with all bits
inverted to find what comes from nowhere (padding, zeros). Fixpipe: the same with small whole numbers as values. Matrix
products: the element of c in row i, column j must lead to row i of a and row j of b, to all of them and nothing else.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

import fuzz
import machine

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import clean_kernels  # noqa: E402

MOVES = ["load3d", "load3dv1", "load2d", "load2dv2", "load2dmx", "load_scales", "load_transpose", "load_sparse",
         "data_copy", "data_copy_pad", "nd2nz", "dn2nz"]
DIGITS = 7  # of 4 bits


def ask(aicsim, trace, place, core="0"):
    done = subprocess.run([aicsim, "who", trace, place, "--core", core, "--format", "json"], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit("who %s %s: exit status %d: %s" % (trace, place, done.returncode, done.stderr[:300]))
    return json.loads(done.stdout)["steps"]


def leaves(steps):
    """({(memory, byte)} where the byte comes from, whether a constant is among it)."""
    places, constant = set(), False
    for step in steps:
        constant |= step["kind"] == "constant"
        if step["kind"] in ("before", "nobody"):
            for run in step["bytes"]:
                name = run.get("tensor") or step["space"] + (".aiv1" if step["unit"] else "")
                places |= {(name, byte) for byte in range(run["from"], run["to"])}
    return places, constant


class Marks:
    """The memories of a case before the run, with a number for every nibble."""

    def __init__(self, case):
        self.case, self.start, n = case, {}, 0
        for name, data in self.memories():
            self.start[name] = n
            n += 2 * len(data)
        assert n < 16 ** DIGITS

    def memories(self):
        tensors = [(name, np.ascontiguousarray(data).view(np.uint8).reshape(-1))
                   for name, data, _ in self.case.tensors]
        return tensors + [(name, data) for name, data in sorted(self.case.images.items())]

    def place(self, number):
        name = max((n for n in self.start if self.start[n] <= number), key=lambda n: self.start[n])
        return name, (number - self.start[name]) // 2

    def run(self, folder, images):
        """The dumps of the oracle with other bytes before the run."""
        tensors = [(name, images[name], dump) for name, _, dump in self.case.tensors]
        saved = self.case.tensors, self.case.images
        self.case.tensors = tensors
        self.case.images = {name: images[name] for name in self.case.images}
        path, _ = self.case.write(folder)
        self.case.tensors, self.case.images = saved
        return machine.run_trace(path)

    def digit(self, d):
        images = {}
        for name, data in self.memories():
            number = self.start[name] + np.arange(2 * len(data))
            nibble = (number >> (4 * d)) & 15
            images[name] = (nibble[0::2] | nibble[1::2] << 4).astype(np.uint8)
        return images


def nibbles(data):
    return np.stack([data & 15, data >> 4], axis=1).astype(np.int64)


def origins(case, folder):
    """{dump: (numbers of the two nibbles of every byte, whether from nowhere, whether nothing defines it)}."""
    marks = Marks(case)
    number, first, undefined = {}, {}, {}
    for d in range(DIGITS):
        for name, (data, open_bits) in marks.run(folder, marks.digit(d)).items():
            number[name] = number.get(name, 0) + (nibbles(data) << (4 * d))
            first.setdefault(name, data)
            undefined[name] = open_bits != 0
    turned = marks.run(folder, {name: data ^ 255 for name, data in marks.digit(0).items()})
    nowhere = {name: nibbles(first[name]) == nibbles(turned[name][0]) for name in number}
    return marks, {name: (number[name], nowhere[name], undefined[name]) for name in number}


def check_moves(options, family, product, seed, folder):
    """(bytes compared, what is wrong) of one trace of random moves."""
    case, made = fuzz.build(family, product, seed, 4)
    if not made or any(":" in part for line in case.lines for part in line.split("dtype=")[1:]
                           for part in [part.split(",")[0]]):
        return 0, []  # not on this product, or a record that converts
    marks, expected = origins(case, folder)
    path, _ = case.write(folder)
    rng = np.random.default_rng(seed)
    problems, n = [], 0
    for dump, (number, nowhere, undefined) in expected.items():
        name = dump[:-4]
        buffer, _, unit = name.partition(".")
        tensor = any(name == t for t, _, _ in case.tensors)
        for byte in rng.choice(len(number), min(options.bytes, len(number)), replace=False):
            place = "gm:%s+%d" % (name, byte) if tensor else "%s:%d" % (buffer, byte)
            steps = ask(options.aicsim, path, place, "0." + unit if unit else "0")
            got = leaves(steps)
            want = {marks.place(int(number[byte][i])) for i in (0, 1) if not nowhere[byte][i]}
            n += steps[0]["kind"] == "record"
            if [s["kind"] for s in steps[1:]] == ["undefined"]:
                # The lane keeps its bytes, or the oracle leaves it open.
                if not undefined[byte] and want != {(name, int(byte))}:
                    problems.append("%s %s: undefined, not %s" % (path, place, sorted(want)[:4]))
            elif got != (want, bool(nowhere[byte].any())):
                problems.append("%s %s: %s, not %s%s" % (path, place, sorted(got[0])[:4], sorted(want)[:4],
                                                       " and a constant" if nowhere[byte].any() else ""))
    return n, problems


FIXPIPES = {
    "ascend910b1": [("nd", "float:half", "F322F16"), ("nz", "float:half", "F322F16"), ("nd", "float:float", "NoQuant"),
                    ("nz", "float:float", "NoQuant"), ("split", "float:float", "NoQuant")],
    "ascend950pr_9589": [("nd", "float:half", "F322F16"), ("dn", "float:half", "F322F16"),
                         ("dn", "float:float", "NoQuant"), ("nz", "float:float", "NoQuant")],
}


def fixpipe_line(product, layout, dtype, quant, rng):
    """(record, elements of L0C that it may read)."""
    n, m = int(rng.integers(1, 5)) * 16, int(rng.integers(3, 40))
    pitch = m + int(rng.integers(0, 9))
    fields = {"nSize": n, "mSize": m, "srcStride": pitch, "quantPre": quant}
    size = 4 if dtype.endswith("float") else 2
    if layout in ("nd", "dn"):
        fields["dstStride"] = (n if layout == "nd" else m) + int(rng.integers(0, 9))
        fields |= {"srcNzC0Stride": 1} if layout == "dn" else {}
    else:
        fields["dstStride"] = (m + int(rng.integers(0, 9))) * (16 if product == "ascend950pr_9589" else 16 * size // 32)
        fields |= {"isChannelSplit": "true"} if layout == "split" else {}
    if layout == "split":
        fields["dstStride"] = m + int(rng.integers(0, 9))
    text = ", ".join("%s=%s" % item for item in fields.items())
    layout = "nz" if layout == "split" else layout
    return "fixpipe gm:y, l0c:0, dtype=%s, layout=%s, %s" % (dtype, layout, text), n // 16 * pitch * 16 + 16


def check_fixpipe(options, product, kind, seed, folder):
    layout, dtype, quant = kind
    rng = np.random.default_rng(seed)
    line, elements = fixpipe_line(product, layout, dtype, quant, rng)
    path = os.path.join(folder, "fixpipe.aic")
    kind_of_y = np.float32 if dtype.endswith("float") else np.float16
    length = 1 << 15
    with open(path, "w", encoding="utf-8") as out:
        out.write("aicsim-trace 1\nproduct %s\ngm y %s %d\ninit l0c:0 file=l0c.bin\n%s\ndump gm:y file=y.bin\n"
                  % (product, dtype.partition(":")[2], length, line))
    number = written = 0
    for d in range(4):
        (np.arange(elements) >> (4 * d) & 15).astype(np.float32).tofile(os.path.join(folder, "l0c.bin"))
        data, _ = machine.run_trace(path)["y.bin"]
        number = number + (data.view(kind_of_y).astype(np.int64) << (4 * d))
    np.full(elements, 15, np.float32).tofile(os.path.join(folder, "l0c.bin"))
    written = machine.run_trace(path)["y.bin"][0].view(kind_of_y) == 15
    problems, n = [], 0
    for element in rng.choice(np.flatnonzero(written), min(options.bytes, int(written.sum())), replace=False):
        byte = int(element) * kind_of_y().itemsize + int(rng.integers(kind_of_y().itemsize))
        got = leaves(ask(options.aicsim, path, "gm:y+%d" % byte))
        want = {("l0c", 4 * int(number[element]) + i) for i in range(4)}
        n += 1
        if got != (want, False):
            problems.append("%s byte %d: %s, not %s" % (line, byte, sorted(got[0])[:4], sorted(want)[:4]))
    for place in ("gm:y+%d" % (int(e) * kind_of_y().itemsize) for e in np.flatnonzero(~written)[:2]):
        if ask(options.aicsim, path, place)[0]["kind"] == "record":
            problems.append("%s: %s is not written" % (line, place))
    return n, problems


def check_matmul(options, product, folder, unit_flag, bias):
    m, n, k = 40, 48, 80
    kernel = clean_kernels.Matmul(product, m, n, k, 32, 32, 32, unit_flag, bias)
    rng = np.random.default_rng(5)
    np.save(os.path.join(folder, "a.npy"), rng.standard_normal((m, k)).astype(np.float16))
    np.save(os.path.join(folder, "b.npy"), rng.standard_normal((n, k)).astype(np.float16))
    np.save(os.path.join(folder, "bias.npy"), rng.standard_normal(-(-n // 16) * 16).astype(np.float32))
    path = os.path.join(folder, "matmul.aic")
    with open(path, "w", encoding="utf-8") as out:
        out.write(kernel.text())
    problems = []
    for i, j in zip(rng.integers(0, m, options.bytes), rng.integers(0, n, options.bytes)):
        got = leaves(ask(options.aicsim, path, "gm:c+%d" % (4 * (i * n + j) + 1)))
        want = {("a", 2 * k * i + x) for x in range(2 * k)} | {("b", 2 * k * j + x) for x in range(2 * k)}
        want |= {("bias", 4 * j + x) for x in range(4)} if bias else set()
        if got != (want, False):
            problems.append("%s: c[%d][%d] comes from %d bytes, not %d" % (path, i, j, len(got[0]), len(want)))
    return options.bytes, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aicsim", required=True)
    parser.add_argument("--cases", type=int, default=2, help="traces of each family and product")
    parser.add_argument("--bytes", type=int, default=12, help="bytes of each memory that are asked for")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("families", nargs="*", metavar="FAMILY")
    options = parser.parse_args()
    failed = total = 0

    def tell(what, n, problems):
        nonlocal failed, total
        total, failed = total + n, failed + len(problems)
        print("%s: %d bytes, %d wrong" % (what, n, len(problems)), flush=True)
        print("".join("    %s\n" % p for p in problems[:3]), end="")

    with tempfile.TemporaryDirectory() as folder:
        for family in options.families or MOVES + ["fixpipe", "matmul"]:
            for product in (names[0] for names in fuzz.PRODUCTS):
                for case in range(options.cases):
                    seed = options.seed * 1000 + case
                    if family in MOVES:
                        n, problems = check_moves(options, family, product, seed, folder)
                    elif family == "matmul" and product in FIXPIPES:
                        n, problems = check_matmul(options, product, folder, case == 1, product == "ascend910b1")
                    else:
                        n, problems = 0, []
                        for kind in FIXPIPES.get(product, []) if family == "fixpipe" else []:
                            more, wrong = check_fixpipe(options, product, kind, seed, folder)
                            n, problems = n + more, problems + wrong
                    if n or problems:
                        tell("%s on %s" % (family, product), n, problems)
    print("%d bytes, %d wrong" % (total, failed))
    return 1 if failed or not total else 0


if __name__ == "__main__":
    sys.exit(main())
