"""Generated months of pay: the program exports each of them from a sandbox, and a second implementation judges the folder.

Usage: pay_months.py BINARY SCRATCH SEED COUNT [ONLY]

Each month has a random pipeline file, random records, random decisions and, for some, a correction. Prints how many lines
were compared; or what differs with the seed and number of the month, and exits with 1 then.
"""
import csv, datetime, io, random, sys, traceback
from concurrent.futures import ThreadPoolExecutor

import pay_records
from office import REASON, Broken, Office
from pay_model import Export
from pay_records import PEOPLE
from pay_rules import DAY, KINDS

LEAVE = ("VACATION", "SICK", "PERSONAL", "PARENTAL", "COMPENSATORY", "EMERGENCY")
PERIODS = (("2026-10", "2026-10-01", "2026-10-31"), ("2026-04", "2026-04-01", "2026-04-30"),
           ("2026-W41", "2026-10-05", "2026-10-11"), ("2026-W14-W15", "2026-03-30", "2026-04-12"),
           ("2026-W18-W19", "2026-04-27", "2026-05-10"), ("2026-04-16..2026-05-15", "2026-04-16", "2026-05-15"))


class Month:
    def __init__(self, seed, number):
        self.r = random.Random(f"{seed}/{number}")
        self.period, first, last = self.r.choice(PERIODS)
        self.first, self.last = datetime.date.fromisoformat(first), datetime.date.fromisoformat(last)
        self.people = [1001 + n for n in range(self.r.randint(1, 5))]

    def chance(self, share):
        return self.r.random() < share

    # The pipeline file

    def price(self, hours=True):
        r = self.r
        if hours and self.chance(0.6):
            factor = r.choice(("", ", rate-factor: 1.5", ", rate-factor: 2", ", rate-factor: 0.3333"))
            return ", rate: worker.hourly_rate" + factor
        return r.choice(("", f", fixed-rate: {r.choice(('85', '52.105', '0.005', '999.99'))}"))

    def cuts(self, most):
        cuts = [f"{self.r.uniform(0.5, most):.{self.r.randint(0, 2)}f}" for _ in range(self.r.randint(1, 3))]
        return sorted({float(cut): cut for cut in cuts}.values(), key=float)

    def partition(self):
        """Conditions of codes that together pay every hour of a kind once."""
        shapes = ["", "day"] + (["on", "on-day"] if self.calendar else []) + (["week", "day-week"] if self.weeks else [])
        shape = self.r.choice(shapes)
        if shape == "on" or shape == "on-day":
            kinds = ["workday", "saturday", "sunday", "holiday"]
            self.r.shuffle(kinds)
            at = self.r.randint(1, 3)
            groups = [f", on: [{', '.join(part)}]" for part in (kinds[:at], kinds[at:])]
            return groups[:1] + [groups[1] + tier for tier in self.tiers("of-day", 9)] if shape == "on-day" else groups
        if shape == "day-week":
            cut = self.r.choice(("20", "37", "37.50"))
            return [f"{tier}, of-week: 0-{cut}" for tier in self.tiers("of-day", 9)] + [f", of-week: {cut}-"]
        return self.tiers("of-" + shape, 9 if shape == "day" else 40) if shape else [""]

    def tiers(self, key, most):
        ends = ["0"] + [cut for cut in self.cuts(most) if float(cut) > 0] + [""]
        return [f", {key}: {low}-{high}" for low, high in zip(ends, ends[1:])]

    def pipeline(self):
        r = self.r
        self.weeks = "W" in self.period
        self.calendar = self.chance(0.85)
        self.codes, not_paid = [], []
        for kind in KINDS:
            if self.chance(0.1):
                not_paid.append(kind)
                continue
            self.codes += [f"hours: {kind}{part}{self.price()}" for part in self.partition()]
        has_leave = self.calendar and self.chance(0.85)
        if has_leave:
            for kind in LEAVE:
                if self.chance(0.5):
                    not_paid.append("leave." + kind)
                elif self.chance(0.5):
                    self.codes.append(f"leave: {kind}{self.price(False)}")
                else:
                    self.codes.append(f"leave: {kind}, unit: hours, hours-a-day: {r.choice(('7.40', '8', '3.7'))}"
                                      + self.price())
            if not any(code.startswith("leave") for code in self.codes):
                not_paid = [kind for kind in not_paid if not kind.startswith("leave")]
        self.table = self.chance(0.5)
        self.holidays = r.choice(("denmark", "denmark", "none"))
        self.also = self.calendar and self.chance(0.3)
        if self.table and self.calendar and (self.also or self.holidays != "none") and self.chance(0.8):
            self.codes.append(r.choice((f"holidays: on-workdays{self.price(False)}",
                                        f"holidays: on-workdays, unit: hours, hours-a-day: 7.40{self.price()}")))
        if self.chance(0.4):
            self.codes.append(f"days-with: {r.choice(('1', '7.40', '0.01'))}{self.price(False)}")
        if not self.codes:
            self.codes, not_paid = [f"hours: {kind}" for kind in KINDS], []
        checks = {
            "negative-hours": r.choice(("blocker", "warning", "info", "off")),
            "zero-hours": r.choice(("info", "blocker", "warning")),
            "hours-per-day": r.choice(("{ warning: 13, blocker: 24 }", "{ blocker: 11.5 }", "off", "{ info: 9 }")),
            "no-rate": r.choice(("warning", "blocker", "info", "off")),
            "unusable-rate": r.choice(("blocker", "warning", "off")),
            **{name: r.choice(("warning", "warning", "blocker", "off")) for name in
               ("self-approved", "approval-incomplete", "looks-double")},
        }
        if self.calendar:
            checks |= {name: r.choice(("warning", "warning", "blocker")) for name in ("wrong-day-kind",)}
            checks |= {name: r.choice(choices) for name, choices in (
                ("work-on-leave", ("warning", "info", "off", "blocker", "blocker")),
                ("part-time", ("blocker", "blocker", "warning", "off")),
                ("leave-days", ("warning", "warning", "blocker")))} if has_leave else {}
        if self.chance(0.15):
            checks["not-approved"] = "{ severity: off, because: The foreman signs on paper }"
        pay = [f"units-decimals: {r.randint(0, 4)}", f"rounding: {r.choice(('half-up', 'half-even'))}"]
        if self.table:
            pay += ["employees: employees.csv", f"salaried: {r.choice(('none', 'leave', 'lines'))}"]
        if self.calendar:
            weekend = r.choice(("", ", weekend: [sunday]", ", weekend: [saturday, sunday]"))
            pay.append(f"calendar: {{ holidays: {self.holidays}{weekend}{', also: office-days.csv' if self.also else ''} }}")
        if self.chance(0.4):
            pay.append("by: [project]")
        codes = "".join(f"    - {{ code: \"{1000 + 10 * n}\", {code} }}\n" for n, code in enumerate(self.codes))
        return (
            "pipeline: generated\nconnection: ksr\nparameters:\n  period: { required: true }\n"
            "records: { dataset: ksr.work-entries, allow-empty: true }\njoin: { dataset: ksr.workers, by: employeeId }\n"
            "checks:\n" + "".join(f"  {name}: {value}\n" for name, value in checks.items())
            + "pay:\n  currency: DKK\n" + "".join(f"  {line}\n" for line in pay) + "  codes:\n" + codes
            + (f"  not-paid: [{', '.join(not_paid)}]\n" if not_paid else "")
            + "outputs:\n  - { file: payroll.csv, format: payroll-csv }\n"
            "  - { file: exceptions.csv, format: exceptions-csv }\n  - { file: payroll.xml, format: payroll-xml }\n"
            "  - { file: entries.jsonl.zst, format: archive }\n"
            "sign-off: { prepare: [clerk], approve: [manager], proof: declared }\n")

    def employees(self):
        rows = ["employee_id,payroll_number,paid_by,hours_a_day,workdays,employed_from,employed_to"]
        numbers = self.r.sample(range(1, 100), len(self.people))
        for employee, number in zip(self.people, numbers):
            if not self.chance(0.12):
                rows.append(f"{employee},{number:03},{self.r.choice(('hours', 'hours', 'hours', 'salary'))},"
                            f"{self.r.choice(('', '', '3.70', '7.5'))},"
                            f"{self.r.choice(('', '', 'mon-wed', 'tue sat', 'tue thu sat'))},"
                            f"{self.day(8) if self.chance(0.2) else ''},")
                if self.chance(0.2) and rows[-1].endswith(",,"):
                    rows[-1] += str(self.day(8))
        return "\n".join(rows if len(rows) > 1 else rows + ["1001,1,hours,,,,"]) + "\n"

    def office_days(self):
        """Free and half-free days of the office, some on holidays; one in the year at least."""
        rows = {self.day(): self.r.choice(("half", "half", "day")) for _ in range(self.r.randint(1, 3))}
        return "date,name,free\n" + "".join(f"{day},Free,{free}\n" for day, free in rows.items())

    # The records

    def hours(self):
        r = self.r
        return r.choice((0, 0, 0, round(r.uniform(0, 9), 2), round(r.uniform(0, 14), 1), r.randint(0, 8), 7.4,
                         7.333333333, 0.005, 2.125, -1 if self.chance(0.2) else 1.25))

    def day(self, before=0):
        span = (self.last - self.first).days + 2 * before
        return self.first + (self.r.randint(0, span) - before) * DAY

    def entry(self, number):
        r, day = self.r, self.day()
        who = r.choice(self.people + ([1999] if self.chance(0.05) else []))
        approver = None if self.chance(0.04) else who if self.chance(0.05) else 902
        return pay_records.entry(
            number, who, day, {kind: self.hours() for kind in KINDS},
            r.choice(("APPROVED",) * 12 + ("SUBMITTED", "DRAFT", "REJECTED")), approver, r.choice((None, 12, 28, 33)),
            r.choice((None, 7)), -1 if self.chance(0.03) else 1)

    def entries(self):
        entries = [self.entry(9000 + n) for n in range(self.r.randint(0, 60))]
        for entry in list(entries):
            if self.chance(0.03):
                entries.append(dict(entry))
            if self.chance(0.02):
                entries.append({**entry, "normalHours": 1.5})
            if self.chance(0.04):
                entries.append({**entry, "id": entry["id"] + 500})
        return sorted(entries, key=lambda entry: entry["id"])

    def workers(self):
        odd, plain = (188.86, 236.5, 272.105, 200, 246.333, 0, None, -5), (211.11, 199.995)
        kinds = ("fuld_tid", "fuld_tid", "timebaseret", "deltid", "elev")
        return [{**pay_records.worker(who, self.r.choice(odd if self.chance(0.4) else plain)),
                 "employment_type": self.r.choice(kinds)} for who in self.people]

    def request(self, number):
        begin = self.day(8)
        end = begin + self.r.choice((0, 0, 1, 2, 5, 13)) * DAY
        return pay_records.request(
            number, self.r.choice(self.people), self.r.choice(LEAVE), begin, end, begin == end and self.chance(0.5),
            self.r.choice(("APPROVED", "APPROVED", "APPROVED", "PENDING")))

    def leave(self):
        return [self.request(80001 + n) for n in range(self.r.randint(0, 6))]

    def later(self, entries, leave):
        """What the server has some days later."""
        changed = []
        for entry in entries:
            if self.chance(0.1):
                entry = pay_records.approve({**entry, self.r.choice(KINDS): self.hours()})
            if not self.chance(0.04):
                changed.append(entry)
        changed += [self.entry(9900 + n) for n in range(self.r.randint(0, 3))]
        return changed, [request for request in leave if not self.chance(0.2)] + (
            [self.request(80100)] if self.chance(0.4) else [])


def findings(folder):
    return list(csv.DictReader(io.StringIO((folder / "data/exceptions.csv").read_text("utf-8"), newline="")))


def judge(folder, counts, where):
    export = Export(folder)
    wrong = list(export.differences())
    if wrong:
        raise Broken(f"{where}:\n  " + "\n  ".join(wrong[:12]))
    counts.append(len(export.found))


def decide(office, month, run, folder, counts):
    """Some random decisions, and the files that they give."""
    rows = [row for row in findings(folder) if row["severity"] in ("blocker", "warning")]
    for row in month.r.sample(rows, min(len(rows), month.r.randint(0, 4))):
        verb = "waive" if row["severity"] == "blocker" else month.r.choice(("accept", "hold"))
        office.gantry("review", run, row["id"], f"--{verb}", "--by", "clerk", "--because", REASON, expect=(0, 3, 64))
    if month.chance(0.4):
        who = month.r.choice(month.people)
        office.gantry("review", run, "--hold", "--employee", who, "--by", "clerk", "--because", REASON,
                      expect=(0, 3, 64))


def pay_day(office, month, run):
    """Accepts what waits, signs and delivers; whether that worked."""
    for row in findings(office.workspace / "exports" / run):
        if row["severity"] == "warning":
            office.gantry("review", run, row["id"], "--accept", "--by", "clerk", "--because", REASON, expect=(0, 3, 64))
    for step in (("sign", run, "--by", "clerk"), ("sign", run, "--by", "manager"),
                 ("deliver", run, "--to", f"{office.folder}/inbox/", "--by", "clerk")):
        if office.gantry(*step, "--pipeline", office.folder / "generated.yaml").returncode not in (0, 3):
            return False
    return True


def trial(binary, scratch, seed, number, counts):
    month = Month(seed, number)
    office = Office(binary, scratch, keep=bool(sys.argv[5:]))
    try:
        file = office.folder / "generated.yaml"
        file.write_text(month.pipeline())
        (office.workspace / "employees.csv").write_text(month.employees())
        (office.workspace / "office-days.csv").write_text(month.office_days())
        (office.folder / "inbox").mkdir()
        entries, leave, workers = month.entries(), month.leave(), month.workers()
        office.serve(work_entries=entries, workers=workers, leave_requests=leave)
        office.configure(PEOPLE)
        office.gantry("run", file, "--period", month.period, expect=(0, 2))
        base = office.workspace / "exports/generated"
        period = next(base.iterdir()).name
        judge(base / period / "r1", counts, "r1")
        run = f"generated/{period}/r1"
        decide(office, month, run, base / period / "r1", counts)
        if office.gantry("run", file, "--from", run, expect=(0, 2, 3)).returncode != 3:
            run = f"generated/{period}/r2"
            judge(base / period / "r2", counts, "r2, with decisions")
        office.gantry("verify", run, expect=(0,))
        if pay_day(office, month, run):
            entries, leave = month.later(entries, leave)
            office.serve(work_entries=sorted(entries, key=lambda e: e["id"]), leave_requests=leave)
            done = office.gantry("run", file, "--period", month.period, "--revision", "next", "--because", REASON,
                                 expect=(0, 2, 3))
            if done.returncode != 3:
                newest = max((base / period).glob("r?"))
                judge(newest, counts, f"{newest.name}, a correction")
                office.gantry("verify", f"generated/{period}/{newest.name}", expect=(0,))
                counts.corrections += 1
        return None
    except Exception as error:
        said = str(error) if isinstance(error, Broken) else traceback.format_exc()
        return f"month {number} of seed {seed}: {said}" + (f"\nKept in {office.folder}" if office.keep else "")
    finally:
        office.close()


class Counts(list):
    corrections = 0


def main():
    binary, scratch, seed, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    numbers = [int(sys.argv[5])] if sys.argv[5:] else range(count)
    counts = Counts()
    with ThreadPoolExecutor(3) as pool:
        said = [text for text in pool.map(lambda n: trial(binary, scratch, seed, n, counts), numbers) if text]
    for text in said[:5]:
        print(text)
    print(f"{len(numbers) - len(said)} of {len(numbers)} months agree: {sum(counts)} lines of {len(counts)} exports, "
          f"{counts.corrections} corrections; seed {seed}")
    sys.exit(1 if said else 0)


if __name__ == "__main__":
    main()
