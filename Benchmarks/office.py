"""What a payroll office waits for: review, report, diff and changes of a signed month beside its export."""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys

import bench
from server import Server

LIMIT = 1.3
# Of the processor's time of the export.
LIMIT_REPORT = 0.05
RULES = "\nsign-off:\n  prepare: [clerk]\n  approve: [manager]\n  proof: declared\n"
PEOPLE = "people:\n  clerk: { name: Payroll Clerk }\n  manager: { name: Payroll Manager }\n"
PIPELINE = "payroll-monthly"
FIRST, SECOND = f"{PIPELINE}/2026-10/r1", f"{PIPELINE}/2026-10/r2"
SIDES = {
    "export": ["run", PIPELINE, "--period", "2026-10"],
    "review": ["review", SECOND],
    "report": ["report", SECOND],
    "diff": ["diff", FIRST, SECOND],
    "changes": ["diff", f"{PIPELINE}/2026-10", "server"],
}
# 6: something waits for a person, as before the findings are accepted.
ENDS = {0, 6}


class Office(bench.Bench):
    def __init__(self, options, folder):
        super().__init__(options, folder)
        self.results = {side: [] for side in SIDES}
        self.office = os.path.join(self.work, "office")

    def workspace(self, out, url):
        """A workspace whose pipeline has two people who sign."""
        os.makedirs(out, mode=0o700)
        super().command("gantry", url, out)
        with open(os.path.join(out, "Pipelines", f"{PIPELINE}.yaml"), "a") as file:
            file.write(RULES)
        with open(os.path.join(out, "gantry.yaml"), "a") as file:
            file.write(PEOPLE)

    def gantry(self, *words):
        environment = {**os.environ, "KSR_EMAIL": "bench@example.test", "KSR_PASSWORD": "bench", "NO_COLOR": "1"}
        done = subprocess.run([self.options.gantry, *words, "--workspace", "."], cwd=self.office, env=environment,
                              capture_output=True, text=True)
        if done.returncode not in ENDS:
            sys.exit(f"Benchmarks: gantry {' '.join(words)} ended with {done.returncode}\n{done.stderr[-2000:]}")
        return done.stdout

    def prepare(self, url):
        """Two revisions of the month, of which two people signed the newer one."""
        self.workspace(self.office, url)
        self.gantry(*SIDES["export"], "-q")
        self.gantry(*SIDES["export"], "--revision", "next", "--because", "To be compared with the first", "-q")
        review = json.loads(self.gantry("review", SECOND, "--json").splitlines()[-1])["result"]
        waits = [finding["id"] for finding in review["findings"] if finding["state"] == "open"]
        for place in range(0, len(waits), 500):
            self.gantry("review", SECOND, *waits[place:place + 500], "--accept", "--by", "clerk",
                        "--because", "All looked at by the clerk")
        for person in ("clerk", "manager"):
            self.gantry("sign", SECOND, "--by", person)

    def command(self, side, url, out):
        if side == "export":
            shutil.rmtree(out)
            self.workspace(out, url)
            place = "."
        else:
            place = self.office
        return [self.options.gantry, *SIDES[side], "--workspace", place]

    def keep(self, side, out):
        shutil.rmtree(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--employees", type=int, default=5_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--gantry", default=os.path.join(bench.ROOT, ".build", "release", "gantry"))
    parser.add_argument("--work", default=os.environ.get("GANTRY_BENCH_DIR", "/tmp/gantry-bench"))
    options = parser.parse_args()
    os.makedirs(options.work, mode=0o700, exist_ok=True)
    folder = bench.pages.make(options.work, options.entries, options.employees, 1_000, 1, False)
    measured = Office(options, folder)
    bench.TITLES.update({side: f"gantry {side}" for side in SIDES}, export="gantry run")
    try:
        with Server(folder, os.path.join(measured.work, "nginx"), *bench.PERIOD, 1_000) as url:
            measured.prepare(url)
            for number in range(1, options.runs + 1):
                print(f"round {number}, load {os.getloadavg()[0]:.1f}", flush=True)
                for side in SIDES:
                    measured.run(side, url)
    finally:
        shutil.rmtree(measured.work, ignore_errors=True)
    missed = False
    for side in list(SIDES)[1:]:
        ratios = measured.ratios(side, "export")
        middle = statistics.median(ratios)
        missed = missed or middle > LIMIT
        print(f"{side:8} takes {middle:.2f} times the export ({min(ratios):.2f} to {max(ratios):.2f}), at most {LIMIT}, "
              f"peak {measured.peak(side):.1f} MiB (export {measured.peak('export'):.1f})   "
              f"{'held' if middle <= LIMIT else 'MISSED'}")
    def processor(side):
        return [result["user"] + result["system"] for result in measured.results[side]]

    shares = [report / export for report, export in zip(processor("report"), processor("export"))]
    middle = statistics.median(shares)
    missed = missed or middle > LIMIT_REPORT
    print(f"report   takes {100 * middle:.1f} % of the processor's time of the export ({100 * min(shares):.1f} to "
          f"{100 * max(shares):.1f}), at most {100 * LIMIT_REPORT:.0f} %   {'held' if middle <= LIMIT_REPORT else 'MISSED'}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
