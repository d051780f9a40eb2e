"""The reference machine: memories, the registers that records set, and the run of a whole trace.

Every memory has two planes of bytes: the data, and `open`, which is not zero where the documents leave the value
of a bit undecided. Both planes take the same moves, so that an undecided bit stays undecided wherever it goes;
the comparison leaves those bits out. A third plane, `void`, marks the lanes that an instruction leaves undefined and
whose bytes stand (trace format: L0C outside m x n, rows of a last fractal that were not moved); it does not move.
"""
import os

import numpy as np

import fixpipe
import gm_l1
import load2d
import load3d
import mmad
import products
import trace
from formats import BITS, RAW


class Space:
    def __init__(self, size):
        self.data = np.zeros(size, np.uint8)
        self.open = np.zeros(size, np.uint8)
        self.void = np.zeros(size, np.uint8)

    def planes(self):
        return self.data, self.open


class Loc:
    """An operand: a memory and a byte offset in it."""

    def __init__(self, space, base, kind):
        self.space, self.base, self.kind = space, base, kind

    def at(self, nbytes):
        return Loc(self.space, self.base + nbytes, self.kind)

    def gather(self, offsets, bits):
        """Raw elements and their open marks at element offsets from the operand."""
        return [read_plane(plane, self.base, offsets, bits) for plane in self.space.planes()]

    def scatter(self, offsets, pair, bits):
        for plane, values in zip(self.space.planes(), pair):
            write_plane(plane, self.base, offsets, values, bits)
        write_plane(self.space.void, self.base, offsets, np.zeros(np.shape(offsets), np.uint8), bits)

    def leave_void(self, offsets, bits):
        """Lanes that keep their bytes and are undefined."""
        write_plane(self.space.void, self.base, offsets, np.full(np.shape(offsets), (1 << bits) - 1, np.uint64), bits)

    def leave_unasked(self, offsets, bits):
        """Results whose value no source settles though one of a few is meant: neither valid nor undefined is wrong."""
        ones = sum(1 << at for at in range(0, bits, 8))
        write_plane(self.space.void, self.base, offsets, np.full(np.shape(offsets), ones, np.uint64), bits)

    def put(self, offsets, values, bits):
        """Elements whose value is decided."""
        values = np.asarray(values)
        self.scatter(offsets, (values, np.zeros(values.shape, values.dtype)), bits)

    def leave_open(self, offsets, bits):
        ones = np.full(np.shape(offsets), (1 << bits) - 1, np.uint64)
        write_plane(self.space.open, self.base, offsets, ones, bits)


def element_view(plane, base, bits):
    size = bits // 8
    count = (len(plane) - base) // size
    return plane[base:base + count * size].view(RAW[bits])


def check_range(offsets, limit):
    if np.size(offsets) and (np.min(offsets) < 0 or np.max(offsets) >= limit):
        raise IndexError("access outside the memory")


def read_plane(plane, base, offsets, bits):
    offsets = np.asarray(offsets)
    if bits == 4:
        nibble = offsets + base * 2
        check_range(nibble, len(plane) * 2)
        return plane[nibble // 2] >> (nibble % 2 * 4).astype(np.uint8) & 15
    view = element_view(plane, base, bits)
    check_range(offsets, len(view))
    return view[offsets]


def write_plane(plane, base, offsets, values, bits):
    offsets, values = np.asarray(offsets), np.asarray(values)
    if bits != 4:
        view = element_view(plane, base, bits)
        check_range(offsets, len(view))
        view[offsets] = values.astype(RAW[bits])
        return
    nibble = (offsets + base * 2).ravel()
    check_range(nibble, len(plane) * 2)
    values = np.broadcast_to(values, offsets.shape).ravel().astype(np.uint8)
    for high in (0, 1):
        chosen = nibble % 2 == high
        at = nibble[chosen] // 2
        keep = 0x0F if high else 0xF0
        plane[at] = plane[at] & keep | values[chosen] << 4 * high


class Registers:
    """What set_* records leave behind (semantics.md 0, 1.5, 1.6)."""

    def __init__(self):
        self.fmatrix = None
        self.padding = 0
        self.repeat = None
        self.boundary = 0
        self.hf32 = self.hf32_toward_zero = False
        self.inf_nan = self.fp8_nan = False


class Machine:
    def __init__(self, product):
        self.product = product
        self.arch = products.arch_of(product)
        self.family = products.FAMILIES[self.arch]
        self.spaces = {}
        self.tensors = {}
        self.next_address = 0
        self.core, self.unit = 0, None
        self.registers = Registers()

    def local(self, name, unit=None):
        if name == "ub":
            unit = unit or self.unit or "aiv0"
        key = (self.core, name, unit if name == "ub" else None)
        if key not in self.spaces:
            self.spaces[key] = Space(products.space_sizes(self.arch)[name])
        return self.spaces[key]

    def loc(self, operand, unit=None):
        name, _, rest = operand.partition(":")
        if name != "gm":
            return Loc(self.local(name, unit), int(rest, 0), name)
        if rest[:1].isdigit():
            address = int(rest, 0)
            for start, space in self.tensors.values():
                if start <= address < start + len(space.data):
                    return Loc(space, address - start, "gm")
            raise IndexError("no tensor at " + rest)
        tensor, _, offset = rest.partition("+")
        return Loc(self.tensors[tensor][1], int(offset or "0", 0), "gm")

    def add_tensor(self, item, folder):
        name, dtype, shape = item.parts
        count = int(np.prod([int(d) for d in shape.split("x")]))
        size = count * BITS[dtype] // 8
        start = item.int("at", -(-self.next_address // 512) * 512)
        self.next_address = start + size
        space = Space(size)
        if item.text("file"):
            space.data[:] = load_bytes(os.path.join(folder, item.text("file")))
        self.tensors[name] = (start, space)

    def init(self, item, folder):
        data = load_bytes(os.path.join(folder, item.text("file")))
        loc = self.loc(item.parts[0])
        loc.space.data[loc.base:loc.base + len(data)] = data

    def execute(self, item):
        HANDLERS[item.head](self, item)

    def dump(self, item):
        loc = self.loc(item.parts[0])
        size = item.int("bytes", len(loc.space.data) - loc.base)
        planes = (loc.space.data, loc.space.open, loc.space.void)
        return [plane[loc.base:loc.base + size].copy() for plane in planes]


def load_bytes(path):
    if path.endswith(".npy"):
        return np.ascontiguousarray(np.load(path)).reshape(-1).view(np.uint8)
    return np.fromfile(path, np.uint8)


def nothing(_machine, _item):
    """Order between pipes is not the oracle's subject: it runs the records one after another."""


def set_ctrl(machine, item):
    """Writes all the bits: a switch without a documented default is off where a record leaves it out (trace format)."""
    registers = machine.registers
    registers.hf32, registers.hf32_toward_zero = item.flag("hf32"), item.flag("hf32_mode")
    registers.inf_nan, registers.fp8_nan = item.flag("inf_nan"), item.flag("fp8_nan")


HANDLERS = {name: nothing for name in (
    "set_flag", "wait_flag", "pipe_barrier", "scalar", "cross_set", "cross_wait", "get_buf", "rls_buf",
    "set_mm_order", "set_fixpipe_config", "set_fixpipe_addr")}
HANDLERS["set_ctrl"] = set_ctrl
for module in (load3d, load2d, gm_l1, mmad, fixpipe):
    HANDLERS.update(module.HANDLERS)


def run_trace(path, product=None):
    """Expected dumps of a trace: file name -> (bytes, open marks)."""
    return {name: planes[:2] for name, planes in run_states(path, product).items()}


def run_states(path, product=None):
    """As run_trace, with the third plane: file name -> (bytes, open marks, void lanes)."""
    folder = os.path.dirname(path)
    items = trace.parse(path)
    named = [i.parts[0] for i in items if i.head == "product"]
    machine = Machine(product or named[0])
    # Tensors and init lines hold before the run and dumps after it, wherever they stand; only their unit is local.
    for item in items:
        if item.head == "core":
            set_core(machine, item)
        elif item.head == "gm":
            machine.add_tensor(item, folder)
        elif item.head == "init":
            machine.init(item, folder)
    machine.core, machine.unit = 0, None
    for item in items:
        if item.head == "core":
            set_core(machine, item)
        elif item.head in HANDLERS:
            machine.execute(item)
        elif item.head not in trace.DIRECTIVES:
            raise ValueError("line %d: unknown record %s" % (item.line, item.head))
    machine.core, machine.unit = 0, None
    dumps = {}
    for item in items:
        if item.head == "core":
            set_core(machine, item)
        elif item.head == "dump":
            dumps[item.text("file")] = machine.dump(item)
    return dumps


def set_core(machine, item):
    core, _, unit = item.parts[0].partition(".")
    machine.core, machine.unit = int(core), unit or None
