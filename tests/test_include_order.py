#!/usr/bin/env python3
"""Rooms include downward only: buffers <- isa <- pipes <- sim <- tools, and by folder."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
ORDER = ["buffers", "isa", "pipes", "sim", "tools"]
# Headers that belong to the inside of one room.
INTERNAL = {"isa": {"isa/trace_reader.h", "isa/binary_record.h", "isa/rules_tables.h"}, "sim": {"sim/state.h"}}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
# The product names of the vendor; C outside tests must not know them.
PRODUCT = re.compile(r"ascend(910|950|310)\w*|kirin_\w+", re.I)


def without_comments_and_strings(text):
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group(0).count("\n"), text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r'"(\\.|[^"\\\n])*"', '""', text)


def bad_includes(path, room):
    text = path.read_text()
    for match in INCLUDE.finditer(text):
        name = match.group(1)
        line = text.count("\n", 0, match.start()) + 1
        where = f"{path.relative_to(ROOT)}:{line}"
        if "/" not in name:
            yield f'{where}: "{name}" is not included by its folder'
            continue
        other = name.split("/")[0]
        if other not in ORDER:
            yield f'{where}: "{name}" is in no room'
        elif ORDER.index(other) > ORDER.index(room):
            yield f'{where}: {room}/ includes upward: "{name}"'
        elif other != room and name in INTERNAL.get(other, ()):
            yield f'{where}: "{name}" is for {other}/ alone'


def main():
    problems, files = [], 0
    for room in ORDER:
        for path in sorted((ROOT / room).glob("*.[ch]")):
            files += 1
            problems += bad_includes(path, room)
            code = without_comments_and_strings(path.read_text())
            for match in PRODUCT.finditer(code):
                line = code.count("\n", 0, match.start()) + 1
                problems.append(f"{path.relative_to(ROOT)}:{line}: code knows the product {match.group(0)}")
    for problem in problems:
        print(problem)
    print(f"{files} files, {len(problems)} problems")
    if files < 50:
        print("the rooms were not found")
        return 1
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
