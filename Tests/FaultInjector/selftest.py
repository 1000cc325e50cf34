#!/usr/bin/env python3
"""Tests of faults.so and fsynclint.py against small programs that write files rightly and wrongly, and of where mutants go.

    python3 Tests/FaultInjector/selftest.py
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import mutants

CLONE_NEWNS = 0x20000
# In memory where that can be had: what is tested is the order of calls, not the speed of a disk.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
HERE = os.path.dirname(os.path.abspath(__file__))
LINTER = os.path.join(HERE, "fsynclint.py")

# Publishes three files rightly: temporary, sync, rename, folder sync, then the journal row. Names the steps it leaves out.
PUBLISH = r"""
import os, sys, sqlite3
leave_out = set(sys.argv[1:])
journal = sqlite3.connect('journal.sqlite', isolation_level=None)
journal.execute('pragma journal_mode=wal')
journal.execute('pragma synchronous=full')
journal.execute('create table if not exists done (n integer primary key, size integer)')
known = dict(journal.execute('select n, size from done'))

def sync(fd):
    try:
        os.fsync(fd)
    except OSError:
        if 'error' not in leave_out and 'retry' not in leave_out:
            raise
        if 'retry' in leave_out:
            os.fsync(fd)

for n in range(3):
    data = (f'part {n} ' * 1000).encode()
    if n in known:
        assert os.path.getsize(f'part-{n}') == known[n]
        continue
    if 'early' in leave_out:
        journal.execute('insert into done values (?, ?)', (n, len(data)))
    name = f'part-{n}' if 'rename' in leave_out else f'part-{n}.tmp'
    fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest):]
        if 'loop' in leave_out:
            break
    if 'fsync' not in leave_out:
        sync(fd)
    try:
        os.close(fd)
    except OSError:
        if 'error' not in leave_out:
            raise
    if 'rename' not in leave_out:
        os.rename(name, f'part-{n}')
    if 'folder' not in leave_out:
        folder = os.open('.', os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    if 'early' not in leave_out:
        journal.execute('insert into done values (?, ?)', (n, len(data)))
journal.close()
print('complete')
"""

C_CALLS = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/uio.h>
int main(void) {
    char name[] = "tXXXXXX", folder[] = "dXXXXXX", buffer[4] = "abcd";
    struct iovec parts[2] = {{buffer, 4}, {buffer, 4}};
    mkdir("sub", 0700); mkdirat(AT_FDCWD, "sub2", 0700); mkdtemp(folder);
    int a = open64("a", O_RDWR | O_CREAT, 0600), b = openat64(AT_FDCWD, "b", O_RDWR | O_CREAT, 0600), c = creat("c", 0600);
    int t = mkstemp(name), d = open(".", O_RDONLY | O_DIRECTORY), r = open("a", O_RDONLY);
    write(a, buffer, 4); pwrite64(a, buffer, 4, 8); writev(b, parts, 2); pwritev(b, parts, 2, 100);
    lseek(a, 0, SEEK_SET); copy_file_range(a, NULL, c, NULL, 4, 0);
    ftruncate64(a, 2); ftruncate(b, 50); truncate("c", 1); fallocate(c, 0, 0, 10); posix_fallocate(c, 0, 20);
    fsync(a); fdatasync(b); sync_file_range(c, 0, 0, SYNC_FILE_RANGE_WRITE); fsync(d);
    int e = openat(d, "e", O_WRONLY | O_CREAT | O_EXCL, 0600);
    rename("a", "sub/a"); renameat(d, "b", d, "b2"); renameat2(d, "c", d, "c2", RENAME_NOREPLACE);
    link("b2", "l1"); linkat(d, "b2", d, "l2", 0); symlink("b2", "s");
    unlink("l1"); unlinkat(d, "l2", 0); unlinkat(d, "sub2", AT_REMOVEDIR); remove("s");
    int other = open("/dev/null", O_WRONLY); write(other, buffer, 4); close(other);
    close(r); close(d); close(a); close(b); close(c); close(t); return close(e);
}
"""
C_EXPECTED = """mkdir mkdir mkdir open open creat open write pwrite writev pwritev copy ftruncate ftruncate truncate fallocate fallocate
fsync fdatasync sync_file_range fsync open rename rename rename link link symlink unlink unlink rmdir unlink
close close close close close""".split()

THREADS = r"""
import os, threading
def work(k):
    fd = os.open(f'thread-{k}', os.O_WRONLY | os.O_CREAT, 0o600)
    for _ in range(50): os.write(fd, b'x')
    os.close(fd)
threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
"""


def compiled(*command):
    for compiler in ("cc", "clang", "gcc"):
        if shutil.which(compiler):
            subprocess.run([compiler, *command], check=True)
            return
    raise AssertionError("no C compiler: one of cc, clang, gcc is needed")


class FaultTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.built = tempfile.mkdtemp(prefix="faults-")
        cls.addClassCleanup(shutil.rmtree, cls.built)
        cls.library = os.path.join(cls.built, "faults.so")
        compiled("-Wall", "-Wextra", "-Werror", "-O2", "-shared", "-fPIC", "-o", cls.library, os.path.join(HERE, "faults.c"), "-ldl")

    def setUp(self):
        self.base = tempfile.mkdtemp(prefix="faults-", dir=MEMORY)
        self.addCleanup(shutil.rmtree, self.base)
        self.root, self.log = os.path.join(self.base, "root"), os.path.join(self.base, "log")
        os.mkdir(self.root)

    def environment(self, fault="", calls="", **more):
        return {**os.environ, "LD_PRELOAD": self.library, "GANTRY_FAULT_ROOT": self.root, "GANTRY_FAULT": fault,
                "GANTRY_FAULT_CALLS": calls, "GANTRY_FAULT_LOG": self.log, "PYTHONDONTWRITEBYTECODE": "1", **more}

    def run_program(self, program, *arguments, **faults):
        return subprocess.run([sys.executable, "-S", "-c", program, *arguments], cwd=self.root, env=self.environment(**faults),
                              capture_output=True, text=True, timeout=60)

    def lines(self):
        if not os.path.exists(self.log):
            return []
        with open(self.log) as file:
            return [line.rstrip("\n").split("\t") for line in file]

    def lint(self, *options):
        return subprocess.run([sys.executable, LINTER, *options, self.log], capture_output=True, text=True, timeout=60)

    def clean(self):
        shutil.rmtree(self.root)
        os.mkdir(self.root)
        if os.path.exists(self.log):
            os.unlink(self.log)

    def parts(self):
        found = {}
        for name in sorted(os.listdir(self.root)):
            if name.startswith("part-") and not name.endswith(".tmp"):
                with open(os.path.join(self.root, name), "rb") as file:
                    found[name] = file.read()
        return found


class Counting(FaultTest):
    def test_every_interposed_call_is_counted_once_and_reads_are_not(self):
        source = os.path.join(self.base, "calls.c")
        with open(source, "w") as file:
            file.write(C_CALLS)
        for flags in (["-O0"], ["-O2", "-D_FORTIFY_SOURCE=2", "-D_FILE_OFFSET_BITS=64"]):
            self.clean()
            compiled(*flags, "-w", "-o", source + ".out", source)
            ended = subprocess.run([source + ".out"], cwd=self.root, env=self.environment(), timeout=60)
            self.assertEqual(ended.returncode, 0)
            lines = self.lines()
            self.assertEqual([line[2] for line in lines], C_EXPECTED)
            self.assertEqual([int(line[0]) for line in lines], list(range(1, len(lines) + 1)))
            self.assertTrue(all(int(line[6]) >= 0 for line in lines), lines)
            renames = [(line[3], line[7]) for line in lines if line[2] == "rename"]
            self.assertEqual(renames, [("a", "sub/a"), ("b", "b2"), ("c", "c2")])

    def test_sqlite_is_seen(self):
        self.assertEqual(self.run_program(PUBLISH).stdout, "complete\n")
        calls = {(line[2], os.path.splitext(line[3])[1]) for line in self.lines()}
        self.assertIn(("pwrite", ".sqlite-wal"), calls)
        self.assertIn(("fdatasync", ".sqlite-wal"), {(c.replace("fsync", "fdatasync") if c == "fsync" else c, e) for c, e in calls})

    def test_one_counter_runs_over_all_threads(self):
        self.run_program(THREADS)
        numbers = [int(line[0]) for line in self.lines()]
        self.assertEqual(sorted(numbers), list(range(1, 8 * 52 + 1)))
        self.assertGreater(len({line[1] for line in self.lines()}), 8 - 1)

    def test_elsewhere_and_other_programs_are_left_alone(self):
        self.assertEqual(self.run_program("open('/dev/null', 'w').write('x')", fault="kill@1").returncode, 0)
        self.assertEqual(self.lines(), [])
        ended = subprocess.run([sys.executable, "-S", "-c", PUBLISH], cwd=self.root, timeout=60, capture_output=True,
                               env=self.environment("kill@1", GANTRY_FAULT_PROGRAM="no-such-program"))
        self.assertEqual(ended.returncode, 0)

    def test_links_dots_and_relative_names_are_resolved(self):
        os.symlink(self.root, os.path.join(self.base, "alias"))
        self.run_program(f"open('../alias/./x', 'wb', 0).write(b'1'); open({self.base!r} + '/root/../root/y', 'wb', 0).write(b'1')")
        self.assertEqual([line[3] for line in self.lines() if line[2] == "open"], ["x", "y"])

    def test_a_mistaken_order_is_refused(self):
        for wrong in ("kill", "kill@0", "kill@x", "error:EWHAT@1", "error@1", "explode@1", "kill@1-"):
            self.assertEqual(self.run_program("pass", fault=wrong).returncode, 125, wrong)
        self.assertEqual(self.run_program("pass", calls="write,wirte").returncode, 125)


class Faults(FaultTest):
    def reference(self):
        self.assertEqual(self.run_program(PUBLISH).returncode, 0)
        wanted, count = self.parts(), len(self.lines())
        self.clean()
        return wanted, count

    def test_a_kill_at_every_call_is_the_last_line_and_the_next_run_completes(self):
        wanted, count = self.reference()
        self.assertGreater(count, 20)
        for n in range(1, count + 1):
            ended = self.run_program(PUBLISH, fault=f"kill@{n}")
            self.assertEqual(ended.returncode, -signal.SIGKILL, n)
            lines = self.lines()
            self.assertEqual((lines[-1][0], lines[-1][8].split(",")[-1], len(lines)), (str(n), "killed", n))
            self.assertEqual(self.run_program(PUBLISH).returncode, 0)
            self.assertEqual(self.parts(), wanted)
            self.clean()
        self.assertEqual(self.run_program(PUBLISH, fault=f"kill@{count + 1}").returncode, 0)

    def test_kill_after_leaves_the_effect(self):
        n = [line[2] for line in self.recorded()].index("rename") + 1
        self.assertEqual(self.run_program(PUBLISH, fault=f"kill@{n}").returncode, -9)
        self.assertFalse(os.path.exists(os.path.join(self.root, "part-0")))
        self.clean()
        self.assertEqual(self.run_program(PUBLISH, fault=f"kill-after@{n}").returncode, -9)
        self.assertTrue(os.path.exists(os.path.join(self.root, "part-0")))

    def recorded(self):
        self.run_program(PUBLISH)
        lines = self.lines()
        self.clean()
        return lines

    def test_a_kill_with_many_threads_ends_all_of_them(self):
        for n in (1, 57, 200, 416):
            self.assertEqual(self.run_program(THREADS, fault=f"kill@{n}").returncode, -signal.SIGKILL)
            self.clean()

    def test_an_error_comes_once_or_for_ever_and_only_in_chosen_calls(self):
        program = "import os\nfor n in range(4):\n try: os.mkdir(f'd{n}'); print('made')\n except OSError as e: print(e.errno)\n"
        self.assertEqual(self.run_program(program, fault="error:ENOSPC@2").stdout.split(), ["made", "28", "made", "made"])
        self.clean()
        self.assertEqual(self.run_program(program, fault="error:EIO@3+").stdout.split(), ["made", "made", "5", "5"])
        self.clean()
        self.assertEqual(self.run_program(program, fault="error:EIO@1+", calls="write,fsync").stdout.split(), ["made"] * 4)
        self.clean()
        self.assertEqual(self.run_program(program, fault="error:122@1,error:EROFS@4").stdout.split(), ["122", "made", "made", "30"])

    def test_a_close_that_reports_an_error_still_closes(self):
        program = "import os\nfd = os.open('f', os.O_WRONLY | os.O_CREAT)\ntry: os.close(fd)\nexcept OSError as e: print(e.errno)\n" \
                  "try: os.fstat(fd)\nexcept OSError as e: print(e.errno)\n"
        self.assertEqual(self.run_program(program, fault="error:EIO@1", calls="close").stdout.split(), ["5", "9"])

    def test_a_short_write_really_writes_less(self):
        wanted, _ = self.reference()
        self.assertEqual(self.run_program(PUBLISH, fault="short@1", calls="write").returncode, 0)
        self.assertEqual(self.parts(), wanted)
        self.assertIn("short", [line[8] for line in self.lines()])
        self.clean()
        self.run_program(PUBLISH, "loop", fault="short@1", calls="write")
        self.assertEqual(len(self.parts()["part-0"]), len(wanted["part-0"]) // 2)

    def test_a_lie_stores_nothing_and_a_hole_stores_zeros(self):
        program = "import os\nfd = os.open('f', os.O_WRONLY | os.O_CREAT)\nfor t in (b'abc', b'def', b'ghi'): assert os.write(fd, t) == 3\n" \
                  "assert os.pwrite(fd, b'XY', 20) == 2\n"
        for fault, expected in (("lie@2", b"abcghi" + bytes(14) + b"XY"), ("hole@2", b"abc\0\0\0ghi" + bytes(11) + b"XY"),
                                ("lie@4", b"abcdefghi"), ("hole@4", b"abcdefghi" + bytes(13)), ("lie@1+", b"")):
            self.assertEqual(self.run_program(program, fault=fault).stderr, "")
            with open(os.path.join(self.root, "f"), "rb") as file:
                self.assertEqual(file.read(), expected, fault)
            self.clean()

    def test_a_failing_sync_fails_once(self):
        ended = self.run_program(PUBLISH, fault="fsync-error@1", calls="fsync")
        self.assertIn("Input/output error", ended.stderr)
        self.clean()
        self.assertEqual(self.run_program(PUBLISH, "retry", fault="fsync-error@1", calls="fsync").stdout, "complete\n")

    def test_dropped_syncs_succeed_and_are_marked(self):
        self.assertEqual(self.run_program(PUBLISH, fault="drop-fsync").stdout, "complete\n")
        syncs = [line for line in self.lines() if line[2] in ("fsync", "fdatasync")]
        self.assertTrue(all(("dropped" in line[8]) == ("folder" not in line[8]) for line in syncs))
        self.clean()
        self.assertEqual(self.run_program(PUBLISH, fault="drop-dirsync").stdout, "complete\n")
        syncs = [line for line in self.lines() if line[2] in ("fsync", "fdatasync")]
        self.assertTrue(any("dropped" in line[8] for line in syncs))
        self.assertTrue(all(("dropped" in line[8]) == ("folder" in line[8]) for line in syncs))

    def test_only_what_is_mounted_from_a_file_loses_power(self):
        ended = self.run_program(PUBLISH, fault="power@1")
        self.assertEqual(ended.returncode, 125)
        self.assertIn("needs a file system on a loop device", ended.stderr)

    def test_what_is_not_synced_is_lost_with_the_power_and_the_next_run_completes(self):
        if os.geteuid() != 0 or not shutil.which("mkfs.ext4"):
            self.skipTest("root and mkfs.ext4 are needed")
        # Mounts of its own: a program that copied them, as browsers do, would keep a file system going that was shut down.
        if ctypes.CDLL(None).unshare(CLONE_NEWNS) != 0 or subprocess.run(["mount", "--make-rprivate", "/"]).returncode != 0:
            self.skipTest("mounts of its own are needed")
        wanted, count = self.reference()
        image = os.path.join(self.base, "image")
        with open(image, "wb") as file:
            file.truncate(16 << 20)
        subprocess.run(["mkfs.ext4", "-q", "-F", image], check=True)

        def mount():
            return subprocess.run(["mount", "-o", "loop", image, self.root], capture_output=True).returncode == 0

        def unmount():
            subprocess.run(["umount", self.root], check=True)

        if not mount():
            self.skipTest("loop devices are needed")
        try:
            whole = []
            for seed in range(8):
                n = 1 + count * (seed + 1) // 9
                ended = self.run_program(PUBLISH, fault=f"power@{n}", GANTRY_FAULT_SEED=str(seed))
                self.assertEqual(ended.returncode, -signal.SIGKILL, ended.stderr)
                self.assertEqual(self.lines()[-1][8].split(",")[-1], "power")
                unmount()
                self.assertTrue(mount())
                self.assertLessEqual(self.parts().items(), wanted.items())
                whole.append(len(self.parts()))
                self.assertEqual(self.run_program(PUBLISH).stdout, "complete\n")
                self.assertEqual(self.parts(), wanted)
                for name in os.listdir(self.root):
                    if name != "lost+found":
                        os.unlink(os.path.join(self.root, name))
                os.unlink(self.log)
            self.assertEqual((whole[0], whole[-1]), (0, 3))
            self.run_program("open('loose', 'wb', 0).write(b'x')\nimport os\nos.mkdir('end')", fault="power@4", GANTRY_FAULT_SEED="9")
            unmount()
            self.assertTrue(mount())
            self.assertFalse(os.path.exists(os.path.join(self.root, "loose")))
        finally:
            unmount()

    def test_a_stopped_program_waits_at_the_call(self):
        process = subprocess.Popen([sys.executable, "-S", "-c", PUBLISH], cwd=self.root, env=self.environment("stop@5"),
                                   stdout=subprocess.DEVNULL)
        guard = threading.Timer(30, process.kill)
        guard.start()
        try:
            _, status = os.waitpid(process.pid, os.WUNTRACED)
            self.assertTrue(os.WIFSTOPPED(status))
            self.assertEqual(self.lines()[-1][8].split(",")[-1], "stopped")
            process.send_signal(signal.SIGCONT)
            self.assertEqual(process.wait(30), 0)
        finally:
            guard.cancel()


class Linting(FaultTest):
    def rules(self, *leave_out, options=(), **faults):
        self.run_program(PUBLISH, *leave_out, **faults)
        linted = self.lint(*options)
        self.assertNotEqual(linted.returncode, 2, linted.stderr)
        rules = {line.split(":")[0] for line in linted.stdout.splitlines()[1:]}
        self.assertEqual(linted.returncode, 1 if rules else 0)
        self.clean()
        return rules

    def test_the_right_order_passes(self):
        self.assertEqual(self.rules(), set())
        self.assertEqual(self.rules(options=["--final", r"^part-\d$", "--data-before-journal"]), set())

    def test_wrong_orders_are_found(self):
        self.assertEqual(self.rules("fsync"), {"unsynced"})
        self.assertEqual(self.rules("folder"), {"journal"})
        self.assertIn("in-place", self.rules("rename", options=["--final", r"^part-\d$"]))
        self.assertEqual(self.rules("fsync", "rename", "folder", options=["--data-before-journal"]), {"data"})

    def test_an_ignored_sync_error_is_found(self):
        self.assertIn("failed", self.rules("error", fault="fsync-error@1", calls="fsync"))
        self.assertIn("second-sync", self.rules("retry", fault="fsync-error@1", calls="fsync"))

    def test_an_ignored_close_error_is_found(self):
        self.run_program(PUBLISH)
        n = [line[3] for line in self.lines() if line[2] == "close"].index("part-0.tmp") + 1
        self.clean()
        self.assertEqual(self.rules(fault=f"error:EIO@{n}", calls="close"), set())
        self.assertEqual(self.rules("error", fault=f"error:EIO@{n}", calls="close"), {"failed"})

    def test_syncs_that_were_dropped_do_not_count(self):
        self.assertIn("unsynced", self.rules(fault="drop-fsync"))
        self.assertIn("journal", self.rules(fault="drop-dirsync"))

    def test_a_clean_stop_after_a_failed_sync_passes(self):
        self.assertEqual(self.rules(fault="fsync-error@1", calls="fsync"), set())

    def test_a_killed_program_is_not_asked_for_the_end(self):
        self.run_program(PUBLISH)
        n = [line[2] for line in self.lines()].index("rename") + 2
        self.clean()
        self.assertEqual(self.rules(fault=f"kill@{n}"), set())

    def test_a_renamed_folder_must_be_synced_inside(self):
        program = ("import os, sys\nos.makedirs('new/data')\nfd = os.open('new/data/f', os.O_WRONLY | os.O_CREAT)\nos.write(fd, b'x')\n"
                   "skip = sys.argv[1:]\n"
                   "def sync(p):\n  if p not in skip: d = os.open(p, os.O_RDONLY); os.fsync(d)\n"
                   "sync('new/data/f'); sync('new/data'); sync('new'); os.rename('new', 'final'); sync('.')\n")
        for skip, rule in ((None, None), ("new/data/f", "unsynced"), ("new/data", "folder-entries"), ("new", "folder-entries"), (".", "name")):
            self.run_program(program, *([skip] if skip else []))
            linted = self.lint()
            self.assertEqual(linted.stdout.splitlines()[0].endswith(" 0 violations"), skip is None, (skip, linted.stdout))
            if rule:
                self.assertIn(rule + ":", linted.stdout)
            self.clean()

    def test_cutting_back_after_opening_again_is_a_fresh_start(self):
        program = ("import os, sys\nfd = os.open('f', os.O_WRONLY | os.O_CREAT)\nos.write(fd, b'12')\ntry: os.fsync(fd)\nexcept OSError: pass\n"
                   "os.close(fd)\nfd = os.open('f', os.O_WRONLY)\nif sys.argv[1] == 'cut': os.ftruncate(fd, 0)\nos.write(fd, b'12')\nos.fsync(fd)\n")
        self.run_program(program, "cut", fault="fsync-error@1")
        self.assertEqual(self.lint().returncode, 0, self.lint().stdout)
        self.clean()
        self.run_program(program, "keep", fault="fsync-error@1")
        self.assertIn("second-sync", self.lint().stdout)

    def test_the_place_of_each_mutant_is_in_the_sources(self):
        for mutant in mutants.MUTANTS:
            self.assertIsNotNone(mutants.changed(mutants.ROOT, mutant), mutant.name)

    def test_an_empty_or_foreign_log_proves_nothing(self):
        with open(self.log, "w"):
            pass
        self.assertEqual(self.lint().returncode, 2)
        with open(self.log, "w") as file:
            file.write("hello\n")
        self.assertEqual(self.lint().returncode, 2)


if __name__ == "__main__":
    unittest.main(verbosity=1)
