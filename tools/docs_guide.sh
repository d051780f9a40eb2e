#!/usr/bin/env bash
# Writes docs/guide.md; every output in it is that of a command.  usage: docs_guide.sh PROGRAM [OUTPUT_FILE]
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: $0 PROGRAM [OUTPUT_FILE]" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "$1")
out=$(realpath "${2:-$root/docs/guide.md}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root"/docs/examples/matmul/* "$work"
cd "$work"
aicsim() { "$program" "$@"; }

# A command line and what it prints, as a block. Findings make the exit status 1, which is no failure here.
block() {
    printf '```\n$ %s\n' "$1"
    (eval "$1" 2>&1 || true) | sed 's/ *$//'
    printf '```\n'
}

page() {
    cat <<'TEXT'
# Guide

<!-- written by tools/docs_guide.sh -->

From a clone to a kernel of your own. `tools/try.sh` builds the program as `build/tools/aicsim`; `aicsim` below means that.
The files of this page stand in [examples/matmul](examples/matmul).

## 1. A kernel

A trace lists what the units of a core dispatch, one instruction a line: the destination, the sources, then the fields
under their documented names. This one multiplies two 64x64 matrices:

```
TEXT
    cat matmul.aic
    cat <<'TEXT'
```

The pipes (MTE2 moves from GM, MTE1 from L1 to L0, M multiplies, FIX drains L0C) run on their own. `set_flag A, B, ID` says
that what pipe A has been given so far is done; `wait_flag A, B, ID` holds pipe B until then.

TEXT
    block 'aicsim run matmul.aic'
    cat <<'TEXT'

`expect` compared the product with an array made elsewhere; an element that differed would be an error [VAL-001]. `dump gm:c
file=c.npy` in the trace, or `--out c=c.npy`, writes the result. An idle pipe's `main stall` is what it waited for longest:
here nothing overlaps, so that every pipe waits for the one before it. S, the scalar unit, counts no instruction of its own
here: it is busy with handing every record to its pipe.

## 2. When it is wrong

Leave out the flag between the multiplication and the drain:

TEXT
    block "sed '/^wait_flag M, FIX/d; /^set_flag M, FIX/d' matmul.aic > race.aic; aicsim check race.aic"
    cat <<'TEXT'

`check` prints findings and no times, and beside what is wrong hints for speed [PERF-...] (`--no-hints` leaves them out).
A line that cannot be read stops both commands before they start (exit status 2); every such line is reported:

TEXT
    block "printf 'aicsim-trace 1\nproduct ascend910b1\nmmda l0c:0\nmmad l0c:0, l0a:0, l0b:0, dtype=half:half:float, m=16, kk=16\n' > bad.aic; aicsim check bad.aic"
    cat <<'TEXT'

A number that is out of range is a finding (exit status 1), and the value is kept as it was written:

TEXT
    block "sed 's/repeatTimes=4, srcStride=4\$/repeatTimes=256, srcStride=4/; /^expect/d; 16,\$d' matmul.aic > range.aic; aicsim check range.aic"
    cat <<'TEXT'

`aicsim explain RULE` says why a rule stands, with a wrong and a right trace; `# aicsim: allow RULE` at the end of a line
drops a finding there, `--severity RULE=off` everywhere, and `severities: {RULE: warning}` in a product file weighs it
otherwise on that product. `aicsim check TRACE -p all` prints what breaks where: a table of rules and products
(`14+7`: first on line 14, and on 7 more), then the first finding of each cell; `--all` prints every one, `--since OLD` only
what a move breaks. `aicsim who TRACE gm:c+64` follows a byte from its last writer back to GM, byte by byte through
transposition, image to columns and Fixpipe: a drained byte comes from one element of L0C, that from a row of A and a
column of B; `aicsim who TRACE l1 --at LINE` prints what lies where in L1 when the record on that line starts.

## 3. What an instruction does, and where

TEXT
    block 'aicsim explain load2d'
    cat <<'TEXT'

Where does an element lie? `aicsim layout` answers for every format ([layouts.md](layouts.md)):

TEXT
    block 'aicsim layout offset nz --shape 64x64 --dtype half --at 17,3'
    cat <<'TEXT'

`dump l0a:0 layout=zz shape=64x64 dtype=half file=a_in_l0a.npy` in the trace writes the matrix that lies in L0A.

## 4. Another product

`-p` runs the trace on another product, `-p all` checks it on all of them. On the ascend950 family L0A is NZ and not ZZ, so
that the same loads lay the blocks elsewhere; the checker names the load, and `expect` sees what comes of it:

TEXT
    block 'aicsim check matmul.aic -p ascend950pr_9589'
    cat <<'TEXT'

`aicsim products` compares the products, `aicsim products NAME` shows one with the source of every value, and
`--set KEY=VALUE` changes one key for a run ("what if L2 were slower?").

## 5. Results for other programs

| option | writes |
|---|---|
| `run --format json` | one object: `total_cycles`, `time_us`, `pipes`, `cores`, `findings`; `busy_cycles` and all `stall_cycles` of a pipe are the total |
| `check --format json` | the findings, for scripts |
| `check --format sarif` | the findings for editors and code scanning services: SARIF 2.1.0 with the help of each rule, both ends of a race and stable fingerprints; `-p all` is a run of its own category for each product; what the trace allows is left out |
| `run --trace-json t.json` | a timeline for Perfetto (ui.perfetto.dev) and MindStudio Insight: a lane for each pipe, arrows for flags |
| `run --csv DIR` | tables as the vendor's profiler writes them |
| `run --html r.html` | a page with all of it |
| `sweep --format csv` | the table of a sweep |
| `who --format json` | where a byte came from, step by step; of a whole memory: every stretch with its writer and state |

Exit status: 0 clean, 1 errors found, 2 unreadable input or wrong usage, 3 internal error. A file is written whole or not
at all.

## 6. Where traces come from

- by hand: [trace-format.md](trace-format.md), [instructions.md](instructions.md)
- `aicsim gen matmul|conv2d`: whole kernels for any product and size ([gen.md](gen.md))
- `aicsim sweep --gen 'matmul -m 512 -n 512 -k 512' -p ascend910b1,ascend910b4 --vary base=64x64x64/128x128x64`: the
  same kernel with other options, on other products, a row each
- `aicsim record KERNEL`: an Ascend C program as it is ([record.md](record.md))
- another program: write text, or the binary form with `aicsim convert`

All rules: [rules.md](rules.md). How the simulator is built, and how to add an instruction, a rule or a product:
[architecture.md](architecture.md).
TEXT
}
page >"$work/page"
cp "$work/page" "$out"
