"""What files for payroll programs cost: the monthly export with one more output in a profile's layout, beside the export without."""

import argparse
import os
import shutil
import statistics
import sys

import bench
from server import Server

LIMIT = 0.05
CODES = 'codes: { "1000": "1", "1100": "2", "1200": "4" }'
OUTPUTS = {
    "danlon": f'file: danlon.csv, format: danlon, needs: {{ employer: "99999993" }}, {CODES}',
    "lessor4": "file: lessor4.lon, format: lessor4",
    "visma-lonn": "file: visma.txt, format: visma-lonn",
    "paxml": 'file: paxml.xml, format: paxml, needs: { company: "555555-5555" }',
    "multilon": 'file: multilon.txt, format: multilon, needs: { firm: "07" }, finer: round',
    "sdworx-be": 'file: sdworx.txt, format: sdworx-be, needs: { employer: "1111111" }, finer: round',
}


class Profiles(bench.Bench):
    """Runs whose side is the name of a profile, or `none`."""

    def __init__(self, options, folder):
        super().__init__(options, folder)
        self.results = {side: [] for side in ["none", *options.profiles]}

    def command(self, side, url, out):
        command = super().command("gantry", url, out)
        shutil.copytree(os.path.join(bench.ROOT, "Profiles"), os.path.join(out, "Profiles"))
        path = os.path.join(out, "Pipelines", "payroll-monthly.yaml")
        with open(path) as file:
            text = file.read()
        if side != "none":
            text = text.replace("\noutputs:\n", "\noutputs:\n  - { " + OUTPUTS[side] + " }\n")
        with open(path, "w") as file:
            file.write(text)
        return command

    def keep(self, side, out):
        super().keep("gantry", out)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--employees", type=int, default=5_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--profiles", type=lambda text: text.split(","), default=list(OUTPUTS))
    parser.add_argument("--gantry", default=os.path.join(bench.ROOT, ".build", "release", "gantry"))
    parser.add_argument("--work", default=os.environ.get("GANTRY_BENCH_DIR", "/tmp/gantry-bench"))
    options = parser.parse_args()
    os.makedirs(options.work, mode=0o700, exist_ok=True)
    folder = bench.pages.make(options.work, options.entries, options.employees, 1_000, 1, False)
    measured = Profiles(options, folder)
    bench.TITLES.update({side: f"with {side}" for side in options.profiles}, none="without")
    try:
        with Server(folder, os.path.join(measured.work, "nginx"), *bench.PERIOD, 1_000) as url:
            for number in range(options.runs + 1):
                print(f"round {number}, load {os.getloadavg()[0]:.1f}" if number else "not counted", flush=True)
                for side in measured.results:
                    measured.run(side, url)
                if number == 0:
                    measured.results = {side: [] for side in measured.results}
    finally:
        shutil.rmtree(measured.work, ignore_errors=True)
    missed = False
    for side in options.profiles:
        ratios = [ratio - 1 for ratio in measured.ratios(side, "none")]
        processor = [
            (a["user"] + a["system"]) / (b["user"] + b["system"]) - 1
            for a, b in zip(measured.results[side], measured.results["none"])]
        cost = statistics.median(ratios)
        missed = missed or cost > LIMIT
        print(f"{side:12} costs {cost:6.1%} of the time ({min(ratios):.1%} to {max(ratios):.1%}), "
              f"{statistics.median(processor):6.1%} of the processor's   {'held' if cost <= LIMIT else 'MISSED'}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
