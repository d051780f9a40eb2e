#!/bin/sh
# Writes docs/layouts.md and its pictures from what the program prints, so that no number in them is typed by hand.
# usage: docs_layouts.sh PROGRAM [OUTPUT_FOLDER]     PROGRAM answers `PROGRAM layout ...`
set -eu

[ $# -ge 1 ] || { echo "usage: $0 PROGRAM [OUTPUT_FOLDER]" >&2; exit 2; }
program=$1
out=${2:-$(dirname "$0")/../docs}
mkdir -p "$out/img"

# A command and its output as a block.
run() {
    echo '```'
    printf '$ aicsim layout'
    for word; do
        case $word in
        *\(*) printf " '%s'" "$word" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    echo
    "$program" layout "$@" | sed 's/ *$//'
    echo '```'
}

# section TITLE FORMAT SHAPE DTYPE: the text from stdin, the picture, the map.
section() {
    title=$1 format=$2 shape=$3 dtype=$4
    picture=img/layout_${format}_$dtype.svg
    "$program" layout show "$format" --shape "$shape" --dtype "$dtype" --svg "$out/$picture"
    printf '### %s\n\n' "$title"
    cat
    printf '\n![%s of %s, shape %s](%s)\n\n' "$format" "$dtype" "$shape" "$picture"
    echo '<details><summary>The map</summary>'
    echo
    run show "$format" --shape "$shape" --dtype "$dtype"
    printf '\n</details>\n\n'
}

document() {
cat <<'TEXT'
# Layouts and data formats

<!-- Written by tools/docs_layouts.sh: change that script, not this page. -->

`aicsim layout` answers where an element lies, draws what a format looks like, converts arrays and checks strides. All
maps, numbers and pictures on this page are its output.

| question | command |
|---|---|
| Where does element (r, c) lie? | `aicsim layout offset nz --shape 20x28 --dtype half --at 17,3` |
| Which element lies at offset n? | `aicsim layout offset nz --shape 20x28 --dtype half --offset 900` |
| And with batch dimensions? | `aicsim layout offset nz --shape 2x3x20x28 --dtype half --at 1,2,17,3` (or `--at 17,3`, in the first matrix) |
| What does the format look like? | `aicsim layout show zn --shape 20x28 --dtype half [--svg zn.svg]` |
| Turn this array into that format | `aicsim layout convert --from nd --to nz a.npy a_nz.npy` |
| And back, without the padding | `aicsim layout convert --from nz --to nd --shape 20x28 a_nz.npy a.npy` |
| Which part of a buffer is this tile? | `aicsim layout tile nz --shape 64x64 --at 16,16 --tile 32x32` |
| Which matrix lies in L0A after a run? | `dump l0a:0 layout=zz shape=30x40 dtype=half file=a.npy` in the trace |
| Are these strides a legal NZ? | `aicsim layout check nz '((16,2),(16,2)):((16,256),(1,528))'` |

TEXT
run offset nz --shape 20x28 --dtype half --at 17,3 --offset 900
cat <<'TEXT'

## How to read the pictures

A cell is an element of the logical tensor, its number the offset at which it is stored, in elements. Strong lines
outline the blocks (fractals), hatched cells are padding: they take memory and hold zeros. The thin line runs through the
cells of a block, the thick one from block to block, both in the order of memory; Z and N in the names of the formats are
the shapes of these two lines, the outer one named first. In a map, padding is a dot.

C0 is the number of elements in 32 bytes: 64 of 4 bits, 32 of 8, 16 of 16, 8 of 32.

## All formats

`stored` names the axes from the outermost to the innermost; a digit marks the parts of a split axis (0 inside a block,
1 the blocks), and axes written together form one dimension. `shape` is the order in which `--shape` and `--at` are given.

TEXT
run list
cat <<'TEXT'

Formats of one kind of tensor (matrices; N, C, H, W; N, C, D, H, W; B, S, N, G, D) convert into one another, and so do
two kinds that have tensors in common: a volume of depth 1 is a feature map, and every batch, head and group of an
attention tensor has a matrix of S rows and D columns. `--shape` then follows the format with more axes; with too few
numbers for it, the other. All other pairs are refused, with what each of the two holds: a kernel is not silently a
matrix, say which one is meant by naming its plain format (`--from nd` on an array that was NCHW). Leading batch dimensions
stay outside. Arrays come as .npy or raw bytes by the ending of the file; bfloat16 travels as uint16,
8-bit floats as uint8, 4-bit types two to a byte, the low half first, as uint8 with half the last dimension. Without
`--shape` the array's own dimensions count, with the padding of a padded format as data.

## The layout table

Shape and stride of every pattern; `(inner, outer)` pairs. `fp8_e8m0` has rows of its own.

TEXT
run patterns
cat <<'TEXT'

The strides of a layout may be larger than these where its rows or columns are part of something larger. `layout check`
holds them to the conditions of the table: fixed entries, StrideColumn1 of NZ and StrideRow1 of ZN multiples of a whole
fractal, rows (or columns) even where the table halves them.

TEXT
echo '```'
for layout in '((16,2),(16,2)):((16,256),(1,1024))' '((16,2),(16,2)):((16,256),(1,528))'; do
    echo "\$ aicsim layout check nz '$layout'"
    "$program" layout check nz "$layout" 2>&1 || true
done
echo '```'
cat <<'TEXT'

Pairs describe nested blocks: `((2,3),(2,4)):((1,4),(2,12))` are blocks of 2 x 2 stored by columns, three of them below
one another and four beside one another.

TEXT
run show '((2,3),(2,4)):((1,4),(2,12))'
cat <<'TEXT'

## Matrices

TEXT
section 'ND (row major)' nd 4x8 half <<'TEXT'
Rows one after another.
TEXT
section 'COLUMN_MAJOR, DN' column_major 4x8 half <<'TEXT'
Columns one after another. Stored as an array of dimensions columns x rows.
TEXT
section 'NZ' nz 20x28 half <<'TEXT'
Fractals of 16 rows x 32 bytes, by rows inside (Z), by columns of fractals outside (N). The format of matrices in L1 and,
on some products, in L0A.
TEXT
section 'NZ of 8-bit elements' nz 20x40 int8 <<'TEXT'
The fractal is always 512 bytes: 16 x 32 elements here.
TEXT
section 'NZ in L0C' nz_l0c 20x28 float <<'TEXT'
The result of a matrix product: fractals of 16 x 16 elements, whatever their width. On the way to L1 the fractals change
their shape: `convert --from nz_l0c --to nz`.
TEXT
section 'ZZ' zz 20x28 half <<'TEXT'
The same fractals, by rows outside too. The left matrix in L0A where that is not NZ.
TEXT
section 'ZN' zn 20x28 half <<'TEXT'
Fractals of 32 bytes x 16 columns, stored by columns inside (N), by rows of fractals outside (Z). The right matrix in L0B.
TEXT
section 'ND_ALIGN' nd_align 4x12 float <<'TEXT'
Rows padded to 32 bytes.
TEXT
section 'VECTOR' vector 1x16 half <<'TEXT'
The one row of a matrix-vector product.
TEXT
cat <<'TEXT'
## Scales of MX formats

TEXT
section 'ScaleAND' scale_and 4x8 fp8_e8m0 <<'TEXT'
scaleA in GM, rows one after another.
TEXT
section 'ScaleADN' scale_adn 4x8 fp8_e8m0 <<'TEXT'
scaleA in GM, transposed: pairs of columns one after another.
TEXT
section 'ZZ of scales' zz 20x6 fp8_e8m0 <<'TEXT'
scaleA in L1: blocks of 16 x 2.
TEXT
section 'ScaleBND' scale_bnd 4x8 fp8_e8m0 <<'TEXT'
scaleB in GM, transposed: pairs of rows one after another.
TEXT
section 'ScaleBDN' scale_bdn 4x8 fp8_e8m0 <<'TEXT'
scaleB in GM, columns one after another.
TEXT
section 'NN' nn 6x20 fp8_e8m0 <<'TEXT'
scaleB in L1: blocks of 2 x 16, stored by columns.
TEXT
cat <<'TEXT'
## Feature maps and kernels

The pictures lay several axes along one side; dashed lines show where an outer one moves on.

TEXT
section 'NCHW' nchw 1x3x2x4 half <<'TEXT'
Channel by channel.
TEXT
section 'NHWC' nhwc 1x2x4x3 half <<'TEXT'
All channels of one pixel together.
TEXT
section 'HWCN' hwcn 2x2x3x4 half <<'TEXT'
A kernel with its output channels innermost.
TEXT
section 'NC1HWC0' nc1hwc0 1x18x2x3 half <<'TEXT'
C0 channels of one pixel together, channels padded to whole blocks.
TEXT
section 'FRACTAL_Z' fractal_z 18x4x1x2 half <<'TEXT'
A kernel as the cube wants it: for every block of C0 channels and every point of the kernel, blocks of 16 output channels
x C0 channels.
TEXT
section 'NCDHW' ncdhw 1x2x2x2x3 half <<'TEXT'
NCHW with a depth.
TEXT
section 'NDHWC' ndhwc 1x2x2x3x2 half <<'TEXT'
NHWC with a depth.
TEXT
section 'NDC1HWC0' ndc1hwc0 1x18x2x1x3 half <<'TEXT'
NC1HWC0 for every depth.
TEXT
section 'FRACTAL_Z_3D' fractal_z_3d 18x4x2x1x1 half <<'TEXT'
FRACTAL_Z for every depth.
TEXT
cat <<'TEXT'
## Batched matrices of attention

One matrix of a batch is S x D. H of BSH and SBH is N x G x D; to take it apart, `--shape` names all five.

TEXT
section 'BSH' bsh 2x3x2x1x4 half <<'TEXT'
Batch, sequence, H.
TEXT
section 'SBH' sbh 2x3x2x1x4 half <<'TEXT'
Sequence outside.
TEXT
section 'BSNGD' bsngd 2x3x2x1x4 half <<'TEXT'
BSH with H as three dimensions.
TEXT
section 'SBNGD' sbngd 3x2x2x1x4 half <<'TEXT'
SBH with H as three dimensions.
TEXT
section 'BNGS1S2' bngs1s2 2x2x1x3x4 half <<'TEXT'
One whole matrix after another, as a batched product writes them.
TEXT
section 'BMNK' bmnk 2x3x2x1x4 half <<'TEXT'
The same order with all batch axes as one dimension.
TEXT
}

document >"$out/layouts.md.new"
mv "$out/layouts.md.new" "$out/layouts.md"
