#!/usr/bin/env python3
"""Runs the wrong and the right trace of every rule's page (`aicsim explain RULE`).

    tests/run_explain.py [--aicsim PROGRAM] [--only TEXT] [-v]

The wrong trace must raise the rule (or what is reported in its place) and no other error; the right one must raise
neither the rule nor any error. A page shows records, not whole kernels: the tensors that it names are declared here,
and every memory is written before the run (not for the rules about bytes that nobody wrote). Rules of the source level
are the recorder's: their pages show source text. Every page must name the place where the rule is documented.
Prints `N passed, N failed`.
"""
import argparse
import concurrent.futures
import functools
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


# Rules about bytes that nobody wrote: the memories that are left empty.
EMPTY = {"MEM-016": {"l0a", "l0b"}, "MM-026": {"l0c"}, "FP-041": {"l0c"}, "FP-018": {"fb"}, "FP-040": {"fb"}}
EXCERPTS = {"LAY-002"}  # what a kernel does in step after step: tests/cases/checks shows it whole
LOCAL = ("l1", "l0a", "l0b", "l0c", "ub", "bt", "fb", "l0a_mx", "l0b_mx", "idx")
TENSOR_BYTES = 1 << 26


@functools.lru_cache(None)
def memory_bytes(program, product):
    done = subprocess.run([program, "products", product, "--format", "json"], capture_output=True, text=True,
                          check=True)
    keys = {row["key"]: row["value"] for row in json.loads(done.stdout)["keys"]}
    sizes = {space: keys.get(f"memory.{space}.bytes", "") for space in LOCAL}
    return {space: int(size) for space, size in sizes.items() if size.isdigit()}


def context(program, text, empty, folder):
    """The lines that stand before a page's records: tensors that it does not declare, memories with zeros in them."""
    lines = [f"gm {name} uint8 {TENSOR_BYTES}" for name in dict.fromkeys(re.findall(r"gm:([a-z]\w*)", text))
             if not re.search(rf"^gm {name} ", text, re.M)]
    for name, dtype, shape in re.findall(r"^gm (\w+) (half|float|int8|int4) ([0-9x]+)$", text, re.M):
        n = math.prod(map(int, shape.split("x"))) * {"float": 8, "half": 4, "int8": 2, "int4": 1}[dtype] // 2
        (folder / f"{n}.bin").write_bytes(bytes(n))
        lines.append(f"init gm:{name} file={n}.bin")
    names = re.findall(r"^product (\S+)", text, re.M)
    for space, n in memory_bytes(program, names[0]).items() if names else ():
        zeros = folder / f"{n}.bin"
        if n and space not in empty:
            zeros.write_bytes(bytes(n))
            lines.append(f"init {space}:0 file={zeros.name}")
    return lines


def findings_of(program, text, empty, folder):
    trace = folder / "page.aic"
    lines = context(program, text, empty, folder)
    trace.write_text("\n".join(["aicsim-trace 1", *lines, text, ""]), encoding="utf-8")
    done = subprocess.run([program, "check", str(trace), "--format", "json"], capture_output=True, text=True,
                          timeout=60, check=False)
    if done.returncode not in (0, 1):
        return f"exit status {done.returncode}: {done.stderr.strip()[:300]}"
    return json.loads(done.stdout)["findings"]


def problems_of(program, rule):
    """What is wrong with a rule's page."""
    problems = [] if rule.get("source") and rule.get("why") else ["the page says neither why nor where"]
    if not rule["source_level"] and rule["id"] not in EXCERPTS:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(HERE / "cases/checks/VAL-001.npy", folder)
            problems += disagreements(rule, program, pathlib.Path(folder))
    return problems


def disagreements(rule, program, folder):
    ids = {rule["id"]} | set(rule.get("reported_as", "").replace(",", " ").split())
    for text, wanted in ((rule["wrong"], True), (rule["right"], False)):
        name = "wrong" if wanted else "right"
        found = findings_of(program, text, EMPTY.get(rule["id"], ()), folder)
        if isinstance(found, str):
            yield f"{name}: {found}"
            continue
        if wanted and not ids & {f["rule"] for f in found}:
            yield f"{name}: not raised, but {[(f['rule'], f['line']) for f in found]}"
        for f in found:
            if (f["rule"] in ids and not wanted) or (f["severity"] == "error" and f["rule"] not in ids):
                yield f"{name}: unexpected {f['rule']} (line {f['line']}): {f['message']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aicsim", default=str(HERE.parent / "build/tools/aicsim"))
    parser.add_argument("--only", default="", help="only rules whose id contains this text")
    parser.add_argument("-v", action="store_true", help="print every rule")
    options = parser.parse_args()
    listed = subprocess.run([options.aicsim, "rules", "--format", "json"], capture_output=True, text=True, check=True)
    passed = failed = 0
    rules = [rule for rule in json.loads(listed.stdout) if options.only in rule["id"]]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for rule, problems in zip(rules, pool.map(functools.partial(problems_of, options.aicsim), rules)):
            passed, failed = passed + (not problems), failed + bool(problems)
            if problems or options.v:
                print(("FAIL " if problems else "ok   ") + rule["id"])
                for problem in problems:
                    print("     " + problem)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
