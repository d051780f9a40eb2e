#!/usr/bin/env python3
"""Times: the curves of tests/timing/curves.csv hold within 1 %, more work on the pipe that bounds a kernel never takes
less time, every pipe's cycles add up, and a run gives the same cycles again.

usage: run_timing.py AICSIM SOURCE_ROOT"""

import csv
import os
import sys

ROOT = sys.argv[2]
os.environ["AICSIM_CONFIGS"] = os.path.join(ROOT, "configs")
sys.path.insert(0, os.path.join(ROOT, "tools"))
import calibration as cal  # noqa: E402

failures = []
checks = 0


def check(good, text):
    global checks
    checks += 1
    if not good:
        failures.append(text)


def curves(run):
    with open(os.path.join(ROOT, "tests", "timing", "curves.csv"), encoding="utf-8") as table:
        held = {(r["curve"], r["product"], r["x"]): float(r["value"]) for r in csv.DictReader(table)}
    seen = set()
    for curve, product, x, value in cal.curve_points(run):
        key = (curve, product, str(x))
        seen.add(key)
        old = held.get(key)
        check(old is not None and abs(value / old - 1) <= 0.01,
              f"{curve}, {product}, {x}: {value:.6g}, the table has {old}; run tools/calibration.sh if it is meant")
    check(seen == set(held), f"curves.csv and the program have different points: {sorted(seen ^ set(held))[:3]}")


def grows(run):
    """Kernels bound by one pipe, with more and more work for it."""
    series = {
        "MTE2": lambda n: cal.small_matmul(run, cal.B1, "64x64x64", 1, 256 * n)["total_cycles"],
        "M": lambda n: run.run(("m", n), list(cal.header(cal.B1, cal.GM)) + [cal.mmad(128, 256, 16 * n)] * 8)["total_cycles"],
        "MTE1": lambda n: run.run(("mte1", n), list(cal.header(cal.B1, cal.GM)) +
                                  [cal.load3d("l0b", 1024 * n)] * 16)["total_cycles"],
        "FIX": lambda n: run.run(("fix", n), list(cal.header(cal.B1, cal.GM)) +
                                 [cal.fixpipe(16 * n, 128)] * 8)["total_cycles"],
        "cores": lambda n: run.run(("hbm", n), cal.tiles(cal.B1, 3 * n, 256, 2048, 64))["total_cycles"],
    }
    for name, of in series.items():
        times = [of(n) for n in range(1, 9)]
        check(all(a <= b for a, b in zip(times, times[1:])), f"{name}: time falls when work is added: {times}")


def sums(run):
    for product in (cal.B1, cal.PR, cal.CAMODEL):
        for base, more in (("64x64x64", ()), ("128x128x64", ("--db-l0", "--unit-flag", "--step-k", "2,2", "--l1-depth", "4,4"))):
            result = cal.small_matmul(run, product, base, 4, more=more)
            total = result["total_cycles"]
            for core in result["cores"]:
                for name, pipe in core["pipes"].items():
                    spent = pipe["busy_cycles"] + sum(pipe["stall_cycles"].values())
                    check(spent == total, f"{product} {base} core {core['core']} {name}: {spent} of {total} cycles")
            path = sum(result["analysis"]["critical_path"].values())
            check(abs(path - total) <= 6, f"{product} {base}: the critical path has {path} of {total} cycles")


def again(run):
    for product in (cal.B1, cal.PR):
        first = cal.small_matmul(run, product, "64x64x64", 4)
        run.kept.clear()
        second = cal.small_matmul(run, product, "64x64x64", 4)
        same = all(first[k] == second[k] for k in ("total_cycles", "pipes", "cores", "analysis"))
        check(same, f"{product}: two runs of one kernel differ")


def flags_and_queues(run):
    """What a flag does to its pipe, by hand: a set drains MTE2, and flags take no place among MTE1's 32 loads."""
    copies = [cal.nd2nz(0, "a", 64, 64, 1024), "set_flag MTE2, MTE1, 0", cal.nd2nz(8192, "a+128", 64, 64, 1024),
              "wait_flag MTE2, MTE1, 0"]
    took = {d: run.run(("drains", d), list(cal.header(cal.B1, cal.GM)) + copies, ["scalar.dispatch_nd2nz=0",
                       f"sync.set_drains.MTE2={d}"])["total_cycles"] for d in ("true", "false")}
    # The second start, 40.5 cycles, and the set itself; the lines are in L2 since the first copy.
    check(abs(took["true"] - took["false"] - 41.5) <= 1, f"a set does not hold MTE2 by one start: {took}")

    def held(loads, flags):
        """Loads and flags that wait behind a long mmad: does the scalar unit have to wait for places?"""
        lines = list(cal.header(cal.B1, cal.GM)) + [cal.mmad(128, 256, 128)]
        lines += ["set_flag M, MTE1, 0", "wait_flag M, MTE1, 0"]
        lines += [f"{what}_flag MTE1, FIX, {i}" for i in range(flags) for what in ("set", "wait")]
        lines += [cal.load2d("l0a", 512)] * loads
        return run.run(("held", loads, flags), lines)["pipes"]["S"]["stall_cycles"]["queue_full"] > 0
    check(not held(32, 6), "flags take places of MTE1's queue")
    check(held(33, 0), "MTE1's queue holds more than 32 loads")


def lines_on_their_way(run):
    """A core that reads what another core's read has on its way waits read_late a packet; later no longer."""
    def second(pause):
        lines = list(cal.header(cal.B1, cal.GM)) + ["core 0", cal.nd2nz(0, "a", 64, 64, 1024), "core 1",
                                                    f"scalar cycles={pause}", cal.nd2nz(0, "a", 64, 64, 1024)]
        cores = run.run(("late", pause), lines)["cores"]
        return next(c for c in cores if c["core"] == 1)["pipes"]["MTE2"]["board_cycles"]
    warm, late = second(5000), second(200)
    check(abs(late - warm - 64 * 4.78) <= 2, f"64 rows on their way cost {late - warm} cycles")


def counters(run):
    """Fixpipe's board counter counts the wait for unit flags, and no pipe's the wait for a flag."""
    took = {}
    for last, more in ((0, ["set_flag M, FIX, 0", "wait_flag M, FIX, 0"]), (3, [])):
        mmads = [cal.mmad(128, 128, 256, last and 2), cal.mmad(128, 128, 256, last, "false")]
        drain = cal.fixpipe(128, 128) + f", unitFlag={last}"
        result = run.run(("counter", last), list(cal.header(cal.B1, cal.GM)) + mmads + more + [drain])
        took[last] = result["pipes"]["FIX"]["board_cycles"]
    passes = 8 * 8 * 16
    check(took[0] < passes, f"the counter holds the wait for a flag: {took[0]} cycles for a drain of 32 KB")
    check(took[3] - took[0] > passes * 0.9, f"the counter does not hold the first mmad's passes: {took}")
    core = result["cores"][0]
    names = {"aic_mac_time": "M", "aic_mte1_time": "MTE1", "aic_mte2_time": "MTE2", "aic_mte3_time": "MTE3",
             "aic_fixpipe_time": "FIX", "aic_scalar_time": "S"}
    check(core["board_cycles"] == {name: core["pipes"][pipe]["board_cycles"] for name, pipe in names.items()},
          f"counters by name: {core['board_cycles']}")
    shown = cal.subprocess.run([run.program, "run", os.path.join(run.folder.name, "t.aic"), "--no-data", "--set",
                                "counters=board"], capture_output=True, text=True, check=False).stdout
    check(f" {core['board_cycles']['aic_mac_time']} " in next(r for r in shown.splitlines() if "aic_mac_time" in r), shown)


def documented_rates(run):
    """Bytes a cycle of the vendor's performance tables (2201, 3510), by loads and drains in a row."""
    def load(mnemonic, space, fields):
        return f"{mnemonic} {space}:0, l1:0, dtype=half, {fields}"
    repeats = "startIndex=0, repeatTimes=64, srcStride=1, dstGap=0"
    plain, turned = repeats + ", ifTranspose=false", repeats + ", dstFracGap=0"
    block = ("mStartPosition=0, kStartPosition=0, mStep=16, kStep=4, srcStride=16, dstStride=16, ifTranspose=false")
    drain = "dtype=float:{}, layout={}, nSize=128, mSize=128, srcStride=128, dstStride={}, quantPre={}, params={}"
    rows = (
        (cal.B1, load("load2d", "l0a", plain), 256), (cal.B1, load("load2d", "l0b", plain), 128),
        (cal.B1, load("load_transpose", "l0a", turned), 256), (cal.B1, load("load_transpose", "l0b", turned), 128),
        (cal.PR, load("load2dv2", "l0a", block), 256), (cal.PR, load("load2dv2", "l0b", block), 256),
        (cal.PR, load("load_transpose", "l0b", turned), 128),
        (cal.B1, "fixpipe l1:0, l0c:0, " + drain.format("half", "nz", 128, "F322F16", "v220"), 128),
        (cal.PR, "fixpipe l1:0, l0c:0, " + drain.format("half", "nd", 128, "F322F16", "arch3510"), 128),
        (cal.PR, "fixpipe ub:0, l0c:0, " + drain.format("float", "nz", 2048, "NoQuant", "arch3510"), 128),
        (cal.PR, "fixpipe ub:0, l0c:0, dualDstCtl=1, " + drain.format("float", "nz", 1024, "NoQuant", "arch3510"), 256),
        (cal.PR, "data_copy ub:0, l1:0, dtype=half, blockCount=1, blockLen=1024, srcGap=0, dstGap=0", 128),
    )
    for product, line, rate in rows:
        moved = 65536 if "float:float" in line else 32768
        value = moved / run.each(f"rate {line}", product, cal.GM, [line], times=(4, 12))
        check(abs(value / rate - 1) <= 0.02, f"{product}: {value:.1f} bytes a cycle, documented {rate}: {line}")


def reads_from_hbm(k):
    """Copies of 128 x 64 of A (128 x k) and 64 x 128 of B (k x 128), both half, that touch a new line of 512 bytes."""
    seen, copies = set(), 0
    for step in range(0, k, 64):
        for name, rows in (("a", [(2 * (k * i + step), 128) for i in range(128)]),
                           ("b", [(256 * (step + i), 256) for i in range(64)])):
            lines = {(name, line) for at, n in rows for line in range(at // 512, (at + n - 1) // 512 + 1)}
            copies += not lines <= seen
            seen |= lines
    return copies


def latency_of_hbm(run):
    """On one core a copy that needs a line from HBM costs one latency, and nothing else depends on where rows begin."""
    smooth = []
    for k in (832, 896, 960, 1024, 1088):
        call = [run.program, "gen", "matmul", "-p", cal.B1, "-m", "128", "-n", "128", "-k", str(k), "--base",
                "128x128x64", "--out", "half"]
        lines = cal.subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()
        cycles = [run.run(("latency", k, n), lines, [f"gm.miss_latency={n}"])["total_cycles"] for n in (0, 219)]
        check(cycles[1] - cycles[0] == 219 * reads_from_hbm(k), f"k={k}: {cycles}, {reads_from_hbm(k)} copies from HBM")
        smooth.append(cycles[0])
    steps = [b - a for a, b in zip(smooth, smooth[1:])]
    check(max(steps) - min(steps) <= 2, f"without HBM's latency 64 more of k cost the same: {steps}")


# Keys that make a part of the machine free.
FREE = {
    "MTE2": ["route.gm_l1_nd2nz.start=0", "route.gm_l1_nd2nz.rate=60000", "gm.read_packet=0.001", "gm.read_rate=60000"],
    "HBM": ["gm.read_miss=0", "gm.miss_latency=0", "gm.read_late=0", "gm.write_miss=0", "gm.hbm_rate=60000"],
    "FIX": ["route.l0c_gm.start=0", "route.l0c_gm.rate=60000", "route.l0c_gm.floor=0", "route.l0c_gm_nd_floor=0",
            "gm.write_packet=0"],
    "M": ["cube.passes.half=0", "cube.gap=0", "cube.tail=0"],
    "S": [f"scalar.dispatch_{kind}=0" for kind in ("copy", "nd2nz", "load", "mmad", "fixpipe", "sync")] +
         ["scalar.set_register=0"],
}

TUNED = ["--db-l0", "--l1-depth", "8,8", "--step-k", "4,4"]
BOUND_KERNELS = (
    ("64x64x64", []), ("64x64x64", TUNED), ("128x256x64", TUNED), ("128x256x64", TUNED + ["--unit-flag"]),
    ("128x128x64", TUNED + ["--unit-flag"]), ("256x128x64", ["--db-l0"]),
)


def speed_ups(run):
    """What a run would gain without its bound is what it gains with that bound's constants at 0; the estimate of long
    runs is as far from it as docs/timing.md says."""
    for product in (cal.B1, cal.PR):
        for base, more in BOUND_KERNELS:
            call = [run.program, "gen", "matmul", "-p", product, "-m", "256", "-n", "512", "-k", "1024", "--base",
                    base] + more
            lines = cal.subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()
            for sets in ([], ["cube.passes.half=20"], ["scalar.dispatch_load=200", "scalar.dispatch_sync=50"],
                             ["route.l0c_gm.rate=4"]):
                speed_up(run, (product, base, *more), lines, sets)


def speed_up(run, name, lines, sets):
    result = run.run(("speed", *name, *sets), lines, sets)
    analysis = result["analysis"]
    bound, said, estimate = (analysis[key] for key in ("bound", "speedup_without_bound", "speedup_estimate"))
    free = run.run(("free", *name, *sets), lines, sets + FREE[bound])
    got = result["total_cycles"] / free["total_cycles"]
    far = 0.04 if bound == "FIX" else 0.01  # no key frees the elements that leave L0C in a cycle
    check(abs(got / said - 1) <= far and 0.1 <= (said - 1) / (estimate - 1) <= 1.1,
          f"{name} {sets}: {said} times as fast without {bound}, estimated {estimate}, {got:.3f} when it is free")


def read_twice(run):
    """The second run reads a binary trace, standard input and one stream for many cores as the first did."""
    call = [run.program, "gen", "matmul", "-p", cal.B1, "-m", "256", "-n", "256", "-k", "256", "--grid", "2x2",
            "--compact"]
    text = cal.subprocess.run(call, check=True, capture_output=True, text=True).stdout
    folder = run.folder.name
    path, binary = os.path.join(folder, "twice.aic"), os.path.join(folder, "twice.bin")
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    cal.subprocess.run([run.program, "convert", path, binary], check=True)
    got = []
    for trace, given in ((path, None), (binary, None), ("-", text)):
        done = cal.subprocess.run([run.program, "run", trace, "--no-data", "--format", "json"], check=True,
                                  capture_output=True, text=True, input=given)
        got.append(cal.json.loads(done.stdout)["analysis"])
    check(got[0]["speedup_without_bound"] > 1 and got[1:] == [got[0]] * 2, f"text, binary and standard input: {got}")


def main():
    run = cal.Runner(sys.argv[1])
    for part in (curves, grows, sums, again, flags_and_queues, lines_on_their_way, counters, documented_rates,
                 latency_of_hbm, speed_ups, read_twice):
        part(run)
    for text in failures:
        print("FAIL", text)
    print(f"{checks - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
