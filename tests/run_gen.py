#!/usr/bin/env python3
"""Generates kernels, runs them, and compares what they compute with numpy.

    tests/run_gen.py --aicsim PROGRAM [--long] [--seed N] [--only TEXT] [-v]

Every kernel must end without an error or a warning and give the result that numpy computes from the arrays that were
written for it. A kernel that the product cannot run must be refused with exit status 2 and one line that says why.
--long draws many random cases for every product, and every type triple that the product has.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "oracle"))
from formats import BITS, INT_RANGE, decode, encode  # noqa: E402

PRODUCTS = ["ascend910b1", "ascend950pr_9589", "ascend310b1", "ascend310p1", "ascend910", "kirin_x90", "kirin_9030"]
ONE_CORE = {"ascend310b1", "kirin_x90", "kirin_9030"}
TENSOR = re.compile(r"gm (\S+) (\S+) (\S+)")


def raw_of(path, dtype, shape):
    """Unsigned patterns of an array file, one an element."""
    data = np.load(path).view(np.uint8).reshape(-1)
    if BITS[dtype] == 4:
        data = np.stack([data & 15, data >> 4], axis=1).reshape(-1)
    else:
        data = data.view({8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}[BITS[dtype]])
    return data.reshape(shape)


class Trace:
    """The tensors of a generated trace and their arrays."""

    def __init__(self, folder):
        self.folder = folder
        self.tensors = {}
        for line in (folder / "kernel.aic").read_text().splitlines():
            found = TENSOR.match(line)
            if found:
                name, dtype, shape = found.groups()
                self.tensors[name] = dtype, tuple(int(n) for n in shape.split("x"))

    def raw(self, name, file=None):
        dtype, shape = self.tensors[name]
        return raw_of(self.folder / (file or f"{name}.npy"), dtype, shape)

    def matrix(self, name, rows, columns, raw=None):
        """Patterns of rows x columns, whether GM holds rows or NZ."""
        raw = self.raw(name) if raw is None else raw
        if raw.shape == (rows, columns) or (1 in (rows, columns) and raw.size == rows * columns):
            return raw.reshape(rows, columns)
        c0 = 256 // BITS[self.tensors[name][0]] if name != "c" else 16
        blocks = raw.reshape(raw.shape[raw.ndim == 5], -1, c0)
        return blocks.transpose(1, 0, 2).reshape(blocks.shape[1], -1)[:rows, :columns]

    def values(self, name, rows, columns):
        return decode(self.tensors[name][0], self.matrix(name, rows, columns))


def scaled(total, words, relu):
    scale = (words & 0xFFFFE000).astype(np.uint32).view(np.float32)
    factor = np.where((total < 0) & relu, np.float32(0), scale[None, :])
    return (total.astype(np.float32) * factor).astype(np.float64) + 0.0


def drained(case, trace, total):
    """Patterns of C in GM (semantics 10.3)."""
    out = trace.tensors["c"][0]
    relu = "relu" in case
    mode = case.get("quant", "NoQuant").split(":")[0]
    if mode in ("NoQuant", "F322F16", "F322BF16"):
        return encode(out, np.maximum(total, 0) if relu else total)
    if mode.startswith("V"):
        words = trace.raw("q")[:total.shape[1]]
    else:
        scale = np.array([float(case["quant"].split(":")[1])], np.float32).view(np.uint32)[0]
        words = np.full(total.shape[1], scale, np.uint64)
    y = scaled(total, words, relu)
    if out in INT_RANGE:
        low, high = INT_RANGE[out]
        return np.clip(np.rint(np.clip(y, -256, 255)), low, high).astype(np.int64) & 0xFF
    if "HYBRID" in mode:
        return None  # numpy has no such rounding; the generator's own arrays are compared by the trace
    return encode(out, y)


def scales(trace, name, outer, k, pairs_in_rows):
    """Factors of outer x k: 2 ** (s - 127), one for 32 elements."""
    raw = trace.raw(name).astype(np.float64)
    if pairs_in_rows:
        raw = raw.reshape(k // 64, outer, 2).transpose(1, 0, 2)
    return np.repeat(2.0 ** (raw.reshape(outer, k // 32) - 127), 32, axis=1)


def matmul_golden(case, trace):
    m, n, k = case["m"], case["n"], case["k"]
    a = trace.values("a", k, m).T if "trans-a" in case and m > 1 else trace.values("a", m, k)
    b = trace.values("b", n, k).T if "trans-b" in case else trace.values("b", k, n)
    a, b = a.astype(np.float64), b.astype(np.float64)
    if "mx" in case:
        a = a * scales(trace, "scale_a", m, k, "trans-a" in case)
        b = b * scales(trace, "scale_b", n, k, "trans-b" not in case).T
    total = a @ b
    if "bias" in case:
        total = total + decode(trace.tensors["bias"][0], trace.raw("bias"))[:n]
    return drained(case, trace, total), (m, n)


def unblocked(blocks, channels):
    """C1 x ... x C0 to ... x channels."""
    return np.moveaxis(blocks, 0, -2).reshape(*blocks.shape[1:-1], -1)[..., :channels]


def numbers_of(case, key, n, default):
    text = str(case.get(key, default))
    parts = [int(x) for x in re.split("[x:,]", text)]
    return parts if len(parts) == n else parts * n


def conv2d_golden(case, trace):
    channels, height, width = numbers_of(case, "input", 3, 0)
    kernel, stride = numbers_of(case, "kernel", 2, 3), numbers_of(case, "stride", 2, 1)
    dilation, pad = numbers_of(case, "dilation", 2, 1), numbers_of(case, "pad", 4, 0)
    x = unblocked(decode(trace.tensors["x"][0], trace.raw("x"))[0], channels).astype(np.float64)
    w = decode(trace.tensors["w"][0], trace.raw("w"))
    c0 = w.shape[-1]
    w = w.reshape(-1, kernel[0], kernel[1], w.shape[1] * 16, c0)      # C1 x kh x kw x n x C0
    w = unblocked(w, channels)[:, :, :case["cout"]].astype(np.float64)  # kh x kw x n x c
    x = np.pad(x, ((pad[2], pad[3]), (pad[0], pad[1]), (0, 0)))
    size = [(x.shape[i] - (kernel[i] - 1) * dilation[i] - 1) // stride[i] + 1 for i in range(2)]
    total = 0
    for i in range(kernel[0]):
        for j in range(kernel[1]):
            seen = x[i * dilation[0]:, j * dilation[1]:][::stride[0], ::stride[1]][:size[0], :size[1]]
            total = total + seen @ w[i, j].T
    total = total.reshape(-1, case["cout"])
    if "bias" in case:
        total = total + decode(trace.tensors["bias"][0], trace.raw("bias"))[:case["cout"]]
    return drained(case, trace, total), total.shape


def run_case(program, kind, case, golden):
    """Problems of one case; "refused" when the generator says that the product cannot."""
    words = []
    for key, value in case.items():
        words += ["-" + key if len(key) == 1 else "--" + key] + ([] if value is True else [str(value)])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        done = subprocess.run([program, "gen", kind, *words, "--data", name, "-o", f"{name}/kernel.aic"],
                              capture_output=True, text=True, timeout=120, check=False)
        if done.returncode == 2 and done.stderr.count("\n") == 1 and "error: " in done.stderr:
            return "refused", [done.stderr.strip()]
        if done.returncode or done.stderr:
            return "failed", [f"gen: exit status {done.returncode}: {done.stderr.strip()[:300]}"]
        done = subprocess.run([program, "run", f"{name}/kernel.aic", "--format", "json", "--out", f"c={name}/out.npy"],
                              capture_output=True, text=True, timeout=120, check=False)
        try:
            found = [f for f in json.loads(done.stdout)["findings"] if f["severity"] in ("error", "warning")]
        except (ValueError, KeyError):
            return "failed", [f"run: exit status {done.returncode}: {(done.stderr or done.stdout)[:300]}"]
        problems = [f'{f["rule"]} at line {f["line"]}: {f["message"]}' for f in found[:3]]
        trace = Trace(folder)
        want, (rows, columns) = golden(case, trace)
        got = trace.matrix("c", rows, columns, trace.raw("c", "out.npy"))
        if want is not None and not np.array_equal(got.astype(np.uint64), np.asarray(want).astype(np.uint64)
                                                   & np.uint64(2 ** BITS[trace.tensors["c"][0]] - 1)):
            problems.append(f"{int((got != want).sum())} of {got.size} results differ from numpy's")
        return ("failed" if problems else "passed"), problems


def case_of(product, text):
    """`-m 3 --bias` as a dictionary."""
    case = {"product": product}
    words = text.split()
    while words:
        key = words.pop(0).lstrip("-")
        case[key] = words.pop(0) if words and not re.match(r"-\D", words[0]) else True
    return {k: int(v) if v is not True and v.isdigit() else v for k, v in case.items()}


SIZE = "-m 70 -n 45 -k 136 --base 32x32x64 "
MX = "-m 128 -n 192 -k 320 --base 64x64x128 --mx "
MATMUL = {
    "ascend910b1": [
        SIZE, SIZE + "--trans-a --db-l0", SIZE + "--trans-b --unit-flag --out half",
        SIZE + "--dtype bfloat16:bfloat16:float --out bfloat16 --relu --l0c-depth 2",
        SIZE + "--dtype float:float:float --trans-a --db-l0", SIZE + "--dtype float:float:float --trans-b --bias",
        SIZE + "--dtype int8:int8:int32 --trans-a --step-k 2,1 --l1-depth 4,2",
        "-m 64 -n 64 -k 256 --base 64x64x64 --dtype int4:int4:int32 --db-l0",
        "-m 50 -n 70 -k 264 --base 64x64x64 --dtype int4:int4:int32 --trans-b",
        SIZE + "--dtype int8:int8:int32 --trans-b --quant REQ8:0.03125 --out uint8 --bias",
        SIZE + "--quant VQF322B8_PRE:0.0625 --relu --unit-flag --db-l0", SIZE + "--bias --db-l0 --scalar 7",
        "-m 1 -n 40 -k 300 --base 16x32x64 --step-k 2,1", "-m 1 -n 40 -k 300 --base 16x32x64 --trans-a",
        "-m 65 -n 40 -k 100 --base 32x32x64 --bias",
        "-m 16 -n 16 -k 500 --base 16x16x32 --db-l0", SIZE + "--cores 6 --grid 3x2 --bias",
        "-m 128 -n 96 -k 96 --base 32x32x32 --cores 6 --grid 2x3 --passes 2 --compact --bias",
        "-m 64 -n 64 -k 512 --base 32x32x32 --l1-depth 16,6 --step-k 4,2 --pair --db-l0",
        "-m 64 -n 64 -k 128 --base 32x32x32 --trans-b --merge-loads",
    ],
    "ascend950pr_9589": [
        SIZE + "--db-l0", SIZE + "--trans-a --trans-b --unit-flag --db-l0 --l1-depth 4,4 --step-k 2,2",
        SIZE + "--dtype float:float:float --trans-a --bias", SIZE + "--dtype int8:int8:int32 --trans-a",
        SIZE + "--dtype int8:int8:int32 --quant VREQ8:0.03125 --trans-b",
        SIZE + "--dtype fp8_e4m3fn:fp8_e5m2:float --trans-a --quant QF322FP8_PRE:0.125",
        SIZE + "--dtype hifloat8:hifloat8:float --quant QF322HIF8_PRE:0.125",
        SIZE + "--quant QF322F32_PRE:0.125", SIZE + "--dtype int8:int8:int32 --quant QS322BF16_PRE:0.125 --trans-b",
        "-m 65 -n 40 -k 100 --base 32x32x64", "-m 1 -n 40 -k 300 --base 16x32x64 --trans-a",
        MX + "--dtype fp8_e4m3fn:fp8_e5m2:float", MX + "--dtype fp8_e5m2:fp8_e5m2:float --trans-b --db-l0 --bias",
        MX + "--dtype fp4x2_e2m1:fp4x2_e1m2:float --trans-a --db-l0 --step-k 2,1 --l1-depth 4,2",
        MX + "--dtype fp4x2_e2m1:fp4x2_e2m1:float --trans-b --step-k 1,2 --unit-flag --out half",
        "-m 70 -n 45 -k 192 --base 32x32x128 --mx --dtype fp8_e4m3fn:fp8_e4m3fn:float --trans-b --l0c-depth 2",
        "-m 59 -n 58 -k 192 --base 32x32x64 --mx --dtype fp4x2_e2m1:fp4x2_e1m2:float --trans-b --unit-flag --bias",
        "-m 59 -n 58 -k 192 --base 32x32x64 --mx --dtype fp8_e5m2:fp8_e5m2:float --trans-b --db-l0 --l0c-depth 2",
        "-m 1 -n 40 -k 192 --base 16x32x64 --mx --dtype fp8_e4m3fn:fp8_e4m3fn:float --trans-b",
        "-m 128 -n 128 -k 128 --base 64x64x64 --mx --dtype fp8_e4m3fn:fp8_e5m2:float --cores 4 --grid 2x2 --compact",
        "-m 128 -n 128 -k 128 --base 64x64x64 --mx --dtype fp4x2_e2m1:fp4x2_e2m1:float --trans-a --trans-b "
        "--cores 4 --grid 2x2 --compact",
        MX + "--dtype half:half:float", "-m 32 -n 32 -k 96 --mx --dtype fp8_e5m2:fp8_e5m2:float",
    ],
    "ascend310b1": [SIZE, SIZE + "--dtype int8:int8:int32 --trans-b --quant DEQF16:0.125",
                    SIZE + "--dtype float:float:float --db-l0", SIZE + "--unit-flag"],
    "ascend310p1": [SIZE + "--dtype half:half:half --trans-a", SIZE + "--out half --relu --db-l0 --l0c-depth 2",
                    SIZE + "--dtype uint8:int8:int32 --trans-b", SIZE + "--dtype int8:int8:int32",
                    "-m 50 -n 64 -k 80 --base 32x32x16"],
    "ascend910": [SIZE + "--trans-a", SIZE + "--dtype int8:int8:int32 --trans-b --relu",
                  "-m 50 -n 64 -k 80 --base 32x32x16 --out half"],
    "kirin_x90": [SIZE + "--dtype int8:int8:int32 --trans-a", SIZE + "--dtype half:half:half --trans-b"],
    "kirin_9030": [SIZE + "--dtype half:half:half"],
}
IMAGE = "--input 40x13x11 --cout 24 --pad 1 "
CONV2D = {
    "ascend910b1": [
        IMAGE + "--out half --unit-flag",
        IMAGE + "--stride 2x2 --rows 3 --base-k 48 --base-n 16 --db-l0 --l1-depth 2,2",
        "--input 20x12x12 --cout 16 --kernel 3x2 --dilation 2x3 --pad 2:1:0:1 --relu --out bfloat16 --cores 3 --rows 2",
        IMAGE + "--dtype int8:int8:int32 --base-k 96 --l0c-depth 2 --quant DEQF16:0.125",
        IMAGE + "--dtype float:float:float --base-k 32 --base-n 16", IMAGE + "--kernel 1x1",
        "--input 40x14x11 --cout 40 --pad 1:1:0:0 --rows 2 --cores 3 --compact --bias --l1-depth 2,1 --db-l0",
        "--input 20x24x12 --cout 24 --kernel 2x3 --stride 2x1 --pad 1:0:0:0 --rows 2 --cores 2 --compact --out half",
        IMAGE + "--rows 2 --cores 3 --compact",
        IMAGE + "--kernel 1x1 --pad 0:3:3:2 --rows 2 --stride 2x1 --bias --base-n 16 --db-l0",
        IMAGE + "--dtype int8:int8:int32 --base-k 96 --bias --rows 3 --quant DEQF16:0.125",
    ],
    "ascend950pr_9589": [
        IMAGE + "--out half --unit-flag --db-l0",
        IMAGE + "--stride 2x1 --rows 3 --base-k 48 --base-n 16 --l1-depth 3,2",
        "--input 20x12x12 --cout 16 --kernel 3x2 --dilation 2x3 --pad 2:1:0:1 --relu --cores 2",
        IMAGE + "--dtype int8:int8:int32", IMAGE + "--kernel 1x1 --pad 2 --rows 2 --bias --unit-flag",
        IMAGE + "--dtype fp8_e4m3fn:fp8_e5m2:float --out half",
    ],
    "ascend310p1": [IMAGE, IMAGE + "--stride 2x2 --rows 3 --base-k 48 --base-n 16 --db-l0 --l1-depth 2,2 --l0c-depth 2",
                    "--input 20x12x12 --cout 16 --kernel 3x2 --dilation 2x3 --pad 2:1:0:1 --relu --out half --rows 2",
                    IMAGE + "--dtype int8:int8:int32 --base-k 96", IMAGE + "--dtype half:half:half",
                    IMAGE + "--kernel 1x1 --rows 2 --pad 2", IMAGE + "--bias"],
    "ascend910": [IMAGE + "--out half --rows 3", IMAGE + "--kernel 1x1 --pad 2"],
    "ascend310b1": [
        IMAGE, IMAGE + "--stride 2x2 --rows 3 --base-k 48 --base-n 16 --db-l0 --l1-depth 2,2 --out half",
        "--input 20x70x70 --cout 16 --base-k 32 --rows 2 --stride 5x3 --kernel 62x1 --out half",
        IMAGE + "--dtype int8:int8:int32 --base-k 96 --quant DEQF16:0.125 --relu",
        IMAGE + "--kernel 1x1 --rows 1 --pad 2", IMAGE + "--kernel 1x1 --rows 3 --pad 4", IMAGE + "--bias",
    ],
    "kirin_x90": [IMAGE + "--dtype int8:int8:int32"],
}
CONV2D_REFUSED = {"ascend910b1": {8}, "ascend310b1": {4, 6}, "ascend310p1": {6}}
REFUSED = {"ascend950pr_9589": {21, 22}, "ascend310b1": {3}, "ascend310p1": {3}}


def triples_of(program, product):
    text = subprocess.run([program, "products", product, "--resolved"], capture_output=True, text=True, timeout=60,
                          check=True).stdout
    mmad = text[text.index("\nmmad:"):]
    listed = re.search(r"triples:[^\[]*\[([^\]]*)\]", mmad).group(1)
    return [t.strip().split("+")[0] for t in listed.replace("\n", " ").split(",")]


def random_matmul(rng, product, triple):
    case = {"product": product, "dtype": triple, "m": rng.choice([1, 2, 17, 64, 100, 133]),
            "n": rng.randint(1, 100) * 2,
            "k": rng.randint(1, 200) * 2}
    base = [rng.choice([16, 32, 64, 96]), rng.choice([16, 32, 64, 128]), rng.choice([32, 64, 128])]
    case["base"] = "x".join(map(str, base))
    steps = rng.choice([1, 2, 3]), rng.choice([1, 2, 4])
    slots = rng.choice([1, 2, 3]), rng.choice([1, 2])
    case["step-k"] = f"{steps[0]},{steps[1]}"
    case["l1-depth"] = f"{steps[0] * slots[0]},{steps[1] * slots[1]}"
    for key, chance in (("trans-a", 0.5), ("trans-b", 0.5), ("db-l0", 0.5), ("unit-flag", 0.3), ("bias", 0.3),
                        ("relu", 0.2), ("merge-loads", 0.2)):
        if rng.random() < chance:
            case[key] = True
    if rng.random() < 0.3 and product not in ONE_CORE:
        case["cores"], case["grid"] = 6, rng.choice(["2x3", "6x1", "1x6"])
    case["l0c-depth"] = rng.choice([1, 1, 2])
    if rng.random() < 0.5 and triple.endswith("float"):
        case["quant"] = rng.choice(["F322F16", "F322BF16", "QF322B8_PRE:0.0625", "VQF322B8_PRE:0.125"])
    elif rng.random() < 0.5 and triple.endswith("int32"):
        case["quant"] = rng.choice(["REQ8:0.0625", "VREQ8:0.125", "DEQF16:0.25"])
    return case


def random_mx(rng, product):
    types = rng.choice([["fp8_e4m3fn", "fp8_e5m2"], ["fp4x2_e2m1", "fp4x2_e1m2"]])
    case = random_matmul(rng, product, f"{rng.choice(types)}:{rng.choice(types)}:float")
    m, n, _ = map(int, case["base"].split("x"))
    case.update(mx=True, m=m * rng.randint(1, 4) - rng.choice([0, 0, 16, 5]) % m,
                n=n * rng.randint(1, 3) - rng.choice([0, 0, 16, 6]) % n, k=64 * rng.randint(1, 10),
                base=f"{m}x{n}x{rng.choice([64, 128, 192])}")
    return case


def random_conv2d(rng, product, triple):
    def pair(*of):
        return f"{rng.choice(of)}x{rng.choice(of)}"

    case = {"product": product, "dtype": triple, "cout": rng.randint(1, 70), "kernel": pair(1, 2, 3, 5),
            "input": f"{rng.randint(1, 50)}x{rng.randint(5, 20)}x{rng.randint(5, 20)}", "stride": pair(1, 1, 2, 3),
            "dilation": pair(1, 1, 2), "pad": ":".join(str(rng.choice([0, 0, 1, 2, 4])) for _ in range(4)),
            "rows": rng.randint(1, 6), "base-n": rng.choice([16, 32, 64]), "base-k": rng.choice([32, 64, 96]),
            "l1-depth": f"{rng.randint(1, 3)},{rng.randint(1, 2)}", "l0c-depth": rng.randint(1, 2),
            "cores": 1 if product in ONE_CORE else rng.choice([1, 1, 2, 3])}
    for key, chance in (("db-l0", 0.5), ("unit-flag", 0.3), ("bias", 0.5), ("relu", 0.2)):
        if rng.random() < chance:
            case[key] = True
    return case


def cases(program, long, seed):
    for product, lines in MATMUL.items():
        for i, line in enumerate(lines):
            yield "matmul", case_of(product, line), matmul_golden, i in REFUSED.get(product, ())
    for product, lines in CONV2D.items():
        for i, line in enumerate(lines):
            yield "conv2d", case_of(product, line), conv2d_golden, i in CONV2D_REFUSED.get(product, ())
    rng = random.Random(seed)
    for _ in range(150 if long else 0):
        yield "matmul", random_mx(rng, "ascend950pr_9589"), matmul_golden, None
    for product in PRODUCTS if long else ():
        for triple in triples_of(program, product):
            for _ in range(25):
                yield "matmul", random_matmul(rng, product, triple), matmul_golden, None
                yield "conv2d", random_conv2d(rng, product, triple), conv2d_golden, None


def stream_problems(program):
    """Every row of timing/streams.txt can be planned, and its cores have work."""
    problems = []
    for line in (pathlib.Path(__file__).resolve().parent / "timing" / "streams.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, product, words = (part.strip() for part in line.split("|"))
        done = subprocess.run([program, "gen", *words.split(), "-p", product, "--explain"], capture_output=True,
                              text=True, timeout=60, check=False)
        if done.returncode or "Mmads" not in done.stdout:
            problems.append(f"stream {name} on {product}: exit status {done.returncode}: {done.stderr.strip()}")
    return problems


def same_as_expanded(program):
    """One stream for all cores runs as one stream for each does."""
    return [problem for words in (
        "matmul -m 256 -n 192 -k 96 --base 32x32x32 --cores 12 --grid 4x3 --passes 2 --bias -p ascend910b1",
        "conv2d --input 32x50x20 --cout 32 --pad 1:1:0:0 --rows 2 --cores 12 --bias -p ascend910b1",
    ) for problem in compact_problems(program, words.split())]


def compact_problems(program, words):
    seen = []
    for more in ([], ["--compact"]):
        trace = subprocess.run([program, "gen", *words, *more], capture_output=True, text=True, timeout=60, check=True)
        done = subprocess.run([program, "run", "-", "--no-data", "--format", "json"], input=trace.stdout,
                              capture_output=True, text=True, timeout=60, check=False)
        result = json.loads(done.stdout)
        seen.append((result["total_cycles"], result["records"], result["cores"], len(trace.stdout)))
    if seen[0][:3] != seen[1][:3] or seen[1][3] * 10 > seen[0][3]:
        return [f"--compact runs {seen[1][:2]}, not {seen[0][:2]}"]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aicsim", required=True)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    count = {"passed": 0, "refused": 0, "failed": 0}
    for kind, case, golden, refuse in cases(args.aicsim, args.long, args.seed):
        shown = kind + " " + " ".join(f"--{k} {v}" if v is not True else f"--{k}" for k, v in case.items())
        if args.only not in shown:
            continue
        verdict, problems = run_case(args.aicsim, kind, case, golden)
        if refuse is not None and verdict != "failed" and refuse != (verdict == "refused"):
            problems = [("not refused" if refuse else "refused: " + problems[0])]
            verdict = "failed"
        count[verdict] += 1
        if verdict == "failed" or args.v:
            print(f"{verdict}: {shown}", *problems, sep="\n    ")
    for problem in stream_problems(args.aicsim) + same_as_expanded(args.aicsim):
        count["failed"] += 1
        print("failed:", problem)
    print(", ".join(f"{n} {verdict}" for verdict, n in count.items()))
    return 1 if count["failed"] or not count["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
