"""Building one random trace: memory images, places for results, record lines."""
import os

import numpy as np

import products


def ceil_div(a, b):
    return -(-a // b)


def ceil_to(a, b):
    return ceil_div(a, b) * b


class Full(Exception):
    """The buffer has no room for another result."""


class Case:
    """`want` names what the next instruction should be: its mnemonic, its path (source>destination) or the memory of
    its first operand (space), and its dtype. A generator asks for each of them among the values that it knows."""

    def __init__(self, product, rng):
        self.product, self.rng = product, rng
        self.want = {}
        self.vector_only = product.endswith("_vector")
        self.arch = products.arch_of(product)
        self.sizes = products.space_sizes(self.arch)
        self.images, self.used, self.tensors, self.lines = {}, {}, [], []
        self.registers = {}
        self.golden = {}
        self.shares = {"l1": 4}
        self.starts, self.far = {}, 1 << 32

    def int(self, low, high):
        return int(self.rng.integers(low, high + 1))

    def small(self, low, high):
        """Mostly near the lower end, sometimes anywhere."""
        return self.int(low, min(high, low + 4)) if self.rng.random() < 0.75 else self.int(low, high)

    def chance(self, p):
        return bool(self.rng.random() < p)

    def pick(self, options):
        return options[self.int(0, len(options) - 1)]

    def ask(self, key, options):
        """The wanted value where the generator knows it, otherwise any."""
        wanted = self.want.get(key)
        return wanted if wanted in options else self.pick(options)

    def size(self, low, high):
        """A size between low and high: small, anywhere, at one of the two ends or beside a multiple of 16."""
        kind = self.int(0, 9)
        if kind < 5:
            return self.int(low, min(high, low + 40))
        if kind < 7:
            return self.int(low, high)
        if kind == 7:
            return self.pick([low, high])
        return min(high, max(low, self.int(low, high) // 16 * 16 + self.pick([-1, 0, 1])))

    def image(self, space):
        """Bytes of a local buffer (ub.aiv1 is the second unit's) before the run; random until somebody sets them."""
        if space not in self.images:
            size = self.sizes[space.split(".")[0]]
            self.images[space] = self.rng.integers(0, 256, size, dtype=np.uint8)
        return self.images[space]

    def alloc(self, space, nbytes, align):
        """A place for a result that no other record of the trace touches."""
        start = self.used.get(space, 0)
        start = -(-start // align) * align + self.small(0, 3) * align
        if start + nbytes > self.room(space):
            raise Full()
        self.image(space)
        self.used[space] = start + nbytes
        return start

    def room(self, space):
        """Bytes for results: of a memory that the trace reads too, its lower part."""
        return self.sizes[space.split(".")[0]] // self.shares.get(space.split(".")[0], 1)

    def source(self, space, nbytes, align):
        """A place to read from, outside the results."""
        base = space.split(".")[0]
        size, start = self.sizes[base], self.room(space) if base in self.shares else 0
        if nbytes > size - start:
            raise Full()
        self.image(space)
        return start + self.int(0, (size - start - nbytes) // align) * align

    def put(self, space, address, data):
        raw = np.ascontiguousarray(data).reshape(-1).view(np.uint8)
        self.image(space)[address:address + len(raw)] = raw

    def place(self, nbytes, dump=False, align=1):
        """An operand in a GM tensor of its own, mostly at its start; align: what its address must divide by."""
        before = self.int(1, 99) * align if self.chance(0.25) else 0
        name = self.tensor(nbytes + before + (self.int(0, 40) if before else 0), dump=dump)
        if before and self.chance(0.3):
            start = self.far
            self.far += (1 << 24) + 512 * self.int(0, 9)
            self.starts[name] = start
            return "gm:0x%x" % (start + before)
        return "gm:" + name + ("+%d" % before if before else "")

    def tensor(self, nbytes, data=None, dump=False):
        """A GM tensor of bytes; its name."""
        if nbytes > 1 << 21:
            raise Full()
        data = self.rng.integers(0, 256, max(nbytes, 1), dtype=np.uint8) if data is None else data
        name = "t%d" % len(self.tensors)
        self.tensors.append((name, data, dump))
        return name

    def rec(self, mnemonic, operands, defaults=None, **fields):
        """A record; fields that hold their default are sometimes left out."""
        parts = list(operands)
        for key, value in fields.items():
            if defaults and defaults.get(key, object()) == value and self.chance(0.5):
                continue
            parts.append("%s=%s" % (key, str(value).lower() if isinstance(value, bool) else value))
        self.lines.append((mnemonic + " " + ", ".join(parts)).strip())

    def write(self, folder):
        """Files of the case; returns the trace's path and the names of the dumps."""
        head, tail, dumps = ["aicsim-trace 1", "product " + self.product], [], []
        for name, data, dump in self.tensors:
            np.save(os.path.join(folder, name + ".npy"), np.ascontiguousarray(data).view(np.uint8))
            start = " at=0x%x" % self.starts[name] if name in self.starts else ""
            head.append("gm %s uint8 %d%s file=%s.npy" % (name, len(data), start, name))
            if dump:
                tail.append("dump gm:%s file=%s.bin" % (name, name))
                dumps.append(name + ".bin")
        for space, data in sorted(self.images.items()):
            buffer, _, unit = space.partition(".")
            core = ["core 0." + (unit or "aiv0")] if buffer == "ub" and products.FAMILIES[self.arch]["split"] else []
            data.tofile(os.path.join(folder, space + "_before.bin"))
            head += core + ["init %s:0 file=%s_before.bin" % (buffer, space)]
            if space in self.used:
                size = min(-(-self.used[space] // 4096) * 4096, len(data))
                tail += core + ["dump %s:0 bytes=%d file=%s.bin" % (buffer, size, space)]
                dumps.append(space + ".bin")
        path = os.path.join(folder, "case.aic")
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(head + (["core 0"] if any(l.startswith("core") for l in head) else []) + self.lines
                                + tail) + "\n")
        return path, dumps
