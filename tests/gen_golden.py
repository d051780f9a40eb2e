"""What a generated kernel must compute, from the arrays that were written for it: numpy, from the definitions alone."""
import re

import numpy as np

from formats import BITS, INT_RANGE, decode, encode, encode_hybrid

TENSOR = re.compile(r"gm (\S+) (\S+) (\S+)")
UNSIGNED = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


def raw_of(path, dtype, shape):
    """Unsigned patterns of an array file, one an element."""
    data = np.load(path).view(np.uint8).reshape(-1)
    if BITS[dtype] == 4:
        data = np.stack([data & 15, data >> 4], axis=1).reshape(-1)
    else:
        data = data.view(UNSIGNED[BITS[dtype]])
    return data.reshape(shape)


class Trace:
    """The tensors of a generated trace and their arrays."""

    def __init__(self, folder):
        self.folder = folder
        self.tensors = {}
        for line in (folder / "kernel.aic").read_text().splitlines():
            found = TENSOR.match(line)
            if found:
                name, dtype, shape = found.groups()
                self.tensors[name] = dtype, tuple(int(n) for n in shape.split("x"))

    def raw(self, name, file=None):
        dtype, shape = self.tensors[name]
        return raw_of(self.folder / (file or f"{name}.npy"), dtype, shape)

    def matrix(self, name, rows, columns):
        """Patterns of rows x columns, whether GM holds rows or NZ."""
        raw = self.raw(name)
        if raw.shape == (rows, columns) or (1 in (rows, columns) and raw.size == rows * columns):
            return raw.reshape(rows, columns)
        blocks = raw.reshape(raw.shape[0], -1, 256 // BITS[self.tensors[name][0]])
        return blocks.transpose(1, 0, 2).reshape(blocks.shape[1], -1)[:rows, :columns]

    def values(self, name, rows, columns):
        return decode(self.tensors[name][0], self.matrix(name, rows, columns))


def strips(raw, width, rows, columns):
    """[strips][rows][width] to rows x columns."""
    blocks = raw.reshape(-1, raw.size // width // -(-columns // width), width)
    return blocks.transpose(1, 0, 2).reshape(blocks.shape[1], -1)[:rows, :columns]


def strip_of(case, dtype):
    return 8 if "channel-split" in case else 32 if BITS[dtype] == 8 else 16


def matmul_result(case, trace, raw):
    """C of GM as m x n patterns; the layout is what was asked for, or where a product cannot store rows, NZ."""
    m, n = case["m"], case["n"]
    if case.get("layout") == "dn":
        return raw.reshape(n, m).T
    if case.get("layout", "nd") == "nd" and raw.shape == (m, n):
        return raw
    return strips(raw, strip_of(case, trace.tensors["c"][0]), m, n)


def conv2d_result(case, trace, raw):
    """NC1HWC0 to pixels of all images x channels."""
    batch, blocks, height, width, c0 = raw.shape
    assert c0 == strip_of(case, trace.tensors["c"][0])
    return raw.transpose(0, 2, 3, 1, 4).reshape(batch * height * width, blocks * c0)[:, :case["cout"]]


def scaled(total, words, relu):
    scale = (words & 0xFFFFE000).astype(np.uint32).view(np.float32)
    factor = np.where((total < 0) & relu, np.float32(0), scale[None, :])
    return (total.astype(np.float32) * factor).astype(np.float64) + 0.0


def words_of(case, trace, columns):
    """Quantisation words, one a column; the words of half modes on products that drain through UB are halves."""
    if "q" in trace.tensors:
        raw = trace.raw("q")[:columns]
        halves = trace.tensors["q"][0] == "half"
        return raw.view(np.float16).astype(np.float32).view(np.uint32).astype(np.uint64) if halves else raw
    scale = np.array([float(case["quant"].split(":")[1])], np.float32).view(np.uint32)[0]
    return np.full(columns, scale, np.uint64)


def drained(case, trace, total):
    """Patterns of C in GM (semantics 10.3)."""
    out = trace.tensors["c"][0]
    relu = "relu" in case
    mode = case.get("quant", "NoQuant").split(":")[0]
    limit = float(case["clip-relu"]) if "clip-relu" in case else np.inf
    if mode in ("NoQuant", "F322F16", "F322BF16"):
        return encode(out, np.minimum(np.maximum(total, 0) if relu else total, limit))
    y = scaled(total, words_of(case, trace, total.shape[1]), relu)
    if out in INT_RANGE:
        low, high = INT_RANGE[out]
        return np.minimum(np.clip(np.rint(np.clip(y, -256, 255)), low, high), limit).astype(np.int64) & 0xFF
    y = np.minimum(y, limit)
    return encode_hybrid(y) if "HYBRID" in mode else encode(out, y)


def scales(trace, name, outer, k, pairs_in_rows):
    """Factors of outer x k: 2 ** (s - 127), one for 32 elements."""
    raw = trace.raw(name).astype(np.float64)
    if pairs_in_rows:
        raw = raw.reshape(k // 64, outer, 2).transpose(1, 0, 2)
    return np.repeat(2.0 ** (raw.reshape(outer, k // 32) - 127), 32, axis=1)


def with_bias(trace, total):
    """The sum with its bias: a vector, or columns that are multiplied with a row of ones."""
    if "bias" not in trace.tensors:
        return total
    bias = decode(trace.tensors["bias"][0], trace.raw("bias")).astype(np.float64)
    if "ones" in trace.tensors:
        bias = bias @ decode(trace.tensors["ones"][0], trace.raw("ones"))[0].astype(np.float64)
    return total + bias[:total.shape[1]]


def matmul_golden(case, trace):
    m, n, k = case["m"], case["n"], case["k"]
    a = trace.values("a", k, m).T if "trans-a" in case and m > 1 else trace.values("a", m, k)
    b = trace.values("b", n, k).T if "trans-b" in case else trace.values("b", k, n)
    a, b = a.astype(np.float64), b.astype(np.float64)
    if "mx" in case:
        a = a * scales(trace, "scale_a", m, k, "trans-a" in case)
        b = b * scales(trace, "scale_b", n, k, "trans-b" not in case).T
    return drained(case, trace, with_bias(trace, a @ b))


def unblocked(blocks, channels):
    """C1 x ... x C0 to ... x channels."""
    return np.moveaxis(blocks, 0, -2).reshape(*blocks.shape[1:-1], -1)[..., :channels]


def numbers_of(case, key, n, default):
    text = str(case.get(key, default))
    parts = [int(x) for x in re.split("[x:,]", text)]
    return parts if len(parts) == n else parts * n


def conv2d_golden(case, trace):
    channels, _, _ = numbers_of(case, "input", 3, 0)
    kernel, stride = numbers_of(case, "kernel", 2, 3), numbers_of(case, "stride", 2, 1)
    dilation, pad = numbers_of(case, "dilation", 2, 1), numbers_of(case, "pad", 4, 0)
    w = decode(trace.tensors["w"][0], trace.raw("w"))
    c0 = w.shape[-1]
    w = w.reshape(-1, kernel[0], kernel[1], w.shape[1] * 16, c0)      # C1 x kh x kw x n x C0
    w = unblocked(w, channels)[:, :, :case["cout"]].astype(np.float64)  # kh x kw x n x c
    images = []
    for image in decode(trace.tensors["x"][0], trace.raw("x")):
        x = np.pad(unblocked(image, channels).astype(np.float64), ((pad[2], pad[3]), (pad[0], pad[1]), (0, 0)))
        size = [(x.shape[i] - (kernel[i] - 1) * dilation[i] - 1) // stride[i] + 1 for i in range(2)]
        total = 0
        for i in range(kernel[0]):
            for j in range(kernel[1]):
                seen = x[i * dilation[0]:, j * dilation[1]:][::stride[0], ::stride[1]][:size[0], :size[1]]
                total = total + seen @ w[i, j].T
        images.append(total.reshape(-1, case["cout"]))
    return drained(case, trace, with_bias(trace, np.concatenate(images)))


KERNELS = {"matmul": (matmul_golden, matmul_result), "conv2d": (conv2d_golden, conv2d_result)}


def problems_of(kind, case, trace, file):
    """What is wrong with the array of C in `file`."""
    golden, result = KERNELS[kind]
    want = np.asarray(golden(case, trace)).astype(np.uint64)
    got = result(case, trace, trace.raw("c", file)).astype(np.uint64)
    if got.shape != want.shape:
        return [f"the result is {got.shape}, not {want.shape}"]
    wrong = int((got != want & np.uint64(2 ** BITS[trace.tensors["c"][0]] - 1)).sum())
    return [f"{wrong} of {got.size} results differ from numpy's"] if wrong else []
