#!/usr/bin/env bash
# Builds aicsim and runs a 3x3 convolution on it. With arguments: builds it and runs `aicsim` with them.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=tools/need.sh
. "$here/tools/need.sh"
need build

build=${AICSIM_BUILD:-$here/build}
[ -f "$build/build.ninja" ] || meson setup "$build" "$here" >&2 || exit 3
ninja -C "$build" tools/aicsim tools/libaicsim.so >&2 || exit 3
aicsim=$build/tools/aicsim

if [ $# -gt 0 ]; then
    exec "$aicsim" "$@"
fi
exec "$here/tools/try_output.sh" "$aicsim"
