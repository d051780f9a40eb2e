#!/usr/bin/env python3
"""Generates kernels, runs them, and compares what they compute with numpy.

    tests/run_gen.py --aicsim PROGRAM [--draws N] [--seed N] [--only TEXT] [-v]

Every kernel must end without an error or a warning and give the result that numpy computes from the arrays that were
written for it. A kernel that the product cannot run must be refused with exit status 2 and one line that names an
option.
--draws N adds N random calls, over all products and everything that the options can say.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "oracle"))
from gen_draws import draw, facts_of  # noqa: E402
from gen_golden import Trace, problems_of  # noqa: E402

PRODUCTS = ["ascend910b1", "ascend950pr_9589", "ascend310b1", "ascend310p1", "ascend910", "kirin_x90", "kirin_9030"]


def words_of(case):
    words = []
    for key, value in case.items():
        words += ["-" + key if len(key) == 1 else "--" + key] + ([] if value is True else [str(value)])
    return words


def run_case(program, kind, case):
    """Problems of one case; "refused" when the generator says that the product cannot."""
    words = words_of(case)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        done = subprocess.run([program, "gen", kind, *words, "--data", name, "-o", f"{name}/kernel.aic"],
                              capture_output=True, text=True, timeout=120, check=False)
        if done.returncode == 2 and done.stderr.count("\n") == 1 and re.search(r"error: (.* )?--?[a-z]", done.stderr):
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
        problems += problems_of(kind, case, Trace(folder), "out.npy") + explain_problems(program, kind, case)
        return ("failed" if problems else "passed"), problems


PATHS = {"V": "L0C to UB", "MTE2": "GM to L1,|GM, bias", "MTE1": "L1 to", "FIX": "L0C to GM", "MTE3": "UB to GM"}


def explain_problems(program, kind, case):
    """What --explain says of core 0 is what a run moves there, and no run is shorter than its bound."""
    made = [subprocess.run([program, "gen", kind, *words_of(case), *more], capture_output=True, text=True, timeout=120,
                           check=False).stdout for more in (["--explain"], [])]
    if not made[0]:
        return []
    done = subprocess.run([program, "run", "-", "--no-data", "--format", "json"], input=made[1], capture_output=True,
                          text=True, timeout=120, check=False)
    result = json.loads(done.stdout)
    bounds, problems = made[0][made[0].index("bounds"):], []
    for pipe, name in PATHS.items():
        said = sum(map(int, re.findall(rf"(?:{name}).*? (\d+) bytes", bounds)))
        seen = sum(core["pipes"].get(pipe, {}).get("bytes", 0) for core in result["cores"] if core["core"] == 0)
        if said != seen:
            problems.append(f"--explain says {said} bytes on {pipe}, the run {seen}")
    least = re.search(r"at least (\d+) cycles", bounds)
    if least and int(least.group(1)) > result["total_cycles"]:
        problems.append(f"--explain says {least.group(0)}, the run {result['total_cycles']}")
    return problems


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
CONV2D_REFUSED = {"ascend910b1": {8}, "ascend310b1": {4}}
REFUSED = {"ascend950pr_9589": {21, 22}, "ascend310b1": {3}, "ascend310p1": {3}}


def cases(program, draws, seed):
    for kind, table, refused in (("matmul", MATMUL, REFUSED), ("conv2d", CONV2D, CONV2D_REFUSED)):
        for product, lines in table.items():
            for i, line in enumerate(lines):
                yield kind, case_of(product, line), i in refused.get(product, ())
    rng = random.Random(seed)
    facts = [facts_of(program, product) for product in PRODUCTS]
    for _ in range(draws):
        yield *draw(rng, rng.choice(facts)), None


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
    parser.add_argument("--draws", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    count = {"passed": 0, "refused": 0, "failed": 0}
    for kind, case, refuse in cases(args.aicsim, args.draws, args.seed):
        shown = kind + " " + " ".join(f"--{k} {v}" if v is not True else f"--{k}" for k, v in case.items())
        if args.only not in shown:
            continue
        verdict, problems = run_case(args.aicsim, kind, case)
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
