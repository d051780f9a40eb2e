"""Which conflicting accesses of a trace are ordered: a plain reading of the text, independent of the program.

ordered_conflicts(lines) gives the pairs of data records (numbers of lines) that touch the same bytes, one of them
writing, and of which one happens before the other: through the order inside a pipe, flags, barriers or unit flags.
Spans are the smallest ranges that hold what a record touches; records of one core and one unit only.
"""
import re

NUMBER = re.compile(r"(\w+)=([^,\s]+)")
BITS = {"half": 16, "bfloat16": 16, "float": 32, "int8": 8, "uint8": 8, "int32": 32, "uint64": 64, "fp8_e4m3fn": 8}
PIPES = {"nd2nz": "MTE2", "dn2nz": "MTE2", "fixpipe": "FIX", "mmad": "M"}


def is_record(text):
    word = text.split(" ", 1)[0]
    return word in PIPES or word in ("data_copy", "fill") or word.startswith("load")


def up(value, to):
    return -(-value // to) * to


class Record:
    """A data record: its pipe, what it reads and what it writes as (space, lowest, end) ranges."""

    def __init__(self, number, text, tensors):
        self.number, (self.word, _, rest) = number, text.partition(" ")
        self.f = {k: v for k, v in NUMBER.findall(rest)}
        self.at = [self.address(o, tensors) for o in re.findall(r"(?:^|[ ,])((?:gm|l1|l0a|l0b|l0c|bt|fb|ub):[^, ]+)", " " + rest)]
        source = self.at[1][0] if len(self.at) > 1 else "l1"
        self.pipe = PIPES.get(self.word) or ("MTE2" if source == "gm" else "MTE1")
        self.bits = BITS[self.f["dtype"].split(":")[0]]
        self.reads, self.writes = [], []
        spans = getattr(self, self.word if self.word in ("mmad", "fixpipe", "nd2nz") else "load")()
        for i, (size, write) in enumerate(spans):
            space, base = self.at[i]
            (self.writes if write else self.reads).append((space, base, base + size))
        if self.word == "mmad" and self.f.get("cmatrixInitVal") == "false" and len(self.at) < 4:
            self.reads += self.writes

    @staticmethod
    def address(operand, tensors):
        space, _, at = operand.partition(":")
        if space != "gm":
            return space, int(at)
        name, _, plus = at.partition("+")
        return "gm:" + name if name in tensors else "gm", int(plus or 0)

    def n(self, name, default=0):
        return int(self.f.get(name, default))

    def mmad(self):
        m, n, k, c0 = up(self.n("m"), 16), up(self.n("n"), 16), self.n("k"), 256 // self.bits
        k = up(k, c0)
        spans = [(m * n * 4, True), (m * k * self.bits // 8, False), (n * k * self.bits // 8, False), (n * 4, False)]
        return spans[:len(self.at)]

    def fixpipe(self):
        columns = up(self.n("nSize"), 16) // 16
        read = ((columns - 1) * self.n("srcStride") + self.n("mSize")) * 64
        if self.f.get("layout") == "nd":
            return [(((self.n("mSize") - 1) * self.n("dstStride") + self.n("nSize")) * 4, True), (read, False)]
        return [(1 << 30, True), (read, False)]

    def nd2nz(self):
        blocks = up(self.n("dValue") * self.bits, 256) // 256
        return [(((blocks - 1) * self.n("dstNzC0Stride") + self.n("nValue") * self.n("dstNzNStride", 1)) * 32, True),
                (((self.n("nValue") - 1) * self.n("srcDValue") + self.n("dValue")) * self.bits // 8, False)]

    def load(self):
        """Copies and loads: what comes in goes out; where the image is loaded from, all of it is read."""
        if self.word == "data_copy":
            unit = 64 if self.at[0][0] == "bt" else 32
            size = ((self.n("blockLen")) * self.n("blockCount", 1) + self.n("srcGap") * (self.n("blockCount", 1) - 1)) * unit
            return [(size, True), (size, False)][:len(self.at)]
        if self.word == "load2d":
            size = self.n("repeatTimes") * 512
            return [(size, True), (self.n("startIndex") * 512 + size * max(1, self.n("srcStride", 1)), False)]
        if self.word == "load2dv2":
            size = self.n("mStep") * self.n("kStep") * 512
            return [(size, True), ((self.n("kStartPosition") + self.n("kStep")) * abs(self.n("srcStride")) * 512, False)]
        size = up(self.n("mExtension"), 16) * up(self.n("kExtension"), 256 // self.bits) * self.bits // 8
        image = self.n("l1H", 1) * self.n("l1W", 1) * up(self.n("channelSize"), 256 // self.bits) * self.bits // 8
        return [(size, True), (image or size, False)]

    def meets(self, other):
        for mine, theirs in ((self.writes, other.reads + other.writes), (self.reads, other.writes)):
            for space, lo, hi in mine:
                if any(space == s and lo < h and l < hi for s, l, h in theirs):
                    return True
        return False


def small_accumulation(record):
    return "false" == record.f.get("cmatrixInitVal") and (record.n("m") // 16) * (record.n("n") // 16) < 10


class Order:
    """Sets of records known to be over, per pipe, walked in program order as far as flags allow."""

    def __init__(self):
        self.known, self.done, self.flags, self.barriers = {}, {}, {}, {}
        self.unit_flags = []

    def pipe(self, name):
        return self.known.setdefault(name, set())

    def start(self, record):
        known = self.pipe(record.pipe)
        if record.n("unitFlag") and record.word == "fixpipe":
            for mmad in self.unit_flags:
                known |= {mmad.number} | mmad.before
        elif record.n("unitFlag") and record.word == "mmad":
            known |= {r.number for r in self.done.get("FIX", []) if r.n("unitFlag")}
            self.unit_flags.append(record)
        record.before = set(known)
        for earlier in self.done.get(record.pipe, []):
            needs_barrier = record.word == "mmad" and small_accumulation(record) and not record.n("unitFlag")
            if not needs_barrier or earlier.number in self.barriers.get("M", set()):
                record.before.add(earlier.number)
        self.done.setdefault(record.pipe, []).append(record)

    def sync(self, text):
        word, _, rest = text.partition(" ")
        parts = [p.strip() for p in rest.split(",")]
        if word == "set_flag":
            over = {r.number for r in self.done.get(parts[0], [])} | self.pipe(parts[0])
            self.flags.setdefault(rest, []).append(over)
        elif word == "wait_flag" and self.flags.get(rest):
            self.pipe(parts[1]).update(self.flags[rest].pop(0))
        elif word == "pipe_barrier":
            over = {r.number for p in self.done if parts[0] in (p, "ALL") for r in self.done[p]}
            self.barriers.setdefault("M", set()).update(over)
            if parts[0] == "ALL":
                for pipe in ("MTE1", "MTE2", "M", "FIX"):
                    self.pipe(pipe).update(over)


def ordered_conflicts(lines):
    tensors = {t.split()[1] for t in lines if t.startswith("gm ")}
    order, records = Order(), []
    for number, text in enumerate(lines):
        text = text.split("#")[0].strip()
        if is_record(text):
            record = Record(number, text, tensors)
            order.start(record)
            records.append(record)
        else:
            order.sync(text)
    return {(a.number, b.number) for i, b in enumerate(records) for a in records[:i] if a.meets(b) and
            (a.number in b.before or b.number in a.before)}
