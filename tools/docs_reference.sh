#!/bin/sh
# Writes the reference pages from the program's own tables: instructions.md and rules.md.
# usage: tools/docs_reference.sh [path of aicsim] [folder]
set -eu
cd "$(dirname "$0")/.."
aicsim=${1:-build/tools/aicsim}
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
    "$aicsim" explain rules
} >"$folder/rules.md"
