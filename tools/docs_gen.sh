#!/bin/sh
# Writes the worked examples of the generators: docs/gen.md and the kernels in docs/examples/gen.
# usage: tools/docs_gen.sh PROGRAM [FOLDER]   (FOLDER: instead of docs of the source tree)
set -eu
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
docs=${2:-$root/docs}
kernels=$docs/examples/gen
mkdir -p "$kernels"

# The command as a reader would type it, then its output.
show()
{
    printf '\n    $ aicsim %s\n' "$*"
    (cd "$kernels" && "$program" "$@") | sed 's/^/    /; s/ *$//'
}
# A kernel with its arrays.
kernel()
{
    name=$1
    shift
    mkdir -p "$kernels/$name"
    printf '\n    $ aicsim gen %s --data %s -o %s/kernel.aic\n' "$*" "$name" "$name"
    (cd "$kernels" && "$program" gen "$@" --data "$name" -o "$name/kernel.aic")
    printf '\n    $ aicsim check %s | tail -1\n' "$name/kernel.aic"
    (cd "$kernels" && "$program" check "$name/kernel.aic") | tail -1 | sed 's/^/    /'
}
# The kernel's records from line $2 to $3.
lines()
{
    printf '\n'
    sed -n "$2,$3p" "$kernels/$1/kernel.aic" | sed 's/^/    /'
}

{
cat <<'TEXT'
# Kernels by generator

<!-- written by tools/docs_gen.sh -->

`aicsim gen matmul` and `aicsim gen conv2d` write whole kernels as traces, for any product, from what the product's file
says: sizes, layouts, which load exists for which type, which conversion Fixpipe has. A kernel that a product cannot run is
refused with the reason. `--explain` prints the plan instead of the trace, `--data DIR` writes random arrays and the result
that they have, and the trace then ends in an `expect`. The kernels of this page stand in
[examples/gen](examples/gen); `tests/run_gen.py` compares hand-picked and random ones, over all products and options, with
numpy.

What a generated kernel always does:

- every buffer in L1, L0, L0C and UB has a flag in each direction; the reverse ones are set before the loop and taken back
  after it, and `pipe_barrier ALL` ends the kernel;
- tails in m, n and k: a tile multiplies what it has, and whole fractals (of 8-bit and 4-bit types whole squares, where they
  are transposed) are loaded; such records carry `# aicsim: allow` for the hints that this touches on;
- a sum of fewer than ten fractals has `pipe_barrier M` in front of the next Mmad (MM-024), unless unit flags order them;
- a tile of one row is laid out as a line, which Mmad reads as GEMV, or has `disableGemv` where the product knows it; where
  neither is possible (a transposed A, an unfolded image) a second row is multiplied too, and not drained;
- a transposed tail that fills up to squares of 32 or 64 is multiplied as such, with MM-030 allowed; with unit flags or
  scales, which count the tile's own fractals, its blocks of k are loaded one over the surplus of the one before.

## A matrix product with double buffers

TEXT
printf 'The plan first: where everything lies and what bounds it.\n'
show gen matmul -m 96 -n 64 -k 256 -p ascend910b1 --base 48x64x64 --step-k 2,1 --l1-depth 4,2 --db-l0 --explain
printf '\nThe kernel, with arrays. Two chunks of A (of two blocks of k) and two of B are in L1, two blocks in L0.\n'
kernel matmul matmul -m 96 -n 64 -k 256 -p ascend910b1 --base 48x64x64 --step-k 2,1 --l1-depth 4,2 --db-l0
printf '\nIts beginning: the reverse flags, the first chunks, the first step.\n'
lines matmul 6 29
cat <<'TEXT'

`--unit-flag` replaces the flags between M and FIX by `unitFlag=2, .., 2, 3` on the Mmads of a tile and 3 on its Fixpipe.
`--cores N --grid MxN` gives every core its part of C; `--passes P` cuts M once more and lets all cores work on one part after
the other; `--compact` writes one stream for all cores ([trace format](trace-format.md), one stream for many cores).
`--bias` adds a vector to every row through the BiasTable. Where no source tells how a product fills one, C starts as
`ones` x `bias` instead: a block of ones of A's type times columns of B's type, whose sum over C0 is the bias.
`--pair` hands A's chunks over with B's under one flag, and `--scalar N` puts scalar work in front of every step.

## A quantised drain

Fixpipe scales each column by a word of its own on the way out: `--quant MODE[:SCALE]` names the mode as `quantPre` does; a
mode that begins with V takes a vector of words, which comes to L1 once for the core.
TEXT
kernel quantised matmul -m 40 -n 48 -k 96 -p ascend910b1 --dtype int8:int8:int32 --trans-b --base 48x48x96 --quant VREQ8:0.03125 --relu
printf '\nFrom the vector of words to the drain:\n'
lines quantised 7 8
grep fixpipe "$kernels/quantised/kernel.aic" | sed 's/^/    /'
cat <<'TEXT'

`--relu` and, where the product has it, `--clip-relu LIMIT` work with and without a conversion. `--layout` says how C lies in GM:
`nd` rows, `nz` strips of 16 columns (32 of 8-bit types, 8 of float with `--channel-split`) with M rounded up to 16 rows, `dn`
columns.

On products without Fixpipe the result leaves L0C through UB (`data_copy ub, l0c` on V, then MTE3) with the conversions that the
drain has: `F322F16`, `DEQF16` and `VDEQF16` (whose words are half there), and on some `REQ8` and `VREQ8`. A vector of words lies
in UB. Rows move in pieces of 32 bytes; where n is no multiple of such a piece, GM holds C in strips.

## Microscaling types

With `--mx` the operands are fp8 or fp4 and 32 elements along k share a scale, on a product that has `mmad_mx`. The scales are
tensors of their own, `scale_a` and `scale_b`. They move in pairs, as 16-bit elements, so k is a multiple of 64:

| operand in GM | its scales in GM | GM to L1 |
|---|---|---|
| A as m x k | ScaleAND, [m][k/32] | `dn2nz` |
| A as k x m, `--trans-a` | ScaleADN, [k/64][m][2] | `nd2nz` |
| B as k x n | ScaleBND, [k/64][n][2] | `nd2nz` |
| B as n x k, `--trans-b` | ScaleBDN, [n][k/32] | `dn2nz` |

In L1 they lie as ZZ (A) and NN (B), and `load2dmx` brings a block with its scales. The first step of such a kernel:

TEXT
"$program" gen matmul -m 64 -n 64 -k 256 -p ascend950pr_9579 --dtype fp8_e4m3fn:fp8_e5m2:float --mx --base 64x64x128 |
    sed -n '/^\(nd2nz\|dn2nz\|load2dmx\|mmad_mx\)/s/^/    /p' | head -7
cat <<'TEXT'

## A convolution

The image lies in GM as NC1HWC0, the weights as FRACTAL_Z. A tile is some output rows; the slab of the image that they need is
copied to L1 with its own padding, unfolded into L0A by the image load of the product, and multiplied. The result is stored as
NC1HWC0: strips of 16 channels, 32 of 8-bit types, 8 of float with `--channel-split`. Conversions, vectors of words, relu and
bias are those of a matrix product.

A product without `data_copy` from GM to L1 copies by `load2d`, 512 bytes at a time: the last fractal of a piece ends where the
piece ends, behind a barrier because it writes some bytes again. A tile that lies in the padding alone copies nothing: its
windows read the padding above a row that none of them reaches.

`--batch N` convolves N images. `--cores N --grid RxC` lets R rows of cores take the tiles in turn, the same rows of all images
before the next ones, and C columns of cores share the output channels. `--compact` writes one stream for all cores where all do
the same: R divides the batch; or one image falls into whole tiles that keep off the padding above and below; or R is 1.
TEXT
show gen conv2d --input 32x12x10 --cout 32 --pad 1 --rows 4 --base-k 96 --base-n 32 --db-l0 --l1-depth 2,1 --out half -p ascend910b1 --explain
kernel conv2d conv2d --input 32x12x10 --cout 32 --pad 1 --rows 4 --base-k 96 --base-n 32 --db-l0 --l1-depth 2,1 --out half -p ascend910b1
printf '\nThe same first unfolding on three products:\n\n'
for product in ascend910b1 ascend950pr_9579 ascend310p1; do
    "$program" gen conv2d --input 32x12x10 --cout 32 --pad 1 --rows 4 --base-k 96 --base-n 32 -p $product |
        sed -n 's/^\(set_load3d_repeat\|load3d\)/    &/p' | head -2 | grep -v "$(printf 'load3dv2.*kStartPt=96')" |
        head "-$([ $product = ascend950pr_9579 ] && echo 2 || echo 1)"
done
cat <<'TEXT'

## Which tiling is best

`aicsim sweep --gen CALL` generates the kernel anew for every row of its table: `--vary OPTION=V1/V2/...` names an option and
its values, `on` and `off` of a switch, beside the products of `-p` and the settings of `--set`. A kernel that cannot be made has
a row that says so, and the reason stands on standard error.
TEXT
printf '\n    $ aicsim sweep --gen "matmul -m 256 -n 256 -k 256 --out half" --vary base=64x64x64/128x128x64 --vary l1-depth=1,1/2,2 -p ascend910b1\n'
"$program" sweep --gen "matmul -m 256 -n 256 -k 256 --out half" --vary base=64x64x64/128x128x64 --vary l1-depth=1,1/2,2 -p ascend910b1 |
    sed 's/^/    /; s/ *$//'
cat <<'TEXT'

## All options

TEXT
for name in matmul conv2d; do
    "$program" gen $name --help | sed 's/^/    /; s/ *$//'
    printf '\n'
done
printf 'Generator calls for the kernels that the times are calibrated on: [timing-streams.md](timing-streams.md).\n'
} > "$docs/gen.md"
