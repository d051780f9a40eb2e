"""Random legal records of the LoadData instructions that move fractals."""
from case import Full, ceil_to
from cases_copy import budget, fit
from formats import BITS, c0_of

NARROW = ["uint8", "int8", "uint16", "int16", "half"]
PLAIN = NARROW + ["bfloat16", "uint32", "int32", "float"]
LOAD2D_TYPES = {
    "3510": PLAIN, "2201": PLAIN, "3002": PLAIN, "2002": NARROW, "1001": NARROW, "3003": ["int8", "half"],
    "3113": ["half"],
}
LOAD2D_DEFAULTS = dict(startIndex=0, dstGap=0, ifTranspose=False, addrMode="increment", sid=0)


def load2d_types(case, src):
    """int4 moves from L1 alone (section 3)."""
    return LOAD2D_TYPES[case.arch] + (["int4"] if case.arch in ("2201", "2002") and src == "l1" else [])


def source_limit(case, src):
    return 1 << 20 if src == "gm" else case.sizes[src] - case.room(src) - 512


def load2d_blocks(case, dtype):
    """GM to L1 on 3510 moves srcStride fractals a repeat (X14)."""
    fields = dict(startIndex=case.small(0, 65535), repeatTimes=case.size(1, 255), srcStride=case.small(1, 255), gap=0)
    fields["gap"] = case.small(0, 400)
    most = budget(case, "l1") // 512

    def need(f):
        return (f["startIndex"] + f["repeatTimes"]) * f["srcStride"] + f["srcStride"]

    def span(f):
        return (f["repeatTimes"] - 1) * (f["srcStride"] + f["gap"]) + f["srcStride"]
    fit(fields, list(fields), lambda f: need(f) <= 2048 and span(f) <= most)
    place, source = case.alloc("l1", span(fields) * 512, 512), case.place(need(fields) * 512)
    stride = 0 if case.chance(0.02) else fields["srcStride"]
    case.rec("load2d", ["l1:%d" % place, source], LOAD2D_DEFAULTS, dtype=dtype,
             startIndex=fields["startIndex"], repeatTimes=fields["repeatTimes"], srcStride=stride,
             dstGap=stride - 1 + fields["gap"] if stride else 0)


def load2d_order(case, fields, src, dst, dtype):
    """Transposition and direction; the fields that go with them."""
    old = case.arch != "3510"
    transpose = BITS[dtype] == 16 and case.chance(0.5) and src == "l1"
    if case.arch == "2002" and dtype == "int4" and dst == "l0b" and case.chance(0.5):
        # Only whole squares of four fractals, one behind another.
        transpose = True
        fields.update(repeatTimes=max(4, fields["repeatTimes"] // 4 * 4), srcStride=1, dstGap=0)
    down = dst == "l1" and src == "gm" and case.chance(0.4) and old
    if down:
        fields["startIndex"] = fields["srcStride"] * max(fields["repeatTimes"] - 1, 0) + case.small(0, 50)
    return transpose, down


def load2d(case):
    if case.vector_only:
        return
    new = case.arch == "3510"
    wanted = case.want.get("path", "").partition(">")
    src = wanted[0] or case.pick(["l1", "l1", "gm"])
    dst = wanted[2] or case.ask("space", ["l0a", "l0b"] + (["l1"] if src == "gm" else []))
    if case.want.get("space") == "l1" or (new and src == "gm"):
        src, dst = "gm", "l1"
    dtype = case.ask("dtype", load2d_types(case, src))
    if src == "gm" and dtype not in load2d_types(case, "gm"):
        return
    if new and src == "gm":
        load2d_blocks(case, dtype)
        return
    fields = dict(startIndex=case.small(0, 65535), repeatTimes=0 if case.chance(0.03) else case.size(1, 255),
                  srcStride=case.small(0, 3000), dstGap=case.small(0, 3000))
    most = budget(case, dst) // 512
    limit = source_limit(case, src) // 512

    def reach(f):
        start = f["startIndex"] * (f["srcStride"] if new else 1)
        return max(start, f["startIndex"]) + f["srcStride"] * max(f["repeatTimes"], 1) + 1

    def span(f):
        return (max(f["repeatTimes"], 1) - 1) * (f["dstGap"] + 1) + 1
    fit(fields, list(fields), lambda f: reach(f) <= limit and span(f) <= most)
    transpose, down = load2d_order(case, fields, src, dst, dtype)
    if reach(fields) > limit or span(fields) > case.room(dst) // 512:
        raise Full()
    place = case.alloc(dst, span(fields) * 512, 512)
    size = reach(fields) * 512
    source = case.place(size) if src == "gm" else "l1:%d" % case.source("l1", size, 32)
    ignored = src == "l1" and case.chance(0.1)
    case.rec("load2d", ["%s:%d" % (dst, place), source], LOAD2D_DEFAULTS, dtype=dtype, ifTranspose=transpose,
             addrMode="decrement" if down or ignored else "increment", sid=case.int(0, 15) if case.chance(0.1) else 0,
             **fields)


BLOCK_TYPES = ["int8", "uint8", "fp4x2_e2m1", "fp4x2_e1m2", "hifloat8", "fp8_e5m2", "fp8_e4m3fn", "half", "bfloat16",
               "int32", "uint32", "float"]


def stored_block(fields, bits):
    """Fractals along M and number of K blocks of the stored matrix."""
    if not fields["ifTranspose"]:
        return fields["mStep"], fields["kStep"]
    return fields["kStep"] * c0_of(bits) // 16, fields["mStep"] * 16 // c0_of(bits)


def block_fields(case, dtype, allow_transpose, src, most):
    """Fields of a 2DV2 load, the bytes that it needs at the source, and those that it fills."""
    bits = BITS[dtype]
    transpose = allow_transpose and case.chance(0.5)
    m_unit = {4: 4, 8: 2}.get(bits, 1) if transpose else 1
    k_unit = 2 if transpose and bits == 32 else 1
    fields = dict(mStartPosition=case.small(0, 2000), kStartPosition=case.small(0, 2000), mStep=case.size(1, 255),
                  kStep=case.size(1, 255), ifTranspose=transpose, more=case.small(0, 40), gap=case.small(0, 40))
    backward = case.chance(0.12)
    limit = source_limit(case, src)

    def strides(f):
        for key, unit in (("mStep", m_unit), ("kStep", k_unit)):
            f[key] = min(255 // unit * unit, ceil_to(f[key], unit))
        stride = f["mStep"] + f["mStartPosition"] + f["more"]
        start = max(f["kStartPosition"], f["kStep"] - 1) if backward else f["kStartPosition"]
        need = ((start + (1 if backward else f["kStep"])) * stride + f["mStartPosition"] + f["mStep"] + 1) * 512
        stored, blocks = stored_block(f, bits)
        return stride, start, need, stored + f["gap"], ((blocks - 1) * (stored + f["gap"]) + stored) * 512
    keys = ["mStartPosition", "kStartPosition", "mStep", "kStep", "more", "gap"]
    fit(fields, keys, lambda f: strides(f)[2] <= limit and strides(f)[4] <= most)
    stride, start, need, pitch, span = strides(fields)
    fields.update(kStartPosition=start, srcStride=-stride if backward else stride, dstStride=pitch)
    fields.pop("more")
    fields.pop("gap")
    if case.chance(0.03):
        fields["srcStride"] = 0
    return fields, need, span


BLOCK_DEFAULTS = dict(mStartPosition=0, kStartPosition=0, ifTranspose=False)


def load2dv2(case):
    if case.arch != "3510":
        return
    wanted = case.want.get("path", "").partition(">")[2]
    dst = wanted or case.ask("space", ["l0a", "l0b", "l1"])
    dtype = case.ask("dtype", BLOCK_TYPES)
    src = "gm" if dst == "l1" else "l1"
    fields, need, size = block_fields(case, dtype, dst != "l1", src, budget(case, dst))
    place = case.alloc(dst, size, 512)
    source = case.place(need) if dst == "l1" else "l1:%d" % case.source("l1", need, 32)
    if case.chance(0.03):
        fields[case.pick(["mStep", "kStep"])] = 0
    case.rec("load2dv2", ["%s:%d" % (dst, place), source], BLOCK_DEFAULTS, dtype=dtype, **fields)


def scale_fields(case, most_blocks):
    """Fields of the scale part, and the 32-byte blocks that it needs and fills."""
    fields = dict(x=case.size(0, 255), y=case.size(0, 255), x0=case.small(0, 200), y0=case.small(0, 200),
                  more=case.small(0, 50), gap=case.small(0, 50))

    def spans(f):
        stride, pitch = f["y0"] + f["y"] + f["more"], max(f["y"], 1) + f["gap"]
        return stride, pitch, (f["x0"] + f["x"]) * stride + f["y0"] + f["y"] + 1, \
            (max(f["x"], 1) - 1) * pitch + max(f["y"], 1)
    fit(fields, list(fields), lambda f: spans(f)[2] * 32 <= 65536 and spans(f)[3] <= most_blocks)
    stride, pitch, need, span = spans(fields)
    return dict(scale_xStartPosition=fields["x0"], scale_yStartPosition=fields["y0"], scale_xStep=fields["x"],
                scale_yStep=fields["y"], scale_srcStride=stride, scale_dstStride=pitch), need, span


MX_TYPES = ["fp4x2_e2m1", "fp4x2_e1m2", "fp8_e4m3fn", "fp8_e5m2"]


def load2dmx(case):
    if case.arch != "3510":
        return
    dst = case.ask("space", ["l0a", "l0b"])
    dtype = case.ask("dtype", MX_TYPES)
    most = budget(case, dst)
    fields, need, size = block_fields(case, dtype, True, "l1", most)
    scales, scale_need, blocks = scale_fields(case, most // 512)
    place = case.alloc(dst, max(size, blocks * 512), 512 if BITS[dtype] == 4 else 1024)
    mx = dst + "_mx"
    case.image(mx)
    case.used[mx] = case.sizes[mx]
    if case.chance(0.03):
        fields[case.pick(["mStep", "kStep"])] = 0
    case.rec("load2dmx", ["%s:%d" % (dst, place), "l1:%d" % case.source("l1", need, 32),
                          "l1:%d" % case.source("l1", scale_need * 32, 32)],
             dict(BLOCK_DEFAULTS, scale_xStartPosition=0, scale_yStartPosition=0), dtype=dtype, **fields, **scales)


def load_scales(case):
    if case.arch != "3510":
        return
    dst = case.ask("space", ["l0a_mx", "l0b_mx"])
    scales, need, blocks = scale_fields(case, case.sizes[dst] // 32)
    place = case.int(0, case.sizes[dst] // 32 - blocks) * 32
    case.image(dst)
    case.used[dst] = case.sizes[dst]
    case.rec("load_scales", ["%s:%d" % (dst, place), "l1:%d" % case.source("l1", need * 32, 32)],
             dict(xStartPosition=0, yStartPosition=0), dtype="fp8_e8m0",
             **{name.replace("scale_", ""): value for name, value in scales.items()})


WIDE = ["half", "bfloat16", "int32", "uint32", "float"]
TRANSPOSE_TYPES = {
    "3510": ["int8", "uint8"] + WIDE, "2201": ["int8", "uint8"] + WIDE, "3002": ["int8", "uint8"] + WIDE,
    "3003": ["int8", "half"],
}
TRANSPOSE_DEFAULTS = dict(startIndex=0, dstGap=0, dstFracGap=0, srcFracGap=0, addrMode="increment")


def places_of(fields, fractals):
    """Fractals of the destination, counted from its start."""
    gap, inner = fields["dstGap"], fields["dstFracGap"]
    return [i * (gap + 1) + j * (inner + 1) for i in range(fields["repeatTimes"]) for j in range(fractals)]


def load_transpose(case):
    if case.arch not in TRANSPOSE_TYPES:
        return
    dst = case.ask("space", ["l0b"] if case.arch == "3510" else ["l0a", "l0b"])
    types = TRANSPOSE_TYPES[case.arch] + (["int4"] if case.arch in ("2201", "3002") and dst == "l0b" else [])
    dtype = case.ask("dtype", types)
    fractals = {4: 4, 8: 2, 16: 1, 32: 2}[BITS[dtype]]
    name = case.ask("mnemonic", ["load_transpose"] + (["load_transpose_v2"] if case.arch == "3510" else []))
    v2 = name == "load_transpose_v2"
    fields = dict(startIndex=case.small(0, 1500), repeatTimes=case.size(1, 255), srcStride=case.small(0, 800),
                  dstGap=case.small(0, 60), dstFracGap=case.small(0, 60), srcFracGap=case.small(0, 300) if v2 else 0)
    most, limit = budget(case, dst) // 512, source_limit(case, "l1") // 512

    def need(f):
        squares = f["startIndex"] + f["srcStride"] * f["repeatTimes"]
        return squares + fractals * (f["srcFracGap"] + 1) if v2 else (squares + 1) * fractals
    fit(fields, list(fields), lambda f: need(f) <= limit and max(places_of(f, fractals)) < most)
    places = places_of(fields, fractals)
    if len(set(places)) != len(places):
        fields["dstGap"] = fractals * (fields["dstFracGap"] + 1) - 1
        places = places_of(fields, fractals)
        if max(places) >= case.room(dst) // 512:
            raise Full()
    if not v2:
        fields.pop("srcFracGap")
        fields["repeatTimes"] = 0 if case.chance(0.03) else fields["repeatTimes"]
    place = case.alloc(dst, (max(places) + 1) * 512, 512)
    mode = "decrement" if case.chance(0.05) else "increment"  # the library always rises (X16)
    source = case.source("l1", need(fields) * 512, 32)
    case.rec(name, ["%s:%d" % (dst, place), "l1:%d" % source],
             TRANSPOSE_DEFAULTS, dtype=dtype, addrMode=mode, **fields)


def load_sparse(case):
    if case.arch != "2201":
        return
    fields = dict(repeatTimes=case.size(1, 255), startIndex=case.small(0, 600))
    fit(fields, list(fields), lambda f: f["repeatTimes"] * 512 <= budget(case, "l0b") and sum(f.values()) < 400)
    repeat, start = fields["repeatTimes"], fields["startIndex"]
    place = case.alloc("l0b", repeat * 512, 512)
    case.image("idx")
    case.used["idx"] = case.sizes["idx"]
    if "index" not in case.registers:
        # Part of L1 holds index bytes, none of whose pairs of bits is the illegal 3.
        case.registers["index"] = 0
        pairs = case.rng.integers(0, 3, (4, case.sizes["l1"] // 2)).astype("uint8")
        case.put("l1", case.registers["index"], pairs[0] | pairs[1] << 2 | pairs[2] << 4 | pairs[3] << 6)
    index = case.registers["index"] + case.int(0, 1000) * 32
    case.rec("load_sparse", ["l0b:%d" % place, "l1:%d" % case.source("l1", (start + repeat + 1) * 512, 32),
                             "l1:%d" % index],
             dict(startIndex=0), dtype="int8", startIndex=start, repeatTimes=0 if case.chance(0.05) else repeat)


FAMILIES = {
    "load2d": load2d, "load2dv2": load2dv2, "load2dmx": load2dmx, "load_scales": load_scales,
    "load_transpose": load_transpose,
    "load_sparse": load_sparse,
}
