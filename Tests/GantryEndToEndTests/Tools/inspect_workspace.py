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
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'runs'").fetchone():
                return answer
            row = database.execute("SELECT phase FROM runs WHERE run = ?", (run,)).fetchone()
            last = database.execute(
                "SELECT payload FROM checkpoints WHERE run = ? ORDER BY sequence DESC LIMIT 1", (run,)).fetchone()
        finally:
            database.close()
    if row and row[0] == "complete" and not os.path.exists(export):
        say("the journal says complete and there is no export")
    if not row or not last:
        # The last transaction of a run removes its checkpoints together with saying that it is complete: they hold records,
        # and nothing goes on from them. What then stands for the export is its own manifest, and its bytes are compared with
        # those of an uninterrupted run by whoever asks.
        if os.path.exists(export) and not (row and row[0] == "complete"):
            say("there is an export and no checkpoint")
        return answer
    checkpoint = json.loads(last[0])
    answer["phase"], answer["records"] = row[0], checkpoint["records"]
    if "complete" in (row[0], checkpoint["phase"]):
        if os.path.exists(export) and digest(f"{export}/tagmanifest-sha256.txt") != checkpoint["bag"]:
            say("the export is not the bag that the journal names")
    elif checkpoint["phase"] == "publish":
        places = [f for f in (f"{parts}/bag", export) if os.path.exists(f"{f}/tagmanifest-sha256.txt")]
        if not places:
            say("the journal says that the bag is whole and there is none")
        elif digest(f"{places[0]}/tagmanifest-sha256.txt") != checkpoint["bag"]:
            say("the bag is not the one that the journal names")
    else:
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
