"""Judges an export of datasets with programs that share nothing with the product: bagit, csv, zstd and jq.

    python3 check_datasets.py FOLDER
"""

import csv
import decimal
import hashlib
import json
import os
import subprocess
import sys

import bagit

folder = sys.argv[1]
problems = []


def expect(holds, text):
    if not holds:
        problems.append(text)


bagit.Bag(folder).validate()
totals = json.load(open(f"{folder}/data/totals.json", encoding="utf-8"))
expect(totals["datasets"], "there is no dataset in totals.json")
fetched = 0
for dataset in totals["datasets"]:
    counts = dataset["counts"]
    name = dataset["dataset"]
    fetched += counts["fetched"]
    parts = sum(counts[key] for key in ("exported", "held", "repeated", "rejected", "excluded"))
    expect(counts["fetched"] == parts, f"{name}: {counts}")
    for file in dataset["files"]:
        path = f"{folder}/data/{file['file']}"
        if file["format"] == "archive":
            tool = {"zstd": ["zstd", "-dcq"], "gzip": ["gzip", "-dc"], "none": ["cat"]}[file["compression"]]
            text = subprocess.run([*tool, path], check=True, capture_output=True).stdout
            found = subprocess.run(["jq", "-c", "type"], input=text, check=True, capture_output=True).stdout.split()
            expect(set(found) <= {b'"object"'}, f"{path}: lines that are no objects")
            expect(len(found) == text.count(b"\n") == file["rows"] == counts["fetched"] - counts["excluded"], f"{path}: {len(found)} lines, {file['rows']} stated, {counts}")
        else:
            dialect = {"machine": ",", "excel-en": ",", "excel-da": ";"}[file["dialect"]]
            with open(path, encoding="utf-8-sig", newline="") as opened:
                rows = list(csv.reader(opened, delimiter=dialect, strict=True))
            expect(all(len(row) == len(rows[0]) for row in rows), f"{path}: rows of different lengths")
            expect(len(rows) - 1 == file["rows"], f"{path}: {len(rows) - 1} rows, {file['rows']} stated")
            if file["format"] == "csv" and "list" not in file:
                expect(len(rows) - 1 == counts["exported"], f"{path}: {len(rows) - 1} rows, {counts['exported']} exported")
            for total in file.get("sums", []):
                column = total["column"] - 1
                found = sum((decimal.Decimal(row[column].replace(",", ".")) for row in rows[1:] if row[column]), decimal.Decimal(0))
                expect(found == decimal.Decimal(total["sum"]), f"{path}: {rows[0][column]} adds up to {found}, {total['sum']} stated")
    if "downloads" in dataset:
        # Every row's file is there, whole, and nothing beside them.
        stated = dataset["downloads"]
        with open(f"{folder}/data/{stated['folder']}.csv", encoding="utf-8", newline="") as opened:
            rows = list(csv.DictReader(opened))
        names = sorted(os.listdir(f"{folder}/data/{stated['folder']}"))
        expect(sorted(row["file"] for row in rows) == names, f"{stated['folder']}: {len(rows)} rows, {len(names)} files")
        expect(len(names) == stated["files"], f"{stated}: {len(names)} files")
        for row in rows:
            with open(f"{folder}/data/{stated['folder']}/{row['file']}", "rb") as opened:
                content = opened.read()
            expect(hashlib.sha256(content).hexdigest() == row["sha256"], f"{row['file']}: another SHA-256")
            expect(len(content) == int(row["bytes"]), f"{row['file']}: {len(content)} bytes")
            expect(content[:3] == b"\xff\xd8\xff" and content[-2:] == b"\xff\xd9", f"{row['file']} is no JPEG")
expect(fetched == totals["counts"]["fetched"], f"{fetched} records in the datasets, {totals['counts']['fetched']} in all")
if problems:
    sys.exit("\n".join(problems))
