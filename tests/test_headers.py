#!/usr/bin/env python3
"""Every header compiles alone, twice in one file, and without warnings. Arguments: root, compiler and its flags."""
import pathlib
import subprocess
import sys
import tempfile

ROOMS = ["buffers", "isa", "pipes", "sim", "tools"]
FLAGS = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]


def main():
    root, compiler = pathlib.Path(sys.argv[1]), sys.argv[2:]
    headers = sorted(str(p.relative_to(root)) for room in ROOMS for p in (root / room).glob("*.h"))
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "alone.c"
        for header in headers:
            source.write_text(f'#include "{header}"\n#include "{header}"\nint nothing;\n')
            run = subprocess.run([*compiler, *FLAGS, "-I", str(root), str(source)], capture_output=True, text=True)
            if run.returncode:
                failed.append(header)
                print(f"{header}: does not compile alone\n{run.stderr}")
    print(f"{len(headers)} headers, {len(failed)} failed")
    return 1 if failed or len(headers) < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
