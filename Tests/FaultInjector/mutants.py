#!/usr/bin/env python3
"""Builds the product with one deliberate mistake at a time and asks whether the end-to-end tests notice.

    mutants.py [--list] [--only NAME]... [--work FOLDER] [--tests PACKAGE]

The sources are copied to the work folder (default .build/mutants); the package itself is not changed. The tests must have been
built before (`swift build -c release --build-tests`). The unchanged copy must pass first. Exit code 0: every mistake was
noticed; 1: one survived, or its place is no longer in the sources; 2: the unchanged copy fails, so nothing can be said.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time
from collections import namedtuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
Mutant = namedtuple("Mutant", "name changes tests")
FILES = "Sources/GantryFiles/"

MUTANTS = [
    Mutant("no-fsync", [
        (FILES + "OpenFile.swift", "{ fdatasync($0) }", "{ _ in 0 }"),
        (FILES + "Publishing.swift", "guard calls.sync(file.number) == 0 else { throw FileError(doing: \"Syncing\", shown, errno) }", ""),
    ], "SyncOrderTests"),
    Mutant("no-folder-fsync", [
        (FILES + "Folder.swift", "guard calls.sync(file.number) == 0 else { throw FileError(doing: \"Syncing the folder\", path, errno) }", "_ = calls"),
    ], "SyncOrderTests"),
    Mutant("rename-before-fsync", [
        (FILES + "Publishing.swift",
         "            guard calls.sync(file.number) == 0 else { throw FileError(doing: \"Syncing\", shown, errno) }\n            try file.close(shown)\n",
         "            _ = unsafe renameat(folder.file.number, temporary, folder.file.number, name)\n"
         "            guard calls.sync(file.number) == 0 else { throw FileError(doing: \"Syncing\", shown, errno) }\n            try file.close(shown)\n"),
        (FILES + "Publishing.swift",
         "guard unsafe renameat(folder.file.number, temporary, folder.file.number, name) == 0 else {",
         "guard unsafe renameat(folder.file.number, temporary, folder.file.number, name) == 0 || errno == ENOENT else {"),
    ], "SyncOrderTests"),
    Mutant("checkpoint-before-publish", [
        ("Sources/GantryEngine/Run/Run.swift",
         "        if let bag = try await journal.bag(of: id) {",
         "        try await journal.complete(id, at: now())\n        if let bag = try await journal.bag(of: id) {"),
    ], "KillTests/everyCall"),
    Mutant("short-write-ignored", [
        (FILES + "OpenFile.swift", "                done += written\n", "                done = bytes.count\n"),
    ], "ErrorTests/shortWrites"),
    Mutant("fsync-error-ignored", [
        (FILES + "PartFile.swift", "guard calls.syncData(number) == 0 else { throw FileError(doing: \"Syncing\", path, errno) }", "_ = calls.syncData(number)"),
    ], "ErrorTests/failedSync"),
    Mutant("fsync-retried", [
        (FILES + "PartFile.swift", "guard calls.syncData(number) == 0 else {", "guard calls.syncData(number) == 0 || calls.syncData(number) == 0 else {"),
    ], "ErrorTests/failedSync"),
    Mutant("resume-trusts-size", [
        (FILES + "PartFile.swift", "guard hasher.digest() == digest else {", "guard hasher.digest() == digest || length >= 0 else {"),
    ], "DamageTests/anyFile"),
    Mutant("published-in-place", [
        (FILES + "Publishing.swift",
         "        try syncTree(try source.subfolder(fromName, from), path: from, depth: 0, calls: calls)\n"
         "        if unsafe linux_rename_without_replacing(source.file.number, fromName, target.file.number, toName) != 0 {\n",
         "        try syncTree(try source.subfolder(fromName, from), path: from, depth: 0, calls: calls)\n"
         "        let inner = try source.subfolder(fromName, from)\n"
         "        _ = unsafe mkdirat(target.file.number, toName, 0o700)\n"
         "        let made = try target.subfolder(toName, to)\n"
         "        for name in try inner.names(from, limit: 1000) { _ = unsafe renameat(inner.file.number, name, made.file.number, name) }\n"
         "        if unsafe unlinkat(source.file.number, fromName, AT_REMOVEDIR) != 0 {\n"),
    ], "KillTests/everyCall"),
]


def run(words, log, **options):
    with open(log, "ab") as out:
        return subprocess.run(words, stdout=out, stderr=subprocess.STDOUT, **options).returncode


def copy(work):
    """Brings the work folder up to date, so that only what has changed since is built again."""
    for name in ("Sources", "Tests", "Pipelines", "Samples"):
        mirror(f"{ROOT}/{name}", f"{work}/{name}")
    for name in ("Package.swift", "Package.resolved"):
        shutil.copy2(f"{ROOT}/{name}", f"{work}/{name}")
    os.makedirs(f"{work}/.build", exist_ok=True)
    for name in ("checkouts", "repositories"):
        if os.path.isdir(f"{ROOT}/.build/{name}") and not os.path.isdir(f"{work}/.build/{name}"):
            shutil.copytree(f"{ROOT}/.build/{name}", f"{work}/.build/{name}", symlinks=True)
    if os.path.isfile(f"{ROOT}/.build/workspace-state.json") and not os.path.isfile(f"{work}/.build/workspace-state.json"):
        shutil.copy2(f"{ROOT}/.build/workspace-state.json", f"{work}/.build/workspace-state.json")


def mirror(source, target):
    """Makes the target hold the same files with the same times; what is the same already is not touched."""
    os.makedirs(target, exist_ok=True)
    wanted = {entry.name: entry for entry in os.scandir(source)}
    for entry in list(os.scandir(target)):
        other = wanted.get(entry.name)
        if other is None or other.is_dir(follow_symlinks=False) != entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.remove(entry.path)
    for name, entry in wanted.items():
        path = f"{target}/{name}"
        if entry.is_symlink():
            if os.path.lexists(path):
                os.remove(path)
            os.symlink(os.readlink(entry.path), path)
        elif entry.is_dir():
            mirror(entry.path, path)
        elif not os.path.exists(path) or open(path, "rb").read() != open(entry.path, "rb").read():
            shutil.copy2(entry.path, path)


def changed(work, mutant):
    """The files with the mistake in them, or None when its place is gone."""
    texts = {}
    for path, old, new in mutant.changes:
        text = texts.get(path) or pathlib.Path(work, path).read_text()
        if text.count(old) != 1:
            print(f"{mutant.name}: {path} holds {text.count(old)} times: {old.strip()}")
            return None
        texts[path] = text.replace(old, new)
    return texts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--work", default=f"{ROOT}/.build/mutants")
    parser.add_argument("--tests", default=ROOT, help="the package whose tests are run (default: this one)")
    parser.add_argument("--as-is", action="store_true", help="take the sources that stand in the work folder instead of copying them")
    options = parser.parse_args()
    chosen = [m for m in MUTANTS if not options.only or m.name in options.only]
    if options.list:
        for mutant in MUTANTS:
            print(f"{mutant.name:28} {mutant.tests}")
        return 0
    work = os.path.abspath(options.work)
    os.makedirs(work, exist_ok=True)
    if not options.as_is:
        copy(work)
    variables = dict(os.environ, GANTRY_ROOT=os.environ.get("GANTRY_ROOT", ROOT), GANTRY_BINARY=f"{work}/bin/gantry")
    os.makedirs(f"{work}/bin", exist_ok=True)

    def passes(name, tests):
        """Whether the tests pass with what stands in the work folder; None when it can't be built."""
        log = f"{work}/{name}.log"
        if os.path.exists(log):
            os.remove(log)
        for product in ("gantry", "gantry-server"):
            if run(["swift", "build", "-c", "release", "--product", product], log, cwd=work) != 0:
                return None
            shutil.copy2(f"{work}/.build/release/{product}", f"{work}/bin/{product}")
        code = run(["swift", "test", "-c", "release", "--skip-build", "--filter", tests], log, cwd=options.tests, env=variables)
        if b" passed after" not in open(log, "rb").read() and code == 0:
            raise SystemExit(f"{tests} ran no test; see {log}")
        return code == 0

    sound = passes("unchanged", "|".join(sorted({m.tests for m in chosen})))
    if not sound:
        print(f"the unchanged copy {'fails' if sound is False else 'does not build'}; see {work}/unchanged.log")
        return 2
    survived = []
    for mutant in chosen:
        began = time.time()
        texts = changed(work, mutant)
        if texts is None:
            survived.append(mutant.name)
            continue
        before = {path: open(f"{work}/{path}").read() for path in texts}
        try:
            for path, text in texts.items():
                open(f"{work}/{path}", "w").write(text)
            result = passes(mutant.name, mutant.tests)
        finally:
            for path, text in before.items():
                open(f"{work}/{path}", "w").write(text)
        if result is not False:
            survived.append(mutant.name)
        verdict = {True: "SURVIVED", False: "caught", None: "DOES NOT BUILD"}[result]
        print(f"{mutant.name:28} {verdict} by {mutant.tests} ({time.time() - began:.0f} s, {work}/{mutant.name}.log)", flush=True)
    print(f"{len(chosen) - len(survived)} of {len(chosen)} mutants caught")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
