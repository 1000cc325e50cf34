"""What a delivery takes: one large file beside curl, and many small ones beside rclone, each to the same server."""

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys

import bench
from deliver_servers import Place, needs
from server import Server

RUN = "payroll-monthly/2026-10/r1"
LARGE_LIMIT, SMALL_LIMIT = 1.0, 0.7
# rclone refuses to start with a list of authorities of this variable.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "AWS_CA_BUNDLE"}


def write(path, data):
    with open(path, "wb" if isinstance(data, bytes) else "w") as file:
        file.write(data)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Workspace:
    """A published run with other files in its place, sealed again, and the journal as it was before any delivery."""

    def __init__(self, template, folder, sizes):
        self.folder, self.run = folder, f"{folder}/exports/{RUN}"
        shutil.copytree(template, folder)
        shutil.rmtree(f"{self.run}/data")
        os.makedirs(f"{self.run}/data")
        self.names = []
        block = os.urandom(1 << 20)
        for number, size in enumerate(sizes):
            name = f"file-{number:04}.bin"
            with open(f"{self.run}/data/{name}", "wb") as file:
                file.write(b"%08d" % number)
                rest = size - 8
                while rest > 0:
                    rest -= file.write(block[:min(rest, len(block))])
            self.names.append(name)
        files = [{"format": "profile", "file": name} for name in self.names]
        write(f"{self.run}/data/totals.json", json.dumps({"files": files}))
        self.seal(sum(sizes) + os.path.getsize(f"{self.run}/data/totals.json"))
        shutil.copytree(folder, folder + ".before", ignore=shutil.ignore_patterns("exports"))

    def seal(self, size):
        payload = sorted([f"data/{name}" for name in self.names] + ["data/totals.json"])
        with open(f"{self.run}/bag-info.txt") as file:
            lines = [line for line in file.read().splitlines() if not line.startswith("Payload-Oxum")]
        write(f"{self.run}/bag-info.txt", "\n".join(lines + [f"Payload-Oxum: {size}.{len(payload)}"]) + "\n")
        write(f"{self.run}/manifest-sha256.txt", "".join(f"{digest(f'{self.run}/{name}')}  {name}\n" for name in payload))
        tags = ["bag-info.txt", "bagit.txt", "manifest-sha256.txt"]
        write(f"{self.run}/tagmanifest-sha256.txt", "".join(f"{digest(f'{self.run}/{name}')}  {name}\n" for name in tags))
        bag = digest(f"{self.run}/tagmanifest-sha256.txt")
        # The hash that the journal keeps with each of its documents.
        hashed = hashlib.sha256(f"{RUN}\n3\nbag{bag}".encode()).hexdigest()
        with contextlib.closing(sqlite3.connect(f"{self.folder}/journal.sqlite")) as journal:
            journal.execute("UPDATE documents SET content = ?, hash = ? WHERE run = ? AND stage = '' AND name = 'bag'",
                            (bag, hashed, RUN))
            journal.commit()
            journal.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def restore(self, destination):
        for name in ["journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm"]:
            if os.path.exists(f"{self.folder}/{name}"):
                os.remove(f"{self.folder}/{name}")
        shutil.copy(f"{self.folder}.before/journal.sqlite", f"{self.folder}/journal.sqlite")
        with open(f"{self.folder}.before/gantry.yaml") as file:
            write(f"{self.folder}/gantry.yaml", file.read() + f"destinations:\n  there:\n    {destination}\n    into: \"\"\n")


class Timing:
    """Runs commands one after the other, each into an empty place."""

    def __init__(self, work):
        self.work, self.taken = work, {}

    def run(self, side, place, files, command):
        shutil.rmtree(f"{place.folder}/in")
        os.makedirs(f"{place.folder}/in")
        os.sync()
        result, log = f"{self.work}/result.json", f"{self.work}/log"
        with open(log, "wb") as out:
            subprocess.run([sys.executable, "-S", "-E", f"{bench.HERE}/measure.py", result, *command], stdin=subprocess.DEVNULL,
                           stdout=out, stderr=out, check=True, env=ENVIRONMENT)
        with open(result) as file:
            measured = json.load(file)
        arrived = sum(len(names) for _, _, names in os.walk(f"{place.folder}/in"))
        if measured["exit"] != 0 or arrived != len(files.names):
            with open(log, errors="replace") as file:
                sys.exit(f"Benchmarks: {side} ended with {measured['exit']}, {arrived} files arrived: {' '.join(command)}\n"
                         f"{file.read()[-2000:]}")
        self.taken.setdefault((place.kind, side), []).append(measured["wall"])
        print(f"  {place.kind:7} {side:28} {measured['wall']:7.2f} s   processor {measured['user'] + measured['system']:6.2f} s"
              f"   peak {measured['peak_kib'] / 1024:6.1f} MiB", flush=True)

    def judge(self, kind, side, other, limit):
        """How fast the side is, the other one being 1; whether that holds."""
        pairs = list(zip(self.taken[kind, side], self.taken[kind, other]))
        ratios = [b / a for a, b in pairs]
        held = limit is None or statistics.median(ratios) >= limit
        verdict = "told" if limit is None else "held" if held else "MISSED"
        print(f"{kind:7} {side:14} {statistics.median(ratios):5.2f} times as fast as {other} ({', '.join(f'{r:.2f}' for r in ratios)};"
              f" {statistics.median(a for a, _ in pairs):.2f} s and {statistics.median(b for _, b in pairs):.2f} s)   {verdict}")
        return held


def curl(place, source, name, reads_back):
    """The file under another name, then its own: what a delivery ends with."""
    hidden = f".{name}.part"
    send = ["curl", "-s", "-S", "--fail", *place.curl, "-T", source]
    if place.kind == "sftp":
        folder = place.url[place.url.index("/", len("sftp://")):]
        send += ["-Q", f"-rename {folder}/{hidden} {folder}/{name}", f"{place.url}/{hidden}"]
    else:
        send += [f"{place.url}/{hidden}", "--next", "-s", "-S", "--fail", *place.curl, "-X", "MOVE", "-H",
                 f"Destination: {place.url}/{name}", f"{place.url}/{hidden}"]
    if not reads_back:
        return send
    read = ["curl", "-s", "-S", "--fail", *place.curl, f"{place.url}/{name}"]
    return ["bash", "-c", 'n=$1; shift; "${@:1:n}" && "${@:n+1}" | sha256sum', "curl", str(len(send)), *send, *read]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--megabytes", type=int, default=512, help="of the large file")
    parser.add_argument("--files", type=int, default=1_000, help="small files")
    parser.add_argument("--bytes", type=int, default=10_240, help="of a small file")
    parser.add_argument("--places", type=lambda text: text.split(","), default=["sftp", "webdav", "s3"])
    parser.add_argument("--only", choices=["large", "small"])
    parser.add_argument("--gantry", default=os.path.join(bench.ROOT, ".build", "release", "gantry"))
    parser.add_argument("--work", default=os.environ.get("GANTRY_BENCH_DIR", "/tmp/gantry-bench"))
    options = parser.parse_args()
    options.gantry = os.path.abspath(options.gantry)
    needs("rclone", "rclone")
    os.makedirs(options.work, mode=0o700, exist_ok=True)
    work = f"{options.work}/deliver-{os.getpid()}"
    os.makedirs(work)
    try:
        template = publish(options, work)
        timing = Timing(work)
        if options.only != "small":
            measure_large(options, work, timing, Workspace(template, f"{work}/large", [options.megabytes << 20]))
            shutil.rmtree(f"{work}/large")
        if options.only != "large":
            measure_small(options, work, timing, Workspace(template, f"{work}/small", [options.bytes] * options.files))
        print()
        held = True
        for kind in options.places:
            if (kind, "one, curl") in timing.taken:
                held &= timing.judge(kind, "one, Gantry", "one, curl", LARGE_LIMIT)
                timing.judge(kind, "one, Gantry", "one, curl, read back", None)
            if (kind, "many, rclone") in timing.taken:
                held &= timing.judge(kind, "many, Gantry", "many, rclone", SMALL_LIMIT)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    sys.exit(0 if held else 1)


def publish(options, work):
    """A workspace with a published run."""
    folder = bench.pages.make(options.work, 1_000, 100, 1_000, 1, False)
    template = f"{work}/template"
    os.makedirs(template, mode=0o700)
    with Server(folder, f"{work}/pages", *bench.PERIOD, 1_000) as url:
        write(f"{template}/gantry.yaml", bench.WORKSPACE_CONFIGURATION.format(url=url))
        shutil.copytree(f"{bench.ROOT}/Pipelines", f"{template}/Pipelines")
        done = subprocess.run(
            [options.gantry, *bench.GANTRY_RUN], cwd=template, capture_output=True, text=True,
            env={**os.environ, "KSR_EMAIL": "bench@example.test", "KSR_PASSWORD": "bench"}, stdin=subprocess.DEVNULL)
    if not os.path.isdir(f"{template}/exports/{RUN}"):
        sys.exit(f"Benchmarks: no run was published: {done.stdout}{done.stderr}")
    return template


def rounds(options, kinds, work, body):
    for kind in kinds:
        folder = f"{work}/{kind}"
        os.makedirs(folder, exist_ok=True)
        with Place(kind, folder) as place:
            for number in range(options.runs):
                print(f"{kind}, round {number + 1}, load {os.getloadavg()[0]:.1f}", flush=True)
                body(place)
        shutil.rmtree(folder)


def deliver(options, files, place):
    files.restore(place.destination)
    return [options.gantry, "deliver", RUN, "--to", "there", "--workspace", files.folder, "--quiet"]


def measure_large(options, work, timing, files):
    (name,) = files.names
    source = f"{files.run}/data/{name}"

    def body(place):
        timing.run("one, Gantry", place, files, deliver(options, files, place))
        timing.run("one, curl", place, files, curl(place, source, name, False))
        timing.run("one, curl, read back", place, files, curl(place, source, name, True))

    # A store of objects compares its own checksum.
    rounds(options, [kind for kind in options.places if kind != "s3"], work, body)


def measure_small(options, work, timing, files):
    def body(place):
        timing.run("many, Gantry", place, files, deliver(options, files, place))
        timing.run("many, rclone", place, files,
                   ["rclone", "copy", f"{files.run}/data", place.remote, "--exclude", "totals.json", "--config", "/dev/null",
                    "--retries", "1", *place.rclone])

    rounds(options, options.places, work, body)


if __name__ == "__main__":
    main()
