#!/usr/bin/env python3
"""Holds `aicsim check --format sarif` to SARIF 2.1.0 and to what GitHub code scanning asks of a log.

    tests/check_sarif.py [--aicsim PROGRAM]

sarif-2.1.0.json restates the standard's rules for every object that aicsim writes; it was compared with the published
schema (errata 01, and the one that GitHub names) over thousands of damaged logs, which both judged alike.
Exit status 77 (skipped) where Python has no jsonschema.
"""
import argparse
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ODD = """aicsim-trace 1
product ascend910b1
gm x half 64x64
data_copy l1:16 , gm:x, dtype=half, blockCount=1, blockLen=1
set_flag MTE2, MTE1, 0
set_flag MTE2, MTE1, 1 # aicsim: allow SY-005
set_flag MTE2, MTE1, 0 # \u5199 \U0001f600
fill l1:0, dtype=half, repeatTimes=1, blockNum=16, dstGap=0, value=1 # \u5199 \U0001f600
load2d l0a:0, l1:0, dtype=half, repeatTimes=1, srcStride=1
"""
# (path into a log, what is put there; None: taken away) and the log must be refused.
DAMAGE = [
    (("version",), None), (("version",), "2.0.0"), (("runs",), {}), (("more",), 1),
    (("runs", 0, "tool"), None), (("runs", 0, "tool", "driver", "name"), None),
    (("runs", 0, "tool", "driver", "rules", 0, "id"), None), (("runs", 0, "columnKind"), "bytes"),
    (("runs", 0, "invocations", 0, "executionSuccessful"), None), (("runs", 0, "automationDetails", "id"), 1),
    (("runs", 0, "results", 0, "message"), None), (("runs", 0, "results", 0, "message", "text"), None),
    (("runs", 0, "results", 0, "level"), "hint"), (("runs", 0, "results", 0, "ruleIndex"), -2),
    (("runs", 0, "results", 0, "partialFingerprints", "x"), 1), (("runs", 0, "results", 0, "Level"), "error"),
    (("runs", 0, "results", 0, "locations"), {}), (("runs", 0, "results", 0, "properties"), []),
    (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "artifactLocation"), None),
    (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "region", "startLine"), 0),
]


def documents(program):
    """(name, SARIF) of traces with findings of every severity, without any, and with names that a URI must escape."""
    cases = sorted((HERE / "cases/checks").glob("*_hit.aic"))[::12] + [HERE.parent / "docs/examples/conv/race.aic",
                                                                       HERE.parent / "docs/examples/conv/conv.aic"]
    with tempfile.TemporaryDirectory() as folder:
        odd = pathlib.Path(folder) / 'a b#c%d "e".aic'
        odd.write_text(ODD, encoding="utf-8")
        binary = pathlib.Path(folder) / "binary.aicb"
        subprocess.run([program, "convert", str(odd), str(binary)], check=True, capture_output=True)
        runs = [(trace, []) for trace in cases] + [(trace, ["-p", "all"]) for trace in cases[:2]]
        for trace, more in runs + [(odd, []), (binary, []), (cases[-1], ["--no-hints"]),
                                   (odd, ["-p", "all", "--since", "ascend910b1"])]:
            done = subprocess.run([program, "check", str(trace), "--format", "sarif", *more], capture_output=True,
                                  text=True, timeout=120, check=False)
            if done.returncode not in (0, 1):
                sys.exit(f"{trace}: exit status {done.returncode}: {done.stderr[:300]}")
            yield " ".join([trace.name, *more]), json.loads(done.stdout)


def shortfalls(sarif):
    """What a code scanning service would refuse or not show."""
    names = [run["automationDetails"]["id"] for run in sarif["runs"]]
    if len(set(names)) != len(names):
        yield f"two runs of one category: {names}"
    for run in sarif["runs"]:
        rules = run["tool"]["driver"]["rules"]
        if {r["ruleId"] for r in run["results"]} - {rule["id"] for rule in rules}:
            yield "results of rules that the tool does not list"
        for rule in rules:
            texts = [rule[k]["text"] for k in ("shortDescription", "fullDescription", "help")]
            if not all(texts) or max(len(t) for t in texts[:2]) > 1024 or rule["help"]["text"].count("Right:") != 1:
                yield f"descriptions of {rule['id']}"
        prints = [r["partialFingerprints"]["primaryLocationLineHash"] for r in run["results"]]
        if len(set(prints)) != len(prints):
            yield "two results of one fingerprint"
        for result in run["results"]:
            yield from result_shortfalls(result, rules)


def result_shortfalls(result, rules):
    if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
        yield f"ruleIndex {result['ruleIndex']} is not {result['ruleId']}"
    if len(result["locations"]) != 1:
        yield "not one location"
    for place in result["locations"] + result.get("relatedLocations", []):
        region = place["physicalLocation"]["region"]
        ends = [region[k] for k in ("startLine", "startColumn", "endLine", "endColumn")]
        if ends[0] != ends[2] or ends[1] > ends[3]:
            yield f"region {region}"
    for place in result.get("relatedLocations", []):
        if f"]({place['id']})" not in result["message"]["text"] or not place["message"]["text"]:
            yield "a related location that the message does not link"


def damaged(sarif, path, value):
    sarif = copy.deepcopy(sarif)
    at = sarif
    for step in path[:-1]:
        at = at[step]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return sarif


def odd_names(sarif):
    """Places of the trace whose name and tensors are not plain: escaped, and columns in UTF-16 units."""
    results = sarif["runs"][0]["results"]
    place = results[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"].startswith("file:///"), place
    assert place["artifactLocation"]["uri"].endswith("/a%20b%23c%25d%20%22e%22.aic"), place
    assert place["region"] == {"startLine": 4, "startColumn": 11, "endLine": 4, "endColumn": 16}, place
    assert not any(r["locations"][0]["physicalLocation"]["region"]["startLine"] == 6 for r in results), results
    other = next(r for r in results if r["ruleId"] == "SY-009")["relatedLocations"][0]["physicalLocation"]["region"]
    written = ODD.splitlines()[7]
    assert other == {"startLine": 8, "startColumn": 1, "endLine": 8, "endColumn": len(written) + 2}, other


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
        problems = [f"/{'/'.join(map(str, p.absolute_path))}: {p.message[:200]}" for p in validator.iter_errors(sarif)]
        problems = problems or list(shortfalls(sarif))
        if sarif["runs"][0]["results"]:
            problems += [f"{path} = {value} is not refused" for path, value in DAMAGE
                         if validator.is_valid(damaged(sarif, path, value))]
        if "%" in name and "all" not in name:
            odd_names(sarif)
        for problem in problems:
            print(f"{name}: {problem}")
        n, bad, results = n + 1, bad + len(problems), results + sum(len(run["results"]) for run in sarif["runs"])
    print(f"{n} documents, {results} results, {bad} problems")
    return 1 if bad or not results else 0


if __name__ == "__main__":
    sys.exit(main())
