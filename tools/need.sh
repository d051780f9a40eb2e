# Sourced by the scripts beside it: finds what a build needs, and installs it where that is possible.
# shellcheck shell=bash

# python3 with numpy; the first on PATH may lack it.
pick_python() {
    local candidate
    for candidate in /usr/bin/python3 python3; do
        if "$candidate" -c 'import numpy' 2>/dev/null; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

# clang's address checks and fuzzer, which Debian only recommends beside clang.
clang_runtime() {
    local library
    library=$(clang -print-file-name=libclang_rt.fuzzer-x86_64.a 2>/dev/null) && [ -e "$library" ] && return 0
    ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a >/dev/null 2>&1
}

missing_packages() {
    command -v meson >/dev/null || echo meson
    command -v ninja >/dev/null || echo ninja-build
    command -v gcc >/dev/null || echo gcc
    command -v pkg-config >/dev/null || echo pkg-config
    command -v python3 >/dev/null || echo python3
    if command -v pkg-config >/dev/null; then
        pkg-config --exists yaml-0.1 || echo libyaml-dev
        pkg-config --exists criterion || echo libcriterion-dev
        pkg-config --exists libzstd || echo libzstd-dev
    else
        echo libyaml-dev libcriterion-dev libzstd-dev
    fi
    [ -e /usr/include/stdio.h ] || echo libc6-dev
    if [ "${1:-}" = tests ]; then
        command -v clang >/dev/null || echo clang
        clang_runtime || echo libclang-rt-14-dev
        command -v g++ >/dev/null || echo g++
        pick_python >/dev/null || echo python3-numpy
        /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || echo python3-jsonschema
    fi
}

# need [tests]: every package is there afterwards, or the script ends.
need() {
    local packages
    packages=$(missing_packages "$@" | tr '\n' ' ')
    [ -n "${packages// /}" ] || return 0
    if [ "$(id -u)" != 0 ]; then
        echo "missing: $packages- install them (apt-get install $packages) and call this again" >&2
        exit 2
    fi
    echo "installing $packages" >&2
    # shellcheck disable=SC2086
    if ! { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $packages; } \
        >/dev/null 2>&1; then
        echo "could not install: $packages" >&2
        exit 2
    fi
}
