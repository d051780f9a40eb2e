#!/bin/sh
# docs/gen.md and its kernels are what the program writes today; cycles may move with the calibration.
# usage: check_docs_gen.sh PROGRAM SOURCE_ROOT
set -eu
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
"$2/tools/docs_gen.sh" "$1" "$new"
without_cycles()
{
    sed 's/ bytes, [0-9]* cycles at.*/ bytes/; s/ bytes, unknown rate/ bytes/; s/ products, [0-9]* cycles/ products/
         s/at least [0-9]* cycles, by .*/at least/; s/^\( *ascend[^ ]* .*[0-9] \) *[0-9]* *[0-9.]*  [A-Z0-9]* .*/\1/' "$1"
}
without_cycles "$new/gen.md" >"$new/new"
without_cycles "$2/docs/gen.md" >"$new/old"
diff "$new/new" "$new/old"
for file in "$new"/examples/gen/*/*; do
    cmp "$file" "$2/docs/examples/gen/${file#"$new/examples/gen/"}"
done
