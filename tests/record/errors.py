"""What goes wrong with a recorded program, and what is left behind: every case in a folder of its own.
Usage: errors.py AICSIM [CASE...]. Ends with `N passed, N failed`."""

import json
import os
import platform
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HEAD = '#include "acl/acl.h"\n#include "kernel_operator.h"\n#include <cstdio>\nusing namespace AscendC;\n'
KERNEL = "__global__ __cube__ void k(GM_ADDR p)\n{\n    PipeBarrier<PIPE_ALL>();\n%s}\n"
MAIN = """int main(int argc, char **argv)
{
    void *p;
    aclrtMalloc(&p, 4096, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(p, 4096, 0, 4096);
    GM_ADDR g = static_cast<uint8_t *>(p);
%s    return 0;
}
"""
LAUNCH = "    k<<<1, nullptr, nullptr>>>(g);\n"
CASES = []
# Stands for the compiler: what a case has compiled already, with the same arguments and headers, is taken from there.
CACHE = """#!/bin/sh
key=$({ pwd; printf '%s\\n' "$@" | sed "s#$TMPDIR[^ ]*##"; find . -name '*.h*' -type f | sort | xargs -r cat
        for word; do case $word in *.cpp) cat "$word";; esac; done; } | md5sum | cut -c 1-32)
last=
for word; do
    [ "$last" = -o ] && out=$word
    last=$word
done
[ -f "$CACHE/$key" ] && exec cp "$CACHE/$key" "$out"
REAL "$@" && cp "$out" "$CACHE/$key"
"""


def case(function):
    CASES.append(function)
    return function


class World:
    def __init__(self, program, folder):
        self.program, self.folder, self.temporary = program, folder / "work", folder / "tmp"
        self.cache = folder / "cache"
        for made in (self.folder, self.temporary, self.cache):
            made.mkdir()
        compiler = folder / "compiler"
        compiler.write_text(CACHE.replace("REAL", os.environ.get("CXX") or shutil.which("g++") or "clang++"))
        compiler.chmod(0o755)
        self.compiler = str(compiler)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path.relative_to(self.folder))

    def kernel(self, body="", host=LAUNCH, name="k.asc", head=HEAD):
        return self.write(name, head + KERNEL % body + MAIN % host)

    def command(self, *args):
        return [self.program, "record", *args]

    def settings(self):
        env = {**os.environ, "TMPDIR": str(self.temporary), "CXX": self.compiler, "CACHE": str(self.cache)}
        return {"cwd": self.folder, "env": env, "text": True, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}

    def record(self, *args, status=0):
        done = subprocess.run(self.command(*args), timeout=100, check=False, **self.settings())
        assert done.returncode == status, "%s: status %d, not %d\n%s\n%s" % (args, done.returncode, status, done.stdout,
                                                                             done.stderr)
        assert not list(self.temporary.iterdir()), list(self.temporary.iterdir())
        return done.stdout, done.stderr

    def names(self):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.rglob("*") if p.is_file())


def has(text, *patterns):
    for pattern in patterns:
        assert re.search(pattern, text, re.M), "no /%s/ in:\n%s" % (pattern, text)


@case
def calls_without_end(w):
    kernel = w.kernel("    for (;;) {\n        PipeBarrier<PIPE_M>();\n    }\n")
    has(w.record(kernel, "--most", "5000", "--trace", "t.aic", status=2)[1],
        r"^k.asc:9: error: the kernel never ends: it has issued 5000 instructions")
    assert w.names() == ["k.asc"], w.names()


@case
def silence_without_end(w):
    kernel = w.kernel("    for (volatile int i = 0;; i++) {\n    }\n")
    has(w.record(kernel, "--patience", "1", "--html", "p.html", "--trace-json", "t.json", status=2)[1],
        r"^k.asc:7: error: the kernel never ends: no call for 1 seconds")
    assert w.names() == ["k.asc"], w.names()


@case
def crashes_name_the_kernel(w):
    null = w.kernel("    *reinterpret_cast<volatile int *>(8) = 1;\n")
    has(w.record(null, status=2)[1], r"^k.asc:7: error: the kernel crashed after this call: Segmentation fault at address "
                                     r"0x8, outside everything that aclrtMalloc gave$")
    deep = w.write("deep.asc", HEAD + "static int deep(volatile int *n) { volatile int here[64] = {*n}; "
                   "return deep(here) + here[1]; }\n" + KERNEL % "    int n = 1;\n    deep(&n);\n" + MAIN % LAUNCH)
    has(w.record(deep, status=2)[1], r"^deep.asc:8: error: the kernel's stack is full after this call")
    thrown = w.kernel("    throw 3;\n")
    has(w.record(thrown, status=2)[1], r"^k.asc:7: error: the kernel gave up after this call")
    ended = w.kernel("    exit(0);\n")
    has(w.record(ended, status=2)[1], r"^k.asc:7: error: the kernel ended the program after this call \(exit\)$")
    host = w.kernel(host=LAUNCH + "    *reinterpret_cast<volatile int *>(argc - 1) = 1;\n")
    has(w.record(host, status=2)[1], r"^aicsim: error: the program was ended by signal 11 \(.*\) in its host code$")
    host = w.kernel(host=LAUNCH + "    throw 1;\n")
    has(w.record(host, status=2)[1], r"^aicsim: error: the program was ended by signal 6 \(.*\) in its host code$")


# Native code divides as the machine does: by DIV and IDIV of every width and kind of operand on x86-64, which have
# exceptions, and without any on AArch64. Values: quotient 0 and the dividend as remainder.
@case
def divisions_by_zero_go_on(w):
    body = "    bool ok = true;\n"
    for kind, least in (("int8_t", ""), ("uint16_t", ""), ("int32_t", "INT32_MIN"), ("uint32_t", ""),
                        ("int64_t", "INT64_MIN"), ("uint64_t", "")):
        body += ("    {\n        volatile %s v[3] = {0, 77, 0}, z = 0;\n        volatile int i = 2;\n"
                 "        volatile %s r = v[1] %% z, q = v[1] / v[i];\n        ok = ok && r == 77 && q == 0;\n" % (kind, kind))
        if least:
            body += "        v[0] = %s;\n        v[2] = -1;\n        ok = ok && v[0] / v[i] == %s;\n" % (least, least)
        body += "    }\n"
    body += "    AscendC::printf(ok ? \"as documented\\n\" : \"wrong\\n\");\n    PipeBarrier<PIPE_M>();\n"
    out, err = w.record(w.kernel(body))
    has(out + err, r"as documented$")
    if platform.machine() == "x86_64":
        has(err, r"^k.asc:\d+: warning: after this call the kernel divides by zero; it goes on here with the quotient 0 "
                 r"and the dividend as remainder$")
    host = w.kernel(host=LAUNCH + "    volatile int z = 0;\n    return 1 % z;\n")
    if platform.machine() == "x86_64":
        has(w.record(host, status=2)[1], r"ended by signal 8 \(.*\) in its host code$")


@case
def exceptions_that_are_caught(w):
    kernel = w.kernel("    try {\n        throw 3;\n    } catch (int) {\n        PipeBarrier<PIPE_M>();\n    }\n",
                      "    try {\n        throw 4;\n    } catch (int) {\n        k<<<1, nullptr, nullptr>>>(g);\n    }\n")
    has(w.record(kernel)[1], r"1 block, 2 records")


@case
def status_and_files_of_the_program(w):
    kernel = w.kernel(host=LAUNCH + '    std::FILE *f = fopen("out.txt", "w");\n    std::fputs(argv[1], f);\n'
                                    "    std::fclose(f);\n    return 7;\n")
    w.record(kernel, "--", "--odd word", status=7)
    w.record(w.kernel(host=LAUNCH + "    return -1;\n", name="minus.asc"), status=255)
    (w.folder / "minus.asc").unlink()
    assert w.names() == ["k.asc", "out.txt"] and (w.folder / "out.txt").read_text() == "--odd word"


@case
def what_a_user_mistypes(w):
    kernel = w.kernel()
    has(w.record(kernel, "-p", "ascend910b9", status=2)[1], r"ascend910b9: error: there is no product", "aicsim products")
    has(w.record("nowhere.asc", status=2)[1], r"nowhere.asc.*: .*(cannot|No such)")
    has(w.record(".", status=2)[1], r"^\.: error: .*directory")
    has(w.record(status=2)[1], "no kernel source")
    has(w.record(kernel, "--compiler", "no-such-cxx", status=2)[1], "cannot start 'no-such-cxx'")
    has(w.record(kernel, "--trace", "no/where.aic", status=2)[1], "no/where.aic: error: cannot write")
    has(w.record(kernel, "--trace", "./k.asc", status=2)[1], "--trace: .*k.asc.* the source")
    has(w.record(kernel, "--set", "cores=0x", status=2)[1], "cores")
    has(w.record(kernel, "--severity", "XX-1=off", status=2)[1], "no such rule")
    has(w.record(kernel, "--format", "xml", status=2)[1], "text or json")
    has(w.record(kernel, "--most", "0", status=2)[1], "--most takes a number")
    has(w.record(kernel, "stray", status=2)[1], "come after --")
    assert w.names() == ["k.asc"], w.names()


@case
def what_does_not_build(w):
    typo = w.kernel("    PipeBarier<PIPE_M>();\n")
    has(w.record(typo, status=2)[1], r"^k.asc:8:\d+: error: .*PipeBarier", "'k.asc' does not build with")
    alone = w.write("alone.asc", HEAD + KERNEL % "")
    has(w.record(alone, status=2)[1], "'alone.asc' has no main: .*host program")
    has(w.record(w.write("empty.asc", ""), status=2)[1], "'empty.asc' has no main")
    has(w.record(w.kernel(host="    other<<<1, nullptr, nullptr>>>(g);\n"), status=2)[1], r"^k.asc:\d+:.*error:.*other")


@case
def nothing_is_launched(w):
    has(w.record(w.kernel(host=""), "--trace", "t.aic", status=2)[1], "without launching a kernel")
    for blocks, shown in (("0", "0"), ("-1", "4294967295")):
        has(w.record(w.kernel(host="    k<<<%s, nullptr, nullptr>>>(g);\n" % blocks), status=2)[1],
            r"^k.asc:\d+: error: a launch of %s blocks; a launch has 1 to 65535" % shown)
    has(w.record(w.kernel("    k<<<1, nullptr, nullptr>>>(p);\n"), status=2)[1],
        r"^k.asc:\d+: error: a kernel launches another")
    assert w.names() == ["k.asc"], w.names()


@case
def blocks_give_their_stacks_back(w):
    done = w.record(w.kernel(host="    k<<<40000, nullptr, nullptr>>>(g);\n"))
    has(done[1], "40000 blocks, 40000 records")


@case
def launches_are_apart(w):
    second = "__global__ __cube__ void other(GM_ADDR p)\n{\n    PipeBarrier<PIPE_M>();\n    PipeBarrier<PIPE_ALL>();\n}\n"
    w.write("k.asc", HEAD + second + KERNEL % "" + MAIN % (LAUNCH + "    other<<<2, nullptr, nullptr>>>(g);\n"))
    err = w.record("k.asc", "--trace", "t.v1.aic", "--trace-json", "t.json", "--html", "page", "--csv", "csv", "--report",
                   "r.json", "--format", "json")[1]
    has(err, r"^aicsim: k on \w+: 1 block, 1 records", r"^aicsim: other on \w+: 2 blocks, 4 records")
    for name in ("t.v1.aic", "t.v1.2.aic", "t.json", "t.2.json", "page", "page.2", "csv/Memory.csv", "csv.2/Memory.csv"):
        assert name in w.names(), (name, w.names())
    reports = [json.loads((w.folder / name).read_text()) for name in ("r.json", "r.2.json")]
    assert [(r["kernel"], r["records"]) for r in reports] == [("k", 1), ("other", 4)], reports
    events = json.loads((w.folder / "t.2.json").read_text())["traceEvents"]
    lanes = {(e["pid"], e["args"]["source"]) for e in events if e["ph"] == "X"}
    assert lanes == {("core%d.cubecore0" % core, "k.asc:%d" % line) for core in (0, 1) for line in (7, 8)}, lanes
    for trace, report in (("t.v1.aic", reports[0]), ("t.v1.2.aic", reports[1])):
        done = subprocess.run([w.program, "run", trace, "--format", "json"], timeout=60, check=False, **w.settings())
        assert json.loads(done.stdout)["total_cycles"] == report["total_cycles"], done.stdout + done.stderr


@case
def files_includes_and_macros(w):
    w.write("parts/k.h", '#pragma once\n#include "deep/inner.h"\ninline void go(GM_ADDR g)\n{\n    k<<<BLOCKS, nullptr, nullptr>>>(g);\n}\n')
    w.write("parts/deep/inner.h", "#pragma once\n" + HEAD + KERNEL % "    PipeBarrier<EXTRA>();\n")
    w.write("some headers/extra.h", "#define EXTRA PIPE_M\n")
    w.write("main.asc", '#include <extra.h>\n#include "parts/k.h"\n' + MAIN % "    go(g);\n")
    err = w.record("main.asc", "-I", "some headers", "-D", "BLOCKS=3", "--trace", "t.aic")[1]
    has(err, r"3 blocks, 6 records")
    has((w.folder / "t.aic").read_text(), r"^pipe_barrier M # at \./parts/deep/inner.h:9$")


@case
def libraries_of_headers(w):
    """Launches inside headers that -I finds, attributes of the device compiler, templates by the kind of core."""
    w.write("lib/dev/macros.h", "#pragma once\n#define BOTH __forceinline__[host, aicore]\n")
    w.write("lib/dev/adapter.h", "#pragma once\n#include <kernel_operator.h>\n#include \"dev/macros.h\"\n"
            "BOTH int twice(int n) { return 2 * n; }\n"
            "template <class Op> __global__ __aicore__ void Adapter(int n)\n{\n    Op op;\n    op(n);\n}\n")
    w.write("lib/dev/device.h", "#pragma once\n#include \"dev/adapter.h\"\n"
            "template <class Op> void Go(int blocks)\n{\n    Adapter<Op><<<blocks, nullptr, nullptr>>>(twice(2));\n}\n")
    w.write("k.asc", '#include "acl/acl.h"\n#include <dev/device.h>\n#include "tiling/platform/platform_ascendc.h"\n'
            "#include <cstdio>\n"
            "template <int Core> struct Barriers {\n    static const int more = 7;\n};\n"
            "template <> struct Barriers<AscendC::AIC> {\n    static const int more = 1;\n};\n"
            "struct Op {\n    __aicore__ void operator()(int n)\n    {\n        if (g_coreType == AscendC::AIV) {\n            return;\n"
            "        }\n        for (int i = 0; i < n + Barriers<g_coreType>::more; i++) {\n"
            "            AscendC::PipeBarrier<PIPE_M>();\n        }\n    }\n};\n"
            "int main()\n{\n    auto chip = platform_ascendc::PlatformAscendCManager::GetInstance();\n    Go<Op>(2);\n"
            '    std::printf("%u cube cores, %u vector cores\\n", chip->GetCoreNumAic(), chip->GetCoreNumAiv());\n'
            "    return 0;\n}\n")
    out, err = w.record("k.asc", "-p", "ascend910b1", "-I", "lib")
    has(err, r"^aicsim: Adapter<Op> on ascend910b1: 2 blocks, 10 records")
    has(out, r"^24 cube cores, 48 vector cores$")


# As by the device compiler: what a template argument g_coreType selects differs on the two kinds of core, which meet at
# cross-core flags here. 2 blocks; on each 1 cube unit with 4 records and 2 vector units with 3.
HALVES = HEAD + """
__aicore__ inline GlobalTensor<half> In(GM_ADDR p)
{
    GlobalTensor<half> t;
    t.SetGlobalBuffer(reinterpret_cast<__gm__ half *>(p));
    return t;
}
struct Op {
    template <int32_t CORE = g_coreType> __aicore__ void operator()(GM_ADDR p);
    template <> __aicore__ void operator()<AscendC::AIC>(GM_ADDR p)
    {
        LocalTensor<half> l(TPosition::A1, 0, 16);
        DataCopy(l, In(p), 16);
        PipeBarrier<PIPE_MTE2>();
        CrossCoreWaitFlag<2, PIPE_MTE2>(5);
    }
    template <> __aicore__ void operator()<AscendC::AIV>(GM_ADDR p)
    {
        LocalTensor<half> u(TPosition::VECCALC, 0, 16);
        DataCopy(u, In(p), 16);
        CrossCoreSetFlag<2, PIPE_MTE3>(5);
        AscendC::printf("vector %%d of %%d\\n", int(GetBlockIdx()), int(p[0]));
%s    }
};
template <class T> __global__ __aicore__ void both(T op, GM_ADDR p)
{
    PipeBarrier<PIPE_ALL>();
    op(p);
}
"""


@case
def one_build_for_each_kind_of_core(w):
    kernel = w.write("k.asc", HALVES % "" + MAIN % "    Op op;\n    both<Op><<<2, nullptr, nullptr>>>(op, g);\n")
    out, err = w.record(kernel, "-p", "ascend910b1", "--compiler", "clang++")
    has(err, r"^aicsim: both<Op> on ascend910b1: 2 blocks, 20 records")
    for i in range(4):
        has(out, r"^\[core %d\.aiv%d\] vector %d of 0$" % (i // 2, i % 2, i))
    kernel = w.write("k.asc", HALVES % "        Adds(p, p, 1);\n" + MAIN % "    Op op;\n"
                     "    both<Op><<<2, nullptr, nullptr>>>(op, g);\n")
    has(w.record(kernel, "-p", "ascend910b1", "--compiler", "clang++", status=2)[1],
        r"^k.asc:27: error: Adds: vector instructions are not modelled$")
    has(w.record(kernel, "-p", "ascend910b1", "--compiler", "clang++", "-D", "AICSIM_CORE_TYPE=AscendC::AIC",
                 status=1)[1], r"cross_wait 5 can never end")


@case
def odd_names(w):
    name = 'a "b": c#d/k \'1\'\\2.asc'
    w.kernel(name=name)
    out = w.record(name, "--trace", "t.aic", "--report", "r.txt")
    has((w.folder / "t.aic").read_text(), "^pipe_barrier ALL # at " + re.escape(name) + ":7$")
    assert not out[0], out


@case
def the_program_may_change_its_folder(w):
    w.write("k.asc", "#include <unistd.h>\n" + HEAD + KERNEL % "" + MAIN % ('    chdir("/");\n' + LAUNCH))
    w.record("k.asc", "--trace", "t.aic", "--report", "r.txt", "--trace-json", "t.json", "--csv", "csv")
    assert {"t.aic", "r.txt", "t.json", "csv/Memory.csv"} <= set(w.names()), w.names()


@case
def much_output(w):
    kernel = w.kernel(host=LAUNCH + '    for (int i = 0; i < 400000; i++) {\n        std::printf("line %d of many\\n", i);\n    }\n')
    assert w.record(kernel)[0].count("\n") == 400000


@case
def warnings_may_count(w):
    body = ("    LocalTensor<half> a(TPosition::A1, 0, 1024);\n    GlobalTensor<half> g;\n"
            "    g.SetGlobalBuffer(reinterpret_cast<__gm__ half *>(p));\n    DataCopy(a, g, 256);\n    DataCopy(a, g, 256);\n")
    kernel = w.kernel(body)
    has(w.record(kernel, "-p", "ascend910b1")[1], r"^k.asc:12: warning: .*\[SY-010\]")
    w.record(kernel, "-p", "ascend910b1", "--werror", status=1)
    has(w.record(kernel, "-p", "ascend910b1", "--severity", "SY-010=error", status=1)[1], r"^k.asc:12: error: .*\[SY-010\]")
    assert "SY-010" not in w.record(kernel, "-p", "ascend910b1", "--severity", "SY-010=off", "--werror")[1]
    assert "SY-010" not in w.record(kernel, "-p", "ascend910b1", "--no-check", "--werror")[1]
    out, err = w.record(kernel, "-p", "ascend910b1", "--format", "text")
    has(out, r"^k.asc, k on ascend910b1: \d+ cycles", r"^k.asc:12: warning: .*\[SY-010\]", r"^k.asc:11: note: the other end",
        "^0 errors, 1 warning")
    assert "SY-010" not in err, err
    slow = json.loads(w.record(kernel, "-p", "ascend910b1", "--format", "json", "--set", "gm.miss_latency=5000")[0])
    fast = json.loads(w.record(kernel, "-p", "ascend910b1", "--format", "json")[0])
    assert slow["total_cycles"] > fast["total_cycles"], (slow["total_cycles"], fast["total_cycles"])


@case
def an_interrupt_leaves_nothing(w):
    kernel = w.kernel("    for (;;) {\n        PipeBarrier<PIPE_M>();\n    }\n", "    std::puts(\"on the way\");\n    std::fflush(stdout);\n"
                      + LAUNCH)
    for number in (signal.SIGINT, signal.SIGTERM):
        run = subprocess.Popen(w.command(kernel, "--trace", "t.aic", "--trace-json", "t.json", "--html", "p.html",
                                         "--most", "2000000000"), **w.settings())
        assert run.stdout.readline() == "on the way\n", run.communicate()
        time.sleep(0.3)
        run.send_signal(number)
        run.communicate(timeout=60)
        assert run.returncode == -number, run.returncode
        assert w.names() == ["k.asc"] and not list(w.temporary.iterdir()), w.names()


@case
def an_interrupt_while_it_builds(w):
    slow = w.write("cxx", "#!/bin/sh\necho building\nsleep 30\n")
    (w.folder / slow).chmod(0o755)
    run = subprocess.Popen(w.command(w.kernel(), "--compiler", "./cxx"), start_new_session=True, **w.settings())
    assert run.stdout.readline() == "building\n"
    time.sleep(0.3) # until the shell waits
    os.killpg(run.pid, signal.SIGINT)
    run.communicate(timeout=25)
    assert run.returncode == -signal.SIGINT and not list(w.temporary.iterdir())


@case
def many_at_once(w):
    kernel = w.kernel()
    runs = [subprocess.Popen(w.command(kernel, "--trace", "t%d.aic" % i), **w.settings()) for i in range(4)]
    for run in runs:
        out, err = run.communicate(timeout=100)
        assert run.returncode == 0, out + err
    assert {"t%d.aic" % i for i in range(4)} < set(w.names()) and not list(w.temporary.iterdir())


def main(program, *only):
    failed = 0
    chosen = [c for c in CASES if not only or c.__name__ in only]
    for run in chosen:
        folder = pathlib.Path(tempfile.mkdtemp())
        try:
            run(World(os.path.abspath(program), folder))
        except Exception as problem:  # pylint: disable=broad-except
            failed += 1
            print("%s: %s: %s" % (run.__name__, type(problem).__name__, problem))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print("%d passed, %d failed" % (len(chosen) - failed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
