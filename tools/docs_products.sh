#!/bin/sh
# Writes what the product files say into documents: docs/products.md, configs/SCHEMA.md and the JSON Schema.
# usage: tools/docs_products.sh [path of aicsim]
set -eu
cd "$(dirname "$0")/.."
aicsim=${1:-build/tools/aicsim}
write() {
    target=$1
    shift
    "$aicsim" products "$@" >"$target.new"
    mv "$target.new" "$target"
}
mkdir -p docs
write docs/products.md --format markdown
write configs/SCHEMA.md --schema markdown
write configs/aicsim-product.schema.json --schema json
