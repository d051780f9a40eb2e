#!/usr/bin/env bash
# Runs every calibration point, and writes the tables of docs/timing.md and the curves that the tests hold.
# usage: tools/calibration.sh [path of aicsim]
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools/need.sh
. tools/need.sh
python=$(pick_python)
aicsim=$(realpath "${1:-build/tools/aicsim}")
export AICSIM_CONFIGS="$PWD/configs"
tables=$(mktemp)
trap 'rm -f "$tables"' EXIT
"$python" tools/calibration.py "$aicsim" >"$tables"
{
    printf '### Left out\n\nThe error of the worst point of each group of constants, with it among those fitted and without it.\n\n'
    "$python" tools/leave_one_out.py "$aicsim"
} >>"$tables"
sed '/^## Points$/q' docs/timing.md >docs/timing.md.new
{
    printf '\nMeasured by the vendor or on boards of others; sources in the product files. us: microseconds.\n\n'
    cat "$tables"
} >>docs/timing.md.new
mv docs/timing.md.new docs/timing.md
"$python" tools/calibration.py "$aicsim" --curves tests/timing/curves.csv
