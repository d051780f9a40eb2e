"""A small parser of the text trace (docs/trace format v1): items in file order, values as strings."""
import re

from formats import BITS

OPERAND = re.compile(r"^(gm|l1|l0a|l0b|l0c|ub|bt|fb|l0a_mx|l0b_mx|idx):")
DIRECTIVES = {"product", "gm", "init", "dump", "expect", "core", "scalar"}


class Item:
    """One line: its head word, positional parts and key=value parts."""

    def __init__(self, head, parts, fields, line):
        self.head, self.parts, self.fields, self.line = head, parts, fields, line

    def text(self, key, default=None):
        return self.fields.get(key, default)

    def int(self, key, default=0):
        value = self.fields.get(key)
        return default if value is None else int(value, 0)

    def flag(self, key, default=False):
        value = self.fields.get(key)
        return default if value is None else value in ("true", "1")

    def dtypes(self):
        return self.fields["dtype"].split(":")

    def operands(self):
        return [p for p in self.parts if OPERAND.match(p)]


def strip_comment(line):
    quoted = False
    for at, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return line[:at]
    return line


def parse(path):
    """Items of a trace file."""
    items = []
    with open(path, encoding="utf-8") as handle:
        lines = handle.read().split("\n")
    if lines[0].split() != ["aicsim-trace", "1"]:
        raise ValueError("not a version 1 trace: " + path)
    for number, raw in enumerate(lines[1:], start=2):
        line = strip_comment(raw).strip()
        if line:
            items.append(parse_line(line, number))
    return items


def parse_line(line, number):
    head, _, rest = line.partition(" ")
    words = rest.split() if head in DIRECTIVES else [w.strip() for w in rest.split(",") if w.strip()]
    parts, fields = [], {}
    for word in words:
        match = re.match(r"^(\w+)=(.*)$", word)
        if match:
            fields[match.group(1)] = match.group(2).strip('"')
        else:
            parts.append(word)
    return Item(head, parts, fields, number)


def value_bits(text, dtype, encode):
    """A value of a field as the raw bits of its dtype."""
    if text.startswith("bits:"):
        return int(text[5:], 0)
    if dtype in ("int4", "int8", "int16", "int32", "uint8", "uint16", "uint32", "uint64"):
        return int(text, 0) & (1 << BITS[dtype]) - 1
    number = float(int(text, 0)) if text.lower().startswith("0x") else float(text)
    return int(encode(dtype, [number])[0])
