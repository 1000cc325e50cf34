"""Computes an export of pay anew from its folder and compares every line, held entry and total with what is published.

A second implementation of rules and leave (pay_rules.py), lines and corrections, by the documentation alone; it computes
with fractions only and shares nothing with the program but the files.

Usage: pay_model.py FOLDER   prints the number of lines, or what differs, and exits with 1 then.
"""
import csv, io, json, re, sys, subprocess, math, pathlib
from collections import defaultdict
from fractions import Fraction as F

import yaml

from pay_rules import KINDS, Rules, danish, day_of, nines, worker_rate


def half(value, step, even):
    """A multiple of `step`, rounded half up (away from zero) or half even."""
    count = abs(value) / step
    whole = math.floor(count)
    left = count - whole
    if left > F(1, 2) or left == F(1, 2) and (not even or whole % 2):
        whole += 1
    return (1 if value >= 0 else -1) * whole * step


def spread(total, exact, step):
    """Divides a rounded total: floors, and what is left to the largest remainders, the first of equal ones."""
    parts = [math.floor(value / step) * step for value in exact]
    left = (total - sum(parts)) / step
    order = sorted(range(len(exact)), key=lambda n: (-(exact[n] - parts[n]), n))
    if left < 0:
        for n in list(reversed(order))[:int(-left)]:
            parts[n] -= step
    for n in order[:max(int(left), 0)]:
        parts[n] += step
    return parts


def text_of(path):
    data = path.read_bytes()
    if path.suffix == ".zst":
        data = subprocess.run(["zstd", "-dc"], input=data, stdout=subprocess.PIPE, check=True).stdout
    return data.decode("utf-8-sig")


class Export:
    """A published folder as a person finds it."""

    def __init__(self, folder):
        self.data = pathlib.Path(folder) / "data"
        self.pipeline = yaml.load(text_of(self.data / "pipeline.yaml"), yaml.BaseLoader)
        self.pay = self.pipeline["pay"]
        self.totals = json.loads(text_of(self.data / "totals.json"))
        self.first, self.last = (day_of(self.totals["period"][end]) for end in ("first", "last"))
        self.workers = {int(w["employee_id"]): w for w in self.lines_in("workers.jsonl")}
        self.employees = None
        if "employees" in self.pay:
            self.employees = {int(row["employee_id"]): row for row in self.rows("employees.csv")}
        self.leave = [
            {**r, "employee_id": int(r["employee_id"])} for r in self.lines_in("leave.jsonl.zst")]
        self.step = F(1, 10 ** int(self.pay.get("units-decimals", "2")))
        self.even = self.pay.get("rounding", "half-up") == "half-even"
        calendar = self.pay.get("calendar") or {}
        if calendar.get("holidays") == "denmark" and "also" not in calendar:
            holidays = danish(self.first.year) | danish(self.last.year)
        else:
            # A file of the office: the days of it that the period has are in the totals.
            stated = (self.totals["pay"].get("calendar") or self.totals["pay"]).get("holidays") or []
            holidays = {day_of(day["date"] if isinstance(day, dict) else day) for day in stated}
        half_days = frozenset(day_of(day) for day in self.totals["pay"].get("half_days") or [])
        self.stated, ids = defaultdict(set), defaultdict(list)
        for row in self.rows(self.file("exceptions-csv")):
            request = re.search(r"leave request (\d+)", row["found"])
            if row["entry_id"]:
                ids[row["rule"], int(row["entry_id"])].append(row["id"])
            elif request:
                ids[row["rule"], ("leave", int(request[1]))].append(row["id"])
            elif "public holidays (" in row["found"]:
                ids[row["rule"], ("holidays", int(row["employee_id"]))].append(row["id"])
            if row["severity"] == "blocker" and row["entry_id"]:
                self.stated[int(row["entry_id"])].add(row["rule"])
        self.rules = Rules(self.pipeline, self.first, self.last, self.workers, self.employees, self.leave, holidays,
                           self.lines_in("decisions.jsonl"), ids, half_days)
        records = [self.record(record) for record in self.lines_in(self.file("archive"))]
        self.fill_in_rows(records)
        self.entries = self.rules.decide(records)
        self.fetched = len(records)

    def fill_in_rows(self, records):
        """The folder has the employees that were used: one of whom all is held for other reasons can have a row too."""
        if self.employees is None:
            return
        for employee in {record["employeeId"] for record in records} - set(self.employees):
            rules = [self.stated[record["id"]] for record in records if record["employeeId"] == employee]
            if all(rules) and not any("no-payroll-number" in held for held in rules):
                self.employees[employee] = {}

    def file(self, form):
        return next(f["file"] for f in self.totals["files"] if f["format"] == form)

    def lines_in(self, name):
        path = self.data / name
        if not path.exists():
            return []
        return [json.loads(line, parse_float=F, parse_int=int) for line in text_of(path).split("\n") if line]

    def rows(self, name):
        stated = next((f for f in self.totals["files"] if f["file"] == name), {})
        comma = ";" if stated.get("dialect") == "excel-da" else ","
        return list(csv.DictReader(io.StringIO(text_of(self.data / name), newline=""), delimiter=comma))

    @staticmethod
    def record(record):
        for key in ("id", "employeeId", "projectId", "taskId", "approvedBy"):
            if record.get(key) not in (None, ""):
                record[key] = int(record[key])
        return record

    # Lines

    def hours(self):
        """Exact hours: employee → (kind, day) → [(project, hours)] in the order in which they count."""
        cells = defaultdict(lambda: defaultdict(dict))
        for entry in sorted(self.entries, key=lambda entry: entry["id"]):
            for kind in KINDS:
                cell = cells[entry["employeeId"]][kind, day_of(entry["workDate"])]
                project = entry.get("projectId")
                cell[project] = cell.get(project, F(0)) + nines(entry[kind])
        return cells

    def of_hours(self, code, cells):
        low, high = bounds(code.get("of-day"))
        week_low, week_high = bounds(code.get("of-week"))
        parts = defaultdict(F)
        week = F(0)
        for day in self.rules.days():
            if day.weekday() == 0:
                week = F(0)
            place = F(0)
            for project, hours in cells.get((code["hours"], day), {}).items():
                begin, end = sorted((place, place + hours))
                size = min(end, high, week_high - week) - max(begin, low, week_low - week)
                if size > 0 and self.rules.kind(day) in code.get("on", ("workday", "saturday", "sunday", "holiday")):
                    parts[project] += size if hours > 0 else -size
                place += hours
            week += place
        return parts

    def of_leave(self, code, employee):
        paid = [share for request, _, share, reason in self.leave_days
                if reason is None and request["employee_id"] == employee and request["type"] == code["leave"]]
        return {None: sum(paid, F(0)) * self.factor(code, employee)}

    def factor(self, code, employee):
        """What a day of leave or a holiday is in the unit of its code."""
        if code.get("unit") != "hours":
            return 1
        return F((self.employees or {}).get(employee, {}).get("hours_a_day") or code["hours-a-day"])

    def of_holidays(self, code, employee):
        paid = [share for who, _, share, reason in self.holidays if who == employee and reason is None]
        return {None: sum(paid, F(0)) * self.factor(code, employee)}

    def pay_lines(self):
        """(number, code, project) → (units, rate, amount), as printed."""
        self.leave_days = self.rules.days_of_leave() if any("leave" in c for c in self.pay["codes"]) else []
        self.holidays = self.rules.days_of_holidays(self.leave_days)
        hours = self.hours()
        people = set(hours) | {r["employee_id"] for r, _, _, reason in self.leave_days if reason is None}
        lines = {}
        for employee in people:
            row = (self.employees or {}).get(employee, {})
            salaried = row.get("paid_by") == "salary"
            paid = self.pay.get("salaried", "none") if salaried else "lines"
            for code in self.pay["codes"]:
                if paid == "none" or paid == "leave" and not {"leave", "holidays"} & set(code):
                    continue
                if "hours" in code:
                    parts = self.of_hours(code, hours[employee])
                elif "leave" in code:
                    parts = self.of_leave(code, employee)
                elif "holidays" in code:
                    parts = self.of_holidays(code, employee)
                else:
                    days = defaultdict(F)
                    for (_, day), cell in hours[employee].items():
                        days[day] += sum(cell.values(), F(0))
                    parts = {None: F(sum(1 for value in days.values() if value >= F(code["days-with"])))}
                if "project" not in self.pay.get("by", []):
                    parts = {None: sum(parts.values(), F(0))} if any(parts.values()) else {}
                parts = {project: value for project, value in parts.items() if value or self.keeps(code, parts)}
                if not any(parts.values()):
                    continue
                rate = None if salaried else self.rate(code, employee)
                self.add(lines, row.get("payroll_number") or str(employee), code["code"], parts, rate)
        return lines

    @staticmethod
    def keeps(code, parts):
        return False

    def rate(self, code, employee):
        if "fixed-rate" in code:
            return F(code["fixed-rate"])
        if "rate" not in code or employee not in self.workers:
            return None
        rate = worker_rate(self.workers[employee])
        return nines_of(rate * F(code.get("rate-factor", "1"))) if isinstance(rate, F) else None

    def add(self, lines, number, code, parts, rate):
        projects = sorted(parts, key=lambda project: -1 if project is None else project)
        total = half(sum(parts.values(), F(0)), self.step, self.even)
        units = spread(total, [parts[p] for p in projects], self.step) if len(projects) > 1 else [total]
        amounts = [None] * len(units)
        if rate is not None:
            amount = half(total * rate, F(1, 100), self.even)
            amounts = spread(amount, [u * rate for u in units], F(1, 100)) if len(units) > 1 else [amount]
        for project, unit, amount in zip(projects, units, amounts):
            lines[number, code, "" if project is None else str(project)] = (unit, rate, amount)

    def published(self):
        lines = {}
        for row in self.rows(self.file("payroll-csv")):
            key = (row["payroll_number"], row["pay_code"], row.get("project") or "")
            if key in lines:
                yield f"line {key} comes twice"
            lines[key] = tuple(F(row[name]) if row[name] else None for name in ("units", "rate", "amount"))
        self.found = lines

    # What differs

    def differences(self):
        yield from self.published()
        lines = self.pay_lines()
        for key in sorted(lines.keys() | self.found.keys()):
            if lines.get(key) != self.found.get(key):
                yield f"line {key}: published {shown(self.found.get(key))}, computed {shown(lines.get(key))}"
        for number in sorted(set(self.stated) | set(self.rules.held)):
            computed = self.rules.held[number]
            if self.stated[number] != computed:
                yield f"entry {number}: held by {sorted(self.stated[number])}, computed {sorted(computed)}"
        counts = self.totals["counts"]
        if int(counts["fetched"]) != self.fetched or int(counts["exported"]) != len(self.entries):
            yield f"counts {counts}, computed {self.fetched} fetched, {len(self.entries)} exported"
        known = [amount for _, _, amount in lines.values() if amount is not None]
        if F(self.totals.get("amount") or 0) != sum(known, F(0)):
            yield f"amount {self.totals.get('amount')}, computed {float(sum(known))}"
        for kind in self.totals["hours"]:
            exported = sum((nines(e[kind["name"]]) for e in self.entries), F(0))
            if F(kind["exported"]) != exported:
                yield f"{kind['name']}: {kind['exported']} exported, computed {float(exported)}"
            held = sum((F(own["held"]) for own in self.totals["held_elsewhere"] if own["name"] == kind["name"]), F(0))
            for day in self.totals["days"]:
                stated = next(own for own in day["hours"] if own["name"] == kind["name"])
                held += F(stated["held"])
                exported = sum((nines(e[kind["name"]]) for e in self.entries if e["workDate"][:10] == day["day"]), F(0))
                if F(stated["exported"]) != exported:
                    yield f"{day['day']}, {kind['name']}: {stated['exported']} exported, computed {float(exported)}"
            if F(kind["held"]) != held:
                yield f"{kind['name']}: {kind['held']} held, {float(held)} by day"
        for code in self.totals["pay_codes"]:
            own = [value for key, value in lines.items() if key[1] == code["code"]]
            if int(code["lines"]) != len(own) or F(code["units"]) != sum((value[0] for value in own), F(0)):
                yield f"pay code {code['code']}: {code['lines']} lines, {code['units']}; computed {len(own)}"
        if any("holidays" in code for code in self.pay["codes"]):
            shares = [(share, reason) for _, _, share, reason in self.holidays]
            days = {"all": sum((s for s, _ in shares), F(0)), "paid": sum((s for s, r in shares if r is None), F(0)),
                    "held": sum((s for s, r in shares if r is not None), F(0))}
            if {key: F(value) for key, value in self.totals["holiday_days"].items()} != days:
                yield f"holidays {self.totals['holiday_days']}, computed {shown(days.values())}"
        if self.totals.get("kind") == "correction":
            yield from self.corrected(lines)

    def corrected(self, lines):
        """Differences of a correction from the revision that it corrects, and their explanation."""
        base = Export(self.data.parent.parent / self.totals["base"]["run"].split("/")[-1])
        for _ in base.published():
            pass
        wanted = {}
        for key in base.found.keys() | lines.keys():
            old, new = base.found.get(key), lines.get(key)
            if old != new:
                wanted[key] = tuple((new[n] if new else 0) or 0 for n in (0, 2)), tuple(
                    (old[n] if old else 0) or 0 for n in (0, 2))
        stated, explained = defaultdict(lambda: [F(0), F(0)]), defaultdict(lambda: [F(0), F(0)])
        for name, sums, columns in (("changes.csv", stated, ("difference", "amount_difference")),
                                    ("entry-changes.csv", explained, ("units", "amount"))):
            for row in self.rows(name):
                if row["pay_code"]:
                    place = sums[row["payroll_number"], row["pay_code"], row.get("project") or ""]
                    for n, column in enumerate(columns):
                        place[n] += F(row[column] or 0)
        for key in sorted(wanted.keys() | stated.keys() | explained.keys()):
            new, old = wanted.get(key, ((0, 0), (0, 0)))
            change = [new[0] - old[0], new[1] - old[1]]
            if stated[key] != change:
                yield f"change {key}: {shown(stated[key])}, computed {shown(change)}"
            if explained[key] != change:
                yield f"explained {key}: {shown(explained[key])}, computed {shown(change)}"


def nines_of(value):
    return F(round(value * 10**9), 10**9)


def bounds(text):
    low, high = (text or "0-").split("-")
    far = F(10**12)
    return (F(low) if F(low) else -far), (F(high) if high else far)


def shown(values):
    return None if values is None else tuple(None if value is None else float(value) for value in values)


if __name__ == "__main__":
    export = Export(sys.argv[1])
    wrong = list(export.differences())
    print("\n".join(wrong[:20]) if wrong else len(export.found))
    sys.exit(1 if wrong else 0)
