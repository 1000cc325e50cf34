"""Compares the CSV of an export with the pages it was made from, with decimals only and none of Gantry's code.

From the pages: an exact repeat of a record counts once; two different records under one id are both held; every entry of
an employee-day over 24 hours is held; of the rest the APPROVED ones are exported. From the CSV: how many rows, the sum
of the ids, and per hours column the sum and the sum of id times hours (so that hours on the wrong row are found).

    python3 check.py PAGES_FOLDER EXPORT.csv
"""

import collections
import csv
import decimal
import json
import os
import re
import sys

import pages

# The headings of the CSV, in any spelling of case and separators.
HEADINGS = {
    "id": ("id", "entryid", "workentryid"),
    "normalHours": ("normalhours", "normal"),
    "overtimeHours": ("overtimehours", "overtime"),
    "weekendHours": ("weekendhours", "weekend"),
}
HOURS = ("normalHours", "overtimeHours", "weekendHours")
NANO = decimal.Decimal("1e-9")  # hours keep nine fractional digits; a finer value is rounded once, half even
DAY_LIMIT = 24 * 10**9
ROUNDINGS = {"half up": decimal.ROUND_HALF_UP, "half even": decimal.ROUND_HALF_EVEN}

Totals = collections.namedtuple("Totals", "rows ids sums weighted")


class Mismatch(Exception):
    """The export differs from its pages, or cannot be compared; the text says how."""


def read_export(path):
    """Rows, sum of ids and sums of the hours in units of the last printed digit, and the number of printed digits."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        separator = ";" if ";" in file.readline() else ","
        file.seek(0)
        rows = csv.reader(file, delimiter=separator)
        heading = [re.sub(r"[^a-z]", "", name.lower()) for name in next(rows)]
        column = {}
        for field, names in HEADINGS.items():
            found = [i for i, name in enumerate(heading) if name in names]
            if len(found) != 1:
                raise Mismatch(f"{path}: no single column for {field} among {heading}; see HEADINGS in Benchmarks/check.py")
            column[field] = found[0]
        count, ids, digits, units = 0, 0, 0, {}
        sums, weighted = collections.Counter(), collections.Counter()
        for row in rows:
            identifier = int(row[column["id"]])
            count += 1
            ids += identifier
            for field in HOURS:
                text = row[column[field]]
                if text not in units:
                    exact = decimal.Decimal(text.replace(",", ".") or "0")
                    digits = max(digits, -exact.as_tuple().exponent)
                    units[text] = int(exact.scaleb(18))
                sums[field] += units[text]
                weighted[field] += identifier * units[text]
    scale = 10 ** (18 - digits)
    return Totals(count, ids, {f: sums[f] // scale for f in HOURS}, {f: weighted[f] // scale for f in HOURS}), digits


class Source:
    """The pages of one folder; per-page work runs in forked processes that inherit what was found so far."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "meta.json")) as file:
            self.meta = json.load(file)
        self.skipped, self.conflicts, self.held_days, self.units = set(), set(), set(), {}

    def raw(self, number):
        with open(os.path.join(self.folder, "pages", f"{number}.json"), "rb") as file:
            return file.read()

    def records(self, number):
        """(position, record) without the exact repeats; numbers with a fraction stay text."""
        data = json.loads(self.raw(number), parse_float=str)["data"]
        return [(n, r) for n, r in enumerate(data) if (number, n) not in self.skipped]

    def ids(self, number):
        return [int(i) for i in re.findall(rb'\{"id":(\d+),', self.raw(number))]

    def day_sums(self, number):
        sums = collections.Counter()
        for _, r in self.records(number):
            sums[r["employeeId"], r["workDate"][:10]] += sum(self.rounded(r[field])[0] for field in HOURS)
        return sums

    def rounded(self, text):
        """Billionths of an hour, then units of the last printed digit for each rounding."""
        if text not in self.units:
            exact = decimal.Decimal(text).quantize(NANO, decimal.ROUND_HALF_EVEN)
            printed = [int(exact.quantize(decimal.Decimal(1).scaleb(-self.digits), mode).scaleb(self.digits))
                       for mode in ROUNDINGS.values()]
            self.units[text] = (int(exact.scaleb(9)), *printed)
        return self.units[text]

    def paid(self, number):
        """For each rounding the totals of the entries that are exported from one page."""
        count, ids = 0, 0
        sums = [[0] * len(HOURS) for _ in ROUNDINGS]
        weighted = [[0] * len(HOURS) for _ in ROUNDINGS]
        for _, r in self.records(number):
            if r["status"] != "APPROVED" or r["id"] in self.conflicts:
                continue
            if (r["employeeId"], r["workDate"][:10]) in self.held_days:
                continue
            count += 1
            ids += r["id"]
            for f, field in enumerate(HOURS):
                for m, value in enumerate(self.rounded(r[field])[1:]):
                    sums[m][f] += value
                    weighted[m][f] += r["id"] * value
        return count, ids, sums, weighted

    def each(self, work):
        global _work
        _work = work
        with pages.pool() as pool:
            yield from pool.imap(_call, range(1, self.meta["pages"] + 1), chunksize=4)
            pool.close()
            pool.join()

    def expect(self, digits):
        """The totals of what must have been exported, by rounding."""
        self.digits = digits
        seen, several = set(), set()
        for ids in self.each(self.ids):
            for identifier in ids:
                (several if identifier in seen else seen).add(identifier)
        del seen
        first = {}
        for number in range(1, self.meta["pages"] + 1) if several else ():
            if several.isdisjoint(self.ids(number)):
                continue
            for n, record in self.records(number):
                if record["id"] in several:
                    if first.setdefault(record["id"], record) == record:
                        if first[record["id"]] is not record:
                            self.skipped.add((number, n))
                    else:
                        self.conflicts.add(record["id"])
        days = collections.Counter()
        for sums in self.each(self.day_sums):
            days.update(sums)
        self.held_days = {day for day, sum_ in days.items() if sum_ > DAY_LIMIT}
        rows, identifiers = 0, 0
        sums = [collections.Counter() for _ in ROUNDINGS]
        weighted = [collections.Counter() for _ in ROUNDINGS]
        for count, ids, page_sums, page_weighted in self.each(self.paid):
            rows += count
            identifiers += ids
            for m in range(len(ROUNDINGS)):
                for f, field in enumerate(HOURS):
                    sums[m][field] += page_sums[m][f]
                    weighted[m][field] += page_weighted[m][f]
        return {name: Totals(rows, identifiers, dict(sums[m]), dict(weighted[m])) for m, name in enumerate(ROUNDINGS)}


def _call(number):
    return _work(number)


def check(folder, export):
    """Says what was compared, or raises Mismatch."""
    found, digits = read_export(export)
    source = Source(folder)
    expected = source.expect(digits)
    for name, totals in expected.items():
        if totals == found:
            hours = ", ".join(f"{field} {decimal.Decimal(found.sums[field]).scaleb(-digits):,f}" for field in HOURS)
            return (f"{found.rows:,} rows of {source.meta['entries']:,} entries; {hours} ({digits} decimals, {name}); held by rule: "
                    f"{len(source.skipped)} exact repeats, {len(source.conflicts)} ids with two contents, "
                    f"{len(source.held_days)} employee-days over 24 hours")
    nearest = expected["half up"]
    differences = [f"rows {found.rows:,}, expected {nearest.rows:,}"] if found.rows != nearest.rows else []
    if found.ids != nearest.ids:
        differences.append(f"sum of ids {found.ids}, expected {nearest.ids}")
    for field in HOURS:
        for what in ("sums", "weighted"):
            is_, should = getattr(found, what)[field], getattr(nearest, what)[field]
            if is_ != should:
                differences.append(f"{field} {what} {is_}, expected {should} (units of 1e-{digits} hours)")
    raise Mismatch("; ".join(differences))


if __name__ == "__main__":
    try:
        print(check(sys.argv[1], sys.argv[2]))
    except Mismatch as error:
        sys.exit(f"check.py: {error}")
