#!/bin/sh
# docs/guide.md is what the program prints today. usage: check_docs_guide.sh PROGRAM SOURCE_ROOT
set -eu
new=$(mktemp)
trap 'rm -f "$new"' EXIT
"$2/tools/docs_guide.sh" "$1" "$new"
diff "$new" "$2/docs/guide.md"
