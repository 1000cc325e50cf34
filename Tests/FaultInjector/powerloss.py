#!/usr/bin/env python3
"""Cuts the power of ext4 and XFS at calls of an export, a sending, a signing and a delivery, and asks whether anything is lost.

    sudo python3 Tests/FaultInjector/powerloss.py [--trials 100] [--system ext4|xfs] [--operation NAME] [--case NAME] [--only N]
    sudo python3 Tests/FaultInjector/powerloss.py --drop-syncs      # with all syncs left out: now trials must fail

Needs root, loop devices, mkfs.ext4 and mkfs.xfs (e2fsprogs, xfsprogs), a C compiler, ssh-keygen, and a built program
(GANTRY_BINARY, default .build/release/gantry). Each trial works on file systems of its own, each in a file. At one call a random
part of the unsynced pages is written, in the way of a kernel that writes whenever it likes; the file systems are shut down
without the rest, sometimes with their journals committed, sometimes not; the program is killed. They are mounted again, checked by
e2fsck or xfs_repair, and the same commands end what was begun.

Exit code 0: nothing was lost (with --drop-syncs: trials of every operation failed); 1: otherwise; 2: something is missing.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from powercases import CONNECTIONS, HERE, PROGRAM, ROOT, SECRETS, Sandbox, all_cases, call, read, require, write

# Megabytes, and the command.
MKFS = {"ext4": (64, ["mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0"]),
        "xfs": (300, ["mkfs.xfs", "-q", "-f"])}
CHECK = {"ext4": ["e2fsck", "-fn"], "xfs": ["xfs_repair", "-n", "-f"]}
# Two copies of one XFS have one identity, which the kernel otherwise refuses to mount at the same time.
OPTIONS = {"ext4": "loop", "xfs": "loop,nouuid"}
TOOLS = ["mkfs.ext4", "mkfs.xfs", "e2fsck", "xfs_repair"]
Ended = collections.namedtuple("Ended", "code said log")


class Place:
    """Where one trial works: `disk` and `other` lose power, `kept` does not. Used again by later trials."""

    def __init__(self, shared, number):
        self.shared, self.base = shared, f"{shared.work}/place-{number}"
        self.disk, self.other, self.kept = f"{self.base}/disk", f"{self.base}/other", f"{self.base}/kept"
        self.disks, self.system, self.log, self.sandbox = [], None, f"{self.base}/calls.log", None
        for folder in (self.disk, self.other, self.kept):
            os.makedirs(folder)

    @property
    def workspace(self):
        return f"{self.disk}/ws"

    def begin(self, system, images):
        """Mounts copies of these images, or new file systems."""
        self.system, self.disks = system, [self.disk, self.other][: len(images)]
        shutil.rmtree(self.kept)
        os.mkdir(self.kept)
        for disk, image in zip(self.disks, images):
            if image:
                call("cp", "--sparse=always", image, f"{disk}.img")
            else:
                size, words = MKFS[system]
                call("truncate", "-s", f"{size}M", f"{disk}.img")
                call(*words, f"{disk}.img")
        self.mount()

    def mount(self):
        for disk in self.disks:
            call("mount", "-o", OPTIONS[self.system], f"{disk}.img", disk)

    def unmount(self):
        # The kernel's list, since a file system that was shut down answers nothing.
        for disk in self.disks:
            for attempt in range(100):
                if f" {disk} " not in read("/proc/mounts").decode():
                    break
                subprocess.run(["umount", disk], stderr=subprocess.DEVNULL)
                time.sleep(0.1 if attempt else 0)
            else:
                raise RuntimeError(f"{disk} can't be unmounted")

    def check(self):
        for disk in self.disks:
            done = subprocess.run([*CHECK[self.system], f"{disk}.img"], capture_output=True, text=True)
            require(done.returncode == 0, CHECK[self.system][0], "finds:", done.stdout[-500:])

    def recover(self):
        """As a machine that starts again: the journals are replayed."""
        self.unmount()
        self.mount()
        self.unmount()
        self.check()
        self.mount()

    def end(self):
        if self.sandbox:
            self.sandbox.end()
            self.sandbox = None
        self.unmount()
        for disk in self.disks:
            if os.path.exists(f"{disk}.img"):
                os.remove(f"{disk}.img")

    def run(self, words, fault=None, seed=0, program="gantry"):
        environment = {**os.environ, **SECRETS}
        if os.path.exists(self.log):
            os.remove(self.log)
        if fault is not None:
            environment.update(
                LD_PRELOAD=self.shared.library, GANTRY_FAULT=fault, GANTRY_FAULT_ROOT=self.base, GANTRY_FAULT_SEED=str(seed),
                GANTRY_FAULT_DISKS=":".join(self.disks), GANTRY_FAULT_LOG=self.log, GANTRY_FAULT_PROGRAM=program)
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   env=environment, start_new_session=True, text=True, errors="replace")
        try:
            said, _ = process.communicate(timeout=120)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
        log = [line.split("\t") for line in read(self.log).decode().splitlines()] if os.path.exists(self.log) else []
        return Ended(process.returncode, said, log)

    def configure(self, connection, url, more=""):
        system, *variables = CONNECTIONS[connection]
        names = {"KSR_EMAIL": "email", "TALK_EMAIL": "email", "KSR_PASSWORD": "password", "TALK_PASSWORD": "password"}
        secrets = "".join(f"      {names.get(v, 'pair-token')}: {{ env: {v} }}\n" for v in variables)
        write(f"{self.kept}/gantry.yaml", f"connections:\n  {connection}:\n    system: {system}\n    environment: {url}\n"
              f"    settle: 1s\n    credentials:\n{secrets}office: {{ zone: UTC }}\n{more}")

    def gantry(self, *words):
        return [PROGRAM, *words, "--workspace", self.workspace, "--config", f"{self.kept}/gantry.yaml"]


class Harness:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.library, self.pipeline = f"{work}/faults.so", f"{work}/payroll-monthly.yaml"
        call(options.compiler, "-shared", "-fPIC", "-O2", "-o", self.library, f"{HERE}/faults.c", "-ldl")
        write(self.pipeline, read(f"{ROOT}/Pipelines/payroll-monthly.yaml").decode()
              + "\nsign-off:\n  prepare: [clerk]\n  approve: [manager]\n  proof: key\n")
        call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", f"{work}/manager")
        key = read(f"{work}/manager.pub").decode().strip()
        self.people = f"people:\n  clerk: {{ name: Payroll Clerk }}\n  manager: {{ name: Payroll Manager, key: \"{key}\" }}\n"
        self.ksr = Sandbox("--entries", "60", "--employees", "6", "--seed", "7")
        self.places = queue.Queue()
        self.all_places = [Place(self, number) for number in range(options.jobs)]
        for place in self.all_places:
            self.places.put(place)

    def close(self):
        self.ksr.end()
        for place in self.all_places:
            place.end()

    def prepare(self, case, system):
        """Makes the disk that the trials of a case begin with, and an undisturbed run on it."""
        place, image = self.all_places[0], f"{self.work}/{case.operation}-{system}.img"
        if not os.path.exists(image):
            place.begin(system, [None])
            case.fill(place)
            place.unmount()
            call("cp", "--sparse=always", f"{place.disk}.img", image)
        case.start_images = [image, None][: case.images]
        place.begin(system, case.start_images)
        try:
            case.start(place)
            counts = []
            for number, words in enumerate(case.commands(place)):
                case.before(place, number)
                ended = place.run(words, "")
                require(ended.code == case.code and case.said[number] in ended.said, "the undisturbed run:", ended.code, ended.said)
                counts.append(len(ended.log))
            case.reference = case.remembered(place)
            case.again = [place.run(words).code for words in case.commands(place)]
            require(case.again[-1] == 3, "a command that is given once more:", case.again)
            case.reference["names"] = case.names(place)
        finally:
            place.end()
        return counts

    def positions(self, counts, wanted, rng):
        """The first call, the last, the end of each command, and calls spread over all of them; None is the end of a command."""
        ends = [(command, None) for command in range(len(counts))]
        chosen = [(0, 1), (len(counts) - 1, counts[-1]), *ends][:wanted]
        spread = wanted - len(chosen)
        for number in range(spread):
            call_number = int((number + rng.random()) * sum(counts) / spread)
            command = 0
            while call_number >= counts[command]:
                call_number -= counts[command]
                command += 1
            chosen.append((command, call_number + 1))
        return chosen

    def trial(self, case, system, number, position):
        """What was lost, or None, and where the power went."""
        rng = random.Random(f"{self.options.seed} {case.operation} {case.name} {system} {number}")
        seed, drops = rng.getrandbits(32), "drop-fsync,drop-dirsync" if self.options.drop_syncs else ""
        target, at = position
        where, place = "", self.places.get()
        try:
            place.takes = number % 2 == 1
            place.begin(system, case.start_images)
            case.start(place)
            commands, done = case.commands(place), 0
            for command, words in enumerate(commands[: target + 1]):
                case.before(place, command)
                fault = f"power@{at}" if command == target and at else ""
                ended = place.run(words, ",".join(filter(None, [drops, fault])), seed)
                done += case.said[command] in ended.said
                if fault and ended.code == -9:
                    break
                require(ended.code == case.code, f"command {command + 1} ended with {ended.code}: {ended.said}")
            if ended.code != -9:
                ended = place.run(["rmdir", f"{place.disk}/none"], "power@1", seed, "rmdir")
            last = next((line for line in ended.log if line[8].endswith("power")), None)
            if not last:
                raise RuntimeError(f"the power was not cut: {ended.said}")
            where = f"command {target + 1}, call {at or 'none, at its end'}: {last[2]} {last[3]} ({last[8]})"
            place.recover()
            case.lost(place, done)
            for command, words in enumerate(commands):
                case.before(place, command)
                ended = place.run(words)
                # Once a later step is done, an earlier one can be refused instead.
                known = {3, case.again[command]}
                known |= {case.code} if command >= done else set()
                require(ended.code in known, f"then command {command + 1} ended with {ended.code}: {ended.said}", *case.doubts(place))
            case.final(place)
            case.tidy(place)
            again = [place.run(words).code for words in commands]
            require(again == case.again, "and once more the commands ended with", again)
            place.unmount()
            place.check()
            return None, where
        except Exception as error:  # a torn journal, a missing file, whatever it is
            return f"{type(error).__name__}: {error}", where
        finally:
            place.end()
            self.places.put(place)

    def operation(self, system, cases):
        """Makes all trials of an operation; how many were made and how many lost something."""
        began, made, lost = time.time(), 0, 0
        for index, case in enumerate(cases):
            if self.options.case and case.name != self.options.case:
                continue
            wanted = self.options.trials // len(cases) + (index < self.options.trials % len(cases))
            counts = self.prepare(case, system)
            chosen = self.positions(counts, wanted, random.Random(f"{self.options.seed} {case.operation} {case.name} {system}"))
            numbers = [n for n in range(len(chosen)) if self.options.only in (None, n)]
            with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
                verdicts = list(pool.map(lambda n: self.trial(case, system, n, chosen[n]), numbers))
            made += len(verdicts)
            lost += sum(problem is not None for problem, _ in verdicts)
            for number, (problem, where) in zip(numbers, verdicts):
                if problem and (self.options.verbose or not self.options.drop_syncs):
                    print(f"LOST  {where}\n  {problem[:1500]}\n  again: --system {system} --operation {case.operation} --case "
                          f"{case.name} --only {number} --trials {self.options.trials} --seed {self.options.seed}", flush=True)
            if self.options.verbose:
                ways = re.findall(r"(?:nothing|pages|files|all),(?:no-)?journal", " ".join(where for _, where in verdicts))
                print(f"  {system} {case.operation} {case.name}: {counts} calls, {dict(collections.Counter(ways))}", flush=True)
        took = time.time() - began
        print(f"{system:5} {cases[0].operation:8} {made - lost} of {made} trials kept everything ({took:.0f} s)", flush=True)
        return made, lost


def missing():
    if os.geteuid() != 0:
        return "root, to mount file systems (run it with sudo)"
    if not os.path.exists("/dev/loop-control"):
        return "loop devices (/dev/loop-control)"
    if not os.access(PROGRAM, os.X_OK):
        return f"a built program at {PROGRAM} (swift build -c release, or GANTRY_BINARY)"
    return next((name for name in [*TOOLS, "ssh-keygen", "unshare"] if not shutil.which(name)), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=100, help="of each operation on each file system (100)")
    parser.add_argument("--system", action="append", choices=list(MKFS))
    parser.add_argument("--operation", action="append", choices=["export", "send", "sign", "deliver"])
    parser.add_argument("--case", help="only this case of the operations")
    parser.add_argument("--only", type=int, help="only this trial of a case")
    parser.add_argument("--seed", type=int, default=20261102)
    parser.add_argument("--jobs", type=int, default=2, help="trials side by side (2)")
    parser.add_argument("--drop-syncs", action="store_true", help="leave all syncs out; trials of every operation must fail")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.compiler = next((name for name in ("cc", "clang", "gcc") if shutil.which(name)), None)
    lacks = missing() or (None if options.compiler else "a C compiler")
    if lacks:
        print(f"powerloss.py needs {lacks}; nothing was tried.\n{__doc__}")
        return 2
    if "POWERLOSS_APART" not in os.environ:
        # Any other program that takes a copy of the mounts, as browsers do, would keep a file system going that was shut down.
        os.environ["POWERLOSS_APART"] = "1"
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv])
    work = tempfile.mkdtemp(prefix="powerloss-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    harness = Harness(options, work)
    try:
        results = [harness.operation(system, group) for system in options.system or list(MKFS) for group in all_cases()
                   if not options.operation or group[0].operation in options.operation]
    finally:
        harness.close()
        shutil.rmtree(work)
    if options.drop_syncs:
        return 0 if all(lost for _, lost in results) else 1
    return 1 if any(lost for _, lost in results) else 0


if __name__ == "__main__":
    sys.exit(main())
