"""Records the programs of this folder and compares status and output with their `// expect:` lines.
Usage: run.py AICSIM FILE. `FILE:LINE: severity [RULE]` means a finding there; any other text is looked for as it is."""

import re
import subprocess
import sys


def found(text, output):
    finding = re.fullmatch(r"(.+:\d+): (\w+) \[(.+)\]", text)
    if not finding:
        return text in re.sub(r"\[core [^]]*\] ", "", output)
    place, severity, rule = (re.escape(part) for part in finding.groups())
    return re.search(r"%s: %s: .*\[%s\]" % (place, severity, rule), output) is not None


def main(aicsim, path):
    expects = re.findall(r"^// expect: (\S+) status (\d): (.+)$", open(path).read(), re.M)
    failed = not expects
    for product in dict.fromkeys(product for product, _, _ in expects):
        run = subprocess.run([aicsim, "record", path, "-p", product], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True)
        for _, status, text in (e for e in expects if e[0] == product):
            if run.returncode != int(status) or not found(text, run.stdout):
                print("%s on %s: status %d, expected %s and: %s\n%s" % (path, product, run.returncode, status, text,
                                                                        run.stdout))
                failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
