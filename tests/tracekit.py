"""Small traces for tests: written to a folder of their own, run, and read back."""
import json
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def product_names():
    """The products: every product file that is not a base of others."""
    names = []
    for path in sorted((HERE.parent / "configs").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        if "abstract: true" not in text:
            names.append(path.stem)
    return names


class Outcome:
    """What one run left: exit status, findings, the bytes of every dump."""

    def __init__(self, status, report, dumps):
        self.status, self.dumps = status, dumps
        self.findings = report["findings"]

    def rules(self, *severities):
        return [f["rule"] for f in self.findings if not severities or f["severity"] in severities]

    def errors(self):
        return self.rules("error")

    def at_line(self, line):
        return [f for f in self.findings if f["line"] == line]


def run(aicsim, product, lines, files=None, verb="run", options=()):
    """Runs a trace of these lines. files: name -> bytes, for init and gm lines. Raises where it cannot be read."""
    with tempfile.TemporaryDirectory(prefix="trace_") as folder:
        root = pathlib.Path(folder)
        for name, data in (files or {}).items():
            (root / name).write_bytes(bytes(data))
        trace = root / "t.aic"
        trace.write_text("\n".join(["aicsim-trace 1", "product " + product] + list(lines)) + "\n", encoding="utf-8")
        done = subprocess.run([aicsim, verb, str(trace), "--format", "json", *options], capture_output=True, text=True,
                              timeout=120, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError("exit status %d: %s" % (done.returncode, (done.stderr or done.stdout)[:500]))
        dumps = {path.name: path.read_bytes() for path in root.glob("*.bin") if path.name not in (files or {})}
        return Outcome(done.returncode, json.loads(done.stdout), dumps)


class Tally:
    """Counts what was asked and prints what was not so."""

    def __init__(self):
        self.passed, self.failed = 0, 0

    def check(self, name, good, detail=""):
        self.passed, self.failed = self.passed + bool(good), self.failed + (not good)
        if not good:
            print("FAIL %s%s" % (name, ": " + str(detail) if detail != "" else ""))

    def end(self):
        print("%d passed, %d failed" % (self.passed, self.failed))
        return 1 if self.failed or not self.passed else 0
