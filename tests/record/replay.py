"""A recorded trace says the same as the recording: cycles, and no finding. Usage: replay.py AICSIM KERNEL PRODUCT"""

import json
import os
import re
import subprocess
import sys
import tempfile


def main(aicsim, kernel, product):
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "kernel.aic")
        record = subprocess.run([aicsim, "record", kernel, "-p", product, "--trace", trace], stderr=subprocess.PIPE,
                                stdout=subprocess.DEVNULL, text=True)
        run = subprocess.run([aicsim, "run", trace, "--format", "json"], stdout=subprocess.PIPE, text=True)
        recorded = re.search(r"(\d+) records, (\d+) cycles", record.stderr)
        result = json.loads(run.stdout)
        same = recorded and [int(n) for n in recorded.groups()] == [result["records"], result["total_cycles"]]
        errors = [f for f in result["findings"] if f["severity"] == "error"]
        print("recorded:", recorded and recorded.group(0), "- replayed:", result["records"], "records,",
              result["total_cycles"], "cycles,", len(errors), "errors")
        return 0 if same and not errors and record.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
