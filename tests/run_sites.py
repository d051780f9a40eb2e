#!/usr/bin/env python3
"""Places in the source that a trace names (`# at FILE:LINE`): every report shows them beside the trace's lines.

    tests/run_sites.py --aicsim PROGRAM
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

FILES = ["kernel.asc", "my dir/a:b #c/kernel.h", "/abs/é.asc"]
TRACE = """aicsim-trace 1
product ascend910b1
gm x half 64x64
nd2nz l1:0, gm:x, dtype=half, ndNum=1, nValue=64, dValue=64, srcNdMatrixStride=0, srcDValue=64, dstNzC0Stride=64, \
dstNzNStride=1, dstNzMatrixStride=0 # at {0}:12
load2d l0a:0, l1:0, dtype=half, startIndex=0, repeatTimes=4, srcStride=1 # at {1}:33
load2d l0a:8192, l1:8192, dtype=half, startIndex=0, repeatTimes=1, srcStride=1 # at {1}:33 # aicsim: allow MEM-010
set_flag MTE1, M, 0 # at {2}:7
wait_flag MTE1, M, 0 # at {2}:9
"""


def call(program, *args, status=0):
    done = subprocess.run([program, *args], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == status, (args, done.returncode, done.stdout, done.stderr)
    return done.stdout


def finding(findings, rule):
    return next(f for f in findings if f["rule"] == rule)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--aicsim", required=True)
    program = os.path.abspath(parser.parse_args().aicsim)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("t.aic", "w", encoding="utf-8") as f:
            f.write(TRACE.format(*FILES))
        call(program, "convert", "t.aic", "t.aicb")
        call(program, "convert", "t.aicb", "back.aic")
        with open("back.aic", encoding="utf-8") as f:
            places = re.findall(r"# at (.*):(\d+)$", f.read(), re.M)
        assert places == [(FILES[0], "12"), (FILES[1], "33"), (FILES[1], "33"), (FILES[2], "7"), (FILES[2], "9")], places
        for trace in ("t.aic", "t.aicb", "back.aic"):
            reports(program, trace)
        hostile(program)
    print("4 passed, 0 failed")


def hostile(program):
    """Long names stay whole, names do not drive a terminal, and many files take no longer than one."""
    name = "t" * 9000
    text = "aicsim-trace 1\nproduct ascend910b1\ngm %s half 64x64\n" % name
    text += "load2d l0a:8192, l1:8192, dtype=half, repeatTimes=1, srcStride=1 # at ev\x1b[31mil.asc:4\n"
    text += "load2d l0a:0, l1:9999360, dtype=half, repeatTimes=1, srcStride=1 # at ev\x1b[31mil.asc:5\n"
    text += "data_copy l1:0, gm:%s+32, dtype=half, blockCount=1, blockLen=16\n" % name
    text += "".join("pipe_barrier MTE1 # at file%d.asc:%d\n" % (i, i + 1) for i in range(50000))
    with open("hostile.aic", "w", encoding="utf-8") as f:
        f.write(text)
    call(program, "convert", "hostile.aic", "hostile.aicb")
    call(program, "convert", "hostile.aicb", "again.aic")
    with open("again.aic", encoding="utf-8") as f:
        assert f.read() == text
    with open("empty.aic", "w", encoding="utf-8") as f:
        f.write("aicsim-trace 1\nproduct ascend910b1\n")
    for args in (("check", "hostile.aic"), ("check", "hostile.aic", "-p", "all"), ("who", "hostile.aic", "l0a:8192"),
                 ("diff", "hostile.aic", "empty.aic")):
        done = subprocess.run([program, *args], capture_output=True, text=True, timeout=60, check=False)
        assert "ev?[31mil.asc:" in done.stdout and "\x1b" not in done.stdout, (args, done.stdout[-2000:])


def reports(program, trace):
    """All of them, of one trace."""
    text = call(program, "run", trace, "--trace-json", "time.json", "--csv", "csv", "--html", "page.html", status=1)
    assert "%s:33: note: recorded from this line" % FILES[1] in text, text
    assert "%s:12: note: recorded from this line" % FILES[0] in text, text
    race = finding(json.loads(call(program, "run", trace, "--format", "json", status=1))["findings"], "SY-009")
    assert race["line"] == 5 and race["other_line"] == 4, race
    assert (race["source"], race["source_line"]) == (FILES[1], 33), race
    assert (race["other_source"], race["other_source_line"]) == (FILES[0], 12), race
    with open("time.json", encoding="utf-8") as f:
        events = [e for e in json.load(f)["traceEvents"] if e["ph"] == "X"]
    seen = {e["args"]["line"]: e["args"]["source"] for e in events}
    assert seen == {"4": FILES[0] + ":12", "5": FILES[1] + ":33", "6": FILES[1] + ":33", "7": FILES[2] + ":7",
                    "8": FILES[2] + ":9"}, seen
    waits = [e["args"] for e in events if "set_by_line" in e["args"]]
    assert [(a["set_by_line"], a["set_by_source"]) for a in waits] == [("7", FILES[2] + ":7")], waits
    with open("csv/core0.cubecore0_code_exe.csv", encoding="utf-8") as f:
        rows = [line.split(",")[:2] for line in f.read().splitlines()[1:]]
    assert [FILES[1] + ":33", "2"] in rows and len(rows) == 4, rows
    with open("page.html", encoding="utf-8") as f:
        page = f.read()
    assert "line 4 (%s:12)" % FILES[0] in page and "line 5 (%s:33)" % FILES[1] in page
    table = call(program, "check", trace, "-p", "all", status=1)
    assert re.search(r"^\w+\.aicb?:5 \(%s:33\): error: .* \[SY-009\] on" % re.escape(FILES[1]), table, re.M), table
    who = call(program, "who", trace, "l0a:0")
    assert "on line 5 (%s:33)" % FILES[1] in who and "on line 4 (%s:12)" % FILES[0] in who, who
    sarif = json.loads(call(program, "check", trace, "--format", "sarif", status=1))
    result = next(r for r in sarif["runs"][0]["results"] if r["ruleId"] == "SY-009")
    place = result["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 33} and place["artifactLocation"]["uri"] == "my%20dir/a%3Ab%20%23c/kernel.h"
    related = [(r["physicalLocation"]["artifactLocation"]["uri"], r["physicalLocation"]["region"]["startLine"])
               for r in result["relatedLocations"]]
    assert related == [("kernel.asc", 12), (trace, 5)], related
    assert "[line 4](1)" in result["message"]["text"] and "[line 5 of the trace](2)" in result["message"]["text"]
    with open("fixed.aic", "w", encoding="utf-8") as f:
        f.write(TRACE.format(*FILES).replace("\nload2d l0a:0", "\npipe_barrier ALL\nload2d l0a:0"))
    diff = call(program, "diff", "fixed.aic", trace, status=1)
    assert re.search(r"^only in B: %s:33 \(line 5\): error: .*\[SY-009\]$" % re.escape(FILES[1]), diff, re.M), diff
    assert "only in A" not in diff, diff


if __name__ == "__main__":
    sys.exit(main())
