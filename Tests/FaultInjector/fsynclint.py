#!/usr/bin/env python3
"""Reads the log of faults.so and finds orders of calls that a power loss could turn into a torn or missing file.

    python3 fsynclint.py [--journal REGEX] [--final REGEX] [--data-before-journal] [--list] LOG

Always a violation:
  unsynced         a file is renamed (or linked, or lies in a renamed folder) with bytes written since its last good sync
  failed           such a file's last sync or close had failed
  folder-entries   a folder is renamed while names inside it were never synced
  name             a rename whose folder is not synced before the program ends (not asked of a program that was killed)
  journal          the journal is written while a rename is not durable yet
  second-sync      a file is synced again after a failed sync, without a fresh start: made anew, or opened again and cut back
With --final REGEX:
  in-place         a file whose path matches is written where it stands instead of arriving by rename
With --data-before-journal (meaningful where nothing else writes while the journal commits):
  data             the journal is written while another file has unsynced bytes or an unsynced name

Exit code 0: no violation; 1: violations, one a line; 2: the log is empty or unreadable, which proves nothing.
"""

import argparse
import os
import re
import sys
from collections import namedtuple
from urllib.parse import unquote

Line = namedtuple("Line", "place n process call path fd bytes result second notes")
WRITES = {"write", "pwrite", "writev", "pwritev", "copy", "truncate", "ftruncate", "fallocate"}
SYNCS = {"fsync", "fdatasync"}
JOURNAL = r"(^|/)[^/]*\.(sqlite|db)(-wal|-journal)?$"


def read(path):
    # Each process counts its calls from 1; those of a later one come after all that were before.
    process, before, most = None, 0, 0
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        for place, text in enumerate(file, 1):
            cells = text.rstrip("\n").split("\t")
            if len(cells) != 9 or not cells[0].isdigit():
                raise ValueError(f"line {place} of {path} is no line of faults.so: {text!r}")
            n, thread, call, name, fd, size, result, second, notes = cells
            if thread.split(":")[0] != process:
                process, before = thread.split(":")[0], most
            most = max(most, before + int(n))
            # How far a run is, for others to see: nothing depends on these files, so they are never synced.
            if "/progress/" in unquote(name):
                continue
            yield Line(place, before + int(n), thread.split(":")[0], call, unquote(name), int(fd), int(size),
                       None if result == "-" else int(result), unquote(second), set(filter(None, notes.split(","))))


def within(path, folder):
    return path == folder or path.startswith(folder + "/")


def folder_of(path):
    return os.path.dirname(path) or "."


class Linter:
    """What is known of every path so far; `violations` holds (rule, text)."""

    def __init__(self, journal=JOURNAL, final=None, data_before_journal=False):
        self.journal, self.final = re.compile(journal), final and re.compile(final)
        self.data_before_journal = data_before_journal
        self.dirty = {}      # path → number of its last unsynced write
        self.always = set()  # opened with O_SYNC: a write is its own sync
        self.failed = {}     # path → has it been opened again since its sync or close failed
        self.names = {}      # folder → {path: number}: names made there since the folder's last sync
        self.renamed = {}    # path → number: renames whose folder is not synced yet
        self.violations, self.renames, self.syncs, self.killed = [], 0, 0, set()
        self.processes = []

    def say(self, line, rule, text):
        self.violations.append((rule, f"line {line.place} ({line.call} {line.n}): {text}" if line else f"end: {text}"))

    def feed(self, line):
        if line.process not in self.processes:
            self.processes.append(line.process)
            for path in self.failed:  # another process has descriptors of its own
                self.failed[path] = True
        if line.notes & {"killed", "killed-after", "power"}:
            self.killed.add(line.process)
        if line.path.endswith("-shm"):  # SQLite's shared index: built anew after a crash, so nothing rests on it
            return
        done = line.result is not None and line.result >= 0
        if line.call in WRITES:
            self.wrote(line, done)
        elif line.call in SYNCS:
            self.synced(line, done and "dropped" not in line.notes)
        elif line.call == "syncfs" and done and "dropped" not in line.notes:
            self.syncs += 1
            for table in (self.dirty, self.names, self.renamed):
                table.clear()
        elif line.call in ("open", "creat"):
            self.opened(line, done)
        elif line.call == "close" and not done and line.result is not None:
            self.failed[line.path] = False
        elif not done:
            return
        elif line.call == "mkdir":
            self.names.setdefault(folder_of(line.path), {})[line.path] = line.n
        elif line.call in ("unlink", "rmdir"):
            self.forget(line.path)
        elif line.call == "rename":
            self.published(line, moved=True)
        elif line.call == "link":
            self.published(line, moved=False)

    def opened(self, line, done):
        if not done:
            return
        if line.path in self.failed:
            self.failed[line.path] = True
        if "O_TRUNC" in line.notes or "new" in line.notes:
            self.failed.pop(line.path, None)
            if "O_TRUNC" in line.notes and "new" not in line.notes:
                self.touch(line)
        if "O_SYNC" in line.notes:
            self.always.add(line.path)
        if "new" in line.notes:
            self.names.setdefault(folder_of(line.path), {})[line.path] = line.n
            self.in_place(line)

    def in_place(self, line):
        if self.final and self.final.search(line.path) and not self.journal.search(line.path):
            self.say(line, "in-place", f"{line.path} is written in place")

    def touch(self, line):
        if line.path not in self.always:
            self.dirty[line.path] = max(line.n, self.dirty.get(line.path, 0))
        self.in_place(line)

    def wrote(self, line, done):
        if not done and "injected" in line.notes:
            return
        if self.journal.search(line.path):
            for path in self.renamed:
                self.say(line, "journal", f"{line.path} is written before the rename to {path} is durable")
            self.renamed.clear()
            if self.data_before_journal:
                for path in self.dirty:
                    if not self.journal.search(path):
                        self.say(line, "data", f"{line.path} is written before the bytes of {path} are synced")
                for names in self.names.values():
                    for path in names:
                        if not self.journal.search(path):
                            self.say(line, "data", f"{line.path} is written before the name {path} is synced")
        elif line.call in ("ftruncate", "truncate") and done and self.failed.get(line.path):
            del self.failed[line.path]  # opened again and cut back: what the failed sync lost will be written anew
        self.touch(line)

    def synced(self, line, good):
        if line.path in self.failed and not self.journal.search(line.path):
            self.say(line, "second-sync", f"{line.path} is synced again after a failed sync")
        if not good:
            if line.result is not None and line.result < 0:
                self.failed[line.path] = False
            return
        self.syncs += 1
        if self.dirty.get(line.path, line.n) < line.n:
            del self.dirty[line.path]
        if "folder" in line.notes:
            names = self.names.get(line.path, {})
            self.names[line.path] = {path: n for path, n in names.items() if n > line.n}
            for path in [p for p, n in self.renamed.items() if folder_of(p) == line.path and n < line.n]:
                del self.renamed[path]

    def published(self, line, moved):
        self.renames += 1
        source, target = line.path, line.second
        if not source.startswith("/"):
            for path in self.dirty:
                if within(path, source):
                    self.say(line, "unsynced", f"{source} is renamed while {path} has unsynced bytes")
            for path in self.failed:
                if within(path, source):
                    self.say(line, "failed", f"{source} is renamed after a failed sync of {path}")
            for folder, names in self.names.items():
                if within(folder, source) and names:
                    self.say(line, "folder-entries", f"{source} is renamed before the names in {folder} are synced: {', '.join(sorted(names))}")
        if moved:
            self.move(source, target)
        if not target.startswith("/"):
            self.names.setdefault(folder_of(target), {})[target] = line.n
            self.renamed[target] = line.n

    def forget(self, path):
        for table in (self.dirty, self.failed, self.names, self.renamed):
            for known in [p for p in table if within(p, path)]:
                del table[known]
        self.always.discard(path)
        self.names.get(folder_of(path), {}).pop(path, None)

    def move(self, source, target):
        kept = []
        for table in (self.dirty, self.failed, self.names, self.renamed):
            moved = {target + p[len(source):]: v for p, v in table.items() if within(p, source)}
            kept.append((table, moved))
        moved_always = source in self.always
        self.forget(target)
        self.forget(source)
        for table, moved in kept:
            if table is not self.names:
                table.update(moved)
            else:
                for folder, names in moved.items():
                    table[folder] = {target + p[len(source):]: n for p, n in names.items()}
        if moved_always:
            self.always.add(target)

    def end(self):
        if self.processes and self.processes[-1] not in self.killed:
            for path in self.renamed:
                self.say(None, "name", f"the folder of {path} is never synced after its rename")


def main():
    parser = argparse.ArgumentParser(description="Finds unsafe orders of writes, syncs and renames in a log of faults.so.")
    parser.add_argument("log")
    parser.add_argument("--journal", default=JOURNAL, metavar="REGEX", help="paths of the journal (default: %(default)s)")
    parser.add_argument("--final", metavar="REGEX", help="paths that may only appear by rename")
    parser.add_argument("--data-before-journal", action="store_true", help="the journal may only be written when all else is synced")
    parser.add_argument("--list", action="store_true", help="print every violation, not just the first twenty")
    options = parser.parse_args()
    linter = Linter(options.journal, options.final, options.data_before_journal)
    lines = 0
    try:
        for line in read(options.log):
            lines += 1
            linter.feed(line)
    except (OSError, ValueError) as error:
        print(f"fsynclint: {error}", file=sys.stderr)
        return 2
    if not lines:
        print(f"fsynclint: {options.log} is empty, so it proves nothing", file=sys.stderr)
        return 2
    linter.end()
    print(f"{lines} calls, {linter.renames} renames, {linter.syncs} syncs, {len(linter.violations)} violations")
    for rule, text in linter.violations[:None if options.list else 20]:
        print(f"{rule}: {text}")
    return 1 if linter.violations else 0


if __name__ == "__main__":
    sys.exit(main())
