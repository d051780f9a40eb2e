#!/usr/bin/env bash
# What tools/try.sh shows, with a program that is built already. usage: tools/try_output.sh AICSIM
set -uo pipefail
aicsim=$(realpath "$1")
cd "$(dirname "$0")/.." || exit 2
show() {
    echo "\$ aicsim $*"
    "$aicsim" "$@"
}
show run docs/examples/conv/conv.aic || exit $?
echo
show check docs/examples/conv/race.aic # the same kernel without one of its flags
[ $? = 1 ]
