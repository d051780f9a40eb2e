#!/bin/sh
# docs/instructions.md and docs/rules.md are what the program prints today. usage: check_docs_reference.sh PROGRAM ROOT
set -eu
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
"$2/tools/docs_reference.sh" "$1" "$new"
for page in instructions.md rules.md; do
    diff "$new/$page" "$2/docs/$page" >"$new/diff" || {
        head -n 40 "$new/diff"
        echo "docs/$page is not what the program says; run tools/docs_reference.sh"
        exit 1
    }
done
