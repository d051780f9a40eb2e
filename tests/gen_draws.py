"""Random calls of the generators, over everything that the options can say.

Most calls are near what a product can do, some are far from it: a call that cannot be served must be refused.
"""
import re
import subprocess

MODES = {
    "float": ["NoQuant", "F322F16", "F322BF16", "QF322B8_PRE", "VQF322B8_PRE", "QF322FP8_PRE", "VQF322FP8_PRE",
              "QF322HIF8_PRE", "VQF322HIF8_PRE", "QF322HIF8_PRE_HYBRID", "VQF322HIF8_PRE_HYBRID", "QF322F16_PRE",
              "VQF322F16_PRE", "QF322BF16_PRE", "VQF322BF16_PRE", "QF322F32_PRE", "VQF322F32_PRE"],
    "int32": ["NoQuant", "DEQF16", "VDEQF16", "REQ8", "VREQ8", "QS322BF16_PRE", "VQS322BF16_PRE"],
    "half": ["NoQuant"], "uint32": ["NoQuant"],
}
DRAINS = (("none", "NoQuant"), ("f32_f16", "F322F16"), ("deq", "DEQF16"), ("vdeq", "VDEQF16"), ("deq8", "REQ8"),
          ("vdeq8", "VREQ8"))
NARROW = ("int4", "fp4x2_e2m1", "fp4x2_e1m2")


def listed(text, section, key):
    """The words of `key: {value: [...]}` below `section:` of a resolved product."""
    below = text[text.index(f"\n{section}:"):]
    words = re.search(key + r": \{value: \[([^\]]*)\]", below).group(1)
    return [w.strip().split("+")[0] for w in words.replace("\n", " ").split(",") if w.strip()]


def facts_of(program, product):
    """What the draws of a product need to know of it."""
    text = subprocess.run([program, "products", product, "--resolved"], capture_output=True, text=True, timeout=60,
                          check=True).stdout
    return {"product": product, "cores": int(re.search(r"\ncores: \{value: (\d+)", text).group(1)),
            "triples": listed(text, "mmad", "triples"), "mx": listed(text, "mmad_mx", "triples"),
            "modes": listed(text, "fixpipe", "quant_modes"),
            "drained": [mode for word, mode in DRAINS if word in listed(text, "drain", "crmodes")],
            "words": "fb: {pipe" in text,
            "unit_flag": re.search(r"mmad:.*?unit_flag: \{value: (\w+)", text, re.S)[1] == "true",
            "clip": "clip_relu: {value: true" in text, "dn": "gm: {value: [nz, nd, dn]" in text,
            "split": "split_spaces: {value: [gm]" in text}


def mode_of(rng, facts, source):
    """A mode of --quant for results of this type, mostly one that the product has."""
    fits = MODES[source]
    if rng.random() < 0.95:
        has = facts["modes"] or facts["drained"]
        fits = [m for m in fits if m in has and (facts["words"] or facts["drained"] or m[0] != "V")]
    mode = rng.choice(fits or ["NoQuant"])
    return mode if mode in ("NoQuant", "F322F16", "F322BF16") else f"{mode}:{2.0 ** -rng.randint(0, 6)}"


def add_result(rng, facts, case, source):
    """How the result leaves: conversion, relu, clip relu, bias, order by unit flags."""
    if rng.random() < 0.5:
        case["quant"] = mode_of(rng, facts, source)
    if case.get("quant", "").startswith(("REQ8", "VREQ8", "QF322B8", "VQF322B8")) and rng.random() < 0.5:
        case["out"] = rng.choice(["int8", "uint8"])
    elif "quant" not in case and rng.random() < 0.2:
        case["out"] = rng.choice([source, source, "half" if source == "float" else source, "bfloat16", "int32"])
    chances = {"unit-flag": 0.3 if facts["unit_flag"] else 0.02, "bias": 0.3, "relu": 0.2, "db-l0": 0.5}
    for key, chance in chances.items():
        if rng.random() < chance:
            case[key] = True
    if rng.random() < (0.2 if facts["clip"] else 0.02):
        case["clip-relu"] = rng.choice([0, 3, 6, 100])
    case["l0c-depth"] = rng.choice([1, 1, 2, 3])


def c0_of(triple):
    """Elements of A in 32 bytes."""
    bits = {"int4": 4, "half": 16, "bfloat16": 16, "float": 32}
    return 256 // bits.get(triple.split(":")[0], 8)


def size_of(rng, most, even):
    """Whole fractals, nearly whole ones, and anything."""
    n = rng.choice([rng.randint(1, most), 16 * rng.randint(1, max(1, most // 16)), 1, 2,
                    max(1, 32 * rng.randint(1, max(1, most // 32)) + rng.choice([-1, 1]))])
    return n + n % 2 if even else n


def add_cores(rng, facts, case, over):
    if rng.random() < 0.3:
        rows, columns = rng.choice([(2, 1), (1, 2), (2, 3), (4, 1), (1, 3), (3, 2)])
        if rows * columns <= facts["cores"] or rng.random() < 0.02:
            case["cores"], case["grid"] = rows * columns, f"{rows}x{columns}"
            if rng.random() < 0.3:
                case["compact"] = True
    elif rng.random() < over:
        case["cores"] = facts["cores"] + 1


def split_chance(facts, case, triple):
    fits = facts["split"] and triple.endswith("float") and not {"quant", "out", "unit-flag"} & set(case)
    return 0.3 if fits else 0.01


def draw_matmul(rng, facts):
    mx = bool(facts["mx"]) and rng.random() < 0.35
    triple = rng.choice(facts["mx" if mx else "triples"] or ["half:half:float"])
    narrow = triple.split(":")[0] in NARROW
    case = {"product": facts["product"], "dtype": triple, "m": size_of(rng, 140, False),
            "n": size_of(rng, 140, narrow), "k": size_of(rng, 300, narrow)}
    odd = 2 if facts["words"] else 0.05  # bases that are no multiple of 16
    base = [rng.choice([16, 32, 48, 64, 96]), rng.choice([16, 32, 48, 64, 128]), rng.choice([32, 64, 64, 96, 128])]
    if rng.random() < 0.15 * odd:
        base[0] = rng.choice([20, 1, 33])
    if rng.random() < 0.1 * odd:
        base[1] = rng.choice([24, 17])
    if rng.random() < 0.1:
        base[2] = 16
    if mx:
        case["mx"] = True
        case["k"] = 64 * rng.randint(1, 6) if rng.random() < 0.95 else case["k"]
        base[2] = rng.choice([64, 128, 192])
    case["base"] = "x".join(map(str, base))
    steps = rng.choice([1, 1, 2, 3]), rng.choice([1, 1, 2, 4])
    slots = rng.choice([1, 2, 3]), rng.choice([1, 2])
    case["step-k"] = f"{steps[0]},{steps[1]}"
    case["l1-depth"] = f"{steps[0] * slots[0]},{steps[1] * slots[1]}"
    for key, chance in (("trans-a", 0.5), ("trans-b", 0.5), ("merge-loads", 0.2), ("pair", 0.05)):
        if rng.random() < chance:
            case[key] = True
    add_cores(rng, facts, case, 0.02)
    if rng.random() < 0.15:
        case["passes"] = rng.choice([2, 3])
    if "compact" in case and rng.random() < 0.8:
        rows, columns = map(int, case["grid"].split("x"))
        case["m"] = base[0] * rows * case.get("passes", 1) * rng.randint(1, 2)
        case["n"] = base[1] * columns * rng.randint(1, 2)
    add_result(rng, facts, case, triple.split(":")[2])
    if rng.random() < 0.25:
        case["layout"] = rng.choice(["nd", "nz", "nz", "dn"] if facts["dn"] or rng.random() < 0.05 else ["nd", "nz"])
        if case["layout"] == "nz" and rng.random() < 0.9:
            case["n"], base[1] = 32 * rng.randint(1, 4), rng.choice([32, 64, 96])
            case["base"] = "x".join(map(str, base))
        if case["layout"] == "nz" and rng.random() < split_chance(facts, case, triple):
            case["channel-split"] = True
    if rng.random() < 0.05:
        case["scalar"] = rng.randint(1, 50)
    return case


def draw_conv2d(rng, facts):
    def pair(*of):
        return f"{rng.choice(of)}x{rng.choice(of)}"

    triple = rng.choice(facts["triples"] or ["half:half:float"])
    case = {"product": facts["product"], "dtype": triple, "cout": size_of(rng, 70, False),
            "kernel": pair(1, 1, 2, 3, 3, 5, 7),
            "input": f"{rng.randint(1, 50)}x{rng.randint(1, 20)}x{rng.randint(1, 20)}", "stride": pair(1, 1, 2, 3, 8),
            "dilation": pair(1, 1, 2), "pad": ":".join(str(rng.choice([0, 0, 1, 2, 4])) for _ in range(4)),
            "rows": rng.randint(1, 6), "base-n": rng.choice([16, 32, 64, 48]),
            "base-k": c0_of(triple) * rng.choice([1, 2, 2, 3, 4]) if rng.random() < 0.98 else 16,
            "l1-depth": f"{rng.randint(1, 3)},{rng.randint(1, 2)}"}
    if rng.random() < 0.97:  # a kernel that fits
        size = [int(x) for x in case["input"].split("x")]
        pad, key = [int(x) for x in case["pad"].split(":")], [int(x) for x in case["kernel"].split("x")]
        space = [int(x) for x in case["dilation"].split("x")]
        size[1] = max(size[1], (key[0] - 1) * space[0] + 1 - pad[2] - pad[3])
        size[2] = max(size[2], (key[1] - 1) * space[1] + 1 - pad[0] - pad[1])
        case["input"] = "x".join(map(str, size))
    if rng.random() < 0.3:
        case["batch"] = rng.randint(1, 5)
    add_cores(rng, facts, case, 0.02)
    if "compact" in case and rng.random() < 0.8:
        rows, columns = map(int, case["grid"].split("x"))
        case["batch"] = rows * rng.randint(1, 2)
        case["cout"] = case["base-n"] * columns * rng.randint(1, 2)
    add_result(rng, facts, case, triple.split(":")[2])
    if rng.random() < split_chance(facts, case, triple):
        case["channel-split"] = True
    return case


DRAWS = {"matmul": draw_matmul, "conv2d": draw_conv2d}
NO_IMAGES = ("kirin_9030",)


def draw(rng, facts):
    kind = "matmul" if facts["product"] in NO_IMAGES and rng.random() < 0.98 else rng.choice(list(DRAWS))
    return kind, DRAWS[kind](rng, facts)
