"""Writes docs/record-calls.md: what the recorder's headers do with each name of tools/ascendc/api_names.txt.
Usage: record_names.py ROOT [FILE]; without FILE the page goes to standard output. record_names.py --check ROOT compares
it with docs/record-calls.md, apart from what only the test programs change."""

import glob
import os
import re
import sys
import textwrap

# Names that mean something else in another chapter, where they stop.
RUN_HERE = {"Matrix computing": {"DataCopy"}, "Scalar computing": {"Cast"},
            "System, tools and caches": {"Max", "Min"}, "Tensor API": {"Select", "Squeeze"}}
HEAD = """# Calls of Ascend C and what the recorder does with them

Written by tools/record_names.py from the names of tools/ascendc/api_names.txt, the headers beside it and the programs
of tests/record/ and docs/examples/ascendc/. **run**: executed, or without an effect that a simulation could show; some
forms of a call that runs may stop (docs/record.md). *stop*: compiles, and ends the program with its name and line. A
name in italics under "run" stands in no recorded test program by itself. Vector calls of the C interface (more than 900
names) compile and stop too, and are not listed.
"""


def read(paths):
    return "\n".join(open(path).read() for path in sorted(paths))


def chapters(text):
    found, current = {}, None
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            current = found.setdefault(line.rstrip(":"), [])
        else:
            current += line.split()
    return found


def lists(headers, pattern):
    bodies = re.findall(r"#define AICSIM_%s\(X\)((?:[^\n]*\\\n)+[^\n]*\n)" % pattern, headers)
    return set(re.findall(r"X\((\w+)\)", " ".join(bodies)))


def stopping(headers):
    """Names in the lists of calls that stop, and functions of which every form does nothing else."""
    function = r"(\w+)\([^(){};]*(?:\([^()]*\)[^(){};]*)*\)(?: const)?\s*\\?\s*\{"
    names = lists(headers, r"\w*(?:CALLS|FUNCTIONS|STOPS|INTRINSICS)")
    names |= set(re.findall(r"AICSIM_(?:ATOMIC_MODE|PLATFORM_STOP|METHOD_STOPS)\((\w+)", headers))
    all_forms = re.findall(function, headers)
    stop_forms = re.findall(function + r"\s*aic_rt_not_modelled\(", headers)
    names |= {name for name in stop_forms if all_forms.count(name) == stop_forms.count(name)}
    return names | set(re.findall(r"#define (\w+)\(\.\.\.\)\s*\\\s*::aic_rt_not_modelled", headers))


def listing(names):
    return textwrap.fill(", ".join(names), 118, break_on_hyphens=False, break_long_words=False) if names else ""


def page(root):
    folder = os.path.join(root, "tools/ascendc")
    headers = read(glob.glob(folder + "/**/*.h", recursive=True))
    used = set(re.findall(r"\w+", read(glob.glob(root + "/tests/record/*.asc") +
                                       glob.glob(root + "/docs/examples/ascendc/*.asc"))))
    plain = re.sub(r"//[^\n]*", "", headers)
    declared, stops = set(re.findall(r"\w+", plain)), stopping(plain)
    declared |= {name + "_sync" for name in declared if name.startswith("asc_")}
    for stem in re.findall(r"AICSIM_ASC_CROSS\((\w+)", plain):
        declared |= {stem + "_arrive", stem + "_wait"}
    for stem in re.findall(r"AICSIM_ASC_LOAD\((\w+)", plain):
        declared |= {stem + end + sync for end in ("_transpose", "_trans", "_mx") for sync in ("", "_sync")}
    out, table = [], []
    of_classes = {"High-level Matmul": lists(plain, "MATMUL_METHODS") | lists(plain, "TILING_RESULTS"),
                  "Groups of cube cores": lists(plain, "GROUP_METHODS")}
    for title, names in chapters(read([folder + "/api_names.txt"])).items():
        ends = (stops | of_classes.get(title, set())) - RUN_HERE.get(title, set())
        stop = [name for name in names if name in ends]
        run = [name for name in names if name in declared and name not in ends]
        missing = [name for name in names if name not in declared and name not in ends]
        tested = sum(name in used for name in run)
        table.append("| %s | %d | %d | %d | %d | %d |" % (title, len(names), len(run), tested, len(stop), len(missing)))
        out.append("\n## %s\n" % title)
        for what, group in (("**run**", [name if name in used else "*%s*" % name for name in run]), ("*stop*", stop),
                            ("not declared", missing)):
            if group:
                out.append("\n" + listing(["%s: %s" % (what, group[0])] + group[1:]) + "\n")
    rows = ["| chapter | names | run | in a test program | stop | not declared |", "|---|---|---|---|---|---|"] + table
    return HEAD + "\n" + "\n".join(rows) + "\n" + "".join(out).rstrip("\n") + "\n"


def fixed(text):
    """Without the marks and the column that say what a test program names."""
    text = re.sub(r"^(\| [^|]*\| [^|]*\| [^|]*\|)[^|]*", r"\1", text.replace("*", ""), flags=re.M)
    return text.split()


def main(root, target=None):
    if root == "--check":
        shown = open(os.path.join(target, "docs/record-calls.md")).read()
        if fixed(shown) == fixed(page(target)):
            return 0
        print("docs/record-calls.md is not what tools/record_names.py writes: run it")
        return 1
    text = page(root)
    if target is None:
        sys.stdout.write(text)
    else:
        with open(target, "w") as f:
            f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
