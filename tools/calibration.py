#!/usr/bin/env python3
"""Runs every calibration point through the program and tells measured, simulated and error.

usage: calibration.py AICSIM [--curves FILE] [--only TEXT]
Without --curves: the tables of docs/timing.md, as Markdown. With it: the curves that the tests hold, as CSV."""

import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from calibration_streams import header, nd2nz, repeated  # noqa: E402

B1, PR, CAMODEL = "ascend910b1", "ascend950pr_9589", "ascend950pr_camodel"
CLOCK = {B1: 1850.0, PR: 1650.0, CAMODEL: 1800.0, "ascend910b3": 1800.0}


# The tables were taken in unrolled loops: no address arithmetic, no library call around an instruction.
UNROLLED = ["scalar.dispatch=4"] + [f"scalar.dispatch_{c}=4" for c in ("copy", "load", "fixpipe", "sync")] + [
    "scalar.dispatch_mmad=4.8"]


class Runner:
    def __init__(self, program):
        self.program = program
        self.folder = tempfile.TemporaryDirectory()
        self.kept = {}

    def run(self, key, lines, sets=()):
        """The result of a stream, as the program's JSON. `key` names the stream, so that it runs once."""
        if key not in self.kept:
            path = os.path.join(self.folder.name, "t.aic")
            with open(path, "w", encoding="utf-8") as out:
                for line in lines:
                    out.write(line + "\n")
            done = subprocess.run([self.program, "run", path, "--format", "json", "--no-data", "--no-check"] +
                                  [a for s in sets for a in ("--set", s)],
                                  capture_output=True, text=True, check=False)
            if done.returncode not in (0, 1):
                raise SystemExit(f"{key}: {done.stderr[:400]}")
            self.kept[key] = json.loads(done.stdout)
            errors = [f for f in self.kept[key]["findings"] if f["severity"] == "error"]
            if errors:
                raise SystemExit(f"{key}: {errors[0]}")
        return self.kept[key]

    def each(self, key, product, tensors, body, sync=(), times=(8, 40), pipe=None):
        """Cycles that one more round of the same records costs; of a pipe's counter when one is named."""
        got = []
        for n in times:
            result = self.run((key, product, n), repeated(product, tensors, body, n, sync), UNROLLED)
            got.append(result["pipes"][pipe]["board_cycles"] if pipe else result["total_cycles"])
        return (got[1] - got[0]) / (times[1] - times[0])


class Table:
    def __init__(self, title):
        self.title, self.rows = title, []

    def add(self, product, point, measured, simulated, stream, why=""):
        self.rows.append((product, point, measured, simulated, stream, why))

    def errors(self):
        return [100 * (s / m - 1) for _, _, m, s, _, _ in self.rows]


GM = [("a", "4096x1024")]


def mmad(m, n, k, flag=0, init="true"):
    return (f"mmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m={m}, n={n}, k={k}, cmatrixInitVal={init}, "
            f"unitFlag={flag}")


def warm_copy(size, space="l1"):
    return f"data_copy {space}:0, gm:a, dtype=half, blockCount=1, blockLen={size // 32}, srcGap=0, dstGap=0"


def load2d(space, size):
    return (f"load2d {space}:0, l1:0, dtype=half, startIndex=0, repeatTimes={size // 512}, srcStride=1, dstGap=0, "
            "ifTranspose=false")


def load3d(space, size):
    rows = size // 512
    return (f"load3dv2 {space}:0, l1:0, dtype=half, l1H=1, l1W={rows * 16}, channelSize=16, kExtension=16, "
            f"mExtension={rows * 16}, kStartPt=0, mStartPt=0, strideW=1, strideH=1, filterW=1, filterH=1, "
            "dilationFilterW=1, dilationFilterH=1, padList=0:0:0:0")


TRANSPOSED = ["--trans-b", "--out", "half"]
STREAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "timing", "streams.txt")
# Names in streams.txt of the kernels' streams; the untuned ones on one core stand for more of the same steps.
KERNELS = {
    (B1, "tuned"): "matmul_tuned_24cores", (PR, "tuned"): "matmul_tuned_32cores",
    (B1, "plain24"): "matmul_128x256x64_24cores",
    (B1, 0): "matmul_64x64x64_1core.part", (B1, 1): "matmul_128x256x64_1core.part",
    (PR, 0): "matmul_64x64x64_1core.part", (PR, 1): "matmul_256x256x64_1core.part",
    (CAMODEL, 0): "matmul_32x256x32_4buffers", (CAMODEL, 1): "matmul_32x256x16_8buffers",
}


def arguments(name, product):
    """The generator call of a stream; those of 950PR are written for another number of cores of the same chip."""
    with open(STREAMS, encoding="utf-8") as table:
        for line in table:
            row = [part.strip() for part in line.split("|")]
            if row[0] == name and row[1][:11] == product[:11]:
                return row[2].split()
    raise SystemExit(f"{STREAMS} has no {name} for {product}")


def generated(run, product, which):
    call = [run.program, "gen"] + arguments(KERNELS[product, which], product) + ["-p", product]
    return subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()


def simple_steps(run, product):
    """Cycles of a K step of the two simple kernels: a second and a third round of the same tiles, all in L2."""
    out = []
    for which in (0, 1):
        lines = generated(run, product, which)
        first = 1 + max(i for i, line in enumerate(lines[:50]) if line.startswith("gm "))
        got = []
        for rounds in (1, 3):
            result = run.run((product, which, rounds), lines[:first] + (lines[first:] + ["pipe_barrier ALL"]) * rounds)
            got.append([result["pipes"]["M"]["instructions"], result["total_cycles"]] +
                       [result["pipes"][p]["board_cycles"] for p in ("M", "MTE1", "MTE2", "FIX", "S")])
        steps, *cycles = [b - a for a, b in zip(*got)]
        out.append([c / steps for c in cycles])
    return out


def whole(run, product, which):
    return run.run((product, which), generated(run, product, which))


def means(result):
    cores = [c for c in result["cores"] if c["unit"] == "AIC" or c["unit"] == "aic"]
    mean = sum(c["end_cycle"] for c in cores) / len(cores)
    return [result["total_cycles"], mean] + [
        sum(c["pipes"][p]["board_cycles"] for c in cores) / len(cores) for p in ("M", "MTE1", "MTE2", "FIX", "S")]


def steps_of(product):
    return 10922.67 if product == B1 else 4096.0


def mmad_points(run):
    t = Table("Mmad (cycles)")
    b1, pr = simple_steps(run, B1), simple_steps(run, PR)
    for product, f, measured, value in ((B1, 64, 125.0, b1[0][1]), (B1, 512, 575.0, b1[1][1]),
                                        (PR, 64, 156.1, pr[0][1]), (PR, 1024, 1116.4, pr[1][1])):
        t.add(product, f"isolated, f={f}, counter", measured, value, "simple kernel")
    for product, f, measured in ((B1, 512, 521.1), (PR, 1024, 1027.1)):
        t.add(product, f"back to back, f={f}, counter", measured, means(whole(run, product, "tuned"))[2] / steps_of(product),
              "tuned kernel")
    for n, measured in ((16, 4.86), (976, 123.8)):
        value = run.each(f"mmad 32x16x{n}", B1, GM, [mmad(32, n, 16)])
        t.add(B1, f"pipelined 32x16x{n}", measured, value, "mmads in a row",
              "the issue of an mmad" if n == 16 else "")
    for n, measured in ((16, 25.0), (976, 84.0)):
        value = run.each(f"mmad 16x16x{n}", "ascend910b3", GM, [mmad(16, n, 16)], ["pipe_barrier M"])
        t.add("ascend910b3", f"one at a time 16x16x{n}", measured, value, "mmad, barrier")
    for n, measured, flag in ((256, 4209, 2), (256, 4225, 0), (128, 2172, 2), (128, 2172, 0)):
        body = [mmad(128, n, 64, flag and (3 if i == 7 else 2), "true" if i == 0 else "false") for i in range(8)]
        result = run.run(("8 mmads", n, flag), list(header(B1, GM)) + body + (
            [] if not flag else [f"fixpipe gm:a, l0c:0, dtype=float:half, layout=nd, nSize={n}, mSize=128, "
                                 f"srcStride=128, dstStride=1024, quantPre=F322F16, unitFlag=3, params=v220"]))
        t.add(B1, f"eight of 128x{n}x64, unit flag {'on' if flag else 'off'}, counter", measured,
              result["pipes"]["M"]["board_cycles"], "eight mmads")
    for m, n, k, measured in ((32, 128, 16, 41), (32, 256, 16, 57), (32, 256, 32, 89)):
        result = run.run(("camodel", m, n, k), list(header(CAMODEL, GM)) + [mmad(m, n, k)])
        t.add(CAMODEL, f"{m}x{k}x{n}, counter", measured, result["pipes"]["M"]["board_cycles"], "one mmad")
    return t


def mte1_points(run):
    t = Table("MTE1 (cycles)")
    b1, pr = simple_steps(run, B1), simple_steps(run, PR)
    t.add(B1, "step of 8 KB A and 8 KB B", 143.0, b1[0][2], "simple kernel")
    t.add(B1, "step of 16 KB A and 32 KB B", 367.0, b1[1][2], "simple kernel")
    t.add(B1, "the same beside the cube", 429.1, means(whole(run, B1, "tuned"))[3] / steps_of(B1), "tuned kernel")
    t.add(PR, "step of 8 KB A and 8 KB B", 91.0, pr[0][2], "simple kernel")
    t.add(PR, "step of 32 KB A and 32 KB B", 283.1, pr[1][2], "simple kernel")
    t.add(PR, "the same beside the cube", 336.6, means(whole(run, PR, "tuned"))[3] / steps_of(PR), "tuned kernel")
    for space, size, measured in (("l0a", 1024, 6.0), ("l0a", 65536, 251.0), ("l0b", 1024, 9.8), ("l0b", 65536, 500.0)):
        value = run.each(f"load3d {space} {size}", B1, GM, [load3d(space, size)])
        t.add(B1, f"pipelined loads of {size // 1024} KB into {space.upper()}", measured, value, "loads in a row")
    for repeats, measured in ((1, 512 / 129.5), (2, 1024 / 208.8), (4, 2048 / 233.0), (8, 4096 / 247.0)):
        value = run.each(f"load2d {repeats}", B1, GM, [load2d("l0a", 512 * repeats)])
        t.add(B1, f"pipelined loads of {repeats} fractals into L0A", measured, value, "loads in a row")
    for size, measured in ((1024, 33.4), (2048, 38.2), (4096, 44.2), (8192, 67.4), (16384, 106.6)):
        line = (f"load2dv2 l0a:0, l1:0, dtype=half, mStartPosition=0, kStartPosition=0, mStep={size // 512}, kStep=1, "
                f"srcStride={size // 512}, dstStride={size // 512}")
        result = run.run(("camodel 2dv2", size), list(header(CAMODEL, GM)) + [line])
        t.add(CAMODEL, f"LoadData2Dv2 of {size // 1024} KB", measured, result["pipes"]["MTE1"]["board_cycles"], "one load")
    return t


HBM_TENSOR = [("a", "12288x12288")]


def tiles(product, cores, cols, pitch, rows_of_core=128, times=1, parts=1):
    """Every core copies its own rows of a 12288 x pitch matrix in 64 x cols tiles, `parts` parts `times` times each."""
    yield from header(product, [("a", f"12288x{pitch}")])
    for core in range(cores):
        yield f"core {core}"
        yield "core %d" % core
        step = rows_of_core // parts
        for part in range(parts):
            for _ in range(times):
                first = core * rows_of_core + part * step
                for row in range(first, first + step, 64):
                    for col in range(0, min(pitch, 12288 - 12288 % cols) - cols + 1, cols):
                        yield nd2nz(0, f"a+{(row * pitch + col) * 2}", 64, cols, pitch)


def same_address(staggered):
    yield from header(B1, [("a", "6144x512")])
    for core in range(24):
        yield f"core {core}"
        for i in range(192):
            tile = (i + (core * 8 if staggered else 0)) % 192
            yield nd2nz(0, f"a+{(tile // 8 * 256 * 512 + tile % 8 * 64) * 2}", 256, 64, 512)


def mte2_points(run):
    t = Table("MTE2 (cycles, us where stated)")
    for size, measured in ((1, 172.8), (2, 192), (4, 234), (8, 237), (16, 295), (32, 373), (64, 623), (128, 945),
                           (256, 1681), (512, 3356)):
        value = run.each(f"gm l1 {size}", B1, GM, [warm_copy(size * 1024)], ["pipe_barrier MTE2"])
        t.add(B1, f"{size} KB, in L2, one core", measured, value, "copy, barrier")
    b1, pr = simple_steps(run, B1), simple_steps(run, PR)
    t.add(B1, "two ND2NZ tiles of 64 rows of 128 B", 514.0, b1[0][3], "simple kernel")
    t.add(B1, "ND2NZ of 128 and 256 rows of 128 B", 1380.0, b1[1][3], "simple kernel")
    t.add(PR, "two ND2NZ tiles of 64 rows of 128 B", 756.0, pr[0][3], "simple kernel")
    t.add(PR, "ND2NZ of 256 and 256 rows of 128 B", 1344.0, pr[1][3], "simple kernel")
    for product, cores, cols, measured in ((B1, 24, 64, 341), (B1, 24, 256, 1033), (PR, 32, 64, 346),
                                           (PR, 32, 256, 1072)):
        result = run.run(("stream", product, cols), tiles(product, cores, cols, 12288))
        t.add(product, f"{cores} cores from HBM, 64x{cols} half tiles", measured,
              result["total_cycles"] / (2 * 12288 / cols), "strips of rows")
    for pitch, measured in ((12288, 214.5), (12287, 422.5)):
        result = run.run(("aligned", pitch), tiles(B1, 24, 256, pitch, 512))
        t.add(B1, f"24 cores, 64x256 tiles, rows of {pitch} half (us)", measured, result["total_cycles"] / 1850.0,
              "strips of rows")
    for parts, measured in ((1, 872.19), (4, 397.8)):
        result = run.run(("times", parts), tiles(B1, 24, 256, 12288, 512 if parts == 1 else 512, 4, parts))
        t.add(B1, f"302 MB four times, {'whole' if parts == 1 else 'by quarters'} (us)", measured,
              result["total_cycles"] / 1850.0, "strips of rows")
    same = [run.run(("same", s), same_address(s))["total_cycles"] for s in (False, True)]
    t.add(B1, "24 cores at the same addresses, loss against staggered (us)", 240.2 - 209.8, (same[0] - same[1]) / 1850.0,
          "tiles of 256x64", "the loss of a run twice as slow")
    t.add(B1, "24 cores, staggered (us)", 209.8, same[1] / 1850.0, "tiles of 256x64",
          "7.9 cycles a row of 128 B, where the whole kernels need 3.4 for the same row: the sample's loop is not known")
    result = run.run("camodel 2 KB", list(header(CAMODEL, GM)) + [warm_copy(2048)])
    t.add(CAMODEL, "first 2 KB, cold", 572, result["pipes"]["MTE2"]["board_cycles"], "one copy")
    value = run.each("camodel run", CAMODEL, GM, [warm_copy(65536)])
    t.add(CAMODEL, "long run, bytes a cycle", 29.4, 65536 / value, "copies in a row")
    return t


def fixpipe(n, m, layout="nd", quant="F322F16", dst="half", at=0, pitch=1024):
    return (f"fixpipe gm:a+{at}, l0c:0, dtype=float:{dst}, layout={layout}, nSize={n}, mSize={m}, srcStride={m}, "
            f"dstStride={pitch}, quantPre={quant}, params=v220")


def other_points(run):
    t = Table("Fixpipe and the other pipes (cycles)")
    for size, measured in ((1, 82.6), (8, 82.5), (16, 135), (32, 273), (64, 559)):
        m = size * 1024 // 64
        line = fixpipe(16, m, "nz", "NoQuant", "float", 0, m * 2)
        value = run.each(f"l0c gm {size}", B1, [("a", "4096x1024")], [line])
        t.add(B1, f"L0C to GM, {size} KB, in L2", measured, value, "drains in a row")
    for size, measured in ((1, 92), (32, 279)):
        value = run.each(f"nz2nd {size}", B1, GM, [fixpipe(256, size * 2)])
        t.add(B1, f"L0C to GM as ND, {size} KB, in L2", measured, value, "drains in a row")
    for product, m, measured in ((B1, 128, 992), (PR, 256, 1735)):
        lines = list(header(product, [("c", "8192x8192")])) + [fixpipe(256, m, pitch=8192).replace("gm:a", "gm:c")]
        t.add(product, f"{m}x256 float tile to half, new lines", measured,
              run.run(("tile", product), lines)["pipes"]["FIX"]["board_cycles"], "one drain")
    ub = [("a", "4096x1024")]
    for size, measured in ((1, 151), (8, 237), (32, 507), (64, 993)):
        line = f"data_copy gm:a, ub:0, dtype=half, blockCount=1, blockLen={size * 32}, srcGap=0, dstGap=0"
        value = run.each(f"ub gm {size}", B1, ub, ["core 0.aiv0", line], ["pipe_barrier MTE3"])
        t.add(B1, f"UB to GM, {size} KB, in L2", measured, value, "copy, barrier")
    line = "data_copy bt:0, l1:0, dtype=float, blockCount=1, blockLen=16, srcGap=0, dstGap=0"
    t.add(B1, "L1 to BiasTable, 1 KB", 1024 / 32.8, run.each("bt", B1, GM, [line]), "copies in a row")
    line = "data_copy fb:0, l1:0, dtype=uint64, blockCount=1, blockLen=8, srcGap=0, dstGap=0"
    t.add(B1, "L1 to Fixpipe buffer, 1 KB", 45.7, run.each("fb", B1, GM, [line]), "copies in a row")
    line = fixpipe(256, 32, "nd", "NoQuant", "float", 0, 256)
    result = run.run("camodel fix", list(header(CAMODEL, GM)) + [line])
    t.add(CAMODEL, "32x256 float to GM as ND, cold", 1423, result["pipes"]["FIX"]["board_cycles"], "one drain")
    return t


WHOLE = (
    (B1, "base 64x64x64, 1 core", 0, (759363.98, 759363.46, 141699.459, 162104.184, 582515.828, 34303.063, 508787.509)),
    (B1, "base 128x256x64, 1 core", 1, (249467.08, 249466.54, 81477.188, 52003.703, 195613.432, 11313.746, 63608.818)),
    (B1, "base 128x256x64, 24 cores", "plain24",
     (12283.84, 10870.96, 3394.884, 2166.824, 8616.671, 488.829, 2656.33)),
    (B1, "tuned, 24 cores", "tuned", (4012.44, 3559.06, 3076.396, 2533.512, 3435.584, 272.576, 1026.069)),
    (PR, "base 64x64x64, 1 core", 0,
     (1096626.431, 1096625.66, 198351.65, 115705.132, 960571.993, 28615.988, 583195.222)),
    (PR, "base 256x256x64, 1 core", 1, (130560.475, 130559.56, 88685.142, 22489.156, 106793.342, 4200.385, 36462.067)),
    (PR, "tuned, 32 cores", "tuned", (2558.155, 2557.49, 2549.657, 835.579, 1900.322, 213.789, 412.29)),
)
COLUMNS = ("task", "aicore", "mac", "mte1", "mte2", "fixpipe", "scalar")


def whole_values(run, product, which):
    if which in ("tuned", "plain24"):
        return [c / CLOCK[product] for c in means(whole(run, product, which))]
    step = simple_steps(run, product)[which]
    base = ((64, 64, 64), (128, 256, 64) if product == B1 else (256, 256, 64))[which]
    steps = (8192 // base[0]) * (8192 // base[1]) * 128
    return [v * steps / CLOCK[product] for v in [step[0]] + step]


CAMODEL_KERNELS = (("4 buffers, K tile 32", (22690, 1432, 20068, 3431, 2848, 1708), ""),
                   ("8 buffers, K tile 16, A in 32x128", (22677, 1420, 20056, 4375, 3648, 4487),
                    "scalar: 19 cycles a step of ring and burst arithmetic, no record stands for it"))


def whole_tables(run):
    lines = ["| product | kernel | | " + " | ".join(COLUMNS) + " |", "|---|---|---|" + "---|" * len(COLUMNS)]
    worst = {"aicore": 0.0, "occupancy": 0.0}
    for product, name, which, measured in WHOLE:
        values = whole_values(run, product, which)
        lines.append(f"| {product} | {name} | measured us | " + " | ".join(f"{v:.1f}" for v in measured) + " |")
        lines.append("| | | simulated us | " + " | ".join(f"{v:.1f}" for v in values) + " |")
        lines.append("| | | error | " + " | ".join(f"{100 * (s / m - 1):+.1f} %" for s, m in zip(values, measured)) + " |")
        shares = [100 * (s / values[1] - m / measured[1]) for s, m in zip(values[2:], measured[2:])]
        lines.append("| | | occupancy, points | | | " + " | ".join(f"{v:+.1f}" for v in shares) + " |")
        worst["aicore"] = max(worst["aicore"], abs(100 * (values[1] / measured[1] - 1)))
        worst["occupancy"] = max([worst["occupancy"]] + [abs(v) for v in shares])
    return lines, worst


def camodel_table(run):
    lines = ["| schedule | | kernel ticks | fixp | mte2 | mte1 | cube | scalar | note |",
             "|---|---|---|---|---|---|---|---|---|"]
    for which, (name, measured, why) in enumerate(CAMODEL_KERNELS):
        result = whole(run, CAMODEL, which)
        values = [result["total_cycles"]] + [result["pipes"][p]["board_cycles"] for p in ("FIX", "MTE2", "MTE1", "M", "S")]
        lines.append(f"| {name} | measured | " + " | ".join(str(v) for v in measured) + " | |")
        lines.append("| | simulated | " + " | ".join(str(v) for v in values) + " | |")
        lines.append("| | error | " + " | ".join(f"{100 * (s / m - 1):+.1f} %" for s, m in zip(values, measured)) + f" | {why} |")
    return lines


def median(values):
    values = sorted(values)
    return (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2


def report(run, only):
    tables = [make(run) for make in (mmad_points, mte1_points, mte2_points, other_points)
              if not only or only in make.__name__]
    errors = [abs(e) for t in tables for e in t.errors()]
    for t in tables:
        print(f"### {t.title}\n\n| product | point | measured | simulated | error | stream |\n|---|---|---|---|---|---|")
        for (product, point, measured, simulated, stream, why), error in zip(t.rows, t.errors()):
            note = f"; {why}" if why else ""
            print(f"| {product} | {point} | {measured:.5g} | {simulated:.5g} | {error:+.1f} % | {stream}{note} |")
        print()
    if errors:
        over = sum(e > 10 for e in errors)
        print(f"Points: {len(errors)}; median error {median(errors):.1f} %; above 10 %: {over}.\n")
    if not only or only in "whole":
        lines, worst = whole_tables(run)
        print("### Whole kernels, half x half -> half, M = N = K = 8192\n")
        print("\n".join(lines))
        print(f"\nLargest error of the aicore time {worst['aicore']:.1f} %, of an occupancy {worst['occupancy']:.1f} points.\n")
        print("### Whole kernels of the cycle simulator, 32x1024x256 half -> float\n")
        print("\n".join(camodel_table(run)))


def curve_points(run):
    """(curve, product, x, value) of every curve that the tests hold."""
    for product in (B1, PR, CAMODEL):
        for size in (1, 2, 4, 8, 16, 32, 64, 128, 256):
            value = run.each(f"gm l1 {size}", product, GM, [warm_copy(size * 1024)], ["pipe_barrier MTE2"])
            yield "GM to L1, bytes a cycle by KB", product, size, size * 1024 / value
        for size in (1, 4, 16, 64):
            value = run.each(f"nz2nd {size}", product, GM, [fixpipe(256, size * 2)])
            yield "L0C to GM as ND, bytes a cycle by KB", product, size, size * 1024 / value
        for cols in (16, 32, 64, 128, 192, 256, 320, 512, 768):
            value = run.each(f"nd2nz {cols}", product, GM, [nd2nz(0, "a", 64, cols, 1024)], ["pipe_barrier MTE2"])
            yield "ND2NZ of 64 rows, bytes a cycle by columns", product, cols, 128 * cols / value
    for product in (B1, PR):
        for base in ("32x32x32", "64x64x64", "64x128x64", "128x128x64", "128x256x64", "128x128x128"):
            result = small_matmul(run, product, base, 1)
            yield "matmul 512x512x512, cube's share by tile", product, base, result["pipes"]["M"]["utilization"]
        for cores in (1, 2, 4, 8, 16, 24):
            for cols in (64, 256):
                result = run.run(("cores", product, cores, cols), tiles(product, cores, cols, 12288, 64))
                curve = f"64 rows of 12288 half a core from HBM by {cols} columns, cycles by cores"
                yield curve, product, cores, result["total_cycles"]


def small_matmul(run, product, base, cores, k=512, more=()):
    key = ("small", product, base, cores, k, tuple(more))
    call = [run.program, "gen", "matmul", "-p", product, "-m", "512", "-n", "512", "-k", str(k), "--base", base,
            "--cores", str(cores)] + TRANSPOSED + list(more)
    return run.run(key, subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines())


def write_curves(run, path):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as out:
        out.write("curve,product,x,value\n")
        for curve, product, x, value in curve_points(run):
            out.write(f'"{curve}",{product},{x},{value:.6g}\n')
    os.replace(path + ".new", path)


def main():
    args = argparse.ArgumentParser()
    args.add_argument("program")
    args.add_argument("--only", default="")
    args.add_argument("--curves")
    options = args.parse_args()
    if options.curves:
        write_curves(Runner(options.program), options.curves)
    else:
        report(Runner(options.program), options.only)


if __name__ == "__main__":
    main()
