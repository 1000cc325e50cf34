"""Work-entry pages of any size, made from a seed, in the shape the KSR Cranes back end answers.

Every record is a function of its position alone, so pages are made side by side and one position can repeat another.
Positions follow the work date, as a table that is read in order of creation does. Hours are minutes divided by sixty
in binary floating point and printed the way JavaScript prints them, e.g. 0.8333333333333334.

    python3 pages.py --entries 1000000 --out DIR [--employees 5000] [--page-size 1000] [--seed 1] [--late]
"""

import argparse
import datetime
import json
import math
import multiprocessing
import os
import random
import shutil
import signal
import sys

# In the name of the folder, so that pages of an older version of this file are never measured: raise it with every change to them.
VERSION = 3
PERIOD_START = datetime.date(2026, 10, 1)
PERIOD_DAYS = 31
FIRST_EMPLOYEE = 1001
WEEKEND_WEIGHT = 0.2  # entries of a weekend day compared with a working day
DAY_CAP_MINUTES = 760  # no ordinary employee-day reaches 13 hours
LONG_ENTRY_MINUTES = 600  # about forty entries that take a day past 13 hours, never past 24
UNAPPROVED_PER_65536 = 328  # half a per cent
REPEATS = 20
TOKEN = "bench-token"
MASK = (1 << 64) - 1

FIRST_NAMES = ["Anders", "Bente", "Casper", "Dorthe", "Emil", "Freja", "Gitte", "Henrik", "Inger", "Jørgen", "Kåre",
               "Lærke", "Mads", "Nanna", "Ole", "Pia", "Rasmus", "Søren", "Tove", "Ulla"]
LAST_NAMES = ["Andersen", "Bæk", "Christensen", "Dahl", "Eriksen", "Frøslev", "Gade", "Holm", "Iversen", "Jensen",
              "Kjær", "Larsen", "Møller", "Nørgaard", "Østergaard", "Poulsen", "Rasmussen", "Skov", "Thomsen", "Vestergaard"]
NOTES = ["Kran 4, tårn B", "Flyttede bagkran efter frokost", "Ventetid på beton, 40 min", "Løft af facadeelementer",
         "Måtte stoppe på grund af vind > 12 m/s", 'Aftalt med "Per" på pladsen', "Rigning og eftersyn",
         "Linje 1\nLinje 2", "=opgave 12", "-", "Overtid godkendt af formand", "Night shift, section C/D",
         "Kørsel til Ørestad; værktøj hentet", "Stillads; adgang spærret til kl. 9.30", "Service på mobilkran 🏗"]


def mixed(value):
    """Sixty-four well-mixed bits of a number."""
    x = (value + 1) * 0x9E3779B97F4A7C15 & MASK
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


def js_number(value):
    """A double as JSON.stringify prints it: shortest text that reads back, no `.0` on whole numbers."""
    return repr(int(value)) if value == int(value) else repr(value)


class Pages:
    """The whole data set as a function of page number; holds only small tables."""

    def __init__(self, entries, employees, page_size, seed, late):
        self.entries, self.employees, self.page_size = entries, employees, page_size
        self.total_pages = max(1, -(-entries // page_size))
        self.salt = mixed(seed)
        self.stride = next(p for p in (2011, 2017, 2027, 2029) if math.gcd(p, employees) == 1)
        self._lay_out_days()
        self._make_tables(random.Random(seed))
        # Never a multiple of the number of employees, so that no employee-day gets two long entries.
        self.long_spacing = max(1, self.entries // 40 // employees) * employees + employees // 3 + 1
        self.overrides = {}
        self._place_repeats()
        if late:
            self._place_late_verdicts()

    def _lay_out_days(self):
        self.days = [PERIOD_START + datetime.timedelta(d) for d in range(PERIOD_DAYS)]
        self.is_weekend = [d.weekday() >= 5 for d in self.days]
        weights = [WEEKEND_WEIGHT if w else 1.0 for w in self.is_weekend]
        self.day_start, upto = [0], 0.0
        for weight in weights:
            upto += weight
            self.day_start.append(round(self.entries * upto / sum(weights)))
        busiest = max(b - a for a, b in zip(self.day_start, self.day_start[1:]))
        self.cap = min(480, DAY_CAP_MINUTES // max(1, -(-busiest // self.employees)))
        if self.cap < 2:
            sys.exit(f"pages.py: {self.entries} entries of {self.employees} employees leave no minute per entry; raise --employees")

    def _make_tables(self, rng):
        step = 5 if self.cap >= 15 else 1
        choices = list(range(step, self.cap + 1, step))

        def hours(normal, overtime, weekend):
            return '"normalHours":%s,"overtimeHours":%s,"weekendHours":%s' % tuple(map(js_number, (normal, overtime, weekend)))

        self.weekday_hours, self.weekend_hours = [], []
        for n in range(1024):
            minutes = rng.choice(choices)
            overtime = step * (minutes // step // 3) if n % 8 == 0 else 0
            self.weekday_hours.append(hours((minutes - overtime) / 60, overtime / 60, 0))
            self.weekend_hours.append(hours(0, 0, minutes / 60))
        if self.cap >= 198:
            self.weekday_hours[1] = hours(1.1 + 2.2, 0, 0)  # 3.3000000000000003
        if self.cap >= 18:
            self.weekday_hours[2] = hours(0.1 + 0.2, 0, 0)  # 0.30000000000000004
        self.long_weekday = hours((LONG_ENTRY_MINUTES - 125) / 60, 125 / 60, 0)
        self.long_weekend = hours(0, 0, LONG_ENTRY_MINUTES / 60)

        self.places = ['"projectId":%d,"taskId":%s' % (200 + n // 4, "null" if n % 32 == 0 else 5000 + n) for n in range(256)]
        self.notes = ['"notes":' + ("null" if n % 20 < 11 else json.dumps(NOTES[n % len(NOTES)], ensure_ascii=False))
                      for n in range(1024)]
        self.tails = []
        for day in self.days:
            tails = []
            for n in range(256):
                sent = "%sT%02d:%02d:%02d.%03d000Z" % (day, 14 + n % 5, n * 7 % 60, n * 13 % 60, n * 37 % 1000)
                agreed = "%sT%02d:%02d:00.000000Z" % (day + datetime.timedelta(1 + n % 6), 7 + n % 3, n * 11 % 60)
                tails.append('"status":"APPROVED","submittedAt":"%s","approvedAt":"%s","approvedBy":%d}' % (sent, agreed, 11 + n % 9))
            self.tails.append(tails)

    def _day_of(self, i):
        day = 0
        while self.day_start[day + 1] <= i:
            day += 1
        return day

    def identifier(self, i):
        return 4_000_001 + 2 * i + (mixed(i + self.salt) >> 63)

    def record(self, i, day=None):
        """The record at position `i`, before any repeat or late verdict is placed over it."""
        if day is None:
            day = self._day_of(i)
        r = mixed(i + self.salt)
        weekend = self.is_weekend[day]
        if i % self.long_spacing == self.long_spacing - 1:
            hours = self.long_weekend if weekend else self.long_weekday
        else:
            hours = (self.weekend_hours if weekend else self.weekday_hours)[r & 1023]
        tail = self.tails[day][(r >> 44) & 255]
        if (r >> 28) & 0xFFFF < UNAPPROVED_PER_65536:
            status = ("SUBMITTED", "SUBMITTED", "SUBMITTED", "DRAFT", "REJECTED")[(r >> 52) % 5]
            sent = "null" if status == "DRAFT" else tail.split(",")[1].split(":", 1)[1]
            tail = '"status":"%s","submittedAt":%s,"approvedAt":null,"approvedBy":null}' % (status, sent)
        employee = FIRST_EMPLOYEE + ((i - self.day_start[day]) * self.stride + day * 37) % self.employees
        return '{"id":%d,"employeeId":%d,"workDate":"%sT00:00:00.000000Z",%s,%s,%s,%s' % (
            4_000_001 + 2 * i + (r >> 63), employee, self.days[day], hours,
            self.places[(r >> 10) & 255], self.notes[(r >> 18) & 1023], tail)

    def _place_repeats(self):
        count = min(REPEATS, self.entries // 50)
        for j in range(count):
            target = (j + 1) * self.entries // (count + 1)
            # On the page of its twin: one on another page makes the export read the whole list once more.
            place = target % self.page_size
            source = target - 1 - mixed(j) % place if place else target
            if source not in self.overrides and source != target:
                self.overrides[target] = self.record(source)

    def _place_late_verdicts(self):
        """In the last twentieth: other contents under an early id, and entries that bring an early day past 24 hours."""
        count = max(1, min(50, self.entries // 2000))
        span = max(1, self.entries // 20 // (2 * count + 1))
        for j in range(2 * count):
            target = self.entries - 1 - j * span
            source = 10 + j * max(1, self.entries // 20 // (2 * count))
            if target in self.overrides or source in self.overrides or source >= target:
                continue
            if j % 2:
                late = json.loads(self.record(target))
                late["id"] = self.identifier(source)
            else:
                late = json.loads(self.record(source))
                late.update(id=self.identifier(target), status="APPROVED", approvedAt=late["submittedAt"], approvedBy=11,
                            normalHours=23.75, overtimeHours=0, weekendHours=0.5, notes="late")
            self.overrides[target] = json.dumps(late, ensure_ascii=False, separators=(",", ":"))

    def page(self, number, size=None):
        """The JSON text of page `number`, counted from one, in pages of `size` entries."""
        size = size or self.page_size
        first = (number - 1) * size
        last = min(first + size, self.entries)
        records, day = [], self._day_of(first) if first < last else 0
        for i in range(first, last):
            while self.day_start[day + 1] <= i:
                day += 1
            records.append(self.record(i, day))
        for i in self.overrides.keys() & range(first, last) if len(self.overrides) < size else range(first, last):
            if i in self.overrides:
                records[i - first] = self.overrides[i]
        total_pages = -(-self.entries // size)
        return '{"data":[%s],"pagination":{"currentPage":%d,"totalPages":%d,"totalCount":%d,"hasNext":%s,"hasPrevious":%s}}' % (
            ",".join(records), number, total_pages, self.entries,
            "true" if number < total_pages else "false", "true" if number > 1 else "false")

    def workers(self):
        rows = []
        for n in range(self.employees):
            r = mixed(n ^ 0x5EED)
            name = f"{FIRST_NAMES[r % 20]} {LAST_NAMES[(r >> 8) % 20]}"
            rows.append({"employee_id": FIRST_EMPLOYEE + n, "name": name, "email": f"employee{FIRST_EMPLOYEE + n}@example.test",
                         "phone": None, "address": None, "hourly_rate": (18_000 + (r >> 16) % 9_000 // 25 * 25) / 100,
                         "employment_type": "fuld_tid", "status": "aktiv", "created_at": "2024-02-01T08:00:00.000Z"})
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


_pages = None
_folder = None


def _default_signals():
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Control-C is the parent's to answer


def pool():
    """Forked processes, one per core, which see what their parent holds. End it with close() and join()."""
    return multiprocessing.get_context("fork").Pool(os.cpu_count(), _default_signals)


def _write_page(number):
    """The page, and the last entry of it as a page of one: what a careful client asks for between two pages."""
    last = min(number * _pages.page_size, _pages.entries)
    with open(os.path.join(_folder, "ones", f"{last}.json"), "wb") as file:
        file.write(_pages.page(last, 1).encode())
    with open(os.path.join(_folder, "pages", f"{number}.json"), "wb") as file:
        return file.write(_pages.page(number).encode())


def folder_name(entries, employees, page_size, seed, late):
    return f"pages-v{VERSION}-{entries}-{employees}-{page_size}-{seed}{'-late' if late else ''}"


def make(out, entries, employees=5000, page_size=1000, seed=1, late=False):
    """Makes the pages under `out` unless they stand there already; answers their folder. It appears by rename, whole."""
    global _pages, _folder
    folder = os.path.join(out, folder_name(entries, employees, page_size, seed, late))
    if os.path.exists(os.path.join(folder, "meta.json")):
        return folder
    _pages = Pages(entries, employees, page_size, seed, late)
    _folder = f"{folder}.{os.getpid()}.part"
    for kind in ("pages", "ones"):
        os.makedirs(os.path.join(_folder, kind))
    try:
        with pool() as workers:
            size = sum(workers.imap_unordered(_write_page, range(1, _pages.total_pages + 1), chunksize=8))
            workers.close()
            workers.join()
        with open(os.path.join(_folder, "workers.json"), "w", encoding="utf-8") as file:
            file.write(_pages.workers())
        with open(os.path.join(_folder, "login.json"), "w") as file:
            json.dump({"token": TOKEN, "employeeId": 11, "name": "Bench Clerk", "role": "chef"}, file)
        with open(os.path.join(_folder, "meta.json"), "w") as file:
            json.dump({"entries": entries, "pages": _pages.total_pages, "page_size": page_size, "bytes": size,
                       "employees": employees, "late": late, "seed": seed}, file)
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(_folder, folder)
    finally:
        shutil.rmtree(_folder, ignore_errors=True)
        _pages = None
    return folder


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Makes work-entry pages; prints their folder.")
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--employees", type=int, default=5_000)
    parser.add_argument("--page-size", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--late", action="store_true")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    print(make(options.out, options.entries, options.employees, options.page_size, options.seed, options.late))
