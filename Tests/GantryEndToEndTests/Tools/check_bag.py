#!/usr/bin/env python3
"""Checks an export folder with programs and libraries that share nothing with Gantry; prints what is wrong, a line each.

    check_bag.py FOLDER [FETCHED]

bagit, sha256sum and xmllint prove the bag and the payroll file; lxml with Decimal, csv, and zstd or gzip with jq add up and
count again what totals.json says. FETCHED is the number of records that the source has. Exit code 1: something is wrong.
"""

import csv
import io
import json
import logging
import os
import subprocess
import sys
from collections import Counter
from decimal import Decimal

problems = []
NS = "{urn:gantry:payroll:1}"
DIALECTS = {"machine": (",", ".", False), "excel-da": (";", ",", True), "excel-en": (",", ".", True)}


def check(is_right, text):
    if not is_right:
        problems.append(text)


def program(*words, **options):
    done = subprocess.run(words, capture_output=True, **options)
    check(done.returncode == 0, f"{' '.join(words)} ended with {done.returncode}: {(done.stdout + done.stderr).decode(errors='replace')[-500:]}")
    return done.stdout


def bag(folder):
    import bagit
    logging.disable(logging.CRITICAL)
    try:
        bagit.Bag(folder).validate()
    except bagit.BagError as error:
        problems.append(f"bagit: {error}")
    for manifest in ("manifest-sha256.txt", "tagmanifest-sha256.txt"):
        program("sha256sum", "-c", "--strict", "--quiet", manifest, cwd=folder)
    listed = {line.split("  ", 1)[1] for line in open(f"{folder}/manifest-sha256.txt").read().splitlines()}
    found = {os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(f"{folder}/data") for name in names}
    check(listed == found, f"manifest and data/ differ: {sorted(listed ^ found)}")


def payroll(path, totals):
    from lxml import etree
    schema = path[:-4] + ".xsd"
    program("xmllint", "--noout", "--nonet", "--schema", schema, path)
    raw = open(path, "rb").read()
    raw.decode("utf-8")
    check(b"\r" not in raw, "payroll.xml holds a carriage return")
    root = etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True)).getroot()
    check(etree.XMLSchema(etree.parse(schema)).validate(root.getroottree()), "lxml finds the payroll file invalid")
    units, amounts, lines, entries, numbers = Counter(), Counter(), Counter(), 0, 0
    hours, ids, last, by_day = Counter(), 0, None, Counter()
    rounding = root.find(NS + "batch").get("rounding")
    check(rounding == totals["rounding"], "rounding differs from totals.json")
    for employee in root.iter(NS + "employee"):
        number = int(employee.get("payrollNumber"))
        check(last is None or number > last, f"employee {number} is out of order")
        last = number
        numbers += number
        entries += int(employee.get("entries"))
        ids += int(employee.get("entryIdSum"))
        for line in employee.iter(NS + "line"):
            code = line.get("payCode")
            units[code] += Decimal(line.get("units"))
            lines[code] += 1
            daily = sum((Decimal(day.get("hours")) for day in line.iter(NS + "day")), Decimal(0))
            hours[code] += daily
            for day in line.iter(NS + "day"):
                by_day[day.get("date")] += Decimal(day.get("hours"))
            check(daily.quantize(Decimal("0.01"), "ROUND_HALF_UP") == Decimal(line.get("units")), f"the days of {number}/{code} make {daily}, not {line.get('units')}")
            if line.get("amount") is not None:
                amount = (Decimal(line.get("units")) * Decimal(line.get("rate"))).quantize(Decimal("0.01"), "ROUND_HALF_UP")
                check(amount == Decimal(line.get("amount")), f"{number}/{code}: {line.get('units')} x {line.get('rate')} is {amount}, not {line.get('amount')}")
                amounts[code] += Decimal(line.get("amount"))
            else:
                check(line.get("rate") is None, f"{number}/{code} has a rate and no amount")
    stated = root.find(NS + "totals")
    check(int(stated.get("employees")) == totals["employees"], "employees differ")
    check(int(stated.get("entries")) == entries == totals["counts"]["exported"], "entries differ from the exported count")
    check(int(stated.get("entryIdSum")) == ids == int(totals["entry_id_sum"]), "the hash total of entry ids differs")
    check(int(stated.get("payrollNumberSum")) == numbers == int(totals["payroll_number_sum"]), "the hash total of payroll numbers differs")
    for code in totals["pay_codes"]:
        name = code["code"]
        check(units[name] == Decimal(code["units"]), f"units of {name}: {units[name]} in payroll.xml, {code['units']} in totals.json")
        check(lines[name] == code["lines"], f"lines of {name}: {lines[name]} in payroll.xml, {code['lines']} in totals.json")
        amount = code["amount"]
        check(amounts.get(name) == (None if amount is None else Decimal(amount)), f"amount of {name}: {amounts.get(name)} and {amount}")
    check(sum(amounts.values(), Decimal(0)) == Decimal(totals["amount"] or 0), "the amount differs")
    exported = {row["name"]: Decimal(row["exported"]) for row in totals["hours"]}
    check(sum(hours.values()) == sum(exported.values()), f"daily hours make {sum(hours.values())}, totals.json has {sum(exported.values())}")
    for day in totals["days"]:
        stated = sum(Decimal(row["exported"]) for row in day["hours"])
        check(by_day[day["day"]] == stated, f"{day['day']} has {by_day[day['day']]} hours in payroll.xml, {stated} in totals.json")
    return units, amounts


def table(path, dialect):
    delimiter, point, has_mark = DIALECTS[dialect]
    raw = open(path, "rb").read()
    check(raw.startswith(b"\xef\xbb\xbf") == has_mark, f"{path}: byte order mark is wrong for {dialect}")
    text = raw.decode("utf-8-sig" if has_mark else "utf-8")
    check(text.endswith("\r\n"), f"{path} does not end with CRLF")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    check(len({len(row) for row in rows}) == 1, f"{path}: rows of different lengths")

    def number(cell):
        if cell == "":
            return Decimal(0)
        check(point == "." or "." not in cell, f"{path}: {cell} has no decimal {point}")
        return Decimal(cell.replace(point, "."))

    return rows[0], rows[1:], number


def tables(folder, totals, payroll_sums):
    hours = {row["name"]: Decimal(row["exported"]) for row in totals["hours"]}
    for file in totals["files"]:
        path = f"{folder}/data/{file['file']}"
        if file["format"] == "csv":
            heading, rows, number = table(path, file["dialect"])
            check(len(rows) == file["rows"] == totals["counts"]["exported"], f"{file['file']} has {len(rows)} rows, {file['rows']} stated")
            for total in file["sums"]:
                at = total["column"] - 1
                check(heading[at] == total["heading"], f"{file['file']}: column {at + 1} is {heading[at]}, not {total['heading']}")
                summed = sum((number(row[at]) for row in rows), Decimal(0))
                check(summed == Decimal(total["sum"]), f"{file['file']}: {total['heading']} adds up to {summed}, {total['sum']} stated")
                if total["field"] in hours and file["dialect"] == "machine":
                    check(summed == hours[total["field"]], f"{file['file']}: {total['field']} is {summed}, {hours[total['field']]} exported")
        elif file["format"] == "payroll-csv":
            heading, rows, number = table(path, file["dialect"])
            check(len(rows) == file["rows"], f"{file['file']} has {len(rows)} rows, {file['rows']} stated")
            units, amounts = Counter(), Counter()
            for row in rows:
                cells = dict(zip(heading, row))
                units[cells["pay_code"]] += number(cells["units"])
                if cells["amount"]:
                    amounts[cells["pay_code"]] += number(cells["amount"])
            if payroll_sums:
                check((units, amounts) == payroll_sums, f"{file['file']} and payroll.xml add up differently")
        elif file["format"] == "exceptions-csv":
            _, rows, _ = table(path, file["dialect"])
            check(len(rows) == file["rows"], f"{file['file']} has {len(rows)} rows, {file['rows']} stated")


def archive(folder, totals, fetched):
    for file in totals["files"]:
        if file["format"] != "archive":
            continue
        path = f"{folder}/data/{file['file']}"
        if file["compression"] == "zstd":
            program("zstd", "-tq", path)
            raw = program("zstd", "-dcq", path)
        elif file["compression"] == "gzip":
            program("gzip", "-t", path)
            raw = program("gzip", "-dc", path)
        else:
            raw = open(path, "rb").read()
        lines = program("jq", "-c", ".", input=raw).count(b"\n")
        check(raw.count(b"\n") == lines == totals["counts"]["fetched"] == file["rows"],
              f"{file['file']} has {raw.count(bytes([10]))} lines, {lines} records, {file['rows']} stated, {totals['counts']['fetched']} fetched")
        check(fetched is None or lines == fetched, f"{file['file']} has {lines} records, the source has {fetched}")


def main():
    folder = sys.argv[1]
    fetched = int(sys.argv[2]) if len(sys.argv) > 2 else None
    totals = json.load(open(f"{folder}/data/totals.json"))
    counts = totals["counts"]
    check(counts["fetched"] == counts["exported"] + counts["held"] + counts["repeated"] + counts["rejected"], f"the counts don't add up: {counts}")
    bag(folder)
    sums = None
    for file in totals["files"]:
        if file["format"] == "payroll-xml":
            sums = payroll(f"{folder}/data/{file['file']}", totals)
    check(sums is not None, "there is no payroll file")
    tables(folder, totals, sums)
    archive(folder, totals, fetched)
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems, {counts}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
