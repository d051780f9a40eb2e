#!/usr/bin/env python3
"""Writes the example: a 3x3 convolution of 8x8 pixels, 32 channels in and out, as a trace with its data.

conv.aic is the kernel; race.aic is the same without the flag that makes the cube wait for its second half of A.
Needs numpy; the expected result comes from a plain convolution, not from the simulator.
"""
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
C1, C0, H, W = 2, 16, 8, 8
KH, KW, COUT = 3, 3, 32
CIN, K, M = C1 * C0, C1 * KH * KW * C0, H * W
HALF = M // 2

# Addresses: x and w in L1, two buffers in L0A, two results in L0C.
L1_X, L1_W = 0, C1 * H * W * C0 * 2
L0A = [0, 20480]
L0C = [0, HALF * COUT * 4]

RACE = "set_flag MTE1, M, 2", "wait_flag MTE1, M, 2"


def data():
    """Small whole numbers, so that the sums are exact in any order."""
    random = np.random.default_rng(910)
    image = random.integers(-4, 5, size=(CIN, H, W))
    weight = random.integers(-3, 4, size=(COUT, CIN, KH, KW))
    return image, weight


def convolve(image, weight):
    """[H*W][COUT], stride 1, one pixel of zero padding."""
    padded = np.pad(image, ((0, 0), (1, 1), (1, 1)))
    out = np.zeros((H, W, COUT), np.int64)
    for y in range(H):
        for x in range(W):
            out[y, x] = np.tensordot(weight, padded[:, y:y + KH, x:x + KW], axes=3)
    return out.reshape(M, COUT).astype(np.float32)


def to_nc1hwc0(image):
    return image.reshape(C1, C0, H, W).transpose(0, 2, 3, 1)[None].astype(np.float16)


def to_fractals(weight):
    """Rows in the order that LoadData3D gives the columns of A (c1, kh, kw, c0), in 16x16 fractals, n before k."""
    rows = weight.reshape(COUT, C1, C0, KH, KW).transpose(1, 3, 4, 2, 0).reshape(K, COUT)
    return rows.reshape(K // 16, 16, COUT // 16, 16).transpose(0, 2, 3, 1).astype(np.float16)


def kernel():
    yield from (
        "aicsim-trace 1",
        "product ascend910b1",
        f"gm x half 1x{C1}x{H}x{W}x{C0} file=x.npy layout=nc1hwc0",
        f"gm w half {K // 16}x{COUT // 16}x16x16 file=w.npy",
        f"gm y float {M}x{COUT}",
        "expect gm:y file=golden.npy",
        "",
        "# the image and the weights into L1",
        f"data_copy l1:{L1_X}, gm:x, dtype=half, blockCount=1, blockLen={C1 * H * W}",
        "set_flag MTE2, MTE1, 0",
        f"data_copy l1:{L1_W}, gm:w, dtype=half, blockCount=1, blockLen={K * COUT // 16}",
        "set_flag MTE2, MTE1, 1",
        "",
        "# image to columns: the upper half of the rows, the weights, the lower half",
        "wait_flag MTE2, MTE1, 0",
        load3d(0),
        "wait_flag MTE2, MTE1, 1",
        f"load2d l0b:0, l1:{L1_W}, dtype=half, repeatTimes={K // 16 * (COUT // 16)}, srcStride=1",
        "set_flag MTE1, M, 1",
        load3d(1),
        RACE[0],
        "",
        "# each half: multiply, then out through Fixpipe while the other half multiplies",
    )
    for half in range(2):
        yield from (
            "wait_flag MTE1, M, 1" if half == 0 else RACE[1],
            f"mmad l0c:{L0C[half]}, l0a:{L0A[half]}, l0b:0, dtype=half:half:float, m={HALF}, n={COUT}, k={K}, "
            "cmatrixInitVal=true",
            f"set_flag M, FIX, {half}",
            f"wait_flag M, FIX, {half}",
            f"fixpipe gm:y+{half * HALF * COUT * 4}, l0c:{L0C[half]}, dtype=float:float, layout=nd, nSize={COUT}, "
            f"mSize={HALF}, srcStride={HALF}, dstStride={COUT}",
        )
    yield "pipe_barrier ALL"


def load3d(half):
    return (f"load3dv2 l0a:{L0A[half]}, l1:{L1_X}, dtype=half, padList=1:1:1:1, l1H={H}, l1W={W}, channelSize={CIN}, "
            f"kExtension={K}, mExtension={HALF}, mStartPt={half * HALF}, strideW=1, strideH=1, filterW={KW}, filterH={KH}, "
            "dilationFilterW=1, dilationFilterH=1")


def main():
    image, weight = data()
    np.save(HERE / "x.npy", to_nc1hwc0(image))
    np.save(HERE / "w.npy", to_fractals(weight))
    np.save(HERE / "golden.npy", convolve(image, weight))
    lines = list(kernel())
    (HERE / "conv.aic").write_text("\n".join(lines) + "\n")
    racy = [line for line in lines if line not in RACE and not line.startswith("expect")]
    (HERE / "race.aic").write_text("\n".join(racy) + "\n")


if __name__ == "__main__":
    main()
