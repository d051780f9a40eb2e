"""Clean kernels in the style of real ones, for tests that damage them: tiled, double buffered matrix products.

write_all(folder) writes each as FOLDER/NAME/kernel.aic with its data; the inputs come from a fixed seed.
"""
import pathlib

import numpy as np


class Trace:
    """The lines of a kernel in program order."""

    def __init__(self, product):
        self.lines = ["aicsim-trace 1", f"product {product}"]

    def put(self, mnemonic, *operands, **fields):
        parts = list(operands) + [f"{k}={v}" for k, v in fields.items()]
        self.lines.append(f"{mnemonic} " + ", ".join(str(p) for p in parts))

    def set(self, src, dst, flag):
        self.put("set_flag", src, dst, flag)

    def wait(self, src, dst, flag):
        self.put("wait_flag", src, dst, flag)


def ceil16(n):
    return -(-n // 16) * 16


class Matmul:
    """C = A x B^T in half with a float result: A is M x K, B is N x K, both ND; tiles of tm x tn x tk."""

    def __init__(self, product, m, n, k, tm, tn, tk, unit_flag=False, bias=False):
        self.shape, self.tile = (m, n, k), (tm, tn, tk)
        self.unit_flag, self.bias = unit_flag, bias
        self.v2 = product.startswith("ascend950")
        self.t = Trace(product)
        self.t.lines += [f"gm a half {m}x{k} file=a.npy", f"gm b half {n}x{k} file=b.npy"]
        if bias:
            self.t.lines.append(f"gm bias float {ceil16(n)} file=bias.npy")
        self.t.lines.append(f"gm c float {m}x{n}")
        self.steps = self.blocks = 0

    def free_flags(self, call):
        for slot in (0, 1):
            call("MTE1", "MTE2", slot)
            call("M", "MTE1", slot)
        if not self.unit_flag:
            call("FIX", "M", 0)

    def nd2nz(self, at, name, row, rows, col, cols, pitch):
        self.t.put("nd2nz", f"l1:{at}", f"gm:{name}+{(row * pitch + col) * 2}", dtype="half", ndNum=1, nValue=rows,
                   dValue=cols, srcNdMatrixStride=0, srcDValue=pitch, dstNzC0Stride=ceil16(rows), dstNzNStride=1,
                   dstNzMatrixStride=0)

    def load(self, dst, src, rows, cols):
        """A tile in NZ to L0A or L0B."""
        rows, cols, n1 = ceil16(rows), ceil16(cols), ceil16(rows) // 16
        if self.v2:
            self.t.put("load2dv2", dst, src, dtype="half", mStartPosition=0, kStartPosition=0, mStep=n1,
                       kStep=cols // 16, srcStride=n1, dstStride=n1, ifTranspose="false")
        elif dst.startswith("l0b"):
            self.t.put("load2d", dst, src, dtype="half", startIndex=0, repeatTimes=n1 * cols // 16, srcStride=1,
                       dstGap=0, ifTranspose="false")
        else:
            self.t.put("load3dv2", dst, src, dtype="half", l1H=1, l1W=rows, channelSize=cols, kExtension=cols,
                       mExtension=rows, strideW=1, strideH=1, filterW=1, filterH=1, dilationFilterW=1,
                       dilationFilterH=1, enTranspose="false")

    def step(self, m0, ms, n0, ns, k0, ks, c_at):
        t, (_, _, k), slot = self.t, self.shape, self.steps % 2
        a1, b1, a0 = slot * 131072, 262144 + slot * 65536, slot * 32768
        first, last = k0 == 0, k0 + ks == k
        t.wait("MTE1", "MTE2", slot)
        self.nd2nz(a1, "a", m0, ms, k0, ks, k)
        self.nd2nz(b1, "b", n0, ns, k0, ks, k)
        t.set("MTE2", "MTE1", slot)
        t.wait("MTE2", "MTE1", slot)
        t.wait("M", "MTE1", slot)
        self.load(f"l0a:{a0}", f"l1:{a1}", ms, ks)
        self.load(f"l0b:{a0}", f"l1:{b1}", ns, ks)
        t.set("MTE1", "MTE2", slot)
        t.set("MTE1", "M", slot)
        t.wait("MTE1", "M", slot)
        if first and not self.unit_flag:
            t.wait("FIX", "M", 0)
        if not first and (ms // 16) * (ns // 16) < 10 and not self.unit_flag:
            t.put("pipe_barrier", "M")
        fields = {"dtype": "half:half:float", "m": ms, "n": ns, "k": ks,
                  "cmatrixInitVal": "true" if first and not self.bias else "false"}
        operands = [f"l0c:{c_at}", f"l0a:{a0}", f"l0b:{a0}"] + (["bt:0"] if self.bias and first else [])
        if self.unit_flag:
            fields["unitFlag"] = 3 if last else 2
        t.put("mmad", *operands, **fields)
        t.set("M", "MTE1", slot)
        self.steps += 1

    def load_bias(self, n0, ns):
        t = self.t
        if self.blocks:
            t.wait("M", "MTE1", 3)
            t.wait("MTE1", "MTE2", 3)
        t.put("data_copy", "l1:458752", f"gm:bias+{n0 * 4}", dtype="float", blockCount=1, blockLen=ceil16(ns) * 4 // 32,
              srcGap=0, dstGap=0)
        t.set("MTE2", "MTE1", 3)
        t.wait("MTE2", "MTE1", 3)
        t.put("data_copy", "bt:0", "l1:458752", dtype="float", blockCount=1,
              blockLen=ceil16(ns) * 4 // (32 if self.v2 else 64), srcGap=0, dstGap=0)
        t.set("MTE1", "M", 3)
        t.wait("MTE1", "M", 3)

    def block(self, m0, ms, n0, ns, last):
        t, (_, n, k), tk = self.t, self.shape, self.tile[2]
        c_at = self.blocks % 2 * 65536
        if self.bias:
            self.load_bias(n0, ns)
        for k0 in range(0, k, tk):
            self.step(m0, ms, n0, ns, k0, min(tk, k - k0), c_at)
        if self.bias and not last:
            t.set("M", "MTE1", 3)
            t.set("MTE1", "MTE2", 3)
        fields = {"dtype": "float:float", "layout": "nd", "nSize": ns, "mSize": ms, "srcStride": ceil16(ms),
                  "dstStride": n}
        if self.unit_flag:
            fields["unitFlag"] = 3
        else:
            t.set("M", "FIX", 0)
            t.wait("M", "FIX", 0)
        t.put("fixpipe", f"gm:c+{(m0 * n + n0) * 4}", f"l0c:{c_at}", **fields)
        if not self.unit_flag:
            t.set("FIX", "M", 0)
        self.blocks += 1

    def text(self):
        (m, n, _), (tm, tn, _) = self.shape, self.tile
        self.free_flags(self.t.set)
        for m0 in range(0, m, tm):
            for n0 in range(0, n, tn):
                self.block(m0, min(tm, m - m0), n0, min(tn, n - n0), m0 + tm >= m and n0 + tn >= n)
        self.free_flags(self.t.wait)
        self.t.put("pipe_barrier", "ALL")
        return "\n".join(self.t.lines + ["dump gm:c file=out.npy", ""])


KERNELS = {
    "tiled_910b": ("ascend910b1", 64, 96, 96, 32, 48, 32),
    "tiled_tails_910b": ("ascend910b1", 50, 70, 90, 32, 48, 48),
    "tiled_unit_flag_910b": ("ascend910b1", 64, 80, 64, 32, 48, 32, True),
    "tiled_bias_910b": ("ascend910b1", 48, 64, 64, 32, 32, 32, False, True),
    "tiled_950": ("ascend950pr_9589", 64, 96, 96, 32, 48, 32),
    "tiled_unit_flag_950": ("ascend950pr_9589", 50, 70, 64, 32, 48, 32, True),
}


def write_all(folder):
    """Folders of the kernels that were written."""
    rng, out = np.random.default_rng(7), []
    for name, case in KERNELS.items():
        _, m, n, k = case[:4]
        here = pathlib.Path(folder) / name
        here.mkdir(parents=True, exist_ok=True)
        np.save(here / "a.npy", rng.integers(-8, 9, (m, k)).astype(np.float16) + np.float16(0.5))
        np.save(here / "b.npy", rng.integers(-8, 9, (n, k)).astype(np.float16) + np.float16(0.5))
        np.save(here / "bias.npy", rng.integers(1, 9, ceil16(n)).astype(np.float32))
        (here / "kernel.aic").write_text(Matmul(*case).text(), encoding="utf-8")
        out.append(here)
    return out
