#!/usr/bin/env python3
"""Runs `aicsim check` over the check cases and compares the findings with what each case says.

    tests/run_checks.py [--aicsim PROGRAM] [--only TEXT] [-v]

Cases in tests/cases/checks: RULE_hit.aic must raise the rule on every line that ends in `# expect RULE` (`A|B`: either
of them) and no error besides; RULE_miss.aic must raise neither the rule nor any error; mistake_NAME_hit.aic are
mistakes in whole kernels, clean_NAME_miss.aic kernels that raise neither errors nor warnings. Cases in tests/vectors/checks:
expect.txt holds lines `RULE LINE` (`A|B LINE` likewise) or `no-error`.
Prints every disagreement, the rules without a case and `N passed, N failed`; the exit status is 1 when one failed.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
EXPECT = re.compile(r"#\s*expect\s+(\S+)\s*$")
RULE_ROW = re.compile(r'\{\.id = "([A-Z0-9]+-\d{3})"(.*?)\.products', re.S)


def findings_of(program, trace):
    """The findings of a trace, or a text that says why there are none."""
    command = [program, "check", str(trace), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode not in (0, 1):
        return f"exit status {done.returncode}: {(done.stderr or done.stdout).strip()[:300]}"
    try:
        found = json.loads(done.stdout)["findings"]
    except (ValueError, KeyError) as problem:
        return f"unreadable output: {problem}"
    errors = any(f["severity"] == "error" for f in found)
    if errors != (done.returncode == 1):
        return f"exit status {done.returncode} does not fit the findings {found}"
    return found


def shown(finding):
    return f'{finding["rule"]} ({finding["severity"]}) at line {finding["line"]}: {finding["message"]}'


def compare(found, expected, refused, forbidden=None):
    """Disagreements. expected: (rules, line) pairs; refused: severities that nothing else may have; forbidden: a rule
    that must not appear."""
    problems = []
    for rules, line in expected:
        if not any(f["rule"] in rules and f["line"] == line for f in found):
            problems.append(f'{"|".join(rules)} not raised at line {line}')
    for f in found:
        wanted = any(f["rule"] in rules and f["line"] == line for rules, line in expected)
        if f["rule"] == forbidden or (f["severity"] in refused and not wanted):
            problems.append("unexpected " + shown(f))
    if problems and expected:
        problems += ["  raised: " + shown(f) for f in found]
    return problems


def rule_cases(folder):
    """(name, trace, expected, forbidden) of every case in the folder."""
    for trace in sorted(folder.glob("*.aic")):
        rule, _, kind = trace.stem.rpartition("_")
        expected = []
        for number, text in enumerate(trace.read_text(encoding="utf-8").splitlines(), 1):
            mark = EXPECT.search(text)
            if mark:
                expected.append((mark[1].split("|"), number))
        if (kind == "hit") != bool(expected):
            raise SystemExit(f"{trace}: a hit has expectations, a miss has none")
        yield trace.stem, trace, expected, rule if kind == "miss" else None


def vector_cases(folder):
    for case in sorted(folder.iterdir()):
        expected = []
        for text in (case / "expect.txt").read_text(encoding="utf-8").splitlines():
            if text.strip() and text.strip() != "no-error":
                rules, line = text.split()
                expected.append((rules.split("|"), int(line)))
        yield "vectors/" + case.name, case / "case.aic", expected, None


def catalogue():
    """{id: how it is raised} from the rows of isa/rules_*.c: "" where a trace can raise it by its own id."""
    rules = {}
    for source in sorted((HERE.parent / "isa").glob("rules_*.c")):
        for rule, head in RULE_ROW.findall(source.read_text(encoding="utf-8")):
            instead = re.search(r'\.reported_as = "([^"]*)"', head)
            rules[rule] = "source level" if ".source_level = true" in head else f"as {instead[1]}" if instead else ""
    return rules


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--aicsim", default=str(HERE.parent / "build/tools/aicsim"))
    parser.add_argument("--only", default="", help="run the cases whose name contains this text")
    parser.add_argument("-v", action="store_true", help="print every case")
    options = parser.parse_args()

    cases = list(rule_cases(HERE / "cases/checks")) + list(vector_cases(HERE / "vectors/checks"))
    chosen = [case for case in cases if options.only in case[0]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        all_found = pool.map(lambda case: findings_of(options.aicsim, case[1]), chosen)
    passed = failed = 0
    for (name, _, expected, forbidden), found in zip(chosen, all_found):
        refused = ("error", "warning") if name.startswith("clean_") else ("error",)
        problems = [found] if isinstance(found, str) else compare(found, expected, refused, forbidden)
        passed, failed = passed + (not problems), failed + bool(problems)
        if problems or options.v:
            print(("FAIL " if problems else "ok   ") + name)
            for problem in problems:
                print("     " + problem)

    covered = {name.split("_")[0] for name, _, _, _ in cases}
    for rule, instead in sorted(catalogue().items()):
        if rule not in covered:
            print(f"no case: {rule}" + (f" ({instead})" if instead else ""))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
