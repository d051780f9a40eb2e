#!/bin/sh
# The documents that tools/docs_products.sh writes are those of this program and these product files.
# usage: check_docs_products.sh AICSIM SOURCE_ROOT
set -eu
aicsim=$1
root=$2
export AICSIM_CONFIGS="$root/configs"
status=0
same() {
    target=$1
    shift
    if ! "$aicsim" products "$@" | cmp -s - "$root/$target"; then
        echo "$target is out of date; run tools/docs_products.sh" >&2
        status=1
    fi
}
same docs/products.md --format markdown
same configs/SCHEMA.md --schema markdown
same configs/aicsim-product.schema.json --schema json
exit $status
