"""Records for the tests of the documents: run by the program and by the second implementation in tests/oracle."""
import os
import subprocess
import sys
import tempfile

import numpy as np

from tracekit import HERE, run

sys.path.insert(0, str(HERE / "oracle"))
import machine  # noqa: E402  (the oracle's folder must be on the path)

A2, A5, I310P, I910, A310B = "ascend910b1", "ascend950pr_9589", "ascend310p3", "ascend910", "ascend310b1"
L1 = np.random.default_rng(20).integers(0, 256, 512 * 1024, dtype=np.uint8)
BEFORE = bytes(0xA5 for _ in range(65536))


def record(mnemonic, operands, fields):
    """A line of the trace; fields whose value is None are left out."""
    parts = list(operands)
    for key, value in fields.items():
        if value is not None:
            parts.append("%s=%s" % (key, str(value).lower() if isinstance(value, bool) else value))
    return "%s %s" % (mnemonic, ", ".join(parts))


def head(dst):
    """L1 holds random bytes, the destination a pattern, so that an untouched byte shows."""
    return ["init l1:0 file=l1.raw", "init %s:0 file=before.raw" % dst]


def tail(dst):
    return ["dump %s:0 bytes=65536 file=dst.bin" % dst]


FILES = {"l1.raw": L1.tobytes(), "before.raw": BEFORE}


class Result:
    def __init__(self, outcome, expected=None):
        self.outcome = outcome
        self.data = np.frombuffer(outcome.dumps.get("dst.bin", b""), np.uint8)
        self.expected = expected

    def clean(self):
        return self.outcome.status == 0 and not self.outcome.errors()

    def agrees(self):
        """The program's bytes are the oracle's, except where the documents decide nothing."""
        data, marks = self.expected
        return len(self.data) == len(data) and not np.any((self.data ^ data) & ~marks)

    def untouched(self):
        return self.data.tobytes() == BEFORE

    def words(self, dtype):
        return self.data.view(dtype)


def oracle(product, lines):
    with tempfile.TemporaryDirectory(prefix="oracle_") as folder:
        for name, data in FILES.items():
            with open(os.path.join(folder, name), "wb") as out:
                out.write(data)
        path = os.path.join(folder, "t.aic")
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(["aicsim-trace 1", "product " + product] + lines) + "\n")
        return machine.run_trace(path)["dst.bin"]


def execute(aicsim, product, dst, records, compare=True, options=()):
    """Runs the records between the images and the dump of dst."""
    lines = head(dst) + list(records) + tail(dst)
    outcome = run(aicsim, product, lines, FILES, options=options)
    return Result(outcome, oracle(product, lines) if compare else None)


def check_only(aicsim, product, records):
    return run(aicsim, product, ["init l1:0 file=l1.raw"] + list(records), FILES, verb="check")


def explained(aicsim, name):
    return subprocess.run([aicsim, "explain", name], capture_output=True, text=True, check=True).stdout
