#!/usr/bin/env python3
"""Fills a workspace's journal with copies of its published runs, to measure commands with a long history.

    Benchmarks/history.py WORKSPACE [--connections 3000] [--months 12]

Each copy is a run of another connection and month, with the documents and stages of the run that it copies. Export
folders are not copied.
"""
import argparse
import hashlib
import json
import sqlite3


def sha(*parts):
    return hashlib.sha256(b"".join(p if isinstance(p, bytes) else p.encode() for p in parts)).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("workspace")
    parser.add_argument("--connections", type=int, default=3000)
    parser.add_argument("--months", type=int, default=12)
    options = parser.parse_args()
    db = sqlite3.connect(options.workspace + "/journal.sqlite", isolation_level=None)
    db.execute("PRAGMA foreign_keys = ON")
    model = db.execute(
        "SELECT run, identity, snapshot, corrects, started_at, phase, finished_at FROM runs "
        "WHERE phase = 'complete' ORDER BY started_at LIMIT 1").fetchone()
    old, identity, snapshot, corrects, started, phase, finished = model
    pipeline = old.split("/")[0].split("@")[0]
    documents = db.execute("SELECT stage, name, content FROM documents WHERE run = ?", [old]).fetchall()
    stages = db.execute("SELECT stage, position, result FROM stages WHERE run = ?", [old]).fetchall()
    known = json.loads(identity)
    db.execute("BEGIN")
    count = 0
    for month in range(options.months):
        period = f"{2025 - month // 12}-{12 - month % 12:02}"
        for connection in range(1, options.connections + 1):
            name = f"cust-{connection:04}"
            run = f"{pipeline}@{name}/{period}/r1"
            known["period"] = period
            known["source"]["address"] = f"https://{name}.example.com"
            text = json.dumps(known, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            begun = started - (month * options.connections + connection) * 60_000_000_000
            ended = begun + finished - started
            db.execute(
                "INSERT INTO runs (run, pipeline, kind, period, address, account, identity, snapshot, corrects, started_at,"
                " phase, finished_at, last_error, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?)",
                [run, run.split("/")[0], known["kind"], period, known["source"]["address"],
                 known["source"].get("account"), text, snapshot, corrects, begun, phase, ended,
                 sha(f"{run}\n{snapshot}\n{begun}\n{corrects or 0}\n", text)])
            for stage, position, result in stages:
                db.execute(
                    "INSERT INTO stages (run, stage, position, result, hash) VALUES (?, ?, ?, ?, ?)",
                    [run, stage, position, result,
                     "" if result is None else sha(f"{run} {stage}\n6\nresult", result)])
            for stage, title, content in documents:
                owner = f"{run} {stage}" if stage else run
                db.execute(
                    "INSERT INTO documents (run, stage, name, content, hash) VALUES (?, ?, ?, ?, ?)",
                    [run, stage, title, content, sha(f"{owner}\n{len(title.encode())}\n{title}", content)])
            count += 1
    db.execute("COMMIT")
    print(f"{count} runs like {old}")


main()
