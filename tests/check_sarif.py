#!/usr/bin/env python3
"""Holds `aicsim check --format sarif` to the rules of SARIF 2.1.0 (sarif-2.1.0.json, written from the standard).

    tests/check_sarif.py [--aicsim PROGRAM]

Exit status 77 (skipped) where Python has no jsonschema.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def documents(program):
    """(name, SARIF) of traces with findings of every severity, without any, and with names that a URI must escape."""
    cases = sorted((HERE / "cases/checks").glob("*_hit.aic"))[::12] + [HERE.parent / "docs/examples/conv/conv.aic"]
    with tempfile.TemporaryDirectory() as folder:
        odd = pathlib.Path(folder) / 'a b#c%d "e".aic'
        odd.write_text("aicsim-trace 1\nproduct ascend910b1\nset_flag MTE2, MTE1, 0\n", encoding="utf-8")
        for trace in cases + [odd]:
            for more in ([], ["-p", "all"]) if trace in cases[:2] else ([],):
                done = subprocess.run([program, "check", str(trace), "--format", "sarif", *more], capture_output=True,
                                      text=True, timeout=120, check=False)
                if done.returncode not in (0, 1):
                    sys.exit(f"{trace}: exit status {done.returncode}: {done.stderr[:300]}")
                yield trace.name, json.loads(done.stdout)


def main():
    try:
        import jsonschema
    except ImportError:
        print("skipped: this Python has no jsonschema")
        return 77
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aicsim", default=str(HERE.parent / "build/tools/aicsim"))
    program = parser.parse_args().aicsim
    schema = json.loads((HERE / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker())
    n = results = bad = 0
    for name, sarif in documents(program):
        for problem in validator.iter_errors(sarif):
            bad += 1
            print(f"{name}: /{'/'.join(map(str, problem.absolute_path))}: {problem.message[:200]}")
        for run in sarif["runs"]:
            known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
            missing = {r["ruleId"] for r in run["results"]} - known
            bad += bool(missing)
            results += len(run["results"])
            if missing:
                print(f"{name}: results of rules that the tool does not list: {sorted(missing)}")
        n += 1
    print(f"{n} documents, {results} results, {bad} problems")
    return 1 if bad or not results else 0


if __name__ == "__main__":
    sys.exit(main())
