"""Record streams of the calibration points, as text traces. Every function yields lines."""


def header(product, tensors):
    yield "aicsim-trace 1"
    yield f"product {product}"
    for name, shape in tensors:
        yield f"gm {name} half {shape}"


def nd2nz(l1, gm, rows, cols, pitch):
    return (f"nd2nz l1:{l1}, gm:{gm}, dtype=half, ndNum=1, nValue={rows}, dValue={cols}, srcNdMatrixStride=0, "
            f"srcDValue={pitch}, dstNzC0Stride={max(rows, 1)}, dstNzNStride=1, dstNzMatrixStride=0")


def repeated(product, tensors, body, times, sync=()):
    """`times` times the same records, with `sync` behind each."""
    yield from header(product, tensors)
    for _ in range(times):
        yield from body
        yield from sync
