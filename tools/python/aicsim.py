"""Emit instruction records from Python and read back the simulated values.

    sim = Simulation("ascend910b1")
    a = sim.tensor("a", "half", array)          # in GM, with these bytes
    c = sim.tensor("c", "float", bytes=4 * 256) # in GM, not written yet
    sim.nd2nz("l1:0", a, dtype="half", ndNum=1, nValue=16, ...)
    sim.mmad("l0c:0", "l0a:0", "l0b:0", dtype="half:half:float", m=16, n=16, k=16)
    ...
    cycles = sim.finish()
    data = sim.read(c)                          # bytes

Every instruction of trace format v1 is a method; operands, fields and element types have the names of the format
(`aicsim explain mmad` lists them). Values of fields: whole numbers, booleans, floats, words ("nd"), and lists
(padList=[1, 1, 1, 1]). Flags may be given as in a trace: sim.set_flag("MTE2", "MTE1", 0). Findings name the line of
Python that emitted the record. Run this file for a worked matmul.
"""

import ctypes
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
_FLAG = ("src", "dst", "id")
_BARE = {"set_flag": _FLAG, "wait_flag": _FLAG, "pipe_barrier": ("pipe",), "get_buf": ("pipe", "bufferId"),
         "rls_buf": ("pipe", "bufferId"), "cross_set": ("flagId",), "cross_wait": ("flagId",)}
_SEVERITIES = ("hint", "note", "warning", "error")


def _load():
    places = [os.environ.get("AICSIM_LIB"), os.path.join(_HERE, "../../build/tools"), os.path.join(_HERE, "../../../lib")]
    for place in filter(None, places):
        path = os.path.join(place, "libaicsim.so")
        if os.path.exists(path):
            return ctypes.CDLL(path)
    return ctypes.CDLL("libaicsim.so")


def _declare(lib):
    p, s, i64, u64, u32, b = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint32,
                              ctypes.c_bool)
    table = {
        "aic_product_from_files": (p, [s]),
        "aic_product_free": (None, [p]),
        "aic_recording_new": (p, [p]),
        "aic_recording_free": (None, [p]),
        "aic_recording_recorder": (p, [p]),
        "aic_recording_tensor": (b, [p, s, s, u64, u64]),
        "aic_recording_write": (b, [p, u32, s, ctypes.c_uint, u64, u64, p]),
        "aic_recording_read": (b, [p, u32, s, ctypes.c_uint, u64, u64, p]),
        "aic_recording_run": (None, [p]),
        "aic_recording_finish": (i64, [p]),
        "aic_recording_findings": (ctypes.c_size_t, [p]),
        "aic_recording_rule": (s, [p, ctypes.c_size_t]),
        "aic_recording_message": (s, [p, ctypes.c_size_t]),
        "aic_recording_severity": (ctypes.c_int, [p, ctypes.c_size_t]),
        "aic_recording_line": (u32, [p, ctypes.c_size_t]),
        "aic_recorder_core": (None, [p, u32, ctypes.c_int]),
        "aic_recorder_site": (None, [p, u32, u32]),
        "aic_recorder_begin": (b, [p, s]),
        "aic_recorder_operand": (b, [p, s, u64]),
        "aic_recorder_dtype": (b, [p, s]),
        "aic_recorder_int": (b, [p, s, i64]),
        "aic_recorder_real": (b, [p, s, ctypes.c_double]),
        "aic_recorder_bits": (b, [p, s, u64]),
        "aic_recorder_word": (b, [p, s, s]),
        "aic_recorder_emit": (b, [p]),
        "aic_recorder_error": (s, [p]),
    }
    for name, (result, arguments) in table.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


class Tensor:
    """A range of GM. tensor + bytes is an operand further in."""

    def __init__(self, name, address, size):
        self.name, self.address, self.size = name, address, size

    def __add__(self, offset):
        return Tensor(self.name, self.address + offset, self.size - offset)


class Finding:
    def __init__(self, rule, severity, line, message):
        self.rule, self.severity, self.line, self.message = rule, severity, line, message

    def __repr__(self):
        return "line %d: %s: %s [%s]" % (self.line, self.severity, self.message, self.rule)


class Simulation:
    """One kernel on one product. Raises ValueError for names and values that no record can have."""

    def __init__(self, product="ascend910b1"):
        self._lib = _declare(_load())
        self._product = self._lib.aic_product_from_files(product.encode())
        if not self._product:
            raise ValueError("no product '%s'" % product)
        self._recording = self._lib.aic_recording_new(self._product)
        if not self._recording:
            raise MemoryError("out of memory for the simulation")
        self._recorder = self._lib.aic_recording_recorder(self._recording)
        self._next = 0

    def close(self):
        if self._recording:
            self._lib.aic_recording_free(self._recording)
            self._lib.aic_product_free(self._product)
            self._recording = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def tensor(self, name, dtype, data=None, bytes=None):
        """Declares a tensor in GM: from an object with bytes (bytes, a contiguous array), or unwritten with a size."""
        raw = None if data is None else memoryview(data).cast("B").tobytes()
        size = len(raw) if raw is not None else bytes
        if size is None:
            raise ValueError("tensor %s: give its data, or how many bytes it has" % name)
        tensor = Tensor(name, self._next, size)
        if not self._lib.aic_recording_tensor(self._recording, name.encode(), dtype.encode(), tensor.address, size):
            raise ValueError("tensor %s: no element type '%s'" % (name, dtype))
        if raw is not None:
            self.write(tensor, raw)
        self._next += (size + 511) // 512 * 512
        return tensor

    def core(self, number, unit=-1):
        """Where the records that follow belong; unit 0 AIC, 1 aiv0, 2 aiv1, -1 the instruction's own."""
        self._lib.aic_recorder_core(self._recorder, number, unit)

    @staticmethod
    def _place(operand):
        if isinstance(operand, Tensor):
            return "gm", operand.address
        space, _, address = str(operand).partition(":")
        try:
            return space, int(address, 0)
        except ValueError:
            raise ValueError("'%s' is no operand: a tensor, or SPACE:ADDRESS as \"l1:0\"" % operand) from None

    def write(self, operand, data, core=0, unit=0):
        space, address = self._place(operand)
        buffer = ctypes.create_string_buffer(bytes(data), len(data))
        if not self._lib.aic_recording_write(self._recording, core, space.encode(), unit, address, len(data), buffer):
            raise ValueError("%d bytes do not fit into %s at %d" % (len(data), space, address))

    def read(self, operand, n=None, core=0, unit=0):
        """Bytes after everything emitted so far has run."""
        space, address = self._place(operand)
        n = operand.size if n is None else n
        buffer = ctypes.create_string_buffer(n)
        self._lib.aic_recording_run(self._recording)
        if not self._lib.aic_recording_read(self._recording, core, space.encode(), unit, address, n, buffer):
            raise ValueError("%d bytes are not all inside %s at %d" % (n, space, address))
        return buffer.raw

    def _field(self, name, value):
        key = name.encode()
        if isinstance(value, (list, tuple)):
            for i, element in enumerate(value):
                self._field("%s.%d" % (name, i), element)
        elif isinstance(value, str):
            self._lib.aic_recorder_word(self._recorder, key, value.encode())
        elif isinstance(value, float):
            self._lib.aic_recorder_real(self._recorder, key, value)
        else:
            self._lib.aic_recorder_int(self._recorder, key, int(value))

    def emit(self, mnemonic, *operands, dtype=None, line=None, **fields):
        """Emits one record. The methods named after the instructions call this."""
        if line is None:
            line = sys._getframe(1).f_lineno
        if mnemonic in _BARE:  # as in a trace: set_flag("MTE2", "MTE1", 0)
            fields.update(zip(_BARE[mnemonic], operands))
            operands = ()
        self._lib.aic_recorder_site(self._recorder, 0, line)
        self._lib.aic_recorder_begin(self._recorder, mnemonic.encode())
        for operand in operands:
            space, address = self._place(operand)
            self._lib.aic_recorder_operand(self._recorder, space.encode(), address)
        for name in dtype.split(":") if dtype else ():
            self._lib.aic_recorder_dtype(self._recorder, name.encode())
        for name, value in fields.items():
            self._field(name, value)
        if not self._lib.aic_recorder_emit(self._recorder):
            raise ValueError(self._lib.aic_recorder_error(self._recorder).decode())

    def __getattr__(self, mnemonic):
        if mnemonic.startswith("_"):
            raise AttributeError(mnemonic)

        def call(*operands, **arguments):
            arguments.setdefault("line", sys._getframe(1).f_lineno)
            self.emit(mnemonic, *operands, **arguments)

        return call

    def finish(self):
        """Runs everything to its end; the whole cycles."""
        cycles = self._lib.aic_recording_finish(self._recording)
        if cycles < 0:
            raise RuntimeError("the records wait for one another: %s" % (self.findings[-1:] or "deadlock"))
        return cycles

    @property
    def findings(self):
        lib, rec = self._lib, self._recording
        return [Finding(lib.aic_recording_rule(rec, i).decode(), _SEVERITIES[lib.aic_recording_severity(rec, i)],
                        lib.aic_recording_line(rec, i), lib.aic_recording_message(rec, i).decode())
                for i in range(lib.aic_recording_findings(rec))]


def matmul(a, b):
    """C = A x B on one core of ascend910b1: half in, float out. a is [m, k], b is [k, n], lists of rows of floats; all
    sizes are multiples of 16 and fit into L0 at once. Returns (rows of C, cycles, findings)."""
    import struct
    m, k, n = len(a), len(b), len(b[0])
    with Simulation("ascend910b1") as sim:
        ga = sim.tensor("a", "half", struct.pack("<%de" % (m * k), *(v for row in a for v in row)))
        gb = sim.tensor("b", "half", struct.pack("<%de" % (k * n), *(v for row in b for v in row)))
        gc = sim.tensor("c", "float", bytes=4 * m * n)
        b1 = "l1:%d" % (2 * m * k)
        sim.nd2nz("l1:0", ga, dtype="half", ndNum=1, nValue=m, dValue=k, srcNdMatrixStride=0, srcDValue=k,
                  dstNzC0Stride=m, dstNzNStride=1, dstNzMatrixStride=0)
        sim.nd2nz(b1, gb, dtype="half", ndNum=1, nValue=k, dValue=n, srcNdMatrixStride=0, srcDValue=n,
                  dstNzC0Stride=k, dstNzNStride=1, dstNzMatrixStride=0)
        sim.set_flag(src="MTE2", dst="MTE1", id=0)
        sim.wait_flag(src="MTE2", dst="MTE1", id=0)
        for i in range(m // 16):  # NZ to ZZ, a row of fractals at a time
            sim.load2d("l0a:%d" % (i * 32 * k), "l1:%d" % (i * 512), dtype="half", startIndex=0, repeatTimes=k // 16,
                       srcStride=m // 16, dstGap=0)
        for i in range(k // 16):  # NZ to ZN, each fractal transposed
            sim.load2d("l0b:%d" % (i * 32 * n), "l1:%d" % (2 * m * k + i * 512), dtype="half", startIndex=0,
                       repeatTimes=n // 16, srcStride=k // 16, dstGap=0, ifTranspose=True)
        sim.set_flag("MTE1", "M", 0)
        sim.wait_flag("MTE1", "M", 0)
        sim.mmad("l0c:0", "l0a:0", "l0b:0", dtype="half:half:float", m=m, n=n, k=k)
        sim.set_flag(src="M", dst="FIX", id=0)
        sim.wait_flag(src="M", dst="FIX", id=0)
        sim.fixpipe(gc, "l0c:0", dtype="float:float", layout="nd", nSize=n, mSize=m, srcStride=m, dstStride=n)
        cycles = sim.finish()
        flat = struct.unpack("<%df" % (m * n), sim.read(gc))
        return [flat[i * n:(i + 1) * n] for i in range(m)], cycles, sim.findings


def _main():
    m, k, n = 32, 64, 48
    a = [[((i * 7 + j * 3) % 17 - 8) / 4 for j in range(k)] for i in range(m)]
    b = [[((i * 5 + j * 11) % 13 - 6) / 4 for j in range(n)] for i in range(k)]
    c, cycles, findings = matmul(a, b)
    wanted = [[sum(a[i][x] * b[x][j] for x in range(k)) for j in range(n)] for i in range(m)]
    for finding in findings:
        print(finding)
    wrong = sum(c[i][j] != wanted[i][j] for i in range(m) for j in range(n))
    print("matmul %d x %d x %d: %d cycles, %d of %d elements differ" % (m, n, k, cycles, wrong, m * n))
    return 1 if wrong or findings else 0


if __name__ == "__main__":
    sys.exit(_main())
