"""Which cells of the program's support table have cases: instruction x memory x element type, and datapaths.

The table is read from `aicsim products`; what a trace covers is read from its lines. A cell that no case can reach
stands in EXCEPTIONS with the reason.
"""
import collections
import json
import re
import subprocess

import trace

ORDER = "has no bytes of its own; tests/happens_before.py and the unit tests hold the order between pipes"
RESERVED = "sets a register that no instruction of the oracle's documents reads"
# (instruction or "path", memory or path, type); "*" stands for any.
EXCEPTIONS = {
    ("set_flag", "*", "*"): ORDER, ("wait_flag", "*", "*"): ORDER, ("get_buf", "*", "*"): ORDER,
    ("rls_buf", "*", "*"): ORDER, ("cross_set", "*", "*"): ORDER, ("cross_wait", "*", "*"): ORDER,
    ("scalar", "*", "*"): ORDER, ("pipe_barrier", "*", "*"): ORDER,
    ("set_fixpipe_addr", "*", "*"): RESERVED,
    ("set_fixpipe_config", "*", "*"): "clears unit flags, which hold no bytes; tests/test_unit_flags.py",
    ("path", "ub>l0c", "*"): "BroadCastVecToMM is no instruction of the trace format",
}

Cell = collections.namedtuple("Cell", "insn space dtype")


def excepted(cell):
    for insn, space, dtype in EXCEPTIONS:
        if insn == cell.insn and space in ("*", cell.space) and dtype in ("*", cell.dtype):
            return EXCEPTIONS[insn, space, dtype]
    return None


def ask(aicsim, style):
    return subprocess.run([aicsim, "products", "--format", style], capture_output=True, text=True, check=True).stdout


def sections(text):
    """Rows of the tables of a markdown page by heading."""
    out, heading = collections.defaultdict(list), ""
    for line in text.split("\n"):
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("|") and not re.match(r"^\|[-|]*\|$", line):
            out[heading].append([part.strip().strip("`") for part in line.strip("|").split("|")])
    return out


def columns_of(text):
    """Letter of a column of the support table -> its products."""
    return {letter: names.split() for letter, names in re.findall(r"^- \*\*(\w)\*\* \(arch \w+\): (.*)$", text, re.M)}


def listed_types(insn, text):
    """(memory, type) of one row of the table of element types."""
    for part in re.sub(r"\([^)]*\)", "", text).split(";"):
        if insn.startswith("mmad"):
            for triple in part.split():
                base, _, bias = triple.partition("+")
                yield "l0c", base
                if bias:
                    yield "bias", base
            continue
        head, _, types = part.partition(":")
        space, _, source = head.strip().partition(" from ")
        for dtype in types.split():
            yield space, (source + ":" + dtype if source else dtype)


def support(aicsim):
    """First product of every column -> (all its products, the set of its cells)."""
    page = ask(aicsim, "markdown")
    columns, tables = columns_of(page), sections(page)
    plain = {p["name"]: p["instructions"] for p in json.loads(ask(aicsim, "json"))["products"]}
    cells = {letter: set() for letter in columns}
    typed = collections.defaultdict(set)
    for row in tables["Element types"][1:]:
        for letter in row[1].split():
            typed[letter].add(row[0])
            cells[letter] |= {Cell(row[0], space, dtype) for space, dtype in listed_types(row[0], row[2])}
    letters = tables["Datapaths"][0][1:]
    for row in tables["Datapaths"][1:]:
        for letter, pipe in zip(letters, row[1:]):
            if pipe not in ("-", "?"):
                cells[letter].add(Cell("path", row[0].replace(" to ", ">"), ""))
    for letter, names in columns.items():
        for insn, entry in plain[names[0]].items():
            if entry["support"] == "yes" and insn not in typed[letter]:
                cells[letter].add(Cell(insn, "", ""))
            for space, types in entry["types"].items():
                cells[letter] |= {Cell(insn, space, dtype) for dtype in types if dtype != "unknown"}
    return {names[0]: (names, cells[letter]) for letter, names in columns.items()}


def cells_of_line(line):
    """The cells that a record covers."""
    item = trace.parse_line(line, 0)
    if item.head in trace.DIRECTIVES:
        return
    spaces = [operand.partition(":")[0] for operand in item.operands()]
    dtype = item.text("dtype", "")
    yield Cell(item.head, "", "")
    if not spaces:
        return
    yield Cell(item.head, spaces[0], dtype)
    if item.head.startswith("mmad"):
        if len(spaces) > 3:
            yield Cell(item.head, "bias", dtype)
        return
    if len(spaces) > 1:
        yield Cell("path", spaces[1] + ">" + spaces[0], "")
    if item.head == "load2dmx":
        yield Cell("path", "l1>" + spaces[0] + "_mx", "")
    if item.head == "fixpipe" and len(spaces) > 2:
        yield Cell("path", "l1>fb", "")


def count_lines(lines):
    """Cases of every cell in the records of a trace."""
    counts = collections.Counter()
    for line in lines:
        counts.update(set(cells_of_line(line)))
    return counts


def print_table(counts):
    """counts: (arch, cell) -> cases. One row an instruction and type, one column an architecture."""
    archs = sorted({arch for arch, _ in counts})
    rows = collections.defaultdict(dict)
    for (arch, cell), number in counts.items():
        if cell.space or not any(c.insn == cell.insn and c.space for _, c in counts):
            rows[cell][arch] = number
    print("| instruction | memory | type | " + " | ".join(archs) + " |")
    print("|" + "---|" * (3 + len(archs)))
    for cell in sorted(rows):
        numbers = " | ".join(str(rows[cell].get(arch, "")) for arch in archs)
        print("| %s | %s | %s | %s |" % (cell.insn, cell.space, cell.dtype, numbers))
