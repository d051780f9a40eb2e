#!/usr/bin/env python3
"""Every rule id that the sources raise must be a row of the catalogue. With -v: the rows that no source names."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LITERAL = re.compile(r'"([A-Z][A-Z0-9]{1,4}-\d{3})"')
ROW = re.compile(r'\{\.id = "([A-Z0-9]+-\d{3})"')


def main():
    rows = set()
    named = {}
    for source in sorted(p for room in ("buffers", "isa", "pipes", "sim", "tools") for p in (ROOT / room).rglob("*.[ch]")):
        text = source.read_text(encoding="utf-8")
        if source.name.startswith("rules_"):
            rows.update(ROW.findall(text))
            continue
        for number, line in enumerate(text.splitlines(), 1):
            for rule in LITERAL.findall(line):
                named.setdefault(rule, f"{source.relative_to(ROOT)}:{number}")
    unknown = sorted(set(named) - rows)
    for rule in unknown:
        print(f"{named[rule]}: {rule} is not in the catalogue")
    if "-v" in sys.argv[1:]:
        print("no source names:", " ".join(sorted(rows - set(named))))
    print(f"{len(rows)} rules, {len(named)} ids named by the sources, {len(unknown)} unknown")
    return 1 if unknown or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
