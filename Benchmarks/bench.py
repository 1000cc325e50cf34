"""Times the monthly export against curl and a plain Python script on the same pages. See README.md beside this file."""

import argparse
import glob
import hashlib
import json
import os
import platform
import shutil
import signal
import statistics
import subprocess
import sys

import check
import pages
from server import Server

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)

# How the product is called; the current folder is the workspace.
GANTRY_RUN = ["run", "payroll-monthly", "--period", "2026-10", "--workspace", "."]
NO_CHECKPOINTS = ["--set", "checkpoint.every=1h", "--set", "checkpoint.records=100000000"]
EXPORTED_CSV = "exports/**/data/work-entries.csv"
PERIOD = ("2026-10-01", "2026-10-31")
WORKSPACE_CONFIGURATION = """connections:
  ksr:
    system: ksr-cranes
    environment: {url}
    credentials:
      email: {{ env: KSR_EMAIL }}
      password: {{ env: KSR_PASSWORD }}
"""

LIMIT_TO_CURL = 2.5
LIMIT_TO_PYTHON = 2.0
LIMIT_PEAK_MIB = 96.0
LIMIT_CHECKPOINTS = 0.05
LIMIT_POSTGRESQL = 0.05
LIMIT_MERGE = 300_000  # entries a second
PARTS = 8

USUAL = ("gantry", "curl", "python", "unchecked")
SIDES = (*USUAL, "merge", "postgresql")  # the last with Scripts/with-postgres
EXPORTS = ("gantry", "unchecked", "merge", "postgresql")
TITLES = {"gantry": "gantry run", "curl": "curl to disk", "python": "plain Python", "unchecked": "gantry, no checkpoints",
          "postgresql": "gantry, PostgreSQL", "merge": f"gantry merge, {PARTS} parts"}


class Bench:
    """One set of pages, one server, and a fresh folder for each timed run."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        with open(os.path.join(folder, "meta.json")) as file:
            self.meta = json.load(file)
        self.work = os.path.join(options.work, f"run-{os.getpid()}")
        self.results = {side: [] for side in SIDES}
        self.digests = set()
        self.export = None

    def command(self, side, url, out):
        start, end = PERIOD
        if side == "curl":
            query = f"startDate={start}&endDate={end}&page=[1-{self.meta['pages']}]&limit={self.meta['page_size']}"
            return ["curl", "-s", "-S", "--fail", "-H", f"Authorization: Bearer {pages.TOKEN}",
                    "-o", f"{out}/#1.json", f"{url}/api/app/work-entries?{query}"]
        if side == "python":
            return [sys.executable, os.path.join(HERE, "plain.py"), url, start, end, f"{out}/work-entries.csv"]
        with open(os.path.join(out, "gantry.yaml"), "w") as file:
            file.write(WORKSPACE_CONFIGURATION.format(url=url))
            if side == "postgresql":
                file.write("journal: { postgresql: { env: GANTRY_JOURNAL } }\n")
        if os.path.isdir(os.path.join(ROOT, "Pipelines")):
            shutil.copytree(os.path.join(ROOT, "Pipelines"), os.path.join(out, "Pipelines"))
        if side == "merge":
            parts = [os.path.join(out, "exports", f"payroll-monthly.part-{number}-of-{PARTS}", "2026-10", "r1") for number in range(1, PARTS + 1)]
            return [self.options.gantry, "merge", *GANTRY_RUN[1:2], *parts, *GANTRY_RUN[2:]]
        return [self.options.gantry, *GANTRY_RUN, *(NO_CHECKPOINTS if side == "unchecked" else [])]

    def run(self, side, url):
        out = os.path.join(self.work, side)
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out, mode=0o700)
        command = self.command(side, url, out)
        os.sync()  # what an earlier run left unwritten must not be written at this one's cost
        result, log = os.path.join(self.work, "result.json"), os.path.join(self.work, f"{side}.log")
        environment = {**os.environ, "KSR_EMAIL": "bench@example.test", "KSR_PASSWORD": "bench", "NO_COLOR": "1"}
        if side == "postgresql":
            # A journal knows its runs, so each has a database of its own.
            server, name = os.environ["GANTRY_TEST_POSTGRES"], f"bench{len(self.results[side])}_{os.getpid()}"
            subprocess.run(["psql", "-qX", "-c", f"CREATE DATABASE {name}", f"{server} dbname=postgres"], check=True)
            environment["GANTRY_JOURNAL"] = f"{server} dbname={name}"
        if side == "merge":
            for number in range(1, PARTS + 1):
                subprocess.run([self.options.gantry, *GANTRY_RUN, "--part", f"{number}/{PARTS}"], cwd=out, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            os.sync()
        with open(log, "wb") as file:
            subprocess.run([sys.executable, "-S", "-E", os.path.join(HERE, "measure.py"), result, *command],
                           cwd=out, env=environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file, check=True)
        with open(result) as file:
            measured = json.load(file)
        if measured["exit"] != 0:
            with open(log, errors="replace") as file:
                sys.exit(f"Benchmarks: {TITLES[side]} ended with {measured['exit']}: {' '.join(command)}\n{file.read()[-3000:]}")
        self.results[side].append(measured)
        self.keep(side, out)
        print(f"  {TITLES[side]:24} {measured['wall']:8.2f} s   processor {measured['user'] + measured['system']:7.2f} s"
              f"   peak {measured['peak_kib'] / 1024:7.1f} MiB", flush=True)

    def keep(self, side, out):
        """Remembers what an export holds and drops the files; the newest CSV stays for the check."""
        if side in EXPORTS:
            found = glob.glob(os.path.join(out, EXPORTED_CSV), recursive=True)
            if len(found) != 1:
                sys.exit(f"Benchmarks: expected one {EXPORTED_CSV} under {out}, found {found}")
            with open(found[0], "rb") as file:
                digest = hashlib.sha256()
                while block := file.read(1 << 20):
                    digest.update(block)
            self.digests.add(digest.hexdigest())
            if side == "gantry" or self.export is None:
                self.export = os.path.join(self.work, "work-entries.csv")
                os.replace(found[0], self.export)
        shutil.rmtree(out)

    def seconds(self, side):
        return [r["wall"] for r in self.results[side]]

    def peak(self, side):
        return max(r["peak_kib"] for r in self.results[side]) / 1024

    def ratios(self, side, other):
        """Pair by pair, since two runs of one round share what else the machine was doing."""
        return [a / b for a, b in zip(self.seconds(side), self.seconds(other))]


def report(bench):
    """Prints medians, ratios and the verdicts; answers them as (text, held or None) pairs."""
    print(f"\n{'':24} {'median':>8} {'min':>8} {'max':>8}  {'entries/s':>10}  {'peak':>9}")
    for side in SIDES:
        if bench.results[side]:
            seconds = bench.seconds(side)
            middle = statistics.median(seconds)
            print(f"{TITLES[side]:24} {middle:6.2f} s {min(seconds):6.2f} s {max(seconds):6.2f} s  "
                  f"{bench.meta['entries'] / middle:10,.0f}  {bench.peak(side):5.1f} MiB")
    verdicts = []

    def verdict(text, judge, value, limit, unit, others, at_least=False):
        if not all(bench.results[side] for side in others):
            return verdicts.append((f"{text}: not measured", None))
        measured, spread = value()
        held = measured >= limit if at_least else measured <= limit
        word = "at least" if at_least else "at most"
        verdicts.append((f"{text}: {measured:.2f}{unit}{spread} ({word} {limit:g}{unit})", held if judge else None))

    def ratio(side, other, scale=1.0, offset=0.0):
        values = [scale * (v - offset) for v in bench.ratios(side, other)]
        return statistics.median(values), f", {min(values):.2f} to {max(values):.2f}"

    timed = not bench.options.late  # late verdicts make the writers start again: told, not judged
    verdict("time against curl", timed, lambda: ratio("gantry", "curl"), LIMIT_TO_CURL, " times", ("gantry", "curl"))
    verdict("faster than Python", timed, lambda: ratio("python", "gantry"), LIMIT_TO_PYTHON, " times", ("gantry", "python"), True)
    verdict("peak memory", True, lambda: (bench.peak("gantry"), ""), LIMIT_PEAK_MIB, " MiB", ("gantry",))
    verdict("cost of checkpoints", timed, lambda: ratio("gantry", "unchecked", 100, 1), LIMIT_CHECKPOINTS * 100, " %",
            ("gantry", "unchecked"))
    if bench.results["postgresql"]:
        verdict("cost of PostgreSQL", timed, lambda: ratio("postgresql", "gantry", 100, 1), LIMIT_POSTGRESQL * 100, " %",
                ("postgresql", "gantry"))
    if bench.results["merge"]:
        verdict("entries merged a second", timed, lambda: (bench.meta["entries"] / statistics.median(bench.seconds("merge")), ""), LIMIT_MERGE, "", ("merge",), True)
    if bench.export:
        verdicts.append((f"same bytes: {len(bench.digests)} different CSV in {sum(len(bench.results[side]) for side in EXPORTS)} runs",
                         len(bench.digests) == 1))
        try:
            verdicts.append((f"sums: {check.check(bench.folder, bench.export)}", True))
        except check.Mismatch as error:
            verdicts.append((f"sums: {error}", False))
    print()
    for text, held in verdicts:
        print(f"{'held  ' if held else 'told  ' if held is None else 'MISSED'}  {text}")
    return verdicts


def parse():
    parser = argparse.ArgumentParser(prog="Benchmarks/run", description=__doc__)
    parser.add_argument("--entries", type=int, default=1_000_000, help="work entries in all (default: %(default)s)")
    parser.add_argument("--employees", type=int, default=5_000, help="distinct employees (default: %(default)s)")
    parser.add_argument("--page-size", type=int, default=1_000, help="entries of a page, and the `limit` that is served (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=5, help="rounds; each runs every side once (default: %(default)s)")
    parser.add_argument("--gantry", default=os.path.join(ROOT, ".build/release/gantry"), help="the program (default: %(default)s)")
    parser.add_argument("--only", default=",".join(USUAL),
                        help="sides to run, of %(default)s,merge,postgresql")
    parser.add_argument("--late", action="store_true", help="add two-content ids and days over 24 hours that show only at the end")
    parser.add_argument("--seed", type=int, default=1, help="of the made pages (default: %(default)s)")
    parser.add_argument("--json", metavar="FILE", help="also write every measurement to FILE")
    parser.add_argument("--pages-only", action="store_true", help="make the pages, print their folder and end")
    options = parser.parse_args()
    options.only = [side for side in options.only.split(",") if side]
    for side in options.only:
        if side not in SIDES:
            parser.error(f"--only: no side {side!r}; there are {', '.join(SIDES)}")
    if "postgresql" in options.only and not os.environ.get("GANTRY_TEST_POSTGRES"):
        parser.error("--only: postgresql needs Scripts/with-postgres Benchmarks/run …")
    if options.runs < 1 or options.entries < 1:
        parser.error("--runs and --entries must be at least 1")
    options.gantry = os.path.abspath(options.gantry)
    options.work = os.path.abspath(os.environ.get("GANTRY_BENCH_DIR") or "/tmp/gantry-bench")
    return options


def main():
    options = parse()
    os.makedirs(options.work, mode=0o700, exist_ok=True)
    folder = pages.make(options.work, options.entries, options.employees, options.page_size, options.seed, options.late)
    if options.pages_only:
        print(folder)
        return 0
    if set(EXPORTS) & set(options.only) and not os.access(options.gantry, os.X_OK):
        print(f"Benchmarks: no program at {options.gantry}; build it with: swift build -c release --product gantry", file=sys.stderr)
        return 2
    bench = Bench(options, folder)
    try:
        with Server(folder, os.path.join(bench.work, "nginx"), *PERIOD, options.page_size) as url:
            for number in range(1, bench.meta["pages"] + 1):  # into the page cache, so that the first side does not pay for the disk
                with open(os.path.join(folder, "pages", f"{number}.json"), "rb") as file:
                    file.read()
            print(f"{bench.meta['entries']:,} entries in {bench.meta['pages']:,} pages, {bench.meta['bytes'] / 1e6:,.0f} MB, "
                  f"{options.runs} rounds; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Linux {platform.release()}")
            for number in range(1, options.runs + 1):
                print(f"round {number}")
                for side in SIDES:
                    if side in options.only:
                        bench.run(side, url)
        verdicts = report(bench)
    finally:
        shutil.rmtree(bench.work, ignore_errors=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"meta": bench.meta, "runs": bench.results, "verdicts": [{"text": t, "held": h} for t, h in verdicts]}, file, indent=1)
    return 1 if any(held is False for _, held in verdicts) else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
