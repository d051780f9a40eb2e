"""What docs/record.md shows of its example is what record prints. Usage: page.py AICSIM SOURCE_ROOT"""

import pathlib
import re
import subprocess
import sys
import tempfile

FLAG = re.compile(r"^ *(Set|Wait)Flag<HardEvent::M_FIX>.*$", re.M)


def printed(aicsim, kernel):
    done = subprocess.run([aicsim, "record", kernel.name, "-p", "ascend910b1"], cwd=kernel.parent, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return sorted(done.stdout.splitlines())


def main(aicsim, root):
    examples = pathlib.Path(root) / "docs/examples/ascendc"
    page = (pathlib.Path(root) / "docs/record.md").read_text()
    blocks = [sorted(line[4:] for line in block.splitlines()) for block in re.findall(r"(?:^ {4}.*\n)+", page, re.M)
              if "aicsim: matmul_double_buffer on" in block]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("check.h", "matmul_double_buffer.asc"):
            (pathlib.Path(folder) / name).write_text((examples / name).read_text())
        whole = pathlib.Path(folder) / "matmul_double_buffer.asc"
        broken = whole.with_name("matmul.asc")
        text, found = FLAG.subn("", whole.read_text())
        broken.write_text(text)
        said = [printed(aicsim, whole), printed(aicsim, broken)]
    for shown, real in zip(blocks, said):
        print("\n".join(("- " if line in shown else "+ ") + line for line in sorted(set(shown) ^ set(real))))
    return 0 if found == 2 and blocks == said else 1


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]))
