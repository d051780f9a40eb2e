"""Every instruction that `aicsim explain all` lists has its function in the library and takes a record from Python with
every field given; a field, operand or instruction that is not listed is refused.
Usage: every_instruction.py AICSIM ROOT"""

import ctypes
import re
import subprocess
import sys


def sections(text):
    """name -> (operands: first memory and whether it may be left out, fields: name -> a value, element types)"""
    found = {}
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        name = part.split("\n", 1)[0].strip()
        usage = re.search(r"^    %s\b(.*)$" % name, part, re.M).group(1)
        memories = r"(?:gm|l1|l0a|l0b|l0c|ub|bt|fb|l0a_mx|l0b_mx|idx)\b[^|]*"
        operands = re.findall(r"^\| (\w+) \| (%s) \| (.*?) ?\|$" % memories, part, re.M)
        fields = {}
        for field, values in re.findall(r"^\| (\w+) \| ([^|]*) \| [^|]* \| [^|]* \| [^|]* \| [^|]* \|$", part, re.M):
            if field != "field":
                fields[field] = example(values.strip())
        dtypes = re.search(r"dtype=(T(?::T)*)", usage)
        found[name] = ([(spaces.split()[0], "left out" in note) for _, spaces, note in operands], fields,
                       dtypes.group(1).count("T") if dtypes else 0)
    return found


def example(values):
    numbers = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", values)
    if numbers:
        return max(int(numbers.group(1)), 0)
    if values == "true or false":
        return True
    lists = re.fullmatch(r"(\d+) numbers?.*|list of (\d+).*", values)
    if lists or ":" in values:
        return [0, 0, 0, 0]
    if values.startswith("number"):
        return 0
    word = re.fullmatch(r"\w+(?: \w+)+|\w+", values)
    if word and "pattern" not in values and "value" not in values and "float" not in values:
        return values.split()[0]
    return 0


def emit(sim, name, operands, fields, dtypes):
    arguments = dict(fields)
    if dtypes:
        arguments["dtype"] = ":".join(["half"] * dtypes)
    getattr(sim, name)(*["%s:0" % space for space, _ in operands], **arguments)


def refused(sim, name, operands, fields, dtypes):
    try:
        emit(sim, name, operands, fields, dtypes)
    except ValueError:
        return True
    return False


def main(aicsim, root):
    sys.path.insert(0, root + "/tools/python")
    import aicsim as door
    text = subprocess.run([aicsim, "explain", "all"], stdout=subprocess.PIPE, text=True, check=True).stdout
    listed, wrong = sections(text), []
    library = door._load()
    for name, (operands, fields, dtypes) in listed.items():
        with door.Simulation("ascend910b1") as sim:
            sim.tensor("t", "half", bytes=4096)
            for symbol in ("aic_emit_%s", "aic_%s_args_init"):
                if not hasattr(library, symbol % name):
                    wrong.append("%s: no function %s" % (name, symbol % name))
            try:
                emit(sim, name, operands, fields, dtypes)
            except ValueError as error:
                wrong.append("%s: %s" % (name, error))
            if not refused(sim, name, operands, dict(fields, noSuchField=1), dtypes):
                wrong.append("%s takes a field that it does not have" % name)
            if not refused(sim, name, operands + [("gm", False)] * 5, fields, dtypes):
                wrong.append("%s takes operands that it does not have" % name)
    with door.Simulation("ascend910b1") as sim:
        if not refused(sim, "no_such_instruction", [], {}, 0):
            wrong.append("an instruction that does not exist is taken")
    print("\n".join(wrong) or "%d instructions" % len(listed))
    return bool(wrong) or len(listed) < 30


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
