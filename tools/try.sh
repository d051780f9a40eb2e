#!/usr/bin/env bash
# Builds aicsim and runs a 3x3 convolution on it. With arguments: builds it and runs `aicsim` with them.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tools/need.sh
. "$here/tools/need.sh"
need build

build=${AICSIM_BUILD:-$here/build}
[ -f "$build/build.ninja" ] || meson setup "$build" "$here" >&2 || exit 3
ninja -C "$build" tools/aicsim >&2 || exit 3
aicsim=$build/tools/aicsim

if [ $# -gt 0 ]; then
    exec "$aicsim" "$@"
fi
example=$here/docs/examples/conv
echo "\$ aicsim run docs/examples/conv/conv.aic"
(cd "$here" && "$aicsim" run docs/examples/conv/conv.aic)
echo
echo "\$ aicsim check docs/examples/conv/race.aic      # the same kernel without one of its flags"
(cd "$here" && "$aicsim" check docs/examples/conv/race.aic) || true
echo
echo "The trace is $example/conv.aic; \`aicsim explain load3dv2\` explains its instructions."
