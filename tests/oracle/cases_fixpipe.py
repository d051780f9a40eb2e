"""Random legal Fixpipe records."""
import numpy as np

from case import Full, ceil_div, ceil_to
from cases_copy import budget, fit
from formats import BITS

PAIRS = {
    "2201": [("float", "half", "F322F16"), ("float", "bfloat16", "F322BF16"), ("float", "int8", "QF322B8_PRE"),
             ("float", "uint8", "QF322B8_PRE"), ("float", "float", "NoQuant"), ("int32", "half", "DEQF16"),
             ("int32", "int8", "REQ8"), ("int32", "uint8", "REQ8"), ("int32", "int32", "NoQuant")],
}
PAIRS["3002"] = PAIRS["2201"]
PAIRS["3003"] = [("half", "half", "NoQuant"), ("float", "half", "F322F16"), ("float", "int8", "QF322B8_PRE"),
                 ("int32", "half", "DEQF16"), ("int32", "int8", "REQ8"), ("int32", "int32", "NoQuant")]
PAIRS["3113"] = [("half", "half", "NoQuant"), ("float", "half", "F322F16"), ("int32", "half", "DEQF16")]
PAIRS["3510"] = PAIRS["2201"] + [
    ("float", "fp8_e4m3fn", "QF322FP8_PRE"), ("float", "hifloat8", "QF322HIF8_PRE"),
    ("float", "hifloat8", "QF322HIF8_PRE_HYBRID"), ("int32", "bfloat16", "QS322BF16_PRE"),
    ("float", "half", "QF322F16_PRE"), ("float", "bfloat16", "QF322BF16_PRE"),
    ("float", "float", "QF322F32_PRE")]
PLACES = {"2201": ["gm", "gm", "l1"], "3510": ["gm", "l1", "ub"], "3002": ["gm", "ub", "l1"], "3003": ["gm", "l1"],
          "3113": ["gm", "l1"]}
CLIP_RELU = ("3002", "3003", "3113")


def fill_source(case):
    """One element type in all of L0C; numbers of 13 bits, so that a product with a scale of 11 bits is exact."""
    if "source" in case.registers:
        return case.registers["source"]
    kinds = sorted({p[0] for p in PAIRS[case.arch]})
    dtype = case.pick([k for k in kinds if k == case.want.get("dtype", "").split(":")[0]] or kinds)
    if dtype == "half":
        case.registers.update(source=dtype, wide=False)
        count = case.sizes["l0c"] // 2
        raw = case.rng.integers(1, 0x7C00, count) | case.rng.integers(0, 2, count) << 15
        case.put("l0c", 0, raw.astype(np.uint16))
        return dtype
    count = case.sizes["l0c"] // 4
    values = case.rng.integers(-8191, 8192, count)
    case.registers["wide"] = case.chance(0.3)
    if case.registers["wide"]:
        # All mantissa bits in use; only for conversions whose every rounding is documented.
        power = case.rng.integers(-20, 6, count) if dtype == "float" else np.zeros(count, np.int64)
        wide = case.rng.integers(-2**31, 2**31, count) >> case.rng.integers(0, 31, count)
        floats = with_specials(case, (wide * 2.0 ** power).astype(np.float32))
        case.put("l0c", 0, floats if dtype == "float" else wide.astype(np.int32))
    elif dtype == "float":
        power = case.rng.integers(-6, 6, count)
        case.put("l0c", 0, with_specials(case, (values * 2.0 ** power).astype(np.float32)))
    else:
        case.put("l0c", 0, values.astype(np.int32))
    if case.arch not in ("3003", "3113") and case.chance(0.3):
        case.registers["inf_nan"] = case.chance(0.7)
        case.rec("set_ctrl", [], dict(inf_nan=False, fp8_nan=False), inf_nan=case.registers["inf_nan"],
                 fp8_nan=case.chance(0.5))
    case.registers["source"] = dtype
    return dtype


def with_specials(case, values):
    """Sometimes with infinities, NaN and numbers past the range of the narrow types."""
    if case.chance(0.5):
        return values
    odd = np.array([np.inf, -np.inf, np.nan, 3e38, -3e38, 70000, -70000, 1e6], np.float32)
    at = case.rng.random(len(values)) < 0.05
    values[at] = case.rng.choice(odd, int(at.sum()))
    return values


def quant_word(case, source, target, mode):
    mantissa, exponent = case.int(0, 1023), case.int(112, 126) if target.startswith(("int", "uint")) else case.int(
        116, 132)
    word = exponent << 23 | mantissa << 13 | case.int(0, 1) << 31 | case.int(0, 0x1FFF)
    word |= case.int(0, 0x1FFFF) << 47 | (case.int(0, 0x1F) << 32 if case.arch == "3510" else 0)  # ignored bits
    if target in ("int8", "uint8"):
        word |= case.int(0, 511) << 37 | (target == "int8") << 46
    if case.arch != "3510" and mode in ("REQ8", "DEQF16") and case.chance(0.3):
        word |= 1 << 36 | case.int(0, 15) << 32
    return word


PLAIN_MODES = ("NoQuant", "F322F16", "F322BF16")


def quant_operands(case, columns, source, target, mode, fields, vector):
    """Adds the quantisation of the mode; returns the further operand."""
    if mode in PLAIN_MODES:
        if mode != "NoQuant" or case.chance(0.5):
            fields["quantPre"] = mode
        return []
    if not vector:
        fields.update(quantPre=mode, deqScalar="0x%x" % quant_word(case, source, target, mode))
        return []
    fields["quantPre"] = "V" + mode
    top = case.registers.get("vector", case.sizes["l1"]) - ceil_to(columns * 8, 32)
    if top < case.sizes["l1"] // 2:
        raise Full()
    case.registers["vector"] = top
    words = [quant_word(case, source, target, mode) for _ in range(columns)]
    case.put("l1", top, np.array(words, dtype=np.uint64))
    return ["l1:%d" % top]


STRIDE_LIMITS = dict(srcStride=65535, srcNzMatrixStride=65535)
# Words of one pass of the library (10.1); the chunks of a longer vector are its own business.
VECTOR_COLUMNS = {"3510": 1024}


class Plan:
    """Sizes and strides of one record; dst_count is the number of elements from the first to the last written."""

    def __init__(self, case, place, target, layout, split, new_units, source_bits, most_columns):
        self.case, self.bits, self.new = case, BITS[target], new_units
        self.fields, self.units = dict(layout=layout), 256 // self.bits
        self.local, self.split = place != "gm", split
        self.source_elements = case.sizes["l0c"] * 8 // source_bits - 1024
        self.extra = dict(source=case.pick([0, 0, 1, 5, 16, 200]), pitch=case.pick([0, 0, 1, 8, 100]),
                          count=case.small(1, 40) if case.chance(0.35) else 1, matrix=case.pick([0, 3, 40]),
                          crowded=case.chance(0.03),
                          step=case.int(2, 5) if case.chance(0.25) else 1, named=case.chance(0.2))
        most = budget(case, place) * 8 // self.bits
        size = dict(m=case.size(1, 8192), n=case.size(1, most_columns))

        def good(d):
            self.m, self.n = d["m"], d["n"]
            self.round_sizes(layout)
            getattr(self, layout)()
            return (self.src_count <= self.source_elements and self.dst_count <= most and self.n <= most_columns
                    and all(self.fields.get(key, 0) <= limit for key, limit in STRIDE_LIMITS.items()))
        if size["m"] * size["n"] > 20000:
            self.extra["count"] = 1
        fit(size, ["m", "n"], good)

    def round_sizes(self, layout):
        if layout == "nz":
            self.n = ceil_to(self.n, 8 if self.split else 64 if self.bits == 4 else 16)
        if self.local and layout == "nd":
            self.n = ceil_to(self.n, self.units)
        if self.local and layout == "dn":
            self.m = ceil_to(self.m, self.units)

    def source_strides(self):
        self.s = ceil_to(self.m, 16) + self.extra["source"]
        if self.extra["crowded"]:
            self.s = self.s // 3  # strips that overlap in L0C may be read
        self.fields["srcStride"] = self.s

    def nz(self):
        self.source_strides()
        width = 8 if self.split else {4: 64, 8: 32}.get(self.bits, 16)
        pitch = (self.m + self.extra["pitch"]) * width
        self.fields["dstStride"] = pitch if self.new else pitch * self.bits // 256
        self.dst_count = ceil_div(self.n, width) * pitch
        self.src_count = (ceil_div(self.n, 16) - 1) * self.s * 16 + self.m * 16

    def nd(self):
        self.source_strides()
        pitch = self.n + self.extra["pitch"]
        if self.local:
            pitch = ceil_to(pitch, self.units)
        count, rest = self.extra["count"], self.extra["matrix"] * self.units
        matrix = self.m * pitch + rest
        source = ceil_div(ceil_div(self.n, 16) * self.s * 16, 256) + self.extra["source"] % 3
        if self.new and self.case.arch != "3510" and source * 16 > 512:
            count = 1  # FP-010 holds the older products to 512 of whatever unit
        for key in ("ndNum", "srcNdStride", "dstNdStride"):
            self.fields.pop(key, None)
        if count > 1 or self.extra["named"]:
            self.fields.update(ndNum=count, srcNdStride=source * (16 if self.new else 1), dstNdStride=matrix)
        self.fields["dstStride"] = pitch
        self.dst_count = (count - 1) * matrix + (self.m - 1) * pitch + self.n
        self.src_count = (count - 1) * source * 256 + ceil_div(self.n, 16) * self.s * 16 + self.m * 16

    def dn(self):
        step = self.extra["step"]
        self.s = self.m * step + self.extra["source"]
        pitch = self.m + self.extra["pitch"]
        if self.local:
            pitch = ceil_to(pitch, self.units)
        count = self.extra["count"]
        matrix = self.n * pitch + self.extra["matrix"] * self.units
        source = ceil_div(self.n, 16) * self.s + self.extra["source"] % 6
        self.fields.update(srcStride=self.s, dstStride=pitch, srcNzC0Stride=step)
        if count > 1 or self.extra["named"]:
            self.fields.update(dnNum=count, srcNzMatrixStride=source, dstDnMatrixStride=matrix)
        self.dst_count = (count - 1) * matrix + (self.n - 1) * pitch + self.m
        self.src_count = (count - 1) * source * 16 + ceil_div(self.n, 16) * self.s * 16


def wanted_pairs(case, source):
    pairs = [p for p in PAIRS[case.arch] if p[0] == source]
    return [p for p in pairs if "%s:%s" % p[:2] == case.want.get("dtype")] or pairs


def choose(case):
    source = fill_source(case)
    options = wanted_pairs(case, source)
    if case.registers["wide"]:
        options = [p for p in options if p[1] in ("int8", "uint8") or p[2] in ("NoQuant", "F322F16", "F322BF16")]
    place = case.ask("space", PLACES[case.arch])
    if place == "l1" and case.arch in ("2201", "3002", "3003"):
        options = [p for p in options if p[2] != "NoQuant" or p[0] == "half"]
    if case.registers.get("inf_nan"):
        options = [p for p in options if p[1] != "hifloat8"]
    if not options:
        raise Full()
    _, target, mode = case.pick(options)
    layouts = ["nz", "nd"] + (["dn"] if case.arch == "3510" else [])
    layout = case.pick(layouts)
    if place == "l1" and case.arch != "3510":
        layout = "nz"
    return source, target, mode, place, layout


def clip_relu(case, target, fields):
    if case.arch in CLIP_RELU and case.chance(0.3):
        limits = {"int8": case.int(0, 127), "uint8": case.int(0, 255), "int32": case.int(0, 5000)}
        fields.update(clipReluEn=True, clipReluValue=limits.get(target, case.pick([0, 1.5, 100, 1000])))


def destination(case, place, nbytes, dual, fields):
    if place == "gm":
        return case.place(nbytes, dump=True, align=1 if fields["layout"] == "nd" else 32)
    if place == "ub" and case.arch == "3510":
        if not dual and case.chance(0.4):
            fields["subBlockId"] = case.int(0, 1)
        return "ub:%d" % both_units(case, nbytes)
    address = "%s:%d" % (place, case.alloc(place, nbytes, 32))
    if place == "l1" and case.used["l1"] > case.registers.get("vector", case.sizes["l1"]):
        raise Full()
    return address


def fixpipe(case):
    if case.arch not in PAIRS:
        return
    source, target, mode, place, layout = choose(case)
    split = source == target == "float" and mode == "NoQuant" and place == "gm" and layout == "nz" and case.chance(0.4)
    new = case.arch == "3510"
    if layout != "dn" and case.chance(0.12):
        new = not new
    vector = mode not in PLAIN_MODES and case.chance(0.5)
    plan = Plan(case, place, target, layout, split, new, BITS[source],
                VECTOR_COLUMNS.get(case.arch, 256) if vector else 4095)
    fields = dict(dtype="%s:%s" % (source, target), **plan.fields)
    fields.update(nSize=plan.n, mSize=plan.m)
    if new != (case.arch == "3510"):
        fields["params"] = "arch3510" if new else "v220" if case.arch != "3002" else "m300"
    if split:
        fields["isChannelSplit"] = True
    dual = dual_of(case, place, target, mode, layout, plan)
    if dual:
        fields["dualDstCtl"] = dual
    elif case.chance(0.35):
        fields["reluEn"] = True
    extra = quant_operands(case, plan.n, source, target, mode, fields, vector)
    clip_relu(case, target, fields)
    address = destination(case, place, ceil_div(plan.dst_count * plan.bits, 8), dual, fields)
    if case.chance(0.03):
        fields[case.pick(["nSize", "mSize"] + {"nd": ["ndNum"], "dn": ["dnNum"]}.get(layout, []))] = 0
    start = case.source("l0c", plan.src_count * BITS[source] // 8, 64)
    case.rec("fixpipe", [address, "l0c:%d" % start] + extra, dict(reluEn=False, srcNzC0Stride=1), **fields)
    case.lines.append("pipe_barrier ALL")


def both_units(case, nbytes):
    place = case.alloc("ub", nbytes, 32)
    case.image("ub.aiv1")
    case.used["ub.aiv1"] = case.used["ub"]
    return place


def dual_of(case, place, target, mode, layout, plan):
    if place != "ub" or case.arch != "3510" or mode != "NoQuant" or layout == "dn" or case.chance(0.4):
        return 0
    if plan.fields.get("ndNum", 1) > 1:
        return 0
    if plan.m % 2 == 0 and case.chance(0.5):
        return 1
    return 2 if plan.n % 32 == 0 else 0


FAMILIES = {"fixpipe": fixpipe}
