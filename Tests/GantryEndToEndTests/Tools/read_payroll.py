"""Reads payroll import files by the positions and columns of their vendors' descriptions, without Gantry's profiles.

Usage: read_payroll.py LAYOUT FILE... prints a line for each employee and code, sorted: number TAB code TAB units TAB amount,
units in hours with as many decimals as needed, amount empty where the layout has none. Anything unexpected ends it with an error."""

import csv
import io
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from datetime import datetime
from decimal import Decimal


def records(path, encoding, end="\r\n", last=True):
    """The lines of a file, which all end as the layout wants it."""
    text = open(path, "rb").read().decode(encoding)
    if not text:
        return []
    if last:
        assert text.endswith(end), "the last line has no end"
        text = text[: -len(end)]
    lines = text.split(end)
    assert not any("\r" in line or "\n" in line for line in lines), "another line end inside"
    return lines


def columns(lines, delimiter, count):
    for row in csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter):
        assert len(row) == count, row
        yield row


def hundredths(text):
    assert re.fullmatch(r"-?(0|[1-9][0-9]*)", text), text
    return Decimal(text) / 100


def decimal(text, point):
    assert re.fullmatch(r"-?[0-9]+" + re.escape(point) + r"[0-9]{2}", text), text
    return Decimal(text.replace(point, "."))


def calendar_day(text):
    return datetime.strptime(text, "%Y%m%d").date()


def danlon(path):
    for employer, number, code, units, rate, amount in columns(records(path, "cp1252"), ";", 6):
        assert re.fullmatch("[0-9]{8}", employer) and 1 <= int(code) <= 99
        if rate:
            hundredths(rate)
        yield number, code, hundredths(units), hundredths(amount) if amount else None


def prolon(path):
    for number, code, units, rate in columns(records(path, "cp1252"), ";", 4):
        assert rate == "0" or decimal(rate, ",")
        yield number, code, decimal(units, ","), None


def datalon(path):
    for employer, term, number, group, code, value in columns(records(path, "cp1252"), ";", 6):
        assert term in ("24", "25", "34", "35", "41", "51") and group == "" and len(number) <= 4
        yield number, code, hundredths(value), None


def lessor4(path):
    for line in records(path, "cp1252"):
        assert len(line) == 208, len(line)
        days = line[200:208].strip()
        units = line[73:81].strip()
        assert bool(days) != bool(units)
        absence, first, last = line[85:97].strip(), line[97:105].strip(), line[105:113].strip()
        assert bool(days) == bool(absence) == bool(first) == bool(last), line
        if days:
            assert absence == line[12:16].strip() and calendar_day(first) <= calendar_day(last), line
        yield line[0:12].strip(), line[12:16].strip(), decimal(days or units, ","), None


def multilon(path):
    for line in records(path, "cp1252"):
        assert len(line) == 128 and line[0:3] == "008" and line[14] == "*", line
        assert line[15:23].strip() == "" and line[77:80] in ("   ", "---")
        sign = -1 if line[77:80] == "---" else 1
        day, month, year = line[29:31], line[31:33], line[33:37]
        assert 1 <= int(day) <= 31 and 1 <= int(month) <= 12 and int(year) > 2000
        yield line[5:10].lstrip("0"), line[10:14].lstrip("0"), sign * hundredths(line[23:29].strip()), None


def visma(path):
    for row in columns(records(path, "cp1252"), ";", 17):
        assert row[0] == row[1] == "0" and row[4] == "0.00" and row[16] == ""
        yield row[2], row[3], decimal(row[5], "."), decimal(row[7], ".")


def lodas(path):
    lines = records(path, "cp1252")
    start = lines.index("[Bewegungsdaten]")
    assert lines[0] == "[Allgemein]" and "Ziel=LODAS" in lines
    for row in columns(lines[start + 1 :], ";", 7):
        assert row[0] == "1" and row[4] in ("1", "2") and row[6] == ""
        yield row[2], row[3], decimal(row[5], ","), None


def lug(path):
    lines = records(path, "cp1252")
    assert re.fullmatch(r"[0-9]{4,7};[0-9]{1,5};[0-9]{2}/[0-9]{4}", lines[0]), lines[0]
    for row in columns(lines[1:], ";", 11):
        assert re.fullmatch(r"[0-9]{2}/[0-9]{2}/[0-9]{4}", row[1]) and bool(row[4]) != bool(row[5])
        # Days are days of absence, which have a key.
        assert row[2] or not row[5], row
        assert abs(decimal(row[4] or row[5], ",")) <= 24
        yield row[0], row[3], decimal(row[4] or row[5], ","), None


def paxml(path):
    root = ElementTree.parse(path).getroot()
    assert root.tag == "paxml" and root.find("header/format").text == "LÖNIN"
    seen = set()
    for item in root.find("lonetransaktioner"):
        assert item.tag == "lonetrans" and item.get("postid") not in seen
        seen.add(item.get("postid"))
        yield item.get("anstid"), item.find("lonart").text, decimal(item.find("antal").text, "."), None


def hrxml(path):
    space = "{http://ns.hr-xml.org/2007-04-15}"
    root = ElementTree.parse(path).getroot()
    assert root.tag == space + "TimeCard"
    number = root.find(f"{space}ReportedResource/{space}Person/{space}Id/{space}IdValue").text
    for item in root.find(space + "ReportedTime").findall(space + "TimeInterval"):
        assert item.get("actionCode") == "Add"
        yield number, item.get("type"), decimal(item.find(space + "Duration").text, "."), None


def sdworx(path):
    for line in records(path, "ascii", "\n", last=False):
        assert len(line) == 31 and line[14] == "K", line
        yield line[7:14].lstrip("0"), line[23:27].lstrip("0"), hundredths(line[27:31].lstrip("0") or "0"), None


def iif(path):
    lines = records(path, "cp1252")
    assert lines[0].startswith("!TIMERHDR\t") and lines[1].startswith("TIMERHDR\t8\t0\t")
    assert lines[2].split("\t")[:2] == ["!TIMEACT", "DATE"]
    for line in lines[3:]:
        row = line.split("\t")
        assert len(row) == 11 and row[0] == "TIMEACT" and row[9:] == ["Y", "0"], row
        hours, minutes = row[6].split(":")
        assert len(minutes) == 2 and int(hours) < 24 and int(minutes) < 60
        yield row[3], row[5], Decimal(int(hours) * 60 + int(minutes)) / 60, None


def adp(path):
    lines = records(path, "ascii")
    assert lines[0] == "Co Code,Batch ID,File #,Reg Hours,O/T Hours,Hours 3 Code,Hours 3 Amount"
    for company, batch, number, regular, overtime, code, amount in columns(lines[1:], ",", 7):
        assert len(company) == 3 and 1 <= len(batch) <= 6 and len(number) == 6
        # Regular hours and overtime have columns of their own; other hours have a code.
        assert sum(map(bool, (regular, overtime, code))) == 1 and bool(code) == bool(amount)
        name = "regular" if regular else "overtime" if overtime else code
        yield number.lstrip("0"), name, decimal(regular or overtime or amount, "."), None


LAYOUTS = {
    "danlon": danlon, "prolon": prolon, "datalon-pc": datalon, "lessor4": lessor4, "multilon": multilon,
    "visma-lonn": visma, "datev-lodas": lodas, "datev-lug": lug, "paxml": paxml, "hrxml": hrxml,
    "sdworx-be": sdworx, "iif": iif, "adp-epi": adp,
}


def main():
    units = defaultdict(Decimal)
    amounts = {}
    for path in sys.argv[2:]:
        for number, code, quantity, amount in LAYOUTS[sys.argv[1]](path):
            units[number, code] += quantity
            if amount is not None:
                amounts[number, code] = amounts.get((number, code), Decimal(0)) + amount
    for key in sorted(units):
        amount = amounts.get(key)
        print(*key, f"{units[key].quantize(Decimal('0.01'))}", "" if amount is None else f"{amount:.2f}", sep="\t")


main()
