"""Judges a workbook of a payroll export with openpyxl, which shares nothing with the product.

    python3 read_workbook.py FOLDER FILE [SOFFICE]

Every cell of Entries is compared with the archive, Pay with payroll.csv, Exceptions with exceptions.csv, in English and
in Danish. With a
LibreOffice the sheet Pay is also converted to CSV and compared with payroll.csv.
"""

import csv
import datetime
import decimal
import json
import os
import subprocess
import sys
import tempfile

import openpyxl
from openpyxl.utils.escape import unescape

folder, file_name = sys.argv[1:3]
problems = []
D = decimal.Decimal


def expect(holds, text):
    if not holds:
        problems.append(text)


def plain(cell):
    """The value of a cell as exact text."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "s" or cell.data_type == "inlineStr":
        return unescape(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        # Fifteen digits are what every number of a workbook keeps.
        text = format(D(repr(value)), "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    problems.append(f"{cell.coordinate} holds {value!r} of type {cell.data_type}")
    return str(value)


def short(text):
    """A decimal text without trailing zeros."""
    return text.rstrip("0").rstrip(".") if "." in text else text


totals = json.load(open(f"{folder}/data/totals.json", encoding="utf-8"))
stated = next(file for file in totals["files"] if file["file"] == file_name)
WORDS = {
    "en": {
        "sheets": ["Summary", "Pay", "Entries", "Exceptions"], "total": "Total", "held": "On hold", "code": "Pay code",
        "employee": "Employee",
        "pay": ["Employee", "Name", "Pay code", "Units", "Rate", "Amount"],
        "exceptions": ["Severity", "Rule", "Entry", "Employee", "Day", "Found", "Expected", "Id", "Name", "Hours",
                       "Approved by", "Decision", "Decided by", "Because"],
        "severity": {"critical": "Critical", "blocker": "Blocker", "waived": "Waived", "warning": "Warning", "info": "Note"},
        "decision": {"accept": "Accepted", "hold": "Held", "waive": "Paid all the same"},
        "rule": {"not-approved": "Not approved", "unknown-worker": "Unknown employee"},
    },
    "da": {
        "sheets": ["Oversigt", "Løn", "Registreringer", "Afvigelser"], "total": "I alt", "held": "Tilbageholdt",
        "code": "Lønart", "employee": "Medarbejder",
        "pay": ["Medarbejdernr.", "Navn", "Lønart", "Antal", "Sats", "Beløb"],
        "exceptions": ["Alvor", "Regel", "Registrering", "Medarbejder", "Dag", "Fundet", "Forventet", "Id", "Navn", "Timer",
                       "Godkendt af", "Afgørelse", "Afgjort af", "Begrundelse"],
        "severity": {"critical": "Kritisk", "blocker": "Spærret", "waived": "Frigivet", "warning": "Advarsel", "info": "Bemærkning"},
        "decision": {"accept": "Accepteret", "hold": "Tilbageholdes", "waive": "Udbetales alligevel"},
        "rule": {"not-approved": "Ikke godkendt", "unknown-worker": "Ukendt medarbejder"},
    },
}[stated.get("language", "en")]
SUMMARY, PAY, ENTRIES, EXCEPTIONS = WORDS["sheets"]
path = f"{folder}/data/{stated['file']}"
book = openpyxl.load_workbook(path)
expect(book.sheetnames == WORDS["sheets"], f"sheets {book.sheetnames}")
snapshot = totals["snapshot"][:19]
expect(book.properties.created.isoformat() == snapshot, f"created {book.properties.created}, snapshot {snapshot}")
for sheet in book:
    expect(sheet.freeze_panes == "A2", f"{sheet.title}: frozen at {sheet.freeze_panes}")
    expect(sheet.auto_filter.ref is not None, f"{sheet.title}: no filter")
    expect(all(cell.font.b for cell in sheet[1]), f"{sheet.title}: headings that aren't bold")
    expect(all(dimension.width > 5 for dimension in sheet.column_dimensions.values()), f"{sheet.title}: narrow columns")
    expect(all(cell.data_type != "f" for row in sheet for cell in row), f"{sheet.title}: formulas")


def table(name):
    with open(f"{folder}/data/{name}", encoding="utf-8-sig", newline="") as opened:
        first = opened.readline()
        opened.seek(0)
        return list(csv.reader(opened, delimiter=";" if ";" in first else ","))


def unguarded(text):
    return text[1:] if text[:1] == "'" and text[1:].lstrip(" '")[:1] in set("=+-@\t\r") else text


# Pay
pay = table("payroll.csv")
rows = [list(row) for row in book[PAY].iter_rows()]
expect([cell.value for cell in rows[0]] == WORDS["pay"], "Pay: other headings")
expect(len(rows) == len(pay), f"Pay: {len(rows)} rows, payroll.csv {len(pay)}")
numbers = {"units", "rate", "amount"}
for number, (cells, row) in enumerate(zip(rows[1:], pay[1:]), 2):
    for heading, cell, text in zip(pay[0], cells, row):
        wanted = short(text) if heading in numbers else unguarded(text)
        expect(plain(cell) == wanted, f"Pay row {number}: {plain(cell)!r} instead of {wanted!r}")
        expect(heading not in numbers or not text or cell.data_type == "n", f"Pay row {number}: {heading} is no number")
        if heading == "amount" and text:
            expect(cell.number_format == "0.00", f"Pay row {number}: shown as {cell.number_format}")

# Summary
amounts = {WORDS["total"]: D(0)}
for row in pay[1:]:
    number, name, code, amount = row[0], row[1], row[2], D(row[-1] or 0)
    for key in (WORDS["total"], f"{WORDS['code']} {code}", f"{WORDS['employee']} {number}"):
        amounts[key] = amounts.get(key, D(0)) + amount
summary = [list(row) for row in book[SUMMARY].iter_rows(min_row=2)]
expect(summary[0][0].value == WORDS["total"] and all(cell.font.b for cell in summary[0] if cell.value is not None), "Summary: no bold total")
expect({row[0].value for row in summary} == set(amounts) | {f"{WORDS['code']} {code['code']}" for code in totals["pay_codes"]} | {WORDS["held"]}, "Summary: other rows")
holds = next(row for row in summary if row[0].value == WORDS["held"])
expect(holds[2].value == totals["counts"]["held"], f"Summary: {holds[2].value} entries on hold")
hours = sum(D(kind["held"]) for kind in totals["hours"].values()) if isinstance(totals["hours"], dict) else sum(D(kind["held"]) for kind in totals["hours"])
expect(D(plain(holds[3]) or 0) == round(hours, 2), f"Summary: {plain(holds[3])} hours on hold instead of {hours}")
for row in summary:
    wanted = amounts.get(row[0].value, D(0))
    expect(D(plain(row[4]) or 0) == wanted, f"Summary, {row[0].value}: {plain(row[4])} instead of {wanted}")
for sheet in book:
    expect(sheet.page_setup.orientation == "landscape" and sheet.page_setup.fitToHeight == 0, f"{sheet.title}: no landscape page")
    expect(sheet.print_title_rows == "$1:$1" and "&P" in str(sheet.oddFooter.center.text), f"{sheet.title}: no headings or page numbers")

# Exceptions
listed = table("exceptions.csv")
rows = [list(row) for row in book[EXCEPTIONS].iter_rows()]
expect(len(rows) == len(listed), f"Exceptions: {len(rows)} rows, exceptions.csv {len(listed)}")
headings = listed[0]
expect([cell.value for cell in rows[0]] == WORDS["exceptions"], "Exceptions: other headings")
rules = {}
for number, (cells, row) in enumerate(zip(rows[1:], listed[1:]), 2):
    for heading, cell, text in zip(headings, cells, row):
        if heading == "rule":
            rules[text] = rules.get(text, cell.value)
            expect(cell.value == rules[text] != text, f"Exceptions row {number}: the rule {text} is shown as {cell.value!r}")
            continue
        text = WORDS[heading].get(text, text) if heading in ("severity", "decision") else text
        wanted = short(text.replace(",", ".")) if heading == "hours" and number > 1 else unguarded(text)
        expect(plain(cell) == wanted, f"Exceptions row {number}: {heading} {plain(cell)!r} instead of {wanted!r}")
        if heading == "work_date" and text:
            expect(cell.is_date, f"Exceptions row {number}: {text} is no date")
expect(len(set(rules.values())) == len(rules), "Exceptions: two rules have one name")
expect(all(rules.get(rule, word) == word for rule, word in WORDS["rule"].items()), f"Exceptions: {rules}")

# Entries
archive = next(file["file"] for file in totals["files"] if file["format"] == "archive")
lines = subprocess.run(["zstd", "-dcq", f"{folder}/data/{archive}"], check=True, capture_output=True).stdout
workers = {}
with open(f"{folder}/data/workers.jsonl", encoding="utf-8") as opened:
    for line in opened:
        worker = json.loads(line)
        workers[worker.get("employee_id", worker.get("id"))] = worker
held = {row[headings.index("entry_id")] for row in listed[1:] if row[0] == "blocker"}
columns = stated["columns"]
rows = iter(list(book[ENTRIES].iter_rows()))
expect([cell.value for cell in next(rows)] == [column["heading"] for column in columns], "Entries: other headings")
seen = set()
count = 0
for line in lines.splitlines():
    entry = json.loads(line, parse_float=D)
    if str(entry["id"]) in held or entry["id"] in seen:
        continue
    seen.add(entry["id"])
    cells = next(rows, None)
    if cells is None:
        problems.append(f"Entries: entry {entry['id']} is missing")
        break
    count += 1
    for column, cell in zip(columns, cells):
        field = column["field"]
        value = workers.get(int(entry["employeeId"]), {}).get(field.split(".")[1]) if "." in field else entry.get(field)
        if "decimals" in column and value is not None:
            places = 9 if column["decimals"] == "exact" else column["decimals"]
            exact = D(str(value)).quantize(D(1).scaleb(-9), rounding=decimal.ROUND_HALF_UP)
            wanted = short(format(exact.quantize(D(1).scaleb(-places), rounding=decimal.ROUND_HALF_UP), "f"))
            wanted = "0" if D(wanted) == 0 else wanted
            expect(cell.data_type == "n", f"Entries: {field} of {entry['id']} is no number")
        else:
            wanted = "" if value is None else str(value)
        found = plain(cell)
        if field == "workDate":
            expect(cell.is_date, f"Entries: {found} of {entry['id']} is no date")
            wanted = wanted[:10]
        if field in ("approvedAt", "createdAt", "updatedAt") and wanted:
            expect(found[:19] == wanted[:19], f"Entries: {field} of {entry['id']} is {found!r} instead of {wanted!r}")
            continue
        expect(found == wanted, f"Entries: {field} of {entry['id']} is {found!r} instead of {wanted!r}")
expect(next(rows, None) is None, "Entries: more rows than entries")
expect(count == stated["rows"] == totals["counts"]["exported"], f"Entries: {count} rows, {stated['rows']} stated")

if len(sys.argv) > 3:
    with tempfile.TemporaryDirectory() as target:
        subprocess.run(
            [sys.argv[3], "--headless", f"-env:UserInstallation=file://{target}/profile", "--convert-to",
             'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,2', "--outdir", target, path],
            check=True, capture_output=True, timeout=180)
        name = os.path.splitext(os.path.basename(path))[0]
        with open(f"{target}/{name}-{PAY}.csv", encoding="utf-8", newline="") as opened:
            converted = list(csv.reader(opened))
        wanted = [WORDS["pay"]] + [[unguarded(cell) for cell in row] for row in pay[1:]]
        # A rate shows at least two decimals in both.
        expect(converted == wanted, f"LibreOffice shows {next((pair for pair in zip(converted, wanted) if pair[0] != pair[1]), 'another number of rows')}")

print(count)
for problem in problems[:20]:
    print(problem)
sys.exit(1 if problems else 0)
