"""What the oracle knows of the products: the architecture and the sizes of the buffers (products.md 1.1, 4; X37)."""
KB = 1024

FAMILIES = {
    "3510": dict(l1=512 * KB, l0=64 * KB, l0c=256 * KB, ub=256 * KB, bt=4 * KB, fb=8 * KB, l0a_nz=True, split=True),
    "2201": dict(l1=512 * KB, l0=64 * KB, l0c=128 * KB, ub=192 * KB, bt=1 * KB, fb=2 * KB, l0a_nz=False, split=True),
    "3002": dict(l1=1024 * KB, l0=64 * KB, l0c=128 * KB, ub=248 * KB, bt=1 * KB, fb=2 * KB, l0a_nz=False, split=False),
    "2002": dict(l1=1024 * KB, l0=64 * KB, l0c=256 * KB, ub=256 * KB, bt=0, fb=0, l0a_nz=False, split=False),
    "1001": dict(l1=1024 * KB, l0=64 * KB, l0c=256 * KB, ub=256 * KB, bt=0, fb=0, l0a_nz=False, split=False),
    "3003": dict(l1=1024 * KB, l0=64 * KB, l0c=128 * KB, ub=128 * KB, bt=1 * KB, fb=2 * KB, l0a_nz=False, split=False),
    "3113": dict(l1=512 * KB, l0=32 * KB, l0c=64 * KB, ub=128 * KB, bt=1 * KB, fb=2 * KB, l0a_nz=False, split=False),
}
ARCH = {
    "ascend910b": "2201", "ascend910_9": "2201", "ascend950": "3510", "ascend310b": "3002", "ascend310p": "2002",
    "kirin_x90": "3003", "kirin_9030": "3113",
}


def arch_of(product):
    for prefix, arch in ARCH.items():
        if product.startswith(prefix):
            return arch
    if product == "ascend910":
        return "1001"
    raise ValueError("unknown product " + product)


def space_sizes(arch):
    """Bytes of every local buffer."""
    family = FAMILIES[arch]
    return {
        "l1": family["l1"], "l0a": family["l0"], "l0b": family["l0"], "l0c": family["l0c"], "ub": family["ub"],
        "bt": family["bt"], "fb": family["fb"], "l0a_mx": 4 * KB, "l0b_mx": 4 * KB, "idx": family["l0"] // 4,
    }
