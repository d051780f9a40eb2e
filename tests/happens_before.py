"""Which conflicting accesses of a trace are ordered: a plain reading of the text, independent of the program.

ordered_conflicts(lines) gives the pairs of data records (numbers of lines) that touch the same bytes, one of them
writing, and of which one happens before the other: through the order inside a pipe, flags, barriers or unit flags.
Spans are the smallest ranges that hold what a record touches; records of one core and one unit only.
"""
import re

NUMBER = re.compile(r"(\w+)=([^,\s]+)")
OPERAND = re.compile(r"[ ,]((?:gm|l1|l0a|l0b|l0c|bt|fb|ub):[^, ]+)")
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
        self.at = [self.address(o, tensors) for o in OPERAND.findall(" " + rest)]
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
            count = self.n("blockCount", 1)
            size = (self.n("blockLen") * count + self.n("srcGap") * (count - 1)) * unit
            return [(size, True), (size, False)][:len(self.at)]
        if self.word == "load2d":
            size = self.n("repeatTimes") * 512
            return [(size, True), (self.n("startIndex") * 512 + size * max(1, self.n("srcStride", 1)), False)]
        if self.word == "load2dv2":
            size = self.n("mStep") * self.n("kStep") * 512
            columns = self.n("kStartPosition") + self.n("kStep")
            return [(size, True), (columns * abs(self.n("srcStride")) * 512, False)]
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
    """Sets of records known to be over, per pipe. Every pipe works through its own queue as far as flags allow."""

    def __init__(self):
        self.known, self.done, self.flags, self.queues = {}, {}, {}, {}
        self.barrier = set()
        self.full, self.drained = {}, {}  # results in L0C by address: finished by unitFlag 3, drained

    def pipe(self, name):
        return self.known.setdefault(name, set())

    def over(self, pipe):
        return {r.number for r in self.done.get(pipe, [])} | self.pipe(pipe)

    def start(self, record):
        known = self.pipe(record.pipe)
        if record.n("unitFlag") and record.word == "fixpipe":
            mmad = self.full.pop(record.at[1])
            known |= {mmad.number} | mmad.before
            self.drained.setdefault(record.at[1], set()).update({record.number} | known)
        elif record.n("unitFlag") and record.word == "mmad":
            known |= self.drained.get(record.at[0], set())
            if record.n("unitFlag") == 3:
                self.full[record.at[0]] = record
        record.before = set(known)
        for earlier in self.done.get(record.pipe, []):
            needs_barrier = record.word == "mmad" and small_accumulation(record) and not record.n("unitFlag")
            if not needs_barrier or earlier.number in self.barrier:
                record.before.add(earlier.number)
        self.done.setdefault(record.pipe, []).append(record)

    def enqueue(self, text):
        word, _, rest = text.partition(" ")
        parts = [p.strip() for p in rest.split(",")]
        if word in ("set_flag", "wait_flag"):
            pipe = parts[0] if word == "set_flag" else parts[1]
            self.queues.setdefault(pipe, []).append((word, rest))
        elif word == "pipe_barrier" and parts[0] == "ALL":
            self.run()
            over = set().union(*(self.over(p) for p in list(self.done)))
            self.barrier |= over
            for pipe in list(self.done):
                self.pipe(pipe).update(over)
        elif word == "pipe_barrier":
            self.queues.setdefault(parts[0], []).append((word, parts[0]))

    def step(self, pipe, item):
        """False while the head of the queue has to wait."""
        if isinstance(item, Record):
            full = item.at[1 if item.word == "fixpipe" else 0] in self.full
            if item.n("unitFlag") and full != (item.word == "fixpipe"):
                return False
            self.start(item)
        elif item[0] == "set_flag":
            self.flags.setdefault(item[1], []).append(self.over(pipe))
        elif item[0] == "pipe_barrier":
            self.barrier |= self.over(pipe)
        elif self.flags.get(item[1]):
            self.pipe(pipe).update(self.flags[item[1]].pop(0))
        else:
            return False
        return True

    def run(self):
        moved = True
        while moved:
            moved = False
            for pipe, queue in self.queues.items():
                while queue and self.step(pipe, queue[0]):
                    queue.pop(0)
                    moved = True


def ordered_conflicts(lines):
    tensors = {t.split()[1] for t in lines if t.startswith("gm ")}
    order, records = Order(), []
    for number, text in enumerate(lines):
        text = text.split("#")[0].strip()
        if is_record(text):
            record = Record(number, text, tensors)
            record.before = set()
            order.queues.setdefault(record.pipe, []).append(record)
            records.append(record)
        else:
            order.enqueue(text)
    order.run()
    return {(a.number, b.number) for i, b in enumerate(records) for a in records[:i] if a.meets(b) and
            (a.number in b.before or b.number in a.before)}
