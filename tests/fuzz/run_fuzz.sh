#!/usr/bin/env bash
# run_fuzz.sh TARGET ROOT: fuzzes for some seconds, starting from the repository's own traces, arrays and products.
set -euo pipefail
target=$(realpath "$1") root=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/seeds" "$folder/found"
n=0
for file in "$root"/tests/vectors/*/*/*.aic "$root"/tests/cases/checks/*_hit.aic "$root"/docs/examples/conv/*.npy; do
    n=$((n + 1))
    cp "$file" "$folder/seeds/$n"
done
# Binary traces come from the program beside the target, when it is built.
aicsim=$(dirname "$target")/../../tools/aicsim
if [ -x "$aicsim" ]; then
    "$aicsim" convert "$root/docs/examples/conv/conv.aic" "$folder/seeds/conv" --to binary
    "$aicsim" products ascend910b1 --resolved | sed 's/^name: .*/name: p/' >"$folder/seeds/product"
fi
cd "$folder"
"$target" -max_total_time="${AICSIM_FUZZ_SECONDS:-8}" -max_len=40000 -print_final_stats=1 -timeout=20 found seeds 2>&1 | tail -n 25
