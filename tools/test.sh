#!/usr/bin/env bash
# Builds with gcc and with clang, and with address and undefined-behaviour checks, and runs every test.
# Ends with `N passed, N failed` over everything; the exit status is 1 when anything failed.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here" || exit 2
# shellcheck source=tools/need.sh
. "$here/tools/need.sh"
need tests
python=$(pick_python)
root=${AICSIM_TEST_BUILDS:-$here/build-test}
mkdir -p "$root"
passed=0 failed=0

note() { printf '%s\n' "$*"; }

# one NAME COMMAND...: a step that passes or fails as a whole.
one() {
    local name=$1 start=$SECONDS
    shift
    if "$@" >"$root/log" 2>&1; then
        passed=$((passed + 1))
        note "ok    $name ($((SECONDS - start)) s)"
    else
        failed=$((failed + 1))
        note "FAIL  $name"
        grep -av '^\[[0-9]*/[0-9]*\] [CL]' "$root/log" | tail -n 40 | sed 's/^/      /'
    fi
}

# counted NAME COMMAND...: a runner whose last line is `N passed, N failed`.
counted() {
    local name=$1 start=$SECONDS p f
    shift
    "$@" >"$root/log" 2>&1
    read -r p f < <(sed -n 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed.*/\1 \2/p' "$root/log" | tail -n 1)
    if [ -z "${p:-}" ]; then
        failed=$((failed + 1))
        note "FAIL  $name did not finish"
        tail -n 40 "$root/log" | sed 's/^/      /'
        return
    fi
    passed=$((passed + p)) failed=$((failed + f))
    note "$([ "$f" = 0 ] && echo 'ok  ' || echo FAIL)  $name: $p passed, $f failed ($((SECONDS - start)) s)"
    [ "$f" = 0 ] || head -n 60 "$root/log" | sed 's/^/      /'
}

# build NAME COMPILER OPTIONS...: everything, or only $targets.
targets=
build() {
    local name=$1 compiler=$2
    shift 2
    [ -f "$root/$name/build.ninja" ] || CC=$compiler meson setup "$root/$name" "$here" "$@" >"$root/$name.setup" 2>&1 || {
        cat "$root/$name.setup"
        return 1
    }
    # shellcheck disable=SC2086
    ninja -C "$root/$name" $targets
}

# units NAME [OPTIONS...]: the Meson tests of a build, each counted.
units() {
    local name=$1 start=$SECONDS p f
    shift
    meson test -C "$root/$name" --no-rebuild --print-errorlogs --timeout-multiplier 10 "$@" >"$root/$name.tests" 2>&1
    p=$(sed -n 's/^Ok: *\([0-9]*\).*/\1/p' "$root/$name.tests")
    f=$(sed -n 's/^\(Fail\|Timeout\|Unexpected Pass\): *\([0-9]*\).*/\2/p' "$root/$name.tests" | paste -sd+ | bc_sum)
    if [ -z "$p" ]; then
        failed=$((failed + 1))
        note "FAIL  unit tests of $name did not run"
        tail -n 40 "$root/$name.tests" | sed 's/^/      /'
        return
    fi
    passed=$((passed + p)) failed=$((failed + f))
    note "$([ "$f" = 0 ] && echo 'ok  ' || echo FAIL)  unit tests, $name: $p passed, $f failed ($((SECONDS - start)) s)"
    [ "$f" = 0 ] || grep -vE '^ *[0-9]+/[0-9]+ .* OK ' "$root/$name.tests" | head -n 80 | sed 's/^/      /'
}

bc_sum() {
    local expression
    read -r expression || expression=0
    echo $((${expression:-0}))
}

one 'build with gcc' build gcc gcc
one 'build with clang' build clang clang
one 'build with checks (gcc, address and undefined behaviour)' \
    build checked gcc --buildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false
targets='tools/aicsim tests/fuzz/fuzz_trace_text tests/fuzz/fuzz_trace_binary tests/fuzz/fuzz_npy tests/fuzz/fuzz_product' \
    one 'build of the fuzz targets (clang)' build fuzz clang -Dfuzz=true --buildtype=debugoptimized \
    -Db_sanitize=address,undefined -Db_lundef=false
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
# The runners below count the cases of the suite `program` one by one. Values and times do not depend on the compiler
# (the sample kernels show it), so that clang runs the unit tests alone.
units gcc --no-suite program
units clang --no-suite program --no-suite record --no-suite oracle --no-suite long --no-suite timing
ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 \
    units checked --no-suite program --no-suite record --no-suite timing --no-suite values
units fuzz --suite fuzz
for name in gcc clang checked; do
    aicsim=$root/$name/tools/aicsim
    [ -x "$aicsim" ] || continue # the failed build has been counted
    counted "sample kernels and instructions, $name" "$python" tests/run_vectors.py --aicsim "$aicsim"
    [ "$name" != clang ] || continue
    counted "kernels on other products, $name" "$python" tests/run_cross.py --aicsim "$aicsim"
    counted "checker cases, $name" "$python" tests/run_checks.py --aicsim "$aicsim"
    counted "command line, $name" "$python" tests/run_cli.py --aicsim "$aicsim"
done

note "$passed passed, $failed failed"
[ "$failed" = 0 ]
