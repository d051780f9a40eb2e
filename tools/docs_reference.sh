#!/bin/sh
# Writes the reference pages from the program's own tables: instructions.md and rules.md; and into README.md what
# tools/try.sh shows.
# usage: tools/docs_reference.sh [path of aicsim] [folder]
set -eu
aicsim=$(realpath "${1:-$(dirname "$0")/../build/tools/aicsim}")
cd "$(dirname "$0")/.."
folder=${2:-docs}
mkdir -p "$folder"
{
    printf '# Instructions\n\nWritten by tools/docs_reference.sh from the tables of isa/; docs/trace-format.md says how they stand in a trace.\n\n'
    "$aicsim" explain all
} >"$folder/instructions.md"
{
    printf '# Rules of the checker\n\nWritten by tools/docs_reference.sh from the catalogue in isa/.\n\n'
    "$aicsim" rules --format markdown
    printf '\n'
    echo "The wrong and the right records of a page stand in a kernel: tensors that are not declared there are declared"
    echo "before them, and their operands are written. tests/run_explain.py runs every one of them."
    echo
    "$aicsim" explain rules
    printf '\n'
    cat docs/mutants.md
} >"$folder/rules.md"
shown=$(mktemp)
trap 'rm -f "$shown"' EXIT
tools/try_output.sh "$aicsim" >"$shown"
# The first fenced block of README.md is replaced.
awk -v shown="$shown" '
    /^```/ && fences < 2 { fences++; print; if (fences == 1) while ((getline line < shown) > 0) print line; next }
    fences != 1 { print }' README.md >"$folder/README.new"
if [ "$folder" = docs ]; then
    mv docs/README.new README.md
else
    mv "$folder/README.new" "$folder/README.md"
fi
