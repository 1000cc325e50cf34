"""Finds every figure of a report of a run in the files of that run; prints those that stand in none, with exit code 1.

    check_report.py PAGE FOLDER LANGUAGE

A figure is the text of what pages mark as a number: a cell of class n, a big figure, a bold one in a key, a cell of a heat map. It
stands in a file where it is one of its numbers, rounded to as many decimals as are shown, or where it adds up the hours of all kinds, of
the period, of a day, or of an employee and day.
What the hours of a finding would cost at the plain rate, which columns with "About" show, stands in no file.
"""

import csv
import decimal
import json
import os
import re
import sys
import xml.etree.ElementTree
from html.parser import HTMLParser


class Figures(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found = []
        self.open = []
        self.heads = []
        self.column = 0
        self.is_heat = False
        self.hidden = False

    def handle_starttag(self, tag, attributes):
        names = (dict(attributes).get("class") or "").split()
        if tag == "thead":
            self.heads = []
        if tag == "table":
            self.is_heat = "heat" in names
        if tag == "span":
            self.hidden = "hide" in names
        if tag == "tr":
            self.column = -1
        if tag in ("td", "th"):
            self.column += 1
        if tag in ("td", "th", "b"):
            self.open.append([tag, "n" in names or tag == "b" or self.is_heat and tag == "td", ""])

    def handle_data(self, data):
        for element in [] if self.hidden else self.open:
            element[2] += data

    def handle_endtag(self, tag):
        if tag == "span":
            self.hidden = False
        if not self.open or self.open[-1][0] != tag:
            return
        _, is_number, text = self.open.pop()
        if tag == "th" and not self.open and self.getpos():
            self.heads.append(text)
        if is_number:
            head = self.heads[self.column] if 0 <= self.column < len(self.heads) and tag != "b" else ""
            self.found.append((head, text.strip()))


def value(text, language):
    """The number and how many decimals it shows; None for what is no number."""
    plain = text.replace("\u202f", "").replace("−", "-").lstrip("+▲▼ ")
    if language == "da":
        plain = plain.replace(".", "").replace(",", ".")
    plain = re.sub(r" [ht]$", "", plain)
    if not re.fullmatch(r"-?\d+(\.\d+)?", plain):
        return None
    return decimal.Decimal(plain), len(plain.partition(".")[2])


def days(path):
    """The hours of each employee and day of a payroll file, and of each employee, all pay codes of hours together."""
    root = xml.etree.ElementTree.parse(path).getroot()
    space = root.tag.partition("}")[0] + "}"
    codes = {code.get("code") for code in root.findall(f"{space}payCodes/{space}payCode") if not code.get("unit")}
    for employee in root.iter(f"{space}employee"):
        sums = {}
        for line in employee.findall(f"{space}line"):
            for day in line if line.get("payCode") in codes else []:
                sums[day.get("date")] = sums.get(day.get("date"), 0) + decimal.Decimal(day.get("hours"))
        yield from sums.values()
        yield sum(sums.values())


def numbers(folder):
    data = os.path.join(folder, "data")
    texts = []

    def walk(tree):
        if isinstance(tree, dict):
            for part in tree.values():
                walk(part)
        elif isinstance(tree, list):
            for part in tree:
                walk(part)
        elif not isinstance(tree, bool) and tree is not None:
            texts.append(str(tree))

    for name in os.listdir(data):
        path = os.path.join(data, name)
        texts.append(str(os.path.getsize(path)))
        if name.endswith(".csv"):
            with open(path, encoding="utf-8-sig", newline="") as file:
                first = file.readline()
                file.seek(0)
                rows = list(csv.reader(file, delimiter=";" if ";" in first else ","))
            texts.append(str(len(rows) - 1))
            texts += [cell.lstrip("'") for row in rows[1:] for cell in row]
        elif name.endswith(".xml"):
            texts += [str(hours) for hours in days(path)]
        elif name == "totals.json":
            with open(path, encoding="utf-8") as file:
                walk(json.load(file))
    found = set()
    with open(os.path.join(data, "totals.json"), encoding="utf-8") as file:
        totals = json.load(file)
    for place in [totals] + totals.get("days", []):
        for key in ["exported", "held"]:
            found.add(sum(decimal.Decimal(kind[key]) for kind in place.get("hours", [])))
    for text in texts:
        for spelling in (text, text.replace(".", "").replace(",", ".")):
            if re.fullmatch(r"-?\d+(\.\d+)?", spelling):
                found.add(decimal.Decimal(spelling))
    return found


def main(page, folder, language):
    parser = Figures()
    with open(page, encoding="utf-8") as file:
        parser.feed(file.read())
    known = numbers(folder)
    rounded = {}
    missing = []
    count = 0
    for head, text in parser.found:
        if head.startswith(("About", "Cirka")):
            continue
        for part in text.split(" + "):
            number = value(part, language)
            if number is None:
                continue
            count += 1
            shown, places = number
            if places not in rounded:
                step = decimal.Decimal(1).scaleb(-places)
                rounded[places] = {n.quantize(step, decimal.ROUND_HALF_UP) for n in known}
            if shown not in rounded[places]:
                missing.append(f"{head}: {part}")
    for line in missing:
        print(line)
    print(f"{count} figures, {len(missing)} of them in no file")
    return 1 if missing or count < 10 else 0


sys.exit(main(*sys.argv[1:]))
