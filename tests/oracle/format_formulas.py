"""The data formats in numpy, by the documents' own formulas (pad, reshape, transpose): name -> function of the logical
array and C0. Used by the checks of `aicsim layout` and of the layouts in traces; the program under test is not.
"""
import numpy as np

# name -> (bits, numpy type of the elements in files)
TYPES = {'int4': (4, np.uint8), 'int8': (8, np.int8), 'half': (16, np.float16), 'float': (32, np.float32),
         'fp8_e8m0': (8, np.uint8), 'bfloat16': (16, np.uint16)}


def pad(x, axis, block):
    """Zeros behind axis (counted from the end) up to a multiple of block."""
    widths = [(0, 0)] * x.ndim
    widths[axis % x.ndim] = (0, -x.shape[axis] % block)
    return np.pad(x, widths)


def split(x, axis, block):
    """... A ... -> ... A1 A0 ..., padded."""
    x = pad(x, axis, block)
    axis %= x.ndim
    return x.reshape(x.shape[:axis] + (x.shape[axis] // block, block) + x.shape[axis + 1:])


def tail(x, order):
    """Transposes the last len(order) axes."""
    lead = x.ndim - len(order)
    return x.transpose(list(range(lead)) + [lead + o for o in order])


# ---- matrices: (..., R, S) ----
def nz(x, c0):      # (..., M1, M0, N1, N0) -> (..., N1, M1, M0, N0)
    return tail(split(split(x, -1, c0), -3, 16), (2, 0, 1, 3))


def zz(x, c0):      # -> (..., M1, K1, M0, K0)
    return tail(split(split(x, -1, c0), -3, 16), (0, 2, 1, 3))


def zn(x, c0):      # (..., K1, K0, N1, N0) -> (..., K1, N1, N0, K0)
    return tail(split(split(x, -1, 16), -3, c0), (0, 2, 3, 1))


def scale_zz(x, c0):
    return tail(split(split(x, -1, 2), -3, 16), (0, 2, 1, 3))


def scale_nn(x, c0):
    return tail(split(split(x, -1, 16), -3, 2), (2, 0, 3, 1))


def same(x, c0):
    return x


def turned(x, c0):
    return np.swapaxes(x, -1, -2)


MATRIX = {
    'nd': same,
    'column_major': turned,
    'nd_align': lambda x, c0: pad(x, -1, c0),
    'nz': nz,
    'nz_l0c': lambda x, c0: nz(x, 16),
    'zz': zz,
    'zn': zn,
}
SCALES = {
    'nd': same,
    'column_major': turned,
    'zz': scale_zz,
    'nn': scale_nn,
    'scale_and': same,
    'scale_bdn': turned,
    'scale_adn': lambda x, c0: tail(split(x, -1, 2), (1, 0, 2)),
    'scale_bnd': lambda x, c0: tail(split(x, -2, 2), (0, 2, 1)),
}

# ---- feature maps and kernels: (..., N, C, H, W) ----
CONV2D = {
    'nchw': same,
    'nhwc': lambda x, c0: tail(x, (0, 2, 3, 1)),
    'hwcn': lambda x, c0: tail(x, (2, 3, 1, 0)),
    # NCHW.reshape(N, C1, C0, H, W).transpose(0, 1, 3, 4, 2)
    'nc1hwc0': lambda x, c0: tail(split(x, -3, c0), (0, 1, 3, 4, 2)),
    # NCHW padded .reshape(N1, N0, C1, C0, H, W).transpose(2, 4, 5, 0, 1, 3).reshape(C1*H*W, N1, N0, C0)
    'fractal_z': lambda x, c0: joined(tail(split(split(x, -3, c0), -5, 16), (2, 4, 5, 0, 1, 3)), 6, 3),
}

# ---- volumes: (..., N, C, D, H, W) ----
CONV3D = {
    'ncdhw': same,
    'ndhwc': lambda x, c0: tail(x, (0, 2, 3, 4, 1)),
    'ndc1hwc0': lambda x, c0: tail(split(x, -4, c0), (0, 3, 1, 4, 5, 2)),
    # (N1, N0, D, H, W, C1, C0) -> (D, C1, H, W, N1, N0, C0) -> (D*C1*H*W, N1, N0, C0)
    'fractal_z_3d': lambda x, c0: joined(tail(split(split(tail(x, (0, 2, 3, 4, 1)), -1, c0), -6, 16),
                                              (2, 5, 3, 4, 0, 1, 6)), 7, 4),
}


def joined(x, last, count):
    """Joins the first `count` of the last `last` axes."""
    lead = x.shape[:x.ndim - last]
    own = x.shape[x.ndim - last:]
    return x.reshape(lead + (int(np.prod(own[:count])),) + own[count:])


# ---- attention: (..., B, S, N, G, D) ----
HEADS = {
    'bsngd': same,
    'sbngd': lambda x, c0: tail(x, (1, 0, 2, 3, 4)),
    'bsh': lambda x, c0: x.reshape(x.shape[:-3] + (-1,)),
    'sbh': lambda x, c0: tail(x, (1, 0, 2, 3, 4)).reshape(x.shape[:-5] + (x.shape[-4], x.shape[-5], -1)),
    'bngs1s2': lambda x, c0: tail(x, (0, 2, 3, 1, 4)),
    'bmnk': lambda x, c0: joined(tail(x, (0, 2, 3, 1, 4)), 5, 3),
}

# The order in which --shape is given, as a permutation of the logical axes; plain formats speak their own.
SPOKEN = {'nhwc': (0, 2, 3, 1), 'hwcn': (2, 3, 1, 0), 'ndhwc': (0, 2, 3, 4, 1), 'sbngd': (1, 0, 2, 3, 4),
          'bngs1s2': (0, 2, 3, 1, 4)}
PLAIN = {'nchw', 'nhwc', 'hwcn', 'ncdhw', 'ndhwc', 'bsngd', 'sbngd', 'bngs1s2'}


def stored(x, bits):
    """Pairs of 4-bit elements in one byte, the first in the low half."""
    x = np.ascontiguousarray(x)
    return x if bits != 4 else x[..., 0::2] | x[..., 1::2] << 4


def values(shape, bits, dtype):
    n = int(np.prod(shape))
    if bits == 4:
        return (np.arange(n) % 15 + 1).astype(np.uint8).reshape(shape)
    raw = (np.arange(n, dtype=np.uint64) * 2654435761 + 1) % (1 << bits)
    return raw.astype({8: np.uint8, 16: np.uint16, 32: np.uint32}[bits]).view(dtype).reshape(shape)
