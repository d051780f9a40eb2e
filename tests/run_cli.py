#!/usr/bin/env python3
"""Runs aicsim as a user does and looks at exit status, output and files.

    tests/run_cli.py [--aicsim PROGRAM] [--only TEXT] [-v]

Every case is a function; it gets an empty folder and a way to call the program. Ends with `N passed, N failed`.
"""
import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
CONV = ROOT / "docs" / "examples" / "conv"
PIPES = ["S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX"]
HEAD = "aicsim-trace 1\nproduct ascend910b1\n"
COPY = "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=4\n"
CASES = []


def case(function):
    CASES.append(function)
    return function


def npy(descr, shape, data):
    """A .npy file made by hand."""
    text = repr({"descr": descr, "fortran_order": False, "shape": shape}).encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


class World:
    """One case's folder and program."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def run(self, *args, status=0, stdin=b""):
        done = subprocess.run([self.program, *map(str, args)], input=stdin, capture_output=True, cwd=self.folder,
                              timeout=120, check=False)
        out, err = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == status, f"exit status {done.returncode}, not {status}: {args}\n{out}\n{err}"
        return out, err

    def trace(self, body, head=HEAD, name="t.aic"):
        return self.write(name, head + body)


def has(text, *patterns):
    for pattern in patterns:
        assert re.search(pattern, text, re.M), f"no /{pattern}/ in:\n{text}"


@case
def help_and_version(w):
    has(w.run("--help")[0], "^usage: aicsim", r"^  run ", r"^  check ", r"^  convert ", r"^  explain ", r"^  rules ")
    has(w.run("--version")[0], r"^aicsim \d+\.\d+\.\d+")
    for command in ("run", "check", "convert", "diff", "explain", "rules", "sweep"):
        has(w.run(command, "--help")[0], f"^usage: aicsim {command} ")


@case
def usage_errors(w):
    has(w.run(status=2)[1], "^usage:")
    has(w.run("chek", status=2)[1], "unknown command 'chek'; did you mean 'check'")
    has(w.run("run", status=2)[1], "which trace")
    has(w.run("run", "a", "b", status=2)[1], "one trace at a time")
    has(w.run("run", "--prodct", "x", "a", status=2)[1], "did you mean '--product'")
    has(w.run("run", "a", "--format", "xml", status=2)[1], "text or json")
    has(w.run("check", "a", "--format", "xml", status=2)[1], "text, json or sarif")
    has(w.run("run", "a", "--no-data=1", status=2)[1], "takes no value")
    has(w.run("run", "a", "-p", status=2)[1], "needs PRODUCT")
    has(w.run("run", "a", "--gm", "x", status=2)[1], "NAME=FILE")


@case
def a_missing_trace(w):
    has(w.run("run", "nowhere.aic", status=2)[1], "^nowhere.aic: error: cannot read")
    has(w.run("run", ".", status=2)[1], "is a directory")


@case
def the_example_runs(w):
    out, err = w.run("run", CONV / "conv.aic")
    assert err == "", err
    has(out, r"on ascend910b1: \d+ cycles, \d+\.\d{3} us at 1\.\d\d GHz \(22 records\)",
        r"^  pipe  instructions  busy cycles  utilisation", r"^  MTE1 +3 +\d+ +\d+\.\d % +55296", "^Bottleneck: ",
        "^0 errors, 0 warnings")


@case
def the_example_without_a_flag_is_a_race(w):
    out, _ = w.run("check", CONV / "race.aic", status=1)
    has(out, r"race\.aic:27:16: error: .*\[SY-009\]$", r"race\.aic:19: note: the other end", r"^    +\^$", "1 error, ")


@case
def json_has_the_agreed_keys(w):
    out, _ = w.run("run", CONV / "conv.aic", "--format", "json")
    got = json.loads(out)
    for key in ("product", "total_cycles", "time_us", "pipes", "cores", "findings", "records", "wall_s", "records_per_s"):
        assert key in got, key
    assert got["product"] == "ascend910b1" and got["findings"] == [] and got["records"] == 22
    assert list(got["pipes"]) == PIPES
    for pipe in got["pipes"].values():
        assert set(pipe) >= {"instructions", "busy_cycles", "utilization", "bytes", "stall_cycles"}, pipe
        spent = pipe["busy_cycles"] + sum(pipe["stall_cycles"].values())
        assert spent == got["total_cycles"], (pipe, got["total_cycles"])
        assert 0 <= pipe["utilization"] <= 1
    # 64 rows x 288 columns of half into L0A, 288 x 32 into L0B; 8192 bytes out
    assert got["pipes"]["MTE1"]["bytes"] == 64 * 288 * 2 + 288 * 32 * 2
    assert got["pipes"]["FIX"]["bytes"] == 64 * 32 * 4
    assert got["pipes"]["M"]["instructions"] == 2
    assert got["cores"][0]["core"] == 0 and got["cores"][0]["unit"] == "aic"


@case
def whole_cycles_add_up(w):
    """What a pipe did is rounded to whole cycles, and its parts still are the whole, whatever the kernel."""
    for kernel in sorted((HERE / "vectors" / "kernels").glob("*/kernel.aic")):
        folder = shutil.copytree(kernel.parent, w.folder / kernel.parent.name)
        got = json.loads(w.run("run", folder / "kernel.aic", "--format", "json")[0])
        for name, pipe in [*got["pipes"].items(), *(p for core in got["cores"] for p in core["pipes"].items())]:
            spent = pipe["busy_cycles"] + sum(pipe["stall_cycles"].values())
            assert spent == got["total_cycles"], (kernel.parent.name, name, pipe, got["total_cycles"])


@case
def runs_repeat_to_the_cycle(w):
    cycles = {json.loads(w.run("run", CONV / "conv.aic", "--format", "json")[0])["total_cycles"] for _ in range(3)}
    assert len(cycles) == 1, cycles


@case
def every_bad_line_is_reported_once(w):
    body = "gm x half 64\nnonsense l1:0\n" + COPY.replace("blockLen", "blockLem") + COPY + "mmad l0c:0\n"
    _, err = w.run("run", w.trace(body), status=2)
    has(err, r"^.*t\.aic:4:1: error: unknown instruction 'nonsense'", r"t\.aic:5:49: error: .*'blockLem'; did you mean 'blockLen'",
        r"t\.aic:7:11: error: mmad lacks its operand 2")
    assert err.count(" error: ") == 3, err


@case
def declarations_may_stand_below_their_use(w):
    w.run("run", w.trace(COPY + "dump gm:x file=x.bin\ngm x half 64\n"))
    assert (w.folder / "x.bin").read_bytes() == bytes(128)


@case
def unreadable_declarations(w):
    for body, says in (("gm x half 4 file=no.npy\n", r"t\.aic:3:18: error: .*no\.npy: "),
                       ("init l1:0 file=no.npy\n", r"t\.aic:3:16: error: .*no\.npy: "),
                       ("gm x half 4\ngm y half 4 at=2\n", r"t\.aic:4:4: error: .*overlaps 'x'"),
                       ("gm x half4\n", r"t\.aic:3:6: error: 'half4' is no element type"),
                       ("product ascend950pr_9589\n", r"t\.aic:3:9: error: the product is named already")):
        has(w.run("run", w.trace(body), status=2)[1], says)
    has(w.run("run", w.trace("", head="aicsim-trace 1\nproduct nothing\n"), status=2)[1], r"t\.aic:2:9: error: ")
    has(w.run("run", w.trace("", head="aicsim-trace 1\n"), status=2)[1], "no product")
    has(w.run("run", w.trace("", head=""), status=2)[1], "t.aic:1:1: error: .*aicsim-trace 1")
    has(w.run("run", w.trace("product ascend910b1\n", head=""), status=2)[1], "aicsim-trace 1")


@case
def arrays_must_fit_their_tensor(w):
    w.write("a.npy", npy("<f4", (4,), bytes(16)))
    has(w.run("run", w.trace("gm x half 8 file=a.npy\n"), status=2)[1], "holds '<f4'")
    w.write("a.npy", npy("<f2", (4,), bytes(8)))
    has(w.run("run", w.trace("gm x half 8 file=a.npy\n"), status=2)[1], "holds 8 bytes; the tensor has 16")
    w.run("run", w.trace("gm x half 2x2 file=a.npy\n"))
    w.write("b.npy", npy("|u1", (3,), b"\x21\x43\x65"))
    w.run("run", w.trace("gm x int4 6 file=b.npy\ndump gm:x file=c.npy\n"))
    assert (w.folder / "c.npy").read_bytes()[-3:] == b"\x21\x43\x65"


@case
def paths_are_relative_to_the_trace_and_may_hold_blanks(w):
    w.write("sub/a b.bin", bytes(range(16)))
    w.write("sub/t.aic", HEAD + 'gm x half 8 file="a b.bin"\ndump gm:x+2 bytes=4 file="o p.bin"\n')
    w.run("run", "sub/t.aic")
    assert (w.folder / "sub" / "o p.bin").read_bytes() == bytes([2, 3, 4, 5])


@case
def gm_and_out_on_the_command_line(w):
    w.write("a.bin", bytes(range(8)))
    w.run("run", w.trace("gm x half 4\n"), "--gm", "x=a.bin", "--out", "x=b.npy")
    assert (w.folder / "b.npy").read_bytes() == npy("<f2", (4,), bytes(range(8))) or \
        (w.folder / "b.npy").read_bytes().endswith(bytes(range(8)))
    has(w.run("run", w.trace("gm x half 4\n"), "--gm", "z=a.bin", status=2)[1], "no tensor 'z'")
    has(w.run("run", w.trace("gm x half 4\n"), "--out", "x=no/where.npy", status=2)[1], "cannot write|No such file")


@case
def data_goes_through_the_memories(w):
    w.write("a.bin", bytes(i % 251 for i in range(256)))
    body = ("gm x half 128 file=a.bin\ngm y half 128\ninit l1:1024 file=a.bin\n"
            "data_copy l1:0, gm:x, dtype=half, blockCount=2, blockLen=2, srcGap=2, dstGap=0\n"
            "dump l1:0 bytes=128 file=o.bin\ndump l1:1024 bytes=256 file=i.bin\n")
    w.run("run", w.trace(body))
    data = (w.folder / "a.bin").read_bytes()
    assert (w.folder / "o.bin").read_bytes() == data[:64] + data[128:192]
    assert (w.folder / "i.bin").read_bytes() == data


@case
def expect_compares_and_names_the_first_difference(w):
    w.write("a.npy", npy("<f4", (2, 3), struct.pack("<6f", 1, 2, 3, 4, 5, 6)))
    w.write("b.npy", npy("<f4", (2, 3), struct.pack("<6f", 1, 2, 3, 4, 5.001, 7)))
    trace = w.trace("gm x float 2x3 file=a.npy\nexpect gm:x file=b.npy\n")
    out, _ = w.run("check", trace, status=1)
    has(out, r"t\.aic:4:8: error: \[1,1\] is 5 .*expected 5\.00\d+ .*2 of 6 elements of float differ \[VAL-001\]")
    w.run("check", w.trace("gm x float 2x3 file=a.npy\nexpect gm:x file=a.npy\n"))
    out, _ = w.run("check", w.trace("gm x float 2x3 file=a.npy\nexpect gm:x file=b.npy rtol=1e-3\n"), status=1)
    has(out, r"\[1,2\] is 6 .*1 of 6")
    w.run("check", w.trace("gm x float 2x3 file=a.npy\nexpect gm:x file=b.npy atol=1\n"))
    _, err = w.run("check", w.trace("gm x float 2x3 file=a.npy\nexpect gm:x file=b.npy\n"), "--no-data")
    has(err, "without data")


@case
def findings_set_the_exit_status(w):
    bad = w.trace("gm x half 4096x1024\ndata_copy l1:0, gm:x, dtype=half, blockCount=2, blockLen=1, srcGap=65536\n")
    out, _ = w.run("check", bad, status=1)
    has(out, r"t\.aic:4:61: error: srcGap: 65536 .*\[FLD-001\]")
    w.run("run", bad, status=1)
    wide = w.trace("load3dv2pro l0a:0, l1:0, dtype=half, channelSize=16, extConfig=0x10040004000000000\n", name="wide.aic")
    has(w.run("check", wide, status=1)[0], r"wide\.aic:3:54: error: extConfig: .*64 bits \[FLD-001\]")
    w.run("run", CONV / "race.aic", "--no-check")
    warns = w.trace("gm x half 64x64\nset_flag MTE2, MTE1, 6\nwait_flag MTE2, MTE1, 6\n")
    has(w.run("check", warns)[0], r"warning: .*\[SY-002\]")
    w.run("check", warns, "--werror", status=1)


@case
def a_finding_can_be_allowed(w):
    flags = "set_flag MTE2, MTE1, 6%s\nwait_flag MTE2, MTE1, 6%s\n"
    allow = " # aicsim: allow SY-002"
    w.run("check", w.trace(flags % (allow, allow)), "--werror")
    has(w.run("check", w.trace(flags % (allow, "")), "--werror", status=1)[0], r"t\.aic:4:\d+: warning")
    w.run("check", w.trace("# aicsim: allow SY-002\n" + flags % ("", allow)), "--werror")
    w.run("check", w.trace(flags % (" # aicsim: allow SY-001", allow)), "--werror", status=1)


@case
def many_findings_of_a_rule_are_cut(w):
    trace = w.trace("set_flag MTE2, MTE1, 6\nwait_flag MTE2, MTE1, 6\n" * 30)
    out, _ = w.run("check", trace)
    assert out.count("[SY-002]") == 20, out.count("[SY-002]")
    has(out, r"^40 more of SY-002")
    assert w.run("check", trace, "--all")[0].count("[SY-002]") == 60
    assert len(json.loads(w.run("check", trace, "--format", "json")[0])["findings"]) == 60


@case
def check_as_json(w):
    got = json.loads(w.run("check", CONV / "race.aic", "--format", "json", status=1)[0])
    assert got["product"] == "ascend910b1"
    finding = got["findings"][0]
    assert finding["rule"] == "SY-009" and finding["severity"] == "error" and finding["line"] == 27, finding
    assert finding["other_line"] == 19 and finding["record"] >= 0 and finding["message"], finding


@case
def check_as_sarif(w):
    got = json.loads(w.run("check", CONV / "race.aic", "--format", "sarif", status=1)[0])
    assert got["version"] == "2.1.0" and len(got["runs"]) == 1
    run = got["runs"][0]
    assert [r["id"] for r in run["tool"]["driver"]["rules"] if not r["id"].startswith("PERF-")] == ["SY-009"]
    result = run["results"][0]
    assert result["ruleId"] == "SY-009" and result["level"] == "error"
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 27, "startColumn": 16, "endLine": 27, "endColumn": 25}, region
    assert result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 19


@case
def check_on_all_products(w):
    trace = w.trace("gm x half 64\n" + COPY)
    got = json.loads(w.run("check", trace, "-p", "all", "--format", "json", status=1)[0])  # one has no L1
    names = [run["product"] for run in got]
    found = next(run for run in got if run["product"] == "ascend910b1")["findings"]
    assert not [f for f in found if f["severity"] != "hint"], got
    assert "ascend910b1" in names and "ascend950pr_9589" in names and len(set(names)) == len(names), names


@case
def products_side_by_side(w):
    out = w.run("check", w.trace("gm x half 64\n" + COPY), "-p", "all", status=1)[0]
    groups = {name: line[0] for line in out.splitlines() if re.match(r"[A-Z]  \d+ error", line)
              for name in line.partition(":")[2].split()}
    one, clean = groups["ascend310p_vector"], groups["ascend910b1"]
    assert len(groups) == 19 and one != clean, out
    has(out, rf"^{clean}  0 errors, 0 warnings, 0 notes: .*ascend910b1 ", rf"^{one}  1 error, 0 warnings, 0 notes: ",
        r"^first line \+ more +A +B", r"^PATH-001  error +[-4 ]+$", rf":4: error: .* \[PATH-001\] on( [A-Z])* {one}")
    both = w.run("check", CONV / "race.aic", "-p", "all", status=1)[0]
    has(both, r"^SY-009    error +[-27 ]+$", r"^L3D-041   error +[-+15 ]+$", r":27: error: .* \[SY-009\] on( [A-Z])+$",
        r"^    fix: set_flag MTE1, M", "--all shows every finding of every product")
    since = w.run("check", CONV / "race.aic", "-p", "all", "--since", "ascend910b1", status=1)[0]
    has(since, "^new since ascend910b1:$", r"^L3D-041 ")
    assert "SY-009" not in since, since
    has(w.run("check", CONV / "race.aic", "-p", "all", "--all", status=1)[0], r"^== kirin_x90$", r"^SY-009 ")


@case
def products_as_json(w):
    """Types of Mmad and Fixpipe, from the documents' tables of 910b and 310p."""
    rows = {row["name"]: row for row in json.loads(w.run("products", "--format", "json")[0])["products"]}
    a2, old = rows["ascend910b1"], rows["ascend310p3"]
    assert {"A": "half", "B": "half", "C": "float", "bias": "float"} in a2["mmad"] and len(a2["mmad"]) == 5, a2["mmad"]
    assert {"A": "int4", "B": "int4", "C": "int32"} in a2["mmad"] and not a2["mmad_mx"], a2["mmad"]
    assert sorted(a2["fixpipe"]["types"]["int32"]["l1"]) == ["half", "int8", "uint8"], a2["fixpipe"]
    assert len(a2["fixpipe"]["quant_modes"]) == 9 and a2["fixpipe"]["layouts"] == {"gm": ["nz", "nd"], "l1": ["nz"]}
    assert {"A": "uint8", "B": "int8", "C": "int32"} in old["mmad"] and not old["fixpipe"]["quant_modes"], old


@case
def what_a_move_to_another_product_breaks(w):
    trace = CONV / "race.aic"
    out = w.run("check", trace, "-p", "ascend950pr_9589", "--since", "ascend910b1", status=1)[0]
    has(out, "L3D-041", "new since ascend910b1")
    assert "SY-009" not in out, out
    w.run("check", trace, "--since", "ascend910b1")
    w.run("check", trace, "--since", "nosuch", status=2)


@case
def rules_can_weigh_otherwise(w):
    trace = w.trace("set_flag MTE2, MTE1, 0\n")
    w.run("check", trace, status=1)
    w.run("check", trace, "--severity", "SY-005=warning")
    w.run("check", trace, "--severity", "SY-005=warning", "--werror", status=1)
    assert not w.run("check", trace, "--severity", "SY-005=off")[0].count("SY-005")
    w.run("check", trace, "--severity", "SY-999=off", status=2)
    w.run("check", trace, "--severity", "SY-005=loud", status=2)
    mine = "aicsim-product: 1\nname: mine\nbase: ascend910b1\nseverities: {SY-005: note}\n"
    product = w.write("mine.yaml", mine)
    has(w.run("check", trace, "-p", product)[0], r"note: .*\[SY-005\]")
    w.run("check", trace, "-p", product, "--severity", "SY-005=error", status=1)
    has(w.run("products", product, "--resolved")[0], r"^severities: \{SY-005: note\}$")
    has(w.run("check", trace, "-p", w.write("bad.yaml", mine.replace("mine", "bad").replace("note", "loud")), status=2)[1],
        r"bad\.yaml:4:\d+: error: SY-005: expected error, warning")


@case
def at_most_twenty_of_a_rule(w):
    trace = w.trace("gm x half 64\n" + "data_copy l1:0, gm:x, dtype=half, blockCount=0, blockLen=1\n" * 30)
    out = w.run("check", trace)[0]
    assert len(re.findall(r"note: .*\[DC-001\]", out)) == 20, out
    has(out, r"10 more of DC-001 \(--all shows them\)")
    assert len(re.findall(r"note: .*\[DC-001\]", w.run("check", trace, "--all")[0])) == 30


@case
def hints_can_be_left_out(w):
    trace = w.trace("gm x half 64x64\n" + COPY)
    has(w.run("check", trace)[0], r"hint: .*cycles to gain \[PERF-003\]")
    assert "PERF" not in w.run("check", trace, "--no-hints")[0] + w.run("run", trace)[0]


@case
def who_wrote_a_byte(w):
    out = w.run("who", CONV / "conv.aic", "gm:y+64")[0]
    has(out, r"^gm:y\+64\.\.65, valid, written last by$", r"fixpipe \(FIX\) on line 28$", r"mmad \(M\) on line 25$",
        r"src from l0c:2048\.\.2052, written by$", r"A from l0a:0\.\.32, .* and 15 more \(576 bytes\), written by$",
        r"load3dv2 \(MTE1\) on line 16$", r"the padding value, set on line 16$",
        r"src from gm:x\+0\.\.64, .* \(256 bytes\), before the run$",
        r"src from gm:w\+512\.\.544, .* \(576 bytes\), before the run$")
    has(w.run("who", CONV / "conv.aic", "l0c:4096", "--at", 30)[0], "no record has written it")
    has(w.run("who", CONV / "conv.aic", "l1", "--at", 16)[0], r"^l1:0\.\.4096: data_copy \(MTE2\) on line 9, .*valid$")
    got = json.loads(w.run("who", CONV / "conv.aic", "l1", "--at", 16, "--format", "json")[0])["stretches"]
    assert [got[0][key] for key in ("from", "to", "insn", "line", "state")] == [0, 4096, "data_copy", 9, "valid"], got
    assert json.loads(w.run("who", CONV / "conv.aic", "ub", "--format", "json")[0])["stretches"] == []
    has(w.run("run", CONV / "conv.aic", "-p", "all", status=2)[1], "one product at a time here")
    has(w.run("record", CONV / "conv.aic", status=2)[1], "is a trace; `aicsim run` takes it")
    w.run("gen", "matmul", "-m", 16, "-n", 16, "-k", 16, "-p", "ascend910b1", "--data", "made", "-o", "made/k.aic")
    has(w.run("check", "made/k.aic")[0], "0 errors, 0 warnings")
    has(w.run("who", CONV / "conv.aic", "gm:nosuch", status=2)[1], "the trace has no such tensor")
    w.run("who", CONV / "conv.aic", "l0c:0", "--at", 2, status=2)
    w.run("who", CONV / "conv.aic", "nosuch:0", status=2)
    w.run("who", CONV / "conv.aic", status=2)
    has(w.run("who", "-", "l1:0", stdin=HEAD.encode(), status=2)[1], "more than once")


@case
def who_gave_the_padding(w):
    trace = w.trace("set_padding dtype=half, value=2\nfill l1:0, dtype=half, repeatTimes=1, blockNum=64, dstGap=0, value=1\n"
                    "set_flag MTE2, MTE1, 0\nwait_flag MTE2, MTE1, 0\nset_padding dtype=half, value=3\n"
                    "load3dv2 l0a:0, l1:0, dtype=half, padList=1:1:1:1, l1H=2, l1W=8, channelSize=16, kExtension=144, "
                    "mExtension=16, filterW=3, filterH=3, isSetPadding=false\nset_padding dtype=half, value=4\n")
    line = next(n for n, t in enumerate(trace.read_text().splitlines(), 1) if "value=3" in t)
    has(w.run("who", trace, "l0a:0")[0], f"^    the padding value, set on line {line}$")
    got = json.loads(w.run("who", trace, "l0a:2081", "--format", "json")[0])
    assert [s["kind"] for s in got["steps"]] == ["record", "record", "constant"], got
    assert got["steps"][1]["bytes"] == [{"from": 33, "to": 34}] and got["steps"][1]["insn"] == "fill", got


@case
def another_product_on_the_command_line(w):
    trace = w.trace("gm x half 64x64\nload2d l0a:0, gm:x, dtype=half, repeatTimes=1, srcStride=1\n")
    assert json.loads(w.run("check", trace, "--format", "json")[0])["product"] == "ascend910b1"
    out, _ = w.run("check", trace, "-p", "ascend950pr_9589", status=1)
    has(out, r"\[L2D-004\]")


@case
def standard_input(w):
    trace = (HEAD + "pipe_barrier ALL\n").encode()
    has(w.run("run", "-", stdin=trace)[0], "1 record")
    has(w.run("run", "-", stdin=b"rubbish\n", status=2)[1], "^<stdin>:1:1: error")


@case
def line_ends_and_marks(w):
    w.run("run", w.write("crlf.aic", (HEAD + "gm x half 64\n" + COPY).replace("\n", "\r\n")))
    w.run("run", w.write("nonl.aic", (HEAD + "gm x half 64\n" + COPY).rstrip("\n")))
    w.run("run", w.write("bom.aic", b"\xef\xbb\xbf" + HEAD.encode()))
    has(w.run("run", w.write("long.aic", HEAD + "#" * 70000 + "\n"), status=2)[1], "longer than 65536")
    w.run("run", w.write("nul.aic", HEAD.encode() + b"pipe\0barrier ALL\n"), status=2)


@case
def many_tensors_cost_little(w):
    """Declarations are looked up by name and by address: neither may cost a walk through all of them."""
    n = 200000
    body = "".join(f"gm t{i} half 16 at={(n - i) * 512}\n" for i in range(n))
    body += "".join(f"data_copy l1:0, gm:0x{(n - i) * 512:x}, dtype=half, blockCount=1, blockLen=1\n" for i in range(0, n, 2))
    out, _ = w.run("check", w.trace(body), "--no-data")
    has(out, "0 errors")
    has(w.run("run", w.trace("gm a half 16 at=512\ngm b half 16 at=530\n"), status=2)[1],
        r"t\.aic:4:4: error: tensor 'b' at 0x212\.\.0x232 overlaps 'a' at 0x200\.\.0x220 of line 3")


@case
def an_error_on_a_huge_tensor_is_cheap(w):
    """What a record in error might have written is tainted, of a tensor larger than any host's memory."""
    store = "fixpipe gm:x, l0c:1, dtype=float:float, nSize=16, mSize=16, srcStride=16, dstStride=16\n"
    out, _ = w.run("check", w.trace("gm x float 1000000000x1000000\n" + store * 50), status=1)
    has(out, "MEM-00", "50 errors")


@case
def an_interrupted_run_leaves_nothing(w):
    copies = "data_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=1\n" * 300000
    trace = w.trace("gm x half 16\n" + copies)
    # A job in the background of a script ignores interrupts, and so would what it starts.
    command = [w.program, "run", trace, "--trace-json", w.folder / "t.json"]
    run = subprocess.Popen(["env", "--default-signal=INT", *command], stdout=subprocess.DEVNULL)
    time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    assert run.wait(timeout=60) == -signal.SIGINT, "it was over before the signal came"
    assert sorted(p.name for p in w.folder.iterdir()) == ["t.aic"]


@case
def hostile_lines(w):
    has(w.run("run", w.trace("pipe_barrier ALL\0\n"), status=2)[1], r"t\.aic:3:17: error: a NUL byte")
    has(w.run("run", w.write("l.aic", "x" * 70000), status=2)[1], r"l\.aic:1:65537: error: the line is longer than")
    _, err = w.run("run", w.trace("pipe_barrier \x1b[2J\n"), status=2)
    assert "\x1b" not in err, "the message drives the terminal"
    has(w.run("run", w.trace("core 128\npipe_barrier ALL\n"), status=2)[1], r":3:6: error: core 128 is beyond 127")
    w.run("run", w.trace("core 127\npipe_barrier ALL\n"))


@case
def timeline(w):
    w.run("run", CONV / "conv.aic", "--trace-json", "t.json")
    text = (w.folder / "t.json").read_text()
    assert text.index('"profilingType":"op"') < text.index("[")
    got = json.loads(text)
    events = got["traceEvents"]
    slices = [e for e in events if e["ph"] == "X"]
    assert len(slices) == 22, len(slices)
    flows = {}
    for e in events:
        if e["ph"] in "sf":
            flows.setdefault(e["id"], []).append(e["ph"])
    assert len(flows) == 6 and all(sorted(f) == ["f", "s"] for f in flows.values()), flows
    lanes = {}
    for e in slices:
        assert isinstance(e["pid"], str) and isinstance(e["tid"], str)
        assert all(isinstance(v, str) for v in e["args"].values()), e
    names = [e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"]
    assert "CUBE" in names and "FIXP" in names and len(set(names)) == len(names)
    assert not list(w.folder.glob("*.tmp"))


@case
def slices_of_a_lane_do_not_overlap(w):
    """In picoseconds, the last digit of the file: in order, one after the other, with no tolerance."""
    for trace, status in ((CONV / "conv.aic", 0), (CONV / "race.aic", 1)):
        w.run("run", trace, "--trace-json", "t.json", status=status)
        lanes = {}
        for e in json.loads((w.folder / "t.json").read_text(), parse_float=lambda f: int(f.replace(".", "")))["traceEvents"]:
            if e["ph"] == "X":
                lanes.setdefault((e["pid"], e["tid"]), []).append((e["ts"], e["ts"] + e["dur"]))
        assert len(lanes) >= 4, sorted(lanes)
        for lane, spans in lanes.items():
            assert all(a[1] <= b[0] for a, b in zip(spans, spans[1:])), (lane, spans)


@case
def html_page(w):
    import html.parser
    w.run("run", CONV / "race.aic", "--html", "r.html", status=1)
    page = (w.folder / "r.html").read_text()
    rows = []
    parser = html.parser.HTMLParser()
    parser.handle_starttag = lambda tag, attrs: rows.append((tag, dict(attrs)))
    parser.feed(page)
    assert sum(tag == "rect" for tag, _ in rows) >= 9, "data records as bars"
    assert not any(a.get("src") or a.get("href") for _, a in rows), "the page stands alone"
    has(page, "SY-009, line 27: ", "Bottleneck: ", "1 error")


@case
def csv_files(w):
    w.run("run", CONV / "conv.aic", "--csv", "out")
    files = {p.name for p in (w.folder / "out").iterdir()}
    assert files == {"core0.cubecore0_code_exe.csv", "core0.cubecore0_instr_exe.csv", "PipeUtilization.csv",
                     "ResourceConflictRatio.csv", "Memory.csv"}, files
    instr = (w.folder / "out" / "core0.cubecore0_instr_exe.csv").read_text().splitlines()
    assert instr[0] == "instr,addr,pipe,call_count,cycles,running_time(us),detail" and len(instr) == 23, instr[0]
    pipes = (w.folder / "out" / "PipeUtilization.csv").read_text().splitlines()
    assert len(pipes[0].split(",")) == len(pipes[1].split(",")), pipes
    has((w.folder / "out" / "Memory.csv").read_text(), r"^L0C_to_GM_datas\(KB\),8\.000,")


@case
def convert_both_ways(w):
    w.write("x.bin", bytes(8192))
    body = ('gm x half 4096 file=x.bin layout="nd" l2=off\ncore 1\n' + COPY + "pipe_barrier ALL # aicsim: allow SY-002, MM-024\n"
            "core 0.aiv1\ndata_copy ub:0, gm:x+64, dtype=half, blockCount=1, blockLen=2\ninit ub:0 file=x.bin\n"
            "core 0\nscalar cycles=12\nload3dv2 l0a:0, l1:0, dtype=half, padList=1:2:3:4, padValue=bits:0x3c00, l1W=70000\n")
    trace = w.trace(body)
    _, err = w.run("convert", trace, "t.aicb")
    has(err, "^t.aicb: note: its files are now looked for beside it")  # the trace has a path, t.aicb none
    assert w.run("convert", "t.aicb", "u.aic")[1] == ""
    w.run("convert", "u.aic", "u.aicb")
    w.run("convert", "u.aicb", "v.aic")
    first, second = (w.folder / "u.aic").read_text(), (w.folder / "v.aic").read_text()
    assert first == second, first + second
    has(first, r"^gm x half 4096 file=x.bin layout=.nd. l2=off$", r"^core 1$", r"^core 0.aiv1$", r"aicsim: allow SY-002, MM-024$",
        r"padValue=bits:0x3c00", r"l1W=70000")
    w.run("convert", trace, "z.aicb", "--zstd")
    assert (w.folder / "z.aicb").stat().st_size < (w.folder / "t.aicb").stat().st_size
    w.run("convert", "z.aicb", "w.aic")
    assert (w.folder / "w.aic").read_text() == first


@case
def a_full_disk_is_the_reason(w):
    for records in (1, 100000):
        trace = w.trace("gm x half 64\n" + COPY * records)
        for options in ([], ["--to", "binary"]):
            _, err = w.run("convert", trace, "/dev/full", *options, status=2)
            assert err == "/dev/full: error: cannot write: No space left on device\n", err


@case
def no_file_is_written_twice_or_over_an_input(w):
    w.write("a.bin", bytes(8))
    gm = "gm x half 4 file=a.bin\ngm y half 4\n"
    twice = w.trace(gm + "dump gm:x file=b.bin\ndump gm:y file=./b.bin\n")
    for command in ("run", "check"):
        has(w.run(command, twice, status=2)[1],
            r"t\.aic:6:16: error: .*b\.bin: cannot write: dump on line 5 writes this file too$")
    assert not (w.folder / "b.bin").exists()
    has(w.run("run", w.trace(gm + "dump gm:y file=a.bin\n"), status=2)[1],
        r"t\.aic:5:16: error: .*a\.bin: cannot write: gm on line 3 reads this file; it would be lost$")
    trace = w.trace(gm + "dump gm:x file=b.bin\n")
    os.link(w.folder / "a.bin", w.folder / "same.bin")
    (w.folder / "o").mkdir()
    os.link(w.folder / "a.bin", w.folder / "o" / "Memory.csv")
    lost = "gm on line 3 reads this file"
    for args, says in ((("--out", "x=c.bin", "--out", "y=./c.bin"), "--out writes this file too"),
                       (("--out", "y=b.bin"), "dump on line 5 writes this file too"),
                       (("--out", "y=same.bin"), lost), (("--trace-json", "a.bin"), lost), (("--html", "a.bin"), lost),
                       (("--csv", "o"), lost), (("--html", "t.aic"), "this file is the trace; it would be lost"),
                       (("--gm", "y=o/../a.bin", "--out", "x=a.bin"), "--gm reads this file")):
        has(w.run("run", trace, *args, status=2)[1], f"^aicsim: error: --.*: cannot write: {says}")
        assert trace.read_text() == HEAD + gm + "dump gm:x file=b.bin\n" and (w.folder / "a.bin").read_bytes() == bytes(8)
    has(w.run("convert", trace, "./t.aic", status=2)[1], "OUT: .*this file is the trace; it would be lost")
    has(w.run("convert", trace, "same.bin", status=2)[1], lost)
    w.run("run", w.trace(gm + "dump gm:x file=/dev/null\ndump gm:y file=/dev/null\n"), "--out", "x=/dev/null")


@case
def binary_traces_run_the_same(w):
    for name in ("x.npy", "w.npy", "golden.npy"):
        w.write(name, (CONV / name).read_bytes())
    w.write("conv.aic", (CONV / "conv.aic").read_bytes())
    w.run("convert", "conv.aic", "conv.aicb", "--zstd")
    text = json.loads(w.run("run", "conv.aic", "--format", "json")[0])
    binary = json.loads(w.run("run", "conv.aicb", "--format", "json")[0])
    for key in ("total_cycles", "pipes", "cores", "findings", "records"):
        assert text[key] == binary[key], key


@case
def damaged_binary_traces(w):
    w.run("convert", w.trace("gm x half 64\n" + COPY * 300), "t.aicb")
    data = (w.folder / "t.aicb").read_bytes()
    has(w.run("run", w.write("cut.aicb", data[:-5]), status=2)[1], "cut off")
    has(w.run("run", w.write("head.aicb", data[:20]), status=2)[1], "no binary trace|cut off")
    version = bytearray(data)
    version[8] = 9
    has(w.run("run", w.write("version.aicb", bytes(version)), status=2)[1], "has version 9")
    index = int.from_bytes(data[-16:-8], "little")
    many = int.from_bytes(data[index:index + 4], "little") + 5000
    streams = many.to_bytes(4, "little") + b"\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0" * 5000
    has(w.run("run", w.write("many.aicb", data[:index] + streams + data[index + 4:]), status=2)[1], "index .* is damaged")
    for at in range(32, len(data), 997):
        flipped = bytearray(data)
        flipped[at] ^= 0xff
        w.write("flip.aicb", bytes(flipped))
        done = subprocess.run([w.program, "run", "flip.aicb"], cwd=w.folder, capture_output=True, timeout=60, check=False)
        assert done.returncode in (0, 1, 2), (at, done.returncode, done.stderr[-400:])


@case
def explain(w):
    has(w.run("explain", "load3dv2")[0], "^load3dv2: ", "kExtension", "default", "Source: ")
    for insn, *memories in (("load2d", "l1 l0a l0b", "gm l1"), ("load2dmx", "l0a l0b", "l1", "l1"), ("load3dv2", "l0a l0b", "l1"),
                            ("load_sparse", "l0b", "l1", "l1"), ("data_copy_pad", "gm l1 ub", "gm ub"),
                            ("mmad", "l0c", "l0a", "l0b", r"l0c bt \(may be left out\)")):
        shown = w.run("explain", insn)[0].split("\n\n")[2].splitlines()
        assert len(shown) == len(memories), shown
        for line, memory in zip(shown, memories):
            has(line, rf"^  \w+ +{memory}$")
    has(w.run("explain", "SY-009")[0], r"^SY-009 \(error", "^Wrong:", "^Right:")
    has(w.run("explain", "padValue")[0], "^load3dv2$")
    has(w.run("explain", "load3dv3", status=2)[1], "did you mean 'load3dv")
    for word, name in (("DataCopy", "data_copy"), ("Load3DV2", "load3dv2"), ("sy-009", "SY-009")):
        assert w.run("explain", word)[0] == w.run("explain", name)[0], word
    out, _ = w.run("explain", "all")
    assert out.count("\n## ") + out.startswith("## ") >= 30


@case
def rules(w):
    lines = w.run("rules")[0].splitlines()
    assert len(lines) > 200, len(lines)
    markdown = w.run("rules", "--format", "markdown")[0].splitlines()
    assert len(markdown) == len(lines) + 2
    columns = {len(re.findall(r"(?<!\\)\|", row)) for row in markdown}
    assert columns == {7}, columns
    group = json.loads(w.run("rules", "SY", "--format", "json")[0])
    assert group and all(r["id"].startswith("SY-") for r in group)
    w.run("rules", "XYZ", status=2)


@case
def diff_of_two_traces(w):
    copy = "gm x half 4096\ndata_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=%d\n"
    small, large = w.trace(copy % 16, name="a.aic"), w.trace(copy % 256, name="b.aic")
    out, _ = w.run("diff", small, large, status=1)
    has(out, r"^cycles +\d+ +\d+ +\+\d+", r"^MTE2 bytes +512 +8192 +\+7680  \+1500\.0 %")
    has(w.run("diff", large, small)[0], r"^cycles +\d+ +\d+ +-\d+")
    has(w.run("diff", small, small)[0], r"^cycles +(\d+) +\1 +\+0")
    got = json.loads(w.run("diff", small, large, "--format", "json", status=1)[0])
    assert got["cycles"] == got["b"]["total_cycles"] - got["a"]["total_cycles"] > 0
    has(w.run("diff", small, status=2)[1], "two traces")


@case
def sweep_over_products_and_settings(w):
    trace = w.trace("gm x half 4096\ndata_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=256\n")
    out, _ = w.run("sweep", trace, "-p", "ascend910b1,ascend910b2", "--set", "clock=1000,2000", "--format", "csv")
    rows = [row.split(",") for row in out.splitlines()]
    assert rows[0] == ["product", "clock", "cycles", "time(us)", "busiest", "errors", "warnings"], rows[0]
    assert [row[:2] for row in rows[1:]] == [["ascend910b1", "1000"], ["ascend910b1", "2000"],
                                             ["ascend910b2", "1000"], ["ascend910b2", "2000"]], rows
    for row in rows[1:]:
        assert abs(float(row[3]) * int(row[1]) - int(row[2])) < 2, row  # MHz times us is cycles
    has(w.run("sweep", trace)[0], r"^ascend910b1 +\d+ +\d+\.\d{3}  MTE2 +0 +0$")
    has(w.run("sweep", trace, "--set", "clock", status=2)[1], "KEY=V1")
    has(w.run("sweep", trace, "--set", "nothing.at_all=1", status=2)[1], "unknown key 'nothing.at_all' ")
    has(w.run("sweep", trace, "--set", "memory.l1.bites=1", status=2)[1], r"'memory\.l1\.bites'; did you mean 'memory\.l1\.")
    has(w.run("sweep", trace, "-p", "ascend91b1", status=2)[1], r"no product of this name; did you mean 'ascend910b1'")
    depths = w.run("sweep", "--gen", "matmul -m 32 -n 32 -k 32 --base 32x32x32", "--vary", "l1-depth=1,1/2,2", "-p",
                   "ascend910b1", "--format", "csv")[0]
    assert [row[:2] for row in csv.reader(depths.splitlines())][1:] == [["ascend910b1", "1,1"], ["ascend910b1", "2,2"]]
    note = "without data nothing is compared"
    assert w.run("sweep", CONV / "conv.aic", "--set", "clock=1000,2000")[1].count(note) == 1


@case
def sweep_over_options_of_a_generated_kernel(w):
    trace = w.trace("gm x half 4096\ndata_copy l1:0, gm:x, dtype=half, blockCount=1, blockLen=256\n")
    out, _ = w.run("sweep", "--gen", "matmul -m 64 -n 64 -k 128", "-p", "ascend910b1", "--vary", "base=32x32x64/64x64x64",
                   "--vary", "db-l0=off/on", "--set", "clock=1000,2000", "--format", "csv")
    rows = [line.split(",") for line in out.splitlines()]
    assert rows[0][:4] == ["product", "base", "db-l0", "clock"] and len(rows) == 9, rows
    assert all(row[6] != "refused" and row[7:] == ["0", "0"] for row in rows[1:]), rows
    assert int(rows[1][4]) > int(rows[5][4]) > 0, rows  # larger tiles take fewer cycles
    out, err = w.run("sweep", "--gen", "matmul -m 64 -n 64 -k 64 -p ascend910b1", "--vary", "base=64x64x64/9x9x9",
                     status=2)
    has(out, r"^- +9x9x9 +- +- +refused$")
    has(err, "K of --base is 9")
    has(w.run("sweep", trace, "--vary", "base=64x64x64", status=2)[1], "--vary changes options of --gen")
    call = ("sweep", "--gen", "matmul -m 64 -n 64 -k 64 -p ascend910b1", "--vary")
    assert w.run(*call, "--base=64x64x64")[0] == w.run(*call, "base=64x64x64")[0]
    has(w.run("sweep", trace, "--gen", "matmul", status=2)[1], "not both")
    has(w.run("gen", "matmul", "-m", "16", "-n", "16", "-k", "16", "-p", "ascend910b1", "--data", ".", "-o", "a.npy",
              status=2)[1], "arrays end in .npy")


@case
def a_deadlock_ends(w):
    out, _ = w.run("check", w.trace("wait_flag MTE2, MTE1, 0\n"), status=1)
    has(out, r"\[SY-004\]")


def attempt(function, program):
    """What was wrong with the case, None for nothing; a case may fail in any way, and the others still run."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            function(World(program, pathlib.Path(folder)))
        except Exception as problem:
            return f"{type(problem).__name__}: {problem}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aicsim", default=str(ROOT / "build" / "tools" / "aicsim"))
    parser.add_argument("--only", default="")
    parser.add_argument("-v", action="store_true", dest="verbose")
    args = parser.parse_args()
    program = os.path.abspath(args.aicsim)
    chosen = [c for c in CASES if args.only in c.__name__]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(lambda function: attempt(function, program), chosen))
    for function, problem in zip(chosen, problems):
        if problem:
            print(f"FAIL {function.__name__}: {problem}")
        elif args.verbose:
            print(f"ok   {function.__name__}")
    failed = sum(problem is not None for problem in problems)
    passed = len(chosen) - failed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
