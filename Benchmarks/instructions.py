"""Counts the instructions of the monthly export of 20,000 entries, and compares them with instructions.txt.

A count doesn't depend on what else the machine does, so a small slack is enough to see what a change costs.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

import bench
from server import Server

ENTRIES = 20_000
EMPLOYEES = 500
SLACK = 0.03  # ten times the spread of runs
KNOWN = os.path.join(bench.HERE, "instructions.txt")


def count(options):
    folder = bench.pages.make(options.work, ENTRIES, EMPLOYEES, 1_000, 1, False)
    with tempfile.TemporaryDirectory() as scratch:
        shim, out = f"{scratch}/sigsuspend.so", f"{scratch}/workspace"
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", shim, f"{bench.HERE}/sigsuspend.c"], check=True)
        os.mkdir(out, mode=0o700)
        with Server(folder, f"{scratch}/nginx", *bench.PERIOD, 1_000) as url:
            # Without checkpoints: how many there are depends on the time.
            command = bench.Bench(options, folder).command("unchecked", url, out)
            environment = {**os.environ, "KSR_EMAIL": "bench@example.test", "KSR_PASSWORD": "bench", "NO_COLOR": "1",
                           "LD_PRELOAD": shim}
            ended = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], cwd=out,
                                   env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", ended.stderr)
    if ended.returncode != 0 or found is None:
        sys.exit(f"Benchmarks: the export under valgrind ended with {ended.returncode}:\n{ended.stderr[-3000:]}")
    return int(found[1])


def main():
    parser = argparse.ArgumentParser(prog="Benchmarks/instructions", description=__doc__.split("\n")[0])
    parser.add_argument("--gantry", default=os.path.join(bench.ROOT, ".build/release/gantry"), help="the program (default: %(default)s)")
    parser.add_argument("--record", action="store_true", help="keep the count as the known one")
    options = parser.parse_args()
    options.gantry = os.path.abspath(options.gantry)
    options.work = os.path.abspath(os.environ.get("GANTRY_BENCH_DIR") or "/tmp/gantry-bench")
    for tool in ("valgrind", "cc"):
        if shutil.which(tool) is None:
            print(f"told    instructions: not counted, {tool} is missing")
            return 0
    os.makedirs(options.work, mode=0o700, exist_ok=True)
    counted = count(options)
    if options.record:
        with open(KNOWN, "w") as file:
            file.write(f"{counted}\n")
    with open(KNOWN) as file:
        known = int(file.read())
    change = counted / known - 1
    held = change <= SLACK
    print(f"{'held  ' if held else 'MISSED'}  instructions: {counted:,} for {ENTRIES:,} entries, {change:+.1%} (at most {SLACK:+.0%})")
    if change < -SLACK:
        print("        Fewer than known: keep the gain with Benchmarks/instructions --record")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
