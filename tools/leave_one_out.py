#!/usr/bin/env python3
"""How well each measured point is predicted by constants that were fitted without it.

usage: leave_one_out.py AICSIM
For each group of constants: how its points move with them (by running with each a little larger), and for each point
the least squares of the others' relative errors. Prints a table as Markdown. A group with as many constants as points
tells nothing this way and is listed as such."""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import calibration as cal  # noqa: E402

B1, PR, CAMODEL = cal.B1, cal.PR, cal.CAMODEL

# Constants with their present values, the points (a part of the row's name) that they are fitted to, and a part of the
# keys of the runs that these points come from: all other runs are taken over as they are.
GROUPS = (
    ("GM to L1, in L2", "mte2", {"route.gm_l1.start": 153, "route.gm_l1.ramp_rate": 51.2, "route.gm_l1.rate": 169},
     [(B1, "KB, in L2, one core")], "gm l1"),
    ("nd2nz of short rows, 910B1", "mte2", {"route.gm_l1_nd2nz.start": 40.5, "gm.read_packet": 3.383},
     [(B1, "rows of 128 B")], "('ascend910b1', "),
    ("nd2nz of short rows, 950PR", "mte2", {"route.gm_l1_nd2nz.start": 280, "gm.read_packet": 1.531},
     [(PR, "rows of 128 B")], "('ascend950pr_9589', "),
    ("a packet whose line L2 lacks, both products", "mte2", {"gm.read_miss": 7.78},
     [(B1, "64x64 half"), (PR, "64x64 half")], ", 64)"),
    ("HBM, 910B1", "mte2", {"gm.hbm_rate": 761},
     [(B1, "64x256 half"), (B1, "rows of 12288"), (B1, "times, whole")],
     "'ascend910b1', 256)|aligned|'times', 1"),
    ("start of LoadData3D", "mte1", {"mte1.load3d_start": 46}, [(B1, "step of")], "('ascend910b1', "),
    ("start of LoadData2Dv2, 950PR", "mte1", {"route.l1_l0a.start": 26, "route.l1_l0b.start": 26},
     [(PR, "step of")], "('ascend950pr_9589', "),
    ("between loads", "mte1", {"route.l1_l0a.gap": 1}, [(B1, "fractals into L0A")], "load2d"),
    ("LoadData2Dv2 in the cycle simulator", "mte1", {"route.l1_l0a.start": 28, "route.l1_l0a.rate": 209},
     [(CAMODEL, "LoadData2Dv2")], "camodel"),
    ("the cube's counter, 910B1", "mmad", {"board.mmad": 61}, [(B1, "isolated")], "('ascend910b1', "),
    ("the cube's counter, 950PR", "mmad", {"board.mmad": 92}, [(PR, "isolated")], "('ascend950pr_9589', "),
    ("between mmads", "mmad", {"cube.gap": 2}, [(B1, "pipelined"), (B1, "eight of")], "mmad"),
    ("the cube's tail", "mmad", {"cube.tail": 24}, [("ascend910b3", "one at a time")], "mmad"),
    ("the cube's counter in the cycle simulator", "mmad", {"board.mmad": 25}, [(CAMODEL, "counter")], "camodel"),
    ("L0C to GM", "other", {"route.l0c_gm.rate": 119, "route.l0c_gm.floor": 82}, [(B1, "L0C to GM, ")], "l0c gm"),
    ("new lines written, both products", "other", {"gm.write_miss": 3.14},
     [(B1, "new lines"), (PR, "new lines")], "tile"),
    ("UB to GM", "other", {"route.ub_gm.start": 136, "route.ub_gm.ramp_rate": 94, "route.ub_gm.rate": 67},
     [(B1, "UB to GM")], "ub gm"),
)
TABLES = {"mmad": cal.mmad_points, "mte1": cal.mte1_points, "mte2": cal.mte2_points, "other": cal.other_points}


class SetRunner(cal.Runner):
    """A runner whose live runs have further keys set; the results of all others are those of another runner."""

    def __init__(self, program, sets, live, base):
        super().__init__(program)
        self.sets, self.live, self.base = tuple(sets), live.split("|"), base

    def run(self, key, lines, sets=()):
        if not any(part in str(key) for part in self.live) or "tuned" in str(key):
            return self.base.run(key, lines, sets)
        return super().run(key, lines, tuple(sets) + self.sets)


def points(table, sets, live, base):
    rows = TABLES[table](SetRunner(base.program, sets, live, base)).rows
    return {(r[0], r[1]): (r[2], r[3]) for r in rows}


def chosen(rows, filters):
    return [k for k in rows if any(k[0] == product and part in k[1] for product, part in filters)]


def slopes(table, constants, keys, live, base):
    """d simulated / d constant of every point. Constants with one value are one: they move together."""
    columns = []
    plain = points(table, (), live, base)
    for value in sorted(set(constants.values())):
        step = max(value / 16, 1 / 16)
        sets = [f"{n}={v + step if v == value else v:.6f}" for n, v in constants.items()]
        moved = points(table, sets, live, base)
        columns.append([(moved[k][1] - plain[k][1]) / step for k in keys])
    return np.array(columns).T


def left_out(table, constants, filters, live, base):
    """(point, error with it, error without it) of each, in per cent; None where nothing is left to fit to."""
    plain = points(table, (), live, base)
    keys = chosen(plain, filters)
    measured = np.array([plain[k][0] for k in keys], float)
    error = np.array([plain[k][1] for k in keys], float) / measured - 1
    scaled = slopes(table, constants, keys, live, base) / measured[:, None]
    out = []
    for i, key in enumerate(keys):
        rest = [j for j in range(len(keys)) if j != i]
        change = None
        if len(rest) >= scaled.shape[1] and np.linalg.matrix_rank(scaled[rest]) == scaled.shape[1]:
            change = np.linalg.lstsq(scaled[rest], -error[rest], rcond=None)[0]
        out.append((key, 100 * error[i], None if change is None else 100 * (error[i] + scaled[i] @ change)))
    return out


def main():
    base = cal.Runner(sys.argv[1])
    print("| constants | points | worst with it | worst without it | which |\n|---|---|---|---|---|")
    for name, table, constants, filters, live in GROUPS:
        rows = left_out(table, constants, filters, live, base)
        with_it = max(abs(r[1]) for r in rows)
        without = [(abs(r[2]), r[0]) for r in rows if r[2] is not None]
        n = len(set(constants.values()))
        worst = f"{max(without)[0]:.1f} % | {', '.join(max(without)[1])}" if without else "- | as many constants"
        print(f"| {name} ({n}) | {len(rows)} | {with_it:.1f} % | {worst} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
