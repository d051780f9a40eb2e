#!/bin/sh
# docs/layouts.md and its pictures are what the program prints today. usage: check_docs_layouts.sh PROGRAM SOURCE_ROOT
set -eu
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
"$2/tools/docs_layouts.sh" "$1" "$new"
diff "$new/layouts.md" "$2/docs/layouts.md"
for picture in "$new"/img/layout_*.svg; do
    cmp "$picture" "$2/docs/img/$(basename "$picture")"
done
