"""Random legal copies from L0C to UB on the products without Fixpipe (legacy.md 3)."""
import numpy as np

from cases_copy import budget, fit
from formats import BITS

# Source, destination, mode; modes from vdeq8 on exist on arch 2002 alone (legacy.md 3.3).
DRAIN_MODES = [
    ("half", "half", "none"), ("float", "float", "none"), ("int32", "int32", "none"), ("half", "half", "none_relu"),
    ("float", "float", "none_relu"), ("int32", "int32", "none_relu"), ("float", "half", "f322f16"),
    ("float", "half", "f322f16_relu"), ("int32", "half", "deq"), ("half", "half", "scale_f16"),
    ("int32", "half", "vdeq"),
    ("int32", "int8", "vdeq8"), ("int32", "uint8", "vdeq8"), ("int32", "int8", "deq8"), ("int32", "uint8", "deq8"),
    ("int32", "int16", "vdeqs16"), ("int32", "int16", "deqs16"),
]


def drain_word(case, target, mode):
    """A quantisation word: the scale is a half in the low bits, or a float beside shift, offset and sign."""
    if mode in ("deq", "vdeq", "scale_f16"):
        scale = case.int(-255, 255) / 64.0 if case.chance(0.7) else 2.0 ** case.int(-8, 8)
        return int(np.float16(scale).view(np.uint16))
    scale = int(np.float32(case.int(-2000, 2000) / 2.0 ** case.int(0, 14)).view(np.uint32))
    word = scale | case.int(0, 511) << 37 | (target == "int8") << 46 | case.int(0, 15) << 32
    # Bit 36, the shift of the other families, has no source here.
    return word | (case.chance(0.2) << 47 if target in ("int8", "uint8") else 0)


def drain_words(case, count, target, mode, fields):
    """The scalar of the record, or a vector of `count` words in UB; returns the further operand."""
    if mode.startswith("vdeq"):
        words = np.array([drain_word(case, target, mode) for _ in range(count)], np.uint64)
        words = words.astype(np.uint16) if mode == "vdeq" else words
        place = case.alloc("ub", words.nbytes, 32)
        case.put("ub", place, words)
        return ["ub:%d" % place]
    if "deq" in mode or mode == "scale_f16":
        fields["deqScalar"] = "0x%x" % drain_word(case, target, mode)
    return []


def fill_l0c(case, source):
    """Numbers of 14 bits, or any; the conversions say themselves what of them is decided."""
    if "values" in case.registers:
        return
    case.registers["values"] = True
    total = case.sizes["l0c"] * 8 // BITS[source]
    values = case.rng.integers(-8191, 8192, total)
    if case.chance(0.3):
        values = case.rng.integers(-2**31, 2**31, total) >> case.rng.integers(0, 31, total)
    if source != "int32":
        values = np.where(np.abs(values) > 8191, values % 60000, values) if source == "half" else values
        values = values * 2.0 ** case.rng.integers(-6, 1 if source == "half" else 8, total)
    case.put("l0c", 0, values.astype({"float": np.float32, "half": np.float16, "int32": np.int32}[source]))


def drain_modes(case):
    modes = DRAIN_MODES if case.arch == "2002" else DRAIN_MODES[:11]
    wanted = case.want.get("dtype")
    return [m for m in modes if m[0] + ("" if m[0] == m[1] else ":" + m[1]) == wanted] or modes


def drain(case):
    """L0C to UB on the products without Fixpipe: whole fractals or their first rows."""
    if case.arch not in ("2002", "1001") or case.vector_only:
        return
    source, target, mode = case.pick(drain_modes(case))
    if case.registers.setdefault("kind", source) != source:
        return
    size_in, small = BITS[source] * 32, BITS[target] == 8
    fields = dict(blockCount=case.size(1, 4095), blockLen=case.size(1, 65535), srcGap=case.small(0, 300),
                  dstGap=case.small(0, 3000))
    if mode != "none" and (mode != "f322f16" or case.chance(0.5)):
        fields["crmode"] = mode
    if not small and case.chance(0.3):
        fields["blockMode"] = "vector"
    if small:
        fields["sidStoreMode"] = case.int(0, 2)
    if case.chance(0.2) and mode in ("none", "deq", "vdeq", "f322f16"):
        fields["relu"] = True
    rows = 1 if "blockMode" in fields else 16
    slot = 32 if small and fields["sidStoreMode"] < 2 else 2 * BITS[target]
    most = budget(case, "ub")

    def need(f):
        return (f["blockCount"] * f["blockLen"] + (f["blockCount"] - 1) * f["srcGap"]) * size_in

    def written(f):
        return f["blockCount"] * f["blockLen"] * rows * slot + (f["blockCount"] - 1) * f["dstGap"] * 32
    fit(fields, ["blockCount", "blockLen", "srcGap", "dstGap"],
        lambda f: need(f) <= case.sizes["l0c"] - 1024 and written(f) <= most and f["blockCount"] <= 512)
    extra = drain_words(case, fields["blockCount"] * 16, target, mode, fields)
    place, start = case.alloc("ub", written(fields), 32), case.source("l0c", need(fields), 1024)
    fill_l0c(case, source)
    if case.chance(0.02):
        fields[case.pick(["blockCount", "blockLen"])] = 0
    case.rec("data_copy", ["ub:%d" % place, "l0c:%d" % start] + extra, dict(srcGap=0, dstGap=0, blockCount=1),
             dtype=source if source == target else source + ":" + target, **fields)


FAMILIES = {"drain": drain}
