#!/usr/bin/env python3
"""Says whether a journal claims anything that is not on disk.

Reads lines of JSON {"workspace": PATH, "run": "payroll-monthly/2026-10/r1"} and answers each with a line
{"problems": [...], "redone": [...], "phase": "fetch" or null, "records": N}. The journal is copied first, so nothing in the
workspace changes, its write-ahead log included. "redone" lists damage to derived outputs, which are made again from the landing.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import sys
import tempfile


def digest(path, length=None):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read() if length is None else file.read(length)).hexdigest()


def mark_problem(parts, mark):
    """What is wrong with a recorded file, or None."""
    for path in (f"{parts}/bag/data/{mark['name']}", f"{parts}/{mark['name']}"):
        if os.path.exists(path):
            size = os.path.getsize(path)
            if size < mark["length"]:
                return f"{mark['name']} holds {size} bytes, the journal claims {mark['length']}"
            if digest(path, mark["length"]) != mark["sha256"]:
                return f"the first {mark['length']} bytes of {mark['name']} are not those that the journal claims"
            return None
    return f"{mark['name']} is missing, the journal claims {mark['length']} bytes"


def inspect(workspace, run):
    answer = {"problems": [], "redone": [], "phase": None, "records": 0}
    say = answer["problems"].append
    journal, export, parts = f"{workspace}/journal.sqlite", f"{workspace}/exports/{run}", f"{workspace}/parts/{run}"
    if not os.path.exists(journal):
        if os.path.exists(export):
            say("there is an export and no journal")
        return answer
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("", "-wal"):
            if os.path.exists(journal + ending):
                shutil.copy(journal + ending, f"{folder}/journal.sqlite{ending}")
        database = sqlite3.connect(f"{folder}/journal.sqlite")
        try:
            if (found := database.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                say(f"SQLite finds the journal damaged: {found}")
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'stages'").fetchone():
                return answer
            row = database.execute("SELECT phase FROM runs WHERE run = ?", (run,)).fetchone()
            bag = database.execute(
                "SELECT content FROM documents WHERE run = ? AND stage = '' AND name = 'bag'", (run,)).fetchone()
            stages = database.execute("SELECT stage, result FROM stages WHERE run = ? ORDER BY position", (run,)).fetchall()
            last = {stage: database.execute(
                "SELECT payload FROM checkpoints WHERE run = ? AND stage = ? ORDER BY sequence DESC LIMIT 1", (run, stage))
                .fetchone() for stage, _ in stages}
        finally:
            database.close()
    answer["phase"] = row[0] if row else None
    if not (row and row[0] in ("publish", "complete")):
        if os.path.exists(export):
            say("there is an export, and the journal does not say that its bag is whole")
    elif not bag:
        say(f"the journal says {row[0]} and names no bag")
    else:
        places = [f for f in (f"{parts}/bag", export) if os.path.exists(f"{f}/tagmanifest-sha256.txt")]
        if row[0] == "complete":
            places = [f for f in places if f == export]
        if not places:
            say(f"the journal says {row[0]} and there is no bag")
        elif digest(f"{places[0]}/tagmanifest-sha256.txt") != bag[0]:
            say("the bag is not the one that the journal names")
        return answer
    for stage, result in stages:
        if result:
            for file in json.loads(result)["files"]:
                if problem := mark_problem(parts, file):
                    say(problem)
            answer["records"] = json.loads(result)["counts"]["fetched"]
        elif last[stage]:
            checkpoint = json.loads(last[stage][0])
            answer["records"] = checkpoint["records"]
            if problem := mark_problem(parts, checkpoint["landing"]):
                say(problem)
            answer["redone"] = [p for p in (mark_problem(parts, m) for m in checkpoint["parts"]) if p]
    return answer


def main():
    for line in sys.stdin:
        order = json.loads(line)
        try:
            answer = inspect(order["workspace"], order["run"])
        except Exception as error:  # every failure is an answer: nobody reads standard error
            answer = {"problems": [f"the journal can't be read: {type(error).__name__}: {error}"], "redone": [], "phase": None, "records": 0}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
