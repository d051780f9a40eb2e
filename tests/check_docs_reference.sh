#!/bin/sh
# docs/instructions.md, docs/rules.md and the output in README.md are what the program prints today.
# usage: check_docs_reference.sh PROGRAM ROOT
set -eu
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
"$2/tools/docs_reference.sh" "$1" "$new"
compare() {
    diff "$new/$1" "$2" >"$new/diff" || {
        head -n 40 "$new/diff"
        echo "$1 is not what the program says; run tools/docs_reference.sh"
        exit 1
    }
}
compare instructions.md "$2/docs/instructions.md"
compare rules.md "$2/docs/rules.md"
compare README.md "$2/README.md"
